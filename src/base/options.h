/* options.h: options that a program hands over, whatever version of the headers it was compiled with.
 *
 * The first member of a struct of options is its size (ZM_OPTIONS of zermelo/base.h). Members are only ever added at
 * the end. So what an older program does not have is read as 0, and what a newer one may want is refused. */
#ifndef ZM_BASE_OPTIONS_H
#define ZM_BASE_OPTIONS_H

#include <zermelo/base.h>

/* Copies the options, at most `size` bytes, into *out, of this size; `what` names their type. NULL: all are 0. */
zm_status zm_take_options(zm_context *c, const void *options, const char *what, void *out, size_t size);

/* Declares `name`: the options that `given` points to, as a struct of this library's version. */
#define ZM_TAKE_OPTIONS(c, type, given, name) \
    type name;                                \
    ZM_TRY(c, zm_take_options(c, given, #type, &(name), sizeof(type)))

#endif
