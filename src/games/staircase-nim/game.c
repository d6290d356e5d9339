/* staircase-nim: coins on the steps of a staircase. A player moves any number of coins from one step to the next lower
 * one; from the lowest they leave the game. A player who cannot move loses. Step i, from 0, is byte i of p.lo. */
#include <zermelo/rules.h>

enum { STEPS = 8, COINS = 255 }; /* all of them fit on one step */

static unsigned on_step(zm_pos p, unsigned i) { return p.lo >> 8 * i & 255; }

static zm_pos start(const zm_variant *v) { return zm_pack8(v, "steps"); }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < STEPS; i++)
        for (unsigned coins = 1; coins <= on_step(p, i); coins++)
            out[n++] = i << 8 | coins;
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    const uint64_t coins = m & 255, step = m >> 8;
    p.lo -= coins << 8 * step;
    if (step)
        p.lo += coins << 8 * (step - 1);
    return p;
}

static bool few_enough(zm_pos p, zm_mistake *why)
{
    unsigned coins = 0;
    for (unsigned i = 0; i < STEPS; i++)
        coins += on_step(p, i);
    return coins <= COINS || zm_wrong(why, ZM_WHOLE, "there are %u coins; there can be up to %d", coins, COINS);
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    return zm_prepare_list8(v, data, why) && few_enough(start(v), why);
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    return zm_read_list8(v, text, p, why) && few_enough(*p, why);
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    zm_mistake why;
    return zm_is_list8(v, p) && few_enough(p, &why);
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    zm_say(out, "%u-%u", (unsigned)(m >> 8) + 1, (unsigned)(m & 255));
}

ZM_GAME(
    staircase_nim, "staircase-nim", .title = "Staircase Nim", .impartial = true,
    .about = "Coins on the steps of a staircase. A player moves any number of coins from one step to the next lower\n"
             "one; from the lowest step they leave the game. Who cannot move has lost.",
    .known = "Only the steps 1, 3, 5, ... count, as piles of Nim: lost when their binary sum without carry is 0. What\n"
             "comes down from an even step is moved on at once (Ferguson, Game Theory, part I).",
    .notation = "coins on each step from the lowest up, as in 2,3,1,2; a move 4-2 moves 2 coins down from step 4",
    .options = {ZM_LIST("steps", "2,3,1,2", 0, COINS, "coins on each step, the lowest first, 1 to 8 steps")},
    .prepare = prepare, .start = start, .moves = moves, .play = play, .read = read, .write = zm_write_list8,
    .is_position = is_position, .write_move = write_move)
