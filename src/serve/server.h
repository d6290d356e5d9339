/* server.h: what the files of the server share.
 *
 *     server.c      its life: listening, what MHD calls, the clock
 *     request.c     a request: its path and query, the JSON that answers it, what is wrong with it
 *     routes.c      which answer a path means
 *     reply.c       the answer as HTTP has it
 *     lane.c        answers that take their time, on threads of their own
 *     variants.c    variants and tables that are open, as many as there is room for
 *     solves.c      solves in the background
 *     stuck.c       a plugin that does not return
 *     headers.c     who asks, of whom, and whether it is one request
 *     connections.c who is connected, and who has to go
 *     limits.c      how often one address may ask
 *     assets.c      the page
 *     hide.c        messages without paths of this machine
 *     answer_*.c    the answers
 *
 * THREADS
 *  1. MHD's threads parse requests and answer what is quick: everything that takes a look at an open table and no more.
 *  2. What may take longer is answered by a thread of the lane; the connection is suspended meanwhile, so nobody waits for
 *     it but who asked.
 *  3. A request has a worker while it is answered: a context of its own. What is shared is a table, a variant, a game, which do not
 *     change; or has a lock. */
#ifndef ZM_SERVE_SERVER_H
#define ZM_SERVE_SERVER_H

#include "serve.h"

#include "base/clock.h"
#include "base/json.h"
#include "game/names.h"

#include <zermelo/zermelo.h>

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
    ZM_LONGEST_URI = 4096,
    ZM_MOST_HEADERS = 64,
    ZM_LARGEST_BODY = 4096,
    ZM_MOST_READ = 1 << 20, /* of a body that is too large: who sends it is to hear of that */
    ZM_MOST_SEGMENTS = 8,
    ZM_MOST_QUERIES = 16,
    ZM_MOST_REFUSED = 16,
};

typedef struct zm_worker { /* what answering takes; kept for the next request */
    struct zm_worker *next;
    zm_context *context;
    zm_choices *choices;
} zm_worker;

typedef struct zm_variants zm_variants;
typedef struct zm_open zm_open;
typedef struct zm_solves zm_solves;
typedef struct zm_limits zm_limits;
typedef struct zm_lane zm_lane;
typedef struct zm_kept zm_kept;
typedef struct zm_connections zm_connections;
typedef struct zm_client zm_client;

struct zm_server {
    zm_serve_options options;
    char tables[4096]; /* folder; "": none is known */
    bool loopback;
    char url[300];
    unsigned port;
    int socket;
    struct MHD_Daemon *daemon;
    zm_context *games; /* that plugins are loaded into */
    pthread_mutex_t games_lock;
    pthread_mutex_t workers_lock;
    zm_worker *idle;
    zm_variants *variants;
    zm_solves *solves;
    zm_limits *limits;
    zm_lane *lane;
    zm_kept *kept;
    zm_connections *connections;
    atomic_bool closing;
    struct { /* plugins that did not return; guarded by games_lock */
        char game[ZM_MAX_NAME + 1];
        char why[1024];
    } refused[ZM_MOST_REFUSED];
    unsigned refusals;
};

typedef struct zm_request zm_request;
/* Writes the fields of the answer (the object around them is open), or fails: the context has the message. */
typedef zm_status zm_answer_fn(zm_request *r);

typedef struct zm_route {
    const char *path;   /* "/api/games/{game}/{variant}"; {position} is the rest of the path */
    const char *method; /* "GET" or "POST"; where there is GET there is HEAD */
    zm_answer_fn *answer;
} zm_route;

typedef struct zm_query {
    char *name, *value;
} zm_query;

struct zm_request {
    zm_server *server;
    struct MHD_Connection *connection;
    int socket;
    char *uri; /* as it came */
    size_t uri_bytes;
    char *decoded; /* what segments and queries point to */
    char *segment[ZM_MOST_SEGMENTS];
    zm_query query[ZM_MOST_QUERIES];
    unsigned segments, queries;
    char *body_in; /* what was sent */
    size_t body_in_bytes;
    size_t sent; /* with what was too much */

    const zm_route *route;
    zm_worker *worker;
    zm_open *open; /* the variant it is about, borrowed */

    /* in the lane; its lock guards them */
    zm_request *next;       /* in a queue */
    zm_context *also;       /* that it works in, besides its worker's */
    double queued, began;   /* when it came to wait here; when a thread took it */
    double began_at;        /* by the processor time of that thread */
    double deadline;        /* 0: none yet */
    double pause, again_at; /* it waits so long, and until then, for a table that another one makes */
    bool slow;              /* it has a place for slow ones, or waits for one */
    bool moves, crowded;    /* it is to begin again as a slow one; there is no room for it */
    bool waits;             /* for that table */
    bool gone;              /* its client has hung up */
    double late_since;      /* when it was first stopped for its deadline; 0: not yet */
    uint64_t calls_before;  /* of plugins, by its thread */
    /* Its thread is in a plugin that does not return, and keeps it; this one, which is answered, takes its place with
     * MHD. NULL: nothing of the kind. */
    _Atomic(zm_request *) twin;
    atomic_uint owners; /* with a twin: the thread, and MHD */

    /* the answer */
    zm_json json; /* what is being written */
    char *body;
    size_t bytes;
    char *kept; /* an answer that was kept, to be sent as it is */
    size_t kept_bytes;
    const void *fixed; /* a body that is not ours to free */
    size_t fixed_bytes;
    const char *type, *encoding;
    const char *caching; /* Cache-Control; NULL: no-cache */
    const char *allow;
    unsigned status, retry_after;
    zm_status failed;
    const char *code; /* what kind of refusal it is; NULL: what the status says (request.c) */
    char etag[64];
    char command[ZM_VARIANT_TEXT + 4300]; /* what to type instead; "": nothing */

    bool begun; /* MHD has told of it */
    bool too_much_sent;
    bool close;       /* the connection, after the answer */
    bool in_lane;     /* it may take its time */
    bool wants_lane;  /* it would */
    bool keep;        /* it took long: keep it for the next who asks */
    atomic_bool late; /* it was stopped because of its deadline */
    atomic_bool done; /* whoever sees it sees the rest */
};

/* ---- server.c ---- */
zm_worker *zm_worker_take(zm_server *s); /* NULL: out of memory */
void zm_worker_give(zm_server *s, zm_worker *w);

/* ---- request.c ---- */
zm_request *zm_request_new(zm_server *s, const char *uri, struct MHD_Connection *connection);
void zm_request_free(zm_request *r);
void zm_request_drop(zm_request *r); /* by one of the owners of one that has a twin */
/* Undoes percent-encoding up to `end`, in place; false: a % without two digits, or a byte 0. */
bool zm_decode(char *text, char *end, bool plus);
/* Cuts the path and the query into decoded pieces. */
zm_status zm_request_parse(zm_request *r);
const char *zm_request_query(const zm_request *r, const char *name); /* NULL: it is not there */
/* A whole number in a range; *n stays when it is not there. */
zm_status zm_request_number(zm_request *r, const char *name, int64_t min, int64_t max, int64_t *n);
/* Only these, with commas between, may be asked with. */
zm_status zm_request_only(zm_request *r, const char *names);
/* Refuses with a status of HTTP and a message; use it as zm_fail. Before it r->code may be set. */
zm_status zm_refuse(zm_request *r, unsigned status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Asks for the lane; the answer is begun anew there. `return zm_later(r)`. */
zm_status zm_later(zm_request *r);
/* Runs the answer and closes its object. It is done then, unless it asks for the lane or failed: */
void zm_request_answer(zm_request *r);
/* What went wrong as an answer, where there is none. */
void zm_request_end(zm_request *r);
/* As it was before it was answered. */
void zm_request_reset(zm_request *r);
/* What to do where there is no table, in words; the command among them is put into `command`. */
enum { ZM_ADVISED = ZM_VARIANT_TEXT + 4700 };
const char *zm_request_advised(zm_request *r, char out[ZM_ADVISED]);
/* The variant that the path names, with its table, if there is one. Not in the lane: only if it is open already; else
 * asks for the lane and returns ZM_BUSY with wants_lane set. */
zm_status zm_request_variant(zm_request *r);
/* Its table. Makes one on the spot if there is none and it is small; 404 with what to type if not. */
zm_status zm_request_table(zm_request *r, const zm_table **t);
/* The position of the path, as {position}. */
zm_status zm_request_position(zm_request *r, zm_pos *p);
/* "picture": what there is to see of a position. */
zm_status zm_request_picture(zm_request *r, zm_pos p);

/* What the answer is made from: a table, or several. Its ETag, which with the program's version says what the answer
 * is. */
void zm_request_from(zm_request *r, const zm_table *t);
void zm_request_tag(zm_request *r, uint64_t check);

/* ---- kept.c: answers that took long, to be given again while they are true ---- */
zm_kept *zm_kept_open(void);
void zm_kept_close(zm_kept *k);
bool zm_kept_find(zm_request *r); /* by its address and its ETag; it is then answered */
void zm_kept_add(zm_kept *k, const zm_request *r);

/* ---- routes.c ---- */
/* Sets r->route, or refuses. */
zm_status zm_route_find(zm_request *r);
extern const zm_route zm_routes[];

/* ---- reply.c ---- */
enum MHD_Result zm_reply(zm_request *r);

/* ---- lane.c ---- */
zm_lane *zm_lane_open(zm_server *s);          /* NULL: out of memory */
bool zm_lane_take(zm_lane *l, zm_request *r); /* false: too many wait */
/* Another request makes the table it needs: it is answered again after a while. `return zm_lane_wait(r)`. */
zm_status zm_lane_wait(zm_request *r);
/* While a request in the lane works in another context than its worker's: that is to be stopped too. NULL: no more. */
void zm_lane_watch(zm_lane *l, zm_request *r, zm_context *also);
bool zm_lane_stuck(const zm_lane *l); /* a thread of it is in a plugin that does not return */
void zm_lane_stop(zm_lane *l);        /* ends what is under way, and takes nothing more */
void zm_lane_close(zm_lane *l);

/* ---- stuck.c ---- */
typedef struct zm_stuck {
    char game[ZM_MAX_NAME + 1], why[1024];
} zm_stuck;
uint64_t zm_calls_so_far(void); /* of plugins, by this thread */
/* Is a thread, or one that helps it (they have the same game), in a call of a plugin that does not return? `thread` as
 * the system numbers it, `before` its calls before its work began. Takes seconds. */
bool zm_stuck_find(int thread, uint64_t before, zm_stuck *out);

/* ---- headers.c ---- */
zm_status zm_check_framing(zm_request *r); /* when its headers are there, before anything that follows them is read */
zm_status zm_check_headers(zm_request *r);

/* ---- connections.c ---- */
typedef enum zm_client_state {
    ZM_CLIENT_WAITS, /* for a request, or the rest of it */
    ZM_CLIENT_WORKS,
    ZM_CLIENT_READS, /* the answer */
    ZM_CLIENT_STATES
} zm_client_state;
/* The most in all and of one address (0: no limit); how long a request may take to arrive. NULL: out of memory. */
zm_connections *zm_connections_open(unsigned most, unsigned most_of_one, double arrival);
void zm_connections_close(zm_connections *l);
/* May shut down another one to make room. NULL: out of memory, it is shut down. */
zm_client *zm_connections_add(zm_connections *l, int socket, const struct sockaddr *address, double now);
void zm_connections_remove(zm_connections *l, zm_client *k); /* before its socket is closed */
void zm_connections_note(zm_connections *l, zm_client *k, zm_client_state state, double now);
void zm_connections_tick(zm_connections *l, double now); /* shuts down those that are over their time */

/* ---- limits.c ---- */
zm_limits *zm_limits_open(unsigned rate); /* NULL: out of memory */
bool zm_limits_allow(zm_limits *l, const struct sockaddr *address, double now);
void zm_limits_close(zm_limits *l);
bool zm_is_loopback(const struct sockaddr *address);
uint64_t zm_address_number(const struct sockaddr *address); /* one number a subscriber; never 0 */

/* ---- assets.c ---- */
typedef struct zm_asset {
    const char *path; /* "/index.html" */
    const char *type;
    const unsigned char *data, *packed; /* packed: with gzip, or NULL */
    size_t bytes, packed_bytes;
    const char *check; /* for its ETag */
} zm_asset;
extern const zm_asset zm_assets[]; /* ends with one without a path; made by the build */
extern const char zm_openapi[];
extern const size_t zm_openapi_bytes;
zm_status zm_answer_page(zm_request *r);
bool zm_page_there(void);

/* ---- hide.c ---- */
void zm_hide_paths(const zm_server *s, char *text,
                   size_t size); /* of this machine, in a message of at most `size` bytes */

/* ---- wish.c ---- */
zm_status zm_wish_read(zm_request *r, bool *wdl); /* what was sent with a POST */

/* ---- the answers ---- */
/* Every variant of a game that has a table in the folder, at most so many. */
typedef void zm_solved_fn(void *arg, zm_open *o);
zm_status zm_each_solved(zm_request *r, const zm_game *g, unsigned most, zm_solved_fn *visit, void *arg);
zm_answer_fn zm_answer_games, zm_answer_game, zm_answer_variant, zm_answer_solve, zm_answer_position, zm_answer_line,
    zm_answer_random, zm_answer_stats, zm_answer_compare, zm_answer_value, zm_answer_openapi;

#endif
