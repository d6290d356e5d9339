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
