/* arena_cross.c: every agent against every other, each beginning once: a cross table. The games are played, or with
 * dice the chances are found exactly. */
#include "arena.h"

#include "args.h"
#include "base/clock.h"
#include "base/percent.h"
#include "base/text.h"
#include "print.h"

#include <math.h>
#include <string.h>

enum { MOST = 8 }; /* agents */

typedef struct entry { /* the chance of the one who begins */
    bool known;
    double share, low, high;
} entry;

typedef struct cross {
    const zm_arena_options *o;
    bool exact;
    double precision;
    zm_engine engine;
    unsigned count;
    zm_agent agent[MOST];
    char name[MOST][ZM_AGENT_TEXT];
    entry at[MOST][MOST]; /* [who begins][who does not] */
    uint64_t sweeps, updates;
    double seconds;
} cross;

/* ---- who plays ---- */
static zm_status add_agent(zm_cli *cli, cross *x, const char *text)
{
    if (x->count == MOST)
        return zm_fail(cli->context, ZM_BAD_INPUT, "a cross table has at most %d agents", MOST);
    ZM_TRY(cli->context, zm_agent_read(cli->context, cli->game, text, &x->agent[x->count]));
    zm_agent_write(&x->agent[x->count], x->name[x->count], sizeof x->name[x->count]);
    x->count++;
    return ZM_OK;
}

static zm_status add_named(zm_cli *cli, cross *x, const char *text)
{
    for (const char *end; text; text = end ? end + 1 : NULL) {
        char one[2 * ZM_AGENT_TEXT];
        end = strchr(text, ',');
        snprintf(one, sizeof one, "%.*s", (int)(end ? end - text : (ptrdiff_t)strlen(text)), text);
        ZM_TRY(cli->context, add_agent(cli, x, one));
    }
    return ZM_OK;
}

/* Without --players: perfect, random and the policies of the game. */
static zm_status add_agents(zm_cli *cli, cross *x)
{
    const char *named = zm_cli_value(cli, "players");
    if (named)
        return add_named(cli, x, named);
    ZM_TRY(cli->context, add_agent(cli, x, zm_agent_name(ZM_PERFECT)));
    ZM_TRY(cli->context, add_agent(cli, x, zm_agent_name(ZM_RANDOM)));
    for (unsigned i = 0; i < ZM_MAX_POLICIES && cli->game->sources->policies[i].name; i++)
        ZM_TRY(cli->context, add_agent(cli, x, cli->game->sources->policies[i].name));
    return ZM_OK;
}

static zm_status find_values(zm_cli *cli, const cross *x)
{
    bool needs = x->exact && !cli->game->index->all_reachable;
    for (unsigned i = 0; i < x->count; i++)
        needs |= zm_agent_needs_table(&x->agent[i]);
    return needs ? zm_cli_find_values(cli, x->o->from) : ZM_OK;
}

/* ---- one pair ---- */
static entry of_interval(zm_interval in) { return (entry){true, (in.low + in.high) / 2, in.low, in.high}; }

static entry of_score(uint64_t won, uint64_t games)
{
    const zm_interval in = zm_wilson(won, games);
    return (entry){true, games ? (double)won / (double)games : 0, in.low, in.high};
}

/* Who waits for long sees what has been found so far. */
static void note_pair(const zm_cli *cli, const cross *x, unsigned a, unsigned b, double seconds)
{
    enum { LONG = 2 };
    if (seconds > LONG)
        zm_note(cli->context, "%s against %s: %.7f %% where it begins, %.7f %% where not; %.1f s", x->name[a],
                x->name[b], x->at[a][b].share * 100, (1 - x->at[b][a].share) * 100, seconds);
}

static zm_status find_exactly(zm_cli *cli, cross *x, unsigned a, unsigned b)
{
    const double began = zm_now();
    const zm_exact_options o = ZM_OPTIONS(zm_exact_options, .agent = {x->agent[a], x->agent[b]}, .from = x->o->from,
                                          .precision = x->precision, .engine = x->engine);
    zm_exact found;
    ZM_TRY(cli->context, zm_arena_exact(cli->context, cli->variant, cli->table, &o, &found));
    x->at[a][b] = of_interval(found.wins[0]);
    x->at[b][a] = of_interval(found.wins[1]);
    x->sweeps += found.sweeps;
    x->updates += found.updates;
    note_pair(cli, x, a, b, zm_now() - began);
    return ZM_OK;
}

static zm_status play_games(zm_cli *cli, cross *x, unsigned a, unsigned b)
{
    zm_arena_options o = *x->o;
    zm_arena played;
    o.agent[0] = x->agent[a];
    o.agent[1] = x->agent[b];
    ZM_TRY(cli->context, zm_arena_play(cli->context, cli->variant, cli->table, &o, &played));
    x->at[a][b] = of_score(played.score[0].won, played.score[0].games);
    x->at[b][a] = of_score(played.score[1].lost, played.score[1].games);
    return ZM_OK;
}

static zm_status fill(zm_cli *cli, cross *x)
{
    for (unsigned a = 0; a < x->count; a++)
        for (unsigned b = x->exact ? a : a + 1; b < x->count; b++)
            ZM_TRY(cli->context, x->exact ? find_exactly(cli, x, a, b) : play_games(cli, x, a, b));
    return ZM_OK;
}

/* ---- what came of it ---- */
static const zm_crossed *published(const zm_cli *cli)
{
    char text[ZM_VARIANT_TEXT];
    zm_variant_text(cli->variant, ' ', false, text, sizeof text);
    for (const zm_crossed *p = cli->game->sources->crossed; p && p->source; p++)
        if (!strcmp(p->settings, text))
            return p;
    return NULL;
}

/* What the source prints of a pair; negative: nothing. */
static double printed(const zm_crossed *p, const char *first, const char *second)
{
    for (unsigned i = 0; p && i < ZM_MAX_PAIRS && p->pair[i].first; i++)
        if (!strcmp(p->pair[i].first, first) && !strcmp(p->pair[i].second, second))
            return p->pair[i].percent;
    return -1;
}

static void json_entry(zm_json *j, const cross *x, const zm_crossed *p, unsigned a, unsigned b)
{
    const entry *e = &x->at[a][b];
    const double said = printed(p, x->name[a], x->name[b]);
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "first", x->name[a]);
    zm_json_text(j, "second", x->name[b]);
    zm_json_real(j, "share", e->share);
    zm_json_real(j, "low", e->low);
    zm_json_real(j, "high", e->high);
    if (said >= 0) {
        zm_json_open(j, "published", '{');
        zm_json_text(j, "source", p->source->title);
        zm_json_real(j, "share", said / 100);
        zm_json_close(j, '}');
    } else {
        zm_json_null(j, "published");
    }
    zm_json_close(j, '}');
}

static void print_json(const zm_cli *cli, const cross *x)
{
    zm_json j = {.out = stdout};
    const zm_crossed *p = published(cli);
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, cli->variant);
    zm_json_bool(&j, "exact", x->exact);
    if (!x->exact) {
        zm_json_number(&j, "games", x->o->games);
        zm_json_number(&j, "seed", x->o->seed);
    }
    if (x->exact)
        zm_json_text(&j, "engine", zm_engine_name(x->engine));
    zm_json_number(&j, "threads", zm_threads(cli->context));
    zm_json_open(&j, "cross", '[');
    for (unsigned a = 0; a < x->count; a++)
        for (unsigned b = 0; b < x->count; b++)
            if (x->at[a][b].known)
                json_entry(&j, x, p, a, b);
    zm_json_close(&j, ']');
    if (x->exact) {
        zm_json_number(&j, "sweeps", x->sweeps);
        zm_json_number(&j, "updates", x->updates);
    }
    zm_json_real(&j, "seconds", x->seconds);
    zm_json_close(&j, '}');
    putchar('\n');
}

static int width_of(const cross *x)
{
    int width = x->exact ? 11 : 8;
    for (unsigned i = 0; i < x->count; i++)
        width = (int)strlen(x->name[i]) > width ? (int)strlen(x->name[i]) : width;
    return width;
}

static void print_row(const cross *x, int width, unsigned a)
{
    printf("  %-*s", width, x->name[a]);
    for (unsigned b = 0; b < x->count; b++)
        if (x->at[a][b].known)
            printf("  %*.*f", width, x->exact ? 7 : 4, x->at[a][b].share * 100);
        else
            printf("  %*s", width, "-");
    putchar('\n');
}

static void print_published(const cross *x, const zm_crossed *p, int width, unsigned a)
{
    char text[32];
    printf("  %-*s", width, p->source->name);
    for (unsigned b = 0; b < x->count; b++) {
        const double said = printed(p, x->name[a], x->name[b]);
        snprintf(text, sizeof text, said < 0 ? "-" : "%.4f", said);
        printf("  %*s", width, text);
    }
    putchar('\n');
}

static double widest(const cross *x)
{
    double wide = 0;
    for (unsigned a = 0; a < x->count; a++)
        for (unsigned b = 0; b < x->count; b++)
            wide = fmax(wide, x->at[a][b].high - x->at[a][b].low);
    return wide;
}

static void print_text(const zm_cli *cli, const cross *x)
{
    const zm_crossed *p = published(cli);
    const int width = width_of(x);
    char count[32], off[ZM_ODDS_TEXT];
    zm_print_title(cli);
    puts("  how often the agent of the row, who begins, beats that of the column, in percent\n");
    printf("  %-*s", width, "");
    for (unsigned b = 0; b < x->count; b++)
        printf("  %*s", width, x->name[b]);
    putchar('\n');
    for (unsigned a = 0; a < x->count; a++) {
        print_row(x, width, a);
        if (p)
            print_published(x, p, width, a);
    }
    putchar('\n');
    if (p)
        printf("  %s: %s\n", p->source->name, p->source->title);
    if (x->exact)
        printf("  exact: the true chances are off by %s at most\n", zm_percent_width(widest(x) / 2, off));
    else
        printf("  %s games a pair, each beginning half of them; off by %.2f %% at most with 95 %% confidence each\n",
               zm_count_text(x->o->games, count), widest(x) / 2 * 100);
    printf("  %.1f seconds\n", x->seconds);
}

static zm_status read_engine(const zm_cli *cli, cross *x)
{
    const char *engine = zm_cli_value(cli, "engine");
    if (engine && !zm_engine_parse(engine, &x->engine))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--engine \"%s\" is not to be had here", engine);
    return ZM_OK;
}

zm_status zm_arena_cross(zm_cli *cli, const zm_arena_options *o)
{
    cross x = {.o = o, .exact = zm_cli_has(cli, "exact"), .precision = 1e-9};
    if (x.exact)
        ZM_TRY(cli->context, zm_cli_precision(cli, &x.precision));
    ZM_TRY(cli->context, read_engine(cli, &x));
    ZM_TRY(cli->context, add_agents(cli, &x));
    ZM_TRY(cli->context, find_values(cli, &x));
    const double began = zm_now();
    ZM_TRY(cli->context, fill(cli, &x));
    x.seconds = zm_now() - began;
    if (cli->json)
        print_json(cli, &x);
    else
        print_text(cli, &x);
    return ZM_OK;
}
