/* dice.c: checks of the dice facet: every roll has moves of its own, weights are some, `lead` is in its range, and
 * rolls have different names. */
#include "game/rolls.h"
#include "run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int by_move(const void *a, const void *b)
{
    const zm_move x = *(const zm_move *)a, y = *(const zm_move *)b;
    return (x > y) - (x < y);
}

static void weigh(const run *k, uint32_t *weight)
{
    for (unsigned roll = 0; roll < k->g->dice->rolls; roll++)
        weight[roll] = 1;
    if (k->g->dice->odds)
        k->g->dice->odds(k->v, k->p, weight);
}

static zm_status check_weights(run *k, const uint32_t *moves)
{
    uint32_t first[ZM_MAX_ROLLS], *weight = (uint32_t *)(void *)k->room[ZM_ROOM_WEIGHTS].data;
    weigh(k, weight);
    memcpy(first, weight, k->g->dice->rolls * sizeof *weight);
    weigh(k, weight);
    if (memcmp(first, weight, k->g->dice->rolls * sizeof *weight))
        return wrong(k, "odds says something else when asked again");
    const char *mistake = zm_roll_mistake(k->g->dice->rolls, weight, moves);
    return mistake ? wrong(k, "%s", mistake) : ZM_OK;
}

/* Every roll has moves of its own. Each is asked for alone, in an array of its own. */
static zm_status check_dice_moves(run *k, uint32_t *count)
{
    unsigned all = 0;
    for (unsigned roll = 0; roll < k->g->dice->rolls; roll++) {
        count[roll] = k->g->dice->moves(k->v, k->p, roll, k->other);
        if (count[roll] > ZM_MAX_MOVES || all + count[roll] > k->count ||
            memcmp(k->other, k->moves + all, count[roll] * sizeof *k->other))
            return wrong(k, "moves of dice says something else when asked again");
        for (unsigned i = 0; i < ZM_MAX_POLICIES && k->g->sources->policies[i].name && count[roll]; i++)
            if (k->g->sources->policies[i].choose(k->v, k->p, k->other, count[roll]) >= count[roll])
                return wrong(k, "policy %s chooses none of the %u moves of a roll", k->g->sources->policies[i].name,
                             count[roll]);
        all += count[roll];
    }
    memcpy(k->other, k->moves, k->count * sizeof *k->other);
    qsort(k->other, k->count, sizeof *k->other, by_move);
    for (unsigned i = 1; i < k->count; i++)
        if (k->other[i] == k->other[i - 1])
            return wrong(k, "a move (0x%" PRIx64 ") is given twice; a move knows its roll, no two rolls share one",
                         k->other[i]);
    return ZM_OK;
}

zm_status zm_check_rolls(run *k)
{
    uint32_t count[ZM_MAX_ROLLS];
    if (!k->g->dice->rolls || k->end != ZM_OPEN)
        return ZM_OK;
    ZM_TRY(k->c, check_dice_moves(k, count));
    if (k->g->dice->lead && !(k->g->dice->lead(k->v, k->p) >= -1 && k->g->dice->lead(k->v, k->p) <= 1))
        return wrong(k, "lead gives %g; it is -1 to 1", k->g->dice->lead(k->v, k->p));
    return check_weights(k, count);
}

/* They are typed, and stand before a move. */
static zm_status check_names(run *k)
{
    char name[ZM_MAX_ROLLS][ZM_ROLL_TEXT];
    for (unsigned roll = 0; roll < k->g->dice->rolls && k->g->dice->write_roll; roll++) {
        char *text = name[roll];
        zm_text out = zm_text_in(text, ZM_ROLL_TEXT);
        k->g->dice->write_roll(k->v, roll, &out);
        if (out.length >= out.size)
            return wrong(k, "write_roll gives roll %u a name of %zu bytes; 1 to %d are allowed", roll, out.length,
                         ZM_ROLL_TEXT - 1);
        if (!*text || strpbrk(text, " :\n\t"))
            return wrong(k, "write_roll gives roll %u the name \"%s\"; it must be a word without a colon", roll, text);
        for (unsigned i = 0; i < roll; i++)
            if (!strcmp(name[i], text))
                return wrong(k, "write_roll calls roll %u and roll %u \"%s\"", i, roll, text);
    }
    return ZM_OK;
}

static zm_status once(run *k)
{
    const zm_dice *d = k->g->dice;
    const zm_check_rule rules[] = {
        {d->rolls <= ZM_MAX_ROLLS, "rolls is more than 64"},
        {d->rolls || (!d->odds && !d->lead), "odds and lead need rolls"},
        {d->rolls || !d->write_roll, "write_roll needs rolls"},
    };
    ZM_TRY(k->c, ZM_CHECK_RULES(k, rules));
    return check_names(k);
}

const zm_check_facet zm_check_dice = {.once = once, .state = zm_check_rolls};
