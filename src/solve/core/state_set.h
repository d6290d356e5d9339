/* state_set.h: a set of states, each with its value, for several threads at once.
 *
 * One open-addressed table, at most ZM_SET_FULL full. A state is looked for in a group of slots, a cache line, from its home on;
 * then in the groups that follow. A slot is `width` words, one for
 * most games:
 *
 *     bits 0-15    the value (zermelo/value.h); of an undecided state ZM_SLOT_OPEN ...
 *     bit 16       set while the state is undecided
 *     bits 17-     the bits in which states differ: those of lo below those of hi
 *     topmost      whose turn it is
 *
 * Where one word is not enough it is two, or four of which the last is 0, so that a group is a whole number of slots.
 *
 * A word that is 0 is an empty slot: the value of a decided state is not 0, and bit 16 of the others is set. Bits that
 * are the same in all states are not stored. Which these are is learned on the way: a state with other bits does not fit,
 * and the set is laid out anew. Slots in ascending order of their words are in the order of fingerprints (zm_before).
 *
 * Threads add states at the same time. Who finds a free slot takes it (ZM_SLOT_BUSY), and others wait for him to say what
 * the new state is worth: a short wait, since it is known from the rules at once. Room is reserved beforehand. */
#ifndef ZM_SOLVE_CORE_STATE_SET_H
#define ZM_SOLVE_CORE_STATE_SET_H

#include <zermelo/base.h>
#include <zermelo/position.h>
#include <zermelo/value.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

enum {
    ZM_SET_WIDEST = 4 /* words of a slot, */,
    ZM_SET_KEY = 3 /* of which a key has some */,
    ZM_SET_CODE_BITS = 17,
    ZM_SET_LINE = 8 /* words of a group */
};
#define ZM_SET_FULL 0.8
#define ZM_SET_MOST_SLOTS ((uint64_t)1 << 30)

/* ---- what is in the lowest 17 bits of a slot ---- */
enum {
    ZM_SLOT_UNDECIDED = 1 << 16,
    ZM_SLOT_OPEN = ZM_SLOT_UNDECIDED, /* its successors are in the set */
    ZM_SLOT_BUSY,                     /* it is being added */
    ZM_SLOT_NEW,                      /* they are not yet */
};
#define ZM_SLOT_CODE(word) ((uint32_t)(word)&0x1FFFF)

/* Which bits of a position are stored: `bits` of them from `shift` on, of each half. */
typedef struct zm_set_layout {
    zm_pos first;   /* a state: what is not stored is as here */
    zm_pos differs; /* bits in which some state differs from it; never the turn, which is always stored */
    uint8_t lo_shift, lo_bits, hi_shift, hi_bits;
    uint8_t width;
} zm_set_layout;

typedef struct zm_state_set {
    zm_context *context;
    zm_set_layout layout;
    uint64_t *words;
    uint64_t slots;
    uint64_t count, reserved; /* states there are; room that is taken or spoken for. Atomic. */
} zm_state_set;

/* A state as its slot has it, without its value. */
typedef struct zm_set_key {
    uint64_t word[ZM_SET_KEY];
} zm_set_key;

zm_status zm_state_set_open(zm_context *c, zm_pos first, uint64_t slots, zm_state_set *s);
void zm_state_set_close(zm_state_set *s);

/* Room for `slots`, with these bits stored too. *old gets the words there were; zm_slot_moved says where their states are
 * now, until the caller releases them. On all threads; nobody else may use the set meanwhile. */
zm_status zm_state_set_lay_out(zm_state_set *s, zm_pos differs, uint64_t slots, uint64_t **old);
static inline uint64_t zm_slot_moved(const uint64_t *old, unsigned old_width, uint64_t slot)
{
    return old[slot * old_width];
}

/* How wide a slot would be with these bits stored. */
unsigned zm_state_set_width(const zm_state_set *s, zm_pos differs);

/* Sorts the states by fingerprint, in place: then slots 0 .. count-1 have them, and none can be found or added. */
zm_status zm_state_set_sort(zm_state_set *s);

/* Bits of p that are not stored though they should be: 0 when it fits. */
static inline zm_pos zm_set_misfit(const zm_set_layout *l, zm_pos p)
{
    const uint64_t lo = zm_low_bits(l->lo_bits) << (l->lo_shift & 63), hi = zm_low_bits(l->hi_bits)
                                                                            << (l->hi_shift & 63);
    return (zm_pos){(p.lo ^ l->first.lo) & ~lo, (p.hi ^ l->first.hi) & ~hi & ~ZM_TURN_BIT};
}

/* Fills in as many words as a slot has. */
static inline void zm_set_key_of(const zm_set_layout *l, zm_pos p, zm_set_key *k)
{
    const uint64_t lo = p.lo >> l->lo_shift & zm_low_bits(l->lo_bits),
                   hi = p.hi >> l->hi_shift & zm_low_bits(l->hi_bits);
    const uint64_t turn = p.hi & ZM_TURN_BIT;
    if (l->width == 1) {
        k->word[0] = (lo | hi << l->lo_bits) << ZM_SET_CODE_BITS | turn;
        return;
    }
    /* 128 bits, then cut into 47, 64 and the rest */
    const uint64_t lower = l->lo_bits < 64 ? lo | hi << l->lo_bits : lo;
    const uint64_t upper = l->lo_bits == 0 ? 0 : l->lo_bits < 64 ? hi >> (64 - l->lo_bits) : hi;
    k->word[0] = lower << ZM_SET_CODE_BITS;
    k->word[1] = lower >> (64 - ZM_SET_CODE_BITS) | upper << ZM_SET_CODE_BITS;
    k->word[2] = upper >> (64 - ZM_SET_CODE_BITS);
    k->word[l->width > 2 ? 2 : 1] |= turn;
}

static inline zm_pos zm_set_pos_of(const zm_set_layout *l, const uint64_t *slot)
{
    const unsigned last = l->width > 2 ? 2 : l->width - 1u; /* word that is used */
    const uint64_t turn = slot[last] & ZM_TURN_BIT;
    uint64_t word[ZM_SET_WIDEST] = {0};
    for (unsigned i = 0; i <= last; i++)
        word[i] = slot[i] & ~(i == last ? ZM_TURN_BIT : 0);
    const uint64_t lower = word[0] >> ZM_SET_CODE_BITS | word[1] << (64 - ZM_SET_CODE_BITS);
    const uint64_t upper = word[1] >> ZM_SET_CODE_BITS | word[2] << (64 - ZM_SET_CODE_BITS);
    const uint64_t hi = l->lo_bits == 0   ? lower
                        : l->lo_bits < 64 ? lower >> l->lo_bits | upper << (64 - l->lo_bits)
                                          : upper;
    const uint64_t lo_mask = zm_low_bits(l->lo_bits), hi_mask = zm_low_bits(l->hi_bits);
    return (zm_pos){(l->first.lo & ~(lo_mask << (l->lo_shift & 63))) | (lower & lo_mask) << (l->lo_shift & 63),
                    (l->first.hi & ~(hi_mask << (l->hi_shift & 63)) & ~ZM_TURN_BIT) |
                        (hi & hi_mask) << (l->hi_shift & 63) | turn};
}

static inline uint64_t zm_set_home(const zm_state_set *s, const zm_set_key *k)
{
    uint64_t x = k->word[0] >> ZM_SET_CODE_BITS;
    if (s->layout.width > 1)
        x ^= (k->word[1] ^ k->word[2] * 0xff51afd7ed558ccdu) * 0xc4ceb9fe1a85ec53u;
    x *= 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return (x >> 32) * s->slots >> 32;
}

static inline uint64_t *zm_set_slot(const zm_state_set *s, uint64_t slot)
{
    return s->words + (s->layout.width == 1 ? slot : slot * s->layout.width);
}
static inline void zm_set_prefetch(const zm_state_set *s, uint64_t slot) { __builtin_prefetch(zm_set_slot(s, slot)); }

static inline zm_pos zm_set_pos(const zm_state_set *s, uint64_t slot)
{
    return zm_set_pos_of(&s->layout, zm_set_slot(s, slot));
}

/* Its code; waits while it is being added. */
static inline uint32_t zm_set_code(const zm_state_set *s, uint64_t slot)
{
    uint64_t word;
    do
        word = __atomic_load_n(zm_set_slot(s, slot), __ATOMIC_ACQUIRE);
    while (ZM_SLOT_CODE(word) == ZM_SLOT_BUSY);
    return ZM_SLOT_CODE(word);
}

/* By whoever has added the state, or looks after it: one thread. */
static inline void zm_set_put(const zm_state_set *s, uint64_t slot, uint32_t code)
{
    uint64_t *word = zm_set_slot(s, slot);
    const uint64_t key = __atomic_load_n(word, __ATOMIC_RELAXED) >> ZM_SET_CODE_BITS << ZM_SET_CODE_BITS;
    __atomic_store_n(word, key | code, __ATOMIC_RELEASE);
}

static inline bool zm_set_reserve(zm_state_set *s, uint64_t count)
{
    const uint64_t now = __atomic_add_fetch(&s->reserved, count, __ATOMIC_RELAXED);
    return (double)now <= ZM_SET_FULL * (double)s->slots;
}
static inline void zm_set_give_back(zm_state_set *s, uint64_t count)
{
    __atomic_sub_fetch(&s->reserved, count, __ATOMIC_RELAXED);
}

/* In which slot of its home group a state is; ZM_SET_LINE: in none, or it takes another look. All slots of the group are
 * compared at once: comparing them one by one, no branch can be predicted. */
#if defined __AVX2__ && !defined __SANITIZE_THREAD__
static inline unsigned zm_set_match(const uint64_t *group, uint64_t key)
{
    const __m256i zero = _mm256_setzero_si256(), wanted = _mm256_set1_epi64x((long long)key);
    const __m256i lower = _mm256_load_si256((const __m256i *)group),
                  upper = _mm256_load_si256((const __m256i *)(group + 4));
    const __m256i a = _mm256_cmpeq_epi64(_mm256_srli_epi64(_mm256_xor_si256(lower, wanted), ZM_SET_CODE_BITS), zero);
    const __m256i b = _mm256_cmpeq_epi64(_mm256_srli_epi64(_mm256_xor_si256(upper, wanted), ZM_SET_CODE_BITS), zero);
    const unsigned same = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(a)) |
                          (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(b)) << 4;
    /* the key of an empty slot is 0: a state whose key is 0 as well is looked for word by word */
    return same && key ? (unsigned)__builtin_ctz(same) : ZM_SET_LINE;
}
#else
static inline unsigned zm_set_match(const uint64_t *group, uint64_t key) { return (void)group, (void)key, ZM_SET_LINE; }
#endif

/* The slot of a state. *added: it is new, ZM_SLOT_BUSY, and the caller has to say what it is (zm_set_put). There must be
 * room; `home` is zm_set_home. */
static inline uint64_t zm_set_add(const zm_state_set *s, const zm_set_key *k, uint64_t home, bool *added)
{
    const unsigned width = s->layout.width, slots = width == 1 ? 8 : width == 2 ? 4 : 2;
    uint64_t group = home & ~(uint64_t)(slots - 1);
    if (width == 1) {
        const unsigned match = zm_set_match(s->words + group, k->word[0]);
        if (match < ZM_SET_LINE) {
            *added = false;
            return group + match;
        }
    }
    for (uint64_t at = home, tried = 0;; at++, tried++) {
        if (tried == slots) {
            tried = 0;
            group = group + slots < s->slots ? group + slots : 0;
        }
        const uint64_t slot = group + (at & (slots - 1));
        uint64_t *word = s->words + slot * width, there = __atomic_load_n(word, __ATOMIC_ACQUIRE);
        if (!there && __atomic_compare_exchange_n(word, &there, k->word[0] | ZM_SLOT_BUSY, false, __ATOMIC_ACQ_REL,
                                                  __ATOMIC_ACQUIRE)) {
            for (unsigned i = 1; i < width && i < 3; i++)
                word[i] = k->word[i];
            *added = true;
            return slot;
        }
        if ((there ^ k->word[0]) >> ZM_SET_CODE_BITS)
            continue;
        if (width > 1) {
            zm_set_code(s, slot); /* the other words are there */
            if (word[1] != k->word[1] || (width > 2 && word[2] != k->word[2]))
                continue;
        }
        *added = false;
        return slot;
    }
}

#endif
