/* hunt_variants.h: small hunts of both kinds, for tests that compare a way by words of squares with a walk through the
 * states. Whoever includes it has defined check(game, count, settings). */
#ifndef ZM_TESTS_HUNT_VARIANTS_H
#define ZM_TESTS_HUNT_VARIANTS_H

#define CHECK(game, ...)                               \
    do {                                               \
        const char *const list[] = {__VA_ARGS__};      \
        check(game, sizeof list / sizeof *list, list); \
    } while (0)

static void hunts_without_cycles(void **state)
{
    (void)state;
    CHECK("hasenspiel", "size=4");
    CHECK("hasenspiel", "size=6");
    CHECK("hasenspiel", "size=6", "pawns=2", "rabbit=b2");
    CHECK("hasenspiel", "size=6", "cut=passed");
    CHECK("hasenspiel", "size=8", "pawns=2", "cut=blog");
}

static void hunts_with_cycles(void **state)
{
    (void)state;
    CHECK("fox-and-geese", "geese=4");
    CHECK("fox-and-geese", "geese=4", "multi=no", "enough=2");
    CHECK("fox-and-geese", "geese=4", "enough=1", "fox_diagonals=drawn");
    CHECK("fox-and-geese", "geese=3", "enough=1", "geese_diagonals=none");
    CHECK("fox-and-geese", "geese=3", "enough=3", "geese_diagonals=drawn");
}

#endif
