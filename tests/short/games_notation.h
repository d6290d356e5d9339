/* games_notation.h: texts that a game must refuse, each with the place it must blame and a word of the reason. */
#ifndef GAMES_NOTATION_H
#define GAMES_NOTATION_H

#include "unit.h"

#include <zermelo/zermelo.h>

typedef struct bad_text {
    const char *text, *reason;
    size_t at; /* ZM_WHOLE: no single place */
} bad_text;

static inline void assert_refused(const zm_variant *v, const bad_text *bad, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        zm_mistake why = {.at = 99};
        zm_pos p;
        assert_false(v->game->read(v, bad[i].text, &p, &why));
        assert_int_equal(why.at, bad[i].at);
        assert_non_null(strstr(why.text, bad[i].reason));
    }
}

#endif
