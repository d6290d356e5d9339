/* race.h: a race on a device, as the files of this folder see it. */
#ifndef ZM_ENGINE_CUDA_RACE_RACE_H
#define ZM_ENGINE_CUDA_RACE_RACE_H

#include "engine/cuda/device/device.h"
#include "race_device.h"
#include "race_runner.h"
#include "table/write/writer.h"

typedef struct zm_race_values {
    uint32_t *open;
    uint32_t *lower; /* closed */
    uint16_t *width;
} zm_race_values;

struct zm_race_device {
    zm_context *context;
    zm_device *device;
    const zm_race_runner *runner;
    const zm_race_board *board;
    uint32_t words;
    double precision;
    zm_race_gpu common; /* what all kernels have in common */
    zm_race_gpu_side side[ZM_RACE_HOMES];
    zm_race_values values[ZM_RACE_HOMES][ZM_RACE_HOMES]; /* [mover's home][the other's] */
    uint16_t *choice[ZM_RACE_HOMES][ZM_RACE_HOMES];      /* how the mover plays; NULL: his best */
    zm_race_device *against;  /* who has the values after the turn went over: itself, mostly */
    zm_race_gpu_found *found; /* on the device */
    zm_race_gpu_found copy;   /* on the host */
    const char *failed;       /* what the last kernel said */
    bool look;                /* sweeps ask whether anything changed */
    uint32_t sweeps;
};

/* Bytes of a tier's values (zm_race_bytes_of; the argument is the zm_race_device). */
zm_race_bytes zm_race_device_bytes(const void *device, uint32_t tier);
/* Solved: what the states add to the summary. False in *whole when so many have the same least or most odds that the
 * rows must be looked at. */
zm_status zm_race_device_summary(zm_race_device *d, uint32_t tier, zm_summary *sum, bool *whole);

/* ---- rows: values that come to the host ---- */
typedef struct zm_device_rows { /* groups of ZM_DEVICE_ROWS sides of the mover's, against some of the other's sides */
    uint32_t group, groups, other, others;
} zm_device_rows;
/* Their values: out[((group * others + other) * ZM_DEVICE_ROWS + side) * words], group and other counted from the
 * first. */
zm_status zm_race_device_rows(zm_race_device *d, zm_pairing p, const zm_device_rows *rows, uint32_t *out);

/* ---- samples ---- */
/* Recomputes `count` states of the tier, before it is closed (engine/cuda/device/sample.h). Adds to *checked. */
zm_status zm_race_device_check(zm_race_device *d, uint32_t tier, uint64_t count, uint64_t *checked);
uint64_t zm_race_device_check_bytes(void); /* memory of the host that takes, and of the device */
uint64_t zm_race_device_check_device_bytes(void);

#endif
