/* squares.h: ready-made parts for small boards. */
#ifndef ZERMELO_SQUARES_H
#define ZERMELO_SQUARES_H

#include <zermelo/game.h>
#include <zermelo/looks.h>
#include <zermelo/sources.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A board of squares with one of up to four letters each, two bits a square in p.lo, the first highest, up to 32 squares.
 * `board` says which letters stand for 0, 1, 2, 3; `legal` is asked about every board that is read. */
bool zm_read_board(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why); /* "xo..x...." */
bool zm_is_board(const zm_variant *v, zm_pos p);                                       /* `legal` is asked too */
void zm_write_board(const zm_variant *v, zm_pos p, zm_text *out);
void zm_write_square(const zm_variant *v, zm_pos p, zm_move m,
                     zm_text *out); /* a move that is a square: its number from 1 */
unsigned zm_board_cells(const zm_variant *v, zm_pos p, zm_cell *out);
void zm_name_square(const zm_variant *v, zm_pos p, const zm_cell *cell, zm_text *out); /* as zm_write_square has it */
uint64_t zm_board_bits(const zm_variant *v, zm_pos p);
bool zm_board_from_bits(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why);
uint64_t zm_board_base(const zm_variant *v, zm_pos p);
bool zm_board_from_base(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why);
#define ZM_CODE_BITS2                                                                      \
    {                                                                                      \
        "bits2", "two bits a square, the first highest", zm_board_bits, zm_board_from_bits \
    }
#define ZM_CODE_BASE3                                                                               \
    {                                                                                               \
        "base3", "a digit a square in base 3, the first highest", zm_board_base, zm_board_from_base \
    }

#ifdef __cplusplus
}
#endif

#endif
