/* published.c: see published.h. */
#include "published.h"

#include "base/text.h"

#include <string.h>

const char *zm_difference_words(uint64_t theirs, uint64_t ours, char out[48])
{
    char count[32];
    if (theirs == ours)
        return strcpy(out, "the same");
    snprintf(out, 48, "%s %s", zm_count_text(theirs > ours ? theirs - ours : ours - theirs, count),
             theirs > ours ? "more" : "fewer");
    return out;
}

/* ---- text ---- */
typedef struct line {
    char text[600];
    size_t used;
} line;

/* ", 666,912 won by fox (27 more)"; nothing when the source does not give the number. */
static void add_number(line *l, uint64_t theirs, const uint64_t *ours, const char *what)
{
    char count[32], words[48];
    if (theirs == ZM_NOT_GIVEN)
        return;
    l->used += (size_t)snprintf(l->text + l->used, sizeof l->text - l->used, "%s%s %s", l->used ? ", " : "",
                                zm_count_text(theirs, count), what);
    if (ours)
        l->used += (size_t)snprintf(l->text + l->used, sizeof l->text - l->used, " (%s)",
                                    zm_difference_words(theirs, *ours, words));
}

void zm_print_published(const zm_variant *v, const zm_summary *ours)
{
    for (const zm_published *p = NULL; (p = zm_published_of(v, p));) {
        line l = {{0}, 0};
        char label[80];
        add_number(&l, p->states, ours ? &ours->states : NULL, "states");
        for (unsigned i = 0; i < 2; i++) {
            snprintf(label, sizeof label, "won by %s", zm_player(v->game, i));
            add_number(&l, p->won_by[i], ours ? &ours->won_by[i] : NULL, label);
        }
        add_number(&l, p->drawn, ours ? &ours->drawn : NULL, "drawn");
        if (p->table)
            snprintf(l.text + l.used, sizeof l.text - l.used, ", table %s", p->table);
        int n = printf("  %-12s ", p->source->name);
        zm_print_wrapped(stdout, n, 15, l.text);
        n = printf("%15s", "");
        zm_print_wrapped(stdout, n, 15, p->source->title);
    }
}

/* ---- JSON ---- */
void zm_json_bound(zm_json *j, const zm_variant *v)
{
    uint64_t bound = zm_bound_of(v);
    if (bound)
        zm_json_number(j, "bound", bound);
    else
        zm_json_null(j, "bound");
}

static void json_count(zm_json *j, const char *key, uint64_t n)
{
    if (n == ZM_NOT_GIVEN)
        zm_json_null(j, key);
    else
        zm_json_number(j, key, n);
}

static void json_less(zm_json *j, const char *key, uint64_t theirs, uint64_t ours)
{
    if (theirs == ZM_NOT_GIVEN)
        zm_json_null(j, key);
    else
        zm_json_signed(j, key, (int64_t)(theirs - ours));
}

static void json_difference(zm_json *j, const zm_game *g, const zm_published *p, const zm_summary *ours)
{
    if (!ours) {
        zm_json_null(j, "difference");
        return;
    }
    zm_json_open(j, "difference", '{');
    json_less(j, "states", p->states, ours->states);
    zm_json_open(j, "won_by", '{');
    for (unsigned i = 0; i < 2; i++)
        json_less(j, zm_player(g, i), p->won_by[i], ours->won_by[i]);
    zm_json_close(j, '}');
    json_less(j, "drawn", p->drawn, ours->drawn);
    zm_json_close(j, '}');
}

void zm_json_published(zm_json *j, const zm_variant *v, const zm_summary *ours)
{
    zm_json_open(j, "published", '[');
    for (const zm_published *p = NULL; (p = zm_published_of(v, p));) {
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "source", p->source->name);
        zm_json_text(j, "title", p->source->title);
        json_count(j, "states", p->states);
        zm_json_open(j, "won_by", '{');
        for (unsigned i = 0; i < 2; i++)
            json_count(j, zm_player(v->game, i), p->won_by[i]);
        zm_json_close(j, '}');
        json_count(j, "drawn", p->drawn);
        zm_json_text(j, "size", p->table);
        json_difference(j, v->game, p, ours);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}
