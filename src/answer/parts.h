/* parts.h: the parts of JSON answers that recur. An answer is written here or in a neighbour, whoever asks: the command
 * prints it, the server sends it (docs/json.md has the fields).
 *
 * Functions of this folder write fields; the object around them is the caller's, who may add some. */
#ifndef ZM_ANSWER_PARTS_H
#define ZM_ANSWER_PARTS_H

#include <zermelo/zermelo.h>

#include "base/json.h"

const char *zm_values_name(bool wdl);                                      /* as --values has it: "distance" or "wdl" */
const char *zm_value_name(zm_value value);                                 /* "win", "loss", "draw" */
const char *zm_winner(const zm_variant *v, unsigned turn, zm_value value); /* NULL for a draw */

/* "game" and "variant"; only its options are looked at. */
void zm_json_settings(zm_json *j, const zm_variant *v);
/* "game", "variant", "position" and "turn". */
void zm_json_asked(zm_json *j, const zm_variant *v, zm_pos p, unsigned turn);
void zm_json_position(zm_json *j, const char *key, const zm_variant *v, zm_pos p);
/* "value", "winner", "remoteness". Here and below `wdl` says that how far is not known: then remoteness is null. */
void zm_json_value(zm_json *j, const zm_variant *v, unsigned turn, zm_value value, bool wdl);
void zm_json_remoteness(zm_json *j, zm_value value, bool wdl); /* null for a draw */
void zm_json_players(zm_json *j, const char *key, const zm_game *g, const uint64_t count[2]);
/* "probability", "lower", "upper". The bounds are rounded outward. */
void zm_json_odds(zm_json *j, zm_odds o);
/* x / (2^32-1) with twelve decimals, rounded down or up. */
void zm_json_odds_bound(zm_json *j, const char *key, uint32_t x, bool up);
/* "bound", a number or null. */
void zm_json_bound(zm_json *j, const zm_variant *v);
/* "published", a list of objects; ours: what we have found, or NULL. */
void zm_json_published(zm_json *j, const zm_variant *v, const zm_summary *ours);
/* "longest": null, or an object of "remoteness" and "position". */
void zm_json_longest(zm_json *j, const zm_variant *v, const zm_summary *s);

/* A word as a shell takes it. */
void zm_quoted(const char *text, char *out, size_t size);
/* What to type: "zermelo query chomp rows=3", with --tables unless it is NULL. `game` is its name, or the path of a
 * plugin. */
const char *zm_command_text(const char *command, const char *game, const zm_variant *v, const char *tables, char *out,
                            size_t size);

#endif
