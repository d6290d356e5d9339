/* play_input.c: lines from somebody at a terminal, with editing, history and completion by libedit where it was there
 * at build time; or plain lines, from a pipe, a dumb terminal, or without libedit.
 *
 * While a line is edited Ctrl-C is a key like others: it empties the line. So nothing of the game is lost by it. */
#include "play.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef ZERMELO_LIBEDIT
#include <histedit.h>
#endif

struct zm_input {
    zm_session *session;
    char *line; /* of getline */
    size_t room;
    const char *prompt;
#ifdef ZERMELO_LIBEDIT
    EditLine *edit;
    History *history;
    bool cancelled;
    char edited[2 * ZM_MAX_TEXT];
#endif
};

/* ---- plain lines ---- */
/* Without the spaces around it. */
static const char *trimmed(char *line)
{
    size_t n = strlen(line);
    while (n && strchr(" \t\r\n", line[n - 1]))
        n--;
    line[n] = 0;
    return line + strspn(line, " \t");
}

/* What is read from a pipe is shown, so that what comes out can be read like a session. */
static const char *plain_line(zm_input *i)
{
    zm_session *s = i->session;
    if (s->terminal) {
        fputs(i->prompt, s->out);
        fflush(s->out);
    }
    if (getline(&i->line, &i->room, stdin) < 0)
        return NULL;
    const char *line = trimmed(i->line);
    if (!s->terminal)
        fprintf(s->out, "%s%.200s\n", i->prompt, line);
    return line;
}

#ifdef ZERMELO_LIBEDIT
/* ---- completion ---- */
typedef struct offers {
    zm_session *session;
    unsigned count;
    bool show;
    int column;
    char common[ZM_MAX_TEXT]; /* what all of them begin with */
} offers;

static void take_offer(void *arg, const char *text)
{
    offers *o = arg;
    size_t n = 0;
    if (!o->count++) {
        snprintf(o->common, sizeof o->common, "%s", text);
        return;
    }
    while (o->common[n] && o->common[n] == text[n])
        n++;
    o->common[n] = 0;
}

static void show_offer(void *arg, const char *text)
{
    enum { MOST = 200, WIDTH = 76 };
    offers *o = arg;
    const int n = (int)strlen(text);
    if (o->count++ >= MOST)
        return;
    if (o->column + n + 2 > WIDTH) {
        fputc('\n', o->session->out);
        o->column = 0;
    }
    o->column += fprintf(o->session->out, "  %s", text);
}

static void show_offers(zm_session *s, const char *typed)
{
    offers o = {.session = s};
    fputc('\n', s->out);
    zm_session_offers(s, typed, show_offer, &o);
    fputc('\n', s->out);
    fflush(s->out);
}

static void typed_so_far(EditLine *edit, char out[ZM_MAX_TEXT])
{
    const LineInfo *line = el_line(edit);
    const long n = line->cursor - line->buffer;
    snprintf(out, ZM_MAX_TEXT, "%.*s", (int)(n < ZM_MAX_TEXT ? n : ZM_MAX_TEXT - 1), line->buffer);
}

static unsigned char complete(EditLine *edit, int key)
{
    zm_input *i = NULL;
    char typed[ZM_MAX_TEXT];
    offers o = {0};
    (void)key;
    el_get(edit, EL_CLIENTDATA, &i);
    typed_so_far(edit, typed);
    zm_session_offers(i->session, typed, take_offer, &o);
    if (!o.count)
        return CC_ERROR;
    const size_t typed_length = strlen(typed);
    if (strlen(o.common) > typed_length) { /* what was typed may differ in case */
        el_deletestr(edit, (int)typed_length);
        el_insertstr(edit, o.common);
        return CC_REFRESH;
    }
    if (o.count == 1)
        return CC_NORM;
    show_offers(i->session, typed);
    return CC_REDISPLAY;
}

static unsigned char cancel(EditLine *edit, int key)
{
    const LineInfo *line = el_line(edit);
    zm_input *i = NULL;
    (void)key;
    el_get(edit, EL_CLIENTDATA, &i);
    el_cursor(edit, (int)(line->lastchar - line->cursor));
    line = el_line(edit);
    el_deletestr(edit, (int)(line->lastchar - line->buffer));
    fputs("^C (\"quit\" leaves)\n", i->session->out);
    i->cancelled = true;
    return CC_NEWLINE;
}

/* ---- editing ---- */
static char *prompt_of(EditLine *edit)
{
    static char none[] = "";
    zm_input *i = NULL;
    el_get(edit, EL_CLIENTDATA, &i);
    return i ? (char *)(uintptr_t)i->prompt : none;
}

static void open_editor(zm_input *i)
{
    HistEvent event;
    const char *term = getenv("TERM");
    if (!i->session->terminal || !term || !*term || !strcmp(term, "dumb"))
        return;
    i->history = history_init();
    i->edit = i->history ? el_init("zermelo", stdin, i->session->out, stderr) : NULL;
    if (!i->edit)
        return;
    history(i->history, &event, H_SETSIZE, 500);
    history(i->history, &event, H_SETUNIQUE, 1);
    el_set(i->edit, EL_CLIENTDATA, i);
    el_set(i->edit, EL_PROMPT, prompt_of);
    el_set(i->edit, EL_EDITOR, "emacs");
    el_set(i->edit, EL_SIGNAL, 0);
    el_set(i->edit, EL_HIST, history, i->history);
    el_set(i->edit, EL_ADDFN, "zermelo-complete", "completes a move or a word", complete);
    el_set(i->edit, EL_ADDFN, "zermelo-cancel", "empties the line", cancel);
    el_source(i->edit, NULL); /* what the user is used to, but for the keys below */
    el_set(i->edit, EL_BIND, "^I", "zermelo-complete", NULL);
    el_set(i->edit, EL_BIND, "^C", "zermelo-cancel", NULL);
    el_set(i->edit, EL_SETTY, "-d", "-isig", NULL);
}

static const char *edited_line(zm_input *i)
{
    HistEvent event;
    int count = 0;
    i->cancelled = false;
    const char *line = el_gets(i->edit, &count);
    if (i->cancelled)
        return "";
    if (!line || count <= 0)
        return NULL;
    snprintf(i->edited, sizeof i->edited, "%s", line);
    const char *text = trimmed(i->edited);
    if (*text)
        history(i->history, &event, H_ENTER, text);
    return text;
}
#endif

/* ---- both ---- */
zm_status zm_input_open(zm_session *s, zm_input **out)
{
    zm_context *c = s->cli->context;
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "the keyboard"));
    (*out)->session = s;
#ifdef ZERMELO_LIBEDIT
    open_editor(*out);
#endif
    return ZM_OK;
}

void zm_input_close(zm_input *i)
{
    if (!i)
        return;
#ifdef ZERMELO_LIBEDIT
    if (i->edit)
        el_end(i->edit);
    if (i->history)
        history_end(i->history);
#endif
    free(i->line);
    zm_release(i->session->cli->context, i);
}

const char *zm_input_line(zm_input *i, const char *prompt)
{
    i->prompt = prompt;
    fflush(i->session->out);
#ifdef ZERMELO_LIBEDIT
    if (i->edit)
        return edited_line(i);
#endif
    return plain_line(i);
}
