/* plugin.c: the kernels of games that have none of their own, through the pointers of their rules. */
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

const zm_counting_runner *zm_counting_runner_on_cpu(const zm_variant *v) { return zm_kernels_for(v)->counting_runner; }
const zm_dense_runner *zm_dense_runner_on_cpu(const zm_variant *v) { return zm_kernels_for(v)->dense_runner; }
