/* race.h: a race while it is solved: what race.c, which sweeps, and store.c, which counts, stores and reads back,
 * share. Also for the chain of two players who do not play their best (play/exact_race.c). */
#ifndef ZM_SOLVE_RACE_RACE_H
#define ZM_SOLVE_RACE_RACE_H

#include "block.h"
#include "race_device.h"
#include "solve/iterate/bounds.h"
#include "table/write/writer.h"

#include <zermelo/solve.h>

typedef struct zm_pairing { /* which home moves, and which the other side has */
    uint32_t mover, other;
} zm_pairing;

typedef struct zm_race_solve {
    zm_context *context;
    const zm_variant *variant;
    const zm_solve_options *options;
    zm_solved *out;
    const zm_race *race;
    uint32_t homes, tiers;
    zm_race_sides course[ZM_RACE_HOMES];
    uint32_t *values[ZM_RACE_HOMES][ZM_RACE_HOMES]; /* panels: [mover's home][the other's] */
    uint32_t *(*against)[ZM_RACE_HOMES];            /* of whom the turn goes over to: the same, when one solves */
    uint32_t
        *choice[ZM_RACE_HOMES][ZM_RACE_HOMES]; /* how the mover plays: zm_race_block.choice by group; NULL: his best */
    uint32_t last_use[ZM_RACE_HOMES][ZM_RACE_HOMES]; /* the last tier that asks for them */
    uint32_t *room;                                  /* the laps of a phase */
    zm_race_block lap;                               /* what all laps have in common */
    zm_race_device *device;                          /* NULL: the values are here */
    uint32_t *fetched;                               /* rows from there, those of the sides from `fetched_from` on */
    uint32_t fetched_from;
    zm_odds *lines;         /* a row for each thread, on its way to the table */
    zm_writer *writer;      /* NULL: nothing is stored */
    const zm_table *source; /* that finished tiers are taken from; NULL: from the writer */
} zm_race_solve;

enum { ZM_RACE_PHASE = 16 }; /* laps a phase at most */

static inline uint32_t zm_groups_of(uint32_t sides) { return (sides + ZM_LANES - 1) / ZM_LANES; }

/* Fills in what depends on the variant. `context`, `variant`, `options`, `race` and `against` are there. */
zm_status zm_race_prepare(zm_race_solve *s);
void zm_race_free_courses(zm_race_solve *s);
void zm_race_free_values(zm_race_solve *s);
/* One sweep over a pairing; adds to *out. */
void zm_race_sweep(const zm_race_solve *s, zm_pairing p, zm_sweep *out);
/* Gives values back that no tier after this one asks for. */
void zm_race_drop_unused(zm_race_solve *s, uint32_t tier);

/* Bytes of `room`; of `fetched`; of `lines`. */
uint64_t zm_race_room(const zm_race_solve *s);
uint64_t zm_race_fetched(const zm_race_solve *s);
uint64_t zm_race_lines(const zm_race_solve *s);

/* Where the lower bound of a pair of sides is; the upper one, if there is one, is ZM_LANES behind it. */
uint32_t *zm_race_word(const zm_race_solve *s, zm_pairing p, uint32_t side, uint32_t other);
/* Gives pairs that are no states what block.h says they hold. */
void zm_race_fill_captured(zm_race_solve *s, zm_pairing p);
/* Values of a pairing of which nothing is known. */
zm_status zm_race_make_values(zm_race_solve *s, zm_pairing p);
/* A finished tier: to the summary, and to the table if there is one. */
zm_status zm_race_store(zm_race_solve *s, uint32_t tier, uint32_t a, uint32_t b);
/* A tier that an interrupted solve has left. */
zm_status zm_race_take(zm_race_solve *s, uint32_t tier, uint32_t a, uint32_t b);
zm_status zm_race_start(zm_race_solve *s, zm_odds *out);

#endif
