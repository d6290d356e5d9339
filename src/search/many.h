/* many.h: many positions at once, on a device. */
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
/* The same on a device. What was not searched when it was stopped keeps the value it has, and so do the last few: the
 * CPU is sooner done with them. One clear line and ZM_BAD_INPUT when there is no such device here, or the game has no
 * zm_search for it. src/engine has it. */
zm_status zm_search_many_on(zm_context *c, const zm_variant *v, zm_engine e, const zm_many *many, uint64_t *nodes);

/* Who does here what a GPU would do. */
const struct zm_search_runner *zm_search_runner_on_cpu(const zm_variant *v);

#endif
