/* dense.h: a dense solve on a device, as the files of this folder see it. */
#ifndef ZM_ENGINE_CUDA_DENSE_DENSE_H
#define ZM_ENGINE_CUDA_DENSE_DENSE_H

#include "base/meter.h"
#include "dense_device.h"
#include "engine/cuda/device/device.h"
#include "kernel/dense_runner.h"
#include "kernel/tier_runner.h"
#include "residency.h"

typedef struct zm_dense_sweep { /* tiers gone through: sweep.c */
    zm_dense_gpu job;           /* what all steps have in common */
    zm_dense_gpu_notes notes;
    zm_dense_gpu_tier *tier;   /* by tier: a copy of what the device has */
    zm_dense_gpu_part *part;   /* of a run, as the next two */
    zm_dense_gpu_count *count; /* by part */
    uint32_t *level;           /* by tier */
} zm_dense_sweep;

typedef struct zm_dense_bits { /* finding states: a bit per place, by run (sweep.c) */
    uint64_t **block;          /* on the device; NULL: not there */
    uint64_t *bytes;
    bool *known; /* some are set, and are on the host while the run is not on the device */
    zm_eviction eviction;
} zm_dense_bits;

typedef struct zm_dense_tier {    /* a tier with cycles: tier.c */
    const zm_tier_runner *runner; /* NULL: tiers are swept */
    zm_tier_gpu job;              /* what all steps have in common */
    zm_tier_gpu_notes notes;
    zm_meter meter;
    bool drifts; /* nobody knows how many steps there will be */
} zm_dense_tier;

struct zm_dense_device {
    zm_context *context;
    const zm_variant *variant;
    const zm_tiers *tiers;
    zm_device *device;
    const zm_dense_runner *dense_runner;
    bool forward;            /* tiers with cycles: by their moves, not by counting */
    bool wdl;                /* values say only who wins */
    uint64_t others;         /* bytes of the device that are taken beside values */
    uint64_t all_room, room; /* for values: where all of them stay, and where some leave (RESERVE) */
    zm_memory_plan plan;
    bool stored;       /* the plan is for a table */
    bool keeps_packed; /* what is packed on the host stays so when it has come back to the device */
    zm_residency *residency;
    zm_publisher *publisher; /* NULL: nothing is stored */
    zm_value **values;       /* by tier: on the device; NULL: not there */
    zm_device_rules rules;   /* on the device */
    bool has_rules;          /* they are there */
    uint64_t *reached;       /* on the device: of the tier, or the run, that is solved */
    zm_dense_sweep sweep;
    zm_dense_bits bits;
    zm_dense_tier tier;
};

/* What the rules have, on the device. */
zm_status zm_dense_device_put_rules(zm_dense_device *d);
/* Bytes of the device that checking a sample takes, at most. */
uint64_t zm_dense_device_check_device_bytes(void);
/* Tells the device where the values of a run's tiers are. */
zm_status zm_dense_device_tell(zm_dense_device *d, const zm_run *run);

/* ---- tier.c ---- */
uint64_t zm_dense_tier_bytes(const zm_dense_device *d, bool enumerated); /* of the device, beside values */
zm_status zm_dense_tier_open(zm_dense_device *d);                        /* takes them */
zm_status zm_dense_tier_tell(zm_dense_device *d, const zm_run *run);
/* These steps, one after the other, over each slice of the tier. */
zm_status zm_dense_tier_steps(zm_dense_device *d, const zm_tier_step *steps, size_t count);
zm_status zm_dense_tier_read_notes(zm_dense_device *d);
zm_status zm_dense_tier_check_level(const zm_dense_device *d); /* is a win too far away to be told? */

/* ---- counting.c, forward.c: the first look at a tier, and all that follows until it can be closed ---- */
zm_status zm_dense_counting_look(zm_dense_device *d);
zm_status zm_dense_counting_decide(zm_dense_device *d);
zm_status zm_dense_forward_look(zm_dense_device *d);
zm_status zm_dense_forward_decide(zm_dense_device *d);

/* ---- sweep.c ---- */
typedef struct zm_dense_extent { /* of the runs: the most that one has */
    uint64_t tiers, numbers, words;
} zm_dense_extent;
zm_dense_extent zm_dense_largest_run(const zm_tiers *t);
uint64_t zm_dense_run_words(const zm_tiers *t, const zm_run *run);        /* of its bitmap */
bool zm_dense_has_inner_moves(const zm_dense_device *d);                  /* do moves lead from a tier to itself? */
uint64_t zm_dense_sweep_bytes(const zm_dense_device *d, bool enumerated); /* of the device, beside values */
uint64_t zm_dense_sweep_fixed_bytes(const zm_dense_device *d,
                                    const zm_dense_extent *most); /* whatever the steps are for */
zm_status zm_dense_sweep_open(zm_dense_device *d);
void zm_dense_sweep_close(zm_dense_device *d);
zm_status zm_dense_sweep_tell(zm_dense_device *d, const zm_run *run);
/* Tells the device where values and bits of a run's tiers are, as d->sweep.tier says. */
zm_status zm_dense_sweep_put_tiers(zm_dense_device *d, const zm_run *run);
/* The next steps are over the tiers of a level, from `first` on. d->sweep.job.to is 0 when these have no places. */
zm_status zm_dense_sweep_choose_level(zm_dense_device *d, const zm_run *run, uint32_t first, uint32_t level);
zm_status zm_dense_sweep_step(zm_dense_device *d, zm_dense_gpu_step kernel);

/* ---- reach.c ---- */
/* Bytes of the device while states are found, with so much room: at most; where that is not enough, at least. */
zm_status zm_dense_reach_bytes(zm_dense_device *d, uint64_t room, uint64_t *bytes);

#endif
