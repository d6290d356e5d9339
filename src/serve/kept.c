/* kept.c: answers that took long, to be given again while they are true.
 *
 * An answer is kept with the address it was asked at and the ETag of the tables it was made from: when a table is made
 * anew the ETag is another one, and the old answer is never found again. The oldest go when there are too many
 * bytes. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 64, MOST_BYTES = 16 << 20 };

typedef struct kept {
    char *uri, *body;
    char etag[64];
    size_t bytes;
} kept;

struct zm_kept {
    pthread_mutex_t lock;
    kept answer[MOST_KEPT]; /* the oldest first */
    unsigned count;
    size_t bytes;
};

zm_kept *zm_kept_open(void)
{
    zm_kept *k = calloc(1, sizeof *k);
    if (k)
        pthread_mutex_init(&k->lock, NULL);
    return k;
}

static void drop_oldest(zm_kept *k)
{
    free(k->answer[0].uri);
    free(k->answer[0].body);
    k->bytes -= k->answer[0].bytes;
    memmove(k->answer, k->answer + 1, --k->count * sizeof *k->answer);
}

void zm_kept_close(zm_kept *k)
{
    if (!k)
        return;
    while (k->count)
        drop_oldest(k);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

static const kept *find(const zm_kept *k, const zm_request *r)
{
    for (unsigned i = 0; i < k->count; i++)
        if (!strcmp(k->answer[i].etag, r->etag) && !strcmp(k->answer[i].uri, r->uri))
            return &k->answer[i];
    return NULL;
}

bool zm_kept_find(zm_request *r)
{
    zm_kept *k = r->server->kept;
    pthread_mutex_lock(&k->lock);
    const kept *a = find(k, r);
    char *copy = a ? malloc(a->bytes) : NULL;
    if (copy) {
        memcpy(copy, a->body, a->bytes);
        r->kept = copy;
        r->kept_bytes = a->bytes;
    }
    pthread_mutex_unlock(&k->lock);
    return copy;
}

void zm_kept_add(zm_kept *k, const zm_request *r)
{
    kept fresh = {.uri = strdup(r->uri), .body = malloc(r->bytes), .bytes = r->bytes};
    pthread_mutex_lock(&k->lock);
    const bool wanted = fresh.uri && fresh.body && r->bytes <= MOST_BYTES / 4 && !find(k, r);
    if (wanted) {
        memcpy(fresh.body, r->body, r->bytes);
        memcpy(fresh.etag, r->etag, sizeof fresh.etag);
        while (k->count && (k->count == MOST_KEPT || k->bytes + r->bytes > MOST_BYTES))
            drop_oldest(k);
        k->answer[k->count++] = fresh;
        k->bytes += r->bytes;
    }
    pthread_mutex_unlock(&k->lock);
    if (!wanted) {
        free(fresh.uri);
        free(fresh.body);
    }
}
