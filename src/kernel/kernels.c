/* kernels.c: which kernels a game has. */
#include "kernels.h"

const zm_kernels *zm_kernels_for(const zm_variant *v)
{
    const zm_kernels *own = zm_kernels_of(v->game);
    return own ? own : &zm_kernels_plugin;
}
