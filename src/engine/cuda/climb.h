/* climb.h: a dense solve on a device, as the files of this folder see it. */
#ifndef ZM_ENGINE_CUDA_CLIMB_H
#define ZM_ENGINE_CUDA_CLIMB_H

#include "climber.h"
#include "device.h"
#include "solve/climb_device.h"

struct zm_climb_device {
    zm_context *context;
    const zm_variant *variant;
    const zm_tiers *tiers;
    const zm_device *device;
    const zm_climber *climber;
    char name[128];
    uint64_t free_bytes, others; /* of the device: what it has, and what is taken beside values */
    uint64_t values_bytes;       /* that are taken for values now */
    zm_value **values;           /* by tier, as the device has them */
    void *data;
    uint64_t *reached;
    zm_climb job; /* what all steps have in common */
    zm_climb_notes notes;
};

/* What a device said, as a status. */
zm_status zm_climb_device_say(zm_climb_device *d, const char *failed);

#endif
