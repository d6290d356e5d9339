/* play_records.c: games as they were played: back and forth, as a file and back, every file that is not one refused;
 * moves as people type them. */
#include "base/memory.h"
#include "unit.h"

#include <zermelo/zermelo.h>

typedef struct desk {
    zm_context *c;
    zm_variant *v;
} desk;

static desk open_desk(const char *game, const char *setting)
{
    desk d = {.c = zm_context_new()};
    const zm_game *g;
    zm_set_sync(d.c, false);
    assert_int_equal(zm_find_game(d.c, game, &g), ZM_OK);
    if (zm_variant_new(d.c, g, &setting, setting != NULL, &d.v) != ZM_OK)
        fail_msg("%s", zm_message(d.c));
    return d;
}

static void close_desk(desk *d)
{
    zm_variant_free(d->c, d->v);
    assert_int_equal(zm_memory_used(d->c), 0);
    zm_context_free(d->c);
}

static void play_random(desk *d, zm_record *r, uint64_t seed, unsigned plies)
{
    assert_int_equal(zm_record_open(d->c, d->v, d->v->game->start(d->v), zm_random_stream(seed, 0), r), ZM_OK);
    for (unsigned i = 0; i < plies && !zm_record_over(r); i++)
        assert_int_equal(zm_record_play(r, r->now.move[unit_random(&seed) % r->now.count]), ZM_OK);
}

static char *read_all(const char *path)
{
    static char text[1 << 16];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    const size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

static void write_all(const char *path, const char *text, size_t bytes)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, bytes, f), bytes);
    assert_int_equal(fclose(f), 0);
}

/* ---- every game there is ---- */
static void every_game_is_saved_and_loaded(void **state)
{
    char path[4096], other[4096], first[1 << 16];
    (void)state;
    unit_path("a.game", path);
    unit_path("b.game", other);
    for (size_t i = 0; i < zm_builtin_count(); i++) {
        desk d = open_desk(zm_builtin(i)->name, NULL);
        for (uint64_t seed = 0; seed < 4; seed++) {
            zm_record r, s;
            play_random(&d, &r, seed, seed ? 60 : 3);
            r.agent[0] = (zm_agent){.kind = ZM_SKILL, .skill = 0.25};
            assert_int_equal(zm_record_save(&r, path), ZM_OK);
            strcpy(first, read_all(path));
            if (zm_record_load(d.c, d.v, path, r.dice, &s) != ZM_OK)
                fail_msg("%s: %s\n%s", d.v->game->name, zm_message(d.c), first);
            assert_int_equal(s.played, r.played);
            assert_true(zm_same(s.now.position, r.now.position));
            assert_int_equal(s.now.player, r.now.player);
            assert_int_equal(zm_record_winner(&s), zm_record_winner(&r));
            assert_int_equal(s.agent[0].kind, ZM_SKILL);
            assert_int_equal(zm_record_save(&s, other), ZM_OK);
            assert_string_equal(read_all(other), first);
            zm_record_close(&r);
            zm_record_close(&s);
        }
        close_desk(&d);
    }
}

/* ---- back and forth ---- */
static void moves_are_taken_back_and_made_again(void **state)
{
    desk d = open_desk("tic-tac-toe", NULL);
    zm_record r;
    (void)state;
    play_random(&d, &r, 3, 6);
    assert_int_equal(r.played, 6);
    const zm_pos there = r.now.position;
    zm_record_go(&r, 2);
    assert_int_equal(r.known, 6);
    assert_int_equal(r.now.count, 7);
    zm_record_go(&r, 6);
    assert_true(zm_same(r.now.position, there));
    zm_record_go(&r, 5);
    const zm_move same = r.step[5].move;
    assert_int_equal(zm_record_play(&r, same), ZM_OK);
    assert_int_equal(r.known, 6);
    zm_record_go(&r, 2);
    assert_int_equal(zm_record_play(&r, r.now.move[r.now.move[0] == r.step[2].move]), ZM_OK);
    assert_int_equal(r.known, 3); /* another move: what came after the old one is no more */
    zm_record_go(&r, 0);
    assert_true(zm_same(r.now.position, d.v->game->start(d.v)));
    r.resigned = 1;
    assert_true(zm_record_over(&r));
    assert_int_equal(zm_record_winner(&r), 0);
    zm_record_close(&r);
    close_desk(&d);
}

/* ---- what is no record ---- */
static const char good[] = "zermelo game 1\ngame tic-tac-toe\noptions play_on=no\nfrom .........\nx human\no perfect\n"
                           "1 x 1\n2 o 5\n3 x 2\n4 o 9\n5 x 3\nend x won\n";

static void refuses(desk *d, const char *path, const char *text, size_t bytes, const char *because)
{
    zm_record r;
    write_all(path, text, bytes);
    if (zm_record_load(d->c, d->v, path, (zm_random){0}, &r) == ZM_OK)
        fail_msg("loads: %.*s", (int)bytes, text);
    if (because && !strstr(zm_message(d->c), because))
        fail_msg("not \"%s\": %s", because, zm_message(d->c));
    assert_null(strchr(zm_message(d->c), '\n'));
}

/* The good one with a line changed. */
static void refuses_line(desk *d, const char *path, const char *line, const char *instead, const char *because)
{
    char text[1024];
    const char *at = strstr(good, line);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, instead, at + strlen(line));
    refuses(d, path, text, strlen(text), because);
}

static void what_is_no_record_is_refused(void **state)
{
    desk d = open_desk("tic-tac-toe", NULL);
    char path[4096];
    zm_record r;
    (void)state;
    unit_path("bad.game", path);
    write_all(path, good, strlen(good));
    if (zm_record_load(d.c, d.v, path, (zm_random){0}, &r) != ZM_OK)
        fail_msg("%s", zm_message(d.c));
    assert_int_equal(zm_record_winner(&r), 0);
    zm_record_close(&r);
    for (size_t n = 0; n < strlen(good) - 1; n++) /* cut anywhere */
        refuses(&d, path, good, n, NULL);
    refuses(&d, path, good, strlen(good) - strlen("end x won\n"), "cut short");
    refuses_line(&d, path, "zermelo game 1", "zermelo game 2", "line 1: this is no record");
    refuses_line(&d, path, "game tic", "game tac", "line 2: it is a game of tac-tac-toe");
    refuses_line(&d, path, "play_on=no", "play_on=yes", "line 3: it was played with other options");
    refuses_line(&d, path, ".........", "........", "line 4: position");
    refuses_line(&d, path, "o perfect", "o perfct", "line 6: there is no agent");
    refuses_line(&d, path, "3 x 2", "3 x 5", "line 9: \"5\" is no move of x there");
    refuses_line(&d, path, "3 x 2", "3 x", "line 9: \"\" is no move");
    refuses_line(&d, path, "3 x 2", "3 o 2", "line 9: it is x's turn");
    refuses_line(&d, path, "3 x 2", "4 x 2", "line 9: expected move 3");
    refuses_line(&d, path, "5 x 3\n", "5 x 4\n", "line 12: it says \"end x won\"");
    refuses_line(&d, path, "5 x 3\n", "5 x 3\n6 o 8\n", "line 12: the game is over before this move");
    refuses_line(&d, path, "end x won", "end o resigned", "line 12");
    refuses_line(&d, path, "end x won\n", "end x won\nmore\n", "line 13: there is more");
    refuses_line(&d, path, "3 x 2", "3 x \x01", "it is no text");
    refuses(&d, path, "\0\0\0\0", 4, "line 1");
    char line[4000];
    memset(line, 'x', sizeof line);
    refuses(&d, path, line, sizeof line, "longer than");
    assert_int_equal(zm_record_load(d.c, d.v, "/nowhere/at/all", (zm_random){0}, &r), ZM_NOT_FOUND);
    assert_int_equal(zm_record_load(d.c, d.v, "/", (zm_random){0}, &r), ZM_BAD_INPUT);
    close_desk(&d);
}

/* A byte changed anywhere gives another game that is one, or is refused: never a crash, never a move that is none. */
static void every_changed_byte_is_met(void **state)
{
    desk d = open_desk("tic-tac-toe", NULL);
    char path[4096], text[sizeof good];
    (void)state;
    const uint64_t used = zm_memory_used(d.c);
    unit_path("flip.game", path);
    for (size_t i = 0; i + 1 < sizeof good; i++) {
        static const char other[] = {'1', 'x', ' ', '\n', 0, (char)0xC3};
        for (size_t k = 0; k < sizeof other; k++) {
            zm_record r;
            memcpy(text, good, sizeof good);
            text[i] = other[k];
            write_all(path, text, sizeof good - 1);
            if (zm_record_load(d.c, d.v, path, (zm_random){0}, &r) == ZM_OK)
                zm_record_close(&r);
            assert_int_equal(zm_memory_used(d.c), used);
        }
    }
    close_desk(&d);
}

static void no_memory_is_told(void **state)
{
    desk d = open_desk("tic-tac-toe", NULL);
    char path[4096];
    zm_record r;
    (void)state;
    unit_path("memory.game", path);
    write_all(path, good, strlen(good));
    const uint64_t used = zm_memory_used(d.c);
    for (unsigned nth = 1; nth < 3; nth++) {
        zm_fail_allocation(d.c, nth);
        assert_int_equal(zm_record_load(d.c, d.v, path, (zm_random){0}, &r), ZM_NO_MEMORY);
        assert_int_equal(zm_memory_used(d.c), used);
    }
    zm_fail_allocation(d.c, 0);
    close_desk(&d);
}

/* ---- moves as people type them ---- */
static void means(desk *d, const zm_turn *turn, const char *typed, const char *expected)
{
    unsigned number[8];
    char all[2048] = "", text[ZM_MAX_TEXT];
    const unsigned count = zm_moves_meant(d->v, turn, typed, number, 8);
    for (unsigned i = 0; i < count && i < 8; i++) {
        zm_write_move(d->v, turn->position, turn->move[number[i]], text, sizeof text);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", text);
    }
    assert_string_equal(all, expected);
}

static void typed_moves_are_understood(void **state)
{
    desk d = open_desk("fox-and-geese", "geese=4");
    zm_record r;
    unsigned number[8];
    (void)state;
    play_random(&d, &r, 1, 0);
    means(&d, &r.now, "c7-d6", "c7-d6");
    means(&d, &r.now, "C7-D6", "c7-d6");
    means(&d, &r.now, "c7 d6", "c7-d6");
    means(&d, &r.now, "c7d6", "c7-d6");
    means(&d, &r.now, "c7", "c7-d6"); /* no other goes from there */
    means(&d, &r.now, "b5", "c6-b5"); /* no other goes there */
    means(&d, &r.now, "d7", "d7-d6 d7-e6");
    means(&d, &r.now, "c", "");
    means(&d, &r.now, "", "");
    means(&d, &r.now, "-", "");
    means(&d, &r.now, "d4", "");
    assert_true(zm_moves_near(d.v, &r.now, "c7-d7", number, 8) > 0);
    assert_int_equal(zm_moves_near(d.v, &r.now, "zz", number, 8), 0);
    assert_int_equal(zm_moves_near(d.v, &r.now, "c7-d7", number, 2), 2);
    zm_record_close(&r);
    close_desk(&d);
    d = open_desk("nim", "piles=11,1");
    play_random(&d, &r, 1, 0);
    means(&d, &r.now, "1-1", "1-1"); /* exactly so, although 1-11 begins so */
    means(&d, &r.now, "111", "1-11");
    means(&d, &r.now, "11", "1-1");
    means(&d, &r.now, "2", "1-2 2-1");
    zm_record_close(&r);
    close_desk(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_saved_and_loaded),
        cmocka_unit_test(moves_are_taken_back_and_made_again),
        cmocka_unit_test(what_is_no_record_is_refused),
        cmocka_unit_test(every_changed_byte_is_met),
        cmocka_unit_test(no_memory_is_told),
        cmocka_unit_test(typed_moves_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
