/* race_device.h: the values of a race where the CPU's are not: on a device that sweeps over them itself. src/engine has
 * it; race.c asks for what it needs and never sees them, but for rows that are stored. */
#ifndef ZM_SOLVE_RACE_RACE_DEVICE_H
#define ZM_SOLVE_RACE_RACE_DEVICE_H

#include "block.h"

#include <zermelo/solve.h>

typedef struct zm_race_device zm_race_device;

enum { ZM_DEVICE_ROWS = 4 }; /* sides of the mover's whose values lie together */

/* Takes the tables of all homes 1 .. homes-1 to the device. `lap` has the rolls and how squares face each other. One
 * clear line and ZM_BAD_INPUT when there is no such device here. */
zm_status zm_race_device_open(zm_context *c, const zm_solve_options *o, const zm_race_block *lap,
                              const zm_race_sides *course, uint32_t homes, zm_race_device **out);
void zm_race_device_free(zm_race_device *d); /* NULL is none */

/* Bytes of a pair of homes while it is solved and afterwards; they are there until zm_race_device_drop. */
uint64_t zm_race_device_open_bytes(const zm_race_device *d, uint32_t mover, uint32_t other);
uint64_t zm_race_device_closed_bytes(const zm_race_device *d, uint32_t mover, uint32_t other);
/* Says what it will need of the device, and refuses when that has not got it. */
zm_status zm_race_device_announce(zm_race_device *d, uint64_t bytes);

/* Values of a pair of homes of which nothing is known. */
zm_status zm_race_device_make(zm_race_device *d, uint32_t mover, uint32_t other);
/* One sweep; adds to *widest and *changed. What went wrong is told by the next function that returns a status. */
void zm_race_device_sweep(zm_race_device *d, uint32_t mover, uint32_t other, uint32_t *widest, bool *changed);
/* Finished: what the states add to the summary, their number apart; false in *whole when so many have the same least or
 * most odds that the rows must be looked at. */
zm_status zm_race_device_summary(zm_race_device *d, const zm_variant *v, uint32_t mover, uint32_t other,
                                 zm_summary *sum, bool *whole);
/* Words a value: 2, lower and upper; or 1. */
uint32_t zm_race_device_words(const zm_race_device *d);
typedef struct
    zm_device_rows { /* groups of ZM_DEVICE_ROWS sides of the mover's, against some of the other side's in a row */
    uint32_t group, groups, other, others;
} zm_device_rows;
/* Their values: out[((group * others + other) * ZM_DEVICE_ROWS + side) * words], group and other counted from the
 * first. */
zm_status zm_race_device_rows(zm_race_device *d, uint32_t mover, uint32_t other, const zm_device_rows *rows,
                              uint32_t *out);
/* Memory here that rows come to is reached more quickly when it is pinned. What cannot be pinned works all the same. */
zm_status zm_race_device_pin(zm_race_device *d, void *block, uint64_t bytes);
void zm_race_device_unpin(zm_race_device *d, void *block);
/* Computes `count` states of the tier anew, from the rules and what is said of their successors, and compares: ZM_WRONG
 * when one contradicts them. Before it is closed. */
zm_status zm_race_device_check(zm_race_device *d, const zm_variant *v, uint32_t tier, uint64_t count);
uint64_t zm_race_device_check_bytes(const zm_variant *v); /* of the CPU's memory */
/* From here on they are only read, by tiers that come later. */
zm_status zm_race_device_close(zm_race_device *d, uint32_t mover, uint32_t other);
void zm_race_device_drop(zm_race_device *d, uint32_t mover, uint32_t other);
/* How long kernels took so far, and the bytes that sweeps asked for (zm_solved). */
void zm_race_device_work(const zm_race_device *d, double *seconds, uint64_t *bytes);
/* What is known of an open position. */
zm_status zm_race_device_odds(zm_race_device *d, const zm_variant *v, zm_pos p, zm_odds *out);

/* ---- for one who does not play his best (play/exact_race.c); bounds only ---- */
/* After his turn it is the turn of whoever has the values `against`. `parts`, if not 0: as zm_race_block.parts. */
void zm_race_device_plays(zm_race_device *d, zm_race_device *against, unsigned parts);
/* How he plays while these homes are swept over: choice[(mover / ZM_DEVICE_ROWS * others + other) * ZM_DEVICE_ROWS +
 * mover % ZM_DEVICE_ROWS] has two bits a roll, for at most 8 rolls: the number of its step. They are numbered anew in
 * place. */
zm_status zm_race_device_choose(zm_race_device *d, uint32_t mover, uint32_t other, uint16_t *choice);
uint64_t zm_race_device_places(const zm_race_device *d, uint32_t mover, uint32_t other); /* of `choice` */

#endif
