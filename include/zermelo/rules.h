/* rules.h: everything a game is made of: the core, its facets, and ready-made parts. */
#ifndef ZERMELO_RULES_H
#define ZERMELO_RULES_H

#include <zermelo/backward.h>
#include <zermelo/board.h>
#include <zermelo/counts.h>
#include <zermelo/dice.h>
#include <zermelo/game.h>
#include <zermelo/hunt.h>
#include <zermelo/index.h>
#include <zermelo/looks.h>
#include <zermelo/numbers.h>
#include <zermelo/race.h>
#include <zermelo/rows.h>
#include <zermelo/sources.h>
#include <zermelo/sums.h>

#endif
