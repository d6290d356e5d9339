/* spread.c: settings that name several values, and the variants they make together.
 *
 *     geese=4..6,9       a number: values and ranges with commas between
 *     multi=optional,no  a choice: values with commas between
 *     piles=1,2/3,4      a list or a text, which may have commas itself: values with slashes between
 *
 * Every value is written out once for its option; variant i is then i in a number system whose digits are the options,
 * the last one lowest. What is wrong with a value alone is said here, before any variant is made; what does not go
 * together only shows when the variant is. */
#include "names.h"
#include "option.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <zermelo/variant.h>

enum { PART_ROOM = 100 }; /* longer than any value or range */

/* The values of one option. */
typedef struct values {
    const zm_option *option;
    unsigned count;
    char value[ZM_MAX_SPREAD][ZM_OPTION_TEXT];
} values;

static const zm_option *find_option(const zm_game *g, const char *setting)
{
    size_t n = strcspn(setting, "=");
    for (unsigned i = 0; setting[n] && i < ZM_MAX_OPTIONS && g->options[i].name; i++)
        if (strlen(g->options[i].name) == n && !strncmp(g->options[i].name, setting, n))
            return &g->options[i];
    return NULL;
}

__attribute__((format(printf, 4, 5))) static zm_status refuse(zm_context *c, const zm_game *g, const zm_option *o,
                                                              const char *format, ...)
{
    char what[400];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return zm_fail(c, ZM_BAD_INPUT, "option %s of %s: %s", o->name, g->name, what);
}

/* ---- one value, one range ---- */
static zm_status add(zm_context *c, const zm_game *g, values *s, const char *text)
{
    char value[ZM_OPTION_TEXT], shown[ZM_SHOWN];
    zm_mistake why = {0};
    zm_shown(text, shown);
    if (!zm_option_canonical(s->option, text, value, &why))
        return refuse(c, g, s->option, "\"%s\" %s", shown, why.text);
    for (unsigned i = 0; i < s->count; i++)
        if (!strcmp(s->value[i], value))
            return refuse(c, g, s->option, "\"%s\" is named twice; once is enough", shown);
    if (s->count == ZM_MAX_SPREAD)
        return refuse(c, g, s->option, "these are more than %d values, too many at once", ZM_MAX_SPREAD);
    memcpy(s->value[s->count++], value, sizeof value);
    return ZM_OK;
}

/* What a range of this option looks like: "FROM..TO within 1..20". */
static const char *form(const zm_option *o, char out[100])
{
    snprintf(out, 100, "FROM..TO within %" PRId64 "..%" PRId64, o->min, o->max);
    return out;
}

static zm_status add_range(zm_context *c, const zm_game *g, values *s, const char *text, const char *dots)
{
    const zm_option *o = s->option;
    char from[PART_ROOM], value[32], shown[ZM_SHOWN], right[100];
    const char *to = dots + 2;
    int64_t a = 0, b = 0;
    snprintf(from, sizeof from, "%.*s", (int)(dots - text), text);
    zm_shown(text, shown);
    if (!*from || !*to)
        return refuse(c, g, o, "\"%s\" has no %s; write %s", shown, *from ? "end" : "beginning", form(o, right));
    if (!zm_is_number(from) || !zm_is_number(to))
        return refuse(c, g, o, "\"%s\" is no range; write %s", shown, form(o, right));
    if (!zm_parse_number(from, &a) || !zm_parse_number(to, &b) || a < o->min || a > o->max || b < o->min || b > o->max)
        return refuse(c, g, o, "\"%s\" is out of range; it can be %" PRId64 "..%" PRId64, shown, o->min, o->max);
    if (a > b)
        return refuse(c, g, o, "\"%s\" runs backward; write %" PRId64 "..%" PRId64, shown, b, a);
    if (b - a >= ZM_MAX_SPREAD)
        return refuse(c, g, o, "\"%s\" are more than %d values, too many at once", shown, ZM_MAX_SPREAD);
    for (int64_t n = a; n <= b; n++) {
        snprintf(value, sizeof value, "%" PRId64, n);
        ZM_TRY(c, add(c, g, s, value));
    }
    return ZM_OK;
}

static zm_status add_part(zm_context *c, const zm_game *g, values *s, const char *part)
{
    const zm_option *o = s->option;
    char shown[ZM_SHOWN];
    const char *dots = strstr(part, "..");
    if (dots && o->kind == ZM_INT_OPTION)
        return add_range(c, g, s, part, dots);
    if (dots && o->kind == ZM_CHOICE_OPTION)
        return refuse(c, g, o, "\"%s\" is no choice, and choices have no ranges; list them with commas between: %s",
                      zm_shown(part, shown), o->choices);
    return add(c, g, s, part);
}

/* ---- all values of one setting ---- */
static zm_status read_values(zm_context *c, const zm_game *g, const char *setting, values *s)
{
    char part[PART_ROOM], shown[ZM_SHOWN];
    s->option = find_option(g, setting);
    bool commas = s->option->kind == ZM_INT_OPTION || s->option->kind == ZM_CHOICE_OPTION;
    const char *at = strchr(setting, '=') + 1, *separator = commas ? "," : "/", *all = at;
    for (;; at++) {
        size_t n = strcspn(at, separator);
        if (n >= sizeof part)
            return refuse(c, g, s->option, "\"%s\" is too long", zm_shown(at, shown));
        if (!n && *all)
            return refuse(c, g, s->option, "a value is missing in \"%s\"", zm_shown(all, shown));
        snprintf(part, sizeof part, "%.*s", (int)n, at);
        ZM_TRY(c, add_part(c, g, s, part));
        at += n;
        if (!*at)
            return ZM_OK;
    }
}

/* ---- all variants ---- */
static zm_status count_variants(zm_context *c, const zm_game *g, const values *s, size_t settings, unsigned *count)
{
    uint64_t n = 1;
    for (size_t i = 0; i < settings; i++)
        n = n * s[i].count > UINT32_MAX ? UINT32_MAX : n * s[i].count;
    if (n > ZM_MAX_SPREAD)
        return zm_fail(c, ZM_BAD_INPUT, "these are %" PRIu64 " variants of %s; at most %d can be had at once", n,
                       g->name, ZM_MAX_SPREAD);
    *count = (unsigned)n;
    return ZM_OK;
}

static void write_variant(const values *s, unsigned settings, unsigned i, char out[][ZM_SETTING_ROOM])
{
    for (unsigned k = settings; k-- > 0;) {
        snprintf(out[k], ZM_SETTING_ROOM, "%s=%s", s[k].option->name, s[k].value[i % s[k].count]);
        i /= s[k].count;
    }
}

static zm_status build(zm_context *c, const zm_game *g, size_t count, const char *const *settings, values *s,
                       zm_spread **out)
{
    unsigned variants = 0;
    zm_spread *spread;
    for (size_t i = 0; i < count; i++)
        ZM_TRY(c, read_values(c, g, settings[i], &s[i]));
    ZM_TRY(c, count_variants(c, g, s, count, &variants));
    ZM_TRY(c, zm_alloc(c, &spread, 1, sizeof *spread + variants * sizeof *spread->setting, "the list of variants"));
    spread->count = variants;
    spread->settings = (unsigned)count;
    spread->setting = (void *)(spread + 1); /* in the same block */
    for (size_t i = 0; i < count; i++)
        spread->varies[s[i].option - g->options] = s[i].count > 1;
    for (unsigned i = 0; i < variants; i++)
        write_variant(s, (unsigned)count, i, spread->setting[i]);
    *out = spread;
    return ZM_OK;
}

static zm_status check_names(zm_context *c, const zm_game *g, size_t count, const char *const *settings)
{
    char shown[ZM_SHOWN];
    for (size_t i = 0; i < count; i++) {
        const zm_option *o = find_option(g, settings[i]);
        zm_variant *none;
        if (!o) /* it is refused, and told the nearest name */
            return zm_variant_new(c, g, &settings[i], 1, &none);
        for (size_t k = 0; k < i; k++)
            if (find_option(g, settings[k]) == o)
                return refuse(c, g, o, "it is given twice (\"%s\"); list all its values in one setting",
                              zm_shown(settings[i], shown));
    }
    return ZM_OK;
}

zm_status zm_spread_new(zm_context *c, const zm_game *g, const char *const *settings, size_t count, zm_spread **out)
{
    values *s;
    *out = NULL;
    ZM_TRY(c, check_names(c, g, count, settings)); /* so they are not more than there are options */
    ZM_TRY(c, zm_alloc(c, &s, count + 1, sizeof *s, "the values of the options"));
    zm_status status = build(c, g, count, settings, s, out);
    zm_release(c, s);
    return status;
}

void zm_spread_free(zm_context *c, zm_spread *s) { zm_release(c, s); }

zm_status zm_spread_variant(zm_context *c, const zm_game *g, const zm_spread *s, unsigned i, zm_variant **out)
{
    const char *settings[ZM_MAX_OPTIONS];
    for (unsigned k = 0; k < s->settings; k++)
        settings[k] = s->setting[i][k];
    return zm_variant_new(c, g, settings, s->settings, out);
}
