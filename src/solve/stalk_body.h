/* stalk_body.h: what a warp does with a placement (stalk.h), in the common subset of C and CUDA C++. Whoever includes it has included pair_sets_body.h,
 * pair_body.h and pair_reach_body.h before, for what a single hunter does. */

#ifdef __CUDACC__
#define STALK_STEP ZM_KERNEL
#else
#define STALK_STEP static __attribute__((unused))
#endif

typedef struct
    stalk_set { /* of pairs; an ordered one has the first of the two as the lane, and the last square is never first */
    zm_warp row;
    uint32_t last; /* by lane: with the last square */
} stalk_set;

typedef struct stalk_won {
    stalk_set pair, many;
} stalk_won;

typedef struct stalk_spots { /* a placement a lane */
    zm_warp place, low;      /* as in a zm_stalk_spot */
} stalk_spots;

typedef struct stalker {
    const zm_stalk *job;
    const zm_stalk_board *board;
    zm_pair_job *pair;     /* for a single hunter */
    uint32_t *scratch;     /* of the warp */
    zm_pair_counts counts; /* of a lane */
    uint32_t changed;
} stalker;

enum { STALK_LAST = 32, STALK_HIGH = 30, STALK_TURNED = 31 };
#define STALK_NONE (~(uint32_t)0) /* no placement */

#define STALK_EACH_WAY(i) for (unsigned i = 0; i < ZM_STALK_WAYS; i++)
#ifdef __CUDA_ARCH__
#define STALK_UNROLLED _Pragma("unroll")
#else
#define STALK_UNROLLED
#endif

ZM_KERNEL unsigned stalk_nth(uint64_t ways, unsigned i) { return (unsigned)(ways >> 8 * i) & 255; }

/* What the functions with one hunter get to see of the job. All of it apart, so that a compiler sees through it. */
ZM_KERNEL void stalk_open(stalker *k, const zm_stalk *job, uint32_t *scratch, zm_pair_job *j, zm_variant *v,
                          zm_pair_window *here, zm_pair_window *beyond)
{
    const zm_pair_window here_now = {job->here.begin, NULL, job->here.one, NULL, job->here.one_seen, NULL, NULL},
                         beyond_now = {
                             job->beyond.begin, NULL, job->beyond.one, NULL, job->beyond.one_seen, NULL, NULL};
    const zm_pair_far near_layer = {NULL, job->near_layer.one, job->near_layer.free, job->near_layer.sets, 0, NULL,
                                    NULL},
                      this_layer = {NULL, job->this_layer.one, job->this_layer.free, job->this_layer.sets, 0, NULL,
                                    NULL};
    const zm_pair_counts none = {0, 0, 0, 0};
    k->job = job;
    k->board = job->board;
    v->data = job->data;
    *here = here_now;
    *beyond = beyond_now;
    k->scratch = scratch;
    k->counts = none;
    k->changed = 0;
    k->pair = j;
    j->variant = v;
    j->board = &job->board->pair;
    j->first = job->first;
    j->shape = job->shape;
    j->from = job->from;
    j->count = job->count;
    j->pieces = job->pieces;
    j->free = job->free;
    j->few = job->few;
    j->top = job->top;
    j->beyond = beyond;
    j->here = here;
    j->near_layer = near_layer;
    j->this_layer = this_layer;
    j->room.many = job->many;
    j->room.dirty = job->dirty[1 - job->round];
    j->room.one_moves = job->one_moves;
    j->room.one_outside = job->one_outside;
    j->room.one_jumps = job->one_jumps;
    j->room.one_seen = job->one_seen;
    j->room.one_landed = job->one_landed;
    j->room.one_above = job->one_above;
    j->room.one_begun = job->one_begun;
    j->room.put = job->put;
}

ZM_KERNEL uint64_t stalk_free(const stalker *k, uint64_t many) { return k->board->pair.all & ~many; }
ZM_KERNEL uint32_t stalk_low(unsigned a) { return (uint32_t)zm_low_bits(a); }
ZM_KERNEL uint32_t stalk_bit(unsigned a) { return 1u << a; }

/* ---- packed bits ---- */
/* The lowest bits, as many as there are free squares, on these squares; and back. */
ZM_KERNEL uint64_t stalk_spread(const stalker *k, uint32_t bits, uint64_t free)
{
    uint64_t rest = bits;
    uint32_t out = 0;
    for (unsigned i = 0; i < 32; i += 8) {
        const unsigned mask = (unsigned)(free >> i) & 255;
        out |= (uint32_t)k->board->spread[mask][rest & 255] << i;
        rest >>= zm_count_bits(mask);
    }
    return out | (rest & free >> 32 & 1) << 32;
}

ZM_KERNEL uint32_t stalk_gather(const stalker *k, uint64_t squares, uint64_t free)
{
    uint64_t out = 0;
    unsigned at = 0;
    for (unsigned i = 0; i < 32; i += 8) {
        const unsigned mask = (unsigned)(free >> i) & 255;
        out |= (uint64_t)k->board->gather[mask][squares >> i & 255] << at;
        at += zm_count_bits(mask);
    }
    return (uint32_t)(out | (squares & free) >> 32 << at);
}

ZM_KERNEL uint32_t stalk_bits(const uint32_t *words, uint64_t at, unsigned count)
{
    const unsigned shift = (unsigned)(at % 32);
    uint64_t bits = words[at / 32];
    if (shift + count > 32)
        bits |= (uint64_t)words[at / 32 + 1] << 32;
    return (uint32_t)(bits >> shift & zm_low_bits(count));
}

/* By a lane, into the scratch. */
ZM_KERNEL void stalk_put(const stalker *k, unsigned at, uint32_t bits, unsigned count)
{
    const unsigned shift = at % 32;
    if (!count)
        return;
    zm_lane_or32(&k->scratch[at / 32], bits << shift);
    if (shift + count > 32)
        zm_lane_or32(&k->scratch[at / 32 + 1], bits >> (32 - shift));
}

ZM_KERNEL void stalk_clear(const stalker *k, unsigned words)
{
    zm_warp_wait();
    ZM_EACH_LANE(a)
    for (unsigned w = a; w < words; w += ZM_WARP)
        k->scratch[w] = 0;
    zm_warp_wait();
}

ZM_KERNEL void stalk_write(const stalker *k, uint32_t *to, unsigned words)
{
    zm_warp_wait();
    ZM_EACH_LANE(a)
    for (unsigned w = a; w < words; w += ZM_WARP)
        to[w] = k->scratch[w];
}

/* ---- sets of pairs ---- */
ZM_KERNEL stalk_set stalk_all(uint32_t bits)
{
    stalk_set s;
    ZM_EACH_LANE(a) ZM_AT(s.row, a) = bits;
    s.last = bits;
    return s;
}

ZM_KERNEL stalk_set stalk_among(uint64_t squares)
{
    const uint32_t low = (uint32_t)squares;
    stalk_set s;
    ZM_EACH_LANE(a) ZM_AT(s.row, a) = low >> a & 1 ? low ^ stalk_bit(a) : 0;
    s.last = squares >> STALK_LAST & 1 ? low : 0;
    return s;
}

ZM_KERNEL void stalk_add(stalk_set *to, const stalk_set *s)
{
    ZM_EACH_LANE(a) ZM_AT(to->row, a) |= ZM_AT(s->row, a);
    to->last |= s->last;
}

ZM_KERNEL void stalk_keep(stalk_set *to, const stalk_set *s)
{
    ZM_EACH_LANE(a) ZM_AT(to->row, a) &= ZM_AT(s->row, a);
    to->last &= s->last;
}

ZM_KERNEL void stalk_remove(stalk_set *to, const stalk_set *s)
{
    ZM_EACH_LANE(a) ZM_AT(to->row, a) &= ~ZM_AT(s->row, a);
    to->last &= ~s->last;
}

ZM_KERNEL bool stalk_same(const stalk_set *s, const stalk_set *t)
{
    zm_warp differ;
    ZM_EACH_LANE(a) ZM_AT(differ, a) = ZM_AT(s->row, a) ^ ZM_AT(t->row, a);
    return !zm_warp_vote(&differ) && s->last == t->last;
}

ZM_KERNEL void stalk_both_ways(stalk_set *s)
{
    const zm_warp turned = zm_warp_turned(&s->row);
    ZM_EACH_LANE(a) ZM_AT(s->row, a) |= ZM_AT(turned, a);
}

/* As it is in memory: a word a lane, with the last square where the lane's own would be; and back. */
ZM_KERNEL zm_warp stalk_words(const stalk_set *s)
{
    zm_warp words;
    ZM_EACH_LANE(a) ZM_AT(words, a) = (ZM_AT(s->row, a) & ~stalk_bit(a)) | (s->last & stalk_bit(a));
    return words;
}

ZM_KERNEL stalk_set stalk_of_words(const zm_warp *words)
{
    stalk_set s;
    zm_warp with_last;
    ZM_EACH_LANE(a)
    {
        ZM_AT(with_last, a) = ZM_AT(*words, a) & stalk_bit(a);
        ZM_AT(s.row, a) = ZM_AT(*words, a) & ~stalk_bit(a);
    }
    s.last = zm_warp_vote(&with_last);
    return s;
}

ZM_KERNEL zm_warp stalk_load_words(const stalker *k, const uint32_t *words, uint32_t many)
{
    const uint32_t free = (uint32_t)k->board->pair.all & ~many;
    zm_warp out;
    ZM_EACH_LANE(a) ZM_AT(out, a) = free >> a & 1 ? words[zm_count_bits(free & stalk_low(a))] : 0;
    return out;
}

ZM_KERNEL stalk_set stalk_load(const stalker *k, const uint32_t *words, uint32_t many)
{
    const zm_warp loaded = stalk_load_words(k, words, many);
    return stalk_of_words(&loaded);
}

ZM_KERNEL void stalk_store(const stalker *k, uint32_t *words, uint32_t many, const stalk_set *s)
{
    const uint32_t free = (uint32_t)k->board->pair.all & ~many;
    const zm_warp now = stalk_words(s);
    ZM_EACH_LANE(a)
    if (free >> a & 1)
        words[zm_count_bits(free & stalk_low(a))] = ZM_AT(now, a);
}

ZM_KERNEL stalk_won stalk_load_won(const stalker *k, const uint32_t *words, uint32_t many)
{
    stalk_won w;
    w.pair = stalk_load(k, words, many);
    w.many = stalk_load(k, words + k->job->free, many);
    return w;
}

ZM_KERNEL void stalk_store_won(const stalker *k, uint32_t *words, uint32_t many, const stalk_won *w)
{
    stalk_store(k, words, many, &w->pair);
    stalk_store(k, words + k->job->free, many, &w->many);
}

STALK_STEP stalk_set stalk_mirror(const stalker *k, const stalk_set *s)
{
    stalk_set out;
    zm_warp from, with_last;
    ZM_EACH_LANE(a) ZM_AT(from, a) = k->board->pair.image[a];
    const zm_warp got = zm_warp_get(&s->row, &from);
    ZM_EACH_LANE(a)
    {
        const unsigned b = ZM_AT(from, a);
        const uint64_t word = b == STALK_LAST ? s->last : ZM_AT(got, a) | (uint64_t)(s->last >> b & 1) << STALK_LAST;
        const uint64_t image = pair_image(k->pair, word);
        ZM_AT(out.row, a) = (uint32_t)image;
        ZM_AT(with_last, a) = (uint32_t)(image >> STALK_LAST);
    }
    out.last = zm_warp_vote(&with_last);
    return out;
}

/* The pairs of which a step of either leads into `s`, which has no order. */
STALK_STEP stalk_set stalk_before_steps(const stalker *k, uint64_t free, const stalk_set *s)
{
    const uint32_t low = (uint32_t)free;
    stalk_set out;
    zm_warp with_last;
    ZM_EACH_LANE(a) ZM_AT(out.row, a) = ZM_AT(with_last, a) = 0;
    STALK_UNROLLED
    STALK_EACH_WAY(i)
    {
        zm_warp to;
        ZM_EACH_LANE(a) ZM_AT(to, a) = stalk_nth(k->board->ways.near[a], i);
        const zm_warp got = zm_warp_get(&s->row, &to);
        ZM_EACH_LANE(a)
        {
            const unsigned b = ZM_AT(to, a);
            ZM_AT(out.row, a) |= b < STALK_LAST ? ZM_AT(got, a) : b == STALK_LAST ? s->last : 0;
            ZM_AT(with_last, a) |= b < STALK_LAST ? s->last >> b & 1 : 0;
        }
    }
    ZM_EACH_LANE(a)
    {
        ZM_AT(out.row, a) = low >> a & 1 ? ZM_AT(out.row, a) & ~stalk_bit(a) : 0;
        ZM_AT(with_last, a) &= low >> a & (uint32_t)(free >> STALK_LAST) & 1;
    }
    out.last = zm_warp_vote(&with_last);
    if (free >> STALK_LAST & 1)
        for (uint32_t to = (uint32_t)k->board->pair.near[STALK_LAST] & low; to; to &= to - 1)
            out.last |= zm_warp_of(&s->row, zm_lowest(to));
    stalk_both_ways(&out);
    return out;
}

/* Ordered: where the first can jump and the other one is not in the way. `any`: squares from which one can alone. */
STALK_STEP stalk_set stalk_find_jumps(const stalker *k, uint64_t many, uint64_t free, uint32_t *any)
{
    const uint32_t low = (uint32_t)free;
    stalk_set out;
    zm_warp can;
    ZM_EACH_LANE(a)
    {
        uint32_t lands = 0;
        STALK_UNROLLED
        STALK_EACH_WAY(i)
        {
            const unsigned over = stalk_nth(k->board->ways.over[a], i), land = stalk_nth(k->board->ways.land[a], i);
            lands |= over != ZM_STALK_NOWHERE && many >> over & 1 ? stalk_bit(land) & low : 0;
        }
        lands = low >> a & 1 ? lands : 0;
        ZM_AT(can, a) = lands;
        ZM_AT(out.row, a) = !lands ? 0 : low & ~stalk_bit(a) & ~(lands & (lands - 1) ? 0 : lands);
    }
    *any = zm_warp_vote(&can);
    out.last = free >> STALK_LAST & 1 ? *any : 0;
    return out;
}

/* The pairs with which a step misses a jump, and one is removed. */
ZM_KERNEL stalk_set stalk_missed(const stalker *k, uint64_t many, uint64_t free)
{
    uint32_t any;
    if (!k->board->pair.ways.huffs)
        return stalk_all(0);
    stalk_set out = stalk_find_jumps(k, many, free, &any);
    stalk_both_ways(&out);
    return out;
}

/* ---- other placements ---- */
ZM_KERNEL uint32_t stalk_spot(const stalker *k, uint64_t many, uint32_t *low)
{
    const pair_spot s = pair_spot_of(k->pair, many);
    *low = (uint32_t)s.many;
    return (uint32_t)s.index | (uint32_t)(s.many >> STALK_LAST & 1) << STALK_HIGH | (uint32_t)s.turned << STALK_TURNED;
}

ZM_KERNEL uint32_t stalk_place(uint32_t spot) { return spot & (ZM_STALK_PLACES - 1); }

typedef enum stalk_way { STALK_AHEAD, STALK_BEHIND, STALK_ASIDE } stalk_way;

/* Where steps of the many lead, or come from: 32 of them from `first` on. */
STALK_STEP void stalk_find_steps(const stalker *k, uint64_t many, stalk_way way, unsigned first, stalk_spots *out)
{
    const zm_stalk_edges *e = way == STALK_ASIDE ? &k->board->aside : &k->board->ahead;
    ZM_EACH_LANE(a)
    {
        ZM_AT(out->place, a) = STALK_NONE;
        ZM_AT(out->low, a) = 0;
        if (first + a < e->count) {
            const unsigned from = e->from[first + a], to = e->to[first + a];
            const bool at_from = many >> from & 1, at_to = many >> to & 1;
            if (at_from != at_to && (way == STALK_ASIDE || at_from == (way == STALK_AHEAD)))
                ZM_AT(out->place, a) = stalk_spot(k, many ^ zm_bit(from) ^ zm_bit(to), &ZM_AT(out->low, a));
        }
    }
}

/* Those to the side are looked up once, and then kept. */
STALK_STEP void stalk_keep_beside(const stalker *k, uint64_t i, uint64_t many)
{
    const unsigned count = k->board->aside.count;
    for (unsigned first = 0; first < count; first += ZM_WARP) {
        stalk_spots at;
        stalk_find_steps(k, many, STALK_ASIDE, first, &at);
        ZM_EACH_LANE(a)
        if (first + a < count) {
            const zm_stalk_spot spot = {ZM_AT(at.place, a), ZM_AT(at.low, a)};
            k->job->beside[i * count + first + a] = spot;
        }
    }
}

ZM_KERNEL void stalk_beside(const stalker *k, uint64_t i, unsigned first, stalk_spots *out)
{
    const unsigned count = k->board->aside.count;
    ZM_EACH_LANE(a)
    {
        zm_stalk_spot spot = {STALK_NONE, 0};
        if (first + a < count)
            spot = k->job->beside[i * count + first + a];
        ZM_AT(out->place, a) = spot.place;
        ZM_AT(out->low, a) = spot.low;
    }
}

ZM_KERNEL uint32_t stalk_which(const stalk_spots *at)
{
    zm_warp is;
    ZM_EACH_LANE(a) ZM_AT(is, a) = ~ZM_AT(at->place, a);
    return zm_warp_vote(&is);
}

/* All that a step to the side leads to, or comes from, must look again. */
STALK_STEP void stalk_mark_beside(stalker *k, uint64_t i)
{
    for (unsigned first = 0; first < k->board->aside.count; first += ZM_WARP) {
        stalk_spots at;
        stalk_beside(k, i, first, &at);
        ZM_EACH_LANE(a)
        if (ZM_AT(at.place, a) != STALK_NONE) {
            const uint32_t to = stalk_place(ZM_AT(at.place, a)) - k->job->from;
            zm_lane_or(&k->pair->room.dirty[to / 64], zm_bit(to % 64));
        }
    }
    k->changed = 1;
}

/* The squares of the other one, with the first on a square, of a placement of another layer; by a lane. */
STALK_STEP uint64_t stalk_far_row(const stalker *k, const zm_stalk_far *f, uint32_t spot, uint32_t low, unsigned set,
                                  unsigned square)
{
    const bool turned = spot >> STALK_TURNED;
    const unsigned there = turned ? k->board->pair.image[square] : square;
    const uint64_t free = stalk_free(k, low | (uint64_t)(spot >> STALK_HIGH & 1) << STALK_LAST);
    const unsigned row = set * f->free + zm_count_bits(free & zm_low_bits(there));
    const uint32_t *words = f->two + (uint64_t)stalk_place(spot) * f->words;
    const uint64_t squares = stalk_spread(k, stalk_bits(words, (uint64_t)row * f->free, f->free), free);
    return turned ? pair_image(k->pair, squares) : squares;
}

STALK_STEP void stalk_far_put(const stalker *k, uint64_t free, unsigned set, const stalk_set *s)
{
    const unsigned n = k->job->this_layer.free;
    ZM_EACH_LANE(a)
    if (free >> a & 1) {
        const uint64_t squares = ZM_AT(s->row, a) | (uint64_t)(s->last >> a & 1) << STALK_LAST;
        stalk_put(k, (set * n + zm_count_bits(free & zm_low_bits(a))) * n, stalk_gather(k, squares, free), n);
    }
}

/* ---- who wins ---- */
/* What steps of the many do: all of them lost, some of them won. In words as in memory; what is turned comes apart. */
typedef struct stalk_sums {
    zm_warp pair, many, turned_pair, turned_many;
    bool any_turned;
} stalk_sums;

ZM_KERNEL void stalk_sums_begin(stalk_sums *s)
{
    ZM_EACH_LANE(a)
    {
        ZM_AT(s->pair, a) = ZM_AT(s->turned_pair, a) = ~0u;
        ZM_AT(s->many, a) = ZM_AT(s->turned_many, a) = 0;
    }
    s->any_turned = false;
}

/* `base`: the other squares of the many before the step, `image`: of their image. The pairs with the square that is taken by it do not count. */
ZM_KERNEL void stalk_sums_add(const stalker *k, stalk_sums *s, const zm_stalk_window *w, const stalk_spots *at,
                              unsigned lane, uint32_t base, uint32_t image)
{
    const uint32_t spot = zm_warp_of(&at->place, lane), low = zm_warp_of(&at->low, lane);
    const bool turned = spot >> STALK_TURNED;
    const uint32_t bit = low & ~(turned ? image : base);
    const uint32_t *words = w->two + (uint64_t)(stalk_place(spot) - (uint32_t)w->begin) * (2 * k->job->free);
    zm_warp pair = stalk_load_words(k, words, low);
    const zm_warp many = stalk_load_words(k, words + k->job->free, low);
    ZM_EACH_LANE(a) ZM_AT(pair, a) |= !bit ? stalk_bit(a) : bit == stalk_bit(a) ? ~0u : bit;
    s->any_turned |= turned;
    if (turned) {
        ZM_EACH_LANE(a) ZM_AT(s->turned_pair, a) &= ZM_AT(pair, a);
        ZM_EACH_LANE(a) ZM_AT(s->turned_many, a) |= ZM_AT(many, a);
    } else {
        ZM_EACH_LANE(a) ZM_AT(s->pair, a) &= ZM_AT(pair, a);
        ZM_EACH_LANE(a) ZM_AT(s->many, a) |= ZM_AT(many, a);
    }
}

/* Two at a time, so that both are on their way from memory; the last one perhaps twice, which changes nothing. */
STALK_STEP void stalk_sums_add_all(const stalker *k, stalk_sums *s, const zm_stalk_window *w, const stalk_spots *at,
                                   uint64_t many)
{
    const uint32_t base = (uint32_t)many, image = (uint32_t)pair_image(k->pair, many);
    for (uint32_t rest = stalk_which(at); rest;) {
        const unsigned lane = zm_lowest(rest);
        rest &= rest - 1;
        const unsigned next = rest ? zm_lowest(rest) : lane;
        rest &= rest - 1;
        stalk_sums_add(k, s, w, at, lane, base, image);
        stalk_sums_add(k, s, w, at, next, base, image);
    }
}

STALK_STEP stalk_won stalk_sums_end(const stalker *k, const stalk_sums *s)
{
    stalk_won won, turned;
    won.pair = stalk_of_words(&s->pair);
    won.many = stalk_of_words(&s->many);
    if (!s->any_turned)
        return won;
    turned.pair = stalk_of_words(&s->turned_pair);
    turned.many = stalk_of_words(&s->turned_many);
    turned.pair = stalk_mirror(k, &turned.pair);
    turned.many = stalk_mirror(k, &turned.many);
    stalk_keep(&won.pair, &turned.pair);
    stalk_add(&won.many, &turned.many);
    return won;
}

/* Ordered, with the one that jumps first: jumps that win, and those that do not lose. */
STALK_STEP void stalk_won_jumping(const stalker *k, uint64_t many, uint64_t free, stalk_set *wins, stalk_set *holds)
{
    const zm_stalk_far *f = &k->job->near_layer;
    const zm_pair_board *b = &k->board->pair;
    stalk_spots at;
    zm_warp wins_last, holds_last;
    *wins = *holds = stalk_all(0);
    ZM_EACH_LANE(a)
    {
        ZM_AT(wins_last, a) = ZM_AT(holds_last, a) = ZM_AT(at.place, a) = ZM_AT(at.low, a) = 0;
        if (f->sets && many >> a & 1 && b->from[a] & free)
            ZM_AT(at.place, a) = stalk_spot(k, many ^ zm_bit(a), &ZM_AT(at.low, a));
    }
    STALK_EACH_WAY(i)
    {
        zm_warp over, can;
        ZM_EACH_LANE(a)
        {
            const unsigned o = stalk_nth(k->board->ways.over[a], i);
            ZM_AT(over, a) = o;
            ZM_AT(can, a) = o != ZM_STALK_NOWHERE && free >> a & 1 && many >> o & 1 &&
                            free >> stalk_nth(k->board->ways.land[a], i) & 1;
        }
        if (!zm_warp_vote(&can))
            continue;
        const zm_warp spot = zm_warp_get(&at.place, &over), low = zm_warp_get(&at.low, &over);
        ZM_EACH_LANE(a)
        if (ZM_AT(can, a)) {
            const unsigned to = stalk_nth(k->board->ways.land[a], i);
            const uint64_t others = free & ~zm_bit(a) & ~zm_bit(to);
            const uint64_t won = f->sets ? stalk_far_row(k, f, ZM_AT(spot, a), ZM_AT(low, a), 0, to) : others;
            const uint64_t held = f->sets ? ~stalk_far_row(k, f, ZM_AT(spot, a), ZM_AT(low, a), 1, to) : others;
            ZM_AT(wins->row, a) |= (uint32_t)(others & won);
            ZM_AT(holds->row, a) |= (uint32_t)(others & held);
            ZM_AT(wins_last, a) |= (uint32_t)((others & won) >> STALK_LAST);
            ZM_AT(holds_last, a) |= (uint32_t)((others & held) >> STALK_LAST);
        }
    }
    wins->last = zm_warp_vote(&wins_last);
    holds->last = zm_warp_vote(&holds_last);
}

/* A step that misses a jump: one of the two is removed, then it is as with one. */
STALK_STEP void stalk_won_huffing(const stalker *k, uint64_t i, uint64_t many, uint64_t free, stalk_won *jumps)
{
    const zm_won one = k->job->one_moves[i];
    const stalk_set missed = stalk_missed(k, many, free);
    stalk_set both = stalk_among(one.lone), before = stalk_before_steps(k, free, &both);
    stalk_keep(&before, &missed);
    stalk_add(&jumps->pair, &before);
    both = stalk_among(free & ~one.many);
    before = stalk_before_steps(k, free, &both);
    stalk_keep(&before, &missed);
    stalk_add(&jumps->many, &before);
}

ZM_KERNEL uint32_t *stalk_here(const stalker *k, uint64_t i)
{
    return k->job->here.two + (k->job->from + i - k->job->here.begin) * 2 * k->job->free;
}

ZM_KERNEL void stalk_mark(const stalker *k, uint64_t i)
{
    ZM_EACH_LANE(a)
    if (a == 0)
        zm_lane_or(&k->pair->room.dirty[i / 64], zm_bit(i % 64));
}

STALK_STEP void stalk_begin(stalker *k, uint64_t i)
{
    const zm_stalk *j = k->job;
    const uint64_t many = j->many[i], free = stalk_free(k, many), at = i * 2 * j->free;
    const uint32_t low = (uint32_t)many;
    stalk_sums sums;
    stalk_won won, leaps;
    won.pair = won.many = stalk_all(0);
    stalk_store_won(k, j->moves + at, low, &won);
    if (pair_home(k->pair, many)) {
        won.many = stalk_among(free);
        stalk_store_won(k, stalk_here(k, i), low, &won);
        return;
    }
    stalk_store_won(k, stalk_here(k, i), low, &won);
    stalk_mark(k, i);
    stalk_keep_beside(k, i, many);
    stalk_sums_begin(&sums);
    for (unsigned first = 0; first < k->board->ahead.count; first += ZM_WARP) {
        stalk_spots spots;
        stalk_find_steps(k, many, STALK_AHEAD, first, &spots);
        stalk_sums_add_all(k, &sums, &j->beyond, &spots, many);
    }
    won = stalk_sums_end(k, &sums);
    stalk_store_won(k, j->outside + at, low, &won);
    stalk_won_jumping(k, many, free, &leaps.pair, &leaps.many);
    stalk_store_won(k, j->leaps + at, low, &leaps);
    stalk_both_ways(&leaps.pair);
    stalk_both_ways(&leaps.many);
    if (k->board->pair.ways.huffs)
        stalk_won_huffing(k, i, many, free, &leaps);
    stalk_store_won(k, j->jumps + at, low, &leaps);
}

/* A2 from B2; true: it has changed. */
STALK_STEP bool stalk_decide(const stalker *k, uint64_t i, uint64_t many, uint64_t free, const stalk_won *moves)
{
    const zm_stalk *j = k->job;
    const uint32_t low = (uint32_t)many;
    const stalk_set all = stalk_among(free), missed = stalk_missed(k, many, free);
    const stalk_won jumps = stalk_load_won(k, j->jumps + i * 2 * j->free, low),
                    before = stalk_load_won(k, stalk_here(k, i), low);
    stalk_won now;
    now.pair = stalk_before_steps(k, free, &moves->pair);
    stalk_remove(&now.pair, &missed);
    stalk_add(&now.pair, &jumps.pair);
    stalk_set not_lost = all;
    stalk_remove(&not_lost, &moves->many);
    stalk_set holds = stalk_before_steps(k, free, &not_lost);
    stalk_remove(&holds, &missed);
    stalk_add(&holds, &jumps.many);
    now.many = all;
    stalk_remove(&now.many, &holds);
    if (stalk_same(&now.pair, &before.pair) && stalk_same(&now.many, &before.many))
        return false;
    stalk_store_won(k, stalk_here(k, i), low, &now);
    return true;
}

STALK_STEP void stalk_again(stalker *k, uint64_t i, bool first)
{
    const zm_stalk *j = k->job;
    const uint64_t many = j->many[i], free = stalk_free(k, many), at = i * 2 * j->free;
    const stalk_set all = stalk_among(free);
    if (pair_home(k->pair, many))
        return;
    stalk_sums sums;
    stalk_sums_begin(&sums);
    sums.pair = stalk_load_words(k, j->outside + at, (uint32_t)many);
    sums.many = stalk_load_words(k, j->outside + at + j->free, (uint32_t)many);
    for (unsigned next = 0; next < k->board->aside.count; next += ZM_WARP) {
        stalk_spots spots;
        stalk_beside(k, i, next, &spots);
        stalk_sums_add_all(k, &sums, &j->here, &spots, many);
    }
    stalk_won moves = stalk_sums_end(k, &sums);
    stalk_keep(&moves.pair, &all);
    stalk_keep(&moves.many, &all);
    if (!first) {
        const stalk_won before = stalk_load_won(k, j->moves + at, (uint32_t)many);
        if (stalk_same(&moves.pair, &before.pair) && stalk_same(&moves.many, &before.many))
            return;
    }
    stalk_store_won(k, j->moves + at, (uint32_t)many, &moves);
    if (stalk_decide(k, i, many, free, &moves))
        stalk_mark_beside(k, i);
}

/* One is put back: the squares of the other. */
STALK_STEP zm_won stalk_put_back(const stalk_won *moves, uint64_t free)
{
    const stalk_set all = stalk_among(free);
    const uint32_t low = (uint32_t)free;
    const bool last = free >> STALK_LAST & 1;
    zm_warp full, some;
    ZM_EACH_LANE(a)
    {
        const bool is = low >> a & 1;
        ZM_AT(full, a) =
            is && ZM_AT(moves->pair.row, a) == ZM_AT(all.row, a) && (moves->pair.last >> a & 1) == (all.last >> a & 1);
        ZM_AT(some, a) = is && (ZM_AT(moves->many.row, a) || moves->many.last >> a & 1);
    }
    const zm_won won = {zm_warp_vote(&full) | (uint64_t)(last && moves->pair.last == low) << STALK_LAST,
                        zm_warp_vote(&some) | (uint64_t)(last && moves->many.last) << STALK_LAST};
    return won;
}

STALK_STEP void stalk_land_two(const stalker *k, uint64_t i, uint64_t many, uint64_t free, const stalk_won *moves)
{
    const zm_stalk *j = k->job;
    const zm_pair_ways ways = k->board->pair.ways;
    const stalk_set all = stalk_among(free);
    stalk_won leaps;
    stalk_set stops = all, not_lost;
    uint32_t any;
    leaps.pair = leaps.many = stalk_all(0);
    if (ways.chains)
        leaps = stalk_load_won(k, j->leaps + i * 2 * j->free, (uint32_t)many);
    if (ways.whole) {
        const stalk_set going_on = stalk_find_jumps(k, many, free, &any);
        stalk_remove(&stops, &going_on);
    }
    not_lost = stops;
    stalk_remove(&not_lost, &moves->many);
    stalk_add(&leaps.many, &not_lost);
    stalk_keep(&stops, &moves->pair);
    stalk_add(&leaps.pair, &stops);
    stalk_set loses = all;
    stalk_remove(&loses, &leaps.many);
    stalk_clear(k, j->this_layer.words);
    stalk_far_put(k, free, 0, &leaps.pair);
    stalk_far_put(k, free, 1, &loses);
    stalk_write(k, j->this_layer.two + (j->from + i) * j->this_layer.words, j->this_layer.words);
}

STALK_STEP void stalk_land_one(const stalker *k, uint64_t i, uint64_t many, uint64_t free, zm_won stop)
{
    const zm_pair_ways ways = k->board->pair.ways;
    const zm_won nothing = {0, 0}, jumps = ways.chains ? k->job->one_jumps[i] : nothing;
    uint32_t any = 0;
    if (ways.whole)
        stalk_find_jumps(k, many, free, &any);
    const uint64_t stops = free & ~(uint64_t)any;
    uint64_t *out = k->job->this_layer.one + (k->job->from + i) * 2;
    ZM_EACH_LANE(a)
    if (a == 0) {
        out[0] = jumps.lone | (stop.lone & stops);
        out[1] = free & ~(jumps.many | (stops & ~stop.many));
    }
}

/* ---- counting ---- */
/* So many states, of which so many are won: by one lane. */
ZM_KERNEL void stalk_count(stalker *k, uint64_t states, uint64_t pair, uint64_t many)
{
    ZM_EACH_LANE(a)
    if (a == 0) {
        k->counts.states += states;
        k->counts.won_by_pair += pair;
        k->counts.won_by_many += many;
    }
}

ZM_KERNEL void stalk_tell_ones(stalker *k, bool own, uint64_t seen, zm_won won)
{
    const zm_pair_board *b = &k->board->pair;
    stalk_count(k, pair_count_ones(b, own, seen), pair_count_ones(b, own, seen & won.lone),
                pair_count_ones(b, own, seen & won.many));
}

/* Each pair once, and those with the last square. */
STALK_STEP uint64_t stalk_own_pairs(const stalker *k, const stalk_set *s)
{
    const zm_pair_board *b = &k->board->pair;
    const uint32_t selves = (uint32_t)b->selves;
    zm_warp all, own;
    ZM_EACH_LANE(a)
    {
        const uint32_t low = ZM_AT(s->row, a) & stalk_low(a),
                       opposite = selves >> a & 1 ? selves : (uint32_t)zm_bit(b->image[a]);
        ZM_AT(all, a) = zm_count_bits(low) + (s->last >> a & 1);
        ZM_AT(own, a) = zm_count_bits(low & opposite);
    }
    const uint32_t opposite = b->selves >> STALK_LAST & 1 ? selves : (uint32_t)zm_bit(b->image[STALK_LAST]);
    return (zm_warp_sum(&all) + zm_warp_sum(&own) + zm_count_bits(s->last & opposite)) / 2;
}

STALK_STEP void stalk_tell_twos(stalker *k, bool own, const stalk_set *seen, const stalk_won *won)
{
    if (own) {
        stalk_set pair = *seen, many = *seen;
        stalk_keep(&pair, &won->pair);
        stalk_keep(&many, &won->many);
        const uint64_t states = stalk_own_pairs(k, seen), by_pair = stalk_own_pairs(k, &pair),
                       by_many = stalk_own_pairs(k, &many);
        stalk_count(k, states, by_pair, by_many);
        return;
    }
    ZM_EACH_LANE(a)
    {
        const uint64_t set = (ZM_AT(seen->row, a) & stalk_low(a)) | (uint64_t)(seen->last >> a & 1) << STALK_LAST;
        const uint64_t pair = ZM_AT(won->pair.row, a) | (uint64_t)(won->pair.last >> a & 1) << STALK_LAST;
        const uint64_t lost = ZM_AT(won->many.row, a) | (uint64_t)(won->many.last >> a & 1) << STALK_LAST;
        k->counts.states += zm_count_bits(set);
        k->counts.won_by_pair += zm_count_bits(set & pair);
        k->counts.won_by_many += zm_count_bits(set & lost);
    }
}

typedef struct stalk_visited {
    stalk_set pair, many; /* A2, B2; of lanes, only pairs with lower ones */
    uint64_t one_pair, one_many, put;
} stalk_visited;

STALK_STEP stalk_set stalk_take_triangle(const stalker *k, const uint32_t *entry, unsigned at, uint64_t free)
{
    const unsigned n = k->job->free;
    stalk_set s;
    ZM_EACH_LANE(a)
    {
        const unsigned r = zm_count_bits(free & zm_low_bits(a));
        ZM_AT(s.row, a) =
            free >> a & 1 && r ? (uint32_t)stalk_spread(k, stalk_bits(entry, at + r * (r - 1) / 2, r), free) : 0;
    }
    s.last = 0;
    if (free >> STALK_LAST & 1 && n > 1)
        s.last = (uint32_t)stalk_spread(k, stalk_bits(entry, at + (n - 1) * (n - 2) / 2, n - 1), free);
    return s;
}

STALK_STEP void stalk_put_triangle(const stalker *k, unsigned at, uint64_t free, const stalk_set *s)
{
    const unsigned n = k->job->free;
    ZM_EACH_LANE(a)
    {
        const unsigned r = zm_count_bits(free & zm_low_bits(a));
        if (free >> a & 1)
            stalk_put(k, at + r * (r - 1) / 2, stalk_gather(k, ZM_AT(s->row, a) & stalk_low(a), free), r);
        if (a == 0 && free >> STALK_LAST & 1)
            stalk_put(k, at + (n - 1) * (n - 2) / 2, stalk_gather(k, s->last, free), n - 1);
    }
}

STALK_STEP stalk_visited stalk_visited_at(const stalker *k, uint64_t i, uint64_t free)
{
    const unsigned n = k->job->free, ones = n * (n - 1);
    const uint32_t *entry = k->job->entry + i * zm_stalk_entry_words(n);
    stalk_visited v;
    v.pair = stalk_take_triangle(k, entry, 0, free);
    v.many = stalk_take_triangle(k, entry, ones / 2, free);
    v.one_pair = stalk_spread(k, stalk_bits(entry, ones, n), free);
    v.one_many = stalk_spread(k, stalk_bits(entry, ones + n, n), free);
    v.put = stalk_spread(k, stalk_bits(entry, ones + 2 * n, n), free);
    return v;
}

/* Those in which one is removed, and what comes of it when it was the last: where there are some, the many have won. */
STALK_STEP void stalk_tell_huffed(stalker *k, uint64_t i, uint64_t many, bool own, uint64_t free, stalk_visited *v)
{
    const zm_pair_board *b = &k->board->pair;
    const zm_won one = k->job->one_moves[i];
    uint32_t any;
    const stalk_set jumps = stalk_find_jumps(k, many, free, &any);
    const uint64_t gone = pair_near(b, v->one_pair & any) & free;
    const zm_won all_gone = {0, gone};
    stalk_tell_ones(k, own, gone, all_gone);
    stalk_count(k, gone != 0, 0, gone != 0);
    if (!b->twos)
        return;
    stalk_set missed = jumps;
    stalk_both_ways(&missed);
    stalk_both_ways(&v->pair);
    stalk_keep(&missed, &v->pair);
    const stalk_set after =
        stalk_before_steps(k, free, &missed); /* steps can be taken back: it is where they lead as well */
    const uint32_t lost = (uint32_t)(one.many & free), low = (uint32_t)free;
    stalk_won won;
    won.pair = stalk_among(one.lone);
    ZM_EACH_LANE(a) ZM_AT(won.many.row, a) = lost >> a & 1 ? low : lost;
    won.many.last = one.many >> STALK_LAST & 1 ? low : lost;
    stalk_tell_twos(k, own, &after, &won);
}

ZM_KERNEL void stalk_tell_start(const stalker *k, uint64_t i, const stalk_won *moves)
{
    const zm_pair_board *b = &k->board->pair;
    const unsigned x = zm_lowest(b->start_pair), y = zm_highest(b->start_pair);
    ZM_EACH_LANE(a)
    if (a == x) {
        const zm_won none = {0, 0}, one = b->ones ? k->job->one_moves[i] : none;
        k->job->notes->lone =
            x == y ? one.lone >> x & 1 : (y < STALK_LAST ? ZM_AT(moves->pair.row, a) >> y : moves->pair.last >> x) & 1;
        k->job->notes->many =
            x == y ? one.many >> x & 1 : (y < STALK_LAST ? ZM_AT(moves->many.row, a) >> y : moves->many.last >> x) & 1;
    }
}

/* V for the layer above, and counts. */
STALK_STEP void stalk_close(stalker *k, uint64_t i)
{
    const zm_stalk *j = k->job;
    const zm_pair_board *b = &k->board->pair;
    const uint64_t many = j->many[i], free = stalk_free(k, many);
    const bool own = pair_image(k->pair, many) == many, home = pair_home(k->pair, many),
               lands = j->this_layer.sets && !home;
    stalk_visited v = stalk_visited_at(k, i, free);
    zm_won one = {0, 0};
    stalk_won moves;
    moves.pair = moves.many = stalk_all(0);
    if (b->ones)
        one = j->one_moves[i];
    if (b->twos) {
        const stalk_won here = stalk_load_won(k, stalk_here(k, i), (uint32_t)many);
        moves = stalk_load_won(k, j->moves + i * 2 * j->free, (uint32_t)many);
        const zm_won back = stalk_put_back(&moves, free);
        stalk_tell_twos(k, own, &v.pair, &here);
        stalk_tell_twos(k, own, &v.many, &moves);
        stalk_tell_ones(k, own, v.put, back);
        if (lands)
            stalk_land_two(k, i, many, free, &moves);
        if (lands && b->ones)
            stalk_land_one(k, i, many, free, b->rescues ? back : one);
    } else if (lands) {
        stalk_land_one(k, i, many, free, one);
    }
    if (b->ones) {
        stalk_tell_ones(k, own, v.one_pair, j->here.one[j->from + i - j->here.begin]);
        stalk_tell_ones(k, own, v.one_many, one);
    }
    if (b->ways.huffs && !home)
        stalk_tell_huffed(k, i, many, own, free, &v);
    if (many == b->start)
        stalk_tell_start(k, i, &moves);
}

/* ---- which states there are ---- */
/* Where jumps end that begin in the layer above, ordered; and of a single one. */
STALK_STEP stalk_set stalk_find_landed(const stalker *k, uint64_t many, uint64_t free, uint64_t *one)
{
    const zm_stalk_far *f = &k->job->near_layer;
    const zm_pair_board *b = &k->board->pair;
    stalk_set two = stalk_all(0);
    stalk_spots at;
    zm_warp single, landed, with_last;
    *one = 0;
    if (!f->sets)
        return two;
    ZM_EACH_LANE(a)
    {
        ZM_AT(at.place, a) = ZM_AT(at.low, a) = ZM_AT(single, a) = ZM_AT(landed, a) = ZM_AT(with_last, a) = 0;
        if (free >> a & 1 && b->from[a] & free) {
            ZM_AT(at.place, a) = stalk_spot(k, many | zm_bit(a), &ZM_AT(at.low, a));
            if (b->ones)
                ZM_AT(single, a) = (uint32_t)pair_turn_if(k->pair, ZM_AT(at.place, a) >> STALK_TURNED,
                                                          f->one[stalk_place(ZM_AT(at.place, a))]);
        }
    }
    STALK_EACH_WAY(i)
    {
        zm_warp over, can;
        ZM_EACH_LANE(a)
        {
            const unsigned o = stalk_nth(k->board->ways.landed_over[a], i);
            ZM_AT(over, a) = o;
            ZM_AT(can, a) = o != ZM_STALK_NOWHERE && free >> a & 1 && free >> o & 1 &&
                            free >> stalk_nth(k->board->ways.begun[a], i) & 1;
        }
        if (!zm_warp_vote(&can))
            continue;
        const zm_warp spot = zm_warp_get(&at.place, &over), low = zm_warp_get(&at.low, &over),
                      alone = zm_warp_get(&single, &over);
        ZM_EACH_LANE(a)
        if (ZM_AT(can, a)) {
            const unsigned from = stalk_nth(k->board->ways.begun[a], i);
            const uint64_t row = b->twos ? stalk_far_row(k, f, ZM_AT(spot, a), ZM_AT(low, a), 0, from) & ~zm_bit(a) : 0;
            ZM_AT(two.row, a) |= (uint32_t)row;
            ZM_AT(with_last, a) |= (uint32_t)(row >> STALK_LAST);
            ZM_AT(landed, a) |= ZM_AT(alone, a) >> from & 1;
        }
    }
    two.last = zm_warp_vote(&with_last);
    *one = zm_warp_vote(&landed);
    return two;
}

/* What steps of the many reach from a slice, in words as in memory; what is turned comes apart. */
typedef struct stalk_reached {
    zm_warp all, turned;
    bool any_turned;
} stalk_reached;

ZM_KERNEL void stalk_reach(const stalker *k, stalk_reached *r, const zm_stalk_window *w, const stalk_spots *at,
                           unsigned lane)
{
    const uint32_t spot = zm_warp_of(&at->place, lane), low = zm_warp_of(&at->low, lane);
    const uint32_t *words = w->two + (uint64_t)(stalk_place(spot) - (uint32_t)w->begin) * k->job->free;
    const zm_warp there = stalk_load_words(k, words, low);
    const bool turned = spot >> STALK_TURNED;
    r->any_turned |= turned;
    ZM_EACH_LANE(a)
    {
        ZM_AT(r->all, a) |= turned ? 0 : ZM_AT(there, a);
        ZM_AT(r->turned, a) |= turned ? ZM_AT(there, a) : 0;
    }
}

STALK_STEP void stalk_reach_all(const stalker *k, stalk_reached *r, const zm_stalk_window *w, const stalk_spots *at)
{
    for (uint32_t rest = stalk_which(at); rest;) {
        const unsigned lane = zm_lowest(rest);
        rest &= rest - 1;
        const unsigned next = rest ? zm_lowest(rest) : lane;
        rest &= rest - 1;
        stalk_reach(k, r, w, at, lane);
        stalk_reach(k, r, w, at, next);
    }
}

STALK_STEP stalk_set stalk_reached_end(const stalker *k, const stalk_reached *r)
{
    stalk_set all = stalk_of_words(&r->all);
    if (r->any_turned) {
        stalk_set turned = stalk_of_words(&r->turned);
        turned = stalk_mirror(k, &turned);
        stalk_add(&all, &turned);
    }
    return all;
}

ZM_KERNEL uint32_t *stalk_seen_here(const stalker *k, uint64_t i)
{
    return k->job->here.two + (k->job->from + i - k->job->here.begin) * k->job->free;
}

STALK_STEP void stalk_seen_begin(stalker *k, uint64_t i)
{
    const zm_stalk *j = k->job;
    const zm_pair_board *b = &k->board->pair;
    const uint64_t many = j->many[i], free = stalk_free(k, many), at = i * j->free;
    const uint32_t low = (uint32_t)many;
    uint64_t one, put = 0;
    uint32_t any = 0;
    stalk_set landed = stalk_find_landed(k, many, free, &one), begun = landed, above = stalk_all(0);
    if (b->ways.whole && !j->few) {
        const stalk_set going_on = stalk_find_jumps(k, many, free, &any);
        stalk_remove(&begun, &going_on);
    }
    if (b->rescues && !j->few)
        put = one & ~(uint64_t)any;
    ZM_EACH_LANE(a)
    if (a == 0) {
        j->one_landed[i] = one;
        j->put[i] = put;
    }
    if (!b->twos)
        return;
    ZM_EACH_LANE(a)
    if (put >> a & 1)
        ZM_AT(begun.row, a) |= (uint32_t)free ^ stalk_bit(a);
    begun.last |= free >> STALK_LAST & 1 ? (uint32_t)put : 0;
    if (many == b->start) {
        const stalk_set start = stalk_among(b->start_pair), image = stalk_among(pair_start_image(k->pair, many));
        stalk_add(&begun, &start);
        stalk_add(&begun, &image);
    }
    stalk_both_ways(&begun);
    stalk_store(k, j->landed + at, low, &landed);
    stalk_store(k, j->begun + at, low, &begun);
    stalk_store(k, stalk_seen_here(k, i), low, &begun);
    stalk_store(k, j->seen + at, low, &above);
    if (j->few)
        return;
    stalk_mark(k, i);
    stalk_keep_beside(k, i, many);
    stalk_reached reached = {above.row, above.row, false};
    for (unsigned first = 0; first < k->board->ahead.count; first += ZM_WARP) {
        stalk_spots spots;
        stalk_find_steps(k, many, STALK_BEHIND, first, &spots);
        stalk_reach_all(k, &reached, &j->beyond, &spots);
    }
    above = stalk_reached_end(k, &reached);
    stalk_store(k, j->above + at, low, &above);
}

STALK_STEP void stalk_seen_again(stalker *k, uint64_t i)
{
    const zm_stalk *j = k->job;
    const uint64_t many = j->many[i], free = stalk_free(k, many), at = i * j->free;
    const uint32_t low = (uint32_t)many;
    const stalk_set all = stalk_among(free), before = stalk_load(k, j->seen + at, low);
    const stalk_set nothing = stalk_all(0);
    stalk_reached reached = {stalk_load_words(k, j->above + at, low), nothing.row, false};
    for (unsigned first = 0; first < k->board->aside.count; first += ZM_WARP) {
        stalk_spots spots;
        stalk_beside(k, i, first, &spots);
        stalk_reach_all(k, &reached, &j->here, &spots);
    }
    stalk_set seen = stalk_reached_end(k, &reached);
    stalk_keep(&seen, &all);
    if (stalk_same(&seen, &before))
        return;
    stalk_store(k, j->seen + at, low, &seen);
    if (pair_home(k->pair, many))
        return;
    const stalk_set missed = stalk_missed(k, many, free), here = stalk_load(k, stalk_seen_here(k, i), low);
    stalk_remove(&seen, &missed);
    stalk_set now = stalk_before_steps(k, free, &seen); /* steps can be taken back: it is where they lead as well */
    const stalk_set begun = stalk_load(k, j->begun + at, low);
    stalk_add(&now, &begun);
    if (stalk_same(&now, &here))
        return;
    stalk_store(k, stalk_seen_here(k, i), low, &now);
    stalk_mark_beside(k, i);
}

/* With one: what is reached by removing the other. */
STALK_STEP uint64_t stalk_seen_removed(const stalker *k, uint64_t i, uint64_t many, uint64_t free)
{
    if (!k->board->pair.twos || !k->board->pair.ways.huffs || pair_home(k->pair, many))
        return 0;
    stalk_set from = stalk_load(k, k->job->seen + i * k->job->free, (uint32_t)many);
    const stalk_set missed = stalk_missed(k, many, free);
    stalk_keep(&from, &missed);
    const stalk_set after = stalk_before_steps(k, free, &from);
    zm_warp left;
    ZM_EACH_LANE(a) ZM_AT(left, a) = ZM_AT(after.row, a) | (after.last >> a & 1);
    return zm_warp_vote(&left) | (uint64_t)(after.last != 0) << STALK_LAST;
}

STALK_STEP void stalk_one_seen_begin(stalker *k, uint64_t i)
{
    const zm_stalk *j = k->job;
    const uint64_t many = j->many[i], free = stalk_free(k, many);
    const uint64_t removed = j->few ? 0 : stalk_seen_removed(k, i, many, free);
    ZM_EACH_LANE(a)
    if (a == 0) {
        const zm_pair_board *b = &k->board->pair;
        uint64_t begun = removed | (b->rescues && !j->few ? 0 : pair_one_stopped(k->pair, i));
        if (!b->twos && many == b->start)
            begun |= b->start_pair | pair_start_image(k->pair, many);
        j->one_seen[i] = j->one_above[i] = 0;
        j->one_begun[i] = begun;
        j->here.one_seen[j->from + i - j->here.begin] = begun;
        if (!j->few) {
            zm_lane_or(&k->pair->room.dirty[i / 64], zm_bit(i % 64));
            j->one_above[i] = pair_one_seen_before(k->pair, many, b->behind, k->pair->beyond);
        }
    }
}

/* From where jumps begin: all of A and, where a chain may go on, all that has landed; nowhere when the many are home. */
STALK_STEP void stalk_seen_leave(const stalker *k, uint64_t i, uint64_t many, uint64_t free)
{
    const zm_stalk *j = k->job;
    const zm_pair_board *b = &k->board->pair;
    const uint64_t place = j->from + i;
    const bool home = pair_home(k->pair, many);
    ZM_EACH_LANE(a)
    if (a == 0 && b->ones)
        j->this_layer.one[place] = home ? 0 : j->one_seen[i] | (b->ways.chains ? j->one_landed[i] : 0);
    if (!b->twos)
        return;
    stalk_set two = home ? stalk_all(0) : stalk_load(k, j->seen + i * j->free, (uint32_t)many);
    if (b->ways.chains && !home) {
        const stalk_set landed = stalk_load(k, j->landed + i * j->free, (uint32_t)many);
        stalk_add(&two, &landed);
    }
    stalk_clear(k, j->this_layer.words);
    stalk_far_put(k, free, 0, &two);
    stalk_write(k, j->this_layer.two + place * j->this_layer.words, j->this_layer.words);
}

STALK_STEP void stalk_seen_keep(const stalker *k, uint64_t i, uint64_t many, uint64_t free)
{
    const zm_stalk *j = k->job;
    const zm_pair_board *b = &k->board->pair;
    const unsigned n = j->free, ones = n * (n - 1), words = zm_stalk_entry_words(n);
    stalk_clear(k, words);
    if (b->twos) {
        const stalk_set seen = stalk_load(k, j->seen + i * n, (uint32_t)many),
                        moves = stalk_load(k, stalk_seen_here(k, i), (uint32_t)many);
        stalk_put_triangle(k, 0, free, &seen);
        stalk_put_triangle(k, ones / 2, free, &moves);
    }
    ZM_EACH_LANE(a)
    if (a == 0) {
        if (b->ones) {
            stalk_put(k, ones, stalk_gather(k, j->one_seen[i], free), n);
            stalk_put(k, ones + n, stalk_gather(k, j->here.one_seen[j->from + i - j->here.begin], free), n);
        }
        stalk_put(k, ones + 2 * n, stalk_gather(k, j->put[i], free), n);
    }
    stalk_write(k, j->entry + i * words, words);
}

/* Where the many are too few the pair has won. */
STALK_STEP void stalk_tell_few(stalker *k, uint64_t i, uint64_t many)
{
    const zm_stalk *j = k->job;
    const bool own = pair_image(k->pair, many) == many;
    if (k->board->pair.ones) {
        const zm_won won = {~(uint64_t)0, 0};
        stalk_tell_ones(k, own, j->here.one_seen[j->from + i - j->here.begin], won);
    }
    if (k->board->pair.twos) {
        const stalk_set seen = stalk_load(k, stalk_seen_here(k, i), (uint32_t)many);
        stalk_won won;
        won.pair = stalk_all(~0u);
        won.many = stalk_all(0);
        stalk_tell_twos(k, own, &seen, &won);
    }
}

STALK_STEP void stalk_seen_close(stalker *k, uint64_t i)
{
    const uint64_t many = k->job->many[i], free = stalk_free(k, many);
    if (k->job->few) {
        stalk_tell_few(k, i, many);
        return;
    }
    stalk_seen_leave(k, i, many, free);
    stalk_seen_keep(k, i, many, free);
}

/* ---- threads ---- */
/* The shape of the batch that has a placement of the layer. */
STALK_STEP void stalk_list(const stalker *k, uint64_t i)
{
    const zm_pair_job *j = k->pair;
    uint32_t low = k->job->shape, high = low + k->job->shapes;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (j->first[middle] <= j->from + i)
            low = middle;
        else
            high = middle;
    }
    k->job->many[i] = PAIR(many)(j->variant, low, (uint32_t)(j->from + i - j->first[low]));
}

ZM_KERNEL void stalk_thread(stalker *k, zm_stalk_kernel kernel, uint64_t i)
{
    bool changed = false;
    switch (kernel) {
    case ZM_STALK_LIST: stalk_list(k, i); return;
    case ZM_STALK_ONE_BEGIN: pair_one_begin(k->pair, i); return;
    case ZM_STALK_ONE_AGAIN: changed = pair_one_again(k->pair, i); break;
    default: changed = pair_one_seen_again(k->pair, i);
    }
    k->counts.visits++;
    if (!changed)
        return;
    k->changed = 1;
    pair_mark_beside(k->pair, k->job->many[i]);
}

ZM_KERNEL void stalk_warp(stalker *k, zm_stalk_kernel kernel, uint64_t i)
{
    switch (kernel) {
    case ZM_STALK_SEEN_BEGIN: stalk_seen_begin(k, i); return;
    case ZM_STALK_ONE_SEEN_BEGIN: stalk_one_seen_begin(k, i); return;
    case ZM_STALK_SEEN_CLOSE: stalk_seen_close(k, i); return;
    case ZM_STALK_BEGIN: stalk_begin(k, i); return;
    case ZM_STALK_CLOSE: stalk_close(k, i); return;
    case ZM_STALK_SEEN_AGAIN: stalk_seen_again(k, i); break;
    default: stalk_again(k, i, kernel == ZM_STALK_FIRST);
    }
    ZM_EACH_LANE(a) k->counts.visits += a == 0;
}

ZM_KERNEL bool stalk_is_dirty(zm_stalk_kernel kernel)
{
    return kernel == ZM_STALK_SEEN_AGAIN || kernel == ZM_STALK_ONE_SEEN_AGAIN || kernel == ZM_STALK_ONE_AGAIN ||
           kernel == ZM_STALK_FIRST || kernel == ZM_STALK_AGAIN;
}

ZM_KERNEL bool stalk_is_thread(zm_stalk_kernel kernel)
{
    return kernel == ZM_STALK_LIST || kernel == ZM_STALK_ONE_BEGIN || kernel == ZM_STALK_ONE_AGAIN ||
           kernel == ZM_STALK_ONE_SEEN_AGAIN;
}

/* It marks what must be looked at next. */
ZM_KERNEL bool stalk_marks(zm_stalk_kernel kernel)
{
    return kernel != ZM_STALK_LIST && kernel != ZM_STALK_CLOSE && kernel != ZM_STALK_SEEN_CLOSE;
}

/* By all lanes. */
ZM_KERNEL void stalk_tell(const stalker *k)
{
    zm_stalk_notes *n = k->job->notes;
    const uint64_t states = zm_lanes_sum(k->counts.states), pair = zm_lanes_sum(k->counts.won_by_pair),
                   many = zm_lanes_sum(k->counts.won_by_many), visits = zm_lanes_sum(k->counts.visits);
    const uint32_t changed = zm_lanes_most(k->changed);
    if (ZM_LANE)
        return;
    if (states) {
        zm_lane_add(&n->states, states);
        zm_lane_add(&n->won_by_pair, pair);
        zm_lane_add(&n->won_by_many, many);
    }
    if (visits)
        zm_lane_add(&n->visits, visits);
    if (changed)
        zm_lane_add(&n->changed, 1);
}
