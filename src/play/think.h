/* think.h: what the perfect agent looks for where values alone do not decide. */
#ifndef ZM_PLAY_THINK_H
#define ZM_PLAY_THINK_H

#include <zermelo/play.h>

/* The value of a position to whoever moves there; one the table does not have is an error. */
zm_status zm_value_in_game(zm_context *c, const zm_table *t, zm_pos p, zm_value *value);
/* What the move from p to next is worth to the one who makes it. */
zm_status zm_value_of_move(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_pos next,
                           zm_value *value);

/* The first `best` choices are of equal value: `traps` of each. */
zm_status zm_find_traps(zm_context *c, const zm_variant *v, const zm_table *t, zm_choices *choices);
/* The same for equal wins of a table without distances: `way` of each. */
zm_status zm_find_ways(zm_context *c, const zm_variant *v, const zm_table *t, zm_choices *choices);

#endif
