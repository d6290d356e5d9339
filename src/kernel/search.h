/* search.h: what the kernel of a search works on. The kernel is search.inc, compiled once per game
 * (kernel/kernels.h). */
#ifndef ZM_KERNEL_SEARCH_H
#define ZM_KERNEL_SEARCH_H

#include "search_memo.h"

#include "game/place.h"

enum { ZM_BUSY_BITS = 10 };     /* places for such nodes */
enum { ZM_SEARCH_PLIES = 120 }; /* plies that can be searched without a zm_search */

typedef struct zm_seeker { /* one thread's view of a search */
    zm_context *context;
    const zm_variant *variant;
    zm_memos memos;
    bool *stop;            /* set by whoever has the answer, or does not want it any more */
    unsigned number;       /* of the thread, from 0: others than the first try moves in another order */
    bool too_long;         /* some end was too many plies away for a score, or there was no room for moves */
    const zm_table *known; /* a search goes no farther than this has states; NULL: to the end */
    zm_status failed;      /* of reading it */
    zm_move *moves;        /* of games without a zm_search: those that are being looked at, level after level */
    size_t used, room;
    /* Where several threads ask the same: nodes that one of them is looking at, by their keys; NULL where one asks. The
     * others take them later, and find them done. With fewer plies left than busy_left it is not worth while. */
    uint64_t *busy;
    unsigned busy_left;
    bool tells;                           /* how many, as progress */
    uint64_t nodes, pause_at, give_up_at; /* looked at; when to call zm_seek_pause, and to stop */
} zm_seeker;

typedef struct zm_search_kernels {
    /* The node of a position and its mixed key; false when the score is certain. */
    bool (*begin)(const zm_seeker *k, zm_pos p, zm_seek_node *out, uint64_t *mixed, int *score);
    /* Is a node worth more than `over`? More than that and a lower bound, or not and an upper bound. */
    int (*seek)(zm_seeker *k, const zm_seek_node *n, uint64_t mixed, int over);
} zm_search_kernels;

void zm_seek_pause(zm_seeker *k);
/* Does k->known have that state? Then its score, and whether it can be trusted is up to k->too_long and k->failed. */
bool zm_seek_known(zm_seeker *k, zm_pos p, int *score);

/* What the other side can get at best before a move, as the least that the mover can get after it. */
ZM_INLINE int zm_least_after(zm_value before)
{
    const unsigned plies = zm_remoteness(before);
    if (zm_is_draw(before) || !plies || plies > ZM_SCORE_WIN)
        return zm_is_draw(before) ? 0 : -ZM_SCORE_WIN;
    return zm_is_win(before) ? zm_score_loss_in(plies - 1) : zm_score_win_in(plies - 1);
}

/* As zm_search_value, of a position that is worth `least` (a score) at least. */
zm_status zm_search_value_from(zm_searcher *s, zm_pos p, int least, zm_value *value);

#endif
