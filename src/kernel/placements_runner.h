/* placements_runner.h: in which order a table has the placements of a hunt with cycles: its game says so
 * (zm_hunt.many), and that is all of a game that a GPU runs for its tables. */
#ifndef ZM_KERNEL_PLACEMENTS_RUNNER_H
#define ZM_KERNEL_PLACEMENTS_RUNNER_H

#include "base/stream.h"
#include "game/device_rules.h"

#include <zermelo/hunt.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_placements_runner_job {
    const zm_variant *variant; /* on the host */
    zm_device_rules rules;     /* on the device */
    uint32_t tier;
    uint64_t units; /* placements of the tier: rows have them once with the many to move, then with the lone piece */
    uint64_t from, count; /* rows */
    uint64_t *placement;  /* gets that of each, on the device */
} zm_placements_runner_job;

typedef struct zm_placements_runner {
    const char *(*list)(zm_stream *s, const zm_placements_runner_job *job); /* begins to */
} zm_placements_runner;

ZM_INLINE uint64_t zm_placements_runner_number(const zm_placements_runner_job *job, uint64_t i)
{
    const uint64_t row = job->from + i;
    return row < job->units ? row : row - job->units;
}

extern const zm_placements_runner zm_placements_runner_host; /* of any game, on the CPU */

#ifdef __cplusplus
}
#endif

#endif
