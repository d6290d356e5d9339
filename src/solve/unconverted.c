/* unconverted.c: methods that do not run by the driver yet. What they can solve is said as all others say it; solve.c
 * calls them. */
#include "solve/method.h"
#include "solver.h"

enum { DEVICES = 1 << ZM_ENGINE_CUDA | 1 << ZM_ENGINE_CUDA_HOST };

static unsigned suits_kind(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return ZM_SUITS_KIND;
}

static bool can_race(const zm_variant *v, const zm_solve_options *o) { return zm_is_race(v); }

static zm_status refuse_race(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return zm_fail(c, ZM_BAD_INPUT, "%s is no race: use the method `iterate`", v->game->name);
}

extern const zm_solver zm_solver_race;
const zm_solver zm_solver_race = {.method = ZM_METHOD_RACE,
                                  .engines = 1 << ZM_ENGINE_CPU | DEVICES,
                                  .dice = true,
                                  .index = true,
                                  .solves = "races",
                                  .can = can_race,
                                  .refuse = refuse_race,
                                  .suits = suits_kind};
