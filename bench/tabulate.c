/* tabulate.c: the values of all positions of a variant, counted and timed.
 *
 *     tabulate [--threads N] [--memory 8G] [--value NAME] GAME [opt=val ...] */
#include "base/text.h"

#include <zermelo/tabulate.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static zm_context *context;

static void stop(int signal) { zm_stop(context); }

static void show_progress(void *arg, const zm_progress *p)
{
    fprintf(stderr, "\r%s: %.1f %% after %.0f s, %.0f s left  %s", p->phase,
            p->total ? 100.0 * (double)p->done / (double)p->total : 0.0, p->seconds, p->left, p->last ? "\n" : "");
}

static void show_note(void *arg, const char *line) { fprintf(stderr, "%s\n", line); }

static int fail(void)
{
    fprintf(stderr, "tabulate: %s\n", zm_message(context));
    return 2;
}

static void show(const zm_tabulation *t)
{
    char a[32], b[32];
    printf("%-8s %20s %20s\n", t->value, "positions", "states");
    for (unsigned i = 0; i < t->count; i++)
        printf("%-8d %20s %20s\n", t->row[i].value, zm_count_text(t->row[i].positions, a),
               zm_count_text(t->row[i].states, b));
    printf("%-8s %20s %20s\n", "all", zm_count_text(t->positions, a), zm_count_text(t->states, b));
    printf("start %d, %.3f s, %s\n", t->start, t->seconds, zm_bytes_text(t->peak_bytes, a));
}

int main(int argc, char **argv)
{
    const char *value = NULL;
    context = zm_context_new();
    if (!context)
        return 2;
    for (; argc > 2 && !strncmp(argv[1], "--", 2); argc -= 2, argv += 2) {
        uint64_t bytes;
        if (!strcmp(argv[1], "--threads"))
            zm_set_threads(context, (unsigned)atoi(argv[2]));
        else if (!strcmp(argv[1], "--memory") && zm_parse_bytes(argv[2], &bytes))
            zm_set_memory(context, bytes);
        else if (!strcmp(argv[1], "--value"))
            value = argv[2];
    }
    if (argc < 2) {
        fprintf(stderr, "usage: tabulate [--threads N] [--memory 8G] [--value NAME] GAME [opt=val ...]\n");
        return 2;
    }
    const zm_game *g;
    zm_variant *v;
    zm_tabulation t;
    signal(SIGINT, stop);
    zm_set_note(context, show_note, NULL);
    if (isatty(2))
        zm_set_progress(context, show_progress, NULL);
    if (zm_find_game(context, argv[1], &g) != ZM_OK ||
        zm_variant_new(context, g, (size_t)(argc - 2), (const char *const *)argv + 2, &v) != ZM_OK)
        return fail();
    const zm_status s = zm_tabulate(context, v, value, &t);
    zm_variant_free(context, v);
    if (s != ZM_OK)
        return fail();
    show(&t);
    zm_context_free(context);
    return 0;
}
