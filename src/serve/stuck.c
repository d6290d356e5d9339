/* stuck.c: a plugin that does not return.
 *
 * To find it, and to say where it is, takes seconds: nobody who calls holds a lock that others wait for. */
#include "server.h"

#include "game/trace/trace.h"

#include <time.h>

/* Is the same call still under way after a while? */
static bool stays(zm_trace_call *call)
{
    const struct timespec pause = {.tv_nsec = 200000000};
    const uint64_t at = call->number;
    if (!zm_trace_inside(call))
        return false;
    nanosleep(&pause, NULL);
    return call->number == at && zm_trace_inside(call);
}

static const zm_game *game_of(int thread, uint64_t before)
{
    for (const zm_trace_call *call = zm_trace_first(); call && thread; call = call->next)
        if (atomic_load(&call->thread) == thread && call->number != before)
            return call->game;
    return NULL;
}

uint64_t zm_calls_so_far(void)
{
    const zm_trace_call *call = zm_trace_here();
    return call ? call->number : 0;
}

bool zm_stuck_find(int thread, uint64_t before, zm_stuck *out)
{
    char where[ZM_TRACE_TEXT];
    const zm_game *game = game_of(thread, before);
    for (zm_trace_call *call = zm_trace_first(); call && game; call = call->next) {
        const uint64_t at = call->number;
        if (call->game != game || !stays(call))
            continue;
        snprintf(out->game, sizeof out->game, "%s", game->name);
        snprintf(out->why, sizeof out->why,
                 "the game %s does not return from %.700s; it is refused until the server is started again", game->name,
                 zm_trace_where(call, true, where));
        if (call->number == at) /* else it has come back meanwhile */
            return true;
    }
    return false;
}
