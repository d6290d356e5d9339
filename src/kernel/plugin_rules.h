/* plugin_rules.h: in the place of a rules.h, for kernels of any game: they go through the pointers of its rules. */
#ifndef ZM_KERNEL_PLUGIN_RULES_H
#define ZM_KERNEL_PLUGIN_RULES_H

#include "game/trace/trace.h"

#define KERNEL_RULES(v) zm_quick_rules(v)

#endif
