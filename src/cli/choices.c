/* choices.c: see choices.h. Columns are there only where they have something to say. */
#include "choices.h"

#include "answer/query.h"
#include "print.h"

#include <string.h>

typedef struct columns {
    const zm_cli *cli;
    FILE *out;
    const zm_choices *a;
    int move, value, plies; /* widths */
    bool shares, traps, leads, scores;
} columns;

static int widest_move(const zm_cli *cli, const zm_choices *a, unsigned most)
{
    char text[ZM_MAX_TEXT];
    int widest = 4;
    for (unsigned i = 0; i < most; i++) {
        zm_write_move(cli->variant, a->position, a->choice[i].move, text, sizeof text);
        int n = (int)strlen(text);
        widest = n > widest ? n : widest;
    }
    return widest > 24 ? 24 : widest;
}

/* A column that is empty leaves no spaces at the end of its lines. */
static void print_trimmed(FILE *out, const char *line)
{
    size_t n = strlen(line);
    while (n && line[n - 1] == ' ')
        n--;
    fprintf(out, "%.*s\n", (int)n, line);
}

static void outcome_of(const zm_choices *a, const zm_choice *m, char out[32])
{
    const char *verb = zm_is_win(m->value) ? "wins" : "loses";
    if (zm_is_draw(m->value))
        snprintf(out, 32, "draw");
    else if (a->wdl)
        snprintf(out, 32, "%s", verb);
    else
        snprintf(out, 32, "%s in %u", verb, zm_remoteness(m->value));
}

/* Does this text say the position? */
static bool says(const zm_variant *v, const char *text, zm_pos p)
{
    zm_mistake why;
    zm_pos read;
    return strlen(text) < ZM_MAX_TEXT && v->game->read(v, text, &read, &why) && zm_same(read, p);
}

void zm_typed_position(const zm_cli *cli, zm_pos p, char out[ZM_MAX_TEXT])
{
    if (cli->words > 1 && says(cli->variant, cli->word[1], p))
        strcpy(out, cli->word[1]);
    else
        zm_write_position(cli->variant, p, out, ZM_MAX_TEXT);
}

/* Where positions are the moves that were made, what was typed goes on with the move. */
static void next_position(const zm_cli *cli, zm_pos p, const char *move, zm_pos next, char out[ZM_MAX_TEXT])
{
    char longer[2 * ZM_MAX_TEXT];
    zm_typed_position(cli, p, out);
    snprintf(longer, sizeof longer, "%s%s", out, move);
    if (says(cli->variant, longer, next))
        strcpy(out, longer);
    else
        zm_write_position(cli->variant, next, out, ZM_MAX_TEXT);
}

static void print_move(const columns *k, const zm_choice *m)
{
    char line[1024], move[ZM_MAX_TEXT], next[ZM_MAX_TEXT], outcome[32];
    char score[16] = "", worse[16] = "", share[24] = "", traps[24] = "";
    const zm_variant *v = k->cli->variant;
    unsigned plies = 0;
    zm_write_move(v, k->a->position, m->move, move, sizeof move);
    next_position(k->cli, k->a->position, move, m->next, next);
    outcome_of(k->a, m, outcome);
    if (zm_choice_delta(k->a, m, &plies) && plies)
        snprintf(worse, sizeof worse, "%+d", zm_is_win(m->value) ? (int)plies : -(int)plies);
    if (k->scores)
        snprintf(score, sizeof score, "%+5d  ", v->game->looks->score(v, k->a->position, m->value));
    if (m->share >= 0)
        snprintf(share, sizeof share, "%10.4f %%  ", m->share * 100);
    if (k->traps)
        snprintf(traps, sizeof traps, m->traps >= 0 ? "%5.1f %%  " : "         ", m->traps * 100);
    snprintf(line, sizeof line, "  %c %-*s  %-*s %*s  %s%s%s%s", m < k->a->choice + k->a->best ? '*' : ' ', k->move,
             move, k->value, outcome, k->plies, worse, score, share, traps, k->leads ? next : "");
    print_trimmed(k->out, line);
}

static void print_head(const columns *k)
{
    char line[1024];
    snprintf(line, sizeof line, "    %-*s  %-*s %*s  %s%s%s%s", k->move, "MOVE", k->value, "VALUE", k->plies,
             k->a->wdl ? "" : "PLIES", k->scores ? "SCORE  " : "", k->shares ? " GAMES WON    " : "",
             k->traps ? "  TRAPS  " : "", k->leads ? "LEADS TO" : "");
    print_trimmed(k->out, line);
}

void zm_print_choices(const zm_cli *cli, FILE *out, const zm_choices *a, unsigned most, bool leads)
{
    most = most < a->count ? most : a->count;
    columns k = {.cli = cli, .out = out, .a = a, .move = widest_move(cli, a, most)};
    k.value = a->wdl ? 5 : 12; /* without distances there is no column for them */
    k.plies = a->wdl ? 0 : 6;
    k.shares = a->count && a->choice[0].share >= 0;
    k.traps = a->count && a->choice[0].traps >= 0;
    k.scores = cli->game->looks->score && !a->wdl;
    k.leads = leads && cli->game->write_move;
    print_head(&k);
    for (unsigned i = 0; i < most; i++)
        print_move(&k, &a->choice[i]);
}

void zm_print_legend(const zm_cli *cli, FILE *out, const zm_choices *a, const char *star)
{
    fprintf(out, "\n  * %s; %s\n", star,
            a->wdl ? "the table says who wins, not how far"
                   : "PLIES: how much later a win or sooner a loss than the best");
    if (cli->game->looks->score && !a->wdl)
        fprintf(out, "  SCORE: %s\n", cli->game->looks->score_help);
    if (a->count && a->choice[0].share >= 0)
        fputs("  GAMES WON: of all games that can follow, those the mover wins\n", out);
    if (a->count && a->choice[0].traps >= 0)
        fputs("  TRAPS: of the replies to it, those that give away what the other has\n", out);
}
