/* levels.c: retrograde analysis of a tier whose moves are in memory (edges.h).
 *
 * Level by level, what has remoteness r tells its parents: one of a loss is won in r + 1, unless it is won sooner; one
 * of a win has a move less that may not lose, and is lost when none is left: in r + 1, or later when a move that was
 * known before loses later. What is decided at a level is in its lists, so a level costs what it decides.
 *
 * A win by a move out of the tier is written down at once, though its level comes later; until then it may become a
 * sooner one. The old entry of the list is then passed over. So when level r tells its parents, all values with
 * remoteness r are final.
 *
 * Cost: every move is looked at once when what it leads to is decided. */
#include "base/stop.h"
#include "forward.h"
#include "solve/core/graph.h"

#include <omp.h>

enum {
    PENDING = 32, /* parents that memory is asked for at once */
    SHARE = 256,  /* states that a thread takes at once */
    SHARES = (ZM_CHUNK_NUMBERS + SHARE - 1) / SHARE,
    WORTH_THREADS = 4 /* shares of a level from which waking the threads pays */
};

/* ---- lists ---- */
static bool make_room(zm_forward_tier *t, zm_forward_lists *l, unsigned level)
{
    const unsigned room = 2 * level + 64;
    if (level < l->levels)
        return true;
    if (zm_resize(t->job.context, &l->level, room, sizeof *l->level, "the levels of a tier") != ZM_OK)
        return false;
    for (unsigned i = l->levels; i < room; i++)
        l->level[i] = (zm_chunk_list){NULL, NULL};
    l->levels = room;
    return true;
}

void zm_forward_list(zm_forward_tier *t, unsigned thread, uint64_t index, unsigned remoteness)
{
    zm_forward_lists *l = &t->lists[thread];
    if (!make_room(t, l, remoteness) || !zm_chunk_list_add(t->pool, &l->level[remoteness], (uint32_t)index))
        __atomic_store_n(&t->short_of_memory, true, __ATOMIC_RELAXED);
}

/* ---- what a thread does at a level ---- */
typedef struct teller {
    zm_forward_tier *tier;
    unsigned thread, level;
    uint64_t count;            /* parents visited */
    uint64_t pending[PENDING]; /* a ring of place << 1 | the move wins */
    unsigned farthest;
} teller;

static void decided(teller *t, uint64_t index, unsigned remoteness)
{
    t->farthest = remoteness > t->farthest ? remoteness : t->farthest;
    zm_forward_list(t->tier, t->thread, index, remoteness);
}

static bool replace(uint32_t *at, uint32_t *old, uint32_t word)
{
    return __atomic_compare_exchange_n(at, old, word, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static void win(teller *t, uint64_t index)
{
    uint32_t *at = &t->tier->word[index], old = __atomic_load_n(at, __ATOMIC_RELAXED);
    const zm_value value = zm_win_in(t->level + 1);
    while (zm_forward_left(old) || (zm_is_win(zm_forward_value(old)) && value > zm_forward_value(old)))
        if (replace(at, &old, zm_forward_word(value, 0))) {
            decided(t, index, t->level + 1);
            return;
        }
}

/* One move less that may not lose. The last one decides: then the best of those that were known before tells when. */
static void count_down(teller *t, uint64_t index)
{
    uint32_t *at = &t->tier->word[index], old = __atomic_load_n(at, __ATOMIC_RELAXED), word;
    unsigned remoteness;
    do {
        if (!zm_forward_left(old))
            return;
        const unsigned before = zm_remoteness(zm_forward_value(old));
        remoteness = before > t->level + 1 ? before : t->level + 1;
        word = zm_forward_left(old) > 1 ? zm_forward_word(zm_forward_value(old), zm_forward_left(old) - 1)
                                        : zm_forward_word(zm_loss_in(remoteness), 0);
    } while (!replace(at, &old, word));
    if (!zm_forward_left(word))
        decided(t, index, remoteness);
}

static void tell(teller *t, uint64_t item)
{
    if (item & 1)
        win(t, item >> 1);
    else
        count_down(t, item >> 1);
}

/* Parents lie anywhere in the tier: one is asked for when it is visited and told a few visits later. The order inside a
 * level does not matter. */
static void visit(teller *t, uint64_t parent, bool wins)
{
    uint64_t *at = &t->pending[t->count % PENDING];
    __builtin_prefetch(&t->tier->word[parent], 1);
    if (t->count++ >= PENDING)
        tell(t, *at);
    *at = parent << 1 | wins;
}

static void tell_pending(teller *t)
{
    for (uint64_t i = t->count < PENDING ? 0 : t->count - PENDING; i < t->count; i++)
        tell(t, t->pending[i % PENDING]);
    t->count = 0;
}

static void tell_parents(teller *t, uint64_t index)
{
    const uint32_t word = __atomic_load_n(&t->tier->word[index], __ATOMIC_RELAXED);
    const zm_value value = zm_forward_value(word);
    uint32_t from, to;
    if (zm_forward_left(word) || zm_remoteness(value) != t->level)
        return; /* it was won sooner */
    const bool wins[2] = {zm_is_win(zm_before_move(value, true)), zm_is_win(zm_before_move(value, false))};
    const zm_edge_range *r = zm_edges_of(&t->tier->edges, index, &from, &to);
    for (; from < to; from++) {
        const uint32_t parent = *zm_edges_parent(r, from);
        visit(t, parent >> 1, wins[parent & 1]);
    }
}

static void tell_share(teller *t, const zm_chunk_link *link, uint32_t share)
{
    const uint32_t from = share * SHARE, to = from + SHARE < link->count ? from + SHARE : link->count;
    for (uint32_t i = from; i < to; i++)
        tell_parents(t, zm_chunk_numbers(link)[i]);
    zm_meter_drift(&t->tier->meter, from < to ? to - from : 0);
}

/* ---- levels ---- */
/* The chunks of a level, of all threads; they are nobody's list any more. */
static zm_status take_level(zm_forward_tier *t, unsigned level, zm_chunk_link ***out, uint64_t *count, uint64_t *states)
{
    uint64_t n = 0;
    *states = 0;
    for (unsigned i = 0; i < t->threads; i++)
        if (level < t->lists[i].levels)
            for (zm_chunk_link *l = t->lists[i].level[level].first; l; l = l->next)
                n++;
    *count = 0;
    ZM_TRY(t->job.context, zm_alloc(t->job.context, out, n, sizeof **out, "the levels of a tier"));
    for (unsigned i = 0; i < t->threads; i++)
        if (level < t->lists[i].levels) {
            for (zm_chunk_link *l = t->lists[i].level[level].first; l; l = l->next) {
                (*out)[(*count)++] = l;
                *states += l->count;
            }
            t->lists[i].level[level] = (zm_chunk_list){NULL, NULL};
        }
    return ZM_OK;
}

static zm_status do_level(zm_forward_tier *t, unsigned level)
{
    zm_context *c = t->job.context;
    zm_chunk_link **chunk;
    uint64_t count, states, visits = 0;
    unsigned farthest = t->farthest;
    ZM_TRY(c, take_level(t, level, &chunk, &count, &states));
#pragma omp parallel num_threads((int)t->threads) if (states >= WORTH_THREADS * SHARE) reduction(+ : visits) \
    reduction(max : farthest)
    {
        teller mine = {.tier = t, .thread = (unsigned)omp_get_thread_num(), .level = level};
#pragma omp for schedule(dynamic, 1)
        for (uint64_t i = 0; i < count * SHARES; i++)
            if (!zm_stopped(c))
                tell_share(&mine, chunk[i / SHARES], (uint32_t)(i % SHARES));
        visits += mine.count;
        tell_pending(&mine);
        farthest = mine.farthest > farthest ? mine.farthest : farthest;
    }
    for (uint64_t i = 0; i < count; i++)
        zm_chunk_give(t->pool, chunk[i]);
    zm_release(c, chunk);
    t->visits += visits;
    t->farthest = farthest;
    if (t->short_of_memory)
        return zm_fail(c, ZM_NO_MEMORY, "not enough memory for the lists of states; allow more with --memory");
    return zm_check_stop(c);
}

zm_status zm_forward_tell(zm_forward_tier *t)
{
    for (unsigned level = t->level; level <= t->farthest; level++) {
        if (t->farthest > ZM_FARTHEST)
            return zm_too_far(t->job.context, ZM_FARTHEST);
        ZM_TRY(t->job.context, do_level(t, level));
    }
    return ZM_OK;
}
