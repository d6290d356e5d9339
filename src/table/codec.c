/* codec.c: see codec.h. Decoding trusts nothing: every length is compared before it is used. */
#include "codec.h"

#include <string.h>

enum { SAME = 0, ONE_BYTE = 1, TWO_BYTES = 2 };

static size_t compress(ZSTD_CCtx *z, const uint8_t *raw, size_t bytes, uint8_t *out, size_t room)
{
    size_t n = ZSTD_compressCCtx(z, out, room, raw, bytes, ZM_LEVEL);
    return ZSTD_isError(n) ? 0 : n;
}

static inline __attribute__((always_inline)) size_t encode_symbols(ZSTD_CCtx *z, const zm_value *v, size_t count,
                                                                   bool wdl, uint8_t *out)
{
    uint8_t raw[ZM_BLOCK_ROOM];
    const uint16_t first = count ? zm_symbol(wdl ? zm_wdl(v[0]) : v[0]) : 0;
    unsigned any = 0;
    bool same = true;
    for (size_t i = 0; i < count; i++) {
        uint16_t symbol = zm_symbol(wdl ? zm_wdl(v[i]) : v[i]);
        raw[i] = (uint8_t)symbol;
        raw[count + i] = (uint8_t)(symbol >> 8);
        any |= symbol;
        same &= symbol == first;
    }
    out[0] = same ? SAME : any < 256 ? ONE_BYTE : TWO_BYTES;
    if (same) {
        out[1] = raw[0];
        out[2] = raw[count];
        return 3;
    }
    size_t n = compress(z, raw, count * out[0], out + 1, ZM_ENCODED_ROOM - 1);
    return n ? n + 1 : 0;
}

size_t zm_encode_values(ZSTD_CCtx *z, const void *values, size_t count, uint8_t *out)
{
    return encode_symbols(z, values, count, false, out);
}

size_t zm_encode_wdl(ZSTD_CCtx *z, const void *values, size_t count, uint8_t *out)
{
    return encode_symbols(z, values, count, true, out);
}

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
    return compress(z, raw, n, out, ZM_ENCODED_ROOM);
}

bool zm_decode_symbols(ZSTD_DCtx *z, const uint8_t *data, size_t bytes, size_t count, uint8_t *room, zm_symbols *out)
{
    if (bytes < 3 || count > ZM_SYMBOL_BLOCK || data[0] > TWO_BYTES)
        return false;
    *out = (zm_symbols){.width = data[0], .count = count, .low = room};
    if (out->width == 0) {
        out->same = (uint16_t)(data[1] | data[2] << 8);
        return bytes == 3;
    }
    return ZSTD_decompressDCtx(z, room, ZM_BLOCK_ROOM, data + 1, bytes - 1) == count * out->width;
}

bool zm_decode_keys(ZSTD_DCtx *z, const uint8_t *data, size_t bytes, size_t count, uint8_t *room, zm_pos *out)
{
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
