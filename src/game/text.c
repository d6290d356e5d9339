/* text.c: positions and moves as text, with messages that point at the character that is wrong. */
#include "expand.h"
#include "names.h"

#include <zermelo/dice.h>
#include <zermelo/variant.h>

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool zm_wrong(zm_mistake *why, size_t at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    why->at = at;
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    return false;
}

/* ---- positions ---- */
static bool continues(char c) { return ((unsigned char)c & 0xC0) == 0x80; } /* a character of UTF-8 goes on */

/* The number of the character that byte `at` belongs to, counted from 1 as people do, and the character. */
static size_t character(const char *text, size_t at, char out[8])
{
    while (at && continues(text[at]))
        at--;
    size_t number = 1, n = 1;
    for (size_t i = 0; i < at; i++)
        number += !continues(text[i]);
    while (n < 4 && continues(text[at + n]))
        n++;
    memcpy(out, text + at, n);
    out[n] = 0;
    return number;
}

zm_status zm_refuse_text(zm_context *c, const char *what, const char *text, const zm_mistake *why)
{
    char all[ZM_SHOWN], one[8], shown[ZM_SHOWN];
    zm_shown(text, all);
    const char *because = why->text[0] ? why->text : "this is no position of the game";
    if (why->at == ZM_WHOLE)
        return zm_fail(c, ZM_BAD_INPUT, "%s \"%s\" is wrong: %s", what, all, because);
    if (why->at >= strlen(text))
        return zm_fail(c, ZM_BAD_INPUT, "%s \"%s\" is wrong at its end: %s", what, all, because);
    size_t number = character(text, why->at, one);
    return zm_fail(c, ZM_BAD_INPUT, "%s \"%s\" is wrong at character %zu (\"%s\"): %s", what, all, number,
                   zm_shown(one, shown), because);
}

zm_status zm_read_position(zm_context *c, const zm_variant *v, const char *text, zm_pos *p)
{
    zm_mistake why = {.at = ZM_WHOLE};
    if (strlen(text) >= ZM_MAX_TEXT) {
        zm_wrong(&why, ZM_WHOLE, "it has %zu bytes, positions have at most %d", strlen(text), ZM_MAX_TEXT - 1);
        return zm_refuse_text(c, "position", text, &why);
    }
    return v->game->read(v, text, p, &why) ? ZM_OK : zm_refuse_text(c, "position", text, &why);
}

char *zm_write_position(const zm_variant *v, zm_pos p, char *out, size_t size)
{
    zm_text text = zm_text_in(out, size);
    v->game->write(v, p, &text);
    return out;
}

char *zm_write_move(const zm_variant *v, zm_pos p, zm_move m, char *out, size_t size)
{
    const zm_game *g = v->game;
    zm_text text = zm_text_in(out, size);
    if (!g->write_move)
        return zm_write_position(v, g->play(v, p, m), out, size);
    g->write_move(v, p, m, &text);
    return out;
}

/* ---- rolls ---- */
char *zm_write_roll(const zm_variant *v, unsigned roll, char *out, size_t size)
{
    const zm_dice *d = v->game->dice;
    zm_text text = zm_text_in(out, size);
    if (d->write_roll)
        d->write_roll(v, roll, &text);
    else
        zm_say(&text, "%u", roll + 1);
    return out;
}

/* Names come before numbers: where rolls are called 2 to 12, "2" is the first of them. */
zm_status zm_read_roll(zm_context *c, const zm_variant *v, const char *text, unsigned *roll)
{
    const unsigned rolls = v->game->dice->rolls;
    char name[ZM_ROLL_TEXT], last[ZM_ROLL_TEXT], shown[ZM_SHOWN];
    int64_t number;
    for (unsigned i = 0; i < rolls; i++)
        if (!strcmp(text, zm_write_roll(v, i, name, sizeof name))) {
            *roll = i;
            return ZM_OK;
        }
    if (zm_parse_number(text, &number) && number >= 1 && number <= rolls) {
        *roll = (unsigned)number - 1;
        return ZM_OK;
    }
    zm_shown(text, shown);
    if (!rolls)
        return zm_fail(c, ZM_BAD_INPUT, "\"%s\" is no roll: %s has no dice", shown, v->game->name);
    return zm_fail(c, ZM_BAD_INPUT, "\"%s\" is no roll: there are %s to %s", shown,
                   zm_write_roll(v, 0, name, sizeof name), zm_write_roll(v, rolls - 1, last, sizeof last));
}

/* ---- up to eight numbers ---- */
enum { NUMBERS = 8 };

static const zm_option *list_option(const zm_game *g)
{
    for (const zm_option *o = g->options; o < g->options + ZM_MAX_OPTIONS && o->name; o++)
        if (o->kind == ZM_LIST_OPTION)
            return o;
    return NULL;
}

static unsigned numbers_of(const zm_variant *v)
{
    const zm_option *o = list_option(v->game);
    unsigned n = o ? v->option[o - v->game->options].count : NUMBERS;
    return n < NUMBERS ? n : NUMBERS;
}

/* The side to move is part of the text only where it is kept in the topmost bit and matters. */
static bool shows_turn(const zm_game *g) { return !g->impartial; }

bool zm_read_number(const char *text, size_t *at, unsigned min, unsigned max, unsigned *n, zm_mistake *why)
{
    const size_t begin = *at;
    uint64_t all = 0;
    for (; text[*at] >= '0' && text[*at] <= '9'; ++*at) {
        all = all * 10 + (uint64_t)(text[*at] - '0');
        if (all > max)
            return zm_wrong(why, begin, "the number is too large; it can be %u to %u", min, max);
    }
    if (*at == begin)
        return zm_wrong(why, begin, "expected a number from %u to %u", min, max);
    *n = (unsigned)all;
    return all >= min || zm_wrong(why, begin, "the number is too small; it can be %u to %u", min, max);
}

static bool read_turn(const zm_variant *v, const char *text, size_t at, zm_pos *p, zm_mistake *why)
{
    if (shows_turn(v->game) && !strcmp(text + at, ":2")) {
        p->hi |= ZM_TURN_BIT;
        return true;
    }
    return !text[at] || zm_wrong(why, at, "expected %s after %u numbers",
                                 shows_turn(v->game) ? "the end, or :2 when the second player is to move," : "the end",
                                 numbers_of(v));
}

bool zm_read_list8(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const zm_option *o = list_option(v->game);
    unsigned count = numbers_of(v), max = o && o->max < 255 ? (unsigned)o->max : 255;
    size_t at = 0;
    *p = (zm_pos){0};
    for (unsigned i = 0; i < count; i++) {
        unsigned n = 0;
        if (i && text[at++] != ',')
            return zm_wrong(why, at - 1, "expected a comma: there are %u numbers, as in the start", count);
        if (!zm_read_number(text, &at, 0, max, &n, why))
            return false;
        p->lo |= (uint64_t)n << 8 * i;
    }
    return read_turn(v, text, at, p, why);
}

void zm_write_list8(const zm_variant *v, zm_pos p, zm_text *out)
{
    unsigned count = numbers_of(v);
    for (unsigned i = 0; i < count; i++)
        zm_say(out, "%s%u", i ? "," : "", (unsigned)(p.lo >> 8 * i & 255));
    if (shows_turn(v->game) && p.hi & ZM_TURN_BIT)
        zm_say(out, ":2");
}

bool zm_is_list8(const zm_variant *v, zm_pos p)
{
    const zm_option *o = list_option(v->game);
    const unsigned count = numbers_of(v), max = o && o->max < 255 ? (unsigned)o->max : 255;
    for (unsigned i = 0; i < NUMBERS; i++)
        if ((p.lo >> 8 * i & 255) > (i < count ? max : 0))
            return false;
    return !(p.hi & ~ZM_TURN_BIT);
}

unsigned zm_parts_list8(const zm_variant *v, zm_pos p, zm_pos *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < NUMBERS; i++)
        if (p.lo >> 8 * i & 255)
            out[n++] = (zm_pos){p.lo >> 8 * i & 255, 0};
    return n;
}

zm_pos zm_pack8(const zm_variant *v, const char *name)
{
    uint16_t list[ZM_MAX_LIST];
    unsigned n = zm_option_list(v, name, list);
    zm_pos p = {0};
    for (unsigned i = 0; i < n && i < NUMBERS; i++)
        p.lo |= (uint64_t)list[i] << 8 * i;
    return p;
}

bool zm_prepare_list8(zm_variant *v, void *data, zm_mistake *why)
{
    (void)data;
    const zm_option *o = list_option(v->game);
    unsigned n = o ? v->option[o - v->game->options].count : 0;
    return n <= NUMBERS || zm_wrong(why, ZM_WHOLE, "%s has %u numbers; it can have 1 to %d", o->name, n, NUMBERS);
}
