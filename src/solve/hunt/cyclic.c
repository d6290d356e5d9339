/* cyclic.c: see kernel/hunt_cyclic.h. The kernels do the looking; here is what they look at: room for a tier, and what
 * is kept of it. */
#include "solve/hunt/cyclic.h"

#include "base/file.h"
#include "base/stop.h"
#include "kernel/kernels.h"

#include <string.h>
#include <unistd.h>
#include <xxhash.h>

static const zm_hunt *hunt_of(const zm_cyclic *h) { return h->variant->game->hunt; }

/* ---- opening ---- */
static void read_numbers(zm_cyclic *h)
{
    const zm_hunt_board *b = &h->board;
    for (unsigned band = 0; band < b->bands; band++)
        for (unsigned set = 0; set <= b->sets_of[band]; set++)
            h->number[band][set] = (uint8_t)hunt_of(h)->number(h->variant, band, set);
}

zm_cyclic_spot zm_cyclic_spot_at(const zm_cyclic *h, const zm_tiers *t, zm_place at)
{
    const unsigned free = hunt_of(h)->free(h->variant, at.tier);
    const unsigned number = (unsigned)(at.index % free);
    zm_cyclic_spot s = {.placement = {at.tier, at.index / free}};
    s.lone_to_move = s.placement.index >= t->units[at.tier];
    s.placement.index -= s.lone_to_move ? t->units[at.tier] : 0;
    s.many = hunt_of(h)->many(h->variant, at.tier, s.placement.index);
    s.square = zm_nth_bit(~s.many, number);
    return s;
}

static void read_start(zm_cyclic *h, const zm_tiers *t)
{
    const zm_place at = h->variant->game->index->rank(h->variant, zm_start_state(h->variant));
    const zm_cyclic_spot s = zm_cyclic_spot_at(h, t, at);
    h->start = s.placement;
    h->start_bit = zm_bit(s.square);
    h->most = zm_count_bits(s.many);
}

static bool same_layer(const zm_cyclic *h, uint32_t a, uint32_t b)
{
    return hunt_of(h)->free(h->variant, a) == hunt_of(h)->free(h->variant, b);
}

static void count_same_layer_users(zm_cyclic *h, const zm_tiers *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        for (uint64_t k = t->down.first[i]; k < t->down.first[i + 1]; k++)
            h->same_layer_users[t->down.tier[k]] += same_layer(h, i, t->down.tier[k]);
}

zm_status zm_cyclic_open(zm_context *c, const zm_variant *v, const zm_tiers *t, bool distances, zm_cyclic **out)
{
    zm_cyclic *h;
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "the board of a hunt"));
    h = *out;
    h->variant = v;
    h->distances = distances;
    zm_hunt_board_of(h->variant, &h->board);
    read_numbers(h);
    read_start(h, t);
    ZM_TRY(c, zm_alloc(c, &h->many, t->count, sizeof *h->many, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &h->landed, t->count, sizeof *h->landed, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &h->lone, t->count, sizeof *h->lone, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &h->visits, t->count, sizeof *h->visits, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &h->same_layer_users, t->count, sizeof *h->same_layer_users, "the list of tiers"));
    count_same_layer_users(h, t);
    return ZM_OK;
}

static void drop(zm_context *c, zm_decisions *d)
{
    zm_release(c, d->some);
    zm_release(c, d->mark);
    zm_release(c, d->entry);
    zm_release(c, d->value);
    *d = (zm_decisions){0};
}

static void drop_visits(zm_context *c, const zm_cyclic *h, uint32_t tier)
{
    zm_visits *d = &h->visits[tier];
    zm_release(c, d->mark);
    if (!h->file.data)
        zm_release(c, (void *)(uintptr_t)d->entry);
    *d = (zm_visits){0};
}

static void drop_all_visits(zm_context *c, zm_cyclic *h, const zm_tiers *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        drop_visits(c, h, i);
    zm_unmap_file(&h->file);
}

void zm_cyclic_drop(zm_context *c, zm_cyclic *h, uint32_t tier)
{
    drop(c, &h->many[tier]);
    drop(c, &h->landed[tier]);
    drop(c, &h->lone[tier]);
}

void zm_cyclic_stored(zm_context *c, zm_cyclic *h, uint32_t tier)
{
    drop(c, &h->many[tier]);
    drop_visits(c, h, tier);
    if (!h->same_layer_users[tier])
        drop(c, &h->lone[tier]);
}

void zm_cyclic_used(zm_context *c, zm_cyclic *h, uint32_t user, uint32_t tier)
{
    if (same_layer(h, user, tier) && !--h->same_layer_users[tier] &&
        !h->many[tier].mark) /* without that, it is stored */
        drop(c, &h->lone[tier]);
}

void zm_cyclic_close(zm_context *c, zm_cyclic *h, const zm_tiers *t)
{
    if (!h)
        return;
    for (uint32_t i = 0; h->many && h->landed && h->lone && i < t->count; i++)
        zm_cyclic_drop(c, h, i);
    if (h->visits)
        drop_all_visits(c, h, t);
    void *const lists[] = {h->many, h->landed, h->lone, h->visits, h->same_layer_users, h};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        zm_release(c, lists[i]);
}

/* ---- room for a tier ---- */
static void close_work(zm_context *c, zm_cyclic_work *w)
{
    void *const blocks[] = {w->place, w->lone, w->dirty, w->outside, w->jump, w->visited};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(c, blocks[i]);
}

static zm_status open_work(zm_context *c, const zm_tiers *t, uint32_t tier, zm_cyclic_work *w)
{
    *w = (zm_cyclic_work){.tier = tier, .count = t->units[tier]};
    memset(w->step, ZM_CYCLIC_UNKNOWN, sizeof w->step);
    memset(w->take, ZM_CYCLIC_UNKNOWN, sizeof w->take);
    return zm_alloc(c, &w->dirty, zm_marks_words(w->count), sizeof *w->dirty, "a tier at work");
}

static zm_status open_words(zm_context *c, zm_cyclic_work *w)
{
    ZM_TRY(c, zm_alloc(c, &w->place, w->count, sizeof *w->place, "a tier at work"));
    return zm_alloc(c, &w->lone, w->count, sizeof *w->lone, "a tier at work");
}

/* ---- what is kept ---- */
typedef zm_won won_of(const zm_cyclic *h, const zm_cyclic_work *w, uint64_t n);

static zm_won many_won(const zm_cyclic *h, const zm_cyclic_work *w, uint64_t n) { return (void)h, w->place[n].moves; }
static zm_won lone_won(const zm_cyclic *h, const zm_cyclic_work *w, uint64_t n) { return (void)h, w->lone[n]; }

static zm_won landed_won(const zm_cyclic *h, const zm_cyclic_work *w, uint64_t n)
{
    const zm_cyclic_place *p = &w->place[n];
    return h->board.chains ? (zm_won){p->moves.lone | p->wins, p->moves.many & ~p->holds} : p->moves;
}

static void mark_some(const zm_cyclic *h, uint32_t tier, uint64_t many, uint64_t *some)
{
    uint64_t n = 0;
    for (unsigned b = 0; b < h->board.bands; b++)
        n += h->number[b][many >> h->board.first_of[b] & h->board.sets_of[b]] *
             (uint64_t)hunt_of(h)->stride(h->variant, tier, b);
    some[n / 64] |= zm_bit(n % 64);
}

/* For those who look from other tiers. */
static zm_status keep_some(zm_context *c, const zm_cyclic *h, const zm_cyclic_work *w, zm_decisions *d)
{
    const uint64_t all = hunt_of(h)->stride(h->variant, w->tier, h->board.bands);
    if (!d->entries)
        return ZM_OK;
    ZM_TRY(c, zm_alloc(c, &d->some, all / 64 + 1, sizeof *d->some, "what is decided in a tier"));
    for (uint64_t n = 0, entry; n < w->count; n++)
        if (zm_marked(d->mark, n, &entry)) {
            const uint64_t many = hunt_of(h)->many(h->variant, w->tier, n);
            mark_some(h, w->tier, many, d->some);
            mark_some(h, w->tier, hunt_of(h)->image(h->variant, many), d->some);
        }
    return ZM_OK;
}

/* Marks first, then entries, so that both are as large as they need be. */
static zm_status keep(zm_context *c, const zm_cyclic *h, const zm_cyclic_work *w, won_of *won, zm_decisions *d)
{
    ZM_TRY(c, zm_alloc(c, &d->mark, zm_marks_words(w->count), sizeof *d->mark, "what is decided in a tier"));
    for (uint64_t n = 0; n < w->count; n++) {
        const zm_won here = won(h, w, n);
        if (here.lone | here.many) {
            d->mark[n / 64].bits |= zm_bit(n % 64);
            d->values += zm_count_bits(here.lone | here.many);
        }
    }
    d->entries = zm_count_marks(d->mark, zm_marks_words(w->count));
    ZM_TRY(c, zm_resize(c, &d->entry, d->entries, sizeof *d->entry, "what is decided in a tier"));
    if (h->distances)
        ZM_TRY(c, zm_resize(c, &d->value, d->values, sizeof *d->value, "what is decided in a tier"));
    uint64_t first = 0;
    for (uint64_t n = 0, entry; n < w->count; n++)
        if (zm_marked(d->mark, n, &entry)) {
            const zm_won here = won(h, w, n);
            d->entry[entry] = (zm_decided){here, (uint32_t)first};
            first += zm_count_bits(here.lone | here.many);
        }
    return ZM_OK;
}

/* ---- a look at what is kept ---- */
static zm_value value_in(const zm_decisions *d, uint64_t n, unsigned square, bool lone_to_move)
{
    uint64_t entry;
    if (!zm_marked(d->mark, n, &entry))
        return ZM_DRAWN;
    const zm_decided *e = &d->entry[entry];
    const uint64_t set = e->won.lone | e->won.many;
    if (!(set >> square & 1))
        return ZM_DRAWN;
    if (d->value)
        return d->value[e->first + zm_count_bits(set & zm_low_bits(square))];
    return (e->won.lone >> square & 1) == lone_to_move ? zm_win_in(0) : zm_loss_in(0);
}

zm_value zm_cyclic_value(const zm_cyclic *h, zm_place at, unsigned square, bool lone_to_move)
{
    if (hunt_of(h)->few(h->variant, at.tier))
        return zm_loss_in(0);
    return value_in(lone_to_move ? &h->lone[at.tier] : &h->many[at.tier], at.index, square, lone_to_move);
}

zm_value zm_cyclic_start(const zm_cyclic *h) { return zm_cyclic_value(h, h->start, zm_lowest(h->start_bit), false); }

static zm_visited visited(const zm_cyclic *h, uint32_t tier, uint64_t n, uint64_t many)
{
    const uint64_t free = h->board.all & ~many,
                   real = hunt_of(h)->image(h->variant, many) == many ? free & h->board.left : free;
    const zm_visited r = zm_visited_at(&h->visits[tier], n, free);
    return (zm_visited){r.many & real, r.lone & real, r.landed};
}

/* ---- counting ---- */
static void count_turn(const zm_cyclic *h, const zm_decisions *d, uint64_t n, uint64_t many, uint64_t reached,
                       bool lone, zm_summary *s)
{
    const unsigned turn = lone ? hunt_of(h)->lone : 1 - hunt_of(h)->lone;
    uint64_t entry;
    s->states += zm_count_bits(reached);
    s->drawn += zm_count_bits(reached);
    if (!zm_marked(d->mark, n, &entry))
        return;
    const zm_won won = d->entry[entry].won;
    const unsigned by_lone = zm_count_bits(won.lone & reached), by_many = zm_count_bits(won.many & reached);
    s->won_by[hunt_of(h)->lone] += by_lone;
    s->won_by[1 - hunt_of(h)->lone] += by_many;
    s->drawn -= by_lone + by_many;
    for (uint64_t rest = h->distances ? (won.lone | won.many) & reached : 0; rest;) {
        const unsigned square = zm_take_lowest(&rest);
        const unsigned far = zm_remoteness(value_in(d, n, square, lone));
        if (far >= s->longest)
            zm_tally_farthest(s, hunt_of(h)->position(h->variant, many, square, turn == hunt_of(h)->lone), far);
    }
}

static void count_few(const zm_cyclic *h, uint64_t many, uint64_t reached, zm_summary *s)
{
    s->states += zm_count_bits(reached);
    s->won_by[hunt_of(h)->lone] += zm_count_bits(reached);
    if (!s->longest && h->distances)
        while (reached)
            zm_tally_farthest(s, hunt_of(h)->position(h->variant, many, zm_take_lowest(&reached), false), 0);
}

static void count_tier(const zm_cyclic *h, const zm_cyclic_work *w, zm_summary *s)
{
    for (uint64_t n = 0; n < w->count; n++) {
        const uint64_t many = w->place[n].many;
        const zm_visited r = visited(h, w->tier, n, many);
        count_turn(h, &h->many[w->tier], n, many, r.many, false, s);
        count_turn(h, &h->lone[w->tier], n, many, r.lone, true, s);
    }
}

static void count_few_tier(const zm_cyclic *h, const zm_tiers *t, uint32_t tier, zm_summary *s)
{
    for (uint64_t n = 0; n < t->units[tier]; n++) {
        const uint64_t many = hunt_of(h)->many(h->variant, tier, n);
        count_few(h, many, visited(h, tier, n, many).many, s);
    }
}

/* ---- classify ---- */
static zm_status decide(zm_context *c, zm_cyclic *h, zm_cyclic_work *w)
{
    const zm_kernels *k = zm_kernels_for(h->variant);
    ZM_TRY(c, open_words(c, w));
    k->hunt_cyclic->words(h, w);
    ZM_TRY(c, zm_check_stop(c));
    ZM_TRY(c, keep(c, h, w, many_won, &h->many[w->tier]));
    ZM_TRY(c, keep(c, h, w, lone_won, &h->lone[w->tier]));
    ZM_TRY(c, keep_some(c, h, w, &h->lone[w->tier]));
    ZM_TRY(c, keep(c, h, w, landed_won, &h->landed[w->tier]));
    ZM_TRY(c, keep_some(c, h, w, &h->landed[w->tier]));
    if (!h->distances)
        return ZM_OK;
    ZM_TRY(c, zm_resize(c, &w->outside, h->many[w->tier].values, sizeof *w->outside, "a tier at work"));
    ZM_TRY(c, zm_resize(c, &w->jump, h->lone[w->tier].values, sizeof *w->jump, "a tier at work"));
    k->hunt_cyclic->values(h, w);
    return ZM_OK;
}

zm_status zm_cyclic_classify(zm_context *c, zm_cyclic *h, const zm_tiers *t, uint32_t tier, zm_tally *tally)
{
    zm_cyclic_work w;
    if (hunt_of(h)->few(h->variant, tier)) {
        count_few_tier(h, t, tier, &tally->summary);
        return ZM_OK;
    }
    zm_status s = open_work(c, t, tier, &w);
    if (s == ZM_OK)
        s = decide(c, h, &w);
    if (s == ZM_OK)
        count_tier(h, &w, &tally->summary);
    tally->visits += w.visits;
    close_work(c, &w);
    if (s == ZM_OK && zm_is_cut(&h->file)) /* which states there are was read from zeros */
        s = zm_fail(c, ZM_CORRUPT, "the list of states that play reaches: " ZM_CUT);
    return s;
}

/* ---- to disk and back ---- */
static zm_value *pack_row(const zm_cyclic *h, uint32_t tier, uint64_t n, uint64_t many, uint64_t reached, bool lone,
                          zm_value *disk)
{
    const uint64_t free = h->board.all & ~many;
    const bool few = hunt_of(h)->few(h->variant, tier);
    const zm_decisions *d = lone ? &h->lone[tier] : &h->many[tier];
    uint64_t entry;
    zm_value *row = disk, *end = disk + zm_count_bits(free);
    while (disk < end)
        *disk++ = few ? zm_loss_in(0) : (zm_value)ZM_DRAWN;
    if (!few && zm_marked(d->mark, n, &entry))
        for (uint64_t rest = d->entry[entry].won.lone | d->entry[entry].won.many; rest;) {
            const unsigned s = zm_take_lowest(&rest);
            row[zm_count_bits(free & zm_low_bits(s))] = value_in(d, n, s, lone);
        }
    for (uint64_t rest = free & ~reached; rest;)
        row[zm_count_bits(free & zm_low_bits(zm_take_lowest(&rest)))] = ZM_NONE;
    return end;
}

void zm_cyclic_pack(const zm_cyclic *h, const zm_tiers *t, uint32_t tier, uint64_t first, uint64_t count,
                    zm_value *disk)
{
    for (uint64_t row = first; row < first + count; row++) {
        const bool lone = row >= t->units[tier];
        const uint64_t n = row - (lone ? t->units[tier] : 0), many = hunt_of(h)->many(h->variant, tier, n);
        const zm_visited r = visited(h, tier, n, many);
        disk = pack_row(h, tier, n, many, lone ? r.lone : r.many, lone, disk);
    }
}

/* The squares that are won, by a row of values; of a placement that is its own image, the images of squares too. */
static zm_won won_in(const zm_cyclic *h, uint64_t many, const zm_value *disk, bool lone_to_move)
{
    zm_won won = {0, 0};
    for (uint64_t free = h->board.all & ~many; free; disk++) {
        const uint64_t bit = zm_bit(zm_take_lowest(&free));
        if (zm_is_win(*disk))
            *(lone_to_move ? &won.lone : &won.many) |= bit;
        else if (zm_is_loss(*disk))
            *(lone_to_move ? &won.many : &won.lone) |= bit;
    }
    if (hunt_of(h)->image(h->variant, many) == many) {
        won.lone |= hunt_of(h)->image(h->variant, won.lone);
        won.many |= hunt_of(h)->image(h->variant, won.many);
    }
    return won;
}

static void take_values(const zm_cyclic *h, const zm_decisions *d, uint64_t n, uint64_t many, const zm_value *disk)
{
    const uint64_t free = h->board.all & ~many;
    const bool own = hunt_of(h)->image(h->variant, many) == many;
    uint64_t entry;
    if (!d->value || !zm_marked(d->mark, n, &entry))
        return;
    zm_value *value = d->value + d->entry[entry].first;
    for (uint64_t rest = d->entry[entry].won.lone | d->entry[entry].won.many; rest;) {
        const unsigned s = zm_take_lowest(&rest), there = own && h->board.image[s] < s ? h->board.image[s] : s;
        *value++ = disk[zm_count_bits(free & zm_low_bits(there))];
    }
}

static zm_status restore(zm_context *c, zm_cyclic *h, zm_cyclic_work *w, const zm_value *disk)
{
    const zm_kernels *k = zm_kernels_for(h->variant);
    const unsigned free = hunt_of(h)->free(h->variant, w->tier);
    const zm_value *second = disk + w->count * free;
    ZM_TRY(c, open_words(c, w));
    for (uint64_t n = 0; n < w->count; n++) {
        const uint64_t many = hunt_of(h)->many(h->variant, w->tier, n);
        w->place[n].moves = won_in(h, many, disk + n * free, false);
        w->lone[n] = won_in(h, many, second + n * free, true);
    }
    ZM_TRY(c, keep(c, h, w, many_won, &h->many[w->tier]));
    ZM_TRY(c, keep(c, h, w, lone_won, &h->lone[w->tier]));
    ZM_TRY(c, keep_some(c, h, w, &h->lone[w->tier]));
    for (uint64_t n = 0; n < w->count; n++) {
        const uint64_t many = hunt_of(h)->many(h->variant, w->tier, n);
        take_values(h, &h->many[w->tier], n, many, disk + n * free);
        take_values(h, &h->lone[w->tier], n, many, second + n * free);
    }
    k->hunt_cyclic->landings(h, w);
    ZM_TRY(c, keep(c, h, w, landed_won, &h->landed[w->tier]));
    ZM_TRY(c, keep_some(c, h, w, &h->landed[w->tier]));
    if (h->distances)
        k->hunt_cyclic->landing_values(h, w);
    return ZM_OK;
}

zm_status zm_cyclic_restore(zm_context *c, zm_cyclic *h, const zm_tiers *t, uint32_t tier, const zm_value *disk)
{
    zm_cyclic_work w;
    if (hunt_of(h)->few(h->variant, tier))
        return ZM_OK;
    zm_status s = open_work(c, t, tier, &w);
    if (s == ZM_OK)
        s = restore(c, h, &w, disk);
    close_work(c, &w);
    return s;
}

/* ---- which states play reaches ---- */
typedef struct reacher {
    zm_context *context;
    zm_cyclic *hunt;
    const zm_tiers *tiers;
} reacher;

static zm_status keep_visits(zm_context *c, const zm_cyclic *h, const zm_cyclic_work *w, zm_visits *d)
{
    ZM_TRY(c, zm_alloc(c, &d->mark, zm_marks_words(w->count), sizeof *d->mark, "which states there are"));
    const unsigned words = zm_sets_words(hunt_of(h)->free(h->variant, w->tier));
    uint64_t *entry = NULL;
    for (uint64_t n = 0; n < w->count; n++) {
        const uint64_t free = h->board.all & ~hunt_of(h)->many(h->variant, w->tier, n);
        if (w->visited[n].many != free || w->visited[n].lone != free)
            d->mark[n / 64].bits |= zm_bit(n % 64);
    }
    d->entries = zm_count_marks(d->mark, zm_marks_words(w->count));
    ZM_TRY(c, zm_resize(c, &entry, d->entries * words, sizeof *entry, "which states there are"));
    d->entry = entry;
    for (uint64_t n = 0; n < w->count; n++)
        if (d->mark[n / 64].bits >> (n % 64) & 1) {
            const zm_sets s = {{w->visited[n].many, w->visited[n].lone, w->visited[n].landed}};
            zm_pack_sets(s, h->board.all & ~hunt_of(h)->many(h->variant, w->tier, n), entry);
            entry += words;
        }
    return ZM_OK;
}

static zm_status reach_tier(void *arg, uint32_t tier)
{
    reacher *r = arg;
    zm_context *c = r->context;
    zm_cyclic_work w;
    ZM_TRY(c, zm_check_stop(c));
    zm_status s = open_work(c, r->tiers, tier, &w);
    if (s == ZM_OK)
        s = zm_resize(c, &w.visited, w.count, sizeof *w.visited, "a tier at work");
    if (s == ZM_OK) {
        zm_kernels_for(r->hunt->variant)->hunt_cyclic->reach(r->hunt, &w);
        s = keep_visits(c, r->hunt, &w, &r->hunt->visits[tier]);
    }
    close_work(c, &w);
    zm_progress_add(c, r->tiers->size[tier]);
    return s;
}

zm_status zm_cyclic_reach(zm_context *c, zm_cyclic *h, const zm_tiers *t)
{
    reacher r = {c, h, t};
    zm_status s = ZM_OK;
    zm_progress_begin(c, "enumerate", t->places);
    for (uint32_t k = t->runs; k-- && s == ZM_OK;)
        s = zm_tiers_do(c, t, &t->run[k], false, reach_tier, &r);
    zm_progress_end(c);
    return s;
}

/* ---- the file: of each tier how many entries, the bits, the entries; XXH3 of all that stands before it ---- */
typedef struct header {
    char magic[8];
    uint64_t rules, tiers;
} header;

static header header_of(const zm_cyclic *h, const zm_tiers *t)
{
    return (header){"ZMREACHP", zm_rules_hash(h->variant), t->count};
}

static unsigned entry_words(const zm_cyclic *h, uint32_t tier)
{
    return zm_sets_words(hunt_of(h)->free(h->variant, tier));
}

typedef struct summed { /* a file, and the sum of what was written to it */
    zm_out *out;
    XXH3_state_t *sum;
} summed;

static zm_status put(summed *f, const void *data, size_t bytes)
{
    XXH3_64bits_update(f->sum, data, bytes);
    return zm_out_write(f->out, data, bytes);
}

static zm_status put_tier(zm_context *c, summed *f, const zm_visits *v, uint64_t words, unsigned entry)
{
    ZM_TRY(c, put(f, &v->entries, sizeof v->entries));
    for (uint64_t i = 0; i < words; i++)
        ZM_TRY(c, put(f, &v->mark[i].bits, sizeof v->mark[i].bits));
    return v->entries ? put(f, v->entry, v->entries * entry * sizeof *v->entry) : ZM_OK;
}

static zm_status put_all(zm_context *c, summed *f, const zm_cyclic *h, const zm_tiers *t)
{
    const header first = header_of(h, t);
    ZM_TRY(c, put(f, &first, sizeof first));
    for (uint32_t i = 0; i < t->count; i++)
        ZM_TRY(c, put_tier(c, f, &h->visits[i], zm_marks_words(t->units[i]), entry_words(h, i)));
    const uint64_t sum = XXH3_64bits_digest(f->sum);
    return zm_out_write(f->out, &sum, sizeof sum);
}

static zm_status save(zm_context *c, const zm_cyclic *h, const zm_tiers *t, const char *path)
{
    summed f = {.sum = XXH3_createState()};
    if (!f.sum)
        return zm_fail(c, ZM_NO_MEMORY, "no memory for a checksum");
    XXH3_64bits_reset(f.sum);
    zm_status s = zm_out_open(c, path, &f.out);
    if (s == ZM_OK)
        s = put_all(c, &f, h, t);
    if (s == ZM_OK)
        s = zm_out_commit(f.out);
    else if (f.out)
        zm_out_abandon(f.out);
    XXH3_freeState(f.sum);
    return s;
}

static zm_status get_tier(zm_context *c, const uint8_t **at, zm_visits *v, uint64_t words, unsigned entry)
{
    memcpy(&v->entries, *at, sizeof v->entries);
    *at += sizeof v->entries;
    ZM_TRY(c, zm_alloc(c, &v->mark, words, sizeof *v->mark, "which states there are"));
    for (uint64_t i = 0; i < words; i++, *at += sizeof(uint64_t))
        memcpy(&v->mark[i].bits, *at, sizeof(uint64_t));
    zm_count_marks(v->mark, words);
    v->entry = (const uint64_t *)(const void *)*at; /* everything before it is a multiple of 8 bytes long */
    *at += v->entries * entry * sizeof *v->entry;
    return ZM_OK;
}

/* The sum is right, so the rest is as it was written. */
static zm_status get_all(zm_context *c, zm_cyclic *h, const zm_tiers *t)
{
    const header first = header_of(h, t);
    const zm_mapped *m = &h->file;
    uint64_t sum;
    if (m->bytes < sizeof first + sizeof sum || memcmp(m->data, &first, sizeof first))
        return ZM_CORRUPT;
    memcpy(&sum, m->data + m->bytes - sizeof sum, sizeof sum);
    if (XXH3_64bits(m->data, m->bytes - sizeof sum) != sum)
        return ZM_CORRUPT;
    const uint8_t *at = m->data + sizeof first;
    for (uint32_t i = 0; i < t->count; i++)
        ZM_TRY(c, get_tier(c, &at, &h->visits[i], zm_marks_words(t->units[i]), entry_words(h, i)));
    return ZM_OK;
}

static zm_status load(zm_context *c, zm_cyclic *h, const zm_tiers *t, const char *path)
{
    ZM_TRY(c, zm_map_file(c, path, &h->file));
    const zm_status s = get_all(c, h, t);
    if (s != ZM_OK)
        drop_all_visits(c, h, t);
    return s;
}

bool zm_cyclic_load(zm_context *c, zm_cyclic *h, const zm_tiers *t, const char *path)
{
    return !access(path, R_OK) && load(c, h, t, path) == ZM_OK;
}

zm_status zm_cyclic_save(zm_context *c, zm_cyclic *h, const zm_tiers *t, const char *path)
{
    ZM_TRY(c, save(c, h, t, path));
    drop_all_visits(c, h, t);
    const zm_status s = load(c, h, t, path);
    return s == ZM_CORRUPT ? zm_fail(c, ZM_IO, "%s is not what was written to it", path) : s;
}

/* ---- what it needs ---- */
/* Of two layers what is decided is in memory at a time: the one being solved and the one its captures lead to. How much
 * that is is not known before. With few of the many nearly every placement has something decided, with more of them few
 * have, and with still more, who are enough to win, it is more and more again. As measured on Fox and Geese up to 9
 * geese (11 bytes a placement of both layers with 6, 4 with 8, 2 with 9) and as it grew from there to 17 when tiers
 * were kept longer; and as much again on top. */
static uint64_t kept_bytes(uint64_t placements, unsigned many, unsigned squares)
{
    enum { SMALL = 1 << 16, BYTES_SMALL = 80, MIDDLE = 1 << 20, BYTES_MIDDLE = 20 };
    const uint64_t small = placements < SMALL ? placements : SMALL;
    const uint64_t middle = (placements < MIDDLE ? placements : MIDDLE) - small;
    double bytes = 3;
    for (unsigned n = squares * 2 / 5; n < many; n++)
        bytes *= 1.45;
    return small * BYTES_SMALL + middle * BYTES_MIDDLE + (uint64_t)((double)(placements - small - middle) * bytes);
}

uint64_t zm_cyclic_need(const zm_variant *v, const zm_tiers *t, unsigned threads, bool saved)
{
    enum {
        PLACE = sizeof(zm_cyclic_place) + sizeof(zm_won) + 16 + 3 * sizeof(zm_decided),
        LISTS = 4 * sizeof(zm_decisions) + sizeof(zm_tally) + 128,
        VISITS = 4 /* which states there are, a placement: 0.5 bytes with 6 geese, 1.5 with 9 */
    };
    uint64_t layer[ZM_HUNT_SQUARES + 2] = {0}, most = 0, all = 0, largest = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        layer[v->game->hunt->free(v, i)] += t->units[i];
        all += t->units[i];
        largest = t->units[i] > largest ? t->units[i] : largest;
    }
    const unsigned squares = v->game->hunt->squares(v);
    for (unsigned f = 0; f < squares; f++) {
        const uint64_t both =
            kept_bytes(layer[f], squares - f, squares) + kept_bytes(layer[f + 1], squares - f - 1, squares);
        most = both > most ? both : most;
    }
    const uint64_t visits = all * VISITS, marks = all / 2; /* once they are saved, only marks are in memory */
    const uint64_t kept = !saved ? visits + most : visits > marks + most ? visits : marks + most;
    return kept + largest * PLACE * threads + t->count * (uint64_t)LISTS;
}
