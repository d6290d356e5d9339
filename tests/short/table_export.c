/* table_export.c: smaller tables of games with dice: the best moves are best, rounded probabilities still hold, and
 * both are told from what they were made from. */
#include "base/memory.h"
#include "dice_lab.h"

#include <zermelo/zermelo.h>

typedef struct bench {
    dice_lab l;
    zm_table *from, *made;
    char to[300];
} bench;

static void open_bench(bench *b, const zm_game *g, const char *coins)
{
    *b = (bench){0};
    dice_open(&b->l, g, coins, 7);
    assert_int_equal(dice_write(&b->l), ZM_OK);
    assert_int_equal(zm_table_open(b->l.c, b->l.v, b->l.tables, &b->from), ZM_OK);
    snprintf(b->to, sizeof b->to, "%s.small", b->l.tables);
}

static zm_exported make(bench *b, unsigned bits)
{
    const zm_export_options o = ZM_OPTIONS(zm_export_options, .to = b->to, .moves = !bits, .bits = bits);
    zm_exported out;
    if (zm_table_export(b->l.c, b->from, &o, &out) != ZM_OK)
        fail_msg("%s", zm_message(b->l.c));
    assert_int_equal(zm_table_open(b->l.c, b->l.v, b->to, &b->made), ZM_OK);
    assert_int_equal(out.bytes, zm_table_bytes(b->made));
    return out;
}

static void close_bench(bench *b)
{
    zm_table_close(b->from);
    zm_table_close(b->made);
    zm_table_remove(b->l.c, b->l.v, b->to);
    dice_close(&b->l);
}

static double worth(const bench *b, zm_pos next, bool passes)
{
    const fraction f = toss_truth(b->l.v, toss_coins(next), toss_drawn(next));
    const double x = (double)f.n / (double)f.d;
    return passes ? 1 - x : x;
}

/* No move with the roll is worth more than the one that the table names. */
static void assert_best(const bench *b, zm_pos p, unsigned roll)
{
    zm_move moves[4];
    unsigned choice;
    const unsigned count = toss_moves(b->l.v, p, roll, moves), turn = zm_turn_of(b->l.v, p);
    assert_int_equal(zm_table_probe_move(b->l.c, b->made, p, roll, &choice), ZM_OK);
    assert_true(choice < count);
    const zm_pos best = toss_play(b->l.v, p, moves[choice]);
    for (unsigned i = 0; i < count; i++) {
        const zm_pos next = toss_play(b->l.v, p, moves[i]);
        assert_true(worth(b, next, zm_turn_of(b->l.v, next) != turn) <=
                    worth(b, best, zm_turn_of(b->l.v, best) != turn) + 1e-9);
    }
}

static void the_moves_of_a_table_are_best(void **state)
{
    static const zm_game *const games[] = {&toss, &toss_heavy, &toss_mover};
    (void)state;
    for (unsigned g = 0; g < 3; g++) {
        bench b;
        open_bench(&b, games[g], "18");
        const zm_exported out = make(&b, 0);
        assert_int_equal(out.summary.states, zm_table_summary(b.from)->states);
        assert_int_equal(out.summary.start_odds.lower, zm_table_summary(b.from)->start_odds.lower);
        assert_true(zm_table_moves(b.made) && !zm_table_dice(b.made) && !zm_table_distances(b.made));
        for (unsigned coins = 1; coins <= 18; coins++)
            for (unsigned roll = 0; roll < 2; roll++)
                assert_best(&b, toss_make(coins, false, 0), roll);
        close_bench(&b);
    }
}

/* Both planes of a word and the blocks of a long tier: what is read is what was written, whatever the block. */
static void whole_tiers_say_what_probes_say(void **state)
{
    bench b;
    (void)state;
    open_bench(&b, &toss, "2500");
    make(&b, 0);
    assert_int_equal(zm_table_check(b.l.c, b.made, NULL), ZM_OK);
    for (uint32_t tier = 1; tier < b.l.tiers; tier += 7) {
        uint64_t words[8];
        assert_int_equal(zm_table_read_moves(b.l.c, b.made, tier, words), ZM_OK);
        for (unsigned i = 0; i < 4; i++) {
            unsigned choice;
            assert_int_equal(zm_table_probe_move(b.l.c, b.made, toss_make(tier, false, i / 2), i % 2, &choice), ZM_OK);
            assert_int_equal(choice, words[i / 2] >> 32 * (i % 2) & UINT32_MAX);
        }
    }
    close_bench(&b);
}

static void rounded_probabilities_hold(void **state)
{
    static const unsigned bits[] = {1, 8, 12, 16, 31};
    (void)state;
    for (unsigned n = 0; n < 5; n++) {
        bench b;
        open_bench(&b, &toss, "18");
        const zm_exported out = make(&b, bits[n]);
        const uint32_t mask = UINT32_MAX >> bits[n];
        assert_int_equal(zm_table_bits(b.made), bits[n]);
        assert_true(out.summary.widest <= (uint64_t)zm_table_summary(b.from)->widest + 2 * (uint64_t)mask);
        for (unsigned coins = 0; coins <= 18; coins++) {
            const zm_pos p = toss_make(coins, false, 0);
            zm_odds was, is;
            assert_int_equal(zm_table_probe_odds(b.l.c, b.from, p, &was), ZM_OK);
            assert_int_equal(zm_table_probe_odds(b.l.c, b.made, p, &is), ZM_OK);
            assert_true(is.lower <= was.lower && was.upper <= is.upper);
            assert_true(!coins || ((is.lower & mask) == 0 && (is.upper & mask) == mask));
            assert_true(was.lower - is.lower <= mask && is.upper - was.upper <= mask);
        }
        close_bench(&b);
    }
}

static void what_it_is_not_is_refused(void **state)
{
    bench b;
    zm_odds odds;
    zm_value value;
    zm_exported out;
    zm_verified found;
    unsigned choice;
    (void)state;
    open_bench(&b, &toss, "12");
    make(&b, 0);
    const zm_pos p = toss_make(3, false, 0);
    assert_int_equal(zm_table_probe_odds(b.l.c, b.made, p, &odds), ZM_BAD_INPUT);
    assert_string_equal(zm_message(b.l.c), "table `toss/default` has best moves, not probabilities");
    assert_int_equal(zm_table_probe(b.l.c, b.made, p, &value), ZM_BAD_INPUT);
    assert_int_equal(zm_table_probe_move(b.l.c, b.from, p, 0, &choice), ZM_BAD_INPUT);
    assert_int_equal(zm_table_probe_move(b.l.c, b.made, p, 2, &choice), ZM_BAD_INPUT);
    assert_int_equal(zm_table_probe_move(b.l.c, b.made, toss_make(99, false, 0), 0, &choice), ZM_BAD_INPUT);
    assert_int_equal(zm_table_verify(b.l.c, b.made, &found), ZM_BAD_INPUT);
    zm_export_options o = ZM_OPTIONS(zm_export_options, .to = b.l.tables, .moves = true);
    assert_int_equal(zm_table_export(b.l.c, b.from, &o, &out), ZM_BAD_INPUT); /* onto itself */
    o = ZM_OPTIONS(zm_export_options, .to = b.to, .bits = 32);
    assert_int_equal(zm_table_export(b.l.c, b.from, &o, &out), ZM_BAD_INPUT);
    o = ZM_OPTIONS(zm_export_options, .to = b.to, .moves = true);
    assert_int_equal(zm_table_export(b.l.c, b.made, &o, &out), ZM_BAD_INPUT); /* from best moves */
    close_bench(&b);
}

static void memory_that_is_not_there_is_told(void **state)
{
    bench b;
    zm_exported out;
    zm_status status = ZM_NO_MEMORY;
    (void)state;
    open_bench(&b, &toss, "12");
    zm_set_threads(b.l.c, 1);
    const zm_export_options o = ZM_OPTIONS(zm_export_options, .to = b.to, .moves = true, .again = true);
    const uint64_t used = zm_memory_used(b.l.c);
    for (uint64_t n = 1; status != ZM_OK && n < 200; n++) {
        zm_fail_allocation(b.l.c, n);
        status = zm_table_export(b.l.c, b.from, &o, &out);
        assert_true(status == ZM_OK || status == ZM_NO_MEMORY);
        assert_int_equal(zm_memory_used(b.l.c), used);
    }
    zm_fail_allocation(b.l.c, 0);
    assert_int_equal(status, ZM_OK);
    close_bench(&b);
}

/* Every bit of the file is covered: what is flipped is never believed. */
static void damage_is_found(void **state)
{
    bench b;
    char path[1200];
    (void)state;
    open_bench(&b, &toss, "12");
    make(&b, 0);
    zm_table_close(b.made);
    assert_int_equal(zm_table_path(b.l.c, b.l.v, b.to, path, sizeof path), ZM_OK);
    strcat(path, "/part-00000.zmt");
    for (long at = 0; at < 150; at += 3) {
        FILE *f = fopen(path, "r+b");
        assert_non_null(f);
        assert_int_equal(fseek(f, at, SEEK_SET), 0);
        const int byte = fgetc(f);
        if (byte == EOF) {
            fclose(f);
            break;
        }
        for (unsigned turn = 0; turn < 2; turn++) {
            assert_int_equal(fseek(f, at, SEEK_SET), 0);
            fputc(turn ? byte : byte ^ 4, f);
            fflush(f);
            zm_status s = zm_table_open(b.l.c, b.l.v, b.to, &b.made);
            s = s == ZM_OK ? zm_table_check(b.l.c, b.made, NULL) : s;
            assert_int_equal(s, turn ? ZM_OK : ZM_CORRUPT);
            zm_table_close(b.made);
            b.made = NULL;
        }
        fclose(f);
    }
    close_bench(&b);
}

static bool all_but_five_coins(const zm_variant *v, zm_pos p) { return (void)v, toss_coins(p) != 5; }

static void a_state_that_is_no_position_is_damage(void **state)
{
    bench b;
    zm_exported out;
    (void)state;
    zm_completed game;
    zm_complete(&game, &toss);
    open_bench(&b, &game.game, "18");
    const zm_export_options o = ZM_OPTIONS(zm_export_options, .to = b.to, .moves = true);
    game.game.is_position = all_but_five_coins;
    assert_int_equal(zm_table_export(b.l.c, b.from, &o, &out), ZM_CORRUPT);
    assert_non_null(strstr(zm_message(b.l.c), "a state is no position of the game"));
    game.game.is_position = NULL;
    make(&b, 0);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_that_is_no_position_is_damage),
        cmocka_unit_test(the_moves_of_a_table_are_best),
        cmocka_unit_test(whole_tiers_say_what_probes_say),
        cmocka_unit_test(rounded_probabilities_hold),
        cmocka_unit_test(what_it_is_not_is_refused),
        cmocka_unit_test(memory_that_is_not_there_is_told),
        cmocka_unit_test(damage_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
