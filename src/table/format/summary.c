/* summary.c: what the odds of states add up to. Where a state stands among the others says its middle, lower + upper;
 * of states with the same middle the one with the smallest fingerprint is named. */
#include "summary.h"
#include "table/write/writer.h"

static uint64_t middle(zm_odds o) { return (uint64_t)o.lower + o.upper; }

/* The two keep a state if it is below the least, or above the most, or the first that is not over. */
static void keep_least(zm_summary *s, zm_odds o, zm_pos p)
{
    const uint64_t is = middle(o), has = middle(s->least);
    if (s->has_open && (is > has || (is == has && !zm_before(p, s->least_position))))
        return;
    s->least = o;
    s->least_position = p;
}

static void keep_most(zm_summary *s, zm_odds o, zm_pos p)
{
    const uint64_t is = middle(o), has = middle(s->most);
    if (s->has_open && (is < has || (is == has && !zm_before(p, s->most_position))))
        return;
    s->most = o;
    s->most_position = p;
}

void zm_summary_add_odds(zm_summary *a, const zm_summary *b)
{
    a->dice |= b->dice;
    a->widest = b->widest > a->widest ? b->widest : a->widest;
    if (!b->has_open)
        return;
    keep_least(a, b->least, b->least_position);
    keep_most(a, b->most, b->most_position);
    a->has_open = true;
}

void zm_summary_count_odds(zm_summary *s, zm_pos state, zm_odds odds, bool over)
{
    const uint32_t width = odds.upper - odds.lower;
    s->dice = true;
    s->states++;
    s->widest = width > s->widest ? width : s->widest;
    if (over)
        return;
    keep_least(s, odds, state);
    keep_most(s, odds, state);
    s->has_open = true;
}
