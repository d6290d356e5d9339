/* play.c: a game at the keyboard.
 *
 * Who plays each side is an agent, human ones among them; a session is one game after another, turn by turn: agents
 * move until a human is to decide, then the board is shown and a line is read. Values come from the table, or are found
 * on the spot for small games; where nobody needs them, a game is played without. What goes wrong in a line is answered
 * and costs nothing. */
#include "play.h"

#include "answer/query.h"
#include "args.h"
#include "base/file.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- who plays ---- */
bool zm_session_human(const zm_session *s, unsigned player) { return s->game.agent[player].kind == ZM_HUMAN; }

unsigned zm_session_humans(const zm_session *s)
{
    return (unsigned)zm_session_human(s, 0) + (unsigned)zm_session_human(s, 1);
}

const char *zm_session_player(const zm_session *s, unsigned player) { return zm_player(s->cli->game, player); }

/* Values are wanted in any case, for hints; only agents that cannot do without make a game without them impossible. */
static zm_status find_values(zm_session *s, const zm_agent agent[2])
{
    zm_cli *cli = s->cli;
    if (cli->table)
        return ZM_OK;
    zm_status status = zm_cli_find_values(cli, s->game.from);
    if (status == ZM_OK || status == ZM_INTERRUPTED || zm_agent_needs_table(&agent[0]) ||
        zm_agent_needs_table(&agent[1]))
        return status;
    return ZM_OK; /* then there are no hints, and the greeting says so */
}

zm_status zm_session_seat(zm_session *s, const zm_agent agent[2])
{
    zm_cli *cli = s->cli;
    zm_chooser *fresh[2] = {NULL, NULL};
    zm_status status = ZM_OK;
    for (unsigned i = 0; i < 2 && status == ZM_OK; i++)
        if (agent[i].kind != ZM_HUMAN)
            status = zm_chooser_open(cli->context, cli->variant, cli->table, &agent[i], &fresh[i]);
    for (unsigned i = 0; i < 2; i++) {
        zm_chooser_close(status == ZM_OK ? s->chooser[i] : fresh[i]);
        if (status == ZM_OK) {
            s->chooser[i] = fresh[i];
            s->game.agent[i] = agent[i];
        }
    }
    return status;
}

void zm_session_take(zm_session *s, zm_record *game)
{
    zm_record_close(&s->game);
    s->game = *game;
    *game = (zm_record){0};
    s->shown = s->game.played;
    s->fresh = true;
}

/* "first" and "second" are names of players, or in what order they begin. */
static zm_status read_side(zm_cli *cli, zm_pos from, bool human[2])
{
    const char *side = zm_cli_value(cli, "side");
    const unsigned begins = zm_turn_of(cli->variant, from);
    human[0] = human[1] = side && !strcmp(side, "both");
    if (!side)
        human[begins] = true;
    if (!side || human[0] || !strcmp(side, "none"))
        return ZM_OK;
    for (unsigned i = 0; i < 2; i++)
        human[i] = !strcmp(side, zm_player(cli->game, i));
    if (human[0] || human[1])
        return ZM_OK;
    human[begins] = !strcmp(side, "first");
    human[!begins] = !strcmp(side, "second");
    if (human[0] || human[1])
        return ZM_OK;
    return zm_fail(cli->context, ZM_BAD_INPUT, "--side \"%.40s\": there are %s, %s, first, second, both and none", side,
                   zm_player(cli->game, 0), zm_player(cli->game, 1));
}

/* One agent, or two where both sides are played by agents: the first begins. */
static zm_status read_opponents(zm_cli *cli, zm_agent out[2])
{
    const char *text = zm_cli_value(cli, "opponent");
    char one[2 * ZM_AGENT_TEXT];
    text = text ? text : "perfect";
    const char *comma = strchr(text, ',');
    snprintf(one, sizeof one, "%.*s", comma ? (int)(comma - text) : (int)strlen(text), text);
    ZM_TRY(cli->context, zm_agent_read(cli->context, cli->game, one, &out[0]));
    return zm_agent_read(cli->context, cli->game, comma ? comma + 1 : text, &out[1]);
}

static zm_status read_agents(zm_cli *cli, zm_pos from, zm_agent agent[2])
{
    bool human[2];
    zm_agent opponent[2];
    const unsigned begins = zm_turn_of(cli->variant, from);
    ZM_TRY(cli->context, read_side(cli, from, human));
    ZM_TRY(cli->context, read_opponents(cli, opponent));
    for (unsigned i = 0; i < 2; i++)
        agent[i] = human[i] ? (zm_agent){.kind = ZM_HUMAN} : opponent[human[0] || human[1] ? 0 : i ^ begins];
    return ZM_OK;
}

/* ---- turns ---- */
static bool agents_turn(const zm_session *s)
{
    return !zm_record_over(&s->game) && !zm_session_human(s, s->game.now.player);
}

static zm_status agent_moves(zm_session *s)
{
    zm_record *g = &s->game;
    char text[ZM_MAX_TEXT];
    zm_move m;
    if (zm_stopped(s->cli->context))
        return zm_fail(s->cli->context, ZM_INTERRUPTED, "stopped");
    ZM_TRY(s->cli->context, zm_choose(s->chooser[g->now.player], &g->now, &s->random, &m));
    zm_write_move(s->cli->variant, g->now.position, m, text, sizeof text);
    zm_session_say_move(s, text);
    return zm_record_play(g, m);
}

/* Agents move until somebody has to be asked. Who only watches sees every position. */
static zm_status let_agents_move(zm_session *s)
{
    const bool watching = !zm_session_humans(s);
    while (agents_turn(s) && !(watching && s->step)) {
        if (watching && s->game.played >= s->limit) {
            zm_session_say(s, "Left unfinished after %u plies.", s->game.played);
            s->quit = true;
            return ZM_OK;
        }
        if (watching)
            ZM_TRY(s->cli->context, zm_session_show_turn(s));
        ZM_TRY(s->cli->context, agent_moves(s));
    }
    return ZM_OK;
}

static void prompt_of(const zm_session *s, char out[80])
{
    if (zm_record_over(&s->game))
        snprintf(out, 80, "> ");
    else if (agents_turn(s))
        snprintf(out, 80, "Enter plays on> ");
    else
        snprintf(out, 80, "%s> ", zm_session_player(s, s->game.now.player));
}

static zm_status one_round(zm_session *s)
{
    char prompt[80];
    ZM_TRY(s->cli->context, let_agents_move(s));
    if (s->quit)
        return ZM_OK;
    ZM_TRY(s->cli->context, zm_session_show_turn(s));
    prompt_of(s, prompt);
    const char *line = zm_input_line(s->input, prompt);
    if (zm_stopped(s->cli->context))
        return zm_fail(s->cli->context, ZM_INTERRUPTED, "stopped");
    if (!line) {
        s->quit = true;
        if (s->terminal)
            fputc('\n', s->out);
        return ZM_OK;
    }
    if (!*line && agents_turn(s))
        return agent_moves(s);
    return zm_session_answer(s, line);
}

/* ---- sessions ---- */
static void greet_you(const zm_session *s, unsigned you, unsigned begins)
{
    char agent[ZM_AGENT_TEXT];
    zm_session_say(s, "You play %s, and %s plays %s; you %s. \"help\" lists what you can type.",
                   zm_session_player(s, you), zm_agent_write(&s->game.agent[!you], agent, sizeof agent),
                   zm_session_player(s, !you), you == begins ? "begin" : "come second");
}

static void greet_others(const zm_session *s, unsigned begins)
{
    char first[ZM_AGENT_TEXT], second[ZM_AGENT_TEXT];
    zm_session_say(s, "%s (%s) against %s (%s). \"help\" lists what you can type.", zm_session_player(s, begins),
                   zm_agent_write(&s->game.agent[begins], first, sizeof first), zm_session_player(s, !begins),
                   zm_agent_write(&s->game.agent[!begins], second, sizeof second));
}

static void greet(const zm_session *s)
{
    const unsigned begins = s->game.played ? s->game.step[0].player : s->game.now.player;
    zm_print_title_to(s->out, s->cli);
    if (zm_session_humans(s) == 1)
        greet_you(s, zm_session_human(s, 0) ? 0 : 1, begins);
    else
        greet_others(s, begins);
    if (s->cli->table && !s->cli->game->dice->rolls && !zm_table_distances(s->cli->table))
        zm_session_say(s, "The table says who wins, not how far: perfect play wins, but not by the shortest way, and "
                          "loses, but not as late as can be.");
    if (!s->cli->table)
        zm_session_no_table(s, "nobody knows how it will end");
}

static zm_status load_game(zm_session *s, bool sides_given, const zm_agent agent[2])
{
    zm_cli *cli = s->cli;
    zm_record loaded;
    zm_agent players[2];
    ZM_TRY(cli->context, zm_record_load(cli->context, cli->variant, zm_cli_value(cli, "load"), s->dice, &loaded));
    memcpy(players, sides_given ? agent : loaded.agent, sizeof players);
    zm_session_take(s, &loaded);
    ZM_TRY(cli->context, find_values(s, players));
    return zm_session_seat(s, players);
}

static zm_status begin(zm_session *s)
{
    zm_cli *cli = s->cli;
    zm_context *c = cli->context;
    zm_pos from;
    zm_agent agent[2];
    int64_t seed = 1, plies = 1000;
    const bool load = zm_cli_has(cli, "load");
    if (load && cli->words > 1)
        return zm_fail(c, ZM_BAD_INPUT, "--load says where the game stands: no POSITION goes with it");
    ZM_TRY(c, zm_cli_number(cli, "seed", 0, INT64_MAX, &seed));
    ZM_TRY(c, zm_cli_number(cli, "plies", 1, 1000000, &plies));
    ZM_TRY(c, zm_cli_position(cli, 1, &from));
    ZM_TRY(c, read_agents(cli, from, agent));
    s->random = zm_random_stream((uint64_t)seed, 0);
    s->dice = zm_random_stream((uint64_t)seed, 1);
    s->limit = (unsigned)plies;
    s->hints = zm_cli_has(cli, "hints");
    s->step = s->terminal && !zm_cli_has(cli, "go");
    s->fresh = true;
    ZM_TRY(c, zm_alloc(c, &s->choices, 1, sizeof *s->choices, "the moves of a position"));
    ZM_TRY(c, zm_record_open(c, cli->variant, from, s->dice, &s->game));
    ZM_TRY(c, zm_input_open(s, &s->input));
    if (load)
        return load_game(s, zm_cli_has(cli, "side") || zm_cli_has(cli, "opponent"), agent);
    ZM_TRY(c, find_values(s, agent));
    return zm_session_seat(s, agent);
}

/* Colours where somebody sees them and has not said that he would rather not (no-color.org). */
static bool wants_colour(FILE *out)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fileno(out)) && !(no && *no) && term && *term && strcmp(term, "dumb") != 0;
}

/* A game that was cut off by a signal is kept where it can be found. */
static zm_status keep_game(zm_session *s, zm_status status)
{
    char path[4096], line[ZM_VARIANT_TEXT + 4300];
    zm_context *c = s->cli->context;
    if (status != ZM_INTERRUPTED || !s->game.played || !zm_user_folder("ZERMELO_GAMES", "zermelo/games", path, 3800))
        return status;
    char why[256];
    snprintf(why, sizeof why, "%s", zm_message(c));
    if (zm_make_folders(c, path) != ZM_OK)
        return zm_fail(c, status, "%s", why);
    snprintf(path + strlen(path), sizeof path - strlen(path), "/%s.game", s->cli->game->name);
    if (zm_record_save(&s->game, path) != ZM_OK)
        return zm_fail(c, status, "%s", why);
    return zm_fail(c, status, "stopped; the game is kept, go on with: %s --load %s",
                   zm_command_line(s->cli, "play", line, sizeof line), path);
}

static void print_json(const zm_session *s)
{
    const zm_record *g = &s->game;
    const zm_variant *v = s->cli->variant;
    char text[ZM_MAX_TEXT];
    const unsigned winner = zm_record_winner(g);
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, s->cli->variant);
    zm_write_position(v, g->from, text, sizeof text);
    zm_json_text(&j, "from", text);
    zm_json_open(&j, "agents", '[');
    for (unsigned i = 0; i < 2; i++) {
        zm_json_open(&j, NULL, '{');
        zm_json_text(&j, "player", zm_session_player(s, i));
        zm_json_text(&j, "agent", zm_agent_write(&g->agent[i], text, sizeof text));
        zm_json_close(&j, '}');
    }
    zm_json_close(&j, ']');
    zm_json_open(&j, "moves", '[');
    for (unsigned i = 0; i < g->played; i++) {
        zm_json_open(&j, NULL, '{');
        zm_json_text(&j, "player", zm_session_player(s, g->step[i].player));
        if (v->game->dice->rolls)
            zm_json_roll(&j, v, g->step[i].roll);
        zm_write_move(v, g->step[i].before, g->step[i].move, text, sizeof text);
        zm_json_text(&j, "move", text);
        zm_json_close(&j, '}');
    }
    zm_json_close(&j, ']');
    zm_write_position(v, g->now.position, text, sizeof text);
    zm_json_text(&j, "position", text);
    zm_json_text(&j, "turn", zm_session_player(s, g->now.player));
    zm_json_bool(&j, "over", zm_record_over(g));
    zm_json_text(&j, "winner", winner == ZM_NOBODY ? NULL : zm_session_player(s, winner));
    zm_json_bool(&j, "resigned", g->resigned != ZM_NOBODY);
    zm_json_number(&j, "refused", s->refused);
    zm_json_close(&j, '}');
    putchar('\n');
}

static zm_status play(zm_session *s)
{
    ZM_TRY(s->cli->context, begin(s));
    greet(s);
    while (!s->quit)
        ZM_TRY(s->cli->context, one_round(s));
    if (s->cli->json)
        print_json(s);
    return ZM_OK;
}

static zm_status run(zm_cli *cli)
{
    zm_session s = {.cli = cli, .out = cli->json ? stderr : stdout};
    s.terminal = isatty(STDIN_FILENO) && isatty(fileno(s.out));
    s.colour = wants_colour(s.out);
    zm_status status = keep_game(&s, play(&s));
    zm_input_close(s.input);
    for (unsigned i = 0; i < 2; i++)
        zm_chooser_close(s.chooser[i]);
    zm_release(cli->context, s.choices);
    zm_record_close(&s.game);
    return status;
}

extern const zm_command zm_command_play;
const zm_command zm_command_play = {
    .name = "play",
    .usage = "GAME [opt=val ...] [POSITION]",
    .summary = "play against an agent, or against somebody beside you",
    .about = "You type moves as they are written; one end of a move is enough where only one fits, and \"help\" lists "
             "what else can be typed: hint, undo, swap, save FILE and more. Lines may come from a pipe. Values come "
             "from the table that \"zermelo solve\" makes; without it small games are solved on the spot.\n\n"
             "Agents are perfect, by-share, random, and skill=0 to skill=1 (perfect as often as that says, else "
             "random). With --side none two agents play, and --opponent may name both: perfect,random. With --json "
             "the session goes to standard error, and at its end the game comes as an object.",
    .example = "zermelo play tic-tac-toe --side second --opponent skill=0.8",
    .game = true,
    .most = 2,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"side", "SIDE", NULL, "yours: first (the default), second, a player's name, both, or none to watch", 0},
              {"opponent", "AGENT", NULL, "who plays the other side (else perfect)", 0},
              {"hints", NULL, NULL, "shows what every move is worth", 0},
              {"load", "FILE", NULL, "goes on with a game that was saved", 0},
              {"seed", "N", NULL, "another seed, other choices between equal moves (else 1)", 0},
              {"go", NULL, NULL, "with --side none: plays to the end without asking for every move", 0},
              {"plies", "N", NULL, "with --side none: a game that goes on for more is left unfinished (else 1000)", 0}},
    .run = run,
};
