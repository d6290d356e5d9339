/* codes.c: a position of a declared board as one number, the first square highest: a digit per square, 0 for an empty one,
 * then the letters as declared. "bits2" has two bits per digit, "base3" the base 3. Where notation tells the turn it is one
 * more digit above them. Boards with hands or counters have no such numbers. */
#include "text.h"

#include <zermelo/sources.h>

#include <stdio.h>

static unsigned things(const zm_board_data *d) { return d->letters + 1u; }
static unsigned bits_of(const zm_board_data *d) { return zm_highest(d->letters) + 1; }

static unsigned digit_at(const zm_variant *v, zm_pos shown, unsigned square)
{
    const unsigned number = zm_board_of(v)->number_of[(unsigned)zm_at(v, shown, square) & 127];
    return number == ZM_NO_LETTER ? 0 : number + 1;
}

/* The largest code is below base^digits, which must not be more than 2^64. */
static bool fits(const zm_variant *v, uint64_t base)
{
    const zm_board_data *d = zm_board_of(v);
    uint64_t most = zm_board_tells_turn(v); /* the largest code */
    for (unsigned i = 0; i < d->squares; i++) {
        if (most > (UINT64_MAX - (base - 1)) / base)
            return false;
        most = most * base + (base - 1);
    }
    return !zm_board_has_hands(d) && !d->numbers;
}

static uint64_t encode(const zm_variant *v, zm_pos p, uint64_t base)
{
    const zm_pos shown = zm_board_shown(v, p);
    uint64_t code = zm_board_tells_turn(v) ? p.hi >> 63 : 0;
    for (unsigned i = 0; i < zm_squares(v); i++)
        code = code * base + digit_at(v, shown, i);
    return code;
}

static bool decode(const zm_variant *v, uint64_t code, uint64_t base, zm_pos *p, zm_mistake *why)
{
    const zm_board_data *d = zm_board_of(v);
    zm_pos shown = {0, 0};
    for (unsigned i = d->squares; i-- > 0; code /= base) {
        const unsigned digit = (unsigned)(code % base);
        if (digit > d->letters)
            return zm_wrong(why, 0, "square %u holds a %u, which stands for nothing", i + 1, digit);
        shown = zm_put(v, shown, i, digit ? d->letter[digit - 1].letter : '.');
    }
    shown.hi |= code ? ZM_TURN_BIT : 0; /* what is left */
    *p = d->turn == ZM_TURN_COUNTED ? zm_board_count_turn(v, shown) : zm_board_shown(v, shown);
    return zm_board_judge(v, *p, why);
}

/* What is left above the squares: the turn, or nothing. */
static bool is_too_large(const zm_variant *v, uint64_t code, uint64_t base)
{
    for (unsigned i = 0; i < zm_squares(v); i++)
        code /= base;
    return code > zm_board_tells_turn(v);
}

bool zm_code_bits_fit(const zm_variant *v) { return fits(v, UINT64_C(1) << bits_of(zm_board_of(v))); }
bool zm_code_base_fits(const zm_variant *v) { return fits(v, things(zm_board_of(v))); }

uint64_t zm_code_bits(const zm_variant *v, zm_pos p) { return encode(v, p, UINT64_C(1) << bits_of(zm_board_of(v))); }
uint64_t zm_code_base(const zm_variant *v, zm_pos p) { return encode(v, p, things(zm_board_of(v))); }

bool zm_code_from_bits(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    const unsigned bits = bits_of(zm_board_of(v)), all = bits * zm_squares(v) + zm_board_tells_turn(v);
    if (is_too_large(v, code, UINT64_C(1) << bits))
        return zm_wrong(why, 0, "the largest code of %u squares has %u bits", zm_squares(v), all);
    return decode(v, code, UINT64_C(1) << bits, p, why);
}

bool zm_code_from_base(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    const unsigned base = things(zm_board_of(v));
    if (is_too_large(v, code, base))
        return zm_wrong(why, 0, "the code has more than %u digits in base %u", zm_squares(v), base);
    return decode(v, code, base, p, why);
}

/* ---- by name ---- */
#define BITS(n)                                                                                     \
    {                                                                                               \
        "bits" #n, #n " bits per square, the first square highest", zm_code_bits, zm_code_from_bits \
    }
#define BASE(n)                                                                                                   \
    {                                                                                                             \
        "base" #n, "a digit per square in base " #n ", the first square highest", zm_code_base, zm_code_from_base \
    }

unsigned zm_board_codes(unsigned letters, zm_code *out)
{
    static const zm_code bits[] = {BITS(1), BITS(2), BITS(3), BITS(4), BITS(5)};
    static const zm_code base[] = {BASE(2),  BASE(3),  BASE(4),  BASE(5),  BASE(6),  BASE(7),  BASE(8),  BASE(9),
                                   BASE(10), BASE(11), BASE(12), BASE(13), BASE(14), BASE(15), BASE(16), BASE(17),
                                   BASE(18), BASE(19), BASE(20), BASE(21), BASE(22), BASE(23), BASE(24), BASE(25)};
    if (!letters || letters > ZM_BOARD_LETTERS)
        return 0;
    out[0] = bits[zm_highest(letters)];
    out[1] = base[letters - 1];
    return 2;
}
