/* proof.h: what the files that verify a hunt (hunt.c has the idea) hand to each other: the proof, the rows of the tier
 * at hand, what is decided in the tiers below, and what was found. */
#ifndef ZM_VERIFY_HUNT_PROOF_H
#define ZM_VERIFY_HUNT_PROOF_H

#include "hunt.h"

typedef struct zm_sides { /* squares of the lone piece from which each side wins */
    uint64_t lone, many;
} zm_sides;

typedef struct __attribute__((packed, aligned(4))) zm_fact {
    zm_sides won;
    uint32_t first; /* its values: one a square of either set, in ascending order */
} zm_fact;

typedef struct zm_facts { /* of a tier, with one of A and V: the placements with something decided */
    zm_marks *mark;       /* NULL: not there any more */
    zm_fact *entry;
    zm_value *value;
} zm_facts;

typedef struct zm_proof {
    zm_context *context;
    const zm_table *table;
    zm_proof_board board;
    zm_seen_tier *seen;              /* by tier, as the two below */
    zm_facts *lone, *landed;         /* A, V */
    uint32_t *steps_to, *jumps_to;   /* the last tier (plus one) with a step or a jump to it */
    zm_value drawn[ZM_HUNT_SQUARES]; /* a row of nothing else */
    zm_hunt_runs runs;
    bool distances;
    /* A thread has its own of these: the tier at hand. */
    uint32_t tier;
    uint64_t count; /* placements */
    unsigned free;
    bool few;
    zm_value *value;
    uint32_t *first;  /* by 64 placements: how many values there are before */
    zm_sides *won;    /* V, by placement */
    zm_sides *ground; /* without distances: A, by placement, as far as it is grounded */
    uint64_t *asking; /* bits */
} zm_proof;

typedef struct zm_finding {
    zm_summary sum;
    uint64_t moves;
    zm_fault fault;
} zm_finding;

/* ---- rows: the values on all free squares (rows.c) ---- */
typedef struct zm_value_row {
    uint64_t many, free, real; /* placement; squares that are free, and not left out as images of others */
    bool own;                  /* the placement is its own image */
    uint64_t has;              /* squares with a value */
    zm_sides won;              /* images too */
    const zm_value *value;
    bool lone; /* to move */
} zm_value_row;

bool zm_row_drawn(const zm_proof *k, uint64_t n, bool lone);
zm_value_row zm_row_at(const zm_proof *k, uint64_t n, uint64_t many, bool lone);
static inline zm_value zm_value_on(const zm_proof_board *b, const zm_value_row *r, unsigned square)
{
    const unsigned there = r->own && b->image[square] < square ? b->image[square] : square;
    return r->value[zm_count_bits(r->free & zm_low_bits(there))];
}

/* ---- what is decided, for the tiers above ---- */
static inline const zm_fact *zm_look_up(const zm_facts *d, uint64_t n)
{
    uint64_t entry;
    return zm_marked(d->mark, n, &entry) ? &d->entry[entry] : NULL;
}

static inline uint64_t zm_fact_squares(const zm_fact *d) { return d ? d->won.lone | d->won.many : 0; }

static inline zm_value zm_fact_value(const zm_facts *d, const zm_fact *e, unsigned square)
{
    return d->value[e->first + zm_count_bits(zm_fact_squares(e) & zm_low_bits(square))];
}

/* Keeps the placements with something decided in the tier at hand, and what that is. */
typedef zm_sides zm_sides_of(const zm_proof *k, uint64_t n);
typedef void zm_fill_values(const zm_proof *k, uint64_t n, uint64_t set, zm_value *value);
zm_status zm_keep_facts(const zm_proof *k, zm_facts *d, zm_sides_of *of, zm_fill_values *fill);
zm_status zm_keep_rows(const zm_proof *k, zm_facts *d); /* A, as the rows have it */
void zm_drop_facts(zm_context *c, zm_facts *d);

/* ---- what the successors make of a placement (successors.c) ---- */
typedef struct zm_jumps { /* squares with a jump after which the lone piece wins; does not lose */
    uint64_t wins, holds;
} zm_jumps;

enum { ZM_NO_JUMP = 0xFFFF }; /* greater than what any is worth to the many */

/* Who wins: B by the steps of the many, with A as far as it is grounded if asked; the jumps; A by B and these. */
zm_sides zm_won_by_steps(const zm_proof *k, uint64_t many, bool grounded, zm_finding *y);
zm_jumps zm_won_by_jumps(const zm_proof *k, uint64_t many, zm_finding *y);
zm_sides zm_won_by_lone(const zm_proof_board *b, uint64_t free, zm_sides many, zm_jumps j);

/* How far: best[s] becomes B on the squares of the set, where someone wins; least[s] the least a jump from there is
 * worth to the many. */
void zm_far_by_steps(const zm_proof *k, uint64_t many, uint64_t set, zm_value *best);
void zm_far_by_jumps(const zm_proof *k, uint64_t many, uint64_t set, zm_value *least);

zm_status zm_keep_landed(const zm_proof *k, zm_facts *d); /* V */

/* ---- the table against that (placement.c) ---- */
void zm_check_placement(const zm_proof *k, uint64_t n, zm_finding *y);
void zm_check_few(const zm_proof *k, uint64_t n, zm_finding *y); /* the lone piece has won */
void zm_find_circles(const zm_proof *k, zm_finding *all);        /* in a tier where all agree with their successors */

#endif
