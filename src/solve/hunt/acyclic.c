/* acyclic.c: see hunt.h. */
#include "acyclic.h"

#include "base/big.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const zm_hunt *hunt_of(const zm_variant *v) { return v->game->rules.hunt; }

bool zm_is_hunt(const zm_variant *v)
{
    const zm_hunt *h = hunt_of(v);
    return h && (h->advance || h->forth) && h->squares(v) <= ZM_HUNT_SQUARES;
}

void zm_hunt_open(zm_dense *d, const zm_tiers *t)
{
    d->stride = t->stride;
    d->squares = hunt_of(d->variant)->squares(d->variant);
    for (unsigned s = 0; s < d->squares; s++)
        d->near[s] = hunt_of(d->variant)->steps(d->variant, zm_bit(s));
}

uint64_t zm_hunt_row(const zm_variant *v, zm_place at) { return at.index / hunt_of(v)->free(v, at.tier / 2); }

unsigned zm_hunt_square(const zm_variant *v, zm_place at)
{
    uint64_t many = hunt_of(v)->many(v, at.tier / 2, zm_hunt_row(v, at));
    return zm_nth_bit(~many, (unsigned)(at.index % hunt_of(v)->free(v, at.tier / 2)));
}

static uint64_t free_squares(const zm_dense *d, uint32_t tier, uint64_t n)
{
    return zm_low_bits(d->squares) & ~hunt_of(d->variant)->many(d->variant, tier / 2, n);
}

void zm_hunt_pack(const zm_dense *d, uint32_t tier, uint64_t first, uint64_t count, zm_value *disk)
{
    for (uint64_t n = first; n < first + count; n++) {
        const zm_value *row = d->values[tier] + n * d->stride;
        const uint64_t reached = d->reached[tier][n];
        for (uint64_t free = free_squares(d, tier, n); free; disk++) {
            unsigned s = zm_take_lowest(&free);
            *disk = reached >> s & 1 ? row[s] : (zm_value)ZM_NONE;
        }
    }
}

void zm_hunt_unpack(const zm_dense *d, const zm_tiers *t, uint32_t tier, const zm_value *disk)
{
    for (uint64_t n = 0; n < t->units[tier]; n++) {
        zm_value *row = d->values[tier] + n * t->stride;
        memset(row, 0, t->stride * sizeof *row); /* none where the many stand: kernel/hunt_acyclic.inc relies on it */
        for (uint64_t free = free_squares(d, tier, n); free;)
            row[zm_take_lowest(&free)] = *disk++;
    }
}

static void games_text(zm_wide n, char out[48])
{
    uint64_t limbs[2] = {(uint64_t)n, (uint64_t)(n >> 64)};
    char *text = zm_big_text(limbs, 2);
    snprintf(out, 48, "%s", text ? text : "");
    free(text);
}

void zm_hunt_games_text(const zm_variant *v, const zm_ends *ends, zm_solved *out)
{
    if (ends->over)
        return;
    games_text(ends->lone + ends->many, out->games);
    games_text(ends->lone, out->games_won_by[hunt_of(v)->lone]);
    games_text(ends->many, out->games_won_by[1 - hunt_of(v)->lone]);
}
