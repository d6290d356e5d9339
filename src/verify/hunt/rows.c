/* rows.c: the values of the tier at hand as rows, one a placement and turn, and what is kept of them for the tiers
 * above. */
#include "proof.h"

#include <string.h>

/* ---- rows ---- */
static const zm_value *values_at(const zm_proof *k, uint64_t n, bool lone)
{
    return k->value + (lone * k->count + n) * k->free;
}

bool zm_row_drawn(const zm_proof *k, uint64_t n, bool lone)
{
    return !memcmp(values_at(k, n, lone), k->drawn, k->free * sizeof *k->drawn);
}

static void read_values(zm_value_row *r)
{
    const zm_value *value = r->value;
    r->has = 0;
    for (uint64_t rest = r->free; rest; value++) {
        const uint64_t bit = zm_bit(zm_take_lowest(&rest));
        r->has |= *value != ZM_NONE ? bit : 0;
        if (*value != ZM_NONE && *value != ZM_DRAWN)
            *(zm_is_win(*value) == r->lone ? &r->won.lone : &r->won.many) |= bit;
    }
}

zm_value_row zm_row_at(const zm_proof *k, uint64_t n, uint64_t many, bool lone)
{
    const zm_proof_board *b = &k->board;
    zm_value_row r = {.many = many, .free = b->squares & ~many, .value = values_at(k, n, lone), .lone = lone};
    r.own = b->hunt->image(b->variant, many) == many;
    r.real = r.own ? r.free & b->left : r.free;
    r.has = r.free;
    if (!zm_row_drawn(k, n, lone))
        read_values(&r);
    if (r.own)
        r.won = (zm_sides){r.won.lone | zm_turn(b, true, r.won.lone), r.won.many | zm_turn(b, true, r.won.many)};
    return r;
}

/* ---- what is kept ---- */
static zm_sides sides_of_row(const zm_proof *k, uint64_t n)
{
    if (zm_row_drawn(k, n, true))
        return (zm_sides){0, 0};
    return zm_row_at(k, n, k->board.hunt->many(k->board.variant, k->tier, n), true).won;
}

static void fill_from_row(const zm_proof *k, uint64_t n, uint64_t set, zm_value *value)
{
    const zm_value_row r = zm_row_at(k, n, k->board.hunt->many(k->board.variant, k->tier, n), true);
    while (set)
        *value++ = zm_value_on(&k->board, &r, zm_take_lowest(&set));
}

static void mark_word(const zm_proof *k, zm_facts *d, zm_sides_of *of, uint64_t w)
{
    uint32_t values = 0;
    for (uint64_t n = 64 * w, end = n + 64 < k->count ? n + 64 : k->count; n < end; n++) {
        const zm_sides s = of(k, n);
        if (s.lone | s.many) {
            d->mark[w].bits |= zm_bit(n % 64);
            values += zm_count_bits(s.lone | s.many);
        }
    }
    k->first[w] = values;
}

static void fill_word(const zm_proof *k, zm_facts *d, zm_sides_of *of, zm_fill_values *fill, uint64_t w)
{
    uint32_t first = k->first[w];
    zm_fact *e = d->entry + d->mark[w].before;
    for (uint64_t bits = d->mark[w].bits; bits; e++) {
        const uint64_t n = 64 * w + zm_take_lowest(&bits);
        *e = (zm_fact){of(k, n), first};
        if (k->distances)
            fill(k, n, zm_fact_squares(e), d->value + first);
        first += zm_count_bits(zm_fact_squares(e));
    }
}

zm_status zm_keep_facts(const zm_proof *k, zm_facts *d, zm_sides_of *of, zm_fill_values *fill)
{
    zm_context *c = k->context;
    const uint64_t words = zm_marks_words(k->count);
    uint32_t values = 0;
    ZM_TRY(c, zm_alloc(c, &d->mark, words, sizeof *d->mark, "what is decided in a tier"));
    for (uint64_t w = 0; w < words; w++)
        mark_word(k, d, of, w);
    for (uint64_t w = 0; w < words; w++) {
        const uint32_t here = k->first[w];
        k->first[w] = values;
        values += here;
    }
    const uint64_t entries = zm_count_marks(d->mark, words);
    ZM_TRY(c, zm_resize(c, &d->entry, entries, sizeof *d->entry, "what is decided in a tier"));
    if (k->distances)
        ZM_TRY(c, zm_resize(c, &d->value, values, sizeof *d->value, "what is decided in a tier"));
    for (uint64_t w = 0; w < words; w++)
        fill_word(k, d, of, fill, w);
    return ZM_OK;
}

zm_status zm_keep_rows(const zm_proof *k, zm_facts *d) { return zm_keep_facts(k, d, sides_of_row, fill_from_row); }

void zm_drop_facts(zm_context *c, zm_facts *d)
{
    zm_release(c, d->mark);
    zm_release(c, d->entry);
    zm_release(c, d->value);
    *d = (zm_facts){0};
}
