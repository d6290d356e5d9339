/* index_list.h: a growing list of place numbers, within the memory budget. */
#ifndef ZM_KERNEL_INDEX_LIST_H
#define ZM_KERNEL_INDEX_LIST_H

#include <zermelo/base.h>

typedef struct zm_index_list {
    zm_context *context;
    uint64_t *item;
    uint64_t count, room;
    zm_status status; /* of the first growth that failed; later items are dropped */
} zm_index_list;

void zm_index_list_grow(zm_index_list *l);
void zm_index_list_free(zm_index_list *l);

static inline void zm_index_list_push(zm_index_list *l, uint64_t item)
{
    if (l->count == l->room)
        zm_index_list_grow(l);
    if (l->count < l->room)
        l->item[l->count++] = item;
}

#endif
