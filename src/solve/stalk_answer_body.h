/* stalk_answer_body.h: what a thread says about a state of a sample (ask.h), while its batch is at work; part of stalk_body.h. */

/* Is this pair of squares in a set of words as in memory? low < up. */
ZM_KERNEL bool stalk_has(const uint32_t *words, uint64_t free, unsigned low, unsigned up)
{
    const uint32_t word = words[zm_count_bits(free & zm_low_bits(low))];
    return word >> (up == STALK_LAST ? low : up) & 1;
}

ZM_KERNEL bool stalk_has_two(const uint32_t *words, uint64_t free, unsigned a, unsigned b)
{
    return a < b ? stalk_has(words, free, a, b) : stalk_has(words, free, b, a);
}

/* ---- who wins: bit 0 of each ---- */
/* The many put one back where that is best for them. */
ZM_KERNEL zm_won stalk_won_putting_back(const stalker *k, const uint32_t *moves, uint64_t free, unsigned square)
{
    zm_won won = {1, 0};
    for (uint64_t rest = free & ~zm_bit(square); rest; rest &= rest - 1) {
        const unsigned other = zm_lowest(rest);
        won.lone &= stalk_has_two(moves, free, square, other);
        won.many |= stalk_has_two(moves + k->job->free, free, square, other);
    }
    return won;
}

ZM_KERNEL zm_won stalk_won_with_two(const stalker *k, const uint32_t *words, uint64_t free, const zm_ask *a)
{
    const zm_won won = {stalk_has(words, free, a->low, a->up), stalk_has(words + k->job->free, free, a->low, a->up)};
    return won;
}

ZM_KERNEL zm_won stalk_who_wins(const stalker *k, uint64_t i, uint64_t free, const zm_ask *a)
{
    const zm_stalk *j = k->job;
    const uint32_t *moves = j->moves + i * 2 * j->free;
    zm_won won = {0, 1}, one;
    const zm_won pair = {1, 0};
    if (j->few)
        return pair;
    switch ((zm_pair_kind)a->kind) {
    case ZM_PAIR_TWO: return stalk_won_with_two(k, a->turn ? stalk_here(k, i) : moves, free, a);
    case ZM_PAIR_ONE_BACK: return stalk_won_putting_back(k, moves, free, a->low);
    case ZM_PAIR_ONE:
        one = a->turn ? j->here.one[j->from + i - j->here.begin] : j->one_moves[i];
        won.lone = one.lone >> a->low & 1;
        won.many = one.many >> a->low & 1;
        return won;
    case ZM_PAIR_ONE_GOES:
        one = j->one_moves[i];
        won.lone = one.lone >> a->low & one.lone >> a->up & 1;
        won.many = (one.many >> a->low | one.many >> a->up) & 1;
        return won;
    default: return won;
    }
}

/* ---- is it reached? ---- */
ZM_KERNEL bool stalk_entry_bit(const stalker *k, uint64_t i, unsigned at)
{
    return k->job->entry[i * zm_stalk_entry_words(k->job->free) + at / 32] >> at % 32 & 1;
}

/* The pair's turn, or the many's. */
ZM_KERNEL bool stalk_two_seen(const stalker *k, uint64_t i, uint64_t free, bool turn, unsigned a, unsigned b)
{
    const unsigned low = a < b ? a : b, up = a < b ? b : a, r = zm_count_bits(free & zm_low_bits(up)), n = k->job->free;
    return stalk_entry_bit(k, i,
                           (turn ? 0 : n * (n - 1) / 2) + r * (r - 1) / 2 + zm_count_bits(free & zm_low_bits(low)));
}

/* Which of the entry's rows for a single one: 0 its turn, 1 the many's, 2 the other is put back. */
ZM_KERNEL bool stalk_one_seen_at(const stalker *k, uint64_t i, uint64_t free, unsigned row, unsigned a)
{
    const unsigned n = k->job->free;
    return stalk_entry_bit(k, i, n * (n - 1) + row * n + zm_count_bits(free & zm_low_bits(a)));
}

ZM_KERNEL bool stalk_can_jump(const stalker *k, uint64_t many, uint64_t empty, unsigned a)
{
    const zm_pair_board *b = &k->board->pair;
    for (uint64_t rest = b->over[a] & many; rest; rest &= rest - 1)
        if (empty >> b->land[a][zm_lowest(rest)] & 1)
            return true;
    return false;
}

/* Has one come to a square by a step that missed a jump, with the other where it is? With the same square twice: there is no other. */
ZM_KERNEL bool stalk_missed_by(const stalker *k, uint64_t i, uint64_t many, uint64_t free, unsigned to, unsigned other)
{
    const bool two = to != other;
    for (uint64_t rest = k->board->pair.near[to] & free & ~(two ? zm_bit(other) : 0); rest; rest &= rest - 1) {
        const unsigned from = zm_lowest(rest);
        const uint64_t empty = free & ~zm_bit(from) & ~(two ? zm_bit(other) : 0);
        if (two ? stalk_two_seen(k, i, free, true, from, other) &&
                      (stalk_can_jump(k, many, empty, from) || stalk_can_jump(k, many, empty, other))
                : stalk_one_seen_at(k, i, free, 0, from) && stalk_can_jump(k, many, empty, from))
            return true;
    }
    return false;
}

ZM_KERNEL bool stalk_is_seen(const stalker *k, uint64_t i, uint64_t many, uint64_t free, const zm_ask *a)
{
    if (k->job->few && a->kind != ZM_PAIR_TWO && a->kind != ZM_PAIR_ONE)
        return false;
    switch ((zm_pair_kind)a->kind) {
    case ZM_PAIR_TWO: return stalk_two_seen(k, i, free, a->turn, a->low, a->up);
    case ZM_PAIR_ONE: return stalk_one_seen_at(k, i, free, a->turn ? 0 : 1, a->low);
    case ZM_PAIR_ONE_BACK: return stalk_one_seen_at(k, i, free, 2, a->low);
    default:
        return !pair_home(k->pair, many) &&
               (stalk_missed_by(k, i, many, free, a->low, a->up) || stalk_missed_by(k, i, many, free, a->up, a->low));
    }
}

/* By whose turn it is. */
ZM_KERNEL zm_value stalk_value(zm_won won, bool turn)
{
    const uint64_t wins = turn ? won.lone : won.many, loses = turn ? won.many : won.lone;
    return wins ? zm_win_in(0) : loses ? zm_loss_in(0) : (zm_value)ZM_DRAWN;
}

ZM_KERNEL void stalk_answer(const stalker *k, zm_ask *a)
{
    const uint64_t i = a->at - k->job->from, many = k->job->many[i], free = stalk_free(k, many);
    a->value = stalk_value(stalk_who_wins(k, i, free, a), a->turn);
    a->seen = stalk_is_seen(k, i, many, free, a);
}
