/* board.c: the board of a hunt with cycles from its rules: see kernel/hunt_board.h. */
#include "cyclic.h"
#include "game/trace/trace.h"

/* A jump can be made both ways (zermelo/hunt.h), so the lower end adds the line. */
static void add_jumps(const zm_variant *v, zm_hunt_board *b, unsigned from)
{
    for (uint64_t rest = b->near[from]; rest;) {
        const unsigned over = zm_take_lowest(&rest), to = zm_quick_rules(v)->hunt->land(v, from, over);
        if (to >= ZM_HUNT_SQUARES)
            continue;
        b->land[from][over] = (uint8_t)to;
        for (unsigned i = 0; from < to && i < ZM_HUNT_LINES; i++)
            if (!b->line[over][i]) {
                b->line[over][i] = zm_bit(from) | zm_bit(to);
                break;
            }
    }
}

static void add_bands(const zm_variant *v, zm_hunt_board *b)
{
    const zm_hunt *rules = zm_quick_rules(v)->hunt;
    b->bands = rules->bands;
    for (unsigned i = 0; i < b->bands; i++) {
        const uint64_t squares = rules->band(v, i);
        b->first_of[i] = (uint8_t)zm_lowest(squares);
        b->sets_of[i] = (uint8_t)(squares >> b->first_of[i]);
        for (uint64_t rest = squares; rest;)
            b->band_of[zm_take_lowest(&rest)] = (uint8_t)i;
    }
}

void zm_hunt_board_of(const zm_variant *v, zm_hunt_board *b)
{
    const zm_hunt *rules = zm_quick_rules(v)->hunt;
    *b = (zm_hunt_board){.squares = rules->squares(v), .chains = rules->chains(v)};
    b->all = zm_low_bits(b->squares);
    for (unsigned s = 0; s < b->squares; s++) {
        b->near[s] = rules->steps(v, zm_bit(s));
        b->aside[s] = rules->aside(v, s);
        b->forth[s] = rules->forth(v, s) | b->aside[s];
        b->ahead[s] = b->forth[s] & ~b->aside[s];
        b->image[s] = (uint8_t)zm_lowest(rules->image(v, zm_bit(s)));
        b->left |= s <= b->image[s] ? zm_bit(s) : 0;
    }
    for (unsigned s = 0; s < b->squares; s++) {
        add_jumps(v, b, s);
        for (uint64_t to = b->ahead[s]; to;)
            b->behind[zm_take_lowest(&to)] |= zm_bit(s);
    }
    add_bands(v, b);
}
