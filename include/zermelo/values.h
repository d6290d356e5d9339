/* values.h: values of impartial games, and of games played together. docs/sums.md explains them.
 *
 *     grundy      the pile of Nim it is worth in a sum
 *     remoteness  moves to the end when the winner hurries and the loser delays: for `and`
 *     suspense    moves to the end when the winner delays and the loser hurries: for `also`
 *     w           for `wtia` (Lenhardt 2007): ZM_SL over, ZM_SW one move from it, else as grundy without those
 *     w_misere    for `wtia` when who ends a game loses: ZM_SW over, else as grundy without those
 * Normal play: who cannot move has lost, grundy is 0, remoteness and suspense are even, w is 0 or ZM_SL. Misère: who
 * cannot move has won; lost where w_misere is 0.
 *
 * Where a move may leave the turn where it is (NimString) there is a Grundy number alone, or ZM_GRUNDY_LOONY: the one
 * to move wins whatever is added. Such a game can be part of sums, and of no other compound.
 *
 * An expression is a game with its options in order, `queen(8;4,6)`, by name, `nim(piles=3,5)`, or from another
 * position than the start, `chomp(@4,4,2)`; or games put together: sum(..), union(..), selective(..), and(..),
 * also(..), wtia(..). */
#ifndef ZERMELO_VALUES_H
#define ZERMELO_VALUES_H

#include <zermelo/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_SW UINT32_MAX
#define ZM_SL (UINT32_MAX - 1)
#define ZM_GRUNDY_LOONY (UINT32_MAX - 2)

typedef enum zm_kind { ZM_GRUNDY = 0, ZM_REMOTENESS, ZM_SUSPENSE, ZM_W, ZM_W_MISERE, ZM_KINDS } zm_kind;

extern const char *const zm_kind_name[ZM_KINDS]; /* "grundy", ... */
extern const char *const zm_compound_name[ZM_WTIA + 1];

/* What has been found out so far, for as long as one likes to keep it. For one thread at a time. */
typedef struct zm_values zm_values;
zm_status zm_values_open(zm_context *c, uint64_t limit, zm_values **out); /* limit: positions to search; 0: a default */
void zm_values_close(zm_values *s);

typedef struct zm_expression zm_expression;
/* ZM_BAD_INPUT: the message says at which character, from 1, what is wrong. */
zm_status zm_expression_read(zm_values *s, const char *text, zm_expression **out);
/* One game, also one without such values: for its variant alone (zm_tabulate). */
zm_status zm_expression_read_game(zm_values *s, const char *text, zm_expression **out);
void zm_expression_free(zm_expression *e);
unsigned zm_expression_parts(const zm_expression *e); /* games in it, in the order they are written */
const zm_variant *zm_expression_variant(const zm_expression *e, unsigned part);
zm_pos zm_expression_position(const zm_expression *e, unsigned part); /* as it was given */
/* Can a move give the game up: end it, with the other as the winner (Chomp's poison)? Such a move is none here, so that
 * who has no other cannot move, and remoteness counts a ply less than a table does. Known once a value was found. */
bool zm_expression_gives_up(const zm_expression *e, unsigned part);
/* It, with these positions instead of its own, so that it can be read again; one part of it. Returns how long the text
 * is, which is cut when that is more than there is room for. */
size_t zm_expression_write(const zm_expression *e, const zm_pos *at, char *out, size_t size);
size_t zm_expression_write_part(const zm_expression *e, unsigned part, zm_pos at, char *out, size_t size);

typedef struct zm_answer {
    uint32_t number;   /* or ZM_SL, ZM_SW */
    bool theorem;      /* found by putting the values of parts together; else all positions were looked at */
    uint64_t searched; /* positions that were looked at for it: with a theorem those of its parts */
} zm_answer;

zm_status zm_value_of(zm_values *s, zm_expression *e, zm_kind kind, zm_answer *out);
/* Does the one to move win? */
zm_status zm_outcome_of(zm_values *s, zm_expression *e, bool misere, bool *wins, zm_answer *out);

/* A move of games played together: in which parts, which move there, and where to. */
typedef struct zm_step {
    unsigned part;
    zm_move move;
    zm_pos to;    /* from the position that was given; not turned as its state may be */
    zm_pos state; /* the same as a state, whoever is to move */
    bool stays;   /* the same player moves again */
} zm_step;
typedef struct zm_play {
    const zm_step *step;
    unsigned steps;
    bool wins; /* who makes it */
} zm_play;
typedef struct zm_plays {
    zm_play *play;
    uint64_t count;
    bool all; /* false: there are more moves than were looked at */
    zm_step *room;
} zm_plays;
/* The moves that win, one of those that lead to the same state; and every move, each with whether it wins. */
zm_status zm_winning_moves(zm_values *s, zm_expression *e, bool misere, zm_plays *out);
zm_status zm_moves_of_expression(zm_values *s, zm_expression *e, bool misere, zm_plays *out);
void zm_plays_free(zm_values *s, zm_plays *p);

/* Another position of a game of the expression. */
zm_status zm_value_at(zm_values *s, zm_expression *e, unsigned part, zm_pos p, zm_kind kind, zm_answer *out);

#ifdef __cplusplus
}
#endif

#endif
