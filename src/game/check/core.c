/* core.c: checks of what every game has.
 *
 *   notation     what is written is printable and short, and reads back as the same position; moves are told apart
 *   moves        as many as allowed, the same when asked again, and where the turn is no part of the state whoever is
 *                to move
 *   fingerprint  idempotent, keeps the turn, and a position has the same end and successors as its fingerprint: the
 *                start, positions after a move, images under the symmetries of a board
 *   texts        braces in what the game says of itself mean something */
#include "game/expand.h"
#include "game/names.h"
#include "game/words.h"
#include "run.h"

#include <zermelo/board_index.h>

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* The position as text, in k->text. */
zm_text zm_check_write(run *k, zm_pos p)
{
    zm_text out = zm_text_in(k->text, sizeof k->text);
    k->g->write(k->v, p, &out);
    return out;
}

/* ---- notation ---- */
zm_status zm_check_text(run *k, const zm_text *text, const char *what)
{
    const size_t n = text->length;
    if (!n || n >= text->size)
        return wrong(k, "%s writes %zu bytes; 1 to %d are allowed", what, n, ZM_MAX_TEXT - 1);
    for (size_t i = 0; i < n; i++)
        if (text->at[i] <= ' ' || text->at[i] > '~')
            return wrong(k, "%s writes a character (number %zu) that is not printable ASCII, or a space", what, i + 1);
    return ZM_OK;
}

zm_status zm_check_notation(run *k, zm_pos p, bool is_state)
{
    char text[ZM_MAX_TEXT], shown[ZM_SHOWN];
    zm_mistake why = {0};
    zm_pos back = {0};
    const zm_text written = zm_check_write(k, p);
    ZM_TRY(k->c, zm_check_text(k, &written, "write"));
    memcpy(text, k->text, sizeof text);
    zm_shown(text, shown);
    if (!k->g->read(k->v, text, &back, &why))
        return wrong(k, "read refuses what write gives, \"%s\": %s", shown, why.text);
    if (!zm_same(is_state ? back : zm_state_of(k->v, back), is_state ? p : zm_state_of(k->v, p)))
        return wrong(k, "what write gives, \"%s\", reads back as another position", shown);
    return ZM_OK;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

zm_status zm_check_move_texts(run *k)
{
    if (!k->g->write_move)
        return ZM_OK;
    for (unsigned i = 0; i < k->count; i++) {
        char memory[ZM_MAX_TEXT];
        zm_text text = zm_text_in(memory, sizeof memory);
        k->g->write_move(k->v, k->p, k->moves[i], &text);
        ZM_TRY(k->c, zm_check_text(k, &text, "write_move"));
        k->hash[i] = XXH3_64bits(memory, text.length);
    }
    qsort(k->hash, k->count, sizeof *k->hash, by_number);
    for (unsigned i = 1; i < k->count; i++)
        if (k->hash[i] == k->hash[i - 1])
            return wrong(k, "write_move gives two moves the same text");
    return ZM_OK;
}

/* ---- moves ---- */
static zm_status check_moves(run *k)
{
    unsigned again;
    k->end = zm_rules_moves(k->g, k->v, k->p, k->moves, &k->count);
    if (k->end > (k->g->limit ? ZM_BEYOND : ZM_WIN))
        return wrong(k, "ended gives %d, which is no end%s", (int)k->end,
                     k->end == ZM_BEYOND ? " of a game without `limit`" : "");
    if (k->count > ZM_MAX_MOVES)
        return wrong(k, "it has %u moves; %d are allowed", k->count, ZM_MAX_MOVES);
    if (k->g->most_moves && k->count > k->g->most_moves)
        return wrong(k, "it has %u moves; most_moves says %u", k->count, k->g->most_moves);
    zm_end end = zm_rules_moves(k->g, k->v, k->p, k->other, &again);
    if (end != k->end || again != k->count || memcmp(k->moves, k->other, again * sizeof *k->moves))
        return wrong(k, "moves or ended say something else when asked again");
    return ZM_OK;
}

/* Where the turn is no part of the state, nothing depends on it. */
static zm_status check_turnless(run *k)
{
    if (!zm_no_turn(k->v))
        return ZM_OK;
    const zm_pos other = {k->p.lo, k->p.hi ^ ZM_TURN_BIT};
    unsigned n;
    const zm_end end = zm_rules_moves(k->g, k->v, other, k->other, &n);
    if (end != k->end || n != k->count || memcmp(k->moves, k->other, n * sizeof *k->moves))
        return wrong(k, "%s, but its end or moves are others when the other side is to move",
                     k->g->impartial ? "impartial" : "from_mover");
    return ZM_OK;
}

/* ---- fingerprint ---- */
static int by_position(const void *a, const void *b)
{
    zm_pos x = *(const zm_pos *)a, y = *(const zm_pos *)b;
    return zm_same(x, y) ? 0 : zm_before(x, y) ? -1 : 1;
}

/* The different states that moves lead to, sorted. Two positions of one state must agree on them. */
unsigned zm_check_successors(run *k, zm_pos p, zm_pos *out, zm_end *end)
{
    unsigned n, different = 0;
    bool passes;
    *end = zm_rules_moves(k->g, k->v, p, k->other, &n);
    n = n < ZM_MAX_MOVES ? n : ZM_MAX_MOVES;
    for (unsigned i = 0; i < n; i++)
        out[i] = zm_rules_play(k->g, k->v, p, k->other[i], &passes);
    qsort(out, n, sizeof *out, by_position);
    for (unsigned i = 0; i < n; i++)
        if (!i || !zm_same(out[i], out[i - 1]))
            out[different++] = out[i];
    return different;
}

static const zm_board_data *board_with_symmetry(const run *k)
{
    return k->g->board && zm_board_of(k->v)->group ? zm_board_of(k->v) : NULL;
}

/* The fingerprint is another position, and they differ. */
static zm_status tell_apart(run *k, zm_pos p, zm_pos state)
{
    char one[ZM_SHOWN], other[ZM_SHOWN];
    zm_check_write(k, p);
    zm_shown(k->text, one);
    zm_check_write(k, state);
    zm_shown(k->text, other);
    if (!board_with_symmetry(k))
        return wrong(k, "\"%s\" and its fingerprint \"%s\" do not have the same end or successors", one, other);
    return wrong(
        k, "the `%s` of its board does not hold: \"%s\" and its image \"%s\" do not have the same end or successors",
        k->g->board->symmetry ? "symmetry" : "images", one, other);
}

zm_status zm_check_fingerprint(run *k, zm_pos p)
{
    const zm_pos state = zm_state_of(k->v, p);
    const char *when = zm_same(p, k->p) ? "" : "after a move ";
    if (!zm_same(zm_state_of(k->v, state), state))
        return wrong(k, "%sthe fingerprint of the fingerprint is another position", when);
    if (!zm_no_turn(k->v) && zm_turn_of(k->v, state) != zm_turn_of(k->v, p))
        return wrong(k, "%sthe fingerprint has another side to move", when);
    if (zm_same(state, p))
        return ZM_OK;
    zm_end mine, its;
    const unsigned n = zm_check_successors(k, p, k->next[0], &mine),
                   m = zm_check_successors(k, state, k->next[1], &its);
    return mine == its && n == m && !memcmp(k->next[0], k->next[1], n * sizeof(zm_pos)) ? ZM_OK
                                                                                        : tell_apart(k, p, state);
}

/* All states come from the fingerprint of the start. If that is another game, nothing that follows would tell. */
zm_status zm_check_start(run *k)
{
    k->p = k->g->start(k->v);
    ZM_TRY(k->c, zm_check_fingerprint(k, k->p));
    k->p = zm_state_of(k->v, k->p);
    return ZM_OK;
}

/* Play may never lead to an image that shows that a symmetry is none. */
zm_status zm_check_image(run *k)
{
    const zm_board_data *d = board_with_symmetry(k);
    const zm_board_group *group = d ? zm_board_part(d, d->group) : NULL;
    if (!d || group->operations < 2)
        return ZM_OK;
    const zm_pos image = zm_board_mapped_all(d, group, 1 + (unsigned)draw(k, group->operations - 1), k->p);
    if (!k->g->is_position(k->v, image) || !zm_same(zm_state_of(k->v, image), k->p))
        return ZM_OK; /* a fingerprint of the game's own */
    return zm_check_fingerprint(k, image);
}

/* ---- all of it ---- */
static zm_status check_words(run *k, const char *name, const char *text)
{
    zm_mistake why = {0};
    char shown[ZM_SHOWN];
    if (!text || zm_words_right(k->g, text, &why))
        return ZM_OK;
    return wrong(k, "its text `%s` is wrong at \"%s\": %s", name, zm_shown(text + why.at, shown), why.text);
}

static zm_status once(run *k)
{
    const zm_game *g = k->g;
    const zm_check_rule rules[] = {
        {!g->keeps_turn || g->impartial, "keeps_turn needs impartial"},
        {!g->limit || !g->index->rank, "limit is for games without an index (rank)"},
        {!g->players[0] == !g->players[1], "players needs two names or none"},
        {g->most_moves <= ZM_MAX_MOVES, "most_moves is more than 65536"},
    };
    ZM_TRY(k->c, ZM_CHECK_RULES(k, rules));
    ZM_TRY(k->c, check_words(k, "about", g->about));
    ZM_TRY(k->c, check_words(k, "known", g->known));
    ZM_TRY(k->c, check_words(k, "notation", g->notation));
    return zm_check_start(k);
}

zm_status zm_check_basis(run *k)
{
    ZM_TRY(k->c, check_moves(k));
    return check_turnless(k);
}

static zm_status state(run *k)
{
    ZM_TRY(k->c, zm_check_notation(k, k->p, true)); /* first: what goes wrong later can then be told with its text */
    ZM_TRY(k->c, zm_check_basis(k));
    ZM_TRY(k->c, zm_check_image(k));
    return zm_check_move_texts(k);
}

static zm_status successor(run *k, zm_pos p, zm_pos next)
{
    (void)next;
    ZM_TRY(k->c, zm_check_fingerprint(k, p));
    return zm_check_notation(k, p, false);
}

const zm_check_facet zm_check_core = {.once = once, .state = state, .successor = successor};
