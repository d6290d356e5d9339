/* record.h: a game as it was played, with what was taken back; as a file that people can read; moves as people type
 * them.
 *
 * docs/playing.md has the file's format. */
#ifndef ZERMELO_RECORD_H
#define ZERMELO_RECORD_H

#include <zermelo/play.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ZM_NOBODY = 2 }; /* neither player */

typedef struct zm_step_played {
    zm_move move;
    zm_pos before;   /* the position it was made in */
    unsigned player; /* who made it */
    unsigned roll;   /* with which roll of the dice */
} zm_step_played;

typedef struct zm_record {
    zm_context *context;
    const zm_variant *variant;
    zm_pos from;
    unsigned played, known; /* moves made; with those that were taken back and can be made again */
    unsigned room;
    zm_step_played *step; /* of the one behind the last that is known, only the roll */
    zm_random dice;
    zm_turn now;       /* where it stands */
    unsigned resigned; /* who has given up, or ZM_NOBODY */
    zm_agent agent[2]; /* who plays each side */
} zm_record;

/* The dice fall as the stream has it; what has been rolled stays when moves are taken back. */
zm_status zm_record_open(zm_context *c, const zm_variant *v, zm_pos from, zm_random dice, zm_record *out);
void zm_record_close(zm_record *r);
void zm_record_restart(zm_record *r, zm_pos from); /* no moves yet, from there */
/* Makes a move, one of now.move; what had been taken back is forgotten unless it is the same move. */
zm_status zm_record_play(zm_record *r, zm_move m);
void zm_record_go(zm_record *r, unsigned played); /* takes moves back, or makes them again: up to r->known */
/* The next move is made with this roll, as dice on a table show it; moves that were taken back are forgotten. */
void zm_record_roll(zm_record *r, unsigned roll);

bool zm_record_over(const zm_record *r);
/* Who has won, by the rules or because the other gave up: 0, 1, or ZM_NOBODY when it is drawn or goes on. */
unsigned zm_record_winner(const zm_record *r);

/* Whole or not at all. */
zm_status zm_record_save(const zm_record *r, const char *path);
/* A record of this variant; one that is malformed, cut short, of another game or with a move that is none is refused,
 * with its line. */
zm_status zm_record_load(zm_context *c, const zm_variant *v, const char *path, zm_random dice, zm_record *out);

/* ---- moves as people type them ---- */
/* Which of the turn's moves a text may mean, as their numbers; returns how many there are and fills in up to `room`.
 * One that is written so, else those that are written so but for case, spaces, commas and dashes, else those that begin
 * or end so: "c7", "d6" or "c7d6" for c7-d6. */
unsigned zm_moves_meant(const zm_variant *v, const zm_turn *turn, const char *text, unsigned *number, unsigned room);
/* Those whose text is nearest to this one, nearest first. */
unsigned zm_moves_near(const zm_variant *v, const zm_turn *turn, const char *text, unsigned *number, unsigned room);

#ifdef __cplusplus
}
#endif

#endif
