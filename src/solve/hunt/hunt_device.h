/* hunt_device.h: a hunt with cycles on a device (kernel/hunt_gpu.h). src/engine has it; cyclic_gpu.c asks for it. */
#ifndef ZM_SOLVE_HUNT_HUNT_DEVICE_H
#define ZM_SOLVE_HUNT_HUNT_DEVICE_H

#include "kernel/hunt_cyclic.h"

typedef struct zm_hunt_device zm_hunt_device;

/* `chase` has the board and the start. One clear line and ZM_BAD_INPUT when there is no such device here, or it cannot
 * do this game. */
zm_status zm_hunt_device_open(zm_context *c, zm_engine e, const zm_cyclic *chase, const zm_tiers *t,
                              zm_hunt_device **out);
void zm_hunt_device_free(zm_hunt_device *d); /* NULL is none */

/* ---- for a table: before it is announced ---- */
/* Called when the values of the tiers from .. to-1, which are a layer, can be had: until it returns. */
typedef zm_status zm_hunt_gpu_ready(void *arg, uint32_t from, uint32_t to);
/* Layers come in ascending order, and so do their tiers; up to so many values will be asked for at a time. One clear
 * line and ZM_BAD_INPUT when the values of this game cannot be had. */
zm_status zm_hunt_device_tells(zm_hunt_device *d, uint64_t values, zm_hunt_gpu_ready *ready, void *arg);
/* Of a tier that is ready, as they are stored: values only where play reaches. On one thread at a time, whichever. */
zm_status zm_hunt_device_get(zm_hunt_device *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *values);
/* Memory here that values come to is reached more quickly when it is pinned. What cannot be pinned works all the same.
 * */
zm_status zm_hunt_device_pin(zm_hunt_device *d, void *block, uint64_t bytes);
void zm_hunt_device_unpin(zm_hunt_device *d, void *block);

/* Says what it will need of the device, and refuses when that has not got it. */
zm_status zm_hunt_device_announce(zm_hunt_device *d);
/* Bytes here, for what is asked about a sample. */
uint64_t zm_hunt_device_check_bytes(const zm_context *c, const zm_variant *v);
/* All layers: counts states, who wins them, and who wins the start. Some states are then computed anew, by the rules
 * alone; `checked` gets how many. */
zm_status zm_hunt_device_solve(zm_hunt_device *d, zm_summary *sum, uint64_t *visits, uint64_t *checked);
/* How long kernels took, and the bytes that they asked for (zm_solved). */
void zm_hunt_device_work(const zm_hunt_device *d, double *seconds, uint64_t *bytes);

#endif
