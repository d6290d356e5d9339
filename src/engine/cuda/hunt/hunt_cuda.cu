/* hunt_cuda.cu: the steps of kernel/hunt_gpu.h on an NVIDIA GPU. */
#include "kernel/hunt_runner.h"

#include "kernel/hunt_gpu.inc"

enum { BLOCK = 256, WARP = 32 };

static __device__ uint64_t sum(uint64_t n)
{
    for (unsigned i = WARP / 2; i; i /= 2)
        n += __shfl_xor_sync(~0u, n, i);
    return n;
}

static __device__ void add(uint64_t *at, uint64_t n)
{
    const uint64_t all = sum(n);
    if (threadIdx.x % WARP == 0 && all)
        atomicAdd((unsigned long long *)at, (unsigned long long)all);
}

template <zm_hunt_gpu_step KERNEL>
__global__ void __launch_bounds__(BLOCK) step(const __grid_constant__ zm_hunt_gpu job)
{
    const uint64_t threads = hunt_gpu_threads(&job, KERNEL), stride = (uint64_t)gridDim.x * BLOCK;
    hunt_thread k = {&job, {0, 0, 0, 0, 0, 0, 0}};
    for (uint64_t i = (uint64_t)blockIdx.x * BLOCK + threadIdx.x; i < threads; i += stride)
        hunt_gpu_thread(&k, KERNEL, i);
    __syncwarp();
    add(&job.notes->visits, k.counts.visits);
    if (KERNEL == ZM_HUNT_GPU_KEEP_COUNT)
        add(&job.notes->parts, k.counts.parts);
    if (KERNEL == ZM_HUNT_GPU_KEEP)
        add(&job.notes->states, k.counts.states);
    if (KERNEL == ZM_HUNT_GPU_KEEP || KERNEL == ZM_HUNT_GPU_CLOSE || KERNEL == ZM_HUNT_GPU_COUNT_PARTS)
        add(&job.notes->won_by_lone, k.counts.won_by_lone);
    if (KERNEL == ZM_HUNT_GPU_CLOSE || KERNEL == ZM_HUNT_GPU_COUNT_PARTS)
        add(&job.notes->won_by_many, k.counts.won_by_many);
    if (KERNEL == ZM_HUNT_GPU_CLOSE || KERNEL == ZM_HUNT_GPU_FAR_COUNT)
        add(&job.notes->values, k.counts.values);
    if (KERNEL == ZM_HUNT_GPU_FAR_CLOSE || KERNEL == ZM_HUNT_GPU_FAR_PARTS) {
        const uint32_t farthest = __reduce_max_sync(~0u, k.counts.farthest);
        if (threadIdx.x % WARP == 0 && farthest > job.notes->farthest)
            atomicMax(&job.notes->farthest, farthest);
    }
}

/* Blocks for threads of which only the device knows how many there are: as many as run at the same time. */
enum { BLOCKS_A_PROCESSOR = 4 };

template <zm_hunt_gpu_step KERNEL> static void launch(cudaStream_t stream, const zm_hunt_gpu *job, uint64_t threads)
{
    step<KERNEL><<<(unsigned)((threads + BLOCK - 1) / BLOCK), BLOCK, 0, stream>>>(*job);
}

static const char *start(zm_stream *s, zm_hunt_gpu_step kernel, const zm_hunt_gpu *job)
{
    const cudaStream_t stream = (cudaStream_t)s->cuda;
    const uint64_t listed = (uint64_t)s->processors * BLOCKS_A_PROCESSOR * BLOCK, range = job->to - job->from;
    const cudaError_t e = cudaMemsetAsync(&job->notes->listed[1 - job->round], 0, sizeof(uint64_t), stream);
    if (e != cudaSuccess)
        return cudaGetErrorString(e);
    switch (kernel) {
    case ZM_HUNT_GPU_LIST: launch<ZM_HUNT_GPU_LIST>(stream, job, job->size); break;
    case ZM_HUNT_GPU_REACH_FIRST: launch<ZM_HUNT_GPU_REACH_FIRST>(stream, job, range); break;
    case ZM_HUNT_GPU_REACH_AGAIN: launch<ZM_HUNT_GPU_REACH_AGAIN>(stream, job, listed); break;
    case ZM_HUNT_GPU_KEEP_COUNT: launch<ZM_HUNT_GPU_KEEP_COUNT>(stream, job, range); break;
    case ZM_HUNT_GPU_KEEP: launch<ZM_HUNT_GPU_KEEP>(stream, job, range); break;
    case ZM_HUNT_GPU_WON_FIRST: launch<ZM_HUNT_GPU_WON_FIRST>(stream, job, range); break;
    case ZM_HUNT_GPU_WON_AGAIN: launch<ZM_HUNT_GPU_WON_AGAIN>(stream, job, listed); break;
    case ZM_HUNT_GPU_CLOSE: launch<ZM_HUNT_GPU_CLOSE>(stream, job, range); break;
    case ZM_HUNT_GPU_COUNT_PARTS: launch<ZM_HUNT_GPU_COUNT_PARTS>(stream, job, range); break;
    case ZM_HUNT_GPU_FAR_COUNT: launch<ZM_HUNT_GPU_FAR_COUNT>(stream, job, range); break;
    case ZM_HUNT_GPU_FAR_MAKE: launch<ZM_HUNT_GPU_FAR_MAKE>(stream, job, range); break;
    case ZM_HUNT_GPU_FAR_FIRST: launch<ZM_HUNT_GPU_FAR_FIRST>(stream, job, range); break;
    case ZM_HUNT_GPU_FAR_AGAIN: launch<ZM_HUNT_GPU_FAR_AGAIN>(stream, job, listed); break;
    case ZM_HUNT_GPU_FAR_CLOSE: launch<ZM_HUNT_GPU_FAR_CLOSE>(stream, job, range); break;
    case ZM_HUNT_GPU_FAR_PARTS: launch<ZM_HUNT_GPU_FAR_PARTS>(stream, job, range); break;
    case ZM_HUNT_GPU_FAR_LIST: launch<ZM_HUNT_GPU_FAR_LIST>(stream, job, range); break;
    case ZM_HUNT_GPU_FAR_LIST_PARTS: launch<ZM_HUNT_GPU_FAR_LIST_PARTS>(stream, job, range); break;
    case ZM_HUNT_GPU_ANSWER: launch<ZM_HUNT_GPU_ANSWER>(stream, job, range); break;
    case ZM_HUNT_GPU_INDEX: launch<ZM_HUNT_GPU_INDEX>(stream, job, range); break;
    case ZM_HUNT_GPU_ROWS: launch<ZM_HUNT_GPU_ROWS>(stream, job, range); break;
    }
    const cudaError_t failed = cudaGetLastError();
    return failed == cudaSuccess ? NULL : cudaGetErrorString(failed);
}

extern "C" const zm_hunt_runner zm_hunt_runner_cuda = {start};
