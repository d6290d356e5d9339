/* hunt.c: is the table of a hunt with cycles (zermelo/hunt.h) right? Sees the same proof through as verify/verify.c,
 * but with all squares of the lone piece at once, and shares nothing with the solvers but the rules.
 *
 * First states.c finds out which states there are. Then, through the tiers from the lowest number up, with M a
 * placement of the many, s a square of the lone piece, values for the side to move:
 *     B[M][s]  many to move   must be the best of the steps M -> M' of before(A[M'][s]), a loss when there are none
 *     A[M][s]  lone to move   must be the best of its steps s -> s' of before(B[M][s']), and of its jumps of before(V[M'][s'])
 *     V[M][s]  just landed    is the best for the lone piece of stopping there, B[M][s], and, where it may, of jumping on
 * That is compared twice: who wins, as sets of squares, for all placements; and how far it is where someone does.
 * States must have a value and nothing else must. In the end a sample of states is recomputed move by move as
 * verify/verify.c does it, each successor looked up in the table as any program would: that what the hunt's rules say
 * of whole sets agrees with the moves.
 *
 * Without distances circles inside a tier are looked for as verify/verify.c does it: who wins is found anew from what
 * lies outside the tier and nothing else, and must come to the same.
 *
 * rows.c has the rows of values and what is kept of them, successors.c what the moves make of a placement,
 * placement.c compares; here are the tiers, in runs of threads, the sample, and the message when something is wrong.
 *
 * Memory: 2 bytes a place for the tier at hand; what is decided of the tiers that are still needed, 20 bytes a
 * placement and 2 a value; a bit and a half for every placement, and 8 to 24 bytes where not every free square is
 * reached. */
#include "hunt.h"

#include "proof.h"

#include <omp.h>

enum { SAMPLE = 1 << 16 }; /* places */

/* ---- what is wrong ---- */
/* The right value goes into the message, as the moves have it. */
static zm_status report(const zm_proof *k, zm_fault *f)
{
    zm_context *c = k->context;
    if (f->kind == ZM_WRONG_VALUE || f->kind == ZM_NO_VALUE)
        ZM_TRY(c, zm_value_by_moves(c, k->table, f->state, &f->right, &f->successor));
    return zm_report_fault(c, k->table, f);
}

/* ---- one tier ---- */
static zm_status verify_tier(zm_proof *k, uint32_t tier, zm_finding *y)
{
    zm_context *c = k->context;
    k->tier = tier;
    k->count = zm_placements(&k->board, k->table, tier);
    k->free = k->board.hunt->free(k->board.variant, tier);
    k->few = k->board.hunt->few(k->board.variant, tier);
    if (zm_stopped(c))
        return zm_fail(c, ZM_INTERRUPTED, "stopped");
    ZM_TRY(c, zm_table_read_tier(c, k->table, tier, k->value));
    if (!k->few)
        ZM_TRY(c, zm_keep_rows(k, &k->lone[tier]));
    for (uint64_t n = 0; n < k->count; n++)
        (k->few ? zm_check_few : zm_check_placement)(k, n, y);
    if (!k->distances && !k->few && !y->fault.kind)
        zm_find_circles(k, y);
    zm_progress_add(c, y->sum.states);
    return k->few || y->fault.kind ? ZM_OK : zm_keep_landed(k, &k->landed[tier]);
}

/* ---- a run of tiers: each by the thread that comes to it, in that thread's room ---- */
static zm_status open_work(zm_proof *k)
{
    zm_context *c = k->context;
    const uint64_t most = k->runs.placements;
    ZM_TRY(c, zm_resize(c, &k->first, zm_marks_words(most), sizeof *k->first, "a tier"));
    ZM_TRY(c, zm_resize(c, &k->won, most, sizeof *k->won, "a tier"));
    ZM_TRY(c, zm_resize(c, &k->value, k->table->layout.largest, sizeof *k->value, "the values of a tier"));
    if (k->distances)
        return ZM_OK;
    ZM_TRY(c, zm_resize(c, &k->ground, most, sizeof *k->ground, "a tier"));
    return zm_resize(c, &k->asking, zm_marks_words(most), sizeof *k->asking, "a tier");
}

static void close_work(zm_proof *k)
{
    void *const blocks[] = {k->first, k->won, k->value, k->ground, k->asking};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(k->context, blocks[i]);
}

static zm_status verify_run(zm_proof *worker, uint32_t begin, uint32_t end, zm_finding *tallies)
{
    zm_status failed = ZM_OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads(zm_threads(worker->context)) if (end - begin > 1)
    for (uint32_t t = begin; t < end; t++) {
        const zm_status s = verify_tier(&worker[omp_get_thread_num()], t, &tallies[t - begin]);
        if (s != ZM_OK) {
#pragma omp atomic write
            failed = s;
        }
    }
    return failed;
}

/* What nobody above needs any more. */
static void forget(zm_proof *k, uint32_t tier, uint32_t done)
{
    uint32_t below[ZM_MAX_CHILDREN];
    const unsigned n = k->board.hunt->below(k->board.variant, tier, below);
    for (unsigned i = 0; i <= n; i++) {
        const uint32_t which = i < n ? below[i] : tier;
        if (k->steps_to[which] <= done)
            zm_drop_facts(k->context, &k->lone[which]);
        if (k->jumps_to[which] <= done)
            zm_drop_facts(k->context, &k->landed[which]);
    }
    zm_release(k->context, k->seen[tier].mark);
    zm_release(k->context, k->seen[tier].entry);
    k->seen[tier] = (zm_seen_tier){0};
}

static zm_status add_run(zm_proof *k, uint32_t begin, uint32_t end, zm_finding *tallies, zm_ledger *ledger,
                         zm_verified *out)
{
    zm_context *c = k->context;
    for (uint32_t t = begin; t < end; t++) {
        zm_finding *y = &tallies[t - begin];
        if (y->fault.kind)
            return report(k, &y->fault);
        ZM_TRY(c, zm_ledger_tier(c, ledger, t, &y->sum));
        out->states += y->sum.states;
        out->moves += y->moves;
        forget(k, t, end);
        *y = (zm_finding){0};
    }
    return ZM_OK;
}

static zm_status verify_runs(zm_proof *k, zm_proof *worker, zm_finding *tallies, zm_ledger *ledger, zm_verified *out)
{
    zm_context *c = k->context;
    for (unsigned i = 0; i < zm_threads(c); i++) {
        worker[i] = *k;
        ZM_TRY(c, open_work(&worker[i]));
    }
    for (uint32_t i = 0; i < k->runs.count; i++) {
        const uint32_t begin = k->runs.first[i], end = k->runs.first[i + 1];
        ZM_TRY(c, verify_run(worker, begin, end, tallies));
        ZM_TRY(c, add_run(k, begin, end, tallies, ledger, out));
    }
    return zm_ledger_end(c, ledger);
}

static zm_status verify_tiers(zm_proof *k, zm_verified *out)
{
    zm_context *c = k->context;
    zm_ledger ledger = {0};
    zm_finding *tallies = NULL;
    zm_proof *worker = NULL;
    zm_status s = zm_alloc(c, &worker, zm_threads(c), sizeof *worker, "threads");
    if (s == ZM_OK)
        s = zm_alloc(c, &tallies, k->runs.longest, sizeof *tallies, "the counts of tiers");
    if (s == ZM_OK)
        s = zm_ledger_open(c, k->table, &ledger);
    if (s == ZM_OK)
        s = verify_runs(k, worker, tallies, &ledger, out);
    for (unsigned i = 0; worker && i < zm_threads(c); i++)
        if (worker[i].context)
            close_work(&worker[i]);
    zm_ledger_close(c, &ledger);
    zm_release(c, tallies);
    zm_release(c, worker);
    return s;
}

/* ---- the whole ---- */
static zm_status prepare(zm_proof *k)
{
    zm_context *c = k->context;
    const uint32_t tiers = k->table->layout.tiers;
    ZM_TRY(c, zm_alloc(c, &k->seen, tiers, sizeof *k->seen, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &k->lone, tiers, sizeof *k->lone, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &k->landed, tiers, sizeof *k->landed, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &k->steps_to, tiers, sizeof *k->steps_to, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &k->jumps_to, tiers, sizeof *k->jumps_to, "the list of tiers"));
    for (uint32_t t = 0; t < tiers; t++) {
        uint32_t below[ZM_MAX_CHILDREN];
        const unsigned n = k->board.hunt->below(k->board.variant, t, below);
        const unsigned free = k->board.hunt->free(k->board.variant, t);
        for (unsigned i = 0; i < n; i++)
            (k->board.hunt->free(k->board.variant, below[i]) == free ? k->steps_to : k->jumps_to)[below[i]] = t + 1;
    }
    for (unsigned s = 0; s < ZM_HUNT_SQUARES; s++)
        k->drawn[s] = ZM_DRAWN;
    ZM_TRY(c, zm_cut_hunt_runs(c, &k->board, k->table, &k->runs));
    return zm_prove_hunt_states(c, &k->board, k->table, &k->runs, k->seen);
}

static void clean_up(zm_proof *k)
{
    zm_context *c = k->context;
    for (uint32_t t = 0; t < k->table->layout.tiers; t++) {
        if (k->lone)
            zm_drop_facts(c, &k->lone[t]);
        if (k->landed)
            zm_drop_facts(c, &k->landed[t]);
        if (k->seen) {
            zm_release(c, k->seen[t].mark);
            zm_release(c, k->seen[t].entry);
        }
    }
    void *const blocks[] = {k->seen, k->lone, k->landed, k->steps_to, k->jumps_to, k->runs.first, k};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(c, blocks[i]);
}

static zm_status prove(zm_proof *k, zm_verified *out)
{
    zm_context *c = k->context;
    ZM_TRY(c, zm_verify_start(c, k->table));
    ZM_TRY(c, prepare(k));
    zm_progress_begin(c, "recomputing states", k->table->manifest.total.states);
    zm_status s = verify_tiers(k, out);
    zm_progress_end(c);
    ZM_TRY(c, s);
    return zm_verify_samples(c, k->table, SAMPLE);
}

bool zm_can_verify_hunt(const zm_table *t)
{
    const zm_game *r = t->variant->game;
    return !t->manifest.keyed && r->hunt && r->hunt->forth && r->hunt->squares(t->variant) <= ZM_HUNT_SQUARES;
}

zm_status zm_verify_hunt(zm_context *c, const zm_table *t, zm_verified *out)
{
    zm_proof *k;
    ZM_TRY(c, zm_alloc(c, &k, 1, sizeof *k, "the verifier"));
    k->context = c;
    k->table = t;
    k->distances = zm_table_distances(t);
    zm_read_hunt_board(t->variant, &k->board);
    zm_status s = prove(k, out);
    clean_up(k);
    return s;
}
