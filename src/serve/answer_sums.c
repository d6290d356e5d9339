/* answer_sums.c: values of impartial games and of games played together. */
#include "server.h"

#include "answer/value.h"

#include <string.h>

static zm_status find(zm_request *r, zm_found *f, const char *text)
{
    zm_context *c = r->worker->context;
    ZM_TRY(c, zm_values_open(c, 0, &f->values));
    ZM_TRY(c, zm_expression_read(f->values, text, &f->e));
    ZM_TRY(c, zm_found_find(f));
    zm_json_found(&r->json, f, text, NULL);
    return ZM_OK;
}

/* Names of games could be paths of plugins: whoever asks over the net has no files here. */
static bool names_a_file(const char *text) { return strchr(text, '/') || strstr(text, ".so"); }

zm_status zm_answer_value(zm_request *r)
{
    zm_context *c = r->worker->context;
    const char *text = zm_request_query(r, "expr");
    int64_t misere = 0;
    ZM_TRY(c, zm_request_only(r, "expr,misere"));
    ZM_TRY(c, zm_request_number(r, "misere", 0, 1, &misere));
    if (!text || !*text)
        return zm_refuse(r, 400, "what is the value of? ask with ?expr=, as in ?expr=sum(nim(3),kayles(7))");
    if (names_a_file(text))
        return zm_refuse(r, 400, "an expression has names of games, no files");
    if (!r->in_lane)
        return zm_later(r);
    zm_found f = {.context = c, .misere = misere, .only = -1};
    zm_status status = find(r, &f, text);
    zm_found_free(&f);
    zm_values_close(f.values);
    if (status == ZM_NO_MEMORY)
        r->status = 422;
    return status;
}
