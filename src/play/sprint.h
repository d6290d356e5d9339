/* sprint.h: games of a race between agents that look nothing up, played without asking the rules.
 *
 * What a side can do depends on the side alone (zermelo/race.h). So all sides are numbered, and what each can do with
 * each roll is written down once, with how an agent likes it: an offer. A ply is then a roll, a look at an offer, at
 * the squares where the other side stands and, after a capture, at what is left of it. Which games are played is the
 * same as by the rules, move for move. */
#ifndef ZM_PLAY_SPRINT_H
#define ZM_PLAY_SPRINT_H

#include <zermelo/play.h>
#include <zermelo/race.h>

enum { ZM_OFFER_STEPS = 4 }; /* with one roll; races with more are played by the rules */

typedef struct zm_offer {
    /* The side it leads to; from bit 20 on where a piece lands; in the first, from bit 26 on how many there are.
     * Passing is one too. */
    uint32_t step[ZM_OFFER_STEPS];
} zm_offer;

typedef struct zm_liking { /* what a policy thinks of the steps of an offer */
    /* The number of the set of squares it avoids; from bit 10 on its rank, the more the better, 0 where there is
     * none. */
    uint16_t of[ZM_OFFER_STEPS];
} zm_liking;

typedef struct zm_sprint {
    zm_context *context;
    const zm_variant *variant;
    const zm_arena_options *options;
    unsigned rolls;
    uint64_t again; /* the rolls after which the turn stays */
    bool must_capture;
    bool random[2];                /* agents */
    uint32_t sides;                /* 0 is the one that has won */
    uint32_t base[ZM_RACE_HOMES];  /* the first with that home */
    uint64_t *track, *faced;       /* by side: its squares as it counts them, and as the other does */
    uint32_t *less;                /* [side * ZM_RACE_RUNNERS + i]: without its i-th piece on the track */
    uint8_t face[ZM_RACE_SQUARES]; /* a square as the other side counts it */
    zm_offer *offer;               /* [side * rolls + roll] */
    zm_liking *liking[2];          /* the same by agent; where one is random, the other's; none where both are */
    uint64_t *avoided;             /* sets of squares, as the mover counts them; 0 is empty */
    uint32_t avoided_count;
    uint32_t *weight;  /* [side * rolls + roll]: of this roll and those before it; NULL: all are as likely */
    uint32_t start[2]; /* the sides of the position the games begin in: who moves, the other */
} zm_sprint;

typedef struct zm_sprinter { /* one game */
    zm_random random;
    uint32_t side[2]; /* of who began, and of the other */
    uint64_t faced[2];
    uint64_t offer;    /* of the roll that has been thrown */
    unsigned mover;    /* 0 began */
    unsigned beginner; /* the agent that did */
    unsigned roll, ply;
} zm_sprinter;

/* *out is NULL where the games cannot be played like this, or are too few for it to pay. */
zm_status zm_sprint_open(zm_context *c, const zm_variant *v, const zm_arena_options *o, zm_sprint **out);
void zm_sprint_close(zm_sprint *s); /* NULL is none */
zm_status zm_sprint_play(const zm_sprint *s, zm_arena *out);

/* zm_arena_play without it, for tests: the same games, by the rules. */
zm_status zm_arena_play_by_rules(zm_context *c, const zm_variant *v, const zm_table *t, const zm_arena_options *o,
                                 zm_arena *out);
/* Game by game, for tests. */
void zm_sprint_begin(const zm_sprint *s, uint64_t number, zm_sprinter *out);
bool zm_sprint_ply(const zm_sprint *s, zm_sprinter *g); /* false: the mover has won */
zm_side zm_sprint_side(const zm_sprint *s, uint32_t side);

#endif
