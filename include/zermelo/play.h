/* play.h: the moves of a position with what they are worth; agents: ways to choose among them; random games. */
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
    bool wdl;       /* the table is without distances: values say who wins alone */
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

/* ---- random games ---- */
/* A stream of random numbers. Streams of one seed have nothing to do with each other: give each game its own, by number, and
 * what is played does not depend on threads. */
typedef struct zm_random {
    uint64_t state;
} zm_random;
zm_random zm_random_stream(uint64_t seed, uint64_t number);
uint64_t zm_random_below(zm_random *r, uint64_t n); /* 0 .. n-1, each as likely */

typedef struct zm_sample_options {
    uint64_t games, seed;
    unsigned plies; /* a game that goes on for more is left unfinished */
} zm_sample_options;

typedef struct zm_sample_ply { /* the positions that the games had after so many plies, and what they are worth */
    uint64_t games;            /* that went so far; the others were over */
    uint64_t won_by[2], drawn; /* by the table; 0 without one */
} zm_sample_ply;

typedef struct zm_sample {
    uint64_t games, won_by[2], drawn, unfinished; /* how they ended */
    uint64_t moves;                               /* in all of them */
    unsigned plies;                               /* 0 .. plies-1 occur */
    zm_sample_ply *ply;                           /* free with zm_sample_free */
} zm_sample;

/* Plays games from the start in which every move is as likely as any other, and asks the table (or NULL) about every position
 * on the way. In impartial games the first player is the one who begins. The same for a seed, whatever the threads. */
zm_status zm_sample_games(zm_context *c, const zm_variant *v, const zm_table *t, const zm_sample_options *o,
                          zm_sample *out);
void zm_sample_free(zm_context *c, zm_sample *s);

enum { ZM_SAMPLE_TAIL = 20 };
/* The share of positions that the first player wins less the other's, from -1 to 1: the mean over plies, each counting the
 * same. Plies that not one in ZM_SAMPLE_TAIL of the games reaches are left out: a handful of games would speak for them. */
double zm_sample_by_ply(const zm_sample *s);

typedef struct zm_interval {
    double low, high;
} zm_interval;
/* Where a share lies with 95 % confidence when `hits` of n were seen (Wilson 1927). 0 to 1 when n is 0. */
zm_interval zm_wilson(uint64_t hits, uint64_t n);

/* ---- fairness: how far a variant leans to one side ---- */
enum { ZM_MEASURES = 5 };
typedef struct zm_measure {
    const char *name, *help;
} zm_measure;
const zm_measure *zm_measure_at(unsigned i);

typedef struct zm_lean { /* 0 is fair, more than 0 favours the first player, less the other; -1 to 1; NaN: not known */
    double by[ZM_MEASURES];
} zm_lean;
/* `turn` is whose turn it is at the start. How far a won start is, a summary without distances does not know. */
zm_lean zm_lean_of(const zm_summary *s, unsigned turn, const zm_sample *sample);

/* Of several variants: is this the fairest by a measure? Equals all are; what is not known is not. */
bool zm_is_fairest(unsigned count, const zm_lean *lean, unsigned i, unsigned measure);
/* Which is the fairest overall: the one with most first places; of equals the one that is fairer by the first measure that tells
 * them apart; else the first. firsts[i] gets how many measures variant i is the fairest by. */
unsigned zm_fairest(unsigned count, const zm_lean *lean, unsigned *firsts);

#ifdef __cplusplus
}
#endif

#endif
