/* query.h: a position, what it is worth, and what its moves are (`query`). */
#ifndef ZM_ANSWER_QUERY_H
#define ZM_ANSWER_QUERY_H

#include "parts.h"

/* Plies this move is worse than the best of its kind; false when it is of another kind, or nobody knows. */
bool zm_choice_delta(const zm_choices *a, const zm_choice *m, unsigned *plies);

/* What else is to be said of a move: fields of its object. */
typedef struct zm_more {
    void (*move)(void *arg, zm_json *j, zm_pos p, zm_move m, zm_pos next);
    void *arg;
} zm_more;

/* Everything from "game" to "moves"; `more` may be NULL here and below. */
void zm_json_query(zm_json *j, const zm_variant *v, const zm_choices *a, const zm_more *more);
/* "roll", its number from 1, and "dice", as people say it. */
void zm_json_roll(zm_json *j, const zm_variant *v, unsigned roll);
/* With dice: from "game" to "rolls". */
void zm_json_query_dice(zm_json *j, const zm_variant *v, const zm_prospects *a, const zm_more *more);

/* With dice, by a table of best moves: the one with each roll; *rolls is 0 when it is over. */
zm_status zm_best_moves(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_move best[ZM_MAX_ROLLS],
                        unsigned *rolls);
void zm_json_best_moves(zm_json *j, const zm_variant *v, zm_pos p, unsigned turn, unsigned rolls, const zm_move *best,
                        const zm_more *more);

/* Without values: the moves there are, in the order of the rules; "values" is null, and so are all values of a game
 * that goes on. "problem" says why. */
typedef struct zm_unsolved {
    zm_pos position;
    unsigned turn;
    const char *problem;
    zm_move *room; /* for ZM_MAX_MOVES */
} zm_unsolved;
void zm_json_unsolved(zm_json *j, const zm_variant *v, const zm_unsolved *u, const zm_more *more);

#endif
