/* kernels.h: the inner loops of the solvers, compiled once per game and once for any game.
 *
 * A kernel is a plain loop over a range of places, on one thread; methods (src/solve, src/search) cut the ranges and
 * own the threads. Kernels come in families, one for each method that needs its own. A family is an .inc file over
 * KERNEL_RULES(v), a pointer to zm_game: the address of a constant in the copies made for one game, the rules that a
 * variant points to in the copy for any game (game/expand.h). A game gets the families whose parts its hooks have
 * (units.h); for the others it uses the copy for any game. Built-in games with a rules.h have a unit per family; a game
 * that is one C file has one unit for all (own.inc), in the library or, as a plugin, in its shared object. */
#ifndef ZM_KERNEL_KERNELS_H
#define ZM_KERNEL_KERNELS_H

#include "census.h"
#include "counting.h"
#include "dense.h"
#include "forward.h"
#include "game/builtin.h"
#include "hash.h"
#include "hunt_acyclic.h"
#include "hunt_cyclic.h"
#include "hunt_distances.h"
#include "push.h"
#include "rows.h"
#include "search.h"

struct zm_kernels {
    const zm_hash_kernels *hash;
    const zm_dense_kernels *dense;
    const zm_forward_kernels *forward;
    const zm_census_kernels *census;
    const zm_push_kernels *push;
    const zm_counting_kernels *counting;
    const zm_rows_kernels *rows;
    const zm_hunt_acyclic_kernels *hunt_acyclic;
    const zm_hunt_cyclic_kernels *hunt_cyclic;
    const zm_hunt_distances_kernels *hunt_distances;
    const zm_hunt_census_kernels *hunt_census;
    const zm_search_kernels *search;
};

extern const zm_kernels zm_kernels_plugin; /* of any game, through the pointers of its rules */

const zm_kernels *zm_kernels_for(const zm_variant *v); /* the game's own; where it has none, those for any game */

#endif
