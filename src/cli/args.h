/* args.h: words of the command line to flags, settings and positionals. */
#ifndef ZM_CLI_ARGS_H
#define ZM_CLI_ARGS_H

#include "command.h"

/* Flags may stand anywhere: --name value, --name=value, -o value. `--` ends them. A word like rows=3 is a setting where
 * the command takes a game. Fills cli->word, setting, given, json, quiet and help; cli->command must be set. */
zm_status zm_cli_parse(zm_cli *cli, int count, char **words);

extern const zm_flag zm_common_flags[]; /* every command has them; ends with a NULL name */

bool zm_cli_has(const zm_cli *cli, const char *flag);
const char *zm_cli_value(const zm_cli *cli, const char *flag); /* NULL when it was not given */
/* A whole number in a range; *n stays when the flag was not given. */
zm_status zm_cli_number(const zm_cli *cli, const char *flag, int64_t min, int64_t max, int64_t *n);
zm_status zm_cli_size(const zm_cli *cli, const char *flag, uint64_t *bytes); /* the same for a size: 512M, 2G */
/* --precision, for games with dice: 0 to 1; *out stays when it was not given. */
zm_status zm_cli_precision(const zm_cli *cli, double *out);
/* Does --values say wdl? */
bool zm_cli_wdl(const zm_cli *cli);
/* --threads, --memory and --gpu-memory, where the command has them, told to the context. */
zm_status zm_cli_apply(const zm_cli *cli);

/* Is it name=value? */
bool zm_is_setting(const char *word);
/* One of "a|b|c"? */
bool zm_is_choice(const char *choices, const char *text);

#endif
