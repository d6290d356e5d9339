/* solve.h: from rules to a table. */
#ifndef ZERMELO_SOLVE_H
#define ZERMELO_SOLVE_H

#include <zermelo/table.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum zm_method {
    ZM_METHOD_AUTO = 0,
    ZM_METHOD_HASH,     /* any game: reachable states through a hash, their graph solved backward */
    ZM_METHOD_SWEEP,    /* dense tiers without cycles: each state from its successors */
    ZM_METHOD_BACKWARD, /* dense tiers with `parents`, cycles or not: from what is decided to its parents */
    ZM_METHOD_FORWARD,  /* dense tiers without `parents`: the tier's graph of moves, then as hash does */
    ZM_METHOD_HUNT,     /* a lone piece against many: word by word */
    ZM_METHOD_ITERATE,  /* dice, any game: bounds on every probability, narrowed again and again */
    ZM_METHOD_RACE,     /* dice, two sides that run: the same for many states at once */
    ZM_METHOD_PAIR,     /* two hunters against many: set by set; a method of its game's own */
    ZM_METHOD_SEARCH,   /* a book: the first plies as hash does, what lies at its edge by searching */
} zm_method;

const char *zm_method_name(zm_method m);
bool zm_method_parse(const char *name, zm_method *m);

#define ZM_PRECISION 1e-6     /* what people are content with */
enum { ZM_BEYOND_FROM = 20 }; /* plies */

typedef enum zm_engine {
    ZM_ENGINE_CPU = 0,
    ZM_ENGINE_CUDA, /* an NVIDIA GPU: races, books, hunts with cycles, and dense tiers without cycles, or whose moves are counted down */
    ZM_ENGINE_CUDA_HOST, /* its kernels, on the CPU: slow, to test them where there is no GPU */
} zm_engine;

const char *zm_engine_name(zm_engine e);
bool zm_engine_parse(const char *name, zm_engine *e);

/* zm_table_verify where an engine runs: every state, the same checks, the same verdicts. A GPU verifies dense tables of
 * games that it can solve, those with cycles whose moves are counted down; of others ZM_BAD_INPUT. */
zm_status zm_table_verify_on(zm_context *c, const zm_table *t, zm_engine e, zm_verified *out);

typedef struct zm_sweep_report { /* with dice: a sweep over a tier is done */
    uint32_t tier;
    uint64_t sweep, states; /* from 1, of this tier; states of it */
    double widest;          /* of its intervals; of one vector, how much a state has changed at most */
    uint64_t moved;         /* states that changed by more than the precision; a device does not count them: 0 */
} zm_sweep_report;
typedef void zm_sweep_fn(void *arg, const zm_sweep_report *r);

typedef struct zm_solve_options {
    size_t size; /* ZM_OPTIONS */
    zm_method method;
    zm_engine engine;
    const char *tables; /* folder; NULL: solve in memory only, nothing is written */
    bool again;         /* solve even if a finished table is there */
    double precision;   /* with dice: how wide an interval may be at most; 0: as narrow as they get */
    /* With dice: one number a state instead of two bounds, until none changes by more than the precision. Faster and
     * half the memory, but nothing is proved: summary.certified is false, and lower is upper. */
    bool one_vector;
    /* Of a race, what is stored is rounded outward to so many bits, 1 to 31; 0: stored as it is found. Intervals hold,
     * and are wider by two units of the last bit at most; the table is smaller, and single values are read from where
     * they lie. What an interrupted solve has left is not gone on with. A table of more bits that is there does; one of
     * fewer is made again. */
    unsigned bits;
    const struct zm_curve *warm; /* where it begins (zermelo/lead.h); NULL: all are even */
    zm_sweep_fn *sweep;          /* told of every sweep, on the thread that solves; NULL: nobody is */
    void *sweep_arg;
    unsigned book_plies; /* a book of so many plies instead of a table of all states; 0: all */
    /* And of so many plies beyond them the states that are far from decided: drawn, or decided in beyond_from plies or
     * more (0: ZM_BEYOND_FROM). Those take a search longest. What comes from a state of these plies that is not far
     * from decided is left out. */
    unsigned book_beyond, beyond_from;
    bool wdl;             /* only who wins, not how far: a smaller table, and a faster hunt with cycles */
    bool count_games;     /* of a hunt: also how many games can be played (zm_count_games does it for any game) */
    uint64_t part_states; /* states a file of the table holds at most, larger tiers apart; 0: the default */
} zm_solve_options;

typedef struct zm_solved {
    zm_summary summary;
    zm_method method;
    uint32_t tiers;
    uint64_t places; /* of the index; states plus waste */
    uint64_t announced_bytes;
    uint64_t peak_bytes;
    uint64_t table_bytes;
    unsigned bits;                     /* with dice: that what is stored is rounded to; 0: it is not */
    unsigned book_plies;               /* it is a book of so many plies; 0: a table of all states */
    unsigned book_beyond, beyond_from; /* and has states of so many plies beyond, that are so far from decided */
    uint64_t visits;  /* states evaluated plus successors or parents looked at, where the method counts them */
    uint64_t sweeps;  /* with dice: times that a tier's states were all looked at, all tiers together */
    uint64_t updates; /* and states that were */
    double seconds;
    char games[48]; /* from the start, decimal; "" when not asked for, or more than 128 bits */
    char games_won_by[2][48];
    bool was_there;   /* the table was finished already */
    uint32_t resumed; /* tiers taken over from an interrupted solve */
} zm_solved;

zm_status zm_solve(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out);
/* What it announces before it begins: method, tiers, places and announced_bytes; nothing is solved or written.
 * ZM_NO_MEMORY, ZM_IO: it would be refused. What grows while it is solved, through a hash or as a book, announces
 * nothing. */
zm_status zm_solve_need(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out);

/* Tables in a folder of their own that is gone when they are closed: of the whole variant, and of what can be reached
 * from one position, through a hash, at most max_states (0: as memory allows). ZM_NO_MEMORY: it is larger.
 * zermelo/value_source.h says when which is worth it. */
zm_status zm_solve_variant(zm_context *c, const zm_variant *v, zm_table **out);
zm_status zm_solve_position(zm_context *c, const zm_variant *v, zm_pos from, uint64_t max_states, zm_table **out);

/* ---- enumeration: the states play reaches, by distance from the start ---- */
typedef struct zm_plies {
    uint64_t states; /* reached */
    uint32_t plies;  /* distances that occur: 0 .. plies-1 */
    uint64_t *count; /* states at each; free with zm_plies_free */
} zm_plies;
zm_status zm_enumerate(zm_context *c, const zm_variant *v, zm_plies *out);
/* The same, and every state is visited, from several threads at once (omp_get_thread_num says which). */
typedef void zm_ply_visit(void *arg, uint32_t ply, zm_pos state);
zm_status zm_enumerate_each(zm_context *c, const zm_variant *v, zm_ply_visit *visit, void *arg, zm_plies *out);
/* The same without the game's symmetries: positions instead of states. Through a hash. */
zm_status zm_enumerate_positions(zm_context *c, const zm_variant *v, zm_plies *out);
void zm_plies_free(zm_context *c, zm_plies *p);

/* ---- counting games: exact, of any size (decimal text) ---- */
typedef struct zm_tree {
    uint32_t plies;
    char **nodes, **leaves;                      /* by ply, decimal */
    char *all_nodes, *games, *won_by[2], *drawn; /* games = leaves; how they end */
    double share[2];                             /* of the games that each player wins */
} zm_tree;
/* The game tree below `from`; fails with a message for games in which positions can come back. */
zm_status zm_count_games(zm_context *c, const zm_variant *v, zm_pos from, zm_tree *out);
void zm_tree_free(zm_tree *t);

#ifdef __cplusplus
}
#endif

#endif
