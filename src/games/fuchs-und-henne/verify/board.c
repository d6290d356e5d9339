/* board.c: the board of a hunt by a pair, and what steps and jumps do to sets of pairs; see verify.h. */
#include "verify.h"

/* ---- the board ---- */
static void read_leaps(zm_proof_board *b, unsigned from)
{
    for (uint64_t rest = b->rules.over[from]; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        if (b->leaps[over] < ZM_LEAPS)
            b->leap[over][b->leaps[over]++] = (zm_leap){(uint8_t)from, b->rules.land[from][over]};
    }
}

static void read_pairs(zm_proof_board *b, unsigned s)
{
    zm_pair_rows hit = {{0}};
    uint64_t canon = 0;
    hit.row[s] = b->rules.all & ~zm_bit(s);
    zm_pair_rows_both_ways(&hit);
    b->hit[s] = zm_pair_set_of_rows(&hit);
    for (unsigned a = 0; a < s; a++) {
        const uint64_t set = zm_bit(a) | zm_bit(s);
        canon |= set <= cross_mirrored(set) ? zm_bit(a) : 0;
    }
    if (s)
        zm_put_bits_at(b->canon.word, zm_pair_set_at(s), canon, s);
}

void zm_proof_read_board(const zm_variant *v, zm_proof_board *b)
{
    *b = (zm_proof_board){.variant = v};
    hen_read_board(v, &b->rules);
    for (unsigned s = 0; s < CROSS_FIELDS; s++) {
        b->left |= s <= b->rules.image[s] ? zm_bit(s) : 0;
        read_leaps(b, s);
        read_pairs(b, s);
    }
}

zm_pair_set zm_mirror_pairs(const zm_proof_board *b, const zm_pair_set *s)
{
    zm_pair_rows rows, out = {{0}};
    if (zm_pair_set_empty(s))
        return *s;
    zm_pair_set_rows(s, &rows);
    for (uint64_t rest = b->rules.all; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        out.row[b->rules.image[a]] = zm_mirror_ones(b, rows.row[a]);
    }
    return zm_pair_set_of_rows(&out);
}

/* ---- steps and jumps ---- */
void zm_step_pairs(const zm_proof_board *b, uint64_t free, const zm_pair_rows *s, zm_pair_rows *out)
{
    ZM_EACH_SQUARE(a) out->row[a] = 0;
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        uint64_t others = 0;
        for (uint64_t to = b->rules.near[a] & free; to;)
            others |= s->row[zm_take_lowest(&to)];
        out->row[a] = others & ~zm_bit(a);
    }
    zm_pair_rows_both_ways(out);
}

uint64_t zm_step_ones(const zm_proof_board *b, uint64_t squares)
{
    uint64_t to = 0;
    while (squares)
        to |= b->rules.near[zm_take_lowest(&squares)];
    return to;
}

/* By square, where a jump from there can land. */
static void find_landings(const zm_proof_board *b, uint64_t many, uint64_t lands[CROSS_FIELDS])
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

void zm_pairs_that_jump(const zm_proof_board *b, uint64_t many, zm_pair_rows *out)
{
    const uint64_t free = b->rules.all & ~many;
    uint64_t lands[CROSS_FIELDS];
    find_landings(b, many, lands);
    ZM_EACH_SQUARE(a)
    {
        const bool one = !(lands[a] & (lands[a] - 1)); /* then the other one may be in the way */
        out->row[a] = lands[a] ? free & ~zm_bit(a) & ~(one ? lands[a] : 0) : 0;
    }
}

uint64_t zm_ones_that_jump(const zm_proof_board *b, uint64_t many)
{
    uint64_t lands[CROSS_FIELDS], can = 0;
    find_landings(b, many, lands);
    ZM_EACH_SQUARE(a) can |= lands[a] ? zm_bit(a) : 0;
    return can;
}

void zm_pairs_that_miss(const zm_proof_board *b, uint64_t many, zm_pair_rows *out)
{
    if (!b->rules.ways.huffs) {
        ZM_EACH_SQUARE(a) out->row[a] = 0;
        return;
    }
    zm_pairs_that_jump(b, many, out);
    zm_pair_rows_both_ways(out);
}

/* ---- what is kept of a layer ---- */
uint64_t zm_layer_row(const zm_proof_board *b, const zm_proof_layer *f, zm_proof_spot at, unsigned set, unsigned square)
{
    const unsigned there = at.turned ? b->rules.image[square] : square;
    const uint64_t free = b->rules.all & ~at.many;
    const unsigned row = set * f->free + zm_count_bits(free & zm_low_bits(there));
    const uint64_t bits = zm_bits_at(f->two + at.index * f->words, (uint64_t)row * (f->free - 1), f->free - 1);
    const uint64_t others = zm_deposit(bits, free & ~zm_bit(there));
    return at.turned ? zm_mirror_ones(b, others) : others;
}

uint64_t zm_layer_ones(const zm_proof_board *b, const zm_proof_layer *f, zm_proof_spot at, unsigned set)
{
    const uint64_t squares = f->one[at.index * f->sets + set];
    return at.turned ? zm_mirror_ones(b, squares) : squares;
}

void zm_layer_put(const zm_proof_layer *f, uint64_t index, uint64_t free, unsigned set, const zm_pair_rows *s)
{
    uint64_t at = (uint64_t)set * f->free * (f->free - 1);
    for (uint64_t rest = free; rest; at += f->free - 1) {
        const unsigned a = zm_take_lowest(&rest);
        zm_put_bits_at(f->two + index * f->words, at, zm_extract(s->row[a], free & ~zm_bit(a)), f->free - 1);
    }
}

/* ---- until nothing changes ---- */
void zm_ask_nobody(const zm_proof_job *j) { memset(j->room.asking, 0, (j->count / 64 + 1) * sizeof *j->room.asking); }

void zm_proof_settle(const zm_proof_job *j, zm_proof_look *look)
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

void zm_ask_beside(const zm_proof_job *j, uint64_t many, bool (*done)(const zm_proof_job *j, uint64_t n))
{
    for (uint64_t rest = many; rest;) {
        const unsigned at = zm_take_lowest(&rest);
        for (uint64_t to = j->board->rules.aside[at] & ~many; to; to &= to - 1) {
            const uint64_t n = zm_proof_spot_of(j, many ^ zm_bit(at) ^ (to & (0 - to))).index - j->from;
            if (!done(j, n))
                zm_ask_about(j, n);
        }
    }
}
