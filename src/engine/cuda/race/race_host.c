/* race_host.c: the kernels of races on the CPU, one thread after the other. */
#include "race_runner.h"

static void add(zm_race_gpu_found *f, const zm_race_gpu_note *n)
{
    f->widest = n->widest > f->widest ? n->widest : f->widest;
    f->changed |= n->changed;
    f->least = n->least < f->least ? n->least : f->least;
    f->most = n->most > f->most ? n->most : f->most;
}

static const char *run(zm_stream *s, zm_race_gpu_kernel kernel, const zm_race_gpu *w, zm_race_gpu_found *found,
                       zm_race_gpu_found *out)
{
    const uint32_t groups = (w->own.sides + ZM_RACE_GPU_SIDES - 1) / ZM_RACE_GPU_SIDES;
    zm_race_gpu_note note = zm_race_gpu_nothing();
    (void)s;
    if (!w->own.sides || !w->other.sides) /* a GPU starts no kernel without threads */
        return "invalid argument: a kernel of no sides";
    *found = (zm_race_gpu_found){.least = UINT64_MAX};
    for (uint32_t other = 0; other < w->other.sides; other += ZM_RACE_GPU_OTHERS)
        for (uint32_t group = 0; group < groups; group++)
            if (zm_race_gpu_is_sweep(kernel) && w->words == 2)
                zm_race_gpu_sweep(w, kernel, group, other, 2, true, &note);
            else
                zm_race_gpu_thread(w, kernel, group, other, 1, true, &note, found);
    add(found, &note);
    *out = *found;
    return NULL;
}

static const char *fetch_odds(zm_stream *s, const void *spot, uint64_t count, void *out)
{
    const zm_race_gpu_spot *from = spot;
    zm_odds *to = out;
    (void)s;
    if (!count)
        return "invalid argument: a kernel of no values";
    for (uint64_t i = 0; i < count; i++)
        to[i] = zm_race_gpu_fetch(&from[i]);
    return NULL;
}

const zm_race_runner zm_race_runner_host = {run, fetch_odds};
