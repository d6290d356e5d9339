/* symmetry.c: the group of a board's symmetries: closed under composition, as tables of images, and with a part of the squares by
 * which the smallest image of a set is found without trying all of them (board_index.h).
 *
 * INVARIANT  Every operation maps `part` onto itself. So the image of a set restricted to it is the image of the restricted set, and
 * which operations make that smallest can be looked up. Sets are ordered by this first, then as numbers. */
#include "make.h"

#include <string.h>

enum { MOST_CHOICES = 1 << (16 - ZM_BOARD_OPERATION_BITS), MOST_SECOND = 1 << 16 };

typedef struct operations {
    unsigned count;
    uint8_t image[ZM_MAX_OPERATIONS][ZM_BOARD_SQUARES];
} operations;

static zm_status add_operation(zm_board_maker *m, operations *all, const uint8_t *image)
{
    for (unsigned i = 0; i < all->count; i++)
        if (!memcmp(all->image[i], image, m->d->squares))
            return ZM_OK;
    if (all->count == ZM_MAX_OPERATIONS)
        return zm_board_wrong(m, "its symmetries are more than %d operations", ZM_MAX_OPERATIONS);
    memcpy(all->image[all->count++], image, m->d->squares);
    return ZM_OK;
}

/* ---- generators ---- */
static bool quarter_turn(const zm_board_data *d, uint8_t image[ZM_BOARD_SQUARES])
{
    for (unsigned i = 0; i < d->squares; i++) {
        image[i] = d->square_at[(unsigned)d->col_of[i] * ZM_BOARD_SIDE + (d->rows - 1u - d->row_of[i])];
        if (image[i] == ZM_NO_SQUARE)
            return false;
    }
    return true;
}

static zm_status add_named(zm_board_maker *m, operations *all, zm_symmetry s)
{
    uint8_t image[ZM_BOARD_SQUARES] = {0};
    const bool quarter = s == ZM_ROTATIONS;
    if (!(quarter ? quarter_turn(m->d, image) : zm_board_operation(m->d, s, image)))
        return zm_board_wrong(m, "`symmetry` does not map its squares onto themselves");
    return add_operation(m, all, image);
}

static zm_status add_symmetry(zm_board_maker *m, operations *all)
{
    const bool square = m->d->rows == m->d->cols;
    switch (m->declared->symmetry) {
    case ZM_NO_SYMMETRY: return ZM_OK;
    case ZM_MIRROR:
    case ZM_UPSIDE_DOWN:
    case ZM_HALF_TURN: return add_named(m, all, m->declared->symmetry);
    case ZM_ROTATIONS: return add_named(m, all, square ? ZM_ROTATIONS : ZM_HALF_TURN);
    case ZM_RECTANGLE:
    case ZM_SQUARE: break;
    }
    ZM_TRY(m->c, add_named(m, all, ZM_MIRROR));
    return add_named(m, all, square && m->declared->symmetry == ZM_SQUARE ? ZM_ROTATIONS : ZM_UPSIDE_DOWN);
}

static zm_status add_own(zm_board_maker *m, operations *all)
{
    uint8_t image[ZM_BOARD_SQUARES];
    for (unsigned i = 0; m->declared->images && m->declared->images(m->v, i, image); i++) {
        uint64_t reached = 0;
        for (unsigned k = 0; k < m->d->squares; k++)
            reached |= image[k] < m->d->squares ? zm_bit(image[k]) : 0;
        if (reached != m->d->board)
            return zm_board_wrong(m, "operation %u of `images` does not map its squares onto themselves", i);
        ZM_TRY(m->c, add_operation(m, all, image));
    }
    return ZM_OK;
}

/* All products: every operation after every generator, until nothing new comes. */
static zm_status close(zm_board_maker *m, operations *all)
{
    const unsigned generators = all->count;
    for (unsigned i = 0; i < all->count; i++)
        for (unsigned g = 0; g < generators; g++) {
            uint8_t image[ZM_BOARD_SQUARES];
            for (unsigned k = 0; k < m->d->squares; k++)
                image[k] = all->image[g][all->image[i][k]];
            ZM_TRY(m->c, add_operation(m, all, image));
        }
    return ZM_OK;
}

/* ---- the part that is compared first ---- */
/* The orbits of squares, the largest first, as long as they fit. */
static uint64_t choose_part(const zm_board_data *d, const operations *all)
{
    uint64_t part = 0;
    for (unsigned size = ZM_BOARD_PART; size > 0; size--)
        for (unsigned i = 0; i < d->squares; i++) {
            uint64_t orbit = 0;
            for (unsigned k = 0; k < all->count; k++)
                orbit |= zm_bit(all->image[k][i]);
            if (zm_count_bits(orbit) == size && zm_count_bits(part | orbit) <= ZM_BOARD_PART)
                part |= orbit;
        }
    return part;
}

static void set_part(zm_board_group *g, uint64_t part)
{
    unsigned runs = 0, squares = 0;
    g->part = part;
    memset(g->run, 0, sizeof g->run);
    for (uint64_t rest = part; rest; squares++) {
        const unsigned square = zm_take_lowest(&rest);
        if (runs && g->run[runs - 1].down == square - squares)
            g->run[runs - 1].squares |= zm_bit(square);
        else
            g->run[runs++] = (zm_board_run){zm_bit(square), (uint8_t)(square - squares)};
    }
}

typedef struct choices {
    unsigned count;
    uint64_t chosen[MOST_CHOICES]; /* the first stands for one operation alone */
} choices;

/* What the table says of a set that these operations make smallest; MOST_CHOICES: there are too many such sets of operations. */
static unsigned enter_choice(choices *all, uint64_t best)
{
    unsigned i = 1;
    if (!(best & (best - 1)))
        return zm_lowest(best);
    while (i < all->count && all->chosen[i] != best)
        i++;
    if (i == MOST_CHOICES)
        return UINT16_MAX + 1;
    all->chosen[i] = best;
    all->count = i == all->count ? i + 1 : all->count;
    return i << ZM_BOARD_OPERATION_BITS | zm_lowest(best);
}

static bool fill_choices(const zm_board_maker *m, const zm_board_group *g, uint16_t *choose, choices *all)
{
    all->count = 1;
    for (uint64_t i = 0; i < zm_bit(zm_count_bits(g->part)); i++) {
        const uint64_t every = zm_low_bits(g->operations), set = zm_deposit(i, g->part);
        const unsigned choice = enter_choice(all, zm_board_try_all(m->d, g, set, every));
        if (choice > UINT16_MAX)
            return false;
        choose[i] = (uint16_t)choice;
    }
    return true;
}

/* On small boards a second look-up decides what the first leaves open. */
static zm_status make_second(zm_board_maker *m, uint64_t group, const choices *all)
{
    uint64_t at;
    const unsigned squares = m->d->squares;
    const zm_board_group *g = (const zm_board_group *)zm_board_at(m, group);
    if (g->part != m->d->board || (uint64_t)all->count << squares > MOST_SECOND)
        return ZM_OK;
    ZM_TRY(m->c, zm_board_add(m, (uint64_t)all->count << squares, &at));
    g = (const zm_board_group *)zm_board_at(m, group);
    for (unsigned i = 1; i < all->count; i++)
        for (uint64_t set = 0; set < zm_bit(squares); set++)
            ((uint8_t *)zm_board_at(m, at))[((uint64_t)i << squares) + set] =
                (uint8_t)zm_lowest(zm_board_try_all(m->d, g, set, all->chosen[i]));
    ((zm_board_group *)zm_board_at(m, group))->second = at;
    return ZM_OK;
}

static zm_status make_choices(zm_board_maker *m, uint64_t group)
{
    uint64_t choose, at;
    choices all = {.count = 1};
    zm_board_group *g = (zm_board_group *)zm_board_at(m, group);
    ZM_TRY(m->c, zm_board_add(m, sizeof(uint16_t) << zm_count_bits(g->part), &choose));
    g = (zm_board_group *)zm_board_at(m, group);
    if (!fill_choices(m, g, (uint16_t *)zm_board_at(m, choose), &all)) {
        set_part(g, 0); /* then every operation is tried */
        fill_choices(m, g, (uint16_t *)zm_board_at(m, choose), &all);
    }
    ZM_TRY(m->c, zm_board_add(m, all.count * sizeof *all.chosen, &at));
    memcpy(zm_board_at(m, at), all.chosen, all.count * sizeof *all.chosen);
    ((zm_board_group *)zm_board_at(m, group))->choose = choose;
    ((zm_board_group *)zm_board_at(m, group))->chosen = at;
    return make_second(m, group, &all);
}

static zm_status make_images(zm_board_maker *m, const operations *all, uint64_t group)
{
    uint64_t at, wide[8 * 256] = {0};
    const bool narrow = m->d->squares <= 32;
    const unsigned entries = (narrow ? 4u : m->d->chunks) * 256;
    ZM_TRY(m->c, zm_board_add(m, (uint64_t)all->count * entries * (narrow ? 4 : 8), &at));
    for (unsigned i = 0; i < all->count; i++) {
        zm_board_image_table(m->d, all->image[i], 1, wide);
        if (!narrow)
            memcpy((uint64_t *)zm_board_at(m, at) + i * entries, wide, entries * sizeof *wide);
        for (unsigned k = 0; narrow && k < entries; k++)
            ((uint32_t *)zm_board_at(m, at))[i * entries + k] = (uint32_t)wide[k];
    }
    ((zm_board_group *)zm_board_at(m, group))->image = at;
    return ZM_OK;
}

/* Squares on cycles of each length: what Burnside's lemma asks. */
static void find_cycles(zm_board_maker *m, const operations *all)
{
    for (unsigned i = 0; i < all->count; i++) {
        uint64_t seen = 0;
        memset(m->cycles[i], 0, sizeof m->cycles[i]);
        for (unsigned k = 0; k < m->d->squares; k++) {
            unsigned length = 0;
            for (unsigned at = k; !(seen >> at & 1); at = all->image[i][at], length++)
                seen |= zm_bit(at);
            m->cycles[i][length]++; /* the entry of length 0 counts nothing that is asked for */
        }
    }
    m->operations = all->count;
}

/* ---- factors ---- */
/* Adds bits of a word that move from one place to another; false: they would move as no others do, and there is no room. */
static bool add_glide(zm_board_factor *f, unsigned high, uint64_t bits, unsigned up)
{
    for (unsigned i = 0; i < ZM_BOARD_GLIDES; i++) {
        zm_board_glide *k = &f->glide[i];
        if (i && !(k->mask[0] | k->mask[1]))
            k->up = up;
        if (k->up == up) {
            k->mask[high] |= bits;
            return true;
        }
    }
    return false;
}

/* How an operation moves whole words; false: in too many ways. What is no plane stays. */
static bool find_glides(const zm_board_data *d, const uint8_t *image, zm_board_factor *f)
{
    memset(f, 0, sizeof *f);
    bool few = add_glide(f, 0, ~d->all[0], 0) && add_glide(f, 1, ~d->all[1], 0);
    for (unsigned i = 0; i < d->squares; i++)
        few = few && add_glide(f, 0, d->column[0] << i, (image[i] - i) & 63) &&
              add_glide(f, 1, d->column[1] << i, (image[i] - i) & 63);
    return few;
}

static unsigned number_of(const operations *all, const uint8_t *image, unsigned squares)
{
    unsigned i = 0;
    while (memcmp(all->image[i], image, squares) != 0)
        i++;
    return i;
}

/* Doubles the products: those so far, and after each of them this factor. False: some of them are there already. */
static bool add_factor(const zm_board_data *d, zm_board_group *g, const operations *all, unsigned factor,
                       uint64_t *found)
{
    uint64_t more = 0;
    uint8_t product[ZM_BOARD_OPERATIONS] = {0};
    for (uint64_t rest = *found; rest;) {
        const unsigned i = zm_take_lowest(&rest);
        uint8_t image[ZM_BOARD_SQUARES];
        for (unsigned k = 0; k < d->squares; k++)
            image[k] = all->image[factor][all->image[i][k]];
        const unsigned n = number_of(all, image, d->squares);
        product[n] = (uint8_t)(g->product[i] | 1u << g->factors);
        more |= zm_bit(n);
    }
    if (more & *found)
        return false;
    for (uint64_t rest = more; rest;) {
        const unsigned i = zm_take_lowest(&rest);
        g->product[i] = product[i];
    }
    *found |= more;
    return true;
}

static void find_factors(const zm_board_data *d, const operations *all, zm_board_group *g)
{
    uint64_t found = 1;
    for (unsigned i = 1; i < all->count && g->factors < ZM_BOARD_OPERATION_BITS; i++)
        if (find_glides(d, all->image[i], &g->factor[g->factors]) && add_factor(d, g, all, i, &found))
            g->factors++;
    g->factors = found == zm_low_bits(all->count) ? g->factors : 0;
}

zm_status zm_board_symmetry(zm_board_maker *m)
{
    operations all = {.count = 1};
    uint64_t group;
    for (unsigned i = 0; i < m->d->squares; i++)
        all.image[0][i] = (uint8_t)i;
    ZM_TRY(m->c, add_symmetry(m, &all));
    ZM_TRY(m->c, add_own(m, &all));
    ZM_TRY(m->c, close(m, &all));
    find_cycles(m, &all);
    if (all.count == 1)
        return ZM_OK;
    ZM_TRY(m->c, zm_board_add(m, sizeof(zm_board_group), &group));
    zm_board_group *g = (zm_board_group *)zm_board_at(m, group);
    g->operations = all.count;
    set_part(g, choose_part(m->d, &all));
    m->d->group = group;
    find_factors(m->d, &all, g);
    m->d->two = all.count == 2 && g->factors;
    ZM_TRY(m->c, make_images(m, &all, group));
    return make_choices(m, group);
}
