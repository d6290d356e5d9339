/* sample.h: a sample of what a device has solved, recomputed on the CPU by the rules alone.
 *
 * Nothing is shared with the kernels: neither the moves that leave a tier nor parents, counts, steps or sums. Of a
 * state and its successors the device is asked for what it has found; a value is right when it is that of the best
 * move, an interval when those of the successors give one that is at least as narrow. That distances along best play
 * fall to the end is what makes a value the only right one.
 *
 * States are visited twice. First all that is needed is asked for, in order; when the device has answered, the answers
 * are read in the same order. There are two ways to ask: in batches, as soon as a tier is solved (here), and before the
 * solve, for games whose moves lead to layers that are gone when their own is solved (layer_sample.h). */
#ifndef ZM_ENGINE_CUDA_DEVICE_SAMPLE_H
#define ZM_ENGINE_CUDA_DEVICE_SAMPLE_H

#include "device.h"

#include <zermelo/variant.h>

/* How many places out of `places` of `all`: as many as is their share of 2^17, or of one in 2^10 in small games; and
 * always 64. */
uint64_t zm_sample_size(uint64_t places, uint64_t all);
/* Says at the end how many states were recomputed. */
void zm_sample_note(zm_context *c, uint64_t checked);

/* ---- a state ---- */
typedef struct zm_sample_answer { /* what a device says of a state */
    zm_value value;               /* or, with dice, */
    zm_odds odds;
    bool reached; /* play reaches it; only looked at with zm_sample_pass.exact */
    bool over;    /* the game has ended there: the device was not asked */
} zm_sample_answer;

typedef struct zm_sample_pass {
    const zm_variant *variant;
    zm_move *moves; /* room for ZM_MAX_MOVES */
    void *of;       /* given to both: */
    void (*ask)(void *of, zm_pos p);
    zm_sample_answer (*answer)(void *of); /* the next one */
    bool asking;                          /* else answers are read */
    bool wdl;                             /* values say only who wins */
    bool exact;                           /* states that are not reached prove nothing, and reached ones lead to such */
    bool one_vector;                      /* with dice: no bounds; */
    double allowed;                       /* a state may be off by so much */
    uint64_t reached;                     /* states that were */
} zm_sample_pass;

/* Does the device's value of a state follow from its successors'? While they are asked for: yes. */
typedef bool zm_sample_agrees_fn(zm_sample_pass *k, zm_pos p);
zm_sample_agrees_fn zm_sample_agrees, zm_sample_odds_agree; /* the second with dice */
/* ZM_WRONG, and says that a state of the tier does not. */
zm_status zm_sample_fail(zm_context *c, uint32_t tier);

/* ---- batches ---- */
typedef struct zm_sample_batches {
    zm_device *device;
    const zm_variant *variant;
    const void *of;                                     /* given to the next three: */
    zm_place (*place)(const void *of, uint64_t number); /* one of `places` */
    bool (*is_state)(const void *of, zm_place at);      /* NULL: all are */
    void (*spot)(const void *of, zm_pos p, void *spot); /* where the device has the value of a state */
    zm_device_fetch *fetch;                             /* gets it from there: zm_value or, with dice, zm_odds */
    size_t spot_bytes;
    bool dice;
    bool wdl, one_vector; /* as above */
    double allowed;
    uint64_t places, seed;
} zm_sample_batches;

/* Recomputes the states at `count` random places. Adds how many states there were. */
zm_status zm_sample_check(const zm_sample_batches *b, uint64_t count, uint64_t *checked);
uint64_t zm_sample_host_bytes(size_t spot_bytes, bool dice); /* memory that takes */
uint64_t zm_sample_device_bytes(size_t spot_bytes, bool dice);

#endif
