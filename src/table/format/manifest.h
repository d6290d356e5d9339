/* manifest.h: the text file that says what a table is and which files it has.
 *
 * One line a part, not one a tier: it is written anew after each part, and a game may have 100,000 tiers. The counts of
 * each tier are in its part. */
#ifndef ZM_TABLE_FORMAT_MANIFEST_H
#define ZM_TABLE_FORMAT_MANIFEST_H

#include "layout.h"

typedef struct zm_manifest_part {
    uint32_t first, tiers;
    uint64_t bytes, check; /* of the file; XXH3 */
    zm_summary sum;        /* of its tiers; start is not used */
} zm_manifest_part;

typedef struct zm_manifest {
    uint64_t rules;
    bool keyed, finished;
    bool placed;                  /* keyed, and the keys are places of the game's index */
    unsigned book;                /* only the states of so many plies are in it; 0: all */
    unsigned beyond, beyond_from; /* and of so many plies beyond: what is drawn, or decided in so many or more */
    bool wdl;                     /* values say who wins, not how far */
    bool odds;                    /* values are probabilities */
    bool estimates;               /* and not certified */
    unsigned bits;                /* that they are rounded to; 0: as they were found */
    bool moves; /* values are best moves; the counts are those of the probabilities they were made from */
    uint64_t part_states;
    uint32_t tiers;
    uint64_t keys, keys_bytes, keys_check; /* how many, and their file; of a keyed table, once written */
    uint32_t part_count, part_room;
    zm_manifest_part *part;
    zm_summary total;      /* when finished */
    uint64_t bytes, check; /* of the manifest itself, once read; bytes also once written */
} zm_manifest;

/* Reads and checks the manifest of this variant. ZM_NOT_FOUND: there is none. ZM_CORRUPT: damaged, another version,
 * other rules, another variant: the message says which. Finished or not is for the caller to look at. */
zm_status zm_manifest_read(zm_context *c, const zm_variant *v, const char *folder, zm_manifest *m);
zm_status zm_manifest_write(zm_context *c, const zm_variant *v, const char *folder, zm_manifest *m);
zm_status zm_manifest_add(zm_context *c, zm_manifest *m, const zm_manifest_part *part);
static inline bool zm_manifest_dice(const zm_manifest *m) { return m->odds || m->moves; }
void zm_manifest_free(zm_context *c, zm_manifest *m);

#endif
