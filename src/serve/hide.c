/* hide.c: messages without the paths of this machine, which are nobody's business who asks over the net. Folders that
 * messages are likely to name are replaced by a word: TABLES/chomp/default. */
#include "server.h"

#include "game/plugin.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_of_name(char c) { return isalnum((unsigned char)c) || (c && strchr("-_.", c)); }

/* `out` has `size` bytes; what has no room is cut. */
static void replace(const char *text, const char *folder, const char *word, char *out, size_t size)
{
    const size_t n = strlen(folder);
    size_t used = 0;
    while (*text && used + 1 < size) {
        if (!strncmp(text, folder, n) && !is_of_name(text[n])) {
            used += (size_t)snprintf(out + used, size - used, "%s", word);
            used = used < size ? used : size - 1;
            text += n;
        } else {
            out[used++] = *text++;
        }
    }
    out[used] = 0;
}

static void hide(const char *folder, const char *word, char *text, size_t size)
{
    char *copy = folder && folder[0] == '/' && folder[1] && strstr(text, folder) ? malloc(size) : NULL;
    if (!copy)
        return;
    replace(text, folder, word, copy, size);
    memcpy(text, copy, size);
    free(copy);
}

void zm_hide_paths(const zm_server *s, char *text, size_t size)
{
    char plugin[4096] = "";
    char *real = *s->tables ? realpath(s->tables, NULL) : NULL;
    hide(s->tables, "TABLES", text, size);
    hide(real, "TABLES", text, size);
    free(real);
    zm_plugin_path("x", plugin, sizeof plugin);
    char *slash = strrchr(plugin, '/');
    if (slash)
        *slash = 0;
    hide(plugin, "PLUGINS", text, size);
    hide(getenv("HOME"), "HOME", text, size);
}
