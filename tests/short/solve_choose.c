/* solve_choose.c: which solver a variant gets, on each engine, and that whoever refuses says so in one line. */
#include "solve/choose.h"
#include "unit.h"

#include <zermelo/zermelo.h>

typedef struct lab {
    zm_context *c;
    zm_variant *v;
} lab;

static void open_lab(lab *l, const char *game, const char *setting)
{
    const zm_game *g;
    l->c = zm_context_new();
    assert_int_equal(zm_find_game(l->c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(l->c, g, &setting, setting ? 1 : 0, &l->v), ZM_OK);
}

static void close_lab(lab *l)
{
    zm_variant_free(l->c, l->v);
    zm_context_free(l->c);
}

/* ---- the best ---- */
static void auto_takes_what_suits_best(void **state)
{
    static const struct {
        const char *game, *setting;
        zm_solve_options options;
        zm_method method;
    } all[] = {
        {"northcott", NULL, {.engine = ZM_ENGINE_CPU}, ZM_METHOD_HASH},
        {"connect-4", NULL, {.engine = ZM_ENGINE_CPU}, ZM_METHOD_SWEEP},
        {"connect-4", NULL, {.engine = ZM_ENGINE_CUDA_HOST}, ZM_METHOD_SWEEP},
        {"connect-4", NULL, {.book_plies = 3}, ZM_METHOD_SEARCH},
        {"connect-4", NULL, {.book_plies = 3, .engine = ZM_ENGINE_CUDA_HOST}, ZM_METHOD_SEARCH},
        {"hasenspiel", NULL, {.engine = ZM_ENGINE_CPU}, ZM_METHOD_HUNT},
        {"hasenspiel", NULL, {.book_plies = 3}, ZM_METHOD_SEARCH},
        {"hasenspiel", NULL, {.engine = ZM_ENGINE_CUDA_HOST}, ZM_METHOD_SWEEP}, /* no hunt without cycles there */
        {"hasenspiel", "size=12", {.engine = ZM_ENGINE_CPU}, ZM_METHOD_SWEEP},  /* more squares than a hunt takes */
        {"fox-and-geese", NULL, {.engine = ZM_ENGINE_CPU}, ZM_METHOD_HUNT},
        {"fox-and-geese", NULL, {.engine = ZM_ENGINE_CUDA_HOST}, ZM_METHOD_HUNT},
        {"nine-mens-morris", NULL, {.engine = ZM_ENGINE_CPU}, ZM_METHOD_BACKWARD},
        {"nine-mens-morris", NULL, {.engine = ZM_ENGINE_CUDA_HOST}, ZM_METHOD_BACKWARD},
        {"fuchs-und-henne", NULL, {.engine = ZM_ENGINE_CPU}, ZM_METHOD_PAIR},
        {"fuchs-und-henne", NULL, {.engine = ZM_ENGINE_CUDA_HOST, .wdl = true}, ZM_METHOD_PAIR},
        {"madn", NULL, {.engine = ZM_ENGINE_CPU}, ZM_METHOD_RACE},
        {"madn", NULL, {.engine = ZM_ENGINE_CUDA_HOST}, ZM_METHOD_RACE},
        {"pig", NULL, {.engine = ZM_ENGINE_CPU}, ZM_METHOD_ITERATE},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const zm_solver *s = NULL;
        lab l;
        open_lab(&l, all[i].game, all[i].setting);
        if (zm_choose_solver(l.c, l.v, &all[i].options, &s) != ZM_OK || s->method != all[i].method)
            fail_msg("%s on %s: %s, not %s", all[i].game, zm_engine_name(all[i].options.engine),
                     s ? zm_method_name(s->method) : zm_message(l.c), zm_method_name(all[i].method));
        close_lab(&l);
    }
}

/* ---- all games, methods and engines ---- */
static void try_method(lab *l, zm_method m, zm_engine e)
{
    const zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .method = m, .engine = e, .book_plies = m == ZM_METHOD_SEARCH);
    const zm_solver *s = NULL;
    const zm_status status = zm_choose_solver(l->c, l->v, &o, &s);
    if (status == ZM_OK) {
        assert_true(s->engines >> e & 1);
        assert_true(m == ZM_METHOD_AUTO || s->method == m);
        assert_int_equal(s->dice, l->v->game->dice->rolls != 0);
        return;
    }
    assert_int_equal(status, ZM_BAD_INPUT);
    assert_true(strlen(zm_message(l->c)) > 20);
    assert_null(strchr(zm_message(l->c), '\n'));
    assert_true(e != ZM_ENGINE_CPU || m != ZM_METHOD_AUTO); /* the CPU solves every game in some way */
}

static void every_method_solves_or_says_why_not(void **state)
{
    for (size_t i = 0; i < zm_builtin_count(); i++) {
        lab l;
        open_lab(&l, zm_builtin(i)->name, NULL);
        for (zm_method m = ZM_METHOD_AUTO; m <= ZM_METHOD_SEARCH; m++)
            for (zm_engine e = ZM_ENGINE_CPU; e <= ZM_ENGINE_CUDA_HOST; e++)
                try_method(&l, m, e);
        close_lab(&l);
    }
}

/* ---- why not ---- */
static void lines_say_what_is_wrong(void **state)
{
    static const struct {
        const char *game;
        zm_solve_options options;
        const char *line;
    } all[] = {
        {"madn", {.method = ZM_METHOD_SWEEP}, "madn has dice: use the method `iterate`"},
        {"chomp", {.method = ZM_METHOD_ITERATE}, "chomp has no dice: not by iterate"},
        {"northcott", {.method = ZM_METHOD_SWEEP}, "no dense index: only the method `hash`"},
        {"fox-and-geese", {.method = ZM_METHOD_SWEEP}, "have cycles: use the method `"},
        {"chomp", {.method = ZM_METHOD_HUNT, .engine = ZM_ENGINE_CUDA_HOST}, "chomp is no hunt"},
        {"hasenspiel", {.method = ZM_METHOD_HUNT, .engine = ZM_ENGINE_CUDA_HOST}, "solved by hunt: use --engine cpu"},
        {"chomp", {.method = ZM_METHOD_PAIR}, "chomp is no hunt by a pair"},
        {"fuchs-und-henne", {.engine = ZM_ENGINE_CUDA_HOST}, "who wins, not how far"},
        {"chomp", {.method = ZM_METHOD_SEARCH}, "`search` makes books"},
        {"chomp", {.method = ZM_METHOD_SWEEP, .book_plies = 1}, "a book is made by `search`, not by `sweep`"},
        {"madn", {.book_plies = 1}, "no book of madn"},
        {"connect-4", {.book_beyond = 1}, "--book-far goes on from a book"},
        {"connect-4", {.book_plies = 43}, "over after 42 plies at most"},
        {"chomp", {.one_vector = true}, "one vector is for games with dice"},
        {"chomp", {.bits = 8}, "values of chomp are exact"},
        {"pig", {.bits = 8, .tables = "none"}, "for the method `race`, not for `iterate`"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const zm_solver *s;
        lab l;
        open_lab(&l, all[i].game, NULL);
        assert_int_equal(zm_choose_solver(l.c, l.v, &all[i].options, &s), ZM_BAD_INPUT);
        if (!strstr(zm_message(l.c), all[i].line))
            fail_msg("\"%s\", not \"%s\"", zm_message(l.c), all[i].line);
        close_lab(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(auto_takes_what_suits_best),
        cmocka_unit_test(every_method_solves_or_says_why_not),
        cmocka_unit_test(lines_say_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
