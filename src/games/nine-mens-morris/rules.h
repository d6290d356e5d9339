/* rules.h: Nine Men's Morris and its relatives: men are placed, then moved; who closes a mill takes a man.
 *
 * The boards are one to three rings of eight points, with or without a centre. Point 8r + k is the k-th of ring r, counted
 * clockwise from its upper left corner, ring 0 the outermost: even k are corners, odd k the middles of sides. Lines run round
 * each ring, and between rings through the middles (with `diagonals` through the corners too). Three in a row on a line are a
 * mill. docs/nine-mens-morris.md has the rules, the options and the figures.
 *
 * POSITION   lo  0 to 23   the mover's men, a bit a point;  lo 32 to 55  the other's
 *            hi  0 to 3    men in the mover's hand;         hi  4 to 7   in the other's
 *            hi 63         whose turn: 0 white, 1 black. It is no part of the state (from_mover): what black can do, white can with
 *                          the colours exchanged.
 *
 * MOVE       bits 0 to 4 where to, 5 to 9 where from, 10 to 14 what is taken; MILL_NONE: from the hand, nothing
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
#ifndef ZM_GAMES_NINE_MENS_MORRIS_RULES_H
#define ZM_GAMES_NINE_MENS_MORRIS_RULES_H

#include <zermelo/game.h>

enum {
    MILL_POINTS = 24,
    MILL_MEN = 12,
    MILL_OPERATIONS = 16,
    MILL_NONE = 31,
    MILL_FEWEST = 3,       /* men; with fewer a player has lost */
    MILL_CLASSES = 51,     /* of the middle ring: sets up to the square's operations */
    MILL_SUBGROUPS = 10,   /* of the square's operations */
    MILL_STABILISERS = 40, /* subgroups of all operations, more than there are */
    MILL_LINES = 6,        /* through a centre */
    MILL_SETS = 640000,    /* orbits of up to 12 men, more than there are */
    MILL_SUBSETS = 80000,  /* of a second side, more than there are */
    MILL_TIERS = 4200,     /* more than there are */
    MILL_HALF = 12,        /* a set is ranked in halves of so many points */
    MILL_STEPS = 128,      /* numbers that steps may have */
};

#define MILL_NO_TIER UINT16_MAX
#define MILL_SECOND_BLOCK 0x8000u

typedef struct mill_rest { /* of a set beside its middle ring */
    uint16_t number;       /* among the representatives with as many men */
    uint8_t operation;     /* that makes it one */
    uint8_t stabiliser;    /* of that: a place in mill_data.stabiliser */
} mill_rest;

typedef struct mill_side {
    uint8_t hand, men; /* men on the board */
} mill_side;

typedef struct mill_tier {
    mill_side mover, other; /* of the first block */
    uint8_t blocks;
    uint32_t orbits, subsets; /* of the first side, of the second */
} mill_tier;

typedef struct mill_data {
    uint32_t board, rings; /* all points; those on rings */
    uint32_t points, men, operations;
    uint32_t far;    /* how many bits apart the rings are that are exchanged; 0: none */
    bool has_middle; /* three rings */
    bool flying, moves_early, spares;
    uint32_t endgame;     /* 0: the whole game */
    uint32_t across;      /* points on a line across three rings */
    uint32_t inward;      /* points joined to one of the ring outside theirs */
    uint32_t centre, hub; /* the centre, if there is one, and what is joined to it */
    uint32_t lines, line[MILL_LINES];
    uint32_t near[MILL_POINTS];
    zm_pos start;
    uint8_t ring[8][256];                              /* images of the sets of a ring */
    uint32_t image[MILL_OPERATIONS][3][256];           /* of the sets of each eight points */
    uint32_t spokes, more_spokes;                      /* of `inward`: the first eight points, the others */
    uint32_t step[MILL_STEPS];                         /* the two points of a step, numbered as in mill_steps */
    uint32_t step_to[MILL_STEPS];                      /* where it leads */
    uint8_t product[MILL_OPERATIONS][MILL_OPERATIONS]; /* [b][a]: a, then b */
    uint8_t class_of[256], to_class[256]; /* of a middle ring: its class, and the operation that brings it there */
    uint8_t subgroup[MILL_CLASSES];
    uint16_t stabiliser[MILL_STABILISERS]; /* operations as bits; 0 is none but the identity */
    uint32_t base[MILL_MEN + 1][MILL_CLASSES];
    uint32_t orbits[MILL_MEN + 1], first_set[MILL_MEN + 1];
    uint32_t set[MILL_SETS];
    bool own[MILL_SETS];                                               /* it has symmetries of its own */
    uint16_t low[1 << MILL_HALF], high[MILL_HALF + 1][1 << MILL_HALF]; /* a row has fewer than 2^16 subsets */
    uint32_t first_subset[MILL_MEN + 1], subset[MILL_SUBSETS];
    uint32_t tiers;
    uint16_t tier_of[MILL_MEN + 1][MILL_MEN + 1][MILL_MEN + 1][MILL_MEN + 1]; /* [hand][other's][men][other's] */
    mill_tier tier[MILL_TIERS];
    mill_rest rest[MILL_SUBGROUPS << 16];
} mill_data;

ZM_INLINE const mill_data *mill_of(const zm_variant *v) { return (const mill_data *)v->data; }

ZM_INLINE uint32_t mill_mine(zm_pos p) { return (uint32_t)p.lo; }
ZM_INLINE uint32_t mill_theirs(zm_pos p) { return (uint32_t)(p.lo >> 32); }
ZM_INLINE unsigned mill_my_hand(zm_pos p) { return (unsigned)p.hi & 15; }
ZM_INLINE unsigned mill_their_hand(zm_pos p) { return (unsigned)(p.hi >> 4) & 15; }

ZM_INLINE zm_pos mill_position(uint32_t mine, uint32_t theirs, unsigned my_hand, unsigned their_hand, uint64_t turn)
{
    zm_pos p = {mine | (uint64_t)theirs << 32, my_hand | their_hand << 4 | turn << 63};
    return p;
}

/* ---- mills ---- */
/* Every ring turned by one or two points: bit k gets what was at k + 1, k + 2. And back. */
ZM_INLINE uint32_t mill_ahead1(uint32_t x) { return (x >> 1 & 0x7F7F7F) | (x << 7 & 0x808080); }
ZM_INLINE uint32_t mill_ahead2(uint32_t x) { return (x >> 2 & 0x3F3F3F) | (x << 6 & 0xC0C0C0); }
ZM_INLINE uint32_t mill_back1(uint32_t x) { return (x << 1 & 0xFEFEFE) | (x >> 7 & 0x010101); }
ZM_INLINE uint32_t mill_back2(uint32_t x) { return (x << 2 & 0xFCFCFC) | (x >> 6 & 0x030303); }
/* The next ring inward, round and round, and the one after that. */
ZM_INLINE uint32_t mill_inward1(uint32_t x) { return x >> 8 | (x << 16 & 0xFF0000); }
ZM_INLINE uint32_t mill_inward2(uint32_t x) { return x >> 16 | (x << 8 & 0xFFFF00); }

#define MILL_CORNERS 0x555555u

/* The men that stand in mills. */
ZM_INLINE uint32_t mill_in_mills(const mill_data *d, uint32_t men)
{
    const uint32_t on_rings = men & d->rings;
    const uint32_t side = on_rings & mill_ahead1(on_rings) & mill_ahead2(on_rings) & MILL_CORNERS;
    const uint32_t across = men & mill_inward1(men) & mill_inward2(men) & d->across;
    uint32_t in = side | mill_back1(side) | mill_back2(side) | across;
    for (unsigned i = 0; i < d->lines; i++)
        in |= (men & d->line[i]) == d->line[i] ? d->line[i] : 0;
    return in;
}

/* The points where one man more would close a mill; those with a man on them do not count. */
ZM_ALWAYS_INLINE uint32_t mill_closing(const mill_data *d, uint32_t men)
{
    const uint32_t on_rings = men & d->rings, next = mill_ahead1(on_rings), second = mill_ahead2(on_rings);
    uint32_t closing = (next & second & MILL_CORNERS) | mill_back1(on_rings & second & MILL_CORNERS) |
                       mill_back2(on_rings & next & MILL_CORNERS) | (mill_inward1(men) & mill_inward2(men) & d->across);
    for (unsigned i = 0; i < d->lines; i++) {
        const uint32_t missing = d->line[i] & ~men;
        closing |= missing & (missing - 1) ? 0 : missing;
    }
    return closing & ~men;
}

/* The men that may be taken: those in no mill; if all are, as the option says. */
ZM_INLINE uint32_t mill_takeable(const mill_data *d, uint32_t men)
{
    const uint32_t outside = men & ~mill_in_mills(d, men);
    return outside || d->spares ? outside : men;
}

/* ---- the rules ---- */
ZM_INLINE zm_pos mill_start(const zm_variant *v) { return mill_of(v)->start; }

ZM_INLINE zm_end mill_ended(const zm_variant *v, zm_pos p)
{
    if (zm_count_bits(mill_mine(p)) + mill_my_hand(p) < MILL_FEWEST)
        return ZM_LOSS;
    return (mill_mine(p) | mill_theirs(p)) == mill_of(v)->board ? ZM_DRAW : ZM_OPEN;
}

ZM_INLINE bool mill_flies(const mill_data *d, uint32_t men, unsigned hand)
{
    return d->flying && !hand && zm_count_bits(men) == MILL_FEWEST;
}

/* One way to set a man down, for every man that may be taken if it closes a mill. */
ZM_INLINE unsigned mill_add_moves(unsigned from, unsigned to, bool closes, uint32_t takeable, zm_move *out, unsigned n)
{
    const zm_move m = to | from << 5;
    if (!closes || !takeable) {
        out[n++] = m | MILL_NONE << 10;
        return n;
    }
    for (uint64_t rest = takeable; rest;)
        out[n++] = m | (zm_move)zm_take_lowest(&rest) << 10;
    return n;
}

ZM_INLINE unsigned mill_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const mill_data *d = mill_of(v);
    const uint32_t mine = mill_mine(p), theirs = mill_theirs(p), empty = d->board & ~(mine | theirs);
    const uint32_t takeable = mill_takeable(d, theirs);
    unsigned n = 0;
    if (mill_my_hand(p)) {
        const uint32_t closing = mill_closing(d, mine);
        for (uint64_t rest = empty; rest;) {
            const unsigned to = zm_take_lowest(&rest);
            n = mill_add_moves(MILL_NONE, to, closing >> to & 1, takeable, out, n);
        }
        if (!d->moves_early)
            return n;
    }
    const bool flies = mill_flies(d, mine, mill_my_hand(p));
    for (uint64_t men = mine; men;) {
        const unsigned from = zm_take_lowest(&men);
        const uint32_t closing = mill_closing(d, mine & ~(1u << from));
        for (uint64_t rest = flies ? empty : d->near[from] & empty; rest;) {
            const unsigned to = zm_take_lowest(&rest);
            n = mill_add_moves(from, to, closing >> to & 1, takeable, out, n);
        }
    }
    return n;
}

ZM_INLINE zm_pos mill_play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned to = m & 31, from = m >> 5 & 31, taken = m >> 10 & 31;
    uint32_t mine = mill_mine(p) | 1u << to, theirs = mill_theirs(p);
    mine &= from == MILL_NONE ? ~0u : ~(1u << from);
    theirs &= taken == MILL_NONE ? ~0u : ~(1u << taken);
    return (void)v,
           mill_position(theirs, mine, mill_their_hand(p), mill_my_hand(p) - (from == MILL_NONE), !(p.hi >> 63));
}

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

/* ---- parents ---- */
typedef struct mill_visit { /* the state whose parents are visited, as who has just moved sees it */
    const zm_variant *v;
    uint32_t mine, theirs; /* men of who has just moved; men of the other */
    unsigned my_hand, their_hand;
    zm_visit *visit;
    void *arg;
} mill_visit;

ZM_INLINE void mill_visit_one(const mill_visit *w, uint32_t mine, uint32_t theirs, unsigned my_hand)
{
    const mill_data *d = mill_of(w->v);
    if (d->tier_of[my_hand][w->their_hand][zm_count_bits(mine)][zm_count_bits(theirs)] != MILL_NO_TIER)
        w->visit(w->arg, mill_fingerprint(w->v, mill_position(mine, theirs, my_hand, w->their_hand, 0)));
}

/* The points on which a man can have stood that was taken. */
ZM_INLINE uint32_t mill_given(const mill_data *d, uint32_t theirs, uint32_t empty)
{
    const uint32_t closing = mill_closing(d, theirs);
    uint32_t given = empty & ~closing;
    for (uint64_t rest = d->spares ? 0 : empty & closing; rest;) {
        const uint32_t point = 1u << zm_take_lowest(&rest);
        given |= mill_in_mills(d, theirs | point) == (theirs | point) ? point : 0;
    }
    return given;
}

/* The man on `to` was set down: it had stood on `from`, or (0) had been in hand. */
ZM_INLINE void mill_unset(const mill_visit *w, uint32_t to, uint32_t from, bool closed, uint32_t given)
{
    const uint32_t mine = (w->mine & ~to) | from;
    const unsigned my_hand = w->my_hand + !from;
    if (!closed) {
        mill_visit_one(w, mine, w->theirs, my_hand);
        return;
    }
    for (uint64_t rest = given & ~from; rest;)
        mill_visit_one(w, mine, w->theirs | 1u << zm_take_lowest(&rest), my_hand);
}

ZM_INLINE void mill_parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    const mill_data *d = mill_of(v);
    const mill_visit w = {v, mill_theirs(p), mill_mine(p), mill_their_hand(p), mill_my_hand(p), visit, arg};
    const uint32_t empty = d->board & ~(w.mine | w.theirs), in_mills = mill_in_mills(d, w.mine);
    const bool over = zm_count_bits(w.theirs) + w.their_hand < MILL_FEWEST, flies = mill_flies(d, w.mine, w.my_hand);
    const bool none_to_take = !mill_takeable(d, w.theirs);
    const bool many = zm_count_bits(w.theirs) + w.their_hand < d->men; /* one more can have been there */
    const uint32_t given = many ? mill_given(d, w.theirs, empty) : 0;
    for (uint64_t men = w.mine; men;) {
        const unsigned point = zm_take_lowest(&men);
        const uint32_t to = 1u << point;
        const bool closed = in_mills & to;
        for (int taken = 0; taken < 2; taken++) {
            if (taken ? !closed : over || (closed && !none_to_take))
                continue;
            if (w.my_hand < d->men)
                mill_unset(&w, to, 0, taken, given);
            if (w.my_hand && !d->moves_early)
                continue;
            for (uint64_t rest = flies ? empty : d->near[point] & empty; rest;)
                mill_unset(&w, to, 1u << zm_take_lowest(&rest), taken, given);
        }
    }
}

/* ---- inside a tier: men are moved, nothing is taken ---- */
/* How many steps there are from men to points: round the rings both ways, inward, outward, to the centre and from it. */
ZM_INLINE unsigned mill_count_steps(const mill_data *d, uint32_t men, uint32_t to)
{
    const uint32_t on_rings = men & d->rings, rings = to & d->rings, inward = rings & d->inward;
    unsigned n = zm_count_bits(rings & mill_back1(on_rings)) + zm_count_bits(rings & mill_ahead1(on_rings)) +
                 zm_count_bits(inward & on_rings << 8) + zm_count_bits(rings & (on_rings & d->inward) >> 8);
    if (d->lines)
        n += men & d->centre ? zm_count_bits(d->hub & to) : to & d->centre ? zm_count_bits(d->hub & men) : 0;
    return n;
}

/* The men from which a step to this point closes a mill. */
ZM_INLINE uint32_t mill_closers(const mill_data *d, uint32_t men, unsigned to, bool flies)
{
    uint32_t closers = 0;
    for (uint64_t rest = flies ? men : men & d->near[to]; rest;) {
        const uint32_t from = 1u << zm_take_lowest(&rest);
        closers |= mill_closing(d, men & ~from) >> to & 1 ? from : 0;
    }
    return closers;
}

ZM_INLINE unsigned mill_leaving(const zm_variant *v, zm_pos p, zm_move *out, unsigned *staying)
{
    const mill_data *d = mill_of(v);
    const uint32_t mine = mill_mine(p), theirs = mill_theirs(p), empty = d->board & ~(mine | theirs);
    const uint32_t takeable = mill_takeable(d, theirs), closing = mill_closing(d, mine) & empty;
    const bool flies = mill_flies(d, mine, mill_my_hand(p)), moves = !mill_my_hand(p) || d->moves_early;
    unsigned n = 0;
    for (uint64_t rest = mill_my_hand(p) ? empty : 0; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        n = mill_add_moves(MILL_NONE, to, closing >> to & 1, takeable, out, n);
    }
    *staying = !moves ? 0 : flies ? zm_count_bits(mine) * zm_count_bits(empty) : mill_count_steps(d, mine, empty);
    for (uint64_t rest = moves && takeable ? closing : 0; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = mill_closers(d, mine, to, flies); from; --*staying)
            n = mill_add_moves(zm_take_lowest(&from), to, true, takeable, out, n);
    }
    return n;
}

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

ZM_INLINE void mill_parents_inside(const zm_variant *v, zm_pos p, zm_visit_index *visit, void *arg)
{
    const mill_data *d = mill_of(v);
    const uint32_t mine = mill_theirs(p), theirs = mill_mine(p),
                   empty = d->board & ~(mine | theirs); /* of who has moved */
    const unsigned my_hand = mill_their_hand(p), their_hand = mill_my_hand(p);
    const unsigned my_men = zm_count_bits(mine), their_men = zm_count_bits(theirs);
    const unsigned at = d->tier_of[my_hand][their_hand][my_men][their_men];
    if (at == MILL_NO_TIER || (my_hand && !d->moves_early) || their_men + their_hand < MILL_FEWEST)
        return;
    const mill_tier *t = &d->tier[at & ~MILL_SECOND_BLOCK];
    const uint32_t begin = at & MILL_SECOND_BLOCK ? t->orbits : 0;
    const bool symmetric = mill_is_symmetric(d, theirs, mine), mine_first = my_men >= their_men;
    const bool flies = mill_flies(d, mine, my_hand), may_close = !mill_takeable(d, theirs);
    for (uint64_t men = may_close ? mine : mine & ~mill_in_mills(d, mine); men;) {
        const unsigned to = zm_take_lowest(&men);
        for (uint64_t rest = flies ? empty : d->near[to] & empty; rest;) {
            const uint32_t before = (mine & ~(1u << to)) | 1u << zm_take_lowest(&rest);
            const mill_spot spot = mine_first ? mill_spot_of(d, before, theirs, my_men, begin, t->subsets)
                                              : mill_spot_of(d, theirs, before, their_men, begin, t->subsets);
            visit(arg, spot.index, symmetric || spot.symmetric);
        }
    }
}

/* ---- the same by rows: places that have the first side's men in common ---- */
ZM_INLINE uint32_t mill_row_width(const zm_variant *v, uint32_t tier) { return mill_of(v)->tier[tier].subsets; }

typedef struct mill_row {
    const mill_data *d;
    const mill_tier *t;
    uint32_t first, free, second_men; /* the first side's men; the points they leave; how many men the second has */
    bool is_second_block, first_moves;
    mill_side mover, other;
} mill_row;

ZM_INLINE mill_row mill_row_of(const mill_data *d, uint32_t tier, uint64_t row)
{
    const mill_tier *t = &d->tier[tier];
    const bool is_second = row >= t->orbits;
    mill_row r = {.d = d, .t = t, .is_second_block = is_second};
    r.mover = is_second ? t->other : t->mover;
    r.other = is_second ? t->mover : t->other;
    r.first_moves = r.mover.men >= r.other.men;
    const unsigned men = r.first_moves ? r.mover.men : r.other.men;
    r.second_men = r.first_moves ? r.other.men : r.mover.men;
    r.first = d->set[d->first_set[men] + row - (is_second ? t->orbits : 0)];
    r.free = d->board & ~r.first;
    return r;
}

ZM_INLINE uint32_t mill_second(const mill_row *r, uint32_t column)
{
    return (uint32_t)zm_deposit(r->d->subset[r->d->first_subset[r->second_men] + column], r->free);
}

/* Where the row of an orbit begins that is seen by the other player: in the other block. */
ZM_INLINE uint64_t mill_row_before(const mill_row *r, uint32_t orbit)
{
    return (uint64_t)(orbit + (r->is_second_block ? 0 : r->t->orbits)) * r->t->subsets;
}

/* The second side has moved: its men before that, on the same row of the other block. */
ZM_INLINE void mill_second_back(const mill_row *r, uint64_t base, const uint32_t *columns, unsigned count,
                                zm_visit_index *visit, void *arg)
{
    const mill_data *d = r->d;
    const bool flies = d->flying && !r->other.hand && r->second_men == MILL_FEWEST;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t second = mill_second(r, columns[i]), empty = r->free & ~second;
        for (uint64_t men = second & ~mill_in_mills(d, second); men;) {
            const unsigned to = zm_take_lowest(&men);
            for (uint64_t rest = flies ? empty : d->near[to] & empty; rest; rest &= rest - 1) {
                const uint32_t before = (second & ~(1u << to)) | (uint32_t)(rest & (0 - rest));
                visit(arg, base + mill_subset_rank(d, (uint32_t)zm_extract(before, r->free)), false);
            }
        }
    }
}

/* The first side has moved, from one of two points to the other: the row of its men before that, for all columns. */
ZM_INLINE void mill_first_back(const mill_row *r, uint32_t to, uint32_t from, const uint32_t *seconds, unsigned count,
                               zm_visit_index *visit, void *arg)
{
    const mill_data *d = r->d;
    const uint32_t before = (r->first & ~to) | from;
    const unsigned men = r->other.men;
    const mill_orbit o = mill_orbit_of(d, before, men);
    const uint32_t free = d->board & ~d->set[d->first_set[men] + o.number];
    const uint64_t base = mill_row_before(r, o.number);
    for (unsigned i = 0; i < count; i++) {
        if (seconds[i] & from)
            continue;
        if (o.stabiliser) {
            const mill_spot spot =
                mill_spot_of(d, before, seconds[i], men, r->is_second_block ? 0 : r->t->orbits, r->t->subsets);
            visit(arg, spot.index, spot.symmetric);
            continue;
        }
        const uint32_t second = mill_image(d, o.operation, seconds[i]);
        visit(arg, base + mill_subset_rank(d, (uint32_t)zm_extract(second, free)), false);
    }
}

ZM_INLINE void mill_first_all_back(const mill_row *r, const uint32_t *seconds, unsigned count, zm_visit_index *visit,
                                   void *arg)
{
    const mill_data *d = r->d;
    const bool flies = mill_flies(d, r->first, r->other.hand);
    for (uint64_t men = r->first & ~mill_in_mills(d, r->first); men;) {
        const unsigned to = zm_take_lowest(&men);
        for (uint64_t rest = flies ? r->free : d->near[to] & r->free; rest; rest &= rest - 1)
            mill_first_back(r, 1u << to, (uint32_t)(rest & (0 - rest)), seconds, count, visit, arg);
    }
}

/* One by one where the first side has symmetries of its own, where both have as many men (then it is the other's men that are the
 * first before the move), where mills may be closed for nothing, and where the tier is not one of moving. */
ZM_INLINE bool mill_is_plain_row(const mill_row *r, uint64_t row)
{
    const mill_data *d = r->d;
    const unsigned men = r->first_moves ? r->mover.men : r->other.men;
    return !d->own[d->first_set[men] + row % r->t->orbits] && r->mover.men != r->other.men && !d->spares &&
           r->t->blocks == 2 && (!r->other.hand || d->moves_early) && r->mover.men + r->mover.hand >= MILL_FEWEST;
}

ZM_INLINE void mill_parents_of_row(const zm_variant *v, uint32_t tier, uint64_t row, const uint32_t *columns,
                                   unsigned count, zm_visit_index *visit, void *arg)
{
    enum { MANY = 256 };
    const mill_row r = mill_row_of(mill_of(v), tier, row);
    uint32_t seconds[MANY];
    if (!mill_is_plain_row(&r, row)) {
        for (unsigned i = 0; i < count; i++)
            mill_parents_inside(v, mill_unrank(v, (zm_place){tier, row * r.t->subsets + columns[i]}), visit, arg);
        return;
    }
    if (r.first_moves) {
        mill_second_back(&r, mill_row_before(&r, (uint32_t)(row % r.t->orbits)), columns, count, visit, arg);
        return;
    }
    for (unsigned i = 0; i < count; i += MANY) {
        const unsigned n = count - i < MANY ? count - i : MANY;
        for (unsigned k = 0; k < n; k++)
            seconds[k] = mill_second(&r, columns[i + k]);
        mill_first_all_back(&r, seconds, n, visit, arg);
    }
}

#ifndef __CUDACC__ /* for the CPU, which has caches for rows */
#include "rows.h"
#endif

/* MOST MOVES   An empty point is reached from the hand and by at most four neighbours. It closes a mill only together with a pair
 *              of the mover's men, each point with another pair: n men close at most n(n - 1)/2. So there are at most 5cm + 5(e - c) moves when c of
 *              e empty points close a mill and the other has m men: 450, with n = 5, m = 9 and c = e = 10. Three men that fly
 *              close at most three, and have fewer. */
/* clang-format off */
#define RULES                                                                                                              \
    {.start = mill_start, .moves = mill_moves, .play = mill_play, .ended = mill_ended, .from_mover = true,                 \
     .fingerprint = mill_fingerprint, .tiers = mill_tiers, .tier_size = mill_tier_size, .rank = mill_rank,                 \
     .unrank = mill_unrank, .inside = ZM_CYCLES, .all_states = mill_all_states, .is_state = mill_is_state, .children = mill_children,                 \
     .parents = mill_parents, .leaving = mill_leaving, .parents_inside = mill_parents_inside, .most_moves = 512, \
     .row_width = mill_row_width, .parents_of_row = mill_parents_of_row, .rows = &mill_rows}
/* clang-format on */

#endif
