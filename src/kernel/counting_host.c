/* counting_host.c: retrograde by counting of any game as a GPU does it (counting_gpu.inc), one thread after the other on
 * the CPU. */
#include "tier_runner.h"

#include "game/trace/trace.h"

#define DEVICE_RULES(r, v) const zm_game *const r = zm_quick_rules(v)
#include "counting_gpu.inc"

static bool has_hooks(const zm_game *r) { return r->backward->leaving && r->backward->parents_inside; }

static bool start_own(tier_thread *k, zm_tier_step kernel, uint32_t *gathered)
{
    switch (kernel) {
    case ZM_TIER_LOOK:
        for (uint64_t i = k->job->from; i < k->job->to; i++)
            counting_look(k, i);
        tier_tell_notes(k);
        return true;
    case ZM_TIER_TELL: tier_listed(k, ZM_TIER_TELL, gathered); return true;
    case ZM_TIER_SETTLE: tier_listed(k, ZM_TIER_SETTLE, gathered); return true;
    default: return false;
    }
}

#include "tier_host.inc"

const zm_counting_runner zm_counting_runner_host = {start, 0, (uint64_t)1 << 32};
