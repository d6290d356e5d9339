/* games_values.h: the values of small impartial games by their definitions (seed 001: 3.1, 3.4, 3.7, 5.3), straight
 * from the rules of a position's moves, for the tests of games that are played together. */
#ifndef GAMES_VALUES_H
#define GAMES_VALUES_H

#include "games_enumerate.h"

enum { SL = -1, SW = -2, VALUES_ROOM = 1 << 14, VALUES_MOVES = 1024 };

typedef struct values {
    zm_pos p;
    bool known;
    int grundy, remoteness, suspense, w;
} values;

typedef struct value_store { /* zeroed before the first position of a variant */
    values of[VALUES_ROOM];
} value_store;

static inline values *values_slot(value_store *s, zm_pos p)
{
    size_t at = zm_hash(p) % VALUES_ROOM;
    while (s->of[at].known && !zm_same(s->of[at].p, p))
        at = (at + 1) % VALUES_ROOM;
    return &s->of[at];
}

/* The least number that is not among them; what is negative is not looked at. */
static inline int least_missing(const int *seen, unsigned n)
{
    for (int least = 0;; least++) {
        bool found = false;
        for (unsigned i = 0; i < n; i++)
            found |= seen[i] == least;
        if (!found)
            return least;
    }
}

/* 1 + the nearest even number, or else the farthest odd one; with sign -1 far and near change places. */
static inline int how_long(const int *seen, unsigned n, int sign)
{
    int even = -1, odd = -1;
    for (unsigned i = 0; i < n; i++) {
        if (seen[i] % 2 == 0 && (even < 0 || sign * seen[i] < sign * even))
            even = seen[i];
        if (seen[i] % 2 && (odd < 0 || sign * seen[i] > sign * odd))
            odd = seen[i];
    }
    return n ? 1 + (even >= 0 ? even : odd) : 0;
}

/* A move after which the other has won at once is none: without it the game is the same, and who has no other has
 * lost. */
static inline unsigned moves_that_go_on(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n, kept = 0;
    open_moves(v, p, out, &n);
    assert_true(n <= VALUES_MOVES);
    for (unsigned i = 0; i < n; i++)
        if (!v->game->ended || v->game->ended(v, v->game->play(v, p, out[i])) != ZM_WIN)
            out[kept++] = out[i];
    return kept;
}

static inline values values_of(value_store *s, const zm_variant *v, zm_pos p) /* NOLINT(misc-no-recursion) */
{
    p = zm_state_of(v, p);
    values *slot = values_slot(s, p);
    if (slot->known)
        return *slot;
    zm_move moves[VALUES_MOVES];
    int grundy[VALUES_MOVES], remoteness[VALUES_MOVES], suspense[VALUES_MOVES], w[VALUES_MOVES];
    const unsigned n = moves_that_go_on(v, p, moves);
    bool ends = false;
    for (unsigned i = 0; i < n; i++) {
        const values x = values_of(s, v, v->game->play(v, p, moves[i]));
        grundy[i] = x.grundy;
        remoteness[i] = x.remoteness;
        suspense[i] = x.suspense;
        w[i] = x.w;
        ends |= x.w == SL;
    }
    values here = {.p = p,
                   .known = true,
                   .grundy = least_missing(grundy, n),
                   .remoteness = how_long(remoteness, n, 1),
                   .suspense = how_long(suspense, n, -1),
                   .w = !n     ? SL
                        : ends ? SW
                               : least_missing(w, n)};
    return *values_slot(s, p) = here;
}

/* 5.1: w-numbers put together. */
static inline int add_w(int a, int b) { return a == SL || b == SL ? SL : a == SW || b == SW ? SW : a ^ b; }

#endif
