/* search.h: many searches at once on a device. */
#ifndef ZM_ENGINE_CUDA_SEARCH_SEARCH_H
#define ZM_ENGINE_CUDA_SEARCH_SEARCH_H

#include "search/many.h"

/* One clear line and ZM_BAD_INPUT when there is no such device here, or the game has no zm_search for it. */
zm_search_device zm_search_many_on;

#endif
