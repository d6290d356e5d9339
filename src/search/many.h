/* many.h: many positions at once, on the CPU or on a device. */
#ifndef ZM_SEARCH_MANY_H
#define ZM_SEARCH_MANY_H

#include <zermelo/search.h>
#include <zermelo/solve.h>

typedef struct zm_many {
    const zm_pos *position; /* open ones. Those that have much in common should be near each other */
    const int8_t *least;    /* what each is worth at least, a score; NULL: nothing is known */
    uint64_t count;
    zm_value *value; /* of each, for what comes out */
} zm_many;

static inline int zm_least_of(const zm_many *m, uint64_t i) { return m->least ? m->least[i] : -ZM_SCORE_WIN; }

zm_status zm_search_many_of(zm_searcher *s, const zm_many *many); /* zm_search_many, with what is known */
/* The same on a device, which an engine provides. What was not searched when it was stopped keeps the value it has, and
 * so do the last few: the CPU is sooner done with them. Adds to *nodes the positions looked at. */
typedef zm_status zm_search_device(zm_context *c, const zm_variant *v, zm_engine e, const zm_many *many,
                                   uint64_t *nodes);

#endif
