/* product.h: all positions of games played together, each with its values: what is searched where no theorem says. */
#ifndef ZM_VALUES_PRODUCT_H
#define ZM_VALUES_PRODUCT_H

#include "expression.h"

typedef struct zm_product zm_product;

/* All positions that the games of a node can get to from where they start, side by side. ZM_NO_MEMORY: more than the
 * limit. */
zm_status zm_product_new(const zm_expression *e, uint32_t node, zm_product **out);
void zm_product_free(zm_context *c, zm_product *p);
uint64_t zm_product_positions(const zm_product *p);
/* At positions of the leaves (by leaf of the expression) that play can get to. */
uint32_t zm_product_value(const zm_product *p, const zm_pos *at, zm_kind kind);

#endif
