/* pack.h: a file of separately compressed blocks, the container of parts and of keys.
 *
 *     header (64 bytes) · blocks · extra (tier rows, or first keys) · index (16 bytes a block) · footer (64 bytes)
 *
 * The sizes stand at the end, so that a file is written in one go and a tier larger than memory costs no memory. Each
 * block has its offset and its XXH3 in the index; the XXH3 is seeded with the block's number, so that no block can
 * stand in for another. */
#ifndef ZM_TABLE_FORMAT_PACK_H
#define ZM_TABLE_FORMAT_PACK_H

#include "base/file.h"
#include "codec.h"

enum { ZM_PACK_HEADER = 64, ZM_PACK_FOOTER = 64, ZM_PACK_ENTRY = 16 };

typedef struct zm_pack_kind {
    char magic[9];
    uint32_t block_items;
    size_t item_bytes; /* in memory */
    zm_encode_fn *encode;
} zm_pack_kind;
extern const zm_pack_kind zm_pack_of_values, zm_pack_of_odds, zm_pack_of_moves, zm_pack_of_keys, zm_pack_of_places;
extern const zm_pack_kind zm_pack_of_wdl;     /* values as they are written where distances are left out; read as any */
extern const zm_pack_kind zm_pack_of_rounded; /* odds as they are written where they are rounded; likewise */

typedef struct zm_pack_head {
    uint64_t rules;
    uint32_t part, first_tier, tiers;
} zm_pack_head;

/* ---- writing ---- */
typedef struct zm_packer zm_packer;
zm_status zm_packer_open(zm_context *c, const char *path, const zm_pack_kind *k, const zm_pack_head *h,
                         zm_packer **out);
zm_status zm_packer_put(zm_packer *p, const void *items, uint64_t count);
void zm_packer_use(zm_packer *p, unsigned threads); /* from now on; at first all of the context */
/* A full block that is encoded already; what came before fills blocks too. */
zm_status zm_packer_put_block(zm_packer *p, const uint8_t *data, size_t bytes);
/* A file that is whole, and has still to be committed (zm_out_commit). */
typedef struct zm_packed_file {
    zm_out *out;
    uint64_t bytes, check;
} zm_packed_file;
/* Raw bytes; compressed first if asked. Frees p in any case. */
zm_status zm_packer_end(zm_packer *p, const uint8_t *extra, uint64_t extra_bytes, bool compress, zm_packed_file *out);
void zm_packer_abandon(zm_packer *p); /* NULL is fine */
uint64_t zm_packer_bytes(unsigned threads,
                         uint64_t items); /* memory it takes at most, of a file of so many odds or values */

/* ---- reading ---- */
typedef struct zm_pack {
    zm_mapped file;
    const zm_pack_kind *kind;
    zm_pack_head head;
    uint64_t items, blocks;
    uint64_t extra_at, extra_bytes, extra_raw, extra_check;
    uint64_t index_at, index_check;
} zm_pack;

/* Failures leave a few words in *why ("truncated", ...): who opens knows how to name the file. *why is NULL when the
 * message is already in the context. */
zm_status zm_pack_open(zm_context *c, const char *path, const zm_pack_kind *k, zm_pack *p, const char **why);
void zm_pack_close(zm_pack *p);
uint64_t zm_pack_check(const zm_pack *p);                     /* XXH3 of the whole file */
size_t zm_pack_block_items(const zm_pack *p, uint64_t block); /* the last one may be shorter */
/* NULL, *data and *bytes, or what is wrong: where a block lies. */
const char *zm_pack_find_block(const zm_pack *p, uint64_t block, const uint8_t **data, size_t *bytes);
/* The same; the block's checksum has been compared. */
const char *zm_pack_block(const zm_pack *p, uint64_t block, const uint8_t **data, size_t *bytes);
const char *zm_pack_check_sections(const zm_pack *p); /* extra and index; NULL when right */

#endif
