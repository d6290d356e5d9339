/* unsolved.h: `query` where nobody knows the value: the moves that the rules allow. */
#ifndef ZM_CLI_UNSOLVED_H
#define ZM_CLI_UNSOLVED_H

#include "command.h"

/* Shows them, and notes why there are no values and what would give them. */
zm_status zm_query_unsolved(zm_cli *cli, zm_pos p);

#endif
