/* guard.h: however the program ends, it says why in one line: a crash of a plugin, a rule that never returns, a signal
 * that is not heeded in time, threads that the system refuses. */
#ifndef ZM_CLI_GUARD_H
#define ZM_CLI_GUARD_H

#include "command.h"

void zm_guard_begin(zm_cli *cli);
void zm_guard_end(void); /* what happens now is the program's end as it should be */
/* Can so many threads run at once? A library that finds out later ends the program. */
zm_status zm_guard_threads(zm_context *c);

#endif
