/* rules.h: Nine Men's Morris and its relatives: men are placed, then moved; who closes a mill takes a man. Moves,
 * forward and back.
 *
 * board.h has the boards and the mills, index.h how states are numbered; rows.h looks at many states of a row at once.
 * docs/nine-mens-morris.md has the rules, the options and the figures.
 *
 * MOVE       bits 0 to 4 where to, 5 to 9 where from, 10 to 14 what is taken; MILL_NONE: from the hand, nothing */
#ifndef ZM_GAMES_NINE_MENS_MORRIS_RULES_H
#define ZM_GAMES_NINE_MENS_MORRIS_RULES_H

#include "index.h"

/* ---- the rules ---- */
ZM_INLINE zm_pos mill_start(const zm_variant *v) { return mill_of(v)->start; }

ZM_INLINE zm_end mill_ended(const zm_variant *v, zm_pos p)
{
    if (zm_count_bits(mill_mine(p)) + mill_my_hand(p) < MILL_FEWEST)
        return ZM_LOSS;
    return (mill_mine(p) | mill_theirs(p)) == mill_of(v)->board ? ZM_DRAW : ZM_OPEN;
}

ZM_INLINE bool mill_flies(const mill_data *d, uint32_t men, unsigned hand)
{
    return d->flying && !hand && zm_count_bits(men) == MILL_FEWEST;
}

/* One way to set a man down, for every man that may be taken if it closes a mill. */
ZM_INLINE unsigned mill_add_moves(unsigned from, unsigned to, bool closes, uint32_t takeable, zm_move *out, unsigned n)
{
    const zm_move m = to | from << 5;
    if (!closes || !takeable) {
        out[n++] = m | MILL_NONE << 10;
        return n;
    }
    for (uint64_t rest = takeable; rest;)
        out[n++] = m | (zm_move)zm_take_lowest(&rest) << 10;
    return n;
}

ZM_INLINE unsigned mill_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const mill_data *d = mill_of(v);
    const uint32_t mine = mill_mine(p), theirs = mill_theirs(p), empty = d->board & ~(mine | theirs);
    const uint32_t takeable = mill_takeable(d, theirs);
    unsigned n = 0;
    if (mill_my_hand(p)) {
        const uint32_t closing = mill_closing(d, mine);
        for (uint64_t rest = empty; rest;) {
            const unsigned to = zm_take_lowest(&rest);
            n = mill_add_moves(MILL_NONE, to, closing >> to & 1, takeable, out, n);
        }
        if (!d->moves_early)
            return n;
    }
    const bool flies = mill_flies(d, mine, mill_my_hand(p));
    for (uint64_t men = mine; men;) {
        const unsigned from = zm_take_lowest(&men);
        const uint32_t closing = mill_closing(d, mine & ~(1u << from));
        for (uint64_t rest = flies ? empty : d->near[from] & empty; rest;) {
            const unsigned to = zm_take_lowest(&rest);
            n = mill_add_moves(from, to, closing >> to & 1, takeable, out, n);
        }
    }
    return n;
}

ZM_INLINE zm_pos mill_play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned to = m & 31, from = m >> 5 & 31, taken = m >> 10 & 31;
    uint32_t mine = mill_mine(p) | 1u << to, theirs = mill_theirs(p);
    mine &= from == MILL_NONE ? ~0u : ~(1u << from);
    theirs &= taken == MILL_NONE ? ~0u : ~(1u << taken);
    return (void)v,
           mill_position(theirs, mine, mill_their_hand(p), mill_my_hand(p) - (from == MILL_NONE), !(p.hi >> 63));
}

/* ---- inside a tier: men are moved, nothing is taken ---- */
/* How many steps there are from men to points: round the rings both ways, inward, outward, to the centre and from
 * it. */
ZM_INLINE unsigned mill_count_steps(const mill_data *d, uint32_t men, uint32_t to)
{
    const uint32_t on_rings = men & d->rings, rings = to & d->rings, inward = rings & d->inward;
    unsigned n = zm_count_bits(rings & mill_back1(on_rings)) + zm_count_bits(rings & mill_ahead1(on_rings)) +
                 zm_count_bits(inward & on_rings << 8) + zm_count_bits(rings & (on_rings & d->inward) >> 8);
    if (d->lines)
        n += men & d->centre ? zm_count_bits(d->hub & to) : to & d->centre ? zm_count_bits(d->hub & men) : 0;
    return n;
}

/* The men from which a step to this point closes a mill. */
ZM_INLINE uint32_t mill_closers(const mill_data *d, uint32_t men, unsigned to, bool flies)
{
    uint32_t closers = 0;
    for (uint64_t rest = flies ? men : men & d->near[to]; rest;) {
        const uint32_t from = 1u << zm_take_lowest(&rest);
        closers |= mill_closing(d, men & ~from) >> to & 1 ? from : 0;
    }
    return closers;
}

ZM_INLINE unsigned mill_leaving(const zm_variant *v, zm_pos p, zm_move *out, unsigned *staying)
{
    const mill_data *d = mill_of(v);
    const uint32_t mine = mill_mine(p), theirs = mill_theirs(p), empty = d->board & ~(mine | theirs);
    const uint32_t takeable = mill_takeable(d, theirs), closing = mill_closing(d, mine) & empty;
    const bool flies = mill_flies(d, mine, mill_my_hand(p)), moves = !mill_my_hand(p) || d->moves_early;
    unsigned n = 0;
    for (uint64_t rest = mill_my_hand(p) ? empty : 0; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        n = mill_add_moves(MILL_NONE, to, closing >> to & 1, takeable, out, n);
    }
    *staying = !moves ? 0 : flies ? zm_count_bits(mine) * zm_count_bits(empty) : mill_count_steps(d, mine, empty);
    for (uint64_t rest = moves && takeable ? closing : 0; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = mill_closers(d, mine, to, flies); from; --*staying)
            n = mill_add_moves(zm_take_lowest(&from), to, true, takeable, out, n);
    }
    return n;
}

ZM_INLINE void mill_parents_inside(const zm_variant *v, zm_pos p, zm_visit_index *visit, void *arg)
{
    const mill_data *d = mill_of(v);
    const uint32_t mine = mill_theirs(p), theirs = mill_mine(p),
                   empty = d->board & ~(mine | theirs); /* of who has moved */
    const unsigned my_hand = mill_their_hand(p), their_hand = mill_my_hand(p);
    const unsigned my_men = zm_count_bits(mine), their_men = zm_count_bits(theirs);
    const unsigned at = d->tier_of[my_hand][their_hand][my_men][their_men];
    if (at == MILL_NO_TIER || (my_hand && !d->moves_early) || their_men + their_hand < MILL_FEWEST)
        return;
    const mill_tier *t = &d->tier[at & ~MILL_SECOND_BLOCK];
    const uint32_t begin = at & MILL_SECOND_BLOCK ? t->orbits : 0;
    const bool symmetric = mill_is_symmetric(d, theirs, mine), mine_first = my_men >= their_men;
    const bool flies = mill_flies(d, mine, my_hand), may_close = !mill_takeable(d, theirs);
    for (uint64_t men = may_close ? mine : mine & ~mill_in_mills(d, mine); men;) {
        const unsigned to = zm_take_lowest(&men);
        for (uint64_t rest = flies ? empty : d->near[to] & empty; rest;) {
            const uint32_t before = (mine & ~(1u << to)) | 1u << zm_take_lowest(&rest);
            const mill_spot spot = mine_first ? mill_spot_of(d, before, theirs, my_men, begin, t->subsets)
                                              : mill_spot_of(d, theirs, before, their_men, begin, t->subsets);
            visit(arg, spot.index, symmetric || spot.symmetric);
        }
    }
}

/* ---- the same by rows: places that have the first side's men in common ---- */
ZM_INLINE uint32_t mill_row_width(const zm_variant *v, uint32_t tier) { return mill_of(v)->tier[tier].subsets; }

typedef struct mill_row {
    const mill_data *d;
    const mill_tier *t;
    uint32_t first, free, second_men; /* the first side's men; the points they leave; how many men the second has */
    bool is_second_block, first_moves;
    mill_side mover, other;
} mill_row;

ZM_INLINE mill_row mill_row_of(const mill_data *d, uint32_t tier, uint64_t row)
{
    const mill_tier *t = &d->tier[tier];
    const bool is_second = row >= t->orbits;
    mill_row r = {.d = d, .t = t, .is_second_block = is_second};
    r.mover = is_second ? t->other : t->mover;
    r.other = is_second ? t->mover : t->other;
    r.first_moves = r.mover.men >= r.other.men;
    const unsigned men = r.first_moves ? r.mover.men : r.other.men;
    r.second_men = r.first_moves ? r.other.men : r.mover.men;
    r.first = d->set[d->first_set[men] + row - (is_second ? t->orbits : 0)];
    r.free = d->board & ~r.first;
    return r;
}

ZM_INLINE uint32_t mill_second(const mill_row *r, uint32_t column)
{
    return (uint32_t)zm_deposit(r->d->subset[r->d->first_subset[r->second_men] + column], r->free);
}

/* Where the row of an orbit begins that is seen by the other player: in the other block. */
ZM_INLINE uint64_t mill_row_before(const mill_row *r, uint32_t orbit)
{
    return (uint64_t)(orbit + (r->is_second_block ? 0 : r->t->orbits)) * r->t->subsets;
}

/* The second side has moved: its men before that, on the same row of the other block. */
ZM_INLINE void mill_second_back(const mill_row *r, uint64_t base, const uint32_t *columns, unsigned count,
                                zm_visit_index *visit, void *arg)
{
    const mill_data *d = r->d;
    const bool flies = d->flying && !r->other.hand && r->second_men == MILL_FEWEST;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t second = mill_second(r, columns[i]), empty = r->free & ~second;
        for (uint64_t men = second & ~mill_in_mills(d, second); men;) {
            const unsigned to = zm_take_lowest(&men);
            for (uint64_t rest = flies ? empty : d->near[to] & empty; rest; rest &= rest - 1) {
                const uint32_t before = (second & ~(1u << to)) | (uint32_t)(rest & (0 - rest));
                visit(arg, base + mill_subset_rank(d, (uint32_t)zm_extract(before, r->free)), false);
            }
        }
    }
}

/* The first side has moved, from one of two points to the other: the row of its men before that, for all columns. */
ZM_INLINE void mill_first_back(const mill_row *r, uint32_t to, uint32_t from, const uint32_t *seconds, unsigned count,
                               zm_visit_index *visit, void *arg)
{
    const mill_data *d = r->d;
    const uint32_t before = (r->first & ~to) | from;
    const unsigned men = r->other.men;
    const mill_orbit o = mill_orbit_of(d, before, men);
    const uint32_t free = d->board & ~d->set[d->first_set[men] + o.number];
    const uint64_t base = mill_row_before(r, o.number);
    for (unsigned i = 0; i < count; i++) {
        if (seconds[i] & from)
            continue;
        if (o.stabiliser) {
            const mill_spot spot =
                mill_spot_of(d, before, seconds[i], men, r->is_second_block ? 0 : r->t->orbits, r->t->subsets);
            visit(arg, spot.index, spot.symmetric);
            continue;
        }
        const uint32_t second = mill_image(d, o.operation, seconds[i]);
        visit(arg, base + mill_subset_rank(d, (uint32_t)zm_extract(second, free)), false);
    }
}

ZM_INLINE void mill_first_all_back(const mill_row *r, const uint32_t *seconds, unsigned count, zm_visit_index *visit,
                                   void *arg)
{
    const mill_data *d = r->d;
    const bool flies = mill_flies(d, r->first, r->other.hand);
    for (uint64_t men = r->first & ~mill_in_mills(d, r->first); men;) {
        const unsigned to = zm_take_lowest(&men);
        for (uint64_t rest = flies ? r->free : d->near[to] & r->free; rest; rest &= rest - 1)
            mill_first_back(r, 1u << to, (uint32_t)(rest & (0 - rest)), seconds, count, visit, arg);
    }
}

/* One by one where the first side has symmetries of its own, where both have as many men (then it is the other's men
 * that are the first before the move), where mills may be closed for nothing, and where the tier is not one of
 * moving. */
ZM_INLINE bool mill_is_plain_row(const mill_row *r, uint64_t row)
{
    const mill_data *d = r->d;
    const unsigned men = r->first_moves ? r->mover.men : r->other.men;
    return !d->own[d->first_set[men] + row % r->t->orbits] && r->mover.men != r->other.men && !d->spares &&
           r->t->blocks == 2 && (!r->other.hand || d->moves_early) && r->mover.men + r->mover.hand >= MILL_FEWEST;
}

ZM_INLINE void mill_parents_of_row(const zm_variant *v, uint32_t tier, uint64_t row, const uint32_t *columns,
                                   unsigned count, zm_visit_index *visit, void *arg)
{
    enum { MANY = 256 };
    const mill_row r = mill_row_of(mill_of(v), tier, row);
    uint32_t seconds[MANY];
    if (!mill_is_plain_row(&r, row)) {
        for (unsigned i = 0; i < count; i++)
            mill_parents_inside(v, mill_unrank(v, (zm_place){tier, row * r.t->subsets + columns[i]}), visit, arg);
        return;
    }
    if (r.first_moves) {
        mill_second_back(&r, mill_row_before(&r, (uint32_t)(row % r.t->orbits)), columns, count, visit, arg);
        return;
    }
    for (unsigned i = 0; i < count; i += MANY) {
        const unsigned n = count - i < MANY ? count - i : MANY;
        for (unsigned k = 0; k < n; k++)
            seconds[k] = mill_second(&r, columns[i + k]);
        mill_first_all_back(&r, seconds, n, visit, arg);
    }
}

#ifndef __CUDACC__ /* for the CPU, which has caches for rows */
#include "rows.h"
#endif

/* MOST MOVES   An empty point is reached from the hand and by at most four neighbours. It closes a mill only together with a pair
 *              of the mover's men, each point with another pair: n men close at most n(n - 1)/2. So there are at most 5cm + 5(e - c) moves when c of
 *              e empty points close a mill and the other has m men: 450, with n = 5, m = 9 and c = e = 10. Three men that fly
 *              close at most three, and have fewer. */

/* clang-format off */
#define RULES(HOOK)                                                                                                    \
    HOOK(start, mill_start) HOOK(moves, mill_moves) HOOK(play, mill_play) HOOK(ended, mill_ended)                      \
    HOOK(from_mover, true) HOOK(fingerprint, mill_fingerprint)
#define INDEX(HOOK)                                                                                                    \
    HOOK(tiers, mill_tiers) HOOK(tier_size, mill_tier_size) HOOK(rank, mill_rank) HOOK(unrank, mill_unrank)            \
    HOOK(inside, ZM_CYCLES) HOOK(all_states, mill_all_states) HOOK(is_state, mill_is_state)                            \
    HOOK(children, mill_children)
#define COUNTING(HOOK)                                                                                                 \
    HOOK(leaving, mill_leaving) HOOK(parents_inside, mill_parents_inside)
#define ROW_PARENTS(HOOK)                                                                                              \
    HOOK(width, mill_row_width) HOOK(parents_of_row, mill_parents_of_row)
#define MOST_MOVES 512
/* clang-format on */
#include "game/hooks.h"

#endif
