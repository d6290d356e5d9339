/* check.c: are the files what was written? Every byte of every file is compared with a checksum: blocks, tier rows, index,
 * header and footer each with their own, so that the message can say where, then each file whole with the manifest's. */
#include "reader.h"

/* ---- the tier rows of a part ---- */

static bool parse_row(const uint8_t **at, const uint8_t *end, uint64_t size, zm_summary *row)
{
    uint64_t number[ZM_ROW_NUMBERS];
    for (unsigned i = 0; i < ZM_ROW_NUMBERS; i++) {
        unsigned __int128 wide;
        if (!(*at = zm_get_number(*at, end, &wide)) || wide > UINT64_MAX)
            return false;
        number[i] = (uint64_t)wide;
    }
    *row = (zm_summary){.states = number[1], .won_by = {number[2], number[3]}, .drawn = number[4]};
    row->has_longest = number[5] > 0;
    row->longest = row->has_longest ? (unsigned)(number[5] - 1) : 0;
    return number[0] == size && number[5] <= ZM_FARTHEST + 1;
}

static bool parse_rows(const zm_table *t, const zm_manifest_part *q, const uint8_t *raw, size_t bytes, zm_summary *rows)
{
    const uint8_t *at = raw, *end = raw + bytes;
    for (uint32_t i = 0; i < q->tiers; i++)
        if (!parse_row(&at, end, t->layout.tier[q->first + i].size, &rows[i]))
            return false;
    return at == end;
}

zm_status zm_table_rows(zm_context *c, const zm_table *t, uint32_t part, zm_summary *rows)
{
    const zm_pack *p = &t->part[part];
    const zm_manifest_part *q = &t->manifest.part[part];
    char name[32];
    uint8_t *raw;
    if (p->extra_raw > (uint64_t)q->tiers * ZM_ROW_NUMBERS * ZM_LONGEST_NUMBER)
        return zm_table_damaged(c, t->variant, zm_part_name(part, name), "tier rows out of range");
    ZM_TRY(c, zm_alloc(c, &raw, p->extra_raw, 1, "the tiers of a table's file"));
    bool good = ZSTD_decompress(raw, p->extra_raw, p->file.data + p->extra_at, p->extra_bytes) == p->extra_raw &&
                parse_rows(t, q, raw, p->extra_raw, rows);
    zm_release(c, raw);
    return good ? ZM_OK : zm_table_damaged(c, t->variant, zm_part_name(part, name), "tier rows do not decode");
}

/* ---- blocks ---- */

static bool block_decodes(const zm_pack *p, uint64_t block, zm_workspace *w)
{
    const uint8_t *data;
    size_t bytes, n = zm_pack_block_items(p, block);
    zm_symbols symbols;
    if (zm_pack_block(p, block, &data, &bytes))
        return false;
    return p->kind == &zm_pack_of_values ? zm_decode_symbols(w->zstd, data, bytes, n, w->room, &symbols)
                                         : zm_decode_keys(w->zstd, data, bytes, n, w->room, w->keys);
}

/* The first block that is damaged, or p->blocks. */
static zm_status first_bad_block(zm_context *c, const zm_pack *p, uint64_t *bad)
{
    uint64_t first = p->blocks;
    bool memory = true;
#pragma omp parallel num_threads(zm_threads(c)) if (p->blocks > 8) reduction(min : first) reduction(&& : memory)
    {
        zm_workspace *w = zm_workspace_new();
        memory = w != NULL;
#pragma omp for schedule(dynamic, 8)
        for (uint64_t b = 0; b < p->blocks; b++)
            if (w && b < first && !block_decodes(p, b, w))
                first = b;
        zm_workspace_free(w);
    }
    *bad = first;
    return memory ? ZM_OK : zm_fail(c, ZM_NO_MEMORY, "not enough memory to read a table");
}

/* Decodes the damaged block once more, for the message. */
static zm_status name_block(zm_context *c, const zm_table *t, const zm_pack *p, uint32_t part, uint64_t block)
{
    zm_workspace *w = zm_workspace_new();
    zm_symbols symbols;
    if (!w)
        return zm_fail(c, ZM_NO_MEMORY, "not enough memory to read a table");
    zm_status s;
    if (p->kind == &zm_pack_of_keys) {
        s = zm_block_keys(c, t->variant, p, block, w);
    } else {
        const zm_manifest_part *q = &t->manifest.part[part];
        uint32_t tier = q->first + q->tiers - 1;
        while (tier > q->first && t->layout.tier[tier].first > block * ZM_SYMBOL_BLOCK)
            tier--;
        s = zm_block_symbols(c, t->variant, p, tier, block, w, &symbols);
    }
    zm_workspace_free(w);
    return s;
}

static zm_status check_file(zm_context *c, const zm_table *t, const zm_pack *p, uint32_t part, uint64_t check,
                            uint64_t *blocks)
{
    char name[32];
    uint64_t bad;
    const char *file = p->kind == &zm_pack_of_keys ? ZM_KEYS_FILE : zm_part_name(part, name);
    const char *why = zm_pack_check_sections(p);
    if (why)
        return zm_table_damaged(c, t->variant, file, why);
    ZM_TRY(c, first_bad_block(c, p, &bad));
    if (bad < p->blocks)
        ZM_TRY(c, name_block(c, t, p, part, bad));
    *blocks += p->blocks;
    zm_progress_add(c, p->file.bytes);
    return zm_pack_check(p) == check ? ZM_OK : zm_table_damaged(c, t->variant, file, "checksum mismatch");
}

/* Keys must increase across blocks too, and each block must begin with the key the search finds it by. */
static zm_status check_keys(zm_context *c, const zm_table *t)
{
    const zm_pack *p = &t->keys;
    zm_workspace *w = zm_workspace_new();
    zm_pos last = {0};
    zm_status s = w ? ZM_OK : zm_fail(c, ZM_NO_MEMORY, "not enough memory to read a table");
    for (uint64_t b = 0; b < p->blocks && s == ZM_OK; b++) {
        const uint8_t *first = p->file.data + p->extra_at + 16 * b;
        s = zm_block_keys(c, t->variant, p, b, w);
        if (s == ZM_OK && (zm_get64(first) != w->keys[0].lo || zm_get64(first + 8) != w->keys[0].hi ||
                           (b && !zm_before(last, w->keys[0]))))
            s = zm_table_damaged(c, t->variant, ZM_KEYS_FILE, "keys are not in order");
        last = w->keys[zm_pack_block_items(p, b) - 1];
    }
    zm_workspace_free(w);
    return s;
}

/* As it is on disk now: it may have changed since the table was opened. */
static zm_status check_manifest(zm_context *c, const zm_table *t)
{
    zm_manifest now;
    ZM_TRY(c, zm_manifest_read(c, t->variant, t->folder, &now));
    bool same = now.bytes == t->manifest.bytes && now.check == t->manifest.check;
    zm_manifest_free(c, &now);
    return same ? ZM_OK : zm_table_damaged(c, t->variant, ZM_MANIFEST_FILE, "changed since the table was opened");
}

static zm_status check_all(zm_context *c, const zm_table *t, uint64_t *blocks)
{
    const zm_manifest *m = &t->manifest;
    ZM_TRY(c, check_manifest(c, t));
    for (uint32_t i = 0; i < m->part_count; i++) {
        ZM_TRY(c, check_file(c, t, &t->part[i], i, m->part[i].check, blocks));
        if (zm_stopped(c))
            return zm_fail(c, ZM_INTERRUPTED, "stopped");
    }
    if (!m->keyed)
        return ZM_OK;
    ZM_TRY(c, check_file(c, t, &t->keys, 0, m->keys_check, blocks));
    return check_keys(c, t);
}

zm_status zm_table_check(zm_context *c, const zm_table *t, uint64_t *blocks)
{
    uint64_t n = 0;
    zm_progress_begin(c, "checking files", t->bytes);
    zm_status s = check_all(c, t, &n);
    zm_progress_end(c);
    if (blocks)
        *blocks = n;
    return s;
}
