/* registry.c: games by name. Built-in games come first, then the plugin folder; a path is a plugin. */
#include "base/text.h"
#include "builtin.h"
#include "names.h"
#include "own.h"
#include "plugin.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

size_t zm_builtin_count(void)
{
    size_t n = 0;
    while (zm_builtin_rows[n].game)
        n++;
    return n;
}

static void complete_all(void)
{
    for (size_t i = 0; zm_builtin_rows[i].game; i++)
        zm_complete(&zm_builtin_games[i], zm_builtin_rows[i].game);
}

const zm_game *zm_builtin(size_t i)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, complete_all);
    return i < zm_builtin_count() ? &zm_builtin_games[i].game : NULL;
}

/* A copy may have other rules: it has no row. */
static const zm_builtin_row *row_of(const zm_game *g)
{
    size_t i = 0;
    while (zm_builtin_rows[i].game && &zm_builtin_games[i].game != g)
        i++;
    return &zm_builtin_rows[i]; /* the last has nothing */
}

static const zm_own_parts none;

/* What a plugin brings. */
static const zm_own_parts *own_of(const zm_game *g)
{
    const zm_own_parts *own = zm_is_traced(g) ? ((const zm_traced *)(const void *)g)->own : NULL;
    return own ? own : &none;
}

zm_kernels *zm_kernels_of(const zm_game *g)
{
    zm_kernels *built_in = row_of(g)->kernels;
    return built_in ? built_in : own_of(g)->kernels;
}
#define RUNNER_OF(runner)                                                 \
    const zm_##runner *zm_##runner##_of(const zm_game *g)                 \
    {                                                                     \
        return row_of(g)->runner ? row_of(g)->runner : own_of(g)->runner; \
    }
RUNNER_OF(counting_runner)
RUNNER_OF(dense_runner)
RUNNER_OF(forward_runner)
RUNNER_OF(verify_runner)
const zm_search_runner *zm_search_runner_of(const zm_game *g) { return row_of(g)->search_runner; }
const zm_placements_runner *zm_placements_runner_of(const zm_game *g) { return row_of(g)->placements_runner; }

static const zm_game *builtin_named(const char *name)
{
    for (size_t i = 0; zm_builtin_rows[i].game; i++)
        if (!strcmp(zm_builtin_rows[i].game->name, name))
            return zm_builtin(i);
    return NULL;
}

static bool ends_in(const char *text, const char *ending)
{
    size_t n = strlen(text), e = strlen(ending);
    return n > e && !strcmp(text + n - e, ending);
}

/* All names there are, built in and plugins; the array is to be freed, the strings are not. */
static const char **all_names(const char *plugins, size_t *count)
{
    size_t n = zm_builtin_count(), at = 0;
    for (const char *p = plugins; p && *p; p += strlen(p) + 1)
        n++;
    const char **names = malloc((n + 1) * sizeof *names);
    *count = names ? n : 0;
    for (size_t i = 0; names && i < zm_builtin_count(); i++)
        names[at++] = zm_builtin(i)->name;
    for (const char *p = plugins; names && p && *p; p += strlen(p) + 1)
        names[at++] = p;
    return names;
}

static zm_status unknown(zm_context *c, const char *name)
{
    char shown[ZM_SHOWN], *plugins = zm_plugin_names();
    size_t n;
    const char **names = all_names(plugins, &n), *near = zm_nearest(name, names, n);
    zm_status s =
        near ? zm_fail(c, ZM_BAD_INPUT, "there is no game \"%s\"; did you mean \"%s\"? \"zermelo list\" shows all",
                       zm_shown(name, shown), near)
             : zm_fail(c, ZM_BAD_INPUT, "there is no game \"%s\"; \"zermelo list\" shows all", zm_shown(name, shown));
    free(names);
    free(plugins);
    return s;
}

zm_status zm_find_game(zm_context *c, const char *name_or_path, const zm_game **out)
{
    char path[4096], shown[ZM_SHOWN];
    *out = NULL;
    if (ends_in(name_or_path, ".c"))
        return zm_fail(c, ZM_BAD_INPUT, "%s is the source of a game; build it first: zermelo build %s",
                       zm_shown(name_or_path, shown), shown);
    if (strchr(name_or_path, '/') || ends_in(name_or_path, ".so"))
        return zm_load_plugin(c, name_or_path, name_or_path, out);
    if ((*out = builtin_named(name_or_path)))
        return ZM_OK;
    zm_plugin_path(name_or_path, path, sizeof path);
    if (zm_good_name(name_or_path) && !access(path, F_OK))
        return zm_load_plugin(c, path, path, out);
    return unknown(c, name_or_path);
}
