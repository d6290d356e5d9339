/* variant.h: finding a game and setting its options; positions and moves as text. */
#ifndef ZERMELO_VARIANT_H
#define ZERMELO_VARIANT_H

#include <zermelo/base.h>
#include <zermelo/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- games ---- */
size_t zm_builtin_count(void);
const zm_game *zm_builtin(size_t i); /* in alphabetical order */

/* A game by name (built in, or a plugin in the plugin folder) or by the path of a plugin. A plugin stays loaded until
 * the context is freed. An unknown name is answered with the nearest known one. */
zm_status zm_find_game(zm_context *c, const char *name_or_path, const zm_game **out);
/* Where `zermelo build` puts plugins and names are looked up: $ZERMELO_PLUGINS, or zermelo/plugins in the user's data
 * folder ($XDG_DATA_HOME, or .local/share in $HOME). "" and false when none of these is set. */
bool zm_plugin_folder(char *out, size_t size);
/* Names of the plugins there, "" terminated list in one block that the caller frees with free(). NULL when none. */
char *zm_plugin_names(void);

const char *zm_player(const zm_game *g, unsigned turn); /* "first", "fox", ... */

/* ---- variants ---- */
/* `settings` are "name=value", as many as `count`. What is not set has its default. */
zm_status zm_variant_new(zm_context *c, const zm_game *g, const char *const *settings, size_t count, zm_variant **out);
void zm_variant_free(zm_context *c, zm_variant *v);

enum { ZM_VARIANT_TEXT = 1024 };
/* "size=8 pawns=4" with `separator` between; only what is not default unless `all`. Returns out, as all functions here
 * do that write a text; what does not fit into `size` bytes is cut, and ZM_VARIANT_TEXT bytes are always enough. */
char *zm_variant_text(const zm_variant *v, char separator, bool all, char *out, size_t size);

/* What the game says of itself (its `about`, `known`, `notation`), as it is in this variant: parts in braces are the
 * values of options, or depend on them (docs/reference/rules.md, "Texts that depend on options"). */
enum { ZM_SAID_ROOM = 8192 };
char *zm_words_of(const zm_variant *v, const char *text, char *out, size_t size);

/* A number that changes when the rules do: XXH3 of what they say along a few hundred seeded random games, with the
 * dense numbering if there is one. Tables carry it, so that a table of other rules is never mistaken for one of
 * these. */
uint64_t zm_rules_hash(const zm_variant *v);

/* ---- what others have found ---- */
uint64_t zm_bound_of(const zm_variant *v); /* of its states; 0: none is known */
/* What was published of this variant: the first when `after` is NULL, else the next one; NULL when there is no more. */
const zm_published *zm_published_of(const zm_variant *v, const zm_published *after);

/* ---- several variants at once ---- */
enum { ZM_MAX_SPREAD = 64, ZM_SETTING_ROOM = 160 };
/* The variants that settings name in which an option may have several values. "geese=4..6,9" is 4, 5, 6 and 9; choices
 * are listed as "multi=optional,no"; the values of lists and texts, which may have commas themselves, with "/" between.
 * All combinations, the last option changing fastest; at most ZM_MAX_SPREAD. */
typedef struct zm_spread {
    unsigned count;                                   /* variants */
    unsigned settings;                                /* of each */
    bool varies[ZM_MAX_OPTIONS];                      /* which options have several values */
    char (*setting)[ZM_MAX_OPTIONS][ZM_SETTING_ROOM]; /* of each variant: "name=value" */
} zm_spread;
zm_status zm_spread_new(zm_context *c, const zm_game *g, const char *const *settings, size_t count, zm_spread **out);
void zm_spread_free(zm_context *c, zm_spread *s);
/* The variant with number i. Options that are fine alone may not go together: ZM_BAD_INPUT, the message says why. */
zm_status zm_spread_variant(zm_context *c, const zm_game *g, const zm_spread *s, unsigned i, zm_variant **out);

/* ---- counting by symmetry ---- */
typedef struct zm_burnside {
    unsigned operations;
    uint64_t fixed[ZM_MAX_OPERATIONS]; /* placements that each operation maps onto themselves */
    uint64_t sum, orbits;              /* of all operations; sum / operations */
} zm_burnside;
/* How many placements there are of `pieces[i]` pieces of the i-th kind, at most one on a point, up to the symmetries of
 * the board: Burnside's lemma, without looking at any of them. ZM_BAD_INPUT: the game does not tell its symmetries, or
 * the numbers are too large. */
zm_status zm_count_placements(zm_context *c, const zm_variant *v, const unsigned *pieces, unsigned kinds,
                              zm_burnside *out);

/* ---- text ---- */
zm_status zm_read_position(zm_context *c, const zm_variant *v, const char *text, zm_pos *p); /* no fingerprint yet */
char *zm_write_position(const zm_variant *v, zm_pos p, char *out, size_t size); /* at most ZM_MAX_TEXT bytes */
char *zm_write_move(const zm_variant *v, zm_pos p, zm_move m, char *out, size_t size);
/* A roll of the dice, counted from 0, as people say it, at most ZM_ROLL_TEXT bytes: "3-5", or its number from 1. Reading
 * takes either; ZM_BAD_INPUT: there is no such roll, and the message says which there are. */
char *zm_write_roll(const zm_variant *v, unsigned roll, char *out, size_t size);
zm_status zm_read_roll(zm_context *c, const zm_variant *v, const char *text, unsigned *roll);

/* Are these 128 bits, from wherever, a position of this variant? Everything that comes from outside is asked this
 * before any function of the game sees it. False: *why says it. */
bool zm_is_position(const zm_variant *v, zm_pos p, zm_mistake *why);

/* ---- what the rules say, with the defaults filled in (expand.h has the same for kernels, to be inlined) ---- */
zm_pos zm_start_state(const zm_variant *v);
zm_pos zm_state_of(const zm_variant *v,
                   zm_pos p);            /* its fingerprint; the turn dropped where the variant is impartial */
bool zm_impartial(const zm_variant *v);  /* both players have the same moves: the turn is no part of its states */
bool zm_no_turn(const zm_variant *v);    /* the turn is no part of its states, for that reason or another */
bool zm_all_states(const zm_variant *v); /* all states count, reached from the start or not */
unsigned zm_turn_of(const zm_variant *v, zm_pos p);
/* How the position stands and, when it is open, its moves. A position without moves is a loss. */
zm_end zm_moves_of(const zm_variant *v, zm_pos p, zm_move out[ZM_MAX_MOVES], unsigned *count);
/* The error for a position that cannot be kept (ZM_BEYOND): which limit the game has, and the move that leads there
 * from `from` (NULL: not known). */
zm_status zm_beyond(zm_context *c, const zm_variant *v, const zm_pos *from, zm_move m);

#ifdef __cplusplus
}
#endif

#endif
