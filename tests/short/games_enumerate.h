/* games_enumerate.h: everything that can be counted about a game by walking it, for the tests of its figures.
 *
 * Written to be obviously right and to share nothing with the solvers: a depth-first search over the rules' functions
 * with an open-addressed table of the states seen. For games without cycles only. */
#ifndef GAMES_ENUMERATE_H
#define GAMES_ENUMERATE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zermelo/zermelo.h>

typedef unsigned __int128 wide;

enum { NOBODY = 2, DENSE_GPU_MOVES = 2048 /* of a position, at most */ };

typedef struct node {
    zm_pos p;
    wide games, second_wins; /* lines of play from here to an end; those that player 1 wins */
    uint16_t remoteness;
    uint8_t winner; /* 0, 1, NOBODY */
    uint8_t turn, terminal;
} node;

typedef struct walk {
    const zm_variant *v;
    bool symmetry; /* merge positions by the fingerprint */
    /* For a program with a mistake: moves it has besides the legal ones; returns how many. NULL: none. */
    unsigned (*illegal)(zm_pos p, zm_move *out);
    node *nodes;
    uint32_t *slots; /* number of a node + 1 */
    uint32_t count, room, mask;
    zm_context *c;
    zm_variant *owned;
} walk;

static inline wide wide_of(const char *digits)
{
    wide n = 0;
    for (; *digits; digits++)
        n = n * 10u + (unsigned)(*digits - '0');
    return n;
}

static inline zm_variant *variant_of(zm_context *c, const char *game, size_t count, const char *const *settings)
{
    const zm_game *g = NULL;
    zm_variant *v = NULL;
    assert_int_equal(zm_find_game(c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, settings, count, &v), ZM_OK);
    return v;
}

/* How p stands, and its moves when it is open: without a move it is a loss. */
static inline zm_end open_moves(const zm_variant *v, zm_pos p, zm_move *out, unsigned *n)
{
    const zm_game *r = v->game;
    zm_end end = r->ended ? r->ended(v, p) : ZM_OPEN;
    *n = end == ZM_OPEN ? r->moves(v, p, out) : 0;
    return end == ZM_OPEN && !*n ? ZM_LOSS : end;
}

static inline uint32_t find_or_add(walk *w, zm_pos p, bool *added)
{
    uint32_t at = (uint32_t)zm_hash(p) & w->mask;
    for (; w->slots[at]; at = (at + 1) & w->mask)
        if (zm_same(w->nodes[w->slots[at] - 1].p, p))
            return *added = false, w->slots[at] - 1;
    assert_true(w->count < w->room);
    w->nodes[w->count].p = p;
    w->slots[at] = ++w->count;
    return *added = true, w->count - 1;
}

/* Is s, the outcome of a move for the one on turn, better than what he had? Win before draw before loss; win soon, lose
 * late. */
static inline bool better(unsigned turn, const node *s, unsigned winner, unsigned remoteness)
{
    const int a = s->winner == turn ? 2 : s->winner == NOBODY, b = winner == turn ? 2 : winner == NOBODY;
    return a != b ? a > b : a == 2 ? s->remoteness + 1u < remoteness : s->remoteness + 1u > remoteness;
}

static inline uint32_t explore(walk *w, zm_pos p) /* NOLINT(misc-no-recursion) */
{
    const zm_game *r = w->v->game;
    zm_move moves[DENSE_GPU_MOVES];
    unsigned n;
    bool added;
    if (w->symmetry)
        p = r->fingerprint(w->v, p);
    const uint32_t here = find_or_add(w, p, &added);
    if (!added)
        return here;
    node x = {.p = p, .turn = zm_impartial(w->v) ? 0 : (uint8_t)(p.hi >> 63)};
    const zm_end end = open_moves(w->v, p, moves, &n);
    if (w->illegal && (!r->ended || r->ended(w->v, p) == ZM_OPEN))
        n += w->illegal(p, moves + n);
    if (!n) {
        x.terminal = 1;
        x.winner = (uint8_t)(end == ZM_DRAW ? NOBODY : end == ZM_WIN ? x.turn : 1 - x.turn);
        x.games = 1;
        x.second_wins = x.winner == 1;
    }
    for (unsigned i = 0; i < n; i++) {
        node s = w->nodes[explore(w, r->play(w->v, p, moves[i]))];
        if (zm_impartial(w->v)) { /* the winner is told as "the one to move" (0) or not: seen from the other side */
            s.winner = (uint8_t)(1 - s.winner);
            s.second_wins = s.games - s.second_wins;
        }
        x.games += s.games;
        x.second_wins += s.second_wins;
        if (!i || better(x.turn, &s, x.winner, x.remoteness)) {
            x.winner = s.winner;
            x.remoteness = (uint16_t)(s.remoteness + 1);
        }
    }
    w->nodes[here] = x;
    return here;
}

/* Walks the whole variant; room is at least its states. The start is node 0. w->symmetry and w->illegal are set
 * before. */
static inline void walk_open(walk *w, const char *game, uint32_t room, size_t count, const char *const *settings)
{
    w->count = 0;
    w->c = zm_context_new();
    assert_non_null(w->c);
    w->v = w->owned = variant_of(w->c, game, count, settings);
    w->room = room;
    for (w->mask = 1; w->mask < 2 * room; w->mask = 2 * w->mask + 1)
        ;
    w->nodes = malloc(room * sizeof *w->nodes);
    w->slots = calloc((size_t)w->mask + 1, sizeof *w->slots);
    assert_true(w->nodes && w->slots);
    explore(w, w->v->game->start(w->v));
}

static inline void walk_close(walk *w)
{
    free(w->nodes);
    free(w->slots);
    zm_variant_free(w->c, w->owned);
    zm_context_free(w->c);
}

static inline uint32_t won_by(const walk *w, unsigned player, bool terminal_only)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->count; i++)
        n += w->nodes[i].winner == player && (!terminal_only || w->nodes[i].terminal);
    return n;
}

static inline uint32_t terminals(const walk *w)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->count; i++)
        n += w->nodes[i].terminal;
    return n;
}

#endif
