/* names.c: see names.h. */
#include "names.h"

#include <string.h>

bool zm_good_name(const char *name)
{
    size_t n = strlen(name);
    return n && n <= ZM_MAX_NAME && *name >= 'a' && *name <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == n;
}

/* A cut must not split a character: bytes 10xxxxxx continue one in UTF-8. */
static size_t cut_before(const char *text, size_t n)
{
    while (n && ((unsigned char)text[n] & 0xC0) == 0x80)
        n--;
    return n;
}

char *zm_shown(const char *text, char out[ZM_SHOWN])
{
    size_t n = strlen(text);
    bool whole = n < ZM_SHOWN;
    if (!whole)
        n = cut_before(text, ZM_SHOWN - 4);
    for (size_t i = 0; i < n; i++)
        out[i] = (unsigned char)text[i] < ' ' || text[i] == 127 ? '?' : text[i];
    strcpy(out + n, whole ? "" : "...");
    return out;
}
