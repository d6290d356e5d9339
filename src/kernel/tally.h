/* tally.h: what solving adds up: states, who wins them, the farthest of them. */
#ifndef ZM_KERNEL_TALLY_H
#define ZM_KERNEL_TALLY_H

#include <zermelo/table.h>

typedef struct zm_tally {
    zm_summary summary;
    uint64_t visits; /* states evaluated and successors or parents looked at */
} zm_tally;

static inline void zm_tally_farthest(zm_summary *s, zm_pos p, unsigned remoteness)
{
    if (remoteness < s->longest || (remoteness == s->longest && s->has_longest && !zm_before(p, s->longest_position)))
        return;
    s->longest = remoteness;
    s->longest_position = p;
    s->has_longest = true;
}

static inline void zm_tally_state(zm_tally *t, zm_pos p, unsigned turn, zm_value value)
{
    zm_summary *s = &t->summary;
    s->states++;
    if (value == ZM_DRAWN) {
        s->drawn++;
        return;
    }
    /* A wrong `turn` writes nowhere else; build and verify name it. */
    s->won_by[(zm_is_win(value) ? turn : 1 - turn) & 1]++;
    zm_tally_farthest(s, p, zm_remoteness(value));
}

#endif
