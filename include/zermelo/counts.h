/* counts.h: the counts facet: numbers of positions without looking at them one by one. */
#ifndef ZERMELO_COUNTS_H
#define ZERMELO_COUNTS_H

#include <zermelo/game.h>
#include <zermelo/looks.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_COUNTS_VERSION 1u
#define ZM_COUNTS(...) (&(const zm_counts){.version = ZM_COUNTS_VERSION, __VA_ARGS__})

enum { ZM_MAX_OPERATIONS = 64 /* that map a board onto itself */, ZM_MAX_KINDS = 4 /* of pieces to place */ };

struct zm_layer; /* layers.h: how many states there are after each number of plies */

typedef struct zm_counts {
    unsigned version;
    /* OPTIONAL. The operations that map the board onto itself, the identity first: where each point goes, points
     * numbered from 0 as the game likes. Returns how many points there are; 0: there is no operation with this number.
     * Pieces stay what they are. Buys: `stats --burnside`. */
    unsigned (*symmetry)(const zm_variant *v, unsigned operation, uint8_t image[ZM_MAX_CELLS]);
    /* OPTIONAL. How many states there are after 0, 1, ... `most` plies, fewer when play ends before. `each` is told of
     * one layer after the other. It allocates and reports as `tabulate` does. Buys: `stats --plies` far beyond what can
     * be walked. */
    zm_status (*count_layers)(zm_context *c, const zm_variant *v, unsigned most,
                              void (*each)(void *arg, const struct zm_layer *layer), void *arg);
} zm_counts;

#ifdef __cplusplus
}
#endif

#endif
