/* forward.c: tiers with cycles of games that give no more than `moves` and `play`.
 *
 * A look at every state makes its moves. Those that leave the tier are worth what the tiers before it say. Those that
 * stay are kept, turned round (edges.h); then what is decided tells its parents, level by level (levels.c). So the work
 * grows with the moves, each of which is made once and looked back at once, whatever the number of draws.
 *
 * Where there is no room for all moves that stay, none is kept, and the look is repeated: look r knows all values of
 * remoteness less than r, and decides what is won or lost in r. Each look leaves fewer undecided states, and as soon as
 * the moves of those that are left have room, they are kept and the rest goes as above. Without any room everything is
 * decided by looks.
 *
 * Memory, for the tier at hand: 4 bytes per place; and where moves are kept, 5 per move between undecided states and up
 * to 8 per state. */
#include "forward.h"

#include "base/memory.h"
#include "base/stop.h"
#include "solve/core/graph.h"

#include <omp.h>

enum {
    CHUNK = 512,
    WORTH_THREADS = 8 * CHUNK, /* places from which on waking the threads pays */
    EDGES = 8192,
    LARGE_PAGES = 1 << 20,
    SAMPLE = 1024,
    LIST_BYTES = 4,
    MOVE_BYTES = 5 /* hardly more than 4 */
};

/* ---- a look ---- */
typedef struct looker {   /* of one thread */
    zm_forward_look work; /* first */
    zm_forward_tier *tier;
    unsigned thread;
} looker;

static void full(zm_forward_look *w)
{
    const looker *l = (const looker *)(void *)w;
    zm_forward_tier *t = l->tier;
    if (!__atomic_load_n(&t->short_of_memory, __ATOMIC_RELAXED) &&
        !zm_edges_add(&t->edges, l->thread, w->edge, w->edges))
        __atomic_store_n(&t->short_of_memory, true, __ATOMIC_RELAXED);
    w->edges = 0;
}

static void list_decided(zm_forward_look *w, uint64_t index, zm_value value)
{
    const looker *l = (const looker *)(void *)w;
    if (!__atomic_load_n(&l->tier->short_of_memory, __ATOMIC_RELAXED))
        zm_forward_list(l->tier, l->thread, index, zm_remoteness(value));
}

static looker looker_of(zm_forward_tier *t, uint64_t *edge)
{
    looker l = {.tier = t, .thread = (unsigned)omp_get_thread_num()};
    l.work = (zm_forward_look){.dense = t->job.dense,
                               .tier = t->tier,
                               .word = t->word,
                               .level = t->level,
                               .wins_final = t->wins_final,
                               .farthest = t->farthest};
    if (t->pool) {
        l.work.edge = edge;
        l.work.room = EDGES;
        l.work.full = full;
        l.work.decided = list_decided;
    }
    return l;
}

static zm_status look(zm_forward_tier *t)
{
    const zm_job *j = &t->job;
    uint64_t unsettled = 0, visits = 0;
    unsigned farthest = 0;
    bool too_many = false;
#pragma omp parallel num_threads((int)t->threads) if (t->threads > 1) reduction(+ : unsettled, visits) \
    reduction(max : farthest) reduction(|| : too_many)
    {
        uint64_t edge[EDGES];
        looker l = looker_of(t, edge);
#pragma omp for schedule(monotonic : dynamic, 1) /* edges.h counts on it */
        for (uint64_t from = 0; from < t->size; from += CHUNK)
            if (!zm_stopped(j->context)) {
                j->kernels->forward->look(&l.work, from, from + CHUNK < t->size ? from + CHUNK : t->size);
                if (t->level)
                    zm_meter_drift(&t->meter, CHUNK);
                else
                    zm_meter_add(&t->meter, CHUNK);
            }
        if (t->pool)
            full(&l.work);
        unsettled += l.work.unsettled;
        visits += l.work.visits;
        farthest = l.work.farthest;
        too_many = l.work.too_many;
    }
    t->unsettled = unsettled;
    t->visits += visits;
    t->farthest = farthest;
    if (too_many)
        return zm_fail(j->context, ZM_BAD_INPUT, "a state of %s has more than %d moves inside its tier",
                       j->dense->variant->game->name, ZM_FORWARD_MOST);
    return zm_check_stop(j->context);
}

/* The first look is half of the work. How much later ones, sorting and levels are is not known beforehand. */
static zm_status first_or_later_look(zm_forward_tier *t)
{
    if (!t->level)
        zm_meter_phase(&t->meter, 0.5, t->size);
    const zm_status s = look(t);
    if (!t->level)
        zm_meter_phase(&t->meter, 0.4, t->size / 2);
    return s;
}

/* ---- keeping moves ---- */
static bool is_state(const zm_forward_tier *t, uint64_t index)
{
    const uint64_t *const *reached = (const uint64_t *const *)t->job.dense->reached;
    return !reached || reached[t->tier][index / 64] >> index % 64 & 1;
}

static bool may_change(const zm_forward_tier *t, uint64_t index)
{
    const zm_value value = zm_forward_value(t->word[index]);
    return is_state(t, index) &&
           (!t->level || zm_forward_left(t->word[index]) || (zm_is_win(value) && zm_remoteness(value) > t->level));
}

/* How many moves inside the tier the states have that may change, by some of them. */
static double estimate_moves(const zm_forward_tier *t)
{
    const uint64_t step = t->size / SAMPLE + 1;
    uint64_t looked = 0, moves = 0;
    for (uint64_t from = 0; from < t->size; from += step, looked++) {
        const uint64_t index = from + (from * 0x9E3779B97F4A7C15u >> 40) % step;
        if (index >= t->size || !may_change(t, index))
            continue;
        moves += t->job.kernels->forward->inside(t->job.dense, (zm_place){t->tier, index});
    }
    return (double)moves * ((double)t->size / (double)(looked ? looked : 1));
}

static uint64_t count_states(const zm_forward_tier *t)
{
    uint64_t count = 0;
    if (!t->job.dense->reached)
        return t->size;
    for (uint64_t w = 0; w < (t->size + 63) / 64; w++)
        count += zm_count_bits(t->job.dense->reached[t->tier][w]);
    return count;
}

/* Is there room for the moves of the next look? A sample may be wrong; then it shows in the look. */
static bool has_room(const zm_forward_tier *t, uint64_t room)
{
    if (t->size > ZM_EDGES_MOST)
        return false;
    const uint64_t all = count_states(t), most_moves = t->job.dense->variant->game->most_moves;
    const double fixed = (double)zm_edges_fixed_bytes(t->size, all, t->threads) + (double)all * LIST_BYTES;
    if (most_moves && fixed + (double)(all * most_moves * MOVE_BYTES) <= (double)room)
        return true;
    const double moves = estimate_moves(t);
    return fixed + moves * MOVE_BYTES <= (double)room;
}

static zm_status keep_moves(zm_forward_tier *t, uint64_t room)
{
    zm_context *c = t->job.context;
    const uint64_t fixed = zm_edges_fixed_bytes(t->size, count_states(t), 0);
    t->short_of_memory = false;
    ZM_TRY(c, zm_chunk_pool_open(c, room > fixed ? room - fixed : 0, &t->pool));
    ZM_TRY(c, zm_edges_open(c, t->pool, t->job.dense->reached ? t->job.dense->reached[t->tier] : NULL, t->size,
                            t->threads, &t->edges));
    return zm_alloc(c, &t->lists, t->threads, sizeof *t->lists, "the levels of a tier");
}

static void drop_moves(zm_forward_tier *t)
{
    zm_context *c = t->job.context;
    for (unsigned i = 0; t->lists && i < t->threads; i++)
        zm_release(c, t->lists[i].level);
    zm_release(c, t->lists);
    t->lists = NULL;
    zm_edges_close(&t->edges);
    zm_chunk_pool_close(t->pool);
    t->pool = NULL;
}

static zm_status sort_moves(zm_forward_tier *t)
{
    bool failed = t->short_of_memory;
    zm_context *c = t->job.context;
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)t->threads) if (t->edges.ranges > 1) \
    reduction(||                                                                                    \
              : failed)
    for (uint32_t i = 0; i < t->edges.ranges; i++)
        if (!failed && !zm_stopped(c)) {
            failed = !zm_edges_sort(&t->edges, i);
            zm_meter_drift(&t->meter, (uint64_t)1 << t->edges.shift);
        }
    t->short_of_memory = failed;
    return zm_check_stop(c);
}

/* ---- a tier ---- */
/* A look with its moves kept, and all that follows from them; *done is false when there was no room for it after all:
 * then it was a look as others. */
static zm_status solve_with_moves(zm_forward_tier *t, uint64_t room, bool *done)
{
    zm_context *c = t->job.context;
    *done = false;
    ZM_TRY(c, keep_moves(t, room));
    ZM_TRY(c, first_or_later_look(t));
    if (!t->short_of_memory)
        ZM_TRY(c, sort_moves(t));
    if (!t->short_of_memory) {
        *done = true;
        return zm_forward_tell(t);
    }
    drop_moves(t);
    return ZM_OK;
}

/* Nothing can change any more: no value is farther than what was known to the last look. */
static bool is_over(const zm_forward_tier *t) { return !t->unsettled || t->farthest + 1 < t->level; }

static zm_status decide(zm_forward_tier *t, uint64_t room)
{
    zm_context *c = t->job.context;
    bool done = false;
    for (t->level = 0; !done && (t->level == 0 || !is_over(t)); t->level++) {
        if (t->farthest >= ZM_FARTHEST)
            return zm_too_far(c, ZM_FARTHEST - 1);
        if (has_room(t, room))
            ZM_TRY(c, solve_with_moves(t, room, &done));
        else
            ZM_TRY(c, first_or_later_look(t));
    }
    return ZM_OK;
}

/* ---- its values ---- */
static void finish_range(void *arg, uint64_t from, uint64_t to, zm_tally *tally)
{
    const zm_forward_tier *t = arg;
    zm_value *values = t->job.dense->values[t->tier];
    for (uint64_t i = from; i < to; i++)
        if (is_state(t, i))
            values[i] = zm_forward_left(t->word[i]) ? (zm_value)ZM_DRAWN : zm_forward_value(t->word[i]);
    t->job.kernels->dense->tally(t->job.dense, t->tier, from, to, tally);
}

static zm_status finish(zm_driver *d, zm_forward_tier *t)
{
    zm_job metered = t->job;
    ZM_TRY(d->context, zm_dense_make_room(d, t->tier));
    metered.meter = &t->meter;
    zm_meter_phase(&t->meter, 0.1, t->size);
    zm_job_ranges(&metered, t->size, CHUNK, finish_range, t, &d->tally[t->tier]);
    return zm_check_stop(d->context);
}

/* What is left of what was announced, for tiers that are solved side by side a share each. */
static uint64_t room_for(const zm_driver *d, const zm_forward_tier *t)
{
    const uint64_t all = d->plan.demand.memory, used = zm_memory_used(d->context);
    const uint64_t values = zm_tier_room(t->job.tiers, t->tier) * sizeof(zm_value);
    const uint64_t left = all > used + values ? all - used - values : 0;
    return t->job.large ? left : left / zm_threads(d->context);
}

zm_status zm_forward_solve(zm_driver *d, uint32_t tier)
{
    zm_context *c = d->context;
    zm_forward_tier t = {.job = zm_dense_job(d),
                         .tier = tier,
                         .size = d->plan.tier_size[tier],
                         .wins_final = d->options->wdl};
    t.threads = t.job.large && t.size >= WORTH_THREADS ? zm_threads(c) : 1;
    t.meter = zm_meter_of(c, t.size);
    ZM_TRY(c, zm_alloc(c, &t.word, t.size, sizeof *t.word, "the states of a tier"));
    if (t.size >= LARGE_PAGES)
        zm_large_pages(t.word);
    zm_status s = decide(&t, room_for(d, &t));
    drop_moves(&t);
    if (s == ZM_OK)
        s = finish(d, &t);
    zm_release(c, t.word);
    zm_meter_end(&t.meter);
    d->tally[tier].visits += t.visits;
    return s == ZM_OK ? zm_driver_check_farthest(d, tier) : s;
}

/* ---- what it takes ---- */
typedef struct inside_count {
    const zm_variant *variant;
    zm_dense dense;
    uint64_t moves, states;
} inside_count;

static void count_inside(void *arg, zm_pos p)
{
    inside_count *n = arg;
    n->moves += zm_kernels_for(n->variant)->forward->inside(&n->dense, n->variant->game->index->rank(n->variant, p));
    n->states++;
}

/* At least, and to do it with all moves in memory. */
static void tier_bytes(const zm_driver *d, uint64_t *least, uint64_t *most)
{
    const zm_tiers *t = &zm_dense_of(d)->tiers;
    const unsigned threads = zm_threads(d->context);
    const uint64_t places = zm_tiers_at_once(t, threads);
    inside_count n = {.variant = d->variant, .dense = {.variant = d->variant}};
    zm_sample_states(d->variant, t, SAMPLE, count_inside, &n);
    *least = places * sizeof(uint32_t);
    *most = *least + zm_edges_fixed_bytes(places, places, threads) + places * LIST_BYTES +
            (uint64_t)((double)places * (double)n.moves / (double)n.states * 1.2) * MOVE_BYTES;
}

zm_status zm_forward_open(zm_driver *d)
{
    uint64_t least, most;
    ZM_TRY(d->context, zm_dense_open(d));
    tier_bytes(d, &least, &most);
    uint64_t *memory = &d->plan.demand.memory;
    const uint64_t limit = zm_memory_limit(d->context), room = limit > *memory ? limit - *memory : 0;
    *memory += most <= room ? most : least > room ? least : room;
    return ZM_OK;
}

static bool can(const zm_variant *v, const zm_solve_options *o) { return true; }

static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return v->game->index->inside == ZM_CYCLES ? ZM_SUITS_CYCLES : 0;
}

const zm_solver zm_solver_forward = {.method = ZM_METHOD_FORWARD,
                                     .engines = 1 << ZM_ENGINE_CPU,
                                     .index = true,
                                     .can = can,
                                     .suits = suits,
                                     .open = zm_forward_open,
                                     .close = zm_dense_close,
                                     .prepare = zm_dense_prepare,
                                     .find_states = zm_dense_find_states,
                                     .solve_tier = zm_forward_solve,
                                     .restore = zm_dense_restore,
                                     .drop = zm_dense_drop,
                                     .source = {.values = zm_dense_values, .whole = zm_dense_whole}};
