/* pack.c: see pack.h. Blocks are compressed side by side, a batch at a time, and written in order: the bytes do not
 * depend on the number of threads. */
#include "pack.h"

#include "base/stop.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

const zm_pack_kind zm_pack_of_values = {"ZMT-PART", ZM_SYMBOL_BLOCK, sizeof(zm_value), zm_encode_values};
const zm_pack_kind zm_pack_of_wdl = {"ZMT-PART", ZM_SYMBOL_BLOCK, sizeof(zm_value), zm_encode_wdl};
const zm_pack_kind zm_pack_of_odds = {"ZMT-PART", ZM_ODDS_BLOCK, sizeof(zm_odds), zm_encode_odds};
const zm_pack_kind zm_pack_of_rounded = {"ZMT-PART", ZM_ODDS_BLOCK, sizeof(zm_odds), zm_encode_rounded};
const zm_pack_kind zm_pack_of_moves = {"ZMT-PART", ZM_MOVES_BLOCK, sizeof(uint64_t), zm_encode_moves};
const zm_pack_kind zm_pack_of_keys = {"ZMT-KEYS", ZM_KEY_BLOCK, sizeof(zm_pos), zm_encode_keys};
const zm_pack_kind zm_pack_of_places = {"ZMT-PLCS", ZM_PLACE_BLOCK, sizeof(uint64_t), zm_encode_places};

/* Blocks compressed at once: half a million values, 2 MiB with their room; more where many threads would wait for each
 * other. */
enum { BATCH = 64, BATCH_A_THREAD = 16 };

/* Encoded blocks that are not in the file yet. */
typedef struct batch {
    int blocks;
    uint8_t *data;  /* ZM_ENCODED_ROOM each */
    size_t *bytes;  /* of each */
    uint64_t *hash; /* of each, with its number */
} batch;

struct zm_packer {
    zm_context *context;
    const zm_pack_kind *kind;
    zm_out *out;
    XXH3_state_t *whole;
    unsigned threads, use; /* at most, and now */
    ZSTD_CCtx **zstd;      /* one a thread */
    uint8_t *waiting;      /* items of blocks that are not full yet */
    size_t waiting_items;
    size_t batch_blocks;
    batch batch[2], *made; /* one is filled while the other, `made`, is written; NULL: none is */
    zm_out_piece *piece;   /* of a batch */
    uint8_t *index;
    uint64_t items, blocks, index_room;
};

static zm_status put(zm_packer *p, const void *data, size_t bytes)
{
    XXH3_64bits_update(p->whole, data, bytes);
    return zm_out_write(p->out, data, bytes);
}

static zm_status put_header(zm_packer *p, const zm_pack_head *h)
{
    uint8_t b[ZM_PACK_HEADER] = {0};
    memcpy(b, p->kind->magic, 8);
    zm_put32(b + 8, ZM_FORMAT);
    zm_put32(b + 12, p->kind->block_items);
    zm_put64(b + 16, h->rules);
    zm_put32(b + 24, h->part);
    zm_put32(b + 28, h->first_tier);
    zm_put32(b + 32, h->tiers);
    zm_put64(b + 56, XXH3_64bits(b, 56));
    return put(p, b, sizeof b);
}

static zm_status open_batch(zm_packer *p, batch *b)
{
    zm_context *c = p->context;
    ZM_TRY(c, zm_alloc(c, &b->data, p->batch_blocks, ZM_ENCODED_ROOM, "blocks to be written"));
    ZM_TRY(c, zm_alloc(c, &b->bytes, p->batch_blocks, sizeof *b->bytes, "blocks to be written"));
    return zm_alloc(c, &b->hash, p->batch_blocks, sizeof *b->hash, "blocks to be written");
}

static void close_batch(zm_context *c, batch *b)
{
    zm_release(c, b->data);
    zm_release(c, b->bytes);
    zm_release(c, b->hash);
}

static zm_status start(zm_packer *p, const char *path, const zm_pack_head *h)
{
    zm_context *c = p->context;
    size_t room = p->batch_blocks * p->kind->block_items * p->kind->item_bytes;
    ZM_TRY(c, zm_alloc(c, &p->waiting, room, 1, "blocks to be written"));
    ZM_TRY(c, zm_alloc(c, &p->piece, p->batch_blocks, sizeof *p->piece, "blocks to be written"));
    ZM_TRY(c, open_batch(p, &p->batch[0]));
    ZM_TRY(c, open_batch(p, &p->batch[1]));
    ZM_TRY(c, zm_alloc(c, &p->zstd, p->threads, sizeof *p->zstd, "blocks to be written"));
    p->whole = XXH3_createState();
    for (unsigned i = 0; i < p->threads; i++)
        if (!p->whole || !(p->zstd[i] = ZSTD_createCCtx()))
            return zm_fail(c, ZM_NO_MEMORY, "not enough memory to compress %s", path);
    XXH3_64bits_reset(p->whole);
    ZM_TRY(c, zm_out_open(c, path, &p->out));
    return put_header(p, h);
}

static unsigned threads_used(unsigned threads) { return threads < BATCH ? threads : BATCH; }

static size_t batch_blocks(unsigned threads)
{
    const size_t wanted = (size_t)threads_used(threads) * BATCH_A_THREAD;
    return wanted > BATCH ? wanted : BATCH;
}

/* Items that wait and two batches of blocks; and the index, once more as it grows. */
uint64_t zm_packer_bytes(unsigned threads, uint64_t items)
{
    enum { A_BLOCK = ZM_BLOCK_ROOM + 2 * ZM_ENCODED_ROOM + 64, INDEX = 3 * ZM_PACK_ENTRY };
    return batch_blocks(threads) * A_BLOCK + (items / ZM_ODDS_BLOCK + BATCH) * INDEX;
}

zm_status zm_packer_open(zm_context *c, const char *path, const zm_pack_kind *k, const zm_pack_head *h, zm_packer **out)
{
    zm_packer *p;
    *out = NULL;
    ZM_TRY(c, zm_alloc(c, &p, 1, sizeof *p, "a table's file"));
    p->context = c;
    p->kind = k;
    p->use = p->threads = threads_used(zm_threads(c));
    p->batch_blocks = batch_blocks(p->threads);
    zm_status s = start(p, path, h);
    if (s != ZM_OK)
        zm_packer_abandon(p);
    else
        *out = p;
    return s;
}

void zm_packer_abandon(zm_packer *p)
{
    if (!p)
        return;
    zm_context *c = p->context;
    zm_out_abandon(p->out);
    for (unsigned i = 0; p->zstd && i < p->threads; i++)
        ZSTD_freeCCtx(p->zstd[i]);
    XXH3_freeState(p->whole);
    zm_release(c, p->zstd);
    zm_release(c, p->waiting);
    zm_release(c, p->piece);
    close_batch(c, &p->batch[0]);
    close_batch(c, &p->batch[1]);
    zm_release(c, p->index);
    zm_release(c, p);
}

/* Its place and its checksum, for the index. */
static zm_status note_block(zm_packer *p, uint64_t from, uint64_t hash)
{
    if (p->blocks == p->index_room) {
        uint64_t room = p->index_room ? p->index_room * 2 : BATCH;
        ZM_TRY(p->context, zm_resize(p->context, &p->index, room, ZM_PACK_ENTRY, "the index of a table's file"));
        p->index_room = room;
    }
    uint8_t *entry = p->index + p->blocks++ * ZM_PACK_ENTRY;
    zm_put64(entry, from);
    zm_put64(entry + 8, hash);
    return ZM_OK;
}

static zm_status add_block(zm_packer *p, const uint8_t *data, size_t bytes)
{
    ZM_TRY(p->context, note_block(p, zm_out_bytes(p->out), XXH3_64bits_withSeed(data, bytes, p->blocks)));
    return put(p, data, bytes);
}

/* ---- a batch: encoded by all threads, and written and hashed by one each while the next one is encoded ---- */
static zm_status note_batch(zm_packer *p, const batch *b)
{
    uint64_t from = zm_out_bytes(p->out);
    for (int i = 0; i < b->blocks; i++) {
        if (!b->bytes[i])
            return zm_fail(p->context, ZM_NO_MEMORY, "not enough memory to compress a table's block");
        ZM_TRY(p->context, note_block(p, from, b->hash[i]));
        p->piece[i] = (zm_out_piece){b->data + (size_t)i * ZM_ENCODED_ROOM, b->bytes[i]};
        from += b->bytes[i];
    }
    return ZM_OK;
}

static void hash_batch(zm_packer *p, const batch *b)
{
    for (int i = 0; i < b->blocks; i++)
        XXH3_64bits_update(p->whole, b->data + (size_t)i * ZM_ENCODED_ROOM, b->bytes[i]);
}

static void encode_block(zm_packer *p, const batch *b, int i, const uint8_t *items, size_t count, uint64_t number)
{
    const size_t from = (size_t)i * p->kind->block_items;
    const size_t n = count - from < p->kind->block_items ? count - from : p->kind->block_items;
    uint8_t *to = b->data + (size_t)i * ZM_ENCODED_ROOM;
    b->bytes[i] = p->kind->encode(p->zstd[omp_get_thread_num()], items + from * p->kind->item_bytes, n, to);
    b->hash[i] = XXH3_64bits_withSeed(to, b->bytes[i], number);
}

/* Encodes at most a batch of items, all blocks full unless the file ends with them, and writes the batch before. */
static zm_status encode(zm_packer *p, const uint8_t *items, size_t count)
{
    const size_t a_block = p->kind->block_items;
    batch *const before = p->made, *const now = before == &p->batch[0] ? &p->batch[1] : &p->batch[0];
    zm_status status = ZM_OK;
    now->blocks = (int)((count + a_block - 1) / a_block);
    if (before)
        ZM_TRY(p->context, note_batch(p, before));
    const uint64_t first = p->blocks;
#pragma omp parallel num_threads(p->use) if (now->blocks > 1 && p->use > 1)
    {
#pragma omp master
        if (before)
            status = zm_out_write_pieces(p->out, p->piece, (size_t)before->blocks);
#pragma omp single nowait
        if (before)
            hash_batch(p, before);
#pragma omp for schedule(dynamic)
        for (int b = 0; b < now->blocks; b++)
            encode_block(p, now, b, items, count, first + (uint64_t)b);
    }
    p->made = now->blocks ? now : NULL;
    ZM_TRY(p->context, status);
    zm_progress_add(p->context, count);
    return zm_check_stop(p->context);
}

/* Nothing is left but what waits for its block to be full. */
static zm_status write_made(zm_packer *p) { return p->made ? encode(p, NULL, 0) : ZM_OK; }

void zm_packer_use(zm_packer *p, unsigned threads) { p->use = threads < p->threads ? threads : p->threads; }

zm_status zm_packer_put(zm_packer *p, const void *items, uint64_t count)
{
    const uint8_t *from = items;
    size_t most = p->batch_blocks * p->kind->block_items, size = p->kind->item_bytes;
    p->items += count;
    while (count) {
        if (!p->waiting_items && count >= most) { /* straight from the caller's array */
            ZM_TRY(p->context, encode(p, from, most));
            from += most * size;
            count -= most;
            continue;
        }
        size_t n = count < most - p->waiting_items ? (size_t)count : most - p->waiting_items;
        memcpy(p->waiting + p->waiting_items * size, from, n * size);
        p->waiting_items += n;
        from += n * size;
        count -= n;
        if (p->waiting_items == most) {
            ZM_TRY(p->context, encode(p, p->waiting, most));
            p->waiting_items = 0;
        }
    }
    return ZM_OK;
}

zm_status zm_packer_put_block(zm_packer *p, const uint8_t *data, size_t bytes)
{
    if (p->waiting_items)
        ZM_TRY(p->context, encode(p, p->waiting, p->waiting_items));
    p->waiting_items = 0;
    p->items += p->kind->block_items;
    ZM_TRY(p->context, write_made(p));
    return add_block(p, data, bytes);
}

static zm_status put_extra(zm_packer *p, const uint8_t *extra, uint64_t raw, bool compress,
                           uint8_t footer[ZM_PACK_FOOTER])
{
    zm_context *c = p->context;
    uint8_t *packed = NULL;
    uint64_t bytes = raw;
    zm_status s = ZM_OK;
    if (compress) {
        ZM_TRY(c, zm_alloc(c, &packed, ZSTD_compressBound(raw), 1, "the tiers of a table's file"));
        bytes = ZSTD_compressCCtx(p->zstd[0], packed, ZSTD_compressBound(raw), extra, raw, ZM_LEVEL);
        if (ZSTD_isError(bytes))
            s = zm_fail(c, ZM_NO_MEMORY, "not enough memory to compress the tiers of a table");
        extra = packed;
    }
    if (s == ZM_OK) {
        zm_put64(footer + 16, zm_out_bytes(p->out));
        zm_put64(footer + 24, bytes);
        zm_put64(footer + 32, raw);
        zm_put64(footer + 40, XXH3_64bits(extra, bytes));
        s = put(p, extra, bytes);
    }
    zm_release(c, packed);
    return s;
}

static zm_status finish(zm_packer *p, const uint8_t *extra, uint64_t raw, bool compress)
{
    uint8_t footer[ZM_PACK_FOOTER];
    ZM_TRY(p->context, encode(p, p->waiting, p->waiting_items));
    ZM_TRY(p->context, write_made(p));
    zm_put64(footer, p->items);
    zm_put64(footer + 8, p->blocks);
    ZM_TRY(p->context, put_extra(p, extra, raw, compress, footer));
    size_t index = (size_t)p->blocks * ZM_PACK_ENTRY;
    if (index)
        ZM_TRY(p->context, put(p, p->index, index));
    zm_put64(footer + 48, XXH3_64bits(p->index, index));
    zm_put64(footer + 56, XXH3_64bits(footer, 56));
    return put(p, footer, sizeof footer);
}

zm_status zm_packer_end(zm_packer *p, const uint8_t *extra, uint64_t extra_bytes, bool compress, zm_packed_file *out)
{
    zm_status s = finish(p, extra, extra_bytes, compress);
    if (s == ZM_OK) {
        *out = (zm_packed_file){p->out, zm_out_bytes(p->out), XXH3_64bits_digest(p->whole)};
        p->out = NULL;
    }
    zm_packer_abandon(p);
    return s;
}

/* ---- reading ---- */

static const char *read_header(zm_pack *p)
{
    static const uint8_t zero[20];
    const uint8_t *b = p->file.data;
    if (memcmp(b, p->kind->magic, 8))
        return "no such file of a table";
    if (zm_get64(b + 56) != XXH3_64bits(b, 56))
        return "checksum mismatch in the header";
    if (zm_get32(b + 8) != ZM_FORMAT)
        return "another format version";
    if (zm_get32(b + 12) != p->kind->block_items || memcmp(b + 36, zero, sizeof zero))
        return "header out of range";
    p->head.rules = zm_get64(b + 16);
    p->head.part = zm_get32(b + 24);
    p->head.first_tier = zm_get32(b + 28);
    p->head.tiers = zm_get32(b + 32);
    return NULL;
}

static const char *read_footer(zm_pack *p)
{
    uint64_t end = p->file.bytes - ZM_PACK_FOOTER;
    const uint8_t *b = p->file.data + end;
    if (zm_get64(b + 56) != XXH3_64bits(b, 56))
        return "checksum mismatch in the footer";
    p->items = zm_get64(b);
    p->blocks = zm_get64(b + 8);
    p->extra_at = zm_get64(b + 16);
    p->extra_bytes = zm_get64(b + 24);
    p->extra_raw = zm_get64(b + 32);
    p->extra_check = zm_get64(b + 40);
    p->index_check = zm_get64(b + 48);
    if (p->blocks > end / ZM_PACK_ENTRY ||
        p->blocks != p->items / p->kind->block_items + (p->items % p->kind->block_items > 0))
        return "footer out of range";
    p->index_at = end - p->blocks * ZM_PACK_ENTRY;
    if (p->extra_at < ZM_PACK_HEADER || p->extra_at > p->index_at || p->extra_bytes != p->index_at - p->extra_at)
        return "footer out of range";
    return NULL;
}

zm_status zm_pack_open(zm_context *c, const char *path, const zm_pack_kind *k, zm_pack *p, const char **why)
{
    *p = (zm_pack){.kind = k};
    *why = NULL;
    zm_status s = zm_map_file(c, path, &p->file);
    if (s == ZM_NOT_FOUND)
        *why = "file missing";
    if (s == ZM_CORRUPT)
        *why = "not a file";
    if (s != ZM_OK)
        return s == ZM_NOT_FOUND ? ZM_CORRUPT : s;
    *why = p->file.bytes < ZM_PACK_HEADER + ZM_PACK_FOOTER ? "truncated" : read_header(p);
    if (!*why)
        *why = read_footer(p);
    if (!*why)
        return ZM_OK;
    zm_pack_close(p);
    return ZM_CORRUPT;
}

void zm_pack_close(zm_pack *p) { zm_unmap_file(&p->file); }

uint64_t zm_pack_check(const zm_pack *p) { return XXH3_64bits(p->file.data, p->file.bytes); }

size_t zm_pack_block_items(const zm_pack *p, uint64_t block)
{
    uint64_t left = p->items - block * p->kind->block_items;
    return left < p->kind->block_items ? (size_t)left : p->kind->block_items;
}

const char *zm_pack_find_block(const zm_pack *p, uint64_t block, const uint8_t **data, size_t *bytes)
{
    if (block >= p->blocks)
        return "no such block";
    const uint8_t *entry = p->file.data + p->index_at + block * ZM_PACK_ENTRY;
    uint64_t from = zm_get64(entry), to = block + 1 < p->blocks ? zm_get64(entry + ZM_PACK_ENTRY) : p->extra_at;
    if (from < ZM_PACK_HEADER || to > p->extra_at || from >= to || to - from > ZM_ENCODED_ROOM)
        return "index out of range";
    *data = p->file.data + from;
    *bytes = (size_t)(to - from);
    return NULL;
}

const char *zm_pack_block(const zm_pack *p, uint64_t block, const uint8_t **data, size_t *bytes)
{
    const char *why = zm_pack_find_block(p, block, data, bytes);
    const uint8_t *entry = p->file.data + p->index_at + block * ZM_PACK_ENTRY;
    if (!why && XXH3_64bits_withSeed(*data, *bytes, block) != zm_get64(entry + 8))
        why = "checksum mismatch";
    return why;
}

/* The blocks must lie without gaps from the header to the extra: then every byte belongs to something. */
const char *zm_pack_check_sections(const zm_pack *p)
{
    const uint8_t *index = p->file.data + p->index_at;
    if (XXH3_64bits(p->file.data + p->extra_at, p->extra_bytes) != p->extra_check)
        return "checksum mismatch in the tiers";
    if (XXH3_64bits(index, p->blocks * ZM_PACK_ENTRY) != p->index_check)
        return "checksum mismatch in the index";
    if ((p->blocks ? zm_get64(index) : p->extra_at) != ZM_PACK_HEADER)
        return "index out of range";
    return NULL;
}
