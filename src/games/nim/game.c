/* nim: piles of coins. A player takes any number of coins from one pile; who cannot move has lost. */
#include <zermelo/rules.h>

enum { PILES = 8 }; /* eight piles of up to 255 coins fit one word */

static unsigned pile(zm_pos p, unsigned i) { return p.lo >> 8 * i & 255; }

static zm_pos start(const zm_variant *v) { return zm_pack8(v, "piles"); }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < PILES; i++)
        for (unsigned take = 1; take <= pile(p, i); take++)
            out[n++] = i << 8 | take;
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    p.lo -= (m & 255) << 8 * (m >> 8);
    return zm_next_turn(p);
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    zm_say(out, "%u-%u", (unsigned)(m >> 8) + 1, (unsigned)(m & 255)); /* "2-5": from pile 2 take 5 */
}

ZM_GAME(nim, "nim", .title = "Nim", .impartial = true,
        .about = "Piles of coins. A player takes any number of coins from one pile; who cannot move has lost.",
        .known = "Lost for the side to move exactly when the binary sum without carry is 0 (Bouton 1901).",
        .notation = "the piles, as in 1,2,3; a move 2-5 takes 5 coins from pile 2",
        .options = {ZM_LIST("piles", "1,2,3", 0, 255, "coins in each pile, 1 to 8 piles")}, .prepare = zm_prepare_list8,
        .start = start, .moves = moves, .play = play, /* no .ended: no move is a loss */
        .read = zm_read_list8, .write = zm_write_list8, .is_position = zm_is_list8, .write_move = write_move,
        .sums = ZM_SUMS(.parts = zm_parts_list8)) /* and no .compound: they are played as a sum, in one at a time */
