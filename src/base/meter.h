/* meter.h: progress through work that has several phases, such as one large tier: it moves in each of them, and
 * together they add up to what the work is worth, no more and no less.
 *
 *     zm_meter m = zm_meter_of(c, size);      what the whole adds to the context's progress
 *     zm_meter_phase(&m, 0.4, size);          two fifths of it, in `size` steps
 *     zm_meter_add(&m, 4096);                 from any thread
 *     zm_meter_end(&m);                       whatever is left
 *
 * Where nobody knows how many steps there are, zm_meter_drift comes nearer and nearer to the phase's end: after `total`
 * steps it is half way, after twice as many two thirds. */
#ifndef ZM_BASE_METER_H
#define ZM_BASE_METER_H

#include <zermelo/base.h>

typedef struct zm_meter {
    zm_context *context;
    double units, from, share; /* share: of the phase; from: of those before it */
    uint64_t total;
    uint64_t done, told; /* atomic: steps of the phase, units of the whole */
} zm_meter;

static inline zm_meter zm_meter_of(zm_context *c, uint64_t units)
{
    return (zm_meter){.context = c, .units = (double)units};
}

static inline void zm_meter_tell(zm_meter *m, double part)
{
    const double share = m->from + m->share * (part < 1 ? part : 1);
    const uint64_t now = (uint64_t)(m->units * (share < 1 ? share : 1));
    uint64_t told = __atomic_load_n(&m->told, __ATOMIC_RELAXED);
    while (now > told)
        if (__atomic_compare_exchange_n(&m->told, &told, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            zm_progress_add(m->context, now - told);
            return;
        }
}

/* While no other thread is at it. */
static inline void zm_meter_phase(zm_meter *m, double share, uint64_t total)
{
    m->from += m->share;
    m->share = share;
    m->total = total ? total : 1;
    m->done = 0;
    zm_meter_tell(m, 0);
}

static inline void zm_meter_add(zm_meter *m, uint64_t n)
{
    if (m)
        zm_meter_tell(m, (double)__atomic_add_fetch(&m->done, n, __ATOMIC_RELAXED) / (double)m->total);
}

static inline void zm_meter_drift(zm_meter *m, uint64_t n)
{
    const double done = (double)__atomic_add_fetch(&m->done, n, __ATOMIC_RELAXED);
    zm_meter_tell(m, done / (done + (double)m->total));
}

static inline void zm_meter_end(zm_meter *m)
{
    m->from = 1;
    m->share = 0;
    zm_meter_tell(m, 1);
}

#endif
