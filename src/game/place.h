/* place.h: a place of a game's index as one number: its tier, then its index. */
#ifndef ZM_GAME_PLACE_H
#define ZM_GAME_PLACE_H

#include <zermelo/rules.h>

enum { ZM_PLACE_TIER_BITS = 24, ZM_PLACE_INDEX_BITS = 40, ZM_PLACE_BITS = ZM_PLACE_TIER_BITS + ZM_PLACE_INDEX_BITS };

ZM_INLINE uint64_t zm_place_number(zm_place at) { return (uint64_t)at.tier << ZM_PLACE_INDEX_BITS | at.index; }

ZM_INLINE zm_place zm_numbered_place(uint64_t number)
{
    const zm_place at = {(uint32_t)(number >> ZM_PLACE_INDEX_BITS), number & zm_low_bits(ZM_PLACE_INDEX_BITS)};
    return at;
}

/* Has the game an index, and do all its places fit? */
static inline bool zm_places_fit(const zm_variant *v)
{
    const zm_game *r = v->game;
    if (!r->index->rank || !r->index->unrank || !r->index->tiers || !r->index->tier_size ||
        r->index->tiers(v) > zm_bit(ZM_PLACE_TIER_BITS))
        return false;
    const uint32_t tiers = r->index->tiers(v);
    for (uint32_t i = 0; i < tiers; i++)
        if (r->index->tier_size(v, i) > zm_bit(ZM_PLACE_INDEX_BITS))
            return false;
    return true;
}

#endif
