/* stats.h: a table, counted: by value, by remoteness, by ply, the longest wins, branching (`stats`); with dice, by who
 * is ahead. */
#ifndef ZM_ANSWER_STATS_H
#define ZM_ANSWER_STATS_H

#include "kernel/census.h"
#include "parts.h"

/* ---- without dice ---- */
enum { ZM_HARDEST = 16 };

typedef struct zm_hardest { /* the longest wins, longest first; of equals those with the smallest fingerprints */
    unsigned count;
    unsigned remoteness[ZM_HARDEST];
    zm_pos state[ZM_HARDEST];
} zm_hardest;

typedef struct zm_figures {
    zm_census total;
    zm_hardest hardest[2];     /* by winner; none without distances */
    bool wdl;                  /* how far wins are is not known */
    unsigned remotenesses;     /* 0 .. remotenesses-1 occur */
    zm_plies plies, positions; /* by distance from the start: states, and positions before symmetry where asked for */
    bool has_tree;
    zm_tree tree;
} zm_figures;

typedef struct zm_figures_asked {
    bool positions, games; /* positions before symmetry; the game tree */
} zm_figures_asked;
/* Free it with zm_figures_free, also when it fails. */
zm_status zm_figures_find(zm_context *c, const zm_variant *v, const zm_table *t, const zm_figures_asked *asked,
                          zm_figures **out);
void zm_figures_free(zm_context *c, zm_figures *f);
double zm_mean_moves(const zm_census *t);

/* From "game" to "branching" or "tree". */
void zm_json_figures(zm_json *j, const zm_variant *v, const zm_figures *f);
/* "hardest": of both players the longest wins, longest first; null without distances. */
void zm_json_hardest(zm_json *j, const zm_variant *v, const zm_figures *f);

/* ---- with dice: how likely the side to move wins, by how far it is ahead ---- */
enum { ZM_LEADS = 201 }; /* from -1 to 1, a hundredth each */

typedef struct zm_lead_odds { /* odds as lower + upper */
    uint64_t positions, least, most;
    unsigned __int128 sum;
} zm_lead_odds;

typedef struct zm_leads {
    zm_lead_odds at[ZM_LEADS];
    uint64_t positions;
    zm_curve curve; /* fitted to all of them */
} zm_leads;

/* ZM_BAD_INPUT when the game does not say how far a side is ahead. */
zm_status zm_leads_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_leads *out);
double zm_lead_at(unsigned i);              /* -1 to 1 */
double zm_lead_share(double twice);         /* lower + upper as a probability */
double zm_lead_mean(const zm_lead_odds *b); /* of one that has positions */
void zm_lead_add(zm_lead_odds *a, const zm_lead_odds *b);
/* From "game" to "by_lead". */
void zm_json_leads(zm_json *j, const zm_variant *v, const zm_leads *l);

#endif
