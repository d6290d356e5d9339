/* stats_dice.c: how likely the side to move wins, by how far it is ahead: the least, the mean and the most of all positions with the same
 * lead (the distance-to-finish ratio of Sabirov 2019, Figures 4.3 and 4.4), as numbers and as a chart.
 *
 * One pass over the table in pieces; threads tally whole numbers, so the answer does not depend on them. */
#include "stats.h"

#include "args.h"
#include "base/stop.h"
#include "base/text.h"
#include "draw/plot.h"
#include "print.h"

#include <zermelo/lead.h>

#include <math.h>
#include <omp.h>

enum {
    BINS = 201,
    COARSE = 20,
    PIECE = 1 << 18
}; /* a bin is a hundredth of lead wide; a line of the text ten of them */

typedef unsigned __int128 wide;

typedef struct bin { /* odds as lower + upper */
    uint64_t positions, least, most;
    wide sum;
} bin;

typedef struct leads {
    bin at[BINS];
    uint64_t positions;
    zm_curve curve;
} leads;

static double lead_of(unsigned i) { return (double)i * 2 / (BINS - 1) - 1; }
static double share_of(double twice) { return twice / 2 / ZM_CERTAIN; }
static double mean_of(const bin *b) { return share_of((double)b->sum / (double)b->positions); }

/* ---- counting ---- */
static void add(bin *a, const bin *b)
{
    if (!b->positions)
        return;
    a->least = !a->positions || b->least < a->least ? b->least : a->least;
    a->most = b->most > a->most ? b->most : a->most;
    a->sum += b->sum;
    a->positions += b->positions;
}

static zm_status note(const zm_cli *cli, uint32_t tier, uint64_t index, zm_odds odds, bin *bins)
{
    const uint64_t twice = (uint64_t)odds.lower + odds.upper;
    zm_pos p;
    if (!zm_is_odds(odds))
        return ZM_OK;
    ZM_TRY(cli->context, zm_table_state(cli->table, cli->context, tier, index, &p));
    if (cli->game->ended && cli->game->ended(cli->variant, p) != ZM_OPEN)
        return ZM_OK;
    const double at = (cli->game->lead(cli->variant, p) + 1) * (BINS - 1) / 2;
    const unsigned i = at <= 0 ? 0 : at >= BINS - 1 ? BINS - 1 : (unsigned)lround(at);
    add(&bins[i], &(bin){1, twice, twice, twice});
    return ZM_OK;
}

static zm_status count_piece(zm_cli *cli, uint32_t tier, uint64_t from, uint64_t count, const zm_odds *odds, leads *out)
{
    zm_status failed = ZM_OK;
#pragma omp parallel num_threads(zm_threads(cli->context))
    {
        bin mine[BINS] = {0};
        zm_status status = ZM_OK;
#pragma omp for schedule(static)
        for (uint64_t i = 0; i < count; i++)
            if (status == ZM_OK)
                status = note(cli, tier, from + i, odds[i], mine);
#pragma omp critical(zm_stats_dice)
        {
            for (unsigned i = 0; i < BINS; i++)
                add(&out->at[i], &mine[i]);
            failed = failed == ZM_OK ? status : failed;
        }
    }
    zm_progress_add(cli->context, count);
    return failed;
}

static zm_status count_tiers(zm_cli *cli, zm_odds *odds, leads *out)
{
    zm_context *c = cli->context;
    for (uint32_t tier = 0; tier < zm_table_tiers(cli->table); tier++) {
        const uint64_t size = zm_table_tier_size(cli->table, tier);
        for (uint64_t from = 0, count; from < size; from += count) {
            count = size - from < PIECE ? size - from : PIECE;
            ZM_TRY(c, zm_check_stop(c));
            ZM_TRY(c, zm_table_read_odds_piece(cli->table, c, tier, from, count, odds));
            ZM_TRY(c, count_piece(cli, tier, from, count, odds, out));
        }
    }
    return ZM_OK;
}

static zm_status count_leads(zm_cli *cli, leads *out)
{
    zm_context *c = cli->context;
    zm_odds *odds;
    ZM_TRY(c, zm_alloc(c, &odds, PIECE, sizeof *odds, "a piece of a table"));
    zm_progress_begin(c, "counting", zm_table_summary(cli->table)->states);
    zm_status status = count_tiers(cli, odds, out);
    zm_progress_end(c);
    zm_release(c, odds);
    for (unsigned i = 0; i < BINS; i++)
        out->positions += out->at[i].positions;
    return status == ZM_OK ? zm_curve_fit(c, cli->variant, cli->table, &out->curve) : status;
}

/* ---- the chart ---- */
static zm_status draw(const zm_cli *cli, const leads *l, const char *path)
{
    double x[BINS], y[3][BINS], curve[BINS], all[BINS];
    unsigned width, height;
    size_t n = 0;
    char title[200];
    for (unsigned i = 0; i < BINS; i++) {
        const bin *b = &l->at[i];
        all[i] = lead_of(i);
        curve[i] = zm_curve_at(&l->curve, lead_of(i));
        if (!b->positions)
            continue;
        x[n] = lead_of(i);
        y[0][n] = share_of((double)b->most);
        y[1][n] = mean_of(b);
        y[2][n++] = share_of((double)b->least);
    }
    const zm_series series[] = {{"most", n, x, y[0], false},
                                {"mean", n, x, y[1], false},
                                {"least", n, x, y[2], false},
                                {"fitted to all positions", BINS, all, curve, true}};
    char settings[ZM_VARIANT_TEXT];
    zm_variant_text(cli->variant, ' ', false, settings);
    snprintf(title, sizeof title, "%.80s%s%.100s", cli->game->title, *settings ? ", " : "", settings);
    const zm_plot plot = {.title = title,
                          .x = {"how far the side to move is ahead", -1, 1, false},
                          .y = {"probability that it wins", 0, 1, false},
                          .count = 4,
                          .series = series};
    return zm_plot_file(cli->context, &plot, path, &width, &height);
}

/* ---- what is printed ---- */
static void print_json(const zm_cli *cli, const leads *l, const char *path)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_variant(&j, cli);
    zm_json_text(&j, "values", "odds");
    zm_json_number(&j, "positions", l->positions);
    zm_json_open(&j, "by_lead", '[');
    for (unsigned i = 0; i < BINS; i++) {
        if (!l->at[i].positions)
            continue;
        zm_json_open(&j, NULL, '{');
        zm_json_real(&j, "lead", lead_of(i));
        zm_json_number(&j, "positions", l->at[i].positions);
        zm_json_real(&j, "min", share_of((double)l->at[i].least));
        zm_json_real(&j, "mean", mean_of(&l->at[i]));
        zm_json_real(&j, "max", share_of((double)l->at[i].most));
        zm_json_close(&j, '}');
    }
    zm_json_close(&j, ']');
    zm_json_text(&j, "plot", path);
    zm_json_close(&j, '}');
    putchar('\n');
}

static void print_csv(const leads *l)
{
    puts("lead,positions,min,mean,max");
    for (unsigned i = 0; i < BINS; i++)
        if (l->at[i].positions)
            printf("%.2f,%llu,%.9f,%.9f,%.9f\n", lead_of(i), (unsigned long long)l->at[i].positions,
                   share_of((double)l->at[i].least), mean_of(&l->at[i]), share_of((double)l->at[i].most));
}

static void print_text(const zm_cli *cli, const leads *l)
{
    char count[32];
    zm_print_title(cli);
    printf("  %s positions that are not over, by how far the side to move is ahead\n\n",
           zm_count_text(l->positions, count));
    printf("  %-15s  %14s  %9s  %9s  %9s\n", "LEAD", "POSITIONS", "LEAST", "MEAN", "MOST");
    for (unsigned k = 0; k < COARSE; k++) {
        const unsigned from = k * (BINS - 1) / COARSE, to = k + 1 == COARSE ? BINS : (k + 1) * (BINS - 1) / COARSE;
        bin b = {0};
        for (unsigned i = from; i < to; i++)
            add(&b, &l->at[i]);
        if (b.positions)
            printf("  %5.2f to %5.2f   %14s  %8.4f%%  %8.4f%%  %8.4f%%\n", lead_of(from), lead_of(to - 1),
                   zm_count_text(b.positions, count), share_of((double)b.least) * 100, mean_of(&b) * 100,
                   share_of((double)b.most) * 100);
    }
}

static zm_status count_and_show(zm_cli *cli, leads *l)
{
    const char *path = zm_cli_value(cli, "plot");
    ZM_TRY(cli->context, count_leads(cli, l));
    if (path)
        ZM_TRY(cli->context, draw(cli, l, path));
    if (cli->json)
        print_json(cli, l, path);
    else if (zm_cli_has(cli, "csv"))
        print_csv(l);
    else
        print_text(cli, l);
    return ZM_OK;
}

zm_status zm_stats_dice(zm_cli *cli)
{
    leads *l;
    if (!cli->game->lead)
        return zm_fail(cli->context, ZM_BAD_INPUT,
                       "%s does not say how far a side is ahead, by which games with dice are counted",
                       cli->game->name);
    if (zm_cli_has(cli, "games") || zm_cli_has(cli, "positions"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--games and --positions are for games without dice");
    ZM_TRY(cli->context, zm_cli_open_table(cli));
    ZM_TRY(cli->context, zm_alloc(cli->context, &l, 1, sizeof *l, "the figures"));
    zm_status status = count_and_show(cli, l);
    zm_release(cli->context, l);
    return status;
}
