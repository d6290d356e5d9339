/* words.c: what a game says of itself, as it is in one variant.
 *
 *   text       words, and parts in braces
 *   {men}      the value of an option; {position} is the start as the notation has it
 *   {men=5,6 flying=yes:words|others}
 *              the words if all conditions hold, else the others, if there are any; both are texts
 *   condition  an option, = with values of which it has one, != with values of which it has none, < or > with a number
 *
 * A part that says nothing between two blanks takes one of them along. Every part is read once: the cost is the length
 * of the text. */
#include "words.h"

#include "option.h"

#include <zermelo/variant.h>

#include <stdlib.h>
#include <string.h>

typedef struct speech {
    const zm_game *g;
    const zm_variant *v; /* NULL: the text is only looked at */
    const char *text, *at;
    char *out;
    size_t size, used;
    bool aloud, gap; /* what is read is said; a part has just said nothing */
    zm_mistake *why;
} speech;

static bool wrong(const speech *s, const char *what) { return zm_wrong(s->why, (size_t)(s->at - s->text), "%s", what); }

static void put(speech *s, const char *words, size_t n)
{
    if (!s->v || !s->aloud || s->used + n >= s->size)
        return;
    memcpy(s->out + s->used, words, n);
    s->used += n;
    s->gap = false;
}

static void put_letter(speech *s)
{
    const bool blank = s->used == 0 || strchr(" \n", s->out[s->used - 1]);
    if (*s->at == ' ' && s->gap && blank)
        s->gap = false;
    else
        put(s, s->at, 1);
    s->at++;
}

/* ---- conditions ---- */
static const zm_option *read_option(speech *s)
{
    const size_t n = strspn(s->at, "abcdefghijklmnopqrstuvwxyz0123456789_");
    for (const zm_option *o = s->g->options; o < s->g->options + ZM_MAX_OPTIONS && o->name; o++)
        if (strlen(o->name) == n && !memcmp(o->name, s->at, n)) {
            s->at += n;
            return o;
        }
    return NULL;
}

static const char *value_of(const speech *s, const zm_option *o)
{
    return s->v ? s->v->option[o - s->g->options].text : "";
}

/* One value: is it the option's, or on which side of the option's does it lie? */
static bool read_value(speech *s, const zm_option *o, char sign, bool *holds)
{
    char value[ZM_OPTION_TEXT], canonical[ZM_OPTION_TEXT];
    const size_t n = strcspn(s->at, ",: {|}");
    if (n >= sizeof value)
        return wrong(s, "a value is too long");
    memcpy(value, s->at, n);
    value[n] = 0;
    zm_mistake why;
    if (sign == '=' && !zm_option_canonical(o, value, canonical, &why))
        return wrong(s, "this is no value of the option");
    if (sign != '=' && strspn(value, "-0123456789") != n)
        return wrong(s, "expected a number");
    const long long own = strtoll(value_of(s, o), NULL, 10), other = strtoll(value, NULL, 10);
    *holds = sign == '=' ? !strcmp(value_of(s, o), canonical) : sign == '<' ? own < other : own > other;
    s->at += n;
    return true;
}

static bool read_condition(speech *s, bool *holds)
{
    const zm_option *o = read_option(s);
    if (!o)
        return wrong(s, "expected an option of the game");
    const bool negated = *s->at == '!';
    s->at += negated;
    const char sign = *s->at;
    if (!sign || !strchr(negated ? "=" : "=<>", sign))
        return wrong(s, "expected =, !=, < or >");
    bool any = false, one = false;
    do {
        s->at++;
        if (!read_value(s, o, sign, &one))
            return false;
        any |= one;
    } while (sign == '=' && *s->at == ',');
    *holds = any != negated;
    return true;
}

/* ---- parts ---- */
static bool read_text(speech *s, unsigned depth);

static bool read_words(speech *s, bool aloud, unsigned depth)
{
    const bool before = s->aloud;
    s->aloud = before && aloud;
    const bool fine = read_text(s, depth);
    s->aloud = before;
    return fine;
}

static bool read_choice(speech *s, unsigned depth)
{
    bool all = true, one = false;
    for (;; s->at++) {
        if (!read_condition(s, &one))
            return false;
        all &= one;
        if (*s->at != ' ')
            break;
    }
    if (*s->at != ':')
        return wrong(s, "expected a colon after the conditions");
    s->at++;
    const size_t used = s->used;
    if (!read_words(s, all, depth + 1))
        return false;
    if (*s->at == '|') {
        s->at++;
        if (!read_words(s, !all, depth + 1))
            return false;
    }
    s->gap |= s->used == used;
    return true;
}

static bool read_part(speech *s, unsigned depth)
{
    static const char start[] = "position}";
    const char *const begin = s->at;
    const zm_option *o = read_option(s);
    if (o && *s->at == '}') {
        put(s, value_of(s, o), strlen(value_of(s, o)));
    } else if (!o && !strncmp(s->at, start, strlen(start))) {
        char text[ZM_MAX_TEXT] = "";
        if (s->v && s->aloud)
            zm_write_position(s->v, s->g->start(s->v), text, sizeof text);
        put(s, text, strlen(text));
        s->at += strlen(start) - 1;
    } else {
        s->at = begin;
        if (!read_choice(s, depth))
            return false;
    }
    if (*s->at != '}')
        return wrong(s, "expected a closing brace");
    s->at++;
    return true;
}

static bool read_text(speech *s, unsigned depth)
{
    enum { DEEPEST = 16 };
    if (depth > DEEPEST)
        return wrong(s, "braces are too deep");
    while (*s->at && !(depth && strchr("|}", *s->at))) {
        if (*s->at == '}')
            return wrong(s, "there is no brace to close");
        if (*s->at != '{') {
            put_letter(s);
            continue;
        }
        s->at++;
        if (!read_part(s, depth))
            return false;
    }
    return true;
}

/* ---- whole texts ---- */
bool zm_words_right(const zm_game *g, const char *text, zm_mistake *why)
{
    speech s = {.g = g, .text = text, .at = text, .aloud = true, .why = why, .out = NULL};
    return read_text(&s, 0);
}

char *zm_words_of(const zm_variant *v, const char *text, char *out, size_t size)
{
    zm_mistake why;
    speech s = {.g = v->game, .v = v, .text = text, .at = text, .out = out, .size = size, .aloud = true, .why = &why};
    read_text(&s, 0);
    while (s.used && strchr(" \n", out[s.used - 1]))
        s.used--;
    out[s.used] = 0;
    return out;
}

char *zm_usual_words(zm_context *c, const zm_game *g, const char *text, char out[ZM_SAID_ROOM])
{
    const zm_variant plain = {.game = g};
    zm_variant *usual = NULL;
    if (strchr(text, '{') && zm_variant_new(c, g, NULL, 0, &usual) != ZM_OK)
        usual = NULL;
    zm_words_of(usual ? usual : &plain, text, out, ZM_SAID_ROOM);
    zm_variant_free(c, usual);
    return out;
}
