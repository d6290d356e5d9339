/* lead.h: good first values for games with dice: how likely the side to move wins, judged by how far it is ahead.
 *
 * A game that gives `lead` says so of a position, from -1 (as good as lost) to 1. How a lead turns into a probability
 * is learnt from a variant that is solved already, a smaller one: a polynomial, fitted by least squares to all its
 * states that are not over. It is where the iteration of one vector begins (zm_solve_options.warm). */
#ifndef ZERMELO_LEAD_H
#define ZERMELO_LEAD_H

#include <zermelo/table.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ZM_CURVE_TERMS = 6 };
typedef struct zm_curve {
    double term[ZM_CURVE_TERMS]; /* term[i] * lead^i */
} zm_curve;

double zm_curve_at(const zm_curve *k, double lead); /* 0 to 1 */

/* From a table with dice whose game gives `lead`. */
zm_status zm_curve_fit(zm_context *c, const zm_variant *v, const zm_table *t, zm_curve *out);

#ifdef __cplusplus
}
#endif

#endif
