/* turning-turtles: a row of coins. A player turns a head to tails and, if he likes, one more coin to the left of it,
 * either way. Who cannot, there being no head, has lost. Coin i from the left, from 0, is bit i of p.lo: 1 for a
 * head. */
#include <string.h>
#include <zermelo/rules.h>

enum { DRAWN = 36 };

static unsigned coins(const zm_variant *v) { return (unsigned)strlen(v->option[0].text); }

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    *p = (zm_pos){0, 0};
    for (unsigned i = 0; i < coins(v); i++) {
        if (text[i] != 'H' && text[i] != 'T')
            return zm_wrong(why, i, "expected H or T; there are %u coins", coins(v));
        p->lo |= (uint64_t)(text[i] == 'H') << i;
    }
    return !text[coins(v)] || zm_wrong(why, coins(v), "expected %u coins and no more", coins(v));
}

static bool is_position(const zm_variant *v, zm_pos p) { return !p.hi && p.lo <= zm_low_bits(coins(v)); }

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    for (unsigned i = 0; i < coins(v); i++)
        zm_say_char(out, p.lo >> i & 1 ? 'H' : 'T');
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    zm_pos p;
    return read(v, zm_option_text(v, "coins"), &p, why);
}

static zm_pos start(const zm_variant *v)
{
    zm_pos p;
    zm_mistake why;
    read(v, v->option[0].text, &p, &why);
    return p;
}

/* A move is a head and the other coin; the head twice where there is none. */
static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (uint64_t heads = p.lo; heads;)
        for (unsigned head = zm_take_lowest(&heads), other = 0; other <= head; other++)
            out[n++] = head << 8 | other;
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    p.lo ^= zm_bit((unsigned)(m >> 8));
    if (m >> 8 != (m & 255))
        p.lo ^= zm_bit((unsigned)(m & 255));
    return p;
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    zm_say(out, "%u", (unsigned)(m >> 8) + 1);
    if (m >> 8 != (m & 255))
        zm_say(out, ",%u", (unsigned)(m & 255) + 1);
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    for (unsigned i = 0; i < coins(v); i++)
        out[i] = (zm_cell){0, (uint8_t)i, p.lo >> i & 1 ? 'H' : 'T', false, 0};
    return coins(v) <= DRAWN ? coins(v) : 0;
}

/* No head, then a single one on each place. */
static void grid(const zm_variant *v, unsigned *rows, unsigned *cols)
{
    *rows = 1;
    *cols = coins(v) + 1;
}

static zm_pos grid_at(const zm_variant *v, unsigned row, unsigned col)
{
    return (zm_pos){col ? zm_bit(col - 1) : 0, 0};
}

ZM_GAME(
    turning_turtles, "turning-turtles", .title = "Turning Turtles", .impartial = true,
    .about =
        "A row of coins. A player turns one from heads to tails and, if he likes, one more coin to the left of it,\n"
        "from heads to tails or from tails to heads. Who cannot, there being no head, has lost.",
    .known = "A head on place n, counted from 1, is a pile of n in Nim: lost when the binary sum of the places of the\n"
             "heads without carry is 0. Two equal piles are as good as none, and here there are none.",
    .notation =
        "H and T from the left, as in THTTHTTTHHTHT; a move 10,3 turns the head on place 10 and the coin on place 3",
    .options = {ZM_TEXT("coins", "THTTHTTTHHTHT", "heads H and tails T from the left, 1 to 63 coins")},
    .prepare = prepare, .start = start, .moves = moves, .play = play, .read = read, .write = write,
    .is_position = is_position, .write_move = write_move, .sums = ZM_SUMS(.grid = grid, .grid_at = grid_at),
    .looks = ZM_LOOKS(.cells = cells, .pieces = {{'H', ZM_COIN}}))
