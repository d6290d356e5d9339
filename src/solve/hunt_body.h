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
        uint8_t a[ZM_HUNT_MOVES], b[ZM_HUNT_MOVES];
        unsigned moves = h->advance(v, many, a, b);
        for (unsigned i = 0; i < moves; i++) {
            zm_place at = h->place(v, many ^ zm_bit(a[i]) ^ zm_bit(b[i]));
            or_word(&d->reached[2 * at.tier + 1][at.index], open & ~zm_bit(b[i]));
        }
    }
}

/* ---- values, a row at a time ---- */
/* best = max(best, before(row)), eight squares a step; rows start on 32 bytes and are a multiple of that long. With the draw
 * at 0 the numbers are signed: to see them from the other side is to negate, a ply farther is a step towards 0. Sums are
 * unsigned, because they wrap round for none; only comparisons are signed. */
typedef uint16_t eight __attribute__((vector_size(16), may_alias));
typedef int16_t signed_eight __attribute__((vector_size(16), may_alias));

ZM_KERNEL void take_row(zm_value *best, const zm_value *row, unsigned stride)
{
    for (unsigned i = 0; i < stride; i += 8) {
        eight *to = (eight *)(best + i), value = 0x8000 - *(const eight *)(row + i), old = *to - 0x8000;
        value += (eight)((signed_eight)value > 0) - (eight)((signed_eight)value < 0); /* true is all ones, -1 */
        eight better = (eight)((signed_eight)value > (signed_eight)old);
        *to = ((value & better) | (old & ~better)) + 0x8000;
    }
}

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

ZM_KERNEL void lone_row(const zm_dense *d, const zm_hunt *h, uint64_t many, uint64_t open, uint64_t escaped,
                        const zm_value *after, zm_value *row)
{
    for (unsigned i = 0; i < d->stride; i++)
        row[i] = ZM_NONE;
    while (open) {
        unsigned s = zm_take_lowest(&open);
        zm_value worst = UINT16_MAX; /* of the other side's values behind a step: the smallest is the best for us */
        uint64_t steps = h->steps(d->variant, zm_bit(s)) & ~many;
        row[s] = zm_loss_in(0);
        if (!steps)
            continue;
        while (steps) {
            zm_value value = after[zm_take_lowest(&steps)];
            worst = value < worst ? value : worst;
        }
        row[s] = zm_before_move(worst, true);
    }
    while (escaped)
        row[zm_take_lowest(&escaped)] = zm_win_in(0);
}

/* Positions are only made for those that may be the longest. */
ZM_KERNEL void tally_row(const zm_variant *v, const zm_hunt *h, uint64_t many, bool lone, uint64_t squares,
                         const zm_value *row, zm_tally *t)
{
    unsigned turn = lone ? h->lone : 1 - h->lone;
    t->visits += zm_count_bits(squares);
    while (squares) {
        unsigned s = zm_take_lowest(&squares);
        bool far = zm_remoteness(row[s]) >= t->summary.longest;
        zm_tally_state(t, far ? h->position(v, many, s, lone) : (zm_pos){0, 0}, turn, row[s]);
    }
}

/* ---- the number of games that can be played from each state, and how many of them the lone piece wins ---- */
ZM_KERNEL bool add_games(zm_games *to, const zm_games *what)
{
    bool over = __builtin_add_overflow(to->all, what->all, &to->all);
    to->lone += what->lone;
    return over;
}

ZM_KERNEL bool many_games(const zm_dense *d, const zm_charge *c, uint64_t open, zm_games *row)
{
    bool over = false;
    for (unsigned i = 0; i < c->count; i++) {
        const zm_games *after = d->games[2 * c->at[i].tier + 1] + c->at[i].index * d->squares;
        for (uint64_t rest = open & ~zm_bit(c->to[i]); rest;) {
            unsigned s = zm_take_lowest(&rest);
            over |= add_games(&row[s], &after[s]);
        }
    }
    return over;
}

ZM_KERNEL bool lone_games(const zm_dense *d, const zm_hunt *h, uint64_t many, uint64_t open, const zm_games *after,
                          zm_games *row)
{
    bool over = false;
    while (open) {
        unsigned s = zm_take_lowest(&open);
        zm_games sum = {0, 0};
        for (uint64_t steps = h->steps(d->variant, zm_bit(s)) & ~many; steps;)
            over |= add_games(&sum, &after[zm_take_lowest(&steps)]);
        row[s] = sum;
    }
    return over;
}

/* A state without a move is one game, won by the other side unless the lone piece has escaped. */
ZM_KERNEL void end_games(uint64_t squares, uint64_t escaped, bool lone, zm_games *row)
{
    while (squares) {
        unsigned s = zm_take_lowest(&squares);
        if (!row[s].all)
            row[s] = (zm_games){1, !lone || (escaped >> s & 1)};
    }
}

ZM_KERNEL void clear_games(uint64_t squares, zm_games *row)
{
    while (squares)
        row[zm_take_lowest(&squares)] = (zm_games){0, 0};
}

/* One placement; true when a number of games does not fit. */
ZM_KERNEL bool hunt_placement(const zm_dense *d, const zm_hunt *h, uint32_t tier, uint64_t n, zm_tally *t)
{
    const zm_variant *v = d->variant;
    const bool lone = tier & 1;
    const uint64_t squares = d->reached[tier][n], many = h->many(v, tier / 2, n);
    const uint64_t escaped = h->escaped(v, many, lone) & squares, open = squares & ~escaped;
    zm_value *row = d->values[tier] + n * d->stride;
    zm_games *games = d->games ? d->games[tier] + n * d->squares : NULL;
    bool over = false;
    if (games)
        clear_games(squares, games);
    if (lone) {
        lone_row(d, h, many, open, escaped, d->values[tier - 1] + n * d->stride, row);
        over = games && lone_games(d, h, many, open, d->games[tier - 1] + n * d->squares, games);
    } else {
        zm_charge c;
        charge(v, h, many, &c);
        many_row(d, &c, open, escaped, row);
        over = games && many_games(d, &c, open, games);
        t->visits += c.count * zm_count_bits(squares);
    }
    if (games)
        end_games(squares, escaped, lone, games);
    for (uint64_t rest = many; rest;)
        row[zm_take_lowest(&rest)] = ZM_NONE;
    tally_row(v, h, many, lone, squares, row, t);
    return over;
}

static bool hunt_sweep(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t)
{
    const zm_hunt *h = KERNEL_RULES(d->variant)->hunt;
    bool over = false;
    for (uint64_t n = from; h && n < to; n++)
        if (d->reached[tier][n])
            over |= hunt_placement(d, h, tier, n, t);
    return over;
}
