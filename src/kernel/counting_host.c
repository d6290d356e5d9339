/* counting_host.c: retrograde by counting of any game as a GPU does it (counting_gpu.inc), one thread after the other on
 * the CPU. */
#include "tier_runner.h"

#include "game/trace/trace.h"

#define DEVICE_RULES(r, v) const zm_game *const r = zm_quick_rules(v)
#include "counting_gpu.inc"

ZM_KERNEL void look(tier_thread *k, zm_tier_step kernel, uint64_t index)
{
    (void)kernel;
    counting_look(k, index);
}

ZM_KERNEL void tell_found(const tier_thread *k) { (void)k; }

static bool has_hooks(const zm_game *r) { return r->backward->leaving && r->backward->parents_inside; }

#include "tier_host.inc"

const zm_counting_runner zm_counting_runner_host = {start, 0, (uint64_t)1 << 32};
