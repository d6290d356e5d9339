/* hunt_host.c: the steps of kernel/hunt_gpu.h on the CPU, one thread after the other. */
#include "kernel/hunt_runner.h"

#include "kernel/hunt_gpu.inc"

static void add(zm_hunt_gpu_notes *n, const hunt_gpu_counts *c)
{
    n->visits += c->visits;
    n->states += c->states;
    n->won_by_lone += c->won_by_lone;
    n->won_by_many += c->won_by_many;
    n->parts += c->parts;
    n->values += c->values;
    n->farthest = c->farthest > n->farthest ? c->farthest : n->farthest;
}

/* Every step that adds to a list begins a new one. */
static const char *start(zm_stream *s, zm_hunt_gpu_step kernel, const zm_hunt_gpu *job)
{
    (void)s;
    hunt_thread k = {job, {0, 0, 0, 0, 0, 0, 0}};
    job->notes->listed[1 - job->round] = 0;
    const uint64_t threads = hunt_gpu_threads(job, kernel);
    for (uint64_t i = 0; i < threads; i++)
        hunt_gpu_thread(&k, kernel, i);
    add(job->notes, &k.counts);
    return NULL;
}

const zm_hunt_runner zm_hunt_runner_host = {start};
