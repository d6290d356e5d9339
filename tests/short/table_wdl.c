/* table_wdl.c: tables that say who wins, not how far: what is written is what is read, kinds of values are not mixed,
 * and verify finds every wrong value and every win that rests on itself. */
#include "graph_game.h"
#include "table_lab.h"

static zm_status verify(zm_context *c, const zm_variant *v, const char *tables)
{
    zm_table *t;
    zm_status s = zm_table_open(c, v, tables, &t);
    if (s != ZM_OK)
        return s;
    assert_false(zm_table_distances(t));
    s = lab_verify_table(c, t);
    zm_table_close(t);
    return s;
}

/* ---- written and read ---- */

/* Values come to the writer with distances or without: the bytes are the same. */
static void distances_are_left_out_as_they_come(bool keyed)
{
    lab l;
    files with, without;
    zm_table *t;
    lab_open(&l, keyed, "12", "700", 3000);
    l.wdl = true;
    assert_int_equal(lab_write(&l), ZM_OK);
    lab_files(&l, &with);
    lab_forget_distances(&l);
    assert_int_equal(lab_write(&l), ZM_OK);
    lab_files(&l, &without);
    lab_same_files(&with, &without);
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    const zm_summary *s = zm_table_summary(t);
    assert_true(s->wdl && !s->has_longest && s->start == l.start && !zm_table_distances(t));
    for (uint32_t i = 0; i < l.tiers; i++) {
        zm_value *values = malloc(l.size[i] * sizeof *values);
        assert_int_equal(zm_table_read_tier(l.c, t, i, values), ZM_OK);
        assert_memory_equal(values, l.value[i], l.size[i] * sizeof *values);
        for (uint64_t k = 0; k < l.size[i] - (keyed ? 0 : 2); k += 7) {
            zm_value value;
            assert_int_equal(zm_table_probe(l.c, t, lab_state(&l, i, k), &value), ZM_OK);
            assert_int_equal(value, l.value[i][k]);
        }
        free(values);
    }
    zm_table_close(t);
    if (verify(l.c, l.v, l.tables) != ZM_OK)
        fail_msg("%s", zm_message(l.c));
    lab_free_files(&with);
    lab_free_files(&without);
    lab_close(&l);
}

static void what_is_written_is_read_dense(void **state)
{
    (void)state;
    distances_are_left_out_as_they_come(false);
}

static void what_is_written_is_read_keyed(void **state)
{
    (void)state;
    distances_are_left_out_as_they_come(true);
}

/* The line is there, once, and only there: other manifests are as they always were. */
static void the_manifest_says_so(void **state)
{
    lab l;
    char path[2048];
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    for (unsigned wdl = 0; wdl < 2; wdl++) {
        l.wdl = wdl;
        lab_sum(&l);
        assert_int_equal(lab_write(&l), ZM_OK);
        snprintf(path, sizeof path, "%s/manifest", l.folder);
        bytes b = lab_load(path);
        b.data[b.count] = 0;
        const char *line = strstr((char *)b.data, "values");
        assert_true(wdl ? line && !strncmp(line - 11, "kind dense\nvalues wdl\npart_states ", 34) : !line);
        assert_true(!!strstr((char *)b.data, "longest none\n") == wdl);
        free(b.data);
    }
    lab_close(&l);
}

/* ---- not mixed ---- */
static void note(void *arg, const char *line) { snprintf(arg, 1024, "%s", line); }

static void kinds_of_values_are_not_mixed(void **state)
{
    (void)state;
    for (unsigned wdl = 0; wdl < 2; wdl++) {
        lab l;
        files whole, now;
        char line[1024] = "";
        lab_open(&l, false, "12", "7", 48);
        zm_set_note(l.c, note, line);
        l.wdl = wdl;
        assert_int_equal(lab_write_until(&l, true, UINT32_MAX), ZM_OK);
        lab_files(&l, &whole);
        l.wdl = !wdl;
        assert_int_equal(lab_write_until(&l, true, 9), ZM_OK); /* half of one kind */
        l.wdl = wdl;
        assert_int_equal(lab_write_until(&l, false, UINT32_MAX), ZM_OK); /* is not gone on with as the other */
        lab_files(&l, &now);
        lab_same_files(&whole, &now);
        assert_non_null(strstr(line, wdl ? "starting over: the table there has distances, and is not whole"
                                         : "starting over: the table there says who wins, not how far"));
        lab_free_files(&whole);
        lab_free_files(&now);
        lab_close(&l);
    }
}

/* One with distances does for who wins; without them it does not do for how far. */
static void a_finished_table_with_distances_is_kept(void **state)
{
    lab l;
    files whole, now;
    char path[2048];
    (void)state;
    lab_open(&l, false, "12", "7", 48);
    assert_int_equal(lab_write(&l), ZM_OK);
    lab_files(&l, &whole);
    l.wdl = true;
    assert_int_equal(lab_write_until(&l, false, UINT32_MAX), ZM_OK);
    lab_files(&l, &now);
    lab_same_files(&whole, &now);
    lab_free_files(&now);
    /* Damaged, it is not finished any more: all of it is made again. */
    snprintf(path, sizeof path, "%s/part-00002.zmt", l.folder);
    lab_store(path, "damaged", 7);
    assert_int_equal(lab_write_until(&l, false, UINT32_MAX), ZM_OK);
    lab_forget_distances(&l);
    if (verify(l.c, l.v, l.tables) != ZM_OK)
        fail_msg("%s", zm_message(l.c));
    l.wdl = false;
    assert_int_equal(lab_write_until(&l, false, 0), ZM_OK);
    zm_table *t;
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_NOT_FOUND);
    lab_free_files(&whole);
    lab_close(&l);
}

/* ---- wrong values ---- */
static void every_single_wrong_value(void **state)
{
    (void)state;
    for (unsigned keyed = 0; keyed < 2; keyed++) {
        lab l;
        lab_open(&l, keyed, "2", "7", 33);
        zm_set_sync(l.c, false);
        lab_forget_distances(&l);
        for (uint32_t t = 0; t < l.tiers; t++)
            for (uint64_t i = 0; i < l.size[t]; i++) {
                const zm_value right = l.value[t][i], tried[] = {ZM_NONE, ZM_DRAWN, zm_win_in(0), zm_loss_in(0)};
                for (unsigned n = 0; right && n < 4; n++) {
                    if (tried[n] == right)
                        continue;
                    l.value[t][i] = tried[n];
                    lab_sum(&l);
                    assert_int_equal(lab_write(&l), ZM_OK);
                    assert_int_equal(verify(l.c, l.v, l.tables), ZM_WRONG);
                }
                l.value[t][i] = right;
            }
        lab_close(&l);
    }
}

/* ---- wins that rest on themselves ---- */

/* The nodes in the order of their positions: keys ascend. */
static void order_by_position(const graph_data *g, uint32_t order[GRAPH_NODES])
{
    uint32_t n = 0;
    for (unsigned turn = 0; turn < 2; turn++)
        for (uint32_t i = 0; i < g->nodes; i++)
            if (g->turn[i] == turn)
                order[n++] = i;
}

/* A table of a graph with these values, all of whose nodes are reached. */
static zm_status verify_graph(zm_context *c, const graph_data *g, const zm_game *game, const zm_value *value)
{
    const zm_variant v = {.game = game, .data = g};
    const bool keyed = !game->index->rank;
    const uint32_t tiers = keyed ? 1 : g->tiers;
    uint64_t size[GRAPH_TIERS], written;
    uint32_t order[GRAPH_NODES];
    zm_pos keys[GRAPH_NODES];
    zm_value ordered[GRAPH_NODES];
    char tables[4096];
    zm_writer *w;
    zm_summary total;
    if (keyed)
        order_by_position(g, order);
    for (uint32_t i = 0; i < g->nodes; i++) {
        order[i] = keyed ? order[i] : i;
        keys[i] = graph_pos(g, order[i]);
        ordered[i] = value[order[i]];
    }
    for (uint32_t t = 0; t < tiers; t++)
        size[t] = keyed ? g->nodes : graph_tier_size(&v, t);
    zm_writer_plan plan = {.tiers = tiers, .tier_size = size, .keyed = keyed, .wdl = true, .again = true};
    assert_int_equal(zm_writer_open(c, &v, unit_path("circles", tables), &plan, &w), ZM_OK);
    if (keyed)
        assert_int_equal(zm_writer_keys(w, keys, g->nodes), ZM_OK);
    for (uint32_t t = 0; t < tiers; t++) {
        const uint32_t first = keyed ? 0 : g->first[t];
        zm_summary sum = {.states = size[t]};
        for (uint64_t i = 0; i < size[t]; i++) {
            const zm_value s = ordered[first + i];
            const unsigned turn = g->turn[order[first + i]];
            sum.drawn += zm_is_draw(s);
            if (!zm_is_draw(s))
                sum.won_by[zm_is_win(s) ? turn : !turn]++;
        }
        assert_int_equal(zm_writer_add_tier(w, t, ordered + first, &sum), ZM_OK);
    }
    assert_int_equal(zm_writer_finish(w, value[g->nodes - 1], &total, &written), ZM_OK);
    zm_writer_close(w);
    zm_status s = verify(c, &v, tables);
    zm_table_remove(c, &v, tables);
    return s;
}

/* Dense and keyed. */
static void expect_graph(const graph_data *g, const zm_value *value, zm_status expected, const char *words)
{
    zm_context *c = zm_context_new();
    zm_set_sync(c, false);
    for (unsigned dense = 0; dense < 2; dense++) {
        zm_completed game;
        graph_game(&game, ZM_CYCLES, dense, false, true);
        zm_status s = verify_graph(c, g, &game.game, value);
        if (s != expected || (words && !strstr(zm_message(c), words)))
            fail_msg("status %d, not %d: %s", (int)s, (int)expected, zm_message(c));
    }
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

/* 4 (start) -> 3 or 0; 3 -> 1; 1 -> 2; 2 -> 1; 0 is over, lost for the one to move: player 1. Endless play is a draw,
 * but that player 0 wins it agrees with every move. */
static graph_data small_graph(void)
{
    graph_data g = {.nodes = 5, .tiers = 2, .first = {0, 1, 5}, .tier = {0, 1, 1, 1, 1}, .turn = {1, 0, 1, 1, 0}};
    g.end[0] = ZM_LOSS;
    g.degree[1] = g.degree[2] = g.degree[3] = 1;
    g.degree[4] = 2;
    g.to[1][0] = 2;
    g.to[2][0] = g.to[3][0] = 1;
    g.to[4][0] = 3;
    return g;
}

static void a_circle_of_wins_and_losses(void **state)
{
    const zm_value win = zm_win_in(0), loss = zm_loss_in(0), draw = ZM_DRAWN;
    const zm_value right[] = {loss, draw, draw, draw, win}, circle[] = {loss, win, loss, loss, win},
                   other[] = {loss, loss, win, win, win}, wrong[] = {loss, win, draw, loss, win};
    const graph_data g = small_graph();
    (void)state;
    expect_graph(&g, right, ZM_OK, NULL);
    expect_graph(&g, circle, ZM_WRONG,
                 "1 is stored as win, but only because of states that are so because of it: nobody can force it");
    expect_graph(&g, other, ZM_WRONG, "1 is stored as loss, but only because of states that are so because of it");
    expect_graph(&g, wrong, ZM_WRONG, "1 is stored as win, its moves make it draw");
}

/* The same where the turn stays: wins hold wins up, losses losses. */
static void a_circle_of_one_player(void **state)
{
    const zm_value win = zm_win_in(0), loss = zm_loss_in(0), draw = ZM_DRAWN;
    const zm_value right[] = {loss, draw, draw, draw, win}, wins[] = {loss, win, win, loss, win},
                   losses[] = {loss, loss, loss, win, win};
    graph_data g = small_graph();
    (void)state;
    g.turn[2] = 0;
    expect_graph(&g, right, ZM_OK, NULL);
    expect_graph(&g, wins, ZM_WRONG, "1 is stored as win, but only because");
    expect_graph(&g, losses, ZM_WRONG, "1 is stored as loss, but only because");
}

/* Where 2 is over, values that would be a circle otherwise are right. */
static void what_an_end_grounds_is_no_fault(void **state)
{
    const zm_value win = zm_win_in(0), loss = zm_loss_in(0);
    const zm_value right[] = {loss, loss, win, win, win};
    graph_data g = small_graph();
    (void)state;
    g.end[2] = ZM_WIN;
    g.degree[2] = 0;
    expect_graph(&g, right, ZM_OK, NULL);
}

/* In any game without drawn ends, to call all endless play a win of one player agrees with every move. */
static void endless_play_called_a_win_of_random_games(void **state)
{
    static graph_data g, kept;
    static graph_truth truth;
    uint64_t seed = 8;
    unsigned endless = 0;
    (void)state;
    for (unsigned round = 0; round < 60; round++) {
        graph_make(&g, ZM_CYCLES, 1 + round % 4, &seed);
        for (uint32_t i = 0; i < g.nodes; i++)
            if (g.end[i] == ZM_DRAW)
                g.end[i] = ZM_LOSS;
        graph_solve(&g, &truth);
        /* Only what is reached, numbered anew in the same order: the helper has a value for every place. */
        uint32_t number[GRAPH_NODES], n = 0;
        zm_value plain[GRAPH_NODES], claimed[GRAPH_NODES];
        const unsigned winner = round & 1;
        bool any = false;
        memset(&kept, 0, sizeof kept);
        kept.tiers = g.tiers;
        for (uint32_t i = 0; i < g.nodes; i++) {
            for (uint32_t t = g.tier[i]; i == g.first[t] && t < g.tiers; t++)
                kept.first[t] = n;
            if (!truth.reached[i])
                continue;
            number[i] = n;
            kept.tier[n] = g.tier[i];
            kept.turn[n] = g.turn[i];
            kept.end[n] = g.end[i];
            plain[n] = claimed[n] = zm_wdl(truth.value[i]);
            if (zm_is_draw(plain[n])) {
                claimed[n] = g.turn[i] == winner ? zm_win_in(0) : zm_loss_in(0);
                any = true;
            }
            n++;
        }
        kept.nodes = kept.first[g.tiers] = n;
        for (uint32_t i = 0; i < g.nodes; i++)
            for (unsigned k = 0; truth.reached[i] && g.end[i] == ZM_OPEN && k < g.degree[i]; k++)
                kept.to[number[i]][kept.degree[number[i]]++] = number[g.to[i][k]];
        expect_graph(&kept, plain, ZM_OK, NULL);
        expect_graph(&kept, claimed, any ? ZM_WRONG : ZM_OK, any ? "nobody can force it" : NULL);
        endless += any;
    }
    assert_true(endless > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_dense),
        cmocka_unit_test(what_is_written_is_read_keyed),
        cmocka_unit_test(the_manifest_says_so),
        cmocka_unit_test(kinds_of_values_are_not_mixed),
        cmocka_unit_test(a_finished_table_with_distances_is_kept),
        cmocka_unit_test(every_single_wrong_value),
        cmocka_unit_test(a_circle_of_wins_and_losses),
        cmocka_unit_test(a_circle_of_one_player),
        cmocka_unit_test(what_an_end_grounds_is_no_fault),
        cmocka_unit_test(endless_play_called_a_win_of_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
