/* summaries.c: see summaries.h. A summary has no checksum: that it is whole shows in its fields, and in counts that add
 * up. */
#include "summaries.h"

#include <string.h>

void zm_summaries_free(zm_context *c, zm_summaries *all)
{
    zm_release(c, all->told);
    *all = (zm_summaries){0};
}

const zm_told *zm_summaries_find(const zm_summaries *all, const zm_variant *v)
{
    char text[ZM_VARIANT_TEXT];
    zm_variant_text(v, ' ', true, text, sizeof text);
    for (size_t i = 0; i < all->count; i++)
        if (!strcmp(all->told[i].variant, text))
            return &all->told[i];
    return NULL;
}

#ifndef ZERMELO_JANSSON
zm_status zm_summaries_read(zm_context *c, const zm_game *g, const char *path, zm_summaries *all)
{
    (void)g;
    (void)all;
    return zm_fail(c, ZM_BAD_INPUT, "%s: this zermelo was built without Jansson, and reads no JSON", path);
}
#else

#include "base/file.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { LARGEST = 64 << 20 }; /* of a file: a summary is a line, so that more is something else */

typedef struct reading {
    zm_context *c;
    const zm_game *g;
    zm_summaries *all;
    const char *path; /* of the file */
    size_t line;
    size_t found, others; /* summaries of the game, and of other games */
} reading;

static zm_status bad(const reading *r, const char *what, const char *name)
{
    return zm_fail(r->c, ZM_BAD_INPUT, "%s, line %zu: no summary by \"zermelo solve --json\": %s \"%s\"", r->path,
                   r->line, what, name);
}

/* ---- one summary ---- */
static zm_status read_number(const reading *r, const json_t *object, const char *key, uint64_t most, uint64_t *out)
{
    const json_t *n = json_object_get(object, key);
    if (!json_is_integer(n) || json_integer_value(n) < 0)
        return bad(r, "it has no number", key);
    *out = (uint64_t)json_integer_value(n);
    return *out <= most ? ZM_OK : bad(r, "too large is its", key);
}

static zm_status read_counts(const reading *r, const json_t *object, zm_summary *s)
{
    const json_t *won_by = json_object_get(object, "won_by");
    ZM_TRY(r->c, read_number(r, object, "states", INT64_MAX, &s->states));
    for (unsigned i = 0; i < 2; i++)
        ZM_TRY(r->c, read_number(r, won_by, zm_player(r->g, i), s->states, &s->won_by[i]));
    ZM_TRY(r->c, read_number(r, object, "drawn", s->states, &s->drawn));
    if (s->won_by[0] > s->states - s->won_by[1] || s->states - s->won_by[1] - s->won_by[0] != s->drawn)
        return bad(r, "what is won and drawn does not add up to its", "states");
    return ZM_OK;
}

static zm_status read_start(const reading *r, const json_t *object, zm_summary *s)
{
    const json_t *start = json_object_get(object, "start");
    const char *value = json_string_value(json_object_get(start, "value"));
    uint64_t far = 0;
    if (!value || (strcmp(value, "win") != 0 && strcmp(value, "loss") != 0 && strcmp(value, "draw") != 0))
        return bad(r, "it has no value of the", "start");
    if (*value != 'd' && !s->wdl)
        ZM_TRY(r->c, read_number(r, start, "remoteness", ZM_FARTHEST, &far));
    s->start = *value == 'w'   ? zm_win_in((unsigned)far)
               : *value == 'l' ? zm_loss_in((unsigned)far)
                               : (zm_value)ZM_DRAWN;
    return ZM_OK;
}

static zm_status read_longest(const reading *r, const json_t *object, zm_told *t)
{
    const json_t *longest = json_object_get(object, "longest");
    const char *position = json_string_value(json_object_get(longest, "position"));
    uint64_t far;
    if (json_is_null(longest))
        return ZM_OK;
    if (json_is_null(json_object_get(longest, "position")))
        position = ""; /* of a game that cannot tell what is a position */
    else if (!position || !*position || strlen(position) >= sizeof t->longest)
        return bad(r, "it has no position of the", "longest");
    ZM_TRY(r->c, read_number(r, longest, "remoteness", ZM_FARTHEST, &far));
    strcpy(t->longest, position);
    t->summary.longest = (unsigned)far;
    t->summary.has_longest = true;
    return ZM_OK;
}

/* Every option there is and no other, as zm_variant_text writes them. */
static zm_status read_variant(const reading *r, const json_t *object, char out[ZM_VARIANT_TEXT])
{
    const json_t *variant = json_object_get(object, "variant");
    size_t used = 0;
    unsigned o = 0;
    out[0] = 0;
    for (; o < ZM_MAX_OPTIONS && r->g->options[o].name; o++) {
        const char *name = r->g->options[o].name;
        const json_t *value = json_object_get(variant, name);
        if (!json_is_integer(value) && !json_is_string(value))
            return bad(r, "it has no option", name);
        used += (size_t)snprintf(out + used, ZM_VARIANT_TEXT - used, "%s%s=", used ? " " : "", name);
        if (used >= ZM_VARIANT_TEXT)
            return bad(r, "too long is its", "variant");
        if (json_is_integer(value))
            used += (size_t)snprintf(out + used, ZM_VARIANT_TEXT - used, "%lld", (long long)json_integer_value(value));
        else
            used += (size_t)snprintf(out + used, ZM_VARIANT_TEXT - used, "%s", json_string_value(value));
        if (used >= ZM_VARIANT_TEXT)
            return bad(r, "too long is its", "variant");
    }
    return json_object_size(variant) == o ? ZM_OK : bad(r, "options that the game does not have are in its", "variant");
}

static zm_status read_summary(const reading *r, const json_t *object, zm_told *t)
{
    const char *values = json_string_value(json_object_get(object, "values"));
    if (!values || (strcmp(values, "wdl") != 0 && strcmp(values, "distance") != 0))
        return bad(r, "neither \"distance\" nor \"wdl\" are its", "values");
    if (json_object_get(object, "book_plies"))
        return bad(r, "of a book, which has not all states:", "book_plies");
    t->summary.wdl = !strcmp(values, "wdl");
    snprintf(t->where, sizeof t->where, "%s, line %zu", r->path, r->line);
    ZM_TRY(r->c, read_variant(r, object, t->variant));
    ZM_TRY(r->c, read_counts(r, object, &t->summary));
    ZM_TRY(r->c, read_start(r, object, &t->summary));
    return read_longest(r, object, t);
}

/* ---- all of them ---- */
static bool agree(const zm_summary *a, const zm_summary *b)
{
    return a->states == b->states && a->won_by[0] == b->won_by[0] && a->won_by[1] == b->won_by[1] &&
           zm_wdl(a->start) == zm_wdl(b->start) &&
           (a->wdl || b->wdl || (a->start == b->start && a->longest == b->longest));
}

static zm_status keep(const reading *r, const zm_told *t)
{
    zm_summaries *all = r->all;
    for (size_t i = 0; i < all->count; i++) {
        zm_told *other = &all->told[i];
        if (strcmp(other->variant, t->variant) != 0)
            continue;
        if (!agree(&other->summary, &t->summary))
            return zm_fail(r->c, ZM_BAD_INPUT, "two summaries of %s %s do not agree: %s; %s", r->g->name, t->variant,
                           other->where, t->where);
        if (other->summary.wdl && !t->summary.wdl)
            *other = *t;
        return ZM_OK;
    }
    if (all->count == all->room) {
        const size_t room = 2 * all->room + 16;
        ZM_TRY(r->c, zm_resize(r->c, &all->told, room, sizeof *all->told, "the summaries"));
        all->room = room;
    }
    all->told[all->count++] = *t;
    return ZM_OK;
}

static zm_status read_object(reading *r, const json_t *object)
{
    const char *game = json_string_value(json_object_get(object, "game"));
    zm_told t = {0};
    if (!game)
        return bad(r, "it has no", "game");
    if (strcmp(game, r->g->name) != 0) {
        r->others++;
        return ZM_OK;
    }
    r->found++;
    ZM_TRY(r->c, read_summary(r, object, &t));
    return keep(r, &t);
}

/* Past spaces and ends of lines, which are counted. */
static size_t skip_space(reading *r, const char *text, size_t at, size_t bytes)
{
    for (; at < bytes && strchr(" \t\r\n", text[at]) && text[at]; at++)
        r->line += text[at] == '\n';
    return at;
}

static zm_status read_text(reading *r, const char *text, size_t bytes)
{
    r->line = 1;
    for (size_t at = skip_space(r, text, 0, bytes); at < bytes; at = skip_space(r, text, at, bytes)) {
        json_error_t why;
        json_t *object = json_loadb(text + at, bytes - at, JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &why);
        if (!object)
            return zm_fail(r->c, ZM_BAD_INPUT, "%s, line %zu: no JSON: %.120s", r->path, r->line + (size_t)why.line - 1,
                           why.text);
        const zm_status status = read_object(r, object);
        json_decref(object);
        ZM_TRY(r->c, status);
        for (const size_t end = at + (size_t)why.position; at < end; at++)
            r->line += text[at] == '\n';
    }
    return ZM_OK;
}

static zm_status read_file(reading *r, const char *path)
{
    zm_mapped m;
    ZM_TRY(r->c, zm_map_file(r->c, path, &m));
    r->path = path;
    const zm_status status = m.bytes > LARGEST
                                 ? zm_fail(r->c, ZM_BAD_INPUT, "%s is too large for a file of summaries", path)
                                 : read_text(r, (const char *)m.data, m.bytes);
    const bool cut = zm_is_cut(&m);
    zm_unmap_file(&m);
    r->path = NULL; /* it is the caller's */
    return cut ? zm_fail(r->c, ZM_IO, "%s: " ZM_CUT, path) : status;
}

static int is_summaries(const struct dirent *e)
{
    const size_t n = strlen(e->d_name);
    return n > 5 && *e->d_name != '.' && !strcmp(e->d_name + n - 5, ".json");
}

static zm_status read_folder(reading *r, const char *folder)
{
    struct dirent **entry;
    char path[4096];
    zm_status status = ZM_OK;
    const int count = scandir(folder, &entry, is_summaries, alphasort);
    if (count < 0)
        return zm_fail(r->c, ZM_IO, "cannot read the folder %s", folder);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (status == ZM_OK)
            status = read_file(r, path);
        free(entry[i]);
    }
    free(entry);
    return status;
}

zm_status zm_summaries_read(zm_context *c, const zm_game *g, const char *path, zm_summaries *all)
{
    reading r = {.c = c, .g = g, .all = all};
    struct stat st;
    const bool folder = !stat(path, &st) && S_ISDIR(st.st_mode);
    ZM_TRY(c, (folder ? read_folder : read_file)(&r, path));
    if (!r.found)
        return zm_fail(c, ZM_BAD_INPUT, "%s has no summary of %s%s", path, g->name,
                       r.others ? ", only of other games"
                       : folder ? ": such as \"zermelo solve --json\" prints, in files *.json"
                                : ": such as \"zermelo solve --json\" prints");
    return ZM_OK;
}
#endif
