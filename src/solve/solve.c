/* solve.c: the solves that others ask for: of a variant into a folder of tables, unless its table is there already; and
 * of a variant, or of what can be reached from a position, into tables that are gone when they are closed. */
#include "base/clock.h"
#include "base/context.h"
#include "base/file.h"
#include "base/options.h"
#include "choose.h"
#include "solve/iterate/bounds.h"
#include "table/write/writer.h"

/* ---- the table that is there ---- */
static void take_from(const zm_table *t, zm_solved *out)
{
    out->summary = *zm_table_summary(t);
    out->tiers = zm_table_tiers(t);
    for (uint32_t i = 0; i < out->tiers; i++)
        out->places += zm_table_tier_size(t, i);
    out->table_bytes = zm_table_bytes(t);
    out->bits = zm_table_bits(t);
    out->book_plies = zm_table_book(t);
    out->book_beyond = zm_table_beyond(t, &out->beyond_from);
    if (zm_table_keyed(t) && !zm_table_dice(t))
        out->method = out->book_plies ? ZM_METHOD_SEARCH : ZM_METHOD_HASH;
    out->was_there = true;
}

static bool ends_too_early(const zm_table *t, const zm_solve_options *o)
{
    unsigned from;
    const unsigned beyond = zm_table_beyond(t, &from), asked = o->book_plies + o->book_beyond;
    return zm_table_book(t) < asked && (zm_table_book(t) + beyond < asked || from > o->beyond_from);
}

/* What a table lacks of what is asked for; NULL: nothing. */
static const char *lacks(const zm_table *t, const zm_solve_options *o)
{
    const zm_summary *s = zm_table_summary(t);
    if (zm_table_book(t) && zm_table_book(t) < o->book_plies)
        return "is a book of fewer plies";
    if (zm_table_book(t) && ends_too_early(t, o))
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
 * counted, which it does not hold. One that says less than is asked for is made again. */
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
        zm_note(c, "the table there %s: it will be made again", missing);
    else
        s = zm_table_check(c, t, NULL);
    if (s == ZM_OK && !missing)
        take_from(t, out);
    else if (s == ZM_CORRUPT)
        zm_note(c, "the table there is damaged and will be made again: %s", zm_message(c));
    zm_table_close(t);
    return s == ZM_CORRUPT ? ZM_OK : s;
}

/* ---- a solve ---- */
static zm_driver driver_of(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    return (zm_driver){.context = c, .variant = v, .options = o, .out = out, .from = zm_start_state(v)};
}

zm_status zm_solve_measured(zm_context *c, const zm_variant *v, const zm_solve_options *options, zm_solved *out,
                            zm_device_work *work)
{
    *out = (zm_solved){0};
    *work = (zm_device_work){0};
    ZM_TAKE_OPTIONS(c, zm_solve_options, options, o);
    zm_driver d = driver_of(c, v, &o, out);
    double began = zm_now();
    zm_reset_peak(c);
    ZM_TRY(c, zm_choose_solver(c, v, &o, &d.solver));
    out->method = d.solver->method;
    o.beyond_from = o.beyond_from ? o.beyond_from : ZM_BEYOND_FROM;
    ZM_TRY(c, look_for_table(c, v, &o, out));
    if (!out->was_there) {
        out->bits = o.bits;
        out->book_plies = o.book_plies;
        out->book_beyond = o.book_beyond;
        out->beyond_from = o.book_beyond ? o.beyond_from : 0;
        ZM_TRY(c, zm_drive(&d));
        *work = d.work;
    }
    out->seconds = zm_now() - began;
    out->peak_bytes = zm_memory_peak(c);
    return ZM_OK;
}

zm_status zm_solve(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    zm_device_work work;
    return zm_solve_measured(c, v, o, out, &work);
}

zm_status zm_solve_need(zm_context *c, const zm_variant *v, const zm_solve_options *options, zm_solved *out)
{
    *out = (zm_solved){0};
    ZM_TAKE_OPTIONS(c, zm_solve_options, options, o);
    zm_driver d = driver_of(c, v, &o, out);
    d.need_only = true;
    ZM_TRY(c, zm_choose_solver(c, v, &o, &d.solver));
    out->method = d.solver->method;
    const zm_status s = zm_drive(&d);
    return s == ZM_INTERRUPTED && !zm_stopped(c) ? ZM_OK : s;
}

/* ---- tables that are gone when they are closed ---- */
extern const zm_solver zm_solver_hash, zm_solver_iterate_hash; /* of what can be reached from a position */

typedef zm_status solve_fn(zm_context *c, const zm_variant *v, zm_pos from, uint64_t most, const char *folder);

static zm_status from_position(zm_context *c, const zm_variant *v, zm_pos from, uint64_t most, const char *folder)
{
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = folder, .precision = ZM_PRECISION);
    zm_solved solved = {.method = v->game->dice->rolls ? ZM_METHOD_ITERATE : ZM_METHOD_HASH};
    zm_driver d = {.context = c,
                   .variant = v,
                   .options = &o,
                   .solver = v->game->dice->rolls ? &zm_solver_iterate_hash : &zm_solver_hash,
                   .out = &solved,
                   .from = from,
                   .most_states = most};
    return zm_drive(&d);
}

static zm_status from_start(zm_context *c, const zm_variant *v, zm_pos from, uint64_t most, const char *folder)
{
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = folder, .precision = ZM_PRECISION);
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

zm_status zm_solve_variant(zm_context *c, const zm_variant *v, zm_table **out)
{
    return solve_aside(c, v, from_start, zm_start_state(v), 0, out);
}
