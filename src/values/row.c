/* row.c: see row.h. */
#include "row.h"

#include "game/expand.h"
#include "graph.h"

enum { FIRST_LOOK = 128 };

/* ---- periods ---- */
/* The earliest place from which on the row repeats with this period up to its end. */
static uint64_t first_of(const uint32_t *number, uint64_t count, uint64_t length)
{
    uint64_t first = count - length;
    while (first > 0 && number[first - 1] == number[first - 1 + length])
        first--;
    return first;
}

zm_period zm_period_proven(const zm_variant *v, const uint32_t *number, uint64_t count)
{
    for (uint64_t length = 1; length < count; length++) {
        const uint64_t first = first_of(number, count, length);
        if (v->game->sums->proven(v, first, length) < count)
            return (zm_period){first, length, true};
    }
    return (zm_period){0, 0, false};
}

zm_period zm_period_seen(const zm_variant *v, zm_kind kind, const uint32_t *number, uint64_t count)
{
    zm_period p = {0, 0, false};
    if (v->game->sums->proven && (!v->game->sums->parts || zm_adds_up(zm_rules_compound(v->game, v), kind)))
        p = zm_period_proven(v, number, count);
    for (uint64_t length = 1; !p.length && 3 * length <= count; length++) {
        const uint64_t first = first_of(number, count, length);
        if (count - first >= 3 * length && 2 * first <= count)
            p = (zm_period){first, length, false};
    }
    return p;
}

/* ---- the row ---- */
static zm_status fill_columns(zm_context *c, const zm_variant *v, unsigned cols, zm_map *columns)
{
    ZM_TRY(c, zm_map_open(c, columns));
    ZM_TRY(c, zm_map_reserve(columns, cols));
    for (unsigned k = 0; k < cols; k++) {
        const zm_pos p = zm_state_of(v, v->game->sums->grid_at(v, 0, k));
        if (zm_map_add(columns, p, zm_hash(p)) != k)
            return ZM_OK; /* twice the same: the row ends here */
    }
    return ZM_OK;
}

zm_status zm_row_open(zm_context *c, const zm_variant *v, zm_compound how, zm_row *row)
{
    unsigned rows = 0, cols = 0;
    if (row->open || !v->game->sums->proven || !v->game->sums->grid)
        return ZM_OK;
    v->game->sums->grid(v, &rows, &cols);
    if (rows != 1)
        return ZM_OK;
    zm_status s = fill_columns(c, v, cols, &row->column);
    for (zm_kind k = 0; k < ZM_KINDS && s == ZM_OK; k++)
        if (zm_adds_up(how, k))
            s = zm_alloc(c, &row->number[k], cols, sizeof **row->number, "a row of values");
    if (s != ZM_OK)
        zm_row_close(c, row);
    else
        row->open = true;
    return s;
}

void zm_row_close(zm_context *c, zm_row *row)
{
    if (row->column.context)
        zm_map_close(&row->column);
    for (zm_kind k = 0; k < ZM_KINDS; k++)
        zm_release(c, row->number[k]);
    *row = (zm_row){0};
}

/* All kinds have to be proved: then nothing of a later piece is unknown. */
static void look_for_periods(const zm_variant *v, zm_row *row)
{
    zm_period found[ZM_KINDS] = {{0, 0, false}};
    for (zm_kind k = 0; k < ZM_KINDS; k++) {
        if (!row->number[k])
            continue;
        found[k] = zm_period_proven(v, row->number[k], row->known);
        if (!found[k].length)
            return;
    }
    for (zm_kind k = 0; k < ZM_KINDS; k++)
        row->period[k] = found[k];
}

void zm_row_note(const zm_variant *v, zm_row *row, const uint32_t number[ZM_KINDS])
{
    for (zm_kind k = 0; k < ZM_KINDS; k++)
        if (row->number[k])
            row->number[k][row->known] = number[k];
    row->known++;
    if (row->known >= FIRST_LOOK && !(row->known & (row->known - 1)))
        look_for_periods(v, row);
}

bool zm_row_look(const zm_row *row, uint64_t column, uint32_t number[ZM_KINDS])
{
    for (zm_kind k = 0; k < ZM_KINDS; k++) {
        const zm_period p = row->period[k];
        if (!row->number[k])
            continue;
        if (column >= row->known && !p.length)
            return false;
        number[k] = row->number[k][column < row->known ? column : p.first + (column - p.first) % p.length];
    }
    return true;
}
