/* game.h: the rules interface. A game is a constant zm_game; everything Zermelo does follows from it.
 *
 * A small core says what the game is; facets, one header each, say more and buy speed or looks, never correctness.
 * REQUIRED are start, moves (with dice: those of the facet), play, read and write; a board (board.h) derives most of
 * these. The rest is optional and says what it buys. Rules are pure functions: the same answer for the same arguments,
 * no memory of earlier calls, safe on any thread. docs/tutorial.md builds a game step by step, docs/reference/rules.md has
 * the details. */
#ifndef ZERMELO_GAME_H
#define ZERMELO_GAME_H

#include <zermelo/base.h>
#include <zermelo/combinations.h>
#include <zermelo/position.h>
#include <zermelo/text.h>
#include <zermelo/value.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZM_ABI 15u /* changes whenever a structure of the public headers does */

enum {
    ZM_MAX_OPTIONS = 12,
    ZM_MAX_LIST = 16,       /* numbers in a list option */
    ZM_MAX_MOVES = 1 << 16, /* moves of one position; 20 geese can be taken in 42,105 ways in one */
    ZM_MAX_TEXT = 256,      /* bytes of a position, move or option value as text, the final 0 included */
};

typedef struct zm_game zm_game;
typedef struct zm_variant zm_variant;
typedef uint64_t zm_move; /* like positions, only the game knows what it means */

/* How a game stands, for the side to move. ZM_BEYOND is no end: play has led to more than 128 bits can hold. A game in which that
 * can happen says so (`limit`), and its `play` then gives one position that stands for all of these. A solve that meets it
 * is an error that tells the limit; it never gets a value. */
typedef enum zm_end { ZM_OPEN = 0, ZM_LOSS, ZM_DRAW, ZM_WIN, ZM_BEYOND } zm_end;

/* What is wrong with a text, and where: `at` counts bytes from 0, ZM_WHOLE blames no single place. */
#define ZM_WHOLE ((size_t)-1)
typedef struct zm_mistake {
    size_t at;
    char text[200];
} zm_mistake;

/* Fills *why and returns false, so that a reader can `return zm_wrong(why, at, "...")`. */
bool zm_wrong(zm_mistake *why, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- options: typed, ranged, documented ---- */
typedef enum zm_option_kind { ZM_INT_OPTION = 1, ZM_CHOICE_OPTION, ZM_LIST_OPTION, ZM_TEXT_OPTION } zm_option_kind;

typedef struct zm_option {
    const char *name;
    zm_option_kind kind;
    const char *fallback; /* as text; NULL: `prepare` sets it from the other options */
    int64_t min, max;     /* of a number, or of each number of a list (those at most 65535) */
    const char *choices;  /* "none|passed|blog" */
    const char *help;
} zm_option;

/* clang-format off */
#define ZM_INT(name_, default_, min_, max_, help_) {name_, ZM_INT_OPTION, default_, min_, max_, NULL, help_}
#define ZM_CHOICE(name_, default_, choices_, help_) {name_, ZM_CHOICE_OPTION, default_, 0, 0, choices_, help_}
#define ZM_LIST(name_, default_, min_, max_, help_) {name_, ZM_LIST_OPTION, default_, min_, max_, NULL, help_}
#define ZM_TEXT(name_, default_, help_) {name_, ZM_TEXT_OPTION, default_, 0, 0, NULL, help_}
/* clang-format on */

struct zm_variant {
    const zm_game *game;
    /* What `prepare` made: one flat block of game->data_bytes, so that it can be copied to a device. */
    const void *data;
    /* What a declared board consists of, likewise one block (board.h); NULL: the game has none. */
    const struct zm_board_data *board;
    /* Where a wrong name of an option is noted; NULL: it is not. Set while `prepare` and `start` are tried, and by
     * checks. */
    zm_mistake *mistake;
    struct {
        int64_t number; /* of an int; the place of a choice in its list, from 0 */
        uint16_t list[ZM_MAX_LIST];
        unsigned count; /* numbers in the list */
        char text[64];  /* canonical; "" while not set */
    } option[ZM_MAX_OPTIONS];
};

/* By name. A name the game does not have is a mistake in the game: the answer is 0 or "", and a variant whose `prepare`
 * or `start` asks for it is refused. Read them in these two, keep what hot functions need in `data`. */
int64_t zm_option_number(const zm_variant *v, const char *name); /* of an int, or the place of a choice */
const char *zm_option_text(const zm_variant *v, const char *name);
unsigned zm_option_list(const zm_variant *v, const char *name, uint16_t out[ZM_MAX_LIST]); /* returns how many */
void zm_option_set(zm_variant *v, const char *name, const char *text); /* in `prepare`, for options without a default */

/* ---- facets: each is a pointer to a constant struct with a header of its own ---- */
struct zm_board;    /* board.h: what a position consists of; the rest is derived */
struct zm_dice;     /* dice.h */
struct zm_index;    /* index.h: states are numbered */
struct zm_backward; /* backward.h: from a state to those before it */
struct zm_rows;     /* rows.h: tiers in rows that share one side's pieces */
struct zm_hunt;     /* hunt.h: a lone piece against many */
struct zm_race;     /* race.h: two sides that run with dice */
struct zm_search;   /* search.h: values without a table */
struct zm_sums;     /* sums.h: parts of a position, tables of values */
struct zm_looks;    /* looks.h: how it is drawn */
struct zm_sources;  /* sources.h: what is published of it */
struct zm_counts;   /* counts.h: numbers of positions without looking at them */
struct zm_methods;  /* of the library: methods that fit one game only */

/* All functions take the variant first. Positions handed to them are states (representatives); only `moves`, `play`,
 * `ended` and `fingerprint` also get others, such as people type. */
struct zm_game {
    unsigned abi;
    const char *name;  /* as typed: "tic-tac-toe" */
    const char *title; /* as read: "Tic-Tac-Toe" */
    /* The next three may depend on options: "{men} men", "{flying=yes:Three may fly.|Nobody flies.}" (zm_words_of). */
    const char *about;      /* the rules in plain words, a few lines */
    const char *known;      /* OPTIONAL. What is known of it, with sources */
    const char *notation;   /* OPTIONAL. One line on how positions are written, with an example */
    const char *players[2]; /* OPTIONAL. Default "first" and "second" */
    zm_option options[ZM_MAX_OPTIONS];
    size_t data_bytes; /* OPTIONAL. Size of what `prepare` fills */
    /* OPTIONAL. Completes and checks the options of a new variant and fills its data (zeroed). False: *why says what. */
    bool (*prepare)(zm_variant *v, void *data, zm_mistake *why);

    /* ---- the rules ---- */
    /* REQUIRED. The position the game starts from. */
    zm_pos (*start)(const zm_variant *v);
    /* REQUIRED without dice. Writes the moves of an open position, returns how many (at most ZM_MAX_MOVES). */
    unsigned (*moves)(const zm_variant *v, zm_pos p, zm_move *out);
    /* REQUIRED. The position after a move. The turn may stay (a second jump, an extra turn). */
    zm_pos (*play)(const zm_variant *v, zm_pos p, zm_move m);
    /* OPTIONAL. Is it over, and how, for the side to move? Without it the game ends when there is no move. In either
     * case a player who is to move in an open position and cannot has lost. */
    zm_end (*ended)(const zm_variant *v, zm_pos p);
    /* OPTIONAL. The representative of all positions symmetric to p (idempotent, same turn). Buys: fewer states. */
    zm_pos (*fingerprint)(const zm_variant *v, zm_pos p);
    /* OPTIONAL. Both players have the same moves: the turn is then no part of the state (the topmost bit is cleared),
     * which halves the states and makes sums of games possible. "first" is whoever is to move. */
    bool impartial;
    /* OPTIONAL, with `impartial`. Is the turn part of the state in this variant after all, because a move may leave it
     * where it is (an extra turn)? Default: no. */
    bool (*keeps_turn)(const zm_variant *v);
    /* OPTIONAL. Positions show the board as the side to move sees it: the turn (the topmost bit) only says who that is
     * and is no part of the state. Unlike in impartial games it may stay. Buys: half the states. */
    bool from_mover;
    /* OPTIONAL. Upper bound on the number of moves of a position. Buys: threads with little memory of their own, such
     * as those of a GPU. */
    unsigned most_moves;

    /* ---- text ---- */
    /* REQUIRED. A position from text and as text (at most ZM_MAX_TEXT bytes, written with zm_say). `read` refuses what is malformed or
     * impossible, and says where and why; what it accepts is a position of the game, reachable or not. */
    bool (*read)(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why);
    void (*write)(const zm_variant *v, zm_pos p, zm_text *out);
    /* OPTIONAL. A move as text, different for each move of a position. Default: the position it leads to. */
    void (*write_move)(const zm_variant *v, zm_pos p, zm_move m, zm_text *out);
    /* OPTIONAL. Are these 128 bits a position of this variant, as `start`, `play` and `read` make them? It is the only
     * function that gets positions nobody has checked: typed bits, those of a table from elsewhere. So it must look at
     * every bit before it uses it as a place in an array. Buys: `decode` of bits and places; positions of tables are
     * checked before anything else sees them. Without it the position of the longest win is not shown. */
    bool (*is_position)(const zm_variant *v, zm_pos p);
    /* OPTIONAL, not with an index. What a position can hold, in a line, where play can lead to more: `ended` gives
     * ZM_BEYOND then. */
    const char *limit;

    /* ---- facets, all OPTIONAL; a game that the library hands out has them all, those left out are empty ---- */
    const struct zm_board *board;
    const struct zm_dice *dice;
    const struct zm_index *index;
    const struct zm_backward *backward;
    const struct zm_rows *rows;
    const struct zm_hunt *hunt;
    const struct zm_race *race;
    const struct zm_search *search;
    const struct zm_sums *sums;
    const struct zm_looks *looks;
    const struct zm_sources *sources;
    const struct zm_counts *counts;
    const struct zm_methods *methods;
    const zm_game *declared; /* set by the library: the game as its author wrote it; NULL: this is it */
};

#ifdef ZM_PLUGIN /* `zermelo build` defines it */
#define ZM_EXPORT(id)                                                                  \
    __attribute__((visibility("default"))) extern const unsigned zm_plugin_abi;        \
    const unsigned zm_plugin_abi = ZM_ABI;                                             \
    __attribute__((visibility("default"))) extern const zm_game *const zm_plugin_game; \
    const zm_game *const zm_plugin_game = &zm_game_##id;
#else
#define ZM_EXPORT(id)
#endif

#define ZM_GAME(id, name_, ...)                                               \
    extern const zm_game zm_game_##id;                                        \
    const zm_game zm_game_##id = {.abi = ZM_ABI, .name = name_, __VA_ARGS__}; \
    ZM_EXPORT(id)

#ifdef __cplusplus
}
#endif

#endif
