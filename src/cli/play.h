/* play.h: a session at the keyboard: what its parts share.
 *
 *     play.c          the command: flags, who plays what, turn after turn
 *     play_words.c    what can be typed besides moves
 *     play_show.c     the board, what is to be expected, hints
 *     play_odds.c     the last two where there are dice
 *     play_input.c    lines from a terminal (with editing, history and completion) or from a pipe */
#ifndef ZM_CLI_PLAY_H
#define ZM_CLI_PLAY_H

#include "command.h"

#include <zermelo/record.h>

typedef struct zm_input zm_input;

typedef struct zm_session {
    zm_cli *cli;
    FILE *out; /* for people */
    bool colour;
    bool terminal;          /* somebody sits there */
    zm_record game;         /* agents in it: who plays each side */
    zm_chooser *chooser[2]; /* of the sides that agents play */
    zm_random random;       /* for agents */
    zm_random dice;
    zm_choices *choices; /* room */
    zm_input *input;
    unsigned limit; /* plies of a game that nobody plays in */
    unsigned shown; /* moves that had been made when the board was last shown */
    bool fresh;     /* something has changed since */
    bool hints;     /* before every move */
    bool step;      /* somebody watches, and asks for every move */
    bool quit;
    unsigned refused; /* lines that meant nothing */
} zm_session;

/* ---- play.c ---- */
bool zm_session_human(const zm_session *s, unsigned player);
unsigned zm_session_humans(const zm_session *s);
/* Sets who plays the sides, and wakes the agents. The table is found where it is needed; ZM_NOT_FOUND: it is not to be
 * had. */
zm_status zm_session_seat(zm_session *s, const zm_agent agent[2]);
/* A game in place of the one there is; takes it over. */
void zm_session_take(zm_session *s, zm_record *game);
const char *zm_session_player(const zm_session *s, unsigned player);

/* ---- play_words.c ---- */
/* Does what a line says: a move or a word. What it says wrong is answered, no error. */
zm_status zm_session_answer(zm_session *s, const char *line);
/* Each line that could be meant by the beginning of one: for completion. */
typedef void zm_offer(void *arg, const char *text);
void zm_session_offers(const zm_session *s, const char *typed, zm_offer *offer, void *arg);

/* ---- play_show.c ---- */
/* Who makes which move, with which roll. */
void zm_session_say_move(zm_session *s, const char *move);
void zm_session_say(const zm_session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* That there is no table, so that ..., and how to make one. */
void zm_session_no_table(const zm_session *s, const char *so);
void zm_session_show_board(zm_session *s);
zm_status zm_session_show_value(zm_session *s); /* what is to be expected, or how it ended */
zm_status zm_session_show_hints(zm_session *s, bool all);
void zm_session_show_moves(const zm_session *s);
/* The board if it has changed, what is to be expected, hints if they are on. */
zm_status zm_session_show_turn(zm_session *s);

/* ---- play_odds.c: the same with dice ---- */
zm_status zm_session_show_odds(zm_session *s);
zm_status zm_session_show_odds_of_moves(zm_session *s);

/* ---- play_input.c ---- */
zm_status zm_input_open(zm_session *s, zm_input **out);
void zm_input_close(zm_input *i);
/* The next line without its end; NULL: there is no more. */
const char *zm_input_line(zm_input *i, const char *prompt);

#endif
