/* search_body.h: the kernel of a search, included once per game by kernels_body.h.
 *
 * seek() answers whether a node is worth more than `over`: what it returns is more than that and a lower bound, or not and an upper
 * bound. Bounds are as good as what was seen (fail-soft), which lets the driver take larger steps. In order of cost: what the
 * game knows, what is remembered of the node, what is remembered of its children, and only then the children themselves. */

/* ---- games that only have rules: a node is a state, its key its place in the index ---- */
ZM_KERNEL uint64_t plain_key(const zm_rules *r, const zm_variant *v, const zm_seek_node *n)
{
    return zm_place_number(r->rank(v, (zm_pos){n->word[0], n->word[1]}));
}

ZM_KERNEL int plain_end(zm_end end) { return end == ZM_WIN ? ZM_SCORE_WIN : end == ZM_LOSS ? -ZM_SCORE_WIN : 0; }

ZM_KERNEL bool seek_begin_at(const zm_rules *r, const zm_variant *v, zm_pos p, zm_seek_node *out, int *score)
{
    if (r->search)
        return r->search->begin(v, p, out, score);
    p = zm_rules_state(r, v, p);
    *out = (zm_seek_node){{p.lo, p.hi, 0, 0}};
    return true;
}

ZM_KERNEL uint64_t seek_key(const zm_rules *r, const zm_variant *v, const zm_seek_node *n)
{
    return r->search ? r->search->key(v, n) : plain_key(r, v, n);
}

/* ---- the children ---- */
typedef struct seek_list {
    unsigned count;
    uint64_t mixed[ZM_SEARCH_KIDS];
    uint8_t sorted[ZM_SEARCH_KIDS]; /* places in kid[], best last */
    zm_kid kid[ZM_SEARCH_KIDS];
} seek_list;

ZM_KERNEL void seek_sort(const zm_seeker *k, seek_list *l)
{
    for (unsigned i = 0; i < l->count; i++) {
        unsigned j = i;
        if (k->number) /* another order, so that the threads do not all do the same */
            l->kid[i].order += (int)((l->mixed[i] >> (k->number & 15)) % ZM_SEARCH_NOISE);
        for (; j && l->kid[l->sorted[j - 1]].order >= l->kid[i].order; j--)
            l->sorted[j] = l->sorted[j - 1];
        l->sorted[j] = (uint8_t)i;
    }
}

static int seek(zm_seeker *k, const zm_seek_node *n, uint64_t mixed, int over);

ZM_KERNEL uint64_t *seek_busy(const zm_seeker *k, uint64_t mixed)
{
    return &k->busy[mixed * 0x9E3779B97F4A7C15u >> (64 - ZM_BUSY_BITS)];
}

/* True: that was enough. */
ZM_KERNEL bool seek_child(zm_seeker *k, const seek_list *l, unsigned at, int over, int *best)
{
    const int worth = zm_score_before(seek(k, &l->kid[at].node, l->mixed[at], zm_seek_below(over)));
    *best = worth > *best ? worth : *best;
    return *best > over || __atomic_load_n(k->stop, __ATOMIC_RELAXED);
}

/* With other threads: what one of them is looking at, and not the first, comes last. */
ZM_KERNEL int seek_shared(zm_seeker *k, const seek_list *l, int over)
{
    uint8_t later[ZM_SEARCH_KIDS];
    unsigned count = 0;
    int best = -ZM_SCORE_WIN;
    for (unsigned i = l->count; i-- > 0;) {
        const unsigned at = l->sorted[i];
        uint64_t *busy = seek_busy(k, l->mixed[at]);
        if (i + 1 < l->count && __atomic_load_n(busy, __ATOMIC_RELAXED) == l->mixed[at]) {
            later[count++] = (uint8_t)at;
            continue;
        }
        __atomic_store_n(busy, l->mixed[at], __ATOMIC_RELAXED);
        const bool enough = seek_child(k, l, at, over, &best);
        __atomic_store_n(busy, 0, __ATOMIC_RELAXED);
        if (enough)
            return best;
    }
    for (unsigned i = 0; i < count && !seek_child(k, l, later[i], over, &best); i++) {
    }
    return best;
}

/* The children one by one, until one says yes. */
ZM_KERNEL int seek_children(zm_seeker *k, const seek_list *l, unsigned left, int over)
{
    int best = -ZM_SCORE_WIN;
    if (k->busy && left > k->busy_left)
        return seek_shared(k, l, over);
    for (unsigned i = l->count; i-- > 0 && !seek_child(k, l, l->sorted[i], over, &best);) {
    }
    return best;
}

ZM_KERNEL int seek_by_search(zm_seeker *k, const zm_search *s, const zm_seek_node *n, uint64_t mixed, int over)
{
    const zm_variant *v = k->variant;
    const unsigned left = s->left(v, n);
    const bool remember = left > ZM_MEMO_LEFT;
    int lower = -ZM_SCORE_WIN, upper = ZM_SCORE_WIN, score = 0;
    if (s->bounds)
        s->bounds(v, n, over, &lower, &upper);
    if (lower > over)
        return lower;
    if (upper <= over)
        return upper;
    const uint64_t known = remember ? zm_memo_find(&k->memos, mixed) : 0;
    if (known) {
        lower = zm_memo_lower(known) > lower ? zm_memo_lower(known) : lower;
        upper = zm_memo_upper(known) < upper ? zm_memo_upper(known) : upper;
        if (lower > over)
            return lower;
        if (upper <= over)
            return upper;
    }
    const uint64_t before = k->nodes;
    seek_list l;
    l.count = s->expand(v, n, l.kid, &score);
    if (!l.count)
        return score;
    for (unsigned i = 0; i < l.count; i++) {
        l.mixed[i] = left > ZM_MEMO_LEFT + 1 ? zm_mix_key(&k->memos, s->key(v, &l.kid[i].node))
                                             : 0; /* else they ask no memory */
        __builtin_prefetch(zm_memo_at(&k->memos, l.mixed[i]));
    }
    seek_sort(k, &l);
    if (left > ZM_MEMO_AHEAD)
        for (unsigned i = 0; i < l.count; i++) {
            const uint64_t child = zm_memo_find(&k->memos, l.mixed[i]);
            if (child && zm_score_before(zm_memo_upper(child)) > over)
                return zm_score_before(zm_memo_upper(child));
        }
    const int best = seek_children(k, &l, left, over);
    if (__atomic_load_n(k->stop, __ATOMIC_RELAXED))
        return best;
    lower = best > over && best > lower ? best : lower;
    upper = best <= over && best < upper ? best : upper;
    if (remember)
        zm_memo_keep(&k->memos, mixed, lower, upper, k->nodes - before);
    return best > over ? lower : upper;
}

/* By the rules alone. The turn may stay; then the child's score is the same side's. */
ZM_KERNEL int seek_same_side(int over) { return over >= 0 ? over + 1 : over == -1 ? -1 : over - 1; }

ZM_KERNEL int seek_plain_move(zm_seeker *k, const zm_rules *r, const zm_seek_node *n, zm_move m, int over)
{
    const zm_variant *v = k->variant;
    bool passes;
    const zm_pos next = zm_rules_play(r, v, (zm_pos){n->word[0], n->word[1]}, m, &passes);
    const zm_seek_node child = {{next.lo, next.hi, n->word[2] + 1, 0}};
    const uint64_t mixed = zm_mix_key(&k->memos, plain_key(r, v, &child));
    if (passes)
        return zm_score_before(seek(k, &child, mixed, zm_seek_below(over)));
    return -zm_score_before(seek(k, &child, mixed, seek_same_side(over)));
}

ZM_KERNEL int seek_plain_moves(zm_seeker *k, const zm_rules *r, const zm_seek_node *n, unsigned count, int over)
{
    const zm_move *moves = k->moves + k->used;
    int best = -ZM_SCORE_WIN;
    k->used += count;
    for (unsigned i = 0; i < count && best <= over && !__atomic_load_n(k->stop, __ATOMIC_RELAXED); i++) {
        const int worth = seek_plain_move(k, r, n, moves[i], over);
        best = worth > best ? worth : best;
    }
    k->used -= count;
    return best;
}

ZM_KERNEL int seek_plainly(zm_seeker *k, const zm_rules *r, const zm_seek_node *n, uint64_t mixed, int over)
{
    const uint64_t known = zm_memo_find(&k->memos, mixed), before = k->nodes;
    int lower = known ? zm_memo_lower(known) : -ZM_SCORE_WIN, upper = known ? zm_memo_upper(known) : ZM_SCORE_WIN;
    unsigned count;
    if (lower > over)
        return lower;
    if (upper <= over)
        return upper;
    if (n->word[2] > ZM_SEARCH_FAR || k->used + ZM_MAX_MOVES > k->room) {
        k->far = true;
        return 0;
    }
    const zm_end end = zm_rules_moves(r, k->variant, (zm_pos){n->word[0], n->word[1]}, k->moves + k->used, &count);
    if (end != ZM_OPEN)
        return plain_end(end);
    const int best = seek_plain_moves(k, r, n, count, over);
    if (k->far || __atomic_load_n(k->stop, __ATOMIC_RELAXED))
        return best;
    lower = best > over && best > lower ? best : lower;
    upper = best <= over && best < upper ? best : upper;
    zm_memo_keep(&k->memos, mixed, lower, upper, k->nodes - before);
    return best > over ? lower : upper;
}

/* Where there is a table: it may go on from here. */
ZM_KERNEL bool seek_known(zm_seeker *k, const zm_rules *r, const zm_seek_node *n, int *score)
{
    if (!r->search)
        return zm_seek_known(k, (zm_pos){n->word[0], n->word[1]}, score);
    return r->search->position && zm_seek_known(k, r->search->position(k->variant, n), score);
}

static int seek(zm_seeker *k, const zm_seek_node *n, uint64_t mixed, int over)
{
    const zm_rules *r = KERNEL_RULES(k->variant);
    int score;
    if (++k->nodes >= k->pause_at)
        zm_seek_pause(k);
    if (__builtin_expect(k->known != NULL, 0) && seek_known(k, r, n, &score))
        return score;
    if (r->search)
        return seek_by_search(k, r->search, n, mixed, over);
    if (r->rank)
        return seek_plainly(k, r, n, mixed, over);
    return 0;
}

static bool seek_begin(const zm_seeker *k, zm_pos p, zm_seek_node *out, uint64_t *mixed, int *score)
{
    const zm_rules *r = KERNEL_RULES(k->variant);
    if (!r->search && !r->rank)
        return false;
    if (!seek_begin_at(r, k->variant, p, out, score))
        return false;
    *mixed = zm_mix_key(&k->memos, seek_key(r, k->variant, out));
    return true;
}

/* ---- the same as a GPU does it, one thread after the other ---- */
#define DIVE(hook) KERNEL_RULES(v)->search->hook
#include "dive_body.h"

static const char *dive_threads(uint64_t data_bytes, uint64_t *out)
{
    (void)data_bytes;
    *out = 3;
    return NULL;
}

static const char *dive_start(const zm_dive *job, const void *data, uint64_t data_bytes, uint64_t threads)
{
    zm_variant v = *job->variant;
    (void)data_bytes;
    v.data = data;
    for (uint64_t i = 0; i < threads; i++)
        zm_dive_thread(job, &v, i);
    return NULL;
}

static const char *dive_ended(bool *out)
{
    *out = true;
    return NULL;
}

static const zm_diver diver = {dive_threads, dive_start, dive_ended};
