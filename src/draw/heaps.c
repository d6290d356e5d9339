/* heaps.c: see heaps.h. */
#include "heaps.h"

#include <ctype.h>
#include <stddef.h>

enum { DIGITS = 9 }; /* of a number */

bool zm_next_heap(zm_heap_reader *r, zm_heap *out)
{
    if (!r->next)
        return false;
    *out = (zm_heap){.row = r->row, .col = r->col, .text = r->next};
    for (; isdigit((unsigned char)*r->next) && out->length <= DIGITS; r->next++, out->length++)
        out->number = 10 * out->number + (unsigned)(*r->next - '0');
    const char after = *r->next;
    r->wrong = !out->length || out->length > DIGITS || (after && after != ',' && after != '-');
    r->row = after == '-' ? r->row + 1 : 0;
    r->col += after == ',';
    r->next = r->wrong || !after ? NULL : r->next + 1;
    return !r->wrong;
}
