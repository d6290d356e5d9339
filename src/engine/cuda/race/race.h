/* race.h: a race on a device, as the files of this folder see it. */
#ifndef ZM_ENGINE_CUDA_RACE_RACE_H
#define ZM_ENGINE_CUDA_RACE_RACE_H

#include "engine/cuda/device/device.h"
#include "race_runner.h"
#include "solve/race/race_device.h"

typedef struct zm_race_values {
    uint32_t *open;
    uint32_t *lower; /* closed */
    uint16_t *width;
} zm_race_values;

struct zm_race_device {
    zm_context *context;
    zm_device *device;
    const zm_race_runner *runner;
    uint32_t words, homes;
    double precision;
    const zm_race_sides *course;
    zm_race_gpu wave; /* what all kernels have in common */
    zm_race_gpu_side side[ZM_RACE_HOMES];
    zm_race_values values[ZM_RACE_HOMES][ZM_RACE_HOMES]; /* [mover's home][the other's] */
    uint16_t *choice[ZM_RACE_HOMES][ZM_RACE_HOMES];      /* how the mover plays; NULL: his best */
    zm_race_device *against;  /* who has the values after the turn went over: itself, mostly */
    zm_race_gpu_found *found; /* on the device */
    zm_race_gpu_found here;
    const char *failed; /* what the last kernel said */
    bool look;          /* sweeps ask whether anything changed */
    uint32_t sweeps;
};

#endif
