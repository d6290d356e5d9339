/* json.c: see json.h. A server writes a few thousand pieces an answer, so each costs little: no formats, no locks. */
#include "json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(zm_json *j, size_t more)
{
    if (more <= j->room - j->bytes)
        return true;
    const size_t room = 2 * (j->room + more) + 4000;
    char *text = j->failed ? NULL : realloc(j->text, room);
    j->failed = !text;
    if (text) {
        j->text = text;
        j->room = room;
    }
    return text;
}

static void put(zm_json *j, const char *data, size_t bytes)
{
    if (j->out) {
        fwrite_unlocked(data, 1, bytes, j->out);
    } else if (make_room(j, bytes)) {
        memcpy(j->text + j->bytes, data, bytes);
        j->bytes += bytes;
    }
}

static void put_char(zm_json *j, char c)
{
    if (!j->out && j->bytes < j->room)
        j->text[j->bytes++] = c;
    else
        put(j, &c, 1);
}

static void put_text(zm_json *j, const char *text) { put(j, text, strlen(text)); }

static bool plain(char c) { return (unsigned char)c >= 0x20 && c != '"' && c != '\\'; }

static void put_escaped(zm_json *j, char c)
{
    char text[8];
    if (c == '"' || c == '\\')
        snprintf(text, sizeof text, "\\%c", c);
    else if (c == '\n')
        snprintf(text, sizeof text, "\\n");
    else
        snprintf(text, sizeof text, "\\u%04x", (unsigned char)c);
    put_text(j, text);
}

static void quoted(zm_json *j, const char *s)
{
    put_char(j, '"');
    while (*s) {
        size_t n = 0;
        while (s[n] && plain(s[n]))
            n++;
        put(j, s, n);
        s += n;
        if (*s)
            put_escaped(j, *s++);
    }
    put_char(j, '"');
}

static void begin(zm_json *j, const char *key)
{
    if (j->comma)
        put_char(j, ',');
    j->comma = true;
    if (key) {
        quoted(j, key);
        put_char(j, ':');
    }
}

void zm_json_open(zm_json *j, const char *key, char bracket)
{
    begin(j, key);
    put_char(j, bracket);
    j->comma = false;
}

void zm_json_close(zm_json *j, char bracket)
{
    put_char(j, bracket);
    j->comma = true;
}

void zm_json_text(zm_json *j, const char *key, const char *text)
{
    begin(j, key);
    if (text)
        quoted(j, text);
    else
        put_text(j, "null");
}

static void put_number(zm_json *j, uint64_t n)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    put(j, digits + at, sizeof digits - at);
}

void zm_json_number(zm_json *j, const char *key, uint64_t n)
{
    begin(j, key);
    put_number(j, n);
}

void zm_json_signed(zm_json *j, const char *key, int64_t n)
{
    begin(j, key);
    if (n < 0)
        put_char(j, '-');
    put_number(j, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

void zm_json_real(zm_json *j, const char *key, double x)
{
    char text[32] = "null";
    if (isfinite(x))
        snprintf(text, sizeof text, "%.9g", x);
    begin(j, key);
    put_text(j, text);
}

void zm_json_bool(zm_json *j, const char *key, bool b)
{
    begin(j, key);
    put_text(j, b ? "true" : "false");
}

void zm_json_null(zm_json *j, const char *key) { zm_json_text(j, key, NULL); }

void zm_json_raw(zm_json *j, const char *key, const char *digits)
{
    begin(j, key);
    put_text(j, digits);
}
