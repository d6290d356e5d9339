/* unit.h: what every unit test includes: cmocka (with the headers it wants before it) and a seeded generator. */
#ifndef ZM_TESTS_UNIT_H
#define ZM_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Under a sanitizer everything takes ten to a hundred times as long: the same with less of it will do. */
#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || __has_feature(address_sanitizer) || \
    __has_feature(thread_sanitizer)
enum { UNIT_SANITIZED = 1 };
#else
enum { UNIT_SANITIZED = 0 };
#endif

/* Leaves a test out, and says why: scripts/test names it at the end. */
#define unit_skip(reason)                              \
    do {                                               \
        printf("skipped: %s: %s\n", __func__, reason); \
        fflush(stdout);                                \
        skip();                                        \
    } while (0)

/* `scripts/test long` asks for all of a test; CI, which has a quarter of an hour for everything, for the part that
 * takes seconds. */
static inline int unit_long(void)
{
    const char *wish = getenv("ZERMELO_TESTS");
    return wish && !strcmp(wish, "long");
}

/* splitmix64: the same numbers in every run. */
static inline uint64_t unit_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* A path inside the test's private folder (tests/run); a test that is run by hand, without one, gets /tmp. */
static inline const char *unit_path(const char *name, char out[4096])
{
    const char *tmp = getenv("TMPDIR");
    snprintf(out, 4096, "%s/%s", tmp ? tmp : "/tmp", name);
    return out;
}

#endif
