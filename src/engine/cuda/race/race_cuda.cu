/* race_cuda.cu: the kernels of races on an NVIDIA GPU.
 *
 * A block is 32 groups of four sides of the mover's against 64 placements of the other side, a warp each. Neighbouring
 * sides lead to neighbouring ones, so that the first-level cache saves some of the loads: a sweep over 102,091 by
 * 102,091 sides takes 0.524 s on an H200 with blocks of 32 warps, 0.537 s with 16 and 0.555 s with 8. Blocks are
 * numbered so that the mover's sides come first: all blocks that run at the same time have the same placements, or the
 * next ones, and the values they read, (these placements, any of the mover's sides), stay in the second-level cache,
 * whose throughput is the limit (82 to 91 % of it). */
#include "race_runner.h"

#include <string.h>

enum { LANES = 32, GROUPS = 32 }; /* threads of a warp, warps of a block */

template <zm_race_gpu_kernel KERNEL, unsigned WORDS, bool GENERAL>
__global__ void __launch_bounds__(LANES *GROUPS, 1)
    race_pairs(const __grid_constant__ zm_race_gpu w, zm_race_gpu_found *found)
{
    const uint32_t group = blockIdx.x * GROUPS + threadIdx.y;
    const uint32_t other = (blockIdx.y * LANES + threadIdx.x) * ZM_RACE_GPU_OTHERS;
    zm_race_gpu_note note = zm_race_gpu_nothing();
    if (group * ZM_RACE_GPU_SIDES < w.own.sides && other < w.other.sides)
        zm_race_gpu_thread(&w, KERNEL, group, other, WORDS, GENERAL, &note, found);
    if (KERNEL == ZM_RACE_GPU_FILL || KERNEL == ZM_RACE_GPU_CAPTURED || KERNEL == ZM_RACE_GPU_LIST)
        return;
    /* Most warps have nothing new to tell. */
    const uint32_t widest = __reduce_max_sync(~0u, note.widest), changed = __reduce_or_sync(~0u, note.changed);
    if (threadIdx.x == 0 && widest > found->widest)
        atomicMax(&found->widest, widest);
    if (threadIdx.x == 0 && changed && !found->changed)
        atomicOr(&found->changed, 1u);
    if (KERNEL == ZM_RACE_GPU_EXTREMES) {
        for (unsigned i = LANES / 2; i; i /= 2) {
            const uint64_t least = __shfl_xor_sync(~0u, note.least, i), most = __shfl_xor_sync(~0u, note.most, i);
            note.least = least < note.least ? least : note.least;
            note.most = most > note.most ? most : note.most;
        }
        if (threadIdx.x == 0 && note.least < found->least)
            atomicMin((unsigned long long *)&found->least, (unsigned long long)note.least);
        if (threadIdx.x == 0 && note.most > found->most)
            atomicMax((unsigned long long *)&found->most, (unsigned long long)note.most);
    }
}

static const char *text_of(cudaError_t e) { return e == cudaSuccess ? NULL : cudaGetErrorString(e); }

static void launch(cudaStream_t stream, zm_race_gpu_kernel kernel, const zm_race_gpu *w, zm_race_gpu_found *found)
{
    const uint32_t groups = (w->own.sides + ZM_RACE_GPU_SIDES - 1) / ZM_RACE_GPU_SIDES;
    const uint32_t strip = LANES * ZM_RACE_GPU_OTHERS;
    const dim3 grid((groups + GROUPS - 1) / GROUPS, (w->other.sides + strip - 1) / strip), block(LANES, GROUPS);
    const bool general = zm_race_gpu_is_general(w);
    /* Nothing here uses shared memory: all of it is first-level cache. */
    cudaFuncSetAttribute(race_pairs<ZM_RACE_GPU_SWEEP, 2, false>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
    cudaFuncSetAttribute(race_pairs<ZM_RACE_GPU_SWEEP, 1, false>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
    cudaFuncSetAttribute(race_pairs<ZM_RACE_GPU_CHOSEN, 2, true>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
    cudaFuncSetAttribute(race_pairs<ZM_RACE_GPU_EVEN, 2, true>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
    switch (kernel) {
    case ZM_RACE_GPU_FILL: race_pairs<ZM_RACE_GPU_FILL, 1, true><<<grid, block, 0, stream>>>(*w, found); break;
    case ZM_RACE_GPU_CAPTURED: race_pairs<ZM_RACE_GPU_CAPTURED, 1, true><<<grid, block, 0, stream>>>(*w, found); break;
    case ZM_RACE_GPU_CLOSE: race_pairs<ZM_RACE_GPU_CLOSE, 1, true><<<grid, block, 0, stream>>>(*w, found); break;
    case ZM_RACE_GPU_EXTREMES: race_pairs<ZM_RACE_GPU_EXTREMES, 1, true><<<grid, block, 0, stream>>>(*w, found); break;
    case ZM_RACE_GPU_LIST: race_pairs<ZM_RACE_GPU_LIST, 1, true><<<grid, block, 0, stream>>>(*w, found); break;
    case ZM_RACE_GPU_CHOSEN: race_pairs<ZM_RACE_GPU_CHOSEN, 2, true><<<grid, block, 0, stream>>>(*w, found); break;
    case ZM_RACE_GPU_EVEN: race_pairs<ZM_RACE_GPU_EVEN, 2, true><<<grid, block, 0, stream>>>(*w, found); break;
    case ZM_RACE_GPU_SWEEP:
        if (w->words == 2 && general)
            race_pairs<ZM_RACE_GPU_SWEEP, 2, true><<<grid, block, 0, stream>>>(*w, found);
        else if (w->words == 2)
            race_pairs<ZM_RACE_GPU_SWEEP, 2, false><<<grid, block, 0, stream>>>(*w, found);
        else if (general)
            race_pairs<ZM_RACE_GPU_SWEEP, 1, true><<<grid, block, 0, stream>>>(*w, found);
        else
            race_pairs<ZM_RACE_GPU_SWEEP, 1, false><<<grid, block, 0, stream>>>(*w, found);
    }
}

/* The list is long: it travels only when it is asked for. */
static const char *run(zm_stream *s, zm_race_gpu_kernel kernel, const zm_race_gpu *w, zm_race_gpu_found *found,
                       zm_race_gpu_found *out)
{
    const size_t head = offsetof(zm_race_gpu_found, list);
    const cudaStream_t stream = (cudaStream_t)s->cuda;
    memset(out, 0, head);
    out->least = UINT64_MAX;
    cudaError_t e = cudaMemcpyAsync(found, out, head, cudaMemcpyHostToDevice, stream);
    if (e == cudaSuccess) {
        launch(stream, kernel, w, found);
        e = cudaGetLastError();
    }
    const size_t bytes = kernel == ZM_RACE_GPU_LIST ? sizeof *out : head;
    if (e == cudaSuccess)
        e = cudaMemcpyAsync(out, found, bytes, cudaMemcpyDeviceToHost, stream);
    return text_of(e == cudaSuccess ? cudaStreamSynchronize(stream) : e);
}

static __global__ void fetch(const zm_race_gpu_spot *spot, uint64_t count, zm_odds *out)
{
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = zm_race_gpu_fetch(&spot[i]);
}

static const char *fetch_odds(zm_stream *s, const void *spot, uint64_t count, void *out)
{
    enum { BLOCK = 256 };
    fetch<<<(unsigned)((count + BLOCK - 1) / BLOCK), BLOCK, 0, (cudaStream_t)s->cuda>>>((const zm_race_gpu_spot *)spot,
                                                                                       count, (zm_odds *)out);
    return text_of(cudaGetLastError());
}

extern "C" const zm_race_runner zm_race_runner_cuda = {run, fetch_odds};
