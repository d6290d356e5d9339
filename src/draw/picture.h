/* picture.h: what there is to see of a position or of a table of values, before anybody draws it.
 *
 * A picture is made from what a game gives anyway: its cells, else its notation. Text, Cairo and MetaPost draw pictures
 * and know nothing of games.
 *
 *     squares   fields side by side, light or dark, with pieces
 *     points    fields that lines join, with pieces
 *     lines     dots and the lines between them, drawn or free, and the boxes they enclose (game.h, line_board)
 *     heaps     a field a pile: its row is how many piles lie below it, its column which heap it is in
 *     numbers   a field a value, with a text and a heat
 *     words     nothing but words: what has no board */
#ifndef ZM_DRAW_PICTURE_H
#define ZM_DRAW_PICTURE_H

#include <zermelo/variant.h>

typedef enum zm_picture_kind {
    ZM_PICTURE_SQUARES = 0,
    ZM_PICTURE_POINTS,
    ZM_PICTURE_LINES,
    ZM_PICTURE_HEAPS,
    ZM_PICTURE_NUMBERS,
    ZM_PICTURE_WORDS,
} zm_picture_kind;

typedef enum zm_tint { ZM_TINT_PLAIN = 0, ZM_TINT_FIRST, ZM_TINT_SECOND, ZM_TINT_WHITE, ZM_TINT_BLACK } zm_tint;

typedef enum zm_labels {
    ZM_LABELS_NONE = 0,
    ZM_LABELS_CHESS,   /* files from a, ranks from 1 at the bottom */
    ZM_LABELS_NUMBERS, /* both from 0 at the top left; no rows where there is only one */
    ZM_LABELS_COLUMNS, /* columns from 1, rows not at all */
    ZM_LABELS_ROWS,    /* rows from 1 at the bottom, columns from 1 */
    ZM_LABELS_LINES,   /* lines: h1, v1, h2, ... from the top, and v.1, h.1, v.2, ... from the left */
} zm_labels;

#define ZM_HEAT_SL (-1.0) /* superlosing and superwinning are no numbers and have colours of their own */
#define ZM_HEAT_SW (-2.0)

enum { ZM_FIELD_TEXT = 12, ZM_PICTURE_TEXT = 1400 };

typedef struct zm_field {
    unsigned row, col; /* from the top left */
    char piece;        /* as in the notation; 0: none */
    bool dark;
    zm_shape shape; /* of the piece */
    zm_tint tint;
    bool fresh;               /* it was not so a moment ago */
    bool winning;             /* it is one of those that won the game */
    bool marked;              /* it is in a place of its own, such as a house */
    unsigned number;          /* heaps: of coins */
    char text[ZM_FIELD_TEXT]; /* heaps and numbers: "3", "SL"; squares: what to say of an empty one */
    char name[ZM_FIELD_TEXT]; /* points: what moves call it */
    double heat;              /* numbers: 0 to 1, or one of those above */
} zm_field;

typedef struct zm_line { /* from one field, or dot, to another */
    unsigned row[2], col[2];
    bool drawn;
} zm_line;

typedef enum zm_verdict { ZM_WINS = 0, ZM_DRAWS, ZM_LOSES, ZM_CHANCE } zm_verdict; /* of a move; chance: with dice */

typedef struct zm_drawn_move { /* on the board: an arrow along the fields that it touches, or a mark on the only one */
    zm_verdict verdict;
    bool best;
    char text[ZM_FIELD_TEXT]; /* "+12", "=", "-5", "53.1" */
    char name[32];            /* as it is written, where it is not too long */
    unsigned count;           /* fields; 0: none are touched, and it is not drawn */
    zm_point at[ZM_MAX_TOUCHES];
    uint64_t begins; /* as of zm_touches */
} zm_drawn_move;

typedef struct zm_picture {
    zm_picture_kind kind;
    unsigned rows, cols; /* lines: of the game's cells, so that dots have even numbers */
    zm_labels labels;
    unsigned a_line; /* numbers: one row, broken into lines of so many; 0: a board */
    zm_field *field;
    size_t fields;
    zm_line *line;
    size_t lines;
    zm_drawn_move *move; /* best first */
    size_t moves;
    char *notes; /* lines below the picture as text: what the marks do not tell; NULL: none */
    bool scored; /* points decide */
    unsigned points[2];
    bool handed; /* there are pieces in hand, or were */
    unsigned hand[2];
    zm_tint hand_tint[2];
    zm_field held[ZM_MAX_HAND]; /* each kind: where touches say it is, and its number */
    unsigned kinds;
    bool several;                  /* a player has several kinds: they lie beside the board and are touched there */
    const char *phase;             /* what the side to move does now; NULL: the game does not tell */
    char words[ZM_PICTURE_TEXT];   /* what it shows in the game's notation */
    char caption[ZM_PICTURE_TEXT]; /* a line below it; "" at first */
} zm_picture;

/* A position. */
zm_status zm_picture_of(zm_context *c, const zm_variant *v, zm_pos p, zm_picture *out);
/* Its caption: the points, where they decide, and whose turn it is, where there are two sides and it is not over. */
void zm_picture_tell_turn(zm_picture *p, const zm_variant *v, zm_pos pos);
/* "in hand: white 9, black 9; now: placing", without what the game does not tell; "" where that is all. Several kinds
 * in hand lie beside the board and are not told again. */
const char *zm_picture_now(const zm_picture *p, const zm_variant *v, char *out, size_t size);
/* What a player, 0 or 1, has in hand: "2 E, C"; "nothing". */
enum { ZM_HAND_TEXT = 200 };
const char *zm_picture_hand(const zm_picture *p, unsigned player, char *out, size_t size);
/* Marks what is not as it was before: fields whose piece, or number of coins, is another one. Where points decide,
 * boxes get the tint of whoever has them, which a picture alone can only tell as long as all are one player's. */
void zm_picture_mark_fresh(zm_picture *p, const zm_picture *before);
/* A move's text for the field that it fills, where it fills one that is empty, and nothing else changes. */
void zm_picture_name_field(zm_picture *p, const zm_picture *after, const char *text);
/* Room for so many moves; p->moves counts those that are there. */
zm_status zm_picture_expect_moves(zm_context *c, zm_picture *p, size_t most);
void zm_picture_add_move(zm_picture *p, const zm_touches *t, zm_verdict verdict, const char *text, const char *name,
                         bool best);
/* The first, which is the best, of the moves that end on a field; NULL: none does. */
const zm_drawn_move *zm_picture_move_to(const zm_picture *p, unsigned row, unsigned col);
/* A table of values, ZM_SL and ZM_SW among them, row by row. One row becomes lines of ten. */
zm_status zm_picture_numbers(zm_context *c, unsigned rows, unsigned cols, const uint32_t *number, zm_picture *out);
void zm_picture_free(zm_context *c, zm_picture *p); /* one that is all zeros is fine */

/* Does a player have several kinds of pieces in hand? One kind is placed without a touch of it. */
static inline bool zm_several_in_hand(const zm_hand *hand, unsigned kinds)
{
    bool several = false;
    for (unsigned i = 1; i < kinds; i++)
        several |= hand[i].owner == hand[i - 1].owner;
    return several;
}

/* What a row is called, and a column; "" where they have no names. */
enum { ZM_LABEL_TEXT = 16 };
const char *zm_row_label(const zm_picture *p, unsigned row, char out[ZM_LABEL_TEXT]);
const char *zm_column_label(const zm_picture *p, unsigned col, char out[ZM_LABEL_TEXT]);
static inline bool zm_labels_rows(const zm_picture *p)
{
    return p->labels == ZM_LABELS_CHESS || p->labels == ZM_LABELS_ROWS || p->labels == ZM_LABELS_LINES ||
           (p->labels == ZM_LABELS_NUMBERS && p->rows > 1);
}

#endif
