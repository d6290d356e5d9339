/* published.h: what others have found, beside what we have: bounds and published numbers, as text and as JSON. */
#ifndef ZM_CLI_PUBLISHED_H
#define ZM_CLI_PUBLISHED_H

#include "print.h"

/* "28 more", "5 fewer", "the same": how many more the source has than we. */
const char *zm_difference_words(uint64_t theirs, uint64_t ours, char out[48]);

/* A line for each source: its numbers and, where there are any of ours (else NULL), how many more they are. */
void zm_print_published(const zm_variant *v, const zm_summary *ours);

#endif
