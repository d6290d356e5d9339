/* The kernels of one built-in game: solve/kernels_body.h over its rules as a constant. Made by the build. */
#include "@GAME_RULES@"

#include "solve/kernels.h"

static const zm_rules rules = RULES;

#define KERNEL_RULES(v) (&rules)
#define KERNEL_NAME zm_kernels_ @GAME_ID @
#include "solve/kernels_body.h"
