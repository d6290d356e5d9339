/* store.c: a finished tier of a race, row by row in the order of the index: to the summary, to the table, and back from
 * there when a solve goes on.
 *
 * A row is one side of the mover's against all of the other's with so many runners. Pairs that share a square are no
 * states: they are left out without a branch, into a line of the thread's own; from there values go to where they are
 * written, rounded if that is asked for. With four pieces a side that is 24 billion pairs, about 2 ns each, while the
 * disk takes 3 ns a state. */
#include "race.h"

#include <zermelo/race.h>

#include <omp.h>

enum { FETCH_BYTES = 1 << 28 }; /* of rows from a device at once */
enum { FEW = 64 };              /* no threads for no more sides than that */

uint64_t zm_race_room(const zm_race_solve *s)
{
    const uint32_t sides = (uint32_t)zm_race_sides_sides(s->variant, s->homes - 1);
    return (uint64_t)zm_groups_of(sides) * ZM_LANES * ZM_RACE_PHASE * zm_panel_bytes(s->lap.words);
}

uint32_t *zm_race_word(const zm_race_solve *s, zm_pairing p, uint32_t side, uint32_t other)
{
    const uint64_t number = (uint64_t)(side / ZM_LANES) * s->course[p.other].sides + other;
    return zm_panel_at(s->values[p.mover][p.other], s->lap.words, number) + side % ZM_LANES;
}

static uint64_t most_sides(const zm_race_solve *s) { return s->course[s->homes - 1].sides; }

/* One more than a row: what is left out is written too, and then over. */
static uint64_t line_odds(const zm_race_solve *s) { return most_sides(s) + 1; }

uint64_t zm_race_lines(const zm_race_solve *s) { return zm_threads(s->context) * line_odds(s) * sizeof(zm_odds); }

/* ---- values, here or on a device ---- */
typedef struct row { /* of the mover's side `side`, against the others from .. to-1 */
    zm_pairing p;
    uint32_t side, from, to;
} row;

/* Rows come in groups, of which the first and the last may be wanted in part. */
uint64_t zm_race_fetched(const zm_race_solve *s)
{
    const uint64_t sides = most_sides(s), rows = FETCH_BYTES / sizeof(zm_odds) / sides;
    const uint64_t most = rows < ZM_DEVICE_ROWS ? ZM_DEVICE_ROWS : rows < sides ? rows : sides;
    return (most + 2 * ZM_DEVICE_ROWS) * sides * sizeof(zm_odds);
}

static uint64_t rows_to_fetch(const zm_race_solve *s, uint64_t others)
{
    return zm_race_fetched(s) / sizeof(zm_odds) / others - 2 * ZM_DEVICE_ROWS;
}

/* Of a device: the sides first .. end-1, and those that lie together with them, against the others from .. to-1. */
static zm_status fetch_rows(zm_race_solve *s, const row *r, uint64_t end)
{
    const uint32_t group = r->side / ZM_DEVICE_ROWS;
    const zm_device_rows rows = {group, (uint32_t)((end - 1) / ZM_DEVICE_ROWS) + 1 - group, r->from, r->to - r->from};
    if (!s->device)
        return ZM_OK;
    s->fetched_from = group * ZM_DEVICE_ROWS;
    return zm_race_device_rows(s->device, r->p.mover, r->p.other, &rows, s->fetched);
}

/* Where the row's first value is among those fetched; the next is ZM_DEVICE_ROWS values farther. */
static const uint32_t *fetched_row(const zm_race_solve *s, const row *r)
{
    const uint64_t group = (r->side - s->fetched_from) / ZM_DEVICE_ROWS, others = r->to - r->from;
    return s->fetched + (group * others * ZM_DEVICE_ROWS + r->side % ZM_DEVICE_ROWS) * zm_race_device_words(s->device);
}

static zm_odds odds_at(const zm_race_solve *s, const row *r, uint32_t other)
{
    if (s->device) {
        const uint32_t words = zm_race_device_words(s->device);
        const uint32_t *at = fetched_row(s, r) + (uint64_t)(other - r->from) * ZM_DEVICE_ROWS * words;
        return (zm_odds){at[0], at[words - 1]};
    }
    const uint32_t *at = zm_race_word(s, r->p, r->side, other);
    return (zm_odds){at[0], at[s->lap.words > 1 ? ZM_LANES : 0]};
}

/* ---- one row ---- */
/* The states of a row, one after the other; `line` has room for one more than there are. */
static uint64_t line_up(const zm_race_solve *s, const row *r, zm_odds *line)
{
    const uint64_t *faced = s->course[r->p.other].faced, track = s->course[r->p.mover].track[r->side];
    uint64_t n = 0;
    if (s->device) {
        const uint32_t words = zm_race_device_words(s->device), *at = fetched_row(s, r);
        for (uint32_t i = r->from; i < r->to; i++, at += (uint64_t)ZM_DEVICE_ROWS * words) {
            line[n] = (zm_odds){at[0], at[words - 1]};
            n += !(faced[i] & track);
        }
        return n;
    }
    for (uint32_t i = r->from; i < r->to; i++) {
        line[n] = odds_at(s, r, i);
        n += !(faced[i] & track);
    }
    return n;
}

/* Rounds them on their way out; false when one of them may be new to the summary: the least, the most or the widest. */
static bool put_out(const zm_race_solve *s, const zm_odds *line, uint64_t n, zm_odds *out, const zm_summary *sum)
{
    const unsigned bits = s->options->bits;
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

/* Nearly all states are neither the best nor the worst so far: their position need not be made. */
static void count_row(const zm_race_solve *s, const row *r, const zm_odds *odds, zm_summary *sum)
{
    const zm_race_sides *own = &s->course[r->p.mover], *other = &s->course[r->p.other];
    for (uint32_t i = r->from; i < r->to; i++) {
        if (other->faced[i] & own->track[r->side])
            continue;
        const uint64_t twice = (uint64_t)odds->lower + odds->upper;
        if (sum->has_open && odds->upper - odds->lower <= sum->widest &&
            twice > (uint64_t)sum->least.lower + sum->least.upper &&
            twice < (uint64_t)sum->most.lower + sum->most.upper) {
            sum->states++;
        } else {
            const zm_side mover = {own->track[r->side], r->p.mover}, rest = {other->track[i], r->p.other};
            zm_summary_count_odds(sum, s->race->position(s->variant, mover, rest), *odds, false);
        }
        odds++;
    }
}

static void store_row(const zm_race_solve *s, const row *r, zm_odds *out, zm_summary *sum)
{
    zm_odds *line = s->lines + (uint64_t)omp_get_thread_num() * line_odds(s);
    const uint64_t n = line_up(s, r, line);
    if (put_out(s, line, n, out, sum))
        sum->states += n;
    else
        count_row(s, r, out, sum);
}

/* ---- a tier ---- */
/* As many rows as the room of a phase holds, at least one. */
static zm_status store_rows(zm_race_solve *s, zm_pairing p, unsigned k, unsigned l, zm_summary *sum)
{
    const zm_race_sides *own = &s->course[p.mover], *other = &s->course[p.other];
    const uint32_t from = own->first[k], to = k ? own->first[k - 1] : own->sides;
    row r = {p, 0, other->first[l], l ? other->first[l - 1] : other->sides};
    const uint64_t states = zm_binomial(s->race->squares(s->variant) - k, l); /* of a row */
    const uint64_t holds = zm_race_room(s) / sizeof(zm_odds) / states;
    const uint64_t comes = s->device ? rows_to_fetch(s, r.to - r.from) : holds, space = comes < holds ? comes : holds;
    const uint64_t step = space < to - from ? space : to - from;
    zm_odds *odds = (zm_odds *)(void *)s->room;
    for (uint64_t first = from; first < to; first += step) {
        const uint64_t end = first + step < to ? first + step : to;
        r.side = (uint32_t)first;
        ZM_TRY(s->context, fetch_rows(s, &r, end));
#pragma omp parallel num_threads((int)zm_threads(s->context))
        {
            zm_summary mine = {.dice = true};
#pragma omp for schedule(static)
            for (uint64_t side = first; side < end; side++)
                store_row(s, &(row){p, (uint32_t)side, r.from, r.to}, odds + (side - first) * states, &mine);
#pragma omp critical
            zm_summary_add(sum, &mine);
        }
        if (s->writer)
            ZM_TRY(s->context, zm_writer_add_odds_piece(s->writer, odds, (end - first) * states));
    }
    return ZM_OK;
}

/* One side has won: 0 against it, 1 for it. */
static zm_status store_won(zm_race_solve *s, uint64_t states, uint32_t value)
{
    const uint64_t space = zm_race_room(s) / sizeof(zm_odds);
    zm_odds *odds = (zm_odds *)(void *)s->room;
    for (uint64_t i = 0; i < states && i < space; i++)
        odds[i] = (zm_odds){value, value};
    for (uint64_t i = 0; s->writer && i < states; i += space)
        ZM_TRY(s->context, zm_writer_add_odds_piece(s->writer, odds, states - i < space ? states - i : space));
    return ZM_OK;
}

static zm_status store_pairing(zm_race_solve *s, zm_pairing p, zm_summary *sum)
{
    const zm_race *r = s->race;
    for (unsigned k = r->runners(s->variant, p.mover) + 1; k-- > 0;)
        for (unsigned l = r->runners(s->variant, p.other) + 1; l-- > 0;) {
            const uint64_t states = zm_race_places(r->squares(s->variant), k, l);
            if (p.mover && p.other)
                ZM_TRY(s->context, store_rows(s, p, k, l, sum));
            else {
                sum->states += states;
                ZM_TRY(s->context, store_won(s, states, p.mover ? 0 : ZM_CERTAIN));
            }
        }
    return ZM_OK;
}

/* Where nothing is stored a device finds out itself what the summary asks for. */
static zm_status sum_up_there(zm_race_solve *s, uint32_t tier, uint32_t a, uint32_t b, bool *whole)
{
    zm_summary sum = {.dice = true};
    *whole = true;
    ZM_TRY(s->context, zm_race_device_summary(s->device, s->variant, a, b, &sum, whole));
    if (a != b && *whole)
        ZM_TRY(s->context, zm_race_device_summary(s->device, s->variant, b, a, &sum, whole));
    sum.states = zm_race_tier_size(s->variant, tier);
    if (*whole)
        zm_summary_add(&s->out->summary, &sum);
    return ZM_OK;
}

zm_status zm_race_store(zm_race_solve *s, uint32_t tier, uint32_t a, uint32_t b)
{
    zm_summary sum = {.dice = true};
    bool done = false;
    if (s->device && !s->writer && b)
        ZM_TRY(s->context, sum_up_there(s, tier, a, b, &done));
    if (done)
        return ZM_OK;
    if (s->writer)
        ZM_TRY(s->context, zm_writer_begin_odds(s->writer, tier));
    ZM_TRY(s->context, store_pairing(s, (zm_pairing){a, b}, &sum));
    if (a != b)
        ZM_TRY(s->context, store_pairing(s, (zm_pairing){b, a}, &sum));
    if (s->writer)
        ZM_TRY(s->context, zm_writer_end_odds(s->writer, &sum));
    zm_summary_add(&s->out->summary, &sum);
    return ZM_OK;
}

/* ---- tiers that an interrupted solve left ---- */
static zm_status read_piece(const zm_race_solve *s, uint32_t tier, uint64_t from, uint64_t count, zm_odds *out)
{
    return s->source ? zm_table_read_odds_piece(s->source, s->context, tier, from, count, out)
                     : zm_writer_read_odds_piece(s->writer, tier, from, count, out);
}

static zm_status take_rows(zm_race_solve *s, uint32_t tier, zm_pairing p, unsigned k, unsigned l, uint64_t *at)
{
    const zm_race_sides *own = &s->course[p.mover], *other = &s->course[p.other];
    const uint32_t from = own->first[k], to = k ? own->first[k - 1] : own->sides;
    const uint32_t first = other->first[l], last = l ? other->first[l - 1] : other->sides;
    const uint64_t states = zm_binomial(s->race->squares(s->variant) - k, l);
    const uint64_t space = zm_race_room(s) / sizeof(zm_odds) / (states ? states : 1);
    zm_odds *odds = (zm_odds *)(void *)s->room;
    for (uint64_t side = from; side < to; side += space) {
        const uint64_t end = side + space < to ? side + space : to;
        ZM_TRY(s->context, read_piece(s, tier, *at, (end - side) * states, odds));
        *at += (end - side) * states;
#pragma omp parallel for num_threads((int)zm_threads(s->context)) if (end - side > FEW) schedule(static)
        for (uint64_t i = side; i < end; i++) {
            const zm_odds *next = odds + (i - side) * states;
            for (uint32_t j = first; j < last; j++)
                if (!(other->faced[j] & own->track[i])) {
                    uint32_t *at_pair = zm_race_word(s, p, (uint32_t)i, j);
                    at_pair[s->lap.words > 1 ? ZM_LANES : 0] = next->upper;
                    *at_pair = next++->lower;
                }
        }
    }
    return ZM_OK;
}

/* What block.h says of pairs that are no states, as a lap fills it in (fill_captured in race.c): square by square, so
 * that one with several pieces to be taken is filled, at the last of them, from one that has been. */
void zm_race_fill_captured(zm_race_solve *s, zm_pairing p)
{
    const zm_race_sides *own = &s->course[p.mover], *other = &s->course[p.other];
#pragma omp parallel for num_threads((int)zm_threads(s->context)) if (other->sides > FEW) schedule(static)
    for (uint32_t j = 0; j < other->sides; j++)
        for (uint64_t rest = other->faced[j]; rest;) {
            const unsigned square = zm_take_lowest(&rest);
            for (uint32_t i = own->with_at[square]; i < own->with_at[square + 1]; i++) {
                uint32_t *with = zm_race_word(s, p, own->with[2 * i], j);
                const uint32_t *without = zm_race_word(s, p, own->with[2 * i + 1], j);
                for (unsigned word = 0; word < s->lap.words; word++)
                    with[word * ZM_LANES] = without[word * ZM_LANES];
            }
        }
}

zm_status zm_race_take(zm_race_solve *s, uint32_t tier, uint32_t a, uint32_t b)
{
    uint64_t at = 0;
    for (unsigned half = 0; half < (a == b ? 1 : 2); half++) {
        const zm_pairing p = half ? (zm_pairing){b, a} : (zm_pairing){a, b};
        ZM_TRY(s->context, zm_race_make_values(s, p));
        for (unsigned k = s->race->runners(s->variant, p.mover) + 1; k-- > 0;)
            for (unsigned l = s->race->runners(s->variant, p.other) + 1; l-- > 0;)
                ZM_TRY(s->context, take_rows(s, tier, p, k, l, &at));
        zm_race_fill_captured(s, p);
    }
    return ZM_OK;
}

zm_status zm_race_start(zm_race_solve *s, zm_odds *out)
{
    if (s->out->resumed == s->tiers) { /* only the last line of the manifest was missing: nothing has been read back */
        const zm_place at = zm_race_rank(s->variant, zm_start_state(s->variant));
        return zm_writer_read_odds_piece(s->writer, at.tier, at.index, 1, out);
    }
    zm_side side[2];
    s->race->sides(s->variant, zm_start_state(s->variant), side);
    const unsigned squares = s->race->squares(s->variant);
    const zm_pairing p = {side[0].home, side[1].home};
    const uint32_t own = zm_race_sides_number(&s->course[p.mover], squares, side[0].track);
    const uint32_t other = zm_race_sides_number(&s->course[p.other], squares, side[1].track);
    const row r = {p, own, other, other + 1};
    ZM_TRY(s->context, fetch_rows(s, &r, own + 1));
    *out = zm_odds_rounded(odds_at(s, &r, other), s->options->bits);
    return ZM_OK;
}
