/* facets.h: the facets of a game as a list: what each is called, where a game has it, its version and what it must
 * have.
 *
 * Every facet is a struct that begins with `unsigned version`. Its macro (ZM_INDEX and so on) sets it, so a facet
 * with another version was compiled with other headers, and one with version 0 was written without the macro. An
 * empty facet of a completed game (complete.h) has version 0 too. */
#ifndef ZM_GAME_FACETS_H
#define ZM_GAME_FACETS_H

#include <zermelo/game.h>

enum { ZM_MAX_REQUIRED = 8 };

typedef struct zm_facet {
    const char *name;  /* "index", as in zm_game */
    const char *macro; /* "ZM_INDEX" */
    size_t at;         /* of its pointer in zm_game */
    unsigned version;  /* of this program */
    size_t bytes;
    struct {
        const char *name;
        size_t at, bytes; /* in the facet */
    } required[ZM_MAX_REQUIRED];
} zm_facet;

extern const zm_facet zm_facets[]; /* the last has no name */

/* Has the game this facet, with more in it than its version? */
bool zm_has_facet(const zm_game *g, const zm_facet *f);
/* Fails where a facet of a game that is not completed has another version than this program's, or none. The message
 * begins with `what` and `called`: "plugin ./x.so". */
zm_status zm_check_versions(zm_context *c, const zm_game *g, const char *what, const char *called);
/* Adds to a list what facets lack of their required members: "rank of index, unrank of index". */
void zm_add_missing_members(const zm_game *g, char *list, size_t size);

#endif
