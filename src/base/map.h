/* map.h: a set of positions that numbers them 0, 1, 2 ... in the order they are added.
 *
 * Keys lie in one array in that order; an open-addressed table of their numbers, at most three quarters full, finds
 * them. A look-up is one probe of the table and one of the keys most of the time; the upper half of the hash is kept
 * beside the number so that keys of other positions are seldom touched. Grows by doubling, within the budget.
 * Up to 2^32 - 1 positions, 16 + 8/load bytes each. */
#ifndef ZM_BASE_MAP_H
#define ZM_BASE_MAP_H

#include <zermelo/base.h>
#include <zermelo/position.h>

typedef struct zm_map {
    zm_context *context;
    zm_pos *keys;
    uint64_t count, room; /* keys there are, keys there is room for */
    uint64_t *slots;      /* hash bits above, number + 1 below; 0 is empty */
    uint64_t mask;
} zm_map;

enum { ZM_MAP_NONE = UINT32_MAX };

zm_status zm_map_open(zm_context *c, zm_map *m);
void zm_map_close(zm_map *m);
zm_status zm_map_reserve(zm_map *m, uint64_t more); /* after this, that many can be added without failing */
uint32_t zm_map_find(const zm_map *m, zm_pos p);    /* its number or ZM_MAP_NONE */

static inline void zm_map_prefetch(const zm_map *m, uint64_t hash) { __builtin_prefetch(&m->slots[hash & m->mask]); }

/* Its number, added if it is new. There must be room (zm_map_reserve); hash must be zm_hash(p). */
static inline uint32_t zm_map_add(zm_map *m, zm_pos p, uint64_t hash)
{
    uint64_t tag = hash & ~(uint64_t)UINT32_MAX;
    for (uint64_t at = hash & m->mask;; at = (at + 1) & m->mask) {
        uint64_t slot = m->slots[at];
        if (!slot) {
            m->keys[m->count] = p;
            m->slots[at] = tag | (m->count + 1);
            return (uint32_t)m->count++;
        }
        if ((slot & ~(uint64_t)UINT32_MAX) == tag && zm_same(m->keys[(uint32_t)slot - 1], p))
            return (uint32_t)slot - 1;
    }
}

#endif
