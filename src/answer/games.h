/* games.h: the games there are (`list`), and all there is to say of one before it is solved (`info`). */
#ifndef ZM_ANSWER_GAMES_H
#define ZM_ANSWER_GAMES_H

#include "parts.h"

typedef void zm_game_fn(void *arg, const zm_game *g, bool plugin);
/* Built-in games, then the plugins. One that cannot be loaded is told of in a note, and does not keep the others from
 * being listed. */
void zm_each_game(zm_context *c, zm_game_fn *visit, void *arg);
/* "games". */
void zm_json_games(zm_json *j, zm_context *c);

typedef struct zm_info {
    zm_pos start;
    bool dense;
    uint32_t tiers;
    uint64_t places;
    char path[4096]; /* the table's folder; "": none is known */
    bool solved;
    char problem[1024]; /* why there is no table that can be used */
    zm_summary summary; /* when solved */
    uint64_t table_bytes;
} zm_info;

/* What the rules say: start, dense, tiers, places. */
void zm_info_rules(const zm_variant *v, zm_info *out);
/* What its table says. Whether there is one is a fact, not a failure: NULL, and the context's message is the
 * problem. */
void zm_info_table(zm_context *c, const zm_table *t, zm_info *out);
/* Everything from "game" to "table". */
void zm_json_info(zm_json *j, const zm_variant *v, const zm_info *info);

#endif
