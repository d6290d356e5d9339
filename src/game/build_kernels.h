/* build_kernels.h: kernels of its own for a plugin that has been compiled. */
#ifndef ZM_GAME_BUILD_KERNELS_H
#define ZM_GAME_BUILD_KERNELS_H

#include "build.h"

typedef struct zm_kernel_build {
    zm_context *c;
    const char *source;
    const char *folder; /* temporary, with the headers */
    const char *plugin; /* in it: the result so far, which becomes the one with kernels */
    zm_for_gpu gpu;
} zm_kernel_build;

/* Where it succeeds, the plugin has kernels of its own, for the CPU and maybe for a GPU. Where it does not, a note says
 * why, and the plugin is as it was: its rules are the same, and slower. */
void zm_build_kernels(const zm_kernel_build *b);

/* In a child, before a plugin is loaded there: a crash must end the process, whatever the program that uses the library
 * does with signals. */
void zm_forget_handlers(void);

enum { ZM_PATIENCE = 30 }; /* seconds that a plugin may take to be loaded, or tried out */

#endif
