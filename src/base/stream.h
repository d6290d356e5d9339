/* stream.h: the stream of a device that kernels are started on, as those who start them see it: they run in the order
 * in which they were started. It belongs to an open device (engine/cuda/device/device.h); whoever starts kernels gets
 * it from there. In the common subset of C and CUDA C++. */
#ifndef ZM_BASE_STREAM_H
#define ZM_BASE_STREAM_H

typedef enum zm_resident { /* kernels that are started with as many blocks as run at the same time */
                           ZM_RESIDENT_REACH,
                           ZM_RESIDENT_SWEEP,
                           ZM_RESIDENT_COUNTING,
                           ZM_RESIDENT_FORWARD,
                           ZM_RESIDENT_KERNELS
} zm_resident;

typedef struct zm_stream {
    void *cuda;          /* a cudaStream_t; on the CPU none: a kernel has ended when it was started */
    unsigned processors; /* of the device */
    unsigned resident[ZM_RESIDENT_KERNELS]; /* blocks that run at the same time; 0: not known yet */
} zm_stream;

#endif
