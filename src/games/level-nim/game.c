/* level-nim: superpiles of coins, each some piles on top of each other. A player takes coins from the topmost pile of
 * one superpile; who takes the last coin of a superpile has won.
 *
 * POSITION  a byte a pile, bottom first, and a 0 between superpiles, from the lowest byte up; superpiles in rising order. Once one
 * is empty all is over, and the position is 0. */
#include <string.h>
#include <zermelo/rules.h>

enum { BYTES = 15 }; /* the topmost bit stays free */

typedef struct superpile {
    unsigned piles;
    uint8_t pile[BYTES];
} superpile;

typedef struct table {
    unsigned count;
    superpile of[BYTES];
} table;

static unsigned byte(zm_pos p, unsigned i) { return (unsigned)((i < 8 ? p.lo >> 8 * i : p.hi >> 8 * (i - 8)) & 255); }

static table unpack(zm_pos p)
{
    table t = {.count = 0};
    for (unsigned i = 0; i < BYTES && byte(p, i); i++) { /* the 0 after a superpile is stepped over */
        superpile *s = &t.of[t.count++];
        for (; i < BYTES && byte(p, i); i++)
            s->pile[s->piles++] = (uint8_t)byte(p, i);
    }
    return t;
}

static void sort(table *t)
{
    for (unsigned i = 1; i < t->count; i++)
        for (unsigned k = i; k && memcmp(&t->of[k].pile, &t->of[k - 1].pile, BYTES) < 0; k--) {
            const superpile s = t->of[k];
            t->of[k] = t->of[k - 1];
            t->of[k - 1] = s;
        }
}

static zm_pos pack(table *t)
{
    zm_pos p = {0, 0};
    sort(t);
    for (unsigned i = 0, at = 0; i < t->count; i++, at++) {
        if (!t->of[i].piles)
            return (zm_pos){0, 0};
        for (unsigned k = 0; k < t->of[i].piles; k++, at++)
            *(at < 8 ? &p.lo : &p.hi) |= (uint64_t)t->of[i].pile[k] << 8 * (at % 8);
    }
    return p;
}

static bool same(const superpile *a, const superpile *b) { return !memcmp(a->pile, b->pile, BYTES); }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const table t = unpack(p);
    unsigned n = 0;
    for (unsigned i = 0; i < t.count; i++)
        for (unsigned take = 1; take <= t.of[i].pile[t.of[i].piles - 1]; take++)
            if (!i || !same(&t.of[i], &t.of[i - 1]))
                out[n++] = i << 8 | take;
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    table t = unpack(p);
    superpile *s = &t.of[m >> 8];
    s->pile[s->piles - 1] = (uint8_t)(s->pile[s->piles - 1] - (m & 255));
    if (!s->pile[s->piles - 1])
        s->piles--;
    return pack(&t);
}

/* What is over is one piece, and it is over. */
static unsigned parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    const table t = unpack(p);
    out[0] = p;
    for (unsigned i = 0; i < t.count; i++) {
        table one = {1, {t.of[i]}};
        out[i] = pack(&one);
    }
    return t.count ? t.count : 1;
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    table t = {.count = 1};
    *p = (zm_pos){0, 0};
    if (!strcmp(text, "0"))
        return true;
    for (size_t at = 0, bytes = 1;; at++, bytes++) {
        superpile *s = &t.of[t.count - 1];
        unsigned coins;
        if (bytes > BYTES)
            return zm_wrong(why, at, "there can be up to %d piles, and one less for each superpile but one", BYTES);
        if (!zm_read_number(text, &at, 1, 255, &coins, why))
            return false;
        s->pile[s->piles++] = (uint8_t)coins;
        if (!text[at])
            return *p = pack(&t), true;
        if (text[at] == ',') {
            t.count++;
            bytes++;
        } else if (text[at] != '-')
            return zm_wrong(why, at, "expected - and a pile on top, a comma and another superpile, or the end");
    }
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    table t = unpack(p);
    return zm_same(pack(&t), p);
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    const table t = unpack(p);
    if (!t.count)
        zm_say(out, "0");
    for (unsigned i = 0; i < t.count; i++)
        for (unsigned k = 0; k < t.of[i].piles; k++)
            zm_say(out, "%s%u", k ? "-" : i ? "," : "", t.of[i].pile[k]);
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    zm_say(out, "%u-%u", (unsigned)(m >> 8) + 1, (unsigned)(m & 255));
}

/* The topmost pile of a superpile. It is to be said, for superpiles change places. */
static void touches(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out)
{
    const table t = unpack(p);
    out->count = 1;
    out->touch[0] = (zm_point){(uint8_t)(t.of[m >> 8].piles - 1), (uint8_t)(m >> 8)};
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    return read(v, zm_option_text(v, "superpiles"), data, why);
}

static zm_pos start(const zm_variant *v) { return *(const zm_pos *)v->data; }

static zm_compound compound(const zm_variant *v) { return ZM_WTIA; }

ZM_GAME(
    level_nim, "level-nim", .title = "Level Nim", .impartial = true,
    .about = "Superpiles of coins, each some piles on top of each other. A player takes any number of coins from the\n"
             "topmost pile of one superpile. Who takes the last coin of a superpile has won.",
    .known =
        "Won at once where a superpile has one pile only. Otherwise nobody takes the last coin above a lowest pile:\n"
        "the game is the sum of what lies above the lowest piles, less one coin each (Lenhardt 2007 does not take\n"
        "that coin off; but 4-1 is lost).",
    .notation =
        "superpiles, each its piles from the bottom up, as in 3-7-2,4-6; 0 when one is empty; a move 2-5 takes 5 "
        "coins from superpile 2",
    .options = {ZM_TEXT("superpiles", "3-7-2,4-6",
                        "piles from the bottom up with - between; a comma between superpiles")},
    .data_bytes = sizeof(zm_pos), .prepare = prepare, .start = start, .moves = moves, .play = play, .read = read,
    .write = write, .is_position = is_position, .write_move = write_move,
    .sums = ZM_SUMS(.parts = parts, .compound = compound), .looks = ZM_LOOKS(.touches = touches))
