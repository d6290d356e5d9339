/* dense.h: what kernels see of a dense solve, and the kernels that go through the places of a tier: which of them are
 * states that play reaches, what these are worth when all they lead to is known, and what all of them add up to. */
#ifndef ZM_KERNEL_DENSE_H
#define ZM_KERNEL_DENSE_H

#include "game/expand.h"
#include "tally.h"

#include <zermelo/hunt.h>

typedef unsigned __int128 zm_wide; /* numbers of games, exact to 128 bits */

/* What kernels see of a dense solve. In a hunt, values and reached are by placement: see hunt_acyclic.inc. */
typedef struct zm_dense {
    const zm_variant *variant;
    zm_value **values;              /* by tier; NULL where it is not in memory */
    uint64_t **reached;             /* by tier, a bit a place; NULL: every place is a state */
    unsigned stride;                /* of a hunt: values a placement, a multiple of 16 */
    unsigned squares;               /* of a hunt */
    uint64_t near[ZM_HUNT_SQUARES]; /* of a hunt: where the lone piece can step to from each square */
    zm_wide **paths;                /* of a hunt whose games are counted, by tier, a row of `squares` a placement */
} zm_dense;

/* Bits that several threads set. */
ZM_KERNEL bool zm_bit_get(const uint64_t *bits, uint64_t i)
{
    return __atomic_load_n(&bits[i / 64], __ATOMIC_RELAXED) >> (i % 64) & 1;
}

/* Sets the bit; true if it was not set. Most are set already, and a plain look is far cheaper than a locked write. */
ZM_KERNEL bool zm_bit_set(uint64_t *bits, uint64_t i)
{
    if (zm_bit_get(bits, i))
        return false;
    const uint64_t bit = zm_bit(i % 64);
    return !(__atomic_fetch_or(&bits[i / 64], bit, __ATOMIC_RELAXED) & bit);
}

ZM_KERNEL bool zm_dense_is_state(const zm_dense *d, uint32_t tier, uint64_t i)
{
    return !d->reached || zm_bit_get(d->reached[tier], i);
}

/* Values are read while other threads decide others: relaxed atomics, which cost nothing here. */
ZM_KERNEL zm_value zm_dense_value(const zm_dense *d, zm_place at)
{
    return __atomic_load_n(&d->values[at.tier][at.index], __ATOMIC_RELAXED);
}

/* What finding states comes across in a tier (solve/core/states.c). */
enum { ZM_REACH_BLOCK = 512 };
typedef struct zm_reach {
    uint8_t *touched; /* by ZM_REACH_BLOCK places of the tier: set to 1 where a state is new */
    bool misplaced;   /* a move leads to this place, and unrank finds a state there that has another one */
    zm_place place;
    zm_pos state;
} zm_reach;

typedef struct zm_dense_kernels {
    /* Marks what some states lead to: those in `words` words of `seeds`, which begin with word `first` of the tier. New
     * states of the same tier are noted in `r`; NULL: nobody asks. Safe on several threads. */
    void (*reach)(const zm_dense *d, uint32_t tier, const uint64_t *seeds, uint64_t first, uint64_t words, zm_reach *r);

    /* Marks all states in the words [from, to), where they all count (`all_states`). */
    void (*mark_all)(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to);

    /* How many of the states in `words` words of `bits` are not over. */
    uint64_t (*open)(const zm_dense *d, uint32_t tier, const uint64_t *bits, uint64_t words);

    /* The value of each state in [from, to) from its successors, in ascending order; all of them must be decided. */
    void (*sweep)(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t);

    /* Adds the states with a value in [from, to) to the tally; what is reached and undecided becomes drawn first. */
    void (*tally)(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t);
} zm_dense_kernels;

#endif
