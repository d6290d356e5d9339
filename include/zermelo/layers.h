/* layers.h: how many states there are after each number of plies, and how many of them are not over, without a table.
 *
 * There are two ways. To walk: the states of two layers are in memory, a bit a place of the index; any game whose tiers
 * tell the plies can be counted so. By sets: the game itself makes each layer out of the one before, as a set that is
 * not made of single states (`count_layers` of zm_game); then billions of them take no longer than millions. */
#ifndef ZERMELO_LAYERS_H
#define ZERMELO_LAYERS_H

#include <zermelo/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_layer {
    unsigned ply;
    uint64_t states, open; /* that play reaches after so many plies; of them, those that are not over */
    uint64_t positions;    /* the same as `states` without the game's symmetries; 0: not counted */
} zm_layer;

/* Told of every layer as soon as it is counted, from ply 0 on, on the thread that asked. */
typedef void zm_layer_fn(void *arg, const zm_layer *layer);

typedef enum zm_layers_way {
    ZM_LAYERS_AUTO = 0, /* by sets where the game can */
    ZM_LAYERS_WALK,
    ZM_LAYERS_SETS,
} zm_layers_way;

const char *zm_layers_way_name(zm_layers_way w); /* "walk" */
bool zm_layers_way_parse(const char *name, zm_layers_way *w);

typedef struct zm_layers_options {
    size_t size; /* ZM_OPTIONS */
    zm_layers_way way;
    unsigned most;     /* plies */
    zm_layer_fn *each; /* NULL: nobody is told */
    void *arg;
} zm_layers_options;

typedef struct zm_layers {
    zm_layers_way way; /* that was taken */
    unsigned plies;    /* 0 .. plies-1 */
    zm_layer *layer;   /* free with zm_layers_free */
    uint64_t peak_bytes;
    double seconds;
} zm_layers;

bool zm_has_layers(const zm_variant *v); /* can it be counted in one of these ways? */
/* From the start to `most` plies. Refuses games in which a tier can be reached in different numbers of plies. What was
 * counted before a failure has been told to `each`. */
zm_status zm_count_layers(zm_context *c, const zm_variant *v, const zm_layers_options *o, zm_layers *out);
void zm_layers_free(zm_context *c, zm_layers *l);

#ifdef __cplusplus
}
#endif

#endif
