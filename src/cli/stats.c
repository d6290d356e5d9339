/* stats.c: what a table holds, counted: by value, by remoteness, by ply, the longest wins, branching; the game tree.
 *
 * One pass over the states, each tallied by the thread that meets it; tallies add up, and of equally long wins the smallest
 * fingerprint is kept, so the answer does not depend on threads. Cost: one `moves` a state. Memory: the largest tier's values. */
#include "stats.h"
#include "print.h"

#include "args.h"
#include "base/text.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

typedef struct tally {
    uint64_t states, over, drawn, won_by[2];
    uint64_t at[ZM_FARTHEST + 1][2]; /* by remoteness and winner */
    uint64_t moves;                  /* of open states */
    unsigned fewest, most;
    bool has_longest[2];
    unsigned longest[2];
    zm_pos longest_state[2];
    zm_status status;
} tally;

typedef struct figures {
    tally total;
    bool wdl;                  /* how far wins are is not known */
    unsigned remotenesses;     /* 0 .. remotenesses-1 occur */
    zm_plies plies, positions; /* by distance from the start: states, and positions before symmetry where asked for */
    bool has_tree;
    zm_tree tree;
} figures;

/* ---- counting ---- */
static void note_longest(tally *t, unsigned winner, unsigned r, zm_pos state)
{
    bool first = !t->has_longest[winner];
    if (!first && (r < t->longest[winner] || (r == t->longest[winner] && !zm_before(state, t->longest_state[winner]))))
        return;
    t->has_longest[winner] = true;
    t->longest[winner] = r;
    t->longest_state[winner] = state;
}

static void note_moves(tally *t, const zm_variant *v, zm_pos state, zm_move *moves)
{
    unsigned count;
    if (zm_moves_of(v, state, moves, &count) != ZM_OPEN) {
        t->over++;
        return;
    }
    t->moves += count;
    t->fewest = t->fewest && t->fewest < count ? t->fewest : count; /* an open state has a move: 0 is none seen yet */
    t->most = t->most > count ? t->most : count;
}

static void note_state(tally *t, const zm_variant *v, zm_pos state, zm_value value, zm_move *moves)
{
    t->states++;
    note_moves(t, v, state, moves);
    if (zm_is_draw(value)) {
        t->drawn++;
        return;
    }
    unsigned turn = zm_turn_of(v, state), winner = zm_is_win(value) ? turn : !turn, r = zm_remoteness(value);
    t->won_by[winner]++;
    t->at[r][winner]++;
    note_longest(t, winner, r, state);
}

static void add(tally *a, const tally *b)
{
    a->states += b->states;
    a->over += b->over;
    a->drawn += b->drawn;
    a->moves += b->moves;
    a->fewest = !a->fewest || (b->fewest && b->fewest < a->fewest) ? b->fewest : a->fewest;
    a->most = a->most > b->most ? a->most : b->most;
    a->status = a->status == ZM_OK ? b->status : a->status;
    for (unsigned w = 0; w < 2; w++) {
        a->won_by[w] += b->won_by[w];
        for (unsigned r = 0; r <= ZM_FARTHEST; r++)
            a->at[r][w] += b->at[r][w];
        if (b->has_longest[w])
            note_longest(a, w, b->longest[w], b->longest_state[w]);
    }
}

static void count_tier(zm_cli *cli, uint32_t tier, const zm_value *values, uint64_t size, tally *each)
{
#pragma omp parallel num_threads(zm_threads(cli->context))
    {
        tally *mine = &each[omp_get_thread_num()];
        zm_move moves[ZM_MAX_MOVES];
#pragma omp for schedule(dynamic, 4096)
        for (uint64_t i = 0; i < size; i++) {
            zm_pos state;
            if (values[i] == ZM_NONE || mine->status != ZM_OK)
                continue;
            if (zm_stopped(cli->context))
                mine->status = ZM_INTERRUPTED;
            else
                mine->status = zm_table_state(cli->table, cli->context, tier, i, &state);
            if (mine->status == ZM_OK)
                note_state(mine, cli->variant, state, values[i], moves);
        }
    }
    zm_progress_add(cli->context, size);
}

static zm_status count_tiers(zm_cli *cli, zm_value *values, tally *each)
{
    for (uint32_t t = 0; t < zm_table_tiers(cli->table); t++) {
        uint64_t size = zm_table_tier_size(cli->table, t);
        if (!size)
            continue;
        ZM_TRY(cli->context, zm_table_read_tier(cli->table, cli->context, t, values));
        count_tier(cli, t, values, size, each);
    }
    return ZM_OK;
}

static zm_status count_table(zm_cli *cli, figures *f)
{
    zm_context *c = cli->context;
    zm_value *values = NULL;
    tally *each = NULL;
    uint64_t largest = 1, places = 0;
    for (uint32_t t = 0; t < zm_table_tiers(cli->table); t++) {
        uint64_t size = zm_table_tier_size(cli->table, t);
        largest = size > largest ? size : largest;
        places += size;
    }
    ZM_TRY(c, zm_alloc(c, &values, largest, sizeof *values, "the values of a tier"));
    zm_status status = zm_alloc(c, &each, zm_threads(c), sizeof *each, "a tally for each thread");
    zm_progress_begin(c, "counting", places);
    if (status == ZM_OK)
        status = count_tiers(cli, values, each);
    zm_progress_end(c);
    for (unsigned i = 0; each && i < zm_threads(c); i++)
        add(&f->total, &each[i]);
    zm_release(c, values);
    zm_release(c, each);
    if (status == ZM_OK && f->total.status == ZM_INTERRUPTED)
        return zm_fail(c, ZM_INTERRUPTED, "stopped");
    return status == ZM_OK ? f->total.status : status;
}

static zm_status collect(zm_cli *cli, figures *f)
{
    ZM_TRY(cli->context, zm_cli_open_table(cli));
    ZM_TRY(cli->context, count_table(cli, f));
    f->wdl = !zm_table_distances(cli->table);
    for (unsigned r = 0; r <= ZM_FARTHEST && !f->wdl; r++)
        if (f->total.at[r][0] || f->total.at[r][1])
            f->remotenesses = r + 1;
    ZM_TRY(cli->context, zm_enumerate(cli->context, cli->variant, &f->plies));
    if (zm_cli_has(cli, "positions"))
        ZM_TRY(cli->context, zm_enumerate_positions(cli->context, cli->variant, &f->positions));
    if (!zm_cli_has(cli, "games"))
        return ZM_OK;
    ZM_TRY(cli->context, zm_count_games(cli->context, cli->variant, cli->game->start(cli->variant), &f->tree));
    f->has_tree = true;
    return ZM_OK;
}

static double mean_moves(const tally *t)
{
    uint64_t open = t->states - t->over;
    return open ? (double)t->moves / (double)open : 0;
}

/* ---- JSON ---- */
static void json_longest(zm_json *j, const zm_cli *cli, const figures *f)
{
    const tally *t = &f->total;
    char text[ZM_MAX_TEXT];
    if (f->wdl) {
        zm_json_null(j, "longest");
        return;
    }
    zm_json_open(j, "longest", '[');
    for (unsigned w = 0; w < 2; w++) {
        if (!t->has_longest[w])
            continue;
        zm_write_position(cli->variant, t->longest_state[w], text);
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "winner", zm_player(cli->game, w));
        zm_json_number(j, "remoteness", t->longest[w]);
        zm_json_number(j, "states", t->at[t->longest[w]][w]);
        zm_json_text(j, "position", text);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

static void json_branching(zm_json *j, const tally *t)
{
    zm_json_open(j, "branching", '{');
    zm_json_number(j, "open", t->states - t->over);
    zm_json_number(j, "over", t->over);
    zm_json_number(j, "min", t->fewest);
    zm_json_real(j, "mean", mean_moves(t));
    zm_json_number(j, "max", t->most);
    zm_json_close(j, '}');
}

static void json_texts(zm_json *j, const char *key, char **texts, uint32_t count)
{
    zm_json_open(j, key, '[');
    for (uint32_t i = 0; i < count; i++)
        zm_json_text(j, NULL, texts[i]);
    zm_json_close(j, ']');
}

static void json_tree(zm_json *j, const zm_game *g, const zm_tree *t)
{
    zm_json_open(j, "tree", '{');
    zm_json_text(j, "nodes", t->all_nodes);
    zm_json_text(j, "games", t->games);
    zm_json_open(j, "won_by", '{');
    zm_json_text(j, zm_player(g, 0), t->won_by[0]);
    zm_json_text(j, zm_player(g, 1), t->won_by[1]);
    zm_json_close(j, '}');
    zm_json_text(j, "drawn", t->drawn);
    zm_json_open(j, "share", '{');
    zm_json_real(j, zm_player(g, 0), t->share[0]);
    zm_json_real(j, zm_player(g, 1), t->share[1]);
    zm_json_close(j, '}');
    json_texts(j, "nodes_by_ply", t->nodes, t->plies);
    json_texts(j, "leaves_by_ply", t->leaves, t->plies);
    zm_json_close(j, '}');
}

static void json_remoteness(zm_json *j, const zm_cli *cli, const figures *f)
{
    if (f->wdl) {
        zm_json_null(j, "by_remoteness");
        return;
    }
    zm_json_open(j, "by_remoteness", '[');
    for (unsigned r = 0; r < f->remotenesses; r++) {
        zm_json_open(j, NULL, '{');
        zm_json_number(j, "remoteness", r);
        zm_json_players(j, "won_by", cli->game, f->total.at[r]);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

static void print_json(const zm_cli *cli, const figures *f)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_variant(&j, cli);
    zm_json_number(&j, "states", f->total.states);
    zm_json_players(&j, "won_by", cli->game, f->total.won_by);
    zm_json_number(&j, "drawn", f->total.drawn);
    zm_json_text(&j, "values", zm_values_name(f->wdl));
    json_remoteness(&j, cli, f);
    zm_json_open(&j, "by_ply", '[');
    for (uint32_t i = 0; i < f->plies.plies; i++)
        zm_json_number(&j, NULL, f->plies.count[i]);
    zm_json_close(&j, ']');
    if (f->positions.plies) {
        zm_json_number(&j, "positions", f->positions.states);
        zm_json_open(&j, "positions_by_ply", '[');
        for (uint32_t i = 0; i < f->positions.plies; i++)
            zm_json_number(&j, NULL, f->positions.count[i]);
        zm_json_close(&j, ']');
    }
    json_longest(&j, cli, f);
    json_branching(&j, &f->total);
    if (f->has_tree)
        json_tree(&j, cli->game, &f->tree);
    zm_json_close(&j, '}');
    putchar('\n');
}

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

static void print_csv(const zm_cli *cli, const figures *f)
{
    const tally *t = &f->total;
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
    printf("branching,min,,%u\nbranching,mean,,%.6f\nbranching,max,,%u\n", t->fewest, mean_moves(t), t->most);
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

static uint64_t sum_remoteness(const figures *f, unsigned from, unsigned width, unsigned winner)
{
    uint64_t n = 0;
    for (unsigned r = from; r < from + width && r < f->remotenesses; r++)
        n += f->total.at[r][winner];
    return n;
}

static void print_remoteness(const zm_cli *cli, const figures *f)
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

static void print_longest(const zm_cli *cli, const tally *t)
{
    char text[ZM_MAX_TEXT], count[32], words[ZM_WORDS_ROOM];
    for (unsigned w = 0; w < 2; w++) {
        unsigned r = t->longest[w];
        if (!t->has_longest[w] || !r)
            continue;
        zm_write_position(cli->variant, t->longest_state[w], text);
        printf("  %s at the latest (%s %s), as from\n  %s, %s to move\n\n",
               zm_value_words(cli, w, zm_win_in(r), false, words), zm_count_text(t->at[r][w], count),
               t->at[r][w] == 1 ? "state" : "states", text,
               zm_player(cli->game, zm_turn_of(cli->variant, t->longest_state[w])));
        zm_print_board(cli, t->longest_state[w]);
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

static void print_text(const zm_cli *cli, const figures *f)
{
    const tally *t = &f->total;
    zm_print_title(cli);
    char over[32];
    zm_print_values(cli, t->states, t->won_by, t->drawn);
    printf("  %-20s %17s\n", "of which over", zm_count_text(t->over, over));
    zm_print_sides(cli);
    putchar('\n');
    if (f->wdl)
        puts("  how far wins are: not in this table, which says who wins alone\n");
    else
        print_remoteness(cli, f);
    print_plies(cli, &f->plies, "states");
    if (f->positions.plies) {
        char n[32];
        printf("  %-22s %11s\n\n", "before symmetry", zm_count_text(f->positions.states, n));
        print_plies(cli, &f->positions, "positions");
    }
    if (!f->wdl)
        print_longest(cli, t);
    if (t->states > t->over)
        printf("  moves of an open state: %u to %u, %.2f on average\n", t->fewest, t->most, mean_moves(t));
    if (f->has_tree) {
        putchar('\n');
        print_tree(cli, &f->tree);
    }
}

static zm_status run(zm_cli *cli)
{
    figures *f;
    if (cli->json && zm_cli_has(cli, "csv"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--json or --csv, not both");
    if (cli->game->rolls)
        return zm_stats_dice(cli);
    if (zm_cli_has(cli, "plot"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--plot is for games with dice");
    ZM_TRY(cli->context, zm_alloc(cli->context, &f, 1, sizeof *f, "the figures"));
    zm_status status = collect(cli, f);
    if (status == ZM_OK)
        (cli->json ? print_json : zm_cli_has(cli, "csv") ? print_csv : print_text)(cli, f);
    zm_plies_free(cli->context, &f->plies);
    zm_plies_free(cli->context, &f->positions);
    zm_tree_free(&f->tree);
    zm_release(cli->context, f);
    return status;
}

extern const zm_command zm_command_stats;
const zm_command zm_command_stats = {
    .name = "stats",
    .usage = "GAME [opt=val ...]",
    .summary = "count a table: by value, remoteness and ply; longest wins",
    .about =
        "Needs the table that \"zermelo solve\" makes. --games also counts the games that can be played, exactly, "
        "for games in "
        "which no position comes back. A table without distances has nothing to say on remoteness. Games with dice are "
        "counted by how far the side to move is ahead; --plot draws that.",
    .example = "zermelo stats GAME --games",
    .game = true,
    .most = 1,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"games", NULL, NULL, "the game tree too: nodes, games and how they end", 0},
              {"positions", NULL, NULL, "positions before symmetry too, through a hash", 0},
              {"csv", NULL, NULL, "one table of comma-separated values: table,key,winner,count", 0},
              {"plot", "FILE", NULL, "with dice: probabilities by lead as a chart, .svg .png .pdf or .txt", 0}},
    .run = run,
};
