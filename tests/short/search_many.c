/* search_many.c: many searches at once, as a GPU does them, give what one search gives; here on the CPU, where tests
 * have no GPU. */
#include "unit.h"

#include "engine/cuda/search/search.h"

#include <zermelo/zermelo.h>

typedef struct lab {
    zm_context *c;
    zm_variant *v;
    zm_pos *p;
    uint64_t count, room;
} lab;

static void open_lab(lab *l, const char *game, const char *const *settings, size_t count)
{
    const zm_game *g;
    *l = (lab){.c = zm_context_new()};
    assert_int_equal(zm_find_game(l->c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(l->c, g, settings, count, &l->v), ZM_OK);
}

static void close_lab(lab *l)
{
    free(l->p);
    zm_variant_free(l->c, l->v);
    zm_context_free(l->c);
}

/* Open positions after so many random moves. */
static void play_randomly(lab *l, unsigned plies, uint64_t count, uint64_t *seed)
{
    const zm_game *g = l->v->game;
    l->p = realloc(l->p, (l->count + count) * sizeof *l->p);
    for (uint64_t i = 0; i < count;) {
        zm_pos p = g->start(l->v);
        zm_move moves[ZM_MAX_MOVES];
        unsigned n;
        for (unsigned ply = 0; ply < plies && zm_moves_of(l->v, p, moves, &n) == ZM_OPEN; ply++)
            p = g->play(l->v, p, moves[unit_random(seed) % n]);
        if (zm_moves_of(l->v, p, moves, &n) != ZM_OPEN)
            continue;
        l->p[l->count++] = p;
        i++;
    }
}

static void compare(lab *l)
{
    zm_searcher *s;
    uint64_t nodes = 0;
    zm_value *many = calloc(l->count, sizeof *many), *together = calloc(l->count, sizeof *together), one;
    const zm_many all = {.position = l->p, .count = l->count, .value = many};
    assert_int_equal(zm_search_many_on(l->c, l->v, ZM_ENGINE_CUDA_HOST, &all, &nodes), ZM_OK);
    assert_true(nodes > 0);
    assert_int_equal(zm_searcher_open(l->c, l->v, NULL, &s), ZM_OK);
    assert_int_equal(zm_search_many(s, l->p, l->count, together), ZM_OK);
    zm_search_forget(s);
    for (uint64_t i = 0; i < l->count; i++) {
        assert_int_equal(zm_search_value(s, l->p[i], &one), ZM_OK);
        assert_int_equal(many[i], one);
        assert_int_equal(together[i], one);
    }
    zm_searcher_close(s);
    free(many);
    free(together);
}

static void test_boards(void **state)
{
    static const struct {
        const char *settings[3];
        unsigned plies;
    } cases[] = {{{"width=4", "height=4", "connect=4"}, 2}, {{"width=5", "height=4", "connect=4"}, 6},
                 {{"width=5", "height=5", "connect=3"}, 3}, {{"width=6", "height=5", "connect=4"}, 14},
                 {{"width=5", "height=4", "connect=5"}, 4}, {{"width=9", "height=4", "connect=4"}, 20}};
    uint64_t seed = 1;
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        lab l;
        open_lab(&l, "connect-4", cases[i].settings, 3);
        for (unsigned more = 0; more < 3; more++) /* of different depths, and the same ones twice */
            play_randomly(&l, cases[i].plies + more, 40, &seed);
        compare(&l);
        close_lab(&l);
    }
}

/* Some that are over or as good as that. */
static void test_certain(void **state)
{
    static const char *const board[] = {"width=4", "height=4"};
    lab l;
    uint64_t seed = 2;
    (void)state;
    open_lab(&l, "connect-4", board, 2);
    for (unsigned plies = 9; plies < 16; plies++)
        play_randomly(&l, plies, 30, &seed);
    compare(&l);
    close_lab(&l);
}

static void test_refuses(void **state)
{
    lab l;
    zm_value value;
    uint64_t nodes = 0;
    (void)state;
    open_lab(&l, "hasenspiel", NULL, 0); /* it has no zm_search */
    const zm_pos p = zm_start_state(l.v);
    const zm_many one = {.position = &p, .count = 1, .value = &value};
    assert_int_equal(zm_search_many_on(l.c, l.v, ZM_ENGINE_CUDA_HOST, &one, &nodes), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(l.c), "--engine cpu"));
    close_lab(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_certain),
        cmocka_unit_test(test_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
