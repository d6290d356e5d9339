/* orbits.c: the tables by which sets are ranked and unranked: colex ranks of bytes, sets by rank, and bitmaps of representatives. */
#include "make.h"

#include <string.h>

enum { MOST_SUBSETS = 1 << 15, MOST_LISTED = 1 << 23 };

/* ---- colex ranks ---- */
/* The most squares that are ranked at once. */
static unsigned most_pieces(const zm_board_maker *m)
{
    unsigned most = 1;
    for (uint32_t i = 0; i < m->classes; i++)
        for (unsigned k = 0, all = 0; k < m->d->letters; k++) {
            all += m->material[i].on_board[k];
            most = all > most ? all : most;
        }
    return most;
}

static zm_status make_binomials(zm_board_maker *m, unsigned most)
{
    uint64_t at;
    ZM_TRY(m->c, zm_board_add(m, (most + 1) * 64 * sizeof(uint64_t), &at));
    zm_board_order_at(m)->binomial = at;
    for (unsigned k = 0; k <= most; k++)
        for (unsigned n = 0; n < 64; n++)
            ((uint64_t *)zm_board_at(m, at))[k * 64 + n] = zm_binomial(n, k);
    return ZM_OK;
}

/* Row `below` of a chunk has what each byte adds to the rank when so many squares are below it. */
static void fill_row(uint32_t *row, unsigned chunk, unsigned below)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        uint64_t sum = 0;
        unsigned k = below;
        for (uint64_t rest = byte; rest;)
            sum += zm_binomial(8 * chunk + zm_take_lowest(&rest), ++k);
        row[byte] = (uint32_t)sum;
    }
}

static zm_status make_bytes(zm_board_maker *m)
{
    uint64_t at;
    if (m->d->squares > 32)
        return ZM_OK;
    ZM_TRY(m->c, zm_board_add(m, ZM_BOARD_RANK_ROWS * 256 * sizeof(uint32_t), &at));
    zm_board_order_at(m)->by_byte = at;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned below = 0; below <= 8 * i; below++)
            fill_row((uint32_t *)zm_board_at(m, at) + (zm_board_rank_row(i) + below) * 256, i, below);
    return ZM_OK;
}

/* ---- sets by rank ---- Those that fit 32 bits, up to some thousand of each size. */
static zm_status make_subsets(zm_board_maker *m, unsigned most)
{
    uint64_t at;
    uint32_t sum = 0;
    zm_board_order *o = zm_board_order_at(m);
    const unsigned squares = m->d->squares < 32 ? m->d->squares : 32;
    for (unsigned k = 0; k <= most; k++) {
        const uint64_t all = zm_binomial(squares, k);
        o->first_subset[k] = sum;
        o->subsets[k] = (uint32_t)(all < MOST_SUBSETS ? all : MOST_SUBSETS);
        sum += o->subsets[k];
    }
    ZM_TRY(m->c, zm_board_add(m, sum * sizeof(uint32_t), &at));
    o = zm_board_order_at(m);
    o->subset = at;
    for (unsigned k = 0; k <= most; k++) {
        uint64_t set = zm_low_bits(k);
        for (uint32_t i = 0; i < o->subsets[k]; i++, set = k ? zm_next_subset(set) : 0)
            ((uint32_t *)zm_board_at(m, at))[o->first_subset[k] + i] = (uint32_t)set;
    }
    return ZM_OK;
}

/* ---- representatives ---- */
static void list_set(const zm_board_maker *m, uint64_t sets, uint64_t orbit, uint64_t set)
{
    if (sets && m->d->squares <= 32)
        ((uint32_t *)zm_board_at(m, sets))[orbit] = (uint32_t)set;
    else if (sets)
        ((uint64_t *)zm_board_at(m, sets))[orbit] = set;
}

/* All sets of a size in colex order. */
static void mark_representatives(const zm_board_maker *m, unsigned size, const zm_board_orbits *s)
{
    const zm_board_group *g = (const zm_board_group *)zm_board_at(m, m->d->group);
    zm_board_word *word = (zm_board_word *)zm_board_at(m, s->words);
    const uint64_t sets = zm_binomial(m->d->squares, size);
    uint64_t set = zm_low_bits(size), orbit = 0;
    for (uint64_t rank = 0; rank < sets; rank++) {
        if (!(rank & 63))
            word[rank >> 6].before = orbit;
        if (zm_board_smallest(m->d, g, set) & 1) {
            word[rank >> 6].bits |= zm_bit(rank & 63);
            list_set(m, s->sets, orbit++, set);
        }
        if (rank + 1 < sets)
            set = zm_next_subset(set);
    }
}

static zm_status make_orbits(zm_board_maker *m, unsigned size, uint64_t *listed)
{
    const uint64_t sets = zm_binomial(m->d->squares, size), width = m->d->squares <= 32 ? 4 : 8;
    zm_board_orbits s = {.count = zm_board_count_orbits(m, size), .nwords = sets / 64 + 1};
    if (zm_board_order_at(m)->orbits[size].count)
        return ZM_OK;
    ZM_TRY(m->c, zm_board_add(m, s.nwords * sizeof(zm_board_word), &s.words));
    *listed += s.count;
    if (*listed <= MOST_LISTED)
        ZM_TRY(m->c, zm_board_add(m, s.count * width, &s.sets));
    zm_board_order_at(m)->orbits[size] = s;
    mark_representatives(m, size, &s);
    return ZM_OK;
}

zm_status zm_board_orbits_make(zm_board_maker *m)
{
    const unsigned most = most_pieces(m);
    uint64_t listed = 0;
    ZM_TRY(m->c, make_binomials(m, most));
    ZM_TRY(m->c, make_bytes(m));
    ZM_TRY(m->c, make_subsets(m, most));
    for (uint32_t i = 1; i <= m->classes; i++) {
        const unsigned size = ((zm_board_class *)zm_board_at(m, zm_board_order_at(m)->a_class))[i].key_size;
        if (!size)
            continue;
        ZM_TRY(m->c, make_orbits(m, size, &listed));
        ((zm_board_class *)zm_board_at(m, zm_board_order_at(m)->a_class))[i].words =
            zm_board_order_at(m)->orbits[size].words;
    }
    return ZM_OK;
}
