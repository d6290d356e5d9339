/* theorems.c: what values of parts say about the whole, and what those of successors say about a position.
 *
 * The numbers are those of Lenhardt's thesis (2007): 3.1 sum, 3.6 and, 3.9 also, 5.1 and 9.2 wtia; 3.4 remoteness, 3.7
 * suspense,
 * 5.3 w, 9.1 w under misère play. */
#include "graph.h"

#include <string.h>

const char *const zm_kind_name[ZM_KINDS] = {"grundy", "remoteness", "suspense", "w", "w_misere"};
const char *const zm_compound_name[ZM_WTIA + 1] = {"sum", "union", "selective", "and", "also", "wtia"};

bool zm_adds_up(zm_compound c, zm_kind k)
{
    return (c == ZM_SUM && k == ZM_GRUNDY) || (c == ZM_AND && k == ZM_REMOTENESS) ||
           (c == ZM_ALSO && k == ZM_SUSPENSE) || (c == ZM_WTIA && (k == ZM_W || k == ZM_W_MISERE));
}

static uint32_t either(uint32_t a, uint32_t b, uint32_t what, uint32_t otherwise)
{
    return a == what || b == what ? what : otherwise;
}

uint32_t zm_add_up(zm_compound c, zm_kind k, uint32_t a, uint32_t b)
{
    if (c == ZM_AND)
        return a < b ? a : b;
    if (c == ZM_ALSO)
        return a > b ? a : b;
    if (c == ZM_WTIA && k == ZM_W)
        return either(a, b, ZM_SL, either(a, b, ZM_SW, a ^ b));
    return either(a, b, c == ZM_WTIA ? ZM_SW : ZM_GRUNDY_LOONY, a ^ b);
}

uint32_t zm_nothing(zm_compound c) { return c == ZM_AND ? UINT32_MAX /* more than any */ : 0; }

/* ---- from successors ---- */
/* The least number that is not among those of the successors; SL and SW are none. bits has room for count + 1 bits. */
static uint32_t least_missing(const zm_five *s, uint64_t count, zm_kind k, uint64_t *bits)
{
    memset(bits, 0, (count / 64 + 1) * sizeof *bits);
    for (uint64_t i = 0; i < count; i++)
        if (s[i].kind[k] <= count)
            bits[s[i].kind[k] / 64] |= zm_bit(s[i].kind[k] % 64);
    uint32_t n = 0;
    while (bits[n / 64] >> (n % 64) & 1)
        n++;
    return n;
}

/* One more than the nearest of the even numbers, or else the farthest of the odd ones; `far`: the other way round. */
static uint32_t how_long(const zm_five *s, uint64_t count, zm_kind k, bool far)
{
    uint32_t even = UINT32_MAX, odd = UINT32_MAX;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t n = s[i].kind[k];
        if (n % 2 == 0)
            even = even == UINT32_MAX || (n > even) == far ? n : even;
        else
            odd = odd == UINT32_MAX || (n < odd) == far ? n : odd;
    }
    return 1 + (even != UINT32_MAX ? even : odd);
}

zm_five zm_from_successors(const zm_five *s, uint64_t count, uint64_t *bits)
{
    bool ends = false;
    if (!count)
        return (zm_five){{0, 0, 0, ZM_SL, ZM_SW}};
    for (uint64_t i = 0; i < count; i++)
        ends |= s[i].kind[ZM_W] == ZM_SL;
    return (zm_five){{least_missing(s, count, ZM_GRUNDY, bits), how_long(s, count, ZM_REMOTENESS, false),
                      how_long(s, count, ZM_SUSPENSE, true), ends ? ZM_SW : least_missing(s, count, ZM_W, bits),
                      least_missing(s, count, ZM_W_MISERE, bits)}};
}
