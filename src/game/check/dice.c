/* dice.c: see run.h. Dice, and which parts of a game go with which. */
#include "game/rolls.h"
#include "run.h"

#include <zermelo/rows.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define wrong zm_check_wrong

/* ---- what goes with what ---- */
zm_status zm_check_members(zm_check_run *k)
{
    const zm_game *g = k->g;
    const struct {
        bool well;
        const char *says;
    } rules[] = {
        {g->dice->rolls <= ZM_MAX_ROLLS, "rolls is more than 64"},
        {g->dice->rolls || (!g->dice->odds && !g->dice->lead), "odds and lead need rolls"},
        {g->dice->rolls || !g->dice->write_roll, "write_roll needs rolls"},
        {!g->keeps_turn || g->impartial, "keeps_turn needs impartial"},
        {!g->sums->parts || g->impartial, "parts needs impartial"},
        {g->index->rank || (!g->index->children && !g->index->all_reachable && !g->index->all_states &&
                            !g->backward->leaving && !g->rows->width && !g->hunt && g->index->inside == ZM_CYCLES),
         "children, inside, all_reachable, all_states, leaving, rows and hunt need an index (rank)"},
        {!g->index->is_state || g->index->all_states, "is_state needs all_states"},
        {!g->backward->few_parents || g->backward->parents, "few_parents needs parents"},
        {!g->backward->leaving == !g->backward->parents_inside, "leaving and parents_inside go together"},
        {!g->backward->leaving || g->index->inside == ZM_CYCLES, "leaving and parents_inside are for ZM_CYCLES"},
        {g->rows->width || (!g->rows->parents_of_row && !g->rows->has && !g->rows->lead), "rows need their width"},
        {!g->rows->width || g->backward->parents_inside, "rows need parents_inside"},
        {!g->sums->grid == !g->sums->grid_at, "grid and grid_at go together"},
        {!g->looks->score || g->looks->score_help, "score needs score_help"},
        {!g->looks->phase == !g->looks->phases[0], "phase and phases go together"},
        {!g->limit || !g->index->rank, "limit is for games without an index (rank)"},
        {g->index->inside <= ZM_LEAVES, "inside is none of ZM_CYCLES, ZM_DESCENDS and ZM_LEAVES"},
        {g->most_moves <= ZM_MAX_MOVES, "most_moves is more than 65536"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!rules[i].well)
            return wrong(k, "%s", rules[i].says);
    return ZM_OK;
}

/* ---- dice ---- */
static int by_move(const void *a, const void *b)
{
    const zm_move x = *(const zm_move *)a, y = *(const zm_move *)b;
    return (x > y) - (x < y);
}

static void weigh(const zm_check_run *k, uint32_t *weight)
{
    for (unsigned roll = 0; roll < k->g->dice->rolls; roll++)
        weight[roll] = 1;
    if (k->g->dice->odds)
        k->g->dice->odds(k->v, k->p, weight);
}

static zm_status check_weights(zm_check_run *k, const uint32_t *moves)
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
static zm_status check_dice_moves(zm_check_run *k, uint32_t *count)
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

zm_status zm_check_rolls(zm_check_run *k)
{
    uint32_t count[ZM_MAX_ROLLS];
    if (!k->g->dice->rolls || k->end != ZM_OPEN)
        return ZM_OK;
    ZM_TRY(k->c, check_dice_moves(k, count));
    if (k->g->dice->lead && !(k->g->dice->lead(k->v, k->p) >= -1 && k->g->dice->lead(k->v, k->p) <= 1))
        return wrong(k, "lead gives %g; it is -1 to 1", k->g->dice->lead(k->v, k->p));
    return check_weights(k, count);
}

/* ---- once ---- */
/* They are typed, and stand before a move. */
zm_status zm_check_names(zm_check_run *k)
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
