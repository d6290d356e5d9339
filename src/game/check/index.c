/* index.c: checks of the index facet: rank is inside its tier, unrank is its inverse, moves never lead to a larger
 * tier, `inside` and `children` keep what they promise, and so do all_reachable and is_state of places picked at
 * random. A wrong place is a wrong value of another state, which nobody would notice. */
#include "game/names.h"
#include "run.h"

#include <zermelo/board.h>

#include <inttypes.h>
#include <stdio.h>

zm_status zm_check_place(run *k, zm_pos p)
{
    zm_place at = k->g->index->rank(k->v, p);
    uint32_t tiers = k->g->index->tiers(k->v);
    if (at.tier >= tiers)
        return wrong(k, "rank gives tier %" PRIu32 " of %" PRIu32, at.tier, tiers);
    uint64_t size = k->g->index->tier_size(k->v, at.tier);
    if (at.index >= size)
        return wrong(k, "rank gives index %" PRIu64 " in tier %" PRIu32 ", which has %" PRIu64, at.index, at.tier,
                     size);
    if (!zm_same(k->g->index->unrank(k->v, at), p))
        return wrong(k, "unrank of tier %" PRIu32 ", index %" PRIu64 ", is not the position whose rank that is",
                     at.tier, at.index);
    return ZM_OK;
}

/* The children of a tier are not too many, and smaller. They lie in ZM_ROOM_CHILDREN. */
static zm_status list_children(run *k, uint32_t tier, const uint32_t **out, unsigned *count)
{
    uint32_t *child = (uint32_t *)(void *)k->room[ZM_ROOM_CHILDREN].data;
    *out = child;
    *count = k->g->index->children(k->v, tier, child);
    if (*count > ZM_MAX_CHILDREN)
        return wrong(k, "tier %" PRIu32 " has %u children; %d are allowed", tier, *count, ZM_MAX_CHILDREN);
    for (unsigned i = 0; i < *count; i++)
        if (child[i] >= tier)
            return wrong(k, "tier %" PRIu32 " has the child %" PRIu32 "; children have smaller numbers", tier,
                         child[i]);
    return ZM_OK;
}

/* The tiers follow from what the board declares; so does what a move there must keep. */
static zm_status wrong_tier(run *k, const char *declared, const char *says)
{
    char move[ZM_MAX_TEXT], shown[ZM_SHOWN];
    if (!k->g->board || !zm_board_of(k->v)->order)
        return wrong(k, "%s", says);
    zm_shown(zm_write_move(k->v, k->p, k->move, move, sizeof move), shown);
    return wrong(k, "%s: the move %s does not keep what its board says by %s", says, shown, declared);
}

static zm_status check_children(run *k, uint32_t from, uint32_t to)
{
    const uint32_t *child;
    unsigned n, times = 0;
    if (!k->g->index->children)
        return ZM_OK;
    ZM_TRY(k->c, list_children(k, from, &child, &n));
    for (unsigned i = 0; i < n; i++)
        times += child[i] == to;
    char says[128];
    snprintf(says, sizeof says,
             "a move leads from tier %" PRIu32 " to tier %" PRIu32 ", which is %u times among its children", from, to,
             times);
    return times == 1 ? ZM_OK : wrong_tier(k, "`most_change`", says);
}

static zm_status check_step(run *k, zm_pos next)
{
    zm_place from = k->g->index->rank(k->v, k->p), to = k->g->index->rank(k->v, next);
    ZM_TRY(k->c, zm_check_place(k, next));
    if (k->g->index->place) {
        const zm_place at = k->g->index->place(k->v, next);
        if (at.tier != to.tier || at.index != to.index)
            return wrong(k,
                         "place says tier %" PRIu32 ", index %" PRIu64 " where rank says tier %" PRIu32
                         ", index %" PRIu64,
                         at.tier, at.index, to.tier, to.index);
    }
    if (to.tier > from.tier) {
        char says[128];
        snprintf(says, sizeof says, "a move leads from tier %" PRIu32 " to tier %" PRIu32 "; it must not be larger",
                 from.tier, to.tier);
        return wrong_tier(k, "`grows` or `shrinks`", says);
    }
    if (to.tier < from.tier)
        return check_children(k, from.tier, to.tier);
    if (k->g->index->inside == ZM_LEAVES)
        return wrong(k, "inside is ZM_LEAVES, but a move stays in tier %" PRIu32, from.tier);
    if (k->g->index->inside == ZM_DESCENDS && to.index >= from.index)
        return wrong(k, "inside is ZM_DESCENDS, but a move leads from index %" PRIu64 " to %" PRIu64, from.index,
                     to.index);
    return ZM_OK;
}

/* Where all places are states, one picked at random must be one; where all states count, `is_state` says which are. */
zm_status zm_check_pick(run *k, bool *is_state, zm_pos *p)
{
    *is_state = false;
    zm_place at = {.tier = (uint32_t)draw(k, k->g->index->tiers(k->v))};
    const uint64_t size = k->g->index->tier_size(k->v, at.tier);
    if (!size)
        return ZM_OK;
    at.index = draw(k, size);
    *p = k->g->index->unrank(k->v, at);
    *is_state = zm_same(zm_state_of(k->v, *p), *p);
    const zm_place back = k->g->index->rank(k->v, *p);
    const bool same = back.tier == at.tier && back.index == at.index;
    if (k->g->index->all_reachable && !(same && *is_state))
        return wrong(k, "all_reachable, but tier %" PRIu32 ", index %" PRIu64 ", is no state", at.tier, at.index);
    if (*is_state && !same)
        return wrong(k, "all states count, but the one at tier %" PRIu32 ", index %" PRIu64 ", has another place",
                     at.tier, at.index);
    if (zm_all_states(k->v) && k->g->index->is_state && k->g->index->is_state(k->v, at) != *is_state)
        return wrong(k,
                     "is_state says of tier %" PRIu32 ", index %" PRIu64 ", that it is %s; its position says otherwise",
                     at.tier, at.index, *is_state ? "none" : "one");
    return ZM_OK;
}

bool zm_check_can_pick(const run *k)
{
    return k->g->index->rank && (k->g->index->all_reachable || zm_all_states(k->v));
}

/* The children of any tier are smaller, each once. */
static zm_status check_random_tier(run *k)
{
    const uint32_t *child;
    unsigned n;
    if (!k->g->index->children)
        return ZM_OK;
    const uint32_t tier = (uint32_t)draw(k, k->g->index->tiers(k->v));
    ZM_TRY(k->c, list_children(k, tier, &child, &n));
    for (unsigned i = 0; i < n && n <= ZM_CHECK_LOOKS; i++)
        for (unsigned j = 0; j < i; j++)
            if (child[j] == child[i])
                return wrong(k, "tier %" PRIu32 " has the child %" PRIu32 " twice", tier, child[i]);
    return ZM_OK;
}

/* ---- all of it ---- */
static zm_status once(run *k)
{
    const zm_game *g = k->g;
    const zm_check_rule rules[] = {
        {g->index->rank || (!g->index->children && !g->index->all_reachable && !g->index->all_states &&
                            !g->backward->leaving && !g->rows->width && !g->hunt && g->index->inside == ZM_CYCLES),
         "children, inside, all_reachable, all_states, leaving, rows and hunt need an index (rank)"},
        {!g->index->is_state || g->index->all_states, "is_state needs all_states"},
        {g->index->inside <= ZM_LEAVES, "inside is none of ZM_CYCLES, ZM_DESCENDS and ZM_LEAVES"},
    };
    return ZM_CHECK_RULES(k, rules);
}

static zm_status state(run *k)
{
    if (!k->g->index->rank)
        return ZM_OK;
    ZM_TRY(k->c, zm_check_place(k, k->p));
    return check_random_tier(k);
}

static zm_status successor(run *k, zm_pos p, zm_pos next)
{
    (void)p;
    return k->g->index->rank ? check_step(k, next) : ZM_OK;
}

const zm_check_facet zm_check_index = {.once = once, .state = state, .successor = successor};
