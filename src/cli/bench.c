/* bench.c: how fast solves are, and how large: states and state-visits a second a core, memory announced and used,
 * bytes a state on disk, probes a second. Solves are timed in memory, without a table; the fastest of several runs
 * counts, since everything that disturbs a run makes it slower. Rows of one variant stand together: compare them as
 * ratios (x) within one run, because machines differ. A visit is a state evaluated, or a successor or parent of one
 * looked at.
 *
 * On a device (--engine) it is how far that is from its floor: the bytes that kernels ask for, beside how fast the
 * device copies its memory, and how many integer operations it had time for at each visit, beside how many it can do.
 * Both speeds are measured in the same run. */
#include "print.h"

#include "args.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "engine/speed.h"
#include "solve/device_work.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBES = 200000 };
#define WDL "+wdl"
#define ONE "+one"
#define LARGE "+device" /* for a device alone: too large for the CPU, and what the CPU measures is too small for it */

typedef struct way { /* "hunt", or "hunt+wdl": only who wins; with dice "race", or "race+one": one vector */
    zm_method method;
    bool wdl, one, large;
} way;

typedef struct row {
    char game[32], variant[96], method[16];
    bool wdl, one;
    zm_solved best;
    zm_device_work work; /* of the best */
    unsigned runs;
    double slowest;
    double probes_a_second; /* one thread, random states; 0: no table was made */
    double bytes_a_state;
    double ratio; /* to the first row of the variant: how many times faster */
} row;

typedef struct bench {
    zm_cli *cli;
    zm_json json;
    int64_t repeat;
    bool games; /* count games too, where the method can */
    zm_engine engine;
    zm_engine_speed speed; /* of a device */
    row first;             /* of the variant at hand */
    bool has_first, fresh;
} bench;

static double a_second(const row *r, uint64_t n) { return r->best.seconds > 0 ? (double)n / r->best.seconds : 0; }
static bool on_device(const bench *b) { return b->engine != ZM_ENGINE_CPU; }

/* ---- probing: random states of a table in a folder of its own ---- */
static zm_status probe(zm_context *c, const zm_table *t, zm_pos p, uint64_t *found)
{
    zm_value value = ZM_NONE;
    zm_odds odds = zm_no_odds();
    const zm_status s = zm_table_dice(t) ? zm_table_probe_odds(c, t, p, &odds) : zm_table_probe(c, t, p, &value);
    *found += value != ZM_NONE || zm_is_odds(odds);
    return s;
}

static zm_status probe_random(zm_cli *cli, const zm_variant *v, const zm_table *t, row *r)
{
    zm_context *c = cli->context;
    zm_pos *states;
    uint64_t seed = 1, found = 0;
    ZM_TRY(c, zm_alloc(c, &states, PROBES, sizeof *states, "positions to probe"));
    zm_status s = ZM_OK;
    for (uint64_t i = 0; i < PROBES && s == ZM_OK;) { /* any place will do: the work is the same, state or not */
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const uint32_t tier = (uint32_t)((seed >> 33) % zm_table_tiers(t));
        const uint64_t size = zm_table_tier_size(t, tier);
        if (size) /* some tiers have no place */
            s = zm_table_state(c, t, tier, (seed >> 20) % size, &states[i++]);
    }
    double begin = zm_now();
    for (uint64_t i = 0; i < PROBES && s == ZM_OK; i++) {
        s = probe(c, t, states[i], &found);
    }
    r->probes_a_second = found ? PROBES / (zm_now() - begin) : 0;
    zm_release(c, states);
    return s;
}

static zm_solve_options options_of(const bench *b, way how)
{
    return ZM_OPTIONS(zm_solve_options, .method = how.method, .engine = b->engine, .wdl = how.wdl,
                      .one_vector = how.one, .precision = ZM_PRECISION);
}

static zm_status measure_table(bench *b, const zm_variant *v, way how, row *r)
{
    zm_context *c = b->cli->context;
    char folder[4096];
    ZM_TRY(c, zm_make_temporary(c, folder, sizeof folder));
    zm_solve_options o = options_of(b, how);
    o.tables = folder;
    zm_solved solved;
    zm_table *t = NULL;
    zm_set_sync(c, false);
    zm_status s = zm_solve(c, v, &o, &solved);
    zm_set_sync(c, true);
    if (s == ZM_OK)
        s = zm_table_open(c, v, folder, &t);
    if (s == ZM_OK) {
        r->bytes_a_state = (double)solved.table_bytes / (double)solved.summary.states;
        s = probe_random(b->cli, v, t, r);
    }
    zm_table_close(t);
    zm_table_remove(c, v, folder);
    return s;
}

/* ---- solving ---- */
static zm_status measure(bench *b, const zm_variant *v, way how, row *r)
{
    zm_context *c = b->cli->context;
    zm_solve_options o = options_of(b, how);
    o.count_games = b->games;
    for (int64_t i = 0; i < b->repeat; i++) {
        zm_solved solved;
        zm_device_work work;
        ZM_TRY(c, zm_solve_measured(c, v, &o, &solved, &work));
        if (!r->runs++ || solved.seconds < r->best.seconds) {
            r->best = solved;
            r->work = work;
        }
        r->slowest = solved.seconds > r->slowest ? solved.seconds : r->slowest;
    }
    snprintf(r->method, sizeof r->method, "%s", zm_method_name(r->best.method));
    r->wdl = how.wdl;
    r->one = how.one;
    return on_device(b) ? ZM_OK : measure_table(b, v, how, r);
}

/* ---- on a device ---- */
/* Rates of its kernels, without what the CPU does before, between and after them. */
static double there(const row *r, double n) { return r->work.seconds > 0 ? n / r->work.seconds : 0; }

static double moved_a_state(const row *r)
{
    return r->best.summary.states ? (double)r->work.bytes / (double)r->best.summary.states : 0;
}

static double copy_share(const bench *b, const row *r)
{
    return b->speed.copied > 0 ? there(r, (double)r->work.bytes) / b->speed.copied : 0;
}

static uint64_t visits_of(const row *r) { return r->best.visits ? r->best.visits : r->best.updates; }

static double operations_a_visit(const bench *b, const row *r)
{
    const uint64_t visits = visits_of(r);
    return visits ? b->speed.operations * r->work.seconds / (double)visits : 0;
}

static void print_device_head(const bench *b)
{
    printf("%s: copies %.0f GB/s (read and written), does %.2f T integer operations/s\n\n", b->speed.name,
           b->speed.copied / 1e9, b->speed.operations / 1e12);
    printf("%-28s %14s %9s %9s %9s %9s %9s %7s %9s\n", "", "", "", "", "M STATES", "M VISITS", "BYTES", "OF THE",
           "ROOM: OPS");
    printf("%-28s %14s %9s %9s %9s %9s %9s %7s %9s\n", "VARIANT, METHOD", "STATES", "TIME", "KERNELS", "/S THERE",
           "/S THERE", "A STATE", "COPY", "A VISIT");
}

static void print_device_row(const bench *b, const row *r, const char *name)
{
    char states[32], time[32], kernels[32], a[32];
    printf("  %-26s %14s %9s %9s %9.0f %9.0f %9.1f %5.1f %% %9.0f\n", name,
           zm_count_text(r->best.summary.states, states), zm_seconds_text(r->best.seconds, time),
           zm_seconds_text(r->work.seconds, kernels), there(r, (double)r->best.summary.states) / 1e6,
           there(r, (double)visits_of(r)) / 1e6, moved_a_state(r), 100 * copy_share(b, r), operations_a_visit(b, r));
    printf("    memory here %s\n", zm_bytes_text(r->best.peak_bytes, a));
}

static void json_device_row(bench *b, const row *r)
{
    zm_json *j = &b->json;
    zm_json_real(j, "device_seconds", r->work.seconds);
    zm_json_real(j, "states_per_second", there(r, (double)r->best.summary.states));
    zm_json_real(j, "visits_per_second", there(r, (double)visits_of(r)));
    zm_json_real(j, "moved_bytes_per_state", moved_a_state(r));
    zm_json_real(j, "copy_share", copy_share(b, r));
    zm_json_real(j, "operations_per_visit", operations_a_visit(b, r));
}

static void json_device(bench *b)
{
    zm_json *j = &b->json;
    zm_json_text(j, "engine", zm_engine_name(b->engine));
    if (!on_device(b))
        return;
    zm_json_open(j, "device", '{');
    zm_json_text(j, "name", b->speed.name);
    zm_json_number(j, "free_bytes", b->speed.free_bytes);
    zm_json_real(j, "copied_bytes_per_second", b->speed.copied);
    zm_json_real(j, "integer_operations_per_second", b->speed.operations);
    zm_json_close(j, '}');
}

/* ---- what was found ---- */

static void print_head(void)
{
    printf("%-34s %11s %10s %9s %9s %7s\n", "", "", "", "M STATES", "M VISITS", "");
    printf("%-34s %11s %10s %9s %9s %7s\n", "VARIANT, METHOD", "STATES", "TIME", "/S/CORE", "/S/CORE", "RATIO");
}

static void print_row(bench *b, const row *r)
{
    char title[160], name[32], states[32], time[32], a[32], p[32];
    unsigned cores = zm_threads(b->cli->context);
    snprintf(title, sizeof title, "%s %s", r->game, r->variant);
    if (b->fresh)
        printf("%s\n", title);
    snprintf(name, sizeof name, "%s%s", r->method, r->wdl ? WDL : r->one ? ONE : "");
    if (on_device(b)) {
        print_device_row(b, r, name);
        fflush(stdout);
        return;
    }
    printf("  %-32s %11s %10s %9.2f %9.1f %7.2f\n", name, zm_count_text(r->best.summary.states, states),
           zm_seconds_text(r->best.seconds, time), a_second(r, r->best.summary.states) / cores / 1e6,
           a_second(r, r->best.visits) / cores / 1e6, r->ratio);
    printf("    memory %s (announced %s), %.3f bytes a state on disk, %.0f probes a second\n",
           zm_bytes_text(r->best.peak_bytes, a), zm_bytes_text(r->best.announced_bytes, p), r->bytes_a_state,
           r->probes_a_second);
    if (*r->best.games)
        printf("    %s games\n", r->best.games);
    fflush(stdout);
}

static void json_row(bench *b, const row *r)
{
    zm_json *j = &b->json;
    unsigned cores = zm_threads(b->cli->context);
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "game", r->game);
    zm_json_text(j, "variant", r->variant);
    zm_json_text(j, "method", r->method);
    zm_json_text(j, "values", !r->best.summary.dice ? zm_values_name(r->wdl) : r->one ? "estimates" : "odds");
    zm_json_number(j, "threads", cores);
    zm_json_number(j, "states", r->best.summary.states);
    zm_json_real(j, "seconds", r->best.seconds);
    zm_json_real(j, "slowest_seconds", r->slowest);
    zm_json_number(j, "runs", r->runs);
    zm_json_real(j, "ratio", r->ratio);
    zm_json_number(j, "announced_bytes", r->best.announced_bytes);
    zm_json_number(j, "peak_bytes", r->best.peak_bytes);
    if (on_device(b)) {
        json_device_row(b, r);
    } else {
        zm_json_real(j, "states_per_second_per_core", a_second(r, r->best.summary.states) / cores);
        zm_json_real(j, "visits_per_second_per_core", a_second(r, r->best.visits) / cores);
        zm_json_real(j, "bytes_per_state", r->bytes_a_state);
        zm_json_real(j, "probes_per_second", r->probes_a_second);
        zm_json_text(j, "games", *r->best.games ? r->best.games : NULL);
    }
    zm_json_close(j, '}');
}

static zm_status bench_way(bench *b, const zm_variant *v, way how)
{
    char text[ZM_VARIANT_TEXT];
    row r = {.ratio = 1};
    snprintf(r.game, sizeof r.game, "%s", v->game->name);
    snprintf(r.variant, sizeof r.variant, "%s", zm_variant_text(v, ' ', false, text, sizeof text));
    ZM_TRY(b->cli->context, measure(b, v, how, &r));
    b->fresh = !b->has_first;
    if (b->fresh)
        b->first = r;
    b->has_first = true;
    r.ratio = b->first.best.seconds / r.best.seconds;
    if (b->cli->json)
        json_row(b, &r);
    else
        print_row(b, &r);
    return ZM_OK;
}

#define METHODS "auto|hash|sweep|backward|forward|hunt|pair|iterate|race"

static zm_status parse_way(const zm_cli *cli, const char *word, way *how)
{
    char name[32];
    const size_t length = strcspn(word, "+");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    how->wdl = !strcmp(word + length, WDL);
    how->one = !strcmp(word + length, ONE);
    how->large = !strcmp(word + length, LARGE);
    if ((how->wdl || how->one || how->large || !word[length]) && zm_method_parse(name, &how->method))
        return ZM_OK;
    return zm_fail(cli->context, ZM_BAD_INPUT,
                   "there is no method \"%s\"; choose from: " METHODS ", each also with " WDL " or, with dice, " ONE,
                   word);
}

/* Before anything is printed or measured. */
static zm_status check_methods(const zm_cli *cli)
{
    char words[128], *rest = NULL;
    way how;
    snprintf(words, sizeof words, "%s", zm_cli_value(cli, "method") ? zm_cli_value(cli, "method") : "");
    for (char *w = strtok_r(words, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
        ZM_TRY(cli->context, parse_way(cli, w, &how));
    return ZM_OK;
}

/* `chosen`: by the game; then some are for a device, and the others are not. */
static zm_status bench_methods(bench *b, const zm_variant *v, const char *methods, bool chosen)
{
    char words[128], *rest = NULL;
    snprintf(words, sizeof words, "%s", methods);
    b->has_first = false;
    for (char *w = strtok_r(words, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) {
        way how;
        ZM_TRY(b->cli->context, parse_way(b->cli, w, &how));
        if (!chosen || how.large == on_device(b))
            ZM_TRY(b->cli->context, bench_way(b, v, how));
    }
    return ZM_OK;
}

/* ---- what to measure ---- */
static zm_status bench_settings(bench *b, const zm_game *g, const zm_bench *what)
{
    zm_context *c = b->cli->context;
    char words[256], *rest = NULL;
    const char *setting[ZM_MAX_OPTIONS];
    size_t count = 0;
    snprintf(words, sizeof words, "%s", what->settings ? what->settings : "");
    for (char *w = strtok_r(words, " ", &rest); w && count < ZM_MAX_OPTIONS; w = strtok_r(NULL, " ", &rest))
        setting[count++] = w;
    zm_variant *v;
    ZM_TRY(c, zm_variant_new(c, g, setting, count, &v));
    zm_status s = bench_methods(b, v, what->methods, true);
    zm_variant_free(c, v);
    return s;
}

static zm_status bench_game(bench *b, const zm_game *g)
{
    for (unsigned i = 0; i < ZM_MAX_BENCH && g->sources->bench[i].methods; i++)
        ZM_TRY(b->cli->context, bench_settings(b, g, &g->sources->bench[i]));
    return ZM_OK;
}

static zm_status bench_given(bench *b)
{
    const char *method = zm_cli_value(b->cli, "method");
    if (!b->cli->settings && !method && b->cli->game->sources->bench[0].methods)
        return bench_game(b, b->cli->game);
    return bench_methods(b, b->cli->variant, method ? method : "auto", false);
}

static zm_status bench_all(bench *b)
{
    if (b->cli->variant)
        return bench_given(b);
    for (size_t i = 0; i < zm_builtin_count(); i++)
        ZM_TRY(b->cli->context, bench_game(b, zm_builtin(i)));
    return ZM_OK;
}

/* Before anything is printed: is it there, and what can it do? */
static zm_status find_engine(bench *b)
{
    const char *engine = zm_cli_value(b->cli, "engine");
    if (engine && !zm_engine_parse(engine, &b->engine))
        return zm_fail(b->cli->context, ZM_BAD_INPUT, "--engine \"%s\" is not to be had here", engine);
    if (!on_device(b))
        return ZM_OK;
    if (b->games)
        return zm_fail(b->cli->context, ZM_BAD_INPUT, "--games is for --engine cpu");
    return zm_engine_measure(b->cli->context, b->engine, &b->speed);
}

static zm_status run(zm_cli *cli)
{
    bench b = {.cli = cli, .json = {.out = stdout}, .repeat = 3, .games = zm_cli_has(cli, "games")};
    ZM_TRY(cli->context, zm_cli_number(cli, "repeat", 1, 1000, &b.repeat));
    ZM_TRY(cli->context, check_methods(cli));
    ZM_TRY(cli->context, find_engine(&b));
    zm_set_note(cli->context, NULL, NULL);
    if (!cli->json) {
        if (on_device(&b))
            print_device_head(&b);
        else
            print_head();
        return bench_all(&b);
    }
    zm_json_open(&b.json, NULL, '{');
    json_device(&b);
    zm_json_open(&b.json, "rows", '[');
    zm_status s = bench_all(&b);
    zm_json_close(&b.json, ']');
    zm_json_close(&b.json, '}');
    putchar('\n');
    return s;
}

extern const zm_command zm_command_bench;
const zm_command zm_command_bench = {
    .name = "bench",
    .usage = "[GAME [opt=val ...]]",
    .summary = "measure solves: speed, memory, size and probes",
    .about =
        "Without GAME, what the built-in games say is worth measuring. Times are of solves in memory, the fastest of "
        "--repeat runs; compare rows as ratios within one run, since machines differ and are noisy. A visit is a state "
        "evaluated, or a successor or parent of one looked at; with dice an update of one. Games with dice are solved "
        "to "
        "1e-6.",
    .example = "zermelo bench tic-tac-toe --threads 1",
    .game = true,
    .game_optional = true,
    .most = 1,
    .flags = {ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"method", "LIST", NULL,
               "methods to measure, as \"hunt sweep hunt+wdl\" (else those the game names, else the best); +wdl: only "
               "who wins; +one: with dice, one vector",
               0},
              {"engine", "NAME", "cpu|cuda|cuda-host",
               "where; of a GPU also how far from what it can do at best (docs/cuda.md)", 0},
              ZM_FLAG_GPU_MEMORY,
              {"repeat", "N", NULL, "runs of each, the fastest counts (3)", 0},
              {"games", NULL, NULL, "count the games too, where the method can", 0}},
    .run = run,
};
