/* manifest.c: writing and reading the manifest. The reader is as strict as the writer is exact: one form, no more. */
#include "manifest.h"
#include "base/file.h"
#include "format.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define FIRST_LINE "zermelo table\n"
#define WDL_LINE "values wdl\n"             /* only of tables without distances */
#define ODDS_LINE "values odds\n"           /* only of tables of probabilities */
#define ESTIMATES_LINE "values estimates\n" /* that are not certified */
#define MOVES_LINE "values moves\n"         /* only of tables of best moves */
enum { CHECK_LINE = 6 + 16 + 1 };           /* "check ", 16 digits, end of line */

void zm_manifest_free(zm_context *c, zm_manifest *m)
{
    zm_release(c, m->part);
    *m = (zm_manifest){0};
}

zm_status zm_manifest_add(zm_context *c, zm_manifest *m, const zm_manifest_part *part)
{
    if (m->part_count == m->part_room) {
        uint32_t room = m->part_room ? m->part_room * 2 : 16;
        ZM_TRY(c, zm_resize(c, &m->part, room, sizeof *m->part, "the list of a table's files"));
        m->part_room = room;
    }
    m->part[m->part_count++] = *part;
    return ZM_OK;
}

/* ---- writing ---- */

typedef struct sink {
    zm_out *out;
    XXH3_state_t hash;
} sink;

static zm_status __attribute__((format(printf, 2, 3))) line(sink *k, const char *format, ...)
{
    char text[2 * ZM_VARIANT_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    XXH3_64bits_update(&k->hash, text, strlen(text));
    return zm_out_write(k->out, text, strlen(text));
}

static zm_status write_at(sink *k, const char *name, zm_odds o, zm_pos p, char separator)
{
    return line(k, "%s %" PRIu32 " %" PRIu32 " %016" PRIx64 "%016" PRIx64 "%c", name, o.lower, o.upper, p.hi, p.lo,
                separator);
}

static zm_status write_odds_counts(zm_context *c, sink *k, const zm_summary *s, char separator)
{
    ZM_TRY(c, line(k, "states %" PRIu64 "%c", s->states, separator));
    if (s->has_open) {
        ZM_TRY(c, write_at(k, "least", s->least, s->least_position, separator));
        ZM_TRY(c, write_at(k, "most", s->most, s->most_position, separator));
    } else {
        ZM_TRY(c, line(k, "least none%cmost none%c", separator, separator));
    }
    return line(k, "widest %" PRIu32 "\n", s->widest);
}

static zm_status write_counts(zm_context *c, sink *k, const zm_summary *s, char separator)
{
    if (s->dice)
        return write_odds_counts(c, k, s, separator);
    ZM_TRY(c, line(k,
                   "states %" PRIu64 "%c"
                   "won_by %" PRIu64 " %" PRIu64 "%c"
                   "drawn %" PRIu64 "%c"
                   "longest ",
                   s->states, separator, s->won_by[0], s->won_by[1], separator, s->drawn, separator));
    if (!s->has_longest)
        return line(k, "none\n");
    return line(k, "%u %016" PRIx64 "%016" PRIx64 "\n", s->longest, s->longest_position.hi, s->longest_position.lo);
}

static const char *kind_of(zm_value v)
{
    return zm_is_win(v) ? "win" : zm_is_loss(v) ? "loss" : zm_is_draw(v) ? "draw" : "none";
}

static zm_status write_start(sink *k, const zm_summary *s)
{
    if (s->dice)
        return line(k, "start %" PRIu32 " %" PRIu32 "\n", s->start_odds.lower, s->start_odds.upper);
    return line(k, "start %s %u\n", kind_of(s->start), zm_remoteness(s->start));
}

/* What is fixed from the beginning: the same lines are expected when it is read. */
static zm_status write_identity(zm_context *c, const zm_variant *v, sink *k)
{
    char text[ZM_VARIANT_TEXT], *rest = text;
    ZM_TRY(c, line(k, "game %s\n", v->game->name));
    zm_variant_text(v, '\n', true, text, sizeof text);
    for (char *setting; *text && (setting = strsep(&rest, "\n"));)
        ZM_TRY(c, line(k, "option %s\n", setting));
    return ZM_OK;
}

static zm_status write_parts(zm_context *c, const zm_manifest *m, sink *k)
{
    char name[32];
    if (m->keys_bytes)
        ZM_TRY(c, line(k, "keys " ZM_KEYS_FILE " count %" PRIu64 " bytes %" PRIu64 " xxh3 %016" PRIx64 "\n", m->keys,
                       m->keys_bytes, m->keys_check));
    for (uint32_t i = 0; i < m->part_count; i++) {
        const zm_manifest_part *p = &m->part[i];
        ZM_TRY(c, line(k, "part %s tiers %" PRIu32 " %" PRIu32 " bytes %" PRIu64 " xxh3 %016" PRIx64 " ",
                       zm_part_name(i, name), p->first, p->tiers, p->bytes, p->check));
        ZM_TRY(c, write_counts(c, k, &p->sum, ' '));
    }
    return ZM_OK;
}

static const char *values_line(const zm_manifest *m)
{
    return m->wdl ? WDL_LINE : m->estimates ? ESTIMATES_LINE : m->odds ? ODDS_LINE : m->moves ? MOVES_LINE : "";
}

static zm_status write_all(zm_context *c, const zm_variant *v, const zm_manifest *m, sink *k)
{
    ZM_TRY(c, line(k, FIRST_LINE "format %d\n", ZM_FORMAT));
    ZM_TRY(c, write_identity(c, v, k));
    ZM_TRY(c, line(k, "rules %016" PRIx64 "\nkind %s\n%s", m->rules,
                   m->placed  ? "placed"
                   : m->keyed ? "keyed"
                              : "dense",
                   values_line(m)));
    if (m->bits)
        ZM_TRY(c, line(k, "bits %u\n", m->bits));
    if (m->book)
        ZM_TRY(c, line(k, "book %u\n", m->book));
    if (m->beyond)
        ZM_TRY(c, line(k, "far %u %u\n", m->beyond, m->beyond_from));
    ZM_TRY(c, line(k, "part_states %" PRIu64 "\ntiers %" PRIu32 "\n", m->part_states, m->tiers));
    ZM_TRY(c, write_parts(c, m, k));
    if (m->finished) {
        ZM_TRY(c, write_start(k, &m->total));
        ZM_TRY(c, write_counts(c, k, &m->total, '\n'));
    }
    ZM_TRY(c, line(k, "finished %s\n", m->finished ? "yes" : "no"));
    return line(k, "check %016" PRIx64 "\n", (uint64_t)XXH3_64bits_digest(&k->hash));
}

zm_status zm_manifest_write(zm_context *c, const zm_variant *v, const char *folder, zm_manifest *m)
{
    char path[ZM_PATH];
    sink k;
    XXH3_64bits_reset(&k.hash);
    ZM_TRY(c, zm_table_file(c, folder, ZM_MANIFEST_FILE, path));
    ZM_TRY(c, zm_out_open(c, path, &k.out));
    zm_status s = write_all(c, v, m, &k);
    if (s != ZM_OK) {
        zm_out_abandon(k.out);
        return s;
    }
    m->bytes = zm_out_bytes(k.out);
    return zm_out_commit(k.out);
}

/* ---- reading ---- */

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool word(cursor *k, const char *w)
{
    size_t n = strlen(w);
    if ((size_t)(k->end - k->at) < n || memcmp(k->at, w, n))
        return false;
    k->at += n;
    return true;
}

static bool number(cursor *k, uint64_t *n)
{
    const char *from = k->at;
    for (*n = 0; k->at < k->end && *k->at >= '0' && *k->at <= '9'; k->at++)
        if (__builtin_mul_overflow(*n, (uint64_t)10, n) || __builtin_add_overflow(*n, (uint64_t)(*k->at - '0'), n))
            return false;
    return k->at > from && (*from != '0' || k->at == from + 1);
}

static bool number32(cursor *k, uint32_t *n)
{
    uint64_t x;
    if (!number(k, &x) || x > UINT32_MAX)
        return false;
    *n = (uint32_t)x;
    return true;
}

static bool hex(cursor *k, uint64_t *n)
{
    *n = 0;
    if (k->end - k->at < 16)
        return false;
    for (const char *stop = k->at + 16; k->at < stop; k->at++) {
        char d = *k->at;
        if (!(d >= '0' && d <= '9') && !(d >= 'a' && d <= 'f'))
            return false;
        *n = *n << 4 | (uint64_t)(d <= '9' ? d - '0' : d - 'a' + 10);
    }
    return true;
}

static bool read_odds(cursor *k, zm_odds *o)
{
    return number32(k, &o->lower) && word(k, " ") && number32(k, &o->upper) && zm_is_odds(*o);
}

static bool read_at(cursor *k, zm_odds *o, zm_pos *p)
{
    return read_odds(k, o) && word(k, " ") && hex(k, &p->hi) && hex(k, &p->lo);
}

static bool read_odds_counts(cursor *k, zm_summary *s, const char *separator)
{
    if (!(word(k, "states ") && number(k, &s->states) && word(k, separator) && word(k, "least ")))
        return false;
    s->has_open = !word(k, "none");
    if (s->has_open && !read_at(k, &s->least, &s->least_position))
        return false;
    if (!(word(k, separator) && word(k, "most ")))
        return false;
    if (!(s->has_open ? read_at(k, &s->most, &s->most_position) : word(k, "none")))
        return false;
    return word(k, separator) && word(k, "widest ") && number32(k, &s->widest) && word(k, "\n");
}

static bool read_counts(cursor *k, zm_summary *s, const char *separator)
{
    if (s->dice)
        return read_odds_counts(k, s, separator);
    uint64_t longest = 0;
    if (!(word(k, "states ") && number(k, &s->states) && word(k, separator) && word(k, "won_by ") &&
          number(k, &s->won_by[0]) && word(k, " ") && number(k, &s->won_by[1]) && word(k, separator) &&
          word(k, "drawn ") && number(k, &s->drawn) && word(k, separator) && word(k, "longest ")))
        return false;
    if (word(k, "none\n"))
        return true;
    s->has_longest = true;
    if (!(number(k, &longest) && word(k, " ") && hex(k, &s->longest_position.hi) && hex(k, &s->longest_position.lo)))
        return false;
    s->longest = (unsigned)longest;
    return longest <= ZM_FARTHEST && word(k, "\n");
}

static bool read_start(cursor *k, zm_summary *s)
{
    if (s->dice)
        return word(k, "start ") && read_odds(k, &s->start_odds) && word(k, "\n");
    bool win = false, loss = false, draw = false;
    uint64_t r;
    if (!(word(k, "start ") && ((win = word(k, "win ")) || (loss = word(k, "loss ")) || (draw = word(k, "draw ")))))
        return false;
    if (!number(k, &r) || r > ZM_FARTHEST || (draw && r))
        return false;
    s->start = win ? zm_win_in((unsigned)r) : loss ? zm_loss_in((unsigned)r) : (zm_value)ZM_DRAWN;
    return word(k, "\n");
}

static bool read_part(cursor *k, uint32_t number_, bool odds, zm_manifest_part *p)
{
    char name[32];
    *p = (zm_manifest_part){.sum.dice = odds};
    return word(k, zm_part_name(number_, name)) && word(k, " tiers ") && number32(k, &p->first) && word(k, " ") &&
           number32(k, &p->tiers) && word(k, " bytes ") && number(k, &p->bytes) && word(k, " xxh3 ") &&
           hex(k, &p->check) && word(k, " ") && read_counts(k, &p->sum, " ");
}

static bool read_head(cursor *k, zm_manifest *m)
{
    if (!(word(k, "rules ") && hex(k, &m->rules) && word(k, "\nkind ")))
        return false;
    m->placed = word(k, "placed");
    m->keyed = m->placed || word(k, "keyed");
    if (!(m->keyed || word(k, "dense")) || !word(k, "\n"))
        return false;
    m->wdl = m->total.wdl = word(k, WDL_LINE);
    m->estimates = !m->wdl && word(k, ESTIMATES_LINE);
    m->odds = m->estimates || (!m->wdl && word(k, ODDS_LINE));
    m->moves = !m->wdl && !m->odds && word(k, MOVES_LINE);
    m->total.dice = zm_manifest_dice(m);
    m->total.certified = m->odds && !m->estimates;
    if (m->odds && word(k, "bits ") && !(number32(k, &m->bits) && m->bits && m->bits < 32 && word(k, "\n")))
        return false;
    if (word(k, "book ") && !(number32(k, &m->book) && m->book && m->keyed && !m->total.dice && word(k, "\n")))
        return false;
    if (m->book && word(k, "far ") &&
        !(number32(k, &m->beyond) && m->beyond && word(k, " ") && number32(k, &m->beyond_from) && m->beyond_from &&
          word(k, "\n")))
        return false;
    return word(k, "part_states ") && number(k, &m->part_states) && m->part_states && word(k, "\ntiers ") &&
           number32(k, &m->tiers) && word(k, "\n");
}

static bool read_keys(cursor *k, zm_manifest *m)
{
    if (!word(k, "keys " ZM_KEYS_FILE " count "))
        return true;
    return m->keyed && number(k, &m->keys) && word(k, " bytes ") && number(k, &m->keys_bytes) && m->keys_bytes &&
           word(k, " xxh3 ") && hex(k, &m->keys_check) && word(k, "\n");
}

static zm_status read_body(zm_context *c, const zm_variant *v, cursor *k, zm_manifest *m)
{
    const char *odd = "a line is not what it should be";
    uint32_t next = 0;
    if (!read_head(k, m) || !read_keys(k, m))
        return zm_table_damaged(c, v, ZM_MANIFEST_FILE,
                                word(k, "values ") ? "values of a kind that this zermelo does not know" : odd);
    while (word(k, "part ")) {
        zm_manifest_part p;
        if (!read_part(k, m->part_count, m->total.dice, &p) || p.first != next || p.tiers == 0 ||
            p.tiers > m->tiers - next || (m->wdl && p.sum.has_longest))
            return zm_table_damaged(c, v, ZM_MANIFEST_FILE, odd);
        ZM_TRY(c, zm_manifest_add(c, m, &p));
        next += p.tiers;
    }
    if (!word(k, "finished no\n")) {
        m->finished = read_start(k, &m->total) && read_counts(k, &m->total, "\n") && word(k, "finished yes\n");
        const bool distances = m->total.has_longest || zm_remoteness(m->total.start);
        if (!m->finished || next != m->tiers || m->keyed != (m->keys_bytes != 0) || (m->wdl && distances))
            return zm_table_damaged(c, v, ZM_MANIFEST_FILE, odd);
    }
    return k->at == k->end ? ZM_OK : zm_table_damaged(c, v, ZM_MANIFEST_FILE, odd);
}

/* All versions begin with the first two lines and end with the check: so a damaged file is told from a foreign one. */
static zm_status read_frame(zm_context *c, const zm_variant *v, cursor *k, uint64_t *check)
{
    char name[ZM_TABLE_NAME];
    uint64_t version;
    cursor tail = {.at = k->end - CHECK_LINE, .end = k->end};
    if (!word(&tail, "check ") || !hex(&tail, check) || !word(&tail, "\n"))
        return zm_table_damaged(c, v, ZM_MANIFEST_FILE, "truncated");
    k->end -= CHECK_LINE;
    if (*check != XXH3_64bits(k->at, (size_t)(k->end - k->at)))
        return zm_table_damaged(c, v, ZM_MANIFEST_FILE, "checksum mismatch");
    if (!(word(k, FIRST_LINE "format ") && number(k, &version) && word(k, "\n")))
        return zm_table_damaged(c, v, ZM_MANIFEST_FILE, "no manifest of a table");
    if (version != ZM_FORMAT)
        return zm_fail(c, ZM_CORRUPT, "table `%s` has format version %" PRIu64 ", this zermelo reads version %d",
                       zm_table_name(v, name), version, ZM_FORMAT);
    return ZM_OK;
}

static bool same_identity(const zm_variant *v, cursor *k)
{
    char text[ZM_VARIANT_TEXT], *rest = text;
    if (!(word(k, "game ") && word(k, v->game->name) && word(k, "\n")))
        return false;
    zm_variant_text(v, '\n', true, text, sizeof text);
    for (char *setting; *text && (setting = strsep(&rest, "\n"));)
        if (!(word(k, "option ") && word(k, setting) && word(k, "\n")))
            return false;
    return true;
}

/* Positions of a manifest are shown to people: they must be some. What is of a game that cannot tell is not shown. */
static bool is_longest(const zm_variant *v, const zm_summary *s)
{
    zm_mistake why;
    return !s->has_longest || !v->game->is_position || zm_is_position(v, s->longest_position, &why);
}

static zm_status check_longest(zm_context *c, const zm_variant *v, const zm_manifest *m)
{
    bool good = is_longest(v, &m->total);
    for (uint32_t i = 0; i < m->part_count && good; i++)
        good = is_longest(v, &m->part[i].sum);
    return good ? ZM_OK : zm_table_damaged(c, v, ZM_MANIFEST_FILE, "the longest win is from no position of the game");
}

static zm_status read_all(zm_context *c, const zm_variant *v, cursor *k, zm_manifest *m)
{
    char name[ZM_TABLE_NAME];
    ZM_TRY(c, read_frame(c, v, k, &m->check));
    if (!same_identity(v, k))
        return zm_fail(c, ZM_CORRUPT, "table `%s` is of another game or other options", zm_table_name(v, name));
    ZM_TRY(c, read_body(c, v, k, m));
    if (m->rules != zm_rules_hash(v))
        return zm_fail(c, ZM_CORRUPT, "table `%s` was made with other rules (%016" PRIx64 ", now %016" PRIx64 ")",
                       zm_table_name(v, name), m->rules, zm_rules_hash(v));
    return check_longest(c, v, m);
}

zm_status zm_manifest_read(zm_context *c, const zm_variant *v, const char *folder, zm_manifest *m)
{
    char path[ZM_PATH];
    zm_mapped file;
    *m = (zm_manifest){0};
    ZM_TRY(c, zm_table_file(c, folder, ZM_MANIFEST_FILE, path));
    zm_status s = zm_map_file(c, path, &file);
    if (s == ZM_CORRUPT)
        return zm_table_damaged(c, v, ZM_MANIFEST_FILE, "not a file");
    ZM_TRY(c, s);
    if (file.bytes < CHECK_LINE) { /* an empty file has no data to point at */
        s = zm_table_damaged(c, v, ZM_MANIFEST_FILE, "truncated");
    } else {
        cursor k = {.at = (const char *)file.data, .end = (const char *)file.data + file.bytes};
        s = read_all(c, v, &k, m);
    }
    m->bytes = file.bytes;
    if (zm_is_cut(&file))
        s = zm_table_damaged(c, v, ZM_MANIFEST_FILE, ZM_CUT);
    zm_unmap_file(&file);
    if (s != ZM_OK)
        zm_manifest_free(c, m);
    return s;
}
