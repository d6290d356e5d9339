/* pair_reach_body.h: which states play reaches with a pair of hunters (pair.h), by steps as in pair_body.h. */

/* Where jumps end that begin in the layer above, ordered; and of a single one. */
PAIR_STEP void pair_find_landed(const zm_pair_job *j, uint64_t many, pair_rows *two, uint64_t *one)
{
    const zm_pair_board *b = j->board;
    const uint64_t free = b->all & ~many;
    PAIR_EACH(a) two->row[a] = 0;
    *one = 0;
    for (uint64_t rest = j->near_layer.sets ? free : 0; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        uint64_t from = b->from[over] & free, to = 0;
        for (uint64_t each = from; each;) {
            const unsigned a = zm_take_lowest(&each);
            to |= free >> b->land[a][over] & 1 ? zm_bit(a) : 0;
        }
        from &= to;
        if (!from)
            continue;
        const pair_spot at = pair_spot_of(j, many | zm_bit(over));
        const uint64_t single = b->ones ? pair_far_squares(j, &j->near_layer, at, 0) : 0;
        while (from) {
            const unsigned a = zm_take_lowest(&from), land = b->land[a][over];
            if (b->twos)
                two->row[land] |= pair_far_row(j, &j->near_layer, at, 0, a) & ~zm_bit(land);
            *one |= (single >> a & 1) << land;
        }
    }
}

/* What steps of the many reach from a slice. */
ZM_KERNEL void pair_seen_before(const zm_pair_job *j, uint64_t many, const uint64_t *back, const zm_pair_window *w,
                                zm_twos *out)
{
    zm_twos turned, image;
    bool any_turned = false;
    pair_fill(&turned, 0);
    for (uint64_t rest = many; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = back[to] & ~many; from; from &= from - 1) {
            const pair_spot at = pair_spot_of(j, many ^ zm_bit(to) ^ (from & (0 - from)));
            any_turned |= at.turned;
            pair_add(at.turned ? &turned : out, &w->two_seen[at.index - w->begin]);
        }
    }
    if (any_turned) {
        pair_mirror(j, &turned, &image);
        pair_add(out, &image);
    }
}

ZM_KERNEL uint64_t pair_one_seen_before(const zm_pair_job *j, uint64_t many, const uint64_t *back,
                                        const zm_pair_window *w)
{
    uint64_t seen = 0;
    for (uint64_t rest = many; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = back[to] & ~many; from; from &= from - 1) {
            const pair_spot at = pair_spot_of(j, many ^ zm_bit(to) ^ (from & (0 - from)));
            seen |= pair_turn_if(j, at.turned, w->one_seen[at.index - w->begin]);
        }
    }
    return seen;
}

/* The squares of the start, and their image where the many are their own. */
ZM_KERNEL uint64_t pair_start_image(const zm_pair_job *j, uint64_t many)
{
    return pair_image(j, many) == many ? pair_image(j, j->board->start_pair) : j->board->start_pair;
}

ZM_KERNEL void pair_start_here(const zm_pair_job *j, uint64_t many, pair_rows *two)
{
    const uint64_t pair = j->board->start_pair, image = pair_start_image(j, many);
    PAIR_EACH(a) two->row[a] |= pair_others(pair, a) | pair_others(image, a);
}

/* All that was jumped, and with `whole` cannot jump on. */
ZM_KERNEL uint64_t pair_one_stopped(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    return j->room.one_landed[i] & ~(j->board->ways.whole && !j->few ? pair_can_jump(j->board, many, free) : 0);
}

PAIR_STEP void pair_seen_begin(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    pair_rows landed, begun, going_on;
    pair_find_landed(j, many, &landed, &j->room.one_landed[i]);
    j->room.put[i] = j->board->rescues && !j->few ? pair_one_stopped(j, i) : 0;
    if (!j->board->twos)
        return;
    pair_find_going_on(j, many, free, &going_on);
    PAIR_EACH(a) begun.row[a] = landed.row[a] & ~going_on.row[a];
    for (uint64_t rest = j->room.put[i]; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        begun.row[a] |= free ^ zm_bit(a);
    }
    if (many == j->board->start)
        pair_start_here(j, many, &begun);
    pair_both_ways(&begun);
    pair_pack(&landed, &j->room.landed[i]);
    pair_pack(&begun, &j->room.begun[i]);
    j->here->two_seen[j->from + i - j->here->begin] = j->room.begun[i];
    pair_fill(&j->room.seen[i], 0);
    pair_fill(&j->room.above[i], 0);
    if (j->few)
        return;
    pair_mark(j, i);
    pair_seen_before(j, many, j->board->behind, j->beyond, &j->room.above[i]);
}

PAIR_STEP bool pair_seen_again(const zm_pair_job *j, uint64_t i)
{
    const zm_pair_board *b = j->board;
    const uint64_t many = j->room.many[i], free = b->all & ~many;
    zm_twos seen = j->room.above[i], *here = &j->here->two_seen[j->from + i - j->here->begin], now = j->room.begun[i],
            more;
    pair_rows from, after, missed;
    pair_seen_before(j, many, b->aside, j->here, &seen);
    pair_only(&seen, free);
    if (pair_same(&seen, &j->room.seen[i]))
        return false;
    j->room.seen[i] = seen;
    if (pair_home(j, many))
        return false;
    pair_unpack(&seen, &from);
    pair_find_missed(b, many, free, &missed);
    PAIR_EACH(a) from.row[a] &= ~missed.row[a];
    pair_before_steps(b, free, &from, &after); /* steps can be taken back: it is where they lead as well */
    pair_pack(&after, &more);
    pair_add(&now, &more);
    if (pair_same(&now, here))
        return false;
    *here = now;
    return true;
}

/* With one: what is reached by removing the other. */
ZM_KERNEL uint64_t pair_seen_removed(const zm_pair_job *j, uint64_t i, uint64_t many, uint64_t free)
{
    pair_rows from, after, missed;
    uint64_t left = 0;
    if (!j->board->twos || !j->board->ways.huffs || pair_home(j, many))
        return 0;
    pair_find_missed(j->board, many, free, &missed);
    pair_unpack(&j->room.seen[i], &from);
    PAIR_EACH(a) from.row[a] &= missed.row[a];
    pair_before_steps(j->board, free, &from, &after);
    PAIR_EACH(a) left |= after.row[a];
    return left;
}

PAIR_STEP void pair_one_seen_begin(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    uint64_t begun = j->board->rescues && !j->few ? 0 : pair_one_stopped(j, i);
    j->room.one_seen[i] = j->room.one_above[i] = 0;
    if (!j->few)
        begun |= pair_seen_removed(j, i, many, free);
    if (!j->board->twos && many == j->board->start)
        begun |= j->board->start_pair | pair_start_image(j, many);
    j->room.one_begun[i] = begun;
    j->here->one_seen[j->from + i - j->here->begin] = begun;
    if (j->few)
        return;
    pair_mark(j, i);
    j->room.one_above[i] = pair_one_seen_before(j, many, j->board->behind, j->beyond);
}

ZM_KERNEL bool pair_one_seen_again(const zm_pair_job *j, uint64_t i)
{
    const zm_pair_board *b = j->board;
    const uint64_t many = j->room.many[i], free = b->all & ~many;
    uint64_t *here = &j->here->one_seen[j->from + i - j->here->begin];
    const uint64_t seen = (j->room.one_above[i] | pair_one_seen_before(j, many, b->aside, j->here)) & free;
    j->room.one_seen[i] = seen;
    if (pair_home(j, many))
        return false;
    const uint64_t steps = seen & ~(b->ways.huffs ? pair_can_jump(b, many, free) : 0);
    const uint64_t now = j->room.one_begun[i] | (pair_near(b, steps) & free);
    const bool changed = now != *here;
    *here = now;
    return changed;
}

/* From where jumps begin: all of A and, where a chain may go on, all that has landed. */
ZM_KERNEL void pair_seen_leave(const zm_pair_job *j, uint64_t i, uint64_t many, uint64_t free)
{
    const uint64_t place = j->from + i;
    pair_rows two, landed;
    if (pair_home(j, many))
        return;
    if (j->board->ones)
        j->this_layer.one[place] = j->room.one_seen[i] | (j->board->ways.chains ? j->room.one_landed[i] : 0);
    if (!j->board->twos)
        return;
    pair_unpack(&j->room.seen[i], &two);
    pair_unpack(&j->room.landed[i], &landed);
    PAIR_EACH(a) two.row[a] |= j->board->ways.chains ? landed.row[a] : 0;
    pair_far_put(&j->this_layer, place, free, 0, &two);
}

PAIR_STEP void pair_seen_keep(const zm_pair_job *j, uint64_t i, uint64_t free)
{
    const uint64_t place = j->from + i - j->here->begin;
    const zm_pair_board *b = j->board;
    const unsigned words = zm_pair_seen_words(j->free);
    uint64_t *entry = j->room.entry + i * words, at = 0;
    zm_twos all;
    bool full = true;
    for (unsigned w = 0; w < words; w++)
        entry[w] = 0;
    pair_among(free, &all);
    if (b->twos) {
        full &= pair_same(&j->room.seen[i], &all) && pair_same(&j->here->two_seen[place], &all);
        pair_put_triangle(entry, &at, free, &j->room.seen[i]);
        pair_put_triangle(entry, &at, free, &j->here->two_seen[place]);
    }
    at = (uint64_t)j->free * (j->free - 1);
    const uint64_t pair = b->ones ? j->room.one_seen[i] : 0, many = b->ones ? j->here->one_seen[place] : 0;
    full &= !b->ones || (pair == free && many == free);
    full &= j->room.put[i] == pair_puts(j, free);
    pair_put_bits(entry, &at, zm_extract(pair, free), j->free);
    pair_put_bits(entry, &at, zm_extract(many, free), j->free);
    pair_put_bits(entry, &at, zm_extract(j->room.put[i], free), j->free);
    j->room.flag[i] = full;
}

/* Where the many are too few it is over, and their turn. */
PAIR_STEP void pair_seen_keep_few(const zm_pair_job *j, uint64_t i, uint64_t free)
{
    const uint64_t place = j->from + i - j->here->begin, one = j->board->ones ? j->here->one_seen[place] : free;
    const unsigned words = zm_pair_few_words(j->free);
    uint64_t *entry = j->room.entry + i * words, at = 0;
    zm_twos all;
    for (unsigned w = 0; w < words; w++)
        entry[w] = 0;
    pair_among(free, &all);
    if (j->board->twos)
        pair_put_triangle(entry, &at, free, &j->here->two_seen[place]);
    at = (uint64_t)j->free * (j->free - 1) / 2;
    pair_put_bits(entry, &at, zm_extract(one, free), j->free);
    j->room.flag[i] = one == free && (!j->board->twos || pair_same(&j->here->two_seen[place], &all));
}

/* Where the many are too few the pair has won. */
ZM_KERNEL void pair_tell_few(zm_pair_job *j, uint64_t i, uint64_t many)
{
    const bool own = pair_image(j, many) == many;
    const uint64_t place = j->from + i - j->here->begin, one = j->board->ones ? j->here->one_seen[place] : 0;
    pair_rows two;
    uint64_t states = pair_count_ones(j->board, own, one);
    if (j->board->twos) {
        pair_unpack(&j->here->two_seen[place], &two);
        states += pair_count_twos(j->board, own, &two);
    }
    j->counts.states += states;
    j->counts.won_by_pair += states;
}
