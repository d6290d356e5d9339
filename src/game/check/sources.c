/* sources.c: checks of the sources facet: decode is the inverse of encode, and policies choose a move that there is. */
#include "run.h"

static zm_status check_codes(run *k)
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

static zm_status check_policies(run *k)
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

static zm_status state(run *k)
{
    ZM_TRY(k->c, check_policies(k));
    return check_codes(k);
}

const zm_check_facet zm_check_sources = {.state = state};
