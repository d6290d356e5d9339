/* successors.c: what the moves of a placement make of it, from what is decided of its successors. hunt.c has the
 * formulas. */
#include "proof.h"

/* ---- who wins ---- */
/* A, as the tiers have it; or, of the tier at hand, as far as it is grounded. */
static zm_sides lone_at(const zm_proof *k, zm_place at, bool grounded)
{
    if (grounded && at.tier == k->tier)
        return k->ground[at.index];
    const zm_fact *d = zm_look_up(&k->lone[at.tier], at.index);
    return d ? d->won : (zm_sides){0, 0};
}

/* Where a move leads to; `many` must lead back from the place, or two of them share what is stored. */
static zm_where successor(const zm_proof *k, uint64_t to, zm_finding *y)
{
    const zm_proof_board *b = &k->board;
    const zm_where w = zm_find_placement(b, to);
    if (b->hunt->many(b->variant, w.at.tier, w.at.index) != w.many && !y->fault.kind) {
        y->fault =
            (zm_fault){.kind = ZM_NO_STATE, .tier = w.at.tier, .at = w.at.index * b->hunt->free(b->variant, w.at.tier)};
        y->fault.state = b->hunt->position(b->variant, w.many, zm_lowest(b->squares & ~w.many), false);
    }
    return w;
}

/* B, by the steps of the many. */
zm_sides zm_won_by_steps(const zm_proof *k, uint64_t many, bool grounded, zm_finding *y)
{
    const zm_proof_board *b = &k->board;
    zm_sides all = {~(uint64_t)0, 0};
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = b->forth[from] & ~many; to; to &= to - 1) {
            const uint64_t step = to & (0 - to);
            const zm_where w = successor(k, many ^ zm_bit(from) ^ step, y);
            const zm_sides won = lone_at(k, w.at, grounded);
            y->moves++;
            all.lone &= zm_turn(b, w.turned, won.lone) | step; /* the lone piece in the way: no move */
            all.many |= zm_turn(b, w.turned, won.many);
        }
    }
    return (zm_sides){all.lone & b->squares & ~many, all.many & ~many};
}

zm_jumps zm_won_by_jumps(const zm_proof *k, uint64_t many, zm_finding *y)
{
    const zm_proof_board *b = &k->board;
    zm_jumps all = {0, 0};
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        uint64_t from = 0;
        for (unsigned i = 0; i < b->jumps[over]; i++)
            from |= (b->jump[over][i].from | b->jump[over][i].to) & many ? 0 : b->jump[over][i].from;
        if (!from)
            continue;
        const zm_where w = successor(k, many ^ zm_bit(over), y);
        const bool few = b->hunt->few(b->variant, w.at.tier);
        const zm_fact *d = few ? NULL : zm_look_up(&k->landed[w.at.tier], w.at.index);
        y->moves++;
        if (!d) {
            all.holds |= from;
            all.wins |= few ? from : 0;
            continue;
        }
        const zm_sides won = {zm_turn(b, w.turned, d->won.lone), zm_turn(b, w.turned, d->won.many)};
        for (unsigned i = 0; i < b->jumps[over]; i++) {
            const uint64_t here = b->jump[over][i].from & from;
            all.wins |= b->jump[over][i].to & won.lone ? here : 0;
            all.holds |= b->jump[over][i].to & won.many ? 0 : here;
        }
    }
    return all;
}

/* A, by B and the jumps. */
zm_sides zm_won_by_lone(const zm_proof_board *b, uint64_t free, zm_sides many, zm_jumps j)
{
    const zm_hunt *h = b->hunt;
    return (zm_sides){((many.lone ? h->steps(b->variant, many.lone) : 0) | j.wins) & free,
                      free & ~h->steps(b->variant, free & ~many.many) & ~j.holds};
}

/* ---- how far ---- */
static void best_step(zm_value *best, zm_value after)
{
    const zm_value value = zm_before_move(after, true);
    *best = value > *best ? value : *best;
}

/* best[s] becomes B on the squares of the set, where someone wins. */
void zm_far_by_steps(const zm_proof *k, uint64_t many, uint64_t set, zm_value *best)
{
    const zm_proof_board *b = &k->board;
    for (uint64_t rest = set; rest;)
        best[zm_take_lowest(&rest)] = zm_loss_in(0);
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = b->forth[from] & ~many; to; to &= to - 1) {
            const zm_where w = zm_find_placement(b, many ^ zm_bit(from) ^ (to & (0 - to)));
            const zm_facts *a = &k->lone[w.at.tier];
            const zm_fact *d = zm_look_up(a, w.at.index);
            for (uint64_t at = set & zm_turn(b, w.turned, zm_fact_squares(d)); at;) {
                const unsigned s = zm_take_lowest(&at);
                best_step(&best[s], zm_fact_value(a, d, w.turned ? b->image[s] : s));
            }
        }
    }
}

/* least[s] becomes the least a jump from there is worth to the many. */
void zm_far_by_jumps(const zm_proof *k, uint64_t many, uint64_t set, zm_value *least)
{
    const zm_proof_board *b = &k->board;
    for (uint64_t rest = set; rest;)
        least[zm_take_lowest(&rest)] = ZM_NO_JUMP;
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        for (unsigned i = 0; i < b->jumps[over]; i++) {
            const zm_jump j = b->jump[over][i];
            if (!(j.from & set) || (j.from | j.to) & many)
                continue;
            const zm_where w = zm_find_placement(b, many ^ zm_bit(over));
            const bool few = b->hunt->few(b->variant, w.at.tier);
            const zm_facts *v = &k->landed[w.at.tier];
            const zm_fact *d = few ? NULL : zm_look_up(v, w.at.index);
            const unsigned to = zm_lowest(zm_turn(b, w.turned, j.to)), from = zm_lowest(j.from);
            const zm_value value = few                            ? zm_loss_in(0)
                                   : zm_fact_squares(d) >> to & 1 ? zm_fact_value(v, d, to)
                                                                  : (zm_value)ZM_DRAWN;
            least[from] = value < least[from] ? value : least[from];
        }
    }
}

static void fill_landed(const zm_proof *k, uint64_t n, uint64_t set, zm_value *value)
{
    const zm_value_row r = zm_row_at(k, n, k->board.hunt->many(k->board.variant, k->tier, n), false);
    zm_value least[ZM_HUNT_SQUARES];
    for (uint64_t rest = set; !k->board.chains && rest;)
        least[zm_take_lowest(&rest)] = ZM_NO_JUMP;
    if (k->board.chains)
        zm_far_by_jumps(k, r.many, set, least);
    while (set) {
        const unsigned s = zm_take_lowest(&set);
        const zm_value stop = zm_value_on(&k->board, &r, s);
        *value++ = stop != ZM_NONE && stop < least[s] ? stop : least[s];
    }
}

static zm_sides sides_landed(const zm_proof *k, uint64_t n) { return k->won[n]; }

zm_status zm_keep_landed(const zm_proof *k, zm_facts *d) { return zm_keep_facts(k, d, sides_landed, fill_landed); }
