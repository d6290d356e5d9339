/* chunk_pool.c: see chunk_pool.h. Memory comes in slabs of many chunks, the first of them small. */
#include "chunk_pool.h"

#include <omp.h>

enum { FIRST_SLAB = 4, LARGEST_SLAB = 256 /* chunks */ };

typedef struct free_chunk {
    struct free_chunk *next;
} free_chunk;

struct zm_chunk_pool {
    zm_context *context;
    uint64_t limit, bytes;
    omp_lock_t lock;
    free_chunk *free;
    void **slab;
    uint32_t slabs, room;
    uint32_t next; /* chunks of the next slab */
};

zm_status zm_chunk_pool_open(zm_context *c, uint64_t limit, zm_chunk_pool **out)
{
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "a pool of chunks"));
    **out = (zm_chunk_pool){.context = c, .limit = limit, .next = FIRST_SLAB};
    omp_init_lock(&(*out)->lock);
    return ZM_OK;
}

void zm_chunk_pool_close(zm_chunk_pool *p)
{
    if (!p)
        return;
    for (uint32_t i = 0; i < p->slabs; i++)
        zm_release(p->context, p->slab[i]);
    zm_release(p->context, p->slab);
    omp_destroy_lock(&p->lock);
    zm_release(p->context, p);
}

static void put_free(zm_chunk_pool *p, void *chunk)
{
    free_chunk *f = chunk;
    f->next = p->free;
    p->free = f;
}

/* What the machine refuses is as good as beyond the limit. */
static void grow(zm_chunk_pool *p)
{
    const uint64_t left = (p->limit - p->bytes) / ZM_CHUNK_BYTES, chunks = p->next < left ? p->next : left;
    char *slab;
    if (p->slabs == p->room) {
        if (zm_resize(p->context, &p->slab, p->room * 2 + 16, sizeof *p->slab, "a pool of chunks") != ZM_OK)
            return;
        p->room = p->room * 2 + 16;
    }
    if (!chunks || zm_memory_limit(p->context) - zm_memory_used(p->context) < chunks * ZM_CHUNK_BYTES ||
        zm_alloc(p->context, &slab, chunks, ZM_CHUNK_BYTES, "a pool of chunks") != ZM_OK)
        return;
    p->slab[p->slabs++] = slab;
    p->bytes += chunks * ZM_CHUNK_BYTES;
    p->next = p->next < LARGEST_SLAB ? p->next * 2 : LARGEST_SLAB;
    for (uint64_t i = 0; i < chunks; i++)
        put_free(p, slab + i * ZM_CHUNK_BYTES);
}

void *zm_chunk_take(zm_chunk_pool *p)
{
    omp_set_lock(&p->lock);
    if (!p->free)
        grow(p);
    free_chunk *f = p->free;
    if (f)
        p->free = f->next;
    omp_unset_lock(&p->lock);
    return f;
}

void zm_chunk_give(zm_chunk_pool *p, void *chunk)
{
    omp_set_lock(&p->lock);
    put_free(p, chunk);
    omp_unset_lock(&p->lock);
}

bool zm_chunk_list_extend(zm_chunk_pool *p, zm_chunk_list *l)
{
    zm_chunk_link *link = zm_chunk_take(p);
    if (!link)
        return false;
    *link = (zm_chunk_link){NULL, 0};
    if (l->last)
        l->last->next = link;
    else
        l->first = link;
    l->last = link;
    return true;
}

void zm_chunk_list_give(zm_chunk_pool *p, zm_chunk_list *l)
{
    for (zm_chunk_link *link = l->first, *next; link; link = next) {
        next = link->next;
        zm_chunk_give(p, link);
    }
    *l = (zm_chunk_list){NULL, NULL};
}
