/* sums.c: checks of the sums facet: parts are not too many, and each is a state that falls into nothing but itself; the
 * positions of a grid are states, and can be written and read. */
#include "run.h"

static zm_status check_parts(run *k)
{
    zm_pos *part = (zm_pos *)(void *)k->room[ZM_ROOM_PARTS].data,
           *again = (zm_pos *)(void *)k->room[ZM_ROOM_AGAIN].data;
    unsigned n = k->g->sums->parts ? k->g->sums->parts(k->v, k->p, part) : 0;
    if (n > ZM_MAX_PARTS)
        return wrong(k, "it falls into %u parts; %d are allowed", n, ZM_MAX_PARTS);
    for (unsigned i = 0; i < n; i++) {
        const zm_pos state = zm_state_of(k->v, part[i]);
        ZM_TRY(k->c, zm_check_notation(k, state, true));
        if (k->g->sums->parts(k->v, state, again) != 1 || !zm_same(zm_state_of(k->v, again[0]), state))
            return wrong(k, "part %u of it does not fall into just itself", i + 1);
    }
    return ZM_OK;
}

static zm_status check_grid(run *k)
{
    unsigned rows, cols;
    if (!k->g->sums->grid)
        return ZM_OK;
    k->g->sums->grid(k->v, &rows, &cols);
    if (!rows || !cols)
        return wrong(k, "grid has no positions");
    const zm_pos p = k->g->sums->grid_at(k->v, (unsigned)draw(k, rows), (unsigned)draw(k, cols));
    return zm_check_notation(k, zm_state_of(k->v, p), true);
}

static zm_status once(run *k)
{
    const zm_game *g = k->g;
    const zm_check_rule rules[] = {
        {!g->sums->parts || g->impartial, "parts needs impartial"},
        {!g->sums->grid == !g->sums->grid_at, "grid and grid_at go together"},
    };
    return ZM_CHECK_RULES(k, rules);
}

static zm_status state(run *k)
{
    ZM_TRY(k->c, check_parts(k));
    return check_grid(k);
}

const zm_check_facet zm_check_sums = {.once = once, .state = state};
