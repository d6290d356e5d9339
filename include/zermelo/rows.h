/* rows.h: tiers whose places come in rows, for moves that are counted down (`leaving`, `parents_inside`) a row at a
 * time.
 *
 * Two sides have pieces on one board. The places of a row have the pieces of one side in common, the row's side; the
 * columns are the ways to place those of the other, the columns' side. So a move of the columns' side stays in its row,
 * and a move of the row's side takes whole rows to others. Every move inside a tier passes the turn. There are two
 * kinds of such tiers, with `rows` rows:
 *
 * In a paired tier the columns' side is to move on the first half of the places, the row's side on the second half:
 *     index = (half * rows + row) * width + column         half: 0 the columns' side, 1 the row's side is to move
 *
 * In a turned tier the sides are alike, and it is always the row's side that is to move:
 *     index = row * width + column
 * The same states can be numbered the other way round: the row's side waits, the columns' side is to move. That is what
 * the first half of a paired tier would be; `turn` tells which place that is.
 *
 * Symmetries: a row stands for all rows like it. Where its pieces have symmetries of their own several columns are one
 * state, and only one of them has a place. */
#ifndef ZERMELO_ROWS_H
#define ZERMELO_ROWS_H

#include <zermelo/backward.h>
#include <zermelo/index.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_cell_at {
    uint32_t row, column;
} zm_cell_at;

typedef void zm_visit_column(void *arg, uint32_t column, bool doubtful);
typedef void zm_visit_cell(void *arg, uint32_t row, uint32_t column, bool doubtful);
typedef void zm_visit_leaving(void *arg, uint32_t column, zm_place to);

enum { ZM_LEAD_COLUMNS = 256 };

#define ZM_ROWS_VERSION 1u
#define ZM_ROWS(...) (&(const zm_rows){.version = ZM_ROWS_VERSION, __VA_ARGS__})

typedef struct zm_rows {
    unsigned version;
    /* REQUIRED, for all tiers: the number of places that a row of this tier has. Row and column of a place are its index
     * divided by this, and the remainder. */
    uint32_t (*width)(const zm_variant *v, uint32_t tier);
    /* OPTIONAL, for all tiers. As `parents_inside` for some places of a row, told by their columns in ascending order.
     * Buys: what they have in common is found once. */
    void (*parents_of_row)(const zm_variant *v, uint32_t tier, uint64_t row, const uint32_t *columns, unsigned count,
                           zm_visit_index *visit, void *arg);

    /* ---- OPTIONAL: tiers of the two kinds above. Buys: threads own rows ---- */
    /* Is it such a tier? If not, nothing below is asked about it but `lead`. No state of it has ended but for want of
     * moves. */
    bool (*has)(const zm_variant *v, uint32_t tier);
    bool (*turned)(const zm_variant *v, uint32_t tier);
    /* Is every column of the row a state's? */
    bool (*whole)(const zm_variant *v, uint32_t tier, uint32_t row);
    /* The moves of all states of a row, with the row's side to move or the columns'. Writes for each column how many
     * stay in the tier (255: as many or more) and visits where the others lead; those of a turned tier only where the
     * row's side moves. Of columns that are no states' it may say anything. Returns how many were visited. */
    uint64_t (*look)(const zm_variant *v, uint32_t tier, uint32_t row, bool row_moves, uint8_t *staying,
                     zm_visit_leaving *visit, void *arg);
    /* The states in these columns of a row, with the row's side to move: the columns of all that lead to them, in the
     * same row with the columns' side to move, once for each such move. Doubtful as of `parents_inside`. Returns how
     * many. */
    uint64_t (*beside)(const zm_variant *v, uint32_t tier, uint32_t row, const uint32_t *columns, unsigned count,
                       zm_visit_column *visit, void *arg);
    /* Of a paired tier. The states in these columns, with the columns' side to move: all that lead to them, in rows
     * with the row's side to move, but only in those whose number leaves the remainder `part` when divided by
     * `parts`. */
    uint64_t (*apart)(const zm_variant *v, uint32_t tier, uint32_t row, const uint32_t *columns, unsigned count,
                      uint32_t part, uint32_t parts, zm_visit_cell *visit, void *arg);
    /* Of a turned tier. The place of a state that is numbered the other way round: the row's side waits. */
    zm_cell_at (*turn)(const zm_variant *v, uint32_t tier, uint32_t row, uint32_t column);
    /* OPTIONAL, for all tiers, also for those that are not such: their columns are numbered as
     * the index is. Where the states in some columns lead, at most ZM_LEAD_COLUMNS, told by their number in
     * `columns`: once for each move, all of which pass the turn. False: not of this row, one by one; it then has
     * visited nothing. Buys: enumeration and first looks that make the moves of many states at once. */
    bool (*lead)(const zm_variant *v, uint32_t tier, uint64_t row, const uint32_t *columns, unsigned count,
                 zm_visit_leaving *visit, void *arg);
} zm_rows;

#ifdef __cplusplus
}
#endif

#endif
