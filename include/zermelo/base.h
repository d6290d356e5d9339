/* base.h: the context every call is handed: its error, its memory budget, its threads, its progress.
 *
 * There are no globals: two solves with two contexts can run in one process. Functions that can fail return a
 * zm_status; the message, in the user's words, is then in the context. ZM_TRY forwards a failure and notes its place
 * (shown when ZERMELO_TRACE is set). The library never prints and never exits. */
#ifndef ZERMELO_BASE_H
#define ZERMELO_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum zm_status {
    ZM_OK = 0,
    ZM_BAD_INPUT,   /* what the user gave is wrong: a name, an option, a position */
    ZM_NOT_FOUND,   /* a table or file that is not there */
    ZM_NO_MEMORY,   /* the memory budget (or the machine) does not suffice */
    ZM_IO,          /* the system refused a read, write, sync or rename */
    ZM_CORRUPT,     /* a file is not what it claims to be: truncated, flipped bits, another version */
    ZM_WRONG,       /* verification failed: a value contradicts its successors */
    ZM_BUSY,        /* another process is writing the same table */
    ZM_INTERRUPTED, /* asked to stop; what was finished is kept */
} zm_status;

typedef struct zm_context zm_context;

zm_context *zm_context_new(void); /* NULL only when the machine is out of memory */
void zm_context_free(zm_context *c);

/* ---- errors ---- */
const char *zm_message(const zm_context *c); /* of the last failure; "" when there was none */
const char *zm_trace(const zm_context *c);   /* the places it went through, innermost first */
zm_status zm_fail(zm_context *c, zm_status s, const char *format, ...) __attribute__((format(printf, 3, 4)));
zm_status zm_add_to_message(zm_context *c, zm_status s, const char *format, ...) __attribute__((format(printf, 3, 4)));
zm_status zm_forward(zm_context *c, zm_status s, const char *file, int line);

#define ZM_TRY(c, call)                                          \
    do {                                                         \
        zm_status zm_try_ = (call);                              \
        if (zm_try_ != ZM_OK)                                    \
            return zm_forward((c), zm_try_, __FILE__, __LINE__); \
    } while (0)

/* ---- options: structs that begin with their size, so that later versions can add members ----
 * `zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = "tables");` What is not named is 0. A size of 0, or one
 * that is larger than the library knows, is ZM_BAD_INPUT; in C++ set o.size = sizeof o. */
#define ZM_OPTIONS(type, ...) ((type){.size = sizeof(type), __VA_ARGS__})

/* ---- memory: every large block is asked of the budget ---- */
void zm_set_memory(zm_context *c, uint64_t bytes); /* the default is four fifths of the machine's memory */
uint64_t zm_memory_limit(const zm_context *c);
uint64_t zm_memory_used(const zm_context *c);
uint64_t zm_memory_peak(const zm_context *c);
void zm_reset_peak(zm_context *c); /* to what is used now */
/* The same for the memory of a GPU, where one solves or verifies; the default is all that is free there. */
void zm_set_gpu_memory(zm_context *c, uint64_t bytes);
uint64_t zm_gpu_memory(const zm_context *c);
/* count*size zeroed bytes; `what` goes into the message when they are not to be had. Free with zm_release. */
zm_status zm_alloc(zm_context *c, void *pointer_to_pointer, uint64_t count, size_t size, const char *what);
/* Grows (or shrinks) a block; what is new is not zeroed. *pointer may be NULL. On failure the old block stands. */
zm_status zm_resize(zm_context *c, void *pointer_to_pointer, uint64_t count, size_t size, const char *what);
void zm_release(zm_context *c, void *pointer);

/* ---- threads ---- */
void zm_set_threads(zm_context *c, unsigned n); /* 0: as many as the machine has */
unsigned zm_threads(const zm_context *c);

/* ---- progress ---- */
typedef struct zm_progress {
    const char *phase;
    uint64_t done, total; /* total 0: not known */
    double seconds;       /* since the phase began */
    double rate;          /* per second */
    double left;          /* seconds, estimated; negative when not known */
    bool last;            /* the phase has ended */
} zm_progress;

typedef void zm_progress_fn(void *arg, const zm_progress *p);
/* Called a few times a second, one thread at a time. */
void zm_set_progress(zm_context *c, zm_progress_fn *fn, void *arg);
void zm_progress_begin(zm_context *c, const char *phase, uint64_t total);
void zm_progress_add(zm_context *c, uint64_t n); /* from any thread */
void zm_progress_end(zm_context *c);

/* Messages for people that are not errors: what a solve will need, that it resumes. */
typedef void zm_note_fn(void *arg, const char *line);
void zm_set_note(zm_context *c, zm_note_fn *fn, void *arg);
void zm_note(zm_context *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- files ---- Without syncing, a file is still there whole or not at all for other programs, but a power cut can
 * undo it. For tables that are thrown away. Off is for those only; the default is on. */
void zm_set_sync(zm_context *c, bool on);

/* ---- stopping: safe from a signal handler ---- */
void zm_stop(zm_context *c);
bool zm_stopped(const zm_context *c);

#ifdef __cplusplus
}
#endif

#endif
