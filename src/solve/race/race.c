/* race.c: iteration for races: every state of a tier again and again from what it can become, a lower and an upper
 * bound at once.
 *
 * WHY THE BOUNDS ARE BOUNDS. The lower ones begin at 0, the upper ones at 1; a new lower bound is the mean over the
 * rolls of the best that the lower bounds behind it (against the other side's upper ones) promise, rounded down. That
 * is monotone: bounds that hold give bounds that hold, in whatever order they are taken. Both come to the one fixed
 * point there is, because a game ends with probability 1 however it is played. One vector (block.h) is the same with
 * one number, and proves nothing.
 *
 * ORDER. A block (block.h) is one group of the other side's placements against all sides of the mover's. Blocks come in
 * phases of a fixed number: those of a phase see only what was there before it, and are put back together. So the
 * numbers do not depend on the threads. */
#include "race.h"

#include <zermelo/lead.h>

#include <string.h>

enum { PHASES = 12 }; /* at least */
enum { FEW = 64 };    /* no threads for no more sides than that */

static uint64_t panels_of(const zm_race_board *b, zm_pairing p)
{
    return (uint64_t)zm_groups_of(b->sides[p.mover].sides) * b->sides[p.other].sides;
}

/* ---- one sweep ---- */
static void point_at(const zm_race_host *h, zm_pairing p, uint32_t group, uint32_t *out, zm_race_block *b)
{
    static const uint32_t nothing[ZM_PANEL]; /* against one who has won */
    *b = h->block;
    b->own = &h->board->sides[p.mover];
    b->other = &h->board->sides[p.other];
    b->group = group;
    b->out = out;
    b->over[ZM_RACE_SIDES_WON] = nothing;
    for (uint32_t i = 0; i < b->own->targets; i++) {
        const uint32_t home = b->own->target[i];
        b->over[i] = zm_panel_at(h->against[p.other][home], b->words, (uint64_t)group * h->board->sides[home].sides);
        b->stay[i] = h->values[home][p.other];
    }
    if (h->choice[p.mover][p.other])
        b->choice = h->choice[p.mover][p.other] + (uint64_t)group * b->own->sides * b->rolls;
}

/* Pairs that are no states get what block.h says they hold: the mover's piece has just been taken. */
static void fill_captured(const zm_race_block *b, uint32_t lane)
{
    const uint32_t other = b->group * ZM_RACE_LANES + lane;
    for (uint64_t rest = b->other->faced[other]; rest;) {
        const unsigned square = zm_take_lowest(&rest);
        for (uint32_t i = b->own->with_at[square]; i < b->own->with_at[square + 1]; i++) {
            uint32_t *with = zm_panel_at(b->out, b->words, b->own->with[2 * i]) + lane;
            const uint32_t *without = zm_panel_at(b->out, b->words, b->own->with[2 * i + 1]) + lane;
            for (unsigned word = 0; word < b->words; word++)
                with[word * ZM_RACE_LANES] = without[word * ZM_RACE_LANES];
        }
    }
}

static uint32_t put_back(const zm_race_host *h, zm_pairing p, const zm_race_block *b)
{
    const uint32_t first = b->group * ZM_RACE_LANES, others = b->other->sides, own = b->own->sides;
    const uint32_t lanes = others - first < ZM_RACE_LANES ? others - first : ZM_RACE_LANES;
    for (uint32_t lane = 0; lane < lanes; lane++)
        fill_captured(b, lane);
    memset(zm_panel_at(b->out, b->words, own), 0, /* sides that there are not */
           (zm_groups_of(own) * ZM_RACE_LANES - own) * zm_panel_bytes(b->words));
    return zm_race_block_put_back(b, h->values[p.mover][p.other]);
}

/* States of the block that are about to change by more than that. Not quick: for charts. */
static uint64_t count_moved(const zm_race_host *h, zm_pairing p, const zm_race_block *b, uint32_t slack)
{
    const uint32_t first = b->group * ZM_RACE_LANES, others = b->other->sides;
    uint64_t moved = 0;
    for (uint32_t side = 0; side < b->own->sides; side++)
        for (uint32_t at = first; at < others && at < first + ZM_RACE_LANES; at++) {
            const uint32_t *before = zm_race_host_word(h, p, side, at);
            const uint32_t *now = zm_panel_at(b->out, b->words, side) + (at - first);
            bool more = false;
            for (unsigned i = 0; i < b->words * ZM_RACE_LANES; i += ZM_RACE_LANES)
                more |= (now[i] > before[i] ? now[i] - before[i] : before[i] - now[i]) > slack;
            moved += more && !(b->own->track[side] & b->other->faced[at]);
        }
    return moved;
}

static int threads_for(const zm_race_host *h, uint32_t sides, uint32_t blocks)
{
    const unsigned threads = zm_threads(h->context);
    return sides <= FEW ? 1 : (int)(blocks < threads ? blocks : threads);
}

void zm_race_host_sweep(const zm_race_host *h, zm_pairing p, zm_sweep *out)
{
    const uint32_t own = h->board->sides[p.mover].sides, groups = zm_groups_of(h->board->sides[p.other].sides);
    const uint64_t rows = (uint64_t)zm_groups_of(own) * ZM_RACE_LANES;
    const uint32_t phase = groups / PHASES < 1 ? 1 : groups / PHASES > ZM_RACE_PHASE ? ZM_RACE_PHASE : groups / PHASES;
    uint32_t widest = out->widest, most = 0;
    uint64_t moved = 0;
#pragma omp parallel num_threads(threads_for(h, own, phase)) reduction(max : widest, most) reduction(+ : moved)
    for (uint32_t from = 0; from < groups; from += phase) {
        const uint32_t count = groups - from < phase ? groups - from : phase;
        zm_race_block b;
#pragma omp for schedule(dynamic, 1)
        for (uint32_t i = 0; i < count; i++) {
            point_at(h, p, from + i, zm_panel_at(h->room, h->block.words, i * rows), &b);
            const uint32_t wide = zm_race_block_run(&b);
            widest = wide > widest ? wide : widest;
        }
#pragma omp for schedule(dynamic, 1)
        for (uint32_t i = 0; i < count; i++) {
            point_at(h, p, from + i, zm_panel_at(h->room, h->block.words, i * rows), &b);
            moved += out->counts ? count_moved(h, p, &b, out->slack) : 0;
            const uint32_t change = put_back(h, p, &b);
            most = change > most ? change : most;
        }
    }
    out->widest = h->block.words > 1 || widest > most ? widest : most;
    out->changed |= most > 0;
    out->moved += moved;
}

/* ---- values ---- */
/* What block.h says of pairs that are no states, as fill_captured does for a block: square by square, so that one
 * with several pieces to be taken is filled, at the last of them, from one that has been. */
static void fill_all_captured(zm_race_host *h, zm_pairing p)
{
    const zm_race_sides *own = &h->board->sides[p.mover], *other = &h->board->sides[p.other];
#pragma omp parallel for num_threads((int)zm_threads(h->context)) if (other->sides > FEW) schedule(static)
    for (uint32_t j = 0; j < other->sides; j++)
        for (uint64_t rest = other->faced[j]; rest;) {
            const unsigned square = zm_take_lowest(&rest);
            for (uint32_t i = own->with_at[square]; i < own->with_at[square + 1]; i++) {
                uint32_t *with = zm_race_host_word(h, p, own->with[2 * i], j);
                const uint32_t *without = zm_race_host_word(h, p, own->with[2 * i + 1], j);
                for (unsigned word = 0; word < h->block.words; word++)
                    with[word * ZM_RACE_LANES] = without[word * ZM_RACE_LANES];
            }
        }
}

/* Between nothing and everything; one vector in the middle. */
static void begin_panel(uint32_t *panel, unsigned words)
{
    for (unsigned i = 0; i < ZM_RACE_LANES; i++) {
        panel[i] = words > 1 ? 0 : ZM_CERTAIN / 2;
        if (words > 1)
            panel[ZM_RACE_LANES + i] = ZM_CERTAIN;
    }
}

/* One vector where the curve says. */
static void guess_values(zm_race_host *h, zm_pairing p)
{
    const zm_race_sides *own = &h->board->sides[p.mover], *other = &h->board->sides[p.other];
    const zm_variant *v = h->board->variant;
#pragma omp parallel for num_threads((int)zm_threads(h->context))
    for (uint32_t i = 0; i < own->sides; i++)
        for (uint32_t j = 0; j < other->sides; j++) {
            if (own->track[i] & other->faced[j])
                continue;
            const zm_side mover = {own->track[i], p.mover}, rest = {other->track[j], p.other};
            const double lead = v->game->dice->lead(v, h->board->race->position(v, mover, rest));
            *zm_race_host_word(h, p, i, j) = (uint32_t)(zm_curve_at(h->warm, lead) * ZM_CERTAIN);
        }
    fill_all_captured(h, p);
}

zm_status zm_race_host_make(zm_race_host *h, zm_pairing p)
{
    const uint64_t panels = panels_of(h->board, p);
    const unsigned words = h->block.words;
    uint32_t *values;
    ZM_TRY(h->context,
           zm_alloc(h->context, &h->values[p.mover][p.other], panels, zm_panel_bytes(words), "probabilities"));
    values = h->values[p.mover][p.other];
#pragma omp parallel for num_threads((int)zm_threads(h->context))
    for (uint64_t i = 0; i < panels; i++)
        begin_panel(zm_panel_at(values, words, i), words);
    if (words == 1 && h->warm && h->board->variant->game->dice->lead)
        guess_values(h, p);
    return ZM_OK;
}

zm_odds zm_race_host_odds(const zm_race_host *h, zm_pos p)
{
    const zm_race_pair at = zm_race_pair_of(h->board, p);
    const uint32_t *word = zm_race_host_word(h, at.pairing, at.side, at.other);
    return (zm_odds){word[0], word[h->block.words > 1 ? ZM_RACE_LANES : 0]};
}

/* ---- from a table ---- */
typedef struct reading {
    zm_race_read *read;
    void *arg;
    uint32_t tier;
    uint64_t at; /* what comes next of the tier */
} reading;

static void restore_row(zm_race_host *h, const zm_race_rows *r, uint32_t side, const zm_odds *next)
{
    const uint64_t *faced = h->board->sides[r->pairing.other].faced;
    const uint64_t track = h->board->sides[r->pairing.mover].track[side];
    for (uint32_t i = r->first; i < r->last; i++)
        if (!(faced[i] & track)) {
            uint32_t *word = zm_race_host_word(h, r->pairing, side, i);
            word[h->block.words > 1 ? ZM_RACE_LANES : 0] = next->upper;
            *word = next++->lower;
        }
}

static zm_status restore_rows(zm_race_host *h, const zm_race_rows *r, reading *from)
{
    const uint64_t space = zm_race_room_bytes(h->board) / sizeof(zm_odds) / (r->states ? r->states : 1);
    zm_odds *odds = (zm_odds *)(void *)h->room;
    for (uint64_t side = r->from; side < r->to; side += space) {
        const uint64_t end = side + space < r->to ? side + space : r->to;
        ZM_TRY(h->context, from->read(from->arg, from->tier, from->at, (end - side) * r->states, odds));
        from->at += (end - side) * r->states;
#pragma omp parallel for num_threads((int)zm_threads(h->context)) if (end - side > FEW) schedule(static)
        for (uint64_t i = side; i < end; i++)
            restore_row(h, r, (uint32_t)i, odds + (i - side) * r->states);
    }
    return ZM_OK;
}

static zm_status restore_pairing(zm_race_host *h, zm_pairing p, reading *from)
{
    const zm_race_board *b = h->board;
    ZM_TRY(h->context, zm_race_host_make(h, p));
    for (unsigned k = b->race->runners(b->variant, p.mover) + 1; k-- > 0;)
        for (unsigned l = b->race->runners(b->variant, p.other) + 1; l-- > 0;) {
            const zm_race_rows r = zm_race_rows_of(b, p, k, l);
            ZM_TRY(h->context, restore_rows(h, &r, from));
        }
    fill_all_captured(h, p);
    return ZM_OK;
}

zm_status zm_race_host_restore(zm_race_host *h, uint32_t tier, zm_race_read *read, void *arg)
{
    reading from = {read, arg, tier, 0};
    zm_pairing p[2];
    const unsigned pairings = zm_race_pairings(tier, p);
    for (unsigned k = 0; k < pairings; k++)
        ZM_TRY(h->context, restore_pairing(h, p[k], &from));
    return ZM_OK;
}

/* ---- memory ---- */
void zm_race_host_open(zm_context *c, const zm_race_board *b, zm_race_host *out)
{
    *out = (zm_race_host){.context = c, .board = b, .block = b->block};
    out->against = out->values;
}

void zm_race_host_close(zm_race_host *h)
{
    for (uint32_t x = 0; x < ZM_RACE_HOMES; x++)
        for (uint32_t y = 0; y < ZM_RACE_HOMES; y++) {
            zm_release(h->context, h->values[x][y]);
            zm_release(h->context, h->choice[x][y]);
            h->values[x][y] = h->choice[x][y] = NULL;
        }
}

uint64_t zm_race_room_bytes(const zm_race_board *b)
{
    const uint32_t sides = b->sides[b->homes - 1].sides;
    return (uint64_t)zm_groups_of(sides) * ZM_RACE_LANES * ZM_RACE_PHASE * zm_panel_bytes(b->block.words);
}

zm_race_bytes zm_race_host_bytes(const void *board, uint32_t tier)
{
    const zm_race_board *b = board;
    zm_pairing p[2];
    uint64_t bytes = 0;
    for (unsigned k = zm_race_pairings(tier, p); k-- > 0;)
        bytes += panels_of(b, p[k]) * zm_panel_bytes(b->block.words);
    return (zm_race_bytes){.solving = bytes, .closed = bytes};
}

void zm_race_host_drop(zm_race_host *h, uint32_t tier)
{
    zm_pairing p[2];
    for (unsigned k = zm_race_pairings(tier, p); k-- > 0;) {
        uint32_t **values = &h->values[p[k].mover][p[k].other];
        zm_release(h->context, *values);
        *values = NULL;
    }
}
