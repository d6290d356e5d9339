/* answer_tables.c: a table, counted; variants side by side. */
#include "variants.h"

#include "answer/compare.h"
#include "answer/stats.h"

#include <string.h>

/* What this server cannot do somebody's own machine may. */
static zm_status too_much(zm_request *r, zm_status status)
{
    if (status != ZM_NO_MEMORY)
        return status;
    r->status = 422;
    r->code = "too-large";
    return status;
}

/* ---- stats ---- */
static zm_status answer_leads(zm_request *r, const zm_table *t)
{
    zm_context *c = r->worker->context;
    zm_leads *l;
    if (!r->open->game->dice->lead)
        r->status = 422;
    ZM_TRY(c, zm_alloc(c, &l, 1, sizeof *l, "the figures"));
    zm_status status = zm_leads_find(c, r->open->variant, t, l);
    if (status == ZM_OK)
        zm_json_leads(&r->json, r->open->variant, l);
    zm_release(c, l);
    return status;
}

static zm_status answer_figures(zm_request *r, const zm_table *t)
{
    zm_context *c = r->worker->context;
    const zm_figures_asked asked = {false, false};
    zm_figures *f = NULL;
    zm_status status = zm_figures_find(c, r->open->variant, t, &asked, &f);
    if (status == ZM_OK) {
        zm_json_figures(&r->json, r->open->variant, f);
        zm_json_hardest(&r->json, r->open->variant, f);
    }
    zm_figures_free(c, f);
    return status;
}

zm_status zm_answer_stats(zm_request *r)
{
    zm_context *c = r->worker->context;
    const zm_table *t;
    ZM_TRY(c, zm_request_only(r, ""));
    ZM_TRY(c, zm_request_table(r, &t));
    zm_request_from(r, t);
    if (zm_kept_find(r))
        return ZM_OK;
    if (!r->in_lane)
        return zm_later(r);
    zm_open_command(r->server, r->open, "stats", r->command, sizeof r->command);
    if (zm_table_moves(t))
        return zm_refuse(r, 422, "a table of best moves has no probabilities to count");
    r->keep = true;
    return too_much(r, r->open->game->dice->rolls ? answer_leads(r, t) : answer_figures(r, t));
}

/* ---- compare ---- */
typedef struct comparing {
    zm_request *request;
    zm_open *open[ZM_MAX_SPREAD];
    unsigned count;
    uint64_t check; /* of all tables */
    zm_comparison k;
} comparing;

static void note_solved(void *arg, zm_open *o)
{
    comparing *w = arg;
    zm_variants_use(w->request->server->variants, o);
    w->open[w->count++] = o;
}

static zm_status find_named(comparing *w, char *names)
{
    zm_request *r = w->request;
    zm_context *c = r->worker->context;
    for (char *name; (name = strsep(&names, ";"));) {
        if (w->count == ZM_MAX_SPREAD)
            return zm_refuse(r, 400, "%d variants are the most", ZM_MAX_SPREAD);
        r->code = "bad-option";
        ZM_TRY(c, zm_variants_find(r->server, c, r->segment[2], name, true, &w->open[w->count]));
        r->code = NULL;
        w->count++;
    }
    return ZM_OK;
}

static zm_status find_variants(comparing *w, const zm_game *g)
{
    zm_request *r = w->request;
    const char *names = zm_request_query(r, "variants");
    char text[ZM_LONGEST_URI + 1];
    if (!names)
        return zm_each_solved(r, g, ZM_MAX_SPREAD, note_solved, w);
    snprintf(text, sizeof text, "%s", names);
    return find_named(w, text);
}

static zm_status make_row(comparing *w, zm_open *o, zm_compare_row *row)
{
    zm_request *r = w->request;
    zm_context *c = r->worker->context;
    zm_row_describe(o->variant, row);
    if (!zm_open_table(o) && zm_value_source_fits(o->source)) {
        zm_status status = zm_open_solve(r, o);
        if (status != ZM_NO_MEMORY)
            ZM_TRY(c, status);
    }
    const zm_table *t = zm_open_table(o);
    if (!t) {
        row->state = ZM_ROW_UNSOLVED;
        snprintf(row->problem, sizeof row->problem, "%s", o->problem);
        return ZM_OK;
    }
    row->already = !zm_open_on_spot(o);
    w->check = w->check * 31 + zm_table_checksum(t);
    return zm_row_measure(c, &w->k, o->variant, t, row);
}

static void find_what_varies(comparing *w)
{
    for (unsigned o = 0; o < ZM_MAX_OPTIONS && w->k.game->options[o].name; o++)
        for (unsigned i = 1; i < w->count; i++)
            w->k.varies[o] |= strcmp(w->open[i]->variant->option[o].text, w->open[0]->variant->option[o].text) != 0;
}

static zm_status compare(comparing *w)
{
    zm_context *c = w->request->worker->context;
    w->k.sample = ZM_OPTIONS(zm_sample_options, .games = 2000, .seed = 1, .plies = 1000);
    w->k.count = w->count;
    find_what_varies(w);
    ZM_TRY(c, zm_alloc(c, &w->k.row, w->count + 1, sizeof *w->k.row, "the rows"));
    for (unsigned i = 0; i < w->count; i++) {
        if (zm_stopped(c))
            return zm_fail(c, ZM_INTERRUPTED, "stopped");
        ZM_TRY(c, make_row(w, w->open[i], &w->k.row[i]));
        zm_row_name(&w->k, &w->k.row[i]);
    }
    zm_comparison_rank(&w->k);
    zm_json_compare(&w->request->json, &w->k);
    zm_request_tag(w->request, w->check);
    return ZM_OK;
}

static zm_status find_and_compare(comparing *w)
{
    zm_context *c = w->request->worker->context;
    zm_status status = zm_game_named(w->request->server, c, w->request->segment[2], &w->k.game);
    w->request->status = status == ZM_NOT_FOUND ? 404 : 0;
    w->request->code = status == ZM_NOT_FOUND ? "no-game" : NULL;
    ZM_TRY(c, status);
    if (w->k.game->dice->rolls) {
        w->request->code = "dice";
        return zm_refuse(w->request, 422, "compare is for games without dice");
    }
    ZM_TRY(c, find_variants(w, w->k.game));
    return compare(w);
}

zm_status zm_answer_compare(zm_request *r)
{
    zm_context *c = r->worker->context;
    comparing *w;
    ZM_TRY(c, zm_request_only(r, "variants"));
    if (!r->in_lane)
        return zm_later(r);
    ZM_TRY(c, zm_alloc(c, &w, 1, sizeof *w, "the comparison"));
    w->request = r;
    zm_status status = find_and_compare(w);
    for (unsigned i = 0; i < w->count; i++)
        zm_variants_give(r->server->variants, w->open[i]);
    zm_release(c, w->k.row);
    zm_release(c, w);
    return too_much(r, status);
}
