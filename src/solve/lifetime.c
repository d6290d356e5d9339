/* lifetime.c: see lifetime.h. */
#include "lifetime.h"

#include <assert.h>
#include <omp.h>

typedef struct zm_lifetimes {
    omp_lock_t lock;
    bool *is_solved; /* by tier: solved or restored; and published, or encoded for that */
    uint32_t *users; /* by tier: tiers above that still need its values */
} zm_lifetimes;

/* Only methods that drop values need to know. */
static bool has_users(const zm_driver *d) { return d->plan.graph && (d->solver->drop || d->solver->used); }

zm_status zm_lifetime_open(zm_driver *d)
{
    zm_context *c = d->context;
    const uint32_t n = d->plan.tiers;
    ZM_TRY(c, zm_alloc(c, &d->tally, n, sizeof *d->tally, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &d->lifetimes, 1, sizeof *d->lifetimes, "the list of tiers"));
    omp_init_lock(&d->lifetimes->lock);
    ZM_TRY(c, zm_alloc(c, &d->lifetimes->is_solved, n, sizeof *d->lifetimes->is_solved, "the list of tiers"));
    return zm_alloc(c, &d->lifetimes->users, n, sizeof *d->lifetimes->users, "the list of tiers");
}

void zm_lifetime_close(zm_driver *d)
{
    if (d->lifetimes) {
        omp_destroy_lock(&d->lifetimes->lock);
        zm_release(d->context, d->lifetimes->is_solved);
        zm_release(d->context, d->lifetimes->users);
    }
    zm_release(d->context, d->lifetimes);
    zm_release(d->context, d->tally);
    d->lifetimes = NULL;
    d->tally = NULL;
}

void zm_lifetime_begin(zm_driver *d)
{
    if (!has_users(d))
        return;
    const zm_links *l = &d->plan.graph->up;
    for (uint32_t i = 0; i < d->plan.tiers; i++) {
        d->lifetimes->users[i] = d->plan.graph->linked ? 0 : 1;
        if (d->plan.graph->linked)
            for (uint64_t k = l->first[i]; k < l->first[i + 1]; k++)
                d->lifetimes->users[i] += d->plan.restores_all || l->tier[k] >= d->done;
    }
}

bool zm_lifetime_is_needed(const zm_driver *d, uint32_t tier)
{
    return has_users(d) && d->plan.graph->last_user[tier] >= d->done;
}

/* Under the lock. Invariant 3 of driver.c. */
static void drop_if_unused(zm_driver *d, uint32_t tier)
{
    if (d->lifetimes->is_solved[tier] && !d->lifetimes->users[tier] && d->solver->drop)
        d->solver->drop(d, tier);
}

static void release_children(zm_driver *d, uint32_t tier)
{
    const zm_links *l = &d->plan.graph->down;
    for (uint64_t k = l->first[tier]; k < l->first[tier + 1]; k++) {
        const uint32_t child = l->tier[k];
        assert(d->lifetimes->users[child] && d->lifetimes->is_solved[child]);
        d->lifetimes->users[child]--;
        if (d->solver->used)
            d->solver->used(d, tier, child);
        drop_if_unused(d, child);
    }
}

static void add_counts(zm_driver *d, uint32_t tier)
{
    const zm_tally *t = &d->tally[tier];
    d->out->visits += t->visits;
    if (!d->publisher && !d->plan.counts_itself)
        zm_summary_add(&d->out->summary, &t->summary);
}

void zm_lifetime_settle(zm_driver *d, uint32_t tier)
{
    omp_set_lock(&d->lifetimes->lock);
    assert(!d->lifetimes->is_solved[tier]);
    add_counts(d, tier);
    d->lifetimes->is_solved[tier] = true;
    if (d->solver->published)
        d->solver->published(d, tier);
    if (has_users(d)) {
        if (d->plan.graph->linked && (tier >= d->done || d->plan.restores_all))
            release_children(d, tier);
        drop_if_unused(d, tier);
    }
    omp_unset_lock(&d->lifetimes->lock);
}
