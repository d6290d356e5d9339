/* hooks.h: the hooks of a built-in game as lists, which C and CUDA C++ both read. Its rules.h ends by including this.
 *
 * Expects lists HOOK(field, value) HOOK(field, value) ..., in any order. A part that a game does not have is not
 * defined:
 *     RULES(HOOK)         REQUIRED. Fields of zm_game: start, moves, play, ...
 *     DICE(HOOK)          of zm_dice
 *     INDEX(HOOK)         of zm_index
 *     INDEX_BY_POINTER    instead of INDEX: a zm_index that kernels do not ask
 *     PARENTS(HOOK)       of zm_backward: parents
 *     COUNTING(HOOK)      of zm_backward: leaving, parents_inside
 *     ROW_PARENTS(HOOK)   of zm_rows: width, parents_of_row
 *     ROWS(HOOK)          of zm_rows, the rest, on the CPU only
 *     HUNT(HOOK)          of zm_hunt
 *     HUNT_CYCLIC(HOOK)   of zm_hunt, where it has cycles
 *     SEARCH(HOOK)        of zm_search
 *     MOST_MOVES          a number: most_moves of zm_game
 * Which parts there are decides which kernels are compiled for the game: kernel/units.h.
 *
 * Gives
 *     ZM_RULES            in C, fields of an initializer of zm_game, with facets the compiler sees through
 *     ZM_OWN_RULES(r), zm_own_hunt()
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

/* ---- parts a game does not have are empty lists ---- */
#ifdef DICE
#define ZM_DICE_HOOKS(HOOK) DICE(HOOK)
#else
#define ZM_DICE_HOOKS(HOOK)
#endif
#ifdef INDEX
#define ZM_INDEX_HOOKS(HOOK) INDEX(HOOK)
#else
#define ZM_INDEX_HOOKS(HOOK)
#endif
#ifdef PARENTS
#define ZM_PARENTS_HOOKS(HOOK) PARENTS(HOOK)
#else
#define ZM_PARENTS_HOOKS(HOOK)
#endif
#ifdef COUNTING
#define ZM_COUNTING_HOOKS(HOOK) COUNTING(HOOK)
#else
#define ZM_COUNTING_HOOKS(HOOK)
#endif
#ifdef ROW_PARENTS
#define ZM_ROW_PARENTS_HOOKS(HOOK) ROW_PARENTS(HOOK)
#else
#define ZM_ROW_PARENTS_HOOKS(HOOK)
#endif
#ifdef MOST_MOVES
#define ZM_MOST_MOVES_HOOK(HOOK) HOOK(most_moves, MOST_MOVES)
#else
#define ZM_MOST_MOVES_HOOK(HOOK)
#endif
#ifdef HUNT
#include <zermelo/hunt.h>
#ifdef HUNT_CYCLIC
#define ZM_HUNT_HOOKS(HOOK) HUNT(HOOK) HUNT_CYCLIC(HOOK)
#else
#define ZM_HUNT_HOOKS(HOOK) HUNT(HOOK)
#endif
#endif
#ifdef SEARCH
#include <zermelo/search.h>
#endif

#ifdef __CUDACC__
#include <string.h>

#define ZM_ASSIGN_HOOK(field, value) out.field = value;

#ifdef HUNT
ZM_KERNEL zm_hunt zm_own_hunt(void)
{
    zm_hunt out;
    memset(&out, 0, sizeof out);
    ZM_HUNT_HOOKS(ZM_ASSIGN_HOOK)
    return out;
}
#endif

#ifdef SEARCH
/* By name: through a struct of pointers the kernel of many searches needs more registers than it has. */
#define ZM_NAMED_HOOK(field, value) \
    template <typename... A> static __forceinline__ __host__ __device__ auto field(A... a) { return value(a...); }
struct zm_own_search {
    SEARCH(ZM_NAMED_HOOK)
};
#endif

/* Only what kernels ask for. The facets are variables of their own, not members of one struct: a compiler does not see
 * through a struct that points into itself. */
ZM_KERNEL void zm_own_fill(zm_game *game, zm_dice *dice, zm_index *index, zm_backward *backward, zm_rows *rows)
{
    memset(game, 0, sizeof *game);
    memset(dice, 0, sizeof *dice);
    memset(index, 0, sizeof *index);
    memset(backward, 0, sizeof *backward);
    memset(rows, 0, sizeof *rows);
    {
        zm_index &out = *index;
        (void)out;
        ZM_INDEX_HOOKS(ZM_ASSIGN_HOOK)
    }
    {
        zm_backward &out = *backward;
        (void)out;
        ZM_COUNTING_HOOKS(ZM_ASSIGN_HOOK)
    }
    {
        zm_rows &out = *rows;
        (void)out;
        ZM_ROW_PARENTS_HOOKS(ZM_ASSIGN_HOOK)
    }
    zm_game &out = *game;
    RULES(ZM_ASSIGN_HOOK)
    ZM_MOST_MOVES_HOOK(ZM_ASSIGN_HOOK)
    out.dice = dice;
    out.index = index;
    out.backward = backward;
    out.rows = rows;
}

/* Declares a pointer r to the rules. */
#define ZM_OWN_RULES(r)                                                      \
    zm_dice r##_dice;                                                        \
    zm_index r##_index;                                                      \
    zm_backward r##_backward;                                                \
    zm_rows r##_rows;                                                        \
    zm_game r##_game;                                                        \
    zm_own_fill(&r##_game, &r##_dice, &r##_index, &r##_backward, &r##_rows); \
    const zm_game *const r = &r##_game

#else /* C */
#define ZM_HOOK_FIELD(field, value) .field = value,

static const zm_dice zm_own_dice = {.version = ZM_DICE_VERSION, ZM_DICE_HOOKS(ZM_HOOK_FIELD)};
static const zm_backward zm_own_backward = {.version = ZM_BACKWARD_VERSION,
                                            ZM_PARENTS_HOOKS(ZM_HOOK_FIELD) ZM_COUNTING_HOOKS(ZM_HOOK_FIELD)};
#ifdef ROWS
#define ZM_ROWS_HOOKS(HOOK) ROWS(HOOK)
#else
#define ZM_ROWS_HOOKS(HOOK)
#endif
static const zm_rows zm_own_rows = {.version = ZM_ROWS_VERSION,
                                    ZM_ROW_PARENTS_HOOKS(ZM_HOOK_FIELD) ZM_ROWS_HOOKS(ZM_HOOK_FIELD)};

#ifdef INDEX_BY_POINTER
#define ZM_INDEX_FIELD .index = INDEX_BY_POINTER,
#else
static const zm_index zm_own_index = {.version = ZM_INDEX_VERSION, ZM_INDEX_HOOKS(ZM_HOOK_FIELD)};
#define ZM_INDEX_FIELD .index = &zm_own_index,
#endif
#ifdef HUNT
static const zm_hunt zm_own_hunt = {.version = ZM_HUNT_VERSION, ZM_HUNT_HOOKS(ZM_HOOK_FIELD)};
#define ZM_HUNT_FIELD .hunt = &zm_own_hunt,
#else
#define ZM_HUNT_FIELD
#endif
#ifdef SEARCH
static const zm_search zm_own_search = {.version = ZM_SEARCH_VERSION, SEARCH(ZM_HOOK_FIELD)};
#define ZM_SEARCH_FIELD .search = &zm_own_search,
#else
#define ZM_SEARCH_FIELD
#endif

/* clang-format off */
#define ZM_RULES                                                                                                       \
    RULES(ZM_HOOK_FIELD) ZM_MOST_MOVES_HOOK(ZM_HOOK_FIELD) ZM_INDEX_FIELD ZM_HUNT_FIELD ZM_SEARCH_FIELD                \
    .dice = &zm_own_dice, .backward = &zm_own_backward, .rows = &zm_own_rows
/* clang-format on */
#endif

#endif
