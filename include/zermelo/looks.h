/* looks.h: the looks facet: how positions are drawn and moves are made on the drawn board. */
#ifndef ZERMELO_LOOKS_H
#define ZERMELO_LOOKS_H

#include <zermelo/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_LOOKS_VERSION 1u
#define ZM_LOOKS(...) (&(const zm_looks){.version = ZM_LOOKS_VERSION, __VA_ARGS__})

enum {
    ZM_MAX_CELLS = 256,
    ZM_MAX_TOUCHES = 64,
    ZM_MAX_LOOKS = 16, /* kinds of pieces with a shape of their own */
    ZM_MAX_PHASES = 4,
    ZM_MAX_HAND = 32,    /* kinds of pieces in hand, of both players */
    ZM_FIRST_HAND = 254, /* row of a touch: a piece in hand; its column is its place in what `in_hand` gives */
    ZM_SECOND_HAND = 255,
};

typedef struct zm_cell { /* one field of a drawn board */
    uint8_t row, col;    /* from the top left */
    char piece;          /* as in the notation; '.' is empty */
    bool dark;           /* a dark square */
    uint8_t owner;       /* of the piece: 1 first, 2 second; 0: nobody, or its letter tells (zm_shape) */
} zm_cell;

typedef struct zm_hand { /* pieces of one kind in a player's hand */
    char piece;          /* as in the notation */
    uint8_t owner;       /* 1 first, 2 second */
    unsigned count;
} zm_hand;

typedef enum zm_naming {
    ZM_AS_IN_CHESS =
        0,         /* on a declared board, and where there are dark squares: letters, and numbers from the bottom */
    ZM_BY_NUMBERS, /* from 0 at the top left */
    ZM_BY_COLUMNS, /* columns from 1, rows not at all */
    ZM_BY_ROWS,    /* rows from 1 at the bottom, columns from 1 */
    ZM_BY_LINES,   /* with line_board: h2.1 is the first line of the second row of horizontal ones, v for vertical */
    ZM_NUMBERED,   /* fields of a declared board are numbered from 1 in reading order */
    ZM_NOT_NAMED,  /* squares are told in another way */
} zm_naming;

/* How a piece looks in a picture. Discs, crosses and rings have the colour of their owner. Where cells do not say it, that is the
 * player whose name begins with the letter; where players have no names of their own, x is the first's and o the second's; w and b
 * are white and black. */
typedef enum zm_shape {
    ZM_DISC = 0, /* with its letter */
    ZM_COIN,     /* with its letter unless it is an o */
    ZM_CROSS,
    ZM_RING,
    ZM_BLOCK,         /* the whole field */
    ZM_BLOCK_CROSSED, /* with a cross in it */
} zm_shape;

typedef struct zm_piece {
    char letter; /* as in the notation; 0 ends a list */
    zm_shape shape;
} zm_piece;

typedef struct zm_point { /* where a field of the drawn board is */
    uint8_t row, col;
} zm_point;

/* How a person makes a move on the drawn board. Where positions are drawn as heaps, a spot's column is the heap, from 0, and its row
 * the pile in it, from the bottom. */
typedef struct zm_touches {
    unsigned count; /* fields to touch, in order: from, to; a placement is one, a pass none */
    zm_point touch[ZM_MAX_TOUCHES];
    uint64_t begins;   /* bit i: another piece begins with touch i, where several move */
    unsigned captures; /* fields that lose a piece besides */
    zm_point captured[ZM_MAX_CELLS];
} zm_touches;

typedef struct zm_looks {
    unsigned version;
    /* OPTIONAL. The board as cells; returns how many (at most ZM_MAX_CELLS). Buys: drawn boards. */
    unsigned (*cells)(const zm_variant *v, zm_pos p, zm_cell *out);
    /* OPTIONAL. How a person makes the move on that board; *out is empty. Buys: boards to play on, where this cannot be
     * derived. It is derived where `write_move` names the fields ("a1-b2", "C*b2" from the hand), and where the boards before
     * and after the move show it: a piece goes from one field to another, takes others on its way, or appears; a line is
     * drawn; fields change, the last first; a heap gets smaller. */
    void (*touches)(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out);
    /* OPTIONAL. The cells are a drawing by lines: + for dots, in even rows and columns, - and | for the lines between
     * them, fields in odd rows and columns (# for none). Buys: lines drawn as lines. */
    bool line_board;
    /* OPTIONAL. The cells are points, not squares: does a line join these two? Buys: pictures of points and lines. */
    bool (*joined)(const zm_variant *v, const zm_cell *a, const zm_cell *b);
    /* OPTIONAL. Is this cell in a place of its own, such as a house? Buys: boards shade it. */
    bool (*at_home)(const zm_variant *v, const zm_cell *cell);
    /* OPTIONAL. What the notation calls rows and columns. Buys: boards show it. */
    zm_naming naming;
    /* OPTIONAL. What moves call a field that has a name of its own, at most 11 letters; "": nothing. Buys: boards show
     * it. */
    void (*name_cell)(const zm_variant *v, zm_pos p, const zm_cell *cell, zm_text *out);
    /* OPTIONAL. The number that people write for a value of p, for the side to move. Buys: it is shown too. */
    int (*score)(const zm_variant *v, zm_pos p, zm_value value);
    const char *score_help; /* REQUIRED with `score`: what it means, in a line */
    /* OPTIONAL. What each player has so far, where points decide; false: not in this variant. Buys: pictures show it. */
    bool (*points)(const zm_variant *v, zm_pos p, unsigned out[2]);
    /* OPTIONAL. Pieces in hand, or still to come onto the board: each kind, also those of which there are none now, the first
     * player's before the second's. Returns how many kinds, at most ZM_MAX_HAND; 0: there are none in this variant. Buys:
     * pictures show them, and where a player has several kinds they are touched there. */
    unsigned (*in_hand)(const zm_variant *v, zm_pos p, zm_hand *out);
    /* OPTIONAL, both or none. What the side to move does in this part of the game, in a word: one of `phases`. Buys:
     * pictures show it. */
    const char *phases[ZM_MAX_PHASES];
    unsigned (*phase)(const zm_variant *v, zm_pos p);
    /* OPTIONAL. The fields by which a position that is over was won: four in a row. Returns how many, at most
     * ZM_MAX_TOUCHES. Buys: boards mark them. */
    unsigned (*winning)(const zm_variant *v, zm_pos p, zm_point *out);
    /* OPTIONAL. Pieces that are not discs in pictures. */
    zm_piece pieces[ZM_MAX_LOOKS];
} zm_looks;

#ifdef __cplusplus
}
#endif

#endif
