/* game.c: Dots and Boxes: its options, its notation and its board. The rules are in rules.h.
 *
 * A position is written as its rows of lines, horizontal and vertical in turn: 00/000/10/000/00. What differs from the
 * usual follows, each after a colon and only where it is needed: the boxes that are missing, row by row, as .x/.. ; who
 * has how many boxes, as 2-1 (score); and 2 when the second player is to move (nimstring, score). */
#include "sets.h"
#include "strong.h"

#include <string.h>

/* ---- preparing ---- */
/* Where a symmetry takes a line that begins in dot (r,c) and goes down or to the right. */
static unsigned turned_line(const dots_data *d, unsigned s, unsigned r, unsigned c, bool down)
{
    unsigned r2 = r + down, c2 = c + !down, t;
    if (s & 4) {
        t = r, r = c, c = t;
        t = r2, r2 = c2, c2 = t;
    }
    if (s & 1)
        r = d->rows - 1 - r, r2 = d->rows - 1 - r2;
    if (s & 2)
        c = d->cols - 1 - c, c2 = d->cols - 1 - c2;
    const unsigned row = r < r2 ? r : r2, col = c < c2 ? c : c2;
    return r == r2 ? dots_h(d, row, col) : dots_v(d, row, col);
}

static void note_line(dots_data *d, unsigned s, unsigned line, unsigned to)
{
    for (unsigned byte = 0; byte < 256; byte++)
        if (byte >> line % 8 & 1)
            d->line_to[s][line / 8][byte] |= zm_bit(to);
}

static void note_box(dots_data *d, unsigned s, unsigned r, unsigned c)
{
    /* The upper line of the image is that of its two horizontal lines, or vertical ones before, that comes first. */
    const unsigned one = turned_line(d, s, r, c, s & 4), two = turned_line(d, s, r + !(s & 4), c + !!(s & 4), s & 4);
    d->box_to[s][dots_h(d, r, c)] = (uint8_t)(one < two ? one : two);
}

static void note_symmetry(dots_data *d, unsigned s)
{
    for (unsigned r = 0; r < d->rows; r++)
        for (unsigned c = 0; c < d->cols; c++) {
            if (c + 1 < d->cols)
                note_line(d, s, dots_h(d, r, c), turned_line(d, s, r, c, false));
            if (r + 1 < d->rows)
                note_line(d, s, dots_v(d, r, c), turned_line(d, s, r, c, true));
            if (r + 1 < d->rows && c + 1 < d->cols)
                note_box(d, s, r, c);
        }
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    dots_data *d = data;
    d->rows = (uint32_t)zm_option_number(v, "rows");
    d->cols = (uint32_t)zm_option_number(v, "cols");
    d->rule = (uint32_t)zm_option_number(v, "rule");
    const unsigned lines = d->rows * (d->cols - 1) + d->cols * (d->rows - 1);
    if (lines > DOTS_LINES)
        return zm_wrong(why, ZM_WHOLE, "rows=%u cols=%u has %u lines; at most %d fit a position", d->rows, d->cols,
                        lines, DOTS_LINES);
    d->symmetries = d->rows == d->cols ? 8 : 4;
    d->lines = zm_low_bits(lines);
    for (unsigned r = 0; r + 1 < d->rows; r++)
        d->boxes |= zm_low_bits(d->cols - 1) << dots_h(d, r, 0);
    for (unsigned s = 0; s < d->symmetries; s++)
        note_symmetry(d, s);
    return true;
}

/* ---- notation: reading ---- */
typedef struct reader {
    const dots_data *d;
    const char *text;
    size_t at;
    zm_pos p;
    uint64_t none; /* lines written as . */
    zm_mistake *why;
} reader;

/* Which of `marks` comes next; negative when it is none of them. */
static int read_mark(reader *k, const char *marks, const char *what)
{
    const char c = k->text[k->at], *found = c ? strchr(marks, c) : NULL;
    if (!found)
        return zm_wrong(k->why, k->at, "expected %s", what) - 1;
    k->at++;
    return (int)(found - marks);
}

static bool read_slash(reader *k, unsigned marks, const char *kind)
{
    if (k->text[k->at] != '/')
        return zm_wrong(k->why, k->at, "expected / after the %u %s of a row", marks, kind);
    k->at++;
    return true;
}

static bool read_lines(reader *k)
{
    for (unsigned row = 0, line = 0; row < 2 * k->d->rows - 1; row++) {
        const unsigned most = row % 2 ? k->d->cols : k->d->cols - 1;
        if (row && !read_slash(k, row % 2 ? k->d->cols - 1 : k->d->cols, "lines"))
            return false;
        for (unsigned i = 0; i < most; i++, line++) {
            const int mark = read_mark(k, "01.", "1 for a line that is drawn, 0 for a free one, . for none");
            if (mark < 0)
                return false;
            k->p.lo |= mark ? zm_bit(line) : 0;
            k->none |= mark == 2 ? zm_bit(line) : 0;
        }
    }
    return true;
}

static bool read_missing(reader *k)
{
    for (unsigned r = 0; r + 1 < k->d->rows; r++) {
        if (r && !read_slash(k, k->d->cols - 1, "boxes"))
            return false;
        for (unsigned c = 0; c + 1 < k->d->cols; c++) {
            const int mark = read_mark(k, ".x", ". for a box that is there, x for one that is missing");
            if (mark < 0)
                return false;
            k->p.hi |= mark ? zm_bit(dots_h(k->d, r, c)) : 0;
        }
    }
    return dots_present(k->d, k->p) || zm_wrong(k->why, ZM_WHOLE, "all boxes are missing; at least one must be there");
}

static bool read_number(reader *k, unsigned *n)
{
    const size_t begin = k->at;
    for (*n = 0; k->text[k->at] >= '0' && k->text[k->at] <= '9' && k->at < begin + 3; k->at++)
        *n = 10 * *n + (unsigned)(k->text[k->at] - '0');
    return k->at > begin || zm_wrong(k->why, begin, "expected a number of boxes, as in 2-1");
}

static bool read_points(reader *k)
{
    unsigned first, second;
    const unsigned all = zm_count_bits(dots_complete(k->d, k->p));
    const size_t begin = k->at;
    if (!read_number(k, &first))
        return false;
    if (k->text[k->at++] != '-')
        return zm_wrong(k->why, k->at - 1, "expected - and the boxes of the second player");
    if (!read_number(k, &second))
        return false;
    if (first + second != all)
        return zm_wrong(k->why, begin, "%u box%s complete, not %u", all, all == 1 ? " is" : "es are", first + second);
    k->p.hi |= (uint64_t)first << DOTS_POINTS_AT;
    return true;
}

/* A line beside no box is none. */
static bool check_lines(reader *k)
{
    const uint64_t real = dots_lines_of(k->d, dots_present(k->d, k->p));
    if (k->none & real)
        return zm_wrong(k->why, ZM_WHOLE, "a line is given as none (.), but a box beside it is there");
    k->p.lo |= k->d->lines & ~real;
    return true;
}

/* Is there something after a colon that begins like this? Then the colon is taken. */
static bool next_is(reader *k, const char *begins)
{
    if (k->text[k->at] != ':' || !k->text[k->at + 1] || !strchr(begins, k->text[k->at + 1]))
        return false;
    k->at++;
    return true;
}

static bool read_score(reader *k)
{
    if (k->d->rule != DOTS_SCORE)
        return true;
    if (strchr(k->text + k->at, '-') && next_is(k, "0123456789"))
        return read_points(k);
    return !dots_complete(k->d, k->p) || zm_wrong(k->why, k->at, "boxes are complete: say whose they are, as in :2-1");
}

static bool read_turn(reader *k)
{
    if (!k->text[k->at])
        return true;
    if (!dots_extra_turns(k->d) || strcmp(k->text + k->at, ":2") != 0)
        return zm_wrong(k->why, k->at, "expected the end%s",
                        dots_extra_turns(k->d) ? ", or :2 when the second player is to move"
                                               : ", or missing boxes as in :.x/..");
    k->p.hi |= ZM_TURN_BIT;
    return true;
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    reader k = {.d = dots_of(v), .text = text, .why = why};
    if (!read_lines(&k) || (next_is(&k, ".x") && !read_missing(&k)) || !check_lines(&k) || !read_score(&k) ||
        !read_turn(&k))
        return false;
    *p = k.p;
    return true;
}

/* ---- notation: writing ---- */
static void write_lines(const dots_data *d, zm_pos p, zm_text *out)
{
    const uint64_t real = dots_lines_of(d, dots_present(d, p));
    for (unsigned row = 0, line = 0; row < 2 * d->rows - 1; row++) {
        if (row)
            zm_say_char(out, '/');
        for (unsigned i = 0; i < (row % 2 ? d->cols : d->cols - 1); i++, line++)
            zm_say_char(out, !(real & zm_bit(line)) ? '.' : p.lo & zm_bit(line) ? '1' : '0');
    }
}

static void write_missing(const dots_data *d, zm_pos p, zm_text *out)
{
    for (unsigned r = 0; r + 1 < d->rows; r++) {
        zm_say_char(out, r ? '/' : ':');
        for (unsigned c = 0; c + 1 < d->cols; c++)
            zm_say_char(out, p.hi & zm_bit(dots_h(d, r, c)) ? 'x' : '.');
    }
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    const dots_data *d = dots_of(v);
    write_lines(d, p, out);
    if (dots_missing(d, p))
        write_missing(d, p, out);
    const unsigned complete = zm_count_bits(dots_complete(d, p));
    if (d->rule == DOTS_SCORE && complete)
        zm_say(out, ":%u-%u", dots_points(p), complete - dots_points(p));
    if (dots_extra_turns(d) && p.hi & ZM_TURN_BIT)
        zm_say(out, ":2");
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    const dots_data *d = dots_of(v);
    const uint64_t points = d->rule == DOTS_SCORE ? (uint64_t)31 << DOTS_POINTS_AT : 0;
    const uint64_t used = d->boxes | points | (dots_extra_turns(d) ? ZM_TURN_BIT : 0);
    if (p.lo & ~d->lines || p.hi & ~used || !dots_present(d, p))
        return false;
    const uint64_t none = d->lines & ~dots_lines_of(d, dots_present(d, p)); /* lines beside no box count as drawn */
    return !(none & ~p.lo) && dots_points(p) <= zm_count_bits(dots_complete(d, p));
}

/* Which way the line runs, its row and its place in the row, from 1: h1.2 */
static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    const dots_data *d = dots_of(v);
    const unsigned row = (unsigned)m / (2 * d->cols - 1), i = (unsigned)m % (2 * d->cols - 1);
    const bool down = i >= d->cols - 1;
    zm_say(out, "%c%u.%u", down ? 'v' : 'h', row + 1, (down ? i - (d->cols - 1) : i) + 1);
}

/* ---- the board ---- */
static char mark_at(const dots_data *d, zm_pos p, unsigned row, unsigned col)
{
    const unsigned r = row / 2, c = col / 2;
    if (row % 2 && col % 2) {
        const uint64_t box = zm_bit(dots_h(d, r, c));
        return p.hi & box ? '#' : dots_complete(d, p) & box ? 'x' : '.';
    }
    if (!(row % 2) && !(col % 2))
        return '+';
    const uint64_t line = zm_bit(row % 2 ? dots_v(d, r, c) : dots_h(d, r, c));
    if (!(dots_lines_of(d, dots_present(d, p)) & line) || !(p.lo & line))
        return '.';
    return row % 2 ? '|' : '-';
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const dots_data *d = dots_of(v);
    unsigned n = 0;
    for (unsigned row = 0; row < 2 * d->rows - 1; row++)
        for (unsigned col = 0; col < 2 * d->cols - 1; col++)
            out[n++] = (zm_cell){(uint8_t)row, (uint8_t)col, mark_at(d, p, row, col), false, 0};
    return n;
}

static bool points(const zm_variant *v, zm_pos p, unsigned out[2])
{
    const dots_data *d = dots_of(v);
    out[0] = dots_points(p);
    out[1] = zm_count_bits(dots_complete(d, p)) - out[0];
    return d->rule == DOTS_SCORE;
}

/* ---- all positions at once ---- */
static const struct {
    const char *value;
    unsigned rule;
    dots_kind kind;
} tabulates[] = {
    /* the first of a rule is what it is about */
    {"w", DOTS_FIRST_BOX, DOTS_KIND_W},           {"w_misere", DOTS_FIRST_BOX, DOTS_KIND_W_MISERE},
    {"grundy", DOTS_MISERE, DOTS_KIND_W_MISERE},  {"w_misere", DOTS_MISERE, DOTS_KIND_W_OF_MISERE},
    {"grundy", DOTS_NIMSTRING, DOTS_KIND_GRUNDY}, {"score", DOTS_SCORE, DOTS_KIND_SCORE},
};

static zm_status tabulate(zm_context *c, const zm_variant *v, const char *value, zm_tabulation *out)
{
    const dots_data *d = dots_of(v);
    for (size_t i = 0; i < sizeof tabulates / sizeof *tabulates; i++) {
        if (tabulates[i].rule != d->rule || (value && strcmp(value, tabulates[i].value) != 0))
            continue;
        strcpy(out->value, tabulates[i].value);
        return tabulates[i].kind == DOTS_KIND_W ? dots_strong(c, d, false, out)
                                                : dots_sets(c, d, tabulates[i].kind, out);
    }
    return zm_fail(c, ZM_BAD_INPUT,
                   "all values can be found of: w, w_misere (rule=first-box), grundy, w_misere (rule=misere), grundy "
                   "(rule=nimstring), score (rule=score); not \"%s\" here",
                   value);
}

ZM_GAME(dots_and_boxes, "dots-and-boxes", ZM_RULES, .title = "Dots and Boxes",
        .about = "A grid of {rows} by {cols} dots. A player joins two neighbouring dots by a line. "
                 "{rule=first-box:Who completes the first box has won.}{rule=misere:Who completes the first "
                 "box has lost.}{rule=nimstring:Who completes a box moves again, and who is to move and "
                 "cannot has lost.}{rule=score:Who completes a box has it and moves again; whoever has more "
                 "boxes in the end has won.} Boxes may be missing: the lines around them belong to their "
                 "neighbours.",
        .known = "{rule=first-box:The second player wins when rows + cols is even, the first when it is odd, "
                 "by symmetry (Lenhardt 2007, theorems 4.1 and 4.2).}{rule=score:{rows=5 cols=6:A "
                 "draw|{rows=6 cols=5:A draw|5x6 dots is a draw}} (Barker and Korf "
                 "2012).}{rule=misere,nimstring:What was found here is in docs/dots-and-boxes.md.}",
        .notation = "rows of lines, horizontal and vertical in turn, 1 drawn, 0 free: {rows=3 "
                    "cols=3:00/000/10/000/00|{position}}; then missing boxes :.x/.. {rule=score:; boxes of both "
                    "players :2-1}{rule=score,nimstring:; :2 when the second is to move}; a move is a line: "
                    "h1.2, v2.1",
        .options = {ZM_INT("rows", "3", 2, DOTS_MOST, "rows of dots"),
                    ZM_INT("cols", "3", 2, DOTS_MOST, "columns of dots"),
                    ZM_CHOICE("rule", "first-box", "first-box|misere|nimstring|score", "what a completed box means")},
        .data_bytes = sizeof(dots_data), .prepare = prepare, .read = read, .write = write, .is_position = is_position,
        .write_move = write_move, .sums = ZM_SUMS(.parts = dots_parts, .compound = dots_compound, .tabulate = tabulate),
        .looks = ZM_LOOKS(.cells = cells, .line_board = true, .naming = ZM_BY_LINES, .points = points))
