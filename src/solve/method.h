/* method.h: a method as a small table of functions, and what the driver (driver.c) does for it.
 *
 * A solve goes like this; what is in brackets is the method's, the rest the driver's:
 *
 *     [open] -> announce -> [prepare] -> open the table -> [find_states] -> for each tier, children first:
 *         on disk already, and still needed: [restore]
 *         else: [solve_tier] or, many tiers together, [solve_group] -> publish, which asks the [source] for the values
 *         published, and needed no more: [drop]
 *     -> [finish] -> finish the table -> [close]
 *
 * To add a method: write such a table, and name it in the list of all methods (engine/solvers.c). A game that brings
 * its own names it in its `solvers`. Which method `auto` takes is decided by `suits`. */
#ifndef ZM_SOLVE_METHOD_H
#define ZM_SOLVE_METHOD_H

#include "announce.h"
#include "device_work.h"
#include "kernel/tally.h"
#include "publish.h"
#include "solve/core/tiers.h"

#include <zermelo/solve.h>
#include <zermelo/variant.h>

/* What `open` tells the driver. */
typedef struct zm_plan {
    uint32_t tiers;
    const uint64_t *tier_size; /* places of each tier; must stay until `close` */
    uint64_t places, largest;  /* of all tiers; of the largest */
    zm_demand demand;
    const char *phase;     /* what progress calls the solving; NULL, with `late`: the method begins phases itself */
    uint64_t work;         /* progress units of that phase; 0: the places */
    const zm_tiers *graph; /* which tiers need which; NULL: the method keeps and drops values itself */
    bool one_by_one;       /* solve_tier uses all threads itself; else small tiers are solved side by side */
    uint32_t groups;       /* with solve_group: how often it is called */
    zm_publish_way way;    /* how values get to the table */
    zm_table_kind table;   /* what kind of table it is */
    bool counts_twice;     /* progress counts a tier when it is solved, and before that when its moves are made (dice),
                              or after it when it is published */
    bool restores_all;     /* every tier on disk is restored, needed by later ones or not; unless all are there */
    bool no_resume;        /* what an interrupted solve has left is of no use: start over */
    bool late;          /* tiers and sizes are known after find_states only; the table is opened when all is solved */
    bool unpublished;   /* with `late`: this round's values are not for the table */
    bool counts_itself; /* out->summary is the method's, not the sum of the tiers */
} zm_plan;

/* One solve. The driver's; methods read it, and set `state` and `plan` in `open` and the tallies of their tiers. */
typedef struct zm_driver {
    zm_context *context;
    const zm_variant *variant;
    const zm_solve_options *options;
    const struct zm_solver *solver;
    zm_solved *out;
    zm_device_work work;  /* what a device did */
    bool need_only;       /* it ends when it is known what it needs: ZM_INTERRUPTED */
    zm_pos from;          /* where play begins: the start state, but for zm_solve_position */
    uint64_t most_states; /* with a hash: more are refused; 0: as many as fit */
    void *state;          /* the method's own */
    zm_plan plan;
    zm_publisher *publisher; /* NULL: nothing is stored */
    uint32_t done;           /* tiers that were on disk when this solve began: 0 .. done-1 */
    char states_file[4096];  /* which states there are, beside the table, for a solve that resumes; "": no table */
    zm_tally *tally;         /* of each tier */
    bool all_threads;        /* the tier at hand is large: solve_tier may use them all */
    zm_place start;          /* place of the start; with an index only */
    zm_value start_value;    /* set by the driver when its tier is there, or by a method that has none of its tiers */
    zm_odds start_odds;
    struct zm_lifetimes *lifetimes; /* the driver's own: what is solved, who needs what (lifetime.h) */
} zm_driver;

/* How well a method suits a variant that it can solve, the best last: what `suits` returns. */
enum {
    ZM_SUITS_ANY = 1,  /* hash and iterate: they solve every game */
    ZM_SUITS_ACYCLIC,  /* sweep */
    ZM_SUITS_CYCLES,   /* forward */
    ZM_SUITS_BACKWARD, /* work that grows with what is decided */
    ZM_SUITS_OWN,      /* what a game brings itself */
    ZM_SUITS_KIND,     /* hunts and races: many states at once */
};

typedef struct zm_solver {
    zm_method method;
    unsigned engines; /* bits, 1 << zm_engine: where it runs */
    bool dice;        /* it solves games with dice, and only those */
    bool index;       /* it needs a dense index */
    bool rounds;      /* it can store probabilities of fewer bits */
    /* OPTIONAL. What it solves, in the plural: for the line about an engine that cannot solve a game. */
    const char *solves;

    /* Can it solve this variant so? If not, `refuse` says why in one line (ZM_BAD_INPUT); it is only asked then. NULL:
     * it can solve all, or the reason is its engine. */
    bool (*can)(const zm_variant *v, const zm_solve_options *o);
    zm_status (*refuse)(zm_context *c, const zm_variant *v, const zm_solve_options *o);
    /* OPTIONAL. How well it suits a variant that it can solve; `auto` takes the largest number. NULL or 0: never. */
    unsigned (*suits)(const zm_context *c, const zm_variant *v, const zm_solve_options *o);

    zm_status (*open)(zm_driver *d); /* fills d->plan; takes no large memory yet */
    void (*close)(zm_driver *d);     /* always called, also after an `open` that failed */
    /* OPTIONAL. Says what a device needs, and refuses when it has less; before the same for the host. With `late`: says
     * what a state will take. */
    zm_status (*announce)(zm_driver *d);
    zm_status (*prepare)(zm_driver *d);     /* OPTIONAL. Takes what was announced. */
    zm_status (*find_states)(zm_driver *d); /* OPTIONAL. */
    /* A tier whose children are solved, into d->tally[tier]. On several threads at once unless the plan says else. */
    zm_status (*solve_tier)(zm_driver *d, uint32_t tier);
    /* Instead of solve_tier: the next group of tiers. For each it calls zm_driver_solved. */
    zm_status (*solve_group)(zm_driver *d, uint32_t group);
    /* OPTIONAL. Takes a tier that is on disk back (zm_publish_read). */
    zm_status (*restore)(zm_driver *d, uint32_t tier);
    void (*drop)(zm_driver *d, uint32_t tier); /* OPTIONAL. Nobody needs the tier's values any more. */
    /* OPTIONAL. `user` is solved: it needed the child for the last time. Before `drop`, under the driver's lock. */
    void (*used)(zm_driver *d, uint32_t user, uint32_t child);
    void (*published)(zm_driver *d, uint32_t tier); /* OPTIONAL. It is encoded for the table. Under the same lock. */
    zm_values_source source;                        /* the values of a solved tier, in the order of the table */
    zm_status (*finish)(zm_driver *d);              /* OPTIONAL. All tiers are published: last checks and notes. */
    /* OPTIONAL, with `late`. The table is stored. True: there is more to solve, for another table in the place of this
     * one (a book that goes beyond its edge). solve_tier is called again. */
    bool (*goes_on)(zm_driver *d);
} zm_solver;

/* All methods, engines' included, NULL at the end: engine/solvers.c. */
extern const zm_solver *const zm_solvers[];

/* Does a game bring this method itself? */
bool zm_has_method(const zm_game *g, zm_method m);

/* Runs a solve from beginning to end. `d` has context, variant, options, solver, out and from. */
zm_status zm_drive(zm_driver *d);

/* ---- for methods ---- */
/* What a plan says of dense tiers: sizes, who needs which, what progress and the disk get. */
void zm_plan_tiers(zm_driver *d, const zm_tiers *t);
/* A tier of a group is solved, its tally is set and its values can be had: publishes it. On one thread. */
zm_status zm_driver_solved(zm_driver *d, uint32_t tier);
/* The same for a tier that the method has encoded itself (zm_publish_begin_encoding). On any thread. */
zm_status zm_driver_encoded(zm_driver *d, uint32_t tier);
/* How far the tier at hand may be from the end, where values alone do not show that one is too far to be stored. */
zm_status zm_driver_check_farthest(const zm_driver *d, uint32_t tier);

#endif
