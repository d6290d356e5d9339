/* A solve that was killed when so many parts of its table were on disk: half of them, or all and only the manifest did
 * not yet say so. It goes on, solves nothing again, and ends with the same bytes. By every way to a table, and where
 * two engines can do it one goes on with what the other has left. */
#include "table/format/manifest.h"
#include "unit.h"

#include <zermelo/zermelo.h>

typedef struct job {
    const char *game, *setting, *other;
    zm_method method;
    bool wdl;
    const zm_engine *engines; /* who begins, who goes on; NULL: the CPU, twice */
} job;

static zm_engine engine_of(const job *j, unsigned run) { return j->engines ? j->engines[run] : ZM_ENGINE_CPU; }

static void solve(zm_context *c, const zm_variant *v, const job *j, zm_engine e, const char *dir, zm_solved *out)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = j->method, .engine = e, .wdl = j->wdl,
                                          .tables = dir, .precision = 1e-4, .part_states = 2000);
    if (zm_solve(c, v, &o, out) != ZM_OK)
        fail_msg("%s %s: %s", j->game, j->setting, zm_message(c));
}

static void read_manifest(zm_context *c, const zm_variant *v, const char *folder, zm_manifest *m)
{
    *m = (zm_manifest){0};
    if (zm_manifest_read(c, v, folder, m) != ZM_OK)
        fail_msg("%s", zm_message(c));
}

/* Takes the last parts of a table away, all but `kept` of them. */
static void cut(zm_context *c, const zm_variant *v, const char *folder, uint32_t kept)
{
    zm_manifest m;
    read_manifest(c, v, folder, &m);
    m.finished = false;
    m.part_count = kept;
    assert_int_equal(zm_manifest_write(c, v, folder, &m), ZM_OK);
    zm_manifest_free(c, &m);
}

static void go_on(zm_context *c, const zm_variant *v, const job *j, const char *dir, const zm_manifest *whole,
                  uint32_t kept)
{
    char folder[4096];
    zm_solved again;
    zm_manifest m;
    assert_int_equal(zm_table_path(c, v, dir, folder, sizeof folder), ZM_OK);
    cut(c, v, folder, kept);
    solve(c, v, j, engine_of(j, 1), dir, &again);
    assert_false(again.was_there);
    if (whole->tiers > 1)
        assert_int_equal(again.resumed, kept ? whole->part[kept - 1].first + whole->part[kept - 1].tiers : 0);
    read_manifest(c, v, folder, &m);
    assert_int_equal(m.check, whole->check);
    zm_manifest_free(c, &m);
}

static void try(const job *j)
{
    char dir[4096], folder[4096];
    const char *settings[] = {j->setting, j->other};
    const zm_game *g;
    zm_variant *v;
    zm_solved solved;
    zm_manifest whole;
    zm_context *c = zm_context_new();
    unit_path("tables", dir);
    zm_set_sync(c, false);
    zm_set_threads(c, 1);
    assert_int_equal(zm_find_game(c, j->game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, settings, j->other ? 2 : 1, &v), ZM_OK);
    solve(c, v, j, engine_of(j, 0), dir, &solved);
    assert_int_equal(zm_table_path(c, v, dir, folder, sizeof folder), ZM_OK);
    read_manifest(c, v, folder, &whole);
    go_on(c, v, j, dir, &whole, whole.part_count);
    go_on(c, v, j, dir, &whole, whole.part_count / 2);
    zm_manifest_free(c, &whole);
    zm_table_remove(c, v, dir);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void parts_are_missing(void **state)
{
    (void)state;
    static const job jobs[] = {
        {"fox-and-geese", "geese=4", "enough=3", ZM_METHOD_HUNT, false, NULL},
        {"fox-and-geese", "geese=4", "enough=3", ZM_METHOD_HUNT, true, NULL},
        {"fox-and-geese", "geese=2", "enough=1", ZM_METHOD_FORWARD, false, NULL},
        {"fuchs-und-henne", "hens=2", "house=1", ZM_METHOD_PAIR, true, NULL},
        {"fuchs-und-henne", "hens=2", "house=1", ZM_METHOD_PAIR, false, NULL},
        {"hasenspiel", "size=6", NULL, ZM_METHOD_HUNT, false, NULL},
        {"hasenspiel", "size=6", NULL, ZM_METHOD_SWEEP, false, NULL},
        {"hasenspiel", "size=6", NULL, ZM_METHOD_BACKWARD, true, NULL},
        {"chomp", "rows=6", "cols=6", ZM_METHOD_AUTO, false, NULL},
        {"nim", "piles=3,4,5", NULL, ZM_METHOD_HASH, false, NULL},
        {"madn", "pieces=2", "squares=16", ZM_METHOD_RACE, false, NULL},
        {"madn", "pieces=2", "squares=16", ZM_METHOD_ITERATE, false, NULL},
        {"pig", "goal=20", NULL, ZM_METHOD_ITERATE, false, NULL},
    };
    for (unsigned i = 0; i < sizeof jobs / sizeof *jobs; i++)
        try(&jobs[i]);
}

/* A device takes up what the CPU has left, and the other way round. */
static void an_engine_goes_on_for_another(void **state)
{
    static const zm_engine ways[][2] = {{ZM_ENGINE_CUDA_HOST, ZM_ENGINE_CUDA_HOST},
                                        {ZM_ENGINE_CUDA_HOST, ZM_ENGINE_CPU},
                                        {ZM_ENGINE_CPU, ZM_ENGINE_CUDA_HOST}};
    (void)state;
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        try(&(job){"nine-mens-morris", "men=3", NULL, ZM_METHOD_BACKWARD, true, ways[i]});
        try(&(job){"nine-mens-morris", "men=5", NULL, ZM_METHOD_BACKWARD, false, ways[i]});
        try(&(job){"hasenspiel", "size=6", NULL, ZM_METHOD_SWEEP, false, ways[i]});
        try(&(job){"connect-4", "width=4", "height=4", ZM_METHOD_SWEEP, false, ways[i]});
        try(&(job){"chomp", "rows=6", "cols=6", ZM_METHOD_AUTO, true, ways[i]});
        try(&(job){"fox-and-geese", "geese=3", "enough=2", ZM_METHOD_HUNT, false, ways[i]});
        try(&(job){"fox-and-geese", "geese=3", "enough=2", ZM_METHOD_HUNT, true, ways[i]});
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_are_missing),
                                       cmocka_unit_test(an_engine_goes_on_for_another)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
