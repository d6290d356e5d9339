/* plugin.c: the kernels of games that have none of their own, through the pointers of their rules. */
#include "games/fuchs-und-henne/gpu/device.h"
#include "kernels.h"

#include "game/calls.h"

#define KERNEL_RULES(v) zm_quick_rules(v)
#define KERNEL_NAME zm_kernels_plugin
#include "kernels.inc"

const zm_kernels *zm_kernels_for(const zm_variant *v)
{
    const zm_kernels *own = zm_kernels_of(v->game);
    return own ? own : &zm_kernels_plugin;
}

const zm_climber *zm_climber_on_cpu(const zm_variant *v) { return zm_kernels_for(v)->climber; }
const zm_walker *zm_walker_on_cpu(const zm_variant *v) { return zm_kernels_for(v)->walker; }
const zm_stalker *zm_stalker_on_cpu(const zm_variant *v) { return zm_kernels_for(v)->stalker; }
