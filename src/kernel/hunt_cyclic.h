/* hunt_cyclic.h: a hunt with cycles and captures (zermelo/hunt.h), tier by tier.
 *
 * Nearly all states of such a game are drawn, and nearly all places are states. So what is kept of a tier is only what
 * is not so: for the placements with something decided, the squares from which each side wins and how far that is; for
 * the placements that play does not reach on all squares, where it does. Everything else costs two bits a placement.
 *
 * With M a placement of the many, s a square of the lone piece, values for the side to move:
 *     B[M][s]  many to move     max over steps M -> M' of before(A[M'][s])
 *     V[M][s]  just landed      min of B[M][s] and, where it may jump on, V[M less one][s'] over the jumps s -> s'
 *     A[M][s]  lone to move     before(min of B[M][s'] over steps s -> s', V[M less one][s'] over jumps s -> s')
 * V makes one ply of a chain of jumps without following it: a tier only looks at the tiers one capture or one step
 * away. */
#ifndef ZM_KERNEL_HUNT_CYCLIC_H
#define ZM_KERNEL_HUNT_CYCLIC_H

#include "base/file.h"
#include "base/marks.h"
#include "base/sets.h"
#include "hunt_board.h"

#include <zermelo/hunt.h>

typedef struct zm_won { /* squares of the lone piece */
    uint64_t lone, many;
} zm_won;

typedef struct __attribute__((packed, aligned(4))) zm_decided {
    zm_won won;
    uint32_t first; /* its values: one a square of either set, in ascending order */
} zm_decided;

typedef struct zm_decisions { /* of a tier, with one of A, B and V */
    uint64_t *some; /* a bit a placement, images too, by its number in the tier: is anything decided? NULL: nowhere */
    zm_marks *mark;
    zm_decided *entry;
    zm_value *value;
    uint64_t entries, values;
} zm_decisions;

typedef struct zm_visited { /* squares that play reaches */
    uint64_t many, lone;    /* by whose turn it is */
    uint64_t landed;        /* where a jump ends, that may go on */
} zm_visited;

typedef struct zm_visits { /* of a tier: the placements that are not reached on all free squares */
    zm_marks *mark;
    const uint64_t *entry; /* packed (base/sets.h); ours, or in the file */
    uint64_t entries;
} zm_visits;

static inline zm_visited zm_visited_at(const zm_visits *t, uint64_t n, uint64_t free)
{
    uint64_t entry;
    if (!zm_marked(t->mark, n, &entry))
        return (zm_visited){free, free, free};
    const zm_sets s = zm_unpack_sets(t->entry + entry * zm_sets_words(zm_count_bits(free)), free);
    return (zm_visited){s.set[0], s.set[1], s.set[2]};
}

typedef struct zm_cyclic {
    const zm_variant *variant;
    zm_hunt_board board;
    unsigned most; /* of the many, which is how many start */
    uint8_t number[ZM_HUNT_BANDS][ZM_HUNT_SETS];
    zm_place start;                     /* placement, not place */
    uint64_t start_bit;                 /* the lone piece's square */
    bool distances;                     /* not only who wins */
    zm_decisions *many, *landed, *lone; /* by tier: B, V, A */
    zm_visits *visits;                  /* by tier */
    zm_mapped file;                     /* that has their entries, once they are saved */
    uint32_t *same_layer_users;         /* by tier: tiers with as many pieces that still need its A */
} zm_cyclic;

/* One thread's room while it works on a tier. */
typedef struct zm_cyclic_place {
    uint64_t many;  /* the placement */
    zm_won outside; /* what steps out of the tier do: all of them lost, some of them won for the many */
    zm_won moves;   /* B: the many to move */
    uint64_t wins;  /* squares with a jump that wins, */
    uint64_t holds; /* with a jump that does not lose */
} zm_cyclic_place;

enum { ZM_CYCLIC_TIERS = 32, ZM_CYCLIC_UNKNOWN = 255 }; /* one step or one capture away, at most */
typedef struct zm_cyclic_next {
    uint32_t tier;
    uint32_t stride[ZM_HUNT_BANDS];
    uint64_t number; /* that the placement's sets would have there */
} zm_cyclic_next;

typedef struct zm_cyclic_work {
    uint32_t tier;
    unsigned nexts;
    zm_cyclic_next next[ZM_CYCLIC_TIERS];
    uint8_t step[ZM_HUNT_SQUARES][ZM_HUNT_SQUARES], take[ZM_HUNT_SQUARES]; /* which of them, or ZM_CYCLIC_UNKNOWN yet */
    uint64_t count;                                                        /* placements */
    zm_cyclic_place *place;
    zm_won *lone;      /* A */
    uint64_t *dirty;   /* bits */
    zm_value *outside; /* by value of B: the best step out of the tier */
    zm_value *jump;    /* by value of A: the best jump */
    zm_visited *visited;
    uint64_t visits; /* placements looked up */
} zm_cyclic_work;

/* A tier at a time, on one thread. */
typedef struct zm_hunt_cyclic_kernels {
    void (*reach)(const zm_cyclic *c, zm_cyclic_work *w);  /* which states play reaches (w->visited) */
    void (*words)(const zm_cyclic *c, zm_cyclic_work *w);  /* who wins where (w->place, w->lone); */
    void (*values)(const zm_cyclic *c, zm_cyclic_work *w); /* then how far, when there is room for it */
    /* V of a tier of which A and B are known: which squares, then how far. */
    void (*landings)(const zm_cyclic *c, zm_cyclic_work *w);
    void (*landing_values)(const zm_cyclic *c, zm_cyclic_work *w);
} zm_hunt_cyclic_kernels;

#endif
