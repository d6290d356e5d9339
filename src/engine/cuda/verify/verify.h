/* verify.h: a table verified on a device, as the files of this folder and tests see it. */
#ifndef ZM_ENGINE_CUDA_VERIFY_VERIFY_H
#define ZM_ENGINE_CUDA_VERIFY_VERIFY_H

#include <zermelo/solve.h>

/* zm_table_verify_on, with no more of the device's memory than `room`. */
zm_status zm_verify_gpu_table(zm_context *c, const zm_table *t, zm_engine e, uint64_t room, zm_verified *out);

#endif
