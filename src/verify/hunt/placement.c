/* placement.c: the table against what the successors make of a placement: states, who wins, how far; and without
 * distances whether what is decided is grounded. The first that is wrong is blamed. */
#include "proof.h"

#include "verify/contract.h"

#include "table/write/writer.h"

#include <string.h>

static void blame(const zm_proof *k, zm_finding *y, zm_fault_kind kind, const zm_value_row *r, unsigned square)
{
    const zm_proof_board *b = &k->board;
    zm_fault f = {.kind = kind, .tier = k->tier, .stored = zm_value_on(b, r, square)};
    f.at = (uint64_t)(r->value - k->value) + zm_count_bits(r->free & zm_low_bits(square));
    if (kind != ZM_NOT_REACHED)
        f.state = b->hunt->position(b->variant, r->many, square, r->lone);
    zm_blame(&y->fault, f);
}

/* ---- one placement ---- */
/* Each of its states has the place that the hunt gives it, by `rank` and by `unrank`: what other programs ask for is
 * what is proved here. Successors are placements that `place` finds, and successors.c proves that `many` leads
 * back from there. */
static void check_places(const zm_proof *k, zm_finding *y, const zm_value_row *r)
{
    const zm_proof_board *b = &k->board;
    const zm_game *rules = b->variant->game;
    zm_place at = {k->tier, (uint64_t)(r->value - k->value)};
    for (uint64_t rest = r->free; rest; at.index++) {
        const unsigned s = zm_take_lowest(&rest);
        if (!(r->has >> s & 1))
            continue;
        const zm_pos p = b->hunt->position(b->variant, r->many, s, r->lone);
        if (!zm_same(rules->index->unrank(b->variant, at), p) || !zm_keeps_place(rules, b->variant, p, at) ||
            !zm_keeps_state(rules, b->variant, p)) {
            blame(k, y, ZM_NO_STATE, r, s);
            return;
        }
    }
}

static void compare_states(const zm_proof *k, zm_finding *y, const zm_value_row *r, uint64_t reached)
{
    const uint64_t missing = reached & r->real & ~r->has, extra = r->has & ~(reached & r->real);
    if (missing)
        blame(k, y, ZM_NO_VALUE, r, zm_lowest(missing));
    if (extra)
        blame(k, y, ZM_NOT_REACHED, r, zm_lowest(extra));
}

static void compare_winners(const zm_proof *k, zm_finding *y, const zm_value_row *r, uint64_t reached, zm_sides right)
{
    const uint64_t wrong = ((r->won.lone ^ right.lone) | (r->won.many ^ right.many)) & reached & r->real;
    if (wrong)
        blame(k, y, ZM_WRONG_VALUE, r, zm_lowest(wrong));
}

static void compare_distances(const zm_proof *k, zm_finding *y, const zm_value_row *r, uint64_t set,
                              const zm_value *right)
{
    for (set &= r->has; set;) {
        const unsigned s = zm_take_lowest(&set);
        if (zm_value_on(&k->board, r, s) != right[s]) {
            blame(k, y, ZM_WRONG_VALUE, r, s);
            return;
        }
    }
}

static void compare_steps(const zm_proof *k, zm_finding *y, const zm_value_row *many)
{
    zm_value right[ZM_HUNT_SQUARES];
    const uint64_t set = (many->won.lone | many->won.many) & many->real;
    if (!set)
        return;
    zm_far_by_steps(k, many->many, set, right);
    compare_distances(k, y, many, set, right);
}

static void compare_lone(const zm_proof *k, zm_finding *y, const zm_value_row *many, const zm_value_row *lone)
{
    const zm_proof_board *b = &k->board;
    zm_value right[ZM_HUNT_SQUARES];
    const uint64_t set = (lone->won.lone | lone->won.many) & lone->real;
    if (!set)
        return;
    zm_far_by_jumps(k, lone->many, set, right);
    for (uint64_t rest = set; rest;) {
        const unsigned s = zm_take_lowest(&rest);
        for (uint64_t to = b->near[s] & lone->free; to;) {
            const zm_value value = zm_value_on(b, many, zm_take_lowest(&to));
            right[s] = value != ZM_NONE && value < right[s] ? value : right[s];
        }
        right[s] = right[s] == ZM_NO_JUMP ? zm_loss_in(0) : zm_before_move(right[s], true);
    }
    compare_distances(k, y, lone, set, right);
}

static void count_row(const zm_proof *k, const zm_value_row *r, zm_finding *y)
{
    const zm_hunt *h = k->board.hunt;
    const unsigned by_lone = zm_count_bits(r->won.lone & r->has), by_many = zm_count_bits(r->won.many & r->has);
    zm_summary *sum = &y->sum;
    sum->states += zm_count_bits(r->has);
    sum->won_by[h->lone] += by_lone;
    sum->won_by[1 - h->lone] += by_many;
    sum->drawn += zm_count_bits(r->has) - by_lone - by_many;
    for (uint64_t rest = k->distances ? (r->won.lone | r->won.many) & r->has : 0; rest;) {
        const unsigned s = zm_take_lowest(&rest), far = zm_remoteness(zm_value_on(&k->board, r, s));
        if (sum->has_longest && far < sum->longest)
            continue;
        const zm_pos p = h->position(k->board.variant, r->many, s, r->lone);
        zm_summary_add(sum, &(zm_summary){.has_longest = true, .longest = far, .longest_position = p});
    }
}

void zm_check_placement(const zm_proof *k, uint64_t n, zm_finding *y)
{
    const zm_proof_board *b = &k->board;
    const uint64_t placement = b->hunt->many(b->variant, k->tier, n);
    const zm_value_row many = zm_row_at(k, n, placement, false), lone = zm_row_at(k, n, placement, true);
    const zm_seen seen = zm_seen_at(&k->seen[k->tier], n, many.free);
    const zm_jumps j = zm_won_by_jumps(k, placement, y);
    compare_states(k, y, &many, seen.many);
    compare_states(k, y, &lone, seen.lone);
    compare_winners(k, y, &many, seen.many, zm_won_by_steps(k, placement, false, y));
    compare_winners(k, y, &lone, seen.lone, zm_won_by_lone(b, many.free, many.won, j));
    if (k->distances) {
        compare_steps(k, y, &many);
        compare_lone(k, y, &many, &lone);
    }
    check_places(k, y, &many);
    check_places(k, y, &lone);
    count_row(k, &many, y);
    count_row(k, &lone, y);
    k->won[n] = b->chains ? (zm_sides){many.won.lone | j.wins, many.won.many & ~j.holds} : many.won;
}

/* The lone piece has won. */
void zm_check_few(const zm_proof *k, uint64_t n, zm_finding *y)
{
    const zm_proof_board *b = &k->board;
    const zm_value_row r = zm_row_at(k, n, b->hunt->many(b->variant, k->tier, n), false);
    const uint64_t reached = zm_seen_at(&k->seen[k->tier], n, r.free).many;
    zm_value right[ZM_HUNT_SQUARES];
    for (unsigned s = 0; s < ZM_HUNT_SQUARES; s++)
        right[s] = zm_loss_in(0);
    compare_states(k, y, &r, reached);
    check_places(k, y, &r);
    compare_distances(k, y, &r, reached & r.real, right);
    count_row(k, &r, y);
}

/* ---- circles ---- */
static void ground_again(const void *arg, uint64_t n)
{
    const zm_proof *k = arg;
    const zm_proof_board *b = &k->board;
    const uint64_t many = b->hunt->many(b->variant, k->tier, n), free = b->squares & ~many;
    zm_finding unused = {0};
    const zm_sides a =
        zm_won_by_lone(b, free, zm_won_by_steps(k, many, true, &unused), zm_won_by_jumps(k, many, &unused));
    const bool more = a.lone != k->ground[n].lone || a.many != k->ground[n].many;
    k->ground[n] = a;
    for (uint64_t rest = more ? many : 0; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = b->aside[to] & ~many; from; from &= from - 1)
            zm_ask_again(k->asking, zm_find_placement(b, many ^ zm_bit(to) ^ (from & (0 - from))).at.index);
    }
}

/* All agree with their successors, so what is not grounded is decided in a circle. */
static void compare_grounded(const zm_proof *k, uint64_t n, zm_finding *y)
{
    const zm_proof_board *b = &k->board;
    const uint64_t placement = b->hunt->many(b->variant, k->tier, n);
    const zm_value_row many = zm_row_at(k, n, placement, false), lone = zm_row_at(k, n, placement, true);
    zm_finding unused = {0};
    const zm_sides steps = zm_won_by_steps(k, placement, true, &unused);
    const uint64_t a = ((many.won.lone & ~steps.lone) | (many.won.many & ~steps.many)) & many.has;
    const uint64_t c = ((lone.won.lone & ~k->ground[n].lone) | (lone.won.many & ~k->ground[n].many)) & lone.has;
    if (a)
        blame(k, y, ZM_IN_A_CIRCLE, &many, zm_lowest(a));
    if (c)
        blame(k, y, ZM_IN_A_CIRCLE, &lone, zm_lowest(c));
}

void zm_find_circles(const zm_proof *k, zm_finding *all)
{
    const uint64_t words = zm_marks_words(k->count);
    memset(k->ground, 0, k->count * sizeof *k->ground);
    memset(k->asking, 0, words * sizeof *k->asking);
    for (uint64_t n = 0; n < k->count; n++)
        if (!zm_row_drawn(k, n, false) || !zm_row_drawn(k, n, true))
            zm_ask_again(k->asking, n);
    zm_settle(k->asking, words, ground_again, k);
    for (uint64_t n = 0; n < k->count; n++)
        if (!zm_row_drawn(k, n, false) || !zm_row_drawn(k, n, true))
            compare_grounded(k, n, all);
}
