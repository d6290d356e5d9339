/* write_hooks.c: the build's own program: zermelo_write_hooks NAME FILE lists the hooks of a built-in game that is one
 * C file (game/write_hooks.h); zermelo_write_hooks --device SOURCE FILE writes such a file as CUDA C++ takes it
 * (game/device_source.h). It consists of the rules interface and these games, and is not installed. */
#include "game/write_hooks.h"
#include "game/device_source.h"

#include <zermelo/variant.h>

#include <stdlib.h>
#include <string.h>

static int fail(const char *name, const char *why)
{
    fprintf(stderr, "zermelo_write_hooks: %s: %s\n", name, why);
    return 1;
}

static zm_status write_hooks(zm_context *c, const char *name, FILE *out)
{
    const zm_game *g;
    ZM_TRY(c, zm_find_game(c, name, &g));
    return zm_write_hooks(c, g, out);
}

/* What has not changed is not written again, so that nothing is compiled again. */
static bool is_there(const char *path, const char *text, size_t bytes)
{
    FILE *f = fopen(path, "r");
    bool same = f;
    for (size_t i = 0; same && i <= bytes; i++)
        same = fgetc(f) == (i < bytes ? (unsigned char)text[i] : EOF);
    if (f)
        fclose(f);
    return same;
}

static zm_status write_file(zm_context *c, const char *path, const char *text, size_t bytes)
{
    if (is_there(path, text, bytes))
        return ZM_OK;
    FILE *f = fopen(path, "w");
    const bool written = f && fwrite(text, 1, bytes, f) == bytes;
    return f && !fclose(f) && written ? ZM_OK : zm_fail(c, ZM_IO, "cannot write %s", path);
}

int main(int count, char **words)
{
    const bool device = count == 4 && !strcmp(words[1], "--device");
    zm_context *c = zm_context_new();
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if ((count != 3 && !device) || !c || !out)
        return fail("usage", "zermelo_write_hooks NAME FILE, or --device SOURCE FILE");
    const char *of = words[count - 2], *path = words[count - 1];
    zm_status s = device ? zm_write_device_source(c, of, out) : write_hooks(c, of, out);
    if (fclose(out) && s == ZM_OK)
        s = zm_fail(c, ZM_NO_MEMORY, "not enough memory for %s", path);
    if (s == ZM_OK)
        s = write_file(c, path, text, bytes);
    const int status = s == ZM_OK ? 0 : fail(of, zm_message(c));
    free(text);
    zm_context_free(c);
    return status;
}
