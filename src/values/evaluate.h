/* evaluate.h: a question about an expression, at its start or after a move. */
#ifndef ZM_VALUES_EVALUATE_H
#define ZM_VALUES_EVALUATE_H

#include "expression.h"
#include "product.h"

typedef struct zm_question {
    zm_expression *e;
    zm_pos *at;                        /* by leaf */
    uint32_t changed_from, changed_to; /* leaves that are not where they start */
} zm_question;

zm_status zm_question_open(zm_expression *e, zm_question *q);
void zm_question_close(zm_question *q);
/* Does the one to move lose? */
zm_status zm_loser_of(zm_question *q, bool misere, bool *loses, zm_answer *out);
zm_status zm_loser_of_node(zm_question *q, uint32_t node, bool *loses, zm_answer *out);

#endif
