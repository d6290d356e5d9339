/* play_words.c: what can be typed in a session: moves, and words such as "undo".
 *
 * A move that is typed as it is written comes first, then a word; then what can only mean one move ("c7" for c7-d6,
 * when there is no other from c7), and last the beginning of a word. What could mean several things is answered with
 * them, what means nothing with what is near. */
#include "play.h"
#include "print.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

enum { NEAR = 6 };

typedef struct word {
    const char *name;
    const char *takes; /* what may follow it, in the help */
    const char *help;  /* NULL: another name of a word, for those who are used to it */
    zm_status (*run)(zm_session *s, const char *rest);
} word;

static const word *first_word(void); /* of the list, which ends with one without a name */

/* What went wrong in a word is told, and the session goes on; only a session that cannot go on is an error. */
static zm_status tell(zm_session *s, zm_status status)
{
    if (status == ZM_OK || status == ZM_INTERRUPTED)
        return status;
    s->refused++;
    zm_session_say(s, "%s", zm_message(s->cli->context));
    return ZM_OK;
}

static void refuse(zm_session *s, const char *why)
{
    s->refused++;
    zm_session_say(s, "%s", why);
}

static zm_status refused(zm_session *s, const char *why)
{
    refuse(s, why);
    return ZM_OK;
}

/* ---- the words ---- */
static zm_status do_help(zm_session *s, const char *rest)
{
    char text[3][ZM_MAX_TEXT] = {"", "", ""};
    const zm_turn *now = &s->game.now;
    for (unsigned i = 0; i < 3 && i < now->count; i++)
        zm_write_move(s->cli->variant, now->position, now->move[i], text[i], sizeof text[i]);
    if (now->count)
        fprintf(s->out, "  %-16s as %s%s%s%s%s; one end of it is enough where only one move fits\n", "a move", text[0],
                now->count > 1 ? " or " : "", text[1], now->count > 2 ? " or " : "", text[2]);
    for (const word *w = first_word(); w->name; w++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", w->name, *w->takes ? " " : "", w->takes);
        if (w->help)
            fprintf(s->out, "  %-16s %s\n", left, w->help);
    }
    return ZM_OK;
}

static zm_status do_rules(zm_session *s, const char *rest)
{
    const zm_game *g = s->cli->game;
    char text[ZM_SAID_ROOM];
    zm_print_wrapped(s->out, 0, 2, zm_words_of(s->cli->variant, g->about, text, sizeof text));
    if (g->notation) {
        fputs("\n  ", s->out);
        zm_print_wrapped(s->out, 2, 2, zm_words_of(s->cli->variant, g->notation, text, sizeof text));
    }
    return ZM_OK;
}

static zm_status do_board(zm_session *s, const char *rest)
{
    zm_session_show_board(s);
    return ZM_OK;
}

static zm_status do_moves(zm_session *s, const char *rest)
{
    if (zm_record_over(&s->game))
        return refused(s, "The game is over.");
    zm_session_show_moves(s);
    return ZM_OK;
}

static zm_status do_value(zm_session *s, const char *rest)
{
    if (!s->cli->table && !zm_record_over(&s->game)) {
        zm_session_no_table(s, "nobody knows");
        return ZM_OK;
    }
    return zm_session_show_value(s);
}

static zm_status do_hint(zm_session *s, const char *rest)
{
    if (!strcmp(rest, "on") || !strcmp(rest, "off")) {
        s->hints = !strcmp(rest, "on");
        zm_session_say(s, s->hints ? "Hints before every move." : "No more hints.");
        return s->hints ? zm_session_show_hints(s, false) : ZM_OK;
    }
    if (*rest && strcmp(rest, "all") != 0)
        return refused(s, "After \"hint\" comes nothing, or all, on, off.");
    return zm_session_show_hints(s, *rest);
}

/* Back to where a human last had to decide, or one move where nobody or everybody is human. */
static zm_status do_undo(zm_session *s, const char *rest)
{
    const zm_record *g = &s->game;
    unsigned to = g->played;
    if (g->resigned != ZM_NOBODY) { /* taking that back is enough */
        zm_record_go(&s->game, to);
        s->fresh = true;
        return ZM_OK;
    }
    if (!to)
        return refused(s, "There is nothing to take back.");
    do
        to--;
    while (to && zm_session_humans(s) == 1 && !zm_session_human(s, g->step[to].player));
    if (zm_session_humans(s) == 1 && !zm_session_human(s, g->step[to].player))
        return refused(s, "There is nothing of yours to take back.");
    zm_record_go(&s->game, to);
    s->shown = to;
    s->fresh = true;
    return ZM_OK;
}

static zm_status do_redo(zm_session *s, const char *rest)
{
    const zm_record *g = &s->game;
    unsigned to = g->played;
    if (to == g->known)
        return refused(s, "There is nothing to make again.");
    do
        to++;
    while (to < g->known && zm_session_humans(s) == 1 && !zm_session_human(s, g->step[to].player));
    zm_record_go(&s->game, to);
    s->fresh = true;
    return ZM_OK;
}

static zm_status do_swap(zm_session *s, const char *rest)
{
    const zm_agent other[2] = {s->game.agent[1], s->game.agent[0]};
    if (zm_session_humans(s) != 1)
        return refused(s, zm_session_humans(s) ? "You play both sides." : "You play neither side.");
    ZM_TRY(s->cli->context, zm_session_seat(s, other));
    zm_session_say(s, "You play %s now.", zm_session_player(s, zm_session_human(s, 0) ? 0 : 1));
    s->fresh = true;
    return ZM_OK;
}

static zm_status do_resign(zm_session *s, const char *rest)
{
    zm_record *g = &s->game;
    if (zm_record_over(g))
        return refused(s, "The game is over.");
    if (!zm_session_humans(s))
        return refused(s, "You play neither side.");
    g->resigned = zm_session_human(s, g->now.player) ? g->now.player : !g->now.player;
    return zm_session_show_value(s);
}

static zm_status do_new(zm_session *s, const char *rest)
{
    zm_record fresh;
    ZM_TRY(s->cli->context, zm_record_open(s->cli->context, s->cli->variant, s->game.from, s->game.dice, &fresh));
    memcpy(fresh.agent, s->game.agent, sizeof fresh.agent);
    zm_session_take(s, &fresh);
    zm_session_say(s, "A new game.");
    return ZM_OK;
}

/* For those who have dice of their own. */
static zm_status do_roll(zm_session *s, const char *rest)
{
    unsigned roll;
    if (!s->cli->game->dice->rolls)
        return refused(s, "There are no dice in this game.");
    if (zm_record_over(&s->game))
        return refused(s, "The game is over.");
    if (!*rest)
        return zm_session_show_value(s);
    ZM_TRY(s->cli->context, zm_read_roll(s->cli->context, s->cli->variant, rest, &roll));
    zm_record_roll(&s->game, roll);
    return zm_session_show_value(s);
}

/* Only what was a record may be written over. */
static bool may_write(const char *path)
{
    char begins[8] = "";
    struct stat st;
    if (stat(path, &st) != 0)
        return true;
    FILE *f = S_ISREG(st.st_mode) ? fopen(path, "re") : NULL;
    if (!f)
        return false;
    const size_t n = fread(begins, 1, 7, f);
    fclose(f);
    return n == 0 || !strcmp(begins, "zermelo");
}

static zm_status do_save(zm_session *s, const char *rest)
{
    if (!*rest)
        return refused(s, "Save as what? \"save FILE\"");
    if (!may_write(rest)) {
        s->refused++;
        zm_session_say(s, "%s is there already and is no game: choose another name.", rest);
        return ZM_OK;
    }
    ZM_TRY(s->cli->context, zm_record_save(&s->game, rest));
    zm_session_say(s, "Saved as %s.", rest);
    return ZM_OK;
}

/* The values at hand are those of what can be reached from where this game began. */
static zm_status check_values(const zm_session *s, const zm_record *loaded)
{
    zm_cli *cli = s->cli;
    bool has = true;
    if (cli->table)
        ZM_TRY(cli->context, zm_table_has(cli->context, cli->table, loaded->from, &has));
    return has ? ZM_OK
               : zm_fail(cli->context, ZM_BAD_INPUT,
                         "that game began from a position without a value here; leave, and come back with --load");
}

static zm_status do_load(zm_session *s, const char *rest)
{
    zm_record loaded;
    if (!*rest)
        return refused(s, "Load what? \"load FILE\"");
    ZM_TRY(s->cli->context, zm_record_load(s->cli->context, s->cli->variant, rest, s->dice, &loaded));
    zm_status status = check_values(s, &loaded);
    if (status == ZM_OK)
        status = zm_session_seat(s, loaded.agent);
    if (status != ZM_OK) {
        zm_record_close(&loaded);
        return status;
    }
    zm_session_take(s, &loaded);
    zm_session_say(s, "%s: %u moves.", rest, s->game.played);
    return ZM_OK;
}

static zm_status do_go(zm_session *s, const char *rest)
{
    if (zm_session_humans(s))
        return refused(s, "It is your turn: type a move.");
    s->step = false;
    return ZM_OK;
}

static zm_status do_quit(zm_session *s, const char *rest)
{
    s->quit = true;
    return ZM_OK;
}

static const word words[] = {
    {"hint", "[all]", "what every move is worth, best first", do_hint},
    {"hints", "on|off", "the same before every move", do_hint},
    {"value", "", "what is to be expected here", do_value},
    {"moves", "", "the moves there are", do_moves},
    {"board", "", "the board again", do_board},
    {"undo", "", "takes your last move back, and what was answered", do_undo},
    {"redo", "", "makes it again", do_redo},
    {"roll", "[ROLL]", "with dice: what was rolled, or what is to count as rolled", do_roll},
    {"swap", "", "changes sides", do_swap},
    {"resign", "", "gives up", do_resign},
    {"new", "", "begins another game", do_new},
    {"save", "FILE", "writes the game to a file", do_save},
    {"load", "FILE", "goes on with a game from a file", do_load},
    {"go", "", "plays on to the end, where nobody has to be asked", do_go},
    {"rules", "", "the rules of the game, and its notation", do_rules},
    {"help", "", "this", do_help},
    {"quit", "", "leaves (so does the end of input)", do_quit},
    {"?", "", NULL, do_help},
    {"exit", "", NULL, do_quit},
    {NULL, NULL, NULL, NULL},
};

static const word *first_word(void) { return words; }

/* ---- moves ---- */
static void list_moves(const zm_session *s, const unsigned *number, unsigned count, char *out, size_t size)
{
    char text[ZM_MAX_TEXT];
    *out = 0;
    for (unsigned i = 0; i < count && strlen(out) + ZM_MAX_TEXT < size; i++) {
        zm_write_move(s->cli->variant, s->game.now.position, s->game.now.move[number[i]], text, sizeof text);
        snprintf(out + strlen(out), size - strlen(out), "%s%s", i ? ", " : "", text);
    }
}

static zm_status play(zm_session *s, unsigned number)
{
    char text[ZM_MAX_TEXT];
    zm_record *g = &s->game;
    zm_write_move(s->cli->variant, g->now.position, g->now.move[number], text, sizeof text);
    zm_session_say_move(s, text);
    return zm_record_play(g, g->now.move[number]);
}

/* Somebody begins to type a move as he thinks it is: those that begin like it are nearer than any others. */
static unsigned near_moves(const zm_session *s, const char *line, unsigned *number)
{
    char first[ZM_MAX_TEXT];
    size_t n = 0;
    while (isalnum((unsigned char)line[n]) && n + 1 < sizeof first)
        n++;
    snprintf(first, sizeof first, "%.*s", (int)n, line);
    unsigned count = n ? zm_moves_meant(s->cli->variant, &s->game.now, first, number, NEAR) : 0;
    return count ? count : zm_moves_near(s->cli->variant, &s->game.now, line, number, NEAR);
}

static void say_wrong(zm_session *s, const char *line)
{
    unsigned number[NEAR];
    char list[NEAR * ZM_MAX_TEXT + ZM_MAX_TEXT];
    const unsigned count = near_moves(s, line, number);
    s->refused++;
    list_moves(s, number, count < NEAR ? count : NEAR, list, sizeof list);
    if (zm_record_over(&s->game))
        zm_session_say(s, "\"%.80s\": the game is over. \"new\" begins another, \"undo\" takes back.", line);
    else if (count)
        zm_session_say(s,
                       "\"%.80s\" is no move here. Near it: %s%s. \"moves\" lists all %u, \"help\" what else there is.",
                       line, list, count > NEAR ? ", ..." : "", s->game.now.count);
    else
        zm_session_say(s, "\"%.80s\" is no move here. \"moves\" lists all %u, \"help\" what else there is.", line,
                       s->game.now.count);
}

static void say_several(zm_session *s, const char *line, const unsigned *number, unsigned count)
{
    char list[NEAR * ZM_MAX_TEXT + ZM_MAX_TEXT];
    s->refused++;
    list_moves(s, number, count < NEAR ? count : NEAR, list, sizeof list);
    zm_session_say(s, "\"%.80s\" could be %s%s.", line, list, count > NEAR ? " ..." : "");
}

/* ---- lines ---- */
/* The word a line begins with, whole or, if `part`, by its beginning; *several: it could be more than one. */
static const word *find_word(const char *line, bool part, bool *several)
{
    const size_t n = strcspn(line, " ");
    const word *found = NULL;
    *several = false;
    for (const word *w = first_word(); w->name; w++) {
        if (strncmp(w->name, line, n) != 0 || (part ? !w->help : w->name[n]))
            continue;
        *several = found && found->run != w->run;
        if (!found || *several)
            found = w;
        if (*several)
            break;
    }
    return found;
}

static void say_words(zm_session *s, const char *line)
{
    char list[256] = "";
    for (const word *w = first_word(); w->name; w++)
        if (w->help && !strncmp(w->name, line, strlen(line)))
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", *list ? ", " : "", w->name);
    s->refused++;
    zm_session_say(s, "\"%.80s\" could be %s.", line, list);
}

static zm_status run_word(zm_session *s, const word *w, const char *line)
{
    const char *rest = line + strcspn(line, " ");
    rest += strspn(rest, " ");
    if (*rest && !*w->takes) {
        s->refused++;
        zm_session_say(s, "Nothing comes after \"%s\".", w->name);
        return ZM_OK;
    }
    return tell(s, w->run(s, rest));
}

static bool as_written(const zm_session *s, unsigned number, const char *line)
{
    char text[ZM_MAX_TEXT];
    zm_write_move(s->cli->variant, s->game.now.position, s->game.now.move[number], text, sizeof text);
    return !strcmp(text, line);
}

zm_status zm_session_answer(zm_session *s, const char *line)
{
    unsigned number[NEAR];
    bool several;
    if (!*line)
        return ZM_OK;
    const bool open = !zm_record_over(&s->game) && zm_session_human(s, s->game.now.player);
    const unsigned meant = open ? zm_moves_meant(s->cli->variant, &s->game.now, line, number, NEAR) : 0;
    if (meant == 1 && as_written(s, number[0], line))
        return play(s, number[0]);
    const word *w = find_word(line, false, &several);
    if (w)
        return run_word(s, w, line);
    if (meant == 1)
        return play(s, number[0]);
    if (meant) {
        say_several(s, line, number, meant);
        return ZM_OK;
    }
    w = find_word(line, true, &several);
    if (several && !strchr(line, ' '))
        say_words(s, line);
    else if (w && !several)
        return run_word(s, w, line);
    else
        say_wrong(s, line);
    return ZM_OK;
}

void zm_session_offers(const zm_session *s, const char *typed, zm_offer *offer, void *arg)
{
    char text[ZM_MAX_TEXT];
    const zm_turn *now = &s->game.now;
    for (unsigned i = 0; i < now->count && !zm_record_over(&s->game); i++) {
        zm_write_move(s->cli->variant, now->position, now->move[i], text, sizeof text);
        if (!strncasecmp(text, typed, strlen(typed)))
            offer(arg, text);
    }
    for (const word *w = first_word(); w->name; w++) {
        snprintf(text, sizeof text, "%s%s", w->name, *w->takes && w->takes[0] != '[' ? " " : "");
        if (*typed && w->help && !strncmp(text, typed, strlen(typed)))
            offer(arg, text);
    }
}
