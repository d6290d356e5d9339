/* swarm_body.h: what a thread does for swarm.h. Included by engine/cuda/swarm_host.c and swarm_cuda.cu. In the common subset of C and CUDA
 * C++.
 *
 * What other threads are just writing may be read: it only grows, and whoever makes it grow has its readers look again in the next round. */
#include "game/expand.h"
#include "solve/swarm.h"

#ifdef __CUDA_ARCH__
ZM_KERNEL uint32_t swarm_or(uint32_t *at, uint32_t bits) { return atomicOr(at, bits); }
ZM_KERNEL void swarm_and(uint32_t *at, uint32_t bits) { atomicAnd(at, bits); }
/* One more: which number it is. Threads of a warp that add to the same counter do so at once. */
ZM_KERNEL uint64_t swarm_next(uint64_t *counter)
{
    const unsigned same = __match_any_sync(__activemask(), (unsigned long long)counter);
    const unsigned lane = threadIdx.x % 32, first = (unsigned)__ffs((int)same) - 1;
    uint64_t n = 0;
    if (lane == first)
        n = atomicAdd((unsigned long long *)counter, (unsigned long long)__popc(same));
    return __shfl_sync(same, n, (int)first) + (uint64_t)__popc(same & ((1u << lane) - 1));
}
ZM_KERNEL uint64_t swarm_take(uint64_t *counter, uint64_t n)
{
    return atomicAdd((unsigned long long *)counter, (unsigned long long)n);
}
#else
ZM_KERNEL uint32_t swarm_or(uint32_t *at, uint32_t bits)
{
    const uint32_t old = *at;
    *at |= bits;
    return old;
}
ZM_KERNEL void swarm_and(uint32_t *at, uint32_t bits) { *at &= bits; }
ZM_KERNEL uint64_t swarm_next(uint64_t *counter) { return (*counter)++; }
ZM_KERNEL uint64_t swarm_take(uint64_t *counter, uint64_t n)
{
    *counter += n;
    return *counter - n;
}
#endif

typedef struct swarm_counts { /* what a thread has seen */
    uint64_t visits, states, won_by_lone, won_by_many, parts, values;
    uint32_t farthest;
} swarm_counts;

typedef struct swarmer {
    const zm_swarm *job;
    swarm_counts counts;
} swarmer;

/* ---- sets of squares ---- */
ZM_KERNEL uint64_t swarm_by_bands(const zm_swarm_board *b, const uint64_t table[][ZM_HUNT_SETS], uint64_t set)
{
    uint64_t out = 0;
    for (unsigned band = 0; band < b->bands; band++)
        out |= table[band][set >> b->first[band] & b->mask[band]];
    return out;
}

ZM_KERNEL uint64_t swarm_steps(const swarmer *k, uint64_t set)
{
    return set ? swarm_by_bands(k->job->board, k->job->board->steps, set) : 0;
}

ZM_KERNEL uint64_t swarm_image(const swarmer *k, uint64_t set)
{
    return set ? swarm_by_bands(k->job->board, k->job->board->image, set) : 0;
}

/* As chase_body.h has them: where a piece can be jumped over from, and what is at the far ends. */
ZM_KERNEL uint64_t swarm_jumps_over(const swarmer *k, uint64_t many, unsigned over)
{
    uint64_t from = 0;
    for (unsigned i = 0; i < ZM_SWARM_LINES; i++) {
        const uint64_t line = k->job->board->line[over][i];
        from |= line & many ? 0 : line;
    }
    return from;
}

ZM_KERNEL uint64_t swarm_before_jumps(const swarmer *k, unsigned over, uint64_t from, uint64_t squares)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < ZM_SWARM_LINES; i++) {
        const uint64_t line = k->job->board->line[over][i] & from, there = line & squares;
        seen |= there == line ? line : there ? line ^ there : 0;
    }
    return seen;
}

/* ---- ranks ---- */
ZM_KERNEL const uint32_t *swarm_row(const swarmer *k, unsigned band, unsigned pieces)
{
    return k->job->before + (band * k->job->board->rows + pieces) * ZM_HUNT_SETS;
}

ZM_KERNEL uint32_t swarm_term(const swarmer *k, uint64_t many, unsigned band)
{
    const uint64_t rest = many >> k->job->board->first[band];
    return swarm_row(k, band, zm_count_bits(rest))[rest & k->job->board->mask[band]];
}

ZM_KERNEL uint32_t swarm_rank(const swarmer *k, uint64_t many)
{
    uint32_t n = 0;
    for (unsigned band = 0; band < k->job->board->bands; band++)
        n += swarm_term(k, many, band);
    return n;
}

/* That of a placement in which one has stepped, from that of the one before. */
ZM_KERNEL uint32_t swarm_stepped(const swarmer *k, uint32_t n, uint64_t many, uint64_t after, unsigned from,
                                 unsigned to)
{
    const unsigned one = k->job->board->band_of[from], other = k->job->board->band_of[to];
    const unsigned last = one > other ? one : other;
    for (unsigned band = one < other ? one : other; band <= last; band++)
        n += swarm_term(k, after, band) - swarm_term(k, many, band);
    return n;
}

/* The last set of a band before which there are not more than n. */
ZM_KERNEL unsigned swarm_find(const uint32_t *row, unsigned sets, uint32_t n)
{
    unsigned low = 0;
    for (unsigned step = (sets + 1) / 2; step; step /= 2)
        low += row[low + step] <= n ? step : 0;
    return low;
}

ZM_KERNEL uint64_t swarm_unrank(const swarmer *k, uint32_t n)
{
    const zm_swarm_board *b = k->job->board;
    unsigned pieces = k->job->layer;
    uint64_t many = 0;
    for (unsigned band = 0; band < b->bands; band++) {
        const uint32_t *row = swarm_row(k, band, pieces);
        const unsigned set = swarm_find(row, b->mask[band], n);
        many |= (uint64_t)set << b->first[band];
        n -= row[set];
        pieces -= zm_count_bits(set);
    }
    return many;
}

/* ---- steps of one of the many, one after the other ---- */
typedef struct swarm_walk {
    uint64_t rest, to;
    unsigned from, square;
    uint64_t after;
    uint32_t n; /* the rank of `after` */
} swarm_walk;

ZM_KERNEL swarm_walk swarm_begin(uint64_t many)
{
    const swarm_walk w = {many, 0, 0, 0, 0, 0};
    return w;
}

/* All threads that have a step come out of here together. */
ZM_KERNEL bool swarm_step(swarmer *k, const uint64_t *where, uint64_t many, uint32_t n, swarm_walk *w)
{
    while (!w->to) {
        if (!w->rest)
            return false;
        w->from = zm_take_lowest(&w->rest);
        w->to = where[w->from] & ~many;
    }
    w->square = zm_take_lowest(&w->to);
    w->after = many ^ zm_bit(w->from) ^ zm_bit(w->square);
    w->n = swarm_stepped(k, n, many, w->after, w->from, w->square);
    k->counts.visits++;
    return true;
}

/* ---- a placement ---- */
typedef struct swarm_place {
    uint64_t many, image, free;
    uint32_t n;
} swarm_place;

ZM_KERNEL swarm_place swarm_place_of(const swarmer *k, uint64_t many)
{
    const swarm_place p = {many, swarm_image(k, many), k->job->board->board & ~many, swarm_rank(k, many)};
    return p;
}

/* A placement that is its own image has each state twice; what is known of one of them is known of the other. */
ZM_KERNEL uint64_t swarm_both(const swarmer *k, const swarm_place *p, uint64_t squares)
{
    return p->many == p->image ? squares | swarm_image(k, squares) : squares;
}

/* The squares that are states. */
ZM_KERNEL uint64_t swarm_real(const swarmer *k, const swarm_place *p)
{
    return p->many == p->image ? p->free & k->job->board->left : p->free;
}

ZM_KERNEL void swarm_put(const swarmer *k, const swarm_place *p, uint32_t image, uint64_t *squares, uint64_t set)
{
    squares[p->n] = set;
    if (image != p->n)
        squares[image] = swarm_image(k, set);
}

ZM_KERNEL void swarm_put_won(const swarmer *k, const swarm_place *p, zm_swarm_won *won, zm_swarm_won set)
{
    const uint32_t image = swarm_rank(k, p->image);
    const zm_swarm_won turned = {swarm_image(k, set.lone), swarm_image(k, set.many)};
    won[p->n] = set;
    if (image != p->n)
        won[image] = turned;
}

/* ---- what is dirty ---- */
/* By the smaller one of it and its image. */
ZM_KERNEL void swarm_mark(const swarmer *k, uint64_t many, uint32_t n)
{
    const zm_swarm *j = k->job;
    const unsigned next = 1 - j->round;
    const uint64_t image = swarm_image(k, many);
    if (image < many) {
        many = image;
        n = swarm_rank(k, many);
    }
    const uint32_t bit = (uint32_t)1 << n % 32;
    if (!(swarm_or(&j->dirty[next][n / 32], bit) & bit))
        j->list[next][swarm_next(&j->notes->listed[next])] = many;
}

ZM_KERNEL void swarm_clean(const swarmer *k, uint32_t n)
{
    swarm_and(&k->job->dirty[k->job->round][n / 32], ~((uint32_t)1 << n % 32));
}

/* ---- the placements of a layer ---- */
ZM_KERNEL void swarm_list(swarmer *k, uint64_t n)
{
    const zm_swarm *j = k->job;
    const uint64_t many = swarm_unrank(k, (uint32_t)n);
    unsigned slice = 0;
    if (swarm_image(k, many) < many)
        return;
    for (uint64_t rest = many; rest;)
        slice += j->board->weight[zm_take_lowest(&rest)];
    j->order[swarm_next(&j->cursor[slice])] = many;
}

/* ---- which states play reaches ---- */
/* From lighter slices, by a step of the many. */
ZM_KERNEL uint64_t swarm_came_ahead(swarmer *k, const swarm_place *p)
{
    uint64_t reached = 0;
    swarm_walk w = swarm_begin(p->many);
    while (reached != p->free && swarm_step(k, k->job->board->behind, p->many, p->n, &w))
        reached |= k->job->reached_many[w.n] & p->free;
    return reached;
}

/* By a jump that took a piece from an empty square. */
ZM_KERNEL uint64_t swarm_came_jumping(swarmer *k, const swarm_place *p)
{
    uint64_t reached = 0;
    for (uint64_t rest = p->free; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        const uint64_t before = p->many | zm_bit(over), from = swarm_jumps_over(k, before, over);
        if (!from)
            continue;
        k->counts.visits++;
        reached |= swarm_before_jumps(k, over, from, k->job->above[swarm_rank(k, before)] & from);
    }
    return reached;
}

ZM_KERNEL uint64_t swarm_started(const swarmer *k, const swarm_place *p)
{
    const zm_swarm *j = k->job;
    return (p->many == j->start[0] ? j->start_bit[0] : 0) | (p->many == j->start[1] ? j->start_bit[1] : 0);
}

ZM_KERNEL void swarm_reach_first(swarmer *k, uint64_t placement)
{
    const zm_swarm *j = k->job;
    const swarm_place p = swarm_place_of(k, placement);
    const uint32_t image = swarm_rank(k, p.image);
    const uint64_t lone = j->layer == j->bottom ? 0 : swarm_both(k, &p, swarm_came_ahead(k, &p));
    uint64_t many = (swarm_started(k, &p) | swarm_steps(k, lone)) & p.free, landed = 0;
    if (j->layer < j->top && (lone != p.free || many != p.free))
        landed = swarm_both(k, &p, swarm_came_jumping(k, &p));
    many |= landed;
    swarm_put(k, &p, image, j->reached_many, many);
    swarm_put(k, &p, image, j->reached_lone, lone);
    swarm_put(k, &p, image, j->jumps, j->board->chains ? landed : 0);
    if (j->layer != j->bottom && lone != p.free)
        swarm_mark(k, p.many, p.n);
}

ZM_KERNEL void swarm_reach_again(swarmer *k, uint64_t placement)
{
    const zm_swarm *j = k->job;
    const swarm_place p = swarm_place_of(k, placement);
    const uint64_t before = j->reached_lone[p.n], could = j->reached_many[p.n];
    uint64_t lone = before;
    swarm_clean(k, p.n);
    swarm_walk w = swarm_begin(p.many);
    while (lone != p.free && swarm_step(k, j->board->aside, p.many, p.n, &w))
        lone |= j->reached_many[w.n] & p.free;
    lone = swarm_both(k, &p, lone);
    if (lone == before)
        return;
    const uint32_t image = swarm_rank(k, p.image);
    const uint64_t many = could | (swarm_steps(k, lone) & p.free);
    swarm_put(k, &p, image, j->reached_lone, lone);
    if (many == could)
        return;
    swarm_put(k, &p, image, j->reached_many, many);
    w = swarm_begin(p.many);
    while (swarm_step(k, j->board->aside, p.many, p.n, &w))
        if (j->reached_lone[w.n] != (j->board->board & ~w.after))
            swarm_mark(k, w.after, w.n);
}

ZM_KERNEL void swarm_keep(swarmer *k, uint64_t placement, bool counts)
{
    const zm_swarm *j = k->job;
    const swarm_place p = swarm_place_of(k, placement);
    const uint64_t real = swarm_real(k, &p), many = j->reached_many[p.n], lone = j->reached_lone[p.n];
    const bool whole = many == p.free && lone == p.free, none = !(many | lone) || j->layer == j->bottom;
    if (counts) {
        k->counts.parts += !whole && !none;
        return;
    }
    k->counts.states += zm_count_bits(many & real) + zm_count_bits(lone & real);
    k->counts.won_by_lone += j->layer == j->bottom ? zm_count_bits(many & real) : 0;
    swarm_put(k, &p, swarm_rank(k, p.image), j->jumps, j->jumps[p.n] | lone);
    if (whole)
        swarm_or(&j->whole[p.n / 32], (uint32_t)1 << p.n % 32);
    if (whole || none)
        return;
    const zm_swarm_part part = {p.many, many & real, lone & real};
    j->part[swarm_next(&j->notes->parts)] = part;
}

/* ---- who wins ---- */
ZM_KERNEL uint64_t swarm_decided(zm_swarm_won won) { return won.lone | won.many; }

typedef struct swarm_values {
    zm_swarm_won lone, many, landed; /* A, B, V */
} swarm_values;

ZM_KERNEL zm_swarm_won swarm_many_wins(swarmer *k, const swarm_place *p)
{
    zm_swarm_won b = {p->free, 0};
    swarm_walk w = swarm_begin(p->many);
    while (swarm_step(k, k->job->board->forth, p->many, p->n, &w)) {
        const zm_swarm_won a = k->job->lone[w.n];
        b.lone &= a.lone | zm_bit(w.square);
        b.many |= a.many;
    }
    b.lone = swarm_both(k, p, b.lone);
    b.many = swarm_both(k, p, b.many & p->free);
    return b;
}

/* The squares with a jump that wins, and those with one that does not lose. */
ZM_KERNEL void swarm_jump(swarmer *k, const swarm_place *p, uint64_t *wins, uint64_t *holds)
{
    const zm_swarm *j = k->job;
    *wins = *holds = 0;
    for (uint64_t rest = p->many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        const uint64_t from = swarm_jumps_over(k, p->many, over);
        if (!from)
            continue;
        if (j->layer == j->bottom + 1) {
            *wins |= from;
            *holds |= from;
            continue;
        }
        const zm_swarm_won v = j->below[swarm_rank(k, p->many ^ zm_bit(over))];
        k->counts.visits++;
        *wins |= swarm_before_jumps(k, over, from, v.lone);
        *holds |= swarm_before_jumps(k, over, from, ~v.many);
    }
}

ZM_KERNEL swarm_values swarm_look(swarmer *k, const swarm_place *p)
{
    swarm_values s;
    uint64_t wins, holds;
    s.many = swarm_many_wins(k, p);
    swarm_jump(k, p, &wins, &holds);
    s.lone.lone = (swarm_steps(k, s.many.lone) | wins) & p->free;
    s.lone.many = p->free & ~swarm_steps(k, p->free & ~s.many.many) & ~holds;
    s.landed = s.many;
    if (k->job->board->chains) {
        s.landed.lone |= wins;
        s.landed.many &= ~holds;
    }
    return s;
}

ZM_KERNEL void swarm_won(swarmer *k, uint64_t placement, bool again)
{
    const zm_swarm *j = k->job;
    const swarm_place p = swarm_place_of(k, placement);
    if (again)
        swarm_clean(k, p.n);
    const zm_swarm_won before = j->lone[p.n], now = swarm_look(k, &p).lone;
    if (now.lone == before.lone && now.many == before.many)
        return;
    swarm_put_won(k, &p, j->lone, now);
    swarm_walk w = swarm_begin(p.many);
    while (swarm_step(k, j->board->aside, p.many, p.n, &w))
        swarm_mark(k, w.after, w.n);
}

ZM_KERNEL void swarm_count(swarmer *k, const swarm_values *s, uint64_t many, uint64_t lone)
{
    k->counts.won_by_lone += zm_count_bits(s->many.lone & many) + zm_count_bits(s->lone.lone & lone);
    k->counts.won_by_many += zm_count_bits(s->many.many & many) + zm_count_bits(s->lone.many & lone);
}

ZM_KERNEL void swarm_close(swarmer *k, uint64_t placement)
{
    const zm_swarm *j = k->job;
    const swarm_place p = swarm_place_of(k, placement);
    const swarm_values s = swarm_look(k, &p);
    const uint64_t real = swarm_real(k, &p);
    swarm_put_won(k, &p, j->landed, s.landed);
    k->counts.values += zm_count_bits(swarm_decided(s.landed));
    if (j->whole[p.n / 32] >> p.n % 32 & 1)
        swarm_count(k, &s, real, real);
    if (j->layer == j->top && swarm_started(k, &p))
        j->notes->start = s.many;
}

ZM_KERNEL void swarm_count_part(swarmer *k, const zm_swarm_part *part)
{
    const swarm_place p = swarm_place_of(k, part->placement);
    const swarm_values s = swarm_look(k, &p);
    swarm_count(k, &s, part->many, part->lone);
}

/* ---- how far ----
 * As chase_body.h has it: what is not known yet counts as a draw, which is later than any, and distances shrink. */
enum { SWARM_NO_JUMP = 0xFFFF }; /* later than any; a jump is never worth that */

typedef struct swarm_rows {         /* by square */
    zm_value many[ZM_HUNT_SQUARES]; /* B */
    zm_value jump[ZM_HUNT_SQUARES]; /* the best jump, for the many who are to move then */
} swarm_rows;

/* The value at a square of a placement that is kept, or whose image is. */
typedef struct swarm_kept {
    const zm_value *value;
    uint64_t decided;
    bool turned;
} swarm_kept;

ZM_KERNEL swarm_kept swarm_kept_at(const swarmer *k, const zm_swarm_far *far, uint64_t many, uint32_t n,
                                   uint64_t decided)
{
    const uint64_t image = swarm_image(k, many);
    swarm_kept at = {far->value, decided, image < many};
    if (at.turned) {
        at.decided = swarm_image(k, decided);
        n = swarm_rank(k, image);
    }
    at.value += far->first[n];
    return at;
}

ZM_KERNEL zm_value swarm_kept_value(const swarmer *k, const swarm_kept *at, unsigned square)
{
    const unsigned s = at->turned ? k->job->board->turned[square] : square;
    return *(const volatile zm_value *)&at->value[zm_count_bits(at->decided & zm_low_bits(s))];
}

/* B, from A of the placements that steps lead to. */
ZM_KERNEL zm_swarm_won swarm_far_many(swarmer *k, const swarm_place *p, swarm_rows *rows)
{
    zm_swarm_won b = {p->free, 0};
    for (uint64_t rest = p->free; rest;)
        rows->many[zm_take_lowest(&rest)] = zm_loss_in(0);
    swarm_walk w = swarm_begin(p->many);
    while (swarm_step(k, k->job->board->forth, p->many, p->n, &w)) {
        const zm_swarm_won a = k->job->lone[w.n];
        uint64_t rest = swarm_decided(a) & p->free;
        b.lone &= a.lone | zm_bit(w.square);
        b.many |= a.many;
        if (!rest)
            continue;
        const swarm_kept at = swarm_kept_at(k, &k->job->lone_far, w.after, w.n, swarm_decided(a));
        while (rest) {
            const unsigned s = zm_take_lowest(&rest);
            const zm_value value = zm_before_move(swarm_kept_value(k, &at, s), true);
            rows->many[s] = value > rows->many[s] ? value : rows->many[s];
        }
    }
    b.many &= p->free;
    for (uint64_t rest = p->free & ~(b.lone | b.many); rest;)
        rows->many[zm_take_lowest(&rest)] = ZM_DRAWN;
    return b;
}

/* The best jump from each square of `set`. */
ZM_KERNEL void swarm_far_jump(swarmer *k, const swarm_place *p, uint64_t set, swarm_rows *rows)
{
    const zm_swarm *j = k->job;
    for (uint64_t rest = p->free; rest;)
        rows->jump[zm_take_lowest(&rest)] = SWARM_NO_JUMP;
    for (uint64_t rest = p->many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        if (!(swarm_jumps_over(k, p->many, over) & set))
            continue;
        const uint64_t after = p->many ^ zm_bit(over);
        const bool few = j->layer == j->bottom + 1;
        const uint32_t n = few ? 0 : swarm_rank(k, after);
        const uint64_t decided = few ? 0 : swarm_decided(j->below[n]);
        swarm_kept at = {NULL, 0, false};
        if (decided)
            at = swarm_kept_at(k, &j->below_far, after, n, decided);
        for (unsigned i = 0; i < ZM_SWARM_LINES; i++) {
            const uint64_t line = j->board->line[over][i];
            for (uint64_t from = line & p->many ? 0 : line & set; from;) {
                const unsigned s = zm_take_lowest(&from), to = zm_lowest(line ^ zm_bit(s));
                const zm_value value = few                 ? zm_loss_in(0)
                                       : decided >> to & 1 ? swarm_kept_value(k, &at, to)
                                                           : (zm_value)ZM_DRAWN;
                rows->jump[s] = value < rows->jump[s] ? value : rows->jump[s];
            }
        }
    }
}

/* A at a square, when B and the jumps are known. */
ZM_KERNEL zm_value swarm_far_lone(const swarmer *k, const swarm_place *p, const swarm_rows *rows, unsigned s)
{
    zm_value least = rows->jump[s];
    for (uint64_t to = k->job->board->near[s] & p->free; to;) {
        const zm_value there = rows->many[zm_take_lowest(&to)];
        least = there < least ? there : least;
    }
    return least == SWARM_NO_JUMP ? zm_loss_in(0) : zm_before_move(least, true);
}

ZM_KERNEL void swarm_far_make(swarmer *k, uint64_t placement)
{
    const zm_swarm *j = k->job;
    const uint32_t n = swarm_rank(k, placement);
    const unsigned count = zm_count_bits(swarm_decided(j->lone[n]));
    if (!count)
        return;
    const uint64_t first = swarm_take(&j->notes->values, count);
    j->lone_far.first[n] = (uint32_t)first;
    for (unsigned i = 0; i < count; i++)
        j->lone_far.value[first + i] = ZM_DRAWN;
}

ZM_KERNEL void swarm_far(swarmer *k, uint64_t placement, bool again)
{
    const zm_swarm *j = k->job;
    const uint32_t n = swarm_rank(k, placement);
    uint64_t set = swarm_decided(j->lone[n]);
    swarm_rows rows;
    bool changed = false;
    if (again)
        swarm_clean(k, n);
    if (!set)
        return;
    const swarm_place p = {placement, 0, j->board->board & ~placement, n};
    swarm_far_many(k, &p, &rows);
    swarm_far_jump(k, &p, set, &rows);
    for (zm_value *value = j->lone_far.value + j->lone_far.first[n]; set; value++) {
        const zm_value now = swarm_far_lone(k, &p, &rows, zm_take_lowest(&set));
        changed |= now != *value;
        *value = now;
    }
    swarm_walk w = swarm_begin(p.many);
    while (changed && swarm_step(k, j->board->aside, p.many, p.n, &w))
        if (swarm_decided(j->lone[w.n]))
            swarm_mark(k, w.after, w.n);
}

/* A placement with how far everything is, and the remoteness of what is reached. */
typedef struct swarm_farthest {
    uint64_t many, lone; /* squares that have it */
    unsigned remoteness;
} swarm_farthest;

ZM_KERNEL void swarm_farther(swarm_farthest *f, zm_value value, uint64_t many, uint64_t lone)
{
    const unsigned remoteness = zm_remoteness(value);
    if (remoteness > f->remoteness) {
        f->many = f->lone = 0;
        f->remoteness = remoteness;
    }
    if (remoteness == f->remoteness) {
        f->many |= many;
        f->lone |= lone;
    }
}

/* Of the squares that are reached. `rows` gets B and, where V or A is decided, the best jumps. */
ZM_KERNEL swarm_farthest swarm_find_farthest(swarmer *k, const swarm_place *p, uint64_t many, uint64_t lone,
                                             swarm_rows *rows)
{
    const zm_swarm *j = k->job;
    const zm_swarm_won a = j->lone[p->n], v = j->landed[p->n];
    const zm_swarm_won b = swarm_far_many(k, p, rows);
    swarm_farthest f = {0, 0, 0};
    if (swarm_decided(a) | swarm_decided(v))
        swarm_far_jump(k, p, swarm_decided(a) | swarm_decided(v), rows);
    for (uint64_t rest = swarm_decided(b) & many; rest;) {
        const unsigned s = zm_take_lowest(&rest);
        swarm_farther(&f, rows->many[s], zm_bit(s), 0);
    }
    for (uint64_t rest = swarm_decided(a) & lone; rest;) {
        const unsigned s = zm_take_lowest(&rest);
        swarm_farther(&f, swarm_far_lone(k, p, rows, s), 0, zm_bit(s));
    }
    return f;
}

ZM_KERNEL void swarm_far_landed(swarmer *k, const swarm_place *p, const swarm_rows *rows)
{
    const zm_swarm *j = k->job;
    uint64_t set = swarm_decided(j->landed[p->n]);
    if (!set)
        return;
    uint64_t first = swarm_take(&j->notes->values, zm_count_bits(set));
    j->landed_far.first[p->n] = (uint32_t)first;
    while (set) {
        const unsigned s = zm_take_lowest(&set);
        const zm_value stop = rows->many[s], on = rows->jump[s];
        j->landed_far.value[first++] = j->board->chains && on < stop ? on : stop;
    }
}

ZM_KERNEL bool swarm_is_whole(const zm_swarm *j, uint32_t n) { return j->whole[n / 32] >> n % 32 & 1; }

ZM_KERNEL void swarm_far_close(swarmer *k, uint64_t placement)
{
    const zm_swarm *j = k->job;
    const swarm_place p = swarm_place_of(k, placement);
    const uint64_t real = swarm_is_whole(j, p.n) ? swarm_real(k, &p) : 0;
    swarm_rows rows;
    const swarm_farthest f = swarm_find_farthest(k, &p, real, real, &rows);
    swarm_far_landed(k, &p, &rows);
    k->counts.farthest = f.remoteness > k->counts.farthest ? f.remoteness : k->counts.farthest;
    if (j->layer == j->top && p.many == j->start[0])
        j->notes->start_value = rows.many[zm_lowest(j->start_bit[0])];
}

ZM_KERNEL void swarm_far_part(swarmer *k, const zm_swarm_part *part)
{
    const swarm_place p = swarm_place_of(k, part->placement);
    swarm_rows rows;
    const swarm_farthest f = swarm_find_farthest(k, &p, part->many, part->lone, &rows);
    k->counts.farthest = f.remoteness > k->counts.farthest ? f.remoteness : k->counts.farthest;
}

ZM_KERNEL void swarm_far_list(swarmer *k, uint64_t placement, uint64_t many, uint64_t lone)
{
    const zm_swarm *j = k->job;
    const swarm_place p = swarm_place_of(k, placement);
    swarm_rows rows;
    const swarm_farthest f = swarm_find_farthest(k, &p, many, lone, &rows);
    if (f.remoteness != j->notes->farthest || !(f.many | f.lone))
        return;
    const zm_swarm_part found = {placement, f.many, f.lone};
    const uint64_t at = swarm_next(&j->notes->candidates);
    if (at < j->room)
        j->candidate[at] = found;
}

ZM_KERNEL void swarm_far_list_whole(swarmer *k, uint64_t placement)
{
    const swarm_place p = swarm_place_of(k, placement);
    if (swarm_is_whole(k->job, p.n))
        swarm_far_list(k, placement, swarm_real(k, &p), swarm_real(k, &p));
}

/* ---- what is asked ---- */
ZM_KERNEL zm_value swarm_who(zm_swarm_won won, unsigned square, bool lone)
{
    const uint64_t mine = lone ? won.lone : won.many;
    return mine >> square & 1 ? zm_win_in(0) : swarm_decided(won) >> square & 1 ? zm_loss_in(0) : (zm_value)ZM_DRAWN;
}

ZM_KERNEL zm_value swarm_value_of_lone(const swarmer *k, const swarm_place *p, unsigned square)
{
    const zm_swarm *j = k->job;
    const zm_swarm_won a = j->lone[p->n];
    if (!j->distances || !(swarm_decided(a) >> square & 1))
        return swarm_who(a, square, true);
    const swarm_kept at = swarm_kept_at(k, &j->lone_far, p->many, p->n, swarm_decided(a));
    return swarm_kept_value(k, &at, square);
}

ZM_KERNEL zm_value swarm_value_of_many(swarmer *k, const swarm_place *p, unsigned square)
{
    swarm_rows rows;
    if (!k->job->distances)
        return swarm_who(swarm_many_wins(k, p), square, false);
    swarm_far_many(k, p, &rows);
    return rows.many[square];
}

ZM_KERNEL void swarm_answer(swarmer *k, zm_ask *ask)
{
    const swarm_place p = swarm_place_of(k, ask->at);
    ask->seen = swarm_is_whole(k->job, p.n);
    ask->value = ask->turn ? swarm_value_of_lone(k, &p, ask->low) : swarm_value_of_many(k, &p, ask->low);
}

/* ---- rows of a table ---- */
ZM_KERNEL void swarm_index(const swarmer *k, uint64_t i)
{
    k->job->part_of[swarm_rank(k, k->job->part[i].placement)] = (uint32_t)i + 1;
}

/* The squares on which a placement is reached. */
ZM_KERNEL uint64_t swarm_reached(const swarmer *k, const swarm_place *p, bool lone)
{
    const zm_swarm *j = k->job;
    if (j->layer == j->bottom)
        return j->reached_many[p->n] & swarm_real(k, p);
    if (swarm_is_whole(j, p->n))
        return swarm_real(k, p);
    const uint32_t part = j->part_of[p->n];
    return !part ? 0 : lone ? j->part[part - 1].lone : j->part[part - 1].many;
}

/* With the lone piece to move, and with the many to move. Where nothing is decided, which is so nearly everywhere, no distance is looked for. */
ZM_KERNEL void swarm_lone_row(const swarmer *k, const swarm_place *p, uint64_t reached, zm_value *to)
{
    const zm_swarm_won a = k->job->lone[p->n];
    const uint64_t far = k->job->distances ? swarm_decided(a) & reached : 0;
    swarm_kept at = {NULL, 0, false};
    if (far)
        at = swarm_kept_at(k, &k->job->lone_far, p->many, p->n, swarm_decided(a));
    for (uint64_t rest = p->free; rest; to++) {
        const unsigned s = zm_take_lowest(&rest);
        *to = far >> s & 1 ? swarm_kept_value(k, &at, s) : reached >> s & 1 ? swarm_who(a, s, true) : (zm_value)ZM_NONE;
    }
}

ZM_KERNEL void swarm_many_row(swarmer *k, const swarm_place *p, uint64_t reached, zm_value *to)
{
    const zm_swarm_won none = {0, 0}, b = reached ? swarm_many_wins(k, p) : none;
    const uint64_t far = k->job->distances ? swarm_decided(b) & reached : 0;
    swarm_rows rows;
    if (far)
        swarm_far_many(k, p, &rows);
    for (uint64_t rest = p->free; rest; to++) {
        const unsigned s = zm_take_lowest(&rest);
        *to = far >> s & 1 ? rows.many[s] : reached >> s & 1 ? swarm_who(b, s, false) : (zm_value)ZM_NONE;
    }
}

/* In the bottom layer the many have lost. */
ZM_KERNEL void swarm_lost_row(const swarm_place *p, uint64_t reached, zm_value *to)
{
    for (uint64_t rest = p->free; rest; to++)
        *to = reached >> zm_take_lowest(&rest) & 1 ? zm_loss_in(0) : (zm_value)ZM_NONE;
}

ZM_KERNEL void swarm_row_of_values(swarmer *k, uint64_t i)
{
    const zm_swarm *j = k->job;
    const swarm_place p = swarm_place_of(k, j->placement[i]);
    const bool lone = i >= j->lone_from;
    const uint64_t reached = swarm_reached(k, &p, lone);
    zm_value *to = j->row + i * zm_count_bits(p.free);
    if (j->layer == j->bottom)
        swarm_lost_row(&p, reached, to);
    else if (lone)
        swarm_lone_row(k, &p, reached, to);
    else
        swarm_many_row(k, &p, reached, to);
}

/* ---- a step: how many threads it has, and what each does ---- */
ZM_KERNEL uint64_t swarm_threads(const zm_swarm *j, zm_swarm_kernel kernel)
{
    switch (kernel) {
    case ZM_SWARM_LIST: return j->size;
    case ZM_SWARM_REACH_AGAIN:
    case ZM_SWARM_WON_AGAIN:
    case ZM_SWARM_FAR_AGAIN: return j->notes->listed[j->round];
    default: return j->to - j->from;
    }
}

ZM_KERNEL void swarm_thread(swarmer *k, zm_swarm_kernel kernel, uint64_t i)
{
    const zm_swarm *j = k->job;
    switch (kernel) {
    case ZM_SWARM_LIST: swarm_list(k, i); break;
    case ZM_SWARM_REACH_FIRST: swarm_reach_first(k, j->order[j->from + i]); break;
    case ZM_SWARM_REACH_AGAIN: swarm_reach_again(k, j->list[j->round][i]); break;
    case ZM_SWARM_KEEP_COUNT: swarm_keep(k, j->order[j->from + i], true); break;
    case ZM_SWARM_KEEP: swarm_keep(k, j->order[j->from + i], false); break;
    case ZM_SWARM_WON_FIRST: swarm_won(k, j->order[j->from + i], false); break;
    case ZM_SWARM_WON_AGAIN: swarm_won(k, j->list[j->round][i], true); break;
    case ZM_SWARM_CLOSE: swarm_close(k, j->order[j->from + i]); break;
    case ZM_SWARM_COUNT_PARTS: swarm_count_part(k, &j->part[j->from + i]); break;
    case ZM_SWARM_FAR_COUNT:
        k->counts.values += zm_count_bits(swarm_decided(j->lone[swarm_rank(k, j->order[j->from + i])]));
        break;
    case ZM_SWARM_FAR_MAKE: swarm_far_make(k, j->order[j->from + i]); break;
    case ZM_SWARM_FAR_FIRST: swarm_far(k, j->order[j->from + i], false); break;
    case ZM_SWARM_FAR_AGAIN: swarm_far(k, j->list[j->round][i], true); break;
    case ZM_SWARM_FAR_CLOSE: swarm_far_close(k, j->order[j->from + i]); break;
    case ZM_SWARM_FAR_PARTS: swarm_far_part(k, &j->part[j->from + i]); break;
    case ZM_SWARM_FAR_LIST: swarm_far_list_whole(k, j->order[j->from + i]); break;
    case ZM_SWARM_FAR_LIST_PARTS: {
        const zm_swarm_part *part = &j->part[j->from + i];
        swarm_far_list(k, part->placement, part->many, part->lone);
        break;
    }
    case ZM_SWARM_ANSWER: swarm_answer(k, &j->ask[j->from + i]); break;
    case ZM_SWARM_INDEX: swarm_index(k, j->from + i); break;
    case ZM_SWARM_ROWS: swarm_row_of_values(k, j->from + i); break;
    }
}
