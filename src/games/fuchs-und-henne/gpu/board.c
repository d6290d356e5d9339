/* board.c: the board as warps see it (pair_gpu.h): ways by lane, a byte each. */
#include "gpu.h"

#include "base/context.h"

#include <assert.h>
#include <string.h>

static bool add_way(uint64_t ways[32], unsigned lane, unsigned square)
{
    for (unsigned i = 0; i < 8 * ZM_PAIR_GPU_WAYS; i += 8)
        if ((ways[lane] >> i & 255) == ZM_PAIR_GPU_NOWHERE) {
            ways[lane] ^= (uint64_t)(ZM_PAIR_GPU_NOWHERE ^ square) << i;
            return true;
        }
    return false;
}

static bool add_jumps(zm_pair_device_board *b, unsigned from)
{
    bool fits = true;
    for (uint64_t rest = b->pair.over[from]; rest;) {
        const unsigned over = zm_take_lowest(&rest), land = b->pair.land[from][over];
        if (from >= 32 || over >= 32 || land >= 32)
            return false;
        fits &= add_way(b->ways.over, from, over) && add_way(b->ways.land, from, land);
        fits &= add_way(b->ways.landed_over, land, over) && add_way(b->ways.begun, land, from);
    }
    return fits;
}

static bool add_edge(zm_pair_device_edges *e, unsigned from, unsigned to)
{
    if (e->count == ZM_PAIR_GPU_EDGES)
        return false;
    e->from[e->count] = (uint8_t)from;
    e->to[e->count++] = (uint8_t)to;
    return true;
}

static bool fill_ways(zm_pair_device_board *b)
{
    bool fits = true;
    memset(&b->ways, ZM_PAIR_GPU_NOWHERE, sizeof b->ways);
    for (unsigned a = 0; a < CROSS_FIELDS; a++) {
        for (uint64_t rest = a < 32 ? b->pair.near[a] : 0; rest;)
            fits &= add_way(b->ways.near, a, zm_take_lowest(&rest));
        fits &= add_jumps(b, a);
        for (uint64_t rest = b->pair.ahead[a]; rest;)
            fits &= add_edge(&b->ahead, a, zm_take_lowest(&rest));
        for (uint64_t rest = b->pair.aside[a] & ~zm_low_bits(a); rest;)
            fits &= add_edge(&b->aside, a, zm_take_lowest(&rest));
    }
    return fits;
}

zm_status zm_pair_gpu_fill_board(zm_pair_gpu_solve *s)
{
    ZM_TRY(s->context, zm_alloc(s->context, &s->host_board, 1, sizeof *s->host_board, "the board"));
    zm_pair_device_board *b = s->host_board;
    b->pair = s->plan.board;
    for (unsigned mask = 0; mask < 256; mask++)
        for (unsigned bits = 0; bits < 256; bits++) {
            b->spread[mask][bits] = (uint8_t)zm_deposit(bits, mask);
            b->gather[mask][bits] = (uint8_t)zm_extract(bits, mask);
        }
    const bool fits = fill_ways(b);
    assert(fits); /* eight directions, and no jump has to do with the last square, which is in the house */
    return (void)fits, ZM_OK;
}
