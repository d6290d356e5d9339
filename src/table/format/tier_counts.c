/* tier_counts.c: see tier_counts.h. With dice a row has seven numbers, else six. */
#include "tier_counts.h"

enum { MOST_NUMBERS = 7 };

static unsigned numbers(bool dice) { return dice ? MOST_NUMBERS : MOST_NUMBERS - 1; }

static void fill(uint64_t row[MOST_NUMBERS], uint64_t size, const zm_summary *s)
{
    const zm_odds none = zm_no_odds(), least = s->has_open ? s->least : none, most = s->has_open ? s->most : none;
    const uint64_t values[] = {size,         s->states, s->won_by[0],
                               s->won_by[1], s->drawn,  s->has_longest ? s->longest + 1u : 0},
                   odds[] = {size, s->states, least.lower, least.upper, most.lower, most.upper, s->widest};
    memcpy(row, s->dice ? odds : values, numbers(s->dice) * sizeof *row);
}

size_t zm_put_row(uint8_t *at, uint64_t size, const zm_summary *s)
{
    uint64_t row[MOST_NUMBERS];
    size_t n = 0;
    fill(row, size, s);
    for (unsigned i = 0; i < numbers(s->dice); i++)
        n += zm_put_number(at + n, row[i]);
    return n;
}

static bool read_values(const uint64_t row[MOST_NUMBERS], zm_summary *s)
{
    *s = (zm_summary){.states = row[1], .won_by = {row[2], row[3]}, .drawn = row[4], .has_longest = row[5] > 0};
    s->longest = s->has_longest ? (unsigned)(row[5] - 1) : 0;
    return row[5] <= ZM_FARTHEST + 1;
}

static bool read_odds(const uint64_t row[MOST_NUMBERS], zm_summary *s)
{
    *s = (zm_summary){.states = row[1], .dice = true, .widest = (uint32_t)row[6]};
    s->least = (zm_odds){(uint32_t)row[2], (uint32_t)row[3]};
    s->most = (zm_odds){(uint32_t)row[4], (uint32_t)row[5]};
    s->has_open = zm_is_odds(s->least);
    for (unsigned i = 2; i < MOST_NUMBERS; i++)
        if (row[i] > UINT32_MAX)
            return false;
    return s->has_open == zm_is_odds(s->most);
}

const uint8_t *zm_get_row(const uint8_t *at, const uint8_t *end, uint64_t size, bool dice, zm_summary *s)
{
    uint64_t row[MOST_NUMBERS];
    for (unsigned i = 0; i < numbers(dice); i++) {
        unsigned __int128 wide;
        if (!(at = zm_get_number(at, end, &wide)) || wide > UINT64_MAX)
            return NULL;
        row[i] = (uint64_t)wide;
    }
    return row[0] == size && (dice ? read_odds(row, s) : read_values(row, s)) ? at : NULL;
}
