/* ranges.c: work on the places of a tier, cut into chunks for the threads. */
#include "base/stop.h"
#include "classify.h"
#include "table/write/writer.h"

#include <omp.h>

static void one_range(const zm_job *j, uint64_t from, uint64_t to, zm_range_work *work, void *arg, zm_tally *t)
{
    if (!zm_stopped(j->context))
        work(arg, from, to, t);
    zm_meter_add(j->meter, to - from);
}

void zm_job_ranges(const zm_job *j, uint64_t count, uint64_t chunk, zm_range_work *work, void *arg, zm_tally *t)
{
    if (!j->large || count <= chunk || zm_threads(j->context) == 1) { /* a parallel region of one thread is not free */
        for (uint64_t from = 0; from < count; from += chunk)
            one_range(j, from, from + chunk < count ? from + chunk : count, work, arg, t);
        return;
    }
#pragma omp parallel num_threads((int)zm_threads(j->context))
    {
        zm_tally mine = {0};
#pragma omp for schedule(dynamic, 1)
        for (uint64_t from = 0; from < count; from += chunk)
            one_range(j, from, from + chunk < count ? from + chunk : count, work, arg, &mine);
#pragma omp critical(zm_tally)
        {
            zm_summary_add(&t->summary, &mine.summary);
            t->visits += mine.visits;
        }
    }
}
