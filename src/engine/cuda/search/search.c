/* search.c: many searches on a device: its memory, and waiting for it. */
#include "engine/cuda/device/device.h"
#include "kernel/search_runner.h"

#include "base/context.h"
#include "base/stop.h"
#include "base/text.h"
#include "game/builtin.h"
#include "search.h"

#include <string.h>
#include <time.h>

enum { MOST_PLACES = 31, MOST_HERE = 20, FEWEST_PLACES = 16, LEFT_FREE = 8 /* 1/8 of the memory */ };
enum { LEFT_OVER = 16 }; /* positions a thread of the CPU */
enum { POSITION_BYTES = sizeof(zm_pos) + 2 };

typedef struct job {
    zm_context *context;
    const zm_variant *variant;
    const zm_many *many;
    zm_device *device;
    const zm_search_runner *search_runner;
    uint64_t threads, data_bytes;
    uint64_t enough; /* with fewer left the device stops: a thread of the CPU is as fast as a hundred of its own */
    void *data;
    zm_search_gpu gpu; /* what it names is on the device */
    zm_search_gpu_notes seen;
} job;

/* ---- what it needs ---- */
static unsigned most_left(const zm_variant *v, const zm_many *m)
{
    const zm_search *s = v->game->search;
    unsigned most = 0;
    for (uint64_t i = 0; i < m->count; i++) {
        zm_seek_node n;
        int score;
        const unsigned left = s->begin(v, m->position[i], &n, &score) ? s->left(v, &n) : 0;
        most = left > most ? left : most;
    }
    return most;
}

/* More memory helps up to a point, and never beyond the number of keys. */
static zm_status size_memos(job *j, uint64_t others)
{
    const unsigned key_bits = j->variant->game->search->key_bits(j->variant);
    const uint64_t room = j->device->free_bytes - j->device->free_bytes / LEFT_FREE;
    const unsigned most = j->device->calls == &zm_device_host ? MOST_HERE : MOST_PLACES;
    unsigned bits = key_bits < most ? key_bits : most;
    while (bits > FEWEST_PLACES && (sizeof(zm_memo) << bits) + others > room)
        bits--;
    if ((sizeof(zm_memo) << bits) + others > room || key_bits > ZM_MEMO_KEY + bits)
        return zm_fail(j->context, ZM_NO_MEMORY, "%s has not got the memory for a search of %s", j->device->name,
                       j->variant->game->name);
    j->gpu.memos.place_bits = bits;
    j->gpu.memos.rest_bits = key_bits - bits;
    return ZM_OK;
}

static zm_status put_data(job *j)
{
    const uint64_t bytes = j->variant->game->data_bytes;
    uint8_t *padded;
    j->data_bytes = (bytes + 3) / 4 * 4;
    ZM_TRY(j->context, zm_alloc(j->context, &padded, j->data_bytes + 4, 1, "a search on a device"));
    if (bytes)
        memcpy(padded, j->variant->data, bytes);
    const zm_status s = zm_device_take_copy(j->device, &j->data, padded, j->data_bytes + 4);
    zm_release(j->context, padded);
    return s;
}

static zm_status put_board(job *j)
{
    const zm_board_data *b = j->variant->board;
    return zm_device_take_copy(j->device, &j->gpu.board, b, b ? b->bytes : 0);
}

static zm_status put_positions(job *j)
{
    const zm_many *m = j->many;
    int8_t *none;
    ZM_TRY(j->context, zm_device_take_copy(j->device, &j->gpu.position, m->position, m->count * sizeof *m->position));
    ZM_TRY(j->context, zm_alloc(j->context, &none, m->count, 1, "a search on a device"));
    memset(none, ZM_SEARCH_GPU_OPEN, m->count);
    zm_status s = zm_device_take_copy(j->device, &j->gpu.score, none, m->count);
    memset(none, -ZM_SCORE_WIN, m->count);
    if (s == ZM_OK)
        s = zm_device_take_copy(j->device, &j->gpu.least, m->least ? m->least : none, m->count);
    zm_release(j->context, none);
    return s;
}

static zm_status prepare(job *j)
{
    const uint64_t count = j->many->count;
    zm_context *c = j->context;
    char bytes[32];
    j->gpu.variant = j->variant;
    j->gpu.count = count;
    j->enough = count > (uint64_t)1 << 16 ? LEFT_OVER * zm_threads(j->context) : 0;
    j->gpu.depth = most_left(j->variant, j->many) + 1;
    ZM_TRY(c, put_data(j));
    ZM_TRY(c, put_board(j));
    ZM_TRY(c, zm_device_check(j->device, j->search_runner->threads(&j->device->stream, j->data_bytes, &j->threads)));
    if (!j->threads)
        return zm_fail(c, ZM_NO_MEMORY, "%s has not got the memory for a search of %s", j->device->name,
                       j->variant->game->name);
    j->threads = j->threads < count ? j->threads : count;
    j->gpu.rows = (count + j->threads - 1) / j->threads;
    const uint64_t frames = (j->threads + 127) / 128 * 128 * j->gpu.depth * sizeof *j->gpu.frame;
    ZM_TRY(c, size_memos(j, frames + count * POSITION_BYTES));
    zm_note(c, "on %s: %llu positions at once, %s to remember in", j->device->name, (unsigned long long)j->threads,
            zm_bytes_text(sizeof(zm_memo) << j->gpu.memos.place_bits, bytes));
    ZM_TRY(c, zm_device_take(j->device, &j->gpu.frame, frames));
    ZM_TRY(c, zm_device_take(j->device, &j->gpu.root, (j->threads + 127) / 128 * 128 * sizeof *j->gpu.root));
    ZM_TRY(c, zm_device_take_copy(j->device, &j->gpu.notes, &j->seen, sizeof j->seen));
    ZM_TRY(c, put_positions(j));
    ZM_TRY(c, zm_device_take(j->device, &j->gpu.memos.at, sizeof(zm_memo) << j->gpu.memos.place_bits));
    return zm_device_clear(j->device, j->gpu.memos.at, sizeof(zm_memo) << j->gpu.memos.place_bits);
}

/* ---- waiting ---- */
static zm_status look(job *j)
{
    const uint64_t before = j->seen.done;
    ZM_TRY(j->context, zm_device_get_parallel(j->device, &j->seen, j->gpu.notes, sizeof j->seen));
    zm_progress_add(j->context, j->seen.done - before);
    return ZM_OK;
}

/* A search that is stopped keeps what was found. */
static zm_status wait(job *j)
{
    static const struct timespec tenth = {0, 100000000};
    const uint32_t stop = 1;
    bool over = false;
    while (!over) {
        ZM_TRY(j->context, zm_device_ended(j->device, &over));
        ZM_TRY(j->context, look(j));
        if (over)
            break;
        if (zm_stopped(j->context) || j->gpu.count - j->seen.done < j->enough)
            ZM_TRY(j->context, zm_device_put_parallel(j->device, &j->gpu.notes->stop, &stop, sizeof stop));
        nanosleep(&tenth, NULL);
    }
    return ZM_OK;
}

static zm_status fetch(job *j)
{
    int8_t *score;
    const uint64_t count = j->gpu.count;
    ZM_TRY(j->context, zm_alloc(j->context, &score, count, 1, "a search on a device"));
    const zm_status s = zm_device_get(j->device, score, j->gpu.score, count);
    for (uint64_t i = 0; i < count && s == ZM_OK; i++)
        if (score[i] != ZM_SEARCH_GPU_OPEN)
            j->many->value[i] = zm_score_value(score[i]);
    zm_release(j->context, score);
    return s;
}

static zm_status start(job *j)
{
    return zm_device_check(j->device,
                           j->search_runner->start(&j->device->stream, &j->gpu, j->data, j->data_bytes, j->threads));
}

static zm_status run(job *j)
{
    ZM_TRY(j->context, prepare(j));
    ZM_TRY(j->context, start(j));
    ZM_TRY(j->context, wait(j));
    ZM_TRY(j->context, fetch(j));
    return zm_check_stop(j->context);
}

static zm_status find_runner(job *j, zm_engine e)
{
    const zm_game *g = j->variant->game;
    ZM_TRY(j->context, zm_device_open(j->context, e, &j->device));
    j->search_runner = e == ZM_ENGINE_CUDA_HOST ? &zm_search_runner_host : zm_search_runner_of(g);
    if (!j->search_runner || !g->search || !g->search->bounds)
        return zm_fail(
            j->context, ZM_BAD_INPUT,
            "%s is not searched on a GPU: it has no search of its own, or one without `bounds`; use --engine cpu",
            g->name);
    return ZM_OK;
}

zm_status zm_search_many_on(zm_context *c, const zm_variant *v, zm_engine e, const zm_many *many, uint64_t *nodes)
{
    job j = {.context = c, .variant = v, .many = many};
    zm_status s = find_runner(&j, e);
    if (s == ZM_OK && many->count)
        s = run(&j);
    *nodes += j.seen.nodes;
    zm_device_close(j.device);
    return s;
}
