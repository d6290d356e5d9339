/* utf8.c: see utf8.h. As RFC 3629 has it: no longer forms than needed, no surrogates, nothing beyond U+10FFFF. */
#include "utf8.h"

#include <stddef.h>

/* Bytes of the character at the front; 0: it is none. */
static size_t character(const unsigned char *s)
{
    const unsigned char c = *s;
    if (c < 0x80)
        return 1;
    const size_t n = c >= 0xC2 && c <= 0xDF ? 2 : c >= 0xE0 && c <= 0xEF ? 3 : c >= 0xF0 && c <= 0xF4 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xC0) != 0x80) /* also the 0 at the end */
            return 0;
    const bool longer = (c == 0xE0 && s[1] < 0xA0) || (c == 0xF0 && s[1] < 0x90);
    const bool beyond = (c == 0xED && s[1] > 0x9F) || (c == 0xF4 && s[1] > 0x8F);
    return longer || beyond ? 0 : n;
}

bool zm_is_utf8(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const size_t n = character(at);
        if (!n)
            return false;
        at += n;
    }
    return true;
}

void zm_mend_utf8(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at;) {
        const size_t n = character(at);
        if (!n)
            *at = '?';
        at += n ? n : 1;
    }
}
