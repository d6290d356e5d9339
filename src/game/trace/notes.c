/* notes.c: see trace.h. One function for each of the rules' own: note, then go on to it. */
#include "trace.h"

#include <errno.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { SAMPLE_SIGNAL = SIGURG /* ignored by who does not handle it */ };
enum { STACK = 256 << 10, PATIENCE_MS = 500, THROUGH = 77 /* how a process ends that came to its end */ };

/* ---- a note for each thread ---- */
/* initial-exec: one instruction, no call, to get at it. */
static _Thread_local __attribute__((tls_model("initial-exec"))) zm_call *here;
static _Atomic(zm_call *) first;
static atomic_bool with_stacks;
static pthread_key_t at_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static zm_call nobody; /* for a thread that cannot have its own */

zm_call *zm_call_here(void) { return here; }
zm_call *zm_call_first(void) { return atomic_load(&first); }

const void *zm_counter_of(const void *context)
{
#if defined __x86_64__
    return (const void *)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return (const void *)((const ucontext_t *)context)->uc_mcontext.pc;
#else
    (void)context;
    return NULL;
#endif
}

static void on_sample(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    if (here)
        atomic_store(&here->at, zm_counter_of(context));
}

void zm_calls_watched(void)
{
    const struct sigaction sample = {.sa_sigaction = on_sample, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigaction(SAMPLE_SIGNAL, &sample, NULL);
    atomic_store(&with_stacks, true);
}

/* A thread may be seen in a function of the system that the plugin has called, so it is looked at several times. */
enum { SAMPLES = 20, SAMPLE_MS = 5 };
static const struct timespec sample_pause = {.tv_nsec = SAMPLE_MS * 1000000L};

static bool ask(zm_call *call)
{
    const int thread = atomic_load(&call->thread);
    atomic_store(&call->at, NULL);
    return atomic_load(&with_stacks) && thread && call->game && !syscall(SYS_tgkill, getpid(), thread, SAMPLE_SIGNAL);
}

static bool is_seen(const zm_call *call)
{
    const zm_game *g = call->game;
    return g && zm_noted_has(g, atomic_load(&call->at));
}

bool zm_call_inside(zm_call *call)
{
    const uint64_t number = call->number;
    bool seen = false;
    for (unsigned i = 0; i < SAMPLES && !seen; i++) {
        if (!ask(call))
            return false;
        nanosleep(&sample_pause, NULL);
        seen = is_seen(call);
    }
    return seen && call->number == number;
}

zm_call *zm_call_inside_any(void)
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        bool asked = false;
        for (zm_call *call = zm_call_first(); call; call = call->next)
            asked |= call->number == call->watch.number && ask(call);
        if (!asked)
            return NULL;
        nanosleep(&sample_pause, NULL);
        for (zm_call *call = zm_call_first(); call; call = call->next)
            if (is_seen(call) && call->number == call->watch.number)
                return call;
    }
    return NULL;
}

bool zm_give_stack(void **stack)
{
    stack_t now;
    if (sigaltstack(NULL, &now) || !(now.ss_flags & SS_DISABLE))
        return false;
    if (!*stack) {
        void *fresh = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        *stack = fresh == MAP_FAILED ? NULL : fresh;
    }
    return *stack && !sigaltstack(&(stack_t){.ss_sp = *stack, .ss_size = STACK}, NULL);
}

static void leave(void *note)
{
    zm_call *call = note;
    stack_t now;
    if (call->stack && !sigaltstack(NULL, &now) && now.ss_sp == call->stack)
        sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    call->variant = NULL;
    here = NULL;
    atomic_store(&call->thread, 0);
}

void zm_calls_forget(const zm_variant *v)
{
    for (zm_call *call = atomic_load(&first); call; call = call->next)
        if (call->variant == v)
            call->variant = NULL;
}

void zm_calls_forget_game(const zm_game *g)
{
    for (zm_call *call = atomic_load(&first); call; call = call->next)
        if (call->game == g) {
            call->variant = NULL;
            call->game = NULL;
        }
}

static void make_key(void) { pthread_key_create(&at_end, leave); }

static zm_call *take(void)
{
    const int thread = (int)syscall(SYS_gettid);
    for (zm_call *call = atomic_load(&first); call; call = call->next) {
        int none = 0;
        if (atomic_compare_exchange_strong(&call->thread, &none, thread))
            return call;
    }
    zm_call *call = calloc(1, sizeof *call);
    if (!call)
        return NULL;
    call->thread = thread;
    call->next = atomic_load(&first);
    while (!atomic_compare_exchange_weak(&first, &call->next, call))
        ;
    return call;
}

static __attribute__((noinline, cold)) zm_call *begin(void)
{
    pthread_once(&once, make_key);
    zm_call *call = take();
    if (!call || pthread_setspecific(at_end, call)) {
        if (call)
            atomic_store(&call->thread, 0);
        return &nobody;
    }
    if (atomic_load(&with_stacks))
        zm_give_stack(&call->stack);
    here = call;
    return call;
}

/* Notes a call; returns the game that is to be asked. */
static inline __attribute__((always_inline)) const zm_game *note(const zm_variant *v, const zm_function *function,
                                                                 zm_pos p)
{
    zm_call *call = here;
    if (__builtin_expect(!call, 0))
        call = begin();
    const zm_game *g = v->game;
    call->function = function;
    call->position = p;
    call->variant = v;
    call->game = g;
    call->number++;
    return &((const zm_noted *)(const void *)g)->itself.game;
}

/* ---- the rules ---- */
/* A function, where zm_completed has it, what it is asked about, and who notes that. */
#define FUNCTIONS(X)                                                              \
    X(prepare, game.prepare, ZM_ASKED_NOTHING, prepare)                           \
    X(start, game.start, ZM_ASKED_NOTHING, zm_noted_start)                        \
    X(tiers, index.tiers, ZM_ASKED_NOTHING, tiers)                                \
    X(read, game.read, ZM_ASKED_NOTHING, read_text)                               \
    X(symmetry, counts.symmetry, ZM_ASKED_NOTHING, symmetry)                      \
    X(grid, sums.grid, ZM_ASKED_NOTHING, grid)                                    \
    X(grid_at, sums.grid_at, ZM_ASKED_NOTHING, grid_at)                           \
    X(moves, game.moves, ZM_ASKED_POSITION, moves)                                \
    X(dice_moves, dice.moves, ZM_ASKED_POSITION, dice_moves)                      \
    X(odds, dice.odds, ZM_ASKED_POSITION, odds)                                   \
    X(lead, dice.lead, ZM_ASKED_POSITION, lead)                                   \
    X(write_roll, dice.write_roll, ZM_ASKED_NOTHING, write_roll)                  \
    X(play, game.play, ZM_ASKED_POSITION, play)                                   \
    X(ended, game.ended, ZM_ASKED_POSITION, ended)                                \
    X(fingerprint, game.fingerprint, ZM_ASKED_POSITION, fingerprint)              \
    X(rank, index.rank, ZM_ASKED_POSITION, rank)                                  \
    X(parents, backward.parents, ZM_ASKED_POSITION, parents)                      \
    X(leaving, backward.leaving, ZM_ASKED_POSITION, leaving)                      \
    X(parents_inside, backward.parents_inside, ZM_ASKED_POSITION, parents_inside) \
    X(parts, sums.parts, ZM_ASKED_POSITION, parts)                                \
    X(is_position, game.is_position, ZM_ASKED_POSITION, is_position)              \
    X(write, game.write, ZM_ASKED_POSITION, write_text)                           \
    X(write_move, game.write_move, ZM_ASKED_POSITION, write_move)                 \
    X(cells, looks.cells, ZM_ASKED_POSITION, cells)                               \
    X(touches, looks.touches, ZM_ASKED_POSITION, touches)                         \
    X(name_cell, looks.name_cell, ZM_ASKED_POSITION, name_cell)                   \
    X(points, looks.points, ZM_ASKED_POSITION, points)                            \
    X(in_hand, looks.in_hand, ZM_ASKED_POSITION, in_hand)                         \
    X(phase, looks.phase, ZM_ASKED_POSITION, phase)                               \
    X(winning, looks.winning, ZM_ASKED_POSITION, winning)                         \
    X(score, looks.score, ZM_ASKED_POSITION, score)                               \
    X(unrank, index.unrank, ZM_ASKED_PLACE, unrank)                               \
    X(is_state, index.is_state, ZM_ASKED_PLACE, is_state)                         \
    X(tier_size, index.tier_size, ZM_ASKED_TIER, tier_size)                       \
    X(children, index.children, ZM_ASKED_TIER, children)                          \
    X(rows_width, rows.width, ZM_ASKED_TIER, rows_width)                          \
    X(parents_of_row, rows.parents_of_row, ZM_ASKED_PLACE, parents_of_row)
#define FUNCTION(name, member, asked, by) static const zm_function f_##name = {#name, asked};
FUNCTIONS(FUNCTION)
#undef FUNCTION

static const zm_pos none = {0, 0};
static zm_pos number(uint64_t n) { return (zm_pos){.lo = n}; }
static zm_pos place(zm_place at) { return (zm_pos){.lo = at.index, .hi = at.tier}; }

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    return note(v, &f_prepare, none)->prepare(v, data, why);
}
zm_pos zm_noted_start(const zm_variant *v) { return note(v, &f_start, none)->start(v); }
static uint32_t tiers(const zm_variant *v) { return note(v, &f_tiers, none)->index->tiers(v); }
static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out) { return note(v, &f_moves, p)->moves(v, p, out); }
static unsigned dice_moves(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    return note(v, &f_dice_moves, p)->dice->moves(v, p, roll, out);
}
static void odds(const zm_variant *v, zm_pos p, uint32_t *weight) { note(v, &f_odds, p)->dice->odds(v, p, weight); }
static double lead(const zm_variant *v, zm_pos p) { return note(v, &f_lead, p)->dice->lead(v, p); }
static void write_roll(const zm_variant *v, unsigned roll, char *out, size_t size)
{
    note(v, &f_write_roll, none)->dice->write_roll(v, roll, out, size);
}
static zm_pos play(const zm_variant *v, zm_pos p, zm_move m) { return note(v, &f_play, p)->play(v, p, m); }
static zm_end ended(const zm_variant *v, zm_pos p) { return note(v, &f_ended, p)->ended(v, p); }
static zm_pos fingerprint(const zm_variant *v, zm_pos p) { return note(v, &f_fingerprint, p)->fingerprint(v, p); }
static uint64_t tier_size(const zm_variant *v, uint32_t t)
{
    return note(v, &f_tier_size, number(t))->index->tier_size(v, t);
}
static zm_place rank(const zm_variant *v, zm_pos p) { return note(v, &f_rank, p)->index->rank(v, p); }
static zm_pos unrank(const zm_variant *v, zm_place at) { return note(v, &f_unrank, place(at))->index->unrank(v, at); }
static bool is_state(const zm_variant *v, zm_place at)
{
    return note(v, &f_is_state, place(at))->index->is_state(v, at);
}
static unsigned children(const zm_variant *v, uint32_t t, uint32_t *out)
{
    return note(v, &f_children, number(t))->index->children(v, t, out);
}
static unsigned leaving(const zm_variant *v, zm_pos p, zm_move *out, unsigned *staying)
{
    return note(v, &f_leaving, p)->backward->leaving(v, p, out, staying);
}
static uint32_t rows_width(const zm_variant *v, uint32_t t)
{
    return note(v, &f_rows_width, number(t))->rows->width(v, t);
}
static unsigned parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    return note(v, &f_parts, p)->sums->parts(v, p, out);
}

/* ---- those that visit: who is visited asks again, and afterwards it is this call's turn once more ---- */
typedef struct visiting {
    union {
        zm_visit *position;
        zm_visit_index *index;
    } visit;
    void *arg;
    zm_call call;
} visiting;

static void back_to(const visiting *w)
{
    zm_call *call = here;
    if (call) {
        call->function = w->call.function;
        call->position = w->call.position;
        call->variant = w->call.variant;
        call->game = w->call.game;
        call->number++;
    }
}

static void visit_position(void *arg, zm_pos p)
{
    const visiting *w = arg;
    w->visit.position(w->arg, p);
    back_to(w);
}

static void visit_index(void *arg, uint64_t index, bool doubtful)
{
    const visiting *w = arg;
    w->visit.index(w->arg, index, doubtful);
    back_to(w);
}

static void parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    const zm_game *g = note(v, &f_parents, p);
    visiting w = {.visit.position = visit,
                  .arg = arg,
                  .call = {.variant = v, .game = v->game, .function = &f_parents, .position = p}};
    g->backward->parents(v, p, visit_position, &w);
}

static void parents_inside(const zm_variant *v, zm_pos p, zm_visit_index *visit, void *arg)
{
    const zm_game *g = note(v, &f_parents_inside, p);
    visiting w = {.visit.index = visit,
                  .arg = arg,
                  .call = {.variant = v, .game = v->game, .function = &f_parents_inside, .position = p}};
    g->backward->parents_inside(v, p, visit_index, &w);
}

static void parents_of_row(const zm_variant *v, uint32_t tier, uint64_t row, const uint32_t *columns, unsigned count,
                           zm_visit_index *visit, void *arg)
{
    const zm_pos at = place((zm_place){tier, row});
    const zm_game *g = note(v, &f_parents_of_row, at);
    visiting w = {.visit.index = visit,
                  .arg = arg,
                  .call = {.variant = v, .game = v->game, .function = &f_parents_of_row, .position = at}};
    g->rows->parents_of_row(v, tier, row, columns, count, visit_index, &w);
}

/* ---- what people see ---- */
static bool read_text(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    return note(v, &f_read, none)->read(v, text, p, why);
}
static bool is_position(const zm_variant *v, zm_pos p) { return note(v, &f_is_position, p)->is_position(v, p); }
static void write_text(const zm_variant *v, zm_pos p, char *out) { note(v, &f_write, p)->write(v, p, out); }
static void write_move(const zm_variant *v, zm_pos p, zm_move m, char *out)
{
    note(v, &f_write_move, p)->write_move(v, p, m, out);
}
static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    return note(v, &f_cells, p)->looks->cells(v, p, out);
}
static void touches(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out)
{
    note(v, &f_touches, p)->looks->touches(v, p, m, out);
}
static void name_cell(const zm_variant *v, zm_pos p, const zm_cell *cell, char *out)
{
    note(v, &f_name_cell, p)->looks->name_cell(v, p, cell, out);
}
static bool points(const zm_variant *v, zm_pos p, unsigned out[2])
{
    return note(v, &f_points, p)->looks->points(v, p, out);
}
static unsigned in_hand(const zm_variant *v, zm_pos p, zm_hand *out)
{
    return note(v, &f_in_hand, p)->looks->in_hand(v, p, out);
}
static unsigned phase(const zm_variant *v, zm_pos p) { return note(v, &f_phase, p)->looks->phase(v, p); }
static unsigned winning(const zm_variant *v, zm_pos p, zm_point *out)
{
    return note(v, &f_winning, p)->looks->winning(v, p, out);
}
static int score(const zm_variant *v, zm_pos p, zm_value value)
{
    return note(v, &f_score, p)->looks->score(v, p, value);
}
static unsigned symmetry(const zm_variant *v, unsigned operation, uint8_t image[ZM_MAX_CELLS])
{
    return note(v, &f_symmetry, none)->counts->symmetry(v, operation, image);
}
static void grid(const zm_variant *v, unsigned *rows, unsigned *cols)
{
    note(v, &f_grid, none)->sums->grid(v, rows, cols);
}
static zm_pos grid_at(const zm_variant *v, unsigned row, unsigned col)
{
    return note(v, &f_grid_at, none)->sums->grid_at(v, row, col);
}

/* ---- the copy ---- */
typedef struct range {
    uintptr_t inside, from, to;
} range;

static int find_code(struct dl_phdr_info *info, size_t size, void *arg)
{
    range *r = arg;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, to = from + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type != PT_LOAD || r->inside < from || r->inside >= to)
            continue;
        *r = (range){r->inside, from, to};
        return 1;
    }
    return 0;
}

void zm_note_calls(zm_noted *out, const zm_game *g)
{
    range code = {.inside = (uintptr_t)g->start};
    dl_iterate_phdr(find_code, &code);
    zm_complete(&out->game, g);
    zm_complete(&out->itself, g);
    zm_complete(&out->quick, g);
    out->code = (const char *)code.from;
    out->code_end = (const char *)code.to;
#define SET(name, member, asked, by) out->game.member = out->itself.member ? by : NULL;
    FUNCTIONS(SET)
#undef SET
    if (out->itself.index.rank)
        out->quick.index.unrank = unrank;
    else
        out->quick.game.moves = out->game.game.moves, out->quick.dice.moves = out->game.dice.moves;
}

const zm_game *zm_unnoted(const zm_game *g)
{
    return zm_is_noted(g) ? &((const zm_noted *)(const void *)g)->itself.game : g;
}

void zm_noted_without_fingerprint(zm_noted *out, const zm_game *g)
{
    const zm_noted *noted = (const zm_noted *)(const void *)g;
    *out = (zm_noted){.code = NULL};
    zm_complete(&out->game, g);
    out->game.game.fingerprint = NULL;
    if (!zm_is_noted(g))
        return;
    zm_complete(&out->itself, &noted->itself.game);
    zm_complete(&out->quick, &noted->quick.game);
    out->itself.game.fingerprint = out->quick.game.fingerprint = NULL;
    out->code = noted->code;
    out->code_end = noted->code_end;
}

bool zm_noted_has(const zm_game *g, const void *address)
{
    const zm_noted *n = (const zm_noted *)(const void *)g;
    return zm_is_noted(g) && (const char *)address >= n->code && (const char *)address < n->code_end;
}

/* ---- as text ---- */
/* No snprintf: this runs in signal handlers. */
static void add(char *out, size_t size, const char *text)
{
    size_t n = strnlen(out, size);
    while (*text && n + 1 < size)
        out[n++] = *text++;
    out[n < size ? n : size - 1] = 0;
}

static void add_number(char *out, size_t size, uint64_t n, unsigned base, unsigned digits)
{
    char text[24] = "";
    unsigned at = sizeof text - 1;
    do {
        text[--at] = "0123456789abcdef"[n % base];
        n /= base;
    } while (n || sizeof text - 1 - at < digits);
    add(out, size, text + at);
}

typedef struct told {
    char variant[ZM_VARIANT_TEXT];
    char position[ZM_MAX_TEXT];
} told;

static void tell(const zm_call *call, int to)
{
    enum { ROOM = 4096 }; /* a game that is wrong may write too much */
    static char text[ROOM];
    static told t;
    zm_variant_text(call->variant, ' ', true, t.variant, sizeof t.variant);
    if (write(to, t.variant, sizeof t.variant) < 0 || call->function->asked != ZM_ASKED_POSITION ||
        call->function == &f_write)
        return;
    call->variant->game->write(call->variant, call->position, text);
    for (size_t i = 0; i + 1 < sizeof t.position && text[i]; i++)
        t.position[i] = (char)((unsigned char)text[i] >= ' ' && text[i] != 127 ? text[i] : '?');
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
static bool elsewhere(void (*job)(const zm_call *, int), const zm_call *call, void *out, size_t bytes)
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
        if (at.tier >= zm_unnoted(g)->index->tiers(v) || at.index >= zm_unnoted(g)->index->tier_size(v, at.tier))
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

static void ask_again(const zm_call *call, int to)
{
    const zm_variant *v = call->variant;
    const zm_game *g = v->game;
    (void)to;
    zm_call asked = *call;
    here = (zm_call *)(uintptr_t)call;
    const bool by_place = asked.function->asked == ZM_ASKED_PLACE;
    const zm_pos p =
        by_place ? g->index->unrank(v, (zm_place){(uint32_t)asked.position.hi, asked.position.lo}) : asked.position;
    ask_position(v, p, true);
    if (g->backward->parents)
        g->backward->parents(v, p, ask_parent, (void *)(uintptr_t)v);
    if (g->backward->parents_inside)
        g->backward->parents_inside(v, p, ask_parent_index, NULL);
    if (by_place) { /* nothing was found: the position is better than its place */
        here->function = &f_moves;
        here->position = p;
    }
}

/* What was really asked, in `asked`, which the other process shares. False: nothing went wrong this time. */
static bool look_closer(zm_call *asked)
{
    zm_call *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
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

static void add_position(const zm_call *call, const told *t, char *out, size_t size)
{
    switch (call->function->asked) {
    case ZM_ASKED_NOTHING: break;
    case ZM_ASKED_TIER:
        add(out, size, " at tier ");
        add_number(out, size, call->position.lo, 10, 1);
        break;
    case ZM_ASKED_PLACE:
        add(out, size, " at place ");
        add_number(out, size, call->position.hi, 10, 1);
        add(out, size, ":");
        add_number(out, size, call->position.lo, 10, 1);
        break;
    case ZM_ASKED_POSITION:
        add(out, size, " at position ");
        if (*t->position) {
            add(out, size, "\"");
            add(out, size, t->position);
            add(out, size, "\"");
            break;
        }
        add(out, size, "0x");
        add_number(out, size, call->position.hi, 16, 16);
        add_number(out, size, call->position.lo, 16, 16);
    }
}

char *zm_call_where(const zm_call *call, bool unsure, char out[ZM_CALL_WHERE])
{
    told t = {"", ""};
    zm_call asked = {.variant = call->variant,
                     .game = call->game,
                     .function = call->function,
                     .position = call->position};
    out[0] = 0;
    if (!asked.variant || !asked.function)
        return out;
    const bool exact = !unsure || (asked.function != &f_unrank && asked.function != &f_moves) || look_closer(&asked);
    elsewhere(tell, &asked, &t, sizeof t);
    t.variant[sizeof t.variant - 1] = t.position[sizeof t.position - 1] = 0;
    if (exact) {
        add(out, ZM_CALL_WHERE, "`");
        add(out, ZM_CALL_WHERE, asked.function->name);
        add(out, ZM_CALL_WHERE, "`");
    } else {
        add(out, ZM_CALL_WHERE, "its rules");
    }
    if (*t.variant) {
        add(out, ZM_CALL_WHERE, " with ");
        add(out, ZM_CALL_WHERE, t.variant);
    }
    add_position(&asked, &t, out, ZM_CALL_WHERE);
    return out;
}
