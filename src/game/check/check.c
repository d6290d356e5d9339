/* check.c: the properties that hold for every game, tried out along random games and next to the start.
 *
 * Each facet has a file of its own here, which says what is checked and why. This one chooses the states. */
#include "check.h"
#include "base/stop.h"
#include "game/expand.h"
#include "game/facets.h"
#include "game/names.h"
#include "game/trace/trace.h"
#include "run.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_GAME = 300, /* plies, then a new one is begun */
    LAST = 3,           /* states of a game that is over */
    LONGEST_WAY = 1000, /* plies until it is */
};

/* In this order: what goes wrong in one may only show in those after it. */
static const zm_check_facet *const facets[] = {
    &zm_check_core,   &zm_check_dice,     &zm_check_looks, &zm_check_sources, &zm_check_counts,
    &zm_check_index,  &zm_check_backward, &zm_check_rows,  &zm_check_hunt,    &zm_check_race,
    &zm_check_search, &zm_check_sums,     &zm_check_bits,
};
enum { FACETS = sizeof facets / sizeof *facets };

/* ---- for all of them ---- */
uint64_t zm_check_draw(run *k, uint64_t below)
{
    k->random += 0x9e3779b97f4a7c15u;
    return zm_hash((zm_pos){k->random, 0}) % below;
}

zm_status zm_check_wrong(run *k, const char *format, ...)
{
    char what[640], where[ZM_SHOWN], options[ZM_VARIANT_TEXT], shown[ZM_SHOWN];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    zm_check_write(k, k->p);
    return zm_fail(k->c, ZM_BAD_INPUT, "game %s (%s), position \"%s\": %s", k->g->name,
                   zm_shown(zm_variant_text(k->v, ' ', true, options, sizeof options), shown), zm_shown(k->text, where),
                   what);
}

zm_status zm_check_later(run *k)
{
    if (!*k->later)
        return ZM_OK;
    k->p = k->later_at;
    return wrong(k, "%s", k->later);
}

zm_status zm_check_rules(run *k, const zm_check_rule *rules, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!rules[i].well)
            return wrong(k, "%s", rules[i].says);
    return ZM_OK;
}

/* ---- one state ---- */
static zm_status check_successor(run *k, zm_move m)
{
    const zm_pos p = k->g->play(k->v, k->p, m), next = zm_state_of(k->v, p);
    k->move = m;
    for (unsigned i = 0; i < FACETS; i++)
        if (facets[i]->successor)
            ZM_TRY(k->c, facets[i]->successor(k, p, next));
    return ZM_OK;
}

/* Moves that end the game are looked at too, whatever the others are. */
static zm_status check_endings(run *k)
{
    bool passes;
    unsigned found = 0;
    for (unsigned i = 0;
         k->count > ZM_CHECK_SUCCESSORS && i < k->count && i < ZM_CHECK_LOOKS && found < ZM_CHECK_SUCCESSORS / 4; i++) {
        unsigned n;
        const zm_pos next = zm_rules_play(k->g, k->v, k->p, k->moves[i], &passes);
        if (zm_rules_moves(k->g, k->v, next, k->other, &n) == ZM_OPEN)
            continue;
        ZM_TRY(k->c, check_successor(k, k->moves[i]));
        found++;
    }
    return ZM_OK;
}

static zm_status check_state(run *k)
{
    for (unsigned i = 0; i < FACETS; i++)
        if (facets[i]->state)
            ZM_TRY(k->c, facets[i]->state(k));
    k->tried.positions++;
    k->tried.moves += k->count;
    for (unsigned i = 0; i < k->count && i < ZM_CHECK_SUCCESSORS; i++)
        ZM_TRY(k->c, check_successor(k, k->moves[k->count <= ZM_CHECK_SUCCESSORS ? i : draw(k, k->count)]));
    ZM_TRY(k->c, check_endings(k));
    for (unsigned i = 0; i < FACETS; i++)
        if (facets[i]->after)
            ZM_TRY(k->c, facets[i]->after(k));
    return zm_check_stains(k);
}

/* ---- which states ----
 * Random games seldom come to states that are over, or that have symmetries of their own, and there mistakes hide. So
 * the states next to the start are all looked at, breadth first; where places can be picked at random some are; of some
 * games only the last states are; and of random games every other one goes where several moves lead to the same state,
 * which is so where there is symmetry. */
typedef struct queue { /* the states found, in order; slots find them again */
    zm_pos *state;
    uint32_t *slot;
    uint32_t count, room, slots;
} queue;

static void find(queue *q, zm_pos p)
{
    uint64_t at = zm_hash(p) % q->slots;
    for (; q->slot[at]; at = (at + 1) % q->slots)
        if (zm_same(q->state[q->slot[at] - 1], p))
            return;
    if (q->count == q->room)
        return;
    q->state[q->count++] = p;
    q->slot[at] = q->count;
}

static zm_status check_near_start(run *k, queue *q)
{
    bool passes;
    find(q, zm_start_state(k->v));
    for (uint32_t i = 0; i < q->count; i++) {
        k->p = q->state[i];
        ZM_TRY(k->c, check_state(k));
        for (unsigned m = 0; m < k->count && q->count < q->room; m++)
            find(q, zm_rules_play(k->g, k->v, k->p, k->moves[m], &passes));
    }
    return ZM_OK;
}

static zm_status check_first(run *k, unsigned steps)
{
    queue q = {.room = steps, .slots = 2 * steps + 1};
    ZM_TRY(k->c, zm_alloc(k->c, &q.state, q.room, sizeof *q.state, "checking the game"));
    zm_status s = zm_alloc(k->c, &q.slot, q.slots, sizeof *q.slot, "checking the game");
    if (s == ZM_OK)
        s = check_near_start(k, &q);
    zm_release(k->c, q.slot);
    zm_release(k->c, q.state);
    return s;
}

/* One of the places that the index has. */
static zm_status check_anywhere(run *k)
{
    bool is_state;
    zm_pos p;
    ZM_TRY(k->c, zm_check_pick(k, &is_state, &p));
    if (!is_state)
        return ZM_OK;
    k->p = p;
    return check_state(k);
}

/* How many of its moves lead where another one leads. */
static unsigned alike(run *k, zm_pos p)
{
    zm_end end;
    unsigned n;
    zm_rules_moves(k->g, k->v, p, k->other, &n);
    return n && n <= ZM_CHECK_LOOKS ? n - zm_check_successors(k, p, k->next[0], &end) : 0;
}

/* A move of the state at hand: any, or, of some, the one after which most is alike. */
static zm_pos next_state(run *k, bool symmetric, bool *passes)
{
    const zm_move any = k->moves[draw(k, k->count)];
    zm_move best = any;
    unsigned most = 0;
    for (unsigned i = 0; symmetric && i < ZM_CHECK_SUCCESSORS; i++) {
        const zm_move m = k->moves[draw(k, k->count)];
        const unsigned now = alike(k, zm_rules_play(k->g, k->v, k->p, m, passes));
        best = now > most ? m : best;
        most = now > most ? now : most;
    }
    return zm_rules_play(k->g, k->v, k->p, best, passes);
}

static zm_status check_games(run *k, unsigned steps)
{
    unsigned games = 0;
    k->p = zm_start_state(k->v);
    for (unsigned step = 0, ply = 0; step < steps; step++) {
        bool passes = false;
        ZM_TRY(k->c, check_state(k));
        const bool over = k->end != ZM_OPEN || !k->count || ++ply == LONGEST_GAME;
        k->p = over ? zm_start_state(k->v) : next_state(k, games % 2 == 1, &passes);
        ply = over ? 0 : ply;
        games += over;
        k->plays += !over;
        k->passes += passes;
    }
    return ZM_OK;
}

/* The move to make towards the end of a game: one that ends it where there is one. */
static zm_pos towards_end(run *k, zm_pos p, unsigned count)
{
    bool passes;
    zm_pos next = p;
    for (unsigned i = 0; i < count && i < ZM_CHECK_SUCCESSORS; i++) {
        const zm_move m = k->moves[count <= ZM_CHECK_SUCCESSORS ? i : draw(k, count)];
        const zm_pos now = zm_rules_play(k->g, k->v, p, m, &passes);
        unsigned n;
        if (zm_rules_moves(k->g, k->v, now, k->other, &n) != ZM_OPEN)
            return now;
        next = i ? next : now;
    }
    return count > ZM_CHECK_SUCCESSORS ? next : zm_rules_play(k->g, k->v, p, k->moves[draw(k, count)], &passes);
}

/* A game that is only looked at when it is over: its last states. */
static zm_status check_last(run *k)
{
    zm_pos last[LAST], p = zm_start_state(k->v);
    unsigned ply = 0, n;
    for (; ply < LONGEST_WAY; ply++) {
        last[ply % LAST] = p;
        if (zm_rules_moves(k->g, k->v, p, k->moves, &n) != ZM_OPEN || !n || n > ZM_MAX_MOVES)
            break;
        p = towards_end(k, p, n);
    }
    for (unsigned i = 0; i < LAST && i <= ply; i++) {
        k->p = last[i];
        ZM_TRY(k->c, check_state(k));
    }
    return ZM_OK;
}

/* Of the game: what goes with what. */
static zm_status check_once(run *k)
{
    char missing[256] = "";
    for (unsigned i = 0; i < FACETS; i++)
        if (facets[i]->once)
            ZM_TRY(k->c, facets[i]->once(k));
    zm_add_missing_members(k->g, missing, sizeof missing);
    return *missing ? wrong(k, "it lacks %s", missing) : ZM_OK;
}

static zm_status check_run(run *k, unsigned steps)
{
    k->p = zm_start_state(k->v);
    ZM_TRY(k->c, check_once(k));
    k->playing = true;
    ZM_TRY(k->c, check_games(k, steps));
    k->playing = false;
    ZM_TRY(k->c, zm_check_later(k));
    for (unsigned i = 0; i < steps / 16; i++)
        ZM_TRY(k->c, check_last(k));
    for (unsigned i = 0; i < steps / 2 && zm_check_can_pick(k); i++)
        ZM_TRY(k->c, check_anywhere(k));
    return check_first(k, steps / 2);
}

/* It may be meant, so it is no mistake. */
static void mention_turn(const run *k)
{
    if (!zm_impartial(k->v) && k->plays > 1 && !k->passes)
        zm_note(k->c, "game %s: the turn never passed in %u moves that were tried; does play end with %s?", k->g->name,
                k->plays, k->g->board ? "zm_pass" : "zm_next_turn");
}

static void mention_start(run *k)
{
    unsigned n;
    const zm_pos start = zm_start_state(k->v);
    const zm_end end = zm_rules_moves(k->g, k->v, start, k->other, &n);
    char options[ZM_VARIANT_TEXT], shown[ZM_SHOWN];
    if (end == ZM_OPEN || end == ZM_BEYOND || k->tried.moves)
        return;
    const char *player = end == ZM_DRAW ? "it is" : zm_player(k->g, zm_turn_of(k->v, start));
    zm_note(k->c, "game %s (%s): the start is over already (%s %s): no move was tried", k->g->name,
            zm_shown(zm_variant_text(k->v, ' ', true, options, sizeof options), shown), player,
            end == ZM_DRAW  ? "a draw"
            : end == ZM_WIN ? "has won"
                            : "has lost");
}

typedef zm_status check_fn(run *k, const void *arg);

static zm_status with_run(zm_context *c, const zm_variant *v, uint64_t seed, check_fn *check, const void *arg)
{
    run *k =
        calloc(1, sizeof *k); /* as the arrays in it, room for one state's moves does not count as memory of a solve */
    if (!k)
        return zm_fail(c, ZM_NO_MEMORY, "not enough memory to check the game");
    k->c = c;
    k->own = *v;
    k->own.mistake = &k->mistake;
    k->v = &k->own;
    k->g = v->game;
    k->random = seed;
    zm_status s = zm_check_open_rooms(k);
    if (s == ZM_OK)
        s = check(k, arg);
    if (k->mistake.text[0])
        s = zm_fail(c, ZM_BAD_INPUT, "game %s %s", k->g->name, k->mistake.text);
    zm_check_close_rooms(k);
    zm_trace_forget(&k->own);
    free(k);
    return s;
}

typedef struct all {
    unsigned steps;
    zm_tried *tried;
} all;

static zm_status check_all(run *k, const void *arg)
{
    const all *w = arg;
    ZM_TRY(k->c, check_run(k, w->steps));
    mention_start(k);
    mention_turn(k);
    w->tried->variants++;
    w->tried->positions += k->tried.positions;
    w->tried->moves += k->tried.moves;
    return ZM_OK;
}

zm_status zm_check_game(zm_context *c, const zm_variant *v, uint64_t seed, unsigned steps)
{
    return with_run(c, v, seed, check_all, &(all){steps, &(zm_tried){0}});
}

/* ---- given states ---- */
typedef struct given {
    const zm_pos *state;
    size_t count;
} given;

static zm_status check_given(run *k, const void *arg)
{
    const given *w = arg;
    ZM_TRY(k->c, zm_check_start(k));
    for (size_t i = 0; i < w->count; i++) {
        k->p = w->state[i];
        ZM_TRY(k->c, zm_check_basis(k));
        ZM_TRY(k->c, zm_check_rolls(k));
        ZM_TRY(k->c, zm_check_move_texts(k));
        ZM_TRY(k->c, zm_check_image(k));
        for (unsigned m = 0; m < k->count && m < ZM_CHECK_LOOKS && k->g->fingerprint; m++)
            ZM_TRY(k->c, zm_check_fingerprint(k, k->g->play(k->v, k->p, k->moves[m])));
        ZM_TRY(k->c, zm_check_stains(k));
        ZM_TRY(k->c, zm_check_stop(k->c));
    }
    return ZM_OK;
}

zm_status zm_check_states(zm_context *c, const zm_variant *v, const zm_pos *states, size_t count)
{
    return with_run(c, v, 1, check_given, &(given){states, count});
}

/* ---- several variants ---- */
typedef struct variants {
    zm_context *c;
    const zm_game *g;
    uint64_t seed;
    all how;
} variants;

static zm_status check_one(const variants *w, const char *setting)
{
    zm_variant *v;
    zm_status s = zm_variant_new(w->c, w->g, &setting, setting ? 1 : 0, &v);
    if (s != ZM_OK)
        return setting ? ZM_OK : s; /* not every value of one option goes with the defaults of the others */
    s = with_run(w->c, v, w->seed, check_all, &w->how);
    zm_variant_free(w->c, v);
    return s;
}

static zm_status check_choices(const variants *w, const zm_option *o)
{
    char setting[256];
    for (const char *at = o->choices; at;) {
        size_t n = strcspn(at, "|");
        snprintf(setting, sizeof setting, "%s=%.*s", o->name, (int)n, at);
        ZM_TRY(w->c, check_one(w, setting));
        at = at[n] ? at + n + 1 : NULL;
    }
    return ZM_OK;
}

static zm_status check_limits(const variants *w, const zm_option *o)
{
    char setting[256];
    for (int i = 0; i < 2; i++) {
        snprintf(setting, sizeof setting, "%s=%" PRId64, o->name, i ? o->max : o->min);
        ZM_TRY(w->c, check_one(w, setting));
    }
    return ZM_OK;
}

zm_status zm_check_variants(zm_context *c, const zm_game *g, uint64_t seed, unsigned steps, zm_tried *tried)
{
    zm_tried unasked = {0};
    const variants w = {c, g, seed, {steps, tried ? tried : &unasked}};
    ZM_TRY(c, check_one(&w, NULL));
    for (const zm_option *o = g->options; o < g->options + ZM_MAX_OPTIONS && o->name; o++) {
        if (o->kind == ZM_CHOICE_OPTION)
            ZM_TRY(c, check_choices(&w, o));
        if (o->kind == ZM_INT_OPTION)
            ZM_TRY(c, check_limits(&w, o));
    }
    return ZM_OK;
}
