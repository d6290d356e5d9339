/* hash.c: a solve of any game: explore through a hash, solve the graph, store keys and values in order. */
#include "base/text.h"
#include "book.h"
#include "explore.h"
#include "game/expand.h"
#include "kernels.h"
#include "order.h"
#include "solver.h"
#include "table/writer.h"

static void tally(const zm_variant *v, const zm_explored *x, zm_tally *t)
{
    const zm_rules *r = &v->game->rules;
    for (uint64_t i = 0; i < x->map.count; i++)
        zm_tally_state(t, x->map.keys[i], zm_rules_turn(r, v, x->map.keys[i]), x->graph.value[i]);
}

/* Keys and values as the table has them. Made before the table is opened: a solve that finds no room for them leaves the
 * table that is there alone. */
typedef struct sorted {
    zm_pos *keys;
    zm_value *values;
} sorted;

static zm_status sort(zm_context *c, const zm_explored *x, uint32_t *order, sorted *out)
{
    ZM_TRY(c, zm_alloc(c, &out->keys, x->map.count, sizeof *out->keys, "the order of states"));
    ZM_TRY(c, zm_alloc(c, &out->values, x->map.count, sizeof *out->values, "the order of states"));
    zm_order_keys(x->map.keys, x->map.count, order);
    for (uint64_t i = 0; i < x->map.count; i++) {
        out->keys[i] = x->map.keys[order[i]];
        out->values[i] = x->graph.value[order[i]];
    }
    return ZM_OK;
}

static zm_status write_table(zm_context *c, const zm_variant *v, const sorted *t, uint64_t count,
                             const zm_solve_options *o, zm_solved *out)
{
    zm_writer *w;
    zm_writer_plan plan = {.tiers = 1,
                           .tier_size = &count,
                           .keyed = true,
                           .wdl = o->wdl,
                           .book = o->book_plies,
                           .again = true,
                           .part_states = o->part_states};
    ZM_TRY(c, zm_writer_open(c, v, o->tables, &plan, &w));
    zm_summary total;
    zm_status s = zm_writer_keys(w, t->keys, count);
    if (s == ZM_OK)
        s = zm_writer_add_tier(w, 0, t->values, &out->summary);
    if (s == ZM_OK)
        s = zm_writer_finish(w, out->summary.start, &total, &out->table_bytes);
    zm_writer_close(w);
    return s;
}

static zm_status store(zm_context *c, const zm_variant *v, const zm_explored *x, const zm_solve_options *o,
                       zm_solved *out)
{
    uint32_t *order;
    sorted t = {NULL, NULL};
    ZM_TRY(c, zm_alloc(c, &order, 2 * x->map.count, sizeof *order, "the order of states"));
    zm_status s = sort(c, x, order, &t);
    zm_release(c, order);
    if (s == ZM_OK) {
        zm_progress_begin(c, "store", 2 * x->map.count);
        s = write_table(c, v, &t, x->map.count, o, out);
        zm_progress_end(c);
    }
    zm_release(c, t.keys);
    zm_release(c, t.values);
    return s;
}

static void say_what_it_takes(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    if (!o->book_plies)
        zm_note(c, "%s through a hash: about 60 bytes and 8 more a move for each state that play reaches",
                v->game->title);
}

zm_status zm_solve_hash(zm_context *c, const zm_variant *v, zm_pos from, uint64_t limit, const zm_solve_options *o,
                        zm_solved *out)
{
    zm_explored x;
    const zm_explore_limit most = {.states = limit, .plies = o->book_plies};
    say_what_it_takes(c, v, o);
    ZM_TRY(c, zm_explore(c, v, zm_state_of(v, from), true, &most, &x));
    out->announced_bytes =
        x.map.count * 60 + x.moves * 8 + ((uint64_t)12 << 20) + zm_storing_bytes(c, o, x.map.count, x.map.count);
    zm_status s = o->book_plies ? zm_book_search(c, v, o, &x, out) : ZM_OK;
    zm_progress_begin(c, "classify", x.map.count);
    if (s == ZM_OK)
        s = zm_graph_solve(c, &x.graph, false);
    zm_progress_add(c, x.map.count);
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
        if (o->tables)
            s = store(c, v, &x, o, out);
        if (o->tables && o->book_plies && s == ZM_OK)
            zm_book_forget(c, v, o);
    }
    zm_explored_free(c, &x);
    return s;
}
