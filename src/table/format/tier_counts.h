/* tier_counts.h: what a table says of a single tier: a row of LEB128 numbers in the extra section of its part. */
#ifndef ZM_TABLE_FORMAT_TIER_COUNTS_H
#define ZM_TABLE_FORMAT_TIER_COUNTS_H

#include "format.h"

#include <zermelo/table.h>

enum { ZM_ROW_ROOM = 7 * ZM_LONGEST_NUMBER }; /* bytes of a row, at most */

/* `size` is the tier's places. Returns the bytes written. */
size_t zm_put_row(uint8_t *at, uint64_t size, const zm_summary *s);
/* Returns what follows the row, or NULL when it is none of a tier of that size. The positions are not in it. */
const uint8_t *zm_get_row(const uint8_t *at, const uint8_t *end, uint64_t size, bool dice, zm_summary *s);

#endif
