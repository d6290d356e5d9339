/* board.h: the boards of Nine Men's Morris and its relatives, positions on them, and mills.
 *
 * The boards are one to three rings of eight points, with or without a centre. Point 8r + k is the k-th of ring r,
 * counted clockwise from its upper left corner, ring 0 the outermost: even k are corners, odd k the middles of sides.
 * Lines run round each ring, and between rings through the middles (with `diagonals` through the corners too). Three in
 * a row on a line are a mill. Sets of points are words: whether three in a row are there is seen for all rows at once,
 * by turning the rings.
 *
 * POSITION   lo  0 to 23   the mover's men, a bit a point;  lo 32 to 55  the other's
 *            hi  0 to 3    men in the mover's hand;         hi  4 to 7   in the other's
 *            hi 63         whose turn: 0 white, 1 black. It is no part of the state (from_mover): what black can do, white can with
 *                          the colours exchanged. */
#ifndef ZM_GAMES_NINE_MENS_MORRIS_BOARD_H
#define ZM_GAMES_NINE_MENS_MORRIS_BOARD_H

#include <zermelo/rules.h>

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

#endif
