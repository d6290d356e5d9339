/* gpu.h: a pair of hunters on a device, as the files of this folder see it. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_GPU_GPU_H
#define ZM_GAMES_FUCHS_UND_HENNE_GPU_GPU_H

#include "device.h"
#include "engine/cuda/device/sample.h"
#include "games/fuchs-und-henne/solver/store.h"
#include "runner.h"

typedef struct zm_stalk_entries { /* of a layer */
    uint32_t *there, *here;
} zm_stalk_entries;

typedef struct zm_stalk_times {
    double reach, ones, twos, close, moved, quiz, table;
} zm_stalk_times;

struct zm_stalk_device {
    zm_context *context;
    const zm_pair_plan *plan;
    const zm_stalk_limits *limits;
    const zm_device *device;
    const zm_stalker *stalker;
    char name[128];
    uint64_t free_bytes;
    unsigned here;              /* so many layers, the uppermost ones, have their entries here */
    uint64_t room, window;      /* bytes, of a phase */
    zm_stalk_board *board_here; /* before it is put there */
    zm_stalk_board *board;
    void *data, *room_block, *window_block[2];
    uint64_t *first;
    zm_stalk_entries entry[ZM_PAIR_SQUARES + 1];
    uint8_t *stage; /* pinned */
    uint32_t *tier; /* of each tier: ZM_PAIR_KINDS times its shape, and its kind */
    zm_quiz quiz;
    bool stores;
    uint64_t places;      /* in all */
    zm_pair_store *store; /* where values go; NULL: nowhere */
    zm_value *piece;      /* pinned; so many come at once */
    uint64_t piece_values;
    zm_stalk job;
    zm_stalk_notes notes;
    zm_stalk_times times;
};

enum { ZM_STALK_ALIGNED = 256 };
static const uint64_t zm_stalk_stage = (uint64_t)1 << 28; /* what goes from here to there or back passes through */

/* ---- layers ---- */
static inline unsigned zm_stalk_squares(const zm_stalk_device *s, const zm_pair_layer *l)
{
    return s->plan->board->squares - l->pieces;
}

static inline bool zm_stalk_few(const zm_stalk_device *s, const zm_pair_layer *l)
{
    return l->pieces < s->plan->board->enough;
}

static inline bool zm_stalk_top(const zm_stalk_device *s, const zm_pair_layer *l) { return l->to == s->plan->shapes; }

static inline uint64_t zm_stalk_end(const zm_stalk_device *s, const zm_pair_layer *l, uint32_t shape)
{
    return shape < l->to ? s->plan->first[shape] : l->placements;
}

static inline unsigned zm_stalk_depth(const zm_stalk_device *s, uint32_t shape)
{
    return s->plan->variant->game->rules.pair->depth(s->plan->variant, shape);
}

/* What a device said, as a status. */
zm_status zm_stalk_say(const zm_stalk_device *s, const char *failed);

/* ---- the board ---- */
/* One clear line and ZM_BAD_INPUT when a device cannot do this game. */
zm_status zm_stalk_fill_board(zm_stalk_device *s);

/* ---- room ---- */
uint64_t zm_stalk_entry_bytes(const zm_stalk_device *s, const zm_pair_layer *l);
/* Windows and room of a phase. */
void zm_stalk_size_work(zm_stalk_device *s, bool finds);
/* How many placements a batch may have. */
uint64_t zm_stalk_most(zm_stalk_device *s, const zm_pair_layer *l, bool finds);
/* The room becomes that of a batch. */
void zm_stalk_divide_room(zm_stalk_device *s, bool finds);
zm_status zm_stalk_announce(zm_stalk_device *s, const zm_solve_options *o, zm_solved *out);

/* ---- to the table, if there is one ---- */
zm_status zm_stalk_table_open(zm_stalk_device *s);
void zm_stalk_table_close(zm_stalk_device *s);
uint64_t zm_stalk_table_bytes(const zm_stalk_device *s); /* here; and there */
uint64_t zm_stalk_table_bytes_there(const zm_stalk_device *s);
/* What the batch at work has. */
zm_status zm_stalk_table_put(zm_stalk_device *s, const zm_pair_layer *l);

/* ---- a sample is computed anew ---- */
zm_status zm_stalk_quiz_open(zm_stalk_device *s);
/* What is asked about the batch at work. */
const char *zm_stalk_quiz_answer(zm_stalk_device *s);
zm_status zm_stalk_quiz_check(zm_stalk_device *s, uint64_t *checked);
uint64_t zm_stalk_quiz_bytes(const zm_stalk_device *s);

#endif
