/* context.c: errors, threads, notes and stopping. The message is that of the last failure; the trace begins anew with
 * it. */
#include "context.h"

#include "stop.h"

#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t zm_machine_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

static uint64_t default_limit(void)
{
    const uint64_t bytes = zm_machine_memory();
    return bytes ? bytes / 5 * 4 : (uint64_t)4 << 30;
}

zm_context *zm_context_new(void)
{
    zm_context *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    pthread_mutex_init(&c->lock, NULL);
    c->limit = default_limit();
    c->gpu_limit = UINT64_MAX;
    zm_set_threads(c, 0);
    return c;
}

void zm_context_free(zm_context *c)
{
    if (!c)
        return;
    if (c->free_plugins)
        c->free_plugins(c->plugins);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

const char *zm_message(const zm_context *c) { return c->message; }
const char *zm_trace(const zm_context *c) { return c->trace; }

zm_status zm_add_to_message(zm_context *c, zm_status s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&c->lock);
    size_t n = strlen(c->message);
    vsnprintf(c->message + n, sizeof c->message - n, format, args);
    pthread_mutex_unlock(&c->lock);
    va_end(args);
    return s;
}

zm_status zm_fail(zm_context *c, zm_status s, const char *format, ...)
{
    char message[sizeof c->message]; /* made apart, because an argument may be the message so far */
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    pthread_mutex_lock(&c->lock);
    c->status = s;
    memcpy(c->message, message, sizeof message);
    c->trace[0] = 0;
    pthread_mutex_unlock(&c->lock);
    return s;
}

zm_status zm_forward(zm_context *c, zm_status s, const char *file, int line)
{
    pthread_mutex_lock(&c->lock);
    size_t n = strlen(c->trace);
    snprintf(c->trace + n, sizeof c->trace - n, "%s%s:%d", n ? " < " : "", file, line);
    pthread_mutex_unlock(&c->lock);
    return s;
}

void zm_set_threads(zm_context *c, unsigned n) { c->threads = n ? n : (unsigned)omp_get_num_procs(); }
unsigned zm_threads(const zm_context *c) { return c->threads; }

void zm_set_note(zm_context *c, zm_note_fn *fn, void *arg)
{
    c->note = fn;
    c->note_arg = arg;
}

void zm_note(zm_context *c, const char *format, ...)
{
    if (!c->note)
        return;
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    pthread_mutex_lock(&c->lock);
    c->note(c->note_arg, line);
    pthread_mutex_unlock(&c->lock);
}

void zm_set_sync(zm_context *c, bool on) { c->no_sync = !on; }

void zm_stop(zm_context *c) { atomic_store(&c->stopped, true); }
bool zm_stopped(const zm_context *c) { return atomic_load_explicit(&c->stopped, memory_order_relaxed); }

void zm_saving_begin(zm_context *c) { atomic_fetch_add(&c->saving, 1); }
void zm_saving_end(zm_context *c) { atomic_fetch_sub(&c->saving, 1); }
bool zm_is_saving(const zm_context *c) { return atomic_load(&c->saving); }
