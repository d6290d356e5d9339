/* plugin.c: games in shared objects, loaded with dlopen and looked at before they are trusted.
 *
 * A plugin exports zm_plugin_abi, a number, and zm_plugin_game, the address of its zm_game. The number is read first:
 * when it is not ZM_ABI nothing else of the plugin means what it seems to mean. Most export zm_plugin_own, too: kernels
 * of their own (own.h), which are used if they were compiled with this library's headers. */
#include "plugin.h"
#include "base/context.h"
#include "base/file.h"
#include "complete.h"
#include "facets.h"
#include "names.h"
#include "own.h"
#include "trace/trace.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_PATH = 4096 };

/* ---- where they are ---- */
bool zm_plugin_folder(char *out, size_t size)
{
    return zm_user_folder("ZERMELO_PLUGINS", "zermelo/plugins", out, size);
}

void zm_plugin_path(const char *name, char *out, size_t size)
{
    char folder[LONGEST_PATH];
    *out = 0;
    if (zm_plugin_folder(folder, sizeof folder))
        snprintf(out, size, "%s/%s.so", folder, name);
}

static int is_plugin(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return n > 3 && !strcmp(e->d_name + n - 3, ".so");
}

char *zm_plugin_names(void)
{
    char folder[LONGEST_PATH], *block = NULL;
    struct dirent **list;
    size_t used = 0;
    zm_plugin_folder(folder, sizeof folder);
    int n = scandir(folder, &list, is_plugin, alphasort);
    for (int i = 0; i < n; i++) {
        size_t length = strlen(list[i]->d_name) - 3;
        char *more = realloc(block, used + length + 2);
        if (more) {
            block = more;
            memcpy(block + used, list[i]->d_name, length);
            used += length + 1;
            block[used - 1] = block[used] = 0;
        }
        free(list[i]);
    }
    if (n >= 0)
        free(list);
    return block;
}

/* ---- what is kept of a loaded one ---- */
typedef struct plugin {
    struct plugin *next;
    void *handle;
    zm_traced game;
    dev_t device; /* device and number say which file it is, whatever path led there */
    ino_t number;
} plugin;

static void free_all(void *list)
{
    for (plugin *p = list, *next; p; p = next) {
        next = p->next;
        zm_trace_forget_game(&p->game.game.game);
        dlclose(p->handle);
        free(p);
    }
}

static const zm_game *loaded(zm_context *c, const struct stat *file)
{
    const zm_game *g = NULL;
    pthread_mutex_lock(&c->lock);
    for (const plugin *p = c->plugins; p && !g; p = p->next)
        if (p->device == file->st_dev && p->number == file->st_ino)
            g = &p->game.game.game;
    pthread_mutex_unlock(&c->lock);
    return g;
}

/* *g becomes the one that is handed out. */
static zm_status keep(zm_context *c, void *handle, const zm_own_parts *own, const zm_game **g, const struct stat *file)
{
    plugin *p = malloc(sizeof *p);
    if (!p)
        return zm_fail(c, ZM_NO_MEMORY, "not enough memory to load the plugin of %s", (*g)->name);
    *p = (plugin){.handle = handle, .device = file->st_dev, .number = file->st_ino};
    zm_trace_game(&p->game, *g);
    p->game.own = own;
    *g = &p->game.game.game;
    pthread_mutex_lock(&c->lock);
    p->next = c->plugins;
    c->plugins = p;
    c->free_plugins = free_all;
    pthread_mutex_unlock(&c->lock);
    return ZM_OK;
}

/* ---- is it one ---- */
#define MAKE_ONE "make a plugin with: zermelo build NAME.c"

static zm_status look_at_file(zm_context *c, const char *path, const char *called, struct stat *file)
{
    char magic[4] = "";
    if (stat(path, file))
        return zm_fail(c, errno == ENOENT ? ZM_NOT_FOUND : ZM_IO, "cannot read plugin %s: %s; %s", called,
                       strerror(errno), MAKE_ONE);
    if (!S_ISREG(file->st_mode))
        return zm_fail(c, ZM_BAD_INPUT, "plugin %s is not a file; " MAKE_ONE, called);
    int f = open(path, O_RDONLY | O_CLOEXEC);
    if (f < 0)
        return zm_fail(c, ZM_IO, "cannot read plugin %s: %s", called, strerror(errno));
    ssize_t n = read(f, magic, sizeof magic);
    close(f);
    if (n != sizeof magic || memcmp(magic, "\177ELF", sizeof magic))
        return zm_fail(c, ZM_BAD_INPUT, "plugin %s is not a shared object; " MAKE_ONE, called);
    return ZM_OK;
}

/* ---- who could have written it ---- */
/* Many systems give every user a group of the same name, and let it write what the user writes. Nobody else is in
 * it. */
static bool is_own_group(gid_t group)
{
    char names[4096], groups[4096];
    struct passwd user, *found_user = NULL;
    struct group its, *found = NULL;
    if (getpwuid_r(geteuid(), &user, names, sizeof names, &found_user) || !found_user ||
        getgrgid_r(group, &its, groups, sizeof groups, &found) || !found)
        return false;
    return !strcmp(user.pw_name, its.gr_name) && !its.gr_mem[0];
}

/* In a folder with the sticky bit, such as /tmp, nobody can replace what belongs to others. */
static zm_status trust(zm_context *c, const char *called, const char *so, const char *what, const char *path)
{
    struct stat s;
    if (stat(path, &s))
        return zm_fail(c, ZM_IO, "cannot read %s %s: %s", what, path, strerror(errno));
    if (s.st_uid && s.st_uid != geteuid())
        return zm_fail(c, ZM_BAD_INPUT,
                       "plugin %s %s: the %s %s belongs to another user (number %u); it must be yours or root's",
                       called, so, what, path, (unsigned)s.st_uid);
    const bool sticky = S_ISDIR(s.st_mode) && s.st_mode & S_ISVTX;
    const bool group = s.st_mode & S_IWGRP && !is_own_group(s.st_gid);
    if (!sticky && (group || s.st_mode & S_IWOTH))
        return zm_fail(c, ZM_BAD_INPUT,
                       "plugin %s %s: others can write to the %s %s; make it yours alone with: chmod go-w %s", called,
                       so, what, path, path);
    return ZM_OK;
}

zm_status zm_trust_plugin(zm_context *c, const char *path, const char *called, const char *so)
{
    char *real = realpath(path, NULL), *slash = real ? strrchr(real, '/') : NULL;
    if (!slash) {
        free(real);
        return zm_fail(c, ZM_IO, "cannot read plugin %s: %s", called, strerror(errno));
    }
    zm_status s = trust(c, called, so, "file", real);
    slash[slash == real] = 0;
    if (s == ZM_OK)
        s = trust(c, called, so, "folder", real);
    free(real);
    return s;
}

/* What of the required parts is missing, with commas between; "" when nothing is. */
static void missing_parts(const zm_game *declared, char *out, size_t size)
{
    zm_completed all;
    const zm_game *g = &all.game;
    zm_complete(&all, declared);
    const struct {
        const char *name;
        bool there;
    } parts[] = {
        {"name", g->name},
        {"title", g->title},
        {"about", g->about},
        {"start", g->start},
        {"moves", g->moves || g->dice->rolls},
        {"play", g->play},
        {"read", g->read},
        {"write", g->write},
        {"data_bytes or prepare", !g->data_bytes || g->prepare},
    };
    out[0] = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!parts[i].there)
            snprintf(out + strlen(out), size - strlen(out), "%s%s", *out ? ", " : "", parts[i].name);
    zm_add_missing_members(g, out, size);
}

static zm_status look_at_parts(zm_context *c, const char *called, const zm_game *g)
{
    char missing[512];
    if (g->board && !g->board->rows)
        return zm_fail(c, ZM_BAD_INPUT,
                       "plugin %s: its board lacks rows; a board has rows and the letters of first or second", called);
    missing_parts(g, missing, sizeof missing);
    if (!*missing)
        return ZM_OK;
    return zm_fail(c, ZM_BAD_INPUT, "plugin %s: its game lacks %s; required are %s", called, missing,
                   g->board ? "name, title, about, moves, play and board"
                            : "name, title, about, start, moves, play, read and write");
}

static zm_status look_at_game(zm_context *c, const char *called, const zm_game *g)
{
    char shown[ZM_SHOWN];
    if (!g)
        return zm_fail(c, ZM_BAD_INPUT,
                       "plugin %s holds no game (its zm_plugin_game is NULL); end its source with ZM_GAME(...)",
                       called);
    ZM_TRY(c, zm_check_versions(c, g, "plugin", called));
    ZM_TRY(c, look_at_parts(c, called, g));
    if (!zm_good_name(g->name))
        return zm_fail(c, ZM_BAD_INPUT,
                       "plugin %s: \"%s\" cannot be the name of a game; use small letters, digits and '-', "
                       "up to %d, a letter first",
                       called, zm_shown(g->name, shown), ZM_MAX_NAME);
    return ZM_OK;
}

static zm_status look_inside(zm_context *c, const char *called, void *handle, const zm_game **out)
{
    const unsigned *abi = dlsym(handle, "zm_plugin_abi");
    const zm_game *const *game = dlsym(handle, "zm_plugin_game");
    if (!abi || !game)
        return zm_fail(c, ZM_BAD_INPUT,
                       "plugin %s is a shared object but not a game (it does not export %s); its source must end "
                       "with ZM_GAME(...) and be built with: zermelo build NAME.c",
                       called, abi ? "zm_plugin_game" : "zm_plugin_abi");
    if (*abi != ZM_ABI)
        return zm_fail(c, ZM_BAD_INPUT,
                       "plugin %s was built for ABI %u, this zermelo has ABI %u; build it again with: "
                       "zermelo build",
                       called, *abi, ZM_ABI);
    *out = *game;
    return look_at_game(c, called, *game);
}

/* Its own kernels, ready for use; NULL: it has none that fit this library. */
static const zm_own_parts *look_at_kernels(zm_context *c, const char *called, void *handle)
{
    const zm_own_parts *own = dlsym(handle, ZM_OWN_SYMBOL);
    if (own && own->interface != zm_kernel_interface) {
        zm_note(c,
                "plugin %s was built by another version of zermelo: its rules are right, and slower than they could "
                "be; build it again with: zermelo build",
                called);
        return NULL;
    }
    if (own)
        *own->calls = &zm_own_calls_of_library;
    return own;
}

static zm_status load(zm_context *c, const char *path, const char *called, const struct stat *file, const zm_game **out)
{
    char here[LONGEST_PATH]; /* without a slash dlopen would search the system's folders */
    snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *handle = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *because = dlerror();
        return zm_fail(c, ZM_BAD_INPUT, "plugin %s cannot be loaded: %s", called, because ? because : "unknown reason");
    }
    zm_status s = look_inside(c, called, handle, out);
    if (s == ZM_OK)
        s = keep(c, handle, look_at_kernels(c, called, handle), out, file);
    if (s != ZM_OK) {
        dlclose(handle);
        *out = NULL;
    }
    return s;
}

zm_status zm_load_plugin(zm_context *c, const char *path, const char *called, const zm_game **out)
{
    struct stat file;
    *out = NULL;
    if (strlen(path) >= LONGEST_PATH - 2)
        return zm_fail(c, ZM_BAD_INPUT, "path too long: %.100s...", called);
    ZM_TRY(c, look_at_file(c, path, called, &file));
    ZM_TRY(c, zm_trust_plugin(c, path, called, "is not loaded"));
    *out = loaded(c, &file);
    return *out ? ZM_OK : load(c, path, called, &file, out);
}
