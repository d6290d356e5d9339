/* fault.h: what can be wrong at a place of a table. In the common subset of C and CUDA C++. */
#ifndef ZM_VERIFY_FAULT_H
#define ZM_VERIFY_FAULT_H

typedef enum zm_fault_kind {
    ZM_NO_FAULT = 0,
    ZM_WRONG_VALUE,
    ZM_NO_VALUE,
    ZM_NOT_REACHED,
    ZM_NO_SUCCESSOR,
    ZM_UPWARD,
    ZM_IN_A_CIRCLE,  /* without distances: it rests on itself */
    ZM_MISPLACED,    /* the rules give the place of a successor to another state */
    ZM_NO_STATE,     /* the rules do not take what is there for a state, or give it another place */
    ZM_TURN_CHANGED, /* the fingerprint of a successor has another side to move */
    ZM_BAD_ROLL,     /* a roll without a move, or weights that are none */
    ZM_FAULT_KINDS,
} zm_fault_kind;

#endif
