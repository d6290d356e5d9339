/* dice.h: the dice facet: what is rolled before a move.
 *
 * A position is one before a roll. Values are then winning probabilities, certified from below and above. */
#ifndef ZERMELO_DICE_H
#define ZERMELO_DICE_H

#include <zermelo/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_DICE_VERSION 1u
#define ZM_DICE(...) (&(const zm_dice){.version = ZM_DICE_VERSION, __VA_ARGS__})

enum {
    ZM_MAX_ROLLS = 64,
    ZM_ROLL_TEXT = 16, /* bytes of a roll as text, the final 0 included */
};

typedef struct zm_dice {
    unsigned version;
    unsigned rolls; /* REQUIRED. The number of different rolls, at most ZM_MAX_ROLLS */
    /* REQUIRED. The moves of an open position with this roll, counted from 0. There is at least one: where nothing can
     * be moved, passing is the move. A move knows its roll: no two rolls share one. */
    unsigned (*moves)(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out);
    /* OPTIONAL. The weight of each roll in p; they add up to 1 to 65535. Default: all rolls are equally likely. */
    void (*odds)(const zm_variant *v, zm_pos p, uint32_t *weight);
    /* OPTIONAL. The roll as people say it, "3-5": different for each roll, without spaces and colons, at most
     * ZM_ROLL_TEXT bytes. Default: its number from 1. */
    void (*write_roll)(const zm_variant *v, unsigned roll, zm_text *out);
    /* OPTIONAL. How far the side to move is ahead in an open position, from -1 to 1. Buys: first values near the truth
     * (zermelo/lead.h). */
    double (*lead)(const zm_variant *v, zm_pos p);
} zm_dice;

#ifdef __cplusplus
}
#endif

#endif
