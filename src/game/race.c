/* race.c: the dense index that every race has. See zermelo/race.h for the order. */
#include "trace/trace.h"

#include <zermelo/race.h>

/* Pairs (larger, smaller) of homes, row by row; the pair (0, 0) does not occur: two sides cannot both have won. */
uint32_t zm_race_tier_of(uint32_t a, uint32_t b)
{
    const uint32_t larger = a > b ? a : b, smaller = a > b ? b : a;
    return larger * (larger + 1) / 2 + smaller - 1;
}

void zm_race_homes_of(uint32_t tier, uint32_t *larger, uint32_t *smaller)
{
    uint32_t row = 1;
    while (zm_race_tier_of(row, row) < tier)
        row++;
    *larger = row;
    *smaller = tier - zm_race_tier_of(row, 0);
}

uint32_t zm_race_tiers(const zm_variant *v)
{
    const uint32_t last = zm_quick_rules(v)->race->homes(v) - 1;
    return zm_race_tier_of(last, last) + 1;
}

/* States with these homes, the first of the one to move. */
static uint64_t half_size(const zm_variant *v, uint32_t mover, uint32_t other)
{
    const zm_race *r = zm_quick_rules(v)->race;
    const unsigned squares = r->squares(v);
    uint64_t size = 0;
    for (unsigned k = 0; k <= r->runners(v, mover); k++)
        for (unsigned l = 0; l <= r->runners(v, other); l++)
            size += zm_race_places(squares, k, l);
    return size;
}

uint64_t zm_race_tier_size(const zm_variant *v, uint32_t tier)
{
    uint32_t larger, smaller;
    zm_race_homes_of(tier, &larger, &smaller);
    return half_size(v, larger, smaller) + (larger == smaller ? 0 : half_size(v, smaller, larger));
}

zm_place zm_race_rank(const zm_variant *v, zm_pos p)
{
    const zm_race *r = zm_quick_rules(v)->race;
    const unsigned squares = r->squares(v);
    zm_side s[2];
    r->sides(v, p, s);
    const unsigned k = zm_count_bits(s[0].track), l = zm_count_bits(s[1].track);
    zm_place at = {zm_race_tier_of(s[0].home, s[1].home), 0};
    if (s[0].home < s[1].home)
        at.index = half_size(v, s[1].home, s[0].home);
    for (unsigned i = r->runners(v, s[0].home); i >= k && i <= ZM_RACE_RUNNERS; i--)
        for (unsigned j = r->runners(v, s[1].home); j <= ZM_RACE_RUNNERS && (i > k || j > l); j--)
            at.index += zm_race_places(squares, i, j);
    const uint64_t left = zm_low_bits(squares) & ~r->facing(v, s[0].track);
    const uint64_t others = zm_binomial(squares - k, l);
    at.index += (zm_binomial(squares, k) - 1 - zm_rank_colex(s[0].track)) * others;
    at.index += others - 1 - zm_rank_colex(zm_extract(s[1].track, left));
    return at;
}

zm_pos zm_race_unrank(const zm_variant *v, zm_place at)
{
    const zm_race *r = zm_quick_rules(v)->race;
    const unsigned squares = r->squares(v);
    uint32_t larger, smaller;
    zm_race_homes_of(at.tier, &larger, &smaller);
    const uint64_t first = half_size(v, larger, smaller);
    const bool second_half = at.index >= first;
    zm_side s[2] = {{0, second_half ? smaller : larger}, {0, second_half ? larger : smaller}};
    uint64_t index = at.index - (second_half ? first : 0);
    unsigned k = r->runners(v, s[0].home), l = r->runners(v, s[1].home);
    while (index >= zm_race_places(squares, k, l)) {
        index -= zm_race_places(squares, k, l);
        k -= l == 0;
        l = l ? l - 1 : r->runners(v, s[1].home);
    }
    const uint64_t others = zm_binomial(squares - k, l);
    s[0].track = zm_unrank_colex(k, zm_binomial(squares, k) - 1 - index / others);
    const uint64_t left = zm_low_bits(squares) & ~r->facing(v, s[0].track);
    s[1].track = zm_deposit(zm_unrank_colex(l, others - 1 - index % others), left);
    return r->position(v, s[0], s[1]);
}

/* Steps lead to the same or a smaller home: all smaller ones are taken for possible, for one side at a time. */
unsigned zm_race_children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    uint32_t larger, smaller;
    unsigned count = 0;
    (void)v;
    zm_race_homes_of(tier, &larger, &smaller);
    for (uint32_t home = 0; smaller && home < larger; home++)
        out[count++] = zm_race_tier_of(home, smaller);
    for (uint32_t home = 0; smaller && home < smaller && smaller != larger; home++)
        out[count++] = zm_race_tier_of(larger, home);
    return count;
}

const zm_index zm_race_index = {.version = ZM_INDEX_VERSION,
                                .tiers = zm_race_tiers,
                                .tier_size = zm_race_tier_size,
                                .rank = zm_race_rank,
                                .unrank = zm_race_unrank,
                                .children = zm_race_children,
                                .all_reachable = true};
