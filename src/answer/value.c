/* value.c: see value.h. */
#include "value.h"

const char *zm_number_text(uint32_t n, char out[ZM_NUMBER_TEXT])
{
    if (n >= ZM_GRUNDY_LOONY)
        snprintf(out, ZM_NUMBER_TEXT, n == ZM_SL ? "SL" : n == ZM_SW ? "SW" : "loony");
    else
        snprintf(out, ZM_NUMBER_TEXT, "%u", n);
    return out;
}

void zm_json_number_of(zm_json *j, const char *key, uint32_t n)
{
    char text[ZM_NUMBER_TEXT];
    if (n >= ZM_GRUNDY_LOONY)
        zm_json_text(j, key, zm_number_text(n, text));
    else
        zm_json_number(j, key, n);
}

/* ---- finding out ---- */
/* Too large to search, or with positions that cannot be kept, is no failure when other answers can be had. */
static zm_status keep_why(zm_found *f, zm_status s, bool *known)
{
    *known = s == ZM_OK;
    if (s != ZM_NO_MEMORY && s != ZM_BAD_INPUT)
        return s;
    if (*f->why)
        return ZM_OK;
    f->status = s;
    snprintf(f->why, sizeof f->why, "%s", zm_message(f->context));
    return ZM_OK;
}

static zm_status find_all(zm_found *f)
{
    zm_context *c = f->context;
    bool any;
    ZM_TRY(c, keep_why(f, zm_outcome_of(f->values, f->e, f->misere, &f->wins, &f->outcome), &f->known_outcome));
    if (f->known_outcome)
        ZM_TRY(c, keep_why(f, zm_winning_moves(f->values, f->e, f->misere, &f->plays), &f->known_moves));
    any = f->known_outcome;
    for (zm_kind k = 0; k < ZM_KINDS; k++) {
        ZM_TRY(c, keep_why(f, zm_value_of(f->values, f->e, k, &f->answer[k]), &f->known[k]));
        any |= f->known[k];
    }
    return any ? ZM_OK : zm_fail(c, f->status, "%s", f->why);
}

zm_status zm_found_find(zm_found *f)
{
    if (f->only < 0)
        return find_all(f);
    f->known[f->only] = true;
    return zm_value_of(f->values, f->e, (zm_kind)f->only, &f->answer[f->only]);
}

void zm_found_free(zm_found *f)
{
    if (f->values)
        zm_plays_free(f->values, &f->plays);
    zm_expression_free(f->e);
    f->e = NULL;
}

/* ---- JSON ---- */
static const char *method(const zm_answer *a) { return a->theorem ? "theorem" : "search"; }

static void json_number(zm_json *j, const char *key, const zm_answer *a, bool known)
{
    if (known)
        zm_json_number_of(j, key, a->number);
    else
        zm_json_null(j, key);
}

static void json_moves(zm_json *j, const zm_found *f)
{
    if (!f->known_moves) {
        zm_json_null(j, "winning_moves");
        zm_json_bool(j, "all_moves", false);
        return;
    }
    zm_json_open(j, "winning_moves", '[');
    for (uint64_t i = 0; i < f->plays.count; i++) {
        zm_json_open(j, NULL, '[');
        for (unsigned k = 0; k < f->plays.play[i].steps; k++) {
            const zm_step *s = &f->plays.play[i].step[k];
            zm_json_open(j, NULL, '{');
            zm_json_number(j, "part", s->part + 1);
            zm_json_position(j, "to", zm_expression_variant(f->e, s->part), s->to);
            if (s->stays)
                zm_json_bool(j, "again", true);
            zm_json_close(j, '}');
        }
        zm_json_close(j, ']');
    }
    zm_json_close(j, ']');
    zm_json_bool(j, "all_moves", f->plays.all);
}

static void json_parts(zm_json *j, const zm_found *f, const zm_more_of_part *more)
{
    zm_json_open(j, "parts", '[');
    for (unsigned i = 0; i < zm_expression_parts(f->e); i++) {
        const zm_variant *v = zm_expression_variant(f->e, i);
        zm_json_open(j, NULL, '{');
        zm_json_settings(j, v);
        zm_json_position(j, "position", v, zm_expression_position(f->e, i));
        if (more)
            more->part(more->arg, j, f, i);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

void zm_json_found(zm_json *j, const zm_found *f, const char *text, const zm_more_of_part *more)
{
    const int only = f->only;
    zm_json_text(j, "expression", text);
    zm_json_bool(j, "misere", f->misere);
    json_parts(j, f, more);
    if (only < 0)
        zm_json_text(j, "outcome", !f->known_outcome ? NULL : f->wins ? "win" : "loss");
    for (zm_kind k = 0; k < ZM_KINDS; k++)
        if (only < 0 || (int)k == only)
            json_number(j, zm_kind_name[k], &f->answer[k], f->known[k]);
    zm_json_text(j, "method", only >= 0 ? method(&f->answer[only]) : f->known_outcome ? method(&f->outcome) : NULL);
    zm_json_open(j, "methods", '{');
    for (zm_kind k = 0; k < ZM_KINDS; k++)
        if (only < 0 || (int)k == only)
            zm_json_text(j, zm_kind_name[k], f->known[k] ? method(&f->answer[k]) : NULL);
    zm_json_close(j, '}');
    zm_json_open(j, "searched", '{');
    for (zm_kind k = 0; k < ZM_KINDS; k++)
        if (only < 0 || (int)k == only)
            zm_json_number(j, zm_kind_name[k], f->known[k] ? f->answer[k].searched : 0);
    zm_json_close(j, '}');
    if (only < 0)
        json_moves(j, f);
}
