/* tiers.c: see tiers.h. */
#include "tiers.h"

#include <zermelo/hunt.h>

#include <omp.h>
#include <sched.h>

enum {
    LARGE = 1 << 16,       /* places from which a tier is worth all threads, */
    LARGE_ALONE = 1 << 13, /* and where there are fewer tiers side by side than threads */
    RUN_PLACES = 1 << 20   /* small tiers are put together up to this */
};

/* ---- opening ---- */
/* Placements of the many, in a hunt. */
static uint64_t placements(const zm_variant *v, const zm_tiers *t, uint32_t tier)
{
    const zm_hunt *h = v->game->hunt;
    return t->cyclic ? t->size[tier] / h->free(v, tier) / (h->few(v, tier) ? 1 : 2)
                     : t->size[tier] / h->free(v, tier / 2);
}

static zm_status sizes(zm_context *c, const zm_variant *v, zm_tiers *t)
{
    const zm_game *r = v->game;
    t->count = r->index->tiers(v);
    ZM_TRY(c, zm_alloc(c, &t->size, t->count, sizeof *t->size, "the sizes of tiers"));
    ZM_TRY(c, zm_alloc(c, &t->units, t->count, sizeof *t->units, "the sizes of tiers"));
    for (uint32_t i = 0; i < t->count; i++) {
        t->size[i] = r->index->tier_size(v, i);
        t->units[i] = t->stride || t->cyclic ? placements(v, t, i) : t->size[i];
        if (__builtin_add_overflow(t->places, t->size[i], &t->places) || t->places > UINT64_MAX / 64)
            return zm_fail(c, ZM_NO_MEMORY, "%s has more places than can be numbered", v->game->name);
        t->largest = t->size[i] > t->largest ? t->size[i] : t->largest;
    }
    return ZM_OK;
}

static zm_status check_child(zm_context *c, const zm_variant *v, uint32_t tier, uint32_t child)
{
    return child < tier ? ZM_OK
                        : zm_fail(c, ZM_BAD_INPUT, "%s: tier %u has the child %u; moves must lead to smaller tiers",
                                  v->game->name, tier, child);
}

typedef struct links_source {
    zm_tier_children *children; /* NULL: nobody knows what leads where */
    const void *arg;
} links_source;

static unsigned children_by_rules(const void *arg, uint32_t tier, uint32_t *out)
{
    const zm_variant *v = arg;
    return v->game->index->children(v, tier, out);
}

static unsigned children_of_hunt(const void *arg, uint32_t tier, uint32_t *out)
{
    const zm_variant *v = arg;
    return v->game->hunt->below(v, tier, out);
}

static zm_status link_children(zm_context *c, const zm_variant *v, links_source source, zm_tiers *t)
{
    uint32_t list[ZM_MAX_CHILDREN];
    uint64_t room = 0, count = 0;
    ZM_TRY(c, zm_alloc(c, &t->down.first, t->count + (uint64_t)1, sizeof(uint64_t), "the graph of tiers"));
    for (uint32_t i = 0; i < t->count; i++) {
        unsigned n = source.children(source.arg, i, list);
        if (count + n > room) {
            room = room * 2 + n + 64;
            ZM_TRY(c, zm_resize(c, &t->down.tier, room, sizeof(uint32_t), "the graph of tiers"));
        }
        for (unsigned k = 0; k < n; k++) {
            ZM_TRY(c, check_child(c, v, i, list[k]));
            t->down.tier[count++] = list[k];
        }
        t->down.first[i + 1] = count;
    }
    return ZM_OK;
}

/* The same links the other way round. */
static zm_status turn_round(zm_context *c, zm_tiers *t)
{
    uint64_t links = t->down.first[t->count];
    ZM_TRY(c, zm_alloc(c, &t->up.first, t->count + (uint64_t)2, sizeof(uint64_t), "the graph of tiers"));
    ZM_TRY(c, zm_alloc(c, &t->up.tier, links, sizeof(uint32_t), "the graph of tiers"));
    uint64_t *at = t->up.first + 1;
    for (uint64_t k = 0; k < links; k++)
        at[t->down.tier[k] + 1]++;
    for (uint32_t i = 1; i <= t->count; i++)
        at[i] += at[i - 1];
    for (uint32_t i = 0; i < t->count; i++)
        for (uint64_t k = t->down.first[i]; k < t->down.first[i + 1]; k++)
            t->up.tier[at[t->down.tier[k]]++] = i;
    return ZM_OK;
}

static zm_status users(zm_context *c, zm_tiers *t)
{
    ZM_TRY(c, zm_alloc(c, &t->last_user, t->count, sizeof *t->last_user, "the graph of tiers"));
    for (uint32_t i = 0; i < t->count; i++) {
        t->last_user[i] = t->linked ? i : t->count - 1;
        if (t->linked)
            for (uint64_t k = t->up.first[i]; k < t->up.first[i + 1]; k++)
                t->last_user[i] = t->up.tier[k] > t->last_user[i] ? t->up.tier[k] : t->last_user[i];
    }
    return ZM_OK;
}

/* Small tiers are those of less than `large` places, where it is known what leads where. */
static zm_status cut_runs(zm_context *c, zm_tiers *t, uint64_t large, uint64_t together)
{
    zm_release(c, t->run);
    t->run = NULL;
    t->runs = 0;
    ZM_TRY(c, zm_alloc(c, &t->run, t->count, sizeof *t->run, "the runs of tiers"));
    for (uint32_t i = 0; i < t->count;) {
        zm_run *r = &t->run[t->runs++];
        if (t->cyclic) {
            *r = (zm_run){0, t->count, false};
            break;
        }
        *r = (zm_run){i, i + 1, !t->linked || t->size[i] >= large};
        uint64_t places = t->size[i++];
        while (!r->large && i < t->count && t->size[i] < large && places + t->size[i] <= together)
            places += t->size[i++];
        r->to = i;
    }
    return ZM_OK;
}

uint32_t zm_tiers_run(const zm_tiers *t, uint32_t tier)
{
    uint32_t low = 0, high = t->runs - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (tier < t->run[middle].to)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* A tier is alive from its own run to that of its last user. */
static zm_status find_most_alive(zm_context *c, zm_tiers *t)
{
    uint64_t *leaving, alive = 0, together = 0;
    ZM_TRY(c, zm_alloc(c, &leaving, t->runs * (uint64_t)2, sizeof *leaving, "the runs of tiers"));
    uint64_t *leaving_together = leaving + t->runs;
    t->most_alive = t->most_in_runs = 0;
    for (uint32_t k = 0; k < t->runs; k++) {
        uint64_t room = 0;
        uint32_t last = k;
        for (uint32_t i = t->run[k].from; i < t->run[k].to; i++) {
            const uint32_t user = zm_tiers_run(t, t->last_user[i]);
            room += zm_tier_room(t, i);
            leaving[user] += zm_tier_room(t, i);
            last = user > last ? user : last;
        }
        leaving_together[last] += room;
        alive += room;
        together += room;
        t->most_alive = alive > t->most_alive ? alive : t->most_alive;
        t->most_in_runs = together > t->most_in_runs ? together : t->most_in_runs;
        alive -= leaving[k];
        together -= leaving_together[k];
    }
    zm_release(c, leaving);
    return ZM_OK;
}

zm_status zm_tiers_recut(zm_context *c, zm_tiers *t, uint64_t places)
{
    ZM_TRY(c, cut_runs(c, t, UINT64_MAX, places));
    return find_most_alive(c, t);
}

uint32_t zm_tiers_depths(const zm_tiers *t, const zm_run *run, uint32_t *level)
{
    uint32_t most = 0;
    for (uint32_t i = run->from; i < run->to; i++) {
        uint32_t own = 0;
        for (uint64_t k = t->linked ? t->down.first[i] : 0, end = t->linked ? t->down.first[i + 1] : 0; k < end; k++) {
            const uint32_t child = t->down.tier[k];
            if (child >= run->from && level[child - run->from] >= own)
                own = level[child - run->from] + 1;
        }
        level[i - run->from] = own;
        most = own > most ? own : most;
    }
    return most + 1;
}

/* From how many places on a tier is large: are there as many tiers as threads that do not need each other, on average? */
static zm_status find_large(zm_context *c, const zm_tiers *t, uint64_t *large)
{
    uint32_t *level;
    ZM_TRY(c, zm_alloc(c, &level, t->count, sizeof *level, "the graph of tiers"));
    const uint64_t depth = zm_tiers_depths(t, &(zm_run){0, t->count, false}, level);
    *large = t->count / depth < zm_threads(c) ? LARGE_ALONE : LARGE;
    zm_release(c, level);
    return ZM_OK;
}

static zm_status fill(zm_context *c, const zm_variant *v, links_source source, zm_tiers *t)
{
    uint64_t large = LARGE;
    t->linked = source.children != NULL;
    ZM_TRY(c, sizes(c, v, t));
    if (t->linked) {
        ZM_TRY(c, link_children(c, v, source, t));
        ZM_TRY(c, turn_round(c, t));
    }
    ZM_TRY(c, users(c, t));
    if (zm_threads(c) > 1 && t->count)
        ZM_TRY(c, find_large(c, t, &large));
    ZM_TRY(c, cut_runs(c, t, large, RUN_PLACES));
    return find_most_alive(c, t);
}

static zm_status fill_or_close(zm_context *c, const zm_variant *v, links_source source, zm_tiers *t)
{
    const zm_status s = fill(c, v, source, t);
    if (s != ZM_OK)
        zm_tiers_close(c, t);
    return s;
}

zm_status zm_tiers_open(zm_context *c, const zm_variant *v, bool hunt, zm_tiers *t)
{
    const bool cycles = hunt && v->game->index->inside == ZM_CYCLES;
    const links_source by_rules = {v->game->index->children ? children_by_rules : NULL, v};
    const links_source of_hunt = {children_of_hunt, v};
    *t = (zm_tiers){.cyclic = cycles, .stride = hunt && !cycles ? (v->game->hunt->squares(v) + 15) / 16 * 16 : 0};
    return fill_or_close(c, v, cycles ? of_hunt : by_rules, t);
}

zm_status zm_tiers_open_linked(zm_context *c, const zm_variant *v, zm_tier_children *children, const void *arg,
                               zm_tiers *t)
{
    *t = (zm_tiers){0};
    return fill_or_close(c, v, (links_source){children, arg}, t);
}

void zm_tiers_close(zm_context *c, zm_tiers *t)
{
    void *const blocks[] = {t->size,     t->units,   t->down.first, t->down.tier,
                            t->up.first, t->up.tier, t->last_user,  t->run};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(c, blocks[i]);
    *t = (zm_tiers){0};
}

uint64_t zm_tiers_at_once(const zm_tiers *t, unsigned threads)
{
    uint64_t small = t->largest < LARGE ? t->largest : LARGE - 1,
             together = small * (t->count < threads ? t->count : threads);
    return together > t->largest && t->linked ? together : t->largest;
}

/* ---- doing a run ---- */
/* Of the tiers that can be done, the first in order is: so those that are done are nearly always all tiers up to some
 * number, which is what can be stored and dropped. (In the order in which they become ready, Fox and Geese with 8 geese
 * on two threads had at one time 86 % of its places done and not stored, and with 17 geese on 16 threads 64 %; as it
 * is, 1 % both.) */
typedef struct queue {
    omp_lock_t lock;
    const zm_links *needs, *needed_by;
    const zm_run *run;
    bool ascending;
    uint32_t *waits_for; /* by turn: how many in the run must come first */
    uint64_t *ready;     /* bits, by turn: can be done, and nobody does it yet */
    uint32_t low;        /* words of bits before this one are empty */
    uint32_t waiting, done;
    zm_status status;
} queue;

static bool in_run(const zm_run *r, uint32_t tier) { return tier >= r->from && tier < r->to; }

/* A tier's place in the order, and back. */
static uint32_t turn_of(const zm_run *r, bool ascending, uint32_t i) { return ascending ? i - r->from : r->to - 1 - i; }
static uint32_t tier_of(const zm_run *r, bool ascending, uint32_t i) { return ascending ? r->from + i : r->to - 1 - i; }

static void make_ready(queue *q, uint32_t turn)
{
    q->ready[turn / 64] |= zm_bit(turn % 64);
    q->low = turn / 64 < q->low ? turn / 64 : q->low;
    q->waiting++;
}

static uint32_t take_first(queue *q)
{
    while (!q->ready[q->low])
        q->low++;
    q->waiting--;
    return 64 * q->low + zm_take_lowest(&q->ready[q->low]);
}

static void fill_queue(queue *q)
{
    for (uint32_t i = q->run->from; i < q->run->to; i++) {
        const uint32_t turn = turn_of(q->run, q->ascending, i);
        for (uint64_t k = q->needs->first[i]; k < q->needs->first[i + 1]; k++)
            q->waits_for[turn] += in_run(q->run, q->needs->tier[k]);
        if (!q->waits_for[turn])
            make_ready(q, turn);
    }
}

static void done_with(queue *q, uint32_t tier, zm_status s)
{
    omp_set_lock(&q->lock);
    q->done++;
    if (s != ZM_OK)
        q->status = s;
    for (uint64_t k = q->needed_by->first[tier]; k < q->needed_by->first[tier + 1]; k++) {
        const uint32_t next = q->needed_by->tier[k];
        if (in_run(q->run, next)) {
            const uint32_t turn = turn_of(q->run, q->ascending, next);
            if (!--q->waits_for[turn])
                make_ready(q, turn);
        }
    }
    omp_unset_lock(&q->lock);
}

/* The next tier to do. False: there is none at the moment (*finished: nor will there be). */
static bool take(queue *q, uint32_t *tier, bool *finished)
{
    omp_set_lock(&q->lock);
    *finished = q->done == q->run->to - q->run->from || q->status != ZM_OK;
    bool got = !*finished && q->waiting;
    if (got)
        *tier = tier_of(q->run, q->ascending, take_first(q));
    omp_unset_lock(&q->lock);
    return got;
}

static void serve(queue *q, zm_tier_work *work, void *arg)
{
    uint32_t tier;
    bool finished = false;
    while (!finished) {
        if (take(q, &tier, &finished))
            done_with(q, tier, work(arg, tier));
        else if (!finished)
            sched_yield();
    }
}

static zm_status in_order(const zm_run *run, bool ascending, zm_tier_work *work, void *arg)
{
    zm_status s = ZM_OK;
    for (uint32_t i = 0; i < run->to - run->from && s == ZM_OK; i++)
        s = work(arg, tier_of(run, ascending, i));
    return s;
}

zm_status zm_tiers_do(zm_context *c, const zm_tiers *t, const zm_run *run, bool ascending, zm_tier_work *work,
                      void *arg)
{
    uint32_t n = run->to - run->from;
    if (n == 1 || zm_threads(c) == 1)
        return in_order(run, ascending, work, arg);
    queue q = {.run = run,
               .ascending = ascending,
               .needs = ascending ? &t->down : &t->up,
               .needed_by = ascending ? &t->up : &t->down};
    const uint64_t words = n / 64 + 1;
    ZM_TRY(c, zm_alloc(c, &q.ready, words + n / 2 + 1, sizeof *q.ready, "the order of tiers"));
    q.waits_for = (uint32_t *)(q.ready + words);
    omp_init_lock(&q.lock);
    fill_queue(&q);
#pragma omp parallel num_threads((int)zm_threads(c))
    serve(&q, work, arg);
    omp_destroy_lock(&q.lock);
    zm_release(c, q.ready);
    return q.status;
}
