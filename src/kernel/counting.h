/* counting.h: the kernels of retrograde analysis by counting moves down; see solve/backward/counting.c. */
#ifndef ZM_KERNEL_COUNTING_H
#define ZM_KERNEL_COUNTING_H

#include "dense.h"

enum { ZM_LEVEL_BLOCK = 4096, ZM_LEVEL_BITS = 256, ZM_LEVEL_WORDS = ZM_LEVEL_BITS / 64 };

/* A tier whose moves are counted down, level by level. */
typedef struct zm_counting {
    const zm_dense *dense;
    uint32_t tier;
    uint64_t size;
    uint8_t *left;     /* by place: moves that may still not lose; from 0x80 on: look again */
    uint64_t *levels;  /* by block of places, ZM_LEVEL_WORDS each: remotenesses there, the last bit for all farther */
    unsigned level;    /* what has this remoteness tells its parents */
    zm_move *moves;    /* room for those of a state, while a kernel runs */
    uint64_t visits;   /* of this thread, as the next one */
    unsigned farthest; /* remoteness that was found */
} zm_counting;

typedef struct zm_counting_kernels {
    /* The first look at the places [from, to); then the parents of what has w->level in a block are told. */
    void (*look)(zm_counting *w, uint64_t from, uint64_t to);
    void (*tell)(zm_counting *w, uint64_t block);
} zm_counting_kernels;

#endif
