/* trace.h: what a plugin's functions are asked is noted on the way, so that a crash or an endless loop can be told with
 * its place.
 *
 * The loader hands out a traced copy of a plugin's game: its functions note the call (a few stores into memory of the
 * thread) and then go on to the game's own. That is a few nanoseconds, too much for inner loops that call the rules
 * hundreds of times per microsecond: those take zm_quick_rules, in which only `unrank` (without an index, `moves`) is
 * noted, once per state. When it then goes wrong, another process asks for everything about that state once more,
 * noting each call, and so finds the function and the position (zm_trace_where). Built-in games are not traced.
 *
 * A note is not taken back when the function returns. Whether the thread is still in the plugin is seen from its
 * program counter (zm_traced_has).
 *
 * Notes are the one thing here that belongs to the process and not to a context: a signal handler has no argument. They
 * are never freed, a thread that ends leaves its own to the next, so that a handler can read them at any time.
 *
 *   functions.inc  the functions of a game, by facets: the only list of them
 *   wrappers.c     for each of them one that notes the call; the traced copy
 *   notes.c        a note for each thread
 *   where.c        what a note says, as text
 *   record.c       a note that outlives its process, for `zermelo build` */
#ifndef ZM_GAME_TRACE_H
#define ZM_GAME_TRACE_H

#include "game/complete.h"

#include <zermelo/search.h>
#include <zermelo/variant.h>

#include <stdatomic.h>

/* ---- calls ---- */
typedef enum zm_trace_asked { /* what `position` of a call is */
                              ZM_ASKED_NOTHING,
                              ZM_ASKED_POSITION,
                              ZM_ASKED_PLACE, /* lo: the index, hi: the tier */
                              ZM_ASKED_TIER,  /* lo */
                              ZM_ASKED_WORK,  /* nothing, and the function may take hours */
} zm_trace_asked;

typedef struct zm_trace_function {
    const char *name; /* "moves"; "dice.moves" where another facet has a function of that name */
    zm_trace_asked asked;
} zm_trace_function;

typedef struct zm_trace_call {
    struct zm_trace_call *next;
    _Atomic int thread;        /* as the system numbers it; 0: none has this note now */
    _Atomic(const void *) at;  /* where its program counter was when it was asked (by a signal); NULL: not asked */
    const zm_variant *variant; /* NULL: nothing was called yet, or the variant is gone */
    const zm_game *game;       /* stays as long as the context it was loaded into */
    const zm_trace_function *function;
    zm_pos position;
    uint64_t number; /* counts the calls */
    struct {
        uint64_t number;
        unsigned seconds;
    } watch;     /* for who looks from time to time whether there is a new one */
    void *stack; /* for signal handlers: a recursion without end leaves none */
} zm_trace_call;

/* ---- traced games ---- */
typedef struct zm_traced {
    zm_completed game; /* first: a variant's game leads back to this */
    zm_board board;    /* the facets that a completed game need not have, of `game` */
    zm_hunt hunt;
    zm_race race;
    zm_search search;
    zm_completed itself; /* as the plugin has it */
    zm_completed quick;
    const char *code, *code_end;
    const struct zm_own_parts *own; /* kernels of its own (game/own.h); NULL: it has none, as a changed copy */
} zm_traced;

void zm_trace_game(zm_traced *out, const zm_game *g);
/* A changed copy of any game, traced or not; of one that is not, only out->game is filled. It must be forgotten before
 * it goes (zm_trace_forget_game). */
void zm_traced_copy(zm_traced *out, const zm_game *g, void (*change)(zm_completed *g, const void *arg),
                    const void *arg);
zm_pos zm_traced_start(const zm_variant *v); /* every traced game has it */
static inline bool zm_is_traced(const zm_game *g) { return g->start == zm_traced_start; }
/* The game without notes; a game that is not traced is its own. */
const zm_game *zm_untraced(const zm_game *g);
static inline const zm_game *zm_quick_rules(const zm_variant *v) /* for inner loops, of any game */
{
    const zm_game *g = v->game;
    return zm_is_traced(g) ? &((const zm_traced *)(const void *)g)->quick.game : g;
}
bool zm_traced_has(const zm_game *g, const void *address); /* is it code of this plugin? */

/* ---- notes ---- */
void zm_trace_forget(const zm_variant *v);   /* that is about to be freed */
void zm_trace_forget_game(const zm_game *g); /* the same, with all its variants */

/* For signal handlers. */
zm_trace_call *zm_trace_here(void);  /* of this thread; NULL: it has called no plugin */
zm_trace_call *zm_trace_first(void); /* of all threads, by `next` */
/* From now on threads that call a plugin get a stack for signal handlers and can be asked where they are, by SIGURG.
 * For a program as a whole to decide. */
void zm_trace_with_samples(void);
const void *zm_program_counter(const void *context); /* in what a signal handler is given */
/* Is the thread in the plugin's code, in the call that is noted? Takes up to a tenth of a second. */
bool zm_trace_inside(zm_trace_call *call);
/* The same of all calls that are still those of watch.number, in that time together; NULL: of none. */
zm_trace_call *zm_trace_inside_any(void);
bool zm_give_stack(void **stack); /* to this thread, unless it has one; *stack is used again where it is not NULL */

/* ---- as text ---- */
enum { ZM_TRACE_TEXT = 2048 };
/* "`moves` with coins=21 at position "21:ee:1"", or with the position's bits where the game cannot write it. The game
 * is asked in other processes, because what it does is not known; they have half a second each. `unsure`: the state may
 * be another one; look what goes wrong there. Safe in a signal handler, as far as fork is. Returns out. */
char *zm_trace_where(const zm_trace_call *call, bool unsure, char out[ZM_TRACE_TEXT]);

/* ---- a process that tries a game out ---- */
/* The note of a process that another one waits for, in memory that both share. What is needed to tell it is kept with
 * it, since the process may be gone. */
typedef struct zm_trace_record {
    zm_trace_call call;
    char variant[ZM_VARIANT_TEXT];
    bool no_data;   /* the game has `prepare` but no data_bytes */
    zm_pos written; /* the position last written, and its text; "" when there is none yet */
    char text[ZM_MAX_TEXT];
} zm_trace_record;

/* From now on this thread, the only one, notes its calls there. `prepare` then gets a guarded block (guarded.h), so
 * that writing past data_bytes is told or crashes at once, and not somewhere else later. */
void zm_trace_into(zm_trace_record *r);
/* " in `moves` with coins=21, position "21:ee:1""; "" when nothing was called yet. Returns out. */
char *zm_trace_record_text(const zm_trace_record *r, char out[ZM_TRACE_TEXT]);

#endif
