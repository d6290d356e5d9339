/* rules.h: Connect 4 on any board that fits 64 bits, and with lines of three or five.
 *
 * Discs fall to the lowest free field of a column. Who first has `connect` of them in a row (along, up or aslant) has
 * won; a full board is a draw.
 *
 * POSITION   bit column * (height + 1) + row, row 0 at the bottom; the topmost bit of each column stays free. `lo` has the discs of
 *            the first player, `hi` those of both, and in its topmost bit the turn (the column there keeps that bit free).
 *
 * INDEX      The heights of the columns are the tier: every move leaves it. Inside, which of the n discs are the first player's,
 *            as a subset of n in colex order. Of two boards that are mirror images the one whose tier has the smaller
 *            number (the larger `hi`) is the state, then the one with the smaller `lo`; the other tiers are empty. */
#ifndef ZM_GAMES_CONNECT_4_RULES_H
#define ZM_GAMES_CONNECT_4_RULES_H

#include <zermelo/rules.h>

enum { FOUR_MOST_COLUMNS = 9, FOUR_BITS = 64 };

typedef struct four_data {
    uint32_t width, height, step; /* step: bits a column, height + 1 */
    uint32_t connect, cells;
    uint64_t bottom, board;                /* the lowest field of every column; all fields */
    uint64_t odd;                          /* fields with an odd number of free ones in a column filled up to them */
    int8_t worth[FOUR_BITS];               /* of a field, to a search (seek.h) */
    uint32_t power[FOUR_MOST_COLUMNS + 1]; /* of height + 1: a column's part of the tier */
    uint64_t choose[FOUR_BITS / 2 + 1][FOUR_BITS]; /* [k][n] = C(n, k), for the ranks */
} four_data;

ZM_INLINE const four_data *four_of(const zm_variant *v) { return (const four_data *)v->data; }
ZM_INLINE uint64_t four_all(zm_pos p) { return p.hi & ~ZM_TURN_BIT; }
ZM_INLINE unsigned four_turn(zm_pos p) { return (unsigned)(p.hi >> 63); }
/* Of the side to move, and of the other. */
ZM_INLINE uint64_t four_own(zm_pos p) { return four_turn(p) ? p.lo ^ four_all(p) : p.lo; }
ZM_INLINE uint64_t four_theirs(zm_pos p) { return four_turn(p) ? p.lo : p.lo ^ four_all(p); }
ZM_INLINE uint64_t four_column(const four_data *d, unsigned c) { return zm_low_bits(d->height) << c * d->step; }

/* Fields from which a line of `connect` discs goes on in the direction of `by`, at most 17: four times that is more
 * than a word. */
ZM_INLINE uint64_t four_lines_by(uint64_t b, unsigned connect, unsigned by)
{
    const uint64_t two = b & b >> by;
    return connect == 4 ? two & two >> 2 * by : connect == 3 ? two & b >> 2 * by : two & two >> 2 * by & two >> 3 * by;
}

ZM_INLINE bool four_has_line(const four_data *d, uint64_t b)
{
    return (four_lines_by(b, d->connect, 1) | four_lines_by(b, d->connect, d->step - 1) |
            four_lines_by(b, d->connect, d->step) | four_lines_by(b, d->connect, d->step + 1)) != 0;
}

ZM_INLINE zm_pos four_start(const zm_variant *v)
{
    zm_pos p = {0, 0};
    return p;
}

/* A move is its column, from 0. */
ZM_INLINE unsigned four_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const four_data *d = four_of(v);
    const uint64_t next = (four_all(p) + d->bottom) & d->board;
    unsigned n = 0;
    for (unsigned c = 0; c < d->width; c++)
        if (next & four_column(d, c))
            out[n++] = c;
    return n;
}

ZM_INLINE zm_pos four_play(const zm_variant *v, zm_pos p, zm_move m)
{
    const four_data *d = four_of(v);
    const uint64_t disc = (four_all(p) + zm_bit((unsigned)m * d->step)) & four_column(d, (unsigned)m);
    if (!four_turn(p))
        p.lo |= disc;
    p.hi |= disc;
    return zm_next_turn(p);
}

ZM_INLINE zm_end four_ended(const zm_variant *v, zm_pos p)
{
    const four_data *d = four_of(v);
    if (four_has_line(d, four_theirs(p)))
        return ZM_LOSS;
    return four_all(p) == d->board ? ZM_DRAW : ZM_OPEN;
}

/* ---- mirror images ---- */
ZM_INLINE uint64_t four_mirrored(const four_data *d, uint64_t b)
{
    const uint64_t column = zm_low_bits(d->step);
    uint64_t out = 0;
    for (unsigned c = 0; c < d->width; c++, b >>= d->step)
        out = out << (d->step & 63) | (b & column);
    return out;
}

ZM_INLINE zm_pos four_fingerprint(const zm_variant *v, zm_pos p)
{
    const four_data *d = four_of(v);
    const uint64_t all = four_all(p), other = four_mirrored(d, all);
    if (all > other)
        return p;
    const uint64_t first = four_mirrored(d, p.lo);
    if (all == other && p.lo <= first)
        return p;
    zm_pos q = {first, other | (p.hi & ZM_TURN_BIT)};
    return q;
}

/* ---- the index ---- */
ZM_INLINE uint32_t four_tiers(const zm_variant *v) { return four_of(v)->power[four_of(v)->width]; }

/* The discs of a tier: column c has height - digit c of the number, in base height + 1. So a disc more is a smaller
 * number. */
ZM_INLINE uint64_t four_tier_discs(const four_data *d, uint32_t tier)
{
    uint64_t all = 0;
    for (unsigned c = 0; c < d->width; c++, tier /= d->height + 1)
        all |= zm_low_bits(d->height - tier % (d->height + 1)) << c * d->step;
    return all;
}

ZM_INLINE uint32_t four_tier_of(const four_data *d, uint64_t all)
{
    uint32_t tier = 0;
    for (unsigned c = 0; c < d->width; c++)
        tier += (d->height - zm_count_bits(all & four_column(d, c))) * d->power[c];
    return tier;
}

ZM_INLINE uint64_t four_tier_size(const zm_variant *v, uint32_t tier)
{
    const four_data *d = four_of(v);
    const uint64_t all = four_tier_discs(d, tier);
    const unsigned n = zm_count_bits(all);
    return four_mirrored(d, all) > all ? 0 : d->choose[n / 2][n];
}

ZM_INLINE zm_place four_rank(const zm_variant *v, zm_pos p)
{
    const four_data *d = four_of(v);
    uint64_t all = four_all(p), second = p.lo ^ all;
    zm_place at = {four_tier_of(d, all), 0};
    for (unsigned k = 1; second; k++) { /* how many discs lie before each of the second player's */
        const uint64_t lowest = second & (~second + 1);
        at.index += d->choose[k][zm_count_bits(all & (lowest - 1))];
        second ^= lowest;
    }
    return at;
}

ZM_INLINE zm_pos four_unrank(const zm_variant *v, zm_place at)
{
    const four_data *d = four_of(v);
    const uint64_t all = four_tier_discs(d, at.tier);
    const unsigned n = zm_count_bits(all);
    uint64_t rest = all, second = 0;
    unsigned k = n / 2;
    for (unsigned place = n; k; place--) { /* from the topmost disc down */
        const uint64_t disc = zm_bit(zm_highest(rest));
        rest ^= disc;
        if (d->choose[k][place - 1] > at.index)
            continue;
        at.index -= d->choose[k--][place - 1];
        second |= disc;
    }
    zm_pos p = {all ^ second, n & 1 ? all | ZM_TURN_BIT : all};
    return p;
}

ZM_INLINE unsigned four_children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    const four_data *d = four_of(v);
    const uint64_t all = four_tier_discs(d, tier), next = (all + d->bottom) & d->board;
    unsigned n = 0;
    for (unsigned c = 0; c < d->width; c++) {
        if (!(next & four_column(d, c)))
            continue;
        const uint64_t after = all | (next & four_column(d, c)), other = four_mirrored(d, after);
        const uint32_t child = four_tier_of(d, after > other ? after : other);
        unsigned i = 0;
        while (i < n && out[i] != child)
            i++;
        out[i] = child;
        n += i == n;
    }
    return n;
}

#include "seek.h"

/* clang-format off */
#define RULES(HOOK)                                                                                                    \
    HOOK(start, four_start) HOOK(moves, four_moves) HOOK(play, four_play) HOOK(ended, four_ended)                      \
    HOOK(fingerprint, four_fingerprint)
#define INDEX(HOOK)                                                                                                    \
    HOOK(tiers, four_tiers) HOOK(tier_size, four_tier_size) HOOK(rank, four_rank) HOOK(unrank, four_unrank)            \
    HOOK(inside, ZM_LEAVES) HOOK(children, four_children)
#define MOST_MOVES 9
/* clang-format on */
#include "game/hooks.h"

#endif
