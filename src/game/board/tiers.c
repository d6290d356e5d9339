/* tiers.c: classes with the same numbers of all that only grows or shrinks are a tier.
 *
 * Each of these numbers is kept so that it never gets smaller: what shrinks is negative. A move makes some of them larger or none, so
 * tiers are ordered by their sum, the largest first; then every move leads to a smaller tier or stays. Where colours swap, a class and
 * the one with its colours exchanged have one tier, which has the larger of the two lists. */
#include "make.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TIERS = ZM_MAX_CHILDREN };

typedef enum counted { IN_ALL, IN_HAND, COUNTER } counted;

typedef struct number {
    counted what;
    unsigned of; /* letter, or number of a counter */
    int sign;
} number;

typedef struct numbers {
    unsigned count;
    number number[2 * ZM_BOARD_TIER_NUMBERS];
} numbers;

static int32_t value_of(const number *n, const zm_board_material *x)
{
    switch (n->what) {
    case IN_ALL: return n->sign * (x->on_board[n->of] + x->in_hand[n->of]);
    case IN_HAND: return n->sign * x->in_hand[n->of];
    case COUNTER: return n->sign * (int32_t)x->number[n->of];
    }
    return 0;
}

/* ---- which numbers ---- */
static zm_status add_letters(zm_board_maker *m, numbers *all, const char *letters, int sign)
{
    const zm_board_data *d = m->d;
    for (const char *at = letters ? letters : ""; *at; at++) {
        const unsigned i = d->number_of[*at & 127];
        if (i == ZM_NO_LETTER)
            return zm_board_wrong(m, "`%s` has '%c', which is no letter of a piece", sign > 0 ? "grows" : "shrinks",
                                  *at);
        if (d->turn == ZM_TURN_SWAPS && !strchr(letters, d->letter[d->letter[i].swapped].letter))
            return zm_board_wrong(m, "`%s` has '%c' but not '%c', and colours swap", sign > 0 ? "grows" : "shrinks",
                                  *at, d->letter[d->letter[i].swapped].letter);
        if (all->count < ZM_BOARD_TIER_NUMBERS)
            all->number[all->count++] = (number){IN_ALL, i, sign};
    }
    return ZM_OK;
}

static zm_status find_numbers(zm_board_maker *m, numbers *all)
{
    const zm_board *b = m->declared;
    ZM_TRY(m->c, add_letters(m, all, b->grows, 1));
    ZM_TRY(m->c, add_letters(m, all, b->shrinks, -1));
    for (unsigned i = 0; i < m->d->letters && b->hand_shrinks; i++)
        if (m->d->letter[i].in_hand && all->count < ZM_BOARD_TIER_NUMBERS)
            all->number[all->count++] = (number){IN_HAND, i, -1};
    for (unsigned i = 0; i < m->d->numbers; i++) {
        const zm_board_counter *counter = &b->counters[m->d->number[i].declared];
        if ((counter->grows || counter->shrinks) && all->count < ZM_BOARD_TIER_NUMBERS)
            all->number[all->count++] = (number){COUNTER, i, counter->grows ? 1 : -1};
    }
    return ZM_OK;
}

static unsigned swapped_of(const zm_board_data *d, const number *n)
{
    if (n->what != COUNTER)
        return d->letter[n->of].swapped;
    return d->number[n->of].owner == 0 ? n->of + 1 : d->number[n->of].owner == 1 ? n->of - 1 : n->of;
}

static void pair_numbers(const zm_board_data *d, const numbers *all, zm_board_order *o)
{
    for (unsigned i = 0; i < all->count; i++)
        for (unsigned k = 0; k < all->count; k++)
            if (all->number[k].what == all->number[i].what && all->number[k].sign == all->number[i].sign &&
                all->number[k].of == swapped_of(d, &all->number[i]))
                o->swapped[i] = (uint8_t)k;
}

/* ---- the order of classes ---- */
typedef struct listed {
    zm_board_material material;
    int32_t sum, value[ZM_BOARD_TIER_NUMBERS];
    uint32_t place; /* in the order they were found */
} listed;

static int compare_values(const listed *a, const listed *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (a->value[i] != b->value[i])
            return a->value[i] > b->value[i] ? -1 : 1;
    return 0;
}

static int compare(const void *one, const void *other, void *count)
{
    const listed *a = (const listed *)one, *b = (const listed *)other;
    if (a->sum != b->sum)
        return a->sum > b->sum ? -1 : 1;
    const int by = compare_values(a, b, *(const unsigned *)count);
    return by ? by : a->place < b->place ? -1 : 1;
}

static void list_class(const zm_board_maker *m, const numbers *all, listed *out)
{
    const zm_board_material other = zm_board_swapped_material(m->d, &out->material);
    listed swapped = {.sum = 0};
    for (unsigned i = 0; i < all->count; i++) {
        out->value[i] = value_of(&all->number[i], &out->material);
        swapped.value[i] = value_of(&all->number[i], &other);
        out->sum += out->value[i];
    }
    if (m->d->turn == ZM_TURN_SWAPS && compare_values(&swapped, out, all->count) < 0)
        memcpy(out->value, swapped.value, sizeof out->value);
}

static void sort_classes(zm_board_maker *m, numbers *all, listed *list)
{
    for (uint32_t i = 0; i < m->classes; i++) {
        list[i] = (listed){.material = m->material[i], .place = i};
        list_class(m, all, &list[i]);
    }
    qsort_r(list, m->classes, sizeof *list, compare, &all->count);
    for (uint32_t i = 0; i < m->classes; i++)
        m->material[i] = list[i].material;
}

static uint32_t count_tiers(const listed *list, uint32_t classes, unsigned width)
{
    uint32_t tiers = 1;
    for (uint32_t i = 1; i < classes; i++)
        tiers += compare_values(&list[i - 1], &list[i], width) != 0;
    return tiers;
}

static void enter_tiers(zm_board_maker *m, const listed *list, unsigned width)
{
    const zm_board_order *o = zm_board_order_at(m);
    zm_board_tier *tier = (zm_board_tier *)zm_board_at(m, o->tier);
    int32_t *grown = (int32_t *)zm_board_at(m, o->grown);
    for (uint32_t i = 0, t = 0; i < m->classes; i++) {
        t += i && compare_values(&list[i - 1], &list[i], width);
        if (!tier[t].classes++)
            tier[t].first_class = 1 + i;
        memcpy(grown + (uint64_t)t * width, list[i].value, width * sizeof *grown);
        ((zm_board_class *)zm_board_at(m, o->a_class))[1 + i].tier = (uint16_t)t;
    }
}

static zm_status make_tiers(zm_board_maker *m, const numbers *all, const listed *list)
{
    uint64_t tier, a_class, grown;
    const uint32_t tiers = count_tiers(list, m->classes, all->count);
    if (tiers > MOST_TIERS) {
        zm_board_no_index(m, "there are %u tiers, more than %d", tiers, MOST_TIERS);
        return ZM_OK;
    }
    ZM_TRY(m->c, zm_board_add(m, tiers * sizeof(zm_board_tier), &tier));
    ZM_TRY(m->c, zm_board_add(m, (m->classes + 1) * sizeof(zm_board_class), &a_class));
    ZM_TRY(m->c, zm_board_add(m, (uint64_t)tiers * all->count * sizeof(int32_t), &grown));
    zm_board_order *o = zm_board_order_at(m);
    o->tiers = tiers;
    o->classes = m->classes;
    o->tier = tier;
    o->a_class = a_class;
    ((zm_board_class *)zm_board_at(m, a_class))->letters =
        ~(uint32_t)0; /* what has no class is compared by all its pieces */
    o->grown = grown;
    o->numbers = all->count;
    o->most_change = m->declared->most_change;
    pair_numbers(m->d, all, o);
    enter_tiers(m, list, all->count);
    return ZM_OK;
}

zm_status zm_board_tiers_make(zm_board_maker *m)
{
    numbers all = {.count = 0};
    listed *list = NULL;
    ZM_TRY(m->c, find_numbers(m, &all));
    ZM_TRY(m->c, zm_alloc(m->c, &list, m->classes, sizeof *list, "the board's classes"));
    sort_classes(m, &all, list);
    const zm_status s = make_tiers(m, &all, list);
    zm_release(m->c, list);
    return s;
}
