/* sweep.c: dense tiers gone through on a device (kernel/dense_gpu.h): the memory of that, the steps, and sweeps for the
 * values of tiers without cycles. Finding states goes through them too (reach.c).
 *
 * Runs of tiers come one after the other, and in a run all tiers of a level side by side: they do not lead to each
 * other. The values of what they lead to are on the device. */
#include "dense.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/stop.h"

enum {
    WINDOW = 1 << 20, /* places of a tier with moves inside it, swept again until none of them waits */
    ROUNDS = 4,       /* that are begun before anyone asks whether some do */
};

/* ---- what it needs ---- */
static uint64_t numbers_of(uint64_t places)
{
    return (places + ZM_DENSE_GPU_ROW - 1) / ZM_DENSE_GPU_ROW * ZM_DENSE_GPU_ROW;
}

uint64_t zm_dense_run_words(const zm_tiers *t, const zm_run *run)
{
    uint64_t words = 0;
    for (uint32_t i = run->from; i < run->to; i++)
        words += zm_tier_words(t, i);
    return words;
}

zm_dense_extent zm_dense_largest_run(const zm_tiers *t)
{
    zm_dense_extent most = {0, 0, 0};
    for (uint32_t k = 0; k < t->runs; k++) {
        const zm_run *r = &t->run[k];
        const uint64_t words = zm_dense_run_words(t, r);
        uint64_t numbers = 0;
        for (uint32_t i = r->from; i < r->to; i++)
            numbers += numbers_of(t->size[i]);
        most.tiers = r->to - r->from > most.tiers ? r->to - r->from : most.tiers;
        most.numbers = numbers > most.numbers ? numbers : most.numbers;
        most.words = words > most.words ? words : most.words;
    }
    return most;
}

uint64_t zm_dense_sweep_fixed_bytes(const zm_dense_device *d, const zm_dense_extent *most)
{
    return d->tiers->count * sizeof(zm_dense_gpu_tier) +
           most->tiers * (sizeof(zm_dense_gpu_part) + sizeof(zm_dense_gpu_count)) + sizeof(zm_dense_gpu_notes) +
           d->dense_runner->bytes;
}

bool zm_dense_has_inner_moves(const zm_dense_device *d) { return d->variant->game->index->inside != ZM_LEAVES; }

static uint64_t awaited_bytes(const zm_dense_extent *most)
{
    return (most->numbers < WINDOW ? most->numbers : WINDOW) * sizeof(uint32_t);
}

uint64_t zm_dense_sweep_bytes(const zm_dense_device *d, bool enumerated)
{
    const zm_dense_extent most = zm_dense_largest_run(d->tiers);
    return zm_dense_sweep_fixed_bytes(d, &most) + (zm_dense_has_inner_moves(d) ? awaited_bytes(&most) : 0) +
           (enumerated ? most.words * sizeof(uint64_t) : 0);
}

static zm_status open_lists(zm_dense_device *d, const zm_dense_extent *most)
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
    const zm_dense_extent most = zm_dense_largest_run(d->tiers);
    ZM_TRY(c, open_lists(d, &most));
    ZM_TRY(c, zm_dense_device_put_rules(d));
    ZM_TRY(c, zm_device_take(d->device, &w->tiers, d->tiers->count * sizeof *w->tiers));
    ZM_TRY(c, zm_device_take(d->device, &w->parts, most.tiers * sizeof *w->parts));
    ZM_TRY(c, zm_device_take(d->device, &w->counts, most.tiers * sizeof *w->counts));
    ZM_TRY(c, zm_device_take(d->device, &w->notes, sizeof *w->notes));
    w->variant = d->variant;
    w->rules = d->rules;
    return ZM_OK;
}

void zm_dense_sweep_close(zm_dense_device *d)
{
    zm_dense_gpu *w = &d->sweep.job;
    if (!d->device)
        return;
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
zm_status zm_dense_sweep_put_tiers(zm_dense_device *d, const zm_run *run)
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

zm_status zm_dense_sweep_choose_level(zm_dense_device *d, const zm_run *run, uint32_t first, uint32_t level)
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
    ZM_TRY(d->context, zm_check_stop(d->context));
    ZM_TRY(d->context, zm_device_clear(d->device, d->sweep.job.notes, sizeof d->sweep.notes));
    const double began = zm_now();
    for (unsigned i = 0; i < rounds; i++)
        ZM_TRY(d->context,
               zm_device_check(d->device, d->dense_runner->start(&d->device->stream, kernel, &d->sweep.job)));
    ZM_TRY(d->context, zm_device_wait(d->device));
    const double seconds = zm_now() - began;
    ZM_TRY(d->context, zm_device_get(d->device, &d->sweep.notes, d->sweep.job.notes, sizeof d->sweep.notes));
    zm_device_add_work(d->device, seconds, bytes_of_step(d, kernel));
    return ZM_OK;
}

zm_status zm_dense_sweep_step(zm_dense_device *d, zm_dense_gpu_step kernel) { return steps(d, kernel, 1); }

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
    const uint64_t all = w->to, window = zm_dense_has_inner_moves(d) ? WINDOW : all;
    for (w->from = 0; w->from < all; w->from += window) {
        w->to = all - w->from < window ? all : w->from + window;
        ZM_TRY(d->context, sweep_window(d, visits));
    }
    w->from = 0;
    w->to = all;
    ZM_TRY(d->context, zm_dense_sweep_step(d, ZM_DENSE_GPU_FARTHEST_HI));
    ZM_TRY(d->context, zm_dense_sweep_step(d, ZM_DENSE_GPU_FARTHEST_LO));
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
    const uint64_t words = zm_dense_run_words(d->tiers, run);
    d->sweep.job.ask = !reached && !d->variant->game->index->all_reachable;
    if (reached && !d->reached)
        ZM_TRY(c, zm_device_take(d->device, &d->reached, zm_dense_largest_run(d->tiers).words * sizeof *d->reached));
    if (reached)
        ZM_TRY(c, zm_device_put(d->device, d->reached, reached[run->from], words * sizeof *d->reached));
    for (uint32_t i = run->from; i < run->to; i++)
        d->sweep.tier[i] =
            (zm_dense_gpu_tier){d->values[i], reached ? d->reached + (reached[i] - reached[run->from]) : NULL};
    return zm_dense_sweep_put_tiers(d, run);
}

zm_status zm_dense_device_sweep(zm_dense_device *d, uint32_t run, uint32_t first, uint64_t *const *reached,
                                zm_tally *tally)
{
    zm_context *c = d->context;
    const zm_run *tiers = &d->tiers->run[run];
    ZM_TRY(c, zm_dense_sweep_open(d));
    const zm_dense_extent most = zm_dense_largest_run(d->tiers);
    if (zm_dense_has_inner_moves(d) && !d->sweep.job.awaited)
        ZM_TRY(c, zm_device_take(d->device, &d->sweep.job.awaited, awaited_bytes(&most)));
    ZM_TRY(c, put_run(d, tiers, reached));
    const uint32_t levels = zm_tiers_depths(d->tiers, tiers, d->sweep.level);
    for (uint32_t level = 0; level < levels; level++) {
        ZM_TRY(c, zm_dense_sweep_choose_level(d, tiers, first, level));
        if (!d->sweep.job.to)
            continue;
        ZM_TRY(c, sweep_level(d, &tally[d->sweep.part[0].tier].visits));
        count_level(d, tally);
    }
    return ZM_OK;
}
