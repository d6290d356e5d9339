/* text.h: numbers as people read and type them. */
#ifndef ZM_BASE_TEXT_H
#define ZM_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

char *zm_bytes_text(uint64_t bytes, char out[32]); /* "1.5 GiB" */
char *zm_count_text(uint64_t n, char out[32]);     /* "1,270,689" */
/* "1 place", "1,270,689 places" */
char *zm_things_text(uint64_t n, const char *thing, char out[64]);
/* Tenths of a per cent of what they are together, rounded so that they add up to 1000: where nearest ones do not, those
 * whose rest is largest are rounded up. All 0 where there is nothing. */
void zm_tenths(unsigned count, const uint64_t *part, unsigned *tenths);
char *zm_seconds_text(double s, char out[32]);          /* "0.12 s", "3 min 20 s", "2 h 05 min" */
bool zm_parse_bytes(const char *text, uint64_t *bytes); /* "512M", "2G", "1.5GiB", "4096" */
bool zm_parse_number(const char *text, int64_t *n);     /* a whole decimal number and nothing else */
bool zm_is_number(const char *text);                    /* does it look like one, however large? */

/* How many letters must be put in, left out or changed to make one of the other; UINT_MAX when one has more than 64. */
unsigned zm_edit_distance(const char *a, const char *b);
/* Of the names, the one nearest to what was typed, or NULL when none is near (edit distance, a third may be wrong). */
const char *zm_nearest(const char *typed, const char *const *names, size_t count);

#endif
