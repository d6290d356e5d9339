/* writer.c: see writer.h for the invariants.
 *
 * A part is written under a temporary name while its tiers come in, committed when it is full, and only then named by a
 * new manifest. What a killed writer leaves is therefore an older manifest, whole parts it does not name yet (removed
 * here: they will be written again, with the same bytes) and temporaries (cleared). Cost: a few MiB of blocks being
 * compressed, 24 bytes a tier; a part costs one manifest of about 150 bytes a part. */
#include "writer.h"
#include "table/format/blocks.h"
#include "table/format/manifest.h"
#include "table/format/summary.h"
#include "table/format/tier_counts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct zm_writer {
    zm_context *context;
    const zm_variant *variant;
    char folder[ZM_PATH];
    int lock;
    zm_layout layout;
    zm_manifest manifest;
    uint32_t done, next; /* tiers in committed parts; the tier that comes next */
    bool failed;         /* a part is half made: nothing more can be added */
    bool begun;          /* a tier in pieces, of which `left` places are still to come */
    uint64_t left;

    zm_packer *packer; /* of the part being made, or NULL */
    zm_out *whole;     /* the part before it, if it has still to be committed */
    zm_manifest_part whole_part;
    zm_summary sum; /* of its tiers */
    uint8_t *rows;  /* their counts, as LEB128 numbers */
    uint64_t rows_bytes, rows_room;

    zm_pack open; /* the part last read from */
    bool is_open;
    uint32_t open_part;
};

void zm_summary_add(zm_summary *a, const zm_summary *b)
{
    a->states += b->states;
    a->won_by[0] += b->won_by[0];
    a->won_by[1] += b->won_by[1];
    a->drawn += b->drawn;
    zm_summary_add_odds(a, b);
    if (!b->has_longest)
        return;
    if (!a->has_longest || b->longest > a->longest) {
        a->longest = b->longest;
        a->longest_position = b->longest_position;
    } else if (b->longest == a->longest) {
        a->longest_position = zm_smaller(a->longest_position, b->longest_position);
    }
    a->has_longest = true;
}

void zm_summary_wdl(zm_summary *s)
{
    s->wdl = true;
    s->start = zm_wdl(s->start);
    s->has_longest = false;
    s->longest = 0;
    s->longest_position = (zm_pos){0};
}

/* ---- opening: what can be taken over ---- */

static bool file_is(zm_status opened, zm_pack *p, uint64_t bytes, uint64_t check)
{
    if (opened != ZM_OK)
        return false;
    bool same = p->file.bytes == bytes && zm_pack_check(p) == check;
    zm_pack_close(p);
    return same;
}

/* Keeps the parts from the first on whose bytes are those the manifest names. */
static void keep_whole_parts(zm_writer *w)
{
    zm_manifest *m = &w->manifest;
    zm_context *c = w->context;
    zm_pack p;
    uint32_t n = 0;
    char name[32];
    for (; n < m->part_count; n++) {
        const zm_manifest_part *q = &m->part[n];
        zm_status s = zm_open_part(c, w->variant, w->folder, &w->layout, m, n, &p);
        if (!file_is(s, &p, q->bytes, q->check))
            break;
    }
    if (n < m->part_count)
        zm_note(c, "%s is damaged or missing: %s", zm_part_name(n, name),
                n ? "what comes before it is kept" : "starting over");
    m->finished &= n == m->part_count;
    m->part_count = n;
}

static void keep_keyed(zm_writer *w)
{
    zm_manifest *m = &w->manifest;
    zm_pack p;
    if (m->finished) {
        zm_status s = zm_open_keys(w->context, w->variant, w->folder, m, &p);
        m->finished = file_is(s, &p, m->keys_bytes, m->keys_check);
    }
    if (!m->finished)
        m->part_count = 0; /* keys and values of a keyed table are found together: half of it saves nothing */
}

/* Every part costs a file and, when it is made, a manifest that names all of them: a thousand or so are enough. */
static uint64_t default_part(uint64_t places)
{
    enum { MOST_PARTS = 1024 };
    uint64_t part = ZM_PART_STATES;
    while (places / part > MOST_PARTS)
        part *= 2;
    return part;
}

uint64_t zm_writer_part(uint64_t places, uint64_t part_states)
{
    return part_states ? part_states : default_part(places);
}

uint64_t zm_writer_bytes(const zm_context *c, uint64_t places, uint64_t largest, uint64_t part_states)
{
    enum { OWN = 1 << 16 }; /* of the writer itself, and of what is read back */
    const uint64_t part = zm_writer_part(places, part_states), most = largest > part ? largest : part;
    return zm_packer_bytes(zm_threads(c), most < places ? most : places) + OWN;
}

static uint64_t all_places(const zm_writer_plan *plan)
{
    uint64_t places = 0;
    for (uint32_t i = 0; i < plan->tiers; i++)
        places += plan->tier_size[i];
    return places;
}

static void forget(zm_writer *w, const zm_writer_plan *plan)
{
    zm_manifest_free(w->context, &w->manifest);
    w->manifest.rules = zm_rules_hash(w->variant);
    w->manifest.keyed = plan->keyed;
    w->manifest.placed = plan->placed;
    w->manifest.book = plan->book;
    w->manifest.beyond = plan->beyond;
    w->manifest.beyond_from = plan->beyond_from;
    w->manifest.wdl = plan->wdl;
    w->manifest.odds = plan->odds;
    w->manifest.estimates = plan->estimates;
    w->manifest.bits = plan->bits;
    w->manifest.moves = plan->moves;
    w->manifest.total.dice = plan->odds || plan->moves;
    w->manifest.tiers = plan->tiers;
    w->manifest.part_states = zm_writer_part(all_places(plan), plan->part_states);
}

/* A finished table with distances has what is asked for and more. Other than that, values of two kinds are not
 * mixed. */
static bool other_values(const zm_manifest *m, const zm_writer_plan *plan)
{
    return m->wdl != plan->wdl && !(m->finished && plan->wdl);
}

static void note_other_values(const zm_writer *w, bool wdl)
{
    zm_note(w->context, "starting over: the table there %s",
            wdl ? "says who wins, not how far" : "has distances, and is not whole");
}

/* Fills the manifest with what is there and can be trusted. *fresh: it has to be written anew. */
static zm_status take_over(zm_writer *w, const zm_writer_plan *plan, bool *fresh)
{
    zm_context *c = w->context;
    zm_manifest old, *m = &w->manifest;
    *fresh = true;
    zm_status s = plan->again ? ZM_NOT_FOUND : zm_manifest_read(c, w->variant, w->folder, &old);
    if (s == ZM_CORRUPT)
        zm_note(c, "starting over: %s", zm_message(c));
    if (s != ZM_OK)
        return s == ZM_CORRUPT || s == ZM_NOT_FOUND ? ZM_OK : s;
    if (old.keyed != m->keyed || old.placed != m->placed || old.odds != m->odds || old.estimates != m->estimates ||
        old.moves != m->moves || old.bits != m->bits || old.book != m->book || old.beyond != m->beyond ||
        old.beyond_from != m->beyond_from || old.tiers != m->tiers || old.part_states != m->part_states ||
        (old.keyed && old.finished && old.keys != w->layout.places)) {
        zm_note(c, "starting over: the table there is of another kind or has parts of another size");
        zm_manifest_free(c, &old);
        return ZM_OK;
    }
    if (other_values(&old, plan)) {
        note_other_values(w, old.wdl);
        zm_manifest_free(c, &old);
        return ZM_OK;
    }
    uint32_t named = old.part_count;
    bool finished = old.finished;
    *m = old;
    keep_whole_parts(w);
    if (m->keyed)
        keep_keyed(w);
    if (other_values(m, plan)) { /* it was finished, and is damaged */
        note_other_values(w, m->wdl);
        m->wdl = plan->wdl;
        m->part_count = 0;
    }
    *fresh = m->part_count != named || m->finished != finished;
    if (!m->finished)
        m->keys = m->keys_bytes = m->keys_check = 0;
    return ZM_OK;
}

/* Is it a part, or the keys, that the manifest does not name, or what only a dense solve has a use for? */
static bool surplus(const zm_writer *w, const char *name)
{
    uint32_t n;
    bool keys = !strcmp(name, ZM_KEYS_FILE), states = !strcmp(name, ZM_STATES_FILE);
    return (zm_is_part(name, &n) && n >= w->manifest.part_count) || (keys && !w->manifest.keys_bytes) ||
           (states && w->manifest.keyed);
}

/* The manifest is on disk already, so that it never names what is gone. A folder where a file has to come is told of
 * now and not after an hour. */
static zm_status remove_surplus(const zm_writer *w)
{
    zm_status s = ZM_OK;
    DIR *d = opendir(w->folder);
    for (struct dirent *e; d && s == ZM_OK && (e = readdir(d));)
        if (surplus(w, e->d_name) && unlinkat(dirfd(d), e->d_name, 0) && unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR))
            s = zm_fail(w->context, ZM_IO, "cannot remove %s/%s: %s; remove it by hand", w->folder, e->d_name,
                        strerror(errno));
    if (d)
        closedir(d);
    return s;
}

static zm_status start(zm_writer *w, const char *tables, const zm_writer_plan *plan)
{
    zm_context *c = w->context;
    char path[ZM_PATH];
    bool fresh;
    ZM_TRY(c, zm_table_path(c, w->variant, tables, w->folder, sizeof w->folder));
    ZM_TRY(c, zm_make_folders(c, w->folder));
    ZM_TRY(c, zm_table_file(c, w->folder, ZM_LOCK_FILE, path));
    ZM_TRY(c, zm_lock_file(c, path, &w->lock));
    zm_clear_temporaries(w->folder);
    forget(w, plan);
    ZM_TRY(c, zm_layout_make(c, w->variant, plan->tiers, plan->tier_size, w->manifest.part_states, &w->layout));
    ZM_TRY(c, take_over(w, plan, &fresh));
    if (fresh)
        ZM_TRY(c, zm_manifest_write(c, w->variant, w->folder, &w->manifest));
    ZM_TRY(c, remove_surplus(w));
    for (uint32_t i = 0; i < w->manifest.part_count; i++)
        w->done += w->manifest.part[i].tiers;
    w->next = w->done;
    return ZM_OK;
}

zm_status zm_writer_open(zm_context *c, const zm_variant *v, const char *tables, const zm_writer_plan *plan,
                         zm_writer **out)
{
    zm_writer *w;
    *out = NULL;
    if (plan->tiers == 0 || (plan->keyed && plan->tiers != 1))
        return zm_fail(c, ZM_BAD_INPUT, "a table has at least one tier, a keyed one exactly one");
    if ((plan->odds || plan->moves) != (v->game->dice->rolls > 0) || (plan->odds && plan->moves) ||
        (plan->odds && plan->wdl))
        return zm_fail(c, ZM_BAD_INPUT, "a table of a game with dice has probabilities, one without has none");
    ZM_TRY(c, zm_alloc(c, &w, 1, sizeof *w, "the table writer"));
    w->context = c;
    w->variant = v;
    w->lock = -1;
    zm_status s = start(w, tables, plan);
    if (s != ZM_OK)
        zm_writer_close(w);
    else
        *out = w;
    return s;
}

uint32_t zm_writer_widest(const zm_writer *w)
{
    uint32_t widest = 0;
    for (uint32_t i = 0; i < w->manifest.part_count; i++)
        widest = w->manifest.part[i].sum.widest > widest ? w->manifest.part[i].sum.widest : widest;
    return widest;
}

uint32_t zm_writer_done(const zm_writer *w) { return w->done; }
bool zm_writer_finished(const zm_writer *w) { return w->manifest.finished; }
const char *zm_writer_folder(const zm_writer *w) { return w->folder; }

void zm_writer_close(zm_writer *w)
{
    if (!w)
        return;
    zm_context *c = w->context;
    zm_packer_abandon(w->packer);
    zm_out_abandon(w->whole);
    if (w->is_open)
        zm_pack_close(&w->open);
    zm_release(c, w->rows);
    zm_layout_free(c, &w->layout);
    zm_manifest_free(c, &w->manifest);
    zm_unlock_file(w->lock);
    zm_release(c, w);
}

/* ---- reading back ---- */

static zm_status open_part(zm_writer *w, uint32_t part)
{
    if (w->is_open && w->open_part == part)
        return ZM_OK;
    if (w->is_open)
        zm_pack_close(&w->open);
    w->is_open = false;
    ZM_TRY(w->context, zm_open_part(w->context, w->variant, w->folder, &w->layout, &w->manifest, part, &w->open));
    w->is_open = true;
    w->open_part = part;
    return ZM_OK;
}

static zm_status refuse(zm_writer *w, const char *what)
{
    char name[ZM_TABLE_NAME];
    return zm_fail(w->context, ZM_BAD_INPUT, "table `%s`: %s", zm_table_name(w->variant, name), what);
}

static zm_status open_tier(zm_writer *w, uint32_t tier, bool odds)
{
    if (tier >= w->done)
        return zm_fail(w->context, ZM_BAD_INPUT, "tier %" PRIu32 " is not on disk yet", tier);
    if (w->manifest.odds != odds)
        return refuse(w, "its values are of the other kind");
    return open_part(w, w->layout.tier[tier].part);
}

zm_status zm_writer_read_piece(zm_writer *w, uint32_t tier, uint64_t from, uint64_t count, zm_value *values)
{
    ZM_TRY(w->context, open_tier(w, tier, false));
    return zm_read_values(w->context, w->variant, &(zm_tier_range){&w->open, &w->layout, tier, from, count}, values);
}

zm_status zm_writer_read_tier(zm_writer *w, uint32_t tier, zm_value *values)
{
    return zm_writer_read_piece(w, tier, 0, tier < w->layout.tiers ? w->layout.tier[tier].size : 0, values);
}

zm_status zm_writer_read_odds_piece(zm_writer *w, uint32_t tier, uint64_t from, uint64_t count, zm_odds *values)
{
    ZM_TRY(w->context, open_tier(w, tier, true));
    return zm_read_odds(w->context, w->variant, &(zm_tier_range){&w->open, &w->layout, tier, from, count}, values);
}

zm_status zm_writer_read_odds(zm_writer *w, uint32_t tier, zm_odds *values)
{
    return zm_writer_read_odds_piece(w, tier, 0, tier < w->layout.tiers ? w->layout.tier[tier].size : 0, values);
}

/* ---- adding ---- */

static const zm_pack_kind *kind_of(const zm_writer *w)
{
    return w->manifest.bits    ? &zm_pack_of_rounded
           : w->manifest.odds  ? &zm_pack_of_odds
           : w->manifest.moves ? &zm_pack_of_moves
           : w->manifest.wdl   ? &zm_pack_of_wdl
                               : &zm_pack_of_values;
}

static zm_status begin_part(zm_writer *w, uint32_t tier)
{
    char name[32], path[ZM_PATH];
    uint32_t part = w->layout.tier[tier].part, end = tier;
    while (end < w->layout.tiers && w->layout.tier[end].part == part)
        end++;
    zm_pack_head head = {.rules = w->manifest.rules, .part = part, .first_tier = tier, .tiers = end - tier};
    w->sum = (zm_summary){.dice = zm_manifest_dice(&w->manifest)};
    w->rows_bytes = 0;
    ZM_TRY(w->context, zm_table_file(w->context, w->folder, zm_part_name(part, name), path));
    return zm_packer_open(w->context, path, kind_of(w), &head, &w->packer);
}

static zm_status add_row(zm_writer *w, uint64_t size, const zm_summary *s)
{
    uint64_t need = w->rows_bytes + ZM_ROW_ROOM;
    if (need > w->rows_room) {
        ZM_TRY(w->context, zm_resize(w->context, &w->rows, 2 * need, 1, "the tiers of a table's file"));
        w->rows_room = 2 * need;
    }
    w->rows_bytes += zm_put_row(w->rows + w->rows_bytes, size, s);
    return ZM_OK;
}

/* Does anything go on from a table that is not finished? Tiers are not made from what was rounded. */
static bool is_resumed(const zm_writer *w) { return !w->manifest.bits; }

/* The part that is whole becomes one the manifest names; who does not go on from it names all of them at the end. */
static zm_status settle(zm_writer *w)
{
    zm_out *out = w->whole;
    w->whole = NULL; /* commit frees it */
    if (!out)
        return ZM_OK;
    ZM_TRY(w->context, zm_out_commit(out));
    ZM_TRY(w->context, zm_manifest_add(w->context, &w->manifest, &w->whole_part));
    w->done += w->whole_part.tiers;
    if (is_resumed(w) || w->done == w->layout.tiers)
        ZM_TRY(w->context, zm_manifest_write(w->context, w->variant, w->folder, &w->manifest));
    return ZM_OK;
}

/* Where nothing goes on from a table that is not finished there is no haste: the part is synced while the next one is
 * made. */
static zm_status end_part(zm_writer *w)
{
    zm_packed_file file;
    zm_packer *p = w->packer;
    w->packer = NULL; /* its end frees it */
    zm_status s = settle(w);
    if (s != ZM_OK) {
        zm_packer_abandon(p);
        return s;
    }
    ZM_TRY(w->context, zm_packer_end(p, w->rows, w->rows_bytes, true, &file));
    w->whole = file.out;
    w->whole_part = (zm_manifest_part){
        .first = w->done, .tiers = w->next - w->done, .bytes = file.bytes, .check = file.check, .sum = w->sum};
    if (is_resumed(w) || w->next == w->layout.tiers)
        return settle(w);
    zm_out_sync_ahead(w->whole);
    return ZM_OK;
}

static zm_status put_slice(zm_writer *w, const zm_encoded_tier *slice)
{
    zm_encoded_tier_item r;
    for (uint64_t at = 0; zm_encoded_tier_next(slice, &at, &r);)
        ZM_TRY(w->context, r.encoded ? zm_packer_put_block(w->packer, r.data, r.bytes)
                                     : zm_packer_put(w->packer, r.data, r.bytes / kind_of(w)->item_bytes));
    return ZM_OK;
}

/* All values of the next tier have been put. */
static zm_status end_tier(zm_writer *w, const zm_summary *count)
{
    zm_context *c = w->context;
    const zm_tier_at *at = &w->layout.tier[w->next];
    zm_summary sum = *count;
    sum.dice = zm_manifest_dice(&w->manifest);
    if (w->manifest.wdl)
        zm_summary_wdl(&sum);
    ZM_TRY(c, add_row(w, at->size, &sum));
    zm_summary_add(&w->sum, &sum);
    w->next++;
    return w->next == w->layout.tiers || at[1].part != at->part ? end_part(w) : ZM_OK;
}

static zm_status add_tier(zm_writer *w, uint32_t tier, const zm_value *values, const zm_encoded_tier *slice,
                          const zm_summary *count)
{
    zm_context *c = w->context;
    if (!w->packer)
        ZM_TRY(c, begin_part(w, tier));
    zm_packer_use(w->packer, slice ? 1 : zm_threads(c)); /* the others encode slices */
    ZM_TRY(c, slice ? put_slice(w, slice) : zm_packer_put(w->packer, values, w->layout.tier[tier].size));
    return end_tier(w, count);
}

static zm_status check_next(zm_writer *w, uint32_t tier, bool dice)
{
    if (w->failed || w->begun || w->manifest.finished || tier != w->next || tier >= w->layout.tiers)
        return refuse(w, "its tiers must be added in order, and not after a failure");
    if (w->manifest.keyed && !w->manifest.keys_bytes)
        return refuse(w, "its keys must be added before its tier");
    return zm_manifest_dice(&w->manifest) == dice ? ZM_OK : refuse(w, "its values are of the other kind");
}

static zm_status add(zm_writer *w, uint32_t tier, const zm_value *values, const zm_encoded_tier *slice,
                     const zm_summary *count)
{
    ZM_TRY(w->context, check_next(w, tier, false));
    zm_status s = add_tier(w, tier, values, slice, count);
    w->failed = s != ZM_OK;
    return s;
}

zm_status zm_writer_add_tier(zm_writer *w, uint32_t tier, const zm_value *values, const zm_summary *count)
{
    return add(w, tier, values, NULL, count);
}

zm_status zm_writer_add_encoded(zm_writer *w, uint32_t tier, const zm_encoded_tier *slice, const zm_summary *count)
{
    return add(w, tier, NULL, slice, count);
}

zm_status zm_writer_encoder(const zm_writer *w, zm_encoder **out)
{
    return zm_encoder_open(w->context, kind_of(w), out);
}

void zm_writer_begin_encoded(const zm_writer *w, uint32_t tier, zm_encoder *e, zm_encoded_tier *to)
{
    zm_encoder_begin(e, w->layout.tier[tier].first, to);
}

/* ---- adding in pieces, values and odds ---- */

static zm_status begin_tier(zm_writer *w, uint32_t tier, bool dice)
{
    ZM_TRY(w->context, check_next(w, tier, dice));
    zm_status s = w->packer ? ZM_OK : begin_part(w, tier);
    if (s == ZM_OK)
        zm_packer_use(w->packer, zm_threads(w->context));
    w->failed = s != ZM_OK;
    w->begun = s == ZM_OK;
    w->left = w->layout.tier[tier].size;
    return s;
}

static zm_status add_piece(zm_writer *w, const void *values, uint64_t count)
{
    if (w->failed || !w->begun || count > w->left)
        return refuse(w, "a piece must be of a tier that was begun, and no more than is left of it");
    w->left -= count;
    zm_status s = zm_packer_put(w->packer, values, count);
    w->failed = s != ZM_OK;
    return s;
}

zm_status zm_writer_begin_tier(zm_writer *w, uint32_t tier) { return begin_tier(w, tier, false); }

zm_status zm_writer_add_piece(zm_writer *w, const zm_value *values, uint64_t count)
{
    return zm_manifest_dice(&w->manifest) ? refuse(w, "its values are of the other kind") : add_piece(w, values, count);
}

zm_status zm_writer_begin_odds(zm_writer *w, uint32_t tier) { return begin_tier(w, tier, true); }

zm_status zm_writer_add_odds_piece(zm_writer *w, const zm_odds *values, uint64_t count)
{
    return w->manifest.odds ? add_piece(w, values, count) : refuse(w, "its values are of the other kind");
}

zm_status zm_writer_add_moves_piece(zm_writer *w, const uint64_t *moves, uint64_t count)
{
    return w->manifest.moves ? add_piece(w, moves, count) : refuse(w, "its values are of the other kind");
}

zm_status zm_writer_end_tier(zm_writer *w, const zm_summary *count)
{
    if (w->failed || !w->begun || w->left)
        return refuse(w, "a tier must be whole before it ends");
    w->begun = false;
    zm_status s = end_tier(w, count);
    w->failed = s != ZM_OK;
    return s;
}

zm_status zm_writer_end_odds(zm_writer *w, const zm_summary *count) { return zm_writer_end_tier(w, count); }

zm_status zm_writer_add_odds(zm_writer *w, uint32_t tier, const zm_odds *values, const zm_summary *count)
{
    ZM_TRY(w->context, zm_writer_begin_odds(w, tier));
    ZM_TRY(w->context, zm_writer_add_odds_piece(w, values, w->left));
    return zm_writer_end_odds(w, count);
}

/* ---- keys: positions, or places ---- */
typedef struct keys {
    const zm_pack_kind *kind;
    const void *item; /* an array; NULL: `at` makes each */
    uint64_t count;
    zm_key_fn *at;
    void *arg;
} keys;

static zm_pos key_at(const keys *k, uint64_t i)
{
    if (k->at)
        return k->at(k->arg, i);
    if (k->kind == &zm_pack_of_places)
        return (zm_pos){.lo = ((const uint64_t *)k->item)[i]};
    return ((const zm_pos *)k->item)[i];
}

/* The first key of every block, side by side, for the binary search. */
static zm_status first_keys(zm_writer *w, const keys *k, uint8_t **out, uint64_t *bytes)
{
    const uint64_t items = k->kind->block_items, blocks = (k->count + items - 1) / items;
    const size_t size = k->kind->item_bytes;
    ZM_TRY(w->context, zm_alloc(w->context, out, blocks, size, "the index of the keys"));
    for (uint64_t b = 0; b < blocks; b++) {
        const zm_pos first = key_at(k, b * items);
        zm_put64(*out + size * b, first.lo);
        if (size > sizeof first.lo)
            zm_put64(*out + size * b + sizeof first.lo, first.hi);
    }
    *bytes = size * blocks;
    return ZM_OK;
}

/* What is not in memory as an array is handed over piece by piece. */
static zm_status pack_keys(zm_packer *p, const keys *k)
{
    enum { PIECE = 256 };
    zm_pos piece[PIECE];
    if (!k->at)
        return zm_packer_put(p, k->item, k->count);
    zm_status s = ZM_OK;
    for (uint64_t from = 0; from < k->count && s == ZM_OK; from += PIECE) {
        const uint64_t count = k->count - from < PIECE ? k->count - from : PIECE;
        for (uint64_t i = 0; i < count; i++)
            piece[i] = k->at(k->arg, from + i);
        s = zm_packer_put(p, piece, count);
    }
    return s;
}

static zm_status write_keys(zm_writer *w, const keys *k, const uint8_t *first, uint64_t first_bytes)
{
    zm_context *c = w->context;
    zm_manifest *m = &w->manifest;
    char path[ZM_PATH];
    zm_pack_head head = {.rules = m->rules, .tiers = 1};
    zm_packer *p;
    ZM_TRY(c, zm_table_file(c, w->folder, ZM_KEYS_FILE, path));
    ZM_TRY(c, zm_packer_open(c, path, k->kind, &head, &p));
    zm_status s = pack_keys(p, k);
    if (s != ZM_OK) {
        zm_packer_abandon(p);
        return s;
    }
    zm_packed_file file;
    ZM_TRY(c, zm_packer_end(p, first, first_bytes, false, &file));
    ZM_TRY(c, zm_out_commit(file.out));
    m->keys = k->count;
    m->keys_bytes = file.bytes;
    m->keys_check = file.check;
    return ZM_OK;
}

static zm_status put_keys(zm_writer *w, const keys *k)
{
    uint8_t *first;
    uint64_t bytes = 0;
    const zm_manifest *m = &w->manifest;
    if (!m->keyed || m->placed != (k->kind == &zm_pack_of_places) || w->failed || m->finished || w->next ||
        k->count != w->layout.places || k->count == 0)
        return refuse(w, "keys are for keyed tables, as many as the tier has places, before the tier");
    for (uint64_t i = 1; i < k->count; i++)
        if (!zm_before(key_at(k, i - 1), key_at(k, i)))
            return refuse(w, "keys must be sorted and different");
    ZM_TRY(w->context, first_keys(w, k, &first, &bytes));
    zm_status s = write_keys(w, k, first, bytes);
    zm_release(w->context, first);
    return s;
}

zm_status zm_writer_keys(zm_writer *w, const zm_pos *positions, uint64_t count)
{
    return put_keys(w, &(keys){.kind = &zm_pack_of_keys, .item = positions, .count = count});
}

zm_status zm_writer_keys_from(zm_writer *w, zm_key_fn *at, void *arg, uint64_t count)
{
    return put_keys(w, &(keys){.kind = &zm_pack_of_keys, .count = count, .at = at, .arg = arg});
}

zm_status zm_writer_places(zm_writer *w, const uint64_t *places, uint64_t count)
{
    return put_keys(w, &(keys){.kind = &zm_pack_of_places, .item = places, .count = count});
}

/* ---- the end ---- */

static void sum_up(const zm_manifest *m, zm_summary *total)
{
    *total = (zm_summary){.dice = zm_manifest_dice(m), .certified = m->odds && !m->estimates};
    for (uint32_t i = 0; i < m->part_count; i++)
        zm_summary_add(total, &m->part[i].sum);
}

/* `start` is what the start alone is worth, of either kind. */
static zm_status finish(zm_writer *w, const zm_summary *start, zm_summary *total, uint64_t *bytes)
{
    zm_manifest *m = &w->manifest;
    if (!m->finished) {
        const bool valued =
            zm_manifest_dice(m) ? start->dice && zm_is_odds(start->start_odds) : start->start != ZM_NONE;
        if (w->failed || w->done != w->layout.tiers || !valued)
            return refuse(w, "it cannot be finished before all tiers are written and the start has a value");
        sum_up(m, &m->total);
        m->total.start = start->start;
        m->total.start_odds = start->start_odds;
        if (m->wdl)
            zm_summary_wdl(&m->total);
        m->finished = true;
        zm_status s = zm_manifest_write(w->context, w->variant, w->folder, m);
        m->finished = s == ZM_OK;
        ZM_TRY(w->context, s);
    }
    *total = m->total;
    *bytes = m->bytes + m->keys_bytes;
    for (uint32_t i = 0; i < m->part_count; i++)
        *bytes += m->part[i].bytes;
    return ZM_OK;
}

zm_status zm_writer_finish(zm_writer *w, zm_value start_value, zm_summary *total, uint64_t *bytes)
{
    const zm_summary start = {.start = start_value};
    return finish(w, &start, total, bytes);
}

zm_status zm_writer_finish_odds(zm_writer *w, zm_odds start_odds, zm_summary *total, uint64_t *bytes)
{
    const zm_summary start = {.dice = true, .start_odds = start_odds};
    return finish(w, &start, total, bytes);
}
