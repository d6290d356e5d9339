/* stalk_rows_body.h: the values of a batch as a table has them (zermelo/pair.h); part of stalk_body.h. Of a placement a thread has the columns with one square as the
 * upper of two, or the only one. */

ZM_KERNEL zm_value stalk_stored(const stalker *k, uint64_t i, uint64_t many, uint64_t free, bool own, const zm_ask *a)
{
    const uint64_t set = zm_bit(a->low) | zm_bit(a->up);
    if ((own && pair_image(k->pair, set) < set) || !stalk_is_seen(k, i, many, free, a))
        return ZM_NONE;
    return stalk_value(stalk_who_wins(k, i, free, a), a->turn);
}

/* When the last one is gone it does not matter where it stood. */
ZM_KERNEL zm_value stalk_stored_gone(const stalker *k, uint64_t i, uint64_t many, uint64_t free)
{
    zm_ask a = {0, 0, 0, ZM_PAIR_LAST_GOES, 0, 0, 0, 0};
    for (uint64_t rest = free; rest; rest &= rest - 1) {
        a.low = a.up = (uint8_t)zm_lowest(rest);
        if (stalk_is_seen(k, i, many, free, &a))
            return zm_win_in(0);
    }
    return ZM_NONE;
}

ZM_KERNEL unsigned stalk_row_threads(const zm_stalk *j) { return j->rows.kind == ZM_PAIR_GONE ? 1 : j->free; }

ZM_KERNEL void stalk_put_row(const stalker *k, uint64_t t)
{
    const zm_stalk *j = k->job;
    const unsigned each = stalk_row_threads(j), r = (unsigned)(t % each);
    const uint64_t i = j->rows.first + t / each, many = j->many[i], free = stalk_free(k, many);
    const bool own = pair_image(k->pair, many) == many;
    zm_value *to = j->rows.value + t / each * j->rows.columns;
    zm_ask a = {0, 0, 0, (uint8_t)j->rows.kind, (uint8_t)j->rows.turn, 0, 0, 0};
    uint64_t upper = free, rest = free;
    if (a.kind == ZM_PAIR_GONE) {
        *to = stalk_stored_gone(k, i, many, free);
        return;
    }
    for (unsigned n = 0; n < r; n++)
        upper &= upper - 1;
    a.low = a.up = (uint8_t)zm_lowest(upper);
    if (a.kind != ZM_PAIR_TWO && a.kind != ZM_PAIR_ONE_GOES) {
        to[r] = stalk_stored(k, i, many, free, own, &a);
        return;
    }
    to += r ? r * (r - 1) / 2 : 0;
    for (unsigned n = 0; n < r; n++, rest &= rest - 1) {
        a.low = (uint8_t)zm_lowest(rest);
        to[n] = stalk_stored(k, i, many, free, own, &a);
    }
}
