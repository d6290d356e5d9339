/* census.h: the states of a table, counted: by value, by remoteness, and by how many moves they have.
 *
 * A census is one thread's; they add up. Which states have the longest wins is not for a census to say, but it tells of
 * each that may be among them: only for those it must be known which position it is. */
#ifndef ZM_KERNEL_CENSUS_H
#define ZM_KERNEL_CENSUS_H

#include "hunt_cyclic.h"

#include <zermelo/value.h>

typedef struct zm_census zm_census;
typedef void zm_census_tell(zm_census *s, unsigned winner, unsigned remoteness, zm_pos state);

struct zm_census {
    uint64_t states, over, drawn, won_by[2];
    uint64_t at[ZM_FARTHEST + 1][2]; /* by remoteness and winner */
    uint64_t moves;                  /* of open states */
    unsigned fewest, most;           /* moves of an open state, which has one: 0 is none seen yet */
    unsigned least[2];               /* by winner: wins of this remoteness or more are told of */
    zm_census_tell *tell;            /* may change `least`; NULL: nobody is told */
    void *arg;
};

/* One state more; returns whether it is to be told of. */
static inline bool zm_census_value(zm_census *s, unsigned turn, zm_value value, unsigned *winner)
{
    s->states++;
    if (zm_is_draw(value)) {
        s->drawn++;
        return false;
    }
    const unsigned r = zm_remoteness(value);
    *winner = (zm_is_win(value) ? turn : !turn) & 1;
    s->won_by[*winner]++;
    s->at[r][*winner]++;
    return s->tell && r >= s->least[*winner];
}

/* The moves of a state; none: it is over. */
static inline void zm_census_moves(zm_census *s, unsigned count)
{
    if (!count) {
        s->over++;
        return;
    }
    s->moves += count;
    s->fewest = s->fewest && s->fewest < count ? s->fewest : count;
    s->most = s->most > count ? s->most : count;
}

/* A hunt (zermelo/hunt.h) whose rows are counted: a row has the values of one placement and turn, one per free
 * square. */
typedef struct zm_hunt_census {
    const zm_variant *variant;
    const zm_cyclic *board;     /* of a hunt with cycles; NULL: it has none */
    const uint64_t *placements; /* by tier */
    uint64_t squares;
    uint64_t near[ZM_HUNT_SQUARES];   /* where the lone piece steps from a square, and to it */
    uint64_t onto[ZM_HUNT_SQUARES];   /* with cycles: from where the many step onto a square */
    uint64_t beyond[ZM_HUNT_SQUARES]; /* with cycles: where a jump starts that lands on a square */
    unsigned most_near;               /* most squares next to one */
} zm_hunt_census;

typedef struct zm_census_kernels {
    /* The states of a tier among `count` places from `from` on. Returns how many places were counted: fewer where a
     * state is no position of the game. */
    uint64_t (*states)(const zm_variant *v, uint32_t tier, uint64_t from, const zm_value *values, uint64_t count,
                       zm_census *s);
} zm_census_kernels;

typedef struct zm_hunt_census_kernels {
    /* The same of rows of a hunt's tier. */
    void (*rows)(const zm_hunt_census *k, uint32_t tier, uint64_t from, const zm_value *values, uint64_t rows,
                 zm_census *s);
} zm_hunt_census_kernels;

#endif
