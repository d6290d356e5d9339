/* tier_values.h: the values of tiers in memory while a table is verified: those that are wanted now, and of the others
 * as many as the budget allows. */
#ifndef ZM_TABLE_READ_TIER_VALUES_H
#define ZM_TABLE_READ_TIER_VALUES_H

#include "table/read/reader.h"

/* Memory that is not here, for values: that of a GPU. */
typedef struct zm_tier_values_far {
    void *arg;
    zm_status (*take)(void *arg, uint32_t tier, zm_value **out); /* ZM_NO_MEMORY: there is no room now */
    zm_status (*read)(void *arg, uint32_t tier, zm_value *values);
    void (*give)(void *arg, uint32_t tier, zm_value *values);
} zm_tier_values_far;

typedef struct zm_tier_values {
    zm_context *context;
    const zm_table *table;
    zm_value **value; /* by tier; NULL: not loaded. The list of the other kind is NULL */
    zm_odds **odds;
    uint32_t *wanted; /* by tier: the tier (plus one) for whose sake it must stay loaded */
    uint32_t child[ZM_MAX_CHILDREN];
    const zm_tier_values_far *far; /* where the values are; NULL: here. Set after opening */
} zm_tier_values;

zm_status zm_tier_values_open(zm_context *c, const zm_table *t, zm_tier_values *s);
void zm_tier_values_close(zm_tier_values *s); /* also what was not opened, if it is zero */

/* Loads a tier and those its moves lead to. Tiers come from the highest number down. Odds that find no room are left
 * where they are: zm_tier_values_odds asks the table for them. Values must have room. */
zm_status zm_tier_values_family(zm_tier_values *s, uint32_t tier);
void zm_tier_values_drop(zm_tier_values *s, uint32_t tier);

static inline zm_status zm_tier_values_odds(const zm_tier_values *s, zm_place at, zm_odds *odds)
{
    if (!s->odds[at.tier])
        return zm_table_odds_of_place(s->context, s->table, at.tier, at.index, odds);
    *odds = s->odds[at.tier][at.index];
    return ZM_OK;
}

#endif
