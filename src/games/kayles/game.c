/* kayles: rows of pins; a ball knocks down one pin or two that stand side by side. The octal game 0.77: octal.h has the
 * rules. */
#include "games/shared/octal.h"

static bool prepare(zm_variant *v, void *data, zm_mistake *why) { return octal_prepare(v, data, "0.77", why); }

OCTAL_GAME(
    kayles, "kayles", .title = "Kayles",
    .about = "Rows of pins. A player knocks down one pin or two that stand side by side, which may split a row into\n"
             "two. Who finds no pin has lost.",
    .known =
        "A single row is always won: a ball into its middle leaves two equal rows, and the first player copies. The\n"
        "values of rows repeat with period 12 after 70 pins (Guy and Smith 1956). It is the octal game 0.77.",
    .options = {OCTAL_HEAPS_OPTION("12", "pins in each row")})
