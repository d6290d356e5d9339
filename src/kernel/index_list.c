/* index_list.c: growing and freeing; see index_list.h. */
#include "index_list.h"

void zm_index_list_grow(zm_index_list *l)
{
    if (l->status != ZM_OK)
        return;
    uint64_t room = l->room ? l->room * 2 : 256;
    l->status = zm_resize(l->context, &l->item, room, sizeof *l->item, "a list of states to look at");
    if (l->status == ZM_OK)
        l->room = room;
}

void zm_index_list_free(zm_index_list *l)
{
    zm_release(l->context, l->item);
    l->item = NULL;
    l->count = l->room = 0;
}
