/* diagram.h: sets of words of bits as decision diagrams, so that a set of billions of words may take a few million
 * nodes.
 *
 * A node is a set of words of one length: those that begin with 0 go on in the set `zero`, those that begin with 1 in
 * `one`. Two sets that are equal are one node, wherever they come up. Node 0 is the set without words, node 1 the one
 * of the empty word alone. Every bit of a word is a node on its way, so that how long the words of a set are follows
 * from the node; sets that are put together must have words of one length, at most 64.
 *
 *   1. A node comes after those it leads to: whatever is computed from the ends up is a loop over the array.
 *   2. No two nodes have the same pair of sets, and none has two empty ones.
 *   3. Numbers of sets hold until zm_diagram_keep; pointers to nodes until a node is added.
 *
 * FAILURE    Operations return sets, not statuses. When memory is refused, or the context is stopped, `status` is set and stays; every
 *            set that is returned from then on means nothing. Whoever uses sets looks at `status` before he believes them.
 *
 * COST       8 bytes a node, 4 bytes a place of the table that finds it (up to 3/4 full), 12 bytes a place of the memory of results, of which
 *            there are half as many where the budget allows it, else fewer: 21 bytes for each node there is room for. An operation
 *            takes as long as there are different pairs of nodes that meet, at most the product of the sizes. */
#ifndef ZM_BASE_DIAGRAM_H
#define ZM_BASE_DIAGRAM_H

#include <zermelo/base.h>

typedef uint32_t zm_words; /* a set: the number of its node */

enum { ZM_NO_WORDS = 0, ZM_EMPTY_WORD = 1 };

typedef struct zm_branch {
    zm_words zero, one; /* how words go on that begin so */
} zm_branch;

typedef struct zm_diagram_result { /* a < b: their union; a > b: their intersection; 0 and 0: nothing */
    zm_words a, b, result;
} zm_diagram_result;

typedef struct zm_diagram {
    zm_context *context;
    zm_status status;
    zm_branch *node;
    uint64_t count, most; /* nodes there are, the largest number of them so far */
    uint32_t *slot;       /* number of a node below, bits of its hash above; 0 is empty */
    unsigned bits;        /* the table has 2^bits places, and room for 3/4 as many nodes */
    zm_diagram_result *known;
    unsigned known_bits;
} zm_diagram;

zm_status zm_diagram_open(zm_context *c, zm_diagram *d);
void zm_diagram_close(zm_diagram *d);

/* 0 before the words of `zero`, and 1 before those of `one`. */
zm_words zm_diagram_join(zm_diagram *d, zm_words zero, zm_words one);
zm_words zm_diagram_union(zm_diagram *d, zm_words a, zm_words b);
zm_words zm_diagram_intersection(zm_diagram *d, zm_words a, zm_words b);

/* How the words go on that begin with these bits, the highest first; ZM_NO_WORDS when none does. */
static inline zm_words zm_diagram_after(const zm_diagram *d, zm_words set, uint64_t word, unsigned bits)
{
    while (bits-- > 0 && set)
        set = word >> bits & 1 ? d->node[set].one : d->node[set].zero;
    return set;
}

/* How many words the set has; they must be fewer than 2^64. */
zm_status zm_diagram_count(zm_diagram *d, zm_words set, uint64_t *words);
/* Forgets everything but these sets and what they consist of; they get new numbers. */
zm_status zm_diagram_keep(zm_diagram *d, zm_words *set, unsigned sets);

#endif
