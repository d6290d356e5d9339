/* dense_memory.c: see dense_memory.h. Values and bitmaps are known exactly; what lists grow to is estimated, rather too
 * high than too low. */
#include "dense_memory.h"

#include "classify.h"
#include "encode_queue.h"
#include "kernel/hunt_cyclic.h"
#include "transfer.h"

void zm_sample_states(const zm_variant *v, const zm_tiers *t, unsigned count, zm_visit *visit, void *arg)
{
    const zm_rules *r = &v->game->rules;
    zm_move moves[ZM_MAX_MOVES];
    zm_pos p = zm_start_state(v);
    uint32_t tier = 0;
    uint64_t seed = 1;
    while (t->size[tier] < t->largest)
        tier++;
    for (uint64_t i = 0; i < count; i++) {
        unsigned n;
        if (r->all_reachable)
            p = r->unrank(v, (zm_place){tier, (uint64_t)((double)t->largest * (double)i / count)});
        visit(arg, p);
        if (r->all_reachable)
            continue;
        zm_end end = zm_moves_of(v, p, moves, &n);
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        p = end == ZM_OPEN && n ? zm_state_of(v, r->play(v, p, moves[(seed >> 33) % n])) : zm_start_state(v);
    }
}

typedef struct move_count {
    const zm_variant *variant;
    uint64_t moves;
} move_count;

static void count_moves(void *arg, zm_pos p)
{
    move_count *m = arg;
    zm_move moves[ZM_MAX_MOVES];
    unsigned count;
    zm_moves_of(m->variant, p, moves, &count);
    m->moves += count;
}

/* The mean number of moves, of a sample. */
static uint64_t moves_a_state(const zm_variant *v, const zm_tiers *t)
{
    enum { SAMPLE = 4096 };
    move_count m = {v, 0};
    zm_sample_states(v, t, SAMPLE, count_moves, &m);
    return m.moves / SAMPLE + 1;
}

/* What the method needs beside values and bitmaps. */
static uint64_t extra_bytes(const zm_dense_needs *n)
{
    const zm_tiers *t = n->tiers;
    const uint64_t at_once = zm_tiers_at_once(t, n->threads);
    const zm_inside inside = n->variant->game->rules.inside;
    switch (n->method) {
    case ZM_METHOD_FORWARD: /* as forward.c says */
        return at_once * (36 + (inside == ZM_LEAVES ? 0 : 8 * moves_a_state(n->variant, t)));
    case ZM_METHOD_HUNT: /* the packed tier; and while games are counted, their numbers in place of the values */
        return t->largest * sizeof(zm_value) +
               (n->games
                    ? t->most_alive / t->stride * n->variant->game->rules.hunt->squares(n->variant) * sizeof(zm_wide)
                    : 0);
    case ZM_METHOD_BACKWARD:
        if (zm_can_count(n->variant))
            return at_once + at_once / 64 + n->threads * ZM_LEVEL_WORDS * sizeof(uint64_t) +
                   zm_rows_need(n->variant, t, n->threads);
        return inside == ZM_DESCENDS && t->count == 1 ? 0 : at_once * 16 + n->threads * ZM_BACKWARD_LEVELS_BYTES;
    default: return 0;
    }
}

static uint64_t bitmap_bytes(const zm_tiers *t)
{
    uint64_t words = 0;
    for (uint32_t i = 0; i < t->count; i++)
        words += zm_tier_words(t, i);
    return words * sizeof(uint64_t);
}

/* Threads that compress, each with a tier, and slices that wait for the disk; all that only where tiers are small or a
 * chase. */
static uint64_t store_bytes(const zm_dense_needs *n)
{
    const zm_tiers *t = n->tiers;
    const uint64_t largest = t->chase ? t->largest / 4 : 0, values = t->places * sizeof(zm_value);
    if (!n->writer)
        return 0;
    return n->writer + n->threads * (2 * ZM_ENCODER_BYTES + largest) +
           (values < ZM_ENCODE_QUEUE_WAITING ? values : ZM_ENCODE_QUEUE_WAITING);
}

uint64_t zm_dense_need(const zm_dense_needs *n)
{
    const uint64_t data = n->variant->game->data_bytes; /* taken already, but the budget is for it too */
    const uint64_t fixed = ((uint64_t)1 << 21) + store_bytes(n);
    if (n->tiers->chase)
        return data + zm_cyclic_need(n->variant, n->tiers, n->threads, n->writer > 0) + fixed;
    const bool known = n->variant->game->rules.all_reachable || (n->device && zm_all_states(n->variant));
    uint64_t bits = known ? 0 : bitmap_bytes(n->tiers);
    uint64_t values = n->tiers->most_alive * sizeof(zm_value);
    uint64_t lists = (uint64_t)n->tiers->count * (sizeof(zm_tally) + 128);
    if (n->device)
        return data + bits + lists + n->tiers->count * ZM_DEVICE_TIER_BYTES + fixed + zm_dense_device_check_bytes() +
               n->held + (n->writer ? zm_transfer_bytes(n->tiers) : 0);
    return data + bits + values + lists + extra_bytes(n) + fixed;
}
