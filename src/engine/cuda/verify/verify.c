/* verify.c: a table verified on a device: its memory, which kernel (verify/verify_gpu.h) comes when, and what is said
 * of what they find.
 *
 * Values are read and decoded on the host, on all threads and piece by piece, and go to the device through pinned
 * memory. Those of the tier at hand and its children must be on the device; others stay as long as there is room. The
 * first fault that the device finds in a tier is looked at again on the host, from the table's own values, so that the
 * message is the one of verify/verify.c. */
#include "verify.h"
#include "engine/cuda/device/device.h"
#include "verify/verify_runner.h"

#include "base/context.h"
#include "base/memory.h"
#include "base/stop.h"
#include "game/builtin.h"
#include "game/expand.h"
#include "table/read/tier_values.h"
#include "verify/contract.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <string.h>

enum { PIECE = 1 << 25 }; /* values that come at once */

typedef struct verifier {
    zm_context *context;
    const zm_table *table;
    const zm_variant *variant;
    zm_device *device;
    const zm_verify_runner *verify_runner;
    uint64_t room;   /* bytes of the device that may be taken at most */
    uint64_t others; /* bytes that are needed beside values, */
    uint64_t values; /* and that are taken for them */
    zm_tier_values values_of;
    zm_tier_values_far far;
    zm_value *piece;           /* pinned, on the host */
    zm_verify_gpu_tier *tiers; /* as the device has them */
    zm_verify_gpu job;         /* what all kernels have in common */
    zm_verify_gpu_notes notes;
    /* on the device */
    zm_verify_gpu_tier *device_tiers;
    uint32_t *marked;
} verifier;

static uint64_t size_of(const verifier *k, uint32_t tier) { return k->table->layout.tier[tier].size; }
static uint64_t bytes_of(const verifier *k, uint32_t tier) { return size_of(k, tier) * sizeof(zm_value); }
static uint64_t words_of(uint64_t places) { return (places + ZM_VERIFY_GPU_WORD - 1) / ZM_VERIFY_GPU_WORD; }
static uint64_t bits_bytes(uint64_t places) { return words_of(places) * sizeof(uint32_t); }

static uint64_t marked_words(const verifier *k)
{
    uint64_t words = 0;
    for (uint32_t t = 0; t < k->table->layout.tiers; t++)
        words += words_of(size_of(k, t));
    return words;
}

/* ---- what it needs ---- */
/* Of a tier and those its moves lead to. */
static uint64_t family_bytes(const verifier *k, uint32_t tier, uint32_t *child)
{
    const zm_game *r = k->variant->game;
    const uint32_t n = r->index->children ? r->index->children(k->variant, tier, child) : tier;
    uint64_t bytes = bytes_of(k, tier);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t c = r->index->children ? child[i] : i;
        bytes += c < tier ? bytes_of(k, c) : 0;
    }
    return bytes;
}

static zm_status announce(verifier *k)
{
    const zm_layout *l = &k->table->layout;
    uint64_t most = 0;
    for (uint32_t t = 0; t < l->tiers; t++) {
        const uint64_t bytes = family_bytes(k, t, k->values_of.child);
        most = bytes > most ? bytes : most;
    }
    const unsigned bits = zm_table_distances(k->table) ? 1 : 2;
    k->others = zm_device_rules_bytes(k->variant) + l->tiers * sizeof *k->tiers + sizeof k->notes +
                k->verify_runner->bytes + marked_words(k) * sizeof(uint32_t) + bits * bits_bytes(l->largest);
    return zm_device_announce(k->device, k->others + most);
}

/* ---- values of tiers ---- */
static zm_status tell_where(const verifier *k, uint32_t tier)
{
    return zm_device_put(k->device, k->device_tiers + tier, &k->tiers[tier], sizeof *k->tiers);
}

static zm_status take_tier(void *arg, uint32_t tier, zm_value **out)
{
    verifier *k = arg;
    if (k->others + k->values + bytes_of(k, tier) > k->device->free_bytes)
        return zm_fail(k->context, ZM_NO_MEMORY, "%s has no room for tier %" PRIu32, k->device->name, tier);
    ZM_TRY(k->context, zm_device_take(k->device, out, bytes_of(k, tier)));
    k->values += bytes_of(k, tier);
    k->tiers[tier].value = *out;
    return tell_where(k, tier);
}

static zm_status read_tier(void *arg, uint32_t tier, zm_value *values)
{
    const verifier *k = arg;
    const uint64_t size = size_of(k, tier);
    for (uint64_t from = 0; from < size; from += PIECE) {
        const uint64_t count = size - from < PIECE ? size - from : PIECE;
        ZM_TRY(k->context, zm_check_stop(k->context));
        ZM_TRY(k->context, zm_table_read_piece(k->context, k->table, tier, from, count, k->piece));
        ZM_TRY(k->context, zm_device_put(k->device, values + from, k->piece, count * sizeof *values));
    }
    return ZM_OK;
}

static void give_tier(void *arg, uint32_t tier, zm_value *values)
{
    verifier *k = arg;
    zm_device_give(k->device, &values);
    k->values -= bytes_of(k, tier);
    k->tiers[tier].value = NULL;
    (void)tell_where(k, tier); /* what fails fails again, and is told then */
}

/* ---- kernels ---- */
static zm_status run(verifier *k, zm_verify_gpu_step kernel)
{
    ZM_TRY(k->context, zm_check_stop(k->context));
    ZM_TRY(k->context, zm_device_check(k->device, k->verify_runner->start(&k->device->stream, kernel, &k->job)));
    ZM_TRY(k->context, zm_device_wait(k->device));
    return zm_device_get(k->device, &k->notes, k->job.notes, sizeof k->notes);
}

/* Again and again, until nothing more is found. */
static zm_status run_out(verifier *k, zm_verify_gpu_step kernel)
{
    uint64_t before;
    do {
        before = k->notes.found;
        ZM_TRY(k->context, run(k, kernel));
        if (kernel == ZM_VERIFY_GPU_EXPAND)
            zm_progress_add(k->context, k->notes.found - before);
    } while (k->notes.found != before);
    return ZM_OK;
}

static zm_status begin_tier(verifier *k, uint32_t tier)
{
    zm_context *c = k->context;
    const uint64_t bytes = bits_bytes(size_of(k, tier));
    ZM_TRY(c, zm_tier_values_family(&k->values_of, tier));
    k->notes = (zm_verify_gpu_notes){.fault = UINT64_MAX, .hi = UINT64_MAX, .lo = UINT64_MAX};
    k->job.tier = tier;
    k->job.own = k->tiers[tier];
    k->job.circles = false;
    if (!bytes)
        return ZM_OK;
    ZM_TRY(c, zm_device_put(k->device, k->job.notes, &k->notes, sizeof k->notes));
    ZM_TRY(c, zm_device_clear(k->device, k->job.expanded, bytes));
    return k->job.ground ? zm_device_clear(k->device, k->job.ground, bytes) : ZM_OK;
}

static zm_status run_tier(verifier *k)
{
    zm_context *c = k->context;
    if (k->job.all_states)
        ZM_TRY(c, run(k, ZM_VERIFY_GPU_MARK));
    ZM_TRY(c, run_out(k, ZM_VERIFY_GPU_EXPAND));
    k->job.circles = k->job.ground && k->notes.fault == UINT64_MAX;
    if (k->job.circles)
        ZM_TRY(c, run_out(k, ZM_VERIFY_GPU_GROUND));
    if (k->notes.fault != UINT64_MAX && zm_breaks_rules(k->notes.fault % ZM_FAULT_KINDS))
        return ZM_OK; /* play stopped there */
    ZM_TRY(c, run(k, ZM_VERIFY_GPU_CLOSE));
    if (k->notes.fault != UINT64_MAX || !k->notes.decided || k->job.ground)
        return ZM_OK;
    ZM_TRY(c, run(k, ZM_VERIFY_GPU_FARTHEST_HI));
    return run(k, ZM_VERIFY_GPU_FARTHEST_LO);
}

/* ---- what is wrong ---- */
/* May a move lead there? */
static bool leads_well(const verifier *k, uint32_t tier, zm_place at)
{
    return at.tier < k->table->layout.tiers && at.index < size_of(k, at.tier) && at.tier <= tier &&
           k->values_of.value[at.tier];
}

/* The value of a state from its successors', as the table has them: of all, or up to the first that is in the wrong
 * place. */
static zm_status recompute(const verifier *k, zm_fault *f, zm_value *best, bool *sure)
{
    const zm_game *r = k->variant->game;
    zm_move moves[ZM_MAX_MOVES];
    unsigned n;
    const zm_end end = zm_rules_moves(r, k->variant, f->state, moves, &n);
    *best = end == ZM_OPEN ? (zm_value)ZM_NONE : zm_end_value(end);
    *sure = true;
    for (unsigned i = 0; i < n; i++) {
        bool passes;
        zm_value value;
        f->successor = zm_rules_play(r, k->variant, f->state, moves[i], &passes);
        const zm_place at = r->index->rank(k->variant, f->successor);
        if (!leads_well(k, f->tier, at) ||
            (zm_breaks_rules(f->kind) && zm_move_fault(r, k->variant, f->state, f->successor, at, passes)))
            return ZM_OK;
        ZM_TRY(k->context, zm_table_value_at(k->context, k->table, at.tier, at.index, &value));
        *sure &= value != ZM_NONE;
        value = value == ZM_NONE ? value : zm_before_move(value, passes);
        value = k->job.ground ? zm_wdl(value) : value;
        *best = value > *best ? value : *best;
    }
    return ZM_OK;
}

static zm_status report(const verifier *k)
{
    zm_context *c = k->context;
    zm_fault f = {.kind = (zm_fault_kind)(k->notes.fault % ZM_FAULT_KINDS),
                  .tier = k->job.tier,
                  .at = k->notes.fault / ZM_FAULT_KINDS};
    zm_value best;
    bool sure;
    ZM_TRY(c, zm_table_value_at(c, k->table, f.tier, f.at, &f.stored));
    if (f.kind != ZM_NOT_REACHED) {
        f.state = k->variant->game->index->unrank(k->variant, (zm_place){f.tier, f.at});
        ZM_TRY(c, recompute(k, &f, &best, &sure));
        f.right = sure ? best : (zm_value)ZM_NONE;
    }
    if (f.kind == ZM_WRONG_VALUE && f.right == f.stored)
        return zm_fail(c, ZM_IO, "%s finds tier %" PRIu32 ", place %" PRIu64 " wrong, and it is not: the device errs",
                       k->device->name, f.tier, f.at);
    return zm_report_fault(c, k->table, &f);
}

/* ---- all tiers ---- */
static zm_status verify_tier(void *arg, uint32_t tier, zm_ledger *ledger, zm_verified *out)
{
    verifier *k = arg;
    const zm_verify_gpu_notes *n = &k->notes;
    ZM_TRY(k->context, begin_tier(k, tier));
    if (size_of(k, tier)) /* else it has no places */
        ZM_TRY(k->context, run_tier(k));
    if (n->fault != UINT64_MAX)
        return report(k);
    zm_summary sum = {.states = n->states, .won_by = {n->won_by[0], n->won_by[1]}, .drawn = n->drawn};
    sum.has_longest = n->decided && !k->job.ground;
    sum.longest = n->longest;
    if (sum.has_longest)
        sum.longest_position = (zm_pos){n->lo, n->hi};
    ZM_TRY(k->context, zm_ledger_tier(k->context, ledger, tier, &sum));
    out->states += n->states;
    out->moves += n->moves;
    zm_tier_values_drop(&k->values_of, tier); /* nothing that comes leads back */
    return ZM_OK;
}

/* Everything else follows from it. */
static zm_status mark_start(const verifier *k)
{
    const zm_place at = k->variant->game->index->rank(k->variant, zm_start_state(k->variant));
    if (at.tier >= k->table->layout.tiers || at.index >= size_of(k, at.tier))
        return ZM_OK;
    const uint32_t word = (uint32_t)1 << at.index % ZM_VERIFY_GPU_WORD;
    return zm_device_put(k->device, k->tiers[at.tier].marked + at.index / ZM_VERIFY_GPU_WORD, &word, sizeof word);
}

static zm_status take_bits(verifier *k)
{
    zm_context *c = k->context;
    const zm_layout *l = &k->table->layout;
    const uint64_t words = marked_words(k);
    ZM_TRY(c, zm_device_take(k->device, &k->marked, words * sizeof(uint32_t)));
    ZM_TRY(c, zm_device_take(k->device, &k->job.expanded, bits_bytes(l->largest)));
    if (!zm_table_distances(k->table))
        ZM_TRY(c, zm_device_take(k->device, &k->job.ground, bits_bytes(l->largest)));
    ZM_TRY(c, zm_device_clear(k->device, k->marked, words * sizeof(uint32_t)));
    uint32_t *marked = k->marked;
    for (uint32_t t = 0; t < l->tiers; t++) {
        k->tiers[t] = (zm_verify_gpu_tier){NULL, marked, size_of(k, t)};
        marked += words_of(size_of(k, t));
    }
    ZM_TRY(c, zm_device_take(k->device, &k->device_tiers, l->tiers * sizeof *k->tiers));
    return zm_device_put(k->device, k->device_tiers, k->tiers, l->tiers * sizeof *k->tiers);
}

static zm_status take_all(verifier *k)
{
    zm_context *c = k->context;
    const uint64_t largest = k->table->layout.largest;
    const uint64_t piece = largest < PIECE ? largest : PIECE;
    ZM_TRY(c, zm_alloc(c, &k->tiers, k->table->layout.tiers, sizeof *k->tiers, "the list of tiers"));
    ZM_TRY(c, zm_device_alloc_pinned(k->device, &k->piece, piece * sizeof *k->piece, "values on their way"));
    ZM_TRY(c, zm_device_take_rules(k->device, &k->job.rules, k->variant));
    ZM_TRY(c, zm_device_take(k->device, &k->job.notes, sizeof *k->job.notes));
    ZM_TRY(c, take_bits(k));
    k->job.variant = k->variant;
    k->job.tiers = k->device_tiers;
    k->job.count = k->table->layout.tiers;
    k->job.all_states = zm_all_states(k->variant);
    return ZM_OK;
}

static void give_all(verifier *k)
{
    zm_tier_values_close(&k->values_of);
    if (k->device)
        zm_device_free_pinned(k->device, &k->piece);
    zm_device_close(k->device);
    zm_release(k->context, k->tiers);
    zm_release(k->context, k);
}

/* ---- may it? ---- */
static zm_status refuse(const verifier *k, const char *why)
{
    return zm_fail(k->context, ZM_BAD_INPUT, "the table of %s is not verified on a GPU: %s; use --engine cpu",
                   k->variant->game->name, why);
}

static zm_status find(verifier *k, zm_engine e)
{
    const zm_table *t = k->table;
    if (zm_table_dice(t) || zm_table_moves(t))
        return refuse(k, "it is one of a game with dice");
    if (zm_table_book(t) || zm_table_keyed(t))
        return refuse(k, "it is not one of all places of an index");
    ZM_TRY(k->context, zm_device_open(k->context, e, &k->device));
    k->device->free_bytes = k->room < k->device->free_bytes ? k->room : k->device->free_bytes;
    k->verify_runner =
        e == ZM_ENGINE_CUDA_HOST ? &zm_verify_runner_host : zm_verify_runner_of(zm_game_of_kernels(k->variant));
    return k->verify_runner ? ZM_OK : refuse(k, "it has no kernels there");
}

static zm_status prove(verifier *k, zm_engine e, zm_verified *out)
{
    zm_context *c = k->context;
    ZM_TRY(c, find(k, e));
    ZM_TRY(c, zm_tier_values_open(c, k->table, &k->values_of));
    k->far = (zm_tier_values_far){k, take_tier, read_tier, give_tier};
    k->values_of.far = &k->far;
    ZM_TRY(c, announce(k));
    ZM_TRY(c, zm_table_check(c, k->table, &out->blocks));
    ZM_TRY(c, take_all(k));
    ZM_TRY(c, zm_verify_start(c, k->table));
    ZM_TRY(c, mark_start(k));
    zm_progress_begin(c, "recomputing states", k->table->manifest.total.states);
    const zm_status s = zm_verify_tiers(c, k->table, verify_tier, k, out);
    zm_progress_end(c);
    return s;
}

zm_status zm_verify_gpu_table(zm_context *c, const zm_table *t, zm_engine e, uint64_t room, zm_verified *out)
{
    verifier *k;
    ZM_TRY(c, zm_alloc(c, &k, 1, sizeof *k, "the verifier"));
    *k = (verifier){.context = c, .table = t, .variant = t->variant, .room = room};
    *out = (zm_verified){0};
    const zm_status s = prove(k, e, out);
    give_all(k);
    ZM_TRY(c, s);
    return zm_verify_rules(c, t);
}

zm_status zm_table_verify_on(zm_context *c, const zm_table *t, zm_engine e, zm_verified *out)
{
    return e == ZM_ENGINE_CPU ? zm_table_verify(c, t, out) : zm_verify_gpu_table(c, t, e, UINT64_MAX, out);
}
