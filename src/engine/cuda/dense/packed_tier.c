/* packed_tier.c: see packed_tier.h. */
#include "packed_tier.h"

#include <omp.h>
#include <string.h>

enum {
    HEAD = sizeof(uint32_t),
    BLOCKS = ZM_PACKED_CHUNK / ZM_SYMBOL_BLOCK,
    CHUNK_ROOM = BLOCKS * (HEAD + ZM_ENCODED_ROOM),
    ZSTD_ROOM = 1 << 20, /* bytes that zstd takes for itself, to pack and to unpack, at most */
    BLOCK_MORE = 96, /* bytes of a block beside two per value: its head, and what zstd adds where it gains nothing */
};

typedef struct packer {
    ZSTD_CCtx *in;
    ZSTD_DCtx *out;
    uint8_t room[CHUNK_ROOM], block[ZM_BLOCK_ROOM];
} packer;

struct zm_packing {
    zm_context *context;
    packer **packer; /* by thread; NULL until it needs one */
};

zm_status zm_packing_open(zm_context *c, zm_packing **out)
{
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "values to be packed"));
    (*out)->context = c;
    return zm_alloc(c, &(*out)->packer, zm_threads(c), sizeof *(*out)->packer, "values to be packed");
}

void zm_packing_close(zm_packing *p)
{
    if (!p)
        return;
    for (unsigned i = 0; p->packer && i < zm_threads(p->context); i++)
        if (p->packer[i]) {
            ZSTD_freeCCtx(p->packer[i]->in);
            ZSTD_freeDCtx(p->packer[i]->out);
            zm_release(p->context, p->packer[i]);
        }
    zm_release(p->context, p->packer);
    zm_release(p->context, p);
}

uint64_t zm_packing_bytes(unsigned threads) { return threads * (sizeof(packer) + (uint64_t)ZSTD_ROOM); }

static uint64_t blocks_of(uint64_t values) { return (values + ZM_SYMBOL_BLOCK - 1) / ZM_SYMBOL_BLOCK; }
static uint64_t chunks_of(uint64_t values) { return (values + ZM_PACKED_CHUNK - 1) / ZM_PACKED_CHUNK; }

uint64_t zm_packed_tier_bytes(uint64_t places)
{
    return places * sizeof(zm_value) + blocks_of(places) * BLOCK_MORE + chunks_of(places) * sizeof(uint8_t *);
}

/* The packer of this thread. */
static packer *own_packer(zm_packing *p)
{
    packer **own = &p->packer[omp_get_thread_num()];
    if (!*own && zm_alloc(p->context, own, 1, sizeof **own, "values to be packed") != ZM_OK)
        return NULL;
    if (!(*own)->in)
        (*own)->in = ZSTD_createCCtx();
    if (!(*own)->out)
        (*own)->out = ZSTD_createDCtx();
    return (*own)->in && (*own)->out ? *own : NULL;
}

/* ---- a chunk ---- */
static bool pack(zm_context *c, packer *p, const zm_value *values, uint64_t count, uint8_t **out)
{
    uint8_t *to = p->room;
    for (uint64_t from = 0; from < count; from += ZM_SYMBOL_BLOCK) {
        const size_t n = count - from < ZM_SYMBOL_BLOCK ? (size_t)(count - from) : ZM_SYMBOL_BLOCK;
        const size_t bytes = zm_encode_quickly(p->in, values + from, n, to + HEAD);
        if (!bytes)
            return false;
        zm_put32(to, (uint32_t)bytes);
        to += HEAD + bytes;
    }
    if (zm_resize(c, out, (uint64_t)(to - p->room), 1, "values that a device has no room for") != ZM_OK)
        return false;
    memcpy(*out, p->room, (size_t)(to - p->room));
    return true;
}

static bool unpack(packer *p, const uint8_t *from, zm_value *values, uint64_t count)
{
    zm_symbols s;
    while (count) {
        const size_t n = count < ZM_SYMBOL_BLOCK ? (size_t)count : ZM_SYMBOL_BLOCK, bytes = zm_get32(from);
        if (!zm_decode_symbols(p->out, from + HEAD, bytes, n, p->block, &s))
            return false;
        for (size_t i = 0; i < n; i++)
            values[i] = zm_symbol_value(&s, i);
        from += HEAD + bytes;
        values += n;
        count -= n;
    }
    return true;
}

/* ---- pieces ---- */
typedef struct piece {
    zm_packing *packing;
    uint8_t **chunk;    /* the first of its chunks */
    const zm_value *in; /* values to pack; NULL: they are unpacked, */
    zm_value *out;      /* to here */
    uint64_t count;
} piece;

static bool do_chunk(const piece *p, uint64_t i)
{
    const uint64_t from = i * ZM_PACKED_CHUNK,
                   n = p->count - from < ZM_PACKED_CHUNK ? p->count - from : ZM_PACKED_CHUNK;
    packer *own = own_packer(p->packing);
    if (!own)
        return false;
    return p->in ? pack(p->packing->context, own, p->in + from, n, &p->chunk[i])
                 : unpack(own, p->chunk[i], p->out + from, n);
}

static bool do_chunks(const piece *p)
{
    const uint64_t chunks = chunks_of(p->count);
    unsigned failed = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : failed) if (chunks > 1) \
    num_threads((int)zm_threads(p->packing->context))
    for (uint64_t i = 0; i < chunks; i++)
        failed += !do_chunk(p, i);
    return !failed;
}

zm_status zm_packed_tier_begin(zm_packing *p, zm_packed_tier *t, uint64_t places)
{
    *t = (zm_packed_tier){.chunks = chunks_of(places)};
    return zm_alloc(p->context, &t->chunk, t->chunks, sizeof *t->chunk, "values that a device has no room for");
}

zm_status zm_packed_tier_put(zm_packing *p, zm_packed_tier *t, uint64_t from, const zm_value *values, uint64_t count)
{
    const piece all = {.packing = p, .chunk = t->chunk + from / ZM_PACKED_CHUNK, .in = values, .count = count};
    return do_chunks(&all)
               ? ZM_OK
               : zm_fail(p->context, ZM_NO_MEMORY, "not enough memory for values that a device has no room for");
}

zm_status zm_packed_tier_get(zm_packing *p, const zm_packed_tier *t, uint64_t from, zm_value *values, uint64_t count)
{
    const piece all = {.packing = p, .chunk = t->chunk + from / ZM_PACKED_CHUNK, .out = values, .count = count};
    return do_chunks(&all) ? ZM_OK
                           : zm_fail(p->context, ZM_NO_MEMORY, "values that were packed in memory do not unpack");
}

void zm_packed_tier_free(zm_packing *p, zm_packed_tier *t)
{
    for (uint64_t i = 0; t->chunk && i < t->chunks; i++)
        zm_release(p->context, t->chunk[i]);
    zm_release(p->context, t->chunk);
    *t = (zm_packed_tier){0};
}
