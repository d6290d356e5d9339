/* sample.c: random games, and what the table says of the positions they go through.
 *
 * Game number i draws from a stream of its own, made from the seed and i; threads share the games out and only add
 * counts up. So the same seed gives the same numbers on any number of threads. Cost: one `moves` and one probe a
 * ply. */
#include "think.h"

#include "base/options.h"
#include "base/stop.h"

#include <math.h>
#include <omp.h>

/* ---- one game ---- */
typedef struct player {
    zm_context *c;
    const zm_variant *v;
    const zm_table *table;
    unsigned limit; /* plies */
    zm_sample sum;
    zm_turn turn;
} player;

static zm_status note_value(player *k, zm_sample_ply *at)
{
    zm_value value;
    at->games++;
    if (!k->table || zm_table_dice(k->table)) /* odds are nobody's win */
        return ZM_OK;
    ZM_TRY(k->c, zm_value_in_game(k->c, k->table, k->turn.position, &value));
    if (zm_is_draw(value))
        at->drawn++;
    else
        at->won_by[k->turn.player ^ !zm_is_win(value)]++;
    return ZM_OK;
}

static void note_end(zm_sample *s, const zm_turn *turn)
{
    if (turn->end == ZM_OPEN || turn->end == ZM_BEYOND)
        s->unfinished++;
    else if (turn->end == ZM_DRAW)
        s->drawn++;
    else
        s->won_by[turn->player ^ (turn->end != ZM_WIN)]++;
}

static void next_turn(player *k, zm_random *random)
{
    const zm_pos p = k->turn.position;
    const zm_move m = k->turn.move[zm_random_below(random, k->turn.count)];
    const zm_pos next = k->v->game->play(k->v, p, m);
    zm_turn_begin(k->v, next, zm_player_after(k->v, p, k->turn.player, next), zm_roll(k->v, next, random), &k->turn);
}

static zm_status play_game(player *k, zm_random random)
{
    const zm_pos start = k->v->game->start(k->v);
    unsigned ply = 0;
    zm_turn_begin(k->v, start, zm_turn_of(k->v, start), zm_roll(k->v, start, &random), &k->turn);
    for (;; ply++) {
        ZM_TRY(k->c, zm_check_stop(k->c));
        ZM_TRY(k->c, note_value(k, &k->sum.ply[ply]));
        if (k->turn.end != ZM_OPEN || ply == k->limit)
            break;
        next_turn(k, &random);
    }
    note_end(&k->sum, &k->turn);
    k->sum.games++;
    k->sum.moves += ply;
    return ZM_OK;
}

/* ---- all games ---- */
static void add(zm_sample *a, const zm_sample *b, unsigned plies)
{
    a->games += b->games;
    a->drawn += b->drawn;
    a->unfinished += b->unfinished;
    a->moves += b->moves;
    for (unsigned w = 0; w < 2; w++)
        a->won_by[w] += b->won_by[w];
    for (unsigned i = 0; i < plies && b->ply[i].games; i++) {
        a->ply[i].games += b->ply[i].games;
        a->ply[i].drawn += b->ply[i].drawn;
        for (unsigned w = 0; w < 2; w++)
            a->ply[i].won_by[w] += b->ply[i].won_by[w];
        a->plies = i + 1 > a->plies ? i + 1 : a->plies;
    }
}

static zm_status open_player(player *k, zm_context *c, const zm_variant *v, const zm_table *t, unsigned limit)
{
    *k = (player){.c = c, .v = v, .table = t, .limit = limit};
    ZM_TRY(c, zm_alloc(c, &k->sum.ply, (uint64_t)limit + 1, sizeof *k->sum.ply, "the plies of the games"));
    ZM_TRY(c, zm_alloc(c, &k->turn.move, ZM_MAX_MOVES, sizeof *k->turn.move, "the moves of a position"));
    return ZM_OK;
}

static void close_player(player *k)
{
    zm_sample_free(k->c, &k->sum);
    zm_release(k->c, k->turn.move);
}

/* A thread's games. A failure ends them all: the others see it before their next game. */
static void play_share(player *k, const zm_sample_options *o, zm_status *failed)
{
#pragma omp for schedule(dynamic, 16)
    for (uint64_t i = 0; i < o->games; i++) {
        zm_status status;
#pragma omp atomic read
        status = *failed;
        if (status != ZM_OK)
            continue;
        status = play_game(k, zm_random_stream(o->seed, i));
        if (status != ZM_OK) {
#pragma omp atomic write
            *failed = status;
        }
        zm_progress_add(k->c, 1);
    }
}

static zm_status play_all(zm_context *c, const zm_variant *v, const zm_table *t, const zm_sample_options *o,
                          zm_sample *out)
{
    zm_status failed = ZM_OK;
#pragma omp parallel num_threads(zm_threads(c))
    {
        player k;
        zm_status status = open_player(&k, c, v, t, o->plies);
        if (status != ZM_OK) {
#pragma omp atomic write
            failed = status;
        }
#pragma omp barrier
        play_share(&k, o, &failed);
#pragma omp critical(zm_sample_add)
        if (k.sum.ply)
            add(out, &k.sum, o->plies + 1);
        close_player(&k);
    }
    return failed;
}

zm_status zm_sample_games(zm_context *c, const zm_variant *v, const zm_table *t, const zm_sample_options *options,
                          zm_sample *out)
{
    *out = (zm_sample){0};
    ZM_TAKE_OPTIONS(c, zm_sample_options, options, o);
    ZM_TRY(c, zm_alloc(c, &out->ply, (uint64_t)o.plies + 1, sizeof *out->ply, "the plies of the games"));
    zm_progress_begin(c, "random games", o.games);
    zm_status status = play_all(c, v, t, &o, out);
    zm_progress_end(c);
    if (status != ZM_OK)
        zm_sample_free(c, out);
    return status;
}

void zm_sample_free(zm_context *c, zm_sample *s)
{
    zm_release(c, s->ply);
    *s = (zm_sample){0};
}

/* ---- what they say ---- */
double zm_sample_by_ply(const zm_sample *s)
{
    double sum = 0;
    unsigned counted = 0;
    bool valued = false;
    for (unsigned i = 0; i < s->plies && s->ply[i].games * ZM_SAMPLE_TAIL >= s->games; i++, counted++) {
        sum += ((double)s->ply[i].won_by[0] - (double)s->ply[i].won_by[1]) / (double)s->ply[i].games;
        valued |= s->ply[i].won_by[0] || s->ply[i].won_by[1] || s->ply[i].drawn;
    }
    if (counted && !valued)
        return NAN;
    return counted ? sum / counted : 0;
}

zm_interval zm_wilson(uint64_t hits, uint64_t n)
{
    const double z = 1.959963984540054; /* 97.5 % of a normal distribution lie below */
    if (!n)
        return (zm_interval){0, 1};
    const double all = (double)n, p = (double)hits / all, scale = 1 + z * z / all;
    const double middle = (p + z * z / (2 * all)) / scale;
    const double half = z * sqrt(p * (1 - p) / all + z * z / (4 * all * all)) / scale;
    return (zm_interval){hits ? middle - half : 0, hits < n ? middle + half : 1};
}
