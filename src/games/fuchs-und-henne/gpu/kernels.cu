/* kernels.cu: the steps of pair_gpu.h on a GPU. */
#include "runner.h"

#include "game/warp.h"

#include <string.h>

#include "games/fuchs-und-henne/solver/sets.inc"

#include "games/fuchs-und-henne/solver/wins.inc"

#include "games/fuchs-und-henne/solver/states.inc"

#include "pair_gpu.inc"

enum { BLOCK = 128, WARPS = BLOCK / 32 };

#define OPEN_THREAD(job, scratch)    \
    pair_thread k;                   \
    zm_variant variant;          \
    zm_pair_job shown;           \
    zm_pair_window here, beyond; \
    pair_gpu_open(&k, &(job), scratch, &shown, &variant, &here, &beyond)

/* Of the bits of a word `grain` are one warp's. */
template <zm_pair_gpu_step KERNEL>
static __global__ void __launch_bounds__(BLOCK, 4) by_warps(const __grid_constant__ zm_pair_gpu job, unsigned grain)
{
    __shared__ uint32_t scratch[WARPS][ZM_PAIR_GPU_SCRATCH];
    OPEN_THREAD(job, scratch[threadIdx.x / 32]);
    const uint64_t warp = (uint64_t)blockIdx.x * WARPS + threadIdx.x / 32, warps = (uint64_t)gridDim.x * WARPS;
    if (pair_gpu_is_dirty(KERNEL)) {
        const unsigned parts = 64 / grain;
        const uint64_t items = (job.count + 63u) / 64 * parts;
        for (uint64_t t = warp; t < items; t += warps) {
            const unsigned shift = (unsigned)(t % parts) * grain;
            for (uint64_t rest = job.dirty[job.round][t / parts] >> shift & zm_low_bits(grain); rest; rest &= rest - 1)
                pair_gpu_warp(&k, KERNEL, t / parts * 64 + shift + zm_lowest(rest));
        }
    } else {
        for (uint64_t i = warp; i < job.count; i += warps)
            pair_gpu_warp(&k, KERNEL, i);
    }
    pair_gpu_tell(&k);
}

template <zm_pair_gpu_step KERNEL>
static __global__ void __launch_bounds__(BLOCK) by_threads(const __grid_constant__ zm_pair_gpu job)
{
    OPEN_THREAD(job, NULL);
    const uint64_t threads = (uint64_t)gridDim.x * BLOCK;
    for (uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x; i < pair_gpu_items(&job, KERNEL); i += threads)
        if (!pair_gpu_is_dirty(KERNEL) || job.dirty[job.round][i / 64] >> i % 64 & 1)
            pair_gpu_thread(&k, KERNEL, i);
    pair_gpu_tell(&k);
}

static const char *text_of(cudaError_t e) { return e == cudaSuccess ? NULL : cudaGetErrorString(e); }

/* Enough to fill the chip a few times over. */
static unsigned blocks_for(const zm_stream *s, uint64_t items, unsigned a_block)
{
    const uint64_t blocks = (items + a_block - 1) / a_block, most = (uint64_t)s->processors * 32;
    return (unsigned)(blocks < most ? blocks : most);
}

template <zm_pair_gpu_step KERNEL> static void launch_warps(const zm_stream *s, const zm_pair_gpu *job)
{
    const unsigned grain = job->count >= 1u << 24 ? 64 : job->count >= 1u << 20 ? 8 : 1;
    const uint64_t items = pair_gpu_is_dirty(KERNEL) ? (job->count + 63u) / 64 * (64 / grain) : job->count;
    by_warps<KERNEL><<<blocks_for(s, items, WARPS), BLOCK, 0, (cudaStream_t)s->cuda>>>(*job, grain);
}

template <zm_pair_gpu_step KERNEL> static void launch_threads(const zm_stream *s, const zm_pair_gpu *job)
{
    by_threads<KERNEL><<<blocks_for(s, pair_gpu_items(job, KERNEL), BLOCK), BLOCK, 0, (cudaStream_t)s->cuda>>>(*job);
}

static const char *start(zm_stream *s, zm_pair_gpu_step kernel, const zm_pair_gpu *job)
{
    cudaError_t e = cudaSuccess;
    if (pair_gpu_marks(kernel))
        e = cudaMemsetAsync(job->dirty[1 - job->round], 0, (job->count + 63u) / 64 * sizeof(uint64_t),
                            (cudaStream_t)s->cuda);
    if (e != cudaSuccess)
        return text_of(e);
    switch (kernel) {
    case ZM_PAIR_GPU_LIST: launch_threads<ZM_PAIR_GPU_LIST>(s, job); break;
    case ZM_PAIR_GPU_SEEN_BEGIN: launch_warps<ZM_PAIR_GPU_SEEN_BEGIN>(s, job); break;
    case ZM_PAIR_GPU_SEEN_AGAIN: launch_warps<ZM_PAIR_GPU_SEEN_AGAIN>(s, job); break;
    case ZM_PAIR_GPU_ONE_SEEN_BEGIN: launch_warps<ZM_PAIR_GPU_ONE_SEEN_BEGIN>(s, job); break;
    case ZM_PAIR_GPU_ONE_SEEN_AGAIN: launch_threads<ZM_PAIR_GPU_ONE_SEEN_AGAIN>(s, job); break;
    case ZM_PAIR_GPU_SEEN_CLOSE: launch_warps<ZM_PAIR_GPU_SEEN_CLOSE>(s, job); break;
    case ZM_PAIR_GPU_ONE_BEGIN: launch_threads<ZM_PAIR_GPU_ONE_BEGIN>(s, job); break;
    case ZM_PAIR_GPU_ONE_AGAIN: launch_threads<ZM_PAIR_GPU_ONE_AGAIN>(s, job); break;
    case ZM_PAIR_GPU_BEGIN: launch_warps<ZM_PAIR_GPU_BEGIN>(s, job); break;
    case ZM_PAIR_GPU_FIRST: launch_warps<ZM_PAIR_GPU_FIRST>(s, job); break;
    case ZM_PAIR_GPU_AGAIN: launch_warps<ZM_PAIR_GPU_AGAIN>(s, job); break;
    case ZM_PAIR_GPU_CLOSE: launch_warps<ZM_PAIR_GPU_CLOSE>(s, job); break;
    case ZM_PAIR_GPU_ANSWER: launch_threads<ZM_PAIR_GPU_ANSWER>(s, job); break;
    case ZM_PAIR_GPU_ROWS: launch_threads<ZM_PAIR_GPU_ROWS>(s, job); break;
    }
    return text_of(cudaGetLastError());
}

extern "C" const zm_pair_runner zm_pair_runner_cuda = {start};
