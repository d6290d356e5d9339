/* json.c: see json.h. */
#include "json.h"

#include <inttypes.h>
#include <math.h>

static void quoted(FILE *out, const char *s)
{
    putc('"', out);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c == '\n')
            fputs("\\n", out);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}

static void begin(zm_json *j, const char *key)
{
    if (j->comma)
        putc(',', j->out);
    j->comma = true;
    if (key) {
        quoted(j->out, key);
        putc(':', j->out);
    }
}

void zm_json_open(zm_json *j, const char *key, char bracket)
{
    begin(j, key);
    putc(bracket, j->out);
    j->comma = false;
}

void zm_json_close(zm_json *j, char bracket)
{
    putc(bracket, j->out);
    j->comma = true;
}

void zm_json_text(zm_json *j, const char *key, const char *text)
{
    begin(j, key);
    if (text)
        quoted(j->out, text);
    else
        fputs("null", j->out);
}

void zm_json_number(zm_json *j, const char *key, uint64_t n)
{
    begin(j, key);
    fprintf(j->out, "%" PRIu64, n);
}

void zm_json_signed(zm_json *j, const char *key, int64_t n)
{
    begin(j, key);
    fprintf(j->out, "%" PRId64, n);
}

void zm_json_real(zm_json *j, const char *key, double x)
{
    begin(j, key);
    if (isfinite(x))
        fprintf(j->out, "%.9g", x);
    else
        fputs("null", j->out);
}

void zm_json_bool(zm_json *j, const char *key, bool b)
{
    begin(j, key);
    fputs(b ? "true" : "false", j->out);
}

void zm_json_null(zm_json *j, const char *key) { zm_json_text(j, key, NULL); }

void zm_json_raw(zm_json *j, const char *key, const char *digits)
{
    begin(j, key);
    fputs(digits, j->out);
}
