/* pair_body.h: the kernels of a pair of hunters (pair.h); part of kernels_body.h. In the common subset of C and CUDA C++: each function
 * below is one placement's share of a step, of which all are independent but those named ..._again, that grow to a fixpoint. */

#define PAIR_RULES(v) (KERNEL_RULES(v)->pair)
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

ZM_KERNEL void pair_unpack(const zm_twos *s, pair_rows *out)
{
    PAIR_EACH(a) out->row[a] = pair_word(s->row[a], a);
}

ZM_KERNEL void pair_pack(const pair_rows *s, zm_twos *out)
{
    PAIR_EACH(a) out->row[a] = pair_row(s->row[a], a);
}

ZM_KERNEL void pair_fill(zm_twos *s, uint32_t with)
{
    PAIR_EACH(a) s->row[a] = with;
}

ZM_KERNEL void pair_add(zm_twos *to, const zm_twos *s)
{
    PAIR_EACH(a) to->row[a] |= s->row[a];
}

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

ZM_KERNEL uint64_t pair_image(const zm_pair_job *j, uint64_t set) { return PAIR_RULES(j->variant)->image(j->variant, set); }

static __attribute__((unused)) void pair_mirror(const zm_pair_job *j, const zm_twos *s, zm_twos *out)
{
    PAIR_EACH(a)
    {
        const unsigned b = j->board->image[a];
        out->row[b] = pair_row(pair_image(j, pair_word(s->row[a], a)), b);
    }
}

/* Adds (b,a) for each (a,b). Squares of 32 rows and columns by halves, halves of halves and so on; the last row apart. */
static __attribute__((unused)) void pair_both_ways(pair_rows *s)
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
    const zm_place at = PAIR_RULES(j->variant)->place(j->variant, s.many);
    s.index = j->first[at.tier] + at.index;
    return s;
}

ZM_KERNEL uint64_t pair_turn_if(const zm_pair_job *j, bool turned, uint64_t squares)
{
    return turned && squares ? pair_image(j, squares) : squares;
}

ZM_KERNEL bool pair_home(const zm_pair_job *j, uint64_t many) { return PAIR_RULES(j->variant)->home(j->variant, many); }

ZM_KERNEL void pair_mark(const zm_pair_job *j, uint64_t i) { j->room.dirty[i / 64] |= zm_bit(i % 64); }

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

/* ---- who wins: jumps ---- */
/* Ordered, with the one that jumps first: jumps that win, and those that do not lose. */
static __attribute__((unused)) void pair_won_jumping(const zm_pair_job *j, uint64_t many, pair_rows *wins, pair_rows *holds)
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
    *here = (zm_won){0, 0};
    j->room.one_moves[i] = (zm_won){0, 0};
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

static __attribute__((unused)) void pair_two_begin(const zm_pair_job *j, uint64_t i)
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
        now.many.row[a] =
            pair_row(pair_others(free, a) & ~(holds.row[a] & steps), a) & ~leaping->many.row[a];
    }
    const bool changed = !pair_same(&now.pair, &here->pair) || !pair_same(&now.many, &here->many);
    *here = now;
    return changed;
}

/* True: what leads here by a step to the side must look again. */
static __attribute__((unused)) bool pair_two_again(const zm_pair_job *j, uint64_t i)
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

static __attribute__((unused)) void pair_land_two(const zm_pair_job *j, uint64_t i, uint64_t many)
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
    const zm_won jumps = ways.chains ? j->room.one_jumps[i] : (zm_won){0, 0};
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

/* Those in which one is removed, and what comes of it when it was the last: where there are some, the many have won. */
ZM_KERNEL void pair_tell_huffed(zm_pair_job *j, uint64_t i, bool own, uint64_t free, const pair_visited *r)
{
    const uint64_t many = j->room.many[i];
    const zm_won one = j->room.one_moves[i];
    const uint64_t last = pair_near(j->board, r->one_pair & pair_can_jump(j->board, many, free)) & free;
    pair_tell_ones(j, own, last, (zm_won){0, last});
    j->counts.states += last != 0;
    j->counts.won_by_many += last != 0;
    if (!j->board->twos)
        return;
    pair_rows from, after;
    zm_won_twos won;
    pair_find_missed(j->board, many, free, &from);
    PAIR_EACH(a) from.row[a] &= r->pair.row[a];
    pair_before_steps(j->board, free, &from, &after); /* steps can be taken back: it is where they lead as well */
    pair_among(one.lone, &won.pair);
    PAIR_EACH(a) won.many.row[a] = pair_row(one.many >> a & 1 ? free & ~zm_bit(a) : one.many & free, a);
    pair_tell_twos(j, own, &after, &won);
}

static __attribute__((unused)) void pair_tell(zm_pair_job *j, uint64_t i)
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
    if (many != j->board->start)
        return;
    const unsigned a = zm_lowest(j->board->start_pair), b = zm_highest(j->board->start_pair);
    if (a == b)
        j->start = (zm_won){j->room.one_moves[i].lone >> a & 1, j->room.one_moves[i].many >> a & 1};
    else
        j->start = (zm_won){pair_word(j->room.moves[i].pair.row[a], a) >> b & 1,
                            pair_word(j->room.moves[i].many.row[a], a) >> b & 1};
}

/* ---- which states play reaches ---- */
/* Where jumps end that begin in the layer above, ordered; and of a single one. */
static __attribute__((unused)) void pair_find_landed(const zm_pair_job *j, uint64_t many, pair_rows *two, uint64_t *one)
{
    const zm_pair_board *b = j->board;
    const uint64_t free = b->all & ~many;
    PAIR_EACH(a) two->row[a] = 0;
    *one = 0;
    for (uint64_t rest = j->near_layer.sets ? free : 0; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        uint64_t from = b->from[over] & free, to = 0;
        for (uint64_t each = from; each;) {
            const unsigned a = zm_take_lowest(&each);
            to |= free >> b->land[a][over] & 1 ? zm_bit(a) : 0;
        }
        from &= to;
        if (!from)
            continue;
        const pair_spot at = pair_spot_of(j, many | zm_bit(over));
        const uint64_t single = b->ones ? pair_far_squares(j, &j->near_layer, at, 0) : 0;
        while (from) {
            const unsigned a = zm_take_lowest(&from), land = b->land[a][over];
            if (b->twos)
                two->row[land] |= pair_far_row(j, &j->near_layer, at, 0, a) & ~zm_bit(land);
            *one |= (single >> a & 1) << land;
        }
    }
}

/* What steps of the many reach from a slice. */
ZM_KERNEL void pair_seen_before(const zm_pair_job *j, uint64_t many, const uint64_t *back, const zm_pair_window *w, zm_twos *out)
{
    zm_twos turned, image;
    bool any_turned = false;
    pair_fill(&turned, 0);
    for (uint64_t rest = many; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = back[to] & ~many; from; from &= from - 1) {
            const pair_spot at = pair_spot_of(j, many ^ zm_bit(to) ^ (from & (0 - from)));
            any_turned |= at.turned;
            pair_add(at.turned ? &turned : out, &w->two_seen[at.index - w->begin]);
        }
    }
    if (any_turned) {
        pair_mirror(j, &turned, &image);
        pair_add(out, &image);
    }
}

ZM_KERNEL uint64_t pair_one_seen_before(const zm_pair_job *j, uint64_t many, const uint64_t *back, const zm_pair_window *w)
{
    uint64_t seen = 0;
    for (uint64_t rest = many; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = back[to] & ~many; from; from &= from - 1) {
            const pair_spot at = pair_spot_of(j, many ^ zm_bit(to) ^ (from & (0 - from)));
            seen |= pair_turn_if(j, at.turned, w->one_seen[at.index - w->begin]);
        }
    }
    return seen;
}

/* The squares of the start, and their image where the many are their own. */
ZM_KERNEL uint64_t pair_start_image(const zm_pair_job *j, uint64_t many)
{
    return pair_image(j, many) == many ? pair_image(j, j->board->start_pair) : j->board->start_pair;
}

ZM_KERNEL void pair_start_here(const zm_pair_job *j, uint64_t many, pair_rows *two)
{
    const uint64_t pair = j->board->start_pair, image = pair_start_image(j, many);
    PAIR_EACH(a) two->row[a] |= pair_others(pair, a) | pair_others(image, a);
}

/* All that was jumped, and with `whole` cannot jump on. */
ZM_KERNEL uint64_t pair_one_stopped(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    return j->room.one_landed[i] & ~(j->board->ways.whole && !j->few ? pair_can_jump(j->board, many, free) : 0);
}

static __attribute__((unused)) void pair_seen_begin(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    pair_rows landed, begun, going_on;
    pair_find_landed(j, many, &landed, &j->room.one_landed[i]);
    j->room.put[i] = j->board->rescues && !j->few ? pair_one_stopped(j, i) : 0;
    if (!j->board->twos)
        return;
    pair_find_going_on(j, many, free, &going_on);
    PAIR_EACH(a) begun.row[a] = landed.row[a] & ~going_on.row[a];
    for (uint64_t rest = j->room.put[i]; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        begun.row[a] |= free ^ zm_bit(a);
    }
    if (many == j->board->start)
        pair_start_here(j, many, &begun);
    pair_both_ways(&begun);
    pair_pack(&landed, &j->room.landed[i]);
    pair_pack(&begun, &j->room.begun[i]);
    j->here->two_seen[j->from + i - j->here->begin] = j->room.begun[i];
    pair_fill(&j->room.seen[i], 0);
    pair_fill(&j->room.above[i], 0);
    if (j->few)
        return;
    pair_mark(j, i);
    pair_seen_before(j, many, j->board->behind, j->beyond, &j->room.above[i]);
}

static __attribute__((unused)) bool pair_seen_again(const zm_pair_job *j, uint64_t i)
{
    const zm_pair_board *b = j->board;
    const uint64_t many = j->room.many[i], free = b->all & ~many;
    zm_twos seen = j->room.above[i], *here = &j->here->two_seen[j->from + i - j->here->begin], now = j->room.begun[i], more;
    pair_rows from, after, missed;
    pair_seen_before(j, many, b->aside, j->here, &seen);
    pair_only(&seen, free);
    if (pair_same(&seen, &j->room.seen[i]))
        return false;
    j->room.seen[i] = seen;
    if (pair_home(j, many))
        return false;
    pair_unpack(&seen, &from);
    pair_find_missed(b, many, free, &missed);
    PAIR_EACH(a) from.row[a] &= ~missed.row[a];
    pair_before_steps(b, free, &from, &after); /* steps can be taken back: it is where they lead as well */
    pair_pack(&after, &more);
    pair_add(&now, &more);
    if (pair_same(&now, here))
        return false;
    *here = now;
    return true;
}

/* With one: what is reached by removing the other. */
ZM_KERNEL uint64_t pair_seen_removed(const zm_pair_job *j, uint64_t i, uint64_t many, uint64_t free)
{
    pair_rows from, after, missed;
    uint64_t left = 0;
    if (!j->board->twos || !j->board->ways.huffs || pair_home(j, many))
        return 0;
    pair_find_missed(j->board, many, free, &missed);
    pair_unpack(&j->room.seen[i], &from);
    PAIR_EACH(a) from.row[a] &= missed.row[a];
    pair_before_steps(j->board, free, &from, &after);
    PAIR_EACH(a) left |= after.row[a];
    return left;
}

static __attribute__((unused)) void pair_one_seen_begin(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    uint64_t begun = j->board->rescues && !j->few ? 0 : pair_one_stopped(j, i);
    j->room.one_seen[i] = j->room.one_above[i] = 0;
    if (!j->few)
        begun |= pair_seen_removed(j, i, many, free);
    if (!j->board->twos && many == j->board->start)
        begun |= j->board->start_pair | pair_start_image(j, many);
    j->room.one_begun[i] = begun;
    j->here->one_seen[j->from + i - j->here->begin] = begun;
    if (j->few)
        return;
    pair_mark(j, i);
    j->room.one_above[i] = pair_one_seen_before(j, many, j->board->behind, j->beyond);
}

ZM_KERNEL bool pair_one_seen_again(const zm_pair_job *j, uint64_t i)
{
    const zm_pair_board *b = j->board;
    const uint64_t many = j->room.many[i], free = b->all & ~many;
    uint64_t *here = &j->here->one_seen[j->from + i - j->here->begin];
    const uint64_t seen = (j->room.one_above[i] | pair_one_seen_before(j, many, b->aside, j->here)) & free;
    j->room.one_seen[i] = seen;
    if (pair_home(j, many))
        return false;
    const uint64_t steps = seen & ~(b->ways.huffs ? pair_can_jump(b, many, free) : 0);
    const uint64_t now = j->room.one_begun[i] | (pair_near(b, steps) & free);
    const bool changed = now != *here;
    *here = now;
    return changed;
}

/* From where jumps begin: all of A and, where a chain may go on, all that has landed. */
ZM_KERNEL void pair_seen_leave(const zm_pair_job *j, uint64_t i, uint64_t many, uint64_t free)
{
    const uint64_t place = j->from + i;
    pair_rows two, landed;
    if (pair_home(j, many))
        return;
    if (j->board->ones)
        j->this_layer.one[place] = j->room.one_seen[i] | (j->board->ways.chains ? j->room.one_landed[i] : 0);
    if (!j->board->twos)
        return;
    pair_unpack(&j->room.seen[i], &two);
    pair_unpack(&j->room.landed[i], &landed);
    PAIR_EACH(a) two.row[a] |= j->board->ways.chains ? landed.row[a] : 0;
    pair_far_put(&j->this_layer, place, free, 0, &two);
}

static __attribute__((unused)) void pair_seen_keep(const zm_pair_job *j, uint64_t i, uint64_t free)
{
    const uint64_t place = j->from + i - j->here->begin;
    const zm_pair_board *b = j->board;
    const unsigned words = zm_pair_seen_words(j->free);
    uint64_t *entry = j->room.entry + i * words, at = 0;
    zm_twos all;
    bool full = true;
    for (unsigned w = 0; w < words; w++)
        entry[w] = 0;
    pair_among(free, &all);
    if (b->twos) {
        full &= pair_same(&j->room.seen[i], &all) && pair_same(&j->here->two_seen[place], &all);
        pair_put_triangle(entry, &at, free, &j->room.seen[i]);
        pair_put_triangle(entry, &at, free, &j->here->two_seen[place]);
    }
    at = (uint64_t)j->free * (j->free - 1);
    const uint64_t pair = b->ones ? j->room.one_seen[i] : 0, many = b->ones ? j->here->one_seen[place] : 0;
    full &= !b->ones || (pair == free && many == free);
    full &= j->room.put[i] == pair_puts(j, free);
    pair_put_bits(entry, &at, zm_extract(pair, free), j->free);
    pair_put_bits(entry, &at, zm_extract(many, free), j->free);
    pair_put_bits(entry, &at, zm_extract(j->room.put[i], free), j->free);
    j->room.flag[i] = full;
}

/* Where the many are too few the pair has won. */
ZM_KERNEL void pair_tell_few(zm_pair_job *j, uint64_t i, uint64_t many)
{
    const bool own = pair_image(j, many) == many;
    const uint64_t place = j->from + i - j->here->begin, one = j->board->ones ? j->here->one_seen[place] : 0;
    pair_rows two;
    uint64_t states = pair_count_ones(j->board, own, one);
    if (j->board->twos) {
        pair_unpack(&j->here->two_seen[place], &two);
        states += pair_count_twos(j->board, own, &two);
    }
    j->counts.states += states;
    j->counts.won_by_pair += states;
}

/* ---- a shape, on one thread ---- */
typedef bool pair_look(const zm_pair_job *j, uint64_t i);

ZM_KERNEL void pair_until_nothing_changes(zm_pair_job *j, pair_look *look)
{
    const uint64_t words = (j->count + 63) / 64;
    for (bool more = true; more;) {
        more = false;
        for (uint64_t w = 0; w < words; w++)
            while (j->room.dirty[w]) {
                const uint64_t i = w * 64 + zm_take_lowest(&j->room.dirty[w]);
                more = true;
                j->counts.visits++;
                if (look(j, i))
                    pair_mark_beside(j, j->room.many[i]);
            }
    }
}

ZM_KERNEL bool pair_look_one(const zm_pair_job *j, uint64_t i) { return pair_one_again(j, i); }
ZM_KERNEL bool pair_look_two(const zm_pair_job *j, uint64_t i) { return pair_two_again(j, i); }
ZM_KERNEL bool pair_look_seen(const zm_pair_job *j, uint64_t i) { return pair_seen_again(j, i); }
ZM_KERNEL bool pair_look_one_seen(const zm_pair_job *j, uint64_t i) { return pair_one_seen_again(j, i); }

ZM_KERNEL void pair_list(const zm_pair_job *j)
{
    for (uint64_t i = 0; i < j->count; i++)
        j->room.many[i] = PAIR_RULES(j->variant)->many(j->variant, j->shape, (uint32_t)i);
}

static void pair_classify(zm_pair_job *j)
{
    if (!PAIR_RULES(j->variant))
        return;
    pair_list(j);
    for (uint64_t i = 0; i < j->count && j->board->ones; i++)
        pair_one_begin(j, i);
    pair_until_nothing_changes(j, pair_look_one);
    for (uint64_t i = 0; i < j->count && j->board->twos; i++)
        pair_two_begin(j, i);
    pair_until_nothing_changes(j, pair_look_two);
    for (uint64_t i = 0; i < j->count; i++) {
        pair_land(j, i);
        pair_tell(j, i);
    }
}

static void pair_reach(zm_pair_job *j)
{
    if (!PAIR_RULES(j->variant))
        return;
    pair_list(j);
    for (uint64_t i = 0; i < j->count; i++)
        pair_seen_begin(j, i);
    pair_until_nothing_changes(j, pair_look_seen);
    for (uint64_t i = 0; i < j->count && j->board->ones; i++)
        pair_one_seen_begin(j, i);
    pair_until_nothing_changes(j, pair_look_one_seen);
    for (uint64_t i = 0; i < j->count; i++) {
        const uint64_t many = j->room.many[i], free = j->board->all & ~many;
        if (j->few) {
            pair_tell_few(j, i, many);
            continue;
        }
        pair_seen_leave(j, i, many, free);
        pair_seen_keep(j, i, free);
    }
}
