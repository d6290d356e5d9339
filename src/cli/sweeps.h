/* sweeps.h: how a solve with dice converges, sweep by sweep, and the chart of it (Sabirov 2019, Figure 5.1). */
#ifndef ZM_CLI_SWEEPS_H
#define ZM_CLI_SWEEPS_H

#include "command.h"

typedef struct zm_sweeps {
    zm_sweep_report *report;
    size_t count, room;
    bool failed; /* no memory for more */
} zm_sweeps;

void zm_sweeps_note(void *sweeps, const zm_sweep_report *r); /* a zm_sweep_fn */
/* Of the tiers with most states, after every sweep: the widest interval, or how many states it has changed. */
typedef enum zm_sweeps_what { ZM_SWEEPS_WIDTHS, ZM_SWEEPS_CHANGES } zm_sweeps_what;
zm_status zm_sweeps_plot(const zm_cli *cli, const zm_sweeps *s, zm_sweeps_what what, const char *path);
void zm_sweeps_free(zm_sweeps *s);

#endif
