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

#ifdef __CUDACC__ /* what is rarer is not inlined: the common case then has few registers to save */
#define ZM_APART static __noinline__ __host__ __device__
#else
#define ZM_APART static __attribute__((noinline, unused))
#endif

enum { ZM_BOARD_TIER_NUMBERS = 2 * ZM_BOARD_LETTERS + 2 * ZM_BOARD_COUNTERS };

typedef struct zm_board_group {
    uint32_t operations; /* the identity is the first */
    uint64_t part;       /* squares by which sets are compared first */
    uint64_t choose;     /* offset of uint16_t [sets of these squares]: which operations make it smallest, */
    uint64_t chosen;     /* offset of uint64_t []: as bits */
    uint64_t
        image; /* offset of uint32_t [operation][4][256] for up to 32 squares, else of uint64_t [operation][chunk][256] */
} zm_board_group;

typedef struct zm_board_step { /* the squares of one letter, among those that are left */
    uint64_t ways;
    uint8_t letter, count;
    uint8_t outside; /* the first that is not in the key set */
} zm_board_step;

typedef struct zm_board_class { /* a cache line */
    uint64_t offset;            /* of its first place in the tier */
    zm_pos rest;                /* hands, counters and turn */
    uint64_t words;             /* offset of the bitmap of its key sets */
    uint32_t letters;           /* of the key set, a bit for each by number */
    uint32_t tier;
    uint32_t more; /* steps after the first: place in the list of steps */
    uint8_t steps;
    uint8_t key_size; /* squares in the key set; 0: there is none */
    uint8_t last;     /* the letter that has what the others leave of the key set */
    zm_board_step step;
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
    uint64_t tier, a_class,
        step; /* offsets of zm_board_tier[], of zm_board_class[], whose first is none, and of zm_board_step[] */
    /* Class by key: numbers of pieces, hands and counters, the turn. */
    uint8_t count_shift[ZM_BOARD_LETTERS];
    uint8_t rest_shift[2], rest_key[2]; /* of lo and hi: where hands, counters and turn begin, and where in the key */
    uint64_t rest_mask[2];
    uint64_t key_mask;
    uint8_t hashed_bits;
    uint64_t direct; /* offset of uint16_t [key], the class or 0; 0: hashed */
    uint64_t hashed; /* offset of uint64_t [2 * slot]: key, class */
    /* Colex ranks: up to 32 squares by bytes, uint32_t [row of the byte + squares below][byte], else one by one. */
    uint64_t by_byte;
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

/* ---- sets ---- Functions that are told `pair` (as of zm_board_data) get a constant, so that loops over letters and planes vanish. */
ZM_INLINE uint64_t zm_board_mapped(const zm_board_data *d, const zm_board_group *g, unsigned operation, uint64_t set)
{
    if (d->squares > 32)
        return zm_board_image((const uint64_t *)zm_board_part(d, g->image) + operation * d->chunks * 256u, d->chunks,
                              set);
    const uint32_t *table = (const uint32_t *)zm_board_part(d, g->image) + operation * 1024;
    return table[set & 255] | table[256 + (set >> 8 & 255)] | table[512 + (set >> 16 & 255)] | table[768 + (set >> 24)];
}

/* The squares of each letter. */
ZM_ALWAYS_INLINE void zm_board_sets(const zm_board_data *d, zm_pos p, uint64_t *set, bool pair)
{
    if (pair) {
        set[1] = p.lo >> d->squares & d->board;
        set[0] = (p.lo & d->board) ^ set[1];
        return;
    }
    const uint64_t second = zm_board_second(d, p);
    for (unsigned i = 0; i < d->letters; i++) {
        const uint64_t coded = zm_board_coded(d, p, d->letter[i].code);
        set[i] = d->letter[i].owner == 1 ? coded & second : coded & ~second;
    }
}

ZM_ALWAYS_INLINE uint64_t zm_board_union(const uint64_t *set, unsigned letters, uint32_t wanted)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < letters; i++)
        all |= set[i] & (0 - (uint64_t)(wanted >> i & 1));
    return all;
}

/* ---- classes ---- */
ZM_ALWAYS_INLINE uint64_t zm_board_key(const zm_board_order *o, zm_pos p, const uint64_t *set, unsigned letters)
{
    uint64_t key = (p.lo >> o->rest_shift[0] & o->rest_mask[0]) << o->rest_key[0] |
                   (p.hi >> o->rest_shift[1] & o->rest_mask[1]) << o->rest_key[1];
    for (unsigned i = 0; i < letters; i++)
        key |= (uint64_t)zm_count_bits(set[i]) << o->count_shift[i];
    return key;
}

ZM_INLINE uint64_t zm_board_slot(uint64_t key, unsigned bits) { return key * 0x9e3779b97f4a7c15u >> (64 - bits); }

/* Of pieces that no class has: the first, which has no key set and no place but 0. */
ZM_INLINE const zm_board_class *zm_board_class_of(const zm_board_data *d, const zm_board_order *o, uint64_t key)
{
    const zm_board_class *all = (const zm_board_class *)zm_board_part(d, o->a_class);
    if (o->direct)
        return all + ((const uint16_t *)zm_board_part(d, o->direct))[key & o->key_mask];
    const uint64_t *table = (const uint64_t *)zm_board_part(d, o->hashed);
    uint64_t slot = zm_board_slot(key, o->hashed_bits);
    while (table[2 * slot + 1] && table[2 * slot] != key)
        slot = (slot + 1) & zm_low_bits(o->hashed_bits);
    return all + table[2 * slot + 1];
}

/* ---- fingerprint ---- */
ZM_ALWAYS_INLINE zm_pos zm_board_mapped_all(const zm_board_data *d, const zm_board_group *g, unsigned operation,
                                            zm_pos p, bool pair)
{
    if (pair) {
        const uint64_t one = p.lo & d->board, second = p.lo >> d->squares & d->board;
        p.lo ^= one | second << d->squares;
        p.lo |= zm_board_mapped(d, g, operation, one) | zm_board_mapped(d, g, operation, second) << d->squares;
        return p;
    }
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

ZM_ALWAYS_INLINE zm_pos zm_board_find_fingerprint(const zm_board_data *d, zm_pos p, bool pair)
{
    const zm_board_group *g = (const zm_board_group *)zm_board_part(d, d->group);
    const unsigned letters = pair ? 2 : d->letters;
    uint64_t set[ZM_BOARD_LETTERS];
    uint32_t wanted = ~(uint32_t)0;
    zm_board_sets(d, p, set, pair);
    if (d->order) {
        const zm_board_order *o = zm_board_order_of(d);
        wanted = zm_board_class_of(d, o, zm_board_key(o, p, set, letters))->letters;
    }
    uint64_t rest = zm_board_smallest(d, g, zm_board_union(set, letters, wanted));
    zm_pos smallest = zm_board_mapped_all(d, g, zm_take_lowest(&rest), p, pair);
    while (rest)
        smallest = zm_smaller(smallest, zm_board_mapped_all(d, g, zm_take_lowest(&rest), p, pair));
    return smallest;
}

ZM_APART zm_pos zm_board_any_fingerprint(const zm_board_data *d, zm_pos p)
{
    return zm_board_find_fingerprint(d, p, false);
}

/* The representative of all images of p. Of a class that the index does not have, all pieces are the key set. */
ZM_INLINE zm_pos zm_board_fingerprint(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    if (!d->group)
        return p;
    return d->pair ? zm_board_find_fingerprint(d, p, true) : zm_board_any_fingerprint(d, p);
}

/* ---- ranks of sets ---- */
enum { ZM_BOARD_RANK_ROWS = 52 };

/* The first row of a byte: 0, 1, 10, 27; it has one more for every square below it. */
ZM_INLINE unsigned zm_board_rank_row(unsigned byte) { return byte * (4 * byte - 3); }

ZM_INLINE uint64_t zm_board_rank_set(const zm_board_data *d, const zm_board_order *o, uint64_t set)
{
    if (d->squares <= 32) {
        const uint32_t *table = (const uint32_t *)zm_board_part(d, o->by_byte);
        const unsigned below1 = zm_count_bits(set & 255), below2 = zm_count_bits(set & 65535),
                       below3 = zm_count_bits(set & 0xFFFFFF);
        return table[set & 255] + table[(1 + below1) * 256 + (set >> 8 & 255)] +
               table[(10 + below2) * 256 + (set >> 16 & 255)] + table[(27 + below3) * 256 + (set >> 24)];
    }
    const uint64_t *binomial = (const uint64_t *)zm_board_part(d, o->binomial);
    uint64_t rank = 0;
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
ZM_INLINE uint64_t zm_board_orbit_of(const zm_board_data *d, const zm_board_class *c, uint64_t rank)
{
    const zm_board_word *w = (const zm_board_word *)zm_board_part(d, c->words) + (rank >> 6);
    return w->before + zm_count_bits(w->bits & (zm_bit(rank & 63) - 1));
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

ZM_ALWAYS_INLINE zm_place zm_board_find_place(const zm_board_data *d, zm_pos p, bool pair)
{
    const zm_board_order *o = zm_board_order_of(d);
    const unsigned letters = pair ? 2 : d->letters;
    uint64_t set[ZM_BOARD_LETTERS];
    zm_board_sets(d, p, set, pair);
    const zm_board_class *c = zm_board_class_of(d, o, zm_board_key(o, p, set, letters));
    const zm_board_step *step = &c->step, *more = (const zm_board_step *)zm_board_part(d, o->step) + c->more;
    const uint64_t key_set = zm_board_union(set, letters, c->letters);
    uint64_t left = key_set, index = c->key_size ? zm_board_orbit_of(d, c, zm_board_rank_set(d, o, key_set)) : 0;
    for (unsigned i = 0; i < c->steps; i++, step = more++) {
        const uint64_t mine = pair ? (step->letter ? set[1] : set[0]) : set[step->letter];
        left = step->outside ? d->board & ~key_set : left;
        index = index * step->ways + zm_board_rank_set(d, o, zm_extract(mine, left));
        left &= ~mine;
    }
    const zm_place place = {c->tier, c->offset + index};
    return place;
}

ZM_APART zm_place zm_board_any_place(const zm_board_data *d, zm_pos p) { return zm_board_find_place(d, p, false); }

ZM_INLINE zm_place zm_board_rank(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    return d->pair ? zm_board_find_place(d, p, true) : zm_board_any_place(d, p);
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

ZM_ALWAYS_INLINE zm_pos zm_board_add_set(const zm_board_data *d, zm_pos p, unsigned letter, uint64_t set, bool pair)
{
    if (pair) {
        p.lo |= set | (letter ? set << d->squares : 0);
        return p;
    }
    const zm_board_letter *l = &d->letter[letter];
    for (unsigned i = 0; i <= d->planes; i++) {
        const uint64_t on = set & (0 - (uint64_t)((i < d->planes ? l->code >> i : l->owner) & 1));
        const zm_board_block b = d->plane[i];
        p.lo |= b.high ? 0 : on << b.shift;
        p.hi |= b.high ? on << b.shift : 0;
    }
    return p;
}

ZM_ALWAYS_INLINE zm_pos zm_board_find_position(const zm_board_data *d, zm_place at, bool pair)
{
    const zm_board_order *o = zm_board_order_of(d);
    const zm_board_class *c = zm_board_class_at(d, at);
    const zm_board_step *more = (const zm_board_step *)zm_board_part(d, o->step) + c->more, *step = &c->step;
    uint64_t rank[ZM_BOARD_LETTERS], index = at.index - c->offset;
    for (unsigned i = c->steps; i-- > 0;) {
        const uint64_t ways = i ? more[i - 1].ways : c->step.ways, quotient = index / ways;
        rank[i] = index - quotient * ways;
        index = quotient;
    }
    const uint64_t key_set = c->key_size ? zm_board_orbit_set(d, o, c->key_size, index) : 0;
    uint64_t left = key_set, rest = key_set;
    zm_pos p = c->rest;
    for (unsigned i = 0; i < c->steps; i++, step = more++) {
        left = step->outside ? d->board & ~key_set : left;
        const uint64_t set = zm_deposit(zm_board_unrank_set(d, o, step->count, rank[i]), left);
        p = zm_board_add_set(d, p, step->letter, set, pair);
        left &= ~set;
        rest &= ~set;
    }
    return zm_board_add_set(d, p, c->last, rest, pair);
}

ZM_APART zm_pos zm_board_any_position(const zm_board_data *d, zm_place at)
{
    return zm_board_find_position(d, at, false);
}

ZM_INLINE zm_pos zm_board_unrank(const zm_variant *v, zm_place at)
{
    const zm_board_data *d = zm_board_of(v);
    return d->pair ? zm_board_find_position(d, at, true) : zm_board_any_position(d, at);
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
