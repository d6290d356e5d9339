/* search_body.h: the kernel of a search, included once per game by kernels_body.h.
 *
 * seek() answers whether a node is worth more than `over`: what it returns is more than that and a lower bound, or not and an upper
 * bound. Bounds are as good as what was seen (fail-soft), which lets the driver take larger steps. In order of cost: what the
 * game knows, what is remembered of the node, what is remembered of its children, and only then the children themselves. */

enum {
    SEEK_MEMO = 4,        /* with fewer plies left nothing is remembered: it costs more than it saves */
    SEEK_LOOK_AHEAD = 10, /* with fewer left the children's memos are not looked at first */
};

/* ---- games that only have rules: a node is a state, its key its place in the index ---- */
ZM_KERNEL uint64_t plain_key(const zm_rules *r, const zm_variant *v, const zm_seek_node *n)
{
    const zm_place at = r->rank(v, (zm_pos){n->word[0], n->word[1]});
    return (uint64_t)at.tier << ZM_PLAIN_INDEX_BITS | at.index;
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

/* ---- what is remembered ---- */
ZM_KERNEL uint64_t memo_rest(const zm_seeker *k, uint64_t mixed)
{
    return (mixed & zm_low_bits(k->rest_bits)) << (64 - ZM_MEMO_KEY);
}

ZM_KERNEL bool memo_is(uint64_t word, uint64_t rest) { return word && (word ^ rest) >> (64 - ZM_MEMO_KEY) == 0; }
ZM_KERNEL int memo_lower(uint64_t w) { return (int)(w >> ZM_MEMO_LOWER & 255) - ZM_MEMO_BIAS; }
ZM_KERNEL int memo_upper(uint64_t w) { return (int)(w >> ZM_MEMO_UPPER & 255) - ZM_MEMO_BIAS; }

/* 0: nothing. Other threads write meanwhile; a word is whole or not there. */
ZM_KERNEL uint64_t memo_find(const zm_seeker *k, uint64_t mixed)
{
    const zm_memo *m = zm_memo_at(k, mixed);
    const uint64_t rest = memo_rest(k, mixed), costly = __atomic_load_n(&m->costly, __ATOMIC_RELAXED);
    if (memo_is(costly, rest))
        return costly;
    const uint64_t latest = __atomic_load_n(&m->latest, __ATOMIC_RELAXED);
    return memo_is(latest, rest) ? latest : 0;
}

ZM_KERNEL void memo_keep(const zm_seeker *k, uint64_t mixed, int lower, int upper, uint64_t work)
{
    zm_memo *m = zm_memo_at(k, mixed);
    const uint64_t rest = memo_rest(k, mixed), costly = __atomic_load_n(&m->costly, __ATOMIC_RELAXED);
    const uint64_t word = rest | (uint64_t)(lower + ZM_MEMO_BIAS) << ZM_MEMO_LOWER |
                          (uint64_t)(upper + ZM_MEMO_BIAS) << ZM_MEMO_UPPER | zm_highest(work | 1);
    if (!memo_is(costly, rest) && (costly & 63) > (word & 63)) {
        __atomic_store_n(&m->latest, word, __ATOMIC_RELAXED);
        return;
    }
    if (!memo_is(costly, rest))
        __atomic_store_n(&m->latest, costly, __ATOMIC_RELAXED);
    __atomic_store_n(&m->costly, word, __ATOMIC_RELAXED);
}

/* ---- the children ---- */
/* A child must be worth at most this to the other side, for the move to be worth more than `over`. */
ZM_KERNEL int seek_below(int over) { return over > 0 ? -over - 2 : over == 0 ? -2 : over == -1 ? 0 : -over; }

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
        if (k->number) /* another order of equals, so that the threads do not all do the same */
            l->kid[i].order = 2 * l->kid[i].order + (int)((l->mixed[i] >> (k->number & 15)) & 1);
        for (; j && l->kid[l->sorted[j - 1]].order >= l->kid[i].order; j--)
            l->sorted[j] = l->sorted[j - 1];
        l->sorted[j] = (uint8_t)i;
    }
}

static int seek(zm_seeker *k, const zm_seek_node *n, uint64_t mixed, int over);

/* The children one by one, until one says yes. */
ZM_KERNEL int seek_children(zm_seeker *k, const seek_list *l, int over)
{
    const int below = seek_below(over);
    int best = -ZM_SCORE_WIN;
    for (unsigned i = l->count; i-- > 0;) {
        const unsigned at = l->sorted[i];
        const int worth = zm_score_before(seek(k, &l->kid[at].node, l->mixed[at], below));
        best = worth > best ? worth : best;
        if (best > over || __atomic_load_n(k->stop, __ATOMIC_RELAXED))
            break;
    }
    return best;
}

ZM_KERNEL int seek_by_search(zm_seeker *k, const zm_search *s, const zm_seek_node *n, uint64_t mixed, int over)
{
    const zm_variant *v = k->variant;
    const unsigned left = s->left(v, n);
    const bool remember = left > SEEK_MEMO;
    int lower = -ZM_SCORE_WIN, upper = ZM_SCORE_WIN, score = 0;
    if (s->bounds)
        s->bounds(v, n, over, &lower, &upper);
    if (lower > over)
        return lower;
    if (upper <= over)
        return upper;
    const uint64_t known = remember ? memo_find(k, mixed) : 0;
    if (known) {
        lower = memo_lower(known) > lower ? memo_lower(known) : lower;
        upper = memo_upper(known) < upper ? memo_upper(known) : upper;
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
        l.mixed[i] = left > SEEK_MEMO + 1 ? zm_mix_key(k, s->key(v, &l.kid[i].node)) : 0; /* else they ask no memory */
        __builtin_prefetch(zm_memo_at(k, l.mixed[i]));
    }
    seek_sort(k, &l);
    if (left > SEEK_LOOK_AHEAD)
        for (unsigned i = 0; i < l.count; i++) {
            const uint64_t child = memo_find(k, l.mixed[i]);
            if (child && zm_score_before(memo_upper(child)) > over)
                return zm_score_before(memo_upper(child));
        }
    const int best = seek_children(k, &l, over);
    if (__atomic_load_n(k->stop, __ATOMIC_RELAXED))
        return best;
    lower = best > over && best > lower ? best : lower;
    upper = best <= over && best < upper ? best : upper;
    if (remember)
        memo_keep(k, mixed, lower, upper, k->nodes - before);
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
    const uint64_t mixed = zm_mix_key(k, plain_key(r, v, &child));
    if (passes)
        return zm_score_before(seek(k, &child, mixed, seek_below(over)));
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
    const uint64_t known = memo_find(k, mixed), before = k->nodes;
    int lower = known ? memo_lower(known) : -ZM_SCORE_WIN, upper = known ? memo_upper(known) : ZM_SCORE_WIN;
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
    memo_keep(k, mixed, lower, upper, k->nodes - before);
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
    if (k->known && seek_known(k, r, n, &score))
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
    *mixed = zm_mix_key(k, seek_key(r, k->variant, out));
    return true;
}
