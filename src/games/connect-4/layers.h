/* layers.h: how many boards there are after each number of discs, without looking at them one by one. */
#ifndef ZM_GAMES_CONNECT_4_LAYERS_H
#define ZM_GAMES_CONNECT_4_LAYERS_H

#include <zermelo/layers.h>

zm_status four_count_layers(zm_context *c, const zm_variant *v, unsigned most, zm_layer_fn *each, void *arg);

#endif
