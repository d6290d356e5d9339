/* dense_bytes.c: what a dense solve on the CPU takes, told before it starts. Values and bitmaps are known exactly; what
 * lists grow to is estimated, rather too high than too low. */
#include "dense_solver.h"

void zm_sample_states(const zm_variant *v, const zm_tiers *t, unsigned count, zm_visit *visit, void *arg)
{
    const zm_game *r = v->game;
    zm_move moves[ZM_MAX_MOVES];
    zm_pos p = zm_start_state(v);
    uint32_t tier = 0;
    uint64_t seed = 1;
    while (t->size[tier] < t->largest)
        tier++;
    for (uint64_t i = 0; i < count; i++) {
        unsigned n;
        if (r->index->all_reachable)
            p = r->index->unrank(v, (zm_place){tier, (uint64_t)((double)t->largest * (double)i / count)});
        visit(arg, p);
        if (r->index->all_reachable)
            continue;
        zm_end end = zm_moves_of(v, p, moves, &n);
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        p = end == ZM_OPEN && n ? zm_state_of(v, r->play(v, p, moves[(seed >> 33) % n])) : zm_start_state(v);
    }
}

static uint64_t bitmap_bytes(const zm_tiers *t)
{
    uint64_t words = 0;
    for (uint32_t i = 0; i < t->count; i++)
        words += zm_tier_words(t, i);
    return words * sizeof(uint64_t);
}

uint64_t zm_dense_bytes(const zm_driver *d, const zm_tiers *t)
{
    enum { FIXED = 1 << 21, TIER = sizeof(zm_tally) + 128 };
    const zm_game *g = d->variant->game;
    return g->data_bytes /* taken already, but the budget is for it too */ +
           (g->index->all_reachable ? 0 : bitmap_bytes(t)) + t->most_alive * sizeof(zm_value) +
           (uint64_t)t->count * TIER + FIXED + zm_storing_bytes(d->context, d->options, t->places, t->largest) +
           zm_publisher_bytes(d);
}
