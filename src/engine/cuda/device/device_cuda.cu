/* device_cuda.cu: the kernels on an NVIDIA GPU.
 *
 * A block is 32 groups of four sides of the mover's against 64 placements of the other side, a warp each. Neighbouring
 * sides lead to neighbouring ones, so that the first-level cache saves some of the loads: a sweep over 102,091 by
 * 102,091 sides takes 0.524 s on an H200 with blocks of 32 warps, 0.537 s with 16 and 0.555 s with 8. Blocks are
 * numbered so that the mover's sides come first: all blocks that run at the same time have the same placements, or the
 * next ones, and the values they read, (these placements, any of the mover's sides), stay in the second-level cache,
 * whose throughput is the limit (82 to 91 % of it). */
#include "device.h"

#include <stdio.h>

enum { LANES = 32, GROUPS = 32 }; /* threads of a warp, warps of a block */

template <zm_race_gpu_kernel KERNEL, unsigned WORDS, bool GENERAL>
__global__ void __launch_bounds__(LANES *GROUPS, 1) wave(const __grid_constant__ zm_race_gpu w, zm_race_gpu_found *found)
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

static cudaStream_t beside[2]; /* for copies that wait for nobody, from there and to there */

static const char *open_cuda(char *name, size_t size, uint64_t *free_bytes)
{
    cudaDeviceProp prop;
    size_t free_now, all;
    cudaError_t e = cudaGetDeviceProperties(&prop, 0);
    for (int i = 0; i < 2 && e == cudaSuccess; i++)
        if (!beside[i])
            e = cudaStreamCreateWithFlags(&beside[i], cudaStreamNonBlocking);
    if (e == cudaSuccess)
        e = cudaMemGetInfo(&free_now, &all);
    if (e != cudaSuccess)
        return text_of(e);
    snprintf(name, size, "%s", prop.name);
    *free_bytes = free_now;
    return NULL;
}

static const char *take(void **out, uint64_t bytes)
{
    *out = NULL;
    return text_of(cudaMalloc(out, bytes));
}

static void give(void *block) { cudaFree(block); }

/* Streams that wait for no other must find it there. */
static cudaError_t settled(cudaError_t e) { return e == cudaSuccess ? cudaStreamSynchronize(0) : e; }

static const char *put(void *to, const void *from, uint64_t bytes)
{
    return text_of(settled(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice)));
}

static const char *clear(void *at, uint64_t bytes) { return text_of(settled(cudaMemset(at, 0, bytes))); }

static const char *get(void *to, const void *from, uint64_t bytes)
{
    return text_of(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
}

static const char *copy_beside(void *to, const void *from, uint64_t bytes, cudaMemcpyKind kind)
{
    const cudaStream_t stream = beside[kind == cudaMemcpyHostToDevice];
    const cudaError_t e = cudaMemcpyAsync(to, from, bytes, kind, stream);
    return text_of(e == cudaSuccess ? cudaStreamSynchronize(stream) : e);
}

static const char *put_beside(void *to, const void *from, uint64_t bytes)
{
    return copy_beside(to, from, bytes, cudaMemcpyHostToDevice);
}

static const char *get_beside(void *to, const void *from, uint64_t bytes)
{
    return copy_beside(to, from, bytes, cudaMemcpyDeviceToHost);
}

static const char *get_strips(void *to, const void *from, const zm_device_strips *s)
{
    return text_of(cudaMemcpy2D(to, s->bytes, from, s->distance, s->bytes, s->count, cudaMemcpyDeviceToHost));
}

/* Copies to pinned memory run at 54 GB/s beside an H200, others at 6. */
static const char *pin(void *block, uint64_t bytes)
{
    if (cudaHostRegister(block, bytes, cudaHostRegisterDefault) != cudaSuccess)
        cudaGetLastError(); /* it works without */
    return NULL;
}

static void unpin(void *block)
{
    if (cudaHostUnregister(block) != cudaSuccess)
        cudaGetLastError();
}

static void launch(zm_race_gpu_kernel kernel, const zm_race_gpu *w, zm_race_gpu_found *found)
{
    const uint32_t groups = (w->own.sides + ZM_RACE_GPU_SIDES - 1) / ZM_RACE_GPU_SIDES;
    const uint32_t strip = LANES * ZM_RACE_GPU_OTHERS;
    const dim3 grid((groups + GROUPS - 1) / GROUPS, (w->other.sides + strip - 1) / strip), block(LANES, GROUPS);
    const bool general = zm_race_gpu_is_general(w);
    /* Nothing here uses shared memory: all of it is first-level cache. */
    cudaFuncSetAttribute(wave<ZM_RACE_GPU_SWEEP, 2, false>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
    cudaFuncSetAttribute(wave<ZM_RACE_GPU_SWEEP, 1, false>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
    cudaFuncSetAttribute(wave<ZM_RACE_GPU_CHOSEN, 2, true>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
    cudaFuncSetAttribute(wave<ZM_RACE_GPU_EVEN, 2, true>, cudaFuncAttributePreferredSharedMemoryCarveout, 0);
    switch (kernel) {
    case ZM_RACE_GPU_FILL: wave<ZM_RACE_GPU_FILL, 1, true><<<grid, block>>>(*w, found); break;
    case ZM_RACE_GPU_CAPTURED: wave<ZM_RACE_GPU_CAPTURED, 1, true><<<grid, block>>>(*w, found); break;
    case ZM_RACE_GPU_CLOSE: wave<ZM_RACE_GPU_CLOSE, 1, true><<<grid, block>>>(*w, found); break;
    case ZM_RACE_GPU_EXTREMES: wave<ZM_RACE_GPU_EXTREMES, 1, true><<<grid, block>>>(*w, found); break;
    case ZM_RACE_GPU_LIST: wave<ZM_RACE_GPU_LIST, 1, true><<<grid, block>>>(*w, found); break;
    case ZM_RACE_GPU_CHOSEN: wave<ZM_RACE_GPU_CHOSEN, 2, true><<<grid, block>>>(*w, found); break;
    case ZM_RACE_GPU_EVEN: wave<ZM_RACE_GPU_EVEN, 2, true><<<grid, block>>>(*w, found); break;
    case ZM_RACE_GPU_SWEEP:
        if (w->words == 2 && general)
            wave<ZM_RACE_GPU_SWEEP, 2, true><<<grid, block>>>(*w, found);
        else if (w->words == 2)
            wave<ZM_RACE_GPU_SWEEP, 2, false><<<grid, block>>>(*w, found);
        else if (general)
            wave<ZM_RACE_GPU_SWEEP, 1, true><<<grid, block>>>(*w, found);
        else
            wave<ZM_RACE_GPU_SWEEP, 1, false><<<grid, block>>>(*w, found);
    }
}

/* The list is long: it travels only when it is asked for. */
static const char *run(zm_race_gpu_kernel kernel, const zm_race_gpu *w, zm_race_gpu_found *found, zm_race_gpu_found *out)
{
    const size_t head = offsetof(zm_race_gpu_found, list);
    memset(out, 0, head);
    out->least = UINT64_MAX;
    cudaError_t e = cudaMemcpyAsync(found, out, head, cudaMemcpyHostToDevice);
    if (e == cudaSuccess) {
        launch(kernel, w, found);
        e = cudaGetLastError();
    }
    if (e == cudaSuccess)
        e = cudaMemcpy(out, found, kernel == ZM_RACE_GPU_LIST ? sizeof *out : head, cudaMemcpyDeviceToHost);
    return text_of(e);
}

__device__ zm_odds value_at(const zm_race_gpu_spot *spot) { return zm_race_gpu_fetch(spot); }
__device__ zm_value value_at(const zm_value *const *spot) { return **spot; }

template <typename SPOT, typename VALUE> __global__ void fetch(const SPOT *spot, uint64_t count, VALUE *out)
{
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = value_at(&spot[i]);
}

template <typename SPOT, typename VALUE>
static cudaError_t gather_there(const SPOT *spot, uint64_t count, VALUE *out, SPOT *spots, VALUE *odds)
{
    enum { BLOCK = 256 };
    cudaError_t e = cudaMemcpy(spots, spot, count * sizeof *spot, cudaMemcpyHostToDevice);
    if (e != cudaSuccess)
        return e;
    fetch<<<(unsigned)((count + BLOCK - 1) / BLOCK), BLOCK>>>(spots, count, odds);
    e = cudaGetLastError();
    return e == cudaSuccess ? cudaMemcpy(out, odds, count * sizeof *out, cudaMemcpyDeviceToHost) : e;
}

template <typename SPOT, typename VALUE> static const char *gather_all(const SPOT *spot, uint64_t count, VALUE *out)
{
    SPOT *spots = NULL;
    VALUE *odds = NULL;
    cudaError_t e = cudaMalloc(&spots, count * sizeof *spots);
    if (e == cudaSuccess)
        e = cudaMalloc(&odds, count * sizeof *odds);
    if (e == cudaSuccess)
        e = gather_there(spot, count, out, spots, odds);
    cudaFree(spots);
    cudaFree(odds);
    return text_of(e);
}

static const char *gather(const zm_race_gpu_spot *spot, uint64_t count, zm_odds *out) { return gather_all(spot, count, out); }

static const char *gather_values(const zm_value *const *spot, uint64_t count, zm_value *out)
{
    return gather_all(spot, count, out);
}

/* ---- what it can do at best ---- */
enum { WORK_BLOCK = 256, WORK_ROUNDS = 1 << 15, COPIES = 8 };

static __global__ void __launch_bounds__(WORK_BLOCK) work(uint32_t *out, uint32_t rounds)
{
    const uint32_t sum = zm_work_integers(blockIdx.x * WORK_BLOCK + threadIdx.x, rounds);
    if (sum == 1) /* it hardly ever is */
        *out = sum;
}

typedef struct stopwatch {
    cudaEvent_t began, ended;
} stopwatch;

static cudaError_t seconds_of(const stopwatch *w, double *out)
{
    float ms = 0;
    cudaError_t e = cudaEventRecord(w->ended, 0);
    if (e == cudaSuccess)
        e = cudaEventSynchronize(w->ended);
    if (e == cudaSuccess)
        e = cudaEventElapsedTime(&ms, w->began, w->ended);
    *out = ms / 1e3;
    return e;
}

static cudaError_t copy_blocks(const stopwatch *w, char *block, size_t half, double *copied)
{
    double seconds = 1;
    cudaError_t e = cudaMemset(block, 1, 2 * half);
    for (int i = -1; i < COPIES && e == cudaSuccess; i++) { /* the first is not counted */
        if (i == 0)
            e = cudaEventRecord(w->began, 0);
        if (e == cudaSuccess)
            e = cudaMemcpyAsync(block, block + half, half, cudaMemcpyDeviceToDevice, 0);
    }
    if (e == cudaSuccess)
        e = seconds_of(w, &seconds);
    *copied = 2.0 * (double)half * COPIES / seconds;
    return e;
}

static cudaError_t work_on_all(const stopwatch *w, char *block, double *operations)
{
    double seconds = 1;
    int processors = 0;
    cudaError_t e = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    const unsigned blocks = (unsigned)processors * 8;
    for (int i = 0; i < 2 && e == cudaSuccess; i++) { /* the first is not counted */
        e = cudaEventRecord(w->began, 0);
        work<<<blocks, WORK_BLOCK>>>((uint32_t *)block, WORK_ROUNDS);
        if (e == cudaSuccess)
            e = cudaGetLastError();
        if (e == cudaSuccess)
            e = seconds_of(w, &seconds);
    }
    *operations = (double)blocks * WORK_BLOCK * WORK_ROUNDS * ZM_WORK_OPERATIONS / seconds;
    return e;
}

static cudaError_t measure_with(const stopwatch *w, double *copied, double *operations)
{
    size_t free_now = 0, all = 0;
    char *block = NULL;
    cudaError_t e = cudaMemGetInfo(&free_now, &all);
    const size_t most = (size_t)1 << 30, half = free_now / 4 < most ? free_now / 4 / 256 * 256 : most;
    if (e == cudaSuccess)
        e = cudaMalloc(&block, 2 * half);
    if (e == cudaSuccess)
        e = copy_blocks(w, block, half, copied);
    if (e == cudaSuccess)
        e = work_on_all(w, block, operations);
    cudaFree(block);
    return e;
}

static const char *measure(double *copied, double *operations)
{
    stopwatch w = {};
    cudaError_t e = cudaEventCreate(&w.began);
    if (e == cudaSuccess)
        e = cudaEventCreate(&w.ended);
    if (e == cudaSuccess)
        e = measure_with(&w, copied, operations);
    if (w.began)
        cudaEventDestroy(w.began);
    if (w.ended)
        cudaEventDestroy(w.ended);
    return text_of(e);
}

extern "C" const zm_device zm_device_cuda = {open_cuda, take, give, put, get, put_beside, get_beside, clear, get_strips,
                                             pin, unpin, run, gather, gather_values, measure};
