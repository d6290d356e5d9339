/* fault.h: what can be wrong at a place of a table. In the common subset of C and CUDA C++. */
#ifndef ZM_TABLE_FAULT_H
#define ZM_TABLE_FAULT_H

typedef enum zm_fault_kind {
    ZM_NO_FAULT = 0,
    ZM_WRONG_VALUE,
    ZM_NO_VALUE,
    ZM_NOT_REACHED,
    ZM_NO_SUCCESSOR,
    ZM_UPWARD,
    ZM_IN_A_CIRCLE, /* without distances: it rests on itself */
} zm_fault_kind;

#endif
