/* device_rules.h: what the rules have of a variant besides code, as kernels are given it: the data that `prepare` made
 * and the block of a declared board, both copied to the device. In the common subset of C and CUDA C++. */
#ifndef ZM_GAME_DEVICE_RULES_H
#define ZM_GAME_DEVICE_RULES_H

#include <zermelo/board.h>

typedef struct zm_device_rules {
    const void *data;           /* zm_variant.data */
    const zm_board_data *board; /* zm_variant.board; NULL: there is none */
} zm_device_rules;

/* A thread's variant has nothing else: rules ask for nothing else while they are at work. */
ZM_INLINE void zm_use_rules(zm_variant *v, const zm_device_rules *r)
{
    v->data = r->data;
    v->board = r->board;
}

#endif
