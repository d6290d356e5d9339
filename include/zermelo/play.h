/* play.h: the moves of a position with what they are worth; agents, which choose among them, and the arena where they
 * meet; random games, and how fair they are. record.h has games as they were played. */
#ifndef ZERMELO_PLAY_H
#define ZERMELO_PLAY_H

#include <zermelo/solve.h>
#include <zermelo/table.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_choice {
    zm_move move;
    zm_pos next;     /* the position it leads to */
    zm_value value;  /* to the one who moves: one ply farther than `next` is, seen from this side */
    unsigned number; /* in the order of the rules, from 0 */
    unsigned way;    /* of a win without distances: plies in which the tier can be left for good; 0 while not known */
    double share;    /* of all games that can follow, those the mover wins; negative while not known */
    double traps;    /* of the other's replies, those that give away what he has; negative while not known */
} zm_choice;

typedef struct zm_choices {
    zm_pos position;
    unsigned turn;
    zm_value value; /* of the position; ZM_NONE: the table does not have it, and there are no choices */
    bool wdl;       /* the table is without distances: values say only who wins */
    bool over;
    unsigned count;
    unsigned best; /* once they are sorted: so many at the front are as good as the first */
    zm_choice choice[ZM_MAX_MOVES];
} zm_choices;

/* The position's moves, in the order of the rules, with their values from the table. */
zm_status zm_choices_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_choices *out);
/* Best value first; equals stay in the order of the rules. */
void zm_choices_sort(zm_choices *choices);

/* ---- random numbers ---- */
/* A stream of random numbers. Streams of one seed have nothing to do with each other: give each game its own, by
 * number, and what is played does not depend on threads. */
typedef struct zm_random {
    uint64_t state;
} zm_random;
zm_random zm_random_stream(uint64_t seed, uint64_t number);
uint64_t zm_random_below(zm_random *r, uint64_t n); /* 0 .. n-1, each as likely */

/* ---- turns: what somebody is asked to decide ---- */
typedef struct zm_turn {
    zm_pos position;
    unsigned player; /* who is to move, 0 or 1; in impartial games 0 is who began */
    zm_end end;      /* not ZM_OPEN: it is over, for the one to move */
    unsigned roll;   /* of the dice, from 0; 0 where there are none */
    unsigned count;
    zm_move *move; /* the moves there are, with dice those with the roll; room for ZM_MAX_MOVES is the caller's */
} zm_turn;
/* Throws the dice, if there are any and the position is open: the roll. */
unsigned zm_roll(const zm_variant *v, zm_pos p, zm_random *r);
/* How likely each roll is in an open position; they add up to 1. */
void zm_roll_chances(const zm_variant *v, zm_pos p, double out[ZM_MAX_ROLLS]);
/* Sets everything but the room. */
void zm_turn_begin(const zm_variant *v, zm_pos p, unsigned player, unsigned roll, zm_turn *out);
/* Who is to move after the move from p to next, when `player` makes it. */
unsigned zm_player_after(const zm_variant *v, zm_pos p, unsigned player, zm_pos next);

/* With dice: the odds of each of the turn's moves, for the one who makes it. */
zm_status zm_odds_of_moves(zm_context *c, const zm_variant *v, const zm_table *t, const zm_turn *turn, zm_odds *out);

/* ---- dice: what each roll offers ---- */
typedef struct zm_prospect {
    zm_move move;
    zm_pos next;
    zm_odds odds; /* that the one who moves wins */
} zm_prospect;

typedef struct zm_roll_offer {
    double chance; /* of the roll */
    zm_odds odds;  /* of the best move */
    unsigned count;
    zm_prospect *move; /* best first; equals stay in the order of the rules */
} zm_roll_offer;

typedef struct zm_prospects {
    zm_pos position;
    unsigned turn;
    bool over;
    zm_odds odds;   /* before the roll; zm_is_odds says whether the table has it */
    unsigned rolls; /* 0 when it is over */
    zm_roll_offer roll[ZM_MAX_ROLLS];
    zm_prospect *room; /* that the offers lie in */
} zm_prospects;
zm_status zm_prospects_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_prospects *out);
void zm_prospects_free(zm_context *c, zm_prospects *out);

/* ---- agents: ways to choose a move. docs/playing.md says what each does ---- */
typedef enum zm_agent_kind {
    ZM_PERFECT =
        0,       /* the best value; of equal draws and losses the one that sets most traps; with dice, the best odds */
    ZM_BY_SHARE, /* does not lose what is not lost, then wins most of the games that can follow */
    ZM_RANDOM,   /* any move */
    ZM_SKILL,    /* perfect as often as its skill says, else random */
    ZM_HUMAN,    /* somebody else decides */
    ZM_POLICY,   /* a way of playing that the game knows */
    ZM_AGENTS = ZM_POLICY,
} zm_agent_kind;

typedef struct zm_agent {
    zm_agent_kind kind;
    double skill;            /* of ZM_SKILL: 0 to 1 */
    const zm_policy *policy; /* of ZM_POLICY */
} zm_agent;

enum { ZM_AGENT_TEXT = 32 };
const char *zm_agent_name(zm_agent_kind kind); /* "perfect"; of ZM_SKILL "skill"; policies have their own */
/* "perfect", "skill=0.7", or the name of a policy of the game. */
zm_status zm_agent_read(zm_context *c, const zm_game *g, const char *text, zm_agent *out);
char *zm_agent_write(const zm_agent *a, char *out, size_t size); /* at most ZM_AGENT_TEXT bytes; returns out */
bool zm_agent_needs_table(const zm_agent *a);

/* Puts the choices in the agent's order, best first, and finds what it takes for that: shares, traps. Equals stay in
 * the order of the rules; `best` of them the agent may play. */
zm_status zm_agent_sort(zm_context *c, const zm_variant *v, const zm_table *t, const zm_agent *a, zm_choices *choices);

/* ---- best play ---- */
typedef struct zm_ply {    /* of a line of best play, without dice */
    const zm_choices *at;  /* where it stands, and its moves */
    unsigned player;       /* to move there */
    const zm_choice *best; /* the move the perfect agent makes; NULL: it is over, or as many plies were asked for */
} zm_ply;
typedef zm_status zm_see_ply(void *arg, const zm_ply *p);
typedef struct zm_line_options {
    size_t size; /* ZM_OPTIONS */
    zm_pos from;
    unsigned player; /* to move there */
    uint64_t plies;  /* at most */
    zm_see_ply *see; /* is shown every position of the line, until it fails */
    void *arg;
} zm_line_options;
/* Goes along the line in which both make the move the perfect agent likes best, of equals the first in the order of the
 * rules, so that it is always the same. `room` is for the moves of a position. */
zm_status zm_best_play(zm_context *c, const zm_variant *v, const zm_table *t, const zm_line_options *o,
                       zm_choices *room);

/* An agent that plays. It remembers what it has found out; the table (NULL where it needs none) must outlive it. For
 * one thread. */
typedef struct zm_chooser zm_chooser;
zm_status zm_chooser_open(zm_context *c, const zm_variant *v, const zm_table *t, const zm_agent *a, zm_chooser **out);
void zm_chooser_close(zm_chooser *k);
/* One of the turn's moves; of equals any, as r has it. What it has played before makes no difference. */
zm_status zm_choose(zm_chooser *k, const zm_turn *turn, zm_random *r, zm_move *out);

/* ---- the arena: one agent against another ---- */
typedef struct zm_arena_options {
    size_t size; /* ZM_OPTIONS */
    zm_agent agent[2];
    zm_pos from;
    uint64_t games, seed; /* the first agent begins in the first game, the other in the second, and so on */
    unsigned plies;       /* a game that goes on for more is left unfinished */
} zm_arena_options;

typedef struct zm_score {
    uint64_t games, won, drawn, lost, unfinished;
} zm_score;

typedef struct zm_arena {
    zm_score score[2]; /* of the first agent: where it begins, and where the other does */
    uint64_t moves;    /* in all games */
    unsigned longest;  /* plies */
} zm_arena;
/* The same for a seed, whatever the threads. */
zm_status zm_arena_play(zm_context *c, const zm_variant *v, const zm_table *t, const zm_arena_options *o,
                        zm_arena *out);

typedef struct zm_interval {
    double low, high;
} zm_interval;

/* ---- the same with dice, exactly: as a Markov chain, without playing ---- */
typedef struct zm_exact_options {
    size_t size;       /* ZM_OPTIONS */
    zm_agent agent[2]; /* perfect, random or a policy; of equal moves perfect takes the first */
    zm_pos from;
    double precision; /* how wide an interval may be at most; races are much faster from 1e-7 on */
    zm_engine engine; /* races from 1e-7 on may be found by another */
} zm_exact_options;

typedef struct zm_exact {
    zm_interval
        wins[2]; /* the chance of each agent to win where it begins, which is not outside; a draw is half a win */
    uint64_t sweeps, updates;
} zm_exact;
/* For games with dice and an index. The table is needed by perfect, and where not every place of the index is a
 * state. */
zm_status zm_arena_exact(zm_context *c, const zm_variant *v, const zm_table *t, const zm_exact_options *o,
                         zm_exact *out);

/* ---- random games ---- */
typedef struct zm_sample_options {
    size_t size; /* ZM_OPTIONS */
    uint64_t games, seed;
    unsigned plies; /* a game that goes on for more is left unfinished */
} zm_sample_options;

typedef struct zm_sample_ply { /* the positions that the games had after so many plies, and what they are worth */
    uint64_t games;            /* that went so far; the others were over */
    uint64_t won_by[2], drawn; /* by the table; 0 without one, and with dice */
} zm_sample_ply;

typedef struct zm_sample {
    uint64_t games, won_by[2], drawn, unfinished; /* how they ended */
    uint64_t moves;                               /* in all of them */
    unsigned plies;                               /* 0 .. plies-1 occur */
    zm_sample_ply *ply;                           /* free with zm_sample_free */
} zm_sample;

/* Plays games from the start in which every move is as likely as any other, and asks the table (or NULL) about every
 * position on the way. In impartial games the first player is the one who begins. The same for a seed, whatever the
 * threads. */
zm_status zm_sample_games(zm_context *c, const zm_variant *v, const zm_table *t, const zm_sample_options *o,
                          zm_sample *out);
void zm_sample_free(zm_context *c, zm_sample *s);

enum { ZM_SAMPLE_TAIL = 20 };
/* The share of positions that the first player wins less the other's, from -1 to 1: the mean over plies, each counting
 * the same. Plies that not one in ZM_SAMPLE_TAIL of the games reaches are left out: a handful of games would speak for
 * them. NaN where no table was asked. */
double zm_sample_by_ply(const zm_sample *s);

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
bool zm_is_fairest(const zm_lean *lean, unsigned count, unsigned i, unsigned measure);
/* Which is the fairest overall: the one with most first places; of equals the one that is fairer by the first measure
 * that tells them apart; else the first. firsts[i] gets how many measures variant i is the fairest by. */
unsigned zm_fairest(const zm_lean *lean, unsigned count, unsigned *firsts);

#ifdef __cplusplus
}
#endif

#endif
