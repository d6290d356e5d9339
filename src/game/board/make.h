/* make.h: a declared board becomes one flat block, part by part.
 *
 * The block grows while it is made, so it moves: parts are kept as offsets, and pointers into it are taken anew after every
 * zm_board_add. The variant always has the block as it stands, so that `points`, `images` and `material` can ask for squares. */
#ifndef ZM_GAME_BOARD_MAKE_H
#define ZM_GAME_BOARD_MAKE_H

#include <zermelo/board.h>

typedef struct zm_board_maker {
    zm_context *c;
    const zm_board *declared;
    zm_variant *v;
    zm_board_data *d; /* the block */
} zm_board_maker;

/* Makes v->board. What is declared wrongly, or does not fit 128 bits, is ZM_BAD_INPUT. v->board is NULL then. */
zm_status zm_board_make(zm_context *c, const zm_board *declared, zm_variant *v);

/* So many more bytes, zeroed, at an offset that every type is aligned to. */
zm_status zm_board_add(zm_board_maker *m, uint64_t bytes, uint64_t *offset);
ZM_INLINE void *zm_board_at(const zm_board_maker *m, uint64_t offset) { return (char *)m->d + offset; }

/* ZM_BAD_INPUT with a line that names the game. */
zm_status zm_board_wrong(zm_board_maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A number that is declared, or that an option has. NULL is `fallback`. */
zm_status zm_board_amount(zm_board_maker *m, const char *what, zm_amount a, unsigned fallback, unsigned most,
                          unsigned *out);

/* The steps. */
zm_status zm_board_squares(zm_board_maker *m); /* squares.c: rows, columns, which squares there are, and the view */
zm_status zm_board_letters(zm_board_maker *m); /* pieces.c: letters, totals, hands and counters */
zm_status zm_board_layout(zm_board_maker *m);  /* layout.c: which bits they have, and the start */

/* Image tables of a permutation of the squares, uint64_t [chunk][256]. */
void zm_board_image_table(const zm_board_data *d, const uint8_t *image, uint64_t *table);
/* Where each square goes under a named operation (one of the first three); false: the board is not mapped onto itself. */
bool zm_board_operation(const zm_board_data *d, zm_symmetry s, uint8_t image[ZM_BOARD_SQUARES]);

#endif
