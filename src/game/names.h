/* names.h: what may be the name of a game, and how a user's own words are shown in a message of one line. */
#ifndef ZM_GAME_NAMES_H
#define ZM_GAME_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { ZM_MAX_NAME = 40, ZM_SHOWN = 96 };

/* Small letters, digits and '-', a letter first: it becomes the name of files and folders. */
bool zm_good_name(const char *name);

/* The text on one line: control characters become '?', what is longer than fits ends in "...". Returns out. */
char *zm_shown(const char *text, char out[ZM_SHOWN]);

#endif
