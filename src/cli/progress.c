/* progress.c: notes and progress on standard error.
 *
 * On a terminal there is a bar, one line that is rewritten in place and cleared when its phase ends; before a note or
 * an error is written the line is cleared, so that no text is ever left behind a shorter one. Elsewhere, in a log, a
 * line is written every half minute ($ZERMELO_PROGRESS: every so many seconds); what takes less says nothing. */
#include "print.h"

#include "base/clock.h"
#include "base/text.h"

#include <stdlib.h>
#include <unistd.h>

#define CLEAR "\r\033[K"

enum { BAR_COLUMNS = 20 };

static void show_bar(const zm_cli *cli, double share)
{
    int full = (int)(share * BAR_COLUMNS);
    for (int i = 0; i < BAR_COLUMNS; i++)
        fputs(cli->utf8 ? (i < full ? "█" : "░") : (i < full ? "#" : "."), stderr);
}

static void show_numbers(const zm_progress *p)
{
    char done[32], rate[32], left[32];
    if (p->total) {
        const double share = (double)p->done / (double)p->total;
        fprintf(stderr, " %3.0f %%", share > 1 ? 100 : share * 100);
    } else {
        fprintf(stderr, "%s", zm_count_text(p->done, done));
    }
    fprintf(stderr, "  %s/s", zm_count_text((uint64_t)p->rate, rate));
    bool steady = p->seconds > 1 && p->done > p->total / 50; /* before that the estimate is a guess */
    if (p->left >= 0 && steady)
        fprintf(stderr, "  %s left", zm_seconds_text(p->left, left));
}

static void show(void *arg, const zm_progress *p)
{
    zm_cli *cli = arg;
    fputs(CLEAR, stderr);
    cli->bar = !p->last;
    if (p->last)
        return;
    fprintf(stderr, "%.24s ", p->phase);
    if (p->total) {
        const double share = (double)p->done / (double)p->total;
        show_bar(cli, share > 1 ? 1 : share);
    }
    show_numbers(p);
    fflush(stderr);
}

static void log_line(void *arg, const zm_progress *p)
{
    zm_cli *cli = arg;
    const double now = zm_now();
    if (p->last || now - cli->logged < cli->log_seconds)
        return;
    cli->logged = now;
    fprintf(stderr, "%s:%s", p->phase, p->total ? "" : " ");
    show_numbers(p);
    fputc('\n', stderr);
}

static void log_progress(zm_cli *cli)
{
    enum { LOG_SECONDS = 30 };
    const char *text = getenv("ZERMELO_PROGRESS");
    char *end = NULL;
    const double seconds = text && *text ? strtod(text, &end) : 0;
    cli->log_seconds = end && end > text && !*end && seconds >= 0 ? seconds : LOG_SECONDS; /* no number: the usual */
    cli->logged = zm_now();
    zm_set_progress(cli->context, log_line, cli);
}

static void note(void *arg, const char *line)
{
    const bool *terminal = arg;
    if (!*terminal) { /* a line is a line for programs that read it */
        fprintf(stderr, "%s\n", line);
        return;
    }
    fputs(CLEAR, stderr);
    zm_print_wrapped(stderr, 1, 2, line);
}

void zm_clear_progress(const zm_cli *cli)
{
    if (cli->bar)
        fputs(CLEAR, stderr);
}

void zm_show_progress(zm_cli *cli)
{
    static const bool yes = true, no = false;
    bool terminal = isatty(STDERR_FILENO);
    if (cli->quiet)
        return;
    zm_set_note(cli->context, note, (void *)(terminal ? &yes : &no));
    if (terminal)
        zm_set_progress(cli->context, show, cli);
    else
        log_progress(cli);
}
