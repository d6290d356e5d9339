/* numbers.h: a position beside its state and all its numbers, as `encode` and `decode` show them. */
#ifndef ZM_CLI_NUMBERS_H
#define ZM_CLI_NUMBERS_H

#include "print.h"

/* As text, the board and a line for each; or as a JSON object, with the code it was read from (NULL: from none). */
void zm_show_numbers(const zm_cli *cli, const char *code, zm_pos p);

#endif
