/* reply.c: an answer as HTTP has it: status, headers, body. */
#include "server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The page needs nothing from elsewhere, and nobody else needs to put it in a frame. */
#define POLICY                                \
    "default-src 'self'; object-src 'none'; " \
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

static void add(struct MHD_Response *a, const char *name, const char *value)
{
    MHD_add_response_header(a, name, value); /* it fails when memory does, and then the answer goes without */
}

/* Is the tag among those that the client has? */
static bool client_has(const zm_request *r)
{
    const char *has = MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, "If-None-Match");
    if (!has || !*r->etag || r->status != 200)
        return false;
    return !strcmp(has, "*") || strstr(has, r->etag);
}

static struct MHD_Response *body_of(zm_request *r, bool unchanged)
{
    if (unchanged)
        return MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (r->fixed)
        return MHD_create_response_from_buffer(r->bytes, (void *)(uintptr_t)r->fixed, MHD_RESPMEM_PERSISTENT);
    struct MHD_Response *a = MHD_create_response_from_buffer(r->bytes, r->body, MHD_RESPMEM_MUST_FREE);
    if (a)
        r->body = NULL;
    return a;
}

static void add_headers(const zm_request *r, struct MHD_Response *a, bool unchanged)
{
    char seconds[16];
    if (!unchanged)
        add(a, "Content-Type", r->type ? r->type : "application/json");
    if (r->encoding && !unchanged)
        add(a, "Content-Encoding", r->encoding);
    if (r->type)
        add(a, "Vary", "Accept-Encoding");
    if (*r->etag)
        add(a, "ETag", r->etag);
    add(a, "Cache-Control", r->caching ? r->caching : "no-cache");
    add(a, "X-Content-Type-Options", "nosniff");
    add(a, "Referrer-Policy", "no-referrer");
    add(a, "Content-Security-Policy", POLICY);
    add(a, "Cross-Origin-Resource-Policy", "same-origin");
    if (r->close)
        add(a, "Connection", "close");
    if (r->allow)
        add(a, "Allow", r->allow);
    if (r->retry_after) {
        snprintf(seconds, sizeof seconds, "%u", r->retry_after);
        add(a, "Retry-After", seconds);
    }
}

enum MHD_Result zm_reply(zm_request *r)
{
    const bool unchanged = client_has(r);
    struct MHD_Response *a = body_of(r, unchanged);
    if (!a)
        return MHD_NO;
    add_headers(r, a, unchanged);
    const enum MHD_Result queued = MHD_queue_response(r->connection, unchanged ? 304 : r->status, a);
    MHD_destroy_response(a);
    return queued;
}
