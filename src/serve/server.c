/* server.c: the life of the server: listening, what MHD calls, the clock. */
#include "server.h"

#include "base/text.h"
#include "solves.h"
#include "variants.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    CONNECTION_MEMORY = 32 << 10,
    WAITING = 512,
    TICK_MS = 100,
    SPARE = 64,        /* connections that are about to be closed */
    OTHER_FILES = 256, /* that are open besides connections */
};

/* ---- workers ---- */
static void free_worker(zm_worker *w)
{
    if (!w)
        return;
    zm_release(w->context, w->choices);
    zm_context_free(w->context);
    free(w);
}

zm_worker *zm_worker_take(zm_server *s)
{
    pthread_mutex_lock(&s->workers_lock);
    zm_worker *w = s->idle;
    if (w)
        s->idle = w->next;
    pthread_mutex_unlock(&s->workers_lock);
    if (w)
        return w;
    w = calloc(1, sizeof *w);
    if (w && !(w->context = zm_context_new())) {
        free(w);
        return NULL;
    }
    if (w) {
        zm_set_memory(w->context, s->options.request_memory);
        zm_set_threads(w->context, s->options.threads);
    }
    return w;
}

void zm_worker_give(zm_server *s, zm_worker *w)
{
    if (zm_stopped(w->context)) { /* for good */
        free_worker(w);
        return;
    }
    pthread_mutex_lock(&s->workers_lock);
    w->next = s->idle;
    s->idle = w;
    pthread_mutex_unlock(&s->workers_lock);
}

/* ---- a request ---- */
static zm_status check_method(zm_request *r, const char *method)
{
    const bool get = !strcmp(r->route->method, "GET");
    r->allow = get ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
    if (!strcmp(method, "OPTIONS")) {
        r->status = 204;
        return ZM_OK;
    }
    if (!strcmp(method, r->route->method) || (get && !strcmp(method, "HEAD"))) {
        r->allow = NULL;
        return ZM_OK;
    }
    return zm_refuse(r, 405, "%.20s is not for this address: %s", method, r->allow);
}

static zm_status prepare(zm_request *r, const char *method)
{
    zm_context *c = r->worker->context;
    ZM_TRY(c, zm_check_headers(r));
    ZM_TRY(c, zm_request_parse(r));
    ZM_TRY(c, zm_route_find(r));
    return check_method(r, method);
}

/* False: the lane has it now, and nobody else may look at it. */
static bool answer(zm_request *r, const char *method)
{
    r->failed = prepare(r, method);
    if (r->status == 204) {
        r->fixed = "";
        r->bytes = 0;
        r->done = true;
    } else if (r->failed == ZM_OK) {
        zm_request_answer(r);
        if (r->wants_lane && zm_lane_take(r->server->lane, r))
            return false;
        if (r->wants_lane) {
            r->crowded = true;
            r->failed = ZM_BUSY;
        }
    }
    zm_request_end(r);
    return true;
}

/* ---- what MHD calls ---- */
static void *on_uri(void *arg, const char *uri, struct MHD_Connection *connection)
{
    return zm_request_new(arg, uri, connection);
}

/* Paths are decoded in request.c. */
static size_t leave_escaped(void *arg, struct MHD_Connection *connection, char *text)
{
    (void)arg, (void)connection;
    return strlen(text);
}

/* What is too much is read to its end, so that who sends it hears of it; but not for ever. */
static bool take_body(zm_request *r, const char *data, size_t bytes)
{
    r->sent += bytes;
    char *more = r->too_much_sent || r->body_in_bytes + bytes > ZM_LARGEST_BODY
                     ? NULL
                     : realloc(r->body_in, r->body_in_bytes + bytes + 1);
    if (!more) {
        r->too_much_sent = true;
        return r->sent < ZM_MOST_READ;
    }
    memcpy(more + r->body_in_bytes, data, bytes);
    r->body_in = more;
    r->body_in_bytes += bytes;
    r->body_in[r->body_in_bytes] = 0;
    return true;
}

static void give_worker(zm_request *r)
{
    if (r->worker)
        zm_worker_give(r->server, r->worker);
    r->worker = NULL;
}

static void note(const zm_request *r, zm_client_state state)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    zm_connections_note(r->server->connections, info ? info->socket_context : NULL, state, zm_now());
}

static enum MHD_Result reply(zm_request *r)
{
    give_worker(r);
    note(r, ZM_CLIENT_READS);
    return zm_reply(r);
}

/* What need not be read to its end, or must not be. */
static enum MHD_Result refuse_early(zm_request *r)
{
    r->worker = zm_worker_take(r->server);
    if (!r->worker)
        return MHD_NO;
    r->failed = zm_check_framing(r);
    if (r->failed == ZM_OK) {
        give_worker(r);
        return MHD_YES;
    }
    zm_request_end(r);
    return reply(r);
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *bytes, void **state)
{
    zm_server *s = arg;
    zm_request *r = *state;
    (void)connection, (void)url, (void)version;
    if (!r)
        return MHD_NO;
    if (!r->begun) { /* the headers are there */
        r->begun = true;
        return refuse_early(r);
    }
    if (*bytes) {
        const bool taken = take_body(r, data, *bytes);
        *bytes = 0;
        return taken ? MHD_YES : MHD_NO;
    }
    zm_request *twin = atomic_load(&r->twin);
    if (twin) {
        *state = twin;
        zm_request_drop(r);
        return reply(twin);
    }
    if (r->gone)
        return MHD_NO;
    if (!atomic_load(&r->done)) {
        note(r, ZM_CLIENT_WORKS);
        r->worker = zm_worker_take(s);
        if (!r->worker)
            return MHD_NO;
        if (!answer(r, method)) /* this function is called again when it is done */
            return MHD_YES;
    }
    return reply(r);
}

static void on_completed(void *arg, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode why)
{
    zm_request *r = *state;
    (void)arg, (void)connection, (void)why;
    zm_request *twin = r ? atomic_load(&r->twin) : NULL;
    if (twin) {
        zm_request_drop(r);
        r = twin;
    }
    if (r)
        note(r, ZM_CLIENT_WAITS);
    zm_request_free(r);
    *state = NULL;
}

static void on_connection(void *arg, struct MHD_Connection *connection, void **state,
                          enum MHD_ConnectionNotificationCode what)
{
    const zm_server *s = arg;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        zm_connections_remove(s->connections, *state);
        *state = NULL;
        return;
    }
    const union MHD_ConnectionInfo *of = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const int socket = of ? of->connect_fd : -1;
    of = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    *state = zm_connections_add(s->connections, socket, of ? of->client_addr : NULL, zm_now());
}

/* ---- listening ---- */
static zm_status refuse_address(zm_context *c, const zm_serve_options *o, int error)
{
    if (error == EADDRINUSE)
        return zm_fail(c, ZM_BUSY, "port %u of %s is in use; choose another with --port N (0: any that is free)",
                       o->port, o->address);
    return zm_fail(c, ZM_BAD_INPUT, "cannot listen at %s port %u: %s", o->address, o->port, strerror(error));
}

static zm_status listen_at(zm_context *c, zm_server *s, const struct addrinfo *where)
{
    const int yes = 1;
    s->socket = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s->socket < 0)
        return refuse_address(c, &s->options, errno);
    setsockopt(s->socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(s->socket, where->ai_addr, where->ai_addrlen) || listen(s->socket, WAITING))
        return refuse_address(c, &s->options, errno);
    s->loopback = zm_is_loopback(where->ai_addr);
    return ZM_OK;
}

static zm_status note_url(zm_context *c, zm_server *s)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    char host[100], port[16];
    if (getsockname(s->socket, (struct sockaddr *)&address, &length) ||
        getnameinfo((struct sockaddr *)&address, length, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV))
        return zm_fail(c, ZM_IO, "cannot find out where the server listens: %s", strerror(errno));
    s->port = (unsigned)strtoul(port, NULL, 10);
    snprintf(s->url, sizeof s->url, address.ss_family == AF_INET6 ? "http://[%s]:%s/" : "http://%s:%s/", host, port);
    return ZM_OK;
}

static zm_status open_socket(zm_context *c, zm_server *s)
{
    const struct addrinfo wish = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *where;
    char port[16];
    snprintf(port, sizeof port, "%u", s->options.port);
    if (getaddrinfo(s->options.address, port, &wish, &where))
        return zm_fail(c, ZM_BAD_INPUT, "--address \"%s\" is none: write it in numbers, as 127.0.0.1 or ::1",
                       s->options.address);
    zm_status status = listen_at(c, s, where);
    freeaddrinfo(where);
    return status == ZM_OK ? note_url(c, s) : status;
}

static zm_status start(zm_context *c, zm_server *s)
{
    const zm_serve_options *o = &s->options;
    const unsigned threads = o->threads > 1 ? o->threads : 0u;
    /* MHD would let new ones wait when it has its most; connections.c keeps it from that. Each thread has its share. */
    const unsigned most = (threads ? threads : 1) * (o->connections + SPARE);
    s->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, s,
                                 MHD_OPTION_LISTEN_SOCKET, s->socket, MHD_OPTION_THREAD_POOL_SIZE, threads,
                                 MHD_OPTION_CONNECTION_LIMIT, most, MHD_OPTION_CONNECTION_TIMEOUT, o->header_seconds,
                                 MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
                                 MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, on_uri, s,
                                 MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL, MHD_OPTION_NOTIFY_COMPLETED,
                                 on_completed, NULL, MHD_OPTION_NOTIFY_CONNECTION, on_connection, s, MHD_OPTION_END);
    if (!s->daemon)
        return zm_fail(c, ZM_IO, "the server could not be started: %s", strerror(errno));
    s->socket = -1; /* it closes it itself */
    return ZM_OK;
}

static void set_defaults(zm_server *s)
{
    zm_serve_options *o = &s->options;
    const zm_worker *w = s->idle;
    o->address = o->address ? o->address : "127.0.0.1";
    o->threads = o->threads ? o->threads : zm_threads(w->context);
    o->memory = o->memory ? o->memory : zm_memory_limit(w->context);
    o->connections = o->connections ? o->connections : ZM_SERVE_CONNECTIONS;
    o->header_seconds = o->header_seconds ? o->header_seconds : ZM_SERVE_HEADER_SECONDS;
    o->request_memory = o->request_memory ? o->request_memory : ZM_SERVE_REQUEST_MEMORY;
    o->request_memory = o->request_memory < o->memory ? o->request_memory : o->memory;
    o->largest = o->largest ? o->largest : ZM_SERVE_LARGEST;
    o->solve_seconds = o->solve_seconds ? o->solve_seconds : ZM_SERVE_SOLVE_SECONDS;
    o->patience = o->patience ? o->patience : ZM_SERVE_PATIENCE;
    if (o->tables)
        snprintf(s->tables, sizeof s->tables, "%s", o->tables);
    else
        zm_tables_folder(s->tables, sizeof s->tables);
}

/* Strangers cannot have this machine solve, or fill its disk, unless its owner says so. */
static void set_by_address(zm_server *s)
{
    zm_serve_options *o = &s->options;
    if (o->solves == ZM_SERVE_USUAL)
        o->solves = s->loopback ? ZM_SERVE_SOLVES : 0;
    if (!s->loopback && !o->disk)
        o->disk = ZM_SERVE_DISK;
}

/* No more than there can be sockets. */
static void fit_connections(zm_server *s)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur == RLIM_INFINITY)
        return;
    const rlim_t room = files.rlim_cur > 2 * OTHER_FILES ? files.rlim_cur - OTHER_FILES : OTHER_FILES;
    if (s->options.connections > room)
        s->options.connections = (unsigned)room;
}

static zm_status open_parts(zm_context *c, zm_server *s)
{
    s->games = zm_context_new();
    s->idle = zm_worker_take(s);
    if (!s->games || !s->idle)
        return zm_fail(c, ZM_NO_MEMORY, "out of memory");
    set_defaults(s);
    zm_set_memory(s->idle->context, s->options.request_memory);
    zm_set_threads(s->idle->context, s->options.threads);
    ZM_TRY(c, open_socket(c, s));
    set_by_address(s);
    s->variants = zm_variants_open(s);
    s->solves = zm_solves_open(s);
    s->kept = zm_kept_open();
    s->limits = zm_limits_open(s->options.rate ? s->options.rate : ZM_SERVE_RATE);
    s->lane = zm_lane_open(s);
    fit_connections(s);
    s->connections = zm_connections_open(s->options.connections, s->loopback ? 0 : s->options.connections / 8 + 1,
                                         s->options.header_seconds);
    if (!s->variants || !s->solves || !s->limits || !s->lane || !s->kept || !s->connections)
        return zm_fail(c, ZM_NO_MEMORY, "out of memory");
    return start(c, s);
}

zm_status zm_server_open(zm_context *c, const zm_serve_options *o, zm_server **out)
{
    zm_server *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return zm_fail(c, ZM_NO_MEMORY, "out of memory");
    s->options = *o;
    s->socket = -1;
    pthread_mutex_init(&s->games_lock, NULL);
    pthread_mutex_init(&s->workers_lock, NULL);
    zm_status status = open_parts(c, s);
    if (status == ZM_OK)
        *out = s;
    else
        zm_server_close(s);
    return status;
}

const char *zm_server_url(const zm_server *s) { return s->url; }
unsigned zm_server_port(const zm_server *s) { return s->port; }
bool zm_server_loopback(const zm_server *s) { return s->loopback; }
const zm_serve_options *zm_server_options(const zm_server *s) { return &s->options; }
bool zm_server_page(const zm_server *s)
{
    (void)s;
    return zm_page_there();
}

void zm_server_run(zm_server *s, zm_context *c)
{
    const struct timespec tick = {.tv_nsec = TICK_MS * 1000000L};
    while (!zm_stopped(c)) {
        nanosleep(&tick, NULL);
        zm_connections_tick(s->connections, zm_now());
        zm_solves_tick(s->solves);
    }
}

/* Nobody new; then those whose answers are being made get them; then the rest. */
void zm_server_close(zm_server *s)
{
    if (!s)
        return;
    if (s->daemon) {
        const int listening = MHD_quiesce_daemon(s->daemon);
        if (listening >= 0)
            close(listening);
    }
    zm_solves_stop(s->solves);
    zm_lane_stop(s->lane);
    if (s->daemon)
        MHD_stop_daemon(s->daemon);
    if (zm_lane_stuck(s->lane) || zm_solves_lost(s->solves)) /* it may come back and use any of it */
        return;
    zm_lane_close(s->lane);
    if (s->socket >= 0)
        close(s->socket);
    zm_solves_close(s->solves);
    zm_variants_close(s->variants);
    zm_limits_close(s->limits);
    zm_connections_close(s->connections);
    zm_kept_close(s->kept);
    for (zm_worker *w = s->idle, *next; w; w = next) {
        next = w->next;
        free_worker(w);
    }
    zm_context_free(s->games);
    pthread_mutex_destroy(&s->games_lock);
    pthread_mutex_destroy(&s->workers_lock);
    free(s);
}
