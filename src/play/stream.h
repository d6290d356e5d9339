/* stream.h: streams of random numbers where a call for each would be too slow. */
#ifndef ZM_PLAY_STREAM_H
#define ZM_PLAY_STREAM_H

#include "base/random.h"

#include <zermelo/play.h>

static inline uint64_t zm_draw_below(zm_random *r, uint64_t n) { return zm_any_below(&r->state, n); }

#endif
