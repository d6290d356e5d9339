/* board.h: a game of pieces on squares says what a position consists of, and gets the rest derived.
 *
 * A zm_board declares squares, pieces, hands, counters, symmetries and what only grows or shrinks. From it follow storage,
 * notation, drawn boards, fingerprints and a dense index (board_index.h). The rules are then written with the functions
 * below. All of them are pure, take the variant first, and are in the common subset of C17 and CUDA C++.
 *
 * SQUARES    are numbered from 0 in reading order, from the upper left; a set of squares has a bit for each.
 *
 * STORAGE    A square has a code: 0 empty, n the n-th letter of `first` or of `second`, then the letters of `nobody`. Plane i has
 *            bit i of all codes; one more plane marks the second player's pieces, so that colours swap by one xor. A plane has a
 *            bit per square. What each player has besides (hands, counters) is a block of bits, and so are the common counters:
 *
 *                lo   planes from bit 0 up, as many as fit           blocks that do not fit hi, from bit 63 down
 *                hi   the other planes from bit 0 up                 blocks from bit 62 down; bit 63 is the turn
 *
 *            No plane and no block is in both words. All else is 0. */
#ifndef ZERMELO_BOARD_H
#define ZERMELO_BOARD_H

#include <zermelo/index.h>
#include <zermelo/looks.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_BOARD_VERSION 1u

#ifdef __CUDACC__ /* what is rarer is not inlined: the common case then has few registers to save */
#define ZM_APART static __noinline__ __host__ __device__
#else
#define ZM_APART static __attribute__((noinline, unused))
#endif

enum {
    ZM_BOARD_SQUARES = 64,
    ZM_BOARD_SIDE = 16,    /* rows, columns */
    ZM_BOARD_LETTERS = 24, /* of both players and of nobody */
    ZM_BOARD_PLANES = 6,   /* of codes, and the second player's */
    ZM_BOARD_TOTALS = 8,   /* declared */
    ZM_BOARD_COUNTERS = 4, /* declared */
    ZM_NO_SQUARE = 255,    /* beyond the edge; a move without a square it comes from */
    ZM_NO_LETTER = 255,    /* no number of a letter */
    ZM_MOVE_FREE = 24,     /* bits of a move from this one up are the game's own */
};

/* A number, "3", or the name of an option that has one, "size". */
typedef const char *zm_amount;

/* Pieces of these letters together, on the board and in hand. {"Ee", "2", "2"}: two elephants, always. */
typedef struct zm_board_total {
    const char *letters;
    zm_amount least, most;
} zm_board_total;

typedef struct zm_board_counter {
    const char *name;      /* in notation: "passes" */
    zm_amount least, most; /* left out: 0 */
    bool each;             /* every player has one; they swap with the colours */
    bool grows, shrinks;   /* it never gets smaller, or never larger */
} zm_board_counter;

typedef enum zm_board_turn {
    ZM_TURN_KEPT = 0, /* in every placement both may be to move */
    ZM_TURN_SWAPS, /* colours swap with the turn: in rules the pieces of `first` are the mover's, in text colours are true */
    ZM_TURN_COUNTED, /* players put pieces in turn: the first is to move when both have as many on the board */
} zm_board_turn;

typedef enum zm_symmetry {
    ZM_NO_SYMMETRY = 0,
    ZM_MIRROR,      /* left and right */
    ZM_UPSIDE_DOWN, /* mirrored, top and bottom */
    ZM_HALF_TURN,
    ZM_RECTANGLE, /* those three */
    ZM_ROTATIONS, /* by quarters; by halves where rows differ from columns */
    ZM_SQUARE,    /* rotations and mirrors: 8; 4 where rows differ from columns */
} zm_symmetry;

typedef struct zm_board {
    unsigned version; /* ZM_BOARD sets it */
    /* REQUIRED. Of the drawn board, up to 16; `cols` left out: as many as rows. */
    zm_amount rows, cols;
    /* OPTIONAL. Only these fields exist, in reading order (dark squares, a cross, the points of a mill board); returns how many. */
    unsigned (*points)(const zm_variant *v, zm_point *out);
    /* OPTIONAL. The fields are points, not squares: does a line join these two? */
    bool (*joined)(const zm_variant *v, unsigned a, unsigned b);
    /* REQUIRED, one of them. Letters of the pieces. The n-th of one player is the n-th of the other when colours swap. */
    const char *first, *second;
    /* OPTIONAL. Letters of pieces that nobody owns. '.' is always an empty square. */
    const char *nobody;
    /* OPTIONAL. Letters of `first` that can be in hand; the second player's likewise. A total must say how many there are. */
    const char *hand;
    zm_board_total totals[ZM_BOARD_TOTALS];
    zm_board_counter counters[ZM_BOARD_COUNTERS];
    zm_board_turn turn;
    /* OPTIONAL, with ZM_TURN_SWAPS. The board turns with the view, so that the mover always plays upward: ZM_HALF_TURN or
     * ZM_UPSIDE_DOWN. */
    zm_symmetry seen;
    /* OPTIONAL. The rules do not change under these. Buys: fewer states. */
    zm_symmetry symmetry;
    /* OPTIONAL. Symmetries of the game's own: where each square goes; false when there is no operation with this number. A few
     * that generate the others suffice; those of `symmetry` are added. At most ZM_MAX_OPERATIONS in all. */
    bool (*images)(const zm_variant *v, unsigned operation, uint8_t image[ZM_BOARD_SQUARES]);
    /* OPTIONAL. Letters whose number, on the board and in hand together, never gets smaller, or never larger; of a piece that
     * changes its letter, both. Buys: tiers. */
    const char *grows, *shrinks;
    /* OPTIONAL. Pieces in hand only leave it. Buys: tiers. */
    bool hand_shrinks;
    /* OPTIONAL. A move changes each of these numbers by at most this. Buys: fewer tiers that a move can lead to. */
    unsigned most_change;
    /* OPTIONAL. What moves inside a tier do, as of zm_index. ZM_LEAVES: every move changes one of these numbers. */
    zm_inside inside;
    /* OPTIONAL. Can there be as many pieces of each letter on the board and in hand? They are numbered as the letters of `first`,
     * `second` and `nobody` one after the other; where colours swap, those of `first` are the mover's. Buys: fewer places. */
    bool (*material)(const zm_variant *v, const uint8_t *on_board, const uint8_t *in_hand);
    /* OPTIONAL. Notation of the start. Without it: an empty board, full hands, the first to move. */
    const char *start;
    /* OPTIONAL. What else a position must be. */
    bool (*legal)(const zm_variant *v, zm_pos p, zm_mistake *why);
    bool one_line; /* notation has no '/' between rows */
} zm_board;

#define ZM_BOARD(...)                            \
    {                                            \
        .version = ZM_BOARD_VERSION, __VA_ARGS__ \
    }

/* ---- what a declaration becomes: one flat block, so that it can be copied to a device ---- */
typedef struct zm_board_block { /* bits of a position */
    uint64_t mask;              /* the lowest `bits` */
    uint8_t high;               /* in hi, not in lo */
    uint8_t shift, bits;        /* 0 bits: there is none */
} zm_board_block;

typedef struct zm_board_letter {
    char letter;
    uint8_t owner;                 /* 0, 1; 2 nobody */
    uint8_t code;                  /* on its square, without the owner */
    uint8_t swapped;               /* the number of the letter it becomes when colours swap */
    uint8_t in_hand;               /* it can be in hand */
    uint8_t hand_shift, hand_bits; /* of its number in hand, in the owner's block */
    uint8_t least, most;           /* of it on the board and in hand */
    uint8_t most_held;
    zm_board_block held;     /* its number in hand; no bits: it is never there */
    zm_pos bits, everywhere; /* on square 0, and on all squares */
} zm_board_letter;

typedef struct zm_board_number { /* a counter; one that each player has is two */
    uint8_t declared;            /* its number in the declaration */
    uint8_t owner;               /* 0, 1; 2: common to both */
    uint8_t shift, bits;         /* in the block of its owner; it has what it is above `least` */
    uint32_t least, most;
} zm_board_number;

typedef struct zm_board_sum { /* a total */
    uint32_t letters;         /* a bit for each, by number */
    uint16_t least, most;
} zm_board_sum;

/* All planes are as wide as the board, those of lo and of hi side by side from bit 0. So a set times `column` is that set in every
 * plane, and a set times the bits of a letter is that letter on all its squares: no plane is looked at alone. */
typedef struct zm_board_data {
    uint64_t bytes;     /* of the whole block */
    uint64_t board;     /* all squares */
    uint64_t group;     /* offset of its zm_board_group (board_index.h); 0: it has no symmetries */
    uint64_t order;     /* offset of its zm_board_order (board_index.h); 0: it has no index, and `why_not` says why */
    zm_pos start;       /* an empty board with full hands, until the notation of another is read */
    uint64_t column[2]; /* square 0 in every plane, in lo and in hi */
    uint64_t all[2], coded[2];         /* all squares of all planes, and of those of codes */
    uint8_t planes_in[2], bytes_in[2]; /* planes, and bytes that have some of their squares */
    uint8_t fold[2][3]; /* a word shifted by these, one after the other, brings all its planes down to the first */
    uint8_t rows, cols, squares, chunks;
    uint8_t planes;    /* of codes */
    uint8_t codes;     /* that pieces with an owner have: 1 to this; nobody's follow */
    uint8_t all_codes; /* with nobody's */
    uint8_t letters, first_letters, second_letters;
    uint8_t turn;   /* zm_board_turn */
    uint8_t turned; /* the board turns with the view */
    uint8_t full;   /* all rows * cols squares exist */
    uint8_t pair; /* an index with direct look-up, up to 32 squares, a letter per player: lo has both planes, no more */
    uint8_t two;  /* two operations, of which the second is a factor (zm_board_group) */
    uint8_t numbers, totals;
    uint8_t turn_in_state;                 /* the turn is part of a state and not told by the pieces */
    zm_board_block plane[ZM_BOARD_PLANES]; /* the one after those of codes: the second player's */
    zm_board_block side[2], common;        /* hands and counters */
    zm_board_letter letter[ZM_BOARD_LETTERS];
    zm_board_number number[2 * ZM_BOARD_COUNTERS];
    zm_board_sum total[ZM_BOARD_TOTALS];
    uint8_t number_of[128];               /* of a letter; ZM_NO_LETTER */
    zm_pos bits_of[128];                  /* of a letter on square 0; 0: an empty square */
    char letter_of[1 << ZM_BOARD_PLANES]; /* of a square's bits in all planes, side by side */
    uint8_t row_of[ZM_BOARD_SQUARES], col_of[ZM_BOARD_SQUARES];
    uint8_t square_at[ZM_BOARD_SIDE * ZM_BOARD_SIDE]; /* row * ZM_BOARD_SIDE + col; ZM_NO_SQUARE */
    uint8_t next[9][ZM_BOARD_SQUARES];                /* one step on: [(drow + 1) * 3 + dcol + 1] */
    uint64_t rim;      /* squares without a neighbour above, below, to the left or to the right */
    uint64_t between;  /* offset of uint64_t [squares][squares]: those from one to another, both included */
    uint64_t inner[3]; /* where the board is full: squares that can go left, stay, go right */
    uint8_t view[ZM_BOARD_SQUARES]; /* where each square goes when the board turns with the view */
    uint64_t view_image;            /* offset of uint64_t [byte of lo, then of hi][256]: all planes turned */
    char why_not[120];
} zm_board_data;

ZM_INLINE const zm_board_data *zm_board_of(const zm_variant *v) { return v->board; }

ZM_INLINE const void *zm_board_part(const zm_board_data *d, uint64_t offset) { return (const char *)d + offset; }

ZM_INLINE uint64_t zm_block_get(zm_board_block b, zm_pos p) { return (b.high ? p.hi : p.lo) >> b.shift & b.mask; }

ZM_INLINE zm_pos zm_block_set(zm_board_block b, zm_pos p, uint64_t x)
{
    const uint64_t mask = b.mask << b.shift, bits = x << b.shift & mask;
    if (b.high)
        p.hi = (p.hi & ~mask) | bits;
    else
        p.lo = (p.lo & ~mask) | bits;
    return p;
}

/* ---- squares ---- */
ZM_INLINE unsigned zm_row_count(const zm_variant *v) { return zm_board_of(v)->rows; }
ZM_INLINE unsigned zm_col_count(const zm_variant *v) { return zm_board_of(v)->cols; }
ZM_INLINE unsigned zm_squares(const zm_variant *v) { return zm_board_of(v)->squares; }
ZM_INLINE uint64_t zm_all_squares(const zm_variant *v) { return zm_board_of(v)->board; }
ZM_INLINE unsigned zm_row_of(const zm_variant *v, unsigned square) { return zm_board_of(v)->row_of[square]; }
ZM_INLINE unsigned zm_col_of(const zm_variant *v, unsigned square) { return zm_board_of(v)->col_of[square]; }

/* ZM_NO_SQUARE where the board has none. */
ZM_INLINE unsigned zm_square(const zm_variant *v, int row, int col)
{
    return row < 0 || col < 0 || row >= ZM_BOARD_SIDE || col >= ZM_BOARD_SIDE
               ? (unsigned)ZM_NO_SQUARE
               : zm_board_of(v)->square_at[row * ZM_BOARD_SIDE + col];
}

/* The square that is so many rows down and columns to the right; ZM_NO_SQUARE beyond the edge. */
ZM_INLINE unsigned zm_toward(const zm_variant *v, unsigned square, int drow, int dcol)
{
    const zm_board_data *d = zm_board_of(v);
    return zm_square(v, d->row_of[square] + drow, d->col_of[square] + dcol);
}

ZM_INLINE uint64_t zm_rim(const zm_variant *v) { return zm_board_of(v)->rim; }

/* The squares from one to another, both included; 0 when they are not in a row, a column or a diagonal. */
ZM_INLINE uint64_t zm_between(const zm_variant *v, unsigned from, unsigned to)
{
    const zm_board_data *d = zm_board_of(v);
    return ((const uint64_t *)zm_board_part(d, d->between))[from * d->squares + to];
}

/* All squares of a set moved by one step, drow and dcol from -1 to 1. What leaves the board is lost. */
ZM_INLINE uint64_t zm_shifted(const zm_variant *v, uint64_t set, int drow, int dcol)
{
    const zm_board_data *d = zm_board_of(v);
    if (d->full) {
        const int by = drow * d->cols + dcol;
        set &= d->inner[dcol + 1];
        return (by >= 0 ? set << by : set >> -by) & d->board;
    }
    uint64_t out = 0;
    while (set) {
        const unsigned to = d->next[(drow + 1) * 3 + dcol + 1][zm_take_lowest(&set)];
        out |= to == ZM_NO_SQUARE ? 0 : zm_bit(to);
    }
    return out;
}

/* Are so many of the set side by side in a row, a column or a diagonal? */
ZM_INLINE bool zm_has_line(const zm_variant *v, uint64_t set, unsigned length)
{
    uint64_t across = set, down = set, left = set, right = set;
    if (zm_count_bits(set) < length)
        return false;
    for (unsigned i = 1; i < length; i++) { /* ends of lines of i squares become those of one more */
        across = set & zm_shifted(v, across, 0, 1);
        down = set & zm_shifted(v, down, 1, 0);
        left = set & zm_shifted(v, left, 1, -1);
        right = set & zm_shifted(v, right, 1, 1);
    }
    return (across | down | left | right) != 0;
}

/* ---- pieces ---- */
/* The squares that have a bit in one of the planes of these words. */
ZM_INLINE uint64_t zm_board_folded(const zm_board_data *d, uint64_t lo, uint64_t hi)
{
    lo |= lo >> d->fold[0][0];
    lo |= lo >> d->fold[0][1];
    if (d->fold[0][2])
        lo |= lo >> d->fold[0][2];
    if (d->column[1]) {
        hi |= hi >> d->fold[1][0];
        hi |= hi >> d->fold[1][1];
        lo |= hi | hi >> d->fold[1][2];
    }
    return lo & d->board;
}

ZM_INLINE uint64_t zm_board_taken(const zm_board_data *d, zm_pos p)
{
    if (d->planes == 1)
        return p.lo & d->board;
    return zm_board_folded(d, p.lo & d->coded[0], p.hi & d->coded[1]);
}

ZM_INLINE uint64_t zm_occupied(const zm_variant *v, zm_pos p) { return zm_board_taken(zm_board_of(v), p); }

ZM_INLINE uint64_t zm_free(const zm_variant *v, zm_pos p) { return zm_board_of(v)->board & ~zm_occupied(v, p); }

/* Squares with exactly these bits in all planes. */
ZM_INLINE uint64_t zm_board_with(const zm_board_data *d, zm_pos p, zm_pos bits)
{
    return d->board &
           ~zm_board_folded(d, (p.lo ^ bits.lo * d->board) & d->all[0], (p.hi ^ bits.hi * d->board) & d->all[1]);
}

/* Squares with a piece that nobody owns, and with one that has an owner. */
ZM_APART uint64_t zm_board_nobodys(const zm_board_data *d, zm_pos p)
{
    uint64_t set = 0;
    for (unsigned i = d->first_letters + d->second_letters; i < d->letters; i++)
        set |= zm_board_with(d, p, d->bits_of[d->letter[i].letter & 127]);
    return set;
}

ZM_INLINE uint64_t zm_board_owned(const zm_board_data *d, zm_pos p)
{
    return d->codes == d->all_codes ? zm_board_taken(d, p) : zm_board_taken(d, p) & ~zm_board_nobodys(d, p);
}

ZM_INLINE uint64_t zm_board_second(const zm_board_data *d, zm_pos p) { return zm_block_get(d->plane[d->planes], p); }

/* 0 or 1: whose pieces are the mover's. */
ZM_INLINE unsigned zm_mover(const zm_variant *v, zm_pos p)
{
    return zm_board_of(v)->turn == ZM_TURN_SWAPS ? 0 : (unsigned)(p.hi >> 63);
}

/* The mover's pieces, and the other player's. */
ZM_INLINE uint64_t zm_own(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    const uint64_t second = zm_board_second(d, p);
    return zm_mover(v, p) ? second : zm_board_owned(d, p) & ~second;
}

ZM_INLINE uint64_t zm_theirs(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    const uint64_t second = zm_board_second(d, p);
    return zm_mover(v, p) ? zm_board_owned(d, p) & ~second : second;
}

/* Squares with a piece of this letter. */
ZM_INLINE uint64_t zm_pieces(const zm_variant *v, zm_pos p, char letter)
{
    const zm_board_data *d = zm_board_of(v);
    return zm_board_with(d, p, d->bits_of[letter & 127]);
}

/* What is on a square: a letter, or '.'. */
ZM_INLINE char zm_at(const zm_variant *v, zm_pos p, unsigned square)
{
    const zm_board_data *d = zm_board_of(v);
    uint64_t bits = zm_extract(p.lo >> square, d->column[0]);
    if (d->column[1])
        bits |= zm_extract(p.hi >> square, d->column[1]) << d->planes_in[0];
    return d->letter_of[bits];
}

/* These bits on each square of a set, in place of what was there. */
ZM_INLINE zm_pos zm_board_put(const zm_board_data *d, zm_pos p, uint64_t set, zm_pos bits)
{
    zm_pos q = {(p.lo & ~(set * d->column[0])) | set * bits.lo, p.hi};
    if (d->column[1])
        q.hi = (p.hi & ~(set * d->column[1])) | set * bits.hi;
    return q;
}

/* A piece of this letter on each square of a set, in place of what was there; '.' leaves them empty. */
ZM_INLINE zm_pos zm_put_all(const zm_variant *v, zm_pos p, uint64_t set, char letter)
{
    return zm_board_put(zm_board_of(v), p, set, zm_board_of(v)->bits_of[letter & 127]);
}

/* A piece of this letter on a square. */
ZM_INLINE zm_pos zm_put(const zm_variant *v, zm_pos p, unsigned square, char letter)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_pos bits = d->bits_of[letter & 127];
    zm_pos q = {(p.lo & ~(d->column[0] << square)) | bits.lo << square, p.hi};
    if (d->column[1])
        q.hi = (p.hi & ~(d->column[1] << square)) | bits.hi << square;
    return q;
}

/* The bits of a word that `lines`, a line in all planes, has, moved by one square of it. What leaves a plane comes to an end of the line. */
ZM_INLINE uint64_t zm_board_slide(uint64_t word, uint64_t lines, unsigned down)
{
    const uint64_t row = zm_extract(word, lines);
    return zm_deposit(down ? row >> 1 : row << 1, lines);
}

/* The same where all squares of a line are equally far from each other: on a full board. */
ZM_INLINE uint64_t zm_board_slide_full(uint64_t word, uint64_t line, uint64_t lines, unsigned down)
{
    const unsigned by = zm_lowest((line & (line - 1)) | zm_bit(63)) - zm_lowest(line | zm_bit(63)),
                   right = by & (0u - down); /* no branch: both ways are as likely */
    return (word & lines) << (by - right) >> right & lines;
}

/* A word after a push. */
ZM_INLINE uint64_t zm_board_pushed(const zm_board_data *d, unsigned high, uint64_t word, uint64_t line, unsigned to,
                                   unsigned down)
{
    const uint64_t lines = line * d->column[high], moved = !ZM_EXTRACTS && d->full
                                                               ? zm_board_slide_full(word, line, lines, down)
                                                               : zm_board_slide(word, lines, down);
    return (word & ~lines) | (moved & ~(d->column[high] << to));
}

/* What is on `from` is taken off, everything from there to `to` moves by one square, and `to` is empty. */
ZM_INLINE zm_pos zm_push(const zm_variant *v, zm_pos p, unsigned from, unsigned to)
{
    const zm_board_data *d = zm_board_of(v);
    const uint64_t line = zm_between(v, from, to);
    const zm_pos q = {zm_board_pushed(d, 0, p.lo, line, to, from < to),
                      d->column[1] ? zm_board_pushed(d, 1, p.hi, line, to, from < to) : p.hi};
    return q;
}

/* The mover's letter for a piece that `first` calls so. */
ZM_INLINE char zm_mine(const zm_variant *v, zm_pos p, char first)
{
    const zm_board_data *d = zm_board_of(v);
    const unsigned number = d->number_of[first & 127];
    return zm_mover(v, p) && number != ZM_NO_LETTER ? d->letter[d->letter[number].swapped].letter : first;
}

/* ---- hands and counters ---- */
/* Pieces of this letter in their owner's hand. */
ZM_INLINE unsigned zm_held(const zm_variant *v, zm_pos p, char letter)
{
    const zm_board_data *d = zm_board_of(v);
    const unsigned number = d->number_of[letter & 127];
    return number == ZM_NO_LETTER ? 0 : (unsigned)zm_block_get(d->letter[number].held, p);
}

ZM_INLINE zm_board_block zm_board_piece_of(zm_board_block b, unsigned shift, unsigned bits)
{
    b.shift = (uint8_t)(b.shift + shift);
    b.bits = (uint8_t)bits;
    b.mask = zm_low_bits(bits);
    return b;
}

ZM_INLINE zm_pos zm_hold(const zm_variant *v, zm_pos p, char letter, unsigned n)
{
    const zm_board_data *d = zm_board_of(v);
    const unsigned number = d->number_of[letter & 127];
    return number == ZM_NO_LETTER ? p : zm_block_set(d->letter[number].held, p, n);
}

ZM_INLINE zm_board_block zm_board_number_block(const zm_board_data *d, const zm_board_number *n)
{
    return zm_board_piece_of(n->owner == 2 ? d->common : d->side[n->owner], n->shift, n->bits);
}

/* The number that the declaration's i-th counter has for a player (0 or 1; of no account for one that is common to both). */
ZM_INLINE const zm_board_number *zm_board_counter_of(const zm_board_data *d, unsigned i, unsigned player)
{
    for (unsigned k = 0; k < d->numbers; k++)
        if (d->number[k].declared == i && (d->number[k].owner == 2 || d->number[k].owner == player))
            return &d->number[k];
    return NULL;
}

/* The declaration's i-th counter; where each player has one, the mover's. */
ZM_INLINE unsigned zm_counter(const zm_variant *v, zm_pos p, unsigned i)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_board_number *n = zm_board_counter_of(d, i, zm_mover(v, p));
    return n ? n->least + (unsigned)zm_block_get(zm_board_number_block(d, n), p) : 0;
}

ZM_INLINE zm_pos zm_count(const zm_variant *v, zm_pos p, unsigned i, unsigned n)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_board_number *c = zm_board_counter_of(d, i, zm_mover(v, p));
    return c ? zm_block_set(zm_board_number_block(d, c), p, n - c->least) : p;
}

/* The other player's, where each has one. */
ZM_INLINE unsigned zm_their_counter(const zm_variant *v, zm_pos p, unsigned i)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_board_number *n = zm_board_counter_of(d, i, !zm_mover(v, p));
    return n ? n->least + (unsigned)zm_block_get(zm_board_number_block(d, n), p) : 0;
}

/* ---- the turn ---- */
/* The first bytes of a word after an operation, by a table of each. */
ZM_INLINE uint64_t zm_board_image(const uint64_t *table, unsigned bytes, uint64_t word)
{
    uint64_t image = 0;
    for (; bytes; bytes--, table += 256, word >>= 8)
        image |= table[word & 255];
    return image;
}

ZM_APART zm_pos zm_board_turned(const zm_board_data *d, zm_pos p)
{
    const uint64_t *table = (const uint64_t *)zm_board_part(d, d->view_image);
    const zm_pos q = {
        zm_board_image(table, d->bytes_in[0], p.lo) | (p.lo & ~d->all[0]),
        zm_board_image(table + d->bytes_in[0] * 256u, d->bytes_in[1], p.hi) | (p.hi & ~d->all[1]),
    };
    return q;
}

/* The same position with the colours exchanged, and the board turned where it turns with the view; the turn stays. It undoes itself. */
ZM_INLINE zm_pos zm_board_swapped(const zm_board_data *d, zm_pos p)
{
    const zm_board_block second = d->plane[d->planes];
    if (d->pair)
        p.lo ^= (p.lo & d->board) << d->squares;
    else if (second.high)
        p.hi ^= zm_board_owned(d, p) << second.shift;
    else
        p.lo ^= (zm_board_owned(d, p) & second.mask) << second.shift;
    if (d->side[0].bits) {
        const uint64_t one = zm_block_get(d->side[0], p), other = zm_block_get(d->side[1], p);
        p = zm_block_set(d->side[1], zm_block_set(d->side[0], p, other), one);
    }
    return d->turned ? zm_board_turned(d, p) : p;
}

/* The turn passes to the other player; colours and view swap where that was declared. */
ZM_INLINE zm_pos zm_pass(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    return zm_next_turn(d->turn == ZM_TURN_SWAPS ? zm_board_swapped(d, p) : p);
}

/* As text shows it: with ZM_TURN_SWAPS in true colours, seen by the first player. It undoes itself. */
ZM_INLINE zm_pos zm_board_shown(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    return d->turn == ZM_TURN_SWAPS && p.hi >> 63 ? zm_board_swapped(d, p) : p;
}

/* ---- moves ---- A move to a square, from one to another, of a piece from the hand to a square. */
ZM_INLINE zm_move zm_to(unsigned square) { return square; }
ZM_INLINE zm_move zm_from_to(unsigned from, unsigned to) { return to | (zm_move)(from + 1) << 8; }
ZM_INLINE zm_move zm_drop(char letter, unsigned to) { return to | (zm_move)(letter & 127) << 16; }
ZM_INLINE unsigned zm_move_to(zm_move m) { return (unsigned)m & 255; }
/* ZM_NO_SQUARE: from none */
ZM_INLINE unsigned zm_move_from(zm_move m)
{
    return ((unsigned)(m >> 8) & 255) ? ((unsigned)(m >> 8) & 255) - 1 : (unsigned)ZM_NO_SQUARE;
}
ZM_INLINE char zm_move_letter(zm_move m) { return (char)(m >> 16 & 127); } /* 0: not from the hand */

#ifdef __cplusplus
}
#endif

#endif
