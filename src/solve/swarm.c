/* swarm.c: a solve of a hunt with cycles on a device (swarm.h): all of it happens there. */
#include "chase.h"
#include "solver.h"
#include "swarm_device.h"
#include "table/writer.h"

#include <inttypes.h>

typedef struct swarm_solve {
    zm_tiers tiers;
    zm_chase *chase;
    zm_swarm_device *device;
} swarm_solve;

static zm_status announce(zm_context *c, const zm_variant *v, const zm_solve_options *o, swarm_solve *s, zm_solved *out)
{
    enum { A_TIER = 4 * sizeof(zm_decisions) + 512, FIXED = 1 << 22 };
    const zm_demand demand = {.memory = v->game->data_bytes + s->tiers.count * (uint64_t)A_TIER + FIXED +
                                        zm_swarm_device_check_bytes(c, v)};
    out->places = s->tiers.places;
    out->tiers = s->tiers.count;
    ZM_TRY(c, zm_swarm_device_announce(s->device));
    return zm_announce(c, v, o, &demand, out);
}

static zm_status run(zm_context *c, const zm_variant *v, const zm_solve_options *o, swarm_solve *s, zm_solved *out)
{
    ZM_TRY(c, zm_tiers_open(c, v, true, &s->tiers));
    ZM_TRY(c, zm_chase_open(c, v, &s->tiers, !o->wdl, &s->chase));
    ZM_TRY(c, zm_swarm_device_open(c, o->engine, s->chase, &s->tiers, &s->device));
    ZM_TRY(c, announce(c, v, o, s, out));
    ZM_TRY(c, zm_swarm_device_solve(s->device, &out->summary, &out->visits, &out->checked));
    zm_swarm_device_work(s->device, &out->device_seconds, &out->device_bytes);
    zm_note(c, "%" PRIu64 " states computed anew from the rules: all as found", out->checked);
    if (o->wdl)
        zm_summary_wdl(&out->summary);
    return ZM_OK;
}

zm_status zm_solve_swarm(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    swarm_solve s = {0};
    const zm_status status = run(c, v, o, &s, out);
    zm_swarm_device_free(s.device);
    zm_chase_close(c, s.chase, &s.tiers);
    zm_tiers_close(c, &s.tiers);
    return status;
}
