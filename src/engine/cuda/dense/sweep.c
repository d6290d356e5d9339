/* sweep.c: dense tiers gone through on a device (kernel/dense_gpu.h), to find states and, without cycles, their values:
 * the memory of that, and which step comes when.
 *
 * Runs of tiers come one after the other, and in a run all tiers of a level side by side: they do not lead to each
 * other. Upward, for values, the values of a run's children are on the device. Downward, for states, the bits of a run
 * are on the device from the time the first tier above leads to it until all its own places have marked what they lead
 * to; then they go to the host. */
#include "dense.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/stop.h"

enum {
    WINDOW = 1 << 20, /* places of a tier with moves inside it, swept again until none of them waits */
    ROUNDS = 4,       /* that are begun before anyone asks whether some do */
};

/* ---- what it needs ---- */
typedef struct extent { /* of the runs: the most that one has */
    uint64_t tiers, numbers, words;
} extent;

static uint64_t numbers_of(uint64_t places)
{
    return (places + ZM_DENSE_GPU_ROW - 1) / ZM_DENSE_GPU_ROW * ZM_DENSE_GPU_ROW;
}

static uint64_t run_words(const zm_tiers *t, const zm_run *run)
{
    uint64_t words = 0;
    for (uint32_t i = run->from; i < run->to; i++)
        words += zm_tier_words(t, i);
    return words;
}

static extent most_of(const zm_tiers *t)
{
    extent most = {0, 0, 0};
    for (uint32_t k = 0; k < t->runs; k++) {
        const zm_run *r = &t->run[k];
        const uint64_t words = run_words(t, r);
        uint64_t numbers = 0;
        for (uint32_t i = r->from; i < r->to; i++)
            numbers += numbers_of(t->size[i]);
        most.tiers = r->to - r->from > most.tiers ? r->to - r->from : most.tiers;
        most.numbers = numbers > most.numbers ? numbers : most.numbers;
        most.words = words > most.words ? words : most.words;
    }
    return most;
}

/* Whatever it goes through them for. */
static uint64_t fixed_bytes(const zm_dense_device *d, const extent *most)
{
    return d->tiers->count * sizeof(zm_dense_gpu_tier) +
           most->tiers * (sizeof(zm_dense_gpu_part) + sizeof(zm_dense_gpu_count)) + sizeof(zm_dense_gpu_notes) +
           d->dense_runner->bytes;
}

/* Do moves lead from a tier to itself? */
static bool has_inner_moves(const zm_dense_device *d) { return d->variant->game->rules.inside != ZM_LEAVES; }

static uint64_t awaited_bytes(const extent *most)
{
    return (most->numbers < WINDOW ? most->numbers : WINDOW) * sizeof(uint32_t);
}

uint64_t zm_dense_sweep_bytes(const zm_dense_device *d, bool enumerated)
{
    const extent most = most_of(d->tiers);
    return fixed_bytes(d, &most) + (has_inner_moves(d) ? awaited_bytes(&most) : 0) +
           (enumerated ? most.words * sizeof(uint64_t) : 0);
}

/* Bits of each run. */
static zm_status bits_by_run(zm_context *c, const zm_tiers *t, uint64_t **out)
{
    ZM_TRY(c, zm_alloc(c, out, t->runs, sizeof **out, "the runs of tiers"));
    for (uint32_t k = 0; k < t->runs; k++)
        (*out)[k] = run_words(t, &t->run[k]) * sizeof(uint64_t);
    return ZM_OK;
}

/* Bytes on the device at once, at most; where a family finds no room, what it would take. */
static uint64_t most_bits(zm_eviction *s, uint64_t room)
{
    uint64_t most = 0;
    zm_eviction_begin(s, 0, room);
    for (uint32_t i = 0; i < s->tiers->runs; i++) {
        if (!zm_eviction_next(s))
            return zm_eviction_largest_family(s);
        most = s->used > most ? s->used : most;
    }
    return most;
}

static uint64_t reach_fixed(const zm_dense_device *d)
{
    const extent most = most_of(d->tiers);
    return fixed_bytes(d, &most) + (has_inner_moves(d) ? most.numbers / 8 : 0);
}

zm_status zm_dense_sweep_reach_bytes(zm_dense_device *d, uint64_t room, uint64_t *bytes)
{
    zm_context *c = d->context;
    uint64_t *bits = NULL;
    zm_eviction s = {0};
    const uint64_t fixed = reach_fixed(d), all = (d->tiers->most_in_runs / 64 + d->tiers->count) * sizeof *bits;
    *bytes = fixed + all;
    if (*bytes <= room)
        return ZM_OK;
    zm_status status = bits_by_run(c, d->tiers, &bits);
    if (status == ZM_OK)
        status = zm_eviction_open(c, d->tiers, true, bits, &s);
    if (status == ZM_OK)
        *bytes = fixed + most_bits(&s, room > fixed ? room - fixed : 0);
    zm_eviction_close(&s);
    zm_release(c, bits);
    return status;
}

static zm_status take_here(zm_dense_device *d, const extent *most)
{
    zm_context *c = d->context;
    ZM_TRY(c, zm_alloc(c, &d->sweep.tier, d->tiers->count, sizeof *d->sweep.tier, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &d->sweep.part, most->tiers, sizeof *d->sweep.part, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &d->sweep.count, most->tiers, sizeof *d->sweep.count, "the list of tiers"));
    return zm_alloc(c, &d->sweep.level, most->tiers, sizeof *d->sweep.level, "the list of tiers");
}

zm_status zm_dense_sweep_open(zm_dense_device *d)
{
    zm_context *c = d->context;
    zm_dense_gpu *w = &d->sweep.job;
    if (w->notes)
        return ZM_OK;
    const extent most = most_of(d->tiers);
    ZM_TRY(c, take_here(d, &most));
    ZM_TRY(c, zm_dense_device_put_data(d));
    ZM_TRY(c, zm_device_take(d->device, &w->tiers, d->tiers->count * sizeof *w->tiers));
    ZM_TRY(c, zm_device_take(d->device, &w->parts, most.tiers * sizeof *w->parts));
    ZM_TRY(c, zm_device_take(d->device, &w->counts, most.tiers * sizeof *w->counts));
    ZM_TRY(c, zm_device_take(d->device, &w->notes, sizeof *w->notes));
    w->variant = d->variant;
    w->data = d->data;
    return ZM_OK;
}

static void give_bits(zm_dense_device *d)
{
    for (uint32_t k = 0; d->bits.block && k < d->tiers->runs; k++)
        zm_device_give(d->device, &d->bits.block[k]);
    zm_eviction_close(&d->bits.eviction);
    zm_release(d->context, d->bits.block);
    zm_release(d->context, d->bits.bytes);
    zm_release(d->context, d->bits.known);
    d->bits.block = NULL;
    d->bits.bytes = NULL;
    d->bits.known = NULL;
    zm_device_give(d->device, &d->sweep.job.expanded);
}

void zm_dense_sweep_close(zm_dense_device *d)
{
    zm_dense_gpu *w = &d->sweep.job;
    if (!d->device)
        return;
    give_bits(d);
    void *const on_device[] = {&w->tiers, &w->parts, &w->counts, &w->notes, &w->awaited};
    for (size_t i = 0; i < sizeof on_device / sizeof *on_device; i++)
        zm_device_give(d->device, on_device[i]);
    void *const on_host[] = {d->sweep.tier, d->sweep.part, d->sweep.count, d->sweep.level};
    for (size_t i = 0; i < sizeof on_host / sizeof *on_host; i++)
        zm_release(d->context, on_host[i]);
    d->sweep.tier = NULL;
    d->sweep.part = NULL;
    d->sweep.count = NULL;
    d->sweep.level = NULL;
    d->sweep.job = (zm_dense_gpu){0};
}

/* ---- steps ---- */
/* Where the tiers of a run are. */
static zm_status tell_where(zm_dense_device *d, const zm_run *run)
{
    return zm_device_put(d->device, d->sweep.job.tiers + run->from, d->sweep.tier + run->from,
                         (run->to - run->from) * sizeof *d->sweep.tier);
}

zm_status zm_dense_sweep_tell(zm_dense_device *d, const zm_run *run)
{
    for (uint32_t i = run->from; i < run->to; i++)
        d->sweep.tier[i] = (zm_dense_gpu_tier){d->values[i], NULL};
    return zm_device_put_parallel(d->device, d->sweep.job.tiers + run->from, d->sweep.tier + run->from,
                                  (run->to - run->from) * sizeof *d->sweep.tier);
}

/* The tiers of a level, from `first` on, as the parts of the next steps; without places there is nothing to do. */
static zm_status choose_level(zm_dense_device *d, const zm_run *run, uint32_t first, uint32_t level)
{
    const zm_dense_gpu_count none = {.hi = UINT64_MAX, .lo = UINT64_MAX};
    zm_dense_gpu *w = &d->sweep.job;
    w->count = 0;
    w->from = w->to = 0;
    for (uint32_t i = run->from > first ? run->from : first; i < run->to; i++) {
        if (d->sweep.level[i - run->from] != level || !d->tiers->size[i])
            continue;
        d->sweep.part[w->count] = (zm_dense_gpu_part){.first = w->to, .size = d->tiers->size[i], .tier = i};
        d->sweep.count[w->count++] = none;
        w->to += numbers_of(d->tiers->size[i]);
    }
    ZM_TRY(d->context, zm_device_put(d->device, w->parts, d->sweep.part, w->count * sizeof *d->sweep.part));
    return zm_device_put(d->device, w->counts, d->sweep.count, w->count * sizeof *d->sweep.count);
}

/* A word for each place that is marked, and two bits a place; or a value for each that is looked at, and each state's
 * own. */
static uint64_t bytes_of_step(const zm_dense_device *d, zm_dense_gpu_step kernel)
{
    const uint64_t numbers = d->sweep.job.to - d->sweep.job.from;
    return kernel == ZM_DENSE_GPU_REACH ? d->sweep.notes.visits * sizeof(uint64_t) + numbers / 4
                                        : (d->sweep.notes.visits + numbers) * sizeof(zm_value);
}

/* So many rounds of it. */
static zm_status steps(zm_dense_device *d, zm_dense_gpu_step kernel, unsigned rounds)
{
    const zm_dense_gpu_notes none = {0, 0, 0};
    ZM_TRY(d->context, zm_check_stop(d->context));
    ZM_TRY(d->context, zm_device_put(d->device, d->sweep.job.notes, &none, sizeof none));
    const double began = zm_now();
    for (unsigned i = 0; i < rounds; i++)
        ZM_TRY(d->context,
               zm_device_check(d->device, d->dense_runner->start(&d->device->stream, kernel, &d->sweep.job)));
    ZM_TRY(d->context, zm_device_wait(d->device));
    const double seconds = zm_now() - began;
    ZM_TRY(d->context, zm_device_get(d->device, &d->sweep.notes, d->sweep.job.notes, sizeof none));
    zm_device_add_work(d->device, seconds, bytes_of_step(d, kernel));
    return ZM_OK;
}

static zm_status step(zm_dense_device *d, zm_dense_gpu_step kernel) { return steps(d, kernel, 1); }

/* ---- what is reached ---- */
/* Takes room for the bits of a run, and copies those that are set: the start's, or those that were on the host. */
static zm_status take_bits(zm_dense_device *d, uint32_t run, zm_place start, uint64_t *const *reached)
{
    zm_context *c = d->context;
    const zm_run *tiers = &d->tiers->run[run];
    const uint64_t bytes = d->bits.bytes[run];
    const bool known = d->bits.known[run] || (start.tier >= tiers->from && start.tier < tiers->to);
    ZM_TRY(c, zm_device_take(d->device, &d->bits.block[run], bytes));
    if (known)
        ZM_TRY(c, zm_device_put(d->device, d->bits.block[run], reached[tiers->from], bytes));
    else
        ZM_TRY(c, zm_device_clear(d->device, d->bits.block[run], bytes));
    d->bits.known[run] = false;
    for (uint32_t i = tiers->from; i < tiers->to; i++)
        d->sweep.tier[i].reached = d->bits.block[run] + (reached[i] - reached[tiers->from]);
    return tell_where(d, tiers);
}

static zm_status evict_bits(zm_dense_device *d, uint32_t run, uint64_t *const *reached)
{
    ZM_TRY(d->context,
           zm_device_get(d->device, reached[d->tiers->run[run].from], d->bits.block[run], d->bits.bytes[run]));
    zm_device_give(d->device, &d->bits.block[run]);
    d->bits.known[run] = true;
    return ZM_OK;
}

/* The bits of a run and of all that it leads to. Others go to the host where there is no room for them (eviction.h). */
static zm_status take_family(zm_dense_device *d, zm_place start, uint64_t *const *reached)
{
    zm_eviction *s = &d->bits.eviction;
    if (!zm_eviction_next(s))
        return zm_fail(d->context, ZM_NO_MEMORY, "%s has no room for what is reached", d->device->name);
    for (uint32_t i = 0; i < s->leaving; i++)
        ZM_TRY(d->context, evict_bits(d, s->leaves[i], reached));
    for (uint32_t i = 0; i < s->coming; i++)
        ZM_TRY(d->context, take_bits(d, s->comes[i], start, reached));
    return ZM_OK;
}

static zm_status reach_level(zm_dense_device *d)
{
    zm_dense_gpu *w = &d->sweep.job;
    if (!w->to)
        return ZM_OK;
    if (w->expanded)
        ZM_TRY(d->context, zm_device_clear(d->device, w->expanded, w->to / 8));
    do
        ZM_TRY(d->context, step(d, ZM_DENSE_GPU_REACH));
    while (w->expanded && d->sweep.notes.found);
    return ZM_OK;
}

static zm_status reach_run(zm_dense_device *d, uint32_t run, zm_place start, uint64_t *const *reached)
{
    const zm_run *tiers = &d->tiers->run[run];
    ZM_TRY(d->context, take_family(d, start, reached));
    for (uint32_t level = zm_tiers_levels(d->tiers, tiers, d->sweep.level); level--;) {
        ZM_TRY(d->context, choose_level(d, tiers, 0, level));
        ZM_TRY(d->context, reach_level(d));
    }
    for (uint32_t i = tiers->from; i < tiers->to; i++)
        zm_progress_add(d->context, d->tiers->size[i]);
    return evict_bits(d, run, reached);
}

static zm_status reach_all(zm_dense_device *d, zm_place start, uint64_t *const *reached)
{
    zm_context *c = d->context;
    ZM_TRY(c, zm_dense_sweep_open(d));
    const uint64_t taken = zm_device_data_bytes(d->variant) + reach_fixed(d);
    ZM_TRY(c, zm_alloc(c, &d->bits.block, d->tiers->runs, sizeof *d->bits.block, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &d->bits.known, d->tiers->runs, sizeof *d->bits.known, "the list of tiers"));
    ZM_TRY(c, bits_by_run(c, d->tiers, &d->bits.bytes));
    ZM_TRY(c, zm_eviction_open(c, d->tiers, true, d->bits.bytes, &d->bits.eviction));
    zm_eviction_begin(&d->bits.eviction, 0, d->device->free_bytes > taken ? d->device->free_bytes - taken : 0);
    if (has_inner_moves(d))
        ZM_TRY(c, zm_device_take(d->device, &d->sweep.job.expanded, most_of(d->tiers).numbers / 8));
    for (uint32_t k = d->tiers->runs; k--;)
        ZM_TRY(c, reach_run(d, k, start, reached));
    return ZM_OK;
}

zm_status zm_dense_device_reach(zm_dense_device *d, zm_place start, uint64_t *const *reached)
{
    zm_progress_begin(d->context, "enumerate", d->tiers->places);
    const zm_status s = reach_all(d, start, reached);
    give_bits(d);
    for (uint32_t i = 0; d->sweep.tier && i < d->tiers->count; i++)
        d->sweep.tier[i].reached = NULL;
    if (d->counting_runner) /* the rest is done in another way */
        zm_dense_sweep_close(d);
    zm_progress_end(d->context);
    return s;
}

/* ---- values ---- */
/* Until all states from w->from to w->to have a value. */
static zm_status sweep_window(zm_dense_device *d, uint64_t *visits)
{
    zm_dense_gpu *w = &d->sweep.job;
    if (w->awaited)
        ZM_TRY(d->context, zm_device_clear(d->device, w->awaited, (w->to - w->from) * sizeof *w->awaited));
    do {
        ZM_TRY(d->context, steps(d, ZM_DENSE_GPU_SWEEP, w->awaited ? ROUNDS : 1));
        *visits += d->sweep.notes.visits;
        if (d->sweep.notes.waiting && !(d->sweep.notes.found && w->awaited))
            return zm_fail(d->context, ZM_WRONG, "%s: a state of tier %u leads to what comes after it, or is no state",
                           d->variant->game->name, d->sweep.part[0].tier);
    } while (d->sweep.notes.waiting);
    return ZM_OK;
}

static zm_status sweep_level(zm_dense_device *d, uint64_t *visits)
{
    zm_dense_gpu *w = &d->sweep.job;
    const uint64_t all = w->to, window = has_inner_moves(d) ? WINDOW : all;
    for (w->from = 0; w->from < all; w->from += window) {
        w->to = all - w->from < window ? all : w->from + window;
        ZM_TRY(d->context, sweep_window(d, visits));
    }
    w->from = 0;
    w->to = all;
    ZM_TRY(d->context, step(d, ZM_DENSE_GPU_FARTHEST_HI));
    ZM_TRY(d->context, step(d, ZM_DENSE_GPU_FARTHEST_LO));
    return zm_device_get(d->device, d->sweep.count, w->counts, w->count * sizeof *d->sweep.count);
}

static void count_level(const zm_dense_device *d, zm_tally *tally)
{
    for (uint32_t i = 0; i < d->sweep.job.count; i++) {
        const zm_dense_gpu_count *n = &d->sweep.count[i];
        zm_summary *sum = &tally[d->sweep.part[i].tier].summary;
        sum->states = n->states;
        sum->won_by[0] = n->won_by[0];
        sum->won_by[1] = n->won_by[1];
        sum->drawn = n->drawn;
        sum->has_longest = n->decided;
        sum->longest = n->farthest;
        if (n->decided)
            sum->longest_position = (zm_pos){n->lo, n->hi};
    }
}

/* Copies what is reached of the run, and tells the device where that and its values are. */
static zm_status put_run(zm_dense_device *d, const zm_run *run, uint64_t *const *reached)
{
    zm_context *c = d->context;
    const uint64_t words = run_words(d->tiers, run);
    d->sweep.job.ask = !reached && !d->variant->game->rules.all_reachable;
    if (reached && !d->reached)
        ZM_TRY(c, zm_device_take(d->device, &d->reached, most_of(d->tiers).words * sizeof *d->reached));
    if (reached)
        ZM_TRY(c, zm_device_put(d->device, d->reached, reached[run->from], words * sizeof *d->reached));
    for (uint32_t i = run->from; i < run->to; i++)
        d->sweep.tier[i] =
            (zm_dense_gpu_tier){d->values[i], reached ? d->reached + (reached[i] - reached[run->from]) : NULL};
    return tell_where(d, run);
}

zm_status zm_dense_device_sweep(zm_dense_device *d, uint32_t run, uint32_t first, uint64_t *const *reached,
                                zm_tally *tally)
{
    zm_context *c = d->context;
    const zm_run *tiers = &d->tiers->run[run];
    ZM_TRY(c, zm_dense_sweep_open(d));
    const extent most = most_of(d->tiers);
    if (has_inner_moves(d) && !d->sweep.job.awaited)
        ZM_TRY(c, zm_device_take(d->device, &d->sweep.job.awaited, awaited_bytes(&most)));
    ZM_TRY(c, put_run(d, tiers, reached));
    const uint32_t levels = zm_tiers_levels(d->tiers, tiers, d->sweep.level);
    for (uint32_t level = 0; level < levels; level++) {
        ZM_TRY(c, choose_level(d, tiers, first, level));
        if (!d->sweep.job.to)
            continue;
        ZM_TRY(c, sweep_level(d, &tally[d->sweep.part[0].tier].visits));
        count_level(d, tally);
    }
    return ZM_OK;
}
