/* device_cuda.cu: the primitive calls of an NVIDIA GPU. */
#include "device_calls.h"

#include <stdio.h>

static const char *text_of(cudaError_t e) { return e == cudaSuccess ? NULL : cudaGetErrorString(e); }

/* ---- opening ---- */
static void close_stream(void **stream)
{
    if (*stream)
        cudaStreamDestroy((cudaStream_t)*stream);
    *stream = NULL;
}

static void close_cuda(zm_device_opened *o)
{
    close_stream(&o->stream.cuda);
    close_stream(&o->upload);
    close_stream(&o->download);
}

/* Streams that wait for no other. */
static cudaError_t open_streams(zm_device_opened *out)
{
    void **const streams[] = {&out->stream.cuda, &out->upload, &out->download};
    cudaError_t e = cudaSuccess;
    for (int i = 0; i < 3 && e == cudaSuccess; i++) {
        cudaStream_t stream = NULL;
        e = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        *streams[i] = stream;
    }
    return e;
}

static cudaError_t look_at(zm_device_opened *out)
{
    cudaDeviceProp prop;
    size_t free_now = 0, all = 0;
    cudaError_t e = cudaGetDeviceProperties(&prop, 0);
    if (e == cudaSuccess)
        e = open_streams(out);
    if (e == cudaSuccess)
        e = cudaMemGetInfo(&free_now, &all);
    if (e != cudaSuccess)
        return e;
    snprintf(out->name, sizeof out->name, "%s", prop.name);
    out->stream.processors = (unsigned)prop.multiProcessorCount;
    out->free_bytes = free_now;
    return cudaSuccess;
}

static const char *open_cuda(zm_device_opened *out)
{
    memset(out, 0, sizeof *out);
    const cudaError_t e = look_at(out);
    if (e != cudaSuccess)
        close_cuda(out);
    return text_of(e);
}

/* ---- memory and copies ---- */
static const char *take(void **out, uint64_t bytes)
{
    *out = NULL;
    return text_of(cudaMalloc(out, bytes));
}

static void give(void *block) { cudaFree(block); }

static const char *wait(void *stream) { return text_of(cudaStreamSynchronize((cudaStream_t)stream)); }

/* What was begun on the stream, when it has ended. */
static const char *after(cudaError_t begun, void *stream)
{
    return begun == cudaSuccess ? wait(stream) : text_of(begun);
}

static const char *put(void *stream, void *to, const void *from, uint64_t bytes)
{
    return after(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, (cudaStream_t)stream), stream);
}

static const char *get(void *stream, void *to, const void *from, uint64_t bytes)
{
    return after(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, (cudaStream_t)stream), stream);
}

static const char *get_strips(void *stream, void *to, const void *from, const zm_device_strips *s)
{
    return after(cudaMemcpy2DAsync(to, s->bytes, from, s->distance, s->bytes, s->count, cudaMemcpyDeviceToHost,
                                   (cudaStream_t)stream),
                 stream);
}

/* Not waited for: what comes on the same stream comes after it. */
static const char *clear(void *stream, void *at, uint64_t bytes)
{
    return text_of(cudaMemsetAsync(at, 0, bytes, (cudaStream_t)stream));
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

/* ---- kernels ---- */
static const char *ended(void *stream, bool *out)
{
    const cudaError_t e = cudaStreamQuery((cudaStream_t)stream);
    *out = e != cudaErrorNotReady;
    return e == cudaErrorNotReady ? NULL : text_of(e);
}

static __global__ void fetch(const zm_value *const *spot, uint64_t count, zm_value *out)
{
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = *spot[i];
}

static const char *fetch_values(zm_stream *s, const void *spot, uint64_t count, void *out)
{
    enum { BLOCK = 256 };
    fetch<<<(unsigned)((count + BLOCK - 1) / BLOCK), BLOCK, 0, (cudaStream_t)s->cuda>>>((const zm_value *const *)spot,
                                                                                       count, (zm_value *)out);
    return text_of(cudaGetLastError());
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

extern "C" const zm_device_calls zm_device_cuda = {open_cuda, close_cuda, take, give, put, get, get_strips, clear,
                                                   pin, unpin, wait, ended, fetch_values, measure};
