/* answer_positions.c: a position with its moves, the line of best play from it, a random one. */
#include "variants.h"

#include "answer/query.h"
#include "base/text.h"
#include "draw/picture_json.h"
#include "draw/touches.h"

#include <string.h>
#include <time.h>

/* A table of what follows a position that play never reaches; *t is NULL where that is too much. */
static zm_status find_aside(zm_request *r, zm_pos p, const zm_table **t)
{
    zm_open *aside;
    const zm_status status = zm_open_aside(r, r->open, p, &aside);
    if (status == ZM_NO_MEMORY)
        return ZM_OK;
    if (status == ZM_BUSY && !r->in_lane)
        return zm_later(r);
    ZM_TRY(r->worker->context, status);
    zm_variants_give(r->server->variants, r->open);
    r->open = aside;
    *t = zm_open_table(aside);
    return ZM_OK;
}

static zm_status look_for_values(zm_request *r, zm_pos p, const zm_table **t)
{
    zm_context *c = r->worker->context;
    zm_values_found found;
    *t = NULL;
    ZM_TRY(c, zm_values_at_hand(c, r->open->source, p, &found));
    if (found.origin == ZM_FROM_POSITION)
        return find_aside(r, p, t);
    if (found.origin == ZM_FROM_NOTHING)
        return ZM_OK;
    *t = found.table;
    if (*t && zm_open_table(r->open) == *t)
        return ZM_OK;
    if (!r->in_lane)
        return zm_later(r);
    if (found.origin != ZM_FROM_WHOLE)
        return zm_open_search(r, r->open, p, t);
    const zm_status status = zm_open_solve(r, r->open);
    if (status != ZM_NO_MEMORY)
        ZM_TRY(c, status);
    return look_for_values(r, p, t); /* it is there, unless it is too large or play does not reach the position */
}

/* A table that has a position; *t is NULL where nothing gives its value within seconds. A search says what the book
 * says that it begins with. */
static zm_status find_values(zm_request *r, zm_pos p, const zm_table **t)
{
    ZM_TRY(r->worker->context, look_for_values(r, p, t));
    if (!*t)
        return ZM_OK;
    const zm_table *stored = zm_open_table(r->open) == *t ? NULL : zm_value_source_stored(r->open->source).table;
    zm_request_from(r, stored ? stored : *t);
    return ZM_OK;
}

/* Why there are no values of a position. */
static const char *problem_of(zm_request *r, zm_pos p)
{
    if (!zm_open_table(r->open))
        return r->open->problem;
    zm_values_missing(r->worker->context, r->open->source, p);
    return zm_message(r->worker->context);
}

static zm_status not_found(zm_request *r, zm_pos p)
{
    const zm_table *t;
    if (!zm_open_table(r->open))
        return zm_request_table(r, &t); /* which refuses */
    r->code = "too-large";
    return zm_refuse(r, 422, "%s", problem_of(r, p));
}

static zm_status find_choices(zm_request *r, const zm_table *t, zm_pos p)
{
    zm_context *c = r->worker->context;
    zm_choices **room = &r->worker->choices;
    if (!*room)
        ZM_TRY(c, zm_alloc(c, room, 1, sizeof **room, "the moves of a position"));
    ZM_TRY(c, zm_choices_find(c, r->open->variant, t, p, *room));
    return (*room)->value == ZM_NONE ? zm_fail(c, ZM_CORRUPT, "the table does not have the position") : ZM_OK;
}

/* The player that ?turn= names; any of them without it. */
static zm_status read_player(zm_request *r, bool *any, unsigned *player)
{
    const zm_game *g = r->open->game;
    const char *text = zm_request_query(r, "turn");
    *any = !text;
    if (!text)
        return ZM_OK;
    *player = !strcmp(text, zm_player(g, 1));
    if (strcmp(text, zm_player(g, *player)) != 0)
        return zm_refuse(r, 400, "turn=\"%.40s\" must be %s or %s", text, zm_player(g, 0), zm_player(g, 1));
    return ZM_OK;
}

/* Whose turn it is. Where positions do not say it, whoever asks may know. */
static zm_status read_turn(zm_request *r, zm_pos *p, unsigned *player)
{
    const zm_variant *v = r->open->variant;
    bool any;
    unsigned wanted = 0;
    ZM_TRY(r->worker->context, read_player(r, &any, &wanted));
    *player = zm_turn_of(v, *p);
    if (any || !zm_no_turn(v))
        return ZM_OK;
    if (!zm_impartial(v) && wanted != *player)
        *p = zm_next_turn(*p);
    *player = wanted;
    return ZM_OK;
}

/* ---- what there is to see ---- */
static void json_touches(void *arg, zm_json *j, zm_pos p, zm_move m, zm_pos next)
{
    zm_touches touches = {0};
    (void)p, (void)next;
    zm_picture_touches(arg, m, &touches);
    zm_touches_json(j, &touches);
}

zm_status zm_request_picture(zm_request *r, zm_pos p)
{
    zm_context *c = r->worker->context;
    zm_picture picture;
    ZM_TRY(c, zm_picture_of(c, r->open->variant, p, &picture));
    zm_picture_tell_turn(&picture, r->open->variant, p);
    zm_picture_json(&r->json, "picture", &picture);
    zm_picture_free(c, &picture);
    return ZM_OK;
}

/* ---- a position ---- */
static zm_status answer_dice(zm_request *r, const zm_table *t, zm_pos p, unsigned turn, const zm_more *more)
{
    zm_context *c = r->worker->context;
    const zm_variant *v = r->open->variant;
    zm_prospects a = {0};
    if (zm_table_moves(t)) {
        zm_move best[ZM_MAX_ROLLS];
        unsigned rolls;
        ZM_TRY(c, zm_best_moves(c, v, t, p, best, &rolls));
        zm_json_best_moves(&r->json, v, p, turn, rolls, best, more);
        return ZM_OK;
    }
    zm_status status = zm_prospects_find(c, v, t, p, &a);
    a.turn = turn;
    if (status == ZM_OK)
        zm_json_query_dice(&r->json, v, &a, more);
    zm_prospects_free(c, &a);
    return status;
}

/* The rules are known all the same. */
static zm_status answer_unsolved(zm_request *r, zm_pos p, unsigned turn, const zm_more *more)
{
    zm_context *c = r->worker->context;
    zm_unsolved unsolved = {.position = p, .turn = turn, .problem = problem_of(r, p)};
    ZM_TRY(c, zm_alloc(c, &unsolved.room, ZM_MAX_MOVES, sizeof *unsolved.room, "the moves of a position"));
    zm_touching_open(more->arg, r->open->variant, p);
    zm_json_unsolved(&r->json, r->open->variant, &unsolved, more);
    zm_release(c, unsolved.room);
    return zm_request_picture(r, p);
}

zm_status zm_answer_position(zm_request *r)
{
    zm_context *c = r->worker->context;
    const zm_table *t;
    zm_pos p;
    zm_touching touching;
    const zm_more more = {json_touches, &touching};
    unsigned turn;
    ZM_TRY(c, zm_request_only(r, "turn"));
    ZM_TRY(c, zm_request_variant(r));
    ZM_TRY(c, zm_request_position(r, &p));
    ZM_TRY(c, read_turn(r, &p, &turn));
    ZM_TRY(c, find_values(r, p, &t));
    if (!t)
        return answer_unsolved(r, p, turn, &more);
    zm_touching_open(&touching, r->open->variant, p);
    if (r->open->game->dice->rolls) {
        ZM_TRY(c, answer_dice(r, t, p, turn, &more));
    } else {
        ZM_TRY(c, find_choices(r, t, p));
        zm_choices_sort(r->worker->choices);
        r->worker->choices->turn = turn;
        zm_json_query(&r->json, r->open->variant, r->worker->choices, &more);
    }
    return zm_request_picture(r, p);
}

/* ---- the line ---- */
enum { PLIES = 50, MOST_PLIES = 1000 };

static void json_step(zm_request *r, const zm_ply *p)
{
    const zm_variant *v = r->open->variant;
    const zm_choices *a = p->at;
    char text[ZM_MAX_TEXT];
    zm_touching touching;
    zm_json *j = &r->json;
    zm_json_open(j, NULL, '{');
    zm_write_move(v, a->position, p->best->move, text, sizeof text);
    zm_json_text(j, "move", text);
    zm_json_position(j, "position", v, p->best->next);
    zm_json_text(j, "turn", zm_player(v->game, p->player));
    zm_json_value(j, v, p->player, p->best->value, a->wdl);
    zm_touching_open(&touching, v, a->position);
    json_touches(&touching, j, a->position, p->best->move, p->best->next);
    zm_json_close(j, '}');
}

static zm_status see_ply(void *arg, const zm_ply *p)
{
    zm_request *r = arg;
    if (p->best) {
        json_step(r, p);
        return ZM_OK;
    }
    zm_json_close(&r->json, ']');
    zm_json_text(&r->json, "ends", !p->at->over ? "cut" : zm_is_draw(p->at->value) ? "draw" : "win");
    return ZM_OK;
}

zm_status zm_answer_line(zm_request *r)
{
    zm_context *c = r->worker->context;
    const zm_table *t;
    int64_t plies = PLIES;
    zm_line_options o = ZM_OPTIONS(zm_line_options);
    ZM_TRY(c, zm_request_only(r, "plies,turn"));
    ZM_TRY(c, zm_request_number(r, "plies", 1, MOST_PLIES, &plies));
    ZM_TRY(c, zm_request_variant(r));
    ZM_TRY(c, zm_request_position(r, &o.from));
    ZM_TRY(c, read_turn(r, &o.from, &o.player));
    if (r->open->game->dice->rolls) {
        r->code = "dice";
        return zm_refuse(r, 422,
                         "the line of best play of %s depends on what is rolled; positions/ has the moves by roll",
                         r->open->game->name);
    }
    if (!r->in_lane)
        return zm_later(r);
    ZM_TRY(c, find_values(r, o.from, &t));
    if (!t)
        return not_found(r, o.from);
    ZM_TRY(c, find_choices(r, t, o.from));
    const zm_choices *a = r->worker->choices;
    if (zm_is_win(a->value) || zm_is_loss(a->value)) /* to its end, however long: only a draw goes on for ever */
        plies = zm_table_distances(t) ? (int64_t)zm_remoteness(a->value) : MOST_PLIES;
    zm_json_asked(&r->json, r->open->variant, o.from, o.player);
    zm_json_text(&r->json, "values", zm_values_name(a->wdl));
    zm_json_value(&r->json, r->open->variant, o.player, a->value, a->wdl && !a->over);
    o.plies = (uint64_t)plies;
    o.see = see_ply;
    o.arg = r;
    zm_json_open(&r->json, "line", '[');
    return zm_best_play(c, r->open->variant, t, &o, r->worker->choices);
}

/* ---- a random position ---- */
enum { TRIES = 4096, LONGEST_LOOK = 1 << 22 };

typedef struct wish {
    int64_t seed, far;
    bool any_value, any_turn;
    int value; /* 1, 0, -1 */
    unsigned turn;
    zm_random random;
    uint64_t places;
} wish;

typedef struct state {
    zm_pos position;
    zm_value value;
    zm_odds odds;
    bool fits;
} state;

static zm_status read_wish(zm_request *r, const zm_table *t, wish *w)
{
    zm_context *c = r->worker->context;
    const zm_game *g = r->open->game;
    const char *value = zm_request_query(r, "value");
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    w->seed = (now.tv_sec * 1000003 + now.tv_nsec) & INT32_MAX; /* short enough to be written down */
    w->any_value = !value;
    ZM_TRY(c, zm_request_number(r, "seed", 0, INT64_MAX, &w->seed));
    ZM_TRY(c, zm_request_number(r, "far", 0, ZM_FARTHEST, &w->far));
    if (g->dice->rolls && (value || w->far))
        return zm_refuse(r, 400, "value and far are for games without dice");
    if (w->far && !zm_table_distances(t))
        return zm_refuse(r, 422, "the table says who wins, not how far");
    if (value && strcmp(value, "win") != 0 && strcmp(value, "loss") != 0 && strcmp(value, "draw") != 0)
        return zm_refuse(r, 400, "value=\"%.40s\" must be win, loss or draw", value);
    if (value)
        w->value = !strcmp(value, "win") ? 1 : !strcmp(value, "loss") ? -1 : 0;
    ZM_TRY(c, read_player(r, &w->any_turn, &w->turn));
    w->random = zm_random_stream((uint64_t)w->seed, 0);
    for (uint32_t i = 0; i < zm_table_tiers(t); i++)
        w->places += zm_table_tier_size(t, i);
    return ZM_OK;
}

static zm_place place_of(const zm_table *t, uint64_t number)
{
    zm_place at = {0, number};
    while (at.index >= zm_table_tier_size(t, at.tier))
        at.index -= zm_table_tier_size(t, at.tier++);
    return at;
}

static bool fits(const wish *w, const zm_variant *v, const state *s)
{
    const int value = zm_is_win(s->value) ? 1 : zm_is_loss(s->value) ? -1 : 0;
    if (!w->any_value && value != w->value)
        return false;
    if (w->far && (!value || zm_remoteness(s->value) < w->far))
        return false;
    return w->any_turn || zm_turn_of(v, s->position) == w->turn;
}

static zm_status look_at(zm_request *r, const zm_table *t, const wish *w, zm_place at, state *s)
{
    zm_context *c = r->worker->context;
    s->fits = false;
    if (zm_table_dice(t))
        ZM_TRY(c, zm_table_odds_at(c, t, at.tier, at.index, &s->odds));
    else
        ZM_TRY(c, zm_table_value_at(c, t, at.tier, at.index, &s->value));
    if (zm_table_dice(t) ? !zm_is_odds(s->odds) : s->value == ZM_NONE)
        return ZM_OK;
    ZM_TRY(c, zm_table_state(c, t, at.tier, at.index, &s->position));
    s->fits = fits(w, r->open->variant, s);
    return ZM_OK;
}

/* Anywhere, again and again; what is too rare for that is looked for from a random place on. */
static zm_status find_state(zm_request *r, const zm_table *t, wish *w, state *s)
{
    zm_context *c = r->worker->context;
    for (unsigned i = 0; i < TRIES; i++) {
        ZM_TRY(c, look_at(r, t, w, place_of(t, zm_random_below(&w->random, w->places)), s));
        if (s->fits)
            return ZM_OK;
    }
    const uint64_t most = w->places < LONGEST_LOOK ? w->places : LONGEST_LOOK;
    zm_place at = place_of(t, zm_random_below(&w->random, w->places));
    for (uint64_t i = 0; i < most && !zm_stopped(c); i++) {
        ZM_TRY(c, look_at(r, t, w, at, s));
        if (s->fits)
            return ZM_OK;
        at.index++;
        while (at.index >= zm_table_tier_size(t, at.tier))
            at = (zm_place){(at.tier + 1) % zm_table_tiers(t), 0};
    }
    r->code = "no-state";
    return zm_refuse(r, 404,
                     most == w->places ? "there is no such state" : "no such state was found: there are few, or none");
}

zm_status zm_answer_random(zm_request *r)
{
    zm_context *c = r->worker->context;
    const zm_table *t;
    wish w = {0};
    state s = {0};
    ZM_TRY(c, zm_request_only(r, "seed,value,turn,far"));
    ZM_TRY(c, zm_request_table(r, &t));
    if (zm_table_moves(t))
        return zm_refuse(r, 422, "a table of best moves does not know which places are states");
    if (!r->in_lane)
        return zm_later(r);
    ZM_TRY(c, read_wish(r, t, &w));
    ZM_TRY(c, find_state(r, t, &w, &s));
    const zm_variant *v = r->open->variant;
    const unsigned turn = zm_turn_of(v, s.position);
    zm_json_asked(&r->json, v, s.position, turn);
    if (zm_table_dice(t)) {
        zm_json_text(&r->json, "values", "odds");
        zm_json_odds(&r->json, s.odds);
    } else {
        zm_json_text(&r->json, "values", zm_values_name(!zm_table_distances(t)));
        zm_json_value(&r->json, v, turn, s.value, !zm_table_distances(t));
    }
    zm_json_number(&r->json, "seed", (uint64_t)w.seed);
    return ZM_OK;
}
