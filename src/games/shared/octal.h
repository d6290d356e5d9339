/* octal.h: octal games, those of Guy and Smith (1956): heaps of coins and a code d0.d1d2d3... that says how coins may
 * be taken from a heap. Digit dk is for taking k coins: a sum of 1 (they may be the whole heap), 2 (what is left stays
 * one heap) and 4 (what is left is split into two heaps). A player who cannot move loses. Taking none, d0, has to
 * split: it is 0 or 4.
 *
 * POSITION   the heaps that are not empty, falling, in one of two ways, whichever fits first:
 *                a heap of n as n ones and a zero, from the lowest bit up, in bits 0 to 125
 *                OCTAL_SLOTS heaps of 15 bits each, and bit 126
 *            So positions of up to 63 coins are all there (and of up to 125 in one heap, where taking none is no move: what a move
 *            takes pays for the zero of the heap that it splits off). Beyond, more heaps than slots cannot be kept: OCTAL_MANY
 *            stands for all such positions (ZM_BEYOND). Values go by single heaps and never meet it.
 *
 * The game that includes this is made by OCTAL_GAME; it gives the code to octal_prepare. */
#ifndef ZM_GAMES_SHARED_OCTAL_H
#define ZM_GAMES_SHARED_OCTAL_H

#include <string.h>
#include <zermelo/rules.h>

enum {
    OCTAL_SLOTS = 8,
    OCTAL_BITS = 126,   /* for heaps in ones */
    OCTAL_MOST = 32767, /* coins in a heap */
    OCTAL_HEAPS = 64,   /* 63 heaps of one coin are the most */
    OCTAL_DIGITS = 64,  /* a code is an option's text */
    OCTAL_DRAWN = 36,   /* squares of a row that is drawn */
};

typedef unsigned __int128 octal_bits;

typedef struct octal_data {
    uint8_t digit[OCTAL_DIGITS];
    unsigned digits;
    unsigned coins;   /* in all heaps together, so that no position has more moves than allowed */
    unsigned largest; /* heap of the start */
} octal_data;

typedef struct octal_heaps {
    unsigned count;
    uint16_t heap[OCTAL_HEAPS + 2]; /* falling; room for what a move makes */
} octal_heaps;

ZM_INLINE const octal_data *octal_of(const zm_variant *v) { return (const octal_data *)v->data; }

/* ---- positions ---- */
static const zm_pos OCTAL_MANY = {0, (uint64_t)3 << 61};

ZM_INLINE bool octal_is_many(zm_pos p) { return p.lo == OCTAL_MANY.lo && (p.hi & ~ZM_TURN_BIT) == OCTAL_MANY.hi; }

ZM_INLINE unsigned octal_ones(octal_bits b) /* in a row, from the lowest bit */
{
    const uint64_t low = ~(uint64_t)b, high = ~(uint64_t)(b >> 64);
    return low ? zm_lowest(low) : 64 + zm_lowest(high);
}

ZM_INLINE octal_heaps octal_unpack(zm_pos p)
{
    octal_bits b = (octal_bits)(p.hi & ~ZM_TURN_BIT) << 64 | p.lo;
    octal_heaps h = {.count = 0};
    if (b >> OCTAL_BITS) {
        for (; (b & OCTAL_MOST) && h.count < OCTAL_SLOTS; b >>= 15)
            h.heap[h.count++] = (uint16_t)(b & OCTAL_MOST);
        return h;
    }
    for (unsigned n; b && h.count < OCTAL_HEAPS; b >>= n + 1)
        h.heap[h.count++] = (uint16_t)(n = octal_ones(b));
    return h;
}

ZM_INLINE zm_pos octal_pack(const octal_heaps *h)
{
    octal_bits b = 0;
    unsigned coins = 0;
    for (unsigned i = 0; i < h->count; i++)
        coins += h->heap[i];
    if (coins + h->count <= OCTAL_BITS) {
        for (unsigned i = h->count; i-- > 0;)
            b = b << (h->heap[i] + 1) | (((octal_bits)1 << h->heap[i]) - 1);
    } else if (h->count <= OCTAL_SLOTS) {
        for (unsigned i = h->count; i-- > 0;)
            b = b << 15 | h->heap[i];
        b |= (octal_bits)1 << OCTAL_BITS;
    } else
        return OCTAL_MANY;
    return (zm_pos){(uint64_t)b, (uint64_t)(b >> 64)};
}

ZM_INLINE void octal_add(octal_heaps *h, unsigned coins)
{
    unsigned i = h->count;
    if (!coins)
        return;
    for (h->count++; i && h->heap[i - 1] < coins; i--)
        h->heap[i] = h->heap[i - 1];
    h->heap[i] = (uint16_t)coins;
}

ZM_INLINE zm_pos octal_single(unsigned coins)
{
    octal_heaps h = {.count = 0};
    octal_add(&h, coins);
    return octal_pack(&h);
}

/* ---- rules ---- */
static zm_pos octal_start(const zm_variant *v)
{
    uint16_t coins[ZM_MAX_LIST];
    octal_heaps h = {.count = 0};
    for (unsigned i = zm_option_list(v, "heaps", coins); i-- > 0;)
        octal_add(&h, coins[i]);
    return octal_pack(&h);
}

static zm_end octal_ended(const zm_variant *v, zm_pos p) { return octal_is_many(p) ? ZM_BEYOND : ZM_OPEN; }

/* A move is the number of a heap, how many coins are taken, and how many of the rest are the smaller of two heaps, or
 * 0. */
ZM_INLINE zm_move octal_move(unsigned heap, unsigned take, unsigned split)
{
    return (zm_move)heap << 32 | (zm_move)take << 16 | split;
}

ZM_INLINE unsigned octal_moves_of(const octal_data *d, unsigned i, unsigned coins, zm_move *out)
{
    unsigned n = 0;
    for (unsigned take = 0; take < d->digits && take <= coins; take++) {
        const unsigned left = coins - take;
        if (d->digit[take] & (left ? 2 : 1))
            out[n++] = octal_move(i, take, 0);
        for (unsigned split = 1; (d->digit[take] & 4) && 2 * split <= left; split++)
            out[n++] = octal_move(i, take, split);
    }
    return n;
}

static unsigned octal_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const octal_heaps h = octal_unpack(p);
    unsigned n = 0;
    for (unsigned i = 0; i < h.count; i++)
        if (!i || h.heap[i] != h.heap[i - 1]) /* equal heaps have equal moves */
            n += octal_moves_of(octal_of(v), i, h.heap[i], out + n);
    return n;
}

static zm_pos octal_play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned gone = (unsigned)(m >> 32), take = m >> 16 & 65535, split = m & 65535;
    octal_heaps h = octal_unpack(p);
    const unsigned left = h.heap[gone] - take - split;
    h.count--;
    memmove(h.heap + gone, h.heap + gone + 1, (h.count - gone) * sizeof *h.heap);
    octal_add(&h, left);
    octal_add(&h, split);
    return octal_pack(&h);
}

static unsigned octal_parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    const octal_heaps h = octal_unpack(p);
    out[0] = p;
    for (unsigned i = 0; i < h.count; i++)
        out[i] = octal_single(h.heap[i]);
    return octal_is_many(p) ? 1 : h.count;
}

/* ---- the code, and what follows from it ---- */

/* No position has more moves than this: each heap at most one a digit besides those that split, and a digit splits a
 * heap in at most half as many ways as it has coins. */
ZM_INLINE unsigned octal_most_coins(const octal_data *d)
{
    unsigned splits = 0;
    for (unsigned i = 0; i < d->digits; i++)
        splits += d->digit[i] >> 2;
    const unsigned most = 2 * (ZM_MAX_MOVES - OCTAL_HEAPS * d->digits);
    return splits ? most / splits : OCTAL_SLOTS * OCTAL_MOST;
}

static bool octal_read_code(const char *code, octal_data *d, zm_mistake *why)
{
    bool any = false;
    if ((code[0] != '0' && code[0] != '4') || code[1] != '.')
        return zm_wrong(why, ZM_WHOLE, "code begins with 0. or 4. (without taking a coin one can only split)");
    for (unsigned i = 0; code[i]; i++) {
        if (i != 1 && (code[i] < '0' || code[i] > '7'))
            return zm_wrong(why, ZM_WHOLE, "character %u of code (\"%c\") is no digit from 0 to 7", i + 1, code[i]);
        if (i != 1)
            d->digit[d->digits++] = (uint8_t)(code[i] - '0');
        any |= i != 1 && code[i] != '0';
    }
    while (d->digits && !d->digit[d->digits - 1])
        d->digits--;
    return any || zm_wrong(why, ZM_WHOLE, "code allows no move");
}

ZM_INLINE bool octal_prepare(zm_variant *v, octal_data *d, const char *code, zm_mistake *why)
{
    uint16_t heap[ZM_MAX_LIST];
    unsigned coins = 0;
    if (!octal_read_code(code, d, why))
        return false;
    d->coins = octal_most_coins(d);
    for (unsigned i = zm_option_list(v, "heaps", heap); i-- > 0;) {
        coins += heap[i];
        d->largest = heap[i] > d->largest ? heap[i] : d->largest;
    }
    if (coins > d->coins)
        return zm_wrong(why, ZM_WHOLE, "there are %u coins; with this code there can be up to %u", coins, d->coins);
    return !zm_same(octal_start(v), OCTAL_MANY) ||
           zm_wrong(why, ZM_WHOLE, "there are more than %d heaps with that many coins", OCTAL_SLOTS);
}

/* ---- what people see ---- */
static bool octal_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    octal_heaps h = {.count = 0};
    unsigned coins, all = 0;
    if (!strcmp(text, "many"))
        return *p = OCTAL_MANY, true;
    for (size_t at = 0;; at++) {
        const size_t begin = at;
        if (!zm_read_number(text, &at, 0, OCTAL_MOST, &coins, why))
            return false;
        all += coins;
        if (all > octal_of(v)->coins)
            return zm_wrong(why, begin, "with this heap there are %u coins; there can be up to %u", all,
                            octal_of(v)->coins);
        if (h.count == OCTAL_HEAPS)
            return zm_wrong(why, begin, "there are more heaps than can be kept");
        octal_add(&h, coins);
        if (!text[at])
            break;
        if (text[at] != ',')
            return zm_wrong(why, at, "expected a comma and another heap, or the end");
    }
    *p = octal_pack(&h);
    return !zm_same(*p, OCTAL_MANY) ||
           zm_wrong(why, ZM_WHOLE, "there are more than %d heaps with that many coins", OCTAL_SLOTS);
}

/* A heap of none, heaps that do not fall and bits behind the last heap are not how octal_pack writes them. */
static bool octal_is_position(const zm_variant *v, zm_pos p)
{
    const octal_heaps h = octal_unpack(p);
    unsigned coins = 0;
    for (unsigned i = 0; i < h.count; i++) {
        if (!h.heap[i] || (i && h.heap[i] > h.heap[i - 1]))
            return false;
        coins += h.heap[i];
    }
    return zm_same(p, OCTAL_MANY) || (coins <= octal_of(v)->coins && zm_same(octal_pack(&h), p));
}

static void octal_write(const zm_variant *v, zm_pos p, zm_text *out)
{
    const octal_heaps h = octal_unpack(p);
    if (!h.count)
        zm_say(out, "%s", octal_is_many(p) ? "many" : "0");
    for (unsigned i = 0; i < h.count; i++)
        zm_say(out, "%s%u", i ? "," : "", h.heap[i]);
}

static void octal_write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    const unsigned coins = octal_unpack(p).heap[m >> 32], take = m >> 16 & 65535, split = m & 65535;
    zm_say(out, "%u-%u", coins, coins - take - split);
    if (split)
        zm_say(out, ",%u", split);
}

/* The heaps side by side in a row, an empty square between them. */
static unsigned octal_cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const octal_heaps h = octal_unpack(p);
    unsigned n = 0;
    for (unsigned i = 0; i < h.count; i++)
        for (unsigned k = 0; k < h.heap[i] + (i + 1u < h.count ? 1u : 0u) && n < OCTAL_DRAWN + 1; k++, n++)
            out[n] = (zm_cell){0, (uint8_t)n, k < h.heap[i] ? 'o' : '.', false, 0};
    return n <= OCTAL_DRAWN ? n : 0;
}

/* The first and the last coin that are taken, those between go with them; where none is taken, the two that are parted.
 * The smaller heap is left of them. Heaps that are not drawn as a row are touched as a whole. */
static void octal_touches(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out)
{
    const octal_heaps h = octal_unpack(p);
    const unsigned gone = (unsigned)(m >> 32), take = m >> 16 & 65535, split = m & 65535;
    unsigned first = split, all = h.count - 1;
    for (unsigned i = 0; i < h.count; i++) {
        first += i < gone ? h.heap[i] + 1u : 0;
        all += h.heap[i];
    }
    out->touch[out->count++] =
        all > OCTAL_DRAWN ? (zm_point){0, (uint8_t)gone} : (zm_point){0, (uint8_t)(first - !take)};
    if (all > OCTAL_DRAWN || take == 1)
        return;
    out->touch[out->count++] = (zm_point){0, (uint8_t)(first + (take ? take - 1 : 0))};
    for (unsigned k = 1; k + 1 < take; k++)
        out->captured[out->captures++] = (zm_point){0, (uint8_t)(first + k)};
}

static void octal_grid(const zm_variant *v, unsigned *rows, unsigned *cols)
{
    *rows = 1;
    *cols = octal_of(v)->largest + 1;
}

static zm_pos octal_grid_at(const zm_variant *v, unsigned row, unsigned col) { return octal_single(col); }

/* The least number that no move leads to. There are at most ZM_MAX_MOVES of them, so numbers are smaller, and so is
 * their xor. */
static uint32_t octal_grundy_at(const zm_variant *v, unsigned coins, const uint32_t *before)
{
    const octal_data *d = octal_of(v);
    uint64_t seen[ZM_MAX_MOVES / 64 + 1] = {0};
    uint32_t n = 0;
    for (unsigned take = 0; take < d->digits && take <= coins; take++) {
        const unsigned left = coins - take;
        if (d->digit[take] & (left ? 2 : 1))
            seen[before[left] / 64] |= zm_bit(before[left] % 64);
        for (unsigned split = 1; (d->digit[take] & 4) && 2 * split <= left; split++) {
            const uint32_t both = before[split] ^ before[left - split];
            seen[both / 64] |= zm_bit(both % 64);
        }
    }
    while (!~seen[n])
        n++;
    return 64 * n + zm_lowest(~seen[n]);
}

/* Guy and Smith (1956): when g(n + p) = g(n) for all n from n0 up to 2 n0 + p + k, k being the place of the last digit,
 * then for all n from n0. A move from a heap that large leaves one of at least n0 + p, which can be exchanged for one p
 * smaller. With n0 = 0 that might be no heap, so n0 is at least 1. */
static uint64_t octal_proven(const zm_variant *v, uint64_t first, uint64_t period)
{
    const uint64_t n0 = first ? first : 1, k = octal_of(v)->digits - 1;
    return 2 * n0 + 2 * period + k - 1;
}

#define OCTAL_NOTATION                                                                                                \
    "the heaps, as in 5,3,3; 0 when none is left; a move 12-7,4 makes heaps of 7 and 4 of one of 12; \"many\": more " \
    "heaps than can be kept, of more than 63 coins"

#define OCTAL_LIMIT "8 heaps, or more if their number and their coins add up to 126 or less"

#define OCTAL_GAME(id, name_, ...)                                                                            \
    ZM_GAME(id, name_, .impartial = true, .notation = OCTAL_NOTATION, .limit = OCTAL_LIMIT,                   \
            .data_bytes = sizeof(octal_data), .prepare = prepare, .start = octal_start, .moves = octal_moves, \
            .play = octal_play, .ended = octal_ended, .read = octal_read, .write = octal_write,               \
            .is_position = octal_is_position, .write_move = octal_write_move,                                 \
            .looks = ZM_LOOKS(.cells = octal_cells, .touches = octal_touches, .pieces = {{'o', ZM_COIN}}),    \
            .sums = ZM_SUMS(.parts = octal_parts, .grid = octal_grid, .grid_at = octal_grid_at,               \
                            .proven = octal_proven, .grundy_at = octal_grundy_at),                            \
            __VA_ARGS__)

#define OCTAL_HEAPS_OPTION(default_, help_) ZM_LIST("heaps", default_, 0, OCTAL_MOST, help_)

#endif
