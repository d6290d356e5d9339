/* push.h: the kernel for one descending tier that is alone in its game and has parents; see solve/backward/backward.c. */
#ifndef ZM_KERNEL_PUSH_H
#define ZM_KERNEL_PUSH_H

#include "dense.h"

typedef struct zm_push_kernels {
    /* Only states without a lost successor are expanded. Ranges come in ascending order. */
    void (*push)(const zm_dense *d, uint64_t from, uint64_t to, zm_tally *t);
} zm_push_kernels;

#endif
