/* limited-nim: one pile of coins and a set of numbers. A player takes as many coins as one of the numbers says; who
 * cannot has lost. The pile is p.lo. */
#include <stdlib.h>
#include <zermelo/rules.h>

enum { MOST = 65535 };

static int by_size(const void *a, const void *b) { return *(const uint16_t *)a - *(const uint16_t *)b; }

/* A set has one text: its numbers rise, each is there once. */
static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    char text[64];
    zm_text out = zm_text_in(text, sizeof text);
    uint16_t take[ZM_MAX_LIST];
    const unsigned n = zm_option_list(v, "take", take);
    qsort(take, n, sizeof *take, by_size);
    for (unsigned i = 0; i < n; i++)
        if (!i || take[i] != take[i - 1])
            zm_say(&out, "%s%u", i ? "," : "", take[i]);
    return zm_option_set(v, "take", text), true;
}

static zm_pos start(const zm_variant *v) { return (zm_pos){(uint64_t)v->option[0].number, 0}; }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    while (n < v->option[1].count && v->option[1].list[n] <= p.lo) {
        out[n] = v->option[1].list[n];
        n++;
    }
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m) { return (zm_pos){p.lo - m, 0}; }

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    size_t at = 0;
    unsigned coins;
    if (!zm_read_number(text, &at, 0, MOST, &coins, why))
        return false;
    *p = (zm_pos){coins, 0};
    return !text[at] || zm_wrong(why, at, "expected the end: there is one pile");
}

static bool is_position(const zm_variant *v, zm_pos p) { return !p.hi && p.lo <= MOST; }
static void write(const zm_variant *v, zm_pos p, zm_text *out) { zm_say(out, "%u", (unsigned)p.lo); }
static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out) { zm_say(out, "%u", (unsigned)m); }

static void grid(const zm_variant *v, unsigned *rows, unsigned *cols)
{
    *rows = 1;
    *cols = (unsigned)v->option[0].number + 1;
}

static zm_pos grid_at(const zm_variant *v, unsigned row, unsigned col) { return (zm_pos){col, 0}; }

/* From the largest number of the set on, values follow from as many before them, in the same way everywhere: when that
 * many repeat, all do. */
static uint64_t proven(const zm_variant *v, uint64_t first, uint64_t period)
{
    return first + period + v->option[1].list[v->option[1].count - 1] - 1u;
}

ZM_GAME(limited_nim, "limited-nim", .title = "Limited Nim", .impartial = true,
        .about = "A pile of coins. A player takes as many as one of the numbers of a set says; who cannot has lost.",
        .known =
            "From some pile on the values repeat, since each follows from as many before it as the largest number\n"
            "of the set says. With 1,3,4 lost are 0, 2, 7, 9, 14, 16, ...: 0 and 2 modulo 7 (Lenhardt 2007).",
        .notation = "the coins left, as in 11; a move is how many are taken",
        .options = {ZM_INT("coins", "18", 0, MOST, "coins in the pile"),
                    ZM_LIST("take", "1,3,4", 1, MOST, "how many may be taken")},
        .prepare = prepare, .start = start, .moves = moves, .play = play, .read = read, .write = write,
        .is_position = is_position, .write_move = write_move,
        .sums = ZM_SUMS(.grid = grid, .grid_at = grid_at, .proven = proven))
