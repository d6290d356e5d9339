/* dense.h: a dense solve on a device, as the files of this folder see it. */
#ifndef ZM_ENGINE_CUDA_DENSE_DENSE_H
#define ZM_ENGINE_CUDA_DENSE_DENSE_H

#include "dense_device.h"
#include "engine/cuda/device/device.h"
#include "kernel/counting_runner.h"
#include "kernel/dense_runner.h"
#include "residency.h"

struct zm_dense_device {
    zm_context *context;
    const zm_variant *variant;
    const zm_tiers *tiers;
    zm_device *device;
    const zm_dense_runner *dense_runner;
    const zm_counting_runner *counting_runner; /* NULL: tiers are swept */
    uint64_t others;                           /* bytes of the device that are taken beside values */
    uint64_t all_room, room; /* for values: where all of them stay, and where some do not (see RESERVE) */
    zm_device_plan plan;
    bool stored; /* what the plan was made for: a table */
    bool keeps;  /* what is packed here stays so when it has come back */
    zm_residency *hold;
    zm_publisher *publisher; /* NULL: nothing is stored */
    zm_value **values;       /* by tier, as the device has them; NULL: they are not there */
    void *data;
    uint64_t *reached;   /* of the tier, or the run, that is solved */
    zm_counting_gpu job; /* what all steps have in common */
    zm_counting_gpu_notes notes;
    /* ---- going through tiers: sweep.c ---- */
    zm_dense_gpu walk; /* what all steps have in common */
    zm_dense_gpu_notes walk_notes;
    zm_dense_gpu_tier *there;  /* by tier: a copy of what the device has */
    zm_dense_gpu_part *part;   /* of a run, as the next two */
    zm_dense_gpu_count *count; /* by part */
    uint32_t *level;           /* by tier */
    uint64_t **bits;           /* by run: what is reached, as far as it is there */
    uint64_t *bits_bytes;      /* by run */
    bool *bits_away;           /* by run: here, until they are needed there again */
    zm_eviction bits_stay;
};

/* The rules' data, on the device. */
zm_status zm_dense_device_put_data(zm_dense_device *d);
/* Bytes of the device that checking a sample takes, at most. */
uint64_t zm_dense_device_check_device_bytes(void);
/* Where the values of a run's tiers are. */
zm_status zm_dense_device_tell(zm_dense_device *d, const zm_run *run);

/* What going through tiers takes of the device beside values. */
uint64_t zm_dense_gpu_device_bytes(const zm_dense_device *d, bool enumerated);
/* And while it enumerates, when it has so much room: at most, or where there is not enough at least. */
zm_status zm_dense_gpu_device_reach_bytes(zm_dense_device *d, uint64_t room, uint64_t *bytes);
zm_status zm_dense_gpu_device_ready(zm_dense_device *d); /* its memory is taken */
zm_status zm_dense_gpu_device_tell(zm_dense_device *d, const zm_run *run);
void zm_dense_gpu_device_free(zm_dense_device *d);

#endif
