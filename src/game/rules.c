/* rules.c: what the rules say with the defaults filled in, and the number that stands for them. */
#include "expand.h"

#include <zermelo/variant.h>

#include <string.h>
#include <xxhash.h>

zm_pos zm_state_of(const zm_variant *v, zm_pos p) { return zm_rules_state(v->game, v, p); }
zm_pos zm_start_state(const zm_variant *v) { return zm_state_of(v, v->game->start(v)); }
bool zm_impartial(const zm_variant *v) { return zm_rules_impartial(v->game, v); }
bool zm_all_states(const zm_variant *v) { return v->game->index->all_states && v->game->index->all_states(v); }

bool zm_no_turn(const zm_variant *v) { return zm_rules_no_turn(v->game, v); }
unsigned zm_turn_of(const zm_variant *v, zm_pos p) { return zm_rules_turn(v->game, v, p); }

zm_end zm_moves_of(const zm_variant *v, zm_pos p, zm_move out[ZM_MAX_MOVES], unsigned *count)
{
    return zm_rules_moves(v->game, v, p, out, count);
}

/* What the game takes for a position must be one that people can write and read, too. */
bool zm_is_position(const zm_variant *v, zm_pos p, zm_mistake *why)
{
    const zm_game *g = v->game;
    char text[ZM_MAX_TEXT] = "";
    zm_pos back;
    if (!g->is_position)
        return zm_wrong(why, ZM_WHOLE, "%s has no `is_position`, so that nobody can tell whether this is a position",
                        g->name);
    if (!g->is_position(v, p))
        return zm_wrong(why, ZM_WHOLE, "this is no position of the game");
    zm_write_position(v, p, text, sizeof text);
    return (g->read(v, text, &back, why) && zm_same(zm_state_of(v, back), zm_state_of(v, p))) ||
           zm_wrong(why, ZM_WHOLE, "this is no position of the game");
}

zm_status zm_beyond(zm_context *c, const zm_variant *v, const zm_pos *from, zm_move m)
{
    char position[ZM_MAX_TEXT] = "", move[ZM_MAX_TEXT] = "";
    const char *limit = v->game->limit ? v->game->limit : "a position holds 128 bits";
    if (!from)
        return zm_fail(c, ZM_BAD_INPUT, "%s: play leads to more than a position can hold: %s", v->game->name, limit);
    zm_write_position(v, *from, position, sizeof position);
    zm_write_move(v, *from, m, move, sizeof move);
    return zm_fail(c, ZM_BAD_INPUT, "%s: from %s, move %s leads to more than a position can hold: %s", v->game->name,
                   position, move, limit);
}

const char *zm_player(const zm_game *g, unsigned turn)
{
    static const char *const usual[2] = {"first", "second"};
    return g->players[turn & 1] ? g->players[turn & 1] : usual[turn & 1];
}

/* ---- the hash of the rules ---- */
enum {
    LONGEST_GAME = 200, /* plies; games with cycles need not end */
    POSITIONS = 1000,   /* looked at in all */
    MOVES = 50000,      /* generated in all: keeps games with thousands of moves a position under a millisecond too */
};

static uint64_t add(uint64_t hash, const void *data, size_t bytes) { return XXH3_64bits_withSeed(data, bytes, hash); }

/* xorshift64*: all that matters is that it is ours and never changes. */
static uint64_t next_random(uint64_t *x)
{
    *x ^= *x >> 12;
    *x ^= *x << 25;
    *x ^= *x >> 27;
    return *x * 0x2545F4914F6CDD1Du;
}

static uint64_t add_state(uint64_t hash, const zm_variant *v, zm_pos p, zm_end end, unsigned moves)
{
    const zm_game *g = v->game;
    zm_place at = {0};
    uint64_t size = 0;
    if (g->index->rank) {
        at = g->index->rank(v, p);
        size = g->index->tier_size(v, at.tier);
    }
    uint64_t said[] = {p.lo, p.hi, (uint64_t)end, moves, zm_turn_of(v, p), at.tier, at.index, size};
    return add(hash, said, sizeof said);
}

static uint64_t hash_of_games(const zm_variant *v, uint64_t hash)
{
    zm_move moves[ZM_MAX_MOVES];
    uint64_t random = 0x5A65726D656C6FFFu; /* "Zermelo" */
    zm_pos p = zm_start_state(v);
    for (unsigned looked = 0, seen = 0, ply = 0; looked < POSITIONS && seen < MOVES; looked++) {
        unsigned n;
        bool passes;
        zm_end end = zm_moves_of(v, p, moves, &n);
        hash = add_state(hash, v, p, end, n);
        seen += n;
        bool over = end != ZM_OPEN || ++ply == LONGEST_GAME;
        p = over ? zm_start_state(v) : zm_rules_play(v->game, v, p, moves[next_random(&random) % n], &passes);
        ply = over ? 0 : ply;
    }
    return hash;
}

uint64_t zm_rules_hash(const zm_variant *v)
{
    char options[ZM_VARIANT_TEXT];
    zm_variant_text(v, ' ', true, options, sizeof options);
    uint64_t facts[] = {v->game->index->tiers ? v->game->index->tiers(v) : 0, zm_impartial(v)};
    uint64_t hash = add(0, v->game->name, strlen(v->game->name));
    hash = add(hash, options, strlen(options));
    hash = add(hash, facts, sizeof facts);
    return hash_of_games(v, hash);
}
