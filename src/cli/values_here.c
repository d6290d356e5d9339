/* values_here.c: values for a game that is about to be played: from its table, or found on the spot.
 *
 * On the spot means within seconds: as many places or states as a core solves in about ten (measured on Fox and Geese
 * with 5 geese, 12 million places, and on Hasenspiel through a hash), in at most a few hundred MiB. */
#include "command.h"

#include "table/format/manifest.h"

#include <zermelo/search.h>

#include <stdio.h>

static const zm_solve_limit on_the_spot = {.places = 16000000, .states = 1000000};

/* Was a solve begun that `zermelo solve` goes on with? */
static bool is_begun(zm_cli *cli)
{
    char folder[ZM_PATH];
    zm_manifest m = {0};
    const bool begun = zm_table_path(cli->context, cli->variant, zm_cli_tables(cli), folder, sizeof folder) == ZM_OK &&
                       zm_manifest_read(cli->context, cli->variant, folder, &m) == ZM_OK && !m.finished;
    zm_manifest_free(cli->context, &m);
    return begun;
}

static zm_status too_large(zm_cli *cli, zm_pos p, bool solved)
{
    char text[ZM_VARIANT_TEXT], position[ZM_MAX_TEXT];
    if (solved) {
        zm_write_position(cli->variant, p, position, sizeof position);
        return zm_fail(cli->context, ZM_BAD_INPUT,
                       "%s cannot arise from the start, and too many positions follow it to solve it on the spot",
                       position);
    }
    zm_variant_text(cli->variant, ' ', false, text, sizeof text);
    if (cli->game->rules.search)
        return zm_fail(
            cli->context, ZM_BAD_INPUT,
            "there is no table of %s%s%s, and so far from the end a search is not quick; `zermelo query` takes "
            "the time it needs, smaller boards and later positions are played at once, and so is all that is in a book "
            "(`zermelo solve --book-plies`)",
            cli->game->name, *text ? " " : "", text);
    const bool begun = is_begun(cli);
    return zm_fail(cli->context, ZM_NOT_FOUND, "%s of %s%s%s%s, and it is too large to solve on the spot",
                   begun ? "the table" : "there is no table", cli->game->name, *text ? " " : "", text,
                   begun ? " is begun, not finished (a solve goes on with it)" : "");
}

static zm_status solve_here(zm_cli *cli, zm_pos p, bool solved)
{
    zm_set_note(cli->context, NULL, NULL); /* what a solve needs is no news for who wants to play */
    zm_status status = zm_solve_here(cli->context, cli->variant, p, &on_the_spot, &cli->table);
    return status == ZM_NO_MEMORY ? too_large(cli, p, solved) : status;
}

bool zm_cli_has_book(zm_cli *cli, bool or_unfinished)
{
    zm_table *t;
    char why[1024];
    const char *tables = zm_cli_tables(cli);
    if (!zm_can_search(cli->variant))
        return false;
    snprintf(why, sizeof why, "%s", zm_message(cli->context));
    if (zm_book_open(cli->context, cli->variant, tables, &t) != ZM_OK &&
        !(or_unfinished && zm_table_open_unfinished(cli->context, cli->variant, tables, &t) == ZM_OK)) {
        zm_fail(cli->context, ZM_NOT_FOUND, "%s", why);
        return false;
    }
    zm_table_close(t);
    return true;
}

zm_status zm_cli_find_values(zm_cli *cli, zm_pos p)
{
    bool has;
    zm_table_close(cli->table);
    cli->table = NULL;
    zm_status opened = zm_cli_open_table(cli);
    if (opened == ZM_NOT_FOUND && zm_cli_has_book(cli, false))
        return zm_search_from_tables(cli->context, cli->variant, zm_cli_tables(cli), &cli->table);
    if (opened == ZM_NOT_FOUND)
        return solve_here(cli, p, false);
    ZM_TRY(cli->context, opened);
    ZM_TRY(cli->context, zm_table_has(cli->context, cli->table, p, &has));
    if (has)
        return ZM_OK;
    zm_table_close(cli->table);
    cli->table = NULL;
    return solve_here(cli, p, true);
}

zm_status zm_cli_find_table(zm_cli *cli)
{
    const zm_status opened = zm_cli_open_table(cli);
    if (opened != ZM_NOT_FOUND || cli->game->rules.search)
        return opened;
    return solve_here(cli, cli->game->start(cli->variant), false);
}
