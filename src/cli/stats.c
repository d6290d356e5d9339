/* stats.c: what a table holds, counted: by value, by remoteness, by ply, the longest wins, branching; the game tree. */
#include "stats.h"
#include "plots.h"
#include "print.h"

#include "answer/stats.h"
#include "args.h"
#include "base/text.h"

#include <string.h>

/* ---- CSV: one long table, so that a filter on the first column gives each of them ---- */
static void csv_count(const char *table, long key, const char *player, uint64_t n)
{
    printf("%s,", table);
    if (key >= 0)
        printf("%ld", key);
    printf(",%s,%llu\n", player, (unsigned long long)n);
}

static void csv_tree(const zm_game *g, const zm_tree *t)
{
    for (uint32_t i = 0; i < t->plies; i++)
        printf("nodes,%u,,%s\n", i, t->nodes[i]);
    for (uint32_t i = 0; i < t->plies; i++)
        printf("leaves,%u,,%s\n", i, t->leaves[i]);
    printf("games,,%s,%s\ngames,,%s,%s\ngames,,draw,%s\n", zm_player(g, 0), t->won_by[0], zm_player(g, 1), t->won_by[1],
           t->drawn);
}

static void print_csv(const zm_cli *cli, const zm_figures *f)
{
    const zm_census *t = &f->total;
    puts("table,key,winner,count");
    for (unsigned w = 0; w < 2; w++)
        csv_count("value", -1, zm_player(cli->game, w), t->won_by[w]);
    csv_count("value", -1, "draw", t->drawn);
    for (unsigned r = 0; r < f->remotenesses; r++)
        for (unsigned w = 0; w < 2; w++)
            csv_count("remoteness", r, zm_player(cli->game, w), t->at[r][w]);
    for (uint32_t i = 0; i < f->plies.plies; i++)
        csv_count("ply", i, "", f->plies.count[i]);
    for (uint32_t i = 0; i < f->positions.plies; i++)
        csv_count("positions", i, "", f->positions.count[i]);
    printf("branching,min,,%u\nbranching,mean,,%.6f\nbranching,max,,%u\n", t->fewest, zm_mean_moves(t), t->most);
    if (f->has_tree)
        csv_tree(cli->game, &f->tree);
}

/* ---- text ---- */
enum { ROWS = 24, BAR = 24 };

/* "12", or "12-15" where rows are folded so that a long table fits a screen; --json and --csv have every line. */
static void span(unsigned from, unsigned width, unsigned end, char out[32])
{
    unsigned last = from + width < end ? from + width - 1 : end - 1;
    if (last == from)
        snprintf(out, 32, "%u", from);
    else
        snprintf(out, 32, "%u-%u", from, last);
}

static unsigned fold(unsigned rows) { return (rows + ROWS - 1) / ROWS; }

static uint64_t sum_remoteness(const zm_figures *f, unsigned from, unsigned width, unsigned winner)
{
    uint64_t n = 0;
    for (unsigned r = from; r < from + width && r < f->remotenesses; r++)
        n += f->total.at[r][winner];
    return n;
}

static void print_remoteness(const zm_cli *cli, const zm_figures *f)
{
    unsigned width = fold(f->remotenesses);
    uint64_t largest = 1;
    char label[32], a[32], b[32], heads[2][80];
    if (!f->remotenesses)
        return;
    for (unsigned r = 0; r < f->remotenesses; r += width) {
        uint64_t n = sum_remoteness(f, r, width, 0) + sum_remoteness(f, r, width, 1);
        largest = n > largest ? n : largest;
    }
    for (unsigned w = 0; w < 2; w++)
        snprintf(heads[w], sizeof heads[w], "%s %s", zm_player(cli->game, w), zm_wins(zm_player(cli->game, w)));
    printf("  %-9s %16s %16s\n", "plies", heads[0], heads[1]);
    for (unsigned r = 0; r < f->remotenesses; r += width) {
        uint64_t first = sum_remoteness(f, r, width, 0), second = sum_remoteness(f, r, width, 1);
        span(r, width, f->remotenesses, label);
        printf("  %-9s %16s %16s", label, zm_count_text(first, a), zm_count_text(second, b));
        zm_print_bar(cli, (double)(first + second) / (double)largest, BAR);
        putchar('\n');
    }
    putchar('\n');
}

static uint64_t sum_plies(const zm_plies *p, unsigned from, unsigned width)
{
    uint64_t n = 0;
    for (unsigned i = from; i < from + width && i < p->plies; i++)
        n += p->count[i];
    return n;
}

static void print_plies(const zm_cli *cli, const zm_plies *p, const char *what)
{
    unsigned width = fold(p->plies);
    uint64_t largest = 1;
    char label[32], a[32];
    for (unsigned i = 0; i < p->plies; i += width)
        largest = sum_plies(p, i, width) > largest ? sum_plies(p, i, width) : largest;
    printf("  %-22s %11s\n", "moves from the start", what);
    for (unsigned i = 0; i < p->plies; i += width) {
        uint64_t n = sum_plies(p, i, width);
        span(i, width, p->plies, label);
        printf("  %-17s %16s", label, zm_count_text(n, a));
        zm_print_bar(cli, (double)n / (double)largest, BAR);
        putchar('\n');
    }
    putchar('\n');
}

static void print_longest(const zm_cli *cli, const zm_figures *f)
{
    char text[ZM_MAX_TEXT], count[32], words[ZM_WORDS_ROOM];
    for (unsigned w = 0; w < 2; w++) {
        const zm_hardest *h = &f->hardest[w];
        const unsigned r = h->remoteness[0];
        if (!h->count || !r)
            continue;
        const uint64_t states = f->total.at[r][w];
        zm_write_position(cli->variant, h->state[0], text, sizeof text);
        printf("  %s at the latest (%s %s), as from\n  %s, %s to move\n\n",
               zm_value_words(cli, w, zm_win_in(r), false, words), zm_count_text(states, count),
               states == 1 ? "state" : "states", text, zm_player(cli->game, zm_turn_of(cli->variant, h->state[0])));
        zm_print_board(cli, h->state[0]);
    }
}

/* Grouped where there is room for that, else plain, else rounded: --json has every digit. */
static const char *fitted(const char *digits, size_t room, bool grouped, char out[400])
{
    if (grouped)
        return zm_group_digits(digits, out, 400);
    if (strlen(digits) <= room)
        return digits;
    snprintf(out, 400, "%c.%.5se+%zu", digits[0], digits + 1, strlen(digits) - 1);
    return out;
}

static bool fits_grouped(const char *digits, size_t room) { return strlen(digits) + (strlen(digits) - 1) / 3 <= room; }

static void print_number(const char *label, const char *digits, double share)
{
    char text[400];
    printf("  %-20s %s", label, fitted(digits, 46, fits_grouped(digits, 46), text));
    if (share >= 0)
        printf("  %.4f %%", share * 100);
    putchar('\n');
}

static void print_tree_plies(const zm_tree *t)
{
    enum { ROOM = 35 };
    char a[400], b[400];
    bool grouped = true; /* all of them or none: a column is read by comparing lengths */
    for (uint32_t i = 0; i < t->plies; i++)
        grouped &= fits_grouped(t->nodes[i], ROOM);
    printf("  %-5s %*s %*s\n", "ply", ROOM, "nodes", ROOM, "of which end");
    for (uint32_t i = 0; i < t->plies; i++)
        printf("  %-5u %*s %*s\n", i, ROOM, fitted(t->nodes[i], ROOM, grouped, a), ROOM,
               fitted(t->leaves[i], ROOM, grouped, b));
}

static void print_tree(const zm_cli *cli, const zm_tree *t)
{
    char label[64];
    puts("  game tree");
    print_number("nodes", t->all_nodes, -1);
    print_number("games", t->games, -1);
    for (unsigned w = 0; w < 2; w++) {
        snprintf(label, sizeof label, "won by %s", zm_player(cli->game, w));
        print_number(label, t->won_by[w], t->share[w]);
    }
    print_number("drawn", t->drawn, -1);
    putchar('\n');
    print_tree_plies(t);
}

static void print_text(const zm_cli *cli, const zm_figures *f)
{
    const zm_census *t = &f->total;
    zm_print_title(cli);
    char over[32];
    zm_print_values(cli, t->states, t->won_by, t->drawn);
    printf("  %-20s %17s\n", "of which over", zm_count_text(t->over, over));
    zm_print_sides(cli);
    putchar('\n');
    if (f->wdl)
        puts("  how far wins are: not in this table, which says only who wins\n");
    else
        print_remoteness(cli, f);
    print_plies(cli, &f->plies, "states");
    if (f->positions.plies) {
        char n[32];
        printf("  %-22s %11s\n\n", "before symmetry", zm_count_text(f->positions.states, n));
        print_plies(cli, &f->positions, "positions");
    }
    if (!f->wdl)
        print_longest(cli, f);
    if (t->states > t->over)
        printf("  moves of an open state: %u to %u, %.2f on average\n", t->fewest, t->most, zm_mean_moves(t));
    if (f->has_tree) {
        putchar('\n');
        print_tree(cli, &f->tree);
    }
}

static void print_json(const zm_cli *cli, const zm_figures *f, const zm_shares *s)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_figures(&j, cli->variant, f);
    if (s->plies)
        zm_json_shares(&j, cli->variant, s);
    zm_json_text(&j, "plot", zm_cli_value(cli, "plot"));
    zm_json_close(&j, '}');
    putchar('\n');
}

static zm_status show(zm_cli *cli, const zm_figures *f, const zm_shares *s)
{
    if (zm_cli_has(cli, "plot"))
        ZM_TRY(cli->context, zm_stats_plot(cli, f, s));
    if (cli->json)
        print_json(cli, f, s);
    else
        (zm_cli_has(cli, "csv") ? print_csv : print_text)(cli, f);
    zm_print_wrote(cli, zm_cli_value(cli, "plot"));
    return ZM_OK;
}

static zm_status count(zm_cli *cli, zm_figures **f, zm_shares *s)
{
    const zm_figures_asked asked = {zm_cli_has(cli, "positions"), zm_cli_has(cli, "games")};
    ZM_TRY(cli->context, zm_cli_find_table(cli));
    ZM_TRY(cli->context, zm_figures_find(cli->context, cli->variant, cli->table, &asked, f));
    if (zm_plot_asked(cli, "shares"))
        ZM_TRY(cli->context, zm_shares_find(cli->context, cli->variant, cli->table, s));
    return show(cli, *f, s);
}

static zm_status run(zm_cli *cli)
{
    zm_figures *f = NULL;
    zm_shares s = {0};
    if (cli->json && zm_cli_has(cli, "csv"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--json or --csv, not both");
    ZM_TRY(cli->context, zm_plot_check(cli));
    if (zm_cli_has(cli, "burnside"))
        return zm_stats_burnside(cli);
    if (zm_cli_has(cli, "plies"))
        return zm_stats_plies(cli);
    if (zm_cli_has(cli, "by"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--by is a way to count --plies, which is not there");
    if (cli->game->dice->rolls)
        return zm_stats_dice(cli);
    const zm_status status = count(cli, &f, &s);
    zm_figures_free(cli->context, f);
    zm_shares_free(cli->context, &s);
    return status;
}

extern const zm_command zm_command_stats;
const zm_command zm_command_stats = {
    .name = "stats",
    .usage = "GAME [opt=val ...]",
    .summary = "count a table: by value, remoteness and ply; longest wins",
    .about =
        "Counts the table that \"zermelo solve\" makes; without it small games are solved on the spot. --games also "
        "counts the games that can be played, exactly, "
        "for games in "
        "which no position comes back. A table without distances has nothing to say on remoteness. Games with dice are "
        "counted by how far the side to move is ahead.\n\n--plot draws charts on one page: who wins by distance from "
        "the "
        "start, how far wins are, and states by distance from the start; or the one that --of names. With dice it is "
        "the "
        "probability by lead.\n\n--plies needs no table: it counts the states ply by ply, and those that are not over, "
        "in games whose tiers tell how many plies were played, or that know a way to count them without looking at "
        "each. The rows that were counted are there also when it is stopped or memory does not suffice for the next. "
        "Nor does --burnside: it counts the placements of so many pieces of each kind up to the symmetries of the "
        "board, by Burnside's lemma.",
    .example = "zermelo stats tic-tac-toe --plot charts.svg",
    .game = true,
    .most = 1,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"plies", "N", NULL, "count the states after 0 to N plies, without a table", 0},
              {"by", "WAY", "walk|sets", "with --plies: state by state, or (else, where the game can) by sets", 0},
              {"burnside", "N,N", NULL, "placements of so many pieces of each kind up to symmetry, without a table", 0},
              {"games", NULL, NULL, "the game tree too: nodes, games and how they end", 0},
              {"positions", NULL, NULL, "positions before symmetry too, through a hash", 0},
              {"csv", NULL, NULL, "one table of comma-separated values: table,key,winner,count", 0},
              {"plot", "FILE", NULL, "draw charts of it, .svg .png .pdf, or their numbers as .txt", 0},
              {"of", "CHART", "shares|remoteness|plies", "which of the charts, where not all", 0}},
    .run = run,
};
