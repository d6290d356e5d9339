/* rows.c: the values of a shape as rows of bits, and who is to blame for one that is wrong; see verify.h. */
#include "verify.h"

#include "verify/contract.h"

#include <zermelo/value.h>

static unsigned columns_of(const zm_proof_job *j, hen_kind kind)
{
    const bool two = kind == HEN_TWO_FOXES || kind == HEN_ONE_GOES;
    return kind == HEN_NO_FOX ? 1 : two ? zm_pair_set_at(j->free) : j->free;
}

/* ---- rows ---- */
static void read_row(const zm_value *value, unsigned width, unsigned turn, zm_proof_columns *c)
{
    for (unsigned at = 0; at < width; at += 64) {
        const unsigned n = width - at < 64 ? width - at : 64;
        uint64_t seen = 0, wins = 0, draws = 0;
        for (unsigned i = 0; i < n; i++) {
            const zm_value v = value[at + i];
            seen |= (uint64_t)(v != ZM_NONE) << i;
            wins |= (uint64_t)(v > ZM_DRAWN) << i;
            draws |= (uint64_t)(v == ZM_DRAWN) << i;
        }
        c->seen[at / 64] = seen;
        (turn ? c->pair : c->many)[at / 64] = wins;
        (turn ? c->many : c->pair)[at / 64] = seen & ~wins & ~draws;
    }
}

static void count_row(const zm_proof_job *j, const zm_proof_columns *c, unsigned width, zm_summary *sum)
{
    const unsigned player = HEN_PAIR;
    uint64_t states = 0, pair = 0, many = 0;
    for (unsigned w = 0; w * 64 < width; w++) {
        states += zm_count_bits(c->seen[w]);
        pair += zm_count_bits(c->pair[w]);
        many += zm_count_bits(c->many[w]);
    }
    sum->states += states;
    sum->won_by[player] += pair;
    sum->won_by[1 - player] += many;
    sum->drawn += states - pair - many;
}

/* ---- blame ---- */
static void blame(zm_proof_job *j, zm_fault_kind fault, hen_kind kind, unsigned turn, uint64_t n, unsigned column)
{
    const zm_proof_board *b = j->board;
    const int64_t tier = hen_pair_tier(b->variant, j->shape, kind);
    zm_fault *f = &j->found->fault;
    if (f->kind)
        return;
    *f = (zm_fault){.kind = fault, .tier = (uint32_t)tier, .at = (turn * j->count + n) * columns_of(j, kind) + column};
    if (fault != ZM_NOT_REACHED)
        f->state = b->variant->game->index->unrank(b->variant, (zm_place){f->tier, f->at});
}

/* ---- places ---- */
/* The state in a column: of a single one the number of its square, of two with the numbers a < b it is C(b,2) + a
 * (pair.h). */
static zm_pos state_in(const zm_proof_job *j, hen_kind kind, uint64_t n, unsigned turn, unsigned column)
{
    const uint64_t many = j->room.many[n], free = j->board->rules.all & ~many;
    const bool two = kind == HEN_TWO_FOXES || kind == HEN_ONE_GOES;
    const unsigned task = kind == HEN_ONE_GOES || kind == HEN_LAST_GOES ? 1 : kind == HEN_ONE_BACK ? 2 : 0;
    uint64_t pair = 0;
    if (two) {
        unsigned b = 1;
        while (zm_pair_set_at(b + 1) <= column)
            b++;
        pair = zm_bit(zm_nth_bit(free, b)) | zm_bit(zm_nth_bit(free, column - zm_pair_set_at(b)));
    } else if (kind != HEN_NO_FOX) {
        pair = zm_bit(zm_nth_bit(free, column));
    }
    return hen_state(j->board->variant, many, pair, turn, task);
}

/* What other programs ask for is what is proved here: `rank` and `unrank` have each state where the pair's rules have
 * it. */
static void check_places(zm_proof_job *j, hen_kind kind, uint64_t n, unsigned turn, unsigned width,
                         const zm_proof_columns *c)
{
    const zm_variant *v = j->board->variant;
    const zm_game *r = v->game;
    const uint32_t tier = (uint32_t)hen_pair_tier(v, j->shape, kind);
    for (unsigned w = 0; w * 64 < width; w++)
        for (uint64_t rest = c->seen[w]; rest;) {
            const unsigned column = w * 64 + zm_take_lowest(&rest);
            const zm_place at = {tier, (turn * j->count + n) * width + column};
            const zm_pos p = state_in(j, kind, n, turn, column);
            if (!zm_same(r->index->unrank(v, at), p) || !zm_keeps_place(r, v, p, at) || !zm_keeps_state(r, v, p)) {
                blame(j, ZM_NO_STATE, kind, turn, n, column);
                return;
            }
        }
}

zm_status zm_proof_each_row(zm_proof_job *j, hen_kind kind, zm_proof_row_fn *fn)
{
    const int64_t tier = hen_pair_tier(j->board->variant, j->shape, kind);
    const unsigned width = columns_of(j, kind), most = ZM_PROOF_PIECE / width;
    if (tier == HEN_NO_TIER)
        return ZM_OK;
    const uint64_t rows = j->table->layout.tier[tier].size / width;
    zm_proof_columns c = {{0}, {0}, {0}};
    for (uint64_t from = 0; from < rows; from += most) {
        const uint64_t count = rows - from < most ? rows - from : most;
        ZM_TRY(j->context,
               zm_table_read_piece(j->context, j->table, (uint32_t)tier, from * width, count * width, j->room.value));
        for (uint64_t i = 0; i < count; i++) {
            const unsigned turn = from + i >= j->count;
            read_row(j->room.value + i * width, width, turn, &c);
            count_row(j, &c, width, &j->found->sum[kind]);
            if (j->proves)
                check_places(j, kind, from + i - turn * j->count, turn, width, &c);
            fn(j, from + i - turn * j->count, turn, &c);
        }
    }
    return ZM_OK;
}

static unsigned number_of(const zm_proof_job *j, uint64_t n, unsigned square)
{
    return zm_count_bits(zm_free_squares(j, n) & zm_low_bits(square));
}

void zm_blame_pairs(zm_proof_job *j, zm_fault_kind fault, hen_kind kind, unsigned turn, uint64_t n,
                    const zm_pair_set *s)
{
    zm_pair_set set = *s;
    unsigned a, b;
    if (zm_pair_set_empty(s))
        return;
    if (zm_own_image(j, n))
        zm_pair_set_meet(&set, &j->board->canon);
    if (zm_pair_set_empty(&set)) /* no place for it: the set is of those that should not be there */
        set = *s;
    zm_pair_set_first(&set, &a, &b);
    blame(j, fault, kind, turn, n, zm_pair_set_at(number_of(j, n, b)) + number_of(j, n, a));
}

void zm_blame_ones(zm_proof_job *j, zm_fault_kind fault, hen_kind kind, unsigned turn, uint64_t n, uint64_t squares)
{
    const uint64_t left = zm_own_image(j, n) ? squares & j->board->left : squares, set = left ? left : squares;
    if (set)
        blame(j, fault, kind, turn, n, kind == HEN_NO_FOX ? 0 : number_of(j, n, zm_lowest(set)));
}
