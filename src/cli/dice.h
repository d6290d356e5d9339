/* dice.h: probabilities as people read them and as JSON has them. */
#ifndef ZM_CLI_DICE_H
#define ZM_CLI_DICE_H

#include "base/percent.h"
#include "command.h"

/* zm_percent_text with as many decimals as are certain. */
char *zm_odds_words(const zm_cli *cli, zm_odds o, char out[ZM_ODDS_TEXT]);

/* How wide the widest interval is. */
void zm_print_certified(const zm_summary *sum);
/* What a solve found. */
void zm_print_dice_solved(const zm_cli *cli, const zm_solved *s);

/* A position and what each roll offers there. */
zm_status zm_query_dice(zm_cli *cli, zm_pos p);

#endif
