/* request.c: see server.h. Everything that comes from outside is looked at here, before anything else sees it: a path
 * is cut at its slashes and each piece decoded, strictly, as UTF-8 without control characters. Pieces are names and
 * texts, never paths. */
#include "game/trace/trace.h"
#include "server.h"

#include "base/text.h"
#include "utf8.h"
#include "variants.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

zm_request *zm_request_new(zm_server *s, const char *uri, struct MHD_Connection *connection)
{
    zm_request *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->server = s;
    r->connection = connection;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    r->socket = info ? info->connect_fd : -1;
    r->uri_bytes = strlen(uri);
    r->uri = r->uri_bytes <= ZM_LONGEST_URI ? strdup(uri) : NULL;
    return r;
}

void zm_request_free(zm_request *r)
{
    if (!r)
        return;
    free(r->json.text);
    if (r->open)
        zm_variants_give(r->server->variants, r->open);
    if (r->worker)
        zm_worker_give(r->server, r->worker);
    free(r->body);
    free(r->kept);
    free(r->body_in);
    free(r->decoded);
    free(r->uri);
    free(r);
}

void zm_request_drop(zm_request *r)
{
    if (atomic_fetch_sub(&r->owners, 1) == 1)
        zm_request_free(r);
}

zm_status zm_refuse(zm_request *r, unsigned status, const char *format, ...)
{
    char message[900];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    r->status = status;
    return zm_fail(r->worker->context, ZM_BAD_INPUT, "%s", message);
}

/* ---- the path and the query ---- */
static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool zm_decode(char *text, char *end, bool plus)
{
    char *out = text;
    for (char *at = text; at < end; at++) {
        char c = *at;
        if (plus && c == '+')
            c = ' ';
        if (c == '%') {
            int high = end - at > 2 ? hex(at[1]) : -1, low = end - at > 2 ? hex(at[2]) : -1;
            if (high < 0 || low < 0)
                return false;
            c = (char)(high << 4 | low);
            at += 2;
        }
        if (!c)
            return false;
        *out++ = c;
    }
    *out = 0;
    return true;
}

static bool is_clean(const char *text)
{
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            return false;
    return zm_is_utf8(text);
}

static zm_status decode_piece(zm_request *r, char *text, char *end, bool plus)
{
    if (!zm_decode(text, end, plus))
        return zm_refuse(r, 400, "a %% in the address must be followed by two hexadecimal digits that are not 00");
    if (!is_clean(text))
        return zm_refuse(r, 400, "the address must be UTF-8 without control characters, percent-encoded");
    return ZM_OK;
}

static zm_status parse_query(zm_request *r, char *at)
{
    while (at && *at) {
        char *next = strchr(at, '&'), *end = next ? next : at + strlen(at);
        char *equals = memchr(at, '=', (size_t)(end - at));
        if (r->queries == ZM_MOST_QUERIES)
            return zm_refuse(r, 400, "more than %d settings after the ?", ZM_MOST_QUERIES);
        zm_query *q = &r->query[r->queries++];
        q->name = at;
        q->value = equals ? equals + 1 : end;
        /* The value first: to decode the name puts a 0 behind it. */
        if (equals)
            ZM_TRY(r->worker->context, decode_piece(r, q->value, end, true));
        ZM_TRY(r->worker->context, decode_piece(r, q->name, equals ? equals : end, true));
        if (!equals)
            q->value = q->name + strlen(q->name);
        at = next ? next + 1 : NULL;
    }
    return ZM_OK;
}

/* The last piece that there is room for is the rest, slashes and all: a position may have them. */
static zm_status parse_path(zm_request *r, char *at)
{
    while (at) {
        char *slash = r->segments + 1 < ZM_MOST_SEGMENTS ? strchr(at, '/') : NULL;
        char *end = slash ? slash : at + strlen(at);
        r->segment[r->segments++] = at;
        ZM_TRY(r->worker->context, decode_piece(r, at, end, false));
        at = slash ? slash + 1 : NULL;
    }
    return ZM_OK;
}

/* Segments from `from` on, put together again. */
static void join(zm_request *r, unsigned from)
{
    char *end = r->segment[from] + strlen(r->segment[from]);
    for (unsigned i = from + 1; i < r->segments; i++) {
        size_t n = strlen(r->segment[i]);
        *end++ = '/';
        memmove(end, r->segment[i], n + 1);
        end += n;
    }
    r->segments = from + 1;
}

enum { POSITION_AT = 5 }; /* api, games, GAME, VARIANT, positions, POSITION */

zm_status zm_request_parse(zm_request *r)
{
    zm_context *c = r->worker->context;
    if (!r->uri)
        return zm_refuse(r, 414, "the address has %zu bytes; %d are the most", r->uri_bytes, ZM_LONGEST_URI);
    if (r->uri[0] != '/')
        return zm_refuse(r, 400, "the address must begin with a /");
    r->decoded = strdup(r->uri + 1);
    if (!r->decoded)
        return zm_refuse(r, 503, "out of memory");
    char *query = strchr(r->decoded, '?');
    if (query)
        *query++ = 0;
    ZM_TRY(c, parse_path(r, r->decoded));
    ZM_TRY(c, parse_query(r, query));
    if (r->segments > POSITION_AT + 1)
        join(r, POSITION_AT);
    return ZM_OK;
}

const char *zm_request_query(const zm_request *r, const char *name)
{
    for (unsigned i = 0; i < r->queries; i++)
        if (!strcmp(r->query[i].name, name))
            return r->query[i].value;
    return NULL;
}

zm_status zm_request_number(zm_request *r, const char *name, int64_t min, int64_t max, int64_t *n)
{
    const char *text = zm_request_query(r, name);
    int64_t got;
    if (!text)
        return ZM_OK;
    if (!zm_parse_number(text, &got) || got < min || got > max)
        return zm_refuse(r, 400, "%s=\"%.40s\" must be a whole number from %lld to %lld", name, text, (long long)min,
                         (long long)max);
    *n = got;
    return ZM_OK;
}

static bool in_list(const char *names, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = names; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        if (strcspn(at, ",") == n && !strncmp(at, name, n))
            return true;
    return false;
}

zm_status zm_request_only(zm_request *r, const char *names)
{
    for (unsigned i = 0; i < r->queries; i++) {
        if (!in_list(names, r->query[i].name))
            return zm_refuse(r, 400, "\"%.40s\" cannot be asked with here; %s%s", r->query[i].name,
                             *names ? "there are: " : "nothing can", names);
        for (unsigned k = 0; k < i; k++)
            if (!strcmp(r->query[k].name, r->query[i].name))
                return zm_refuse(r, 400, "%.40s is there twice", r->query[i].name);
    }
    return ZM_OK;
}

/* ---- answering ---- */
zm_status zm_later(zm_request *r)
{
    r->wants_lane = true;
    return ZM_BUSY;
}

static unsigned status_of(const zm_request *r, zm_status status)
{
    if (r->status)
        return r->status;
    switch (status) {
    case ZM_OK: return 200;
    case ZM_BAD_INPUT: return 400;
    case ZM_NOT_FOUND: return 404;
    case ZM_BUSY: return 409;
    case ZM_NO_MEMORY:
    case ZM_INTERRUPTED: return 503;
    default: return 500;
    }
}

/* A refusal in a word, for programs that say it in words of their own: what was set nearer to its reason, else by the
 * status. */
static const char *code_of(const zm_request *r)
{
    static const struct {
        unsigned status;
        const char *code;
    } codes[] = {{400, "bad-request"}, {403, "not-allowed"}, {404, "nothing-there"}, {405, "bad-method"},
                 {409, "busy"},        {413, "too-long"},    {414, "too-long"},      {422, "not-possible"},
                 {429, "too-often"},   {431, "too-long"},    {503, "too-busy"}};
    for (size_t i = 0; !r->code && i < sizeof codes / sizeof *codes; i++)
        if (codes[i].status == r->status)
            return codes[i].code;
    return r->code ? r->code : "failed";
}

/* An answer that is begun anew leaves nothing behind. */
static void begin(zm_request *r)
{
    r->json.bytes = 0;
    r->json.comma = false;
    zm_json_open(&r->json, NULL, '{');
}

/* It ends as a line does; false: there was no memory for all of it. */
static bool end(zm_request *r)
{
    r->json.comma = false;
    zm_json_close(&r->json, '}');
    if (r->json.failed)
        return false;
    r->body = r->json.text;
    r->bytes = r->json.bytes;
    r->json = (zm_json){0};
    return true;
}

void zm_request_reset(zm_request *r)
{
    if (r->open)
        zm_variants_give(r->server->variants, r->open);
    r->open = NULL;
    free(r->kept);
    r->kept = NULL;
    r->fixed = NULL;
    r->type = r->encoding = r->caching = r->allow = r->code = NULL;
    r->status = r->retry_after = 0;
    r->failed = ZM_OK;
    *r->etag = *r->command = 0;
    r->keep = false;
}

static void answer_failure(zm_request *r, zm_status status)
{
    char message[1024];
    snprintf(message, sizeof message, "%s", zm_message(r->worker->context));
    zm_hide_paths(r->server, message, sizeof message);
    zm_mend_utf8(message);
    r->status = status_of(r, status);
    if (atomic_load(&r->late)) {
        r->status = 503;
        r->code = "too-slow";
        snprintf(message, sizeof message,
                 "it takes longer than the %u seconds this server gives an answer (serve --patience SECONDS)",
                 r->server->options.patience);
    } else if (r->crowded) {
        r->status = 503;
        r->code = "too-busy";
        r->retry_after = 10;
        snprintf(message, sizeof message, "too many questions wait that take long; ask again in a moment");
    }
    r->fixed = NULL;
    r->caching = NULL;
    *r->etag = 0;
    if (r->json.failed) {
        free(r->json.text);
        r->json = (zm_json){0};
    }
    begin(r);
    zm_json_text(&r->json, "error", *message ? message : "it failed and did not say why");
    zm_json_number(&r->json, "status", r->status);
    zm_json_text(&r->json, "code", code_of(r));
    if (*r->command)
        zm_json_text(&r->json, "command", r->command);
    r->done = end(r);
}

void zm_request_end(zm_request *r)
{
    if (!atomic_load(&r->done))
        answer_failure(r, r->failed);
}

/* What is sent as it is. */
static void send_ready(zm_request *r)
{
    free(r->json.text);
    r->json = (zm_json){0};
    r->body = r->kept;
    r->kept = NULL;
    r->bytes = r->fixed ? r->fixed_bytes : r->kept_bytes;
    r->done = true;
}

void zm_request_answer(zm_request *r)
{
    r->wants_lane = false;
    begin(r);
    r->failed = r->route->answer(r);
    if (r->wants_lane && !r->in_lane)
        return;
    if (r->failed == ZM_OK && zm_stopped(r->worker->context)) /* so it may lack something */
        r->failed = ZM_INTERRUPTED;
    if (r->failed != ZM_OK)
        return;
    r->status = status_of(r, ZM_OK);
    if (r->fixed || r->kept) {
        send_ready(r);
        return;
    }
    if (!end(r)) {
        zm_refuse(r, 503, "out of memory");
        r->failed = ZM_NO_MEMORY;
        return;
    }
    if (r->keep)
        zm_kept_add(r->server->kept, r);
    r->done = true;
}

void zm_request_tag(zm_request *r, uint64_t check)
{
    snprintf(r->etag, sizeof r->etag, "\"%016llx-%s\"", (unsigned long long)check, ZM_VERSION);
}

void zm_request_from(zm_request *r, const zm_table *t)
{
    zm_request_tag(r, zm_table_checksum(t));
    r->caching = "max-age=60";
}

/* ---- what a path is about ---- */
const char *zm_request_advised(zm_request *r, char out[ZM_ADVISED])
{
    const zm_advice *a = zm_open_advice(r, r->open);
    *r->command = 0;
    if (a && a->helps)
        snprintf(r->command, sizeof r->command, "%s", a->command);
    return a ? zm_advice_text(a, out, ZM_ADVISED) : strcpy(out, "there is no memory to say what would help");
}

static zm_status not_solved(zm_request *r)
{
    const zm_open *o = r->open;
    char advice[ZM_ADVISED];
    if (!r->in_lane && !zm_open_advised(r->server, o))
        return zm_later(r);
    r->code = "no-table";
    return zm_refuse(r, 404, "%s; %s", o->problem, zm_request_advised(r, advice));
}

zm_status zm_request_variant(zm_request *r)
{
    if (r->open)
        return ZM_OK;
    ZM_TRY(r->worker->context, zm_game_returns(r->server, r->worker->context, r->segment[2]));
    zm_status status =
        zm_variants_find(r->server, r->worker->context, r->segment[2], r->segment[3], r->in_lane, &r->open);
    if (status == ZM_BUSY && !r->in_lane)
        return zm_later(r);
    if (status != ZM_OK)
        r->code = status == ZM_NOT_FOUND ? "no-game" : status == ZM_BAD_INPUT ? "bad-option" : NULL;
    if (status == ZM_NOT_FOUND)
        r->status = 404;
    if (status == ZM_OK && !r->in_lane && zm_is_traced(r->open->game)) /* who knows how long its rules take */
        return zm_later(r);
    return status;
}

zm_status zm_request_table(zm_request *r, const zm_table **t)
{
    zm_context *c = r->worker->context;
    ZM_TRY(c, zm_request_variant(r));
    *t = zm_open_table(r->open);
    if (*t)
        return ZM_OK;
    if (!zm_value_source_fits(r->open->source))
        return not_solved(r);
    if (!r->in_lane)
        return zm_later(r);
    zm_status status = zm_open_solve(r, r->open);
    if (status == ZM_NO_MEMORY)
        return not_solved(r);
    ZM_TRY(c, status);
    *t = zm_open_table(r->open);
    return ZM_OK;
}

zm_status zm_request_position(zm_request *r, zm_pos *p)
{
    const char *text = r->segment[POSITION_AT];
    const zm_variant *v = r->open->variant;
    if (!strcmp(text, "start")) {
        *p = v->game->start(v);
        return ZM_OK;
    }
    r->code = "bad-position";
    if (strlen(text) >= ZM_MAX_TEXT)
        return zm_refuse(r, 400, "no position is that long: %zu bytes; %d are the most", strlen(text), ZM_MAX_TEXT - 1);
    ZM_TRY(r->worker->context, zm_read_position(r->worker->context, v, text, p));
    r->code = NULL;
    return ZM_OK;
}
