/* memory.h: how a block of zm_alloc is going to be used. */
#ifndef ZM_BASE_MEMORY_H
#define ZM_BASE_MEMORY_H

#include <zermelo/base.h>

/* A block that will be read and written all over, at random: in pages as large as there are, so that fewer need to be found. A hint,
 * to be given before it is used; NULL is none. */
void zm_large_pages(void *block);

#endif
