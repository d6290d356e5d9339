/* lead.h: where the states of a row lead (zermelo/rows.h), in tiers of setting down and of moving; part of rows.h.
 *
 * Where the second side moves, its men after that are another column of the same row, unless a man is taken. Where the
 * first side does, each of its moves is a way to another row, the same for all columns. */
#ifndef ZM_GAMES_NINE_MENS_MORRIS_LEAD_H
#define ZM_GAMES_NINE_MENS_MORRIS_LEAD_H

typedef struct mill_lead { /* some columns of a row, and who is told where they lead */
    const zm_variant *v;
    mill_row row;
    unsigned count;
    uint32_t second[MILL_BATCH], takeable[MILL_BATCH]; /* by column; takeable where the first side moves */
    zm_visit_leaving *visit;
    void *arg;
} mill_lead;

/* A side's men after each of its moves: those that close no mill, and those that do. */
typedef struct mill_moved {
    unsigned quiets, closings;
    uint32_t quiet[MILL_STEPS], closing[MILL_STEPS];
} mill_moved;

ZM_INLINE void mill_fly(const mill_data *d, uint32_t men, uint32_t empty, mill_moved *out)
{
    out->quiets = out->closings = 0;
    for (uint64_t from = men; from; from &= from - 1) {
        const uint32_t others = men ^ (uint32_t)(from & (0 - from)), closing = mill_closing(d, others) & empty;
        out->quiets += mill_sets_with(others, empty & ~closing, out->quiet + out->quiets);
        out->closings += mill_sets_with(others, closing, out->closing + out->closings);
    }
}

ZM_ALWAYS_INLINE void mill_step(const mill_data *d, uint32_t men, uint32_t empty, mill_moved *out)
{
    mill_steps steps = mill_steps_of(d, empty, men);
    const mill_steps closing = mill_closing_steps(d, men, steps);
    steps.ring &= ~closing.ring;
    steps.more &= ~closing.more;
    out->quiets = mill_sets_after(d, men, steps, out->quiet);
    out->closings = mill_sets_after(d, men, closing, out->closing);
}

/* ---- the first side moves ---- */
ZM_ALWAYS_INLINE void mill_lead_first(const mill_lead *l, uint32_t after, bool closes, mill_side first)
{
    const mill_data *d = l->row.d;
    mill_side second = l->row.other;
    second.men -= closes;
    const mill_landing to = mill_landing_of(d, after & ~l->row.first, after, true, first, second);
    for (unsigned i = 0; i < l->count; i++)
        if (l->second[i] & to.point)
            continue;
        else if (closes)
            mill_take_all(d, &to, i, l->second[i], l->takeable[i], l->visit, l->arg);
        else
            mill_land(d, &to, i, l->second[i], l->visit, l->arg);
}

/* Both have as many men: the second side, whose turn it is then, becomes the first. */
ZM_ALWAYS_INLINE void mill_lead_turned(const mill_lead *l, const mill_moved *moved)
{
    const mill_row *r = &l->row;
    for (unsigned i = 0; i < l->count; i++) {
        const mill_landing to = mill_landing_of(r->d, 0, l->second[i], false, r->other, r->mover);
        for (unsigned k = 0; k < moved->quiets; k++)
            if (!(moved->quiet[k] & l->second[i]))
                mill_land(r->d, &to, i, moved->quiet[k], l->visit, l->arg);
    }
}

ZM_ALWAYS_INLINE void mill_lead_firsts(const mill_lead *l)
{
    const mill_row *r = &l->row;
    const mill_data *d = r->d;
    const bool any = r->other.men > 0; /* to be taken */
    const mill_side set = {(uint8_t)(r->mover.hand - 1), (uint8_t)(r->mover.men + 1)};
    const uint32_t closing = mill_closing(d, r->first);
    for (uint64_t rest = r->mover.hand ? r->free : 0; rest; rest &= rest - 1) {
        const uint32_t to = (uint32_t)(rest & (0 - rest));
        mill_lead_first(l, r->first | to, any && closing & to, set);
    }
    if (r->mover.hand && !d->moves_early)
        return;
    mill_moved moved;
    if (mill_flies(d, r->first, r->mover.hand))
        mill_fly(d, r->first, r->free, &moved);
    else
        mill_step(d, r->first, r->free, &moved);
    if (r->mover.men == r->other.men)
        mill_lead_turned(l, &moved);
    else
        for (unsigned k = 0; k < moved.quiets; k++)
            mill_lead_first(l, moved.quiet[k], false, r->mover);
    for (unsigned k = 0; k < moved.closings; k++)
        mill_lead_first(l, moved.closing[k], any, r->mover);
}

/* ---- the second side moves ---- */
typedef struct mill_captures { /* what it may take: the rows that leads to */
    uint32_t first[MILL_MEN];  /* the first side's men then */
    mill_landing to[MILL_MEN];
    unsigned count;
    bool turned; /* the first side becomes the second: no rows */
    mill_side first_side, second_side;
} mill_captures;

ZM_INLINE void mill_find_captures(const mill_row *r, mill_side second, mill_captures *c)
{
    c->count = 0;
    c->first_side = r->other;
    c->first_side.men--;
    c->second_side = second;
    c->turned = c->first_side.men < second.men;
    for (uint64_t rest = mill_takeable(r->d, r->first); rest; rest &= rest - 1) {
        c->first[c->count] = r->first ^ (uint32_t)(rest & (0 - rest));
        if (!c->turned)
            c->to[c->count] = mill_landing_of(r->d, 0, c->first[c->count], false, c->first_side, second);
        c->count++;
    }
}

ZM_ALWAYS_INLINE void mill_lead_taking(const mill_lead *l, const mill_captures *c, unsigned i, uint32_t second)
{
    for (unsigned k = 0; k < c->count; k++)
        if (!c->turned) {
            mill_land(l->row.d, &c->to[k], i, second, l->visit, l->arg);
        } else {
            const zm_pos p = mill_position(c->first[k], second, c->first_side.hand, c->second_side.hand, 0);
            l->visit(l->arg, i, mill_rank(l->v, mill_fingerprint(l->v, p)));
        }
}

/* `to`: the row itself, when the second side has moved. Without symmetries of the row nothing is turned. */
ZM_ALWAYS_INLINE void mill_lead_quiet(const mill_lead *l, const mill_landing *to, unsigned i, uint32_t second)
{
    if (to->way.count > 1)
        mill_land(l->row.d, to, i, second, l->visit, l->arg);
    else
        l->visit(l->arg, i, (zm_place){to->tier, to->begin + mill_column_in(l->row.d, l->row.free, second)});
}

ZM_ALWAYS_INLINE void mill_lead_set(const mill_lead *l)
{
    const mill_row *r = &l->row;
    const mill_side set = {(uint8_t)(r->mover.hand - 1), (uint8_t)(r->mover.men + 1)};
    const mill_landing quiet = mill_landing_of(r->d, 0, r->first, false, r->other, set);
    mill_captures captures;
    mill_find_captures(r, set, &captures);
    for (unsigned i = 0; i < l->count; i++) {
        const uint32_t second = l->second[i], empty = r->free & ~second, closing = mill_closing(r->d, second) & empty;
        for (uint64_t rest = empty & ~closing; rest; rest &= rest - 1)
            mill_lead_quiet(l, &quiet, i, second | (uint32_t)(rest & (0 - rest)));
        for (uint64_t rest = closing; rest; rest &= rest - 1)
            mill_lead_taking(l, &captures, i, second | (uint32_t)(rest & (0 - rest)));
    }
}

ZM_ALWAYS_INLINE void mill_lead_moved(const mill_lead *l)
{
    const mill_row *r = &l->row;
    const mill_data *d = r->d;
    const mill_landing quiet = mill_landing_of(d, 0, r->first, false, r->other, r->mover);
    const bool flies = d->flying && !r->mover.hand && r->mover.men == MILL_FEWEST;
    mill_moved moved;
    mill_captures captures;
    mill_find_captures(r, r->mover, &captures);
    for (unsigned i = 0; i < l->count; i++) {
        const uint32_t second = l->second[i];
        if (flies)
            mill_fly(d, second, r->free & ~second, &moved);
        else
            mill_step(d, second, r->free & ~second, &moved);
        for (unsigned k = 0; k < moved.quiets; k++)
            mill_lead_quiet(l, &quiet, i, moved.quiet[k]);
        for (unsigned k = 0; k < moved.closings; k++)
            mill_lead_taking(l, &captures, i, moved.closing[k]);
    }
}

/* Not where the game is over, and where a mill may be closed for nothing. */
ZM_INLINE bool mill_can_lead(const mill_row *r)
{
    return !r->d->spares && r->mover.men + r->mover.hand >= MILL_FEWEST &&
           (uint32_t)r->mover.men + r->other.men < r->d->points;
}

ZM_ALWAYS_INLINE bool mill_rows_lead(const zm_variant *v, uint32_t tier, uint64_t row, const uint32_t *columns,
                                     unsigned count, zm_visit_leaving *visit, void *arg)
{
    mill_lead l = {.v = v, .row = mill_row_of(mill_of(v), tier, row), .count = count, .visit = visit, .arg = arg};
    if (!mill_can_lead(&l.row))
        return false;
    for (unsigned i = 0; i < count; i++)
        l.second[i] = mill_second(&l.row, columns[i]);
    if (l.row.first_moves) {
        for (unsigned i = 0; i < count; i++)
            l.takeable[i] = mill_takeable(l.row.d, l.second[i]);
        mill_lead_firsts(&l);
        return true;
    }
    if (l.row.mover.hand)
        mill_lead_set(&l);
    if (!l.row.mover.hand || l.row.d->moves_early)
        mill_lead_moved(&l);
    return true;
}

#endif
