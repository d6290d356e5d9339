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
 * Cost: a fingerprint is three or four look-ups per plane and eight squares (none where there are two operations), rank one per letter and
 * eight squares, and a word of the bitmap. GPUs, for which look-ups at different places are slow, compute images and ranks instead. Memory: 2 bits per set that can be a key set, and its representatives. */
#ifndef ZERMELO_BOARD_INDEX_H
#define ZERMELO_BOARD_INDEX_H

#include <zermelo/board.h>

enum {
    ZM_BOARD_TIER_NUMBERS = 2 * ZM_BOARD_LETTERS + 2 * ZM_BOARD_COUNTERS,
    ZM_BOARD_LINE = 64, /* bytes that parts are aligned to */
    ZM_BOARD_OPERATION_BITS = 6,
    ZM_BOARD_OPERATIONS = 1 << ZM_BOARD_OPERATION_BITS,
    ZM_BOARD_NO_CLASS = 255,  /* steps of the class that is none */
    ZM_BOARD_CLASS_BITS = 14, /* where classes are looked up directly */
    ZM_BOARD_CLASS_MASK = (1 << ZM_BOARD_CLASS_BITS) - 1,
    ZM_BOARD_PART = 16,       /* squares by which sets are compared first, at most */
    ZM_BOARD_GLIDES = 9,      /* more than these are not faster than tables */
    ZM_BOARD_LANES = 16,      /* letters that are looked for at once */
    ZM_BOARD_FEW_CLASSES = 4, /* of a tier: they need no table of spans */
};

typedef struct zm_board_glide { /* bits that an operation moves by as many places */
    uint64_t mask[2];           /* in lo and in hi */
    uint32_t up;                /* 64 less for those that go down: no bit leaves its plane, so words are rotated */
} zm_board_glide;

/* All bits of a position by how far an operation moves them, those that stay first; then one that does not move. */
typedef struct zm_board_factor {
    zm_board_glide glide[ZM_BOARD_GLIDES + 1];
} zm_board_factor;

typedef struct zm_board_run { /* squares that are side by side */
    uint64_t squares;
    uint8_t down; /* so many squares below them are in no run */
} zm_board_run;

typedef struct zm_board_group {
    uint32_t operations;                 /* the identity is the first */
    uint64_t part;                       /* squares by which sets are compared first */
    zm_board_run run[ZM_BOARD_PART + 1]; /* the same, each with its neighbours; the last has none */
    /* Offset of uint16_t [sets of these squares]: an operation that makes it smallest; above its bits 0, or, where there are several, */
    uint64_t choose;
    uint64_t chosen; /* which of uint64_t [] at this offset has them all, as bits */
    /* Offset of uint8_t [which][sets]: one of these operations that makes another set smallest, too; 0: there are too many sets. */
    uint64_t second;
    uint64_t
        image; /* offset of uint32_t [operation][4][256] for up to 32 squares, else of uint64_t [operation][chunk][256] */
    /* Every operation as a product of some factors, the first applied first: a bit for each. No factors: there is no such product. */
    uint8_t factors, product[ZM_BOARD_OPERATIONS];
    zm_board_factor factor[ZM_BOARD_OPERATION_BITS];
} zm_board_group;

typedef struct zm_board_step { /* the squares of one letter, among those that are left */
    uint64_t weight;           /* by how much the index grows with the rank */
    uint64_t inverse;          /* of the weight (zm_board_divide) */
    uint32_t first;            /* where the sets of so many squares begin in the table of sets */
    uint8_t letter, count;
    uint8_t outside; /* the first that is not in the key set */
    uint8_t listed;  /* the table has all of them */
} zm_board_step;

typedef struct zm_board_class { /* a cache line */
    uint64_t offset;            /* of its first place in the tier */
    zm_pos rest;                /* hands, counters and turn */
    uint64_t ways, inverse;     /* places of a key set, and the inverse of that number */
    uint32_t sets;              /* where its key sets are listed, in lines of the block; 0: they are not */
    uint32_t letters;           /* of the key set, a bit for each by number */
    uint32_t step;              /* its first, in the list of steps */
    uint32_t first; /* `first`, `listed`, `letter` and `outside` of this step, or of one that has nothing to rank */
    uint16_t tier;
    uint8_t listed, letter, outside;
    uint8_t steps;
    uint8_t key_size; /* squares in the key set */
    uint8_t last;     /* the letter that has what the others leave of the key set */
} zm_board_class;

/* Where a tier has many classes, a table tells which have the places from each multiple of 2^shift to the next. */
typedef struct zm_board_tier {
    uint64_t places;
    uint32_t first_class, classes;
    uint32_t span; /* its first in the table of spans */
    uint32_t shift;
} zm_board_tier;

typedef struct zm_board_word { /* of a bitmap */
    uint64_t bits, before;     /* before: how many are set in the words before it */
} zm_board_word;

typedef struct zm_board_order {
    /* Class by key: hands, counters and turn as they are in lo and hi, numbers of pieces. */
    uint64_t rest_mask[2], key_mask;
    uint8_t rest_shift[2], rest_key[2]; /* where these bits begin in lo and hi, and where in the key */
    uint8_t seed_bits, slot_bits;
    uint8_t whole; /* all key sets are all pieces */
    /* Up to 16 squares, up to ZM_BOARD_LANES letters, all key sets are all pieces. lo has only planes, and all of them, up to four. */
    uint8_t lanes;
    uint8_t count_shift[ZM_BOARD_LETTERS];
    uint16_t lane[4][ZM_BOARD_LANES]; /* of each plane: what each letter has there on all squares */
    uint64_t of_two; /* offset of uint64_t [bits of two squares in all planes]: what they add to the key */
    uint64_t
        direct; /* offset of uint16_t [key]: the class, and above its bits the first two letters of the key set; 0: hashed */
    /* A perfect hash. The topmost bits of key * multiplier choose a seed, the next ones, xor the seed, are the slot. */
    uint64_t multiplier;
    uint64_t seed, slot; /* offsets of uint16_t [] and of uint32_t []: classes */
    uint64_t a_class;    /* offset of zm_board_class []; the first is none */
    uint64_t
        row; /* offset of uint64_t [class][1 + letters]: the key of a class, and the weight of each letter's rank */
    uint64_t tier; /* offset of zm_board_tier [] */
    uint64_t span; /* offset of uint32_t []: the class that has the first place of each span, less the tier's first */
    uint64_t step; /* offset of zm_board_step [] */
    /* Colex ranks. Up to 16 squares uint16_t [set]; up to 32 by 12, 12 and 8 of them: uint32_t [row][4096], then [row][256]
     * (zm_board_rank_small). Else one by one: uint64_t [k][64], C(square, k). */
    uint64_t rank, binomial;
    uint64_t orbit; /* up to 16 squares: offset of uint16_t [set], the numbers of key sets */
    /* Sets by colex rank: the first of each size, uint32_t. */
    uint64_t subset;
    uint32_t first_subset[ZM_BOARD_SQUARES + 1], subsets[ZM_BOARD_SQUARES + 1];
    uint64_t words[ZM_BOARD_SQUARES + 1]; /* in the bitmap of this size */
    uint32_t bitmap[ZM_BOARD_SQUARES +
                    1]; /* where it is, in lines of the block; 0: sets of this size are ranked as they are */
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

/* The squares of each letter; returns the key of the class. Letters of both players that have one code are found together. */
ZM_INLINE uint64_t zm_board_sets(const zm_board_data *d, const zm_board_order *o, zm_pos p, uint64_t *set)
{
    const uint64_t second = zm_board_second(d, p);
    const unsigned firsts = d->first_letters, seconds = d->second_letters;
    uint64_t key = (p.lo >> o->rest_shift[0] & o->rest_mask[0]) << o->rest_key[0] |
                   (p.hi >> o->rest_shift[1] & o->rest_mask[1]) << o->rest_key[1];
    for (unsigned i = 0; i < d->codes; i++) {
        const zm_pos code = d->letter[i < firsts ? i : firsts + i].everywhere;
        const uint64_t other = zm_board_folded(d, (p.lo ^ code.lo) & d->coded[0], (p.hi ^ code.hi) & d->coded[1]);
        if (i < firsts) {
            set[i] = d->board & ~(other | second);
            key |= (uint64_t)zm_count_bits(set[i]) << o->count_shift[i];
        }
        if (i < seconds) {
            set[firsts + i] = second & ~other;
            key |= (uint64_t)zm_count_bits(second & ~other) << o->count_shift[firsts + i];
        }
    }
    for (unsigned i = firsts + seconds; i < d->letters; i++) {
        set[i] = zm_board_with(d, p, d->letter[i].bits);
        key |= (uint64_t)zm_count_bits(set[i]) << o->count_shift[i];
    }
    return key;
}

/* The same where `lanes` of zm_board_order says so: all letters that there can be at once, so that compilers use vectors. */
ZM_INLINE void zm_board_sets_lanes(const zm_board_data *d, const zm_board_order *o, uint64_t lo, uint16_t *set)
{
    const unsigned squares = d->squares;
    const uint16_t board = (uint16_t)d->board,
                   plane[4] = {(uint16_t)lo, (uint16_t)(lo >> squares), (uint16_t)(lo >> 2 * squares),
                               (uint16_t)(lo >> 3 * squares)};
    for (unsigned i = 0; i < ZM_BOARD_LANES; i++)
        set[i] = (uint16_t)(board & ~((plane[0] ^ o->lane[0][i]) | (plane[1] ^ o->lane[1][i]) |
                                      (plane[2] ^ o->lane[2][i]) | (plane[3] ^ o->lane[3][i])));
}

/* The key without the sets: what two squares at a time add to it. */
ZM_INLINE uint64_t zm_board_key_lanes(const zm_board_data *d, const zm_board_order *o, zm_pos p)
{
    const uint64_t *of_two = (const uint64_t *)zm_board_part(d, o->of_two), two = 3 * d->column[0];
    const unsigned last = d->squares - 1u;
    uint64_t key = (p.hi >> o->rest_shift[1] & o->rest_mask[1]) << o->rest_key[1], at = 0;
    for (; at < last; at += 2)
        key += of_two[zm_extract(p.lo >> at, two)];
    return at == last ? key + of_two[zm_extract(p.lo >> at & d->column[0], two)] : key;
}

ZM_INLINE uint64_t zm_board_union(const uint64_t *set, unsigned letters, uint32_t wanted)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < letters; i++)
        all |= set[i] & (0 - (uint64_t)(wanted >> i & 1));
    return all;
}

/* ---- classes ---- */
ZM_INLINE uint64_t zm_board_slot(const zm_board_data *d, const zm_board_order *o, uint64_t key)
{
    const uint64_t hash = key * o->multiplier;
    return ((hash << o->seed_bits >> (64 - o->slot_bits)) ^
            ((const uint16_t *)zm_board_part(d, o->seed))[hash >> (64 - o->seed_bits)]);
}

ZM_INLINE const uint64_t *zm_board_row(const zm_board_data *d, const zm_board_order *o, uint32_t number)
{
    return (const uint64_t *)zm_board_part(d, o->row) + (uint64_t)number * (1u + d->letters);
}

/* Of pieces that no class has: the first, which is none. Its key set has all letters. */
ZM_INLINE uint32_t zm_board_hashed(const zm_board_data *d, const zm_board_order *o, uint64_t key)
{
    return ((const uint32_t *)zm_board_part(d, o->slot))[zm_board_slot(d, o, key)];
}

ZM_INLINE uint32_t zm_board_class_of(const zm_board_data *d, const zm_board_order *o, uint64_t key)
{
    const uint32_t number =
        o->direct ? ((const uint16_t *)zm_board_part(d, o->direct))[key & o->key_mask] & ZM_BOARD_CLASS_MASK
                  : zm_board_hashed(d, o, key);
    return *zm_board_row(d, o, number) == key ? number : 0;
}

ZM_INLINE const zm_board_class *zm_board_class_at(const zm_board_data *d, const zm_board_order *o, uint32_t number)
{
    return (const zm_board_class *)zm_board_part(d, o->a_class) + number;
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
                                entry & ZM_BOARD_CLASS_MASK};
    return pair;
}

/* ---- fingerprint ---- */
/* A whole word after a factor: 0 lo, 1 hi. */
ZM_INLINE uint64_t zm_board_glided(const zm_board_factor *factor, unsigned high, uint64_t word)
{
    const zm_board_glide *k = factor->glide;
    uint64_t image = word & k->mask[high];
    for (k++; k->up; k++)
        image |= zm_rotated(word & k->mask[high], k->up);
    return image;
}

/* All planes of lo after an operation, factor by factor. It looks nothing up, which is what GPUs are slow at. */
ZM_INLINE uint64_t zm_board_composed(const zm_board_group *g, unsigned operation, uint64_t lo)
{
    const unsigned product = g->product[operation];
    for (unsigned i = 0; i < g->factors; i++)
        lo ^= (lo ^ zm_board_glided(&g->factor[i], 0, lo)) & (0 - (uint64_t)(product >> i & 1));
    return lo;
}

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

/* The squares of a set that are in the part, side by side: zm_extract(set, g->part) by as many shifts as there are runs. */
ZM_INLINE uint64_t zm_board_in_part(const zm_board_group *g, uint64_t set)
{
    uint64_t bits = 0;
    for (const zm_board_run *k = g->run; k->squares; k++)
        bits |= (set & k->squares) >> k->down;
    return bits;
}

/* What the table of choices says of a set. */
ZM_INLINE unsigned zm_board_choice(const zm_board_data *d, const zm_board_group *g, uint64_t set)
{
    return (
        (const uint16_t *)zm_board_part(d,
                                        g->choose))[ZM_EXTRACTS ? zm_extract(set, g->part) : zm_board_in_part(g, set)];
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
#ifdef __CUDA_ARCH__
    if (g->factors)
        return zm_board_composed(g, operation, lo);
#endif
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

ZM_APART uint64_t zm_board_key_set_of_class(const zm_board_data *d, const zm_board_order *o, zm_pos p)
{
    uint64_t set[ZM_BOARD_LETTERS];
    const uint64_t key = zm_board_sets(d, o, p, set);
    return zm_board_union(set, d->letters, zm_board_class_at(d, o, zm_board_class_of(d, o, key))->letters);
}

ZM_INLINE uint64_t zm_board_key_set(const zm_board_data *d, zm_pos p)
{
    const zm_board_order *o = zm_board_order_of(d);
    return !d->order || o->whole ? zm_board_taken(d, p) : zm_board_key_set_of_class(d, o, p);
}

/* The smaller of two images, without a branch: each is as likely. */
ZM_APART zm_pos zm_board_fingerprint_two(const zm_board_data *d, zm_pos p)
{
    const zm_board_group *g = (const zm_board_group *)zm_board_part(d, d->group);
    const uint64_t set = zm_board_key_set(d, p);
    const zm_pos q = {zm_board_glided(g->factor, 0, p.lo), d->column[1] ? zm_board_glided(g->factor, 1, p.hi) : p.hi};
    const unsigned choice = zm_board_choice(d, g, set);
    bool takes = choice == 1, open = choice >> ZM_BOARD_OPERATION_BITS;
    if (g->part != d->board) {
        const uint64_t image = zm_board_glided(g->factor, 0, set);
        takes |= open & (image < set);
        open &= image == set;
    }
    takes |= open & ((q.hi < p.hi) | ((q.hi == p.hi) & (q.lo < p.lo)));
    const uint64_t mask = 0 - (uint64_t)takes;
    const zm_pos smaller = {p.lo ^ ((p.lo ^ q.lo) & mask), p.hi ^ ((p.hi ^ q.hi) & mask)};
    return smaller;
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
    if (d->pair) {
        const zm_pos image = {zm_board_fingerprint_pair(d, p.lo, p.hi), p.hi};
        return image;
    }
    return d->two ? zm_board_fingerprint_two(d, p) : zm_board_fingerprint_any(d, p);
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

/* The rank of a set among the squares left, up to 32: one by one. All threads of a GPU are in the same row of the table then. */
ZM_INLINE uint64_t zm_board_rank_one_by_one(const zm_board_data *d, const zm_board_order *o, uint32_t set,
                                            uint32_t left)
{
    const uint64_t *row = (const uint64_t *)zm_board_part(d, o->binomial) + 64;
    uint64_t rank = 0;
    for (; set; set &= set - 1, row += 64)
        rank += row[zm_count_bits(left & ((set & (0u - set)) - 1))];
    return rank;
}

ZM_INLINE uint64_t zm_board_rank_among(const zm_board_data *d, const zm_board_order *o, uint64_t set, uint64_t left)
{
    return ZM_EXTRACTS ? zm_board_rank_small(d, o, zm_extract(set, left))
                       : zm_board_rank_one_by_one(d, o, (uint32_t)set, (uint32_t)left);
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

/* The number of a key set of so many squares that is a representative, by its colex rank and by itself; and back. */
ZM_INLINE uint64_t zm_board_orbit_at(const zm_board_data *d, const zm_board_order *o, unsigned size, uint64_t rank)
{
    const uint64_t at = o->bitmap[size];
    if (!at)
        return rank;
    const zm_board_word *w = (const zm_board_word *)zm_board_part(d, at * ZM_BOARD_LINE) + (rank >> 6);
    return w->before + zm_count_bits(w->bits & (zm_bit(rank & 63) - 1));
}

ZM_INLINE uint64_t zm_board_orbit_small(const zm_board_data *d, const zm_board_order *o, uint64_t set)
{
    return o->orbit ? ((const uint16_t *)zm_board_part(d, o->orbit))[set]
                    : zm_board_orbit_at(d, o, zm_count_bits(set),
                                        ZM_EXTRACTS ? zm_board_rank_small(d, o, set)
                                                    : zm_board_rank_one_by_one(d, o, (uint32_t)set, ~0u));
}

ZM_APART uint64_t zm_board_find_set(const zm_board_data *d, unsigned size, uint64_t orbit)
{
    const zm_board_order *o = zm_board_order_of(d);
    if (!o->bitmap[size])
        return zm_board_unrank_set(d, o, size, orbit);
    const zm_board_word *word = (const zm_board_word *)zm_board_part(d, (uint64_t)o->bitmap[size] * ZM_BOARD_LINE);
    uint64_t low = 0, high = o->words[size];
    while (high - low > 1) { /* the last word with no more than this before it */
        const uint64_t middle = low + (high - low) / 2;
        if (word[middle].before <= orbit)
            low = middle;
        else
            high = middle;
    }
    const unsigned bit = zm_nth_bit(word[low].bits, (unsigned)(orbit - word[low].before));
    return zm_board_unrank_set(d, o, size, low * 64 + bit);
}

ZM_INLINE uint64_t zm_board_set_of(const zm_board_data *d, const zm_board_class *c, uint64_t orbit)
{
    if (!c->sets)
        return zm_board_find_set(d, c->key_size, orbit);
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
    const zm_board_class *c = zm_board_class_at(d, o, pair.number);
    if (!pair.number)
        return zm_board_nowhere();
    /* No branches that depend on the class: positions of many classes come in turn. */
    const uint64_t left = pair.key_set ^ (d->board & (0 - (uint64_t)c->outside)),
                   mine = pair.set[0] ^ ((pair.set[0] ^ pair.set[1]) & (0 - (uint64_t)c->letter));
    const uint64_t orbit = zm_board_orbit_small(d, o, pair.key_set);
    const zm_place place = {c->tier, c->offset + orbit * c->ways + zm_board_rank_among(d, o, mine, left)};
    return place;
}

/* Adds the weighted ranks of all letters, whether the class has them or not: a loop that always takes as long is the faster one. A letter
 * without a weight has what is left. */
ZM_INLINE uint64_t zm_board_rank_letters(const zm_board_data *d, const zm_board_order *o, const uint64_t *set,
                                         const uint64_t *weight, uint32_t inside, uint64_t key_set)
{
    uint64_t left[2] = {d->board ^ key_set, key_set}, index = 0;
    for (unsigned i = 0; i < d->letters; i++) {
        const uint64_t mine = set[i] & (0 - (uint64_t)(weight[i] != 0)); /* no branch */
        index += weight[i] * zm_board_rank_set(d, o, zm_extract(mine, left[inside >> i & 1]));
        left[inside >> i & 1] ^= mine;
    }
    return index;
}

ZM_APART zm_place zm_board_rank_lanes(const zm_board_data *d, zm_pos p)
{
    const zm_board_order *o = zm_board_order_of(d);
    const uint64_t key = zm_board_key_lanes(d, o, p);
    const uint32_t number = zm_board_hashed(d, o, key);
    const zm_board_class *c = zm_board_class_at(d, o, number);
    const uint64_t *row = zm_board_row(d, o, number);
    const uint16_t *rank = (const uint16_t *)zm_board_part(d, o->rank);
    uint16_t set[ZM_BOARD_LANES];
    uint64_t left = zm_board_taken(d, p);
    zm_place place = {c->tier, c->offset + c->ways * ((const uint16_t *)zm_board_part(d, o->orbit))[left]};
    if (*row != key)
        return zm_board_nowhere();
    zm_board_sets_lanes(d, o, p.lo, set);
    for (unsigned i = 0; i < d->letters; i++) { /* ranks do not wait for the class; that of the last letter is 0 */
        place.index += row[1 + i] * rank[zm_extract(set[i], left)];
        left ^= set[i];
    }
    return place;
}

ZM_APART zm_place zm_board_rank_any(const zm_board_data *d, zm_pos p)
{
    const zm_board_order *o = zm_board_order_of(d);
    uint64_t set[ZM_BOARD_LETTERS];
    const uint32_t number = zm_board_class_of(d, o, zm_board_sets(d, o, p, set));
    const zm_board_class *c = zm_board_class_at(d, o, number);
    if (!number)
        return zm_board_nowhere();
    const uint64_t key_set = o->whole ? zm_board_taken(d, p) : zm_board_union(set, d->letters, c->letters);
    const uint64_t orbit = o->orbit ? zm_board_orbit_small(d, o, key_set)
                                    : zm_board_orbit_at(d, o, c->key_size, zm_board_rank_set(d, o, key_set));
    const zm_place place = {c->tier,
                            c->offset + orbit * c->ways +
                                zm_board_rank_letters(d, o, set, zm_board_row(d, o, number) + 1, c->letters, key_set)};
    return place;
}

ZM_INLINE zm_place zm_board_rank(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    if (d->pair)
        return zm_board_rank_pair(d, p.lo, p.hi);
    return zm_board_order_of(d)->lanes ? zm_board_rank_lanes(d, p) : zm_board_rank_any(d, p);
}

/* The quotient; *x keeps the remainder. `inverse` is 2^64 / by, rounded down (2^64 - 1 for 1): the product's upper half is at most 1
 * too small. */
ZM_INLINE uint64_t zm_board_divide(uint64_t *x, uint64_t by, uint64_t inverse)
{
#ifdef __CUDA_ARCH__
    const uint64_t low = __umul64hi(*x, inverse);
#else
    const uint64_t low = (uint64_t)((unsigned __int128)*x * inverse >> 64);
#endif
    const uint64_t rest = *x - low * by, over = rest >= by;
    *x = rest - (by & (0 - over));
    return low + over;
}

/* The class that has a place. */
ZM_INLINE const zm_board_class *zm_board_class_with(const zm_board_data *d, const zm_board_order *o, zm_place at)
{
    const zm_board_tier *t = (const zm_board_tier *)zm_board_part(d, o->tier) + at.tier;
    const zm_board_class *c = zm_board_class_at(d, o, t->first_class);
    uint32_t n = t->classes;
    if (n > ZM_BOARD_FEW_CLASSES) {
        const uint32_t *span = (const uint32_t *)zm_board_part(d, o->span) + t->span + (at.index >> t->shift);
        c += span[0];
        n = span[1] - span[0] + 1;
    }
    while (n > 1) {
        const uint32_t half = n / 2;
        c += c[half].offset <= at.index ? half : 0;
        n -= half;
    }
    return c;
}

ZM_INLINE zm_pos zm_board_add_set(const zm_board_data *d, zm_pos p, unsigned letter, uint64_t set)
{
    const zm_pos bits = d->letter[letter].bits, q = {p.lo | set * bits.lo, p.hi | set * bits.hi};
    return q;
}

ZM_APART zm_pos zm_board_unrank_any(const zm_board_data *d, zm_place at)
{
    const zm_board_order *o = zm_board_order_of(d);
    const zm_board_class *c = zm_board_class_with(d, o, at);
    const zm_board_step *step = (const zm_board_step *)zm_board_part(d, o->step) + c->step;
    uint64_t index = at.index - c->offset;
    const uint64_t key_set = zm_board_set_of(d, c, zm_board_divide(&index, c->ways, c->inverse));
    uint64_t left = key_set, rest = key_set;
    zm_pos p = c->rest;
    for (unsigned i = 0; i < c->steps; i++, step++) {
        const uint64_t rank = zm_board_divide(&index, step->weight, step->inverse);
        left = step->outside ? d->board & ~key_set : left;
        const uint64_t set = zm_deposit(zm_board_unrank_step(d, o, step, rank), left);
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
    const zm_board_class *c = zm_board_class_with(d, o, at);
    if (!c->sets || !c->listed)
        return zm_board_unrank_any(d, at);
    const uint32_t *sets = (const uint32_t *)zm_board_part(d, (uint64_t)c->sets * ZM_BOARD_LINE),
                   *others = (const uint32_t *)zm_board_part(d, o->subset) + c->first;
    uint64_t rank = at.index - c->offset;
    const uint64_t key_set = sets[zm_board_divide(&rank, c->ways, c->inverse)],
                   left = c->outside ? d->board ^ key_set : key_set;
    const uint64_t mine = zm_deposit(others[rank], left);
    zm_pos p = c->rest;
    p.lo = key_set | mine | (c->letter ? mine : key_set & ~mine) << d->squares;
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
