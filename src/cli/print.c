/* print.c: see print.h. Everything fits 80 columns. */
#include "print.h"

#include "answer/advice.h"

#include "args.h"
#include "base/text.h"
#include "draw/text.h"

#include <string.h>

/* UTF-8: only first bytes take a column. */
static bool starts_letter(char c) { return ((unsigned char)c & 0xC0) != 0x80; }

int zm_columns_of(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += starts_letter(*text);
    return n;
}

/* A letter where there is only ASCII: the German ones become two, of others a question mark is left. */
static const char *in_ascii(const char *letter, char own[2])
{
    static const char *const german[][2] = {{"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"Ä", "Ae"},
                                            {"Ö", "Oe"}, {"Ü", "Ue"}, {"ß", "ss"}};
    for (size_t i = 0; i < sizeof german / sizeof *german; i++)
        if (!strncmp(letter, german[i][0], strlen(german[i][0])))
            return german[i][1];
    own[0] = (unsigned char)*letter < 0x80 ? *letter : '?';
    own[1] = 0;
    return own;
}

const char *zm_title_of(const zm_cli *cli, const zm_game *g, char out[ZM_TITLE_ROOM])
{
    char own[2];
    size_t n = 0;
    const char *title = g->title ? g->title : g->name;
    if (cli->utf8) {
        snprintf(out, ZM_TITLE_ROOM, "%s", title);
        return out;
    }
    for (*out = 0; *title; title++)
        if (starts_letter(*title) && n + 2 < ZM_TITLE_ROOM)
            n += (size_t)snprintf(out + n, ZM_TITLE_ROOM - n, "%s", in_ascii(title, own));
    return out;
}

/* Games' texts are broken where their source lines end; that means nothing here. An empty line, a list's item and an
 * indented line do. */
static bool breaks_line(const char *next) { return strchr("\n-* ", *next); }

void zm_print_wrapped(FILE *out, int first, int indent, const char *text)
{
    int at = first;
    bool fresh = true, empty = false; /* a line has just begun; it is an empty one */
    if (!first)
        at = fprintf(out, "%*s", indent, "");
    for (; *text; text += strspn(text, " ")) {
        if (*text == '\n') {
            text++;
            if (!breaks_line(text) && !empty)
                continue;
            fputc('\n', out);
            empty = *text == '\n';
            at = *text && !empty ? fprintf(out, "%*s", indent, "") : 0;
            fresh = true;
            continue;
        }
        int length = (int)strcspn(text, " \n"), columns = 0;
        if (!length)
            continue;
        for (int i = 0; i < length; i++)
            columns += starts_letter(text[i]);
        if (!fresh && at + 1 + columns >= ZM_CLI_COLUMNS) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
            fresh = true;
        }
        at += fprintf(out, "%s%.*s", fresh ? "" : " ", length, text) - length + columns;
        fresh = false;
        text += length;
    }
    putc('\n', out);
}

void zm_print_bar(const zm_cli *cli, double share, int width)
{
    static const char *const part[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int eighths = (int)(share * width * 8 + 0.5);
    if (share <= 0)
        return;
    eighths = eighths ? eighths : 1; /* what is there is seen */
    fputs("  ", stdout);
    if (!cli->utf8) {
        for (int i = 0; i < (eighths + 4) / 8; i++)
            putchar('#');
        return;
    }
    for (int i = 0; i < eighths / 8; i++)
        fputs("█", stdout);
    fputs(part[eighths % 8], stdout);
}

static void print_share(const zm_cli *cli, const char *label, uint64_t n, unsigned tenths)
{
    char count[32];
    printf("  %-20s %17s  %5.1f %%", label, zm_count_text(n, count), tenths / 10.0);
    zm_print_bar(cli, tenths / 1000.0, 28);
    putchar('\n');
}

void zm_print_values(const zm_cli *cli, uint64_t states, const uint64_t won_by[2], uint64_t drawn)
{
    char label[64], count[32];
    unsigned tenths[3];
    zm_tenths(3, (const uint64_t[]){won_by[0], won_by[1], drawn}, tenths);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(label, sizeof label, "won by %s", zm_player(cli->game, i));
        print_share(cli, label, won_by[i], tenths[i]);
    }
    print_share(cli, "drawn", drawn, tenths[2]);
    printf("  %-20s %17s\n", "states", zm_count_text(states, count));
}

void zm_print_title_to(FILE *out, const zm_cli *cli)
{
    char text[ZM_VARIANT_TEXT], title[ZM_TITLE_ROOM];
    zm_variant_text(cli->variant, ' ', true, text, sizeof text);
    int n = zm_columns_of(zm_title_of(cli, cli->game, title));
    fputs(title, out);
    if (*text) {
        n += fprintf(out, "  ");
        zm_print_wrapped(out, n, n, text);
    } else {
        fputc('\n', out);
    }
    fputc('\n', out);
}

void zm_print_title(const zm_cli *cli) { zm_print_title_to(stdout, cli); }

void zm_print_now(FILE *out, const zm_cli *cli, const zm_picture *p, int indent)
{
    char text[ZM_PICTURE_TEXT];
    if (*zm_picture_now(p, cli->variant, text, sizeof text))
        fprintf(out, "%*s %s\n", indent, "", text);
}

void zm_print_board(const zm_cli *cli, zm_pos p)
{
    zm_picture picture;
    if (zm_picture_of(cli->context, cli->variant, p, &picture) != ZM_OK)
        return;
    const zm_text_style style = {.utf8 = cli->utf8, .indent = 4};
    if (picture.kind != ZM_PICTURE_HEAPS && zm_draw_text(stdout, &picture, &style)) { /* heaps are words as well */
        zm_print_now(stdout, cli, &picture, style.indent);
        putchar('\n');
    }
    zm_picture_free(cli->context, &picture);
}

void zm_print_sides(const zm_cli *cli)
{
    if (cli->variant ? zm_no_turn(cli->variant) : cli->game->impartial || cli->game->from_mover)
        printf("  \"%s\" is whoever is to move, \"%s\" the other\n", zm_player(cli->game, 0), zm_player(cli->game, 1));
}

/* Players are named by words like "fox", "pawns", "geese": what ends like a plural is one. */
const char *zm_wins(const char *player)
{
    size_t n = strlen(player);
    bool plural = n > 1 && (player[n - 1] == 's' || (n > 3 && !strcmp(player + n - 3, "ese")));
    return plural ? "win" : "wins";
}

const char *zm_value_words(const zm_cli *cli, unsigned turn, zm_value value, bool wdl, char out[ZM_WORDS_ROOM])
{
    const char *winner = zm_winner(cli->variant, turn, value);
    unsigned r = zm_remoteness(value);
    if (!winner)
        snprintf(out, ZM_WORDS_ROOM, "draw");
    else if (wdl)
        snprintf(out, ZM_WORDS_ROOM, "%s %s", winner, zm_wins(winner));
    else if (!r)
        snprintf(out, ZM_WORDS_ROOM, "over: %s %s", winner, strcmp(zm_wins(winner), "win") ? "has won" : "have won");
    else
        snprintf(out, ZM_WORDS_ROOM, "%s %s in %u %s", winner, zm_wins(winner), r, r == 1 ? "ply" : "plies");
    return out;
}

char *zm_group_digits(const char *digits, char *out, size_t size)
{
    size_t n = digits ? strlen(digits) : 0, w = 0;
    for (size_t i = 0; i < n && w + 2 < size; i++) {
        if (i && (n - i) % 3 == 0)
            out[w++] = ',';
        out[w++] = digits[i];
    }
    out[w] = 0;
    return out;
}

void zm_print_wrote(const zm_cli *cli, const char *path)
{
    if (path && !cli->json && !zm_cli_has(cli, "csv"))
        printf("wrote %s\n", path);
}

const char *zm_command_line(const zm_cli *cli, const char *command, char *out, size_t size)
{
    return zm_command_text(command, cli->word[0], cli->variant, zm_cli_tables(cli), out, size);
}

void zm_print_advice(const zm_cli *cli)
{
    zm_advice a;
    zm_advise(cli->context, cli->word[0], cli->variant, zm_cli_tables(cli), &a);
    if (*a.why)
        zm_print_wrapped(stdout, 0, 2, a.why);
    if (a.fits)
        printf("  make it with: %s\n", a.command);
    else if (a.helps)
        printf("  %s: %s\n", a.what, a.command);
}

const char *zm_advice_words(const zm_cli *cli, char *out, size_t size)
{
    zm_advice a;
    zm_advise(cli->context, cli->word[0], cli->variant, zm_cli_tables(cli), &a);
    return zm_advice_text(&a, out, size);
}
