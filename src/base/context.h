/* context.h: what is inside a zm_context. Only src/base and the plugin loader look in here. */
#ifndef ZM_BASE_CONTEXT_H
#define ZM_BASE_CONTEXT_H

#include <zermelo/base.h>

#include <pthread.h>
#include <stdatomic.h>

struct zm_context {
    pthread_mutex_t lock; /* guards the error, the notes and the progress callback */

    zm_status status;
    char message[1024];
    char trace[1024];

    uint64_t limit;
    uint64_t gpu_limit; /* of a device's own memory */
    _Atomic uint64_t used, peak, allocations;
    uint64_t fail_from; /* the allocation, counted from 1, from which on all fail; 0: never */

    unsigned threads;

    zm_progress_fn *progress;
    void *progress_arg;
    _Atomic(const char *) phase;
    uint64_t total;
    _Atomic uint64_t done;
    _Atomic uint64_t next_report; /* nanoseconds of the clock */
    uint64_t began;

    zm_note_fn *note;
    void *note_arg;

    bool no_sync; /* files need not survive a power cut */

    atomic_bool stopped;
    atomic_uint saving;

    void *plugins; /* the loader's list (src/game/plugin.c) */
    void (*free_plugins)(void *);
};

uint64_t zm_machine_memory(void); /* bytes the machine has; 0: it does not say */

#endif
