/* Options begin with their size: those of older programs are read, those without a size or of newer ones are refused. */
#include "unit.h"

#include <zermelo/zermelo.h>

typedef struct stand {
    zm_context *c;
    zm_variant *v;
} stand;

static stand open_stand(void)
{
    stand s = {.c = zm_context_new()};
    const zm_game *g;
    assert_int_equal(zm_find_game(s.c, "tic-tac-toe", &g), ZM_OK);
    assert_int_equal(zm_variant_new(s.c, g, NULL, 0, &s.v), ZM_OK);
    return s;
}

static void close_stand(stand *s)
{
    zm_variant_free(s->c, s->v);
    zm_context_free(s->c);
}

static void options_without_a_size_are_refused(void **state)
{
    stand s = open_stand();
    zm_solved solved;
    zm_solve_options o = {.size = 0};
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_BAD_INPUT);
    assert_string_equal(zm_message(s.c),
                        "zm_solve_options without a size: begin them with ZM_OPTIONS(zm_solve_options)");
    o.size = sizeof(size_t) - 1;
    assert_int_equal(zm_solve_need(s.c, s.v, &o, &solved), ZM_BAD_INPUT);
    close_stand(&s);
}

static void options_of_a_newer_version_are_refused(void **state)
{
    stand s = open_stand();
    zm_solved solved;
    zm_solve_options o = ZM_OPTIONS(zm_solve_options);
    o.size++;
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(s.c), "newer version"));
    close_stand(&s);
}

/* The tail is what lies behind the struct of a program that was compiled before the member `bits` was there. */
static void what_an_older_version_does_not_have_is_0(void **state)
{
    stand s = open_stand();
    zm_solved solved;
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .bits = 77);
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_BAD_INPUT);
    o.size = offsetof(zm_solve_options, bits);
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_OK);
    assert_int_equal(solved.summary.states, 765);
    o.size = sizeof(size_t);
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_OK);
    close_stand(&s);
}

static void every_call_with_options_looks_at_their_size(void **state)
{
    stand s = open_stand();
    zm_table *t;
    zm_layers layers;
    zm_sample sample;
    zm_arena arena;
    zm_exact exact;
    zm_exported exported;
    zm_searcher *searcher;
    zm_value_source *source;
    zm_choices *room = malloc(sizeof *room);
    assert_non_null(room);
    assert_int_equal(zm_solve_position(s.c, s.v, s.v->game->start(s.v), 0, &t), ZM_OK);
    const zm_status status[] = {
        zm_count_layers(s.c, s.v, &(zm_layers_options){.size = 0}, &layers),
        zm_sample_games(s.c, s.v, t, &(zm_sample_options){.size = 0}, &sample),
        zm_arena_play(s.c, s.v, t, &(zm_arena_options){.size = 0}, &arena),
        zm_arena_exact(s.c, s.v, t, &(zm_exact_options){.size = 0}, &exact),
        zm_table_export(s.c, t, &(zm_export_options){.size = 0}, &exported),
        zm_searcher_open(s.c, s.v, &(zm_search_options){.size = 0}, &searcher),
        zm_value_source_open(s.c, s.v, &(zm_value_source_options){.size = 0}, &source),
        zm_best_play(s.c, s.v, t, &(zm_line_options){.size = 0}, room),
    };
    for (size_t i = 0; i < sizeof status / sizeof *status; i++)
        assert_int_equal(status[i], ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(s.c), "zm_line_options without a size"));
    free(room);
    zm_table_close(t);
    close_stand(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_without_a_size_are_refused),
        cmocka_unit_test(options_of_a_newer_version_are_refused),
        cmocka_unit_test(what_an_older_version_does_not_have_is_0),
        cmocka_unit_test(every_call_with_options_looks_at_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
