/* store.c: see store.h.
 *
 * A row is one side of the mover's against all of the other's with so many runners. Pairs that share a square are no
 * states: they are left out without a branch, into a line of the thread's own; from there values go to where they are
 * written, rounded if that is asked for. With four pieces per side that is 24 billion pairs, about 2 ns each, while the
 * disk takes 3 ns per state. */
#include "store.h"

#include "race.h"

#include <omp.h>

/* One more than a row: what is left out is written too, and then over. */
static uint64_t line_odds(const zm_race_board *b) { return (uint64_t)b->sides[b->homes - 1].sides + 1; }

uint64_t zm_race_line_bytes(const zm_race_board *b) { return zm_threads(b->context) * line_odds(b) * sizeof(zm_odds); }

/* ---- one row ---- */
/* Rounds them on their way out; false when one of them may be new to the summary: the least, the most or the widest. */
static bool put_out(const zm_odds *line, uint64_t n, unsigned bits, zm_odds *out, const zm_summary *sum)
{
    uint32_t least = ZM_CERTAIN, most = 0, widest = 0;
    for (uint64_t i = 0; i < n; i++) {
        const zm_odds o = zm_odds_rounded(line[i], bits);
        const uint32_t width = o.upper - o.lower;
        out[i] = o;
        least = o.lower < least ? o.lower : least;
        most = o.upper > most ? o.upper : most;
        widest = width > widest ? width : widest;
    }
    return sum->has_open && widest <= sum->widest &&
           2 * (uint64_t)least > (uint64_t)sum->least.lower + sum->least.upper &&
           2 * (uint64_t)most < (uint64_t)sum->most.lower + sum->most.upper;
}

static void count_row(const zm_race_board *b, const zm_race_rows *r, uint32_t side, const zm_odds *odds,
                      zm_summary *sum)
{
    const zm_race_sides *own = &b->sides[r->pairing.mover], *other = &b->sides[r->pairing.other];
    for (uint32_t i = r->first; i < r->last; i++) {
        if (other->faced[i] & own->track[side])
            continue;
        if (zm_summary_is_plain(sum, *odds)) {
            sum->states++;
        } else {
            const zm_side mover = {own->track[side], r->pairing.mover}, rest = {other->track[i], r->pairing.other};
            zm_summary_count_odds(sum, b->race->position(b->variant, mover, rest), *odds, false);
        }
        odds++;
    }
}

static void store_row(const zm_race_store *s, const zm_race_rows *r, uint32_t side, zm_odds *out, zm_summary *sum)
{
    zm_odds *line = s->lines + (uint64_t)omp_get_thread_num() * line_odds(s->board);
    const uint64_t n = s->source.line_up(s->source.arg, r, side, line);
    if (put_out(line, n, s->driver->options->bits, out, sum))
        sum->states += n;
    else
        count_row(s->board, r, side, out, sum);
}

/* ---- a tier ---- */
static zm_status put_piece(const zm_race_store *s, const zm_odds *odds, uint64_t count)
{
    return s->driver->publisher ? zm_publish_odds(s->driver->publisher, odds, count) : ZM_OK;
}

/* As many rows at once as the room holds, at least one. */
static uint64_t rows_at_once(const zm_race_store *s, const zm_race_rows *r)
{
    const uint64_t holds = zm_race_room_bytes(s->board) / sizeof(zm_odds) / r->states;
    const uint64_t comes = s->source.most_rows ? s->source.most_rows(s->source.arg, r) : holds;
    const uint64_t most = comes < holds ? comes : holds, all = r->to - r->from;
    return most < all ? most : all;
}

static zm_status store_rows(const zm_race_store *s, const zm_race_rows *r, zm_summary *sum)
{
    const uint64_t step = rows_at_once(s, r);
    zm_context *c = s->board->context;
    zm_odds *odds = (zm_odds *)(void *)s->room;
    for (uint64_t first = r->from; first < r->to; first += step) {
        const uint64_t end = first + step < r->to ? first + step : r->to;
        if (s->source.fetch)
            ZM_TRY(c, s->source.fetch(s->source.arg, r, first, end));
#pragma omp parallel num_threads((int)zm_threads(c))
        {
            zm_summary mine = {.dice = true};
#pragma omp for schedule(static)
            for (uint64_t side = first; side < end; side++)
                store_row(s, r, (uint32_t)side, odds + (side - first) * r->states, &mine);
#pragma omp critical
            zm_summary_add(sum, &mine);
        }
        ZM_TRY(c, put_piece(s, odds, (end - first) * r->states));
    }
    return ZM_OK;
}

/* One side has won: 0 against it, 1 for it. */
static zm_status store_won(const zm_race_store *s, uint64_t states, uint32_t value)
{
    const uint64_t space = zm_race_room_bytes(s->board) / sizeof(zm_odds);
    zm_odds *odds = (zm_odds *)(void *)s->room;
    for (uint64_t i = 0; i < states && i < space; i++)
        odds[i] = (zm_odds){value, value};
    for (uint64_t i = 0; i < states; i += space)
        ZM_TRY(s->board->context, put_piece(s, odds, states - i < space ? states - i : space));
    return ZM_OK;
}

static zm_status store_pairing(const zm_race_store *s, zm_pairing p, zm_summary *sum)
{
    const zm_race_board *b = s->board;
    const unsigned squares = b->race->squares(b->variant);
    for (unsigned k = b->race->runners(b->variant, p.mover) + 1; k-- > 0;)
        for (unsigned l = b->race->runners(b->variant, p.other) + 1; l-- > 0;) {
            const uint64_t states = zm_race_places(squares, k, l);
            if (p.mover && p.other) {
                const zm_race_rows r = zm_race_rows_of(b, p, k, l);
                ZM_TRY(b->context, store_rows(s, &r, sum));
            } else {
                sum->states += states;
                ZM_TRY(b->context, store_won(s, states, p.mover ? 0 : ZM_CERTAIN));
            }
        }
    return ZM_OK;
}

zm_status zm_race_store_tier(const zm_race_store *s, uint32_t tier)
{
    zm_publisher *publisher = s->driver->publisher;
    zm_context *c = s->board->context;
    zm_summary *sum = &s->driver->tally[tier].summary;
    zm_pairing p[2];
    const unsigned pairings = zm_race_pairings(tier, p);
    *sum = (zm_summary){.dice = true};
    if (publisher)
        ZM_TRY(c, zm_publish_begin(publisher, tier));
    for (unsigned k = 0; k < pairings; k++)
        ZM_TRY(c, store_pairing(s, p[k], sum));
    return publisher ? zm_publish_end(publisher, tier) : ZM_OK;
}
