/* best_move.h: with dice, the best of the moves with a roll, by what is known of the positions behind them. */
#ifndef ZM_TABLE_READ_BEST_MOVE_H
#define ZM_TABLE_READ_BEST_MOVE_H

#include <zermelo/rules.h>

/* The odds of a state, for the side to move there. */
typedef zm_odds zm_odds_fn(const void *arg, zm_pos state);

/* The move after which the mover is most likely to win (lower + upper; of equals the first): a place in the list. */
unsigned zm_best_of(const zm_variant *v, zm_pos p, const zm_move *move, unsigned count, zm_odds_fn *odds,
                    const void *arg);

#endif
