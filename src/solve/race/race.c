/* race.c: iteration for races: every state of a tier again and again from what it can become, a lower and an upper
 * bound at once.
 *
 * WHY THE BOUNDS ARE BOUNDS. The lower ones begin at 0, the upper ones at 1; a new lower bound is the mean over the
 * rolls of the best that the lower bounds behind it (against the other side's upper ones) promise, rounded down. That
 * is monotone: bounds that hold give bounds that hold, in whatever order they are taken. Both come to the one fixed
 * point there is, because a game ends with probability 1 however it is played. One vector (block.h) is the same with
 * one number, and proves nothing.
 *
 * ORDER. A lap (block.h) is one group of the other side's placements against all sides of the mover's. Laps come in
 * phases of a fixed number: those of a phase see only what was there before it, and are put back together. So the
 * numbers do not depend on the threads. With an engine of its own (race_device.h) the values are there, and so is the
 * order. */
#include "race.h"

#include "base/memory.h"
#include "solve/iterate/bounds.h"
#include "solve/solver.h"

#include <zermelo/lead.h>

#include <inttypes.h>
#include <string.h>

enum { PHASES = 12 }; /* at least */
enum { FEW = 64 };    /* no threads for no more sides than that */
bool zm_is_race(const zm_variant *v)
{
    const zm_race *r = v->game->race;
    return r && v->game->rolls && r->squares(v) <= ZM_RACE_SQUARES && r->homes(v) <= ZM_RACE_HOMES;
}

static uint64_t panels_of(const zm_variant *v, uint32_t mover, uint32_t other)
{
    return (uint64_t)zm_groups_of((uint32_t)zm_race_sides_sides(v, mover)) * zm_race_sides_sides(v, other);
}

/* ---- what is needed, and how long ---- */
static void note_use(zm_race_solve *s, uint32_t tier, uint32_t a, uint32_t b)
{
    s->last_use[a][b] = tier;
    s->last_use[b][a] = tier;
}

static void find_uses(zm_race_solve *s)
{
    for (uint32_t tier = 0; tier < s->tiers; tier++) {
        uint32_t home[2];
        zm_race_homes_of(tier, &home[0], &home[1]);
        for (unsigned side = 0; side < 2; side++)
            for (uint32_t i = 0; home[1] && i < s->course[home[side]].targets; i++)
                note_use(s, tier, s->course[home[side]].target[i], home[!side]);
    }
}

/* Bytes of a pair of homes while its tier is solved, and afterwards. */
static uint64_t bytes_open(const zm_race_solve *s, uint32_t a, uint32_t b)
{
    return s->device ? zm_race_device_open_bytes(s->device, a, b)
                     : panels_of(s->variant, a, b) * zm_panel_bytes(s->lap.words);
}

static uint64_t bytes_closed(const zm_race_solve *s, uint32_t a, uint32_t b)
{
    return s->device ? zm_race_device_closed_bytes(s->device, a, b) : bytes_open(s, a, b);
}

/* Bytes of all values that are there while a tier is solved or being closed, at most. */
static uint64_t values_needed(const zm_race_solve *s)
{
    uint64_t now = 0, most = 0;
    for (uint32_t tier = 0; tier < s->tiers; tier++) {
        uint32_t a, b;
        zm_race_homes_of(tier, &a, &b);
        if (!b)
            continue;
        const uint64_t open = bytes_open(s, a, b) + (a == b ? 0 : bytes_open(s, b, a));
        const uint64_t closed = bytes_closed(s, a, b) + (a == b ? 0 : bytes_closed(s, b, a));
        const uint64_t both = s->device && tier + 1 < s->tiers ? bytes_closed(s, a, b) : 0;
        most = now + open + both > most ? now + open + both : most;
        now += closed;
        for (uint32_t x = 1; x < s->homes; x++)
            for (uint32_t y = 1; y < s->homes; y++)
                if (s->last_use[x][y] == tier && zm_race_tier_of(x, y) <= tier)
                    now -= bytes_closed(s, x, y);
    }
    return most;
}

void zm_race_drop_unused(zm_race_solve *s, uint32_t tier)
{
    for (uint32_t x = 1; x < s->homes; x++)
        for (uint32_t y = 1; y < s->homes; y++)
            if (s->device && s->last_use[x][y] <= tier)
                zm_race_device_drop(s->device, x, y);
            else if (s->values[x][y] && s->last_use[x][y] <= tier) {
                zm_release(s->context, s->values[x][y]);
                s->values[x][y] = NULL;
            }
}

/* ---- one sweep ---- */
static void point_at(const zm_race_solve *s, zm_pairing p, uint32_t group, uint32_t *out, zm_race_block *l)
{
    static const uint32_t nothing[ZM_PANEL]; /* against one who has won */
    *l = s->lap;
    l->own = &s->course[p.mover];
    l->other = &s->course[p.other];
    l->group = group;
    l->out = out;
    l->over[ZM_RACE_SIDES_WON] = nothing;
    for (uint32_t i = 0; i < l->own->targets; i++) {
        const uint32_t home = l->own->target[i];
        l->over[i] = zm_panel_at(s->against[p.other][home], l->words, (uint64_t)group * s->course[home].sides);
        l->stay[i] = s->values[home][p.other];
    }
    if (s->choice[p.mover][p.other])
        l->choice = s->choice[p.mover][p.other] + (uint64_t)group * l->own->sides * l->rolls;
}

/* Pairs that are no states get what block.h says they hold: the mover's piece has just been taken. */
static void fill_captured(const zm_race_block *l, uint32_t lane)
{
    const uint32_t other = l->group * ZM_LANES + lane;
    for (uint64_t rest = l->other->faced[other]; rest;) {
        const unsigned square = zm_take_lowest(&rest);
        for (uint32_t i = l->own->with_at[square]; i < l->own->with_at[square + 1]; i++) {
            uint32_t *with = zm_panel_at(l->out, l->words, l->own->with[2 * i]) + lane;
            const uint32_t *without = zm_panel_at(l->out, l->words, l->own->with[2 * i + 1]) + lane;
            for (unsigned word = 0; word < l->words; word++)
                with[word * ZM_LANES] = without[word * ZM_LANES];
        }
    }
}

static uint32_t put_back(const zm_race_solve *s, zm_pairing p, const zm_race_block *l)
{
    const uint32_t first = l->group * ZM_LANES, others = l->other->sides, own = l->own->sides;
    const uint32_t lanes = others - first < ZM_LANES ? others - first : ZM_LANES;
    for (uint32_t lane = 0; lane < lanes; lane++)
        fill_captured(l, lane);
    memset(zm_panel_at(l->out, l->words, own), 0, /* sides that there are not */
           (zm_groups_of(own) * ZM_LANES - own) * zm_panel_bytes(l->words));
    return zm_race_block_put_back(l, s->values[p.mover][p.other]);
}

/* States of the lap that are about to change by more than that. Not quick: for charts. */
static uint64_t count_moved(const zm_race_solve *s, zm_pairing p, const zm_race_block *l, uint32_t slack)
{
    const uint32_t first = l->group * ZM_LANES, others = l->other->sides;
    uint64_t moved = 0;
    for (uint32_t side = 0; side < l->own->sides; side++)
        for (uint32_t at = first; at < others && at < first + ZM_LANES; at++) {
            const uint32_t *before = zm_race_word(s, p, side, at);
            const uint32_t *now = zm_panel_at(l->out, l->words, side) + (at - first);
            bool more = false;
            for (unsigned i = 0; i < l->words * ZM_LANES; i += ZM_LANES)
                more |= (now[i] > before[i] ? now[i] - before[i] : before[i] - now[i]) > slack;
            moved += more && !(l->own->track[side] & l->other->faced[at]);
        }
    return moved;
}

static int threads_for(const zm_race_solve *s, uint32_t sides, uint32_t laps)
{
    const unsigned threads = zm_threads(s->context);
    return sides <= FEW ? 1 : (int)(laps < threads ? laps : threads);
}

void zm_race_sweep(const zm_race_solve *s, zm_pairing p, zm_sweep *out)
{
    const uint32_t own = s->course[p.mover].sides, groups = zm_groups_of(s->course[p.other].sides);
    const uint64_t rows = (uint64_t)zm_groups_of(own) * ZM_LANES;
    const uint32_t phase = groups / PHASES < 1 ? 1 : groups / PHASES > ZM_RACE_PHASE ? ZM_RACE_PHASE : groups / PHASES;
    uint32_t widest = out->widest, most = 0;
    uint64_t moved = 0;
    if (s->device) {
        zm_race_device_sweep(s->device, p.mover, p.other, &out->widest, &out->changed);
        return;
    }
#pragma omp parallel num_threads(threads_for(s, own, phase)) reduction(max : widest, most) reduction(+ : moved)
    for (uint32_t from = 0; from < groups; from += phase) {
        const uint32_t count = groups - from < phase ? groups - from : phase;
        zm_race_block l;
#pragma omp for schedule(dynamic, 1)
        for (uint32_t i = 0; i < count; i++) {
            point_at(s, p, from + i, zm_panel_at(s->room, s->lap.words, i * rows), &l);
            const uint32_t wide = zm_race_block_run(&l);
            widest = wide > widest ? wide : widest;
        }
#pragma omp for schedule(dynamic, 1)
        for (uint32_t i = 0; i < count; i++) {
            point_at(s, p, from + i, zm_panel_at(s->room, s->lap.words, i * rows), &l);
            moved += out->counts ? count_moved(s, p, &l, out->slack) : 0;
            const uint32_t change = put_back(s, p, &l);
            most = change > most ? change : most;
        }
    }
    out->widest = s->lap.words > 1 || widest > most ? widest : most;
    out->changed |= most > 0;
    out->moved += moved;
}

/* ---- one tier ---- */
/* Between nothing and everything; one vector in the middle. */
static void begin_panel(uint32_t *panel, unsigned words)
{
    for (unsigned i = 0; i < ZM_LANES; i++) {
        panel[i] = words > 1 ? 0 : ZM_CERTAIN / 2;
        if (words > 1)
            panel[ZM_LANES + i] = ZM_CERTAIN;
    }
}

/* One vector where the curve says. */
static void guess_values(zm_race_solve *s, zm_pairing p)
{
    const zm_race_sides *own = &s->course[p.mover], *other = &s->course[p.other];
    const zm_variant *v = s->variant;
#pragma omp parallel for num_threads((int)zm_threads(s->context))
    for (uint32_t i = 0; i < own->sides; i++)
        for (uint32_t j = 0; j < other->sides; j++) {
            if (own->track[i] & other->faced[j])
                continue;
            const zm_side mover = {own->track[i], p.mover}, rest = {other->track[j], p.other};
            const double lead = v->game->lead(v, s->race->position(v, mover, rest));
            *zm_race_word(s, p, i, j) = (uint32_t)(zm_curve_at(s->options->warm, lead) * ZM_CERTAIN);
        }
    zm_race_fill_captured(s, p);
}

zm_status zm_race_make_values(zm_race_solve *s, zm_pairing p)
{
    const uint64_t panels = panels_of(s->variant, p.mover, p.other);
    const unsigned words = s->lap.words;
    uint32_t *values;
    if (s->device)
        return zm_race_device_make(s->device, p.mover, p.other);
    ZM_TRY(s->context,
           zm_alloc(s->context, &s->values[p.mover][p.other], panels, zm_panel_bytes(words), "probabilities"));
    values = s->values[p.mover][p.other];
#pragma omp parallel for num_threads((int)zm_threads(s->context))
    for (uint64_t i = 0; i < panels; i++)
        begin_panel(zm_panel_at(values, words, i), words);
    if (words == 1 && s->options->warm && s->variant->game->lead)
        guess_values(s, p);
    return ZM_OK;
}

typedef struct race_tier {
    zm_race_solve *solve;
    uint32_t homes[2];
} race_tier;

static void sweep_tier(void *arg, zm_sweep *last)
{
    const race_tier *t = arg;
    zm_race_sweep(t->solve, (zm_pairing){t->homes[0], t->homes[1]}, last);
    if (t->homes[0] != t->homes[1])
        zm_race_sweep(t->solve, (zm_pairing){t->homes[1], t->homes[0]}, last);
}

static zm_status iterate(zm_race_solve *s, uint32_t tier, uint32_t a, uint32_t b)
{
    race_tier t = {s, {a, b}};
    const zm_bounds_job n = {.context = s->context,
                             .options = s->options,
                             .tier = tier,
                             .tiers = s->tiers,
                             .states = zm_race_tier_size(s->variant, tier),
                             .sweep = sweep_tier,
                             .arg = &t,
                             .out = s->out};
    return zm_narrow_bounds(&n);
}

/* ---- all of it ---- */
static bool still_used(const zm_race_solve *s, uint32_t a, uint32_t b, uint32_t done)
{
    return s->last_use[a][b] >= done;
}

/* A sample of what a device found is computed anew; of each tier some, of large ones as many as is their share. */
static zm_status check_tier(zm_race_solve *s, uint32_t tier)
{
    enum { SAMPLE = 1 << 17, AT_LEAST = 64, ONE_IN = 1 << 10 };
    const uint64_t places = s->out->places, sample = places / ONE_IN < SAMPLE ? places / ONE_IN : SAMPLE;
    const double share = (double)zm_race_tier_size(s->variant, tier) / (double)places;
    const uint64_t count = AT_LEAST + (uint64_t)((double)sample * share);
    s->out->checked += count;
    return zm_race_device_check(s->device, s->variant, tier, count);
}

/* The start is in the last tier. */
static zm_status close_tier(zm_race_solve *s, uint32_t tier, uint32_t a, uint32_t b)
{
    if (tier + 1 == s->tiers)
        return ZM_OK;
    ZM_TRY(s->context, zm_race_device_close(s->device, a, b));
    return a == b ? ZM_OK : zm_race_device_close(s->device, b, a);
}

static zm_status solve_tier(zm_race_solve *s, uint32_t tier, uint32_t done)
{
    uint32_t a, b;
    zm_race_homes_of(tier, &a, &b);
    if (tier < done) {
        if (b && still_used(s, a, b, done))
            ZM_TRY(s->context, zm_race_take(s, tier, a, b));
        return ZM_OK;
    }
    if (b) {
        ZM_TRY(s->context, zm_race_make_values(s, (zm_pairing){a, b}));
        if (a != b)
            ZM_TRY(s->context, zm_race_make_values(s, (zm_pairing){b, a}));
        ZM_TRY(s->context, iterate(s, tier, a, b));
    }
    if (s->device && b)
        ZM_TRY(s->context, check_tier(s, tier));
    ZM_TRY(s->context, zm_race_store(s, tier, a, b));
    return s->device && b ? close_tier(s, tier, a, b) : ZM_OK;
}

static zm_status solve_tiers(zm_race_solve *s, uint32_t done)
{
    zm_status status = ZM_OK;
    zm_progress_begin(s->context, "iterating", s->out->places);
    for (uint32_t tier = 0; status == ZM_OK && tier < s->tiers; tier++) {
        status = solve_tier(s, tier, done);
        if (tier + 1 < s->tiers)
            zm_race_drop_unused(s, tier);
    }
    zm_progress_end(s->context);
    return status;
}

static zm_status finish(zm_race_solve *s)
{
    zm_odds start;
    ZM_TRY(s->context, zm_race_start(s, &start));
    s->out->summary.start_odds = start;
    if (s->device)
        zm_note(s->context, "%" PRIu64 " states computed anew from the rules: all as found", s->out->checked);
    return s->writer ? zm_writer_finish_odds(s->writer, start, &s->out->summary, &s->out->table_bytes) : ZM_OK;
}

static zm_status with_writer(zm_race_solve *s, uint64_t *sizes)
{
    for (uint32_t tier = 0; tier < s->tiers; tier++)
        sizes[tier] = zm_race_tier_size(s->variant, tier);
    zm_solve_options options = *s->options;
    options.again |= s->device != NULL; /* which is quick, and keeps nothing */
    if (s->options->tables)
        ZM_TRY(s->context, zm_bounds_writer(s->context, s->variant, &options, s->tiers, sizes, &s->writer));
    s->out->resumed = s->writer ? zm_writer_done(s->writer) : 0;
    ZM_TRY(s->context, solve_tiers(s, s->out->resumed));
    return finish(s);
}

zm_status zm_race_prepare(zm_race_solve *s)
{
    const zm_variant *v = s->variant;
    const unsigned squares = s->race->squares(v);
    s->homes = s->race->homes(v);
    s->tiers = zm_race_tiers(v);
    for (uint32_t home = 1; home < s->homes; home++)
        ZM_TRY(s->context, zm_race_sides_make(s->context, v, home, &s->course[home]));
    s->lap.rolls = v->game->rolls;
    s->lap.words = s->options->one_vector ? 1 : 2;
    s->lap.must_capture = s->race->must_capture && s->race->must_capture(v);
    for (unsigned roll = 0; roll < v->game->rolls; roll++)
        s->lap.again |= s->race->again(v, roll) ? zm_bit(roll) : 0;
    for (unsigned i = 0; i < squares; i++) {
        uint64_t facing = s->race->facing(v, zm_bit(i));
        s->lap.face[i] = (uint8_t)zm_take_lowest(&facing);
    }
    find_uses(s);
    return ZM_OK;
}

/* Of the table, at most. An interval that is rounded takes what its lower bound takes, and its width; a block, its head
 * and its place in the index. */
static uint64_t disk_bytes(const zm_race_solve *s)
{
    enum { BYTES_A_STATE = 6, A_BLOCK = 28, BLOCK = 2048, FRAME = 4096 };
    const unsigned bits = s->options->bits;
    if (!bits)
        return BYTES_A_STATE * s->out->places + FRAME;
    unsigned wide = 0;
    const double units = s->options->precision * (double)((uint64_t)1 << bits);
    while (!s->options->one_vector && (double)((uint64_t)1 << wide) < units + 2)
        wide++;
    return (bits + wide) * (s->out->places / 8 + 1) + (s->out->places / BLOCK + s->tiers) * A_BLOCK + FRAME;
}

/* At least: with two pieces the table took 78 % of the above as it is found, 62 % of one vector, 87 % and 93 % in 24
 * and 16 bits. In very few bits blocks are often all the same. */
static uint64_t least_disk_bytes(const zm_race_solve *s)
{
    enum { MANY = 12 };
    const unsigned bits = s->options->bits;
    return bits ? (bits >= MANY ? disk_bytes(s) / 4 * 3 : 0) : disk_bytes(s) / 2;
}

/* Of the index; returns the largest tier's. */
static uint64_t count_places(zm_race_solve *s)
{
    uint64_t largest = 0;
    s->out->tiers = s->tiers;
    for (uint32_t tier = 0; tier < s->tiers; tier++) {
        const uint64_t size = zm_race_tier_size(s->variant, tier);
        s->out->places += size;
        largest = size > largest ? size : largest;
    }
    return largest;
}

static zm_status announce(zm_race_solve *s)
{
    const uint64_t largest = count_places(s);
    const uint64_t lists = (uint64_t)s->tiers * sizeof(uint64_t) + 4096;
    const uint64_t writer = zm_storing_bytes(s->context, s->options, s->out->places, largest);
    if (s->device)
        ZM_TRY(s->context, zm_race_device_announce(s->device, values_needed(s)));
    const uint64_t here =
        s->device ? zm_pages_bytes(zm_race_fetched(s)) + zm_race_device_check_bytes(s->variant) : values_needed(s);
    const zm_demand demand = {.memory = here + zm_race_room(s) + zm_race_lines(s) + zm_memory_used(s->context) + lists +
                                        writer,
                              .disk = s->options->tables ? disk_bytes(s) : 0,
                              .least_disk = s->options->tables ? least_disk_bytes(s) : 0};
    return zm_announce(s->context, s->variant, s->options, &demand, s->out);
}

static zm_status take_fetched(zm_race_solve *s)
{
    ZM_TRY(s->context, zm_alloc_pages(s->context, &s->fetched, zm_race_fetched(s), 1, "rows of probabilities"));
    return zm_race_device_pin(s->device, s->fetched, zm_race_fetched(s));
}

static zm_status solve(zm_race_solve *s)
{
    uint64_t *sizes;
    ZM_TRY(s->context, zm_race_prepare(s));
    if (s->options->engine != ZM_ENGINE_CPU)
        ZM_TRY(s->context, zm_race_device_open(s->context, s->options, &s->lap, s->course, s->homes, &s->device));
    ZM_TRY(s->context, announce(s));
    if (s->device)
        ZM_TRY(s->context, take_fetched(s));
    ZM_TRY(s->context, zm_alloc(s->context, &s->lines, zm_race_lines(s), 1, "rows of probabilities"));
    ZM_TRY(s->context, zm_alloc(s->context, &s->room, zm_race_room(s), 1, "a phase of the iteration"));
    ZM_TRY(s->context, zm_alloc(s->context, &sizes, s->tiers, sizeof *sizes, "sizes of tiers"));
    zm_status status = with_writer(s, sizes);
    zm_writer_close(s->writer);
    zm_release(s->context, sizes);
    return status;
}

void zm_race_free_courses(zm_race_solve *s)
{
    for (uint32_t x = 0; x < ZM_RACE_HOMES; x++)
        zm_race_sides_free(s->context, &s->course[x]);
}

void zm_race_free_values(zm_race_solve *s)
{
    for (uint32_t x = 0; x < ZM_RACE_HOMES; x++)
        for (uint32_t y = 0; y < ZM_RACE_HOMES; y++) {
            zm_release(s->context, s->values[x][y]);
            zm_release(s->context, s->choice[x][y]);
        }
}

zm_status zm_solve_race(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    zm_race_solve *s;
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a race"));
    *s = (zm_race_solve){.context = c, .variant = v, .options = o, .out = out, .race = v->game->race};
    s->against = s->values;
    out->summary.dice = true;
    out->summary.certified = !o->one_vector;
    zm_status status = solve(s);
    if (s->device)
        zm_race_device_work(s->device, &out->device_seconds, &out->device_bytes);
    if (s->fetched)
        zm_race_device_unpin(s->device, s->fetched);
    zm_race_device_free(s->device);
    zm_release(c, s->fetched);
    zm_release(c, s->lines);
    zm_release(c, s->room);
    zm_race_free_values(s);
    zm_race_free_courses(s);
    zm_release(c, s);
    return status;
}
