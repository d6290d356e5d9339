/* forward_host.c: tiers with cycles of any game, forward as a GPU does it (forward_gpu.inc), one thread after the other on
 * the CPU. */
#include "tier_runner.h"

#include "game/trace/trace.h"

#define DEVICE_RULES(r, v) const zm_game *const r = zm_quick_rules(v)
#include "forward_gpu.inc"

ZM_KERNEL void look(tier_thread *k, zm_tier_step kernel, uint64_t index)
{
    if (kernel == ZM_TIER_LOOK)
        forward_look_level(k, index);
    else
        forward_look_winner(k, index);
}

ZM_KERNEL void tell_found(const tier_thread *k) { forward_tell_found(k); }

static bool has_hooks(const zm_game *r) { return r->moves && r->play; }

#include "tier_host.inc"

const zm_forward_runner zm_forward_runner_host = {start, 0, 1 << 12};
