/* compare.c: `zermelo compare`: variants side by side, beside what was published, and which of them is the fairest.
 *
 * Each variant is a row. Its table is opened, or solved first as `solve` does it; a variant that cannot be had is a row
 * that says why, and the others come all the same. Only one variant and one table are in memory at a time. With
 * --summaries nothing is solved: what has no table is what a solve has printed of it. */
#include "compare.h"

#include "args.h"
#include "base/stop.h"
#include "plots.h"
#include "print.h"

#include <string.h>

typedef struct comparing {
    zm_cli *cli;
    zm_spread *spread;
    unsigned failed;
    bool no_solve;
    zm_summaries summaries;
    zm_comparison k;
} comparing;

/* ---- one row ---- */
static zm_status solve(const comparing *w, const zm_variant *v, unsigned i)
{
    zm_context *c = w->cli->context;
    const char *tables = zm_cli_tables(w->cli);
    char folder[2048], text[ZM_VARIANT_TEXT];
    zm_solved solved;
    zm_tables_folder(folder, sizeof folder);
    zm_solve_options options =
        ZM_OPTIONS(zm_solve_options, .tables = tables ? tables : folder, .wdl = zm_cli_wdl(w->cli));
    zm_variant_text(v, ' ', false, text, sizeof text);
    zm_note(c, "%s%s%s, %u of %u, is not solved yet", v->game->name, *text ? " " : "", text, i + 1, w->spread->count);
    return zm_solve(c, v, &options, &solved);
}

static zm_status open_or_solve(const comparing *w, const zm_variant *v, unsigned i, zm_compare_row *r, zm_table **t)
{
    zm_context *c = w->cli->context;
    zm_status status = zm_table_open(c, v, zm_cli_tables(w->cli), t);
    bool can_be_made = status == ZM_NOT_FOUND || status == ZM_CORRUPT;
    r->already = status == ZM_OK;
    if (!can_be_made || w->no_solve)
        return status;
    ZM_TRY(c, solve(w, v, i));
    return zm_table_open(c, v, zm_cli_tables(w->cli), t);
}

static zm_status fill(comparing *w, unsigned i, const zm_variant *v, zm_compare_row *r)
{
    zm_table *t = NULL;
    const zm_told *told = zm_summaries_find(&w->summaries, v);
    zm_row_describe(v, r);
    zm_status status = open_or_solve(w, v, i, r, &t);
    if (status == ZM_NOT_FOUND && told)
        return zm_row_tell(w->cli->context, &w->k, v, told, r);
    if (status == ZM_OK)
        status = zm_row_measure(w->cli->context, &w->k, v, t, r);
    zm_table_close(t);
    return status;
}

static zm_row_state state_of(const comparing *w, zm_status status)
{
    if (status == ZM_OK)
        return ZM_ROW_SOLVED;
    return status == ZM_NOT_FOUND && w->no_solve ? ZM_ROW_UNSOLVED : ZM_ROW_FAILED;
}

static void make_row(comparing *w, unsigned i, zm_compare_row *r)
{
    zm_cli *cli = w->cli;
    char line[ZM_VARIANT_TEXT + 4300];
    r->status = zm_spread_variant(cli->context, cli->game, w->spread, i, &cli->variant);
    if (r->status != ZM_OK) {
        r->state = r->status == ZM_BAD_INPUT ? ZM_ROW_REFUSED : ZM_ROW_FAILED;
        return;
    }
    r->status = fill(w, i, cli->variant, r);
    r->state = state_of(w, r->status);
    if (r->status == ZM_CORRUPT)
        zm_add_to_message(cli->context, r->status, "; run: %s", zm_command_line(cli, "solve", line, sizeof line));
}

/* What is wrong with one variant is kept in its row; only a stop ends it all. */
static zm_status find_row(comparing *w, unsigned i)
{
    zm_context *c = w->cli->context;
    zm_compare_row *r = &w->k.row[i];
    r->given = (const char(*)[ZM_SETTING_ROOM])w->spread->setting[i];
    r->givens = w->spread->settings;
    ZM_TRY(c, zm_check_stop(c));
    make_row(w, i, r);
    zm_variant_free(c, w->cli->variant);
    w->cli->variant = NULL;
    w->failed += r->state == ZM_ROW_FAILED;
    if (r->status != ZM_OK)
        snprintf(r->problem, sizeof r->problem, "%s", zm_message(c));
    zm_row_name(&w->k, r);
    return r->status == ZM_INTERRUPTED ? ZM_INTERRUPTED : ZM_OK;
}

/* ---- all of them ---- */
static const zm_compare_row *first_in(const comparing *w, zm_row_state state)
{
    for (unsigned i = 0; i < w->spread->count; i++)
        if (w->k.row[i].state == state)
            return &w->k.row[i];
    return NULL;
}

static zm_status find_rows(comparing *w)
{
    zm_context *c = w->cli->context;
    for (unsigned i = 0; i < w->spread->count; i++)
        ZM_TRY(c, find_row(w, i));
    zm_comparison_rank(&w->k);
    if (w->k.solved)
        return ZM_OK;
    /* Nothing to show: the first reason is the command's own failure. */
    const zm_compare_row *first = first_in(w, ZM_ROW_FAILED);
    if (!first && w->summaries.count && first_in(w, ZM_ROW_UNSOLVED))
        return zm_fail(c, ZM_NOT_FOUND, "none of these variants has a table or a summary");
    if (!first && !first_in(w, ZM_ROW_UNSOLVED))
        first = first_in(w, ZM_ROW_REFUSED);
    return first ? zm_fail(c, first->status, "%s", first->problem) : ZM_OK;
}

static void print_json(const zm_cli *cli, const zm_comparison *k)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_compare(&j, k);
    zm_json_text(&j, "plot", zm_cli_value(cli, "plot"));
    zm_json_close(&j, '}');
    putchar('\n');
}

static zm_status show(const comparing *w)
{
    zm_context *c = w->cli->context;
    if (zm_cli_has(w->cli, "plot"))
        ZM_TRY(c, zm_compare_plot(w->cli, &w->k));
    if (w->cli->json)
        print_json(w->cli, &w->k);
    else
        ZM_TRY(c, zm_compare_text(w->cli, &w->k));
    zm_print_wrote(w->cli, zm_cli_value(w->cli, "plot"));
    if (!w->failed)
        return ZM_OK;
    const zm_compare_row *first = first_in(w, ZM_ROW_FAILED);
    w->cli->partial = true;
    return zm_fail(c, first->status, "%u of %u variants could not be had; %s: %s", w->failed, w->spread->count,
                   first->name, first->problem);
}

static zm_status read_options(const zm_cli *cli, zm_sample_options *o)
{
    int64_t games = 2000, seed = 1, plies = 1000;
    ZM_TRY(cli->context, zm_cli_number(cli, "games-sampled", 1, 100000000, &games));
    ZM_TRY(cli->context, zm_cli_number(cli, "plies", 1, 100000, &plies));
    ZM_TRY(cli->context, zm_cli_number(cli, "seed", 0, INT64_MAX, &seed));
    *o = ZM_OPTIONS(zm_sample_options, .games = (uint64_t)games, .seed = (uint64_t)seed, .plies = (unsigned)plies);
    return ZM_OK;
}

/* The flag may be given more than once. */
static zm_status read_summaries(comparing *w)
{
    const zm_cli *cli = w->cli;
    for (unsigned i = 0; i < cli->flags; i++)
        if (!strcmp(cli->given[i].flag->name, "summaries"))
            ZM_TRY(cli->context, zm_summaries_read(cli->context, cli->game, cli->given[i].value, &w->summaries));
    return ZM_OK;
}

static zm_status compare(comparing *w)
{
    zm_cli *cli = w->cli;
    w->no_solve = zm_cli_has(cli, "no-solve") || zm_cli_has(cli, "summaries");
    ZM_TRY(cli->context, zm_plot_check(cli));
    ZM_TRY(cli->context, read_options(cli, &w->k.sample));
    ZM_TRY(cli->context, read_summaries(w));
    ZM_TRY(cli->context, zm_spread_new(cli->context, cli->game, cli->setting, cli->settings, &w->spread));
    ZM_TRY(cli->context, zm_alloc(cli->context, &w->k.row, w->spread->count, sizeof *w->k.row, "the rows"));
    w->k.game = cli->game;
    w->k.count = w->spread->count;
    memcpy(w->k.varies, w->spread->varies, sizeof w->k.varies);
    ZM_TRY(cli->context, find_rows(w));
    return show(w);
}

static zm_status run(zm_cli *cli)
{
    cli->keeps = true;
    comparing *w;
    if (cli->game->dice->rolls)
        return zm_fail(cli->context, ZM_BAD_INPUT,
                       "compare is for games without dice; of %s each `zermelo solve` says who is ahead, and how far",
                       cli->game->name);
    ZM_TRY(cli->context, zm_alloc(cli->context, &w, 1, sizeof *w, "the comparison"));
    w->cli = cli;
    zm_status status = compare(w);
    zm_release(cli->context, w->k.row);
    zm_summaries_free(cli->context, &w->summaries);
    zm_spread_free(cli->context, w->spread);
    zm_release(cli->context, w);
    return status;
}

extern const zm_command zm_command_compare;
const zm_command zm_command_compare = {
    .name = "compare",
    .usage = "GAME [opt=a..b ...] [opt=x,y ...]",
    .summary = "variants side by side, beside what was published; the fairest",
    .about =
        "Options that take numbers can have ranges and lists of values, choices lists; of several such options all "
        "combinations are compared, 64 at most. Tables that are there are used, missing ones are solved and "
        "stored, as --values says. A variant that cannot be solved is told, the others are shown, and the exit status "
        "is "
        "1; values in a range that the game does not have are told and left out. Fairness "
        "is measured in several ways, each said in words; some are from random games.\n\n--summaries takes what solves "
        "without a table have printed (solve --no-table --json): a file of such objects, or a folder with files "
        "*.json. A "
        "variant that has a table is read from it, another from its summary, all options being equal; nothing is "
        "solved then, and variants that have neither are named. What takes a table stays empty.\n\n--plot draws charts "
        "on one "
        "page: how "
        "many states there are, beside the upper bound and what was published; who wins; fairness; or the one that "
        "--of "
        "names.",
    .example = "zermelo compare hasenspiel size=4,6 --games-sampled 5000 --seed 7",
    .game = true,
    .spread = true,
    .most = 1,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"no-solve", NULL, NULL, "solve nothing; variants without a table are listed as not solved", 0},
              {"summaries", "PATH", NULL, "a file or folder of what solve --json printed; may be given again", 0},
              ZM_FLAG_VALUES,
              {"games-sampled", "N", NULL, "random games for each variant (2,000)", 0},
              {"plies", "N", NULL, "after which a random game is left unfinished (1,000)", 0},
              {"seed", "N", NULL, "of the random games (1)", 0},
              {"plot", "FILE", NULL, "draw charts of it, .svg .png .pdf, or their numbers as .txt", 0},
              {"of", "CHART", "states|values|fairness", "which of the charts, where not all", 0}},
    .run = run,
};
