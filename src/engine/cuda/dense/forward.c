/* forward.c: a tier with cycles on a device by moves and `play` alone: which step of kernel/forward_gpu.inc comes when.
 *
 * With distances, level by level. A level in which nothing was lost brings no wins, one in which nothing was won no
 * losses; most games alternate, so that every other level looks for losses only, which is quick.
 *
 * Only who wins: a quick pass for losses and a full one for both by turns, until nothing was lost since the last full
 * one began: then nobody can have become a winner. */
#include "dense.h"

#include "base/stop.h"

enum { LOST, WON }; /* zm_tier_gpu_notes.found, zm_tier_gpu_levels.found */

zm_status zm_dense_forward_look(zm_dense_device *d)
{
    zm_tier_gpu *j = &d->tier.job;
    const zm_tier_step step = d->wdl ? ZM_TIER_LOOK_WDL : ZM_TIER_LOOK;
    j->wins = true;
    if (d->wdl) /* what was not yet looked at is ZM_NONE */
        ZM_TRY(d->context, zm_device_clear(d->device, j->own, j->size * sizeof *j->own));
    ZM_TRY(d->context, zm_dense_tier_steps(d, &step, 1));
    return zm_dense_tier_read_notes(d);
}

static zm_status look_again(zm_dense_device *d, bool wins)
{
    const zm_tier_step steps[] = {ZM_TIER_LIST_MARKED, d->wdl ? ZM_TIER_AGAIN_WDL : ZM_TIER_AGAIN};
    d->tier.job.wins = wins;
    ZM_TRY(d->context, zm_dense_tier_steps(d, steps, 2));
    return zm_dense_tier_read_notes(d);
}

/* ---- distances ---- */
static bool has_level(const zm_tier_gpu_levels *found, unsigned which, unsigned level)
{
    return found->found[which][level / 64] >> level % 64 & 1;
}

static zm_status do_level(zm_dense_device *d)
{
    const zm_tier_gpu *j = &d->tier.job;
    const bool stays = d->tier.notes.stays;
    zm_tier_gpu_levels found;
    ZM_TRY(d->context, zm_device_get(d->device, &found, j->found, sizeof found));
    const bool lost = has_level(&found, LOST, j->level), won = has_level(&found, WON, j->level);
    return lost || won ? look_again(d, lost || stays) : ZM_OK;
}

static zm_status find_distances(zm_dense_device *d)
{
    zm_tier_gpu *j = &d->tier.job;
    for (j->level = 0; j->level <= d->tier.notes.farthest; j->level++) {
        ZM_TRY(d->context, zm_check_stop(d->context));
        ZM_TRY(d->context, zm_dense_tier_check_level(d));
        ZM_TRY(d->context, do_level(d));
    }
    return ZM_OK;
}

/* ---- who wins ---- */
/* States whose decision may make others winners: the lost ones, and where moves keep the turn, all. */
static uint64_t makes_winners(const zm_dense_device *d)
{
    const zm_tier_gpu_notes *n = &d->tier.notes;
    return n->found[LOST] + (n->stays ? n->found[WON] : 0);
}

static zm_status find_winners(zm_dense_device *d)
{
    for (uint64_t before = 0;;) {
        ZM_TRY(d->context, look_again(d, false));
        if (makes_winners(d) == before)
            return ZM_OK;
        before = makes_winners(d);
        ZM_TRY(d->context, look_again(d, true));
    }
}

zm_status zm_dense_forward_decide(zm_dense_device *d) { return d->wdl ? find_winners(d) : find_distances(d); }
