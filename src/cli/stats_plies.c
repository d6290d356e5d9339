/* stats_plies.c: `zermelo stats GAME --plies N`: states ply by ply, without a table. Rows are shown as soon as they are
 * counted: when a count fails, those before are there. */
#include "stats.h"

#include "answer/parts.h"
#include "args.h"
#include "base/text.h"
#include "print.h"

#include <zermelo/layers.h>

enum { MOST_PLIES = 1000 };

typedef struct rows {
    const zm_cli *cli;
    unsigned count;
    zm_layer row[MOST_PLIES + 1], sum;
} rows;

static void print_row(const char *name, const zm_layer *l)
{
    char a[32], b[32], c[32];
    printf("  %6s  %21s  %21s", name, zm_count_text(l->states, a), zm_count_text(l->open, b));
    if (l->positions)
        printf("  %21s", zm_count_text(l->positions, c));
    putchar('\n');
    fflush(stdout);
}

static void add_row(void *arg, const zm_layer *l)
{
    rows *r = arg;
    char ply[16];
    r->row[r->count++] = *l;
    r->sum.states += l->states;
    r->sum.open += l->open;
    r->sum.positions += l->positions;
    if (r->cli->json)
        return;
    zm_clear_progress(r->cli);
    if (!l->ply) {
        zm_print_title(r->cli);
        printf("  %6s  %21s  %21s%s\n", "PLIES", "STATES", "NOT OVER", l->positions ? "              POSITIONS" : "");
    }
    snprintf(ply, sizeof ply, "%u", l->ply);
    print_row(ply, l);
}

static void print_end(const rows *r, const zm_layers *l)
{
    char seconds[32], bytes[32];
    print_row("all", &r->sum);
    if (r->cli->game->fingerprint)
        printf("\n  positions that are symmetric to each other are one state\n");
    printf("\n  counted by %s in %s, with %s of memory\n", l->way == ZM_LAYERS_SETS ? "sets" : "walking",
           zm_seconds_text(l->seconds, seconds), zm_bytes_text(l->peak_bytes, bytes));
}

static void json_row(zm_json *j, const zm_layer *l)
{
    zm_json_number(j, "states", l->states);
    zm_json_number(j, "open", l->open);
    if (l->positions)
        zm_json_number(j, "positions", l->positions);
}

/* l is NULL when it was not finished. */
static void print_json(const rows *r, const zm_layers *l)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, r->cli->variant);
    zm_json_bool(&j, "finished", l != NULL);
    json_row(&j, &r->sum);
    zm_json_open(&j, "plies", '[');
    for (unsigned i = 0; i < r->count; i++) {
        zm_json_open(&j, NULL, '{');
        zm_json_number(&j, "ply", r->row[i].ply);
        json_row(&j, &r->row[i]);
        zm_json_close(&j, '}');
    }
    zm_json_close(&j, ']');
    if (l) {
        zm_json_text(&j, "by", zm_layers_way_name(l->way));
        zm_json_real(&j, "seconds", l->seconds);
        zm_json_number(&j, "peak_bytes", l->peak_bytes);
    }
    zm_json_close(&j, '}');
    putchar('\n');
}

static zm_status refuse_others(const zm_cli *cli)
{
    static const char *const others[] = {"plot", "of", "games", "positions", "csv"};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        if (zm_cli_has(cli, others[i]))
            return zm_fail(cli->context, ZM_BAD_INPUT, "--%s is of a table, and --plies needs none: one or the other",
                           others[i]);
    return ZM_OK;
}

zm_status zm_stats_plies(zm_cli *cli)
{
    rows r = {.cli = cli};
    zm_layers_options o = ZM_OPTIONS(zm_layers_options, .each = add_row, .arg = &r);
    zm_layers l;
    int64_t most;
    ZM_TRY(cli->context, refuse_others(cli));
    ZM_TRY(cli->context, zm_cli_number(cli, "plies", 0, MOST_PLIES, &most));
    if (zm_cli_has(cli, "by"))
        zm_layers_way_parse(zm_cli_value(cli, "by"), &o.way);
    o.most = (unsigned)most;
    const zm_status status = zm_count_layers(cli->context, cli->variant, &o, &l);
    if (cli->json && r.count)
        print_json(&r, status ? NULL : &l);
    ZM_TRY(cli->context, status);
    if (!cli->json)
        print_end(&r, &l);
    zm_layers_free(cli->context, &l);
    return ZM_OK;
}
