/* index.h: the numbers of states: symmetries of the board, orbits of sets of men, tiers, rank and unrank.
 *
 * SYMMETRY   Operations 0 to 3 turn the board, 4 to 7 mirror it, 8 to 15 are the same with the outermost and the innermost ring
 *            exchanged, where there are two or three rings and no centre.
 *            Of the two sides the one with more men on the board (the mover, if equal) is the first. The representative has the
 *            representative of the first side's men; if they have symmetries of their own, the smallest set of the second side.
 *
 * TIERS      by men on the board and in hand of both sides, in all, then in hand: placing and taking leave a tier, moving does not. Where both sides can
 *            move, a tier has both (a men to move against b) and (b to move against a), as two blocks, or one if a = b.
 *
 * INDEX      (block * orbits(a) + orbit of the first side) * C(points - a, b) + rank of the second side on the free points.
 *            The orbit of a set: the middle ring (8 bits) is brought into its representative, which leaves a subgroup of the
 *            square's operations that fix it; for each such subgroup a table has the 16 bits of the two other rings. On smaller
 *            boards there is no middle ring and one table has all of it. No look-up is larger than 256 KiB a subgroup, and nearly all
 *            go to the one for sets without symmetry.
 *            Wasted are the places where the first side is symmetric and the second not the smallest of its images: 1 to 3 %. */
#ifndef ZM_GAMES_NINE_MENS_MORRIS_INDEX_H
#define ZM_GAMES_NINE_MENS_MORRIS_INDEX_H

#include "board.h"

/* ---- symmetry ---- */
ZM_INLINE uint32_t mill_image_by_rings(const mill_data *d, unsigned operation, uint32_t x)
{
    const uint8_t *ring = d->ring[operation & 7];
    uint32_t y = ring[x & 255] | (uint32_t)ring[x >> 8 & 255] << 8 | (uint32_t)ring[x >> 16 & 255] << 16;
    y = (y & d->rings) | (x & ~d->rings);
    if (operation & 8)
        y = (y & ~(255u | 255u << d->far)) | (y >> d->far & 255) | (y & 255) << d->far;
    return y;
}

ZM_INLINE uint32_t mill_image(const mill_data *d, unsigned operation, uint32_t x)
{
#ifdef __CUDA_ARCH__ /* which has smaller caches */
    return mill_image_by_rings(d, operation, x);
#else
    return d->image[operation][0][x & 255] | d->image[operation][1][x >> 8 & 255] | d->image[operation][2][x >> 16];
#endif
}

/* What the table of a subgroup is asked for: all but the middle ring. */
ZM_INLINE uint32_t mill_rest_of(const mill_data *d, uint32_t x)
{
    return d->has_middle ? (x & 255) | (x >> 8 & 0xFF00) : x;
}

typedef struct mill_orbit {
    uint32_t number;
    unsigned operation;  /* that makes it the representative */
    unsigned stabiliser; /* of that */
} mill_orbit;

ZM_INLINE mill_orbit mill_orbit_of(const mill_data *d, uint32_t x, unsigned men)
{
    const unsigned middle = d->has_middle ? x >> 8 & 255 : 0, first = d->to_class[middle], kind = d->class_of[middle];
    const mill_rest r = d->rest[(uint32_t)d->subgroup[kind] << 16 | mill_rest_of(d, mill_image(d, first, x))];
    const mill_orbit o = {d->base[men][kind] + r.number, d->product[r.operation][first], r.stabiliser};
    return o;
}

ZM_INLINE uint32_t mill_smallest_image(const mill_data *d, unsigned stabiliser, uint32_t x)
{
    uint32_t smallest = x;
    for (uint64_t rest = d->stabiliser[stabiliser]; rest;) {
        const uint32_t image = mill_image(d, zm_take_lowest(&rest), x);
        smallest = image < smallest ? image : smallest;
    }
    return smallest;
}

ZM_INLINE zm_pos mill_fingerprint(const zm_variant *v, zm_pos p)
{
    const mill_data *d = mill_of(v);
    const unsigned mine = zm_count_bits(mill_mine(p)), theirs = zm_count_bits(mill_theirs(p));
    const bool mover_first = mine >= theirs;
    const unsigned men = mover_first ? mine : theirs;
    const mill_orbit o = mill_orbit_of(d, mover_first ? mill_mine(p) : mill_theirs(p), men);
    const uint32_t first = d->set[d->first_set[men] + o.number];
    uint32_t second = mill_image(d, o.operation, mover_first ? mill_theirs(p) : mill_mine(p));
    if (o.stabiliser)
        second = mill_smallest_image(d, o.stabiliser, second);
    p.lo = mover_first ? first | (uint64_t)second << 32 : second | (uint64_t)first << 32;
    return p;
}

/* ---- the dense index ---- */
ZM_INLINE uint32_t mill_tiers(const zm_variant *v) { return mill_of(v)->tiers; }

ZM_INLINE uint64_t mill_tier_size(const zm_variant *v, uint32_t tier)
{
    const mill_tier *t = &mill_of(v)->tier[tier];
    return (uint64_t)t->blocks * t->orbits * t->subsets;
}

/* The subset's number among those with as many men, in colexicographic order. */
ZM_INLINE uint32_t mill_subset_rank(const mill_data *d, uint32_t subset)
{
    const uint32_t low = subset & ((1u << MILL_HALF) - 1);
    return (uint32_t)d->low[low] + d->high[zm_count_bits(low)][subset >> MILL_HALF];
}

ZM_INLINE zm_place mill_rank(const zm_variant *v, zm_pos p)
{
    const mill_data *d = mill_of(v);
    const unsigned mine = zm_count_bits(mill_mine(p)), theirs = zm_count_bits(mill_theirs(p));
    const bool mover_first = mine >= theirs;
    const uint32_t first = mover_first ? mill_mine(p) : mill_theirs(p),
                   second = mover_first ? mill_theirs(p) : mill_mine(p);
    const unsigned at = d->tier_of[mill_my_hand(p)][mill_their_hand(p)][mine][theirs];
    const mill_tier *t = &d->tier[at & ~MILL_SECOND_BLOCK];
    const uint32_t row =
        mill_orbit_of(d, first, mover_first ? mine : theirs).number + (at & MILL_SECOND_BLOCK ? t->orbits : 0);
    const zm_place place = {at & ~MILL_SECOND_BLOCK,
                            (uint64_t)row * t->subsets +
                                mill_subset_rank(d, (uint32_t)zm_extract(second, d->board & ~first))};
    return place;
}

ZM_INLINE zm_pos mill_unrank(const zm_variant *v, zm_place at)
{
    const mill_data *d = mill_of(v);
    const mill_tier *t = &d->tier[at.tier];
    const uint64_t row = at.index / t->subsets;
    const uint32_t rank = (uint32_t)(at.index - row * t->subsets);
    const bool is_second = row >= t->orbits;
    const mill_side mover = is_second ? t->other : t->mover, other = is_second ? t->mover : t->other;
    const bool mover_first = mover.men >= other.men;
    const unsigned men = mover_first ? mover.men : other.men, rest = mover_first ? other.men : mover.men;
    const uint32_t first = d->set[d->first_set[men] + row - (is_second ? t->orbits : 0)];
    const uint32_t second = (uint32_t)zm_deposit(d->subset[d->first_subset[rest] + rank], d->board & ~first);
    return mill_position(mover_first ? first : second, mover_first ? second : first, mover.hand, other.hand, 0);
}

/* Where endgames are solved alone, all that can be set up counts. */
ZM_INLINE bool mill_all_states(const zm_variant *v) { return mill_of(v)->endgame != 0; }

/* Where the first side has no symmetries of its own, every place of its row is a state. */
ZM_INLINE bool mill_is_state(const zm_variant *v, zm_place at)
{
    const mill_data *d = mill_of(v);
    const mill_tier *t = &d->tier[at.tier];
    const uint64_t row = at.index / t->subsets % t->orbits;
    const unsigned men = t->mover.men > t->other.men ? t->mover.men : t->other.men;
    if (!d->own[d->first_set[men] + row])
        return true;
    const zm_pos p = mill_unrank(v, at);
    return zm_same(mill_fingerprint(v, p), p);
}

/* ---- the same, with what counting moves must know ---- */
typedef struct mill_spot { /* the index of a position, and whether it has symmetries of its own */
    uint64_t index;
    bool symmetric;
} mill_spot;

ZM_INLINE bool mill_is_own_image(const mill_data *d, unsigned stabiliser, uint32_t x)
{
    bool own = false;
    for (uint64_t rest = d->stabiliser[stabiliser]; rest;)
        own |= mill_image(d, zm_take_lowest(&rest), x) == x;
    return own;
}

/* Of a position of a tier with so many subsets a row, whose block begins with this row. */
ZM_INLINE mill_spot mill_spot_of(const mill_data *d, uint32_t first, uint32_t second, unsigned men, uint32_t begin,
                                 uint32_t subsets)
{
    const mill_orbit o = mill_orbit_of(d, first, men);
    const uint32_t free = d->board & ~d->set[d->first_set[men] + o.number];
    uint32_t image = mill_image(d, o.operation, second);
    if (o.stabiliser)
        image = mill_smallest_image(d, o.stabiliser, image);
    const mill_spot spot = {(uint64_t)(begin + o.number) * subsets +
                                mill_subset_rank(d, (uint32_t)zm_extract(image, free)),
                            o.stabiliser && mill_is_own_image(d, o.stabiliser, image)};
    return spot;
}

/* Has a state symmetries of its own? */
ZM_INLINE bool mill_is_symmetric(const mill_data *d, uint32_t mine, uint32_t theirs)
{
    const unsigned my_men = zm_count_bits(mine), their_men = zm_count_bits(theirs);
    const mill_orbit o = my_men >= their_men ? mill_orbit_of(d, mine, my_men) : mill_orbit_of(d, theirs, their_men);
    return o.stabiliser && mill_is_own_image(d, o.stabiliser, my_men >= their_men ? theirs : mine);
}

/* ---- which tiers moves lead to ---- */
ZM_INLINE unsigned mill_add_child(const mill_data *d, mill_side mover, mill_side other, uint32_t tier, uint32_t *out,
                                  unsigned n)
{
    const unsigned at = d->tier_of[mover.hand][other.hand][mover.men][other.men];
    const uint32_t child = at & ~MILL_SECOND_BLOCK;
    if (at == MILL_NO_TIER || child == tier)
        return n;
    for (unsigned i = 0; i < n; i++)
        if (out[i] == child)
            return n;
    out[n++] = child;
    return n;
}

/* Of a side's man set down: without a man taken, and with one. */
ZM_INLINE unsigned mill_add_children(const mill_data *d, mill_side mover, mill_side other, uint32_t tier, uint32_t *out,
                                     unsigned n)
{
    n = mill_add_child(d, other, mover, tier, out, n);
    if (mover.men < MILL_FEWEST || !other.men)
        return n;
    other.men--;
    return mill_add_child(d, other, mover, tier, out, n);
}

ZM_INLINE unsigned mill_block_children(const mill_data *d, mill_side mover, mill_side other, uint32_t tier,
                                       uint32_t *out, unsigned n)
{
    const mill_side placed = {(uint8_t)(mover.hand - 1), (uint8_t)(mover.men + 1)};
    if (mover.men + mover.hand < MILL_FEWEST)
        return n;
    if (mover.hand)
        n = mill_add_children(d, placed, other, tier, out, n);
    if (!mover.hand || d->moves_early)
        n = mill_add_children(d, mover, other, tier, out, n);
    return n;
}

ZM_INLINE unsigned mill_children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    const mill_data *d = mill_of(v);
    const mill_tier *t = &d->tier[tier];
    unsigned n = mill_block_children(d, t->mover, t->other, tier, out, 0);
    return t->blocks == 2 ? mill_block_children(d, t->other, t->mover, tier, out, n) : n;
}

#endif
