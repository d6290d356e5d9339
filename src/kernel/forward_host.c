/* forward_host.c: tiers with cycles of any game, forward as a GPU does it (forward_gpu.inc), one thread after the other on
 * the CPU. */
#include "tier_runner.h"

#include "game/trace/trace.h"

#define DEVICE_RULES(r, v) const zm_game *const r = zm_quick_rules(v)
#include "forward_gpu.inc"

static bool has_hooks(const zm_game *r) { return r->moves && r->play; }

static bool start_own(tier_thread *k, zm_tier_step kernel, uint32_t *gathered)
{
    switch (kernel) {
    case ZM_TIER_LOOK: forward_states(k, ZM_TIER_LOOK, gathered); return true;
    case ZM_TIER_LOOK_WDL: forward_states(k, ZM_TIER_LOOK_WDL, gathered); return true;
    case ZM_TIER_AGAIN: forward_states(k, ZM_TIER_AGAIN, gathered); return true;
    case ZM_TIER_AGAIN_WDL: forward_states(k, ZM_TIER_AGAIN_WDL, gathered); return true;
    default: return false;
    }
}

#include "tier_host.inc"

const zm_forward_runner zm_forward_runner_host = {start, 0, 1 << 12};
