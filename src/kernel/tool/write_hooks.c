/* write_hooks.c: the build's own program: zermelo_write_hooks NAME FILE lists the hooks of a built-in game that is one
 * C file (game/write_hooks.h). It consists of the rules interface and these games, and is not installed. */
#include "game/write_hooks.h"

#include <zermelo/variant.h>

#include <string.h>

static int fail(const char *name, const char *why)
{
    fprintf(stderr, "zermelo_write_hooks: %s: %s\n", name, why);
    return 1;
}

int main(int count, char **words)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    if (count != 3 || !c)
        return fail("usage", "zermelo_write_hooks NAME FILE");
    FILE *out = fopen(words[2], "w");
    if (!out)
        return fail(words[2], "cannot be written");
    zm_status s = zm_find_game(c, words[1], &g);
    if (s == ZM_OK)
        s = zm_write_hooks(c, g, out);
    if (fclose(out) && s == ZM_OK)
        s = zm_fail(c, ZM_IO, "cannot write %s", words[2]);
    const int status = s == ZM_OK ? 0 : fail(words[1], zm_message(c));
    if (status)
        remove(words[2]);
    zm_context_free(c);
    return status;
}
