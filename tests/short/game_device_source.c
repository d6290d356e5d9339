/* game_device_source.c: what of an author's C file is told to a compiler for a device, and what is left as it is. */
#include "game/device_source.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* The file with these lines, after the line that names it. */
static void becomes(const char *source, const char *expected)
{
    zm_context *c = zm_context_new();
    char *text = NULL, *line;
    size_t bytes = 0;
    FILE *f = fopen("game.c", "w"), *out = open_memstream(&text, &bytes);
    assert_true(f && out);
    fputs(source, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(zm_write_device_source(c, "game.c", out), ZM_OK);
    assert_int_equal(fclose(out), 0);
    assert_memory_equal(text, "#line 1 \"game.c\"\n", 16);
    line = strchr(text, '\n') + 1;
    assert_int_equal(text[bytes - 1], '\n');
    text[bytes - 1] = 0;
    assert_string_equal(line, expected);
    free(text);
    zm_context_free(c);
}

static void functions_are_for_both(void **state)
{
    (void)state;
    becomes("static zm_pos play(const zm_variant *v) { return x(v); }\n",
            "static __host__ __device__ zm_pos play(const zm_variant *v) { return x(v); }\n");
    becomes("static inline __attribute__((unused)) const int *f(int a);",
            "static __host__ __device__ inline __attribute__((unused)) const int *f(int a);");
    becomes("int f(void) { return 1; }", "int f(void) { return 1; }"); /* not static: the host's */
}

static void tables_are_the_devices(void **state)
{
    (void)state;
    becomes("static const int t[2] = {1, 2}, u = 3;", "static __device__ const int t[2] = {1, 2}, u = 3;");
    becomes("static int (*f)(int);", "static __device__ int (*f)(int);");
    becomes("static const struct { int a; } s = {.a = 1};", "static __device__ const struct { int a; } s = {.a = 1};");
    becomes("static const zm_pos none = {0, 0};", "static __device__ const zm_pos none = {0, 0};");
    becomes("int f(void) { static const int t[] = {1}; return t[0]; }",
            "int f(void) { static const int t[] = {1}; return t[0]; }"); /* it is where its function is */
}

static void declarations_are_left_out_and_lines_stay(void **state)
{
    (void)state;
    becomes("static const zm_board board = ZM_BOARD(.rows = \"3;\",\n .first = \"x\");\nint a;", "\n\nint a;");
}

static void comments_texts_and_directives_stay(void **state)
{
    (void)state;
    becomes("/* static int f(void); */ // static int\n#define S static \\\n static int\nchar c = '\"', *t = \"static "
            "\\\" int\";",
            "/* static int f(void); */ // static int\n#define S static \\\n static int\nchar c = '\"', *t = \"static "
            "\\\" int\";");
    becomes("_Static_assert(1, \"\"); int statics;", "_Static_assert(1, \"\"); int statics;");
}

static void data_converts(void **state)
{
    (void)state;
    becomes("static const s *of(const zm_variant *v) { return v->data; }",
            "static __host__ __device__ const s *of(const zm_variant *v) { return zm_any(v->data); }");
    becomes("int f(p *v) { return v->data_of + w->data; }", "int f(p *v) { return v->data_of + w->data; }");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_for_both),
        cmocka_unit_test(tables_are_the_devices),
        cmocka_unit_test(declarations_are_left_out_and_lines_stay),
        cmocka_unit_test(comments_texts_and_directives_stay),
        cmocka_unit_test(data_converts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
