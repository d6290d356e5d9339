/* states.c: does a shape have values for just those states that play reaches? With the letters of verify.c, what is
 * reached is
 *     A2[M]  what steps of the many lead to from B2 of other placements
 *     B2[M]  the start; where jumps end; all with one that is put back; what steps of the pair lead to from A2, if they
 *            miss no jump
 *     R2[M]  what steps of the pair lead to from A2, if they miss one
 *     B1[M]  as B2, and what is left of R2; A1[M], R1[M]: as A2, R2
 *     P[M]   where jumps of a single one end that has the other one to come
 * Each set of the table must be exactly what the table's other sets make of it by that. Only steps to the side could
 * support each other in a circle: so A and B are also recomputed from what comes from elsewhere, until there is as much
 * as in the table; a placement that has all of it is not looked at again. */
#include "verify.h"

struct zm_seen_row {           /* of a placement; what the table has of B is in the slice */
    zm_pair_set pair;          /* A2 of the table */
    zm_pair_set before, begun; /* A2 from other shapes; B2 not from A2 */
    zm_pair_set now;           /* B2 as far as it is recomputed */
    uint64_t one_pair, one_before, one_begun, one_now;
    uint64_t put;
    bool done, one_done; /* all has been recomputed */
};
const size_t zm_seen_row_bytes = sizeof(zm_seen_row);

static zm_pair_set *many_of(const zm_proof_job *j, uint64_t n) { return &j->here->seen[j->from + n - j->here->begin]; }
static uint64_t *one_many_of(const zm_proof_job *j, uint64_t n)
{
    return &j->here->one_seen[j->from + n - j->here->begin];
}

/* ---- what the table has ---- */
static void take_twos(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    zm_pair_set seen = zm_pair_set_spread(c->seen, zm_free_squares(j, n));
    if (zm_own_image(j, n)) {
        const zm_pair_set image = zm_mirror_pairs(j->board, &seen), extra = zm_pair_set_less(&seen, &j->board->canon);
        zm_blame_pairs(j, ZM_NOT_REACHED, HEN_TWO_FOXES, turn, n, &extra);
        zm_pair_set_join(&seen, &image);
    }
    *(turn ? &j->room.seen[n].pair : many_of(j, n)) = seen;
}

static void take_ones(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    uint64_t seen = zm_deposit(c->seen[0], zm_free_squares(j, n));
    if (zm_own_image(j, n)) {
        zm_blame_ones(j, ZM_NOT_REACHED, HEN_ONE_FOX, turn, n, seen & ~j->board->left);
        seen |= zm_mirror_ones(j->board, seen);
    }
    *(turn ? &j->room.seen[n].one_pair : one_many_of(j, n)) = seen;
}

/* ---- what comes from elsewhere ---- */
/* Where jumps end that begin in the layer above: ordered, and of a single one. */
static void find_landed(const zm_proof_job *j, uint64_t many, zm_pair_rows *two, uint64_t *one)
{
    const zm_proof_board *b = j->board;
    const zm_proof_layer *f = j->near_layer;
    ZM_EACH_SQUARE(a) two->row[a] = 0;
    *one = 0;
    for (uint64_t rest = f->sets ? b->rules.all & ~many : 0; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        const uint64_t before = many | zm_bit(over);
        zm_proof_spot at = {0, 0, false};
        uint64_t single = 0;
        for (unsigned i = 0; i < b->leaps[over]; i++) {
            const zm_leap l = b->leap[over][i];
            if (before >> l.from & 1 || before >> l.to & 1)
                continue;
            if (!at.many) {
                at = zm_proof_spot_of(j, before);
                single = b->rules.ones ? zm_layer_ones(b, f, at, 0) : 0;
            }
            if (b->rules.twos)
                two->row[l.to] |= zm_layer_row(b, f, at, 0, l.from) & ~zm_bit(l.to);
            *one |= (single >> l.from & 1) << l.to;
        }
    }
}

/* B of the placements from which a step leads here. */
static zm_pair_set from_steps(const zm_proof_job *j, uint64_t many, const uint64_t *back, bool recomputed,
                              const zm_proof_slice *w)
{
    zm_pair_set all = {{0}}, turned = {{0}};
    for (uint64_t rest = many; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = back[to] & ~many; from; from &= from - 1) {
            const zm_proof_spot at = zm_proof_spot_of(j, many ^ zm_bit(to) ^ (from & (0 - from)));
            if (!zm_many_home(j, at.many))
                zm_pair_set_join(at.turned ? &turned : &all,
                                 recomputed ? &j->room.seen[at.index - j->from].now : &w->seen[at.index - w->begin]);
        }
    }
    turned = zm_mirror_pairs(j->board, &turned);
    zm_pair_set_join(&all, &turned);
    return all;
}

static uint64_t ones_from_steps(const zm_proof_job *j, uint64_t many, const uint64_t *back, bool recomputed,
                                const zm_proof_slice *w)
{
    uint64_t all = 0;
    for (uint64_t rest = many; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = back[to] & ~many; from; from &= from - 1) {
            const zm_proof_spot at = zm_proof_spot_of(j, many ^ zm_bit(to) ^ (from & (0 - from)));
            const uint64_t seen =
                recomputed ? j->room.seen[at.index - j->from].one_now : w->one_seen[at.index - w->begin];
            if (!zm_many_home(j, at.many))
                all |= at.turned ? zm_mirror_ones(j->board, seen) : seen;
        }
    }
    return all;
}

/* Where steps of the pair lead that miss a jump, or do not. */
static void after_steps(const zm_proof_job *j, uint64_t n, const zm_pair_set *pair, bool miss, zm_pair_rows *out)
{
    const uint64_t many = j->room.many[n];
    zm_pair_rows from, missed;
    zm_pair_set_rows(pair, &from);
    zm_pairs_that_miss(j->board, many, &missed);
    ZM_EACH_SQUARE(a) from.row[a] &= zm_many_home(j, many) ? 0 : miss ? missed.row[a] : ~missed.row[a];
    zm_step_pairs(j->board, zm_free_squares(j, n), &from, out);
}

static uint64_t ones_after_steps(const zm_proof_job *j, uint64_t n, uint64_t pair, bool miss)
{
    const uint64_t many = j->room.many[n], missed = j->board->rules.ways.huffs ? zm_ones_that_jump(j->board, many) : 0;
    return zm_many_home(j, many) ? 0 : zm_step_ones(j->board, pair & (miss ? missed : ~missed)) & zm_free_squares(j, n);
}

static void add_start(const zm_proof_job *j, uint64_t n, zm_pair_rows *two, uint64_t *one)
{
    const zm_proof_board *b = j->board;
    const uint64_t pair = b->rules.start_pair, image = zm_own_image(j, n) ? zm_mirror_ones(b, pair) : pair;
    if (j->room.many[n] != b->rules.start || !j->top)
        return;
    if (!b->rules.twos)
        *one |= pair | image;
    ZM_EACH_SQUARE(a)
    two->row[a] |=
        b->rules.twos ? (pair >> a & 1 ? pair ^ zm_bit(a) : 0) | (image >> a & 1 ? image ^ zm_bit(a) : 0) : 0;
}

/* From where jumps begin: A and, where a chain may go on, where one has just ended. */
static void leave(const zm_proof_job *j, uint64_t n, const zm_pair_rows *landed, uint64_t one_landed)
{
    const zm_seen_row *r = &j->room.seen[n];
    const zm_proof_layer *f = j->this_layer;
    const uint64_t place = j->from + n, chains = j->board->rules.ways.chains ? ~(uint64_t)0 : 0;
    zm_pair_rows two;
    if (!f->sets || zm_many_home(j, j->room.many[n]))
        return;
    if (j->board->rules.ones)
        f->one[place] = r->one_pair | (one_landed & chains);
    if (!j->board->rules.twos)
        return;
    zm_pair_set_rows(&r->pair, &two);
    ZM_EACH_SQUARE(a) two.row[a] |= landed->row[a] & chains;
    zm_layer_put(f, place, zm_free_squares(j, n), 0, &two);
}

static void begin(zm_proof_job *j, uint64_t n)
{
    const zm_proof_board *b = j->board;
    const uint64_t many = j->room.many[n], free = zm_free_squares(j, n);
    const bool goes_on = b->rules.ways.whole && !j->few;
    zm_seen_row *r = &j->room.seen[n];
    zm_pair_rows landed, stopped, jump, removed;
    uint64_t one_landed;
    find_landed(j, many, &landed, &one_landed);
    leave(j, n, &landed, one_landed);
    if (goes_on)
        zm_pairs_that_jump(b, many, &jump);
    ZM_EACH_SQUARE(a) stopped.row[a] = landed.row[a] & ~(goes_on ? jump.row[a] : 0);
    r->one_begun = one_landed & ~(goes_on ? zm_ones_that_jump(b, many) : 0);
    r->put = b->rules.rescues && !j->few ? r->one_begun : 0;
    r->one_begun &= ~r->put;
    for (uint64_t rest = r->put; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        stopped.row[a] |= free & ~zm_bit(a);
    }
    add_start(j, n, &stopped, &r->one_begun);
    zm_pair_rows_both_ways(&stopped);
    r->begun = zm_pair_set_of_rows(&stopped);
    if (j->few)
        return;
    if (b->rules.twos && b->rules.ways.huffs) {
        after_steps(j, n, &r->pair, true, &removed);
        ZM_EACH_SQUARE(a) r->one_begun |= removed.row[a];
    }
    if (b->rules.twos)
        r->before = from_steps(j, many, b->rules.behind, false, j->beyond);
    if (b->rules.ones)
        r->one_before = ones_from_steps(j, many, b->rules.behind, false, j->beyond);
}

/* ---- recomputed ---- */
static bool is_done(const zm_proof_job *j, uint64_t n) { return j->room.seen[n].done; }
static bool is_one_done(const zm_proof_job *j, uint64_t n) { return j->room.seen[n].one_done; }

/* A2 from B2: that of the table, or as far as it is recomputed. */
static zm_pair_set reached_pair(const zm_proof_job *j, uint64_t n, bool recomputed)
{
    const zm_pair_set inside = zm_pair_set_among(zm_free_squares(j, n));
    zm_pair_set all = from_steps(j, j->room.many[n], j->board->rules.aside, recomputed, j->here);
    zm_pair_set_join(&all, &j->room.seen[n].before);
    zm_pair_set_meet(&all, &inside);
    return all;
}

static zm_pair_set reached_many(const zm_proof_job *j, uint64_t n, const zm_pair_set *pair)
{
    zm_pair_rows after;
    after_steps(j, n, pair, false, &after);
    zm_pair_set all = zm_pair_set_of_rows(&after);
    zm_pair_set_join(&all, &j->room.seen[n].begun);
    return all;
}

static void look_two(const zm_proof_job *j, uint64_t n)
{
    zm_seen_row *r = &j->room.seen[n];
    zm_pair_set pair = reached_pair(j, n, true);
    zm_pair_set_meet(&pair, &r->pair);
    zm_pair_set many = reached_many(j, n, &pair);
    zm_pair_set_meet(&many, many_of(j, n));
    const bool more = !zm_pair_set_same(&many, &r->now);
    r->done = zm_pair_set_same(&pair, &r->pair) && zm_pair_set_same(&many, many_of(j, n));
    r->now = many;
    if (more)
        zm_ask_beside(j, j->room.many[n], is_done);
}

static uint64_t reached_one_pair(const zm_proof_job *j, uint64_t n, bool recomputed)
{
    return (j->room.seen[n].one_before |
            ones_from_steps(j, j->room.many[n], j->board->rules.aside, recomputed, j->here)) &
           zm_free_squares(j, n);
}

static uint64_t reached_one_many(const zm_proof_job *j, uint64_t n, uint64_t pair)
{
    return j->room.seen[n].one_begun | ones_after_steps(j, n, pair, false);
}

static void look_one(const zm_proof_job *j, uint64_t n)
{
    zm_seen_row *r = &j->room.seen[n];
    const uint64_t pair = reached_one_pair(j, n, true) & r->one_pair;
    const uint64_t many = reached_one_many(j, n, pair) & *one_many_of(j, n);
    const bool more = many != r->one_now;
    r->one_done = pair == r->one_pair && many == *one_many_of(j, n);
    r->one_now = many;
    if (more)
        zm_ask_beside(j, j->room.many[n], is_one_done);
}

/* ---- the table against that ---- */
static void compare_twos(zm_proof_job *j, hen_kind kind, unsigned turn, uint64_t n, const zm_pair_set *has,
                         const zm_pair_set *right)
{
    if (zm_pair_set_same(has, right))
        return;
    const zm_pair_set missing = zm_pair_set_less(right, has), extra = zm_pair_set_less(has, right);
    zm_blame_pairs(j, ZM_NO_VALUE, kind, turn, n, &missing);
    zm_blame_pairs(j, ZM_NOT_REACHED, kind, turn, n, &extra);
}

static void compare_ones(zm_proof_job *j, hen_kind kind, unsigned turn, uint64_t n, uint64_t has, uint64_t right)
{
    zm_blame_ones(j, ZM_NO_VALUE, kind, turn, n, right & ~has);
    zm_blame_ones(j, ZM_NOT_REACHED, kind, turn, n, has & ~right);
}

/* By the table's own sets; then what could not be recomputed. All that can be there is: nothing can be missing. */
static void check_twos(zm_proof_job *j, uint64_t n)
{
    const zm_seen_row *r = &j->room.seen[n];
    const zm_pair_set inside = zm_pair_set_among(zm_free_squares(j, n)), *has = many_of(j, n);
    if (j->few) {
        compare_twos(j, HEN_TWO_FOXES, 0, n, has, &r->begun);
        return;
    }
    if (r->done && zm_pair_set_same(has, &inside) && zm_pair_set_same(&r->pair, &inside))
        return;
    const zm_pair_set pair = reached_pair(j, n, false), many = reached_many(j, n, &r->pair);
    compare_twos(j, HEN_TWO_FOXES, 1, n, &r->pair, &pair);
    compare_twos(j, HEN_TWO_FOXES, 0, n, has, &many);
    if (r->done)
        return;
    const zm_pair_set again = reached_pair(j, n, true), alone = zm_pair_set_less(&r->pair, &again),
                      alone_many = zm_pair_set_less(has, &r->now);
    zm_blame_pairs(j, ZM_NOT_REACHED, HEN_TWO_FOXES, 1, n, &alone);
    zm_blame_pairs(j, ZM_NOT_REACHED, HEN_TWO_FOXES, 0, n, &alone_many);
}

static void check_ones(zm_proof_job *j, uint64_t n)
{
    const zm_seen_row *r = &j->room.seen[n];
    const uint64_t has = *one_many_of(j, n);
    if (j->few) {
        compare_ones(j, HEN_ONE_FOX, 0, n, has, r->one_begun);
        return;
    }
    compare_ones(j, HEN_ONE_FOX, 1, n, r->one_pair, reached_one_pair(j, n, false));
    compare_ones(j, HEN_ONE_FOX, 0, n, has, reached_one_many(j, n, r->one_pair));
    if (r->one_done)
        return;
    zm_blame_ones(j, ZM_NOT_REACHED, HEN_ONE_FOX, 1, n, r->one_pair & ~reached_one_pair(j, n, true));
    zm_blame_ones(j, ZM_NOT_REACHED, HEN_ONE_FOX, 0, n, has & ~r->one_now);
}

/* Of a row with no more than the states that are not greater than their image. */
static void check_one_goes(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    const zm_pair_set has = zm_pair_set_spread(c->seen, zm_free_squares(j, n));
    zm_pair_rows after;
    after_steps(j, n, &j->room.seen[n].pair, true, &after);
    zm_pair_set right = zm_pair_set_of_rows(&after);
    if (zm_own_image(j, n))
        zm_pair_set_meet(&right, &j->board->canon);
    compare_twos(j, HEN_ONE_GOES, turn, n, &has, &right);
}

static void compare_one_row(zm_proof_job *j, hen_kind kind, uint64_t n, const zm_proof_columns *c, uint64_t right)
{
    right &= zm_own_image(j, n) ? j->board->left : ~(uint64_t)0;
    compare_ones(j, kind, 0, n, zm_deposit(c->seen[0], zm_free_squares(j, n)), right);
}

static void check_one_back(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    (void)turn;
    compare_one_row(j, HEN_ONE_BACK, n, c, j->room.seen[n].put);
}

static void check_last_goes(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    (void)turn;
    compare_one_row(j, HEN_LAST_GOES, n, c, ones_after_steps(j, n, j->room.seen[n].one_pair, true));
}

static void check_gone(zm_proof_job *j, uint64_t n, unsigned turn, const zm_proof_columns *c)
{
    const uint64_t right = ones_after_steps(j, n, j->room.seen[n].one_pair, true) != 0;
    (void)turn;
    compare_ones(j, HEN_NO_FOX, 0, n, c->seen[0], right);
}

/* ---- a shape ---- */
static void grow(zm_proof_job *j, zm_proof_look *look)
{
    zm_ask_nobody(j);
    for (uint64_t n = 0; n < j->count; n++)
        zm_ask_about(j, n);
    zm_proof_settle(j, look);
}

static void clear(zm_proof_job *j)
{
    memset(j->room.seen, 0, j->count * sizeof *j->room.seen);
    if (j->board->rules.twos)
        memset(many_of(j, 0), 0, j->count * sizeof(zm_pair_set));
    if (j->board->rules.ones)
        memset(one_many_of(j, 0), 0, j->count * sizeof(uint64_t));
}

zm_status zm_prove_states(zm_proof_job *j)
{
    const zm_proof_board *b = j->board;
    clear(j);
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_TWO_FOXES, take_twos));
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_ONE_FOX, take_ones));
    for (uint64_t n = 0; n < j->count; n++)
        begin(j, n);
    if (b->rules.twos && !j->few)
        grow(j, look_two);
    if (b->rules.ones && !j->few)
        grow(j, look_one);
    for (uint64_t n = 0; n < j->count && b->rules.twos; n++)
        check_twos(j, n);
    for (uint64_t n = 0; n < j->count && b->rules.ones; n++)
        check_ones(j, n);
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_ONE_GOES, check_one_goes));
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_ONE_BACK, check_one_back));
    ZM_TRY(j->context, zm_proof_each_row(j, HEN_LAST_GOES, check_last_goes));
    return zm_proof_each_row(j, HEN_NO_FOX, check_gone);
}
