/* write_hooks.h: the hooks of a game that is one C file, as lists (hooks.h), for kernels that are compiled with its rules. */
#ifndef ZM_GAME_WRITE_HOOKS_H
#define ZM_GAME_WRITE_HOOKS_H

#include <zermelo/rules.h>

#include <stdio.h>

/* Writes the lists of a completed game that is loaded from the object the file was compiled to. They are for a source that includes
 * the file first. ZM_BAD_INPUT: a function has no name that such a source could use, and the message says which. */
zm_status zm_write_hooks(zm_context *c, const zm_game *g, FILE *out);

#endif
