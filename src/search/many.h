/* many.h: many positions at once, on a device. */
#ifndef ZM_SEARCH_MANY_H
#define ZM_SEARCH_MANY_H

#include <zermelo/search.h>
#include <zermelo/solve.h>

/* As zm_search_many. What was not searched when it was stopped keeps the value it has, and so do the last few: the CPU is sooner done with
 * them. One clear line and ZM_BAD_INPUT when there is no such
 * device here, or the game has no zm_search for it. src/engine has it. */
zm_status zm_search_many_on(zm_context *c, const zm_variant *v, zm_engine e, const zm_pos *p, uint64_t count,
                            zm_value *values, uint64_t *nodes);

/* Who does here what a GPU would do. */
const struct zm_diver *zm_diver_on_cpu(const zm_variant *v);

#endif
