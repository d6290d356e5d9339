/* arena.c: many games between two agents.
 *
 * Game number i draws from a stream of its own, made from the seed and i, and the agents take turns in beginning.
 * Threads share the games out and only add counts up, so the same seed gives the same numbers on any number of threads.
 * Cost: what the agents take, and one `moves` and one `play` a ply. Races between simple agents are played faster
 * (sprint.h), the same games. */
#include <zermelo/play.h>

#include "base/options.h"
#include "base/stop.h"
#include "sprint.h"

#include <omp.h>

enum { GAMES_AT_ONCE = 64 }; /* that a thread takes; and progress is told so often */

typedef struct pair { /* a thread's own two agents */
    zm_context *c;
    const zm_variant *v;
    const zm_arena_options *o;
    zm_chooser *agent[2];
    zm_turn turn;
    zm_arena sum;
} pair;

/* ---- one game ---- */
static void note_end(zm_score *s, zm_end end, bool agent_to_move)
{
    s->games++;
    if (end == ZM_OPEN || end == ZM_BEYOND)
        s->unfinished++;
    else if (end == ZM_DRAW)
        s->drawn++;
    else if ((end == ZM_WIN) == agent_to_move)
        s->won++;
    else
        s->lost++;
}

static zm_status play_game(pair *k, uint64_t number)
{
    const zm_game *g = k->v->game;
    const unsigned beginner = number % 2, starts = zm_turn_of(k->v, k->o->from);
    zm_random random = zm_random_stream(k->o->seed, number);
    unsigned ply = 0;
    zm_turn_begin(k->v, k->o->from, starts, zm_roll(k->v, k->o->from, &random), &k->turn);
    while (k->turn.end == ZM_OPEN && ply < k->o->plies) {
        const zm_pos p = k->turn.position;
        zm_move m;
        ZM_TRY(k->c, zm_choose(k->agent[k->turn.player ^ starts ^ beginner], &k->turn, &random, &m));
        const zm_pos next = g->play(k->v, p, m);
        zm_turn_begin(k->v, next, zm_player_after(k->v, p, k->turn.player, next), zm_roll(k->v, next, &random),
                      &k->turn);
        ply++;
    }
    note_end(&k->sum.score[beginner], k->turn.end, (k->turn.player ^ starts) == beginner);
    k->sum.moves += ply;
    k->sum.longest = ply > k->sum.longest ? ply : k->sum.longest;
    return ZM_OK;
}

/* ---- all games ---- */
static void add(zm_arena *a, const zm_arena *b)
{
    for (unsigned i = 0; i < 2; i++) {
        a->score[i].games += b->score[i].games;
        a->score[i].won += b->score[i].won;
        a->score[i].drawn += b->score[i].drawn;
        a->score[i].lost += b->score[i].lost;
        a->score[i].unfinished += b->score[i].unfinished;
    }
    a->moves += b->moves;
    a->longest = b->longest > a->longest ? b->longest : a->longest;
}

static zm_status open_pair(pair *k, zm_context *c, const zm_variant *v, const zm_table *t, const zm_arena_options *o)
{
    *k = (pair){.c = c, .v = v, .o = o};
    ZM_TRY(c, zm_alloc(c, &k->turn.move, ZM_MAX_MOVES, sizeof *k->turn.move, "the moves of a position"));
    for (unsigned i = 0; i < 2; i++)
        ZM_TRY(c, zm_chooser_open(c, v, t, &o->agent[i], &k->agent[i]));
    return ZM_OK;
}

static void close_pair(pair *k)
{
    zm_release(k->c, k->turn.move);
    for (unsigned i = 0; i < 2; i++)
        zm_chooser_close(k->agent[i]);
}

static zm_status play_some(pair *k, uint64_t from, uint64_t to)
{
    ZM_TRY(k->c, zm_check_stop(k->c));
    for (uint64_t i = from; i < to; i++)
        ZM_TRY(k->c, play_game(k, i));
    zm_progress_add(k->c, to - from);
    return ZM_OK;
}

/* A thread's games. A failure ends them all: the others see it before their next ones. */
static void play_share(pair *k, zm_status *failed)
{
    const uint64_t games = k->o->games, parts = games / GAMES_AT_ONCE + (games % GAMES_AT_ONCE != 0);
#pragma omp for schedule(dynamic)
    for (uint64_t i = 0; i < parts; i++) {
        const uint64_t from = i * GAMES_AT_ONCE;
        zm_status status;
#pragma omp atomic read
        status = *failed;
        if (status != ZM_OK)
            continue;
        status = play_some(k, from, games - from < GAMES_AT_ONCE ? games : from + GAMES_AT_ONCE);
        if (status != ZM_OK) {
#pragma omp atomic write
            *failed = status;
        }
    }
}

static zm_status play_all(zm_context *c, const zm_variant *v, const zm_table *t, const zm_arena_options *o,
                          zm_arena *out)
{
    zm_status failed = ZM_OK;
#pragma omp parallel num_threads(zm_threads(c))
    {
        pair k;
        zm_status status = open_pair(&k, c, v, t, o);
        if (status != ZM_OK) {
#pragma omp atomic write
            failed = status;
        }
#pragma omp barrier
        play_share(&k, &failed);
#pragma omp critical(zm_arena_add)
        add(out, &k.sum);
        close_pair(&k);
    }
    return failed;
}

/* With `sprint` NULL by the rules. */
static zm_status play_games(zm_context *c, const zm_variant *v, const zm_table *t, const zm_arena_options *o,
                            zm_sprint *sprint, zm_arena *out)
{
    *out = (zm_arena){0};
    zm_progress_begin(c, "games", o->games);
    zm_status status = sprint ? zm_sprint_play(sprint, out) : play_all(c, v, t, o, out);
    zm_progress_end(c);
    zm_sprint_close(sprint);
    return status;
}

zm_status zm_arena_play_by_rules(zm_context *c, const zm_variant *v, const zm_table *t, const zm_arena_options *o,
                                 zm_arena *out)
{
    return play_games(c, v, t, o, NULL, out);
}

zm_status zm_arena_play(zm_context *c, const zm_variant *v, const zm_table *t, const zm_arena_options *options,
                        zm_arena *out)
{
    ZM_TAKE_OPTIONS(c, zm_arena_options, options, o);
    zm_sprint *sprint;
    for (unsigned i = 0; i < 2; i++)
        if (o.agent[i].kind == ZM_HUMAN)
            return zm_fail(c, ZM_BAD_INPUT, "a human cannot play in the arena; `zermelo play` is the place for that");
    ZM_TRY(c, zm_sprint_open(c, v, &o, &sprint));
    return play_games(c, v, t, &o, sprint, out);
}
