/* Races stored in fewer bits: byte for byte what an export makes of the whole table, and intervals that hold; what such
 * a table does for and what not; and its packed blocks, whole and damaged. */
#include "bits_lab.h"
#include "table/format/codec.h"

#include <zermelo/zermelo.h>

/* ---- as an export would round them ---- */
static void one_piece_as_exported(void **state)
{
    static const unsigned bits[] = {1, 8, 16, 20, 24, 31};
    (void)state;
    bits_as_exported("pieces=1", 0, bits, 6, true);
    bits_as_exported("pieces=1", 1e-6, bits + 2, 3, false);
}

static void two_pieces_on_a_small_board_as_exported(void **state)
{
    static const unsigned bits[] = {16, 24};
    (void)state;
    bits_as_exported("pieces=2 squares=16", 0, bits, 2, true);
}

static void threads_change_nothing(void **state)
{
    uint64_t check = 0;
    (void)state;
    for (unsigned threads = 1; threads < 6; threads += 2) {
        bits_lab l;
        bits_open(&l, "pieces=2 squares=16", 1e-6);
        zm_set_threads(l.c, threads);
        bits_solve(&l, ZM_ENGINE_CPU, 20, l.solved);
        assert_true(threads == 1 || check == bits_check(&l, l.solved));
        check = bits_check(&l, l.solved);
        bits_close(&l);
    }
}

static void an_estimate_can_be_rounded_too(void **state)
{
    bits_lab l;
    (void)state;
    bits_open(&l, "pieces=1", 1e-7);
    l.o.one_vector = true;
    const zm_solved s = bits_solve(&l, ZM_ENGINE_CPU, 16, l.solved);
    assert_false(s.summary.certified);
    assert_int_equal(s.summary.start_odds.upper - s.summary.start_odds.lower, UINT32_MAX >> 16);
    bits_close(&l);
}

/* ---- what is there ---- */
/* A table does for what asks for no more bits than it has; without bits, only one that has them all. */
static void a_table_does_for_fewer_bits(void **state)
{
    static const struct {
        unsigned bits;
        bool there;
        unsigned has;
    } asked[] = {{20, false, 20}, {20, true, 20}, {16, true, 20}, {24, false, 24},
                 {0, false, 0},   {24, true, 0},  {0, true, 0}};
    bits_lab l;
    (void)state;
    bits_open(&l, "pieces=1", 1e-6);
    for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++) {
        const zm_solved s = bits_solve(&l, ZM_ENGINE_CPU, asked[i].bits, l.solved);
        assert_int_equal(s.was_there, asked[i].there);
        assert_int_equal(s.bits, asked[i].has);
    }
    l.o.precision = 1e-8; /* which the one there has not */
    assert_false(bits_solve(&l, ZM_ENGINE_CPU, 24, l.solved).was_there);
    bits_close(&l);
}

/* As a solve would leave it that was killed in the middle. */
static void interrupt(const bits_lab *l)
{
    char folder[4096];
    zm_manifest m;
    assert_int_equal(zm_table_path(l->c, l->v, l->solved, folder, sizeof folder), ZM_OK);
    assert_int_equal(zm_manifest_read(l->c, l->v, folder, &m), ZM_OK);
    assert_true(m.part_count > 2);
    m.finished = false;
    m.part_count /= 2;
    assert_int_equal(zm_manifest_write(l->c, l->v, folder, &m), ZM_OK);
    zm_manifest_free(l->c, &m);
}

/* Rounded tiers are nothing to go on from, by a solve with the same bits, with others, or with all; nor are all for one
 * that rounds. */
static void what_was_interrupted_begins_anew(void **state)
{
    static const unsigned first[] = {24, 24, 24, 0}, then[] = {24, 16, 0, 24};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        bits_lab l;
        bits_open(&l, "pieces=2 squares=16", 1e-6);
        l.o.part_states = 2000;
        bits_solve(&l, ZM_ENGINE_CPU, then[i], l.full); /* as it should be */
        bits_solve(&l, ZM_ENGINE_CPU, first[i], l.solved);
        interrupt(&l);
        const zm_solved s = bits_solve(&l, ZM_ENGINE_CPU, then[i], l.solved);
        assert_true(!s.was_there && s.resumed == 0 && s.bits == then[i]);
        assert_int_equal(bits_check(&l, l.solved), bits_check(&l, l.full));
        bits_close(&l);
    }
}

/* ---- what is refused ---- */
static void refuse(const char *game, zm_solve_options o, const char *words)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_solved out;
    assert_int_equal(zm_find_game(c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    assert_int_equal(zm_solve(c, v, &o, &out), ZM_BAD_INPUT);
    assert_string_equal(zm_message(c), words);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void what_cannot_be_rounded_is_refused(void **state)
{
    char tables[4096];
    (void)state;
    unit_path("none", tables);
    refuse("chomp", ZM_OPTIONS(zm_solve_options, .bits = 8, .tables = tables),
           "fewer bits are for games with dice; values of chomp are exact");
    refuse("madn", ZM_OPTIONS(zm_solve_options, .bits = 32, .tables = tables),
           "probabilities are rounded to 1 to 31 bits, not 32");
    refuse("madn", ZM_OPTIONS(zm_solve_options, .bits = 8), "fewer bits are for what is stored, and here nothing is");
    refuse(
        "madn", ZM_OPTIONS(zm_solve_options, .bits = 8, .tables = tables, .method = ZM_METHOD_ITERATE),
        "fewer bits are for the method `race`, not for `iterate`: make them afterwards, with `zermelo export --bits`");
    refuse("pig", ZM_OPTIONS(zm_solve_options, .bits = 8, .tables = tables),
           "fewer bits are for the method `race`, not for `iterate`");
}

static void verify_says_why_it_cannot(void **state)
{
    bits_lab l;
    zm_verified found;
    (void)state;
    bits_open(&l, "pieces=1", 1e-6);
    bits_solve(&l, ZM_ENGINE_CPU, 24, l.solved);
    zm_table *t = bits_table(&l, l.solved);
    assert_int_equal(zm_table_verify(l.c, t, &found), ZM_BAD_INPUT);
    assert_string_equal(zm_message(l.c),
                        "the files are whole, but rounded probabilities can only be proved by the table as it "
                        "is solved without --bits");
    zm_table_close(t);
    bits_close(&l);
}

/* ---- packed blocks ---- */
typedef struct block {
    zm_odds odds[ZM_ODDS_BLOCK], back[ZM_ODDS_BLOCK];
    uint8_t data[ZM_ENCODED_ROOM], room[ZM_BLOCK_ROOM];
    size_t count, bytes;
} block;

/* Odds near each other, or anywhere; rounded to so many bits. */
static void fill(block *b, uint64_t *seed, size_t count, unsigned bits, unsigned spread, unsigned wide)
{
    const uint32_t base = (uint32_t)unit_random(seed) >> 1;
    b->count = count;
    for (size_t i = 0; i < count; i++) {
        const uint32_t lower =
            spread < 32 ? base + ((uint32_t)unit_random(seed) & ((1u << spread) - 1)) : (uint32_t)unit_random(seed);
        const uint32_t width = (uint32_t)unit_random(seed) & ((1u << wide) - 1);
        const zm_odds o = {lower, lower + width < lower ? UINT32_MAX : lower + width};
        b->odds[i] = zm_odds_rounded(o, bits);
    }
}

static void packed_odds_come_back(void **state)
{
    static const size_t counts[] = {1, 2, 7, 8, 63, 2047, 2048};
    ZSTD_CCtx *z = ZSTD_createCCtx();
    ZSTD_DCtx *d = ZSTD_createDCtx();
    block *b = malloc(sizeof *b);
    uint64_t seed = 1;
    unsigned packed = 0;
    (void)state;
    for (unsigned round = 0; round < 400; round++) {
        zm_packed head;
        fill(b, &seed, counts[round % 7], 1 + round % 31, 1 + (unsigned)(unit_random(&seed) % 32), round % 24);
        b->bytes = zm_encode_rounded(z, b->odds, b->count, b->data);
        assert_true(b->bytes > 0 && b->bytes <= ZM_ENCODED_ROOM);
        assert_true(zm_decode_odds(d, b->data, b->bytes, b->count, b->room, b->back));
        assert_memory_equal(b->odds, b->back, b->count * sizeof *b->odds);
        if (!zm_is_packed(b->data, b->bytes, b->count, &head))
            continue;
        packed++;
        assert_false(zm_is_packed(b->data, b->bytes - 1, b->count, &head));
        assert_false(zm_decode_odds(d, b->data, b->bytes + 1, b->count, b->room, b->back));
        assert_true(zm_is_packed(b->data, b->bytes, b->count, &head));
        for (size_t i = 0; i < b->count; i++) {
            const zm_odds one = zm_packed_odds(b->data, b->bytes, &head, i);
            assert_memory_equal(&one, &b->odds[i], sizeof one);
        }
    }
    assert_true(packed > 200);
    ZSTD_freeCCtx(z);
    ZSTD_freeDCtx(d);
    free(b);
}

/* Whatever the head says: odds come out, or it is no such block. No byte beyond the block is looked at (built to find
 * out). */
static void heads_that_lie_do_no_harm(void **state)
{
    ZSTD_CCtx *z = ZSTD_createCCtx();
    ZSTD_DCtx *d = ZSTD_createDCtx();
    block *b = malloc(sizeof *b);
    uint64_t seed = 2;
    (void)state;
    fill(b, &seed, 100, 20, 30, 14);
    b->bytes = zm_encode_rounded(z, b->odds, b->count, b->data);
    uint8_t *own = malloc(b->bytes);
    for (unsigned round = 0; round < 20000; round++) {
        memcpy(own, b->data, b->bytes);
        for (unsigned k = 0; k <= round % 3; k++)
            own[1 + unit_random(&seed) % 11] = (uint8_t)unit_random(&seed);
        if (zm_decode_odds(d, own, b->bytes, b->count, b->room, b->back))
            for (size_t i = 0; i < b->count; i++)
                assert_true(zm_is_odds(b->back[i]));
    }
    free(own);
    ZSTD_freeCCtx(z);
    ZSTD_freeDCtx(d);
    free(b);
}

/* ---- damage ---- */
/* Found by a check, and a probe fails or is right. */
static void expect_found(const bits_lab *l, const zm_odds *right, uint32_t tier, uint64_t size)
{
    zm_table *t;
    zm_odds odds;
    zm_status s = zm_table_open(l->c, l->v, l->solved, &t);
    if (s == ZM_OK) {
        for (uint64_t i = 0; i < size; i += 97)
            if (zm_table_probe_odds(l->c, t, l->v->game->index->unrank(l->v, (zm_place){tier, i}), &odds) == ZM_OK)
                assert_memory_equal(&odds, &right[i], sizeof odds);
        s = zm_table_check(l->c, t, NULL);
        zm_table_close(t);
    }
    assert_int_equal(s, ZM_CORRUPT);
}

/* The file of the last part and its length. */
static uint64_t last_part(const bits_lab *l, char path[4200])
{
    char folder[4096];
    zm_manifest m;
    assert_int_equal(zm_table_path(l->c, l->v, l->solved, folder, sizeof folder), ZM_OK);
    assert_int_equal(zm_manifest_read(l->c, l->v, folder, &m), ZM_OK);
    snprintf(path, 4200, "%s/part-%05u.zmt", folder, m.part_count - 1);
    const uint64_t length = m.part[m.part_count - 1].bytes;
    zm_manifest_free(l->c, &m);
    return length;
}

static uint8_t byte_at(FILE *f, uint64_t at)
{
    uint8_t byte;
    assert_int_equal(fseek(f, (long)at, SEEK_SET), 0);
    assert_int_equal(fread(&byte, 1, 1, f), 1);
    return byte;
}

static void put_byte(FILE *f, uint64_t at, uint8_t byte)
{
    assert_int_equal(fseek(f, (long)at, SEEK_SET), 0);
    assert_int_equal(fwrite(&byte, 1, 1, f), 1);
    fflush(f);
}

static void damage_is_found(void **state)
{
    enum { KIND = 7, HEADER = 64 };
    char path[4200];
    bits_lab l;
    uint64_t seed = 3;
    (void)state;
    bits_open(&l, "pieces=2 squares=16", 1e-6);
    l.o.part_states = 2000; /* the last tier is a part of its own */
    bits_solve(&l, ZM_ENGINE_CPU, 20, l.solved);
    const uint64_t length = last_part(&l, path);
    zm_table *t = bits_table(&l, l.solved);
    const uint32_t tier = zm_table_tiers(t) - 1;
    const uint64_t size = zm_table_tier_size(t, tier);
    zm_odds *right = malloc(size * sizeof *right);
    assert_int_equal(zm_table_read_odds(l.c, t, tier, right), ZM_OK);
    zm_table_close(t);
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(byte_at(f, HEADER), KIND);
    for (unsigned i = 0; i < 300; i++) { /* the head of the first block bit by bit, then anywhere */
        const uint64_t bit = i < 96 ? 8 * HEADER + i : unit_random(&seed) % (8 * length);
        const uint8_t byte = byte_at(f, bit / 8);
        put_byte(f, bit / 8, (uint8_t)(byte ^ 1u << bit % 8));
        expect_found(&l, right, tier, size);
        put_byte(f, bit / 8, byte);
    }
    fclose(f);
    t = bits_table(&l, l.solved);
    assert_int_equal(zm_table_check(l.c, t, NULL), ZM_OK);
    zm_table_close(t);
    free(right);
    bits_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_piece_as_exported),
        cmocka_unit_test(two_pieces_on_a_small_board_as_exported),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(an_estimate_can_be_rounded_too),
        cmocka_unit_test(a_table_does_for_fewer_bits),
        cmocka_unit_test(what_was_interrupted_begins_anew),
        cmocka_unit_test(what_cannot_be_rounded_is_refused),
        cmocka_unit_test(verify_says_why_it_cannot),
        cmocka_unit_test(packed_odds_come_back),
        cmocka_unit_test(heads_that_lie_do_no_harm),
        cmocka_unit_test(damage_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
