/* option.h: one option alone, before there is a variant. */
#ifndef ZM_GAME_OPTION_H
#define ZM_GAME_OPTION_H

#include <zermelo/rules.h>

enum { ZM_OPTION_TEXT = sizeof(((zm_variant *)0)->option[0].text) };

/* A value as variants write it. False: the text is none; *why goes on after it: "is out of range; it can be 1 to
 * 20". */
bool zm_option_canonical(const zm_option *o, const char *value, char out[ZM_OPTION_TEXT], zm_mistake *why);

/* Of the settings of a variant the first that is wrong by itself, or beside those before it; `count` when none is. */
size_t zm_first_wrong_setting(zm_context *c, const zm_game *g, size_t count, const char *const *settings);

#endif
