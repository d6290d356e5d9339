/* wrappers.c: see trace.h. For each function of a game one that notes the call and goes on to the game's own. */
#include "game/own.h"
#include "wrap.h"

#include <link.h>

/* Notes a call; returns the game that is to be asked. */
static inline __attribute__((always_inline)) const zm_game *note(const zm_variant *v, const zm_trace_function *function,
                                                                 zm_pos p)
{
    zm_trace_call *call = zm_trace_now;
    if (__builtin_expect(!call, 0))
        call = zm_trace_begin();
    const zm_game *g = v->game;
    call->function = function;
    call->position = p;
    call->variant = v;
    call->game = g;
    call->number++;
    return &((const zm_traced *)(const void *)g)->itself.game;
}

static const zm_pos nothing = {0, 0};
static zm_pos number(uint64_t n) { return (zm_pos){.lo = n}; }
static zm_pos place(uint32_t tier, uint64_t index) { return (zm_pos){.lo = index, .hi = tier}; }

/* ---- those that visit: who is visited asks again, and afterwards it is this call's turn once more ---- */
typedef struct visiting {
    union {
        zm_visit *position;
        zm_visit_index *index;
        zm_visit_column *column;
        zm_visit_cell *cell;
        zm_visit_leaving *leaving;
    } visit;
    void *arg;
    const zm_variant *variant;
    const zm_trace_function *function;
    zm_pos asked;
} visiting;

static void visit_position(void *arg, zm_pos p)
{
    const visiting *w = arg;
    w->visit.position(w->arg, p);
    note(w->variant, w->function, w->asked);
}

static void visit_index(void *arg, uint64_t index, bool doubtful)
{
    const visiting *w = arg;
    w->visit.index(w->arg, index, doubtful);
    note(w->variant, w->function, w->asked);
}

static void visit_column(void *arg, uint32_t column, bool doubtful)
{
    const visiting *w = arg;
    w->visit.column(w->arg, column, doubtful);
    note(w->variant, w->function, w->asked);
}

static void visit_cell(void *arg, uint32_t row, uint32_t column, bool doubtful)
{
    const visiting *w = arg;
    w->visit.cell(w->arg, row, column, doubtful);
    note(w->variant, w->function, w->asked);
}

static void visit_leaving(void *arg, uint32_t column, zm_place to)
{
    const visiting *w = arg;
    w->visit.leaving(w->arg, column, to);
    note(w->variant, w->function, w->asked);
}

/* ---- from the list ---- */
/* Where a game has a facet, where a traced copy has it, and what its functions' names begin with: members of some
 * facets have names that those of others have too. */
#define OF_core(g) (g)
#define OF_board(g) (g)->board
#define OF_dice(g) (g)->dice
#define OF_index(g) (g)->index
#define OF_backward(g) (g)->backward
#define OF_rows(g) (g)->rows
#define OF_hunt(g) (g)->hunt
#define OF_race(g) (g)->race
#define OF_search(g) (g)->search
#define OF_sums(g) (g)->sums
#define OF_looks(g) (g)->looks
#define OF_sources(g) (g)->sources
#define OF_counts(g) (g)->counts

#define IN_core(t) (t)->game.game
#define IN_board(t) (t)->board
#define IN_dice(t) (t)->game.dice
#define IN_index(t) (t)->game.index
#define IN_backward(t) (t)->game.backward
#define IN_rows(t) (t)->game.rows
#define IN_hunt(t) (t)->hunt
#define IN_race(t) (t)->race
#define IN_search(t) (t)->search
#define IN_sums(t) (t)->game.sums
#define IN_looks(t) (t)->game.looks
#define IN_sources(t) (t)->game.sources
#define IN_counts(t) (t)->game.counts

#define NAME_core
#define NAME_board "board."
#define NAME_dice "dice."
#define NAME_index
#define NAME_backward
#define NAME_rows "rows."
#define NAME_hunt "hunt."
#define NAME_race "race."
#define NAME_search "search."
#define NAME_sums
#define NAME_looks
#define NAME_sources
#define NAME_counts

#define OWN(facet, member, asked) \
    static const zm_trace_function f_##facet##_##member = {NAME_##facet #member, ZM_ASKED_##asked};
#define CALL(facet, id, path, name, result, parameters, arguments, asked, what) \
    static const zm_trace_function f_##facet##_##id = {name, ZM_ASKED_##asked}; \
    static result facet##_##id parameters { return OF_##facet(note(v, &f_##facet##_##id, what))->path arguments; }
#define VISITING(facet, member, visitor, result, parameters, arguments, asked_, what)                            \
    static const zm_trace_function f_##facet##_##member = {NAME_##facet #member, ZM_ASKED_##asked_};             \
    static result facet##_##member parameters                                                                    \
    {                                                                                                            \
        const zm_game *g = note(v, &f_##facet##_##member, what);                                                 \
        visiting w = {                                                                                           \
            .visit.visitor = visit, .arg = arg, .variant = v, .function = &f_##facet##_##member, .asked = what}; \
        visit = visit_##visitor;                                                                                 \
        arg = &w;                                                                                                \
        return OF_##facet(g)->member arguments;                                                                  \
    }
#include "functions.inc"

bool zm_trace_is_quick(const zm_trace_function *f)
{
    return f == &f_index_unrank || f == &f_core_moves || f == &f_dice_moves;
}

static zm_trace_call *this_note(void) { return zm_trace_now ? zm_trace_now : zm_trace_begin(); }

const zm_own_calls zm_own_calls_of_library = {.begin = this_note,
                                              .unrank = &f_index_unrank,
                                              .moves = &f_core_moves,
                                              .dice_moves = &f_dice_moves};

/* ---- by hand: a record keeps more of these, so they are always traced ---- */
static bool core_prepare(zm_variant *v, void *data, zm_mistake *why)
{
    const zm_game *g = note(v, &f_core_prepare, nothing);
    zm_trace_keep_variant(v);
    return zm_trace_recorded() ? zm_trace_prepare(g, v, data, why) : g->prepare(v, data, why);
}

zm_pos zm_traced_start(const zm_variant *v)
{
    const zm_game *g = note(v, &f_core_start, nothing);
    zm_trace_keep_variant(v);
    return g->start(v);
}

static void core_write(const zm_variant *v, zm_pos p, zm_text *out)
{
    note(v, &f_core_write, p)->write(v, p, out);
    zm_trace_keep_text(p, out->at);
}

/* ---- the copy ---- */
typedef struct range {
    uintptr_t inside, from, to;
} range;

static int find_code(struct dl_phdr_info *info, size_t size, void *arg)
{
    range *r = arg;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, to = from + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type != PT_LOAD || r->inside < from || r->inside >= to)
            continue;
        *r = (range){r->inside, from, to};
        return 1;
    }
    return 0;
}

/* Any of its own functions is in its code; with a board, `start` may be the library's. */
static void find_range(zm_traced *out, const zm_game *g)
{
    const zm_game *declared = g->declared ? g->declared : g;
    range code = {.inside = declared->play ? (uintptr_t)declared->play : (uintptr_t)declared->start};
    dl_iterate_phdr(find_code, &code);
    out->code = (const char *)code.from;
    out->code_end = (const char *)code.to;
}

#define COPY(facet)                             \
    do                                          \
        if (g->facet) {                         \
            out->facet = *g->facet;             \
            out->game.game.facet = &out->facet; \
        }                                       \
    while (0)

/* Of quick rules, what inner loops ask once per state. */
static void trace_states(zm_traced *out)
{
    if (out->itself.index.rank) {
        out->quick.index.unrank = index_unrank;
    } else {
        out->quick.game.moves = out->game.game.moves;
        out->quick.dice.moves = out->game.dice.moves;
    }
}

/* Only what the plugin has written is traced: what its board derives is the library's, and what that asks of the plugin
 * is traced itself. */
void zm_trace_game(zm_traced *out, const zm_game *g)
{
    zm_complete(&out->game, g);
    zm_complete(&out->itself, g);
    zm_complete(&out->quick, g);
    COPY(board);
    COPY(hunt);
    COPY(race);
    COPY(search);
    find_range(out, g);
    out->own = NULL;
    const zm_game *own = &out->itself.game, *declared = own->declared;
#define CALL(facet, id, path, name, result, parameters, arguments, asked, what)                                    \
    if (OF_##facet(declared) && OF_##facet(declared)->path && OF_##facet(declared)->path == OF_##facet(own)->path) \
        IN_##facet(out).path = facet##_##id;
#define OWN(facet, member, asked) \
    if (OF_##facet(own)->member)  \
        IN_##facet(out).member = facet##_##member;
#define VISITING(facet, member, visitor, result, parameters, arguments, asked, what) \
    CALL(facet, member, member, , result, parameters, arguments, asked, what)
#define core_start zm_traced_start
#include "functions.inc"
    trace_states(out);
}

static const zm_traced *traced(const zm_game *g) { return (const zm_traced *)(const void *)g; }

void zm_traced_copy(zm_traced *out, const zm_game *g, void (*change)(zm_completed *g, const void *arg), const void *arg)
{
    zm_complete(&out->game, g);
    change(&out->game, arg);
    if (!zm_is_traced(g))
        return;
    zm_complete(&out->itself, &traced(g)->itself.game);
    zm_complete(&out->quick, &traced(g)->quick.game);
    change(&out->itself, arg);
    change(&out->quick, arg);
    trace_states(out); /* it may have lost its index */
    out->own = NULL;
    out->code = traced(g)->code;
    out->code_end = traced(g)->code_end;
}

const zm_game *zm_untraced(const zm_game *g) { return zm_is_traced(g) ? &traced(g)->itself.game : g; }

bool zm_traced_has(const zm_game *g, const void *address)
{
    return zm_is_traced(g) && (const char *)address >= traced(g)->code && (const char *)address < traced(g)->code_end;
}
