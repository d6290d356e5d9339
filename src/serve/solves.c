/* solves.c: see solves.h. A solve is a thread with a context of its own; what it needs is announced and refused before
 * it begins, and what was finished when it is stopped is on disk: the next solve of the variant goes on from there. */
#include "solves.h"

#include "base/file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_SOLVES = 4, REMEMBERED = 16, UNTIL_LOST = 10, MEASURE_AGAIN = 1 /* seconds */ };

typedef struct solve {
    zm_solves *list;
    bool used, running; /* running: its thread is */
    pthread_t thread;
    zm_context *context;
    zm_variant *variant;
    char game[64], path[ZM_VARIANT_TEXT];
    bool wdl;
    bool late, full;
    bool lost;         /* it does not end, and nobody waits for it */
    double stopped;    /* when it was asked to end, or looked at again after that */
    int system_thread; /* as notes of calls have it; 0: not begun */
    char folder[4096]; /* where it writes */
    uint64_t before;   /* bytes that were there */
    uint64_t written;  /* since, when that was measured last */
    zm_solving state;
} solve;

typedef struct failure {
    char game[64], path[ZM_VARIANT_TEXT], why[1024];
} failure;

struct zm_solves {
    zm_server *server;
    pthread_mutex_t lock; /* everything below */
    solve solve[MOST_SOLVES];
    failure failed[REMEMBERED];
    unsigned next_failure;
    uint64_t written; /* by those that have ended */
    double measured;  /* when those that run were */
    bool stopped;
};

zm_solves *zm_solves_open(zm_server *s)
{
    zm_solves *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->server = s;
    pthread_mutex_init(&l->lock, NULL);
    return l;
}

/* ---- the disk ---- */
static uint64_t written_to(const char *folder, uint64_t before)
{
    const uint64_t now = zm_folder_bytes(folder);
    return now > before ? now - before : 0;
}

/* ---- the lock is held ---- */
static bool is_full(const zm_solves *l)
{
    uint64_t written = l->written;
    if (!l->server->options.disk)
        return false;
    for (unsigned i = 0; i < MOST_SOLVES; i++)
        written += l->solve[i].running ? l->solve[i].written : 0;
    return written >= l->server->options.disk;
}

static bool is_of(const char *game, const char *path, const zm_open *o)
{
    return !strcmp(game, o->game->name) && !strcmp(path, o->path);
}

static solve *running(zm_solves *l, const zm_open *o)
{
    for (unsigned i = 0; i < MOST_SOLVES; i++)
        if (l->solve[i].running && is_of(l->solve[i].game, l->solve[i].path, o))
            return &l->solve[i];
    return NULL;
}

static failure *failed(zm_solves *l, const char *game, const char *path)
{
    for (unsigned i = 0; i < REMEMBERED; i++)
        if (!strcmp(l->failed[i].game, game) && !strcmp(l->failed[i].path, path))
            return &l->failed[i];
    return NULL;
}

static void note_failure(zm_solves *l, const solve *s, const char *why)
{
    failure *f = failed(l, s->game, s->path);
    if (!f)
        f = &l->failed[l->next_failure++ % REMEMBERED];
    memcpy(f->game, s->game, sizeof f->game);
    memcpy(f->path, s->path, sizeof f->path);
    snprintf(f->why, sizeof f->why, "%s", why);
}

static void forget_failure(zm_solves *l, const zm_open *o)
{
    failure *f = failed(l, o->game->name, o->path);
    if (f)
        memset(f, 0, sizeof *f);
}

/* ---- on the thread of a solve ---- */
static void on_progress(void *arg, const zm_progress *p)
{
    solve *s = arg;
    pthread_mutex_lock(&s->list->lock);
    zm_solving_note(&s->state, p);
    pthread_mutex_unlock(&s->list->lock);
}

static void say_full(const zm_solves *l, char *out, size_t size)
{
    char disk[32];
    snprintf(out, size, "this server may write %s of tables, and has done so; its owner can allow more: --disk SIZE",
             zm_bytes_text(l->server->options.disk, disk));
}

static void *run(void *arg)
{
    solve *s = arg;
    zm_solves *l = s->list;
    const zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .tables = l->server->tables, .precision = ZM_PRECISION, .wdl = s->wdl);
    zm_solved solved;
    char why[1024];
    pthread_mutex_lock(&l->lock);
    s->system_thread = (int)syscall(SYS_gettid);
    pthread_mutex_unlock(&l->lock);
    const zm_status status = zm_solve(s->context, s->variant, &o, &solved);
    snprintf(why, sizeof why, "%s", zm_message(s->context));
    zm_hide_paths(l->server, why, sizeof why);
    const uint64_t written = written_to(s->folder, s->before);
    pthread_mutex_lock(&l->lock);
    l->written += written;
    if (status == ZM_INTERRUPTED && s->late)
        snprintf(why, sizeof why,
                 "stopped after %u seconds; what was finished is kept, and it goes on when asked again",
                 l->server->options.solve_seconds);
    if (status == ZM_INTERRUPTED && s->full)
        say_full(l, why, sizeof why);
    if (status != ZM_OK && !s->lost)
        note_failure(l, s, why);
    s->running = false;
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

/* ---- beginning and ending ---- */
static void clear(solve *s)
{
    pthread_join(s->thread, NULL);
    zm_variant_free(s->context, s->variant);
    zm_context_free(s->context);
    memset(s, 0, sizeof *s);
}

/* A place that is free, or was left by a solve that is over. */
static solve *place_for(zm_solves *l)
{
    unsigned busy = 0;
    solve *free_one = NULL;
    for (unsigned i = 0; i < MOST_SOLVES; i++) {
        busy += l->solve[i].running;
        free_one = l->solve[i].running || l->solve[i].lost ? free_one : &l->solve[i];
    }
    if (l->stopped || busy >= l->server->options.solves)
        return NULL;
    if (free_one && free_one->used)
        clear(free_one);
    return free_one;
}

static zm_status prepare(zm_request *r, const zm_open *o, solve *s)
{
    zm_context *c = r->worker->context;
    const zm_serve_options *options = &r->server->options;
    char text[ZM_VARIANT_TEXT];
    const char *setting[ZM_MAX_OPTIONS];
    s->context = zm_context_new();
    if (!s->context)
        return zm_fail(c, ZM_NO_MEMORY, "out of memory");
    zm_set_memory(s->context, options->memory);
    zm_set_threads(s->context, options->threads);
    zm_set_progress(s->context, on_progress, s);
    snprintf(text, sizeof text, "%s", o->path);
    zm_status status = zm_variant_new(s->context, o->game, setting, zm_path_settings(text, setting), &s->variant);
    if (status == ZM_OK)
        status = zm_table_path(s->context, s->variant, r->server->tables, s->folder, sizeof s->folder);
    s->before = zm_folder_bytes(s->folder);
    return status == ZM_OK ? ZM_OK : zm_fail(c, status, "%s", zm_message(s->context));
}

static zm_status start(zm_request *r, const zm_open *o, bool wdl, solve *s)
{
    s->list = r->server->solves;
    s->wdl = wdl;
    zm_solving_begin(&s->state);
    snprintf(s->game, sizeof s->game, "%s", o->game->name);
    snprintf(s->path, sizeof s->path, "%s", o->path);
    zm_status status = prepare(r, o, s);
    if (status == ZM_OK && pthread_create(&s->thread, NULL, run, s))
        status = zm_fail(r->worker->context, ZM_NO_MEMORY, "out of threads");
    s->used = s->running = status == ZM_OK;
    if (status != ZM_OK) {
        if (s->context) {
            zm_variant_free(s->context, s->variant);
            zm_context_free(s->context);
        }
        memset(s, 0, sizeof *s);
    }
    return status;
}

zm_status zm_solves_begin(zm_request *r, const zm_open *o, bool wdl)
{
    zm_solves *l = r->server->solves;
    if (!r->server->options.solves)
        return zm_refuse(r, 403, "this server does not solve; its owner can allow it: --solves N");
    pthread_mutex_lock(&l->lock);
    zm_status status = ZM_OK;
    if (running(l, o)) {
        status = ZM_OK;
    } else if (is_full(l)) {
        char why[200];
        say_full(l, why, sizeof why);
        r->code = "disk-full";
        status = zm_refuse(r, 507, "%s", why);
    } else {
        solve *s = place_for(l);
        r->retry_after = s ? 0 : 10;
        forget_failure(l, o);
        status = s ? start(r, o, wdl, s)
                   : zm_fail(r->worker->context, ZM_BUSY, "%u being solved already; ask again when it is finished",
                             r->server->options.solves);
    }
    pthread_mutex_unlock(&l->lock);
    return status;
}

/* A plugin that does not return. Its thread keeps all it has. */
static void give_up(zm_solves *l, solve *s, const zm_stuck *stuck)
{
    note_failure(l, s, stuck->why);
    zm_game_refuse(l->server, stuck->game, stuck->why);
    s->lost = true;
    s->running = false;
}

/* It was to stop a while ago. That may take long, as when a large table is being written: it is given up only where it
 * is seen in a plugin. To find that out takes seconds, without the lock. */
static void watch_late(zm_solves *l, solve *s)
{
    const int thread = s->system_thread;
    const double began = s->state.began;
    zm_stuck stuck;
    pthread_mutex_unlock(&l->lock);
    const bool found = zm_stuck_find(thread, 0, &stuck);
    pthread_mutex_lock(&l->lock);
    if (!s->running || s->state.began != began) /* it is over; another may have its place */
        return;
    s->stopped = zm_now();
    if (found)
        give_up(l, s, &stuck);
}

/* What has been written, once a second, and without the lock: folders may be large, and disks slow. */
static void measure(zm_solves *l, double now)
{
    if (!l->server->options.disk || now - l->measured < MEASURE_AGAIN)
        return;
    l->measured = now;
    for (unsigned i = 0; i < MOST_SOLVES; i++) {
        solve *s = &l->solve[i];
        char folder[sizeof s->folder];
        const uint64_t before = s->before;
        const double began = s->state.began;
        if (!s->running)
            continue;
        memcpy(folder, s->folder, sizeof folder);
        pthread_mutex_unlock(&l->lock);
        const uint64_t written = written_to(folder, before);
        pthread_mutex_lock(&l->lock);
        if (s->running && s->state.began == began) /* else another may have its place */
            s->written = written;
    }
}

void zm_solves_tick(zm_solves *l)
{
    const double now = zm_now();
    pthread_mutex_lock(&l->lock);
    measure(l, now);
    for (unsigned i = 0; i < MOST_SOLVES; i++) {
        solve *s = &l->solve[i];
        if (!s->running)
            continue;
        s->late = now - s->state.began > l->server->options.solve_seconds;
        s->full = is_full(l);
        if (!s->late && !s->full)
            continue;
        zm_stop(s->context);
        s->stopped = s->stopped > 0 ? s->stopped : now;
        if (now - s->stopped > UNTIL_LOST)
            watch_late(l, s);
    }
    pthread_mutex_unlock(&l->lock);
}

void zm_solves_stop(zm_solves *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&l->lock);
    l->stopped = true;
    for (unsigned i = 0; i < MOST_SOLVES; i++)
        if (l->solve[i].running)
            zm_stop(l->solve[i].context);
    pthread_mutex_unlock(&l->lock);
}

void zm_solves_close(zm_solves *l)
{
    if (!l)
        return;
    zm_solves_stop(l);
    bool lost = false;
    for (unsigned i = 0; i < MOST_SOLVES; i++) {
        lost |= l->solve[i].lost;
        if (l->solve[i].used && !l->solve[i].lost)
            clear(&l->solve[i]);
    }
    if (lost)
        return; /* it may come back and use it */
    pthread_mutex_destroy(&l->lock);
    free(l);
}

bool zm_solves_lost(zm_solves *l)
{
    bool lost = false;
    for (unsigned i = 0; l && i < MOST_SOLVES; i++)
        lost |= l->solve[i].lost;
    return lost;
}

/* ---- asking ---- */
bool zm_solves_allowed(zm_solves *l)
{
    pthread_mutex_lock(&l->lock);
    const bool allowed = l->server->options.solves && !is_full(l);
    pthread_mutex_unlock(&l->lock);
    return allowed;
}

bool zm_solves_state(zm_solves *l, const zm_open *o, zm_solving *out)
{
    pthread_mutex_lock(&l->lock);
    const solve *s = running(l, o);
    if (s)
        *out = zm_solving_now(&s->state);
    pthread_mutex_unlock(&l->lock);
    return s;
}

bool zm_solves_failure(zm_solves *l, const zm_open *o, char *out, size_t size)
{
    pthread_mutex_lock(&l->lock);
    const failure *f = failed(l, o->game->name, o->path);
    if (f)
        snprintf(out, size, "%s", f->why);
    pthread_mutex_unlock(&l->lock);
    return f;
}
