/* places.c: the key set of every class, the steps that rank the rest, and how many places that makes.
 *
 * Candidates for the key set are each letter, all of a player's pieces, and all pieces. The one with the fewest places is taken. Where
 * bitmaps would be large it is, of those within 5 %, the one with the fewest sets of its size. */
#include "make.h"

#include <string.h>

static const uint64_t most_places = (uint64_t)1 << 40; /* of a tier */
static const uint64_t many_sets = (uint64_t)1 << 20;   /* of one size: their bitmap is no longer small */
static const uint64_t most_sets = (uint64_t)1 << 28;   /* in all bitmaps: 64 MiB, and a second to make them */

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t c;
    return a == UINT64_MAX || b == UINT64_MAX || __builtin_mul_overflow(a, b, &c) ? UINT64_MAX : c;
}

/* ---- Burnside: the mean over the operations of the sets that each maps onto itself ---- */
/* The coefficient of x^size in the product of (1 + x^length)^(cycles of that length). */
static uint64_t count_fixed(const uint8_t *cycles, unsigned squares, unsigned size)
{
    uint64_t term[ZM_BOARD_SQUARES + 1] = {1};
    for (unsigned length = 1; length <= squares; length++)
        for (unsigned i = 0; i < cycles[length]; i++)
            for (unsigned k = size; k >= length; k--)
                term[k] += term[k - length];
    return term[size];
}

uint64_t zm_board_count_orbits(const zm_board_maker *m, unsigned size)
{
    unsigned __int128 sum = 0;
    for (unsigned i = 0; i < m->operations; i++)
        sum += count_fixed(m->cycles[i], m->d->squares, size);
    return (uint64_t)(sum / (m->operations ? m->operations : 1)); /* the identity is always there */
}

/* ---- key sets ---- */
typedef struct plan {
    uint32_t letters; /* of the key set */
    unsigned size;
    uint64_t places, sets;
} plan;

static plan plan_for(const zm_board_maker *m, const zm_board_material *x, const uint64_t *orbits, uint32_t letters)
{
    plan p = {.letters = letters};
    for (unsigned i = 0; i < m->d->letters; i++)
        p.size += letters >> i & 1 ? x->on_board[i] : 0;
    p.sets = zm_binomial(m->d->squares, p.size);
    p.places = orbits[p.size];
    unsigned inside = p.size, outside = m->d->squares - p.size;
    for (unsigned i = 0; i < m->d->letters; i++) {
        unsigned *left = letters >> i & 1 ? &inside : &outside;
        p.places = times(p.places, zm_binomial(*left, x->on_board[i]));
        *left -= x->on_board[i];
    }
    return p;
}

static bool is_better(const zm_board_maker *m, const plan *a, const plan *b)
{
    if (!m->d->group) /* they have as many places and need no bitmap: steps of few pieces are left */
        return a->size > b->size;
    const uint64_t margin = a->sets > many_sets || b->sets > many_sets ? 20 : UINT64_MAX;
    if (a->places > b->places + b->places / margin)
        return false;
    return b->places > a->places + a->places / margin || a->sets < b->sets;
}

static plan choose_plan(const zm_board_maker *m, const zm_board_material *x, const uint64_t *orbits, bool whole)
{
    const zm_board_data *d = m->d;
    uint32_t candidate[3 + ZM_BOARD_LETTERS] = {0}; /* all pieces, the first player's, the second's, each letter */
    for (unsigned i = 0; i < d->letters; i++) {
        candidate[0] |= 1u << i;
        candidate[1] |= d->letter[i].owner == 0 ? 1u << i : 0;
        candidate[2] |= d->letter[i].owner == 1 ? 1u << i : 0;
        candidate[3 + i] = 1u << i;
    }
    const unsigned first = d->group ? 0 : 3;
    plan best = plan_for(m, x, orbits, candidate[first]);
    for (unsigned i = first + 1; i < 3u + d->letters && !whole; i++) {
        const plan other = plan_for(m, x, orbits, candidate[i]);
        best = is_better(m, &other, &best) ? other : best;
    }
    return best;
}

/* ---- steps ---- */
typedef struct steps {
    unsigned count;
    uint64_t ways[ZM_BOARD_LETTERS];
    zm_board_step step[ZM_BOARD_LETTERS];
} steps;

static void add_steps(const zm_board_material *x, unsigned letter_count, uint32_t letters, unsigned left, steps *s)
{
    for (unsigned i = 0; i < letter_count; i++)
        if (letters >> i & 1 && x->on_board[i]) {
            s->ways[s->count] = zm_binomial(left, x->on_board[i]);
            s->step[s->count++] = (zm_board_step){.letter = (uint8_t)i, .count = x->on_board[i]};
            left -= x->on_board[i];
        }
}

/* Weights are products of the ways of the steps that follow. */
static void weigh_steps(zm_board_class *c, steps *s)
{
    uint64_t weight = 1;
    for (unsigned i = s->count; i-- > 0; weight = times(weight, s->ways[i])) {
        s->step[i].weight = weight;
        s->step[i].inverse = UINT64_MAX / weight;
    }
    c->ways = weight;
    c->inverse = UINT64_MAX / weight;
}

/* The letter of the key set that has what the others leave. Of two it is the more numerous, so that fewer pieces are ranked; of more the
 * last that there is: then which squares are left for a letter does not depend on the class. */
static unsigned last_letter(const zm_board_maker *m, const zm_board_material *x, uint32_t letters)
{
    unsigned last = zm_lowest(letters);
    for (unsigned i = last + 1; i < m->d->letters; i++)
        if (letters >> i & 1 && (m->d->letters > 2 ? x->on_board[i] > 0 : x->on_board[i] > x->on_board[last]))
            last = i;
    return last;
}

static void plan_class(const zm_board_maker *m, const zm_board_material *x, const plan *p, zm_board_class *c, steps *s)
{
    c->letters = p->letters;
    c->key_size = (uint8_t)p->size;
    c->last = (uint8_t)last_letter(m, x, p->letters);
    s->count = 0;
    add_steps(x, m->d->letters, p->letters & ~(1u << c->last), p->size, s);
    const unsigned first = s->count;
    add_steps(x, m->d->letters, ~p->letters, m->d->squares - p->size, s);
    if (s->count > first)
        s->step[first].outside = true;
    weigh_steps(c, s);
    c->steps = (uint8_t)s->count;
    c->letter = s->count ? s->step[0].letter : x->on_board[0] ? 1 : 0;
    c->outside = s->count && s->step[0].outside;
}

/* ---- all classes ---- */
static uint64_t count_sets(const zm_board_maker *m, const bool *used)
{
    uint64_t sets = 0;
    for (unsigned k = 1; k <= m->d->squares; k++) {
        const uint64_t more = used[k] ? zm_binomial(m->d->squares, k) : 0;
        sets = more > UINT64_MAX - sets ? UINT64_MAX : sets + more;
    }
    return sets;
}

static void check_sizes(zm_board_maker *m)
{
    const zm_board_order *o = zm_board_order_at(m);
    const zm_board_class *c = (const zm_board_class *)zm_board_at(m, o->a_class);
    bool used[ZM_BOARD_SQUARES + 1] = {false};
    for (uint32_t t = 0; t < o->tiers; t++)
        if (zm_board_tier_of(m->d, t)->places > most_places) {
            zm_board_no_index(m, "tier %u would have more than 2^40 places", t);
            return;
        }
    for (uint32_t i = 1; i <= o->classes; i++)
        used[c[i].key_size] = true;
    if (m->d->group && count_sets(m, used) > most_sets)
        zm_board_no_index(m, "its symmetries need a bit for each of more than 2^28 sets of squares");
}

static uint64_t count_places(const zm_board_maker *m, const uint64_t *orbits, bool whole)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < m->classes; i++) {
        const uint64_t more = choose_plan(m, &m->material[i], orbits, whole).places;
        sum = more > UINT64_MAX - sum ? UINT64_MAX : sum + more;
    }
    return sum;
}

/* Where there are many letters it takes long to find the class of a position. If all pieces are the key set of all classes, a
 * fingerprint need not know it. That is worth 5 % of the places. */
static bool is_whole(const zm_board_maker *m, const uint64_t *orbits)
{
    const uint64_t best = m->d->group && m->d->letters > 2 ? count_places(m, orbits, false) : 0;
    return best && count_places(m, orbits, true) <= best + best / 20;
}

static void plan_classes(zm_board_maker *m, const uint64_t *orbits)
{
    const zm_board_order *o = zm_board_order_at(m);
    zm_board_step *step = (zm_board_step *)zm_board_at(m, o->step);
    zm_board_tier *tier = (zm_board_tier *)zm_board_at(m, o->tier);
    uint64_t *row = (uint64_t *)zm_board_at(m, o->row);
    uint32_t used = 0;
    for (uint32_t i = 0; i < o->classes; i++) {
        const plan p = choose_plan(m, &m->material[i], orbits, o->whole);
        zm_board_class *c = (zm_board_class *)zm_board_at(m, o->a_class) + 1 + i;
        zm_board_tier *t = &tier[c->tier];
        steps s;
        plan_class(m, &m->material[i], &p, c, &s);
        c->step = used;
        for (unsigned k = 0; k < s.count; k++) {
            step[used++] = s.step[k];
            row[(uint64_t)(1 + i) * (1u + m->d->letters) + 1 + s.step[k].letter] = s.step[k].weight;
        }
        c->offset = t->places;
        t->places = p.places > UINT64_MAX - t->places ? UINT64_MAX : t->places + p.places;
    }
}

/* The table of classes tells the letters, too. What has no class is compared by all its pieces. */
static void enter_letters(const zm_board_maker *m)
{
    const zm_board_order *o = zm_board_order_at(m);
    const zm_board_class *c = (const zm_board_class *)zm_board_at(m, o->a_class);
    uint16_t *entry = (uint16_t *)zm_board_at(m, o->direct);
    for (uint64_t key = 0; o->direct && key <= o->key_mask; key++)
        entry[key] = (uint16_t)(entry[key] | (c[entry[key]].letters & 3) << ZM_BOARD_CLASS_BITS);
}

/* ---- spans ---- */
/* As many as four per class of the tier, at most; returns how many. */
static uint64_t choose_span(zm_board_tier *t)
{
    t->shift = 0;
    while (t->places >> t->shift > 4 * (uint64_t)t->classes)
        t->shift++;
    return (t->places >> t->shift) + 2; /* the last is the last class */
}

static void fill_spans(const zm_board_maker *m, const zm_board_tier *t, uint32_t *span)
{
    const zm_board_class *c = zm_board_class_at(m->d, zm_board_order_at(m), t->first_class);
    uint32_t at = 0;
    for (uint64_t i = 0; i < (t->places >> t->shift) + 2; i++) {
        while (at + 1 < t->classes && c[at + 1].offset <= i << t->shift)
            at++;
        span[i] = at;
    }
}

static zm_status make_spans(zm_board_maker *m)
{
    const zm_board_order *o = zm_board_order_at(m);
    uint64_t spans = 1, at;
    zm_board_tier *t = (zm_board_tier *)zm_board_at(m, o->tier);
    for (uint32_t i = 0; i < o->tiers; i++)
        if (t[i].classes > ZM_BOARD_FEW_CLASSES) {
            t[i].span = (uint32_t)spans;
            spans += choose_span(&t[i]);
        }
    ZM_TRY(m->c, zm_board_add(m, spans * sizeof(uint32_t), &at));
    zm_board_order_at(m)->span = at;
    t = (zm_board_tier *)zm_board_at(m, zm_board_order_at(m)->tier);
    for (uint32_t i = 0; i < zm_board_order_at(m)->tiers; i++)
        if (t[i].classes > ZM_BOARD_FEW_CLASSES)
            fill_spans(m, &t[i], (uint32_t *)zm_board_at(m, at) + t[i].span);
    return ZM_OK;
}

zm_status zm_board_places(zm_board_maker *m)
{
    uint64_t orbits[ZM_BOARD_SQUARES + 1], at, most = 1;
    for (unsigned k = 0; k <= m->d->squares; k++)
        orbits[k] = zm_board_count_orbits(m, k);
    for (uint32_t i = 0; i < m->classes; i++)
        for (unsigned k = 0; k < m->d->letters; k++)
            most += m->material[i].on_board[k] > 0;
    ZM_TRY(m->c, zm_board_add(m, most * sizeof(zm_board_step), &at));
    zm_board_order_at(m)->step = at;
    zm_board_order_at(m)->whole = is_whole(m, orbits);
    zm_board_order_at(m)->lanes &= zm_board_order_at(m)->whole;
    plan_classes(m, orbits);
    enter_letters(m);
    check_sizes(m);
    return m->d->why_not[0] ? ZM_OK : make_spans(m);
}
