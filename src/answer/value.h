/* value.h: values of impartial games and of games played together (`value`). */
#ifndef ZM_ANSWER_VALUE_H
#define ZM_ANSWER_VALUE_H

#include "parts.h"

enum { ZM_NUMBER_TEXT = 16 };
const char *zm_number_text(uint32_t n, char out[ZM_NUMBER_TEXT]); /* "3", "SL", "SW", "loony" */
void zm_json_number_of(zm_json *j, const char *key, uint32_t n);  /* a number, or such a text */

typedef struct zm_found {
    zm_context *context;
    zm_values *values;
    zm_expression *e;
    bool misere;
    int only; /* a zm_kind that alone was asked for; -1: everything */
    bool wins;
    zm_answer outcome;
    zm_answer answer[ZM_KINDS];
    bool known[ZM_KINDS], known_outcome, known_moves;
    char why[400]; /* something is not known: what was said first */
    zm_status status;
    zm_plays plays;
} zm_found;

/* What is to be found of f->e. Too large to search is no failure where another answer can be had. */
zm_status zm_found_find(zm_found *f);
void zm_found_free(zm_found *f); /* but for what was not its own: context and values */

/* What else is to be said of a part: fields of its object. */
typedef struct zm_more_of_part {
    void (*part)(void *arg, zm_json *j, const zm_found *f, unsigned part);
    void *arg;
} zm_more_of_part;

/* From "expression" to "searched", or to "all_moves"; `more` may be NULL. */
void zm_json_found(zm_json *j, const zm_found *f, const char *text, const zm_more_of_part *more);

#endif
