/* stalk_reach_body.h: which states there are, a warp a placement; part of stalk_body.h. */

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
        const stalk_set seen = j->few ? stalk_all(0) : stalk_load(k, j->seen + i * n, (uint32_t)many),
                        moves = stalk_load(k, stalk_seen_here(k, i), (uint32_t)many);
        stalk_put_triangle(k, 0, free, &seen);
        stalk_put_triangle(k, ones / 2, free, &moves);
    }
    ZM_EACH_LANE(a)
    if (a == 0) {
        if (b->ones) {
            stalk_put(k, ones, j->few ? 0 : stalk_gather(k, j->one_seen[i], free), n);
            stalk_put(k, ones + n, stalk_gather(k, j->here.one_seen[j->from + i - j->here.begin], free), n);
        }
        stalk_put(k, ones + 2 * n, j->few ? 0 : stalk_gather(k, j->put[i], free), n);
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
        if (k->job->stores)
            stalk_seen_keep(k, i, many, free);
        return;
    }
    stalk_seen_leave(k, i, many, free);
    stalk_seen_keep(k, i, many, free);
}
