/* race_store.c: a finished tier of a race, row by row in the order of the index: to the summary, to the table, and back from
 * there when a solve goes on. */
#include "race.h"

#include <zermelo/race.h>

enum { FETCH_BYTES = 1 << 28 }; /* of rows from a device at once */

uint64_t zm_race_room(const zm_race_solve *s)
{
    const uint32_t sides = (uint32_t)zm_course_sides(s->variant, s->homes - 1);
    return (uint64_t)zm_groups_of(sides) * ZM_LANES * ZM_RACE_PHASE * zm_panel_bytes(s->lap.words);
}

uint32_t *zm_race_word(const zm_race_solve *s, zm_pairing p, uint32_t side, uint32_t other)
{
    const uint64_t number = (uint64_t)(side / ZM_LANES) * s->course[p.other].sides + other;
    return zm_panel_at(s->values[p.mover][p.other], s->lap.words, number) + side % ZM_LANES;
}

/* ---- what a tier adds to the result ---- */
static zm_odds odds_at(const zm_race_solve *s, zm_pairing p, uint32_t side, uint32_t other)
{
    const uint32_t others = s->course[p.other].sides;
    if (s->fetched)
        return s->fetched[((uint64_t)((side - s->fetched_from) / ZM_DEVICE_ROWS) * others + other) * ZM_DEVICE_ROWS +
                          side % ZM_DEVICE_ROWS];
    const uint32_t *at = zm_race_word(s, p, side, other);
    return (zm_odds){at[0], at[s->lap.words > 1 ? ZM_LANES : 0]};
}

/* Nearly all states are neither the best nor the worst so far: their position need not be made. */
static void count_state(const zm_race_solve *s, zm_pairing p, uint32_t side, uint32_t other, zm_odds o, zm_summary *sum)
{
    const uint64_t twice = (uint64_t)o.lower + o.upper;
    if (sum->states && o.upper - o.lower <= sum->widest && twice > (uint64_t)sum->least.lower + sum->least.upper &&
        twice < (uint64_t)sum->most.lower + sum->most.upper) {
        sum->states++;
        return;
    }
    const zm_side mover = {s->course[p.mover].track[side], p.mover}, rest = {s->course[p.other].track[other], p.other};
    zm_summary_count_odds(sum, s->race->position(s->variant, mover, rest), o, false);
}

/* The states of one side of the mover's against all of the other's with `runners`, in the order of the index. */
static void fill_row(const zm_race_solve *s, zm_pairing p, uint32_t side, unsigned runners, zm_odds *out,
                     zm_summary *sum)
{
    const zm_course *own = &s->course[p.mover], *other = &s->course[p.other];
    const uint32_t from = other->first[runners], to = runners ? other->first[runners - 1] : other->sides;
    for (uint32_t i = from; i < to; i++) {
        if (other->faced[i] & own->track[side])
            continue;
        *out = odds_at(s, p, side, i);
        count_state(s, p, side, i, *out++, sum);
    }
}

/* Of a device: the rows of these sides, and of those that lie together with them. */
static uint64_t rows_to_fetch(const zm_race_solve *s)
{
    const uint64_t sides = s->course[s->homes - 1].sides, rows = FETCH_BYTES / sizeof(zm_odds) / sides;
    return rows < ZM_DEVICE_ROWS ? ZM_DEVICE_ROWS : rows < sides ? rows : sides;
}

static zm_status fetch_rows(zm_race_solve *s, zm_pairing p, uint64_t first, uint64_t end)
{
    const uint32_t group = (uint32_t)(first / ZM_DEVICE_ROWS);
    if (!s->device)
        return ZM_OK;
    s->fetched_from = group * ZM_DEVICE_ROWS;
    return zm_race_device_rows(s->device, p.mover, p.other, group, (uint32_t)((end - 1) / ZM_DEVICE_ROWS) + 1 - group,
                               s->fetched);
}

/* Rows come in groups, of which the first and the last may be wanted in part. */
uint64_t zm_race_fetched(const zm_race_solve *s)
{
    return (rows_to_fetch(s) + 2 * ZM_DEVICE_ROWS) * s->course[s->homes - 1].sides * sizeof(zm_odds);
}

/* As many rows as the room of a phase holds, at least one. */
static zm_status store_rows(zm_race_solve *s, zm_pairing p, unsigned k, unsigned l, zm_summary *sum)
{
    const zm_course *own = &s->course[p.mover];
    const uint32_t from = own->first[k], to = k ? own->first[k - 1] : own->sides;
    const uint64_t row = zm_binomial(s->race->squares(s->variant) - k, l);
    const uint64_t holds = zm_race_room(s) / sizeof(zm_odds) / row;
    const uint64_t space = s->device && rows_to_fetch(s) < holds ? rows_to_fetch(s) : holds;
    const uint64_t step = space < to - from ? space : to - from;
    zm_odds *odds = (zm_odds *)(void *)s->room;
    for (uint64_t first = from; first < to; first += step) {
        const uint64_t end = first + step < to ? first + step : to;
        ZM_TRY(s->context, fetch_rows(s, p, first, end));
#pragma omp parallel num_threads((int)zm_threads(s->context))
        {
            zm_summary mine = {.dice = true};
#pragma omp for schedule(static)
            for (uint64_t side = first; side < end; side++)
                fill_row(s, p, (uint32_t)side, l, odds + (side - first) * row, &mine);
#pragma omp critical
            zm_summary_add(sum, &mine);
        }
        if (s->writer)
            ZM_TRY(s->context, zm_writer_add_odds_piece(s->writer, odds, (end - first) * row));
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
static zm_status take_rows(zm_race_solve *s, uint32_t tier, zm_pairing p, unsigned k, unsigned l, uint64_t *at)
{
    const zm_course *own = &s->course[p.mover], *other = &s->course[p.other];
    const uint32_t from = own->first[k], to = k ? own->first[k - 1] : own->sides;
    const uint32_t first = other->first[l], last = l ? other->first[l - 1] : other->sides;
    const uint64_t row = zm_binomial(s->race->squares(s->variant) - k, l);
    const uint64_t space = zm_race_room(s) / sizeof(zm_odds) / (row ? row : 1);
    zm_odds *odds = (zm_odds *)(void *)s->room;
    for (uint64_t side = from; side < to; side += space) {
        const uint64_t end = side + space < to ? side + space : to;
        ZM_TRY(s->context, zm_writer_read_odds_piece(s->writer, tier, *at, (end - side) * row, odds));
        *at += (end - side) * row;
        const zm_odds *next = odds;
        for (uint64_t i = side; i < end; i++)
            for (uint32_t j = first; j < last; j++)
                if (!(other->faced[j] & own->track[i])) {
                    uint32_t *at_pair = zm_race_word(s, p, (uint32_t)i, j);
                    at_pair[s->lap.words > 1 ? ZM_LANES : 0] = next->upper;
                    *at_pair = next++->lower;
                }
    }
    return ZM_OK;
}

/* What lap.h says of pairs that are no states, as a lap fills it in (fill_captured in race.c): square by square, so that one with
 * several pieces to be taken is filled, at the last of them, from one that has been. */
void zm_race_fill_captured(zm_race_solve *s, zm_pairing p)
{
    const zm_course *own = &s->course[p.mover], *other = &s->course[p.other];
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
    const uint32_t own = zm_course_number(&s->course[p.mover], squares, side[0].track);
    ZM_TRY(s->context, fetch_rows(s, p, own, own + 1));
    *out = odds_at(s, p, own, zm_course_number(&s->course[p.other], squares, side[1].track));
    return ZM_OK;
}
