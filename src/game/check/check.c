/* check.c: the properties that hold for every game, tried out along random games and next to the start.
 *
 *   notation     what is written is printable and short, and reads back as the same position; moves are told apart
 *   is_position  says yes to every position of play; other bits that it takes for a position can be handed to all
 *                functions
 *   fingerprint  idempotent, keeps the turn, and a position has the same end and successors as its fingerprint
 *   moves        as many as allowed, the same when asked again, and where the turn is no part of the state whoever is
 *                to move
 *   dice         every roll has a move, weights are some (dice.c)
 *   index        rank is inside its tier, unrank is its inverse, moves never lead to a larger tier,
 *                `inside` and `children` keep what they promise
 *   rows         say of a state what `leaving` and `parents_inside` say, and lead where its moves do
 *   parents      every state is among the parents of its successors, and what they visit has a move that leads there
 *   parts        not too many, and each is a state that falls into nothing but itself
 *   grid         its positions are states, and can be written and read
 *   codes        decode is the inverse of encode
 *   texts        braces in what the game says of itself mean something
 *
 * What people see is in looks.c. Arrays that rules write to lie between pages that must not change
 * (guarded.h). */
#include "check.h"
#include "base/stop.h"
#include "game/expand.h"
#include "game/names.h"
#include "game/trace/trace.h"
#include "game/words.h"
#include "run.h"

#include <zermelo/rows.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    LONGEST_GAME = 300, /* plies, then a new one is begun */
    SUCCESSORS = 12,    /* looked at closely, of each state */
    PARENTS = 12,       /* looked at closely, of each of those */
    INSIDE = 64,        /* of the same tier, of each of those */
    LAST = 3,           /* states of a game that is over */
    LONGEST_WAY = 1000, /* plies until it is */
    LOOKS = 256,        /* moves that are looked at for one that ends the game */
    RAW = 6,            /* changed bits of each state that is_position is asked about */
};

typedef zm_check_run run;

/* The position as text, in k->text. */
static zm_text text_of(run *k, zm_pos p)
{
    zm_text out = zm_text_in(k->text, sizeof k->text);
    k->g->write(k->v, p, &out);
    return out;
}

uint64_t zm_check_draw(run *k, uint64_t below)
{
    k->random += 0x9e3779b97f4a7c15u;
    return zm_hash((zm_pos){k->random, 0}) % below;
}

zm_status zm_check_wrong(run *k, const char *format, ...)
{
    char what[400], where[ZM_SHOWN], options[ZM_VARIANT_TEXT], shown[ZM_SHOWN];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    text_of(k, k->p);
    return zm_fail(k->c, ZM_BAD_INPUT, "game %s (%s), position \"%s\": %s", k->g->name,
                   zm_shown(zm_variant_text(k->v, ' ', true, options, sizeof options), shown), zm_shown(k->text, where),
                   what);
}

#define draw zm_check_draw
#define wrong zm_check_wrong

/* ---- notation ---- */
zm_status zm_check_text(run *k, const zm_text *text, const char *what)
{
    const size_t n = text->length;
    if (!n || n >= text->size)
        return wrong(k, "%s writes %zu bytes; 1 to %d are allowed", what, n, ZM_MAX_TEXT - 1);
    for (size_t i = 0; i < n; i++)
        if (text->at[i] <= ' ' || text->at[i] > '~')
            return wrong(k, "%s writes a character (number %zu) that is not printable ASCII, or a space", what, i + 1);
    return ZM_OK;
}

static zm_status check_notation(run *k, zm_pos p, bool is_state)
{
    char text[ZM_MAX_TEXT], shown[ZM_SHOWN];
    zm_mistake why = {0};
    zm_pos back = {0};
    const zm_text written = text_of(k, p);
    ZM_TRY(k->c, zm_check_text(k, &written, "write"));
    memcpy(text, k->text, sizeof text);
    zm_shown(text, shown);
    if (!k->g->read(k->v, text, &back, &why))
        return wrong(k, "read refuses what write gives, \"%s\": %s", shown, why.text);
    if (!zm_same(is_state ? back : zm_state_of(k->v, back), is_state ? p : zm_state_of(k->v, p)))
        return wrong(k, "what write gives, \"%s\", reads back as another position", shown);
    return ZM_OK;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static zm_status check_move_texts(run *k)
{
    if (!k->g->write_move)
        return ZM_OK;
    for (unsigned i = 0; i < k->count; i++) {
        char memory[ZM_MAX_TEXT];
        zm_text text = zm_text_in(memory, sizeof memory);
        k->g->write_move(k->v, k->p, k->moves[i], &text);
        ZM_TRY(k->c, zm_check_text(k, &text, "write_move"));
        k->hash[i] = XXH3_64bits(memory, text.length);
    }
    qsort(k->hash, k->count, sizeof *k->hash, by_number);
    for (unsigned i = 1; i < k->count; i++)
        if (k->hash[i] == k->hash[i - 1])
            return wrong(k, "write_move gives two moves the same text");
    return ZM_OK;
}

/* ---- moves ---- */
static zm_status check_moves(run *k)
{
    unsigned again;
    k->end = zm_rules_moves(k->g, k->v, k->p, k->moves, &k->count);
    if (k->end > (k->g->limit ? ZM_BEYOND : ZM_WIN))
        return wrong(k, "ended gives %d, which is no end%s", (int)k->end,
                     k->end == ZM_BEYOND ? " of a game without `limit`" : "");
    if (k->count > ZM_MAX_MOVES)
        return wrong(k, "it has %u moves; %d are allowed", k->count, ZM_MAX_MOVES);
    if (k->g->most_moves && k->count > k->g->most_moves)
        return wrong(k, "it has %u moves; most_moves says %u", k->count, k->g->most_moves);
    zm_end end = zm_rules_moves(k->g, k->v, k->p, k->other, &again);
    if (end != k->end || again != k->count || memcmp(k->moves, k->other, again * sizeof *k->moves))
        return wrong(k, "moves or ended say something else when asked again");
    return ZM_OK;
}

/* Where the turn is no part of the state, nothing depends on it. */
static zm_status check_turnless(run *k)
{
    if (!zm_no_turn(k->v))
        return ZM_OK;
    const zm_pos other = {k->p.lo, k->p.hi ^ ZM_TURN_BIT};
    unsigned n;
    const zm_end end = zm_rules_moves(k->g, k->v, other, k->other, &n);
    if (end != k->end || n != k->count || memcmp(k->moves, k->other, n * sizeof *k->moves))
        return wrong(k, "%s, but its end or moves are others when the other side is to move",
                     k->g->impartial ? "impartial" : "from_mover");
    return ZM_OK;
}

/* ---- fingerprint ---- */
static int by_position(const void *a, const void *b)
{
    zm_pos x = *(const zm_pos *)a, y = *(const zm_pos *)b;
    return zm_same(x, y) ? 0 : zm_before(x, y) ? -1 : 1;
}

/* The different states that moves lead to, sorted. Two positions of one state must agree on them. */
static unsigned successors(run *k, zm_pos p, zm_pos *out, zm_end *end)
{
    unsigned n, different = 0;
    bool passes;
    *end = zm_rules_moves(k->g, k->v, p, k->other, &n);
    n = n < ZM_MAX_MOVES ? n : ZM_MAX_MOVES;
    for (unsigned i = 0; i < n; i++)
        out[i] = zm_rules_play(k->g, k->v, p, k->other[i], &passes);
    qsort(out, n, sizeof *out, by_position);
    for (unsigned i = 0; i < n; i++)
        if (!i || !zm_same(out[i], out[i - 1]))
            out[different++] = out[i];
    return different;
}

static zm_status check_fingerprint(run *k, zm_pos p)
{
    zm_pos state = zm_state_of(k->v, p);
    if (!zm_same(zm_state_of(k->v, state), state))
        return wrong(k, "after a move the fingerprint of the fingerprint is another position");
    if (!zm_no_turn(k->v) && zm_turn_of(k->v, state) != zm_turn_of(k->v, p))
        return wrong(k, "after a move the fingerprint has another side to move");
    if (zm_same(state, p))
        return ZM_OK;
    zm_end mine, its;
    unsigned n = successors(k, p, k->next[0], &mine), m = successors(k, state, k->next[1], &its);
    if (mine != its || n != m || memcmp(k->next[0], k->next[1], n * sizeof(zm_pos)))
        return wrong(k, "after a move the position and its fingerprint do not have the same end or successors");
    return ZM_OK;
}

/* ---- the dense index ---- */
static zm_status check_place(run *k, zm_pos p)
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

static zm_status check_children(run *k, uint32_t from, uint32_t to)
{
    const uint32_t *child;
    unsigned n, times = 0;
    if (!k->g->index->children)
        return ZM_OK;
    ZM_TRY(k->c, list_children(k, from, &child, &n));
    for (unsigned i = 0; i < n; i++)
        times += child[i] == to;
    return times == 1 ? ZM_OK
                      : wrong(k,
                              "a move leads from tier %" PRIu32 " to tier %" PRIu32 ", which is %u times among "
                              "its children",
                              from, to, times);
}

static zm_status check_step(run *k, zm_pos next)
{
    zm_place from = k->g->index->rank(k->v, k->p), to = k->g->index->rank(k->v, next);
    ZM_TRY(k->c, check_place(k, next));
    if (to.tier > from.tier)
        return wrong(k, "a move leads from tier %" PRIu32 " to tier %" PRIu32 "; it must not be larger", from.tier,
                     to.tier);
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
static zm_status pick_place(run *k, bool *is_state, zm_pos *p)
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

static bool has_random_places(const run *k)
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
    for (unsigned i = 0; i < n && n <= LOOKS; i++)
        for (unsigned j = 0; j < i; j++)
            if (child[j] == child[i])
                return wrong(k, "tier %" PRIu32 " has the child %" PRIu32 " twice", tier, child[i]);
    return ZM_OK;
}

/* ---- bits from outside ---- */
/* Some bits of the state changed; now and then places of a board exchanged, or anything at all. */
static zm_pos changed_bits(run *k)
{
    zm_pos q = k->p;
    const uint64_t kind = draw(k, 8), from = draw(k, 64), to = draw(k, 64);
    for (uint64_t i = draw(k, 3); kind < 4 && i < 3; i++)
        *(draw(k, 2) ? &q.lo : &q.hi) ^= zm_bit((unsigned)draw(k, 64));
    if (kind >= 4 && kind < 7 && (q.lo >> from & 1) != (q.lo >> to & 1))
        q.lo ^= zm_bit((unsigned)from) | zm_bit((unsigned)to);
    if (kind == 7)
        q = (zm_pos){zm_hash((zm_pos){draw(k, UINT64_MAX), 1}), zm_hash((zm_pos){draw(k, UINT64_MAX), 2})};
    return q;
}

/* Nothing says that play leads there, but no function may come to harm by it. */
static zm_status check_accepted(run *k, zm_pos q)
{
    zm_mistake why = {0};
    zm_pos back = {0};
    unsigned n;
    const zm_text written = text_of(k, q);
    ZM_TRY(k->c, zm_check_text(k, &written, "write, of bits that is_position accepts,"));
    if (!k->g->read(k->v, k->text, &back, &why))
        return ZM_OK;
    zm_rules_moves(k->g, k->v, q, k->other, &n);
    if (n > ZM_MAX_MOVES)
        return wrong(k, "is_position accepts bits that have %u moves; %d are allowed", n, ZM_MAX_MOVES);
    for (unsigned i = 0; i < n && i < SUCCESSORS; i++)
        if (!k->g->is_position(k->v, k->g->play(k->v, q, k->other[i])))
            return wrong(k, "is_position accepts other bits, but not what a move makes of them");
    if (k->g->looks->cells &&
        k->g->looks->cells(k->v, q, (zm_cell *)(void *)k->room[ZM_ROOM_CELLS].data) > ZM_MAX_CELLS)
        return wrong(k, "cells of bits that is_position accepts gives more than %d", ZM_MAX_CELLS);
    for (unsigned i = 0; i < ZM_MAX_CODES && k->g->sources->codes[i].encode; i++)
        k->g->sources->codes[i].encode(k->v, q);
    const zm_pos state = zm_state_of(k->v, q);
    return k->g->index->rank && zm_same(zm_state_of(k->v, back), state) ? check_place(k, state) : ZM_OK;
}

static zm_status check_raw(run *k)
{
    if (!k->g->is_position)
        return ZM_OK;
    if (!k->g->is_position(k->v, k->p))
        return wrong(k, "is_position says that it is none");
    for (unsigned i = 0; i < RAW; i++) {
        const zm_pos q = changed_bits(k);
        if (k->g->is_position(k->v, q))
            ZM_TRY(k->c, check_accepted(k, q));
    }
    if (!k->g->index->rank)
        return ZM_OK;
    const uint32_t tier = (uint32_t)draw(k, k->g->index->tiers(k->v));
    const uint64_t size = k->g->index->tier_size(k->v, tier);
    const zm_pos q =
        size ? k->g->index->unrank(k->v, (zm_place){tier, draw(k, size)}) : k->p; /* a state's place or not */
    return k->g->is_position(k->v, q) ? check_accepted(k, q) : ZM_OK;
}

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

/* `parents_of_row` says of one column what `parents_inside` says of its state. */
typedef struct visit_sum {
    uint64_t visits, sum;
} visit_sum;

static void add_visit_of(void *arg, uint64_t index, bool doubtful)
{
    visit_sum *w = arg;
    w->visits++;
    w->sum += zm_hash((zm_pos){index, doubtful});
}

static zm_status check_row_of(run *k)
{
    if (!k->g->rows->parents_of_row)
        return ZM_OK;
    const zm_place at = k->g->index->rank(k->v, k->p);
    const uint32_t width = k->g->rows->width(k->v, at.tier);
    if (!width)
        return wrong(k, "width of rows is 0");
    const uint32_t column = (uint32_t)(at.index % width);
    visit_sum row = {0}, one = {0};
    k->g->backward->parents_inside(k->v, k->p, add_visit_of, &one);
    k->g->rows->parents_of_row(k->v, at.tier, at.index / width, &column, 1, add_visit_of, &row);
    return row.visits == one.visits && row.sum == one.sum
               ? ZM_OK
               : wrong(k, "parents_of_row and parents_inside visit different states, or doubt others");
}

/* ---- rows ---- */
typedef struct
    row_run { /* a state's row and column, and what was visited: how many, and a sum that the order does not change */
    run *k;
    const zm_rows *rows;
    uint32_t tier, width, count, row, column;
    bool turned, row_moves;
    uint64_t visits, sum;
} row_run;

static void add_visit(row_run *w, uint64_t tier, uint64_t index)
{
    w->visits++;
    w->sum += zm_hash((zm_pos){index, tier});
}

static void add_index(void *arg, uint64_t index, bool doubtful) { add_visit(arg, doubtful, index); }

static void add_leaving(void *arg, uint32_t column, zm_place to)
{
    row_run *w = arg;
    if (column == w->column)
        add_visit(w, to.tier, to.index);
}

/* The index of a state with the columns' side to move. */
static uint64_t waiting_index(const row_run *w, uint32_t row, uint32_t column)
{
    const zm_cell_at at = w->turned ? w->rows->turn(w->k->v, w->tier, row, column) : (zm_cell_at){row, column};
    return (uint64_t)at.row * w->width + at.column;
}

static void add_beside(void *arg, uint32_t column, bool doubtful)
{
    row_run *w = arg;
    add_visit(w, doubtful, waiting_index(w, w->row, column));
}

static void add_apart(void *arg, uint32_t row, uint32_t column, bool doubtful)
{
    row_run *w = arg;
    add_visit(w, doubtful, ((uint64_t)w->count + row) * w->width + column);
}

static zm_status find_row(run *k, row_run *w)
{
    const zm_place at = k->g->index->rank(k->v, k->p);
    const uint64_t size = k->g->index->tier_size(k->v, at.tier);
    *w = (row_run){.k = k, .rows = k->g->rows, .tier = at.tier, .width = k->g->rows->width(k->v, at.tier)};
    w->turned = w->rows->turned(k->v, at.tier);
    w->count = w->width ? (uint32_t)(size / w->width / (w->turned ? 1 : 2)) : 0;
    if (!w->count)
        return wrong(k, "rows: width is %" PRIu32 " in tier %" PRIu32 ", which has %" PRIu64 " places", w->width,
                     at.tier, size);
    const uint64_t stored = at.index / w->width;
    w->row = (uint32_t)(stored % w->count);
    w->column = (uint32_t)(at.index % w->width);
    w->row_moves = w->turned || stored >= w->count;
    return ZM_OK;
}

/* The moves of a state in its row, with the row's side to move or not. */
static zm_status check_look(row_run *w, zm_pos p, bool row_moves, uint8_t *counts)
{
    run *k = w->k;
    unsigned staying = 0;
    const unsigned leave = k->g->backward->leaving(k->v, p, k->other, &staying);
    w->visits = w->sum = 0;
    w->rows->look(k->v, w->tier, w->row, row_moves, counts, add_leaving, w);
    if (counts[w->column] != staying)
        return wrong(k, "rows: look says that %u moves stay, leaving that %u do", counts[w->column], staying);
    for (unsigned i = 0; i < leave && (row_moves || !w->turned); i++) {
        const zm_place to = k->g->index->rank(k->v, zm_state_of(k->v, k->g->play(k->v, p, k->other[i])));
        w->visits--;
        w->sum -= zm_hash((zm_pos){to.index, to.tier});
    }
    return w->visits || w->sum ? wrong(k, "rows: look visits other places than the moves lead to") : ZM_OK;
}

static zm_status check_row_parents(row_run *w)
{
    run *k = w->k;
    w->visits = w->sum = 0;
    if (w->row_moves)
        w->rows->beside(k->v, w->tier, w->row, &w->column, 1, add_beside, w);
    for (uint32_t part = 0; part < 3 && !w->row_moves; part++)
        w->rows->apart(k->v, w->tier, w->row, &w->column, 1, part, 3, add_apart, w);
    row_run by_state = *w;
    by_state.visits = by_state.sum = 0;
    k->g->backward->parents_inside(k->v, k->p, add_index, &by_state);
    return w->visits == by_state.visits && w->sum == by_state.sum
               ? ZM_OK
               : wrong(k, "rows: %s and parents_inside visit different states", w->row_moves ? "beside" : "apart");
}

static zm_status check_rows(run *k)
{
    uint8_t *counts;
    row_run w;
    if (!k->g->rows->has || !k->g->rows->has(k->v, k->g->index->rank(k->v, k->p).tier))
        return ZM_OK;
    ZM_TRY(k->c, find_row(k, &w));
    ZM_TRY(k->c, zm_alloc(k->c, &counts, w.width, sizeof *counts, "a row"));
    zm_status s = check_look(&w, k->p, w.row_moves, counts);
    if (s == ZM_OK && w.turned) /* the state that has its row and column by the other numbering */
        s = check_look(&w, k->g->index->unrank(k->v, (zm_place){w.tier, waiting_index(&w, w.row, w.column)}), false,
                       counts);
    zm_release(k->c, counts);
    return s == ZM_OK ? check_row_parents(&w) : s;
}

/* Beside another column of its row. */
static zm_status check_lead(run *k)
{
    if (!k->g->rows->lead)
        return ZM_OK;
    const zm_place at = k->g->index->rank(k->v, k->p);
    const uint32_t width = k->g->rows->width(k->v, at.tier), column = (uint32_t)(at.index % width);
    const uint32_t columns[2] = {(uint32_t)draw(k, width), column};
    row_run w = {.column = 1};
    if (!k->g->rows->lead(k->v, at.tier, at.index / width, columns, 2, add_leaving, &w))
        return w.visits ? wrong(k, "rows: lead says that it does not, and visits places") : ZM_OK;
    for (unsigned i = 0; i < k->count; i++) {
        const zm_place to = k->g->index->rank(k->v, zm_state_of(k->v, k->g->play(k->v, k->p, k->moves[i])));
        w.visits--;
        w.sum -= zm_hash((zm_pos){to.index, to.tier});
    }
    return w.visits || w.sum ? wrong(k, "rows: lead visits other places than the moves lead to") : ZM_OK;
}

/* ---- what a position falls into, and tables of positions ---- */
static zm_status check_parts(run *k)
{
    zm_pos *part = (zm_pos *)(void *)k->room[ZM_ROOM_PARTS].data,
           *again = (zm_pos *)(void *)k->room[ZM_ROOM_AGAIN].data;
    unsigned n = k->g->sums->parts ? k->g->sums->parts(k->v, k->p, part) : 0;
    if (n > ZM_MAX_PARTS)
        return wrong(k, "it falls into %u parts; %d are allowed", n, ZM_MAX_PARTS);
    for (unsigned i = 0; i < n; i++) {
        const zm_pos state = zm_state_of(k->v, part[i]);
        ZM_TRY(k->c, check_notation(k, state, true));
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
    return check_notation(k, zm_state_of(k->v, p), true);
}

/* ---- all of it ---- */
static zm_status check_successor(run *k, zm_move m)
{
    zm_pos p = k->g->play(k->v, k->p, m), next = zm_state_of(k->v, p);
    ZM_TRY(k->c, check_fingerprint(k, p));
    ZM_TRY(k->c, check_notation(k, p, false));
    if (k->g->is_position && !k->g->is_position(k->v, p))
        return wrong(k, "is_position says that a position after a move is none");
    if (k->g->index->rank)
        ZM_TRY(k->c, check_step(k, next));
    if (k->g->backward->parents && (!k->g->backward->few_parents || k->g->backward->few_parents(k->v)))
        ZM_TRY(k->c, check_parents(k, next));
    return k->g->backward->parents_inside ? check_inside(k, next) : ZM_OK;
}

/* Moves that end the game are looked at too, whatever the others are. */
static zm_status check_endings(run *k)
{
    bool passes;
    unsigned found = 0;
    for (unsigned i = 0; k->count > SUCCESSORS && i < k->count && i < LOOKS && found < SUCCESSORS / 4; i++) {
        unsigned n;
        const zm_pos next = zm_rules_play(k->g, k->v, k->p, k->moves[i], &passes);
        if (zm_rules_moves(k->g, k->v, next, k->other, &n) == ZM_OPEN)
            continue;
        ZM_TRY(k->c, check_successor(k, k->moves[i]));
        found++;
    }
    return ZM_OK;
}

/* ---- writes outside arrays ---- */
static const struct {
    size_t bytes;
    const char *by;
} rooms[ZM_ROOMS] = {
    [ZM_ROOM_MOVES] = {ZM_MAX_MOVES * sizeof(zm_move), "moves"},
    [ZM_ROOM_OTHER] = {ZM_MAX_MOVES * sizeof(zm_move), "moves"},
    [ZM_ROOM_LEAVING] = {ZM_MAX_MOVES * sizeof(zm_move), "leaving"},
    [ZM_ROOM_WEIGHTS] = {ZM_MAX_ROLLS * sizeof(uint32_t), "odds"},
    [ZM_ROOM_CHILDREN] = {ZM_MAX_CHILDREN * sizeof(uint32_t), "children"},
    [ZM_ROOM_PARTS] = {ZM_MAX_PARTS * sizeof(zm_pos), "parts"},
    [ZM_ROOM_AGAIN] = {ZM_MAX_PARTS * sizeof(zm_pos), "parts"},
    [ZM_ROOM_CELLS] = {ZM_MAX_CELLS * sizeof(zm_cell), "cells"},
    [ZM_ROOM_TOUCHES] = {sizeof(zm_touches), "touches"},
    [ZM_ROOM_WINNING] = {ZM_MAX_TOUCHES * sizeof(zm_point), "winning"},
    [ZM_ROOM_IMAGE] = {ZM_MAX_CELLS, "symmetry"},
    [ZM_ROOM_POINTS] = {2 * sizeof(unsigned), "points"},
    [ZM_ROOM_IN_HAND] = {ZM_MAX_HAND * sizeof(zm_hand), "in_hand"},
    [ZM_ROOM_STAYING] = {sizeof(unsigned), "leaving"},
};

static zm_status check_stains(run *k)
{
    for (unsigned i = 0; i < ZM_ROOMS; i++) {
        const long at = zm_guarded_stain(&k->room[i]);
        if (at)
            return wrong(k, "%s writes outside its array of %zu bytes: %ld bytes %s",
                         i <= ZM_ROOM_OTHER && k->g->dice->rolls ? "moves of dice" : rooms[i].by, k->room[i].bytes,
                         at < 0 ? -at : at - (long)k->room[i].bytes, at < 0 ? "before it" : "behind it");
    }
    return ZM_OK;
}

static zm_status open_rooms(run *k)
{
    for (unsigned i = 0; i < ZM_ROOMS; i++) {
        const bool exact = i == ZM_ROOM_WEIGHTS && k->g->dice->rolls <= ZM_MAX_ROLLS;
        if (!zm_guarded_open(exact ? k->g->dice->rolls * sizeof(uint32_t) : rooms[i].bytes, &k->room[i]))
            return zm_fail(k->c, ZM_NO_MEMORY, "not enough memory to check the game");
    }
    k->moves = (zm_move *)(void *)k->room[ZM_ROOM_MOVES].data;
    k->other = (zm_move *)(void *)k->room[ZM_ROOM_OTHER].data;
    return ZM_OK;
}

static void close_rooms(run *k)
{
    for (unsigned i = 0; i < ZM_ROOMS; i++)
        zm_guarded_close(&k->room[i]);
}

static zm_status check_state(run *k)
{
    ZM_TRY(k->c, check_notation(k, k->p, true)); /* first: what goes wrong later can then be told with its text */
    ZM_TRY(k->c, check_moves(k));
    ZM_TRY(k->c, check_turnless(k));
    ZM_TRY(k->c, zm_check_rolls(k));
    ZM_TRY(k->c, check_move_texts(k));
    ZM_TRY(k->c, zm_check_shown(k));
    if (k->g->index->rank)
        ZM_TRY(k->c, check_place(k, k->p));
    if (k->g->backward->leaving) {
        ZM_TRY(k->c, check_leaving(k));
        ZM_TRY(k->c, check_row_of(k));
    }
    if (k->g->rows->has && k->end == ZM_OPEN) {
        ZM_TRY(k->c, check_rows(k));
        ZM_TRY(k->c, check_lead(k));
    }
    for (unsigned i = 0; i < k->count && i < SUCCESSORS; i++)
        ZM_TRY(k->c, check_successor(k, k->moves[k->count <= SUCCESSORS ? i : draw(k, k->count)]));
    ZM_TRY(k->c, check_endings(k));
    ZM_TRY(k->c, check_parts(k));
    ZM_TRY(k->c, check_grid(k));
    ZM_TRY(k->c, check_random_tier(k));
    ZM_TRY(k->c, check_raw(k));
    return check_stains(k);
}

/* ---- which states ----
 * Random games seldom come to states that are over, or that have symmetries of their own, and there mistakes hide. So
 * the states next to the start are all looked at, breadth first; where places can be picked at random some are; of some
 * games only the last states are; and of random games every other one goes where several moves lead to the same state,
 * which is so where there is symmetry. */
typedef struct queue { /* the states found, in order; slots find them again */
    zm_pos *state;
    uint32_t *slot;
    uint32_t count, room, slots;
} queue;

static void find(queue *q, zm_pos p)
{
    uint64_t at = zm_hash(p) % q->slots;
    for (; q->slot[at]; at = (at + 1) % q->slots)
        if (zm_same(q->state[q->slot[at] - 1], p))
            return;
    if (q->count == q->room)
        return;
    q->state[q->count++] = p;
    q->slot[at] = q->count;
}

static zm_status check_near_start(run *k, queue *q)
{
    bool passes;
    find(q, zm_start_state(k->v));
    for (uint32_t i = 0; i < q->count; i++) {
        k->p = q->state[i];
        ZM_TRY(k->c, check_state(k));
        for (unsigned m = 0; m < k->count && q->count < q->room; m++)
            find(q, zm_rules_play(k->g, k->v, k->p, k->moves[m], &passes));
    }
    return ZM_OK;
}

static zm_status check_first(run *k, unsigned steps)
{
    queue q = {.room = steps, .slots = 2 * steps + 1};
    ZM_TRY(k->c, zm_alloc(k->c, &q.state, q.room, sizeof *q.state, "checking the game"));
    zm_status s = zm_alloc(k->c, &q.slot, q.slots, sizeof *q.slot, "checking the game");
    if (s == ZM_OK)
        s = check_near_start(k, &q);
    zm_release(k->c, q.slot);
    zm_release(k->c, q.state);
    return s;
}

/* One of the places that the index has. */
static zm_status check_anywhere(run *k)
{
    bool is_state;
    zm_pos p;
    ZM_TRY(k->c, pick_place(k, &is_state, &p));
    if (!is_state)
        return ZM_OK;
    k->p = p;
    return check_state(k);
}

/* How many of its moves lead where another one leads. */
static unsigned alike(run *k, zm_pos p)
{
    zm_end end;
    unsigned n;
    zm_rules_moves(k->g, k->v, p, k->other, &n);
    return n && n <= LOOKS ? n - successors(k, p, k->next[0], &end) : 0;
}

/* A move of the state at hand: any, or, of some, the one after which most is alike. */
static zm_pos next_state(run *k, bool symmetric, bool *passes)
{
    const zm_move any = k->moves[draw(k, k->count)];
    zm_move best = any;
    unsigned most = 0;
    for (unsigned i = 0; symmetric && i < SUCCESSORS; i++) {
        const zm_move m = k->moves[draw(k, k->count)];
        const unsigned now = alike(k, zm_rules_play(k->g, k->v, k->p, m, passes));
        best = now > most ? m : best;
        most = now > most ? now : most;
    }
    return zm_rules_play(k->g, k->v, k->p, best, passes);
}

static zm_status check_games(run *k, unsigned steps)
{
    unsigned games = 0;
    k->p = zm_start_state(k->v);
    for (unsigned step = 0, ply = 0; step < steps; step++) {
        bool passes = false;
        ZM_TRY(k->c, check_state(k));
        const bool over = k->end != ZM_OPEN || !k->count || ++ply == LONGEST_GAME;
        k->p = over ? zm_start_state(k->v) : next_state(k, games % 2 == 1, &passes);
        ply = over ? 0 : ply;
        games += over;
        k->plays += !over;
        k->passes += passes;
    }
    return ZM_OK;
}

/* The move to make towards the end of a game: one that ends it where there is one. */
static zm_pos towards_end(run *k, zm_pos p, unsigned count)
{
    bool passes;
    zm_pos next = p;
    for (unsigned i = 0; i < count && i < SUCCESSORS; i++) {
        const zm_move m = k->moves[count <= SUCCESSORS ? i : draw(k, count)];
        const zm_pos now = zm_rules_play(k->g, k->v, p, m, &passes);
        unsigned n;
        if (zm_rules_moves(k->g, k->v, now, k->other, &n) != ZM_OPEN)
            return now;
        next = i ? next : now;
    }
    return count > SUCCESSORS ? next : zm_rules_play(k->g, k->v, p, k->moves[draw(k, count)], &passes);
}

/* A game that is only looked at when it is over: its last states. */
static zm_status check_last(run *k)
{
    zm_pos last[LAST], p = zm_start_state(k->v);
    unsigned ply = 0, n;
    for (; ply < LONGEST_WAY; ply++) {
        last[ply % LAST] = p;
        if (zm_rules_moves(k->g, k->v, p, k->moves, &n) != ZM_OPEN || !n || n > ZM_MAX_MOVES)
            break;
        p = towards_end(k, p, n);
    }
    for (unsigned i = 0; i < LAST && i <= ply; i++) {
        k->p = last[i];
        ZM_TRY(k->c, check_state(k));
    }
    return ZM_OK;
}

static zm_status check_run(run *k, unsigned steps)
{
    k->p = zm_start_state(k->v);
    ZM_TRY(k->c, zm_check_members(k));
    ZM_TRY(k->c, zm_check_board(k));
    ZM_TRY(k->c, zm_check_names(k));
    if (!zm_same(zm_state_of(k->v, k->p), k->p))
        return wrong(k, "the fingerprint of the start's fingerprint is another position");
    ZM_TRY(k->c, check_games(k, steps));
    for (unsigned i = 0; i < steps / 16; i++)
        ZM_TRY(k->c, check_last(k));
    for (unsigned i = 0; i < steps / 2 && has_random_places(k); i++)
        ZM_TRY(k->c, check_anywhere(k));
    return check_first(k, steps / 2);
}

/* It may be meant, so it is no mistake. */
static void mention_turn(const run *k)
{
    if (!zm_impartial(k->v) && k->plays > 1 && !k->passes)
        zm_note(k->c, "game %s: the turn never passed in %u moves that were tried; does play end with zm_next_turn?",
                k->g->name, k->plays);
}

typedef zm_status check_fn(run *k, const void *arg);

static zm_status with_run(zm_context *c, const zm_variant *v, uint64_t seed, check_fn *check, const void *arg)
{
    run *k =
        calloc(1, sizeof *k); /* as the arrays in it, room for one state's moves does not count as memory of a solve */
    if (!k)
        return zm_fail(c, ZM_NO_MEMORY, "not enough memory to check the game");
    k->c = c;
    k->own = *v;
    k->own.mistake = &k->mistake;
    k->v = &k->own;
    k->g = v->game;
    k->random = seed;
    zm_status s = open_rooms(k);
    if (s == ZM_OK)
        s = check(k, arg);
    if (k->mistake.text[0])
        s = zm_fail(c, ZM_BAD_INPUT, "game %s %s", k->g->name, k->mistake.text);
    close_rooms(k);
    zm_trace_forget(&k->own);
    free(k);
    return s;
}

static zm_status check_all(run *k, const void *steps)
{
    ZM_TRY(k->c, check_run(k, *(const unsigned *)steps));
    mention_turn(k);
    return ZM_OK;
}

zm_status zm_check_game(zm_context *c, const zm_variant *v, uint64_t seed, unsigned steps)
{
    return with_run(c, v, seed, check_all, &steps);
}

/* ---- given states ---- */
typedef struct given {
    const zm_pos *state;
    size_t count;
} given;

static zm_status check_given(run *k, const void *arg)
{
    const given *w = arg;
    for (size_t i = 0; i < w->count; i++) {
        k->p = w->state[i];
        ZM_TRY(k->c, check_moves(k));
        ZM_TRY(k->c, check_turnless(k));
        ZM_TRY(k->c, zm_check_rolls(k));
        ZM_TRY(k->c, check_move_texts(k));
        for (unsigned m = 0; m < k->count && m < LOOKS && k->g->fingerprint; m++)
            ZM_TRY(k->c, check_fingerprint(k, k->g->play(k->v, k->p, k->moves[m])));
        ZM_TRY(k->c, check_stains(k));
        ZM_TRY(k->c, zm_check_stop(k->c));
    }
    return ZM_OK;
}

zm_status zm_check_states(zm_context *c, const zm_variant *v, const zm_pos *states, size_t count)
{
    return with_run(c, v, 1, check_given, &(given){states, count});
}

/* ---- several variants ---- */
static zm_status check_one(zm_context *c, const zm_game *g, const char *setting, uint64_t seed, unsigned steps)
{
    zm_variant *v;
    zm_status s = zm_variant_new(c, g, &setting, setting ? 1 : 0, &v);
    if (s != ZM_OK)
        return setting ? ZM_OK : s; /* not every value of one option goes with the defaults of the others */
    s = zm_check_game(c, v, seed, steps);
    zm_variant_free(c, v);
    return s;
}

static zm_status check_choices(zm_context *c, const zm_game *g, const zm_option *o, uint64_t seed, unsigned steps)
{
    char setting[256];
    for (const char *at = o->choices; at;) {
        size_t n = strcspn(at, "|");
        snprintf(setting, sizeof setting, "%s=%.*s", o->name, (int)n, at);
        ZM_TRY(c, check_one(c, g, setting, seed, steps));
        at = at[n] ? at + n + 1 : NULL;
    }
    return ZM_OK;
}

static zm_status check_limits(zm_context *c, const zm_game *g, const zm_option *o, uint64_t seed, unsigned steps)
{
    char setting[256];
    for (int i = 0; i < 2; i++) {
        snprintf(setting, sizeof setting, "%s=%" PRId64, o->name, i ? o->max : o->min);
        ZM_TRY(c, check_one(c, g, setting, seed, steps));
    }
    return ZM_OK;
}

zm_status zm_check_variants(zm_context *c, const zm_game *g, uint64_t seed, unsigned steps)
{
    ZM_TRY(c, check_one(c, g, NULL, seed, steps));
    for (const zm_option *o = g->options; o < g->options + ZM_MAX_OPTIONS && o->name; o++) {
        if (o->kind == ZM_CHOICE_OPTION)
            ZM_TRY(c, check_choices(c, g, o, seed, steps));
        if (o->kind == ZM_INT_OPTION)
            ZM_TRY(c, check_limits(c, g, o, seed, steps));
    }
    return ZM_OK;
}
