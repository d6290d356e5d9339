/* chunk_pool.h: memory in chunks of one size, for what grows in many places at once and shrinks again: moves inside a
 * tier, lists of states. A chunk that is given back serves the next, whoever that is; the memory itself goes when the
 * pool does. Never more is taken than a limit. Safe on several threads. */
#ifndef ZM_SOLVE_CORE_CHUNK_POOL_H
#define ZM_SOLVE_CORE_CHUNK_POOL_H

#include <zermelo/base.h>

enum { ZM_CHUNK_BYTES = 1 << 14 };

typedef struct zm_chunk_pool zm_chunk_pool;

zm_status zm_chunk_pool_open(zm_context *c, uint64_t limit, zm_chunk_pool **out);
void zm_chunk_pool_close(zm_chunk_pool *p);

void *zm_chunk_take(zm_chunk_pool *p); /* NULL: the limit is reached */
void zm_chunk_give(zm_chunk_pool *p, void *chunk);

/* A list of numbers that is written once and read once, in chunks. */
typedef struct zm_chunk_link {
    struct zm_chunk_link *next;
    uint32_t count;
} zm_chunk_link;

typedef struct zm_chunk_list {
    zm_chunk_link *first, *last;
} zm_chunk_list;

enum { ZM_CHUNK_NUMBERS = (ZM_CHUNK_BYTES - sizeof(zm_chunk_link)) / sizeof(uint32_t) }; /* that a link holds */

static inline uint32_t *zm_chunk_numbers(const zm_chunk_link *l) { return (uint32_t *)(uintptr_t)(l + 1); }

/* One more link at the end; false: the limit is reached. */
bool zm_chunk_list_extend(zm_chunk_pool *p, zm_chunk_list *l);
void zm_chunk_list_give(zm_chunk_pool *p, zm_chunk_list *l);

static inline bool zm_chunk_list_add(zm_chunk_pool *p, zm_chunk_list *l, uint32_t number)
{
    if ((!l->last || l->last->count == ZM_CHUNK_NUMBERS) && !zm_chunk_list_extend(p, l))
        return false;
    zm_chunk_numbers(l->last)[l->last->count++] = number;
    return true;
}

#endif
