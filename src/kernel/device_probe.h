/* device_probe.h: what is asked of a device about a state, in the common subset of C and CUDA C++
 * (engine/cuda/device/layer_sample.h says why). */
#ifndef ZM_KERNEL_DEVICE_PROBE_H
#define ZM_KERNEL_DEVICE_PROBE_H

#include <zermelo/value.h>

typedef struct zm_device_probe {
    uint64_t at;     /* the placement of the many, as the solver names it; not greater than its image */
    zm_value value;  /* the answer, without distances only who wins */
    uint8_t layer;   /* who answers; 0: nobody needs to */
    uint8_t kind;    /* of state, where there are several */
    uint8_t turn;    /* 0: the many's */
    uint8_t seen;    /* an answer, too: play is known to reach it */
    uint8_t low, up; /* squares of the others; the same where there is but one */
} zm_device_probe;

#endif
