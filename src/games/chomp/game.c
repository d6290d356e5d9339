/* game.c: Chomp: its options, its notation and its board. The rules are in rules.h. */
#include "rules.h"

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    chomp_data *d = data;
    d->rows = (uint32_t)zm_option_number(v, "rows");
    d->cols = (uint32_t)zm_option_number(v, "cols");
    d->states = (uint32_t)zm_binomial(d->rows + d->cols, d->rows);
    for (unsigned i = 0; i < d->rows; i++)
        for (unsigned a = 0; a <= d->cols; a++)
            d->term[i][a] = (uint32_t)zm_binomial(a + d->rows - 1 - i, d->rows - i);
    for (unsigned i = 0; i < CHOMP_PAIRS; i++)
        for (unsigned a = 0; a <= d->cols; a++)
            for (unsigned b = 0; b <= a; b++)
                d->pair[i][a | b << CHOMP_BITS] = d->term[2 * i][a] + d->term[2 * i + 1][b];
    return true;
}

/* A row length of one or two digits at *at, which moves behind it. */
static bool read_length(const char *text, size_t *at, unsigned most, unsigned *length, zm_mistake *why)
{
    const size_t begin = *at;
    for (*length = 0; text[*at] >= '0' && text[*at] <= '9' && *at < begin + 3; ++*at)
        *length = 10 * *length + (unsigned)(text[*at] - '0');
    if (*at == begin)
        return zm_wrong(why, begin, "expected the length of a row, a number from 1 to %u", most);
    if (*length < 1 || *length > most)
        return zm_wrong(why, begin, "a row here has %s%u square%s (empty rows are left out; the empty bar is 0)",
                        most == 1 ? "" : "1 to ", most, most == 1 ? "" : "s");
    return true;
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const chomp_data *d = chomp_of(v);
    chomp_bar b = 0;
    unsigned most = d->cols;
    if (text[0] == '0' && !text[1])
        return *p = chomp_pack(b), true;
    for (size_t at = 0, i = 0;; i++, at++) {
        unsigned length;
        if (i == d->rows)
            return zm_wrong(why, at, "this bar has only %u row%s", d->rows, d->rows == 1 ? "" : "s");
        if (!read_length(text, &at, most, &length, why))
            return false;
        b |= (chomp_bar)length << CHOMP_BITS * i;
        most = length; /* no row is longer than the one below it */
        if (!text[at])
            return *p = chomp_pack(b), true;
        if (text[at] != ',')
            return zm_wrong(why, at, "expected a comma or the end");
    }
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    const chomp_data *d = chomp_of(v);
    const chomp_bar b = chomp_unpack(p);
    unsigned most = d->cols;
    for (unsigned i = 0; i < CHOMP_MOST; i++) {
        if (chomp_row(b, i) > (i < d->rows ? most : 0))
            return false;
        most = chomp_row(b, i);
    }
    return !(b >> CHOMP_BITS * CHOMP_MOST);
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    chomp_bar b = chomp_unpack(p);
    zm_say(out, "%u", chomp_row(b, 0));
    for (unsigned i = 1; i < CHOMP_MOST && chomp_row(b, i); i++)
        zm_say(out, ",%u", chomp_row(b, i));
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    zm_say(out, "%u,%u", (unsigned)(m >> 8) + 1, (unsigned)(m & 255) + 1);
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const chomp_data *d = chomp_of(v);
    unsigned n = 0;
    for (unsigned i = d->rows; i-- > 0;)
        for (unsigned j = 0; j < d->cols; j++) {
            char piece = j >= chomp_row(chomp_unpack(p), i) ? '.' : i + j ? 'o' : 'x';
            out[n++] = (zm_cell){(uint8_t)(d->rows - 1 - i), (uint8_t)j, piece, false, 0};
        }
    return n;
}

/* The bite; the squares above and to the right of it go with it. */
static void touches(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out)
{
    const unsigned rows = chomp_of(v)->rows, row = (unsigned)(m >> 8), col = (unsigned)(m & 255);
    out->count = 1;
    out->touch[0] = (zm_point){(uint8_t)(rows - 1 - row), (uint8_t)col};
    for (unsigned i = row; i < rows; i++)
        for (unsigned j = col + (i == row); j < chomp_row(chomp_unpack(p), i); j++)
            out->captured[out->captures++] = (zm_point){(uint8_t)(rows - 1 - i), (uint8_t)j};
}

/* Whole bars: row i and column j of the table is the bar of i+1 rows of j+1 squares. */
static void grid(const zm_variant *v, unsigned *rows, unsigned *cols)
{
    *rows = chomp_of(v)->rows;
    *cols = chomp_of(v)->cols;
}

static zm_pos grid_at(const zm_variant *v, unsigned row, unsigned col)
{
    return chomp_pack(chomp_every_row(col + 1) & ~chomp_rows_from(row + 1));
}

ZM_GAME(
    chomp, "chomp", ZM_RULES, .title = "Chomp",
    .about = "A bar of chocolate, its lower left square poisoned. A player bites at a square and takes it with all\n"
             "squares that are neither below it nor to its left. Whoever takes the poisoned square has lost.",
    .known = "The first player wins on every bar but 1x1: if taking the upper right square does not win, the answer\n"
             "that refutes it could have been played at once (strategy stealing). Which first move wins is not\n"
             "known in general; on a square bar 2,2 does: it leaves two equal arms, and the first player copies.",
    .notation = "row lengths from the poisoned row up, empty rows left out: 4,4,2; the empty bar is 0; a move is the "
                "row and the column of the bite: 2,3",
    .options = {ZM_INT("rows", "3", 1, CHOMP_MOST, "rows of the bar"),
                ZM_INT("cols", "4", 1, CHOMP_MOST, "squares a row")},
    .data_bytes = sizeof(chomp_data), .prepare = prepare, .read = read, .write = write, .is_position = is_position,
    .write_move = write_move, .sums = ZM_SUMS(.grid = grid, .grid_at = grid_at),
    .looks = ZM_LOOKS(.cells = cells, .naming = ZM_BY_ROWS, .touches = touches,
                      .pieces = {{'o', ZM_BLOCK}, {'x', ZM_BLOCK_CROSSED}}),
    .sources = ZM_SOURCES(.bench = {{"backward", "rows=14 cols=14"},
                                    {"backward sweep", "rows=12 cols=12"},
                                    {"sweep+device", "rows=15 cols=15"}}))
