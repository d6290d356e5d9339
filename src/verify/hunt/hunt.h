/* hunt.h: what states.c finds out and placement.c compares the table with. */
#ifndef ZM_VERIFY_HUNT_HUNT_H
#define ZM_VERIFY_HUNT_HUNT_H

#include "base/marks.h"
#include "base/sets.h"
#include "verify/verify.h"

#include <zermelo/hunt.h>

typedef struct zm_jump { /* over a square, as bits */
    uint64_t from, to;
} zm_jump;
enum { ZM_JUMPS = 8 }; /* over a square, at most */

typedef struct zm_proof_board {
    const zm_variant *variant;
    const zm_hunt *hunt;
    uint64_t squares, left; /* left: not greater than their image */
    uint8_t image[ZM_HUNT_SQUARES];
    bool chains;
    uint64_t near[ZM_HUNT_SQUARES];   /* where the lone piece can step */
    uint64_t forth[ZM_HUNT_SQUARES];  /* where one of the many can step, */
    uint64_t aside[ZM_HUNT_SQUARES];  /* and where that leaves it in the tier */
    uint64_t behind[ZM_HUNT_SQUARES]; /* where it can have come from, out of another tier */
    unsigned jumps[ZM_HUNT_SQUARES];  /* over a square */
    zm_jump jump[ZM_HUNT_SQUARES][ZM_JUMPS];
} zm_proof_board;

void zm_read_hunt_board(const zm_variant *v, zm_proof_board *b);

/* A placement, wherever it is kept: it or its image. */
typedef struct zm_where {
    uint64_t many; /* as it is kept */
    zm_place at;
    bool turned;
} zm_where;

static inline zm_where zm_find_placement(const zm_proof_board *b, uint64_t many)
{
    const uint64_t image = b->hunt->image(b->variant, many), kept = image < many ? image : many;
    return (zm_where){kept, b->hunt->place(b->variant, kept), image < many};
}

static inline uint64_t zm_turn(const zm_proof_board *b, bool turned, uint64_t set)
{
    return turned && set ? b->hunt->image(b->variant, set) : set;
}

/* Squares of the lone piece that play reaches with a placement. */
typedef struct zm_seen {
    uint64_t many, lone; /* by whose turn it is */
    uint64_t landed;     /* by a jump, after which it may jump on */
} zm_seen;

typedef struct zm_seen_tier { /* the placements that are not reached on all free squares with either turn */
    zm_marks *mark;
    uint64_t *entry; /* packed (base/sets.h) */
} zm_seen_tier;

static inline zm_seen zm_seen_at(const zm_seen_tier *t, uint64_t n, uint64_t free)
{
    uint64_t entry;
    if (!zm_marked(t->mark, n, &entry))
        return (zm_seen){free, free, free};
    const zm_sets s = zm_unpack_sets(t->entry + entry * zm_sets_words(zm_count_bits(free)), free);
    return (zm_seen){s.set[0], s.set[1], s.set[2]};
}

/* Looks at every placement that is asked about, in ascending order, until none is; looking may ask about others. */
typedef void zm_placement_visit(const void *arg, uint64_t n);
void zm_settle(uint64_t *asking, uint64_t words, zm_placement_visit *look, const void *arg);
static inline void zm_ask_again(uint64_t *asking, uint64_t n) { asking[n / 64] |= zm_bit(n % 64); }

/* Tiers in ascending order, cut into runs in which none leads to another: these can be looked at side by side. */
typedef struct zm_hunt_runs {
    uint32_t *first; /* of each run, and behind the last */
    uint32_t count, longest;
    uint64_t placements; /* of the largest tier */
} zm_hunt_runs;
zm_status zm_cut_hunt_runs(zm_context *c, const zm_proof_board *b, const zm_table *t, zm_hunt_runs *out);

uint64_t zm_placements(const zm_proof_board *b, const zm_table *t, uint32_t tier);
zm_status zm_prove_hunt_states(zm_context *c, const zm_proof_board *b, const zm_table *t, const zm_hunt_runs *runs,
                               zm_seen_tier *seen);

#endif
