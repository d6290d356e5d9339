/* numbers.h: a position beside its state and all its numbers, as `encode` and `decode` show them. */
#ifndef ZM_CLI_NUMBERS_H
#define ZM_CLI_NUMBERS_H

#include "print.h"

/* Text: the board and a line for each. JSON: the fields, in the object that is open. */
void zm_print_numbers(const zm_cli *cli, zm_pos p);
void zm_json_numbers(zm_json *j, const zm_cli *cli, zm_pos p);

#endif
