/* layers.c: how many boards there are after each number of discs, by sets of boards that are never looked at one by
 * one.
 *
 * BOARDS     as words of width * (height + 1) bits, the lecture notes' code (`encode`): the columns from the first to the last, each from
 *            above: 0 for an empty field, 1, then the discs, 1 for the first player's. A layer is a set of them (base/diagram.h).
 *
 * MOVES      A disc x on a column turns its word 0..0 0 1 rest into 0..0 1 x rest: but for two bits, what is below stays as it is, and
 *            so do the columns after it. With S the set of how boards go on from some column on, all that follow it are
 *
 *                after(S) = { a disc on this column, the others as they were }  or  { this column as it was } x after( the others )
 *
 *            for every way to fill this column. Each node is done once, and one union for each height of a column is all there is to it.
 *
 * OVER       The boards without a line of the player who has just moved are one set, made once for each player: what a layer has in common with it
 *            is not over, and what follows follows from that.
 *
 * MIRRORS    States are (positions + boards that are their own mirror images) / 2. Those are few: the left halves along the diagram, with as
 *            many discs as leave room for the middle column, then the rest is looked up.
 *
 * COST       7x6: the largest layer, after 33 plies, has 60 million nodes, and with what comes up on the way there are 123 million. */
#include "layers.h"

#include "base/diagram.h"
#include "base/memory.h"
#include "rules.h"

#include <stdio.h>

/* Sets that stay: the layer's boards that are not over, and those without a line of the second player, of the first. */
enum { OPEN, FREE, KEPT = FREE + 2 };

typedef struct sets {
    zm_context *context;
    const four_data *d;
    zm_diagram diagram;
    unsigned ply, bits; /* discs of the layer that is being made; of a word */
    unsigned player;    /* whose disc came last, 1 for the first: as in words */
    zm_words kept[KEPT];
    uint32_t *after;             /* by node of the layer before: the set of what follows, plus one; 0: not made yet */
    zm_words any[FOUR_BITS + 1]; /* by bit: all words from there on */
} sets;

static zm_words join(sets *s, zm_words zero, zm_words one) { return zm_diagram_join(&s->diagram, zero, one); }
/* One bit and what follows it. */
static zm_words put(sets *s, unsigned bit, zm_words rest)
{
    return bit ? join(s, ZM_NO_WORDS, rest) : join(s, rest, ZM_NO_WORDS);
}

static zm_words empty_board(sets *s)
{
    zm_words set = ZM_EMPTY_WORD;
    for (unsigned i = s->bits; i-- > 0;)
        set = put(s, i % s->d->step == s->d->height, set);
    return set;
}

/* ---- boards without a line ---- */
typedef struct line {
    uint64_t field[FOUR_MOST_COLUMNS]; /* by column: its rows, row 0 at the bottom */
    unsigned last;                     /* column */
    zm_words made[FOUR_BITS][2];       /* by bit, and whether the column's 1 was before it; 0: not made yet */
} line;

/* Words from this bit on in which one of the fields that are left is empty or the other's. A field that is the last is
 * missed, or the line is there. */
static zm_words broken(sets *s, line *l, unsigned at, bool below_one)
{
    const four_data *d = s->d;
    const unsigned column = at / d->step, row = d->height - at % d->step;
    if (column > l->last)
        return ZM_NO_WORDS;
    if (at % d->step == 0)
        below_one = false;
    zm_words *made = &l->made[at][below_one];
    if (*made)
        return *made;
    if (row == d->height || !(l->field[column] >> row & 1)) {
        const zm_words zero = broken(s, l, at + 1, below_one), one = broken(s, l, at + 1, true);
        return *made = join(s, zero, one);
    }
    if (!below_one)
        return *made = s->any[at];
    const zm_words own = broken(s, l, at + 1, true), other = s->any[at + 1];
    return *made = s->player ? join(s, other, own) : join(s, own, other);
}

static bool find_line(const four_data *d, unsigned column, unsigned row, int across, int up, line *l)
{
    const int reach = (int)d->connect - 1, top = (int)row + up * reach;
    *l = (line){.last = column + (unsigned)(across * reach)};
    if (l->last >= d->width || top < 0 || top >= (int)d->height)
        return false;
    for (int i = 0; i <= reach; i++)
        l->field[(int)column + across * i] |= zm_bit((unsigned)((int)row + up * i));
    return true;
}

/* From the last column to the first: lines are added where they begin, and only there. */
static zm_words without_lines(sets *s)
{
    static const struct {
        int across, up;
    } ways[] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    const four_data *d = s->d;
    zm_words set = ZM_EMPTY_WORD;
    line l;
    s->any[s->bits] = ZM_EMPTY_WORD;
    for (unsigned at = s->bits; at-- > 0;) {
        s->any[at] = join(s, s->any[at + 1], s->any[at + 1]);
        set = join(s, set, set);
        if (at % d->step)
            continue;
        for (unsigned way = 0; way < sizeof ways / sizeof *ways; way++)
            for (unsigned row = 0; row < d->height; row++)
                if (find_line(d, at / d->step, row, ways[way].across, ways[way].up, &l))
                    set = zm_diagram_intersection(&s->diagram, set, broken(s, &l, at, false));
    }
    return set;
}

/* ---- what follows ---- */
static zm_words follow_column(sets *s, zm_words set, unsigned at);

/* The discs of a column, which stay, and what follows in the others. */
static zm_words follow_discs(sets *s, zm_words set, unsigned at)
{
    if (at % s->d->step == 0)
        return follow_column(s, set, at);
    if (!set)
        return ZM_NO_WORDS;
    if (s->after[set])
        return s->after[set] - 1;
    const zm_branch n = s->diagram.node[set];
    const zm_words zero = follow_discs(s, n.zero, at + 1), one = follow_discs(s, n.one, at + 1);
    const zm_words made = join(s, zero, one);
    s->after[set] = made + 1;
    return made;
}

/* A column's word from the bit `at` on, above its 1: `set` is that word and what comes after it. */
static zm_words follow_top(sets *s, zm_words set, unsigned at)
{
    if (!set)
        return ZM_NO_WORDS;
    const zm_branch n = s->diagram.node[set];
    const bool last = at % s->d->step == s->d->height;
    const zm_words higher = last ? ZM_NO_WORDS : follow_top(s, n.zero, at + 1);
    zm_words here = follow_discs(s, n.one, at + 1);
    if (n.zero && !last) { /* 0 1 rest becomes 1 x rest */
        const zm_words rest = s->diagram.node[n.zero].one;
        here = zm_diagram_union(&s->diagram, here, put(s, s->player, rest));
    }
    return join(s, higher, here);
}

static zm_words follow_column(sets *s, zm_words set, unsigned at)
{
    if (!set || at == s->bits)
        return ZM_NO_WORDS;
    if (s->after[set])
        return s->after[set] - 1;
    const zm_words made = follow_top(s, set, at);
    s->after[set] = made + 1;
    return made;
}

static zm_status follow(sets *s, zm_words *out)
{
    ZM_TRY(s->context, zm_alloc(s->context, &s->after, s->diagram.count, sizeof *s->after, "what follows a set"));
    zm_large_pages(s->after);
    *out = follow_column(s, s->kept[OPEN], 0);
    zm_release(s->context, s->after);
    s->after = NULL;
    return s->diagram.status;
}

/* ---- boards that are their own mirror images ---- */
typedef struct mirrors {
    const sets *s;
    unsigned left[2];                 /* discs to be placed: the second player's, the first's */
    uint64_t word[FOUR_MOST_COLUMNS]; /* of the columns so far */
    uint64_t all, open;
} mirrors;

static void count_mirror(mirrors *m, zm_words set)
{
    const four_data *d = m->s->d;
    uint64_t own = 0;
    for (unsigned c = d->width / 2; c-- > 0;)
        set = zm_diagram_after(&m->s->diagram, set, m->word[c], d->step);
    if (!set)
        return;
    for (unsigned c = 0; c < d->width; c++) {
        const uint64_t word = m->word[c < d->width / 2 ? c : d->width - 1 - c], top = zm_bit(zm_highest(word));
        own |= (m->s->player ? word ^ top : (top - 1) & ~word) << c * d->step;
    }
    m->all++;
    m->open += !four_has_line(d, own);
}

static void mirror_column(mirrors *m, zm_words set, unsigned column);

/* The discs of a column from above; each but those in the middle stands for two. */
static void mirror_discs(mirrors *m, zm_words set, unsigned column, unsigned discs)
{
    const unsigned each = 2 * column + 1 == m->s->d->width ? 1 : 2;
    if (!set)
        return;
    if (!discs) {
        mirror_column(m, set, column + 1);
        return;
    }
    const uint64_t before = m->word[column];
    for (unsigned x = 0; x < 2; x++) {
        if (m->left[x] < each)
            continue;
        const zm_branch n = m->s->diagram.node[set];
        m->left[x] -= each;
        m->word[column] = before << 1 | x;
        mirror_discs(m, x ? n.one : n.zero, column, discs - 1);
        m->left[x] += each;
    }
    m->word[column] = before;
}

static void mirror_column(mirrors *m, zm_words set, unsigned column)
{
    const four_data *d = m->s->d;
    const unsigned left = m->left[0] + m->left[1];
    if (2 * column >= d->width || left > (d->width - 2 * column) * d->height) {
        if (!left)
            count_mirror(m, set);
        return;
    }
    for (unsigned height = d->height + 1; height-- > 0 && set; set = m->s->diagram.node[set].zero) {
        if (2 * column + 1 == d->width && height != left)
            continue;
        m->word[column] = 1;
        mirror_discs(m, m->s->diagram.node[set].one, column, height);
    }
}

static mirrors count_mirrors(const sets *s, zm_words set)
{
    mirrors m = {.s = s, .left = {s->ply / 2, (s->ply + 1) / 2}};
    mirror_column(&m, set, 0);
    return m;
}

/* ---- layer by layer ---- */
/* Those of a layer that are not over. Before the first line there can be, that is all of it. */
static zm_words not_over(sets *s, zm_words layer)
{
    zm_words *free = &s->kept[FREE + s->player];
    if (s->ply == s->d->cells)
        return ZM_NO_WORDS;
    if (s->ply + 1 < 2 * s->d->connect)
        return layer;
    if (!*free)
        *free = without_lines(s);
    return zm_diagram_intersection(&s->diagram, layer, *free);
}

static zm_status count_layer(sets *s, zm_words layer, zm_layer *out)
{
    uint64_t open;
    const mirrors m = count_mirrors(s, layer);
    ZM_TRY(s->context, zm_diagram_count(&s->diagram, layer, &out->positions));
    s->kept[OPEN] = not_over(s, layer);
    ZM_TRY(s->context, zm_diagram_count(&s->diagram, s->kept[OPEN], &open));
    out->ply = s->ply;
    out->states = (out->positions + m.all) / 2;
    out->open = s->kept[OPEN] ? (open + m.open) / 2 : 0;
    return zm_diagram_keep(&s->diagram, s->kept, KEPT);
}

static zm_status next_layer(sets *s, zm_layer *out)
{
    char phase[32];
    zm_words layer = ZM_NO_WORDS;
    snprintf(phase, sizeof phase, "nodes of ply %u", s->ply);
    zm_progress_begin(s->context, phase, 0);
    zm_status status = ZM_OK;
    if (s->ply)
        status = follow(s, &layer);
    else
        layer = empty_board(s);
    if (!status)
        status = count_layer(s, layer, out);
    zm_progress_end(s->context);
    return status;
}

static zm_status count_layers(sets *s, unsigned most, zm_layer_fn *each, void *arg)
{
    for (; s->ply <= most && s->ply <= s->d->cells; s->ply++) {
        zm_layer layer = {0};
        s->player = s->ply & 1;
        ZM_TRY(s->context, next_layer(s, &layer));
        if (!layer.positions)
            break;
        each(arg, &layer);
    }
    return ZM_OK;
}

zm_status four_count_layers(zm_context *c, const zm_variant *v, unsigned most, zm_layer_fn *each, void *arg)
{
    sets s = {.context = c, .d = four_of(v)};
    s.bits = s.d->width * s.d->step;
    ZM_TRY(c, zm_diagram_open(c, &s.diagram));
    const zm_status status = count_layers(&s, most, each, arg);
    zm_release(c, s.after);
    zm_diagram_close(&s.diagram);
    return status;
}
