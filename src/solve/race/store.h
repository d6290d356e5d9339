/* store.h: a solved tier of a race, in the order of the index: to the summary, and to the table if there is one. Where
 * the values are, on the host or on a device, is the business of whoever lines up their rows. */
#ifndef ZM_SOLVE_RACE_STORE_H
#define ZM_SOLVE_RACE_STORE_H

#include "board.h"
#include "solve/method.h"

typedef struct zm_race_source {
    void *arg;
    /* The states of a row, one after the other. Returns how many; `line` has room for one more. On any thread. */
    uint64_t (*line_up)(const void *arg, const zm_race_rows *r, uint32_t side, zm_odds *line);
    /* OPTIONAL. Gets the rows `from` to end-1 to where they are lined up; and how many can be asked for at once. */
    zm_status (*fetch)(void *arg, const zm_race_rows *r, uint64_t from, uint64_t end);
    uint64_t (*most_rows)(const void *arg, const zm_race_rows *r);
} zm_race_source;

typedef struct zm_race_store {
    zm_driver *driver;
    const zm_race_board *board;
    zm_race_source source;
    uint32_t *room; /* zm_race_room_bytes: pieces on their way to the table */
    zm_odds *lines; /* a row for each thread: zm_race_line_bytes */
} zm_race_store;

uint64_t zm_race_line_bytes(const zm_race_board *b);

/* Publishes the tier; its counts go to the driver's tally. */
zm_status zm_race_store_tier(const zm_race_store *s, uint32_t tier);

#endif
