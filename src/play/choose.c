/* choose.c: an agent at play: what it finds out about a position it remembers.
 *
 * Games between the same agents come through the same positions again and again, and thinking costs a probe for every
 * move, and where draws are weighed for every reply as well. So the moves the agent may play in a position are kept, in
 * a slot that the position's hash picks; a later position takes the slot over. What is kept is what would be found
 * again: remembering changes nothing but the time. Cost of a move: one look at a slot, or else the thinking. */
#include <zermelo/play.h>

enum { SLOTS = 1 << 13, KEPT = 12 }; /* 1 MiB: it stays in the cache of a core */

typedef struct memory {
    zm_pos position;
    unsigned count; /* 0: the slot is empty */
    zm_move move[KEPT];
} memory;

struct zm_chooser {
    zm_context *context;
    zm_context *own; /* for counting games, which reports progress: not into the caller's */
    const zm_variant *variant;
    const zm_table *table;
    zm_agent agent;
    zm_choices *choices;
    memory *slot;
    zm_odds *odds; /* of the moves, where there are dice */
};

static zm_status make_room(zm_chooser *k)
{
    zm_context *c = k->context;
    if (!zm_agent_needs_table(&k->agent))
        return ZM_OK;
    if (!k->table)
        return zm_fail(c, ZM_BAD_INPUT, "the agent %s needs a table", zm_agent_name(k->agent.kind));
    if (k->variant->game->dice->rolls && k->agent.kind == ZM_BY_SHARE)
        return zm_fail(c, ZM_BAD_INPUT, "the agent by-share counts games, and with dice they are no number");
    if (k->variant->game->dice->rolls)
        return zm_alloc(c, &k->odds, ZM_MAX_MOVES, sizeof *k->odds, "the odds of moves");
    ZM_TRY(c, zm_alloc(c, &k->choices, 1, sizeof *k->choices, "the moves of a position"));
    ZM_TRY(c, zm_alloc(c, &k->slot, SLOTS, sizeof *k->slot, "what an agent remembers"));
    if (k->agent.kind != ZM_BY_SHARE)
        return ZM_OK;
    k->own = zm_context_new();
    if (!k->own)
        return zm_fail(c, ZM_NO_MEMORY, "not enough memory for an agent");
    zm_set_memory(k->own, (zm_memory_limit(c) - zm_memory_used(c)) / zm_threads(c));
    zm_set_threads(k->own, 1);
    return ZM_OK;
}

zm_status zm_chooser_open(zm_context *c, const zm_variant *v, const zm_table *t, const zm_agent *a, zm_chooser **out)
{
    zm_chooser *k;
    *out = NULL;
    ZM_TRY(c, zm_alloc(c, &k, 1, sizeof *k, "an agent"));
    *k = (zm_chooser){.context = c, .variant = v, .table = t, .agent = *a};
    zm_status status = make_room(k);
    if (status == ZM_OK)
        *out = k;
    else
        zm_chooser_close(k);
    return status;
}

void zm_chooser_close(zm_chooser *k)
{
    if (!k)
        return;
    if (k->own)
        zm_context_free(k->own);
    zm_release(k->context, k->choices);
    zm_release(k->context, k->slot);
    zm_release(k->context, k->odds);
    zm_release(k->context, k);
}

/* ---- with dice ---- */
static uint64_t twice(zm_odds o) { return (uint64_t)o.lower + o.upper; }

/* The best odds, by the middle of what is known; of equals any. With one move for most rolls there is little to
 * remember. */
static zm_status choose_by_moves(const zm_chooser *k, const zm_turn *turn, zm_move *out)
{
    unsigned choice;
    ZM_TRY(k->context, zm_table_probe_move(k->context, k->table, turn->position, turn->roll, &choice));
    if (choice >= turn->count)
        return zm_fail(k->context, ZM_CORRUPT, "the table of best moves names move %u of %u", choice + 1, turn->count);
    *out = turn->move[choice];
    return ZM_OK;
}

static zm_status choose_by_odds(const zm_chooser *k, const zm_turn *turn, zm_random *r, zm_move *out)
{
    uint64_t best = 0, equals = 0;
    if (turn->count == 1) { /* as with most rolls: nothing has to be known; the die is thrown as for more */
        *out = turn->move[zm_random_below(r, 1)];
        return ZM_OK;
    }
    if (zm_table_moves(k->table))
        return choose_by_moves(k, turn, out);
    ZM_TRY(k->context, zm_odds_of_moves(k->context, k->variant, k->table, turn, k->odds));
    for (unsigned i = 0; i < turn->count; i++) {
        equals = twice(k->odds[i]) > best || !i ? 1 : equals + (twice(k->odds[i]) == best);
        best = twice(k->odds[i]) > best ? twice(k->odds[i]) : best;
    }
    uint64_t pick = zm_random_below(r, equals);
    for (unsigned i = 0; i < turn->count; i++)
        if (twice(k->odds[i]) == best && !pick--)
            *out = turn->move[i];
    return ZM_OK;
}

/* ---- thinking ---- */
static zm_status sort(zm_chooser *k)
{
    if (!k->own)
        return zm_agent_sort(k->context, k->variant, k->table, &k->agent, k->choices);
    zm_status status = zm_agent_sort(k->own, k->variant, k->table, &k->agent, k->choices);
    return status == ZM_OK ? ZM_OK : zm_fail(k->context, status, "%s", zm_message(k->own));
}

static zm_status think(zm_chooser *k, zm_pos p)
{
    zm_context *c = k->context;
    ZM_TRY(c, zm_choices_find(c, k->variant, k->table, p, k->choices));
    if (!k->choices->count)
        return zm_fail(c, ZM_BAD_INPUT, "the table does not have a position that %s is to move in",
                       zm_agent_name(k->agent.kind));
    return sort(k);
}

static void remember(memory *slot, const zm_choices *choices)
{
    if (choices->best > KEPT)
        return;
    slot->position = choices->position;
    slot->count = choices->best;
    for (unsigned i = 0; i < choices->best; i++)
        slot->move[i] = choices->choice[i].move;
}

static zm_status choose_well(zm_chooser *k, zm_pos p, zm_random *r, zm_move *out)
{
    memory *slot = &k->slot[zm_hash(p) % SLOTS];
    if (slot->count && zm_same(slot->position, p)) {
        *out = slot->move[zm_random_below(r, slot->count)];
        return ZM_OK;
    }
    ZM_TRY(k->context, think(k, p));
    remember(slot, k->choices);
    *out = k->choices->choice[zm_random_below(r, k->choices->best)].move;
    return ZM_OK;
}

static zm_status follow(const zm_chooser *k, const zm_turn *turn, zm_move *out)
{
    const zm_policy *policy = k->agent.policy;
    const unsigned at = policy->choose(k->variant, turn->position, turn->move, turn->count);
    if (at >= turn->count)
        return zm_fail(k->context, ZM_BAD_INPUT, "%s: the policy %s chooses move %u of %u", k->variant->game->name,
                       policy->name, at + 1, turn->count);
    *out = turn->move[at];
    return ZM_OK;
}

static bool at_its_best(const zm_agent *a, zm_random *r)
{
    const uint64_t fine = (uint64_t)1 << 53;
    return a->kind != ZM_SKILL || (double)zm_random_below(r, fine) < a->skill * (double)fine;
}

zm_status zm_choose(zm_chooser *k, const zm_turn *turn, zm_random *r, zm_move *out)
{
    if (k->agent.kind == ZM_HUMAN)
        return zm_fail(k->context, ZM_BAD_INPUT, "a human chooses for himself");
    if (k->agent.kind == ZM_POLICY)
        return follow(k, turn, out);
    if (k->agent.kind != ZM_RANDOM && at_its_best(&k->agent, r))
        return k->odds ? choose_by_odds(k, turn, r, out) : choose_well(k, turn->position, r, out);
    *out = turn->move[zm_random_below(r, turn->count)];
    return ZM_OK;
}
