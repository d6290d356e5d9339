/* tabulate.c: asks a game for the values of all its positions, and puts what it tells in order. */
#include "base/clock.h"

#include <zermelo/tabulate.h>

#include <string.h>

/* Leaves out the values that do not occur and adds the others up. */
static void sum_up(zm_tabulation *t)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < t->count; i++) {
        if (!t->row[i].positions)
            continue;
        t->row[kept++] = t->row[i];
        t->positions += t->row[i].positions;
        t->states += t->row[i].states;
    }
    t->count = kept;
}

zm_status zm_tabulate(zm_context *c, const zm_variant *v, const char *value, zm_tabulation *out)
{
    const double began = zm_now();
    memset(out, 0, sizeof *out);
    if (!v->game->sums->tabulate)
        return zm_fail(c, ZM_BAD_INPUT, "%s has no way of its own to the values of all positions; use solve",
                       v->game->title);
    zm_reset_peak(c);
    const zm_status status = v->game->sums->tabulate(c, v, value, out);
    if (status == ZM_INTERRUPTED)
        return zm_fail(c, status, "stopped before it was finished; nothing of it is kept");
    ZM_TRY(c, status);
    sum_up(out);
    out->peak_bytes = zm_memory_peak(c);
    out->seconds = zm_now() - began;
    return ZM_OK;
}
