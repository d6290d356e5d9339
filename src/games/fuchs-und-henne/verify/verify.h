/* verify.h: what the files that verify a hunt by a pair (verify.c has the idea) hand to each other: the board, the
 * shape at hand, what is kept of others, and what was found. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_VERIFY_VERIFY_H
#define ZM_GAMES_FUCHS_UND_HENNE_VERIFY_VERIFY_H

#include "square_pairs.h"
#include "verify/verify.h"

enum { ZM_LEAPS = 8 };   /* over a square, at most */
typedef struct zm_leap { /* over a square */
    uint8_t from, to;
} zm_leap;

typedef struct zm_duo_board {
    const zm_variant *variant;
    const zm_pair *pair;
    zm_pair_ways ways;
    bool ones, twos, rescues; /* what occurs: a single one, two, one that is put back */
    unsigned enough;
    uint64_t all, left;    /* left: squares that are not greater than their image, */
    zm_square_pairs canon; /* and pairs */
    uint8_t image[ZM_PAIR_SQUARES];
    uint64_t near[ZM_PAIR_SQUARES];   /* where one of the pair can step */
    uint64_t ahead[ZM_PAIR_SQUARES];  /* where one of the many can, out of the shape, */
    uint64_t behind[ZM_PAIR_SQUARES]; /* where it can have come from then, */
    uint64_t aside[ZM_PAIR_SQUARES];  /* and where inside it, both ways */
    unsigned leaps[ZM_PAIR_SQUARES];  /* over a square */
    zm_leap leap[ZM_PAIR_SQUARES][ZM_LEAPS];
    zm_square_pairs hit[ZM_PAIR_SQUARES]; /* the pairs with this square */
    uint64_t start, start_pair;           /* the many, not greater than their image */
} zm_duo_board;

typedef struct zm_duo_sides { /* where the pair and the many win */
    zm_square_pairs pair, many;
} zm_duo_sides;
typedef struct zm_one_sides {
    uint64_t pair, many;
} zm_one_sides;

/* Of a slice, by placement of the layer from `begin` on. */
typedef struct zm_duo_slice {
    uint64_t begin;
    zm_square_pairs *seen; /* while states are found: B2, B1 */
    uint64_t *one_seen;
    zm_duo_sides *won; /* later: A2, A1 */
    zm_one_sides *one_won;
} zm_duo_slice;

/* Of a layer: ordered pairs, the one that jumps first, over the free squares; and squares of a single one. */
typedef struct zm_duo_far {
    uint64_t *two, *one; /* a placement: `words`, `sets` */
    unsigned free, sets, words;
} zm_duo_far;

typedef struct zm_duo_finding { /* of a shape */
    zm_summary sum[ZM_PAIR_KINDS];
    uint64_t moves;
    zm_fault fault;
} zm_duo_finding;

typedef struct zm_seen_row zm_seen_row; /* states.c */
typedef struct zm_won_row zm_won_row;   /* wins.c */
extern const size_t zm_seen_row_bytes, zm_won_row_bytes;

typedef struct zm_duo_room { /* a thread's, for a shape */
    uint64_t *many;          /* by placement */
    uint64_t *asking;        /* bits */
    zm_seen_row *seen;
    zm_won_row *won;
    zm_value *value;
} zm_duo_room;

typedef struct zm_duo_job { /* the shape at hand */
    zm_context *context;
    const zm_table *table;
    const zm_duo_board *board;
    const uint64_t *first; /* by shape: its first placement in its layer */
    uint32_t shape;
    uint64_t from, count; /* its placements in the layer */
    unsigned free;
    bool few, top; /* too few of the many; all of them */
    bool proves;   /* the second pass, which also proves places */
    const zm_duo_slice *here, *beyond;
    const zm_duo_far *near_layer, *this_layer; /* sets is 0 where there is nothing */
    zm_duo_room room;
    zm_duo_finding *found;
} zm_duo_job;

/* ---- the two passes over a shape ---- */
zm_status zm_states_duos(zm_duo_job *j);     /* states.c: are the states right? */
zm_status zm_verify_gpu_duos(zm_duo_job *j); /* wins.c: and who wins? */

/* ---- the table by rows (rows.c) ---- */
enum { ZM_DUO_PIECE = 1 << 18 }; /* values read at a time; not less than a row */
typedef struct zm_duo_columns {  /* what a placement has with one of the turns: bits by column */
    uint64_t seen[ZM_DUO_WORDS], pair[ZM_DUO_WORDS], many[ZM_DUO_WORDS];
} zm_duo_columns;
typedef void zm_duo_row_fn(zm_duo_job *j, uint64_t n, unsigned turn, const zm_duo_columns *c);
/* All rows of a shape's tier of that kind, if it has one; their counts are added up. */
zm_status zm_each_duo_row(zm_duo_job *j, zm_pair_kind kind, zm_duo_row_fn *fn);

/* Something is wrong with the first of these pairs, or squares. The first that is blamed counts. */
void zm_blame_duos(zm_duo_job *j, zm_fault_kind fault, zm_pair_kind kind, unsigned turn, uint64_t n,
                   const zm_square_pairs *s);
void zm_blame_ones(zm_duo_job *j, zm_fault_kind fault, zm_pair_kind kind, unsigned turn, uint64_t n, uint64_t squares);

/* ---- boards and sets (board.c) ---- */
void zm_read_duo_board(const zm_variant *v, zm_duo_board *b);
zm_square_pairs zm_mirror_duos(const zm_duo_board *b, const zm_square_pairs *s);

static inline uint64_t zm_mirror_ones(const zm_duo_board *b, uint64_t squares)
{
    return squares ? b->pair->image(b->variant, squares) : 0;
}

static inline uint64_t zm_free_squares(const zm_duo_job *j, uint64_t n) { return j->board->all & ~j->room.many[n]; }
static inline bool zm_own_image(const zm_duo_job *j, uint64_t n)
{
    return zm_mirror_ones(j->board, j->room.many[n]) == j->room.many[n];
}
static inline bool zm_many_home(const zm_duo_job *j, uint64_t many)
{
    return j->board->pair->home(j->board->variant, many);
}

/* The pairs of which a step of one leads into `s`; steps go both ways, so they are also where steps from `s` lead. */
void zm_step_duos(const zm_duo_board *b, uint64_t free, const zm_duo_rows *s, zm_duo_rows *out);
uint64_t zm_step_ones(const zm_duo_board *b, uint64_t squares);

/* Ordered: the pairs of which the first can jump. And squares from which a single one can. */
void zm_square_pairs_that_jump(const zm_duo_board *b, uint64_t many, zm_duo_rows *out);
uint64_t zm_ones_that_jump(const zm_duo_board *b, uint64_t many);
/* The pairs with which a step misses a jump, and one is removed. */
void zm_square_pairs_that_miss(const zm_duo_board *b, uint64_t many, zm_duo_rows *out);

/* A placement, wherever it is kept: it or its image. */
typedef struct zm_duo_spot {
    uint64_t many, index; /* index: in its layer */
    bool turned;
} zm_duo_spot;

static inline zm_duo_spot zm_duo_spot_of(const zm_duo_job *j, uint64_t many)
{
    const zm_duo_board *b = j->board;
    const uint64_t image = b->pair->image(b->variant, many);
    zm_duo_spot s = {image < many ? image : many, 0, image < many};
    const zm_place at = b->pair->place(b->variant, s.many);
    s.index = j->first[at.tier] + at.index;
    return s;
}

static inline unsigned zm_duo_far_words(unsigned free, unsigned sets) { return (sets * free * (free - 1) + 63) / 64; }

/* Of a placement of another layer, as seen from here: the squares of the other one, with the one that jumps on a
 * square. */
uint64_t zm_far_row(const zm_duo_board *b, const zm_duo_far *f, zm_duo_spot at, unsigned set, unsigned square);
uint64_t zm_far_ones(const zm_duo_board *b, const zm_duo_far *f, zm_duo_spot at, unsigned set);
void zm_put_far(const zm_duo_far *f, uint64_t index, uint64_t free, unsigned set, const zm_duo_rows *s);

/* Looks at every placement that is asked about until none is; looking may ask about others. */
typedef void zm_duo_look(const zm_duo_job *j, uint64_t n);
void zm_settle_duos(const zm_duo_job *j, zm_duo_look *look);
void zm_ask_beside(const zm_duo_job *j, uint64_t many, bool (*done)(const zm_duo_job *j, uint64_t n));
void zm_ask_nobody(const zm_duo_job *j);
static inline void zm_ask_about(const zm_duo_job *j, uint64_t n) { j->room.asking[n / 64] |= zm_bit(n % 64); }

#endif
