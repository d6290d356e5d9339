/* hunt_body.h: the kernels of a hunt (zermelo/hunt.h); part of kernels_body.h.
 *
 * The unit is a placement of the many. In a hunt's dense solve, reached[tier][n] is the word of lone squares of placement n
 * that play reaches, and values[tier] has a row of `stride` values a placement: by square, 0 (none) where the many stand and
 * beyond the board. That 0 does what is wanted without a test: to move there is worth loss_in(0), which is also what having
 * no move is worth, and less than any real move.
 *
 *   many to move    B[M][s] = max over moves M -> M' of before(A[M'][s])       a row at a time
 *   lone to move    A[M][s] = max over steps s -> s' of before(B[M][s'])
 *
 * Only reached placements are looked at; a row costs a few instructions a square whatever the number of states. */

/* What the many can do: where each of their moves leads, and the square that must be free for it. */
typedef struct zm_charge {
    unsigned count;
    uint8_t from[ZM_HUNT_MOVES], to[ZM_HUNT_MOVES];
    zm_place at[ZM_HUNT_MOVES]; /* of the placement after it: pair and number */
} zm_charge;

ZM_KERNEL void charge(const zm_variant *v, const zm_hunt *h, uint64_t many, zm_charge *c)
{
    c->count = h->advance(v, many, c->from, c->to);
    for (unsigned i = 0; i < c->count; i++)
        c->at[i] = h->place(v, many ^ zm_bit(c->from[i]) ^ zm_bit(c->to[i]));
}

/* ---- reach: the same shape as for states ---- */
ZM_KERNEL void or_word(uint64_t *word, uint64_t bits)
{
    if (bits & ~__atomic_load_n(word, __ATOMIC_RELAXED))
        __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}

static void hunt_reach(const zm_dense *d, uint32_t tier, const uint64_t *seeds, uint64_t from, uint64_t to,
                       zm_list *stack)
{
    (void)stack;
    const zm_variant *v = d->variant;
    const zm_hunt *h = KERNEL_RULES(v)->hunt;
    if (!h)
        return;
    const bool lone = tier & 1;
    for (uint64_t n = from; n < to; n++) {
        if (!seeds[n])
            continue;
        uint64_t many = h->many(v, tier / 2, n), open = seeds[n] & ~h->escaped(v, many, lone);
        if (lone) {
            or_word(&d->reached[tier - 1][n], h->steps(v, open) & ~many);
            continue;
        }
        zm_charge c;
        charge(v, h, many, &c);
        for (unsigned i = 0; i < c.count; i++)
            or_word(&d->reached[2 * c.at[i].tier + 1][c.at[i].index], open & ~zm_bit(c.to[i]));
    }
}

/* ---- values, a row at a time ---- */
/* Sixteen squares a step; rows start on 32 bytes and are a multiple of that long. With the draw at 0 the numbers are signed:
 * to see them from the other side is to negate, a ply farther is a step towards 0. Sums are unsigned, because they wrap round
 * for none; only comparisons are signed, and what they answer is all ones (-1) for yes. */
enum { LANES = 16 };
typedef uint16_t lanes __attribute__((vector_size(2 * LANES), may_alias));
typedef int16_t signed_lanes __attribute__((vector_size(2 * LANES), may_alias));

/* best = max(best, before(row)) */
ZM_KERNEL void take_row(zm_value *best, const zm_value *row, unsigned stride)
{
    for (unsigned i = 0; i < stride; i += LANES) {
        lanes *to = (lanes *)(best + i), value = 0x8000 - *(const lanes *)(row + i), old = *to - 0x8000;
        value += (lanes)((signed_lanes)value > 0) - (lanes)((signed_lanes)value < 0);
        lanes better = (lanes)((signed_lanes)value > (signed_lanes)old);
        *to = ((value & better) | (old & ~better)) + 0x8000;
    }
}

/* The best for the lone piece is the worst for the other side: the smallest of the values behind its steps. */
ZM_KERNEL void lone_row(const zm_dense *d, uint64_t many, uint64_t open, uint64_t escaped, const zm_value *after,
                        zm_value *row)
{
    for (unsigned i = 0; i < d->stride; i++)
        row[i] = ZM_NONE;
    while (open) {
        unsigned s = zm_take_lowest(&open);
        uint64_t steps = d->near[s] & ~many;
        unsigned worst = UINT16_MAX + 1; /* before it come wins and draws and losses; behind it there is no step */
        while (steps) {
            unsigned value = after[zm_take_lowest(&steps)];
            worst = value < worst ? value : worst;
        }
        row[s] = worst > UINT16_MAX ? zm_loss_in(0) : zm_before_move((zm_value)worst, true);
    }
    while (escaped)
        row[zm_take_lowest(&escaped)] = zm_win_in(0);
}

ZM_KERNEL void many_row(const zm_dense *d, const zm_charge *c, uint64_t open, uint64_t escaped, zm_value *row)
{
    for (unsigned i = 0; i < d->stride; i++)
        row[i] = zm_loss_in(0);
    for (unsigned i = 0; i < c->count; i++)
        if (open & ~zm_bit(c->to[i])) /* else nobody comes there, and its row was never written */
            take_row(row, d->values[2 * c->at[i].tier + 1] + c->at[i].index * d->stride, d->stride);
    while (escaped)
        row[zm_take_lowest(&escaped)] = zm_loss_in(0);
}

/* What a row holds on the squares that play reaches. */
typedef struct zm_row_tally {
    unsigned wins, draws, farthest; /* the largest remoteness */
    bool decided;                   /* some state is not drawn */
} zm_row_tally;

ZM_KERNEL zm_row_tally count_row(const zm_value *row, uint64_t squares, unsigned stride)
{
    const lanes bit = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    lanes wins = {0}, draws = {0}, nearest = wins + INT16_MAX; /* how far from the draw says how near the end is */
    for (unsigned i = 0; i < stride; i += LANES) {
        lanes here = (lanes)((bit & (uint16_t)(squares >> i)) != 0), value = *(const lanes *)(row + i) - 0x8000;
        lanes drawn = (lanes)(value == 0) & here, minus = (lanes)((signed_lanes)value < 0), open = here & ~drawn;
        wins -= (lanes)((signed_lanes)value > 0) & here;
        draws -= drawn;
        lanes from_draw = (((value ^ minus) - minus) & open) | (INT16_MAX & ~open);
        lanes nearer = (lanes)((signed_lanes)from_draw < (signed_lanes)nearest);
        nearest = (from_draw & nearer) | (nearest & ~nearer);
    }
    zm_row_tally t = {0, 0, 0, false};
    unsigned least = INT16_MAX;
    for (unsigned i = 0; i < LANES; i++) {
        t.wins += wins[i];
        t.draws += draws[i];
        least = nearest[i] < least ? nearest[i] : least;
    }
    t.decided = t.draws < zm_count_bits(squares);
    t.farthest = INT16_MAX - least;
    return t;
}

/* Its states are looked at one by one only if one of them may be the farthest of all. */
ZM_KERNEL void tally_row(const zm_variant *v, const zm_hunt *h, uint64_t many, bool lone, uint64_t squares,
                         const zm_value *row, unsigned stride, zm_tally *t)
{
    const unsigned turn = lone ? h->lone : 1 - h->lone, states = zm_count_bits(squares);
    const zm_row_tally found = count_row(row, squares, stride);
    t->visits += states;
    if (found.decided && found.farthest >= t->summary.longest) {
        for (uint64_t rest = squares; rest;) {
            unsigned s = zm_take_lowest(&rest);
            zm_tally_state(t, h->position(v, many, s, lone), turn, row[s]);
        }
        return;
    }
    t->summary.states += states;
    t->summary.drawn += found.draws;
    t->summary.won_by[turn] += found.wins;
    t->summary.won_by[1 - turn] += states - found.draws - found.wins;
}

/* One placement. */
ZM_KERNEL void hunt_placement(const zm_dense *d, const zm_hunt *h, uint32_t tier, uint64_t n, zm_tally *t)
{
    const zm_variant *v = d->variant;
    const bool lone = tier & 1;
    const uint64_t squares = d->reached[tier][n], many = h->many(v, tier / 2, n);
    const uint64_t escaped = h->escaped(v, many, lone) & squares, open = squares & ~escaped;
    zm_value *row = d->values[tier] + n * d->stride;
    if (lone) {
        lone_row(d, many, open, escaped, d->values[tier - 1] + n * d->stride, row);
    } else {
        zm_charge c;
        charge(v, h, many, &c);
        many_row(d, &c, open, escaped, row);
        t->visits += c.count * zm_count_bits(squares);
    }
    for (uint64_t rest = many; rest;)
        row[zm_take_lowest(&rest)] = ZM_NONE;
    tally_row(v, h, many, lone, squares, row, d->stride, t);
}

static void hunt_sweep(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t)
{
    const zm_hunt *h = KERNEL_RULES(d->variant)->hunt;
    for (uint64_t n = from; h && n < to; n++)
        if (d->reached[tier][n])
            hunt_placement(d, h, tier, n, t);
}

/* ---- the number of games: ways to get to each state, handed on by the moves from the start downward ----
 * A row is not cleared first: what comes to a square nobody has come to yet is written, what comes later is added. */
ZM_KERNEL zm_wide sum_of(const zm_wide *row, uint64_t squares)
{
    zm_wide sum = 0;
    while (squares)
        sum += row[zm_take_lowest(&squares)];
    return sum;
}

/* Have the numbers of some states of a lone tier more than 115 bits? While they have not, 64 steps and then 64 moves of the
 * many cannot make more than 127 of them, so nothing wraps round unseen. */
ZM_KERNEL bool too_many(const zm_wide *row, uint64_t squares)
{
    uint64_t upper = 0;
    while (squares)
        upper |= (uint64_t)(row[zm_take_lowest(&squares)] >> 64);
    return upper >> (115 - 64) != 0;
}

ZM_KERNEL void lone_paths(const zm_dense *d, uint32_t tier, uint64_t n, uint64_t many, uint64_t open, zm_ends *ends)
{
    const zm_wide *row = d->paths[tier] + n * d->squares;
    zm_wide *after = d->paths[tier - 1] + n * d->squares;
    uint64_t reached = 0;
    ends->over |= too_many(row, d->reached[tier][n]);
    while (open) {
        const unsigned s = zm_take_lowest(&open);
        const uint64_t steps = d->near[s] & ~many;
        if (!steps)
            ends->many += row[s];
        for (uint64_t fresh = steps & ~reached; fresh;)
            after[zm_take_lowest(&fresh)] = row[s];
        for (uint64_t more = steps & reached; more;)
            after[zm_take_lowest(&more)] += row[s];
        reached |= steps;
    }
    d->reached[tier - 1][n] = reached; /* nothing else leads there */
}

ZM_KERNEL void many_paths(const zm_dense *d, const zm_hunt *h, uint32_t tier, uint64_t n, uint64_t many, uint64_t open,
                          zm_ends *ends)
{
    const zm_wide *row = d->paths[tier] + n * d->squares;
    uint64_t stuck = open; /* where every move is blocked */
    zm_charge c;
    charge(d->variant, h, many, &c);
    for (unsigned i = 0; i < c.count; i++) {
        const uint64_t can = open & ~zm_bit(c.to[i]);
        uint64_t *reached = &d->reached[2 * c.at[i].tier + 1][c.at[i].index];
        zm_wide *after = d->paths[2 * c.at[i].tier + 1] + c.at[i].index * d->squares;
        for (uint64_t fresh = can & ~*reached; fresh;) {
            unsigned s = zm_take_lowest(&fresh);
            after[s] = row[s];
        }
        for (uint64_t more = can & *reached; more;) {
            unsigned s = zm_take_lowest(&more);
            after[s] += row[s];
        }
        *reached |= can;
        stuck &= ~can;
    }
    ends->lone += sum_of(row, stuck);
}

static void hunt_paths(const zm_dense *d, uint32_t tier, uint64_t placements, zm_ends *ends)
{
    const zm_variant *v = d->variant;
    const zm_hunt *h = KERNEL_RULES(v)->hunt;
    const bool lone = tier & 1;
    for (uint64_t n = 0; h && n < placements; n++) {
        const uint64_t squares = d->reached[tier][n];
        if (!squares)
            continue;
        const uint64_t many = h->many(v, tier / 2, n), escaped = h->escaped(v, many, lone) & squares;
        ends->lone += sum_of(d->paths[tier] + n * d->squares, escaped);
        if (lone)
            lone_paths(d, tier, n, many, squares & ~escaped, ends);
        else
            many_paths(d, h, tier, n, many, squares & ~escaped, ends);
    }
}
