/* gpu.c: a pair of hunters on a device: its memory, and which step (games/fuchs-und-henne/gpu/pair_gpu.h) comes when.
 *
 * Layers come as in games/fuchs-und-henne/solver/solver.c, from the top down for which states there are, from the
 * bottom up for who wins. What the two have in common, the entries by which is counted, lies on the device as far as
 * there is room, and that of the uppermost layers, which are first to be made and last to be asked for, here. */
#include "gpu.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/stop.h"
#include "base/text.h"
#include "game/builtin.h"
#include "solve/solver.h"

#include <inttypes.h>
#include <string.h>

enum { ROUNDS = 4 /* that are begun before anyone looks whether there is more to do */ };

typedef zm_pair_layer layer;

/* ---- memory ---- */
static zm_status open_work(zm_pair_device *s, bool finds)
{
    zm_pair_device_size_work(s, finds);
    ZM_TRY(s->context, zm_device_take(s->device, &s->room_block, s->room));
    ZM_TRY(s->context, zm_device_take(s->device, &s->window_block[0], s->window));
    return zm_device_take(s->device, &s->window_block[1], s->window);
}

static void give_far(zm_pair_device *s, zm_pair_device_far *f)
{
    zm_device_give(s->device, &f->two);
    zm_device_give(s->device, &f->one);
    *f = (zm_pair_device_far){0};
}

static void close_work(zm_pair_device *s)
{
    zm_device_give(s->device, &s->room_block);
    zm_device_give(s->device, &s->window_block[0]);
    zm_device_give(s->device, &s->window_block[1]);
    give_far(s, &s->job.near_layer);
    give_far(s, &s->job.this_layer);
}

static zm_status take_far(zm_pair_device *s, const layer *l, unsigned sets, zm_pair_device_far *f)
{
    const zm_pair_board *b = s->plan->board;
    *f = (zm_pair_device_far){.free = zm_pair_device_squares(s, l),
                              .sets = sets,
                              .words = zm_pair_device_far_words(zm_pair_device_squares(s, l), sets)};
    if (b->twos)
        ZM_TRY(s->context, zm_device_take(s->device, &f->two, l->placements * f->words * sizeof *f->two));
    return b->ones ? zm_device_take(s->device, &f->one, l->placements * sets * sizeof *f->one) : ZM_OK;
}

/* The next layer is begun: the one that was at work is near it. */
static zm_status next_layer(zm_pair_device *s, const layer *l, unsigned sets)
{
    zm_pair_gpu *j = &s->job;
    give_far(s, &j->near_layer);
    j->near_layer = j->this_layer;
    j->this_layer = (zm_pair_device_far){0};
    j->pieces = l->pieces;
    j->free = zm_pair_device_squares(s, l);
    j->few = zm_pair_device_few(s, l);
    j->top = zm_pair_device_top(s, l);
    return sets ? take_far(s, l, sets, &j->this_layer) : ZM_OK;
}

static zm_status open_entries(zm_pair_device *s, unsigned k)
{
    const uint64_t bytes = zm_pair_device_entry_bytes(s, &s->plan->layer[k]);
    if (k < s->plan->layers - s->here)
        return zm_device_take(s->device, &s->entry[k].there, bytes);
    return zm_resize(s->context, &s->entry[k].here, bytes, 1, "which states there are");
}

static void close_entries(zm_pair_device *s, unsigned k)
{
    zm_device_give(s->device, &s->entry[k].there);
    zm_release(s->context, s->entry[k].here);
    s->entry[k].here = NULL;
}

/* Windows change places, and this one is about another slice. */
static void next_slice(zm_pair_device *s, uint64_t begin, uint64_t count, bool finds)
{
    void *const block = s->window_block[1];
    const zm_pair_device_window beyond = s->job.here;
    zm_pair_device_window *const w = &s->job.here;
    const uint64_t two = s->plan->board->twos ? count * s->job.free * sizeof(uint32_t) * (finds ? 1 : 2) : 0;
    s->window_block[1] = s->window_block[0];
    s->window_block[0] = block;
    s->job.beyond = beyond;
    w->begin = begin;
    w->two = block;
    uint8_t *const rest =
        (uint8_t *)block + (two + ZM_PAIR_GPU_ALIGNED - 1) / ZM_PAIR_GPU_ALIGNED * ZM_PAIR_GPU_ALIGNED;
    w->one = (zm_won_ones *)(void *)rest;
    w->one_seen = (uint64_t *)(void *)rest;
}

/* ---- steps ---- */
static zm_status start(zm_pair_device *s, zm_pair_gpu_step kernel)
{
    return zm_device_check(s->device, s->pair_runner->start(&s->device->stream, kernel, &s->job));
}

static zm_status look_at_notes(zm_pair_device *s)
{
    ZM_TRY(s->context, zm_device_wait(s->device));
    return zm_device_get(s->device, &s->notes, s->job.notes, sizeof s->notes);
}

/* Until nothing changes; the first round may be another step than the rest. */
static zm_status settle(zm_pair_device *s, zm_pair_gpu_step begin, zm_pair_gpu_step first, zm_pair_gpu_step again)
{
    uint64_t before;
    s->job.round = 1;
    ZM_TRY(s->context, start(s, begin));
    s->job.round = 0;
    ZM_TRY(s->context, start(s, first));
    do {
        before = s->notes.changed;
        for (unsigned i = 0; i < ROUNDS; i++) {
            s->job.round = 1 - s->job.round;
            ZM_TRY(s->context, start(s, again));
        }
        ZM_TRY(s->context, look_at_notes(s));
        ZM_TRY(s->context, zm_check_stop(s->context));
    } while (s->notes.changed != before);
    return ZM_OK;
}

static zm_status find_batch(zm_pair_device *s)
{
    const zm_pair_board *b = s->plan->board;
    if (b->twos && !s->job.few)
        ZM_TRY(s->context, settle(s, ZM_PAIR_GPU_SEEN_BEGIN, ZM_PAIR_GPU_SEEN_AGAIN, ZM_PAIR_GPU_SEEN_AGAIN));
    else
        ZM_TRY(s->context, start(s, ZM_PAIR_GPU_SEEN_BEGIN));
    if (b->ones && !s->job.few)
        ZM_TRY(s->context,
               settle(s, ZM_PAIR_GPU_ONE_SEEN_BEGIN, ZM_PAIR_GPU_ONE_SEEN_AGAIN, ZM_PAIR_GPU_ONE_SEEN_AGAIN));
    else if (b->ones)
        ZM_TRY(s->context, start(s, ZM_PAIR_GPU_ONE_SEEN_BEGIN));
    return start(s, ZM_PAIR_GPU_SEEN_CLOSE);
}

static zm_status win_batch(zm_pair_device *s)
{
    const zm_pair_board *b = s->plan->board;
    const double began = zm_now();
    if (s->job.few)
        return ZM_OK;
    if (b->ones)
        ZM_TRY(s->context, settle(s, ZM_PAIR_GPU_ONE_BEGIN, ZM_PAIR_GPU_ONE_AGAIN, ZM_PAIR_GPU_ONE_AGAIN));
    const double ones = zm_now();
    if (b->twos)
        ZM_TRY(s->context, settle(s, ZM_PAIR_GPU_BEGIN, ZM_PAIR_GPU_FIRST, ZM_PAIR_GPU_AGAIN));
    const double twos = zm_now();
    ZM_TRY(s->context, start(s, ZM_PAIR_GPU_CLOSE));
    ZM_TRY(s->context, zm_device_check(s->device, zm_pair_device_sample_answer(s)));
    ZM_TRY(s->context, look_at_notes(s));
    s->times.ones += ones - began;
    s->times.twos += twos - ones;
    s->times.close += zm_now() - twos;
    return ZM_OK;
}

/* On all threads: what is touched for the first time takes longer than the way from the device. */
static void copy(const zm_pair_device *s, uint8_t *to, const uint8_t *from, uint64_t bytes)
{
    const uint64_t piece = (uint64_t)1 << 21, pieces = (bytes + piece - 1) / piece;
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(s->context))
    for (uint64_t i = 0; i < pieces; i++) {
        const uint64_t at = i * piece;
        memcpy(to + at, from + at, bytes - at < piece ? bytes - at : piece);
    }
}

/* Entries of the batch go to where they are kept, or come from there. */
static zm_status move_entries(zm_pair_device *s, unsigned k, bool finds)
{
    const uint64_t words = zm_pair_device_entry_words(s->job.free), bytes = s->job.count * words * sizeof(uint32_t);
    const double began = zm_now();
    uint8_t *const here = (uint8_t *)(s->entry[k].here + s->job.from * words), *const there = (uint8_t *)s->job.entry;
    if (finds)
        ZM_TRY(s->context, look_at_notes(s));
    for (uint64_t at = 0; at < bytes; at += zm_pair_device_stage) {
        const uint64_t now = bytes - at < zm_pair_device_stage ? bytes - at : zm_pair_device_stage;
        if (!finds)
            copy(s, s->stage, here + at, now);
        ZM_TRY(s->context, finds ? zm_device_get(s->device, s->stage, there + at, now)
                                 : zm_device_put(s->device, there + at, s->stage, now));
        if (finds)
            copy(s, here + at, s->stage, now);
    }
    s->times.moved += zm_now() - began;
    return ZM_OK;
}

static zm_status put_batch(zm_pair_device *s, const layer *l)
{
    const double began = zm_now();
    ZM_TRY(s->context, zm_pair_device_table_put(s, l));
    s->times.table += zm_now() - began;
    return ZM_OK;
}

static zm_status do_batch(zm_pair_device *s, unsigned k, uint32_t shape, uint32_t to, bool finds)
{
    const layer *l = &s->plan->layer[k];
    zm_pair_gpu *j = &s->job;
    j->shape = shape;
    j->shapes = to - shape;
    j->from = (uint32_t)s->plan->first[shape];
    j->count = (uint32_t)(zm_pair_device_end(s, l, to) - s->plan->first[shape]);
    if (!j->count)
        return ZM_OK;
    zm_pair_device_divide_room(s, finds);
    if (s->entry[k].there)
        j->entry = s->entry[k].there + (uint64_t)j->from * zm_pair_device_entry_words(j->free);
    if (s->entry[k].here && !finds)
        ZM_TRY(s->context, move_entries(s, k, finds));
    ZM_TRY(s->context, start(s, ZM_PAIR_GPU_LIST));
    ZM_TRY(s->context, finds ? find_batch(s) : win_batch(s));
    if (s->entry[k].here && finds)
        ZM_TRY(s->context, move_entries(s, k, finds));
    if (!finds && s->store)
        ZM_TRY(s->context, put_batch(s, l));
    if (finds || !s->store) /* what is stored is counted there */
        zm_progress_add(s->context, j->count);
    return zm_check_stop(s->context);
}

static zm_status do_slice(zm_pair_device *s, unsigned k, uint32_t from, uint32_t to, bool finds)
{
    const layer *l = &s->plan->layer[k];
    const uint64_t most = zm_pair_device_most(s, l, finds), begin = s->plan->first[from];
    next_slice(s, begin, zm_pair_device_end(s, l, to) - begin, finds);
    for (uint32_t shape = from, next; shape < to; shape = next) {
        for (next = shape + 1; next < to && zm_pair_device_end(s, l, next + 1) - s->plan->first[shape] <= most;)
            next++;
        ZM_TRY(s->context, do_batch(s, k, shape, next, finds));
    }
    return ZM_OK;
}

/* ---- layers ---- */
static zm_status find_layer(zm_pair_device *s, unsigned k)
{
    const layer *l = &s->plan->layer[k];
    ZM_TRY(s->context, next_layer(s, l, zm_pair_device_few(s, l) ? 0 : 1));
    if (zm_pair_device_entry_bytes(s, l))
        ZM_TRY(s->context, open_entries(s, k));
    for (uint32_t to = l->to, from; to > l->from; to = from) {
        const unsigned depth = zm_pair_device_depth(s, to - 1);
        for (from = to; from > l->from && zm_pair_device_depth(s, from - 1) == depth;)
            from--;
        ZM_TRY(s->context, do_slice(s, k, from, to, true));
    }
    return look_at_notes(s);
}

static zm_status win_layer(zm_pair_device *s, unsigned k)
{
    const layer *l = &s->plan->layer[k];
    ZM_TRY(s->context, next_layer(s, l, zm_pair_device_top(s, l) || zm_pair_device_few(s, l) ? 0 : 2));
    for (uint32_t from = l->from, to; from < l->to; from = to) {
        const unsigned depth = zm_pair_device_depth(s, from);
        for (to = from; to < l->to && zm_pair_device_depth(s, to) == depth;)
            to++;
        ZM_TRY(s->context, do_slice(s, k, from, to, false));
    }
    close_entries(s, k);
    return ZM_OK;
}

static zm_status find_states(zm_pair_device *s)
{
    for (unsigned k = s->plan->layers; k-- > 0;)
        ZM_TRY(s->context, find_layer(s, k));
    return ZM_OK;
}

static zm_status win(zm_pair_device *s)
{
    for (unsigned k = 0; k < s->plan->layers; k++)
        if (s->stores || !zm_pair_device_few(s, &s->plan->layer[k]))
            ZM_TRY(s->context, win_layer(s, k));
    return ZM_OK;
}

static zm_status phase(zm_pair_device *s, const char *name, bool finds, zm_status (*work)(zm_pair_device *))
{
    zm_status status = open_work(s, finds);
    if (status == ZM_OK) {
        zm_progress_begin(s->context, name, finds || !s->store ? s->plan->placements : s->places);
        status = work(s);
        zm_progress_end(s->context);
    }
    close_work(s);
    return status;
}

/* ---- the whole ---- */
/* Of an engine that zm_device_open has opened. */
static const zm_pair_runner *runner_of(zm_engine e)
{
#ifdef ZERMELO_CUDA
    if (e == ZM_ENGINE_CUDA)
        return &zm_pair_runner_cuda;
#endif
    (void)e;
    return &zm_pair_runner_host;
}

static zm_status find(zm_pair_device *s, zm_engine e)
{
    const zm_variant *v = s->plan->variant;
    ZM_TRY(s->context, zm_device_open(s->context, e, &s->device));
    if (s->limits->there && s->limits->there < s->device->free_bytes)
        s->device->free_bytes = s->limits->there;
    s->pair_runner = s->limits->pair_runner ? s->limits->pair_runner : runner_of(e);
    for (unsigned k = 0; k < s->plan->layers; k++)
        if (s->plan->layer[k].placements >= ZM_PAIR_GPU_PLACES)
            return zm_fail(s->context, ZM_BAD_INPUT, "%s has a layer of 2^30 placements or more: use --engine cpu",
                           v->game->name);
    return zm_pair_device_fill_board(s);
}

static zm_status take_common(zm_pair_device *s)
{
    const zm_variant *v = s->plan->variant;
    zm_pair_gpu *j = &s->job;
    ZM_TRY(s->context, zm_device_take_data(s->device, &s->data, v));
    ZM_TRY(s->context, zm_device_take_copy(s->device, &s->board, s->board_here, sizeof *s->board));
    ZM_TRY(s->context, zm_device_take_copy(s->device, &s->first, s->plan->first, s->plan->shapes * sizeof *s->first));
    ZM_TRY(s->context, zm_device_take_copy(s->device, &j->notes, &s->notes, sizeof s->notes));
    j->variant = v;
    j->data = s->data;
    j->board = s->board;
    j->first = s->first;
    j->stores = s->stores;
    ZM_TRY(s->context, zm_pair_device_table_open(s));
    if (!s->here)
        return ZM_OK;
    return zm_device_alloc_pinned(s->device, &s->stage, zm_pair_device_stage, "what passes to the device");
}

static zm_status choose_sample(zm_pair_device *s)
{
    const double began = zm_now();
    ZM_TRY(s->context, zm_pair_device_sample_open(s));
    ZM_TRY(s->context, zm_device_sample_put(&s->sample, s->device));
    s->times.sample += zm_now() - began;
    return ZM_OK;
}

static zm_status check_sample(zm_pair_device *s, zm_solved *out)
{
    const double began = zm_now();
    ZM_TRY(s->context, zm_pair_device_sample_check(s, &out->checked));
    s->times.sample += zm_now() - began;
    zm_note(s->context, "%" PRIu64 " states computed anew from the rules: all as found", out->checked);
    return ZM_OK;
}

static zm_status solve(zm_pair_device *s, zm_solved *out)
{
    const double began = zm_now();
    ZM_TRY(s->context, take_common(s));
    ZM_TRY(s->context, phase(s, "enumerate", true, find_states));
    s->times.reach = zm_now() - began;
    ZM_TRY(s->context, choose_sample(s));
    ZM_TRY(s->context, phase(s, s->store ? "classify and store" : "classify", false, win));
    ZM_TRY(s->context, check_sample(s, out));
    const zm_pair_device_times *t = &s->times;
    zm_note(s->context,
            "seconds there: %.2f for which states there are, %.2f for who wins with one, %.2f with two, %.2f to count; "
            "%.2f of all to move entries, %.2f for a sample, %.2f to store; %.1f looks at a placement",
            t->reach, t->ones, t->twos, t->close, t->moved, t->sample, t->table,
            (double)s->notes.visits / (double)s->plan->placements);
    return ZM_OK;
}

void zm_pair_device_free(zm_pair_device *s)
{
    if (!s)
        return;
    if (s->device) {
        close_work(s);
        for (unsigned k = 0; k < s->plan->layers; k++)
            close_entries(s, k);
        zm_device_sample_close(&s->sample);
        zm_pair_device_table_close(s);
        zm_device_free_pinned(s->device, &s->stage);
        zm_device_close(s->device);
    }
    zm_release(s->context, s->tier);
    zm_release(s->context, s->board_here);
    zm_release(s->context, s);
}

zm_status zm_pair_device_open(zm_context *c, const zm_pair_plan *p, const zm_solve_options *o,
                              const zm_pair_device_limits *limits, zm_solved *out, zm_pair_device **device)
{
    ZM_TRY(c, zm_alloc(c, device, 1, sizeof **device, "a device"));
    zm_pair_device *s = *device;
    s->context = c;
    s->plan = p;
    s->limits = limits;
    s->stores = o->tables;
    ZM_TRY(c, find(s, o->engine));
    s->places = out->places;
    return zm_pair_device_announce(s, o, out);
}

zm_status zm_pair_device_solve(zm_pair_device *s, zm_pair_store *store, zm_solved *out, zm_pair_counts *counts,
                               zm_won_ones *start_won)
{
    s->store = store;
    const zm_status status = solve(s, out);
    const zm_pair_device_notes *n = &s->notes;
    *counts = (zm_pair_counts){n->states, n->won_by_pair, n->won_by_many, n->visits};
    *start_won = (zm_won_ones){n->lone, n->many};
    return status;
}
