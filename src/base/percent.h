/* percent.h: probabilities as people read them: in per cent, and how far they are certain in the same unit. */
#ifndef ZM_BASE_PERCENT_H
#define ZM_BASE_PERCENT_H

#include <zermelo/value.h>

#include <stdbool.h>

enum { ZM_ODDS_TEXT = 64 };

double zm_percent_reach(zm_odds o);      /* how far an interval reaches to either side of its middle, in per cent */
int zm_percent_decimals(double percent); /* as many as that reach or width allows for, 2 to 8 */

/* "50.91867 % ± 0.00001 %": the middle of the interval, and how far it reaches; "+-" where there is no Unicode. */
char *zm_percent_text(zm_odds o, int decimals, bool utf8, char out[ZM_ODDS_TEXT]);
/* "50.92 %": the same in so many decimals. The reach is told only where it is no smaller than the last of them. */
char *zm_percent_short(zm_odds o, int decimals, bool utf8, char out[ZM_ODDS_TEXT]);
/* "33.333333302 % to 33.333333361 %": both ends, so that a step of the unit is seen; "no value". */
char *zm_percent_range(zm_odds o, char out[ZM_ODDS_TEXT]);
/* "0.000047 %": a width, from 0 to 1, rounded up. */
char *zm_percent_width(double width, char out[ZM_ODDS_TEXT]);

#endif
