/* layout.c: a declared board becomes a flat block; this file places its parts in the 128 bits of a position (board.h).
 *
 * Planes are placed from below, each where it fits first; blocks from above, each in hi if it fits there, else in lo. */
#include "make.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

zm_status zm_board_wrong(zm_board_maker *m, const char *format, ...)
{
    char text[400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return zm_fail(m->c, ZM_BAD_INPUT, "the board of %s: %s",
                   m->v->game && m->v->game->name ? m->v->game->name : "the game", text);
}

static bool has_option(const zm_game *g, const char *name)
{
    for (unsigned i = 0; g && i < ZM_MAX_OPTIONS && g->options[i].name; i++)
        if (!strcmp(g->options[i].name, name))
            return g->options[i].kind == ZM_INT_OPTION || g->options[i].kind == ZM_CHOICE_OPTION;
    return false;
}

zm_status zm_board_amount(zm_board_maker *m, const char *what, zm_amount a, unsigned fallback, unsigned most,
                          unsigned *out)
{
    char *end = NULL;
    long long n = a ? strtoll(a, &end, 10) : fallback;
    if (a && (end == a || *end)) {
        if (!has_option(m->v->game, a))
            return zm_board_wrong(m, "%s are \"%s\", which is neither a number nor an option that has one", what, a);
        n = zm_option_number(m->v, a);
    }
    if (n < 0 || n > (long long)most)
        return zm_board_wrong(m, "%s are %lld; they can be 0 to %u", what, n, most);
    *out = (unsigned)n;
    return ZM_OK;
}

zm_status zm_board_add(zm_board_maker *m, uint64_t bytes, uint64_t *offset)
{
    const uint64_t at = m->d ? m->d->bytes : 0, end = (at + bytes + ZM_BOARD_LINE - 1) / ZM_BOARD_LINE * ZM_BOARD_LINE;
    ZM_TRY(m->c, zm_resize(m->c, &m->d, end, 1, "the board's tables"));
    memset((char *)m->d + at, 0, (size_t)(end - at));
    m->d->bytes = end;
    m->v->board = m->d;
    *offset = at;
    return ZM_OK;
}

/* ---- bits ---- */
typedef struct room { /* what is left of the two words */
    unsigned begin[2], end[2];
} room;

static bool place_plane(room *r, unsigned bits, zm_board_block *out)
{
    for (unsigned word = 0; word < 2; word++)
        if (r->begin[word] + bits <= r->end[word]) {
            *out = (zm_board_block){zm_low_bits(bits), (uint8_t)word, (uint8_t)r->begin[word], (uint8_t)bits};
            r->begin[word] += bits;
            return true;
        }
    return false;
}

/* out->bits says how many it needs. */
static bool place_block(room *r, zm_board_block *out)
{
    for (unsigned word = 2; word-- > 0 && out->bits;)
        if (r->begin[word] + out->bits <= r->end[word]) {
            r->end[word] -= out->bits;
            out->mask = zm_low_bits(out->bits);
            out->high = (uint8_t)word;
            out->shift = (uint8_t)r->end[word];
            return true;
        }
    return !out->bits;
}

static zm_status too_large(zm_board_maker *m)
{
    const zm_board_data *d = m->d;
    const unsigned planes = d->planes + (d->second_letters ? 1u : 0u), more = 2u * d->side[0].bits + d->common.bits;
    return zm_board_wrong(
        m,
        "%u squares in %u planes and %u bits for hands and counters do not fit a position of 127 bits; "
        "fewer squares or fewer letters would",
        d->squares, planes, more);
}

/* Full hands, counters where they begin. */
static void find_start(zm_board_maker *m)
{
    zm_board_data *d = m->d;
    for (unsigned i = 0; i < d->letters; i++) {
        unsigned n = d->letter[i].most_held;
        for (unsigned t = 0; t < d->totals; t++)
            if (d->total[t].letters >> i & 1) {
                unsigned sharing = 0;
                for (unsigned k = 0; k < d->letters; k++)
                    sharing += d->total[t].letters >> k & d->letter[k].in_hand & 1;
                n = sharing && d->total[t].most / sharing < n ? d->total[t].most / sharing : n;
            }
        if (d->letter[i].in_hand)
            d->start = zm_hold(m->v, d->start, d->letter[i].letter, n);
    }
}

/* ---- words ---- */
static zm_pos bits_of(const zm_board_data *d, const zm_board_letter *l)
{
    zm_pos p = {0, 0};
    for (unsigned i = 0; i < d->planes; i++)
        p = zm_block_set(d->plane[i], p, l->code >> i & 1);
    return l->owner == 1 ? zm_block_set(d->plane[d->planes], p, 1) : p;
}

static void find_words(zm_board_data *d)
{
    for (unsigned i = 0; i <= d->planes; i++) {
        const zm_board_block b = d->plane[i];
        d->column[b.high] |= b.bits ? zm_bit(b.shift) : 0;
        d->all[b.high] |= b.mask << b.shift;
        d->coded[b.high] |= i < d->planes ? b.mask << b.shift : 0;
        d->planes_in[b.high] = (uint8_t)(d->planes_in[b.high] + (b.bits ? 1 : 0));
    }
    for (unsigned word = 0; word < 2; word++) {
        d->bytes_in[word] = (uint8_t)((d->planes_in[word] * d->squares + 7) / 8);
        for (unsigned i = 0, n = d->planes_in[word]; n > 1; n = (n + 1) / 2)
            d->fold[word][i++] = (uint8_t)((n + 1) / 2 * d->squares);
    }
    for (unsigned i = 0; i < d->letters; i++) {
        zm_board_letter *l = &d->letter[i];
        l->bits = bits_of(d, l);
        l->everywhere = (zm_pos){l->bits.lo * d->board, l->bits.hi * d->board};
        d->bits_of[(unsigned)l->letter] = l->bits;
        if (l->hand_bits)
            l->held = zm_board_piece_of(d->side[l->owner], l->hand_shift, l->hand_bits);
    }
}

static zm_status make_view(zm_board_maker *m)
{
    uint64_t at = 0;
    const unsigned lo = m->d->bytes_in[0] * 256u, hi = m->d->bytes_in[1] * 256u;
    if (!m->d->turned)
        return ZM_OK;
    ZM_TRY(m->c, zm_board_add(m, (lo + hi) * sizeof(uint64_t), &at));
    m->d->view_image = at;
    zm_board_image_table(m->d, m->d->view, m->d->planes_in[0], (uint64_t *)zm_board_at(m, at));
    zm_board_image_table(m->d, m->d->view, m->d->planes_in[1], (uint64_t *)zm_board_at(m, at) + lo);
    return ZM_OK;
}

zm_status zm_board_layout(zm_board_maker *m)
{
    zm_board_data *d = m->d;
    room r = {{0, 0}, {64, 63}};
    bool fits = true;
    for (unsigned i = 0; i < d->planes + (d->second_letters ? 1u : 0u); i++)
        fits = fits && place_plane(&r, d->squares, &d->plane[i]);
    fits = fits && place_block(&r, &d->side[0]) && place_block(&r, &d->side[1]) && place_block(&r, &d->common);
    if (!fits)
        return too_large(m);
    find_words(d);
    find_start(m);
    return make_view(m);
}

static zm_status make(zm_board_maker *m)
{
    uint64_t head;
    ZM_TRY(m->c, zm_board_add(m, sizeof *m->d, &head));
    if (m->declared->version != ZM_BOARD_VERSION)
        return zm_board_wrong(m, "its version is %u, not %u; begin the declaration with ZM_BOARD(",
                              m->declared->version, ZM_BOARD_VERSION);
    ZM_TRY(m->c, zm_board_squares(m));
    ZM_TRY(m->c, zm_board_letters(m));
    ZM_TRY(m->c, zm_board_layout(m));
    ZM_TRY(m->c, zm_board_symmetry(m));
    return zm_board_index_make(m);
}

zm_status zm_board_make(zm_context *c, const zm_board *declared, zm_variant *v)
{
    zm_board_maker m = {.c = c, .declared = declared, .v = v};
    const zm_status s = make(&m);
    if (s) {
        zm_release(c, m.d);
        v->board = NULL;
    }
    return s;
}
