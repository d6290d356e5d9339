/* rolls.h: what game.h promises of the rolls of an open position: each has a move, unless none has, and their weights
 * add up to 1 to 65535. Sums of weights times probabilities rely on it, in solvers and in who verifies. */
#ifndef ZM_GAME_ROLLS_H
#define ZM_GAME_ROLLS_H

#include <zermelo/rules.h>

enum { ZM_MOST_WEIGHT = 65535 };

/* NULL: all is well; else what is wrong. */
static inline const char *zm_roll_mistake(unsigned rolls, const uint32_t *weight, const uint32_t *moves)
{
    uint64_t sum = 0;
    bool some = false, all = true;
    for (unsigned roll = 0; roll < rolls; roll++) {
        sum += weight[roll];
        some |= moves[roll] > 0;
        all &= moves[roll] > 0;
    }
    if (!sum)
        return "all its rolls have the weight 0; one at least must be possible";
    if (sum > ZM_MOST_WEIGHT)
        return "the weights of its rolls add up to more than 65535";
    return some && !all
               ? "one of its rolls has no move, and others have; where nothing can be moved, to pass is the move"
               : NULL;
}

#endif
