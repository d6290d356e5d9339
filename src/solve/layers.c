/* layers.c: how many states there are after each number of plies, and how many of them are not over, for games whose tiers say how many
 * plies were played. Two layers are in memory at a time, a bit a place; a layer of billions takes some hundred megabytes. */
#include "base/context.h"
#include "base/stop.h"
#include "kernels.h"

#include <zermelo/solve.h>

typedef struct layer {
    uint32_t *tier;
    uint32_t count;
} layer;

typedef struct layers {
    zm_context *context;
    const zm_variant *variant;
    const zm_kernels *kernels;
    uint64_t **bits; /* by tier; NULL: in neither layer */
    bool *seen;      /* by tier: it was in a layer */
    layer now, next;
} layers;

static uint64_t words_of(const layers *l, uint32_t tier)
{
    return (l->variant->game->rules.tier_size(l->variant, tier) + 63) / 64;
}

static zm_status add_tier(layers *l, uint32_t tier)
{
    if (l->bits[tier])
        return ZM_OK;
    if (l->seen[tier])
        return zm_fail(l->context, ZM_BAD_INPUT,
                       "%s cannot be counted ply by ply: tier %u comes up after different numbers",
                       l->variant->game->name, tier);
    l->seen[tier] = true;
    ZM_TRY(l->context, zm_alloc(l->context, &l->bits[tier], words_of(l, tier), sizeof **l->bits, "states of a layer"));
    ZM_TRY(l->context,
           zm_resize(l->context, &l->next.tier, l->next.count + (uint64_t)1, sizeof *l->next.tier, "tiers of a layer"));
    l->next.tier[l->next.count++] = tier;
    return ZM_OK;
}

static zm_status add_children(layers *l)
{
    uint32_t child[ZM_MAX_CHILDREN];
    for (uint32_t i = 0; i < l->now.count; i++)
        for (unsigned n = l->variant->game->rules.children(l->variant, l->now.tier[i], child), k = 0; k < n; k++)
            ZM_TRY(l->context, add_tier(l, child[k]));
    return ZM_OK;
}

/* Counts the layer and marks what follows it. */
static void count_layer(layers *l, bool last, uint64_t *states, uint64_t *open)
{
    const zm_dense d = {.variant = l->variant, .reached = l->bits};
    uint64_t all = 0, going_on = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(l->context)) reduction(+ : all, going_on)
    for (uint32_t i = 0; i < l->now.count; i++) {
        const uint32_t tier = l->now.tier[i];
        const uint64_t words = words_of(l, tier);
        if (zm_stopped(l->context))
            continue;
        for (uint64_t w = 0; w < words; w++)
            all += zm_count_bits(l->bits[tier][w]);
        going_on += l->kernels->open(&d, tier, l->bits[tier], words);
        if (!last)
            l->kernels->reach(&d, tier, l->bits[tier], 0, words, NULL);
    }
    *states = all;
    *open = going_on;
}

static void forget_layer(layers *l, layer *k)
{
    for (uint32_t i = 0; i < k->count; i++) {
        zm_release(l->context, l->bits[k->tier[i]]);
        l->bits[k->tier[i]] = NULL;
    }
    zm_release(l->context, k->tier);
    *k = (layer){0};
}

static zm_status count_all(layers *l, unsigned most, zm_layers *out)
{
    const zm_rules *r = &l->variant->game->rules;
    const zm_place start = r->rank(l->variant, zm_start_state(l->variant));
    ZM_TRY(l->context, add_tier(l, start.tier));
    l->bits[start.tier][start.index / 64] |= zm_bit(start.index % 64);
    for (unsigned ply = 0; ply <= most && l->next.count; ply++) {
        ZM_TRY(l->context, zm_resize(l->context, &out->layer, ply + 1, sizeof *out->layer, "the states by ply"));
        l->now = l->next;
        l->next = (layer){0};
        if (ply < most)
            ZM_TRY(l->context, add_children(l));
        count_layer(l, ply == most, &out->layer[ply].states, &out->layer[ply].open);
        ZM_TRY(l->context, zm_check_stop(l->context));
        if (!out->layer[ply].states)
            break;
        out->plies = ply + 1;
        zm_progress_add(l->context, out->layer[ply].states);
        forget_layer(l, &l->now);
    }
    return ZM_OK;
}

/* Every move leaves its tier. Whether all ways to a tier are as long turns out on the way (add_tier). */
bool zm_has_layers(const zm_variant *v)
{
    const zm_rules *r = &v->game->rules;
    return r->rank && r->children && r->inside == ZM_LEAVES && !r->rolls;
}

zm_status zm_count_layers(zm_context *c, const zm_variant *v, unsigned most, zm_layers *out)
{
    layers l = {.context = c, .variant = v, .kernels = zm_kernels_for(v)};
    *out = (zm_layers){0};
    if (!zm_has_layers(v))
        return zm_fail(c, ZM_BAD_INPUT, "%s cannot be counted ply by ply: its tiers do not tell the plies",
                       v->game->name);
    ZM_TRY(c, zm_alloc(c, &l.bits, v->game->rules.tiers(v), sizeof *l.bits, "the tiers of a layer"));
    zm_status status = zm_alloc(c, &l.seen, v->game->rules.tiers(v), sizeof *l.seen, "the tiers of a layer");
    zm_progress_begin(c, "count by ply", 0);
    if (status == ZM_OK)
        status = count_all(&l, most, out);
    zm_progress_end(c);
    forget_layer(&l, &l.now);
    forget_layer(&l, &l.next);
    zm_release(c, l.bits);
    zm_release(c, l.seen);
    if (status)
        zm_layers_free(c, out);
    return status;
}

void zm_layers_free(zm_context *c, zm_layers *l)
{
    zm_release(c, l->layer);
    *l = (zm_layers){0};
}
