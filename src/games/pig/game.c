/* pig: a race for points with one die. After every roll but a 1 a player holds or rolls again; a 1 loses the points of
 * the turn.
 *
 * POSITION   lo, bytes 0 to 2: points of the side to move, of the other, and of this turn, before a roll; at most the goal
 * MOVE       the roll, from 0, times 2, and 1 to roll again */
#include <zermelo/rules.h>

enum { MINE, OTHERS, TURN };
static unsigned goal(const zm_variant *v) { return (unsigned)v->option[0].number; }
static unsigned sides(const zm_variant *v) { return (unsigned)v->option[1].number; }
static unsigned points(zm_pos p, unsigned whose) { return p.lo >> 8 * whose & 255; }

static zm_pos make(unsigned a, unsigned b, unsigned turn) { return (zm_pos){a | b << 8 | turn << 16, 0}; }
static zm_pos start(const zm_variant *v) { return make(0, 0, 0); }
static zm_end ended(const zm_variant *v, zm_pos p) { return points(p, OTHERS) < goal(v) ? ZM_OPEN : ZM_LOSS; }
static void odds(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    for (unsigned roll = 0; roll < 6; roll++)
        weight[roll] = roll < sides(v);
}

/* Nothing comes of a 1, and of sides the die has not got. */
static unsigned gain(const zm_variant *v, zm_move m) { return m / 2 && m / 2 < sides(v) ? (unsigned)m / 2 + 1 : 0; }

static unsigned moves(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    out[0] = 2 * roll;
    out[1] = 2 * roll + 1;
    return gain(v, out[0]) && points(p, MINE) + points(p, TURN) + gain(v, out[0]) < goal(v) ? 2 : 1;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned mine = points(p, MINE), turn = points(p, TURN) + gain(v, m), sum = gain(v, m) ? mine + turn : mine;
    const unsigned others = points(p, OTHERS), kept = sum < goal(v) ? sum : goal(v);
    const zm_pos next = {(m % 2 ? make(mine, others, turn) : make(others, kept, 0)).lo, p.hi};
    return m % 2 ? next : zm_next_turn(next);
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    unsigned n[3] = {0};
    size_t at = 0;
    for (unsigned i = MINE; i <= TURN; i++) {
        const unsigned most = i == OTHERS ? goal(v) : n[OTHERS] == goal(v) ? 0 : goal(v) - 1 - n[MINE];
        if (!zm_read_number(text, &at, 0, most, &n[i], why))
            return false;
        if (text[at++] != ",,"[i])
            return zm_wrong(why, at - 1, "expected three numbers, as in 40,35,8");
    }
    *p = make(n[MINE], n[OTHERS], n[TURN]);
    return true;
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    const unsigned mine = points(p, MINE), others = points(p, OTHERS);
    return p.lo < 1 << 24 && !(p.hi & ~ZM_TURN_BIT) && mine < goal(v) && others <= goal(v) &&
           points(p, TURN) <= (others == goal(v) ? 0 : goal(v) - 1 - mine);
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    zm_say(out, "%u,%u,%u", points(p, 0), points(p, 1), points(p, 2));
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    zm_say(out, "%u:%s", (unsigned)m / 2 + 1, m % 2 ? "again" : gain(v, m) ? "hold" : "lost");
}

static bool score(const zm_variant *v, zm_pos p, unsigned out[2])
{
    const unsigned mover = (unsigned)(p.hi >> 63);
    out[mover] = points(p, MINE);
    out[!mover] = points(p, OTHERS);
    return true;
}

/* To hold, one's own points; to roll again, those of the turn. */
static void touches(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out)
{
    out->count = gain(v, m) ? 1 : 0;
    out->touch[0] = (zm_point){0, m % 2 ? TURN : MINE};
}

ZM_GAME(pig, "pig", .title = "Pig", .from_mover = true,
        .about = "A race to {goal} points with one die{sides!=6: of {sides} sides}. After each roll a player "
                 "rolls again, or holds: the points of the turn are his, and the other rolls. Who rolls a 1 "
                 "loses the points of the turn, and the turn.",
        .known = "{goal=100 sides=6:The first wins 53.06 % of the games (Neller and Presser, 2004).}{goal=4 "
                 "sides=2:The first wins 4 games in 7 (Neller and Presser, 2004).}",
        .notation = "points of the side to move, of the other, and of this turn so far: "
                    "{goal>40:40,35,8|{position}}",
        .options = {ZM_INT("goal", "100", 2, 200, "points to win"), ZM_INT("sides", "6", 2, 6, "of the die")},
        .start = start, .ended = ended, .play = play, .read = read, .write = write, .is_position = is_position,
        .write_move = write_move, .dice = ZM_DICE(.rolls = 6, .moves = moves, .odds = odds),
        .looks = ZM_LOOKS(.points = score, .touches = touches))
