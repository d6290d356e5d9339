/* advice.c: see advice.h. */
#include "advice.h"

#include "base/text.h"

#include <zermelo/search.h>
#include <zermelo/solve.h>

#include <string.h>

enum { BOOK_PLIES = 8, MOST_TRIES = 64 };

typedef struct choice { /* the best variant so far */
    zm_context *c;
    const zm_variant *from;
    const char *tables;
    unsigned tries;
    uint64_t places;
    zm_variant *best;
} choice;

static bool is_possible(zm_context *c, const zm_variant *v, const char *tables, zm_solved *need)
{
    /* Nothing is written: any folder will do, but storing takes memory. */
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = tables ? tables : ".", .precision = ZM_PRECISION);
    return zm_solve_need(c, v, &o, need) == ZM_OK;
}

/* The variant with another value of one option. */
static void try_setting(choice *k, unsigned option, const char *value)
{
    const zm_game *g = k->from->game;
    char text[ZM_MAX_OPTIONS][ZM_SETTING_ROOM];
    const char *settings[ZM_MAX_OPTIONS];
    zm_variant *v;
    zm_solved need;
    unsigned count = 0;
    if (!k->tries || zm_stopped(k->c))
        return;
    k->tries--;
    for (unsigned i = 0; i < ZM_MAX_OPTIONS && g->options[i].name; i++) {
        if (i != option && !g->options[i].fallback) /* set from the others: let it be set again */
            continue;
        snprintf(text[count], sizeof text[count], "%s=%s", g->options[i].name,
                 i == option ? value : k->from->option[i].text);
        settings[count] = text[count];
        count++;
    }
    if (zm_variant_new(k->c, g, settings, count, &v) != ZM_OK)
        return;
    if (is_possible(k->c, v, k->tables, &need) && need.places > k->places) {
        zm_variant_free(k->c, k->best);
        k->best = v;
        k->places = need.places;
    } else {
        zm_variant_free(k->c, v);
    }
}

/* Numbers below its own, until one fits. */
static void try_numbers(choice *k, unsigned option)
{
    const zm_variant *before = k->best;
    const int64_t least = k->from->game->options[option].min;
    for (int64_t n = k->from->option[option].number - 1;
         n >= least && k->best == before && k->tries && !zm_stopped(k->c); n--) {
        char value[32];
        snprintf(value, sizeof value, "%lld", (long long)n);
        try_setting(k, option, value);
    }
}

static void try_choices(choice *k, unsigned option)
{
    for (const char *at = k->from->game->options[option].choices; *at;) {
        const int n = (int)strcspn(at, "|");
        char value[ZM_MAX_TEXT];
        snprintf(value, sizeof value, "%.*s", n, at);
        if (strcmp(value, k->from->option[option].text) != 0)
            try_setting(k, option, value);
        at += n + (at[n] == '|');
    }
}

static zm_variant *find_smaller(zm_context *c, const zm_variant *v, const char *tables)
{
    choice k = {.c = c, .from = v, .tables = tables, .tries = MOST_TRIES};
    for (unsigned i = 0; i < ZM_MAX_OPTIONS && v->game->options[i].name; i++) {
        if (v->game->options[i].kind == ZM_INT_OPTION)
            try_numbers(&k, i);
        if (v->game->options[i].kind == ZM_CHOICE_OPTION)
            try_choices(&k, i);
    }
    return k.best;
}

static void find_advice(zm_context *c, const char *game, const zm_variant *v, const char *tables, zm_advice *out)
{
    char need[32], limit[32];
    zm_solved solved;
    out->fits = out->same = is_possible(c, v, tables, &solved);
    if (out->fits)
        return;
    if (solved.announced_bytes)
        snprintf(out->why, sizeof out->why, "a table of all its states needs %s of memory, and the limit is %s",
                 zm_bytes_text(solved.announced_bytes, need), zm_bytes_text(zm_memory_limit(c), limit));
    else
        snprintf(out->why, sizeof out->why, "%s", zm_message(c));
    if (v->game->search && zm_can_search(v)) {
        const size_t n = strlen(out->command);
        out->what = "a book of its first plies";
        out->same = true;
        snprintf(out->command + n, sizeof out->command - n, " --book-plies %d", BOOK_PLIES);
        return;
    }
    zm_variant *smaller = find_smaller(c, v, tables);
    out->helps = smaller != NULL;
    out->what = "the largest variant that fits";
    if (smaller)
        zm_command_text("solve", game, smaller, tables, out->command, sizeof out->command);
    zm_variant_free(c, smaller);
}

static void begin(const char *game, const zm_variant *v, const char *tables, zm_advice *out)
{
    *out = (zm_advice){.what = "a table", .fits = true, .same = true, .helps = true};
    zm_command_text("solve", game, v, tables, out->command, sizeof out->command);
}

void zm_advise_in(zm_context *c, const char *game, const zm_variant *v, const char *tables, zm_advice *out)
{
    begin(game, v, tables, out);
    find_advice(c, game, v, tables, out);
}

void zm_advise(const zm_context *c, const char *game, const zm_variant *v, const char *tables, zm_advice *out)
{
    zm_context *own = zm_context_new();
    if (!own) {
        begin(game, v, tables, out);
        return;
    }
    zm_set_memory(own, zm_memory_limit(c));
    zm_set_threads(own, zm_threads(c));
    zm_advise_in(own, game, v, tables, out);
    zm_context_free(own);
}

const char *zm_advice_text(const zm_advice *a, char *out, size_t size)
{
    if (a->fits)
        snprintf(out, size, "run: %s", a->command);
    else if (a->helps)
        snprintf(out, size, "%s; %s: %s", a->why, a->what, a->command);
    else
        snprintf(out, size, "%s", a->why);
    return out;
}
