/* sample_size.h: how many states of a tier, or of several, are recomputed on the CPU while a device solves, and what is
 * said of it in the end. */
#ifndef ZM_ENGINE_CUDA_DEVICE_SAMPLE_SIZE_H
#define ZM_ENGINE_CUDA_DEVICE_SAMPLE_SIZE_H

#include <zermelo/base.h>

#include <inttypes.h>

/* Of `places` of `all`: of large games as many as is their share of 2^17, of small ones one in 2^10; and always 64. */
static inline uint64_t zm_sample_size(uint64_t places, uint64_t all)
{
    enum { SAMPLE = 1 << 17, AT_LEAST = 64, ONE_IN = 1 << 10 };
    const uint64_t sample = all / ONE_IN < SAMPLE ? all / ONE_IN : SAMPLE;
    return AT_LEAST + (uint64_t)((double)sample * ((double)places / (double)all));
}

static inline void zm_sample_note(zm_context *c, uint64_t checked)
{
    if (checked)
        zm_note(c, "%" PRIu64 " states recomputed from the rules: all as found", checked);
}

#endif
