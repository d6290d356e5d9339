/* own.h: what a plugin brings besides its game: kernels that were compiled with its rules.
 *
 * Kernels are no public interface: they know structures of the library that change from version to version. So a plugin
 * says which headers it was compiled with (`interface`), and a library with others leaves the rest alone; the plugin's
 * rules then go through pointers, as those of any game can. Kernels call nothing of the library but what its public
 * headers declare, and the functions below. */
#ifndef ZM_GAME_OWN_H
#define ZM_GAME_OWN_H

#include "builtin.h"
#include "trace/trace.h"

/* What kernels of a plugin ask the library for, to note states (kernel/own_noted.h). */
typedef struct zm_own_calls {
    zm_trace_call *(*begin)(void); /* this thread's note */
    const zm_trace_function *unrank, *moves, *dice_moves;
} zm_own_calls;

typedef struct zm_own_parts {
    uint64_t interface;         /* first in every version */
    zm_kernels *kernels;        /* its own; the library puts the copies for any game where it has none */
    const zm_own_calls **calls; /* set by the loader */
    /* As those of a zm_builtin_row; NULL: it was not compiled for a GPU, or has no use for it. */
    const zm_dense_runner *dense_runner;
    const zm_forward_runner *forward_runner;
    const zm_verify_runner *verify_runner;
    const zm_counting_runner *counting_runner;
} zm_own_parts;

#define ZM_OWN_SYMBOL "zm_plugin_own" /* under which a plugin exports it */

/* The number of the headers that kernels are compiled with: of their text. */
extern const uint64_t zm_kernel_interface;

extern const zm_own_calls zm_own_calls_of_library;

#endif
