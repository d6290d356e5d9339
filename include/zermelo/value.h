/* value.h: the value of a state for the side to move, as one 16-bit number that is larger the better it is.
 *
 *     0               none: not a state, or not yet decided
 *     1 + r           loss in r plies   (a later loss is better)
 *     0x8000          draw
 *     0xFFFF - r      win in r plies    (a sooner win is better)
 *
 * So the best move is a plain maximum, and to see a value from the other side is to negate it modulo 2^16.
 * Remoteness r counts plies to the end under best play: the winner hurries, the loser delays. r <= ZM_FARTHEST. */
#ifndef ZERMELO_VALUE_H
#define ZERMELO_VALUE_H

#include <zermelo/position.h>

typedef uint16_t zm_value;

enum { ZM_NONE = 0, ZM_DRAWN = 0x8000, ZM_FARTHEST = 0x7FFE };

ZM_INLINE zm_value zm_loss_in(unsigned r) { return (zm_value)(1 + r); }
ZM_INLINE zm_value zm_win_in(unsigned r) { return (zm_value)(0xFFFF - r); }
ZM_INLINE bool zm_is_win(zm_value s) { return s > ZM_DRAWN; }
ZM_INLINE bool zm_is_loss(zm_value s) { return s != ZM_NONE && s < ZM_DRAWN; }
ZM_INLINE bool zm_is_draw(zm_value s) { return s == ZM_DRAWN; }

/* Plies to the end; meaningless (0) for draws and for none. */
ZM_INLINE unsigned zm_remoteness(zm_value s) { return zm_is_win(s) ? 0xFFFFu - s : zm_is_loss(s) ? s - 1u : 0u; }

/* Who wins, without how far: win in 0, draw, loss in 0. What a table without distances has. */
ZM_INLINE zm_value zm_wdl(zm_value s) { return zm_is_win(s) ? zm_win_in(0) : zm_is_loss(s) ? zm_loss_in(0) : s; }

/* What a move is worth to the one who makes it, when it leads to a state worth `s` to whoever moves there:
 * one ply farther, and seen from the other side if the turn has passed. `s` must not be none. */
ZM_INLINE zm_value zm_before_move(zm_value s, bool turn_passes)
{
    zm_value t = turn_passes ? (zm_value)(0 - s) : s;
    return (zm_value)(t + (t < ZM_DRAWN) - (t > ZM_DRAWN));
}

/* With dice a value is the probability that the side to move wins, and what is known of it is an interval: multiples of
 * 1/(2^32-1), so that 0 and ZM_CERTAIN are exact and the other side's chance is the complement of every bit. */
#define ZM_CERTAIN UINT32_MAX
typedef struct zm_odds {
    uint32_t lower, upper; /* the truth is not outside */
} zm_odds;

/* No state, in tables: an interval that is none. */
ZM_INLINE bool zm_is_odds(zm_odds o) { return o.lower <= o.upper; }
ZM_INLINE zm_odds zm_no_odds(void)
{
    zm_odds none = {1, 0};
    return none;
}

/* The same seen from the other side. */
ZM_INLINE zm_odds zm_odds_against(zm_odds o)
{
    zm_odds against = {~o.upper, ~o.lower};
    return against;
}

/* The same in fewer bits, 1 to 31 (0: as it is), rounded outward: an interval that holds still does. */
ZM_INLINE zm_odds zm_odds_rounded(zm_odds o, unsigned bits)
{
    const uint32_t mask = bits ? ((uint32_t)1 << (32 - bits)) - 1 : 0;
    zm_odds wider = {o.lower & ~mask, o.upper | mask};
    return wider;
}
ZM_INLINE double zm_odds_number(uint32_t x) { return (double)x / ZM_CERTAIN; }
ZM_INLINE double zm_odds_middle(zm_odds o) { return ((double)o.lower + (double)o.upper) / 2 / ZM_CERTAIN; }

/* The symbol tables store; the value can be had back from it. 0 none, 1 draw, 2+2r loss in r, 3+2r win in r. Modulo
 * 2^16 that is 2s below the draw and 1 - 2s from it on: no branches, so that whole blocks of them are quick. */
ZM_INLINE uint16_t zm_symbol(zm_value s)
{
    const uint16_t upper = (uint16_t)(0u - (s >> 15)); /* all bits, or none */
    return (uint16_t)(((2u * s) ^ upper) + 2u * (s >> 15));
}

ZM_INLINE zm_value zm_from_symbol(uint16_t c)
{
    const uint16_t odd = (uint16_t)(0u - (c & 1u));
    return (zm_value)(((c >> 1) ^ odd) + (c & 1u)) | (zm_value)(odd & ZM_DRAWN);
}

#endif
