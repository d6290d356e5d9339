/* text.h: a text that is written piece by piece into memory of a known size.
 *
 * What does not fit is cut, and the text always ends with a 0 (where size is at least 1). So nobody who writes has to
 * count: whoever gave the memory sees by `length` whether all of it fitted (length < size). */
#ifndef ZERMELO_TEXT_H
#define ZERMELO_TEXT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_text {
    char *at;            /* the memory, and the text in it */
    size_t size, length; /* of the memory, the final 0 included; of all that was said, also of what did not fit */
} zm_text;

zm_text zm_text_in(char *memory, size_t size); /* an empty text */
/* Both append. */
void zm_say(zm_text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void zm_say_char(zm_text *out, char c);

#ifdef __cplusplus
}
#endif

#endif
