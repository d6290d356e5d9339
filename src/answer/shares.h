/* shares.h: what the states at each distance from the start are worth. */
#ifndef ZM_ANSWER_SHARES_H
#define ZM_ANSWER_SHARES_H

#include "parts.h"

typedef struct zm_ply_values {
    uint64_t won_by[2], drawn;
} zm_ply_values;

typedef struct zm_shares {
    uint32_t plies;
    zm_ply_values *ply;
} zm_shares;

/* Asks the table about every state that play reaches. */
zm_status zm_shares_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_shares *out);
void zm_shares_free(zm_context *c, zm_shares *s);
/* "values_by_ply", a list of objects of "won_by" and "drawn". */
void zm_json_shares(zm_json *j, const zm_variant *v, const zm_shares *s);

#endif
