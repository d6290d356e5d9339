/* verify.h: what the files that verify a hunt by a pair (verify.c has the idea) hand to each other: the board, the
 * shape at hand, what is kept of others, and what was found. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_VERIFY_VERIFY_H
#define ZM_GAMES_FUCHS_UND_HENNE_VERIFY_VERIFY_H

#include "pair_set.h"
#include "verify/verify.h"

extern const zm_verifier zm_verifier_fuchs_und_henne; /* verify.c */

enum { ZM_LEAPS = 8 };   /* over a square, at most */
typedef struct zm_leap { /* over a square */
    uint8_t from, to;
} zm_leap;

typedef struct zm_proof_board {
    const zm_variant *variant;
    hen_board rules;
    uint64_t left;                /* squares that are not greater than their image, */
    zm_pair_set canon;            /* and pairs */
    unsigned leaps[CROSS_FIELDS]; /* over a square */
    zm_leap leap[CROSS_FIELDS][ZM_LEAPS];
    zm_pair_set hit[CROSS_FIELDS]; /* the pairs with this square */
} zm_proof_board;

typedef struct zm_pair_sides { /* where the pair and the many win */
    zm_pair_set pair, many;
} zm_pair_sides;
typedef struct zm_one_sides {
    uint64_t pair, many;
} zm_one_sides;

/* Of a slice, by placement of the layer from `begin` on. */
typedef struct zm_proof_slice {
    uint64_t begin;
    zm_pair_set *seen; /* while states are found: B2, B1 */
    uint64_t *one_seen;
    zm_pair_sides *won; /* later: A2, A1 */
    zm_one_sides *one_won;
} zm_proof_slice;

/* Of a layer: ordered pairs, the one that jumps first, over the free squares; and squares of a single one. */
typedef struct zm_proof_layer {
    uint64_t *two, *one; /* a placement: `words`, `sets` */
    unsigned free, sets, words;
} zm_proof_layer;

typedef struct zm_proof_finding { /* of a shape */
    zm_summary sum[HEN_KINDS];
    uint64_t moves;
    zm_fault fault;
} zm_proof_finding;

typedef struct zm_seen_row zm_seen_row; /* states.c */
typedef struct zm_won_row zm_won_row;   /* wins.c */
extern const size_t zm_seen_row_bytes, zm_won_row_bytes;

typedef struct zm_proof_room { /* a thread's, for a shape */
    uint64_t *many;            /* by placement */
    uint64_t *asking;          /* bits */
    zm_seen_row *seen;
    zm_won_row *won;
    zm_value *value;
} zm_proof_room;

typedef struct zm_proof_job { /* the shape at hand */
    zm_context *context;
    const zm_table *table;
    const zm_proof_board *board;
    const uint64_t *first; /* by shape: its first placement in its layer */
    uint32_t shape;
    uint64_t from, count; /* its placements in the layer */
    unsigned free;
    bool few, top; /* too few of the many; all of them */
    bool proves;   /* the second pass, which also proves places */
    const zm_proof_slice *here, *beyond;
    const zm_proof_layer *near_layer, *this_layer; /* sets is 0 where there is nothing */
    zm_proof_room room;
    zm_proof_finding *found;
} zm_proof_job;

/* ---- the two passes over a shape ---- */
zm_status zm_prove_states(zm_proof_job *j); /* states.c: are the states right? */
zm_status zm_prove_wins(zm_proof_job *j);   /* wins.c: and who wins? */

/* ---- the table by rows (rows.c) ---- */
enum { ZM_PROOF_PIECE = 1 << 18 }; /* values read at a time; not less than a row */
typedef struct zm_proof_columns {  /* what a placement has with one of the turns: bits by column */
    uint64_t seen[ZM_PAIR_SET_WORDS], pair[ZM_PAIR_SET_WORDS], many[ZM_PAIR_SET_WORDS];
} zm_proof_columns;
typedef void zm_proof_row_fn(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c);
/* All rows of a shape's tier of that kind, if it has one; their counts are added up. */
zm_status zm_proof_each_row(zm_proof_job *j, hen_kind kind, zm_proof_row_fn *fn);

/* Something is wrong with the first of these pairs, or squares. The first that is blamed counts. */
void zm_blame_pairs(zm_proof_job *j, zm_fault_kind fault, hen_kind kind, unsigned turn, uint64_t n,
                    const zm_pair_set *s);
void zm_blame_ones(zm_proof_job *j, zm_fault_kind fault, hen_kind kind, unsigned turn, uint64_t n, uint64_t squares);

/* ---- boards and sets (board.c) ---- */
void zm_proof_read_board(const zm_variant *v, zm_proof_board *b);
zm_pair_set zm_mirror_pairs(const zm_proof_board *b, const zm_pair_set *s);

static inline uint64_t zm_mirror_ones(const zm_proof_board *b, uint64_t squares)
{
    return squares ? cross_mirrored(squares) : 0;
}

static inline uint64_t zm_free_squares(const zm_proof_job *j, uint64_t n)
{
    return j->board->rules.all & ~j->room.many[n];
}
static inline bool zm_own_image(const zm_proof_job *j, uint64_t n)
{
    return zm_mirror_ones(j->board, j->room.many[n]) == j->room.many[n];
}
static inline bool zm_many_home(const zm_proof_job *j, uint64_t many) { return hen_home(j->board->variant, many); }

/* The pairs of which a step of one leads into `s`; steps go both ways, so they are also where steps from `s` lead. */
void zm_step_pairs(const zm_proof_board *b, uint64_t free, const zm_pair_rows *s, zm_pair_rows *out);
uint64_t zm_step_ones(const zm_proof_board *b, uint64_t squares);

/* Ordered: the pairs of which the first can jump. And squares from which a single one can. */
void zm_pairs_that_jump(const zm_proof_board *b, uint64_t many, zm_pair_rows *out);
uint64_t zm_ones_that_jump(const zm_proof_board *b, uint64_t many);
/* The pairs with which a step misses a jump, and one is removed. */
void zm_pairs_that_miss(const zm_proof_board *b, uint64_t many, zm_pair_rows *out);

/* A placement, wherever it is kept: it or its image. */
typedef struct zm_proof_spot {
    uint64_t many, index; /* index: in its layer */
    bool turned;
} zm_proof_spot;

static inline zm_proof_spot zm_proof_spot_of(const zm_proof_job *j, uint64_t many)
{
    const zm_proof_board *b = j->board;
    const uint64_t image = cross_mirrored(many);
    zm_proof_spot s = {image < many ? image : many, 0, image < many};
    const zm_place at = hen_place(b->variant, s.many);
    s.index = j->first[at.tier] + at.index;
    return s;
}

static inline unsigned zm_proof_layer_words(unsigned free, unsigned sets)
{
    return (sets * free * (free - 1) + 63) / 64;
}

/* Of a placement of another layer, as seen from here: the squares of the other one, with the one that jumps on a
 * square. */
uint64_t zm_layer_row(const zm_proof_board *b, const zm_proof_layer *f, zm_proof_spot at, unsigned set,
                      unsigned square);
uint64_t zm_layer_ones(const zm_proof_board *b, const zm_proof_layer *f, zm_proof_spot at, unsigned set);
void zm_layer_put(const zm_proof_layer *f, uint64_t index, uint64_t free, unsigned set, const zm_pair_rows *s);

/* Looks at every placement that is asked about until none is; looking may ask about others. */
typedef void zm_proof_look(const zm_proof_job *j, uint64_t n);
void zm_proof_settle(const zm_proof_job *j, zm_proof_look *look);
void zm_ask_beside(const zm_proof_job *j, uint64_t many, bool (*done)(const zm_proof_job *j, uint64_t n));
void zm_ask_nobody(const zm_proof_job *j);
static inline void zm_ask_about(const zm_proof_job *j, uint64_t n) { j->room.asking[n / 64] |= zm_bit(n % 64); }

#endif
