/* backward.h: the backward facet: from a state to the states before it.
 *
 * Every game is solved in work that grows with its moves: they are made forward once and turned round in memory
 * (method `forward`). What is here saves that memory, and time where it is cheaper than to make the moves. */
#ifndef ZERMELO_BACKWARD_H
#define ZERMELO_BACKWARD_H

#include <zermelo/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_BACKWARD_VERSION 1u
#define ZM_BACKWARD(...) (&(const zm_backward){.version = ZM_BACKWARD_VERSION, __VA_ARGS__})

typedef void zm_visit(void *arg, zm_pos p);
typedef void zm_visit_index(void *arg, uint64_t index, bool doubtful);

typedef struct zm_backward {
    unsigned version;
    /* OPTIONAL, with ZM_DESCENDS and one tier. Visits every state from which one move leads to p, at least once each.
     * States that play does not reach may be among them, positions that are not states may not. With `from_mover` every
     * move passes the turn. Buys: only states that are not won are looked at. */
    void (*parents)(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg);
    /* OPTIONAL, both or none, with ZM_CYCLES, where every move that stays in its tier passes the turn. `leaving` writes
     * the moves of an open state that leave its tier and tells how many others there are. `parents_inside` visits the
     * index of every state of the same tier with a move to p, once for each such move; where symmetries of one of the
     * two make this number uncertain it is doubtful. Buys: moves are counted down, and none is kept in memory. */
    unsigned (*leaving)(const zm_variant *v, zm_pos p, zm_move *out, unsigned *staying);
    void (*parents_inside)(const zm_variant *v, zm_pos p, zm_visit_index *visit, void *arg);
} zm_backward;

#ifdef __cplusplus
}
#endif

#endif
