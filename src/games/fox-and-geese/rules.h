/* rules.h: Fox and Geese: many geese come down the board and want to shut the fox in, the fox takes geese by jumping.
 *
 * The board is a cross of 33 fields, rows 0 to 6 from the top with 3, 3, 7, 7, 7, 3, 3 of them; fields are numbered row
 * by row. A goose steps down or sideways, the fox in any direction; its chain of jumps is one move and may stop after
 * any jump. With fewer than `enough` geese the fox has won, and the chain ends there. Whoever is to move and cannot has
 * lost. docs/fox-and-geese.md has the rules, the figures, and what the thesis has in their place.
 *
 * POSITION   lo           the geese, a bit a field
 *            hi  0 to 5   the fox's field
 *            hi 63        the turn: 0 geese, 1 fox
 *            Of a position and its mirror image the one with the smaller geese is the state; if the geese are their own
 *            image, the one with the fox further left.
 *
 * MOVE       bits 0 to 5  where the fox stands after it
 *            bits 6 up    the fields whose geese change: where a goose stepped from and to, or those taken
 *            So all chains that take the same geese and end on the same field are one move.
 *
 * TIERS      The shapes of cross.h: the geese per row. Steps to the side and the fox's stay in the tier.
 *
 * INDEX      (turn * canon + number) * free + the fox's number among the free fields, with number and canon as in cross.h. Only
 *            where the geese are their own image are places wasted: those with the fox on the right. */
#ifndef ZM_GAMES_FOX_AND_GEESE_RULES_H
#define ZM_GAMES_FOX_AND_GEESE_RULES_H

#include "games/shared/cross.h"

#include <zermelo/rules.h>

typedef struct fox_data {
    uint32_t geese, enough, chain; /* chain: most jumps in a move */
    zm_pos start;
    uint64_t inverse[CROSS_MANY + 1]; /* [geese]: cross_inverse(free fields) */
    cross_board board;
    cross_shapes shapes;
} fox_data;

ZM_INLINE const fox_data *fox_of(const zm_variant *v) { return (const fox_data *)v->data; }

ZM_INLINE unsigned fox_turn(zm_pos p) { return (unsigned)(p.hi >> 63); }
ZM_INLINE unsigned fox_field(zm_pos p) { return (unsigned)p.hi & 63; }

ZM_INLINE zm_pos fox_position(uint64_t geese, unsigned fox, unsigned turn)
{
    zm_pos p = {geese, (uint64_t)turn << 63 | fox};
    return p;
}

ZM_INLINE zm_pos fox_fingerprint(const zm_variant *v, zm_pos p)
{
    const unsigned fox = fox_field(p), image = fox_of(v)->board.mirror[fox];
    const uint64_t other = cross_mirrored(p.lo);
    const bool turn_over = other < p.lo || (other == p.lo && image < fox);
    return turn_over ? fox_position(other, image, fox_turn(p)) : p;
}

/* ---- the rules ---- */
ZM_INLINE zm_pos fox_start(const zm_variant *v) { return fox_of(v)->start; }

ZM_INLINE zm_end fox_ended(const zm_variant *v, zm_pos p)
{
    if (zm_count_bits(p.lo) >= fox_of(v)->enough)
        return ZM_OPEN;
    return fox_turn(p) ? ZM_WIN : ZM_LOSS;
}

ZM_INLINE unsigned fox_goose_moves(const fox_data *d, zm_pos p, zm_move *out)
{
    const unsigned fox = fox_field(p);
    const uint64_t empty = ~(p.lo | zm_bit(fox));
    unsigned n = 0;
    for (uint64_t rest = p.lo; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = d->board.forth[from] & empty; to; to &= to - 1)
            out[n++] = (zm_bit(from) | (to & (0 - to))) << 6 | fox;
    }
    return n;
}

ZM_INLINE unsigned fox_fox_moves(const fox_data *d, zm_pos p, zm_move *out)
{
    const unsigned fox = fox_field(p), few = zm_count_bits(p.lo) - d->enough + 1;
    unsigned n = 0;
    for (uint64_t to = d->board.step[fox] & ~p.lo; to;)
        out[n++] = zm_take_lowest(&to);
    return n + cross_chains(&d->board, p.lo, 0, fox, few < d->chain ? few : d->chain, out + n);
}

ZM_INLINE unsigned fox_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    return fox_turn(p) ? fox_fox_moves(fox_of(v), p, out) : fox_goose_moves(fox_of(v), p, out);
}

ZM_INLINE zm_pos fox_play(const zm_variant *v, zm_pos p, zm_move m)
{
    return fox_position(p.lo ^ m >> 6, (unsigned)m & 63, !fox_turn(p));
}

/* ---- the dense index ---- */
ZM_INLINE uint32_t fox_tiers(const zm_variant *v) { return fox_of(v)->shapes.shapes; }
ZM_INLINE unsigned fox_geese_in(const zm_variant *v, uint32_t tier) { return fox_of(v)->shapes.pieces[tier]; }

/* Where the last goose but too many has been taken, it is always the geese's turn. */
ZM_INLINE uint64_t fox_tier_size(const zm_variant *v, uint32_t tier)
{
    const unsigned geese = fox_geese_in(v, tier);
    return (uint64_t)cross_canon(&fox_of(v)->shapes, tier) * (CROSS_FIELDS - geese) *
           (geese < fox_of(v)->enough ? 1 : 2);
}

/* Tier and number of geese that are not greater than their image. */
ZM_INLINE zm_place fox_place(const zm_variant *v, uint64_t geese) { return cross_place(&fox_of(v)->shapes, geese); }

ZM_INLINE zm_place fox_rank(const zm_variant *v, zm_pos p)
{
    const fox_data *d = fox_of(v);
    const unsigned geese = zm_count_bits(p.lo), fox = fox_field(p);
    zm_place at = fox_place(v, p.lo);
    const uint64_t placement = at.index + (uint64_t)fox_turn(p) * cross_canon(&d->shapes, at.tier);
    at.index = placement * (CROSS_FIELDS - geese) + fox - zm_count_bits(p.lo & zm_low_bits(fox));
    return at;
}

ZM_INLINE zm_pos fox_unrank(const zm_variant *v, zm_place at)
{
    const fox_data *d = fox_of(v);
    const uint32_t canon = cross_canon(&d->shapes, at.tier);
    const unsigned geese = fox_geese_in(v, at.tier), free = CROSS_FIELDS - geese;
    const uint64_t placement = cross_divide(at.index, d->inverse[geese]);
    const unsigned turn = placement >= canon;
    const uint64_t set = cross_many(&d->shapes, at.tier, (uint32_t)(placement - turn * (uint64_t)canon));
    return fox_position(set, cross_free_field(set, (unsigned)(at.index - placement * free)), turn);
}

ZM_INLINE unsigned fox_children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    const fox_data *d = fox_of(v);
    uint8_t row[7];
    if (fox_geese_in(v, tier) < d->enough)
        return 0;
    cross_rows_of(d->shapes.code[tier], row);
    const unsigned n = cross_shapes_down(&d->shapes, row, out);
    return n + cross_shapes_taken(&d->shapes, row, d->chain, d->enough - 1, out + n);
}

/* ---- as a hunt ---- */
ZM_INLINE unsigned fox_squares(const zm_variant *v) { return (void)v, CROSS_FIELDS; }
ZM_INLINE unsigned fox_free(const zm_variant *v, uint32_t tier) { return CROSS_FIELDS - fox_geese_in(v, tier); }
ZM_INLINE bool fox_few(const zm_variant *v, uint32_t tier) { return fox_geese_in(v, tier) < fox_of(v)->enough; }
ZM_INLINE bool fox_chains(const zm_variant *v) { return fox_of(v)->chain > 1; }
ZM_INLINE uint64_t fox_image(const zm_variant *v, uint64_t set) { return (void)v, cross_mirrored(set); }

ZM_INLINE uint64_t fox_many(const zm_variant *v, uint32_t tier, uint64_t n)
{
    return cross_many(&fox_of(v)->shapes, tier, (uint32_t)n);
}

ZM_INLINE uint64_t fox_steps(const zm_variant *v, uint64_t from) { return cross_steps(&fox_of(v)->board, from); }
ZM_INLINE uint64_t fox_forth(const zm_variant *v, unsigned from) { return fox_of(v)->board.forth[from]; }

ZM_INLINE uint64_t fox_aside(const zm_variant *v, unsigned from)
{
    return fox_of(v)->board.forth[from] & cross_beside(zm_bit(from));
}

ZM_INLINE unsigned fox_land(const zm_variant *v, unsigned from, unsigned over)
{
    return fox_of(v)->board.over[from] >> over & 1 ? fox_of(v)->board.land[from][over] : ZM_HUNT_SQUARES;
}

ZM_INLINE zm_pos fox_hunt_position(const zm_variant *v, uint64_t many, unsigned square, bool lone_to_move)
{
    return (void)v, fox_position(many, square, lone_to_move);
}

ZM_INLINE uint64_t fox_band_fields(const zm_variant *v, unsigned band) { return (void)v, cross_band_fields(band); }

ZM_INLINE unsigned fox_number(const zm_variant *v, unsigned band, unsigned set)
{
    return cross_kind_of(&fox_of(v)->shapes, band)->set[set].number;
}

ZM_INLINE uint32_t fox_stride(const zm_variant *v, uint32_t tier, unsigned band)
{
    return fox_of(v)->shapes.count[tier].full[band];
}

ZM_INLINE unsigned fox_below(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    const cross_shapes *s = &fox_of(v)->shapes;
    uint8_t row[7];
    if (fox_few(v, tier))
        return 0;
    cross_rows_of(s->code[tier], row);
    const unsigned n = cross_shapes_down(s, row, out);
    return n + cross_shapes_less(s, row, out + n);
}

/* clang-format off */
#define RULES(HOOK)                                                                                                    \
    HOOK(start, fox_start) HOOK(moves, fox_moves) HOOK(play, fox_play) HOOK(ended, fox_ended)                          \
    HOOK(fingerprint, fox_fingerprint)
#define INDEX(HOOK)                                                                                                    \
    HOOK(tiers, fox_tiers) HOOK(tier_size, fox_tier_size) HOOK(rank, fox_rank) HOOK(unrank, fox_unrank)                \
    HOOK(inside, ZM_CYCLES) HOOK(children, fox_children)
#define HUNT(HOOK)                                                                                                     \
    HOOK(lone, 1) HOOK(squares, fox_squares) HOOK(free, fox_free) HOOK(many, fox_many) HOOK(place, fox_place)          \
    HOOK(steps, fox_steps) HOOK(position, fox_hunt_position)
#define HUNT_CYCLIC(HOOK)                                                                                              \
    HOOK(forth, fox_forth) HOOK(aside, fox_aside) HOOK(land, fox_land) HOOK(chains, fox_chains) HOOK(few, fox_few)     \
    HOOK(image, fox_image) HOOK(bands, CROSS_BANDS) HOOK(band, fox_band_fields) HOOK(number, fox_number)               \
    HOOK(stride, fox_stride) HOOK(below, fox_below)
/* clang-format on */
#include "game/hooks.h"

#endif
