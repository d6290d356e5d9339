/* expression.h: games put together, as a tree. Leaves are games, numbered in the order they are written. */
#ifndef ZM_VALUES_EXPRESSION_H
#define ZM_VALUES_EXPRESSION_H

#include "graph.h"

enum { ZM_MAX_LEAVES = 4096, ZM_NO_NODE = UINT32_MAX };

typedef struct zm_node {
    bool leaf;
    zm_compound how;
    uint32_t child, next; /* first child, next sibling */
    uint32_t children;
    uint32_t first, leaves; /* its leaves: they lie side by side */
    uint32_t begin, end;    /* its text */
    bool extra_turns;       /* in a game of it a move may leave the turn where it is */
} zm_node;

typedef struct zm_leaf {
    uint32_t game; /* of the values' games */
    zm_pos given;  /* where it starts, as it was written */
    zm_pos start;  /* the same as a state */
} zm_leaf;

struct zm_product; /* product.h */

struct zm_expression {
    struct zm_values *values;
    char *text;
    zm_node *node; /* the first is the root */
    zm_leaf *leaf;
    uint32_t nodes, leaves;
    uint64_t node_room, leaf_room;
    struct zm_product **product;  /* by node: searched already */
    zm_answer (*known)[ZM_KINDS]; /* by node, at the start; searched is UINT64_MAX while it is not known */
};

typedef struct zm_known_game { /* one variant */
    zm_variant *variant;
    uint64_t hash;          /* of its text */
    zm_graph whole, pieces; /* what was found out, either way */
} zm_known_game;

struct zm_values {
    zm_context *context;
    uint64_t limit;
    zm_option_room walking, here, there; /* for graphs; for looking at a position, and at one after it */
    zm_known_game **game;
    uint32_t games;
    uint64_t game_room;
};

/* The game with these settings, one for all that are the same. */
zm_status zm_values_game(struct zm_values *s, const zm_game *g, size_t count, const char *const *settings,
                         uint32_t *out);

#endif
