/* kernels.c: the steps of states.inc, wins.inc and distance.inc for a shape, on one thread, and its values as they go
 * to a table. One unit with the rules, so that the compiler sees through them. */
#include "solver.h"

#include "game/expand.h"

#include "sets.inc"

#include "wins.inc"

#include "states.inc"

#include "distance.inc"

#include "table.inc"

typedef bool pair_look(const zm_pair_job *j, uint64_t i);

/* In rounds: what is to look again does so in the next one, or in this one if it is in a later word. Looking at once
 * would find values that are better soon after: three times as many looks with distances. */
ZM_KERNEL void pair_until_nothing_changes(zm_pair_job *j, pair_look *look)
{
    const uint64_t words = (j->count + 63) / 64;
    for (bool more = true; more;) {
        more = false;
        for (uint64_t w = 0; w < words; w++) {
            uint64_t rest = j->room.dirty[w];
            j->room.dirty[w] = 0;
            while (rest) {
                const uint64_t i = w * 64 + zm_take_lowest(&rest);
                more = true;
                j->counts.visits++;
                if (look(j, i))
                    pair_mark_beside(j, j->room.many[i]);
            }
        }
    }
}

ZM_KERNEL bool pair_look_one(const zm_pair_job *j, uint64_t i) { return pair_one_again(j, i); }
ZM_KERNEL bool pair_look_two(const zm_pair_job *j, uint64_t i) { return pair_two_again(j, i); }
ZM_KERNEL bool pair_look_seen(const zm_pair_job *j, uint64_t i) { return pair_seen_again(j, i); }
ZM_KERNEL bool pair_look_one_seen(const zm_pair_job *j, uint64_t i) { return pair_one_seen_again(j, i); }

ZM_KERNEL bool pair_look_one_values(const zm_pair_job *j, uint64_t i) { return pair_one_values_again(j, i); }
ZM_KERNEL bool pair_look_two_values(const zm_pair_job *j, uint64_t i) { return pair_two_values_again(j, i); }

void zm_pair_list(const zm_pair_job *j)
{
    for (uint64_t i = 0; i < j->count; i++)
        j->room.many[i] = hen_many(j->variant, j->shape, (uint32_t)i);
}

void zm_pair_classify(zm_pair_job *j)
{
    zm_pair_list(j);
    for (uint64_t i = 0; i < j->count && j->board->ones; i++)
        pair_one_begin(j, i);
    pair_until_nothing_changes(j, pair_look_one);
    for (uint64_t i = 0; i < j->count && j->board->twos; i++)
        pair_two_begin(j, i);
    pair_until_nothing_changes(j, pair_look_two);
    for (uint64_t i = 0; i < j->count; i++) {
        pair_land(j, i);
        pair_tell(j, i);
    }
}

void zm_pair_measure(zm_pair_job *j)
{
    for (uint64_t i = 0; i < j->count && j->board->ones; i++)
        pair_one_values_begin(j, i);
    pair_until_nothing_changes(j, pair_look_one_values);
    for (uint64_t i = 0; i < j->count && j->board->twos; i++)
        pair_two_values_begin(j, i);
    pair_until_nothing_changes(j, pair_look_two_values);
    for (uint64_t i = 0; i < j->count; i++) {
        if (j->board->twos)
            pair_plies_keep(j, i);
        pair_land_plies(j, i);
        pair_tell_farthest(j, i);
    }
}

void zm_pair_reach(zm_pair_job *j)
{
    zm_pair_list(j);
    for (uint64_t i = 0; i < j->count; i++)
        pair_seen_begin(j, i);
    pair_until_nothing_changes(j, pair_look_seen);
    for (uint64_t i = 0; i < j->count && j->board->ones; i++)
        pair_one_seen_begin(j, i);
    pair_until_nothing_changes(j, pair_look_one_seen);
    for (uint64_t i = 0; i < j->count; i++) {
        const uint64_t many = j->room.many[i], free = j->board->all & ~many;
        if (j->few) {
            pair_tell_few(j, i, many);
            if (j->stores)
                pair_seen_keep_few(j, i, free);
            continue;
        }
        pair_seen_leave(j, i, many, free);
        pair_seen_keep(j, i, free);
    }
}
