/* derive.c: the members of a game that follow from the storage of its board: view, fingerprint, index and symmetries.
 *
 * Inline functions do the work (board_index.h), so that kernels can have them compiled in; here they get an address. */
#include "derive.h"

#include <zermelo/board_index.h>

static zm_pos fingerprint(const zm_variant *v, zm_pos p) { return zm_board_fingerprint(v, p); }
static uint32_t tiers(const zm_variant *v) { return zm_board_tiers(v); }
static uint64_t tier_size(const zm_variant *v, uint32_t tier) { return zm_board_tier_size(v, tier); }
static zm_place rank(const zm_variant *v, zm_pos p) { return zm_board_rank(v, p); }
static zm_pos unrank(const zm_variant *v, zm_place at) { return zm_board_unrank(v, at); }
static zm_place place(const zm_variant *v, zm_pos p) { return zm_board_place(v, p); }
static unsigned children(const zm_variant *v, uint32_t tier, uint32_t *out) { return zm_board_children(v, tier, out); }

/* Where each square goes, read from the images of single squares. */
static unsigned symmetry(const zm_variant *v, unsigned operation, uint8_t image[ZM_MAX_CELLS])
{
    const zm_board_data *d = zm_board_of(v);
    const zm_board_group *g = (const zm_board_group *)zm_board_part(d, d->group);
    if (operation >= (d->group ? g->operations : 1))
        return 0;
    for (unsigned i = 0; i < d->squares; i++)
        image[i] = (uint8_t)(d->group ? zm_lowest(zm_board_mapped(d, g, operation, zm_bit(i))) : i);
    return d->squares;
}

/* Ranks are those of the derived fingerprint: who has another one has no use for them. */
static bool has_own_index(const zm_game *g, const zm_index *index)
{
    return index->tiers || index->tier_size || index->rank || index->unrank || g->fingerprint;
}

void zm_board_derive(zm_game *g, zm_index *index, zm_counts *counts)
{
    if (!has_own_index(g, index)) {
        index->version = ZM_INDEX_VERSION;
        index->tiers = tiers;
        index->tier_size = tier_size;
        index->rank = rank;
        index->unrank = unrank;
        index->place = place;
        index->children = index->children ? index->children : children;
        index->inside = g->board->inside;
    }
    if (!g->fingerprint && (g->board->symmetry || g->board->images))
        g->fingerprint = fingerprint;
    if (!counts->symmetry) {
        counts->version = ZM_COUNTS_VERSION;
        counts->symmetry = symmetry;
    }
    g->from_mover |= g->board->turn == ZM_TURN_SWAPS;
}

const char *zm_board_derived_name(uintptr_t function)
{
    const struct {
        uintptr_t function;
        const char *name;
    } derived[] = {
        {(uintptr_t)fingerprint, "zm_board_fingerprint"}, {(uintptr_t)tiers, "zm_board_tiers"},
        {(uintptr_t)tier_size, "zm_board_tier_size"},     {(uintptr_t)rank, "zm_board_rank"},
        {(uintptr_t)unrank, "zm_board_unrank"},           {(uintptr_t)place, "zm_board_place"},
    };
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
        if (derived[i].function == function)
            return derived[i].name;
    return NULL;
}

bool zm_board_lacks_index(const zm_variant *v) { return v->board && !v->board->order && v->game->index->rank == rank; }
