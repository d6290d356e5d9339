/* race_choice.h: which step an agent takes in every state of a pairing of a race: written down before sweeps begin. */
#ifndef ZM_PLAY_RACE_CHOICE_H
#define ZM_PLAY_RACE_CHOICE_H

#include "solve/race/race.h"

typedef struct zm_race_judge {
    const zm_policy *policy;   /* NULL: the table decides */
    const zm_race_host *truth; /* the values of the table, for that */
} zm_race_judge;

/* Fills h->choice of the pairing (zm_race_block.choice): 2 bits per roll, ZM_RACE_LANES states per word. */
zm_status zm_race_choose(zm_race_host *h, const zm_race_judge *judge, zm_pairing p);

#endif
