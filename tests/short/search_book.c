/* search_book.c: a book has the values that a table has, whoever makes it and however often he is interrupted; what it
 * has not is searched; and a search goes down to what an interrupted solve has left. */
#include "unit.h"

#include "game/place.h"
#include "table/write/writer.h"

#include <zermelo/zermelo.h>

#include <sys/stat.h>

typedef struct lab {
    zm_context *c;
    zm_variant *v;
    char whole[4096], part[4096]; /* folders: of a table with all states, and of what is tried */
    zm_table *t;                  /* all states */
} lab;

static void open_lab(lab *l, const char *game, size_t count, const char *const *settings)
{
    const zm_game *g;
    zm_solved solved;
    l->c = zm_context_new();
    unit_path("whole", l->whole);
    unit_path("part", l->part);
    assert_int_equal(zm_find_game(l->c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(l->c, g, settings, count, &l->v), ZM_OK);
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = l->whole);
    assert_int_equal(zm_solve(l->c, l->v, &o, &solved), ZM_OK);
    assert_int_equal(zm_table_open(l->c, l->v, l->whole, &l->t), ZM_OK);
}

static void close_lab(lab *l)
{
    zm_table_remove(l->c, l->v, l->part);
    zm_table_close(l->t);
    zm_variant_free(l->c, l->v);
    zm_context_free(l->c);
}

/* Every state of the whole table, or every so many of them, is worth the same in `other`; returns how many `other`
 * has. */
static uint64_t compare(lab *l, const zm_table *other, uint64_t every, bool all)
{
    uint64_t has = 0, seen = 0;
    for (uint32_t tier = 0; tier < zm_table_tiers(l->t); tier++)
        for (uint64_t i = 0; i < zm_table_tier_size(l->t, tier); i++) {
            zm_value value, found;
            zm_pos p;
            assert_int_equal(zm_table_value_at(l->c, l->t, tier, i, &value), ZM_OK);
            if (value == ZM_NONE || seen++ % every)
                continue;
            assert_int_equal(zm_table_state(l->c, l->t, tier, i, &p), ZM_OK);
            assert_int_equal(zm_table_probe(l->c, other, p, &found), ZM_OK);
            if (found != ZM_NONE || all)
                assert_int_equal(found, value);
            has += found != ZM_NONE;
        }
    return has;
}

static void check_book(const char *game, size_t count, const char *const *settings, unsigned plies, uint64_t every)
{
    lab l;
    zm_solved solved;
    zm_table *book, *hybrid, *none;
    zm_verified verified;
    open_lab(&l, game, count, settings);
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = l.part, .book_plies = plies);
    assert_int_equal(zm_solve(l.c, l.v, &o, &solved), ZM_OK);
    assert_int_equal(solved.method, ZM_METHOD_SEARCH);
    assert_false(solved.was_there);
    assert_int_equal(zm_table_open(l.c, l.v, l.part, &none), ZM_NOT_FOUND); /* it is no table of all states */
    assert_int_equal(zm_book_open(l.c, l.v, l.part, &book), ZM_OK);
    assert_int_equal(zm_table_book(book), plies);
    assert_int_equal(compare(&l, book, 1, false), solved.summary.states);
    assert_true(solved.summary.states < zm_table_summary(l.t)->states);
    assert_int_equal(zm_book_verify(l.c, book, &verified), ZM_OK);
    assert_int_equal(verified.states, solved.summary.states);
    zm_table_close(book);
    assert_int_equal(zm_search_from_tables(l.c, l.v, l.part, &hybrid), ZM_OK);
    compare(&l, hybrid, every, true);
    zm_table_close(hybrid);
    /* It is there now, and does for fewer plies; more are made again. */
    assert_int_equal(zm_solve(l.c, l.v, &o, &solved), ZM_OK);
    assert_true(solved.was_there);
    const zm_solve_options fewer = ZM_OPTIONS(zm_solve_options, .tables = l.part, .book_plies = plies - 1);
    assert_int_equal(zm_solve(l.c, l.v, &fewer, &solved), ZM_OK);
    assert_true(solved.was_there);
    const zm_solve_options more = ZM_OPTIONS(zm_solve_options, .tables = l.part, .book_plies = plies + 1);
    assert_int_equal(zm_solve(l.c, l.v, &more, &solved), ZM_OK);
    assert_false(solved.was_there);
    close_lab(&l);
}

static void test_books(void **state)
{
    static const char *const four[] = {"width=4", "height=4"}, *const three[] = {"width=5", "height=4", "connect=3"};
    static const char *const hare[] = {"size=6"}, *const chomp[] = {"rows=4", "cols=5"};
    (void)state;
    check_book("connect-4", 2, four, 5, 7);
    check_book("connect-4", 3, three, 4, 11);
    check_book("hasenspiel", 1, hare, 4, 101);
    check_book("chomp", 2, chomp, 2, 5); /* states come up after different numbers of plies */
}

/* ---- behind the edge ---- */
/* A ply behind the edge of a book of Connect 4 it has what is open and far from decided, and nothing else. */
static void check_ply(lab *l, const zm_table *book, unsigned plies, unsigned from)
{
    uint64_t far = 0, near = 0;
    for (uint32_t tier = 0; tier < zm_table_tiers(l->t); tier++)
        for (uint64_t i = 0; i < zm_table_tier_size(l->t, tier); i++) {
            zm_value value, found;
            zm_pos p;
            assert_int_equal(zm_table_value_at(l->c, l->t, tier, i, &value), ZM_OK);
            if (value == ZM_NONE)
                continue;
            assert_int_equal(zm_table_state(l->c, l->t, tier, i, &p), ZM_OK);
            if (zm_count_bits(p.hi & ~ZM_TURN_BIT) != plies)
                continue;
            assert_int_equal(zm_table_probe(l->c, book, p, &found), ZM_OK);
            const bool is_far =
                l->v->game->ended(l->v, p) == ZM_OPEN && (zm_is_draw(value) || zm_remoteness(value) >= from);
            assert_int_equal(found, is_far ? value : ZM_NONE);
            far += is_far;
            near += !is_far;
        }
    assert_true(far > 0);
    assert_true(near > 0 || from < 10);
}

static void check_far(const char *game, size_t count, const char *const *settings, const zm_solve_options *asked,
                      uint64_t every)
{
    lab l;
    zm_solved solved;
    zm_table *book, *hybrid;
    zm_verified verified;
    unsigned from;
    open_lab(&l, game, count, settings);
    zm_solve_options o = *asked;
    o.tables = l.part;
    assert_int_equal(zm_solve(l.c, l.v, &o, &solved), ZM_OK);
    assert_int_equal(solved.book_beyond, o.book_beyond);
    assert_int_equal(solved.beyond_from, o.beyond_from);
    assert_int_equal(zm_book_open(l.c, l.v, l.part, &book), ZM_OK);
    assert_int_equal(zm_table_book(book), o.book_plies);
    assert_int_equal(zm_table_beyond(book, &from), o.book_beyond);
    assert_int_equal(from, o.beyond_from);
    assert_int_equal(compare(&l, book, 1, false), solved.summary.states);
    assert_int_equal(zm_book_verify(l.c, book, &verified), ZM_OK);
    assert_int_equal(verified.states, solved.summary.states);
    if (!strcmp(game, "connect-4"))
        check_ply(&l, book, o.book_plies + 1, from);
    zm_table_close(book);
    assert_int_equal(zm_search_from_tables(l.c, l.v, l.part, &hybrid), ZM_OK);
    compare(&l, hybrid, every, true);
    zm_table_close(hybrid);
    /* It does for what is nearer; what goes farther is made from it. */
    assert_int_equal(zm_solve(l.c, l.v, &o, &solved), ZM_OK);
    assert_true(solved.was_there);
    o.beyond_from++;
    assert_int_equal(zm_solve(l.c, l.v, &o, &solved), ZM_OK);
    assert_true(solved.was_there);
    o.beyond_from -= 2;
    assert_int_equal(zm_solve(l.c, l.v, &o, &solved), ZM_OK);
    assert_false(solved.was_there);
    assert_true(solved.resumed > 0);
    const uint64_t nearer = solved.summary.states;
    o.book_beyond++;
    assert_int_equal(zm_solve(l.c, l.v, &o, &solved), ZM_OK);
    assert_false(solved.was_there);
    assert_true(solved.resumed > 0 && solved.summary.states >= nearer);
    assert_int_equal(zm_book_open(l.c, l.v, l.part, &book), ZM_OK);
    assert_int_equal(compare(&l, book, 1, false), solved.summary.states);
    assert_int_equal(zm_book_verify(l.c, book, &verified), ZM_OK);
    zm_table_close(book);
    close_lab(&l);
}

static void test_far_books(void **state)
{
    static const char *const four[] = {"width=4", "height=4"}, *const three[] = {"width=5", "height=4", "connect=3"};
    static const char *const hare[] = {"size=6"}, *const chomp[] = {"rows=4", "cols=5"};
    (void)state;
    check_far("connect-4", 2, four, &ZM_OPTIONS(zm_solve_options, .book_plies = 4, .book_beyond = 1, .beyond_from = 10),
              7);
    check_far("connect-4", 2, four, &ZM_OPTIONS(zm_solve_options, .book_plies = 3, .book_beyond = 3, .beyond_from = 9),
              7);
    check_far("connect-4", 3, three, &ZM_OPTIONS(zm_solve_options, .book_plies = 3, .book_beyond = 2, .beyond_from = 5),
              11);
    check_far("connect-4", 3, three,
              &ZM_OPTIONS(zm_solve_options, .book_plies = 4, .book_beyond = 1, .beyond_from = 4,
                          .engine = ZM_ENGINE_CUDA_HOST),
              11);
    check_far("hasenspiel", 1, hare,
              &ZM_OPTIONS(zm_solve_options, .book_plies = 3, .book_beyond = 2, .beyond_from = 12), 101);
    check_far("chomp", 2, chomp, &ZM_OPTIONS(zm_solve_options, .book_plies = 2, .book_beyond = 2, .beyond_from = 6), 5);
}

/* ---- interrupted ---- */
typedef struct patience {
    zm_context *c;
    uint64_t reports;
} patience;

/* After some of the phases that are searches: the edge, then what lies behind it. */
static void stop_later(void *arg, const zm_progress *p)
{
    patience *k = arg;
    if (!strcmp(p->phase, "search") && p->total > k->reports && p->done >= p->total / 4)
        zm_stop(k->c);
}

static void stop_soon(void *arg, const zm_progress *p)
{
    patience *k = arg;
    if (!strcmp(p->phase, "search") && p->done >= p->total / 4)
        zm_stop(k->c);
    k->reports++;
}

static char *file_bytes(const char *folder, const char *name, size_t *bytes)
{
    char path[8192];
    snprintf(path, sizeof path, "%s/connect-4/width=5+height=5/%s", folder, name);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *data = malloc(1 << 20);
    *bytes = fread(data, 1, 1 << 20, f);
    fclose(f);
    return data;
}

static void same_file(const char *a, const char *b, const char *name)
{
    size_t n, m;
    char *x = file_bytes(a, name, &n), *y = file_bytes(b, name, &m);
    assert_int_equal(n, m);
    assert_memory_equal(x, y, n);
    free(x);
    free(y);
}

static void test_goes_on(void **state)
{
    static const char *const five[] = {"width=5", "height=5"}; /* some seconds of searching */
    const zm_game *g;
    zm_solved solved;
    char one[4096], two[4096], aside[8192];
    struct stat st;
    zm_context *c = zm_context_new();
    zm_variant *v;
    patience k = {c, 0};
    (void)state;
    unit_path("one", one);
    unit_path("two", two);
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, five, 2, &v), ZM_OK);
    const zm_solve_options a = ZM_OPTIONS(zm_solve_options, .tables = one, .book_plies = 4),
                           b = ZM_OPTIONS(zm_solve_options, .tables = two, .book_plies = 4);
    zm_set_progress(c, stop_soon, &k);
    assert_int_equal(zm_solve(c, v, &a, &solved), ZM_INTERRUPTED);
    snprintf(aside, sizeof aside, "%s/connect-4/width=5+height=5/book", one);
    assert_int_equal(stat(aside, &st), 0);
    zm_set_progress(c, NULL, NULL);
    zm_context *again = zm_context_new(); /* a new start of the program */
    assert_int_equal(zm_solve(again, v, &a, &solved), ZM_OK);
    assert_true(solved.resumed > 0);
    assert_int_not_equal(stat(aside, &st), 0);
    assert_int_equal(zm_solve(again, v, &b, &solved), ZM_OK);
    assert_int_equal(solved.resumed, 0);
    same_file(one, two, "keys.zmt");
    same_file(one, two, "part-00000.zmt");
    same_file(one, two, "manifest");
    zm_table_remove(again, v, one);
    zm_table_remove(again, v, two);
    zm_variant_free(again, v);
    zm_context_free(again);
    zm_context_free(c);
}

/* Behind the edge; what there is before it is a book by then. */
static void test_goes_on_far(void **state)
{
    static const char *const five[] = {"width=5", "height=5"};
    const zm_game *g;
    zm_solved solved;
    char one[4096], two[4096];
    zm_context *c = zm_context_new();
    zm_variant *v;
    zm_table *book;
    patience k = {c, 400};
    (void)state;
    unit_path("one", one);
    unit_path("two", two);
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, five, 2, &v), ZM_OK);
    const zm_solve_options a =
        ZM_OPTIONS(zm_solve_options, .tables = one, .book_plies = 4, .book_beyond = 1, .beyond_from = 12);
    zm_solve_options b = a;
    b.tables = two;
    zm_set_progress(c, stop_later, &k); /* 177 states at the edge, 545 behind it */
    assert_int_equal(zm_solve(c, v, &a, &solved), ZM_INTERRUPTED);
    zm_set_progress(c, NULL, NULL);
    zm_context *again = zm_context_new();
    if (zm_book_open(again, v, one, &book) == ZM_OK) { /* else it was stopped while the larger one was written */
        assert_int_equal(zm_table_beyond(book, NULL), 0);
        zm_table_close(book);
    }
    assert_int_equal(zm_solve(again, v, &a, &solved), ZM_OK);
    assert_true(solved.resumed > 177);
    assert_int_equal(zm_solve(again, v, &b, &solved), ZM_OK);
    assert_int_equal(solved.resumed, 0);
    same_file(one, two, "keys.zmt");
    same_file(one, two, "part-00000.zmt");
    same_file(one, two, "manifest");
    zm_table_remove(again, v, one);
    zm_table_remove(again, v, two);
    zm_variant_free(again, v);
    zm_context_free(again);
    zm_context_free(c);
}

/* ---- a search that goes down to what there is of a table ---- */
static void check_unfinished(const char *game, size_t count, const char *const *settings, uint64_t every)
{
    lab l;
    zm_writer *w;
    zm_table *half, *hybrid, *none;
    open_lab(&l, game, count, settings);
    const uint32_t tiers = zm_table_tiers(l.t);
    uint64_t *size = calloc(tiers, sizeof *size), largest = 0;
    for (uint32_t i = 0; i < tiers; i++) {
        size[i] = zm_table_tier_size(l.t, i);
        largest = size[i] > largest ? size[i] : largest;
    }
    zm_value *values = calloc(largest + 1, sizeof *values);
    const zm_writer_plan plan = {.tiers = tiers, .tier_size = size, .part_states = largest};
    assert_int_equal(zm_writer_open(l.c, l.v, l.part, &plan, &w), ZM_OK);
    assert_int_equal(zm_table_open_unfinished(l.c, l.v, l.part, &none), ZM_NOT_FOUND); /* begun, and nothing is in it */
    for (uint32_t i = 0; i < tiers * 3 / 4; i++) { /* as a solve does that is killed after three quarters */
        const zm_summary sum = {0};
        assert_int_equal(zm_table_read_tier(l.c, l.t, i, values), ZM_OK);
        assert_int_equal(zm_writer_add_tier(w, i, values, &sum), ZM_OK);
    }
    zm_writer_close(w);
    assert_int_equal(zm_table_open(l.c, l.v, l.part, &none), ZM_NOT_FOUND);
    assert_int_equal(zm_book_open(l.c, l.v, l.part, &none), ZM_NOT_FOUND);
    assert_int_equal(zm_table_open_unfinished(l.c, l.v, l.part, &half), ZM_OK);
    const uint64_t there = compare(&l, half, 1, false);
    assert_true(there > 0 && there < zm_table_summary(l.t)->states);
    /* It takes fewer nodes than to the end. */
    uint64_t nodes[2];
    for (unsigned i = 0; i < 2; i++) {
        const zm_search_options o = ZM_OPTIONS(zm_search_options, .threads = 1, .known = i ? half : NULL);
        zm_searcher *s;
        zm_value value;
        assert_int_equal(zm_searcher_open(l.c, l.v, &o, &s), ZM_OK);
        assert_int_equal(zm_search_value(s, zm_start_state(l.v), &value), ZM_OK);
        assert_int_equal(value, zm_table_summary(l.t)->start);
        nodes[i] = zm_search_nodes(s);
        zm_searcher_close(s);
    }
    assert_true(nodes[1] < nodes[0]);
    zm_table_close(half);
    assert_int_equal(zm_search_from_tables(l.c, l.v, l.part, &hybrid), ZM_OK);
    compare(&l, hybrid, every, true);
    zm_table_close(hybrid);
    free(size);
    free(values);
    close_lab(&l);
}

static void test_unfinished(void **state)
{
    static const char *const four[] = {"width=4", "height=4"}, *const hare[] = {"size=6"};
    (void)state;
    check_unfinished("connect-4", 2, four, 5);
    check_unfinished("hasenspiel", 1, hare, 101);
}

/* ---- wrong books ---- */
/* A book as it is made, but for one value. */
static void write_wrong(lab *l, const zm_solve_options *o, uint64_t at)
{
    zm_table *book;
    zm_writer *w;
    zm_summary total;
    uint64_t bytes;
    assert_int_equal(zm_book_open(l->c, l->v, l->part, &book), ZM_OK);
    const uint64_t count = zm_table_tier_size(book, 0);
    const zm_summary sum = *zm_table_summary(book);
    zm_pos *keys = calloc(count, sizeof *keys);
    uint64_t *places = calloc(count, sizeof *places);
    zm_value *values = calloc(count, sizeof *values);
    assert_int_equal(zm_table_read_tier(l->c, book, 0, values), ZM_OK);
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(zm_table_state(l->c, book, 0, i, &keys[i]), ZM_OK);
    zm_table_close(book);
    values[at] = zm_is_win(values[at]) ? zm_win_in(zm_remoteness(values[at]) + 2) : zm_win_in(1);
    const zm_writer_plan plan = {.tiers = 1,
                                 .tier_size = &count,
                                 .keyed = true,
                                 .placed = true,
                                 .book = o->book_plies,
                                 .beyond = o->book_beyond,
                                 .beyond_from = o->beyond_from,
                                 .again = true};
    assert_int_equal(zm_writer_open(l->c, l->v, l->part, &plan, &w), ZM_OK);
    for (uint64_t i = 0; i < count; i++)
        places[i] = zm_place_number(l->v->game->index->rank(l->v, keys[i]));
    assert_int_equal(zm_writer_places(w, places, count), ZM_OK);
    free(places);
    assert_int_equal(zm_writer_add_tier(w, 0, values, &sum), ZM_OK);
    assert_int_equal(zm_writer_finish(w, sum.start, &total, &bytes), ZM_OK);
    zm_writer_close(w);
    free(keys);
    free(values);
}

static void check_wrong(unsigned plies, unsigned far, uint64_t step)
{
    static const char *const four[] = {"width=4", "height=4"};
    lab l;
    zm_solved solved;
    zm_table *book;
    zm_verified found;
    open_lab(&l, "connect-4", 2, four);
    for (uint64_t at = 0; at < 14 * step; at += step) { /* all over it: the edge is searched whole where it is small */
        const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = l.part, .book_plies = plies,
                                              .book_beyond = far, .beyond_from = 10, .again = true);
        assert_int_equal(zm_solve(l.c, l.v, &o, &solved), ZM_OK);
        if (at >= solved.summary.states)
            break;
        write_wrong(&l, &o, at);
        assert_int_equal(zm_book_open(l.c, l.v, l.part, &book), ZM_OK);
        assert_int_equal(zm_book_verify(l.c, book, &found), ZM_WRONG);
        zm_table_close(book);
    }
    close_lab(&l);
}

static void test_wrong_books(void **state)
{
    (void)state;
    check_wrong(3, 0, 3);
    check_wrong(2, 2, 7);
}

static void keep_first(void *arg, const char *text)
{
    char *first = arg;
    if (!*first)
        snprintf(first, 512, "%s", text);
}

/* What a book takes is said before it begins, and one that is longer than the game is refused. */
static void test_announced(void **state)
{
    static const char *const four[] = {"width=4", "height=4"};
    lab l;
    zm_solved solved;
    char first[512] = "";
    open_lab(&l, "connect-4", 2, four);
    zm_set_note(l.c, keep_first, first);
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .book_plies = 6);
    assert_int_equal(zm_solve(l.c, l.v, &o, &solved), ZM_OK);
    assert_non_null(strstr(first, "901 states in 6 plies, which take about "));
    o.book_plies = 17;
    assert_int_equal(zm_solve(l.c, l.v, &o, &solved), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(l.c), "over after 16 plies at most: a book cannot have 17"));
    close_lab(&l);
}

static void test_refuses(void **state)
{
    static const char *const games[] = {"fox-and-geese", "madn", "nim"};
    zm_context *c = zm_context_new();
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        const zm_game *g;
        zm_variant *v;
        zm_solved solved;
        const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .book_plies = 2);
        assert_int_equal(zm_find_game(c, games[i], &g), ZM_OK);
        assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
        assert_int_equal(zm_solve(c, v, &o, &solved), ZM_BAD_INPUT);
        zm_variant_free(c, v);
    }
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_books),       cmocka_unit_test(test_far_books),  cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_goes_on_far), cmocka_unit_test(test_unfinished), cmocka_unit_test(test_wrong_books),
        cmocka_unit_test(test_refuses),     cmocka_unit_test(test_announced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
