/* values.c: where a command's values come from: its source (zermelo/value_source.h), opened when it is first needed. */
#include "args.h"

zm_status zm_cli_open_source(zm_cli *cli)
{
    const zm_value_source_options o =
        ZM_OPTIONS(zm_value_source_options, .tables = zm_cli_tables(cli), .long_search = cli->command->long_search,
                   .long_solve = zm_cli_has(cli, "solve"));
    return cli->source ? ZM_OK : zm_value_source_open(cli->context, cli->variant, &o, &cli->source);
}

zm_status zm_cli_open_table(zm_cli *cli)
{
    ZM_TRY(cli->context, zm_cli_open_source(cli));
    cli->table = zm_value_source_whole(cli->source).table;
    return zm_values_no_table(cli->context, cli->source);
}

zm_status zm_cli_look_for_values(zm_cli *cli, zm_pos p)
{
    zm_values_found found;
    ZM_TRY(cli->context, zm_cli_open_source(cli));
    ZM_TRY(cli->context, zm_values_for(cli->context, cli->source, p, &found));
    cli->table = found.table;
    return ZM_OK;
}

zm_status zm_cli_find_values(zm_cli *cli, zm_pos p)
{
    ZM_TRY(cli->context, zm_cli_look_for_values(cli, p));
    return cli->table ? ZM_OK : zm_values_missing(cli->context, cli->source, p);
}

zm_status zm_cli_find_table(zm_cli *cli)
{
    zm_values_found found;
    ZM_TRY(cli->context, zm_cli_open_source(cli));
    ZM_TRY(cli->context, zm_values_for_all(cli->context, cli->source, &found));
    cli->table = found.table;
    if (found.table)
        return ZM_OK;
    if (cli->game->search) /* it is not for a solve on the spot that it has none */
        return zm_values_no_table(cli->context, cli->source);
    return zm_values_missing(cli->context, cli->source, cli->game->start(cli->variant));
}
