/* book_size.c: about how many states a book will have, told before they are found. */
#include "base/text.h"
#include "book.h"

#include <math.h>

enum { ENOUGH = 20000 /* states that are counted, not guessed */, STATE_BYTES = 100, MOVE_BYTES = 8 };

typedef struct estimate {
    double states, bytes;
    bool is_exact;
} estimate;

/* States of the first plies: those of the first few are counted, then each ply has as many times more as the two before
 * it had, a little less each time. Games grow more and more slowly, so that this is rather too many than too few. */
static double states_in(const zm_explored *x, unsigned plies)
{
    double all = 0, last = 0, before = 0, growth = 1, slower = 1;
    for (unsigned i = 0; i < x->plies; i++) {
        const double now = (double)(x->ply[i + 1] - x->ply[i]);
        const double grown = before > 0 ? sqrt(now / before) : last > 0 ? now / last : 1;
        slower = i > 2 && grown < growth ? grown / growth : 1;
        growth = grown;
        before = last;
        last = now;
        all += now;
    }
    for (unsigned i = x->plies; i <= plies; i++) {
        growth = fmax(growth * slower, 1);
        last *= growth;
        all += last;
    }
    return all;
}

static zm_status estimate_states(zm_driver *d, unsigned plies, estimate *out)
{
    zm_explore_limit most = {.plies = 1};
    zm_explored x;
    for (;; most.plies++) {
        ZM_TRY(d->context, zm_explore(d->context, d->variant, zm_start_state(d->variant), false, &most, &x));
        if (x.map.count >= ENOUGH || most.plies >= plies || x.plies <= most.plies)
            break;
        zm_explored_free(d->context, &x);
    }
    out->is_exact = x.plies <= most.plies || most.plies >= plies;
    out->states = out->is_exact ? (double)x.map.count : states_in(&x, plies);
    out->bytes = out->states * (STATE_BYTES + MOVE_BYTES * (double)x.moves / (double)x.map.count);
    zm_explored_free(d->context, &x);
    return ZM_OK;
}

/* What is only estimated is told with two digits. */
static uint64_t rounded(const estimate *e)
{
    const double unit = e->is_exact ? 1 : pow(10, floor(log10(e->states)) - 1);
    return (uint64_t)(fmin(round(e->states / unit), 1e17 / unit) * unit);
}

zm_status zm_book_announce(zm_driver *d)
{
    zm_context *c = d->context;
    const unsigned plies = d->options->book_plies;
    const double limit = (double)zm_memory_limit(c);
    char bytes[32], most[32], count[64];
    estimate e = {0};
    ZM_TRY(c, estimate_states(d, plies, &e));
    zm_note(c, "a book of %s: %s%s in %u plies, which take about %s of memory (limit %s)%s", d->variant->game->title,
            e.is_exact ? "" : "about ", zm_things_text(rounded(&e), "state", count), plies,
            zm_bytes_text(e.bytes < 1e19 ? (uint64_t)e.bytes : UINT64_MAX, bytes),
            zm_bytes_text(zm_memory_limit(c), most),
            e.bytes > limit ? ": probably too many; with fewer plies it is a smaller book" : "");
    return ZM_OK;
}
