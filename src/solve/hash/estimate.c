/* estimate.c: how many states there are, from a sample.
 *
 * A few states of each ply are expanded, breadth first: of all successors that were made, those with the smallest hashes
 * that were not expanded yet, which is a uniform choice among different states. The more states there are, the fewer of
 * their successors come up twice. With f1 states seen once and f2 seen twice among S different ones there are about
 * S + f1^2 / (2 f2) (Chao 1984): as many if all are equally likely to come up, else more. To make that less wrong, states
 * are counted apart by how many bits of their fingerprint are set, which in most games says how many pieces there are.
 *
 * What the method gives is a lower bound in the long run. It is the right side to be wrong on: what would fit is not
 * refused. It is far too low where moves can be made in any order, so that siblings have successors in common.
 * docs/solving.md has a table of how wrong it was.
 *
 * Cost: at most about 520,000 successors, 50 to 100 ms, and 16 MiB. */
#include "estimate.h"

#include "base/stop.h"
#include "game/trace/trace.h"
#include "kernel/kernels.h"

#include <math.h>

enum {
    PLIES = 64,
    SUCCESSORS = 1 << 13, /* of a ply, about */
    MOST = 1 << 10,       /* states of a ply that are expanded */
    KINDS = 129,
    SLOTS = 1 << 21,
};

/* A slot is the hash of a state; its lowest bits say how often it came up, and whether it was expanded. 0: empty */
#define TIMES ((uint64_t)127)
#define EXPANDED ((uint64_t)128)
#define HASH(slot) ((slot) & ~(TIMES | EXPANDED))

typedef struct candidate {
    uint64_t hash;
    zm_pos state;
} candidate;

typedef struct sample {
    zm_context *context;
    const zm_variant *variant;
    const zm_game *rules;
    uint64_t *slot;
    uint64_t states[KINDS], once[KINDS], twice[KINDS], all;
    candidate now[MOST], next[MOST]; /* states of a ply; a heap with the largest hash on top */
    unsigned now_count, next_count;
    zm_pos successor[ZM_MAX_MOVES];
    uint8_t stays[ZM_MAX_MOVES];
} sample;

static uint64_t *slot_of(sample *s, uint64_t hash)
{
    uint64_t at = (hash >> 20) % SLOTS;
    while (s->slot[at] && HASH(s->slot[at]) != HASH(hash))
        at = (at + 1) % SLOTS;
    return &s->slot[at];
}

/* It came up once more. Returns its slot. */
static uint64_t *note(sample *s, zm_pos p, uint64_t hash)
{
    const unsigned kind = zm_count_bits(p.lo) + zm_count_bits(p.hi);
    uint64_t *slot = slot_of(s, hash);
    const uint64_t times = *slot & TIMES;
    s->all += times == 0;
    s->states[kind] += times == 0;
    s->once[kind] += (times == 0) - (uint64_t)(times == 1);
    s->twice[kind] += (times == 1) - (uint64_t)(times == 2);
    *slot = HASH(hash) | (*slot & EXPANDED) | (times < TIMES ? times + 1 : times);
    return slot;
}

/* ---- the next ply: of all candidates those with the smallest hashes ---- */
static void swap(candidate *a, candidate *b)
{
    const candidate held = *a;
    *a = *b;
    *b = held;
}

static void sink(sample *s, unsigned at)
{
    for (;;) {
        unsigned larger = 2 * at + 1;
        if (larger + 1 < s->next_count && s->next[larger + 1].hash > s->next[larger].hash)
            larger++;
        if (larger >= s->next_count || s->next[larger].hash <= s->next[at].hash)
            return;
        swap(&s->next[at], &s->next[larger]);
        at = larger;
    }
}

static void rise(sample *s, unsigned at)
{
    for (; at && s->next[at].hash > s->next[(at - 1) / 2].hash; at = (at - 1) / 2)
        swap(&s->next[at], &s->next[(at - 1) / 2]);
}

static void offer(sample *s, zm_pos p, uint64_t hash)
{
    const candidate one = {hash, p};
    if (s->next_count < MOST) {
        s->next[s->next_count] = one;
        rise(s, s->next_count++);
    } else if (hash < s->next[0].hash) {
        s->next[0] = one;
        sink(s, 0);
    }
}

/* ---- a ply ---- */
static unsigned expand(sample *s, const candidate *one)
{
    unsigned count;
    uint64_t *self = slot_of(s, one->hash);
    if (*self & EXPANDED) /* it was offered twice */
        return 0;
    *self |= EXPANDED | HASH(one->hash);
    zm_kernels_for(s->variant)->hash->expand(s->variant, one->state, s->successor, s->stays, &count);
    for (unsigned i = 0; i < count; i++) {
        const uint64_t hash = zm_hash(s->successor[i]);
        if (!(*note(s, s->successor[i], hash) & EXPANDED) &&
            !(s->rules->ended && s->rules->ended(s->variant, s->successor[i]) != ZM_OPEN))
            offer(s, s->successor[i], hash);
    }
    return count;
}

static void do_ply(sample *s)
{
    unsigned made = 0;
    for (unsigned i = 0; i < s->now_count && made < SUCCESSORS && s->all < SLOTS / 2; i++)
        made += expand(s, &s->now[i]);
}

static zm_status take_sample(sample *s, zm_pos from)
{
    offer(s, from, zm_hash(from));
    for (unsigned ply = 0; ply < PLIES && s->next_count; ply++) {
        ZM_TRY(s->context, zm_check_stop(s->context));
        s->now_count = s->next_count;
        for (unsigned i = 0; i < s->next_count; i++)
            s->now[i] = s->next[i];
        s->next_count = 0;
        do_ply(s);
    }
    return ZM_OK;
}

static double all_states(const sample *s)
{
    double all = 1;
    for (unsigned k = 0; k < KINDS; k++)
        all += (double)s->states[k] +
               (double)s->once[k] * fmax((double)s->once[k] - 1, 0) / (2 * ((double)s->twice[k] + 1));
    return all;
}

zm_status zm_estimate_states(zm_context *c, const zm_variant *v, zm_pos from, double *states)
{
    sample *s;
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "an estimate"));
    s->context = c;
    s->variant = v;
    s->rules = zm_quick_rules(v);
    zm_status status = zm_alloc(c, &s->slot, SLOTS, sizeof *s->slot, "an estimate");
    if (status == ZM_OK)
        status = take_sample(s, from);
    *states = all_states(s);
    zm_release(c, s->slot);
    zm_release(c, s);
    return status;
}
