/* pair_gpu.h: a pair of hunters against many (solver/solver.h) for a device with thousands of threads, a warp a
 * placement.
 *
 * What is computed is what solver/solver.h says. Lane a of a warp has the pairs with square a as a word, a bit a
 * square; the last of 33 squares has no lane: the pairs with it are a word of their own, and in memory the bit of lane
 * a that would be the pair of a with itself. So a set of pairs is a word for each free square, steps of the pair are
 * words of other lanes, and a set is turned round by five exchanges. Where one of the many can step to, and what can be
 * jumped over, is looked up by all lanes at once, each for one of them.
 *
 * Layers and slices come as on the CPU, but a slice at once, or as many of its shapes as there is room for (a batch).
 * With a single hunter a thread has a placement: those are the functions of wins.inc and states.inc of the solver. What
 * has changed marks its neighbours in the bits of the next round, so that nobody looks at a mark before he can see what
 * it is about; sets only grow, and what is read while it is being written is somewhere between old and new.
 *
 * LANDINGS  V of a layer, packed: for each of `sets`, for each free square in ascending order, a bit per free square
 * ENTRY     of a placement, which of its states there are, to count by: A2 and B2, each for the free squares in
 *           ascending order the pairs with lower ones; then A1, B1 and P, a bit per free square
 *
 * In the common subset of C and CUDA C++; pair_gpu.inc and what it includes have what warps do, batch.c which step
 * comes when. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_GPU_PAIR_GPU_H
#define ZM_GAMES_FUCHS_UND_HENNE_GPU_PAIR_GPU_H

#include "game/device_rules.h"
#include "games/fuchs-und-henne/solver/solver.h"
#include "kernel/device_probe.h"

typedef enum zm_pair_gpu_step {
    ZM_PAIR_GPU_LIST = 0, /* the placements of the batch */
    ZM_PAIR_GPU_SEEN_BEGIN,
    ZM_PAIR_GPU_SEEN_AGAIN,
    ZM_PAIR_GPU_ONE_SEEN_BEGIN,
    ZM_PAIR_GPU_ONE_SEEN_AGAIN,
    ZM_PAIR_GPU_SEEN_CLOSE, /* what the layer below needs; entries, or in the last layer counts */
    ZM_PAIR_GPU_ONE_BEGIN,
    ZM_PAIR_GPU_ONE_AGAIN,
    ZM_PAIR_GPU_BEGIN,
    ZM_PAIR_GPU_FIRST, /* all that is dirty, whatever has changed */
    ZM_PAIR_GPU_AGAIN,
    ZM_PAIR_GPU_CLOSE,  /* V, counts */
    ZM_PAIR_GPU_ANSWER, /* what is asked about the batch */
    ZM_PAIR_GPU_ROWS,   /* values for a table */
} zm_pair_gpu_step;

enum {
    ZM_PAIR_GPU_WAYS = 8,      /* from a square, at most: steps, and jumps */
    ZM_PAIR_GPU_EDGES = 64,    /* steps of the many, at most: those ahead; those to the side, there and back as one */
    ZM_PAIR_GPU_NOWHERE = 255, /* no such way */
    ZM_PAIR_GPU_PLACES = 1u << 30, /* of a layer, fewer */
    ZM_PAIR_GPU_SCRATCH = 66,      /* words that a warp packs bits in */
};

typedef struct zm_pair_device_ways { /* by lane, a byte a way */
    uint64_t near[32];
    uint64_t over[32], land[32];         /* jumps that begin here */
    uint64_t landed_over[32], begun[32]; /* jumps that end here */
} zm_pair_device_ways;

typedef struct zm_pair_device_edges {
    uint32_t count;
    uint8_t from[ZM_PAIR_GPU_EDGES], to[ZM_PAIR_GPU_EDGES];
} zm_pair_device_edges;

typedef struct zm_pair_device_board {
    hen_board pair;
    zm_pair_device_ways ways;
    zm_pair_device_edges ahead, aside;
    uint8_t spread[256][256], gather[256][256]; /* [mask][bits]: deposit and extract of a byte */
} zm_pair_device_board;

typedef struct zm_pair_device_spot { /* a placement that a step leads to */
    uint32_t place; /* in its layer; bit 30: is the last square taken? bit 31: it is the image; ~0: none */
    uint32_t low;   /* its other squares */
} zm_pair_device_spot;

typedef struct zm_pair_device_landings { /* sets is 0 where there is none */
    uint32_t *two;
    uint64_t *one;
    uint32_t free, sets, words;
} zm_pair_device_landings;

ZM_INLINE uint32_t zm_pair_device_landing_words(unsigned free, unsigned sets) { return (sets * free * free + 31) / 32; }
ZM_INLINE uint32_t zm_pair_device_entry_words(unsigned free) { return (free * (free + 2) + 31) / 32; }

typedef struct zm_pair_device_window { /* of a slice, by placement from `begin` of the layer on */
    uint64_t begin;
    uint32_t *two; /* A2: F, then H, a word a free square; while states are found: B2 */
    zm_won_ones *one;
    uint64_t *one_seen;
} zm_pair_device_window;

typedef struct zm_pair_device_rows { /* of a tier, with one of the turns */
    zm_value *value;
    uint32_t kind, turn, columns;
    uint32_t first, count; /* placements of the batch */
} zm_pair_device_rows;

typedef struct zm_pair_device_notes {
    uint64_t states, won_by_pair, won_by_many, visits;
    uint64_t changed;    /* looks that changed something */
    uint64_t lone, many; /* who wins at the start */
} zm_pair_device_notes;

typedef struct zm_pair_gpu {   /* what it names is on the device */
    const zm_variant *variant; /* not this one; */
    zm_device_rules rules;
    const zm_pair_device_board *board;
    const uint64_t *first;
    uint32_t shape, shapes; /* the first of the batch, and how many */
    uint32_t from, count;   /* placements of the batch in the layer */
    uint32_t pieces, free;
    bool few, top;
    bool stores;    /* values go to a table: entries are kept also where the many are too few */
    uint32_t round; /* 0 or 1: which bits are looked at; marks go to the others */
    zm_pair_device_window beyond, here;
    zm_pair_device_landings near_layer, this_layer;
    /* Of the batch, by placement: */
    uint64_t *many, *dirty[2];
    zm_pair_device_spot *beside;               /* by step to the side */
    uint32_t *moves, *outside, *jumps, *leaps; /* as in pair.h; leaps: jumps, ordered */
    zm_won_ones *one_moves, *one_outside, *one_jumps;
    uint32_t *seen, *landed, *above, *begun;
    uint64_t *one_seen, *one_landed, *one_above, *one_begun, *put;
    uint32_t *entry;
    zm_device_probe *ask; /* so many; they are about the batch */
    uint32_t asks;
    zm_pair_device_rows rows;
    zm_pair_device_notes *notes;
} zm_pair_gpu;

#endif
