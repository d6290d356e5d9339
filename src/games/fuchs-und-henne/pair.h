/* pair.h: a pair of hunters against many.
 *
 * One side has two pieces that take by jumping, the other has many that come down the board to get home. For a fixed
 * placement of the many, the pairs of squares where the two may stand with some property are a set of bits, and so are
 * the squares of a single one. Two rules may come on top. Huffing: who could have jumped and steps instead has a piece
 * removed, one that the many choose; with the last one the game is lost. Rescue: when the only piece left of two takes
 * something, the many put the other one back on a free square. Both are moves of their own, made by the many before
 * they move.
 *
 * Placements with much in common are a shape, of which play never comes back to one that it has left: steps to the side
 * stay, steps forward and captures leave it. Shapes are numbered in order of how many there are of the many, then of
 * how far they have come, the farthest first. A step forward leads to shapes with the next greater `depth`.
 *
 * The pair wins when the many are too few or cannot move; the many when they are home, when the pair cannot move, and
 * when it is gone.
 *
 * A shape has a tier for each kind of state it can have (zm_pair_kind). A place there is (turn * placements + n) *
 * columns + column: turn 0 is the many's, 1 the pair's, who has one only where it may move; n is the placement's
 * number; column is the number of the single one's square among the free squares, or of two with the numbers a < b it
 * is C(b,2) + a, or 0. Of a placement that is its own image, those of the pair are states that are not greater than
 * theirs. */
#ifndef ZERMELO_PAIR_H
#define ZERMELO_PAIR_H

#include <zermelo/game.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ZM_PAIR_SQUARES = 33 }; /* at most: a row of a set, without the square itself, then has 32 bits */
enum { ZM_PAIR_COLUMNS = ZM_PAIR_SQUARES * (ZM_PAIR_SQUARES - 1) / 2, ZM_PAIR_NO_TIER = -1 };

typedef enum zm_pair_kind {                    /* of states, in the order of a shape's tiers */
                            ZM_PAIR_GONE,      /* the last has been removed: over */
                            ZM_PAIR_LAST_GOES, /* it is about to be */
                            ZM_PAIR_ONE,       /* one is left, or there never were two */
                            ZM_PAIR_ONE_GOES,  /* one of two is about to be removed */
                            ZM_PAIR_TWO,
                            ZM_PAIR_ONE_BACK, /* the other one is about to be put back */
                            ZM_PAIR_KINDS
} zm_pair_kind;

typedef struct zm_pair_ways { /* how a variant is played */
    unsigned hunters;         /* at the start: 1 or 2 */
    bool huffs;               /* and, with two at the start, rescues */
    bool chains;              /* may jump on in the same move, */
    bool whole;               /* and must as long as it can */
} zm_pair_ways;

typedef struct zm_pair {
    unsigned player; /* who has the pair: 0 or 1 */
    unsigned squares;
    zm_pair_ways (*ways)(const zm_variant *v);
    /* The start: the many, the pair. It is the many's turn. */
    void (*start)(const zm_variant *v, uint64_t *many, uint64_t *pair);

    uint32_t (*shapes)(const zm_variant *v);
    unsigned (*pieces)(const zm_variant *v, uint32_t shape); /* how many they are */
    unsigned (*depth)(const zm_variant *v, uint32_t shape);
    uint32_t (*placements)(const zm_variant *v, uint32_t shape); /* that are not greater than their image */
    /* Placement n of a shape as a set of squares, and back (tier is the shape, index is n). */
    uint64_t (*many)(const zm_variant *v, uint32_t shape, uint32_t n);
    zm_place (*place)(const zm_variant *v, uint64_t many);
    int64_t (*tier)(const zm_variant *v, uint32_t shape, zm_pair_kind kind); /* ZM_PAIR_NO_TIER: it has none */
    /* The mirror image of a set of squares, which is its own inverse. */
    uint64_t (*image)(const zm_variant *v, uint64_t set);
    unsigned (*enough)(const zm_variant *v); /* with fewer of the many the pair has won */
    bool (*home)(const zm_variant *v, uint64_t many);

    /* Where one of the pair can step from a square, and back; where one of the many can, and which of these steps stay
     * in the shape, and can be taken back. */
    uint64_t (*steps)(const zm_variant *v, unsigned from);
    uint64_t (*forth)(const zm_variant *v, unsigned from);
    uint64_t (*aside)(const zm_variant *v, unsigned from);
    /* Where one of the pair lands that jumps over a neighbour; ZM_PAIR_SQUARES: not that way. */
    unsigned (*land)(const zm_variant *v, unsigned from, unsigned over);
    /* The state, that is its fingerprint, with these pieces of both; turn: 1 when it is the pair's; task: what the many
     * do, 0 move, 1 remove one of the pair, 2 put one back. */
    zm_pos (*state)(const zm_variant *v, uint64_t many, uint64_t pair, unsigned turn, unsigned task);
} zm_pair;

#ifdef __cplusplus
}
#endif

#endif
