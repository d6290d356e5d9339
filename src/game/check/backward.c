/* backward.c: checks of the backward facet: every state is among the parents of its successors, and what they visit
 * has a move that leads there; `leaving` and `parents_inside` count the moves as `moves` does. A parent that is
 * missing or counted once too often makes a wrong value. */
#include "game/expand.h"
#include "run.h"

#include <inttypes.h>

enum {
    PARENTS = 12, /* looked at closely, of each successor */
    INSIDE = 64,  /* of the same tier, of each of those */
};

/* ---- parents ---- */
static bool leads_to(run *k, zm_pos p, zm_pos child)
{
    unsigned n;
    bool passes;
    zm_rules_moves(k->g, k->v, p, k->other, &n);
    for (unsigned i = 0; i < n && i < ZM_MAX_MOVES; i++)
        if (zm_same(zm_rules_play(k->g, k->v, p, k->other[i], &passes), child))
            return true;
    return false;
}

static void look_at_parent(void *arg, zm_pos p)
{
    run *k = arg;
    k->found |= zm_same(p, k->p);
    if (k->visit_status != ZM_OK || k->visited++ >= PARENTS)
        return;
    if (!zm_same(zm_state_of(k->v, p), p))
        k->visit_status = wrong(k, "parents of a successor visits a position that is not its own fingerprint");
    else if (!leads_to(k, p, k->child))
        k->visit_status = wrong(k, "parents of a successor visits a position that has no move to it");
}

static zm_status check_parents(run *k, zm_pos next)
{
    k->child = next;
    k->visited = 0;
    k->found = false;
    k->visit_status = ZM_OK;
    k->g->backward->parents(k->v, next, look_at_parent, k);
    if (k->visit_status != ZM_OK)
        return k->visit_status;
    return k->found ? ZM_OK : wrong(k, "parents of a successor does not visit it");
}

/* ---- moves that leave the tier, parents inside it ---- */
/* Those that leave are among the moves, in their order or another; the others stay. */
static zm_status check_leaving(run *k)
{
    unsigned stay = 0;
    const uint32_t tier = k->g->index->rank(k->v, k->p).tier;
    if (k->end != ZM_OPEN)
        return ZM_OK;
    zm_move *leaving = (zm_move *)(void *)k->room[ZM_ROOM_LEAVING].data;
    unsigned *staying = (unsigned *)(void *)k->room[ZM_ROOM_STAYING].data;
    const unsigned n = k->g->backward->leaving(k->v, k->p, leaving, staying);
    if (n > ZM_MAX_MOVES)
        return wrong(k, "leaving gives %u moves; %d are allowed", n, ZM_MAX_MOVES);
    for (unsigned i = 0; i < n; i++)
        if (k->g->index->rank(k->v, zm_state_of(k->v, k->g->play(k->v, k->p, leaving[i]))).tier == tier)
            return wrong(k, "leaving gives a move that stays in the tier");
    for (unsigned i = 0; i < k->count; i++) {
        bool passes;
        const zm_pos next = zm_rules_play(k->g, k->v, k->p, k->moves[i], &passes);
        const bool stays = k->g->index->rank(k->v, next).tier == tier;
        if (stays && !passes)
            return wrong(
                k, "leaving and parents_inside are for games in which a move that stays in its tier passes the turn");
        stay += stays;
    }
    return stay == *staying && n + *staying == k->count
               ? ZM_OK
               : wrong(k, "leaving gives %u moves and says that %u stay; of its %u moves %u do", n, *staying, k->count,
                       stay);
}

/* What parents_inside visits: which places, how often, and whether that is certain. */
typedef struct inside_visits {
    struct {
        uint64_t index;
        unsigned times;
        bool doubtful;
    } place[INSIDE];
    unsigned places;
    bool more; /* than there is room for */
} inside_visits;

static void count_visit(void *arg, uint64_t index, bool doubtful)
{
    inside_visits *w = arg;
    unsigned i = 0;
    while (i < w->places && w->place[i].index != index)
        i++;
    if (i == INSIDE) {
        w->more = true;
        return;
    }
    if (i == w->places)
        w->place[w->places++].index = index;
    w->place[i].times++;
    w->place[i].doubtful |= doubtful;
}

static unsigned moves_to(run *k, zm_pos p, zm_pos child)
{
    unsigned n, times = 0;
    bool passes;
    zm_rules_moves(k->g, k->v, p, k->other, &n);
    for (unsigned i = 0; i < n && i < ZM_MAX_MOVES; i++)
        times += zm_same(zm_rules_play(k->g, k->v, p, k->other[i], &passes), child);
    return times;
}

/* A successor in the same tier visits every state once for each move that leads to it, unless it says that this is
 * doubtful. The state at hand is one of them. */
static zm_status check_inside(run *k, zm_pos next)
{
    const zm_place here = k->g->index->rank(k->v, k->p);
    inside_visits w = {.places = 0};
    bool found = false;
    if (k->g->index->rank(k->v, next).tier != here.tier)
        return ZM_OK;
    k->g->backward->parents_inside(k->v, next, count_visit, &w);
    for (unsigned i = 0; i < w.places; i++) {
        const uint64_t index = w.place[i].index;
        if (index >= k->g->index->tier_size(k->v, here.tier))
            return wrong(k, "parents_inside of a successor visits index %" PRIu64 ", which tier %" PRIu32 " has not",
                         index, here.tier);
        const zm_pos parent = index == here.index ? k->p : k->g->index->unrank(k->v, (zm_place){here.tier, index});
        const unsigned times = moves_to(k, parent, next);
        found |= index == here.index;
        if (!times)
            return wrong(k, "parents_inside of a successor visits index %" PRIu64 ", which has no move to it", index);
        if (!w.place[i].doubtful && times != w.place[i].times)
            return wrong(
                k,
                "parents_inside of a successor visits %s %u times and does not call it doubtful; it has %u moves "
                "there",
                index == here.index ? "it" : "another state", w.place[i].times, times);
    }
    return found || w.more ? ZM_OK : wrong(k, "parents_inside of a successor does not visit it");
}

/* ---- all of it ---- */
static zm_status once(run *k)
{
    const zm_game *g = k->g;
    const zm_check_rule rules[] = {
        {!g->backward->leaving == !g->backward->parents_inside, "leaving and parents_inside go together"},
        {!g->backward->leaving || g->index->inside == ZM_CYCLES, "leaving and parents_inside are for ZM_CYCLES"},
    };
    return ZM_CHECK_RULES(k, rules);
}

static zm_status state(run *k) { return k->g->backward->leaving ? check_leaving(k) : ZM_OK; }

static zm_status successor(run *k, zm_pos p, zm_pos next)
{
    (void)p;
    if (k->g->backward->parents)
        ZM_TRY(k->c, check_parents(k, next));
    return k->g->backward->parents_inside ? check_inside(k, next) : ZM_OK;
}

const zm_check_facet zm_check_backward = {.once = once, .state = state, .successor = successor};
