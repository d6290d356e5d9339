/* search.h: the value of a position without a table of all of them, for games in which nothing comes back.
 *
 * An alpha-beta search that asks one question after the other, each with an empty window: is it worth more than this?
 * What it has found out of a state it remembers in a table of fixed size. The value is exact, with its distance,
 * whatever is remembered and on however many threads.
 *
 * Any game can be searched whose tiers have no cycles (game.h, `inside`) and whose places fit 64 bits. One that gives a
 * zm_search does better: it says which moves to look at, in which order, and what is certain without looking. */
#ifndef ZERMELO_SEARCH_H
#define ZERMELO_SEARCH_H

#include <zermelo/table.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Scores are for the side to move: a win in r plies is ZM_SCORE_WIN - r, a loss in r plies r - ZM_SCORE_WIN, a draw
 * 0. */
enum { ZM_SCORE_WIN = 127, ZM_SEARCH_KIDS = 64, ZM_SEARCH_NOISE = 32 };

typedef struct zm_seek_node { /* a position as the search has it; only the game knows what is in it */
    uint64_t word[4];
} zm_seek_node;

typedef struct zm_kid {
    zm_seek_node node;
    int order; /* larger is looked at sooner; equals as they come. Other threads add up to ZM_SEARCH_NOISE at random */
} zm_kid;

#define ZM_SEARCH_VERSION 1u
#define ZM_SEARCH(...) (&(const zm_search){.version = ZM_SEARCH_VERSION, __VA_ARGS__})

typedef struct zm_search {
    unsigned version;
    /* REQUIRED. A node from an open position; false: its *score is certain. */
    bool (*begin)(const zm_variant *v, zm_pos p, zm_seek_node *out, int *score);
    /* REQUIRED. A number for the state, the same for equals, of so many bits (at most 64). */
    uint64_t (*key)(const zm_variant *v, const zm_seek_node *n);
    unsigned (*key_bits)(const zm_variant *v);
    /* REQUIRED. How many plies can be left at most. */
    unsigned (*left)(const zm_variant *v, const zm_seek_node *n);
    /* OPTIONAL, but for a GPU. Narrows what the score can be, at little cost. `over`: the question is whether it is
     * more than this. */
    void (*bounds)(const zm_variant *v, const zm_seek_node *n, int over, int *lower, int *upper);
    /* REQUIRED. The moves worth looking at, at most ZM_SEARCH_KIDS; the turn passes with each. Returns how many; 0:
     * *score is certain (and where it is a win, none is better). */
    unsigned (*expand)(const zm_variant *v, const zm_seek_node *n, zm_kid *out, int *score);
    /* OPTIONAL. The position of a node, or one symmetric to it. With it a search stops where a table goes on
     * (zm_search_options.known). */
    zm_pos (*position)(const zm_variant *v, const zm_seek_node *n);
    /* OPTIONAL. Positions with a move to p, at most ZM_SEARCH_KIDS, whether play gets there or not; how many. Where a
     * book has one of them, p is worth no less to its mover than that move leaves him: right beyond the book there is
     * less to search. */
    unsigned (*parents)(const zm_variant *v, zm_pos p, zm_pos *out);
} zm_search;

bool zm_can_search(const zm_variant *v);
/* Is it so near the end that a search, of it and of what follows, takes no time worth speaking of? Only games with a
 * zm_search say yes. */
bool zm_search_is_quick(const zm_variant *v, zm_pos p);
/* Or are it and what its moves lead to in a book? */
zm_status zm_book_is_quick(zm_context *c, const zm_table *book, zm_pos p, bool *quick);

typedef struct zm_searcher zm_searcher; /* for one thread at a time; it uses several */
typedef struct zm_search_options {
    size_t size;      /* ZM_OPTIONS */
    uint64_t bytes;   /* of memory for what it remembers; 0: a fitting size */
    unsigned threads; /* 0: as the context says */
    /* States that need not be searched: of a table, whole or not (zm_table_open_unfinished), with an index and with
     * distances. It must stay open as long as the searcher. NULL: none. */
    const zm_table *known;
    bool tells; /* the phase that the caller has begun (zm_progress_begin) counts the positions looked at */
} zm_search_options;

zm_status zm_searcher_open(zm_context *c, const zm_variant *v, const zm_search_options *o, zm_searcher **out);
void zm_searcher_close(zm_searcher *s);
/* The value of any position of the variant. What was remembered stays for the next. */
zm_status zm_search_value(zm_searcher *s, zm_pos p, zm_value *value);
/* The same of many open positions, side by side. Those that have much in common should be near each other. */
zm_status zm_search_many(zm_searcher *s, const zm_pos *p, uint64_t count, zm_value *values);
void zm_search_forget(zm_searcher *s);          /* as if newly opened */
uint64_t zm_search_nodes(const zm_searcher *s); /* looked at since it was opened */

/* A table without files: what is probed is searched. It can be probed, with distances, by any number of threads, and
 * nothing else. */
zm_status zm_search_table(zm_context *c, const zm_variant *v, const zm_search_options *o, zm_table **out);
/* The same, with what there is in a folder of tables: where a book has the state it is looked up there, and where a
 * solve was interrupted the search goes down to what that has left. It tells how many positions it looks at, where a
 * phase has been begun. */
zm_status zm_search_from_tables(zm_context *c, const zm_variant *v, const char *tables, zm_table **out);

/* Is a book right? Every state before its edge from its moves, and of those at the edge and of each ply beyond it some
 * by searching each of their moves. ZM_CORRUPT: its files are damaged. ZM_WRONG: they are whole but a value, or the set
 * of states, is wrong. */
zm_status zm_book_verify(zm_context *c, const zm_table *book, zm_verified *out);

/* ---- for those who write a zm_search ---- */
/* What a move is worth that leads to `score`, which is the other side's: one ply farther. */
ZM_INLINE int zm_score_before(int score) { return score < 0 ? -score - 1 : score > 0 ? 1 - score : 0; }
ZM_INLINE int zm_score_win_in(unsigned plies) { return ZM_SCORE_WIN - (int)plies; }
ZM_INLINE zm_value zm_score_value(int score)
{
    return score > 0   ? zm_win_in((unsigned)(ZM_SCORE_WIN - score))
           : score < 0 ? zm_loss_in((unsigned)(ZM_SCORE_WIN + score))
                       : (zm_value)ZM_DRAWN;
}
ZM_INLINE int zm_score_loss_in(unsigned plies) { return (int)plies - ZM_SCORE_WIN; }

#ifdef __cplusplus
}
#endif

#endif
