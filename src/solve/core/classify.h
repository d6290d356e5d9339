/* classify.h: how one tier is decided, when the tiers it leads to are: one function per way. */
#ifndef ZM_SOLVE_CORE_CLASSIFY_H
#define ZM_SOLVE_CORE_CLASSIFY_H

#include "base/meter.h"
#include "kernel/kernels.h"
#include "tiers.h"

typedef struct zm_job {
    zm_context *context;
    const zm_kernels *kernels;
    const zm_dense *dense;
    const zm_tiers *tiers;
    bool large;      /* worth all threads; else this thread alone */
    zm_meter *meter; /* told of by zm_job_ranges; NULL: nobody is */
} zm_job;

/* Can moves be counted down? */
static inline bool zm_can_count(const zm_variant *v)
{
    return v->game->backward->leaving && v->game->backward->parents_inside;
}

/* Can it be done by rows? And what that takes beside values and moves left. */
bool zm_has_rows(const zm_variant *v, uint32_t tier);
uint64_t zm_rows_need(const zm_variant *v, const zm_tiers *t, unsigned threads);

/* Each decides every state of the tier and adds it to the tally. */
zm_status zm_classify_sweep(const zm_job *j, uint32_t tier, zm_tally *t);
zm_status zm_classify_counting(const zm_job *j, uint32_t tier, zm_tally *t); /* backward, by counting */
zm_status zm_classify_rows(const zm_job *j, uint32_t tier, zm_tally *t);     /* the same by rows */

/* Cuts 0 .. count-1 into chunks for the threads the job may use; the tallies are added up. */
typedef void zm_range_work(void *arg, uint64_t from, uint64_t to, zm_tally *t);
void zm_job_ranges(const zm_job *j, uint64_t count, uint64_t chunk, zm_range_work *work, void *arg, zm_tally *t);

#endif
