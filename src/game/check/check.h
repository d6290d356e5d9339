/* check.h: the properties every game must have, tried out along random games. Every game gets this test for free. */
#ifndef ZM_GAME_CHECK_H
#define ZM_GAME_CHECK_H

#include <zermelo/variant.h>

/* Looks at `steps` states of random games. The first property that does not hold is the message (ZM_BAD_INPUT). */
zm_status zm_check_game(zm_context *c, const zm_variant *v, uint64_t seed, unsigned steps);

/* What a proof by successors takes for granted, of the start and in these states: moves that can be told apart and are the same when
 * asked again, fingerprints that have the same end and successors as the position, dice, nothing written outside
 * arrays. */
zm_status zm_check_states(zm_context *c, const zm_variant *v, const zm_pos *states, size_t count);

/* What was looked at; a position that was met twice counts twice. */
typedef struct zm_tried {
    uint64_t variants, positions, moves;
} zm_tried;

/* As zm_check_game, for the default variant and those with one option at its least, its greatest or another of its
 * choices. Variants that the game or the memory refuses are left out. `tried` may be NULL. */
zm_status zm_check_variants(zm_context *c, const zm_game *g, uint64_t seed, unsigned steps, zm_tried *tried);

#endif
