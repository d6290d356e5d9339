/* arena.c: two agents play many games; who wins how often, and how sure that is. */
#include "arena.h"
#include "print.h"

#include "args.h"
#include "base/clock.h"
#include "base/text.h"

#include <string.h>

typedef struct result {
    zm_arena_options o;
    zm_arena played;
    char name[2][ZM_AGENT_TEXT];
    char position[ZM_MAX_TEXT];
    unsigned beginner; /* the player who begins */
    double seconds;
} result;

/* ---- what is asked for ---- */
static zm_status read_players(zm_cli *cli, result *r)
{
    const char *text = zm_cli_value(cli, "players");
    text = text ? text : "perfect,random";
    const char *comma = strchr(text, ',');
    if (!comma || strchr(comma + 1, ','))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--players \"%.60s\" must be two agents, as perfect,skill=0.7",
                       text);
    for (unsigned i = 0; i < 2; i++) {
        char one[2 * ZM_AGENT_TEXT];
        snprintf(one, sizeof one, "%.*s", i ? (int)strlen(comma + 1) : (int)(comma - text), i ? comma + 1 : text);
        ZM_TRY(cli->context, zm_agent_read(cli->context, cli->game, one, &r->o.agent[i]));
        zm_agent_write(&r->o.agent[i], r->name[i], sizeof r->name[i]);
    }
    return ZM_OK;
}

static zm_status read_options(zm_cli *cli, result *r)
{
    int64_t games = 1000, seed = 1, plies = 1000;
    const char *from = zm_cli_value(cli, "from");
    ZM_TRY(cli->context, zm_cli_number(cli, "games", 1, INT64_MAX / 2, &games));
    ZM_TRY(cli->context, zm_cli_number(cli, "seed", 0, INT64_MAX, &seed));
    ZM_TRY(cli->context, zm_cli_number(cli, "plies", 1, 1000000, &plies));
    r->o.games = (uint64_t)games;
    r->o.seed = (uint64_t)seed;
    r->o.plies = (unsigned)plies;
    r->o.from = cli->game->start(cli->variant);
    if (from && strcmp(from, "start") != 0)
        ZM_TRY(cli->context, zm_read_position(cli->context, cli->variant, from, &r->o.from));
    zm_write_position(cli->variant, r->o.from, r->position, sizeof r->position);
    r->beginner = zm_turn_of(cli->variant, r->o.from);
    return ZM_OK;
}

/* ---- what came of it ---- */
static zm_score both(const zm_arena *a)
{
    return (zm_score){a->score[0].games + a->score[1].games, a->score[0].won + a->score[1].won,
                      a->score[0].drawn + a->score[1].drawn, a->score[0].lost + a->score[1].lost,
                      a->score[0].unfinished + a->score[1].unfinished};
}

static zm_score turned(zm_score s) { return (zm_score){s.games, s.lost, s.drawn, s.won, s.unfinished}; }

/* The score of an agent where it plays one of the sides: 0 begins. */
static zm_score score_of(const result *r, unsigned agent, unsigned side)
{
    const zm_score s = r->played.score[agent ^ side];
    return agent ? turned(s) : s;
}

static void json_share(zm_json *j, const char *key, uint64_t hits, uint64_t n)
{
    const zm_interval in = zm_wilson(hits, n);
    zm_json_open(j, key, '{');
    zm_json_real(j, "share", n ? (double)hits / (double)n : 0);
    zm_json_real(j, "low", in.low);
    zm_json_real(j, "high", in.high);
    zm_json_close(j, '}');
}

static void json_score(zm_json *j, zm_score s)
{
    zm_json_number(j, "games", s.games);
    zm_json_number(j, "won", s.won);
    zm_json_number(j, "drawn", s.drawn);
    zm_json_number(j, "lost", s.lost);
    zm_json_number(j, "unfinished", s.unfinished);
    json_share(j, "wins", s.won, s.games);
    json_share(j, "draws", s.drawn, s.games);
    json_share(j, "losses", s.lost, s.games);
}

static void json_agent(zm_json *j, const zm_cli *cli, const result *r, unsigned agent)
{
    const zm_score all = both(&r->played);
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "agent", r->name[agent]);
    json_score(j, agent ? turned(all) : all);
    zm_json_open(j, "sides", '[');
    for (unsigned side = 0; side < 2; side++) {
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "player", zm_player(cli->game, r->beginner ^ side));
        zm_json_bool(j, "begins", !side);
        json_score(j, score_of(r, agent, side));
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
    zm_json_close(j, '}');
}

static void print_json(const zm_cli *cli, const result *r)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, cli->variant);
    zm_json_text(&j, "position", r->position);
    zm_json_number(&j, "games", r->o.games);
    zm_json_number(&j, "seed", r->o.seed);
    zm_json_number(&j, "plies", r->o.plies);
    zm_json_number(&j, "threads", zm_threads(cli->context));
    if (cli->table && !cli->game->dice->rolls)
        zm_json_text(&j, "values", zm_values_name(!zm_table_distances(cli->table)));
    else
        zm_json_null(&j, "values");
    zm_json_open(&j, "agents", '[');
    for (unsigned i = 0; i < 2; i++)
        json_agent(&j, cli, r, i);
    zm_json_close(&j, ']');
    zm_json_number(&j, "moves", r->played.moves);
    zm_json_number(&j, "longest", r->played.longest);
    zm_json_real(&j, "seconds", r->seconds);
    zm_json_real(&j, "games_per_second", r->seconds > 0 ? (double)r->o.games / r->seconds : 0);
    zm_json_close(&j, '}');
    putchar('\n');
}

/* Columns are as wide as what is in them: a million games still fit the screen. */
enum { SHARE = 10 };
typedef struct widths {
    int label, count;
} widths;

static void print_share(const widths *w, uint64_t hits, uint64_t n)
{
    char count[32], share[32];
    const zm_interval in = zm_wilson(hits, n);
    snprintf(share, sizeof share, "%.1f-%.1f", in.low * 100, in.high * 100);
    printf(" %*s %*s", w->count, zm_count_text(hits, count), SHARE, share);
}

static void print_score(const widths *w, const char *label, zm_score s)
{
    char games[32], drawn[32];
    printf("  %-*s %*s", w->label, label, w->count, zm_count_text(s.games, games));
    print_share(w, s.won, s.games);
    printf(" %*s", w->count, zm_count_text(s.drawn, drawn));
    print_share(w, s.lost, s.games);
    putchar('\n');
}

static void print_scores(const zm_cli *cli, const result *r)
{
    char label[2][ZM_AGENT_TEXT + 64], count[32];
    widths w = {6, 5};
    for (unsigned side = 0; side < 2; side++) {
        snprintf(label[side], sizeof label[side], "%s as %s", r->name[0], zm_player(cli->game, r->beginner ^ side));
        w.label = (int)strlen(label[side]) > w.label ? (int)strlen(label[side]) : w.label;
    }
    zm_count_text(r->o.games, count);
    w.count = (int)strlen(count) > w.count ? (int)strlen(count) : w.count;
    printf("  %-*s %*s %*s %*s %*s %*s %*s\n", w.label, "AGENT", w.count, "GAMES", w.count, "WON", SHARE, "95 %",
           w.count, "DRAWN", w.count, "LOST", SHARE, "95 %");
    for (unsigned side = 0; side < 2; side++)
        print_score(&w, label[side], score_of(r, 0, side));
    print_score(&w, "in all", both(&r->played));
}

static void print_speed(const zm_cli *cli, const result *r)
{
    char rate[32], threads[64];
    const double a_second = r->seconds > 0 ? (double)r->o.games / r->seconds : 0;
    if (a_second < 10)
        snprintf(rate, sizeof rate, "%.1f", a_second);
    else
        zm_count_text((uint64_t)a_second, rate);
    printf("  seed %llu, %s games a second on %s\n", (unsigned long long)r->o.seed, rate,
           zm_things_text(zm_threads(cli->context), "thread", threads));
}

static void print_text(const zm_cli *cli, const result *r)
{
    char games[64], longest[64], open[64];
    const zm_score all = both(&r->played);
    zm_print_title(cli);
    printf("  %s against %s, %s\n  %s begins, from %s\n\n", r->name[0], r->name[1],
           zm_things_text(r->o.games, "game", games), zm_player(cli->game, r->beginner), r->position);
    print_scores(cli, r);
    printf("\n  a game takes %.1f plies on average, %s at most\n",
           all.games ? (double)r->played.moves / (double)all.games : 0, zm_count_text(r->played.longest, longest));
    if (all.unfinished)
        printf("  %s left unfinished at the limit of %s plies, neither won nor drawn\n",
               zm_things_text(all.unfinished, "game", open), zm_count_text(r->o.plies, longest));
    if (cli->table && !cli->game->dice->rolls && !zm_table_distances(cli->table))
        puts("  no distances in the table: perfect wins, but not by the shortest way");
    puts("  95 %: where the share of such games lies, in percent, with 95 % confidence");
    print_speed(cli, r);
}

static zm_status run(zm_cli *cli)
{
    result r = {.o = ZM_OPTIONS(zm_arena_options)};
    ZM_TRY(cli->context, read_options(cli, &r));
    if (zm_cli_value(cli, "engine") && !zm_cli_has(cli, "exact"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--engine is for --exact; games are played on the CPU");
    if (zm_cli_has(cli, "cross") || zm_cli_has(cli, "exact"))
        return zm_arena_cross(cli, &r.o);
    ZM_TRY(cli->context, read_players(cli, &r));
    if (zm_agent_needs_table(&r.o.agent[0]) || zm_agent_needs_table(&r.o.agent[1]))
        ZM_TRY(cli->context, zm_cli_find_values(cli, r.o.from));
    const double began = zm_now();
    ZM_TRY(cli->context, zm_arena_play(cli->context, cli->variant, cli->table, &r.o, &r.played));
    r.seconds = zm_now() - began;
    if (cli->json)
        print_json(cli, &r);
    else
        print_text(cli, &r);
    return ZM_OK;
}

extern const zm_command zm_command_arena;
const zm_command zm_command_arena = {
    .name = "arena",
    .usage = "GAME [opt=val ...]",
    .summary = "two agents play many games: who wins how often",
    .about =
        "Agents: perfect (the best value; of equal draws the one that sets most traps), by-share (does not lose what "
        "is "
        "not lost, then wins most of the games that can follow), random, skill=0 to skill=1 (perfect as often as that "
        "says, else random), and the policies that a game has. Of equal moves they take any, as the seed has it. They "
        "begin in turn. A game that "
        "goes on for more than --plies is left unfinished. The same seed gives the same games on any number of "
        "threads.\n\nAgents that know values need the table that \"zermelo solve\" makes; without it small games are "
        "solved on the spot.\n\nWith --exact nothing is played: two ways of playing with dice are a Markov chain, "
        "whose chances are found for all "
        "positions with proven bounds. That takes about 60 bytes of memory a position; in a race, where a --precision "
        "of 1e-7 "
        "or coarser will do, 30, and it is many times faster.",
    .example = "zermelo arena tic-tac-toe --players perfect,skill=0.9 --games 10000",
    .game = true,
    .most = 1,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"players", "A,B", NULL, "the two agents (else perfect,random)", 0},
              {"games", "N", NULL, "how many games (else 1000); of an odd number A begins one more", 0},
              {"from", "POSITION", NULL, "where they begin (else where the game does)", 0},
              {"plies", "N", NULL, "a game that goes on for more is left unfinished (else 1000)", 0},
              {"seed", "N", NULL, "another seed, other games (else 1)", 0},
              {"cross", NULL, NULL, "all against all: perfect, random and the game's policies, or those of --players",
               0},
              {"exact", NULL, NULL, "the same without playing, with dice: the chances themselves", 0},
              {"precision", "P", NULL,
               "with --exact: how wide an interval may be at most (1e-9); races are faster from 1e-7 on", 0},
              {"engine", "NAME", "cpu|cuda|cuda-host", "with --exact: where; a GPU does races (docs/cuda.md)", 0},
              ZM_FLAG_GPU_MEMORY},
    .run = run,
};
