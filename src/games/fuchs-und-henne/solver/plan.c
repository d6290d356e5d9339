/* plan.c: see plan.h; and tables of pairs of squares for the kernels. */
#include "plan.h"

#include "base/context.h"

#include <zermelo/value.h>

/* ---- pairs of squares ---- */
static void fill_hit(zm_twos *hit, unsigned square)
{
    for (unsigned a = 0; a < CROSS_FIELDS; a++)
        hit->row[a] = a == square ? ~(uint32_t)0 : (uint32_t)zm_bit(square > a ? square - 1 : square);
}

static void fill_tables(const hen_board *b, zm_pair_tables *out)
{
    for (unsigned a = 0; a < CROSS_FIELDS; a++)
        fill_hit(&out->hit[a], a);
    for (unsigned high = 1, t = 0; high < CROSS_FIELDS; high++)
        for (unsigned low = 0; low < high; low++, t++) {
            const unsigned x = b->image[high], y = b->image[low];
            out->turned[t] = (uint16_t)(x > y ? x * (x - 1) / 2 + y : y * (y - 1) / 2 + x);
        }
}

/* ---- layers and slices ---- */
static uint64_t more(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void add_shape(zm_pair_plan *p, uint32_t shape)
{
    const unsigned pieces = hen_pieces(p->variant, shape);
    const uint32_t placements = hen_placements(p->variant, shape);
    if (!p->layers || p->layer[p->layers - 1].pieces != pieces)
        p->layer[p->layers++] = (zm_pair_layer){.from = shape,
                                                .pieces = pieces,
                                                .free = CROSS_FIELDS - pieces,
                                                .few = pieces < p->board.enough};
    zm_pair_layer *l = &p->layer[p->layers - 1];
    p->first[shape] = l->placements;
    l->placements += placements;
    l->to = shape + 1;
    l->top = l->to == p->shapes;
    p->placements += placements;
    p->largest_shape = more(p->largest_shape, placements);
}

static void add_slice(zm_pair_plan *p, const zm_pair_layer *l, uint32_t from)
{
    const unsigned depth = hen_depth(p->variant, from);
    zm_pair_slice *s = &p->slice[p->slices++];
    *s = (zm_pair_slice){.layer = l, .from = from, .to = from};
    while (s->to < l->to && hen_depth(p->variant, s->to) == depth)
        s->to++;
    const uint64_t placements = zm_pair_slice_placements(p, s);
    p->largest_slice = more(p->largest_slice, placements);
    p->largest_plies = more(p->largest_plies, placements * zm_pair_triangle(l->free));
}

static zm_status find_layers(zm_context *c, zm_pair_plan *p)
{
    p->shapes = hen_shapes(p->variant);
    ZM_TRY(c, zm_alloc(c, &p->first, p->shapes, sizeof *p->first, "shapes"));
    ZM_TRY(c, zm_alloc(c, &p->slice, p->shapes, sizeof *p->slice, "shapes"));
    for (uint32_t shape = 0; shape < p->shapes; shape++)
        add_shape(p, shape);
    for (unsigned k = 0; k < p->layers; k++)
        for (uint32_t from = p->layer[k].from; from < p->layer[k].to; from = p->slice[p->slices - 1].to)
            add_slice(p, &p->layer[k], from);
    return ZM_OK;
}

/* ---- tiers ---- */
static void count_tiers(zm_pair_plan *p)
{
    const zm_game *r = p->variant->game;
    p->tiers = r->index->tiers(p->variant);
    for (uint32_t i = 0; i < p->tiers; i++) {
        const uint64_t size = r->index->tier_size(p->variant, i);
        p->places += size;
        p->largest_tier = more(p->largest_tier, size);
    }
}

zm_status zm_pair_plan_prepare(zm_driver *d, zm_pair_plan *p)
{
    zm_context *c = d->context;
    ZM_TRY(c, zm_alloc(c, &p->tier_size, p->tiers, sizeof *p->tier_size, "the list of tiers"));
    for (uint32_t i = 0; i < p->tiers; i++)
        p->tier_size[i] = p->variant->game->index->tier_size(p->variant, i);
    d->plan.tier_size = p->tier_size;
    return ZM_OK;
}

bool zm_pair_find_tier(const zm_pair_plan *p, uint32_t shape, hen_kind kind, uint32_t *tier)
{
    const int64_t found = hen_pair_tier(p->variant, shape, kind);
    *tier = (uint32_t)found;
    return found != HEN_NO_TIER;
}

/* ---- the plan ---- */
zm_status zm_pair_plan_open(zm_context *c, const zm_variant *v, zm_pair_plan *p)
{
    *p = (zm_pair_plan){.variant = v};
    hen_read_board(v, &p->board);
    fill_tables(&p->board, &p->tables);
    count_tiers(p);
    return find_layers(c, p);
}

void zm_pair_plan_close(zm_context *c, zm_pair_plan *p)
{
    zm_release(c, p->first);
    zm_release(c, p->slice);
    zm_release(c, p->tier_size);
}

void zm_pair_plan_tell(const zm_pair_plan *p, zm_driver *d)
{
    const bool stores = d->options->tables;
    zm_plan *out = &d->plan;
    out->tiers = p->tiers;
    out->places = p->places;
    out->largest = p->largest_tier;
    out->groups = p->slices;
    out->phase = stores ? "classify and store" : "classify";
    out->work = stores ? 0 : p->placements;
    out->counts_itself = !stores;
    out->demand.disk = zm_storing_disk(d->options, p->places);
}

uint64_t zm_pair_plan_bytes(const zm_pair_plan *p)
{
    const uint64_t shape = sizeof *p->first + sizeof *p->slice;
    const uint64_t tier = sizeof *p->tier_size + sizeof(zm_tally) + sizeof(bool) + sizeof(uint32_t);
    return p->variant->game->data_bytes + p->shapes * shape + p->tiers * tier;
}

/* ---- what was found ---- */
void zm_pair_summarize(const zm_pair_counts *n, zm_summary *out)
{
    out->states = n->states;
    out->won_by[HEN_PAIR] = n->won_by_pair;
    out->won_by[1 - HEN_PAIR] = n->won_by_many;
    out->drawn = n->states - n->won_by_pair - n->won_by_many;
}

zm_value zm_pair_start_value(zm_won_ones start) /* the many begin */
{
    return start.many ? zm_win_in(0) : start.lone ? zm_loss_in(0) : (zm_value)ZM_DRAWN;
}
