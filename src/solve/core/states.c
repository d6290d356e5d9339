/* states.c: see states.h. A bit a place; tiers in descending order, so that when a tier's turn comes everything that
 * leads into it from outside is marked. States that moves inside the tier lead to are followed at once
 * (kernel/dense.inc), or in the row's next turn where a game says where whole rows lead (kernel/row_moves.inc). */
#include "states.h"

#include "solve/hunt/acyclic.h"

#include "base/file.h"
#include "base/stop.h"

#include <inttypes.h>
#include <omp.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { CHUNK = 64 /* words */ };

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

typedef struct filler {
    zm_context *context;
    zm_dense dense;
    const zm_tiers *tiers;
    const zm_kernels *kernels;
    void (*reach)(const zm_dense *, uint32_t, const uint64_t *, uint64_t, uint64_t, zm_index_list *);
    void (*mark_all)(const zm_dense *, uint32_t, uint64_t, uint64_t);
    bool leaves; /* no move stays in its tier: a bitmap is its own list of seeds */
    bool large;
} filler;

static zm_status chunks(filler *f, uint32_t tier, const uint64_t *seeds, uint64_t words)
{
    zm_status status = ZM_OK;
    zm_meter meter = zm_meter_of(f->context, f->tiers->size[tier]);
    zm_dense dense = f->dense;
    zm_meter_phase(&meter, 1, f->tiers->size[tier]);
    dense.meter = &meter;
#pragma omp parallel num_threads((int)zm_threads(f->context)) if (f->large && words > CHUNK)
    {
        zm_index_list stack = {.context = f->context};
#pragma omp for schedule(dynamic, 1)
        for (uint64_t from = 0; from < words; from += CHUNK)
            if (!zm_stopped(f->context))
                f->reach(&dense, tier, seeds, from, from + CHUNK < words ? from + CHUNK : words, &stack);
        if (stack.status != ZM_OK)
#pragma omp atomic write
            status = stack.status;
        zm_index_list_free(&stack);
    }
    zm_meter_end(&meter);
    return status;
}

static zm_status fill_tier(void *arg, uint32_t tier)
{
    filler *f = arg;
    zm_context *c = f->context;
    uint64_t words = zm_tier_words(f->tiers, tier), *seeds = f->dense.reached[tier], *copy = NULL;
    ZM_TRY(c, zm_check_stop(c));
    if (!f->leaves) { /* bits that are set on the way are followed at once, not found here again */
        ZM_TRY(c, zm_alloc(c, &copy, words, sizeof *copy, "the bitmaps of states"));
        memcpy(copy, seeds, words * sizeof *copy);
    }
    zm_status s = chunks(f, tier, copy ? copy : seeds, words);
    zm_release(c, copy);
    if (s == ZM_OK) /* stopped on its way, the tier is not whole, and must not be saved as such */
        s = zm_check_stop(c);
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
