/* sums.h: the sums facet, for impartial games: parts of a position, and tables of values. */
#ifndef ZERMELO_SUMS_H
#define ZERMELO_SUMS_H

#include <zermelo/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_SUMS_VERSION 1u
#define ZM_SUMS(...) (&(const zm_sums){.version = ZM_SUMS_VERSION, __VA_ARGS__})

enum { ZM_MAX_PARTS = 64 /* of one position */ };

/* Ways to play several games at once. A player who is to move and cannot has lost. */
typedef enum zm_compound {
    ZM_SUM = 0,   /* in one of them */
    ZM_UNION,     /* in some of them */
    ZM_SELECTIVE, /* in some of them, not all */
    ZM_AND,       /* in all of them: over when one is */
    ZM_ALSO,      /* in all that are not over */
    ZM_WTIA,      /* in one of them, and who ends one wins: the winner takes it all */
} zm_compound;

struct zm_tabulation; /* tabulate.h: the values of all positions at once */

typedef struct zm_sums {
    unsigned version;
    /* OPTIONAL. The positions of the same game that p falls into, played as `compound` says; returns how many, at most
     * ZM_MAX_PARTS: 0 when nothing is left, 1 (p or one like it) when it is one piece. Buys: values of large positions
     * from those of their parts. */
    unsigned (*parts)(const zm_variant *v, zm_pos p, zm_pos *out);
    /* OPTIONAL. How the parts are played in this variant. Default: as a sum, ZM_SUM. */
    zm_compound (*compound)(const zm_variant *v);
    /* OPTIONAL. Positions worth a table, in rows and columns. Buys: `value --table`. */
    void (*grid)(const zm_variant *v, unsigned *rows, unsigned *cols);
    zm_pos (*grid_at)(const zm_variant *v, unsigned row, unsigned col);
    /* OPTIONAL, where the grid is one row. The values seem to repeat with this period from `first` on: up to which
     * column must that be seen to be proved for ever? It is about all values; in a game with `parts` about the one that
     * theirs add up to. Buys: `value --table` says which periods are proved. */
    uint64_t (*proven)(const zm_variant *v, uint64_t first, uint64_t period);
    /* OPTIONAL, where the grid is one row and `parts` are a sum. The Grundy number of a column from those of the columns
     * before it, which must be all that its moves lead to. Buys: rows of ten thousands at once. */
    uint32_t (*grundy_at)(const zm_variant *v, unsigned col, const uint32_t *before);
    /* OPTIONAL. The values of all positions at once, by a way of the game's own; tabulate.h says what is asked. Unlike
     * rules it allocates (from the context), runs threads and reports progress. Buys: `zm_tabulate`. */
    zm_status (*tabulate)(zm_context *c, const zm_variant *v, const char *value, struct zm_tabulation *out);
} zm_sums;

#ifdef __cplusplus
}
#endif

#endif
