/* index.h: the index facet: every state has a number inside its tier.
 *
 * Buys: arrays instead of a hash table, 2 bytes per state instead of 60, tables without keys, solves that resume. Tiers
 * are numbered so that every move leads to a tier with a smaller number or stays in its tier. A place without a state is
 * wasted space, not an error: `unrank` may return anything for it, but it must return. A game with a board (board.h)
 * gets all this derived. */
#ifndef ZERMELO_INDEX_H
#define ZERMELO_INDEX_H

#include <zermelo/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_INDEX_VERSION 1u
#define ZM_INDEX(...) (&(const zm_index){.version = ZM_INDEX_VERSION, __VA_ARGS__})

enum { ZM_MAX_CHILDREN = 1 << 13 };

typedef struct zm_place {
    uint32_t tier;
    uint64_t index;
} zm_place;

/* What moves do that stay inside a tier. */
typedef enum zm_inside {
    ZM_CYCLES = 0, /* anything: positions may come back */
    ZM_DESCENDS,   /* they lead to smaller indices */
    ZM_LEAVES,     /* there are none: every move leaves the tier */
} zm_inside;

typedef struct zm_index {
    unsigned version;
    /* REQUIRED, all four. */
    uint32_t (*tiers)(const zm_variant *v);
    uint64_t (*tier_size)(const zm_variant *v, uint32_t tier);
    zm_place (*rank)(const zm_variant *v, zm_pos p);
    zm_pos (*unrank)(const zm_variant *v, zm_place at);
    /* OPTIONAL. What moves inside a tier do. Buys: no search for cycles where there are none. */
    zm_inside inside;
    /* OPTIONAL. Every place is a state that play reaches from the start. Buys: nothing has to be enumerated. */
    bool all_reachable;
    /* OPTIONAL. Do all states count in this variant, whether play reaches them from the start or not? Then `unrank` is
     * called with every place, and the states are the positions that are their own fingerprint. Buys: endgames. */
    bool (*all_states)(const zm_variant *v);
    /* OPTIONAL, with `all_states`. Is there a state at this place? Buys: a faster answer than by `unrank`. */
    bool (*is_state)(const zm_variant *v, zm_place at);
    /* OPTIONAL. The place of any position: what `rank` says of its representative, whoever is to move where the turn is
     * no part of the state. Buys: one step where there are two, fingerprint and rank. */
    zm_place (*place)(const zm_variant *v, zm_pos p);
    /* OPTIONAL. The other tiers that moves from this tier can lead to, each once; returns how many (at most
     * ZM_MAX_CHILDREN). Buys: several tiers at once on threads, and only the needed ones in memory. Default: all
     * smaller tiers. */
    unsigned (*children)(const zm_variant *v, uint32_t tier, uint32_t *out);
} zm_index;

#ifdef __cplusplus
}
#endif

#endif
