/* connect_4.c: Connect 4 searched, beside a measuring rod: the plain solver as Pascal Pons' tutorial builds it up (bit
 * boards, questions with an empty window by bisection, a table of 8,388,617 places that keeps the latest, moves that
 * make most threats first, none that lose at once), written anew after its description. Both answer the same random
 * positions in turn, on one thread, without a book, and must agree.
 *
 *     scripts/bench builds and runs it; ./connect_4 [POSITIONS [TABLES]]; with a folder of tables that has a book
 *     (zermelo solve connect-4 --book-plies N) also how long answers take with it */
#include <zermelo/zermelo.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;

/* ---- the measuring rod: 7 by 6 ---- */
enum { WIDTH = 7, HEIGHT = 6, STEP = HEIGHT + 1, CELLS = WIDTH * HEIGHT, PLACES = 8388617, LEAST = -CELLS / 2 + 3 };
enum { MOST = (CELLS + 1) / 2 - 3 };
static const u64 bottom = 0x40810204081u, board = 0x40810204081u * 63;

static uint32_t key_at[PLACES];
static uint8_t value_at[PLACES];

static void plain_forget(void)
{
    memset(key_at, 0, sizeof key_at);
    memset(value_at, 0, sizeof value_at);
}

static u64 column(int c) { return (u64)63 << c * STEP; }

static u64 wins_of(u64 p, u64 all)
{
    u64 r = p << 1 & p << 2 & p << 3;
    for (int by = STEP - 1; by <= STEP + 1; by++) {
        u64 q = p << by & p << 2 * by;
        r |= q & (p << 3 * by | p >> by);
        q = p >> by & p >> 2 * by;
        r |= q & (p << by | p >> 3 * by);
    }
    return r & (board ^ all);
}

static u64 safe_moves(u64 own, u64 all)
{
    u64 moves = (all + bottom) & board, wins = wins_of(own ^ all, all), forced = moves & wins;
    if (forced && forced & (forced - 1))
        return 0;
    return (forced ? forced : moves) & ~(wins >> 1);
}

static int plain_seek(u64 own, u64 all, int discs, int alpha, int beta)
{
    const u64 moves = safe_moves(own, all);
    if (!moves)
        return -(CELLS - discs) / 2;
    if (discs >= CELLS - 2)
        return 0;
    const int least = -(CELLS - 2 - discs) / 2, most = (CELLS - 1 - discs) / 2;
    if (alpha < least && (alpha = least) >= beta)
        return alpha;
    if (beta > most && (beta = most) <= alpha)
        return beta;
    const u64 key = own + all;
    const size_t place = key % PLACES;
    const int known = key_at[place] == (uint32_t)key ? value_at[place] : 0;
    if (known > MOST - LEAST + 1) {
        const int lower = known + 2 * LEAST - MOST - 2;
        if (alpha < lower && (alpha = lower) >= beta)
            return alpha;
    } else if (known) {
        const int upper = known + LEAST - 1;
        if (beta > upper && (beta = upper) <= alpha)
            return beta;
    }
    u64 sorted[WIDTH];
    int order[WIDTH], count = 0;
    for (int i = WIDTH; i-- > 0;) {
        const u64 move = moves & column(WIDTH / 2 + (1 - 2 * (i % 2)) * (i + 1) / 2);
        if (!move)
            continue;
        const int threats = __builtin_popcountll(wins_of(own | move, all));
        int k = count++;
        for (; k && order[k - 1] > threats; k--) {
            sorted[k] = sorted[k - 1];
            order[k] = order[k - 1];
        }
        sorted[k] = move;
        order[k] = threats;
    }
    while (count-- > 0) {
        const int score = -plain_seek(own ^ all, all | sorted[count], discs + 1, -beta, -alpha);
        if (score >= beta) {
            key_at[place] = (uint32_t)key;
            value_at[place] = (uint8_t)(score + MOST - 2 * LEAST + 2);
            return score;
        }
        alpha = score > alpha ? score : alpha;
    }
    key_at[place] = (uint32_t)key;
    value_at[place] = (uint8_t)(alpha - LEAST + 1);
    return alpha;
}

static int plain_solve(u64 own, u64 all, int discs)
{
    if (wins_of(own, all) & (all + bottom))
        return (CELLS + 1 - discs) / 2;
    int lower = -(CELLS - discs) / 2, upper = (CELLS + 1 - discs) / 2;
    while (lower < upper) {
        int middle = lower + (upper - lower) / 2;
        if (middle <= 0 && lower / 2 < middle)
            middle = lower / 2;
        else if (middle >= 0 && upper / 2 > middle)
            middle = upper / 2;
        const int score = plain_seek(own, all, discs, middle, middle + 1);
        if (score <= middle)
            upper = score;
        else
            lower = score;
    }
    return lower;
}

/* ---- both ---- */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void ensure(zm_context *c, zm_status status)
{
    if (status) {
        fprintf(stderr, "connect_4: %s\n", zm_message(c));
        exit(1);
    }
}

/* A random game of so many plies that is not over. */
static zm_pos random_position(const zm_variant *v, zm_random *r, unsigned plies)
{
    const zm_game *g = v->game;
    for (;;) {
        zm_move moves[16];
        zm_pos p = g->start(v);
        unsigned n = 0;
        for (; n < plies && g->ended(v, p) == ZM_OPEN; n++)
            p = g->play(v, p, moves[zm_random_below(r, g->moves(v, p, moves))]);
        if (n == plies && g->ended(v, p) == ZM_OPEN)
            return p;
    }
}

static int by_seconds(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(zm_context *c, const zm_variant *v, zm_searcher *s, unsigned plies, unsigned count)
{
    zm_random r = zm_random_stream(4, plies);
    double plain = 0, ours = 0, *each = malloc(count * sizeof *each);
    plain_forget();
    zm_search_forget(s);
    for (unsigned i = 0; i < count; i++) {
        const zm_pos p = random_position(v, &r, plies);
        const u64 all = p.hi & ~ZM_TURN_BIT, own = p.hi >> 63 ? p.lo ^ all : p.lo;
        zm_value value;
        double t = seconds();
        const int score = plain_solve(own, all, (int)plies);
        plain += seconds() - t;
        t = seconds();
        ensure(c, zm_search_value(s, p, &value));
        each[i] = seconds() - t;
        ours += each[i];
        if (v->game->looks->score(v, p, value) != score) {
            fprintf(stderr, "connect_4: after %u plies: %d and %d\n", plies, score, v->game->looks->score(v, p, value));
            exit(1);
        }
    }
    qsort(each, count, sizeof *each, by_seconds);
    printf("%5u  %9u  %10.4f  %10.4f  %10.4f  %6.1f\n", plies, count, plain * 1e3 / count, ours * 1e3 / count,
           each[count * 99 / 100] * 1e3, plain / ours);
    fflush(stdout);
    free(each);
}

/* ---- with a book: looked up, else searched, on all threads ---- */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_book(const char *plies, double *each, unsigned count)
{
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += each[i];
    qsort(each, count, sizeof *each, by_seconds);
    printf("%5s  %9u  %10.4f  %10.4f  %10.4f\n", plies, count, sum * 1e3 / count, each[count * 99 / 100] * 1e3,
           each[count - 1] * 1e3);
    fflush(stdout);
}

static void measure_book(zm_context *c, const zm_variant *v, const zm_table *t, unsigned plies, unsigned count,
                         double *each)
{
    zm_random r = zm_random_stream(5, plies);
    char name[16];
    for (unsigned i = 0; i < count; i++) {
        const zm_pos p = random_position(v, &r, plies);
        zm_value value;
        const double began = now();
        ensure(c, zm_table_probe(c, t, p, &value));
        each[i] = now() - began;
    }
    snprintf(name, sizeof name, "%u", plies);
    print_book(name, each, count);
}

static void measure_books(zm_context *c, const zm_variant *v, const char *tables, unsigned count)
{
    enum { MOST = 30 };
    double *each = malloc((MOST + 1) * (size_t)count * sizeof *each);
    zm_table *t;
    ensure(c, zm_search_from_tables(c, v, tables, &t));
    printf("with the book\nplies  positions     mean ms       99 %%  the worst\n");
    for (unsigned plies = 0; plies <= MOST; plies++)
        measure_book(c, v, t, plies, count, each + (size_t)plies * count);
    print_book("all", each, (MOST + 1) * count);
    free(each);
    zm_table_close(t);
}

int main(int argc, char **argv)
{
    static const unsigned plies[] = {28, 24, 20, 16, 12, 8}, share[] = {1, 1, 1, 1, 10, 100};
    const unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_searcher *s;
    const zm_search_options o = ZM_OPTIONS(zm_search_options, .threads = 1, .bytes = 1 << 26);
    ensure(c, zm_find_game(c, "connect-4", &g));
    ensure(c, zm_variant_new(c, g, NULL, 0, &v));
    ensure(c, zm_searcher_open(c, v, &o, &s));
    printf("plies  positions    plain ms     ours ms  ours 99 %%   ratio\n");
    for (unsigned i = 0; i < sizeof plies / sizeof *plies; i++)
        if (count / share[i])
            measure(c, v, s, plies[i], count / share[i]);
    zm_searcher_close(s);
    if (argc > 2)
        measure_books(c, v, argv[2], count);
    zm_variant_free(c, v);
    zm_context_free(c);
}
