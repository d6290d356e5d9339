/* pair_table_body.h: the values of a shape as they go to a table, and back (zermelo/pair.h has the order of its places); part of kernels_body.h.
 *
 * A row is what a placement has in a tier with one of the turns: a value a column. It is made of three sets of columns, those that are states and
 * those that either side wins, and with distances of how far it is in each column. Sets of pairs are triangles of bits that lie in the order of the columns; so do
 * the sets of states that are kept. */

enum { PAIR_ROW_WORDS = (ZM_PAIR_COLUMNS + 63) / 64 + 1 };

typedef struct pair_columns {
    uint64_t seen[PAIR_ROW_WORDS], pair[PAIR_ROW_WORDS], many[PAIR_ROW_WORDS];
} pair_columns;

/* ---- which columns are states ---- */
/* Where in what is kept of a placement its sets begin, A2, B2, A1, B1 and P: pair_seen_keep, pair_seen_keep_few. */
ZM_KERNEL unsigned pair_kept_at(const zm_pair_job *j, zm_pair_kind kind, unsigned turn)
{
    const unsigned triangle = j->free * (j->free - 1) / 2;
    if (kind == ZM_PAIR_TWO)
        return turn || j->few ? 0 : triangle;
    if (kind == ZM_PAIR_ONE)
        return j->few ? triangle : 2 * triangle + (turn ? 0 : j->free);
    return 2 * triangle + 2 * j->free;
}

/* All of them where nothing is kept. */
ZM_KERNEL void pair_kept(const zm_pair_job *j, uint64_t i, unsigned from, unsigned width, uint64_t *out)
{
    uint64_t entry;
    const bool some = zm_marked(j->seen->mark, i, &entry);
    const uint64_t *words = j->seen->entry + entry * (j->few ? zm_pair_few_words : zm_pair_seen_words)(j->free);
    for (unsigned at = 0; at < width; at += 64) {
        const unsigned n = width - at < 64 ? width - at : 64;
        out[at / 64] = some ? pair_bits(words, from + at, n) : zm_low_bits(n);
    }
}

ZM_KERNEL uint64_t pair_kept_squares(const zm_pair_job *j, uint64_t i, uint64_t free)
{
    uint64_t row;
    pair_kept(j, i, pair_kept_at(j, ZM_PAIR_ONE, 1), j->free, &row);
    return zm_deposit(row, free);
}

/* Of a placement that is its own image: not those that are greater than their image. */
ZM_KERNEL void pair_drop_images(const zm_pair_job *j, zm_pair_kind kind, uint64_t free, uint64_t *seen)
{
    const bool two = zm_pair_columns(kind, j->free) != j->free;
    unsigned column = 0;
    for (uint64_t rest = free; rest;) {
        const uint64_t high = zm_bit(zm_take_lowest(&rest));
        for (uint64_t others = two ? free & (high - 1) : high; others; others &= others - 1, column++) {
            const uint64_t set = high | (others & (0 - others));
            if (pair_image(j, set) < set)
                seen[column / 64] &= ~zm_bit(column % 64);
        }
    }
}

/* ---- who wins ---- */
ZM_KERNEL void pair_put_ones(zm_won won, uint64_t free, pair_columns *c)
{
    c->pair[0] = zm_extract(won.lone, free);
    c->many[0] = zm_extract(won.many, free);
}

ZM_KERNEL void pair_put_twos(const zm_won_twos *won, uint64_t free, pair_columns *c)
{
    uint64_t at = 0;
    pair_put_triangle(c->pair, &at, free, &won->pair);
    at = 0;
    pair_put_triangle(c->many, &at, free, &won->many);
}

/* What is done before the many move; the sets of a placement where the many are home are of no meaning. */
ZM_KERNEL void pair_put_huffed(const zm_pair_job *j, uint64_t i, zm_pair_kind kind, uint64_t free, pair_columns *c)
{
    const uint64_t many = j->room.many[i];
    if (pair_home(j, many))
        return;
    if (kind == ZM_PAIR_ONE_GOES) {
        pair_visited r;
        pair_rows after;
        zm_twos seen;
        zm_won_twos won;
        uint64_t at = 0;
        pair_visited_at(j, i, free, &r);
        pair_one_goes(j, many, free, &r.pair, j->room.one_moves[i], &after, &won);
        pair_pack(&after, &seen);
        pair_put_triangle(c->seen, &at, free, &seen);
        pair_put_twos(&won, free, c);
        return;
    }
    const uint64_t last = pair_last_goes(j, many, free, pair_kept_squares(j, i, free));
    c->seen[0] = kind == ZM_PAIR_GONE ? last != 0 : zm_extract(last, free);
    c->many[0] = c->seen[0];
}

ZM_KERNEL void pair_put_kept(const zm_pair_job *j, uint64_t i, const zm_pair_part *p, uint64_t free, pair_columns *c)
{
    const uint64_t place = j->from + i - j->here->begin;
    if (p->kind == ZM_PAIR_ONE_BACK && !pair_puts(j, free))
        return;
    pair_kept(j, i, pair_kept_at(j, p->kind, p->turn), zm_pair_columns(p->kind, j->free), c->seen);
    if (j->few)
        for (unsigned w = 0; w < PAIR_ROW_WORDS; w++)
            c->pair[w] = c->seen[w];
    else if (p->kind == ZM_PAIR_TWO)
        pair_put_twos(p->turn ? &j->here->two[place] : &j->room.moves[i], free, c);
    else if (p->kind == ZM_PAIR_ONE)
        pair_put_ones(p->turn ? j->here->one[place] : j->room.one_moves[i], free, c);
    else
        pair_put_ones(pair_put_back(&j->room.moves[i], free), free, c);
}

/* ---- values ---- */
typedef uint16_t pair_lanes __attribute__((vector_size(2 * LANES), may_alias, aligned(2)));

/* By whose turn it is, sixteen at a time. */
ZM_KERNEL void pair_put_values(const pair_columns *c, unsigned turn, unsigned width, zm_value *out)
{
    const lanes bit = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    _Static_assert((int)LANES <= (int)ZM_PAIR_SLACK, "what is written beyond a row");
    for (unsigned at = 0; at < width; at += LANES) {
        const uint64_t wins = (turn ? c->pair : c->many)[at / 64], losses = (turn ? c->many : c->pair)[at / 64];
        const lanes seen = (lanes)((bit & (uint16_t)(c->seen[at / 64] >> at % 64)) != 0);
        const lanes won = (lanes)((bit & (uint16_t)(wins >> at % 64)) != 0);
        const lanes lost = (lanes)((bit & (uint16_t)(losses >> at % 64)) != 0);
        const lanes value = seen & ((won & zm_win_in(0)) | (lost & zm_loss_in(0)) | (~(won | lost) & ZM_DRAWN));
        *(pair_lanes *)(out + at) = value;
    }
}

/* ---- how far ---- */
ZM_KERNEL void pair_put_far_ones(const zm_pair_value *one, uint64_t free, zm_pair_value *out)
{
    while (free)
        *out++ = one[zm_take_lowest(&free)];
}

ZM_KERNEL void pair_put_far_twos(const zm_pair_values *v, uint64_t free, zm_pair_value *out)
{
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        const zm_pair_value *row = v->two + (a ? a * (a - 1) / 2 : 0);
        for (uint64_t others = free & zm_low_bits(a); others;)
            *out++ = row[zm_take_lowest(&others)];
    }
}

/* One of the two is removed. */
ZM_KERNEL void pair_put_far_going(const zm_pair_value *one, uint64_t free, zm_pair_value *out)
{
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        for (uint64_t others = free & zm_low_bits(a); others;)
            *out++ = pair_far_removing(one, a, zm_take_lowest(&others));
    }
}

ZM_KERNEL void pair_put_far(const zm_pair_job *j, uint64_t i, const zm_pair_part *p, uint64_t free, zm_pair_value *out)
{
    const uint64_t place = j->from + i - j->here->begin;
    if (p->kind == ZM_PAIR_TWO)
        pair_put_far_twos(p->turn ? &j->room.far_here[i] : &j->room.far_moves[i], free, out);
    else if (p->kind == ZM_PAIR_ONE)
        pair_put_far_ones(p->turn ? j->here->one_values[place].one : j->room.one_far_moves[i].one, free, out);
    else if (p->kind == ZM_PAIR_ONE_GOES)
        pair_put_far_going(j->room.one_far_moves[i].one, free, out);
    else if (p->kind == ZM_PAIR_ONE_BACK)
        for (uint64_t rest = free; rest;)
            *out++ = pair_far_putting(&j->room.far_moves[i], free, zm_take_lowest(&rest));
    else
        for (uint64_t rest = free; rest; rest &= rest - 1) /* the last is removed, and that is the end */
            *out++ = MANY_WIN_NOW + 1;
}

/* By whose turn it is, as above, but with how far. */
ZM_KERNEL void pair_put_distances(const pair_columns *c, const zm_pair_value *far, unsigned turn, unsigned width,
                                  zm_value *out)
{
    const lanes bit = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    for (unsigned at = 0; at < width; at += LANES) {
        const lanes x = (lanes) * (const pair_lanes *)(far + at), value = x - (lanes)(x > PAIR_DRAWN);
        const lanes seen = (lanes)((bit & (uint16_t)(c->seen[at / 64] >> at % 64)) != 0);
        *(pair_lanes *)(out + at) = seen & (turn ? value : -value);
    }
}

/* Of a row the state that is the farthest, if it is farther than those before. */
ZM_KERNEL void pair_farthest_in_row(const zm_pair_job *j, uint64_t many, const zm_pair_part *p, const zm_value *values,
                                    zm_pair_farthest *f)
{
    const uint64_t free = j->board->all & ~many;
    const unsigned width = zm_pair_columns(p->kind, j->free);
    const unsigned task = p->kind == ZM_PAIR_ONE_GOES || p->kind == ZM_PAIR_LAST_GOES ? 1
                          : p->kind == ZM_PAIR_ONE_BACK                               ? 2
                                                                                      : 0;
    const bool two = p->kind == ZM_PAIR_TWO || p->kind == ZM_PAIR_ONE_GOES, gone = p->kind == ZM_PAIR_GONE;
    unsigned most = 0, column = 0;
    for (unsigned at = 0; at < width; at++) {
        const unsigned far = zm_remoteness(values[at]);
        most = far > most ? far : most;
    }
    if ((int)most < f->plies)
        return;
    for (uint64_t rest = gone ? 1 : free; rest;) {
        const uint64_t high = zm_bit(zm_take_lowest(&rest));
        for (uint64_t others = two ? free & (high - 1) : high; others; others &= others - 1, column++) {
            const uint64_t set = gone ? 0 : high | (others & (0 - others));
            const zm_value value = values[column];
            if (value != ZM_NONE && value != ZM_DRAWN && (int)zm_remoteness(value) >= f->plies)
                pair_farthest_add(f, PAIR(state)(j->variant, many, set, p->turn, task), (int)zm_remoteness(value));
        }
    }
}

/* ---- rows ---- */
ZM_KERNEL void pair_count_row(const pair_columns *c, unsigned width, zm_pair_counts *sum)
{
    for (unsigned w = 0; w * 64 < width; w++) {
        sum->states += zm_count_bits(c->seen[w]);
        sum->won_by_pair += zm_count_bits(c->seen[w] & c->pair[w]);
        sum->won_by_many += zm_count_bits(c->seen[w] & c->many[w]);
    }
}

ZM_KERNEL void pair_table_row(const zm_pair_job *j, uint64_t i, const zm_pair_part *p, zm_value *out, zm_pair_sum *sum)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    const unsigned width = zm_pair_columns(p->kind, j->free);
    pair_columns c = {{0}, {0}, {0}};
    if (p->kind == ZM_PAIR_ONE || p->kind == ZM_PAIR_TWO || p->kind == ZM_PAIR_ONE_BACK)
        pair_put_kept(j, i, p, free, &c);
    else
        pair_put_huffed(j, i, p->kind, free, &c);
    if (p->kind != ZM_PAIR_GONE && pair_image(j, many) == many)
        pair_drop_images(j, p->kind, free, c.seen);
    if (!j->distances || j->few || p->kind == ZM_PAIR_GONE) {
        pair_put_values(&c, p->turn, width, out);
    } else {
        zm_pair_value far[ZM_PAIR_COLUMNS + ZM_PAIR_SLACK] = {0};
        pair_put_far(j, i, p, free, far);
        pair_put_distances(&c, far, p->turn, width, out);
    }
    pair_count_row(&c, width, &sum->counts);
    if (j->distances)
        pair_farthest_in_row(j, many, p, out, &sum->farthest);
}

static void pair_pack_part(const zm_pair_job *j, const zm_pair_part *p, zm_value *out, zm_pair_sum *sum)
{
    if (!KERNEL_RULES(j->variant)->pair)
        return;
    const unsigned width = zm_pair_columns(p->kind, j->free);
    for (uint64_t i = 0; i < p->count; i++, out += width)
        pair_table_row(j, p->from + i, p, out, sum);
}

/* ---- and back ---- */
ZM_KERNEL void pair_take_values(const zm_value *value, unsigned turn, unsigned width, pair_columns *c)
{
    uint64_t *wins = turn ? c->pair : c->many, *losses = turn ? c->many : c->pair;
    for (unsigned at = 0; at < width; at++) {
        wins[at / 64] |= (uint64_t)zm_is_win(value[at]) << at % 64;
        losses[at / 64] |= (uint64_t)zm_is_loss(value[at]) << at % 64;
    }
}

ZM_KERNEL void pair_take_twos(const zm_pair_job *j, bool own, uint64_t free, const uint64_t *columns, zm_twos *out)
{
    pair_rows rows;
    zm_twos image;
    uint64_t at = 0;
    pair_take_triangle(columns, &at, free, &rows);
    pair_pack(&rows, out);
    if (!own)
        return;
    pair_mirror(j, out, &image);
    pair_add(out, &image);
}

ZM_KERNEL uint64_t pair_take_ones(const zm_pair_job *j, bool own, uint64_t free, uint64_t columns)
{
    const uint64_t squares = zm_deposit(columns, free);
    return own ? squares | pair_image(j, squares) : squares;
}

/* What it is worth to the pair; 0: not a state. */
ZM_KERNEL zm_pair_value pair_value_from(unsigned turn, zm_value value)
{
    const zm_value x = turn ? value : (zm_value)(0u - value);
    return (zm_pair_value)(x - (x > ZM_DRAWN));
}

/* Of an image that is no state it is what the state has. What is not reached is left drawn. */
ZM_KERNEL zm_pair_value pair_known(zm_pair_value x, zm_pair_value image)
{
    return x ? x : image ? image : (zm_pair_value)PAIR_DRAWN;
}

ZM_KERNEL void pair_take_far_ones(const zm_pair_job *j, bool own, unsigned turn, uint64_t free, const zm_value *values,
                                  zm_pair_value *out)
{
    zm_pair_value stored[ZM_PAIR_SQUARES];
    PAIR_EACH(a) stored[a] = PAIR_NO_STEP;
    for (uint64_t rest = free; rest;)
        stored[zm_take_lowest(&rest)] = pair_value_from(turn, *values++);
    PAIR_EACH(a) out[a] = pair_known(stored[a], stored[own ? j->board->image[a] : a]);
}

ZM_KERNEL void pair_take_far_twos(const zm_pair_job *j, bool own, unsigned turn, uint64_t free, const zm_value *values,
                                  zm_pair_values *out)
{
    zm_pair_values stored;
    pair_values_fill(&stored, PAIR_NO_STEP);
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        for (uint64_t others = free & zm_low_bits(a); others;)
            stored.two[pair_two_at(a, zm_take_lowest(&others))] = pair_value_from(turn, *values++);
    }
    PAIR_EACH_TWO(t) out->two[t] = pair_known(stored.two[t], stored.two[own ? j->board->turned[t] : t]);
}

ZM_KERNEL void pair_take_far(const zm_pair_job *j, uint64_t i, const zm_pair_part *p, bool own, uint64_t free,
                             const zm_value *values)
{
    zm_pair_one_values *here = j->here->one_values + (j->from + i - j->here->begin);
    if (p->kind == ZM_PAIR_ONE)
        pair_take_far_ones(j, own, p->turn, free, values, p->turn ? here->one : j->room.one_far_moves[i].one);
    else
        pair_take_far_twos(j, own, p->turn, free, values, p->turn ? &j->room.far_here[i] : &j->room.far_moves[i]);
}

/* A row of A or B, with one or two. */
ZM_KERNEL void pair_take_row(const zm_pair_job *j, uint64_t i, const zm_pair_part *p, const zm_value *values)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many, place = j->from + i - j->here->begin;
    const bool own = pair_image(j, many) == many;
    pair_columns c = {{0}, {0}, {0}};
    pair_take_values(values, p->turn, zm_pair_columns(p->kind, j->free), &c);
    if (j->distances)
        pair_take_far(j, i, p, own, free, values);
    if (p->kind == ZM_PAIR_ONE) {
        const zm_won won = {pair_take_ones(j, own, free, c.pair[0]), pair_take_ones(j, own, free, c.many[0])};
        *(p->turn ? &j->here->one[place] : &j->room.one_moves[i]) = won;
        return;
    }
    zm_won_twos *won = p->turn ? &j->here->two[place] : &j->room.moves[i];
    pair_take_twos(j, own, free, c.pair, &won->pair);
    pair_take_twos(j, own, free, c.many, &won->many);
}

static void pair_unpack_part(const zm_pair_job *j, const zm_pair_part *p, const zm_value *values)
{
    if (!KERNEL_RULES(j->variant)->pair)
        return;
    const unsigned width = zm_pair_columns(p->kind, j->free);
    for (uint64_t i = 0; i < p->count; i++, values += width)
        pair_take_row(j, p->from + i, p, values);
}

/* What is not reached is not known, and nothing that is reached leads there. */
static void pair_restore(zm_pair_job *j)
{
    for (uint64_t i = 0; i < j->count && KERNEL_RULES(j->variant)->pair; i++) {
        if (j->board->ones && !pair_home(j, j->room.many[i]))
            j->room.one_jumps[i] = pair_one_jumping(j, j->room.many[i]);
        pair_land(j, i);
        if (j->distances && j->board->twos)
            pair_far_keep(j, i);
        if (j->distances)
            pair_far_land(j, i);
        if (j->room.many[i] != j->board->start)
            continue;
        pair_tell_start(j, i);
        if (j->distances)
            pair_far_tell_start(j, i);
    }
}
