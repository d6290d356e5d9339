/* solve.c: choosing a method, announcing what it needs, and timing it. */
#include "base/clock.h"
#include "base/context.h"
#include "base/file.h"
#include "base/text.h"
#include "method.h"
#include "solve/core/classify.h"
#include "solve/hash/hash.h"
#include "solve/hunt/acyclic.h"
#include "solve/iterate/bounds.h"
#include "solver.h"
#include "table/write/writer.h"

#include <zermelo/hunt.h>
#include <zermelo/search.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const method_names[] = {"auto", "hash",    "sweep", "backward", "forward",
                                           "hunt", "iterate", "race",  "pair",     "search"};
enum { METHODS = sizeof method_names / sizeof *method_names };

const char *zm_method_name(zm_method m) { return method_names[m]; }

bool zm_method_parse(const char *name, zm_method *m)
{
    for (unsigned i = 0; i < METHODS; i++)
        if (!strcmp(name, method_names[i])) {
            *m = (zm_method)i;
            return true;
        }
    return false;
}

static const char *const engine_names[] = {"cpu", "cuda", "cuda-host"};
enum { ENGINES = sizeof engine_names / sizeof *engine_names };

const char *zm_engine_name(zm_engine e) { return engine_names[e]; }

bool zm_engine_parse(const char *name, zm_engine *e)
{
    for (unsigned i = 0; i < ENGINES; i++)
        if (!strcmp(name, engine_names[i])) {
            *e = (zm_engine)i;
            return true;
        }
    return false;
}

static bool has_parents(const zm_variant *v)
{
    const zm_rules *r = &v->game->rules;
    return zm_can_count(v) || (r->parents && (!r->few_parents || r->few_parents(v)));
}

/* With cycles, the graph of a tier's moves in memory (forward) is several times faster than asking for parents again
 * and again (backward; on Fox and Geese 3 to 5 times), as long as the tiers that are worked on at once are small beside
 * the budget. */
static bool tiers_are_small(const zm_context *c, const zm_variant *v)
{
    enum { BYTES_A_PLACE = 100 };
    const zm_rules *r = &v->game->rules;
    uint64_t largest = 0;
    for (uint32_t tiers = r->tiers(v), i = 0; i < tiers; i++) {
        uint64_t size = r->tier_size(v, i);
        largest = size > largest ? size : largest;
    }
    return largest < zm_memory_limit(c) / 4 / BYTES_A_PLACE / zm_threads(c);
}

bool zm_has_method(const zm_game *g, zm_method m)
{
    for (const zm_solver *const *s = g->solvers; s && *s; s++)
        if ((*s)->method == m)
            return true;
    return false;
}

static bool is_pair(const zm_variant *v) { return zm_has_method(v->game, ZM_METHOD_PAIR); }

static zm_method best_method(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    const zm_rules *r = &v->game->rules;
    if (r->rolls)
        return zm_is_race(v) ? ZM_METHOD_RACE : ZM_METHOD_ITERATE;
    if (!r->rank)
        return ZM_METHOD_HASH;
    if (o->engine != ZM_ENGINE_CPU && r->inside != ZM_CYCLES)
        return ZM_METHOD_SWEEP; /* each state by a thread of its own */
    if (zm_is_hunt(v))
        return ZM_METHOD_HUNT;
    if (is_pair(v))
        return ZM_METHOD_PAIR;
    if (r->inside == ZM_CYCLES)
        return has_parents(v) && (zm_can_count(v) || !tiers_are_small(c, v)) ? ZM_METHOD_BACKWARD : ZM_METHOD_FORWARD;
    return has_parents(v) && r->inside == ZM_DESCENDS ? ZM_METHOD_BACKWARD : ZM_METHOD_SWEEP;
}

static zm_status check_bits(zm_context *c, const zm_variant *v, zm_method m, const zm_solve_options *o)
{
    const zm_rules *r = &v->game->rules;
    if (!r->rolls)
        return zm_fail(c, ZM_BAD_INPUT, "fewer bits are for games with dice; values of %s are exact", v->game->name);
    if (o->bits > 31)
        return zm_fail(c, ZM_BAD_INPUT, "probabilities are rounded to 1 to 31 bits, not %u", o->bits);
    if (!o->tables)
        return zm_fail(c, ZM_BAD_INPUT, "fewer bits are for what is stored, and here nothing is");
    if (m != ZM_METHOD_RACE)
        return zm_fail(c, ZM_BAD_INPUT, "fewer bits are for the method `race`, not for `%s`%s", zm_method_name(m),
                       r->rank ? ": make them afterwards, with `zermelo export --bits`" : "");
    return ZM_OK;
}

/* That a game can have, as its search says; 0: nobody knows. */
static unsigned most_plies(const zm_variant *v)
{
    const zm_search *s = v->game->rules.search;
    zm_seek_node node;
    int score;
    return s && s->begin(v, v->game->start(v), &node, &score) ? s->left(v, &node) : 0;
}

/* A book is made by searching, and nothing else is. */
static zm_status check_book(zm_context *c, const zm_variant *v, zm_method m, const zm_solve_options *o)
{
    if (o->book_far && !o->book_plies)
        return zm_fail(c, ZM_BAD_INPUT, "--book-far goes on from a book: say of how many plies, with --book-plies");
    if (!o->book_plies != (m != ZM_METHOD_SEARCH))
        return zm_fail(c, ZM_BAD_INPUT,
                       o->book_plies ? "a book is made by `search`, not by `%s`"
                                     : "`%s` makes books: say of how many plies, with --book-plies",
                       zm_method_name(m));
    if (o->book_plies && !zm_can_search(v))
        return zm_fail(c, ZM_BAD_INPUT,
                       "no book of %s: it cannot be searched (it has dice, positions may come back, or "
                       "it has no dense index); solve it as a whole",
                       v->game->name);
    const unsigned plies = most_plies(v);
    if (plies && (uint64_t)o->book_plies + o->book_far > plies)
        return zm_fail(c, ZM_BAD_INPUT, "%s is over after %u plies at most: a book cannot have %u", v->game->name,
                       plies, o->book_plies + o->book_far);
    if (o->book_plies && o->wdl)
        return zm_fail(c, ZM_BAD_INPUT, "a book has distances: leave out --values wdl");
    return ZM_OK;
}

static zm_status check_pair(zm_context *c, const zm_variant *v)
{
    if (!is_pair(v))
        return zm_fail(c, ZM_BAD_INPUT, "%s is no hunt by a pair: use another method", v->game->name);
    return ZM_OK;
}

static zm_status check_method(zm_context *c, const zm_variant *v, zm_method m, const zm_solve_options *o)
{
    const zm_game *g = v->game;
    const zm_rules *r = &g->rules;
    if (o->book_plies || o->book_far || m == ZM_METHOD_SEARCH)
        return check_book(c, v, m, o);
    if (!r->rolls != (m != ZM_METHOD_ITERATE && m != ZM_METHOD_RACE))
        return zm_fail(c, ZM_BAD_INPUT,
                       r->rolls ? "%s has dice: use the method `iterate`" : "%s has no dice: not by %s", g->name,
                       zm_method_name(m));
    if (m == ZM_METHOD_RACE && !zm_is_race(v))
        return zm_fail(c, ZM_BAD_INPUT, "%s is no race: use the method `iterate`", g->name);
    if (o->one_vector && !r->rolls)
        return zm_fail(c, ZM_BAD_INPUT, "one vector is for games with dice");
    if (o->bits)
        ZM_TRY(c, check_bits(c, v, m, o));
    if (m != ZM_METHOD_HASH && m != ZM_METHOD_ITERATE && !r->rank)
        return zm_fail(c, ZM_BAD_INPUT, "%s has no dense index: only the method `%s` can solve it", g->name,
                       r->rolls ? "iterate" : "hash");
    if (m == ZM_METHOD_HASH && zm_all_states(v))
        return zm_fail(c, ZM_BAD_INPUT, "all states of this variant of %s count, reached or not: not by `hash`",
                       g->name);
    if (m == ZM_METHOD_SWEEP && r->inside == ZM_CYCLES)
        return zm_fail(c, ZM_BAD_INPUT, "the tiers of %s have cycles: use the method `%s`, not `sweep`", g->name,
                       has_parents(v) ? "backward" : "forward");
    if (m == ZM_METHOD_BACKWARD && !r->parents && !zm_can_count(v))
        return zm_fail(c, ZM_BAD_INPUT, "%s gives no parents: use the method `forward`, not `backward`", g->name);
    if (m == ZM_METHOD_BACKWARD && !has_parents(v))
        return zm_fail(c, ZM_BAD_INPUT, "states of this variant of %s have too many parents: not by `backward`",
                       g->name);
    if (m == ZM_METHOD_HUNT && !zm_is_hunt(v))
        return zm_fail(c, ZM_BAD_INPUT,
                       "%s is no hunt here (a lone piece against many, on at most %d squares): use another method",
                       g->name, ZM_HUNT_SQUARES);
    return m == ZM_METHOD_PAIR ? check_pair(c, v) : ZM_OK;
}

/* What a device does so far. */
static zm_status check_engine(zm_context *c, const zm_variant *v, zm_method m, const zm_solve_options *o)
{
    if (m == ZM_METHOD_RACE || m == ZM_METHOD_SEARCH || m == ZM_METHOD_SWEEP ||
        (m == ZM_METHOD_BACKWARD && zm_can_count(v)))
        return ZM_OK;
    if (m == ZM_METHOD_HUNT && v->game->rules.inside == ZM_CYCLES)
        return ZM_OK;
    if (m == ZM_METHOD_PAIR && !o->wdl)
        return zm_fail(c, ZM_BAD_INPUT,
                       "the engine `%s` tells of a hunt by a pair who wins, not how far so far: use --values wdl, or "
                       "--engine cpu",
                       zm_engine_name(o->engine));
    if (m == ZM_METHOD_PAIR)
        return ZM_OK;
    return zm_fail(c, ZM_BAD_INPUT,
                   "the engine `%s` solves races, hunts with cycles and hunts by a pair, sweeps, makes books and "
                   "counts moves down so far; "
                   "%s is solved by %s: use --engine cpu",
                   zm_engine_name(o->engine), v->game->name, zm_method_name(m));
}

static void take_from(const zm_table *t, zm_solved *out)
{
    out->summary = *zm_table_summary(t);
    out->tiers = zm_table_tiers(t);
    for (uint32_t i = 0; i < out->tiers; i++)
        out->places += zm_table_tier_size(t, i);
    out->table_bytes = zm_table_bytes(t);
    out->bits = zm_table_bits(t);
    out->book_plies = zm_table_book(t);
    out->book_far = zm_table_far(t, &out->far_from);
    if (zm_table_keyed(t) && !zm_table_dice(t))
        out->method = out->book_plies ? ZM_METHOD_SEARCH : ZM_METHOD_HASH;
    out->was_there = true;
}

static bool lacks_far(const zm_table *t, const zm_solve_options *o)
{
    unsigned from;
    const unsigned far = zm_table_far(t, &from), asked = o->book_plies + o->book_far;
    return zm_table_book(t) < asked && (zm_table_book(t) + far < asked || from > o->far_from);
}

/* What a table lacks of what is asked for; NULL: nothing. */
static const char *lacks(const zm_table *t, const zm_solve_options *o)
{
    const zm_summary *s = zm_table_summary(t);
    if (zm_table_book(t) && zm_table_book(t) < o->book_plies)
        return "is a book of fewer plies";
    if (zm_table_book(t) && lacks_far(t, o))
        return "is a book that does not go as far";
    if (!zm_table_dice(t))
        return o->wdl || zm_table_distances(t) ? NULL : "says who wins, not how far";
    if (!s->certified && !o->one_vector)
        return "has estimates, not bounds";
    if (zm_table_bits(t) && (!o->bits || zm_table_bits(t) < o->bits))
        return "has probabilities of fewer bits";
    return o->precision > 0 && s->widest > zm_bounds_allowed(o->precision, zm_table_bits(t)) ? "has wider intervals"
                                                                                             : NULL;
}

/* A book was hours of work, perhaps: it is not replaced by the way. */
static zm_status spare_book(zm_context *c, const zm_variant *v, const char *tables)
{
    zm_table *t;
    if (zm_book_open(c, v, tables, &t) != ZM_OK)
        return ZM_OK;
    const unsigned plies = zm_table_book(t);
    zm_table_close(t);
    return zm_fail(c, ZM_BAD_INPUT,
                   "there is a book of the first %u plies; --again replaces it by a table of all states", plies);
}

/* A finished, undamaged table of this variant makes the solve unnecessary (out->was_there), unless games are to be
 * counted, which it does not hold. One that says less than is asked for is made anew. */
static zm_status look_for_table(zm_context *c, const zm_variant *v, zm_solve_options *o, zm_solved *out)
{
    zm_table *t;
    if (!o->tables || o->again || (o->count_games && out->method == ZM_METHOD_HUNT))
        return ZM_OK;
    zm_status s = zm_table_open(c, v, o->tables, &t);
    if (s == ZM_NOT_FOUND && !o->book_plies)
        return spare_book(c, v, o->tables);
    if (s == ZM_NOT_FOUND)
        s = zm_book_open(c, v, o->tables, &t);
    if (s != ZM_OK)
        return s == ZM_NOT_FOUND || s == ZM_CORRUPT ? ZM_OK : s;
    const char *missing = lacks(t, o);
    o->again = missing && !zm_table_book(t); /* a book goes on from what there is */
    if (missing)
        zm_note(c, "the table there %s: it will be made anew", missing);
    else
        s = zm_table_check(c, t, NULL);
    if (s == ZM_OK && !missing)
        take_from(t, out);
    else if (s == ZM_CORRUPT)
        zm_note(c, "the table there is damaged and will be made again: %s", zm_message(c));
    zm_table_close(t);
    return s == ZM_CORRUPT ? ZM_OK : s;
}

static const zm_solver *find_in(const zm_solver *const *list, zm_method m, const zm_variant *v,
                                const zm_solve_options *o)
{
    for (; list && *list; list++)
        if ((*list)->method == m && (*list)->engines >> o->engine & 1 && (*list)->can(v, o))
            return *list;
    return NULL;
}

/* The game's own first. */
static const zm_solver *find_solver(zm_method m, const zm_variant *v, const zm_solve_options *o)
{
    const zm_solver *own = find_in(v->game->solvers, m, v, o);
    return own ? own : find_in(zm_solvers, m, v, o);
}

static zm_status run(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    const zm_solver *solver = find_solver(out->method, v, o);
    if (solver) {
        zm_driver d = {
            .context = c, .variant = v, .options = o, .solver = solver, .out = out, .from = zm_start_state(v)};
        return zm_drive(&d);
    }
    switch (out->method) {
    case ZM_METHOD_RACE: return zm_solve_race(c, v, o, out);
    default:
        return zm_fail(c, ZM_BAD_INPUT, "the engine `%s` does not solve %s by `%s`", zm_engine_name(o->engine),
                       v->game->name, zm_method_name(out->method));
    }
}

zm_status zm_solve(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    zm_solve_options now = *o;
    now.far_from = o->far_from ? o->far_from : ZM_FAR;
    *out = (zm_solved){0};
    double began = zm_now();
    zm_reset_peak(c);
    out->method = o->method != ZM_METHOD_AUTO ? o->method : o->book_plies ? ZM_METHOD_SEARCH : best_method(c, v, o);
    ZM_TRY(c, check_method(c, v, out->method, o));
    if (o->engine != ZM_ENGINE_CPU)
        ZM_TRY(c, check_engine(c, v, out->method, o));
    ZM_TRY(c, look_for_table(c, v, &now, out));
    if (!out->was_there) {
        out->bits = o->bits;
        out->book_plies = o->book_plies;
        out->book_far = o->book_far;
        out->far_from = o->book_far ? now.far_from : 0;
        ZM_TRY(c, run(c, v, &now, out));
    }
    out->seconds = zm_now() - began;
    out->peak_bytes = zm_memory_peak(c);
    return ZM_OK;
}

zm_status zm_solve_need(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    zm_solve_options now = *o;
    now.need_only = true;
    *out = (zm_solved){.method = o->method != ZM_METHOD_AUTO ? o->method : best_method(c, v, o)};
    ZM_TRY(c, check_method(c, v, out->method, o));
    if (out->method == ZM_METHOD_HASH || out->method == ZM_METHOD_SEARCH || !v->game->rules.rank)
        return ZM_OK;
    const zm_status s = run(c, v, &now, out);
    return s == ZM_INTERRUPTED && !zm_stopped(c) ? ZM_OK : s;
}

/* ---- tables that are gone when they are closed ---- */
typedef zm_status solve_fn(zm_context *c, const zm_variant *v, zm_pos from, uint64_t most, const char *folder);

extern const zm_solver zm_solver_iterate_hash;

static zm_status from_position(zm_context *c, const zm_variant *v, zm_pos from, uint64_t most, const char *folder)
{
    zm_solve_options o = {.tables = folder, .precision = ZM_PRECISION};
    zm_solved solved = {.method = v->game->rolls ? ZM_METHOD_ITERATE : ZM_METHOD_HASH};
    zm_driver d = {.context = c,
                   .variant = v,
                   .options = &o,
                   .solver = v->game->rolls ? &zm_solver_iterate_hash : &zm_solver_hash,
                   .out = &solved,
                   .from = from,
                   .most_states = most};
    return zm_drive(&d);
}

static zm_status from_start(zm_context *c, const zm_variant *v, zm_pos from, uint64_t most, const char *folder)
{
    zm_solve_options o = {.tables = folder, .precision = ZM_PRECISION};
    zm_solved solved;
    (void)from, (void)most;
    return zm_solve(c, v, &o, &solved);
}

static zm_status solve_aside(zm_context *c, const zm_variant *v, solve_fn *solve, zm_pos from, uint64_t most,
                             zm_table **out)
{
    char folder[4096];
    *out = NULL;
    ZM_TRY(c, zm_make_temporary(c, folder, sizeof folder));
    bool no_sync = c->no_sync;
    zm_set_sync(c, false); /* nobody will look for it after a power cut */
    zm_status s = solve(c, v, from, most, folder);
    zm_set_sync(c, !no_sync);
    if (s == ZM_OK)
        s = zm_table_open(c, v, folder, out);
    zm_table_remove(c, v, folder); /* an open table stays readable without its names */
    return s;
}

zm_status zm_solve_position(zm_context *c, const zm_variant *v, zm_pos from, uint64_t max_states, zm_table **out)
{
    return solve_aside(c, v, from_position, from, max_states, out);
}

static bool has_places(const zm_variant *v, uint64_t most)
{
    const zm_rules *r = &v->game->rules;
    uint64_t places = 0;
    if (!r->rank)
        return false;
    for (uint32_t tiers = r->tiers(v), i = 0; i < tiers && places <= most; i++)
        places += r->tier_size(v, i);
    return places <= most;
}

zm_status zm_solve_here(zm_context *c, const zm_variant *v, zm_pos from, const zm_solve_limit *limit, zm_table **out)
{
    bool has = false;
    if (has_places(v, limit->places)) {
        ZM_TRY(c, solve_aside(c, v, from_start, from, 0, out));
        zm_status s = zm_table_has(*out, c, from, &has);
        if (s == ZM_OK && has)
            return ZM_OK;
        zm_table_close(*out);
        *out = NULL;
        ZM_TRY(c, s);
    }
    if (zm_search_is_quick(v, from))
        return zm_search_table(c, v, NULL, out);
    return zm_solve_position(c, v, from, limit->states, out);
}
