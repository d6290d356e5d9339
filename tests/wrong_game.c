/* wrong_game.c: a plugin for tests. A heap of coins, one or two are taken; it is right unless $WRONG says otherwise:
 * "loop moves 7" is a loop without end in `moves` where seven coins are left, "loop moves,write 7" in both. The file
 * $ENTERED is made before. So a table can be made by right rules and then be used by wrong ones. */
#include <zermelo/rules.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef INDEXED
#define NAME "wrong-dense"
#else
#define NAME "wrong-hash"
#endif

typedef struct data {
    char how[16], where[32];
    unsigned long at, coins;
} data;

static const data *of(const zm_variant *v) { return v->data; }
static volatile int zero, *nowhere;
static _Alignas(65536) char name[65536] = NAME; /* larger than a page: what can be read of it can be taken away */

static __attribute__((noinline)) int deeper(int n)
{
    volatile char room[256];
    room[0] = (char)n;
    return deeper(n + 1) + room[0];
}

static bool is(const zm_variant *v, const char *how) { return !strcmp(of(v)->how, how); }

static bool is_where(const zm_variant *v, const char *function)
{
    const size_t n = strlen(function);
    for (const char *at = of(v)->where; at; at = strchr(at, ','), at += at ? 1 : 0)
        if (!strncmp(at, function, n) && (!at[n] || at[n] == ','))
            return true;
    return false;
}

static void enter(void)
{
    const char *path = getenv("ENTERED");
    if (path)
        close(open(path, O_CREAT | O_WRONLY, 0600));
}

static void trouble(const zm_variant *v, zm_pos p, const char *function)
{
    if (!*of(v)->how || p.lo != of(v)->at || !is_where(v, function))
        return;
    enter();
    if (is(v, "hide"))
        mprotect(name, sizeof name, PROT_NONE);
    if (is(v, "null") || is(v, "hide"))
        *nowhere = 1;
    if (is(v, "recursion"))
        zero = deeper(0);
    while (is(v, "loop"))
        zero = 0;
    if (is(v, "division"))
        zero = 7 / zero;
    if (is(v, "abort"))
        abort();
    if (is(v, "exit"))
        exit(1);
    if (is(v, "slow"))
        usleep(250000); /* the report after it is due on every machine: they come five times a second */
}

static bool prepare(zm_variant *v, void *room, zm_mistake *why)
{
    data *d = room;
    const char *wrong = getenv("WRONG");
    (void)why;
    d->coins = (unsigned long)zm_option_number(v, "coins");
    if (wrong && *wrong)
        sscanf(wrong, "%15s %31s %lu", d->how, d->where, &d->at);
    return true;
}

static zm_pos start(const zm_variant *v) { return (zm_pos){.lo = of(v)->coins}; }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    trouble(v, p, "moves");
    for (zm_move m = 1; m <= 2 && m <= p.lo; m++)
        out[n++] = m;
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    trouble(v, p, "play");
    p.lo -= m;
    return zm_next_turn(p);
}

static bool read_position(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    char *end;
    *p = (zm_pos){.lo = strtoul(text, &end, 10), .hi = *end == 'b' ? ZM_TURN_BIT : 0};
    return p->lo <= of(v)->coins || zm_wrong(why, 0, "so many coins there are not");
}

static void write_position(const zm_variant *v, zm_pos p, zm_text *out)
{
    trouble(v, p, "write");
    zm_say(out, "%u%c", (unsigned)p.lo, p.hi ? 'b' : 'a');
}

#ifdef INDEXED
static uint32_t tiers(const zm_variant *v)
{
    (void)v;
    return 1;
}

static uint64_t tier_size(const zm_variant *v, uint32_t tier)
{
    (void)tier;
    return 2 * (of(v)->coins + 1);
}

static zm_place rank(const zm_variant *v, zm_pos p)
{
    trouble(v, p, "rank");
    if (is(v, "far") && p.lo == of(v)->at)
        return (zm_place){0, (uint64_t)1 << 50};
    return (zm_place){0, p.lo * 2 + (p.hi >> 63)};
}

static zm_pos unrank(const zm_variant *v, zm_place at)
{
    const zm_pos p = {.lo = at.index / 2, .hi = at.index % 2 ? ZM_TURN_BIT : 0};
    trouble(v, p, "unrank");
    return p;
}
#define INDEX \
    .index = ZM_INDEX(.tiers = tiers, .tier_size = tier_size, .rank = rank, .unrank = unrank, .inside = INDEXED),
#else
#define INDEX
#endif

ZM_GAME(wrong, name, .title = "Wrong", .about = "Coins.", .data_bytes = sizeof(data), .prepare = prepare,
        .options = {ZM_INT("coins", "2000", 1, 100000000, "coins")}, .start = start, .moves = moves, .play = play,
        .read = read_position, INDEX.write = write_position)
