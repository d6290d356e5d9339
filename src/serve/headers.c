/* headers.c: what is looked at before a request is answered: who asks, of whom, and whether all read the same request.
 *
 * Where two readings of a request are possible (two lengths, a length and chunks, two hosts) a proxy in front of this
 * server may take the other one, and a request can then be smuggled past it. So it is refused, and the connection
 * closed. */
#include "server.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *header(const zm_request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

/* ---- one reading ---- */
typedef struct counting {
    const char *name;
    unsigned count;
} counting;

static enum MHD_Result count_one(void *arg, enum MHD_ValueKind kind, const char *name, const char *value)
{
    counting *w = arg;
    (void)kind, (void)value;
    w->count += !strcasecmp(name, w->name);
    return MHD_YES;
}

static unsigned count_of(const zm_request *r, const char *name)
{
    counting w = {name, 0};
    MHD_get_connection_values(r->connection, MHD_HEADER_KIND, count_one, &w);
    return w.count;
}

static bool is_number(const char *text) { return *text && strspn(text, "0123456789") == strlen(text); }

/* Of "name", "name:80" and "[::1]:80" the name; 0: it is none of these. */
static size_t name_length(const char *host)
{
    const bool six = *host == '[';
    const size_t n = six ? strspn(host + 1, "0123456789abcdefABCDEF:.") + 1
                         : strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._");
    const char *end = host + n;
    if (six && *end++ != ']')
        return 0;
    return !*end || (*end == ':' && strlen(end + 1) <= 5 && is_number(end + 1)) ? (size_t)(end - host) : 0;
}

zm_status zm_check_framing(zm_request *r)
{
    const char *length = header(r, "Content-Length"), *coding = header(r, "Transfer-Encoding");
    const char *host = header(r, "Host");
    r->close = true; /* what follows may be no request */
    if (count_of(r, "Host") > 1)
        return zm_refuse(r, 400, "more than one Host header");
    if (count_of(r, "Content-Length") > 1)
        return zm_refuse(r, 400, "more than one Content-Length header");
    if (count_of(r, "Transfer-Encoding") > 1 || (coding && strcasecmp(coding, "chunked") != 0))
        return zm_refuse(r, 400, "Transfer-Encoding must be \"chunked\", once");
    if (length && coding)
        return zm_refuse(r, 400, "Content-Length and Transfer-Encoding exclude each other");
    if (length && !is_number(length))
        return zm_refuse(r, 400, "Content-Length \"%.40s\" must be a whole number", length);
    if (length && (strlen(length) > 7 || strtoul(length, NULL, 10) > ZM_MOST_READ))
        return zm_refuse(r, 413, "more than %d bytes were sent", ZM_LARGEST_BODY);
    if (host && *host && !name_length(host))
        return zm_refuse(r, 400, "Host \"%.80s\" must be NAME or NAME:PORT", host);
    r->close = false;
    return ZM_OK;
}

/* ---- who asks, of whom ---- */
static bool is_name(const char *host, size_t n, const char *name)
{
    return strlen(name) == n && !strncasecmp(host, name, n);
}

/* A page of somebody else's, whose name is made to mean this machine, could else ask in the name of who looks at it. */
static bool answers_to(const zm_server *s, const char *host)
{
    const size_t n = name_length(host);
    if (!s->loopback && !s->options.hosts)
        return true;
    if (is_name(host, n, "localhost") || is_name(host, n, "127.0.0.1") || is_name(host, n, "[::1]"))
        return true;
    for (unsigned i = 0; i < s->options.hosts; i++)
        if (is_name(host, n, s->options.host[i]))
            return true;
    return false;
}

/* The scheme that the client uses: a proxy that speaks TLS to it says so. (A page cannot send this header to another
 * origin.) */
static const char *scheme_of(const zm_request *r)
{
    const char *said = header(r, "X-Forwarded-Proto");
    return said && !strcasecmp(said, "https") ? "https" : "http";
}

static unsigned long port_of(const char *host, const char *scheme)
{
    const char *port = host + name_length(host);
    return *port == ':' ? strtoul(port + 1, NULL, 10) : !strcmp(scheme, "https") ? 443 : 80;
}

/* Scheme, name and port: another port of this machine is another place. */
static bool is_same_origin(const zm_request *r, const char *origin, const char *host)
{
    const char *scheme = scheme_of(r);
    const size_t n = strlen(scheme);
    if (!host || strncmp(origin, scheme, n) != 0 || strncmp(origin + n, "://", 3) != 0)
        return false;
    const char *from = origin + n + 3;
    const size_t name = name_length(from);
    return name && name == name_length(host) && !strncasecmp(from, host, name) &&
           port_of(from, scheme) == port_of(host, scheme);
}

static zm_status check_host(zm_request *r)
{
    const char *host = header(r, "Host"), *origin = header(r, "Origin");
    if (host && !answers_to(r->server, host))
        return zm_refuse(r, 403, "this server does not answer to \"%.80s\"; serve --host NAME allows more", host);
    if (origin && !is_same_origin(r, origin, host))
        return zm_refuse(r, 403, "pages of \"%.80s\" cannot ask here", origin);
    return ZM_OK;
}

static zm_status check_rate(zm_request *r)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info ? info->client_addr : NULL;
    if (!address || (!r->server->options.rate && zm_is_loopback(address)))
        return ZM_OK;
    if (zm_limits_allow(r->server->limits, address, zm_now()))
        return ZM_OK;
    r->retry_after = 1;
    return zm_refuse(r, 429, "too many requests from one address; ask again in a second");
}

zm_status zm_check_headers(zm_request *r)
{
    zm_context *c = r->worker->context;
    const int count = MHD_get_connection_values(r->connection, MHD_HEADER_KIND, NULL, NULL);
    ZM_TRY(c, check_rate(r));
    if (count > ZM_MOST_HEADERS)
        return zm_refuse(r, 431, "%d headers; %d are the most", count, ZM_MOST_HEADERS);
    if (r->too_much_sent)
        return zm_refuse(r, 413, "more than %d bytes were sent", ZM_LARGEST_BODY);
    return check_host(r);
}
