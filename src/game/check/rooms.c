/* rooms.c: the arrays that rules write to. They lie between pages that must not change (guarded.h), so that a write
 * outside is told, with the function that did it. */
#include "run.h"

static const struct {
    size_t bytes;
    const char *by;
} rooms[ZM_ROOMS] = {
    [ZM_ROOM_MOVES] = {ZM_MAX_MOVES * sizeof(zm_move), "moves"},
    [ZM_ROOM_OTHER] = {ZM_MAX_MOVES * sizeof(zm_move), "moves"},
    [ZM_ROOM_LEAVING] = {ZM_MAX_MOVES * sizeof(zm_move), "leaving"},
    [ZM_ROOM_WEIGHTS] = {ZM_MAX_ROLLS * sizeof(uint32_t), "odds"},
    [ZM_ROOM_CHILDREN] = {ZM_MAX_CHILDREN * sizeof(uint32_t), "children"},
    [ZM_ROOM_PARTS] = {ZM_MAX_PARTS * sizeof(zm_pos), "parts"},
    [ZM_ROOM_AGAIN] = {ZM_MAX_PARTS * sizeof(zm_pos), "parts"},
    [ZM_ROOM_CELLS] = {ZM_MAX_CELLS * sizeof(zm_cell), "cells"},
    [ZM_ROOM_TOUCHES] = {sizeof(zm_touches), "touches"},
    [ZM_ROOM_WINNING] = {ZM_MAX_TOUCHES * sizeof(zm_point), "winning"},
    [ZM_ROOM_IMAGE] = {ZM_MAX_CELLS, "symmetry"},
    [ZM_ROOM_POINTS] = {2 * sizeof(unsigned), "points"},
    [ZM_ROOM_IN_HAND] = {ZM_MAX_HAND * sizeof(zm_hand), "in_hand"},
    [ZM_ROOM_STAYING] = {sizeof(unsigned), "leaving"},
};

zm_status zm_check_stains(run *k)
{
    for (unsigned i = 0; i < ZM_ROOMS; i++) {
        const long at = zm_guarded_stain(&k->room[i]);
        if (at)
            return wrong(k, "%s writes outside its array of %zu bytes: %ld bytes %s",
                         i <= ZM_ROOM_OTHER && k->g->dice->rolls ? "moves of dice" : rooms[i].by, k->room[i].bytes,
                         at < 0 ? -at : at - (long)k->room[i].bytes, at < 0 ? "before it" : "behind it");
    }
    return ZM_OK;
}

zm_status zm_check_open_rooms(run *k)
{
    for (unsigned i = 0; i < ZM_ROOMS; i++) {
        const bool exact = i == ZM_ROOM_WEIGHTS && k->g->dice->rolls <= ZM_MAX_ROLLS;
        if (!zm_guarded_open(exact ? k->g->dice->rolls * sizeof(uint32_t) : rooms[i].bytes, &k->room[i]))
            return zm_fail(k->c, ZM_NO_MEMORY, "not enough memory to check the game");
    }
    k->moves = (zm_move *)(void *)k->room[ZM_ROOM_MOVES].data;
    k->other = (zm_move *)(void *)k->room[ZM_ROOM_OTHER].data;
    return ZM_OK;
}

void zm_check_close_rooms(run *k)
{
    for (unsigned i = 0; i < ZM_ROOMS; i++)
        zm_guarded_close(&k->room[i]);
}
