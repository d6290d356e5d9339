/* reader.c: opening a table and looking states up.
 *
 * INVARIANTS
 *  1. Nothing read from a file is used as a place, length or count before it has been compared with what it must be.
 *  2. A value is given out only from a block whose checksum was right when it was decoded.
 *  3. An open table does not change but for its cache: any number of threads may probe it.
 * A probe is a look at the cache (about 20 ns), or else the checksum and the decompression of one block. */
#include "reader.h"

#include "game/place.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

static zm_status not_there(zm_context *c, const zm_variant *v, const char *tables)
{
    char folder[ZM_PATH] = "", text[ZM_VARIANT_TEXT];
    struct stat st;
    if (!tables)
        zm_tables_folder(folder, sizeof folder);
    tables = tables ? tables : folder;
    if (!stat(tables, &st) && !S_ISDIR(st.st_mode))
        return zm_fail(c, ZM_BAD_INPUT, "%s is a file; tables are kept in a folder", tables);
    zm_variant_text(v, ' ', false, text, sizeof text);
    return zm_fail(c, ZM_NOT_FOUND, "no table of %s%s%s in %s", v->game->name, *text ? " " : "", text, tables);
}

static zm_status not_finished(zm_context *c, const zm_variant *v)
{
    char name[ZM_TABLE_NAME];
    return zm_fail(c, ZM_NOT_FOUND, "table `%s` is not finished", zm_table_name(v, name));
}

/* The file must be as long as the manifest says: then nothing was cut off or added. */
static zm_status check_length(zm_context *c, const zm_variant *v, const char *name, const zm_pack *p, uint64_t bytes)
{
    if (p->file.bytes == bytes)
        return ZM_OK;
    return zm_table_damaged(c, v, name, p->file.bytes < bytes ? "truncated" : "longer than it should be");
}

/* Before its header is looked at: a file that was cut is called that, whatever else is wrong with it. */
static zm_status check_file(zm_context *c, const zm_variant *v, const char *folder, const char *name, uint64_t bytes)
{
    char path[ZM_PATH];
    zm_pack p = {0};
    ZM_TRY(c, zm_table_file(c, folder, name, path));
    zm_status s = zm_map_file(c, path, &p.file);
    if (s == ZM_NOT_FOUND)
        return zm_table_damaged(c, v, name, "file missing");
    if (s == ZM_CORRUPT)
        return zm_table_damaged(c, v, name, "not a file");
    ZM_TRY(c, s);
    s = check_length(c, v, name, &p, bytes);
    zm_pack_close(&p);
    return s;
}

static zm_status open_parts(zm_context *c, zm_table *t, uint64_t *blocks)
{
    const zm_manifest *m = &t->manifest;
    const zm_variant *v = t->variant;
    char name[32];
    ZM_TRY(c, zm_alloc(c, &t->part, m->part_count, sizeof *t->part, "the list of a table's files"));
    ZM_TRY(c, zm_alloc(c, &t->first_block, m->part_count, sizeof *t->first_block, "the list of a table's files"));
    for (uint32_t i = 0; i < m->part_count; i++) {
        const zm_manifest_part *q = &m->part[i];
        ZM_TRY(c, check_file(c, v, t->folder, zm_part_name(i, name), q->bytes));
        ZM_TRY(c, zm_open_part(c, v, t->folder, &t->layout, m, i, &t->part[i]));
        ZM_TRY(c, check_length(c, v, name, &t->part[i], q->bytes));
        t->first_block[i] = *blocks;
        *blocks += t->part[i].blocks;
        t->bytes += q->bytes;
    }
    return ZM_OK;
}

static zm_status open_keys(zm_context *c, zm_table *t, uint64_t *blocks)
{
    const zm_manifest *m = &t->manifest;
    if (!m->keyed)
        return ZM_OK;
    ZM_TRY(c, check_file(c, t->variant, t->folder, ZM_KEYS_FILE, m->keys_bytes));
    ZM_TRY(c, zm_open_keys(c, t->variant, t->folder, m, &t->keys));
    ZM_TRY(c, check_length(c, t->variant, ZM_KEYS_FILE, &t->keys, m->keys_bytes));
    const char *why = zm_pack_check_sections(&t->keys); /* a wrong first key would hide a state instead of failing */
    if (why)
        return zm_table_damaged(c, t->variant, ZM_KEYS_FILE, why);
    t->first_key_block = *blocks;
    *blocks += t->keys.blocks;
    t->bytes += m->keys_bytes;
    return ZM_OK;
}

/* The tiers as the rules have them; a manifest with the right rules hash and others was not made by this program. */
static zm_status lay_out(zm_context *c, zm_table *t)
{
    const zm_manifest *m = &t->manifest;
    const zm_variant *v = t->variant;
    bool dense = v->game->index->rank && v->game->index->unrank && v->game->index->tiers && v->game->index->tier_size;
    if (m->placed && !zm_places_fit(v))
        return zm_table_damaged(c, v, ZM_MANIFEST_FILE, "has places, and the game has no index that fits");
    if (m->tiers == 0 || (m->keyed ? m->tiers != 1 : !dense || m->tiers != v->game->index->tiers(v)))
        return zm_table_damaged(c, v, ZM_MANIFEST_FILE, "other tiers than the rules have");
    if (zm_manifest_dice(m) != (v->game->dice->rolls > 0))
        return zm_table_damaged(c, v, ZM_MANIFEST_FILE,
                                zm_manifest_dice(m) ? "has probabilities, and the game has no dice"
                                                    : "has no probabilities, and the game has dice");
    return zm_layout_make(c, v, m->tiers, m->keyed ? &m->keys : NULL, m->part_states, &t->layout);
}

static zm_status is_book(zm_context *c, const zm_variant *v, unsigned plies)
{
    char name[ZM_TABLE_NAME];
    return zm_fail(c, ZM_NOT_FOUND, "table `%s` is a book of the first %u plies, not of all states",
                   zm_table_name(v, name), plies);
}

/* What may be opened: a whole table; a book; what there is of a table that is not finished. */
typedef enum extent { WHOLE, BOOK, UNFINISHED } extent;

static zm_status check_extent(zm_context *c, const zm_table *t, extent wanted)
{
    const zm_manifest *m = &t->manifest;
    if (m->book && wanted != BOOK)
        return is_book(c, t->variant, m->book);
    if (m->finished ? wanted == UNFINISHED : wanted != UNFINISHED)
        return m->finished ? zm_fail(c, ZM_NOT_FOUND, "the table is finished") : not_finished(c, t->variant);
    if (wanted == UNFINISHED && !m->part_count)
        return zm_fail(c, ZM_NOT_FOUND, "a solve was begun and has not stored anything yet");
    if (!m->book && wanted == BOOK)
        return zm_fail(c, ZM_NOT_FOUND, "there is a table of all states, and no book");
    return ZM_OK;
}

static zm_status open_files(zm_context *c, zm_table *t, const char *tables, extent wanted)
{
    uint64_t blocks = 0;
    ZM_TRY(c, zm_table_path(c, t->variant, tables, t->folder, sizeof t->folder));
    zm_status s = zm_manifest_read(c, t->variant, t->folder, &t->manifest);
    if (s == ZM_NOT_FOUND)
        return not_there(c, t->variant, tables);
    ZM_TRY(c, s);
    ZM_TRY(c, check_extent(c, t, wanted));
    t->bytes = t->manifest.bytes;
    ZM_TRY(c, lay_out(c, t));
    ZM_TRY(c, open_parts(c, t, &blocks));
    ZM_TRY(c, open_keys(c, t, &blocks));
    ZM_TRY(c, zm_alloc(c, &t->cache, 1, sizeof *t->cache, "the cache of a table"));
    return zm_cache_open(c, blocks, t->manifest.bits > 0, t->cache);
}

static zm_status open_table(zm_context *c, const zm_variant *v, const char *tables, extent wanted, zm_table **out)
{
    zm_table *t;
    *out = NULL;
    ZM_TRY(c, zm_alloc(c, &t, 1, sizeof *t, "a table"));
    t->context = c;
    t->variant = v;
    zm_status s = open_files(c, t, tables, wanted);
    if (s != ZM_OK)
        zm_table_close(t);
    else
        *out = t;
    return s;
}

zm_status zm_table_open(zm_context *c, const zm_variant *v, const char *tables, zm_table **out)
{
    return open_table(c, v, tables, WHOLE, out);
}

zm_status zm_book_open(zm_context *c, const zm_variant *v, const char *tables, zm_table **out)
{
    return open_table(c, v, tables, BOOK, out);
}

zm_status zm_table_open_unfinished(zm_context *c, const zm_variant *v, const char *tables, zm_table **out)
{
    return open_table(c, v, tables, UNFINISHED, out);
}

zm_status zm_table_by_asking(zm_context *c, const zm_variant *v, const zm_table *answers, zm_table **out)
{
    zm_table *t;
    ZM_TRY(c, zm_alloc(c, &t, 1, sizeof *t, "a table"));
    t->context = c;
    t->variant = v;
    t->ask = answers->ask;
    t->ask_no_more = answers->ask_no_more;
    t->ask_arg = answers->ask_arg;
    *out = t;
    return ZM_OK;
}

void zm_table_close(zm_table *t)
{
    if (!t)
        return;
    zm_context *c = t->context;
    if (t->ask_no_more)
        t->ask_no_more(t->ask_arg);
    if (t->cache)
        zm_cache_close(c, t->cache);
    for (uint32_t i = 0; t->part && i < t->manifest.part_count; i++)
        zm_pack_close(&t->part[i]);
    zm_pack_close(&t->keys);
    zm_layout_free(c, &t->layout);
    zm_manifest_free(c, &t->manifest);
    zm_release(c, t->cache);
    zm_release(c, t->part);
    zm_release(c, t->first_block);
    zm_release(c, t);
}

const zm_variant *zm_table_variant(const zm_table *t) { return t->variant; }
const zm_summary *zm_table_summary(const zm_table *t) { return &t->manifest.total; }
uint64_t zm_table_bytes(const zm_table *t) { return t->bytes; }
uint64_t zm_table_checksum(const zm_table *t) { return t->manifest.check; }
unsigned zm_table_book(const zm_table *t) { return t->manifest.book; }
unsigned zm_table_beyond(const zm_table *t, unsigned *from)
{
    if (from)
        *from = t->manifest.beyond_from;
    return t->manifest.beyond;
}
bool zm_table_keyed(const zm_table *t) { return t->manifest.keyed; }
bool zm_table_dice(const zm_table *t) { return t->manifest.odds; }
bool zm_table_distances(const zm_table *t) { return !t->manifest.wdl && !zm_manifest_dice(&t->manifest); }
bool zm_table_moves(const zm_table *t) { return t->manifest.moves; }
unsigned zm_table_bits(const zm_table *t) { return t->manifest.bits; }
uint32_t zm_table_tiers(const zm_table *t) { return t->layout.tiers; }
uint64_t zm_table_tier_size(const zm_table *t, uint32_t tier)
{
    return tier < t->layout.tiers ? t->layout.tier[tier].size : 0;
}

/* ---- probing ---- */

static zm_status no_workspace(zm_context *c) { return zm_fail(c, ZM_NO_MEMORY, "not enough memory to read a table"); }

/* The cache keeps a block as it is decoded: low bytes, then high bytes; the width in the tag. */
static bool cached_symbol(const zm_cache *k, uint64_t number, size_t i, size_t count, zm_value *value)
{
    unsigned width, again;
    uint8_t low, high = 0;
    if (!zm_cache_byte(k, number, i, &width, &low))
        return false;
    if (width == 2 && (!zm_cache_byte(k, number, count + i, &again, &high) || again != width))
        return false;
    *value = zm_from_symbol((uint16_t)(low | high << 8));
    return true;
}

static zm_status value_at(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, zm_value *value)
{
    const zm_tier_at *at = &t->layout.tier[tier];
    const zm_pack *p = &t->part[at->part];
    uint64_t place = at->first + index, block = place / ZM_SYMBOL_BLOCK, number = t->first_block[at->part] + block;
    size_t i = (size_t)(place % ZM_SYMBOL_BLOCK), count = zm_pack_block_items(p, block);
    if (cached_symbol(t->cache, number, i, count, value))
        return ZM_OK;
    zm_workspace *w = zm_cache_borrow(t->cache);
    if (!w)
        return no_workspace(c);
    zm_symbols symbols;
    zm_status s = zm_block_symbols(c, t->variant, p, tier, block, w, &symbols);
    if (s == ZM_OK) {
        *value = zm_symbol_value(&symbols, i);
        if (symbols.width) /* a block of one symbol is as quickly read where it lies */
            zm_cache_put(t->cache, number, symbols.width, symbols.low, count * symbols.width);
    }
    zm_cache_return(t->cache, w);
    return s;
}

/* Decoded odds, and best moves, are eight bytes each, a word of the cache. */
static bool cached_item(const zm_cache *k, uint64_t number, size_t i, void *item)
{
    unsigned bits;
    uint64_t word;
    uint8_t bytes[sizeof word];
    if (!zm_cache_word(k, number, i, &bits, &word))
        return false;
    zm_put64(bytes, word); /* as zm_cache_put took it */
    memcpy(item, bytes, sizeof bytes);
    return true;
}

/* Where odds are packed one is read from where it lies, in the file that is mapped; nothing is decoded, kept or waited
 * for. What is wrong with a block is told by who decodes it. */
static bool packed_item(const zm_table *t, const zm_pack *p, uint64_t block, uint64_t number, size_t i, zm_odds *odds)
{
    const uint8_t *data;
    size_t bytes;
    zm_packed head;
    if (!t->cache->right)
        return false;
    if (zm_cache_is_right(t->cache, number)) {
        if (zm_pack_find_block(p, block, &data, &bytes))
            return false;
    } else {
        if (zm_pack_block(p, block, &data, &bytes))
            return false;
        zm_cache_note_right(t->cache, number);
    }
    if (!zm_is_packed(data, bytes, zm_pack_block_items(p, block), &head))
        return false;
    *odds = zm_packed_odds(data, bytes, &head, i);
    return zm_is_odds(*odds) && !zm_is_cut(&p->file);
}

zm_status zm_table_odds_of_place(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, zm_odds *odds)
{
    const zm_tier_at *at = &t->layout.tier[tier];
    const zm_pack *p = &t->part[at->part];
    uint64_t place = at->first + index, block = place / ZM_ODDS_BLOCK, number = t->first_block[at->part] + block;
    if (packed_item(t, p, block, number, (size_t)(place % ZM_ODDS_BLOCK), odds) ||
        cached_item(t->cache, number, (size_t)(place % ZM_ODDS_BLOCK), odds))
        return ZM_OK;
    zm_workspace *w = zm_cache_borrow(t->cache);
    if (!w)
        return no_workspace(c);
    zm_status s = zm_block_odds(c, t->variant, p, tier, block, w);
    if (s == ZM_OK) {
        *odds = w->odds[place % ZM_ODDS_BLOCK];
        zm_cache_put(t->cache, number, 0, w->odds, zm_pack_block_items(p, block) * sizeof *odds);
    }
    zm_cache_return(t->cache, w);
    return s;
}

static zm_status moves_at(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, uint64_t *moves)
{
    const zm_tier_at *at = &t->layout.tier[tier];
    const zm_pack *p = &t->part[at->part];
    uint64_t place = at->first + index, block = place / ZM_MOVES_BLOCK, number = t->first_block[at->part] + block;
    if (cached_item(t->cache, number, (size_t)(place % ZM_MOVES_BLOCK), moves))
        return ZM_OK;
    zm_workspace *w = zm_cache_borrow(t->cache);
    if (!w)
        return no_workspace(c);
    zm_status s = zm_block_moves(c, t->variant, p, tier, block, w);
    if (s == ZM_OK) {
        *moves = w->moves[place % ZM_MOVES_BLOCK];
        zm_cache_put(t->cache, number, 0, w->moves, zm_pack_block_items(p, block) * sizeof *moves);
    }
    zm_cache_return(t->cache, w);
    return s;
}

/* ---- keys: positions or, as the low word of one, places ---- */
static zm_pos key_in(const zm_table *t, const zm_workspace *w, size_t i)
{
    return t->manifest.placed ? (zm_pos){.lo = w->places[i]} : w->keys[i];
}

/* Keys of a block into w->keys or w->places, from the cache or the file. */
static zm_status load_keys(zm_context *c, const zm_table *t, uint64_t block, zm_workspace *w)
{
    size_t bytes = zm_pack_block_items(&t->keys, block) * t->keys.kind->item_bytes;
    uint64_t number = t->first_key_block + block;
    void *to = t->manifest.placed ? (void *)w->places : w->keys;
    if (zm_cache_copy(t->cache, number, to, bytes))
        return ZM_OK;
    ZM_TRY(c, t->manifest.placed ? zm_block_places(c, t->variant, &t->keys, block, w)
                                 : zm_block_keys(c, t->variant, &t->keys, block, w));
    zm_cache_put(t->cache, number, 0, to, bytes);
    return ZM_OK;
}

static zm_pos first_key(const zm_table *t, uint64_t block)
{
    const size_t size = t->keys.kind->item_bytes;
    const uint8_t *at = t->keys.file.data + t->keys.extra_at + size * block;
    return (zm_pos){.lo = zm_get64(at), .hi = t->manifest.placed ? 0 : zm_get64(at + 8)};
}

/* The last block whose first key is not behind `key`. */
static bool find_block(const zm_table *t, zm_pos key, uint64_t *block)
{
    uint64_t low = 0, high = t->keys.blocks; /* first_key(low - 1) <= key < first_key(high) */
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (zm_before(key, first_key(t, middle)))
            high = middle;
        else
            low = middle + 1;
    }
    *block = low - 1;
    return low > 0;
}

static zm_status find_key(zm_context *c, const zm_table *t, zm_pos key, bool *found, uint64_t *index)
{
    uint64_t block;
    *found = false;
    const bool there = find_block(t, key, &block);
    if (zm_is_cut(&t->keys.file)) /* first keys may be zeros */
        return zm_bad_keys(c, t->variant, 0, ZM_CUT);
    if (!there)
        return ZM_OK;
    zm_workspace *w = zm_cache_borrow(t->cache);
    if (!w)
        return no_workspace(c);
    zm_status s = load_keys(c, t, block, w);
    size_t low = 0, high = s == ZM_OK ? zm_pack_block_items(&t->keys, block) : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (zm_before(key_in(t, w, middle), key))
            low = middle + 1;
        else
            high = middle;
    }
    if (s == ZM_OK && low < zm_pack_block_items(&t->keys, block) && zm_same(key_in(t, w, low), key)) {
        *found = true;
        *index = block * t->keys.kind->block_items + low;
    }
    zm_cache_return(t->cache, w);
    return s;
}

static zm_pos key_of(const zm_table *t, zm_pos state)
{
    const zm_variant *v = t->variant;
    return t->manifest.placed ? (zm_pos){.lo = zm_place_number(v->game->index->rank(v, state))} : state;
}

/* What is in a file is no place before it has been compared with the index. */
static zm_status state_of_key(zm_context *c, const zm_table *t, zm_pos key, zm_pos *state)
{
    const zm_game *g = t->variant->game;
    const zm_place at = zm_numbered_place(key.lo);
    *state = key;
    if (!t->manifest.placed)
        return ZM_OK;
    if (at.tier >= g->index->tiers(t->variant) || at.index >= g->index->tier_size(t->variant, at.tier))
        return zm_table_damaged(c, t->variant, ZM_KEYS_FILE, "a place that the game has not");
    *state = g->index->unrank(t->variant, at);
    return ZM_OK;
}

/* The place of a position, its fingerprint taken. */
static zm_status locate(zm_context *c, const zm_table *t, zm_pos p, bool *found, zm_place *at)
{
    const zm_variant *v = t->variant;
    *found = true;
    *at = (zm_place){0};
    p = zm_state_of(v, p);
    if (t->manifest.keyed)
        ZM_TRY(c, find_key(c, t, key_of(t, p), found, &at->index));
    else
        *at = v->game->index->rank(v, p);
    *found = *found && at->tier < t->layout.tiers && at->index < t->layout.tier[at->tier].size &&
             t->layout.tier[at->tier].part < t->manifest.part_count;
    return ZM_OK;
}

/* Values are asked of tables of values, odds of tables of odds, moves of tables of moves. */
typedef enum kind { VALUES, ODDS, MOVES } kind;

static kind kind_of(const zm_table *t) { return t->manifest.odds ? ODDS : t->manifest.moves ? MOVES : VALUES; }

static zm_status check_kind(zm_context *c, const zm_table *t, kind asked)
{
    static const char *const words[] = {"wins, losses and draws", "probabilities", "best moves"};
    char name[ZM_TABLE_NAME];
    if (kind_of(t) == asked)
        return ZM_OK;
    return zm_fail(c, ZM_BAD_INPUT, "table `%s` has %s, not %s", zm_table_name(t->variant, name), words[kind_of(t)],
                   words[asked]);
}

zm_status zm_table_probe(zm_context *c, const zm_table *t, zm_pos p, zm_value *value)
{
    zm_place at;
    bool found;
    *value = ZM_NONE;
    ZM_TRY(c, check_kind(c, t, VALUES));
    if (t->ask)
        return t->ask(t->ask_arg, c, p, value);
    ZM_TRY(c, locate(c, t, p, &found, &at));
    return found ? value_at(c, t, at.tier, at.index, value) : ZM_OK;
}

zm_status zm_table_probe_odds(zm_context *c, const zm_table *t, zm_pos p, zm_odds *odds)
{
    zm_place at;
    bool found;
    *odds = zm_no_odds();
    ZM_TRY(c, check_kind(c, t, ODDS));
    ZM_TRY(c, locate(c, t, p, &found, &at));
    return found ? zm_table_odds_of_place(c, t, at.tier, at.index, odds) : ZM_OK;
}

zm_status zm_table_has(zm_context *c, const zm_table *t, zm_pos p, bool *has)
{
    zm_value value = ZM_NONE;
    zm_odds odds = zm_no_odds();
    if (zm_table_moves(t)) {
        zm_place at;
        return locate(c, t, p, has, &at); /* which places are states it does not say */
    }
    if (zm_table_dice(t))
        ZM_TRY(c, zm_table_probe_odds(c, t, p, &odds));
    else
        ZM_TRY(c, zm_table_probe(c, t, p, &value));
    *has = value != ZM_NONE || zm_is_odds(odds);
    return ZM_OK;
}

unsigned zm_move_bits(const zm_variant *v) { return 64 / v->game->dice->rolls; }

zm_status zm_table_probe_move(zm_context *c, const zm_table *t, zm_pos p, unsigned roll, unsigned *choice)
{
    zm_place at;
    bool found;
    uint64_t word = 0;
    const unsigned bits = zm_move_bits(t->variant);
    *choice = 0;
    ZM_TRY(c, check_kind(c, t, MOVES));
    if (roll >= t->variant->game->dice->rolls)
        return zm_fail(c, ZM_BAD_INPUT, "there are %u rolls, counted from 0", t->variant->game->dice->rolls);
    ZM_TRY(c, locate(c, t, p, &found, &at));
    if (!found)
        return zm_fail(c, ZM_BAD_INPUT, "the table does not have that position");
    ZM_TRY(c, moves_at(c, t, at.tier, at.index, &word));
    *choice = (unsigned)(word >> roll * bits & zm_low_bits(bits));
    return ZM_OK;
}

static zm_status no_tier(zm_context *c, const zm_table *t, uint32_t tier)
{
    return zm_fail(c, ZM_BAD_INPUT, "the table has no tier %" PRIu32 " (they are 0 to %" PRIu32 ")", tier,
                   t->layout.tiers - 1);
}

static zm_status check_place(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index)
{
    if (tier >= t->layout.tiers)
        return no_tier(c, t, tier);
    if (index >= t->layout.tier[tier].size)
        return zm_fail(c, ZM_BAD_INPUT, "tier %" PRIu32 " has no place %" PRIu64, tier, index);
    return ZM_OK;
}

zm_status zm_table_value_at(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, zm_value *value)
{
    *value = ZM_NONE;
    ZM_TRY(c, check_kind(c, t, VALUES));
    ZM_TRY(c, check_place(c, t, tier, index));
    return value_at(c, t, tier, index, value);
}

zm_status zm_table_odds_at(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, zm_odds *odds)
{
    *odds = zm_no_odds();
    ZM_TRY(c, check_kind(c, t, ODDS));
    ZM_TRY(c, check_place(c, t, tier, index));
    return zm_table_odds_of_place(c, t, tier, index, odds);
}

zm_status zm_table_read_piece(zm_context *c, const zm_table *t, uint32_t tier, uint64_t from, uint64_t count,
                              zm_value *values)
{
    if (tier >= t->layout.tiers)
        return no_tier(c, t, tier);
    ZM_TRY(c, check_kind(c, t, VALUES));
    return zm_read_values(c, t->variant,
                          &(zm_tier_range){&t->part[t->layout.tier[tier].part], &t->layout, tier, from, count}, values);
}

zm_status zm_table_read_tier(zm_context *c, const zm_table *t, uint32_t tier, zm_value *values)
{
    return zm_table_read_piece(c, t, tier, 0, zm_table_tier_size(t, tier), values);
}

zm_status zm_table_read_odds_piece(zm_context *c, const zm_table *t, uint32_t tier, uint64_t from, uint64_t count,
                                   zm_odds *values)
{
    if (tier >= t->layout.tiers)
        return no_tier(c, t, tier);
    ZM_TRY(c, check_kind(c, t, ODDS));
    return zm_read_odds(c, t->variant,
                        &(zm_tier_range){&t->part[t->layout.tier[tier].part], &t->layout, tier, from, count}, values);
}

zm_status zm_table_read_moves(zm_context *c, const zm_table *t, uint32_t tier, uint64_t *moves)
{
    if (tier >= t->layout.tiers)
        return no_tier(c, t, tier);
    ZM_TRY(c, check_kind(c, t, MOVES));
    return zm_read_moves(c, t->variant,
                         &(zm_tier_range){&t->part[t->layout.tier[tier].part], &t->layout, tier, 0,
                                          zm_table_tier_size(t, tier)},
                         moves);
}

zm_status zm_table_read_odds(zm_context *c, const zm_table *t, uint32_t tier, zm_odds *values)
{
    return zm_table_read_odds_piece(c, t, tier, 0, zm_table_tier_size(t, tier), values);
}

/* A table can be from anywhere: what it says is a state is looked at before the rules are asked about it. */
zm_status zm_table_check_state(zm_context *c, const zm_table *t, zm_pos p)
{
    const zm_game *g = t->variant->game;
    return !g->is_position || g->is_position(t->variant, p)
               ? ZM_OK
               : zm_table_damaged(c, t->variant, t->manifest.keyed ? ZM_KEYS_FILE : "values",
                                  "a state is no position of the game");
}

zm_status zm_table_state(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, zm_pos *p)
{
    ZM_TRY(c, check_place(c, t, tier, index));
    if (!t->manifest.keyed) {
        *p = t->variant->game->index->unrank(t->variant, (zm_place){.tier = tier, .index = index});
        return zm_table_check_state(c, t, *p);
    }
    zm_workspace *w = zm_cache_borrow(t->cache);
    if (!w)
        return no_workspace(c);
    const uint32_t items = t->keys.kind->block_items;
    zm_status s = load_keys(c, t, index / items, w);
    if (s == ZM_OK)
        s = state_of_key(c, t, key_in(t, w, index % items), p);
    if (s == ZM_OK)
        s = zm_table_check_state(c, t, *p);
    zm_cache_return(t->cache, w);
    return s;
}
