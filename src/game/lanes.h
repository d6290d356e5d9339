/* lanes.h: what the threads of a warp do together, or beside all others: on a GPU 32 of them, on a CPU, in its place,
 * one thread and no other. For the kernels of src/engine, in the common subset of C and CUDA C++. */
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
ZM_KERNEL uint32_t zm_lanes_vote(bool yes) { return __ballot_sync(~0u, yes); } /* a bit a lane */
ZM_KERNEL uint32_t zm_lanes_from(uint32_t n, unsigned lane) { return __shfl_sync(~0u, n, lane); }
ZM_KERNEL void zm_lanes_meet(void) { __syncwarp(); } /* what each has written the others see */
/* A list that all lanes share gets first + i for every bit i of 32; returns how long it is then. */
ZM_KERNEL unsigned zm_lanes_gather(uint64_t *list, unsigned count, uint32_t bits, uint64_t first)
{
    if (bits >> ZM_LANE & 1)
        list[count + __popc(bits & ((1u << ZM_LANE) - 1))] = first + ZM_LANE;
    return count + __popc(bits);
}
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
ZM_KERNEL uint32_t zm_lanes_vote(bool yes) { return yes; }
ZM_KERNEL uint32_t zm_lanes_from(uint32_t n, unsigned lane) { return n; }
ZM_KERNEL void zm_lanes_meet(void) {}
ZM_KERNEL unsigned zm_lanes_gather(uint64_t *list, unsigned count, uint32_t bits, uint64_t first)
{
    for (; bits; bits &= bits - 1)
        list[count++] = first + zm_lowest(bits);
    return count;
}
#endif

#endif
