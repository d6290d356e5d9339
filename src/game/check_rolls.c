/* check_rolls.c: see check_run.h. Dice, and which parts of a game go with which. */
#include "check_run.h"
#include "rolls.h"

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
        {g->rolls <= ZM_MAX_ROLLS, "rolls is more than 64"},
        {g->rolls || (!g->odds && !g->lead), "odds and lead need rolls"},
        {!g->keeps_turn || g->impartial, "keeps_turn needs impartial"},
        {!g->parts || g->impartial, "parts needs impartial"},
        {g->rank || (!g->children && !g->all_reachable && !g->all_states && !g->leaving && !g->rows && !g->hunt &&
                     g->inside == ZM_CYCLES),
         "children, inside, all_reachable, all_states, leaving, rows and hunt need an index (rank)"},
        {!g->is_state || g->all_states, "is_state needs all_states"},
        {!g->few_parents || g->parents, "few_parents needs parents"},
        {!g->leaving == !g->parents_inside, "leaving and parents_inside go together"},
        {!g->leaving || g->inside == ZM_CYCLES, "leaving and parents_inside are for ZM_CYCLES"},
        {!g->row_width == !g->parents_of_row, "row_width and parents_of_row go together"},
        {!g->row_width || g->parents_inside, "row_width needs parents_inside"},
        {!g->rows || g->parents_inside, "rows needs parents_inside"},
        {!g->rows || !g->rows->lead || g->row_width, "lead of rows needs row_width"},
        {!g->grid == !g->grid_at, "grid and grid_at go together"},
        {!g->score || g->score_help, "score needs score_help"},
        {!g->phase == !g->phases[0], "phase and phases go together"},
        {!g->limit || !g->rank, "limit is for games without an index (rank)"},
        {g->inside <= ZM_LEAVES, "inside is none of ZM_CYCLES, ZM_DESCENDS and ZM_LEAVES"},
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
    for (unsigned roll = 0; roll < k->g->rolls; roll++)
        weight[roll] = 1;
    if (k->g->odds)
        k->g->odds(k->v, k->p, weight);
}

static zm_status check_weights(zm_check_run *k, const uint32_t *moves)
{
    uint32_t first[ZM_MAX_ROLLS], *weight = (uint32_t *)(void *)k->room[ZM_ROOM_WEIGHTS].data;
    weigh(k, weight);
    memcpy(first, weight, k->g->rolls * sizeof *weight);
    weigh(k, weight);
    if (memcmp(first, weight, k->g->rolls * sizeof *weight))
        return wrong(k, "odds says something else when asked again");
    const char *mistake = zm_roll_mistake(k->g->rolls, weight, moves);
    return mistake ? wrong(k, "%s", mistake) : ZM_OK;
}

/* Every roll has moves of its own. Each is asked for alone, in an array of its own. */
static zm_status check_roll_moves(zm_check_run *k, uint32_t *count)
{
    unsigned all = 0;
    for (unsigned roll = 0; roll < k->g->rolls; roll++) {
        count[roll] = k->g->roll_moves(k->v, k->p, roll, k->other);
        if (count[roll] > ZM_MAX_MOVES || all + count[roll] > k->count ||
            memcmp(k->other, k->moves + all, count[roll] * sizeof *k->other))
            return wrong(k, "roll_moves says something else when asked again");
        for (unsigned i = 0; i < ZM_MAX_POLICIES && k->g->policies[i].name && count[roll]; i++)
            if (k->g->policies[i].choose(k->v, k->p, k->other, count[roll]) >= count[roll])
                return wrong(k, "policy %s chooses none of the %u moves of a roll", k->g->policies[i].name,
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
    if (!k->g->rolls || k->end != ZM_OPEN)
        return ZM_OK;
    ZM_TRY(k->c, check_roll_moves(k, count));
    if (k->g->lead && !(k->g->lead(k->v, k->p) >= -1 && k->g->lead(k->v, k->p) <= 1))
        return wrong(k, "lead gives %g; it is -1 to 1", k->g->lead(k->v, k->p));
    return check_weights(k, count);
}
