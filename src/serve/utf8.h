/* utf8.h: texts from outside, and such as were cut in the middle of a character. */
#ifndef ZM_SERVE_UTF8_H
#define ZM_SERVE_UTF8_H

#include <stdbool.h>

bool zm_is_utf8(const char *text);
void zm_mend_utf8(char *text); /* bytes that are no part of a character become ? */

#endif
