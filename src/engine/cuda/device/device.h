/* device.h: an open device: a GPU, or the CPU in its place, which runs the same kernels one thread after the other.
 *
 * Everything that solves, searches or verifies on a device does so through one zm_device. It has the device's streams,
 * its memory, the text of what goes wrong there, and counters of the work done. There are no globals: two devices that
 * are open at the same time share nothing.
 *
 * STREAMS. Kernels, and the copies that have to do with them, are on one stream and happen in order. Copies of other
 * memory have two streams of their own, one for each direction, and run in parallel with kernels. Every copy has ended
 * when its function returns.
 *
 * MEMORY. Blocks that are taken are counted until they are given back; closing the device gives back all of them. Host
 * memory that is pinned has pages of its own (zm_alloc_pages): a GPU refuses copies to memory of which some is pinned
 * and some is not. */
#ifndef ZM_ENGINE_CUDA_DEVICE_DEVICE_H
#define ZM_ENGINE_CUDA_DEVICE_DEVICE_H

#include "base/stream.h"
#include "device_calls.h"
#include "game/device_rules.h"

#include <zermelo/solve.h>

#include <pthread.h>

typedef struct zm_device_block {
    void *at;
    uint64_t bytes;
} zm_device_block;

typedef struct zm_device {
    zm_context *context;
    const zm_device_calls *calls;
    char name[128];
    uint64_t free_bytes;     /* when it was opened, and at most what zm_set_gpu_memory allows */
    zm_stream stream;        /* of kernels */
    void *upload, *download; /* streams of copies that run in parallel with kernels */
    double seconds;          /* that kernels took, and bytes that they asked for, as far as it was told */
    uint64_t bytes;
    pthread_mutex_t lock;       /* guards what follows: other threads take and give memory too */
    zm_device_block *block;     /* that were taken and not given back */
    uint64_t blocks, room;      /* of the list: used, and in all */
    uint64_t taken, most_taken; /* bytes: now, and at most so far */
} zm_device;

/* The device that an engine means. One clear line and ZM_BAD_INPUT when there is none. */
zm_status zm_device_open(zm_context *c, zm_engine e, zm_device **out);
void zm_device_close(zm_device *d); /* NULL is none */

/* ---- what it needs ---- */
/* Says how much of its memory is needed; ZM_NO_MEMORY when it has less. */
zm_status zm_device_announce(zm_device *d, uint64_t bytes);
/* "NAME has 3.0 GiB free", or "allowed" where that is less: for those who say more. */
enum { ZM_DEVICE_TEXT = 192 };
const char *zm_device_free_text(const zm_device *d, char out[ZM_DEVICE_TEXT]);
const char *zm_device_free_word(const zm_device *d); /* of these two */

/* ---- memory ---- */
/* `out` is the address of a pointer. 0 bytes are 1. */
zm_status zm_device_take(zm_device *d, void *out, uint64_t bytes);
/* The same, with what it gets. Without bytes nothing is taken. */
zm_status zm_device_take_copy(zm_device *d, void *out, const void *from, uint64_t bytes);
void zm_device_give(zm_device *d, void *pointer); /* the address of a pointer, which becomes NULL; NULL is none */
/* What the rules have of a variant, on the device; and the bytes that takes. */
zm_status zm_device_take_rules(zm_device *d, zm_device_rules *out, const zm_variant *v);
uint64_t zm_device_rules_bytes(const zm_variant *v);

/* Pinned host memory: copies to it are several times faster. What cannot be pinned works all the same. */
zm_status zm_device_alloc_pinned(zm_device *d, void *out, uint64_t bytes, const char *what);
void zm_device_free_pinned(zm_device *d, void *pointer); /* as zm_device_give */
zm_status zm_device_pin(zm_device *d, void *block, uint64_t bytes);
void zm_device_unpin(zm_device *d, void *block);

/* ---- copies: in order with kernels; 0 bytes are nothing to do ---- */
zm_status zm_device_put(zm_device *d, const void *to, const void *from,
                        uint64_t bytes); /* kernels may only read `to` */
zm_status zm_device_get(zm_device *d, void *to, const void *from, uint64_t bytes);
zm_status zm_device_get_strips(zm_device *d, void *to, const void *from, const zm_device_strips *s);
zm_status zm_device_clear(zm_device *d, void *at, uint64_t bytes);
/* In parallel with kernels, on any thread. */
zm_status zm_device_put_parallel(zm_device *d, const void *to, const void *from, uint64_t bytes);
zm_status zm_device_get_parallel(zm_device *d, void *to, const void *from, uint64_t bytes);
zm_status zm_device_clear_parallel(zm_device *d, void *at, uint64_t bytes);

/* What lies all over its memory: a kernel fetches it into one block. */
typedef struct zm_device_gathered {
    const void *spot; /* what the kernel is told of each, on the host */
    void *out;        /* gets what it finds */
    uint64_t count;
    size_t spot_bytes, out_bytes; /* of each */
} zm_device_gathered;
zm_status zm_device_gather(zm_device *d, zm_device_fetch *fetch, const zm_device_gathered *g);

/* ---- kernels ---- */
/* What a runner or a call said, as a status; NULL is success. */
zm_status zm_device_check(const zm_device *d, const char *failed);
zm_status zm_device_wait(zm_device *d);             /* for all kernels that were started */
zm_status zm_device_ended(zm_device *d, bool *out); /* have all of them? */
void zm_device_add_work(zm_device *d, double seconds, uint64_t bytes);

#endif
