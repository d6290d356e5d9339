/* table_lab.h: a small game with cycles, waste and all three outcomes, solved in the plainest way, for the table tests.
 *
 * "ring": a marker on a ring of spots and a heap of coins. A move turns the marker one spot on, or, on a spot divisible
 * by three, takes a coin (the marker jumps to twice its spot plus one), or, on spot 5, takes two. On a ring of seven
 * who takes two stays to move, and one may do nothing on spots 1 and 4: that makes draws; other rings have long wins
 * instead. Who is to move without coins has lost. Tiers are the coins left; turning stays in the tier, so there are
 * cycles. Two places a tier are waste. "ring-keyed" is the same without its index. */
#ifndef TABLE_LAB_H
#define TABLE_LAB_H

#include "game/complete.h"
#include "table/write/writer.h"
#include "unit.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zermelo/zermelo.h>

static inline unsigned ring_coins(zm_pos p) { return (unsigned)(p.lo >> 32); }
static inline unsigned ring_spot(zm_pos p) { return (unsigned)(uint32_t)p.lo; }
static inline unsigned ring_spots(const zm_variant *v) { return *(const unsigned *)v->data; }

static inline bool ring_prepare(zm_variant *v, void *data, zm_mistake *why)
{
    (void)why;
    *(unsigned *)data = (unsigned)zm_option_number(v, "spots");
    return true;
}

static inline zm_pos ring_make(unsigned coins, unsigned spot, unsigned turn)
{
    return (zm_pos){.lo = (uint64_t)coins << 32 | spot, .hi = turn ? ZM_TURN_BIT : 0};
}

static inline zm_pos ring_start(const zm_variant *v) { return ring_make((unsigned)zm_option_number(v, "coins"), 1, 0); }

static inline unsigned ring_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0, spot = ring_spot(p);
    out[n++] = 0;
    if (spot % 3 == 0)
        out[n++] = 1;
    if (spot == 5 && ring_coins(p) >= 2)
        out[n++] = 2;
    if (spot % 3 == 1 && ring_spots(v) == 7)
        out[n++] = 3;
    return n;
}

static inline zm_pos ring_play(const zm_variant *v, zm_pos p, zm_move m)
{
    unsigned spots = ring_spots(v), spot = ring_spot(p);
    unsigned turn = (unsigned)(p.hi >> 63), coins = ring_coins(p);
    if (m == 3)
        return ring_make(coins, spot, !turn);
    if (m == 0)
        return ring_make(coins, (spot + 1) % spots, !turn);
    return ring_make(coins - (unsigned)m, (2 * spot + 1) % spots, m == 2 && spots == 7 ? turn : !turn);
}

static inline zm_end ring_ended(const zm_variant *v, zm_pos p)
{
    (void)v;
    return ring_coins(p) ? ZM_OPEN : ZM_LOSS;
}

static inline uint32_t ring_tiers(const zm_variant *v) { return (uint32_t)zm_option_number(v, "coins") + 1; }
static inline uint64_t ring_tier_size(const zm_variant *v, uint32_t tier)
{
    (void)tier;
    return 2 * ring_spots(v) + 2;
}
static inline zm_place ring_rank(const zm_variant *v, zm_pos p)
{
    return (zm_place){ring_coins(p), (p.hi >> 63) * ring_spots(v) + ring_spot(p)};
}
static inline zm_pos ring_unrank(const zm_variant *v, zm_place at)
{
    unsigned spots = ring_spots(v);
    return ring_make(at.tier, (unsigned)(at.index % spots), at.index >= spots);
}
static inline unsigned ring_children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    unsigned n = 0;
    (void)v;
    if (tier >= 1)
        out[n++] = tier - 1;
    if (tier >= 2)
        out[n++] = tier - 2;
    return n;
}

static inline bool ring_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    unsigned coins, spot, turn;
    (void)v;
    if (sscanf(text, "%u:%u:%u", &coins, &spot, &turn) != 3)
        return zm_wrong(why, 0, "expected coins:spot:turn");
    *p = ring_make(coins, spot, turn);
    return true;
}
static inline void ring_write(const zm_variant *v, zm_pos p, zm_text *out)
{
    (void)v;
    zm_say(out, "%u:%u:%u", ring_coins(p), ring_spot(p), (unsigned)(p.hi >> 63));
}

#define RING(...)                                                                                          \
    {                                                                                                      \
        .abi = ZM_ABI, .title = "Ring", .about = "A test game.",                                           \
        .options = {ZM_INT("coins", "5", 1, 5000, "coins in the heap"),                                    \
                    ZM_INT("spots", "7", 3, 100000, "of the ring")},                                       \
        .data_bytes = sizeof(unsigned), .prepare = ring_prepare, .start = ring_start, .moves = ring_moves, \
        .play = ring_play, .ended = ring_ended, .read = ring_read, .write = ring_write, __VA_ARGS__        \
    }
static const zm_game ring =
    RING(.name = "ring", .index = ZM_INDEX(.tiers = ring_tiers, .tier_size = ring_tier_size, .rank = ring_rank,
                                           .unrank = ring_unrank, .children = ring_children));
static const zm_game ring_keyed = RING(.name = "ring-keyed");

/* A solved variant: values by tier, in the order of a table. */
typedef struct lab {
    zm_context *c;
    zm_variant *v;
    char tables[256], folder[1024];
    bool keyed, wdl;
    uint32_t tiers;
    uint64_t *size;
    zm_value **value;
    zm_summary *sum;
    zm_pos *keys;
    zm_value start;
    uint64_t part_states;
} lab;

/* A number for every position, reached or not. */
static inline uint64_t lab_code(const zm_variant *v, zm_pos p)
{
    return ((uint64_t)ring_coins(p) * 2 + (p.hi >> 63)) * ring_spots(v) + ring_spot(p);
}
static inline zm_pos lab_position(const zm_variant *v, uint64_t code)
{
    unsigned spots = ring_spots(v);
    return ring_make((unsigned)(code / spots / 2), (unsigned)(code % spots), (unsigned)(code / spots % 2));
}

/* The moves of all positions, both ways: a list of parents for each. */
typedef struct lab_graph {
    uint64_t codes, edges;
    uint8_t *count;                /* moves of each */
    uint64_t *first, *next, *from; /* its first parent's edge (+ 1), the next edge, where an edge comes from */
    bool *stays;                   /* the one who moves stays to move */
} lab_graph;

static inline lab_graph lab_edges(const zm_variant *v, uint64_t codes)
{
    lab_graph g = {.codes = codes, .count = calloc(codes, 1)};
    g.first = calloc(codes, sizeof *g.first);
    g.next = calloc(3 * codes, sizeof *g.next);
    g.from = calloc(3 * codes, sizeof *g.from);
    g.stays = calloc(3 * codes, 1);
    for (uint64_t k = 0; k < codes; k++) {
        zm_pos p = lab_position(v, k);
        zm_move m[ZM_MAX_MOVES];
        unsigned n;
        zm_moves_of(v, p, m, &n);
        g.count[k] = (uint8_t)n;
        for (unsigned i = 0; i < n; i++) {
            uint64_t to = lab_code(v, ring_play(v, p, m[i]));
            g.from[g.edges] = k;
            g.stays[g.edges] = m[i] == 2 && ring_spots(v) == 7;
            g.next[g.edges] = g.first[to];
            g.first[to] = ++g.edges;
        }
    }
    return g;
}

/* In the order of remoteness: a move to something good wins, a position all of whose moves are bad is lost. */
static inline void lab_decide(const lab_graph *g, zm_value *value)
{
    uint64_t *queue = calloc(g->codes, sizeof *queue), n = 0;
    for (uint64_t k = 0; k < g->codes; k++)
        if (!g->count[k])
            value[queue[n++] = k] = zm_loss_in(0);
    for (uint64_t i = 0; i < n; i++) {
        zm_value s = value[queue[i]];
        for (uint64_t e = g->first[queue[i]]; e; e = g->next[e - 1]) {
            uint64_t parent = g->from[e - 1];
            bool good = g->stays[e - 1] ? zm_is_win(s) : zm_is_loss(s);
            if (value[parent] || (!good && --g->count[parent]))
                continue;
            value[queue[n++] = parent] = good ? zm_win_in(zm_remoteness(s) + 1) : zm_loss_in(zm_remoteness(s) + 1);
        }
    }
    free(queue);
}

static inline bool *lab_reach(const zm_variant *v, uint64_t codes)
{
    bool *reached = calloc(codes, 1);
    uint64_t *stack = calloc(codes + 1, sizeof *stack), n = 1;
    reached[stack[0] = lab_code(v, ring_start(v))] = true;
    while (n) {
        zm_pos p = lab_position(v, stack[--n]);
        zm_move m[ZM_MAX_MOVES];
        unsigned count;
        zm_moves_of(v, p, m, &count);
        for (unsigned i = 0; i < count; i++) {
            uint64_t next = lab_code(v, ring_play(v, p, m[i]));
            if (!reached[next])
                reached[stack[n++] = next] = true;
        }
    }
    free(stack);
    return reached;
}

static inline zm_value *lab_solve(const zm_variant *v, uint64_t codes)
{
    lab_graph g = lab_edges(v, codes);
    zm_value *value = calloc(codes, sizeof *value);
    bool *reached = lab_reach(v, codes);
    lab_decide(&g, value);
    for (uint64_t k = 0; k < codes; k++)
        value[k] = !reached[k] ? (zm_value)ZM_NONE : value[k] ? value[k] : (zm_value)ZM_DRAWN;
    free(reached);
    free(g.count);
    free(g.first);
    free(g.next);
    free(g.from);
    free(g.stays);
    return value;
}

static inline void lab_count(zm_summary *s, zm_pos p, zm_value value)
{
    zm_summary one = {.states = 1};
    unsigned turn = (unsigned)(p.hi >> 63);
    if (value == ZM_NONE)
        return;
    one.drawn = zm_is_draw(value);
    if (!one.drawn) {
        one.won_by[zm_is_win(value) ? turn : !turn] = 1;
        one.has_longest = true;
        one.longest = zm_remoteness(value);
        one.longest_position = p;
    }
    zm_summary_add(s, &one);
}

static inline zm_pos lab_state(const lab *l, uint32_t tier, uint64_t index)
{
    return l->keyed ? l->keys[index] : ring_unrank(l->v, (zm_place){tier, index});
}

static inline void lab_sum(lab *l)
{
    for (uint32_t t = 0; t < l->tiers; t++) {
        l->sum[t] = (zm_summary){0};
        for (uint64_t i = 0; i < l->size[t]; i++)
            lab_count(&l->sum[t], lab_state(l, t, i), l->value[t][i]);
        if (l->wdl)
            zm_summary_wdl(&l->sum[t]);
    }
}

/* Its values and its table, from now on, say only who wins. */
static inline void lab_forget_distances(lab *l)
{
    l->wdl = true;
    l->start = zm_wdl(l->start);
    for (uint32_t t = 0; t < l->tiers; t++)
        for (uint64_t i = 0; i < l->size[t]; i++)
            l->value[t][i] = zm_wdl(l->value[t][i]);
    lab_sum(l);
}

static inline int lab_by_key(const void *a, const void *b)
{
    zm_pos x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return zm_before(x, y) ? -1 : zm_before(y, x);
}

static inline void lab_fill_keyed(lab *l, const zm_value *value, uint64_t codes)
{
    uint64_t n = 0;
    l->keys = calloc(codes, sizeof *l->keys);
    for (uint64_t k = 0; k < codes; k++)
        if (value[k])
            l->keys[n++] = lab_position(l->v, k);
    qsort(l->keys, n, sizeof *l->keys, lab_by_key);
    l->size[0] = n;
    l->value[0] = calloc(n, sizeof(zm_value));
    for (uint64_t i = 0; i < n; i++)
        l->value[0][i] = value[lab_code(l->v, l->keys[i])];
}

static inline void lab_fill_dense(lab *l, const zm_value *value)
{
    for (uint32_t t = 0; t < l->tiers; t++) {
        l->size[t] = ring_tier_size(l->v, t);
        l->value[t] = calloc(l->size[t], sizeof(zm_value));
        for (uint64_t i = 0; i < l->size[t] - 2; i++)
            l->value[t][i] = value[lab_code(l->v, lab_state(l, t, i))];
    }
}

static inline void lab_open(lab *l, bool keyed, const char *coins, const char *spots, uint64_t part_states)
{
    const char *set[2];
    char a[64], b[64];
    static unsigned number;
    *l = (lab){.keyed = keyed, .part_states = part_states};
    snprintf(a, sizeof a, "coins=%s", coins);
    snprintf(b, sizeof b, "spots=%s", spots);
    set[0] = a;
    set[1] = b;
    const char *tmp = getenv("TMPDIR");
    snprintf(l->tables, sizeof l->tables, "%s/table_lab.%d.%u", tmp ? tmp : "/tmp", (int)getpid(), number++);
    l->c = zm_context_new();
    zm_set_threads(l->c, 2);
    zm_set_sync(l->c, false); /* nobody pulls the plug here */
    assert_int_equal(zm_variant_new(l->c, keyed ? &ring_keyed : &ring, set, 2, &l->v), ZM_OK);
    assert_int_equal(zm_table_path(l->c, l->v, l->tables, l->folder, sizeof l->folder), ZM_OK);
    uint64_t codes = (uint64_t)ring_tiers(l->v) * 2 * ring_spots(l->v);
    zm_value *value = lab_solve(l->v, codes);
    l->tiers = keyed ? 1 : ring_tiers(l->v);
    l->size = calloc(l->tiers, sizeof *l->size);
    l->sum = calloc(l->tiers, sizeof *l->sum);
    l->value = calloc(l->tiers, sizeof *l->value);
    if (keyed)
        lab_fill_keyed(l, value, codes);
    else
        lab_fill_dense(l, value);
    l->start = value[lab_code(l->v, ring_start(l->v))];
    lab_sum(l);
    free(value);
}

static inline zm_writer_plan lab_plan(const lab *l)
{
    return (zm_writer_plan){
        .tiers = l->tiers, .tier_size = l->size, .keyed = l->keyed, .wdl = l->wdl, .part_states = l->part_states};
}

/* Goes on from where the table is; stops before tier `stop` (UINT32_MAX: finishes). Nothing is asserted, so that it can
 * run with allocations failing. */
static inline zm_status lab_write_until(lab *l, bool again, uint32_t stop)
{
    zm_writer_plan plan = lab_plan(l);
    zm_writer *w;
    zm_summary total;
    uint64_t bytes;
    plan.again = again;
    zm_status s = zm_writer_open(l->c, l->v, l->tables, &plan, &w);
    if (s != ZM_OK)
        return s;
    if (!zm_writer_finished(w) && l->keyed)
        s = zm_writer_keys(w, l->keys, l->size[0]);
    for (uint32_t t = zm_writer_done(w); s == ZM_OK && t < l->tiers && t < stop; t++)
        s = zm_writer_add_tier(w, t, l->value[t], &l->sum[t]);
    if (s == ZM_OK && stop == UINT32_MAX)
        s = zm_writer_finish(w, l->start, &total, &bytes);
    zm_writer_close(w);
    return s;
}

static inline zm_status lab_write(lab *l) { return lab_write_until(l, true, UINT32_MAX); }

/* What the verifier finds; of a dense table also as a GPU does it, in the same words. */
static inline zm_status lab_verify_table(zm_context *c, const zm_table *t)
{
    zm_verified done, there;
    char message[4096];
    const zm_status s = zm_table_verify(c, t, &done);
    if (zm_table_keyed(t))
        return s;
    snprintf(message, sizeof message, "%s", zm_message(c));
    assert_int_equal(zm_table_verify_on(c, t, ZM_ENGINE_CUDA_HOST, &there), s);
    if (s == ZM_OK)
        assert_memory_equal(&there, &done, sizeof done);
    else
        assert_string_equal(zm_message(c), message);
    return s;
}

static inline zm_status lab_verify(const lab *l)
{
    zm_table *t;
    zm_status s = zm_table_open(l->c, l->v, l->tables, &t);
    if (s != ZM_OK)
        return s;
    s = lab_verify_table(l->c, t);
    zm_table_close(t);
    return s;
}

/* ---- files ---- */
typedef struct bytes {
    uint8_t *data;
    size_t count;
} bytes;

static inline bytes lab_load(const char *path)
{
    bytes b = {0};
    FILE *f = fopen(path, "rb");
    if (!f)
        return b;
    fseek(f, 0, SEEK_END);
    b.count = (size_t)ftell(f);
    rewind(f);
    b.data = malloc(b.count + 1);
    assert_int_equal(fread(b.data, 1, b.count, f), b.count);
    fclose(f);
    return b;
}

static inline void lab_store(const char *path, const void *data, size_t count)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, count, f), count);
    assert_int_equal(fclose(f), 0);
}

/* Replaces text in the manifest and makes its check right again. */
static inline void lab_forge(const lab *l, const char *old, const char *new)
{
    char path[2048], text[8192], line[64];
    snprintf(path, sizeof path, "%s/manifest", l->folder);
    bytes b = lab_load(path);
    b.data[b.count] = 0;
    char *at = strstr((char *)b.data, old), *check = strstr((char *)b.data, "check ");
    assert_non_null(at);
    *check = 0;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - (char *)b.data), (char *)b.data, new, at + strlen(old));
    snprintf(line, sizeof line, "check %016" PRIx64 "\n", (uint64_t)XXH3_64bits(text, strlen(text)));
    strcat(text, line);
    lab_store(path, text, strlen(text));
    free(b.data);
}

enum { LAB_FILES = 256 };
typedef struct files {
    unsigned count;
    char name[LAB_FILES][64];
    bytes content[LAB_FILES];
} files;

static inline int lab_by_name(const void *a, const void *b) { return strcmp(a, b); }

/* The files of a table but its lock, by name. */
static inline void lab_files(const lab *l, files *f)
{
    char path[2048];
    DIR *d = opendir(l->folder);
    assert_non_null(d);
    f->count = 0;
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.' && strcmp(e->d_name, "lock")) {
            assert_true(f->count < LAB_FILES);
            snprintf(f->name[f->count++], 64, "%.63s", e->d_name);
        }
    closedir(d);
    qsort(f->name, f->count, sizeof f->name[0], lab_by_name);
    for (unsigned i = 0; i < f->count; i++) {
        snprintf(path, sizeof path, "%s/%s", l->folder, f->name[i]);
        f->content[i] = lab_load(path);
    }
}

static inline void lab_free_files(files *f)
{
    for (unsigned i = 0; i < f->count; i++)
        free(f->content[i].data);
    f->count = 0;
}

static inline void lab_same_files(const files *a, const files *b)
{
    assert_int_equal(a->count, b->count);
    for (unsigned i = 0; i < a->count; i++) {
        assert_string_equal(a->name[i], b->name[i]);
        assert_int_equal(a->content[i].count, b->content[i].count);
        assert_memory_equal(a->content[i].data, b->content[i].data, a->content[i].count);
    }
}

static inline void lab_empty(const lab *l)
{
    char path[2048];
    DIR *d = opendir(l->folder);
    if (!d)
        return;
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", l->folder, e->d_name);
            unlink(path);
        }
    closedir(d);
}

static inline void lab_close(lab *l)
{
    lab_empty(l);
    for (uint32_t t = 0; t < l->tiers; t++)
        free(l->value[t]);
    free(l->value);
    free(l->size);
    free(l->sum);
    free(l->keys);
    zm_variant_free(l->c, l->v);
    assert_int_equal(zm_memory_used(l->c), 0); /* nothing is left over, whatever went wrong */
    zm_context_free(l->c);
}

#endif
