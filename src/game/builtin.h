/* builtin.h: the games compiled into the library. The table itself is made by CMake (builtin.c.in): a folder in
 * src/games is a game, and nothing else has to name it. */
#ifndef ZM_GAME_BUILTIN_H
#define ZM_GAME_BUILTIN_H

#include "complete.h"

#include <zermelo/rules.h>

typedef struct zm_kernels zm_kernels; /* src/kernel: inner loops, compiled for one game's rules */

typedef struct zm_search_runner zm_search_runner; /* src/engine: many searches at once on a GPU */

typedef struct zm_tier_runner zm_counting_runner; /* src/engine: retrograde analysis on a GPU */
typedef struct zm_tier_runner zm_forward_runner;  /* the same for games that do not say who leads to a state */

typedef struct zm_dense_runner zm_dense_runner; /* src/engine: dense tiers gone through on a GPU */

typedef struct zm_verify_runner zm_verify_runner; /* src/engine: tables verified on a GPU */

typedef struct zm_placements_runner zm_placements_runner; /* src/engine: the placements of a hunt listed on a GPU */

typedef struct zm_builtin_row {
    const zm_game *game;
    zm_kernels *kernels;                       /* NULL: the game runs through its pointers */
    const zm_search_runner *search_runner;     /* NULL: it is not searched on a GPU, or this build has none */
    const zm_counting_runner *counting_runner; /* NULL: it is not solved so on a GPU, or this build has none */
    const zm_forward_runner *forward_runner;   /* likewise */
    const zm_dense_runner *dense_runner;       /* NULL: it is not gone through on a GPU, or this build has none */
    const zm_verify_runner *verify_runner;     /* NULL: its tables are not verified on a GPU, or this build has none */
    const zm_placements_runner
        *placements_runner; /* NULL: it is no hunt with cycles, or this build has none on a GPU */
} zm_builtin_row;

extern const zm_builtin_row zm_builtin_rows[]; /* by name; ends with a row of NULLs */
extern zm_completed zm_builtin_games[];        /* the same completed, by the registry */

/* The game that a variant's kernels and runners are those of: its own, or the one that its own is a copy of, where the
 * variant cannot have all that a board derives. */
const zm_game *zm_game_of_kernels(const zm_variant *v);
zm_kernels *zm_kernels_of(const zm_game *g);                           /* NULL when it has none */
const zm_search_runner *zm_search_runner_of(const zm_game *g);         /* likewise */
const zm_counting_runner *zm_counting_runner_of(const zm_game *g);     /* likewise */
const zm_forward_runner *zm_forward_runner_of(const zm_game *g);       /* likewise */
const zm_dense_runner *zm_dense_runner_of(const zm_game *g);           /* likewise */
const zm_verify_runner *zm_verify_runner_of(const zm_game *g);         /* likewise */
const zm_placements_runner *zm_placements_runner_of(const zm_game *g); /* likewise */

#endif
