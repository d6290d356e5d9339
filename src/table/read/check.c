/* check.c: are the files what was written? Every byte of every file is compared with a checksum: blocks, tier rows,
 * index, header and footer each with their own, so that the message can say where, then each file whole with the
 * manifest's. */
#include "reader.h"
#include "table/format/tier_counts.h"

/* ---- the tier rows of a part ---- */

static bool parse_rows(const zm_table *t, const zm_manifest_part *q, const uint8_t *raw, size_t bytes, zm_summary *rows)
{
    const uint8_t *at = raw, *end = raw + bytes;
    for (uint32_t i = 0; i < q->tiers; i++)
        if (!(at = zm_get_row(at, end, t->layout.tier[q->first + i].size, zm_manifest_dice(&t->manifest), &rows[i])))
            return false;
    return at == end;
}

zm_status zm_table_rows(zm_context *c, const zm_table *t, uint32_t part, zm_summary *rows)
{
    const zm_pack *p = &t->part[part];
    const zm_manifest_part *q = &t->manifest.part[part];
    char name[32];
    uint8_t *raw;
    if (p->extra_raw > (uint64_t)q->tiers * ZM_ROW_ROOM)
        return zm_table_damaged(c, t->variant, zm_part_name(part, name), "tier rows out of range");
    ZM_TRY(c, zm_alloc(c, &raw, p->extra_raw, 1, "the tiers of a table's file"));
    bool good = ZSTD_decompress(raw, p->extra_raw, p->file.data + p->extra_at, p->extra_bytes) == p->extra_raw &&
                parse_rows(t, q, raw, p->extra_raw, rows);
    zm_release(c, raw);
    return good ? ZM_OK : zm_table_damaged(c, t->variant, zm_part_name(part, name), "tier rows do not decode");
}

/* ---- blocks ---- */

/* The first block that is damaged, or p->blocks. */
static uint64_t first_bad_block(zm_context *c, const zm_pack *p)
{
    uint64_t first = p->blocks;
#pragma omp parallel for num_threads(zm_threads(c)) if (p->blocks > 256) schedule(static) reduction(min : first)
    for (uint64_t b = 0; b < p->blocks; b++) {
        const uint8_t *data;
        size_t bytes;
        if (b < first && zm_pack_block(p, b, &data, &bytes))
            first = b;
    }
    return first;
}

/* The tier a block of a part begins in. */
static uint32_t tier_of(const zm_table *t, uint32_t part, uint64_t block)
{
    const zm_manifest_part *q = &t->manifest.part[part];
    uint32_t tier = q->first + q->tiers - 1;
    while (tier > q->first && t->layout.tier[tier].first > block * t->part[part].kind->block_items)
        tier--;
    return tier;
}

static zm_status check_file(zm_context *c, const zm_table *t, const zm_pack *p, uint32_t part, uint64_t check,
                            uint64_t *blocks)
{
    char name[32];
    const uint8_t *data;
    size_t bytes;
    bool keys = p->kind == &zm_pack_of_keys || p->kind == &zm_pack_of_places;
    const char *file = keys ? ZM_KEYS_FILE : zm_part_name(part, name), *why = zm_pack_check_sections(p);
    if (why)
        return zm_table_damaged(c, t->variant, file, why);
    uint64_t bad = first_bad_block(c, p);
    if (bad < p->blocks) {
        why = zm_pack_block(p, bad, &data, &bytes);
        return keys ? zm_bad_keys(c, t->variant, bad, why)
                    : zm_bad_block(c, t->variant, tier_of(t, part, bad), bad, why);
    }
    *blocks += p->blocks;
    zm_progress_add(c, p->file.bytes);
    return zm_pack_check(p) == check ? ZM_OK : zm_table_damaged(c, t->variant, file, "checksum mismatch");
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
    return check_file(c, t, &t->keys, 0, m->keys_check, blocks);
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
