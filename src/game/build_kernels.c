/* build_kernels.c: see build_kernels.h.
 *
 *     plugin.so  ->  own_hooks.h           the lists of its hooks (write_hooks.h), in a process of its own
 *     source     ->  own_device.inc        the source as CUDA C++ takes it (device_source.h)
 *     both       ->  own.c                 the source, its hooks, the kernels for the CPU (kernel/own_plugin.inc)
 *                    UNIT.cu, each         the same for one runner on a GPU, from its template in src/engine/cuda
 *     these      ->  own.so                which takes the place of plugin.so
 *
 * For a GPU nvcc compiles every runner, side by side, and links all with a CUDA runtime of its own: about ten seconds. The
 * result is never unloaded (-z nodelete): the runtime leaves things behind for the end of threads. */
#include "build_kernels.h"
#include "compiler.h"
#include "device_source.h"
#include "own.h"
#include "plugin.h"
#include "write_hooks.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WHY = 512 };

/* A path in the temporary folder. */
typedef struct path {
    char text[ZM_COMPILER_PATH];
} path;

static path in(const zm_kernel_build *b, const char *name, const char *ending)
{
    path p;
    snprintf(p.text, sizeof p.text, "%s/%s%s", b->folder, name, ending);
    return p;
}

/* The first line of a file that has one of these in it; "": there is none. */
static bool line_with(const char *file, const char *word, char out[WHY])
{
    FILE *f = fopen(file, "r");
    bool found = false;
    while (f && !found && fgets(out, WHY, f))
        found = strstr(out, word);
    if (f)
        fclose(f);
    out[found ? strcspn(out, "\n") : 0] = 0;
    return found;
}

/* ---- hooks ---- */
void zm_forget_handlers(void)
{
    static const int signals[] = {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS};
    sigset_t all;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
}

/* Loading runs code of the plugin. The file has the lists of its hooks, or else why there are none. */
static void write_hooks_and_end(const zm_kernel_build *b, const char *file)
{
    const zm_game *g;
    zm_context *c = zm_context_new();
    FILE *out = fopen(file, "w");
    zm_forget_handlers();
    alarm(ZM_PATIENCE);
    if (!c || !out || zm_load_plugin(c, b->plugin, b->source, &g) != ZM_OK)
        _exit(2); /* trying it out will tell why */
    const bool written = zm_write_hooks(c, zm_untraced(g), out) == ZM_OK;
    if (!written && freopen(file, "w", out))
        fputs(zm_message(c), out);
    fclose(out);
    _exit(written ? 0 : 1);
}

/* 0: they are there; 1: the game has none; 2: it cannot be loaded. */
static int find_hooks(const zm_kernel_build *b, const char *file)
{
    fflush(stdout); /* else the child has it too */
    const pid_t child = fork();
    if (!child)
        write_hooks_and_end(b, file);
    const int status = zm_await_program(child);
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

/* ---- the CPU ---- */
static bool write_unit(const zm_kernel_build *b, const char *file)
{
    char *source = realpath(b->source, NULL);
    FILE *f = source && !strpbrk(source, "\"\\\n") ? fopen(file, "w") : NULL;
    bool written = f && fprintf(f,
                                "#include \"%s\"\n#include \"own_hooks.h\"\n#define OWN_INTERFACE 0x%" PRIx64
                                "\n#include \"kernel/own_plugin.inc\"\n",
                                source, zm_kernel_interface) > 0;
    if (f && fclose(f))
        written = false;
    free(source);
    return written;
}

static bool take(const zm_kernel_build *b, const char *with) { return !chmod(with, 0700) && !rename(with, b->plugin); }

static bool compile_for_cpu(const zm_kernel_build *b, char why[WHY])
{
    const path unit = in(b, "own.c", ""), with = in(b, "own.so", ""), log = in(b, "own.log", "");
    if (!zm_run_compiler(b->folder, unit.text, with.text, ZM_WITH_KERNELS, log.text) && take(b, with.text))
        return true;
    line_with(log.text, "error", why);
    return false;
}

/* ---- a GPU ---- */
static const struct runner {
    const char *name, *template, *needs; /* a list that its hooks must have */
} runners[] = {
    {"dense_runner", "src/engine/cuda/dense/dense.cu.in", "#define INDEX("},
    {"forward_runner", "src/engine/cuda/dense/forward.cu.in", " HOOK(inside, ZM_CYCLES)"},
    {"verify_runner", "src/engine/cuda/verify/verify.cu.in", "#define INDEX("},
    {"counting_runner", "src/engine/cuda/dense/counting.cu.in", "#define COUNTING("},
};
enum { RUNNERS = sizeof runners / sizeof *runners };

/* "": nothing keeps it from a GPU. */
static const char *why_not_on_gpu(const char *hooks, char nvcc[ZM_COMPILER_PATH])
{
    char line[WHY];
    if (!ZM_HAS_CUDA)
        return "this build of zermelo has no engine cuda";
    if (!line_with(hooks, "#define INDEX(", line))
        return "it has no index";
    if (!line_with(hooks, "#define MOST_MOVES ", line))
        return "it does not say `most_moves`, and a thread of a GPU has room for no more";
    return zm_device_compiler(nvcc, ZM_COMPILER_PATH) ? "" : "there is no nvcc";
}

/* A template with its placeholders replaced. */
static bool write_template(const zm_kernel_build *b, const char *name, const char *file)
{
    static const char *const places[][2] = {{"@GAME_RULES@", "own_rules.h"},
                                            {"@GAME_ID@", "plugin"},
                                            {"@GAME_DEVICE_SOURCE@", "own_device.inc"},
                                            {"@GAME_HOOKS@", "own_hooks.h"}};
    const zm_embedded *e = zm_embedded_files;
    while (e->name && strcmp(e->name, name))
        e++;
    FILE *f = e->name ? fopen(file, "w") : NULL;
    for (size_t at = 0; f && at < e->bytes;) {
        size_t length = 0;
        for (unsigned i = 0; i < 4 && !length; i++) {
            const size_t n = strlen(places[i][0]);
            if (n <= e->bytes - at && !memcmp(e->data + at, places[i][0], n)) {
                fputs(places[i][1], f);
                length = n;
            }
        }
        if (!length)
            putc(e->data[at], f);
        at += length ? length : 1;
    }
    return f && !fclose(f);
}

static bool write_device_rules(const zm_kernel_build *b)
{
    const path source = in(b, "own_device.inc", ""), rules = in(b, "own_rules.h", "");
    FILE *f = fopen(source.text, "w");
    const bool written = f && zm_write_device_source(b->c, b->source, f) == ZM_OK;
    return f && !fclose(f) && written && write_template(b, "src/kernel/own_device.h.in", rules.text);
}

/* The same words as in cmake/cuda.cmake. */
static const char silent[] = "-diag-suppress=" ZM_NVCC_SILENT;

static pid_t start_nvcc(const zm_kernel_build *b, const char *nvcc, const char *name)
{
    const path source = in(b, name, ".cu"), object = in(b, name, ".o"), log = in(b, name, ".log");
    char include[ZM_COMPILER_PATH + 8], inner[ZM_COMPILER_PATH + 8];
    snprintf(include, sizeof include, "-I%s", b->folder);
    snprintf(inner, sizeof inner, "-I%s/src", b->folder);
    const char *const args[] = {nvcc,
                                "-std=c++17",
                                "-O3",
                                "-gencode=arch=compute_90,code=sm_90",
                                "-gencode=arch=compute_80,code=compute_80",
                                "-Xcompiler=-fPIC,-fno-threadsafe-statics,-fno-exceptions,-fvisibility=hidden",
                                silent,
                                "-DZERMELO_CUDA=1",
                                include,
                                inner,
                                "-c",
                                source.text,
                                "-o",
                                object.text,
                                NULL};
    return zm_start_program(args, log.text);
}

/* All that its hooks have, side by side. */
static bool compile_runners(const zm_kernel_build *b, const char *nvcc, const char *hooks, bool has[RUNNERS],
                            char why[WHY])
{
    pid_t child[RUNNERS] = {0};
    bool fine = true;
    for (unsigned i = 0; i < RUNNERS; i++) {
        has[i] = line_with(hooks, runners[i].needs, why);
        if (has[i] && write_template(b, runners[i].template, in(b, runners[i].name, ".cu").text))
            child[i] = start_nvcc(b, nvcc, runners[i].name);
    }
    *why = 0;
    zm_progress_begin(b->c, "compile for a GPU", RUNNERS);
    for (unsigned i = 0; i < RUNNERS; i++) {
        const bool failed = has[i] && (!child[i] || zm_await_program(child[i]));
        zm_progress_add(b->c, 1);
        if (!failed)
            continue;
        fine = false;
        if (!*why && !line_with(in(b, runners[i].name, ".log").text, "error", why))
            line_with(in(b, runners[i].name, ".log").text, "", why);
    }
    zm_progress_end(b->c);
    return fine;
}

static bool link_all(const zm_kernel_build *b, const char *nvcc, const bool has[RUNNERS], char why[WHY])
{
    const path unit = in(b, "own.c", ""), own = in(b, "own.o", ""), with = in(b, "own.so", ""),
               log = in(b, "own.log", "");
    path object[RUNNERS];
    const char *args[RUNNERS + 12] = {nvcc, "-shared", "-cudart=static", "-Xlinker=-z,nodelete",
                                      "-o", with.text, own.text};
    unsigned n = 7;
    for (unsigned i = 0; i < RUNNERS; i++)
        if (has[i]) {
            object[i] = in(b, runners[i].name, ".o");
            args[n++] = object[i].text;
        }
    if (!zm_run_compiler(b->folder, unit.text, own.text, ZM_OBJECT_WITH_RUNNERS, log.text) &&
        !zm_await_program(zm_start_program(args, log.text)) && take(b, with.text))
        return true;
    line_with(log.text, "error", why);
    return false;
}

/* False: it is not for a GPU, and a note says why where that is asked for. */
static bool compile_for_gpu(const zm_kernel_build *b, const char *hooks)
{
    char nvcc[ZM_COMPILER_PATH], why[WHY] = "";
    bool has[RUNNERS];
    const char *why_not = b->gpu == ZM_NOT_FOR_GPU ? "" : why_not_on_gpu(hooks, nvcc);
    if (b->gpu == ZM_NOT_FOR_GPU || *why_not) {
        if (b->gpu == ZM_FOR_GPU)
            zm_note(b->c, "%s is not compiled for a GPU: %s", b->source, why_not);
        return false;
    }
    if (write_device_rules(b) && compile_runners(b, nvcc, hooks, has, why) && link_all(b, nvcc, has, why))
        return true;
    zm_note(b->c, "%s is not compiled for a GPU, and works on the CPU: %s", b->source,
            *why ? why : "nvcc does not say why");
    return false;
}

void zm_build_kernels(const zm_kernel_build *b)
{
    const path hooks = in(b, "own_hooks.h", ""), unit = in(b, "own.c", "");
    char why[WHY] = "they do not compile";
    const int found = find_hooks(b, hooks.text);
    if (found > 1)
        return;
    if (found)
        line_with(hooks.text, "", why);
    else if (!write_unit(b, unit.text))
        snprintf(why, sizeof why, "its path cannot be included");
    else if (compile_for_gpu(b, hooks.text) || compile_for_cpu(b, why))
        return;
    zm_note(b->c, "%s gets no kernels of its own and is slower: %s", b->source, why);
}
