/* wrap.h: what the files of this folder hand to each other. */
#ifndef ZM_GAME_TRACE_WRAP_H
#define ZM_GAME_TRACE_WRAP_H

#include "trace.h"

/* This thread's note; NULL: it has none yet. initial-exec: one instruction, no call, to get at it. */
extern _Thread_local __attribute__((tls_model("initial-exec"))) zm_trace_call *zm_trace_now;
zm_trace_call *zm_trace_begin(void); /* gives it one */

/* Do quick rules note this function too? Then the call that went wrong may be another one. */
bool zm_trace_is_quick(const zm_trace_function *f);

typedef struct zm_trace_texts {
    const char *function; /* NULL: it is not known which */
    const char *variant;  /* this and the position are "" where they are not known */
    const char *at;       /* " at ", ", " */
    const char *position;
} zm_trace_texts;

/* Adds "`moves` with coins=21 at position "21:ee:1"" to a text. Both are safe in signal handlers. */
void zm_trace_add_call(char out[ZM_TRACE_TEXT], const zm_trace_call *call, const zm_trace_texts *t);
void zm_trace_add(char out[ZM_TRACE_TEXT], const char *text);

/* Of the record, where this process has one. */
zm_trace_record *zm_trace_recorded(void);
void zm_trace_keep_variant(const zm_variant *v);
void zm_trace_keep_text(zm_pos p, const char *text);
bool zm_trace_prepare(const zm_game *g, zm_variant *v, void *data, zm_mistake *why); /* in a guarded block */

#endif
