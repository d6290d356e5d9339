/* play_value_source.c: which of a table, a book, a search and a solve on the spot gives the values of a position. */
#include "unit.h"

#include "base/memory.h"
#include "table/write/writer.h"

#include <zermelo/zermelo.h>

#include <string.h>
#include <unistd.h>

typedef struct lab {
    zm_context *c;
    zm_variant *v;
    char tables[4096];
    zm_value_source *s;
} lab;

static void open_lab(lab *l, const char *game, const char *setting)
{
    const zm_game *g;
    *l = (lab){.c = zm_context_new()};
    unit_path("tables", l->tables);
    assert_int_equal(zm_find_game(l->c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(l->c, g, &setting, setting != NULL, &l->v), ZM_OK);
}

static void close_lab(lab *l)
{
    zm_value_source_close(l->s);
    zm_table_remove(l->c, l->v, l->tables);
    zm_variant_free(l->c, l->v);
    zm_context_free(l->c);
}

static void open_source(lab *l, zm_value_source_options o)
{
    zm_value_source_close(l->s);
    o.tables = l->tables;
    assert_int_equal(zm_value_source_open(l->c, l->v, &o, &l->s), ZM_OK);
}

static void solve(lab *l, unsigned book_plies)
{
    zm_solved solved;
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = l->tables, .book_plies = book_plies);
    assert_int_equal(zm_solve(l->c, l->v, &o, &solved), ZM_OK);
}

static zm_pos position(lab *l, const char *text)
{
    zm_pos p = zm_start_state(l->v);
    if (text)
        assert_int_equal(zm_read_position(l->c, l->v, text, &p), ZM_OK);
    return p;
}

/* What is said before is what is done, and it gives a value. */
static const zm_table *expect(lab *l, const char *text, zm_origin origin)
{
    const zm_pos p = position(l, text);
    zm_values_found before, found;
    bool has = false;
    assert_int_equal(zm_values_at_hand(l->c, l->s, p, &before), ZM_OK);
    assert_string_equal(zm_origin_name(before.origin), zm_origin_name(origin));
    assert_int_equal(zm_values_for(l->c, l->s, p, &found), ZM_OK);
    assert_string_equal(zm_origin_name(found.origin), zm_origin_name(origin));
    if (origin == ZM_FROM_NOTHING) {
        assert_null(found.table);
        return NULL;
    }
    assert_int_equal(zm_table_has(l->c, found.table, p, &has), ZM_OK);
    assert_true(has);
    return found.table;
}

static void a_finished_table_comes_first(void **state)
{
    lab l;
    open_lab(&l, "hasenspiel", "size=6");
    solve(&l, 0);
    const zm_value_source_options all[] = {ZM_OPTIONS(zm_value_source_options),
                                           ZM_OPTIONS(zm_value_source_options, .long_search = true),
                                           ZM_OPTIONS(zm_value_source_options, .long_solve = true),
                                           ZM_OPTIONS(zm_value_source_options, .always_quick = true)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        open_source(&l, all[i]);
        const zm_table *t = expect(&l, NULL, ZM_FROM_TABLE);
        assert_string_equal(zm_value_source_problem(l.s), "");
        assert_ptr_equal(zm_value_source_whole(l.s).table, t);
        assert_ptr_equal(zm_value_source_stored(l.s).table, t);
    }
    close_lab(&l);
}

static void a_position_beside_the_table_is_solved_alone(void **state)
{
    static const char beside[] = "d6:a1,c1,e1:b"; /* too many moves by the rabbit */
    lab l;
    open_lab(&l, "hasenspiel", "size=6");
    solve(&l, 0);
    open_source(&l, ZM_OPTIONS(zm_value_source_options));
    const zm_table *t = expect(&l, beside, ZM_FROM_POSITION);
    assert_ptr_equal(expect(&l, beside, ZM_FROM_POSITION), t); /* it is kept */
    expect(&l, NULL, ZM_FROM_TABLE);
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .states = 10));
    zm_values_found found;
    assert_int_equal(zm_values_for(l.c, l.s, position(&l, beside), &found), ZM_OK);
    assert_true(found.origin == ZM_FROM_NOTHING && !found.table);
    assert_int_equal(zm_values_missing(l.c, l.s, position(&l, beside)), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(l.c), "cannot arise from the start"));
    close_lab(&l);
}

static void damage_is_an_error_unless_ignored(const char *game, unsigned book_plies, const char *file)
{
    lab l;
    zm_values_found found;
    char path[4096 + 32];
    open_lab(&l, game, NULL);
    solve(&l, book_plies);
    assert_int_equal(zm_table_path(l.c, l.v, l.tables, path, sizeof path - 32), ZM_OK);
    strcat(strcat(path, "/"), file);
    assert_int_equal(truncate(path, 20), 0);
    const zm_value_source_options all[] = {ZM_OPTIONS(zm_value_source_options),
                                           ZM_OPTIONS(zm_value_source_options, .long_search = true),
                                           ZM_OPTIONS(zm_value_source_options, .long_solve = true),
                                           ZM_OPTIONS(zm_value_source_options, .always_quick = true)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        open_source(&l, all[i]);
        assert_int_equal(zm_values_at_hand(l.c, l.s, position(&l, NULL), &found), ZM_CORRUPT);
        assert_int_equal(zm_values_for(l.c, l.s, position(&l, NULL), &found), ZM_CORRUPT);
        assert_int_equal(zm_values_for_all(l.c, l.s, &found), ZM_CORRUPT);
        assert_non_null(strstr(zm_message(l.c), "truncated"));
    }
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .ignore_damage = true));
    expect(&l, NULL, ZM_FROM_WHOLE);
    assert_non_null(strstr(zm_value_source_problem(l.s), "truncated"));
    close_lab(&l);
}

static void a_damaged_table_is_an_error(void **state)
{
    damage_is_an_error_unless_ignored("chomp", 0, "manifest");
    damage_is_an_error_unless_ignored("chomp", 0, "part-00000.zmt");
}

static void a_damaged_book_is_an_error(void **state)
{
    damage_is_an_error_unless_ignored("chomp", 2, "part-00000.zmt");
}

static void a_book_comes_before_a_solve(void **state)
{
    lab l;
    open_lab(&l, "hasenspiel", "size=6");
    solve(&l, 2);
    open_source(&l, ZM_OPTIONS(zm_value_source_options));
    expect(&l, NULL, ZM_FROM_BOOK);
    assert_int_equal(zm_value_source_stored(l.s).origin, ZM_FROM_BOOK);
    assert_null(zm_value_source_whole(l.s).table);
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .long_search = true, .long_solve = true));
    expect(&l, NULL, ZM_FROM_BOOK);
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .always_quick = true));
    expect(&l, NULL, ZM_FROM_BOOK);
    /* Beyond the book a search may take long. */
    zm_move moves[ZM_MAX_MOVES];
    zm_values_found found;
    unsigned count;
    zm_pos p = position(&l, NULL);
    for (unsigned ply = 0; ply < 2; ply++) {
        assert_int_equal(zm_moves_of(l.v, p, moves, &count), ZM_OPEN);
        p = l.v->game->play(l.v, p, moves[0]);
    }
    assert_int_equal(zm_values_at_hand(l.c, l.s, p, &found), ZM_OK);
    assert_int_equal(found.origin, ZM_FROM_WHOLE);
    close_lab(&l);
}

/* As a solve leaves it that is killed after three quarters of the tiers. */
static void write_unfinished(lab *l)
{
    zm_table *t;
    zm_writer *w;
    assert_int_equal(zm_solve_variant(l->c, l->v, &t), ZM_OK);
    const uint32_t tiers = zm_table_tiers(t);
    uint64_t size[1000], largest = 0;
    assert_true(tiers <= 1000);
    for (uint32_t i = 0; i < tiers; i++) {
        size[i] = zm_table_tier_size(t, i);
        largest = size[i] > largest ? size[i] : largest;
    }
    zm_value *values = calloc(largest + 1, sizeof *values);
    assert_non_null(values);
    const zm_writer_plan plan = {.tiers = tiers, .tier_size = size, .part_states = largest};
    assert_int_equal(zm_writer_open(l->c, l->v, l->tables, &plan, &w), ZM_OK);
    for (uint32_t i = 0; i < tiers * 3 / 4; i++) {
        const zm_summary sum = {0};
        assert_int_equal(zm_table_read_tier(l->c, t, i, values), ZM_OK);
        assert_int_equal(zm_writer_add_tier(w, i, values, &sum), ZM_OK);
    }
    zm_writer_close(w);
    zm_table_close(t);
    free(values);
}

static void an_unfinished_table_ends_a_long_search(void **state)
{
    lab l;
    open_lab(&l, "hasenspiel", "size=6");
    write_unfinished(&l);
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .long_search = true));
    expect(&l, NULL, ZM_FROM_UNFINISHED);
    open_source(&l, ZM_OPTIONS(zm_value_source_options));
    expect(&l, NULL, ZM_FROM_WHOLE);
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .places = 10, .states = 10));
    zm_values_found found;
    assert_int_equal(zm_values_for(l.c, l.s, position(&l, NULL), &found), ZM_OK);
    assert_int_equal(found.origin, ZM_FROM_NOTHING);
    assert_int_equal(zm_values_missing(l.c, l.s, position(&l, NULL)), ZM_NOT_FOUND);
    assert_non_null(strstr(zm_message(l.c), "is begun, not finished"));
    close_lab(&l);
}

static void a_search_is_for_the_end_of_the_game(void **state)
{
    static const char late[] = "444444555555";
    lab l;
    zm_values_found found;
    open_lab(&l, "connect-4", NULL);
    const zm_value_source_options all[] = {ZM_OPTIONS(zm_value_source_options, .states = 10),
                                           ZM_OPTIONS(zm_value_source_options, .long_search = true),
                                           ZM_OPTIONS(zm_value_source_options, .always_quick = true),
                                           ZM_OPTIONS(zm_value_source_options, .always_quick = true,
                                                      .ignore_damage = true)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        open_source(&l, all[i]);
        expect(&l, late, ZM_FROM_SEARCH);
    }
    expect(&l, NULL, ZM_FROM_NOTHING);
    assert_int_equal(zm_values_for_all(l.c, l.s, &found), ZM_OK);
    assert_int_equal(found.origin, ZM_FROM_NOTHING);
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .long_search = true));
    assert_int_equal(zm_values_at_hand(l.c, l.s, position(&l, NULL), &found), ZM_OK);
    assert_true(found.origin == ZM_FROM_SEARCH && !found.table);
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .states = 10));
    assert_int_equal(zm_values_for(l.c, l.s, position(&l, NULL), &found), ZM_OK);
    assert_int_equal(found.origin, ZM_FROM_NOTHING);
    assert_int_equal(zm_values_missing(l.c, l.s, position(&l, NULL)), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(l.c), "so far from the end a search is not quick"));
    close_lab(&l);
}

static void a_small_variant_is_solved_on_the_spot(void **state)
{
    lab l;
    zm_values_found found;
    open_lab(&l, "chomp", NULL);
    open_source(&l, ZM_OPTIONS(zm_value_source_options));
    assert_true(zm_value_source_fits(l.s));
    const zm_table *t = expect(&l, NULL, ZM_FROM_WHOLE);
    assert_ptr_equal(expect(&l, "2,1", ZM_FROM_WHOLE), t);
    assert_int_equal(zm_values_for_all(l.c, l.s, &found), ZM_OK);
    assert_true(found.origin == ZM_FROM_WHOLE && found.table == t);
    assert_int_equal(zm_values_no_table(l.c, l.s), ZM_NOT_FOUND); /* nothing of it is stored */
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .long_solve = true));
    expect(&l, "2,1", ZM_FROM_POSITION);
    close_lab(&l);
    open_lab(&l, "madn", "pieces=1"); /* with dice only the whole variant is solved */
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .long_solve = true));
    assert_int_equal(zm_values_at_hand(l.c, l.s, position(&l, NULL), &found), ZM_OK);
    assert_int_equal(found.origin, ZM_FROM_WHOLE);
    close_lab(&l);
}

static void without_an_index_what_follows_is_solved(void **state)
{
    lab l;
    zm_values_found found;
    open_lab(&l, "nim", NULL);
    open_source(&l, ZM_OPTIONS(zm_value_source_options));
    const zm_table *t = expect(&l, "0,2,3", ZM_FROM_POSITION);
    assert_ptr_equal(expect(&l, "0,1,2", ZM_FROM_POSITION), t);
    assert_ptr_not_equal(expect(&l, "1,2,3", ZM_FROM_POSITION), t);
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .always_quick = true)); /* so that it serves all */
    t = expect(&l, "0,2,3", ZM_FROM_WHOLE);
    assert_ptr_equal(expect(&l, "1,2,3", ZM_FROM_WHOLE), t);
    open_source(&l, ZM_OPTIONS(zm_value_source_options, .always_quick = true, .states = 2));
    assert_int_equal(zm_values_for(l.c, l.s, position(&l, NULL), &found), ZM_OK);
    assert_int_equal(found.origin, ZM_FROM_NOTHING);
    assert_false(zm_value_source_fits(l.s)); /* it is not tried again */
    expect(&l, NULL, ZM_FROM_NOTHING);
    close_lab(&l);
}

/* Whatever allocation fails: it says so, or has no values, and nothing is left. */
static void allocations_may_fail(void **state)
{
    lab l;
    zm_values_found found = {0};
    open_lab(&l, "chomp", NULL);
    const zm_value_source_options o = ZM_OPTIONS(zm_value_source_options, .tables = l.tables);
    const uint64_t before = zm_memory_used(l.c);
    for (uint64_t n = 1; !found.table; n++) {
        zm_fail_allocation(l.c, n);
        zm_status status = zm_value_source_open(l.c, l.v, &o, &l.s);
        if (status == ZM_OK)
            status = zm_values_for(l.c, l.s, position(&l, NULL), &found);
        zm_fail_allocation(l.c, 0);
        assert_true(status == ZM_OK || status == ZM_NO_MEMORY);
        zm_value_source_close(l.s);
        l.s = NULL;
        assert_int_equal(zm_memory_used(l.c), before);
    }
    close_lab(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finished_table_comes_first),
        cmocka_unit_test(a_position_beside_the_table_is_solved_alone),
        cmocka_unit_test(a_damaged_table_is_an_error),
        cmocka_unit_test(a_damaged_book_is_an_error),
        cmocka_unit_test(a_book_comes_before_a_solve),
        cmocka_unit_test(an_unfinished_table_ends_a_long_search),
        cmocka_unit_test(a_search_is_for_the_end_of_the_game),
        cmocka_unit_test(a_small_variant_is_solved_on_the_spot),
        cmocka_unit_test(without_an_index_what_follows_is_solved),
        cmocka_unit_test(allocations_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
