/* solve.c: `zermelo solve`: enumerate, classify, store, summarise. */
#include "print.h"
#include "sweeps.h"

#include "answer/advice.h"
#include "answer/summary.h"
#include "args.h"
#include "base/text.h"
#include "dice.h"
#include "published.h"

#include <zermelo/lead.h>

#include <stdlib.h>
#include <string.h>

enum { ZM_GAMES_ROOM = 1300 }; /* digits of the largest number that can be counted */

typedef struct outcome {
    zm_solved solved;
    zm_engine engine;
    char folder[4096]; /* of the table; "" when nothing was written */
    unsigned turn;     /* at the start */
    bool has_games;    /* --games: how many can be played, decimal, and how many each player wins */
    char games[ZM_GAMES_ROOM], games_won_by[2][ZM_GAMES_ROOM];
} outcome;

static double per(double a, double b) { return b > 0 ? a / b : 0; }

/* 0 is none. */
static void json_count(zm_json *j, const char *name, uint64_t n)
{
    if (n)
        zm_json_number(j, name, n);
    else
        zm_json_null(j, name);
}

/* What only games with dice have, or without, and books. */
static void json_kind(zm_json *j, const zm_variant *v, const zm_solved *r)
{
    if (r->summary.dice) {
        json_count(j, "bits", r->bits);
        zm_json_number(j, "sweeps", r->sweeps);
        zm_json_number(j, "updates", r->updates);
    } else {
        zm_json_published(j, v, &r->summary);
    }
    if (r->book_plies) {
        zm_json_number(j, "book_plies", r->book_plies);
        zm_json_number(j, "book_far", r->book_beyond);
        json_count(j, "far_from", r->book_beyond ? r->beyond_from : 0);
        zm_json_number(j, "nodes", r->visits);
    }
}

static void print_json(const zm_cli *cli, const outcome *o)
{
    const zm_solved *r = &o->solved;
    const zm_summary *s = &r->summary;
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, cli->variant);
    zm_json_text(&j, "engine", zm_engine_name(o->engine));
    zm_json_number(&j, "threads", zm_threads(cli->context));
    zm_json_text(&j, "method", zm_method_name(r->method));
    zm_json_summary(&j, cli->variant, s);
    json_kind(&j, cli->variant, r);
    zm_json_number(&j, "tiers", r->tiers);
    zm_json_number(&j, "places", r->places);
    zm_json_real(&j, "seconds", r->seconds);
    zm_json_real(&j, "states_per_second", per((double)s->states, r->seconds));
    zm_json_number(&j, "announced_bytes", r->announced_bytes);
    zm_json_number(&j, "peak_bytes", r->peak_bytes);
    zm_json_number(&j, "table_bytes", r->table_bytes);
    zm_json_real(&j, "bytes_per_state", per((double)r->table_bytes, (double)s->states));
    zm_json_number(&j, "resumed", r->resumed);
    zm_json_bool(&j, "already", r->was_there);
    zm_json_text(&j, "table", *o->folder ? o->folder : NULL);
    if (o->has_games) {
        zm_json_text(&j, "games", o->games);
        zm_json_open(&j, "games_won_by", '{');
        for (unsigned i = 0; i < 2; i++)
            zm_json_text(&j, zm_player(cli->game, i), o->games_won_by[i]);
        zm_json_close(&j, '}');
    }
    zm_json_close(&j, '}');
    putchar('\n');
}

static void print_longest(zm_cli *cli, const zm_summary *s)
{
    char text[ZM_MAX_TEXT];
    if (!s->has_longest || !s->longest)
        return;
    if (!cli->game->is_position) { /* the position may be from a table, and nobody can check it */
        printf("  longest win  %u %s\n\n", s->longest, s->longest == 1 ? "ply" : "plies");
        return;
    }
    zm_write_position(cli->variant, s->longest_position, text, sizeof text);
    printf("  longest win  %u %s, from %s (%s to move)\n\n", s->longest, s->longest == 1 ? "ply" : "plies", text,
           zm_player(cli->game, zm_turn_of(cli->variant, s->longest_position)));
    zm_print_board(cli, s->longest_position);
}

static void print_games(const zm_cli *cli, const outcome *o)
{
    char text[2 * ZM_GAMES_ROOM];
    printf("  games        %s\n", zm_group_digits(o->games, text, sizeof text));
    for (unsigned i = 0; i < 2; i++)
        printf("               %s, won by %s\n", zm_group_digits(o->games_won_by[i], text, sizeof text),
               zm_player(cli->game, i));
    putchar('\n');
}

static void print_bound(const zm_variant *v, uint64_t states)
{
    char count[32];
    uint64_t bound = zm_bound_of(v);
    if (bound)
        printf("  %-20s %17s  %5.1f %% of it are states\n", "upper bound", zm_count_text(bound, count),
               100 * per((double)states, (double)bound));
}

static void print_book(const zm_solved *r)
{
    printf("  book         the first %u plies", r->book_plies);
    if (r->book_beyond)
        printf(", and of the next %u what is drawn or decided in %u plies or more", r->book_beyond, r->beyond_from);
    puts("; what comes then is searched");
}

static void print_costs(const zm_cli *cli, const outcome *o)
{
    const zm_solved *r = &o->solved;
    char a[64], b[64], c[32];
    printf("  method       %s", zm_method_name(r->method));
    if (r->tiers)
        printf(", %s, %s", zm_things_text(r->tiers, "tier", a), zm_things_text(r->places, "place", b));
    if (r->resumed)
        printf(", %s taken over", zm_count_text(r->resumed, c));
    putchar('\n');
    if (r->book_plies)
        print_book(r);
    if (r->summary.wdl)
        puts("  values       who wins, not how far");
    if (r->bits)
        printf("  values       rounded outward to %u bit%s\n", r->bits, r->bits == 1 ? "" : "s");
    if (*o->folder) {
        printf("  table        %s, %.2f bytes a state\n", zm_bytes_text(r->table_bytes, a),
               per((double)r->table_bytes, (double)r->summary.states));
        printf("               %s\n", o->folder);
    }
    if (r->was_there) {
        puts("  time         the table was there already; --again solves again");
        return;
    }
    printf("  time         %s, %s states a second, %u %s\n", zm_seconds_text(r->seconds, a),
           zm_count_text((uint64_t)per((double)r->summary.states, r->seconds), b), zm_threads(cli->context),
           zm_threads(cli->context) == 1 ? "thread" : "threads");
    printf("  memory       %s at most\n", zm_bytes_text(r->peak_bytes, a));
}

static void print_values(zm_cli *cli, const outcome *o)
{
    const zm_summary *s = &o->solved.summary;
    char words[ZM_WORDS_ROOM];
    zm_print_values(cli, s->states, s->won_by, s->drawn);
    print_bound(cli->variant, s->states);
    zm_print_sides(cli);
    putchar('\n');
    printf("  start        %s\n", zm_value_words(cli, o->turn, s->start, s->wdl, words));
    print_longest(cli, s);
    if (o->has_games)
        print_games(cli, o);
    zm_print_published(cli->variant, s);
    if (zm_published_of(cli->variant, NULL))
        putchar('\n');
}

static void print_text(zm_cli *cli, const outcome *o)
{
    char line[ZM_VARIANT_TEXT + 4300];
    zm_print_title(cli);
    if (o->solved.summary.dice)
        zm_print_dice_solved(cli, &o->solved);
    else
        print_values(cli, o);
    print_costs(cli, o);
    if (*o->folder)
        printf("\ntry next: %s\n", zm_command_line(cli, "query", line, sizeof line));
}

static zm_status read_options(const zm_cli *cli, zm_solve_options *options)
{
    const char *method = zm_cli_value(cli, "method"), *engine = zm_cli_value(cli, "engine");
    int64_t part = 0, bits = 0, plies = 0, far = 0, from = 0;
    if (method && !zm_method_parse(method, &options->method))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--method \"%s\" is not to be had here", method);
    if (engine && !zm_engine_parse(engine, &options->engine))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--engine \"%s\" is not to be had here", engine);
    ZM_TRY(cli->context, zm_cli_number(cli, "part-states", 1, INT64_MAX, &part));
    options->precision = ZM_PRECISION;
    ZM_TRY(cli->context, zm_cli_precision(cli, &options->precision));
    options->part_states = (uint64_t)part;
    options->wdl = zm_cli_wdl(cli);
    if (options->wdl && cli->game->dice->rolls)
        return zm_fail(cli->context, ZM_BAD_INPUT, "--values wdl is for games without dice: here values are odds");
    options->one_vector = zm_cli_has(cli, "one-vector");
    if (options->one_vector && !cli->game->dice->rolls)
        return zm_fail(cli->context, ZM_BAD_INPUT, "--one-vector is for games with dice; values of %s are exact",
                       cli->game->name);
    ZM_TRY(cli->context, zm_cli_number(cli, "bits", 1, 31, &bits));
    options->bits = (unsigned)bits;
    ZM_TRY(cli->context, zm_cli_number(cli, "book-plies", 1, 1000, &plies));
    options->book_plies = (unsigned)plies;
    ZM_TRY(cli->context, zm_cli_number(cli, "book-far", 1, 1000, &far));
    ZM_TRY(cli->context, zm_cli_number(cli, "far-from", 1, 1000, &from));
    options->book_beyond = (unsigned)far;
    options->beyond_from = (unsigned)from;
    if (from && !far)
        return zm_fail(cli->context, ZM_BAD_INPUT, "--far-from says which states --book-far adds: it needs that");
    options->again = zm_cli_has(cli, "again");
    options->count_games = zm_cli_has(cli, "games");
    return ZM_OK;
}

/* From the solve itself where it counts them (a hunt), else by a search of their own. */
static zm_status count_games(zm_cli *cli, outcome *o)
{
    zm_tree tree = {0};
    const zm_solved *r = &o->solved;
    bool counted = *r->games;
    if (!counted)
        ZM_TRY(cli->context, zm_count_games(cli->context, cli->variant, cli->game->start(cli->variant), &tree));
    snprintf(o->games, sizeof o->games, "%s", counted ? r->games : tree.games);
    for (unsigned i = 0; i < 2; i++)
        snprintf(o->games_won_by[i], sizeof *o->games_won_by, "%s", counted ? r->games_won_by[i] : tree.won_by[i]);
    o->has_games = true;
    zm_tree_free(&tree);
    return ZM_OK;
}

static zm_status solve(zm_cli *cli, zm_solve_options *options, zm_solved *out)
{
    const char *widths = zm_cli_value(cli, "plot"), *changes = zm_cli_value(cli, "plot-changes");
    zm_sweeps sweeps = {0};
    if ((widths || changes) && !cli->game->dice->rolls)
        return zm_fail(cli->context, ZM_BAD_INPUT, "--plot and --plot-changes are for games with dice");
    if (changes && options->engine != ZM_ENGINE_CPU)
        return zm_fail(cli->context, ZM_BAD_INPUT,
                       "--plot-changes is for --engine cpu: a device does not count changes");
    if (widths || changes) {
        options->sweep = zm_sweeps_note;
        options->sweep_arg = &sweeps;
    }
    zm_status status = zm_solve(cli->context, cli->variant, options, out);
    if (status == ZM_OK && widths)
        status = zm_sweeps_plot(cli, &sweeps, ZM_SWEEPS_WIDTHS, widths);
    if (status == ZM_OK && changes)
        status = zm_sweeps_plot(cli, &sweeps, ZM_SWEEPS_CHANGES, changes);
    zm_sweeps_free(&sweeps);
    return status;
}

/* ---- a warm start: what a smaller variant, solved first, says of leads ---- */
static bool same_option(const char *a, const char *b)
{
    const size_t length = strcspn(a, "=");
    return length == strcspn(b, "=") && !strncmp(a, b, length);
}

/* The settings of the command line, with those of --warm in place of them. */
static zm_status make_smaller(const zm_cli *cli, char *warm, zm_variant **out)
{
    const char *setting[2 * ZM_CLI_WORDS];
    char *rest = NULL;
    size_t count = 0;
    for (char *w = strtok_r(warm, " ", &rest); w && count < ZM_CLI_WORDS; w = strtok_r(NULL, " ", &rest))
        setting[count++] = w;
    const size_t given = count;
    for (unsigned i = 0; i < cli->settings; i++) {
        bool replaced = false;
        for (size_t k = 0; k < given; k++)
            replaced |= same_option(cli->setting[i], setting[k]);
        if (!replaced)
            setting[count++] = cli->setting[i];
    }
    return zm_variant_new(cli->context, cli->game, setting, count, out);
}

/* However long it takes: whoever wants to begin warm has asked for it. */
static zm_status fit(zm_cli *cli, const zm_variant *smaller, zm_curve *curve)
{
    const zm_value_source_options o =
        ZM_OPTIONS(zm_value_source_options, .tables = zm_cli_tables(cli), .places = UINT64_MAX, .states = UINT64_MAX);
    zm_value_source *source;
    zm_values_found found;
    ZM_TRY(cli->context, zm_value_source_open(cli->context, smaller, &o, &source));
    zm_status status = zm_values_for_all(cli->context, source, &found);
    if (status == ZM_OK && !found.table)
        status = zm_values_missing(cli->context, source, zm_start_state(smaller));
    if (status == ZM_OK)
        status = zm_curve_fit(cli->context, smaller, found.table, curve);
    zm_value_source_close(source);
    return status;
}

static zm_status warm_up(zm_cli *cli, zm_solve_options *options, zm_curve *curve)
{
    const char *text = zm_cli_value(cli, "warm");
    char settings[ZM_VARIANT_TEXT], name[ZM_VARIANT_TEXT];
    zm_variant *smaller;
    if (!text)
        return ZM_OK;
    if (!options->one_vector || options->engine != ZM_ENGINE_CPU || !cli->game->dice->lead)
        return zm_fail(cli->context, ZM_BAD_INPUT,
                       "--warm is for --one-vector on the CPU, and for games that say how far a side is ahead");
    snprintf(settings, sizeof settings, "%s", text);
    ZM_TRY(cli->context, make_smaller(cli, settings, &smaller));
    zm_note(cli->context, "warming up with %s", zm_variant_text(smaller, ' ', false, name, sizeof name));
    const zm_status status = fit(cli, smaller, curve);
    zm_variant_free(cli->context, smaller);
    options->warm = curve;
    return status;
}

/* A solve as it is asked for without flags that change what it needs: that is what advice looks at. */
static bool is_plain(const zm_cli *cli, const zm_solve_options *o)
{
    return cli->keeps && o->method == ZM_METHOD_AUTO && o->engine == ZM_ENGINE_CPU && !o->wdl && !o->one_vector &&
           !o->bits && !o->book_plies && !o->count_games && !o->part_states;
}

/* Where it was refused: a smaller variant that would not be. */
static zm_status advise(const zm_cli *cli, const zm_solve_options *o, const zm_solved *refused, zm_status status)
{
    zm_advice a;
    if (status != ZM_NO_MEMORY || refused->announced_bytes <= zm_memory_limit(cli->context) || !is_plain(cli, o))
        return status;
    zm_advise(cli->context, cli->word[0], cli->variant, zm_cli_tables(cli), &a);
    return a.same || !a.helps ? status : zm_add_to_message(cli->context, status, "; %s: %s", a.what, a.command);
}

static zm_status run(zm_cli *cli)
{
    char folder[2048];
    outcome o = {0};
    zm_solve_options options = ZM_OPTIONS(zm_solve_options);
    zm_curve curve;
    ZM_TRY(cli->context, read_options(cli, &options));
    ZM_TRY(cli->context, warm_up(cli, &options, &curve));
    o.engine = options.engine;
    cli->keeps = !zm_cli_has(cli, "no-table");
    if (cli->keeps) {
        ZM_TRY(cli->context, zm_table_path(cli->context, cli->variant, zm_cli_tables(cli), o.folder, sizeof o.folder));
        zm_tables_folder(folder, sizeof folder);
        options.tables = zm_cli_tables(cli) ? zm_cli_tables(cli) : folder;
    }
    ZM_TRY(cli->context, advise(cli, &options, &o.solved, solve(cli, &options, &o.solved)));
    o.turn = zm_turn_of(cli->variant, cli->game->start(cli->variant));
    if (options.count_games)
        ZM_TRY(cli->context, count_games(cli, &o));
    if (cli->json)
        print_json(cli, &o);
    else
        print_text(cli, &o);
    return ZM_OK;
}

extern const zm_command zm_command_solve;
const zm_command zm_command_solve = {
    .name = "solve",
    .usage = "GAME [opt=val ...]",
    .summary = "find the value of every state and store the table",
    .about =
        "Says beforehand what memory and disk it will need, keeps to --memory or stops at once. A solve that was "
        "interrupted goes on where it was; one that was finished is read back, unless --again. With --values wdl the "
        "table says of every state who wins, not how far: it is smaller, and sooner made where a lone piece is "
        "hunted in circles, or a pair hunts. A table with distances does for that too; the other way round it is made "
        "anew. So with "
        "--bits, "
        "by which a race takes less room on disk: a table of more bits does too. Where a game can be searched and is "
        "too "
        "large for a table, --book-plies makes a book: the states of the first plies, by searching those at its edge. "
        "Right behind the edge a search takes longest; --book-far adds the states there that are far from decided. A "
        "book that is there already is taken over.",
    .example = "zermelo solve hasenspiel --threads 2 --memory 1G",
    .game = true,
    .most = 1,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"method", "NAME", "auto|hash|sweep|backward|forward|hunt|pair|iterate|race", "how", 0},
              {"engine", "NAME", "cpu|cuda|cuda-host", "where; what a GPU can do is in docs/cuda.md", 0},
              ZM_FLAG_GPU_MEMORY,
              ZM_FLAG_VALUES,
              {"precision", "P", NULL, "with dice: how wide an interval may be at most (1e-6)", 0},
              {"one-vector", NULL, NULL, "with dice: an estimate instead of two bounds; faster, nothing is proved", 0},
              {"bits", "N", NULL, "of a race: stored in so many bits, 1 to 31, rounded outward", 0},
              {"warm", "SETTINGS", NULL,
               "with --one-vector: begin where a smaller variant, as pieces=1, says; it is solved first", 0},
              {"plot", "FILE", NULL, "with dice: how it converged, sweep by sweep, as a chart", 0},
              {"plot-changes", "FILE", NULL, "with dice: how many states each sweep changed, as a chart", 0},
              {"book-plies", "N", NULL,
               "only the first N plies; what comes then is searched, now and when it is asked for", 0},
              {"book-far", "N", NULL,
               "and of N more plies the states that take a search longest: drawn, or far from decided", 0},
              {"far-from", "N", NULL, "with --book-far: decided in N plies or more (20)", 0},
              {"games", NULL, NULL, "count the games that can be played too, exactly", 0},
              {"again", NULL, NULL, "solve again even if the table is there", 0},
              {"no-table", NULL, NULL, "in memory only, write nothing", 0},
              {"part-states", "N", NULL, "states a file of the table holds at most", 0}},
    .run = run,
};
