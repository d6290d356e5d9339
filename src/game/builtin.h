/* builtin.h: the games compiled into the library. The table itself is made by CMake (builtin.c.in): a folder in src/games is
 * a game, and nothing else has to name it. */
#ifndef ZM_GAME_BUILTIN_H
#define ZM_GAME_BUILTIN_H

#include <zermelo/game.h>

typedef struct zm_kernels zm_kernels; /* src/solve: the solvers compiled once more for one game's rules */

typedef struct zm_diver zm_diver; /* src/engine: many searches at once on a GPU */

typedef struct zm_climber zm_climber; /* src/engine: retrograde analysis on a GPU */

typedef struct zm_walker zm_walker; /* src/engine: dense tiers gone through on a GPU */

typedef struct zm_prover zm_prover; /* src/engine: tables verified on a GPU */

typedef struct zm_stalker zm_stalker; /* src/engine: a pair of hunters on a GPU */

typedef struct zm_lister zm_lister; /* src/engine: the placements of a hunt listed on a GPU */

typedef struct zm_builtin_row {
    const zm_game *game;
    const zm_kernels *kernels; /* NULL: the game runs through its pointers, as plugins do */
    const zm_diver *diver;     /* NULL: it is not searched on a GPU, or this build has none */
    const zm_climber *climber; /* NULL: it is not solved so on a GPU, or this build has none */
    const zm_walker *walker;   /* NULL: it is not gone through on a GPU, or this build has none */
    const zm_prover *prover;   /* NULL: its tables are not verified on a GPU, or this build has none */
    const zm_stalker *stalker; /* NULL: it has no pair of hunters, or this build has none on a GPU */
    const zm_lister *lister;   /* NULL: it is no hunt with cycles, or this build has none on a GPU */
} zm_builtin_row;

extern const zm_builtin_row zm_builtin_rows[]; /* by name; ends with a row of NULLs */

const zm_kernels *zm_kernels_of(const zm_game *g); /* NULL when it has none */
const zm_diver *zm_diver_of(const zm_game *g);     /* likewise */
const zm_climber *zm_climber_of(const zm_game *g); /* likewise */
const zm_walker *zm_walker_of(const zm_game *g);   /* likewise */
const zm_prover *zm_prover_of(const zm_game *g);   /* likewise */
const zm_stalker *zm_stalker_of(const zm_game *g); /* likewise */
const zm_lister *zm_lister_of(const zm_game *g);   /* likewise */

#endif
