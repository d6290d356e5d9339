/* lane.c: answers that take their time, on threads of their own.
 *
 * A request that asks for the lane is suspended (MHD forgets about its connection) and waits here for a thread. When it
 * is answered it is resumed, and MHD calls for the answer.
 *
 * What an answer costs is known when it is finished, not before. So every request begins as a quick one, with a slice
 * of processor time. When that is used up it becomes a slow one: where it is, if a place for slow ones is free; else it
 * is stopped, waits for such a place, and begins again there. The two kinds have places of their own. So however many
 * slow ones there are, a quick one waits only for other quick ones, each for a slice at most; and the more of them
 * wait, the shorter the slice.
 *
 * A request that needs a table which another one is making waits without a thread and asks again (zm_lane_wait).
 *
 * The watcher, one more thread, ends the slices, stops what is over its time, and stops or forgets requests of clients
 * that have hung up. It sleeps while the lane is empty. */
#include "server.h"

#include "variants.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { QUICK = 4, SLOW = 4, THREADS = QUICK + SLOW, MOST_QUICK = 1024, MOST_SLOW = 64, MOST_HERE = 2048 };

static const double tick = 0.01, look_for_clients = 0.1; /* seconds */
static const double longest_slice = 0.2, shortest_slice = 0.005;
static const double slice_by_clock = 25; /* so many slices, where a thread waits rather than works */
static const double longest_pause = 0.5;
static const double until_given_up = 1; /* no rule takes so long */

typedef struct queue {
    zm_request *first, *last;
    unsigned count;
} queue;

struct zm_lane {
    zm_server *server;
    pthread_mutex_t lock;
    pthread_cond_t ready; /* there is something to do for a thread */
    pthread_cond_t used;  /* the lane is not empty */
    queue quick, slow, paused;
    unsigned quick_running, slow_running, threads;
    zm_request *now[THREADS]; /* that each thread answers */
    pthread_t thread[THREADS], watcher;
    int system_thread[THREADS]; /* as notes of calls have it; 0: not begun */
    bool missing[THREADS];      /* its thread is stuck, and there was none to take its place */
    atomic_uint stuck;
    bool watched, closing;
    zm_request *here[MOST_HERE]; /* for the watcher */
    struct pollfd client[MOST_HERE];
};

typedef struct post {
    zm_lane *lane;
    unsigned number;
} post;

/* ---- queues; the lock is held ---- */
static void put_last(queue *q, zm_request *r)
{
    *(q->count ? &q->last->next : &q->first) = r;
    r->next = NULL;
    q->last = r;
    q->count++;
}

static void enqueue(queue *q, zm_request *r)
{
    r->queued = zm_now();
    put_last(q, r);
}

static zm_request *take_first(queue *q)
{
    zm_request *r = q->first;
    if (!r)
        return NULL;
    q->first = r->next;
    q->count--;
    return r;
}

static bool is_empty(const zm_lane *l)
{
    return !l->quick.count && !l->slow.count && !l->paused.count && !l->quick_running && !l->slow_running;
}

static void stop(zm_request *r)
{
    zm_stop(r->worker->context);
    if (r->also)
        zm_stop(r->also);
}

/* ---- a thread ---- */
static double thread_seconds(pthread_t thread)
{
    clockid_t clock;
    struct timespec t = {0};
    if (!pthread_getcpuclockid(thread, &clock))
        clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static zm_request *choose(zm_lane *l)
{
    zm_request *r = NULL;
    if (l->quick_running < QUICK && (r = take_first(&l->quick)))
        l->quick_running++;
    else if (l->slow_running < SLOW && (r = take_first(&l->slow)))
        l->slow_running++;
    else if (l->closing && (r = take_first(&l->paused)))
        l->quick_running++;
    return r;
}

static zm_request *next_request(zm_lane *l, unsigned number)
{
    zm_request *r;
    while (!(r = choose(l)) && !l->closing)
        pthread_cond_wait(&l->ready, &l->lock);
    if (!r)
        return NULL;
    r->began = zm_now();
    r->began_at = thread_seconds(pthread_self());
    r->calls_before = zm_calls_so_far();
    r->late_since = 0;
    if (r->slow || r->deadline <= 0)
        r->deadline = r->began + l->server->options.patience;
    l->now[number] = r;
    if (l->closing)
        stop(r);
    return r;
}

/* A context that was stopped stays so: the request begins again with another worker. False: there is no memory for
 * one. */
static bool begin_again(zm_request *r)
{
    zm_worker *w = zm_worker_take(r->server);
    if (!w)
        return false;
    zm_worker_give(r->server, r->worker);
    r->worker = w;
    zm_request_reset(r);
    return true;
}

/* What becomes of a request that a thread has done with. True: it stays in the lane. */
static bool stays(zm_lane *l, zm_request *r)
{
    if (atomic_load(&r->done) || r->gone || l->closing)
        return false;
    if (r->moves) {
        r->moves = r->waits = false;
        if (!begin_again(r))
            return false;
        r->slow = true;
        enqueue(&l->slow, r);
        return true;
    }
    if (r->waits) {
        r->waits = r->slow = false; /* it comes back as a quick one */
        zm_request_reset(r);
        r->pause = r->pause > 0 ? 2 * r->pause : tick;
        r->pause = r->pause < longest_pause ? r->pause : longest_pause;
        r->again_at = zm_now() + r->pause;
        enqueue(&l->paused, r);
        return true;
    }
    return false;
}

static void *work(void *arg)
{
    post *p = arg;
    zm_lane *l = p->lane;
    const unsigned number = p->number;
    free(p);
    pthread_mutex_lock(&l->lock);
    l->system_thread[number] = (int)syscall(SYS_gettid);
    for (zm_request *r; (r = next_request(l, number));) {
        pthread_mutex_unlock(&l->lock);
        zm_request_answer(r);
        pthread_mutex_lock(&l->lock);
        if (atomic_load(&r->twin)) { /* so it came back after all; another has this thread's place */
            pthread_mutex_unlock(&l->lock);
            zm_request_drop(r);
            atomic_fetch_sub(&l->stuck, 1);
            return NULL;
        }
        l->now[number] = NULL;
        *(r->slow ? &l->slow_running : &l->quick_running) -= 1;
        const bool here = stays(l, r);
        pthread_cond_broadcast(&l->ready);
        if (!here) {
            pthread_mutex_unlock(&l->lock);
            zm_request_end(r);
            MHD_resume_connection(r->connection); /* from here on it is MHD's again */
            pthread_mutex_lock(&l->lock);
        }
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

/* ---- the watcher; the lock is held, but in watch_late not all the time ---- */
static double slice_of(const zm_lane *l)
{
    const double slice = longest_slice / (1 + l->quick.count / 4.0);
    return slice > shortest_slice ? slice : shortest_slice;
}

static void end_slice(zm_lane *l, zm_request *r)
{
    if (l->slow_running < SLOW && !l->slow.count) {
        r->slow = true;
        l->quick_running--;
        l->slow_running++;
        pthread_cond_broadcast(&l->ready);
        return;
    }
    if (l->slow.count < MOST_SLOW)
        r->moves = true;
    else
        r->crowded = true;
    stop(r);
}

/* ---- a plugin that does not return ---- */
/* The answer, in a request of its own: nobody may touch one that a thread still works on. */
static zm_request *twin_of(zm_request *r, const char *why)
{
    zm_request *t = zm_request_new(r->server, r->uri, r->connection);
    if (!t)
        return NULL;
    t->worker = zm_worker_take(r->server);
    if (!t->worker) {
        zm_request_free(t);
        return NULL;
    }
    t->begun = true;
    t->socket = r->socket;
    t->failed = zm_refuse(t, 500, "%s", why);
    zm_request_end(t);
    return t;
}

static void replace_thread(zm_lane *l, unsigned number)
{
    post *p = malloc(sizeof *p);
    pthread_detach(l->thread[number]);
    l->now[number] = NULL;
    l->system_thread[number] = 0;
    if (p)
        *p = (post){l, number};
    l->missing[number] = !p || pthread_create(&l->thread[number], NULL, work, p);
    if (l->missing[number])
        free(p);
}

/* It was to stop a while ago and is still in the same call of a plugin: the thread is given up, the request answered,
 * and the game refused from now on. */
static void give_up(zm_lane *l, unsigned number, const zm_stuck *stuck)
{
    zm_request *r = l->now[number];
    zm_request *t = twin_of(r, stuck->why);
    if (!t)
        return; /* no memory: later */
    zm_game_refuse(l->server, stuck->game, stuck->why);
    *(r->slow ? &l->slow_running : &l->quick_running) -= 1;
    atomic_fetch_add(&l->stuck, 1);
    atomic_store(&r->owners, 2);
    atomic_store(&r->twin, t);
    replace_thread(l, number);
    MHD_resume_connection(t->connection);
}

/* Without the lock while it is found out where the thread is. */
static void watch_late(zm_lane *l, unsigned number, double now)
{
    zm_request *r = l->now[number];
    if (r->late_since <= 0)
        r->late_since = now;
    if (now - r->late_since < until_given_up)
        return;
    const int thread = l->system_thread[number];
    const uint64_t before = r->calls_before;
    const double began = r->began;
    zm_stuck stuck;
    pthread_mutex_unlock(&l->lock);
    const bool found = zm_stuck_find(thread, before, &stuck);
    pthread_mutex_lock(&l->lock);
    if (l->now[number] != r || r->began != began) /* it is over; another may lie where it was */
        return;
    r->late_since = zm_now();
    if (found)
        give_up(l, number, &stuck);
}

static void watch_running(zm_lane *l, double now)
{
    const double slice = slice_of(l);
    for (unsigned i = 0; i < l->threads; i++) {
        zm_request *r = l->now[i];
        if (r && (r->moves || r->crowded || r->gone)) { /* it was to stop as well */
            watch_late(l, i, now);
            continue;
        }
        if (!r)
            continue;
        if (now > r->deadline) {
            atomic_store(&r->late, true);
            stop(r);
            watch_late(l, i, now);
        } else if (!r->slow &&
                   (thread_seconds(l->thread[i]) - r->began_at > slice || now - r->began > slice_by_clock * slice)) {
            end_slice(l, r);
        }
    }
}

/* Back to MHD, which is told that there is no answer, or what is wrong. */
static void dismiss(zm_request *r)
{
    if (!r->gone)
        zm_request_end(r);
    MHD_resume_connection(r->connection);
}

/* Those of a queue that need not wait any longer: their client has gone, their time is over, or (`quick`) it is time to
 * ask again. */
static void sift(zm_lane *l, queue *q, double now, queue *quick)
{
    for (unsigned n = q->count; n; n--) {
        zm_request *r = take_first(q);
        if (quick && now > r->deadline)
            atomic_store(&r->late, true);
        else if (!quick && now - r->queued > l->server->options.patience)
            r->crowded = true;
        if (r->gone || r->crowded || atomic_load(&r->late))
            dismiss(r);
        else if (quick && now >= r->again_at)
            enqueue(quick, r);
        else
            put_last(q, r);
    }
}

static unsigned list_all(zm_lane *l)
{
    const queue *queues[] = {&l->quick, &l->slow, &l->paused};
    unsigned n = 0;
    for (unsigned i = 0; i < l->threads; i++)
        if (l->now[i])
            l->here[n++] = l->now[i];
    for (unsigned i = 0; i < 3; i++)
        for (zm_request *at = queues[i]->first; at && n < MOST_HERE; at = at->next)
            l->here[n++] = at;
    return n;
}

/* MHD does not look at a suspended connection. It is there as long as it is suspended, so its socket is too. */
static void find_gone(zm_lane *l)
{
    const unsigned n = list_all(l);
    for (unsigned i = 0; i < n; i++)
        l->client[i] = (struct pollfd){.fd = l->here[i]->socket, .events = POLLRDHUP};
    if (poll(l->client, n, 0) <= 0)
        return;
    for (unsigned i = 0; i < n; i++)
        l->here[i]->gone |= (l->client[i].revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
    for (unsigned i = 0; i < l->threads; i++)
        if (l->now[i] && l->now[i]->gone)
            stop(l->now[i]);
}

static void *watch(void *arg)
{
    zm_lane *l = arg;
    const struct timespec pause = {.tv_nsec = (long)(tick * 1e9)};
    double looked = 0;
    pthread_mutex_lock(&l->lock);
    while (!l->closing) {
        if (is_empty(l)) {
            pthread_cond_wait(&l->used, &l->lock);
            continue;
        }
        pthread_mutex_unlock(&l->lock);
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&l->lock);
        if (l->closing)
            break;
        const double now = zm_now();
        if (now - looked > look_for_clients) {
            looked = now;
            find_gone(l);
        }
        watch_running(l, now);
        sift(l, &l->quick, now, NULL);
        sift(l, &l->slow, now, NULL);
        sift(l, &l->paused, now, &l->quick);
        if (l->quick.count || l->slow.count)
            pthread_cond_broadcast(&l->ready);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

/* ---- its life ---- */
zm_lane *zm_lane_open(zm_server *s)
{
    zm_lane *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->server = s;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->ready, NULL);
    pthread_cond_init(&l->used, NULL);
    pthread_mutex_lock(&l->lock); /* threads read the list of threads */
    for (; l->threads < THREADS; l->threads++) {
        post *p = malloc(sizeof *p);
        if (!p)
            break;
        *p = (post){l, l->threads};
        if (pthread_create(&l->thread[l->threads], NULL, work, p)) {
            free(p);
            break;
        }
    }
    l->watched = l->threads == THREADS && !pthread_create(&l->watcher, NULL, watch, l);
    pthread_mutex_unlock(&l->lock);
    if (!l->watched) {
        zm_lane_close(l);
        return NULL;
    }
    return l;
}

bool zm_lane_take(zm_lane *l, zm_request *r)
{
    pthread_mutex_lock(&l->lock);
    const bool taken = l->quick.count + l->paused.count < MOST_QUICK && !l->closing;
    if (taken) {
        r->in_lane = true;
        MHD_suspend_connection(r->connection); /* before a thread can resume it */
        enqueue(&l->quick, r);
        pthread_cond_signal(&l->ready);
        pthread_cond_signal(&l->used);
    }
    pthread_mutex_unlock(&l->lock);
    return taken;
}

zm_status zm_lane_wait(zm_request *r)
{
    r->waits = true;
    return zm_fail(r->worker->context, ZM_BUSY, "its table is being made");
}

void zm_lane_watch(zm_lane *l, zm_request *r, zm_context *also)
{
    pthread_mutex_lock(&l->lock);
    r->also = also;
    if (also && zm_stopped(r->worker->context))
        zm_stop(also);
    pthread_mutex_unlock(&l->lock);
}

void zm_lane_stop(zm_lane *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&l->lock);
    l->closing = true;
    for (unsigned i = 0; i < l->threads; i++)
        if (l->now[i])
            stop(l->now[i]);
    pthread_cond_broadcast(&l->ready);
    pthread_cond_broadcast(&l->used);
    pthread_mutex_unlock(&l->lock);
    if (l->watched)
        pthread_join(l->watcher, NULL);
    l->watched = false;
    for (unsigned i = 0; i < l->threads; i++)
        if (!l->missing[i])
            pthread_join(l->thread[i], NULL);
    l->threads = 0;
}

bool zm_lane_stuck(const zm_lane *l) { return l && atomic_load(&l->stuck); }

void zm_lane_close(zm_lane *l)
{
    if (!l)
        return;
    zm_lane_stop(l);
    pthread_mutex_destroy(&l->lock);
    pthread_cond_destroy(&l->ready);
    pthread_cond_destroy(&l->used);
    free(l);
}
