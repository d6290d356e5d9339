/* layout.c: folders, file names, and which tier is in which part. */
#include "layout.h"
#include "base/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { LONGEST_NAME = 200, KEPT = 160 }; /* of a variant's folder; most file systems end at 255 */

bool zm_tables_folder(char *out, size_t size) { return zm_user_folder("ZERMELO_TABLES", "zermelo/tables", out, size); }

static bool plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("-_.,=", c));
}

/* Appends text to out, what is not plain as %XX, so that no option value can leave its folder or pass for another. */
static void append(char *out, size_t size, const char *text)
{
    size_t n = strlen(out);
    for (; *text && n + 4 < size; text++) {
        bool keep = plain(*text) && !(*text == '.' && (n == 0 || out[n - 1] == '/'));
        n += (size_t)snprintf(out + n, size - n, keep ? "%c" : "%%%02X", keep ? *text : (unsigned char)*text);
    }
}

static void variant_folder(const zm_variant *v, char *out, size_t size)
{
    char text[ZM_VARIANT_TEXT], *rest = text;
    zm_variant_text(v, '\n', false, text, sizeof text);
    out[0] = 0;
    for (char *setting; *text && (setting = strsep(&rest, "\n"));) {
        if (*out && strlen(out) + 1 < size)
            strcat(out, "+");
        append(out, size, setting);
    }
    if (!*out)
        snprintf(out, size, "default");
    size_t n = strlen(out);
    if (n > LONGEST_NAME)
        snprintf(out + KEPT, size - KEPT, "~%016" PRIx64, (uint64_t)XXH3_64bits(out, n));
}

char *zm_table_name(const zm_variant *v, char out[ZM_TABLE_NAME])
{
    char folder[4 * ZM_VARIANT_TEXT];
    variant_folder(v, folder, sizeof folder);
    out[0] = 0;
    append(out, ZM_TABLE_NAME / 2, v->game->name);
    size_t n = strlen(out);
    snprintf(out + n, ZM_TABLE_NAME - n, "/%.*s", LONGEST_NAME, folder);
    return out;
}

zm_status zm_table_path(zm_context *c, const zm_variant *v, const char *tables, char *out, size_t size)
{
    char name[ZM_TABLE_NAME], fallback[ZM_PATH];
    if (!tables && !zm_tables_folder(fallback, sizeof fallback))
        return zm_fail(c, ZM_BAD_INPUT,
                       "where are tables kept? neither ZERMELO_TABLES nor XDG_DATA_HOME nor HOME is set; say it with "
                       "--tables DIR");
    tables = tables ? tables : fallback;
    if (!*tables)
        return zm_fail(c, ZM_BAD_INPUT, "the folder of the tables has no name");
    int n = snprintf(out, size, "%s/%s", tables, zm_table_name(v, name));
    if (n < 0 || (size_t)n >= size)
        return zm_fail(c, ZM_IO, "path too long: %.100s...", tables);
    return ZM_OK;
}

char *zm_part_name(uint32_t part, char out[32])
{
    snprintf(out, 32, "part-%05" PRIu32 ".zmt", part);
    return out;
}

bool zm_is_part(const char *name, uint32_t *part)
{
    char again[32];
    return sscanf(name, "part-%" SCNu32 ".zmt", part) == 1 && !strcmp(name, zm_part_name(*part, again));
}

zm_status zm_table_file(zm_context *c, const char *folder, const char *name, char out[ZM_PATH])
{
    int n = snprintf(out, ZM_PATH, "%s/%s", folder, name);
    return n > 0 && n < ZM_PATH ? ZM_OK : zm_fail(c, ZM_IO, "path too long: %.100s...", folder);
}

zm_status zm_table_damaged(zm_context *c, const zm_variant *v, const char *where, const char *what)
{
    char name[ZM_TABLE_NAME];
    return zm_fail(c, ZM_CORRUPT, "table `%s`, %s: %s", zm_table_name(v, name), where, what);
}

static uint64_t size_of(const zm_variant *v, const uint64_t *size, uint32_t tier)
{
    return size ? size[tier] : v->game->index->tier_size(v, tier);
}

zm_status zm_layout_make(zm_context *c, const zm_variant *v, uint32_t tiers, const uint64_t *size, uint64_t part_states,
                         zm_layout *out)
{
    *out = (zm_layout){.tiers = tiers};
    ZM_TRY(c, zm_alloc(c, &out->tier, tiers, sizeof *out->tier, "the list of tiers"));
    uint64_t filled = 0;
    for (uint32_t t = 0; t < tiers; t++) {
        uint64_t n = size_of(v, size, t);
        if (t == 0 || n > part_states || filled > part_states - n) {
            out->parts++;
            filled = 0;
        }
        out->tier[t] = (zm_tier_at){.size = n, .first = filled, .part = out->parts - 1};
        filled += n;
        out->places += n;
        out->largest = n > out->largest ? n : out->largest;
    }
    return ZM_OK;
}

void zm_layout_free(zm_context *c, zm_layout *l)
{
    zm_release(c, l->tier);
    *l = (zm_layout){0};
}
