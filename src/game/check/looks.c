/* looks.c: see run.h. What people see: drawn boards, how moves are made on them, codes, policies. */
#include "game/names.h"
#include "game/words.h"
#include "run.h"

#include <string.h>

#define wrong zm_check_wrong

static void *room(const zm_check_run *k, zm_room r) { return k->room[r].data; }

static zm_status check_codes(zm_check_run *k)
{
    for (unsigned i = 0; i < ZM_MAX_CODES && k->g->sources->codes[i].name; i++) {
        const zm_code *code = &k->g->sources->codes[i];
        zm_pos back = {0};
        zm_mistake why = {0};
        if (!code->decode)
            continue;
        if (!code->decode(k->v, code->encode(k->v, k->p), &back, &why))
            return wrong(k, "code %s cannot be decoded: %s", code->name, why.text);
        if (!zm_same(zm_state_of(k->v, back), k->p))
            return wrong(k, "code %s decodes to another position", code->name);
    }
    return ZM_OK;
}

static zm_status check_cell_names(zm_check_run *k, const zm_cell *cells, unsigned count)
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

static zm_status check_cells(zm_check_run *k)
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

static zm_status check_touches(zm_check_run *k)
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

static zm_status check_policies(zm_check_run *k)
{
    for (unsigned i = 0; i < ZM_MAX_POLICIES && k->g->sources->policies[i].name && k->count && !k->g->dice->rolls;
         i++) {
        const unsigned chosen = k->g->sources->policies[i].choose(k->v, k->p, k->moves, k->count);
        if (chosen >= k->count)
            return wrong(k, "policy %s chooses move %u of %u, counted from 0", k->g->sources->policies[i].name, chosen,
                         k->count);
    }
    return ZM_OK;
}

/* Each player's kinds have a letter, and a number for touches: those of the first come before those of the second. */
static zm_status check_hands(zm_check_run *k)
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

static zm_status check_counts(zm_check_run *k)
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

zm_status zm_check_shown(zm_check_run *k)
{
    ZM_TRY(k->c, check_cells(k));
    ZM_TRY(k->c, check_touches(k));
    ZM_TRY(k->c, check_counts(k));
    ZM_TRY(k->c, check_policies(k));
    return check_codes(k);
}

/* ---- once ---- */
static zm_status check_words(zm_check_run *k, const char *name, const char *text)
{
    zm_mistake why = {0};
    char shown[ZM_SHOWN];
    if (!text || zm_words_right(k->g, text, &why))
        return ZM_OK;
    return wrong(k, "its text `%s` is wrong at \"%s\": %s", name, zm_shown(text + why.at, shown), why.text);
}

/* Operations are permutations of the same points, the first leaves all as it is. */
static zm_status check_symmetry(zm_check_run *k)
{
    uint8_t *image = room(k, ZM_ROOM_IMAGE);
    unsigned points = 0;
    for (unsigned i = 0; k->g->counts->symmetry && i < ZM_MAX_OPERATIONS; i++) {
        bool seen[ZM_MAX_CELLS] = {false};
        const unsigned n = k->g->counts->symmetry(k->v, i, image);
        if (!n)
            return ZM_OK;
        points = i ? points : n;
        if (n > ZM_MAX_CELLS || n != points)
            return wrong(k, "symmetry: operation %u has %u points, the first has %u; %d are allowed", i, n, points,
                         ZM_MAX_CELLS);
        for (unsigned at = 0; at < n; at++) {
            if (image[at] >= n || seen[image[at]] || (!i && image[at] != at))
                return wrong(k, "symmetry: operation %u is no permutation of the points, or the first moves one", i);
            seen[image[at]] = true;
        }
    }
    return ZM_OK;
}

zm_status zm_check_board(zm_check_run *k)
{
    ZM_TRY(k->c, check_words(k, "about", k->g->about));
    ZM_TRY(k->c, check_words(k, "known", k->g->known));
    ZM_TRY(k->c, check_words(k, "notation", k->g->notation));
    return check_symmetry(k);
}
