/* sides.c: the tables of what a side can become. */
#include "sides.h"
#include "game/rolls.h"
#include "game/trace/trace.h"

enum { MOST_SIDES = 1 << 20 };

uint64_t zm_race_sides_sides(const zm_variant *v, uint32_t home)
{
    const zm_race *r = zm_quick_rules(v)->race;
    uint64_t sides = 0;
    for (unsigned k = 0; k <= r->runners(v, home); k++)
        sides += zm_binomial(r->squares(v), k);
    return sides;
}

uint32_t zm_race_sides_number(const zm_race_sides *k, unsigned squares, uint64_t track)
{
    const unsigned runners = zm_count_bits(track);
    return k->first[runners] + (uint32_t)(zm_binomial(squares, runners) - 1 - zm_rank_colex(track));
}

static void number_sides(const zm_variant *v, zm_race_sides *k)
{
    const zm_race *r = zm_quick_rules(v)->race;
    const unsigned squares = r->squares(v);
    uint32_t next = 0;
    for (unsigned runners = r->runners(v, k->home) + 1; runners-- > 0;) {
        const uint32_t count = (uint32_t)zm_binomial(squares, runners);
        uint64_t set = zm_low_bits(runners);
        k->first[runners] = next;
        for (uint32_t i = count; i-- > 0; set = runners ? zm_next_subset(set) : 0) {
            k->track[next + i] = set;
            k->faced[next + i] = r->facing(v, set);
        }
        next += count;
    }
}

static void link_less(const zm_variant *v, zm_race_sides *k)
{
    const unsigned squares = zm_quick_rules(v)->race->squares(v);
    for (uint32_t side = 0; side < k->sides; side++) {
        uint32_t i = 0;
        for (uint64_t rest = k->track[side]; rest; i++)
            k->less[side * ZM_RACE_RUNNERS + i] =
                zm_race_sides_number(k, squares, k->track[side] & ~zm_bit(zm_take_lowest(&rest)));
    }
}

/* For every square the sides that have a piece there, beside what they are without it. */
static void list_with(const zm_variant *v, zm_race_sides *k)
{
    const unsigned squares = zm_quick_rules(v)->race->squares(v);
    uint32_t next = 0;
    for (unsigned square = 0; square < squares; square++) {
        k->with_at[square] = next;
        for (uint32_t side = 0; side < k->sides; side++)
            if (k->track[side] >> square & 1) {
                k->with[2 * next] = side;
                k->with[2 * next++ + 1] = zm_race_sides_number(k, squares, k->track[side] & ~zm_bit(square));
            }
    }
    k->with_at[squares] = next;
}

/* The block of a home; it is added when it is new. */
static uint32_t block_of(zm_race_sides *k, uint32_t home)
{
    if (!home)
        return ZM_RACE_SIDES_WON;
    for (uint32_t i = 0; i < k->targets; i++)
        if (k->target[i] == home)
            return i;
    k->target[k->targets] = home;
    return k->targets++;
}

static uint32_t first_of(const zm_variant *v, uint32_t home, unsigned runners)
{
    const zm_race *r = zm_quick_rules(v)->race;
    uint64_t first = 0;
    for (unsigned k = r->runners(v, home); k > runners; k--)
        first += zm_binomial(r->squares(v), k);
    return (uint32_t)first;
}

static uint32_t step_to(const zm_variant *v, zm_race_sides *k, const zm_race_step *s)
{
    const unsigned squares = zm_quick_rules(v)->race->squares(v), runners = zm_count_bits(s->to.track);
    const uint32_t block = block_of(k, s->to.home);
    uint64_t lands = s->lands;
    uint32_t side = 0;
    if (block != ZM_RACE_SIDES_WON)
        side = first_of(v, s->to.home, runners) +
               (uint32_t)(zm_binomial(squares, runners) - 1 - zm_rank_colex(s->to.track));
    return zm_step_pack(side, block, lands ? zm_take_lowest(&lands) : ZM_NOWHERE);
}

/* With step NULL the steps are only counted. */
static uint32_t list_steps(const zm_variant *v, zm_race_sides *k, uint32_t *step)
{
    const zm_race *r = zm_quick_rules(v)->race;
    const unsigned rolls = v->game->dice->rolls;
    zm_race_step steps[ZM_RACE_STEPS];
    uint32_t next = 0;
    for (uint32_t side = 0; side < k->sides; side++)
        for (unsigned roll = 0; roll < rolls; roll++) {
            const unsigned count = r->steps(v, (zm_side){k->track[side], k->home}, roll, steps);
            k->at[side * rolls + roll] = next;
            for (unsigned i = 0; i < count; i++, next++)
                if (step)
                    step[next] = step_to(v, k, &steps[i]);
        }
    k->at[k->sides * rolls] = next;
    return next;
}

/* True: all rolls are as likely. *well becomes false where weights are not what game.h promises. */
static bool list_weights(const zm_variant *v, zm_race_sides *k, bool *well)
{
    const unsigned rolls = v->game->dice->rolls;
    uint32_t weight[ZM_MAX_ROLLS];
    bool alike = true;
    for (uint32_t side = 0; side < k->sides; side++) {
        uint64_t sum = 0;
        zm_quick_rules(v)->race->odds(v, (zm_side){k->track[side], k->home}, weight);
        for (unsigned roll = 0; roll < rolls; roll++)
            sum += weight[roll];
        *well &= sum > 0 && sum <= ZM_MOST_WEIGHT;
        for (unsigned roll = 0; roll < rolls; roll++) {
            k->weight[side * rolls + roll] = (uint16_t)weight[roll];
            alike &= weight[roll] == weight[0];
        }
    }
    return alike;
}

static zm_status make_weights(zm_context *c, const zm_variant *v, zm_race_sides *k)
{
    if (!zm_quick_rules(v)->race->odds)
        return ZM_OK;
    ZM_TRY(c, zm_alloc(c, &k->weight, (uint64_t)k->sides * v->game->dice->rolls, sizeof *k->weight,
                       "the odds of the rolls"));
    bool well = true;
    if (list_weights(v, k, &well)) {
        zm_release(c, k->weight);
        k->weight = NULL;
    }
    return well ? ZM_OK
                : zm_fail(c, ZM_BAD_INPUT, "%s: weights of rolls are all 0, or add up to more than %d", v->game->name,
                          ZM_MOST_WEIGHT);
}

static zm_status make(zm_context *c, const zm_variant *v, zm_race_sides *k)
{
    static const char what[] = "what a side can become";
    const uint64_t sides = k->sides, pairs = sides * ZM_RACE_RUNNERS;
    ZM_TRY(c, zm_alloc(c, &k->track, sides, sizeof *k->track, what));
    ZM_TRY(c, zm_alloc(c, &k->faced, sides, sizeof *k->faced, what));
    ZM_TRY(c, zm_alloc(c, &k->less, pairs, sizeof *k->less, what));
    ZM_TRY(c, zm_alloc(c, &k->with, 2 * pairs, sizeof *k->with, what));
    ZM_TRY(c, zm_alloc(c, &k->at, sides * v->game->dice->rolls + 1, sizeof *k->at, what));
    number_sides(v, k);
    link_less(v, k);
    list_with(v, k);
    ZM_TRY(c, zm_alloc(c, &k->step, list_steps(v, k, NULL) + 1, sizeof *k->step, what));
    block_of(k, k->home);
    list_steps(v, k, k->step);
    return make_weights(c, v, k);
}

zm_status zm_race_sides_make(zm_context *c, const zm_variant *v, uint32_t home, zm_race_sides *out)
{
    const uint64_t sides = zm_race_sides_sides(v, home);
    *out = (zm_race_sides){.home = home};
    if (sides > MOST_SIDES)
        return zm_fail(c, ZM_BAD_INPUT, "%s: a side of this variant can stand in more than %d ways", v->game->name,
                       MOST_SIDES);
    out->sides = (uint32_t)sides;
    zm_status s = make(c, v, out);
    if (s != ZM_OK)
        zm_race_sides_free(c, out);
    return s;
}

void zm_race_sides_free(zm_context *c, zm_race_sides *k)
{
    zm_release(c, k->track);
    zm_release(c, k->faced);
    zm_release(c, k->less);
    zm_release(c, k->with);
    zm_release(c, k->at);
    zm_release(c, k->step);
    zm_release(c, k->weight);
    *k = (zm_race_sides){0};
}
