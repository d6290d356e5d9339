/* value_table.c: `value --table`: a board of values, or a row of them with the period it falls into. */
#include "value.h"

#include "args.h"
#include "base/json.h"
#include "base/text.h"
#include "draw.h"
#include "draw/text.h"
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
            const zm_status status = zm_value_at(s, e, 0, v->game->sums->grid_at(v, r, k), kind, &a);
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
static zm_status print_text(zm_context *c, const zm_variant *v, zm_kind kind, const table *t)
{
    char text[ZM_VARIANT_TEXT];
    zm_picture picture;
    ZM_TRY(c, zm_picture_numbers(c, t->rows, t->cols, t->number, &picture));
    printf("%s  %s: %s\n\n", v->game->title, zm_variant_text(v, ' ', true, text, sizeof text), zm_kind_name[kind]);
    zm_draw_numbers(stdout, &picture, isatty(fileno(stdout)), t->rows > 1 ? 3 : 2);
    zm_picture_free(c, &picture);
    const zm_period p = period_of(v, kind, t);
    if (p.length)
        printf("\n  period %" PRIu64 " from %" PRIu64 " on, %s\n", p.length, p.first,
               p.proven ? "for ever: enough of it is seen to prove it" : "as far as this goes");
    return ZM_OK;
}

/* ---- JSON ---- */
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
            zm_json_number_of(&j, NULL, t->number[r * t->cols + k]);
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
    zm_variant_text(v, ' ', false, text, sizeof text);
    snprintf(caption, sizeof caption, "%s%s%s: %s", v->game->title, *text ? "  " : "", text, zm_kind_name[kind]);
    return zm_cli_draw_table(cli, caption, t->rows, t->cols, t->number);
}

zm_status zm_show_value_table(zm_cli *cli, zm_values *s, zm_expression *e, zm_kind kind)
{
    zm_context *c = cli->context;
    const zm_variant *v = zm_expression_variant(e, 0);
    table t = {0};
    if (zm_expression_parts(e) != 1 || !v->game->sums->grid)
        return zm_fail(c, ZM_BAD_INPUT,
                       "--table needs one game, and one with positions in rows and columns (queen(8), kayles(100))");
    v->game->sums->grid(v, &t.rows, &t.cols);
    ZM_TRY(c, zm_alloc(c, &t.number, (uint64_t)t.rows * t.cols, sizeof *t.number, "a table of values"));
    zm_status status = fill(s, e, kind, &t);
    if (status == ZM_OK)
        status = draw(cli, v, kind, &t);
    if (status == ZM_OK && cli->json)
        print_json(v, kind, &t);
    else if (status == ZM_OK && !zm_cli_has(cli, "output"))
        status = print_text(c, v, kind, &t);
    zm_release(c, t.number);
    return status;
}
