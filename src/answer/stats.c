/* stats.c: see stats.h.
 *
 * One pass over the table (solve/count/census.h), a count per thread; counts add up, and of equally long wins the
 * smallest fingerprints are kept, so the answer does not depend on threads. Cost: one `moves` a state, less in a
 * hunt. */
#include "stats.h"

#include "solve/count/census.h"

/* ---- counting ---- */
/* Is this win to stand before that one in the list of the longest? */
static bool is_harder(unsigned r, zm_pos state, unsigned other, zm_pos other_state)
{
    return r != other ? r > other : zm_before(state, other_state);
}

static void note_hardest(zm_hardest *h, unsigned r, zm_pos state)
{
    unsigned at = h->count;
    if (at == ZM_HARDEST && !is_harder(r, state, h->remoteness[at - 1], h->state[at - 1]))
        return;
    if (at < ZM_HARDEST)
        h->count++;
    else
        at--;
    for (; at && is_harder(r, state, h->remoteness[at - 1], h->state[at - 1]); at--) {
        h->remoteness[at] = h->remoteness[at - 1];
        h->state[at] = h->state[at - 1];
    }
    h->remoteness[at] = r;
    h->state[at] = state;
}

/* A census tells of a win that may be among the longest. Once the list is full, no shorter one can be. */
static void hear(zm_census *s, unsigned winner, unsigned r, zm_pos state)
{
    zm_hardest *h = (zm_hardest *)s->arg + winner;
    note_hardest(h, r, state);
    s->least[winner] = h->count == ZM_HARDEST ? h->remoteness[ZM_HARDEST - 1] : 0;
}

static void add(zm_census *a, const zm_census *b)
{
    a->states += b->states;
    a->over += b->over;
    a->drawn += b->drawn;
    a->moves += b->moves;
    a->fewest = !a->fewest || (b->fewest && b->fewest < a->fewest) ? b->fewest : a->fewest;
    a->most = a->most > b->most ? a->most : b->most;
    for (unsigned w = 0; w < 2; w++) {
        a->won_by[w] += b->won_by[w];
        for (unsigned r = 0; r <= ZM_FARTHEST; r++)
            a->at[r][w] += b->at[r][w];
    }
}

static void add_hardest(zm_hardest *a, const zm_hardest *b)
{
    for (unsigned i = 0; i < b->count; i++)
        note_hardest(a, b->remoteness[i], b->state[i]);
}

static zm_status count_table(zm_context *c, const zm_table *t, zm_figures *f)
{
    zm_census *each = NULL;
    zm_hardest(*lists)[2] = NULL;
    zm_status status = zm_alloc(c, &each, zm_threads(c), sizeof *each, "a count for each thread");
    if (status == ZM_OK)
        status = zm_alloc(c, &lists, zm_threads(c), sizeof *lists, "a count for each thread");
    for (unsigned i = 0; status == ZM_OK && i < zm_threads(c); i++) {
        each[i].tell = f->wdl ? NULL : hear;
        each[i].arg = lists[i];
    }
    if (status == ZM_OK)
        status = zm_census_of(c, t, ZM_CENSUS_AUTO, each);
    for (unsigned i = 0; status == ZM_OK && i < zm_threads(c); i++) {
        add(&f->total, &each[i]);
        for (unsigned w = 0; w < 2; w++)
            add_hardest(&f->hardest[w], &lists[i][w]);
    }
    zm_release(c, each);
    zm_release(c, lists);
    return status;
}

static zm_status collect(zm_context *c, const zm_variant *v, const zm_table *t, const zm_figures_asked *asked,
                         zm_figures *f)
{
    f->wdl = !zm_table_distances(t);
    ZM_TRY(c, count_table(c, t, f));
    for (unsigned r = 0; r <= ZM_FARTHEST && !f->wdl; r++)
        if (f->total.at[r][0] || f->total.at[r][1])
            f->remotenesses = r + 1;
    ZM_TRY(c, zm_enumerate(c, v, &f->plies));
    if (asked->positions)
        ZM_TRY(c, zm_enumerate_positions(c, v, &f->positions));
    if (!asked->games)
        return ZM_OK;
    ZM_TRY(c, zm_count_games(c, v, v->game->start(v), &f->tree));
    f->has_tree = true;
    return ZM_OK;
}

zm_status zm_figures_find(zm_context *c, const zm_variant *v, const zm_table *t, const zm_figures_asked *asked,
                          zm_figures **out)
{
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "the figures"));
    return collect(c, v, t, asked, *out);
}

void zm_figures_free(zm_context *c, zm_figures *f)
{
    if (!f)
        return;
    zm_plies_free(c, &f->plies);
    zm_plies_free(c, &f->positions);
    zm_tree_free(&f->tree);
    zm_release(c, f);
}

double zm_mean_moves(const zm_census *t)
{
    uint64_t open = t->states - t->over;
    return open ? (double)t->moves / (double)open : 0;
}

/* ---- JSON ---- */
static void json_longest(zm_json *j, const zm_variant *v, const zm_figures *f)
{
    char text[ZM_MAX_TEXT];
    if (f->wdl) {
        zm_json_null(j, "longest");
        return;
    }
    zm_json_open(j, "longest", '[');
    for (unsigned w = 0; w < 2; w++) {
        const zm_hardest *h = &f->hardest[w];
        if (!h->count)
            continue;
        zm_write_position(v, h->state[0], text, sizeof text);
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "winner", zm_player(v->game, w));
        zm_json_number(j, "remoteness", h->remoteness[0]);
        zm_json_number(j, "states", f->total.at[h->remoteness[0]][w]);
        zm_json_text(j, "position", text);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

static void json_branching(zm_json *j, const zm_census *t)
{
    zm_json_open(j, "branching", '{');
    zm_json_number(j, "open", t->states - t->over);
    zm_json_number(j, "over", t->over);
    zm_json_number(j, "min", t->fewest);
    zm_json_real(j, "mean", zm_mean_moves(t));
    zm_json_number(j, "max", t->most);
    zm_json_close(j, '}');
}

static void json_texts(zm_json *j, const char *key, char **texts, uint32_t count)
{
    zm_json_open(j, key, '[');
    for (uint32_t i = 0; i < count; i++)
        zm_json_text(j, NULL, texts[i]);
    zm_json_close(j, ']');
}

static void json_tree(zm_json *j, const zm_game *g, const zm_tree *t)
{
    zm_json_open(j, "tree", '{');
    zm_json_text(j, "nodes", t->all_nodes);
    zm_json_text(j, "games", t->games);
    zm_json_open(j, "won_by", '{');
    zm_json_text(j, zm_player(g, 0), t->won_by[0]);
    zm_json_text(j, zm_player(g, 1), t->won_by[1]);
    zm_json_close(j, '}');
    zm_json_text(j, "drawn", t->drawn);
    zm_json_open(j, "share", '{');
    zm_json_real(j, zm_player(g, 0), t->share[0]);
    zm_json_real(j, zm_player(g, 1), t->share[1]);
    zm_json_close(j, '}');
    json_texts(j, "nodes_by_ply", t->nodes, t->plies);
    json_texts(j, "leaves_by_ply", t->leaves, t->plies);
    zm_json_close(j, '}');
}

static void json_remoteness(zm_json *j, const zm_variant *v, const zm_figures *f)
{
    if (f->wdl) {
        zm_json_null(j, "by_remoteness");
        return;
    }
    zm_json_open(j, "by_remoteness", '[');
    for (unsigned r = 0; r < f->remotenesses; r++) {
        zm_json_open(j, NULL, '{');
        zm_json_number(j, "remoteness", r);
        zm_json_players(j, "won_by", v->game, f->total.at[r]);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

void zm_json_figures(zm_json *j, const zm_variant *v, const zm_figures *f)
{
    zm_json_settings(j, v);
    zm_json_number(j, "states", f->total.states);
    zm_json_players(j, "won_by", v->game, f->total.won_by);
    zm_json_number(j, "drawn", f->total.drawn);
    zm_json_text(j, "values", zm_values_name(f->wdl));
    json_remoteness(j, v, f);
    zm_json_open(j, "by_ply", '[');
    for (uint32_t i = 0; i < f->plies.plies; i++)
        zm_json_number(j, NULL, f->plies.count[i]);
    zm_json_close(j, ']');
    if (f->positions.plies) {
        zm_json_number(j, "positions", f->positions.states);
        zm_json_open(j, "positions_by_ply", '[');
        for (uint32_t i = 0; i < f->positions.plies; i++)
            zm_json_number(j, NULL, f->positions.count[i]);
        zm_json_close(j, ']');
    }
    json_longest(j, v, f);
    json_branching(j, &f->total);
    if (f->has_tree)
        json_tree(j, v->game, &f->tree);
}

/* The longest of both, one list after the other. */
void zm_json_hardest(zm_json *j, const zm_variant *v, const zm_figures *f)
{
    if (f->wdl) {
        zm_json_null(j, "hardest");
        return;
    }
    zm_json_open(j, "hardest", '[');
    for (unsigned w = 0; w < 2; w++)
        for (unsigned i = 0; i < f->hardest[w].count; i++) {
            const zm_pos p = f->hardest[w].state[i];
            const unsigned turn = zm_turn_of(v, p), r = f->hardest[w].remoteness[i];
            zm_json_open(j, NULL, '{');
            zm_json_position(j, "position", v, p);
            zm_json_text(j, "turn", zm_player(v->game, turn));
            zm_json_value(j, v, turn, turn == w ? zm_win_in(r) : zm_loss_in(r), false);
            zm_json_close(j, '}');
        }
    zm_json_close(j, ']');
}
