/* search.c: checks of the search facet: keys have the bits they say, a node is its position, and there are no more
 * moves than there is room for. Two states with one key would have one value. */
#include "run.h"

#include <zermelo/search.h>

#include <inttypes.h>

static zm_status state(run *k)
{
    const zm_search *s = k->g->search;
    zm_seek_node node;
    zm_kid kids[2 * ZM_SEARCH_KIDS];
    int score = 0;
    if (!s || k->end != ZM_OPEN || !s->begin(k->v, k->p, &node, &score))
        return ZM_OK;
    const unsigned bits = s->key_bits(k->v);
    if (bits > 64 || s->key(k->v, &node) & ~zm_low_bits(bits))
        return wrong(k, "search: key gives 0x%" PRIx64 "; key_bits says %u", s->key(k->v, &node), bits);
    if (s->position && !zm_same(zm_state_of(k->v, s->position(k->v, &node)), k->p))
        return wrong(k, "search: position of its node is another one");
    const unsigned count = s->expand(k->v, &node, kids, &score);
    return count <= ZM_SEARCH_KIDS ? ZM_OK : wrong(k, "search: expand gives %u; %d are allowed", count, ZM_SEARCH_KIDS);
}

const zm_check_facet zm_check_search = {.state = state};
