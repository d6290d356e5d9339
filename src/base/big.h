/* big.h: large natural numbers of a fixed width, as rows of 64-bit limbs, the lowest first; many lie in one array.
 * GMP's low-level functions do the work; without GMP two limbs (128 bits) are the most. */
#ifndef ZM_BASE_BIG_H
#define ZM_BASE_BIG_H

#include <stdbool.h>
#include <stdint.h>

enum { ZM_BIG_MOST = 64 }; /* limbs */

unsigned zm_big_limbs_allowed(void);                                 /* ZM_BIG_MOST, or 2 without GMP */
bool zm_big_add(uint64_t *to, const uint64_t *what, unsigned limbs); /* true: it overflowed */
char *zm_big_text(const uint64_t *n, unsigned limbs);                /* decimal; free() it; NULL when out of memory */
double zm_big_ratio(const uint64_t *a, const uint64_t *b, unsigned limbs); /* a/b, rounded; 0 when b is 0 */

#endif
