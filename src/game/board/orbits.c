/* orbits.c: the tables by which sets are ranked and unranked: colex ranks of bytes, sets by rank, and bitmaps of representatives. */
#include "make.h"

#include <string.h>

enum { MOST_SUBSETS = 1 << 16, MOST_LISTED = 1 << 23, IN_A_LINE = ZM_BOARD_LINE / sizeof(uint32_t) };

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

/* What each set of squares from `first` on adds to the rank when so many squares are below it. */
static void fill_row(uint32_t *row, unsigned squares, unsigned first, unsigned below)
{
    for (uint64_t set = 0; set < zm_bit(squares); set++) {
        uint64_t sum = 0;
        unsigned k = below;
        for (uint64_t rest = set; rest;)
            sum += zm_binomial(first + zm_take_lowest(&rest), ++k);
        row[set] = (uint32_t)sum;
    }
}

static zm_status make_ranks_16(zm_board_maker *m)
{
    uint64_t rank, orbit;
    ZM_TRY(m->c, zm_board_add(m, sizeof(uint16_t) << m->d->squares, &rank));
    for (uint64_t set = 0; set < zm_bit(m->d->squares); set++)
        ((uint16_t *)zm_board_at(m, rank))[set] = (uint16_t)zm_rank_colex(set);
    zm_board_order_at(m)->rank = zm_board_order_at(m)->orbit = rank;
    if (!m->d->group)
        return ZM_OK;
    ZM_TRY(m->c, zm_board_add(m, sizeof(uint16_t) << m->d->squares, &orbit));
    zm_board_order_at(m)->orbit = orbit;
    return ZM_OK;
}

static zm_status make_ranks(zm_board_maker *m)
{
    uint64_t at;
    const unsigned rows_8 = m->d->squares > 24 ? ZM_BOARD_ROWS_8 : 0;
    if (m->d->squares <= 16)
        return make_ranks_16(m);
    if (m->d->squares > 32)
        return ZM_OK;
    ZM_TRY(m->c, zm_board_add(m, (ZM_BOARD_ROWS_12 * 4096 + rows_8 * 256) * sizeof(uint32_t), &at));
    zm_board_order_at(m)->rank = at;
    uint32_t *table = (uint32_t *)zm_board_at(m, at);
    for (unsigned row = 0; row < ZM_BOARD_ROWS_12; row++)
        fill_row(table + row * 4096, 12, row ? 12 : 0, row ? row - 1 : 0);
    for (unsigned row = 0; row < rows_8; row++)
        fill_row(table + ZM_BOARD_ROWS_12 * 4096 + row * 256, 8, 24, row);
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
        sum += (o->subsets[k] + IN_A_LINE - 1) / IN_A_LINE * IN_A_LINE;
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

static void number_set(const zm_board_maker *m, uint64_t orbit, uint64_t set)
{
    if (m->d->squares <= 16)
        ((uint16_t *)zm_board_at(m, zm_board_order_at(m)->orbit))[set] = (uint16_t)orbit;
}

static bool is_representative(const zm_board_maker *m, uint64_t set)
{
    const zm_board_group *g = (const zm_board_group *)zm_board_at(m, m->d->group);
    return zm_board_smallest_of(m->d, g, set, zm_board_choice(m->d, g, set)) & 1;
}

/* All sets of a size in colex order. */
static void mark_representatives(const zm_board_maker *m, unsigned size, uint64_t words, uint64_t listed)
{
    zm_board_word *word = (zm_board_word *)zm_board_at(m, words);
    const uint64_t sets = zm_binomial(m->d->squares, size);
    uint64_t set = zm_low_bits(size), orbit = 0;
    for (uint64_t rank = 0; rank < sets; rank++) {
        if (!(rank & 63))
            word[rank >> 6].before = orbit;
        if (is_representative(m, set)) {
            word[rank >> 6].bits |= zm_bit(rank & 63);
            number_set(m, orbit, set);
            list_set(m, listed, orbit++, set);
        }
        if (rank + 1 < sets)
            set = zm_next_subset(set);
    }
}

/* ---- key sets, by size ---- */
typedef struct key_sets {
    bool made[ZM_BOARD_SQUARES + 1];
    uint64_t sets[ZM_BOARD_SQUARES + 1]; /* offsets; 0: none */
    uint64_t listed;
} key_sets;

static zm_status make_key_sets(zm_board_maker *m, unsigned size, key_sets *k)
{
    zm_board_order *o = zm_board_order_at(m);
    const uint64_t count = zm_board_count_orbits(m, size), words = zm_binomial(m->d->squares, size) / 64 + 1;
    if (k->made[size])
        return ZM_OK;
    k->made[size] = true;
    if (!m->d->group || !size) { /* as they are; the table of sets has them if they are few */
        if (m->d->squares <= 32 && count <= o->subsets[size])
            k->sets[size] = o->subset + o->first_subset[size] * sizeof(uint32_t);
        return ZM_OK;
    }
    uint64_t bitmap;
    ZM_TRY(m->c, zm_board_add(m, words * sizeof(zm_board_word), &bitmap));
    zm_board_order_at(m)->words[size] = words;
    zm_board_order_at(m)->bitmap[size] = (uint32_t)(bitmap / ZM_BOARD_LINE);
    k->listed += count;
    if (k->listed <= MOST_LISTED)
        ZM_TRY(m->c, zm_board_add(m, count * (m->d->squares <= 32 ? 4 : 8), &k->sets[size]));
    mark_representatives(m, size, bitmap, k->sets[size]);
    return ZM_OK;
}

static void list_step(const zm_board_order *o, zm_board_step *s, uint64_t ways)
{
    s->listed = ways <= o->subsets[s->count];
    s->first = o->first_subset[s->count];
}

static void link_classes(const zm_board_maker *m, const key_sets *k)
{
    const zm_board_order *o = zm_board_order_at(m);
    zm_board_class *c = (zm_board_class *)zm_board_at(m, o->a_class);
    for (uint32_t i = 1; i <= m->classes; i++) {
        zm_board_step *step = (zm_board_step *)zm_board_at(m, o->step) + c[i].step;
        uint64_t places = c[i].ways;
        for (unsigned n = 0; n < c[i].steps; places = step[n++].weight)
            list_step(o, &step[n], places / step[n].weight);
        c[i].sets = (uint32_t)(k->sets[c[i].key_size] / ZM_BOARD_LINE);
        c[i].listed = c[i].steps ? step->listed : 1;
        c[i].first = c[i].steps ? step->first : o->first_subset[0];
    }
}

zm_status zm_board_orbits_make(zm_board_maker *m)
{
    const unsigned most = most_pieces(m);
    key_sets k = {.listed = 0};
    ZM_TRY(m->c, make_binomials(m, most));
    ZM_TRY(m->c, make_ranks(m));
    ZM_TRY(m->c, make_subsets(m, most));
    for (uint32_t i = 1; i <= m->classes; i++)
        ZM_TRY(m->c,
               make_key_sets(m, ((zm_board_class *)zm_board_at(m, zm_board_order_at(m)->a_class))[i].key_size, &k));
    link_classes(m, &k);
    return ZM_OK;
}
