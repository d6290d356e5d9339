/* race_sides.h: what a side of a race can become, as tables.
 *
 * All sides with one home are numbered: most pieces on the track first, of equally many from the last set to the first
 * in colex order. So a step that keeps the home always leads to a smaller number: pieces only come onto the track and
 * go forward. */
#ifndef ZM_KERNEL_RACE_SIDES_H
#define ZM_KERNEL_RACE_SIDES_H

#include <zermelo/race.h>
#include <zermelo/variant.h>

enum {
    ZM_RACE_SIDES_BLOCKS = ZM_RACE_HOMES, /* homes a step leads to, by number; the last one stands for having won */
    ZM_RACE_SIDES_WON = ZM_RACE_SIDES_BLOCKS - 1,
    ZM_NOWHERE = 63, /* the square a step lands on when it is not on the track */
};

typedef struct zm_race_sides {
    uint32_t home, sides;
    uint32_t first[ZM_RACE_RUNNERS + 1]; /* the number of the first side with so many runners */
    uint64_t *track, *faced;             /* by side: its squares as it counts them, and as the other does */
    uint32_t *less; /* [side * ZM_RACE_RUNNERS + i]: the side without its i-th piece on the track */
    uint32_t targets, target[ZM_RACE_SIDES_BLOCKS]; /* the homes that steps lead to; target[0] is its own */
    uint32_t *at;                                   /* [side * rolls + roll]: its first step; one more at the end */
    uint32_t *step;                                 /* zm_step_* below */
    uint16_t *weight;                               /* [side * rolls + roll]; NULL: all rolls are as likely */
    uint32_t *with;                                 /* pairs: a side, and the same without one square; by square */
    uint32_t with_at[ZM_RACE_SQUARES + 1];
} zm_race_sides;

/* A step: the number of the side it leads to, in which block, and where a piece lands. */
ZM_INLINE uint32_t zm_step_pack(uint32_t side, uint32_t block, uint32_t lands)
{
    return side | block << 20 | lands << 24;
}
ZM_INLINE uint32_t zm_step_side(uint32_t step) { return step & 0xFFFFF; }
ZM_INLINE uint32_t zm_step_block(uint32_t step) { return step >> 20 & 15; }
ZM_INLINE uint32_t zm_step_lands(uint32_t step) { return step >> 24; }

#endif
