/* reader.h: what is inside an open table. For reader.c, check.c and src/verify. */
#ifndef ZM_TABLE_READ_READER_H
#define ZM_TABLE_READ_READER_H

#include "cache.h"
#include "table/format/blocks.h"
#include "table/format/manifest.h"

struct zm_table {
    zm_context *context; /* whose memory it is made of */
    const zm_variant *variant;
    char folder[ZM_PATH];
    zm_manifest manifest;
    zm_layout layout;
    zm_pack *part;         /* manifest.part_count of them */
    uint64_t *first_block; /* of each part, in the numbering of the cache */
    zm_pack keys;          /* of a keyed table */
    uint64_t first_key_block;
    uint64_t bytes;
    zm_cache *cache; /* apart, because probing changes nothing else */
    /* Of a table without files: who knows its values, and what to do with him in the end. */
    zm_status (*ask)(void *arg, zm_context *c, zm_pos p, zm_value *value);
    void (*ask_no_more)(void *arg);
    void *ask_arg;
};

/* The odds at a place, which must be one, of a table that must have odds. Thread-safe. */
zm_status zm_table_odds_of_place(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, zm_odds *odds);
/* `count` values of a tier from place `from` on. */
zm_status zm_table_read_piece(zm_context *c, const zm_table *t, uint32_t tier, uint64_t from, uint64_t count,
                              zm_value *values);
/* Is a state that the table has a position of the game? ZM_CORRUPT: it is not, as far as the game can tell
 * (is_position). */
zm_status zm_table_check_state(zm_context *c, const zm_table *t, zm_pos p);
/* A table without files, whose values somebody else finds when they are asked for; he must be thread-safe. It has no
 * summary and no tiers: it can be probed, with distances, and nothing else. */
zm_status zm_table_by_asking(zm_context *c, const zm_variant *v, const zm_table *answers, zm_table **out);

/* The counts of each tier of a part, as the part has them; rows has room for all its tiers. Sizes are compared. */
zm_status zm_table_rows(zm_context *c, const zm_table *t, uint32_t part, zm_summary *rows);

#endif
