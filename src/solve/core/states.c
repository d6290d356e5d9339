/* states.c: see states.h. A bit a place; tiers in descending order, so that when a tier's turn comes everything that
 * leads into it from outside is marked. Inside it, every state that is marked and was not yet expanded is, round after
 * round, until nothing is new; a byte per 512 places says where something is. So all threads share one tier, whatever
 * leads where. Where a game says where whole rows lead, they take the place of states (kernel/row_moves.inc).
 *
 * Cost: the moves of every state once, and a look at the bytes per round. Memory: a bit per place, and one more for the
 * tier at hand. */
#include "states.h"

#include "solve/hunt/acyclic.h"

#include "base/file.h"
#include "base/meter.h"
#include "base/stop.h"

#include <inttypes.h>
#include <omp.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { CHUNK = ZM_REACH_BLOCK / 64 /* words */, WORTH_THREADS = 8 /* chunks, from which on waking the threads pays */ };

zm_status zm_states_open(zm_context *c, const zm_tiers *t, zm_states *r)
{
    *r = (zm_states){.hunt = t->stride};
    for (uint32_t i = 0; i < t->count; i++)
        r->words += zm_tier_words(t, i);
    zm_status s = zm_alloc(c, &r->tier, t->count, sizeof *r->tier, "the bitmaps of states");
    if (s == ZM_OK)
        s = zm_alloc(c, &r->block, r->words, sizeof *r->block, "the bitmaps of states");
    if (s != ZM_OK) {
        zm_states_close(c, r);
        return s;
    }
    uint64_t *at = r->block;
    for (uint32_t i = 0; i < t->count; i++) {
        r->tier[i] = at;
        at += zm_tier_words(t, i);
    }
    return ZM_OK;
}

void zm_states_close(zm_context *c, zm_states *r)
{
    zm_release(c, r->tier);
    zm_release(c, r->block);
    *r = (zm_states){0};
}

static zm_status misplaced(zm_context *c, const zm_variant *v, const zm_reach *r)
{
    const zm_place own = v->game->index->rank(v, r->state);
    char state[ZM_MAX_TEXT] = "";
    zm_write_position(v, r->state, state, sizeof state);
    return zm_fail(c, ZM_BAD_INPUT,
                   "%s: a move leads to tier %" PRIu32 ", index %" PRIu64
                   "; unrank finds %s there, whose rank is tier %" PRIu32 ", index %" PRIu64,
                   v->game->name, r->place.tier, r->place.index, state, own.tier, own.index);
}

typedef struct filler {
    zm_context *context;
    zm_dense dense;
    const zm_tiers *tiers;
    const zm_kernels *kernels;
    void (*reach)(const zm_dense *, uint32_t, const uint64_t *, uint64_t, uint64_t, zm_reach *);
    void (*mark_all)(const zm_dense *, uint32_t, uint64_t, uint64_t);
    bool leaves; /* no move stays in its tier: every state is expanded in its turn */
    bool large;
} filler;

/* A tier whose states are being found. */
typedef struct found_tier {
    filler *f;
    uint32_t tier;
    uint64_t words;
    uint64_t *expanded; /* a bit a place; NULL: nothing in the tier is found on the way */
    uint8_t *touched;   /* by CHUNK words: there are states that have not been expanded */
    zm_meter meter;
    zm_status status;
} found_tier;

/* Expands what is new in a chunk. States that are marked meanwhile have their turn in the next round. */
static void expand_chunk(found_tier *t, uint64_t chunk, zm_reach *r)
{
    const uint64_t first = chunk * CHUNK, words = first + CHUNK < t->words ? CHUNK : t->words - first;
    uint64_t seeds[CHUNK], count = 0;
    for (uint64_t i = 0; i < words; i++) {
        uint64_t done = t->expanded ? t->expanded[first + i] : 0;
        seeds[i] = __atomic_load_n(&t->f->dense.reached[t->tier][first + i], __ATOMIC_RELAXED) & ~done;
        count += zm_count_bits(seeds[i]);
        if (t->expanded)
            t->expanded[first + i] = done | seeds[i];
    }
    t->f->reach(&t->f->dense, t->tier, seeds, first, words, t->expanded ? r : NULL);
    zm_meter_add(&t->meter, count);
}

/* Every chunk in which something is new; false: there was none. */
static bool expand_round(found_tier *t)
{
    filler *f = t->f;
    const uint64_t chunks = (t->words + CHUNK - 1) / CHUNK;
    uint64_t some = 0;
    for (uint64_t i = 0; i < chunks; i++)
        some += t->touched[i];
#pragma omp parallel num_threads((int)zm_threads(f->context)) if (f->large && some >= WORTH_THREADS)
    {
        zm_reach r = {.touched = t->touched};
#pragma omp for schedule(dynamic, 1)
        for (uint64_t i = 0; i < chunks; i++)
            if (!zm_stopped(f->context) && !r.misplaced && __atomic_exchange_n(&t->touched[i], 0, __ATOMIC_SEQ_CST))
                expand_chunk(t, i, &r);
        if (r.misplaced)
#pragma omp critical(zm_states)
            t->status = misplaced(f->context, f->dense.variant, &r);
    }
    return some;
}

/* Rounds over the tier until nothing is new. Without moves that stay in it one round does. */
static zm_status expand_tier(found_tier *t)
{
    zm_context *c = t->f->context;
    memset(t->touched, 1, (t->words + CHUNK - 1) / CHUNK);
    while (t->status == ZM_OK && !zm_stopped(c) && expand_round(t) && t->expanded)
        ;
    return t->status == ZM_OK ? zm_check_stop(c) : t->status; /* stopped on its way, the tier is not whole */
}

static zm_status fill_tier(void *arg, uint32_t tier)
{
    filler *f = arg;
    zm_context *c = f->context;
    found_tier t = {.f = f, .tier = tier, .words = zm_tier_words(f->tiers, tier)};
    ZM_TRY(c, zm_check_stop(c));
    t.meter = zm_meter_of(c, f->tiers->size[tier]);
    zm_meter_phase(&t.meter, 1, f->tiers->size[tier]);
    zm_status s = f->leaves ? ZM_OK : zm_alloc(c, &t.expanded, t.words, sizeof *t.expanded, "the bitmaps of states");
    if (s == ZM_OK)
        s = zm_alloc(c, &t.touched, t.words / CHUNK + 1, sizeof *t.touched, "the bitmaps of states");
    if (s == ZM_OK)
        s = expand_tier(&t);
    zm_release(c, t.expanded);
    zm_release(c, t.touched);
    zm_meter_end(&t.meter);
    return s;
}

/* By rows, until no row has anything left to do. */
static zm_status lead_tier(void *arg, uint32_t tier)
{
    enum { ROWS = 16 };
    filler *f = arg;
    zm_context *c = f->context;
    const zm_variant *v = f->dense.variant;
    const uint64_t words = zm_tier_words(f->tiers, tier);
    const uint64_t rows = f->tiers->size[tier] / v->game->rows->width(v, tier);
    uint64_t *todo, found = 1;
    zm_meter meter = zm_meter_of(c, f->tiers->size[tier]);
    zm_meter_phase(&meter, 1, f->tiers->size[tier]);
    ZM_TRY(c, zm_alloc(c, &todo, words, sizeof *todo, "the bitmaps of states"));
    memcpy(todo, f->dense.reached[tier], words * sizeof *todo);
    while (found && !zm_stopped(c)) {
        found = 0;
#pragma omp parallel for num_threads((int)zm_threads(c)) if (f->large && rows > ROWS) schedule(dynamic, 1) reduction(+ : found)
        for (uint64_t from = 0; from < rows; from += ROWS)
            if (!zm_stopped(c)) {
                const uint64_t new =
                    f->kernels->rows->reach(&f->dense, tier, todo, from, from + ROWS < rows ? from + ROWS : rows);
                zm_meter_add(&meter, new);
                found += new;
            }
    }
    zm_release(c, todo);
    zm_meter_end(&meter);
    return zm_check_stop(c);
}

static zm_status mark_tier(void *arg, uint32_t tier)
{
    filler *f = arg;
    const uint64_t words = zm_tier_words(f->tiers, tier);
    ZM_TRY(f->context, zm_check_stop(f->context));
    zm_meter meter = zm_meter_of(f->context, f->tiers->size[tier]);
    zm_meter_phase(&meter, 1, words);
#pragma omp parallel for num_threads((int)zm_threads(f->context)) if (f->large && words > CHUNK) schedule(dynamic, 1)
    for (uint64_t from = 0; from < words; from += CHUNK)
        if (!zm_stopped(f->context)) {
            f->mark_all(&f->dense, tier, from, from + CHUNK < words ? from + CHUNK : words);
            zm_meter_add(&meter, CHUNK);
        }
    zm_meter_end(&meter);
    return zm_check_stop(f->context);
}

zm_place zm_states_start(const zm_variant *v, const zm_tiers *t, zm_states *r)
{
    zm_place start = v->game->index->rank(v, zm_start_state(v));
    if (t->stride)
        r->tier[start.tier][zm_hunt_row(v, start)] |= zm_bit(zm_hunt_square(v, start));
    else
        r->tier[start.tier][start.index / 64] |= zm_bit(start.index % 64);
    return start;
}

zm_status zm_states_fill(zm_context *c, const zm_variant *v, const zm_tiers *t, zm_states *r)
{
    const zm_game *rules = v->game;
    const zm_kernels *kernels = zm_kernels_for(v);
    zm_states_start(v, t, r);
    filler f = {.context = c,
                .dense = {.variant = v, .reached = r->tier},
                .tiers = t,
                .kernels = kernels,
                .reach = t->stride ? kernels->hunt_acyclic->reach : kernels->dense->reach,
                .mark_all = kernels->dense->mark_all,
                .leaves = rules->index->inside == ZM_LEAVES};
    zm_progress_begin(c, "enumerate", t->places);
    zm_status s = ZM_OK;
    const bool leads = !t->stride && rules->rows->lead;
    zm_tier_work *work = zm_all_states(v) ? mark_tier : leads ? lead_tier : fill_tier;
    for (uint32_t k = t->runs; k-- && s == ZM_OK;) {
        f.large = t->run[k].large;
        s = zm_tiers_do(c, t, &t->run[k], false, work, &f);
    }
    zm_progress_end(c);
    return s;
}

/* ---- counting games on the way ---- A tier's numbers are needed from when the first tier above hands something down
 * until it has handed that on itself. */
static zm_status rows_for(zm_context *c, zm_dense *d, const zm_tiers *t, uint32_t tier)
{
    return d->paths[tier] ? ZM_OK
                          : zm_resize(c, &d->paths[tier], t->units[tier] * d->squares, sizeof(zm_wide),
                                      "the numbers of games of a tier");
}

static zm_status rows_below(zm_context *c, zm_dense *d, const zm_tiers *t, uint32_t tier)
{
    if (!t->linked)
        for (uint32_t i = 0; i < tier; i++)
            ZM_TRY(c, rows_for(c, d, t, i));
    else
        for (uint64_t k = t->down.first[tier]; k < t->down.first[tier + 1]; k++)
            ZM_TRY(c, rows_for(c, d, t, t->down.tier[k]));
    return ZM_OK;
}

static zm_status hand_down(zm_context *c, zm_dense *d, const zm_tiers *t, zm_place start, zm_ends *ends)
{
    const zm_variant *v = d->variant;
    ZM_TRY(c, rows_for(c, d, t, start.tier));
    d->paths[start.tier][zm_hunt_row(v, start) * d->squares + zm_hunt_square(v, start)] = 1;
    for (uint32_t tier = t->count; tier--;) {
        zm_progress_add(c, t->size[tier]);
        if (!d->paths[tier])
            continue; /* nobody comes here */
        ZM_TRY(c, zm_check_stop(c));
        ZM_TRY(c, rows_below(c, d, t, tier));
        zm_kernels_for(v)->hunt_acyclic->paths(d, tier, t->units[tier], ends);
        zm_release(c, d->paths[tier]);
        d->paths[tier] = NULL;
    }
    return ZM_OK;
}

zm_status zm_states_count(zm_context *c, const zm_variant *v, const zm_tiers *t, zm_states *r, zm_ends *ends)
{
    zm_dense d = {.variant = v, .reached = r->tier};
    *ends = (zm_ends){0, 0, false};
    zm_hunt_open(&d, t);
    ZM_TRY(c, zm_alloc(c, &d.paths, t->count, sizeof *d.paths, "the list of tiers"));
    zm_progress_begin(c, "enumerate", t->places);
    zm_status s = hand_down(c, &d, t, zm_states_start(v, t, r), ends);
    zm_progress_end(c);
    for (uint32_t i = 0; i < t->count; i++)
        zm_release(c, d.paths[i]);
    zm_release(c, d.paths);
    return s;
}

/* ---- the file: rules hash, words, XXH3 of them, then the words ---- */
typedef struct header {
    char magic[8];
    uint64_t rules, words, sum;
} header;

static header header_of(const zm_variant *v, const zm_states *r, const void *words)
{
    header h = {"ZMREACH", zm_rules_hash(v), r->words, XXH3_64bits(words, r->words * sizeof *r->block)};
    h.magic[7] = r->hunt ? 'H' : 'S'; /* the same number of words can mean placements or states */
    return h;
}

zm_status zm_states_save(zm_context *c, const zm_variant *v, const zm_states *r, const char *path)
{
    header h = header_of(v, r, r->block);
    zm_out *o;
    ZM_TRY(c, zm_out_open(c, path, &o));
    zm_status s = zm_out_write(o, &h, sizeof h);
    if (s == ZM_OK)
        s = zm_out_write(o, r->block, r->words * sizeof *r->block);
    if (s != ZM_OK) {
        zm_out_abandon(o);
        return s;
    }
    return zm_out_commit(o);
}

bool zm_states_load(zm_context *c, const zm_variant *v, zm_states *r, const char *path)
{
    zm_mapped m;
    if (access(path, R_OK) || zm_map_file(c, path, &m) != ZM_OK)
        return false;
    size_t bytes = r->words * sizeof *r->block;
    bool good = m.bytes == sizeof(header) + bytes;
    if (good) {
        header h = header_of(v, r, m.data + sizeof h);
        good = !memcmp(&h, m.data, sizeof h);
    }
    if (good)
        memcpy(r->block, m.data + sizeof(header), bytes);
    good = good && !zm_is_cut(&m);
    zm_unmap_file(&m);
    return good;
}

zm_status zm_states_find(zm_context *c, const zm_variant *v, const zm_tiers *t, const char *path, zm_states *r)
{
    ZM_TRY(c, zm_states_open(c, t, r));
    if (*path && zm_states_load(c, v, r, path))
        return ZM_OK;
    ZM_TRY(c, zm_states_fill(c, v, t, r));
    return *path && t->runs > 1 ? zm_states_save(c, v, r, path) : ZM_OK;
}
