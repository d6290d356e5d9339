/* file.c: see file.h. A picture is made in memory and written in one go (base/file.h). Without Cairo there are only the
 * formats that need none. */
#include "file.h"

#include "base/file.h"
#include "metapost.h"
#include "plot.h"
#include "sheet.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef ZERMELO_CAIRO
#include "paint.h"
#include "plot_paint.h"
#include "sheet_paint.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

/* Pixels: of a PNG for one of the picture, so that it is sharp; a side at most (Cairo can do 32767); and in all (1
 * GiB). */
enum { PNG_SCALE = 2, PNG_MOST = 30000, PNG_AREA = 1 << 28 };
#endif

static const char *const formats[] = {"svg", "png", "pdf", "mp", "txt"};

/* NULL where nobody draws it. */
static const char *format_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (!strcasecmp(dot + 1, formats[i]))
            return formats[i];
    return NULL;
}

zm_status zm_draw_format(zm_context *c, const char *path, const char **format)
{
    *format = format_of(path);
    return *format ? ZM_OK
                   : zm_fail(c, ZM_BAD_INPUT,
                             "%s: the format is the ending of the name, one of .svg, .png, .pdf, .mp and .txt", path);
}

/* MetaPost is for boards made of lines. */
static zm_status other_format(zm_context *c, const char *path, const char *what, const char **format)
{
    *format = format_of(path);
    if (*format && strcmp(*format, "mp") != 0)
        return ZM_OK;
    return zm_fail(c, ZM_BAD_INPUT, "%s: %s drawn as the ending of the name says: .svg, .png or .pdf, or .txt%s", path,
                   what, strcmp(what, "charts are") ? "" : ", which has their numbers");
}

zm_status zm_plot_format(zm_context *c, const char *path, const char **format)
{
    return other_format(c, path, "charts are", format);
}

/* ---- text and MetaPost ---- */
void zm_draw_whole_text(FILE *out, const zm_picture *p, bool utf8)
{
    if (!zm_draw_text(out, p, &(zm_text_style){.utf8 = utf8, .fresh = true}))
        fprintf(out, "%s\n", p->words);
    if (*p->caption)
        fprintf(out, "\n%s\n", p->caption);
    if (p->notes)
        fprintf(out, "\n%s", p->notes);
}

static zm_status write_text(zm_context *c, const zm_picture *p, const char *path, bool metapost)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return zm_fail(c, ZM_NO_MEMORY, "no memory for a picture as text");
    if (metapost)
        zm_draw_metapost(out, p);
    else
        zm_draw_whole_text(out, p, true);
    zm_status status =
        fclose(out) ? zm_fail(c, ZM_NO_MEMORY, "no memory for a picture as text") : zm_write_file(c, path, text, bytes);
    free(text);
    return status;
}

/* ---- Cairo ---- */
#ifdef ZERMELO_CAIRO
typedef struct bytes {
    char *data;
    size_t count, room;
} bytes;

static cairo_status_t append(void *arg, const unsigned char *data, unsigned count)
{
    bytes *b = arg;
    if (b->room - b->count < count) {
        const size_t room = 2 * b->room + count + 4096;
        char *more = realloc(b->data, room);
        if (!more)
            return CAIRO_STATUS_NO_MEMORY;
        b->data = more;
        b->room = room;
    }
    memcpy(b->data + b->count, data, count);
    b->count += count;
    return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *open_surface(const char *format, double width, double height, bytes *b)
{
    if (!strcmp(format, "png"))
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    if (!strcmp(format, "svg")) {
        cairo_surface_t *s = cairo_svg_surface_create_for_stream(append, b, width, height);
        cairo_svg_surface_set_document_unit(s, CAIRO_SVG_UNIT_PX);
        return s;
    }
    cairo_surface_t *s = cairo_pdf_surface_create_for_stream(append, b, width, height);
    cairo_pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_CREATE_DATE, NULL); /* the same picture, the same bytes */
    return s;
}

/* What is drawn, and how. */
typedef struct subject {
    const void *what;
    void (*paint)(cairo_t *to, const void *what);
    double width, height;
} subject;

static void paint_picture(cairo_t *to, const void *picture) { zm_paint(to, picture); }

static cairo_status_t paint(const subject *s, cairo_surface_t *surface, bool png, bytes *b)
{
    cairo_t *to = cairo_create(surface);
    if (png)
        cairo_scale(to, PNG_SCALE, PNG_SCALE);
    s->paint(to, s->what);
    cairo_status_t status = cairo_status(to);
    cairo_destroy(to);
    if (status == CAIRO_STATUS_SUCCESS && png)
        status = cairo_surface_write_to_png_stream(surface, append, b);
    cairo_surface_finish(surface);
    return status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface) : status;
}

static zm_status write_subject(zm_context *c, const subject *s, const char *path, const char *format, unsigned *width,
                               unsigned *height)
{
    const bool png = !strcmp(format, "png");
    bytes b = {0};
    const double w = s->width * (png ? PNG_SCALE : 1), h = s->height * (png ? PNG_SCALE : 1);
    if (png && (w > PNG_MOST || h > PNG_MOST || w * h > PNG_AREA))
        return zm_fail(c, ZM_BAD_INPUT, "%s: a picture of %.0f x %.0f pixels is too large for a PNG; end it in .svg",
                       path, w, h);
    cairo_surface_t *surface = open_surface(format, w, h, &b);
    const cairo_status_t drawn = paint(s, surface, png, &b);
    cairo_surface_destroy(surface);
    *width = (unsigned)w;
    *height = (unsigned)h;
    zm_status status = drawn == CAIRO_STATUS_SUCCESS
                           ? zm_write_file(c, path, b.data, b.count)
                           : zm_fail(c, ZM_IO, "%s could not be drawn: %s", path, cairo_status_to_string(drawn));
    free(b.data);
    return status;
}

static zm_status write_drawing(zm_context *c, const zm_picture *p, const char *path, const char *format,
                               unsigned *width, unsigned *height)
{
    subject s = {.what = p, .paint = paint_picture};
    zm_paint_size(p, &s.width, &s.height);
    return write_subject(c, &s, path, format, width, height);
}

static zm_status write_plots(zm_context *c, unsigned count, const zm_plot *p, const char *path, const char *format,
                             unsigned *width, unsigned *height)
{
    const zm_plot_page page = {count, p};
    subject s = {.what = &page, .paint = zm_plot_paint};
    zm_plot_size(&page, &s.width, &s.height);
    return write_subject(c, &s, path, format, width, height);
}

static zm_status write_sheet(zm_context *c, const zm_sheet *p, const char *path, const char *format, unsigned *width,
                             unsigned *height)
{
    subject s = {.what = p, .paint = zm_sheet_paint};
    zm_sheet_paint_size(p, &s.width, &s.height);
    return write_subject(c, &s, path, format, width, height);
}
#else
/* What needs Cairo says what needs none. */
static zm_status no_cairo(zm_context *c, const char *path, const char *format, const char *but)
{
    return zm_fail(c, ZM_BAD_INPUT, "%s: this zermelo was built without Cairo, which draws .%s; it can write %s", path,
                   format, but);
}

static zm_status write_drawing(zm_context *c, const zm_picture *p, const char *path, const char *format,
                               unsigned *width, unsigned *height)
{
    (void)p, (void)width, (void)height;
    return no_cairo(c, path, format, ".txt, and boards made of lines as .mp");
}

static zm_status write_plots(zm_context *c, unsigned count, const zm_plot *p, const char *path, const char *format,
                             unsigned *width, unsigned *height)
{
    (void)count, (void)p, (void)width, (void)height;
    return no_cairo(c, path, format, ".txt");
}

static zm_status write_sheet(zm_context *c, const zm_sheet *p, const char *path, const char *format, unsigned *width,
                             unsigned *height)
{
    (void)p, (void)width, (void)height;
    return no_cairo(c, path, format, ".txt");
}
#endif

/* ---- charts ---- */
/* As few digits as give the same number back. */
static void write_number(FILE *out, double x)
{
    char text[40];
    for (int digits = 9; digits <= 17; digits += 4) { /* 9, 13, 17: 17 always do */
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    if (fabs(x) < 1e15 && x == trunc(x)) /* a count is written out */
        snprintf(text, sizeof text, "%.0f", x);
    fputs(text, out);
}

/* Where an axis has names, the one it is at: as it is where it reads as a number, else in quotation marks. */
static void write_place(FILE *out, const zm_axis *a, double x)
{
    const double at = round(x);
    if (!a->names || at < 0 || at >= a->names) {
        write_number(out, x);
        return;
    }
    const char *name = a->label[(unsigned)at];
    const bool number = *name && !name[strspn(name, "0123456789")];
    fprintf(out, number ? "%s" : "\"%s\"", name);
}

static void write_columns(FILE *out, const zm_plot *p)
{
    fprintf(out, "# %s\n", p->title);
    for (unsigned i = 0; i < p->count; i++) {
        const zm_series *s = &p->series[i];
        fprintf(out, "%s# %s: %s, %s\n", i ? "\n\n" : "", s->name, p->x.name, p->y.name);
        for (size_t k = 0; k < s->count; k++) {
            write_place(out, &p->x, s->x[k]);
            putc(' ', out);
            write_number(out, s->y[k]);
            putc('\n', out);
        }
    }
}

static zm_status write_numbers(zm_context *c, unsigned count, const zm_plot *p, const char *path)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return zm_fail(c, ZM_NO_MEMORY, "no memory for a chart as text");
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? "\n\n" : "", out);
        write_columns(out, &p[i]);
    }
    zm_status status =
        fclose(out) ? zm_fail(c, ZM_NO_MEMORY, "no memory for a chart as text") : zm_write_file(c, path, text, length);
    free(text);
    return status;
}

zm_status zm_plots_file(zm_context *c, unsigned count, const zm_plot *p, const char *path, unsigned *width,
                        unsigned *height)
{
    const char *format = NULL;
    *width = *height = 0;
    ZM_TRY(c, zm_plot_format(c, path, &format));
    return !strcmp(format, "txt") ? write_numbers(c, count, p, path)
                                  : write_plots(c, count, p, path, format, width, height);
}

zm_status zm_plot_file(zm_context *c, const zm_plot *p, const char *path, unsigned *width, unsigned *height)
{
    return zm_plots_file(c, 1, p, path, width, height);
}

/* ---- sheets ---- */
static zm_status write_sheet_text(zm_context *c, const zm_sheet *s, const char *path)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return zm_fail(c, ZM_NO_MEMORY, "no memory for a sheet as text");
    zm_status status = zm_sheet_text(c, out, s, true);
    if (fclose(out) && status == ZM_OK)
        status = zm_fail(c, ZM_NO_MEMORY, "no memory for a sheet as text");
    if (status == ZM_OK)
        status = zm_write_file(c, path, text, length);
    free(text);
    return status;
}

zm_status zm_sheet_file(zm_context *c, const zm_sheet *s, const char *path, unsigned *width, unsigned *height)
{
    const char *format = NULL;
    *width = *height = 0;
    ZM_TRY(c, other_format(c, path, "a sheet of boards is", &format));
    return !strcmp(format, "txt") ? write_sheet_text(c, s, path) : write_sheet(c, s, path, format, width, height);
}

/* ---- pictures ---- */
zm_status zm_draw_file(zm_context *c, const zm_picture *p, const char *path, unsigned *width, unsigned *height)
{
    const char *format = NULL;
    *width = *height = 0;
    ZM_TRY(c, zm_draw_format(c, path, &format));
    const bool metapost = !strcmp(format, "mp");
    if (metapost && p->kind != ZM_PICTURE_LINES)
        return zm_fail(c, ZM_BAD_INPUT, "%s: MetaPost is for boards made of lines; draw this one as .svg, .png or .pdf",
                       path);
    if (metapost || !strcmp(format, "txt"))
        return write_text(c, p, path, metapost);
    return write_drawing(c, p, path, format, width, height);
}
