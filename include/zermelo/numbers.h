/* numbers.h: ready-made parts for games whose positions are a few numbers, such as heaps. */
#ifndef ZERMELO_NUMBERS_H
#define ZERMELO_NUMBERS_H

#include <zermelo/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number at text[*at], which moves behind it; what is no number, or not min to max, is refused. */
bool zm_read_number(const char *text, size_t *at, unsigned min, unsigned max, unsigned *n, zm_mistake *why);
/* Up to eight numbers of a byte each, "1,2,3", in p.lo. As many as the game's first list option has. Where the turn
 * is kept in the topmost bit and the game is not impartial, ":2" follows when the second player is to move. */
bool zm_read_list8(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why);
void zm_write_list8(const zm_variant *v, zm_pos p, zm_text *out);
bool zm_is_list8(const zm_variant *v, zm_pos p);
zm_pos zm_pack8(const zm_variant *v, const char *list_option); /* a list option as such a position */
/* `parts` where each number is a game of its own and its place does not matter: those that are not 0, each as the first. */
unsigned zm_parts_list8(const zm_variant *v, zm_pos p, zm_pos *out);
bool zm_prepare_list8(zm_variant *v, void *data, zm_mistake *why); /* refuses lists of more than eight */

#ifdef __cplusplus
}
#endif

#endif
