/* plies.c: how many states there are after each number of plies, and how many of them are not over: by walking through
 * them, for games whose tiers say how many plies were played, or by the game's own sets.
 *
 * To walk, two layers are in memory at a time, a bit a place; a layer of billions takes some hundred megabytes. */
#include "base/clock.h"
#include "base/context.h"
#include "base/options.h"
#include "base/stop.h"
#include "kernel/kernels.h"

#include <zermelo/layers.h>

#include <string.h>

typedef struct tier_list {
    uint32_t *tier;
    uint32_t count;
} tier_list;

typedef struct layers {
    zm_context *context;
    const zm_variant *variant;
    const zm_kernels *kernels;
    uint64_t **bits; /* by tier; NULL: in neither layer */
    bool *seen;      /* by tier: it was in a layer */
    tier_list now, next;
} layers;

static uint64_t words_of(const layers *l, uint32_t tier)
{
    return (l->variant->game->index->tier_size(l->variant, tier) + 63) / 64;
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
        for (unsigned n = l->variant->game->index->children(l->variant, l->now.tier[i], child), k = 0; k < n; k++)
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
        going_on += l->kernels->dense->open(&d, tier, l->bits[tier], words);
        if (!last)
            l->kernels->dense->reach(&d, tier, l->bits[tier], 0, words, NULL);
    }
    *states = all;
    *open = going_on;
}

static void forget_layer(layers *l, tier_list *k)
{
    for (uint32_t i = 0; i < k->count; i++) {
        zm_release(l->context, l->bits[k->tier[i]]);
        l->bits[k->tier[i]] = NULL;
    }
    zm_release(l->context, k->tier);
    *k = (tier_list){0};
}

static zm_status walk_all(layers *l, unsigned most, zm_layer_fn *each, void *arg)
{
    const zm_game *r = l->variant->game;
    const zm_place start = r->index->rank(l->variant, zm_start_state(l->variant));
    ZM_TRY(l->context, add_tier(l, start.tier));
    l->bits[start.tier][start.index / 64] |= zm_bit(start.index % 64);
    for (unsigned ply = 0; ply <= most && l->next.count; ply++) {
        zm_layer counted = {.ply = ply};
        l->now = l->next;
        l->next = (tier_list){0};
        if (ply < most)
            ZM_TRY(l->context, add_children(l));
        count_layer(l, ply == most, &counted.states, &counted.open);
        ZM_TRY(l->context, zm_check_stop(l->context));
        if (!counted.states)
            break;
        if (!r->fingerprint)
            counted.positions = counted.states;
        each(arg, &counted);
        zm_progress_add(l->context, counted.states);
        forget_layer(l, &l->now);
    }
    return ZM_OK;
}

/* Every move leaves its tier. Whether all ways to a tier are as long turns out on the way (add_tier). */
static bool can_walk(const zm_variant *v)
{
    const zm_game *r = v->game;
    return r->index->rank && r->index->children && r->index->inside == ZM_LEAVES && !r->dice->rolls;
}

static zm_status walk(zm_context *c, const zm_variant *v, unsigned most, zm_layer_fn *each, void *arg)
{
    layers l = {.context = c, .variant = v, .kernels = zm_kernels_for(v)};
    ZM_TRY(c, zm_alloc(c, &l.bits, v->game->index->tiers(v), sizeof *l.bits, "the tiers of a layer"));
    zm_status status = zm_alloc(c, &l.seen, v->game->index->tiers(v), sizeof *l.seen, "the tiers of a layer");
    zm_progress_begin(c, "count by ply", 0);
    if (status == ZM_OK)
        status = walk_all(&l, most, each, arg);
    zm_progress_end(c);
    forget_layer(&l, &l.now);
    forget_layer(&l, &l.next);
    zm_release(c, l.bits);
    zm_release(c, l.seen);
    return status;
}

/* ---- both ways ---- */
static const char *const ways[] = {"auto", "walk", "sets"};

const char *zm_layers_way_name(zm_layers_way w) { return ways[w]; }

bool zm_layers_way_parse(const char *name, zm_layers_way *w)
{
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strcmp(ways[i], name)) {
            *w = (zm_layers_way)i;
            return true;
        }
    return false;
}

bool zm_has_layers(const zm_variant *v) { return v->game->counts->count_layers || can_walk(v); }

static zm_status choose_way(zm_context *c, const zm_variant *v, zm_layers_way asked, zm_layers_way *taken)
{
    *taken = asked ? asked : v->game->counts->count_layers ? ZM_LAYERS_SETS : ZM_LAYERS_WALK;
    if (*taken == ZM_LAYERS_SETS && !v->game->counts->count_layers)
        return zm_fail(c, ZM_BAD_INPUT, "%s has no sets of its own to be counted by; it can be walked", v->game->title);
    if (*taken == ZM_LAYERS_WALK && !can_walk(v))
        return zm_fail(c, ZM_BAD_INPUT, "%s cannot be counted ply by ply: its tiers do not tell the plies",
                       v->game->name);
    return ZM_OK;
}

typedef struct gathered {
    zm_context *context;
    const zm_layers_options *options;
    zm_layers *out;
    zm_status status; /* of gathering */
} gathered;

static void gather(void *arg, const zm_layer *layer)
{
    gathered *g = arg;
    zm_layers *out = g->out;
    if (g->options->each)
        g->options->each(g->options->arg, layer);
    if (!g->status)
        g->status = zm_resize(g->context, &out->layer, out->plies + (uint64_t)1, sizeof *layer, "the states by ply");
    if (!g->status)
        out->layer[out->plies++] = *layer;
}

static zm_status count_layers(zm_context *c, const zm_variant *v, const zm_layers_options *o, zm_layers *out)
{
    gathered g = {.context = c, .options = o, .out = out};
    ZM_TRY(c, choose_way(c, v, o->way, &out->way));
    const zm_status status =
        (out->way == ZM_LAYERS_SETS ? v->game->counts->count_layers : walk)(c, v, o->most, gather, &g);
    if (status == ZM_NO_MEMORY && out->plies)
        return zm_add_to_message(c, status, "; it suffices for %u plies", out->plies - 1);
    ZM_TRY(c, status);
    return g.status;
}

zm_status zm_count_layers(zm_context *c, const zm_variant *v, const zm_layers_options *options, zm_layers *out)
{
    const double began = zm_now();
    *out = (zm_layers){0};
    ZM_TAKE_OPTIONS(c, zm_layers_options, options, o);
    zm_reset_peak(c);
    const zm_status status = count_layers(c, v, &o, out);
    if (status) {
        zm_layers_free(c, out);
        return status;
    }
    out->peak_bytes = zm_memory_peak(c);
    out->seconds = zm_now() - began;
    return ZM_OK;
}

void zm_layers_free(zm_context *c, zm_layers *l)
{
    zm_release(c, l->layer);
    *l = (zm_layers){0};
}
