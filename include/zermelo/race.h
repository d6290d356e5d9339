/* race.h: two sides that run with dice, each its own way, and meet only to capture.
 *
 * A side is where its pieces are: on squares of a track that both share, at home, or waiting. What it can do with a
 * roll depends on the side alone. A piece that lands on a square of the other side's takes what stands there off the
 * track; nothing else passes between them. So for each side there is a small graph of what it can become, and the
 * states are the pairs of two such sides: a solver can look at many placements of one side at once.
 *
 * A game that fills this in gets its dense index from here too: pass the functions below on as they are. */
#ifndef ZERMELO_RACE_H
#define ZERMELO_RACE_H

#include <zermelo/index.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ZM_RACE_SQUARES = 56, /* of the track, at most */
    ZM_RACE_RUNNERS = 4,  /* pieces of a side on the track at once, at most */
    ZM_RACE_HOMES = 16,
    ZM_RACE_STEPS = 16, /* that a side has with one roll, at most */
};

typedef struct zm_side {
    uint64_t track; /* the squares it has a piece on, as it counts them itself */
    uint32_t home;  /* what it has brought home; 0 is all, and the side has won */
} zm_side;

typedef struct zm_race_step {
    zm_side to;
    uint64_t lands; /* the square, as a set of one; empty when it is not on the track */
} zm_race_step;

typedef struct zm_race_taste { /* what a policy thinks of a step */
    uint64_t likes;
    uint64_t avoids; /* squares, as the side counts them: the fewer of the other's pieces stand there the better */
} zm_race_taste;

#define ZM_RACE_VERSION 1u
#define ZM_RACE(...) (&(const zm_race){.version = ZM_RACE_VERSION, __VA_ARGS__})

typedef struct zm_race {
    unsigned version;
    unsigned (*squares)(const zm_variant *v);
    unsigned (*homes)(const zm_variant *v);                  /* 0 .. homes-1; steps lead to the same or a smaller one */
    unsigned (*runners)(const zm_variant *v, uint32_t home); /* pieces on the track at most with that home */
    uint64_t (*facing)(const zm_variant *v,
                       uint64_t squares); /* one side's squares as the other counts them; its own inverse */
    /* What a side can do with a roll, in the order of `moves` of the dice; 0: it passes. Each leads to another side. */
    unsigned (*steps)(const zm_variant *v, zm_side s, unsigned roll, zm_race_step *out);
    bool (*again)(const zm_variant *v, unsigned roll); /* the same side rolls again after this roll */
    /* OPTIONAL. Where some steps capture, are others forbidden? Without it they never are. */
    bool (*must_capture)(const zm_variant *v);
    /* OPTIONAL. As in the rules. */
    void (*odds)(const zm_variant *v, zm_side s, uint32_t *weight);
    /* The sides of a position: the one to move, and the other; and the position they make. */
    void (*sides)(const zm_variant *v, zm_pos p, zm_side out[2]);
    zm_pos (*position)(const zm_variant *v, zm_side mover, zm_side other);
    /* OPTIONAL. Buys: many games a second in the arena. What the game's policy of that number thinks of the steps of a
     * side with a roll. The policy makes a step that captures before any other, and of those the one it likes most. Of
     * the others it makes that with the fewest of the other's pieces on the squares it avoids, of equally many the one
     * it likes most; of equals the first. False: it is not of this kind. */
    bool (*taste)(const zm_variant *v, unsigned policy, zm_side s, unsigned roll, zm_race_taste *out);
} zm_race;

/* ---- the dense index of a race ---- A tier is an unordered pair of homes. In it come first the states in which the
 * side with the larger home moves; of these, those with most pieces on the track; then the mover's set, then the
 * other's among the squares that are left, both from the last to the first in colex order. Nothing is wasted: a place
 * is a pair of sets without a common square. */
uint32_t zm_race_tiers(const zm_variant *v);
uint64_t zm_race_tier_size(const zm_variant *v, uint32_t tier);
zm_place zm_race_rank(const zm_variant *v, zm_pos p);
zm_pos zm_race_unrank(const zm_variant *v, zm_place at);
unsigned zm_race_children(const zm_variant *v, uint32_t tier, uint32_t *out);
extern const zm_index zm_race_index; /* of these functions; every place is a state */

uint32_t zm_race_tier_of(uint32_t a, uint32_t b); /* of two homes, in any order */
void zm_race_homes_of(uint32_t tier, uint32_t *larger, uint32_t *smaller);
/* States in which a side with k runners moves and the other has l, at these homes. */
ZM_INLINE uint64_t zm_race_places(unsigned squares, unsigned k, unsigned l)
{
    return zm_binomial(squares, k) * zm_binomial(squares - k, l);
}

#ifdef __cplusplus
}
#endif

#endif
