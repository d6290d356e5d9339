/* play.h: the moves of a position with what they are worth, and agents: ways to choose among them. */
#ifndef ZERMELO_PLAY_H
#define ZERMELO_PLAY_H

#include <zermelo/table.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_choice {
    zm_move move;
    zm_pos next;    /* the position it leads to */
    zm_value value; /* to the one who moves: one ply farther than `next` is, seen from this side */
    double share;   /* of all games that can follow, those the mover wins; negative while not known */
} zm_choice;

typedef struct zm_choices {
    zm_pos position;
    unsigned turn;
    zm_value value; /* of the position; ZM_NONE: the table does not have it, and there are no choices */
    bool over;
    unsigned count;
    zm_choice choice[ZM_MAX_MOVES];
} zm_choices;

/* The position's moves, in the order of the rules, with their values from the table. */
zm_status zm_choices_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_choices *out);

typedef struct zm_agent {
    const char *name, *help;
    bool by_share; /* needs the shares: all games that can follow each move are counted */
    bool (*better)(const zm_choice *a, const zm_choice *b);
} zm_agent;

size_t zm_agent_count(void);
const zm_agent *zm_agent_at(size_t i);           /* the first is the default */
const zm_agent *zm_agent_find(const char *name); /* NULL when there is none */

/* Puts the choices in the agent's order, best first; equals stay in the order they have. */
zm_status zm_agent_sort(zm_context *c, const zm_variant *v, const zm_agent *a, zm_choices *choices);

#ifdef __cplusplus
}
#endif

#endif
