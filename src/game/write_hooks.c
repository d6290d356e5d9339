/* write_hooks.c: see write_hooks.h.
 *
 * An author writes one file, with static functions and a ZM_GAME at its end. For kernels that are compiled with its
 * rules the compiler must see which function is which hook, and which constants there are. The completed game knows all of it
 * but the names: those of the author's functions are found by their addresses (symbols.h), those that a board derives
 * are functions of board_index.h (zm_board_derived_name). Only what kernels ask for is listed: others may do what a device
 * cannot. */
#include "write_hooks.h"
#include "board/derive.h"
#include "symbols.h"

typedef struct hook {
    const char *member;
    uintptr_t function; /* 0: the game does not have it */
} hook;

typedef struct writer {
    zm_context *c;
    const zm_game *game;
    FILE *out;
} writer;

#define MEMBER(of, name)             \
    {                                \
#name, (uintptr_t)(of)->name \
    }
#define LIST(...) ((const hook[]){__VA_ARGS__, {NULL, 0}})

static zm_status write_hook(writer *w, const hook *h)
{
    char own[ZM_SYMBOL_ROOM];
    const char *name = zm_board_derived_name(h->function);
    if (!name && !zm_symbol_at(w->c, h->function, own))
        return zm_fail(w->c, ZM_BAD_INPUT, "the name of its function `%s` is not known", h->member);
    fprintf(w->out, " HOOK(%s, %s)", h->member, name ? name : own);
    return ZM_OK;
}

static zm_status write_list(writer *w, const char *part, const hook *list, const char *constants)
{
    fprintf(w->out, "#define %s(HOOK)%s", part, constants);
    for (const hook *h = list; h->member; h++)
        if (h->function)
            ZM_TRY(w->c, write_hook(w, h));
    fputc('\n', w->out);
    return ZM_OK;
}

static zm_status write_rules(writer *w)
{
    const zm_game *g = w->game;
    char constants[128];
    snprintf(constants, sizeof constants, "%s%s", g->impartial ? " HOOK(impartial, true)" : "",
             g->from_mover ? " HOOK(from_mover, true)" : "");
    if (g->most_moves)
        fprintf(w->out, "#define MOST_MOVES %u\n", g->most_moves);
    return write_list(w, "RULES",
                      LIST(MEMBER(g, moves), MEMBER(g, play), MEMBER(g, ended), MEMBER(g, fingerprint),
                           MEMBER(g, keeps_turn)),
                      constants);
}

static zm_status write_dice(writer *w)
{
    const zm_dice *d = w->game->dice;
    char constants[64];
    if (!d->rolls)
        return ZM_OK;
    snprintf(constants, sizeof constants, " HOOK(rolls, %u)", d->rolls);
    return write_list(w, "DICE", LIST(MEMBER(d, moves), MEMBER(d, odds)), constants);
}

static zm_status write_index(writer *w)
{
    static const char *const inside[] = {
        [ZM_CYCLES] = "ZM_CYCLES", [ZM_DESCENDS] = "ZM_DESCENDS", [ZM_LEAVES] = "ZM_LEAVES"};
    const zm_index *x = w->game->index;
    char constants[128];
    if (!x->rank)
        return ZM_OK;
    snprintf(constants, sizeof constants, " HOOK(inside, %s)%s", inside[x->inside],
             x->all_reachable ? " HOOK(all_reachable, true)" : "");
    return write_list(w, "INDEX",
                      LIST(MEMBER(x, tiers), MEMBER(x, tier_size), MEMBER(x, rank), MEMBER(x, unrank),
                           MEMBER(x, is_state), MEMBER(x, place)),
                      constants);
}

static zm_status write_backward(writer *w)
{
    const zm_backward *b = w->game->backward;
    if (b->parents)
        ZM_TRY(w->c, write_list(w, "PARENTS", LIST(MEMBER(b, parents)), ""));
    if (b->leaving && b->parents_inside)
        ZM_TRY(w->c, write_list(w, "COUNTING", LIST(MEMBER(b, leaving), MEMBER(b, parents_inside)), ""));
    return ZM_OK;
}

static zm_status write_rows(writer *w)
{
    const zm_rows *r = w->game->rows;
    if (!r->width)
        return ZM_OK;
    ZM_TRY(w->c, write_list(w, "ROW_PARENTS", LIST(MEMBER(r, width), MEMBER(r, parents_of_row)), ""));
    return write_list(w, "ROWS",
                      LIST(MEMBER(r, has), MEMBER(r, turned), MEMBER(r, whole), MEMBER(r, look), MEMBER(r, beside),
                           MEMBER(r, apart), MEMBER(r, turn), MEMBER(r, lead)),
                      "");
}

/* The author may have macros of these names. */
static void forget_lists(FILE *out)
{
    static const char *const lists[] = {"RULES",       "DICE", "INDEX", "INDEX_BY_POINTER", "PARENTS", "COUNTING",
                                        "ROW_PARENTS", "ROWS", "HUNT",  "HUNT_CYCLIC",      "SEARCH",  "MOST_MOVES"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fprintf(out, "#undef %s\n", lists[i]);
}

zm_status zm_write_hooks(zm_context *c, const zm_game *g, FILE *out)
{
    writer w = {c, g, out};
    fprintf(out, "/* The hooks of %s. Made by zermelo. */\n", g->name);
    forget_lists(out);
    if (g->board)
        fputs("#include <zermelo/board_index.h>\n", out);
    ZM_TRY(c, write_rules(&w));
    ZM_TRY(c, write_dice(&w));
    ZM_TRY(c, write_index(&w));
    ZM_TRY(c, write_backward(&w));
    ZM_TRY(c, write_rows(&w));
    return ferror(out) ? zm_fail(c, ZM_IO, "cannot write the hooks of %s", g->name) : ZM_OK;
}
