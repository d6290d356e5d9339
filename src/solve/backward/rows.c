/* rows.c: retrograde analysis of a tier by counting moves down, a row of places at a time, for games with `rows`.
 *
 * It is what counting.c does, and gives the same values. A level has three steps.
 *
 * 1. What has the level and the row's side to move tells its parents: they lie in the same row, with the columns' side
 * to move. Whoever takes a row
 *    does both of its halves. What has the level and the columns' side to move is only noted down: the news.
 * 2. News are told to parents in other rows. Every thread reads all news and tells those whose rows it owns.
 * 3. Rows that were told something are looked through for what it comes to.
 *
 * So each place is written by one thread alone in a step, and no write needs to be locked. In a turned tier step 1 is
 * the same, but it counts down under the other numbering; the news are what that comes to, and step 2 finds out which
 * states these are: one look-up for each state instead of one for each of its moves.
 *
 * News are as many as there is room for: then step 2 comes, and step 1 goes on. Values that are not decided remember
 * what the moves out of the tier are worth (kernel/rows.inc), so that nothing is looked at twice.
 *
 * Cost: one look at every row, its moves out of the tier, and once the parents of what is decided. Memory: 3 bytes a
 * place, 33 for 1,024 of them or fewer, and the news. */
#include "base/memory.h"
#include "base/stop.h"
#include "solve/core/classify.h"

#include <omp.h>
#include <string.h>

enum {
    LOOK_ROWS = 4, /* taken at once */
    TELL_ROWS = 8,
    NEWS_ROWS = 256,    /* for which there is room, should all their places be news */
    WORTH_THREADS = 64, /* segments that have a level, from which waking the threads pays: many levels have few */
    FARTHEST = ZM_HINT - 2,
    SEGMENT_BYTES = ZM_LEVEL_BITS / 8 + 1,
    LEVELS_FRAME = ZM_LEVEL_BITS * sizeof(uint64_t), /* the last words need not be full */
};

typedef struct rowwork {
    const zm_job *job;
    zm_meter meter;
    zm_row_work shared;
    zm_row_work *thread; /* what each has of its own */
    unsigned threads;
    uint64_t next; /* row to take */
    zm_status status;
} rowwork;

static uint64_t news_words(uint32_t width) { return (uint64_t)NEWS_ROWS * ((uint64_t)width + 3); }
static uint64_t thread_bytes(uint32_t width)
{
    return (uint64_t)width * (sizeof(uint16_t) + sizeof(uint8_t) + sizeof(uint32_t)) + ZM_MAX_MOVES * sizeof(zm_move) +
           news_words(width) * sizeof(uint32_t);
}

static uint32_t segments_of(uint32_t width) { return (width + ZM_ROW_SEGMENT - 1) / ZM_ROW_SEGMENT; }
static uint64_t all_segments(const zm_row_work *w) { return (uint64_t)w->rows * (w->turned ? 1 : 2) * w->segments; }

bool zm_has_rows(const zm_variant *v, uint32_t tier)
{
    const zm_game *r = v->game;
    return r->rows->has && r->rows->has(v, tier);
}

uint64_t zm_rows_need(const zm_variant *v, const zm_tiers *t, unsigned threads)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < t->count; i++)
        if (zm_has_rows(v, i)) {
            const uint32_t width = v->game->rows->width(v, i);
            const uint64_t bytes =
                thread_bytes(width) + LEVELS_FRAME + t->size[i] / width * segments_of(width) * SEGMENT_BYTES;
            most = bytes > most ? bytes : most;
        }
    return most * threads;
}

static zm_status make_thread(const rowwork *a, zm_row_work *mine)
{
    zm_context *c = a->job->context;
    const uint32_t width = a->shared.width;
    ZM_TRY(c, zm_alloc(c, &mine->best, width, sizeof *mine->best, "a row of a tier"));
    ZM_TRY(c, zm_alloc(c, &mine->staying, width, sizeof *mine->staying, "a row of a tier"));
    ZM_TRY(c, zm_alloc(c, &mine->columns, width, sizeof *mine->columns, "a row of a tier"));
    ZM_TRY(c, zm_resize(c, &mine->moves, ZM_MAX_MOVES, sizeof *mine->moves, "the moves of a state"));
    return zm_resize(c, &mine->news, news_words(width), sizeof *mine->news, "the news of a tier");
}

static zm_status make(rowwork *a)
{
    zm_context *c = a->job->context;
    zm_row_work *w = &a->shared;
    const uint64_t size = a->job->tiers->size[w->tier];
    a->threads = a->job->large ? zm_threads(c) : 1;
    ZM_TRY(c, zm_alloc(c, &w->left, size, sizeof *w->left, "the moves of a tier"));
    zm_large_pages(w->left);
    ZM_TRY(c, zm_alloc(c, &w->levels, ZM_LEVEL_BITS * w->level_words, sizeof *w->levels, "the levels of a tier"));
    ZM_TRY(c, zm_alloc(c, &w->told, all_segments(w), sizeof *w->told, "the levels of a tier"));
    ZM_TRY(c, zm_alloc(c, &a->thread, a->threads, sizeof *a->thread, "the threads of a tier"));
    for (unsigned i = 0; i < a->threads; i++) {
        a->thread[i] = *w;
        ZM_TRY(c, make_thread(a, &a->thread[i]));
    }
    return ZM_OK;
}

static void unmake(rowwork *a)
{
    zm_context *c = a->job->context;
    for (unsigned i = 0; i < a->threads && a->thread; i++) {
        zm_release(c, a->thread[i].best);
        zm_release(c, a->thread[i].staying);
        zm_release(c, a->thread[i].columns);
        zm_release(c, a->thread[i].moves);
        zm_release(c, a->thread[i].news);
    }
    zm_release(c, a->thread);
    zm_release(c, a->shared.left);
    zm_release(c, a->shared.levels);
    zm_release(c, a->shared.told);
}

/* The next few rows; false: there are none. */
static bool take_rows(rowwork *a, unsigned few, uint32_t *from, uint32_t *to)
{
    const uint64_t next = __atomic_fetch_add(&a->next, few, __ATOMIC_RELAXED);
    if (next >= a->shared.rows || zm_stopped(a->job->context))
        return false;
    *from = (uint32_t)next;
    *to = next + few < a->shared.rows ? (uint32_t)(next + few) : a->shared.rows;
    return true;
}

static void gather(rowwork *a)
{
    zm_row_work *w = &a->shared;
    for (unsigned i = 0; i < a->threads; i++) {
        const zm_row_work *mine = &a->thread[i];
        for (unsigned k = 0; k < ZM_LEVEL_WORDS; k++) {
            w->kinds[0][k] |= mine->kinds[0][k];
            w->kinds[1][k] |= mine->kinds[1][k];
        }
        w->farthest = mine->farthest > w->farthest ? mine->farthest : w->farthest;
        w->hinted = mine->hinted > w->hinted ? mine->hinted : w->hinted;
    }
}

static void first_look(rowwork *a)
{
    const zm_job *j = a->job;
    a->next = 0;
#pragma omp parallel num_threads((int)a->threads) if (a->threads > 1)
    {
        zm_row_work *mine = &a->thread[omp_get_thread_num()];
        uint32_t from, to;
        while (take_rows(a, LOOK_ROWS, &from, &to)) {
            for (uint32_t row = from; row < to; row++)
                j->kernels->rows->look(mine, row);
            zm_meter_add(&a->meter, to - from);
        }
    }
    gather(a);
}

/* Step 1, until there is no more room for news. */
static void tell(rowwork *a, zm_row_work *mine)
{
    const uint64_t room = news_words(mine->width), few = room / NEWS_ROWS * TELL_ROWS;
    uint32_t from, to;
    const uint64_t before = mine->visits;
    while (mine->news_count + few <= room && take_rows(a, TELL_ROWS, &from, &to))
        for (uint32_t row = from; row < to; row++)
            a->job->kernels->rows->tell(mine, row);
    zm_meter_drift(&a->meter, mine->visits - before);
}

/* Step 2. In a turned tier the places it writes are this thread's by what it was told, in others by the rows it
 * owns. */
static void hear(rowwork *a, zm_row_work *mine, unsigned threads)
{
    const uint64_t before = mine->visits;
    for (unsigned i = 0; i < threads; i++)
        if (!mine->turned || &a->thread[i] == mine)
            a->job->kernels->rows->hear(mine, a->thread[i].news, a->thread[i].news_count);
    zm_meter_drift(&a->meter, mine->visits - before);
}

/* Step 3. */
static void conclude(rowwork *a, zm_row_work *mine)
{
    uint32_t from, to;
    while (!mine->turned && take_rows(a, TELL_ROWS, &from, &to))
        for (uint32_t row = from; row < to; row++)
            a->job->kernels->rows->conclude(mine, row);
}

static void begin_level(const rowwork *a, zm_row_work *mine, unsigned part, unsigned parts)
{
    mine->level = a->shared.level;
    memcpy(mine->kinds, a->shared.kinds, sizeof mine->kinds);
    mine->part = part;
    mine->parts = parts;
}

static void one_level_alone(rowwork *a)
{
    zm_row_work *mine = &a->thread[0];
    begin_level(a, mine, 0, 1);
    while (a->next < a->shared.rows && !zm_stopped(a->job->context)) {
        tell(a, mine);
        hear(a, mine, 1);
        mine->news_count = 0;
    }
    a->next = 0;
    conclude(a, mine);
}

static void one_level_together(rowwork *a)
{
#pragma omp parallel num_threads((int)a->threads)
    {
        const unsigned threads = (unsigned)omp_get_num_threads();
        zm_row_work *mine = &a->thread[omp_get_thread_num()];
        bool more = true;
        begin_level(a, mine, (unsigned)omp_get_thread_num(), threads);
        while (more) {
            tell(a, mine);
#pragma omp barrier
            hear(a, mine, threads);
            more = __atomic_load_n(&a->next, __ATOMIC_RELAXED) < a->shared.rows && !zm_stopped(a->job->context);
#pragma omp barrier
            mine->news_count = 0;
        }
#pragma omp single
        a->next = 0;
        conclude(a, mine);
    }
}

static bool is_worth_threads(const rowwork *a)
{
    const zm_row_work *w = &a->shared;
    const unsigned at = w->level < ZM_LEVEL_BITS ? w->level : ZM_LEVEL_BITS - 1;
    const uint64_t *words = w->levels + at * w->level_words;
    uint64_t n = 0;
    for (uint64_t i = 0; i < w->level_words && a->threads > 1; i++)
        n += zm_count_bits(words[i]);
    return n >= WORTH_THREADS;
}

static zm_status levels(rowwork *a)
{
    zm_context *c = a->job->context;
    zm_row_work *w = &a->shared;
    zm_meter_phase(&a->meter, 0.4, w->rows);
    first_look(a);
    zm_meter_phase(&a->meter, 0.5, (uint64_t)w->rows * w->width);
    for (w->level = 0; w->level <= w->farthest; w->level++) {
        ZM_TRY(c, zm_check_stop(c));
        if (w->farthest > FARTHEST || (w->hinted && zm_remoteness(w->hinted) > FARTHEST))
            return zm_fail(c, ZM_BAD_INPUT,
                           "a win takes more than %d plies: farther than moves can be counted down by rows", FARTHEST);
        a->next = 0;
        if (is_worth_threads(a))
            one_level_together(a);
        else
            one_level_alone(a);
        gather(a);
    }
    return zm_check_stop(c);
}

typedef struct tallier {
    const zm_job *job;
    uint32_t tier;
} tallier;

/* Hints go, and what is no state; what is not decided is drawn. */
static void clean(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to)
{
    zm_value *values = d->values[tier];
    for (uint64_t i = from; i < to; i++)
        values[i] =
            values[i] == ZM_NONE || (values[i] >= ZM_HINT && values[i] < ZM_DRAWN) ? (zm_value)ZM_DRAWN : values[i];
    for (uint64_t i = from; i < to && d->reached; i += 64 - i % 64) {
        if (d->reached[tier][i / 64] == UINT64_MAX)
            continue;
        for (uint64_t k = i; k < to && k / 64 == i / 64; k++)
            if (!(d->reached[tier][k / 64] >> k % 64 & 1))
                values[k] = ZM_NONE;
    }
}

/* The same as the kernel does, for places none of which is among the farthest: whose turn it is nobody asks here. */
static bool tally_quickly(const zm_value *values, uint64_t count, zm_summary *s)
{
    uint32_t won = 0, lost = 0, drawn = 0, farthest = 0;
    for (uint64_t i = 0; i < count; i++) {
        won += values[i] > ZM_DRAWN;
        drawn += values[i] == ZM_DRAWN;
        lost += values[i] && values[i] < ZM_DRAWN;
        const uint32_t remoteness = zm_remoteness(values[i]);
        farthest = remoteness > farthest ? remoteness : farthest;
    }
    if (won + lost && farthest >= s->longest)
        return false;
    s->states += won + lost + drawn;
    s->won_by[0] += won;
    s->won_by[1] += lost;
    s->drawn += drawn;
    return true;
}

static void tally_range(void *arg, uint64_t from, uint64_t to, zm_tally *t)
{
    enum { FEW = 256 };
    const tallier *a = arg;
    const zm_dense *d = a->job->dense;
    const bool quick = d->variant->game->from_mover;
    clean(d, a->tier, from, to);
    for (uint64_t i = from; i < to; i += FEW) {
        const uint64_t until = i + FEW < to ? i + FEW : to;
        if (!quick || !tally_quickly(d->values[a->tier] + i, until - i, &t->summary))
            a->job->kernels->dense->tally(d, a->tier, i, until, t);
    }
}

zm_status zm_classify_rows(const zm_job *j, uint32_t tier, zm_tally *t)
{
    enum { CHUNK = 1 << 14 };
    const zm_variant *v = j->dense->variant;
    const zm_rows *r = v->game->rows;
    rowwork a = {.job = j,
                 .shared = {.dense = j->dense, .tier = tier, .width = r->width(v, tier), .turned = r->turned(v, tier)}};
    a.meter = zm_meter_of(j->context, j->tiers->size[tier]);
    a.shared.segments = segments_of(a.shared.width);
    a.shared.rows = (uint32_t)(j->tiers->size[tier] / a.shared.width / (a.shared.turned ? 1 : 2));
    a.shared.level_words = (all_segments(&a.shared) + 63) / 64;
    zm_status s = make(&a);
    if (s == ZM_OK)
        s = levels(&a);
    for (unsigned i = 0; i < a.threads && a.thread; i++)
        t->visits += a.thread[i].visits;
    unmake(&a);
    ZM_TRY(j->context, s);
    tallier k = {j, tier};
    zm_job metered = *j;
    metered.meter = &a.meter;
    zm_meter_phase(&a.meter, 0.1, j->tiers->size[tier]);
    zm_job_ranges(&metered, j->tiers->size[tier], CHUNK, tally_range, &k, t);
    zm_meter_end(&a.meter);
    return zm_check_stop(j->context);
}
