/* find.h: where in a row of values, or of bytes, something stands. Many are compared at once: levels are many, and what
 * has one is rare. */
#ifndef ZM_KERNEL_FIND_H
#define ZM_KERNEL_FIND_H

#include <zermelo/value.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* Writes the places from i to end of `value`, in order; returns how many. */
static inline unsigned zm_find_value(const zm_value *values, uint32_t i, uint32_t end, zm_value value, uint32_t *out)
{
    unsigned n = 0;
#ifdef __AVX2__
    const __m256i wanted = _mm256_set1_epi16((short)value);
    for (; i + 32 <= end; i += 32) {
        const __m256i *at = (const __m256i *)(const void *)(values + i);
        const __m256i first = _mm256_cmpeq_epi16(_mm256_loadu_si256(at), wanted);
        const __m256i second = _mm256_cmpeq_epi16(_mm256_loadu_si256(at + 1), wanted);
        const __m256i both =
            _mm256_permute4x64_epi64(_mm256_packs_epi16(first, second), 0xD8); /* a byte each, in order */
        for (uint32_t found = (uint32_t)_mm256_movemask_epi8(both); found; found &= found - 1)
            out[n++] = i + zm_lowest(found);
    }
#endif
    for (; i < end; i++)
        if (values[i] == value)
            out[n++] = i;
    return n;
}

/* The same of bytes that are a, or b, or at least `from` and not 255. */
static inline unsigned zm_find_bytes(const uint8_t *bytes, uint32_t i, uint32_t end, uint8_t a, uint8_t b, uint8_t from,
                                     uint32_t *out)
{
    unsigned n = 0;
#ifdef __AVX2__
    const __m256i is_a = _mm256_set1_epi8((char)a), is_b = _mm256_set1_epi8((char)b);
    const __m256i lowest = _mm256_set1_epi8((char)from), full = _mm256_set1_epi8(-1);
    for (; i + 32 <= end; i += 32) {
        const __m256i here = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + i));
        const __m256i either = _mm256_or_si256(_mm256_cmpeq_epi8(here, is_a), _mm256_cmpeq_epi8(here, is_b));
        const __m256i above =
            _mm256_andnot_si256(_mm256_cmpeq_epi8(here, full), _mm256_cmpeq_epi8(_mm256_max_epu8(here, lowest), here));
        for (uint32_t found = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(either, above)); found; found &= found - 1)
            out[n++] = i + zm_lowest(found);
    }
#endif
    for (; i < end; i++)
        if (bytes[i] == a || bytes[i] == b || (bytes[i] >= from && bytes[i] != 255))
            out[n++] = i;
    return n;
}

#endif
