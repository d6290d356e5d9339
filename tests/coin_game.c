/* coin_game.c: a plugin with a dense index of its own, which tests change: a wrong line here, no index there.
 *
 * A pile of coins; players take turns and take 1 to `most` coins. When the pile is empty, a player with an odd number of
 * coins beats one with an even number; otherwise it is a draw. */
#include <stdio.h> /* puts, in tests that print */
#include <stdlib.h>
#include <string.h>
#include <zermelo/rules.h>

/* ---- a position: 128 bits, and only this file knows what they mean ----
 * lo: the coins left. hi: bit 0 and bit 1, whether the first and the second player hold an odd number of coins.
 * The topmost bit of hi says whose turn it is: zm_next_turn flips it. */
enum { FIRST_ODD = 1, SECOND_ODD = 2 };

/* What the functions below need of the options, read once for each variant. */
typedef struct settings {
    unsigned coins, most;
} settings;

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    settings *s = data;
    s->coins = (unsigned)zm_option_number(v, "coins");
    s->most = (unsigned)zm_option_number(v, "most");
    return s->most <= s->coins || zm_wrong(why, ZM_WHOLE, "most must not be larger than coins");
}

static const settings *settings_of(const zm_variant *v) { return v->data; }

/* ---- the rules ---- */
static zm_pos start(const zm_variant *v) { return (zm_pos){.lo = settings_of(v)->coins}; }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (unsigned take = 1; take <= settings_of(v)->most && take <= p.lo; take++)
        out[n++] = take;
    return n;
}

static unsigned mover(zm_pos p) { return p.hi & ZM_TURN_BIT ? SECOND_ODD : FIRST_ODD; }

static zm_pos play(const zm_variant *v, zm_pos p, zm_move take)
{
    if (take & 1)
        p.hi ^= mover(p);
    p.lo -= take;
    return zm_next_turn(p); /* leave this out for moves after which the same player goes on */
}

/* How it stands for the side to move. Leave `ended` out if your game ends when a player cannot move and has lost. */
static zm_end ended(const zm_variant *v, zm_pos p)
{
    if (p.lo)
        return ZM_OPEN;
    bool first = p.hi & FIRST_ODD, second = p.hi & SECOND_ODD;
    if (first == second)
        return ZM_DRAW;
    return mover(p) == (first ? FIRST_ODD : SECOND_ODD) ? ZM_WIN : ZM_LOSS;
}

/* ---- notation: 6:oe:2 is 6 coins left, the first player's coins odd, the second's even, the second to move ---- */
static void write_position(const zm_variant *v, zm_pos p, zm_text *out)
{
    zm_say(out, "%u:%c%c:%c", (unsigned)p.lo, p.hi & FIRST_ODD ? 'o' : 'e', p.hi & SECOND_ODD ? 'o' : 'e',
           p.hi & ZM_TURN_BIT ? '2' : '1');
}

/* Says where a text is wrong and what was expected there; the user sees the character pointed at. */
static bool read_position(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    unsigned coins = settings_of(v)->coins;
    size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits;
    *p = (zm_pos){.lo = strtoull(text, NULL, 10)};
    if (!digits || digits > 4 || p->lo > coins)
        return zm_wrong(why, 0, "expected the coins left, 0 to %u", coins);
    for (size_t i = 0; i < 5; i++)
        if (!rest[i] || !strchr((const char *[]){":", "oe", "oe", ":", "12"}[i], rest[i]))
            return zm_wrong(why, digits + i, "expected coins:oe:turn as in 6:oe:2");
    if (rest[5])
        return zm_wrong(why, digits + 5, "expected the end");
    p->hi = (rest[1] == 'o' ? FIRST_ODD : 0) | (rest[2] == 'o' ? SECOND_ODD : 0) | (rest[4] == '2' ? ZM_TURN_BIT : 0);
    bool odd_taken = (coins - p->lo) & 1;
    return odd_taken == (rest[1] != rest[2]) ||
           zm_wrong(why, ZM_WHOLE, "the parities do not fit the coins taken so far");
}

/* Are these 128 bits a position? They come from outside (`zermelo decode`, a table that somebody else made), so every
 * bit must be looked at. */
static bool is_position(const zm_variant *v, zm_pos p)
{
    bool first = p.hi & FIRST_ODD, second = p.hi & SECOND_ODD, odd_taken = (settings_of(v)->coins - p.lo) & 1;
    return p.lo <= settings_of(v)->coins && !(p.hi & ~(ZM_TURN_BIT | FIRST_ODD | SECOND_ODD)) &&
           odd_taken == (first != second);
}

static void write_move(const zm_variant *v, zm_pos p, zm_move take, zm_text *out) { zm_say(out, "%u", (unsigned)take); }

/* ---- a dense index: a tier is the coins left. The second player's parity follows from the first's, so that four places
 * a tier are enough. ---- */
static uint32_t tiers(const zm_variant *v) { return settings_of(v)->coins + 1; }
static uint64_t tier_size(const zm_variant *v, uint32_t tier) { return 4; }

static zm_place rank(const zm_variant *v, zm_pos p)
{
    return (zm_place){.tier = (uint32_t)p.lo, .index = (p.hi & FIRST_ODD) | (p.hi & ZM_TURN_BIT ? 2 : 0)};
}

static zm_pos unrank(const zm_variant *v, zm_place at)
{
    bool first = at.index & 1, odd_taken = (settings_of(v)->coins - at.tier) & 1, second = first != odd_taken;
    return (zm_pos){.lo = at.tier,
                    .hi = (first ? FIRST_ODD : 0) | (second ? SECOND_ODD : 0) | (at.index & 2 ? ZM_TURN_BIT : 0)};
}

ZM_GAME(good, "good", .title = "Good",
        .about = "A pile of coins. Players take 1 to `most` coins in turn. When the pile is empty, a player\n"
                 "with an odd number of coins beats one with an even number; otherwise it is a draw.",
        .notation = "coins left, the parity of both players' coins (o odd, e even), the player to move: 6:oe:2",
        .options = {ZM_INT("coins", "21", 1, 999, "coins in the pile at the start"),
                    ZM_INT("most", "3", 1, 99, "the most a player can take at once")},
        .data_bytes = sizeof(settings), .prepare = prepare, .start = start, .moves = moves, .play = play,
        .ended = ended, .read = read_position, .write = write_position, .is_position = is_position,
        .write_move = write_move,
        .index = ZM_INDEX(.tiers = tiers, .tier_size = tier_size, .rank = rank, .unrank = unrank, .inside = ZM_LEAVES))
