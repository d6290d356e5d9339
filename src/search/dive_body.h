/* dive_body.h: what a thread of many searches does (dive.h). Whoever includes it has defined DIVE(hook), which gives the hooks of the game's
 * zm_search. In the common subset of C and CUDA C++.
 *
 * Threads of a warp do the same thing at the same time or wait for each other. So there is one loop, and in it every thread enters a
 * node, wherever it is: at the end of a question it goes on with the next one, at the end of a position with the next position. */

#ifdef __CUDA_ARCH__
ZM_INLINE uint64_t zm_dive_add(uint64_t *to, uint64_t n)
{
    return atomicAdd((unsigned long long *)to, (unsigned long long)n);
}
ZM_INLINE bool zm_dive_stopped(const zm_dive *d) { return *(const volatile uint32_t *)&d->notes->stop; }
#else
ZM_INLINE uint64_t zm_dive_add(uint64_t *to, uint64_t n) { return __atomic_fetch_add(to, n, __ATOMIC_RELAXED); }
ZM_INLINE bool zm_dive_stopped(const zm_dive *d) { return __atomic_load_n(&d->notes->stop, __ATOMIC_RELAXED); }
#endif

ZM_INLINE void zm_dive_sort(zm_dive_frame *f, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned j = i;
        for (; j && f->kid[f->sorted[j - 1]].order >= f->kid[i].order; j--)
            f->sorted[j] = f->sorted[j - 1];
        f->sorted[j] = (uint8_t)i;
    }
}

/* False: *score is the answer. True: its children are in the frame. */
ZM_INLINE bool zm_dive_enter(const zm_dive *d, const zm_variant *v, zm_dive_frame *f, const zm_seek_node *n,
                             uint64_t mixed, int over, uint64_t nodes, int *score)
{
    const unsigned left = DIVE(left)(v, n);
    const bool remember = left > ZM_MEMO_LEFT;
    const uint64_t known = remember ? zm_memo_find(&d->memos, mixed) : 0;
    int lower = -ZM_SCORE_WIN, upper = ZM_SCORE_WIN;
    DIVE(bounds)(v, n, over, &lower, &upper);
    if (known) {
        lower = zm_memo_lower(known) > lower ? zm_memo_lower(known) : lower;
        upper = zm_memo_upper(known) < upper ? zm_memo_upper(known) : upper;
    }
    *score = lower > over ? lower : upper;
    if (lower > over || upper <= over)
        return false;
    const unsigned count = DIVE(expand)(v, n, f->kid, score);
    if (!count)
        return false;
    for (unsigned i = 0; i < count; i++)
        f->kid_mixed[i] = left > ZM_MEMO_LEFT + 1 ? zm_mix_key(&d->memos, DIVE(key)(v, &f->kid[i].node)) : 0;
    if (left > ZM_MEMO_AHEAD)
        for (unsigned i = 0; i < count; i++) {
            const uint64_t child = zm_memo_find(&d->memos, f->kid_mixed[i]);
            *score = child ? zm_score_before(zm_memo_upper(child)) : -ZM_SCORE_WIN;
            if (*score > over)
                return false;
        }
    zm_dive_sort(f, count);
    f->mixed = mixed;
    f->before = nodes;
    f->over = (int16_t)over;
    f->best = -ZM_SCORE_WIN;
    f->lower = (int16_t)lower;
    f->upper = (int16_t)upper;
    f->remember = remember;
    f->next = (uint8_t)count;
    return true;
}

/* The child's score is known. False: there are others. True: the frame's own is, *score. */
ZM_INLINE bool zm_dive_leave(const zm_dive *d, zm_dive_frame *f, uint64_t nodes, int *score)
{
    const int worth = zm_score_before(*score), over = f->over;
    f->best = (int16_t)(worth > f->best ? worth : f->best);
    if (f->best <= over && f->next)
        return false;
    const int best = f->best, lower = best > over && best > f->lower ? best : f->lower,
              upper = best <= over && best < f->upper ? best : f->upper;
    if (f->remember)
        zm_memo_keep(&d->memos, f->mixed, lower, upper, nodes - f->before);
    *score = best > over ? lower : upper;
    return true;
}

/* The next position that has to be searched; false: there is none. */
ZM_INLINE bool zm_dive_begin(const zm_dive *d, const zm_variant *v, zm_dive_root *root, uint64_t *at)
{
    const uint64_t columns = (d->count + d->rows - 1) / d->rows;
    int score;
    for (;;) {
        const uint64_t turn = zm_dive_add(&d->notes->next, 1);
        *at = turn % columns * d->rows + turn / columns;
        if (turn >= columns * d->rows)
            return false;
        if (*at >= d->count)
            continue;
        if (DIVE(begin)(v, d->position[*at], &root->node, &score)) {
            root->mixed = zm_mix_key(&d->memos, DIVE(key)(v, &root->node));
            return true;
        }
        d->score[*at] = (int8_t)score;
        zm_dive_add(&d->notes->done, 1);
    }
}

ZM_INLINE void zm_dive_thread(const zm_dive *d, const zm_variant *v, uint64_t thread)
{
    zm_dive_frame *frame = d->frame + thread * d->depth;
    zm_dive_root *root = d->root + thread;
    zm_window w = zm_window_from(-ZM_SCORE_WIN);
    uint64_t at = 0, nodes = 0, told = 0, mixed = 0;
    zm_seek_node node;
    int over = 0, score = 0;
    unsigned depth = 0;
    bool busy = false;
    for (;;) {
        if (!busy) {
            if (!zm_dive_begin(d, v, root, &at))
                break;
            w = zm_window_from(d->least[at]);
            node = root->node;
            mixed = root->mixed;
            over = zm_window_over(&w);
            depth = 0;
            busy = true;
        }
        if ((++nodes & (ZM_DIVE_LOOK - 1)) == 0 && zm_dive_stopped(d))
            break;
        bool known = !zm_dive_enter(d, v, &frame[depth], &node, mixed, over, nodes, &score);
        depth += !known;
        while (known && depth) {
            known = zm_dive_leave(d, &frame[depth - 1], nodes, &score);
            depth -= known;
        }
        if (depth) {
            zm_dive_frame *f = &frame[depth - 1];
            const unsigned kid = f->sorted[--f->next];
            node = f->kid[kid].node;
            mixed = f->kid_mixed[kid];
            over = zm_seek_below(f->over);
            continue;
        }
        zm_window_answer(&w, score);
        busy = w.lower < w.upper;
        node = root->node;
        mixed = root->mixed;
        over = zm_window_over(&w);
        if (!busy) {
            d->score[at] = (int8_t)w.lower;
            zm_dive_add(&d->notes->done, 1);
            zm_dive_add(&d->notes->nodes, nodes - told);
            told = nodes;
        }
    }
    zm_dive_add(&d->notes->nodes, nodes - told);
}
