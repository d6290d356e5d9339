/* exact.h: the chain of a race (exact_race.c) and of any game with dice (exact.c). */
#ifndef ZM_PLAY_EXACT_H
#define ZM_PLAY_EXACT_H

#include <zermelo/play.h>

/* Is this a race whose agents are understood, and is what is asked for no more precise than words are? */
bool zm_exact_is_race(const zm_variant *v, const zm_table *t, const zm_exact_options *o);
zm_status zm_exact_race(zm_context *c, const zm_variant *v, const zm_table *t, const zm_exact_options *o,
                        zm_exact *out);

/* zm_arena_exact of any game with dice, races included: for tests. */
zm_status zm_arena_exact_by_rules(zm_context *c, const zm_variant *v, const zm_table *t, const zm_exact_options *o,
                                  zm_exact *out);

#endif
