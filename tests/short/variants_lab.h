/* variants_lab.h: random small variants of any game, and positions of them that few others follow, for tests that go
 * through the registry.
 *
 * Numbers are near their least, choices are any, lists are short, and texts are the default with some letters or digits
 * changed or its end cut off; what the game does not accept is thrown again. So a new game joins by itself. */
#ifndef VARIANTS_LAB_H
#define VARIANTS_LAB_H

#include <zermelo/zermelo.h>

#include "unit.h"

#include <ctype.h>

enum { VARIANT_SETTING = 96, VARIANT_NUMBERS = 4 /* of an option, from its least */ };

static inline unsigned random_below(uint64_t *random, uint64_t n) { return (unsigned)(unit_random(random) % n); }

static inline int64_t near_least(uint64_t *random, const zm_option *o)
{
    const int64_t most = o->max - o->min < VARIANT_NUMBERS ? o->max - o->min + 1 : VARIANT_NUMBERS;
    return o->min + random_below(random, (uint64_t)most);
}

static inline void random_choice(uint64_t *random, const char *choices, char *out)
{
    unsigned count = 1;
    for (const char *at = choices; *at; at++)
        count += *at == '|';
    for (unsigned skip = random_below(random, count); skip--;)
        choices = strchr(choices, '|') + 1;
    const size_t n = strcspn(choices, "|");
    memcpy(out, choices, n);
    out[n] = 0;
}

static inline void random_text(uint64_t *random, const char *text, char *out)
{
    const size_t length = strlen(text), n = random_below(random, 2) ? length : 1 + random_below(random, length);
    for (size_t i = 0; i < n; i++) {
        const char other = text[random_below(random, length)];
        const bool both = isalpha((unsigned char)text[i]) && isalpha((unsigned char)other);
        out[i] = text[i];
        if (random_below(random, 2) && isdigit((unsigned char)text[i]))
            out[i] = (char)('0' + random_below(random, 8));
        else if (random_below(random, 2) && both)
            out[i] = other;
    }
    out[n] = 0;
}

/* False: it keeps its default. */
static inline bool random_setting(uint64_t *random, const zm_option *o, char out[VARIANT_SETTING])
{
    char *at = out + sprintf(out, "%s=", o->name);
    if (!random_below(random, 4) || (o->kind == ZM_TEXT_OPTION && !o->fallback))
        return false;
    if (o->kind == ZM_INT_OPTION)
        sprintf(at, "%lld", (long long)near_least(random, o));
    if (o->kind == ZM_CHOICE_OPTION)
        random_choice(random, o->choices, at);
    if (o->kind == ZM_TEXT_OPTION)
        random_text(random, o->fallback, at);
    for (unsigned i = o->kind == ZM_LIST_OPTION ? 1 + random_below(random, 4) : 0; i; i--)
        at += sprintf(at, "%lld%s", (long long)near_least(random, o), i > 1 ? "," : "");
    return true;
}

static inline zm_variant *random_variant(zm_context *c, const zm_game *g, uint64_t *random)
{
    zm_variant *v;
    zm_status s;
    do {
        char text[ZM_MAX_OPTIONS][VARIANT_SETTING];
        const char *settings[ZM_MAX_OPTIONS];
        size_t count = 0;
        for (unsigned i = 0; i < ZM_MAX_OPTIONS && g->options[i].name; i++)
            if (random_setting(random, &g->options[i], text[count])) {
                settings[count] = text[count];
                count++;
            }
        s = zm_variant_new(c, g, settings, count, &v);
    } while (s == ZM_BAD_INPUT);
    assert_int_equal(s, ZM_OK);
    return v;
}

/* ---- what follows a position ---- */
typedef struct followers { /* all states that play gets to from the first */
    zm_pos *p;
    unsigned count, most;
} followers;

static zm_move lab_moves_room[ZM_MAX_MOVES];

static inline bool add_follower(followers *f, zm_pos p, unsigned *number)
{
    for (*number = 0; *number < f->count; ++*number)
        if (zm_same(f->p[*number], p))
            return true;
    if (f->count == f->most)
        return false;
    f->p[f->count++] = p;
    return true;
}

/* False: they are more than there is room for. */
static inline bool find_followers(const zm_variant *v, zm_pos p, followers *f)
{
    unsigned n, number;
    f->count = 0;
    add_follower(f, zm_state_of(v, p), &number);
    for (unsigned i = 0; i < f->count; i++) {
        zm_moves_of(v, f->p[i], lab_moves_room, &n);
        while (n--)
            if (!add_follower(f, zm_state_of(v, v->game->play(v, f->p[i], lab_moves_room[n])), &number))
                return false;
    }
    return true;
}

/* A position that few others follow: the start, or after as many random moves as that takes. False: it was not
 * found. */
static inline bool random_small_position(const zm_variant *v, uint64_t *random, followers *f, zm_pos *out)
{
    enum { MOST_PLIES = 300 };
    *out = v->game->start(v);
    for (unsigned i = 0; i < MOST_PLIES; i++) {
        unsigned n;
        if (find_followers(v, *out, f))
            return true;
        zm_moves_of(v, *out, lab_moves_room, &n);
        if (!n)
            return false;
        *out = v->game->play(v, *out, lab_moves_room[random_below(random, n)]);
    }
    return false;
}

/* game(name=value;..;@position), as an expression has it. */
static inline void write_leaf(const zm_variant *v, zm_pos p, char *out, size_t size)
{
    char settings[ZM_VARIANT_TEXT], position[ZM_MAX_TEXT];
    zm_variant_text(v, ';', true, settings, sizeof settings);
    zm_write_position(v, p, position, sizeof position);
    const int n = snprintf(out, size, "%s(%s%s@%s)", v->game->name, settings, *settings ? ";" : "", position);
    assert_true(n >= 0 && (size_t)n < size);
}

#endif
