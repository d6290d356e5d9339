/* plots.c: see plots.h. A chart is made of columns of numbers that the command has found anyway; what draws it is in
 * src/draw. The two players have the colours of their pieces, draws are grey. */
#include "plots.h"

#include "args.h"
#include "draw/plot.h"
#include "print.h"

#include <math.h>
#include <string.h>

enum { FIRST = 0x0072B2, SECOND = 0xE69F00, NOBODY = 0xB8B8B8 };
enum { COLUMNS = 8, LABEL = 48 };

typedef struct charts {
    const zm_cli *cli;
    unsigned count;
    zm_plot plot[ZM_PLOT_MOST];
    zm_series series[ZM_PLOT_MOST][ZM_PLOT_SERIES];
    double *column[ZM_PLOT_MOST * COLUMNS]; /* of numbers */
    unsigned columns;
    char title[ZM_PLOT_MOST][200], name[ZM_PLOT_MOST][ZM_PLOT_SERIES][80];
    char leans[80], varies[200];         /* names of axes */
    char words[2][ZM_MAX_SPREAD][LABEL]; /* of labels */
    const char *label[ZM_MAX_SPREAD],
        *solved[ZM_MAX_SPREAD]; /* names of all variants there are, and of the solved ones */
} charts;

bool zm_plot_asked(const zm_cli *cli, const char *chart)
{
    const char *of = zm_cli_value(cli, "of");
    return zm_cli_has(cli, "plot") && (!of || !strcmp(of, chart));
}

zm_status zm_plot_check(const zm_cli *cli)
{
    if (zm_cli_has(cli, "of") && !zm_cli_has(cli, "plot"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--of is for --plot: which of the charts is drawn");
    const char *format;
    return zm_cli_has(cli, "plot") ? zm_plot_format(cli->context, zm_cli_value(cli, "plot"), &format) : ZM_OK;
}

/* ---- making charts ---- */
static zm_status open_charts(const zm_cli *cli, charts **out)
{
    ZM_TRY(cli->context, zm_alloc(cli->context, out, 1, sizeof **out, "charts"));
    (*out)->cli = cli;
    return ZM_OK;
}

static void close_charts(charts *k)
{
    for (unsigned i = 0; i < k->columns; i++)
        zm_release(k->cli->context, k->column[i]);
    zm_release(k->cli->context, k);
}

static zm_status new_column(charts *k, size_t count, double **out)
{
    ZM_TRY(k->cli->context, zm_alloc(k->cli->context, out, count + 1, sizeof **out, "the numbers of a chart"));
    k->column[k->columns++] = *out;
    return ZM_OK;
}

/* "Hasenspiel (size=6): WHAT" */
static zm_plot *new_plot(charts *k, const char *what)
{
    const zm_cli *cli = k->cli;
    char settings[ZM_VARIANT_TEXT] = "";
    zm_plot *p = &k->plot[k->count];
    if (cli->variant)
        zm_variant_text(cli->variant, ' ', false, settings, sizeof settings);
    snprintf(k->title[k->count], sizeof k->title[0], "%.60s%s%.60s%s: %.60s", cli->game->title, *settings ? " (" : "",
             settings, *settings ? ")" : "", what);
    *p = (zm_plot){.title = k->title[k->count], .series = k->series[k->count]};
    k->count++;
    return p;
}

static void add_series(charts *k, const char *name, size_t count, const double *x, const double *y, zm_series_kind kind,
                       unsigned colour)
{
    zm_plot *p = &k->plot[k->count - 1];
    char *words = k->name[k->count - 1][p->count];
    snprintf(words, sizeof k->name[0][0], "%.79s", name);
    k->series[k->count - 1][p->count++] = (zm_series){words, count, x, y, kind, colour};
}

static const char *wins(const zm_cli *cli, unsigned player, char out[80])
{
    const char *name = zm_player(cli->game, player);
    snprintf(out, 80, "%.40s %s", name, zm_wins(name));
    return out;
}

static zm_status write_charts(charts *k)
{
    unsigned width, height;
    return zm_plots_file(k->cli->context, k->count, k->plot, zm_cli_value(k->cli, "plot"), &width, &height);
}

/* 0, 1, 2, ... */
static zm_status new_count(charts *k, size_t count, double **out)
{
    ZM_TRY(k->cli->context, new_column(k, count, out));
    for (size_t i = 0; i < count; i++)
        (*out)[i] = (double)i;
    return ZM_OK;
}

/* ---- stats ---- */
static zm_status add_shares(charts *k, const zm_shares *s)
{
    zm_context *c = k->cli->context;
    double *x, *y[3];
    char name[80];
    ZM_TRY(c, new_count(k, s->plies, &x));
    for (unsigned i = 0; i < 3; i++)
        ZM_TRY(c, new_column(k, s->plies, &y[i]));
    for (uint32_t i = 0; i < s->plies; i++) {
        const zm_ply_values *p = &s->ply[i];
        const double all = (double)(p->won_by[0] + p->won_by[1] + p->drawn);
        y[0][i] = all > 0 ? (double)p->won_by[0] / all : 0;
        y[1][i] = all > 0 ? (double)p->drawn / all : 0;
        y[2][i] = all > 0 ? (double)p->won_by[1] / all : 0;
    }
    zm_plot *p = new_plot(k, "who wins, by distance from the start");
    p->x = (zm_axis){.name = "moves from the start", .from = 0, .to = s->plies > 1 ? s->plies - 1 : 1};
    p->y = (zm_axis){.name = "share of the states", .from = 0, .to = 1};
    add_series(k, wins(k->cli, 0, name), s->plies, x, y[0], ZM_AREA, FIRST);
    add_series(k, "draw", s->plies, x, y[1], ZM_AREA, NOBODY);
    add_series(k, wins(k->cli, 1, name), s->plies, x, y[2], ZM_AREA, SECOND);
    return ZM_OK;
}

static zm_status add_remoteness(charts *k, const zm_figures *f)
{
    zm_context *c = k->cli->context;
    double *x, *y[2], *sum;
    char name[80];
    ZM_TRY(c, new_count(k, f->remotenesses, &x));
    ZM_TRY(c, new_column(k, f->remotenesses, &y[0]));
    ZM_TRY(c, new_column(k, f->remotenesses, &y[1]));
    ZM_TRY(c, new_column(k, f->remotenesses, &sum));
    for (unsigned r = 0; r < f->remotenesses; r++) {
        y[0][r] = (double)f->total.at[r][0];
        y[1][r] = (double)f->total.at[r][1];
        sum[r] = y[0][r] + y[1][r];
    }
    zm_plot *p = new_plot(k, "how far wins are");
    p->x = (zm_axis){.name = "plies to the end", .from = -0.5, .to = fmax(f->remotenesses, 1) - 0.5};
    p->y = zm_plot_axis("states", false, f->remotenesses, sum);
    for (unsigned w = 0; w < 2; w++)
        add_series(k, wins(k->cli, w, name), f->remotenesses, x, y[w], ZM_BARS, w ? SECOND : FIRST);
    return ZM_OK;
}

static zm_status add_plies(charts *k, const zm_plies *f)
{
    double *x, *y;
    ZM_TRY(k->cli->context, new_count(k, f->plies, &x));
    ZM_TRY(k->cli->context, new_column(k, f->plies, &y));
    for (uint32_t i = 0; i < f->plies; i++)
        y[i] = (double)f->count[i];
    zm_plot *p = new_plot(k, "states by distance from the start");
    p->x = (zm_axis){.name = "moves from the start", .from = -0.5, .to = fmax(f->plies, 1) - 0.5};
    p->y = zm_plot_axis("states", false, f->plies, y);
    add_series(k, "states", f->plies, x, y, ZM_BARS, FIRST);
    return ZM_OK;
}

static zm_status fill_stats(charts *k, const zm_figures *f, const zm_shares *s)
{
    zm_context *c = k->cli->context;
    const char *of = zm_cli_value(k->cli, "of");
    if (f->wdl && of && !strcmp(of, "remoteness"))
        return zm_fail(c, ZM_BAD_INPUT, "--of remoteness: this table says who wins, not how far");
    if (zm_plot_asked(k->cli, "shares"))
        ZM_TRY(c, add_shares(k, s));
    if (zm_plot_asked(k->cli, "remoteness") && !f->wdl)
        ZM_TRY(c, add_remoteness(k, f));
    if (zm_plot_asked(k->cli, "plies"))
        ZM_TRY(c, add_plies(k, &f->plies));
    return write_charts(k);
}

zm_status zm_stats_plot(const zm_cli *cli, const zm_figures *f, const zm_shares *s)
{
    charts *k;
    ZM_TRY(cli->context, open_charts(cli, &k));
    const zm_status status = fill_stats(k, f, s);
    close_charts(k);
    return status;
}

/* ---- compare ---- */
/* "size=6 pawns=2" is "6 2", the axis says what of: "size pawns". */
static const char *values_of(const char *name, char out[LABEL])
{
    size_t n = 0;
    out[0] = 0;
    while (*name && n < LABEL) {
        const size_t word = strcspn(name, " "), option = strcspn(name, "=");
        const size_t skipped = option < word ? option + 1 : 0;
        n += (size_t)snprintf(out + n, LABEL - n, "%s%.*s", n ? " " : "", (int)(word - skipped), name + skipped);
        name += word + (name[word] == ' ');
    }
    return out;
}

static zm_axis name_axis(charts *k, const zm_comparison *of, unsigned count, const char *const *label)
{
    size_t n = 0;
    for (unsigned o = 0; o < ZM_MAX_OPTIONS && of->game->options[o].name; o++)
        if (of->varies[o] && n < sizeof k->varies)
            n +=
                (size_t)snprintf(k->varies + n, sizeof k->varies - n, "%s%s", n ? ", " : "", of->game->options[o].name);
    return (zm_axis){
        .name = n ? k->varies : "variant", .from = -0.5, .to = fmax(count, 1) - 0.5, .names = count, .label = label};
}

static zm_axis solved_axis(charts *k, const zm_comparison *of)
{
    for (unsigned i = 0; i < of->solved; i++)
        k->solved[i] = values_of(of->ranked[i]->name, k->words[1][i]);
    return name_axis(k, of, of->solved, k->solved);
}

typedef struct counts { /* of states, by variant; what is not known is left out */
    size_t count;
    double *x, *y;
} counts;

static zm_status new_counts(charts *k, size_t most, counts *out)
{
    *out = (counts){0};
    ZM_TRY(k->cli->context, new_column(k, most, &out->x));
    return new_column(k, most, &out->y);
}

static void put(counts *c, unsigned variant, uint64_t states)
{
    if (!states || states == ZM_NOT_GIVEN)
        return;
    c->x[c->count] = variant;
    c->y[c->count++] = (double)states;
}

/* How many states there are, beside the bound and what was published, on a log axis; of variants that are not solved
 * what is known without that. */
static zm_status add_states(charts *k, const zm_comparison *of)
{
    zm_context *c = k->cli->context;
    counts exact, bound, published;
    unsigned rows = 0;
    double *all;
    const char *source = "published";
    ZM_TRY(c, new_counts(k, of->count, &exact));
    ZM_TRY(c, new_counts(k, of->count, &bound));
    ZM_TRY(c, new_counts(k, of->count, &published));
    ZM_TRY(c, new_column(k, 3 * (size_t)of->count, &all));
    for (unsigned i = 0; i < of->count; i++) {
        const zm_compare_row *r = &of->row[i];
        if (r->state == ZM_ROW_REFUSED)
            continue;
        const zm_published *p = zm_published_of(&r->settings, NULL);
        put(&exact, rows, r->state == ZM_ROW_SOLVED ? r->summary.states : 0);
        put(&bound, rows, r->bound);
        put(&published, rows, p ? p->states : 0);
        source = p ? p->source->name : source;
        k->label[rows] = values_of(r->name, k->words[0][rows]);
        rows++;
    }
    memcpy(all, exact.y, exact.count * sizeof *all);
    memcpy(all + exact.count, bound.y, bound.count * sizeof *all);
    memcpy(all + exact.count + bound.count, published.y, published.count * sizeof *all);
    zm_plot *p = new_plot(k, bound.count ? "upper bound and exact count" : "how many states there are");
    p->x = name_axis(k, of, rows, k->label);
    p->y = zm_plot_axis("states", true, exact.count + bound.count + published.count, all);
    add_series(k, "states that play reaches", exact.count, exact.x, exact.y, ZM_DOTTED_LINE, FIRST);
    if (bound.count)
        add_series(k, "upper bound", bound.count, bound.x, bound.y, ZM_DOTTED_LINE, 0xD55E00);
    if (published.count)
        add_series(k, source, published.count, published.x, published.y, ZM_DOTS, 0x2B2B2B);
    return ZM_OK;
}

static zm_status add_values(charts *k, const zm_comparison *of)
{
    zm_context *c = k->cli->context;
    double *x, *y[3];
    char name[80];
    ZM_TRY(c, new_count(k, of->solved, &x));
    for (unsigned i = 0; i < 3; i++)
        ZM_TRY(c, new_column(k, of->solved, &y[i]));
    for (unsigned i = 0; i < of->solved; i++) {
        const zm_summary *s = &of->ranked[i]->summary;
        const double all = s->states ? (double)s->states : 1;
        y[0][i] = (double)s->won_by[0] / all;
        y[1][i] = (double)s->drawn / all;
        y[2][i] = (double)s->won_by[1] / all;
    }
    zm_plot *p = new_plot(k, "who wins");
    p->x = solved_axis(k, of);
    p->y = (zm_axis){.name = "share of the states", .from = 0, .to = 1};
    add_series(k, wins(k->cli, 0, name), of->solved, x, y[0], ZM_BARS, FIRST);
    add_series(k, "draw", of->solved, x, y[1], ZM_BARS, NOBODY);
    add_series(k, wins(k->cli, 1, name), of->solved, x, y[2], ZM_BARS, SECOND);
    return ZM_OK;
}

/* Of each measure how far every variant leans; what is not known is left out. */
static zm_status add_fairness(charts *k, const zm_comparison *of)
{
    zm_context *c = k->cli->context;
    zm_plot *p = new_plot(k, "fairness (0 is fair)");
    snprintf(k->leans, sizeof k->leans, "leans to %.24s (up) or %.24s (down)", zm_player(of->game, 0),
             zm_player(of->game, 1));
    p->x = solved_axis(k, of);
    p->y = (zm_axis){.name = k->leans, .from = -1.08, .to = 1.08};
    for (unsigned m = 0; m < ZM_MEASURES; m++) {
        double *x, *y;
        size_t n = 0;
        ZM_TRY(c, new_column(k, of->solved, &x));
        ZM_TRY(c, new_column(k, of->solved, &y));
        for (unsigned i = 0; i < of->solved; i++)
            if (!isnan(of->lean[i].by[m])) {
                x[n] = i + ((double)m - (ZM_MEASURES - 1) / 2.0) * 0.12; /* side by side, in the variant's band */
                y[n++] = of->lean[i].by[m];
            }
        add_series(k, zm_measure_at(m)->name, n, x, y, ZM_DOTS, 0);
    }
    return ZM_OK;
}

static zm_status fill_compare(charts *k, const zm_comparison *of)
{
    zm_context *c = k->cli->context;
    const char *one = zm_cli_value(k->cli, "of");
    if (!of->solved && (!one || strcmp(one, "states") != 0))
        return zm_fail(c, ZM_BAD_INPUT,
                       "--plot: none of the variants is solved; only --of states has something to draw then");
    if (zm_plot_asked(k->cli, "states"))
        ZM_TRY(c, add_states(k, of));
    if (zm_plot_asked(k->cli, "values"))
        ZM_TRY(c, add_values(k, of));
    if (zm_plot_asked(k->cli, "fairness"))
        ZM_TRY(c, add_fairness(k, of));
    return write_charts(k);
}

zm_status zm_compare_plot(const zm_cli *cli, const zm_comparison *of)
{
    charts *k;
    ZM_TRY(cli->context, open_charts(cli, &k));
    const zm_status status = fill_compare(k, of);
    close_charts(k);
    return status;
}
