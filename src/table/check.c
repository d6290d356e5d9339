/* check.c: is every byte of a table what it was when written? And removing a table. */
#include "format.h"
#include "reader.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The header, extra and index of a file by their own checksums, then the whole by the manifest's. */
static zm_status check_pack(zm_context *c, const zm_table *t, const char *name, const zm_pack *p, uint64_t check,
                            uint64_t *blocks)
{
    const char *wrong = zm_pack_check_sections(p);
    if (!wrong && zm_pack_check(p) != check)
        wrong = "checksum mismatch";
    *blocks += p->blocks;
    return wrong ? zm_table_damaged(c, t->variant, name, wrong) : ZM_OK;
}

zm_status zm_table_check(zm_context *c, const zm_table *t, uint64_t *blocks)
{
    char name[32];
    uint64_t count = 0;
    if (t->manifest.keyed)
        ZM_TRY(c, check_pack(c, t, ZM_KEYS_FILE, &t->keys, t->manifest.keys_check, &count));
    for (uint32_t i = 0; i < t->manifest.part_count; i++)
        ZM_TRY(c, check_pack(c, t, zm_part_name(i, name), &t->part[i], t->manifest.part[i].check, &count));
    if (blocks)
        *blocks = count;
    return ZM_OK;
}

static void remove_file(zm_context *c, const char *folder, const char *name)
{
    char path[ZM_PATH];
    if (zm_table_file(c, folder, name, path) == ZM_OK)
        unlink(path);
}

void zm_table_remove(zm_context *c, const zm_variant *v, const char *tables)
{
    char folder[ZM_PATH], name[32];
    if (zm_table_path(c, v, tables, folder, sizeof folder) != ZM_OK)
        return;
    remove_file(c, folder, ZM_MANIFEST_FILE); /* first: without it the rest is no table */
    remove_file(c, folder, ZM_KEYS_FILE);
    remove_file(c, folder, ZM_LOCK_FILE);
    for (uint32_t part = 0;; part++) {
        char path[ZM_PATH];
        if (zm_table_file(c, folder, zm_part_name(part, name), path) != ZM_OK || unlink(path))
            break;
    }
    rmdir(folder);
    char *slash = strrchr(folder, '/');
    if (slash) {
        *slash = 0;
        rmdir(folder); /* the game's, when it is empty */
    }
    rmdir(tables);
}
