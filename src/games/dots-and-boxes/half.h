/* half.h: half of a board of Dots and Boxes, from its outer edge to the middle, where it meets the other half.
 *
 * A filling of a half says which of its lines are drawn. The row of lines in the middle belongs to neither half. No box
 * has more than two lines; the boxes next to the middle that have two already are `full`: the middle line beside them
 * is closed. That is all one half knows of the other: fillings a and b of two halves and a set m of middle lines go
 * together just when m meets neither full(a) nor full(b).
 *
 * Fillings are sorted by number of lines, then by what is full, and cut into panels of PANEL that agree in both. The
 * last panel of a kind may be partly empty. A filling has a place: panel * PANEL + its column in the panel. */
#ifndef ZM_GAMES_DOTS_AND_BOXES_HALF_H
#define ZM_GAMES_DOTS_AND_BOXES_HALF_H

#include <zermelo/base.h>

enum { PANEL = 32, HALF_LINES = 32, HALF_WIDTH = 8 };
#define NOWHERE UINT32_MAX

typedef struct panel {
    uint32_t first; /* filling */
    uint16_t full;
    uint8_t lines, count;
} panel;

typedef struct half {
    unsigned rows, width; /* of boxes */
    uint32_t count;       /* fillings */
    uint64_t *key;        /* lines << 48 | full << 32 | code, ascending; the code has a bit a line */
    uint32_t *place;
    uint32_t panels;
    panel *panel;
    uint32_t *first, *next; /* filling i can become those at places next[first[i]] .. next[first[i+1]-1] */
} half;

/* How many fillings there are, without listing them; as a double, since there can be very many. */
double half_count(unsigned rows, unsigned width);
zm_status half_make(zm_context *c, unsigned rows, unsigned width, half *h);
void half_free(zm_context *c, half *h);
/* The place of a filling, NOWHERE when some box has more than two lines. */
uint32_t half_find(const half *h, uint32_t code);

/* Bits of the code: row r counts from the outer edge. */
static inline unsigned half_h(unsigned width, unsigned r, unsigned c) { return r * (2 * width + 1) + c; }
static inline unsigned half_v(unsigned width, unsigned r, unsigned c) { return half_h(width, r, c) + width; }

/* ---- the panels of a half that go together with a set of middle lines ---- */
enum { SIDE_LEVELS = HALF_LINES + 2 };
typedef struct side {
    uint32_t panels;
    uint32_t *local, *global;    /* numbers among these panels, and among all */
    uint32_t level[SIDE_LEVELS]; /* the first of these panels that has so many lines or more */
    uint32_t *first, *next;      /* as in half, all by places among these panels */
} side;

zm_status side_make(zm_context *c, const half *h, unsigned middle, side *s);
void side_free(zm_context *c, side *s);

#endif
