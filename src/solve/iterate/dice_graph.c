/* dice_graph.c: see dice_graph.h.
 *
 * ORDER. Chunks of states come in phases of a fixed number. A chunk sees its own new values as they come and those of
 * the phases before, but not those of the other chunks of its phase, which are put in place after it. So the numbers do
 * not depend on the threads. Small graphs have one chunk a phase: everything is in place.
 *
 * Sums of weights times words stay below 2^48: reals hold them exactly, and a quotient by reals is off by one at most.
 * */
#include "dice_graph.h"

#include "base/stop.h"
#include "game/rolls.h"
#include "table/write/writer.h"

#include <math.h>
#include <omp.h>
#include <string.h>

enum {
    CHUNK = 1024,
    AHEAD = 48, /* words of a row that are prefetched, and what a chunk has room for beyond its end */
    PHASE = 16, /* chunks a phase at most, and phases at least, as far as there are chunks */
    PHASES = 12,
    HAS_CONST = 1 << 7,
    GROUPS = HAS_CONST - 1,
    STANDS_AT = 8,
    HAS_FLOOR = 1 << 15,
    EDGES = HAS_FLOOR - 1,
    WEIGHT_AT = 16,
};

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
    for (unsigned roll = 0; roll < v->game->rolls; roll++)
        words += 3 + o->count[roll];
    return words;
}

static zm_odds of_mover(const zm_target *t) { return t->passes ? zm_odds_against(t->odds) : t->odds; }

static zm_odds better(zm_odds a, zm_odds b)
{
    return (zm_odds){a.lower > b.lower ? a.lower : b.lower, a.upper > b.upper ? a.upper : b.upper};
}

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
    for (unsigned i = 0; i < v->game->rolls; other += o->count[i++]) {
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
            floor = better(floor, of_mover(&target[i]));
        else
            inside++;
    if (!inside) {
        sum->lower += (uint64_t)weight * floor.lower;
        sum->upper += (uint64_t)weight * floor.upper;
        sum->there = true;
        return;
    }
    r->too_many |= inside > EDGES;
    r->word[r->count++] = weight << WEIGHT_AT | (inside < count ? HAS_FLOOR : 0) | (inside & EDGES);
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
    r->word[head] = (uint32_t)o->stands << STANDS_AT;
    if (o->stands != ZM_STANDS_OPEN)
        return;
    constant sum = {0};
    uint32_t total = 0, groups = 0;
    const zm_target *target = o->target;
    r->count += sums;
    for (unsigned roll = 0; roll < v->game->rolls; target += o->count[roll++]) {
        const uint32_t weight = weight_of(v, o, roll, target);
        const uint64_t before = r->count;
        if (!weight || (!one_vector && comes_back(self, target, o->count[roll])))
            continue;
        total += weight;
        add_group(r, weight, target, o->count[roll], &sum);
        groups += r->count > before;
    }
    r->word[head] |= total << WEIGHT_AT | (sum.there ? HAS_CONST : 0) | groups;
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

static uint64_t chunk_states(const zm_dice_graph *g, uint64_t chunk)
{
    const uint64_t left = g->states - chunk * CHUNK;
    return left < CHUNK ? left : CHUNK;
}

/* Rows have no room for other weights, and a roll without a move would count as lost. */
static zm_status check_rolls(zm_context *c, const zm_variant *v, const zm_outlook *o)
{
    const char *wrong = o->stands == ZM_STANDS_OPEN ? zm_roll_mistake(v->game->rolls, o->weight, o->count) : NULL;
    char state[ZM_MAX_TEXT] = "";
    if (!wrong)
        return ZM_OK;
    zm_write_position(v, o->state, state);
    return zm_fail(c, ZM_BAD_INPUT, "%s, position %s: %s", v->game->name, state, wrong);
}

static zm_status make_chunk(const maker *m, uint64_t chunk, zm_outlook *o, row *r)
{
    zm_dice_graph *g = m->graph;
    r->count = 0;
    ZM_TRY(g->context, zm_check_stop(g->context));
    for (uint64_t i = chunk * CHUNK, end = i + chunk_states(g, chunk); i < end; i++) {
        m->look(m->arg, i, o);
        ZM_TRY(g->context, check_rolls(g->context, m->variant, o));
        ZM_TRY(g->context, row_room(g->context, r, o->stands == ZM_STANDS_OPEN ? most_words(m->variant, o) : 1));
        add_row(m->variant, (uint32_t)i, g->one_vector, o, r);
        first_value(g, i, o);
        if (r->too_many)
            return zm_fail(g->context, ZM_BAD_INPUT, "%s: more than %d moves with one roll", m->variant->game->name,
                           EDGES);
    }
    ZM_TRY(g->context, zm_alloc(g->context, &g->chunk[chunk], r->count + AHEAD, sizeof *r->word, "the graph of moves"));
    if (r->count)
        memcpy(g->chunk[chunk], r->word, r->count * sizeof *r->word);
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

static int threads_for(const zm_dice_graph *g, uint64_t chunks)
{
    const unsigned threads = zm_threads(g->context);
    return chunks < 1 ? 1 : chunks < threads ? (int)chunks : (int)threads;
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
    ZM_TRY(c, zm_alloc(c, &g->room, (uint64_t)PHASE * CHUNK, sizeof *g->room, "a phase of the iteration"));
#pragma omp parallel num_threads(threads_for(g, g->chunks))
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
                           .rolls = v->game->rolls,
                           .one_vector = one_vector,
                           .states = states,
                           .chunks = (states + CHUNK - 1) / CHUNK};
    const maker m = {v, look, arg, out};
    const zm_status s = make(&m);
    if (s != ZM_OK)
        zm_dice_graph_free(c, out);
    return s;
}

static void free_rows(zm_context *c, zm_dice_graph *g)
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
    free_rows(c, g);
    zm_release(c, g->value);
    *g = (zm_dice_graph){0};
}

uint64_t zm_dice_graph_fixed_bytes(unsigned threads)
{
    const uint64_t moves = ZM_MAX_MOVES * (sizeof(zm_target) + sizeof(zm_move)), rows = (uint64_t)CHUNK * 1024;
    return threads * (moves + rows) + (uint64_t)PHASE * CHUNK * sizeof(uint64_t);
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

/* ---- sweeping ---- */
/* What a chunk sees: its own states as they are now, the others as they were before the phase. */
typedef struct view {
    const void *all, *mine;
    uint32_t first, states;
} view;

static inline const uint32_t *words_of(const view *w, uint32_t *edge)
{
    const bool own = *edge / 2 - w->first < w->states;
    *edge -= own ? 2 * w->first : 0;
    return own ? w->mine : w->all;
}

/* sum / total, rounded down. */
static inline uint32_t quotient(uint64_t sum, uint32_t total, double inverse)
{
    const int64_t near = (int64_t)((double)(int64_t)sum * inverse), rest = (int64_t)sum - near * total;
    return (uint32_t)(near + (rest >= total) - (rest < 0));
}

static inline const uint32_t *read_sums(const uint32_t *word, uint64_t *lower, uint64_t *upper)
{
    memcpy(lower, word, sizeof *lower);
    memcpy(upper, word + 2, sizeof *upper);
    return word + 4;
}

/* Does the head say that there is something to do? */
static inline bool has_chances(uint32_t head) { return head & (GROUPS | HAS_CONST); }

/* From a row to the bounds of its state. */
static inline const uint32_t *bounds(const uint32_t *word, const view *w, zm_odds *out)
{
    const uint32_t head = *word++, total = head >> WEIGHT_AT;
    uint64_t lower = 0, upper = 0;
    if (!has_chances(head))
        return word;
    if (head & HAS_CONST)
        word = read_sums(word, &lower, &upper);
    for (unsigned groups = head & GROUPS; groups > 0; groups--) {
        const uint32_t group = *word++, weight = group >> WEIGHT_AT;
        zm_odds best = {0, 0};
        if (group & HAS_FLOOR) {
            best = (zm_odds){word[0], word[1]};
            word += 2;
        }
        for (const uint32_t *end = word + (group & EDGES); word < end; word++) {
            uint32_t edge = *word, flip = 0 - (edge & 1);
            const uint32_t *of = words_of(w, &edge);
            __builtin_prefetch((const uint32_t *)w->all + word[AHEAD]); /* an edge, mostly */
            best = better(best, (zm_odds){of[edge] ^ flip, of[edge ^ 1] ^ flip});
        }
        lower += (uint64_t)weight * best.lower;
        upper += (uint64_t)weight * best.upper;
    }
    const double inverse = 1.0 / total;
    *out = (zm_odds){quotient(lower, total, inverse), quotient(upper + total - 1, total, inverse)};
    return word;
}

/* The same with one number a state. */
static inline const uint32_t *number(const uint32_t *word, const view *w, double *out)
{
    const uint32_t head = *word++, total = head >> WEIGHT_AT;
    uint64_t lower = 0, upper = 0;
    double sum = 0;
    if (!has_chances(head))
        return word;
    if (head & HAS_CONST)
        word = read_sums(word, &lower, &upper);
    for (unsigned groups = head & GROUPS; groups > 0; groups--) {
        const uint32_t group = *word++, weight = group >> WEIGHT_AT;
        double best = 0;
        if (group & HAS_FLOOR) {
            best = ((double)word[0] + (double)word[1]) / 2;
            word += 2;
        }
        for (const uint32_t *end = word + (group & EDGES); word < end; word++) {
            const uint32_t state = *word / 2;
            const double x = state - w->first < w->states ? ((const double *)w->mine)[state - w->first]
                                                          : ((const double *)w->all)[state];
            const double for_mover = *word & 1 ? ZM_CERTAIN - x : x;
            best = for_mover > best ? for_mover : best;
        }
        sum += weight * best;
    }
    *out = (sum + ((double)lower + (double)upper) / 2) / total;
    return word;
}

static void sweep_bounds(const uint32_t *word, const view *w, zm_odds *out, zm_sweep *last)
{
    uint32_t changed = 0, widest = last->widest;
    for (uint32_t i = 0; i < w->states; i++) {
        const zm_odds before = out[i];
        word = bounds(word, w, &out[i]);
        changed |= (before.lower ^ out[i].lower) | (before.upper ^ out[i].upper);
        last->moved += out[i].lower - before.lower > last->slack || before.upper - out[i].upper > last->slack;
        const uint32_t width = zm_is_odds(out[i]) ? out[i].upper - out[i].lower : 0;
        widest = width > widest ? width : widest;
    }
    last->widest = widest;
    last->changed |= changed != 0;
}

static void sweep_numbers(const uint32_t *word, const view *w, double *out, zm_sweep *last)
{
    double most = 0;
    for (uint32_t i = 0; i < w->states; i++) {
        const double before = out[i];
        word = number(word, w, &out[i]);
        const double change = fabs(out[i] - before);
        most = change > most ? change : most;
        last->moved += change > last->slack;
    }
    last->widest = most > last->widest ? (uint32_t)ceil(most) : last->widest;
    last->changed |= most > 0;
}

static void sweep_chunk(const zm_dice_graph *g, uint64_t chunk, void *out, zm_sweep *last)
{
    const view w = {g->value, out, (uint32_t)(chunk * CHUNK), (uint32_t)chunk_states(g, chunk)};
    if (g->one_vector)
        sweep_numbers(g->chunk[chunk], &w, out, last);
    else
        sweep_bounds(g->chunk[chunk], &w, out, last);
}

/* Several at once: each on a copy. */
static void sweep_aside(const zm_dice_graph *g, uint64_t chunk, uint64_t *out, zm_sweep *last)
{
    memcpy(out, &g->odds[chunk * CHUNK], chunk_states(g, chunk) * sizeof *g->odds);
    sweep_chunk(g, chunk, out, last);
}

void zm_dice_graph_sweep(void *arg, zm_sweep *last)
{
    zm_dice_graph *g = arg;
    const uint64_t share = g->chunks / PHASES, phase = share < 1 ? 1 : share > PHASE ? PHASE : share;
    uint32_t widest = last->widest;
    uint64_t moved = 0;
    bool changed = last->changed;
    if (phase == 1) {
        for (uint64_t chunk = 0; chunk < g->chunks; chunk++)
            sweep_chunk(g, chunk, &g->odds[chunk * CHUNK], last);
        return;
    }
#pragma omp parallel num_threads(threads_for(g, phase)) reduction(max : widest) reduction(|| : changed) \
    reduction(+ : moved)
    for (uint64_t from = 0; from < g->chunks; from += phase) {
        const uint64_t count = g->chunks - from < phase ? g->chunks - from : phase;
        zm_sweep mine = {.widest = widest, .changed = changed, .slack = last->slack};
#pragma omp for schedule(dynamic, 1)
        for (uint64_t i = 0; i < count; i++)
            sweep_aside(g, from + i, g->room + i * CHUNK, &mine);
        widest = mine.widest;
        changed = mine.changed;
        moved += mine.moved;
#pragma omp for schedule(static)
        for (uint64_t i = 0; i < count; i++)
            memcpy(&g->odds[(from + i) * CHUNK], g->room + i * CHUNK, chunk_states(g, from + i) * sizeof *g->odds);
    }
    last->widest = widest;
    last->changed = changed;
    last->moved += moved;
}

/* ---- the end ---- */
static const uint32_t *skip_row(const uint32_t *word)
{
    const uint32_t head = *word++;
    word += head & HAS_CONST ? 4 : 0;
    for (unsigned groups = head & GROUPS; groups > 0; groups--) {
        const uint32_t group = *word++;
        word += (group & HAS_FLOOR ? 2 : 0) + (group & EDGES);
    }
    return word;
}

static zm_odds final_odds(const zm_dice_graph *g, uint64_t state, zm_standing stands)
{
    if (!g->one_vector)
        return g->odds[state];
    if (stands == ZM_STANDS_NOWHERE)
        return zm_no_odds();
    const double x = g->number[state];
    const uint32_t lower = (uint32_t)floor(x), upper = (uint32_t)ceil(x), nearest = (uint32_t)floor(x + 0.5);
    return stands == ZM_STANDS_OVER ? (zm_odds){lower, upper} : (zm_odds){nearest, nearest};
}

/* Nearly all states are neither the best nor the worst so far: their position need not be known. */
static bool is_plain(const zm_summary *s, zm_odds o)
{
    const uint64_t twice = (uint64_t)o.lower + o.upper;
    return s->has_open && o.upper - o.lower <= s->widest && twice > (uint64_t)s->least.lower + s->least.upper &&
           twice < (uint64_t)s->most.lower + s->most.upper;
}

static void end_chunk(zm_dice_graph *g, uint64_t chunk, zm_position_of *position, void *arg, zm_summary *sum)
{
    const uint32_t *word = g->chunk[chunk];
    for (uint64_t i = chunk * CHUNK, end = i + chunk_states(g, chunk); i < end; i++) {
        const zm_standing stands = (zm_standing)(*word >> STANDS_AT & 3);
        const zm_odds odds = g->odds[i] = final_odds(g, i, stands);
        word = skip_row(word);
        if (stands == ZM_STANDS_OPEN && is_plain(sum, odds))
            sum->states++;
        else if (stands != ZM_STANDS_NOWHERE)
            zm_summary_count_odds(sum, position(arg, i), odds, stands == ZM_STANDS_OVER);
    }
}

void zm_dice_graph_end(zm_dice_graph *g, zm_position_of *position, void *arg, zm_summary *sum)
{
#pragma omp parallel num_threads((int)zm_threads(g->context)) if (g->chunks > PHASES)
    {
        zm_summary mine = {.dice = true};
#pragma omp for schedule(static)
        for (uint64_t chunk = 0; chunk < g->chunks; chunk++)
            end_chunk(g, chunk, position, arg, &mine);
#pragma omp critical(zm_dice_graph_sum)
        zm_summary_add(sum, &mine);
    }
    free_rows(g->context, g);
}
