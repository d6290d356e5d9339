/* guarded.h: an array for rules to write to, with a page on either side that must stay as it is, and a forbidden page
 * behind each of those.
 *
 *     forbidden | page | array | page | forbidden
 *
 * So a write a little outside is found afterwards, and told; one far outside crashes at once. */
#ifndef ZM_GAME_GUARDED_H
#define ZM_GAME_GUARDED_H

#include <zermelo/base.h>

typedef struct zm_guarded {
    uint8_t *pages, *begin, *data; /* begin: of the first page that may be written */
    size_t pages_bytes, written_bytes, bytes;
} zm_guarded;

/* Its bytes are 0. False: not enough memory; it is to be closed all the same. */
bool zm_guarded_open(size_t bytes, zm_guarded *out);
void zm_guarded_close(zm_guarded *g); /* also one that was not opened, if it is zero */
/* Where something was written outside, in bytes: below 0 before the array, at least `bytes` behind it. 0: nowhere. */
long zm_guarded_stain(const zm_guarded *g);

#endif
