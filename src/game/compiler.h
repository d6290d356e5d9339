/* compiler.h: running the compilers that make a plugin: $CC, or cc, and for a GPU $NVCC, or nvcc. */
#ifndef ZM_GAME_COMPILER_H
#define ZM_GAME_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { ZM_COMPILER_PATH = 4096, ZM_COMPILER_WORDS = 48 };

const char *zm_compiler(void); /* as $CC has it, maybe several words */
/* The path of nvcc; "" and false: there is none, or $NVCC is empty. */
bool zm_device_compiler(char *out, size_t size);

/* Starts a program, with its messages in the file `log` (NULL: they go where ours go). -1: it cannot be run, and errno says
 * why. */
pid_t zm_start_program(const char *const *args, const char *log);
int zm_await_program(pid_t child); /* its status as waitpid has it; of -1 it is -1 */

/* What a source is compiled to, against the headers in `folder`. */
typedef enum zm_compiled { ZM_SHARED_OBJECT, ZM_WITH_KERNELS, ZM_OBJECT_WITH_RUNNERS } zm_compiled;
/* Returns the status as above. */
int zm_run_compiler(const char *folder, const char *source, const char *output, zm_compiled what, const char *log);

#endif
