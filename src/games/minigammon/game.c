/* minigammon: backgammon with a few checkers on a short board: two dice, hits, the bar, bearing off. Who bears off all
 * checkers first has won; there are no gammons and no doubling cube. points=24 checkers=3 is Hypergammon.
 *
 * POINTS     both count their own from the place where they bear off: 0 is off, 1 to n the points, n + 1 the bar; the
 *            point x of one is n + 1 - x of the other
 * POSITION   lo: the mover's checkers, 5 bits each, the nearest to off lowest, those that are off left out; hi: likewise
 *            the other's; bit 63 is the turn
 * ROLL       x-y with x >= y has the number x(x - 1)/2 + y - 1, from 0
 * MOVE       a byte per step, in the order they are made: the point it comes from and, 32 times, the die; then the roll */
#include <zermelo/rules.h>

enum { MOST_POINTS = 24, PLACES = MOST_POINTS + 2, MOST_STEPS = 4, ROLL_AT = 8 * MOST_STEPS, ROLLS = 21, RESULTS = 64 };
typedef struct table { /* checkers of the mover and of the other on each place */
    uint8_t count[2][PLACES];
} table;

static unsigned points(const zm_variant *v) { return (unsigned)v->option[0].number; }
static unsigned checkers(const zm_variant *v) { return (unsigned)v->option[1].number; }
static unsigned sides(const zm_variant *v) { return (unsigned)v->option[2].number; }
static unsigned steps_of_doubles(const zm_variant *v) { return v->option[3].number ? 2 : 4; }
static unsigned home(const zm_variant *v) { return (points(v) + 3) / 4; }
static unsigned facing(const zm_variant *v, unsigned point) { return points(v) + 1 - point; }
static unsigned higher(unsigned roll)
{
    return roll < 1 ? 1 : roll < 3 ? 2 : roll < 6 ? 3 : roll < 10 ? 4 : roll < 15 ? 5 : 6;
}
static unsigned lower(unsigned roll) { return roll - higher(roll) * (higher(roll) - 1) / 2 + 1; }

static table unpack(const zm_variant *v, zm_pos p)
{
    table t = {{{0}}};
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < checkers(v); i++)
            t.count[side][(side ? p.hi : p.lo) >> 5 * i & 31]++;
    return t;
}

static uint64_t pack_side(const zm_variant *v, const uint8_t *count)
{
    uint64_t word = 0;
    for (unsigned place = points(v) + 1; place; place--)
        for (unsigned i = 0; i < count[place]; i++)
            word = word << 5 | place;
    return word;
}

static zm_pos pack(const zm_variant *v, const table *t)
{
    return (zm_pos){pack_side(v, t->count[0]), pack_side(v, t->count[1])};
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    return 2 * checkers(v) <= points(v) ||
           zm_wrong(why, ZM_WHOLE, "both sides' checkers need %u points", 2 * checkers(v));
}

static zm_pos start(const zm_variant *v)
{
    table t = {{{0}}};
    for (unsigned i = 0; i < checkers(v); i++)
        t.count[0][points(v) - i] = t.count[1][points(v) - i] = 1;
    return pack(v, &t);
}

static zm_end ended(const zm_variant *v, zm_pos p) { return p.hi & ~ZM_TURN_BIT ? ZM_OPEN : ZM_LOSS; }

/* ---- moves ---- */
static unsigned farthest(const zm_variant *v, const table *t)
{
    unsigned place = points(v) + 1;
    while (place && !t->count[0][place])
        place--;
    return place;
}

static bool can_step(const zm_variant *v, const table *t, unsigned from, unsigned die)
{
    const unsigned last = farthest(v, t);
    if (!t->count[0][from] || (last > points(v) && from != last))
        return false;
    if (from > die)
        return t->count[1][facing(v, from - die)] < 2;
    return last <= home(v) && (from == die || from == last);
}

static void step(const zm_variant *v, table *t, unsigned from, unsigned die)
{
    t->count[0][from]--;
    t->count[0][from > die ? from - die : 0]++;
    if (from > die && t->count[1][facing(v, from - die)]) { /* hit */
        t->count[1][facing(v, from - die)] = 0;
        t->count[1][points(v) + 1]++;
    }
}

typedef struct list { /* moves that use the dice best: as many as can be, and of one alone the higher */
    const zm_variant *v;
    zm_move *out, roll;
    unsigned count, best, dice, die[MOST_STEPS + 1];
    zm_pos result[RESULTS];
} list;

static void offer(list *l, const table *t, zm_move m, unsigned used, unsigned die)
{
    const unsigned worth = 8 * used + (used == 1 ? die : 0);
    const zm_pos result = pack(l->v, t);
    if (worth < l->best)
        return;
    l->count = worth > l->best ? 0 : l->count;
    l->best = worth;
    for (unsigned i = 0; i < l->count; i++)
        if (zm_same(l->result[i], result)) /* the same checkers in another order */
            return;
    l->result[l->count] = result;
    l->out[l->count++] = m | l->roll << ROLL_AT;
}

static void go_on(list *l, const table *t, zm_move m, unsigned used)
{
    bool any = false;
    for (unsigned from = points(l->v) + 1; from && used < l->dice; from--)
        if (can_step(l->v, t, from, l->die[used])) {
            table next = *t;
            step(l->v, &next, from, l->die[used]);
            go_on(l, &next, m | (zm_move)(from | l->die[used] << 5) << 8 * used, used + 1);
            any = true;
        }
    if (!any)
        offer(l, t, m, used, used ? l->die[used - 1] : 0);
}

static unsigned moves(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    const table t = unpack(v, p);
    const unsigned x = higher(roll), y = lower(roll);
    list l = {.v = v, .out = out, .roll = roll, .dice = x == y ? steps_of_doubles(v) : 2, .die = {x, y, x, y, 0}};
    l.dice = x > sides(v) ? 0 : l.dice; /* it has not got such dice */
    go_on(&l, &t, 0, 0);
    l.die[0] = y;
    l.die[1] = x;
    if (x != y)
        go_on(&l, &t, 0, 0);
    return l.count;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    table t = unpack(v, p);
    for (m &= zm_low_bits(ROLL_AT); m; m >>= 8)
        step(v, &t, (unsigned)m & 31, (unsigned)m >> 5 & 7);
    return zm_next_turn((zm_pos){pack_side(v, t.count[1]), pack_side(v, t.count[0]) | (p.hi & ZM_TURN_BIT)});
}

static void odds(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    for (unsigned roll = 0; roll < ROLLS; roll++)
        weight[roll] = higher(roll) > sides(v) ? 0 : higher(roll) == lower(roll) ? 1 : 2;
}

static void write_roll(const zm_variant *v, unsigned roll, zm_text *out)
{
    zm_say(out, "%u-%u", higher(roll), lower(roll));
}

/* By pips, the points that are still to go. */
static double lead(const zm_variant *v, zm_pos p)
{
    int ahead = 0;
    for (unsigned i = 0; i < checkers(v); i++)
        ahead += (int)(p.hi >> 5 * i & 31) - (int)(p.lo >> 5 * i & 31);
    return (double)ahead / (checkers(v) * (points(v) + 1));
}

/* ---- text: 8,7,6;8,7,6 ---- */
static bool legal(const zm_variant *v, const table *t, zm_mistake *why)
{
    for (unsigned x = 1; x <= points(v); x++)
        if (t->count[0][x] && t->count[1][facing(v, x)])
            return zm_wrong(why, ZM_WHOLE, "%u of the side to move and %u of the other are the same point", x,
                            facing(v, x));
    return t->count[0][0] < checkers(v) || zm_wrong(why, ZM_WHOLE, "the side to move has borne off all");
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    table t = {{{0}}};
    size_t at = 0;
    for (unsigned side = 0; side < 2; side++) {
        unsigned place, n = 0;
        for (; text[at] && text[at] != ';'; n++) {
            if (n == checkers(v))
                return zm_wrong(why, at, "each side has %u checkers", n);
            if (!zm_read_number(text, &at, 1, points(v) + 1, &place, why))
                return false;
            t.count[side][place]++;
            if (text[at] == ',' && text[at + 1] >= '0' && text[at + 1] <= '9')
                at++;
            else if (text[at] && text[at] != ';')
                return zm_wrong(why, at, "expected a comma and a number, a semicolon or the end");
        }
        t.count[side][0] = (uint8_t)(checkers(v) - n);
        if (text[at] != ";"[side])
            return zm_wrong(why, at,
                            side ? "expected the end" : "expected ; and the other's checkers, as in 8,7,6;8,7,6");
        at += !side;
    }
    *p = pack(v, &t);
    return legal(v, &t, why);
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    zm_mistake why;
    const zm_pos bare = {p.lo, p.hi & ~ZM_TURN_BIT};
    for (unsigned i = 0; i < checkers(v); i++)
        if ((bare.lo >> 5 * i & 31) > points(v) + 1 || (bare.hi >> 5 * i & 31) > points(v) + 1)
            return false;
    const table t = unpack(v, bare);
    return zm_same(pack(v, &t), bare) && legal(v, &t, &why);
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = checkers(v), some = 0; i--;) {
            const unsigned place = (unsigned)((side ? p.hi : p.lo) >> 5 * i & 31);
            if (place)
                zm_say(out, some++ ? ",%u" : "%u", place);
        }
        zm_say(out, side ? "" : ";");
    }
}

static void say_place(const zm_variant *v, unsigned place, zm_text *out)
{
    zm_say(out, place > points(v) ? "bar" : place ? "%u" : "off", place);
}

/* "3-1:8/5,6/5", "2-1:bar/7,2/off", "6-5:pass" */
static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    write_roll(v, (unsigned)(m >> ROLL_AT), out);
    zm_say(out, m & zm_low_bits(ROLL_AT) ? ":" : ":pass");
    for (m &= zm_low_bits(ROLL_AT); m; m >>= 8) {
        const unsigned from = (unsigned)m & 31, die = (unsigned)m >> 5 & 7;
        say_place(v, from, out);
        zm_say_char(out, '/');
        say_place(v, from > die ? from - die : 0, out);
        zm_say(out, m >> 8 ? "," : "");
    }
}

/* ---- the board: a column per place, as the first player counts from the right: off, a bar, the points, a bar, off ---- */
static uint8_t column(const zm_variant *v, unsigned whose, unsigned place)
{
    const unsigned col = place ? points(v) + 2 - place : points(v) + 3;
    return (uint8_t)(whose ? points(v) + 3 - col : col);
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const table t = unpack(v, (zm_pos){p.lo, p.hi & ~ZM_TURN_BIT});
    const unsigned mover = (unsigned)(p.hi >> 63), rows = checkers(v), cols = points(v) + 4;
    for (unsigned i = 0; i < rows * cols; i++)
        out[i] = (zm_cell){.row = (uint8_t)(i / cols), .col = (uint8_t)(i % cols), .piece = '.', .dark = i % cols % 2};
    for (unsigned side = 0; side < 2; side++)
        for (unsigned place = 0; place <= points(v) + 1; place++)
            for (unsigned i = 0; i < t.count[side][place]; i++)
                out[(rows - 1 - i) * cols + column(v, side ^ mover, place)].piece = side ^ mover ? 'b' : 'w';
    return rows * cols;
}

/* From and to of every step, also where a checker goes on: 8/7,6/5 and 8/7,7/6,6/5 would else look alike. */
static void touches(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out)
{
    const uint8_t mover = (uint8_t)(p.hi >> 63), row = (uint8_t)(checkers(v) - 1);
    for (m &= zm_low_bits(ROLL_AT); m; m >>= 8) {
        const unsigned from = (unsigned)m & 31, die = (unsigned)m >> 5 & 7;
        out->begins |= zm_bit(out->count);
        out->touch[out->count++] = (zm_point){row, column(v, mover, from)};
        out->touch[out->count++] = (zm_point){row, column(v, mover, from > die ? from - die : 0)};
    }
    out->begins &= ~1ull; /* of the others */
}

/* What the side to move calls a place stands below its column. */
static void name_cell(const zm_variant *v, zm_pos p, const zm_cell *cell, zm_text *out)
{
    for (unsigned place = 0; place <= points(v) + 1 && cell->row + 1u == checkers(v); place++)
        if (column(v, (unsigned)(p.hi >> 63), place) == cell->col)
            say_place(v, place, out);
}

static bool at_home(const zm_variant *v, const zm_cell *cell) { return cell->col < 2 || cell->col > points(v) + 1; }

ZM_GAME(minigammon, "minigammon", .title = "Minigammon", .players = {"white", "black"}, .from_mover = true,
        .about =
            "Backgammon with {checkers=1:one checker|{checkers} checkers} each on {points} points. Two dice"
            "{sides!=6: of {sides} sides} are rolled, and each moves a checker towards the own end; a double is "
            "played {doubles=two:twice|four times}. Both must be used where that is possible, else the higher. A "
            "checker may not go where the other has two or more; a single one there is hit and must enter again "
            "from the bar before anything else moves. Checkers are borne off when all are in the last quarter of the "
            "board; with a die that is too high, the farthest. Who has borne off all has won; there is no doubling and "
            "no gammon.",
        .known = "{points=8 checkers=3 sides=6 doubles=four:Who begins wins 65.539 % of the games.}{points=24 "
                 "checkers=3:This is Hypergammon: 7,959,904 placements (Tom Keith, 2014), solved by Hugh "
                 "Sconyers with gammons and the doubling cube.}",
        .notation = "the side to move first: its checkers as points from where it bears off, the bar as "
                    "the number after the last point; those that are off are left out: {position}",
        .options = {ZM_INT("points", "8", 4, MOST_POINTS, "of the board"),
                    ZM_INT("checkers", "3", 1, 4, "of each side"), ZM_INT("sides", "6", 2, 6, "of the dice"),
                    ZM_CHOICE("doubles", "four", "four|two", "how often a double is played")},
        .prepare = prepare, .start = start, .ended = ended, .play = play, .read = read, .write = write,
        .is_position = is_position, .write_move = write_move,
        .dice = ZM_DICE(.rolls = ROLLS, .moves = moves, .odds = odds, .write_roll = write_roll, .lead = lead),
        .looks = ZM_LOOKS(.cells = cells, .touches = touches, .at_home = at_home, .naming = ZM_NOT_NAMED,
                          .name_cell = name_cell))
