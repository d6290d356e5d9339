/* search_memo.h: what a search remembers of states. In the common subset of C and CUDA C++: a GPU remembers in the same
 * way. */
#ifndef ZM_KERNEL_SEARCH_MEMO_H
#define ZM_KERNEL_SEARCH_MEMO_H

#include <zermelo/search.h>

/* Of a state: a word. From above: what its place does not say of the key (ZM_MEMO_KEY bits), lower and upper bound (8
 * bits each, plus 128), and how much work it was (6 bits: a power of two). 0 is nothing: a bound plus 128 is never
 * 0. */
enum { ZM_MEMO_KEY = 42, ZM_MEMO_LOWER = 14, ZM_MEMO_UPPER = 6, ZM_MEMO_BIAS = 128 };
enum {
    ZM_MEMO_LEFT = 4,   /* with fewer plies left nothing is remembered: it costs more than it saves */
    ZM_MEMO_AHEAD = 14, /* with fewer left the children's memos are not looked at first */
};

typedef struct zm_memo { /* two states: the one that was more work, and the latest */
    uint64_t costly, latest;
} zm_memo;

typedef struct zm_memos {
    zm_memo *at;
    unsigned place_bits, rest_bits; /* of a mixed key: where its memo is; what the memo keeps */
} zm_memos;

/* Others write meanwhile; a word is whole or not there. */
#ifdef __CUDA_ARCH__
ZM_INLINE uint64_t zm_memo_load(const uint64_t *w) { return *(const volatile uint64_t *)w; }
ZM_INLINE void zm_memo_store(uint64_t *w, uint64_t x) { *(volatile uint64_t *)w = x; }
#else
ZM_INLINE uint64_t zm_memo_load(const uint64_t *w) { return __atomic_load_n(w, __ATOMIC_RELAXED); }
ZM_INLINE void zm_memo_store(uint64_t *w, uint64_t x) { __atomic_store_n(w, x, __ATOMIC_RELAXED); }
#endif

/* Keys are mixed so that their upper bits say something; one to one, so that place and rest make up the key. */
ZM_INLINE uint64_t zm_mix_key(const zm_memos *k, uint64_t key)
{
    return key * 0x9E3779B97F4A7C15u & zm_low_bits(k->place_bits + k->rest_bits);
}

ZM_INLINE zm_memo *zm_memo_at(const zm_memos *k, uint64_t mixed) { return &k->at[mixed >> k->rest_bits]; }

ZM_INLINE uint64_t zm_memo_rest(const zm_memos *k, uint64_t mixed)
{
    return (mixed & zm_low_bits(k->rest_bits)) << (64 - ZM_MEMO_KEY);
}

ZM_INLINE bool zm_memo_is(uint64_t word, uint64_t rest) { return word && (word ^ rest) >> (64 - ZM_MEMO_KEY) == 0; }
ZM_INLINE int zm_memo_lower(uint64_t w) { return (int)(w >> ZM_MEMO_LOWER & 255) - ZM_MEMO_BIAS; }
ZM_INLINE int zm_memo_upper(uint64_t w) { return (int)(w >> ZM_MEMO_UPPER & 255) - ZM_MEMO_BIAS; }

/* 0: nothing. */
ZM_INLINE uint64_t zm_memo_find(const zm_memos *k, uint64_t mixed)
{
    const zm_memo *m = zm_memo_at(k, mixed);
    const uint64_t rest = zm_memo_rest(k, mixed), costly = zm_memo_load(&m->costly);
    if (zm_memo_is(costly, rest))
        return costly;
    const uint64_t latest = zm_memo_load(&m->latest);
    return zm_memo_is(latest, rest) ? latest : 0;
}

ZM_INLINE void zm_memo_keep(const zm_memos *k, uint64_t mixed, int lower, int upper, uint64_t work)
{
    zm_memo *m = zm_memo_at(k, mixed);
    const uint64_t rest = zm_memo_rest(k, mixed), costly = zm_memo_load(&m->costly);
    const uint64_t word = rest | (uint64_t)(lower + ZM_MEMO_BIAS) << ZM_MEMO_LOWER |
                          (uint64_t)(upper + ZM_MEMO_BIAS) << ZM_MEMO_UPPER | zm_highest(work | 1);
    if (!zm_memo_is(costly, rest) && (costly & 63) > (word & 63)) {
        zm_memo_store(&m->latest, word);
        return;
    }
    if (!zm_memo_is(costly, rest))
        zm_memo_store(&m->latest, costly);
    zm_memo_store(&m->costly, word);
}

/* A child must be worth at most this to the other side, for the move to be worth more than `over`. */
ZM_INLINE int zm_seek_below(int over) { return over > 0 ? -over - 2 : over == 0 ? -2 : over == -1 ? 0 : -over; }

/* From a draw on, each question is what the last answer leaves open. Where something is known, the first is whether it
 * is more than that; if it is, a draw comes next. */
typedef struct zm_window {
    int lower, upper, guess, least;
} zm_window;
ZM_INLINE zm_window zm_window_from(int least)
{
    const zm_window w = {least, ZM_SCORE_WIN, least > -ZM_SCORE_WIN ? least : 0, least};
    return w;
}
ZM_INLINE int zm_window_over(const zm_window *w) { return w->guess <= w->lower ? w->lower : w->guess - 1; }
ZM_INLINE void zm_window_answer(zm_window *w, int answer)
{
    const int over = zm_window_over(w);
    if (answer > over) {
        w->lower = answer;
        w->guess = answer + 1;
    } else {
        w->upper = w->guess = answer;
    }
    if (over == w->least && w->lower < 0 && w->upper > 0)
        w->guess = 0;
}

#endif
