/* sweeps.c: see sweeps.h. */
#include "sweeps.h"

#include "base/text.h"
#include "draw/plot.h"
#include "print.h"

#include <math.h>
#include <stdlib.h>

void zm_sweeps_note(void *sweeps, const zm_sweep_report *r)
{
    zm_sweeps *s = sweeps;
    if (s->count == s->room) {
        const size_t room = 2 * s->room + 256;
        zm_sweep_report *more = realloc(s->report, room * sizeof *more);
        if (!more) {
            s->failed = true;
            return;
        }
        s->report = more;
        s->room = room;
    }
    s->report[s->count++] = *r;
}

void zm_sweeps_free(zm_sweeps *s) { free(s->report); }

/* ---- the chart ---- */
typedef struct stretch { /* the reports of one tier, which lie together */
    size_t from, count;
} stretch;

typedef struct chart {
    unsigned count;
    stretch tier[ZM_PLOT_SERIES];
    char name[ZM_PLOT_SERIES][96];
    zm_series series[ZM_PLOT_SERIES];
    double *x, *y;
    double longest, least, most; /* sweeps of a tier; numbers that are drawn */
} chart;

static uint64_t states_of(const zm_sweeps *s, const stretch *t) { return s->report[t->from].states; }

/* Keeps the largest, in order. */
static void keep(const zm_sweeps *s, chart *k, stretch t)
{
    unsigned at = k->count < ZM_PLOT_SERIES ? k->count++ : ZM_PLOT_SERIES;
    for (; at && states_of(s, &k->tier[at - 1]) < states_of(s, &t); at--)
        if (at < ZM_PLOT_SERIES)
            k->tier[at] = k->tier[at - 1];
    if (at < ZM_PLOT_SERIES)
        k->tier[at] = t;
}

static void find_tiers(const zm_sweeps *s, chart *k)
{
    for (size_t from = 0, to; from < s->count; from = to) {
        for (to = from; to < s->count && s->report[to].tier == s->report[from].tier; to++)
            ;
        keep(s, k, (stretch){from, to - from});
    }
}

static void fill(const zm_sweeps *s, zm_sweeps_what what, chart *k)
{
    k->least = k->most = 1;
    for (size_t i = 0; i < s->count; i++) {
        k->x[i] = (double)s->report[i].sweep;
        k->y[i] = what == ZM_SWEEPS_WIDTHS ? s->report[i].widest : (double)s->report[i].moved;
    }
    for (unsigned i = 0; i < k->count; i++) {
        const stretch *t = &k->tier[i];
        char count[32];
        snprintf(k->name[i], sizeof k->name[i], "tier %u, %s states", s->report[t->from].tier,
                 zm_count_text(states_of(s, t), count));
        k->series[i] = (zm_series){k->name[i], t->count, k->x + t->from, k->y + t->from, ZM_LINE, 0};
        k->longest = fmax(k->longest, (double)t->count);
        for (size_t n = 0; n < t->count; n++) {
            k->least = k->y[t->from + n] > 0 ? fmin(k->least, k->y[t->from + n]) : k->least;
            k->most = fmax(k->most, k->y[t->from + n]);
        }
    }
}

static zm_status draw(const zm_cli *cli, const chart *k, zm_sweeps_what what, const char *path)
{
    char title[200], settings[ZM_VARIANT_TEXT];
    unsigned width, height;
    const zm_axis widths = {.name = "widest interval", .from = fmin(k->least, 0.1), .to = 1, .log = true};
    const zm_axis changes = {.name = "states changed", .from = 1, .to = fmax(k->most, 10), .log = true};
    zm_variant_text(cli->variant, ' ', false, settings, sizeof settings);
    snprintf(title, sizeof title, "%.80s%s%.100s", cli->game->title, *settings ? ", " : "", settings);
    const zm_plot plot = {.title = title,
                          .x = {.name = "sweeps over the tier", .from = 1, .to = fmax(k->longest, 2)},
                          .y = what == ZM_SWEEPS_WIDTHS ? widths : changes,
                          .count = k->count,
                          .series = k->series};
    return zm_plot_file(cli->context, &plot, path, &width, &height);
}

zm_status zm_sweeps_plot(const zm_cli *cli, const zm_sweeps *s, zm_sweeps_what what, const char *path)
{
    zm_context *c = cli->context;
    chart k = {0};
    if (s->failed)
        return zm_fail(c, ZM_NO_MEMORY, "not enough memory for the sweeps of a chart");
    if (!s->count)
        return zm_fail(c, ZM_BAD_INPUT, "a chart shows sweeps, and there were none: the table was there; use --again");
    find_tiers(s, &k);
    ZM_TRY(c, zm_alloc(c, &k.x, 2 * s->count, sizeof *k.x, "the numbers of a chart"));
    k.y = k.x + s->count;
    fill(s, what, &k);
    zm_status status = draw(cli, &k, what, path);
    zm_release(c, k.x);
    if (status == ZM_OK)
        zm_print_wrote(cli, path);
    return status;
}
