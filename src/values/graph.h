/* graph.h: the positions of one impartial game that play reaches from those asked about, with their values.
 *
 * Positions are numbered so that moves lead to smaller numbers. In a graph of *pieces* a position that falls into parts
 * (the rules' `parts`) is not kept, only its parts, and only the values are known that those of parts add up to. */
#ifndef ZM_VALUES_GRAPH_H
#define ZM_VALUES_GRAPH_H

#include "row.h"

#include <zermelo/values.h>

typedef struct zm_five { /* the values of a position */
    uint32_t kind[ZM_KINDS];
} zm_five;

typedef struct zm_option_room { /* for what zm_options_of gives */
    zm_move *moves;
    zm_pos *to;
    bool *stays;
} zm_option_room;

typedef struct zm_graph {
    zm_context *context;
    const zm_variant *variant;
    bool pieces;
    bool gives_up;   /* somewhere a move was left out because it gives up */
    zm_compound how; /* pieces are played together */
    uint64_t limit;
    zm_option_room *options; /* one for all graphs */
    zm_row row;              /* of pieces, where they lie in one */
    zm_map map;              /* numbers in the order of discovery */
    uint32_t *number;        /* by those: the number here, or one of the two below */
    uint64_t room;           /* of `number` */
    zm_five *value;          /* by number */
    uint64_t *first;         /* by number: its first successor; of pieces, what a move makes of one */
    uint32_t *successor;
    uint64_t count, value_room, first_room, successors, successor_room;
} zm_graph;

enum { ZM_GRAPH_NEW = UINT32_MAX, ZM_GRAPH_OPEN = UINT32_MAX - 1 };

zm_status zm_graph_open(zm_context *c, const zm_variant *v, bool pieces, uint64_t limit, zm_option_room *options,
                        zm_graph *g);
void zm_graph_close(zm_graph *g);
/* Finds out about a state, as far as it is not known; in a graph of pieces about its parts. */
zm_status zm_graph_explore(zm_graph *g, zm_pos state);
uint32_t zm_graph_number(const zm_graph *g, zm_pos state); /* of a state that was explored; not of pieces */
/* Marks the numbers up to `top` that play gets to from those that are marked, up to `top`. */
void zm_graph_mark(const zm_graph *g, uint32_t top, uint8_t *there);

typedef struct zm_looked { /* how the value of a state was found */
    bool theorem;          /* it was put together from parts, or a period has told it; else searched */
    uint64_t positions;    /* that were looked at for it; in a graph of pieces, these */
} zm_looked;
/* Of a state that was explored. Costs a walk over the graph. */
zm_status zm_graph_looked(const zm_graph *g, zm_pos state, zm_looked *out);
/* The value of a state that was explored. */
uint32_t zm_graph_value(const zm_graph *g, zm_pos state, zm_kind kind);

/* The moves of a position, where they lead, as states, and whether the turn stays; returns how many. Who takes what
 * ends the game against him (Chomp's poison) gives up: such moves are left out, and who has no other has none. */
unsigned zm_options_of(const zm_variant *v, zm_pos p, const zm_option_room *out);
/* The same; says whether a move was left out. */
unsigned zm_options_left(const zm_variant *v, zm_pos p, const zm_option_room *out, bool *gives_up);
bool zm_has_options(const zm_variant *v, zm_pos state, zm_move *moves);

zm_status zm_option_room_get(zm_context *c, zm_option_room *r); /* nothing when it is there */
void zm_option_room_free(zm_context *c, zm_option_room *r);

/* A state whoever is to move: what all of this is about. */
zm_pos zm_turnless(const zm_variant *v, zm_pos p);

/* Do the values of parts add up to that of the whole? Then how. */
bool zm_adds_up(zm_compound c, zm_kind k);
uint32_t zm_add_up(zm_compound c, zm_kind k, uint32_t a, uint32_t b);
uint32_t zm_nothing(zm_compound c); /* what changes nothing */

/* Values of a position from those of its successors. */
zm_five zm_from_successors(const zm_five *successors, uint64_t count, uint64_t *bits); /* bits: room for count + 1 */

static inline bool zm_loses(zm_kind k, uint32_t n)
{
    return k == ZM_GRUNDY || k == ZM_W_MISERE ? n == 0 : k == ZM_W ? n == 0 || n == ZM_SL : n % 2 == 0;
}

#endif
