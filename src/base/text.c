/* text.c: numbers as people read and type them, and the nearest name to a mistyped one. */
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *zm_bytes_text(uint64_t bytes, char out[32])
{
    static const char *const unit[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double x = (double)bytes;
    unsigned u = 0;
    while (x >= 1023.95 && u < 6) { /* what would be shown as 1024.0 is shown as 1.00 of the next */
        x /= 1024;
        u++;
    }
    if (bytes == 1)
        return strcpy(out, "1 byte");
    snprintf(out, 32, u == 0 ? "%.0f %s" : x < 9.995 ? "%.2f %s" : "%.1f %s", x, unit[u]);
    return out;
}

char *zm_count_text(uint64_t n, char out[32])
{
    char digits[24];
    int len = snprintf(digits, sizeof digits, "%" PRIu64, n), w = 0;
    for (int i = 0; i < len; i++) {
        if (i && (len - i) % 3 == 0)
            out[w++] = ',';
        out[w++] = digits[i];
    }
    out[w] = 0;
    return out;
}

char *zm_things_text(uint64_t n, const char *thing, char out[64])
{
    char count[32];
    snprintf(out, 64, "%s %s%s", zm_count_text(n, count), thing, n == 1 ? "" : "s");
    return out;
}

void zm_tenths(unsigned count, const uint64_t *part, unsigned *tenths)
{
    double all = 0;
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++)
        all += (double)part[i];
    for (unsigned i = 0; i < count; i++)
        sum += tenths[i] = all > 0 ? (unsigned)(1000 * (double)part[i] / all) : 0;
    for (; all > 0 && sum < 1000; sum++) {
        unsigned most = 0;
        for (unsigned i = 1; i < count; i++)
            if (1000 * (double)part[i] / all - tenths[i] > 1000 * (double)part[most] / all - tenths[most])
                most = i;
        tenths[most]++;
    }
}

char *zm_seconds_text(double s, char out[32])
{
    if (!(s < 1e12)) /* an estimate that is no number, or past a long */
        s = 1e12;
    long whole = (long)(s + 0.5);
    if (s < 0.0995)
        snprintf(out, 32, "%.1f ms", s * 1e3);
    else if (s < 9.95)
        snprintf(out, 32, "%.2f s", s);
    else if (whole < 60)
        snprintf(out, 32, "%ld s", whole);
    else if (whole < 3600)
        snprintf(out, 32, "%ld min %02ld s", whole / 60, whole % 60);
    else
        snprintf(out, 32, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
    return out;
}

bool zm_parse_bytes(const char *text, uint64_t *bytes)
{
    if (*text < '0' || *text > '9')
        return false;
    char *end;
    double x = strtod(text, &end);
    if (strspn(text, "0123456789.") != (size_t)(end - text)) /* no exponents, no 0x */
        return false;
    static const char units[] = "KMGTP";
    const char *u = *end ? strchr(units, *end & ~0x20) : NULL; /* upper case */
    if (*end && u && *u) {
        for (const char *k = units; k <= u; k++)
            x *= 1024;
        end++;
        if (*end == 'i')
            end++;
    }
    if (*end == 'B' || *end == 'b')
        end++;
    if (*end || !(x >= 0 && x < 9e18))
        return false;
    *bytes = (uint64_t)x;
    return true;
}

bool zm_parse_number(const char *text, int64_t *n)
{
    const char *digits = text + (*text == '-');
    if (*digits < '0' || *digits > '9')
        return false;
    char *end;
    errno = 0;
    *n = strtoll(text, &end, 10);
    return !*end && !errno;
}

bool zm_is_number(const char *text)
{
    text += *text == '-';
    return *text && text[strspn(text, "0123456789")] == 0;
}

/* Levenshtein's distance; names are short, so one row on the stack does. */
unsigned zm_edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 64 };
    size_t n = strlen(b);
    unsigned row[LONGEST + 1];
    if (n > LONGEST || strlen(a) > LONGEST)
        return UINT_MAX; /* near to nothing */
    for (unsigned j = 0; j <= n; j++)
        row[j] = j;
    for (unsigned i = 1; a[i - 1]; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= n; j++) {
            unsigned change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            unsigned best = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            row[j] = change < best ? change : best;
        }
    }
    return row[n];
}

const char *zm_nearest(const char *typed, const char *const *names, size_t count)
{
    const char *best = NULL;
    unsigned least = (unsigned)strlen(typed) / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        unsigned d = zm_edit_distance(typed, names[i]);
        bool prefix = *typed && !strncmp(typed, names[i], strlen(typed));
        if (prefix && d > 1)
            d = 1;
        if (d < least) {
            least = d;
            best = names[i];
        }
    }
    return best;
}
