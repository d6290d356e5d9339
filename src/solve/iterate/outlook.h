/* outlook.h: what the rules say of one state of a game with dice: is it over, how likely are its rolls, which moves
 * does each roll have, and where do they lead. A row of the graph (dice_graph.h) is made from it. */
#ifndef ZM_SOLVE_ITERATE_OUTLOOK_H
#define ZM_SOLVE_ITERATE_OUTLOOK_H

#include <zermelo/solve.h>
#include <zermelo/variant.h>

#define ZM_OUTSIDE UINT32_MAX

typedef enum zm_standing { ZM_STANDS_OPEN = 0, ZM_STANDS_OVER, ZM_STANDS_NOWHERE } zm_standing;

typedef struct zm_target { /* where a move leads */
    uint32_t state;        /* of the graph, or ZM_OUTSIDE: */
    zm_odds odds;          /* what is known there, for the side that moves there */
    bool passes;           /* the turn */
} zm_target;

typedef struct zm_outlook { /* what the rules say of a state */
    zm_standing stands;
    zm_pos state;                                       /* of an open one */
    zm_odds odds;                                       /* of a state that is over */
    double guess;                                       /* of an open one, for one vector: 0 to 1 */
    uint32_t weight[ZM_MAX_ROLLS], count[ZM_MAX_ROLLS]; /* of an open one, by roll */
    zm_target *target;                                  /* of all rolls; room for ZM_MAX_MOVES */
    zm_move *move;                                      /* for the one who fills it in: as much room */
} zm_outlook;

zm_status zm_outlook_open(zm_context *c, zm_outlook *o);
void zm_outlook_close(zm_context *c, zm_outlook *o);

/* How p stands; when open, how likely its rolls are and how many moves each has. The moves are left in o->move; the
 * caller fills in o->target. */
void zm_outlook_look(const zm_variant *v, const zm_solve_options *options, zm_pos p, zm_outlook *o);
/* The number of moves, of all rolls. */
unsigned zm_outlook_moves(const zm_variant *v, const zm_outlook *o);

#endif
