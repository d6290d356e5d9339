/* placements_host.c: placements listed on the CPU, through the pointers of the rules. */
#include "game/trace/trace.h"
#include "kernel/placements_runner.h"

static const char *list(zm_stream *s, const zm_placements_runner_job *job)
{
    (void)s;
    zm_variant v = *job->variant;
    zm_use_rules(&v, &job->rules);
    for (uint64_t i = 0; i < job->count; i++)
        job->placement[i] = zm_quick_rules(&v)->hunt->many(&v, job->tier, zm_placements_runner_number(job, i));
    return NULL;
}

const zm_placements_runner zm_placements_runner_host = {list};
