/* build.h: a game of one's own: a first source to change, and the way from a source to a plugin. */
#ifndef ZM_GAME_BUILD_H
#define ZM_GAME_BUILD_H

#include "check/check.h"

/* What a new game begins as: templates/KIND.c.in. */
typedef enum zm_new_kind { ZM_NEW_BOARD = 0, ZM_NEW_DICE, ZM_NEW_HEAPS } zm_new_kind;

/* Writes a small working game called `name` to `path` (NULL: NAME.c). Refuses bad names and files that are there. */
zm_status zm_new_game(zm_context *c, const char *name, zm_new_kind kind, const char *path);

/* Is a plugin compiled for a GPU too? */
typedef enum zm_for_gpu { ZM_GPU_WHERE_POSSIBLE = 0, ZM_FOR_GPU, ZM_NOT_FOR_GPU } zm_for_gpu;

/* Compiles a source (with $CC or cc, whose messages go to standard error), loads the result, tries its rules out
 * (check.h) and only then puts it in its place: `output`, or NULL for NAME.so in the plugin folder, NAME being the
 * game's own. A game with the name of a built-in one could not be found there, it is put beside its source. `where`
 * gets the path, `tried` (NULL: nobody asks) what was looked at. */
zm_status zm_build_plugin(zm_context *c, const char *source, const char *output, zm_for_gpu gpu, char *where,
                          size_t size, zm_tried *tried);

/* The flags for the machine and for speed it compiles with: those of this library. */
extern const char zm_plugin_flags[];

/* The public headers and the first sources, embedded by embed.cmake; the last row has no name. */
typedef struct zm_embedded {
    const char *name; /* "zermelo/game.h" */
    const unsigned char *data;
    size_t bytes;
} zm_embedded;
extern const zm_embedded zm_embedded_files[];

#endif
