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

/* Counts a row in one go; its states are looked at one by one only if one of them may be the farthest. How far a value is
 * from the draw says how near its end is. */
ZM_KERNEL void tally_row(const zm_variant *v, const zm_hunt *h, uint64_t many, bool lone, uint64_t squares,
                         const zm_value *row, zm_tally *t)
{
    unsigned turn = lone ? h->lone : 1 - h->lone, wins = 0, draws = 0, nearest = ZM_DRAWN;
    for (uint64_t rest = squares; rest;) {
        zm_value value = row[zm_take_lowest(&rest)];
        unsigned from_draw = (unsigned)(value > ZM_DRAWN ? value - ZM_DRAWN : ZM_DRAWN - value);
        wins += value > ZM_DRAWN;
        draws += value == ZM_DRAWN;
        nearest = from_draw && from_draw < nearest ? from_draw : nearest;
    }
    unsigned states = zm_count_bits(squares), farthest = ZM_DRAWN - 1 - nearest;
    t->visits += states;
    if (nearest < ZM_DRAWN && farthest >= t->summary.longest) {
        for (uint64_t rest = squares; rest;) {
            unsigned s = zm_take_lowest(&rest);
            zm_tally_state(t, h->position(v, many, s, lone), turn, row[s]);
        }
        return;
    }
    t->summary.states += states;
    t->summary.drawn += draws;
    t->summary.won_by[turn] += wins;
    t->summary.won_by[1 - turn] += states - draws - wins;
}

/* ---- the number of games that can be played from each state, and how many of them the lone piece wins ---- */
ZM_KERNEL void add_games(zm_games *to, const zm_games *what)
{
    to->all += what->all;
    to->lone += what->lone;
}

/* Sums stop counting as right at 2^121: then no sum of up to 64 of them can have wrapped round unseen. */
ZM_KERNEL bool too_many(const zm_games *g) { return g->all >> 121 != 0; }

ZM_KERNEL bool many_games(const zm_dense *d, const zm_charge *c, uint64_t open, zm_games *row)
{
    const zm_games *after[ZM_HUNT_MOVES];
    bool over = false;
    for (unsigned i = 0; i < c->count; i++)
        after[i] = d->games[2 * c->at[i].tier + 1] + c->at[i].index * d->squares;
    while (open) {
        unsigned s = zm_take_lowest(&open);
        zm_games sum = {0, 0};
        for (unsigned i = 0; i < c->count; i++)
            if (c->to[i] != s)
                add_games(&sum, &after[i][s]);
        row[s] = sum;
        over |= too_many(&sum);
    }
    return over;
}

/* The lone piece's row, and its numbers of games where they are asked for; true when one does not fit. */
ZM_KERNEL bool lone_row(const zm_dense *d, uint64_t many, uint64_t open, uint64_t escaped, const zm_value *after,
                        const zm_games *games_after, zm_value *row, zm_games *games)
{
    bool over = false;
    for (unsigned i = 0; i < d->stride; i++)
        row[i] = ZM_NONE;
    while (open) {
        unsigned s = zm_take_lowest(&open);
        uint64_t steps = d->near[s] & ~many;
        zm_value worst = zm_win_in(0); /* of the other side's values behind a step: the smallest is the best for us */
        zm_games sum = {0, 0};
        row[s] = steps ? ZM_NONE : zm_loss_in(0);
        while (steps) {
            unsigned to = zm_take_lowest(&steps);
            worst = after[to] < worst ? after[to] : worst;
            if (games)
                add_games(&sum, &games_after[to]);
        }
        if (row[s] == ZM_NONE)
            row[s] = zm_before_move(worst, true);
        if (games) {
            games[s] = sum;
            over |= too_many(&sum);
        }
    }
    while (escaped)
        row[zm_take_lowest(&escaped)] = zm_win_in(0);
    return over;
}

/* What has ended is one game: where the lone piece has escaped it has won; an open state without a move is won by the other
 * side. */
ZM_KERNEL void end_games(uint64_t open, uint64_t escaped, bool lone, zm_games *row)
{
    while (escaped)
        row[zm_take_lowest(&escaped)] = (zm_games){1, 1};
    while (open) {
        unsigned s = zm_take_lowest(&open);
        if (!row[s].all)
            row[s] = (zm_games){1, !lone};
    }
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
    if (lone) {
        over = lone_row(d, many, open, escaped, d->values[tier - 1] + n * d->stride,
                        games ? d->games[tier - 1] + n * d->squares : NULL, row, games);
    } else {
        zm_charge c;
        charge(v, h, many, &c);
        many_row(d, &c, open, escaped, row);
        over = games && many_games(d, &c, open, games);
        t->visits += c.count * zm_count_bits(squares);
    }
    if (games)
        end_games(open, escaped, lone, games);
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
