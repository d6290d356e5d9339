/* countdown_body.h: retrograde by counting, inside a tier; countdown.c says how. Included by kernels_body.h. */

enum {
    ZM_DOUBTFUL = 0x80,
    MOST_COUNTED = 0x7E,
    PENDING = 32, /* places that memory is asked for at once: it is slow to answer, but answers many */
};

/* Has a block states with this remoteness? Bits are only ever added. */
ZM_KERNEL uint64_t *level_word(const zm_countdown *w, uint64_t block, unsigned level, uint64_t *bit)
{
    const unsigned at = level < ZM_LEVEL_BITS ? level : ZM_LEVEL_BITS - 1;
    *bit = zm_bit(at % 64);
    return &w->levels[block * ZM_LEVEL_WORDS + at / 64];
}

ZM_KERNEL void note_level(zm_countdown *w, uint64_t index, unsigned level)
{
    uint64_t bit, *word = level_word(w, index / ZM_LEVEL_BLOCK, level, &bit);
    if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit))
        __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
    w->farthest = level > w->farthest ? level : w->farthest;
}

/* Gives a state a better value than it has: a win, or for one without any a loss. */
ZM_KERNEL void improve(zm_countdown *w, uint64_t index, zm_value value)
{
    zm_value *at = &w->dense->values[w->tier][index], old = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (old == ZM_NONE || (zm_is_win(old) && value > old))
        if (__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            note_level(w, index, zm_remoteness(value));
            return;
        }
}

/* The best of up to PENDING moves that leave the tier: all are asked for before the first is waited for. */
ZM_KERNEL zm_value best_of(const zm_dense *d, zm_pos p, const zm_move *moves, unsigned count)
{
    const zm_variant *v = d->variant;
    const zm_rules *r = KERNEL_RULES(v);
    const zm_value *at[PENDING];
    bool passes[PENDING];
    zm_value best = ZM_NONE;
    for (unsigned i = 0; i < count; i++) {
        const zm_place place = r->rank(v, zm_rules_play(r, v, p, moves[i], &passes[i]));
        at[i] = &d->values[place.tier][place.index];
        __builtin_prefetch(at[i]);
    }
    for (unsigned i = 0; i < count; i++) {
        const zm_value value = zm_before_move(*at[i], passes[i]);
        best = value > best ? value : best;
    }
    return best;
}

/* The best of the moves that leave the tier; none: ZM_NONE. */
ZM_KERNEL zm_value best_leaving(zm_countdown *w, zm_pos p, unsigned *staying)
{
    const zm_rules *r = KERNEL_RULES(w->dense->variant);
    const unsigned count = r->leaving(w->dense->variant, p, w->moves, staying);
    zm_value best = ZM_NONE;
    w->visits += 1 + count;
    for (unsigned i = 0; i < count; i += PENDING) {
        const unsigned n = count - i < PENDING ? count - i : PENDING;
        const zm_value value = best_of(w->dense, p, w->moves + i, n);
        best = value > best ? value : best;
    }
    return best;
}

/* What a first look at a state says: the best of its moves that leave the tier, and how many stay. */
ZM_KERNEL void note_look(zm_countdown *w, uint64_t index, zm_value best, unsigned staying)
{
    zm_value *value = &w->dense->values[w->tier][index];
    const bool safe = best != ZM_NONE && !zm_is_loss(best); /* then one more, which is never told: it need not lose */
    w->left[index] = staying > MOST_COUNTED ? ZM_DOUBTFUL : (uint8_t)(staying + (safe ? 1 : 0));
    if (!staying)
        *value = best == ZM_NONE ? zm_loss_in(0) : best;
    else if (zm_is_win(best))
        *value = best;
    if (*value != ZM_NONE && *value != ZM_DRAWN)
        note_level(w, index, zm_remoteness(*value));
}

ZM_KERNEL void look_at(zm_countdown *w, uint64_t index)
{
    const zm_variant *v = w->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    unsigned staying = 0;
    const zm_pos p = r->unrank(v, (zm_place){w->tier, index});
    const zm_end end = r->ended ? r->ended(v, p) : ZM_OPEN;
    const zm_value best = end == ZM_OPEN ? best_leaving(w, p, &staying) : zm_end_value(end);
    note_look(w, index, best, staying);
}

/* Some columns of a row. */
ZM_KERNEL void look_at_columns(zm_countdown *w, uint64_t row, uint32_t width, const uint32_t *columns, unsigned count)
{
    const zm_variant *v = w->dense->variant;
    lead_look look = {.dense = w->dense, .tier = w->tier};
    for (unsigned i = 0; i < count; i++) {
        look.best[i] = ZM_NONE;
        look.staying[i] = 0;
    }
    if (!KERNEL_RULES(v)->rows->lead(v, w->tier, row, columns, count, lead_to_value, &look)) {
        for (unsigned i = 0; i < count; i++)
            look_at(w, row * width + columns[i]);
        return;
    }
    lead_read(&look);
    for (unsigned i = 0; i < count; i++)
        note_look(w, row * width + columns[i], look.best[i], look.staying[i]);
    w->visits += count + look.visits;
}

ZM_KERNEL void look_by_rows(zm_countdown *w, uint64_t from, uint64_t to)
{
    const uint32_t width = KERNEL_RULES(w->dense->variant)->row_width(w->dense->variant, w->tier);
    uint32_t columns[ZM_LEAD_COLUMNS];
    while (from < to) {
        const uint64_t row = from / width, end = (row + 1) * width < to ? (row + 1) * width : to;
        unsigned count = 0;
        for (; from < end; from++) {
            if (!is_state(w->dense, w->tier, from)) {
                w->dense->values[w->tier][from] = ZM_DRAWN; /* as in count_moves */
                continue;
            }
            columns[count++] = (uint32_t)(from - row * width);
            if (count < ZM_LEAD_COLUMNS)
                continue;
            look_at_columns(w, row, width, columns, count);
            count = 0;
        }
        if (count)
            look_at_columns(w, row, width, columns, count);
    }
}

static void count_moves(zm_countdown *w, uint64_t from, uint64_t to)
{
    const zm_rules *r = KERNEL_RULES(w->dense->variant);
    if (!r->rank || !r->leaving)
        return;
    zm_move moves[ZM_MAX_MOVES];
    w->moves = moves;
    if (r->rows && r->rows->lead)
        look_by_rows(w, from, to);
    else
        for (uint64_t i = from; i < to; i++)
            if (is_state(w->dense, w->tier, i))
                look_at(w, i);
            else
                w->dense->values[w->tier][i] = ZM_DRAWN; /* so that nobody decides it; nobody asks for it either */
    w->moves = NULL;
}

/* All moves that stay in the tier are known to lose: what those that leave it are worth decides when. */
ZM_KERNEL void lose(zm_countdown *w, uint64_t index)
{
    const zm_variant *v = w->dense->variant;
    unsigned staying;
    const zm_value best = best_leaving(w, KERNEL_RULES(v)->unrank(v, (zm_place){w->tier, index}), &staying);
    const zm_value here = zm_loss_in(w->level + 1);
    improve(w, index, best > here ? best : here);
}

/* Are all moves of a state known to lose by now? Then *loss says when. */
ZM_KERNEL bool all_lose(const zm_dense *d, zm_place here, unsigned level, zm_move *moves, uint64_t *visits,
                        zm_value *loss)
{
    const zm_variant *v = d->variant;
    const zm_rules *r = KERNEL_RULES(v);
    unsigned count;
    zm_value best = ZM_NONE;
    const zm_pos p = r->unrank(v, here);
    zm_rules_moves(r, v, p, moves, &count);
    *visits += 1 + count;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_place at = r->rank(v, zm_rules_play(r, v, p, moves[i], &passes));
        const zm_value seen = value_at(d, at);
        if (seen == ZM_NONE || (at.tier == here.tier && zm_remoteness(seen) > level))
            return false;
        const zm_value value = zm_before_move(seen, passes);
        best = value > best ? value : best;
    }
    *loss = best;
    return zm_is_loss(best);
}

ZM_KERNEL void lose_if_all_do(zm_countdown *w, uint64_t index)
{
    zm_value loss;
    if (all_lose(w->dense, (zm_place){w->tier, index}, w->level, w->moves, &w->visits, &loss))
        improve(w, index, loss);
}

ZM_KERNEL void count_one(zm_countdown *w, uint64_t index, bool doubtful)
{
    uint8_t *left = &w->left[index], old = __atomic_load_n(left, __ATOMIC_RELAXED);
    if (__atomic_load_n(&w->dense->values[w->tier][index], __ATOMIC_RELAXED) != ZM_NONE)
        return;
    if (doubtful && !(old & ZM_DOUBTFUL))
        old = __atomic_or_fetch(left, ZM_DOUBTFUL, __ATOMIC_RELAXED);
    if (!(old & ZM_DOUBTFUL))
        old = __atomic_fetch_sub(left, 1, __ATOMIC_RELAXED);
    if (old & ZM_DOUBTFUL)
        lose_if_all_do(w, index);
    else if (old == 1)
        lose(w, index);
}

/* Parents lie anywhere in the tier: a parent is asked for when it is visited and told a few visits later. The order inside a level
 * does not matter. */
typedef struct teller {
    zm_countdown *work;
    bool lost; /* the state that tells its parents */
    unsigned count;
    uint64_t pending[PENDING]; /* a ring of index << 2 | doubtful << 1 | lost */
} teller;

ZM_KERNEL void tell(zm_countdown *w, uint64_t item)
{
    if (item & 1)
        improve(w, item >> 2, zm_win_in(w->level + 1));
    else
        count_one(w, item >> 2, item & 2);
}

ZM_KERNEL void tell_parent(void *arg, uint64_t index, bool doubtful)
{
    teller *t = arg;
    uint64_t *at = &t->pending[t->count % PENDING];
    __builtin_prefetch(&t->work->dense->values[t->work->tier][index], 1);
    if (!t->lost)
        __builtin_prefetch(&t->work->left[index], 1);
    if (t->count++ >= PENDING)
        tell(t->work, *at);
    *at = index << 2 | (uint64_t)doubtful << 1 | t->lost;
}

/* The states of a row that have the level, won and lost apart. */
typedef struct row_part {
    unsigned count[2];
    uint32_t column[2][ZM_LEVEL_BLOCK];
} row_part;

ZM_KERNEL void tell_parents_of_row(teller *t, uint64_t row, const row_part *part)
{
    const zm_countdown *w = t->work;
    const zm_variant *v = w->dense->variant;
    for (unsigned lost = 0; lost < 2; lost++) {
        t->lost = lost;
        if (part->count[lost])
            KERNEL_RULES(v)->parents_of_row(v, w->tier, row, part->column[lost], part->count[lost], tell_parent, t);
    }
}

/* A block may begin and end in the middle of a row, or have many of them. */
ZM_KERNEL void count_down_rows(teller *t, uint64_t from, uint64_t to)
{
    const zm_countdown *w = t->work;
    const zm_variant *v = w->dense->variant;
    const uint32_t width = KERNEL_RULES(v)->row_width(v, w->tier);
    const zm_value win = zm_win_in(w->level), loss = zm_loss_in(w->level), *values = w->dense->values[w->tier];
    row_part part;
    for (uint64_t row = from / width; row * width < to; row++) {
        const uint64_t first = row * width, begin = first > from ? first : from;
        const uint64_t end = first + width < to ? first + width : to;
        part.count[0] = part.count[1] = 0;
        for (uint64_t i = begin; i < end; i++) {
            const zm_value value = __atomic_load_n(&values[i], __ATOMIC_RELAXED);
            if (value == win || value == loss)
                part.column[value == loss][part.count[value == loss]++] = (uint32_t)(i - first);
        }
        tell_parents_of_row(t, row, &part);
    }
}

ZM_KERNEL void count_down_states(teller *t, uint64_t from, uint64_t to)
{
    const zm_countdown *w = t->work;
    const zm_variant *v = w->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    const zm_value win = zm_win_in(w->level), loss = zm_loss_in(w->level), *values = w->dense->values[w->tier];
    for (uint64_t i = from; i < to; i++) {
        const zm_value value = __atomic_load_n(&values[i], __ATOMIC_RELAXED);
        if (value != win && value != loss)
            continue;
        t->lost = value == loss;
        r->parents_inside(v, r->unrank(v, (zm_place){w->tier, i}), tell_parent, t);
    }
}

static void count_down(zm_countdown *w, uint64_t block)
{
    const zm_rules *r = KERNEL_RULES(w->dense->variant);
    if (!r->rank || !r->parents_inside)
        return;
    zm_move moves[ZM_MAX_MOVES];
    w->moves = moves;
    teller t = {.work = w};
    const uint64_t from = block * ZM_LEVEL_BLOCK, end = from + ZM_LEVEL_BLOCK, to = end < w->size ? end : w->size;
    if (r->parents_of_row)
        count_down_rows(&t, from, to);
    else
        count_down_states(&t, from, to);
    w->visits += t.count;
    for (unsigned i = t.count < PENDING ? 0 : t.count - PENDING; i < t.count; i++)
        tell(w, t.pending[i % PENDING]);
    w->moves = NULL;
}
