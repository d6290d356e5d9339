/* blocks.h: decoded values of a part, for readers of whole tiers: the writer when it resumes, the reader, the
 * verifier. */
#ifndef ZM_TABLE_FORMAT_BLOCKS_H
#define ZM_TABLE_FORMAT_BLOCKS_H

#include "manifest.h"
#include "pack.h"

/* What decoding needs: a zstd context and room for a block. */
typedef struct zm_workspace {
    ZSTD_DCtx *zstd;
    uint8_t room[ZM_BLOCK_ROOM];
    union {
        zm_pos keys[ZM_KEY_BLOCK];
        zm_odds odds[ZM_ODDS_BLOCK];
        uint64_t moves[ZM_MOVES_BLOCK];
        uint64_t places[ZM_PLACE_BLOCK];
    };
} zm_workspace;
zm_workspace *zm_workspace_new(void); /* NULL: out of memory */
void zm_workspace_free(zm_workspace *w);

/* One block of symbols, checked and decoded into w; `tier` is for the message only. */
zm_status zm_block_symbols(zm_context *c, const zm_variant *v, const zm_pack *p, uint32_t tier, uint64_t block,
                           zm_workspace *w, zm_symbols *out);
/* One block of odds into w->odds. */
zm_status zm_block_odds(zm_context *c, const zm_variant *v, const zm_pack *p, uint32_t tier, uint64_t block,
                        zm_workspace *w);
/* One block of best moves into w->moves. */
zm_status zm_block_moves(zm_context *c, const zm_variant *v, const zm_pack *p, uint32_t tier, uint64_t block,
                         zm_workspace *w);
/* One block of keys into w->keys. */
zm_status zm_block_keys(zm_context *c, const zm_variant *v, const zm_pack *p, uint64_t block, zm_workspace *w);
/* One block of keys that are places into w->places. */
zm_status zm_block_places(zm_context *c, const zm_variant *v, const zm_pack *p, uint64_t block, zm_workspace *w);

/* ZM_CORRUPT with a message that names the block. */
zm_status zm_bad_block(zm_context *c, const zm_variant *v, uint32_t tier, uint64_t block, const char *why);
zm_status zm_bad_keys(zm_context *c, const zm_variant *v, uint64_t block, const char *why);

typedef struct zm_tier_range { /* the places from .. from+count-1 of a tier of the layout, which lie in this part */
    const zm_pack *part;
    const zm_layout *layout;
    uint32_t tier;
    uint64_t from, count;
} zm_tier_range;
/* Their values, odds or best moves, on the context's threads. */
zm_status zm_read_values(zm_context *c, const zm_variant *v, const zm_tier_range *t, zm_value *values);
zm_status zm_read_odds(zm_context *c, const zm_variant *v, const zm_tier_range *t, zm_odds *odds);
zm_status zm_read_moves(zm_context *c, const zm_variant *v, const zm_tier_range *t, uint64_t *moves);
/* All keys; that they are in order, and that each block begins with the key it is found by, is checked. */
zm_status zm_read_keys(zm_context *c, const zm_variant *v, const zm_pack *p, zm_pos *keys);

/* Opens part number `part` that the manifest of a table in `folder` names and compares what its header and footer say
 * with what they must. */
zm_status zm_open_part(zm_context *c, const zm_variant *v, const char *folder, const zm_layout *l, const zm_manifest *m,
                       uint32_t part, zm_pack *p);
zm_status zm_open_keys(zm_context *c, const zm_variant *v, const char *folder, const zm_manifest *m, zm_pack *p);

#endif
