/* stats.h: `zermelo stats` of games with dice. */
#ifndef ZM_CLI_STATS_H
#define ZM_CLI_STATS_H

#include "command.h"

zm_status zm_stats_dice(zm_cli *cli);

#endif
