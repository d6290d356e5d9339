/* compiler.c: see compiler.h. No shell is asked. */
#include "compiler.h"
#include "build.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 16 }; /* of $CC, and of the library's flags */

extern char **environ;

const char *zm_compiler(void)
{
    const char *cc = getenv("CC");
    return cc && *cc ? cc : "cc";
}

/* A program of this name in one of the folders of $PATH. */
static bool find_program(const char *name, char *out, size_t size)
{
    const char *path = getenv("PATH");
    while (path && *path) {
        const size_t n = strcspn(path, ":");
        snprintf(out, size, "%.*s/%s", (int)n, path, name);
        if (n && !access(out, X_OK))
            return true;
        path += n + (path[n] == ':');
    }
    *out = 0;
    return false;
}

bool zm_device_compiler(char *out, size_t size)
{
    const char *named = getenv("NVCC");
    if (!named)
        return find_program("nvcc", out, size) || (!access(ZM_NVCC, X_OK) && snprintf(out, size, "%s", ZM_NVCC) > 0);
    snprintf(out, size, "%s", named);
    return *named;
}

pid_t zm_start_program(const char *const *args, const char *log)
{
    posix_spawn_file_actions_t files;
    pid_t child = -1;
    int e = posix_spawn_file_actions_init(&files);
    if (!e && log) {
        e = posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (!e)
            e = posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO); /* nvcc tells errors there */
    }
    if (!e)
        e = posix_spawnp(&child, args[0], &files, NULL, (char *const *)(uintptr_t)args, environ);
    posix_spawn_file_actions_destroy(&files);
    errno = e;
    return e ? -1 : child;
}

int zm_await_program(pid_t child)
{
    int status = 0;
    if (child < 0)
        return -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* What the library itself was compiled with (cmake/compiler.cmake), so that a plugin's rules run as fast as a built-in
 * game's. */
const char zm_plugin_flags[] = ZM_PLUGIN_FLAGS;

/* $CC may be several words ("ccache gcc"). */
static unsigned split(char *words, const char **out)
{
    unsigned n = 0;
    for (char *at, *word = strtok_r(words, " ", &at); word && n < WORDS; word = strtok_r(NULL, " ", &at))
        out[n++] = word;
    return n;
}

int zm_run_compiler(const char *folder, const char *source, const char *output, zm_compiled what, const char *log)
{
    static const char *const flags[] = {"-fPIC",
                                        "-std=gnu17",
                                        "-DZM_PLUGIN",
                                        "-fvisibility=hidden",
                                        "-Wall",
                                        "-Werror=implicit-function-declaration",
                                        "-Werror=int-conversion",
                                        "-Werror=incompatible-pointer-types"};
    char words[512], own[] = ZM_PLUGIN_FLAGS, include[ZM_COMPILER_PATH], inner[ZM_COMPILER_PATH];
    const char *args[ZM_COMPILER_WORDS];
    snprintf(words, sizeof words, "%s", zm_compiler());
    snprintf(include, sizeof include, "-I%s", folder);
    snprintf(inner, sizeof inner, "-I%s/src", folder);
    unsigned n = split(words, args);
    n += split(own, args + n);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        args[n++] = flags[i];
    args[n++] = what == ZM_OBJECT_WITH_RUNNERS ? "-c" : "-shared";
    args[n++] = include;
    if (what != ZM_SHARED_OBJECT)
        args[n++] = inner;
    if (what == ZM_OBJECT_WITH_RUNNERS)
        args[n++] = "-DOWN_RUNNERS";
    const char *const rest[] = {"-o", output, source, NULL};
    memcpy(args + n, rest, sizeof rest);
    return zm_await_program(zm_start_program(args, log));
}
