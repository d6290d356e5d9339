/* limits.c: how often one address may ask: a bucket of tokens each (of an IPv6 address its first half, which is one
 * subscriber's).
 *
 * A bucket fills at `rate` tokens a second up to two seconds' worth, and a request takes one. Buckets are kept in a
 * table of sets of four; a new address takes the place of the one in its set that has asked least lately. So memory is
 * bounded, and who fills the table with addresses frees nobody but himself. */
#include "server.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 1024, WAYS = 4, BURST = 2 };

typedef struct bucket {
    uint64_t address; /* 0: free */
    double tokens, last;
} bucket;

struct zm_limits {
    pthread_mutex_t lock;
    double rate;
    bucket bucket[SETS][WAYS];
};

zm_limits *zm_limits_open(unsigned rate)
{
    zm_limits *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    pthread_mutex_init(&l->lock, NULL);
    l->rate = rate;
    return l;
}

void zm_limits_close(zm_limits *l)
{
    if (l)
        pthread_mutex_destroy(&l->lock);
    free(l);
}

/* An IPv4 address in its IPv6 clothes is the same as without. */
static bool mapped(const struct in6_addr *a) { return IN6_IS_ADDR_V4MAPPED(a); }

uint64_t zm_address_number(const struct sockaddr *address)
{
    uint64_t n = 0;
    uint32_t four = 0;
    if (address->sa_family == AF_INET6) {
        const struct in6_addr *a = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
        if (!mapped(a)) {
            memcpy(&n, a, sizeof n);
            return n | 1;
        }
        memcpy(&four, &a->s6_addr[12], sizeof four);
    } else if (address->sa_family == AF_INET) {
        memcpy(&four, &((const struct sockaddr_in *)(const void *)address)->sin_addr, sizeof four);
    }
    return (uint64_t)four << 32 | 2;
}

bool zm_is_loopback(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET6) {
        const struct in6_addr *a = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
        return IN6_IS_ADDR_LOOPBACK(a) || (mapped(a) && a->s6_addr[12] == 127);
    }
    return address->sa_family == AF_INET &&
           ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr) >> 24 == 127;
}

static bucket *find(zm_limits *l, uint64_t address, double now)
{
    bucket *set = l->bucket[zm_hash((zm_pos){address, 0}) % SETS], *oldest = set;
    for (unsigned i = 0; i < WAYS; i++) {
        if (set[i].address == address)
            return &set[i];
        oldest = set[i].last < oldest->last ? &set[i] : oldest;
    }
    *oldest = (bucket){address, BURST * l->rate, now};
    return oldest;
}

bool zm_limits_allow(zm_limits *l, const struct sockaddr *address, double now)
{
    pthread_mutex_lock(&l->lock);
    bucket *b = find(l, zm_address_number(address), now);
    b->tokens += (now - b->last) * l->rate;
    b->tokens = b->tokens < BURST * l->rate ? b->tokens : BURST * l->rate;
    b->last = now;
    const bool allowed = b->tokens >= 1;
    b->tokens -= allowed;
    pthread_mutex_unlock(&l->lock);
    return allowed;
}
