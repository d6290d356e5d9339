/* parts.c: see parts.h. */
#include "parts.h"

#include "base/text.h"

#include <string.h>

const char *zm_value_name(zm_value value) { return zm_is_win(value) ? "win" : zm_is_loss(value) ? "loss" : "draw"; }

const char *zm_winner(const zm_variant *v, unsigned turn, zm_value value)
{
    if (!zm_is_win(value) && !zm_is_loss(value))
        return NULL;
    return zm_player(v->game, zm_is_win(value) ? turn : !turn);
}

const char *zm_values_name(bool wdl) { return wdl ? "wdl" : "distance"; }

void zm_json_position(zm_json *j, const char *key, const zm_variant *v, zm_pos p)
{
    char text[ZM_MAX_TEXT];
    zm_write_position(v, p, text, sizeof text);
    zm_json_text(j, key, text);
}

void zm_json_asked(zm_json *j, const zm_variant *v, zm_pos p, unsigned turn)
{
    zm_json_settings(j, v);
    zm_json_position(j, "position", v, p);
    zm_json_text(j, "turn", zm_player(v->game, turn));
}

void zm_json_settings(zm_json *j, const zm_variant *v)
{
    zm_json_text(j, "game", v->game->name);
    zm_json_open(j, "variant", '{');
    for (unsigned i = 0; i < ZM_MAX_OPTIONS && v->game->options[i].name; i++) {
        const zm_option *o = &v->game->options[i];
        if (o->kind == ZM_INT_OPTION)
            zm_json_signed(j, o->name, v->option[i].number);
        else
            zm_json_text(j, o->name, v->option[i].text);
    }
    zm_json_close(j, '}');
}

void zm_json_remoteness(zm_json *j, zm_value value, bool wdl)
{
    if (zm_is_draw(value) || wdl)
        zm_json_null(j, "remoteness");
    else
        zm_json_number(j, "remoteness", zm_remoteness(value));
}

void zm_json_value(zm_json *j, const zm_variant *v, unsigned turn, zm_value value, bool wdl)
{
    zm_json_text(j, "value", zm_value_name(value));
    zm_json_text(j, "winner", zm_winner(v, turn, value));
    zm_json_remoteness(j, value, wdl);
}

void zm_json_players(zm_json *j, const char *key, const zm_game *g, const uint64_t count[2])
{
    zm_json_open(j, key, '{');
    zm_json_number(j, zm_player(g, 0), count[0]);
    zm_json_number(j, zm_player(g, 1), count[1]);
    zm_json_close(j, '}');
}

/* ---- odds ---- */
void zm_json_odds_bound(zm_json *j, const char *key, uint32_t x, bool up)
{
    char text[32];
    const unsigned __int128 scaled = (unsigned __int128)x * 1000000000000u;
    const uint64_t n = (uint64_t)((scaled + (up ? ZM_CERTAIN - 1 : 0)) / ZM_CERTAIN);
    snprintf(text, sizeof text, "%llu.%012llu", (unsigned long long)(n / 1000000000000u),
             (unsigned long long)(n % 1000000000000u));
    zm_json_raw(j, key, text);
}

void zm_json_odds(zm_json *j, zm_odds o)
{
    char text[32];
    snprintf(text, sizeof text, "%.12f", zm_odds_middle(o));
    zm_json_raw(j, "probability", text);
    zm_json_odds_bound(j, "lower", o.lower, false);
    zm_json_odds_bound(j, "upper", o.upper, true);
}

/* ---- what was published ---- */
void zm_json_bound(zm_json *j, const zm_variant *v)
{
    uint64_t bound = zm_bound_of(v);
    if (bound)
        zm_json_number(j, "bound", bound);
    else
        zm_json_null(j, "bound");
}

static void json_count(zm_json *j, const char *key, uint64_t n)
{
    if (n == ZM_NOT_GIVEN)
        zm_json_null(j, key);
    else
        zm_json_number(j, key, n);
}

static void json_less(zm_json *j, const char *key, uint64_t theirs, uint64_t ours)
{
    if (theirs == ZM_NOT_GIVEN)
        zm_json_null(j, key);
    else
        zm_json_signed(j, key, (int64_t)(theirs - ours));
}

static void json_difference(zm_json *j, const zm_game *g, const zm_published *p, const zm_summary *ours)
{
    if (!ours) {
        zm_json_null(j, "difference");
        return;
    }
    zm_json_open(j, "difference", '{');
    json_less(j, "states", p->states, ours->states);
    zm_json_open(j, "won_by", '{');
    for (unsigned i = 0; i < 2; i++)
        json_less(j, zm_player(g, i), p->won_by[i], ours->won_by[i]);
    zm_json_close(j, '}');
    json_less(j, "drawn", p->drawn, ours->drawn);
    zm_json_close(j, '}');
}

void zm_json_published(zm_json *j, const zm_variant *v, const zm_summary *ours)
{
    zm_json_open(j, "published", '[');
    for (const zm_published *p = NULL; (p = zm_published_of(v, p));) {
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "source", p->source->name);
        zm_json_text(j, "title", p->source->title);
        json_count(j, "states", p->states);
        zm_json_open(j, "won_by", '{');
        for (unsigned i = 0; i < 2; i++)
            json_count(j, zm_player(v->game, i), p->won_by[i]);
        zm_json_close(j, '}');
        json_count(j, "drawn", p->drawn);
        zm_json_text(j, "size", p->table);
        json_difference(j, v->game, p, ours);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

/* ---- what a solve found ---- */
void zm_json_longest(zm_json *j, const zm_variant *v, const zm_summary *s)
{
    if (!s->has_longest) {
        zm_json_null(j, "longest");
        return;
    }
    zm_json_open(j, "longest", '{');
    zm_json_number(j, "remoteness", s->longest);
    if (v->game->is_position)
        zm_json_position(j, "position", v, s->longest_position);
    else
        zm_json_null(j, "position"); /* it may be from a table, and nobody can check it */
    zm_json_close(j, '}');
}

/* ---- what to type ---- */
/* As a shell reads it. */
void zm_quoted(const char *text, char *out, size_t size)
{
    bool plain = text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,+:@%")] == 0;
    size_t n = 0;
    if (!plain)
        out[n++] = '\'';
    for (; *text && n + 6 < size; text++)
        n += (size_t)snprintf(out + n, size - n, *text == '\'' ? "'\\''" : "%c", *text);
    if (!plain)
        out[n++] = '\'';
    out[n] = 0;
}

const char *zm_command_text(const char *command, const char *game, const zm_variant *v, const char *tables, char *out,
                            size_t size)
{
    char text[ZM_VARIANT_TEXT], name[4096], folder[4096] = "";
    zm_variant_text(v, ' ', false, text, sizeof text);
    zm_quoted(game, name, sizeof name);
    if (tables)
        zm_quoted(tables, folder, sizeof folder);
    snprintf(out, size, "zermelo %s %s%s%s%s%s", command, name, *text ? " " : "", text, *folder ? " --tables " : "",
             folder);
    return out;
}
