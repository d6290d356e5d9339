/* pair.c: the board as sets of fields; see pair.h. */
#include "pair.h"

static void read_field(const cross_board *c, hen_board *b, unsigned a)
{
    b->near[a] = c->step[a];
    b->aside[a] = c->forth[a] & cross_beside(zm_bit(a));
    b->ahead[a] = c->forth[a] & ~b->aside[a];
    for (uint64_t rest = b->ahead[a]; rest;)
        b->behind[zm_take_lowest(&rest)] |= zm_bit(a);
    b->over[a] = c->over[a];
    for (uint64_t rest = b->over[a]; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        b->from[over] |= zm_bit(a);
        b->land[a][over] = c->land[a][over];
    }
    b->image[a] = (uint8_t)zm_lowest(cross_mirrored(zm_bit(a)));
    b->selves |= b->image[a] == a ? zm_bit(a) : 0;
}

static void read_start(const hen_data *d, hen_board *b)
{
    const uint64_t hens = d->start.lo, foxes = hen_foxes(d->start), image = cross_mirrored(hens);
    b->start = image < hens ? image : hens;
    b->start_pair = image < hens ? cross_mirrored(foxes) : foxes;
}

void hen_read_board(const zm_variant *v, hen_board *b)
{
    const hen_data *d = hen_of(v);
    *b = (hen_board){.ways = {d->foxes, d->huffs, d->chain > 1, d->whole},
                     .ones = d->huffs || d->foxes == 1,
                     .twos = d->foxes == 2,
                     .rescues = d->huffs && d->foxes == 2,
                     .enough = d->house,
                     .all = zm_low_bits(CROSS_FIELDS)};
    for (unsigned a = 0; a < CROSS_FIELDS; a++)
        read_field(&d->board, b, a);
    read_start(d, b);
}
