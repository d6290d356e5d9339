/* dice_sweep.c: sweeps over a graph of moves with dice (dice_graph.h).
 *
 * ORDER. Chunks of states come in phases of a fixed number. A chunk sees its own new values as they come and those of
 * the phases before, but not those of the other chunks of its phase, which are put in place after it. So the numbers do
 * not depend on the threads. Small graphs have one chunk a phase: everything is in place.
 *
 * Sums of weights times words stay below 2^48: a double holds them exactly, and a quotient is off by at most one. */
#include "dice_rows.h"
#include "table/write/writer.h"

#include <math.h>
#include <string.h>

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
static inline bool has_chances(uint32_t head) { return head & (ZM_DICE_GROUPS | ZM_DICE_HAS_CONST); }

/* From a row to the bounds of its state. */
static inline const uint32_t *bounds(const uint32_t *word, const view *w, zm_odds *out)
{
    const uint32_t head = *word++, total = head >> ZM_DICE_WEIGHT_AT;
    uint64_t lower = 0, upper = 0;
    if (!has_chances(head))
        return word;
    if (head & ZM_DICE_HAS_CONST)
        word = read_sums(word, &lower, &upper);
    for (unsigned groups = head & ZM_DICE_GROUPS; groups > 0; groups--) {
        const uint32_t group = *word++, weight = group >> ZM_DICE_WEIGHT_AT;
        zm_odds best = {0, 0};
        if (group & ZM_DICE_HAS_FLOOR) {
            best = (zm_odds){word[0], word[1]};
            word += 2;
        }
        for (const uint32_t *end = word + (group & ZM_DICE_EDGES); word < end; word++) {
            uint32_t edge = *word, flip = 0 - (edge & 1);
            const uint32_t *of = words_of(w, &edge);
            __builtin_prefetch((const uint32_t *)w->all + word[ZM_DICE_AHEAD]); /* an edge, mostly */
            best = zm_dice_better(best, (zm_odds){of[edge] ^ flip, of[edge ^ 1] ^ flip});
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
    const uint32_t head = *word++, total = head >> ZM_DICE_WEIGHT_AT;
    uint64_t lower = 0, upper = 0;
    double sum = 0;
    if (!has_chances(head))
        return word;
    if (head & ZM_DICE_HAS_CONST)
        word = read_sums(word, &lower, &upper);
    for (unsigned groups = head & ZM_DICE_GROUPS; groups > 0; groups--) {
        const uint32_t group = *word++, weight = group >> ZM_DICE_WEIGHT_AT;
        double best = 0;
        if (group & ZM_DICE_HAS_FLOOR) {
            best = ((double)word[0] + (double)word[1]) / 2;
            word += 2;
        }
        for (const uint32_t *end = word + (group & ZM_DICE_EDGES); word < end; word++) {
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
    const view w = {g->value, out, (uint32_t)(chunk * ZM_DICE_CHUNK), (uint32_t)zm_dice_chunk_states(g, chunk)};
    if (g->one_vector)
        sweep_numbers(g->chunk[chunk], &w, out, last);
    else
        sweep_bounds(g->chunk[chunk], &w, out, last);
}

/* Several at once: each on a copy. */
static void sweep_aside(const zm_dice_graph *g, uint64_t chunk, uint64_t *out, zm_sweep *last)
{
    memcpy(out, &g->odds[chunk * ZM_DICE_CHUNK], zm_dice_chunk_states(g, chunk) * sizeof *g->odds);
    sweep_chunk(g, chunk, out, last);
}

void zm_dice_graph_sweep(void *arg, zm_sweep *last)
{
    zm_dice_graph *g = arg;
    const uint64_t share = g->chunks / ZM_DICE_PHASES, phase = share < 1               ? 1
                                                               : share > ZM_DICE_PHASE ? ZM_DICE_PHASE
                                                                                       : share;
    uint32_t widest = last->widest;
    uint64_t moved = 0;
    bool changed = last->changed;
    if (phase == 1) {
        for (uint64_t chunk = 0; chunk < g->chunks && !zm_stopped(g->context); chunk++)
            sweep_chunk(g, chunk, &g->odds[chunk * ZM_DICE_CHUNK], last);
        return;
    }
#pragma omp parallel num_threads(zm_dice_threads(g, phase)) reduction(max : widest) reduction(|| : changed) \
    reduction(+ : moved)
    for (uint64_t from = 0; from < g->chunks; from += phase) {
        const uint64_t count = g->chunks - from < phase ? g->chunks - from : phase;
        zm_sweep mine = {.widest = widest, .changed = changed, .slack = last->slack};
#pragma omp for schedule(dynamic, 1)
        for (uint64_t i = 0; i < count; i++)
            if (!zm_stopped(g->context)) /* then the sweep is not whole, and nobody asks for more */
                sweep_aside(g, from + i, g->room + i * ZM_DICE_CHUNK, &mine);
        widest = mine.widest;
        changed = mine.changed;
        moved += mine.moved;
#pragma omp for schedule(static)
        for (uint64_t i = 0; i < count; i++)
            memcpy(&g->odds[(from + i) * ZM_DICE_CHUNK], g->room + i * ZM_DICE_CHUNK,
                   zm_dice_chunk_states(g, from + i) * sizeof *g->odds);
    }
    last->widest = widest;
    last->changed = changed;
    last->moved += moved;
}

/* ---- the end ---- */
static const uint32_t *skip_row(const uint32_t *word)
{
    const uint32_t head = *word++;
    word += head & ZM_DICE_HAS_CONST ? 4 : 0;
    for (unsigned groups = head & ZM_DICE_GROUPS; groups > 0; groups--) {
        const uint32_t group = *word++;
        word += (group & ZM_DICE_HAS_FLOOR ? 2 : 0) + (group & ZM_DICE_EDGES);
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

static void end_chunk(zm_dice_graph *g, uint64_t chunk, zm_position_of *position, void *arg, zm_summary *sum)
{
    const uint32_t *word = g->chunk[chunk];
    for (uint64_t i = chunk * ZM_DICE_CHUNK, end = i + zm_dice_chunk_states(g, chunk); i < end; i++) {
        const zm_standing stands = (zm_standing)(*word >> ZM_DICE_STANDS_AT & 3);
        const zm_odds odds = g->odds[i] = final_odds(g, i, stands);
        word = skip_row(word);
        if (stands == ZM_STANDS_OPEN && zm_summary_is_plain(sum, odds))
            sum->states++;
        else if (stands != ZM_STANDS_NOWHERE)
            zm_summary_count_odds(sum, position(arg, i), odds, stands == ZM_STANDS_OVER);
    }
}

void zm_dice_graph_end(zm_dice_graph *g, zm_position_of *position, void *arg, zm_summary *sum)
{
#pragma omp parallel num_threads((int)zm_threads(g->context)) if (g->chunks > ZM_DICE_PHASES)
    {
        zm_summary mine = {.dice = true};
#pragma omp for schedule(static)
        for (uint64_t chunk = 0; chunk < g->chunks; chunk++)
            end_chunk(g, chunk, position, arg, &mine);
#pragma omp critical(zm_dice_graph_sum)
        zm_summary_add(sum, &mine);
    }
    zm_dice_graph_free_rows(g->context, g);
}
