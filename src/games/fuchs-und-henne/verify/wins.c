/* wins.c: is it right who wins in a shape whose states are? What the table has of each placement is read into sets, and
 * compared with what the sets of its successors make of it (verify.c has the formulas). What is decided must be
 * grounded as well: A and B are recomputed from what lies outside the shape until there is as much as in the table; a
 * placement that has all of it is not looked at again. */
#include "verify.h"

struct zm_won_row {          /* of a placement; what the table has of A is in the slice */
    zm_pair_set seen[2];     /* states, by turn */
    zm_pair_sides moves;     /* B2 of the table */
    zm_pair_sides ahead;     /* of B2 what steps out of the shape make of it */
    zm_pair_set wins, holds; /* of A2: pairs with a jump, or a step that misses one, that wins; that does not lose */
    zm_pair_sides now;       /* A2 as far as it is grounded */
    uint64_t one_seen[2];
    zm_one_sides one_moves, one_ahead, one_now;
    uint64_t one_wins, one_holds;
    bool done, one_done; /* all is grounded */
};
const size_t zm_won_row_bytes = sizeof(zm_won_row);

static zm_pair_sides *pair_of(const zm_proof_job *j, uint64_t n) { return &j->here->won[j->from + n - j->here->begin]; }
static zm_one_sides *one_pair_of(const zm_proof_job *j, uint64_t n)
{
    return &j->here->one_won[j->from + n - j->here->begin];
}

/* ---- what the table has ---- */
static zm_pair_set take_set(const zm_proof_job *j, uint64_t n, const uint64_t *columns)
{
    zm_pair_set set = zm_pair_set_spread(columns, zm_free_squares(j, n));
    if (zm_own_image(j, n)) {
        const zm_pair_set image = zm_mirror_pairs(j->board, &set);
        zm_pair_set_join(&set, &image);
    }
    return set;
}

static uint64_t take_squares(const zm_proof_job *j, uint64_t n, uint64_t columns)
{
    const uint64_t set = zm_deposit(columns, zm_free_squares(j, n));
    return zm_own_image(j, n) ? set | zm_mirror_ones(j->board, set) : set;
}

static void take_twos(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    zm_pair_sides *to = turn ? pair_of(j, n) : &j->room.won[n].moves;
    j->room.won[n].seen[turn] = take_set(j, n, c->seen);
    to->pair = take_set(j, n, c->pair);
    to->many = take_set(j, n, c->many);
}

static void take_ones(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    zm_one_sides *to = turn ? one_pair_of(j, n) : &j->room.won[n].one_moves;
    j->room.won[n].one_seen[turn] = take_squares(j, n, c->seen[0]);
    to->pair = take_squares(j, n, c->pair[0]);
    to->many = take_squares(j, n, c->many[0]);
}

/* ---- jumps ---- */
typedef struct jumps { /* ordered, the one that jumps first; and of a single one: jumps that win, that do not lose */
    zm_pair_rows wins, holds;
    uint64_t one_wins, one_holds;
} jumps;

static void add_leap(const zm_proof_job *j, uint64_t free, const zm_proof_spot *at, zm_leap l, jumps *out)
{
    const zm_proof_board *b = j->board;
    const zm_proof_layer *f = j->near_layer;
    const uint64_t others = free & ~zm_bit(l.from) & ~zm_bit(l.to);
    if (b->rules.twos) {
        out->wins.row[l.from] |= at ? others & zm_layer_row(b, f, *at, 0, l.to) : others;
        out->holds.row[l.from] |= at ? others & ~zm_layer_row(b, f, *at, 1, l.to) : others;
    }
    if (b->rules.ones) {
        out->one_wins |= (at ? zm_layer_ones(b, f, *at, 0) >> l.to & 1 : 1) << l.from;
        out->one_holds |= (at ? ~zm_layer_ones(b, f, *at, 1) >> l.to & 1 : 1) << l.from;
    }
}

/* Below the layer where the many are just enough nothing is kept: the pair has won. */
static void find_jumps(zm_proof_job *j, uint64_t many, jumps *out)
{
    const zm_proof_board *b = j->board;
    const uint64_t free = b->rules.all & ~many;
    *out = (jumps){.one_wins = 0};
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        zm_proof_spot at = {0, 0, false};
        for (unsigned i = 0; i < b->leaps[over]; i++) {
            const zm_leap l = b->leap[over][i];
            if (many >> l.from & 1 || many >> l.to & 1)
                continue;
            if (!at.many && j->near_layer->sets)
                at = zm_proof_spot_of(j, many ^ zm_bit(over));
            add_leap(j, free, j->near_layer->sets ? &at : NULL, l, out);
            j->found->moves++;
        }
    }
}

/* V for the layer above: stop here, unless it must jump on, or do. */
static void land_twos(const zm_proof_job *j, uint64_t n, const jumps *k)
{
    const hen_ways ways = j->board->rules.ways;
    const uint64_t many = j->room.many[n], free = zm_free_squares(j, n), chains = ways.chains ? ~(uint64_t)0 : 0;
    const zm_won_row *r = &j->room.won[n];
    zm_pair_rows on, pair, lost, wins, loses;
    if (ways.whole)
        zm_pairs_that_jump(j->board, many, &on);
    zm_pair_set_rows(&r->moves.pair, &pair);
    zm_pair_set_rows(&r->moves.many, &lost);
    ZM_EACH_SQUARE(a)
    {
        const uint64_t others = free >> a & 1 ? free ^ zm_bit(a) : 0, stops = others & ~(ways.whole ? on.row[a] : 0);
        wins.row[a] = (pair.row[a] & stops) | (k->wins.row[a] & chains);
        loses.row[a] = others & ~((stops & ~lost.row[a]) | (k->holds.row[a] & chains));
    }
    zm_layer_put(j->this_layer, j->from + n, free, 0, &wins);
    zm_layer_put(j->this_layer, j->from + n, free, 1, &loses);
}

/* P: with the other one on all other squares the pair wins; on some the many do. */
static zm_one_sides put_back(const zm_proof_job *j, uint64_t n)
{
    const uint64_t free = zm_free_squares(j, n);
    zm_pair_rows pair, many;
    zm_one_sides won = {0, 0};
    zm_pair_set_rows(&j->room.won[n].moves.pair, &pair);
    zm_pair_set_rows(&j->room.won[n].moves.many, &many);
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        won.pair |= pair.row[a] == (free ^ zm_bit(a)) ? zm_bit(a) : 0;
        won.many |= many.row[a] ? zm_bit(a) : 0;
    }
    return won;
}

static void land_ones(const zm_proof_job *j, uint64_t n, const jumps *k)
{
    const hen_ways ways = j->board->rules.ways;
    const uint64_t free = zm_free_squares(j, n), chains = ways.chains ? ~(uint64_t)0 : 0;
    const uint64_t stops = free & ~(ways.whole ? zm_ones_that_jump(j->board, j->room.many[n]) : 0);
    const zm_one_sides stop = j->board->rules.rescues ? put_back(j, n) : j->room.won[n].one_moves;
    uint64_t *out = j->this_layer->one + (j->from + n) * 2;
    out[0] = (stop.pair & stops) | (k->one_wins & chains);
    out[1] = free & ~((stops & ~stop.many) | (k->one_holds & chains));
}

/* ---- what comes from outside the shape ---- */
/* What steps of the many do, out of the shape or inside it: all of them lost, some of them won. */
static void by_steps(const zm_proof_job *j, uint64_t many, const uint64_t *steps, bool grounded,
                     const zm_proof_slice *w, zm_pair_sides *won)
{
    zm_pair_sides turned;
    bool any = false;
    memset(&turned.pair, 0xFF, sizeof turned.pair);
    memset(&turned.many, 0, sizeof turned.many);
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = steps[from] & ~many; to;) {
            const unsigned square = zm_take_lowest(&to);
            const zm_proof_spot at = zm_proof_spot_of(j, many ^ zm_bit(from) ^ zm_bit(square));
            const zm_pair_sides *there = grounded ? &j->room.won[at.index - j->from].now : &w->won[at.index - w->begin];
            zm_pair_sides *sum = at.turned ? &turned : won;
            any |= at.turned; /* one of the pair in the way: no move */
            zm_pair_set_meet_either(&sum->pair, &there->pair,
                                    &j->board->hit[at.turned ? j->board->rules.image[square] : square]);
            zm_pair_set_join(&sum->many, &there->many);
        }
    }
    if (!any)
        return;
    const zm_pair_set pair = zm_mirror_pairs(j->board, &turned.pair), other = zm_mirror_pairs(j->board, &turned.many);
    zm_pair_set_meet(&won->pair, &pair);
    zm_pair_set_join(&won->many, &other);
}

static void ones_by_steps(const zm_proof_job *j, uint64_t many, const uint64_t *steps, bool grounded,
                          const zm_proof_slice *w, zm_one_sides *won)
{
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = steps[from] & ~many; to; to &= to - 1) {
            const uint64_t step = to & (0 - to);
            const zm_proof_spot at = zm_proof_spot_of(j, many ^ zm_bit(from) ^ step);
            const zm_one_sides there =
                grounded ? j->room.won[at.index - j->from].one_now : w->one_won[at.index - w->begin];
            won->pair &= (at.turned ? zm_mirror_ones(j->board, there.pair) : there.pair) | step;
            won->many |= at.turned ? zm_mirror_ones(j->board, there.many) : there.many;
        }
    }
}

/* Steps that miss a jump: one of the two is removed. */
static void add_huffed(const zm_proof_job *j, uint64_t n, zm_pair_rows *wins, zm_pair_rows *holds)
{
    const uint64_t free = zm_free_squares(j, n);
    const zm_one_sides one = j->room.won[n].one_moves;
    const zm_pair_set both = zm_pair_set_among(one.pair), neither = zm_pair_set_among(free & ~one.many);
    zm_pair_rows rows, before, missed;
    zm_pairs_that_miss(j->board, j->room.many[n], &missed);
    zm_pair_set_rows(&both, &rows);
    zm_step_pairs(j->board, free, &rows, &before);
    ZM_EACH_SQUARE(a) wins->row[a] |= before.row[a] & missed.row[a];
    zm_pair_set_rows(&neither, &rows);
    zm_step_pairs(j->board, free, &rows, &before);
    ZM_EACH_SQUARE(a) holds->row[a] |= before.row[a] & missed.row[a];
}

static void begin_twos(zm_proof_job *j, uint64_t n, jumps *k)
{
    zm_won_row *r = &j->room.won[n];
    if (j->this_layer->sets)
        land_twos(j, n, k);
    zm_pair_rows_both_ways(&k->wins);
    zm_pair_rows_both_ways(&k->holds);
    if (j->board->rules.ways.huffs)
        add_huffed(j, n, &k->wins, &k->holds);
    r->wins = zm_pair_set_of_rows(&k->wins);
    r->holds = zm_pair_set_of_rows(&k->holds);
    r->ahead.pair = zm_pair_set_among(zm_free_squares(j, n));
    by_steps(j, j->room.many[n], j->board->rules.ahead, false, j->beyond, &r->ahead);
}

static uint64_t count_steps(const zm_proof_board *b, uint64_t many)
{
    uint64_t count = 0;
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        count += zm_count_bits((b->rules.ahead[from] | b->rules.aside[from]) & ~many);
    }
    return count;
}

static void begin(zm_proof_job *j, uint64_t n)
{
    const uint64_t many = j->room.many[n];
    zm_won_row *r = &j->room.won[n];
    jumps k;
    if (zm_many_home(j, many))
        return;
    j->found->moves += count_steps(j->board, many);
    find_jumps(j, many, &k);
    if (j->board->rules.ones) {
        if (j->this_layer->sets)
            land_ones(j, n, &k);
        r->one_wins = k.one_wins;
        r->one_holds = k.one_holds;
        r->one_ahead.pair = zm_free_squares(j, n);
        ones_by_steps(j, many, j->board->rules.ahead, false, j->beyond, &r->one_ahead);
    }
    if (j->board->rules.twos)
        begin_twos(j, n, &k);
}

/* ---- A and B by their successors: as the table has them, or as far as they are grounded ---- */
static zm_pair_sides many_by_steps(const zm_proof_job *j, uint64_t n, bool grounded)
{
    const uint64_t many = j->room.many[n];
    const zm_pair_set inside = zm_pair_set_among(zm_free_squares(j, n));
    zm_pair_sides won = j->room.won[n].ahead;
    if (zm_many_home(j, many))
        return (zm_pair_sides){{{0}}, inside};
    by_steps(j, many, j->board->rules.aside, grounded, j->here, &won);
    zm_pair_set_meet(&won.pair, &inside);
    zm_pair_set_meet(&won.many, &inside);
    return won;
}

static zm_pair_sides pair_by_moves(const zm_proof_job *j, uint64_t n, const zm_pair_sides *moves)
{
    const zm_won_row *r = &j->room.won[n];
    const uint64_t many = j->room.many[n], free = zm_free_squares(j, n);
    const zm_pair_set inside = zm_pair_set_among(free), open = zm_pair_set_less(&inside, &moves->many);
    zm_pair_sides won = {r->wins, inside};
    zm_pair_rows there, before, missed;
    if (zm_many_home(j, many))
        return (zm_pair_sides){{{0}}, inside};
    zm_pairs_that_miss(j->board, many, &missed);
    if (!zm_pair_set_empty(&moves->pair)) {
        zm_pair_set_rows(&moves->pair, &there);
        zm_step_pairs(j->board, free, &there, &before);
        ZM_EACH_SQUARE(a) before.row[a] &= ~missed.row[a];
        const zm_pair_set steps = zm_pair_set_of_rows(&before);
        zm_pair_set_join(&won.pair, &steps);
    }
    zm_pair_set_rows(&open, &there);
    zm_step_pairs(j->board, free, &there, &before);
    ZM_EACH_SQUARE(a) before.row[a] &= ~missed.row[a];
    zm_pair_set holds = zm_pair_set_of_rows(&before);
    zm_pair_set_join(&holds, &r->holds);
    won.many = zm_pair_set_less(&inside, &holds);
    return won;
}

static zm_one_sides ones_many_by_steps(const zm_proof_job *j, uint64_t n, bool grounded)
{
    const uint64_t many = j->room.many[n], free = zm_free_squares(j, n);
    zm_one_sides won = j->room.won[n].one_ahead;
    if (zm_many_home(j, many))
        return (zm_one_sides){0, free};
    ones_by_steps(j, many, j->board->rules.aside, grounded, j->here, &won);
    return (zm_one_sides){won.pair & free, won.many & free};
}

static zm_one_sides ones_pair_by_moves(const zm_proof_job *j, uint64_t n, zm_one_sides moves)
{
    const zm_won_row *r = &j->room.won[n];
    const zm_proof_board *b = j->board;
    const uint64_t many = j->room.many[n], free = zm_free_squares(j, n);
    if (zm_many_home(j, many))
        return (zm_one_sides){0, free};
    const uint64_t steps = free & ~(b->rules.ways.huffs ? zm_ones_that_jump(b, many) : 0);
    const uint64_t wins = r->one_wins | (zm_step_ones(b, moves.pair) & steps);
    return (zm_one_sides){wins, free & ~(r->one_holds | (zm_step_ones(b, free & ~moves.many) & steps))};
}

/* ---- the table against that ---- */
static void compare_twos(zm_proof_job *j, hen_kind kind, unsigned turn, uint64_t n, const zm_pair_set *seen,
                         const zm_pair_sides *has, const zm_pair_sides *right)
{
    zm_pair_set wrong;
    for (unsigned w = 0; w < ZM_PAIR_SET_WORDS; w++)
        wrong.word[w] =
            ((has->pair.word[w] ^ right->pair.word[w]) | (has->many.word[w] ^ right->many.word[w])) & seen->word[w];
    zm_blame_pairs(j, ZM_WRONG_VALUE, kind, turn, n, &wrong);
}

static void compare_ones(zm_proof_job *j, hen_kind kind, unsigned turn, uint64_t n, uint64_t seen, zm_one_sides has,
                         zm_one_sides right)
{
    const uint64_t wrong = ((has.pair ^ right.pair) | (has.many ^ right.many)) & seen;
    zm_blame_ones(j, ZM_WRONG_VALUE, kind, turn, n, wrong);
}

static void check_twos(zm_proof_job *j, uint64_t n)
{
    const zm_won_row *r = &j->room.won[n];
    const zm_pair_sides many = many_by_steps(j, n, false), pair = pair_by_moves(j, n, &r->moves);
    compare_twos(j, HEN_TWO_FOXES, 0, n, &r->seen[0], &r->moves, &many);
    compare_twos(j, HEN_TWO_FOXES, 1, n, &r->seen[1], pair_of(j, n), &pair);
}

static void check_ones(zm_proof_job *j, uint64_t n)
{
    const zm_won_row *r = &j->room.won[n];
    compare_ones(j, HEN_ONE_FOX, 0, n, r->one_seen[0], r->one_moves, ones_many_by_steps(j, n, false));
    compare_ones(j, HEN_ONE_FOX, 1, n, r->one_seen[1], *one_pair_of(j, n), ones_pair_by_moves(j, n, r->one_moves));
}

static void check_one_goes(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    const uint64_t free = zm_free_squares(j, n);
    const zm_one_sides one = j->room.won[n].one_moves;
    const zm_pair_set inside = zm_pair_set_among(free), neither = zm_pair_set_among(free & ~one.many);
    const zm_pair_set seen = zm_pair_set_spread(c->seen, free);
    const zm_pair_sides has = {zm_pair_set_spread(c->pair, free), zm_pair_set_spread(c->many, free)};
    const zm_pair_sides right = {zm_pair_set_among(one.pair), zm_pair_set_less(&inside, &neither)};
    compare_twos(j, HEN_ONE_GOES, turn, n, &seen, &has, &right);
}

static void compare_one_row(zm_proof_job *j, hen_kind kind, uint64_t n, const zm_proof_columns *c, zm_one_sides right)
{
    const uint64_t free = zm_free_squares(j, n);
    const zm_one_sides has = {zm_deposit(c->pair[0], free), zm_deposit(c->many[0], free)};
    compare_ones(j, kind, 0, n, zm_deposit(c->seen[0], free), has, right);
}

static void check_one_back(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    (void)turn;
    compare_one_row(j, HEN_ONE_BACK, n, c, put_back(j, n));
}

/* Who has removed the last one has won. */
static void check_last_goes(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    (void)turn;
    compare_one_row(j, HEN_LAST_GOES, n, c, (zm_one_sides){0, zm_free_squares(j, n)});
}

static void check_gone(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    (void)turn;
    compare_ones(j, HEN_NO_FOX, 0, n, c->seen[0], (zm_one_sides){c->pair[0], c->many[0]}, (zm_one_sides){0, 1});
}

/* Where the many are too few the pair has won. */
static void check_few_twos(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    const uint64_t free = zm_free_squares(j, n);
    const zm_pair_set seen = zm_pair_set_spread(c->seen, free), pair = zm_pair_set_spread(c->pair, free);
    const zm_pair_set wrong = zm_pair_set_less(&seen, &pair);
    zm_blame_pairs(j, ZM_WRONG_VALUE, HEN_TWO_FOXES, turn, n, &wrong);
}

static void check_few_ones(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    zm_blame_ones(j, ZM_WRONG_VALUE, HEN_ONE_FOX, turn, n, zm_deposit(c->seen[0] & ~c->pair[0], zm_free_squares(j, n)));
}

/* ---- circles ---- */
static bool is_done(const zm_proof_job *j, uint64_t n) { return j->room.won[n].done; }
static bool is_one_done(const zm_proof_job *j, uint64_t n) { return j->room.won[n].one_done; }

static void only(zm_pair_sides *won, const zm_pair_sides *of)
{
    zm_pair_set_meet(&won->pair, &of->pair);
    zm_pair_set_meet(&won->many, &of->many);
}

static bool same_sides(const zm_pair_sides *a, const zm_pair_sides *b) { return !memcmp(a, b, sizeof *a); }

static void look_two(const zm_proof_job *j, uint64_t n)
{
    zm_won_row *r = &j->room.won[n];
    zm_pair_sides many = many_by_steps(j, n, true);
    only(&many, &r->moves);
    zm_pair_sides pair = pair_by_moves(j, n, &many);
    only(&pair, pair_of(j, n));
    const bool more = !same_sides(&pair, &r->now);
    r->now = pair;
    r->done = same_sides(&pair, pair_of(j, n)) && same_sides(&many, &r->moves);
    if (more)
        zm_ask_beside(j, j->room.many[n], is_done);
}

static void look_one(const zm_proof_job *j, uint64_t n)
{
    zm_won_row *r = &j->room.won[n];
    const zm_one_sides *has = one_pair_of(j, n);
    zm_one_sides many = ones_many_by_steps(j, n, true);
    many = (zm_one_sides){many.pair & r->one_moves.pair, many.many & r->one_moves.many};
    zm_one_sides pair = ones_pair_by_moves(j, n, many);
    pair = (zm_one_sides){pair.pair & has->pair, pair.many & has->many};
    const bool more = pair.pair != r->one_now.pair || pair.many != r->one_now.many;
    r->one_now = pair;
    r->one_done = pair.pair == has->pair && pair.many == has->many && many.pair == r->one_moves.pair &&
                  many.many == r->one_moves.many;
    if (more)
        zm_ask_beside(j, j->room.many[n], is_one_done);
}

static void ground_twos(zm_proof_job *j)
{
    static const zm_pair_sides nothing;
    zm_ask_nobody(j);
    for (uint64_t n = 0; n < j->count; n++) {
        zm_won_row *r = &j->room.won[n];
        r->done = same_sides(pair_of(j, n), &nothing) && same_sides(&r->moves, &nothing);
        if (!r->done)
            zm_ask_about(j, n);
    }
    zm_proof_settle(j, look_two);
}

static void ground_ones(zm_proof_job *j)
{
    zm_ask_nobody(j);
    for (uint64_t n = 0; n < j->count; n++) {
        zm_won_row *r = &j->room.won[n];
        const zm_one_sides *has = one_pair_of(j, n);
        r->one_done = !(has->pair | has->many | r->one_moves.pair | r->one_moves.many);
        if (!r->one_done)
            zm_ask_about(j, n);
    }
    zm_proof_settle(j, look_one);
}

static void blame_circle(zm_proof_job *j, unsigned turn, uint64_t n, const zm_pair_sides *has, const zm_pair_sides *now)
{
    const zm_pair_set pair = zm_pair_set_less(&has->pair, &now->pair), many = zm_pair_set_less(&has->many, &now->many);
    zm_blame_pairs(j, ZM_IN_A_CIRCLE, HEN_TWO_FOXES, turn, n, &pair);
    zm_blame_pairs(j, ZM_IN_A_CIRCLE, HEN_TWO_FOXES, turn, n, &many);
}

static void find_circles(zm_proof_job *j)
{
    if (j->board->rules.ones)
        ground_ones(j);
    if (j->board->rules.twos)
        ground_twos(j);
    for (uint64_t n = 0; n < j->count && !j->found->fault.kind; n++) {
        const zm_won_row *r = &j->room.won[n];
        if (j->board->rules.twos && !r->done) {
            const zm_pair_sides many = many_by_steps(j, n, true);
            blame_circle(j, 1, n, pair_of(j, n), &r->now);
            blame_circle(j, 0, n, &r->moves, &many);
        }
        if (j->board->rules.ones && !r->one_done) {
            const zm_one_sides *has = one_pair_of(j, n), many = ones_many_by_steps(j, n, true);
            zm_blame_ones(j, ZM_IN_A_CIRCLE, HEN_ONE_FOX, 1, n,
                          (has->pair & ~r->one_now.pair) | (has->many & ~r->one_now.many));
            zm_blame_ones(j, ZM_IN_A_CIRCLE, HEN_ONE_FOX, 0, n,
                          (r->one_moves.pair & ~many.pair) | (r->one_moves.many & ~many.many));
        }
    }
}

/* ---- a shape ---- */
static void clear(zm_proof_job *j)
{
    memset(j->room.won, 0, j->count * sizeof *j->room.won);
    if (j->board->rules.twos)
        memset(pair_of(j, 0), 0, j->count * sizeof(zm_pair_sides));
    if (j->board->rules.ones)
        memset(one_pair_of(j, 0), 0, j->count * sizeof(zm_one_sides));
}

zm_status zm_prove_wins(zm_proof_job *j)
{
    const zm_proof_board *b = j->board;
    if (!j->few)
        clear(j);
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_ONE_FOX, j->few ? check_few_ones : take_ones));
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_TWO_FOXES, j->few ? check_few_twos : take_twos));
    if (j->few)
        return ZM_OK;
    for (uint64_t n = 0; n < j->count; n++)
        begin(j, n);
    for (uint64_t n = 0; n < j->count && b->rules.ones; n++)
        check_ones(j, n);
    for (uint64_t n = 0; n < j->count && b->rules.twos; n++)
        check_twos(j, n);
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_NO_FOX, check_gone));
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_LAST_GOES, check_last_goes));
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_ONE_GOES, check_one_goes));
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_ONE_BACK, check_one_back));
    if (!j->found->fault.kind)
        find_circles(j);
    return ZM_OK;
}
