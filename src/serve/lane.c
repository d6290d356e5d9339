/* lane.c: answers that take their time.
 *
 * A request that asks for the lane is suspended (MHD forgets about its connection) and waits here for a thread; when it is answered it
 * is resumed, and MHD calls for the answer. So many may wait, no more: who comes then is told to come again. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 8, MOST_WAITING = 256 };

struct zm_lane {
    zm_server *server;
    pthread_mutex_t lock;
    pthread_cond_t ready;
    zm_request *first, **last;
    unsigned waiting, threads;
    zm_request *now[MOST_THREADS]; /* that each thread answers */
    pthread_t thread[MOST_THREADS];
    bool closing;
};

typedef struct post {
    zm_lane *lane;
    unsigned number;
} post;

static zm_request *next_request(zm_lane *l, unsigned number)
{
    pthread_mutex_lock(&l->lock);
    while (!l->first && !l->closing)
        pthread_cond_wait(&l->ready, &l->lock);
    zm_request *r = l->first;
    if (r) {
        l->first = r->next;
        l->last = l->first ? l->last : &l->first;
        l->waiting--;
        r->deadline = zm_seconds() + l->server->options.patience;
        l->now[number] = r;
        if (l->closing)
            zm_stop(r->worker->context);
    }
    pthread_mutex_unlock(&l->lock);
    return r;
}

static void *work(void *arg)
{
    post *p = arg;
    zm_lane *l = p->lane;
    const unsigned number = p->number;
    free(p);
    for (zm_request *r; (r = next_request(l, number));) {
        zm_request_answer(r);
        pthread_mutex_lock(&l->lock);
        l->now[number] = NULL;
        pthread_mutex_unlock(&l->lock);
        MHD_resume_connection(r->connection); /* from here on it is MHD's again */
    }
    return NULL;
}

zm_lane *zm_lane_open(zm_server *s, unsigned threads)
{
    zm_lane *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->server = s;
    l->last = &l->first;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->ready, NULL);
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    for (; l->threads < threads; l->threads++) {
        post *p = malloc(sizeof *p);
        if (!p)
            break;
        *p = (post){l, l->threads};
        if (pthread_create(&l->thread[l->threads], NULL, work, p)) {
            free(p);
            break;
        }
    }
    if (!l->threads) {
        zm_lane_close(l);
        return NULL;
    }
    return l;
}

bool zm_lane_take(zm_lane *l, zm_request *r)
{
    pthread_mutex_lock(&l->lock);
    const bool taken = l->waiting < MOST_WAITING && !l->closing;
    if (taken) {
        r->in_lane = true;
        r->next = NULL;
        *l->last = r;
        l->last = &r->next;
        l->waiting++;
        MHD_suspend_connection(r->connection); /* before a thread can resume it */
        pthread_cond_signal(&l->ready);
    }
    pthread_mutex_unlock(&l->lock);
    return taken;
}

void zm_lane_watch(zm_lane *l, zm_request *r, zm_context *also)
{
    pthread_mutex_lock(&l->lock);
    r->also = also;
    if (also && (l->closing || atomic_load(&r->late)))
        zm_stop(also);
    pthread_mutex_unlock(&l->lock);
}

static void stop(zm_request *r)
{
    zm_stop(r->worker->context);
    if (r->also)
        zm_stop(r->also);
}

void zm_lane_tick(zm_lane *l)
{
    const double now = zm_seconds();
    pthread_mutex_lock(&l->lock);
    for (unsigned i = 0; i < l->threads; i++)
        if (l->now[i] && now > l->now[i]->deadline) {
            atomic_store(&l->now[i]->late, true);
            stop(l->now[i]);
        }
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
    pthread_mutex_unlock(&l->lock);
    for (unsigned i = 0; i < l->threads; i++)
        pthread_join(l->thread[i], NULL);
    l->threads = 0;
}

void zm_lane_close(zm_lane *l)
{
    if (!l)
        return;
    zm_lane_stop(l);
    pthread_mutex_destroy(&l->lock);
    pthread_cond_destroy(&l->ready);
    free(l);
}
