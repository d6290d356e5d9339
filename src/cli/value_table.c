/* value_table.c: `value --table`: a board of values, or a row of them with the period it falls into. */
#include "value.h"

#include "args.h"
#include "base/json.h"
#include "base/text.h"
#include "draw.h"
#include "print.h"
#include "values/row.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

typedef struct table {
    unsigned rows, cols;
    uint32_t *number;
} table;

static zm_status fill(zm_values *s, zm_expression *e, zm_kind kind, table *t)
{
    const zm_variant *v = zm_expression_variant(e, 0);
    for (unsigned r = 0; r < t->rows; r++)
        for (unsigned k = 0; k < t->cols; k++) {
            zm_answer a;
            const zm_status status = zm_value_at(s, e, 0, v->game->grid_at(v, r, k), kind, &a);
            if (status != ZM_OK)
                return status;
            t->number[r * t->cols + k] = a.number;
        }
    return ZM_OK;
}

static zm_period period_of(const zm_variant *v, zm_kind kind, const table *t)
{
    return t->rows == 1 ? zm_period_seen(v, kind, t->number, t->cols) : (zm_period){0, 0, false};
}

/* ---- text ---- */
static int width_of(const table *t)
{
    char text[ZM_NUMBER_TEXT];
    int most = 1;
    for (unsigned i = 0; i < t->rows * t->cols; i++) {
        const int n = (int)strlen(zm_number_text(t->number[i], text));
        most = n > most ? n : most;
    }
    return most;
}

/* Warmer the larger: colours of the terminal, where it is one. */
static void print_number(uint32_t n, int width, uint32_t most, bool colour)
{
    static const unsigned ramp[] = {231, 230, 229, 228, 222, 216, 210, 204, 198, 197};
    char text[ZM_NUMBER_TEXT];
    if (colour && n < ZM_SL)
        printf("\033[48;5;%um\033[38;5;16m", ramp[most ? (uint64_t)n * 9 / most : 0]);
    else if (colour)
        printf("\033[48;5;%um\033[38;5;231m", n == ZM_SL ? 17u : 52u);
    printf(colour ? " %*s \033[0m" : "  %*s", width, zm_number_text(n, text));
}

static void print_board(const table *t)
{
    const int width = width_of(t);
    const bool colour = isatty(fileno(stdout));
    uint32_t most = 0;
    for (unsigned i = 0; i < t->rows * t->cols; i++)
        if (t->number[i] < ZM_SL && t->number[i] > most)
            most = t->number[i];
    for (unsigned r = 0; r < t->rows; r++) {
        printf(colour ? "  " : " ");
        for (unsigned k = 0; k < t->cols; k++)
            print_number(t->number[r * t->cols + k], width, most, colour);
        putchar('\n');
    }
}

static void print_row(const table *t)
{
    const int width = width_of(t) + 1;
    const unsigned a_line = 10;
    for (unsigned i = 0; i < t->cols; i += a_line) {
        char text[ZM_NUMBER_TEXT];
        printf("  %6u ", i);
        for (unsigned k = i; k < i + a_line && k < t->cols; k++)
            printf(" %*s", width, zm_number_text(t->number[k], text));
        putchar('\n');
    }
}

static void print_text(const zm_variant *v, zm_kind kind, const table *t)
{
    char text[ZM_VARIANT_TEXT];
    printf("%s  %s: %s\n\n", v->game->title, zm_variant_text(v, ' ', true, text), zm_kind_name[kind]);
    if (t->rows > 1) {
        print_board(t);
        return;
    }
    print_row(t);
    const zm_period p = period_of(v, kind, t);
    if (p.length)
        printf("\n  period %" PRIu64 " from %" PRIu64 " on, %s\n", p.length, p.first,
               p.proven ? "for ever: enough of it is seen to prove it" : "as far as this goes");
}

/* ---- JSON ---- */
static void json_number(zm_json *j, uint32_t n)
{
    char text[ZM_NUMBER_TEXT];
    if (n == ZM_SL || n == ZM_SW)
        zm_json_text(j, NULL, zm_number_text(n, text));
    else
        zm_json_number(j, NULL, n);
}

static void print_json(const zm_variant *v, zm_kind kind, const table *t)
{
    zm_json j = {.out = stdout};
    const zm_period p = period_of(v, kind, t);
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, v);
    zm_json_text(&j, "of", zm_kind_name[kind]);
    zm_json_open(&j, "table", '[');
    for (unsigned r = 0; r < t->rows; r++) {
        zm_json_open(&j, NULL, '[');
        for (unsigned k = 0; k < t->cols; k++)
            json_number(&j, t->number[r * t->cols + k]);
        zm_json_close(&j, ']');
    }
    zm_json_close(&j, ']');
    if (p.length) {
        zm_json_open(&j, "period", '{');
        zm_json_number(&j, "length", p.length);
        zm_json_number(&j, "first", p.first);
        zm_json_bool(&j, "proven", p.proven);
        zm_json_close(&j, '}');
    } else {
        zm_json_null(&j, "period");
    }
    zm_json_close(&j, '}');
    putchar('\n');
}

static zm_status draw(zm_cli *cli, const zm_variant *v, zm_kind kind, const table *t)
{
    char text[ZM_VARIANT_TEXT], caption[ZM_VARIANT_TEXT + 200];
    zm_variant_text(v, ' ', false, text);
    snprintf(caption, sizeof caption, "%s%s%s: %s", v->game->title, *text ? "  " : "", text, zm_kind_name[kind]);
    return zm_cli_draw_table(cli, caption, t->rows, t->cols, t->number);
}

zm_status zm_show_value_table(zm_cli *cli, zm_values *s, zm_expression *e, zm_kind kind)
{
    zm_context *c = cli->context;
    const zm_variant *v = zm_expression_variant(e, 0);
    table t = {0};
    if (zm_expression_parts(e) != 1 || !v->game->grid)
        return zm_fail(c, ZM_BAD_INPUT,
                       "--table needs one game, and one with positions in rows and columns (queen(8), kayles(100))");
    v->game->grid(v, &t.rows, &t.cols);
    ZM_TRY(c, zm_alloc(c, &t.number, (uint64_t)t.rows * t.cols, sizeof *t.number, "a table of values"));
    zm_status status = fill(s, e, kind, &t);
    if (status == ZM_OK)
        status = draw(cli, v, kind, &t);
    if (status == ZM_OK && cli->json)
        print_json(v, kind, &t);
    else if (status == ZM_OK && !zm_cli_has(cli, "output"))
        print_text(v, kind, &t);
    zm_release(c, t.number);
    return status;
}
