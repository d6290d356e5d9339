/* say.c: see zermelo/text.h. */
#include <zermelo/text.h>

#include <stdarg.h>
#include <stdio.h>

zm_text zm_text_in(char *memory, size_t size)
{
    if (size)
        memory[0] = 0;
    return (zm_text){memory, size, 0};
}

void zm_say(zm_text *out, const char *format, ...)
{
    const size_t used = out->length < out->size ? out->length : out->size;
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(out->at + used, out->size - used, format, args);
    va_end(args);
    out->length += n > 0 ? (size_t)n : 0;
}

void zm_say_char(zm_text *out, char c)
{
    if (out->length + 1 < out->size) {
        out->at[out->length] = c;
        out->at[out->length + 1] = 0;
    }
    out->length++;
}
