/* assets.c: the page, and the description of the interface: files that are part of the program (cmake/page.cmake puts
 * them there). */
#include "server.h"

#include <stdlib.h>
#include <string.h>

/* Where the build had no npm, or was told to go without. */
static const char no_page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Zermelo</title>"
    "<body><h1>Zermelo</h1><p>This build has no page. What programs ask for is at "
    "<a href=\"/api/games\">/api/games</a>; <a href=\"/api/openapi.json\">/api/openapi.json</a> describes it.</p>"
    "<p>With npm installed, a build has the page: <code>cmake --preset release &amp;&amp; cmake --build --preset "
    "release</code>.</p></body></html>\n";

bool zm_page_there(void) { return zm_assets[0].path; }

zm_status zm_answer_openapi(zm_request *r)
{
    ZM_TRY(r->worker->context, zm_request_only(r, ""));
    r->fixed = zm_openapi;
    r->fixed_bytes = zm_openapi_bytes;
    snprintf(r->etag, sizeof r->etag, "\"%zx-%s\"", zm_openapi_bytes, ZM_VERSION);
    return ZM_OK;
}

static const zm_asset *find(const char *path)
{
    for (const zm_asset *a = zm_assets; a->path; a++)
        if (!strcmp(a->path, path))
            return a;
    return NULL;
}

/* The page keeps its own addresses behind the #, so that it has one path: "/". */
static bool is_home(const zm_request *r) { return r->segments == 1 && !*r->segment[0]; }

static const zm_asset *asset_of(const zm_request *r)
{
    char path[ZM_LONGEST_URI + 2] = "";
    for (unsigned i = 0; i < r->segments; i++) {
        size_t n = strlen(path);
        snprintf(path + n, sizeof path - n, "/%s", r->segment[i]);
    }
    return find(is_home(r) ? "/index.html" : path);
}

/* People get a page that leads home, programs the usual object. */
static zm_status nothing_there(zm_request *r)
{
    static const char begin[] = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Zermelo</title>"
                                "<body><h1>There is nothing at this address</h1><p><a href=\"./";
    static const char end[] = "\">To the games</a></p></body></html>\n";
    const char *accepted = MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, "Accept");
    if (!accepted || !strstr(accepted, "text/html"))
        return zm_refuse(r, 404, "there is nothing at this address; the page is at /");
    size_t up = 0; /* folders to leave: behind a proxy home may be another path than "/" */
    for (const char *at = r->uri + 1; *at && *at != '?'; at++)
        up += *at == '/';
    r->kept_bytes = sizeof begin - 1 + 3 * up + sizeof end - 1;
    r->kept = malloc(r->kept_bytes + 1);
    if (!r->kept)
        return zm_refuse(r, 503, "out of memory");
    char *out = stpcpy(r->kept, begin);
    while (up--)
        out = stpcpy(out, "../");
    stpcpy(out, end);
    r->status = 404;
    r->type = "text/html; charset=utf-8";
    return ZM_OK;
}

/* "gzip" among the codings that are accepted, and not with q=0. */
static bool takes_gzip(const zm_request *r)
{
    const char *accepted = MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, "Accept-Encoding");
    const char *at = accepted ? strstr(accepted, "gzip") : NULL;
    return at && strncmp(at + 4, ";q=0", 4) != 0;
}

zm_status zm_answer_page(zm_request *r)
{
    const zm_asset *a = asset_of(r);
    if (!zm_page_there() && is_home(r)) {
        r->fixed = no_page;
        r->fixed_bytes = sizeof no_page - 1;
        r->type = "text/html; charset=utf-8";
        return ZM_OK;
    }
    if (!a)
        return nothing_there(r);
    const bool packed = a->packed && takes_gzip(r);
    r->fixed = packed ? a->packed : a->data;
    r->fixed_bytes = packed ? a->packed_bytes : a->bytes;
    r->type = a->type;
    r->encoding = packed ? "gzip" : NULL;
    snprintf(r->etag, sizeof r->etag, "\"%s%s\"", a->check, packed ? "-gzip" : "");
    if (!strncmp(a->path, "/assets/", 8)) /* their names change when they do */
        r->caching = "public, max-age=31536000, immutable";
    return ZM_OK;
}
