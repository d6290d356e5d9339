/* write.c: a tree as text, so that it is read as the same tree. A game has its options by name, those that are not
 * default, and its position where that is not the start. */
#include "expression.h"

#include <stdio.h>
#include <string.h>

typedef struct writer {
    const zm_expression *e;
    const zm_pos *at;
    char *out;
    size_t size, length;
} writer;

static void put(writer *w, const char *text)
{
    const size_t n = strlen(text);
    if (w->length < w->size)
        snprintf(w->out + w->length, w->size - w->length, "%s", text);
    w->length += n;
}

static void put_game(writer *w, unsigned part, zm_pos at)
{
    const zm_variant *v = zm_expression_variant(w->e, part);
    char options[ZM_VARIANT_TEXT], position[ZM_MAX_TEXT], start[ZM_MAX_TEXT];
    zm_variant_text(v, ';', false, options, sizeof options);
    zm_write_position(v, at, position, sizeof position);
    zm_write_position(v, v->game->start(v), start, sizeof start);
    const bool moved = strcmp(position, start) != 0;
    put(w, v->game->name);
    if (!*options && !moved)
        return;
    put(w, "(");
    put(w, options);
    put(w, moved ? *options ? ";@" : "@" : "");
    put(w, moved ? position : "");
    put(w, ")");
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the expression */
static void put_node(writer *w, uint32_t number)
{
    const zm_node *node = &w->e->node[number];
    if (node->leaf) {
        put_game(w, node->first, w->at[node->first]);
        return;
    }
    put(w, zm_compound_name[node->how]);
    for (uint32_t child = node->child; child != ZM_NO_NODE; child = w->e->node[child].next) {
        put(w, child == node->child ? "(" : ", ");
        put_node(w, child);
    }
    put(w, ")");
}

size_t zm_expression_write(const zm_expression *e, const zm_pos *at, char *out, size_t size)
{
    writer w = {e, at, out, size, 0};
    put_node(&w, 0);
    return w.length;
}

size_t zm_expression_write_part(const zm_expression *e, unsigned part, zm_pos at, char *out, size_t size)
{
    writer w = {e, NULL, out, size, 0};
    put_game(&w, part, at);
    return w.length;
}
