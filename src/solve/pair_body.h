/* pair_body.h: who wins with a pair of hunters (pair.h). Each function named ..._begin, ..._again, pair_land and pair_tell is one placement's share of a step; all
 * of a step are independent but those named ..._again, that are repeated, where something has changed beside them, until nothing does. */

/* ---- who wins: jumps ---- */
/* Ordered, with the one that jumps first: jumps that win, and those that do not lose. */
PAIR_STEP void pair_won_jumping(const zm_pair_job *j, uint64_t many, pair_rows *wins, pair_rows *holds)
{
    const zm_pair_board *b = j->board;
    const uint64_t free = b->all & ~many;
    PAIR_EACH(a) wins->row[a] = holds->row[a] = 0;
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        uint64_t from = b->from[over] & free;
        if (!from)
            continue;
        const pair_spot at = pair_spot_of(j, many ^ zm_bit(over));
        while (from) {
            const unsigned a = zm_take_lowest(&from), to = b->land[a][over];
            const uint64_t others = free & ~zm_bit(a) & ~zm_bit(to);
            if (!(free >> to & 1))
                continue;
            wins->row[a] |= others & (j->near_layer.sets ? pair_far_row(j, &j->near_layer, at, 0, to) : others);
            holds->row[a] |= others & (j->near_layer.sets ? ~pair_far_row(j, &j->near_layer, at, 1, to) : others);
        }
    }
}

ZM_KERNEL zm_won pair_one_jumping(const zm_pair_job *j, uint64_t many)
{
    const zm_pair_board *b = j->board;
    const uint64_t free = b->all & ~many;
    zm_won won = {0, 0}; /* lone: wins; many: holds */
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        uint64_t from = b->from[over] & free, pair = ~(uint64_t)0, held = ~(uint64_t)0;
        if (!from)
            continue;
        if (j->near_layer.sets) {
            const pair_spot at = pair_spot_of(j, many ^ zm_bit(over));
            pair = pair_far_squares(j, &j->near_layer, at, 0);
            held = ~pair_far_squares(j, &j->near_layer, at, 1);
        }
        while (from) {
            const unsigned a = zm_take_lowest(&from), to = b->land[a][over];
            if (!(free >> to & 1))
                continue;
            won.lone |= (pair >> to & 1) << a;
            won.many |= (held >> to & 1) << a;
        }
    }
    return won;
}

/* ---- who wins: one is left ---- */
ZM_KERNEL void pair_one_begin(const zm_pair_job *j, uint64_t i)
{
    const zm_pair_board *b = j->board;
    const uint64_t many = j->room.many[i], free = b->all & ~many;
    zm_won *here = &j->here->one[j->from + i - j->here->begin], outside = {~(uint64_t)0, 0};
    const zm_won nothing = {0, 0};
    *here = nothing;
    j->room.one_moves[i] = nothing;
    if (pair_home(j, many)) {
        here->many = free;
        return;
    }
    pair_mark(j, i);
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = b->ahead[from] & ~many; to; to &= to - 1) {
            const uint64_t step = to & (0 - to);
            const pair_spot at = pair_spot_of(j, many ^ zm_bit(from) ^ step);
            const zm_won won = j->beyond->one[at.index - j->beyond->begin];
            outside.lone &= pair_turn_if(j, at.turned, won.lone) | step;
            outside.many |= pair_turn_if(j, at.turned, won.many);
        }
    }
    j->room.one_outside[i] = outside;
    j->room.one_jumps[i] = pair_one_jumping(j, many);
}

ZM_KERNEL uint64_t pair_can_jump(const zm_pair_board *b, uint64_t many, uint64_t free)
{
    uint64_t can = 0;
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        for (uint64_t over = b->over[a] & many; over;)
            can |= (free >> b->land[a][zm_take_lowest(&over)] & 1) << a;
    }
    return can;
}

/* True: what leads here by a step to the side must look again. */
ZM_KERNEL bool pair_one_again(const zm_pair_job *j, uint64_t i)
{
    const zm_pair_board *b = j->board;
    const uint64_t many = j->room.many[i], free = b->all & ~many;
    zm_won *here = &j->here->one[j->from + i - j->here->begin], moves = j->room.one_outside[i];
    if (pair_home(j, many))
        return false;
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = b->aside[from] & ~many; to; to &= to - 1) {
            const uint64_t step = to & (0 - to);
            const pair_spot at = pair_spot_of(j, many ^ zm_bit(from) ^ step);
            const zm_won won = j->here->one[at.index - j->here->begin];
            moves.lone &= pair_turn_if(j, at.turned, won.lone) | step;
            moves.many |= pair_turn_if(j, at.turned, won.many);
        }
    }
    moves.lone &= free;
    moves.many &= free;
    const uint64_t steps = free & ~(b->ways.huffs ? pair_can_jump(b, many, free) : 0);
    const uint64_t wins = j->room.one_jumps[i].lone | (pair_near(b, moves.lone) & steps);
    const uint64_t holds = j->room.one_jumps[i].many | (pair_near(b, free & ~moves.many) & steps);
    const zm_won now = {wins & free, free & ~holds};
    const bool changed = now.lone != here->lone || now.many != here->many;
    j->room.one_moves[i] = moves;
    *here = now;
    return changed;
}

/* ---- who wins: two ---- */
/* What steps of the many do, those forward or those to the side: all of them lost, some of them won. */
ZM_KERNEL void pair_won_stepping(const zm_pair_job *j, uint64_t many, const uint64_t *steps, const zm_pair_window *w,
                                 zm_won_twos *won)
{
    zm_won_twos turned;
    zm_twos image;
    bool any_turned = false;
    pair_fill(&turned.pair, ~(uint32_t)0);
    pair_fill(&turned.many, 0);
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = steps[from] & ~many; to;) {
            const unsigned square = zm_take_lowest(&to);
            const pair_spot at = pair_spot_of(j, many ^ zm_bit(from) ^ zm_bit(square));
            const zm_won_twos *there = &w->two[at.index - w->begin];
            zm_won_twos *sum = at.turned ? &turned : won;
            any_turned |= at.turned;
            pair_keep(&sum->pair, &there->pair, &j->board->hit[at.turned ? j->board->image[square] : square]);
            pair_add(&sum->many, &there->many);
        }
    }
    if (!any_turned)
        return;
    pair_mirror(j, &turned.pair, &image);
    pair_keep(&won->pair, &image, &image);
    pair_mirror(j, &turned.many, &image);
    pair_add(&won->many, &image);
}

/* A step that misses a jump: one of the two is removed, then it is as with one. */
ZM_KERNEL void pair_won_huffing(const zm_pair_job *j, uint64_t i, uint64_t many, pair_rows *wins, pair_rows *holds)
{
    const uint64_t free = j->board->all & ~many;
    const zm_won one = j->room.one_moves[i];
    pair_rows both, before, missed;
    pair_find_missed(j->board, many, free, &missed);
    PAIR_EACH(a) both.row[a] = pair_others(one.lone, a);
    pair_before_steps(j->board, free, &both, &before);
    PAIR_EACH(a) wins->row[a] |= before.row[a] & missed.row[a];
    PAIR_EACH(a) both.row[a] = pair_others(free & ~one.many, a);
    pair_before_steps(j->board, free, &both, &before);
    PAIR_EACH(a) holds->row[a] |= before.row[a] & missed.row[a];
}

PAIR_STEP void pair_two_begin(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    zm_won_twos *here = &j->here->two[j->from + i - j->here->begin];
    pair_rows wins, holds;
    pair_fill(&here->pair, 0);
    pair_fill(&here->many, 0);
    j->room.moves[i] = *here;
    j->room.flag[i] = false;
    if (pair_home(j, many)) {
        pair_among(free, &here->many);
        return;
    }
    pair_mark(j, i);
    pair_fill(&j->room.outside[i].pair, ~(uint32_t)0);
    pair_fill(&j->room.outside[i].many, 0);
    pair_won_stepping(j, many, j->board->ahead, j->beyond, &j->room.outside[i]);
    pair_won_jumping(j, many, &wins, &holds);
    pair_both_ways(&wins);
    pair_both_ways(&holds);
    if (j->board->ways.huffs)
        pair_won_huffing(j, i, many, &wins, &holds);
    pair_pack(&wins, &j->room.jumps[i].pair);
    pair_pack(&holds, &j->room.jumps[i].many);
}

/* A2 from B2; true: it has changed. */
ZM_KERNEL bool pair_two_decide(const zm_pair_job *j, uint64_t i, uint64_t many)
{
    const uint64_t free = j->board->all & ~many;
    zm_won_twos *here = &j->here->two[j->from + i - j->here->begin], now;
    const zm_won_twos *moves = &j->room.moves[i], *leaping = &j->room.jumps[i];
    pair_rows there, wins, holds, missed;
    pair_find_missed(j->board, many, free, &missed);
    pair_unpack(&moves->pair, &there);
    pair_before_steps(j->board, free, &there, &wins);
    PAIR_EACH(a) there.row[a] = pair_others(free, a) & ~pair_word(moves->many.row[a], a);
    pair_before_steps(j->board, free, &there, &holds);
    PAIR_EACH(a)
    {
        const uint64_t steps = ~missed.row[a];
        now.pair.row[a] = leaping->pair.row[a] | pair_row(wins.row[a] & steps, a);
        now.many.row[a] = pair_row(pair_others(free, a) & ~(holds.row[a] & steps), a) & ~leaping->many.row[a];
    }
    const bool changed = !pair_same(&now.pair, &here->pair) || !pair_same(&now.many, &here->many);
    *here = now;
    return changed;
}

/* True: what leads here by a step to the side must look again. */
PAIR_STEP bool pair_two_again(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    zm_won_twos moves = j->room.outside[i];
    if (pair_home(j, many))
        return false;
    pair_won_stepping(j, many, j->board->aside, j->here, &moves);
    pair_only(&moves.pair, free);
    pair_only(&moves.many, free);
    if (j->room.flag[i] && pair_same(&moves.pair, &j->room.moves[i].pair) &&
        pair_same(&moves.many, &j->room.moves[i].many))
        return false;
    j->room.flag[i] = true;
    j->room.moves[i] = moves;
    return pair_two_decide(j, i, many);
}

/* ---- who wins: what other layers need of it ---- */
/* One is put back: the squares of the other. */
ZM_KERNEL zm_won pair_put_back(const zm_won_twos *moves, uint64_t free)
{
    zm_won won = {0, 0};
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        won.lone |= moves->pair.row[a] == pair_row(free ^ zm_bit(a), a) ? zm_bit(a) : 0;
        won.many |= moves->many.row[a] ? zm_bit(a) : 0;
    }
    return won;
}

PAIR_STEP void pair_land_two(const zm_pair_job *j, uint64_t i, uint64_t many)
{
    const zm_pair_ways ways = j->board->ways;
    const uint64_t free = j->board->all & ~many;
    const zm_won_twos *moves = &j->room.moves[i];
    pair_rows wins, loses, holds, going_on;
    if (ways.chains)
        pair_won_jumping(j, many, &wins, &holds);
    else
        PAIR_EACH(a) wins.row[a] = holds.row[a] = 0;
    pair_find_going_on(j, many, free, &going_on);
    PAIR_EACH(a)
    {
        const uint64_t stops = pair_others(free, a) & ~going_on.row[a];
        wins.row[a] |= pair_word(moves->pair.row[a], a) & stops;
        loses.row[a] = pair_others(free, a) & ~(holds.row[a] | (stops & ~pair_word(moves->many.row[a], a)));
    }
    pair_far_put(&j->this_layer, j->from + i, free, 0, &wins);
    pair_far_put(&j->this_layer, j->from + i, free, 1, &loses);
}

ZM_KERNEL void pair_land_one(const zm_pair_job *j, uint64_t i, uint64_t many)
{
    const zm_pair_ways ways = j->board->ways;
    const uint64_t free = j->board->all & ~many;
    const zm_won stop = j->board->rescues ? pair_put_back(&j->room.moves[i], free) : j->room.one_moves[i];
    const zm_won nothing = {0, 0}, jumps = ways.chains ? j->room.one_jumps[i] : nothing;
    const uint64_t stops = free & ~(ways.whole ? pair_can_jump(j->board, many, free) : 0);
    uint64_t *out = j->this_layer.one + (j->from + i) * 2;
    out[0] = jumps.lone | (stop.lone & stops);
    out[1] = free & ~(jumps.many | (stops & ~stop.many));
}

ZM_KERNEL void pair_land(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i];
    if (!j->this_layer.sets || pair_home(j, many))
        return;
    if (j->board->twos)
        pair_land_two(j, i, many);
    if (j->board->ones)
        pair_land_one(j, i, many);
}

/* ---- counting ---- */
/* Of a placement that is its own image, a square or a pair and its image are one. */
ZM_KERNEL uint64_t pair_count_ones(const zm_pair_board *b, bool own, uint64_t set)
{
    const unsigned n = zm_count_bits(set);
    return own ? (n + zm_count_bits(set & b->selves)) / 2 : n;
}

ZM_KERNEL uint64_t pair_count_twos(const zm_pair_board *b, bool own, const pair_rows *s)
{
    uint64_t n = 0, selves = 0;
    PAIR_EACH(a) n += zm_count_bits(s->row[a] & zm_low_bits(a));
    if (!own)
        return n;
    PAIR_EACH(a)
    {
        const uint64_t opposite = b->selves >> a & 1 ? b->selves : zm_bit(b->image[a]);
        selves += zm_count_bits(s->row[a] & zm_low_bits(a) & opposite);
    }
    return (n + selves) / 2;
}

ZM_KERNEL void pair_tell_ones(zm_pair_job *j, bool own, uint64_t seen, zm_won won)
{
    j->counts.states += pair_count_ones(j->board, own, seen);
    j->counts.won_by_pair += pair_count_ones(j->board, own, seen & won.lone);
    j->counts.won_by_many += pair_count_ones(j->board, own, seen & won.many);
}

ZM_KERNEL void pair_tell_twos(zm_pair_job *j, bool own, const pair_rows *seen, const zm_won_twos *won)
{
    pair_rows s;
    j->counts.states += pair_count_twos(j->board, own, seen);
    PAIR_EACH(a) s.row[a] = seen->row[a] & pair_word(won->pair.row[a], a);
    j->counts.won_by_pair += pair_count_twos(j->board, own, &s);
    PAIR_EACH(a) s.row[a] = seen->row[a] & pair_word(won->many.row[a], a);
    j->counts.won_by_many += pair_count_twos(j->board, own, &s);
}

typedef struct pair_visited {
    pair_rows pair, many; /* A2, B2 */
    uint64_t one_pair, one_many, put;
} pair_visited;

ZM_KERNEL uint64_t pair_puts(const zm_pair_job *j, uint64_t free) { return j->board->rescues && !j->top ? free : 0; }

ZM_KERNEL void pair_take_triangle(const uint64_t *entry, uint64_t *at, uint64_t free, pair_rows *out)
{
    unsigned n = 0;
    PAIR_EACH(a) out->row[a] = 0;
    for (uint64_t rest = free; rest; n++) {
        const unsigned a = zm_take_lowest(&rest);
        out->row[a] = n ? zm_deposit(pair_bits(entry, *at, n), free & zm_low_bits(a)) : 0;
        *at += n;
    }
    pair_both_ways(out);
}

ZM_KERNEL void pair_put_triangle(uint64_t *entry, uint64_t *at, uint64_t free, const zm_twos *s)
{
    unsigned n = 0;
    for (uint64_t rest = free; rest; n++) {
        const unsigned a = zm_take_lowest(&rest);
        if (n)
            pair_put_bits(entry, at, zm_extract(s->row[a] & zm_low_bits(a), free & zm_low_bits(a)), n);
    }
}

ZM_KERNEL void pair_visited_at(const zm_pair_job *j, uint64_t i, uint64_t free, pair_visited *out)
{
    uint64_t entry, at = 0;
    if (!zm_marked(j->seen->mark, i, &entry)) {
        PAIR_EACH(a) out->pair.row[a] = out->many.row[a] = j->board->twos ? pair_others(free, a) : 0;
        out->one_pair = out->one_many = j->board->ones ? free : 0;
        out->put = pair_puts(j, free);
        return;
    }
    const uint64_t *words = j->seen->entry + entry * zm_pair_seen_words(j->free);
    pair_take_triangle(words, &at, free, &out->pair);
    pair_take_triangle(words, &at, free, &out->many);
    out->one_pair = zm_deposit(pair_bits(words, at, j->free), free);
    out->one_many = zm_deposit(pair_bits(words, at + j->free, j->free), free);
    out->put = zm_deposit(pair_bits(words, at + 2 * j->free, j->free), free);
}

/* The squares of a single one that has missed a jump, and is removed. */
ZM_KERNEL uint64_t pair_last_goes(const zm_pair_job *j, uint64_t many, uint64_t free, uint64_t seen)
{
    return pair_near(j->board, seen & pair_can_jump(j->board, many, free)) & free;
}

/* The pairs of which one has missed a jump, and one is removed; who wins then. */
ZM_KERNEL void pair_one_goes(const zm_pair_job *j, uint64_t many, uint64_t free, const pair_rows *seen, zm_won one,
                             pair_rows *after, zm_won_twos *won)
{
    pair_rows from;
    pair_find_missed(j->board, many, free, &from);
    PAIR_EACH(a) from.row[a] &= seen->row[a];
    pair_before_steps(j->board, free, &from, after); /* steps can be taken back: it is where they lead as well */
    pair_among(one.lone, &won->pair);
    PAIR_EACH(a) won->many.row[a] = pair_row(one.many >> a & 1 ? free & ~zm_bit(a) : one.many & free, a);
}

/* Those in which one is removed, and what comes of it when it was the last: where there are some, the many have won. */
ZM_KERNEL void pair_tell_huffed(zm_pair_job *j, uint64_t i, bool own, uint64_t free, const pair_visited *r)
{
    const uint64_t many = j->room.many[i], last = pair_last_goes(j, many, free, r->one_pair);
    const zm_won gone = {0, last};
    pair_tell_ones(j, own, last, gone);
    j->counts.states += last != 0;
    j->counts.won_by_many += last != 0;
    if (!j->board->twos)
        return;
    pair_rows after;
    zm_won_twos won;
    pair_one_goes(j, many, free, &r->pair, j->room.one_moves[i], &after, &won);
    pair_tell_twos(j, own, &after, &won);
}

ZM_KERNEL void pair_tell_start(zm_pair_job *j, uint64_t i)
{
    const unsigned a = zm_lowest(j->board->start_pair), b = zm_highest(j->board->start_pair);
    j->start.lone = (a == b ? j->room.one_moves[i].lone >> a : pair_word(j->room.moves[i].pair.row[a], a) >> b) & 1;
    j->start.many = (a == b ? j->room.one_moves[i].many >> a : pair_word(j->room.moves[i].many.row[a], a) >> b) & 1;
}

PAIR_STEP void pair_tell(zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many, place = j->from + i - j->here->begin;
    const bool own = pair_image(j, many) == many, home = pair_home(j, many);
    pair_visited r;
    pair_visited_at(j, i, free, &r);
    if (j->board->twos) {
        pair_tell_twos(j, own, &r.pair, &j->here->two[place]);
        pair_tell_twos(j, own, &r.many, &j->room.moves[i]);
        pair_tell_ones(j, own, r.put, pair_put_back(&j->room.moves[i], free));
    }
    if (j->board->ones) {
        pair_tell_ones(j, own, r.one_pair, j->here->one[place]);
        pair_tell_ones(j, own, r.one_many, j->room.one_moves[i]);
    }
    if (j->board->ways.huffs && !home)
        pair_tell_huffed(j, i, own, free, &r);
    if (many == j->board->start)
        pair_tell_start(j, i);
}
