/* index_list.h: a growing list of place numbers, within the memory budget. All of it is here: kernels of plugins have only
 * the public functions of the library to call. */
#ifndef ZM_KERNEL_INDEX_LIST_H
#define ZM_KERNEL_INDEX_LIST_H

#include <zermelo/base.h>

typedef struct zm_index_list {
    zm_context *context;
    uint64_t *item;
    uint64_t count, room;
    zm_status status; /* of the first growth that failed; later items are dropped */
} zm_index_list;

static __attribute__((noinline, unused)) void zm_index_list_grow(zm_index_list *l)
{
    if (l->status != ZM_OK)
        return;
    uint64_t room = l->room ? l->room * 2 : 256;
    l->status = zm_resize(l->context, &l->item, room, sizeof *l->item, "a list of states to look at");
    if (l->status == ZM_OK)
        l->room = room;
}

static inline void zm_index_list_free(zm_index_list *l)
{
    zm_release(l->context, l->item);
    l->item = NULL;
    l->count = l->room = 0;
}

static inline void zm_index_list_push(zm_index_list *l, uint64_t item)
{
    if (l->count == l->room)
        zm_index_list_grow(l);
    if (l->count < l->room)
        l->item[l->count++] = item;
}

#endif
