/* published.c: what others have found out about a variant. Rows are kept with the game, by their settings as text. */
#include <zermelo/variant.h>

#include <string.h>

uint64_t zm_bound_of(const zm_variant *v)
{
    return v->game->sources->bound.states ? v->game->sources->bound.states(v) : 0;
}

const zm_published *zm_published_of(const zm_variant *v, const zm_published *after)
{
    const zm_published *rows = v->game->sources->published, *row = after ? after + 1 : rows;
    char text[ZM_VARIANT_TEXT];
    if (!rows->source)
        return NULL;
    zm_variant_text(v, ' ', false, text, sizeof text);
    for (; row < rows + ZM_MAX_PUBLISHED && row->source; row++)
        if (!strcmp(row->settings, text))
            return row;
    return NULL;
}
