/* answer_games.c: the games there are; one of them with its variants that are solved; one variant. */
#include "solves.h"

#include "answer/games.h"
#include "answer/summary.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

zm_status zm_answer_games(zm_request *r)
{
    zm_server *s = r->server;
    ZM_TRY(r->worker->context, zm_request_only(r, ""));
    pthread_mutex_lock(&s->games_lock);
    zm_json_games(&r->json, s->games);
    pthread_mutex_unlock(&s->games_lock);
    return ZM_OK;
}

/* ---- info ---- */
static void json_info(zm_json *j, const zm_server *s, const zm_open *o)
{
    zm_info info = {0};
    zm_info_rules(o->variant, &info);
    const size_t tables = strlen(s->tables), all = strlen(o->manifest);
    if (all > tables + 10) /* in the folder of tables, without "/manifest" */
        snprintf(info.path, sizeof info.path, "%.*s", (int)(all - tables - 10), o->manifest + tables + 1);
    if (zm_open_finished(o))
        zm_info_table(o->context, zm_open_finished(o), &info);
    else
        snprintf(info.problem, sizeof info.problem, "%s", o->problem);
    zm_json_info(j, o->variant, &info);
}

/* ---- one variant ---- */
static const char *available(const zm_request *r, bool solving)
{
    const zm_open *o = r->open;
    const zm_serve_options *options = &r->server->options;
    if (zm_open_finished(o))
        return "table";
    if (solving)
        return "solving";
    if (zm_open_on_spot(o))
        return "memory";
    if (zm_value_source_fits(o->source))
        return "spot";
    if (zm_value_source_stored(o->source).origin == ZM_FROM_BOOK)
        return "book";
    if (zm_solves_allowed(r->server->solves) && zm_value_source_places(o->source) <= options->largest)
        return "can";
    return o->game->search ? "late" : "large";
}

static void json_solving(zm_json *j, const zm_solving *s)
{
    if (!s) {
        zm_json_null(j, "solving");
        return;
    }
    zm_json_open(j, "solving", '{');
    if (s->done >= 0)
        zm_json_real(j, "done", s->done);
    else
        zm_json_null(j, "done");
    zm_json_real(j, "seconds", s->seconds);
    if (s->left >= 0)
        zm_json_real(j, "left", s->left);
    else
        zm_json_null(j, "left");
    zm_json_text(j, "phase", s->phase);
    zm_json_close(j, '}');
}

static void json_summary(zm_json *j, const zm_open *o)
{
    const zm_table *t = zm_open_table(o);
    if (!t) {
        zm_json_null(j, "summary");
        return;
    }
    zm_json_open(j, "summary", '{');
    zm_json_summary(j, o->variant, zm_table_summary(t));
    zm_json_close(j, '}');
}

/* What makes values of this very variant: NULL where nothing here does. */
static const char *command_of(zm_request *r)
{
    const zm_advice *a = zm_open_advice(r, r->open);
    return a && (a->fits || a->same) ? a->command : NULL;
}

static zm_status json_variant(zm_request *r)
{
    zm_json *j = &r->json;
    const zm_open *o = r->open;
    const bool solved = zm_open_finished(o);
    zm_solving solving;
    char why[1024];
    if (!solved && !r->in_lane && !zm_open_advised(r->server, o))
        return zm_later(r);
    const bool is_solving = zm_solves_state(r->server->solves, o, &solving);
    const bool on_spot = !is_solving && zm_open_solving(r->server->variants, o, &solving);
    const bool failed = !is_solving && !solved && zm_solves_failure(r->server->solves, o, why, sizeof why);
    json_info(j, r->server, o);
    zm_json_text(j, "path", o->path);
    zm_json_text(j, "available", available(r, is_solving));
    zm_json_text(j, "command", solved ? NULL : command_of(r));
    json_solving(j, is_solving || on_spot ? &solving : NULL);
    zm_json_text(j, "failed", failed ? why : NULL);
    json_summary(j, o);
    return zm_request_picture(r, o->variant->game->start(o->variant));
}

zm_status zm_answer_variant(zm_request *r)
{
    ZM_TRY(r->worker->context, zm_request_only(r, ""));
    ZM_TRY(r->worker->context, zm_request_variant(r));
    return json_variant(r);
}

/* ---- one game ---- */
static void json_solved(zm_json *j, const zm_open *o)
{
    const zm_variant *v = o->variant;
    const zm_table *t = zm_open_finished(o);
    const zm_summary *s = zm_table_summary(t);
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "path", o->path);
    zm_json_settings(j, v);
    zm_json_number(j, s->dice ? "positions" : "states", s->states);
    zm_json_number(j, "bytes", zm_table_bytes(t));
    zm_json_open(j, "start", '{');
    if (s->dice)
        zm_json_odds(j, s->start_odds);
    else
        zm_json_value(j, v, zm_turn_of(v, v->game->start(v)), s->start, s->wdl);
    zm_json_close(j, '}');
    zm_json_close(j, '}');
}

zm_status zm_each_solved(zm_request *r, const zm_game *g, unsigned most, zm_solved_fn *visit, void *arg)
{
    zm_context *c = r->worker->context;
    char folder[4096 + 64];
    struct dirent **list;
    unsigned visited = 0;
    snprintf(folder, sizeof folder, "%s/%s", r->server->tables, g->name);
    const int count = *r->server->tables ? scandir(folder, &list, NULL, versionsort) : -1;
    for (int i = 0; i < count; i++) {
        zm_open *o = NULL;
        char *name = list[i]->d_name;
        /* A folder's name is read as an address is: as settings. (Of a very long one not all is in its name; it is not
         * listed.) */
        if (*name != '.' && visited < most && !zm_stopped(c) && zm_decode(name, name + strlen(name), false) &&
            zm_variants_find(r->server, c, g->name, name, true, &o) == ZM_OK) {
            if (zm_open_finished(o)) {
                visit(arg, o);
                visited++;
            }
            zm_variants_give(r->server->variants, o);
        }
        free(list[i]);
    }
    if (count >= 0)
        free(list);
    return ZM_OK;
}

static void visit_solved(void *arg, zm_open *o) { json_solved(arg, o); }

enum { MOST_LISTED = 200 };

zm_status zm_answer_game(zm_request *r)
{
    zm_context *c = r->worker->context;
    ZM_TRY(c, zm_request_only(r, ""));
    if (!r->in_lane)
        return zm_later(r);
    zm_status status = zm_variants_find(r->server, c, r->segment[2], "default", true, &r->open);
    r->status = status == ZM_NOT_FOUND ? 404 : 0;
    r->code = status == ZM_NOT_FOUND ? "no-game" : NULL;
    ZM_TRY(c, status);
    json_info(&r->json, r->server, r->open);
    zm_json_open(&r->json, "variants", '[');
    ZM_TRY(c, zm_each_solved(r, r->open->game, MOST_LISTED, visit_solved, &r->json));
    zm_json_close(&r->json, ']');
    return ZM_OK;
}

/* ---- solving ---- */
zm_status zm_answer_solve(zm_request *r)
{
    zm_context *c = r->worker->context;
    bool wdl = false;
    ZM_TRY(c, zm_request_only(r, ""));
    if (r->body_in_bytes)
        ZM_TRY(c, zm_wish_read(r, &wdl));
    ZM_TRY(c, zm_request_variant(r));
    const zm_open *o = r->open;
    const bool solved = zm_open_finished(o);
    const uint64_t places = zm_value_source_places(o->source);
    if (!solved && places > r->server->options.largest) {
        char advice[ZM_ADVISED];
        if (!r->in_lane && !zm_open_advised(r->server, o))
            return zm_later(r);
        r->code = "too-large";
        return zm_refuse(r, 422, "it is too large for this server (%llu places); %s", (unsigned long long)places,
                         zm_request_advised(r, advice));
    }
    if (!*r->server->tables)
        return zm_refuse(r, 403, "this server has no folder to keep tables in; start it with --tables DIR");
    if (!solved)
        ZM_TRY(c, zm_solves_begin(r, o, wdl));
    r->status = solved ? 200 : 202;
    return json_variant(r);
}
