/* build.c: `zermelo new` and `zermelo build`.
 *
 * A plugin is compiled in a temporary folder against the headers embedded in this library, so that its ABI is this
 * library's whatever else is installed. It is compiled once more with the library's kernels (build_kernels.c), for which
 * the first result tells what its hooks are called. It is tried out in a process of its own: a game that crashes or never answers
 * is reported, and takes nothing with it. Only a game that passed is put in its place, with a rename. */
#include "build.h"
#include "base/file.h"
#include "base/text.h"
#include "build_kernels.h"
#include "check/check.h"
#include "compiler.h"
#include "names.h"
#include "plugin.h"
#include "trace/trace.h"

#include <errno.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LONGEST_PATH = 4096,
    STEPS = 300, /* states looked at, of each variant */
};

static bool is_builtin(const char *name)
{
    for (size_t i = 0; i < zm_builtin_count(); i++)
        if (!strcmp(zm_builtin(i)->name, name))
            return true;
    return false;
}

/* ---- new ---- */
static const char *const template_names[] = {
    [ZM_NEW_BOARD] = "board.c.in", [ZM_NEW_DICE] = "dice.c.in", [ZM_NEW_HEAPS] = "heaps.c.in"};

static const zm_embedded *template_file(zm_new_kind kind)
{
    const zm_embedded *e = zm_embedded_files;
    while (strcmp(e->name, template_names[kind]))
        e++;
    return e;
}

static void write_id(FILE *out, const char *name)
{
    for (; *name; name++)
        putc(*name == '-' ? '_' : *name, out);
}

static void write_title(FILE *out, const char *name)
{
    for (bool first = true; *name; name++) {
        putc(*name == '-' ? ' ' : first && *name >= 'a' && *name <= 'z' ? *name - 'a' + 'A' : *name, out);
        first = *name == '-';
    }
}

static void write_name(FILE *out, const char *name) { fputs(name, out); }

/* The template with its three placeholders replaced; it is C as it stands, so that it can be read and checked. */
static void write_source(FILE *out, zm_new_kind kind, const char *name)
{
    static const struct {
        const char *word;
        void (*write)(FILE *, const char *);
    } places[] = {{"new-game-name", write_name}, {"NEW_GAME_ID", write_id}, {"New Game Title", write_title}};
    const zm_embedded *e = template_file(kind);
    for (size_t at = 0; at < e->bytes;) {
        size_t length = 0;
        for (unsigned i = 0; i < 3 && !length; i++) {
            size_t n = strlen(places[i].word);
            if (n <= e->bytes - at && !memcmp(e->data + at, places[i].word, n)) {
                places[i].write(out, name);
                length = n;
            }
        }
        if (!length)
            putc(e->data[at], out);
        at += length ? length : 1;
    }
}

zm_status zm_new_game(zm_context *c, const char *name, zm_new_kind kind, const char *path)
{
    char shown[ZM_SHOWN], own[ZM_MAX_NAME + 3], *text = NULL;
    size_t bytes = 0;
    if (!zm_good_name(name))
        return zm_fail(c, ZM_BAD_INPUT,
                       "\"%s\" cannot be the name of a game; use small letters, digits and '-', up to %d, "
                       "a letter first",
                       zm_shown(name, shown), ZM_MAX_NAME);
    if (is_builtin(name))
        return zm_fail(c, ZM_BAD_INPUT, "%s is the name of a built-in game; choose another, for example my-%s", name,
                       name);
    snprintf(own, sizeof own, "%s.c", name);
    path = path ? path : own;
    if (!access(path, F_OK))
        return zm_fail(c, ZM_BAD_INPUT, "%s is there already; it is not overwritten", path);
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return zm_fail(c, ZM_NO_MEMORY, "not enough memory to write %s", path);
    write_source(out, kind, name);
    bool failed = fclose(out) != 0;
    zm_status s =
        failed ? zm_fail(c, ZM_NO_MEMORY, "not enough memory to write %s", path) : zm_write_file(c, path, text, bytes);
    free(text);
    return s;
}

/* ---- build: the compiler ---- */
typedef struct build {
    zm_context *c;
    const char *source;
    char folder[LONGEST_PATH / 4]; /* temporary */
    char plugin[LONGEST_PATH / 2]; /* in it */
    char name[ZM_MAX_NAME + 1];    /* what the game calls itself */
    zm_tried tried;
    zm_trace_record *last; /* of the rules that are tried out, in memory shared with that process */
} build;

static zm_status make_folder(build *b)
{
    ZM_TRY(b->c, zm_make_temporary(b->c, b->folder, sizeof b->folder));
    snprintf(b->plugin, sizeof b->plugin, "%s/plugin.so", b->folder);
    return ZM_OK;
}

/* Not zm_write_file: what is gone in a second need not be synced to the disk. */
static zm_status write_header(build *b, const char *path, const zm_embedded *e)
{
    FILE *f = fopen(path, "w");
    bool written = f && fwrite(e->data, 1, e->bytes, f) == e->bytes;
    if (f && fclose(f))
        written = false;
    return written ? ZM_OK : zm_fail(b->c, ZM_IO, "cannot write %s: %s", path, strerror(errno));
}

static zm_status make_folder_of(build *b, const char *file)
{
    char folder[LONGEST_PATH];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(file, '/') - file), file);
    return zm_make_folders(b->c, folder);
}

static zm_status write_headers(build *b)
{
    char path[LONGEST_PATH];
    for (const zm_embedded *e = zm_embedded_files; e->name; e++) {
        snprintf(path, sizeof path, "%s/%s", b->folder, e->name);
        ZM_TRY(b->c, make_folder_of(b, path));
        ZM_TRY(b->c, write_header(b, path, e));
    }
    return ZM_OK;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    remove(path);
    return 0;
}

static void remove_folder(const build *b) { nftw(b->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS); }

static zm_status compile(build *b)
{
    const char *cc = zm_compiler() + strspn(zm_compiler(), " ");
    char source[LONGEST_PATH];
    snprintf(source, sizeof source, "%s%s", b->source[0] == '-' ? "./" : "", b->source);
    if (!*cc)
        return zm_fail(b->c, ZM_BAD_INPUT, "CC names no compiler");
    const int status = zm_run_compiler(b->folder, source, b->plugin, ZM_SHARED_OBJECT, NULL);
    if (status < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
        return zm_fail(b->c, ZM_IO, "cannot run the compiler \"%.*s\"%s%s; install gcc, or name another in CC",
                       (int)strcspn(cc, " "), cc, status < 0 ? ": " : "", status < 0 ? strerror(errno) : "");
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        return zm_fail(b->c, ZM_BAD_INPUT, "%s does not compile; the compiler's messages are above", b->source);
    return chmod(b->plugin, 0700) ? zm_fail(b->c, ZM_IO, "cannot use %s: %s", b->plugin, strerror(errno)) : ZM_OK;
}

/* ---- build: trying it out in a process of its own ---- */
typedef struct verdict { /* less than PIPE_BUF bytes: written in one go */
    zm_status status;
    char name[ZM_MAX_NAME + 1];
    char message[1024];
    char note[512]; /* the first one */
    zm_tried tried;
} verdict;

static void keep_note(void *arg, const char *line)
{
    verdict *out = arg;
    if (!*out->note)
        snprintf(out->note, sizeof out->note, "%s", line);
}

/* ---- rules only answer: they neither print nor start processes ---- */
static _Atomic unsigned forks;

static void count_fork(void) { atomic_fetch_add(&forks, 1); }

/* In a process of its own; what it prints from now on comes to *printed. Processes that its processes leave behind
 * become its own. */
static bool begin_watch(int *printed)
{
    *printed = memfd_create("printed", MFD_CLOEXEC);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return *printed >= 0 && dup2(*printed, STDOUT_FILENO) >= 0 && dup2(*printed, STDERR_FILENO) >= 0 &&
           !pthread_atfork(count_fork, NULL, NULL);
}

/* Children that are there, and those that have been waited for (they have used some memory): posix_spawn is not
 * counted. */
static bool has_started_processes(void)
{
    struct rusage used;
    return atomic_load(&forks) || waitpid(-1, NULL, WNOHANG) >= 0 ||
           (!getrusage(RUSAGE_CHILDREN, &used) && (used.ru_minflt || used.ru_majflt));
}

/* "" when all is well; else the first thing that was printed, up to 60 characters. */
static char *first_printed(int printed, char out[64])
{
    fflush(stdout);
    const ssize_t n = pread(printed, out, 60, 0);
    out[n > 0 ? n : 0] = 0;
    out[strcspn(out, "\n")] = 0;
    return out;
}

static void judge_manners(const build *b, int printed, verdict *out)
{
    char text[64], shown[ZM_SHOWN];
    struct stat s;
    first_printed(printed, text);
    if (out->status == ZM_OK && has_started_processes()) {
        out->status = ZM_BAD_INPUT;
        snprintf(out->message, sizeof out->message,
                 "%s: its rules start processes; they may only answer what they are asked", b->source);
    } else if (out->status == ZM_OK && !fstat(printed, &s) && s.st_size) {
        out->status = ZM_BAD_INPUT;
        snprintf(out->message, sizeof out->message,
                 "%s: its rules print (\"%s\"); they may only answer what they are asked", b->source,
                 zm_shown(text, shown));
    }
}

static void judge(const build *b, verdict *out)
{
    const zm_game *g;
    zm_context *c = zm_context_new();
    if (!c)
        return;
    zm_set_note(c, keep_note, out);
    out->status = zm_load_plugin(c, b->plugin, b->source, &g);
    if (out->status == ZM_OK) {
        snprintf(out->name, sizeof out->name, "%s", g->name);
        zm_trace_into(b->last);
        out->status = zm_check_variants(c, g, 1, STEPS, &out->tried);
    }
    snprintf(out->message, sizeof out->message, "%s", zm_message(c));
    zm_context_free(c);
}

static void judge_and_tell(const build *b, int pipe_end)
{
    verdict v = {.status = ZM_NO_MEMORY};
    const pid_t self = getpid();
    int printed;
    zm_forget_handlers();
    alarm(ZM_PATIENCE);
    const bool watched = begin_watch(&printed);
    judge(b, &v);
    if (getpid() != self) /* a process that the rules have made; it has no say */
        _exit(1);
    if (watched)
        judge_manners(b, printed, &v);
    ssize_t n = write(pipe_end, &v, sizeof v);
    _exit(n == sizeof v ? 0 : 1);
}

static zm_status no_verdict(build *b, int status)
{
    char where[ZM_TRACE_TEXT];
    zm_trace_record_text(b->last, where);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return zm_fail(b->c, ZM_BAD_INPUT, "%s: its rules did not answer within %d seconds when they were tried out%s",
                       b->source, ZM_PATIENCE, where);
    if (WIFSIGNALED(status))
        return zm_fail(b->c, ZM_BAD_INPUT, "%s: its rules crashed when they were tried out (%s)%s", b->source,
                       strsignal(WTERMSIG(status)), where);
    return zm_fail(b->c, ZM_BAD_INPUT, "%s: its rules ended the program when they were tried out%s", b->source, where);
}

static zm_status hear(build *b, int pipe_end, pid_t child)
{
    verdict v = {0};
    int status = 0;
    ssize_t n;
    while ((n = read(pipe_end, &v, sizeof v)) < 0 && errno == EINTR)
        ;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (n != sizeof v)
        return no_verdict(b, status);
    memcpy(b->name, v.name, sizeof b->name);
    b->tried = v.tried;
    if (v.status == ZM_OK && *v.note)
        zm_note(b->c, "%s", v.note);
    return v.status == ZM_OK ? ZM_OK : zm_fail(b->c, v.status, "%s", v.message);
}

static zm_status try_in_child(build *b)
{
    int ends[2];
    if (pipe(ends))
        return zm_fail(b->c, ZM_IO, "cannot try the game out: %s", strerror(errno));
    fflush(stdout); /* else the child has it too, and seems to print it */
    pid_t child = fork();
    if (!child)
        judge_and_tell(b, ends[1]);
    close(ends[1]);
    zm_status s =
        child < 0 ? zm_fail(b->c, ZM_IO, "cannot try the game out: %s", strerror(errno)) : hear(b, ends[0], child);
    close(ends[0]);
    return s;
}

static zm_status try_out(build *b)
{
    b->last = mmap(NULL, sizeof *b->last, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b->last == MAP_FAILED)
        return zm_fail(b->c, ZM_NO_MEMORY, "cannot try the game out: %s", strerror(errno));
    zm_status s = try_in_child(b);
    munmap(b->last, sizeof *b->last);
    return s;
}

/* ---- build: into its place ---- */
static void beside_source(const build *b, char *where, size_t size)
{
    const char *slash = strrchr(b->source, '/');
    snprintf(where, size, "%.*s%s.so", slash ? (int)(slash - b->source + 1) : 2, slash ? b->source : "./", b->name);
}

static zm_status install(build *b, const char *output, char *where, size_t size)
{
    char folder[LONGEST_PATH];
    zm_mapped file;
    if (output) {
        snprintf(where, size, "%s", output);
    } else if (is_builtin(b->name)) {
        beside_source(b, where, size);
    } else {
        if (!zm_plugin_folder(folder, sizeof folder))
            return zm_fail(b->c, ZM_BAD_INPUT,
                           "where to put the plugin? neither ZERMELO_PLUGINS nor XDG_DATA_HOME nor HOME is set; say it "
                           "with -o FILE.so");
        ZM_TRY(b->c, zm_make_folders(b->c, folder));
        zm_plugin_path(b->name, where, size);
    }
    if (strlen(where) + 1 >= size)
        return zm_fail(b->c, ZM_IO, "path too long: %.100s...", where);
    ZM_TRY(b->c, zm_map_file(b->c, b->plugin, &file));
    zm_status s = zm_write_file(b->c, where, file.data, file.bytes);
    zm_unmap_file(&file);
    ZM_TRY(b->c, s);
    if (chmod(where, 0644)) /* whatever the umask is: others may not write to it */
        return zm_fail(b->c, ZM_IO, "cannot make %s read-only for others: %s", where, strerror(errno));
    return zm_trust_plugin(b->c, where, where, "is built, and no command will load it");
}

static zm_status look_at_source(zm_context *c, const char *source)
{
    struct stat st;
    size_t n = strlen(source);
    if (n >= LONGEST_PATH / 2)
        return zm_fail(c, ZM_BAD_INPUT, "path too long: %.100s...", source);
    if (stat(source, &st))
        return zm_fail(c, errno == ENOENT ? ZM_NOT_FOUND : ZM_IO, "cannot read %s: %s", source, strerror(errno));
    if (n < 3 || strcmp(source + n - 2, ".c") || !S_ISREG(st.st_mode))
        return zm_fail(c, ZM_BAD_INPUT, "%s is not a C file; \"zermelo new NAME\" writes one to begin with", source);
    return ZM_OK;
}

zm_status zm_build_plugin(zm_context *c, const char *source, const char *output, zm_for_gpu gpu, char *where,
                          size_t size, zm_tried *tried)
{
    build b = {.c = c, .source = source};
    ZM_TRY(c, look_at_source(c, source));
    ZM_TRY(c, make_folder(&b));
    zm_status s = write_headers(&b);
    if (s == ZM_OK)
        s = compile(&b);
    if (s == ZM_OK)
        zm_build_kernels(&(zm_kernel_build){c, source, b.folder, b.plugin, gpu});
    if (s == ZM_OK)
        s = try_out(&b);
    if (s == ZM_OK)
        s = install(&b, output, where, size);
    remove_folder(&b);
    if (tried)
        *tried = b.tried;
    return s;
}
