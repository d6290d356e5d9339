/* Pictures as files: what the formats must begin with, the size that is said, the same bytes twice, and what is
 * refused. */
#include "draw/file.h"
#include "draw/sheet.h"
#include "unit.h"

#include <zermelo/zermelo.h>

#include <unistd.h>

typedef struct drawing {
    zm_context *c;
    zm_picture picture;
    char path[4096];
    unsigned width, height;
} drawing;

static drawing make(void)
{
    uint32_t number[64];
    drawing d = {.c = zm_context_new()};
    for (unsigned i = 0; i < 64; i++)
        number[i] = i % 11;
    assert_int_equal(zm_picture_numbers(d.c, 8, 8, number, &d.picture), ZM_OK);
    return d;
}

static void unmake(drawing *d)
{
    zm_picture_free(d->c, &d->picture);
    zm_context_free(d->c);
}

static zm_status draw(drawing *d, const char *name)
{
    return zm_draw_file(d->c, &d->picture, unit_path(name, d->path), &d->width, &d->height);
}

static size_t load(const char *path, unsigned char *out, size_t room)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    const size_t n = fread(out, 1, room, f);
    fclose(f);
    return n;
}

static void the_format_is_the_ending(void **state)
{
    zm_context *c = zm_context_new();
    const char *format;
    assert_int_equal(zm_draw_format(c, "a.b/board.svg", &format), ZM_OK);
    assert_string_equal(format, "svg");
    assert_int_equal(zm_draw_format(c, "BOARD.PNG", &format), ZM_OK);
    assert_string_equal(format, "png");
    const char *const bad[] = {"board", "board.", "board.gif", "x.svg/board", "", "svg"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(zm_draw_format(c, bad[i], &format), ZM_BAD_INPUT);
    zm_context_free(c);
}

static void text_needs_nothing(void **state)
{
    drawing d = make();
    unsigned char text[4096];
    strcpy(d.picture.caption, "a table");
    assert_int_equal(draw(&d, "a.txt"), ZM_OK);
    const size_t n = load(d.path, text, sizeof text);
    assert_memory_equal(text + n - 10, "\n\na table\n", 10);
    assert_true(!d.width && !d.height);
    unmake(&d);
}

static void metapost_is_for_lines(void **state)
{
    drawing d = make();
    assert_int_equal(draw(&d, "a.mp"), ZM_BAD_INPUT);
    assert_int_not_equal(access(d.path, F_OK), 0);
    unmake(&d);
}

/* Two tables of one number side by side, the third below them. */
static zm_sheet make_sheet(zm_context *c)
{
    static const uint32_t number = 7;
    zm_sheet s;
    assert_int_equal(zm_sheet_new(c, 3, &s), ZM_OK);
    strcpy(s.title, "three");
    s.columns = 2;
    for (; s.count < 3; s.count++) {
        assert_int_equal(zm_picture_numbers(c, 1, 1, &number, &s.entry[s.count].picture), ZM_OK);
        snprintf(s.entry[s.count].title, ZM_SHEET_TEXT, "number %zu", s.count);
    }
    strcpy(s.entry[1].note, "a note");
    return s;
}

static void sheets_are_text_side_by_side(void **state)
{
    unsigned char text[4096];
    char path[4096];
    unsigned width, height;
    zm_context *c = zm_context_new();
    zm_sheet s = make_sheet(c);
    assert_int_equal(zm_sheet_file(c, &s, unit_path("sheet.mp", path), &width, &height), ZM_BAD_INPUT);
    assert_int_equal(zm_sheet_file(c, &s, unit_path("sheet.txt", path), &width, &height), ZM_OK);
    text[load(path, text, sizeof text - 1)] = 0;
    assert_string_equal(text, "three\n"
                              "\n"
                              "     0   7         0   7\n"
                              "number 0      number 1\n"
                              "              a note\n"
                              "\n"
                              "     0   7\n"
                              "number 2\n"
                              "\n");
    zm_sheet_free(c, &s);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

#ifdef ZERMELO_CAIRO
static unsigned big_endian(const unsigned char *b)
{
    return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

static void a_png_has_the_size_that_is_said(void **state)
{
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    unsigned char head[24];
    drawing d = make();
    assert_int_equal(draw(&d, "a.png"), ZM_OK);
    assert_int_equal(load(d.path, head, sizeof head), sizeof head);
    assert_memory_equal(head, signature, sizeof signature);
    assert_int_equal(big_endian(head + 16), d.width);
    assert_int_equal(big_endian(head + 20), d.height);
    assert_int_equal(d.width, d.height); /* eight rows and columns of squares, the same margin on all sides */
    unmake(&d);
}

static void sheets_have_the_size_that_is_said(void **state)
{
    unsigned char head[24];
    char path[4096];
    unsigned width, height;
    zm_context *c = zm_context_new();
    zm_sheet s = make_sheet(c);
    assert_int_equal(zm_sheet_file(c, &s, unit_path("sheet.png", path), &width, &height), ZM_OK);
    assert_int_equal(load(path, head, sizeof head), sizeof head);
    assert_int_equal(big_endian(head + 16), width);
    assert_int_equal(big_endian(head + 20), height);
    zm_sheet_free(c, &s);
    zm_context_free(c);
}

static void svg_and_pdf_begin_as_they_must(void **state)
{
    unsigned char head[8];
    drawing d = make();
    assert_int_equal(draw(&d, "a.svg"), ZM_OK);
    load(d.path, head, sizeof head);
    assert_memory_equal(head, "<?xml", 5);
    assert_int_equal(draw(&d, "a.pdf"), ZM_OK);
    load(d.path, head, sizeof head);
    assert_memory_equal(head, "%PDF-", 5);
    unmake(&d);
}

/* (Cairo numbers the surfaces of a process, and an SVG has the number in it: cli_draw.sh compares two of those.) */
static void the_same_picture_has_the_same_bytes(void **state)
{
    static const char *const names[] = {"a.pdf", "b.pdf", "a.png", "b.png"};
    static unsigned char one[1 << 18], two[1 << 18];
    for (size_t i = 0; i < 4; i += 2) {
        drawing d = make();
        assert_int_equal(draw(&d, names[i]), ZM_OK);
        const size_t n = load(d.path, one, sizeof one);
        assert_int_equal(draw(&d, names[i + 1]), ZM_OK);
        assert_int_equal(load(d.path, two, sizeof two), n);
        assert_true(n < sizeof one);
        assert_memory_equal(one, two, n);
        unmake(&d);
    }
}

static void a_png_that_is_too_large_is_refused(void **state)
{
    static uint32_t number[5000];
    drawing d = {.c = zm_context_new()};
    assert_int_equal(zm_picture_numbers(d.c, 1, 5000, number, &d.picture), ZM_OK);
    assert_int_equal(draw(&d, "large.png"), ZM_BAD_INPUT);
    assert_int_not_equal(access(d.path, F_OK), 0);
    assert_int_equal(draw(&d, "large.svg"), ZM_OK);
    unmake(&d);
}
#else
static void without_cairo_it_says_so(void **state)
{
    drawing d = make();
    assert_int_equal(draw(&d, "a.svg"), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(d.c), "without Cairo"));
    unmake(&d);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_format_is_the_ending),
        cmocka_unit_test(text_needs_nothing),
        cmocka_unit_test(metapost_is_for_lines),
        cmocka_unit_test(sheets_are_text_side_by_side),
#ifdef ZERMELO_CAIRO
        cmocka_unit_test(sheets_have_the_size_that_is_said),
        cmocka_unit_test(a_png_has_the_size_that_is_said),
        cmocka_unit_test(svg_and_pdf_begin_as_they_must),
        cmocka_unit_test(the_same_picture_has_the_same_bytes),
        cmocka_unit_test(a_png_that_is_too_large_is_refused),
#else
        cmocka_unit_test(without_cairo_it_says_so),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
