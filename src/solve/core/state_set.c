/* state_set.c: opening a set of states, laying it out anew, and sorting it. */
#include "state_set.h"

#include "base/memory.h"
#include "base/stop.h"

#include <omp.h>
#include <string.h>

enum { PAUSE = 1 << 14 /* slots */, FEW = 48 /* states that are sorted by insertion */ };

/* ---- layouts ---- */
static void span(uint64_t differs, uint8_t *shift, uint8_t *bits)
{
    *shift = (uint8_t)(differs ? zm_lowest(differs) : 0);
    *bits = (uint8_t)(differs ? zm_highest(differs) + 1 - zm_lowest(differs) : 0);
}

/* The topmost bit of the last word is the turn. */
static zm_set_layout layout_of(zm_pos first, zm_pos differs)
{
    zm_set_layout l = {.first = first, .differs = differs};
    span(differs.lo, &l.lo_shift, &l.lo_bits);
    span(differs.hi, &l.hi_shift, &l.hi_bits);
    const unsigned bits = l.lo_bits + l.hi_bits, one = 64 - ZM_SET_CODE_BITS - 1;
    l.width = bits <= one ? 1 : bits <= one + 64 ? 2 : 4;
    return l;
}

unsigned zm_state_set_width(const zm_state_set *s, zm_pos differs)
{
    return layout_of(s->layout.first, (zm_pos){s->layout.differs.lo | differs.lo, s->layout.differs.hi | differs.hi})
        .width;
}

static zm_status take_words(zm_state_set *s)
{
    ZM_TRY(s->context,
           zm_alloc(s->context, &s->words, s->slots, s->layout.width * sizeof *s->words, "the states found"));
    zm_large_pages(s->words);
    return ZM_OK;
}

/* Groups are whole. */
static uint64_t rounded(uint64_t slots) { return (slots + ZM_SET_LINE - 1) / ZM_SET_LINE * ZM_SET_LINE; }

zm_status zm_state_set_open(zm_context *c, zm_pos first, uint64_t slots, zm_state_set *s)
{
    *s = (zm_state_set){.context = c, .layout = layout_of(first, (zm_pos){0, 0}), .slots = rounded(slots)};
    return take_words(s);
}

void zm_state_set_close(zm_state_set *s)
{
    if (s->context)
        zm_release(s->context, s->words);
    *s = (zm_state_set){0};
}

/* Moves the states of slots from..to-1; their words become their new slots. */
static void move_states(const zm_state_set *s, const zm_set_layout *old, uint64_t *words, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; i < to; i++) {
        uint64_t *word = words + i * old->width;
        bool added;
        if (!*word)
            continue;
        zm_set_key k = {{0}};
        zm_set_key_of(&s->layout, zm_set_pos_of(old, word), &k);
        const uint64_t slot = zm_set_add(s, &k, zm_set_home(s, &k), &added);
        zm_set_put(s, slot, ZM_SLOT_CODE(*word));
        *word = slot;
    }
}

zm_status zm_state_set_lay_out(zm_state_set *s, zm_pos differs, uint64_t slots, uint64_t **old)
{
    const zm_set_layout before = s->layout;
    const uint64_t slots_before = s->slots;
    *old = s->words;
    s->layout = layout_of(before.first, (zm_pos){before.differs.lo | differs.lo, before.differs.hi | differs.hi});
    s->slots = rounded(slots);
    const zm_status status = take_words(s);
    if (status != ZM_OK) {
        s->words = *old;
        s->layout = before;
        s->slots = slots_before;
        *old = NULL;
        return status;
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(s->context)) if (slots_before > PAUSE)
    for (uint64_t from = 0; from < slots_before; from += PAUSE)
        if (!zm_stopped(s->context))
            move_states(s, &before, *old, from, from + PAUSE < slots_before ? from + PAUSE : slots_before);
    return zm_check_stop(s->context);
}

/* ---- sorting: by bytes from the topmost, each state put where it belongs in place (American flag sort) ---- */
typedef struct sorter {
    const zm_context *context;
    uint64_t *words;
    unsigned width;
} sorter;

static bool comes_before(const sorter *s, const uint64_t *a, const uint64_t *b)
{
    for (unsigned i = s->width; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

static void copy(const sorter *s, uint64_t *to, const uint64_t *from)
{
    for (unsigned i = 0; i < s->width; i++)
        to[i] = from[i];
}

static void insert_each(const sorter *s, uint64_t from, uint64_t to)
{
    for (uint64_t i = from + 1; i < to; i++) {
        uint64_t one[ZM_SET_WIDEST], at = i;
        copy(s, one, s->words + i * s->width);
        for (; at > from && comes_before(s, one, s->words + (at - 1) * s->width); at--)
            copy(s, s->words + at * s->width, s->words + (at - 1) * s->width);
        copy(s, s->words + at * s->width, one);
    }
}

static unsigned byte_of(const sorter *s, const uint64_t *slot, unsigned byte)
{
    const unsigned from_below = 8 * s->width - 1 - byte;
    return (unsigned)(slot[from_below / 8] >> 8 * (from_below % 8) & 255);
}

/* begin[b] becomes the first slot of those with byte b. */
static void count_bytes(const sorter *s, uint64_t from, uint64_t to, unsigned byte, uint64_t begin[257])
{
    memset(begin, 0, 257 * sizeof *begin);
    for (uint64_t i = from; i < to; i++)
        begin[byte_of(s, s->words + i * s->width, byte) + 1]++;
    begin[0] = from;
    for (unsigned b = 0; b < 256; b++)
        begin[b + 1] += begin[b];
}

static void permute(const sorter *s, unsigned byte, const uint64_t begin[257])
{
    uint64_t next[256];
    memcpy(next, begin, sizeof next);
    for (unsigned b = 0; b < 256; b++)
        while (next[b] < begin[b + 1]) {
            uint64_t *here = s->words + next[b] * s->width, held[ZM_SET_WIDEST];
            const unsigned belongs = byte_of(s, here, byte);
            if (belongs == b) {
                next[b]++;
                continue;
            }
            uint64_t *there = s->words + next[belongs]++ * s->width;
            copy(s, held, there);
            copy(s, there, here);
            copy(s, here, held);
        }
}

static void sort_range(const sorter *s, uint64_t from, uint64_t to, unsigned byte)
{
    uint64_t begin[257];
    if (to - from <= FEW) {
        insert_each(s, from, to);
        return;
    }
    if (byte >= 8 * s->width - 2 || zm_stopped(s->context)) /* only the value is left */
        return;
    count_bytes(s, from, to, byte, begin);
    permute(s, byte, begin);
    for (unsigned b = 0; b < 256; b++)
        sort_range(s, begin[b], begin[b + 1], byte + 1);
}

/* By the first bytes that differ on one thread, then each run by any. */
static void sort_all(const sorter *s, uint64_t count, unsigned threads)
{
    uint64_t begin[257];
    unsigned byte = 0, b = 0;
    for (; byte + 2 < 8 * s->width; byte++) {
        count_bytes(s, 0, count, byte, begin);
        for (b = 0; b < 256 && begin[b + 1] - begin[b] < count; b++)
            ;
        if (b == 256)
            break;
    }
    if (byte + 2 >= 8 * s->width)
        return;
    permute(s, byte, begin);
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)threads)
    for (b = 0; b < 256; b++)
        sort_range(s, begin[b], begin[b + 1], byte + 1);
}

zm_status zm_state_set_sort(zm_state_set *s)
{
    const unsigned width = s->layout.width;
    uint64_t count = 0;
    for (uint64_t i = 0; i < s->slots; i++) {
        if (!s->words[i * width])
            continue;
        if (i != count)
            memcpy(s->words + count * width, s->words + i * width, width * sizeof *s->words);
        count++;
    }
    ZM_TRY(s->context, zm_check_stop(s->context));
    ZM_TRY(s->context, zm_resize(s->context, &s->words, count, width * sizeof *s->words, "the states found"));
    s->slots = count;
    sort_all(&(sorter){s->context, s->words, width}, count, zm_threads(s->context));
    return zm_check_stop(s->context);
}
