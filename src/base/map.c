/* map.c: opening, growing and searching the position map; adding is in the header, where it can be inlined. */
#include "map.h"

enum { FIRST_ROOM = 1024 };

static zm_status rehash(zm_map *m, uint64_t slots)
{
    uint64_t *fresh;
    ZM_TRY(m->context, zm_alloc(m->context, &fresh, slots, sizeof *fresh, "the hash of positions"));
    uint64_t mask = slots - 1;
    for (uint64_t i = 0; i < m->count; i++) {
        uint64_t hash = zm_hash(m->keys[i]), at = hash & mask;
        while (fresh[at])
            at = (at + 1) & mask;
        fresh[at] = (hash & ~(uint64_t)UINT32_MAX) | (i + 1);
    }
    zm_release(m->context, m->slots);
    m->slots = fresh;
    m->mask = mask;
    return ZM_OK;
}

zm_status zm_map_reserve(zm_map *m, uint64_t more)
{
    if (more >= ZM_MAP_NONE - m->count)
        return zm_fail(m->context, ZM_NO_MEMORY,
                       "more than 4,294,967,294 states: too many for a hash; the game needs tiers");
    uint64_t count = m->count + more;
    if (count > m->room) {
        uint64_t room = m->room + m->room / 2;
        room = room < count ? count : room;
        ZM_TRY(m->context, zm_resize(m->context, &m->keys, room, sizeof *m->keys, "the positions found"));
        m->room = room;
    }
    uint64_t slots = m->mask + 1;
    while (count * 4 > slots * 3)
        slots *= 2;
    return slots > m->mask + 1 ? rehash(m, slots) : ZM_OK;
}

zm_status zm_map_open(zm_context *c, zm_map *m)
{
    *m = (zm_map){.context = c};
    zm_status s = zm_resize(c, &m->keys, FIRST_ROOM, sizeof *m->keys, "the positions found");
    if (s == ZM_OK)
        s = rehash(m, 2 * FIRST_ROOM);
    m->room = FIRST_ROOM;
    if (s != ZM_OK)
        zm_map_close(m);
    return s;
}

void zm_map_close(zm_map *m)
{
    zm_release(m->context, m->keys);
    zm_release(m->context, m->slots);
    m->keys = NULL;
    m->slots = NULL;
    m->count = m->room = m->mask = 0;
}

uint32_t zm_map_find(const zm_map *m, zm_pos p)
{
    uint64_t hash = zm_hash(p), tag = hash & ~(uint64_t)UINT32_MAX;
    for (uint64_t at = hash & m->mask;; at = (at + 1) & m->mask) {
        uint64_t slot = m->slots[at];
        if (!slot)
            return ZM_MAP_NONE;
        if ((slot & ~(uint64_t)UINT32_MAX) == tag && zm_same(m->keys[(uint32_t)slot - 1], p))
            return (uint32_t)slot - 1;
    }
}
