/* chase_body.h: the kernels of a hunt with cycles (chase.h); part of kernels_body.h. All on one thread, a tier at a time. */

/* Where a placement is kept: it or its mirror image, whichever is the smaller. */
typedef struct zm_spot {
    uint32_t tier;
    uint32_t n;
    bool turned;
} zm_spot;

ZM_KERNEL zm_spot spot_of(const zm_variant *v, const zm_hunt *h, uint64_t many)
{
    const uint64_t image = h->image(v, many);
    const bool turned = image < many;
    const zm_place at = h->place(v, turned ? image : many);
    return (zm_spot){at.tier, (uint32_t)at.index, turned};
}

ZM_KERNEL uint64_t turn_if(const zm_variant *v, const zm_hunt *h, bool turned, uint64_t squares)
{
    return turned && squares ? h->image(v, squares) : squares;
}

ZM_KERNEL const zm_decided *decided_at(const zm_decisions *d, uint32_t n)
{
    uint64_t entry;
    return zm_marked(d->mark, n, &entry) ? &d->entry[entry] : NULL;
}

/* The squares from which a piece at `over` can be jumped over: the ends of a line through it, when both are free. */
ZM_KERNEL uint64_t jumps_over(const zm_chase *c, uint64_t many, unsigned over)
{
    uint64_t from = 0;
    for (unsigned i = 0; i < ZM_CHASE_LINES; i++)
        from |= c->line[over][i] & many ? 0 : c->line[over][i];
    return from;
}

/* What `squares` has at the far ends of jumps over that piece, seen from where they come. */
ZM_KERNEL uint64_t before_jumps(const zm_chase *c, unsigned over, uint64_t from, uint64_t squares)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < ZM_CHASE_LINES; i++) {
        const uint64_t line = c->line[over][i] & from, there = line & squares;
        seen |= there == line ? line : there ? line ^ there : 0;
    }
    return seen;
}

ZM_KERNEL void mark_dirty(zm_chase_work *w, uint32_t n) { w->dirty[n / 64] |= zm_bit(n % 64); }

/* ---- is anything decided there? ----
 * Mostly not, so that is asked first, by the number of the placement in its tier. It differs from this one's in a band or
 * two; which tier a step or a capture leads to is found out once. */
typedef struct zm_numbers {
    uint32_t band[ZM_HUNT_BANDS]; /* of the sets of this placement */
} zm_numbers;

ZM_KERNEL uint32_t number_in(const zm_chase *c, uint64_t many, unsigned band)
{
    return c->number[band][many >> c->first_of[band] & c->sets_of[band]];
}

ZM_KERNEL void number_next(const zm_chase *c, const zm_numbers *here, zm_chase_next *next)
{
    next->number = 0;
    for (unsigned b = 0; b < c->bands; b++)
        next->number += (uint64_t)here->band[b] * next->stride[b];
}

ZM_KERNEL void number_bands(const zm_chase *c, zm_chase_work *w, uint64_t many, zm_numbers *here)
{
    for (unsigned b = 0; b < c->bands; b++)
        here->band[b] = number_in(c, many, b);
    for (unsigned i = 0; i < w->nexts; i++)
        number_next(c, here, &w->next[i]);
}

static __attribute__((noinline)) void find_next(const zm_chase *c, zm_chase_work *w, const zm_numbers *here,
                                                uint64_t after, uint8_t *which)
{
    const zm_hunt *h = KERNEL_RULES(c->variant)->hunt;
    const uint32_t tier = spot_of(c->variant, h, after).tier;
    unsigned i = 0;
    while (i < w->nexts && w->next[i].tier != tier)
        i++;
    *which = (uint8_t)i;
    if (i < w->nexts)
        return;
    w->nexts++;
    w->next[i].tier = tier;
    for (unsigned b = 0; b < c->bands; b++)
        w->next[i].stride[b] = h->stride(c->variant, tier, b);
    number_next(c, here, &w->next[i]);
}

ZM_KERNEL bool any_there(const zm_chase *c, const zm_decisions *d, const zm_chase_next *next, const zm_numbers *here,
                         uint64_t after, unsigned one, unsigned other)
{
    if (!d->some)
        return false;
    uint64_t n = next->number + (uint64_t)(number_in(c, after, one) - (uint64_t)here->band[one]) * next->stride[one];
    if (other != one)
        n += (uint64_t)(number_in(c, after, other) - (uint64_t)here->band[other]) * next->stride[other];
    return d->some[n / 64] >> (n % 64) & 1;
}

/* ---- who wins: sets of squares, growing to a fixpoint ---- */
ZM_KERNEL void won_ahead(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, const zm_numbers *here,
                         zm_chase_place *p)
{
    const zm_variant *v = c->variant;
    p->outside = (zm_won){~(uint64_t)0, 0};
    for (uint64_t rest = p->many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = c->ahead[from] & ~p->many; to; to &= to - 1) {
            const unsigned square = zm_lowest(to);
            const uint64_t step = zm_bit(square), after = p->many ^ zm_bit(from) ^ step;
            uint8_t *which = &w->step[from][square];
            if (*which == ZM_CHASE_UNKNOWN)
                find_next(c, w, here, after, which);
            const zm_chase_next *next = &w->next[*which];
            const zm_decisions *a = &c->lone[next->tier];
            w->visits++;
            if (!any_there(c, a, next, here, after, c->band_of[from], c->band_of[square])) {
                p->outside.lone &= step;
                continue;
            }
            const zm_spot at = spot_of(v, h, after);
            const zm_won won = decided_at(a, at.n)->won;
            p->outside.lone &= turn_if(v, h, at.turned, won.lone) | step;
            p->outside.many |= turn_if(v, h, at.turned, won.many);
        }
    }
}

ZM_KERNEL void won_jumping(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, const zm_numbers *here,
                           zm_chase_place *p)
{
    const zm_variant *v = c->variant;
    p->wins = p->holds = 0;
    for (uint64_t rest = p->many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        const uint64_t from = jumps_over(c, p->many, over), after = p->many ^ zm_bit(over);
        if (!from)
            continue;
        if (w->take[over] == ZM_CHASE_UNKNOWN)
            find_next(c, w, here, after, &w->take[over]);
        const zm_chase_next *next = &w->next[w->take[over]];
        const zm_decisions *l = &c->landed[next->tier];
        const bool few = h->few(v, next->tier);
        w->visits++;
        p->wins |= few ? from : 0;
        if (few || !any_there(c, l, next, here, after, c->band_of[over], c->band_of[over])) {
            p->holds |= from;
            continue;
        }
        const zm_spot at = spot_of(v, h, after);
        const zm_won won = decided_at(l, at.n)->won;
        p->wins |= before_jumps(c, over, from, turn_if(v, h, at.turned, won.lone));
        p->holds |= before_jumps(c, over, from, ~turn_if(v, h, at.turned, won.many));
    }
}

/* The steps to the side: where they lead. */
ZM_KERNEL unsigned neighbours(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, uint64_t many, zm_spot *at,
                              uint64_t *step)
{
    unsigned n = 0;
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = c->aside[from] & ~many; to; to &= to - 1) {
            step[n] = to & (0 - to);
            at[n] = spot_of(c->variant, h, many ^ zm_bit(from) ^ step[n]);
            n++;
        }
    }
    w->visits += n;
    return n;
}

/* What is won with the lone piece to move, from what is with the many to move. */
ZM_KERNEL zm_won lone_wins(const zm_chase *c, const zm_hunt *h, const zm_chase_place *p)
{
    const zm_variant *v = c->variant;
    const uint64_t free = c->board & ~p->many, out = free & ~p->moves.many;
    return (zm_won){((p->moves.lone ? h->steps(v, p->moves.lone) : 0) | p->wins) & free,
                    free & ~h->steps(v, out) & ~p->holds};
}

/* Only where every step ahead loses it matters to the many what else does. */
ZM_KERNEL bool may_lose(const zm_chase *c, const zm_chase_work *w, uint32_t n)
{
    return w->place[n].outside.lone & c->board & ~w->place[n].many;
}

/* Looks at a placement again, and has its neighbours looked at when something more has been won. */
ZM_KERNEL void won_again(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, uint32_t n)
{
    const zm_variant *v = c->variant;
    zm_chase_place *p = &w->place[n];
    zm_spot at[ZM_HUNT_MOVES];
    uint64_t step[ZM_HUNT_MOVES];
    const unsigned count = neighbours(c, h, w, p->many, at, step);
    zm_won b = p->outside;
    for (unsigned i = 0; i < count; i++) {
        const zm_won a = w->lone[at[i].n];
        b.lone &= turn_if(v, h, at[i].turned, a.lone) | step[i];
        b.many |= turn_if(v, h, at[i].turned, a.many);
    }
    b.lone &= c->board & ~p->many; /* where the piece came from the lone one cannot have been */
    b.many &= ~p->many;
    if (b.lone == p->moves.lone && b.many == p->moves.many)
        return;
    p->moves = b;
    const zm_won a = lone_wins(c, h, p);
    if (a.lone == w->lone[n].lone && a.many == w->lone[n].many)
        return;
    const bool many = a.many != w->lone[n].many;
    w->lone[n] = a;
    for (unsigned i = 0; i < count; i++)
        if (many || may_lose(c, w, at[i].n))
            mark_dirty(w, at[i].n);
}

/* Before anything to the side is known. What the many have won already is news to the neighbours. */
ZM_KERNEL void won_first(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, uint32_t n)
{
    zm_chase_place *p = &w->place[n];
    zm_numbers here;
    p->many = h->many(c->variant, w->tier, n);
    number_bands(c, w, p->many, &here);
    won_ahead(c, h, w, &here, p);
    won_jumping(c, h, w, &here, p);
    p->moves = (zm_won){0, p->outside.many & ~p->many};
    w->lone[n] = lone_wins(c, h, p);
    if (may_lose(c, w, n))
        mark_dirty(w, n);
    if (!w->lone[n].many)
        return;
    zm_spot at[ZM_HUNT_MOVES];
    uint64_t step[ZM_HUNT_MOVES];
    const unsigned count = neighbours(c, h, w, p->many, at, step);
    for (unsigned i = 0; i < count; i++)
        mark_dirty(w, at[i].n);
}

/* Does `look` for everything that is dirty, in ascending order, until nothing is. */
#define WHILE_DIRTY(w, n, look)                                                           \
    for (bool again_ = true; again_;) {                                                   \
        again_ = false;                                                                   \
        for (uint64_t word_ = 0; word_ < ((w)->count + 63) / 64; word_++)                 \
            while ((w)->dirty[word_]) {                                                   \
                const uint32_t n = (uint32_t)(64 * word_ + zm_lowest((w)->dirty[word_])); \
                (w)->dirty[word_] &= (w)->dirty[word_] - 1;                               \
                again_ = true;                                                            \
                look;                                                                     \
            }                                                                             \
    }

static void chase_words(const zm_chase *c, zm_chase_work *w)
{
    const zm_hunt *h = KERNEL_RULES(c->variant)->hunt;
    if (!h || !h->forth)
        return;
    for (uint32_t n = 0; n < w->count; n++)
        won_first(c, h, w, n);
    WHILE_DIRTY(w, n, won_again(c, h, w, n))
}

/* ---- how far: numbers for what is decided, shrinking to a fixpoint ----
 * A distance that is not known yet counts as a draw, which is later than any; known ones are never too small. The equations
 * have one solution: along best play distances fall by one, so a finite one is a real win, and no real win is missed. */
enum { NO_JUMP = 0xFFFF }; /* later than any; a jump is never worth that */

/* Calls for each value of an entry: square, value. */
#define EACH_VALUE(set, values, s, value, what)                  \
    do {                                                         \
        uint64_t rest_ = (set);                                  \
        for (const zm_value *next_ = (values); rest_; next_++) { \
            const unsigned s = zm_take_lowest(&rest_);           \
            const zm_value value = *next_;                       \
            what;                                                \
        }                                                        \
    } while (0)

ZM_KERNEL uint64_t decided_squares(const zm_decided *d) { return d->won.lone | d->won.many; }

ZM_KERNEL void take_better(zm_value *best, zm_value after)
{
    const zm_value value = zm_before_move(after, true);
    *best = value > *best ? value : *best;
}

/* best[s] becomes the best of the steps ahead, on the squares of `set`. */
ZM_KERNEL void far_ahead(const zm_chase *c, const zm_hunt *h, const zm_chase_place *p, uint64_t set, zm_value *best)
{
    for (uint64_t rest = p->many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = c->ahead[from] & ~p->many; to; to &= to - 1) {
            const zm_spot at = spot_of(c->variant, h, p->many ^ zm_bit(from) ^ (to & (0 - to)));
            const zm_decisions *a = &c->lone[at.tier];
            const zm_decided *d = decided_at(a, at.n);
            if (d)
                EACH_VALUE(decided_squares(d), a->value + d->first, s, value, {
                    const unsigned t = at.turned ? c->image[s] : s;
                    if (set >> t & 1)
                        take_better(&best[t], value);
                });
        }
    }
}

/* best[s] becomes the best of the jumps from there (the worst for the many), on the squares of `set`. */
ZM_KERNEL void far_jumps(const zm_chase *c, const zm_hunt *h, uint64_t many, uint64_t set, zm_value *best)
{
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        const uint64_t from = jumps_over(c, many, over) & set;
        if (!from)
            continue;
        const zm_spot at = spot_of(c->variant, h, many ^ zm_bit(over));
        const bool few = h->few(c->variant, at.tier);
        const zm_decisions *landed = &c->landed[at.tier];
        const zm_decided *d = few ? NULL : decided_at(landed, at.n);
        for (uint64_t each = from; each;) {
            const unsigned s = zm_take_lowest(&each), end = c->land[s][over], to = at.turned ? c->image[end] : end;
            zm_value value = few ? zm_loss_in(0) : (zm_value)ZM_DRAWN;
            if (d && decided_squares(d) >> to & 1)
                value = landed->value[d->first + zm_count_bits(decided_squares(d) & zm_low_bits(to))];
            best[s] = value < best[s] ? value : best[s];
        }
    }
}

ZM_KERNEL void put_values(uint64_t set, const zm_value *row, zm_value *values)
{
    while (set)
        *values++ = row[zm_take_lowest(&set)];
}

/* What lies outside the tier, once. V gets its jumps, for now. */
ZM_KERNEL void far_first(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, uint32_t n)
{
    const zm_chase_place *p = &w->place[n];
    zm_decisions *a = &c->lone[w->tier], *b = &c->many[w->tier], *l = &c->landed[w->tier];
    const zm_decided *da = decided_at(a, n), *db = decided_at(b, n), *dl = decided_at(l, n);
    const uint64_t sa = da ? decided_squares(da) : 0, sb = db ? decided_squares(db) : 0,
                   sl = dl ? decided_squares(dl) : 0;
    zm_value row[ZM_HUNT_SQUARES];
    if (sa | sl) {
        for (unsigned s = 0; s < c->squares; s++)
            row[s] = NO_JUMP;
        far_jumps(c, h, p->many, c->chains ? sa | sl : sa, row);
        if (da)
            put_values(sa, row, w->jump + da->first);
        for (unsigned s = 0; !c->chains && s < c->squares; s++)
            row[s] = NO_JUMP;
        if (dl)
            put_values(sl, row, l->value + dl->first);
    }
    if (sb) {
        for (unsigned s = 0; s < c->squares; s++)
            row[s] = db->won.lone >> s & 1 ? zm_loss_in(0) : (zm_value)ZM_DRAWN;
        far_ahead(c, h, p, sb, row);
        put_values(sb, row, w->outside + db->first);
    }
    if (sa | sb)
        mark_dirty(w, n);
    if (da)
        for (unsigned i = 0; i < zm_count_bits(sa); i++)
            a->value[da->first + i] = ZM_DRAWN;
}

/* B and A of a placement from what its neighbours have now. */
ZM_KERNEL void far_again(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, uint32_t n)
{
    const zm_chase_place *p = &w->place[n];
    zm_decisions *a = &c->lone[w->tier], *b = &c->many[w->tier];
    const zm_decided *da = decided_at(a, n), *db = decided_at(b, n);
    const uint64_t free = c->board & ~p->many;
    zm_spot at[ZM_HUNT_MOVES];
    uint64_t step[ZM_HUNT_MOVES];
    zm_value row[ZM_HUNT_SQUARES];
    const unsigned count = neighbours(c, h, w, p->many, at, step);
    for (unsigned s = 0; s < c->squares; s++)
        row[s] = ZM_DRAWN;
    if (db) {
        const uint64_t set = decided_squares(db);
        EACH_VALUE(set, w->outside + db->first, s, value, row[s] = value);
        for (unsigned i = 0; i < count; i++) {
            const zm_decided *d = decided_at(a, at[i].n);
            if (d)
                EACH_VALUE(decided_squares(d), a->value + d->first, s, value, {
                    const unsigned t = at[i].turned ? c->image[s] : s;
                    if (set >> t & 1)
                        take_better(&row[t], value);
                });
        }
        put_values(set, row, b->value + db->first);
    }
    if (!da)
        return;
    bool changed = false;
    uint64_t set = decided_squares(da);
    for (zm_value *value = a->value + da->first, *jump = w->jump + da->first; set; value++, jump++) {
        const unsigned s = zm_take_lowest(&set);
        zm_value least = *jump;
        for (uint64_t to = c->near[s] & free; to;) {
            const zm_value there = row[zm_take_lowest(&to)];
            least = there < least ? there : least;
        }
        const zm_value now = least == NO_JUMP ? zm_loss_in(0) : zm_before_move(least, true);
        changed |= now != *value;
        *value = now;
    }
    for (unsigned i = 0; changed && i < count; i++)
        if (decided_at(b, at[i].n))
            mark_dirty(w, at[i].n);
}

/* V: what B has and the jumps that go on from there. */
ZM_KERNEL void far_landed(const zm_chase *c, const zm_chase_work *w, uint32_t n)
{
    const zm_decisions *b = &c->many[w->tier], *l = &c->landed[w->tier];
    const zm_decided *db = decided_at(b, n), *dl = decided_at(l, n);
    zm_value row[ZM_HUNT_SQUARES];
    if (!dl)
        return;
    for (unsigned s = 0; s < c->squares; s++)
        row[s] = ZM_DRAWN;
    if (db)
        EACH_VALUE(decided_squares(db), b->value + db->first, s, value, row[s] = value);
    uint64_t set = decided_squares(dl);
    for (zm_value *value = l->value + dl->first; set; value++) {
        const zm_value stop = row[zm_take_lowest(&set)];
        *value = stop < *value ? stop : *value;
    }
}

static void chase_values(const zm_chase *c, zm_chase_work *w)
{
    const zm_hunt *h = KERNEL_RULES(c->variant)->hunt;
    if (!h || !h->forth)
        return;
    for (uint32_t n = 0; n < w->count; n++)
        far_first(c, h, w, n);
    WHILE_DIRTY(w, n, far_again(c, h, w, n))
    for (uint32_t n = 0; n < w->count; n++)
        far_landed(c, w, n);
}

/* From a tier whose A and B are known (from disk) to its V: which squares, then how far. */
static void chase_landings(const zm_chase *c, zm_chase_work *w)
{
    const zm_hunt *h = KERNEL_RULES(c->variant)->hunt;
    for (uint32_t n = 0; h && h->forth && n < w->count; n++) {
        zm_chase_place *p = &w->place[n];
        const zm_decided *b = decided_at(&c->many[w->tier], n);
        zm_numbers here;
        p->many = h->many(c->variant, w->tier, n);
        number_bands(c, w, p->many, &here);
        won_jumping(c, h, w, &here, p);
        p->moves = b ? b->won : (zm_won){0, 0};
    }
}

static void chase_landing_values(const zm_chase *c, zm_chase_work *w)
{
    const zm_hunt *h = KERNEL_RULES(c->variant)->hunt;
    for (uint32_t n = 0; h && h->forth && n < w->count; n++) {
        const zm_decisions *l = &c->landed[w->tier];
        const zm_decided *d = decided_at(l, n);
        zm_value row[ZM_HUNT_SQUARES];
        if (!d)
            continue;
        for (unsigned s = 0; s < c->squares; s++)
            row[s] = NO_JUMP;
        if (c->chains)
            far_jumps(c, h, w->place[n].many, decided_squares(d), row);
        put_values(decided_squares(d), row, l->value + d->first);
        far_landed(c, w, n);
    }
}

/* ---- which states play reaches: drawn from where it can come from, until every free square is reached ---- */
ZM_KERNEL zm_visited visited_at(const zm_chase *c, const zm_hunt *h, zm_spot at, uint64_t many)
{
    return zm_visited_at(&c->visits[at.tier], at.n, c->board & ~turn_if(c->variant, h, at.turned, many));
}

/* From placements in other tiers, by a step of the many. */
ZM_KERNEL uint64_t came_ahead(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, uint64_t many, uint64_t free)
{
    const zm_variant *v = c->variant;
    uint64_t reached = 0;
    for (uint64_t rest = many; rest && reached != free;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = c->behind[to] & ~many; from && reached != free; from &= from - 1) {
            const uint64_t before = many ^ zm_bit(to) ^ (from & (0 - from));
            const zm_spot at = spot_of(v, h, before);
            w->visits++;
            reached |= turn_if(v, h, at.turned, visited_at(c, h, at, before).many) & free;
        }
    }
    return reached;
}

/* By a jump that took a piece from an empty square. */
ZM_KERNEL uint64_t came_jumping(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, uint64_t many, uint64_t free)
{
    const zm_variant *v = c->variant;
    uint64_t reached = 0;
    if (zm_count_bits(many) >= c->most)
        return 0;
    for (uint64_t rest = free; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        const uint64_t before = many | zm_bit(over), from = jumps_over(c, before, over);
        if (!from)
            continue;
        const zm_spot at = spot_of(v, h, before);
        const zm_visited seen = visited_at(c, h, at, before);
        const uint64_t stood = turn_if(v, h, at.turned, seen.lone | (c->chains ? seen.landed : 0)) & from;
        w->visits++;
        reached |= before_jumps(c, over, from, stood);
    }
    return reached;
}

ZM_KERNEL void reach_first(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, uint32_t n)
{
    const zm_variant *v = c->variant;
    const uint64_t many = h->many(v, w->tier, n), free = c->board & ~many;
    const bool few = h->few(v, w->tier), own = h->image(v, many) == many;
    zm_visited r = {0, 0, 0};
    if (!few)
        r.lone = came_ahead(c, h, w, many, free);
    if (w->tier == c->start.tier && n == c->start.index)
        r.many = c->start_bit;
    r.many |= h->steps(v, r.lone) & free;
    if (r.lone != free || r.many != free) {
        r.landed = came_jumping(c, h, w, many, free);
        r.many |= r.landed;
        if (own) {
            r.many |= h->image(v, r.many);
            r.lone |= h->image(v, r.lone);
            r.landed |= h->image(v, r.landed);
        }
        if (few)
            r.lone = free; /* nobody asks; and full is what costs nothing */
        if (!few && r.lone != free)
            mark_dirty(w, n);
    }
    w->visited[n] = r;
}

ZM_KERNEL void reach_again(const zm_chase *c, const zm_hunt *h, zm_chase_work *w, uint32_t n)
{
    const zm_variant *v = c->variant;
    const uint64_t many = h->many(v, w->tier, n), free = c->board & ~many;
    zm_visited *r = &w->visited[n];
    zm_spot at[ZM_HUNT_MOVES];
    uint64_t step[ZM_HUNT_MOVES];
    const unsigned count = neighbours(c, h, w, many, at, step);
    uint64_t lone = r->lone;
    for (unsigned i = 0; i < count; i++)
        lone |= turn_if(v, h, at[i].turned, w->visited[at[i].n].many) & free;
    if (h->image(v, many) == many)
        lone |= h->image(v, lone);
    if (lone == r->lone)
        return;
    r->lone = lone;
    const uint64_t now = r->many | (h->steps(v, lone) & free);
    if (now == r->many)
        return;
    r->many = now;
    for (unsigned i = 0; i < count; i++)
        if (w->visited[at[i].n].lone != (c->board & ~h->many(v, w->tier, at[i].n)))
            mark_dirty(w, at[i].n);
}

static void chase_reach(const zm_chase *c, zm_chase_work *w)
{
    const zm_hunt *h = KERNEL_RULES(c->variant)->hunt;
    if (!h || !h->forth)
        return;
    for (uint32_t n = 0; n < w->count; n++)
        reach_first(c, h, w, n);
    WHILE_DIRTY(w, n, reach_again(c, h, w, n))
}
