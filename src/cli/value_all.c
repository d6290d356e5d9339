/* value_all.c: `value --all`: the values of all positions of one game, by its own way to them (zm_tabulate). */
#include "value.h"

#include "base/json.h"
#include "base/text.h"
#include "print.h"

#include <string.h>

static bool is_loony(const zm_tabulation *t, int value) { return value == ZM_LOONY && !strcmp(t->value, "grundy"); }

static const char *value_text(const zm_tabulation *t, int value, char out[ZM_NUMBER_TEXT])
{
    snprintf(out, ZM_NUMBER_TEXT, "%d", value);
    return is_loony(t, value) ? "loony" : out;
}

/* ---- text ---- */
static void print_text(const zm_variant *v, const zm_tabulation *t)
{
    char text[ZM_VARIANT_TEXT], n[ZM_NUMBER_TEXT], a[32], b[32];
    printf("%s  %s: %s of all positions\n\n", v->game->title, zm_variant_text(v, ' ', true, text, sizeof text),
           t->value);
    printf("  %-12s %20s %20s\n", t->value, "POSITIONS", "STATES");
    for (unsigned i = 0; i < t->count; i++)
        printf("  %-12s %20s %20s\n", value_text(t, t->row[i].value, n), zm_count_text(t->row[i].positions, a),
               zm_count_text(t->row[i].states, b));
    printf("  %-12s %20s %20s\n", "all", zm_count_text(t->positions, a), zm_count_text(t->states, b));
    printf("\n  %-12s %s\n", "start", value_text(t, t->start, n));
    printf("  %-12s %s\n", "time", zm_seconds_text(t->seconds, a));
    printf("  %-12s %s at most\n", "memory", zm_bytes_text(t->peak_bytes, a));
}

/* ---- JSON ---- */
static void json_value(zm_json *j, const char *key, const zm_tabulation *t, int value)
{
    if (is_loony(t, value))
        zm_json_text(j, key, "loony");
    else
        zm_json_signed(j, key, value);
}

static void print_json(const zm_variant *v, const zm_tabulation *t, unsigned threads)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, v);
    zm_json_text(&j, "of", t->value);
    zm_json_number(&j, "positions", t->positions);
    zm_json_number(&j, "states", t->states);
    json_value(&j, "start", t, t->start);
    zm_json_open(&j, "counts", '[');
    for (unsigned i = 0; i < t->count; i++) {
        zm_json_open(&j, NULL, '{');
        json_value(&j, "number", t, t->row[i].value);
        zm_json_number(&j, "positions", t->row[i].positions);
        zm_json_number(&j, "states", t->row[i].states);
        zm_json_close(&j, '}');
    }
    zm_json_close(&j, ']');
    zm_json_number(&j, "threads", threads);
    zm_json_real(&j, "seconds", t->seconds);
    zm_json_number(&j, "peak_bytes", t->peak_bytes);
    zm_json_close(&j, '}');
    putchar('\n');
}

zm_status zm_show_all_values(zm_cli *cli, const zm_variant *v, const char *value)
{
    zm_context *c = cli->context;
    zm_tabulation *t;
    ZM_TRY(c, zm_alloc(c, &t, 1, sizeof *t, "the values of all positions"));
    zm_status s = zm_tabulate(c, v, value, t);
    if (s == ZM_OK && cli->json)
        print_json(v, t, zm_threads(c));
    else if (s == ZM_OK)
        print_text(v, t);
    zm_release(c, t);
    return s;
}
