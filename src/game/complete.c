/* complete.c: see complete.h. */
#include "complete.h"

#include "board/derive.h"

/* A facet's copy: the game's own, or an empty one. */
#define COPY(name)                                             \
    do {                                                       \
        if (g->name)                                           \
            out->name = *g->name;                              \
        else                                                   \
            out->name = (__typeof__(out->name)){.version = 0}; \
        out->game.name = &out->name;                           \
    } while (0)

void zm_complete(zm_completed *out, const zm_game *g)
{
    out->game = *g;
    if (!out->game.declared)
        out->game.declared = g;
    COPY(dice);
    COPY(index);
    COPY(backward);
    COPY(rows);
    COPY(sums);
    COPY(looks);
    COPY(sources);
    COPY(counts);
    out->methods = g->methods ? *g->methods : (zm_methods){NULL, NULL};
    out->game.methods = &out->methods;
    if (g->board && !g->declared) {
        zm_board_derive(&out->game, &out->index, &out->counts);
        zm_board_derive_text(&out->game, &out->looks, &out->sources);
    }
}
