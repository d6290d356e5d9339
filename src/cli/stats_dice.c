/* stats_dice.c: how likely the side to move wins, by how far it is ahead: the least, the mean and the most of all
 * positions with the same lead (the distance-to-finish ratio of Sabirov 2019, Figures 4.3 and 4.4), as numbers and as a
 * chart. */
#include "stats.h"

#include "answer/stats.h"
#include "args.h"
#include "base/text.h"
#include "draw/plot.h"
#include "print.h"

enum { COARSE = 20 }; /* lines of the text */

/* ---- the chart ---- */
static zm_status draw(const zm_cli *cli, const zm_leads *l, const char *path)
{
    double x[ZM_LEADS], y[3][ZM_LEADS], curve[ZM_LEADS], all[ZM_LEADS];
    unsigned width, height;
    size_t n = 0;
    char title[200];
    for (unsigned i = 0; i < ZM_LEADS; i++) {
        const zm_lead_odds *b = &l->at[i];
        all[i] = zm_lead_at(i);
        curve[i] = zm_curve_at(&l->curve, zm_lead_at(i));
        if (!b->positions)
            continue;
        x[n] = zm_lead_at(i);
        y[0][n] = zm_lead_share((double)b->most);
        y[1][n] = zm_lead_mean(b);
        y[2][n++] = zm_lead_share((double)b->least);
    }
    const zm_series series[] = {{"most", n, x, y[0], ZM_DOTS, 0},
                                {"mean", n, x, y[1], ZM_DOTS, 0},
                                {"least", n, x, y[2], ZM_DOTS, 0},
                                {"fitted to all positions", ZM_LEADS, all, curve, ZM_LINE, 0}};
    char settings[ZM_VARIANT_TEXT];
    zm_variant_text(cli->variant, ' ', false, settings, sizeof settings);
    snprintf(title, sizeof title, "%.80s%s%.100s", cli->game->title, *settings ? ", " : "", settings);
    const zm_plot plot = {.title = title,
                          .x = {.name = "how far the side to move is ahead", .from = -1, .to = 1},
                          .y = {.name = "probability that it wins", .from = 0, .to = 1},
                          .count = 4,
                          .series = series};
    return zm_plot_file(cli->context, &plot, path, &width, &height);
}

/* ---- what is printed ---- */
static void print_json(const zm_cli *cli, const zm_leads *l, const char *path)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_leads(&j, cli->variant, l);
    zm_json_text(&j, "plot", path);
    zm_json_close(&j, '}');
    putchar('\n');
}

static void print_csv(const zm_leads *l)
{
    puts("lead,positions,min,mean,max");
    for (unsigned i = 0; i < ZM_LEADS; i++)
        if (l->at[i].positions)
            printf("%.2f,%llu,%.9f,%.9f,%.9f\n", zm_lead_at(i), (unsigned long long)l->at[i].positions,
                   zm_lead_share((double)l->at[i].least), zm_lead_mean(&l->at[i]),
                   zm_lead_share((double)l->at[i].most));
}

static void print_text(const zm_cli *cli, const zm_leads *l)
{
    char count[32];
    zm_print_title(cli);
    printf("  %s positions that are not over, by how far the side to move is ahead\n\n",
           zm_count_text(l->positions, count));
    printf("  %-15s  %14s  %9s  %9s  %9s\n", "LEAD", "POSITIONS", "LEAST", "MEAN", "MOST");
    for (unsigned k = 0; k < COARSE; k++) {
        const unsigned from = k * (ZM_LEADS - 1) / COARSE,
                       to = k + 1 == COARSE ? ZM_LEADS : (k + 1) * (ZM_LEADS - 1) / COARSE;
        zm_lead_odds b = {0};
        for (unsigned i = from; i < to; i++)
            zm_lead_add(&b, &l->at[i]);
        if (b.positions)
            printf("  %5.2f to %5.2f   %14s  %7.4f %%  %7.4f %%  %7.4f %%\n", zm_lead_at(from), zm_lead_at(to - 1),
                   zm_count_text(b.positions, count), zm_lead_share((double)b.least) * 100, zm_lead_mean(&b) * 100,
                   zm_lead_share((double)b.most) * 100);
    }
}

static zm_status count_and_show(zm_cli *cli, zm_leads *l)
{
    const char *path = zm_cli_value(cli, "plot");
    ZM_TRY(cli->context, zm_leads_find(cli->context, cli->variant, cli->table, l));
    if (path)
        ZM_TRY(cli->context, draw(cli, l, path));
    if (cli->json)
        print_json(cli, l, path);
    else if (zm_cli_has(cli, "csv"))
        print_csv(l);
    else
        print_text(cli, l);
    zm_print_wrote(cli, path);
    return ZM_OK;
}

zm_status zm_stats_dice(zm_cli *cli)
{
    zm_leads *l;
    if (zm_cli_has(cli, "games") || zm_cli_has(cli, "positions"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--games and --positions are for games without dice");
    if (zm_cli_has(cli, "of"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--of is for games without dice: with dice there is one chart");
    ZM_TRY(cli->context, zm_cli_find_table(cli));
    ZM_TRY(cli->context, zm_alloc(cli->context, &l, 1, sizeof *l, "the figures"));
    zm_status status = count_and_show(cli, l);
    zm_release(cli->context, l);
    return status;
}
