/* tier_values.c: see tier_values.h. */
#include "tier_values.h"

#include <string.h>

static bool is_loaded(const zm_tier_values *s, uint32_t tier)
{
    return s->odds ? s->odds[tier] != NULL : s->value[tier] != NULL;
}

zm_status zm_tier_values_open(zm_context *c, const zm_table *t, zm_tier_values *s)
{
    const uint32_t n = t->layout.tiers;
    *s = (zm_tier_values){.context = c, .table = t};
    ZM_TRY(c, zm_alloc(c, &s->wanted, n, sizeof *s->wanted, "the list of tiers"));
    if (zm_table_dice(t))
        return zm_alloc(c, &s->odds, n, sizeof *s->odds, "the list of tiers");
    return zm_alloc(c, &s->value, n, sizeof *s->value, "the list of tiers");
}

void zm_tier_values_drop(zm_tier_values *s, uint32_t tier)
{
    if (s->odds) {
        zm_release(s->context, s->odds[tier]);
        s->odds[tier] = NULL;
        return;
    }
    if (s->far && s->value[tier])
        s->far->give(s->far->arg, tier, s->value[tier]);
    else
        zm_release(s->context, s->value[tier]);
    s->value[tier] = NULL;
}

void zm_tier_values_close(zm_tier_values *s)
{
    for (uint32_t t = 0; (s->value || s->odds) && t < s->table->layout.tiers; t++)
        zm_tier_values_drop(s, t);
    zm_release(s->context, s->value);
    zm_release(s->context, s->odds);
    zm_release(s->context, s->wanted);
    s->value = NULL;
    s->odds = NULL;
    s->wanted = NULL;
}

/* Makes room by dropping a tier that is not wanted for `sake`; the lowest is the one that is wanted last. */
static bool drop_one(zm_tier_values *s, uint32_t sake)
{
    for (uint32_t t = 0; t < sake; t++)
        if (is_loaded(s, t) && s->wanted[t] != sake + 1) {
            zm_tier_values_drop(s, t);
            return true;
        }
    return false;
}

static zm_status make_room(zm_tier_values *s, uint32_t tier)
{
    const uint64_t size = s->table->layout.tier[tier].size;
    if (s->odds)
        return zm_alloc(s->context, &s->odds[tier], size, sizeof **s->odds, "the values of a tier");
    if (s->far)
        return s->far->take(s->far->arg, tier, &s->value[tier]);
    return zm_alloc(s->context, &s->value[tier], size, sizeof **s->value, "the values of a tier");
}

static zm_status read_in(zm_tier_values *s, uint32_t tier)
{
    if (s->odds)
        return zm_table_read_odds(s->context, s->table, tier, s->odds[tier]);
    if (s->far)
        return s->far->read(s->far->arg, tier, s->value[tier]);
    return zm_table_read_tier(s->context, s->table, tier, s->value[tier]);
}

static zm_status load(zm_tier_values *s, uint32_t tier, uint32_t sake)
{
    zm_context *c = s->context;
    zm_status status;
    if (is_loaded(s, tier))
        return ZM_OK;
    do
        status = make_room(s, tier);
    while (status == ZM_NO_MEMORY && drop_one(s, sake));
    if (status == ZM_NO_MEMORY && s->odds)
        return ZM_OK;
    ZM_TRY(c, status);
    return read_in(s, tier);
}

zm_status zm_tier_values_family(zm_tier_values *s, uint32_t tier)
{
    const zm_variant *v = s->table->variant;
    const bool listed = v->game->index->children && !s->table->manifest.keyed;
    const uint32_t n = listed ? v->game->index->children(v, tier, s->child) : tier;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t child = listed ? s->child[i] : i;
        if (child < tier)
            s->wanted[child] = tier + 1;
    }
    ZM_TRY(s->context, load(s, tier, tier));
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t child = listed ? s->child[i] : i;
        if (child < tier)
            ZM_TRY(s->context, load(s, child, tier));
    }
    return ZM_OK;
}
