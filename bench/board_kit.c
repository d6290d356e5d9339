/* board_kit.c: the board kit beside handwritten code: places, and nanoseconds per fingerprint, rank and unrank.
 *
 * Three boards of built-in games are declared once more with the kit. The same random positions are given to both, in
 * each one's own bits; positions must have the same fingerprint with one exactly when they have with the other.
 *
 *     scripts/bench builds and runs it; ./board_kit [ROUNDS] */
#include <zermelo/rules.h>
#include <zermelo/zermelo.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POSITIONS = 1 << 14 };

static zm_context *context;

static void ensure(zm_status status)
{
    if (status) {
        fprintf(stderr, "board_kit: %s\n", zm_message(context));
        exit(1);
    }
}

static uint64_t random_number(void)
{
    static uint64_t state = 1;
    uint64_t x = state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- what is measured ---- */
typedef struct way { /* to number positions */
    const zm_variant *v;
    zm_pos (*fingerprint)(const zm_variant *v, zm_pos p);
    zm_place (*rank)(const zm_variant *v, zm_pos p);
    zm_pos (*unrank)(const zm_variant *v, zm_place at);
    uint64_t places;
    zm_pos position[POSITIONS], state[POSITIONS];
    zm_place place[POSITIONS];
    double ns[3]; /* of a fingerprint, rank, unrank */
} way;

static volatile uint64_t sink;

static double best(double ns, double began, unsigned n)
{
    const double now = (seconds() - began) * 1e9 / n;
    return ns && ns < now ? ns : now;
}

static void measure(way *w)
{
    uint64_t sum = 0;
    double began = seconds();
    for (unsigned i = 0; i < POSITIONS; i++)
        w->state[i] = w->fingerprint(w->v, w->position[i]);
    w->ns[0] = best(w->ns[0], began, POSITIONS);
    if (!w->rank)
        return;
    began = seconds();
    for (unsigned i = 0; i < POSITIONS; i++)
        w->place[i] = w->rank(w->v, w->state[i]);
    w->ns[1] = best(w->ns[1], began, POSITIONS);
    began = seconds();
    for (unsigned i = 0; i < POSITIONS; i++)
        sum += w->unrank(w->v, w->place[i]).lo;
    w->ns[2] = best(w->ns[2], began, POSITIONS);
    sink = sum;
    for (unsigned i = 0; i < POSITIONS; i++)
        if (!zm_same(w->unrank(w->v, w->place[i]), w->state[i])) {
            fprintf(stderr, "board_kit: unrank does not undo rank\n");
            exit(1);
        }
}

/* Both merge the same positions. */
static int by_state(const void *a, const void *b)
{
    const zm_pos *x = a, *y = b;
    return zm_same(*x, *y) ? 0 : zm_before(*x, *y) ? -1 : 1;
}

static void compare_states(const way *one, const way *other)
{
    static zm_pos pair[POSITIONS][2];
    for (unsigned i = 0; i < POSITIONS; i++) {
        pair[i][0] = one->state[i];
        pair[i][1] = other->state[i];
    }
    qsort(pair, POSITIONS, sizeof *pair, by_state);
    for (unsigned i = 1; i < POSITIONS; i++)
        if (zm_same(pair[i - 1][0], pair[i][0]) && !zm_same(pair[i - 1][1], pair[i][1])) {
            fprintf(stderr, "board_kit: positions that one merges the other does not\n");
            exit(1);
        }
}

static void show(const char *name, const way *w, const way *than)
{
    printf("%-34s %14llu", name, (unsigned long long)w->places);
    for (unsigned i = 0; i < 3; i++)
        if (w->ns[i] && than && than->ns[i])
            printf(" %6.1f (%4.2f)", w->ns[i], w->ns[i] / than->ns[i]);
        else
            printf(" %6.1f       ", w->ns[i]);
    printf("\n");
}

static void run(const char *name, way *hand, way *kit, unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++) {
        measure(hand);
        measure(kit);
    }
    compare_states(hand, kit);
    compare_states(kit, hand);
    char line[64];
    snprintf(line, sizeof line, "%s, by hand", name);
    show(line, hand, NULL);
    snprintf(line, sizeof line, "%s, kit", name);
    show(line, kit, hand);
    fflush(stdout);
}

static zm_pos as_it_is(const zm_variant *v, zm_pos p) { return p; }

static void open_way(const zm_game *g, way *w)
{
    zm_variant *v;
    ensure(zm_variant_new(context, g, NULL, 0, &v));
    const zm_index *index = v->game->index;
    *w = (way){.v = v,
               .fingerprint = v->game->fingerprint ? v->game->fingerprint : as_it_is,
               .rank = index->rank,
               .unrank = index->unrank};
    for (uint32_t t = 0; index->tiers && t < index->tiers(v); t++)
        w->places += index->tier_size(v, t);
}

static void by_hand(const char *name, way *w)
{
    const zm_game *g;
    ensure(zm_find_game(context, name, &g));
    open_way(g, w);
}

static void declare(const zm_board *b, way *w)
{
    zm_game *g = calloc(1, sizeof *g); /* its variant keeps it */
    *g = (zm_game){.abi = ZM_ABI, .name = "declared", .board = b};
    open_way(g, w);
}

/* k of the n lowest bits that are not taken. */
static uint64_t random_set(unsigned n, unsigned k, uint64_t taken)
{
    uint64_t set = 0;
    while (k) {
        const uint64_t bit = zm_bit((unsigned)(random_number() % n));
        if ((set | taken) & bit)
            continue;
        set |= bit;
        k--;
    }
    return set;
}

/* ---- Nine Men's Morris: point 8r + k is the k-th of ring r, clockwise from the upper left corner ---- */
static zm_point mill_point(unsigned point)
{
    static const int8_t row[8] = {-1, -1, -1, 0, 1, 1, 1, 0}, col[8] = {-1, 0, 1, 1, 1, 0, -1, -1};
    const int out = 3 - (int)point / 8;
    return (zm_point){(uint8_t)(3 + out * row[point % 8]), (uint8_t)(3 + out * col[point % 8])};
}

static unsigned mill_points(const zm_variant *v, zm_point *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 49; i++)
        for (unsigned k = 0; k < 24; k++)
            if (mill_point(k).row == i / 7 && mill_point(k).col == i % 7)
                out[n++] = mill_point(k);
    return n;
}

static unsigned mill_square(const zm_variant *v, unsigned point)
{
    return zm_square(v, mill_point(point).row, mill_point(point).col);
}

static bool mill_rings(const zm_variant *v, unsigned operation, uint8_t image[ZM_BOARD_SQUARES])
{
    for (unsigned k = 0; k < 24; k++)
        image[mill_square(v, k)] = (uint8_t)mill_square(v, k < 8 ? k + 16 : k < 16 ? k : k - 16);
    return operation == 0;
}

/* Men are placed in turn, and who has placed n has closed at most n - 2 mills. */
static bool mill_placed(unsigned hand, unsigned men, unsigned other_hand)
{
    const unsigned placed = 9 - other_hand, taken = 9 - hand - men;
    return taken <= (placed > 2 ? placed - 2 : 0);
}

static bool mill_material(const zm_variant *v, const uint8_t *men, const uint8_t *hand)
{
    if ((hand[0] != hand[1] && hand[0] != hand[1] + 1) || men[0] + hand[0] < 2 || men[1] + hand[1] < 3)
        return false;
    return !hand[0] || (mill_placed(hand[0], men[0], hand[1]) && mill_placed(hand[1], men[1], hand[0]));
}

static const zm_board mill_board =
    ZM_BOARD(.rows = "7", .points = mill_points, .first = "w", .second = "b", .hand = "w",
             .totals = {{"w", "0", "9"}, {"b", "0", "9"}}, .turn = ZM_TURN_SWAPS, .symmetry = ZM_SQUARE,
             .images = mill_rings, .shrinks = "wb", .hand_shrinks = true, .most_change = 1, .material = mill_material);

static void run_mill(unsigned men, unsigned hands, unsigned rounds)
{
    static way hand, kit;
    char name[64];
    declare(&mill_board, &kit);
    by_hand("nine-mens-morris", &hand);
    for (unsigned i = 0; i < POSITIONS; i++) {
        const uint64_t mine = random_set(24, men, 0), theirs = random_set(24, men, mine);
        hand.position[i] = (zm_pos){mine | theirs << 32, hands | hands << 4};
        zm_pos p = {0, 0};
        for (unsigned k = 0; k < 24; k++)
            p = zm_put(kit.v, p, mill_square(kit.v, k), mine >> k & 1 ? 'w' : theirs >> k & 1 ? 'b' : '.');
        kit.position[i] = zm_hold(kit.v, zm_hold(kit.v, p, 'w', hands), 'b', hands);
    }
    snprintf(name, sizeof name, "Morris, %u men each", men);
    run(name, &hand, &kit, rounds);
}

/* ---- Hasenspiel: 32 dark squares ---- */
static unsigned dark_squares(const zm_variant *v, zm_point *out)
{
    unsigned n = 0;
    for (uint8_t i = 0; i < 64; i++)
        if ((i / 8 + i % 8) % 2)
            out[n++] = (zm_point){i / 8, i % 8};
    return n;
}

static const zm_board hase_board = ZM_BOARD(.rows = "8", .points = dark_squares, .first = "r", .second = "p",
                                            .totals = {{"r", "1", "1"}, {"p", "4", "4"}});

static void run_hase(unsigned rounds)
{
    static way hand, kit;
    declare(&hase_board, &kit);
    by_hand("hasenspiel", &hand);
    for (unsigned i = 0; i < POSITIONS; i++) {
        const uint64_t pawns = random_set(32, 4, 0), rabbit = random_set(32, 1, pawns), turn = random_number() << 63;
        hand.position[i] = (zm_pos){pawns, (uint64_t)zm_lowest(rabbit) << 8 | turn};
        zm_pos p = {0, turn};
        for (unsigned k = 0; k < 32; k++) /* by hand from the lowest row up */
            p = zm_put(kit.v, p, 4 * (7 - k / 4) + k % 4, pawns >> k & 1 ? 'p' : rabbit >> k & 1 ? 'r' : '.');
        kit.position[i] = p;
    }
    run("Hasenspiel", &hand, &kit, rounds);
}

/* ---- Tic-Tac-Toe: two bits a square, the upper left one highest; by hand there is no index ---- */
static zm_pos ttt_fingerprint(const zm_variant *v,
                              zm_pos p) /* the smallest of eight: two mirrors, one after the other */
{
    uint64_t b = p.lo;
    for (unsigned i = 0; i < 8; i++, p.lo = b < p.lo ? b : p.lo)
        b = i & 1 ? (b & 0xC30C) | (b & 0x30C3) << 4 | (b >> 4 & 0x30C3)
                  : (b & 0x30303) | (b & 0xC0C) << 4 | (b >> 4 & 0xC0C) | (b & 0x30) << 8 | (b >> 8 & 0x30);
    return p;
}

static const zm_board ttt_board = ZM_BOARD(.rows = "3", .first = "x", .second = "o", .turn = ZM_TURN_COUNTED,
                                           .symmetry = ZM_SQUARE, .grows = "xo", .inside = ZM_LEAVES);

static void run_ttt(unsigned rounds)
{
    static way hand, kit;
    declare(&ttt_board, &kit);
    hand = (way){.fingerprint = ttt_fingerprint};
    for (unsigned i = 0; i < POSITIONS; i++) {
        const unsigned o = (unsigned)(random_number() % 5), x = o + (unsigned)(random_number() % 2);
        const uint64_t xs = random_set(9, x, 0), os = random_set(9, o, xs), turn = x > o ? ZM_TURN_BIT : 0;
        zm_pos p = {0, turn}, q = {0, turn};
        for (unsigned k = 0; k < 9; k++) {
            p = zm_put(kit.v, p, k, xs >> k & 1 ? 'x' : os >> k & 1 ? 'o' : '.');
            q.lo |= (uint64_t)(xs >> k & 1 ? 1 : os >> k & 1 ? 2 : 0) << (16 - 2 * k);
        }
        hand.position[i] = q;
        kit.position[i] = p;
    }
    run("Tic-Tac-Toe", &hand, &kit, rounds);
}

int main(int argc, char **argv)
{
    const unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 200;
    context = zm_context_new();
    printf("nanoseconds (times by hand)                places   fingerprint          rank        unrank\n");
    run_mill(9, 0, rounds);
    run_mill(3, 0, rounds);
    run_mill(5, 2, rounds);
    run_hase(rounds);
    run_ttt(rounds);
}
