/* hash.c: a solve of any game: explore through a hash, solve the graph, store keys and values in order. */
#include "base/text.h"
#include "explore.h"
#include "game/expand.h"
#include "game/place.h"
#include "kernel/kernels.h"
#include "solve/core/sort_keys.h"
#include "solve/search/book.h"
#include "solve/solver.h"
#include "table/write/writer.h"

#include <math.h>

static void tally(const zm_variant *v, const zm_explored *x, zm_tally *t)
{
    const zm_rules *r = &v->game->rules;
    for (uint64_t i = 0; i < x->map.count; i++)
        zm_tally_state(t, x->map.keys[i], zm_rules_turn(r, v, x->map.keys[i]), x->graph.value[i]);
}

/* Made before the table is opened: a solve that finds no room for them leaves the table that is there alone. */
static zm_status sort(zm_context *c, const zm_explored *x, zm_sorted *out)
{
    uint32_t *order;
    ZM_TRY(c, zm_alloc(c, &order, 2 * x->map.count, sizeof *order, "the order of states"));
    zm_status s = zm_alloc(c, &out->keys, x->map.count, sizeof *out->keys, "the order of states");
    if (s == ZM_OK)
        s = zm_alloc(c, &out->values, x->map.count, sizeof *out->values, "the order of states");
    if (s == ZM_OK)
        zm_sort_keys(x->map.keys, x->map.count, order);
    out->count = s == ZM_OK ? x->map.count : 0;
    for (uint64_t i = 0; i < out->count; i++) {
        out->keys[i] = x->map.keys[order[i]];
        out->values[i] = x->graph.value[order[i]];
    }
    zm_release(c, order);
    return s;
}

/* ---- by place: the keys of a book are smaller so ---- */
typedef struct placed {
    uint64_t *place;
    zm_value *values;
} placed;

static zm_status sort_places(zm_context *c, const zm_variant *v, const zm_sorted *t, zm_pos *key, uint32_t *order,
                             placed *out)
{
    const zm_rules *r = &v->game->rules;
    ZM_TRY(c, zm_alloc(c, &out->place, t->count, sizeof *out->place, "the order of states"));
    ZM_TRY(c, zm_alloc(c, &out->values, t->count, sizeof *out->values, "the order of states"));
#pragma omp parallel for schedule(static) num_threads((int)zm_threads(c))
    for (uint64_t i = 0; i < t->count; i++)
        key[i] = (zm_pos){.lo = zm_place_number(r->rank(v, t->keys[i]))};
    zm_sort_keys(key, t->count, order);
    for (uint64_t i = 0; i < t->count; i++) {
        out->place[i] = key[order[i]].lo;
        out->values[i] = t->values[order[i]];
    }
    return ZM_OK;
}

static zm_status by_place(zm_context *c, const zm_variant *v, const zm_sorted *t, placed *out, zm_solved *costs)
{
    uint32_t *order = NULL;
    zm_pos *key;
    costs->announced_bytes += t->count * (sizeof *key + 2 * sizeof *order + sizeof *out->place + sizeof *out->values);
    ZM_TRY(c, zm_alloc(c, &key, t->count, sizeof *key, "the order of states"));
    zm_status s = zm_alloc(c, &order, 2 * t->count, sizeof *order, "the order of states");
    if (s == ZM_OK)
        s = sort_places(c, v, t, key, order, out);
    zm_release(c, order);
    zm_release(c, key);
    return s;
}

static zm_status write_table(zm_context *c, const zm_variant *v, const zm_sorted *t, const zm_writer_plan *kind,
                             const zm_solve_options *o, zm_solved *out)
{
    zm_writer *w;
    zm_writer_plan plan = *kind;
    plan.tiers = 1;
    plan.tier_size = &t->count;
    plan.keyed = plan.again = true;
    plan.wdl = o->wdl;
    plan.part_states = o->part_states;
    plan.placed = plan.book && zm_places_fit(v);
    placed p = {0};
    if (plan.placed)
        ZM_TRY(c, by_place(c, v, t, &p, out));
    zm_progress_begin(c, "store", 2 * t->count);
    zm_status s = zm_writer_open(c, v, o->tables, &plan, &w);
    if (s == ZM_OK) {
        zm_summary total;
        s = plan.placed ? zm_writer_places(w, p.place, t->count) : zm_writer_keys(w, t->keys, t->count);
        if (s == ZM_OK)
            s = zm_writer_add_tier(w, 0, plan.placed ? p.values : t->values, &out->summary);
        if (s == ZM_OK)
            s = zm_writer_finish(w, out->summary.start, &total, &out->table_bytes);
        zm_writer_close(w);
    }
    zm_progress_end(c);
    zm_release(c, p.place);
    zm_release(c, p.values);
    return s;
}

static void summarise(const zm_variant *v, const zm_sorted *t, const zm_solve_options *o, zm_value start,
                      zm_solved *out)
{
    const zm_rules *r = &v->game->rules;
    zm_tally all = {0};
    for (uint64_t i = 0; i < t->count; i++)
        zm_tally_state(&all, t->keys[i], zm_rules_turn(r, v, t->keys[i]), t->values[i]);
    out->summary = all.summary;
    out->summary.start = start;
    if (o->wdl)
        zm_summary_wdl(&out->summary);
    out->places = t->count;
}

/* A book is stored before it goes farther: so what it has will not be searched again, whatever happens then. */
static zm_status go_far(zm_context *c, const zm_variant *v, const zm_explored *x, const zm_solve_options *o, bool had,
                        zm_sorted *t, zm_solved *out)
{
    const zm_writer_plan near = {.book = o->book_plies},
                         far = {.book = o->book_plies, .far = o->book_far, .far_from = o->far_from};
    if (o->tables && !had)
        ZM_TRY(c, write_table(c, v, t, &near, o, out));
    ZM_TRY(c, zm_book_go_far(c, v, o, x, t, out));
    summarise(v, t, o, x->graph.value[0], out);
    return o->tables ? write_table(c, v, t, &far, o, out) : ZM_OK;
}

static zm_status store(zm_context *c, const zm_variant *v, const zm_explored *x, const zm_solve_options *o, bool had,
                       zm_solved *out)
{
    const zm_writer_plan plan = {.book = o->book_plies};
    zm_sorted t = {0};
    zm_status s = sort(c, x, &t);
    if (s == ZM_OK)
        s = o->book_far ? go_far(c, v, x, o, had, &t, out) : write_table(c, v, &t, &plan, o, out);
    zm_release(c, t.keys);
    zm_release(c, t.values);
    return s;
}

/* States of the first plies: those of the first few are counted, then each ply has as many times more as the two before
 * it had, a little less each time. Games grow more and more slowly, so that this is rather too many than too few. */
static double states_in(const zm_explored *x, unsigned plies)
{
    double all = 0, last = 0, before = 0, growth = 1, slower = 1;
    for (unsigned i = 0; i < x->plies; i++) {
        const double now = (double)(x->ply[i + 1] - x->ply[i]);
        const double grown = before > 0 ? sqrt(now / before) : last > 0 ? now / last : 1;
        slower = i > 2 && grown < growth ? grown / growth : 1;
        growth = grown;
        before = last;
        last = now;
        all += now;
    }
    for (unsigned i = x->plies; i <= plies; i++) {
        growth = fmax(growth * slower, 1);
        last *= growth;
        all += last;
    }
    return all;
}

static zm_status say_what_a_book_takes(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    enum { ENOUGH = 20000, BYTES_A_STATE = 100, BYTES_A_MOVE = 8 };
    zm_explore_limit most = {.plies = 1};
    zm_explored x;
    char bytes[32], limit[32], count[64];
    for (;; most.plies++) {
        ZM_TRY(c, zm_explore(c, v, zm_start_state(v), false, &most, &x));
        if (x.map.count >= ENOUGH || most.plies >= o->book_plies || x.plies <= most.plies)
            break;
        zm_explored_free(c, &x);
    }
    const bool all = x.plies <= most.plies || most.plies >= o->book_plies; /* then they are counted, not guessed */
    const double states = all ? (double)x.map.count : states_in(&x, o->book_plies);
    const double need = states * (BYTES_A_STATE + BYTES_A_MOVE * (double)x.moves / (double)x.map.count);
    const double digits = all ? 1 : pow(10, floor(log10(states)) - 1); /* two of them */
    zm_note(c, "a book of %s: %s%s in %u plies, which take about %s of memory (limit %s)%s", v->game->title,
            all ? "" : "about ",
            zm_things_text((uint64_t)(fmin(round(states / digits), 1e17 / digits) * digits), "state", count),
            o->book_plies, zm_bytes_text(need < 1e19 ? (uint64_t)need : UINT64_MAX, bytes),
            zm_bytes_text(zm_memory_limit(c), limit),
            need > (double)zm_memory_limit(c) ? ": probably too many; with fewer plies it is a smaller book" : "");
    zm_explored_free(c, &x);
    return ZM_OK;
}

static zm_status say_what_it_takes(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    if (o->book_plies)
        return say_what_a_book_takes(c, v, o);
    zm_note(c, "%s through a hash: about 60 bytes and 8 more a move for each state that play reaches", v->game->title);
    return ZM_OK;
}

zm_status zm_solve_hash(zm_context *c, const zm_variant *v, zm_pos from, uint64_t limit, const zm_solve_options *o,
                        zm_solved *out)
{
    zm_explored x;
    const zm_explore_limit most = {.states = limit, .plies = o->book_plies};
    ZM_TRY(c, say_what_it_takes(c, v, o));
    ZM_TRY(c, zm_explore(c, v, zm_state_of(v, from), true, &most, &x));
    out->announced_bytes =
        x.map.count * 60 + x.moves * 8 + ((uint64_t)12 << 20) + zm_storing_bytes(c, o, x.map.count, x.map.count);
    bool had = false;
    zm_status s = o->book_plies ? zm_book_search(c, v, o, &x, &had, out) : ZM_OK;
    zm_meter meter = zm_meter_of(c, x.map.count);
    zm_progress_begin(c, "classify", x.map.count);
    zm_meter_phase(&meter, 1, 2 * x.map.count);
    x.graph.meter = &meter;
    if (s == ZM_OK)
        s = zm_move_graph_solve(c, &x.graph, false);
    x.graph.meter = NULL;
    zm_meter_end(&meter);
    zm_progress_end(c);
    if (s == ZM_OK) {
        zm_tally t = {0};
        tally(v, &x, &t);
        out->summary = t.summary;
        out->summary.start = x.graph.value[0];
        if (o->wdl)
            zm_summary_wdl(&out->summary);
        out->tiers = 1;
        out->places = x.map.count;
        out->visits += x.map.count + x.moves;
        if (o->tables || o->book_far)
            s = store(c, v, &x, o, had, out);
        if (o->tables && o->book_plies && s == ZM_OK)
            zm_book_forget(c, v, o);
    }
    zm_explored_free(c, &x);
    return s;
}
