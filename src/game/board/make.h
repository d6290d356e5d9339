/* make.h: a declared board becomes one flat block, part by part.
 *
 * The block grows while it is made, so it moves: parts are kept as offsets, and pointers into it are taken anew after every
 * zm_board_add. The variant always has the block as it stands, so that `points`, `images` and `material` can ask for squares. */
#ifndef ZM_GAME_BOARD_MAKE_H
#define ZM_GAME_BOARD_MAKE_H

#include <zermelo/board_index.h>
#include <zermelo/counts.h>

typedef struct zm_board_material { /* what the positions of a class have */
    uint8_t on_board[ZM_BOARD_LETTERS], in_hand[ZM_BOARD_LETTERS];
    uint32_t number[2 * ZM_BOARD_COUNTERS];
    uint8_t turn;
} zm_board_material;

typedef struct zm_board_maker {
    zm_context *c;
    const zm_board *declared;
    zm_variant *v;
    zm_board_data *d; /* the block */
    unsigned operations;
    uint8_t cycles[ZM_MAX_OPERATIONS][ZM_BOARD_SQUARES + 1]; /* of each operation: how many of each length */
    zm_board_material *material;                             /* of each class */
    uint32_t classes;
} zm_board_maker;

/* Makes v->board. What is declared wrongly, or does not fit 128 bits, is ZM_BAD_INPUT. v->board is NULL then. */
zm_status zm_board_make(zm_context *c, const zm_board *declared, zm_variant *v);

/* The same for a variant of a game with a declared board, and its start as notation has it. */
zm_status zm_board_open(zm_context *c, zm_variant *v);

/* So many more bytes, zeroed, at an offset that every type is aligned to. */
zm_status zm_board_add(zm_board_maker *m, uint64_t bytes, uint64_t *offset);
ZM_INLINE void *zm_board_at(const zm_board_maker *m, uint64_t offset) { return (char *)m->d + offset; }

/* ZM_BAD_INPUT with a line that names the game. */
zm_status zm_board_wrong(zm_board_maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A number that is declared, or that an option has. NULL is `fallback`. */
zm_status zm_board_amount(zm_board_maker *m, const char *what, zm_amount a, unsigned fallback, unsigned most,
                          unsigned *out);

/* The steps. */
zm_status zm_board_squares(zm_board_maker *m);  /* squares.c: rows, columns, which squares there are, and the view */
zm_status zm_board_letters(zm_board_maker *m);  /* pieces.c: letters, totals, hands and counters */
zm_status zm_board_layout(zm_board_maker *m);   /* layout.c: which bits they have, and the start */
zm_status zm_board_symmetry(zm_board_maker *m); /* symmetry.c: the group and its tables */
/* The index. It is left out, and d->why_not says why, where there would be too much of something. */
zm_status zm_board_index_make(zm_board_maker *m);  /* index.c: all of it */
zm_status zm_board_classes(zm_board_maker *m);     /* classes.c: which there are */
zm_status zm_board_tiers_make(zm_board_maker *m);  /* tiers.c: the tiers, with their classes in order */
zm_status zm_board_class_table(zm_board_maker *m); /* keys.c: the class of a position */
zm_status zm_board_places(zm_board_maker *m);      /* places.c: key sets, steps and sizes of the classes */
zm_status zm_board_orbits_make(zm_board_maker *m); /* orbits.c: bitmaps and tables of sets */

/* Is there such material, in the true colours of one of the players to move? */
bool zm_board_possible(const zm_board_maker *m, const zm_board_material *x, unsigned letters);
zm_board_material zm_board_swapped_material(const zm_board_data *d, const zm_board_material *x);
/* The number of orbits of sets of this size; UINT64_MAX: more than fit. */
uint64_t zm_board_count_orbits(const zm_board_maker *m, unsigned size);
ZM_INLINE zm_board_order *zm_board_order_at(const zm_board_maker *m)
{
    return (zm_board_order *)zm_board_at(m, m->d->order);
}
/* Leaves the index out. */
void zm_board_no_index(zm_board_maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Image tables of a permutation of the squares in so many planes of a word, uint64_t [byte][256]. */
void zm_board_image_table(const zm_board_data *d, const uint8_t *image, unsigned planes, uint64_t *table);
/* Where each square goes under a named operation (one of the first three); false: the board is not mapped onto itself. */
bool zm_board_operation(const zm_board_data *d, zm_symmetry s, uint8_t image[ZM_BOARD_SQUARES]);

#endif
