/* answer_sums.c: values of impartial games and of games played together, with what it takes to play them: a picture and
 * the values of every part, and every move with what is left after it. */
#include "server.h"

#include "answer/value.h"
#include "base/text.h"
#include "draw/picture_json.h"
#include "draw/touches.h"
#include "game/names.h"

#include <string.h>

enum { MOST_MOVES = 1000, MOST_PARTS = 256 };

/* ---- parts ---- */
static void json_value(zm_json *j, const zm_found *f, unsigned part, zm_kind kind)
{
    zm_answer a = {0};
    const zm_pos p = zm_expression_position(f->e, part);
    if (zm_value_at(f->values, f->e, part, p, kind, &a) == ZM_OK)
        zm_json_number_of(j, zm_kind_name[kind], a.number);
    else
        zm_json_null(j, zm_kind_name[kind]); /* too large to search, or it has none */
}

static void json_picture(zm_json *j, zm_context *c, const zm_variant *v, zm_pos p)
{
    zm_picture picture;
    if (zm_picture_of(c, v, p, &picture) != ZM_OK) {
        zm_json_null(j, "picture");
        return;
    }
    zm_picture_json(j, "picture", &picture);
    zm_picture_free(c, &picture);
}

static void json_part(void *arg, zm_json *j, const zm_found *f, unsigned part)
{
    char text[ZM_VARIANT_TEXT + ZM_MAX_TEXT + 64];
    const zm_pos p = zm_expression_position(f->e, part);
    (void)arg;
    zm_expression_write_part(f->e, part, p, text, sizeof text);
    zm_json_text(j, "expression", text);
    for (zm_kind k = 0; k < ZM_KINDS; k++)
        json_value(j, f, part, k);
    json_picture(j, f->context, zm_expression_variant(f->e, part), p);
}

/* ---- moves ---- */
typedef struct after { /* what is left after a move */
    zm_pos *at;        /* of every part */
    char *text;
    size_t room;
} after;

static void json_step(zm_json *j, const zm_found *f, const zm_step *s)
{
    const zm_variant *v = zm_expression_variant(f->e, s->part);
    const zm_pos p = zm_expression_position(f->e, s->part);
    char text[ZM_MAX_TEXT];
    zm_touching touching;
    zm_touches touches = {0};
    zm_json_open(j, NULL, '{');
    zm_json_number(j, "part", s->part + 1);
    zm_write_move(v, p, s->move, text, sizeof text);
    zm_json_text(j, "move", text);
    zm_json_position(j, "to", v, s->to);
    zm_json_bool(j, "again", s->stays);
    zm_touching_open(&touching, v, p);
    zm_picture_touches(&touching, s->move, &touches);
    zm_touches_json(j, &touches);
    zm_json_close(j, '}');
}

/* The Grundy number of what is left, where it is known. */
static void json_grundy(zm_json *j, const zm_found *f, const char *text)
{
    zm_expression *e = NULL;
    zm_answer a = {0};
    zm_status status = zm_expression_read(f->values, text, &e);
    if (status == ZM_OK)
        status = zm_value_of(f->values, e, ZM_GRUNDY, &a);
    if (status == ZM_OK)
        zm_json_number_of(j, "grundy", a.number);
    else
        zm_json_null(j, "grundy");
    zm_expression_free(e);
}

static zm_status json_move(zm_json *j, const zm_found *f, const zm_play *m, after *left)
{
    for (unsigned i = 0; i < m->steps; i++)
        left->at[m->step[i].part] = m->step[i].to;
    const size_t n = zm_expression_write(f->e, left->at, left->text, left->room);
    if (n >= left->room) {
        ZM_TRY(f->context, zm_resize(f->context, &left->text, 2 * n + 1, 1, "an expression"));
        left->room = 2 * n + 1;
        zm_expression_write(f->e, left->at, left->text, left->room);
    }
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "expression", left->text);
    zm_json_text(j, "outcome", m->wins ? "win" : "loss");
    json_grundy(j, f, left->text);
    zm_json_open(j, "steps", '[');
    for (unsigned i = 0; i < m->steps; i++)
        json_step(j, f, &m->step[i]);
    zm_json_close(j, ']');
    zm_json_close(j, '}');
    for (unsigned i = 0; i < m->steps; i++)
        left->at[m->step[i].part] = zm_expression_position(f->e, m->step[i].part);
    return ZM_OK;
}

static zm_status json_plays(zm_json *j, const zm_found *f, const zm_plays *plays, after *left)
{
    zm_context *c = f->context;
    const unsigned parts = zm_expression_parts(f->e);
    ZM_TRY(c, zm_alloc(c, &left->at, parts, sizeof *left->at, "the positions of games"));
    for (unsigned i = 0; i < parts; i++)
        left->at[i] = zm_expression_position(f->e, i);
    zm_json_open(j, "moves", '[');
    for (uint64_t i = 0; i < plays->count && i < MOST_MOVES; i++)
        ZM_TRY(c, json_move(j, f, &plays->play[i], left));
    zm_json_close(j, ']');
    return ZM_OK;
}

/* "moves"; null when who wins after them is too much to find out. */
static zm_status json_moves(zm_json *j, const zm_found *f)
{
    zm_plays plays = {0};
    after left = {0};
    zm_status status = f->known_moves ? zm_moves_of_expression(f->values, f->e, f->misere, &plays) : ZM_NO_MEMORY;
    if (status == ZM_NO_MEMORY || status == ZM_BAD_INPUT) {
        zm_json_null(j, "moves");
        return ZM_OK;
    }
    if (status == ZM_OK)
        status = json_plays(j, f, &plays, &left);
    zm_plays_free(f->values, &plays);
    zm_release(f->context, left.at);
    zm_release(f->context, left.text);
    return status;
}

/* ---- the answer ---- */
/* Who writes a + means a sum; in an address it is a blank besides. */
static zm_status refuse_expression(zm_request *r, const char *why)
{
    const bool plus = strchr(r->uri, '+') || strchr(zm_request_query(r, "expr"), '+');
    r->code = "bad-expression";
    return zm_refuse(r, 400, "%s%s", why,
                     plus ? "; games are put together as sum(nim(3),kayles(7)), not with +, which is a blank here"
                          : "");
}

static zm_status read_expression(zm_request *r, zm_found *f, const char *text)
{
    char why[600];
    zm_status status = zm_expression_read(f->values, text, &f->e);
    if (status != ZM_BAD_INPUT)
        return status;
    snprintf(why, sizeof why, "%s", zm_message(r->worker->context));
    return refuse_expression(r, why);
}

static zm_status answer(zm_request *r, zm_found *f, const char *text)
{
    zm_context *c = r->worker->context;
    const zm_more_of_part more = {json_part, NULL};
    ZM_TRY(c, zm_values_open(c, 0, &f->values));
    ZM_TRY(c, read_expression(r, f, text));
    if (zm_expression_parts(f->e) > MOST_PARTS)
        return zm_refuse(r, 422, "%u games; %d are the most here", zm_expression_parts(f->e), MOST_PARTS);
    ZM_TRY(c, zm_found_find(f));
    zm_json_found(&r->json, f, text, &more);
    return json_moves(&r->json, f);
}

static bool is_compound(const char *name)
{
    for (zm_compound how = ZM_SUM; how <= ZM_WTIA; how++)
        if (!strcmp(name, zm_compound_name[how]))
            return true;
    return false;
}

/* Names of games could be paths of plugins: whoever asks over the net has no files here. What stands between the
 * brackets of a game is no name. */
static bool names_a_file(const char *text)
{
    char name[ZM_MAX_NAME + 2];
    while (*(text += strspn(text, "(), ;"))) {
        const size_t n = strcspn(text, "(), ;");
        snprintf(name, sizeof name, "%.*s", n > ZM_MAX_NAME ? ZM_MAX_NAME + 1 : (int)n, text);
        if (!zm_good_name(name))
            return true;
        text += n;
        text += strspn(text, " ");
        if (*text == '(' && !is_compound(name))
            text += strcspn(text, ")");
    }
    return false;
}

/* What this server cannot do somebody's own machine may. */
static zm_status too_large(zm_request *r, const char *text, bool misere)
{
    char memory[32];
    if (!strchr(text, '\''))
        snprintf(r->command, sizeof r->command, "zermelo value '%s'%s", text, misere ? " --misere" : "");
    r->code = "too-large";
    return zm_refuse(r, 422, "it takes more memory (%s) or positions than this server gives an answer%s%s",
                     zm_bytes_text(r->server->options.request_memory, memory), *r->command ? "; run: " : "",
                     r->command);
}

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
        return refuse_expression(r, "an expression is made of names of games with their options in brackets, no files");
    if (!r->in_lane)
        return zm_later(r);
    zm_found f = {.context = c, .misere = misere, .only = -1};
    zm_status status = answer(r, &f, text);
    zm_found_free(&f);
    zm_values_close(f.values);
    return status == ZM_NO_MEMORY ? too_large(r, text, misere) : status;
}
