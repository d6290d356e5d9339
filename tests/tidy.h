/* tidy.h: included before every file that clang-tidy reads, but context.c. The analyser looks into one file at a time;
 * that a failure returns the very status it was given, it would otherwise have to guess, and guesses it may be
 * ZM_OK. */
#include <zermelo/base.h>

#define zm_fail(c, s, ...) (zm_fail((c), (s), __VA_ARGS__), (s))
#define zm_forward(c, s, ...) (zm_forward((c), (s), __VA_ARGS__), (s))
