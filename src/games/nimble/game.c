/* nimble: coins on a line of squares 0, 1, 2, ... A player moves one coin to any square left of it, over and onto
 * others; who cannot has lost. A coin on square n is a pile of n in Nim. The coins are the bytes of p.lo, falling. */
#include <zermelo/rules.h>

enum { COINS = 8, DRAWN = 36 };

static unsigned coin(zm_pos p, unsigned i) { return p.lo >> 8 * i & 255; }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < COINS; i++)
        for (unsigned to = 0; to < coin(p, i); to++)
            if (!i || coin(p, i) != coin(p, i - 1)) /* coins on one square are alike */
                out[n++] = i << 8 | to;
    return n;
}

static zm_pos fingerprint(const zm_variant *v, zm_pos p)
{
    for (unsigned i = 1; i < COINS; i++)
        for (unsigned k = i; k && coin(p, k) > coin(p, k - 1); k--) {
            const uint64_t both = (uint64_t)(coin(p, k) ^ coin(p, k - 1)) * 257; /* swaps the two bytes */
            p.lo ^= both << 8 * (k - 1);
        }
    return p;
}

static zm_pos start(const zm_variant *v) { return fingerprint(v, zm_pack8(v, "coins")); }

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    p.lo -= (coin(p, (unsigned)(m >> 8)) - (m & 255)) << 8 * (m >> 8);
    return fingerprint(v, p);
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const bool good = zm_read_list8(v, text, p, why);
    *p = fingerprint(v, *p);
    return good;
}

static bool is_position(const zm_variant *v, zm_pos p) { return zm_is_list8(v, p) && zm_same(fingerprint(v, p), p); }

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    zm_say(out, "%u-%u", coin(p, (unsigned)(m >> 8)), (unsigned)(m & 255));
}

/* One row, up to the farthest coin here or at the start. */
static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const unsigned now = coin(p, 0), first = coin(start(v), 0);
    const unsigned squares = (now > first ? now : first) + 1;
    for (unsigned i = 0; i < squares && squares <= DRAWN; i++) {
        unsigned here = 0;
        for (unsigned k = 0; k < v->option[0].count; k++)
            here += coin(p, k) == i;
        out[i] = (zm_cell){0, (uint8_t)i, (char)(here > 1 ? '0' + here : here ? 'o' : '.'), false, 0};
    }
    return squares <= DRAWN ? squares : 0;
}

static void grid(const zm_variant *v, unsigned *rows, unsigned *cols)
{
    *rows = 1;
    *cols = coin(start(v), 0) + 1;
}

static zm_pos grid_at(const zm_variant *v, unsigned row, unsigned col) { return (zm_pos){col, 0}; }

ZM_GAME(
    nimble, "nimble", .title = "Nimble", .impartial = true,
    .about = "Coins on a line of squares 0, 1, 2, ... A player moves one coin to any square to its left, over other\n"
             "coins and onto them if he likes. Who cannot move, all coins being on square 0, has lost.",
    .known = "A coin on square n is a pile of n in Nim: lost when the binary sum of the squares without carry is 0.",
    .notation = "the squares of the coins, as in 6,3,2; a move 6-4 moves a coin from square 6 to square 4",
    .options = {ZM_LIST("coins", "6,3,2", 0, 255, "squares of the coins, 1 to 8 coins")}, .prepare = zm_prepare_list8,
    .start = start, .moves = moves, .play = play, .fingerprint = fingerprint, .read = read, .write = zm_write_list8,
    .is_position = is_position, .write_move = write_move,
    .sums = ZM_SUMS(.parts = zm_parts_list8, .grid = grid, .grid_at = grid_at),
    .looks = ZM_LOOKS(.cells = cells, .naming = ZM_BY_NUMBERS, .pieces = {{'o', ZM_COIN}}))
