/* choices.h: the moves of a position with what they are worth, as people read them. */
#ifndef ZM_CLI_CHOICES_H
#define ZM_CLI_CHOICES_H

#include "command.h"

/* A position as it was typed, if it was; else as the game writes it. */
void zm_typed_position(const zm_cli *cli, zm_pos p, char out[ZM_MAX_TEXT]);
/* The first `most` of them in a table, a star before those that are best; `leads`: with the position each leads to. */
void zm_print_choices(const zm_cli *cli, FILE *out, const zm_choices *a, unsigned most, bool leads);
/* What the columns mean, and the star: "as good as any". */
void zm_print_legend(const zm_cli *cli, FILE *out, const zm_choices *a, const char *star);

#endif
