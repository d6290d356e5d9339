/* keys.c: the key of a class, and the table that finds a class by its key.
 *
 * A key is made of hands, counters and turn as they are in a position, and of the number of pieces of each letter. Keys of up to 16 bits
 * are looked up directly. Others have a perfect hash: all keys with the same seed are entered together, by the first seed that leads
 * each of them to a slot of its own; the largest groups first (hash and displace: Belazzougui, Botelho and Dietzfelbinger 2009). Slots
 * are two to four times as many as classes, so a seed is found after a few trials. Two keys of a group that agree in all bits of the
 * slot never part; then another multiplier is tried. */
#include "make.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DIRECT_BITS = 16, MOST_MULTIPLIERS = 64 };

static unsigned bits_for(uint64_t most) { return most ? zm_highest(most) + 1 : 0; }

/* ---- keys ---- */
/* Hands, counters and turn of a class. */
static zm_pos rest_of(const zm_board_maker *m, const zm_board_material *x)
{
    const zm_board_data *d = m->d;
    zm_pos p = {0, x->turn ? ZM_TURN_BIT : 0};
    for (unsigned i = 0; i < d->letters; i++)
        p = zm_hold(m->v, p, d->letter[i].letter, x->in_hand[i]);
    for (unsigned i = 0; i < d->numbers; i++)
        p = zm_block_set(zm_board_number_block(d, &d->number[i]), p, x->number[i] - d->number[i].least);
    return p;
}

/* Where the bits of hands and counters that are in one word come into the key; returns where the next can. */
static unsigned lay_out_rest(uint64_t bits, uint8_t *shift, uint64_t *mask, uint8_t *key_shift, unsigned at)
{
    *shift = (uint8_t)(bits ? zm_lowest(bits) : 0);
    *mask = bits >> *shift;
    *key_shift = (uint8_t)at;
    return at + (bits ? zm_highest(bits) + 1 - *shift : 0);
}

static unsigned lay_out_key(zm_board_maker *m)
{
    const zm_board_data *d = m->d;
    zm_board_order *o = zm_board_order_at(m);
    uint64_t rest[2] = {0, d->turn_in_state ? ZM_TURN_BIT : 0};
    unsigned bits = 0;
    rest[d->side[0].high] |= d->side[0].mask << d->side[0].shift;
    rest[d->side[1].high] |= d->side[1].mask << d->side[1].shift;
    rest[d->common.high] |= d->common.mask << d->common.shift;
    for (unsigned word = 2; word-- > 0;) /* hi first: it needs no shift then */
        bits = lay_out_rest(rest[word], &o->rest_shift[word], &o->rest_mask[word], &o->rest_key[word], bits);
    for (unsigned i = 0; i < d->letters; i++) {
        unsigned most = 0;
        for (uint32_t k = 0; k < m->classes; k++)
            most = m->material[k].on_board[i] > most ? m->material[k].on_board[i] : most;
        o->count_shift[i] = (uint8_t)bits;
        bits += bits_for(most);
    }
    return bits;
}

/* Of a position that has the pieces of each letter somewhere. */
static uint64_t key_of(const zm_board_maker *m, const zm_board_material *x, zm_pos p)
{
    uint64_t set[ZM_BOARD_LETTERS];
    unsigned first = 0;
    for (unsigned i = 0; i < m->d->letters; first += x->on_board[i++])
        if (x->on_board[i])
            p = zm_board_add_set(m->d, p, i, zm_low_bits(x->on_board[i]) << first);
    return zm_board_sets(m->d, zm_board_order_at(m), p, set);
}

static zm_status make_keys(zm_board_maker *m)
{
    uint64_t row;
    const unsigned width = 1u + m->d->letters;
    ZM_TRY(m->c, zm_board_add(m, (1 + (uint64_t)m->classes) * width * sizeof(uint64_t), &row));
    zm_board_order *o = zm_board_order_at(m);
    o->row = row;
    *(uint64_t *)zm_board_at(m, row) = UINT64_MAX; /* what has no class has no key */
    for (uint32_t i = 1; i <= m->classes; i++) {
        zm_board_class *c = (zm_board_class *)zm_board_at(m, o->a_class) + i;
        c->rest = rest_of(m, &m->material[i - 1]);
        ((uint64_t *)zm_board_at(m, row))[(uint64_t)i * width] = key_of(m, &m->material[i - 1], c->rest);
    }
    return ZM_OK;
}

/* ---- the perfect hash ---- */
typedef struct entry {
    uint64_t hash;
    uint32_t group; /* classes with this seed */
    uint32_t number;
} entry;

static int larger_first(const void *one, const void *other)
{
    const entry *a = (const entry *)one, *b = (const entry *)other;
    return a->group != b->group ? (a->group > b->group ? -1 : 1) : a->hash < b->hash ? -1 : 1;
}

static uint32_t *slot_of(const zm_board_maker *m, uint32_t number)
{
    const zm_board_order *o = zm_board_order_at(m);
    return (uint32_t *)zm_board_at(m, o->slot) + zm_board_slot(m->d, o, *zm_board_row(m->d, o, number));
}

/* With this seed, if each finds a free slot. */
static bool enter_group(const zm_board_maker *m, const entry *first, unsigned seed)
{
    const zm_board_order *o = zm_board_order_at(m);
    uint32_t entered = 0;
    ((uint16_t *)zm_board_at(m, o->seed))[first->hash >> (64 - o->seed_bits)] = (uint16_t)seed;
    while (entered < first->group && !*slot_of(m, first[entered].number)) {
        *slot_of(m, first[entered].number) = first[entered].number;
        entered++;
    }
    if (entered == first->group)
        return true;
    while (entered > 0)
        *slot_of(m, first[--entered].number) = 0;
    return false;
}

static bool enter_all(const zm_board_maker *m, const entry *list)
{
    const unsigned bits = zm_board_order_at(m)->slot_bits, seeds = 1u << (bits < 16 ? bits : 16);
    for (uint32_t i = 0; i < m->classes; i += list[i].group) {
        unsigned seed = 0;
        while (seed < seeds && !enter_group(m, &list[i], seed))
            seed++;
        if (seed == seeds)
            return false;
    }
    return true;
}

/* The classes with their hashes, those with the same seed side by side. `groups` counts them. */
static void list_entries(const zm_board_maker *m, uint32_t *groups, entry *list)
{
    const zm_board_order *o = zm_board_order_at(m);
    const unsigned shift = 64u - o->seed_bits;
    memset(groups, 0, sizeof *groups << o->seed_bits);
    for (uint32_t i = 0; i < m->classes; i++) {
        list[i] = (entry){.hash = *zm_board_row(m->d, o, 1 + i) * o->multiplier, .number = 1 + i};
        groups[list[i].hash >> shift]++;
    }
    for (uint32_t i = 0; i < m->classes; i++)
        list[i].group = groups[list[i].hash >> shift];
    qsort(list, m->classes, sizeof *list, larger_first);
}

static zm_status try_multipliers(zm_board_maker *m, uint32_t *groups, entry *list)
{
    zm_board_order *o = zm_board_order_at(m);
    for (unsigned i = 1; i <= MOST_MULTIPLIERS; i++) {
        o->multiplier = 0x9e3779b97f4a7c15u * (2 * i - 1);
        memset(zm_board_at(m, o->slot), 0, sizeof(uint32_t) << o->slot_bits);
        list_entries(m, groups, list);
        if (enter_all(m, list))
            return ZM_OK;
    }
    zm_board_no_index(m, "its classes of material have no perfect hash");
    return ZM_OK;
}

static zm_status make_hash(zm_board_maker *m)
{
    uint64_t seed, slot;
    uint32_t *groups = NULL;
    entry *list = NULL;
    const unsigned seed_bits = bits_for(m->classes / 2 + 1), slot_bits = bits_for(2 * (uint64_t)m->classes);
    ZM_TRY(m->c, zm_board_add(m, sizeof(uint16_t) << seed_bits, &seed));
    ZM_TRY(m->c, zm_board_add(m, sizeof(uint32_t) << slot_bits, &slot));
    zm_board_order *o = zm_board_order_at(m);
    o->seed = seed;
    o->slot = slot;
    o->seed_bits = (uint8_t)seed_bits;
    o->slot_bits = (uint8_t)slot_bits;
    zm_status s = zm_alloc(m->c, &groups, (size_t)1 << seed_bits, sizeof *groups, "the board's classes");
    if (s == ZM_OK)
        s = zm_alloc(m->c, &list, m->classes, sizeof *list, "the board's classes");
    if (s == ZM_OK)
        s = try_multipliers(m, groups, list);
    zm_release(m->c, groups);
    zm_release(m->c, list);
    return s;
}

/* ---- lanes ---- places.c adds that the key sets must be all pieces. */
static bool fits_lanes(const zm_board_data *d, const zm_board_order *o)
{
    return d->squares >= 2 && d->squares <= 16 && d->letters > 2 && d->letters <= ZM_BOARD_LANES &&
           d->planes_in[0] <= 4 && !d->column[1] && !o->rest_mask[0];
}

/* What a square adds to the key. Bits that no letter has, no class has either. */
static uint64_t added_by(const zm_board_data *d, const zm_board_order *o, uint64_t bits)
{
    for (unsigned i = 0; i < d->letters; i++)
        if (d->letter[i].bits.lo == bits)
            return zm_bit(o->count_shift[i]);
    return bits ? o->key_mask + 1 : 0;
}

static zm_status make_lanes(zm_board_maker *m)
{
    uint64_t at;
    if (!fits_lanes(m->d, zm_board_order_at(m)))
        return ZM_OK;
    const uint64_t column = m->d->column[0], sets = zm_bit(2u * m->d->planes_in[0]);
    ZM_TRY(m->c, zm_board_add(m, sets * sizeof(uint64_t), &at));
    zm_board_order *o = zm_board_order_at(m);
    o->lanes = true;
    o->of_two = at;
    for (unsigned i = 0; i < m->d->letters * 4u; i++)
        o->lane[i % 4][i / 4] = (uint16_t)(m->d->letter[i / 4].everywhere.lo >> i % 4 * m->d->squares & m->d->board);
    for (uint64_t i = 0; i < sets; i++) {
        const uint64_t bits = zm_deposit(i, 3 * column);
        ((uint64_t *)zm_board_at(m, at))[i] = added_by(m->d, o, bits & column) + added_by(m->d, o, bits >> 1 & column);
    }
    return ZM_OK;
}

/* ---- the direct table ---- The letters follow when they are chosen. */
static zm_status make_direct(zm_board_maker *m, unsigned bits)
{
    uint64_t at;
    ZM_TRY(m->c, zm_board_add(m, sizeof(uint16_t) << bits, &at));
    zm_board_order *o = zm_board_order_at(m);
    o->direct = at;
    for (uint32_t i = 1; i <= m->classes; i++)
        ((uint16_t *)zm_board_at(m, at))[*zm_board_row(m->d, o, i)] = (uint16_t)i;
    return ZM_OK;
}

zm_status zm_board_class_table(zm_board_maker *m)
{
    const unsigned bits = lay_out_key(m);
    if (bits > 63) {
        zm_board_no_index(m, "the numbers of its pieces need %u bits, more than 63", bits);
        return ZM_OK;
    }
    zm_board_order_at(m)->key_mask = zm_low_bits(bits);
    ZM_TRY(m->c, make_keys(m));
    if (bits <= MOST_DIRECT_BITS && m->classes < 1u << ZM_BOARD_CLASS_BITS)
        return make_direct(m, bits);
    ZM_TRY(m->c, make_hash(m));
    return make_lanes(m);
}
