/* sort_keys.h: positions in the order of their fingerprints. */
#ifndef ZM_SOLVE_CORE_SORT_KEYS_H
#define ZM_SOLVE_CORE_SORT_KEYS_H

#include <zermelo/base.h>
#include <zermelo/position.h>

/* order[i] becomes the number of the i-th smallest key; `order` has room for twice `count`. */
void zm_sort_keys(const zm_pos *keys, uint64_t count, uint32_t *order);

#endif
