/* sort_keys.c: a radix sort that only looks at the bytes in which keys differ at all; most games use a few of the
 * sixteen. */
#include "sort_keys.h"

#include <string.h>

static unsigned byte_of(zm_pos p, unsigned b)
{
    return (unsigned)((b < 8 ? p.lo >> 8 * b : p.hi >> 8 * (b - 8)) & 255);
}

static void pass(const zm_pos *keys, uint64_t count, unsigned b, const uint32_t *from, uint32_t *to)
{
    uint64_t at[257] = {0};
    for (uint64_t i = 0; i < count; i++)
        at[byte_of(keys[i], b) + 1]++;
    for (unsigned k = 0; k < 256; k++)
        at[k + 1] += at[k];
    for (uint64_t i = 0; i < count; i++)
        to[at[byte_of(keys[from[i]], b)]++] = from[i];
}

void zm_sort_keys(const zm_pos *keys, uint64_t count, uint32_t *order)
{
    uint32_t *from = order, *to = order + count;
    zm_pos differ = {0, 0};
    for (uint64_t i = 0; i < count; i++) {
        from[i] = (uint32_t)i;
        differ.lo |= keys[i].lo ^ keys[0].lo;
        differ.hi |= keys[i].hi ^ keys[0].hi;
    }
    for (unsigned b = 0; b < 16; b++) {
        if (!byte_of(differ, b))
            continue;
        pass(keys, count, b, from, to);
        uint32_t *old = from;
        from = to;
        to = old;
    }
    if (from != order)
        memcpy(order, from, count * sizeof *order);
}
