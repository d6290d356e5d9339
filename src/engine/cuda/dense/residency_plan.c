/* residency_plan.c: what will be on the device and what will leave it (residency.h), found out before the start by
 * going through all steps as the solve will. */
#include "dense.h"
#include "packed_tier.h"
#include "residency.h"

#include "base/memory.h"

typedef struct rehearsal {
    zm_eviction *eviction;
    bool *packed;                  /* by run: on the host */
    bool keeps;                    /* until nobody needs it; else until it comes back */
    uint64_t host, away;           /* bytes that are packed, and that are not on the device, now */
    uint64_t most_host, most_away; /* and at most */
    uint64_t most_device;          /* bytes on the device, at most */
} rehearsal;

static uint64_t packed_bytes(const zm_tiers *t, uint32_t run)
{
    uint64_t bytes = 0;
    for (uint32_t i = t->run[run].from; i < t->run[run].to; i++)
        bytes += zm_packed_tier_bytes(t->size[i]);
    return bytes;
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void pack(rehearsal *r, uint32_t run, bool packed)
{
    if (r->packed[run] == packed)
        return;
    const uint64_t bytes = packed_bytes(r->eviction->tiers, run);
    r->host = packed ? r->host + bytes : r->host - bytes;
    r->packed[run] = packed;
}

static void rehearse_step(rehearsal *r, uint32_t run)
{
    const zm_eviction *s = r->eviction;
    for (uint32_t i = 0; i < s->leaving; i++) {
        pack(r, s->leaves[i], true);
        r->away += s->bytes[s->leaves[i]];
    }
    r->most_host = larger(r->host, r->most_host);
    r->most_away = larger(r->away, r->most_away);
    for (uint32_t i = 0; i < s->coming; i++) {
        if (s->comes[i] == run)
            continue;
        r->away -= s->bytes[s->comes[i]];
        if (!r->keeps)
            pack(r, s->comes[i], false);
    }
    for (uint32_t i = 0; i < s->ending; i++)
        pack(r, s->ends[i], false);
    r->most_device = larger(s->used, r->most_device);
}

/* All steps. There is room for every family. */
static void rehearse(rehearsal *r, uint64_t room)
{
    const uint32_t runs = r->eviction->tiers->runs;
    r->host = r->away = r->most_device = r->most_host = r->most_away = 0;
    for (uint32_t k = 0; k < runs; k++)
        r->packed[k] = false;
    zm_eviction_begin(r->eviction, 0, room);
    for (uint32_t k = 0; k < runs; k++) {
        zm_eviction_next(r->eviction);
        rehearse_step(r, k);
    }
}

/* Memory of the host beside what is packed. */
static uint64_t moving_bytes(const zm_dense_device *d)
{
    return zm_pages_bytes(zm_residency_piece_values(d->tiers) * sizeof(zm_value)) +
           zm_packing_bytes(zm_threads(d->context));
}

/* Packed tiers of one file of the table, at most. */
static uint64_t part_bytes(const zm_dense_device *d, const zm_memory_terms *terms)
{
    const uint64_t places = d->tiers->places;
    return zm_packed_tier_bytes(terms->part_states < places ? terms->part_states : places) +
           d->tiers->count * zm_packed_tier_bytes(1);
}

/* Some leave. What was packed stays so until nobody needs it, if the host has memory for that; else it is packed again
 * when it leaves again. */
static void plan_moves(zm_dense_device *d, rehearsal *r, const zm_memory_terms *terms, zm_memory_plan *out)
{
    out->host_bytes = zm_eviction_list_bytes(d->tiers) + moving_bytes(d);
    out->device_bytes = zm_eviction_largest_family(r->eviction);
    out->fits = out->device_bytes <= d->room;
    d->keeps_packed = r->keeps = true;
    if (!out->fits)
        return;
    rehearse(r, d->room);
    if (!terms->stored && out->host_bytes + r->most_host > terms->memory) {
        d->keeps_packed = r->keeps = false;
        rehearse(r, d->room);
    }
    out->device_bytes = r->most_device;
    out->away = r->most_away;
    out->host_bytes += terms->stored ? part_bytes(d, terms) : r->most_host;
}

zm_status zm_residency_plan(zm_dense_device *d, const zm_memory_terms *terms, zm_memory_plan *out)
{
    zm_context *c = d->context;
    uint64_t *bytes = NULL;
    zm_eviction eviction = {0};
    rehearsal r = {.eviction = &eviction};
    *out = (zm_memory_plan){.host_bytes = zm_eviction_list_bytes(d->tiers) + (terms->stored ? moving_bytes(d) : 0)};
    out->device_bytes = d->tiers->most_in_runs * sizeof(zm_value);
    out->fits = out->stays = out->device_bytes <= d->all_room;
    if (out->stays)
        return ZM_OK;
    zm_status s = zm_residency_block_bytes(c, d->tiers, &bytes);
    if (s == ZM_OK)
        s = zm_eviction_open(c, d->tiers, false, bytes, &eviction);
    if (s == ZM_OK)
        s = zm_alloc(c, &r.packed, d->tiers->runs, sizeof *r.packed, "the runs of tiers");
    if (s == ZM_OK)
        plan_moves(d, &r, terms, out);
    zm_release(c, r.packed);
    zm_eviction_close(&eviction);
    zm_release(c, bytes);
    return s;
}
