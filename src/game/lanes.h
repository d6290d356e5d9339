/* lanes.h: what the threads of a warp do together, or beside all others: on a GPU 32 of them, on a CPU, in its place, one thread and no
 * other. For the kernels of src/engine, in the common subset of C and CUDA C++. */
#ifndef ZM_GAME_LANES_H
#define ZM_GAME_LANES_H

#include "expand.h"

#ifdef __CUDA_ARCH__
#define ZM_LANES 32u
#define ZM_LANE (threadIdx.x % ZM_LANES)
ZM_KERNEL void zm_lane_or(uint64_t *at, uint64_t bits) { atomicOr((unsigned long long *)at, (unsigned long long)bits); }
ZM_KERNEL void zm_lane_or32(uint32_t *at, uint32_t bits) { atomicOr(at, bits); }
ZM_KERNEL void zm_lane_max(uint32_t *at, uint32_t n) { atomicMax(at, n); }
ZM_KERNEL void zm_lane_min(uint64_t *at, uint64_t n) { atomicMin((unsigned long long *)at, (unsigned long long)n); }
ZM_KERNEL uint64_t zm_lane_add(uint64_t *at, uint64_t n)
{
    return atomicAdd((unsigned long long *)at, (unsigned long long)n);
}
/* All lanes come to these. */
ZM_KERNEL uint64_t zm_lanes_sum(uint64_t n)
{
    for (unsigned i = ZM_LANES / 2; i; i /= 2)
        n += __shfl_xor_sync(~0u, n, i);
    return n;
}
ZM_KERNEL uint32_t zm_lanes_most(uint32_t n) { return __reduce_max_sync(~0u, n); }
#else
#define ZM_LANES 1u
#define ZM_LANE 0u
ZM_KERNEL void zm_lane_or(uint64_t *at, uint64_t bits) { __atomic_fetch_or(at, bits, __ATOMIC_RELAXED); }
ZM_KERNEL void zm_lane_or32(uint32_t *at, uint32_t bits) { *at |= bits; }
ZM_KERNEL void zm_lane_max(uint32_t *at, uint32_t n) { *at = n > *at ? n : *at; }
ZM_KERNEL void zm_lane_min(uint64_t *at, uint64_t n) { *at = n < *at ? n : *at; }
ZM_KERNEL uint64_t zm_lane_add(uint64_t *at, uint64_t n) { return __atomic_fetch_add(at, n, __ATOMIC_RELAXED); }
ZM_KERNEL uint64_t zm_lanes_sum(uint64_t n) { return n; }
ZM_KERNEL uint32_t zm_lanes_most(uint32_t n) { return n; }
#endif

#endif
