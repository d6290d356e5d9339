/* sources.h: the sources facet: what others have published about a game, their numbers, codes and strategies, and what is
 * measured of it. */
#ifndef ZERMELO_SOURCES_H
#define ZERMELO_SOURCES_H

#include <zermelo/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_SOURCES_VERSION 1u
#define ZM_SOURCES(...) (&(const zm_sources){.version = ZM_SOURCES_VERSION, __VA_ARGS__})

enum { ZM_MAX_CODES = 4, ZM_MAX_BENCH = 4, ZM_MAX_PUBLISHED = 32, ZM_MAX_POLICIES = 4, ZM_MAX_PAIRS = 16 };

typedef struct zm_code { /* a number for a position that a paper or another program uses */
    const char *name, *help;
    uint64_t (*encode)(const zm_variant *v, zm_pos p);
    bool (*decode)(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why);
} zm_code;

typedef struct zm_bench { /* something worth measuring */
    const char *methods;  /* "hunt sweep"; "hunt+wdl": only who wins; "hunt+device": on a GPU, and only there */
    const char *settings; /* "size=10 pawns=5" */
} zm_bench;

typedef struct zm_source { /* who published something, and where */
    const char *name;      /* a word for lines and columns: "thesis" */
    const char *title;     /* "Bianca Teufl's thesis (2018), Table 8.2" */
} zm_source;

#define ZM_NOT_GIVEN UINT64_MAX /* a number the source does not print */

typedef struct zm_published { /* what a source says of one variant, as printed, right or wrong */
    const zm_source *source;
    const char *settings; /* what is not default, in the order of the options: "geese=4" */
    uint64_t states, won_by[2], drawn;
    const char *table; /* how large its table is, as printed: "13 MB"; NULL: not given */
} zm_published;

typedef struct zm_bound { /* how many states there can be at most, found without looking at them */
    const zm_source *source;
    const char *formula;
    uint64_t (*states)(const zm_variant *v); /* 0: it does not hold for this variant */
} zm_bound;

typedef struct zm_policy { /* a way of playing that people use */
    const char *name, *help;
    /* Which of the moves of p (one or more; with dice, those with the roll) it makes: a place in the list. */
    unsigned (*choose)(const zm_variant *v, zm_pos p, const zm_move *moves, unsigned count);
} zm_policy;

typedef struct zm_crossed { /* what a source says of agents that met in one variant, as printed */
    const zm_source *source;
    const char *settings; /* as of zm_published */
    struct {
        const char *first, *second; /* agents, the one who begins first */
        double percent;             /* that the first wins */
    } pair[ZM_MAX_PAIRS];
} zm_crossed;

typedef struct zm_sources {
    unsigned version;
    /* OPTIONAL. Buys: `encode` and `decode` in the numbers of a paper. */
    zm_code codes[ZM_MAX_CODES];
    /* OPTIONAL. What `zermelo bench` measures of it. */
    zm_bench bench[ZM_MAX_BENCH];
    /* OPTIONAL. Buys: `solve`, `info` and `compare` show the bound, and what was published beside what they find. */
    zm_bound bound;
    zm_published published[ZM_MAX_PUBLISHED];
    /* OPTIONAL. Buys: agents of these names. */
    zm_policy policies[ZM_MAX_POLICIES];
    /* OPTIONAL. Buys: `arena` shows what was published beside what it finds. */
    const zm_crossed *crossed; /* ends with one that has no source */
} zm_sources;

#ifdef __cplusplus
}
#endif

#endif
