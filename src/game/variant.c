/* variant.c: a variant is a game with its options set.
 *
 * INVARIANT  Two variants of a game that play the same have the same text: every value is kept in one canonical form
 * ("08" is "8"), and what equals its default is left out. Texts become the names of folders, so values are printable
 * ASCII without space, '/' and '+'. */
#include "base/text.h"
#include "board/derive.h"
#include "board/make.h"
#include "builtin.h"
#include "complete.h"
#include "facets.h"
#include "names.h"
#include "option.h"
#include "trace/trace.h"

#include <zermelo/variant.h>

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __typeof__(((zm_variant *)0)->option[0]) setting;

static unsigned options_of(const zm_game *g)
{
    unsigned n = 0;
    while (n < ZM_MAX_OPTIONS && g->options[n].name)
        n++;
    return n;
}

/* ---- one value from text; *why says what it can be ---- */
static bool parse_number(const zm_option *o, const char *value, int64_t *n, zm_mistake *why)
{
    bool fits = zm_parse_number(value, n);
    if (!fits && !zm_is_number(value))
        return zm_wrong(why, 0, "is not a whole number; it can be %" PRId64 " to %" PRId64, o->min, o->max);
    if (!fits || *n < o->min || *n > o->max)
        return zm_wrong(why, 0, "is out of range; it can be %" PRId64 " to %" PRId64, o->min, o->max);
    return true;
}

static bool parse_int(const zm_option *o, const char *value, setting *s, zm_mistake *why)
{
    if (!parse_number(o, value, &s->number, why))
        return false;
    snprintf(s->text, sizeof s->text, "%" PRId64, s->number);
    return true;
}

/* "none, passed or blog", and the one that was probably meant. */
static bool no_such_choice(const zm_option *o, const char *value, zm_mistake *why)
{
    enum { CHOICES = 32 };
    char copy[160], list[200] = "", hint[48] = "", *at = NULL;
    const char *names[CHOICES] = {NULL};
    unsigned n = 0;
    snprintf(copy, sizeof copy, "%s", o->choices);
    for (char *name = strtok_r(copy, "|", &at); name && n < CHOICES; name = strtok_r(NULL, "|", &at))
        names[n++] = name;
    for (unsigned i = 0; i < n; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
                 !i          ? ""
                 : i + 1 < n ? ", "
                             : " or ",
                 names[i]);
    const char *near = zm_nearest(value, names, n);
    if (near)
        snprintf(hint, sizeof hint, "; did you mean \"%s\"?", near);
    return zm_wrong(why, 0, "is none of its choices; it can be %s%s", list, hint);
}

static bool parse_choice(const zm_option *o, const char *value, setting *s, zm_mistake *why)
{
    size_t length = strlen(value);
    s->number = 0;
    for (const char *at = o->choices; at; s->number++) {
        size_t n = strcspn(at, "|");
        if (n && n == length && n < sizeof s->text && !memcmp(at, value, n)) {
            memcpy(s->text, value, n + 1);
            return true;
        }
        at = at[n] ? at + n + 1 : NULL;
    }
    return no_such_choice(o, value, why);
}

static bool parse_list(const zm_option *o, const char *value, setting *s, zm_mistake *why)
{
    size_t used = 0;
    for (s->count = 0;; value++) {
        char one[24];
        int64_t n;
        size_t length = strcspn(value, ",");
        snprintf(one, sizeof one, "%.*s", (int)(length < sizeof one ? length : sizeof one), value);
        bool number = zm_is_number(one), fits = number && zm_parse_number(one, &n);
        if (!fits || n < o->min || n > o->max || n < 0 || n > UINT16_MAX)
            return zm_wrong(why, 0,
                            "%s at its number %u; it can be numbers from %" PRId64 " to %" PRId64
                            " with commas between",
                            number ? "is out of range" : "is wrong", s->count + 1, o->min, o->max);
        if (s->count == ZM_MAX_LIST)
            return zm_wrong(why, 0, "is too long; it can have 1 to %d numbers", ZM_MAX_LIST);
        used += (size_t)snprintf(s->text + used, sizeof s->text - used, "%s%u", s->count ? "," : "", (unsigned)n);
        if (used >= sizeof s->text)
            return zm_wrong(why, 0, "is too long; it can have up to %zu characters", sizeof s->text - 1);
        s->list[s->count++] = (uint16_t)n;
        value += length;
        if (!*value)
            return true;
    }
}

static bool parse_text(const char *value, setting *s, zm_mistake *why)
{
    if (!*value)
        return zm_wrong(why, 0, "is empty");
    if (strlen(value) >= sizeof s->text)
        return zm_wrong(why, 0, "is too long; it can have up to %zu characters", sizeof s->text - 1);
    for (const char *at = value; *at; at++)
        if (*at <= ' ' || *at > '~' || *at == '/' || *at == '+')
            return zm_wrong(why, 0,
                            "has a character it cannot have; allowed is printable ASCII without space, / and +");
    strcpy(s->text, value);
    return true;
}

static bool parse(const zm_option *o, const char *value, setting *s, zm_mistake *why)
{
    *s = (setting){0};
    switch (o->kind) {
    case ZM_INT_OPTION: return parse_int(o, value, s, why);
    case ZM_CHOICE_OPTION: return parse_choice(o, value, s, why);
    case ZM_LIST_OPTION: return parse_list(o, value, s, why);
    case ZM_TEXT_OPTION: return parse_text(value, s, why);
    }
    return zm_wrong(why, 0, "is of a kind that does not exist");
}

bool zm_option_canonical(const zm_option *o, const char *value, char out[ZM_OPTION_TEXT], zm_mistake *why)
{
    setting s;
    if (!parse(o, value, &s, why))
        return false;
    memcpy(out, s.text, sizeof s.text);
    return true;
}

/* ---- settings as the user gave them ---- */
static const zm_option *find(const zm_game *g, const char *name, size_t length)
{
    for (unsigned i = 0; i < options_of(g); i++)
        if (strlen(g->options[i].name) == length && !memcmp(g->options[i].name, name, length))
            return &g->options[i];
    return NULL;
}

static zm_status unknown_option(zm_context *c, const zm_game *g, const char *name)
{
    char shown[ZM_SHOWN], list[512] = "", hint[128] = "";
    const char *names[ZM_MAX_OPTIONS] = {NULL};
    unsigned n = options_of(g);
    for (unsigned i = 0; i < n; i++) {
        names[i] = g->options[i].name;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", names[i]);
    }
    const char *near = zm_nearest(name, names, n);
    if (near)
        snprintf(hint, sizeof hint, " did you mean \"%s\"?", near);
    if (!n)
        return zm_fail(c, ZM_BAD_INPUT, "%s has no options (\"%s\" was given)", g->name, zm_shown(name, shown));
    return zm_fail(c, ZM_BAD_INPUT, "%s has no option \"%s\";%s its options are: %s", g->name, zm_shown(name, shown),
                   hint, list);
}

static zm_status no_equals_sign(zm_context *c, const zm_game *g, const char *text)
{
    char shown[ZM_SHOWN];
    const zm_option *o = find(g, text, strlen(text));
    o = o ? o : &g->options[0];
    if (!o->name)
        return unknown_option(c, g, text);
    return zm_fail(c, ZM_BAD_INPUT, "\"%s\" is no setting of %s; write name=value, for example %s=%s",
                   zm_shown(text, shown), g->name, o->name, o->fallback ? o->fallback : "...");
}

static zm_status apply(zm_context *c, zm_variant *v, const char *text)
{
    char shown[ZM_SHOWN], name[ZM_SHOWN];
    const zm_game *g = v->game;
    zm_mistake why = {0};
    size_t length = strcspn(text, "=");
    if (!text[length])
        return no_equals_sign(c, g, text);
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
    const zm_option *o = find(g, text, length);
    if (!o)
        return unknown_option(c, g, name);
    setting *s = &v->option[o - g->options];
    if (s->text[0])
        return zm_fail(c, ZM_BAD_INPUT, "option %s of %s is given twice (\"%s\" after %s=%s)", o->name, g->name,
                       zm_shown(text, shown), o->name, s->text);
    if (!parse(o, text + length + 1, s, &why))
        return zm_fail(c, ZM_BAD_INPUT, "option %s of %s: \"%s\" %s", o->name, g->name,
                       zm_shown(text + length + 1, shown), why.text);
    return ZM_OK;
}

/* ---- defaults ---- */
static zm_status set_defaults(zm_context *c, zm_variant *v)
{
    zm_mistake why = {0};
    for (unsigned i = 0; i < options_of(v->game); i++) {
        const zm_option *o = &v->game->options[i];
        if (!v->option[i].text[0] && o->fallback && !parse(o, o->fallback, &v->option[i], &why))
            return zm_fail(c, ZM_BAD_INPUT, "game %s: the default \"%s\" of its option %s %s", v->game->name,
                           o->fallback, o->name, why.text);
    }
    return ZM_OK;
}

static zm_status prepare(zm_context *c, zm_variant *v)
{
    const zm_game *g = v->game;
    char text[ZM_VARIANT_TEXT];
    zm_mistake why = {0};
    void *data = NULL;
    if (g->data_bytes)
        ZM_TRY(c, zm_alloc(c, &data, 1, g->data_bytes, "the variant's data"));
    v->data = data;
    if (g->prepare && !g->prepare(v, data, &why)) {
        zm_variant_text(v, ' ', true, text, sizeof text);
        return zm_fail(c, ZM_BAD_INPUT, "%s %s: %s", g->name, text,
                       why.text[0] ? why.text : "these options do not go together");
    }
    for (unsigned i = 0; i < options_of(g); i++)
        if (!v->option[i].text[0])
            return zm_fail(c, ZM_BAD_INPUT, "%s needs its option %s: write %s=...", g->name, g->options[i].name,
                           g->options[i].name);
    return ZM_OK;
}

/* A variant of a game that nobody has completed yet, or of one whose index or codes it cannot have, has a game of its own
 * with it. Where it is not traced there is only room for the first member. */
typedef struct with_game {
    zm_variant variant;     /* first */
    const zm_game *copy_of; /* `game` has the same rules; NULL: it is no copy */
    zm_traced game;
} with_game;

static size_t room_for(const zm_game *g)
{
    return offsetof(with_game, game) + (g->declared && !g->board ? 0
                                        : zm_is_traced(g)        ? sizeof(zm_traced)
                                                                 : sizeof(zm_completed));
}

const zm_game *zm_game_of_kernels(const zm_variant *v)
{
    const with_game *both = (const with_game *)(const void *)v;
    return v->game == &both->game.game.game && both->copy_of ? both->copy_of : v->game;
}

static void drop_what_does_not_fit(zm_completed *g, const void *variant)
{
    const zm_variant *v = variant;
    if (zm_board_lacks_index(v))
        g->index = (zm_index){.version = 0};
    zm_board_keep_codes(v, &g->sources);
}

static zm_status make_board(zm_context *c, with_game *both)
{
    zm_variant *v = &both->variant;
    ZM_TRY(c, zm_board_open(c, v));
    if (!zm_board_lacks_index(v) && !zm_board_lacks_codes(v))
        return ZM_OK;
    both->copy_of = v->game;
    zm_traced_copy(&both->game, v->game, drop_what_does_not_fit, v);
    v->game = &both->game.game.game;
    return ZM_OK;
}

/* Lets the game make its part. Where it asks for an option that it does not have, that is what is wrong, whatever
 * follows from it. */
static zm_status make(zm_context *c, with_game *both)
{
    zm_variant *v = &both->variant;
    zm_mistake mistake = {.at = ZM_WHOLE};
    v->mistake = &mistake;
    zm_status s = prepare(c, v);
    if (s == ZM_OK && v->game->board)
        s = make_board(c, both);
    if (s == ZM_OK && v->game->start)
        v->game->start(v);
    v->mistake = NULL;
    return mistake.text[0] ? zm_fail(c, ZM_BAD_INPUT, "game %s %s", v->game->name, mistake.text) : s;
}

zm_status zm_variant_new(zm_context *c, const zm_game *g, const char *const *settings, size_t count, zm_variant **out)
{
    *out = NULL;
    with_game *both;
    if (!g->declared)
        ZM_TRY(c, zm_check_versions(c, g, "game", g->name));
    ZM_TRY(c, zm_alloc(c, &both, 1, room_for(g), "the variant"));
    zm_variant *v = &both->variant;
    v->game = g;
    if (!g->declared) {
        zm_complete(&both->game.game, g);
        v->game = &both->game.game.game;
    }
    zm_status s = ZM_OK;
    for (size_t i = 0; i < count && s == ZM_OK; i++)
        s = apply(c, v, settings[i]);
    if (s == ZM_OK)
        s = set_defaults(c, v);
    if (s == ZM_OK)
        s = make(c, both);
    if (s == ZM_OK)
        *out = v;
    else
        zm_variant_free(c, v);
    return s;
}

size_t zm_first_wrong_setting(zm_context *c, const zm_game *g, size_t count, const char *const *settings)
{
    zm_variant v = {.game = g};
    size_t i = 0;
    while (i < count && apply(c, &v, settings[i]) == ZM_OK)
        i++;
    return i;
}

void zm_variant_free(zm_context *c, zm_variant *v)
{
    if (!v)
        return;
    zm_trace_forget(v);
    if (v->game == &((with_game *)v)->game.game.game)
        zm_trace_forget_game(v->game);
    zm_release(c, (void *)(uintptr_t)v->data);
    zm_release(c, (void *)(uintptr_t)v->board);
    zm_release(c, v);
}

/* ---- as text ---- */

/* Does `prepare` give v's settings again when those that are blank here are left to it? */
static bool completes_to(zm_variant blank, const zm_variant *v)
{
    zm_mistake why;
    void *data = v->game->data_bytes ? calloc(1, v->game->data_bytes) : NULL;
    if (v->game->data_bytes && !data)
        return false;
    blank.data = data;
    bool same = v->game->prepare && v->game->prepare(&blank, data, &why);
    for (unsigned i = 0; i < ZM_MAX_OPTIONS; i++)
        same = same && !strcmp(blank.option[i].text, v->option[i].text);
    free(data);
    return same;
}

/* Which options have to be said. One without a default of its own is tried: left out if the others bring it back.
 * One by one, so that two that could each be had from the other are not both left out. */
static void find_needed(const zm_variant *v, bool needed[ZM_MAX_OPTIONS])
{
    zm_variant blank = *v;
    for (unsigned i = 0; i < options_of(v->game); i++) {
        const zm_option *o = &v->game->options[i];
        setting usual;
        zm_mistake why;
        needed[i] = v->option[i].text[0] != 0;
        if (!needed[i])
            continue;
        if (o->fallback) {
            needed[i] = !parse(o, o->fallback, &usual, &why) || strcmp(usual.text, v->option[i].text);
            continue;
        }
        blank.option[i] = (setting){0};
        needed[i] = !completes_to(blank, v);
        if (needed[i])
            blank.option[i] = v->option[i];
    }
}

char *zm_variant_text(const zm_variant *v, char separator, bool all, char *out, size_t size)
{
    bool needed[ZM_MAX_OPTIONS];
    if (!all)
        find_needed(v, needed);
    size_t used = 0;
    snprintf(out, size, "%s", "");
    for (unsigned i = 0; i < options_of(v->game) && used < size; i++) {
        if (!(all ? v->option[i].text[0] != 0 : needed[i]))
            continue;
        const char *const name = v->game->options[i].name;
        const char between[2] = {used ? separator : 0};
        used += (size_t)snprintf(out + used, size - used, "%s%s=%s", between, name, v->option[i].text);
    }
    return out;
}

/* ---- what the rules ask ---- */

/* Where a mistake is noted: the first, as others may follow from it. NULL: nowhere. */
static zm_mistake *notes_of(const zm_variant *v) { return v->mistake && !v->mistake->text[0] ? v->mistake : NULL; }

/* A name the game does not have is a mistake in its source. NULL then. */
static const zm_option *find_own(const zm_variant *v, const char *name)
{
    const zm_option *o = find(v->game, name, strlen(name));
    if (!o && notes_of(v))
        zm_wrong(notes_of(v), ZM_WHOLE, "asks for an option \"%s\" that it does not have", name);
    return o;
}

static const setting *get(const zm_variant *v, const char *name)
{
    static const setting none;
    const zm_option *o = find_own(v, name);
    return o ? &v->option[o - v->game->options] : &none;
}

int64_t zm_option_number(const zm_variant *v, const char *name) { return get(v, name)->number; }
const char *zm_option_text(const zm_variant *v, const char *name) { return get(v, name)->text; }

unsigned zm_option_list(const zm_variant *v, const char *name, uint16_t out[ZM_MAX_LIST])
{
    const setting *s = get(v, name);
    memcpy(out, s->list, sizeof s->list);
    return s->count;
}

void zm_option_set(zm_variant *v, const char *name, const char *text)
{
    zm_mistake why = {0};
    const zm_option *o = find_own(v, name);
    if (o && !parse(o, text, &v->option[o - v->game->options], &why) && notes_of(v))
        zm_wrong(notes_of(v), ZM_WHOLE, "sets its option %s to \"%s\", which %s", name, text, why.text);
}
