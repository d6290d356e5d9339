/* codec.c: see codec.h. Decoding trusts nothing: every length is compared before it is used. */
#include "codec.h"

#include <string.h>

enum { SAME = 0, ONE_BYTE = 1, TWO_BYTES = 2, HALF_BYTE = 3, ODDS = 4, SAME_ODDS = 5, MOVES = 6, PACKED = 7 };

static size_t half(size_t count) { return (count + 1) / 2; }

static size_t compress(ZSTD_CCtx *z, const uint8_t *raw, size_t bytes, uint8_t *out, size_t room, int level)
{
    size_t n = ZSTD_compressCCtx(z, out, room, raw, bytes, level);
    return ZSTD_isError(n) ? 0 : n;
}

static size_t one_symbol(uint16_t symbol, uint8_t *out)
{
    out[0] = SAME;
    out[1] = (uint8_t)symbol;
    out[2] = (uint8_t)(symbol >> 8);
    return 3;
}

static size_t frame_at(ZSTD_CCtx *z, uint8_t kind, const uint8_t *raw, size_t bytes, uint8_t *out, int level)
{
    size_t n = compress(z, raw, bytes, out + 1, ZM_ENCODED_ROOM - 1, level);
    out[0] = kind;
    return n ? n + 1 : 0;
}

static size_t frame(ZSTD_CCtx *z, uint8_t kind, const uint8_t *raw, size_t bytes, uint8_t *out)
{
    return frame_at(z, kind, raw, bytes, out, kind == ODDS ? ZM_ODDS_LEVEL : ZM_LEVEL);
}

static size_t encode_values(ZSTD_CCtx *z, const zm_value *v, size_t count, uint8_t *out, int level)
{
    uint8_t raw[ZM_BLOCK_ROOM];
    uint16_t any = 0, differ = 0;
    for (size_t i = 0; i < count; i++) {
        const uint16_t symbol = zm_symbol(v[i]);
        raw[i] = (uint8_t)symbol;
        any |= symbol;
        differ |= v[i] ^ v[0];
    }
    if (!differ)
        return one_symbol(zm_symbol(v[0]), out);
    if (any < 256)
        return frame_at(z, ONE_BYTE, raw, count, out, level);
    for (size_t i = 0; i < count; i++)
        raw[count + i] = (uint8_t)(zm_symbol(v[i]) >> 8);
    return frame_at(z, TWO_BYTES, raw, 2 * count, out, level);
}

size_t zm_encode_values(ZSTD_CCtx *z, const void *values, size_t count, uint8_t *out)
{
    return encode_values(z, values, count, out, ZM_LEVEL);
}

size_t zm_encode_quickly(ZSTD_CCtx *z, const void *values, size_t count, uint8_t *out)
{
    return encode_values(z, values, count, out, ZM_QUICK_LEVEL);
}

/* Half a byte each: on Fox and Geese with 7 geese two thirds of the time of a byte each, and nine tenths of the size.
 * Two bits would be faster still, but rows whose length is no multiple of four look new each time (Hasenspiel of size
 * 10: a third larger than by bytes; by half bytes a tenth). */
size_t zm_encode_wdl(ZSTD_CCtx *z, const void *values, size_t count, uint8_t *out)
{
    const zm_value *v = values;
    uint8_t symbol[ZM_SYMBOL_BLOCK], raw[ZM_SYMBOL_BLOCK / 2];
    const uint8_t first = (uint8_t)zm_symbol(zm_wdl(v[0]));
    uint8_t differ = 0;
    for (size_t i = 0; i < count; i++) { /* zm_symbol(zm_wdl(v[i])), as a sum: without branches */
        symbol[i] = (uint8_t)((v[i] != ZM_NONE) + (v[i] != ZM_NONE && v[i] != ZM_DRAWN) + (v[i] > ZM_DRAWN));
        differ |= symbol[i] ^ first;
    }
    if (!differ)
        return one_symbol(first, out);
    for (size_t i = 0; i < count / 2; i++)
        raw[i] = (uint8_t)(symbol[2 * i] | symbol[2 * i + 1] << 4);
    if (count % 2)
        raw[count / 2] = symbol[count - 1];
    return frame(z, HALF_BYTE, raw, half(count), out);
}

/* ---- odds ---- */

/* Small differences, up or down, are small numbers. */
static uint32_t zigzag(uint32_t d) { return d << 1 ^ (0u - (d >> 31)); }
static uint32_t unzigzag(uint32_t z) { return z >> 1 ^ (0u - (z & 1)); }

/* What stands for a place that is no state: an interval turned round, as near to the item before as can be, so that
 * neither it nor the next item makes a jump. */
static zm_odds no_odds(uint32_t before)
{
    const uint32_t lower = before ? before : 1;
    return (zm_odds){lower, lower - 1};
}

static size_t same_odds(zm_odds o, uint8_t *out)
{
    out[0] = SAME_ODDS;
    zm_put32(out + 1, o.lower);
    zm_put32(out + 5, o.upper);
    return 9;
}

static bool all_the_same(const zm_odds *o, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (zm_is_odds(o[i]) ? o[i].lower != o[0].lower || o[i].upper != o[0].upper : zm_is_odds(o[0]))
            return false;
    return true;
}

/* The four planes of a number, `count` bytes apart, the highest first. */
static void put_planes(uint8_t *at, size_t count, uint32_t x)
{
    for (unsigned k = 0; k < 4; k++)
        at[k * count] = (uint8_t)(x >> (24 - 8 * k));
}

static uint32_t get_planes(const uint8_t *at, size_t count)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[count] << 16 | (uint32_t)at[2 * count] << 8 | at[3 * count];
}

size_t zm_encode_odds(ZSTD_CCtx *z, const void *odds, size_t count, uint8_t *out)
{
    const zm_odds *o = odds;
    uint8_t raw[ZM_BLOCK_ROOM];
    uint32_t before = 0;
    _Static_assert(8 * ZM_ODDS_BLOCK <= ZM_BLOCK_ROOM, "a block of odds fits its room");
    if (all_the_same(o, count))
        return same_odds(zm_is_odds(o[0]) ? o[0] : zm_no_odds(), out);
    for (size_t i = 0; i < count; i++) {
        const zm_odds one = zm_is_odds(o[i]) ? o[i] : no_odds(before);
        put_planes(raw + i, count, zigzag(one.lower - before));
        put_planes(raw + 4 * count + i, count, one.upper - one.lower);
        before = one.lower;
    }
    return frame(z, ODDS, raw, 8 * count, out);
}

/* ---- odds that are rounded: in a fixed number of bits each, so that one can be had without the others ---- */

enum { PACKED_HEAD = 12, PACKED_BITS = 56 }; /* a number, and where in a byte it begins, fit a word */

static unsigned bits_of(uint32_t x) { return x ? 32 - (unsigned)__builtin_clz(x) : 0; }

/* How many low bits all lower bounds have clear and all upper ones set; 0 also when a place is no state. */
static unsigned common_shift(const zm_odds *o, size_t count)
{
    uint32_t any = 0, turned = 0;
    for (size_t i = 0; i < count; i++) {
        any |= o[i].lower | ~o[i].upper;
        turned |= o[i].lower > o[i].upper;
    }
    return turned || !any ? 0 : (unsigned)__builtin_ctz(any);
}

typedef struct span {
    uint32_t least, most;
} span;

static void widen_span(span *s, uint32_t x)
{
    s->least = x < s->least ? x : s->least;
    s->most = x > s->most ? x : s->most;
}

static size_t packed_bytes(size_t count, unsigned bits) { return PACKED_HEAD + (count * bits + 7) / 8; }

/* Numbers of `bits` bits one after the other, lowest bit first. */
static void put_packed(uint8_t *at, const zm_odds *o, size_t count, const zm_packed *p)
{
    const unsigned bits = p->lower_bits + p->width_bits;
    uint64_t word = 0;
    unsigned filled = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t lower = o[i].lower >> p->shift, width = (o[i].upper >> p->shift) - lower;
        const uint64_t x = (uint64_t)(width - p->width) << p->lower_bits | (lower - p->lower);
        word |= x << filled;
        filled += bits;
        if (filled >= 64) {
            zm_put64(at, word);
            at += 8;
            filled -= 64;
            word = filled ? x >> (bits - filled) : 0;
        }
    }
    for (; filled; filled = filled > 8 ? filled - 8 : 0, word >>= 8)
        *at++ = (uint8_t)word;
}

size_t zm_encode_rounded(ZSTD_CCtx *z, const void *odds, size_t count, uint8_t *out)
{
    const zm_odds *o = odds;
    const unsigned shift = common_shift(o, count);
    span lower = {UINT32_MAX, 0}, width = {UINT32_MAX, 0};
    for (size_t i = 0; i < count; i++) {
        widen_span(&lower, o[i].lower >> shift);
        widen_span(&width, (o[i].upper >> shift) - (o[i].lower >> shift));
    }
    const zm_packed p = {shift, bits_of(lower.most - lower.least), bits_of(width.most - width.least), lower.least,
                         width.least};
    if (!shift || p.lower_bits + p.width_bits > PACKED_BITS || !(p.lower_bits + p.width_bits))
        return zm_encode_odds(z, odds, count, out);
    out[0] = PACKED;
    out[1] = (uint8_t)p.shift;
    out[2] = (uint8_t)p.lower_bits;
    out[3] = (uint8_t)p.width_bits;
    zm_put32(out + 4, p.lower);
    zm_put32(out + 8, p.width);
    put_packed(out + PACKED_HEAD, o, count, &p);
    return packed_bytes(count, p.lower_bits + p.width_bits);
}

bool zm_is_packed(const uint8_t *data, size_t bytes, size_t count, zm_packed *p)
{
    if (bytes < PACKED_HEAD || data[0] != PACKED)
        return false;
    *p = (zm_packed){data[1], data[2], data[3], zm_get32(data + 4), zm_get32(data + 8)};
    const unsigned bits = p->lower_bits + p->width_bits;
    return p->shift > 0 && p->shift < 32 && bits > 0 && bits <= PACKED_BITS && bytes == packed_bytes(count, bits);
}

/* Eight bytes from `at` on, those beyond the end as 0. */
static uint64_t load_word(const uint8_t *data, size_t bytes, size_t at)
{
    uint8_t word[8] = {0};
    if (at + 8 <= bytes)
        return zm_get64(data + at);
    memcpy(word, data + at, bytes - at);
    return zm_get64(word);
}

zm_odds zm_packed_odds(const uint8_t *data, size_t bytes, const zm_packed *p, size_t i)
{
    const unsigned bits = p->lower_bits + p->width_bits;
    const uint64_t from = (uint64_t)i * bits;
    const uint64_t x = load_word(data, bytes, PACKED_HEAD + (size_t)(from / 8)) >> from % 8 & zm_low_bits(bits);
    const uint64_t lower = p->lower + (x & zm_low_bits(p->lower_bits)), upper = lower + p->width + (x >> p->lower_bits);
    if (upper >> (32 - p->shift))
        return zm_no_odds();
    return (zm_odds){(uint32_t)(lower << p->shift), (uint32_t)((upper + 1) << p->shift) - 1};
}

static bool decode_packed(const uint8_t *data, size_t bytes, size_t count, zm_odds *out)
{
    zm_packed p;
    if (!zm_is_packed(data, bytes, count, &p))
        return false;
    for (size_t i = 0; i < count; i++) {
        out[i] = zm_packed_odds(data, bytes, &p, i);
        if (!zm_is_odds(out[i]))
            return false;
    }
    return true;
}

static zm_odds some_odds(uint32_t lower, uint32_t upper)
{
    return lower <= upper ? (zm_odds){lower, upper} : zm_no_odds();
}

bool zm_decode_odds(ZSTD_DCtx *z, const uint8_t *data, size_t bytes, size_t count, uint8_t *room, void *to)
{
    zm_odds *out = to;
    uint32_t lower = 0;
    if (bytes < 9 || count > ZM_ODDS_BLOCK || (data[0] != ODDS && data[0] != SAME_ODDS && data[0] != PACKED))
        return false;
    if (data[0] == PACKED)
        return decode_packed(data, bytes, count, out);
    if (data[0] == SAME_ODDS) {
        for (size_t i = 0; i < count; i++)
            out[i] = some_odds(zm_get32(data + 1), zm_get32(data + 5));
        return bytes == 9;
    }
    if (ZSTD_decompressDCtx(z, room, ZM_BLOCK_ROOM, data + 1, bytes - 1) != 8 * count)
        return false;
    for (size_t i = 0; i < count; i++) {
        lower += unzigzag(get_planes(room + i, count));
        out[i] = some_odds(lower, lower + get_planes(room + 4 * count + i, count));
    }
    return true;
}

/* ---- best moves ---- */

/* As bits side by side runs of equal moves are runs of equal bytes, and bits that no roll needs cost nothing. */
static size_t put_bit_plane(const uint64_t *word, size_t count, unsigned bit, uint8_t *out)
{
    memset(out, 0, (count + 7) / 8);
    for (size_t i = 0; i < count; i++)
        out[i / 8] |= (uint8_t)((word[i] >> bit & 1) << i % 8);
    return (count + 7) / 8;
}

size_t zm_encode_moves(ZSTD_CCtx *z, const void *words, size_t count, uint8_t *out)
{
    const uint64_t *word = words;
    uint8_t raw[ZM_BLOCK_ROOM];
    uint64_t differ = 0;
    size_t bytes = 0;
    _Static_assert(64 * ZM_MOVES_BLOCK / 8 <= ZM_BLOCK_ROOM, "a block of best moves fits its room");
    for (size_t i = 1; i < count; i++)
        differ |= word[i] ^ word[0];
    for (unsigned bit = 0; bit < 64; bit++)
        if (differ >> bit & 1)
            bytes += put_bit_plane(word, count, bit, raw + bytes);
    out[0] = MOVES;
    zm_put64(out + 1, differ);
    zm_put64(out + 9, word[0] & ~differ);
    if (!bytes)
        return 17;
    const size_t n = compress(z, raw, bytes, out + 17, ZM_ENCODED_ROOM - 17, ZM_LEVEL);
    return n ? n + 17 : 0;
}

bool zm_decode_moves(ZSTD_DCtx *z, const uint8_t *data, size_t bytes, size_t count, uint8_t *room, void *to)
{
    uint64_t *out = to;
    const size_t plane = (count + 7) / 8;
    if (bytes < 17 || count > ZM_MOVES_BLOCK || data[0] != MOVES)
        return false;
    const uint64_t differ = zm_get64(data + 1), same = zm_get64(data + 9);
    const size_t planes = (size_t)__builtin_popcountll(differ);
    if (same & differ)
        return false;
    for (size_t i = 0; i < count; i++)
        out[i] = same;
    if (!planes)
        return bytes == 17;
    if (ZSTD_decompressDCtx(z, room, ZM_BLOCK_ROOM, data + 17, bytes - 17) != planes * plane)
        return false;
    for (unsigned bit = 0; bit < 64; bit++)
        if (differ >> bit & 1) {
            for (size_t i = 0; i < count; i++)
                out[i] |= (uint64_t)(room[i / 8] >> i % 8 & 1) << bit;
            room += plane;
        }
    return true;
}

/* ---- keys ---- */
static unsigned __int128 wide(zm_pos p) { return (unsigned __int128)p.hi << 64 | p.lo; }

size_t zm_encode_keys(ZSTD_CCtx *z, const void *keys, size_t count, uint8_t *out)
{
    const zm_pos *k = keys;
    uint8_t raw[ZM_BLOCK_ROOM];
    _Static_assert(16 + (ZM_KEY_BLOCK - 1) * ZM_LONGEST_NUMBER <= ZM_BLOCK_ROOM, "a block of keys fits its room");
    zm_put64(raw, k[0].lo);
    zm_put64(raw + 8, k[0].hi);
    size_t n = 16;
    for (size_t i = 1; i < count; i++)
        n += zm_put_number(raw + n, wide(k[i]) - wide(k[i - 1]));
    return compress(z, raw, n, out, ZM_ENCODED_ROOM, ZM_LEVEL);
}

size_t zm_encode_places(ZSTD_CCtx *z, const void *places, size_t count, uint8_t *out)
{
    const uint64_t *k = places;
    uint8_t raw[ZM_BLOCK_ROOM];
    _Static_assert(8 + (ZM_PLACE_BLOCK - 1) * ZM_LONGEST_PLACE <= ZM_BLOCK_ROOM, "a block of places fits its room");
    zm_put64(raw, k[0]);
    size_t n = 8;
    for (size_t i = 1; i < count; i++)
        n += zm_put_number(raw + n, k[i] - k[i - 1]);
    return compress(z, raw, n, out, ZM_ENCODED_ROOM, ZM_LEVEL);
}

/* Two symbols a byte, from behind the room for one a byte. */
static bool spread(uint8_t *room, size_t count)
{
    const uint8_t *from = room + ZM_SYMBOL_BLOCK;
    _Static_assert(ZM_SYMBOL_BLOCK + ZM_SYMBOL_BLOCK / 2 <= ZM_BLOCK_ROOM, "both fit");
    for (size_t i = 0; i < count / 2; i++) {
        room[2 * i] = from[i] & 15;
        room[2 * i + 1] = from[i] >> 4;
    }
    if (count % 2)
        room[count - 1] = from[count / 2];
    return count % 2 == 0 || from[count / 2] < 16;
}

bool zm_decode_symbols(ZSTD_DCtx *z, const uint8_t *data, size_t bytes, size_t count, uint8_t *room, void *to)
{
    zm_symbols *out = to;
    if (bytes < 3 || count > ZM_SYMBOL_BLOCK || data[0] > HALF_BYTE)
        return false;
    *out = (zm_symbols){.width = data[0], .count = count, .low = room};
    if (out->width == 0) {
        out->same = (uint16_t)(data[1] | data[2] << 8);
        return bytes == 3;
    }
    if (data[0] == HALF_BYTE) {
        out->width = 1;
        const size_t raw =
            ZSTD_decompressDCtx(z, room + ZM_SYMBOL_BLOCK, ZM_BLOCK_ROOM - ZM_SYMBOL_BLOCK, data + 1, bytes - 1);
        return raw == half(count) && spread(room, count);
    }
    return ZSTD_decompressDCtx(z, room, ZM_BLOCK_ROOM, data + 1, bytes - 1) == count * out->width;
}

bool zm_decode_keys(ZSTD_DCtx *z, const uint8_t *data, size_t bytes, size_t count, uint8_t *room, void *to)
{
    zm_pos *out = to;
    size_t n = ZSTD_decompressDCtx(z, room, ZM_BLOCK_ROOM, data, bytes);
    if (ZSTD_isError(n) || n < 16 || count == 0 || count > ZM_KEY_BLOCK)
        return false;
    const uint8_t *at = room + 16, *end = room + n;
    out[0] = (zm_pos){.lo = zm_get64(room), .hi = zm_get64(room + 8)};
    for (size_t i = 1; i < count; i++) {
        unsigned __int128 step, key;
        if (!(at = zm_get_number(at, end, &step)) || step == 0)
            return false;
        if (__builtin_add_overflow(wide(out[i - 1]), step, &key))
            return false;
        out[i] = (zm_pos){.lo = (uint64_t)key, .hi = (uint64_t)(key >> 64)};
    }
    return at == end;
}

bool zm_decode_places(ZSTD_DCtx *z, const uint8_t *data, size_t bytes, size_t count, uint8_t *room, void *to)
{
    uint64_t *out = to;
    size_t n = ZSTD_decompressDCtx(z, room, ZM_BLOCK_ROOM, data, bytes);
    if (ZSTD_isError(n) || n < 8 || count == 0 || count > ZM_PLACE_BLOCK)
        return false;
    const uint8_t *at = room + 8, *end = room + n;
    out[0] = zm_get64(room);
    for (size_t i = 1; i < count; i++) {
        unsigned __int128 step;
        if (!(at = zm_get_number(at, end, &step)) || step == 0 || step > UINT64_MAX - out[i - 1])
            return false;
        out[i] = out[i - 1] + (uint64_t)step;
    }
    return at == end;
}
