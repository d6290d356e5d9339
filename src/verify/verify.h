/* verify.h: what the ways to verify a table share: what is found wrong and how it is told, and the counts.
 *
 * There is one for all games without dice, verify.c, one for hunts with cycles, verify/hunt/hunt.c, and one for dice,
 * odds.c. A game may bring its own (zm_verifier). On a GPU there is one that does what verify.c does: verify_gpu.h. */
#ifndef ZM_VERIFY_VERIFY_H
#define ZM_VERIFY_VERIFY_H

#include "fault.h"
#include "table/read/reader.h"

/* The first place of a tier at which something is wrong. */
typedef struct zm_fault {
    zm_fault_kind kind;
    uint32_t tier;
    uint64_t at;                     /* its index */
    zm_value stored, right;          /* right: recomputed; ZM_NONE: not known */
    zm_odds stored_odds, right_odds; /* the same with dice */
    zm_pos state;     /* there; not looked at when play never gets there, which may be no position at all */
    zm_pos successor; /* that is not in the table */
} zm_fault;

void zm_blame(zm_fault *first, zm_fault found); /* keeps the one with the smaller index */
zm_status zm_report_fault(zm_context *c, const zm_table *t, const zm_fault *f); /* ZM_WRONG */

enum { ZM_VALUE_WORDS = 64 }; /* also of odds (base/percent.h) */
char *zm_value_text(zm_value v, bool distances, char out[ZM_VALUE_WORDS]);

/* Compares what tiers add up to with what the table says of them: of each tier, part by part, of all. The tiers come in
 * ascending or in descending order. */
typedef struct zm_ledger {
    const zm_table *table;
    zm_summary *rows; /* of the part at hand */
    uint32_t left;    /* tiers of it that are still to come; 0: none is at hand */
    zm_summary part, total;
} zm_ledger;

zm_status zm_ledger_open(zm_context *c, const zm_table *t, zm_ledger *l);
zm_status zm_ledger_tier(zm_context *c, zm_ledger *l, uint32_t tier, const zm_summary *is);
zm_status zm_ledger_end(zm_context *c, zm_ledger *l); /* all tiers have been there */
void zm_ledger_close(zm_context *c, zm_ledger *l);

/* Every tier of the table, the last first, with one ledger for all. */
typedef zm_status zm_tier_fn(void *arg, uint32_t tier, zm_ledger *ledger, zm_verified *out);
zm_status zm_verify_tiers(zm_context *c, const zm_table *t, zm_tier_fn *verify, void *arg, zm_verified *out);

/* Is the start a state, with the value the summary gives it? */
zm_status zm_verify_start(zm_context *c, const zm_table *t);

/* The place of a key in the sorted list of them. */
bool zm_find_key(const zm_pos *keys, uint64_t count, zm_pos p, zm_place *at);

/* With dice. */
zm_status zm_verify_odds(zm_context *c, const zm_table *t, zm_verified *out);

/* The value as the moves make it, each successor looked up in the table. ZM_NONE: one of them, `missing`, is not
 * there. */
zm_status zm_value_by_moves(zm_context *c, const zm_table *t, zm_pos p, zm_value *best, zm_pos *missing);
/* About so many places, some of every tier in proportion to its size, the same each time: those that are states. */
zm_status zm_verify_samples(zm_context *c, const zm_table *t, uint64_t places);

/* Do the rules keep their promises in the states of a table, or in a sample of them? (rules.c) */
zm_status zm_verify_rules(zm_context *c, const zm_table *t);

/* A hunt with cycles (zermelo/hunt.h), by words. */
bool zm_can_verify_hunt(const zm_table *t);
zm_status zm_verify_hunt(zm_context *c, const zm_table *t, zm_verified *out);

/* A way of a game's own to verify its tables (zm_game.verifier), sooner done than state by state. */
typedef struct zm_verifier {
    bool (*can)(const zm_table *t);
    zm_status (*verify)(zm_context *c, const zm_table *t, zm_verified *out);
    const char *wants; /* which tables it can verify: "tables without distances" */
} zm_verifier;

#endif
