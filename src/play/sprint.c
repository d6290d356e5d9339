/* sprint.c: see sprint.h.
 *
 * Several games are played at once, a ply of each in turn: what the next ply of one needs is fetched while the others
 * are at theirs. Game number i draws from the same stream as in arena.c, and draws as often, so both play the same
 * games. Memory: 16 bytes a side and roll, 8 more for each policy, and 4 where rolls are not alike; with four pieces of
 * Mensch ärgere Dich nicht there are 150,000 sides. Cost: one step list a side and roll to begin with, then some 60
 * instructions a ply. */
#include "sprint.h"
#include "game/trace/trace.h"

#include "base/memory.h"
#include "base/stop.h"
#include "solve/race/board.h"
#include "solve/race/sides.h"
#include "stream.h"

#include <string.h>

enum {
    SIDE = (1 << 20) - 1, /* of a step */
    LANDS_AT = 20,
    COUNT_AT = 26,
    RANK_AT = 10,                /* of a liking */
    MOST_AVOIDED = 1 << RANK_AT, /* sets of squares */
    A_STEP = 40,                 /* what there is more than what there is not, */
    A_CAPTURE = 64,              /* one that captures more than others, */
    A_PIECE = 8,                 /* and one less with every piece to be avoided */
    AT_ONCE = 16,                /* games that a thread plays at once, */
    PART = 1024,                 /* and takes at a time */
    PAYS = 8,                    /* with this many times fewer games than sides it does not pay */
};

/* ---- one ply ---- */
#define BODY static inline __attribute__((always_inline))

BODY unsigned lands_of(uint32_t step) { return step >> LANDS_AT & 63; }
BODY unsigned count_of(const zm_offer *o) { return o->step[0] >> COUNT_AT; }

/* Nothing here is decided by a branch: it would go wrong as often as not. */
BODY unsigned best_step(const zm_sprint *s, const zm_offer *o, const zm_liking *k, uint64_t other)
{
    unsigned best = 0;
    for (unsigned i = 0; i < ZM_OFFER_STEPS; i++) {
        const unsigned takes = (unsigned)(other >> lands_of(o->step[i])) & 1;
        const unsigned met = zm_count_bits(other & s->avoided[k->of[i] % MOST_AVOIDED]) & (takes - 1);
        const unsigned merit = takes * A_CAPTURE + (k->of[i] >> RANK_AT) - met * A_PIECE;
        const unsigned key = merit * ZM_OFFER_STEPS + i;
        best = key > best ? key : best;
    }
    return best % ZM_OFFER_STEPS;
}

/* Of steps of which some capture and others may not be taken then. */
static unsigned any_allowed(const zm_offer *o, uint64_t other, zm_random *r)
{
    uint64_t takes = 0;
    for (unsigned i = 0; i < count_of(o); i++)
        takes |= (other >> lands_of(o->step[i]) & 1) << i;
    uint64_t rest = takes ? takes : zm_low_bits(count_of(o));
    for (uint64_t n = zm_draw_below(r, zm_count_bits(rest)); n; n--)
        zm_take_lowest(&rest);
    return zm_take_lowest(&rest);
}

typedef enum who { NOBODY, SOMEBODY, EVERYBODY } who;

BODY unsigned choose(const zm_sprint *s, zm_sprinter *g, const zm_offer *o, uint64_t other, const who random)
{
    const unsigned agent = g->mover ^ g->beginner;
    zm_random after = g->random;
    const bool any = random == EVERYBODY || (random == SOMEBODY && s->random[agent]);
    const unsigned best = random == EVERYBODY ? 0 : best_step(s, o, s->liking[agent] + g->offer, other);
    if (random == NOBODY)
        return best;
    if (s->must_capture)
        return any ? any_allowed(o, other, &g->random) : best;
    const unsigned pick = (unsigned)zm_draw_below(&after, count_of(o)), mask = 0u - any;
    g->random.state += ZM_GOLDEN & (0 - (uint64_t)any);
    return best ^ ((best ^ pick) & mask);
}

BODY void throw_dice(const zm_sprint *s, zm_sprinter *g, const who random, const bool alike)
{
    const uint32_t side = g->side[g->mover];
    if (alike)
        g->roll = (unsigned)zm_draw_below(&g->random, s->rolls);
    else {
        const uint32_t *weight = s->weight + (uint64_t)side * s->rolls;
        const uint64_t at = zm_draw_below(&g->random, weight[s->rolls - 1]);
        for (g->roll = 0; at >= weight[g->roll];)
            g->roll++;
    }
    g->offer = (uint64_t)side * s->rolls + g->roll;
    __builtin_prefetch(s->offer + g->offer);
    if (random != EVERYBODY)
        __builtin_prefetch(s->liking[g->mover ^ g->beginner] + g->offer);
}

static void stand_on(const zm_sprint *s, zm_sprinter *g, unsigned player, uint32_t side)
{
    g->side[player] = side;
    g->faced[player] = s->faced[side];
}

static void take_off(const zm_sprint *s, zm_sprinter *g, unsigned lands)
{
    const uint32_t side = g->side[!g->mover];
    const unsigned nth = zm_count_bits(s->track[side] & zm_low_bits(s->face[lands]));
    stand_on(s, g, !g->mover, s->less[side * ZM_RACE_RUNNERS + nth]);
}

BODY bool ply(const zm_sprint *s, zm_sprinter *g, const who random, const bool alike)
{
    const uint64_t other = g->faced[!g->mover];
    const zm_offer *o = s->offer + g->offer;
    const uint32_t step = o->step[choose(s, g, o, other, random)];
    g->ply++;
    stand_on(s, g, g->mover, step & SIDE);
    if (!(step & SIDE))
        return false;
    if (__builtin_expect(other >> lands_of(step) & 1, 0))
        take_off(s, g, lands_of(step));
    g->mover ^= !(s->again >> g->roll & 1);
    throw_dice(s, g, random, alike);
    return true;
}

void zm_sprint_begin(const zm_sprint *s, uint64_t number, zm_sprinter *out)
{
    *out = (zm_sprinter){.random = zm_random_stream(s->options->seed, number), .beginner = number % 2};
    for (unsigned player = 0; player < 2; player++)
        stand_on(s, out, player, s->start[player]);
    throw_dice(s, out, EVERYBODY, !s->weight);
}

bool zm_sprint_ply(const zm_sprint *s, zm_sprinter *g)
{
    return s->liking[0] ? ply(s, g, SOMEBODY, !s->weight) : ply(s, g, EVERYBODY, !s->weight);
}

zm_side zm_sprint_side(const zm_sprint *s, uint32_t side)
{
    uint32_t home = s->variant->game->race->homes(s->variant) - 1;
    while (home && side < s->base[home])
        home--;
    return (zm_side){s->track[side], home};
}

/* ---- many games ---- */
static void note_end(const zm_sprinter *g, bool over, zm_arena *sum)
{
    zm_score *score = &sum->score[g->beginner];
    score->games++;
    score->unfinished += !over;
    score->won += over && g->mover == g->beginner;
    score->lost += over && g->mover != g->beginner;
    sum->moves += g->ply;
    sum->longest = g->ply > sum->longest ? g->ply : sum->longest;
}

BODY void play_part(const zm_sprint *s, uint64_t from, uint64_t to, const who random, const bool alike, zm_arena *sum)
{
    zm_sprinter game[AT_ONCE];
    unsigned count = 0;
    while (count < AT_ONCE && from < to)
        zm_sprint_begin(s, from++, &game[count++]);
    while (count)
        for (unsigned i = 0; i < count; i++) {
            const bool open = ply(s, &game[i], random, alike);
            if (__builtin_expect(open && game[i].ply < s->options->plies, 1))
                continue;
            note_end(&game[i], !open, sum);
            if (from < to)
                zm_sprint_begin(s, from++, &game[i]);
            else
                game[i--] = game[--count];
        }
}

static void play_games(const zm_sprint *s, uint64_t from, uint64_t to, zm_arena *sum)
{
    if (s->weight && s->liking[0])
        play_part(s, from, to, SOMEBODY, false, sum);
    else if (s->weight)
        play_part(s, from, to, EVERYBODY, false, sum);
    else if (s->random[0] && s->random[1])
        play_part(s, from, to, EVERYBODY, true, sum);
    else if (s->random[0] || s->random[1])
        play_part(s, from, to, SOMEBODY, true, sum);
    else
        play_part(s, from, to, NOBODY, true, sum);
}

static void add(zm_arena *a, const zm_arena *b)
{
    for (unsigned i = 0; i < 2; i++) {
        a->score[i].games += b->score[i].games;
        a->score[i].won += b->score[i].won;
        a->score[i].lost += b->score[i].lost;
        a->score[i].unfinished += b->score[i].unfinished;
    }
    a->moves += b->moves;
    a->longest = b->longest > a->longest ? b->longest : a->longest;
}

zm_status zm_sprint_play(const zm_sprint *s, zm_arena *out)
{
    const uint64_t games = s->options->games, parts = games / PART + (games % PART != 0);
    zm_status failed = ZM_OK;
#pragma omp parallel num_threads(zm_threads(s->context))
    {
        zm_arena mine = {0};
#pragma omp for schedule(dynamic)
        for (uint64_t i = 0; i < parts; i++) {
            const uint64_t from = i * PART, to = games - from < PART ? games : from + PART;
            const zm_status status = zm_check_stop(s->context);
            if (status != ZM_OK) {
#pragma omp atomic write
                failed = status;
                continue;
            }
            play_games(s, from, to, &mine);
            zm_progress_add(s->context, to - from);
        }
#pragma omp critical(zm_sprint_add)
        add(out, &mine);
    }
    return failed;
}

/* ---- writing offers down ---- */
typedef struct writing {
    zm_sprint *s;
    const zm_race_sides *sides;
    bool fits; /* so far */
} writing;

/* The number of a set of squares: where its hash finds it, or room for it. */
static uint32_t number_of(writing *w, uint64_t avoids)
{
    zm_sprint *s = w->s;
    uint32_t i = (uint32_t)(avoids * ZM_GOLDEN >> (64 - RANK_AT));
    if (!avoids)
        return 0;
    while (!i || (s->avoided[i] && s->avoided[i] != avoids))
        i = (i + 1) % MOST_AVOIDED;
    if (!s->avoided[i]) {
        s->avoided[i] = avoids;
        w->fits &= ++s->avoided_count < MOST_AVOIDED - 1;
    }
    return i;
}

/* How many others are liked less, of equals those that come later. */
static unsigned rank_of(const zm_race_taste *taste, unsigned count, unsigned i)
{
    unsigned rank = A_STEP;
    for (unsigned k = 0; k < count; k++)
        rank += taste[k].likes < taste[i].likes || (taste[k].likes == taste[i].likes && k > i);
    return rank;
}

static void write_liking(writing *w, unsigned agent, uint32_t side, unsigned roll, unsigned steps, zm_liking *out)
{
    const zm_variant *v = w->s->variant;
    const zm_policy *policy = w->s->options->agent[agent].policy;
    zm_race_taste taste[ZM_RACE_STEPS] = {{0}};
    if (steps)
        w->fits &= v->game->race->taste(v, (unsigned)(policy - v->game->sources->policies),
                                        (zm_side){w->sides->track[side], w->sides->home}, roll, taste);
    *out = (zm_liking){{0}};
    for (unsigned i = 0; w->fits && i < (steps ? steps : 1); i++)
        out->of[i] = (uint16_t)(number_of(w, taste[i].avoids) | rank_of(taste, steps, i) << RANK_AT);
}

static void write_offer(const writing *w, uint32_t side, const uint32_t *step, unsigned steps, zm_offer *out)
{
    const zm_sprint *s = w->s;
    const zm_race_sides *k = w->sides;
    for (unsigned i = 0; i < ZM_OFFER_STEPS; i++)
        out->step[i] = (s->base[k->home] + side) | ZM_NOWHERE << LANDS_AT; /* a pass */
    for (unsigned i = 0; i < steps; i++) {
        const uint32_t block = zm_step_block(step[i]);
        const uint32_t to = block == ZM_RACE_SIDES_WON ? 0 : s->base[k->target[block]] + zm_step_side(step[i]);
        out->step[i] = to | zm_step_lands(step[i]) << LANDS_AT;
    }
    out->step[0] |= (steps ? steps : 1) << COUNT_AT;
}

static void write_roll(writing *w, uint32_t side, unsigned roll)
{
    const zm_sprint *s = w->s;
    const zm_race_sides *k = w->sides;
    const uint32_t *at = k->at + (uint64_t)side * s->rolls + roll;
    const uint64_t number = (uint64_t)(s->base[k->home] + side) * s->rolls + roll;
    const unsigned steps = at[1] - at[0];
    w->fits &= steps <= ZM_OFFER_STEPS;
    if (!w->fits)
        return;
    write_offer(w, side, k->step + *at, steps, &s->offer[number]);
    for (unsigned agent = 0; agent < 2; agent++)
        if (s->options->agent[agent].kind == ZM_POLICY && (!agent || s->random[0] || s->liking[1] != s->liking[0]))
            write_liking(w, agent, side, roll, steps, &s->liking[agent][number]);
}

static void write_sides(writing *w)
{
    zm_sprint *s = w->s;
    const zm_race_sides *k = w->sides;
    for (uint32_t side = 0; side < k->sides; side++) {
        const uint64_t number = s->base[k->home] + side;
        s->track[number] = k->track[side];
        s->faced[number] = k->faced[side];
        for (unsigned i = 0; i < zm_count_bits(k->track[side]); i++)
            s->less[number * ZM_RACE_RUNNERS + i] = s->base[k->home] + k->less[side * ZM_RACE_RUNNERS + i];
        uint32_t all = 0;
        for (unsigned roll = 0; roll < s->rolls; roll++) {
            const uint64_t at = number * s->rolls + roll;
            all += k->weight ? k->weight[side * s->rolls + roll] : 1;
            if (s->weight)
                s->weight[at] = all;
            write_roll(w, side, roll);
        }
    }
}

static zm_status write_all_sides(zm_sprint *s, bool *fits)
{
    for (uint32_t home = 1; *fits && home < s->variant->game->race->homes(s->variant); home++) {
        zm_race_sides sides;
        writing w = {s, &sides, true};
        ZM_TRY(s->context, zm_race_sides_make(s->context, s->variant, home, &sides));
        write_sides(&w);
        *fits = w.fits;
        zm_race_sides_free(s->context, &sides);
    }
    return ZM_OK;
}

/* ---- opening ---- */
static bool is_simple(const zm_variant *v, const zm_agent *a)
{
    return a->kind == ZM_RANDOM || (a->kind == ZM_POLICY && v->game->race->taste);
}

static bool can_sprint(const zm_variant *v, const zm_arena_options *o, uint64_t *sides)
{
    if (!zm_is_race(v) || !is_simple(v, &o->agent[0]) || !is_simple(v, &o->agent[1]))
        return false;
    *sides = 1;
    for (uint32_t home = 1; home < v->game->race->homes(v); home++)
        *sides += zm_race_sides_sides(v, home);
    return *sides <= SIDE && o->games >= *sides / PAYS && v->game->ended(v, o->from) == ZM_OPEN;
}

static bool weights_differ(const zm_variant *v) { return v->game->race->odds != NULL; }

static zm_status make_room(zm_sprint *s)
{
    static const char what[] = "what a side can do";
    zm_context *c = s->context;
    const zm_agent *a = s->options->agent;
    const uint64_t offers = (uint64_t)s->sides * s->rolls;
    ZM_TRY(c, zm_alloc(c, &s->track, s->sides, sizeof *s->track, what));
    ZM_TRY(c, zm_alloc(c, &s->faced, s->sides, sizeof *s->faced, what));
    ZM_TRY(c, zm_alloc(c, &s->less, (uint64_t)s->sides * ZM_RACE_RUNNERS, sizeof *s->less, what));
    ZM_TRY(c, zm_alloc(c, &s->avoided, MOST_AVOIDED, sizeof *s->avoided, what));
    ZM_TRY(c, zm_alloc(c, &s->offer, offers, sizeof *s->offer, what));
    if (weights_differ(s->variant))
        ZM_TRY(c, zm_alloc(c, &s->weight, offers, sizeof *s->weight, what));
    for (unsigned agent = 0; agent < 2; agent++)
        if (agent && a[1].policy == a[0].policy)
            s->liking[1] = s->liking[0];
        else if (a[agent].kind == ZM_POLICY)
            ZM_TRY(c, zm_alloc(c, &s->liking[agent], offers, sizeof **s->liking, what));
    for (unsigned agent = 0; agent < 2; agent++) {
        s->liking[agent] = s->liking[agent] ? s->liking[agent] : s->liking[!agent];
        zm_large_pages(s->liking[agent]);
    }
    zm_large_pages(s->offer);
    zm_large_pages(s->faced);
    return ZM_OK;
}

/* All rolls are as likely for every side: the list says nothing. */
static void drop_weights(zm_sprint *s)
{
    bool alike = true;
    for (uint64_t side = 1; s->weight && side < s->sides; side++)
        for (unsigned roll = 0; roll < s->rolls; roll++)
            alike &= s->weight[side * s->rolls + roll] == (roll + 1) * s->weight[side * s->rolls];
    if (alike) {
        zm_release(s->context, s->weight);
        s->weight = NULL;
    }
}

static void look_at_rules(zm_sprint *s)
{
    const zm_variant *v = s->variant;
    const zm_race *r = zm_quick_rules(v)->race;
    s->rolls = v->game->dice->rolls;
    s->must_capture = r->must_capture && r->must_capture(v);
    for (unsigned agent = 0; agent < 2; agent++)
        s->random[agent] = s->options->agent[agent].kind == ZM_RANDOM;
    for (unsigned roll = 0; roll < s->rolls; roll++)
        s->again |= r->again(v, roll) ? zm_bit(roll) : 0;
    for (unsigned i = 0; i < r->squares(v); i++) {
        uint64_t facing = r->facing(v, zm_bit(i));
        s->face[i] = (uint8_t)zm_take_lowest(&facing);
    }
    s->sides = 1;
    for (uint32_t home = 1; home < r->homes(v); home++) {
        s->base[home] = s->sides;
        s->sides += (uint32_t)zm_race_sides_sides(v, home);
    }
}

static uint32_t find_side(const zm_sprint *s, zm_side side)
{
    uint32_t at = s->base[side.home];
    while (s->track[at] != side.track)
        at++;
    return at;
}

static zm_status prepare(zm_sprint *s, bool *fits)
{
    zm_side side[2];
    look_at_rules(s);
    ZM_TRY(s->context, make_room(s));
    ZM_TRY(s->context, write_all_sides(s, fits));
    if (!*fits)
        return ZM_OK;
    drop_weights(s);
    s->variant->game->race->sides(s->variant, s->options->from, side);
    for (unsigned player = 0; player < 2; player++)
        s->start[player] = find_side(s, side[player]);
    return ZM_OK;
}

zm_status zm_sprint_open(zm_context *c, const zm_variant *v, const zm_arena_options *o, zm_sprint **out)
{
    bool fits = true;
    uint64_t sides;
    *out = NULL;
    if (!can_sprint(v, o, &sides))
        return ZM_OK;
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "a race"));
    **out = (zm_sprint){.context = c, .variant = v, .options = o};
    const zm_status status = prepare(*out, &fits);
    if (status != ZM_OK || !fits) {
        zm_sprint_close(*out);
        *out = NULL;
    }
    return status;
}

void zm_sprint_close(zm_sprint *s)
{
    if (!s)
        return;
    if (s->liking[1] != s->liking[0])
        zm_release(s->context, s->liking[1]);
    zm_release(s->context, s->liking[0]);
    zm_release(s->context, s->offer);
    zm_release(s->context, s->track);
    zm_release(s->context, s->faced);
    zm_release(s->context, s->less);
    zm_release(s->context, s->avoided);
    zm_release(s->context, s->weight);
    zm_release(s->context, s);
}
