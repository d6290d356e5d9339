/* draw_touches.c: how moves are made on a board, in every game along random games, and in a few positions by hand; and
 * pictures as JSON. */
#include "draw/picture_json.h"
#include "draw/text.h"
#include "draw/touches.h"
#include "game/complete.h"
#include "unit.h"

#include <zermelo/board.h>
#include <zermelo/zermelo.h>

enum { PLIES = 400, LOOKED_AT = 600 }; /* moves of a position */

typedef struct table {
    zm_context *c;
    zm_variant *v;
    zm_touching touching;
} table;

static table sit_down(const char *game, const char *settings)
{
    table t = {.c = zm_context_new()};
    const zm_game *g;
    const char *list[8];
    char copy[200], *rest = copy;
    size_t count = 0;
    snprintf(copy, sizeof copy, "%s", settings);
    while ((list[count] = strtok_r(rest, " ", &rest)))
        count++;
    assert_int_equal(zm_find_game(t.c, game, &g), ZM_OK);
    if (zm_variant_new(t.c, g, list, count, &t.v) != ZM_OK)
        fail_msg("%s", zm_message(t.c));
    return t;
}

static void leave(table *t)
{
    zm_variant_free(t->c, t->v);
    assert_int_equal(zm_memory_used(t->c), 0);
    zm_context_free(t->c);
}

/* ---- every game ---- */
static bool is_pass(const char *move)
{
    const size_t n = strlen(move); /* and a 1 in Pig, which decides for itself */
    return (n >= 4 && (!strcmp(move + n - 4, "pass") || !strcmp(move + n - 4, "lost")));
}

static bool on_board(const zm_picture *p, zm_point at)
{
    if (at.row >= ZM_FIRST_HAND)
        return p->several && at.col < p->kinds && p->held[at.col].row == at.row;
    for (size_t i = 0; i < p->fields; i++)
        if (p->field[i].row == at.row && p->field[i].col == at.col)
            return true;
    return false;
}

static const char *line(const zm_touches *t, char out[4 * ZM_MAX_TOUCHES + 1])
{
    out[0] = 0;
    for (unsigned i = 0; i < t->count; i++)
        sprintf(out + 4 * i, "%c%c/ ", ' ' + t->touch[i].row % 90, ' ' + t->touch[i].col % 90);
    return out;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Two moves of one position that are made alike. */
static void assert_all_differ(const zm_variant *v, zm_pos p, char **lines, unsigned count)
{
    qsort(lines, count, sizeof *lines, by_text);
    for (unsigned i = 1; i < count; i++)
        if (*lines[i] && !strcmp(lines[i], lines[i - 1])) {
            char text[ZM_MAX_TEXT];
            zm_write_position(v, p, text, sizeof text);
            fail_msg("%s %s: two moves are made alike", v->game->name, text);
        }
}

static void look_at(table *t, zm_pos p, const zm_move *move, unsigned count, bool alike, bool undrawn)
{
    zm_picture picture;
    char *lines[LOOKED_AT];
    assert_int_equal(zm_picture_of(t->c, t->v, p, &picture), ZM_OK);
    zm_touching_open(&t->touching, t->v, p);
    count = count < LOOKED_AT ? count : LOOKED_AT;
    for (unsigned i = 0; i < count; i++) {
        zm_touches found;
        char text[ZM_MAX_TEXT], position[ZM_MAX_TEXT];
        zm_picture_touches(&t->touching, move[i], &found);
        zm_write_move(t->v, p, move[i], text, sizeof text);
        zm_write_position(t->v, p, position, sizeof position);
        if (is_pass(text) ? found.count : !found.count && !undrawn)
            fail_msg("%s %s: %s touches %u fields", t->v->game->name, position, text, found.count);
        for (unsigned k = 0; k < found.count; k++)
            assert_true(on_board(&picture, found.touch[k]));
        for (unsigned k = 0; k < found.captures; k++)
            assert_true(on_board(&picture, found.captured[k]));
        lines[i] = malloc(4 * ZM_MAX_TOUCHES + 1);
        line(&found, lines[i]);
    }
    if (!alike && picture.kind != ZM_PICTURE_HEAPS) /* how many are taken is not touched */
        assert_all_differ(t->v, p, lines, count);
    for (unsigned i = 0; i < count; i++)
        free(lines[i]);
    zm_picture_free(t->c, &picture);
}

static unsigned moves_of(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    unsigned count = 0;
    if (!v->game->dice->rolls)
        return zm_moves_of(v, p, out, &count) == ZM_OPEN ? count : 0;
    return v->game->ended && v->game->ended(v, p) != ZM_OPEN ? 0 : v->game->dice->moves(v, p, roll, out);
}

static void play_at_random(table *t, bool alike, bool undrawn)
{
    static zm_move move[ZM_MAX_MOVES];
    uint64_t random = 7;
    zm_pos p = t->v->game->start(t->v);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        const unsigned roll = t->v->game->dice->rolls ? (unsigned)(unit_random(&random) % t->v->game->dice->rolls) : 0;
        const unsigned count = moves_of(t->v, p, roll, move);
        if (count)
            look_at(t, p, move, count, alike, undrawn);
        p = count ? t->v->game->play(t->v, p, move[unit_random(&random) % count]) : t->v->game->start(t->v);
    }
}

static void moves_of_every_game_are_made_on_its_board(void **state)
{
    static const struct {
        const char *game, *settings;
        const char *but; /* moves may be made alike, or there is no board, for the reason beside it */
    } others[] = {
        {"chomp", "rows=6 cols=7", ""},
        {"dots-and-boxes", "rows=3 cols=4 rule=score", ""},
        {"fox-and-geese", "geese=13", ""},
        {"fox-and-geese", "geese=20 fox_diagonals=drawn", ""},
        {"hasenspiel", "size=12", ""},
        {"horse", "at=7,7,7,6,6,6 rule=able", ""},
        {"kayles", "heaps=9,8,7", ""},
        {"kayles", "heaps=100,50", ""}, /* heaps, too many for a row */
        {"madn", "squares=24 pieces=2 start=box", ""},
        {"madn", "squares=20", "undrawn"}, /* no cross of 20 squares has room for four pieces */
        {"nimble", "coins=9,9,9,4", ""},
        {"octal", "code=4.7 heaps=20", ""},
        {"octal", "code=4.77 heaps=20", "alike"}, /* to part two coins and to take them is touched alike */
        {"queen", "at=7,7,7,7,6,6", ""},
        {"queen", "at=7,6,5,5 rule=notall", ""},
        {"queen", "size=20", "undrawn"}, /* too large to be drawn */
        {"northcott", "cols=16", ""},
        {"chessboard-nim", "cols=5 rows=31,17,9", ""},
    };
    for (size_t i = 0; i < zm_builtin_count(); i++) {
        table t = sit_down(zm_builtin(i)->name, "");
        play_at_random(&t, false, false);
        leave(&t);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        table t = sit_down(others[i].game, others[i].settings);
        play_at_random(&t, *others[i].but, !strcmp(others[i].but, "undrawn"));
        leave(&t);
    }
}

/* ---- by hand ---- */
static void assert_made(const char *game, const char *settings, const char *position, const char *move,
                        const char *expected)
{
    static zm_move list[ZM_MAX_MOVES];
    char *text = NULL, name[ZM_MAX_TEXT];
    size_t size = 0;
    table t = sit_down(game, settings);
    zm_pos p = t.v->game->start(t.v);
    zm_touches found;
    zm_json j = {.out = open_memstream(&text, &size)};
    bool there = false;
    if (position)
        assert_int_equal(zm_read_position(t.c, t.v, position, &p), ZM_OK);
    zm_touching_open(&t.touching, t.v, p);
    for (unsigned roll = 0; roll < (t.v->game->dice->rolls ? t.v->game->dice->rolls : 1); roll++)
        for (unsigned i = moves_of(t.v, p, roll, list); i-- > 0;) {
            zm_write_move(t.v, p, list[i], name, sizeof name);
            if (strcmp(name, move) != 0)
                continue;
            zm_picture_touches(&t.touching, list[i], &found);
            there = true;
        }
    assert_true(there);
    zm_json_open(&j, NULL, '{');
    zm_touches_json(&j, &found);
    zm_json_close(&j, '}');
    fclose(j.out);
    assert_string_equal(text, expected);
    free(text);
    leave(&t);
}

static void steps_placements_lines_and_heaps(void **state)
{
    assert_made("minigammon", "", NULL, "3-1:8/5,6/5",
                "{\"touches\":[[2,2],[2,5],[2,4],[2,5]],\"captured\":[],\"begins\":[2]}");
    assert_made("tic-tac-toe", "", NULL, "5", "{\"touches\":[[1,1]],\"captured\":[]}");
    assert_made("hasenspiel", "", NULL, "d8-e7", "{\"touches\":[[0,3],[1,4]],\"captured\":[]}");
    assert_made("northcott", "", NULL, "1:1-4", "{\"touches\":[[1,1],[1,4]],\"captured\":[]}");
    assert_made("nimble", "coins=3,3,1", NULL, "3-1", "{\"touches\":[[0,3],[0,1]],\"captured\":[]}");
    assert_made("dots-and-boxes", "", NULL, "v2.1", "{\"touches\":[[3,0]],\"captured\":[]}");
    assert_made("nim", "", NULL, "3-2", "{\"touches\":[[0,2]],\"captured\":[]}");
    assert_made("staircase-nim", "", NULL, "4-2", "{\"touches\":[[0,3],[0,2]],\"captured\":[]}");
    assert_made("turning-turtles", "", NULL, "10,3", "{\"touches\":[[0,9],[0,2]],\"captured\":[]}");
    assert_made("chessboard-nim", "rows=10", "o.o.", "1-2", "{\"touches\":[[0,2],[0,1]],\"captured\":[]}");
}

static void what_games_say_themselves(void **state)
{
    assert_made("chomp", "", "4,4,2", "2,2", "{\"touches\":[[1,1]],\"captured\":[[1,2],[1,3],[0,1]]}");
    assert_made("level-nim", "", "3-7-2,4-6", "1-2", "{\"touches\":[[2,0]],\"captured\":[]}");
    assert_made("kayles", "", "5,4", "5-2,1", "{\"touches\":[[0,1],[0,2]],\"captured\":[]}");
    assert_made("octal", "code=0.3333", "5,4", "4-0", "{\"touches\":[[0,6],[0,9]],\"captured\":[[0,7],[0,8]]}");
    assert_made("horse", "", "7,7,7,6", "7,6-5,5/7,7-5,6",
                "{\"touches\":[[7,6],[5,5],[7,7],[5,6]],\"captured\":[],\"begins\":[2]}");
    assert_made("pig", "", "40,35,8", "3:hold", "{\"touches\":[[0,0]],\"captured\":[]}");
    assert_made("pig", "", "40,35,8", "3:again", "{\"touches\":[[0,2]],\"captured\":[]}");
    assert_made("pig", "", "40,35,8", "1:lost", "{\"touches\":[],\"captured\":[]}");
    assert_made("madn", "", "0;0", "3:0-3", "{\"touches\":[[10,4],[7,4]],\"captured\":[]}");
    assert_made("madn", "", "20;3", "3:20-23", "{\"touches\":[[0,6],[3,6]],\"captured\":[[3,6]]}");
    assert_made("madn", "", "1;0", "6:box-0", "{\"touches\":[[9,0],[10,4]],\"captured\":[]}");
}

/* A fox that jumps may come back to where it was: the board alone does not tell its way. */
static void jumps_follow_the_text_of_the_move(void **state)
{
    assert_made("fox-and-geese", "geese=4", ".../.../..g..../..f..../..g..../..g/..g:f", "c4xc6",
                "{\"touches\":[[3,2],[1,2]],\"captured\":[[2,2]]}");
    assert_made("fox-and-geese", "geese=5 enough=1", ".../.../..g..../..g.g../...fg../.../g..:f", "d3xb5xd5",
                "{\"touches\":[[4,3],[2,1],[2,3]],\"captured\":[[2,2],[3,2]]}");
    assert_made("fox-and-geese", "geese=5 enough=1", ".../.../..g..../..g.g../...fg../.../g..:f", "d3xb5xd5xf3xd3",
                "{\"touches\":[[4,3],[2,1],[2,3],[4,5],[4,3]],\"captured\":[[2,2],[3,2],[3,4],[4,4]]}");
}

static void morris_touches_the_man_that_is_taken_last(void **state)
{
    assert_made("nine-mens-morris", "men=3", NULL, "b2", "{\"touches\":[[1,1]],\"captured\":[]}");
    assert_made("nine-mens-morris", "", "ww....bb................:w:7,7", "g7xc5",
                "{\"touches\":[[0,6],[2,2]],\"captured\":[[2,2]],\"begins\":[1]}");
}

/* ---- texts that name fields, on boards that tell less ---- */
typedef struct shown_move {
    unsigned cols;
    zm_naming naming;
    const char *before, *after, *text; /* boards in reading order */
} shown_move;
static shown_move shown;

static zm_pos first_board(const zm_variant *v) { return (void)v, (zm_pos){0, 0}; }
static zm_pos next_board(const zm_variant *v, zm_pos p, zm_move m) { return (void)v, (void)p, (void)m, (zm_pos){1, 0}; }
static void say(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    (void)v, (void)p, (void)m, zm_say(out, "%s", shown.text);
}
static unsigned show_board(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const char *board = p.lo ? shown.after : shown.before;
    for (unsigned i = 0; board[i]; i++)
        out[i] = (zm_cell){.row = (uint8_t)(i / shown.cols), .col = (uint8_t)(i % shown.cols), .piece = board[i]};
    return (void)v, (unsigned)strlen(board);
}

static void assert_touched(shown_move m, const char *expected)
{
    const zm_game plain = {.start = first_board, .play = next_board, .write_move = say};
    zm_completed g;
    zm_complete(&g, &plain);
    g.looks = *ZM_LOOKS(.cells = show_board, .naming = m.naming);
    const zm_variant v = {.game = &g.game};
    zm_touching t;
    zm_touches found;
    char *text = NULL;
    size_t size = 0;
    zm_json j = {.out = open_memstream(&text, &size)};
    shown = m;
    zm_touching_open(&t, &v, (zm_pos){0, 0});
    zm_picture_touches(&t, 0, &found);
    zm_json_open(&j, NULL, '{');
    zm_touches_json(&j, &found);
    zm_json_close(&j, '}');
    fclose(j.out);
    assert_string_equal(text, expected);
    free(text);
}

static void fields_that_the_text_names_are_touched_in_order(void **state)
{
    /* a cube goes out at a1 and comes in at c1, the row is pushed: the boards differ where nobody touches */
    assert_touched((shown_move){3, ZM_AS_IN_CHESS, "......ox.", "......x.x", "a1-c1"},
                   "{\"touches\":[[2,0],[2,2]],\"captured\":[]}");
    /* men are turned round */
    assert_touched((shown_move){3, ZM_AS_IN_CHESS, "xo.......", "xxx......", "c3"},
                   "{\"touches\":[[0,2]],\"captured\":[[0,1]]}");
    /* a piece that becomes another, and takes one */
    assert_touched((shown_move){2, ZM_AS_IN_CHESS, "e.C.", "H...", "Ca1-a2=H"},
                   "{\"touches\":[[1,0],[0,0]],\"captured\":[[0,0]]}");
    /* two men that move with two dice, and one that goes from there on */
    assert_touched((shown_move){9, ZM_BY_NUMBERS, "........2", "...o.o...", "8-5,8-3"},
                   "{\"touches\":[[0,8],[0,5],[0,8],[0,3]],\"captured\":[],\"begins\":[2]}");
    assert_touched((shown_move){9, ZM_BY_NUMBERS, "......o.o", ".o...o...", "8/5,6/1"},
                   "{\"touches\":[[0,8],[0,5],[0,6],[0,1]],\"captured\":[],\"begins\":[2]}");
    assert_touched((shown_move){9, ZM_BY_NUMBERS, "........o", "...o.....", "8-5,5-3"},
                   "{\"touches\":[[0,8],[0,5],[0,3]],\"captured\":[]}");
    assert_touched((shown_move){9, ZM_BY_NUMBERS, ".o......o", ".....o...", "8-5,1-off"},
                   "{\"touches\":[[0,8],[0,5],[0,1]],\"captured\":[],\"begins\":[2]}");
}

/* "b2" does not say where the man came from; numbers that are no fields count something else. */
static void what_the_text_leaves_out_is_seen_on_the_boards(void **state)
{
    assert_touched((shown_move){2, ZM_AS_IN_CHESS, "..x.", ".x..", "b2"},
                   "{\"touches\":[[1,0],[0,1]],\"captured\":[]}");
    assert_touched((shown_move){2, ZM_AS_IN_CHESS, "..x.", ".x..", "man 7 to b2"},
                   "{\"touches\":[[1,0],[0,1]],\"captured\":[]}");
    assert_touched((shown_move){2, ZM_NOT_NAMED, "..x.", ".x..", "a1-a2"},
                   "{\"touches\":[[1,0],[0,1]],\"captured\":[]}");
}

/* ---- a declared board with hands ---- */
static const zm_board drops = ZM_BOARD(.rows = "2", .first = "CE", .second = "ce", .hand = "CE", .one_line = true,
                                       .totals = {{"Cc", "2", "2"}, {"Ee", "2", "2"}}, .start = "....:f:CEce");
static unsigned all_drops(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (const char *letter = "CE"; *letter; letter++)
        for (uint64_t rest = zm_held(v, p, zm_mine(v, p, *letter)) ? zm_free(v, p) : 0; rest;)
            out[n++] = zm_drop(zm_mine(v, p, *letter), (unsigned)zm_take_lowest(&rest));
    return n;
}
static zm_pos drop_one(const zm_variant *v, zm_pos p, zm_move m)
{
    const char letter = zm_move_letter(m);
    return zm_pass(v, zm_put(v, zm_hold(v, p, letter, zm_held(v, p, letter) - 1), zm_move_to(m), letter));
}
static const zm_game dropping = {.name = "dropping", .board = &drops, .moves = all_drops, .play = drop_one};

static void pieces_in_hand_are_touched_where_there_are_several_kinds(void **state)
{
    static zm_move list[ZM_MAX_MOVES];
    table t = {.c = zm_context_new()};
    zm_touches found;
    assert_int_equal(zm_variant_new(t.c, &dropping, NULL, 0, &t.v), ZM_OK);
    const zm_pos start = t.v->game->start(t.v), next = t.v->game->play(t.v, start, zm_drop('E', 3));
    zm_touching_open(&t.touching, t.v, start);
    zm_picture_touches(&t.touching, zm_drop('E', 3), &found); /* E*b1 */
    assert_int_equal(found.count, 2);
    assert_true(found.touch[0].row == ZM_FIRST_HAND && found.touch[0].col == 1);
    assert_true(found.touch[1].row == 1 && found.touch[1].col == 1);
    zm_touching_open(&t.touching, t.v, next);
    zm_picture_touches(&t.touching, zm_drop('c', 0), &found); /* c*a2 */
    assert_true(found.touch[0].row == ZM_SECOND_HAND && found.touch[0].col == 2);
    assert_int_equal(t.v->game->moves(t.v, next, list), 6);
    look_at(&t, next, list, 6, false, false);
    leave(&t);
}

static void a_piece_that_leaves_the_board_is_touched_alone(void **state)
{
    table t = sit_down("dodgem", "");
    zm_touches found;
    zm_pos p;
    assert_int_equal(zm_read_position(t.c, t.v, "..x/x../.oo:f", &p), ZM_OK);
    zm_touching_open(&t.touching, t.v, p);
    zm_picture_touches(&t.touching, zm_from_to(2, ZM_NO_SQUARE), &found); /* c3-off */
    assert_int_equal(found.count, 1);
    assert_true(found.touch[0].row == 0 && found.touch[0].col == 2);
    leave(&t);
}

static void pictures_have_hands_beside_the_board(void **state)
{
    zm_picture picture;
    char *text = NULL;
    size_t size = 0;
    table t = {.c = zm_context_new()};
    assert_int_equal(zm_variant_new(t.c, &dropping, NULL, 0, &t.v), ZM_OK);
    const zm_pos p = t.v->game->play(t.v, t.v->game->start(t.v), zm_drop('E', 3));
    assert_int_equal(zm_picture_of(t.c, t.v, p, &picture), ZM_OK);
    zm_picture_tell_turn(&picture, t.v, p);
    assert_string_equal(picture.caption, "in hand: first C; second c, e; second to move");
    assert_int_equal(picture.field[3].tint, ZM_TINT_FIRST);
    assert_int_equal(picture.held[2].tint, ZM_TINT_SECOND);
    assert_true(picture.several && picture.labels == ZM_LABELS_CHESS);
    FILE *out = open_memstream(&text, &size);
    assert_true(zm_draw_text(out, &picture, &(zm_text_style){.utf8 = false}));
    fclose(out);
    assert_string_equal(text, " in hand: c, e\n   +---+---+\n 2 |   |   |\n   +---+---+\n 1 |   | E |\n   +---+---+\n"
                              "     a   b\n in hand: C\n");
    free(text);
    zm_picture_free(t.c, &picture);
    leave(&t);
}

/* ---- pictures as JSON ---- */
static char *json_of(const char *game, const char *settings, const char *position)
{
    char *text = NULL;
    size_t size = 0;
    table t = sit_down(game, settings);
    zm_pos p;
    zm_picture picture;
    zm_json j = {.out = open_memstream(&text, &size)};
    assert_int_equal(zm_read_position(t.c, t.v, position, &p), ZM_OK);
    assert_int_equal(zm_picture_of(t.c, t.v, p, &picture), ZM_OK);
    zm_picture_tell_turn(&picture, t.v, p);
    zm_picture_json(&j, NULL, &picture);
    fclose(j.out);
    zm_picture_free(t.c, &picture);
    leave(&t);
    return text;
}

static void assert_json(const char *game, const char *settings, const char *position, const char *expected)
{
    char *text = json_of(game, settings, position);
    assert_string_equal(text, expected);
    free(text);
}

static unsigned count_in(char *text, const char *part)
{
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        n++;
    free(text);
    return n;
}

/* The house's nine points, the four that won; nothing of the other fields. */
static void what_few_fields_are_is_said_of_those_alone(void **state)
{
    assert_int_equal(count_in(json_of("fuchs-und-henne", "", "hhh/hhh/hhhhhhh/hhhhhhh/..f.f../.../...:h"),
                              "\"marked\":true"),
                     9);
    assert_int_equal(count_in(json_of("fuchs-und-henne", "", "hhh/hhh/hhhhhhh/hhhhhhh/..f.f../.../...:h"),
                              "\"marked\":"),
                     9);
    assert_int_equal(count_in(json_of("connect-4", "", "1212121"), "\"winning\":true"), 4);
    assert_int_equal(count_in(json_of("connect-4", "", "1212121"), "\"winning\":"), 4);
}

static void pictures_are_json(void **state)
{
    assert_json("nim", "", "1,0,3",
                "{\"kind\":\"heaps\",\"rows\":1,\"cols\":3,\"row_labels\":[],\"col_labels\":[],\"fields\":["
                "{\"row\":0,\"col\":0,\"piece\":null,\"shape\":null,\"tint\":\"plain\",\"dark\":false,\"number\":1,"
                "\"text\":\"1\"},"
                "{\"row\":0,\"col\":1,\"piece\":null,\"shape\":null,\"tint\":\"plain\",\"dark\":false,\"number\":0,"
                "\"text\":\"0\"},"
                "{\"row\":0,\"col\":2,\"piece\":null,\"shape\":null,\"tint\":\"plain\",\"dark\":false,\"number\":3,"
                "\"text\":\"3\"}],"
                "\"lines\":[],\"points\":null,\"hands\":null,\"phase\":null,\"caption\":\"\"}");
    assert_json("queen", "size=2", "0,1",
                "{\"kind\":\"squares\",\"rows\":2,\"cols\":2,\"row_labels\":[\"0\",\"1\"],\"col_labels\":[\"0\",\"1\"],"
                "\"fields\":["
                "{\"row\":0,\"col\":0,\"piece\":null,\"shape\":null,\"tint\":\"plain\",\"dark\":false,\"number\":0,"
                "\"text\":\"\"},"
                "{\"row\":0,\"col\":1,\"piece\":\"q\",\"shape\":\"disc\",\"tint\":\"plain\",\"dark\":false,\"number\":"
                "0,\"text\":\"\"},"
                "{\"row\":1,\"col\":0,\"piece\":null,\"shape\":null,\"tint\":\"plain\",\"dark\":false,\"number\":0,"
                "\"text\":\"\"},"
                "{\"row\":1,\"col\":1,\"piece\":null,\"shape\":null,\"tint\":\"plain\",\"dark\":false,\"number\":0,"
                "\"text\":\"\"}],"
                "\"lines\":[],\"points\":null,\"hands\":null,\"phase\":null,\"caption\":\"\"}");
    assert_json(
        "kayles", "", "many",
        "{\"kind\":\"words\",\"rows\":0,\"cols\":0,\"row_labels\":[],\"col_labels\":[],\"fields\":[],\"lines\":[],"
        "\"points\":null,\"hands\":null,\"phase\":null,\"caption\":\"\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_of_every_game_are_made_on_its_board),
        cmocka_unit_test(steps_placements_lines_and_heaps),
        cmocka_unit_test(what_games_say_themselves),
        cmocka_unit_test(jumps_follow_the_text_of_the_move),
        cmocka_unit_test(morris_touches_the_man_that_is_taken_last),
        cmocka_unit_test(fields_that_the_text_names_are_touched_in_order),
        cmocka_unit_test(what_the_text_leaves_out_is_seen_on_the_boards),
        cmocka_unit_test(pieces_in_hand_are_touched_where_there_are_several_kinds),
        cmocka_unit_test(a_piece_that_leaves_the_board_is_touched_alone),
        cmocka_unit_test(pictures_have_hands_beside_the_board),
        cmocka_unit_test(pictures_are_json),
        cmocka_unit_test(what_few_fields_are_is_said_of_those_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
