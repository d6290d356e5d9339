/* own_noted.h: the rules of a plugin as its own kernels ask them: once per state the call is noted, as zm_quick_rules do
 * for kernels that go through pointers (game/trace/trace.h).
 *
 * The note is the thread's, and the library's, which hands it out (zm_own_calls). A plugin has no thread-local memory of
 * its own: what is left of that when it is unloaded is more than gcc's leak sanitizer can bear. Every look at the rules counts on, so that a kernel that asks them nothing for a while is not
 * taken for a function that does not return: its code is the plugin's, too.
 *
 * Expects the rules zm_own_rules, with zm_own_index and zm_own_dice (game/hooks.h), and INDEX and DICE as lists. */
#ifndef ZM_KERNEL_OWN_NOTED_H
#define ZM_KERNEL_OWN_NOTED_H

#include "game/own.h"

static const zm_own_calls *zm_own_asks; /* set by the loader */

ZM_KERNEL zm_trace_call *zm_noted_call(void) { return zm_own_asks->begin(); }

ZM_KERNEL void zm_noted(const zm_variant *v, const zm_trace_function *function, zm_pos p)
{
    zm_trace_call *call = zm_noted_call();
    call->function = function;
    call->position = p;
    call->variant = v;
    call->game = v->game;
    call->number++;
}

/* ---- where there is an index: unrank ---- */
#ifdef INDEX
ZM_KERNEL zm_pos zm_noted_unrank(const zm_variant *v, zm_place at)
{
    zm_noted(v, zm_own_asks->unrank, (zm_pos){.lo = at.index, .hi = at.tier});
    return zm_own_index.unrank(v, at);
}
static const zm_index zm_noted_index = {.version = ZM_INDEX_VERSION, INDEX(ZM_HOOK_FIELD).unrank = zm_noted_unrank};
static const zm_game zm_noted_rules = {ZM_RULES, .index = &zm_noted_index};

ZM_KERNEL const zm_game *zm_noted_rules_of(const zm_variant *v)
{
    zm_noted_call()->number++;
    return &zm_noted_rules;
}
#endif

/* ---- where states are not numbered: moves ---- */
#ifdef DICE
ZM_KERNEL unsigned zm_noted_moves(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    zm_noted(v, zm_own_asks->dice_moves, p);
    return zm_own_dice.moves(v, p, roll, out);
}
static const zm_dice zm_noted_dice = {.version = ZM_DICE_VERSION, DICE(ZM_HOOK_FIELD).moves = zm_noted_moves};
static const zm_game zm_noted_hash_rules = {ZM_RULES, .dice = &zm_noted_dice};
#else
ZM_KERNEL unsigned zm_noted_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    zm_noted(v, zm_own_asks->moves, p);
    return zm_own_rules.moves(v, p, out);
}
static const zm_game zm_noted_hash_rules = {ZM_RULES, .moves = zm_noted_moves};
#endif

ZM_KERNEL const zm_game *zm_noted_hash_rules_of(const zm_variant *v)
{
    zm_noted_call()->number++;
    return &zm_noted_hash_rules;
}

#endif
