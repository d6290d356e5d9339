/* pair_sets_body.h: sets of pairs at work: what pair_body.h and pair_reach_body.h are made of, in the common subset of C and CUDA C++. Whoever
 * includes it has defined PAIR(hook), which gives the hooks of the game's zm_pair; `j` is the job there. */

#ifdef __CUDACC__
#define PAIR_STEP static __host__ __device__
#else
#define PAIR_STEP static __attribute__((unused))
#endif
#define PAIR_EACH(a) for (unsigned a = 0; a < ZM_PAIR_SQUARES; a++)

typedef struct pair_rows { /* a set of pairs at work: row a as a word of squares */
    uint64_t row[ZM_PAIR_SQUARES];
} pair_rows;

/* ---- sets of pairs ---- */
ZM_KERNEL uint64_t pair_word(uint32_t row, unsigned a)
{
    const uint64_t word = row, low = zm_low_bits(a);
    return (word & low) | (word & ~low) << 1;
}

ZM_KERNEL uint32_t pair_row(uint64_t word, unsigned a)
{
    const uint64_t low = zm_low_bits(a);
    return (uint32_t)((word & low) | (word >> 1 & ~low));
}

ZM_KERNEL uint64_t pair_others(uint64_t squares, unsigned a) { return squares >> a & 1 ? squares ^ zm_bit(a) : 0; }

ZM_KERNEL void pair_unpack(const zm_twos *s, pair_rows *out) { PAIR_EACH(a) out->row[a] = pair_word(s->row[a], a); }

ZM_KERNEL void pair_pack(const pair_rows *s, zm_twos *out) { PAIR_EACH(a) out->row[a] = pair_row(s->row[a], a); }

ZM_KERNEL void pair_fill(zm_twos *s, uint32_t with) { PAIR_EACH(a) s->row[a] = with; }

ZM_KERNEL void pair_add(zm_twos *to, const zm_twos *s) { PAIR_EACH(a) to->row[a] |= s->row[a]; }

/* Only what `s` has, or the pairs with a square. */
ZM_KERNEL void pair_keep(zm_twos *to, const zm_twos *s, const zm_twos *hit)
{
    PAIR_EACH(a) to->row[a] &= s->row[a] | hit->row[a];
}

/* All pairs of these squares. */
ZM_KERNEL void pair_among(uint64_t squares, zm_twos *out)
{
    PAIR_EACH(a) out->row[a] = pair_row(pair_others(squares, a), a);
}

ZM_KERNEL void pair_only(zm_twos *to, uint64_t squares)
{
    PAIR_EACH(a) to->row[a] &= pair_row(pair_others(squares, a), a);
}

ZM_KERNEL bool pair_same(const zm_twos *s, const zm_twos *t)
{
    uint32_t differ = 0;
    PAIR_EACH(a) differ |= s->row[a] ^ t->row[a];
    return !differ;
}

ZM_KERNEL uint64_t pair_image(const zm_pair_job *j, uint64_t set) { return PAIR(image)(j->variant, set); }

PAIR_STEP void pair_mirror(const zm_pair_job *j, const zm_twos *s, zm_twos *out)
{
    PAIR_EACH(a)
    {
        const unsigned b = j->board->image[a];
        out->row[b] = pair_row(pair_image(j, pair_word(s->row[a], a)), b);
    }
}

/* Adds (b,a) for each (a,b). Squares of 32 rows and columns by halves, halves of halves and so on; the last row apart. */
PAIR_STEP void pair_both_ways(pair_rows *s)
{
    enum { SIDE = 32 };
    uint32_t turned[SIDE], mask = 0xFFFF;
    uint64_t last = 0;
    for (unsigned a = 0; a < SIDE; a++) {
        turned[a] = (uint32_t)s->row[a];
        last |= (s->row[a] >> SIDE & 1) << a;
    }
    for (unsigned half = SIDE / 2; half; half /= 2, mask ^= mask << half)
        for (unsigned from = 0; from < SIDE; from += 2 * half)
            for (unsigned a = from; a < from + half; a++) {
                const uint32_t swap = (turned[a] >> half ^ turned[a + half]) & mask;
                turned[a] ^= swap << half;
                turned[a + half] ^= swap;
            }
    for (unsigned a = 0; a < SIDE; a++)
        s->row[a] |= turned[a] | (s->row[SIDE] >> a & 1) << SIDE;
    s->row[SIDE] |= last;
}

/* The pairs of which a step of either leads into `s`, which has no order. */
ZM_KERNEL void pair_before_steps(const zm_pair_board *b, uint64_t free, const pair_rows *s, pair_rows *out)
{
    PAIR_EACH(a) out->row[a] = 0;
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        uint64_t others = 0;
        for (uint64_t to = b->near[a] & free; to;)
            others |= s->row[zm_take_lowest(&to)];
        out->row[a] = others & ~zm_bit(a);
    }
    pair_both_ways(out);
}

ZM_KERNEL uint64_t pair_near(const zm_pair_board *b, uint64_t squares)
{
    uint64_t near = 0;
    while (squares)
        near |= b->near[zm_take_lowest(&squares)];
    return near;
}

/* ---- where a placement is kept ---- */
typedef struct pair_spot {
    uint64_t index; /* in its layer */
    uint64_t many;  /* it or its image, whichever is the smaller */
    bool turned;
} pair_spot;

ZM_KERNEL pair_spot pair_spot_of(const zm_pair_job *j, uint64_t many)
{
    const uint64_t image = pair_image(j, many);
    pair_spot s = {0, many, image < many};
    s.many = s.turned ? image : many;
    const zm_place at = PAIR(place)(j->variant, s.many);
    s.index = j->first[at.tier] + at.index;
    return s;
}

ZM_KERNEL uint64_t pair_turn_if(const zm_pair_job *j, bool turned, uint64_t squares)
{
    return turned && squares ? pair_image(j, squares) : squares;
}

ZM_KERNEL bool pair_home(const zm_pair_job *j, uint64_t many) { return PAIR(home)(j->variant, many); }

#ifdef __CUDACC__ /* marks come from many threads */
#define PAIR_MARK(word, bits) zm_lane_or(word, bits)
#else
#define PAIR_MARK(word, bits) (*(word) |= (bits))
#endif
ZM_KERNEL void pair_mark(const zm_pair_job *j, uint64_t i) { PAIR_MARK(&j->room.dirty[i / 64], zm_bit(i % 64)); }

/* All that a step to the side leads to, or comes from, must look again. */
ZM_KERNEL void pair_mark_beside(const zm_pair_job *j, uint64_t many)
{
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = j->board->aside[from] & ~many; to; to &= to - 1)
            pair_mark(j, pair_spot_of(j, many ^ zm_bit(from) ^ (to & (0 - to))).index - j->from);
    }
}

/* ---- packed bits ---- */
ZM_KERNEL uint64_t pair_bits(const uint64_t *words, uint64_t at, unsigned count)
{
    const unsigned shift = (unsigned)(at % 64);
    uint64_t bits = words[at / 64] >> shift;
    if (shift + count > 64)
        bits |= words[at / 64 + 1] << (64 - shift);
    return bits & zm_low_bits(count);
}

/* Into words that are 0. */
ZM_KERNEL void pair_put_bits(uint64_t *words, uint64_t *at, uint64_t bits, unsigned count)
{
    const unsigned shift = (unsigned)(*at % 64);
    words[*at / 64] |= bits << shift;
    if (shift + count > 64)
        words[*at / 64 + 1] |= bits >> (64 - shift);
    *at += count;
}

/* A row of a placement of another layer, as seen from here. */
ZM_KERNEL uint64_t pair_far_row(const zm_pair_job *j, const zm_pair_far *f, pair_spot at, unsigned set, unsigned square)
{
    const unsigned there = at.turned ? j->board->image[square] : square;
    const uint64_t free = j->board->all & ~at.many;
    const unsigned row = set * f->free + zm_count_bits(free & zm_low_bits(there));
    const uint64_t bits = pair_bits(f->two + at.index * f->words, (uint64_t)row * (f->free - 1), f->free - 1);
    return pair_turn_if(j, at.turned, zm_deposit(bits, free ^ zm_bit(there)));
}

ZM_KERNEL uint64_t pair_far_squares(const zm_pair_job *j, const zm_pair_far *f, pair_spot at, unsigned set)
{
    return pair_turn_if(j, at.turned, f->one[at.index * f->sets + set]);
}

ZM_KERNEL void pair_far_put(const zm_pair_far *f, uint64_t index, uint64_t free, unsigned set, const pair_rows *s)
{
    uint64_t at = (uint64_t)set * f->free * (f->free - 1);
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        pair_put_bits(f->two + index * f->words, &at, zm_extract(s->row[a], free ^ zm_bit(a)), f->free - 1);
    }
}

/* ---- where jumps are possible ---- */
typedef struct pair_jumps {
    uint64_t any;   /* squares from which one can be made when nobody is in the way */
    pair_rows own;  /* by square: where the other one is not in the way */
    pair_rows into; /* by square: those that can jump into it alone */
} pair_jumps;

ZM_KERNEL void pair_find_jumps(const zm_pair_board *b, uint64_t many, uint64_t free, pair_jumps *out)
{
    out->any = 0;
    PAIR_EACH(a) out->own.row[a] = out->into.row[a] = 0;
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        uint64_t lands = 0;
        for (uint64_t over = b->over[a] & many; over;)
            lands |= zm_bit(b->land[a][zm_take_lowest(&over)]) & free;
        if (!lands)
            continue;
        out->any |= zm_bit(a);
        out->own.row[a] = free & ~zm_bit(a);
        if (lands & (lands - 1))
            continue;
        out->own.row[a] &= ~lands;
        out->into.row[zm_lowest(lands)] |= zm_bit(a);
    }
}

/* The squares of the other one with which one of the two can jump. */
ZM_KERNEL uint64_t pair_jump_row(const pair_jumps *k, uint64_t free, unsigned a)
{
    return k->own.row[a] | (free >> a & 1 ? k->any & ~k->into.row[a] & ~zm_bit(a) : 0);
}

/* The pairs with which a step misses a jump, and one is removed. */
ZM_KERNEL void pair_find_missed(const zm_pair_board *b, uint64_t many, uint64_t free, pair_rows *out)
{
    pair_jumps jumps;
    PAIR_EACH(a) out->row[a] = 0;
    if (!b->ways.huffs)
        return;
    pair_find_jumps(b, many, free, &jumps);
    PAIR_EACH(a) out->row[a] = pair_jump_row(&jumps, free, a);
}

/* The pairs, ordered, in which the first must jump on after a jump. */
ZM_KERNEL void pair_find_going_on(const zm_pair_job *j, uint64_t many, uint64_t free, pair_rows *out)
{
    pair_jumps jumps;
    PAIR_EACH(a) out->row[a] = 0;
    if (!j->board->ways.whole || j->few)
        return;
    pair_find_jumps(j->board, many, free, &jumps);
    PAIR_EACH(a) out->row[a] = jumps.own.row[a];
}
