/* rows.c: checks of the rows facet: rows say of a state what `leaving` and `parents_inside` say, and lead where its
 * moves do. */
#include "run.h"

#include <inttypes.h>

/* `parents_of_row` says of one column what `parents_inside` says of its state. */
typedef struct visit_sum {
    uint64_t visits, sum;
} visit_sum;

static void add_visit_of(void *arg, uint64_t index, bool doubtful)
{
    visit_sum *w = arg;
    w->visits++;
    w->sum += zm_hash((zm_pos){index, doubtful});
}

static zm_status check_row_of(run *k)
{
    if (!k->g->rows->parents_of_row)
        return ZM_OK;
    const zm_place at = k->g->index->rank(k->v, k->p);
    const uint32_t width = k->g->rows->width(k->v, at.tier);
    if (!width)
        return wrong(k, "width of rows is 0");
    const uint32_t column = (uint32_t)(at.index % width);
    visit_sum row = {0}, one = {0};
    k->g->backward->parents_inside(k->v, k->p, add_visit_of, &one);
    k->g->rows->parents_of_row(k->v, at.tier, at.index / width, &column, 1, add_visit_of, &row);
    return row.visits == one.visits && row.sum == one.sum
               ? ZM_OK
               : wrong(k, "parents_of_row and parents_inside visit different states, or doubt others");
}

/* ---- rows ---- */
typedef struct
    row_run { /* a state's row and column, and what was visited: how many, and a sum that the order does not change */
    run *k;
    const zm_rows *rows;
    uint32_t tier, width, count, row, column;
    bool turned, row_moves;
    uint64_t visits, sum;
} row_run;

static void add_visit(row_run *w, uint64_t tier, uint64_t index)
{
    w->visits++;
    w->sum += zm_hash((zm_pos){index, tier});
}

static void add_index(void *arg, uint64_t index, bool doubtful) { add_visit(arg, doubtful, index); }

static void add_leaving(void *arg, uint32_t column, zm_place to)
{
    row_run *w = arg;
    if (column == w->column)
        add_visit(w, to.tier, to.index);
}

/* The index of a state with the columns' side to move. */
static uint64_t waiting_index(const row_run *w, uint32_t row, uint32_t column)
{
    const zm_cell_at at = w->turned ? w->rows->turn(w->k->v, w->tier, row, column) : (zm_cell_at){row, column};
    return (uint64_t)at.row * w->width + at.column;
}

static void add_beside(void *arg, uint32_t column, bool doubtful)
{
    row_run *w = arg;
    add_visit(w, doubtful, waiting_index(w, w->row, column));
}

static void add_apart(void *arg, uint32_t row, uint32_t column, bool doubtful)
{
    row_run *w = arg;
    add_visit(w, doubtful, ((uint64_t)w->count + row) * w->width + column);
}

static zm_status find_row(run *k, row_run *w)
{
    const zm_place at = k->g->index->rank(k->v, k->p);
    const uint64_t size = k->g->index->tier_size(k->v, at.tier);
    *w = (row_run){.k = k, .rows = k->g->rows, .tier = at.tier, .width = k->g->rows->width(k->v, at.tier)};
    w->turned = w->rows->turned(k->v, at.tier);
    w->count = w->width ? (uint32_t)(size / w->width / (w->turned ? 1 : 2)) : 0;
    if (!w->count)
        return wrong(k, "rows: width is %" PRIu32 " in tier %" PRIu32 ", which has %" PRIu64 " places", w->width,
                     at.tier, size);
    const uint64_t stored = at.index / w->width;
    w->row = (uint32_t)(stored % w->count);
    w->column = (uint32_t)(at.index % w->width);
    w->row_moves = w->turned || stored >= w->count;
    return ZM_OK;
}

/* The moves of a state in its row, with the row's side to move or not. */
static zm_status check_look(row_run *w, zm_pos p, bool row_moves, uint8_t *counts)
{
    run *k = w->k;
    unsigned staying = 0;
    const unsigned leave = k->g->backward->leaving(k->v, p, k->other, &staying);
    w->visits = w->sum = 0;
    w->rows->look(k->v, w->tier, w->row, row_moves, counts, add_leaving, w);
    if (counts[w->column] != staying)
        return wrong(k, "rows: look says that %u moves stay, leaving that %u do", counts[w->column], staying);
    for (unsigned i = 0; i < leave && (row_moves || !w->turned); i++) {
        const zm_place to = k->g->index->rank(k->v, zm_state_of(k->v, k->g->play(k->v, p, k->other[i])));
        w->visits--;
        w->sum -= zm_hash((zm_pos){to.index, to.tier});
    }
    return w->visits || w->sum ? wrong(k, "rows: look visits other places than the moves lead to") : ZM_OK;
}

static zm_status check_row_parents(row_run *w)
{
    run *k = w->k;
    w->visits = w->sum = 0;
    if (w->row_moves)
        w->rows->beside(k->v, w->tier, w->row, &w->column, 1, add_beside, w);
    for (uint32_t part = 0; part < 3 && !w->row_moves; part++)
        w->rows->apart(k->v, w->tier, w->row, &w->column, 1, part, 3, add_apart, w);
    row_run by_state = *w;
    by_state.visits = by_state.sum = 0;
    k->g->backward->parents_inside(k->v, k->p, add_index, &by_state);
    return w->visits == by_state.visits && w->sum == by_state.sum
               ? ZM_OK
               : wrong(k, "rows: %s and parents_inside visit different states", w->row_moves ? "beside" : "apart");
}

static zm_status check_rows(run *k)
{
    uint8_t *counts;
    row_run w;
    if (!k->g->rows->has || !k->g->rows->has(k->v, k->g->index->rank(k->v, k->p).tier))
        return ZM_OK;
    ZM_TRY(k->c, find_row(k, &w));
    ZM_TRY(k->c, zm_alloc(k->c, &counts, w.width, sizeof *counts, "a row"));
    zm_status s = check_look(&w, k->p, w.row_moves, counts);
    if (s == ZM_OK && w.turned) /* the state that has its row and column by the other numbering */
        s = check_look(&w, k->g->index->unrank(k->v, (zm_place){w.tier, waiting_index(&w, w.row, w.column)}), false,
                       counts);
    zm_release(k->c, counts);
    return s == ZM_OK ? check_row_parents(&w) : s;
}

/* Beside another column of its row. */
static zm_status check_lead(run *k)
{
    if (!k->g->rows->lead)
        return ZM_OK;
    const zm_place at = k->g->index->rank(k->v, k->p);
    const uint32_t width = k->g->rows->width(k->v, at.tier), column = (uint32_t)(at.index % width);
    const uint32_t columns[2] = {(uint32_t)draw(k, width), column};
    row_run w = {.column = 1};
    if (!k->g->rows->lead(k->v, at.tier, at.index / width, columns, 2, add_leaving, &w))
        return w.visits ? wrong(k, "rows: lead says that it does not, and visits places") : ZM_OK;
    for (unsigned i = 0; i < k->count; i++) {
        const zm_place to = k->g->index->rank(k->v, zm_state_of(k->v, k->g->play(k->v, k->p, k->moves[i])));
        w.visits--;
        w.sum -= zm_hash((zm_pos){to.index, to.tier});
    }
    return w.visits || w.sum ? wrong(k, "rows: lead visits other places than the moves lead to") : ZM_OK;
}

/* ---- all of it ---- */
static zm_status once(run *k)
{
    const zm_game *g = k->g;
    const zm_check_rule rules[] = {
        {g->rows->width || (!g->rows->parents_of_row && !g->rows->has && !g->rows->lead), "rows need their width"},
        {!g->rows->width || g->backward->parents_inside, "rows need parents_inside"},
    };
    return ZM_CHECK_RULES(k, rules);
}

static zm_status state(run *k)
{
    if (k->g->backward->leaving)
        ZM_TRY(k->c, check_row_of(k));
    if (!k->g->rows->has || k->end != ZM_OPEN)
        return ZM_OK;
    ZM_TRY(k->c, check_rows(k));
    return check_lead(k);
}

const zm_check_facet zm_check_rows = {.once = once, .state = state};
