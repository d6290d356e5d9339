/* hash.h: the kernel of games without a dense index, and of positions outside one. */
#ifndef ZM_KERNEL_HASH_H
#define ZM_KERNEL_HASH_H

#include <zermelo/rules.h>

typedef struct zm_hash_kernels {
    /* The successors of a state; stays[i] when the turn does not pass. For open states; else how it stands. */
    zm_end (*expand)(const zm_variant *v, zm_pos p, zm_pos *next, uint8_t *stays, unsigned *count);
} zm_hash_kernels;

#endif
