/* wish.c: what a POST says, if it says anything: a JSON object. */
#include "server.h"

#include <jansson.h>
#include <string.h>

static zm_status read_values(zm_request *r, const json_t *values, bool *wdl)
{
    const char *text = json_string_value(values);
    if (!text || (strcmp(text, "wdl") != 0 && strcmp(text, "distance") != 0))
        return zm_refuse(r, 400, "\"values\" must be \"distance\" or \"wdl\"");
    *wdl = !strcmp(text, "wdl");
    return ZM_OK;
}

static zm_status read_object(zm_request *r, json_t *object, bool *wdl)
{
    const char *name;
    json_t *value;
    if (!json_is_object(object))
        return zm_refuse(r, 400, "what is sent must be a JSON object, such as {\"values\": \"wdl\"}");
    json_object_foreach(object, name, value)
    {
        if (strcmp(name, "values") != 0)
            return zm_refuse(r, 400, "there is no \"%.40s\" to be wished for; there is \"values\"", name);
        ZM_TRY(r->worker->context, read_values(r, value, wdl));
    }
    return ZM_OK;
}

zm_status zm_wish_read(zm_request *r, bool *wdl)
{
    json_error_t why;
    json_t *object = json_loadb(r->body_in, r->body_in_bytes, JSON_REJECT_DUPLICATES, &why);
    if (!object)
        return zm_refuse(r, 400, "what was sent is no JSON: %.120s (line %d, column %d)", why.text, why.line,
                         why.column);
    zm_status status = read_object(r, object, wdl);
    json_decref(object);
    return status;
}
