/* connections.c: who is connected, and who has to go.
 *
 * A connection waits for a request, works on it, or sends its answer. A request must arrive within a time that runs
 * from when the connection was opened or its last answer was sent; a byte now and then does not make it longer. When
 * there are too many connections, in all or from one address, the one that has waited longest goes, then one that has
 * been sending longest: who has just come asks at once, so it is never his that goes while there is another.
 *
 * MHD closes the socket after it has said so (zm_connections_remove). So as long as a connection is on a list its
 * socket is its own, and to shut it down tells MHD to close it. */
#include "server.h"

#include <assert.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>

struct zm_client {
    zm_client *before, *after; /* in its list: the oldest comes first */
    zm_client_state state;
    double since;
    uint64_t address;
    int socket;
};

enum { GONE = ZM_CLIENT_STATES, LISTS }; /* GONE: shut down, and not closed yet */

struct zm_connections {
    pthread_mutex_t lock;
    zm_client list[LISTS]; /* rings */
    unsigned count, most, most_of_one;
    double arrival;
};

zm_connections *zm_connections_open(unsigned most, unsigned most_of_one, double arrival)
{
    zm_connections *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    pthread_mutex_init(&l->lock, NULL);
    for (unsigned i = 0; i < LISTS; i++)
        l->list[i].before = l->list[i].after = &l->list[i];
    l->most = most;
    l->most_of_one = most_of_one;
    l->arrival = arrival;
    return l;
}

void zm_connections_close(zm_connections *l)
{
    if (!l)
        return;
    for (unsigned i = 0; i < LISTS; i++)
        while (l->list[i].after != &l->list[i])
            zm_connections_remove(l, l->list[i].after);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

/* ---- the lock is held ---- */
static void take_off(zm_client *k)
{
    k->before->after = k->after;
    k->after->before = k->before;
}

static void put_last(zm_connections *l, zm_client *k, unsigned list)
{
    zm_client *ring = &l->list[list];
    k->before = ring->before;
    k->after = ring;
    k->before->after = k->after->before = k;
    k->state = (zm_client_state)list;
}

static void drop(zm_connections *l, zm_client *k)
{
    take_off(k);
    put_last(l, k, GONE);
    l->count--;
    shutdown(k->socket, SHUT_RDWR);
}

/* The oldest of a list, but for one; of an address, or (0) of any. */
static zm_client *oldest(zm_connections *l, zm_client_state state, const zm_client *but, uint64_t address)
{
    zm_client *ring = &l->list[state];
    for (zm_client *k = ring->after; k != ring; k = k->after) {
        assert(k); /* a ring has no end */
        if (k != but && (!address || k->address == address))
            return k;
    }
    return NULL;
}

static void drop_one(zm_connections *l, zm_client *fresh, uint64_t address)
{
    zm_client *k = oldest(l, ZM_CLIENT_WAITS, fresh, address);
    if (!k)
        k = oldest(l, ZM_CLIENT_READS, fresh, address);
    drop(l, k ? k : fresh);
}

static unsigned count_of(const zm_connections *l, uint64_t address)
{
    unsigned n = 0;
    for (unsigned i = 0; i < GONE; i++)
        for (const zm_client *k = l->list[i].after; k != &l->list[i]; k = k->after)
            n += k->address == address;
    return n;
}

/* ---- from outside ---- */
zm_client *zm_connections_add(zm_connections *l, int socket, const struct sockaddr *address, double now)
{
    zm_client *k = calloc(1, sizeof *k);
    if (!k) {
        shutdown(socket, SHUT_RDWR);
        return NULL;
    }
    k->socket = socket;
    k->since = now;
    k->address = address ? zm_address_number(address) : 0;
    pthread_mutex_lock(&l->lock);
    put_last(l, k, ZM_CLIENT_WAITS);
    l->count++;
    if (l->most_of_one && k->address && count_of(l, k->address) > l->most_of_one)
        drop_one(l, k, k->address);
    if (l->count > l->most)
        drop_one(l, k, 0);
    pthread_mutex_unlock(&l->lock);
    return k;
}

void zm_connections_remove(zm_connections *l, zm_client *k)
{
    if (!k)
        return;
    pthread_mutex_lock(&l->lock);
    l->count -= (unsigned)k->state != GONE;
    take_off(k);
    pthread_mutex_unlock(&l->lock);
    free(k);
}

void zm_connections_note(zm_connections *l, zm_client *k, zm_client_state state, double now)
{
    if (!k)
        return;
    pthread_mutex_lock(&l->lock);
    if ((unsigned)k->state != GONE) {
        take_off(k);
        k->since = now;
        put_last(l, k, state);
    }
    pthread_mutex_unlock(&l->lock);
}

void zm_connections_tick(zm_connections *l, double now)
{
    pthread_mutex_lock(&l->lock);
    for (zm_client *k; (k = oldest(l, ZM_CLIENT_WAITS, NULL, 0)) && now - k->since > l->arrival;)
        drop(l, k);
    pthread_mutex_unlock(&l->lock);
}
