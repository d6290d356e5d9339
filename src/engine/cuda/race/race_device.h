/* race_device.h: the values of a race in the memory of a device, which sweeps over them itself. They never come to the
 * host but for rows that are stored and for samples. For the solver of this folder, and for two players who do not play
 * their best (play/exact_race.c). */
#ifndef ZM_ENGINE_CUDA_RACE_RACE_DEVICE_H
#define ZM_ENGINE_CUDA_RACE_RACE_DEVICE_H

#include "solve/race/board.h"

typedef struct zm_race_device zm_race_device;

enum { ZM_DEVICE_ROWS = 4 }; /* sides of the mover's whose values lie together */

/* Takes the tables of the board to the device. One clear line and ZM_BAD_INPUT when there is no such device. */
zm_status zm_race_device_open(const zm_race_board *b, const zm_solve_options *o, zm_race_device **out);
void zm_race_device_free(zm_race_device *d); /* NULL is none */

/* Values of a pairing of which nothing is known; they are there until zm_race_device_drop. */
zm_status zm_race_device_make(zm_race_device *d, zm_pairing p);
/* One sweep; adds to *widest and *changed. What went wrong is told by the next function that returns a status. */
void zm_race_device_sweep(zm_race_device *d, zm_pairing p, uint32_t *widest, bool *changed);
/* From then on the tier is only read, by tiers that come later. */
zm_status zm_race_device_close(zm_race_device *d, uint32_t tier);
void zm_race_device_drop(zm_race_device *d, uint32_t tier);
/* What is known of an open position. */
zm_status zm_race_device_odds(zm_race_device *d, zm_pos p, zm_odds *out);

/* ---- for one who does not play his best; bounds only ---- */
/* After his turn it is the turn of whoever has the values `against`. `parts`, if not 0: as zm_race_block.parts. */
void zm_race_device_plays(zm_race_device *d, zm_race_device *against, unsigned parts);
/* How he plays while this pairing is swept over: choice[(mover / ZM_DEVICE_ROWS * others + other) * ZM_DEVICE_ROWS +
 * mover % ZM_DEVICE_ROWS] has two bits per roll, for at most 8 rolls: the number of its step. They are renumbered in
 * place. */
zm_status zm_race_device_choose(zm_race_device *d, zm_pairing p, uint16_t *choice);
uint64_t zm_race_device_places(const zm_race_device *d, zm_pairing p); /* of `choice` */

#endif
