/* summaries.h: what solves have printed, read back: the JSON of `zermelo solve --json`. Of games too large for a table
 * it is all that is kept. */
#ifndef ZM_ANSWER_SUMMARIES_H
#define ZM_ANSWER_SUMMARIES_H

#include <zermelo/zermelo.h>

typedef struct zm_told {
    char variant[ZM_VARIANT_TEXT]; /* all its options, as zm_variant_text has them */
    char where[512];               /* "rows.json, line 3" */
    zm_summary summary;            /* without longest_position */
    char longest[ZM_MAX_TEXT];     /* that position; "": there is none */
} zm_told;

typedef struct zm_summaries { /* all 0: none */
    zm_told *told;
    size_t count, room;
} zm_summaries;

/* Adds those of a game that a file has, or the files *.json of a folder: objects one after the other, on a line each or
 * not. Those of other games are passed over. What is wrong is ZM_BAD_INPUT: no JSON, no summaries, counts that do not
 * add up, none of this game, or two that do not agree. Of two of the same variant the one with distances is kept. */
zm_status zm_summaries_read(zm_context *c, const zm_game *g, const char *path, zm_summaries *all);
void zm_summaries_free(zm_context *c, zm_summaries *all);
/* That of a variant, all options being equal, or NULL. */
const zm_told *zm_summaries_find(const zm_summaries *all, const zm_variant *v);

#endif
