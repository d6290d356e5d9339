/* index.c: the dense index of a board, step by step, or why it has none. */
#include "make.h"

#include <stdarg.h>
#include <stdio.h>

void zm_board_no_index(zm_board_maker *m, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(m->d->why_not, sizeof m->d->why_not, format, list);
    va_end(list);
}

static zm_status make(zm_board_maker *m)
{
    static zm_status (*const step[])(zm_board_maker *) = {zm_board_classes, zm_board_tiers_make, zm_board_class_table,
                                                          zm_board_places, zm_board_orbits_make};
    uint64_t order;
    ZM_TRY(m->c, zm_board_add(m, sizeof(zm_board_order), &order));
    m->d->order = order;
    for (unsigned i = 0; i < sizeof step / sizeof *step && !m->d->why_not[0]; i++)
        ZM_TRY(m->c, step[i](m));
    m->d->pair = !m->d->why_not[0] && m->d->squares <= 32 && m->d->letters == 2 && m->d->first_letters == 1 &&
                 m->d->second_letters == 1 && zm_board_order_at(m)->direct && !zm_board_order_at(m)->rest_mask[0];
    return ZM_OK;
}

zm_status zm_board_index_make(zm_board_maker *m)
{
    const uint64_t before = m->d->bytes;
    const zm_status s = make(m);
    zm_release(m->c, m->material);
    m->material = NULL;
    if (s == ZM_OK && m->d->why_not[0]) {
        m->d->order = 0;
        m->d->bytes = before;
        ZM_TRY(m->c, zm_resize(m->c, &m->d, before, 1, "the board's tables"));
        m->v->board = m->d;
    }
    return s;
}
