/* board.c: the board of a hunt with cycles as tables for a device, and its layers and slices: what is known before
 * anything is solved. A layer has all placements of so many pieces; a slice has those of one weight
 * (kernel/hunt_gpu.h). */
#include "game/trace/trace.h"
#include "hunt.h"

#include <string.h>

static const zm_hunt *hunt_of(const zm_hunt_device *d) { return zm_quick_rules(d->cyclic->variant)->hunt; }

/* A set of a band as the squares of the board that it stands for. */
static uint64_t squares_of(const zm_cyclic *h, unsigned band, unsigned set)
{
    return (uint64_t)set << h->board.first_of[band];
}

static void fill_bands(zm_hunt_device *d)
{
    const zm_cyclic *h = d->cyclic;
    zm_hunt_gpu_board *b = &d->board;
    for (unsigned band = 0; band < h->board.bands; band++)
        for (unsigned set = 0; set <= h->board.sets_of[band]; set++) {
            b->steps[band][set] = hunt_of(d)->steps(h->variant, squares_of(h, band, set)) & h->board.all;
            b->image[band][set] = hunt_of(d)->image(h->variant, squares_of(h, band, set));
        }
}

/* The least weights that grow ahead and stay the same aside; false: there are none. */
static bool fill_weights(zm_hunt_device *d)
{
    const zm_cyclic *h = d->cyclic;
    uint8_t *weight = d->board.weight;
    for (unsigned turn = 0; turn <= h->board.squares * h->board.squares; turn++) {
        bool changed = false;
        for (unsigned s = 0; s < h->board.squares; s++)
            for (uint64_t rest = h->board.forth[s]; rest;) {
                const unsigned to = zm_take_lowest(&rest);
                const uint8_t least = (uint8_t)(weight[s] + (h->board.ahead[s] >> to & 1));
                changed |= weight[to] < least;
                weight[to] = weight[to] < least ? least : weight[to];
            }
        if (!changed)
            return true;
    }
    return false;
}

static zm_status fill_board(zm_hunt_device *d)
{
    const zm_cyclic *h = d->cyclic;
    zm_hunt_gpu_board *b = &d->board;
    b->map = h->board;
    b->rows = h->most + 1;
    fill_bands(d);
    if (!fill_weights(d))
        return zm_fail(d->context, ZM_BAD_INPUT, "in %s steps ahead lead round in a circle: use --engine cpu",
                       h->variant->game->name);
    return ZM_OK;
}

/* C(n, k); UINT64_MAX when it is larger. */
static uint64_t choose(unsigned n, unsigned k)
{
    unsigned __int128 c = 1;
    for (unsigned i = 0; i < k; i++) {
        c = c * (n - i) / (i + 1);
        if (c > UINT32_MAX)
            return UINT64_MAX;
    }
    return k > n ? 0 : (uint64_t)c;
}

/* Before each set of a band, when so many pieces stand on it and on all higher bands. */
static zm_status fill_ranks(zm_hunt_device *d)
{
    const zm_cyclic *h = d->cyclic;
    const unsigned rows = d->board.rows;
    ZM_TRY(d->context, zm_alloc(d->context, &d->before, (uint64_t)h->board.bands * rows * ZM_HUNT_SETS,
                                sizeof *d->before, "the ranks of placements"));
    for (unsigned band = 0; band < h->board.bands; band++) {
        const unsigned above = h->board.squares - h->board.first_of[band] - zm_count_bits(h->board.sets_of[band]);
        for (unsigned pieces = 0; pieces < rows; pieces++) {
            uint32_t *row = d->before + (band * rows + pieces) * ZM_HUNT_SETS;
            uint64_t sum = 0;
            for (unsigned set = 0; set <= h->board.sets_of[band]; set++) {
                const unsigned own = zm_count_bits(set);
                row[set] = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
                sum += own <= pieces ? choose(above, pieces - own) : 0;
            }
        }
    }
    return ZM_OK;
}

/* ---- layers and slices ---- */
zm_status zm_hunt_device_cannot(const zm_hunt_device *d, const char *why)
{
    return zm_fail(d->context, ZM_BAD_INPUT, "%s is not solved on a GPU: %s; use --engine cpu",
                   d->cyclic->variant->game->name, why);
}

static zm_status check_bands(const zm_hunt_device *d)
{
    const zm_cyclic *h = d->cyclic;
    unsigned next = 0;
    for (unsigned b = 0; b < h->board.bands; b++) {
        if (h->board.first_of[b] != next)
            return zm_hunt_device_cannot(d, "its bands are not in the order of squares");
        next += zm_count_bits(h->board.sets_of[b]);
    }
    return ZM_OK;
}

static unsigned layer_of(const zm_hunt_device *d, uint32_t tier)
{
    return d->cyclic->board.squares - hunt_of(d)->free(d->cyclic->variant, tier);
}

/* The layers there are, and the placements of each, as the game's tiers have them. */
static zm_status count_placements(zm_hunt_device *d, uint64_t placements[ZM_HUNT_GPU_LAYERS])
{
    const zm_variant *v = d->cyclic->variant;
    const uint32_t tiers = v->game->index->tiers(v);
    d->top = d->bottom = d->cyclic->most;
    for (uint32_t i = 0; i < tiers; i++) {
        const unsigned layer = layer_of(d, i);
        d->bottom = layer < d->bottom ? layer : d->bottom;
        placements[layer] += hunt_of(d)->stride(v, i, d->cyclic->board.bands);
    }
    for (uint32_t i = 0; i < tiers; i++)
        if (hunt_of(d)->few(v, i) != (layer_of(d, i) == d->bottom))
            return zm_hunt_device_cannot(d, "too few are not the same number everywhere");
    return ZM_OK;
}

static zm_status find_layers(zm_hunt_device *d)
{
    uint64_t placements[ZM_HUNT_GPU_LAYERS] = {0};
    ZM_TRY(d->context, check_bands(d));
    ZM_TRY(d->context, count_placements(d, placements));
    for (unsigned k = d->bottom; k <= d->top; k++) {
        d->size[k] = choose(d->cyclic->board.squares, k);
        if (d->size[k] > UINT32_MAX || d->size[k] != placements[k])
            return zm_hunt_device_cannot(d, "not every set of squares is a placement, or there are too many");
        d->largest = d->size[k] > d->largest ? d->size[k] : d->largest;
    }
    return ZM_OK;
}

/* How many sets there are of so many squares and such a weight: squares one by one; and of those that are their own
 * images, pairs of squares at once. */
static void count_sets(const zm_hunt_device *d, bool own, uint64_t *count)
{
    const zm_cyclic *h = d->cyclic;
    count[0] = 1;
    for (unsigned s = 0; s < h->board.squares; s++) {
        const bool pair = own && h->board.image[s] != s;
        const unsigned pieces = pair ? 2 : 1, weight = d->board.weight[s] * pieces;
        if (own && h->board.image[s] < s)
            continue;
        for (unsigned k = d->top + 1; k-- > pieces;)
            for (unsigned w = d->slices; w-- > weight;)
                count[k * d->slices + w] += count[(k - pieces) * d->slices + w - weight];
    }
}

static zm_status count_slices(zm_hunt_device *d)
{
    zm_context *c = d->context;
    uint64_t *own;
    for (unsigned s = 0; s < d->cyclic->board.squares; s++)
        d->slices += d->board.weight[s];
    d->slices++;
    const uint64_t cells = (uint64_t)(d->top + 1) * d->slices;
    ZM_TRY(c, zm_alloc(c, &d->canon, cells, sizeof *d->canon, "the slices of layers"));
    ZM_TRY(c, zm_alloc(c, &d->cursor, d->slices + 1, sizeof *d->cursor, "the slices of layers"));
    ZM_TRY(c, zm_alloc(c, &own, cells, sizeof *own, "the slices of layers"));
    count_sets(d, false, d->canon);
    count_sets(d, true, own);
    for (unsigned k = d->bottom; k <= d->top; k++) {
        uint64_t all = 0;
        for (unsigned w = 0; w < d->slices; w++) {
            uint64_t *n = &d->canon[k * d->slices + w];
            *n = (*n + own[k * d->slices + w]) / 2;
            all += *n;
            d->largest_slice = *n > d->largest_slice ? *n : d->largest_slice;
        }
        d->largest_canon = all > d->largest_canon ? all : d->largest_canon;
    }
    zm_release(c, own);
    return ZM_OK;
}

zm_status zm_hunt_device_fill_board(zm_hunt_device *d)
{
    ZM_TRY(d->context, find_layers(d));
    ZM_TRY(d->context, fill_board(d));
    ZM_TRY(d->context, fill_ranks(d));
    return count_slices(d);
}
