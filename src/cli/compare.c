/* compare.c: `zermelo compare`: variants side by side, beside what was published, and which of them is the fairest.
 *
 * Each variant is a row. Its table is opened, or solved first as `solve` does it; a variant that cannot be had is a row that
 * says why, and the others come all the same. Only one variant and one table are in memory at a time. */
#include "compare.h"

#include "args.h"
#include "base/stop.h"

#include <string.h>

double zm_bytes_a_state(const zm_row *r)
{
    return r->summary.states ? (double)r->table_bytes / (double)r->summary.states : 0;
}

const char *zm_compared_value(const zm_comparison *k, unsigned i, unsigned option)
{
    const char *name = k->cli->game->options[option].name;
    size_t n = strlen(name);
    for (unsigned s = 0; s < k->spread->settings; s++) {
        const char *setting = k->spread->setting[i][s];
        if (!strncmp(setting, name, n) && setting[n] == '=')
            return setting + n + 1;
    }
    return NULL;
}

/* The options that vary; all that are not default when none does. */
static void name_row(const zm_comparison *k, unsigned i, zm_row *r)
{
    const zm_game *g = k->cli->game;
    size_t used = 0;
    for (unsigned o = 0; o < ZM_MAX_OPTIONS && g->options[o].name; o++)
        if (k->spread->varies[o])
            used += (size_t)snprintf(r->name + used, sizeof r->name - used, "%s%s=%s", used ? " " : "",
                                     g->options[o].name, zm_compared_value(k, i, o));
    if (!used && r->state != ZM_ROW_REFUSED)
        zm_variant_text(&r->settings, ' ', false, r->name);
    if (!*r->name)
        strcpy(r->name, "default");
}

/* ---- one row ---- */
static zm_status solve(const zm_comparison *k, const zm_variant *v, unsigned i)
{
    zm_context *c = k->cli->context;
    const char *tables = zm_cli_tables(k->cli);
    char folder[2048], text[ZM_VARIANT_TEXT];
    zm_solved solved;
    zm_tables_folder(folder, sizeof folder);
    zm_solve_options options = {.tables = tables ? tables : folder, .wdl = zm_cli_wdl(k->cli)};
    zm_variant_text(v, ' ', false, text);
    zm_note(c, "%s%s%s, %u of %u, is not solved yet", v->game->name, *text ? " " : "", text, i + 1, k->spread->count);
    return zm_solve(c, v, &options, &solved);
}

static zm_status open_or_solve(const zm_comparison *k, const zm_variant *v, unsigned i, zm_row *r, zm_table **t)
{
    zm_context *c = k->cli->context;
    zm_status status = zm_table_open(c, v, zm_cli_tables(k->cli), t);
    bool can_be_made = status == ZM_NOT_FOUND || status == ZM_CORRUPT;
    r->already = status == ZM_OK;
    if (!can_be_made || zm_cli_has(k->cli, "no-solve"))
        return status;
    ZM_TRY(c, solve(k, v, i));
    return zm_table_open(c, v, zm_cli_tables(k->cli), t);
}

static zm_status measure(zm_comparison *k, const zm_variant *v, const zm_table *t, zm_row *r)
{
    zm_context *c = k->cli->context;
    r->summary = *zm_table_summary(t);
    r->table_bytes = zm_table_bytes(t);
    if (r->summary.has_longest)
        zm_write_position(v, r->summary.longest_position, r->longest);
    ZM_TRY(c, zm_sample_games(c, v, t, &k->sample, &r->sample));
    r->number = k->solved++;
    k->ranked[r->number] = r;
    k->lean[r->number] = zm_lean_of(&r->summary, r->turn, &r->sample);
    zm_release(c, r->sample.ply);
    r->sample.ply = NULL;
    return ZM_OK;
}

static zm_status fill(zm_comparison *k, unsigned i, const zm_variant *v, zm_row *r)
{
    zm_table *t = NULL;
    r->settings = *v;
    r->settings.data = NULL;
    r->bound = zm_bound_of(v);
    r->turn = zm_turn_of(v, v->game->start(v));
    zm_status status = open_or_solve(k, v, i, r, &t);
    if (status == ZM_OK)
        status = measure(k, v, t, r);
    zm_table_close(t);
    return status;
}

static zm_row_state state_of(const zm_comparison *k, zm_status status)
{
    if (status == ZM_OK)
        return ZM_ROW_SOLVED;
    return status == ZM_NOT_FOUND && zm_cli_has(k->cli, "no-solve") ? ZM_ROW_UNSOLVED : ZM_ROW_FAILED;
}

static void make_row(zm_comparison *k, unsigned i, zm_row *r)
{
    zm_cli *cli = k->cli;
    char line[ZM_VARIANT_TEXT + 4300];
    r->status = zm_spread_variant(cli->context, cli->game, k->spread, i, &cli->variant);
    if (r->status != ZM_OK) {
        r->state = r->status == ZM_BAD_INPUT ? ZM_ROW_REFUSED : ZM_ROW_FAILED;
        return;
    }
    r->status = fill(k, i, cli->variant, r);
    r->state = state_of(k, r->status);
    if (r->status == ZM_CORRUPT)
        zm_add_to_message(cli->context, r->status, "; run: %s", zm_command_line(cli, "solve", line, sizeof line));
}

/* What is wrong with one variant is kept in its row; only a stop ends it all. */
static zm_status find_row(zm_comparison *k, unsigned i)
{
    zm_context *c = k->cli->context;
    zm_row *r = &k->row[i];
    ZM_TRY(c, zm_check_stop(c));
    make_row(k, i, r);
    zm_variant_free(c, k->cli->variant);
    k->cli->variant = NULL;
    k->failed += r->state == ZM_ROW_FAILED;
    if (r->status != ZM_OK)
        snprintf(r->problem, sizeof r->problem, "%s", zm_message(c));
    name_row(k, i, r);
    return r->status == ZM_INTERRUPTED ? ZM_INTERRUPTED : ZM_OK;
}

/* ---- all of them ---- */
static const zm_row *first_in(const zm_comparison *k, zm_row_state state)
{
    for (unsigned i = 0; i < k->spread->count; i++)
        if (k->row[i].state == state)
            return &k->row[i];
    return NULL;
}

static zm_status find_rows(zm_comparison *k)
{
    zm_context *c = k->cli->context;
    for (unsigned i = 0; i < k->spread->count; i++)
        ZM_TRY(c, find_row(k, i));
    if (k->solved) {
        k->best = zm_fairest(k->solved, k->lean, k->firsts);
        return ZM_OK;
    }
    /* Nothing to show: the first reason is the command's own failure. */
    const zm_row *first = first_in(k, ZM_ROW_FAILED);
    if (!first && !first_in(k, ZM_ROW_UNSOLVED))
        first = first_in(k, ZM_ROW_REFUSED);
    return first ? zm_fail(c, first->status, "%s", first->problem) : ZM_OK;
}

static zm_status show(const zm_comparison *k)
{
    zm_context *c = k->cli->context;
    if (k->cli->json)
        zm_compare_json(k);
    else
        ZM_TRY(c, zm_compare_text(k));
    if (!k->failed)
        return ZM_OK;
    const zm_row *first = first_in(k, ZM_ROW_FAILED);
    k->cli->partial = true;
    return zm_fail(c, first->status, "%u of %u variants could not be had; %s: %s", k->failed, k->spread->count,
                   first->name, first->problem);
}

static zm_status read_options(const zm_cli *cli, zm_sample_options *o)
{
    int64_t games = 2000, seed = 1, plies = 1000;
    ZM_TRY(cli->context, zm_cli_number(cli, "games-sampled", 1, 100000000, &games));
    ZM_TRY(cli->context, zm_cli_number(cli, "plies", 1, 100000, &plies));
    ZM_TRY(cli->context, zm_cli_number(cli, "seed", 0, INT64_MAX, &seed));
    *o = (zm_sample_options){.games = (uint64_t)games, .seed = (uint64_t)seed, .plies = (unsigned)plies};
    return ZM_OK;
}

static zm_status compare(zm_comparison *k)
{
    zm_cli *cli = k->cli;
    ZM_TRY(cli->context, read_options(cli, &k->sample));
    ZM_TRY(cli->context, zm_spread_new(cli->context, cli->game, cli->settings, cli->setting, &k->spread));
    ZM_TRY(cli->context, zm_alloc(cli->context, &k->row, k->spread->count, sizeof *k->row, "the rows"));
    ZM_TRY(cli->context, find_rows(k));
    return show(k);
}

static zm_status run(zm_cli *cli)
{
    zm_comparison *k;
    if (cli->game->rolls)
        return zm_fail(cli->context, ZM_BAD_INPUT,
                       "compare is for games without dice; of %s each `zermelo solve` says who is ahead, and how far",
                       cli->game->name);
    ZM_TRY(cli->context, zm_alloc(cli->context, &k, 1, sizeof *k, "the comparison"));
    k->cli = cli;
    zm_status status = compare(k);
    zm_release(cli->context, k->row);
    zm_spread_free(cli->context, k->spread);
    zm_release(cli->context, k);
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
        "stored, as --values says. A variant that cannot be had is told, the others are shown, and the exit status is "
        "1. Fairness "
        "is measured in several ways, each said in words; some are from random games.",
    .example = "zermelo compare GAME --games-sampled 5000 --seed 7",
    .game = true,
    .spread = true,
    .most = 1,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"no-solve", NULL, NULL, "solve nothing; variants without a table are listed as not solved", 0},
              ZM_FLAG_VALUES,
              {"games-sampled", "N", NULL, "random games for each variant (2,000)", 0},
              {"plies", "N", NULL, "after which a random game is left unfinished (1,000)", 0},
              {"seed", "N", NULL, "of the random games (1)", 0}},
    .run = run,
};
