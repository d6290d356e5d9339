/* undecided.c: records of undecided states, and looking through them. See undecided.h. */
#include "undecided.h"

#include "base/stop.h"
#include "solve/core/graph.h"

#include <omp.h>
#include <string.h>

/* ---- segments ---- */
static zm_status list_room(zm_context *c, zm_segments *s, uint64_t more)
{
    if (s->count + more <= s->room)
        return ZM_OK;
    const uint64_t room = s->count + more + s->room / 2 + 16;
    ZM_TRY(c, zm_resize(c, &s->one, room, sizeof(zm_segment *), "the moves of undecided states"));
    s->room = room;
    return ZM_OK;
}

zm_status zm_segments_room(zm_context *c, zm_segments *s, zm_segment **now, uint64_t cells)
{
    zm_status status = ZM_OK;
    if (*now && (*now)->used + cells <= ZM_SEGMENT_CELLS)
        return ZM_OK;
    zm_segment *fresh;
    ZM_TRY(c, zm_alloc(c, &fresh, 1, sizeof *fresh, "the moves of undecided states"));
#pragma omp critical(zm_undecided)
    {
        status = list_room(c, s, 1);
        if (status == ZM_OK)
            s->one[s->count++] = fresh;
    }
    if (status != ZM_OK)
        zm_release(c, fresh);
    else
        *now = fresh;
    return status;
}

void zm_segments_free(zm_context *c, zm_segments *s)
{
    for (uint64_t i = 0; i < s->count; i++)
        zm_release(c, s->one[i]);
    zm_release(c, s->one);
    *s = (zm_segments){0};
}

void zm_segments_move(zm_context *c, const zm_segments *s, const uint64_t *old, unsigned old_width)
{
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(c)) if (s->count > 1)
    for (uint64_t k = 0; k < s->count; k++) {
        uint32_t *cell = s->one[k]->cell;
        const uint32_t used = s->one[k]->used;
        for (uint32_t i = 0; i < used; i++) {
            if (i + ZM_CELLS_AHEAD < used)
                __builtin_prefetch(&old[(uint64_t)ZM_CELL_SLOT(cell[i + ZM_CELLS_AHEAD]) * old_width]);
            const uint32_t marks = cell[i] & (ZM_CELL_RECORD | ZM_CELL_STAYS);
            cell[i] = (uint32_t)zm_slot_moved(old, old_width, ZM_CELL_SLOT(cell[i])) | marks;
        }
    }
}

void zm_undecided_free(zm_undecided *u)
{
    if (!u->context)
        return;
    zm_undecided_forget(u);
    zm_segments_free(u->context, &u->all);
}

/* ---- what is known ---- */
/* Of slots from..to-1, whole words of bits. At level 0: what is less than 2 plies from its end. */
static void know_slots(const zm_undecided *u, const zm_state_set *set, unsigned level, uint64_t from, uint64_t to)
{
    const unsigned below = level ? level : 2;
    for (uint64_t slot = from; slot < to; slot++) {
        const uint32_t code = ZM_SLOT_CODE(*zm_set_slot(set, slot));
        const zm_value value = (zm_value)code;
        if (code & ZM_SLOT_UNDECIDED || code == 0 || value == ZM_DRAWN || zm_remoteness(value) >= below)
            continue;
        u->known[slot / ZM_SLOTS_PER_WORD] |= (uint64_t)(zm_is_win(value) ? ZM_SLOT_WON : ZM_SLOT_LOST)
                                              << 2 * (slot % ZM_SLOTS_PER_WORD);
    }
}

zm_status zm_undecided_know(zm_undecided *u, const zm_state_set *set, unsigned level)
{
    enum { PIECE = 1 << 16 /* slots */ };
    zm_context *c = u->context;
    zm_undecided_forget(u);
    u->words = set->slots / ZM_SLOTS_PER_WORD + 1;
    ZM_TRY(c, zm_alloc(c, &u->known, u->words, sizeof *u->known, "what is known of states"));
    if (level)
        ZM_TRY(c, zm_alloc(c, &u->fresh, u->words, sizeof *u->fresh, "what is known of states"));
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(c)) if (set->slots > PIECE)
    for (uint64_t from = 0; from < set->slots; from += PIECE)
        know_slots(u, set, level, from, from + PIECE < set->slots ? from + PIECE : set->slots);
    return ZM_OK;
}

void zm_undecided_forget(zm_undecided *u)
{
    zm_release(u->context, u->known);
    zm_release(u->context, u->fresh);
    u->known = u->fresh = NULL;
}

/* What was decided at the last level is known now. */
static void learn(zm_undecided *u)
{
    for (uint64_t i = 0; i < u->words; i++) {
        u->known[i] |= u->fresh[i];
        u->fresh[i] = 0;
    }
}

static inline unsigned known_of(const zm_undecided *u, uint64_t slot)
{
    return (unsigned)(u->known[slot / ZM_SLOTS_PER_WORD] >> 2 * (slot % ZM_SLOTS_PER_WORD) & 3);
}

/* ---- a record ---- */
typedef struct settler { /* a thread's */
    zm_undecided *undecided;
    const zm_state_set *set;
    unsigned level;
    zm_segment *out; /* where records go that are kept */
    uint64_t records, moves;
    unsigned longest;
    bool too_far;
} settler;

static void decide(settler *s, uint64_t slot, zm_value value)
{
    zm_undecided *u = s->undecided;
    zm_set_put(s->set, slot, value);
    s->longest = zm_remoteness(value) > s->longest ? zm_remoteness(value) : s->longest;
    s->too_far |= s->level > ZM_FARTHEST;
    if (u->fresh)
        __atomic_or_fetch(&u->fresh[slot / ZM_SLOTS_PER_WORD],
                          (uint64_t)(zm_is_win(value) ? ZM_SLOT_WON : ZM_SLOT_LOST) << 2 * (slot % ZM_SLOTS_PER_WORD),
                          __ATOMIC_RELAXED);
}

/* What the best of these moves is worth, of those whose value is there. */
static zm_value best_of(const settler *s, const uint32_t *cell, uint32_t count)
{
    zm_value best = ZM_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t code = zm_set_code(s->set, ZM_CELL_SLOT(cell[i]));
        const zm_value value =
            code & ZM_SLOT_UNDECIDED ? (zm_value)ZM_NONE : zm_before_move((zm_value)code, !(cell[i] & ZM_CELL_STAYS));
        best = value > best ? value : best;
    }
    return best;
}

/* Good is a move to a state that is lost, or won if the turn stays: 1; bad: 2; open: 0. */
static inline unsigned kind_of(const settler *s, uint32_t cell)
{
    const unsigned known = known_of(s->undecided, ZM_CELL_SLOT(cell));
    return cell & ZM_CELL_STAYS ? (known >> 1 | known << 1) & 3 : known;
}

/* The value that follows from `count` moves; ZM_NONE: none yet. `good`: some are; `open`: some are. */
static zm_value judge(const settler *s, const uint32_t *cell, uint32_t count, bool good, bool open)
{
    if (open && !good)
        return ZM_NONE;
    if (s->level)
        return good ? zm_win_in(s->level) : zm_loss_in(s->level);
    const zm_value best = best_of(s, cell, count);
    return !good || best == zm_win_in(1) ? best : (zm_value)ZM_NONE;
}

/* Looks at a record of `count` moves and keeps what matters at `out`, which may overlap it from below. Returns how many
 * cells that are. */
static inline uint32_t settle_record(settler *s, const uint32_t *record, uint32_t count, uint32_t *out)
{
    const uint32_t *cell = record + 1, self = *record;
    uint32_t marks = 0, kept = 1;
    unsigned kinds = 0, open = 0;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned kind = kind_of(s, cell[i]);
        __builtin_prefetch(&s->undecided->known[ZM_CELL_SLOT(cell[i + ZM_CELLS_AHEAD]) / ZM_SLOTS_PER_WORD]);
        kinds |= kind;
        open |= !kind;
        marks |= cell[i];
    }
    if (kinds & 1 || !open) {
        const zm_value value = judge(s, cell, count, kinds & 1, open);
        if (value != ZM_NONE) {
            decide(s, ZM_CELL_SLOT(self), value);
            return 0;
        }
    }
    const bool drops = s->level || !(marks & ZM_CELL_STAYS);
    out[0] = self;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t one = cell[i];
        const bool keep = !drops || kind_of(s, one) != 2;
        out[kept] = one;
        kept += keep;
    }
    return kept;
}

/* ---- all records ---- */
static uint32_t end_of_record(const uint32_t *cell, uint32_t from, uint32_t used)
{
    uint32_t to = from + 1;
    while (to < used && !(cell[to] & ZM_CELL_RECORD))
        to++;
    return to;
}

static void write_to(settler *s, zm_segment *g)
{
    s->out = g;
    g->used = 0;
}

/* Records move to s->out, or to the beginning of the segment itself: never past what was read. */
static void settle_segment(settler *s, zm_segment **segment)
{
    zm_segment *in = *segment;
    const uint32_t used = in->used;
    for (uint32_t from = 0, to; from < used; from = to) {
        to = end_of_record(in->cell, from, used);
        if (!s->out || s->out->used + (to - from) > ZM_SEGMENT_CELLS)
            write_to(s, in);
        const uint32_t kept = settle_record(s, in->cell + from, to - from - 1, s->out->cell + s->out->used);
        s->out->used += kept;
        s->records += kept > 0;
        s->moves += kept ? kept - 1 : 0;
    }
    if (s->out == in)
        return;
    zm_release(s->undecided->context, in);
    *segment = NULL;
}

static void add_up(zm_undecided *u, const settler *s)
{
#pragma omp critical(zm_undecided)
    {
        u->records += s->records;
        u->moves += s->moves;
        if (!s->level) /* what is decided out of order */
            u->longest = s->longest > u->longest ? s->longest : u->longest;
        u->too_far |= s->too_far;
    }
}

/* Those that are left, in the order in which they were made. */
static void close_ranks(zm_segments *s)
{
    uint64_t left = 0;
    for (uint64_t i = 0; i < s->count; i++)
        if (s->one[i])
            s->one[left++] = s->one[i];
    s->count = left;
}

zm_status zm_undecided_settle(zm_undecided *u, const zm_state_set *set, unsigned level, zm_meter *meter)
{
    enum { TOGETHER = 8 /* segments that a thread takes at a time, so that records stay in order */ };
    zm_context *c = u->context;
    zm_segments *all = &u->all;
    u->records = u->moves = 0;
#pragma omp parallel num_threads((int)zm_threads(c)) if (all->count > TOGETHER)
    {
        settler s = {.undecided = u, .set = set, .level = level};
#pragma omp for schedule(dynamic, 1)
        for (uint64_t from = 0; from < all->count; from += TOGETHER) {
            s.out = NULL;
            for (uint64_t i = from; i < from + TOGETHER && i < all->count && !zm_stopped(c); i++) {
                const uint32_t cells = all->one[i]->used;
                settle_segment(&s, &all->one[i]);
                if (meter)
                    zm_meter_drift(meter, cells);
            }
        }
        add_up(u, &s);
    }
    close_ranks(all);
    if (u->fresh)
        learn(u);
    ZM_TRY(c, zm_check_stop(c));
    return u->too_far ? zm_too_far(c, ZM_FARTHEST) : ZM_OK;
}

/* ---- from the last to the first ---- */
/* All successors are decided: then they say what it is worth, whatever its level. */
static zm_value value_of_decided(zm_undecided *u, const zm_state_set *set, const uint32_t *cell, uint32_t count)
{
    zm_value best = ZM_NONE;
    bool far_good = false, far_bad = false; /* moves to states that are as far from their end as can be */
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t code = zm_set_code(set, ZM_CELL_SLOT(cell[i]));
        const bool stays = cell[i] & ZM_CELL_STAYS;
        zm_set_prefetch(set, ZM_CELL_SLOT(cell[i + ZM_CELLS_AHEAD]));
        if (code & ZM_SLOT_UNDECIDED)
            return ZM_NONE;
        if (zm_remoteness((zm_value)code) == ZM_FARTHEST) {
            *(zm_is_win((zm_value)code) == stays ? &far_good : &far_bad) = true;
            continue;
        }
        const zm_value value = zm_before_move((zm_value)code, !stays);
        best = value > best ? value : best;
    }
    if (zm_is_win(best) || !(far_good || (far_bad && best != ZM_DRAWN)))
        return best;
    u->too_far = true;
    return ZM_NONE;
}

/* From the last record to the first. Those that are decided are marked, then left out. Returns how many they are. */
static uint64_t sweep_segment(zm_undecided *u, const zm_state_set *set, zm_segment *g)
{
    uint64_t decided = 0;
    uint32_t kept = 0;
    for (uint32_t to = g->used, from; to > 0; to = from) {
        for (from = to - 1; !(g->cell[from] & ZM_CELL_RECORD); from--)
            ;
        const zm_value value = value_of_decided(u, set, g->cell + from + 1, to - from - 1);
        if (value == ZM_NONE)
            continue;
        zm_set_put(set, ZM_CELL_SLOT(g->cell[from]), value);
        u->longest = zm_remoteness(value) > u->longest ? zm_remoteness(value) : u->longest;
        g->cell[from] |= ZM_CELL_STAYS; /* which records never have */
        decided++;
    }
    for (uint32_t from = 0, to; from < g->used; from = to) {
        to = end_of_record(g->cell, from, g->used);
        if (g->cell[from] & ZM_CELL_STAYS)
            continue;
        memmove(g->cell + kept, g->cell + from, (to - from) * sizeof *g->cell);
        kept += to - from;
    }
    g->used = kept;
    return decided;
}

zm_status zm_undecided_sweep(zm_undecided *u, const zm_state_set *set, zm_meter *meter)
{
    zm_segments *s = &u->all;
    const uint64_t records = u->records;
    uint64_t decided = 0, seen = 0;
    for (uint64_t i = s->count; i > 0; i--) {
        const uint32_t cells = s->one[i - 1]->used;
        seen += cells;
        decided += sweep_segment(u, set, s->one[i - 1]);
        zm_meter_drift(meter, cells);
        ZM_TRY(u->context, zm_check_stop(u->context));
        /* of a part of the records that is large enough to judge by, a good part should be decided */
        if (seen > (u->records + u->moves) / 16 &&
            (double)decided < 0.5 * (double)records * (double)seen / (double)(u->records + u->moves))
            break;
    }
    u->records -= decided;
    return u->too_far ? zm_too_far(u->context, ZM_FARTHEST) : ZM_OK;
}
