/* text.h: what a declared board gives people to read and type: notation, names of squares, moves, codes. Members of a game
 * that are left out and have a declared board are these.
 *
 *     elg/.c./.C./GLE:f:-          squares in reading order, '/' between rows; whose turn; what is in hand; counters
 *     elg/.c./.C./GLE:s:EGc:2,0
 *
 * The turn is the first letter of the player's name; 1 and 2 where both have the same. It is left out where pieces tell it and in
 * impartial games. Hands are letters, the first player's before the second's, or "-"; where each player has one kind, two
 * numbers. Colours are true, and the board is as the first player sees it, also where positions are kept as the mover sees them. */
#ifndef ZM_GAME_BOARD_TEXT_H
#define ZM_GAME_BOARD_TEXT_H

#include <zermelo/board.h>
#include <zermelo/sources.h>

/* ---- text.c ---- */
bool zm_board_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why);
void zm_board_write(const zm_variant *v, zm_pos p, zm_text *out);

/* ---- judge.c ---- */
/* Of any 128 bits. */
bool zm_board_is_position(const zm_variant *v, zm_pos p);
/* Of a position whose squares, hands and counters are in range: is it one? p is as it is kept. */
bool zm_board_judge(const zm_variant *v, zm_pos p, zm_mistake *why);
/* Whose turn the pieces tell, as the topmost bit. */
zm_pos zm_board_count_turn(const zm_variant *v, zm_pos p);

/* ---- moves.c ---- */
/* As the game's `naming` says, of a square as text shows it. */
void zm_board_name(const zm_variant *v, unsigned square, zm_text *out);
void zm_board_write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out);

/* ---- looks.c ---- */
unsigned zm_board_show(const zm_variant *v, zm_pos p, zm_cell *out);
bool zm_board_joined(const zm_variant *v, const zm_cell *a, const zm_cell *b);
void zm_board_name_cell(const zm_variant *v, zm_pos p, const zm_cell *cell, zm_text *out);
unsigned zm_board_in_hand(const zm_variant *v, zm_pos p, zm_hand *out);

/* ---- codes.c ---- */
/* The codes of boards with so many letters; a variant has those that fit 64 bits. Returns how many. */
unsigned zm_board_codes(unsigned letters, zm_code *out);
bool zm_code_bits_fit(const zm_variant *v);
bool zm_code_base_fits(const zm_variant *v);
uint64_t zm_code_bits(const zm_variant *v, zm_pos p);
uint64_t zm_code_base(const zm_variant *v, zm_pos p);
bool zm_code_from_bits(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why);
bool zm_code_from_base(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why);

/* ---- what notation has ---- */
bool zm_board_tells_turn(const zm_variant *v);
char zm_board_turn_letter(const zm_variant *v, unsigned player);
bool zm_board_has_hands(const zm_board_data *d);
bool zm_board_one_kind(const zm_board_data *d); /* each player has one kind of pieces in hand */

#endif
