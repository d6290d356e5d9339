/* stats.c: see stats.h.
 *
 * One pass over the states, each tallied by the thread that meets it; tallies add up, and of equally long wins the
 * smallest fingerprints are kept, so the answer does not depend on threads. Cost: one `moves` a state. Memory: the
 * largest tier's values. */
#include "stats.h"

#include <omp.h>

/* ---- counting ---- */
typedef struct counting {
    zm_context *context;
    const zm_variant *variant;
    const zm_table *table;
} counting;

/* Is this win to stand before that one in the list of the longest? */
static bool is_harder(unsigned r, zm_pos state, unsigned other, zm_pos other_state)
{
    return r != other ? r > other : zm_before(state, other_state);
}

static void note_hardest(zm_stats_tally *t, unsigned winner, unsigned r, zm_pos state)
{
    unsigned *remoteness = t->hardest[winner].remoteness, at = t->hardest[winner].count;
    zm_pos *list = t->hardest[winner].state;
    if (at == ZM_HARDEST && !is_harder(r, state, remoteness[at - 1], list[at - 1]))
        return;
    if (at < ZM_HARDEST)
        t->hardest[winner].count++;
    else
        at--;
    for (; at && is_harder(r, state, remoteness[at - 1], list[at - 1]); at--) {
        remoteness[at] = remoteness[at - 1];
        list[at] = list[at - 1];
    }
    remoteness[at] = r;
    list[at] = state;
}

static void note_longest(zm_stats_tally *t, unsigned winner, unsigned r, zm_pos state)
{
    bool first = !t->has_longest[winner];
    if (!first && (r < t->longest[winner] || (r == t->longest[winner] && !zm_before(state, t->longest_state[winner]))))
        return;
    t->has_longest[winner] = true;
    t->longest[winner] = r;
    t->longest_state[winner] = state;
}

static void note_moves(zm_stats_tally *t, const zm_variant *v, zm_pos state, zm_move *moves)
{
    unsigned count;
    if (zm_moves_of(v, state, moves, &count) != ZM_OPEN) {
        t->over++;
        return;
    }
    t->moves += count;
    t->fewest = t->fewest && t->fewest < count ? t->fewest : count; /* an open state has a move: 0 is none seen yet */
    t->most = t->most > count ? t->most : count;
}

static void note_state(zm_stats_tally *t, const zm_variant *v, zm_pos state, zm_value value, zm_move *moves)
{
    t->states++;
    note_moves(t, v, state, moves);
    if (zm_is_draw(value)) {
        t->drawn++;
        return;
    }
    unsigned turn = zm_turn_of(v, state), winner = zm_is_win(value) ? turn : !turn, r = zm_remoteness(value);
    t->won_by[winner]++;
    t->at[r][winner]++;
    note_longest(t, winner, r, state);
    note_hardest(t, winner, r, state);
}

static void add(zm_stats_tally *a, const zm_stats_tally *b)
{
    a->states += b->states;
    a->over += b->over;
    a->drawn += b->drawn;
    a->moves += b->moves;
    a->fewest = !a->fewest || (b->fewest && b->fewest < a->fewest) ? b->fewest : a->fewest;
    a->most = a->most > b->most ? a->most : b->most;
    a->status = a->status == ZM_OK ? b->status : a->status;
    for (unsigned w = 0; w < 2; w++) {
        a->won_by[w] += b->won_by[w];
        for (unsigned r = 0; r <= ZM_FARTHEST; r++)
            a->at[r][w] += b->at[r][w];
        if (b->has_longest[w])
            note_longest(a, w, b->longest[w], b->longest_state[w]);
        for (unsigned i = 0; i < b->hardest[w].count; i++)
            note_hardest(a, w, b->hardest[w].remoteness[i], b->hardest[w].state[i]);
    }
}

static void count_tier(const counting *k, uint32_t tier, const zm_value *values, uint64_t size, zm_stats_tally *each)
{
#pragma omp parallel num_threads(zm_threads(k->context))
    {
        zm_stats_tally *mine = &each[omp_get_thread_num()];
        zm_move moves[ZM_MAX_MOVES];
#pragma omp for schedule(dynamic, 4096)
        for (uint64_t i = 0; i < size; i++) {
            zm_pos state;
            if (values[i] == ZM_NONE || mine->status != ZM_OK)
                continue;
            if (zm_stopped(k->context))
                mine->status = ZM_INTERRUPTED;
            else
                mine->status = zm_table_state(k->table, k->context, tier, i, &state);
            if (mine->status == ZM_OK)
                note_state(mine, k->variant, state, values[i], moves);
        }
    }
    zm_progress_add(k->context, size);
}

static zm_status count_tiers(const counting *k, zm_value *values, zm_stats_tally *each)
{
    for (uint32_t t = 0; t < zm_table_tiers(k->table); t++) {
        uint64_t size = zm_table_tier_size(k->table, t);
        if (!size)
            continue;
        ZM_TRY(k->context, zm_table_read_tier(k->table, k->context, t, values));
        count_tier(k, t, values, size, each);
    }
    return ZM_OK;
}

static zm_status count_table(const counting *k, zm_figures *f)
{
    zm_context *c = k->context;
    zm_value *values = NULL;
    zm_stats_tally *each = NULL;
    uint64_t largest = 1, places = 0;
    for (uint32_t t = 0; t < zm_table_tiers(k->table); t++) {
        uint64_t size = zm_table_tier_size(k->table, t);
        largest = size > largest ? size : largest;
        places += size;
    }
    ZM_TRY(c, zm_alloc(c, &values, largest, sizeof *values, "the values of a tier"));
    zm_status status = zm_alloc(c, &each, zm_threads(c), sizeof *each, "a tally for each thread");
    zm_progress_begin(c, "counting", places);
    if (status == ZM_OK)
        status = count_tiers(k, values, each);
    zm_progress_end(c);
    for (unsigned i = 0; each && i < zm_threads(c); i++)
        add(&f->total, &each[i]);
    zm_release(c, values);
    zm_release(c, each);
    if (status == ZM_OK && f->total.status == ZM_INTERRUPTED)
        return zm_fail(c, ZM_INTERRUPTED, "stopped");
    return status == ZM_OK ? f->total.status : status;
}

static zm_status collect(const counting *k, const zm_figures_asked *asked, zm_figures *f)
{
    zm_context *c = k->context;
    const zm_variant *v = k->variant;
    ZM_TRY(c, count_table(k, f));
    f->wdl = !zm_table_distances(k->table);
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
    const counting k = {c, v, t};
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "the figures"));
    return collect(&k, asked, *out);
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

double zm_mean_moves(const zm_stats_tally *t)
{
    uint64_t open = t->states - t->over;
    return open ? (double)t->moves / (double)open : 0;
}

/* ---- JSON ---- */
static void json_longest(zm_json *j, const zm_variant *v, const zm_figures *f)
{
    const zm_stats_tally *t = &f->total;
    char text[ZM_MAX_TEXT];
    if (f->wdl) {
        zm_json_null(j, "longest");
        return;
    }
    zm_json_open(j, "longest", '[');
    for (unsigned w = 0; w < 2; w++) {
        if (!t->has_longest[w])
            continue;
        zm_write_position(v, t->longest_state[w], text);
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "winner", zm_player(v->game, w));
        zm_json_number(j, "remoteness", t->longest[w]);
        zm_json_number(j, "states", t->at[t->longest[w]][w]);
        zm_json_text(j, "position", text);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

static void json_branching(zm_json *j, const zm_stats_tally *t)
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
        for (unsigned i = 0; i < f->total.hardest[w].count; i++) {
            const zm_pos p = f->total.hardest[w].state[i];
            const unsigned turn = zm_turn_of(v, p), r = f->total.hardest[w].remoteness[i];
            zm_json_open(j, NULL, '{');
            zm_json_position(j, "position", v, p);
            zm_json_text(j, "turn", zm_player(v->game, turn));
            zm_json_value(j, v, turn, turn == w ? zm_win_in(r) : zm_loss_in(r), false);
            zm_json_close(j, '}');
        }
    zm_json_close(j, ']');
}
