/* check.c: the properties that hold for every game, tried out along random games.
 *
 *   notation     what is written is printable and short, and reads back as the same position; moves are told apart
 *   fingerprint  idempotent, keeps the turn, and a position has the same end and successors as its fingerprint
 *   moves        as many as allowed, the same when asked again
 *   index        rank is inside its tier, unrank is its inverse, moves never lead to a larger tier,
 *                `inside` and `children` keep what they promise
 *   rows         say of a state what `leaving` and `parents_inside` say, and lead where its moves do
 *   parents      every state is among the parents of its successors, and what they visit has a move that leads there
 *   parts        not too many, and each is a state that falls into nothing but itself
 *   grid         its positions are states, and can be written and read
 *   codes        decode is the inverse of encode
 *   texts        braces in what the game says of itself mean something
 *
 * Buffers are larger than games may fill, so that a game that writes too much is reported and not a crash. */
#include "check.h"
#include "expand.h"
#include "names.h"
#include "words.h"

#include <zermelo/rows.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    SLACK = 8,          /* times what a game may fill */
    LONGEST_GAME = 300, /* plies, then a new one is begun */
    SUCCESSORS = 12,    /* looked at closely, of each state */
    PARENTS = 12,       /* looked at closely, of each of those */
};

typedef struct run {
    zm_context *c;
    const zm_variant *v;
    const zm_game *g;
    uint64_t random;
    unsigned plays, passes; /* moves of the random games, and how many of them passed the turn */
    zm_pos p;               /* the state looked at, its end and its moves */
    zm_end end;
    unsigned count;
    zm_move moves[SLACK * ZM_MAX_MOVES], other[SLACK * ZM_MAX_MOVES];
    zm_pos next[2][ZM_MAX_MOVES];
    uint64_t hash[ZM_MAX_MOVES];
    zm_cell cells[SLACK * ZM_MAX_CELLS];
    uint32_t children[SLACK * ZM_MAX_CHILDREN];
    char text[SLACK * ZM_MAX_TEXT];
    /* of the visit to the parents of one successor */
    zm_pos child;
    unsigned visited;
    bool found;
    zm_status visit_status;
} run;

static uint64_t draw(run *k, uint64_t below)
{
    k->random += 0x9e3779b97f4a7c15u;
    return zm_hash((zm_pos){k->random, 0}) % below;
}

__attribute__((format(printf, 2, 3))) static zm_status wrong(run *k, const char *format, ...)
{
    char what[400], where[ZM_SHOWN], options[ZM_VARIANT_TEXT], shown[ZM_SHOWN];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    memset(k->text, 0, sizeof k->text);
    k->g->write(k->v, k->p, k->text);
    return zm_fail(k->c, ZM_BAD_INPUT, "game %s (%s), position \"%s\": %s", k->g->name,
                   zm_shown(zm_variant_text(k->v, ' ', true, options), shown), zm_shown(k->text, where), what);
}

/* ---- notation ---- */
static zm_status check_text(run *k, const char *what)
{
    size_t n = strnlen(k->text, sizeof k->text);
    if (!n || n >= ZM_MAX_TEXT)
        return wrong(k, "%s writes %zu bytes; 1 to %d are allowed", what, n, ZM_MAX_TEXT - 1);
    for (size_t i = 0; i < n; i++)
        if (k->text[i] <= ' ' || k->text[i] > '~')
            return wrong(k, "%s writes a character (number %zu) that is not printable ASCII, or a space", what, i + 1);
    return ZM_OK;
}

static zm_status check_notation(run *k, zm_pos p, bool is_state)
{
    char text[ZM_MAX_TEXT], shown[ZM_SHOWN];
    zm_mistake why = {0};
    zm_pos back = {0};
    memset(k->text, 0, sizeof k->text);
    k->g->write(k->v, p, k->text);
    ZM_TRY(k->c, check_text(k, "write"));
    memcpy(text, k->text, sizeof text);
    zm_shown(text, shown);
    if (!k->g->read(k->v, text, &back, &why))
        return wrong(k, "read refuses what write gives, \"%s\": %s", shown, why.text);
    if (!zm_same(is_state ? back : zm_state_of(k->v, back), is_state ? p : zm_state_of(k->v, p)))
        return wrong(k, "what write gives, \"%s\", reads back as another position", shown);
    return ZM_OK;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static zm_status check_move_texts(run *k)
{
    if (!k->g->write_move)
        return ZM_OK;
    for (unsigned i = 0; i < k->count; i++) {
        memset(k->text, 0, ZM_MAX_TEXT);
        k->g->write_move(k->v, k->p, k->moves[i], k->text);
        ZM_TRY(k->c, check_text(k, "write_move"));
        k->hash[i] = XXH3_64bits(k->text, strlen(k->text));
    }
    qsort(k->hash, k->count, sizeof *k->hash, by_number);
    for (unsigned i = 1; i < k->count; i++)
        if (k->hash[i] == k->hash[i - 1])
            return wrong(k, "write_move gives two moves the same text");
    return ZM_OK;
}

/* ---- moves ---- */
static zm_status check_moves(run *k)
{
    unsigned again;
    k->end = zm_rules_moves(&k->g->rules, k->v, k->p, k->moves, &k->count);
    if (k->end > ZM_WIN)
        return wrong(k, "ended gives %d, which is no end", (int)k->end);
    if (k->count > ZM_MAX_MOVES)
        return wrong(k, "it has %u moves; %d are allowed", k->count, ZM_MAX_MOVES);
    if (k->g->most_moves && k->count > k->g->most_moves)
        return wrong(k, "it has %u moves; most_moves says %u", k->count, k->g->most_moves);
    zm_end end = zm_rules_moves(&k->g->rules, k->v, k->p, k->other, &again);
    if (end != k->end || again != k->count || memcmp(k->moves, k->other, again * sizeof *k->moves))
        return wrong(k, "moves or ended say something else when asked again");
    if (zm_turn_of(k->v, k->p) > 1)
        return wrong(k, "turn gives %u; it can be 0 or 1", zm_turn_of(k->v, k->p));
    return ZM_OK;
}

/* ---- fingerprint ---- */
static int by_position(const void *a, const void *b)
{
    zm_pos x = *(const zm_pos *)a, y = *(const zm_pos *)b;
    return zm_same(x, y) ? 0 : zm_before(x, y) ? -1 : 1;
}

/* The different states that moves lead to, sorted. Two positions of one state must agree on them. */
static unsigned successors(run *k, zm_pos p, zm_pos *out, zm_end *end)
{
    unsigned n, different = 0;
    bool passes;
    *end = zm_rules_moves(&k->g->rules, k->v, p, k->other, &n);
    n = n < ZM_MAX_MOVES ? n : ZM_MAX_MOVES;
    for (unsigned i = 0; i < n; i++)
        out[i] = zm_rules_play(&k->g->rules, k->v, p, k->other[i], &passes);
    qsort(out, n, sizeof *out, by_position);
    for (unsigned i = 0; i < n; i++)
        if (!i || !zm_same(out[i], out[i - 1]))
            out[different++] = out[i];
    return different;
}

static zm_status check_fingerprint(run *k, zm_pos p)
{
    zm_pos state = zm_state_of(k->v, p);
    if (!zm_same(zm_state_of(k->v, state), state))
        return wrong(k, "after a move the fingerprint of the fingerprint is another position");
    if (!zm_no_turn(k->v) && zm_turn_of(k->v, state) != zm_turn_of(k->v, p))
        return wrong(k, "after a move the fingerprint has another side to move");
    if (zm_same(state, p))
        return ZM_OK;
    zm_end mine, its;
    unsigned n = successors(k, p, k->next[0], &mine), m = successors(k, state, k->next[1], &its);
    if (mine != its || n != m || memcmp(k->next[0], k->next[1], n * sizeof(zm_pos)))
        return wrong(k, "after a move the position and its fingerprint do not have the same end or successors");
    return ZM_OK;
}

/* ---- the dense index ---- */
static zm_status check_place(run *k, zm_pos p)
{
    zm_place at = k->g->rank(k->v, p);
    uint32_t tiers = k->g->tiers(k->v);
    if (at.tier >= tiers)
        return wrong(k, "rank gives tier %" PRIu32 " of %" PRIu32, at.tier, tiers);
    uint64_t size = k->g->tier_size(k->v, at.tier);
    if (at.index >= size)
        return wrong(k, "rank gives index %" PRIu64 " in tier %" PRIu32 ", which has %" PRIu64, at.index, at.tier,
                     size);
    if (!zm_same(k->g->unrank(k->v, at), p))
        return wrong(k, "unrank of tier %" PRIu32 ", index %" PRIu64 ", is not the position whose rank that is",
                     at.tier, at.index);
    return ZM_OK;
}

static zm_status check_children(run *k, uint32_t from, uint32_t to)
{
    if (!k->g->children)
        return ZM_OK;
    unsigned n = k->g->children(k->v, from, k->children), times = 0;
    if (n > ZM_MAX_CHILDREN)
        return wrong(k, "tier %" PRIu32 " has %u children; %d are allowed", from, n, ZM_MAX_CHILDREN);
    for (unsigned i = 0; i < n; i++) {
        times += k->children[i] == to;
        if (k->children[i] >= from)
            return wrong(k, "tier %" PRIu32 " has the child %" PRIu32 "; children have smaller numbers", from,
                         k->children[i]);
    }
    return times == 1 ? ZM_OK
                      : wrong(k,
                              "a move leads from tier %" PRIu32 " to tier %" PRIu32 ", which is %u times among "
                              "its children",
                              from, to, times);
}

static zm_status check_step(run *k, zm_pos next)
{
    zm_place from = k->g->rank(k->v, k->p), to = k->g->rank(k->v, next);
    ZM_TRY(k->c, check_place(k, next));
    if (to.tier > from.tier)
        return wrong(k, "a move leads from tier %" PRIu32 " to tier %" PRIu32 "; it must not be larger", from.tier,
                     to.tier);
    if (to.tier < from.tier)
        return check_children(k, from.tier, to.tier);
    if (k->g->inside == ZM_LEAVES)
        return wrong(k, "inside is ZM_LEAVES, but a move stays in tier %" PRIu32, from.tier);
    if (k->g->inside == ZM_DESCENDS && to.index >= from.index)
        return wrong(k, "inside is ZM_DESCENDS, but a move leads from index %" PRIu64 " to %" PRIu64, from.index,
                     to.index);
    return ZM_OK;
}

/* Where all places are states, one picked at random must be one. */
static zm_status check_random_place(run *k)
{
    if (!k->g->rank || !k->g->all_reachable)
        return ZM_OK;
    zm_place at = {.tier = (uint32_t)draw(k, k->g->tiers(k->v))};
    uint64_t size = k->g->tier_size(k->v, at.tier);
    if (!size)
        return ZM_OK;
    at.index = draw(k, size);
    zm_pos p = k->g->unrank(k->v, at);
    zm_place back = k->g->rank(k->v, p);
    if (back.tier != at.tier || back.index != at.index || !zm_same(zm_state_of(k->v, p), p))
        return wrong(k, "all_reachable, but tier %" PRIu32 ", index %" PRIu64 ", is no state", at.tier, at.index);
    return ZM_OK;
}

/* ---- parents ---- */
static bool leads_to(run *k, zm_pos p, zm_pos child)
{
    unsigned n;
    bool passes;
    zm_rules_moves(&k->g->rules, k->v, p, k->other, &n);
    for (unsigned i = 0; i < n && i < ZM_MAX_MOVES; i++)
        if (zm_same(zm_rules_play(&k->g->rules, k->v, p, k->other[i], &passes), child))
            return true;
    return false;
}

static void look_at_parent(void *arg, zm_pos p)
{
    run *k = arg;
    k->found |= zm_same(p, k->p);
    if (k->visit_status != ZM_OK || k->visited++ >= PARENTS)
        return;
    if (!zm_same(zm_state_of(k->v, p), p))
        k->visit_status = wrong(k, "parents of a successor visits a position that is not its own fingerprint");
    else if (!leads_to(k, p, k->child))
        k->visit_status = wrong(k, "parents of a successor visits a position that has no move to it");
}

static zm_status check_parents(run *k, zm_pos next)
{
    k->child = next;
    k->visited = 0;
    k->found = false;
    k->visit_status = ZM_OK;
    k->g->parents(k->v, next, look_at_parent, k);
    if (k->visit_status != ZM_OK)
        return k->visit_status;
    return k->found ? ZM_OK : wrong(k, "parents of a successor does not visit it");
}

/* ---- moves that leave the tier, parents inside it ---- */
/* Those that leave are among the moves, in their order or another; the others stay. */
static zm_status check_leaving(run *k)
{
    unsigned staying = 0, stay = 0;
    const uint32_t tier = k->g->rank(k->v, k->p).tier;
    if (k->end != ZM_OPEN)
        return ZM_OK;
    const unsigned n = k->g->leaving(k->v, k->p, k->other, &staying);
    for (unsigned i = 0; i < n; i++)
        if (k->g->rank(k->v, zm_state_of(k->v, k->g->play(k->v, k->p, k->other[i]))).tier == tier)
            return wrong(k, "leaving gives a move that stays in the tier");
    for (unsigned i = 0; i < k->count; i++)
        stay += k->g->rank(k->v, zm_state_of(k->v, k->g->play(k->v, k->p, k->moves[i]))).tier == tier;
    return stay == staying && n + staying == k->count
               ? ZM_OK
               : wrong(k, "leaving gives %u moves and says that %u stay; of its %u moves %u do", n, staying, k->count,
                       stay);
}

typedef struct inside_visits {
    uint64_t index;
    unsigned times;
    bool doubtful;
} inside_visits;

static void count_visit(void *arg, uint64_t index, bool doubtful)
{
    inside_visits *w = arg;
    w->times += index == w->index;
    w->doubtful |= index == w->index && doubtful;
}

/* A successor in the same tier visits the state once for every move that leads to it. */
static zm_status check_inside(run *k, zm_pos next)
{
    const zm_place here = k->g->rank(k->v, k->p);
    inside_visits w = {.index = here.index};
    unsigned times = 0;
    bool passes = true;
    if (k->g->rank(k->v, next).tier != here.tier)
        return ZM_OK;
    k->g->parents_inside(k->v, next, count_visit, &w);
    for (unsigned i = 0; i < k->count; i++)
        times += zm_same(zm_rules_play(&k->g->rules, k->v, k->p, k->moves[i], &passes), next);
    return w.times && (w.doubtful || w.times == times)
               ? ZM_OK
               : wrong(k, "parents_inside of a successor visits it %u times; it has %u moves there", w.times, times);
}

/* What is visited has a move to the successor: told by places, because that is what is visited. */
typedef struct inside_parents {
    run *k;
    zm_pos child;
    uint32_t tier;
    bool wrong;
} inside_parents;

static void look_inside(void *arg, uint64_t index, bool doubtful)
{
    inside_parents *w = arg;
    (void)doubtful;
    if (index >= w->k->g->tier_size(w->k->v, w->tier))
        w->wrong = true;
    else
        w->wrong |= !leads_to(w->k, w->k->g->unrank(w->k->v, (zm_place){w->tier, index}), w->child);
}

static zm_status check_inside_parents(run *k, zm_pos next)
{
    inside_parents w = {k, next, k->g->rank(k->v, next).tier, false};
    k->g->parents_inside(k->v, next, look_inside, &w);
    return w.wrong ? wrong(k, "parents_inside of a successor visits an index that has no move to it") : ZM_OK;
}

/* ---- rows ---- */
typedef struct
    row_run { /* a state's row and column, and what was visited: how many, and a sum that the order does not change */
    run *k;
    const zm_rows *rows;
    uint32_t tier, width, count, row, column;
    bool turned, row_moves;
    uint64_t visits, sum;
} row_run;

static void add_visit(row_run *w, uint64_t tier, uint64_t index)
{
    w->visits++;
    w->sum += zm_hash((zm_pos){index, tier});
}

static void add_index(void *arg, uint64_t index, bool doubtful) { add_visit(arg, doubtful, index); }

static void add_leaving(void *arg, uint32_t column, zm_place to)
{
    row_run *w = arg;
    if (column == w->column)
        add_visit(w, to.tier, to.index);
}

/* The index of a state with the columns' side to move. */
static uint64_t waiting_index(const row_run *w, uint32_t row, uint32_t column)
{
    const zm_cell_at at = w->turned ? w->rows->turn(w->k->v, w->tier, row, column) : (zm_cell_at){row, column};
    return (uint64_t)at.row * w->width + at.column;
}

static void add_beside(void *arg, uint32_t column, bool doubtful)
{
    row_run *w = arg;
    add_visit(w, doubtful, waiting_index(w, w->row, column));
}

static void add_apart(void *arg, uint32_t row, uint32_t column, bool doubtful)
{
    row_run *w = arg;
    add_visit(w, doubtful, ((uint64_t)w->count + row) * w->width + column);
}

static row_run row_run_of(run *k)
{
    const zm_place at = k->g->rank(k->v, k->p);
    row_run w = {.k = k, .rows = k->g->rows, .tier = at.tier, .width = k->g->rows->width(k->v, at.tier)};
    const uint64_t stored = at.index / w.width;
    w.turned = w.rows->turned(k->v, at.tier);
    w.count = (uint32_t)(k->g->tier_size(k->v, at.tier) / w.width / (w.turned ? 1 : 2));
    w.row = (uint32_t)(stored % w.count);
    w.column = (uint32_t)(at.index % w.width);
    w.row_moves = w.turned || stored >= w.count;
    return w;
}

/* The moves of a state in its row, with the row's side to move or not. */
static zm_status check_look(row_run *w, zm_pos p, bool row_moves, uint8_t *counts)
{
    run *k = w->k;
    unsigned staying = 0;
    const unsigned leave = k->g->leaving(k->v, p, k->other, &staying);
    w->visits = w->sum = 0;
    w->rows->look(k->v, w->tier, w->row, row_moves, counts, add_leaving, w);
    if (counts[w->column] != staying)
        return wrong(k, "rows: look says that %u moves stay, leaving that %u do", counts[w->column], staying);
    for (unsigned i = 0; i < leave && (row_moves || !w->turned); i++) {
        const zm_place to = k->g->rank(k->v, zm_state_of(k->v, k->g->play(k->v, p, k->other[i])));
        w->visits--;
        w->sum -= zm_hash((zm_pos){to.index, to.tier});
    }
    return w->visits || w->sum ? wrong(k, "rows: look visits other places than the moves lead to") : ZM_OK;
}

static zm_status check_row_parents(row_run *w)
{
    run *k = w->k;
    w->visits = w->sum = 0;
    if (w->row_moves)
        w->rows->beside(k->v, w->tier, w->row, &w->column, 1, add_beside, w);
    for (uint32_t part = 0; part < 3 && !w->row_moves; part++)
        w->rows->apart(k->v, w->tier, w->row, &w->column, 1, part, 3, add_apart, w);
    row_run by_state = *w;
    by_state.visits = by_state.sum = 0;
    k->g->parents_inside(k->v, k->p, add_index, &by_state);
    return w->visits == by_state.visits && w->sum == by_state.sum
               ? ZM_OK
               : wrong(k, "rows: %s and parents_inside visit different states", w->row_moves ? "beside" : "apart");
}

static zm_status check_rows(run *k)
{
    uint8_t *counts;
    if (!k->g->rows || !k->g->rows->has(k->v, k->g->rank(k->v, k->p).tier))
        return ZM_OK;
    row_run w = row_run_of(k);
    ZM_TRY(k->c, zm_alloc(k->c, &counts, w.width, sizeof *counts, "a row"));
    zm_status s = check_look(&w, k->p, w.row_moves, counts);
    if (s == ZM_OK && w.turned) /* the state that has its row and column by the other numbering */
        s = check_look(&w, k->g->unrank(k->v, (zm_place){w.tier, waiting_index(&w, w.row, w.column)}), false, counts);
    zm_release(k->c, counts);
    return s == ZM_OK ? check_row_parents(&w) : s;
}

/* Beside another column of its row. */
static zm_status check_lead(run *k)
{
    if (!k->g->rows || !k->g->rows->lead)
        return ZM_OK;
    const zm_place at = k->g->rank(k->v, k->p);
    const uint32_t width = k->g->row_width(k->v, at.tier), column = (uint32_t)(at.index % width);
    const uint32_t columns[2] = {(uint32_t)draw(k, width), column};
    row_run w = {.column = 1};
    if (!k->g->rows->lead(k->v, at.tier, at.index / width, columns, 2, add_leaving, &w))
        return w.visits ? wrong(k, "rows: lead says that it does not, and visits places") : ZM_OK;
    for (unsigned i = 0; i < k->count; i++) {
        const zm_place to = k->g->rank(k->v, zm_state_of(k->v, k->g->play(k->v, k->p, k->moves[i])));
        w.visits--;
        w.sum -= zm_hash((zm_pos){to.index, to.tier});
    }
    return w.visits || w.sum ? wrong(k, "rows: lead visits other places than the moves lead to") : ZM_OK;
}

/* ---- what people see ---- */
static zm_status check_shown(run *k)
{
    if (k->g->cells && k->g->cells(k->v, k->p, k->cells) > ZM_MAX_CELLS)
        return wrong(k, "cells gives more than %d", ZM_MAX_CELLS);
    for (unsigned i = 0; i < ZM_MAX_CODES && k->g->codes[i].name; i++) {
        const zm_code *code = &k->g->codes[i];
        zm_pos back = {0};
        zm_mistake why = {0};
        if (!code->decode)
            continue;
        if (!code->decode(k->v, code->encode(k->v, k->p), &back, &why))
            return wrong(k, "code %s cannot be decoded: %s", code->name, why.text);
        if (!zm_same(zm_state_of(k->v, back), k->p))
            return wrong(k, "code %s decodes to another position", code->name);
    }
    return ZM_OK;
}

/* ---- what a position falls into, and tables of positions ---- */
static zm_status check_parts(run *k)
{
    zm_pos part[SLACK * ZM_MAX_PARTS], again[SLACK * ZM_MAX_PARTS];
    unsigned n = k->g->parts ? k->g->parts(k->v, k->p, part) : 0;
    if (n > ZM_MAX_PARTS)
        return wrong(k, "it falls into %u parts; %d are allowed", n, ZM_MAX_PARTS);
    for (unsigned i = 0; i < n; i++) {
        const zm_pos state = zm_state_of(k->v, part[i]);
        ZM_TRY(k->c, check_notation(k, state, true));
        if (k->g->parts(k->v, state, again) != 1 || !zm_same(zm_state_of(k->v, again[0]), state))
            return wrong(k, "part %u of it does not fall into just itself", i + 1);
    }
    return ZM_OK;
}

static zm_status check_grid(run *k)
{
    unsigned rows, cols;
    if (!k->g->grid != !k->g->grid_at)
        return wrong(k, "grid and grid_at go together");
    if (!k->g->grid)
        return ZM_OK;
    k->g->grid(k->v, &rows, &cols);
    if (!rows || !cols)
        return wrong(k, "grid has no positions");
    const zm_pos p = k->g->grid_at(k->v, (unsigned)draw(k, rows), (unsigned)draw(k, cols));
    return check_notation(k, zm_state_of(k->v, p), true);
}

/* ---- all of it ---- */
static zm_status check_successor(run *k, zm_move m)
{
    zm_pos p = k->g->play(k->v, k->p, m), next = zm_state_of(k->v, p);
    ZM_TRY(k->c, check_fingerprint(k, p));
    ZM_TRY(k->c, check_notation(k, p, false));
    if (k->g->rank)
        ZM_TRY(k->c, check_step(k, next));
    if (k->g->parents && (!k->g->few_parents || k->g->few_parents(k->v)))
        ZM_TRY(k->c, check_parents(k, next));
    if (k->g->parents_inside) {
        ZM_TRY(k->c, check_inside(k, next));
        ZM_TRY(k->c, check_inside_parents(k, next));
    }
    return ZM_OK;
}

static zm_status check_state(run *k)
{
    ZM_TRY(k->c, check_notation(k, k->p, true)); /* first: what goes wrong later can then be told with its text */
    ZM_TRY(k->c, check_moves(k));
    ZM_TRY(k->c, check_move_texts(k));
    ZM_TRY(k->c, check_shown(k));
    if (k->g->rank)
        ZM_TRY(k->c, check_place(k, k->p));
    if (k->g->leaving)
        ZM_TRY(k->c, check_leaving(k));
    if (k->g->rows && k->end == ZM_OPEN) {
        ZM_TRY(k->c, check_rows(k));
        ZM_TRY(k->c, check_lead(k));
    }
    for (unsigned i = 0; i < k->count && i < SUCCESSORS; i++)
        ZM_TRY(k->c, check_successor(k, k->moves[k->count <= SUCCESSORS ? i : draw(k, k->count)]));
    ZM_TRY(k->c, check_parts(k));
    ZM_TRY(k->c, check_grid(k));
    return check_random_place(k);
}

static zm_status check_words(run *k, const char *name, const char *text)
{
    zm_mistake why = {0};
    char shown[ZM_SHOWN];
    if (!text || zm_words_right(k->g, text, &why))
        return ZM_OK;
    return wrong(k, "its text `%s` is wrong at \"%s\": %s", name, zm_shown(text + why.at, shown), why.text);
}

static zm_status check_run(run *k, unsigned steps)
{
    k->p = zm_start_state(k->v);
    ZM_TRY(k->c, check_words(k, "about", k->g->about));
    ZM_TRY(k->c, check_words(k, "known", k->g->known));
    ZM_TRY(k->c, check_words(k, "notation", k->g->notation));
    if (!zm_same(zm_state_of(k->v, k->p), k->p))
        return wrong(k, "the fingerprint of the start's fingerprint is another position");
    for (unsigned step = 0, ply = 0; step < steps; step++) {
        bool passes = false;
        ZM_TRY(k->c, check_state(k));
        bool over = k->end != ZM_OPEN || !k->count || ++ply == LONGEST_GAME;
        k->p =
            over ? zm_start_state(k->v) : zm_rules_play(&k->g->rules, k->v, k->p, k->moves[draw(k, k->count)], &passes);
        ply = over ? 0 : ply;
        k->plays += !over;
        k->passes += passes;
    }
    return ZM_OK;
}

/* It may be meant, so it is no mistake. */
static void mention_turn(const run *k)
{
    if (!zm_impartial(k->v) && k->plays > 1 && !k->passes)
        zm_note(k->c, "game %s: the turn never passed in %u moves that were tried; does play end with zm_next_turn?",
                k->g->name, k->plays);
}

zm_status zm_check_game(zm_context *c, const zm_variant *v, uint64_t seed, unsigned steps)
{
    run *k;
    ZM_TRY(c, zm_alloc(c, &k, 1, sizeof *k, "checking the game"));
    k->c = c;
    k->v = v;
    k->g = v->game;
    k->random = seed;
    zm_status s = check_run(k, steps);
    if (s == ZM_OK)
        mention_turn(k);
    zm_release(c, k);
    return s;
}

/* ---- several variants ---- */
static zm_status check_one(zm_context *c, const zm_game *g, const char *setting, uint64_t seed, unsigned steps)
{
    zm_variant *v;
    zm_status s = zm_variant_new(c, g, setting ? 1 : 0, &setting, &v);
    if (s != ZM_OK)
        return setting ? ZM_OK : s; /* not every value of one option goes with the defaults of the others */
    s = zm_check_game(c, v, seed, steps);
    zm_variant_free(c, v);
    return s;
}

static zm_status check_choices(zm_context *c, const zm_game *g, const zm_option *o, uint64_t seed, unsigned steps)
{
    char setting[256];
    for (const char *at = o->choices; at;) {
        size_t n = strcspn(at, "|");
        snprintf(setting, sizeof setting, "%s=%.*s", o->name, (int)n, at);
        ZM_TRY(c, check_one(c, g, setting, seed, steps));
        at = at[n] ? at + n + 1 : NULL;
    }
    return ZM_OK;
}

static zm_status check_limits(zm_context *c, const zm_game *g, const zm_option *o, uint64_t seed, unsigned steps)
{
    char setting[256];
    for (int i = 0; i < 2; i++) {
        snprintf(setting, sizeof setting, "%s=%" PRId64, o->name, i ? o->max : o->min);
        ZM_TRY(c, check_one(c, g, setting, seed, steps));
    }
    return ZM_OK;
}

zm_status zm_check_variants(zm_context *c, const zm_game *g, uint64_t seed, unsigned steps)
{
    ZM_TRY(c, check_one(c, g, NULL, seed, steps));
    for (const zm_option *o = g->options; o < g->options + ZM_MAX_OPTIONS && o->name; o++) {
        if (o->kind == ZM_CHOICE_OPTION)
            ZM_TRY(c, check_choices(c, g, o, seed, steps));
        if (o->kind == ZM_INT_OPTION)
            ZM_TRY(c, check_limits(c, g, o, seed, steps));
    }
    return ZM_OK;
}
