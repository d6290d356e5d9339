/* layout.h: where a table lies and which tier is in which part: pure functions of variant, tier sizes and
 * part_states. */
#ifndef ZM_TABLE_FORMAT_LAYOUT_H
#define ZM_TABLE_FORMAT_LAYOUT_H

#include <zermelo/table.h>

enum { ZM_PATH = 4096, ZM_TABLE_NAME = 512 };

typedef struct zm_tier_at {
    uint64_t size, first; /* places; the place of the tier's first in its part */
    uint32_t part;
} zm_tier_at;

typedef struct zm_layout {
    uint32_t tiers, parts;
    uint64_t places, largest; /* of all tiers; of the largest */
    zm_tier_at *tier;
} zm_layout;

/* A part takes tiers in order until the next would bring it over part_states places. size: of each tier, or NULL: the
 * rules say. */
zm_status zm_layout_make(zm_context *c, const zm_variant *v, uint32_t tiers, const uint64_t *size, uint64_t part_states,
                         zm_layout *out);
void zm_layout_free(zm_context *c, zm_layout *l);

char *zm_table_name(const zm_variant *v, char out[ZM_TABLE_NAME]); /* "fox-and-geese/geese=9" */
char *zm_part_name(uint32_t part, char out[32]);                   /* "part-00000.zmt" */
bool zm_is_part(const char *name, uint32_t *part);                 /* is it such a name, and of which? */
zm_status zm_table_file(zm_context *c, const char *folder, const char *name, char out[ZM_PATH]);

/* ZM_CORRUPT: "table `NAME`, WHERE: WHAT". What to do about it the caller knows: a solve is about to mend it. */
zm_status zm_table_damaged(zm_context *c, const zm_variant *v, const char *where, const char *what);

#endif
