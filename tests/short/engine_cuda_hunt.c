/* engine_cuda_hunt.c: a hunt with cycles as a GPU does it (kernel/hunt_gpu.h), its kernels run on the CPU, and on a GPU
 * where there is one: the summaries of the CPU's engine, its tables byte for byte, and nothing begun that cannot be
 * ended. */
#include "engine/cuda/hunt/hunt.h"
#include "engine_tables.h"

#include <inttypes.h>

static const char game[] = "fox-and-geese";

/* ---- the same summary ---- */
static zm_summary summary_by(stand *s, zm_engine e, bool wdl)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = e, .wdl = wdl);
    zm_solved solved;
    zm_device_work work;
    if (zm_solve_measured(s->c, s->v, &o, &solved, &work) != ZM_OK)
        fail_msg("%s: %s", zm_engine_name(e), zm_message(s->c));
    assert_true(e == ZM_ENGINE_CPU || work.checked > 0);
    assert_true(solved.peak_bytes <= solved.announced_bytes);
    return solved.summary;
}

static void summaries_agree(zm_engine e, const char *const *settings, bool wdl)
{
    stand s = open_stand(game, settings);
    const zm_summary cpu = summary_by(&s, ZM_ENGINE_CPU, wdl), other = summary_by(&s, e, wdl);
    assert_int_equal(other.states, cpu.states);
    assert_int_equal(other.won_by[0], cpu.won_by[0]);
    assert_int_equal(other.won_by[1], cpu.won_by[1]);
    assert_int_equal(other.drawn, cpu.drawn);
    assert_int_equal(other.start, cpu.start);
    assert_int_equal(other.has_longest, cpu.has_longest);
    assert_int_equal(other.longest, cpu.longest);
    if (cpu.has_longest)
        assert_true(zm_same(other.longest_position, cpu.longest_position));
    close_stand(&s);
}

/* With several layers, wins of both sides, every rule, and games that a single capture ends. */
static const char *const variants[][LAB_SETTINGS] = {
    {"geese=4"},
    {"geese=3", "enough=1"},
    {"geese=4", "enough=4", "multi=no"},
    {"geese=4", "enough=2", "fox_diagonals=drawn", "geese_diagonals=none"},
    {"geese=4", "enough=3", "fox_diagonals=drawn", "geese_diagonals=drawn"},
    {"geese=2", "enough=1", "geese_diagonals=drawn", "multi=no"},
    {"geese=1", "enough=1"},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static void all_agree(zm_engine e)
{
    for (unsigned i = 0; i < VARIANTS; i++) {
        summaries_agree(e, variants[i], false);
        summaries_agree(e, variants[i], true);
    }
}

static void every_rule_as_by_the_cpu(void **state) { all_agree(ZM_ENGINE_CUDA_HOST); }

/* ---- the same bytes ---- */
static void all_tables_agree(zm_engine e)
{
    for (unsigned i = UNIT_SANITIZED; i < VARIANTS; i += UNIT_SANITIZED ? 4 : 1) {
        engines_agree(game, e, variants[i], false);
        engines_agree(game, e, variants[i], true);
    }
}

static void tables_byte_for_byte(void **state) { all_tables_agree(ZM_ENGINE_CUDA_HOST); }

/* ---- a GPU ---- */
static void the_gpu_as_the_cpu(void **state)
{
    if (!has_gpu(game, variants[1], ZM_OPTIONS(zm_solve_options)))
        unit_skip("there is no GPU");
    all_agree(ZM_ENGINE_CUDA);
    all_tables_agree(ZM_ENGINE_CUDA);
}

/* ---- what it refuses ---- */

static void too_little_memory_here_is_refused_before_the_start(void **state)
{
    stand s = open_stand(game, variants[0]);
    zm_solved solved;
    zm_set_memory(s.c, zm_memory_used(s.c) + (1 << 20));
    assert_int_equal(zm_solve(s.c, s.v, &ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST), &solved),
                     ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(s.c), "needs about"));
    close_stand(&s);
}

/* ---- a device, by hand ---- */
typedef struct bench {
    stand s;
    zm_tiers tiers;
    zm_cyclic *cyclic;
    zm_hunt_device *device;
} bench;

static void open_bench(bench *b, const char *const *settings)
{
    *b = (bench){.s = open_stand(game, settings)};
    assert_int_equal(zm_tiers_open(b->s.c, b->s.v, true, &b->tiers), ZM_OK);
    assert_int_equal(zm_cyclic_open(b->s.c, b->s.v, &b->tiers, true, &b->cyclic), ZM_OK);
    assert_int_equal(zm_hunt_device_open(b->s.c, ZM_ENGINE_CUDA_HOST, b->cyclic, &b->tiers, &b->device), ZM_OK);
}

static void close_bench(bench *b)
{
    zm_hunt_device_free(b->device);
    zm_cyclic_close(b->s.c, b->cyclic, &b->tiers);
    zm_tiers_close(b->s.c, &b->tiers);
    close_stand(&b->s);
}

static void too_little_memory_there_is_refused_before_the_start(void **state)
{
    bench b;
    open_bench(&b, variants[0]);
    assert_int_equal(zm_hunt_device_announce(b.device), ZM_OK);
    b.device->device->free_bytes =
        b.device->largest * sizeof(zm_hunt_gpu_won); /* room for who wins, but for nothing else */
    assert_int_equal(zm_hunt_device_announce(b.device), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(b.s.c), "free and"));
    assert_null(strchr(zm_message(b.s.c), '\n'));
    close_bench(&b);
}

static void rows_take_memory_there_too(void **state)
{
    bench b;
    open_bench(&b, variants[0]);
    const uint64_t all = b.device->device->free_bytes;
    for (b.device->device->free_bytes = 1;
         zm_hunt_device_announce(b.device) != ZM_OK;) /* as much as is needed, about */
        b.device->device->free_bytes += b.device->device->free_bytes / 64 + 1;
    assert_int_equal(zm_hunt_device_will_store(b.device, 1 << 20), ZM_OK);
    assert_int_equal(zm_hunt_device_announce(b.device), ZM_NO_MEMORY);
    b.device->device->free_bytes = all;
    assert_int_equal(zm_hunt_device_announce(b.device), ZM_OK);
    close_bench(&b);
}

/* ---- what is asked for may begin and end anywhere ---- */
enum { MOST_ASKED = 1 << 16 };

typedef struct asker {
    bench *bench;
    uint32_t next;   /* tier that comes */
    uint64_t values; /* that were compared */
} asker;

/* The whole tier, and then piece by piece. */
static void ask_for_tier(bench *b, uint32_t tier)
{
    static const uint64_t lengths[] = {1, 29, 1000};
    const uint64_t size = b->tiers.size[tier];
    zm_value *whole = calloc(size, sizeof *whole), *piece = calloc(size, sizeof *piece);
    assert_true(size <= MOST_ASKED);
    assert_int_equal(zm_hunt_device_get(b->device, tier, 0, size, whole), ZM_OK);
    for (unsigned i = size > 5000 ? 1 : 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (uint64_t from = 0; from < size; from += lengths[i]) {
            const uint64_t count = size - from < lengths[i] ? size - from : lengths[i];
            assert_int_equal(zm_hunt_device_get(b->device, tier, from, count, piece + from), ZM_OK);
        }
        assert_memory_equal(piece, whole, size * sizeof *whole);
    }
    free(whole);
    free(piece);
}

static void ask_for_layer(asker *a, uint32_t layer)
{
    uint32_t from, to;
    zm_hunt_device_tiers(a->bench->device, layer, &from, &to);
    assert_int_equal(from, a->next);
    for (uint32_t i = from; i < to; i++) {
        ask_for_tier(a->bench, i);
        a->values += a->bench->tiers.size[i];
    }
    a->next = to;
}

/* All layers; of each the values are asked for, if somebody asks. */
static void solve_layers(bench *b, asker *a)
{
    assert_int_equal(zm_hunt_device_find_states(b->device), ZM_OK);
    for (uint32_t n = 0; n < zm_hunt_device_layers(b->device); n++) {
        assert_int_equal(zm_hunt_device_solve_layer(b->device, n), ZM_OK);
        if (a)
            ask_for_layer(a, n);
        assert_int_equal(zm_hunt_device_end_layer(b->device), ZM_OK);
    }
}

static void pieces_of_any_length_are_the_same(void **state)
{
    bench b;
    asker a = {&b, 0, 0};
    open_bench(&b, variants[1]);
    assert_int_equal(zm_hunt_device_will_store(b.device, MOST_ASKED), ZM_OK);
    solve_layers(&b, &a);
    assert_int_equal(a.next, b.tiers.count);
    assert_int_equal(a.values, b.tiers.places);
    close_bench(&b);
}

static void no_more_is_taken_than_announced(void **state)
{
    for (unsigned i = 0; i < VARIANTS; i++) {
        bench b;
        open_bench(&b, variants[i]);
        assert_int_equal(zm_hunt_device_will_store(b.device, MOST_ASKED), ZM_OK);
        solve_layers(&b, NULL);
        const uint64_t announced = zm_hunt_device_bytes(b.device), taken = b.device->device->most_taken;
        if (taken > announced)
            fail_msg("variant %u: %" PRIu64 " bytes were announced and %" PRIu64 " taken", i, announced, taken);
        close_bench(&b);
    }
}

/* A game whose tiers do not begin with the fewest: its table would need layers that are not done. */
static unsigned free_turned_round(const zm_variant *v, uint32_t tier)
{
    return v->game->hunt->squares(v) - (tier ? 0 : 3);
}

static void tiers_in_another_order_are_refused(void **state)
{
    bench b;
    open_bench(&b, variants[1]);
    zm_variant odd = *b.s.v;
    zm_game game_of_it = *odd.game;
    zm_hunt hunt = *game_of_it.hunt;
    hunt.free = free_turned_round;
    game_of_it.hunt = &hunt;
    odd.game = &game_of_it;
    b.cyclic->variant = &odd;
    assert_int_equal(zm_hunt_device_will_store(b.device, MOST_ASKED), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(b.s.c), "use --no-table, or --engine cpu"));
    assert_null(strchr(zm_message(b.s.c), '\n'));
    b.cyclic->variant = b.s.v;
    close_bench(&b);
}

/* All states hold; when answers are changed, they do not. */
static void a_sample_tells_right_from_wrong(void **state)
{
    bench b;
    uint64_t checked = 0;
    open_bench(&b, variants[1]);
    solve_layers(&b, NULL);
    assert_int_equal(zm_hunt_device_check(b.device, &checked), ZM_OK);
    assert_true(checked > 100);
    zm_device_probe *const first =
        &b.device->sample.ask[b.device->sample.where[b.device->sample.asks]]; /* that was asked */
    first->value = zm_is_draw(first->value) ? zm_win_in(1) : (zm_value)ZM_DRAWN;
    assert_int_equal(zm_layer_sample_check(&b.device->sample, &checked), ZM_WRONG);
    assert_non_null(strstr(zm_message(b.s.c), "contradicts its successors"));
    close_bench(&b);
}

/* Asked to stop when it says its first, second or third line (what it needs there and here, and how long it took), it
 * does and says so; nothing stays behind. */
typedef struct alarm_clock {
    zm_context *context;
    unsigned lines;
} alarm_clock;

static void stop_at_last(void *arg, const char *line)
{
    alarm_clock *a = arg;
    (void)line;
    if (!--a->lines)
        zm_stop(a->context);
}

static void a_solve_that_is_stopped_ends(void **state)
{
    for (unsigned lines = 1; lines <= 3; lines++) {
        stand s = open_stand(game, variants[1]);
        alarm_clock a = {s.c, lines};
        zm_solved solved;
        zm_set_note(s.c, stop_at_last, &a);
        assert_int_equal(zm_solve(s.c, s.v, &ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST), &solved),
                         ZM_INTERRUPTED);
        assert_non_null(strstr(zm_message(s.c), "stopped"));
        close_stand(&s);
    }
}

/* The same with a table; then the same engine goes on, or another. Only when it says its third line there is something
 * to go on with: all of it. */
static const zm_solve_options storing =
    ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .part_states = 100000);

static void begin_and_stop(unsigned lines, const char *tables)
{
    stand s = open_stand(game, variants[1]);
    alarm_clock a = {s.c, lines};
    zm_solve_options o = storing;
    zm_solved solved;
    o.tables = tables;
    zm_set_note(s.c, stop_at_last, &a);
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_INTERRUPTED);
    close_stand(&s);
}

static uint64_t check_of(stand *s, const char *tables)
{
    char folder[4096];
    zm_manifest m = {0};
    assert_int_equal(zm_table_path(s->c, s->v, tables, folder, sizeof folder), ZM_OK);
    assert_int_equal(zm_manifest_read(s->c, s->v, folder, &m), ZM_OK);
    const uint64_t check = m.check;
    zm_manifest_free(s->c, &m);
    return check;
}

static void what_is_stopped_goes_on(void **state)
{
    char tables[4096];
    zm_summary sum;
    stand s = open_stand(game, variants[1]);
    const uint64_t check = check_by(&s, ZM_ENGINE_CPU, false, &sum);
    zm_solve_options o = storing;
    o.tables = unit_path("stopped", tables);
    for (unsigned i = 0; i < 6; i++) {
        zm_solved solved;
        begin_and_stop(i % 3 + 1, tables);
        o.engine = i < 3 ? ZM_ENGINE_CUDA_HOST : ZM_ENGINE_CPU;
        if (zm_solve(s.c, s.v, &o, &solved) != ZM_OK)
            fail_msg("%s", zm_message(s.c));
        assert_int_equal(solved.resumed, i % 3 == 2 ? solved.tiers : 0);
        assert_int_equal(solved.summary.states, sum.states);
        assert_int_equal(check_of(&s, tables), check);
        zm_table_remove(s.c, s.v, tables);
    }
    close_stand(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_as_by_the_cpu),
        cmocka_unit_test(tables_byte_for_byte),
        cmocka_unit_test(the_gpu_as_the_cpu),
        cmocka_unit_test(too_little_memory_here_is_refused_before_the_start),
        cmocka_unit_test(too_little_memory_there_is_refused_before_the_start),
        cmocka_unit_test(rows_take_memory_there_too),
        cmocka_unit_test(pieces_of_any_length_are_the_same),
        cmocka_unit_test(no_more_is_taken_than_announced),
        cmocka_unit_test(tiers_in_another_order_are_refused),
        cmocka_unit_test(a_sample_tells_right_from_wrong),
        cmocka_unit_test(a_solve_that_is_stopped_ends),
        cmocka_unit_test(what_is_stopped_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
