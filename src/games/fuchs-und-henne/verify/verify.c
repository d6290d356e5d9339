/* verify.c: is the table right? The same proof as in src/verify/verify.c, but with all pairs of squares at once; it
 * shares nothing with the solvers but the rules. For tables without distances.
 *
 * With M a placement of the many, values as sets of pairs of squares where the pair, and where the many win:
 *     B2[M]  many to move      the many: a step M -> M' into theirs in A2[M']
 *                              the pair: all steps into its own, or none is possible
 *     A2[M]  pair to move      the pair: a jump into its own in V2[M less one], a step into its own in B2[M], or in
 *                              R2[M] when a jump was missed
 *                              the many: all of these into theirs
 *     R2[M]  one is removed    the many: one of both squares in theirs in B1[M]; the pair: both in its own
 *     V2[M]  one has landed    the best for the pair of stopping there, B2[M], and of jumping on, V2[M less one];
 *                              ordered
 * and with squares instead of pairs where one is left: B1, A1 (a step that misses a jump is R1, then G: the many have
 * won), V1, which stops at
 *     P[M]   one is put back   the many: some pair with the square in theirs in B2[M]; the pair: all in its own
 * Pass one, from the top down (states.c): has the table values for just the states that play reaches? Pass two, from
 * the bottom up (wins.c): is each value what the values of its successors make it, and grounded (verify.c has why)?
 * Both read the table into sets, and only what the table has is handed from shape to shape: a wrong value is found
 * where it is, and by the first that looks. In the end a sample of states is recomputed move by move as verify.c does
 * it: that what the rules say of whole sets agrees with the moves.
 *
 * Memory: 72 bytes a set of pairs for two slices of placements and, of the shapes at hand, some ten sets a placement;
 * V, or where jumps begin, of two layers of placements: n(n-1) bits a set for n free squares.
 * Cost: in either pass two looks at each placement, and more at those that steps to the side complete. */
#include "verify.h"

#include "base/stop.h"

#include <omp.h>

enum { SAMPLE = 1 << 17 }; /* places: more than 100,000 are states */

typedef struct layer {
    uint32_t from, to; /* shapes */
    unsigned pieces;
    uint64_t placements;
} layer;

typedef struct proof {
    zm_context *context;
    const zm_table *table;
    zm_proof_board board;
    uint32_t shapes, longest; /* longest: shapes of a slice, at most */
    uint64_t *first;          /* by shape: its first placement in its layer */
    layer layer[CROSS_FIELDS + 1];
    unsigned layers;
    uint64_t largest, slice_most; /* placements of a shape, of a slice, at most */
    zm_proof_slice slice[2];      /* at hand, and the one before */
    zm_proof_layer packed[2];
    zm_proof_room *room; /* by thread */
    zm_proof_finding *found;
    zm_ledger *ledger; /* of pass two */
    zm_verified *out;
} proof;

/* ---- layers and slices ---- */
static unsigned depth_of(const proof *k, uint32_t shape) { return hen_depth(k->board.variant, shape); }

static uint32_t slice_end(const proof *k, const layer *l, uint32_t from)
{
    uint32_t to = from;
    while (to < l->to && depth_of(k, to) == depth_of(k, from))
        to++;
    return to;
}

static uint32_t slice_begin(const proof *k, const layer *l, uint32_t to)
{
    uint32_t from = to;
    while (from > l->from && depth_of(k, from - 1) == depth_of(k, to - 1))
        from--;
    return from;
}

static uint64_t end_of(const proof *k, const layer *l, uint32_t shape)
{
    return shape < l->to ? k->first[shape] : l->placements;
}

static void add_shape(proof *k, uint32_t shape)
{
    const unsigned pieces = hen_pieces(k->board.variant, shape);
    const uint32_t placements = hen_placements(k->board.variant, shape);
    if (!k->layers || k->layer[k->layers - 1].pieces != pieces)
        k->layer[k->layers++] = (layer){shape, shape, pieces, 0};
    layer *l = &k->layer[k->layers - 1];
    k->first[shape] = l->placements;
    l->placements += placements;
    l->to = shape + 1;
    k->largest = placements > k->largest ? placements : k->largest;
}

static void measure_slices(proof *k, const layer *l)
{
    for (uint32_t from = l->from, to; from < l->to; from = to) {
        to = slice_end(k, l, from);
        const uint64_t count = end_of(k, l, to) - k->first[from];
        k->slice_most = count > k->slice_most ? count : k->slice_most;
        k->longest = to - from > k->longest ? to - from : k->longest;
    }
}

static unsigned free_of(const proof *k, const layer *l) { return CROSS_FIELDS - l->pieces; }
static bool is_few(const proof *k, const layer *l) { return l->pieces < k->board.rules.enough; }

/* ---- room ---- */
static zm_status open_sets(proof *k, const layer *l, unsigned sets, zm_proof_layer *f)
{
    zm_context *c = k->context;
    const unsigned free = free_of(k, l);
    *f = (zm_proof_layer){.free = free, .sets = sets, .words = zm_proof_layer_words(free, sets)};
    if (k->board.rules.twos)
        ZM_TRY(c, zm_alloc(c, &f->two, l->placements * f->words, sizeof *f->two, "a layer of placements"));
    return k->board.rules.ones ? zm_alloc(c, &f->one, l->placements * sets, sizeof *f->one, "a layer of placements")
                               : ZM_OK;
}

static void close_sets(proof *k, zm_proof_layer *f)
{
    zm_release(k->context, f->two);
    zm_release(k->context, f->one);
    *f = (zm_proof_layer){0};
}

static zm_status open_slice(proof *k, zm_proof_slice *s, bool reach)
{
    zm_context *c = k->context;
    const bool two = k->board.rules.twos, one = k->board.rules.ones;
    if (two && reach)
        ZM_TRY(c, zm_resize(c, &s->seen, k->slice_most, sizeof *s->seen, "a slice of placements"));
    if (one && reach)
        ZM_TRY(c, zm_resize(c, &s->one_seen, k->slice_most, sizeof *s->one_seen, "a slice of placements"));
    if (two && !reach)
        ZM_TRY(c, zm_resize(c, &s->won, k->slice_most, sizeof *s->won, "a slice of placements"));
    if (one && !reach)
        ZM_TRY(c, zm_resize(c, &s->one_won, k->slice_most, sizeof *s->one_won, "a slice of placements"));
    return ZM_OK;
}

static void close_slice(proof *k, zm_proof_slice *s)
{
    void *const blocks[] = {s->seen, s->one_seen, s->won, s->one_won};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(k->context, blocks[i]);
    *s = (zm_proof_slice){0};
}

static zm_status open_room(proof *k, zm_proof_room *r, bool reach)
{
    zm_context *c = k->context;
    ZM_TRY(c, zm_resize(c, &r->many, k->largest, sizeof *r->many, "a shape"));
    ZM_TRY(c, zm_resize(c, &r->asking, k->largest / 64 + 1, sizeof *r->asking, "a shape"));
    ZM_TRY(c, zm_resize(c, &r->value, ZM_PROOF_PIECE, sizeof *r->value, "values"));
    return reach ? zm_resize(c, &r->seen, k->largest, zm_seen_row_bytes, "a shape")
                 : zm_resize(c, &r->won, k->largest, zm_won_row_bytes, "a shape");
}

static void close_room(proof *k, zm_proof_room *r)
{
    void *const blocks[] = {r->many, r->asking, r->value, r->seen, r->won};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(k->context, blocks[i]);
    *r = (zm_proof_room){0};
}

static zm_status open_work(proof *k, bool reach)
{
    for (unsigned i = 0; i < zm_threads(k->context); i++)
        ZM_TRY(k->context, open_room(k, &k->room[i], reach));
    ZM_TRY(k->context, open_slice(k, &k->slice[0], reach));
    return open_slice(k, &k->slice[1], reach);
}

static void close_work(proof *k)
{
    for (unsigned i = 0; k->room && i < zm_threads(k->context); i++)
        close_room(k, &k->room[i]);
    for (unsigned i = 0; i < 2; i++) {
        close_slice(k, &k->slice[i]);
        close_sets(k, &k->packed[i]);
    }
}

/* ---- what was found ---- */
/* The value that is stored and the right one go into the message. */
static zm_status report(const proof *k, zm_fault *f)
{
    zm_context *c = k->context;
    ZM_TRY(c, zm_table_read_piece(c, k->table, f->tier, f->at, 1, &f->stored));
    if (f->kind == ZM_WRONG_VALUE || f->kind == ZM_NO_VALUE)
        ZM_TRY(c, zm_value_by_moves(c, k->table, f->state, &f->right, &f->successor));
    return zm_report_fault(c, k->table, f);
}

static zm_status add_counts(proof *k, uint32_t shape, const zm_proof_finding *f)
{
    for (unsigned kind = 0; kind < HEN_KINDS; kind++) {
        const int64_t tier = hen_pair_tier(k->board.variant, shape, (hen_kind)kind);
        if (tier == HEN_NO_TIER)
            continue;
        ZM_TRY(k->context, zm_ledger_tier(k->context, k->ledger, (uint32_t)tier, &f->sum[kind]));
        k->out->states += f->sum[kind].states;
    }
    k->out->moves += f->moves;
    return ZM_OK;
}

static zm_status add_slice(proof *k, uint32_t from, uint32_t to)
{
    for (uint32_t shape = from; shape < to; shape++)
        if (k->found[shape - from].fault.kind)
            return report(k, &k->found[shape - from].fault);
    for (uint32_t shape = from; shape < to && k->ledger; shape++)
        ZM_TRY(k->context, add_counts(k, shape, &k->found[shape - from]));
    return ZM_OK;
}

/* ---- a slice: its shapes side by side ---- */
static void list_placements(const proof *k, uint32_t shape, uint64_t count, uint64_t *many)
{
    for (uint64_t n = 0; n < count; n++)
        many[n] = hen_many(k->board.variant, shape, (uint32_t)n);
}

static zm_status do_shape(const proof *k, const layer *l, uint32_t shape, zm_proof_finding *found)
{
    zm_proof_job j = {.context = k->context,
                      .table = k->table,
                      .board = &k->board,
                      .first = k->first,
                      .shape = shape,
                      .from = k->first[shape],
                      .count = end_of(k, l, shape + 1) - k->first[shape],
                      .free = free_of(k, l),
                      .few = is_few(k, l),
                      .top = l->to == k->shapes,
                      .proves = k->ledger,
                      .here = &k->slice[0],
                      .beyond = &k->slice[1],
                      .near_layer = &k->packed[1],
                      .this_layer = &k->packed[0],
                      .room = k->room[omp_get_thread_num()],
                      .found = found};
    ZM_TRY(k->context, zm_check_stop(k->context));
    *found = (zm_proof_finding){0};
    list_placements(k, shape, j.count, j.room.many);
    const zm_status status = k->ledger ? zm_prove_wins(&j) : zm_prove_states(&j);
    for (unsigned kind = 0; kind < HEN_KINDS; kind++)
        zm_progress_add(k->context, found->sum[kind].states);
    return status;
}

static zm_status do_slice(proof *k, const layer *l, uint32_t from, uint32_t to)
{
    const zm_proof_slice before = k->slice[1];
    zm_status status = ZM_OK;
    k->slice[1] = k->slice[0];
    k->slice[0] = before;
    k->slice[0].begin = k->first[from];
#pragma omp parallel for schedule(dynamic, 1) num_threads(zm_threads(k->context)) if (to - from > 1)
    for (uint32_t shape = from; shape < to; shape++) {
        const zm_status now = do_shape(k, l, shape, &k->found[shape - from]);
        if (now != ZM_OK) {
#pragma omp atomic write
            status = now;
        }
    }
    ZM_TRY(k->context, status);
    return add_slice(k, from, to);
}

/* The next layer is begun: the one that was at hand is near it. */
static zm_status next_layer(proof *k, const layer *l, unsigned sets)
{
    close_sets(k, &k->packed[1]);
    k->packed[1] = k->packed[0];
    k->packed[0] = (zm_proof_layer){0};
    return sets ? open_sets(k, l, sets, &k->packed[0]) : ZM_OK;
}

/* ---- the two passes ---- */
static zm_status reach_all(proof *k)
{
    for (unsigned i = k->layers; i-- > 0;) {
        const layer *l = &k->layer[i];
        ZM_TRY(k->context, next_layer(k, l, is_few(k, l) ? 0 : 1));
        for (uint32_t to = l->to, from; to > l->from; to = from) {
            from = slice_begin(k, l, to);
            ZM_TRY(k->context, do_slice(k, l, from, to));
        }
    }
    return ZM_OK;
}

static zm_status prove_all(proof *k)
{
    for (unsigned i = 0; i < k->layers; i++) {
        const layer *l = &k->layer[i];
        ZM_TRY(k->context, next_layer(k, l, is_few(k, l) || i + 1 == k->layers ? 0 : 2));
        for (uint32_t from = l->from, to; from < l->to; from = to) {
            to = slice_end(k, l, from);
            ZM_TRY(k->context, do_slice(k, l, from, to));
        }
    }
    return zm_ledger_end(k->context, k->ledger);
}

static zm_status pass(proof *k, const char *name, bool reach)
{
    zm_status s = open_work(k, reach);
    zm_progress_begin(k->context, name, k->table->manifest.total.states);
    if (s == ZM_OK)
        s = reach ? reach_all(k) : prove_all(k);
    zm_progress_end(k->context);
    close_work(k);
    return s;
}

static zm_status prove(proof *k)
{
    zm_context *c = k->context;
    zm_ledger ledger;
    ZM_TRY(c, pass(k, "finding states", true));
    ZM_TRY(c, zm_ledger_open(c, k->table, &ledger));
    k->ledger = &ledger;
    const zm_status s = pass(k, "recomputing states", false);
    zm_ledger_close(c, &ledger);
    return s;
}

static zm_status prepare(proof *k)
{
    zm_context *c = k->context;
    k->shapes = hen_shapes(k->board.variant);
    ZM_TRY(c, zm_alloc(c, &k->first, k->shapes, sizeof *k->first, "the list of shapes"));
    for (uint32_t shape = 0; shape < k->shapes; shape++)
        add_shape(k, shape);
    for (unsigned i = 0; i < k->layers; i++)
        measure_slices(k, &k->layer[i]);
    ZM_TRY(c, zm_alloc(c, &k->found, k->longest, sizeof *k->found, "the shapes of a slice"));
    return zm_alloc(c, &k->room, zm_threads(c), sizeof *k->room, "threads");
}

static zm_status verify(proof *k)
{
    ZM_TRY(k->context, zm_verify_start(k->context, k->table));
    ZM_TRY(k->context, prepare(k));
    ZM_TRY(k->context, prove(k));
    return zm_verify_samples(k->context, k->table, SAMPLE);
}

static bool can_verify(const zm_table *t) { return !t->manifest.keyed && !zm_table_distances(t); }

static zm_status verify_table(zm_context *c, const zm_table *t, zm_verified *out)
{
    proof *k;
    ZM_TRY(c, zm_alloc(c, &k, 1, sizeof *k, "the verifier"));
    k->context = c;
    k->table = t;
    k->out = out;
    zm_proof_read_board(t->variant, &k->board);
    const zm_status s = verify(k);
    zm_release(c, k->first);
    zm_release(c, k->found);
    zm_release(c, k->room);
    zm_release(c, k);
    return s;
}

const zm_verifier zm_verifier_fuchs_und_henne = {can_verify, verify_table,
                                                 "tables with an index and without distances"};
