/* tier_gpu.h: a tier with cycles, for a device with thousands of threads: what both ways to solve it have in common.
 *
 *     counting_gpu.inc   moves are counted down, for games that say who leads to a state
 *     forward_gpu.inc    undecided states look at their moves again, for all others
 *
 * VALUES. An undecided state has a value that is no other's, 0x7C00 to 0x7FFF, whose lower ten bits belong to the way.
 * Losses therefore take 0x7BFE plies at most here. A place without a state is ZM_NONE. A win by a move out of the tier
 * is written at once, and may still become a sooner one.
 *
 * LEVELS. All that has remoteness r or less is right and stays when level r is done. A few bits for each ZM_TIER_BLOCK
 * places say which remotenesses occur there, and a byte whether something is marked, so that a step visits only blocks
 * that have something to do: they are listed, and warps take them from the list. The last levels, a few hundred states
 * in hundreds of millions of places, cost a look at the bits.
 *
 * SLICES. A step is about the places [from, to) of the tier, of which there are less than 2^32, so that whoever starts
 * it can say in between how far it is, and stop.
 *
 * tier_gpu.inc has what threads do in both ways; kernel/tier_runner.h who runs them. In the common subset of C and CUDA
 * C++.
 *
 * Memory: 2 bytes a place, of all tiers that are still needed; 33 bytes for each ZM_TIER_BLOCK of the tier, and 4 for
 * each of a slice. */
#ifndef ZM_KERNEL_TIER_GPU_H
#define ZM_KERNEL_TIER_GPU_H

#include "game/device_rules.h"

#include <zermelo/rules.h>

enum {
    ZM_TIER_BLOCK = 1024, /* places */
    ZM_TIER_LEVELS = 256, /* that a block tells apart; the last bit is for all farther */
    ZM_TIER_WORDS = ZM_TIER_LEVELS / 64,
    ZM_TIER_FARTHEST = 0x7BFD,
};

typedef enum zm_tier_step {
    ZM_TIER_LOOK = 0,    /* at every place: the moves that leave the tier, and those that do not */
    ZM_TIER_LIST_LEVEL,  /* blocks that have the level */
    ZM_TIER_LIST_MARKED, /* blocks with something marked */
    ZM_TIER_TELL,        /* counting: the parents of states with the level */
    ZM_TIER_SETTLE,      /* counting: what is marked */
    ZM_TIER_AGAIN,       /* forward: looks again at what is not decided */
    ZM_TIER_LOOK_WDL,    /* forward, only who wins: instead of LOOK, */
    ZM_TIER_AGAIN_WDL,   /* and instead of AGAIN */
    ZM_TIER_CLOSE,       /* what is undecided is drawn; all is counted */
    ZM_TIER_FARTHEST_HI, /* of the blocks listed, the smallest fingerprint of that level: its upper half */
    ZM_TIER_FARTHEST_LO, /* and its lower one */
} zm_tier_step;

typedef struct
    zm_tier_gpu_notes { /* made new for every tier, but for `ticket` and `listed`, which are for every list */
    uint64_t visits;    /* states, moves and parents looked at */
    uint64_t states, won_by[2], drawn;
    uint64_t hi, lo;         /* of the farthest position */
    uint64_t found[2];       /* forward: states that were found to be lost, and won */
    uint32_t farthest;       /* remoteness that was ever found; when the tier is closed, that of a state */
    uint32_t decided;        /* is there a state that is won or lost? */
    uint32_t stays;          /* forward: does a move inside the tier keep the turn? */
    uint64_t listed, ticket; /* blocks on the list; those that were taken from it */
} zm_tier_gpu_notes;

typedef struct zm_tier_gpu_levels {                      /* forward: remotenesses that were found in the tier */
    uint64_t found[2][(ZM_TIER_FARTHEST + 2 + 63) / 64]; /* a bit each: of losses, of wins */
} zm_tier_gpu_levels;

typedef struct zm_tier_gpu {
    const zm_variant *variant; /* here, not on the device */
    zm_device_rules rules;     /* this and all that follows is on the device */
    zm_value **values;         /* by tier; NULL where it is not there */
    zm_value *own;             /* of the tier that is solved */
    uint32_t tier;
    uint64_t size;
    uint64_t from, to;       /* the slice; `from` is a multiple of ZM_TIER_BLOCK */
    const uint64_t *reached; /* a bit a place; NULL: see `ask` */
    bool ask;                /* the rules say whether there is a state at a place; else there always is */
    bool wins;               /* forward: are they looked for, or only losses? */
    unsigned level;
    uint64_t *levels; /* ZM_TIER_WORDS a block: remotenesses that occur there */
    uint8_t *marked;  /* by block */
    uint32_t *list;   /* of blocks */
    zm_tier_gpu_notes *notes;
    zm_tier_gpu_levels *found; /* NULL: nobody asks */
} zm_tier_gpu;

#endif
