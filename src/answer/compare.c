/* compare.c: see compare.h. */
#include "compare.h"

#include <math.h>
#include <string.h>

/* ---- rows ---- */
double zm_bytes_a_state(const zm_compare_row *r)
{
    return r->summary.states ? (double)r->table_bytes / (double)r->summary.states : 0;
}

const char *zm_row_given(const zm_compare_row *r, const char *option)
{
    size_t n = strlen(option);
    for (unsigned s = 0; s < r->givens; s++)
        if (!strncmp(r->given[s], option, n) && r->given[s][n] == '=')
            return r->given[s] + n + 1;
    return NULL;
}

void zm_row_describe(const zm_variant *v, zm_compare_row *r)
{
    r->settings = *v;
    r->settings.data = NULL;
    r->bound = zm_bound_of(v);
    r->turn = zm_turn_of(v, v->game->start(v));
}

void zm_row_name(const zm_comparison *k, zm_compare_row *r)
{
    const zm_game *g = k->game;
    size_t used = 0;
    for (unsigned o = 0; o < ZM_MAX_OPTIONS && g->options[o].name; o++) {
        const char *given = k->varies[o] ? zm_row_given(r, g->options[o].name) : NULL;
        given = given || !k->varies[o] || r->state == ZM_ROW_REFUSED ? given : r->settings.option[o].text;
        if (given)
            used += (size_t)snprintf(r->name + used, sizeof r->name - used, "%s%s=%s", used ? " " : "",
                                     g->options[o].name, given);
    }
    if (!used && r->state != ZM_ROW_REFUSED)
        zm_variant_text(&r->settings, ' ', false, r->name, sizeof r->name);
    if (!*r->name)
        strcpy(r->name, "default");
}

/* Its summary being there: random games, and how far it leans. */
static zm_status enter(zm_context *c, zm_comparison *k, const zm_variant *v, const zm_table *t, zm_compare_row *r)
{
    ZM_TRY(c, zm_sample_games(c, v, t, &k->sample, &r->sample));
    r->number = k->solved++;
    k->ranked[r->number] = r;
    k->lean[r->number] = zm_lean_of(&r->summary, r->turn, &r->sample);
    zm_release(c, r->sample.ply);
    r->sample.ply = NULL;
    return ZM_OK;
}

zm_status zm_row_measure(zm_context *c, zm_comparison *k, const zm_variant *v, const zm_table *t, zm_compare_row *r)
{
    r->summary = *zm_table_summary(t);
    r->table_bytes = zm_table_bytes(t);
    if (r->summary.has_longest && v->game->is_position)
        zm_write_position(v, r->summary.longest_position, r->longest, sizeof r->longest);
    return enter(c, k, v, t, r);
}

zm_status zm_row_tell(zm_context *c, zm_comparison *k, const zm_variant *v, const zm_told *t, zm_compare_row *r)
{
    r->summary = t->summary;
    r->from = t->where;
    strcpy(r->longest, t->longest);
    if (*r->longest && zm_read_position(c, v, r->longest, &r->summary.longest_position) != ZM_OK)
        return zm_fail(c, ZM_BAD_INPUT, "%s: %s", t->where, zm_message(c));
    return enter(c, k, v, NULL, r);
}

static bool known_of_all(const zm_comparison *k, unsigned measure)
{
    for (unsigned i = 0; i < k->solved; i++)
        if (isnan(k->lean[i].by[measure]))
            return false;
    return true;
}

void zm_comparison_rank(zm_comparison *k)
{
    memcpy(k->judged, k->lean, sizeof k->judged);
    for (unsigned m = 1; m < ZM_MEASURES; m++)
        for (unsigned i = 0; !known_of_all(k, m) && i < k->solved; i++)
            k->judged[i].by[m] = NAN;
    if (k->solved)
        k->best = zm_fairest(k->judged, k->solved, k->firsts);
}

bool zm_row_first(const zm_comparison *k, unsigned i, unsigned measure)
{
    return zm_is_fairest(k->judged, k->solved, i, measure);
}

/* ---- JSON ---- */
/* Of a variant there is not, the options it was given are all there is. */
static void json_refused(zm_json *j, const zm_game *g, const zm_compare_row *r)
{
    zm_json_text(j, "game", g->name);
    zm_json_open(j, "variant", '{');
    for (unsigned o = 0; o < ZM_MAX_OPTIONS && g->options[o].name; o++) {
        const char *value = zm_row_given(r, g->options[o].name);
        if (value)
            (g->options[o].kind == ZM_INT_OPTION ? zm_json_raw : zm_json_text)(j, g->options[o].name, value);
    }
    zm_json_close(j, '}');
}

static void json_shares(zm_json *j, const char *key, const zm_game *g, const uint64_t won_by[2], uint64_t all)
{
    zm_json_open(j, key, '{');
    for (unsigned i = 0; i < 2; i++)
        zm_json_real(j, zm_player(g, i), all ? (double)won_by[i] / (double)all : 0);
    zm_json_close(j, '}');
}

static void json_longest(zm_json *j, const zm_compare_row *r)
{
    if (!r->summary.has_longest) {
        zm_json_null(j, "longest");
        return;
    }
    zm_json_open(j, "longest", '{');
    zm_json_number(j, "remoteness", r->summary.longest);
    if (*r->longest)
        zm_json_text(j, "position", r->longest);
    else
        zm_json_null(j, "position");
    zm_json_close(j, '}');
}

static void json_random(zm_json *j, const zm_game *g, const zm_sample *s)
{
    zm_json_open(j, "random", '{');
    zm_json_number(j, "games", s->games);
    zm_json_players(j, "won_by", g, s->won_by);
    zm_json_number(j, "drawn", s->drawn);
    zm_json_number(j, "unfinished", s->unfinished);
    zm_json_real(j, "mean_plies", s->games ? (double)s->moves / (double)s->games : 0);
    json_shares(j, "share", g, s->won_by, s->games);
    zm_json_open(j, "share_95", '[');
    for (unsigned i = 0; i < 2; i++) {
        zm_interval within = zm_wilson(s->won_by[i], s->games);
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "player", zm_player(g, i));
        zm_json_real(j, "low", within.low);
        zm_json_real(j, "high", within.high);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
    zm_json_close(j, '}');
}

static void json_lean(zm_json *j, const zm_comparison *k, const zm_compare_row *r)
{
    zm_json_open(j, "lean", '[');
    for (unsigned m = 0; m < ZM_MEASURES; m++) {
        double lean = k->lean[r->number].by[m];
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "measure", zm_measure_at(m)->name);
        if (isnan(lean)) /* a won start, of which it is not known how far; or it takes a table */
            zm_json_null(j, "lean");
        else
            zm_json_real(j, "lean", lean);
        zm_json_text(j, "favours",
                     !m         ? zm_winner(&r->settings, r->turn, r->summary.start)
                     : lean > 0 ? zm_player(k->game, 0)
                     : lean < 0 ? zm_player(k->game, 1)
                                : NULL);
        zm_json_bool(j, "fairest", zm_row_first(k, r->number, m));
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

static void json_size(zm_json *j, const zm_compare_row *r)
{
    if (r->from) {
        zm_json_null(j, "table_bytes");
        zm_json_null(j, "bytes_per_state");
        return;
    }
    zm_json_number(j, "table_bytes", r->table_bytes);
    zm_json_real(j, "bytes_per_state", zm_bytes_a_state(r));
}

static void json_solved(zm_json *j, const zm_comparison *k, const zm_compare_row *r)
{
    const zm_game *g = k->game;
    const zm_summary *s = &r->summary;
    zm_json_bool(j, "already", r->already);
    zm_json_text(j, "from", r->from);
    zm_json_text(j, "values", zm_values_name(s->wdl));
    zm_json_number(j, "states", s->states);
    zm_json_players(j, "won_by", g, s->won_by);
    zm_json_number(j, "drawn", s->drawn);
    json_shares(j, "share", g, s->won_by, s->states);
    zm_json_open(j, "start", '{');
    zm_json_value(j, &r->settings, r->turn, s->start, s->wdl);
    zm_json_close(j, '}');
    json_longest(j, r);
    json_size(j, r);
    json_random(j, g, &r->sample);
    json_lean(j, k, r);
}

static void json_row(zm_json *j, const zm_comparison *k, unsigned i)
{
    static const char *const state[] = {"solved", "unsolved", "refused", "failed"};
    const zm_compare_row *r = &k->row[i];
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "name", r->name);
    if (r->state == ZM_ROW_REFUSED)
        json_refused(j, k->game, r);
    else
        zm_json_settings(j, &r->settings);
    zm_json_text(j, "state", state[r->state]);
    zm_json_text(j, "problem", r->state == ZM_ROW_SOLVED ? NULL : r->problem);
    if (r->state != ZM_ROW_REFUSED) {
        if (r->bound)
            zm_json_number(j, "bound", r->bound);
        else
            zm_json_null(j, "bound");
        zm_json_published(j, &r->settings, r->state == ZM_ROW_SOLVED ? &r->summary : NULL);
    }
    if (r->state == ZM_ROW_SOLVED)
        json_solved(j, k, r);
    zm_json_close(j, '}');
}

static void json_measure(zm_json *j, const zm_comparison *k, unsigned m)
{
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "name", zm_measure_at(m)->name);
    zm_json_text(j, "help", zm_measure_at(m)->help);
    zm_json_open(j, "fairest", '[');
    for (unsigned i = 0; i < k->solved; i++)
        if (zm_row_first(k, i, m))
            zm_json_text(j, NULL, k->ranked[i]->name);
    zm_json_close(j, ']');
    zm_json_close(j, '}');
}

static void json_fairest(zm_json *j, const zm_comparison *k)
{
    if (!k->solved) {
        zm_json_null(j, "fairest");
        return;
    }
    zm_json_open(j, "fairest", '{');
    zm_json_text(j, "name", k->ranked[k->best]->name);
    zm_json_number(j, "first_places", k->firsts[k->best]);
    zm_json_close(j, '}');
}

void zm_json_compare(zm_json *j, const zm_comparison *k)
{
    const zm_game *g = k->game;
    zm_json_text(j, "game", g->name);
    zm_json_open(j, "varies", '[');
    for (unsigned o = 0; o < ZM_MAX_OPTIONS && g->options[o].name; o++)
        if (k->varies[o])
            zm_json_text(j, NULL, g->options[o].name);
    zm_json_close(j, ']');
    zm_json_open(j, "sample", '{');
    zm_json_number(j, "games", k->sample.games);
    zm_json_number(j, "plies", k->sample.plies);
    zm_json_number(j, "seed", k->sample.seed);
    zm_json_close(j, '}');
    zm_json_open(j, "rows", '[');
    for (unsigned i = 0; i < k->count; i++)
        json_row(j, k, i);
    zm_json_close(j, ']');
    zm_json_open(j, "measures", '[');
    for (unsigned m = 0; m < ZM_MEASURES; m++)
        json_measure(j, k, m);
    zm_json_close(j, ']');
    json_fairest(j, k);
}
