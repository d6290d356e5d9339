/* counting.c: a tier with cycles whose moves are counted down on a device: which step of kernel/counting_gpu.inc comes
 * when. */
#include "dense.h"

#include "base/stop.h"

zm_status zm_dense_counting_look(zm_dense_device *d)
{
    ZM_TRY(d->context, zm_dense_tier_steps(d, &(const zm_tier_step){ZM_TIER_LOOK}, 1));
    return zm_dense_tier_read_notes(d);
}

/* All parents must be told before anybody looks whether that was the last it waited for. */
static zm_status do_level(zm_dense_device *d)
{
    static const zm_tier_step told[] = {ZM_TIER_LIST_LEVEL, ZM_TIER_TELL};
    static const zm_tier_step settled[] = {ZM_TIER_LIST_MARKED, ZM_TIER_SETTLE};
    ZM_TRY(d->context, zm_dense_tier_steps(d, told, 2));
    ZM_TRY(d->context, zm_dense_tier_steps(d, settled, 2));
    return zm_dense_tier_read_notes(d);
}

zm_status zm_dense_counting_decide(zm_dense_device *d)
{
    zm_tier_gpu *j = &d->tier.job;
    for (j->level = 0; j->level <= d->tier.notes.farthest; j->level++) {
        ZM_TRY(d->context, zm_check_stop(d->context));
        ZM_TRY(d->context, zm_dense_tier_check_level(d));
        ZM_TRY(d->context, do_level(d));
    }
    return ZM_OK;
}
