/* record.c: see trace.h. A note in memory that outlives its process, with what is needed to tell it. */
#include "game/guarded.h"
#include "wrap.h"

#include <stdio.h>
#include <string.h>

static zm_trace_record *recorded; /* of a process that only tries a game out */

zm_trace_record *zm_trace_recorded(void) { return recorded; }

void zm_trace_into(zm_trace_record *r)
{
    *r = (zm_trace_record){.no_data = false};
    recorded = r;
    zm_trace_now = &r->call;
}

/* A variant's first call is `prepare` or `start`. */
void zm_trace_keep_variant(const zm_variant *v)
{
    if (!recorded)
        return;
    zm_variant_text(v, ' ', true, recorded->variant, sizeof recorded->variant);
    recorded->no_data = v->game->prepare && !v->game->data_bytes;
    recorded->text[0] = 0;
}

void zm_trace_keep_text(zm_pos p, const char *text)
{
    if (!recorded)
        return;
    snprintf(recorded->text, sizeof recorded->text, "%s", text);
    recorded->written = p;
}

bool zm_trace_prepare(const zm_game *g, zm_variant *v, void *data, zm_mistake *why)
{
    zm_guarded b = {0};
    if (!g->data_bytes)
        return g->prepare(v, NULL, why);
    if (!zm_guarded_open(g->data_bytes, &b)) {
        zm_guarded_close(&b);
        return g->prepare(v, data, why);
    }
    v->data = b.data;
    bool good = g->prepare(v, b.data, why);
    const long stain = zm_guarded_stain(&b);
    if (stain)
        good = zm_wrong(why, ZM_WHOLE, "prepare writes %s the %zu bytes of its data_bytes",
                        stain < 0 ? "before" : "past", g->data_bytes);
    memcpy(data, b.data, g->data_bytes);
    v->data = data;
    zm_guarded_close(&b);
    return good;
}

char *zm_trace_record_text(const zm_trace_record *r, char out[ZM_TRACE_TEXT])
{
    out[0] = 0;
    if (!r->call.function)
        return out;
    const bool same = zm_same(r->written, r->call.position);
    zm_trace_add(out, " in ");
    zm_trace_add_call(out, &r->call, &(zm_trace_texts){r->call.function->name, r->variant, ", ", same ? r->text : ""});
    if (*r->text && !same && r->call.function->asked == ZM_ASKED_POSITION) {
        zm_trace_add(out, ", near \"");
        zm_trace_add(out, r->text);
        zm_trace_add(out, "\"");
    }
    if (r->no_data)
        zm_trace_add(out, "; the game has no .data_bytes, so its data is NULL");
    return out;
}
