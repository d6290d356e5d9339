/* stalk_wins_body.h: who wins, a warp a placement, and how many states that are; part of stalk_body.h. */

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
