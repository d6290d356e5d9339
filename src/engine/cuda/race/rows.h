/* rows.h: rows of a race's values on their way from a device to the table (solve/race/store.h). */
#ifndef ZM_ENGINE_CUDA_RACE_ROWS_H
#define ZM_ENGINE_CUDA_RACE_ROWS_H

#include "race.h"
#include "solve/race/store.h"

typedef struct zm_race_fetched {
    zm_race_device *device;
    uint32_t *words; /* in pinned memory: rows of the sides from `from` on */
    uint32_t from;
} zm_race_fetched;

uint64_t zm_race_fetched_bytes(const zm_race_board *b); /* of host memory */
zm_status zm_race_fetched_open(zm_race_device *d, zm_race_fetched *out);
void zm_race_fetched_close(zm_race_fetched *f);
zm_race_source zm_race_fetched_source(zm_race_fetched *f);

#endif
