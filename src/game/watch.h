/* watch.h: a game that leaves a note of every call of its rules, so that a crash can be told with its place.
 *
 * zm_watch makes a copy of a game whose functions note what they are asked, in memory that outlives the process (shared
 * with the one that waits for it), and then ask the game itself. `prepare` gets a guarded block (guarded.h), so that
 * writing past data_bytes is told or crashes at once, and not somewhere else later. */
#ifndef ZM_GAME_WATCH_H
#define ZM_GAME_WATCH_H

#include "complete.h"

#include <zermelo/variant.h>

typedef struct zm_last_call {
    char function[16]; /* "moves"; "" before the first call */
    char variant[ZM_VARIANT_TEXT];
    zm_pos position;
    bool has_position;
    bool no_data;   /* the game has `prepare` but no data_bytes */
    zm_pos written; /* the position last written, and its text; "" when there is none yet */
    char text[ZM_MAX_TEXT];
} zm_last_call;

typedef struct zm_watched {
    zm_completed game; /* first: a variant's game leads back to this */
    const zm_game *real;
    zm_last_call *last;
} zm_watched;

/* Both are borrowed: `g` and `last` must stay as long as w is used. */
void zm_watch(zm_watched *w, const zm_game *g, zm_last_call *last);

enum { ZM_CALL_TEXT = 2048 };
/* " in `moves` with coins=21, position "21:ee:1""; "" when nothing was called yet. Returns out. */
char *zm_call_text(const zm_last_call *last, char out[ZM_CALL_TEXT]);

#endif
