/* looks.c: checks of the looks facet: drawn boards, pieces in hand, how moves are made on them: nothing is more
 * than there is room for, and everything can be shown. */
#include "run.h"

#include <string.h>

static void *room(const run *k, zm_room r) { return k->room[r].data; }

static zm_status check_cell_names(run *k, const zm_cell *cells, unsigned count)
{
    for (unsigned i = 0; i < count && k->g->looks->name_cell; i++) {
        char memory[12];
        zm_text name = zm_text_in(memory, sizeof memory);
        k->g->looks->name_cell(k->v, k->p, &cells[i], &name);
        if (name.length >= sizeof memory)
            return wrong(k, "name_cell writes more than 11 letters");
    }
    return ZM_OK;
}

static zm_status check_cells(run *k)
{
    zm_cell *cells = room(k, ZM_ROOM_CELLS);
    if (!k->g->looks->cells)
        return ZM_OK;
    const unsigned n = k->g->looks->cells(k->v, k->p, cells);
    if (n > ZM_MAX_CELLS)
        return wrong(k, "cells gives more than %d", ZM_MAX_CELLS);
    for (unsigned i = 0; i < n; i++)
        if (cells[i].piece <= ' ' || cells[i].piece > '~' || cells[i].owner > 2)
            return wrong(k,
                         "cells gives a piece (number %u) that is not printable ASCII, or whose owner is not 0, 1 or 2",
                         i + 1);
    return check_cell_names(k, cells, n);
}

static zm_status check_touches(run *k)
{
    zm_touches *touches = room(k, ZM_ROOM_TOUCHES);
    if (!k->g->looks->touches || !k->count)
        return ZM_OK;
    memset(touches, 0, sizeof *touches);
    k->g->looks->touches(k->v, k->p, k->moves[zm_check_draw(k, k->count)], touches);
    if (touches->count > ZM_MAX_TOUCHES || touches->captures > ZM_MAX_CELLS)
        return wrong(k, "touches gives %u fields and %u captures; %d and %d are allowed", touches->count,
                     touches->captures, ZM_MAX_TOUCHES, ZM_MAX_CELLS);
    return ZM_OK;
}

/* Each player's kinds have a letter, and a number for touches: those of the first come before those of the second. */
static zm_status check_hands(run *k)
{
    zm_hand *hand = room(k, ZM_ROOM_IN_HAND);
    const unsigned n = k->g->looks->in_hand ? k->g->looks->in_hand(k->v, k->p, hand) : 0;
    if (n > ZM_MAX_HAND)
        return wrong(k, "in_hand gives %u kinds; %d are allowed", n, ZM_MAX_HAND);
    for (unsigned i = 0; i < n; i++)
        if (hand[i].piece <= ' ' || hand[i].piece > '~' || hand[i].owner < 1 || hand[i].owner > 2 ||
            (i && hand[i].owner < hand[i - 1].owner))
            return wrong(k, "in_hand gives a kind (number %u) without a letter, or without an owner in order", i + 1);
    return ZM_OK;
}

static zm_status check_numbers(run *k)
{
    unsigned phases = 0;
    while (phases < ZM_MAX_PHASES && k->g->looks->phases[phases])
        phases++;
    if (k->g->looks->phase && k->end == ZM_OPEN && k->g->looks->phase(k->v, k->p) >= phases)
        return wrong(k, "phase gives %u; there are %u phases", k->g->looks->phase(k->v, k->p), phases);
    if (k->g->looks->points)
        k->g->looks->points(k->v, k->p, room(k, ZM_ROOM_POINTS));
    ZM_TRY(k->c, check_hands(k));
    if (k->g->looks->winning && k->end != ZM_OPEN) {
        const unsigned n = k->g->looks->winning(k->v, k->p, room(k, ZM_ROOM_WINNING));
        if (n > ZM_MAX_TOUCHES)
            return wrong(k, "winning gives %u fields; %d are allowed", n, ZM_MAX_TOUCHES);
    }
    return ZM_OK;
}

static zm_status once(run *k)
{
    const zm_looks *l = k->g->looks;
    const zm_check_rule rules[] = {
        {!l->score || l->score_help, "score needs score_help"},
        {!l->phase == !l->phases[0], "phase and phases go together"},
    };
    return ZM_CHECK_RULES(k, rules);
}

static zm_status state(run *k)
{
    ZM_TRY(k->c, check_cells(k));
    ZM_TRY(k->c, check_touches(k));
    return check_numbers(k);
}

const zm_check_facet zm_check_looks = {.once = once, .state = state};
