/* trace.h: what a plugin's functions are asked, noted on the way, so that a crash or an endless loop can be told with
 * its place.
 *
 * The loader hands out a copy of a plugin's game whose functions write down the call (a few stores into memory of the
 * thread) and then go on to the game's own. That is a few nanoseconds, too much for inner loops that call the rules
 * hundreds of times per microsecond: those take zm_quick_rules, in which only `unrank` is noted, once per state. When
 * it then goes wrong, another process asks for everything about that state once more, noting each call, and so finds
 * the function and the position (zm_call_where). Built-in games are not noted.
 *
 * A note is not taken back when the function returns. Whether the thread is still in the plugin is seen from its
 * program counter (zm_noted_has).
 *
 * Notes are the one thing here that belongs to the process and not to a context: a signal handler has no argument. They
 * are never freed, a thread that ends leaves its own to the next, so that a handler can read them at any time. */
#ifndef ZM_GAME_TRACE_H
#define ZM_GAME_TRACE_H

#include "game/complete.h"

#include <zermelo/variant.h>

#include <stdatomic.h>

typedef enum zm_asked { /* what `position` of a call is */
                        ZM_ASKED_NOTHING,
                        ZM_ASKED_POSITION,
                        ZM_ASKED_PLACE, /* lo: the index, hi: the tier */
                        ZM_ASKED_TIER,  /* lo */
} zm_asked;

typedef struct zm_function {
    const char *name; /* "moves" */
    zm_asked asked;
} zm_function;

typedef struct zm_call {
    struct zm_call *next;
    _Atomic int thread;        /* as the system numbers it; 0: none has this note now */
    _Atomic(const void *) at;  /* where its program counter was when it was asked (by a signal); NULL: not asked */
    const zm_variant *variant; /* NULL: nothing was called yet, or the variant is gone */
    const zm_game *game;       /* stays as long as the context it was loaded into */
    const zm_function *function;
    zm_pos position;
    uint64_t number; /* counts the calls */
    struct {
        uint64_t number;
        unsigned seconds;
    } watch;     /* for who looks from time to time whether there is a new one */
    void *stack; /* for signal handlers: a recursion without end leaves none */
} zm_call;

typedef struct zm_noted {
    zm_completed game;   /* first: a variant's game leads back to this */
    zm_completed itself; /* as the plugin has it */
    zm_completed quick;
    const char *code, *code_end;
} zm_noted;

void zm_note_calls(zm_noted *out, const zm_game *g);
/* A copy of any game, noted or not, in which every position is a state of its own. It must be forgotten before it goes
 * (zm_calls_forget_game). */
void zm_noted_without_fingerprint(zm_noted *out, const zm_game *g);
zm_pos zm_noted_start(const zm_variant *v); /* every noted game has it */
static inline bool zm_is_noted(const zm_game *g) { return g->start == zm_noted_start; }
/* The game without notes; a game that is not noted is its own. */
const zm_game *zm_unnoted(const zm_game *g);
static inline const zm_game *zm_quick_rules(const zm_variant *v) /* for inner loops, of any game */
{
    const zm_game *g = v->game;
    return zm_is_noted(g) ? &((const zm_noted *)(const void *)g)->quick.game : g;
}
bool zm_noted_has(const zm_game *g, const void *address); /* is it code of this plugin? */

void zm_calls_forget(const zm_variant *v);   /* that is about to be freed */
void zm_calls_forget_game(const zm_game *g); /* the same, with all its variants */

/* For signal handlers. */
zm_call *zm_call_here(void);  /* of this thread; NULL: it has called no plugin */
zm_call *zm_call_first(void); /* of all threads, by `next` */
/* From now on threads that call a plugin get a stack for signal handlers and can be asked where they are, by SIGURG.
 * For a program as a whole to decide. */
void zm_calls_watched(void);
const void *zm_counter_of(const void *context); /* the program counter in what a signal handler is given */
/* Is the thread in the plugin's code, in the call that is noted? Takes up to a tenth of a second. */
bool zm_call_inside(zm_call *call);
/* The same of all calls that are still those of watch.number, in that time together; NULL: of none. */
zm_call *zm_call_inside_any(void);
bool zm_give_stack(void **stack); /* to this thread, unless it has one; *stack is used again where it is not NULL */

enum { ZM_CALL_WHERE = 2048 };
/* "`moves` with coins=21 at position "21:ee:1"", or with the position's bits where the game cannot write it. The game
 * is asked in other processes, because what it does is not known; they have half a second each. `unsure`: the state may
 * be another one; look what goes wrong there. Safe in a signal handler, as far as fork is. Returns out. */
char *zm_call_where(const zm_call *call, bool unsure, char out[ZM_CALL_WHERE]);

#endif
