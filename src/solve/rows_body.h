/* rows_body.h: retrograde by counting, row by row; rows.c says how. Included by kernels_body.h, after countdown_body.h.
 *
 * MOVES LEFT, a byte a place (of a turned tier by the other numbering)
 *     CLOSED        nothing that comes can change the state any more
 *     WAITING       won by a move out of the tier, later than now; it may be won sooner
 *     WINS, LOSES   told so at this level
 *     4 to 123      LOSES and the number of moves inside the tier that may still not lose, one less whenever one is told to
 *     ASKS to 254   not to be counted, and told something at this level: look again
 *     DOUBTFUL      not to be counted
 * So telling takes no decision, which the processor could not foresee; what it comes to is collected when a row has been told all.
 *
 * VALUES that are no values: what moves out of the tier say of a state that is not decided yet, so that they need not be made again
 *     0x4000 + loss in r     the best of them loses in r
 *     SAFE                   the best of them draws */

enum { CLOSED = 0, WAITING, WINS, LOSES, MOST_LEFT = 120, ASKS = 128, DOUBTFUL = 255, SAFE = 0x7FFF };

ZM_KERNEL zm_value hint_of(zm_value best)
{
    return best == ZM_DRAWN ? (zm_value)SAFE : best == ZM_NONE ? best : (zm_value)(ZM_HINT + best);
}

/* The number of a column's segment: levels and what was told are kept by segments of rows. */
ZM_KERNEL uint64_t segment_of(const zm_row_work *w, uint64_t stored, uint32_t column)
{
    return stored * w->segments + column / ZM_ROW_SEGMENT;
}

/* Levels beyond the last share it. */
ZM_KERNEL unsigned level_at(unsigned level) { return level < ZM_LEVEL_BITS ? level : ZM_LEVEL_BITS - 1; }

/* The word that has the bit of a segment: those of a level lie together, so that they stay in the cache while it is the next. */
ZM_KERNEL uint64_t *level_word_of(const zm_row_work *w, uint64_t segment, unsigned level)
{
    return &w->levels[level_at(level) * w->level_words + segment / 64];
}

ZM_KERNEL void note_row(zm_row_work *w, uint64_t stored, uint32_t column, zm_value value)
{
    const unsigned level = zm_remoteness(value), at = level_at(level);
    const uint64_t segment = segment_of(w, stored, column);
    uint64_t *word = level_word_of(w, segment, level);
    if (!(__atomic_load_n(word, __ATOMIC_RELAXED) >> segment % 64 & 1))
        __atomic_fetch_or(word, zm_bit(segment % 64), __ATOMIC_RELAXED);
    w->kinds[zm_is_win(value)][at / 64] |= zm_bit(at % 64);
    w->farthest = level > w->farthest ? level : w->farthest;
}

ZM_KERNEL zm_value *value_in(const zm_row_work *w, uint64_t stored, uint32_t column)
{
    return &w->dense->values[w->tier][stored * w->width + column];
}

ZM_KERNEL zm_value row_value(const zm_row_work *w, uint64_t stored, uint32_t column)
{
    return __atomic_load_n(value_in(w, stored, column), __ATOMIC_RELAXED);
}

ZM_KERNEL void decide_row(zm_row_work *w, uint64_t stored, uint32_t column, zm_value value)
{
    __atomic_store_n(value_in(w, stored, column), value, __ATOMIC_RELAXED);
    note_row(w, stored, column, value);
}

/* ---- the first look ---- */
typedef struct looker {
    zm_value *const *values;
    uint16_t *best; /* by column, negated: what the moves out of the tier lead to is worth to who moves there */
} looker;

ZM_INLINE void look_out(void *arg, uint32_t column, zm_place to)
{
    const looker *l = arg;
    const uint16_t value = (uint16_t)(0 - l->values[to.tier][to.index]);
    l->best[column] = value > l->best[column] ? value : l->best[column];
}

ZM_INLINE void look_nowhere(void *arg, uint32_t column, zm_place to) {}

/* Of a state with so many moves inside the tier. */
ZM_KERNEL uint8_t left_of(unsigned staying)
{
    return staying > MOST_LEFT ? DOUBTFUL : staying ? (uint8_t)(LOSES + staying) : CLOSED;
}

/* What the first look says of a state; returns the moves left. */
ZM_KERNEL uint8_t first_value(zm_row_work *w, uint64_t stored, uint32_t column, zm_value best, unsigned staying)
{
    zm_value *value = value_in(w, stored, column);
    if (staying && !zm_is_win(best)) {
        *value = hint_of(best);
        w->hinted = zm_is_loss(best) && best > w->hinted ? best : w->hinted;
        return left_of(staying);
    }
    *value = best == ZM_NONE ? zm_loss_in(0) : best;
    if (*value != ZM_DRAWN)
        note_row(w, stored, column, *value);
    return staying ? WAITING : CLOSED;
}

ZM_KERNEL void look_at_row(zm_row_work *w, uint32_t row, bool row_moves)
{
    const zm_variant *v = w->dense->variant;
    const uint64_t at = w->turned || !row_moves ? row : w->rows + row, begin = at * w->width;
    looker l = {w->dense->values, w->best};
    for (uint32_t i = 0; i < w->width; i++)
        w->best[i] = ZM_NONE;
    w->visits += w->width + KERNEL_RULES(v)->rows->look(v, w->tier, row, row_moves, w->staying, look_out, &l);
    for (uint32_t i = 0; i < w->width; i++) {
        uint8_t left = CLOSED;
        if (is_state(w->dense, w->tier, begin + i)) {
            const zm_value best = w->best[i]; /* a ply farther; the other side's view it is already */
            left =
                first_value(w, at, i, (zm_value)(best + (best && best < ZM_DRAWN) - (best > ZM_DRAWN)), w->staying[i]);
        } else {
            w->dense->values[w->tier][begin + i] = ZM_DRAWN; /* so that nobody decides it; nobody asks for it either */
        }
        if (!w->turned)
            w->left[begin + i] = left;
    }
}

static void rows_look(zm_row_work *w, uint32_t row)
{
    const zm_variant *v = w->dense->variant;
    if (!KERNEL_RULES(v)->rows)
        return;
    look_at_row(w, row, true);
    if (!w->turned) {
        look_at_row(w, row, false);
        return;
    }
    uint8_t *left = w->left + (uint64_t)row * w->width;
    KERNEL_RULES(v)->rows->look(v, w->tier, row, false, left, look_nowhere, NULL);
    for (uint32_t i = 0; i < w->width; i++)
        left[i] = left_of(left[i]);
}

/* ---- what parents are told ---- */
/* A move of the state wins at this level. */
ZM_KERNEL void win_row(zm_row_work *w, uint64_t stored, uint32_t column)
{
    const zm_value win = zm_win_in(w->level + 1), old = row_value(w, stored, column);
    if (old != ZM_DRAWN && (!zm_is_win(old) || win > old))
        decide_row(w, stored, column, win);
}

/* All moves inside the tier lose by now: the others say whether it is lost, and when. */
ZM_KERNEL void lose_row(zm_row_work *w, uint64_t stored, uint32_t column)
{
    const zm_value here = zm_loss_in(w->level + 1), old = row_value(w, stored, column);
    const zm_value outside = old >= ZM_HINT && old < SAFE ? (zm_value)(old - ZM_HINT) : (zm_value)ZM_NONE;
    if (old < SAFE && (old == ZM_NONE || outside))
        decide_row(w, stored, column, outside > here ? outside : here);
}

/* Without a count. Returns whether it is lost. */
ZM_KERNEL bool ask_row(zm_row_work *w, uint64_t stored, uint32_t column)
{
    const zm_value old = row_value(w, stored, column);
    zm_value loss = ZM_NONE;
    if ((old != ZM_NONE && old < ZM_HINT) || old >= ZM_DRAWN)
        return false;
    const zm_place at = {w->tier, stored * w->width + column};
    if (!all_lose(w->dense, at, w->level, w->moves, &w->visits, &loss))
        return false;
    decide_row(w, stored, column, loss);
    return true;
}

ZM_KERNEL void tell_won(uint8_t *left, bool doubtful)
{
    const uint8_t before = *left;
    if (doubtful && before > LOSES && before < ASKS)
        *left = DOUBTFUL - 1;
    else
        *left = (uint8_t)(before - (before > LOSES));
}

ZM_KERNEL void tell_lost(uint8_t *left) { *left = *left == CLOSED ? CLOSED : WINS; }

typedef struct row_teller { /* to the places of one row, or of all with the row's side to move */
    uint8_t *left, *told;
    uint64_t width, segments;
} row_teller;

ZM_KERNEL row_teller teller_of(const zm_row_work *w, uint64_t stored)
{
    return (row_teller){w->left + stored * w->width, w->told + stored * w->segments, w->width, w->segments};
}

ZM_INLINE void tell_won_apart(void *arg, uint32_t row, uint32_t column, bool doubtful)
{
    const row_teller *t = arg;
    t->told[row * t->segments + column / ZM_ROW_SEGMENT] = 1;
    tell_won(t->left + row * t->width + column, doubtful);
}

ZM_INLINE void tell_lost_apart(void *arg, uint32_t row, uint32_t column, bool doubtful)
{
    const row_teller *t = arg;
    t->told[row * t->segments + column / ZM_ROW_SEGMENT] = 1;
    tell_lost(t->left + row * t->width + column);
}

ZM_INLINE void tell_won_beside(void *arg, uint32_t column, bool doubtful) { tell_won_apart(arg, 0, column, doubtful); }
ZM_INLINE void tell_lost_beside(void *arg, uint32_t column, bool doubtful)
{
    tell_lost_apart(arg, 0, column, doubtful);
}

/* ---- what they are told comes to ---- */
ZM_KERNEL void conclude(zm_row_work *w, uint64_t stored, uint32_t column, uint8_t *left)
{
    const uint8_t told = *left;
    *left = CLOSED;
    if (told == WINS)
        win_row(w, stored, column);
    else if (told == LOSES)
        lose_row(w, stored, column);
    else if (!ask_row(w, stored, column))
        *left = DOUBTFUL;
}

/* The columns that were told something that matters. */
ZM_KERNEL unsigned columns_told(const zm_row_work *w, uint64_t stored, uint32_t *out)
{
    const uint8_t *left = w->left + stored * w->width;
    unsigned n = 0;
    for (uint32_t begin = 0; begin < w->width; begin += ZM_ROW_SEGMENT) {
        uint8_t *told = &w->told[segment_of(w, stored, begin)];
        const uint32_t end = begin + ZM_ROW_SEGMENT < w->width ? begin + ZM_ROW_SEGMENT : w->width;
        if (*told)
            n += zm_find_bytes(left, begin, end, WINS, LOSES, ASKS, out + n);
        *told = 0;
    }
    return n;
}

/* A row of a tier that is not turned. */
ZM_KERNEL void conclude_row(zm_row_work *w, uint64_t stored)
{
    const unsigned n = columns_told(w, stored, w->columns);
    for (unsigned i = 0; i < n; i++)
        conclude(w, stored, w->columns[i], w->left + stored * w->width + w->columns[i]);
}

/* A row of a turned tier: which states these are is found out later. */
ZM_KERNEL void keep_told(zm_row_work *w, uint32_t row)
{
    uint32_t *news = w->news + w->news_count;
    news[0] = row;
    news[1] = columns_told(w, row, news + 2);
    w->news_count += news[1] ? 2 + news[1] : 0;
}

/* ---- a level: first what stays in its row, then what does not ---- */
/* The columns of a row that are won or lost at this level. Mostly a level has only one kind. */
ZM_KERNEL unsigned columns_with(const zm_row_work *w, uint64_t stored, bool won, uint32_t *out)
{
    const unsigned at = level_at(w->level);
    const zm_value value = won ? zm_win_in(w->level) : zm_loss_in(w->level);
    unsigned n = 0;
    if (!(w->kinds[won][at / 64] >> at % 64 & 1))
        return 0;
    for (uint32_t begin = 0; begin < w->width; begin += ZM_ROW_SEGMENT) {
        const uint32_t end = begin + ZM_ROW_SEGMENT < w->width ? begin + ZM_ROW_SEGMENT : w->width;
        const uint64_t segment = segment_of(w, stored, begin);
        if (__atomic_load_n(level_word_of(w, segment, w->level), __ATOMIC_RELAXED) >> segment % 64 & 1)
            n += zm_find_value(value_in(w, stored, 0), begin, end, value, out + n);
    }
    return n;
}

/* Keeps what has the level and the columns' side to move: the row, how many are won and lost, their columns. */
ZM_KERNEL void keep_news(zm_row_work *w, uint32_t row)
{
    uint32_t *news = w->news + w->news_count;
    news[0] = row;
    news[1] = columns_with(w, row, true, news + 3);
    news[2] = columns_with(w, row, false, news + 3 + news[1]);
    w->news_count += news[1] + news[2] ? 3 + news[1] + news[2] : 0;
}

static void rows_tell(zm_row_work *w, uint32_t row)
{
    const zm_variant *v = w->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    const uint64_t moving = w->turned ? row : w->rows + row;
    row_teller t = teller_of(w, row);
    if (!r->rows || !r->rank)
        return;
    if (!w->turned)
        keep_news(w, row);
    const unsigned won = columns_with(w, moving, true, w->columns);
    if (won)
        w->visits += r->rows->beside(v, w->tier, row, w->columns, won, tell_won_beside, &t);
    const unsigned lost = columns_with(w, moving, false, w->columns);
    if (lost)
        w->visits += r->rows->beside(v, w->tier, row, w->columns, lost, tell_lost_beside, &t);
    if (w->turned && won + lost)
        keep_told(w, row);
    else if (won + lost)
        conclude_row(w, row);
}

ZM_KERNEL void tell_apart(zm_row_work *w, const uint32_t *news, uint64_t count)
{
    const zm_variant *v = w->dense->variant;
    const zm_rows *r = KERNEL_RULES(v)->rows;
    row_teller t = teller_of(w, w->rows);
    for (uint64_t i = 0; i < count; i += 3 + news[i + 1] + news[i + 2]) {
        const uint32_t row = news[i], won = news[i + 1], lost = news[i + 2], *columns = news + i + 3;
        if (won)
            w->visits += r->apart(v, w->tier, row, columns, won, w->part, w->parts, tell_won_apart, &t);
        if (lost)
            w->visits += r->apart(v, w->tier, row, columns + won, lost, w->part, w->parts, tell_lost_apart, &t);
    }
}

/* Of a turned tier: some states of a row under the other numbering. Memory is asked for their places before the first is needed. */
ZM_KERNEL void turn_some(zm_row_work *w, uint32_t row, const uint32_t *columns, unsigned count)
{
    const zm_variant *v = w->dense->variant;
    zm_cell_at to[PENDING];
    for (unsigned k = 0; k < count; k++) {
        to[k] = KERNEL_RULES(v)->rows->turn(v, w->tier, row, columns[k]);
        __builtin_prefetch(value_in(w, to[k].row, to[k].column), 1);
    }
    for (unsigned k = 0; k < count; k++)
        conclude(w, to[k].row, to[k].column, w->left + (uint64_t)row * w->width + columns[k]);
}

ZM_KERNEL void turn_news(zm_row_work *w, const uint32_t *news, uint64_t count)
{
    for (uint64_t i = 0; i < count; i += 2 + news[i + 1])
        for (unsigned k = 0; k < news[i + 1]; k += PENDING)
            turn_some(w, news[i], news + i + 2 + k, news[i + 1] - k < PENDING ? news[i + 1] - k : PENDING);
}

static void rows_hear(zm_row_work *w, const uint32_t *news, uint64_t count)
{
    const zm_rules *r = KERNEL_RULES(w->dense->variant);
    if (!r->rows || !r->rank)
        return;
    if (w->turned)
        turn_news(w, news, count);
    else
        tell_apart(w, news, count);
}

static void rows_conclude(zm_row_work *w, uint32_t row)
{
    const zm_rules *r = KERNEL_RULES(w->dense->variant);
    if (r->rows && r->rank)
        conclude_row(w, w->rows + row);
}
