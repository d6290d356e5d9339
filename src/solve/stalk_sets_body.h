/* stalk_sets_body.h: sets of pairs in a warp, a row a lane, and where other placements are: what stalk_wins_body.h and stalk_reach_body.h are made of. */

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

/* By a lane, into the scratch. A row of 33 squares, where none of the many is left, has nothing on the last: nobody jumps there. */
ZM_KERNEL void stalk_put(const stalker *k, unsigned at, uint32_t bits, unsigned count)
{
    const unsigned shift = at % 32;
    if (!count)
        return;
    zm_lane_or32(&k->scratch[at / 32], bits << shift);
    if (shift && shift + count > 32)
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
