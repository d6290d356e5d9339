/* board_index.h: what a declared board gives besides storage: fingerprint, tiers, rank and unrank.
 *
 * CLASS      All positions with the same pieces (of each letter on the board and in hand), the same counters and, where it is part
 *            of the state, the same turn. Its number is looked up by these.
 *
 * TIER       The classes with the same numbers of all that only grows or only shrinks; the most grown and most shrunk have the smallest
 *            numbers, so moves lead to smaller ones. Where colours swap, (a, b) and (b, a) are in one tier: play goes to and fro.
 *
 * PLACES     Every class has a key set U: the squares of some of its letters. Symmetry is taken out of U only: its orbits are
 *            numbered by a bitmap over the colex ranks of all sets of its size, where the representatives have a 1. Then come the letters
 *            inside U, then the others on the squares left, each by the colex rank among these:
 *
 *                index = offset of the class + ((orbit of U * ways of the 1st letter + its rank) * ways of the 2nd + its rank) ...
 *
 *            Wasted are the places where U is symmetric and the other pieces are not the smallest of their images.
 *
 * FINGERPRINT  The image with the smallest U. Sets are compared by their squares in `part` first, a few squares that every operation maps
 *            onto themselves; a table tells which operations make these smallest, and only they are tried. If U is symmetric, the
 *            planes decide.
 *
 * Cost: a fingerprint is three or four look-ups per plane and eight squares, rank one per letter and eight squares, and a word of the
 * bitmap. Memory: 2 bits per set that can be a key set, and its representatives. */
#ifndef ZERMELO_BOARD_INDEX_H
#define ZERMELO_BOARD_INDEX_H

#include <zermelo/board.h>

enum { ZM_BOARD_TIER_NUMBERS = 2 * ZM_BOARD_LETTERS + 2 * ZM_BOARD_COUNTERS };

typedef struct zm_board_group {
    uint32_t operations; /* the identity is the first */
    uint64_t part;       /* squares by which sets are compared first */
    uint64_t choose;     /* offset of uint16_t [sets of these squares]: which operations make it smallest, */
    uint64_t chosen;     /* offset of uint64_t []: as bits */
    uint64_t image;      /* offset of the image tables: [operation][chunk][256] */
    uint8_t narrow;      /* they are of uint32_t, not of uint64_t */
} zm_board_group;

typedef struct zm_board_step { /* the squares of one letter, among those that are left */
    uint64_t ways;
    uint8_t letter, count;
    uint8_t outside; /* the first that is not in the key set */
} zm_board_step;

typedef struct zm_board_class {
    uint64_t offset; /* of its first place in the tier */
    uint64_t places;
    zm_pos rest;      /* hands, counters and turn */
    uint32_t letters; /* of the key set, a bit for each by number */
    uint32_t tier, first_step;
    uint8_t steps;
    uint8_t key_size; /* squares in the key set */
    uint8_t last;     /* the letter that has what the others leave of the key set */
} zm_board_class;

typedef struct zm_board_tier {
    uint64_t places;
    uint32_t first_class, classes;
} zm_board_tier;

typedef struct zm_board_word { /* of a bitmap */
    uint64_t bits, before;     /* before: how many are set in the words before it */
} zm_board_word;

typedef struct zm_board_orbits { /* of the sets of one size */
    uint64_t count;
    uint64_t words; /* offset of its bitmap */
    uint64_t nwords;
    uint64_t sets; /* offset of its representatives, as wide as the image tables; 0: they are found in the bitmap */
} zm_board_orbits;

typedef struct zm_board_order {
    uint32_t tiers, classes;
    uint64_t tier, a_class, step; /* offsets of zm_board_tier[], zm_board_class[], zm_board_step[] */
    /* Class by key: numbers of pieces, hands and counters, the turn. */
    uint8_t count_shift[ZM_BOARD_LETTERS];
    uint8_t side_shift[2], common_shift, turn_shift, key_bits, hashed_bits;
    uint64_t direct; /* offset of uint32_t [key], class + 1; 0: hashed */
    uint64_t hashed; /* offset of uint64_t [2 * slot]: key, class + 1 */
    /* Colex ranks: by bytes, uint32_t [row + squares below][byte], or, where they are too large for it, one by one. */
    uint64_t by_byte; /* offset; 0: one by one */
    uint32_t row[8];
    uint64_t binomial; /* offset of uint64_t [k][64] */
    /* Sets by colex rank: the first of each size, uint32_t. */
    uint64_t subset;
    uint32_t first_subset[ZM_BOARD_SQUARES + 1], subsets[ZM_BOARD_SQUARES + 1];
    zm_board_orbits orbits[ZM_BOARD_SQUARES + 1];
    /* Tiers by their numbers. */
    uint64_t grown; /* offset of int32_t [tier][numbers] */
    uint32_t numbers, most_change;
    uint8_t swapped[ZM_BOARD_TIER_NUMBERS]; /* the number that each becomes when colours swap */
} zm_board_order;

ZM_INLINE const zm_board_order *zm_board_order_of(const zm_board_data *d)
{
    return (const zm_board_order *)zm_board_part(d, d->order);
}

/* ---- sets ---- */
ZM_INLINE uint64_t zm_board_mapped(const zm_board_data *d, const zm_board_group *g, unsigned operation, uint64_t set)
{
    const unsigned chunks = d->chunks;
    if (!g->narrow)
        return zm_board_image((const uint64_t *)zm_board_part(d, g->image) + operation * chunks * 256, chunks, set);
    const uint32_t *table = (const uint32_t *)zm_board_part(d, g->image) + operation * chunks * 256;
    uint32_t image = 0;
    for (unsigned i = 0; i < chunks; i++, set >>= 8)
        image |= table[i * 256 + (set & 255)];
    return image;
}

/* The squares of each letter. */
ZM_INLINE void zm_board_sets(const zm_board_data *d, zm_pos p, uint64_t *set)
{
    const uint64_t second = zm_board_second(d, p);
    if (d->planes == 1 && d->second_letters) {
        set[0] = zm_block_get(d->plane[0], p) & ~second;
        set[d->first_letters] = second;
        return;
    }
    for (unsigned i = 0; i < d->letters; i++) {
        const uint64_t coded = zm_board_coded(d, p, d->letter[i].code);
        set[i] = d->letter[i].owner == 1 ? coded & second : coded & ~second;
    }
}

ZM_INLINE uint64_t zm_board_union(const zm_board_data *d, const uint64_t *set, uint32_t letters)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < d->letters; i++)
        all |= set[i] & (0 - (uint64_t)(letters >> i & 1));
    return all;
}

/* ---- classes ---- */
ZM_INLINE uint64_t zm_board_key(const zm_board_data *d, const zm_board_order *o, zm_pos p, const uint64_t *set)
{
    uint64_t key = zm_block_get(d->side[0], p) << o->side_shift[0] | zm_block_get(d->side[1], p) << o->side_shift[1] |
                   zm_block_get(d->common, p) << o->common_shift;
    for (unsigned i = 0; i < d->letters; i++)
        key |= (uint64_t)zm_count_bits(set[i]) << o->count_shift[i];
    return d->turn_in_state ? key | (p.hi >> 63) << o->turn_shift : key;
}

ZM_INLINE uint64_t zm_board_slot(uint64_t key, unsigned bits) { return key * 0x9e3779b97f4a7c15u >> (64 - bits); }

/* NULL: there is none with these pieces. */
ZM_INLINE const zm_board_class *zm_board_class_of(const zm_board_data *d, const zm_board_order *o, uint64_t key)
{
    uint64_t number = 0;
    if (o->direct) {
        number = key >> o->key_bits ? 0 : ((const uint32_t *)zm_board_part(d, o->direct))[key];
    } else {
        const uint64_t *table = (const uint64_t *)zm_board_part(d, o->hashed);
        uint64_t slot = zm_board_slot(key, o->hashed_bits);
        while (table[2 * slot + 1] && table[2 * slot] != key)
            slot = (slot + 1) & zm_low_bits(o->hashed_bits);
        number = table[2 * slot + 1];
    }
    return number ? (const zm_board_class *)zm_board_part(d, o->a_class) + (number - 1) : NULL;
}

/* ---- fingerprint ---- */
ZM_INLINE zm_pos zm_board_mapped_all(const zm_board_data *d, const zm_board_group *g, unsigned operation, zm_pos p)
{
    for (unsigned i = 0; i < d->planes + (d->second_letters ? 1u : 0u); i++)
        p = zm_block_set(d->plane[i], p, zm_board_mapped(d, g, operation, zm_block_get(d->plane[i], p)));
    return p;
}

/* The operations that make a set smallest, as bits. */
ZM_INLINE uint64_t zm_board_smallest(const zm_board_data *d, const zm_board_group *g, uint64_t set)
{
    const uint16_t *choose = (const uint16_t *)zm_board_part(d, g->choose);
    uint64_t rest = ((const uint64_t *)zm_board_part(d, g->chosen))[choose[zm_extract(set, g->part)]], best = rest;
    if (!(rest & (rest - 1)))
        return rest;
    for (uint64_t smallest = ~(uint64_t)0; rest;) {
        const unsigned operation = zm_take_lowest(&rest);
        const uint64_t image = zm_board_mapped(d, g, operation, set);
        best = image < smallest ? zm_bit(operation) : image == smallest ? best | zm_bit(operation) : best;
        smallest = image < smallest ? image : smallest;
    }
    return best;
}

/* The representative of all images of p. Of a class that the index does not have (nobody should ask), all pieces are the key set. */
ZM_INLINE zm_pos zm_board_fingerprint(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    if (!d->group)
        return p;
    const zm_board_group *g = (const zm_board_group *)zm_board_part(d, d->group);
    uint64_t set[ZM_BOARD_LETTERS];
    zm_board_sets(d, p, set);
    const zm_board_class *c =
        d->order ? zm_board_class_of(d, zm_board_order_of(d), zm_board_key(d, zm_board_order_of(d), p, set)) : NULL;
    uint64_t rest = zm_board_smallest(d, g, zm_board_union(d, set, c ? c->letters : ~(uint32_t)0));
    zm_pos smallest = zm_board_mapped_all(d, g, zm_take_lowest(&rest), p);
    while (rest)
        smallest = zm_smaller(smallest, zm_board_mapped_all(d, g, zm_take_lowest(&rest), p));
    return smallest;
}

/* ---- ranks of sets ---- */
ZM_INLINE uint64_t zm_board_rank_set(const zm_board_data *d, const zm_board_order *o, uint64_t set)
{
    uint64_t rank = 0;
    if (o->by_byte) {
        const uint32_t *table = (const uint32_t *)zm_board_part(d, o->by_byte);
        unsigned below = 0;
        for (unsigned i = 0; set; i++, set >>= 8) {
            rank += table[(o->row[i] + below) * 256 + (set & 255)];
            below += zm_count_bits(set & 255);
        }
        return rank;
    }
    const uint64_t *binomial = (const uint64_t *)zm_board_part(d, o->binomial);
    for (unsigned k = 1; set; k++)
        rank += binomial[k * 64 + zm_take_lowest(&set)];
    return rank;
}

/* The k squares with this rank: the highest one by one, until a table has the rest. */
ZM_INLINE uint64_t zm_board_unrank_set(const zm_board_data *d, const zm_board_order *o, unsigned k, uint64_t rank)
{
    uint64_t set = 0;
    for (unsigned top = 64; rank >= o->subsets[k]; k--) {
        const uint64_t *binomial = (const uint64_t *)zm_board_part(d, o->binomial) + (uint64_t)k * 64;
        do
            top--;
        while (binomial[top] > rank);
        rank -= binomial[top];
        set |= zm_bit(top);
    }
    return set | ((const uint32_t *)zm_board_part(d, o->subset))[o->first_subset[k] + rank];
}

/* Of a representative. */
ZM_INLINE uint64_t zm_board_orbit_of(const zm_board_data *d, const zm_board_order *o, unsigned size, uint64_t set)
{
    const uint64_t rank = zm_board_rank_set(d, o, set);
    const zm_board_word w = ((const zm_board_word *)zm_board_part(d, o->orbits[size].words))[rank >> 6];
    return w.before + zm_count_bits(w.bits & zm_low_bits(rank & 63));
}

ZM_INLINE uint64_t zm_board_orbit_set(const zm_board_data *d, const zm_board_order *o, unsigned size, uint64_t orbit)
{
    const zm_board_orbits *s = &o->orbits[size];
    if (s->sets)
        return d->squares <= 32 ? ((const uint32_t *)zm_board_part(d, s->sets))[orbit]
                                : ((const uint64_t *)zm_board_part(d, s->sets))[orbit];
    const zm_board_word *word = (const zm_board_word *)zm_board_part(d, s->words);
    uint64_t low = 0, high = s->nwords;
    while (high - low > 1) { /* the last word with no more than this before it */
        const uint64_t middle = low + (high - low) / 2;
        if (word[middle].before <= orbit)
            low = middle;
        else
            high = middle;
    }
    return zm_board_unrank_set(d, o, size, low * 64 + zm_nth_bit(word[low].bits, (unsigned)(orbit - word[low].before)));
}

/* ---- the index ---- */
ZM_INLINE uint32_t zm_board_tiers(const zm_variant *v)
{
    const zm_board_data *d = zm_board_of(v);
    return d->order ? zm_board_order_of(d)->tiers : 0;
}

ZM_INLINE const zm_board_tier *zm_board_tier_of(const zm_board_data *d, uint32_t tier)
{
    return (const zm_board_tier *)zm_board_part(d, zm_board_order_of(d)->tier) + tier;
}

ZM_INLINE uint64_t zm_board_tier_size(const zm_variant *v, uint32_t tier)
{
    return zm_board_tier_of(zm_board_of(v), tier)->places;
}

ZM_INLINE zm_place zm_board_rank(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_board_order *o = zm_board_order_of(d);
    uint64_t set[ZM_BOARD_LETTERS];
    zm_board_sets(d, p, set);
    const zm_board_class *c = zm_board_class_of(d, o, zm_board_key(d, o, p, set));
    zm_place place = {0, 0};
    if (!c)
        return place;
    const zm_board_step *step = (const zm_board_step *)zm_board_part(d, o->step) + c->first_step;
    const uint64_t key_set = zm_board_union(d, set, c->letters);
    uint64_t left = key_set, index = c->key_size ? zm_board_orbit_of(d, o, c->key_size, key_set) : 0;
    for (unsigned i = 0; i < c->steps; i++) {
        const uint64_t mine = set[step[i].letter];
        left = step[i].outside ? d->board & ~key_set : left;
        index = index * step[i].ways + zm_board_rank_set(d, o, zm_extract(mine, left));
        left &= ~mine;
    }
    place.tier = c->tier;
    place.index = c->offset + index;
    return place;
}

/* The class that has a place. */
ZM_INLINE const zm_board_class *zm_board_class_at(const zm_board_data *d, zm_place at)
{
    const zm_board_tier *t = zm_board_tier_of(d, at.tier);
    const zm_board_class *c = (const zm_board_class *)zm_board_part(d, zm_board_order_of(d)->a_class) + t->first_class;
    for (uint32_t n = t->classes; n > 1;) {
        const uint32_t half = n / 2;
        c += c[half].offset <= at.index ? half : 0;
        n -= half;
    }
    return c;
}

ZM_INLINE zm_pos zm_board_add_set(const zm_board_data *d, zm_pos p, const zm_board_letter *l, uint64_t set)
{
    for (unsigned i = 0; i <= d->planes; i++) {
        const uint64_t on = set & (0 - (uint64_t)((i < d->planes ? l->code >> i : l->owner) & 1));
        const zm_board_block b = d->plane[i];
        p.lo |= b.high ? 0 : on << b.shift;
        p.hi |= b.high ? on << b.shift : 0;
    }
    return p;
}

ZM_INLINE zm_pos zm_board_unrank(const zm_variant *v, zm_place at)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_board_order *o = zm_board_order_of(d);
    const zm_board_class *c = zm_board_class_at(d, at);
    const zm_board_step *step = (const zm_board_step *)zm_board_part(d, o->step) + c->first_step;
    uint64_t rank[ZM_BOARD_LETTERS], index = at.index - c->offset;
    for (unsigned i = c->steps; i-- > 0;) {
        const uint64_t quotient = index / step[i].ways;
        rank[i] = index - quotient * step[i].ways;
        index = quotient;
    }
    const uint64_t key_set = c->key_size ? zm_board_orbit_set(d, o, c->key_size, index) : 0;
    uint64_t left = key_set, rest = key_set;
    zm_pos p = c->rest;
    for (unsigned i = 0; i < c->steps; i++) {
        left = step[i].outside ? d->board & ~key_set : left;
        const uint64_t set = zm_deposit(zm_board_unrank_set(d, o, step[i].count, rank[i]), left);
        p = zm_board_add_set(d, p, &d->letter[step[i].letter], set);
        left &= ~set;
        rest &= ~set;
    }
    return c->key_size ? zm_board_add_set(d, p, &d->letter[c->last], rest) : p;
}

/* ---- which tiers moves lead to ---- */
/* Can one move lead from a tier with the numbers `from` to one with `to`, colours swapped or not? */
ZM_INLINE bool zm_board_leads(const zm_board_order *o, const int32_t *from, const int32_t *to, bool swapped)
{
    for (unsigned i = 0; i < o->numbers; i++) {
        const int32_t by = to[swapped ? o->swapped[i] : i] - from[i];
        if (by < 0 || (o->most_change && (uint32_t)by > o->most_change))
            return false;
    }
    return true;
}

ZM_INLINE unsigned zm_board_children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_board_order *o = zm_board_order_of(d);
    const int32_t *grown = (const int32_t *)zm_board_part(d, o->grown), *from = grown + (uint64_t)tier * o->numbers;
    unsigned n = 0;
    for (uint32_t i = 0; i < tier; i++) {
        const int32_t *to = grown + (uint64_t)i * o->numbers;
        if (zm_board_leads(o, from, to, false) || (d->turn == ZM_TURN_SWAPS && zm_board_leads(o, from, to, true)))
            out[n++] = i;
    }
    return n;
}

#endif
