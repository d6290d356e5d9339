/* kernels.h: the inner loops of the solvers, compiled once per built-in game and once for plugins.
 *
 * A kernel is a plain loop over a range of places, on one thread; drivers (dense.c, hash.c) cut the ranges and own the
 * threads. The file that includes this one defines KERNEL_RULES, a pointer to zm_rules: the address of a constant in
 * the copies made for built-in games, v->game->rules in the copy for plugins (see expand.h). */
#ifndef ZM_KERNEL_KERNELS_H
#define ZM_KERNEL_KERNELS_H

#include "base/meter.h"
#include "census.h"
#include "find.h"
#include "game/builtin.h"
#include "game/warp.h"
#include "hunt_cyclic.h"
#include "hunt_distances.h"
#include "index_list.h"
#include "tally.h"

#include "counting_runner.h"
#include "dense_runner.h"
#include "search.h"
#include "search_runner.h"

#include <zermelo/hunt.h>
#include <zermelo/rows.h>
#include <zermelo/table.h>

#include <string.h>

/* Numbers of games, exact to 128 bits; `over` when that does not suffice. */
typedef unsigned __int128 zm_wide;
typedef struct zm_ends {
    zm_wide lone, many; /* games that the lone piece wins, that the many win */
    bool over;
} zm_ends;

/* What kernels see of a dense solve. In a hunt, values and reached are by placement: see hunt_acyclic.inc. */
typedef struct zm_dense {
    const zm_variant *variant;
    zm_value **values;              /* by tier; NULL where it is not in memory */
    uint64_t **reached;             /* by tier, a bit a place; NULL: every place is a state */
    unsigned stride;                /* of a hunt: values a placement, a multiple of 16 */
    unsigned squares;               /* of a hunt */
    uint64_t near[ZM_HUNT_SQUARES]; /* of a hunt: where the lone piece can step to from each square */
    zm_wide **paths;                /* of a hunt whose games are counted, by tier, a row of `squares` a placement */
    zm_meter *meter;                /* of the tier whose states are being found; NULL: none */
} zm_dense;

/* While states are found: a move leads to this place, and unrank finds a state there that has another one. The list
 * gets the error (solve/core/states.c). */
void zm_states_misplaced(zm_index_list *stack, const zm_variant *v, zm_place at, zm_pos p);

static inline void zm_tally_state(zm_tally *t, zm_pos p, unsigned turn, zm_value value)
{
    zm_summary *s = &t->summary;
    s->states++;
    if (value == ZM_DRAWN) {
        s->drawn++;
        return;
    }
    s->won_by[(zm_is_win(value) ? turn : 1 - turn) &
              1]++; /* a wrong `turn` writes nowhere else; build and verify name it */
    zm_tally_farthest(s, p, zm_remoteness(value));
}

/* What is decided in a tier, level by level (level = remoteness). See solve/backward/levels.c. */
typedef struct zm_level_work {
    const zm_dense *dense;
    uint32_t tier;
    unsigned level;         /* states are being decided with this remoteness */
    zm_index_list *decided; /* by this thread, at this level */
    uint64_t visits;
} zm_level_work;

/* A tier whose moves are counted down, level by level. See solve/backward/counting.c. */
enum { ZM_LEVEL_BLOCK = 4096, ZM_LEVEL_BITS = 256, ZM_LEVEL_WORDS = ZM_LEVEL_BITS / 64 };
typedef struct zm_counting {
    const zm_dense *dense;
    uint32_t tier;
    uint64_t size;
    uint8_t *left; /* by place: moves that may still not lose; ZM_DOUBTFUL: look again */
    uint64_t *
        levels; /* by block of places, ZM_LEVEL_WORDS each: remotenesses that occur there, the last bit for all farther */
    unsigned level;    /* what has this remoteness tells its parents */
    zm_move *moves;    /* room for those of a state, while a kernel runs */
    uint64_t visits;   /* of this thread, as the next one */
    unsigned farthest; /* remoteness that was found */
} zm_counting;

/* A tier whose moves are counted down row by row. See rows.c. */
enum { ZM_ROW_SEGMENT = 1024 };
enum { ZM_HINT = 0x4000 }; /* values from here to the draw are hints, no values: see rows.inc */
typedef struct zm_row_work {
    const zm_dense *dense;
    uint32_t tier, rows, width;
    bool turned;
    uint8_t *left;     /* by place: moves that may still not lose */
    uint32_t segments; /* of a row, for the next two */
    uint64_t level_words;
    uint64_t *levels; /* by level, level_words each: a bit a segment, has it places with that remoteness? */
    uint8_t *told;    /* by segment: somebody was told something */
    unsigned level;   /* what has this remoteness tells its parents */
    uint64_t kinds[2][ZM_LEVEL_WORDS]; /* levels at which states are lost, won */
    unsigned farthest;
    zm_value hinted; /* the farthest loss by a move out of the tier */
    /* ---- of this thread ---- */
    uint32_t part, parts; /* it owns the rows whose number leaves this remainder */
    uint16_t *best;       /* by column, for the first look, as the next one */
    uint8_t *staying;
    uint32_t *columns;
    uint32_t *news; /* for others, or for later */
    uint64_t news_count;
    zm_move *moves; /* room for those of a state */
    uint64_t visits;
} zm_row_work;

/* A state of the tier that is to be looked at again at a later level; `wins`: it is won then, unless it is sooner. What
 * is kept is index << 1 | wins. */
typedef void zm_later(void *arg, uint64_t index, unsigned level, bool wins);

struct zm_kernels {
    /* The successors of a state; stays[i] when the turn does not pass. For open states; else how it stands. */
    zm_end (*expand)(const zm_variant *v, zm_pos p, zm_pos *next, uint8_t *stays, unsigned *count);

    /* Marks what the states in words [from, to) of `seeds` lead to. States of the same tier that are new are followed
     * at once, through `stack`; without one (NULL) they are only marked. Where that is asked to stop, some are not.
     * Safe on several threads. */
    void (*reach)(const zm_dense *d, uint32_t tier, const uint64_t *seeds, uint64_t from, uint64_t to,
                  zm_index_list *stack);

    /* The same for games with rows that `lead`: what the states in `todo` of rows [from, to) lead to. They are taken
     * out of it, and new ones of the same tier put in, in any row. Returns how many. Safe on several threads. */
    uint64_t (*reach_rows)(const zm_dense *d, uint32_t tier, uint64_t *todo, uint64_t from, uint64_t to);

    /* Marks all states in the words [from, to), where they all count (`all_states`). */
    void (*mark_all)(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to);

    /* How many of the states in `words` words of `bits` are not over. */
    uint64_t (*open)(const zm_dense *d, uint32_t tier, const uint64_t *bits, uint64_t words);

    /* The value of each state in [from, to) from its successors, in ascending order; all of them must be decided. */
    void (*sweep)(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t);

    /* One tier with ZM_DESCENDS, alone in its game, with parents: only states without a lost successor are expanded.
     * Ranges come in ascending order. */
    void (*push)(const zm_dense *d, uint64_t from, uint64_t to, zm_tally *t);

    /* Retrograde: decide the states in [from, to) that have ended (level 0). */
    void (*ends)(zm_level_work *w, uint64_t from, uint64_t to);
    /* For the decided states [from, to) of another tier: the parents they have in w->tier, each to `later`. */
    void (*inherit)(zm_level_work *w, uint32_t child, uint64_t from, uint64_t to, zm_later *later, void *arg);
    /* Decide at w->level what can be: the parents of `fresh` (decided at the level before), or `again` themselves (as
     * zm_later has kept them). */
    void (*parents)(zm_level_work *w, const uint64_t *fresh, uint64_t count);
    void (*again)(zm_level_work *w, const uint64_t *again, uint64_t count);

    /* Retrograde by counting: the first look at the places [from, to); then the parents of what has w->level in a
     * block. */
    void (*count_moves)(zm_counting *w, uint64_t from, uint64_t to);
    void (*count_down)(zm_counting *w, uint64_t block);

    /* The same by rows: the first look at a row; what has w->level in it, told to parents in the row, or kept as news;
     * and news, told to the parents this thread owns, or of a turned tier to all. */
    void (*rows_look)(zm_row_work *w, uint32_t row);
    void (*rows_tell)(zm_row_work *w, uint32_t row);
    void (*rows_hear)(zm_row_work *w, const uint32_t *news, uint64_t count);
    void (*rows_conclude)(zm_row_work *w, uint32_t row); /* what news told a row comes to; not of a turned tier */

    /* Successor edges of a tier, for the forward method: see graph.h. Returns the number of edges inside the tier. */
    unsigned (*edges)(const zm_dense *d, uint32_t tier, uint64_t index, zm_value *outside, uint64_t *inside,
                      bool *ended);

    /* Adds the states with a value in [from, to) to the tally; what is reached and undecided becomes drawn first. */
    void (*tally)(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t);

    /* A hunt, by placements: as reach, as sweep; and as reach with the number of ways to get to each state, which the
     * moves hand on (d->paths); what ends there is added up. On one thread. */
    void (*hunt_reach)(const zm_dense *d, uint32_t tier, const uint64_t *seeds, uint64_t from, uint64_t to,
                       zm_index_list *stack);
    void (*hunt_sweep)(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t);
    void (*hunt_paths)(const zm_dense *d, uint32_t tier, uint64_t placements, zm_ends *ends);

    /* A hunt with cycles (hunt_cyclic.h), a tier at a time on one thread: which states play reaches (w->visited); who
     * wins where (w->place, w->lone); then how far, when there is room for it; and V of a tier of which A and B are
     * known. */
    void (*cyclic_reach)(const zm_cyclic *c, zm_cyclic_work *w);
    void (*cyclic_words)(const zm_cyclic *c, zm_cyclic_work *w);
    void (*cyclic_values)(const zm_cyclic *c, zm_cyclic_work *w);
    void (*cyclic_landings)(const zm_cyclic *c, zm_cyclic_work *w);
    void (*cyclic_landing_values)(const zm_cyclic *c, zm_cyclic_work *w);

    /* States of a hunt by distance from the start (hunt_distances.h): the placements [from, to) of a group. Returns how
     * many states are new. Safe on several threads. */
    uint64_t (*hunt_ply)(const zm_hunt_distances *d, bool lone, uint32_t group, uint64_t from, uint64_t to);

    /* Counts the states of a tier (census.h) among `count` places from `from` on, or `rows` rows of a hunt's tier.
     * Returns how many places were counted: fewer where a state is no position of the game. */
    uint64_t (*census)(const zm_variant *v, uint32_t tier, uint64_t from, const zm_value *values, uint64_t count,
                       zm_census *s);
    void (*hunt_census)(const zm_hunt_census *k, uint32_t tier, uint64_t from, const zm_value *values, uint64_t rows,
                        zm_census *s);

    /* A search (kernel/search.h): the node of a position and its mixed key, false when the score is certain; then
     * whether a node is worth more than `over`. */
    bool (*seek_begin)(const zm_seeker *k, zm_pos p, zm_seek_node *out, uint64_t *mixed, int *score);
    int (*seek)(zm_seeker *k, const zm_seek_node *n, uint64_t mixed, int over);
    const zm_counting_runner
        *counting_runner;                /* retrograde by counting, as a GPU does it (counting_gpu.h), on the CPU */
    const zm_dense_runner *dense_runner; /* dense tiers gone through, as a GPU does it (dense_gpu.h), on the CPU */
    const zm_search_runner *
        search_runner; /* many at once, as a GPU does it (kernel/search_gpu.h), on the CPU; for games with a zm_search */
};

const zm_kernels *zm_kernels_for(const zm_variant *v); /* the game's own, or the ones for plugins */

#endif
