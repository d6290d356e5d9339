/* record_file.c: a game as a file that people can read. docs/playing.md has the format:
 *
 *     zermelo game 1
 *     game tic-tac-toe
 *     options play_on=no
 *     from .........
 *     x human
 *     o perfect
 *     1 x 5
 *     2 o 1
 *     end open
 *
 * INVARIANT: a file that loads is the game that was saved. Nothing is taken from it that the rules do not confirm:
 * every move must be one, made by the player whose turn it is; and the last line must say how the game stands, so that
 * a file that was cut is noticed. */
#include <zermelo/record.h>

#include "base/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE "zermelo game 1"

enum { LINE = 2048, LARGEST = 1 << 24 };

/* ---- saving ---- */
static const char *player_name(const zm_record *r, unsigned player) { return zm_player(r->variant->game, player); }

static void write_end(FILE *f, const zm_record *r)
{
    const unsigned winner = zm_record_winner(r);
    if (r->resigned != ZM_NOBODY)
        fprintf(f, "end %s resigned\n", player_name(r, r->resigned));
    else if (winner != ZM_NOBODY)
        fprintf(f, "end %s won\n", player_name(r, winner));
    else
        fprintf(f, "end %s\n", r->now.end == ZM_DRAW ? "draw" : "open");
}

static void write_game(FILE *f, const zm_record *r)
{
    char text[ZM_VARIANT_TEXT], agent[ZM_AGENT_TEXT], roll[ZM_ROLL_TEXT];
    const zm_variant *v = r->variant;
    fprintf(f, "%s\ngame %s\n", TITLE, v->game->name);
    zm_variant_text(v, ' ', true, text, sizeof text);
    fprintf(f, "options%s%s\n", *text ? " " : "", text);
    zm_write_position(v, r->from, text, sizeof text);
    fprintf(f, "from %s\n", text);
    for (unsigned i = 0; i < 2; i++)
        fprintf(f, "%s %s\n", player_name(r, i), zm_agent_write(&r->agent[i], agent, sizeof agent));
    for (unsigned i = 0; i < r->played; i++) {
        zm_write_move(v, r->step[i].before, r->step[i].move, text, sizeof text);
        fprintf(f, "%u %s ", i + 1, player_name(r, r->step[i].player));
        if (v->game->dice->rolls)
            fprintf(f, "roll %s ", zm_write_roll(v, r->step[i].roll, roll, sizeof roll));
        fprintf(f, "%s\n", text);
    }
    if (v->game->dice->rolls && r->now.end == ZM_OPEN)
        fprintf(f, "roll %s\n", zm_write_roll(v, r->now.roll, roll, sizeof roll));
    write_end(f, r);
}

zm_status zm_record_save(const zm_record *r, const char *path)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    if (!f)
        return zm_fail(r->context, ZM_NO_MEMORY, "not enough memory to save a game");
    write_game(f, r);
    const bool whole = !fclose(f);
    zm_status status = whole ? zm_write_file(r->context, path, text, bytes)
                             : zm_fail(r->context, ZM_NO_MEMORY, "not enough memory to save a game");
    free(text);
    return status;
}

/* ---- loading ---- */
typedef struct reader {
    zm_context *c;
    const char *path;
    const char *at, *end; /* what is left */
    unsigned number;      /* of the line, from 1 */
    char line[LINE];
    zm_record *r;
} reader;

__attribute__((format(printf, 2, 3))) static zm_status refuse(const reader *k, const char *format, ...)
{
    char why[512];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return zm_fail(k->c, ZM_BAD_INPUT, "%s, line %u: %s", k->path, k->number, why);
}

/* The next line, without its end. What is read is shown in messages, so it must be text. */
static zm_status next_line(reader *k)
{
    size_t n = 0;
    k->number++;
    if (k->at == k->end)
        return refuse(k, "the record is cut short: its last line begins with \"end\"");
    for (; k->at < k->end && *k->at != '\n'; k->at++) {
        if ((unsigned char)*k->at < ' ' && *k->at != '\r')
            return refuse(k, "it is no text");
        if (n + 1 == LINE)
            return refuse(k, "the line is longer than %d characters", LINE - 1);
        k->line[n++] = *k->at;
    }
    k->at += k->at < k->end;
    while (n && (k->line[n - 1] == ' ' || k->line[n - 1] == '\r'))
        n--;
    k->line[n] = 0;
    return ZM_OK;
}

/* What follows a word at the beginning of the line; NULL when it begins otherwise. */
static const char *behind(const char *line, const char *word)
{
    const size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] && line[n] != ' '))
        return NULL;
    return line + n + strspn(line + n, " ");
}

static zm_status read_word(reader *k, const char *word, const char **rest)
{
    ZM_TRY(k->c, next_line(k));
    *rest = behind(k->line, word);
    return *rest ? ZM_OK : refuse(k, "expected \"%s ...\", not \"%.60s\"", word, k->line);
}

static zm_status read_variant(reader *k)
{
    const zm_variant *v = k->r->variant;
    char options[ZM_VARIANT_TEXT];
    const char *rest;
    ZM_TRY(k->c, read_word(k, "game", &rest));
    if (strcmp(rest, v->game->name) != 0)
        return refuse(k, "it is a game of %.60s, not of %s", rest, v->game->name);
    ZM_TRY(k->c, read_word(k, "options", &rest));
    zm_variant_text(v, ' ', true, options, sizeof options);
    if (strcmp(rest, options) != 0)
        return refuse(k, "it was played with other options: zermelo play %s %.300s", v->game->name, rest);
    return ZM_OK;
}

static zm_status read_players(reader *k)
{
    for (unsigned i = 0; i < 2; i++) {
        const char *rest;
        ZM_TRY(k->c, read_word(k, player_name(k->r, i), &rest));
        if (zm_agent_read(k->c, k->r->variant->game, rest, &k->r->agent[i]) != ZM_OK) {
            char why[256];
            snprintf(why, sizeof why, "%s", zm_message(k->c));
            return refuse(k, "%s", why);
        }
    }
    return ZM_OK;
}

static zm_status read_start(reader *k)
{
    const char *rest;
    zm_pos from;
    ZM_TRY(k->c, next_line(k));
    if (strcmp(k->line, TITLE) != 0)
        return refuse(k, "this is no record of a game: it does not begin with \"%s\"", TITLE);
    ZM_TRY(k->c, read_variant(k));
    ZM_TRY(k->c, read_word(k, "from", &rest));
    if (zm_read_position(k->c, k->r->variant, rest, &from) != ZM_OK) {
        char why[400];
        snprintf(why, sizeof why, "%s", zm_message(k->c));
        return refuse(k, "%s", why);
    }
    zm_record_restart(k->r, from);
    return read_players(k);
}

/* "roll 6", "roll 3-1": what was rolled, in games with dice, before the move or the end. *rest is what follows. */
static zm_status read_roll(reader *k, const char **rest)
{
    zm_record *r = k->r;
    const unsigned rolls = r->variant->game->dice->rolls;
    const char *name = rolls ? behind(*rest, "roll") : NULL;
    const size_t n = name ? strcspn(name, " ") : 0;
    char word[ZM_ROLL_TEXT], first[ZM_ROLL_TEXT], last[ZM_ROLL_TEXT];
    unsigned roll = 0;
    if (!rolls)
        return ZM_OK;
    snprintf(word, sizeof word, "%.*s", (int)n, name ? name : "");
    if (!name || n >= sizeof word || zm_read_roll(k->c, r->variant, word, &roll) != ZM_OK)
        return refuse(k, "expected \"roll %s\" to \"roll %s\", not \"%.60s\"",
                      zm_write_roll(r->variant, 0, first, sizeof first),
                      zm_write_roll(r->variant, rolls - 1, last, sizeof last), *rest);
    *rest = name + n + strspn(name + n, " ");
    zm_record_roll(r, roll);
    return ZM_OK;
}

/* "3 x 7" */
static zm_status read_move(reader *k)
{
    zm_record *r = k->r;
    char number[16], text[ZM_MAX_TEXT];
    if (r->now.end != ZM_OPEN)
        return refuse(k, "the game is over before this move");
    snprintf(number, sizeof number, "%u", r->played + 1);
    const char *rest = behind(k->line, number);
    if (!rest)
        return refuse(k, "expected move %s, or \"end ...\", not \"%.60s\"", number, k->line);
    const char *player = player_name(r, r->now.player);
    const char *move = behind(rest, player);
    if (!move)
        return refuse(k, "it is %s's turn, not \"%.60s\"", player, rest);
    ZM_TRY(k->c, read_roll(k, &move));
    for (unsigned i = 0; i < r->now.count; i++) {
        zm_write_move(r->variant, r->now.position, r->now.move[i], text, sizeof text);
        if (!strcmp(text, move))
            return zm_record_play(r, r->now.move[i]);
    }
    return refuse(k, "\"%.60s\" is no move of %s there", move, player);
}

static zm_status check_end(reader *k, const char *says)
{
    zm_record *r = k->r;
    char as_it_is[128];
    for (unsigned i = 0; i < 2; i++) {
        const char *rest = behind(says, player_name(r, i));
        if (rest && !strcmp(rest, "resigned") && r->now.end == ZM_OPEN)
            r->resigned = i;
    }
    const unsigned winner = zm_record_winner(r);
    if (r->resigned != ZM_NOBODY)
        return ZM_OK;
    if (winner != ZM_NOBODY)
        snprintf(as_it_is, sizeof as_it_is, "%s won", player_name(r, winner));
    else
        snprintf(as_it_is, sizeof as_it_is, "%s", r->now.end == ZM_DRAW ? "draw" : "open");
    return strcmp(says, as_it_is)
               ? refuse(k, "it says \"end %.60s\", but by the rules it is \"end %s\"", says, as_it_is)
               : ZM_OK;
}

static zm_status read_game(reader *k)
{
    ZM_TRY(k->c, read_start(k));
    for (;;) {
        ZM_TRY(k->c, next_line(k));
        const char *says = behind(k->line, "end"), *roll = k->line;
        if (says) {
            ZM_TRY(k->c, check_end(k, says));
            break;
        }
        if (!k->r->variant->game->dice->rolls || !behind(roll, "roll")) {
            ZM_TRY(k->c, read_move(k));
            continue;
        }
        ZM_TRY(k->c, read_roll(k, &roll));
        if (*roll)
            return refuse(k, "there is more behind the roll: \"%.60s\"", roll);
    }
    while (k->at < k->end) { /* empty lines do not matter */
        ZM_TRY(k->c, next_line(k));
        if (*k->line)
            return refuse(k, "there is more behind the end");
    }
    return ZM_OK;
}

zm_status zm_record_load(zm_context *c, const zm_variant *v, const char *path, zm_random dice, zm_record *out)
{
    zm_mapped file;
    *out = (zm_record){0};
    zm_status status = zm_map_file(c, path, &file);
    if (status == ZM_NOT_FOUND)
        return zm_fail(c, ZM_NOT_FOUND, "there is no file %s", path);
    if (status == ZM_CORRUPT)
        return zm_fail(c, ZM_BAD_INPUT, "%s is no file that can be read as a game", path);
    ZM_TRY(c, status);
    const char *text = file.bytes ? (const char *)file.data : "";
    reader k = {.c = c, .path = path, .at = text, .end = text + file.bytes, .r = out};
    if (file.bytes > LARGEST)
        status = zm_fail(c, ZM_BAD_INPUT, "%s is too large for a record of a game", path);
    else
        status = zm_record_open(c, v, v->game->start(v), dice, out);
    if (status == ZM_OK)
        status = read_game(&k);
    if (zm_is_cut(&file))
        status = zm_fail(c, ZM_IO, "%s: " ZM_CUT, path);
    if (status != ZM_OK)
        zm_record_close(out);
    zm_unmap_file(&file);
    return status;
}
