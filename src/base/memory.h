/* memory.h: how a block of zm_alloc is going to be used; failures on demand. */
#ifndef ZM_BASE_MEMORY_H
#define ZM_BASE_MEMORY_H

#include <zermelo/base.h>

/* A block that will be read and written all over, at random: in pages as large as there are, so that fewer need to be
 * found. A hint, to be given before it is used; NULL is none. */
void zm_large_pages(void *block);

/* Like zm_alloc, but on pages that the block shares with nothing else: a GPU may pin them. Not for zm_resize. */
zm_status zm_alloc_pages(zm_context *c, void *pointer_to_pointer, uint64_t count, size_t size, const char *what);
uint64_t zm_pages_bytes(uint64_t bytes); /* that it takes of the budget */
bool zm_begins_page(const void *block);

/* For tests: the nth allocation from now and all after it fail; 0: none. */
void zm_fail_allocation(zm_context *c, uint64_t nth);

#endif
