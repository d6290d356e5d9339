/* summary.h: what a solve has found, in numbers (`solve`). */
#ifndef ZM_ANSWER_SUMMARY_H
#define ZM_ANSWER_SUMMARY_H

#include "parts.h"

/* From "values" to "longest", or with dice from "values" to "widest". */
void zm_json_summary(zm_json *j, const zm_variant *v, const zm_summary *s);

#endif
