/* choose.c: which solver a solve is done by, and why there is none.
 *
 * All solvers are asked, those that the game brings and those of all engines: who can solve the variant, and how well
 * it suits. No method is chosen by its name here, but for `search`: it alone makes books. */
#include "choose.h"

#include "game/methods.h"

#include "base/context.h"

#include <zermelo/search.h>

#include <stdio.h>
#include <string.h>

/* ---- names ---- */
static const char *const method_names[] = {"auto", "hash",    "sweep", "backward", "forward",
                                           "hunt", "iterate", "race",  "pair",     "search"};
enum { METHODS = sizeof method_names / sizeof *method_names };
_Static_assert(METHODS == ZM_METHOD_SEARCH + 1, "each method has a name");

static const char *const engine_names[] = {"cpu", "cuda", "cuda-host"};
enum { ENGINES = sizeof engine_names / sizeof *engine_names };
_Static_assert(ENGINES == ZM_ENGINE_CUDA_HOST + 1, "each engine has a name");

static bool find_name(const char *name, const char *const *names, unsigned count, unsigned *out)
{
    for (*out = 0; *out < count; ++*out)
        if (!strcmp(name, names[*out]))
            return true;
    return false;
}

const char *zm_method_name(zm_method m) { return method_names[m]; }
const char *zm_engine_name(zm_engine e) { return engine_names[e]; }

bool zm_method_parse(const char *name, zm_method *m)
{
    unsigned i;
    const bool found = find_name(name, method_names, METHODS, &i);
    *m = found ? (zm_method)i : *m;
    return found;
}

bool zm_engine_parse(const char *name, zm_engine *e)
{
    unsigned i;
    const bool found = find_name(name, engine_names, ENGINES, &i);
    *e = found ? (zm_engine)i : *e;
    return found;
}

bool zm_has_method(const zm_game *g, zm_method m)
{
    for (const zm_solver *const *s = g->methods->solvers; s && *s; s++)
        if ((*s)->method == m)
            return true;
    return false;
}

/* ---- who can ---- */
/* The i-th of all, the game's own first. NULL: there are no more. */
static const zm_solver *solver_at(const zm_variant *v, unsigned i)
{
    const zm_solver *const *own = v->game->methods->solvers;
    for (; own && *own; own++, i--)
        if (!i)
            return *own;
    return zm_solvers[i];
}

static bool has_dice(const zm_variant *v) { return v->game->dice->rolls != 0; }
static bool has_index(const zm_variant *v) { return v->game->index->rank != NULL; }
static bool runs_on(const zm_solver *s, zm_engine e) { return s->engines >> e & 1; }

static bool can_solve(const zm_solver *s, const zm_variant *v, const zm_solve_options *o)
{
    return s->dice == has_dice(v) && (!s->index || has_index(v)) && s->can(v, o);
}

/* Of a method, or of all; NULL: none can. */
static const zm_solver *best(const zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_method m)
{
    const zm_solver *found = NULL, *s;
    unsigned most = 0;
    for (unsigned i = 0; (s = solver_at(v, i)); i++) {
        if (!runs_on(s, o->engine) || (m != ZM_METHOD_AUTO && s->method != m) || !can_solve(s, v, o))
            continue;
        const unsigned now = m != ZM_METHOD_AUTO ? 1 : s->suits ? s->suits(c, v, o) : 0;
        if (now > most) {
            most = now;
            found = s;
        }
    }
    return found;
}

/* A game that brings solvers for an engine is solved by no other there, unless that is asked for: they know best what
 * fits. NULL: it brings none, or one can. */
static const zm_solver *own_that_cannot(const zm_variant *v, const zm_solve_options *o)
{
    const zm_solver *found = NULL;
    for (const zm_solver *const *s = v->game->methods->solvers; s && *s; s++) {
        if (runs_on(*s, o->engine) && can_solve(*s, v, o))
            return NULL;
        if (runs_on(*s, o->engine) && (*s)->refuse)
            found = *s;
    }
    return found;
}

/* What `auto` would take on the CPU. */
static zm_method usual_method(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    zm_solve_options on_cpu = *o;
    on_cpu.engine = ZM_ENGINE_CPU;
    const zm_solver *s = best(c, v, &on_cpu, ZM_METHOD_AUTO);
    return s ? s->method : has_dice(v) ? ZM_METHOD_ITERATE : ZM_METHOD_HASH;
}

/* ---- why nobody can ---- */
/* "races, books and hunts with cycles" */
static const char *solved_on(const zm_variant *v, zm_engine e, char *out, size_t size)
{
    const char *all[32];
    unsigned count = 0, k;
    const zm_solver *s;
    for (unsigned i = 0; (s = solver_at(v, i)) && count < sizeof all / sizeof *all; i++) {
        if (!runs_on(s, e) || !s->solves)
            continue;
        for (k = 0; k < count && strcmp(all[k], s->solves); k++)
            ;
        if (k == count)
            all[count++] = s->solves;
    }
    size_t used = 0;
    *out = 0;
    for (k = 0; k < count && used < size; k++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", !k ? "" : k + 1 < count ? ", " : " and ", all[k]);
    return out;
}

static zm_status not_on_engine(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_method m)
{
    char solved[512];
    return zm_fail(c, ZM_BAD_INPUT, "the engine `%s` solves %s so far; %s is solved by %s: use --engine cpu",
                   zm_engine_name(o->engine), solved_on(v, o->engine, solved, sizeof solved), v->game->name,
                   zm_method_name(m));
}

typedef struct candidates { /* the solvers of a method */
    bool any, dice, index;  /* there are some; for such games with dice, or without; that need no more than it has */
    bool can;               /* some can solve it, on whatever engine */
    const zm_solver *here, *why; /* that say why not: on the engine asked for; on any */
} candidates;

static candidates solvers_of(const zm_variant *v, const zm_solve_options *o, zm_method m)
{
    candidates k = {0};
    const zm_solver *s;
    for (unsigned i = 0; (s = solver_at(v, i)); i++) {
        if (s->method != m)
            continue;
        k.any = true;
        k.why = k.why || !s->refuse ? k.why : s;
        k.here = k.here || !s->refuse || !runs_on(s, o->engine) ? k.here : s;
        k.dice |= s->dice == has_dice(v);
        k.index |= !s->index || has_index(v);
        k.can |= can_solve(s, v, o);
    }
    if (!k.any) /* a method that another game brings: without dice, with an index */
        k = (candidates){.dice = !has_dice(v), .index = has_index(v)};
    return k;
}

static zm_status refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_method m)
{
    const candidates k = solvers_of(v, o, m);
    const char *name = v->game->name;
    const zm_solver *who = k.can ? k.here : k.why;
    if (!k.dice)
        return zm_fail(c, ZM_BAD_INPUT,
                       has_dice(v) ? "%s has dice: use the method `iterate`" : "%s has no dice: not by %s", name,
                       zm_method_name(m));
    if (!k.index)
        return zm_fail(c, ZM_BAD_INPUT, "%s has no dense index: only the method `%s` can solve it", name,
                       has_dice(v) ? "iterate" : "hash");
    if (!k.any)
        return zm_fail(c, ZM_BAD_INPUT, "%s is no hunt by a pair: use another method", name);
    return who ? who->refuse(c, v, o) : not_on_engine(c, v, o, m);
}

/* ---- options ---- */
/* That a game can have, as its search says; 0: nobody knows. */
static unsigned most_plies(const zm_variant *v)
{
    const zm_search *s = v->game->search;
    zm_seek_node node;
    int score;
    return s && s->begin(v, v->game->start(v), &node, &score) ? s->left(v, &node) : 0;
}

/* A book is made by searching, and nothing else is. */
static zm_status check_book(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    const bool by_search = o->method == ZM_METHOD_SEARCH || (o->method == ZM_METHOD_AUTO && o->book_plies);
    if (o->book_beyond && !o->book_plies)
        return zm_fail(c, ZM_BAD_INPUT, "--book-far goes on from a book: say of how many plies, with --book-plies");
    if (o->book_plies && !by_search)
        return zm_fail(c, ZM_BAD_INPUT, "a book is made by `search`, not by `%s`", zm_method_name(o->method));
    if (by_search && !o->book_plies)
        return zm_fail(c, ZM_BAD_INPUT, "`search` makes books: say of how many plies, with --book-plies");
    const zm_solver *who = solvers_of(v, o, ZM_METHOD_SEARCH).why;
    if (!zm_can_search(v))
        return who ? who->refuse(c, v, o) : not_on_engine(c, v, o, ZM_METHOD_SEARCH);
    const unsigned plies = most_plies(v);
    if (plies && (uint64_t)o->book_plies + o->book_beyond > plies)
        return zm_fail(c, ZM_BAD_INPUT, "%s is over after %u plies at most: a book cannot have %u", v->game->name,
                       plies, o->book_plies + o->book_beyond);
    if (o->book_plies && o->wdl)
        return zm_fail(c, ZM_BAD_INPUT, "a book has distances: leave out --values wdl");
    return ZM_OK;
}

/* Without dice. */
static zm_status check_exact(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    if (o->bits)
        return zm_fail(c, ZM_BAD_INPUT, "fewer bits are for games with dice; values of %s are exact", v->game->name);
    return o->one_vector ? zm_fail(c, ZM_BAD_INPUT, "one vector is for games with dice") : ZM_OK;
}

static zm_status check_bits(zm_context *c, const zm_variant *v, const zm_solver *s, const zm_solve_options *o)
{
    if (o->bits > 31)
        return zm_fail(c, ZM_BAD_INPUT, "probabilities are rounded to 1 to 31 bits, not %u", o->bits);
    if (!o->tables)
        return zm_fail(c, ZM_BAD_INPUT, "fewer bits are for what is stored, and here nothing is");
    if (!s->rounds)
        return zm_fail(c, ZM_BAD_INPUT, "fewer bits are for the method `race`, not for `%s`%s",
                       zm_method_name(s->method),
                       has_index(v) ? ": make them afterwards, with `zermelo export --bits`" : "");
    return ZM_OK;
}

zm_status zm_choose_solver(zm_context *c, const zm_variant *v, const zm_solve_options *o, const zm_solver **out)
{
    const zm_method asked = o->method == ZM_METHOD_AUTO && o->book_plies ? ZM_METHOD_SEARCH : o->method;
    if (o->book_plies || o->book_beyond || asked == ZM_METHOD_SEARCH)
        ZM_TRY(c, check_book(c, v, o));
    if (!has_dice(v))
        ZM_TRY(c, check_exact(c, v, o));
    const zm_solver *own = asked == ZM_METHOD_AUTO ? own_that_cannot(v, o) : NULL;
    if (own)
        return own->refuse(c, v, o);
    *out = best(c, v, o, asked);
    if (!*out)
        return refuse(c, v, o, asked != ZM_METHOD_AUTO ? asked : usual_method(c, v, o));
    return o->bits ? check_bits(c, v, *out, o) : ZM_OK;
}
