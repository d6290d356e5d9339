/* dawsons-kayles: rows of pins; a ball knocks down two that stand side by side. The octal game 0.07: octal.h has the
 * rules. */
#include "games/shared/octal.h"

static bool prepare(zm_variant *v, void *data, zm_mistake *why) { return octal_prepare(v, data, "0.07", why); }

OCTAL_GAME(
    dawsons_kayles, "dawsons-kayles", .title = "Dawson's Kayles",
    .about =
        "Rows of pins. A player knocks down two pins that stand side by side, which may split a row into two. Who\n"
        "cannot has lost.",
    .known = "The values of rows repeat with period 34 after 52 pins (Guy and Smith 1956). It is the octal game 0.07; "
             "Dawson's\n"
             "Chess, 0.137, has the same values one pin earlier.",
    .options = {OCTAL_HEAPS_OPTION("12", "pins in each row")})
