/* warp.h: 32 lanes that work side by side on one thing: the threads of a warp of a GPU, each a lane; on a CPU, in its
 * place, arrays and loops.
 *
 * A zm_warp is a word a lane. ZM_EACH_LANE(a) { ... } is done by every lane a, and ZM_AT(v, a) is its word there;
 * everything outside is the same for all lanes. What lanes have of each other comes by the functions below, which all
 * lanes come to. */
#ifndef ZM_GAME_WARP_H
#define ZM_GAME_WARP_H

#include "lanes.h"

enum { ZM_WARP = 32 };

#ifdef __CUDA_ARCH__
typedef uint32_t zm_warp;
#define ZM_EACH_LANE(a) for (unsigned a = threadIdx.x % ZM_WARP, once_##a = a + 1; once_##a; once_##a = 0) /* once */
#define ZM_AT(v, a) (v)
/* Of the lane that each lane names; only the lowest five bits of its name count. */
ZM_KERNEL zm_warp zm_warp_get(const zm_warp *v, const zm_warp *from) { return __shfl_sync(~0u, *v, (int)*from); }
/* Of the lane whose number differs in this bit. */
ZM_KERNEL zm_warp zm_warp_across(const zm_warp *v, unsigned bit) { return __shfl_xor_sync(~0u, *v, (int)bit); }
ZM_KERNEL uint32_t zm_warp_of(const zm_warp *v, unsigned lane) { return __shfl_sync(~0u, *v, (int)lane); }
/* A bit a lane: is its word not 0? */
ZM_KERNEL uint32_t zm_warp_vote(const zm_warp *v) { return __ballot_sync(~0u, *v != 0); }
ZM_KERNEL uint32_t zm_warp_sum(const zm_warp *v) { return __reduce_add_sync(~0u, *v); }
ZM_KERNEL void zm_warp_wait(void) { __syncwarp(); }
#else
typedef struct zm_warp {
    uint32_t lane[ZM_WARP];
} zm_warp;
#define ZM_EACH_LANE(a) for (unsigned a = 0; a < ZM_WARP; a++)
#define ZM_AT(v, a) (v).lane[a]
ZM_KERNEL zm_warp zm_warp_get(const zm_warp *v, const zm_warp *from)
{
    zm_warp out;
    ZM_EACH_LANE(a) out.lane[a] = v->lane[from->lane[a] % ZM_WARP];
    return out;
}
ZM_KERNEL zm_warp zm_warp_across(const zm_warp *v, unsigned bit)
{
    zm_warp out;
    ZM_EACH_LANE(a) out.lane[a] = v->lane[a ^ bit];
    return out;
}
ZM_KERNEL uint32_t zm_warp_of(const zm_warp *v, unsigned lane) { return v->lane[lane]; }
ZM_KERNEL uint32_t zm_warp_vote(const zm_warp *v)
{
    uint32_t bits = 0;
    ZM_EACH_LANE(a) bits |= (uint32_t)(v->lane[a] != 0) << a;
    return bits;
}
ZM_KERNEL uint32_t zm_warp_sum(const zm_warp *v)
{
    uint32_t sum = 0;
    ZM_EACH_LANE(a) sum += v->lane[a];
    return sum;
}
ZM_KERNEL void zm_warp_wait(void) {}
#endif

/* Bit b of lane a becomes bit a of lane b: by halves, halves of halves and so on. */
ZM_KERNEL zm_warp zm_warp_turned(const zm_warp *v)
{
    zm_warp out = *v;
    uint32_t mask = 0xFFFF;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (unsigned half = ZM_WARP / 2; half; half /= 2, mask ^= mask << half) {
        const zm_warp other = zm_warp_across(&out, half);
        ZM_EACH_LANE(a)
        ZM_AT(out, a) = a & half ? (ZM_AT(out, a) & ~mask) | (ZM_AT(other, a) >> half & mask)
                                 : (ZM_AT(out, a) & mask) | (ZM_AT(other, a) & mask) << half;
    }
    return out;
}

#endif
