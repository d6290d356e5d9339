/* board.c: see board.h. */
#include "board.h"
#include "game/trace/trace.h"
#include "sides.h"

#include "kernel/tally.h"

bool zm_is_race(const zm_variant *v)
{
    const zm_race *r = zm_quick_rules(v)->race;
    return r && v->game->dice->rolls && r->squares(v) <= ZM_RACE_SQUARES && r->homes(v) <= ZM_RACE_HOMES;
}

/* ---- tiers ---- */
bool zm_race_is_over(uint32_t tier)
{
    uint32_t larger, smaller;
    zm_race_homes_of(tier, &larger, &smaller);
    return !smaller;
}

unsigned zm_race_pairings(uint32_t tier, zm_pairing out[2])
{
    uint32_t larger, smaller;
    zm_race_homes_of(tier, &larger, &smaller);
    out[0] = (zm_pairing){larger, smaller};
    out[1] = (zm_pairing){smaller, larger};
    return larger == smaller ? 1 : 2;
}

/* Where steps really lead: fewer tiers than the rules take for possible, and their values are dropped earlier. */
static unsigned children(const void *arg, uint32_t tier, uint32_t *out)
{
    const zm_race_board *b = arg;
    zm_pairing p[2];
    unsigned count = 0;
    for (unsigned k = zm_race_pairings(tier, p); k-- > 0 && !zm_race_is_over(tier);)
        for (uint32_t i = 1; i < b->sides[p[k].mover].targets; i++)
            out[count++] = zm_race_tier_of(b->sides[p[k].mover].target[i], p[k].other);
    return count;
}

zm_race_pair zm_race_pair_of(const zm_race_board *b, zm_pos p)
{
    const unsigned squares = b->race->squares(b->variant);
    zm_side s[2];
    b->race->sides(b->variant, p, s);
    return (zm_race_pair){.pairing = {s[0].home, s[1].home},
                          .side = zm_race_sides_number(&b->sides[s[0].home], squares, s[0].track),
                          .other = zm_race_sides_number(&b->sides[s[1].home], squares, s[1].track)};
}

zm_race_rows zm_race_rows_of(const zm_race_board *b, zm_pairing p, unsigned runners, unsigned others)
{
    const zm_race_sides *own = &b->sides[p.mover], *other = &b->sides[p.other];
    return (zm_race_rows){.pairing = p,
                          .from = own->first[runners],
                          .to = runners ? own->first[runners - 1] : own->sides,
                          .first = other->first[others],
                          .last = others ? other->first[others - 1] : other->sides,
                          .states = zm_binomial(b->race->squares(b->variant) - runners, others)};
}

/* ---- opening ---- */
static void describe_blocks(zm_race_board *b, bool one_vector)
{
    const zm_variant *v = b->variant;
    zm_race_block *k = &b->block;
    k->rolls = v->game->dice->rolls;
    k->words = one_vector ? 1 : 2;
    k->must_capture = b->race->must_capture && b->race->must_capture(v);
    for (unsigned roll = 0; roll < v->game->dice->rolls; roll++)
        k->again |= b->race->again(v, roll) ? zm_bit(roll) : 0;
    for (unsigned i = 0; i < b->race->squares(v); i++) {
        uint64_t facing = b->race->facing(v, zm_bit(i));
        k->face[i] = (uint8_t)zm_take_lowest(&facing);
    }
}

static zm_status fill(zm_race_board *b, bool one_vector)
{
    zm_context *c = b->context;
    for (uint32_t home = 1; home < b->homes; home++)
        ZM_TRY(c, zm_race_sides_make(c, b->variant, home, &b->sides[home]));
    describe_blocks(b, one_vector);
    return zm_tiers_open_linked(c, b->variant, children, b, &b->tiers);
}

zm_status zm_race_board_open(zm_context *c, const zm_variant *v, bool one_vector, zm_race_board *b)
{
    *b = (zm_race_board){.context = c,
                         .variant = v,
                         .race = zm_quick_rules(v)->race,
                         .homes = zm_quick_rules(v)->race->homes(v)};
    const zm_status s = fill(b, one_vector);
    if (s != ZM_OK)
        zm_race_board_close(b);
    return s;
}

void zm_race_board_close(zm_race_board *b)
{
    for (uint32_t home = 0; b->context && home < ZM_RACE_HOMES; home++)
        zm_race_sides_free(b->context, &b->sides[home]);
    if (b->context)
        zm_tiers_close(b->context, &b->tiers);
    *b = (zm_race_board){0};
}

/* ---- what it needs ---- */
uint64_t zm_race_values_needed(const zm_race_board *b, zm_race_bytes_of *of, const void *arg)
{
    const zm_tiers *t = &b->tiers;
    uint64_t now = 0, most = 0;
    for (uint32_t tier = 0; tier < t->count; tier++) {
        if (zm_race_is_over(tier))
            continue;
        const zm_race_bytes own = of(arg, tier);
        most = now + own.solving > most ? now + own.solving : most;
        now += own.closed;
        for (uint32_t i = 0; i <= tier; i++)
            if (t->last_user[i] == tier && !zm_race_is_over(i))
                now -= of(arg, i).closed;
    }
    return most;
}

/* Of the table, at most. An interval that is rounded takes what its lower bound takes, and its width; a block of the
 * table, its head and its place in the index. */
static uint64_t most_disk(const zm_race_board *b, const zm_solve_options *o)
{
    enum { BYTES_A_STATE = 6, A_BLOCK = 28, BLOCK = 2048, FRAME = 4096 };
    const uint64_t places = b->tiers.places;
    if (!o->bits)
        return BYTES_A_STATE * places + FRAME;
    unsigned wide = 0;
    const double units = o->precision * (double)((uint64_t)1 << o->bits);
    while (!o->one_vector && (double)((uint64_t)1 << wide) < units + 2)
        wide++;
    return (o->bits + wide) * (places / 8 + 1) + (places / BLOCK + b->tiers.count) * A_BLOCK + FRAME;
}

/* At least: with two pieces the table took 78 % of the above as it is found, 62 % of one vector, 87 % and 93 % in 24
 * and 16 bits. In very few bits blocks are often all the same. */
void zm_race_find_disk(const zm_race_board *b, const zm_solve_options *o, zm_demand *out)
{
    enum { MANY = 12 };
    if (!o->tables)
        return;
    out->disk = most_disk(b, o);
    out->least_disk = !o->bits ? out->disk / 2 : o->bits >= MANY ? out->disk / 4 * 3 : 0;
}

uint64_t zm_race_list_bytes(const zm_race_board *b)
{
    enum { FIXED = 4096, A_TIER = 64 };
    return (uint64_t)b->tiers.count * (sizeof(zm_tally) + A_TIER) + FIXED;
}
