/* where.c: see trace.h. What a note says, as text.
 *
 * The game is asked for its texts, and quick rules once more for what went wrong, each in a process of its own. */
#include "wrap.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 500, THROUGH = 77 /* how a process ends that came to its end */ };

/* ---- texts; no snprintf: this runs in signal handlers ---- */
void zm_trace_add(char out[ZM_TRACE_TEXT], const char *text)
{
    size_t n = strnlen(out, ZM_TRACE_TEXT);
    while (*text && n + 1 < ZM_TRACE_TEXT)
        out[n++] = *text++;
    out[n < ZM_TRACE_TEXT ? n : ZM_TRACE_TEXT - 1] = 0;
}

static void add_number(char out[ZM_TRACE_TEXT], uint64_t n, unsigned base, unsigned digits)
{
    char text[24] = "";
    unsigned at = sizeof text - 1;
    do {
        text[--at] = "0123456789abcdef"[n % base];
        n /= base;
    } while (n || sizeof text - 1 - at < digits);
    zm_trace_add(out, text + at);
}

static void add_position(char out[ZM_TRACE_TEXT], zm_pos p, const char *text)
{
    zm_trace_add(out, "position ");
    zm_trace_add(out, *text ? "\"" : "0x");
    zm_trace_add(out, text);
    if (*text) {
        zm_trace_add(out, "\"");
    } else {
        add_number(out, p.hi, 16, 16);
        add_number(out, p.lo, 16, 16);
    }
}

void zm_trace_add_call(char out[ZM_TRACE_TEXT], const zm_trace_call *call, const zm_trace_texts *t)
{
    const zm_pos p = call->position;
    zm_trace_add(out, t->function ? "`" : "its rules");
    zm_trace_add(out, t->function ? t->function : "");
    zm_trace_add(out, t->function ? "`" : "");
    zm_trace_add(out, *t->variant ? " with " : "");
    zm_trace_add(out, t->variant);
    switch (call->function->asked) {
    case ZM_ASKED_NOTHING:
    case ZM_ASKED_WORK: break;
    case ZM_ASKED_TIER:
        zm_trace_add(out, t->at);
        zm_trace_add(out, "tier ");
        add_number(out, p.lo, 10, 1);
        break;
    case ZM_ASKED_PLACE:
        zm_trace_add(out, t->at);
        zm_trace_add(out, "place ");
        add_number(out, p.hi, 10, 1);
        zm_trace_add(out, ":");
        add_number(out, p.lo, 10, 1);
        break;
    case ZM_ASKED_POSITION: zm_trace_add(out, t->at); add_position(out, p, t->position);
    }
}

/* ---- asking in another process ---- */
typedef struct told {
    char variant[ZM_VARIANT_TEXT];
    char position[ZM_MAX_TEXT];
} told;

static void tell(const zm_trace_call *call, int to)
{
    static told t;
    zm_variant_text(call->variant, ' ', true, t.variant, sizeof t.variant);
    if (write(to, t.variant, sizeof t.variant) < 0 || call->function->asked != ZM_ASKED_POSITION ||
        !strcmp(call->function->name, "write"))
        return;
    zm_write_position(call->variant, call->position, t.position, sizeof t.position);
    for (char *c = t.position; *c; c++)
        *c = (char)((unsigned char)*c >= ' ' && *c != 127 ? *c : '?');
    if (write(to, t.position, sizeof t.position) < 0)
        return;
}

/* Up to `bytes` of what a child writes; true: its end of the pipe is closed, as when it has ended. */
static bool read_all(int end, void *out, size_t bytes)
{
    struct pollfd p = {end, POLLIN, 0};
    size_t have = 0;
    for (;;) {
        char more;
        const int ready = poll(&p, 1, PATIENCE_MS);
        const ssize_t n =
            ready > 0 ? read(end, have < bytes ? (char *)out + have : &more, have < bytes ? bytes - have : 1) : -1;
        if (n < 0 && ready && errno == EINTR)
            continue;
        if (n <= 0 || have == bytes)
            return n == 0;
        have += (size_t)n;
    }
}

/* Waits for a child, which is then gone; true: it came to its end. */
static bool wait_for(pid_t child, int end, void *out, size_t bytes)
{
    int status = 0;
    if (!read_all(end, out, bytes))
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == THROUGH;
}

/* Runs `job` in a process of its own. False: it crashed or did not end in time. */
static bool elsewhere(void (*job)(const zm_trace_call *, int), const zm_trace_call *call, void *out, size_t bytes)
{
    static const int signals[] = {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS};
    int ends[2];
    if (pipe(ends))
        return true;
    const pid_t child = _Fork();
    if (!child) {
        for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
            signal(signals[i], SIG_DFL);
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_UNBLOCK, &all, NULL);
        job(call, ends[1]);
        _exit(THROUGH);
    }
    close(ends[1]);
    const bool ended = child < 0 || wait_for(child, ends[0], out, bytes);
    close(ends[0]);
    return ended;
}

/* ---- asking once more ---- */
/* Everything about a state, and about the positions next to it. */
static void ask_position(const zm_variant *v, zm_pos p, bool far)
{
    static zm_move list[2][ZM_MAX_MOVES];
    zm_move *move = list[far];
    const zm_game *g = v->game;
    unsigned count = 0, staying;
    if (g->fingerprint)
        g->fingerprint(v, p);
    if (g->index->rank) {
        const zm_place at = g->index->rank(v, p);
        if (at.tier >= zm_untraced(g)->index->tiers(v) || at.index >= zm_untraced(g)->index->tier_size(v, at.tier))
            _exit(!THROUGH); /* with this note: there is no such place */
    }
    if ((g->ended && g->ended(v, p) != ZM_OPEN) || !far)
        return;
    if (g->dice->odds) {
        uint32_t weight[ZM_MAX_ROLLS];
        g->dice->odds(v, p, weight);
    }
    for (unsigned roll = 0; roll < (g->dice->rolls ? g->dice->rolls : 1); roll++) {
        count = g->dice->rolls ? g->dice->moves(v, p, roll, move) : g->moves(v, p, move);
        for (unsigned i = 0; i < count && i < ZM_MAX_MOVES; i++)
            ask_position(v, g->play(v, p, move[i]), false);
    }
    if (g->backward->leaving)
        g->backward->leaving(v, p, move, &staying);
}

static void ask_parent(void *arg, zm_pos p) { ask_position(arg, p, true); }

static void ask_parent_index(void *arg, uint64_t index, bool doubtful) { (void)arg, (void)index, (void)doubtful; }

static void ask_again(const zm_trace_call *call, int to)
{
    const zm_variant *v = call->variant;
    const zm_game *g = v->game;
    (void)to;
    zm_trace_call asked = *call;
    zm_trace_now = (zm_trace_call *)(uintptr_t)call;
    const bool by_place = asked.function->asked == ZM_ASKED_PLACE;
    const zm_pos p =
        by_place ? g->index->unrank(v, (zm_place){(uint32_t)asked.position.hi, asked.position.lo}) : asked.position;
    ask_position(v, p, true);
    if (g->backward->parents)
        g->backward->parents(v, p, ask_parent, (void *)(uintptr_t)v);
    if (g->backward->parents_inside)
        g->backward->parents_inside(v, p, ask_parent_index, NULL);
    if (by_place) { /* nothing was found: the position is better than its place */
        static const zm_trace_function found = {"", ZM_ASKED_POSITION};
        zm_trace_now->function = &found;
        zm_trace_now->position = p;
    }
}

/* What was really asked, in `asked`, which the other process shares. False: nothing went wrong this time. */
static bool look_closer(zm_trace_call *asked)
{
    zm_trace_call *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return false;
    shared->variant = asked->variant;
    shared->game = asked->game;
    shared->function = asked->function;
    shared->position = asked->position;
    const bool ended = elsewhere(ask_again, shared, NULL, 0);
    asked->function = shared->function;
    asked->position = shared->position;
    munmap(shared, sizeof *shared);
    return !ended;
}

char *zm_trace_where(const zm_trace_call *call, bool unsure, char out[ZM_TRACE_TEXT])
{
    told t = {"", ""};
    zm_trace_call asked = {.variant = call->variant,
                           .game = call->game,
                           .function = call->function,
                           .position = call->position};
    out[0] = 0;
    if (!asked.variant || !asked.function)
        return out;
    const bool exact = !unsure || !zm_trace_is_quick(asked.function) || look_closer(&asked);
    elsewhere(tell, &asked, &t, sizeof t);
    t.variant[sizeof t.variant - 1] = t.position[sizeof t.position - 1] = 0;
    zm_trace_add_call(out, &asked,
                      &(zm_trace_texts){exact ? asked.function->name : NULL, t.variant, " at ", t.position});
    return out;
}
