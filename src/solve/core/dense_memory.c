/* dense_memory.c: see dense_memory.h. Values and bitmaps are known exactly; what lists grow to is estimated, rather too
 * high than too low. */
#include "dense_memory.h"

#include "dense_solver.h"

#include "classify.h"
#include "encode_queue.h"
#include "kernel/hunt_cyclic.h"
#include "transfer.h"

static uint64_t bitmap_bytes(const zm_tiers *t)
{
    uint64_t words = 0;
    for (uint32_t i = 0; i < t->count; i++)
        words += zm_tier_words(t, i);
    return words * sizeof(uint64_t);
}

uint64_t zm_dense_need(const zm_dense_needs *n)
{
    const uint64_t data = n->variant->game->data_bytes; /* taken already, but the budget is for it too */
    const uint64_t fixed = ((uint64_t)1 << 21) + n->writer;
    const bool known = n->variant->game->rules.all_reachable || zm_all_states(n->variant);
    const uint64_t bits = known ? 0 : bitmap_bytes(n->tiers);
    const uint64_t lists = (uint64_t)n->tiers->count * (sizeof(zm_tally) + 128);
    return data + bits + lists + n->tiers->count * ZM_DEVICE_TIER_BYTES + fixed + zm_dense_device_check_bytes() +
           n->held + (n->writer ? zm_transfer_bytes(n->tiers) : 0);
}
