/* board.c: the board of a hunt by a pair, and what steps and jumps do to sets of pairs; see verify.h. */
#include "verify.h"

/* ---- the board ---- */
static void read_square(zm_duo_board *b, unsigned s)
{
    const zm_variant *v = b->variant;
    b->near[s] = b->pair->steps(v, s);
    b->aside[s] = b->pair->aside(v, s);
    b->ahead[s] = b->pair->forth(v, s) & ~b->aside[s];
    b->image[s] = (uint8_t)zm_lowest(b->pair->image(v, zm_bit(s)));
    b->left |= s <= b->image[s] ? zm_bit(s) : 0;
    for (uint64_t rest = b->ahead[s]; rest;)
        b->behind[zm_take_lowest(&rest)] |= zm_bit(s);
    for (uint64_t rest = b->all; rest;) {
        const unsigned over = zm_take_lowest(&rest), to = b->pair->land(v, s, over);
        if (to != ZM_PAIR_SQUARES && b->leaps[over] < ZM_LEAPS)
            b->leap[over][b->leaps[over]++] = (zm_leap){(uint8_t)s, (uint8_t)to};
    }
}

static void read_pairs(zm_duo_board *b, unsigned s)
{
    zm_duo_rows hit = {{0}};
    uint64_t canon = 0;
    hit.row[s] = b->all & ~zm_bit(s);
    zm_fold_rows(&hit);
    b->hit[s] = zm_square_pairs_of_rows(&hit);
    for (unsigned a = 0; a < s; a++) {
        const uint64_t set = zm_bit(a) | zm_bit(s);
        canon |= set <= b->pair->image(b->variant, set) ? zm_bit(a) : 0;
    }
    if (s)
        zm_put_bits_at(b->canon.word, zm_duo_at(s), canon, s);
}

void zm_read_duo_board(const zm_variant *v, zm_duo_board *b)
{
    const zm_pair *p = v->game->rules.pair;
    *b = (zm_duo_board){.variant = v, .pair = p, .ways = p->ways(v), .enough = p->enough(v)};
    b->all = zm_low_bits(p->squares);
    b->twos = b->ways.hunters == 2;
    b->ones = b->ways.huffs || !b->twos;
    b->rescues = b->ways.huffs && b->twos;
    for (unsigned s = 0; s < p->squares; s++)
        read_square(b, s);
    for (unsigned s = 0; s < p->squares; s++)
        read_pairs(b, s);
    p->start(v, &b->start, &b->start_pair);
    const uint64_t image = p->image(v, b->start);
    if (image < b->start) {
        b->start = image;
        b->start_pair = p->image(v, b->start_pair);
    }
}

zm_square_pairs zm_mirror_duos(const zm_duo_board *b, const zm_square_pairs *s)
{
    zm_duo_rows rows, out = {{0}};
    if (zm_no_duos(s))
        return *s;
    zm_rows_of_duos(s, &rows);
    for (uint64_t rest = b->all; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        out.row[b->image[a]] = zm_mirror_ones(b, rows.row[a]);
    }
    return zm_square_pairs_of_rows(&out);
}

/* ---- steps and jumps ---- */
void zm_step_duos(const zm_duo_board *b, uint64_t free, const zm_duo_rows *s, zm_duo_rows *out)
{
    ZM_EACH_SQUARE(a) out->row[a] = 0;
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        uint64_t others = 0;
        for (uint64_t to = b->near[a] & free; to;)
            others |= s->row[zm_take_lowest(&to)];
        out->row[a] = others & ~zm_bit(a);
    }
    zm_fold_rows(out);
}

uint64_t zm_step_ones(const zm_duo_board *b, uint64_t squares)
{
    uint64_t to = 0;
    while (squares)
        to |= b->near[zm_take_lowest(&squares)];
    return to;
}

/* By square, where a jump from there can land. */
static void find_landings(const zm_duo_board *b, uint64_t many, uint64_t lands[ZM_PAIR_SQUARES])
{
    ZM_EACH_SQUARE(a) lands[a] = 0;
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        for (unsigned i = 0; i < b->leaps[over]; i++) {
            const zm_leap l = b->leap[over][i];
            lands[l.from] |= (many >> l.from & 1) || (many >> l.to & 1) ? 0 : zm_bit(l.to);
        }
    }
}

void zm_square_pairs_that_jump(const zm_duo_board *b, uint64_t many, zm_duo_rows *out)
{
    const uint64_t free = b->all & ~many;
    uint64_t lands[ZM_PAIR_SQUARES];
    find_landings(b, many, lands);
    ZM_EACH_SQUARE(a)
    {
        const bool one = !(lands[a] & (lands[a] - 1)); /* then the other one may be in the way */
        out->row[a] = lands[a] ? free & ~zm_bit(a) & ~(one ? lands[a] : 0) : 0;
    }
}

uint64_t zm_ones_that_jump(const zm_duo_board *b, uint64_t many)
{
    uint64_t lands[ZM_PAIR_SQUARES], can = 0;
    find_landings(b, many, lands);
    ZM_EACH_SQUARE(a) can |= lands[a] ? zm_bit(a) : 0;
    return can;
}

void zm_square_pairs_that_miss(const zm_duo_board *b, uint64_t many, zm_duo_rows *out)
{
    if (!b->ways.huffs) {
        ZM_EACH_SQUARE(a) out->row[a] = 0;
        return;
    }
    zm_square_pairs_that_jump(b, many, out);
    zm_fold_rows(out);
}

/* ---- what is kept of a layer ---- */
uint64_t zm_far_row(const zm_duo_board *b, const zm_duo_far *f, zm_duo_spot at, unsigned set, unsigned square)
{
    const unsigned there = at.turned ? b->image[square] : square;
    const uint64_t free = b->all & ~at.many;
    const unsigned row = set * f->free + zm_count_bits(free & zm_low_bits(there));
    const uint64_t bits = zm_bits_at(f->two + at.index * f->words, (uint64_t)row * (f->free - 1), f->free - 1);
    const uint64_t others = zm_deposit(bits, free & ~zm_bit(there));
    return at.turned ? zm_mirror_ones(b, others) : others;
}

uint64_t zm_far_ones(const zm_duo_board *b, const zm_duo_far *f, zm_duo_spot at, unsigned set)
{
    const uint64_t squares = f->one[at.index * f->sets + set];
    return at.turned ? zm_mirror_ones(b, squares) : squares;
}

void zm_put_far(const zm_duo_far *f, uint64_t index, uint64_t free, unsigned set, const zm_duo_rows *s)
{
    uint64_t at = (uint64_t)set * f->free * (f->free - 1);
    for (uint64_t rest = free; rest; at += f->free - 1) {
        const unsigned a = zm_take_lowest(&rest);
        zm_put_bits_at(f->two + index * f->words, at, zm_extract(s->row[a], free & ~zm_bit(a)), f->free - 1);
    }
}

/* ---- until nothing changes ---- */
void zm_ask_nobody(const zm_duo_job *j) { memset(j->room.asking, 0, (j->count / 64 + 1) * sizeof *j->room.asking); }

void zm_settle_duos(const zm_duo_job *j, zm_duo_look *look)
{
    for (bool again = true; again;) {
        again = false;
        for (uint64_t w = 0; w <= j->count / 64; w++)
            while (j->room.asking[w]) {
                again = true;
                look(j, 64 * w + zm_take_lowest(&j->room.asking[w]));
            }
    }
}

void zm_ask_beside(const zm_duo_job *j, uint64_t many, bool (*done)(const zm_duo_job *j, uint64_t n))
{
    for (uint64_t rest = many; rest;) {
        const unsigned at = zm_take_lowest(&rest);
        for (uint64_t to = j->board->aside[at] & ~many; to; to &= to - 1) {
            const uint64_t n = zm_duo_spot_of(j, many ^ zm_bit(at) ^ (to & (0 - to))).index - j->from;
            if (!done(j, n))
                zm_ask_about(j, n);
        }
    }
}
