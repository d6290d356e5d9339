/* compare.h: what `zermelo compare` has found, for its text. */
#ifndef ZM_CLI_COMPARE_H
#define ZM_CLI_COMPARE_H

#include "answer/compare.h"
#include "print.h"

zm_status zm_compare_text(zm_cli *cli, const zm_comparison *k);

#endif
