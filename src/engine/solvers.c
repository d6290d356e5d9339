/* solvers.c: all methods there are, on all engines. A game may bring its own beside these (its `solvers`). */
#include "solve/method.h"

extern const zm_solver zm_solver_sweep, zm_solver_backward, zm_solver_forward, zm_solver_hunt_acyclic,
    zm_solver_hunt_cyclic, zm_solver_iterate, zm_solver_iterate_hash, zm_solver_race, zm_solver_hash, zm_solver_search;
extern const zm_solver zm_solver_sweep_cuda, zm_solver_backward_cuda, zm_solver_forward_cuda, zm_solver_hunt_cuda,
    zm_solver_race_cuda, zm_solver_search_cuda;

const zm_solver *const zm_solvers[] = {&zm_solver_sweep,
                                       &zm_solver_backward,
                                       &zm_solver_forward,
                                       &zm_solver_hunt_acyclic,
                                       &zm_solver_hunt_cyclic,
                                       &zm_solver_iterate,
                                       &zm_solver_iterate_hash,
                                       &zm_solver_race,
                                       &zm_solver_hash,
                                       &zm_solver_search,
                                       &zm_solver_race_cuda,
                                       &zm_solver_sweep_cuda,
                                       &zm_solver_search_cuda,
                                       &zm_solver_backward_cuda,
                                       &zm_solver_forward_cuda,
                                       &zm_solver_hunt_cuda,
                                       NULL};
