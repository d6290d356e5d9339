/* octal: the octal games by their code. octal.h has the rules. */
#include "games/shared/octal.h"

#include <stdio.h>

/* One code has one text: zeros at its end say nothing. */
static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    octal_data *d = data;
    char code[OCTAL_DIGITS];
    snprintf(code, sizeof code, "%s", zm_option_text(v, "code"));
    if (!octal_prepare(v, d, code, why))
        return false;
    code[d->digits + 1] = 0;
    return zm_option_set(v, "code", d->digits > 1 ? code : "4.0"), true;
}

OCTAL_GAME(
    octal, "octal", .title = "Octal games",
    .about =
        "Heaps of coins and a code d0.d1d2d3... in digits 0 to 7. A player takes k coins from a heap when digit dk\n"
        "allows it: 1 if they are the whole heap, 2 if the rest stays one heap, 4 if he splits the rest into\n"
        "two heaps, and sums of these. Who cannot move has lost.",
    .known =
        "0.77 is Kayles, 0.07 Dawson's Kayles, 0.137 Dawson's Chess, 0.3 with more threes Limited Nim. Whether the\n"
        "values of every finite octal code repeat in the end is not known (Guy and Smith 1956).",
    .options = {ZM_TEXT("code", "0.77", "the digits, as in 0.77 or 4.07"),
                OCTAL_HEAPS_OPTION("12", "coins in each heap")})
