/* words.h: what a game says of itself (`about`, `known`, `notation`) before there is a variant; zermelo/variant.h has
 * zm_words_of. */
#ifndef ZM_GAME_WORDS_H
#define ZM_GAME_WORDS_H

#include <zermelo/variant.h>

/* Is the text one that zm_words_of can read? If not, *why says where and why. */
bool zm_words_right(const zm_game *g, const char *text, zm_mistake *why);

/* As it is with all options at their defaults. */
char *zm_usual_words(zm_context *c, const zm_game *g, const char *text, char out[ZM_SAID_ROOM]);

#endif
