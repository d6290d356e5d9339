/* watch.c: see watch.h. One function for each of the rules' own: note, then ask. */
#include "watch.h"

#include "guarded.h"
#include "trace/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static zm_last_call *last_of(const zm_variant *v) { return ((const zm_watched *)v->game)->last; }

/* Notes a call; returns the game that is to be asked. */
static const zm_game *note(const zm_variant *v, const char *function, const zm_pos *p)
{
    zm_last_call *last = last_of(v);
    strcpy(last->function, function);
    last->has_position = p;
    if (p)
        last->position = *p;
    return ((const zm_watched *)v->game)->real;
}

/* A variant's first call is one of these two. */
static const zm_game *note_variant(const zm_variant *v, const char *function)
{
    zm_last_call *last = last_of(v);
    zm_variant_text(v, ' ', true, last->variant, sizeof last->variant);
    last->text[0] = 0;
    return note(v, function, NULL);
}

/* ---- prepare ---- */
static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    const zm_game *g = note_variant(v, "prepare");
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

/* ---- the rules ---- */
static zm_pos start(const zm_variant *v) { return note_variant(v, "start")->start(v); }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out) { return note(v, "moves", &p)->moves(v, p, out); }

static unsigned dice_moves(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    return note(v, "dice_moves", &p)->dice->moves(v, p, roll, out);
}

static void odds(const zm_variant *v, zm_pos p, uint32_t *weight) { note(v, "odds", &p)->dice->odds(v, p, weight); }

static void write_roll(const zm_variant *v, unsigned roll, char *out, size_t size)
{
    note(v, "write_roll", NULL)->dice->write_roll(v, roll, out, size);
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m) { return note(v, "play", &p)->play(v, p, m); }

static zm_end ended(const zm_variant *v, zm_pos p) { return note(v, "ended", &p)->ended(v, p); }

static zm_pos fingerprint(const zm_variant *v, zm_pos p) { return note(v, "fingerprint", &p)->fingerprint(v, p); }

static uint32_t tiers(const zm_variant *v) { return note(v, "tiers", NULL)->index->tiers(v); }

static uint64_t tier_size(const zm_variant *v, uint32_t tier)
{
    return note(v, "tier_size", NULL)->index->tier_size(v, tier);
}

static zm_place rank(const zm_variant *v, zm_pos p) { return note(v, "rank", &p)->index->rank(v, p); }

static zm_pos unrank(const zm_variant *v, zm_place at) { return note(v, "unrank", NULL)->index->unrank(v, at); }

static unsigned children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    return note(v, "children", NULL)->index->children(v, tier, out);
}

static void parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    note(v, "parents", &p)->backward->parents(v, p, visit, arg);
}

static unsigned parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    return note(v, "parts", &p)->sums->parts(v, p, out);
}

static unsigned leaving(const zm_variant *v, zm_pos p, zm_move *out, unsigned *staying)
{
    return note(v, "leaving", &p)->backward->leaving(v, p, out, staying);
}

static void parents_inside(const zm_variant *v, zm_pos p, zm_visit_index *visit, void *arg)
{
    note(v, "parents_inside", &p)->backward->parents_inside(v, p, visit, arg);
}

static void parents_of_row(const zm_variant *v, uint32_t tier, uint64_t row, const uint32_t *columns, unsigned count,
                           zm_visit_index *visit, void *arg)
{
    note(v, "parents_of_row", NULL)->rows->parents_of_row(v, tier, row, columns, count, visit, arg);
}

static bool is_state(const zm_variant *v, zm_place at) { return note(v, "is_state", NULL)->index->is_state(v, at); }

static double lead(const zm_variant *v, zm_pos p) { return note(v, "lead", &p)->dice->lead(v, p); }

/* ---- what people see ---- */
static void touches(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out)
{
    note(v, "touches", &p)->looks->touches(v, p, m, out);
}

static unsigned winning(const zm_variant *v, zm_pos p, zm_point *out)
{
    return note(v, "winning", &p)->looks->winning(v, p, out);
}

static unsigned symmetry(const zm_variant *v, unsigned operation, uint8_t image[ZM_MAX_CELLS])
{
    return note(v, "symmetry", NULL)->counts->symmetry(v, operation, image);
}

static void name_cell(const zm_variant *v, zm_pos p, const zm_cell *cell, char *out)
{
    note(v, "name_cell", &p)->looks->name_cell(v, p, cell, out);
}

static bool points(const zm_variant *v, zm_pos p, unsigned out[2])
{
    return note(v, "points", &p)->looks->points(v, p, out);
}

static unsigned in_hand(const zm_variant *v, zm_pos p, zm_hand *out)
{
    return note(v, "in_hand", &p)->looks->in_hand(v, p, out);
}

static unsigned phase(const zm_variant *v, zm_pos p) { return note(v, "phase", &p)->looks->phase(v, p); }

static bool read_text(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    return note(v, "read", NULL)->read(v, text, p, why);
}

static bool is_position(const zm_variant *v, zm_pos p) { return note(v, "is_position", &p)->is_position(v, p); }

static void write_text(const zm_variant *v, zm_pos p, char *out)
{
    zm_last_call *last = last_of(v);
    note(v, "write", &p)->write(v, p, out);
    snprintf(last->text, sizeof last->text, "%s", out);
    last->written = p;
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, char *out)
{
    note(v, "write_move", &p)->write_move(v, p, m, out);
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    return note(v, "cells", &p)->looks->cells(v, p, out);
}

static void grid(const zm_variant *v, unsigned *rows, unsigned *cols)
{
    note(v, "grid", NULL)->sums->grid(v, rows, cols);
}

static zm_pos grid_at(const zm_variant *v, unsigned row, unsigned col)
{
    return note(v, "grid_at", NULL)->sums->grid_at(v, row, col);
}

void zm_watch(zm_watched *w, const zm_game *g, zm_last_call *last)
{
    g = zm_unnoted(g); /* this is the note */
    zm_complete(&w->game, g);
    w->real = g;
    w->last = last;
    *last = (zm_last_call){.no_data = g->prepare && !g->data_bytes};
    zm_game *game = &w->game.game;
    game->start = start;
    game->moves = g->moves ? moves : NULL;
    w->game.dice.moves = g->dice->moves ? dice_moves : NULL;
    w->game.dice.odds = g->dice->odds ? odds : NULL;
    w->game.dice.write_roll = g->dice->write_roll ? write_roll : NULL;
    game->play = play;
    game->read = read_text;
    game->write = write_text;
    game->is_position = g->is_position ? is_position : NULL;
    game->prepare = g->prepare ? prepare : NULL;
    game->ended = g->ended ? ended : NULL;
    game->fingerprint = g->fingerprint ? fingerprint : NULL;
    w->game.index.tiers = g->index->tiers ? tiers : NULL;
    w->game.index.tier_size = g->index->tier_size ? tier_size : NULL;
    w->game.index.rank = g->index->rank ? rank : NULL;
    w->game.index.unrank = g->index->unrank ? unrank : NULL;
    w->game.index.children = g->index->children ? children : NULL;
    w->game.backward.parents = g->backward->parents ? parents : NULL;
    game->write_move = g->write_move ? write_move : NULL;
    w->game.looks.cells = g->looks->cells ? cells : NULL;
    w->game.sums.parts = g->sums->parts ? parts : NULL;
    w->game.sums.grid = g->sums->grid ? grid : NULL;
    w->game.sums.grid_at = g->sums->grid_at ? grid_at : NULL;
    w->game.backward.leaving = g->backward->leaving ? leaving : NULL;
    w->game.backward.parents_inside = g->backward->parents_inside ? parents_inside : NULL;
    w->game.rows.parents_of_row = g->rows->parents_of_row ? parents_of_row : NULL;
    w->game.index.is_state = g->index->is_state ? is_state : NULL;
    w->game.dice.lead = g->dice->lead ? lead : NULL;
    w->game.looks.touches = g->looks->touches ? touches : NULL;
    w->game.looks.winning = g->looks->winning ? winning : NULL;
    w->game.counts.symmetry = g->counts->symmetry ? symmetry : NULL;
    w->game.looks.name_cell = g->looks->name_cell ? name_cell : NULL;
    w->game.looks.points = g->looks->points ? points : NULL;
    w->game.looks.in_hand = g->looks->in_hand ? in_hand : NULL;
    w->game.looks.phase = g->looks->phase ? phase : NULL;
}

/* ---- as text ---- */
static void add_position(const zm_last_call *last, char *out, size_t size)
{
    if (*last->text && zm_same(last->written, last->position))
        snprintf(out, size, ", position \"%s\"", last->text);
    else
        snprintf(out, size, ", position 0x%016" PRIx64 "%016" PRIx64 "%s%s%s", last->position.hi, last->position.lo,
                 *last->text ? ", near \"" : "", last->text, *last->text ? "\"" : "");
}

char *zm_call_text(const zm_last_call *last, char out[ZM_CALL_TEXT])
{
    out[0] = 0;
    if (!*last->function)
        return out;
    snprintf(out, ZM_CALL_TEXT, " in `%s`%s%s", last->function, *last->variant ? " with " : "", last->variant);
    size_t n = strlen(out);
    if (last->has_position)
        add_position(last, out + n, ZM_CALL_TEXT - n);
    n = strlen(out);
    if (last->no_data)
        snprintf(out + n, ZM_CALL_TEXT - n, "; the game has no .data_bytes, so its data is NULL");
    return out;
}
