/* decode.c: a number back to its position.
 *
 * Numbers come from outside, so none is believed: whatever came out must be a position (zm_is_position) before any
 * other function of the game sees it, and an index must be one that `rank` gives back. */
#include "numbers.h"

#include "args.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool parse_u64(const char *text, int base, uint64_t *n, const char **end)
{
    char *stop;
    if (base == 16 ? !isxdigit((unsigned char)*text) : !isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *n = strtoull(text, &stop, base);
    *end = stop;
    return !errno;
}

static zm_status no_position(const zm_cli *cli, const char *code, const char *text, const char *why)
{
    return zm_fail(cli->context, ZM_BAD_INPUT, "%s %s: %s", code, text, why);
}

static zm_status check(const zm_cli *cli, const char *code, const char *text, zm_pos p)
{
    zm_mistake why = {0};
    return zm_is_position(cli->variant, p, &why) ? ZM_OK : no_position(cli, code, text, why.text);
}

static zm_status from_hex(const zm_cli *cli, const char *text, zm_pos *p)
{
    const char *digits = strncmp(text, "0x", 2) ? text : text + 2, *end;
    size_t n = strlen(digits);
    char high[17] = "0";
    if (!n || n > 32 || strspn(digits, "0123456789abcdefABCDEF") != n)
        return no_position(cli, "hex", text, "must be 1 to 32 hexadecimal digits");
    if (n > 16)
        snprintf(high, sizeof high, "%.*s", (int)(n - 16), digits);
    parse_u64(high, 16, &p->hi, &end);
    parse_u64(n > 16 ? digits + n - 16 : digits, 16, &p->lo, &end);
    return check(cli, "hex", text, *p);
}

static zm_status from_index(const zm_cli *cli, const char *text, zm_pos *p)
{
    const zm_game *g = cli->game;
    uint64_t tier = 0, index;
    const char *end;
    char places[64];
    if (!g->index->tiers)
        return no_position(cli, "index", text, "this game has no dense index");
    uint32_t tiers = g->index->tiers(cli->variant);
    bool good = parse_u64(text, 10, &index, &end);
    if (good && *end == ':') {
        tier = index;
        good = parse_u64(end + 1, 10, &index, &end);
    } else if (good && tiers != 1) {
        return no_position(cli, "index", text, "there are several tiers; write TIER:INDEX");
    }
    if (!good || *end)
        return no_position(cli, "index", text,
                           tiers == 1 ? "write INDEX, a whole number" : "write TIER:INDEX, two whole numbers");
    if (tier >= tiers)
        return zm_fail(cli->context, ZM_BAD_INPUT, "index %s: tiers go from 0 to %" PRIu32, text, tiers - 1);
    uint64_t size = g->index->tier_size(cli->variant, (uint32_t)tier);
    if (index >= size)
        return zm_fail(cli->context, ZM_BAD_INPUT, "index %s: tier %" PRIu64 " has %s", text, tier,
                       zm_things_text(size, "place", places));
    zm_place at = {(uint32_t)tier, index};
    *p = g->index->unrank(cli->variant, at);
    if (g->is_position && !g->is_position(cli->variant, *p))
        return no_position(cli, "index", text, "no state has this place");
    ZM_TRY(cli->context, check(cli, "index", text, *p));
    zm_place back = g->index->rank(cli->variant, *p);
    if (back.tier != at.tier || back.index != at.index)
        return no_position(cli, "index", text, "no state has this place");
    return ZM_OK;
}

static zm_status from_code(const zm_cli *cli, const zm_code *code, const char *text, zm_pos *p)
{
    uint64_t number;
    const char *end;
    zm_mistake why = {0};
    if (!parse_u64(text, 10, &number, &end) || *end)
        return no_position(cli, code->name, text, "must be a whole number");
    if (!code->decode)
        return no_position(cli, code->name, text, "this code cannot be turned back");
    if (!code->decode(cli->variant, number, p, &why))
        return no_position(cli, code->name, text, *why.text ? why.text : "no position has this number");
    return cli->game->is_position ? check(cli, code->name, text, *p) : ZM_OK; /* else the game's word has to do */
}

static zm_status unknown_code(const zm_cli *cli, const char *name)
{
    const char *names[ZM_MAX_CODES + 2] = {"index", "hex"};
    size_t count = 2;
    char all[256] = "index, hex";
    for (unsigned i = 0; i < ZM_MAX_CODES && cli->game->sources->codes[i].name; i++) {
        names[count++] = cli->game->sources->codes[i].name;
        size_t n = strlen(all);
        snprintf(all + n, sizeof all - n, ", %s", cli->game->sources->codes[i].name);
    }
    const char *near = zm_nearest(name, names, count);
    return zm_fail(cli->context, ZM_BAD_INPUT, "%s has no code \"%s\";%s%s%s it has: %s", cli->game->name, name,
                   near ? " did you mean \"" : "", near ? near : "", near ? "\"?" : "", all);
}

static const char *default_code(const zm_game *g)
{
    return g->sources->codes[0].name ? g->sources->codes[0].name : g->index->tiers ? "index" : "hex";
}

static zm_status decode(const zm_cli *cli, const char *name, const char *text, zm_pos *p)
{
    for (unsigned i = 0; i < ZM_MAX_CODES && cli->game->sources->codes[i].name; i++)
        if (!strcmp(cli->game->sources->codes[i].name, name))
            return from_code(cli, &cli->game->sources->codes[i], text, p);
    if (!strcmp(name, "index"))
        return from_index(cli, text, p);
    if (!strcmp(name, "hex"))
        return from_hex(cli, text, p);
    return unknown_code(cli, name);
}

static zm_status run(zm_cli *cli)
{
    const char *name = zm_cli_value(cli, "code");
    char usage[200];
    zm_pos p;
    if (cli->words < 2)
        return zm_fail(cli->context, ZM_BAD_INPUT, "which code? %s", zm_usage(cli->command, usage));
    name = name ? name : default_code(cli->game);
    ZM_TRY(cli->context, decode(cli, name, cli->word[1], &p));
    zm_show_numbers(cli, name, p);
    return ZM_OK;
}

extern const zm_command zm_command_decode;
const zm_command zm_command_decode = {
    .name = "decode",
    .usage = "GAME [opt=val ...] CODE [--code NAME]",
    .summary = "the position that has a number",
    .about = "NAME is one of the game's codes (\"zermelo info GAME\" lists them; the first is the default), or "
             "\"index\" for "
             "TIER:INDEX of a dense table, or \"hex\" for the 128 bits of a position.",
    .example = "zermelo decode hasenspiel --code index 0:0",
    .game = true,
    .most = 2,
    .flags = {{"code", "NAME", NULL, "which code the number is in", 0}},
    .run = run,
};
