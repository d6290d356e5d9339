/* print.h: what commands share in showing things: wrapped text, bars, values in words, the parts of JSON that recur. */
#ifndef ZM_CLI_PRINT_H
#define ZM_CLI_PRINT_H

#include "command.h"

#include "answer/parts.h"
#include "draw/picture.h"

enum { ZM_WORDS_ROOM = 128, ZM_TITLE_ROOM = 128 };

int zm_columns_of(const char *text); /* how many columns UTF-8 takes */
/* A game's title, its name if it has none, in letters that the terminal has: where that is plain ASCII, ae for ä. */
const char *zm_title_of(const zm_cli *cli, const zm_game *g, char out[ZM_TITLE_ROOM]);

/* Text broken at spaces so that lines begin at `indent` and end before column 80. `first` columns of the first line are
 * there already; 0 indents it too. */
void zm_print_wrapped(FILE *out, int first, int indent, const char *text);
/* Two spaces and a bar of share * width columns, in eighths of a column where the terminal can. Nothing for nothing. */
void zm_print_bar(const zm_cli *cli, double share, int width);
/* How many states there are and who wins them, with shares and bars: four lines. */
void zm_print_values(const zm_cli *cli, uint64_t states, const uint64_t won_by[2], uint64_t drawn);
/* "Hasenspiel (size=8 pawns=4)", underlined, and an empty line. */
void zm_print_title(const zm_cli *cli);
void zm_print_title_to(FILE *out, const zm_cli *cli); /* the same, elsewhere */
/* The drawn board, if the game has one, with the pieces in hand and what is done now below it. */
void zm_print_board(const zm_cli *cli, zm_pos p);
/* That line below a board; nothing where the game has neither. */
void zm_print_now(FILE *out, const zm_cli *cli, const zm_picture *p, int indent);

/* Where both have the same moves "first" is no person: what it means, in a line. Nothing for other games. */
void zm_print_sides(const zm_cli *cli);

/* "pawns win in 44 plies", "draw"; `turn` is the side the value is for. Here and below `wdl` says that how far is not
 * known: then it is "pawns win", and remoteness null. */
const char *zm_value_words(const zm_cli *cli, unsigned turn, zm_value value, bool wdl, char out[ZM_WORDS_ROOM]);
const char *zm_wins(const char *player); /* "win" for many, "wins" for one */
/* Groups of three in a number of any length, "-" for NULL; out has room for 4/3 of it and one. */
char *zm_group_digits(const char *digits, char *out, size_t size);

/* Says that a file is there; nothing where standard output is for programs. */
void zm_print_wrote(const zm_cli *cli, const char *path);

/* What to type: "zermelo query chomp rows=3", with --tables when it was given. */
const char *zm_command_line(const zm_cli *cli, const char *command, char *out, size_t size);

/* How to come by values where there is no table: what this machine can do, in a line or two. */
void zm_print_advice(const zm_cli *cli);
/* The same in a few words: "run: zermelo solve chomp rows=3". */
const char *zm_advice_words(const zm_cli *cli, char *out, size_t size);

/* Progress and notes on standard error. */
void zm_show_progress(zm_cli *cli);
void zm_clear_progress(const zm_cli *cli); /* a phase that failed has left its bar */

#endif
