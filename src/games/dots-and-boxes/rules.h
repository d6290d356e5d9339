/* rules.h: Dots and Boxes on rows x cols dots (seed 001, chapters 4 to 6 and 9), under four rules.
 *
 * A player draws a line between two neighbouring dots.
 *   first-box   who completes a box has won: the degenerate game of the thesis
 *   misere      who completes a box has lost
 *   nimstring   who completes a box moves again; who is to move and cannot has lost (so the last box loses)
 *   score       who completes a box has it and moves again; in the end the one with more boxes has won
 *
 * POSITION   With C columns of dots a row of horizontal lines and the row of vertical ones below it are 2C-1 lines. Lines
 *            are numbered in reading order, and line i is bit i of `lo`, set when it is drawn:
 *                h(r,c) = r(2C-1) + c          v(r,c) = r(2C-1) + C-1 + c
 *            A box has the number of its upper line, its corner. Its lines are then corner + {0, C-1, C, 2C-1}, so four
 *            shifts look at all boxes at once; what a shift brings from elsewhere never lands on a corner.
 *            `hi`: bits 0 to 56 the boxes that are missing, by corner; 58 to 62 the boxes of the first player (score only);
 *            63 the turn (nimstring and score only). A line beside no box is none: it counts as drawn.
 *            At most 64 lines, which are at most 25 boxes with corners up to 56 (13x3 dots).
 *
 * PARTS      Drawn lines and the edge cut the board. Boxes hang together when a free line is between them. A part is a
 *            position of the same board in which all other boxes are missing, moved to the upper left and turned so that
 *            equal parts are the same position. In first-box whoever ends one part has won all (the winner takes it all);
 *            in nimstring the parts are a sum. In misère too: completing a box gives up, so nobody needs to, and who can
 *            draw no other line in any part has lost. Score keeps whole: a difference of boxes is no number that parts
 *            add up. */
#ifndef ZM_GAMES_DOTS_AND_BOXES_RULES_H
#define ZM_GAMES_DOTS_AND_BOXES_RULES_H

#include <zermelo/rules.h>

enum { DOTS_MOST = 18, DOTS_LINES = 64, DOTS_BOXES = 25, DOTS_POINTS_AT = 58, DOTS_SYMMETRIES = 8 };

enum { DOTS_FIRST_BOX, DOTS_MISERE, DOTS_NIMSTRING, DOTS_SCORE }; /* as the option lists them */

/* A symmetry is a number: 1 turns the board upside down, 2 exchanges left and right, 4 (done first) rows and
 * columns. */
typedef struct dots_data {
    uint32_t rows, cols; /* of dots */
    uint32_t rule;
    uint32_t symmetries;                          /* 4, or 8 where the board is square */
    uint64_t lines, boxes;                        /* all of them; boxes by corner */
    uint8_t box_to[DOTS_SYMMETRIES][DOTS_LINES];  /* corner to corner */
    uint64_t line_to[DOTS_SYMMETRIES][8][1 << 8]; /* where the lines of byte k go */
} dots_data;

ZM_INLINE const dots_data *dots_of(const zm_variant *v) { return (const dots_data *)v->data; }
ZM_INLINE unsigned dots_h(const dots_data *d, unsigned r, unsigned c) { return r * (2 * d->cols - 1) + c; }
ZM_INLINE unsigned dots_v(const dots_data *d, unsigned r, unsigned c) { return dots_h(d, r, c) + d->cols - 1; }

ZM_INLINE uint64_t dots_missing(const dots_data *d, zm_pos p) { return p.hi & d->boxes; }
ZM_INLINE uint64_t dots_present(const dots_data *d, zm_pos p) { return d->boxes & ~p.hi; }
ZM_INLINE unsigned dots_points(zm_pos p) { return (unsigned)(p.hi >> DOTS_POINTS_AT) & 31; }
ZM_INLINE bool dots_extra_turns(const dots_data *d) { return d->rule >= DOTS_NIMSTRING; }

/* The lines of boxes, and the boxes beside lines, present or not. */
ZM_INLINE uint64_t dots_lines_of(const dots_data *d, uint64_t boxes)
{
    return boxes | boxes << (d->cols - 1) | boxes << d->cols | boxes << (2 * d->cols - 1);
}

ZM_INLINE uint64_t dots_boxes_of(const dots_data *d, uint64_t lines)
{
    return (lines | lines >> (d->cols - 1) | lines >> d->cols | lines >> (2 * d->cols - 1)) & d->boxes;
}

/* The boxes that are there and have all four lines. */
ZM_INLINE uint64_t dots_complete(const dots_data *d, zm_pos p)
{
    const uint64_t x = p.lo;
    return x & x >> (d->cols - 1) & x >> d->cols & x >> (2 * d->cols - 1) & dots_present(d, p);
}

/* The boxes, missing or not, with three lines or four. */
ZM_INLINE uint64_t dots_three(const dots_data *d, uint64_t x)
{
    const uint64_t left = x >> (d->cols - 1), right = x >> d->cols, below = x >> (2 * d->cols - 1);
    return ((x & below & (left | right)) | (left & right & (x | below))) & d->boxes;
}

/* ---- play ---- */
ZM_INLINE zm_pos dots_start(const zm_variant *v)
{
    zm_pos p = {0, 0};
    return p;
}

ZM_INLINE bool dots_keeps_turn(const zm_variant *v) { return dots_extra_turns(dots_of(v)); }

ZM_INLINE zm_end dots_ended(const zm_variant *v, zm_pos p)
{
    const dots_data *d = dots_of(v);
    const uint64_t complete = dots_complete(d, p);
    if (d->rule == DOTS_FIRST_BOX || d->rule == DOTS_MISERE)
        return !complete ? ZM_OPEN : d->rule == DOTS_MISERE ? ZM_WIN : ZM_LOSS;
    if (d->rule == DOTS_NIMSTRING || p.lo != d->lines)
        return ZM_OPEN;
    const unsigned all = zm_count_bits(complete), first = dots_points(p);
    const unsigned mine = p.hi & ZM_TURN_BIT ? all - first : first;
    return 2 * mine == all ? ZM_DRAW : 2 * mine > all ? ZM_WIN : ZM_LOSS;
}

/* A move is the number of its line. */
ZM_INLINE unsigned dots_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    uint64_t rest = dots_of(v)->lines & ~p.lo;
    unsigned n = 0;
    while (rest)
        out[n++] = zm_take_lowest(&rest);
    return n;
}

ZM_INLINE zm_pos dots_play(const zm_variant *v, zm_pos p, zm_move m)
{
    const dots_data *d = dots_of(v);
    zm_pos next = {p.lo | zm_bit((unsigned)m), p.hi};
    if (!dots_extra_turns(d))
        return next;
    const uint64_t taken = dots_complete(d, next) & ~dots_complete(d, p);
    if (!taken)
        return zm_next_turn(next);
    if (d->rule == DOTS_SCORE && !(p.hi & ZM_TURN_BIT))
        next.hi += (uint64_t)zm_count_bits(taken) << DOTS_POINTS_AT;
    return next;
}

/* ---- symmetry ---- */
ZM_INLINE uint64_t dots_turn_lines(const dots_data *d, unsigned s, uint64_t x)
{
    uint64_t y = 0;
    for (unsigned k = 0; k < 8; k++)
        y |= d->line_to[s][k][x >> 8 * k & 255];
    return y;
}

ZM_INLINE uint64_t dots_turn_boxes(const dots_data *d, unsigned s, uint64_t boxes)
{
    uint64_t y = 0;
    while (boxes)
        y |= zm_bit(d->box_to[s][zm_take_lowest(&boxes)]);
    return y;
}

/* The sets of lines that symmetry s turns into each other; returns how many. A line set that s leaves unchanged is a
 * union of them. */
ZM_INLINE unsigned dots_orbits(const dots_data *d, unsigned s, uint64_t out[DOTS_LINES])
{
    unsigned n = 0;
    for (uint64_t rest = d->lines; rest; rest &= ~out[n++]) {
        out[n] = rest & -rest;
        for (uint64_t old = 0; old != out[n];) {
            old = out[n];
            out[n] |= dots_turn_lines(d, s, old);
        }
    }
    return n;
}

ZM_INLINE zm_pos dots_fingerprint(const zm_variant *v, zm_pos p)
{
    const dots_data *d = dots_of(v);
    const uint64_t missing = dots_missing(d, p), rest = p.hi & ~d->boxes;
    zm_pos best = {p.lo, missing};
    for (unsigned s = 1; s < d->symmetries; s++) {
        zm_pos turned = {dots_turn_lines(d, s, p.lo), dots_turn_boxes(d, s, missing)};
        best = zm_smaller(best, turned);
    }
    best.hi |= rest;
    return best;
}

/* ---- parts ---- */
/* All boxes that hang together with these by free lines. */
ZM_INLINE uint64_t dots_joined(const dots_data *d, zm_pos p, uint64_t boxes)
{
    const uint64_t present = dots_present(d, p);
    for (uint64_t old = 0; old != boxes;) {
        old = boxes;
        boxes |= dots_boxes_of(d, dots_lines_of(d, boxes) & ~p.lo) & present;
    }
    return boxes;
}

typedef struct dots_box {
    unsigned row, col;
} dots_box;

ZM_INLINE dots_box dots_box_at(const dots_data *d, unsigned corner)
{
    dots_box b = {corner / (2 * d->cols - 1), corner % (2 * d->cols - 1)};
    return b;
}

/* The side of a box: 0 upper, 1 lower, 2 left, 3 right; and which side it is after a symmetry. */
ZM_INLINE unsigned dots_side(const dots_data *d, dots_box b, unsigned side)
{
    return side < 2 ? dots_h(d, b.row + side, b.col) : dots_v(d, b.row, b.col + side - 2);
}

ZM_INLINE unsigned dots_turn_side(unsigned s, unsigned side)
{
    if (s & 4)
        side ^= 2;
    return side ^ (side < 2 ? s & 1 : s >> 1 & 1);
}

/* The boxes turned by s and moved to the upper left, everything else missing. `height` and `width` are theirs
 * before. */
ZM_INLINE zm_pos dots_place_part(const dots_data *d, zm_pos p, uint64_t boxes, unsigned s, dots_box from,
                                 unsigned height, unsigned width)
{
    zm_pos out = {d->lines, d->boxes};
    while (boxes) {
        const dots_box old = dots_box_at(d, zm_take_lowest(&boxes));
        const unsigned r = old.row - from.row, c = old.col - from.col;
        dots_box b = {s & 4 ? c : r, s & 4 ? r : c};
        if (s & 1)
            b.row = (s & 4 ? width : height) - 1 - b.row;
        if (s & 2)
            b.col = (s & 4 ? height : width) - 1 - b.col;
        out.hi &= ~zm_bit(dots_h(d, b.row, b.col));
        for (unsigned side = 0; side < 4; side++)
            if (!(p.lo & zm_bit(dots_side(d, old, side))))
                out.lo &= ~zm_bit(dots_side(d, b, dots_turn_side(s, side)));
    }
    return out;
}

/* The one that stands for all parts like it: the smallest of those that fit the board. */
ZM_INLINE zm_pos dots_part(const dots_data *d, zm_pos p, uint64_t boxes)
{
    dots_box from = {DOTS_LINES, DOTS_LINES}, to = {0, 0};
    for (uint64_t rest = boxes; rest;) {
        const dots_box b = dots_box_at(d, zm_take_lowest(&rest));
        from.row = b.row < from.row ? b.row : from.row;
        from.col = b.col < from.col ? b.col : from.col;
        to.row = b.row > to.row ? b.row : to.row;
        to.col = b.col > to.col ? b.col : to.col;
    }
    const unsigned height = to.row - from.row + 1, width = to.col - from.col + 1;
    const unsigned ways = width < d->rows && height < d->cols ? 8 : 4;
    zm_pos best = dots_place_part(d, p, boxes, 0, from, height, width);
    for (unsigned s = 1; s < ways; s++)
        best = zm_smaller(best, dots_place_part(d, p, boxes, s, from, height, width));
    return best;
}

ZM_INLINE unsigned dots_parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    const dots_data *d = dots_of(v);
    const uint64_t complete = dots_complete(d, p);
    unsigned n = 0;
    if (d->rule == DOTS_SCORE || (complete && d->rule != DOTS_NIMSTRING)) {
        out[n++] = p; /* one whole, or over */
        return n;
    }
    for (uint64_t rest = dots_present(d, p) & ~complete; rest;) {
        const uint64_t boxes = dots_joined(d, p, rest & -rest);
        rest &= ~boxes;
        out[n++] = dots_part(d, p, boxes);
    }
    return n;
}

ZM_INLINE zm_compound dots_compound(const zm_variant *v)
{
    return dots_of(v)->rule == DOTS_FIRST_BOX ? ZM_WTIA : ZM_SUM;
}

/* clang-format off */
#define RULES(HOOK)                                                                                                    \
    HOOK(start, dots_start) HOOK(moves, dots_moves) HOOK(play, dots_play) HOOK(ended, dots_ended)                      \
    HOOK(impartial, true) HOOK(keeps_turn, dots_keeps_turn) HOOK(fingerprint, dots_fingerprint)
/* clang-format on */
#include "game/hooks.h"

#endif
