/* iterate.c: games with dice, any of them: every state again and again from what it can become, until its interval is
 * narrow.
 *
 * race.c says why the bounds are bounds. The work itself is in dice_graph.c: a graph of moves, swept in place. Here the
 * graph is that of one tier, whose moves out of it lead to tiers that are done; or, for games without a dense index,
 * that of all states that play reaches, found through a hash.
 *
 * ORDER. A sweep carries what is known from the states near the end to those far from it, if it comes by the former
 * first. Where most moves inside a tier lead to smaller indices they are taken as they are, else from the last to the
 * first. States from a hash are numbered as a search depth first leaves them: after everything they lead to, but for
 * cycles.
 *
 * Memory: 8 bytes a state of the tiers that are needed, and for the tier that is solved about 8 a roll and 4 a move. */
#include "dice_graph.h"
#include "game/calls.h"
#include "game/expand.h"
#include "solve/core/dense_solver.h"
#include "solve/core/sort_keys.h"
#include "solve/core/states.h"
#include "solve/hash/explore.h"
#include "solve/solver.h"
#include "table/write/writer.h"

#include <zermelo/lead.h>

#include <inttypes.h>
#include <string.h>

enum { SAMPLE = 4096, BYTES_A_STATE = 6 /* on disk, hardly more */, TABLE_FRAME = 1 << 16 };

typedef struct dice_solve {
    zm_context *context;
    const zm_variant *variant;
    const zm_solve_options *options;
    zm_solved *out;
    zm_tiers tiers;
    zm_states reach;
    zm_odds **odds; /* by tier; NULL where they are not in memory */
    uint32_t tier;  /* that is solved */
    bool downward;  /* its states are taken from the last to the first */
    zm_place start;
    zm_writer *writer; /* NULL: nothing is stored */
} dice_solve;

/* ---- what the rules say of a state ---- */
static zm_odds end_odds(zm_end end)
{
    const zm_odds won = {ZM_CERTAIN, ZM_CERTAIN}, lost = {0, 0}, drawn = {ZM_CERTAIN / 2, ZM_CERTAIN / 2 + 1};
    return end == ZM_WIN ? won : end == ZM_DRAW ? drawn : lost;
}

static double guess(const zm_variant *v, const zm_solve_options *o, zm_pos p)
{
    return o->warm && v->game->lead ? zm_curve_at(o->warm, v->game->lead(v, p)) : 0.5;
}

static void weigh(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    for (unsigned roll = 0; roll < v->game->rolls; roll++)
        weight[roll] = 1;
    if (v->game->odds)
        v->game->odds(v, p, weight);
}

/* How p stands; when open, how likely its rolls are and how many moves each has, which are left in o->move. */
static void look_at(const zm_variant *v, const zm_solve_options *options, zm_pos p, zm_outlook *o)
{
    const zm_rules *r = zm_quick_rules(v);
    const zm_end end = r->ended ? r->ended(v, p) : ZM_OPEN;
    unsigned count = 0;
    o->stands = end == ZM_OPEN ? ZM_STANDS_OPEN : ZM_STANDS_OVER;
    o->odds = end_odds(end);
    if (end != ZM_OPEN)
        return;
    for (unsigned roll = 0; roll < r->rolls; roll++) {
        o->count[roll] = r->roll_moves(v, p, roll, o->move + count);
        count += o->count[roll];
    }
    weigh(v, p, o->weight);
    o->state = p;
    o->guess = guess(v, options, p);
}

static unsigned all_moves(const zm_variant *v, const zm_outlook *o)
{
    unsigned count = 0;
    for (unsigned roll = 0; o->stands == ZM_STANDS_OPEN && roll < v->game->rolls; roll++)
        count += o->count[roll];
    return count;
}

/* ---- a tier ---- */
static uint64_t number_in(const dice_solve *d, uint64_t index)
{
    return d->downward ? d->tiers.size[d->tier] - 1 - index : index;
}

static bool is_state(const dice_solve *d, uint64_t index)
{
    return !d->reach.tier || d->reach.tier[d->tier][index / 64] >> index % 64 & 1;
}

static void look_in_tier(void *arg, uint64_t number, zm_outlook *o)
{
    const dice_solve *d = arg;
    const zm_variant *v = d->variant;
    const zm_rules *r = zm_quick_rules(v);
    const zm_place at = {d->tier, number_in(d, number)};
    o->stands = ZM_STANDS_NOWHERE;
    if (!is_state(d, at.index))
        return;
    const zm_pos p = r->unrank(v, at);
    look_at(v, d->options, p, o);
    for (unsigned i = 0, count = all_moves(v, o); i < count; i++) {
        zm_target *t = &o->target[i];
        const zm_place to = r->rank(v, zm_rules_play(r, v, p, o->move[i], &t->passes));
        const bool inside = to.tier == d->tier;
        t->state = inside ? (uint32_t)number_in(d, to.index) : ZM_OUTSIDE;
        if (!inside)
            t->odds = d->odds[to.tier][to.index];
    }
}

static zm_pos position_in_tier(void *arg, uint64_t number)
{
    const dice_solve *d = arg;
    return d->variant->game->unrank(d->variant, (zm_place){d->tier, number_in(d, number)});
}

static void turn_round(zm_odds *odds, uint64_t count)
{
    for (uint64_t i = 0; i < count / 2; i++) {
        const zm_odds first = odds[i];
        odds[i] = odds[count - 1 - i];
        odds[count - 1 - i] = first;
    }
}

static zm_status narrow(const dice_solve *d, zm_dice_graph *g)
{
    const zm_bounds_job n = {.context = d->context,
                             .options = d->options,
                             .tier = d->tier,
                             .tiers = d->out->tiers,
                             .states = g->states,
                             .sweep = zm_dice_graph_sweep,
                             .arg = g,
                             .out = d->out};
    return zm_narrow_bounds(&n);
}

static zm_status solve_tier(dice_solve *d, uint32_t tier)
{
    zm_dice_graph g;
    zm_summary sum = {.dice = true};
    d->tier = tier;
    ZM_TRY(d->context, zm_dice_graph_make(d->context, d->variant, d->tiers.size[tier], d->options->one_vector,
                                          look_in_tier, d, &g));
    const zm_status s = narrow(d, &g);
    if (s != ZM_OK) {
        zm_dice_graph_free(d->context, &g);
        return s;
    }
    zm_dice_graph_end(&g, position_in_tier, d, &sum);
    d->odds[tier] = g.odds;
    if (d->downward)
        turn_round(d->odds[tier], d->tiers.size[tier]);
    zm_summary_add(&d->out->summary, &sum);
    return d->writer ? zm_writer_add_odds(d->writer, tier, d->odds[tier], &sum) : ZM_OK;
}

/* ---- all tiers ---- */
static zm_status take_over(dice_solve *d, uint32_t tier)
{
    zm_progress_add(d->context, d->tiers.size[tier]);
    if (d->tiers.last_user[tier] < d->out->resumed && tier != d->start.tier)
        return ZM_OK;
    ZM_TRY(d->context, zm_alloc(d->context, &d->odds[tier], d->tiers.size[tier], sizeof(zm_odds), "probabilities"));
    return zm_writer_read_odds(d->writer, tier, d->odds[tier]);
}

static void drop_unused(dice_solve *d, uint32_t tier)
{
    for (uint32_t i = 0; d->tiers.linked && i <= tier; i++)
        if (d->odds[i] && d->tiers.last_user[i] <= tier && i != d->start.tier) {
            zm_release(d->context, d->odds[i]);
            d->odds[i] = NULL;
        }
}

static zm_status solve_tiers(dice_solve *d)
{
    zm_status s = ZM_OK;
    zm_progress_begin(d->context, "iterate", d->tiers.places);
    for (uint32_t tier = 0; tier < d->tiers.count && s == ZM_OK; tier++) {
        s = tier < d->out->resumed ? take_over(d, tier) : solve_tier(d, tier);
        drop_unused(d, tier);
    }
    zm_progress_end(d->context);
    return s;
}

static zm_status finish(dice_solve *d)
{
    zm_summary *sum = &d->out->summary;
    const zm_odds start = d->odds[d->start.tier][d->start.index];
    sum->start_odds = start;
    return d->writer ? zm_writer_finish_odds(d->writer, start, sum, &d->out->table_bytes) : ZM_OK;
}

/* ---- what it will be like ---- */
typedef struct sample {
    const dice_solve *solve;
    zm_outlook outlook;
    uint64_t words, up, down; /* of rows; moves inside a tier */
} sample;

static void look_at_sample(void *arg, zm_pos p)
{
    sample *s = arg;
    const zm_variant *v = s->solve->variant;
    const zm_rules *r = zm_quick_rules(v);
    zm_outlook *o = &s->outlook;
    const zm_place at = r->rank(v, p);
    look_at(v, s->solve->options, p, o);
    for (unsigned i = 0, count = all_moves(v, o); i < count; i++) {
        zm_target *t = &o->target[i];
        const zm_place to = r->rank(v, zm_rules_play(r, v, p, o->move[i], &t->passes));
        const bool inside = to.tier == at.tier;
        t->odds = (zm_odds){0, (uint32_t)to.index}; /* any, but not all the same */
        t->state = inside ? (uint32_t)to.index : ZM_OUTSIDE;
        s->up += inside && to.index > at.index;
        s->down += inside && to.index < at.index;
    }
    s->words += zm_dice_graph_words(v, (uint32_t)at.index, o);
}

/* The bytes of the tier that is solved, estimated; and which way its moves lead. */
static zm_status look_ahead(dice_solve *d, uint64_t *bytes)
{
    sample s = {.solve = d};
    ZM_TRY(d->context, zm_outlook_open(d->context, &s.outlook));
    zm_sample_states(d->variant, &d->tiers, SAMPLE, look_at_sample, &s);
    zm_outlook_close(d->context, &s.outlook);
    d->downward = s.up > s.down;
    *bytes = (uint64_t)(1.1 * (double)d->tiers.largest * (double)s.words / SAMPLE * sizeof(uint32_t));
    return ZM_OK;
}

static zm_status announce(dice_solve *d)
{
    uint64_t rows = 0, words = 0;
    ZM_TRY(d->context, look_ahead(d, &rows));
    for (uint32_t i = 0; !d->variant->game->all_reachable && i < d->tiers.count; i++)
        words += zm_tier_words(&d->tiers, i);
    const uint64_t writer = zm_storing_bytes(d->context, d->options, d->tiers.places, d->tiers.largest);
    const uint64_t fixed = zm_dice_graph_fixed_bytes(zm_threads(d->context)) + ((uint64_t)1 << 20) + writer;
    const uint64_t values = d->tiers.most_alive * sizeof(zm_odds), lists = (uint64_t)d->tiers.count * 128;
    d->out->places = d->tiers.places;
    d->out->tiers = d->tiers.count;
    const zm_demand demand = {.memory = d->variant->game->data_bytes + rows + words * sizeof(uint64_t) + fixed +
                                        values + lists,
                              .disk = d->options->tables ? BYTES_A_STATE * d->tiers.places + TABLE_FRAME : 0};
    return zm_announce(d->context, d->variant, d->options, &demand, d->out);
}

static zm_status solve_dense(dice_solve *d)
{
    zm_context *c = d->context;
    ZM_TRY(c, zm_tiers_open(c, d->variant, false, &d->tiers));
    ZM_TRY(c, announce(d));
    ZM_TRY(c, zm_alloc(c, &d->odds, d->tiers.count, sizeof *d->odds, "the list of tiers"));
    d->start = d->variant->game->rank(d->variant, zm_start_state(d->variant));
    if (!d->variant->game->all_reachable) {
        ZM_TRY(c, zm_states_open(c, &d->tiers, &d->reach));
        ZM_TRY(c, zm_states_fill(c, d->variant, &d->tiers, &d->reach));
    }
    if (d->options->tables)
        ZM_TRY(c, zm_bounds_writer(c, d->variant, d->options, d->tiers.count, d->tiers.size, &d->writer));
    d->out->resumed = d->writer ? zm_writer_done(d->writer) : 0;
    ZM_TRY(c, solve_tiers(d));
    return finish(d);
}

static void close_dense(dice_solve *d)
{
    zm_writer_close(d->writer);
    for (uint32_t i = 0; d->odds && i < d->tiers.count; i++)
        zm_release(d->context, d->odds[i]);
    zm_release(d->context, d->odds);
    zm_states_close(d->context, &d->reach);
    zm_tiers_close(d->context, &d->tiers);
}

/* ---- through a hash ---- */
typedef struct found { /* all states that play reaches */
    dice_solve *solve;
    zm_explored x;
    uint32_t *number, *state; /* of a found state in the graph, and the other way round */
} found;

enum { ON_THE_WAY = INT32_MAX };

/* Numbers the states as a search depth first leaves them: `cursor` is the next move of each to follow. */
static void number_states(found *f, uint32_t *stack, uint64_t *cursor)
{
    const zm_move_graph *g = &f->x.graph;
    uint32_t next = 0;
    uint64_t depth = 0;
    memset(f->number, 255, f->x.map.count * sizeof *f->number);
    stack[depth++] = 0;
    f->number[0] = ON_THE_WAY;
    while (depth) {
        const uint32_t at = stack[depth - 1];
        if (g->first[at] + cursor[at] < g->first[at + 1]) {
            const uint32_t to = ZM_EDGE_STATE(g->edge[g->first[at] + cursor[at]++]);
            if (f->number[to] == ZM_OUTSIDE) { /* not seen yet */
                f->number[to] = ON_THE_WAY;
                stack[depth++] = to;
            }
        } else {
            f->number[at] = next;
            f->state[next++] = at;
            depth--;
        }
    }
}

static zm_status order_states(found *f)
{
    zm_context *c = f->solve->context;
    const uint64_t states = f->x.map.count;
    uint64_t *cursor = NULL;
    uint32_t *stack = NULL;
    ZM_TRY(c, zm_alloc(c, &f->number, states, sizeof *f->number, "the order of states"));
    ZM_TRY(c, zm_alloc(c, &f->state, states, sizeof *f->state, "the order of states"));
    zm_status s = zm_alloc(c, &cursor, states, sizeof *cursor, "the order of states");
    if (s == ZM_OK)
        s = zm_alloc(c, &stack, states, sizeof *stack, "the order of states");
    if (s == ZM_OK)
        number_states(f, stack, cursor);
    zm_release(c, cursor);
    zm_release(c, stack);
    return s;
}

/* The search has made the moves already, roll by roll in the same order. */
static void look_in_hash(void *arg, uint64_t number, zm_outlook *o)
{
    const found *f = arg;
    const uint32_t state = f->state[number];
    const uint32_t *edge = f->x.graph.edge + f->x.graph.first[state];
    look_at(f->solve->variant, f->solve->options, f->x.map.keys[state], o);
    for (unsigned i = 0, count = all_moves(f->solve->variant, o); i < count; i++)
        o->target[i] =
            (zm_target){.state = f->number[ZM_EDGE_STATE(edge[i])], .passes = !(edge[i] & ZM_EDGE_STAYS_BIT)};
}

static zm_pos position_in_hash(void *arg, uint64_t number)
{
    const found *f = arg;
    return f->x.map.keys[f->state[number]];
}

/* Keys and odds as the table has them. */
static void sort(const found *f, const zm_odds *odds, uint32_t *order, zm_pos *keys, zm_odds *sorted)
{
    zm_sort_keys(f->x.map.keys, f->x.map.count, order);
    for (uint64_t i = 0; i < f->x.map.count; i++) {
        keys[i] = f->x.map.keys[order[i]];
        sorted[i] = odds[f->number[order[i]]];
    }
}

static zm_status write_keyed(const found *f, const zm_pos *keys, const zm_odds *odds)
{
    const dice_solve *d = f->solve;
    const uint64_t count = f->x.map.count;
    const zm_writer_plan plan = {.tiers = 1,
                                 .tier_size = &count,
                                 .keyed = true,
                                 .odds = true,
                                 .estimates = d->options->one_vector,
                                 .again = true,
                                 .part_states = d->options->part_states};
    zm_writer *w;
    zm_summary sum = d->out->summary;
    ZM_TRY(d->context, zm_writer_open(d->context, d->variant, d->options->tables, &plan, &w));
    zm_status s = zm_writer_keys(w, keys, count);
    if (s == ZM_OK)
        s = zm_writer_add_odds(w, 0, odds, &sum);
    if (s == ZM_OK)
        s = zm_writer_finish_odds(w, sum.start_odds, &d->out->summary, &d->out->table_bytes);
    zm_writer_close(w);
    return s;
}

static zm_status store(const found *f, const zm_odds *odds)
{
    zm_context *c = f->solve->context;
    const uint64_t count = f->x.map.count;
    uint32_t *order = NULL;
    zm_pos *keys = NULL;
    zm_odds *sorted = NULL;
    zm_status s = zm_alloc(c, &order, 2 * count, sizeof *order, "the order of states");
    if (s == ZM_OK)
        s = zm_alloc(c, &keys, count, sizeof *keys, "the order of states");
    if (s == ZM_OK)
        s = zm_alloc(c, &sorted, count, sizeof *sorted, "the order of states");
    if (s == ZM_OK) {
        sort(f, odds, order, keys, sorted);
        zm_release(c, order);
        order = NULL;
        s = write_keyed(f, keys, sorted);
    }
    zm_release(c, order);
    zm_release(c, keys);
    zm_release(c, sorted);
    return s;
}

static uint64_t bytes_a_state(const zm_variant *v) { return 76 + 4 * (uint64_t)v->game->rolls; }

static zm_status solve_found(found *f)
{
    dice_solve *d = f->solve;
    zm_dice_graph g;
    d->out->tiers = 1;
    d->out->places = f->x.map.count;
    d->out->announced_bytes = f->x.map.count * bytes_a_state(d->variant) + f->x.moves * 8 +
                              zm_dice_graph_fixed_bytes(zm_threads(d->context)) +
                              zm_storing_bytes(d->context, d->options, f->x.map.count, f->x.map.count);
    ZM_TRY(d->context, order_states(f));
    ZM_TRY(d->context,
           zm_dice_graph_make(d->context, d->variant, f->x.map.count, d->options->one_vector, look_in_hash, f, &g));
    zm_move_graph_free(d->context, &f->x.graph); /* the rows have it all */
    zm_progress_begin(d->context, "iterate", g.states);
    zm_status s = narrow(d, &g);
    zm_progress_end(d->context);
    if (s == ZM_OK) {
        zm_dice_graph_end(&g, position_in_hash, f, &d->out->summary);
        d->out->summary.start_odds = g.odds[f->number[0]];
        s = d->options->tables ? store(f, g.odds) : ZM_OK;
    }
    zm_dice_graph_free(d->context, &g);
    return s;
}

static zm_status solve_keyed(dice_solve *d, zm_pos from, uint64_t limit)
{
    found f = {.solve = d};
    zm_note(d->context, "%s through a hash: about %" PRIu64 " bytes and 8 more a move for each state that play reaches",
            d->variant->game->title, bytes_a_state(d->variant));
    const zm_explore_limit most = {.states = limit};
    ZM_TRY(d->context, zm_explore(d->context, d->variant, zm_state_of(d->variant, from), true, &most, &f.x));
    const zm_status s = solve_found(&f);
    zm_release(d->context, f.number);
    zm_release(d->context, f.state);
    zm_explored_free(d->context, &f.x);
    return s;
}

/* ---- either way ---- */
zm_status zm_iterate_from(zm_context *c, const zm_variant *v, zm_pos from, uint64_t limit, const zm_solve_options *o,
                          zm_solved *out)
{
    dice_solve d = {.context = c, .variant = v, .options = o, .out = out};
    out->summary.dice = true;
    out->summary.certified = !o->one_vector;
    return solve_keyed(&d, from, limit);
}

zm_status zm_solve_iterate(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    dice_solve d = {.context = c, .variant = v, .options = o, .out = out};
    if (!v->game->rank)
        return zm_iterate_from(c, v, zm_start_state(v), 0, o, out);
    out->summary.dice = true;
    out->summary.certified = !o->one_vector;
    const zm_status s = solve_dense(&d);
    close_dense(&d);
    return s;
}
