/* big.c: see big.h. */
#include "big.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef ZERMELO_GMP
#include <gmp.h>

_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_NAIL_BITS == 0, "limbs are 64 bits");

unsigned zm_big_limbs_allowed(void) { return ZM_BIG_MOST; }

bool zm_big_add(uint64_t *to, const uint64_t *what, unsigned limbs) { return mpn_add_n(to, to, what, limbs) != 0; }

char *zm_big_text(const uint64_t *n, unsigned limbs)
{
    mpz_t z;
    mpz_init(z);
    mpz_import(z, limbs, -1, sizeof *n, 0, 0, n);
    char *text = malloc(mpz_sizeinbase(z, 10) + 2);
    if (text)
        mpz_get_str(text, 10, z);
    mpz_clear(z);
    return text;
}

#else

unsigned zm_big_limbs_allowed(void) { return 2; }

static unsigned __int128 wide(const uint64_t *n) { return (unsigned __int128)n[1] << 64 | n[0]; }

bool zm_big_add(uint64_t *to, const uint64_t *what, unsigned limbs)
{
    (void)limbs;
    unsigned __int128 sum = wide(to) + wide(what);
    bool over = sum < wide(to);
    to[0] = (uint64_t)sum;
    to[1] = (uint64_t)(sum >> 64);
    return over;
}

char *zm_big_text(const uint64_t *n, unsigned limbs)
{
    (void)limbs;
    char digits[40], *text;
    unsigned at = sizeof digits - 1;
    unsigned __int128 rest = wide(n);
    digits[at] = 0;
    do {
        digits[--at] = (char)('0' + (int)(rest % 10));
    } while (rest /= 10);
    text = malloc(sizeof digits - at);
    if (text)
        memcpy(text, digits + at, sizeof digits - at);
    return text;
}

#endif

/* The number as a double times a power of two: the three highest limbs that count say all a double can hold. */
static double leading(const uint64_t *n, unsigned limbs, int *exponent)
{
    while (limbs > 1 && !n[limbs - 1])
        limbs--;
    double x = 0;
    unsigned low = limbs > 3 ? limbs - 3 : 0;
    for (unsigned i = limbs; i-- > low;)
        x = x * 0x1p64 + (double)n[i];
    *exponent = (int)(64 * low);
    return x;
}

double zm_big_ratio(const uint64_t *a, const uint64_t *b, unsigned limbs)
{
    int ea, eb;
    double x = leading(a, limbs, &ea), y = leading(b, limbs, &eb);
    return y > 0 ? ldexp(x / y, ea - eb) : 0;
}
