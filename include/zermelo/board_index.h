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

enum {
    ZM_BOARD_TIER_NUMBERS = 2 * ZM_BOARD_LETTERS + 2 * ZM_BOARD_COUNTERS,
    ZM_BOARD_LINE = 64, /* bytes that parts are aligned to */
    ZM_BOARD_OPERATION_BITS = 6,
    ZM_BOARD_NO_CLASS = 255,  /* steps of the class that is none */
    ZM_BOARD_CLASS_BITS = 14, /* where classes are looked up directly */
};

typedef struct zm_board_group {
    uint32_t operations; /* the identity is the first */
    uint64_t part;       /* squares by which sets are compared first */
    /* Offset of uint16_t [sets of these squares]: an operation that makes it smallest; above its bits 0, or, where there are several, */
    uint64_t choose;
    uint64_t chosen; /* which of uint64_t [] at this offset has them all, as bits */
    /* Offset of uint8_t [which][sets]: one of these operations that makes another set smallest, too; 0: there are too many sets. */
    uint64_t second;
    uint64_t
        image; /* offset of uint32_t [operation][4][256] for up to 32 squares, else of uint64_t [operation][chunk][256] */
} zm_board_group;

typedef struct zm_board_step { /* the squares of one letter, among those that are left */
    uint64_t ways;
    uint32_t first; /* where the sets of so many squares begin in the table of sets */
    uint8_t letter, count;
    uint8_t outside; /* the first that is not in the key set */
    uint8_t listed;  /* the table has all of them */
} zm_board_step;

typedef struct zm_board_class { /* a cache line */
    uint64_t offset;            /* of its first place in the tier */
    zm_pos rest;                /* hands, counters and turn */
    uint32_t words; /* where the bitmap of its key sets is, in lines of the block; 0: they are ranked as they are */
    uint32_t sets;  /* where its key sets are listed, likewise; 0: they are not */
    uint32_t tier;
    uint32_t letters; /* of the key set, a bit for each by number */
    uint32_t more;    /* steps after the first: place in the list of steps */
    uint8_t steps;
    uint8_t key_size; /* squares in the key set */
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

typedef struct zm_board_order {
    /* Class by key: hands, counters and turn as they are in lo and hi, numbers of pieces. */
    uint64_t rest_mask[2], key_mask;
    uint8_t rest_shift[2], rest_key[2]; /* where these bits begin in lo and hi, and where in the key */
    uint8_t hashed_bits;
    uint8_t whole; /* all key sets are all pieces */
    uint8_t count_shift[ZM_BOARD_LETTERS];
    uint64_t
        direct; /* offset of uint16_t [key]: the class, and above its bits the first two letters of the key set; 0: hashed */
    uint64_t hashed;  /* offset of uint64_t [2 * slot]: key, class */
    uint64_t a_class; /* offset of zm_board_class []; the first is none */
    uint64_t tier;    /* offset of zm_board_tier [] */
    uint64_t step;    /* offset of zm_board_step [] */
    /* Colex ranks. Up to 16 squares uint16_t [set]; up to 32 by 12, 12 and 8 of them: uint32_t [row][4096], then [row][256]
     * (zm_board_rank_small). Else one by one: uint64_t [k][64], C(square, k). */
    uint64_t rank, binomial;
    uint64_t orbit; /* up to 16 squares: offset of uint16_t [set], the numbers of key sets */
    /* Sets by colex rank: the first of each size, uint32_t. */
    uint64_t subset;
    uint32_t first_subset[ZM_BOARD_SQUARES + 1], subsets[ZM_BOARD_SQUARES + 1];
    uint64_t words[ZM_BOARD_SQUARES + 1]; /* in the bitmap of this size */
    uint32_t tiers, classes;
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
ZM_APART uint64_t zm_board_mapped_large(const zm_board_data *d, const zm_board_group *g, unsigned operation,
                                        uint64_t set)
{
    return zm_board_image((const uint64_t *)zm_board_part(d, g->image) + operation * d->chunks * 256u, d->chunks, set);
}

ZM_INLINE uint64_t zm_board_mapped_small(const zm_board_data *d, const zm_board_group *g, unsigned operation,
                                         uint64_t set)
{
    const uint32_t *table = (const uint32_t *)zm_board_part(d, g->image) + operation * 1024;
    const uint32_t image = table[set & 255] | table[256 + (set >> 8 & 255)];
    return d->squares <= 16 ? image : image | table[512 + (set >> 16 & 255)] | table[768 + (set >> 24)];
}

ZM_INLINE uint64_t zm_board_mapped(const zm_board_data *d, const zm_board_group *g, unsigned operation, uint64_t set)
{
    return d->squares <= 32 ? zm_board_mapped_small(d, g, operation, set) : zm_board_mapped_large(d, g, operation, set);
}

/* The squares of each letter. */
ZM_INLINE void zm_board_sets(const zm_board_data *d, zm_pos p, uint64_t *set)
{
    const uint64_t second = zm_board_second(d, p);
    uint64_t plane[ZM_BOARD_PLANES];
    for (unsigned i = 0; i < d->planes; i++)
        plane[i] = zm_block_get(d->plane[i], p);
    for (unsigned code = 1; code <= d->all_codes; code++) {
        uint64_t coded = d->board;
        for (unsigned i = 0; i < d->planes; i++)
            coded &= plane[i] ^ (0 - (uint64_t)(~code >> i & 1));
        if (code > d->codes)
            set[d->first_letters + d->second_letters + code - d->codes - 1] = coded;
        if (code <= d->first_letters)
            set[code - 1] = coded & ~second;
        if (code <= d->second_letters)
            set[d->first_letters + code - 1] = coded & second;
    }
}

ZM_INLINE uint64_t zm_board_union(const uint64_t *set, unsigned letters, uint32_t wanted)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < letters; i++)
        all |= set[i] & (0 - (uint64_t)(wanted >> i & 1));
    return all;
}

/* ---- classes ---- */
ZM_INLINE uint64_t zm_board_key(const zm_board_order *o, zm_pos p, const uint64_t *set, unsigned letters)
{
    uint64_t key = (p.lo >> o->rest_shift[0] & o->rest_mask[0]) << o->rest_key[0] |
                   (p.hi >> o->rest_shift[1] & o->rest_mask[1]) << o->rest_key[1];
    for (unsigned i = 0; i < letters; i++)
        key |= (uint64_t)zm_count_bits(set[i]) << o->count_shift[i];
    return key;
}

ZM_INLINE uint64_t zm_board_slot(uint64_t key, unsigned bits) { return key * 0x9e3779b97f4a7c15u >> (64 - bits); }

ZM_APART const zm_board_class *zm_board_find_class(const zm_board_data *d, const zm_board_order *o, uint64_t key)
{
    const uint64_t *table = (const uint64_t *)zm_board_part(d, o->hashed);
    uint64_t slot = zm_board_slot(key, o->hashed_bits);
    while (table[2 * slot + 1] && table[2 * slot] != key)
        slot = (slot + 1) & zm_low_bits(o->hashed_bits);
    return (const zm_board_class *)zm_board_part(d, o->a_class) + table[2 * slot + 1];
}

/* Of pieces that no class has: the first, which is none. Its key set has all letters, its steps are ZM_BOARD_NO_CLASS. */
ZM_INLINE const zm_board_class *zm_board_class_of(const zm_board_data *d, const zm_board_order *o, uint64_t key)
{
    if (!o->direct)
        return zm_board_find_class(d, o, key);
    return (const zm_board_class *)zm_board_part(d, o->a_class) +
           (((const uint16_t *)zm_board_part(d, o->direct))[key & o->key_mask] & zm_low_bits(ZM_BOARD_CLASS_BITS));
}

typedef struct zm_board_pair { /* where each player has one letter (`pair` of zm_board_data) */
    uint64_t set[2], key_set;
    uint64_t other;  /* with the key set it tells all */
    unsigned number; /* of the class */
} zm_board_pair;

/* The key set is known before the class is looked at: that is a load less to wait for. */
ZM_INLINE zm_board_pair zm_board_pair_of(const zm_board_data *d, const zm_board_order *o, uint64_t lo, uint64_t hi)
{
    const uint64_t second = lo >> d->squares & d->board, all = lo & d->board, first = all ^ second;
    const uint64_t key = (hi >> o->rest_shift[1] & o->rest_mask[1]) |
                         (uint64_t)zm_count_bits(first) << o->count_shift[0] |
                         (uint64_t)zm_count_bits(second) << o->count_shift[1];
    const unsigned entry = ((const uint16_t *)zm_board_part(d, o->direct))[key & o->key_mask],
                   letters = entry >> ZM_BOARD_CLASS_BITS;
    const zm_board_pair pair = {{first, second},
                                (first & (0 - (uint64_t)(letters & 1))) | (second & (0 - (uint64_t)(letters >> 1))),
                                letters & 2 ? first : second,
                                entry & (unsigned)zm_low_bits(ZM_BOARD_CLASS_BITS)};
    return pair;
}

/* ---- fingerprint ---- */
/* Of these operations, as bits, those that make a set smallest. */
ZM_INLINE uint64_t zm_board_try_all(const zm_board_data *d, const zm_board_group *g, uint64_t set, uint64_t rest)
{
    uint64_t best = 0, smallest = ~(uint64_t)0;
    while (rest) {
        const unsigned operation = zm_take_lowest(&rest);
        const uint64_t image = zm_board_mapped(d, g, operation, set);
        best = image < smallest ? zm_bit(operation) : image == smallest ? best | zm_bit(operation) : best;
        smallest = image < smallest ? image : smallest;
    }
    return best;
}

/* What the table of choices says of a set. */
ZM_INLINE unsigned zm_board_choice(const zm_board_data *d, const zm_board_group *g, uint64_t set)
{
    return ((const uint16_t *)zm_board_part(d, g->choose))[zm_extract(set, g->part)];
}

/* The operations that make a set smallest, by its choice, as bits. */
ZM_INLINE uint64_t zm_board_smallest_of(const zm_board_data *d, const zm_board_group *g, uint64_t set, unsigned choice)
{
    if (!(choice >> ZM_BOARD_OPERATION_BITS))
        return zm_bit(choice);
    const uint64_t all = ((const uint64_t *)zm_board_part(d, g->chosen))[choice >> ZM_BOARD_OPERATION_BITS];
    return g->part == d->board ? all : zm_board_try_all(d, g, set, all);
}

/* Of boards with a letter per player only lo changes. It is handed on as a word: compilers put whole positions into vectors. */
ZM_INLINE uint64_t zm_board_mapped_pair(const zm_board_data *d, const zm_board_group *g, unsigned operation,
                                        uint64_t lo)
{
    return zm_board_mapped_small(d, g, operation, lo & d->board) |
           zm_board_mapped_small(d, g, operation, lo >> d->squares & d->board) << d->squares;
}

/* The smallest of several images. */
ZM_APART uint64_t zm_board_smallest_pair(const zm_board_data *d, uint64_t lo, uint64_t set, unsigned choice)
{
    const zm_board_group *g = (const zm_board_group *)zm_board_part(d, d->group);
    uint64_t rest = zm_board_smallest_of(d, g, set, choice), smallest = ~(uint64_t)0;
    while (rest) {
        const uint64_t image = zm_board_mapped_pair(d, g, zm_take_lowest(&rest), lo);
        smallest = image < smallest ? image : smallest;
    }
    return smallest;
}

ZM_INLINE uint64_t zm_board_fingerprint_pair(const zm_board_data *d, uint64_t lo, uint64_t hi)
{
    const zm_board_group *g = (const zm_board_group *)zm_board_part(d, d->group);
    const zm_board_pair pair = zm_board_pair_of(d, zm_board_order_of(d), lo, hi);
    unsigned choice = zm_board_choice(d, g, pair.key_set);
    if (choice >> ZM_BOARD_OPERATION_BITS) {
        if (!g->second)
            return zm_board_smallest_pair(d, lo, pair.key_set, choice);
        choice = choice >> ZM_BOARD_OPERATION_BITS;
        choice = ((const uint8_t *)zm_board_part(d, g->second))[(choice << d->squares) + pair.other];
    }
    return zm_board_mapped_pair(d, g, choice, lo);
}

ZM_INLINE zm_pos zm_board_mapped_all(const zm_board_data *d, const zm_board_group *g, unsigned operation, zm_pos p)
{
    for (unsigned i = 0; i < d->planes + (d->second_letters ? 1u : 0u); i++)
        p = zm_block_set(d->plane[i], p, zm_board_mapped(d, g, operation, zm_block_get(d->plane[i], p)));
    return p;
}

ZM_INLINE uint64_t zm_board_key_set(const zm_board_data *d, zm_pos p)
{
    const zm_board_order *o = zm_board_order_of(d);
    uint64_t set[ZM_BOARD_LETTERS];
    if (!d->order || o->whole)
        return zm_board_taken(d, p);
    zm_board_sets(d, p, set);
    return zm_board_union(set, d->letters, zm_board_class_of(d, o, zm_board_key(o, p, set, d->letters))->letters);
}

ZM_APART zm_pos zm_board_fingerprint_any(const zm_board_data *d, zm_pos p)
{
    const zm_board_group *g = (const zm_board_group *)zm_board_part(d, d->group);
    const uint64_t key_set = zm_board_key_set(d, p);
    uint64_t rest = zm_board_smallest_of(d, g, key_set, zm_board_choice(d, g, key_set));
    zm_pos smallest = zm_board_mapped_all(d, g, zm_take_lowest(&rest), p);
    while (rest)
        smallest = zm_smaller(smallest, zm_board_mapped_all(d, g, zm_take_lowest(&rest), p));
    return smallest;
}

/* The representative of all images of p. Of a class that the index does not have, all pieces are the key set. */
ZM_INLINE zm_pos zm_board_fingerprint(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    if (!d->group)
        return p;
    if (!d->pair)
        return zm_board_fingerprint_any(d, p);
    const zm_pos image = {zm_board_fingerprint_pair(d, p.lo, p.hi), p.hi};
    return image;
}

/* ---- ranks of sets ---- */
ZM_APART uint64_t zm_board_rank_large(const zm_board_data *d, const zm_board_order *o, uint64_t set)
{
    const uint64_t *binomial = (const uint64_t *)zm_board_part(d, o->binomial);
    uint64_t rank = 0;
    for (unsigned k = 1; set; k++)
        rank += binomial[k * 64 + zm_take_lowest(&set)];
    return rank;
}

/* Rows of 12 squares where there are more than 16: the lowest, then one for each number of squares below (0 to 12); rows of 8: likewise (0 to 24). */
enum { ZM_BOARD_ROWS_12 = 14, ZM_BOARD_ROWS_8 = 25 };

ZM_INLINE uint64_t zm_board_rank_small(const zm_board_data *d, const zm_board_order *o, uint64_t set)
{
    if (d->squares <= 16)
        return ((const uint16_t *)zm_board_part(d, o->rank))[set];
    const uint32_t *table = (const uint32_t *)zm_board_part(d, o->rank);
    uint32_t rank = table[set & 4095] + table[(1 + zm_count_bits(set & 4095)) * 4096 + (set >> 12 & 4095)];
    if (d->squares > 24)
        rank += table[ZM_BOARD_ROWS_12 * 4096 + zm_count_bits(set & 0xFFFFFF) * 256 + (set >> 24)];
    return rank;
}

ZM_INLINE uint64_t zm_board_rank_set(const zm_board_data *d, const zm_board_order *o, uint64_t set)
{
    return d->squares <= 32 ? zm_board_rank_small(d, o, set) : zm_board_rank_large(d, o, set);
}

/* The k squares with this rank: the highest one by one, until the table has the rest. */
ZM_APART uint64_t zm_board_unrank_set(const zm_board_data *d, const zm_board_order *o, unsigned k, uint64_t rank)
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

ZM_INLINE uint64_t zm_board_unrank_step(const zm_board_data *d, const zm_board_order *o, const zm_board_step *s,
                                        uint64_t rank)
{
    return s->listed ? ((const uint32_t *)zm_board_part(d, o->subset))[s->first + rank]
                     : zm_board_unrank_set(d, o, s->count, rank);
}

/* The number of a key set that is a representative, by its colex rank and by itself; and back. */
ZM_INLINE uint64_t zm_board_orbit_at(const zm_board_data *d, const zm_board_class *c, uint64_t rank)
{
    if (!c->words)
        return rank;
    const zm_board_word *w = (const zm_board_word *)zm_board_part(d, (uint64_t)c->words * ZM_BOARD_LINE) + (rank >> 6);
    return w->before + zm_count_bits(w->bits & (zm_bit(rank & 63) - 1));
}

ZM_INLINE uint64_t zm_board_orbit_small(const zm_board_data *d, const zm_board_order *o, const zm_board_class *c,
                                        uint64_t set)
{
    return o->orbit ? ((const uint16_t *)zm_board_part(d, o->orbit))[set]
                    : zm_board_orbit_at(d, c, zm_board_rank_small(d, o, set));
}

ZM_APART uint64_t zm_board_find_set(const zm_board_data *d, const zm_board_class *c, uint64_t orbit)
{
    const zm_board_order *o = zm_board_order_of(d);
    if (!c->words)
        return zm_board_unrank_set(d, o, c->key_size, orbit);
    const zm_board_word *word = (const zm_board_word *)zm_board_part(d, (uint64_t)c->words * ZM_BOARD_LINE);
    uint64_t low = 0, high = o->words[c->key_size];
    while (high - low > 1) { /* the last word with no more than this before it */
        const uint64_t middle = low + (high - low) / 2;
        if (word[middle].before <= orbit)
            low = middle;
        else
            high = middle;
    }
    const unsigned bit = zm_nth_bit(word[low].bits, (unsigned)(orbit - word[low].before));
    return zm_board_unrank_set(d, o, c->key_size, low * 64 + bit);
}

ZM_INLINE uint64_t zm_board_set_of(const zm_board_data *d, const zm_board_class *c, uint64_t orbit)
{
    if (!c->sets)
        return zm_board_find_set(d, c, orbit);
    const void *sets = zm_board_part(d, (uint64_t)c->sets * ZM_BOARD_LINE);
    return d->squares <= 32 ? ((const uint32_t *)sets)[orbit] : ((const uint64_t *)sets)[orbit];
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

/* The place of a position that should not be: wrong, but a place. */
ZM_INLINE zm_place zm_board_nowhere(void)
{
    const zm_place place = {0, 0};
    return place;
}

/* With two letters there is at most one step; where there is none, it has one way and nothing to rank. */
ZM_INLINE zm_place zm_board_rank_pair(const zm_board_data *d, uint64_t lo, uint64_t hi)
{
    const zm_board_order *o = zm_board_order_of(d);
    const zm_board_pair pair = zm_board_pair_of(d, o, lo, hi);
    const zm_board_class *c = (const zm_board_class *)zm_board_part(d, o->a_class) + pair.number;
    if (!pair.number)
        return zm_board_nowhere();
    /* No branches that depend on the class: positions of many classes come in turn. */
    const uint64_t left = pair.key_set ^ (d->board & (0 - (uint64_t)c->step.outside)),
                   mine = pair.set[0] ^ ((pair.set[0] ^ pair.set[1]) & (0 - (uint64_t)c->step.letter));
    const uint64_t orbit = zm_board_orbit_small(d, o, c, pair.key_set);
    const uint64_t rank = d->squares > 24 && c->step.count == 1 ? zm_count_bits(left & (mine - 1))
                                                                : zm_board_rank_small(d, o, zm_extract(mine, left));
    const zm_place place = {c->tier, c->offset + orbit * c->step.ways + rank};
    return place;
}

ZM_APART zm_place zm_board_rank_any(const zm_board_data *d, zm_pos p)
{
    const zm_board_order *o = zm_board_order_of(d);
    uint64_t set[ZM_BOARD_LETTERS];
    zm_board_sets(d, p, set);
    const zm_board_class *c = zm_board_class_of(d, o, zm_board_key(o, p, set, d->letters));
    if (c->steps == ZM_BOARD_NO_CLASS)
        return zm_board_nowhere();
    const zm_board_step *step = &c->step, *more = (const zm_board_step *)zm_board_part(d, o->step) + c->more;
    const uint64_t key_set = zm_board_union(set, d->letters, c->letters);
    uint64_t left = key_set, index = d->squares <= 32 ? zm_board_orbit_small(d, o, c, key_set)
                                                      : zm_board_orbit_at(d, c, zm_board_rank_large(d, o, key_set));
    for (unsigned i = 0; i < c->steps; i++, step = more++) {
        const uint64_t mine = set[step->letter];
        left = step->outside ? d->board & ~key_set : left;
        index = index * step->ways + zm_board_rank_set(d, o, zm_extract(mine, left));
        left &= ~mine;
    }
    const zm_place place = {c->tier, c->offset + index};
    return place;
}

ZM_INLINE zm_place zm_board_rank(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    return d->pair ? zm_board_rank_pair(d, p.lo, p.hi) : zm_board_rank_any(d, p);
}

/* The class that has a place. */
ZM_INLINE const zm_board_class *zm_board_class_at(const zm_board_data *d, const zm_board_order *o, zm_place at)
{
    const zm_board_tier *t = (const zm_board_tier *)zm_board_part(d, o->tier) + at.tier;
    const zm_board_class *c = (const zm_board_class *)zm_board_part(d, o->a_class) + t->first_class;
    for (uint32_t n = t->classes; n > 1;) {
        const uint32_t half = n / 2;
        c += c[half].offset <= at.index ? half : 0;
        n -= half;
    }
    return c;
}

ZM_INLINE zm_pos zm_board_add_set(const zm_board_data *d, zm_pos p, unsigned letter, uint64_t set)
{
    const zm_board_letter *l = &d->letter[letter];
    for (unsigned i = 0; i <= d->planes; i++) {
        const uint64_t on = set & (0 - (uint64_t)((i < d->planes ? l->code >> i : l->owner) & 1));
        const zm_board_block b = d->plane[i];
        p.lo |= b.high ? 0 : on << b.shift;
        p.hi |= b.high ? on << b.shift : 0;
    }
    return p;
}

ZM_APART zm_pos zm_board_unrank_any(const zm_board_data *d, zm_place at)
{
    const zm_board_order *o = zm_board_order_of(d);
    const zm_board_class *c = zm_board_class_at(d, o, at);
    const zm_board_step *more = (const zm_board_step *)zm_board_part(d, o->step) + c->more, *step = &c->step;
    uint64_t rank[ZM_BOARD_LETTERS], index = at.index - c->offset;
    for (unsigned i = c->steps; i-- > 0;) {
        const uint64_t ways = i ? more[i - 1].ways : c->step.ways, quotient = index / ways;
        rank[i] = index - quotient * ways;
        index = quotient;
    }
    const uint64_t key_set = zm_board_set_of(d, c, index);
    uint64_t left = key_set, rest = key_set;
    zm_pos p = c->rest;
    for (unsigned i = 0; i < c->steps; i++, step = more++) {
        left = step->outside ? d->board & ~key_set : left;
        const uint64_t set = zm_deposit(zm_board_unrank_step(d, o, step, rank[i]), left);
        p = zm_board_add_set(d, p, step->letter, set);
        left &= ~set;
        rest &= ~set;
    }
    return zm_board_add_set(d, p, c->last, rest);
}

/* Where both sets are listed. */
ZM_INLINE zm_pos zm_board_unrank_pair(const zm_board_data *d, zm_place at)
{
    const zm_board_order *o = zm_board_order_of(d);
    const zm_board_class *c = zm_board_class_at(d, o, at);
    if (!c->sets || !c->step.listed)
        return zm_board_unrank_any(d, at);
    const uint32_t *sets = (const uint32_t *)zm_board_part(d, (uint64_t)c->sets * ZM_BOARD_LINE),
                   *others = (const uint32_t *)zm_board_part(d, o->subset) + c->step.first;
    const uint64_t index = at.index - c->offset, orbit = index / c->step.ways, rank = index - orbit * c->step.ways;
    const uint64_t key_set = sets[orbit], left = c->step.outside ? d->board ^ key_set : key_set;
    const uint64_t mine = zm_deposit(others[rank], left);
    zm_pos p = c->rest;
    p.lo = key_set | mine | (c->step.letter ? mine : key_set & ~mine) << d->squares;
    return p;
}

ZM_INLINE zm_pos zm_board_unrank(const zm_variant *v, zm_place at)
{
    const zm_board_data *d = zm_board_of(v);
    return d->pair ? zm_board_unrank_pair(d, at) : zm_board_unrank_any(d, at);
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
