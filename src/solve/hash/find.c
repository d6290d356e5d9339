/* find.c: finding all states that play reaches, on all threads.
 *
 * States lie in a set (core/state_set.h). A round expands those that the round before has found, in the order in which
 * they were found: states that are found together have many successors in common, which are in the cache then. Which
 * thread finds which state, and when, changes nothing that is stored.
 *
 * The successors of several states are made before the first of them is looked up: a look-up misses the cache, and
 * misses that overlap cost little.
 *
 * Whoever adds a state asks at once whether it is an end. So when a state's successors are looked up, a win in 1 is seen
 * and nothing of it need be kept. The moves of others go to a record (undecided.h).
 *
 * Between rounds the set grows, or gets room for more bits of positions, and records are looked through. When it grows
 * for the first time beyond SAMPLE_FROM slots, a sample says about how many states there will be: if they do not
 * fit the memory limit, the solve is refused there, and else the set gets its size. */
#include "find.h"

#include "base/stop.h"
#include "base/text.h"
#include "estimate.h"
#include "game/expand.h"
#include "game/trace/trace.h"
#include "kernel/kernels.h"

#include <omp.h>
#include <string.h>

enum {
    FIRST_SLOTS = 1 << 12,
    SAMPLE_FROM = 1 << 19,
    PIECE = 128,        /* states that a thread takes at a time */
    STATES = 16,        /* that are expanded before their successors are looked up, */
    SUCCESSORS = 192,   /* or as many as have this many successors */
    KEPT = 4,           /* bytes per state for moves, at least */
    SMALL_ROUND = 2048, /* states that one thread does */
    SETTLE_FROM = 1024, /* segments of records more than after the last look; and as many again as those */
};

typedef struct successor {
    zm_set_key key;
    uint64_t home;
    bool stays;
} successor;

typedef struct worker { /* what a thread has for itself */
    zm_pos next[ZM_MAX_MOVES];
    uint8_t stays[ZM_MAX_MOVES];
    uint64_t slot[STATES];
    uint32_t end_of[STATES]; /* its successors end here in `successor` */
    unsigned states;
    successor *successor;
    uint64_t count, room;
    uint64_t seen[256], record;  /* moves of the record at hand, so that most are kept once; its number */
    zm_segment *segment, *queue; /* where its records go, and the new states that it finds */
    uint64_t moves, expanded;
    unsigned longest; /* remoteness of what it has decided */
    zm_status status;
} worker;

typedef struct finder {
    zm_context *context;
    const zm_variant *variant;
    const zm_game *rules;
    const zm_hash_kernels *kernels;
    zm_hash_states *found;
    zm_state_set *set;
    worker **worker;
    unsigned threads;
    uint64_t most;
    zm_pos from;
    double estimate;       /* 0: not made yet */
    uint64_t settled;      /* segments of records when they were looked through last */
    zm_segments now, next; /* slots of the states of this round, and of the next */
    uint64_t taken;        /* atomic: pieces of `now` */
    uint64_t wanted;       /* atomic: more room is needed, for so many states; 0: there is enough */
    zm_pos misfit;         /* atomic: bits that the set has to store too */
    uint64_t fed_at;       /* moves that were made when records found no room the last time */
    bool starved;          /* they find none */
} finder;

/* ---- errors ---- */
static zm_status too_many(const finder *f)
{
    char limit[32];
    return zm_fail(f->context, ZM_NO_MEMORY, "%s has more than %s states from here, the limit", f->variant->game->name,
                   zm_count_text(f->most, limit));
}

/* The estimate in two digits. */
static const char *about(double states, char out[64])
{
    double unit = 1;
    while (states / unit >= 100)
        unit *= 10;
    const double rounded = (double)(uint64_t)(states / unit + 0.5) * unit;
    return zm_count_text(rounded < 1e18 ? (uint64_t)rounded : (uint64_t)1e18, out);
}

/* "12,345,678 states are found, of about 40,000,000" */
static zm_status no_room(const finder *f)
{
    char found[32], all[64], limit[32];
    const bool more = f->estimate > (double)f->set->count;
    return zm_fail(f->context, ZM_NO_MEMORY,
                   "not enough memory for %s: %s states are found%s%s, and the limit is %s; allow more with --memory",
                   f->variant->game->name, zm_count_text(f->set->count, found), more ? " of about " : "",
                   more ? about(f->estimate, all) : "", zm_bytes_text(zm_memory_limit(f->context), limit));
}

static zm_status cannot_keep(const finder *f, zm_pos p, uint64_t successor_number)
{
    zm_move moves[ZM_MAX_MOVES];
    unsigned count;
    zm_moves_of(f->variant, p, moves, &count);
    return zm_beyond(f->context, f->variant, &p, moves[successor_number < count ? successor_number : 0]);
}

/* ---- a thread: making successors ---- */
static zm_status make_room(finder *f, worker *w, uint64_t more)
{
    if (w->count + more <= w->room)
        return ZM_OK;
    w->room = w->count + more + SUCCESSORS;
    return zm_resize(f->context, &w->successor, w->room, sizeof *w->successor, "successors of states");
}

static void ask_for_bits(finder *f, zm_pos bits)
{
    __atomic_or_fetch(&f->misfit.lo, bits.lo, __ATOMIC_RELAXED);
    __atomic_or_fetch(&f->misfit.hi, bits.hi, __ATOMIC_RELAXED);
}

/* False: the set has to be laid out anew first. */
static bool add_successors(finder *f, worker *w, unsigned count)
{
    const zm_set_layout *l = &f->set->layout;
    zm_pos misfit = {0, 0};
    for (unsigned i = 0; i < count; i++) {
        const zm_pos other = zm_set_misfit(l, w->next[i]);
        misfit.lo |= other.lo;
        misfit.hi |= other.hi;
    }
    if (misfit.lo | misfit.hi) {
        ask_for_bits(f, misfit);
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        successor *s = &w->successor[w->count + i];
        zm_set_key_of(l, w->next[i], &s->key);
        s->home = zm_set_home(f->set, &s->key);
        s->stays = w->stays[i];
        zm_set_prefetch(f->set, s->home);
    }
    w->count += count;
    return true;
}

static zm_status expand(finder *f, worker *w, uint64_t slot)
{
    unsigned count;
    const zm_end end = f->kernels->expand(f->variant, zm_set_pos(f->set, slot), w->next, w->stays, &count);
    if (end != ZM_OPEN) { /* it has no move: ends that are seen without looking for moves are never expanded */
        zm_set_put(f->set, slot, zm_end_value(end));
        __atomic_store_n(&f->found->late_ends, true, __ATOMIC_RELAXED);
        w->expanded++;
        return ZM_OK;
    }
    ZM_TRY(f->context, make_room(f, w, count));
    if (!add_successors(f, w, count))
        return ZM_OK;
    w->slot[w->states] = slot;
    w->end_of[w->states++] = (uint32_t)w->count;
    return ZM_OK;
}

/* ---- a thread: looking them up ---- */
/* The code of a successor, which is added if it is new. False: it cannot be kept. */
static bool look_up(const finder *f, worker *w, const successor *s, uint64_t *slot, uint32_t *code, uint64_t *added)
{
    bool is_new;
    *slot = zm_set_add(f->set, &s->key, s->home, &is_new);
    if (!is_new) {
        *code = zm_set_code(f->set, *slot);
        return true;
    }
    const zm_game *r = f->rules;
    const zm_end end = r->ended ? r->ended(f->variant, zm_set_pos(f->set, *slot)) : ZM_OPEN;
    *code = end == ZM_OPEN || end == ZM_BEYOND ? (uint32_t)ZM_SLOT_NEW : zm_end_value(end);
    ++*added;
    zm_set_put(f->set, *slot, *code);
    if (*code == ZM_SLOT_NEW)
        w->queue->cell[w->queue->used++] = (uint32_t)*slot;
    return end != ZM_BEYOND;
}

typedef struct summary { /* of a state's moves */
    zm_value best;       /* of the known ones */
    unsigned lost_in;    /* what loses in so many plies or fewer does not matter while another is open (undecided.h) */
    bool open;           /* some are not known */
    uint32_t cells;      /* kept in the record */
} summary;

/* Without branches: what moves lead to cannot be predicted. */
static inline bool matters(worker *w, uint32_t cell, uint32_t code, bool stays, summary *m)
{
    const zm_value there = (zm_value)code, before = m->best;
    const bool far = ((unsigned)(there == zm_win_in(ZM_FARTHEST)) | (unsigned)(there == zm_loss_in(ZM_FARTHEST))) !=
                     0; /* a ply more has no value */
    const bool open = ((unsigned)(code >= ZM_SLOT_UNDECIDED) | (unsigned)far) != 0;
    const zm_value value = open ? (zm_value)ZM_NONE : zm_before_move(there, !stays);
    const bool small_loss = (zm_value)(value - 1) <= m->lost_in,
               second_draw = (value == ZM_DRAWN) & (before >= ZM_DRAWN);
    uint64_t *seen = &w->seen[cell % 256];
    const uint64_t mine = w->record << 32 | cell;
    const bool again = *seen == mine;
    *seen = mine;
    m->open |= open;
    m->best = value > before ? value : before;
    return !(small_loss | second_draw | again);
}

static bool any_stays(const worker *w, uint64_t from, uint64_t to)
{
    bool stays = false;
    for (uint64_t i = from; i < to; i++)
        stays |= w->successor[i].stays;
    return stays;
}

/* The state in w->slot[i], whose successors are from..to-1. */
static zm_status look_up_state(finder *f, worker *w, uint64_t state, uint64_t from, uint64_t to, uint64_t *added)
{
    zm_hash_states *x = f->found;
    const bool stays = any_stays(w, from, to);
    summary m = {.best = ZM_NONE, .lost_in = stays ? 1 : 2};
    if (zm_segments_room(f->context, &x->undecided.all, &w->segment, 1 + to - from) != ZM_OK ||
        zm_segments_room(f->context, &f->next, &w->queue, to - from) != ZM_OK) {
        __atomic_store_n(&f->starved, true, __ATOMIC_RELAXED);
        return ZM_OK; /* it stays as it is, for another round */
    }
    uint32_t *record = w->segment->cell + w->segment->used;
    w->record++;
    for (uint64_t i = from; i < to; i++) {
        const successor *s = &w->successor[i];
        uint64_t slot;
        uint32_t code;
        if (!look_up(f, w, s, &slot, &code, added))
            return cannot_keep(f, zm_set_pos(f->set, state), i - from);
        const uint32_t cell = (uint32_t)slot | (s->stays ? ZM_CELL_STAYS : 0);
        if (matters(w, cell, code, s->stays, &m))
            record[1 + m.cells++] = cell;
    }
    w->expanded++;
    w->moves += to - from;
    if (m.best == zm_win_in(1) || !m.open) {
        zm_set_put(f->set, state, m.best);
        w->longest = zm_remoteness(m.best) > w->longest ? zm_remoteness(m.best) : w->longest;
        return ZM_OK;
    }
    record[0] = (uint32_t)state | ZM_CELL_RECORD;
    w->segment->used += 1 + m.cells;
    zm_set_put(f->set, state, ZM_SLOT_OPEN);
    return ZM_OK;
}

static zm_status look_up_all(finder *f, worker *w)
{
    uint64_t added = 0, from = 0;
    zm_status status = ZM_OK;
    if (!zm_set_reserve(f->set, w->count)) {
        __atomic_store_n(&f->wanted, f->set->reserved, __ATOMIC_RELAXED);
        zm_set_give_back(f->set, w->count);
        w->states = 0;
        w->count = 0;
        return ZM_OK;
    }
    for (unsigned i = 0; i < w->states && status == ZM_OK; i++) {
        status = look_up_state(f, w, w->slot[i], from, w->end_of[i], &added);
        from = w->end_of[i];
    }
    zm_set_give_back(f->set, w->count - added);
    const uint64_t count = __atomic_add_fetch(&f->set->count, added, __ATOMIC_RELAXED);
    w->states = 0;
    w->count = 0;
    return status == ZM_OK && f->most && count > f->most ? too_many(f) : status;
}

/* ---- a round ---- */
/* There are so many more records that they should be looked through: the round pauses. */
static bool is_time_to_settle(const finder *f)
{
    const uint64_t now = __atomic_load_n(&f->found->undecided.all.count, __ATOMIC_RELAXED);
    return now > 2 * f->settled + SETTLE_FROM + 2 * f->threads;
}

static bool is_broken_off(const finder *f)
{
    return __atomic_load_n(&f->wanted, __ATOMIC_RELAXED) || __atomic_load_n(&f->starved, __ATOMIC_RELAXED) ||
           __atomic_load_n(&f->misfit.lo, __ATOMIC_RELAXED) || __atomic_load_n(&f->misfit.hi, __ATOMIC_RELAXED) ||
           zm_stopped(f->context);
}

/* Piece k of this round, where there is one. False: there are no more. */
static bool piece_of(const finder *f, uint64_t k, const uint32_t **cell, uint32_t *count)
{
    enum { PIECES = (ZM_SEGMENT_CELLS + PIECE - 1) / PIECE };
    if (k / PIECES >= f->now.count)
        return false;
    const zm_segment *g = f->now.one[k / PIECES];
    const uint32_t from = (uint32_t)(k % PIECES) * PIECE, left = g->used > from ? g->used - from : 0;
    *cell = g->cell + from;
    *count = left < PIECE ? left : PIECE;
    return true;
}

/* After a round that was broken off, some are expanded already. */
static zm_status expand_piece(finder *f, worker *w, const uint32_t *cell, uint32_t count)
{
    for (uint32_t i = 0; i < count && !is_broken_off(f); i++) {
        zm_set_prefetch(f->set, cell[i + ZM_CELLS_AHEAD / 4]);
        if (zm_set_code(f->set, cell[i]) != ZM_SLOT_NEW)
            continue;
        ZM_TRY(f->context, expand(f, w, cell[i]));
        if (w->states == STATES || w->count >= SUCCESSORS)
            ZM_TRY(f->context, look_up_all(f, w));
    }
    return ZM_OK;
}

static zm_status take_pieces(finder *f, worker *w)
{
    const uint32_t *cell;
    uint32_t count;
    while (!is_broken_off(f) && !is_time_to_settle(f) &&
           piece_of(f, __atomic_fetch_add(&f->taken, 1, __ATOMIC_RELAXED), &cell, &count)) {
        ZM_TRY(f->context, expand_piece(f, w, cell, count));
        zm_progress_add(f->context, w->expanded);
        w->expanded = 0;
    }
    return is_broken_off(f) ? ZM_OK : look_up_all(f, w);
}

static uint64_t cells_of(const zm_segments *s)
{
    uint64_t cells = 0;
    for (uint64_t i = 0; i < s->count; i++)
        cells += s->one[i]->used;
    return cells;
}

static zm_status do_round(finder *f)
{
    zm_status status = ZM_OK;
#pragma omp parallel num_threads((int)f->threads) if (cells_of(&f->now) > SMALL_ROUND)
    {
        worker *w = f->worker[omp_get_thread_num()];
        w->states = 0;
        w->count = 0;
        w->status = take_pieces(f, w);
        if (w->status != ZM_OK) /* the others end, too */
            __atomic_store_n(&f->taken, UINT64_MAX / 2, __ATOMIC_RELAXED);
    }
    for (unsigned i = 0; i < f->threads; i++) {
        status = f->worker[i]->status != ZM_OK ? f->worker[i]->status : status;
        f->worker[i]->status = ZM_OK;
        f->found->moves += f->worker[i]->moves;
        f->worker[i]->moves = 0;
        zm_undecided *u = &f->found->undecided;
        u->longest = f->worker[i]->longest > u->longest ? f->worker[i]->longest : u->longest;
    }
    ZM_TRY(f->context, status);
    return zm_check_stop(f->context);
}

/* ---- between rounds ---- */
static uint64_t free_bytes(const finder *f)
{
    const uint64_t used = zm_memory_used(f->context), limit = zm_memory_limit(f->context);
    return used < limit ? limit - used : 0;
}

/* Refuses what does not fit even if slots are as full as can be and few moves are kept. */
static zm_status check_estimate(finder *f, uint64_t slot_bytes)
{
    zm_context *c = f->context;
    char all[64], need[32], limit[32];
    ZM_TRY(c, zm_estimate_states(c, f->variant, f->from, &f->estimate));
    zm_note(c, "%s: %s states or more, by a sample", f->variant->game->title, about(f->estimate, all));
    const double bytes = f->estimate * ((double)slot_bytes / ZM_SET_FULL + KEPT);
    if (f->most && f->estimate > (double)f->most) /* it is told when they are found, for certain */
        return ZM_OK;
    return bytes <= (double)zm_memory_limit(c)
               ? ZM_OK
               : zm_fail(c, ZM_NO_MEMORY,
                         "%s has %s states or more, by a sample, which need %s of memory at least, and the limit is "
                         "%s; allow more with --memory",
                         f->variant->game->name, about(f->estimate, all),
                         zm_bytes_text(bytes < 1e19 ? (uint64_t)bytes : UINT64_MAX, need),
                         zm_bytes_text(zm_memory_limit(c), limit));
}

/* How many slots the set gets when it has to grow; 0: there is no room. */
static uint64_t more_slots(const finder *f, uint64_t slot_bytes)
{
    const uint64_t now = f->set->slots, room = free_bytes(f) / slot_bytes;
    const uint64_t least = (uint64_t)((double)f->wanted / ZM_SET_FULL) + 1;
    uint64_t slots = now < SAMPLE_FROM ? 4 * now : 2 * now;
    const double expected = 1.05 * f->estimate / ZM_SET_FULL;
    slots = slots < least ? least : slots;
    slots = (double)slots < expected && expected < (double)room ? (uint64_t)expected : slots;
    slots = slots < room ? slots : room;
    slots = slots < ZM_SET_MOST_SLOTS ? slots : ZM_SET_MOST_SLOTS;
    return slots >= least && slots > now ? slots : 0;
}

static void forget_segments(finder *f)
{
    for (unsigned i = 0; i < f->threads; i++)
        f->worker[i]->segment = NULL;
}

static zm_status settle(finder *f)
{
    zm_undecided *u = &f->found->undecided;
    forget_segments(f);
    ZM_TRY(f->context, zm_undecided_know(u, f->set, 0));
    ZM_TRY(f->context, zm_undecided_settle(u, f->set, 0, NULL));
    zm_undecided_forget(u);
    f->settled = u->all.count;
    return ZM_OK;
}

static zm_status lay_out(finder *f)
{
    zm_context *c = f->context;
    uint64_t *old, slots = f->set->slots;
    const unsigned width = f->set->layout.width, wider = zm_state_set_width(f->set, f->misfit);
    const uint64_t slot_bytes = wider * sizeof *old;
    ZM_TRY(c, settle(f));
    if (f->wanted) {
        if (slots >= SAMPLE_FROM && f->estimate == 0)
            ZM_TRY(c, check_estimate(f, slot_bytes));
        slots = more_slots(f, slot_bytes);
    }
    if (!slots || slots * slot_bytes > free_bytes(f))
        return slots == 0 && f->set->slots == ZM_SET_MOST_SLOTS
                   ? zm_fail(c, ZM_NO_MEMORY, "more than 900 million states: too many for a hash; the game needs tiers")
                   : no_room(f);
    zm_status status = zm_state_set_lay_out(f->set, f->misfit, slots, &old);
    if (status == ZM_OK) {
        zm_segments_move(c, &f->found->undecided.all, old, width);
        zm_segments_move(c, &f->now, old, width);
        zm_segments_move(c, &f->next, old, width);
    }
    zm_release(c, old);
    f->wanted = 0;
    f->misfit = (zm_pos){0, 0};
    return status;
}

/* Records find no room: they are looked through, if that has helped the last time. */
static zm_status feed(finder *f)
{
    const uint64_t before = f->found->undecided.all.count;
    if (f->fed_at == f->found->moves)
        return no_room(f);
    f->fed_at = f->found->moves;
    ZM_TRY(f->context, settle(f));
    f->starved = false;
    return f->settled < before ? ZM_OK : no_room(f);
}

/* ---- the whole ---- */
static zm_status add_start(finder *f)
{
    zm_set_key k = {{0}};
    zm_set_key_of(&f->set->layout, f->from, &k);
    const zm_game *r = f->rules;
    const zm_end end = r->ended ? r->ended(f->variant, f->from) : ZM_OPEN;
    bool added;
    if (end == ZM_BEYOND)
        return zm_beyond(f->context, f->variant, NULL, 0);
    const uint64_t slot = zm_set_add(f->set, &k, zm_set_home(f->set, &k), &added);
    zm_set_put(f->set, slot, end == ZM_OPEN ? (uint32_t)ZM_SLOT_NEW : zm_end_value(end));
    f->set->count = f->set->reserved = 1;
    zm_segment *first = NULL;
    ZM_TRY(f->context, zm_segments_room(f->context, &f->now, &first, 1));
    first->cell[first->used++] = (uint32_t)slot;
    return ZM_OK;
}

/* What was found in this round is expanded in the next. Where several threads made records, each begins a new segment: so
 * records stay in the order of plies. */
static void next_round(finder *f)
{
    const bool shared = f->threads > 1 && cells_of(&f->now) > SMALL_ROUND;
    zm_segments_free(f->context, &f->now);
    f->now = f->next;
    f->next = (zm_segments){0};
    f->taken = 0;
    for (unsigned i = 0; i < f->threads; i++)
        f->worker[i]->queue = NULL;
    if (shared)
        forget_segments(f);
}

static zm_status find(finder *f)
{
    ZM_TRY(f->context, add_start(f));
    while (f->now.count) {
        const uint32_t *cell;
        uint32_t count;
        ZM_TRY(f->context, do_round(f));
        const bool broken_off = is_broken_off(f);
        if (f->starved)
            ZM_TRY(f->context, feed(f));
        if (is_broken_off(f))
            ZM_TRY(f->context, lay_out(f));
        if (is_time_to_settle(f))
            ZM_TRY(f->context, settle(f));
        if (broken_off)
            f->taken = 0;
        else if (!piece_of(f, f->taken, &cell, &count))
            next_round(f);
    }
    return ZM_OK;
}

static zm_status open_workers(finder *f)
{
    zm_context *c = f->context;
    ZM_TRY(c, zm_alloc(c, &f->worker, f->threads, sizeof(worker *), "the search for states"));
    for (unsigned i = 0; i < f->threads; i++)
        ZM_TRY(c, zm_alloc(c, &f->worker[i], 1, sizeof **f->worker, "the search for states"));
    return ZM_OK;
}

static void close(finder *f)
{
    zm_context *c = f->context;
    for (unsigned i = 0; f->worker && i < f->threads && f->worker[i]; i++) {
        zm_release(c, f->worker[i]->successor);
        zm_release(c, f->worker[i]);
    }
    zm_release(c, f->worker);
    zm_segments_free(c, &f->now);
    zm_segments_free(c, &f->next);
}

zm_status zm_hash_find(zm_context *c, const zm_variant *v, zm_pos from, uint64_t most, zm_hash_states *out)
{
    *out = (zm_hash_states){.undecided = {.context = c}};
    finder f = {.context = c,
                .variant = v,
                .rules = zm_quick_rules(v),
                .kernels = zm_kernels_for(v)->hash,
                .found = out,
                .set = &out->set,
                .threads = zm_threads(c),
                .most = most,
                .from = from};
    zm_progress_begin(c, "enumerate", 0);
    zm_status status = zm_state_set_open(c, from, FIRST_SLOTS, &out->set);
    if (status == ZM_OK)
        status = open_workers(&f);
    if (status == ZM_OK)
        status = find(&f);
    if (status == ZM_OK)
        status = zm_undecided_count(&out->undecided);
    close(&f);
    zm_progress_end(c);
    return status;
}

void zm_hash_states_free(zm_hash_states *f)
{
    zm_undecided_free(&f->undecided);
    zm_state_set_close(&f->set);
}
