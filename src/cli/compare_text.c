/* compare_text.c: a comparison as tables for people: the rows, each source beside them, fairness, the fairest. */
#include "compare.h"

#include "args.h"
#include "base/text.h"
#include "grid.h"

#include <math.h>
#include <string.h>

/* ---- what the grids share ---- */
/* A column for each option that varies; where none does, one for the name. */
static void begin(const zm_comparison *k, zm_grid *g)
{
    const zm_game *game = k->game;
    memset(g, 0, sizeof *g);
    g->rows = k->count;
    for (unsigned o = 0; o < ZM_MAX_OPTIONS && game->options[o].name; o++) {
        if (!k->varies[o])
            continue;
        unsigned at = zm_grid_column(g, "", game->options[o].name, game->options[o].kind != ZM_INT_OPTION);
        for (unsigned i = 0; i < g->rows; i++)
            zm_grid_set(g, i, at, "%s", zm_row_given(&k->row[i], game->options[o].name));
    }
    if (!g->columns) {
        zm_grid_column(g, "", "variant", true);
        zm_grid_set(g, 0, 0, "%s", k->row[0].name);
    }
    g->keys = g->columns;
}

static void set_count(zm_grid *g, unsigned row, unsigned column, uint64_t n)
{
    char text[32];
    zm_grid_set(g, row, column, "%s", zm_count_text(n, text));
}

/* "draw", "fox in 12", "fox" where nobody knows how far. */
static const char *start_words(const zm_compare_row *r, char out[ZM_WORDS_ROOM])
{
    const char *winner = zm_winner(&r->settings, r->turn, r->summary.start);
    if (winner && r->summary.wdl)
        snprintf(out, ZM_WORDS_ROOM, "%s", winner);
    else if (winner)
        snprintf(out, ZM_WORDS_ROOM, "%s in %u", winner, zm_remoteness(r->summary.start));
    else
        snprintf(out, ZM_WORDS_ROOM, "draw");
    return out;
}

/* ---- the rows ---- */
static void fill_row(zm_grid *g, unsigned i, const zm_compare_row *r)
{
    const zm_summary *s = &r->summary;
    unsigned at = g->keys;
    char text[ZM_WORDS_ROOM], bytes[32];
    unsigned tenths[3];
    if (r->bound)
        set_count(g, i, at, r->bound);
    if (r->state != ZM_ROW_SOLVED) {
        zm_grid_set(g, i, ++at, "%s", r->state == ZM_ROW_UNSOLVED ? "not solved" : "-");
        return;
    }
    set_count(g, i, ++at, s->states);
    zm_tenths(3, (const uint64_t[]){s->won_by[0], s->won_by[1], s->drawn}, tenths);
    for (unsigned w = 0; w < 2; w++) {
        set_count(g, i, ++at, s->won_by[w]);
        zm_grid_set(g, i, ++at, "%.1f", tenths[w] / 10.0);
    }
    set_count(g, i, ++at, s->drawn);
    zm_grid_set(g, i, ++at, "%s", start_words(r, text));
    ++at;
    if (s->has_longest)
        zm_grid_set(g, i, at, "%u", s->longest);
    ++at;
    if (r->from)
        return;
    zm_grid_set(g, i, at, "%s", zm_bytes_text(r->table_bytes, bytes));
    zm_grid_set(g, i, at + 1, "%.3f", zm_bytes_a_state(r));
}

/* What has no table says so where others have one. */
static void mark_tableless(const zm_comparison *k, zm_grid *g)
{
    bool any = false;
    for (unsigned i = 0; i < k->solved; i++)
        any |= !k->ranked[i]->from;
    for (unsigned i = 0; any && i < k->solved; i++)
        for (unsigned at = g->columns - 2; k->ranked[i]->from && at < g->columns; at++)
            zm_grid_set(g, (unsigned)(k->ranked[i] - k->row), at, "-");
}

static void print_rows(const zm_cli *cli, const zm_comparison *k, zm_grid *g)
{
    begin(k, g);
    zm_grid_column(g, "upper", "bound", false);
    zm_grid_column(g, "", "states", false);
    for (unsigned w = 0; w < 2; w++) {
        zm_grid_column(g, "won by", zm_player(k->game, w), false);
        zm_grid_column(g, "", "%", false);
    }
    zm_grid_column(g, "", "drawn", false);
    zm_grid_column(g, "", "start", true);
    zm_grid_column(g, "longest", "win", false);
    zm_grid_column(g, "", "table", false);
    zm_grid_column(g, "bytes a", "state", false);
    for (unsigned i = 0; i < g->rows; i++)
        fill_row(g, i, &k->row[i]);
    mark_tableless(k, g);
    zm_grid_print(g);
    zm_print_sides(cli);
    putchar('\n');
}

/* One line, where summaries were to say what tables do not. */
static void print_missing(const zm_comparison *k)
{
    bool any = false;
    for (unsigned i = 0; i < k->count; i++)
        if (k->row[i].state == ZM_ROW_UNSOLVED) {
            printf("%s%s", any ? ", " : "  neither a table nor a summary: ", k->row[i].name);
            any = true;
        }
    if (any)
        puts("\n");
}

static void print_problems(const zm_comparison *k)
{
    bool any = false;
    for (unsigned i = 0; i < k->count; i++) {
        const zm_compare_row *r = &k->row[i];
        if (r->state != ZM_ROW_REFUSED && r->state != ZM_ROW_FAILED)
            continue;
        int n = printf("  %s  %s: ", r->name, r->state == ZM_ROW_REFUSED ? "no such variant" : "failed");
        zm_print_wrapped(stdout, n, 4, r->problem);
        any = true;
    }
    if (any)
        putchar('\n');
}

/* ---- beside a source ---- */
static const zm_published *published_in(const zm_compare_row *r, const zm_source *source)
{
    const zm_published *p = NULL;
    while (r->state != ZM_ROW_REFUSED && (p = zm_published_of(&r->settings, p)))
        if (p->source == source)
            return p;
    return NULL;
}

static void fill_pair(zm_grid *g, unsigned i, unsigned at, uint64_t theirs, const uint64_t *ours)
{
    char text[32];
    if (theirs == ZM_NOT_GIVEN)
        return;
    set_count(g, i, at, theirs);
    if (ours)
        zm_grid_set(g, i, at + 1, "%s%s",
                    theirs > *ours   ? "+"
                    : theirs < *ours ? "-"
                                     : "",
                    zm_count_text(theirs > *ours ? theirs - *ours : *ours - theirs, text));
}

static void fill_published(zm_grid *g, unsigned i, const zm_compare_row *r, const zm_published *p)
{
    const zm_summary *s = r->state == ZM_ROW_SOLVED ? &r->summary : NULL;
    unsigned at = g->keys;
    fill_pair(g, i, at, p->states, s ? &s->states : NULL);
    for (unsigned w = 0; w < 2; w++)
        fill_pair(g, i, at += 2, p->won_by[w], s ? &s->won_by[w] : NULL);
    fill_pair(g, i, at += 2, p->drawn, s ? &s->drawn : NULL);
    zm_grid_set(g, i, at + 2, "%s", p->table ? p->table : "");
}

static void add_pair(zm_grid *g, const char *above, const char *head)
{
    zm_grid_column(g, above, head, false);
    zm_grid_column(g, "", "+/-", false);
}

static void print_source(const zm_comparison *k, const zm_source *source, zm_grid *g)
{
    begin(k, g);
    add_pair(g, "", "states");
    for (unsigned w = 0; w < 2; w++)
        add_pair(g, "won by", zm_player(k->game, w));
    add_pair(g, "", "drawn");
    zm_grid_column(g, "", "table", false);
    for (unsigned i = 0; i < g->rows; i++) {
        const zm_published *p = published_in(&k->row[i], source);
        if (p)
            fill_published(g, i, &k->row[i], p);
    }
    printf("%s: %s (+/-: how many more it has than the table above)\n\n", source->name, source->title);
    zm_grid_print(g);
    putchar('\n');
}

static void print_sources(const zm_comparison *k, zm_grid *g)
{
    const zm_published *rows = k->game->sources->published;
    for (unsigned i = 0; i < ZM_MAX_PUBLISHED && rows[i].source; i++) {
        bool is_first = true, wanted = false;
        for (unsigned n = 0; n < i; n++)
            is_first &= rows[n].source != rows[i].source;
        for (unsigned n = 0; is_first && n < k->count; n++)
            wanted |= published_in(&k->row[n], rows[i].source) != NULL;
        if (wanted)
            print_source(k, rows[i].source, g);
    }
}

/* ---- fairness ---- */
/* "fox 12.34", "even"; a star where it is the fairest of several, else room for one. */
static void set_lean(const zm_comparison *k, zm_grid *g, unsigned i, unsigned at, const zm_compare_row *r,
                     unsigned measure)
{
    double lean = k->lean[r->number].by[measure];
    char text[ZM_WORDS_ROOM];
    bool best = k->solved > 1 && zm_row_first(k, r->number, measure);
    if (!measure)
        start_words(r, text);
    else if (isnan(lean))
        snprintf(text, sizeof text, "-");
    else if (fabs(lean) > 0)
        snprintf(text, sizeof text, "%s %.2f", zm_player(k->game, lean < 0), 100 * fabs(lean));
    else
        snprintf(text, sizeof text, "even");
    zm_grid_set(g, i, at, "%s%s", text, best ? " *" : "  ");
}

static void print_leans(const zm_comparison *k, zm_grid *g)
{
    char head[ZM_GRID_CELL];
    begin(k, g);
    for (unsigned m = 0; m < ZM_MEASURES; m++) {
        snprintf(head, sizeof head, "%s  ", zm_measure_at(m)->name); /* room where rows have their star */
        zm_grid_column(g, "", head, false);
    }
    for (unsigned i = 0; i < k->solved; i++)
        for (unsigned m = 0; m < ZM_MEASURES; m++)
            set_lean(k, g, (unsigned)(k->ranked[i] - k->row), g->keys + m, k->ranked[i], m);
    printf("fairness: whom each measure favours and by how many per cent, 0 is fair%s\n\n",
           k->solved > 1 ? "; * the fairest" : "");
    zm_grid_print(g);
    putchar('\n');
}

static void print_measures(void)
{
    for (unsigned m = 0; m < ZM_MEASURES; m++) {
        int n = printf("  %-9s", zm_measure_at(m)->name);
        zm_print_wrapped(stdout, n, n, zm_measure_at(m)->help);
    }
    putchar('\n');
}

/* ---- random games ---- */
static void fill_random(zm_grid *g, unsigned i, const zm_sample *s)
{
    unsigned at = g->keys, tenths[4];
    zm_tenths(4, (const uint64_t[]){s->won_by[0], s->won_by[1], s->drawn, s->unfinished}, tenths);
    for (unsigned w = 0; w < 2; w++) {
        zm_interval within = zm_wilson(s->won_by[w], s->games);
        zm_grid_set(g, i, at++, "%.1f", tenths[w] / 10.0);
        zm_grid_set(g, i, at++, "%.1f-%.1f", 100 * within.low, 100 * within.high);
    }
    zm_grid_set(g, i, at++, "%.1f", tenths[2] / 10.0);
    zm_grid_set(g, i, at++, "%.1f", tenths[3] / 10.0);
    zm_grid_set(g, i, at++, "%.1f", s->games ? (double)s->moves / (double)s->games : 0);
}

static void print_random(const zm_comparison *k, zm_grid *g)
{
    char games[64], plies[32], text[300];
    begin(k, g);
    for (unsigned w = 0; w < 2; w++) {
        zm_grid_column(g, "won by", zm_player(k->game, w), false);
        zm_grid_column(g, "", "95 %", true);
    }
    zm_grid_column(g, "", "drawn", false);
    zm_grid_column(g, "", "unfinished", false);
    zm_grid_column(g, "mean", "plies", false);
    for (unsigned i = 0; i < k->solved; i++)
        fill_random(g, (unsigned)(k->ranked[i] - k->row), &k->ranked[i]->sample);
    snprintf(text, sizeof text,
             "%s from the start for each variant, every move as likely as any other, of at most %s plies, seed %llu; "
             "shares in per cent, and where they lie with 95 %% confidence (Wilson)",
             zm_things_text(k->sample.games, "game", games), zm_count_text(k->sample.plies, plies),
             (unsigned long long)k->sample.seed);
    int n = printf("random games: ");
    zm_print_wrapped(stdout, n, 2, text);
    putchar('\n');
    zm_grid_print(g);
    putchar('\n');
}

/* ---- the fairest ---- */
/* Does it have any first place to give? */
static bool print_firsts(const zm_comparison *k, unsigned measure)
{
    bool any = false;
    printf("  %-9s", zm_measure_at(measure)->name);
    for (unsigned i = 0; i < k->solved; i++)
        if (zm_row_first(k, i, measure)) {
            printf("%s%s", any ? ", " : "", k->ranked[i]->name);
            any = true;
        }
    puts(any        ? ""
         : !measure ? "not known: the tables say who wins, not how far"
                    : "not known of all: it takes a table");
    return any;
}

static void print_fairest(const zm_comparison *k)
{
    unsigned known = 0;
    puts("fairest");
    for (unsigned m = 0; m < ZM_MEASURES; m++)
        known += print_firsts(k, m);
    printf("  %-9s%s, by %u of %u measures\n", "overall", k->ranked[k->best]->name, k->firsts[k->best], known);
    puts("           (most first places; of equals the fairer by the first measure that differs)");
}

/* ---- all of it ---- */
static void print_title(const zm_cli *cli)
{
    char title[ZM_TITLE_ROOM];
    fputs(zm_title_of(cli, cli->game, title), stdout);
    for (unsigned i = 0; i < cli->settings; i++)
        printf("%s%s", i ? " " : "  ", cli->setting[i]);
    puts("\n");
}

zm_status zm_compare_text(zm_cli *cli, const zm_comparison *k)
{
    zm_grid *g;
    ZM_TRY(cli->context, zm_alloc(cli->context, &g, 1, sizeof *g, "the table of text"));
    print_title(cli);
    print_rows(cli, k, g);
    if (zm_cli_has(cli, "summaries"))
        print_missing(k);
    print_problems(k);
    print_sources(k, g);
    if (k->solved) {
        print_leans(k, g);
        print_measures();
        print_random(k, g);
    }
    if (k->solved > 1)
        print_fairest(k);
    zm_release(cli->context, g);
    return ZM_OK;
}
