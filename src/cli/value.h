/* value.h: what the files of the `value` command share. */
#ifndef ZM_CLI_VALUE_H
#define ZM_CLI_VALUE_H

#include "answer/value.h"
#include "command.h"

#include <zermelo/values.h>

/* --table: the value of one kind for every position of the game's grid. */
zm_status zm_show_value_table(zm_cli *cli, zm_values *s, zm_expression *e, zm_kind kind);
/* --all: how often each value occurs among all positions; `value` NULL: the one the variant is about. */
zm_status zm_show_all_values(zm_cli *cli, const zm_variant *v, const char *value);

#endif
