/* search_gpu.h: many searches at once, for a GPU: the same as search.inc, without recursion, a position a thread, and
 * what is remembered is remembered for all.
 *
 * search_gpu.inc has what a thread does; kernel/search_runner.h who runs them. In the common subset of C and CUDA
 * C++. */
#ifndef ZM_KERNEL_SEARCH_GPU_H
#define ZM_KERNEL_SEARCH_GPU_H

#include "search_memo.h"

#include <zermelo/board.h>

enum { ZM_SEARCH_GPU_KIDS = ZM_SEARCH_KIDS };
enum { ZM_SEARCH_GPU_OPEN = -128 };    /* no score: not searched */
enum { ZM_SEARCH_GPU_LOOK = 1 << 10 }; /* nodes between two looks at the clock */

typedef struct zm_search_gpu_frame { /* a node whose children are being looked at */
    uint64_t mixed, before;          /* its key; nodes when it was entered */
    int16_t over, best, lower, upper;
    uint8_t remember, next; /* children that are left; the last of them is looked at next */
    uint8_t sorted[ZM_SEARCH_GPU_KIDS];
    uint64_t kid_mixed[ZM_SEARCH_GPU_KIDS];
    zm_kid kid[ZM_SEARCH_GPU_KIDS];
} zm_search_gpu_frame;

typedef struct zm_search_gpu_root {
    zm_seek_node node;
    uint64_t mixed;
} zm_search_gpu_root;

typedef struct zm_search_gpu_notes { /* for who waits */
    uint64_t next, done, nodes;
    uint32_t stop;
} zm_search_gpu_notes;

typedef struct zm_search_gpu {
    const zm_variant *variant;  /* here, not on the device */
    const zm_board_data *board; /* on the device: of the variant; NULL: it has none */
    zm_memos memos;
    const zm_pos *position;
    const int8_t *least;  /* what each is worth at least */
    int8_t *score;        /* of each; ZM_SEARCH_GPU_OPEN: it was stopped before */
    uint64_t count, rows; /* in what order: every `rows`th first, so that neighbours find what was remembered */
    unsigned depth;       /* frames a thread has */
    zm_search_gpu_frame *frame;
    zm_search_gpu_root *root; /* a thread's */
    zm_search_gpu_notes *notes;
} zm_search_gpu;

#endif
