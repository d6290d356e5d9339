/* table_open.c: where tables lie, and what is said when one cannot be opened: each case has its own clear line. */
#include "table_lab.h"

#include "table/format/format.h"
#include <inttypes.h>
#include <pthread.h>

static void expect(const lab *l, zm_status status, const char *a, const char *b)
{
    zm_table *t;
    assert_int_equal(zm_table_open(l->c, l->v, l->tables, &t), status);
    assert_null(t);
    if (!strstr(zm_message(l->c), a) || !strstr(zm_message(l->c), b))
        fail_msg("`%s` has not `%s` and `%s`", zm_message(l->c), a, b);
    assert_null(strchr(zm_message(l->c), '\n'));
}

static void no_table(void **state)
{
    lab l;
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    expect(&l, ZM_NOT_FOUND, "no table of ring coins=3 in ", l.tables);
    lab_close(&l);
    lab_open(&l, false, "5", "7", 0);
    expect(&l, ZM_NOT_FOUND, "no table of ring in ", l.tables);
    lab_close(&l);
}

static void unfinished(void **state)
{
    lab l;
    (void)state;
    lab_open(&l, false, "3", "7", 1);
    for (uint32_t stop = 0; stop <= l.tiers; stop++) {
        assert_int_equal(lab_write_until(&l, false, stop), ZM_OK);
        expect(&l, ZM_NOT_FOUND, "table `ring/coins=3` is not finished", "");
    }
    lab_close(&l);
}

static void other_version_rules_and_variant(void **state)
{
    lab l;
    char rules[64];
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    const struct {
        const char *old, *new, *message;
    } forged[] = {
        {"format 1\n", "format 2\n", "has format version 2, this zermelo reads version 1"},
        {rules, "rules 0123456789abcdef\n", "was made with other rules"},
        {"option coins=3\n", "option coins=4\n", "is of another game or other options"},
        {"game ring\n", "game rinG\n", "is of another game or other options"},
        {"kind dense\n", "kind keyed\n", "manifest: a line is not what it should be"},
        {"kind dense\n", "kind dense\nvalues other\n", "manifest: values of a kind that this zermelo does not know"},
        {"kind dense\n", "kind dense\nvalues odds\n", "manifest: a line is not what it should be"},
        {"tiers 4\n", "tiers 5\n", "manifest: a line is not what it should be"},
        {"part_states 4194304\n", "part_states 20\n", "does not hold the tiers it should"},
        {"zermelo table\n", "zermelo tabel\n", "no manifest of a table"},
        {"finished yes\n", "finished yes\nfinished yes\n", "a line is not what it should be"},
    };
    snprintf(rules, sizeof rules, "rules %016" PRIx64 "\n", zm_rules_hash(l.v));
    for (unsigned i = 0; i < sizeof forged / sizeof forged[0]; i++) {
        assert_int_equal(lab_write(&l), ZM_OK);
        lab_forge(&l, forged[i].old, forged[i].new);
        expect(&l, ZM_CORRUPT, "ring/coins=3", forged[i].message);
    }
    lab_close(&l);
}

static void truncated_and_damaged(void **state)
{
    lab l;
    files f;
    char path[2048];
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    assert_int_equal(lab_write(&l), ZM_OK);
    lab_files(&l, &f);
    snprintf(path, sizeof path, "%s/part-00000.zmt", l.folder);
    lab_store(path, f.content[1].data, f.content[1].count - 1);
    expect(&l, ZM_CORRUPT, "table `ring/coins=3`, part-00000.zmt: truncated", "");
    f.content[1].data[64] ^= 1; /* the first block follows the header */
    lab_store(path, f.content[1].data, f.content[1].count);
    zm_table *t;
    zm_value value;
    zm_verified done;
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    assert_int_equal(zm_table_probe(l.c, t, zm_start_state(l.v), &value), ZM_CORRUPT);
    assert_string_equal(zm_message(l.c), "table `ring/coins=3`, tier 3, block 0: checksum mismatch");
    assert_int_equal(zm_table_verify(l.c, t, &done), ZM_CORRUPT);
    assert_string_equal(zm_message(l.c), "table `ring/coins=3`, tier 0, block 0: checksum mismatch");
    zm_table_close(t);
    lab_free_files(&f);
    lab_close(&l);
}

static void paths(void **state)
{
    lab l;
    char out[512], expected[512];
    (void)state;
    lab_open(&l, false, "3", "9", 0);
    snprintf(expected, sizeof expected, "%s/ring/coins=3+spots=9", l.tables);
    assert_string_equal(l.folder, expected);
    assert_int_equal(zm_table_path(l.c, l.v, l.tables, out, 10), ZM_IO);
    setenv("ZERMELO_TABLES", "/some/where", 1);
    assert_int_equal(zm_table_path(l.c, l.v, NULL, out, sizeof out), ZM_OK);
    assert_string_equal(out, "/some/where/ring/coins=3+spots=9");
    unsetenv("ZERMELO_TABLES");
    setenv("XDG_DATA_HOME", "/data", 1);
    zm_tables_folder(out, sizeof out);
    assert_string_equal(out, "/data/zermelo/tables");
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", "/home/me", 1);
    zm_tables_folder(out, sizeof out);
    assert_string_equal(out, "/home/me/.local/share/zermelo/tables");
    setenv("HOME", "", 1); /* nowhere, and not in the current folder */
    assert_false(zm_tables_folder(out, sizeof out));
    assert_string_equal(out, "");
    assert_int_equal(zm_table_path(l.c, l.v, NULL, out, sizeof out), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(l.c), "nor HOME is set"));
    assert_int_equal(zm_table_path(l.c, l.v, "", out, sizeof out), ZM_BAD_INPUT);
    lab_close(&l);
}

/* An option's text can hold anything; the folder's name holds none of it that could lead astray. */
static void folder_names_are_tame(void **state)
{
    static const zm_game wild = {.abi = ZM_ABI,
                                 .name = "wild",
                                 .title = "Wild",
                                 .options = {ZM_TEXT("board", "x", "any text")},
                                 .start = ring_start,
                                 .moves = ring_moves,
                                 .play = ring_play,
                                 .read = ring_read,
                                 .write = ring_write};
    zm_context *c = zm_context_new();
    zm_variant v = {.game = &wild};
    char out[512];
    (void)state;
    snprintf(v.option[0].text, sizeof v.option[0].text, "../a+b %%/\"c");
    assert_int_equal(zm_table_path(c, &v, "t", out, sizeof out), ZM_OK);
    assert_string_equal(out, "t/wild/board=..%2Fa%2Bb%20%25%2F%22c");
    zm_context_free(c);
}

static void removing(void **state)
{
    (void)state;
    for (int keyed = 0; keyed < 2; keyed++) {
        lab l;
        lab_open(&l, keyed, "3", "7", 1);
        assert_int_equal(lab_write(&l), ZM_OK);
        assert_int_equal(access(l.folder, F_OK), 0);
        zm_table_remove(l.c, l.v, l.tables);
        assert_int_not_equal(access(l.folder, F_OK), 0);
        assert_int_not_equal(access(l.tables, F_OK), 0);
        zm_table_remove(l.c, l.v, l.tables);
        lab_close(&l);
    }
}

/* ---- many threads ---- */
typedef struct prober {
    const lab *l;
    const zm_table *t;
    uint64_t seed, wrong;
} prober;

static void *probe_at_random(void *arg)
{
    prober *p = arg;
    zm_context *c = zm_context_new();
    for (unsigned n = 0; n < 20000; n++) {
        uint64_t i = unit_random(&p->seed) % p->l->size[p->l->tiers - 1];
        uint32_t tier = (uint32_t)(unit_random(&p->seed) % p->l->tiers);
        i = i < p->l->size[tier] - 2 ? i : 0;
        zm_value value;
        p->wrong += zm_table_probe(c, p->t, lab_state(p->l, tier, i), &value) != ZM_OK || value != p->l->value[tier][i];
    }
    zm_context_free(c);
    return NULL;
}

/* The budget leaves room for few slots, so that threads fight for them. */
static void threads_probe_the_same_table(bool keyed)
{
    lab l;
    zm_table *t;
    pthread_t thread[4];
    prober p[4];
    lab_open(&l, keyed, "12", "1501", 0);
    assert_int_equal(lab_write(&l), ZM_OK);
    zm_set_memory(l.c, zm_memory_used(l.c) + (1 << 20));
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    for (unsigned i = 0; i < 4; i++) {
        p[i] = (prober){.l = &l, .t = t, .seed = i};
        assert_int_equal(pthread_create(&thread[i], NULL, probe_at_random, &p[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(p[i].wrong, 0);
    }
    zm_table_close(t);
    lab_close(&l);
}

static void threads_dense(void **state)
{
    (void)state;
    threads_probe_the_same_table(false);
}

static void threads_keyed(void **state)
{
    (void)state;
    threads_probe_the_same_table(true);
}

/* ---- states of a table that are no positions ---- */
static zm_pos no_position;

static bool is_position(const zm_variant *v, zm_pos p)
{
    (void)v;
    return !zm_same(p, no_position);
}

static void check_states(const lab *l)
{
    zm_game game = *l->v->game;
    zm_variant v = *l->v;
    zm_table *t;
    zm_pos p;
    game.is_position = is_position;
    v.game = &game;
    no_position = lab_state(l, 0, 5);
    assert_int_equal(zm_table_open(l->c, &v, l->tables, &t), ZM_OK);
    assert_int_equal(zm_table_state(l->c, t, 0, 4, &p), ZM_OK);
    assert_int_equal(zm_table_state(l->c, t, 0, 5, &p), ZM_CORRUPT);
    assert_non_null(strstr(zm_message(l->c), "a state is no position of the game"));
    zm_table_close(t);
}

static void a_state_that_is_no_position_is_damage(void **state)
{
    lab l;
    (void)state;
    for (int keyed = 0; keyed < 2; keyed++) {
        lab_open(&l, keyed, "4", "7", 33);
        assert_int_equal(lab_write(&l), ZM_OK);
        check_states(&l);
        lab_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_table),
        cmocka_unit_test(unfinished),
        cmocka_unit_test(other_version_rules_and_variant),
        cmocka_unit_test(truncated_and_damaged),
        cmocka_unit_test(a_state_that_is_no_position_is_damage),
        cmocka_unit_test(paths),
        cmocka_unit_test(folder_names_are_tame),
        cmocka_unit_test(removing),
        cmocka_unit_test(threads_dense),
        cmocka_unit_test(threads_keyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
