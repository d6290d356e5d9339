/* best_move.c: see best_move.h. */
#include "best_move.h"

#include "game/expand.h"

/* What the move leads to, and whether the other side is then to move. */
static zm_pos after(const zm_variant *v, zm_pos p, zm_move m, bool *passes)
{
    return zm_rules_play(v->game, v, p, m, passes);
}

static uint64_t merit(zm_odds o, bool passes)
{
    const zm_odds own = passes ? zm_odds_against(o) : o;
    return (uint64_t)own.lower + own.upper;
}

unsigned zm_best_of(const zm_variant *v, zm_pos p, const zm_move *move, unsigned count, zm_odds_fn *odds,
                    const void *arg)
{
    unsigned best = 0;
    uint64_t most = 0;
    for (unsigned i = 0; count > 1 && i < count; i++) {
        bool passes;
        const zm_pos next = after(v, p, move[i], &passes);
        const uint64_t worth = merit(odds(arg, next), passes);
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}
