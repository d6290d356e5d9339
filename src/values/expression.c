/* expression.c: text to tree: `wtia(limited-nim(18;1,3,4), sum(queen(8;4,6), nim(7)))`. Mistakes are told with the
 * character. */
#include "expression.h"

#include "game/expand.h"
#include "game/option.h"
#include "product.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct reader {
    zm_values *values;
    zm_expression *e;
    const char *text, *at;
    unsigned depth;
    unsigned others; /* of the compounds around, those that are no sums */
    bool any_game;   /* also one that is not impartial */
} reader;

enum { DEEPEST = 64, NAME = 128, ARGUMENTS = 1024, LONGEST_LOOK = 1000 };

static zm_status wrong(const reader *r, const char *at, const char *what)
{
    return zm_fail(r->values->context, ZM_BAD_INPUT, "expression, character %zu: %s", (size_t)(at - r->text) + 1, what);
}

/* What a call below has said, with the place in front. */
static zm_status wrong_as_said(const reader *r, const char *at, zm_status s)
{
    char said[600];
    snprintf(said, sizeof said, "%s", zm_message(r->values->context));
    return s == ZM_BAD_INPUT || s == ZM_NOT_FOUND ? wrong(r, at, said) : s;
}

static void skip_space(reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

/* ---- room ---- */
static zm_status new_node(reader *r, zm_node node, uint32_t *out)
{
    zm_context *c = r->values->context;
    zm_expression *e = r->e;
    if (e->nodes == e->node_room) {
        e->node_room = e->node_room ? 2 * e->node_room : 16;
        ZM_TRY(c, zm_resize(c, &e->node, e->node_room, sizeof *e->node, "an expression"));
    }
    *out = e->nodes;
    e->node[e->nodes++] = node;
    return ZM_OK;
}

static zm_status new_leaf(reader *r, const char *at, zm_leaf leaf)
{
    zm_context *c = r->values->context;
    zm_expression *e = r->e;
    if (e->leaves == ZM_MAX_LEAVES)
        return wrong(r, at, "4,096 games are the most");
    if (e->leaves == e->leaf_room) {
        e->leaf_room = e->leaf_room ? 2 * e->leaf_room : 16;
        ZM_TRY(c, zm_resize(c, &e->leaf, e->leaf_room, sizeof *e->leaf, "an expression"));
    }
    e->leaf[e->leaves++] = leaf;
    return ZM_OK;
}

/* ---- a game ---- */
typedef struct arguments {
    char setting[ZM_MAX_OPTIONS][ZM_SETTING_ROOM];
    const char *list[ZM_MAX_OPTIONS], *at[ZM_MAX_OPTIONS]; /* settings, and where they are written */
    unsigned count;
    const char *position, *position_at; /* NULL: the start */
    char room[ARGUMENTS];
} arguments;

static zm_status take_argument(reader *r, const zm_game *g, const char *at, char *text, unsigned place, arguments *a)
{
    const char *equals = strchr(text, '=');
    if (*text == '@') {
        a->position = text + 1;
        a->position_at = at + 1;
        return ZM_OK;
    }
    if (a->count == ZM_MAX_OPTIONS)
        return wrong(r, at, "more settings than any game has");
    char *to = a->setting[a->count];
    a->list[a->count] = to;
    a->at[a->count] = at;
    if (!equals && (place >= ZM_MAX_OPTIONS || !g->options[place].name))
        return wrong(r, at, "the game has fewer options; @ begins a position");
    const int length = equals ? snprintf(to, ZM_SETTING_ROOM, "%s", text)
                              : snprintf(to, ZM_SETTING_ROOM, "%s=%s", g->options[place].name, text);
    if (length >= ZM_SETTING_ROOM)
        return wrong(r, at, "no option is that long");
    a->count++;
    return ZM_OK;
}

/* Between the brackets, up to the closing one: options with ; between. */
static zm_status read_arguments(reader *r, const zm_game *g, arguments *a)
{
    zm_context *c = r->values->context;
    const size_t length = strcspn(r->at, "()");
    unsigned place = 0;
    if (r->at[length] != ')')
        return wrong(r, r->at + length,
                     r->at[length] ? "a game's options have no ( in them" : "expected ) after the options of a game");
    if (length >= sizeof a->room)
        return wrong(r, r->at, "options that long nobody has");
    memcpy(a->room, r->at, length);
    a->room[length] = 0;
    for (char *text = a->room, *next; text; text = next) {
        next = strchr(text, ';');
        if (next)
            *next++ = 0;
        const char *at = r->at + (text - a->room);
        while (isspace((unsigned char)*text))
            text++, at++;
        for (size_t n = strlen(text); n && isspace((unsigned char)text[n - 1]); n--)
            text[n - 1] = 0;
        if (*text)
            ZM_TRY(c, take_argument(r, g, at, text, place, a));
        else if (next || place)
            return wrong(r, at, "expected an option or a position");
        place++;
    }
    r->at += length + 1;
    return ZM_OK;
}

/* What a variant has said, with the place of the setting in front, or of all of them where no single one is wrong. */
static zm_status wrong_setting(const reader *r, const zm_game *g, const arguments *a, const char *all_at, zm_status s)
{
    zm_context *c = r->values->context;
    char said[600];
    snprintf(said, sizeof said, "%s", zm_message(c));
    const size_t first = zm_first_wrong_setting(c, g, a->count, a->list);
    zm_fail(c, s, "%s", said);
    return wrong_as_said(r, first < a->count ? a->at[first] : all_at, s);
}

/* Is it won, drawn or lost by anything but who cannot move, along one way to play it? */
static bool has_another_end(const zm_variant *v, zm_pos p, zm_option_room *room)
{
    const zm_game *r = v->game;
    for (unsigned plies = 0; plies < LONGEST_LOOK; plies++) {
        if (r->ended && r->ended(v, p) != ZM_OPEN)
            return true;
        if (!zm_options_of(v, p, room))
            return false;
        p = r->play(v, p, room->moves[0]);
    }
    return false;
}

/* Which games can stand where the reader is. */
static zm_status check_game(reader *r, const zm_variant *v, const char *name_at)
{
    zm_context *c = r->values->context;
    if (r->any_game)
        return ZM_OK;
    if (v->game->dice->rolls)
        return wrong(r, name_at, "this game has dice: it has no such values");
    if (!v->game->impartial)
        return wrong(r, name_at, "the players have different moves in this game: it has no such values");
    if (!zm_rules_extra_turns(v->game, v))
        return ZM_OK;
    ZM_TRY(c, zm_option_room_get(c, &r->values->here));
    if (has_another_end(v, v->game->start(v), &r->values->here))
        return wrong(r, name_at,
                     "a player may move twice in this game, and it is not decided by who cannot move: it has no such "
                     "values");
    return r->others ? wrong(r, name_at, "a player may move twice in this game: it can be part of sums only") : ZM_OK;
}

static zm_status read_game(reader *r, const char *name, const char *name_at, uint32_t *out)
{
    zm_context *c = r->values->context;
    const char *options_at = r->at;
    const zm_game *g;
    zm_leaf leaf;
    arguments *a;
    zm_status s = zm_find_game(c, name, &g);
    if (s != ZM_OK)
        return wrong_as_said(r, name_at, s);
    ZM_TRY(c, zm_alloc(c, &a, 1, sizeof *a, "the options of a game"));
    if (*r->at == '(') {
        r->at++;
        s = read_arguments(r, g, a);
    }
    if (s == ZM_OK && (s = zm_values_game(r->values, g, a->count, a->list, &leaf.game)) != ZM_OK)
        s = wrong_setting(r, g, a, options_at, s);
    const zm_variant *v = s == ZM_OK ? r->values->game[leaf.game]->variant : NULL;
    if (s == ZM_OK)
        s = check_game(r, v, name_at);
    if (s == ZM_OK && a->position) {
        s = zm_read_position(c, v, a->position, &leaf.given);
        if (s != ZM_OK)
            s = wrong_as_said(r, a->position_at, s);
        else if (!r->any_game && g->ended && g->ended(v, leaf.given) == ZM_WIN)
            s = wrong(r, a->position_at, "the last move has given this game up: it has no such values");
    } else if (s == ZM_OK) {
        leaf.given = g->start(v);
    }
    zm_release(c, a);
    ZM_TRY(c, s);
    leaf.start = zm_turnless(v, leaf.given);
    const zm_node node = {.leaf = true,
                          .child = ZM_NO_NODE,
                          .next = ZM_NO_NODE,
                          .first = r->e->leaves,
                          .leaves = 1,
                          .extra_turns = zm_rules_extra_turns(g, v)};
    ZM_TRY(c, new_node(r, node, out));
    return new_leaf(r, name_at, leaf);
}

/* ---- games put together ---- */
static zm_status read_any(reader *r, uint32_t *out);

static zm_status read_compound(reader *r, zm_compound how, uint32_t *out)
{
    zm_context *c = r->values->context;
    uint32_t last = ZM_NO_NODE, child;
    if (*r->at != '(')
        return wrong(r, r->at, "expected ( and games with commas between");
    ZM_TRY(c, new_node(r, (zm_node){.how = how, .child = ZM_NO_NODE, .next = ZM_NO_NODE, .first = r->e->leaves}, out));
    r->others += how != ZM_SUM;
    do {
        r->at++;
        ZM_TRY(c, read_any(r, &child));
        r->e->node[*out].extra_turns |= r->e->node[child].extra_turns;
        *(last == ZM_NO_NODE ? &r->e->node[*out].child : &r->e->node[last].next) = child;
        last = child;
        r->e->node[*out].children++;
        skip_space(r);
    } while (*r->at == ',');
    if (*r->at != ')')
        return wrong(r, r->at, "expected , and another game, or )");
    r->at++;
    r->others -= how != ZM_SUM;
    r->e->node[*out].leaves = r->e->leaves - r->e->node[*out].first;
    return ZM_OK;
}

static zm_status note_text(const reader *r, const char *begin, uint32_t node)
{
    r->e->node[node].begin = (uint32_t)(begin - r->text);
    r->e->node[node].end = (uint32_t)(r->at - r->text);
    return ZM_OK;
}

/* NOLINTNEXTLINE(misc-no-recursion): DEEPEST deep */
static zm_status read_any(reader *r, uint32_t *out)
{
    char name[NAME];
    skip_space(r);
    const char *at = r->at;
    size_t n = 0;
    while (r->at[n] && !strchr("(),;", r->at[n]) && !isspace((unsigned char)r->at[n]))
        n++;
    if (!n)
        return wrong(r, at, "expected the name of a game, or sum, union, selective, and, also or wtia");
    if (n >= sizeof name)
        return wrong(r, at, "no name is that long");
    memcpy(name, at, n);
    name[n] = 0;
    r->at += n;
    skip_space(r);
    for (zm_compound how = ZM_SUM; how <= ZM_WTIA; how++)
        if (!strcmp(name, zm_compound_name[how])) {
            if (++r->depth > DEEPEST)
                return wrong(r, at, "too deep");
            const zm_status s = read_compound(r, how, out);
            r->depth--;
            return s == ZM_OK ? note_text(r, at, *out) : s;
        }
    const zm_status s = read_game(r, name, at, out);
    return s == ZM_OK ? note_text(r, at, *out) : s;
}

static zm_status finish(zm_expression *e, const char *text)
{
    zm_context *c = e->values->context;
    ZM_TRY(c, zm_alloc(c, &e->text, strlen(text) + 1, 1, "an expression"));
    strcpy(e->text, text);
    ZM_TRY(c, zm_alloc(c, &e->product, e->nodes, sizeof *e->product, "an expression"));
    ZM_TRY(c, zm_alloc(c, &e->known, e->nodes, sizeof *e->known, "an expression"));
    for (uint32_t i = 0; i < e->nodes; i++)
        for (zm_kind k = 0; k < ZM_KINDS; k++)
            e->known[i][k].searched = UINT64_MAX;
    return ZM_OK;
}

static zm_status read_all(zm_values *s, const char *text, bool any_game, zm_expression **out)
{
    zm_context *c = s->context;
    zm_expression *e;
    uint32_t root;
    *out = NULL;
    ZM_TRY(c, zm_alloc(c, &e, 1, sizeof *e, "an expression"));
    e->values = s;
    reader r = {.values = s, .e = e, .text = text, .at = text, .any_game = any_game};
    zm_status status = read_any(&r, &root);
    skip_space(&r);
    if (status == ZM_OK && any_game && !e->node[0].leaf)
        status = wrong(&r, text, "expected one game by itself");
    if (status == ZM_OK && *r.at)
        status = wrong(&r, r.at, "expected the end");
    if (status == ZM_OK)
        status = finish(e, text);
    if (status != ZM_OK)
        zm_expression_free(e);
    else
        *out = e;
    return status;
}

zm_status zm_expression_read(zm_values *s, const char *text, zm_expression **out)
{
    return read_all(s, text, false, out);
}

zm_status zm_expression_read_game(zm_values *s, const char *text, zm_expression **out)
{
    return read_all(s, text, true, out);
}

void zm_expression_free(zm_expression *e)
{
    if (!e)
        return;
    zm_context *c = e->values->context;
    for (uint32_t i = 0; e->product && i < e->nodes; i++)
        zm_product_free(c, e->product[i]);
    void *const blocks[] = {e->text, e->node, e->leaf, e->product, e->known, e};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(c, blocks[i]);
}

bool zm_expression_gives_up(const zm_expression *e, unsigned part)
{
    const zm_known_game *g = e->values->game[e->leaf[part].game];
    return g->whole.gives_up || g->pieces.gives_up;
}

unsigned zm_expression_parts(const zm_expression *e) { return e->leaves; }
const zm_variant *zm_expression_variant(const zm_expression *e, unsigned part)
{
    return e->values->game[e->leaf[part].game]->variant;
}
zm_pos zm_expression_position(const zm_expression *e, unsigned part) { return e->leaf[part].given; }
