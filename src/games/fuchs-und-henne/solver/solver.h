/* solver.h: a pair of hunters against many (pair.h), solved by sets of pairs.
 *
 * With M a placement of the many, {a,b} the squares of the pair, F and H where the pair and the many win, J where one
 * of the pair can jump, all of them sets of pairs:
 *     B2[M]  many to move      H: a step M -> M' into A2[M'].H     F: all steps into A2[M'].F
 *     A2[M]  pair to move      F: a jump into V2.F, a step into R2.F where J, into B2.F where not J
 *                              H: all of these into H
 *     R2[M]  one is removed    H: B1.H of one of the two                F: B1.F of both
 *     V2[M]  a has just landed  B2 if it stops here, V2[M less one] if it jumps on; ordered: (a,b) is not (b,a)
 * and with one of the pair left, squares a: B1 as B2; A1, where a step that misses a jump loses; V1, which stops at
 *     P[M]   one is put back   H: B2.H with it on some square       F: B2.F on all
 * V makes one move of a chain of jumps without following it. R2 needs B1 of the same placement; P is asked for where
 * something was taken, so nothing goes round in circles but steps to the side (A and B of one shape): these are decided
 * by sets that grow to a fixpoint.
 *
 * Placements with the same number of the many are a layer; those that have come equally far, a slice of it. A step
 * forward leads to the slice before, so A is kept of two slices at a time; V is kept of the layer below in full,
 * packed: n rows of n-1 bits for n free squares.
 *
 * Which states play reaches is found first, from the top layer down, by the same sets turned round: A2 from B2 by steps
 * of the many, B2 from A2 by steps of the pair, V2 from A2 and V2 of the layer above by jumps. What is not reached in
 * full is kept, packed, to count by.
 *
 * How far a win is comes last, shape by shape (distance.inc): the same formulas with minima and maxima for some and
 * all. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_SOLVER_SOLVER_H
#define ZM_GAMES_FUCHS_UND_HENNE_SOLVER_SOLVER_H

#include "base/marks.h"
#include "base/packed_bits.h"
#include "base/square_pairs.h"
#include "games/fuchs-und-henne/pair.h"

#include <zermelo/table.h>

typedef struct zm_won_ones { /* squares of a single one, where it wins and where the many do */
    uint64_t lone, many;
} zm_won_ones;

typedef struct zm_twos { /* a set of pairs: row a has the squares of the other one, without a itself */
    uint32_t row[CROSS_FIELDS];
} zm_twos;

typedef struct zm_won_twos {
    zm_twos pair, many;
} zm_won_twos;

/* How far, as the pair sees it (distance.inc): by pair of squares b < a, in order of a, then b; and by square. */
typedef uint16_t zm_pair_value;
enum { ZM_PAIR_STRIDE = 40 };
typedef struct zm_pair_values {
    zm_pair_value two[HEN_WIDEST];
} zm_pair_values;
typedef struct zm_pair_one_values {
    zm_pair_value one[CROSS_FIELDS];
} zm_pair_one_values;

typedef struct zm_pair_tables {  /* of pairs of squares */
    zm_twos hit[CROSS_FIELDS];   /* the pairs with this square */
    uint16_t turned[HEN_WIDEST]; /* by pair: its image */
} zm_pair_tables;

/* Of a whole layer, packed: V by who wins (2 sets), or from where jumps begin (1). */
typedef struct zm_pair_landings {
    uint64_t *two, *one; /* a placement: `words`, `sets` */
    unsigned free, sets, words;
    uint8_t *plies, *one_plies; /* of V, with distances: a placement `free` rows of `free` - 1; `free` */
} zm_pair_landings;

ZM_INLINE unsigned zm_pair_landing_words(unsigned free, unsigned sets) { return (sets * free * (free - 1) + 63) / 64; }
/* What is kept of which states there are: A2 and B2 as triangles, A1, B1, P. */
ZM_INLINE unsigned zm_pair_seen_words(unsigned free) { return (free * (free + 2) + 63) / 64; }

/* The same where the many are too few: B2 and B1. */
ZM_INLINE unsigned zm_pair_few_words(unsigned free) { return (free * (free + 1) / 2 + 63) / 64; }

static inline unsigned zm_pair_triangle(unsigned free) { return free * (free - 1) / 2; }

/* Of a slice, by placement of the layer from `begin` on. */
typedef struct zm_pair_window {
    uint64_t begin;
    zm_won_twos *two;  /* A2 */
    zm_won_ones *one;  /* A1 */
    zm_twos *two_seen; /* while states are found: B2 */
    uint64_t *one_seen;
    uint8_t *plies; /* with distances: of A2, a triangle of free squares a placement; A1 */
    zm_pair_one_values *one_values;
} zm_pair_window;

typedef struct zm_pair_seen { /* of a shape: the placements that are not reached in full */
    zm_marks *mark;
    uint64_t *entry, entries;
} zm_pair_seen;

typedef struct zm_pair_counts {
    uint64_t states, won_by_pair, won_by_many, visits;
} zm_pair_counts;

typedef struct zm_pair_farthest {
    int plies;
    bool any, beyond; /* beyond: some are too far to be told */
    zm_pos at;        /* of the states with so many plies the smallest */
    zm_value start;
} zm_pair_farthest;

/* A thread's room for the placements of a shape. */
typedef struct zm_pair_room {
    uint64_t *many, *dirty;
    zm_won_twos *moves, *outside,
        *jumps; /* B2; of it what steps forward do; of A2 where jumps and huffing win, where they do not lose */
    zm_won_ones *one_moves, *one_outside, *one_jumps;
    zm_twos *seen, *landed; /* while states are found: A2, V2, */
    zm_twos *above, *begun; /* of A2 what comes from the slice above, of B2 what does not come from A2 */
    uint64_t *one_seen, *one_landed, *one_above, *one_begun, *put;
    uint64_t *entry;
    uint8_t *flag; /* A2 has been decided; while states are found: all are reached; with distances: some are decided */
    zm_pair_values *here_values;                                  /* A2, with distances, */
    zm_pair_values *moves_values, *outside_values, *jumps_values; /* and as above */
    zm_pair_one_values *one_moves_values, *one_outside_values, *one_jumps_values;
} zm_pair_room;

typedef struct zm_pair_job {
    const zm_variant *variant;
    const hen_board *board;
    const zm_pair_tables *tables; /* NULL on a device */
    const uint64_t *first;        /* by shape: its first placement in its layer */
    uint32_t shape;
    uint64_t from, count; /* its placements in the layer */
    unsigned pieces, free;
    bool few, top;                       /* top: nothing has been taken yet */
    bool stores;                         /* values go to a table */
    bool distances;                      /* how far is found, too */
    const zm_pair_window *beyond, *here; /* the slice that steps lead to, or come from; and this one */
    zm_pair_landings near_layer,
        this_layer; /* below, or above while states are found; two is NULL where there is none */
    zm_pair_room room;
    const zm_pair_seen *seen; /* of this shape */
    zm_pair_counts counts;
    zm_won_ones start; /* of its placement, bit 0: who wins at the start */
    zm_pair_farthest farthest;
} zm_pair_job;

/* Some rows of a tier of a shape: a value a column of each placement from `from` on. */
typedef struct zm_pair_part {
    hen_kind kind;
    unsigned turn; /* 0: the many's */
    uint64_t from, count;
} zm_pair_part;

typedef struct zm_pair_sum { /* what a tier adds up to */
    zm_pair_counts counts;
    zm_pair_farthest farthest; /* with distances: start and beyond are not used */
} zm_pair_sum;

enum { ZM_PAIR_SLACK = 16 }; /* values behind the last one that may be written, too */

static inline unsigned zm_pair_columns(hen_kind kind, unsigned free)
{
    return kind == HEN_NO_FOX ? 1 : kind == HEN_TWO_FOXES || kind == HEN_ONE_GOES ? free * (free - 1) / 2 : free;
}

/* ---- a shape at a time, on one thread (kernels.c) ---- */
void zm_pair_reach(zm_pair_job *j);    /* which states play reaches */
void zm_pair_classify(zm_pair_job *j); /* who wins */
void zm_pair_measure(zm_pair_job *j);  /* after that: how far it is */
/* Values of some rows, with what they add up to; the same back from a table, in any order; and what other layers need
 * of a shape whose rows have all been taken back. The placements are listed first. */
void zm_pair_list(const zm_pair_job *j);
void zm_pair_pack(const zm_pair_job *j, const zm_pair_part *p, zm_value *out, zm_pair_sum *sum);
void zm_pair_unpack(const zm_pair_job *j, const zm_pair_part *p, const zm_value *values);
void zm_pair_restore(zm_pair_job *j);

#endif
