/* book.c: the method `search`, which makes books: see book.h. */
#include "book.h"

#include "game/place.h"
#include "solve/core/sort_keys.h"

/* A state at the edge: its number, key and value, its place in the order, and all that once more on its way to a
 * device. */
enum { EDGE_BYTES = sizeof(uint32_t) + sizeof(zm_pos) + sizeof(zm_value) + 2 * sizeof(uint32_t) + 30 };

/* ---- the edge ---- */
zm_edge zm_book_edge(const zm_driver *d, unsigned plies)
{
    return (zm_edge){.context = d->context,
                     .variant = d->variant,
                     .options = d->options,
                     .out = d->out,
                     .device = zm_book_of(d)->device,
                     .plies = plies};
}

/* number[i]: of the i-th among all states. */
static zm_status find_edge(zm_edge *e, const zm_explored *x, uint32_t **number)
{
    const uint64_t from = zm_first_at(x, e->plies), most = x->map.count - from;
    uint32_t *order;
    ZM_TRY(e->context, zm_edge_room(e, most));
    ZM_TRY(e->context, zm_alloc(e->context, number, most, sizeof **number, "the edge of a book"));
    ZM_TRY(e->context, zm_alloc(e->context, &order, 2 * most, sizeof *order, "the order of states"));
    zm_sort_keys(x->map.keys + from, most, order);
    for (uint64_t i = 0; i < most; i++) {
        const uint64_t state = from + order[i];
        if (x->graph.value[state] != ZM_NONE)
            continue;
        (*number)[e->count] = (uint32_t)state;
        e->key[e->count++] = x->map.keys[state];
    }
    zm_release(e->context, order);
    return ZM_OK;
}

/* Fills in graph.outside of the states at the edge. */
static zm_status search_edge(zm_driver *d)
{
    zm_context *c = d->context;
    zm_explored *x = &zm_book_of(d)->states.explored;
    zm_edge e = zm_book_edge(d, d->options->book_plies);
    uint32_t *number = NULL;
    d->plan.demand.memory += (x->map.count - zm_first_at(x, e.plies)) * EDGE_BYTES;
    zm_status s = find_edge(&e, x, &number);
    if (s == ZM_OK && e.count)
        s = zm_edge_search(&e);
    if (s == ZM_OK)
        s = zm_alloc(c, &x->graph.outside, x->map.count, sizeof *x->graph.outside, "the edge of a book");
    for (uint64_t i = 0; i < e.count && s == ZM_OK; i++)
        x->graph.outside[number[i]] = e.value[i];
    d->plan.unpublished = e.whole && d->options->book_beyond; /* a book that is there has all of it already */
    zm_release(c, number);
    zm_edge_free(&e);
    return s;
}

/* ---- the method ---- */
zm_status zm_book_begin(zm_driver *d)
{
    zm_book *b;
    ZM_TRY(d->context, zm_alloc(d->context, &b, 1, sizeof *b, "a solve"));
    d->state = b;
    d->plan.late = true;
    d->plan.phase = "classify";
    d->plan.table = (zm_table_kind){.keyed = true, .placed = zm_places_fit(d->variant), .book = d->options->book_plies};
    return ZM_OK;
}

void zm_book_end(zm_driver *d)
{
    zm_book *b = zm_book_of(d);
    if (!b)
        return;
    zm_placed_free(d->context, &b->placed);
    zm_book_states_free(d, &b->states);
    zm_release(d->context, b);
}

zm_status zm_book_find_states(zm_driver *d)
{
    ZM_TRY(d->context, zm_book_states_find(d, d->options->book_plies, &zm_book_of(d)->states));
    return search_edge(d);
}

static zm_status solve_book(zm_driver *d)
{
    zm_book_states *s = &zm_book_of(d)->states;
    ZM_TRY(d->context, zm_book_states_solve(d, s));
    return d->options->tables || d->options->book_beyond ? zm_book_states_sort(d, s) : ZM_OK;
}

static zm_status solve_beyond(zm_driver *d)
{
    zm_book_states *s = &zm_book_of(d)->states;
    ZM_TRY(d->context, zm_book_go_beyond(d));
    zm_book_states_plan(d, s, s->table.count);
    d->tally[0] = (zm_tally){0};
    zm_keyed_tally(d->variant, s->table.keys, s->table.values, s->table.count, &d->tally[0]);
    return ZM_OK;
}

zm_status zm_book_solve(zm_driver *d, uint32_t tier)
{
    zm_book *b = zm_book_of(d);
    ZM_TRY(d->context, b->is_beyond ? solve_beyond(d) : solve_book(d));
    if (!d->options->tables || d->plan.unpublished || !d->plan.table.placed)
        return ZM_OK;
    d->plan.demand.memory += b->states.table.count * ZM_PLACED_BYTES;
    return zm_placed_sort(d->context, d->variant, &b->states.table, &b->placed);
}

bool zm_book_goes_on(zm_driver *d)
{
    zm_book *b = zm_book_of(d);
    const zm_solve_options *o = d->options;
    const zm_edge last = zm_book_edge(d, o->book_plies + o->book_beyond);
    if (b->is_beyond || !o->book_beyond) {
        if (o->tables)
            zm_edge_forget(&last);
        return false;
    }
    b->is_beyond = true;
    zm_placed_free(d->context, &b->placed);
    d->plan.phase = NULL; /* each ply is a phase of its own */
    d->plan.unpublished = false;
    d->plan.table.beyond = o->book_beyond;
    d->plan.table.beyond_from = o->beyond_from;
    return true;
}

/* ---- its values ---- */
zm_status zm_book_start(zm_driver *d, zm_value *out)
{
    *out = zm_book_of(d)->states.explored.graph.value[0];
    return ZM_OK;
}

const zm_value *zm_book_values(zm_driver *d, uint32_t tier)
{
    const zm_book *b = zm_book_of(d);
    return d->plan.table.placed ? b->placed.values : b->states.table.values;
}

const zm_pos *zm_book_keys(zm_driver *d) { return zm_book_of(d)->states.table.keys; }
const uint64_t *zm_book_places(zm_driver *d) { return zm_book_of(d)->placed.places; }

/* ---- when ---- */
bool zm_book_can(const zm_variant *v, const zm_solve_options *o) { return o->book_plies && zm_can_search(v); }

zm_status zm_book_refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return zm_fail(c, ZM_BAD_INPUT,
                   "no book of %s: it cannot be searched (it has dice, positions may come back, or it has no dense "
                   "index); solve it as a whole",
                   v->game->name);
}

unsigned zm_book_suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o) { return ZM_SUITS_KIND; }

const zm_solver zm_solver_search = {
    .method = ZM_METHOD_SEARCH,
    .engines = 1 << ZM_ENGINE_CPU,
    .can = zm_book_can,
    .refuse = zm_book_refuse,
    .suits = zm_book_suits,
    .open = zm_book_begin,
    .close = zm_book_end,
    .announce = zm_book_announce,
    .find_states = zm_book_find_states,
    .solve_tier = zm_book_solve,
    .goes_on = zm_book_goes_on,
    .source = {.start = zm_book_start, .whole = zm_book_values, .keys = zm_book_keys, .places = zm_book_places}};
