/* verify_hunt.c: is the table of a hunt with cycles (zermelo/hunt.h) right? Sees the same proof through as verify.c, but with
 * all squares of the lone piece at once, and shares nothing with the solvers but the rules.
 *
 * First verify_reach.c finds out which states there are. Then, through the tiers from the lowest number up, with M a placement
 * of the many, s a square of the lone piece, values for the side to move:
 *     B[M][s]  many to move   must be the best of the steps M -> M' of before(A[M'][s]), a loss when there are none
 *     A[M][s]  lone to move   must be the best of its steps s -> s' of before(B[M][s']), and of its jumps of before(V[M'][s'])
 *     V[M][s]  just landed    is the best for the lone piece of stopping there, B[M][s], and, where it may, of jumping on
 * That is compared twice: who wins, as sets of squares, for all placements; and how far it is where someone does. States must
 * have a value and nothing else must. In the end a sample of states is recomputed move by move as verify.c does it, each
 * successor looked up in the table as any program would: that what the hunt's rules say of whole sets agrees with the moves.
 *
 * Without distances circles inside a tier are looked for as verify.c does it: who wins is found anew from what lies outside the
 * tier and nothing else, and must come to the same.
 *
 * Memory: 2 bytes a place for the tier at hand; what is decided of the tiers that are still needed, 20 bytes a placement and 2
 * a value; a bit and a half for every placement, and 8 to 24 bytes where not every free square is reached. */
#include "verify_hunt.h"

#include "game/expand.h"
#include "writer.h"

#include <omp.h>
#include <string.h>

typedef struct sides { /* squares of the lone piece from which each side wins */
    uint64_t lone, many;
} sides;

typedef struct __attribute__((packed, aligned(4))) decided {
    sides won;
    uint32_t first; /* its values: one a square of either set, in ascending order */
} decided;

typedef struct decisions { /* of a tier, with one of A and V: the placements with something decided */
    zm_marks *mark;        /* NULL: not there any more */
    decided *entry;
    zm_value *value;
} decisions;

typedef struct proof {
    zm_context *context;
    const zm_table *table;
    zm_hunt_board board;
    zm_seen_tier *seen;              /* by tier, as the two below */
    decisions *lone, *landed;        /* A, V */
    uint32_t *steps_to, *jumps_to;   /* the last tier (plus one) with a step or a jump to it */
    zm_value drawn[ZM_HUNT_SQUARES]; /* a row of nothing else */
    zm_hunt_runs runs;
    bool distances;
    /* A thread has its own of these: the tier at hand. */
    uint32_t tier;
    uint64_t count; /* placements */
    unsigned free;
    bool few;
    zm_value *value;
    uint32_t *first;  /* by 64 placements: how many values there are before */
    sides *won;       /* V, by placement */
    sides *ground;    /* without distances: A, by placement, as far as it is grounded */
    uint64_t *asking; /* bits */
} proof;

typedef struct tally {
    zm_summary sum;
    uint64_t moves;
    zm_fault fault;
} tally;

/* ---- rows: the values on all free squares ---- */
typedef struct row {
    uint64_t many, free, real; /* placement; squares that are free, and not left out as images of others */
    bool own;                  /* the placement is its own image */
    uint64_t has;              /* squares with a value */
    sides won;                 /* images too */
    const zm_value *value;
    bool lone; /* to move */
} row;

static const zm_value *values_at(const proof *k, uint64_t n, bool lone)
{
    return k->value + (lone * k->count + n) * k->free;
}

static bool all_drawn(const proof *k, uint64_t n, bool lone)
{
    return !memcmp(values_at(k, n, lone), k->drawn, k->free * sizeof *k->drawn);
}

static void read_values(row *r)
{
    const zm_value *value = r->value;
    r->has = 0;
    for (uint64_t rest = r->free; rest; value++) {
        const uint64_t bit = zm_bit(zm_take_lowest(&rest));
        r->has |= *value != ZM_NONE ? bit : 0;
        if (*value != ZM_NONE && *value != ZM_DRAWN)
            *(zm_is_win(*value) == r->lone ? &r->won.lone : &r->won.many) |= bit;
    }
}

static row row_at(const proof *k, uint64_t n, uint64_t many, bool lone)
{
    const zm_hunt_board *b = &k->board;
    row r = {.many = many, .free = b->squares & ~many, .value = values_at(k, n, lone), .lone = lone};
    r.own = b->hunt->image(b->variant, many) == many;
    r.real = r.own ? r.free & b->left : r.free;
    r.has = r.free;
    if (!all_drawn(k, n, lone))
        read_values(&r);
    if (r.own)
        r.won = (sides){r.won.lone | zm_turn(b, true, r.won.lone), r.won.many | zm_turn(b, true, r.won.many)};
    return r;
}

static zm_value value_on(const zm_hunt_board *b, const row *r, unsigned square)
{
    const unsigned there = r->own && b->image[square] < square ? b->image[square] : square;
    return r->value[zm_count_bits(r->free & zm_low_bits(there))];
}

/* ---- what is decided, for the tiers above ---- */
static const decided *look_up(const decisions *d, uint64_t n)
{
    uint64_t entry;
    return zm_marked(d->mark, n, &entry) ? &d->entry[entry] : NULL;
}

static uint64_t decided_squares(const decided *d) { return d ? d->won.lone | d->won.many : 0; }

static zm_value decided_value(const decisions *d, const decided *e, unsigned square)
{
    return d->value[e->first + zm_count_bits(decided_squares(e) & zm_low_bits(square))];
}

/* Which placements have something decided in the tier at hand, and what. */
typedef sides sides_of(const proof *k, uint64_t n);
typedef void fill_values(const proof *k, uint64_t n, uint64_t set, zm_value *value);

static sides sides_of_row(const proof *k, uint64_t n)
{
    if (all_drawn(k, n, true))
        return (sides){0, 0};
    return row_at(k, n, k->board.hunt->many(k->board.variant, k->tier, n), true).won;
}

static void fill_from_row(const proof *k, uint64_t n, uint64_t set, zm_value *value)
{
    const row r = row_at(k, n, k->board.hunt->many(k->board.variant, k->tier, n), true);
    while (set)
        *value++ = value_on(&k->board, &r, zm_take_lowest(&set));
}

static sides sides_landed(const proof *k, uint64_t n) { return k->won[n]; }

static void mark_word(const proof *k, decisions *d, sides_of *of, uint64_t w)
{
    uint32_t values = 0;
    for (uint64_t n = 64 * w, end = n + 64 < k->count ? n + 64 : k->count; n < end; n++) {
        const sides s = of(k, n);
        if (s.lone | s.many) {
            d->mark[w].bits |= zm_bit(n % 64);
            values += zm_count_bits(s.lone | s.many);
        }
    }
    k->first[w] = values;
}

static void fill_word(const proof *k, decisions *d, sides_of *of, fill_values *fill, uint64_t w)
{
    uint32_t first = k->first[w];
    decided *e = d->entry + d->mark[w].before;
    for (uint64_t bits = d->mark[w].bits; bits; e++) {
        const uint64_t n = 64 * w + zm_take_lowest(&bits);
        *e = (decided){of(k, n), first};
        if (k->distances)
            fill(k, n, decided_squares(e), d->value + first);
        first += zm_count_bits(decided_squares(e));
    }
}

static zm_status keep(const proof *k, decisions *d, sides_of *of, fill_values *fill)
{
    zm_context *c = k->context;
    const uint64_t words = zm_marks_words(k->count);
    uint32_t values = 0;
    ZM_TRY(c, zm_alloc(c, &d->mark, words, sizeof *d->mark, "what is decided in a tier"));
    for (uint64_t w = 0; w < words; w++)
        mark_word(k, d, of, w);
    for (uint64_t w = 0; w < words; w++) {
        const uint32_t here = k->first[w];
        k->first[w] = values;
        values += here;
    }
    const uint64_t entries = zm_count_marks(d->mark, words);
    ZM_TRY(c, zm_resize(c, &d->entry, entries, sizeof *d->entry, "what is decided in a tier"));
    if (k->distances)
        ZM_TRY(c, zm_resize(c, &d->value, values, sizeof *d->value, "what is decided in a tier"));
    for (uint64_t w = 0; w < words; w++)
        fill_word(k, d, of, fill, w);
    return ZM_OK;
}

static void drop(zm_context *c, decisions *d)
{
    zm_release(c, d->mark);
    zm_release(c, d->entry);
    zm_release(c, d->value);
    *d = (decisions){0};
}

/* ---- who wins ---- */
/* A, as the tiers have it; or, of the tier at hand, as far as it is grounded. */
static sides lone_at(const proof *k, zm_place at, bool grounded)
{
    if (grounded && at.tier == k->tier)
        return k->ground[at.index];
    const decided *d = look_up(&k->lone[at.tier], at.index);
    return d ? d->won : (sides){0, 0};
}

/* B, by the steps of the many. */
static sides won_by_steps(const proof *k, uint64_t many, bool grounded, tally *y)
{
    const zm_hunt_board *b = &k->board;
    sides all = {~(uint64_t)0, 0};
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = b->forth[from] & ~many; to; to &= to - 1) {
            const uint64_t step = to & (0 - to);
            const zm_where w = zm_find_placement(b, many ^ zm_bit(from) ^ step);
            const sides won = lone_at(k, w.at, grounded);
            y->moves++;
            all.lone &= zm_turn(b, w.turned, won.lone) | step; /* the lone piece in the way: no move */
            all.many |= zm_turn(b, w.turned, won.many);
        }
    }
    return (sides){all.lone & b->squares & ~many, all.many & ~many};
}

typedef struct jumps { /* squares with a jump after which the lone piece wins; does not lose */
    uint64_t wins, holds;
} jumps;

static jumps won_by_jumps(const proof *k, uint64_t many, tally *y)
{
    const zm_hunt_board *b = &k->board;
    jumps all = {0, 0};
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        uint64_t from = 0;
        for (unsigned i = 0; i < b->jumps[over]; i++)
            from |= (b->jump[over][i].from | b->jump[over][i].to) & many ? 0 : b->jump[over][i].from;
        if (!from)
            continue;
        const zm_where w = zm_find_placement(b, many ^ zm_bit(over));
        const bool few = b->hunt->few(b->variant, w.at.tier);
        const decided *d = few ? NULL : look_up(&k->landed[w.at.tier], w.at.index);
        y->moves++;
        if (!d) {
            all.holds |= from;
            all.wins |= few ? from : 0;
            continue;
        }
        const sides won = {zm_turn(b, w.turned, d->won.lone), zm_turn(b, w.turned, d->won.many)};
        for (unsigned i = 0; i < b->jumps[over]; i++) {
            const uint64_t here = b->jump[over][i].from & from;
            all.wins |= b->jump[over][i].to & won.lone ? here : 0;
            all.holds |= b->jump[over][i].to & won.many ? 0 : here;
        }
    }
    return all;
}

/* A, by B and the jumps. */
static sides won_by_lone(const zm_hunt_board *b, uint64_t free, sides many, jumps j)
{
    const zm_hunt *h = b->hunt;
    return (sides){((many.lone ? h->steps(b->variant, many.lone) : 0) | j.wins) & free,
                   free & ~h->steps(b->variant, free & ~many.many) & ~j.holds};
}

/* ---- how far ---- */
static void best_step(zm_value *best, zm_value after)
{
    const zm_value value = zm_before_move(after, true);
    *best = value > *best ? value : *best;
}

/* best[s] becomes B on the squares of the set, where someone wins. */
static void far_by_steps(const proof *k, uint64_t many, uint64_t set, zm_value *best)
{
    const zm_hunt_board *b = &k->board;
    for (uint64_t rest = set; rest;)
        best[zm_take_lowest(&rest)] = zm_loss_in(0);
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = b->forth[from] & ~many; to; to &= to - 1) {
            const zm_where w = zm_find_placement(b, many ^ zm_bit(from) ^ (to & (0 - to)));
            const decisions *a = &k->lone[w.at.tier];
            const decided *d = look_up(a, w.at.index);
            for (uint64_t at = set & zm_turn(b, w.turned, decided_squares(d)); at;) {
                const unsigned s = zm_take_lowest(&at);
                best_step(&best[s], decided_value(a, d, w.turned ? b->image[s] : s));
            }
        }
    }
}

enum { NO_JUMP = 0xFFFF }; /* greater than what any is worth to the many */

/* least[s] becomes the least a jump from there is worth to the many. */
static void far_by_jumps(const proof *k, uint64_t many, uint64_t set, zm_value *least)
{
    const zm_hunt_board *b = &k->board;
    for (uint64_t rest = set; rest;)
        least[zm_take_lowest(&rest)] = NO_JUMP;
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        for (unsigned i = 0; i < b->jumps[over]; i++) {
            const zm_jump j = b->jump[over][i];
            if (!(j.from & set) || (j.from | j.to) & many)
                continue;
            const zm_where w = zm_find_placement(b, many ^ zm_bit(over));
            const bool few = b->hunt->few(b->variant, w.at.tier);
            const decisions *v = &k->landed[w.at.tier];
            const decided *d = few ? NULL : look_up(v, w.at.index);
            const unsigned to = zm_lowest(zm_turn(b, w.turned, j.to)), from = zm_lowest(j.from);
            const zm_value value = few                            ? zm_loss_in(0)
                                   : decided_squares(d) >> to & 1 ? decided_value(v, d, to)
                                                                  : (zm_value)ZM_DRAWN;
            least[from] = value < least[from] ? value : least[from];
        }
    }
}

static void fill_landed(const proof *k, uint64_t n, uint64_t set, zm_value *value)
{
    const row r = row_at(k, n, k->board.hunt->many(k->board.variant, k->tier, n), false);
    zm_value least[ZM_HUNT_SQUARES];
    for (uint64_t rest = set; !k->board.chains && rest;)
        least[zm_take_lowest(&rest)] = NO_JUMP;
    if (k->board.chains)
        far_by_jumps(k, r.many, set, least);
    while (set) {
        const unsigned s = zm_take_lowest(&set);
        const zm_value stop = value_on(&k->board, &r, s);
        *value++ = stop != ZM_NONE && stop < least[s] ? stop : least[s];
    }
}

/* ---- what is wrong ---- */
/* The value as the moves make it, each successor looked up in the table. ZM_NONE: one of them is not there. */
static zm_status by_moves(zm_context *c, const zm_table *t, zm_pos p, zm_value *best, zm_pos *missing)
{
    const zm_rules *rules = &t->variant->game->rules;
    zm_move moves[ZM_MAX_MOVES];
    unsigned n;
    zm_end end = zm_rules_moves(rules, t->variant, p, moves, &n);
    *best = end != ZM_OPEN ? zm_end_value(end) : (zm_value)ZM_NONE;
    for (unsigned i = 0; i < n; i++) {
        bool passes;
        zm_value value;
        *missing = zm_rules_play(rules, t->variant, p, moves[i], &passes);
        ZM_TRY(c, zm_table_probe(t, c, *missing, &value));
        if (value == ZM_NONE) {
            *best = ZM_NONE;
            return ZM_OK;
        }
        value = zm_before_move(value, passes);
        value = zm_table_distances(t) ? value : zm_wdl(value);
        *best = value > *best ? value : *best;
    }
    return ZM_OK;
}

static void blame(const proof *k, tally *y, zm_fault_kind kind, const row *r, unsigned square)
{
    const zm_hunt_board *b = &k->board;
    zm_fault f = {.kind = kind, .tier = k->tier, .stored = value_on(b, r, square)};
    f.at = (uint64_t)(r->value - k->value) + zm_count_bits(r->free & zm_low_bits(square));
    if (kind != ZM_NOT_REACHED)
        f.state = b->hunt->position(b->variant, r->many, square, r->lone);
    zm_blame(&y->fault, f);
}

/* The right value goes into the message, as the moves have it. */
static zm_status report(const proof *k, zm_fault *f)
{
    zm_context *c = k->context;
    if (f->kind == ZM_WRONG_VALUE || f->kind == ZM_NO_VALUE)
        ZM_TRY(c, by_moves(c, k->table, f->state, &f->right, &f->successor));
    return zm_report_fault(c, k->table, f);
}

/* ---- one placement ---- */
static void compare_states(const proof *k, tally *y, const row *r, uint64_t reached)
{
    const uint64_t missing = reached & r->real & ~r->has, extra = r->has & ~(reached & r->real);
    if (missing)
        blame(k, y, ZM_NO_VALUE, r, zm_lowest(missing));
    if (extra)
        blame(k, y, ZM_NOT_REACHED, r, zm_lowest(extra));
}

static void compare_winners(const proof *k, tally *y, const row *r, uint64_t reached, sides right)
{
    const uint64_t wrong = ((r->won.lone ^ right.lone) | (r->won.many ^ right.many)) & reached & r->real;
    if (wrong)
        blame(k, y, ZM_WRONG_VALUE, r, zm_lowest(wrong));
}

static void compare_distances(const proof *k, tally *y, const row *r, uint64_t set, const zm_value *right)
{
    for (set &= r->has; set;) {
        const unsigned s = zm_take_lowest(&set);
        if (value_on(&k->board, r, s) != right[s]) {
            blame(k, y, ZM_WRONG_VALUE, r, s);
            return;
        }
    }
}

static void compare_steps(const proof *k, tally *y, const row *many)
{
    zm_value right[ZM_HUNT_SQUARES];
    const uint64_t set = (many->won.lone | many->won.many) & many->real;
    if (!set)
        return;
    far_by_steps(k, many->many, set, right);
    compare_distances(k, y, many, set, right);
}

static void compare_lone(const proof *k, tally *y, const row *many, const row *lone)
{
    const zm_hunt_board *b = &k->board;
    zm_value right[ZM_HUNT_SQUARES];
    const uint64_t set = (lone->won.lone | lone->won.many) & lone->real;
    if (!set)
        return;
    far_by_jumps(k, lone->many, set, right);
    for (uint64_t rest = set; rest;) {
        const unsigned s = zm_take_lowest(&rest);
        for (uint64_t to = b->near[s] & lone->free; to;) {
            const zm_value value = value_on(b, many, zm_take_lowest(&to));
            right[s] = value != ZM_NONE && value < right[s] ? value : right[s];
        }
        right[s] = right[s] == NO_JUMP ? zm_loss_in(0) : zm_before_move(right[s], true);
    }
    compare_distances(k, y, lone, set, right);
}

static void count_row(const proof *k, const row *r, tally *y)
{
    const zm_hunt *h = k->board.hunt;
    const unsigned by_lone = zm_count_bits(r->won.lone & r->has), by_many = zm_count_bits(r->won.many & r->has);
    zm_summary *sum = &y->sum;
    sum->states += zm_count_bits(r->has);
    sum->won_by[h->lone] += by_lone;
    sum->won_by[1 - h->lone] += by_many;
    sum->drawn += zm_count_bits(r->has) - by_lone - by_many;
    for (uint64_t rest = k->distances ? (r->won.lone | r->won.many) & r->has : 0; rest;) {
        const unsigned s = zm_take_lowest(&rest), far = zm_remoteness(value_on(&k->board, r, s));
        if (sum->has_longest && far < sum->longest)
            continue;
        const zm_pos p = h->position(k->board.variant, r->many, s, r->lone);
        zm_summary_add(sum, &(zm_summary){.has_longest = true, .longest = far, .longest_position = p});
    }
}

static void check_placement(const proof *k, uint64_t n, tally *y)
{
    const zm_hunt_board *b = &k->board;
    const uint64_t placement = b->hunt->many(b->variant, k->tier, n);
    const row many = row_at(k, n, placement, false), lone = row_at(k, n, placement, true);
    const zm_seen seen = zm_seen_at(&k->seen[k->tier], n, many.free);
    const jumps j = won_by_jumps(k, placement, y);
    compare_states(k, y, &many, seen.many);
    compare_states(k, y, &lone, seen.lone);
    compare_winners(k, y, &many, seen.many, won_by_steps(k, placement, false, y));
    compare_winners(k, y, &lone, seen.lone, won_by_lone(b, many.free, many.won, j));
    if (k->distances) {
        compare_steps(k, y, &many);
        compare_lone(k, y, &many, &lone);
    }
    count_row(k, &many, y);
    count_row(k, &lone, y);
    k->won[n] = b->chains ? (sides){many.won.lone | j.wins, many.won.many & ~j.holds} : many.won;
}

/* The lone piece has won. */
static void check_few(const proof *k, uint64_t n, tally *y)
{
    const zm_hunt_board *b = &k->board;
    const row r = row_at(k, n, b->hunt->many(b->variant, k->tier, n), false);
    const uint64_t reached = zm_seen_at(&k->seen[k->tier], n, r.free).many;
    zm_value right[ZM_HUNT_SQUARES];
    for (unsigned s = 0; s < ZM_HUNT_SQUARES; s++)
        right[s] = zm_loss_in(0);
    compare_states(k, y, &r, reached);
    compare_distances(k, y, &r, reached & r.real, right);
    count_row(k, &r, y);
}

/* ---- circles ---- */
static void ground_again(const void *arg, uint64_t n)
{
    const proof *k = arg;
    const zm_hunt_board *b = &k->board;
    const uint64_t many = b->hunt->many(b->variant, k->tier, n), free = b->squares & ~many;
    tally unused = {0};
    const sides a = won_by_lone(b, free, won_by_steps(k, many, true, &unused), won_by_jumps(k, many, &unused));
    const bool more = a.lone != k->ground[n].lone || a.many != k->ground[n].many;
    k->ground[n] = a;
    for (uint64_t rest = more ? many : 0; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = b->aside[to] & ~many; from; from &= from - 1)
            zm_ask(k->asking, zm_find_placement(b, many ^ zm_bit(to) ^ (from & (0 - from))).at.index);
    }
}

/* All agree with their successors, so what is not grounded is decided in a circle. */
static void compare_grounded(const proof *k, uint64_t n, tally *y)
{
    const zm_hunt_board *b = &k->board;
    const uint64_t placement = b->hunt->many(b->variant, k->tier, n);
    const row many = row_at(k, n, placement, false), lone = row_at(k, n, placement, true);
    tally unused = {0};
    const sides steps = won_by_steps(k, placement, true, &unused);
    const uint64_t a = ((many.won.lone & ~steps.lone) | (many.won.many & ~steps.many)) & many.has;
    const uint64_t c = ((lone.won.lone & ~k->ground[n].lone) | (lone.won.many & ~k->ground[n].many)) & lone.has;
    if (a)
        blame(k, y, ZM_IN_A_CIRCLE, &many, zm_lowest(a));
    if (c)
        blame(k, y, ZM_IN_A_CIRCLE, &lone, zm_lowest(c));
}

static void find_circles(const proof *k, tally *all)
{
    const uint64_t words = zm_marks_words(k->count);
    memset(k->ground, 0, k->count * sizeof *k->ground);
    memset(k->asking, 0, words * sizeof *k->asking);
    for (uint64_t n = 0; n < k->count; n++)
        if (!all_drawn(k, n, false) || !all_drawn(k, n, true))
            zm_ask(k->asking, n);
    zm_settle(k->asking, words, ground_again, k);
    for (uint64_t n = 0; n < k->count; n++)
        if (!all_drawn(k, n, false) || !all_drawn(k, n, true))
            compare_grounded(k, n, all);
}

/* ---- one tier ---- */
static zm_status verify_tier(proof *k, uint32_t tier, tally *y)
{
    zm_context *c = k->context;
    k->tier = tier;
    k->count = zm_placements(&k->board, k->table, tier);
    k->free = k->board.hunt->free(k->board.variant, tier);
    k->few = k->board.hunt->few(k->board.variant, tier);
    if (zm_stopped(c))
        return zm_fail(c, ZM_INTERRUPTED, "stopped");
    ZM_TRY(c, zm_table_read_tier(k->table, c, tier, k->value));
    if (!k->few)
        ZM_TRY(c, keep(k, &k->lone[tier], sides_of_row, fill_from_row));
    for (uint64_t n = 0; n < k->count; n++)
        (k->few ? check_few : check_placement)(k, n, y);
    if (!k->distances && !k->few && !y->fault.kind)
        find_circles(k, y);
    zm_progress_add(c, y->sum.states);
    return k->few || y->fault.kind ? ZM_OK : keep(k, &k->landed[tier], sides_landed, fill_landed);
}

/* ---- a run of tiers: each by the thread that comes to it, in that thread's room ---- */
static zm_status open_work(proof *k)
{
    zm_context *c = k->context;
    const uint64_t most = k->runs.placements;
    ZM_TRY(c, zm_resize(c, &k->first, zm_marks_words(most), sizeof *k->first, "a tier"));
    ZM_TRY(c, zm_resize(c, &k->won, most, sizeof *k->won, "a tier"));
    ZM_TRY(c, zm_resize(c, &k->value, k->table->layout.largest, sizeof *k->value, "the values of a tier"));
    if (k->distances)
        return ZM_OK;
    ZM_TRY(c, zm_resize(c, &k->ground, most, sizeof *k->ground, "a tier"));
    return zm_resize(c, &k->asking, zm_marks_words(most), sizeof *k->asking, "a tier");
}

static void close_work(proof *k)
{
    void *const blocks[] = {k->first, k->won, k->value, k->ground, k->asking};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(k->context, blocks[i]);
}

static zm_status verify_run(proof *worker, uint32_t begin, uint32_t end, tally *tallies)
{
    zm_status failed = ZM_OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads(zm_threads(worker->context)) if (end - begin > 1)
    for (uint32_t t = begin; t < end; t++) {
        const zm_status s = verify_tier(&worker[omp_get_thread_num()], t, &tallies[t - begin]);
        if (s != ZM_OK) {
#pragma omp atomic write
            failed = s;
        }
    }
    return failed;
}

/* What nobody above needs any more. */
static void forget(proof *k, uint32_t tier, uint32_t done)
{
    uint32_t below[ZM_MAX_CHILDREN];
    const unsigned n = k->board.hunt->below(k->board.variant, tier, below);
    for (unsigned i = 0; i <= n; i++) {
        const uint32_t which = i < n ? below[i] : tier;
        if (k->steps_to[which] <= done)
            drop(k->context, &k->lone[which]);
        if (k->jumps_to[which] <= done)
            drop(k->context, &k->landed[which]);
    }
    zm_release(k->context, k->seen[tier].mark);
    zm_release(k->context, k->seen[tier].entry);
    k->seen[tier] = (zm_seen_tier){0};
}

static zm_status add_run(proof *k, uint32_t begin, uint32_t end, tally *tallies, zm_ledger *ledger, zm_verified *out)
{
    zm_context *c = k->context;
    for (uint32_t t = begin; t < end; t++) {
        tally *y = &tallies[t - begin];
        if (y->fault.kind)
            return report(k, &y->fault);
        ZM_TRY(c, zm_ledger_tier(c, ledger, t, &y->sum));
        out->states += y->sum.states;
        out->moves += y->moves;
        forget(k, t, end);
        *y = (tally){0};
    }
    return ZM_OK;
}

static zm_status verify_runs(proof *k, proof *worker, tally *tallies, zm_ledger *ledger, zm_verified *out)
{
    zm_context *c = k->context;
    for (unsigned i = 0; i < zm_threads(c); i++) {
        worker[i] = *k;
        ZM_TRY(c, open_work(&worker[i]));
    }
    for (uint32_t i = 0; i < k->runs.count; i++) {
        const uint32_t begin = k->runs.first[i], end = k->runs.first[i + 1];
        ZM_TRY(c, verify_run(worker, begin, end, tallies));
        ZM_TRY(c, add_run(k, begin, end, tallies, ledger, out));
    }
    return zm_ledger_end(c, ledger);
}

static zm_status verify_tiers(proof *k, zm_verified *out)
{
    zm_context *c = k->context;
    zm_ledger ledger = {0};
    tally *tallies = NULL;
    proof *worker = NULL;
    zm_status s = zm_alloc(c, &worker, zm_threads(c), sizeof *worker, "threads");
    if (s == ZM_OK)
        s = zm_alloc(c, &tallies, k->runs.longest, sizeof *tallies, "the counts of tiers");
    if (s == ZM_OK)
        s = zm_ledger_open(c, k->table, &ledger);
    if (s == ZM_OK)
        s = verify_runs(k, worker, tallies, &ledger, out);
    for (unsigned i = 0; worker && i < zm_threads(c); i++)
        if (worker[i].context)
            close_work(&worker[i]);
    zm_ledger_close(c, &ledger);
    zm_release(c, tallies);
    zm_release(c, worker);
    return s;
}

/* ---- the sample ---- */
enum { SAMPLE = 1 << 16 };

static zm_status verify_place(const proof *k, uint32_t tier, uint64_t index)
{
    zm_context *c = k->context;
    zm_fault f = {.tier = tier, .at = index};
    ZM_TRY(c, zm_table_state(k->table, c, tier, index, &f.state));
    ZM_TRY(c, zm_table_probe(k->table, c, f.state, &f.stored));
    const zm_place at = k->board.variant->game->rules.rank(k->board.variant, f.state);
    if (f.stored == ZM_NONE || at.tier != tier || at.index != index) /* waste */
        return ZM_OK;
    ZM_TRY(c, by_moves(c, k->table, f.state, &f.right, &f.successor));
    if (f.right == f.stored)
        return ZM_OK;
    f.kind = f.right == ZM_NONE ? ZM_NO_SUCCESSOR : ZM_WRONG_VALUE;
    return zm_report_fault(c, k->table, &f);
}

/* Some of every tier, in proportion to its size: the same each time. */
static zm_status verify_sample(const proof *k, uint32_t tier)
{
    const uint64_t size = k->table->layout.tier[tier].size;
    const uint64_t n = 1 + (uint64_t)((double)size / (double)k->table->layout.places * SAMPLE);
    uint64_t random = tier + 1;
    for (uint64_t i = 0; i < n && size; i++) {
        random = random * 6364136223846793005 + 1442695040888963407;
        ZM_TRY(k->context, verify_place(k, tier, (random >> 16) % size));
    }
    return zm_stopped(k->context) ? zm_fail(k->context, ZM_INTERRUPTED, "stopped") : ZM_OK;
}

static zm_status verify_samples(const proof *k)
{
    zm_status all = ZM_OK;
    zm_progress_begin(k->context, "recomputing a sample", k->table->layout.places);
#pragma omp parallel for schedule(dynamic, 16) num_threads(zm_threads(k->context))
    for (uint32_t t = 0; t < k->table->layout.tiers; t++) {
        zm_status before, s;
#pragma omp atomic read
        before = all;
        if (before == ZM_OK && (s = verify_sample(k, t)) != ZM_OK) {
#pragma omp atomic write
            all = s;
        }
        zm_progress_add(k->context, k->table->layout.tier[t].size);
    }
    zm_progress_end(k->context);
    return all;
}

/* ---- the whole ---- */
static zm_status prepare(proof *k)
{
    zm_context *c = k->context;
    const uint32_t tiers = k->table->layout.tiers;
    ZM_TRY(c, zm_alloc(c, &k->seen, tiers, sizeof *k->seen, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &k->lone, tiers, sizeof *k->lone, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &k->landed, tiers, sizeof *k->landed, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &k->steps_to, tiers, sizeof *k->steps_to, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &k->jumps_to, tiers, sizeof *k->jumps_to, "the list of tiers"));
    for (uint32_t t = 0; t < tiers; t++) {
        uint32_t below[ZM_MAX_CHILDREN];
        const unsigned n = k->board.hunt->below(k->board.variant, t, below);
        const unsigned free = k->board.hunt->free(k->board.variant, t);
        for (unsigned i = 0; i < n; i++)
            (k->board.hunt->free(k->board.variant, below[i]) == free ? k->steps_to : k->jumps_to)[below[i]] = t + 1;
    }
    for (unsigned s = 0; s < ZM_HUNT_SQUARES; s++)
        k->drawn[s] = ZM_DRAWN;
    ZM_TRY(c, zm_cut_hunt_runs(c, &k->board, k->table, &k->runs));
    return zm_reach_hunt(c, &k->board, k->table, &k->runs, k->seen);
}

static void clean_up(proof *k)
{
    zm_context *c = k->context;
    for (uint32_t t = 0; t < k->table->layout.tiers; t++) {
        if (k->lone)
            drop(c, &k->lone[t]);
        if (k->landed)
            drop(c, &k->landed[t]);
        if (k->seen) {
            zm_release(c, k->seen[t].mark);
            zm_release(c, k->seen[t].entry);
        }
    }
    void *const blocks[] = {k->seen, k->lone, k->landed, k->steps_to, k->jumps_to, k->runs.first, k};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(c, blocks[i]);
}

static zm_status prove(proof *k, zm_verified *out)
{
    zm_context *c = k->context;
    ZM_TRY(c, zm_verify_start(c, k->table));
    ZM_TRY(c, prepare(k));
    zm_progress_begin(c, "recomputing states", k->table->manifest.total.states);
    zm_status s = verify_tiers(k, out);
    zm_progress_end(c);
    ZM_TRY(c, s);
    return verify_samples(k);
}

bool zm_can_verify_hunt(const zm_table *t)
{
    const zm_rules *r = &t->variant->game->rules;
    return !t->manifest.keyed && r->hunt && r->hunt->forth && r->hunt->squares(t->variant) <= ZM_HUNT_SQUARES;
}

zm_status zm_verify_hunt(zm_context *c, const zm_table *t, zm_verified *out)
{
    proof *k;
    ZM_TRY(c, zm_alloc(c, &k, 1, sizeof *k, "the verifier"));
    k->context = c;
    k->table = t;
    k->distances = zm_table_distances(t);
    zm_read_hunt_board(t->variant, &k->board);
    zm_status s = prove(k, out);
    clean_up(k);
    return s;
}
