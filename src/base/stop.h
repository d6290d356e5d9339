/* stop.h: being asked to stop (zm_stop) is an error like others, with one message wherever it is noticed. */
#ifndef ZM_BASE_STOP_H
#define ZM_BASE_STOP_H

#include <zermelo/base.h>

static inline zm_status zm_check_stop(zm_context *c)
{
    return zm_stopped(c) ? zm_fail(c, ZM_INTERRUPTED, "stopped before it was finished") : ZM_OK;
}

/* Around what would be lost if the program ended now, such as a search that is put aside when it is stopped. Whoever
 * ends a program that does not stop waits for it. */
void zm_saving_begin(zm_context *c);
void zm_saving_end(zm_context *c);
bool zm_is_saving(const zm_context *c);

#endif
