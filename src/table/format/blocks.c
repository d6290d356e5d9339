/* blocks.c: see blocks.h. Blocks are decoded side by side; of several damaged ones the first is named. */
#include "blocks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

zm_workspace *zm_workspace_new(void)
{
    zm_workspace *w = malloc(sizeof *w);
    if (w && !(w->zstd = ZSTD_createDCtx())) {
        free(w);
        w = NULL;
    }
    return w;
}

void zm_workspace_free(zm_workspace *w)
{
    if (w)
        ZSTD_freeDCtx(w->zstd);
    free(w);
}

zm_status zm_bad_block(zm_context *c, const zm_variant *v, uint32_t tier, uint64_t block, const char *why)
{
    char where[64];
    snprintf(where, sizeof where, "tier %" PRIu32 ", block %" PRIu64, tier, block);
    return zm_table_damaged(c, v, where, why);
}

/* What is wrong with a block, NULL: nothing, and it is decoded. */
static const char *decode(const zm_pack *p, uint64_t block, zm_workspace *w, zm_decode_fn *decoder, void *out)
{
    const uint8_t *data;
    size_t bytes;
    const char *why = zm_pack_block(p, block, &data, &bytes);
    if (!why && !decoder(w->zstd, data, bytes, zm_pack_block_items(p, block), w->room, out))
        why = "does not decode";
    return zm_is_cut(&p->file) ? ZM_CUT : why; /* what was decoded may be zeros */
}

zm_status zm_block_symbols(zm_context *c, const zm_variant *v, const zm_pack *p, uint32_t tier, uint64_t block,
                           zm_workspace *w, zm_symbols *out)
{
    const char *why = decode(p, block, w, zm_decode_symbols, out);
    return why ? zm_bad_block(c, v, tier, block, why) : ZM_OK;
}

zm_status zm_block_odds(zm_context *c, const zm_variant *v, const zm_pack *p, uint32_t tier, uint64_t block,
                        zm_workspace *w)
{
    const char *why = decode(p, block, w, zm_decode_odds, w->odds);
    return why ? zm_bad_block(c, v, tier, block, why) : ZM_OK;
}

zm_status zm_block_moves(zm_context *c, const zm_variant *v, const zm_pack *p, uint32_t tier, uint64_t block,
                         zm_workspace *w)
{
    const char *why = decode(p, block, w, zm_decode_moves, w->moves);
    return why ? zm_bad_block(c, v, tier, block, why) : ZM_OK;
}

zm_status zm_bad_keys(zm_context *c, const zm_variant *v, uint64_t block, const char *why)
{
    char where[64];
    snprintf(where, sizeof where, ZM_KEYS_FILE ", block %" PRIu64, block);
    return zm_table_damaged(c, v, where, why);
}

zm_status zm_block_keys(zm_context *c, const zm_variant *v, const zm_pack *p, uint64_t block, zm_workspace *w)
{
    const char *why = decode(p, block, w, zm_decode_keys, w->keys);
    return why ? zm_bad_keys(c, v, block, why) : ZM_OK;
}

zm_status zm_block_places(zm_context *c, const zm_variant *v, const zm_pack *p, uint64_t block, zm_workspace *w)
{
    const char *why = decode(p, block, w, zm_decode_places, w->places);
    return why ? zm_bad_keys(c, v, block, why) : ZM_OK;
}

/* Places of a part that are read at once, and where they go. */
typedef struct reading {
    const zm_pack *pack;
    uint64_t from, count;
    void *out; /* zm_value, zm_odds or best moves, as the pack has them */
} reading;

/* The values of a block that are among those. */
static void copy_values(const reading *r, const zm_symbols *s, uint64_t block)
{
    uint64_t base = block * ZM_SYMBOL_BLOCK, from = r->from, stop = from + r->count;
    uint64_t begin = base > from ? base : from, end = base + s->count < stop ? base + s->count : stop;
    zm_value *to = (zm_value *)r->out + (begin - from);
    const uint8_t *low = s->low + (begin - base), *high = low + s->count;
    const uint64_t n = end - begin;
    if (s->width == 0)
        for (uint64_t i = 0; i < n; i++)
            to[i] = zm_from_symbol(s->same);
    else if (s->width == 1)
        for (uint64_t i = 0; i < n; i++)
            to[i] = zm_from_symbol(low[i]);
    else
        for (uint64_t i = 0; i < n; i++)
            to[i] = zm_from_symbol((uint16_t)(low[i] | high[i] << 8));
}

static const char *read_block_of_values(const reading *r, uint64_t block, zm_workspace *w)
{
    zm_symbols s;
    const char *why = decode(r->pack, block, w, zm_decode_symbols, &s);
    if (!why)
        copy_values(r, &s, block);
    return why;
}

/* The items of a decoded block that are among those, as they are. */
static void copy_items(const reading *r, uint64_t block, const void *items)
{
    const size_t size = r->pack->kind->item_bytes;
    uint64_t base = block * r->pack->kind->block_items, limit = base + zm_pack_block_items(r->pack, block);
    uint64_t begin = base > r->from ? base : r->from, end = limit < r->from + r->count ? limit : r->from + r->count;
    memcpy((uint8_t *)r->out + (begin - r->from) * size, (const uint8_t *)items + (begin - base) * size,
           (end - begin) * size);
}

static const char *read_block_of_odds(const reading *r, uint64_t block, zm_workspace *w)
{
    const char *why = decode(r->pack, block, w, zm_decode_odds, w->odds);
    if (!why)
        copy_items(r, block, w->odds);
    return why;
}

static const char *read_block_of_moves(const reading *r, uint64_t block, zm_workspace *w)
{
    const char *why = decode(r->pack, block, w, zm_decode_moves, w->moves);
    if (!why)
        copy_items(r, block, w->moves);
    return why;
}

/* Why and where the first of several failures was. */
typedef struct failure {
    uint64_t block;
    const char *why; /* "" stands for no memory */
} failure;

static void note_failure(failure *f, uint64_t block, const char *why)
{
#pragma omp critical(zm_blocks_failure)
    if (!f->why || block < f->block)
        *f = (failure){block, why};
}

typedef const char *read_block(const reading *r, uint64_t block, zm_workspace *w);

static zm_status read_blocks(zm_context *c, const zm_variant *v, const reading *r, uint32_t tier, read_block *read)
{
    if (r->count == 0)
        return ZM_OK;
    uint64_t items = r->pack->kind->block_items, first = r->from / items, last = (r->from + r->count - 1) / items;
    failure failed = {0};
#pragma omp parallel num_threads(zm_threads(c)) if (last - first > 7)
    {
        zm_workspace *w = zm_workspace_new();
        if (!w)
            note_failure(&failed, 0, "");
#pragma omp for schedule(dynamic, 4)
        for (uint64_t b = first; b <= last; b++) {
            const char *why = w ? read(r, b, w) : "";
            if (why)
                note_failure(&failed, b, why);
        }
        zm_workspace_free(w);
    }
    if (!failed.why)
        return ZM_OK;
    return *failed.why ? zm_bad_block(c, v, tier, failed.block, failed.why)
                       : zm_fail(c, ZM_NO_MEMORY, "not enough memory to read a table");
}

static zm_status read_range(zm_context *c, const zm_variant *v, const zm_tier_range *t, void *out, read_block *one)
{
    const zm_tier_at *at = &t->layout->tier[t->tier];
    if (t->from > at->size || t->count > at->size - t->from)
        return zm_fail(c, ZM_BAD_INPUT, "tier %" PRIu32 " has %" PRIu64 " places", t->tier, at->size);
    const reading r = {t->part, at->first + t->from, t->count, out};
    return read_blocks(c, v, &r, t->tier, one);
}

zm_status zm_read_values(zm_context *c, const zm_variant *v, const zm_tier_range *t, zm_value *values)
{
    return read_range(c, v, t, values, read_block_of_values);
}

zm_status zm_read_odds(zm_context *c, const zm_variant *v, const zm_tier_range *t, zm_odds *odds)
{
    return read_range(c, v, t, odds, read_block_of_odds);
}

zm_status zm_read_moves(zm_context *c, const zm_variant *v, const zm_tier_range *t, uint64_t *moves)
{
    return read_range(c, v, t, moves, read_block_of_moves);
}

zm_status zm_read_keys(zm_context *c, const zm_variant *v, const zm_pack *p, zm_pos *keys)
{
    zm_workspace *w = zm_workspace_new();
    if (!w)
        return zm_fail(c, ZM_NO_MEMORY, "not enough memory to read a table");
    zm_status s = ZM_OK;
    zm_pos before = {0};
    for (uint64_t b = 0; b < p->blocks && s == ZM_OK; b++) {
        size_t n = zm_pack_block_items(p, b);
        const uint8_t *first = p->file.data + p->extra_at + 16 * b;
        s = zm_block_keys(c, v, p, b, w);
        if (s == ZM_OK && (zm_get64(first) != w->keys[0].lo || zm_get64(first + 8) != w->keys[0].hi ||
                           (b && !zm_before(before, w->keys[0]))))
            s = zm_bad_keys(c, v, b, "keys are not in order");
        for (size_t i = 0; i < n && s == ZM_OK; i++)
            keys[b * ZM_KEY_BLOCK + i] = before = w->keys[i];
    }
    zm_workspace_free(w);
    return s;
}

static zm_status open_file(zm_context *c, const zm_variant *v, const char *folder, const char *name,
                           const zm_pack_kind *k, uint64_t rules, zm_pack *p)
{
    char path[ZM_PATH];
    const char *why;
    ZM_TRY(c, zm_table_file(c, folder, name, path));
    zm_status s = zm_pack_open(c, path, k, p, &why);
    if (s != ZM_OK)
        return why ? zm_table_damaged(c, v, name, why) : s;
    if (p->head.rules != rules) {
        zm_pack_close(p);
        return zm_table_damaged(c, v, name, "made with other rules than its manifest says");
    }
    return ZM_OK;
}

zm_status zm_open_part(zm_context *c, const zm_variant *v, const char *folder, const zm_layout *l, const zm_manifest *m,
                       uint32_t part, zm_pack *p)
{
    const zm_pack_kind *kind = m->odds ? &zm_pack_of_odds : m->moves ? &zm_pack_of_moves : &zm_pack_of_values;
    const uint32_t first = m->part[part].first, tiers = m->part[part].tiers;
    char name[32];
    *p = (zm_pack){0};
    if (first >= l->tiers || l->tier[first].part != part || l->tier[first].first || first + tiers > l->tiers ||
        l->tier[first + tiers - 1].part != part || (first + tiers < l->tiers && l->tier[first + tiers].part == part))
        return zm_table_damaged(c, v, zm_part_name(part, name), "does not hold the tiers it should");
    ZM_TRY(c, open_file(c, v, folder, zm_part_name(part, name), kind, m->rules, p));
    const zm_tier_at *last = &l->tier[first + tiers - 1];
    if (p->head.part == part && p->head.first_tier == first && p->head.tiers == tiers &&
        p->items == last->first + last->size)
        return ZM_OK;
    zm_pack_close(p);
    return zm_table_damaged(c, v, name, "does not hold the tiers it should");
}

zm_status zm_open_keys(zm_context *c, const zm_variant *v, const char *folder, const zm_manifest *m, zm_pack *p)
{
    const zm_pack_kind *kind = m->placed ? &zm_pack_of_places : &zm_pack_of_keys;
    ZM_TRY(c, open_file(c, v, folder, ZM_KEYS_FILE, kind, m->rules, p));
    if (p->items == m->keys && p->extra_bytes == kind->item_bytes * p->blocks && p->extra_raw == p->extra_bytes &&
        p->head.part == 0 && p->head.first_tier == 0 && p->head.tiers == 1)
        return ZM_OK;
    zm_pack_close(p);
    return zm_table_damaged(c, v, ZM_KEYS_FILE, "does not hold the keys it should");
}
