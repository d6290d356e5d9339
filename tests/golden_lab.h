/* golden_lab.h: what a solve found, as a few lines of text that do not depend on how it was found or stored.
 *
 * The head of tests/golden.txt says what the lines are. All values are read tier by tier; a sample is also probed one
 * by one, and the summary is compared with what the values add up to. */
#ifndef GOLDEN_LAB_H
#define GOLDEN_LAB_H

#include "unit.h"

#include <inttypes.h>
#include <xxhash.h>
#include <zermelo/zermelo.h>

enum { GOLDEN_LINES = 12, GOLDEN_WIDTH = 1024, GOLDEN_PROBES = 1000 };

/* What is being looked at, for messages. */
static char golden_place[GOLDEN_WIDTH + 128];
#define golden_fail(...)                   \
    do {                                   \
        print_error("%s: ", golden_place); \
        fail_msg(__VA_ARGS__);             \
    } while (0)

typedef struct golden_lines {
    unsigned count;
    char line[GOLDEN_LINES][GOLDEN_WIDTH]; /* "name   what": names are different */
} golden_lines;

__attribute__((format(printf, 3, 4))) static void golden_say(golden_lines *l, const char *name, const char *format, ...)
{
    va_list rest;
    char what[GOLDEN_WIDTH - 16];
    assert_true(l->count < GOLDEN_LINES);
    va_start(rest, format);
    const int n = vsnprintf(what, sizeof what, format, rest);
    va_end(rest);
    assert_true(n >= 0 && (size_t)n < sizeof what);
    snprintf(l->line[l->count++], GOLDEN_WIDTH, "%-10s %s", name, what);
}

/* ---- numbers as bytes ---- */
static uint8_t *golden_put(uint8_t *out, uint64_t x, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        *out++ = (uint8_t)(x >> 8 * i);
    return out;
}

static XXH3_state_t *golden_open(void)
{
    XXH3_state_t *s = XXH3_createState();
    assert_non_null(s);
    XXH3_64bits_reset(s);
    return s;
}

static void golden_add(XXH3_state_t *s, uint64_t x, unsigned bytes)
{
    uint8_t raw[8];
    golden_put(raw, x, bytes);
    XXH3_64bits_update(s, raw, bytes);
}

static uint64_t golden_close(XXH3_state_t *s)
{
    const uint64_t h = XXH3_64bits_digest(s);
    XXH3_freeState(s);
    return h;
}

/* ---- one table ---- */
typedef enum golden_type { GOLDEN_VALUES, GOLDEN_ODDS, GOLDEN_MOVES } golden_type;

static unsigned golden_bytes(golden_type type) { return type == GOLDEN_VALUES ? 2 : 8; }

typedef struct golden_walk {
    zm_context *c;
    const zm_table *t;
    const zm_variant *v;
    golden_type type;
    uint64_t every; /* one state of so many is probed */
    uint64_t sum;   /* of all states */
    uint64_t
        count[4];   /* of a tier: states; won by the player 0, by the player 1; drawn. Best moves: words other than 0 */
    zm_summary all; /* what the values add up to */
} golden_walk;

static void golden_expect(const golden_walk *w, zm_status s)
{
    if (s != ZM_OK)
        golden_fail("%s", zm_message(w->c));
}

/* Values in the order of the table, as words: odds have lower in the low half. */
static uint64_t *golden_tier(golden_walk *w, uint32_t tier)
{
    const uint64_t size = zm_table_tier_size(w->t, tier);
    uint64_t *words = calloc(size + 1, sizeof *words);
    if (w->type == GOLDEN_MOVES) {
        golden_expect(w, zm_table_read_moves(w->c, w->t, tier, words));
    } else if (w->type == GOLDEN_ODDS) {
        zm_odds *odds = calloc(size + 1, sizeof *odds);
        golden_expect(w, zm_table_read_odds(w->c, w->t, tier, odds));
        for (uint64_t i = 0; i < size; i++)
            words[i] = (uint64_t)odds[i].upper << 32 | odds[i].lower;
        free(odds);
    } else {
        zm_value *values = calloc(size + 1, sizeof *values);
        golden_expect(w, zm_table_read_tier(w->c, w->t, tier, values));
        for (uint64_t i = 0; i < size; i++)
            words[i] = values[i];
        free(values);
    }
    return words;
}

static zm_odds golden_odds(uint64_t word) { return (zm_odds){(uint32_t)word, (uint32_t)(word >> 32)}; }

/* Best moves do not say where states are; all places of a dense table of a game with dice are. */
static bool golden_is_state(const golden_walk *w, uint64_t word)
{
    return w->type == GOLDEN_MOVES || (w->type == GOLDEN_ODDS ? zm_is_odds(golden_odds(word)) : word != ZM_NONE);
}

/* ---- the second way: one position at a time ---- */
static uint64_t golden_probe_moves(const golden_walk *w, zm_pos p)
{
    const unsigned bits = zm_move_bits(w->v);
    uint64_t word = 0;
    for (unsigned roll = 0; roll < w->v->game->dice->rolls; roll++) {
        unsigned choice;
        golden_expect(w, zm_table_probe_move(w->c, w->t, p, roll, &choice));
        word |= (uint64_t)choice << roll * bits;
    }
    return word;
}

static uint64_t golden_probe(const golden_walk *w, zm_pos p)
{
    zm_odds odds;
    zm_value value;
    if (w->type == GOLDEN_MOVES)
        return golden_probe_moves(w, p);
    if (w->type == GOLDEN_ODDS) {
        golden_expect(w, zm_table_probe_odds(w->c, w->t, p, &odds));
        return (uint64_t)odds.upper << 32 | odds.lower;
    }
    golden_expect(w, zm_table_probe(w->c, w->t, p, &value));
    return value;
}

/* ---- all values ---- */
static void golden_count(golden_walk *w, uint64_t word, zm_pos p)
{
    w->count[0]++;
    w->all.states++;
    if (w->type == GOLDEN_ODDS) {
        const zm_odds o = golden_odds(word);
        w->all.widest = o.upper - o.lower > w->all.widest ? o.upper - o.lower : w->all.widest;
    } else if (w->type == GOLDEN_MOVES) {
        w->count[3] += word != 0;
    } else if (word == ZM_DRAWN) {
        w->count[3]++;
        w->all.drawn++;
    } else {
        const unsigned winner = zm_turn_of(w->v, p) ^ !zm_is_win((zm_value)word), far = zm_remoteness((zm_value)word);
        w->count[1 + winner]++;
        w->all.won_by[winner]++;
        w->all.longest = far > w->all.longest ? far : w->all.longest;
    }
}

static void golden_state(golden_walk *w, uint32_t tier, uint64_t index, uint64_t word)
{
    uint8_t raw[24], *end = raw;
    zm_pos p;
    golden_expect(w, zm_table_state(w->c, w->t, tier, index, &p));
    end = golden_put(golden_put(end, p.lo, 8), p.hi, 8);
    const uint64_t number = XXH3_64bits(raw, 16);
    end = golden_put(end, word, golden_bytes(w->type));
    w->sum += XXH3_64bits(raw, (size_t)(end - raw));
    golden_count(w, word, p);
    if (number % w->every == 0 && golden_probe(w, p) != word)
        golden_fail("tier %u, place %" PRIu64 ": a probe gives %" PRIx64 ", the whole tier %" PRIx64, tier, index,
                    golden_probe(w, p), word);
}

static void golden_read(golden_walk *w, golden_lines *out)
{
    XXH3_state_t *counts = golden_open(), *values = golden_open();
    uint64_t places = 0;
    for (uint32_t tier = 0; tier < zm_table_tiers(w->t); tier++) {
        uint64_t *words = golden_tier(w, tier);
        const uint64_t size = zm_table_tier_size(w->t, tier);
        memset(w->count, 0, sizeof w->count);
        for (uint64_t i = 0; i < size; i++) {
            golden_add(values, words[i], golden_bytes(w->type));
            if (golden_is_state(w, words[i]))
                golden_state(w, tier, i, words[i]);
        }
        for (unsigned i = 0; i < 4; i++)
            golden_add(counts, w->count[i], 8);
        places += size;
        free(words);
    }
    const uint64_t c = golden_close(counts), x = golden_close(values);
    golden_say(out, "sum", "%016" PRIx64, w->sum);
    golden_say(out, zm_table_keyed(w->t) ? "keyed" : "dense",
               "%u tiers, %" PRIu64 " places, counts %016" PRIx64 ", values %016" PRIx64, zm_table_tiers(w->t), places,
               c, x);
}

/* ---- summaries ---- */
static const char *golden_value(zm_value v, bool wdl, char out[32])
{
    if (zm_is_draw(v) || wdl)
        snprintf(out, 32, "%s", zm_is_draw(v) ? "draw" : zm_is_win(v) ? "win" : "loss");
    else
        snprintf(out, 32, "%s in %u", zm_is_win(v) ? "win" : "loss", zm_remoteness(v));
    return out;
}

static void golden_say_odds(golden_lines *out, const zm_variant *v, const zm_summary *s)
{
    char text[ZM_MAX_TEXT];
    golden_say(out, "states", "%" PRIu64 ", the widest interval %u, %s", s->states, s->widest,
               s->certified ? "certified" : "estimates");
    golden_say(out, "start", "%u to %u", s->start_odds.lower, s->start_odds.upper);
    if (!s->has_open)
        return;
    zm_write_position(v, s->least_position, text, sizeof text);
    golden_say(out, "least", "%u to %u, %s", s->least.lower, s->least.upper, text);
    zm_write_position(v, s->most_position, text, sizeof text);
    golden_say(out, "most", "%u to %u, %s", s->most.lower, s->most.upper, text);
}

static void golden_say_values(golden_lines *out, const zm_variant *v, const zm_summary *s)
{
    char text[ZM_MAX_TEXT], start[32];
    golden_say(out, "states", "%" PRIu64 ", %s %" PRIu64 ", %s %" PRIu64 ", drawn %" PRIu64, s->states,
               zm_player(v->game, 0), s->won_by[0], zm_player(v->game, 1), s->won_by[1], s->drawn);
    golden_say(out, "start", "%s", golden_value(s->start, s->wdl, start));
    if (!s->has_longest)
        return;
    zm_write_position(v, s->longest_position, text, sizeof text);
    golden_say(out, "longest", "%u, %s", s->longest, text);
}

static void golden_say_summary(golden_lines *out, const zm_variant *v, const zm_summary *s)
{
    (s->dice ? golden_say_odds : golden_say_values)(out, v, s);
}

/* Does what was said of the values agree with what they are? */
static void golden_check(const golden_walk *w, const zm_summary *s)
{
    assert_int_equal(w->all.states, s->states);
    if (w->type == GOLDEN_ODDS)
        assert_int_equal(w->all.widest, s->widest);
    if (w->type != GOLDEN_VALUES)
        return;
    assert_int_equal(w->all.won_by[0], s->won_by[0]);
    assert_int_equal(w->all.won_by[1], s->won_by[1]);
    assert_int_equal(w->all.drawn, s->drawn);
    assert_int_equal(w->all.longest, s->has_longest ? s->longest : 0);
}

/* The lines of a table, which says of itself what the solve has said. */
static void golden_table(zm_context *c, const zm_table *t, const zm_summary *said, golden_lines *out)
{
    const zm_variant *v = zm_table_variant(t);
    golden_lines told = {0};
    golden_walk w = {.c = c,
                     .t = t,
                     .v = v,
                     .type = zm_table_moves(t)  ? GOLDEN_MOVES
                             : zm_table_dice(t) ? GOLDEN_ODDS
                                                : GOLDEN_VALUES,
                     .every = 1 + said->states / GOLDEN_PROBES};
    golden_say_summary(&told, v, zm_table_summary(t));
    golden_say_summary(out, v, said);
    for (unsigned i = 0; i < out->count; i++)
        assert_string_equal(told.line[i], out->line[i]);
    golden_read(&w, out);
    golden_check(&w, said);
}

#endif
