/* encoded_tier.c: see encoded_tier.h. */
#include "encoded_tier.h"

#include "base/stop.h"

#include <string.h>

struct zm_encoder {
    zm_context *context;
    const zm_pack_kind *kind;
    ZSTD_CCtx *zstd;
    zm_encoded_tier *to;
    size_t items, wanted; /* in the block at hand, and how many it takes until it is full */
    uint8_t block[ZM_BLOCK_ROOM];
};

enum { RECORD_HEAD = sizeof(uint32_t) };

void zm_encoded_tier_free(zm_context *c, zm_encoded_tier *p)
{
    zm_release(c, p->data);
    *p = (zm_encoded_tier){0};
}

bool zm_encoded_tier_next(const zm_encoded_tier *p, uint64_t *at, zm_encoded_tier_item *out)
{
    if (*at == p->bytes)
        return false;
    const uint32_t head = zm_get32(p->data + *at);
    *out = (zm_encoded_tier_item){.data = p->data + *at + RECORD_HEAD, .bytes = head / 2, .encoded = head % 2};
    *at += RECORD_HEAD + out->bytes;
    return true;
}

zm_status zm_encoder_open(zm_context *c, const zm_pack_kind *k, zm_encoder **out)
{
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "blocks to be written"));
    (*out)->context = c;
    (*out)->kind = k;
    (*out)->zstd = ZSTD_createCCtx();
    if ((*out)->zstd)
        return ZM_OK;
    zm_encoder_close(*out);
    *out = NULL;
    return zm_fail(c, ZM_NO_MEMORY, "not enough memory to compress a table");
}

void zm_encoder_close(zm_encoder *e)
{
    if (!e)
        return;
    ZSTD_freeCCtx(e->zstd);
    zm_release(e->context, e);
}

void zm_encoder_begin(zm_encoder *e, uint64_t first, zm_encoded_tier *to)
{
    e->to = to;
    e->items = 0;
    e->wanted = e->kind->block_items - (size_t)(first % e->kind->block_items);
    to->bytes = 0;
}

static zm_status make_room(zm_encoder *e, size_t more)
{
    zm_encoded_tier *p = e->to;
    const uint64_t need = p->bytes + RECORD_HEAD + more;
    if (need <= p->room)
        return ZM_OK;
    const uint64_t room = need + p->room / 2;
    ZM_TRY(e->context, zm_resize(e->context, &p->data, room, 1, "a tier on its way to disk"));
    p->room = room;
    return ZM_OK;
}

static void add_record(zm_encoded_tier *p, size_t bytes, bool encoded)
{
    zm_put32(p->data + p->bytes, (uint32_t)(2 * bytes + encoded));
    p->bytes += RECORD_HEAD + bytes;
}

static zm_status add_block(zm_encoder *e, const void *items)
{
    zm_encoded_tier *p = e->to;
    ZM_TRY(e->context, make_room(e, ZM_ENCODED_ROOM));
    const size_t bytes = e->kind->encode(e->zstd, items, e->kind->block_items, p->data + p->bytes + RECORD_HEAD);
    if (!bytes)
        return zm_fail(e->context, ZM_NO_MEMORY, "not enough memory to compress a table's block");
    add_record(p, bytes, true);
    zm_progress_add(e->context, e->kind->block_items);
    return zm_check_stop(e->context);
}

static zm_status add_items(zm_encoder *e)
{
    const size_t bytes = e->items * e->kind->item_bytes;
    if (!bytes)
        return ZM_OK;
    ZM_TRY(e->context, make_room(e, bytes));
    memcpy(e->to->data + e->to->bytes + RECORD_HEAD, e->block, bytes);
    add_record(e->to, bytes, false);
    return ZM_OK;
}

zm_status zm_encoder_put(zm_encoder *e, const void *items, uint64_t count)
{
    const uint8_t *from = items;
    const size_t block = e->kind->block_items, size = e->kind->item_bytes;
    while (count) {
        if (!e->items && e->wanted == block && count >= block) { /* straight from the caller's array */
            ZM_TRY(e->context, add_block(e, from));
            from += block * size;
            count -= block;
            continue;
        }
        const size_t n = count < e->wanted - e->items ? (size_t)count : e->wanted - e->items;
        memcpy(e->block + e->items * size, from, n * size);
        e->items += n;
        from += n * size;
        count -= n;
        if (e->items == e->wanted) {
            ZM_TRY(e->context, e->wanted == block ? add_block(e, e->block) : add_items(e));
            e->items = 0;
            e->wanted = block;
        }
    }
    return ZM_OK;
}

/* The slice may wait long, so it keeps no room it does not need. */
zm_status zm_encoder_end(zm_encoder *e)
{
    zm_encoded_tier *p = e->to;
    ZM_TRY(e->context, add_items(e));
    e->items = 0;
    if (p->bytes < p->room) {
        ZM_TRY(e->context, zm_resize(e->context, &p->data, p->bytes, 1, "a tier on its way to disk"));
        p->room = p->bytes;
    }
    return ZM_OK;
}
