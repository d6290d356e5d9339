/* guard.c: see guard.h.
 *
 * A crash comes as a signal. Its handler runs on a stack of its own, since the usual one may be used up, finds out
 * where the thread was (game/trace/trace.h), writes a line and ends the program. A signal that asks to stop sets the
 * context's flag; a thread that does nothing else, the watch, ends the program where that flag is not heeded within a
 * second. That loses no more than kill -9 would: files are there whole or not at all. The watch also looks whether a
 * plugin's function has been running for too long.
 *
 * Only what is safe in a signal handler is used here, with two exceptions that are as good as safe: fork without its
 * handlers, and memory from mmap. With ZERMELO_TRACE set a crash is passed on, so that it leaves a core. */
#include "guard.h"
#include "game/methods.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/stop.h"
#include "game/trace/trace.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    HEED_MS = 800,        /* to end after a signal */
    SLOW_HEED_MS = 30000, /* a server has answers to finish, `build` a compiler to wait for, `play` a game to keep */
    INSIDE_MS = 200,      /* no rule takes so long */
    STEP_MS = 50,
    RULE_SECONDS = 30, /* that a plugin's function may take, as in `zermelo build` */
    NEAR = 4096,       /* bytes of the stack that are searched for a plugin's code */
};

static struct {
    zm_cli *cli;
    atomic_bool ended;
    atomic_int telling; /* the thread that tells why it ends, as the system numbers it; 0: none */
    bool watched;
    pthread_t watch;
    sem_t wake;
    void *stack;
    unsigned rule_seconds;
} guard;

/* ---- writing ---- */
typedef struct line {
    char text[ZM_TRACE_TEXT + 1024];
    size_t used;
} line;

static void add(line *l, const char *text)
{
    while (*text && l->used + 2 < sizeof l->text)
        l->text[l->used++] = *text++;
}

static void finish(line *l)
{
    l->text[l->used++] = '\n';
    if (isatty(STDERR_FILENO) && write(STDERR_FILENO, "\r\033[K", 4) < 0) /* what is left of a progress bar */
        return;
    for (size_t at = 0; at < l->used;) {
        const ssize_t n = write(STDERR_FILENO, l->text + at, l->used - at);
        if (n <= 0 && errno != EINTR)
            return;
        at += n > 0 ? (size_t)n : 0;
    }
}

/* Only one thread tells; the others wait for the end. One that crashes while it tells cannot be waited for. */
static void take_the_word(void)
{
    static line l;
    const int thread = (int)syscall(SYS_gettid);
    int teller = 0;
    if (atomic_compare_exchange_strong(&guard.telling, &teller, thread))
        return;
    while (teller != thread)
        pause();
    add(&l, "zermelo: crashed, and again when this was to be told; where is not known");
    finish(&l);
    _exit(2);
}

/* ---- where a thread is ---- */
static const char *stack_of(const void *context)
{
#if defined __x86_64__
    return (const char *)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
#elif defined __aarch64__
    return (const char *)((const ucontext_t *)context)->uc_mcontext.sp;
#else
    (void)context;
    return NULL;
#endif
}

/* Code of the program itself, not of a library. */
static bool is_own(const void *address)
{
    extern const char __executable_start, etext;
    return (const char *)address >= &__executable_start && (const char *)address < &etext;
}

/* Does an address of the plugin's code lie just above on the stack? Then a function it has called is running. */
static bool called_from(const zm_game *g, const char *stack)
{
    enum { PIECES = 16 };
    const void *word[NEAR / sizeof(void *)];
    const uintptr_t from = ((uintptr_t)stack + 7) & ~(uintptr_t)7;
    const struct iovec here = {word, sizeof word};
    struct iovec there[PIECES]; /* it stops at the first that is not there, where the stack ends */
    for (size_t i = 0; i < PIECES; i++)
        there[i] = (struct iovec){(void *)(from + i * NEAR / PIECES), NEAR / PIECES};
    const ssize_t got = process_vm_readv(getpid(), &here, 1, there, PIECES, 0);
    for (size_t i = 0; got > 0 && i < (size_t)got / sizeof *word; i++)
        if (zm_traced_has(g, word[i]))
            return true;
    return false;
}

/* ---- a crash ---- */
static const char *name_of(int number)
{
    switch (number) {
    case SIGSEGV: return "segmentation fault";
    case SIGBUS: return "bus error";
    case SIGFPE: return "arithmetic error, such as a division by 0";
    case SIGILL: return "illegal instruction";
    case SIGABRT: return "aborted";
    default: return "signal";
    }
}

static void tell_crash(int number, const zm_trace_call *call, bool in)
{
    static line l;
    static char where[ZM_TRACE_TEXT];
    if (!call || !call->game) {
        add(&l, "zermelo: crashed (");
        add(&l, name_of(number));
        add(&l, "); this is a mistake in zermelo, please report it with the command that was typed");
        finish(&l);
        return;
    }
    zm_trace_where(call, true, where);
    add(&l, in ? "zermelo: the game " : "zermelo: crashed on what the game ");
    add(&l, call->game->name);
    add(&l, in ? " crashed (" : " said (");
    add(&l, name_of(number));
    add(&l, *where ? (in ? ") in " : "), probably by ") : ")");
    add(&l, where);
    add(&l, "; its rules are wrong there");
    finish(&l);
}

static void on_crash(int number, siginfo_t *info, void *context)
{
    if (number == SIGBUS && zm_mapped_fault(info->si_addr))
        return; /* a file that has become shorter: who reads it sees that */
    take_the_word();
    const zm_trace_call *call = zm_trace_here();
    const bool in =
        call && call->game && !is_own(zm_program_counter(context)) &&
        (zm_traced_has(call->game, zm_program_counter(context)) ||
         (number == SIGSEGV && (const char *)info->si_addr >= stack_of(context) - NEAR &&
          (const char *)info->si_addr < stack_of(context) + NEAR) || /* no stack is left: there is nothing to look at */
         called_from(call->game, stack_of(context)));
    tell_crash(number, call, in);
    if (!getenv("ZERMELO_TRACE"))
        _exit(2);
    signal(number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
}

/* ---- an end that nobody expects: exit, called by a plugin, or by a library that gets no thread or memory ---- */
static void on_exit_called(void)
{
    static line l;
    static char where[ZM_TRACE_TEXT];
    if (atomic_load(&guard.ended))
        return;
    take_the_word();
    const zm_trace_call *call = zm_trace_here();
    if (call && call->game && called_from(call->game, __builtin_frame_address(0))) {
        zm_trace_where(call, true, where);
        add(&l, "zermelo: the game ");
        add(&l, call->game->name);
        add(&l, " ended the program in ");
        add(&l, where);
        add(&l, "; its rules are wrong there");
    } else {
        add(&l, "zermelo: the system refused a thread or the memory for one; use fewer with --threads N");
    }
    finish(&l);
    _exit(2);
}

/* ---- the watch ---- */
static void sleep_ms(long ms)
{
    struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    while (nanosleep(&t, &t) && errno == EINTR)
        ;
}

static void tell_stuck(line *l, const zm_trace_call *call)
{
    static char where[ZM_TRACE_TEXT];
    zm_trace_where(call, true, where);
    add(l, "the game ");
    add(l, call->game->name);
    add(l, " does not return from ");
    add(l, *where ? where : "one of its functions");
}

/* Waits for the end; sooner than that, for a thread that is in one call all the time. */
static const zm_trace_call *await_end(void)
{
    const zm_command *command = guard.cli->command;
    const bool slow = command && (!strcmp(command->name, "serve") || !strcmp(command->name, "build") ||
                                  !strcmp(command->name, "play"));
    const double began = zm_now();
    for (zm_trace_call *call = zm_trace_first(); call; call = call->next)
        call->watch.number = call->number;
    while (!atomic_load(&guard.ended)) {
        const double ms = 1000 * (zm_now() - began);
        const zm_trace_call *call = ms >= INSIDE_MS && !slow ? zm_trace_inside_any() : NULL;
        if (call || ms >= (slow || zm_is_saving(guard.cli->context) ? SLOW_HEED_MS : HEED_MS))
            return call;
        sleep_ms(STEP_MS);
    }
    return NULL;
}

static void end_after_signal(void)
{
    static line l;
    const zm_trace_call *call = await_end();
    if (atomic_load(&guard.ended))
        return;
    take_the_word();
    add(&l, "zermelo: stopped before it was finished");
    if (call) {
        add(&l, "; ");
        tell_stuck(&l, call);
        add(&l, "; mend its rules there before you run it again");
    } else if (guard.cli->keeps) {
        add(&l, "; run it again to go on");
    }
    finish(&l);
    _exit(2);
}

/* ---- a rule that never returns ---- */
/* Some functions may take hours. Of games with some facets inner loops call functions that quick rules do not note: they
 * may run as long while the last note stands. */
static bool may_take_long(const zm_trace_call *call)
{
    const zm_game *g = call->game;
    return (call->function && call->function->asked == ZM_ASKED_WORK) || g->hunt || g->methods->solvers || g->race ||
           g->rows->has || g->rows->lead || g->search;
}

static void judge(zm_trace_call *call)
{
    static line l;
    if (!call->game || may_take_long(call) || !zm_trace_inside(call))
        return;
    take_the_word();
    add(&l, "zermelo: ");
    tell_stuck(&l, call);
    add(&l, "; its rules are wrong there (a rule may take ");
    char digits[12] = "";
    unsigned n = guard.rule_seconds, at = sizeof digits - 1;
    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    add(&l, digits + at);
    add(&l, " seconds, or as many as $ZERMELO_RULE_SECONDS says)");
    finish(&l);
    _exit(2);
}

/* Once a second: who is still in the same call? */
static void look_round(void)
{
    for (zm_trace_call *call = zm_trace_first(); call; call = call->next) {
        if (call->number != call->watch.number) {
            call->watch.number = call->number;
            call->watch.seconds = 0;
        } else if (atomic_load(&call->thread) && ++call->watch.seconds >= guard.rule_seconds) {
            call->watch.seconds = 0;
            judge(call);
        }
    }
}

/* It has its own patience, and refuses the game instead. */
static bool is_server(void) { return guard.cli->command && !strcmp(guard.cli->command->name, "serve"); }

static void *watch(void *arg)
{
    (void)arg;
    for (;;) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        t.tv_sec++;
        const int woken = sem_timedwait(&guard.wake, &t);
        if (atomic_load(&guard.ended))
            return NULL;
        if (!woken)
            end_after_signal();
        else if (guard.rule_seconds && !is_server())
            look_round();
    }
}

/* ---- signals that ask to stop ---- */
static void on_stop(int number)
{
    (void)number;
    if (!atomic_load(&guard.ended))
        zm_stop(guard.cli->context); /* the handler is gone after this call: a second signal kills */
    sem_post(&guard.wake);
}

static void handle_signals(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction stop = {.sa_handler = on_stop, .sa_flags = (int)SA_RESETHAND}, before;
    struct sigaction crash = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN) /* as nohup has it */
        sigaction(SIGHUP, &stop, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow (ulimit -f) is an error like others */
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__ /* these tell more than a line */
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &crash, NULL);
#else
    (void)crashes, (void)crash;
#endif
}

static void start_watch(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* which the thread takes over: signals are for others */
    guard.watched = !sem_init(&guard.wake, 0, 0) && !pthread_create(&guard.watch, NULL, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* What is no number means the usual. */
static unsigned rule_seconds(void)
{
    const char *text = getenv("ZERMELO_RULE_SECONDS");
    char *end = NULL;
    const unsigned long n = text && *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    return end && !*end && n <= UINT_MAX ? (unsigned)n : RULE_SECONDS;
}

void zm_guard_begin(zm_cli *cli)
{
    guard.cli = cli;
    guard.rule_seconds = rule_seconds();
    zm_trace_with_samples();
    zm_give_stack(&guard.stack);
    start_watch();
    handle_signals();
    atexit(on_exit_called);
}

void zm_guard_end(void)
{
    atomic_store(&guard.ended, true);
    if (!guard.watched)
        return;
    sem_post(&guard.wake);
    pthread_join(guard.watch, NULL); /* it looks at games that are about to go */
}

/* ---- threads ---- */
static void *wait_at(void *barrier)
{
    sem_wait(barrier);
    return NULL;
}

zm_status zm_guard_threads(zm_context *c)
{
    enum { MOST = 1024 };
    static pthread_t thread[MOST];
    const unsigned wanted = zm_threads(c) - 1 < MOST ? zm_threads(c) - 1 : MOST;
    unsigned count = 0;
    int error = 0;
    sem_t barrier;
    sem_init(&barrier, 0, 0);
    while (count < wanted && !(error = pthread_create(&thread[count], NULL, wait_at, &barrier)))
        count++;
    for (unsigned i = 0; i < count; i++)
        sem_post(&barrier);
    for (unsigned i = 0; i < count; i++)
        pthread_join(thread[i], NULL);
    sem_destroy(&barrier);
    if (!error)
        return ZM_OK;
    return zm_fail(c, ZM_NO_MEMORY, "the system refuses %u threads, it gave %u (%s); use fewer with --threads N",
                   wanted + 1, count + 1, strerror(error));
}
