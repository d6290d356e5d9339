/* plugin.h: games in shared objects. */
#ifndef ZM_GAME_PLUGIN_H
#define ZM_GAME_PLUGIN_H

#include <zermelo/variant.h>

/* Loads and checks one; it stays loaded until the context is freed. The same file is loaded once. Messages call it
 * `called`. */
zm_status zm_load_plugin(zm_context *c, const char *path, const char *called, const zm_game **out);

/* A plugin is code that runs with all rights of who loads it. So, as OpenSSH has it of keys, the file and its folder
 * must belong to the user or to root, and nobody else may write there. ZM_BAD_INPUT: "plugin CALLED SO: what is wrong,
 * and what would be right". */
zm_status zm_trust_plugin(zm_context *c, const char *path, const char *called, const char *so);

/* PATH/NAME.so in the plugin folder. */
void zm_plugin_path(const char *name, char *out, size_t size);

#endif
