/* rules.c: do the rules keep what game.h promises in the states of this table? A proof by successors takes for
 * granted that a position and its fingerprint are worth the same, that the same question has the same answer, that
 * moves can be told apart. game/check.c looks at that, as `build` has it; here the states come from the table. All of a
 * small table are looked at, of a large one a sample, the same each time. */
#include "game/check/check.h"
#include "verify.h"

#include <stdio.h>

enum { MOST = 2048 }; /* states */

static zm_status is_there(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, bool *there)
{
    zm_odds odds;
    zm_value value;
    if (zm_table_dice(t)) {
        ZM_TRY(c, zm_table_odds_of_place(c, t, tier, index, &odds));
        *there = zm_is_odds(odds);
    } else {
        ZM_TRY(c, zm_table_value_at(c, t, tier, index, &value));
        *there = value != ZM_NONE;
    }
    return ZM_OK;
}

/* Every place of a small tier; of a large one some, spread over it. */
static zm_status list_tier(zm_context *c, const zm_table *t, uint32_t tier, zm_pos *states, unsigned *count)
{
    const uint64_t size = t->layout.tier[tier].size, all = t->layout.places;
    const uint64_t n = all <= MOST ? size : (uint64_t)((double)size * MOST / (double)all) + (tier % 64 == 0);
    uint64_t random = tier + 1;
    for (uint64_t i = 0; i < n && i < size && *count < MOST; i++) {
        bool there = false;
        random = random * 6364136223846793005 + 1442695040888963407;
        const uint64_t index = n == size ? i : (random >> 16) % size;
        ZM_TRY(c, is_there(c, t, tier, index, &there));
        if (there)
            ZM_TRY(c, zm_table_state(c, t, tier, index, &states[(*count)++]));
    }
    return ZM_OK;
}

static zm_status check(zm_context *c, const zm_table *t, zm_pos *states)
{
    char message[1024], name[ZM_TABLE_NAME];
    unsigned count = 0;
    for (uint32_t tier = t->layout.tiers; tier-- > 0;)
        ZM_TRY(c, list_tier(c, t, tier, states, &count));
    const zm_status s = zm_check_states(c, t->variant, states, count);
    if (s != ZM_BAD_INPUT)
        return s;
    snprintf(message, sizeof message, "%s", zm_message(c));
    return zm_fail(c, ZM_WRONG, "table `%s` has the values of rules that contradict themselves: %s",
                   zm_table_name(t->variant, name), message);
}

zm_status zm_verify_rules(zm_context *c, const zm_table *t)
{
    zm_pos *states;
    ZM_TRY(c, zm_alloc(c, &states, MOST, sizeof *states, "a sample of states"));
    const zm_status s = check(c, t, states);
    zm_release(c, states);
    return s;
}
