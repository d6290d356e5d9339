/* device_source.c: see device_source.h.
 *
 * C and CUDA C++ have a large subset in common. What a device needs besides is to be told of each function and table
 * that it has them too:
 *
 *     static ... name(            a function    static __host__ __device__ ... name(
 *     static ... name[] = ...     a table       static __device__ ... name[] = ...
 *     static const zm_board ...   a declaration for the library: left out, as is all of a zm_... type but what rules
 *                                 compute with (zm_pos, zm_move, ...)
 *
 *     v->data                     converts to any pointer in C, and not in C++: zm_any(v->data), which does
 *
 * Tables inside functions need nothing. Nothing else is understood of the file, and its lines stay where they are, so that
 * the compiler's messages name them. Functions that a device cannot have, those that read and write text, are compiled
 * for the host, too, and nobody asks the device's. */
#include "device_source.h"
#include "base/file.h"

#include <ctype.h>
#include <string.h>

typedef struct text {
    const char *at, *end;
    FILE *out; /* NULL: only looked at */
} text;

static bool has(const text *t, const char *word)
{
    const size_t n = strlen(word);
    return (size_t)(t->end - t->at) >= n && !memcmp(t->at, word, n);
}

static void pass(text *t, size_t n)
{
    n = n < (size_t)(t->end - t->at) ? n : (size_t)(t->end - t->at);
    if (t->out)
        fwrite(t->at, 1, n, t->out);
    t->at += n;
}

static void pass_until(text *t, const char *ending)
{
    while (t->at < t->end && !has(t, ending))
        pass(t, 1);
    pass(t, strlen(ending));
}

static void pass_quoted(text *t, char quote)
{
    for (pass(t, 1); t->at < t->end && *t->at != quote;)
        pass(t, *t->at == '\\' ? 2 : 1);
    pass(t, 1);
}

/* A line that the preprocessor reads, with those it is continued on. */
static void pass_directive(text *t)
{
    while (t->at < t->end && *t->at != '\n')
        if (has(t, "/*"))
            pass_until(t, "*/");
        else
            pass(t, *t->at == '\\' ? 2 : 1);
}

static bool is_in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static size_t word_length(const text *t)
{
    size_t n = 0;
    while (t->at + n < t->end && is_in_word(t->at[n]))
        n++;
    return n;
}

/* What is no code; false: here is some. */
static bool pass_blank(text *t)
{
    if (has(t, "/*"))
        pass_until(t, "*/");
    else if (has(t, "//"))
        while (t->at < t->end && *t->at != '\n')
            pass(t, 1);
    else if (isspace((unsigned char)*t->at))
        pass(t, 1);
    else if (*t->at == '#')
        pass_directive(t);
    else
        return false;
    return true;
}

static bool is_word(const text *t, const char *word)
{
    return word_length(t) == strlen(word) && !memcmp(t->at, word, strlen(word));
}

static bool is_data(const text *t)
{
    static const char data[] = "v->data";
    return is_word(t, "v") && has(t, data) &&
           (t->end - t->at == sizeof data - 1 || !is_in_word(t->at[sizeof data - 1]));
}

/* One piece of code: a word, a quoted text or a sign. */
static void pass_piece(text *t)
{
    const size_t n = word_length(t);
    if (t->out && is_data(t)) {
        fputs("zm_any(", t->out);
        pass(t, strlen("v->data"));
        putc(')', t->out);
    } else if (*t->at == '"' || *t->at == '\'')
        pass_quoted(t, *t->at);
    else
        pass(t, n ? n : 1);
}

/* From an opening bracket to after the one that closes it. */
static void pass_brackets(text *t)
{
    int depth = 0;
    do {
        if (pass_blank(t))
            continue;
        depth += strchr("([{", *t->at) ? 1 : strchr(")]}", *t->at) ? -1 : 0;
        pass_piece(t);
    } while (depth && t->at < t->end);
}

typedef enum kind { FUNCTION, TABLE, DECLARATION } kind;

/* Types that rules compute with. */
static bool is_value_type(const text *t)
{
    return is_word(t, "zm_pos") || is_word(t, "zm_move") || is_word(t, "zm_place") || is_word(t, "zm_value") ||
           is_word(t, "zm_end");
}

/* What begins here with `static`: it is decided by the first bracket, and by the type before it. */
static kind kind_of(text ahead)
{
    bool of_library = false;
    ahead.out = NULL;
    while (ahead.at < ahead.end && !strchr("=;[{", *ahead.at)) {
        if (pass_blank(&ahead))
            continue;
        if (*ahead.at == '(') {
            do
                ahead.at++;
            while (ahead.at < ahead.end && isspace((unsigned char)*ahead.at));
            return ahead.at < ahead.end && *ahead.at == '*' ? TABLE : FUNCTION;
        }
        of_library |= has(&ahead, "zm_") && !is_value_type(&ahead);
        const bool attribute = is_word(&ahead, "__attribute__");
        pass_piece(&ahead);
        while (attribute && ahead.at < ahead.end && *ahead.at != '(')
            ahead.at++;
        if (attribute)
            pass_brackets(&ahead);
    }
    return of_library ? DECLARATION : TABLE;
}

/* Up to after its semicolon; of what is not written only the ends of lines are left. */
static void leave_out(text *t)
{
    text quiet = *t;
    quiet.out = NULL;
    while (quiet.at < quiet.end && *quiet.at != ';')
        if (strchr("([{", *quiet.at))
            pass_brackets(&quiet);
        else if (!pass_blank(&quiet))
            pass_piece(&quiet);
    for (; t->at < quiet.at; t->at++)
        if (*t->at == '\n')
            putc('\n', t->out);
    if (t->at < t->end)
        t->at++;
}

static void pass_static(text *t)
{
    const kind k = kind_of(*t);
    if (k == DECLARATION) {
        leave_out(t);
        return;
    }
    pass_piece(t);
    fputs(k == FUNCTION ? " __host__ __device__" : " __device__", t->out);
}

static void write_all(text *t)
{
    while (t->at < t->end)
        if (pass_blank(t))
            continue;
        else if (is_word(t, "static"))
            pass_static(t);
        else if (strchr("([{", *t->at))
            pass_brackets(t);
        else
            pass_piece(t);
}

zm_status zm_write_device_source(zm_context *c, const char *path, FILE *out)
{
    zm_mapped file;
    ZM_TRY(c, zm_map_file(c, path, &file));
    text t = {(const char *)file.data, (const char *)file.data + file.bytes, out};
    fprintf(out, "#line 1 \"%s\"\n", path);
    write_all(&t);
    putc('\n', out);
    zm_unmap_file(&file);
    return ferror(out) ? zm_fail(c, ZM_IO, "cannot write what a device needs of %s", path) : ZM_OK;
}
