/* notes.c: see trace.h. A note for each thread, and where the thread is now. */
#include "wrap.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { SAMPLE_SIGNAL = SIGURG /* ignored by who does not handle it */ };
enum { STACK = 256 << 10 };

/* ---- a note for each thread ---- */
_Thread_local zm_trace_call *zm_trace_now;
static _Atomic(zm_trace_call *) first;
static atomic_bool with_stacks;
static pthread_key_t at_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static zm_trace_call nobody; /* for a thread that cannot have its own */

zm_trace_call *zm_trace_here(void) { return zm_trace_now; }
zm_trace_call *zm_trace_first(void) { return atomic_load(&first); }

const void *zm_program_counter(const void *context)
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
    if (zm_trace_now)
        atomic_store(&zm_trace_now->at, zm_program_counter(context));
}

void zm_trace_with_samples(void)
{
    const struct sigaction sample = {.sa_sigaction = on_sample, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigaction(SAMPLE_SIGNAL, &sample, NULL);
    atomic_store(&with_stacks, true);
}

/* A thread may be seen in a function of the system that the plugin has called, so it is looked at several times. */
enum { SAMPLES = 20, SAMPLE_MS = 5 };
static const struct timespec sample_pause = {.tv_nsec = SAMPLE_MS * 1000000L};

static bool ask(zm_trace_call *call)
{
    const int thread = atomic_load(&call->thread);
    atomic_store(&call->at, NULL);
    return atomic_load(&with_stacks) && thread && call->game && !syscall(SYS_tgkill, getpid(), thread, SAMPLE_SIGNAL);
}

static bool is_seen(const zm_trace_call *call)
{
    const zm_game *g = call->game;
    return g && zm_traced_has(g, atomic_load(&call->at));
}

bool zm_trace_inside(zm_trace_call *call)
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

zm_trace_call *zm_trace_inside_any(void)
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        bool asked = false;
        for (zm_trace_call *call = zm_trace_first(); call; call = call->next)
            asked |= call->number == call->watch.number && ask(call);
        if (!asked)
            return NULL;
        nanosleep(&sample_pause, NULL);
        for (zm_trace_call *call = zm_trace_first(); call; call = call->next)
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
    zm_trace_call *call = note;
    stack_t now;
    if (call->stack && !sigaltstack(NULL, &now) && now.ss_sp == call->stack)
        sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    call->variant = NULL;
    zm_trace_now = NULL;
    atomic_store(&call->thread, 0);
}

void zm_trace_forget(const zm_variant *v)
{
    for (zm_trace_call *call = atomic_load(&first); call; call = call->next)
        if (call->variant == v)
            call->variant = NULL;
}

void zm_trace_forget_game(const zm_game *g)
{
    for (zm_trace_call *call = atomic_load(&first); call; call = call->next)
        if (call->game == g) {
            call->variant = NULL;
            call->game = NULL;
        }
}

static void make_key(void) { pthread_key_create(&at_end, leave); }

static zm_trace_call *take(void)
{
    const int thread = (int)syscall(SYS_gettid);
    for (zm_trace_call *call = atomic_load(&first); call; call = call->next) {
        int none = 0;
        if (atomic_compare_exchange_strong(&call->thread, &none, thread))
            return call;
    }
    zm_trace_call *call = calloc(1, sizeof *call);
    if (!call)
        return NULL;
    call->thread = thread;
    call->next = atomic_load(&first);
    while (!atomic_compare_exchange_weak(&first, &call->next, call))
        ;
    return call;
}

__attribute__((noinline, cold)) zm_trace_call *zm_trace_begin(void)
{
    pthread_once(&once, make_key);
    zm_trace_call *call = take();
    if (!call || pthread_setspecific(at_end, call)) {
        if (call)
            atomic_store(&call->thread, 0);
        return &nobody;
    }
    if (atomic_load(&with_stacks))
        zm_give_stack(&call->stack);
    zm_trace_now = call;
    return call;
}
