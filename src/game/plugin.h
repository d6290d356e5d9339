/* plugin.h: games in shared objects. */
#ifndef ZM_GAME_PLUGIN_H
#define ZM_GAME_PLUGIN_H

#include <zermelo/variant.h>

/* Loads and checks one; it stays loaded until the context is freed. The same file is loaded once. Messages call it
 * `called`. */
zm_status zm_load_plugin(zm_context *c, const char *path, const char *called, const zm_game **out);

/* PATH/NAME.so in the plugin folder. */
void zm_plugin_path(const char *name, char *out, size_t size);

#endif
