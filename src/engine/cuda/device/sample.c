/* sample.c: see sample.h. */
#include "sample.h"

#include "base/random.h"
#include "game/expand.h"

#include <inttypes.h>

uint64_t zm_sample_size(uint64_t places, uint64_t all)
{
    enum { SAMPLE = 1 << 17, AT_LEAST = 64, ONE_IN = 1 << 10 };
    const uint64_t sample = all / ONE_IN < SAMPLE ? all / ONE_IN : SAMPLE;
    return AT_LEAST + (uint64_t)((double)sample * ((double)places / (double)all));
}

void zm_sample_note(zm_context *c, uint64_t checked)
{
    if (checked)
        zm_note(c, "%" PRIu64 " states recomputed from the rules: all as found", checked);
}

zm_status zm_sample_fail(zm_context *c, uint32_t tier)
{
    return zm_fail(c, ZM_WRONG, "tier %" PRIu32 ": the engine's value of a state contradicts its successors", tier);
}

/* ---- a state ---- */
static zm_sample_answer answer_of(zm_sample_pass *k, zm_pos p)
{
    if (!k->asking)
        return k->answer(k->of);
    k->ask(k->of, p);
    return (zm_sample_answer){.value = ZM_NONE, .odds = {0, ZM_CERTAIN}};
}

bool zm_sample_agrees(zm_sample_pass *k, zm_pos p)
{
    const zm_variant *v = k->variant;
    const zm_game *r = v->game;
    unsigned count;
    bool follows = true;
    const zm_sample_answer said = answer_of(k, p);
    const zm_end end = zm_rules_moves(r, v, p, k->moves, &count);
    zm_value best = end == ZM_OPEN ? (zm_value)ZM_NONE : zm_end_value(end);
    k->reached += said.reached;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_sample_answer next = answer_of(k, zm_rules_play(r, v, p, k->moves[i], &passes));
        const zm_value value = zm_before_move(next.value, passes);
        best = value > best ? value : best;
        follows &= next.reached || next.over;
    }
    if (k->asking || (k->exact && !said.reached))
        return true;
    return said.value == (k->wdl ? zm_wdl(best) : best) && (follows || !k->exact);
}

/* ---- a state, with dice ---- */
static zm_odds odds_of(zm_sample_pass *k, zm_pos p)
{
    const zm_end end = k->variant->game->ended(k->variant, p);
    if (end != ZM_OPEN)
        return end == ZM_WIN ? (zm_odds){ZM_CERTAIN, ZM_CERTAIN} : (zm_odds){0, 0};
    return answer_of(k, p).odds;
}

/* The best of a roll; false when all it leads to is the state itself, so that the other rolls decide. */
static bool best_of_roll(zm_sample_pass *k, zm_pos p, unsigned roll, zm_odds *best)
{
    const zm_game *g = k->variant->game;
    const unsigned count = g->dice->moves(k->variant, p, roll, k->moves);
    bool moved = false;
    *best = (zm_odds){0, 0};
    for (unsigned i = 0; i < count; i++) {
        const zm_pos next = g->play(k->variant, p, k->moves[i]);
        if (zm_same(next, p))
            continue;
        zm_odds o = odds_of(k, next);
        if ((next.hi ^ p.hi) & ZM_TURN_BIT)
            o = zm_odds_against(o);
        best->lower = o.lower > best->lower ? o.lower : best->lower;
        best->upper = o.upper > best->upper ? o.upper : best->upper;
        moved = true;
    }
    return moved;
}

static void weigh_rolls(const zm_variant *v, zm_pos p, uint32_t weight[ZM_MAX_ROLLS])
{
    for (unsigned roll = 0; roll < v->game->dice->rolls; roll++)
        weight[roll] = 1;
    if (v->game->dice->odds)
        v->game->dice->odds(v, p, weight);
}

bool zm_sample_odds_agree(zm_sample_pass *k, zm_pos p)
{
    const zm_odds said = odds_of(k, p);
    uint32_t weight[ZM_MAX_ROLLS];
    uint64_t lower = 0, upper = 0, total = 0;
    weigh_rolls(k->variant, p, weight);
    for (unsigned roll = 0; roll < k->variant->game->dice->rolls; roll++) {
        zm_odds best;
        if (!best_of_roll(k, p, roll, &best))
            continue;
        lower += (uint64_t)best.lower * weight[roll];
        upper += (uint64_t)best.upper * weight[roll];
        total += weight[roll];
    }
    if (k->asking || !total)
        return true;
    if (!k->one_vector)
        return lower / total >= said.lower && (upper + total - 1) / total <= said.upper;
    const double off = (double)lower / (double)total - (double)said.lower;
    return (off < 0 ? -off : off) <= k->allowed;
}

/* ---- batches ---- */
enum {
    BATCH = 1 << 10,                 /* states, at most */
    ROOM = BATCH * 64,               /* spots that are asked for; the last state may bring more of them */
    SPOTS = ROOM + ZM_MAX_MOVES + 1, /* at most */
};

typedef struct batch {
    const zm_sample_batches *rules;
    zm_sample_pass pass;
    uint64_t asked, read; /* spots, and answers */
    uint8_t *spot;
    zm_value *value; /* answers; with dice */
    zm_odds *odds;
    uint64_t seed, left; /* places to be chosen */
    zm_place chosen[BATCH];
    unsigned count;
} batch;

static void ask(void *of, zm_pos p)
{
    batch *b = of;
    b->rules->spot(b->rules->of, p, b->spot + b->asked++ * b->rules->spot_bytes);
}

static zm_sample_answer answer(void *of)
{
    batch *b = of;
    const uint64_t i = b->read++;
    return b->odds ? (zm_sample_answer){.odds = b->odds[i]} : (zm_sample_answer){.value = b->value[i]};
}

static bool agrees(batch *b, zm_place at)
{
    const zm_pos p = b->rules->variant->game->index->unrank(b->rules->variant, at);
    return b->rules->dice ? zm_sample_odds_agree(&b->pass, p) : zm_sample_agrees(&b->pass, p);
}

/* As many states as there is room to ask for. */
static void choose(batch *b)
{
    const zm_sample_batches *r = b->rules;
    b->pass.asking = true;
    b->asked = b->read = b->count = 0;
    while (b->left && b->count < BATCH && b->asked < ROOM) {
        const zm_place at = r->place(r->of, zm_any_below(&b->seed, r->places));
        b->left--;
        if (r->is_state && !r->is_state(r->of, at))
            continue;
        agrees(b, at);
        b->chosen[b->count++] = at;
    }
}

static zm_status gather(const batch *b)
{
    const zm_device_gathered g = {.spot = b->spot,
                                  .out = b->odds ? (void *)b->odds : (void *)b->value,
                                  .count = b->asked,
                                  .spot_bytes = b->rules->spot_bytes,
                                  .out_bytes = b->odds ? sizeof *b->odds : sizeof *b->value};
    return zm_device_gather(b->rules->device, b->rules->fetch, &g);
}

static zm_status check_batch(batch *b)
{
    zm_context *c = b->rules->device->context;
    ZM_TRY(c, gather(b));
    b->pass.asking = false;
    for (unsigned i = 0; i < b->count; i++)
        if (!agrees(b, b->chosen[i]))
            return zm_sample_fail(c, b->chosen[i].tier);
    return ZM_OK;
}

static size_t answer_bytes(bool dice) { return dice ? sizeof(zm_odds) : sizeof(zm_value); }

uint64_t zm_sample_device_bytes(size_t spot_bytes, bool dice) { return SPOTS * (spot_bytes + answer_bytes(dice)); }

uint64_t zm_sample_host_bytes(size_t spot_bytes, bool dice)
{
    return zm_sample_device_bytes(spot_bytes, dice) + ZM_MAX_MOVES * sizeof(zm_move) + sizeof(batch);
}

static zm_status open_batch(const zm_sample_batches *r, uint64_t count, batch *b)
{
    zm_context *c = r->device->context;
    void *const answers = r->dice ? (void *)&b->odds : (void *)&b->value;
    b->rules = r;
    b->seed = r->seed;
    b->left = r->places ? count : 0;
    b->pass = (zm_sample_pass){.variant = r->variant,
                               .of = b,
                               .ask = ask,
                               .answer = answer,
                               .wdl = r->wdl,
                               .one_vector = r->one_vector,
                               .allowed = r->allowed};
    ZM_TRY(c, zm_alloc(c, &b->spot, SPOTS, r->spot_bytes, "a sample"));
    ZM_TRY(c, zm_alloc(c, answers, SPOTS, answer_bytes(r->dice), "a sample"));
    return zm_alloc(c, &b->pass.moves, ZM_MAX_MOVES, sizeof *b->pass.moves, "a sample");
}

static zm_status check_batches(batch *b, uint64_t *checked)
{
    while (b->left) {
        choose(b);
        if (!b->count) /* few places are states, or none */
            break;
        ZM_TRY(b->rules->device->context, check_batch(b));
        *checked += b->count;
    }
    return ZM_OK;
}

zm_status zm_sample_check(const zm_sample_batches *r, uint64_t count, uint64_t *checked)
{
    zm_context *c = r->device->context;
    batch *b;
    ZM_TRY(c, zm_alloc(c, &b, 1, sizeof *b, "a sample"));
    zm_status s = open_batch(r, count, b);
    if (s == ZM_OK)
        s = check_batches(b, checked);
    void *const blocks[] = {b->spot, b->value, b->odds, b->pass.moves, b};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(c, blocks[i]);
    return s;
}
