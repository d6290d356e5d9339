/* sheet.c: a sheet, and as text. Every picture is text of its own first; then the lines of a row of them are put side
 * by side. */
#include "sheet.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { SCREEN = 80, GAP = 4 }; /* columns of a screen; between pictures */

zm_status zm_sheet_new(zm_context *c, size_t most, zm_sheet *out)
{
    *out = (zm_sheet){0};
    return zm_alloc(c, &out->entry, most + 1, sizeof *out->entry, "a sheet of pictures");
}

void zm_sheet_free(zm_context *c, zm_sheet *s)
{
    for (size_t i = 0; i < s->count; i++)
        zm_picture_free(c, &s->entry[i].picture);
    zm_release(c, s->entry);
    *s = (zm_sheet){0};
}

/* ---- a block of text ---- */
typedef struct block {
    char *text;
    size_t bytes;
    unsigned lines, width; /* columns of the widest */
} block;

/* UTF-8: only first bytes take a column. */
static unsigned columns_of(const char *text, size_t bytes)
{
    unsigned n = 0;
    for (size_t i = 0; i < bytes; i++)
        n += ((unsigned char)text[i] & 0xC0) != 0x80;
    return n;
}

static void measure(block *b)
{
    for (const char *line = b->text; *line; b->lines++) {
        const size_t length = strcspn(line, "\n");
        const unsigned width = columns_of(line, length);
        b->width = width > b->width ? width : b->width;
        line += length + (line[length] == '\n');
    }
}

/* `note`: with a line for one, empty or not, so that those of a row are on one line. */
static bool make_block(const zm_sheet_entry *e, bool utf8, bool note, block *b)
{
    FILE *out = open_memstream(&b->text, &b->bytes);
    if (!out)
        return false;
    if (!zm_draw_text(out, &e->picture, &(zm_text_style){.utf8 = utf8, .fresh = true}))
        fprintf(out, "%s\n", e->picture.words);
    fprintf(out, "%s\n", e->title);
    if (note)
        fprintf(out, "%s\n", e->note);
    if (fclose(out))
        return false;
    measure(b);
    return true;
}

/* The line with a number, from the top; "" beyond. Boards of a row stand on one line: those with fewer begin lower. */
static const char *line_of(const block *b, unsigned number, size_t *length)
{
    const char *line = b->text;
    for (; number && *line; number--)
        line += strcspn(line, "\n") + 1;
    *length = strcspn(line, "\n");
    return line;
}

static void put_row(FILE *out, const block *b, size_t count, unsigned width)
{
    unsigned high = 0;
    for (size_t i = 0; i < count; i++)
        high = b[i].lines > high ? b[i].lines : high;
    for (unsigned row = 0; row < high; row++) {
        unsigned owed = 0; /* spaces, written only when something follows them */
        for (size_t i = 0; i < count; i++) {
            const unsigned skipped = high - b[i].lines;
            size_t length = 0;
            const char *line = row < skipped ? "" : line_of(&b[i], row - skipped, &length);
            if (length)
                fprintf(out, "%*s%.*s", (int)owed, "", (int)length, line);
            const unsigned used = columns_of(line, length);
            owed = (length ? 0 : owed) + width - used + GAP;
        }
        fputc('\n', out);
    }
}

static unsigned columns_for(const zm_sheet *s, unsigned width)
{
    const unsigned fit = (SCREEN + GAP) / (width + GAP);
    return s->columns ? s->columns : fit ? fit : 1;
}

static void put_blocks(FILE *out, const zm_sheet *s, const block *b)
{
    unsigned width = 0;
    for (size_t i = 0; i < s->count; i++)
        width = b[i].width > width ? b[i].width : width;
    const size_t columns = columns_for(s, width);
    fprintf(out, "%s\n", s->title);
    for (size_t i = 0; i < s->count; i += columns) {
        fputc('\n', out);
        put_row(out, b + i, s->count - i < columns ? s->count - i : columns, width);
    }
}

zm_status zm_sheet_text(zm_context *c, FILE *out, const zm_sheet *s, bool utf8)
{
    block *b;
    bool good = true, note = false;
    for (size_t i = 0; i < s->count; i++)
        note |= *s->entry[i].note != 0;
    ZM_TRY(c, zm_alloc(c, &b, s->count + 1, sizeof *b, "a sheet of pictures"));
    for (size_t i = 0; good && i < s->count; i++)
        good = make_block(&s->entry[i], utf8, note, &b[i]);
    if (good)
        put_blocks(out, s, b);
    for (size_t i = 0; i < s->count; i++)
        free(b[i].text);
    zm_release(c, b);
    return good ? ZM_OK : zm_fail(c, ZM_NO_MEMORY, "no memory for a sheet as text");
}
