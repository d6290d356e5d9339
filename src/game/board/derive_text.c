/* derive_text.c: the members of a game that people see and that follow from its declared board: start, notation, codes, looks. */
#include "derive.h"
#include "text.h"

#include <string.h>

static unsigned length_of(const char *text) { return text ? (unsigned)strlen(text) : 0; }

static zm_pos start(const zm_variant *v) { return zm_board_of(v)->start; }

static void derive_text(const zm_board *b, zm_game *g, zm_sources *sources)
{
    g->start = g->start ? g->start : start;
    g->read = g->read ? g->read : zm_board_read;
    g->write = g->write ? g->write : zm_board_write;
    g->is_position = g->is_position ? g->is_position : zm_board_is_position;
    g->write_move = g->write_move ? g->write_move : zm_board_write_move;
    if (!sources->codes[0].name && !b->hand && !b->counters[0].name)
        zm_board_codes(length_of(b->first) + length_of(b->second) + length_of(b->nobody), sources->codes);
}

static bool fits(const zm_variant *v, const zm_code *code)
{
    return (code->encode != zm_code_bits || zm_code_bits_fit(v)) &&
           (code->encode != zm_code_base || zm_code_base_fits(v));
}

bool zm_board_lacks_codes(const zm_variant *v)
{
    bool lacks = false;
    for (unsigned i = 0; i < ZM_MAX_CODES && v->game->sources->codes[i].name; i++)
        lacks |= !fits(v, &v->game->sources->codes[i]);
    return lacks;
}

void zm_board_keep_codes(const zm_variant *v, zm_sources *sources)
{
    const zm_sources all = *sources;
    unsigned n = 0;
    memset(sources->codes, 0, sizeof sources->codes);
    for (unsigned i = 0; i < ZM_MAX_CODES && all.codes[i].name; i++)
        if (fits(v, &all.codes[i]))
            sources->codes[n++] = all.codes[i];
}

static void derive_looks(const zm_board *b, zm_looks *l)
{
    l->cells = l->cells ? l->cells : zm_board_show;
    l->joined = l->joined ? l->joined : b->joined ? zm_board_joined : NULL;
    l->in_hand = l->in_hand ? l->in_hand : b->hand ? zm_board_in_hand : NULL;
    l->name_cell = l->name_cell ? l->name_cell : l->naming == ZM_NUMBERED ? zm_board_name_cell : NULL;
}

void zm_board_derive_text(zm_game *g, zm_looks *looks, zm_sources *sources)
{
    derive_text(g->board, g, sources);
    derive_looks(g->board, looks);
}
