/* classes.c: which classes of material a board has.
 *
 * Numbers of pieces are chosen letter by letter, on the board and in hand, and given up as soon as a total or the squares are
 * exceeded. Where colours swap the mover may be either player, so totals count if they hold for one of them. */
#include "make.h"

enum { MOST_CLASSES = 1 << 18, MOST_STEPS = 1 << 24 };

static bool totals_hold(const zm_board_data *d, const zm_board_material *x, unsigned letters)
{
    for (unsigned t = 0; t < d->totals; t++) {
        unsigned sum = 0;
        for (unsigned i = 0; i < d->letters; i++)
            sum += d->total[t].letters >> i & 1 ? (unsigned)x->on_board[i] + x->in_hand[i] : 0;
        if (sum > d->total[t].most || (letters == d->letters && sum < d->total[t].least))
            return false;
    }
    return true;
}

zm_board_material zm_board_swapped_material(const zm_board_data *d, const zm_board_material *x)
{
    zm_board_material y = *x;
    for (unsigned i = 0; i < d->letters; i++) {
        y.on_board[i] = x->on_board[d->letter[i].swapped];
        y.in_hand[i] = x->in_hand[d->letter[i].swapped];
    }
    for (unsigned i = 0; i < d->numbers; i++)
        y.number[i] = x->number[d->number[i].owner == 0 ? i + 1 : d->number[i].owner == 1 ? i - 1 : i];
    return y;
}

static bool turn_holds(const zm_board_data *d, const zm_board_material *x)
{
    unsigned pieces[3] = {0};
    for (unsigned i = 0; i < d->letters; i++)
        pieces[d->letter[i].owner] += x->on_board[i];
    return pieces[0] == pieces[1] + x->turn;
}

bool zm_board_possible(const zm_board_maker *m, const zm_board_material *x, unsigned letters)
{
    if (letters == m->d->letters && m->declared->material && !m->declared->material(m->v, x->on_board, x->in_hand))
        return false;
    if (totals_hold(m->d, x, letters))
        return true;
    if (m->d->turn != ZM_TURN_SWAPS)
        return false;
    const zm_board_material y = zm_board_swapped_material(m->d, x);
    return totals_hold(m->d, &y, letters);
}

/* ---- all of them ---- */
typedef struct search {
    zm_board_maker *m;
    zm_board_material x;
    uint64_t steps;
    uint32_t room; /* for classes */
    bool too_many;
} search;

static zm_status add_class(search *s)
{
    zm_board_maker *m = s->m;
    if (m->d->turn == ZM_TURN_COUNTED && !turn_holds(m->d, &s->x))
        return ZM_OK;
    s->too_many |= m->classes == MOST_CLASSES;
    if (s->too_many)
        return ZM_OK;
    if (m->classes == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        ZM_TRY(m->c, zm_resize(m->c, &m->material, s->room, sizeof *m->material, "the board's classes"));
    }
    m->material[m->classes++] = s->x;
    return ZM_OK;
}

static zm_status choose_turn(search *s)
{
    const unsigned turns = s->m->d->turn_in_state || s->m->d->turn == ZM_TURN_COUNTED ? 2 : 1;
    for (unsigned turn = 0; turn < turns; turn++) {
        s->x.turn = (uint8_t)turn;
        ZM_TRY(s->m->c, add_class(s));
    }
    s->x.turn = 0;
    return ZM_OK;
}

static zm_status choose_numbers(search *s, unsigned at)
{
    const zm_board_data *d = s->m->d;
    if (at == d->numbers)
        return choose_turn(s);
    for (uint32_t n = d->number[at].least; n <= d->number[at].most && !s->too_many; n++) {
        s->x.number[at] = n;
        ZM_TRY(s->m->c, choose_numbers(s, at + 1));
    }
    return ZM_OK;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as there are letters */
static zm_status choose_pieces(search *s, unsigned at, unsigned squares)
{
    const zm_board_data *d = s->m->d;
    s->too_many |= ++s->steps > MOST_STEPS;
    if (!zm_board_possible(s->m, &s->x, at) || s->too_many)
        return ZM_OK;
    if (at == d->letters)
        return choose_numbers(s, 0);
    const zm_board_letter *l = &d->letter[at];
    for (unsigned n = 0; n <= l->most; n++)
        for (unsigned held = l->in_hand && n > squares ? n - squares : 0; held <= n && held <= l->most_held; held++) {
            if (n - held > squares)
                continue;
            s->x.on_board[at] = (uint8_t)(n - held);
            s->x.in_hand[at] = (uint8_t)held;
            ZM_TRY(s->m->c, choose_pieces(s, at + 1, squares - (n - held)));
        }
    s->x.on_board[at] = s->x.in_hand[at] = 0;
    return ZM_OK;
}

zm_status zm_board_classes(zm_board_maker *m)
{
    search s = {.m = m};
    ZM_TRY(m->c, choose_pieces(&s, 0, m->d->squares));
    if (s.too_many)
        zm_board_no_index(m, "there are more than %d classes of material; more totals would leave fewer", MOST_CLASSES);
    else if (!m->classes)
        return zm_board_wrong(m, "its totals leave no position");
    return ZM_OK;
}
