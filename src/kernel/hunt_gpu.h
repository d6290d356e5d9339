/* hunt_gpu.h: a hunt with cycles (hunt_cyclic.h) for a device with thousands of threads, a thread a placement.
 *
 * The host has its own (hunt_cyclic.inc), which keeps only what is decided: on one core these take 6.4 s and 203 MB for
 * six geese, the host's 1.3 s and 23 MB. The board (hunt_board.h) is the same.
 *
 * There is room for every placement of a layer (so many of the many left) on it, so nothing is left out and no tier is
 * told from another. A placement and its image have a place each, by their rank among all sets of so many squares: with
 * r_b the pieces on the squares of band b and all higher ones,
 *     rank(M) = sum over the bands b of before[b][r_b][set of M in b]
 * where before[b] counts the sets of squares with a smaller set in band b,
 * so that a step changes one or two terms. Both are computed once, for the smaller one of them.
 *
 * Every square has a weight: the same where steps to the side lead, more where steps ahead do. The placements of a
 * layer with the same sum of weights are a slice. Steps ahead lead to heavier slices, so these come in order: all of a
 * slice are looked at, then those again beside which something has changed, until nothing does. That grows sets of
 * squares that only grow, in whatever order the threads come.
 *
 *     REACH  from the top layer down, the lightest slice first: where play comes to, as hunt_cyclic.h has it. Of a
 *            layer are kept a bit for each placement that is reached on all free squares, both turns, and the squares
 *            of those that are reached on some.
 *     WON    from the bottom layer up, the heaviest slice first: A. B and V follow from it when the layer is done, and
 *            everything is counted then.
 *     ROWS   of a layer that is done, where there is to be a table: its tiers, in the table's order. Only the game
 *            knows that order (kernel/placements_runner.h); the values are found by rank.
 *
 * Memory, a placement of the largest layer, images too: 48 bytes while A and V are found, 32 while REACH; 5 more for
 * lists. In the common subset of C and CUDA C++; hunt_gpu.inc has what threads do, engine/cuda/hunt/hunt.c which
 * step comes when. */
#ifndef ZM_KERNEL_HUNT_GPU_H
#define ZM_KERNEL_HUNT_GPU_H

#include "base/stream.h"
#include "device_probe.h"
#include "hunt_board.h"

#include <zermelo/hunt.h>

typedef enum zm_hunt_gpu_step {
    ZM_HUNT_GPU_LIST = 0,    /* the placements of the layer, slice by slice */
    ZM_HUNT_GPU_REACH_FIRST, /* a slice: from lighter slices and from the layer above */
    ZM_HUNT_GPU_REACH_AGAIN, /* what is dirty: from the side */
    ZM_HUNT_GPU_KEEP_COUNT,  /* how many placements are reached in part */
    ZM_HUNT_GPU_KEEP,        /* which */
    ZM_HUNT_GPU_WON_FIRST,   /* a slice */
    ZM_HUNT_GPU_WON_AGAIN,   /* what is dirty */
    ZM_HUNT_GPU_CLOSE,       /* V of the layer; counts placements reached on all squares */
    ZM_HUNT_GPU_COUNT_PARTS, /* counts those reached in part */
    ZM_HUNT_GPU_FAR_COUNT,   /* how many squares of A are decided */
    ZM_HUNT_GPU_FAR_MAKE,    /* room for each of them */
    ZM_HUNT_GPU_FAR_FIRST,   /* a slice */
    ZM_HUNT_GPU_FAR_AGAIN,   /* what is dirty */
    ZM_HUNT_GPU_FAR_CLOSE,   /* how far V is; the farthest, of placements reached on all squares */
    ZM_HUNT_GPU_FAR_PARTS,   /* and of those reached in part */
    ZM_HUNT_GPU_FAR_LIST,    /* the placements that have it, */
    ZM_HUNT_GPU_FAR_LIST_PARTS,
    ZM_HUNT_GPU_ANSWER, /* what is asked about placements of the layer */
    ZM_HUNT_GPU_INDEX,  /* finds those that are reached in part by their rank from now on */
    ZM_HUNT_GPU_ROWS,   /* values of a tier of the layer, as the table has them */
} zm_hunt_gpu_step;

typedef struct __attribute__((aligned(16))) zm_hunt_gpu_won { /* squares of the lone piece */
    uint64_t lone, many;
} zm_hunt_gpu_won;

/* How far it is, of a layer: for every placement that is not greater than its image a value for each square that is
 * decided, in ascending order, from value[first[rank]] on. */
typedef struct zm_hunt_gpu_far {
    uint32_t *first;
    zm_value *value;
} zm_hunt_gpu_far;

typedef struct zm_hunt_gpu_part { /* a placement that is reached on some squares, by whose turn it is */
    uint64_t placement, many, lone;
} zm_hunt_gpu_part;

typedef struct zm_hunt_gpu_board {
    zm_hunt_board map;
    uint32_t rows; /* of `before`, per band */
    uint8_t weight[ZM_HUNT_SQUARES];
    uint64_t steps[ZM_HUNT_BANDS][ZM_HUNT_SETS], image[ZM_HUNT_BANDS][ZM_HUNT_SETS]; /* of the sets of a band */
} zm_hunt_gpu_board;

typedef struct zm_hunt_gpu_notes {
    uint64_t listed[2]; /* of the two lists of what is dirty */
    uint64_t visits;    /* placements that were looked up */
    uint64_t parts;     /* of a layer: placements reached in part */
    uint64_t states, won_by_lone, won_by_many;
    zm_hunt_gpu_won start; /* B of the start */
    uint64_t values;       /* squares that are decided, of A or V of a layer */
    uint64_t candidates;   /* placements with a state that is farthest */
    uint32_t farthest;     /* remoteness of a state of the layer, at most; 0 also when nothing is decided */
    uint32_t start_value;
} zm_hunt_gpu_notes;

typedef struct zm_hunt_gpu { /* what it names is on the device */
    const zm_hunt_gpu_board *board;
    const uint32_t *before;          /* [band][pieces][set] */
    unsigned layer;                  /* how many are left */
    unsigned bottom, top;            /* layers: there the lone piece has won; and that of the start */
    uint32_t size;                   /* placements of the layer, images too */
    uint64_t start[2], start_bit[2]; /* placement and square, and their images */
    uint64_t *order;                 /* placements that are not greater than their image, by slice */
    uint64_t *cursor;                /* by slice: where the next one goes */
    uint64_t from, to;               /* of `order`, in a step that is about a slice or all of them */
    uint64_t *list[2];               /* placements that are dirty, for this round and for the next */
    uint32_t *dirty[2];              /* a bit a placement */
    unsigned round;                  /* 0 or 1: which of them are looked at */
    zm_hunt_gpu_won *lone;           /* A of this layer */
    zm_hunt_gpu_won *landed, *below; /* V of this layer and of the next lower one */
    uint64_t *reached_many, *reached_lone;
    uint64_t *jumps,
        *above;      /* from where it may jump, to move or in a chain: of this layer and of the next higher one */
    uint32_t *whole; /* a bit a placement: reached on all free squares */
    zm_hunt_gpu_part *part;
    bool distances;                        /* what follows is there */
    zm_hunt_gpu_far lone_far;              /* of A */
    zm_hunt_gpu_far landed_far, below_far; /* of V */
    zm_hunt_gpu_part *candidate;           /* with room for `room` */
    uint64_t room;
    zm_device_probe *ask; /* `seen`: the placement is reached on all free squares */
    /* Rows of a table, each with a value a free square of a placement that is not greater than its image: */
    const uint64_t *placement; /* of each row */
    uint64_t lone_from;        /* the row from which on the lone piece is to move */
    zm_value *row;             /* one after the other */
    uint32_t *part_of;         /* by rank: one more than the number of its part; 0: it has none */
    zm_hunt_gpu_notes *notes;
} zm_hunt_gpu;

typedef struct zm_hunt_runner {
    /* Begins a step, after those that were begun before. Lists are as long as `notes` says there. */
    const char *(*start)(zm_stream *s, zm_hunt_gpu_step kernel, const zm_hunt_gpu *job);
} zm_hunt_runner;

#endif
