/* search.c: a search from outside: memory, windows, threads. kernel/search.inc has the search itself.
 *
 * A value is found by questions with an answer that is a bound: is it more than a draw, than what came out, and so on,
 * until the two bounds meet. All threads ask the same and share what is remembered; the first that has the answer stops
 * the others. */
#include "kernel/search.h"

#include "many.h"

#include "base/context.h"
#include "base/options.h"
#include "base/stop.h"
#include "kernel/kernels.h"

#include <omp.h>
#include <string.h>
#include <sys/mman.h>

/* A gigabyte where there are four; what a search does not touch takes no memory. */
enum {
    FEWEST_PLACES = 16,
    USUAL_PLACES = 26,
    PART_OF_MEMORY = 4,
};
enum { QUICK_LEFT = 30 };          /* plies; such a position, and what follows it, takes hundredths of a second each */
enum { ROOM_FOR_MOVES = 1 << 18 }; /* a level has a few dozens; the last one could have ZM_MAX_MOVES */

/* What is remembered lies in the smallest memory that will do, near the processor: one for positions with few plies
 * left, larger ones for those with more. Places of one mean nothing in another. */
enum { MEMORIES = 8, SMALLEST = 12, LEFT_SMALLEST = 19, PLIES_A_MEMORY = 4, BITS_A_MEMORY = 2 };
typedef struct memory {
    zm_memo *memo;
    unsigned place_bits;
} memory;

struct zm_searcher {
    zm_context *context;
    const zm_variant *variant;
    const zm_kernels *kernels;
    memory memory[MEMORIES]; /* from small to large; made when they are needed */
    unsigned threads, place_bits, key_bits;
    const zm_table *known;
    bool tells;
    uint64_t nodes;
};

/* Without a zm_search: nothing comes back, and a place fits a key. */
static bool plain_fits(const zm_variant *v)
{
    const zm_game *r = v->game;
    return r->index->rank && r->index->inside != ZM_CYCLES && !r->dice->rolls && zm_places_fit(v);
}

bool zm_can_search(const zm_variant *v) { return v->game->search || plain_fits(v); }

bool zm_search_is_quick(const zm_variant *v, zm_pos p)
{
    const zm_search *s = v->game->search;
    zm_seek_node n;
    int score;
    if (!s)
        return false;
    if (v->game->ended && v->game->ended(v, p) != ZM_OPEN)
        return true;
    return !s->begin(v, p, &n, &score) || s->left(v, &n) <= QUICK_LEFT;
}

zm_status zm_book_is_quick(zm_context *c, const zm_table *book, zm_pos p, bool *quick)
{
    const zm_variant *v = zm_table_variant(book);
    zm_move moves[ZM_MAX_MOVES];
    unsigned count;
    ZM_TRY(c, zm_table_has(c, book, p, quick));
    if (zm_moves_of(v, p, moves, &count) != ZM_OPEN)
        return ZM_OK;
    for (unsigned i = 0; i < count && *quick; i++)
        ZM_TRY(c, zm_table_has(c, book, v->game->play(v, p, moves[i]), quick));
    return ZM_OK;
}

static unsigned fitting_places(const zm_searcher *s, uint64_t bytes)
{
    const uint64_t part = zm_memory_limit(s->context) / PART_OF_MEMORY;
    unsigned bits = zm_highest((bytes ? bytes : part) / sizeof(zm_memo) | 1);
    bits = !bytes && bits > USUAL_PLACES ? USUAL_PLACES : bits;
    const unsigned least = s->key_bits > ZM_MEMO_KEY + FEWEST_PLACES ? s->key_bits - ZM_MEMO_KEY : FEWEST_PLACES;
    bits = bits < least ? least : bits;
    return bits > s->key_bits ? s->key_bits : bits;
}

static uint64_t bytes_of(const memory *m) { return sizeof(zm_memo) << m->place_bits; }

static zm_status room_for_memo(zm_searcher *s, memory *m)
{
    const uint64_t bytes = bytes_of(m);
    if (m->memo)
        return ZM_OK;
    if (bytes > zm_memory_limit(s->context))
        return zm_fail(s->context, ZM_NO_MEMORY, "a search of %s needs at least %llu bytes of memory",
                       s->variant->game->name, (unsigned long long)bytes);
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return zm_fail(s->context, ZM_NO_MEMORY, "no memory for a search: %llu bytes", (unsigned long long)bytes);
    madvise(room, bytes, MADV_HUGEPAGE); /* a probe is a random access; fewer page faults on the way */
    m->memo = room;
    return ZM_OK;
}

/* Which memory a position gets; `more`: so many steps larger. */
static memory *memory_for(zm_searcher *s, zm_pos p, unsigned more)
{
    const zm_search *hooks = s->variant->game->search;
    zm_seek_node n;
    int score;
    unsigned left = 0, i = 0; /* by the rules alone it is not known how many; what a key takes is plenty then */
    if (hooks && hooks->begin(s->variant, p, &n, &score))
        left = hooks->left(s->variant, &n);
    if (left > LEFT_SMALLEST)
        i = (left - LEFT_SMALLEST + PLIES_A_MEMORY - 1) / PLIES_A_MEMORY;
    i += more;
    while (i < MEMORIES - 1 && s->key_bits > ZM_MEMO_KEY + s->memory[i].place_bits)
        i++;
    return &s->memory[i < MEMORIES ? i : MEMORIES - 1];
}

zm_status zm_searcher_open(zm_context *c, const zm_variant *v, const zm_search_options *options, zm_searcher **out)
{
    ZM_TAKE_OPTIONS(c, zm_search_options, options, o);
    zm_searcher *s;
    if (!zm_can_search(v))
        return zm_fail(c, ZM_BAD_INPUT, "%s cannot be searched: positions may come back, or it has no dense index",
                       v->game->name);
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a search"));
    *s = (zm_searcher){.context = c,
                       .variant = v,
                       .kernels = zm_kernels_for(v),
                       .threads = o.threads ? o.threads : zm_threads(c),
                       .known = o.known,
                       .tells = o.tells,
                       .key_bits = v->game->search ? v->game->search->key_bits(v) : ZM_PLACE_BITS};
    s->place_bits = fitting_places(s, o.bytes);
    for (unsigned i = 0; i < MEMORIES; i++) {
        const unsigned bits = SMALLEST + BITS_A_MEMORY * i;
        s->memory[i].place_bits = bits < s->place_bits && i < MEMORIES - 1 ? bits : s->place_bits;
    }
    *out = s;
    return ZM_OK;
}

void zm_searcher_close(zm_searcher *s)
{
    if (!s)
        return;
    for (unsigned i = 0; i < MEMORIES; i++)
        if (s->memory[i].memo)
            munmap(s->memory[i].memo, bytes_of(&s->memory[i]));
    zm_release(s->context, s);
}

void zm_search_forget(zm_searcher *s)
{
    for (unsigned i = 0; i < MEMORIES; i++) {
        const memory *m = &s->memory[i];
        if (m->memo && madvise(m->memo, bytes_of(m), MADV_DONTNEED)) /* private and anonymous: zeros again */
            memset(m->memo, 0, bytes_of(m));
    }
}

uint64_t zm_search_nodes(const zm_searcher *s) { return s->nodes; }

static zm_seeker seeker_of(const zm_searcher *s, const memory *m)
{
    return (zm_seeker){.context = s->context,
                       .variant = s->variant,
                       .memos = {m->memo, m->place_bits, s->key_bits - m->place_bits},
                       .known = s->known,
                       .tells = s->tells};
}

/* ---- pauses: has somebody else the answer, or does nobody want it any more? ---- */
enum { BUSY_LEFT = 16 };                                 /* plies */
enum { NODES_A_PAUSE = 1 << 12, NODES_ALONE = 1 << 11 }; /* NODES_ALONE: a fifth of a thousandth of a second */

void zm_seek_pause(zm_seeker *k)
{
    k->pause_at = k->nodes + NODES_A_PAUSE;
    /* Where positions are counted and not nodes, one may take long: the time at least is shown again. */
    zm_progress_add(k->context, !k->tells ? 0 : k->nodes < NODES_A_PAUSE ? k->nodes : NODES_A_PAUSE);
    if (zm_stopped(k->context) || k->nodes >= k->give_up_at)
        __atomic_store_n(k->stop, true, __ATOMIC_RELAXED);
}

/* ---- what a table says ---- */
bool zm_seek_known(zm_seeker *k, zm_pos p, int *score)
{
    zm_value value = ZM_NONE;
    const zm_status s = zm_table_probe(k->context, k->known, p, &value);
    *score = 0;
    k->failed = s > k->failed ? s : k->failed;
    if (s == ZM_OK && value == ZM_NONE)
        return false;
    const unsigned plies = zm_remoteness(value);
    k->too_long |= s != ZM_OK || plies >= ZM_SCORE_WIN;
    if (!k->too_long)
        *score = zm_is_win(value) ? zm_score_win_in(plies) : zm_is_loss(value) ? zm_score_loss_in(plies) : 0;
    return true;
}

/* ---- questions ---- */
typedef struct question {
    const memory *memory;
    unsigned threads; /* that may help */
    int least;        /* it is worth that at least */
    zm_seek_node node;
    uint64_t mixed;
    int over, answer;
    uint64_t *busy; /* room for what threads look at; NULL: one asks */
    bool answered, too_long, stop;
    bool together; /* the last one was too much for one thread: so will the next be */
    zm_status failed;
} question;

static void ask_on_thread(zm_searcher *s, question *q, zm_seeker *k)
{
    const int answer = s->kernels->search->seek(k, &q->node, q->mixed, q->over);
    __atomic_fetch_add(&s->nodes, k->nodes, __ATOMIC_RELAXED);
#pragma omp critical(zm_search_answer)
    {
        q->too_long |= k->too_long;
        q->failed = k->failed > q->failed ? k->failed : q->failed;
        if (!q->stop && !k->too_long && !q->answered) {
            q->answer = answer;
            q->answered = true;
        }
        __atomic_store_n(&q->stop, true, __ATOMIC_RELAXED);
    }
}

static zm_status ask_alone(zm_searcher *s, question *q, unsigned number, uint64_t give_up_at)
{
    zm_seeker k = seeker_of(s, q->memory);
    k.stop = &q->stop;
    k.number = number;
    k.busy = q->busy;
    k.busy_left = BUSY_LEFT;
    k.give_up_at = give_up_at;
    k.pause_at = give_up_at < NODES_A_PAUSE ? give_up_at : NODES_A_PAUSE;
    k.room = s->variant->game->search ? 0 : ROOM_FOR_MOVES;
    if (k.room)
        ZM_TRY(s->context, zm_alloc(s->context, &k.moves, k.room, sizeof *k.moves, "the moves of a search"));
    ask_on_thread(s, q, &k);
    zm_release(s->context, k.moves);
    return ZM_OK;
}

static zm_status ask_together(zm_searcher *s, question *q)
{
    uint64_t busy[1 << ZM_BUSY_BITS] = {0};
    zm_status status = ZM_OK;
    q->busy = busy;
#pragma omp parallel num_threads(q->threads) reduction(max : status)
    status = ask_alone(s, q, (unsigned)omp_get_thread_num(), UINT64_MAX);
    q->busy = NULL;
    return status;
}

/* Most questions are answered before threads could help. */
static zm_status ask(zm_searcher *s, question *q)
{
    q->answered = q->too_long = q->stop = false;
    if (!q->together)
        ZM_TRY(s->context, ask_alone(s, q, 0, q->threads > 1 ? NODES_ALONE : UINT64_MAX));
    if (!q->answered && !q->too_long && !zm_stopped(s->context)) {
        q->stop = false;
        q->together = true;
        ZM_TRY(s->context, ask_together(s, q));
    }
    ZM_TRY(s->context, zm_check_stop(s->context));
    ZM_TRY(s->context, q->failed);
    if (q->too_long)
        return zm_fail(s->context, ZM_BAD_INPUT, "a game of %s from there can last too long for a search (%d plies)",
                       s->variant->game->name, ZM_SEARCH_PLIES);
    return ZM_OK;
}

static zm_status find_score(zm_searcher *s, question *q, int *score)
{
    zm_window w = zm_window_from(q->least);
    while (w.lower < w.upper) {
        q->over = zm_window_over(&w);
        ZM_TRY(s->context, ask(s, q));
        zm_window_answer(&w, q->answer);
    }
    *score = w.lower;
    return ZM_OK;
}

/* With a memory that is there. */
static zm_status search_by(zm_searcher *s, const memory *m, unsigned threads, zm_pos p, int least, zm_value *value)
{
    int score;
    question q = {.memory = m, .threads = threads, .least = least};
    const zm_seeker k = seeker_of(s, m);
    if (s->kernels->search->begin(&k, p, &q.node, &q.mixed, &score))
        ZM_TRY(s->context, find_score(s, &q, &score));
    *value = zm_score_value(score);
    return ZM_OK;
}

zm_status zm_search_value_from(zm_searcher *s, zm_pos p, int least, zm_value *value)
{
    const zm_variant *v = s->variant;
    const zm_end end = v->game->ended ? v->game->ended(v, p) : ZM_OPEN;
    if (end != ZM_OPEN) {
        *value = zm_end_value(end);
        return ZM_OK;
    }
    memory *m = memory_for(s, p, 0);
    ZM_TRY(s->context, room_for_memo(s, m));
    return search_by(s, m, s->threads, p, least, value);
}

zm_status zm_search_value(zm_searcher *s, zm_pos p, zm_value *value)
{
    return zm_search_value_from(s, p, -ZM_SCORE_WIN, value);
}

/* Each on one thread, all by one memory, a larger one: neighbours have most of what follows them in common. */
zm_status zm_search_many_of(zm_searcher *s, const zm_many *many)
{
    enum { MORE = 3 };
    if (!many->count)
        return ZM_OK;
    memory *m = memory_for(s, *many->position, MORE);
    zm_status status = ZM_OK;
    ZM_TRY(s->context, room_for_memo(s, m));
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->threads) reduction(max : status)
    for (uint64_t i = 0; i < many->count; i++) {
        if (status == ZM_OK)
            status = search_by(s, m, 1, many->position[i], zm_least_of(many, i), &many->value[i]);
        zm_progress_add(s->context, 1);
    }
    return status;
}

zm_status zm_search_many(zm_searcher *s, const zm_pos *p, uint64_t count, zm_value *values)
{
    return zm_search_many_of(s, &(zm_many){.position = p, .count = count, .value = values});
}
