/* progress.c: how far a phase is, a few times a second, with its rate and an estimate of the time left. */
#include "clock.h"
#include "context.h"

enum { REPORTS_A_SECOND = 5 };

static uint64_t now(void) { return (uint64_t)(zm_now() * 1e9); }

void zm_set_progress(zm_context *c, zm_progress_fn *fn, void *arg)
{
    c->progress = fn;
    c->progress_arg = arg;
}

/* With the lock held. */
static void report(zm_context *c, bool last)
{
    zm_progress p = {
        .phase = atomic_load(&c->phase), .done = atomic_load(&c->done), .total = c->total, .left = -1, .last = last};
    if (!p.phase)
        return; /* it has ended meanwhile */
    p.seconds = (double)(now() - c->began) / 1e9;
    p.rate = p.seconds > 0 ? (double)p.done / p.seconds : 0;
    if (p.total && p.rate > 0)
        p.left = p.done < p.total ? (double)(p.total - p.done) / p.rate : 0;
    c->progress(c->progress_arg, &p);
}

/* Other threads may still add to what went before. */
void zm_progress_begin(zm_context *c, const char *phase, uint64_t total)
{
    pthread_mutex_lock(&c->lock);
    c->total = total;
    c->began = now();
    atomic_store(&c->phase, phase);
    atomic_store(&c->done, 0);
    atomic_store(&c->next_report, c->began + 1000000000u / REPORTS_A_SECOND);
    pthread_mutex_unlock(&c->lock);
}

void zm_progress_add(zm_context *c, uint64_t n)
{
    atomic_fetch_add_explicit(&c->done, n, memory_order_relaxed);
    if (!c->progress || !atomic_load_explicit(&c->phase, memory_order_relaxed))
        return;
    uint64_t due = atomic_load_explicit(&c->next_report, memory_order_relaxed), t = now();
    /* Whoever moves the deadline on is the one who reports. */
    if (t < due || !atomic_compare_exchange_strong(&c->next_report, &due, t + 1000000000u / REPORTS_A_SECOND))
        return;
    pthread_mutex_lock(&c->lock);
    report(c, false);
    pthread_mutex_unlock(&c->lock);
}

void zm_progress_end(zm_context *c)
{
    pthread_mutex_lock(&c->lock);
    if (c->progress)
        report(c, true);
    atomic_store(&c->phase, NULL);
    pthread_mutex_unlock(&c->lock);
}
