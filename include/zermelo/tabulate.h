/* tabulate.h: the values of all positions of a variant at once, by a way of the game's own.
 *
 * A game may know its positions so well that it finds the values of all of them much faster than any method that only
 * sees moves. What comes back is how often each value occurs, and the value of the start. Values are whole numbers;
 * what they are is told by their name: "w" and "w_misere" (winner takes it all), "grundy", "score" (the best difference
 * that the one to move can reach from there on). */
#ifndef ZERMELO_TABULATE_H
#define ZERMELO_TABULATE_H

#include <zermelo/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ZM_MAX_TABULATED = 64, /* different values */
    ZM_LOONY = -1,         /* a Grundy "number" of games with extra turns: the one to move wins whatever is added */
};

typedef struct zm_tabulated {
    int value;
    uint64_t positions, states; /* that have it: all, and up to the symmetries of the board */
} zm_tabulated;

typedef struct zm_tabulation {
    char value[16];             /* what the values are */
    uint64_t positions, states; /* that have one */
    int start;
    unsigned count;
    zm_tabulated row[ZM_MAX_TABULATED]; /* those that occur, ascending */
    uint64_t peak_bytes;
    double seconds;
} zm_tabulation;

/* `value` NULL: the one the variant is about. ZM_BAD_INPUT when the game has no such way. Asks its memory of the budget
 * before it begins, runs on the context's threads, can be stopped. */
zm_status zm_tabulate(zm_context *c, const zm_variant *v, const char *value, zm_tabulation *out);

#ifdef __cplusplus
}
#endif

#endif
