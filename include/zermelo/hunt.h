/* hunt.h: a lone piece against many.
 *
 * For a fixed placement of the many, the squares where the lone piece may stand with some property are one machine word, and
 * its values on all squares are one row of numbers. Steps are word operations, a move of the many takes a whole row along.
 *
 * The game's tiers come in pairs over the same placements: tier 2k with the many to move, 2k+1 with the lone piece to move.
 * Inside both, index = placement * free + the lone piece's number among the free squares, in ascending order. The turn always
 * passes. Who is to move and cannot has lost; `escaped` adds where the lone piece has won. Nothing is ever taken. */
#ifndef ZERMELO_HUNT_H
#define ZERMELO_HUNT_H

#include <zermelo/game.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ZM_HUNT_MOVES = 64, ZM_HUNT_SQUARES = 64 };

typedef struct zm_hunt {
    unsigned lone; /* which player is the lone piece: 0 or 1 */
    /* Squares of the board; more than ZM_HUNT_SQUARES: this variant is too large for words. */
    unsigned (*squares)(const zm_variant *v);
    unsigned (*free)(const zm_variant *v, uint32_t pair); /* squares the many leave */
    /* Placement n of a pair as a set of squares, and back (tier is the pair's number k, index is n). */
    uint64_t (*many)(const zm_variant *v, uint32_t pair, uint64_t n);
    zm_place (*place)(const zm_variant *v, uint64_t many);
    /* All squares one step of the lone piece away from any square of the set, whatever stands there. */
    uint64_t (*steps)(const zm_variant *v, uint64_t from);
    /* The moves of the many when the lone piece is not in the way: returns how many. */
    unsigned (*advance)(const zm_variant *v, uint64_t many, uint8_t *from, uint8_t *to);
    /* Squares on which the lone piece has won already, by whose turn it is; others may be among them. */
    uint64_t (*escaped)(const zm_variant *v, uint64_t many, bool lone_to_move);
    zm_pos (*position)(const zm_variant *v, uint64_t many, unsigned square, bool lone_to_move);
} zm_hunt;

#ifdef __cplusplus
}
#endif

#endif
