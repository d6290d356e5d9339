/* counting_gpu.h: retrograde analysis of a tier by counting moves down, as solve/backward/counting.c does it, for a
 * device with thousands of threads.
 *
 * The host has its own (counting.inc, rows.inc): on one core these take 5.3 s for Nine Men's Morris with endgame=5,
 * where the host's take 2.0 s, by rows that share what one side's men can do.
 *
 * What the values know nobody has to keep beside them: those of undecided states count. Parents lie all over the tier,
 * so one access to far memory is what a parent costs, and there is only one. Such a value is no other's:
 *
 *     0x7C00 + left   so many moves may still not lose (0 to 255)
 *        + 0x100      doubtful: symmetric states make the number uncertain; all moves are looked at instead
 *        + 0x200      again: told of something at this level that may decide it
 *
 * so that losses take 0x7BFE plies at most here. A place without a state is ZM_NONE from the beginning.
 *
 * A level has two steps. First what has remoteness r tells its parents: those of a loss are won in r + 1, those of a
 * win count down, and those for which that may be the end are marked. Then what is marked is looked at: is it lost, and
 * when? A few bits for each ZM_COUNTING_BLOCK places say which levels occur there, and a byte whether something is
 * marked, so that a step visits only blocks that have something to do: they are listed, and threads take them from the
 * list.
 *
 * counting_gpu.inc has what threads do; kernel/counting_runner.h who runs them. In the common subset of C and CUDA C++.
 *
 * Memory: 2 bytes a place, of all tiers that are still needed, and 37 bytes for each ZM_COUNTING_BLOCK of the tier. */
#ifndef ZM_KERNEL_COUNTING_GPU_H
#define ZM_KERNEL_COUNTING_GPU_H

#include "game/device_rules.h"

#include <zermelo/rules.h>

enum {
    ZM_COUNTING_BLOCK = 1024, /* places */
    ZM_COUNTING_LEVELS = 256, /* that a block tells apart; the last bit is for all farther */
    ZM_COUNTING_WORDS = ZM_COUNTING_LEVELS / 64,
    ZM_COUNTING_FARTHEST = 0x7BFD,
};

typedef enum zm_counting_step {
    ZM_COUNTING_LOOK = 0,    /* at every place: the moves that leave the tier, and how many others there are */
    ZM_COUNTING_LIST_LEVEL,  /* blocks that have the level */
    ZM_COUNTING_TELL,        /* the parents of those states */
    ZM_COUNTING_LIST_MARKED, /* blocks with something marked */
    ZM_COUNTING_SETTLE,      /* what is marked */
    ZM_COUNTING_CLOSE,       /* what is undecided is drawn; all is counted */
    ZM_COUNTING_FARTHEST_HI, /* of the blocks listed, the smallest fingerprint of that level: its upper half */
    ZM_COUNTING_FARTHEST_LO, /* and its lower one */
} zm_counting_step;

typedef struct
    zm_counting_gpu_notes { /* made new for every tier, but for `ticket` and `listed`, which are for every list */
    uint64_t visits;        /* states, moves and parents looked at */
    uint64_t states, won_by[2], drawn;
    uint64_t hi, lo;         /* of the farthest position */
    uint32_t farthest;       /* remoteness that was ever found; when the tier is closed, that of a state */
    uint32_t decided;        /* is there a state that is won or lost? */
    uint64_t listed, ticket; /* blocks on the list; those that were taken from it */
} zm_counting_gpu_notes;

typedef struct zm_counting_gpu {
    const zm_variant *variant; /* here, not on the device */
    zm_device_rules rules;     /* this and all that follows is on the device */
    zm_value **values;         /* by tier; NULL where it is not there */
    zm_value *own;             /* of the tier that is solved */
    uint32_t tier;
    uint64_t size;
    const uint64_t *reached; /* a bit a place; NULL: see `ask` */
    bool ask;                /* the rules say whether there is a state at a place; else there always is */
    unsigned level;
    uint64_t blocks;
    uint64_t *levels; /* ZM_COUNTING_WORDS a block: remotenesses that occur there */
    uint8_t *marked;  /* by block */
    uint32_t *list;   /* of blocks */
    zm_counting_gpu_notes *notes;
} zm_counting_gpu;

#endif
