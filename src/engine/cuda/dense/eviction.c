/* eviction.c: see eviction.h. zm_eviction_next decides.
 *
 * Runs that are on the device and not in the family wait in a heap, the one that is needed last on top. An entry that
 * is out of date (its run was needed since) is passed over when it comes up. Everything together takes about as long
 * as going through the links between runs. */
#include "eviction.h"

/* ---- the graph of runs ---- */
/* Runs that the tiers of a run lead to, each once; with NULL they are only counted. */
static uint64_t children_of(const zm_tiers *t, uint32_t run, uint32_t *seen, uint32_t *out)
{
    uint64_t count = 0;
    for (uint32_t i = t->run[run].from; i < t->run[run].to; i++)
        for (uint64_t k = t->down.first[i]; k < t->down.first[i + 1]; k++) {
            const uint32_t child = zm_tiers_run(t, t->down.tier[k]);
            if (child == run || seen[child] == run + 1)
                continue;
            seen[child] = run + 1;
            if (out)
                out[count] = child;
            count++;
        }
    return count;
}

static void clear(uint32_t *list, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        list[k] = 0;
}

static zm_status find_children(zm_eviction *s)
{
    zm_context *c = s->context;
    const zm_tiers *t = s->tiers;
    for (uint32_t k = 0; k < t->runs; k++)
        s->first_child[k + 1] = s->first_child[k] + children_of(t, k, s->last, NULL);
    clear(s->last, t->runs);
    ZM_TRY(c, zm_alloc(c, &s->child, s->first_child[t->runs], sizeof *s->child, "the graph of tiers"));
    for (uint32_t k = 0; k < t->runs; k++)
        children_of(t, k, s->last, s->child + s->first_child[k]);
    clear(s->last, t->runs);
    return ZM_OK;
}

/* By run, the steps that need it, in order. */
static zm_status find_uses(zm_eviction *s)
{
    zm_context *c = s->context;
    const uint32_t runs = s->tiers->runs;
    const uint64_t uses = s->first_child[runs] + runs;
    uint32_t member;
    for (uint32_t k = 0; k < runs; k++)
        for (uint64_t i = 0; zm_eviction_member(s, k, i, &member); i++)
            s->first_use[member + 1]++;
    for (uint32_t k = 0; k < runs; k++) {
        s->first_use[k + 1] += s->first_use[k];
        s->at[k] = s->first_use[k];
    }
    ZM_TRY(c, zm_alloc(c, &s->use, uses, sizeof *s->use, "the graph of tiers"));
    ZM_TRY(c, zm_alloc(c, &s->heap, uses, sizeof *s->heap, "the graph of tiers"));
    for (uint32_t step = 0; step < runs; step++)
        for (uint64_t i = 0; zm_eviction_member(s, zm_eviction_run(s, step), i, &member); i++)
            s->use[s->at[member]++] = step;
    return ZM_OK;
}

static zm_status open_lists(zm_eviction *s)
{
    zm_context *c = s->context;
    const uint64_t runs = s->tiers->runs;
    ZM_TRY(c, zm_alloc(c, &s->first_child, runs + 1, sizeof *s->first_child, "the runs of tiers"));
    ZM_TRY(c, zm_alloc(c, &s->first_use, runs + 1, sizeof *s->first_use, "the runs of tiers"));
    ZM_TRY(c, zm_alloc(c, &s->at, runs, sizeof *s->at, "the runs of tiers"));
    ZM_TRY(c, zm_alloc(c, &s->last, runs, sizeof *s->last, "the runs of tiers"));
    ZM_TRY(c, zm_alloc(c, &s->resident, runs, sizeof *s->resident, "the runs of tiers"));
    ZM_TRY(c, zm_alloc(c, &s->leaves, 3 * runs, sizeof *s->leaves, "the runs of tiers"));
    s->comes = s->leaves + runs;
    s->ends = s->comes + runs;
    if (!s->tiers->linked) /* every run leads to all before it: no list is needed */
        return ZM_OK;
    ZM_TRY(c, find_children(s));
    return find_uses(s);
}

zm_status zm_eviction_open(zm_context *c, const zm_tiers *t, bool down, const uint64_t *bytes, zm_eviction *s)
{
    *s = (zm_eviction){.context = c, .tiers = t, .down = down, .bytes = bytes};
    const zm_status status = open_lists(s);
    if (status != ZM_OK)
        zm_eviction_close(s);
    else
        zm_eviction_begin(s, 0, UINT64_MAX);
    return status;
}

void zm_eviction_close(zm_eviction *s)
{
    void *const lists[] = {s->first_child, s->child,    s->first_use, s->use,   s->at,
                           s->last,        s->resident, s->heap,      s->leaves};
    for (size_t i = 0; s->context && i < sizeof lists / sizeof *lists; i++)
        zm_release(s->context, lists[i]);
    *s = (zm_eviction){0};
}

uint64_t zm_eviction_list_bytes(const zm_tiers *t)
{
    const uint64_t links = t->linked ? t->down.first[t->count] : 0;
    return links * (2 * sizeof(uint32_t) + sizeof(zm_eviction_turn));
}

uint64_t zm_eviction_largest_family(const zm_eviction *s)
{
    uint64_t most = 0;
    uint32_t member;
    for (uint32_t k = 0; k < s->tiers->runs; k++) {
        uint64_t bytes = 0;
        for (uint64_t i = 0; zm_eviction_member(s, k, i, &member); i++)
            bytes += s->bytes[member];
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* ---- the heap: the run that is needed last is on top ---- */
static bool later(const zm_eviction_turn *a, const zm_eviction_turn *b)
{
    return a->step != b->step ? a->step > b->step : a->run < b->run;
}

static void push(zm_eviction *s, zm_eviction_turn turn)
{
    uint64_t i = s->turns++;
    for (; i && later(&turn, &s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = turn;
}

static zm_eviction_turn pop(zm_eviction *s)
{
    const zm_eviction_turn top = s->heap[0], turn = s->heap[--s->turns];
    uint64_t i = 0;
    for (;;) {
        uint64_t child = 2 * i + 1;
        if (child >= s->turns)
            break;
        child += child + 1 < s->turns && later(&s->heap[child + 1], &s->heap[child]);
        if (!later(&s->heap[child], &turn))
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = turn;
    return top;
}

/* ---- steps ---- */
bool zm_eviction_needed(const zm_eviction *s, uint32_t run)
{
    if (s->tiers->linked)
        return s->at[run] < s->first_use[run + 1];
    return s->down ? s->step <= s->tiers->runs - 1 - run : s->step < s->tiers->runs;
}

void zm_eviction_begin(zm_eviction *s, uint32_t step, uint64_t room)
{
    s->room = room;
    s->step = step;
    s->used = s->turns = 0;
    s->leaving = s->coming = s->ending = 0;
    for (uint32_t k = 0; k < s->tiers->runs; k++) {
        s->resident[k] = false;
        s->last[k] = 0;
        for (s->at[k] = s->first_use[k]; s->use && s->at[k] < s->first_use[k + 1] && s->use[s->at[k]] < step;)
            s->at[k]++;
    }
}

/* Runs that the step before needed wait for their next use, or are needed no more. */
static void end_step(zm_eviction *s)
{
    uint32_t member;
    if (!s->step || !s->last[zm_eviction_run(s, s->step - 1)])
        return;
    for (uint64_t i = 0; zm_eviction_member(s, zm_eviction_run(s, s->step - 1), i, &member); i++) {
        if (zm_eviction_needed(s, member)) {
            if (s->tiers->linked)
                push(s, (zm_eviction_turn){s->use[s->at[member]], member});
            continue;
        }
        s->resident[member] = false;
        s->used -= s->bytes[member];
        s->ends[s->ending++] = member;
    }
}

static uint64_t missing_bytes(const zm_eviction *s, uint32_t run)
{
    uint64_t bytes = 0;
    uint32_t member;
    for (uint64_t i = 0; zm_eviction_member(s, run, i, &member); i++)
        bytes += s->resident[member] ? 0 : s->bytes[member];
    return bytes;
}

/* The run that is needed last leaves. One of the family never does: it is needed now, and all others later. */
static bool evict_one(zm_eviction *s)
{
    while (s->turns) {
        const zm_eviction_turn turn = pop(s);
        if (turn.step <= s->step)
            return false;
        if (!s->resident[turn.run] || s->use[s->at[turn.run]] != turn.step)
            continue;
        s->resident[turn.run] = false;
        s->used -= s->bytes[turn.run];
        s->leaves[s->leaving++] = turn.run;
        return true;
    }
    return false;
}

bool zm_eviction_next(zm_eviction *s)
{
    const uint32_t run = zm_eviction_run(s, s->step);
    uint32_t member;
    s->leaving = s->coming = s->ending = 0;
    end_step(s);
    const uint64_t more = missing_bytes(s, run);
    while (s->used > s->room || more > s->room - s->used)
        if (!evict_one(s))
            return false;
    for (uint64_t i = 0; zm_eviction_member(s, run, i, &member); i++) {
        if (!s->resident[member])
            s->comes[s->coming++] = member;
        s->resident[member] = true;
        s->last[member] = s->step + 1;
        if (s->tiers->linked)
            s->at[member]++;
    }
    s->used += more;
    s->step++;
    return true;
}
