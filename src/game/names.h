/* names.h: what may be the name of a game, and how a user's own words are shown in a message of one line. */
#ifndef ZM_GAME_NAMES_H
#define ZM_GAME_NAMES_H

#include <zermelo/game.h>

enum { ZM_MAX_NAME = 40, ZM_SHOWN = 96 };

/* Small letters, digits and '-', a letter first: it becomes the name of files and folders. */
bool zm_good_name(const char *name);

/* The text on one line: control characters become '?', what is longer than fits ends in "...". Returns out. */
char *zm_shown(const char *text, char out[ZM_SHOWN]);

/* Fails with what is wrong with a text, and where: "position \"x?\" is wrong at character 2 ...". */
zm_status zm_refuse_text(zm_context *c, const char *what, const char *text, const zm_mistake *why);

#endif
