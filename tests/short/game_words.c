/* game_words.c: what a game says of itself, as it is in one variant. The examples of tests/words.txt are those of the
 * page too. */
#include "unit.h"

#include "game/words.h"

#include <stdio.h>
#include <stdlib.h>

static zm_pos start(const zm_variant *v) { return (void)v, (zm_pos){0}; }
static void write(const zm_variant *v, zm_pos p, zm_text *out) { (void)v, (void)p, zm_say(out, "012"); }

static const zm_game game = {.name = "spoken",
                             .start = start,
                             .write = write,
                             .options = {ZM_INT("men", "9", 3, 12, ""), ZM_CHOICE("flying", "yes", "yes|no", ""),
                                         ZM_TEXT("name", "abc", "")}};

static zm_context *context;

static int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    return !context;
}

static int tear_down(void **state)
{
    (void)state;
    assert_int_equal(zm_memory_used(context), 0);
    zm_context_free(context);
    return 0;
}

static void said(char *settings, const char *text, const char *expected)
{
    const char *setting[3];
    char out[ZM_SAID_ROOM], *at = NULL;
    size_t count = 0;
    zm_variant *v;
    zm_mistake why;
    for (char *one = strtok_r(settings, " ", &at); one && count < 3; one = strtok_r(NULL, " ", &at))
        setting[count++] = one;
    assert_int_equal(zm_variant_new(context, &game, setting, count, &v), ZM_OK);
    if (!zm_words_right(&game, text, &why))
        fail_msg("%s: %s", text, why.text);
    assert_string_equal(zm_words_of(v, text, out, sizeof out), expected);
    zm_variant_free(context, v);
}

static void examples_are_said_as_expected(void **state)
{
    char path[4096], line[1024];
    unsigned examples = 0;
    (void)state;
    snprintf(path, sizeof path, "%s/tests/words.txt", getenv("SOURCE"));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        if (*line == '#')
            continue;
        line[strcspn(line, "\n")] = 0;
        char *text = strchr(line, '\t'), *expected = text ? strchr(text + 1, '\t') : NULL;
        assert_non_null(expected);
        *text = *expected = 0;
        said(line, text + 1, expected + 1);
        examples++;
    }
    fclose(f);
    assert_true(examples > 20);
}

static void wrong(const char *text, size_t at)
{
    zm_mistake why = {0};
    if (zm_words_right(&game, text, &why))
        fail_msg("taken for right: %s", text);
    assert_int_equal(why.at, at);
    assert_true(why.text[0]);
}

static void mistakes_are_found_where_they_are(void **state)
{
    (void)state;
    wrong("{women}", 1);
    wrong("{men", 4);
    wrong("a}", 1);
    wrong("{men=}", 5);
    wrong("{men=2:x}", 5);
    wrong("{men=9,13:x}", 7);
    wrong("{men=9 12:x}", 7);
    wrong("{flying=maybe:x}", 8);
    wrong("{flying<many:x}", 8);
    wrong("{men~9:x}", 4);
    wrong("{men!9:x}", 5);
    wrong("{men=9}", 6);
    wrong("{men=9:x|y|z}", 10);
    wrong("{men=9:x", 8);
    wrong("{men=9:{men=8:{women}}}", 15);
}

static void the_usual_variant_speaks_for_the_game(void **state)
{
    char out[ZM_SAID_ROOM];
    (void)state;
    assert_string_equal(zm_usual_words(context, &game, "{men} men", out), "9 men");
    assert_string_equal(zm_usual_words(context, &game, "men", out), "men");
}

/* With every choice and limit of an option a built-in game says something, and no braces are left. */
static void says_something(const zm_game *g, const char *setting)
{
    zm_variant *v;
    char out[ZM_SAID_ROOM];
    if (zm_variant_new(context, g, &setting, setting ? 1 : 0, &v) != ZM_OK)
        return;
    const char *const texts[] = {g->about, g->known, g->notation};
    for (unsigned i = 0; i < 3; i++) {
        if (!texts[i])
            continue;
        zm_words_of(v, texts[i], out, sizeof out);
        if (strpbrk(out, "{}|") || strstr(out, "  ") || strstr(out, " ,") || (i != 1 && strlen(out) < 20))
            fail_msg("%s %s: %s", g->name, setting ? setting : "", out);
    }
    zm_variant_free(context, v);
}

static void every_built_in_game_says_something_in_every_variant(void **state)
{
    (void)state;
    for (size_t i = 0; i < zm_builtin_count(); i++) {
        const zm_game *g = zm_builtin(i);
        says_something(g, NULL);
        for (const zm_option *o = g->options; o < g->options + ZM_MAX_OPTIONS && o->name; o++) {
            char setting[256];
            for (const char *at = o->choices; at; at = at[strcspn(at, "|")] ? at + strcspn(at, "|") + 1 : NULL) {
                snprintf(setting, sizeof setting, "%s=%.*s", o->name, (int)strcspn(at, "|"), at);
                says_something(g, setting);
            }
            for (int64_t n = o->min; o->kind == ZM_INT_OPTION && n <= o->max && n < o->min + 20; n++) {
                snprintf(setting, sizeof setting, "%s=%lld", o->name, (long long)n);
                says_something(g, setting);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_said_as_expected),
        cmocka_unit_test(mistakes_are_found_where_they_are),
        cmocka_unit_test(the_usual_variant_speaks_for_the_game),
        cmocka_unit_test(every_built_in_game_says_something_in_every_variant),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
