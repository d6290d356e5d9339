/* sample.c: states recomputed move by move, each successor looked up in the table as any program would: that what a
 * game says of whole sets of squares agrees with its moves. */
#include "game/expand.h"
#include "verify.h"

zm_status zm_value_by_moves(zm_context *c, const zm_table *t, zm_pos p, zm_value *best, zm_pos *missing)
{
    const zm_game *rules = t->variant->game;
    zm_move moves[ZM_MAX_MOVES];
    unsigned n;
    zm_end end = zm_rules_moves(rules, t->variant, p, moves, &n);
    *best = end != ZM_OPEN ? zm_end_value(end) : (zm_value)ZM_NONE;
    for (unsigned i = 0; i < n; i++) {
        bool passes;
        zm_value value;
        *missing = zm_rules_play(rules, t->variant, p, moves[i], &passes);
        ZM_TRY(c, zm_table_probe(c, t, *missing, &value));
        if (value == ZM_NONE) {
            *best = ZM_NONE;
            return ZM_OK;
        }
        value = zm_before_move(value, passes);
        value = zm_table_distances(t) ? value : zm_wdl(value);
        *best = value > *best ? value : *best;
    }
    return ZM_OK;
}

static zm_status verify_place(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index)
{
    zm_fault f = {.tier = tier, .at = index};
    ZM_TRY(c, zm_table_state(c, t, tier, index, &f.state));
    ZM_TRY(c, zm_table_probe(c, t, f.state, &f.stored));
    const zm_place at = t->variant->game->index->rank(t->variant, f.state);
    if (f.stored == ZM_NONE || at.tier != tier || at.index != index) /* waste */
        return ZM_OK;
    ZM_TRY(c, zm_value_by_moves(c, t, f.state, &f.right, &f.successor));
    if (f.right == f.stored)
        return ZM_OK;
    f.kind = f.right == ZM_NONE ? ZM_NO_SUCCESSOR : ZM_WRONG_VALUE;
    return zm_report_fault(c, t, &f);
}

/* Some of every tier, in proportion to its size: the same each time. */
static zm_status verify_sample(zm_context *c, const zm_table *t, uint32_t tier, uint64_t places)
{
    const uint64_t size = t->layout.tier[tier].size;
    const uint64_t n = 1 + (uint64_t)((double)size / (double)t->layout.places * (double)places);
    uint64_t random = tier + 1;
    for (uint64_t i = 0; i < n && size; i++) {
        random = random * 6364136223846793005 + 1442695040888963407;
        ZM_TRY(c, verify_place(c, t, tier, (random >> 16) % size));
    }
    return zm_stopped(c) ? zm_fail(c, ZM_INTERRUPTED, "stopped") : ZM_OK;
}

zm_status zm_verify_samples(zm_context *c, const zm_table *t, uint64_t places)
{
    zm_status all = ZM_OK;
    zm_progress_begin(c, "recomputing a sample", t->layout.places);
#pragma omp parallel for schedule(dynamic, 16) num_threads(zm_threads(c))
    for (uint32_t tier = 0; tier < t->layout.tiers; tier++) {
        zm_status before, s;
#pragma omp atomic read
        before = all;
        if (before == ZM_OK && (s = verify_sample(c, t, tier, places)) != ZM_OK) {
#pragma omp atomic write
            all = s;
        }
        zm_progress_add(c, t->layout.tier[tier].size);
    }
    zm_progress_end(c);
    return all;
}
