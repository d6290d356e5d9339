/* arena.h: the two ways of `zermelo arena`: a pair of agents, or all against all. */
#ifndef ZM_CLI_ARENA_H
#define ZM_CLI_ARENA_H

#include "command.h"

/* The cross table of --cross and --exact; of the options the agents are not used. */
zm_status zm_arena_cross(zm_cli *cli, const zm_arena_options *o);

#endif
