/* advice.h: what to type for values of a variant that has no table: something that this machine can do.
 *
 * A solve, where what it announces fits. Else a book of the first plies, where the game is searched. Else the largest
 * variant that fits and differs in one option. Nothing is solved to find that out. */
#ifndef ZM_ANSWER_ADVICE_H
#define ZM_ANSWER_ADVICE_H

#include "parts.h"

typedef struct zm_advice {
    bool fits;        /* the variant itself can be solved, as far as is known before */
    bool same;        /* what helps is about this very variant */
    bool helps;       /* there is something to type; else only more memory helps */
    char why[256];    /* what it needs, where it does not fit */
    const char *what; /* "a table", "a book of its first plies", "the largest variant that fits" */
    char command[ZM_VARIANT_TEXT + 4300];
} zm_advice;

/* `game` is what the user calls it: its name, or the path of a plugin. `tables` may be NULL: the default folder. Of the
 * context it takes the memory limit and the threads; its message stays. */
void zm_advise(const zm_context *c, const char *game, const zm_variant *v, const char *tables, zm_advice *out);
/* The same in the context itself, which may be stopped meanwhile: then it is no advice. */
void zm_advise_in(zm_context *c, const char *game, const zm_variant *v, const char *tables, zm_advice *out);

/* In a few words: "run: zermelo solve chomp rows=3". */
const char *zm_advice_text(const zm_advice *a, char *out, size_t size);

#endif
