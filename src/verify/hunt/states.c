/* states.c: which states play reaches in a hunt with cycles, from the rules alone, a word of squares at a time.
 *
 * Through the tiers from the highest number down. Squares are pulled from where play can have come from: first out of
 * other tiers, for every placement on its own, and most are full then; what is not asks its neighbours in the tier, and
 * is asked again whenever one of them has more, until nothing changes. A thread has a tier. */
#include "game/trace/trace.h"
#include "hunt.h"

#include <omp.h>
#include <string.h>

/* ---- the board ---- */
static void read_jumps(zm_proof_board *b, unsigned from)
{
    for (uint64_t rest = b->near[from]; rest;) {
        const unsigned over = zm_take_lowest(&rest), to = b->hunt->land(b->variant, from, over);
        if (to < ZM_HUNT_SQUARES && b->jumps[over] < ZM_JUMPS)
            b->jump[over][b->jumps[over]++] = (zm_jump){zm_bit(from), zm_bit(to)};
    }
}

void zm_read_hunt_board(const zm_variant *v, zm_proof_board *b)
{
    const zm_hunt *h = zm_quick_rules(v)->hunt;
    *b = (zm_proof_board){.variant = v, .hunt = h, .squares = zm_low_bits(h->squares(v)), .chains = h->chains(v)};
    for (uint64_t rest = b->squares; rest;) {
        const unsigned s = zm_take_lowest(&rest);
        b->near[s] = h->steps(v, zm_bit(s)) & b->squares;
        b->forth[s] = h->forth(v, s);
        b->aside[s] = h->aside(v, s);
        b->image[s] = (uint8_t)zm_lowest(h->image(v, zm_bit(s)));
        b->left |= s <= b->image[s] ? zm_bit(s) : 0;
        for (uint64_t to = b->forth[s] & ~b->aside[s]; to;)
            b->behind[zm_take_lowest(&to)] |= zm_bit(s);
    }
    for (uint64_t rest = b->squares; rest;)
        read_jumps(b, zm_take_lowest(&rest));
}

uint64_t zm_placements(const zm_proof_board *b, const zm_table *t, uint32_t tier)
{
    const unsigned turns = b->hunt->few(b->variant, tier) ? 1 : 2;
    return t->layout.tier[tier].size / b->hunt->free(b->variant, tier) / turns;
}

/* ---- one tier ---- */
typedef struct reach {
    zm_context *context;
    const zm_proof_board *board;
    const zm_table *table;
    zm_seen_tier *seen; /* by tier */
    uint32_t tier, start_tier;
    uint64_t count, start; /* placements; that of the start */
    uint64_t start_bit;
    unsigned most;    /* of the many */
    zm_seen *now;     /* by placement */
    uint64_t *asking; /* bits: placements that may have more */
} reach;

static uint64_t from_steps(const reach *r, uint64_t many, uint64_t free)
{
    const zm_proof_board *b = r->board;
    uint64_t set = 0;
    for (uint64_t rest = many; rest && set != free;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = b->behind[to] & ~many; from && set != free; from &= from - 1) {
            const uint64_t before = many ^ zm_bit(to) ^ (from & (0 - from));
            const zm_where w = zm_find_placement(b, before);
            set |= zm_turn(b, w.turned, zm_seen_at(&r->seen[w.at.tier], w.at.index, b->squares & ~w.many).many) & free &
                   ~before;
        }
    }
    return set;
}

static uint64_t from_jumps(const reach *r, uint64_t many, uint64_t free)
{
    const zm_proof_board *b = r->board;
    uint64_t set = 0;
    if (zm_count_bits(many) == r->most)
        return 0;
    for (uint64_t rest = free; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        uint64_t could = 0;
        for (unsigned i = 0; i < b->jumps[over]; i++)
            could |= (b->jump[over][i].from | b->jump[over][i].to) & many ? 0 : b->jump[over][i].to;
        if (!(could & ~set))
            continue;
        const zm_where w = zm_find_placement(b, many | zm_bit(over));
        const zm_seen seen = zm_seen_at(&r->seen[w.at.tier], w.at.index, b->squares & ~w.many);
        const uint64_t stood = zm_turn(b, w.turned, seen.lone | (b->chains ? seen.landed : 0));
        for (unsigned i = 0; i < b->jumps[over]; i++)
            set |= b->jump[over][i].from & stood ? b->jump[over][i].to & could : 0;
    }
    return set;
}

static zm_seen both_halves(const zm_proof_board *b, uint64_t many, zm_seen s)
{
    if (b->hunt->image(b->variant, many) != many)
        return s;
    return (zm_seen){s.many | zm_turn(b, true, s.many), s.lone | zm_turn(b, true, s.lone),
                     s.landed | zm_turn(b, true, s.landed)};
}

/* From other tiers. True: it may have more. */
static bool look_outside(const reach *r, uint64_t n)
{
    const zm_proof_board *b = r->board;
    const bool few = b->hunt->few(b->variant, r->tier);
    const uint64_t many = b->hunt->many(b->variant, r->tier, n), free = b->squares & ~many;
    zm_seen s = {0, few ? free : from_steps(r, many, free), 0};
    if (r->tier == r->start_tier && n == r->start)
        s.many = r->start_bit;
    if (!few)
        s.many |= b->hunt->steps(b->variant, s.lone) & free;
    if (s.many != free || s.lone != free) { /* full is full: then nobody asks how */
        s.landed = from_jumps(r, many, free);
        s.many |= s.landed;
    }
    r->now[n] = both_halves(b, many, s);
    return r->now[n].lone != free;
}

static void look_beside(const void *arg, uint64_t n)
{
    const reach *r = arg;
    const zm_proof_board *b = r->board;
    const uint64_t many = b->hunt->many(b->variant, r->tier, n), free = b->squares & ~many;
    uint32_t beside[ZM_HUNT_MOVES];
    unsigned count = 0;
    zm_seen s = {0, r->now[n].lone, 0};
    for (uint64_t rest = many; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = b->aside[to] & ~many; from; from &= from - 1) { /* it goes both ways */
            const zm_where w = zm_find_placement(b, many ^ zm_bit(to) ^ (from & (0 - from)));
            s.lone |= zm_turn(b, w.turned, r->now[w.at.index].many) & free;
            beside[count++] = (uint32_t)w.at.index;
        }
    }
    s.many = b->hunt->steps(b->variant, s.lone) & free;
    s = both_halves(b, many, s);
    const bool more = s.many & ~r->now[n].many;
    r->now[n].lone = s.lone;
    r->now[n].many |= s.many;
    for (unsigned i = 0; more && i < count; i++)
        zm_ask_again(r->asking, beside[i]);
}

void zm_settle(uint64_t *asking, uint64_t words, zm_placement_visit *look, const void *arg)
{
    for (bool again = true; again;) {
        again = false;
        for (uint64_t w = 0; w < words; w++)
            while (asking[w]) {
                const unsigned bit = zm_lowest(asking[w]);
                asking[w] &= ~zm_bit(bit);
                look(arg, 64 * w + bit);
                again = true;
            }
    }
}

static void look_outside_all(const reach *r)
{
    memset(r->asking, 0, zm_marks_words(r->count) * sizeof *r->asking);
    for (uint64_t n = 0; n < r->count; n++)
        if (look_outside(r, n))
            zm_ask_again(r->asking, n);
}

static zm_status keep(const reach *r)
{
    zm_context *c = r->context;
    const zm_proof_board *b = r->board;
    zm_seen_tier *t = &r->seen[r->tier];
    const unsigned free = b->hunt->free(b->variant, r->tier);
    ZM_TRY(c, zm_alloc(c, &t->mark, zm_marks_words(r->count), sizeof *t->mark, "which states there are"));
    for (uint64_t n = 0; n < r->count; n++)
        if (zm_count_bits(r->now[n].many) + zm_count_bits(r->now[n].lone) < 2 * free)
            t->mark[n / 64].bits |= zm_bit(n % 64);
    const uint64_t entries = zm_count_marks(t->mark, zm_marks_words(r->count));
    const unsigned words = zm_sets_words(free);
    ZM_TRY(c, zm_resize(c, &t->entry, entries * words, sizeof *t->entry, "which states there are"));
    for (uint64_t n = 0, entry; n < r->count; n++)
        if (zm_marked(t->mark, n, &entry)) {
            const zm_sets s = {{r->now[n].many, r->now[n].lone, r->now[n].landed}};
            zm_pack_sets(s, b->squares & ~b->hunt->many(b->variant, r->tier, n), t->entry + entry * words);
        }
    return ZM_OK;
}

static zm_status reach_tier(reach *r, uint32_t tier)
{
    zm_context *c = r->context;
    r->tier = tier;
    r->count = zm_placements(r->board, r->table, tier);
    if (zm_stopped(c))
        return zm_fail(c, ZM_INTERRUPTED, "stopped");
    look_outside_all(r);
    if (!r->board->hunt->few(r->board->variant, tier))
        zm_settle(r->asking, zm_marks_words(r->count), look_beside, r);
    zm_progress_add(c, r->table->layout.tier[tier].size);
    return keep(r);
}

static void find_start(reach *r)
{
    const zm_proof_board *b = r->board;
    const zm_pos start = zm_start_state(b->variant);
    const zm_place at = b->variant->game->index->rank(b->variant, start);
    const unsigned free = b->hunt->free(b->variant, at.tier);
    r->start_tier = at.tier;
    r->start = at.index / free;
    const uint64_t many = b->hunt->many(b->variant, at.tier, r->start);
    r->start_bit = zm_bit(zm_nth_bit(b->squares & ~many, (unsigned)(at.index % free)));
    r->most = zm_count_bits(many);
}

/* The tiers of a run, each by the thread that comes to it, in that thread's room. */
static zm_status reach_run(reach *worker, uint32_t begin, uint32_t end)
{
    zm_status failed = ZM_OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads(zm_threads(worker->context)) if (end - begin > 1)
    for (uint32_t t = begin; t < end; t++) {
        const zm_status s = reach_tier(&worker[omp_get_thread_num()], t);
        if (s != ZM_OK) {
#pragma omp atomic write
            failed = s;
        }
    }
    return failed;
}

static zm_status reach_runs(const reach *all, reach *worker, const zm_hunt_runs *runs)
{
    zm_context *c = all->context;
    for (unsigned i = 0; i < zm_threads(c); i++) {
        worker[i] = *all;
        ZM_TRY(c, zm_resize(c, &worker[i].now, runs->placements, sizeof *worker[i].now, "a tier"));
        ZM_TRY(c, zm_resize(c, &worker[i].asking, zm_marks_words(runs->placements), sizeof(uint64_t), "a tier"));
    }
    for (uint32_t i = runs->count; i-- > 0;)
        ZM_TRY(c, reach_run(worker, runs->first[i], runs->first[i + 1]));
    return ZM_OK;
}

zm_status zm_prove_hunt_states(zm_context *c, const zm_proof_board *b, const zm_table *t, const zm_hunt_runs *runs,
                               zm_seen_tier *seen)
{
    reach r = {.context = c, .board = b, .table = t, .seen = seen}, *worker;
    ZM_TRY(c, zm_alloc(c, &worker, zm_threads(c), sizeof *worker, "threads"));
    find_start(&r);
    zm_progress_begin(c, "finding states", t->layout.places);
    zm_status s = reach_runs(&r, worker, runs);
    zm_progress_end(c);
    for (unsigned i = 0; i < zm_threads(c); i++) {
        zm_release(c, worker[i].now);
        zm_release(c, worker[i].asking);
    }
    zm_release(c, worker);
    return s;
}

/* ---- runs ---- */
zm_status zm_cut_hunt_runs(zm_context *c, const zm_proof_board *b, const zm_table *t, zm_hunt_runs *out)
{
    const uint32_t tiers = t->layout.tiers;
    *out = (zm_hunt_runs){0};
    ZM_TRY(c, zm_alloc(c, &out->first, tiers + (uint64_t)1, sizeof *out->first, "the list of tiers"));
    for (uint32_t tier = 0; tier < tiers; tier++) {
        uint32_t below[ZM_MAX_CHILDREN];
        const unsigned n = b->hunt->below(b->variant, tier, below);
        const uint64_t count = zm_placements(b, t, tier);
        bool cut = tier == 0;
        for (unsigned i = 0; i < n && !cut; i++)
            cut = below[i] >= out->first[out->count - 1];
        if (cut)
            out->first[out->count++] = tier;
        out->placements = count > out->placements ? count : out->placements;
    }
    out->first[out->count] = tiers;
    for (uint32_t i = 0; i < out->count; i++)
        if (out->first[i + 1] - out->first[i] > out->longest)
            out->longest = out->first[i + 1] - out->first[i];
    return ZM_OK;
}
