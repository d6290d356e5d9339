/* rows.h: the moves of a whole row of places (zermelo/rows.h): the first side's men are the row, the second's the
 * columns.
 *
 * Where the first side has moved, its men before are brought to their representative once for all columns: the `way` to
 * another row. What is left for each column are three look-ups for its image, an extraction of bits and two look-ups
 * for its number. Steps are bits of a word, found for all men at once, so that one loop goes over them. */
#ifndef ZM_GAMES_NINE_MENS_MORRIS_ROWS_H
#define ZM_GAMES_NINE_MENS_MORRIS_ROWS_H

#include <zermelo/rows.h>

enum {
    MILL_BATCH = ZM_LEAD_COLUMNS, /* columns that are worked on at once */
    MILL_MOST_CLOSED = 64,        /* mills that one position's moves can close, more than there are */
    MILL_CLOSED = 8 * MILL_BATCH  /* mills that some columns close */
};

/* ---- steps as bits ----
 * Of every step from a source to a target, numbered by d->step:
 *     ring  0 to 23   to this point of a ring from the next      24 to 31   inward, to this one of d->spokes
 *          32 to 55   to this point of a ring from the last      56 to 63   outward, from this one of d->spokes
 *     more  0 to 15   as 24 to 31 and 56 to 63, d->more_spokes   16 to 31   to the centre from the hub, to the hub from the centre
 * With targets empty and sources men that is how men move; the other way round, how they have moved. */
typedef struct mill_steps {
    uint64_t ring, more;
} mill_steps;

ZM_INLINE uint64_t mill_more_steps(const mill_data *d, uint32_t targets, uint32_t sources)
{
    const uint32_t t = targets & d->rings, s = sources & d->rings;
    return zm_extract(t & s << 8, d->more_spokes) | zm_extract(t & s >> 8, d->more_spokes >> 8) << 8 |
           (targets & d->centre ? zm_extract(sources, d->hub) << 16 : 0) |
           (sources & d->centre ? zm_extract(targets, d->hub) << 24 : 0);
}

ZM_ALWAYS_INLINE mill_steps mill_steps_of(const mill_data *d, uint32_t targets, uint32_t sources)
{
    const uint32_t t = targets & d->rings, s = sources & d->rings;
    mill_steps w = {(t & mill_ahead1(s)) | (uint64_t)(t & mill_back1(s)) << 32 |
                        zm_extract(t & s << 8, d->spokes) << 24 | zm_extract(t & s >> 8, d->spokes >> 8) << 56,
                    0};
    if (d->more_spokes | d->centre)
        w.more = mill_more_steps(d, targets, sources);
    return w;
}

/* Of these steps of men those that close a mill, tried one by one. */
ZM_INLINE uint64_t mill_try_closing(const mill_data *d, uint32_t men, uint64_t steps, unsigned first)
{
    uint64_t closing = 0;
    for (uint64_t rest = steps; rest; rest &= rest - 1) {
        const unsigned n = first + zm_lowest(rest);
        if (mill_closing(d, men & ~d->step[n]) & d->step_to[n])
            closing |= rest & (0 - rest);
    }
    return closing;
}

/* The same: a step along a line closes no mill of that line, because it comes from there. */
ZM_ALWAYS_INLINE mill_steps mill_closing_steps(const mill_data *d, uint32_t men, mill_steps steps)
{
    if (d->lines) {
        const mill_steps tried = {mill_try_closing(d, men, steps.ring, 0), mill_try_closing(d, men, steps.more, 64)};
        return tried;
    }
    const uint32_t next = mill_ahead1(men), last = mill_back1(men);
    const uint32_t ahead = next & mill_ahead2(men) & MILL_CORNERS, back = last & mill_back2(men) & MILL_CORNERS;
    const uint32_t across = mill_inward1(men) & mill_inward2(men) & d->across;
    const uint32_t side = ahead | back | (next & last & ~MILL_CORNERS);
    const uint64_t ring = (back | across) | (uint64_t)(ahead | across) << 32 | zm_extract(side, d->spokes) << 24 |
                          zm_extract(side, d->spokes >> 8) << 56;
    mill_steps w = {steps.ring & ring, 0};
    if (steps.more)
        w.more = steps.more & (zm_extract(side, d->more_spokes) | zm_extract(side, d->more_spokes >> 8) << 8);
    return w;
}

/* The sets of men after each step. */
ZM_INLINE unsigned mill_sets_after(const mill_data *d, uint32_t men, mill_steps steps, uint32_t *out)
{
    unsigned n = 0;
    for (uint64_t rest = steps.ring; rest;)
        out[n++] = men ^ d->step[zm_take_lowest(&rest)];
    for (uint64_t rest = steps.more; rest;)
        out[n++] = men ^ d->step[64 + zm_take_lowest(&rest)];
    return n;
}

/* A set with one of these points more. */
ZM_INLINE unsigned mill_sets_with(uint32_t set, uint32_t points, uint32_t *out)
{
    unsigned n = 0;
    for (uint64_t rest = points; rest; rest &= rest - 1)
        out[n++] = set | (uint32_t)(rest & (0 - rest));
    return n;
}

/* As mill_sets_after, when some men of the set fly to empty points. */
ZM_INLINE unsigned mill_sets_flown(uint32_t set, uint32_t men, uint32_t empty, uint32_t *out)
{
    unsigned n = 0;
    for (uint64_t from = men; from; from &= from - 1)
        n += mill_sets_with(set ^ (uint32_t)(from & (0 - from)), empty, out + n);
    return n;
}

/* ---- rows ---- */
typedef struct mill_span {
    const mill_data *d;
    const mill_tier *t;
    uint32_t first, free; /* the first side's men; the points they leave */
    unsigned men, others; /* how many the first side has, and the second */
    bool flies, others_fly;
    const uint32_t *subset; /* by column, of the free points */
} mill_span;

ZM_INLINE mill_span mill_span_of(const zm_variant *v, uint32_t tier, uint32_t row)
{
    const mill_data *d = mill_of(v);
    const mill_tier *t = &d->tier[tier];
    mill_span r = {.d = d, .t = t};
    r.men = t->mover.men >= t->other.men ? t->mover.men : t->other.men;
    r.others = t->mover.men + t->other.men - r.men;
    r.first = d->set[d->first_set[r.men] + row];
    r.free = d->board & ~r.first;
    r.flies = d->flying && r.men == MILL_FEWEST;
    r.others_fly = d->flying && r.others == MILL_FEWEST;
    r.subset = d->subset + d->first_subset[r.others];
    return r;
}

ZM_ALWAYS_INLINE uint32_t mill_span_second(const mill_span *r, uint32_t column)
{
    return (uint32_t)zm_deposit(r->subset[column], r->free);
}

/* How the second side's men are seen from the row of the first side's: the smallest of some images, more than one if
 * those have symmetries. */
typedef struct mill_way {
    uint32_t row, free;
    unsigned count;
    uint8_t operation[MILL_OPERATIONS];
} mill_way;

ZM_INLINE mill_way mill_way_to(const mill_data *d, uint32_t first, unsigned men)
{
    const mill_orbit o = mill_orbit_of(d, first, men);
    mill_way w = {.row = o.number, .free = d->board & ~mill_image(d, o.operation, first), .count = 1};
    w.operation[0] = (uint8_t)o.operation;
    for (uint64_t rest = d->stabiliser[o.stabiliser]; rest;)
        w.operation[w.count++] = d->product[zm_take_lowest(&rest)][o.operation];
    return w;
}

ZM_ALWAYS_INLINE uint32_t mill_column_in(const mill_data *d, uint32_t free, uint32_t second)
{
    return mill_subset_rank(d, (uint32_t)zm_extract(second, free));
}

/* Where there is one image. */
ZM_ALWAYS_INLINE uint32_t mill_plain_column(const mill_data *d, const mill_way *w, uint32_t second)
{
    return mill_column_in(d, w->free, mill_image(d, w->operation[0], second));
}

ZM_INLINE uint32_t mill_column(const mill_data *d, const mill_way *w, uint32_t second, bool *symmetric)
{
    const uint32_t plain = mill_image(d, w->operation[0], second);
    uint32_t smallest = plain;
    *symmetric = false;
    for (unsigned k = 1; k < w->count; k++) {
        const uint32_t image = mill_image(d, w->operation[k], second);
        *symmetric |= image == plain;
        smallest = image < smallest ? image : smallest;
    }
    return mill_column_in(d, w->free, smallest);
}

/* Men are moved, none is in hand, a mill closed is a man taken, and nobody has lost. */
ZM_INLINE bool mill_rows_has(const zm_variant *v, uint32_t tier)
{
    const mill_data *d = mill_of(v);
    const mill_tier *t = &d->tier[tier];
    return !t->mover.hand && !t->other.hand && !d->spares && t->mover.men >= MILL_FEWEST &&
           t->other.men >= MILL_FEWEST && (uint32_t)t->mover.men + t->other.men < d->points &&
           t->blocks == (t->mover.men == t->other.men ? 1 : 2) && t->mover.men <= t->other.men;
}

ZM_INLINE bool mill_rows_turned(const zm_variant *v, uint32_t tier) { return mill_of(v)->tier[tier].blocks == 1; }

ZM_INLINE bool mill_rows_whole(const zm_variant *v, uint32_t tier, uint32_t row)
{
    const mill_data *d = mill_of(v);
    const mill_tier *t = &d->tier[tier];
    return !d->own[d->first_set[t->mover.men >= t->other.men ? t->mover.men : t->other.men] + row];
}

/* ---- the moves of a row's states ---- */
typedef struct mill_landing { /* where a man is taken, and which row of which tier that leads to */
    uint32_t point;
    uint32_t tier;
    uint64_t begin; /* of the row */
    mill_way way;
} mill_landing;

/* The first side has these men; `waits`: it is the other's turn. */
ZM_INLINE mill_landing mill_landing_of(const mill_data *d, uint32_t point, uint32_t men, bool waits, mill_side first,
                                       mill_side second)
{
    const unsigned at = waits ? d->tier_of[second.hand][first.hand][second.men][first.men]
                              : d->tier_of[first.hand][second.hand][first.men][second.men];
    mill_landing l = {.point = point};
    if (at == MILL_NO_TIER) /* then no move leads there */
        return l;
    const mill_tier *t = &d->tier[at & ~MILL_SECOND_BLOCK];
    l.tier = at & ~MILL_SECOND_BLOCK;
    l.way = mill_way_to(d, men, first.men);
    l.begin = (uint64_t)(l.way.row + (at & MILL_SECOND_BLOCK ? t->orbits : 0)) * t->subsets;
    return l;
}

/* Nobody has men in hand. */
ZM_INLINE mill_landing mill_moved_landing(const mill_data *d, uint32_t point, uint32_t men, bool waits, unsigned count,
                                          unsigned others)
{
    return mill_landing_of(d, point, men, waits, (mill_side){0, (uint8_t)count}, (mill_side){0, (uint8_t)others});
}

ZM_ALWAYS_INLINE void mill_land(const mill_data *d, const mill_landing *l, uint32_t column, uint32_t second,
                                zm_visit_leaving *visit, void *arg)
{
    bool symmetric;
    const uint32_t to =
        l->way.count == 1 ? mill_plain_column(d, &l->way, second) : mill_column(d, &l->way, second, &symmetric);
    visit(arg, column, (zm_place){l->tier, l->begin + to});
}

typedef struct mill_closed { /* the second side has closed a mill: in which column, and its men after that */
    unsigned count;
    uint32_t column[MILL_CLOSED], men[MILL_CLOSED];
} mill_closed;

/* The second side's men after each move that closes a mill; and how many other moves it has. */
ZM_ALWAYS_INLINE unsigned mill_close(const mill_span *r, uint32_t second, unsigned *staying, uint32_t *out)
{
    const mill_data *d = r->d;
    const uint32_t empty = r->free & ~second;
    unsigned n = 0;
    if (r->others_fly) {
        for (uint64_t from = second; from; from &= from - 1) {
            const uint32_t others = second ^ (uint32_t)(from & (0 - from));
            n += mill_sets_with(others, mill_closing(d, others) & empty, out + n);
        }
        *staying = r->others * zm_count_bits(empty) - n;
        return n;
    }
    const mill_steps steps = mill_steps_of(d, empty, second), closing = mill_closing_steps(d, second, steps);
    n = mill_sets_after(d, second, closing, out);
    *staying = zm_count_bits(steps.ring) + zm_count_bits(steps.more) - n;
    return n;
}

/* The second side moves. What it takes is the same for all columns. */
ZM_ALWAYS_INLINE uint64_t mill_look_at_seconds(const mill_span *r, bool lands, uint8_t *staying,
                                               zm_visit_leaving *visit, void *arg)
{
    const mill_data *d = r->d;
    mill_landing landing[MILL_MEN];
    mill_closed closed;
    unsigned landings = 0;
    uint64_t visits = 0;
    closed.count = 0;
    for (uint64_t rest = lands ? mill_takeable(d, r->first) : 0; rest; rest &= rest - 1)
        landing[landings++] =
            mill_moved_landing(d, 0, r->first ^ (uint32_t)(rest & (0 - rest)), false, r->men - 1, r->others);
    for (uint32_t column = 0; column < r->t->subsets; column++) {
        unsigned stay;
        const unsigned n = mill_close(r, mill_span_second(r, column), &stay, closed.men + closed.count);
        staying[column] = (uint8_t)stay;
        for (unsigned i = 0; i < n; i++)
            closed.column[closed.count + i] = column;
        closed.count += n;
        if (closed.count <= MILL_CLOSED - MILL_MOST_CLOSED && column + 1 < r->t->subsets)
            continue;
        for (unsigned k = 0; k < landings; k++)
            for (unsigned i = 0; i < closed.count; i++)
                mill_land(d, &landing[k], closed.column[i], closed.men[i], visit, arg);
        visits += (uint64_t)landings * closed.count;
        closed.count = 0;
    }
    return visits;
}

typedef struct mill_plan { /* the first side's moves: how many there are to each point without a mill; those with one */
    uint8_t by_part[3][256]; /* those that second sides on some of eight points stand in the way of */
    unsigned all, landings;
    mill_landing landing[MILL_MOST_CLOSED];
} mill_plan;

ZM_INLINE void mill_plan_one(const mill_span *r, uint32_t after, bool closes, mill_plan *p)
{
    const uint32_t to = after & ~r->first;
    const unsigned point = zm_lowest(to);
    if (closes)
        p->landing[p->landings++] = mill_moved_landing(r->d, to, after, true, r->men, r->others - 1);
    else
        p->by_part[point / 8][1u << point % 8]++;
    p->all += !closes;
}

ZM_INLINE void mill_plan_flights(const mill_span *r, mill_plan *p)
{
    for (uint64_t from = r->first; from; from &= from - 1) {
        const uint32_t others = r->first ^ (uint32_t)(from & (0 - from)), closing = mill_closing(r->d, others);
        for (uint64_t to = r->free; to; to &= to - 1)
            mill_plan_one(r, others | (uint32_t)(to & (0 - to)), closing & to & (0 - to), p);
    }
}

ZM_INLINE void mill_plan_steps(const mill_span *r, mill_plan *p)
{
    uint32_t after[MILL_STEPS];
    mill_steps steps = mill_steps_of(r->d, r->free, r->first), closing = mill_closing_steps(r->d, r->first, steps);
    const unsigned n = mill_sets_after(r->d, r->first, closing, after);
    for (unsigned i = 0; i < n; i++)
        mill_plan_one(r, after[i], true, p);
    steps.ring &= ~closing.ring;
    steps.more &= ~closing.more;
    const unsigned others = mill_sets_after(r->d, r->first, steps, after);
    for (unsigned i = 0; i < others; i++)
        mill_plan_one(r, after[i], false, p);
}

ZM_INLINE void mill_plan_all(const mill_span *r, mill_plan *p)
{
    p->all = p->landings = 0;
    for (unsigned part = 0; part < 3; part++)
        for (unsigned x = 0; x < 256; x++)
            p->by_part[part][x] = 0;
    if (r->flies)
        mill_plan_flights(r, p);
    else
        mill_plan_steps(r, p);
    for (unsigned part = 0; part < 3; part++)
        for (unsigned x = 1; x < 256; x++)
            if (x & (x - 1))
                p->by_part[part][x] = (uint8_t)(p->by_part[part][x & (x - 1)] + p->by_part[part][x & (0 - x)]);
}

ZM_ALWAYS_INLINE uint64_t mill_take_all(const mill_data *d, const mill_landing *l, uint32_t column, uint32_t second,
                                        uint32_t takeable, zm_visit_leaving *visit, void *arg)
{
    if (l->way.count > 1) {
        for (uint64_t rest = takeable; rest; rest &= rest - 1)
            mill_land(d, l, column, second ^ (uint32_t)(rest & (0 - rest)), visit, arg);
        return zm_count_bits(takeable);
    }
    const uint32_t image = mill_image(d, l->way.operation[0], second);
    for (uint64_t rest = mill_image(d, l->way.operation[0], takeable); rest; rest &= rest - 1) {
        const uint32_t column_to = mill_column_in(d, l->way.free, image ^ (uint32_t)(rest & (0 - rest)));
        visit(arg, column, (zm_place){l->tier, l->begin + column_to});
    }
    return zm_count_bits(takeable);
}

/* The first side moves: where to and with which mills is the same for all columns. */
ZM_ALWAYS_INLINE uint64_t mill_look_at_firsts(const mill_span *r, uint8_t *staying, zm_visit_leaving *visit, void *arg)
{
    const mill_data *d = r->d;
    uint32_t second[MILL_BATCH], takeable[MILL_BATCH];
    uint16_t kept[MILL_BATCH];
    mill_plan plan;
    uint64_t visits = 0;
    mill_plan_all(r, &plan);
    for (uint32_t begin = 0; begin < r->t->subsets; begin += MILL_BATCH) {
        const uint32_t n = r->t->subsets - begin < MILL_BATCH ? r->t->subsets - begin : MILL_BATCH;
        for (uint32_t i = 0; i < n; i++) {
            second[i] = mill_span_second(r, begin + i);
            staying[begin + i] = (uint8_t)(plan.all - plan.by_part[0][second[i] & 255] -
                                           plan.by_part[1][second[i] >> 8 & 255] - plan.by_part[2][second[i] >> 16]);
        }
        for (uint32_t i = 0; i < n && plan.landings; i++)
            takeable[i] = mill_takeable(d, second[i]);
        for (unsigned k = 0; k < plan.landings; k++) {
            unsigned keep = 0;
            for (uint32_t i = 0; i < n; i++) {
                kept[keep] = (uint16_t)i;
                keep += !(second[i] & plan.landing[k].point);
            }
            for (unsigned i = 0; i < keep; i++)
                visits +=
                    mill_take_all(d, &plan.landing[k], begin + kept[i], second[kept[i]], takeable[kept[i]], visit, arg);
        }
    }
    return visits;
}

ZM_ALWAYS_INLINE uint64_t mill_rows_look(const zm_variant *v, uint32_t tier, uint32_t row, bool row_moves,
                                         uint8_t *staying, zm_visit_leaving *visit, void *arg)
{
    const mill_span r = mill_span_of(v, tier, row);
    return row_moves ? mill_look_at_firsts(&r, staying, visit, arg)
                     : mill_look_at_seconds(&r, r.t->blocks == 2, staying, visit, arg);
}

/* ---- the parents of a row's states ---- */
/* Has a state symmetries of its own? */
ZM_INLINE bool mill_is_doubtful(const mill_data *d, const mill_way *own, uint32_t second)
{
    bool symmetric;
    mill_column(d, own, second, &symmetric);
    return symmetric;
}

/* One column, where the row has no symmetries and nobody flies. */
ZM_ALWAYS_INLINE unsigned mill_step_beside(const mill_span *r, uint32_t second, zm_visit_column *visit, void *arg)
{
    const mill_data *d = r->d;
    const mill_steps steps = mill_steps_of(d, second & ~mill_in_mills(d, second), r->free & ~second);
    for (uint64_t rest = steps.ring; rest;)
        visit(arg, mill_column_in(d, r->free, second ^ d->step[zm_take_lowest(&rest)]), false);
    for (uint64_t rest = steps.more; rest;)
        visit(arg, mill_column_in(d, r->free, second ^ d->step[64 + zm_take_lowest(&rest)]), false);
    return zm_count_bits(steps.ring) + zm_count_bits(steps.more);
}

ZM_ALWAYS_INLINE unsigned mill_any_beside(const mill_span *r, const mill_way *own, uint32_t second,
                                          zm_visit_column *visit, void *arg)
{
    const mill_data *d = r->d;
    const uint32_t men = second & ~mill_in_mills(d, second), empty = r->free & ~second;
    const bool doubtful = mill_is_doubtful(d, own, second);
    uint32_t before[MILL_STEPS];
    const unsigned n = r->others_fly ? mill_sets_flown(second, men, empty, before)
                                     : mill_sets_after(d, second, mill_steps_of(d, men, empty), before);
    for (unsigned i = 0; i < n; i++) {
        bool symmetric;
        const uint32_t column = mill_column(d, own, before[i], &symmetric);
        visit(arg, column, doubtful || symmetric);
    }
    return n;
}

ZM_ALWAYS_INLINE uint64_t mill_rows_beside(const zm_variant *v, uint32_t tier, uint32_t row, const uint32_t *columns,
                                           unsigned count, zm_visit_column *visit, void *arg)
{
    const mill_span r = mill_span_of(v, tier, row);
    const mill_way own = mill_way_to(r.d, r.first, r.men);
    uint64_t visits = 0;
    if (own.count == 1 && !r.others_fly)
        for (unsigned i = 0; i < count; i++)
            visits += mill_step_beside(&r, mill_span_second(&r, columns[i]), visit, arg);
    else
        for (unsigned i = 0; i < count; i++)
            visits += mill_any_beside(&r, &own, mill_span_second(&r, columns[i]), visit, arg);
    return visits;
}

/* Some columns whose first side is brought from one set of men to another: not those with a man where it came from. */
typedef struct mill_part {
    unsigned count;
    uint32_t second[MILL_BATCH];
    bool doubtful[MILL_BATCH]; /* where the row has symmetries */
} mill_part;

ZM_ALWAYS_INLINE uint64_t mill_plain_apart(const mill_data *d, const mill_way *w, const mill_part *p, uint32_t from,
                                           zm_visit_cell *visit, void *arg)
{
    uint32_t kept[MILL_BATCH];
    unsigned keep = 0;
    for (unsigned i = 0; i < p->count; i++) {
        kept[keep] = p->second[i];
        keep += !(p->second[i] & from);
    }
    for (unsigned i = 0; i < keep; i++)
        visit(arg, w->row, mill_plain_column(d, w, kept[i]), false);
    return keep;
}

ZM_ALWAYS_INLINE uint64_t mill_any_apart(const mill_data *d, const mill_way *w, const mill_part *p, uint32_t from,
                                         zm_visit_cell *visit, void *arg)
{
    uint64_t visits = 0;
    for (unsigned i = 0; i < p->count; i++) {
        bool symmetric;
        if (p->second[i] & from)
            continue;
        const uint32_t column = mill_column(d, w, p->second[i], &symmetric);
        visit(arg, w->row, column, symmetric || p->doubtful[i]);
        visits++;
    }
    return visits;
}

ZM_INLINE void mill_fill_part(const mill_span *r, const mill_way *own, const uint32_t *columns, unsigned count,
                              mill_part *p)
{
    p->count = count;
    for (unsigned i = 0; i < count; i++) {
        p->second[i] = mill_span_second(r, columns[i]);
        p->doubtful[i] = own->count > 1 && mill_is_doubtful(r->d, own, p->second[i]);
    }
}

ZM_ALWAYS_INLINE uint64_t mill_rows_apart(const zm_variant *v, uint32_t tier, uint32_t row, const uint32_t *columns,
                                          unsigned count, uint32_t part, uint32_t parts, zm_visit_cell *visit,
                                          void *arg)
{
    const mill_span r = mill_span_of(v, tier, row);
    const mill_data *d = r.d;
    const mill_way own = mill_way_to(d, r.first, r.men);
    const uint32_t men = r.first & ~mill_in_mills(d, r.first);
    uint32_t before[MILL_STEPS];
    const unsigned n = r.flies ? mill_sets_flown(r.first, men, r.free, before)
                               : mill_sets_after(d, r.first, mill_steps_of(d, men, r.free), before);
    uint64_t visits = 0;
    mill_part p;
    for (unsigned begin = 0; begin < count; begin += MILL_BATCH) {
        mill_fill_part(&r, &own, columns + begin, count - begin < MILL_BATCH ? count - begin : MILL_BATCH, &p);
        for (unsigned i = 0; i < n; i++) {
            const mill_way w = mill_way_to(d, before[i], r.men);
            if (w.row % parts != part)
                continue;
            visits += w.count == 1 && own.count == 1 ? mill_plain_apart(d, &w, &p, before[i] & ~r.first, visit, arg)
                                                     : mill_any_apart(d, &w, &p, before[i] & ~r.first, visit, arg);
        }
    }
    return visits;
}

/* The second side becomes the first. */
ZM_ALWAYS_INLINE zm_cell_at mill_rows_turn(const zm_variant *v, uint32_t tier, uint32_t row, uint32_t column)
{
    const mill_span r = mill_span_of(v, tier, row);
    const mill_data *d = r.d;
    const uint32_t second = mill_span_second(&r, column);
    const mill_orbit o = mill_orbit_of(d, second, r.men);
    uint32_t image = mill_image(d, o.operation, r.first);
    if (o.stabiliser)
        image = mill_smallest_image(d, o.stabiliser, image);
    const zm_cell_at at = {o.number, mill_column_in(d, d->board & ~mill_image(d, o.operation, second), image)};
    return at;
}

#include "lead.h"

/* clang-format off */
#define ROWS(HOOK)                                                                                                     \
    HOOK(has, mill_rows_has) HOOK(turned, mill_rows_turned) HOOK(whole, mill_rows_whole)  \
    HOOK(look, mill_rows_look) HOOK(beside, mill_rows_beside) HOOK(apart, mill_rows_apart) HOOK(turn, mill_rows_turn)  \
    HOOK(lead, mill_rows_lead)
/* clang-format on */

#endif
