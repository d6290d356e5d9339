/* dice_graph.c: making the graph of moves (dice_graph.h), a row per state. Sweeps over it are in dice_sweep.c. */
#include "base/stop.h"
#include "dice_rows.h"
#include "game/rolls.h"

#include <string.h>

/* ---- making: one row ---- */
typedef struct row {
    uint32_t *word;
    uint64_t count, room;
    bool too_many; /* moves with one roll */
} row;

/* What a row takes at most. */
static uint64_t most_words(const zm_variant *v, const zm_outlook *o)
{
    uint64_t words = 5;
    for (unsigned roll = 0; roll < v->game->dice->rolls; roll++)
        words += 3 + o->count[roll];
    return words;
}

static zm_odds of_mover(const zm_target *t) { return t->passes ? zm_odds_against(t->odds) : t->odds; }

static bool same_target(const zm_target *a, const zm_target *b)
{
    return a->state == b->state && a->passes == b->passes &&
           (a->state != ZM_OUTSIDE || (a->odds.lower == b->odds.lower && a->odds.upper == b->odds.upper));
}

static bool same_targets(const zm_target *a, const zm_target *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!same_target(&a[i], &b[i]))
            return false;
    return true;
}

/* The weight of this roll and of all later ones with the same moves; 0 when an earlier one has had them. */
static uint32_t weight_of(const zm_variant *v, const zm_outlook *o, unsigned roll, const zm_target *target)
{
    uint32_t weight = 0;
    const zm_target *other = o->target;
    for (unsigned i = 0; i < v->game->dice->rolls; other += o->count[i++]) {
        if (o->count[i] != o->count[roll] || !same_targets(other, target, o->count[i]))
            continue;
        if (i < roll)
            return 0;
        weight += o->weight[i];
    }
    return weight;
}

/* The sums of rolls that lead out whatever is played. */
typedef struct constant {
    uint64_t lower, upper;
    bool there;
} constant;

static bool comes_back(uint32_t self, const zm_target *target, unsigned count)
{
    return count == 1 && target->state == self && !target->passes;
}

/* A group of its own, or a part of the constant. */
static void add_group(row *r, uint32_t weight, const zm_target *target, unsigned count, constant *sum)
{
    zm_odds floor = {0, 0};
    unsigned inside = 0;
    for (unsigned i = 0; i < count; i++)
        if (target[i].state == ZM_OUTSIDE)
            floor = zm_dice_better(floor, of_mover(&target[i]));
        else
            inside++;
    if (!inside) {
        sum->lower += (uint64_t)weight * floor.lower;
        sum->upper += (uint64_t)weight * floor.upper;
        sum->there = true;
        return;
    }
    r->too_many |= inside > ZM_DICE_EDGES;
    r->word[r->count++] =
        weight << ZM_DICE_WEIGHT_AT | (inside < count ? ZM_DICE_HAS_FLOOR : 0) | (inside & ZM_DICE_EDGES);
    if (inside < count) {
        r->word[r->count++] = floor.lower;
        r->word[r->count++] = floor.upper;
    }
    for (unsigned i = 0; i < count; i++)
        if (target[i].state != ZM_OUTSIDE)
            r->word[r->count++] = 2 * target[i].state + target[i].passes;
}

/* Groups are written behind room for a constant, and moved up where there is none. */
static void add_row(const zm_variant *v, uint32_t self, bool one_vector, const zm_outlook *o, row *r)
{
    const uint64_t head = r->count++, sums = 2 * sizeof(uint64_t) / sizeof *r->word;
    r->word[head] = (uint32_t)o->stands << ZM_DICE_STANDS_AT;
    if (o->stands != ZM_STANDS_OPEN)
        return;
    constant sum = {0};
    uint32_t total = 0, groups = 0;
    const zm_target *target = o->target;
    r->count += sums;
    for (unsigned roll = 0; roll < v->game->dice->rolls; target += o->count[roll++]) {
        const uint32_t weight = weight_of(v, o, roll, target);
        const uint64_t before = r->count;
        if (!weight || (!one_vector && comes_back(self, target, o->count[roll])))
            continue;
        total += weight;
        add_group(r, weight, target, o->count[roll], &sum);
        groups += r->count > before;
    }
    r->word[head] |= total << ZM_DICE_WEIGHT_AT | (sum.there ? ZM_DICE_HAS_CONST : 0) | groups;
    if (sum.there) {
        memcpy(r->word + head + 1, &sum.lower, sizeof sum.lower);
        memcpy(r->word + head + 1 + sums / 2, &sum.upper, sizeof sum.upper);
    } else {
        memmove(r->word + head + 1, r->word + head + 1 + sums, (r->count - head - 1 - sums) * sizeof *r->word);
        r->count -= sums;
    }
}

/* ---- making: all rows ---- */
typedef struct maker {
    const zm_variant *variant;
    zm_look *look;
    void *arg;
    zm_dice_graph *graph;
} maker;

static void first_value(zm_dice_graph *g, uint64_t state, const zm_outlook *o)
{
    const bool open = o->stands == ZM_STANDS_OPEN;
    zm_odds odds = open ? (zm_odds){0, ZM_CERTAIN} : o->stands == ZM_STANDS_OVER ? o->odds : zm_no_odds();
    if (g->one_vector)
        g->number[state] = open ? o->guess * ZM_CERTAIN : ((double)odds.lower + (double)odds.upper) / 2;
    else
        g->odds[state] = odds;
}

static zm_status row_room(zm_context *c, row *r, uint64_t more)
{
    if (r->word && r->count + more <= r->room)
        return ZM_OK;
    r->room = 2 * r->room + more + 4096;
    return zm_resize(c, &r->word, r->room, sizeof *r->word, "the graph of moves");
}

/* Rows have no room for other weights, and a roll without a move would count as lost. */
static zm_status check_rolls(zm_context *c, const zm_variant *v, const zm_outlook *o)
{
    const char *wrong = o->stands == ZM_STANDS_OPEN ? zm_roll_mistake(v->game->dice->rolls, o->weight, o->count) : NULL;
    char state[ZM_MAX_TEXT] = "";
    if (!wrong)
        return ZM_OK;
    zm_write_position(v, o->state, state, sizeof state);
    return zm_fail(c, ZM_BAD_INPUT, "%s, position %s: %s", v->game->name, state, wrong);
}

static zm_status make_chunk(const maker *m, uint64_t chunk, zm_outlook *o, row *r)
{
    zm_dice_graph *g = m->graph;
    r->count = 0;
    ZM_TRY(g->context, zm_check_stop(g->context));
    for (uint64_t i = chunk * ZM_DICE_CHUNK, end = i + zm_dice_chunk_states(g, chunk); i < end; i++) {
        m->look(m->arg, i, o);
        ZM_TRY(g->context, check_rolls(g->context, m->variant, o));
        ZM_TRY(g->context, row_room(g->context, r, o->stands == ZM_STANDS_OPEN ? most_words(m->variant, o) : 1));
        add_row(m->variant, (uint32_t)i, g->one_vector, o, r);
        first_value(g, i, o);
        if (r->too_many)
            return zm_fail(g->context, ZM_BAD_INPUT, "%s: more than %d moves with one roll", m->variant->game->name,
                           ZM_DICE_EDGES);
    }
    ZM_TRY(g->context,
           zm_alloc(g->context, &g->chunk[chunk], r->count + ZM_DICE_AHEAD, sizeof *r->word, "the graph of moves"));
    if (r->count)
        memcpy(g->chunk[chunk], r->word, r->count * sizeof *r->word);
    zm_progress_add(g->context, zm_dice_chunk_states(g, chunk));
    return ZM_OK;
}

/* A thread's share. */
static zm_status make_chunks(const maker *m, uint64_t *next)
{
    zm_context *c = m->graph->context;
    zm_outlook o;
    row r = {0};
    zm_status s = zm_outlook_open(c, &o);
    while (s == ZM_OK) {
        const uint64_t chunk = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);
        if (chunk >= m->graph->chunks)
            break;
        s = make_chunk(m, chunk, &o, &r);
    }
    if (s != ZM_OK)
        __atomic_store_n(next, m->graph->chunks, __ATOMIC_RELAXED);
    zm_outlook_close(c, &o);
    zm_release(c, r.word);
    return s;
}

static zm_status make(const maker *m)
{
    zm_dice_graph *g = m->graph;
    zm_context *c = g->context;
    uint64_t next = 0;
    zm_status status = ZM_OK;
    if (g->states > ZM_OUTSIDE / 2)
        return zm_fail(c, ZM_NO_MEMORY, "more than %u states in a tier: too many for a graph of moves", ZM_OUTSIDE / 2);
    ZM_TRY(c, zm_alloc(c, &g->chunk, g->chunks, sizeof *g->chunk, "the graph of moves"));
    ZM_TRY(c, zm_alloc(c, &g->value, g->states, sizeof *g->odds, "probabilities"));
    ZM_TRY(c,
           zm_alloc(c, &g->room, (uint64_t)ZM_DICE_PHASE * ZM_DICE_CHUNK, sizeof *g->room, "a phase of the iteration"));
#pragma omp parallel num_threads(zm_dice_threads(g, g->chunks))
    {
        const zm_status mine = make_chunks(m, &next);
        if (mine != ZM_OK)
#pragma omp critical(zm_dice_graph_status)
            status = mine;
    }
    return status;
}

zm_status zm_dice_graph_make(zm_context *c, const zm_variant *v, uint64_t states, bool one_vector, zm_look *look,
                             void *arg, zm_dice_graph *out)
{
    *out = (zm_dice_graph){.context = c,
                           .rolls = v->game->dice->rolls,
                           .one_vector = one_vector,
                           .states = states,
                           .chunks = (states + ZM_DICE_CHUNK - 1) / ZM_DICE_CHUNK};
    const maker m = {v, look, arg, out};
    const zm_status s = make(&m);
    if (s != ZM_OK)
        zm_dice_graph_free(c, out);
    return s;
}

void zm_dice_graph_free_rows(zm_context *c, zm_dice_graph *g)
{
    for (uint64_t i = 0; g->chunk && i < g->chunks; i++)
        zm_release(c, g->chunk[i]);
    zm_release(c, g->chunk);
    zm_release(c, g->room);
    g->chunk = NULL;
    g->room = NULL;
}

void zm_dice_graph_free(zm_context *c, zm_dice_graph *g)
{
    zm_dice_graph_free_rows(c, g);
    zm_release(c, g->value);
    *g = (zm_dice_graph){0};
}

uint64_t zm_dice_graph_fixed_bytes(unsigned threads)
{
    const uint64_t moves = ZM_MAX_MOVES * (sizeof(zm_target) + sizeof(zm_move)), rows = (uint64_t)ZM_DICE_CHUNK * 1024;
    return threads * (moves + rows) + (uint64_t)ZM_DICE_PHASE * ZM_DICE_CHUNK * sizeof(uint64_t);
}

unsigned zm_dice_graph_words(const zm_variant *v, uint32_t self, const zm_outlook *o)
{
    uint32_t word[4096];
    row r = {.word = word};
    if (o->stands == ZM_STANDS_OPEN && most_words(v, o) > sizeof word / sizeof *word)
        return (unsigned)most_words(v, o);
    add_row(v, self, true, o, &r);
    return (unsigned)r.count;
}
