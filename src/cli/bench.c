/* bench.c: how fast solves are, and how large: states and state-visits a second a core, memory announced and used, bytes a
 * state on disk, probes a second. Solves are timed in memory, without a table; the fastest of several runs counts, since
 * everything that disturbs a run makes it slower. Rows of one variant stand together: compare them as ratios (x) within one
 * run, because machines differ. A visit is a state evaluated, or a successor or parent of one looked at. */
#include "print.h"

#include "args.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBES = 200000 };
#define WDL "+wdl"
#define ONE "+one"

typedef struct way { /* "hunt", or "hunt+wdl": who wins alone; with dice "race", or "race+one": one vector */
    zm_method method;
    bool wdl, one;
} way;

typedef struct row {
    char game[32], variant[96], method[16];
    bool wdl, one;
    zm_solved best;
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
    row first;  /* of the variant at hand */
    bool has_first, fresh;
} bench;

static double a_second(const row *r, uint64_t n) { return r->best.seconds > 0 ? (double)n / r->best.seconds : 0; }

/* ---- probing: random states of a table in a folder of its own ---- */
static zm_status probe(zm_context *c, const zm_table *t, zm_pos p, uint64_t *found)
{
    zm_value value = ZM_NONE;
    zm_odds odds = zm_no_odds();
    const zm_status s = zm_table_dice(t) ? zm_table_probe_odds(t, c, p, &odds) : zm_table_probe(t, c, p, &value);
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
    for (uint64_t i = 0; i < PROBES && s == ZM_OK; i++) { /* any place will do: the work is the same, state or not */
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint32_t tier = (uint32_t)((seed >> 33) % zm_table_tiers(t));
        s = zm_table_state(t, c, tier, (seed >> 20) % zm_table_tier_size(t, tier), &states[i]);
    }
    double begin = zm_now();
    for (uint64_t i = 0; i < PROBES && s == ZM_OK; i++) {
        s = probe(c, t, states[i], &found);
    }
    r->probes_a_second = found ? PROBES / (zm_now() - begin) : 0;
    zm_release(c, states);
    return s;
}

static zm_solve_options options_of(way how)
{
    return (zm_solve_options){.method = how.method, .wdl = how.wdl, .one_vector = how.one, .precision = ZM_PRECISION};
}

static zm_status measure_table(bench *b, const zm_variant *v, way how, row *r)
{
    zm_context *c = b->cli->context;
    char folder[4096];
    ZM_TRY(c, zm_make_temporary(c, folder, sizeof folder));
    zm_solve_options o = options_of(how);
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
    zm_solve_options o = options_of(how);
    o.count_games = b->games;
    for (int64_t i = 0; i < b->repeat; i++) {
        zm_solved solved;
        ZM_TRY(c, zm_solve(c, v, &o, &solved));
        if (!r->runs++ || solved.seconds < r->best.seconds)
            r->best = solved;
        r->slowest = solved.seconds > r->slowest ? solved.seconds : r->slowest;
    }
    snprintf(r->method, sizeof r->method, "%s", zm_method_name(r->best.method));
    r->wdl = how.wdl;
    r->one = how.one;
    return measure_table(b, v, how, r);
}

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
    zm_json_real(j, "states_per_second_per_core", a_second(r, r->best.summary.states) / cores);
    zm_json_real(j, "visits_per_second_per_core", a_second(r, r->best.visits) / cores);
    zm_json_real(j, "ratio", r->ratio);
    zm_json_number(j, "announced_bytes", r->best.announced_bytes);
    zm_json_number(j, "peak_bytes", r->best.peak_bytes);
    zm_json_real(j, "bytes_per_state", r->bytes_a_state);
    zm_json_real(j, "probes_per_second", r->probes_a_second);
    zm_json_text(j, "games", *r->best.games ? r->best.games : NULL);
    zm_json_close(j, '}');
}

static zm_status bench_way(bench *b, const zm_variant *v, way how)
{
    char text[ZM_VARIANT_TEXT];
    row r = {.ratio = 1};
    snprintf(r.game, sizeof r.game, "%s", v->game->name);
    snprintf(r.variant, sizeof r.variant, "%s", zm_variant_text(v, ' ', false, text));
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
    if ((how->wdl || how->one || !word[length]) && zm_method_parse(name, &how->method))
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

static zm_status bench_methods(bench *b, const zm_variant *v, const char *methods)
{
    char words[128], *rest = NULL;
    snprintf(words, sizeof words, "%s", methods);
    b->has_first = false;
    for (char *w = strtok_r(words, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) {
        way how;
        ZM_TRY(b->cli->context, parse_way(b->cli, w, &how));
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
    ZM_TRY(c, zm_variant_new(c, g, count, setting, &v));
    zm_status s = bench_methods(b, v, what->methods);
    zm_variant_free(c, v);
    return s;
}

static zm_status bench_game(bench *b, const zm_game *g)
{
    for (unsigned i = 0; i < ZM_MAX_BENCH && g->bench[i].methods; i++)
        ZM_TRY(b->cli->context, bench_settings(b, g, &g->bench[i]));
    return ZM_OK;
}

static zm_status bench_given(bench *b)
{
    const char *method = zm_cli_value(b->cli, "method");
    if (!b->cli->settings && !method && b->cli->game->bench[0].methods)
        return bench_game(b, b->cli->game);
    return bench_methods(b, b->cli->variant, method ? method : "auto");
}

static zm_status bench_all(bench *b)
{
    if (b->cli->variant)
        return bench_given(b);
    for (size_t i = 0; i < zm_builtin_count(); i++)
        ZM_TRY(b->cli->context, bench_game(b, zm_builtin(i)));
    return ZM_OK;
}

static zm_status run(zm_cli *cli)
{
    bench b = {.cli = cli, .json = {.out = stdout}, .repeat = 3, .games = zm_cli_has(cli, "games")};
    ZM_TRY(cli->context, zm_cli_number(cli, "repeat", 1, 1000, &b.repeat));
    ZM_TRY(cli->context, check_methods(cli));
    zm_set_note(cli->context, NULL, NULL);
    if (!cli->json) {
        print_head();
        return bench_all(&b);
    }
    zm_json_open(&b.json, NULL, '{');
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
    .example = "zermelo bench GAME --threads 1",
    .game = true,
    .game_optional = true,
    .most = 1,
    .flags = {ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"method", "LIST", NULL,
               "methods to measure, as \"hunt sweep hunt+wdl\" (else those the game names, else the best); +wdl: who "
               "wins alone; +one: with dice, one vector",
               0},
              {"repeat", "N", NULL, "runs of each, the fastest counts (3)", 0},
              {"games", NULL, NULL, "count the games too, where the method can", 0}},
    .run = run,
};
