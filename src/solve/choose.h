/* choose.h: which solver a solve is done by. */
#ifndef ZM_SOLVE_CHOOSE_H
#define ZM_SOLVE_CHOOSE_H

#include "method.h"

/* The solver of the method and engine that `o` asks for; of `auto`, the one that suits the variant best. Also checks
 * the options. One clear line and ZM_BAD_INPUT when there is none, or an option is not for this game. */
zm_status zm_choose_solver(zm_context *c, const zm_variant *v, const zm_solve_options *o, const zm_solver **out);

#endif
