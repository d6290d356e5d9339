/* hooks.h: the hooks of a built-in game as lists, which C and CUDA C++ both read. Its rules.h ends by including this.
 *
 * Expects lists HOOK(field, value) HOOK(field, value) ..., in any order. A part that a game does not have is not
 * defined:
 *     RULES(HOOK)         REQUIRED. Fields of zm_rules: start, moves, play, ...
 *     INDEX(HOOK)         of zm_rules: a dense index, with what is known of its tiers
 *     PARENTS(HOOK)       of zm_rules: parents, few_parents
 *     COUNTING(HOOK)      of zm_rules: leaving, parents_inside, row_width, parents_of_row
 *     ROWS(HOOK)          of zm_rows, on the CPU only
 *     HUNT(HOOK)          of zm_hunt
 *     HUNT_CYCLIC(HOOK)   of zm_hunt, where it has cycles
 *     SEARCH(HOOK)        of zm_search
 *     MOST_MOVES          a number: most_moves of zm_rules
 * Which parts there are decides which kernels are compiled for the game: kernel/units.h.
 *
 * Gives
 *     ZM_RULES            in C, the initializer of the game's zm_rules: a constant that the compiler sees through
 *     zm_own_rules(), zm_own_hunt()
 *                         in CUDA C++ the same as functions: C++17 does not take the names of fields in any order, and
 *                         pointers to functions are no use in constants of a device. Filled in and seen through by the
 *                         compiler, none is left.
 *     zm_own_search::hook in CUDA C++ a hook of the search */
#ifndef ZM_GAME_HOOKS_H
#define ZM_GAME_HOOKS_H

#include "expand.h"

#ifndef RULES
#error "hooks.h expects RULES(HOOK)"
#endif

#ifdef __CUDACC__
#include <string.h>

#define ZM_ASSIGN_HOOK(field, value) out.field = value;
#define ZM_OWN(type, name, hooks)    \
    ZM_KERNEL type name(void)        \
    {                                \
        type out;                    \
        memset(&out, 0, sizeof out); \
        hooks return out;            \
    }
#else
#define ZM_HOOK_FIELD(field, value) .field = value,
#endif

/* ---- what belongs to zm_rules itself ---- */
#ifdef INDEX
#define ZM_INDEX_HOOKS(HOOK) INDEX(HOOK)
#else
#define ZM_INDEX_HOOKS(HOOK)
#endif
#ifdef COUNTING
#define ZM_COUNTING_HOOKS(HOOK) COUNTING(HOOK)
#else
#define ZM_COUNTING_HOOKS(HOOK)
#endif
#ifdef PARENTS
#define ZM_PARENTS_HOOKS(HOOK) PARENTS(HOOK)
#else
#define ZM_PARENTS_HOOKS(HOOK)
#endif
#ifdef MOST_MOVES
#define ZM_MOST_MOVES_HOOK(HOOK) HOOK(most_moves, MOST_MOVES)
#else
#define ZM_MOST_MOVES_HOOK(HOOK)
#endif

/* ---- what it points to ---- */
#ifdef HUNT
#include <zermelo/hunt.h>
#ifdef HUNT_CYCLIC
#define ZM_HUNT_HOOKS(HOOK) HUNT(HOOK) HUNT_CYCLIC(HOOK)
#else
#define ZM_HUNT_HOOKS(HOOK) HUNT(HOOK)
#endif
#ifdef __CUDACC__
ZM_OWN(zm_hunt, zm_own_hunt, ZM_HUNT_HOOKS(ZM_ASSIGN_HOOK))
#else
static const zm_hunt zm_own_hunt = {ZM_HUNT_HOOKS(ZM_HOOK_FIELD)};
#endif
#define ZM_HUNT_HOOK(HOOK) HOOK(hunt, &zm_own_hunt)
#else
#define ZM_HUNT_HOOK(HOOK)
#endif

#ifdef SEARCH
#include <zermelo/search.h>
#ifdef __CUDACC__
/* By name: through a struct of pointers the kernel of many searches needs more registers than it has. */
#define ZM_NAMED_HOOK(field, value) \
    template <typename... A> static __forceinline__ __host__ __device__ auto field(A... a) { return value(a...); }
struct zm_own_search {
    SEARCH(ZM_NAMED_HOOK)
};
#else
static const zm_search zm_own_search = {SEARCH(ZM_HOOK_FIELD)};
#endif
#define ZM_SEARCH_HOOK(HOOK) HOOK(search, &zm_own_search)
#else
#define ZM_SEARCH_HOOK(HOOK)
#endif

#if defined ROWS && !defined __CUDACC__
#include <zermelo/rows.h>
static const zm_rows zm_own_rows = {ROWS(ZM_HOOK_FIELD)};
#define ZM_ROWS_HOOK(HOOK) HOOK(rows, &zm_own_rows)
#else
#define ZM_ROWS_HOOK(HOOK)
#endif

/* ---- all of it ---- */
#ifdef __CUDACC__
/* Only what kernels ask for. */
ZM_OWN(zm_rules, zm_own_rules,
       RULES(ZM_ASSIGN_HOOK) ZM_INDEX_HOOKS(ZM_ASSIGN_HOOK) ZM_COUNTING_HOOKS(ZM_ASSIGN_HOOK)
           ZM_MOST_MOVES_HOOK(ZM_ASSIGN_HOOK))
#else
/* clang-format off */
#define ZM_RULES                                                                                                       \
    {RULES(ZM_HOOK_FIELD) ZM_INDEX_HOOKS(ZM_HOOK_FIELD) ZM_PARENTS_HOOKS(ZM_HOOK_FIELD)                                \
     ZM_COUNTING_HOOKS(ZM_HOOK_FIELD) ZM_MOST_MOVES_HOOK(ZM_HOOK_FIELD)                                                \
     ZM_ROWS_HOOK(ZM_HOOK_FIELD) ZM_HUNT_HOOK(ZM_HOOK_FIELD) ZM_SEARCH_HOOK(ZM_HOOK_FIELD)}
/* clang-format on */
#endif

#endif
