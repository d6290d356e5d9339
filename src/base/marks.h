/* marks.h: which of many things have an entry in a list that only holds those that have: a bit each, and how many have
 * one before each 64. One and a half bits a thing; finding an entry is a look at 16 bytes. */
#ifndef ZM_BASE_MARKS_H
#define ZM_BASE_MARKS_H

#include <zermelo/position.h>

typedef struct zm_marks {
    uint64_t bits;
    uint32_t before;
} zm_marks;

static inline uint64_t zm_marks_words(uint64_t things) { return things / 64 + 1; }

static inline bool zm_marked(const zm_marks *m, uint64_t n, uint64_t *entry)
{
    const zm_marks w = m[n / 64];
    *entry = w.before + zm_count_bits(w.bits & zm_low_bits(n % 64));
    return w.bits >> (n % 64) & 1;
}

/* Bits are set; how many there are before each word, and in all. */
static inline uint64_t zm_count_marks(zm_marks *m, uint64_t words)
{
    uint32_t n = 0;
    for (uint64_t w = 0; w < words; w++) {
        m[w].before = n;
        n += zm_count_bits(m[w].bits);
    }
    return n;
}

#endif
