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

/* ---- values ---- */
/* best[i] = max(best[i], before(row[i])) for a whole row; stride is a multiple of 16, so this becomes vector code. */
ZM_KERNEL void take_row(zm_value *best, const zm_value *row, unsigned stride)
{
    for (unsigned i = 0; i < stride; i += 16)
        for (unsigned k = i; k < i + 16; k++) {
            int16_t t = (int16_t)(0x8000 - row[k]); /* seen from the other side, with draw at 0 */
            t = (int16_t)(t + (t < 0) - (t > 0));
            int16_t old = (int16_t)(best[k] - 0x8000);
            best[k] = (zm_value)((t > old ? t : old) + 0x8000);
        }
}

ZM_KERNEL void many_row(const zm_dense *d, const zm_hunt *h, uint64_t many, zm_value *row, zm_tally *t)
{
    const zm_variant *v = d->variant;
    uint8_t a[ZM_HUNT_MOVES], b[ZM_HUNT_MOVES];
    unsigned moves = h->advance(v, many, a, b);
    for (unsigned i = 0; i < d->stride; i++)
        row[i] = zm_loss_in(0);
    for (unsigned i = 0; i < moves; i++) {
        zm_place at = h->place(v, many ^ zm_bit(a[i]) ^ zm_bit(b[i]));
        take_row(row, d->values[2 * at.tier + 1] + at.index * d->stride, d->stride);
    }
    t->visits += moves * d->stride;
    for (uint64_t won = h->escaped(v, many, false); won;)
        row[zm_take_lowest(&won)] = zm_loss_in(0);
}

ZM_KERNEL void lone_row(const zm_dense *d, const zm_hunt *h, uint64_t many, uint64_t squares, const zm_value *after,
                        zm_value *row)
{
    const zm_variant *v = d->variant;
    for (uint64_t rest = squares; rest;) {
        unsigned s = zm_take_lowest(&rest);
        zm_value best = zm_loss_in(0);
        for (uint64_t steps = h->steps(v, zm_bit(s)) & ~many; steps;) {
            zm_value value = zm_before_move(after[zm_take_lowest(&steps)], true);
            best = value > best ? value : best;
        }
        row[s] = best;
    }
    for (uint64_t won = h->escaped(v, many, true) & squares; won;)
        row[zm_take_lowest(&won)] = zm_win_in(0);
}

ZM_KERNEL void tally_row(const zm_variant *v, const zm_hunt *h, uint64_t many, bool lone, uint64_t squares,
                         const zm_value *row, zm_tally *t)
{
    unsigned turn = lone ? h->lone : 1 - h->lone;
    t->visits += zm_count_bits(squares);
    for (uint64_t rest = squares; rest;) {
        unsigned s = zm_take_lowest(&rest);
        bool far = zm_remoteness(row[s]) >= t->summary.longest; /* else its position does not matter */
        zm_tally_state(t, far ? h->position(v, many, s, lone) : (zm_pos){0, 0}, turn, row[s]);
    }
}

static void hunt_sweep(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t)
{
    const zm_variant *v = d->variant;
    const zm_hunt *h = KERNEL_RULES(v)->hunt;
    if (!h)
        return;
    const bool lone = tier & 1;
    for (uint64_t n = from; n < to; n++) {
        uint64_t squares = d->reached[tier][n];
        if (!squares)
            continue;
        uint64_t many = h->many(v, tier / 2, n);
        zm_value *row = d->values[tier] + n * d->stride;
        if (lone)
            lone_row(d, h, many, squares, d->values[tier - 1] + n * d->stride, row);
        else
            many_row(d, h, many, row, t);
        for (uint64_t rest = many; rest;)
            row[zm_take_lowest(&rest)] = ZM_NONE;
        tally_row(v, h, many, lone, squares, row, t);
    }
}

/* ---- the number of games that can be played from each state, and how many of them the lone piece wins ---- */
ZM_KERNEL bool add_games(zm_games *to, const zm_games *what)
{
    bool over = __builtin_add_overflow(to->all, what->all, &to->all);
    to->lone += what->lone;
    return over;
}

ZM_KERNEL bool count_many(const zm_dense *d, const zm_hunt *h, uint64_t many, uint64_t open, zm_games *row)
{
    uint8_t a[ZM_HUNT_MOVES], b[ZM_HUNT_MOVES];
    unsigned moves = h->advance(d->variant, many, a, b);
    bool over = false;
    for (unsigned i = 0; i < moves; i++) {
        zm_place at = h->place(d->variant, many ^ zm_bit(a[i]) ^ zm_bit(b[i]));
        const zm_games *after = d->games[2 * at.tier + 1] + at.index * d->squares;
        for (uint64_t rest = open & ~zm_bit(b[i]); rest;) {
            unsigned s = zm_take_lowest(&rest);
            over |= add_games(&row[s], &after[s]);
        }
    }
    return over;
}

ZM_KERNEL bool count_lone(const zm_dense *d, const zm_hunt *h, uint64_t many, uint64_t open, const zm_games *after,
                          zm_games *row)
{
    bool over = false;
    for (uint64_t rest = open; rest;) {
        unsigned s = zm_take_lowest(&rest);
        for (uint64_t steps = h->steps(d->variant, zm_bit(s)) & ~many; steps;)
            over |= add_games(&row[s], &after[zm_take_lowest(&steps)]);
    }
    return over;
}

/* True when 128 bits do not suffice. */
static bool hunt_count(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to)
{
    const zm_variant *v = d->variant;
    const zm_hunt *h = KERNEL_RULES(v)->hunt;
    bool over = false;
    if (!h)
        return false;
    const bool lone = tier & 1;
    for (uint64_t n = from; n < to; n++) {
        uint64_t squares = d->reached[tier][n];
        if (!squares)
            continue;
        uint64_t many = h->many(v, tier / 2, n), escaped = h->escaped(v, many, lone) & squares,
                 open = squares & ~escaped;
        zm_games *row = d->games[tier] + n * d->squares;
        if (lone)
            over |= count_lone(d, h, many, open, d->games[tier - 1] + n * d->squares, row);
        else
            over |= count_many(d, h, many, open, row);
        for (uint64_t rest = squares; rest;) {
            unsigned s = zm_take_lowest(&rest);
            if (!row[s].all) /* no move from here: one game, won by the other side unless the lone piece has escaped */
                row[s] = (zm_games){1, !lone || (escaped >> s & 1)};
        }
    }
    return over;
}
