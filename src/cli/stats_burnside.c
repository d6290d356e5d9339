/* stats_burnside.c: `zermelo stats GAME --burnside 2,1`: placements of pieces up to symmetry, without a table. */
#include "stats.h"

#include "answer/parts.h"
#include "args.h"
#include "base/text.h"
#include "print.h"

static zm_status read_pieces(const zm_cli *cli, unsigned *kinds, unsigned pieces[ZM_MAX_KINDS])
{
    const char *text = zm_cli_value(cli, "burnside");
    size_t at = 0;
    for (*kinds = 0; *kinds < ZM_MAX_KINDS;) {
        zm_mistake why = {0};
        if (!zm_read_number(text, &at, 0, ZM_MAX_CELLS, &pieces[*kinds], &why))
            return zm_fail(cli->context, ZM_BAD_INPUT, "--burnside %s: %s", text, why.text);
        ++*kinds;
        if (!text[at])
            return ZM_OK;
        if (text[at++] != ',')
            break;
    }
    return zm_fail(cli->context, ZM_BAD_INPUT,
                   "--burnside takes the pieces of one to %d kinds with commas between, as in 2,1, not \"%s\"",
                   ZM_MAX_KINDS, text);
}

static void print_json(const zm_cli *cli, unsigned kinds, const unsigned *pieces, const zm_burnside *b)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, cli->variant);
    zm_json_open(&j, "pieces", '[');
    for (unsigned i = 0; i < kinds; i++)
        zm_json_number(&j, NULL, pieces[i]);
    zm_json_close(&j, ']');
    zm_json_open(&j, "fixed", '[');
    for (unsigned i = 0; i < b->operations; i++)
        zm_json_number(&j, NULL, b->fixed[i]);
    zm_json_close(&j, ']');
    zm_json_number(&j, "sum", b->sum);
    zm_json_number(&j, "orbits", b->orbits);
    zm_json_close(&j, '}');
    putchar('\n');
}

static void print_text(const zm_cli *cli, const zm_burnside *b)
{
    char n[32];
    zm_print_title(cli);
    printf("  %9s  %21s\n", "OPERATION", "FIXED PLACEMENTS");
    for (unsigned i = 0; i < b->operations; i++)
        printf("  %9u  %21s\n", i, zm_count_text(b->fixed[i], n));
    printf("  %9s  %21s\n", "sum", zm_count_text(b->sum, n));
    printf("  %9s  %21s\n", "orbits", zm_count_text(b->orbits, n));
    puts("\n  operation 0 leaves all as it is; placements up to symmetry are the sum divided by the operations");
}

zm_status zm_stats_burnside(zm_cli *cli)
{
    unsigned kinds, pieces[ZM_MAX_KINDS];
    zm_burnside b;
    static const char *const others[] = {"plot", "of", "games", "positions", "csv", "plies"};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        if (zm_cli_has(cli, others[i]))
            return zm_fail(cli->context, ZM_BAD_INPUT,
                           "--burnside counts placements, and --%s is another question: one of them", others[i]);
    ZM_TRY(cli->context, read_pieces(cli, &kinds, pieces));
    ZM_TRY(cli->context, zm_count_placements(cli->context, cli->variant, pieces, kinds, &b));
    if (cli->json)
        print_json(cli, kinds, pieces, &b);
    else
        print_text(cli, &b);
    return ZM_OK;
}
