/* units.h: which kernels are compiled for a game, by the parts that its hooks have (game/hooks.h). The build preprocesses
 * this after a rules.h and looks which ZM_UNIT_... are defined; own.inc includes it after the lists of a game that is
 * one C file. */
#ifndef ZM_KERNEL_UNITS_H
#define ZM_KERNEL_UNITS_H

/* ---- on the CPU: the families of kernels.h ---- */
#define ZM_UNIT_hash
#ifdef INDEX
#define ZM_UNIT_dense
#define ZM_UNIT_forward
#define ZM_UNIT_census
#endif
#ifdef PARENTS
#define ZM_UNIT_push
#endif
#ifdef COUNTING
#define ZM_UNIT_counting
#endif
#ifdef ROWS
#define ZM_UNIT_rows
#endif
#ifdef HUNT
#define ZM_UNIT_hunt_distances
#define ZM_UNIT_hunt_census
#endif
#if defined HUNT && !defined HUNT_CYCLIC
#define ZM_UNIT_hunt_acyclic
#endif
#ifdef HUNT_CYCLIC
#define ZM_UNIT_hunt_cyclic
#endif
#ifdef SEARCH
#define ZM_UNIT_search
#endif

/* ---- on a GPU ---- */
#if defined INDEX && defined MOST_MOVES /* a thread has room for so many moves */
#define ZM_UNIT_dense_runner
#define ZM_UNIT_verify_runner
#endif
/* Looking at moves again is for cycles, where they are not counted down. Of the list of hooks only `inside` is more than 0. */
#define ZM_CYCLIC_HOOK(field, value) +ZM_CYCLIC_##field(value)
#define ZM_CYCLIC_inside(value) ZM_CYCLIC_##value
#define ZM_CYCLIC_ZM_CYCLES 1
#define ZM_CYCLIC_ZM_DESCENDS 0
#define ZM_CYCLIC_ZM_LEAVES 0
#define ZM_CYCLIC_tiers(value) 0
#define ZM_CYCLIC_tier_size(value) 0
#define ZM_CYCLIC_rank(value) 0
#define ZM_CYCLIC_unrank(value) 0
#define ZM_CYCLIC_all_reachable(value) 0
#define ZM_CYCLIC_all_states(value) 0
#define ZM_CYCLIC_is_state(value) 0
#define ZM_CYCLIC_place(value) 0
#define ZM_CYCLIC_children(value) 0
#if defined INDEX && defined MOST_MOVES && !defined COUNTING
#if INDEX(ZM_CYCLIC_HOOK)
#define ZM_UNIT_forward_runner
#endif
#endif
#if defined COUNTING && defined MOST_MOVES
#define ZM_UNIT_counting_runner
#endif
#ifdef SEARCH
#define ZM_UNIT_search_runner
#endif
#ifdef HUNT_CYCLIC
#define ZM_UNIT_placements_runner
#endif

#endif
