/* stalk_body.h: what a warp does with a placement (stalk.h), in the common subset of C and CUDA C++. Whoever includes it has included pair_sets_body.h,
 * pair_body.h and pair_reach_body.h before, for what a single hunter does. */
#include "stalk_sets_body.h"

#include "stalk_wins_body.h"

#include "stalk_reach_body.h"

#include "stalk_answer_body.h"

#include "stalk_rows_body.h"

/* ---- threads ---- */
/* The shape of the batch that has a placement of the layer. */
STALK_STEP void stalk_list(const stalker *k, uint64_t i)
{
    const zm_pair_job *j = k->pair;
    uint32_t low = k->job->shape, high = low + k->job->shapes;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (j->first[middle] <= j->from + i)
            low = middle;
        else
            high = middle;
    }
    k->job->many[i] = PAIR(many)(j->variant, low, (uint32_t)(j->from + i - j->first[low]));
}

ZM_KERNEL void stalk_thread(stalker *k, zm_stalk_kernel kernel, uint64_t i)
{
    bool changed = false;
    switch (kernel) {
    case ZM_STALK_LIST: stalk_list(k, i); return;
    case ZM_STALK_ANSWER: stalk_answer(k, &k->job->ask[i]); return;
    case ZM_STALK_ROWS: stalk_put_row(k, i); return;
    case ZM_STALK_ONE_BEGIN: pair_one_begin(k->pair, i); return;
    case ZM_STALK_ONE_AGAIN: changed = pair_one_again(k->pair, i); break;
    default: changed = pair_one_seen_again(k->pair, i);
    }
    k->counts.visits++;
    if (!changed)
        return;
    k->changed = 1;
    pair_mark_beside(k->pair, k->job->many[i]);
}

ZM_KERNEL void stalk_warp(stalker *k, zm_stalk_kernel kernel, uint64_t i)
{
    switch (kernel) {
    case ZM_STALK_SEEN_BEGIN: stalk_seen_begin(k, i); return;
    case ZM_STALK_ONE_SEEN_BEGIN: stalk_one_seen_begin(k, i); return;
    case ZM_STALK_SEEN_CLOSE: stalk_seen_close(k, i); return;
    case ZM_STALK_BEGIN: stalk_begin(k, i); return;
    case ZM_STALK_CLOSE: stalk_close(k, i); return;
    case ZM_STALK_SEEN_AGAIN: stalk_seen_again(k, i); break;
    default: stalk_again(k, i, kernel == ZM_STALK_FIRST);
    }
    ZM_EACH_LANE(a) k->counts.visits += a == 0;
}

ZM_KERNEL bool stalk_is_dirty(zm_stalk_kernel kernel)
{
    return kernel == ZM_STALK_SEEN_AGAIN || kernel == ZM_STALK_ONE_SEEN_AGAIN || kernel == ZM_STALK_ONE_AGAIN ||
           kernel == ZM_STALK_FIRST || kernel == ZM_STALK_AGAIN;
}

ZM_KERNEL bool stalk_is_thread(zm_stalk_kernel kernel)
{
    return kernel == ZM_STALK_LIST || kernel == ZM_STALK_ONE_BEGIN || kernel == ZM_STALK_ONE_AGAIN ||
           kernel == ZM_STALK_ONE_SEEN_AGAIN || kernel == ZM_STALK_ANSWER || kernel == ZM_STALK_ROWS;
}

/* How many warps or threads it takes. */
ZM_KERNEL uint64_t stalk_items(const zm_stalk *j, zm_stalk_kernel kernel)
{
    return kernel == ZM_STALK_ANSWER ? j->asks
           : kernel == ZM_STALK_ROWS ? (uint64_t)j->rows.count * stalk_row_threads(j)
                                     : j->count;
}

/* It marks what must be looked at next. */
ZM_KERNEL bool stalk_marks(zm_stalk_kernel kernel)
{
    return kernel != ZM_STALK_LIST && kernel != ZM_STALK_CLOSE && kernel != ZM_STALK_SEEN_CLOSE &&
           kernel != ZM_STALK_ANSWER && kernel != ZM_STALK_ROWS;
}

/* By all lanes. */
ZM_KERNEL void stalk_tell(const stalker *k)
{
    zm_stalk_notes *n = k->job->notes;
    const uint64_t states = zm_lanes_sum(k->counts.states), pair = zm_lanes_sum(k->counts.won_by_pair),
                   many = zm_lanes_sum(k->counts.won_by_many), visits = zm_lanes_sum(k->counts.visits);
    const uint32_t changed = zm_lanes_most(k->changed);
    if (ZM_LANE)
        return;
    if (states) {
        zm_lane_add(&n->states, states);
        zm_lane_add(&n->won_by_pair, pair);
        zm_lane_add(&n->won_by_many, many);
    }
    if (visits)
        zm_lane_add(&n->visits, visits);
    if (changed)
        zm_lane_add(&n->changed, 1);
}
