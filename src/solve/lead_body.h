/* lead_body.h: the moves of many states at once, for games whose rows `lead` (zermelo/rows.h): which states they reach, and what they are worth.
 * Included by kernels_body.h. Memory is slow to answer, but answers many: places are collected before the first is waited for. */

enum { LED = 64 };

/* ---- reach ---- */
typedef struct lead_marks {
    const zm_dense *dense;
    uint32_t tier;
    uint64_t *todo, found;
    unsigned count;
    zm_place to[LED];
} lead_marks;

ZM_KERNEL void lead_mark_all(lead_marks *m)
{
    for (unsigned i = 0; i < m->count; i++) {
        const zm_place to = m->to[i];
        if (!bit_set(m->dense->reached[to.tier], to.index) || to.tier != m->tier)
            continue;
        __atomic_fetch_or(&m->todo[to.index / 64], zm_bit(to.index % 64), __ATOMIC_RELAXED);
        m->found++;
    }
    m->count = 0;
}

ZM_KERNEL void lead_to_mark(void *arg, uint32_t column, zm_place to)
{
    lead_marks *m = arg;
    (void)column;
    __builtin_prefetch(&m->dense->reached[to.tier][to.index / 64]);
    m->to[m->count++] = to;
    if (m->count == LED)
        lead_mark_all(m);
}

/* One by one. */
ZM_KERNEL void lead_one(lead_marks *m, uint64_t index, zm_move *moves)
{
    const zm_variant *v = m->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    const zm_pos p = r->unrank(v, (zm_place){m->tier, index});
    unsigned count;
    bool passes;
    zm_rules_moves(r, v, p, moves, &count);
    for (unsigned i = 0; i < count; i++)
        lead_to_mark(m, 0, r->rank(v, zm_rules_play(r, v, p, moves[i], &passes)));
}

ZM_KERNEL void lead_columns(lead_marks *m, uint64_t row, uint32_t width, const uint32_t *columns, unsigned count,
                            zm_move *moves)
{
    const zm_variant *v = m->dense->variant;
    if (KERNEL_RULES(v)->rows->lead(v, m->tier, row, columns, count, lead_to_mark, m))
        return;
    for (unsigned i = 0; i < count; i++)
        lead_one(m, row * width + columns[i], moves);
}

/* Takes the bits of the places [from, to) that lie in a word. */
ZM_KERNEL uint64_t lead_take(uint64_t *todo, uint64_t word, uint64_t from, uint64_t to)
{
    uint64_t mask = ~(uint64_t)0;
    if (!__atomic_load_n(&todo[word], __ATOMIC_RELAXED))
        return 0;
    if (word * 64 < from)
        mask &= ~zm_low_bits((unsigned)(from - word * 64));
    if (to < word * 64 + 64)
        mask &= zm_low_bits((unsigned)(to - word * 64));
    return __atomic_fetch_and(&todo[word], ~mask, __ATOMIC_RELAXED) & mask;
}

static uint64_t reach_rows(const zm_dense *d, uint32_t tier, uint64_t *todo, uint64_t from, uint64_t to)
{
    const zm_rules *r = KERNEL_RULES(d->variant);
    if (!r->rank || !r->rows || !r->rows->lead)
        return 0;
    const uint32_t width = r->row_width(d->variant, tier);
    lead_marks m = {.dense = d, .tier = tier, .todo = todo};
    uint32_t columns[ZM_LEAD_COLUMNS];
    zm_move moves[ZM_MAX_MOVES];
    for (uint64_t row = from; row < to; row++) {
        const uint64_t begin = row * width, end = begin + width;
        unsigned count = 0;
        for (uint64_t word = begin / 64; word * 64 < end; word++)
            for (uint64_t rest = lead_take(todo, word, begin, end); rest;) {
                columns[count++] = (uint32_t)(word * 64 + zm_take_lowest(&rest) - begin);
                if (count < ZM_LEAD_COLUMNS)
                    continue;
                lead_columns(&m, row, width, columns, count, moves);
                count = 0;
            }
        if (count)
            lead_columns(&m, row, width, columns, count, moves);
    }
    lead_mark_all(&m);
    return m.found;
}

/* ---- values ---- */
typedef struct lead_look {
    const zm_dense *dense;
    uint32_t tier;
    uint64_t visits;
    unsigned count;
    uint32_t column[LED];
    const zm_value *at[LED];
    zm_value best[ZM_LEAD_COLUMNS]; /* by column: of the moves that leave the tier */
    unsigned staying[ZM_LEAD_COLUMNS];
} lead_look;

ZM_KERNEL void lead_read(lead_look *k)
{
    for (unsigned i = 0; i < k->count; i++) {
        const zm_value value = zm_before_move(*k->at[i], true);
        zm_value *best = &k->best[k->column[i]];
        *best = value > *best ? value : *best;
    }
    k->visits += k->count;
    k->count = 0;
}

ZM_KERNEL void lead_to_value(void *arg, uint32_t column, zm_place to)
{
    lead_look *k = arg;
    if (to.tier == k->tier) {
        k->staying[column]++;
        return;
    }
    k->at[k->count] = &k->dense->values[to.tier][to.index];
    __builtin_prefetch(k->at[k->count]);
    k->column[k->count++] = column;
    if (k->count == LED)
        lead_read(k);
}
