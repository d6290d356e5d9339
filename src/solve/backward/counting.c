/* counting.c: retrograde analysis of a tier by counting moves down, for games with `leaving` and `parents_inside`.
 *
 * A first look at every state makes the moves that leave the tier, and counts the others. Then, level by level, what
 * has remoteness r tells its parents in the tier: one of a loss is won in r + 1, unless it is won sooner; one of a win
 * has a move less that may not lose, and is lost when none is left (in r + 1, or later when a move out of the tier
 * loses later).
 *
 * A win found by a move out of the tier is written down at once, though its level comes later; until then it may become
 * a sooner one. So when level r tells its parents, all values with remoteness r are final, and no lists are kept: the
 * values themselves say what is of level r, and for every block of places a few bits say which levels occur there.
 *
 * Counts need each move to be told once. Where symmetric states make that doubtful, the state is looked at again
 * instead: all its moves are made. That is right at any time in a level, because what has smaller remoteness is final.
 *
 * Cost: one look at every state, its moves out of the tier, and once the parents of what is decided. Memory: 3 bytes a
 * place and 32 bytes for 4,096 of them. */
#include "base/memory.h"
#include "base/stop.h"
#include "solve/core/classify.h"
#include "solve/core/graph.h"

enum {
    CHUNK = 1 << 14,
    WORTH_THREADS = 64 /* blocks that have a level, from which waking the threads pays: many levels have few */
};

static bool has_level(const zm_counting *w, uint64_t block, unsigned level)
{
    const unsigned at = level < ZM_LEVEL_BITS ? level : ZM_LEVEL_BITS - 1;
    return __atomic_load_n(&w->levels[block * ZM_LEVEL_WORDS + at / 64], __ATOMIC_RELAXED) >> at % 64 & 1;
}

static void gather(zm_counting *w, const zm_counting *mine)
{
    w->visits += mine->visits;
    w->farthest = mine->farthest > w->farthest ? mine->farthest : w->farthest;
}

static void first_look(const zm_job *j, zm_counting *w, zm_meter *meter)
{
#pragma omp parallel num_threads((int)zm_threads(j->context)) if (j->large && w->size > CHUNK)
    {
        zm_counting mine = *w;
        mine.visits = 0;
#pragma omp for schedule(dynamic, 1)
        for (uint64_t from = 0; from < w->size; from += CHUNK)
            if (!zm_stopped(j->context)) {
                const uint64_t to = from + CHUNK < w->size ? from + CHUNK : w->size;
                j->kernels->counting->look(&mine, from, to);
                zm_meter_add(meter, to - from);
            }
#pragma omp critical(zm_counting)
        gather(w, &mine);
    }
}

static uint64_t blocks_of(const zm_counting *w) { return (w->size + ZM_LEVEL_BLOCK - 1) / ZM_LEVEL_BLOCK; }

static uint64_t count_blocks(const zm_counting *w)
{
    uint64_t n = 0;
    for (uint64_t block = 0; block < blocks_of(w); block++)
        n += has_level(w, block, w->level);
    return n;
}

static void tell_parents(const zm_job *j, zm_counting *w, zm_meter *meter)
{
    const uint64_t blocks = blocks_of(w);
#pragma omp parallel num_threads((int)zm_threads(j->context)) if (j->large && count_blocks(w) >= WORTH_THREADS)
    {
        zm_counting mine = *w;
        mine.visits = 0;
#pragma omp for schedule(dynamic, 4)
        for (uint64_t block = 0; block < blocks; block++)
            if (has_level(w, block, w->level) && !zm_stopped(j->context)) {
                const uint64_t before = mine.visits;
                j->kernels->counting->tell(&mine, block);
                zm_meter_drift(meter, mine.visits - before);
            }
#pragma omp critical(zm_counting)
        gather(w, &mine);
    }
}

static zm_status levels(const zm_job *j, zm_counting *w, zm_meter *meter)
{
    zm_context *c = j->context;
    zm_meter_phase(meter, 0.4, w->size);
    first_look(j, w, meter);
    zm_meter_phase(meter, 0.5, w->size);
    for (w->level = 0; w->level <= w->farthest; w->level++) {
        ZM_TRY(c, zm_check_stop(c));
        if (w->farthest >= ZM_FARTHEST)
            return zm_too_far(c, ZM_FARTHEST - 1);
        tell_parents(j, w, meter);
    }
    return zm_check_stop(c);
}

typedef struct tallier {
    const zm_job *job;
    uint32_t tier;
} tallier;

static void tally_range(void *arg, uint64_t from, uint64_t to, zm_tally *t)
{
    const tallier *a = arg;
    const zm_dense *d = a->job->dense;
    for (uint64_t i = from; i < to && d->reached; i++)
        if (!(d->reached[a->tier][i / 64] >> i % 64 & 1))
            d->values[a->tier][i] = ZM_NONE;
    a->job->kernels->dense->tally(d, a->tier, from, to, t);
}

zm_status zm_classify_counting(const zm_job *j, uint32_t tier, zm_tally *t)
{
    zm_context *c = j->context;
    const uint64_t size = j->tiers->size[tier];
    zm_counting w = {.dense = j->dense, .tier = tier, .size = size};
    zm_meter meter = zm_meter_of(c, size);
    zm_status s = zm_alloc(c, &w.left, size, sizeof *w.left, "the moves of a tier");
    zm_large_pages(w.left);
    if (s == ZM_OK)
        s = zm_alloc(c, &w.levels, blocks_of(&w) * ZM_LEVEL_WORDS, sizeof *w.levels, "the levels of a tier");
    if (s == ZM_OK)
        s = levels(j, &w, &meter);
    zm_release(c, w.left);
    zm_release(c, w.levels);
    t->visits += w.visits;
    ZM_TRY(c, s);
    tallier a = {j, tier};
    zm_job metered = *j;
    metered.meter = &meter;
    zm_meter_phase(&meter, 0.1, size);
    zm_job_ranges(&metered, size, CHUNK, tally_range, &a, t);
    zm_meter_end(&meter);
    return zm_check_stop(c);
}
