/* stats.h: `zermelo stats` of games with dice, and without a table. */
#ifndef ZM_CLI_STATS_H
#define ZM_CLI_STATS_H

#include "command.h"

zm_status zm_stats_dice(zm_cli *cli);
zm_status zm_stats_plies(zm_cli *cli);    /* --plies */
zm_status zm_stats_burnside(zm_cli *cli); /* --burnside */

#endif
