/* plots.h: the charts of `stats` and `compare`: which of them --of asks for, and drawing them. */
#ifndef ZM_CLI_PLOTS_H
#define ZM_CLI_PLOTS_H

#include "command.h"

#include "answer/compare.h"
#include "answer/shares.h"
#include "answer/stats.h"

/* Is a chart asked for: does --of name it, or is there no --of? False without --plot. */
bool zm_plot_asked(const zm_cli *cli, const char *chart);
/* --of without --plot is a mistake. */
zm_status zm_plot_check(const zm_cli *cli);

/* "shares", "remoteness" and "plies"; shares may be empty where they are not asked for. */
zm_status zm_stats_plot(const zm_cli *cli, const zm_figures *f, const zm_shares *s);
/* "states", "values", "fairness". */
zm_status zm_compare_plot(const zm_cli *cli, const zm_comparison *k);

#endif
