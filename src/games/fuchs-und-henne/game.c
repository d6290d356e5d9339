/* game.c: Fuchs und Henne: its options, its tables, its notation, its board and the thesis' codes. The rules are in
 * rules.h. */
#include "rules.h"

#include "game/methods.h"

#include "games/shared/cross_board.h"

#include <zermelo/variant.h>

/* ---- setting up ---- */
static cross_diagonals diagonals_of(const zm_variant *v)
{
    static const cross_diagonals choice[] = {CROSS_DRAWN, CROSS_ALL, CROSS_NONE};
    return choice[zm_option_number(v, "diagonals")];
}

static void add_kind(hen_group *g, hen_kind kind)
{
    g->slot[kind] = g->kinds;
    g->kind[g->kinds++] = (uint8_t)kind;
}

static void fill_group(hen_data *d, unsigned group)
{
    hen_group *g = &d->group[group];
    const bool has_one = d->foxes == 1 || d->huffs, has_two = d->foxes == 2, open = group > 0;
    while (g->first_shape < d->shapes.shapes && hen_group_of(d, d->shapes.pieces[g->first_shape]) < group)
        g->first_shape++;
    if (open && d->huffs) {
        add_kind(g, HEN_NO_FOX);
        add_kind(g, HEN_LAST_GOES);
    }
    if (has_one)
        add_kind(g, HEN_ONE_FOX);
    if (has_two && open && d->huffs)
        add_kind(g, HEN_ONE_GOES);
    if (has_two)
        add_kind(g, HEN_TWO_FOXES);
    if (has_two && d->huffs && group == 1)
        add_kind(g, HEN_ONE_BACK);
    g->first_tier = d->tiers;
    uint32_t shapes = 0;
    while (g->first_shape + shapes < d->shapes.shapes &&
           hen_group_of(d, d->shapes.pieces[g->first_shape + shapes]) == group)
        shapes++;
    d->tiers += shapes * g->kinds;
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    enum { OPTIONAL, MUST, NO };
    hen_data *d = data;
    const int64_t multi = zm_option_number(v, "multi");
    d->hens = (uint32_t)zm_option_number(v, "hens");
    d->house = (uint32_t)zm_option_number(v, "house");
    d->foxes = (uint32_t)zm_option_number(v, "foxes");
    d->huffs = zm_option_number(v, "must_capture") == 0;
    d->chain = multi == NO ? 1 : CROSS_MANY;
    d->whole = multi == MUST;
    if (d->house > d->hens)
        return zm_wrong(why, 0, "%u hens are too few from the start: %u must come home", d->hens, d->house);
    d->start = hen_position(zm_low_bits(d->hens),
                            d->foxes == 1 ? zm_bit(cross_field_at(4, 3))
                                          : zm_bit(cross_field_at(4, 2)) | zm_bit(cross_field_at(4, 4)),
                            HEN_MOVES, 0);
    cross_fill_board(&d->board, diagonals_of(v), CROSS_NONE);
    for (unsigned f = 0; f < CROSS_FIELDS; f++)
        d->board.over[f] &= ~HEN_HOUSE;
    cross_fill_shapes(&d->shapes, d->house - 1, d->hens);
    for (unsigned g = 0; g < HEN_GROUPS; g++)
        fill_group(d, g);
    for (unsigned n = 2; n <= HEN_WIDEST; n++)
        d->inverse[n] = cross_inverse(n);
    return true;
}

/* ---- notation ---- */
/* What the letter behind the colon stands for. */
static const struct {
    char letter;
    hen_task task;
    unsigned turn;
} turns[] = {{'h', HEN_MOVES, 0}, {'f', HEN_MOVES, 1}, {'r', HEN_REMOVES, 0}, {'p', HEN_PUTS, 0}};
enum { TURNS = sizeof turns / sizeof *turns };

static bool right_foxes(const hen_data *d, zm_pos p, size_t at, zm_mistake *why)
{
    const unsigned foxes = zm_count_bits(hen_foxes(p)), hens = zm_count_bits(p.lo);
    if (!d->huffs && foxes < d->foxes)
        return zm_wrong(why, ZM_WHOLE, "there %s %u fox%s; foxes are never removed here", foxes == 1 ? "is" : "are",
                        foxes, foxes == 1 ? "" : "es");
    if (!foxes && (hen_turn(p) || hen_task_of(p) != HEN_MOVES || hens < d->house))
        return zm_wrong(why, at, "no fox is left: it is the hens' turn (h), and they have won");
    if (hen_task_of(p) == HEN_REMOVES && !d->huffs)
        return zm_wrong(why, at, "no fox is ever removed here: r is for must_capture=yes");
    if (hen_task_of(p) == HEN_PUTS && (d->foxes != 2 || foxes != 1 || !d->huffs || hens == d->hens))
        return zm_wrong(why, at, "a fox is put back (p) when one of two is left and has taken a hen");
    return true;
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const hen_data *d = hen_of(v);
    size_t at = 0;
    unsigned turn = 0;
    uint64_t set = 0, foxes = 0;
    if (!cross_read_rows(text, &at, 'h', "hen", d->foxes, &set, &foxes, why))
        return false;
    if (text[at] != ':')
        return zm_wrong(why, at, "expected a colon after the seven rows");
    at++;
    while (turn < TURNS && turns[turn].letter != text[at])
        turn++;
    if (turn == TURNS)
        return zm_wrong(why, at,
                        "expected whose turn it is: h (hens) or f (foxes), or what the hens do before they "
                        "move: r (remove a fox) or p (put one back)");
    if (text[at + 1])
        return zm_wrong(why, at + 1, "expected the end");
    *p = hen_position(set, foxes, turns[turn].task, turns[turn].turn);
    const unsigned hens = zm_count_bits(set);
    if (hens > d->hens || hens + 1 < d->house)
        return zm_wrong(why, ZM_WHOLE, "there are %u hens; %u to %u can be", hens, d->house - 1, d->hens);
    if (hens < d->house && text[at] != 'h')
        return zm_wrong(why, at, "the foxes have just taken the last hen they needed: it is the hens' turn (h)");
    return right_foxes(d, *p, at, why);
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    const hen_data *d = hen_of(v);
    const uint64_t foxes = hen_foxes(p), used = zm_low_bits(CROSS_FIELDS) | (uint64_t)7 << 61;
    const unsigned hens = zm_count_bits(p.lo);
    const bool moves = hen_task_of(p) == HEN_MOVES;
    zm_mistake why;
    if (p.lo > zm_low_bits(CROSS_FIELDS) || p.hi & ~used || p.lo & foxes || zm_count_bits(foxes) > d->foxes)
        return false;
    if (hen_task_of(p) > HEN_PUTS || (!moves && hen_turn(p)) || hens > d->hens || hens + 1 < d->house)
        return false;
    return (hens >= d->house || (moves && !hen_turn(p))) && right_foxes(d, p, 0, &why);
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    unsigned turn = 0;
    while (turns[turn].task != hen_task_of(p) || turns[turn].turn != hen_turn(p))
        turn++;
    cross_write_rows(p.lo, hen_foxes(p), 'h', out);
    zm_say_char(out, turns[turn].letter);
}

/* ---- moves ---- */
static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    const unsigned to = (unsigned)m & 63, from = (unsigned)(m >> 6) & 63;
    const uint64_t changed = m >> 12; /* hens taken, or where one comes from and goes to */
    const cross_board *b = &hen_of(v)->board;
    if (hen_turn(p)) {
        cross_write_way(b, p.lo | (hen_foxes(p) & ~zm_bit(from)), changed, from, to, out);
    } else if (hen_task_of(p) == HEN_REMOVES) {
        zm_say_char(out, 'x');
        cross_write_field(from, out);
    } else if (hen_task_of(p) == HEN_PUTS) {
        cross_write_field(to, out);
    } else {
        cross_write_way(b, p.lo, 0, zm_lowest(changed & p.lo), zm_lowest(changed & ~p.lo), out);
    }
}

/* ---- what is drawn ---- */
static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    return (void)v, cross_cells(p.lo, hen_foxes(p), 'h', HEN_HOUSE, out);
}

static bool at_home(const zm_variant *v, const zm_cell *cell)
{
    return (void)v, HEN_HOUSE >> cross_field_at(cell->row, cell->col) & 1;
}

static bool joined(const zm_variant *v, const zm_cell *a, const zm_cell *b)
{
    return cross_joined(a, b, diagonals_of(v));
}

static unsigned symmetry(const zm_variant *v, unsigned operation, uint8_t image[ZM_MAX_CELLS])
{
    return cross_symmetry(&hen_of(v)->board, operation, image);
}

/* ---- the thesis' codes (chapter 5) ----
 *     code = (hen code * 302 + fox code) * 2 + (1 if the foxes are to move)
 *     hen code = rank of the 33 fields as a sequence of zeros and ones
 *                + sum of C(33,k) over the smaller numbers of hens from 8
 *     fox code   0            no fox
 *                1 to 20      one, by its number
 *                21 to 33     two that are each other's image, by the number of the left one
 *                34 to 111    one on either side: the rank of both, the right one mirrored, among the 13 fields of the
 *                             left side
 *                112 to 301   both on the left or in the middle: their rank among these 20 fields
 * after the board has been turned over or not (Algorithm 1): of the foxes the first one, row by row and in each from
 * the outside, that has no fellow opposite stands on the left; if there is none, the same of the hens. Fewer than 8
 * hens have no code in the thesis; here they follow after 33 hens. Neither have positions in which a fox is removed or
 * put back; here they have that of the hens' turn plus 2^43 or 2^44. */
enum { FOX_NUMBERS = 302, ONE_FOX = 1, OPPOSITE = 21, EITHER_SIDE = 34, ONE_SIDE = 112, LEFT = 13, NOT_RIGHT = 20 };
enum { FEWEST = 8, TASK_BIT = 43 };

static zm_pos thesis_fingerprint(zm_pos p)
{
    const uint64_t foxes = hen_foxes(p), leaning = foxes == cross_mirrored(foxes) ? p.lo : foxes;
    return cross_leans_left(leaning) ? p : hen_image(p);
}

/* Foxes on some of the first fields of the thesis' numbering, as a sequence. */
static unsigned rank_among(unsigned fields, uint64_t foxes)
{
    return (unsigned)zm_rank_sequence(cross_thesis_sequence(foxes, 0) >> (CROSS_FIELDS - fields), fields);
}

static uint64_t unrank_among(unsigned fields, unsigned rank)
{
    return cross_thesis_set(zm_unrank_sequence(fields, 2, rank) << (CROSS_FIELDS - fields), 0);
}

static unsigned fox_code(uint64_t foxes)
{
    const uint64_t left = CROSS_LEFT & foxes, right = cross_mirrored(foxes) & CROSS_LEFT;
    if (!foxes)
        return 0;
    if (!(foxes & (foxes - 1)))
        return ONE_FOX + cross_thesis_number(zm_lowest(foxes));
    if (left && left == right)
        return OPPOSITE + cross_thesis_number(zm_lowest(left));
    return right ? EITHER_SIDE + rank_among(LEFT, left | right) : ONE_SIDE + rank_among(NOT_RIGHT, foxes);
}

/* On either side, the first of the two row by row is the left one. */
static uint64_t foxes_of(unsigned code)
{
    if (!code)
        return 0;
    if (code < OPPOSITE)
        return zm_bit(cross_thesis_field(code - ONE_FOX));
    if (code < EITHER_SIDE) {
        const uint64_t left = zm_bit(cross_thesis_field(code - OPPOSITE));
        return left | cross_mirrored(left);
    }
    if (code >= ONE_SIDE)
        return unrank_among(NOT_RIGHT, code - ONE_SIDE);
    const uint64_t both = unrank_among(LEFT, code - EITHER_SIDE), first = zm_bit(zm_lowest(both));
    return first | cross_mirrored(both & ~first);
}

static uint64_t thesis_encode(const zm_variant *v, zm_pos p)
{
    (void)v;
    p = thesis_fingerprint(p);
    const uint64_t hens = zm_rank_sequence(cross_thesis_sequence(p.lo, 0), CROSS_FIELDS) +
                          cross_sequences_before(CROSS_FIELDS, zm_count_bits(p.lo), FEWEST);
    return (uint64_t)hen_task_of(p) << TASK_BIT | ((hens * FOX_NUMBERS + fox_code(hen_foxes(p))) * 2 + hen_turn(p));
}

static bool thesis_decode(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    const uint64_t rest = code & zm_low_bits(TASK_BIT), foxes = foxes_of((unsigned)(rest / 2 % FOX_NUMBERS));
    uint64_t number = rest / 2 / FOX_NUMBERS;
    if (code >> TASK_BIT > HEN_PUTS || number >> CROSS_FIELDS)
        return zm_wrong(why, 0, "the largest code of the thesis is %llu",
                        (unsigned long long)(((uint64_t)FOX_NUMBERS << (CROSS_FIELDS + 1)) - 1));
    const unsigned k = cross_sequences_ones(CROSS_FIELDS, FEWEST, &number);
    const uint64_t hens = cross_thesis_set(zm_unrank_sequence(CROSS_FIELDS, k, number), 0);
    char text[ZM_MAX_TEXT];
    if (hens & foxes)
        return zm_wrong(why, 0, "a hen and a fox would stand on the same field");
    *p = hen_position(hens, foxes, (hen_task)(code >> TASK_BIT), (unsigned)code & 1);
    if (hen_task_of(*p) != HEN_MOVES && hen_turn(*p))
        return zm_wrong(why, 0, "foxes are removed and put back on the hens' turn");
    if (!read(v, zm_write_position(v, *p, text, sizeof text), p, why))
        return false;
    return zm_same(thesis_fingerprint(*p), *p) ||
           zm_wrong(why, 0, "that is the mirror image of the position with code %llu",
                    (unsigned long long)thesis_encode(v, *p));
}

/* ---- what the thesis says (8.1) ---- Its bound counts the foxes' placements up to mirror images, 281 of two and 20 of
 * one, times those of the hens on the other fields, times two turns, for every number of hens with which play goes on.
 * Not in it are the ends with a hen less, those without a fox, and positions in which a fox is removed or put back. */
static uint64_t thesis_bound(const zm_variant *v)
{
    const hen_data *d = hen_of(v);
    uint64_t sum = 0;
    if (d->foxes != 2 || d->house != 9)
        return 0;
    for (unsigned k = d->house; k <= d->hens; k++)
        sum += 281 * zm_binomial(31, k) + 20 * zm_binomial(32, k);
    return 2 * sum;
}

static const zm_source thesis = {"thesis", "Bianca Teufl's thesis (2018), Table 8.1"};

/* Of its own: the method `pair` on the CPU and on a GPU (solver/, gpu/), and a verifier (verify/). */
extern const struct zm_solver zm_pair_solver, zm_pair_gpu_solver;
extern const struct zm_verifier zm_verifier_fuchs_und_henne;
static const struct zm_solver *const own_solvers[] = {&zm_pair_solver, &zm_pair_gpu_solver, NULL};

ZM_GAME(
    fuchs_und_henne, "fuchs-und-henne", ZM_RULES, .title = "Fuchs und Henne", .players = {"hens", "foxes"},
    .about = "{hens=1:A hen starts|{hens} hens start} at the top of a cross of 33 fields and "
             "move{hens=1:s} first, one field down or sideways. {foxes=1:The fox steps|Two foxes step} "
             "one field {diagonals=drawn:along the lines in any direction}{diagonals=all:in any "
             "direction}{diagonals=none:up, down or sideways}, or jump{foxes=1:s} over a hen into the "
             "empty field behind it and take{foxes=1:s} it; {foxes=1:it|they} {multi=optional:may jump "
             "on}{multi=must:must jump on as long as {foxes=1:it|they} can}{multi=no:may not jump on} in "
             "the same move. Hens in the house, the nine fields at the bottom, are safe. "
             "{must_capture=yes:Where a fox could jump and a fox steps instead, the hens remove "
             "{foxes=1:it and have won|a fox before they move; when the only fox left takes a hen, they "
             "put the other one back on any empty field first}.} The hens win with {house} "
             "{house=1:hen|hens} in the house{must_capture=yes:, without foxes,} or when no fox can move; "
             "the {foxes=1:fox|foxes} when fewer than {house} hens are left or the hens cannot move. "
             "Endless play is a draw.",
    .known = "{house=9 foxes=2 diagonals=drawn must_capture=yes multi=optional:{hens<15:A draw "
             "(here).}{hens>14 hens<21:The hens win (here).}} Teufl (2018) computed states of 9 hens for a "
             "month and has no result: docs/fuchs-und-henne.md has the table, 9 to 20 hens.",
    .notation = "seven rows, top row first, . f h, / between, then h or f to move{must_capture=yes:, r when "
                "the hens remove a fox first{foxes=2:, p when they put one back}}: {position}; fields in "
                "moves are columns a to g, rows 1 (bottom) to 7: a4-a3, {multi=no:a jump c3xc5|a chain "
                "c3xc5xe5}{must_capture=yes:; xc3 removes{foxes=2:, c3 puts back}}",
    .options = {ZM_INT("hens", "20", 1, CROSS_MANY, "hens at the start; 9 or more unless fewer must come home"),
                ZM_INT("foxes", "2", 1, 2, "foxes at the start"),
                ZM_CHOICE("diagonals", "drawn", "drawn|all|none", "foxes move along drawn diagonals, all, or none"),
                ZM_CHOICE("must_capture", "yes", "yes|no", "a fox is removed when a jump was missed"),
                ZM_CHOICE("multi", "optional", "optional|must|no",
                          "a fox may jump on in the same move; must, while it can; no"),
                ZM_INT("house", "9", 1, 9, "hens that must come home; with fewer left the foxes have won")},
    .data_bytes = sizeof(hen_data), .prepare = prepare, .read = read, .write = write, .is_position = is_position,
    .write_move = write_move, .looks = ZM_LOOKS(.cells = cells, .joined = joined, .at_home = at_home),
    .sources = ZM_SOURCES(
            .bench = {{"backward forward hash", "hens=3 foxes=1 house=3"}},
            .bound =
                {&thesis,
                 "sum of (C(31,k) * 281 + C(32,k) * 20) * 2 over k = 9 to hens: without ends, and without positions in "
                 "which a fox is removed or put back",
                 thesis_bound},
            .codes = {{"thesis",
                       "Teufl 2018, chapter 5; positions in which a fox is removed or put back have 2^43 or 2^44 more",
                       thesis_encode, thesis_decode}}),
    .counts = ZM_COUNTS(.symmetry = symmetry),
    .methods = ZM_METHODS(.solvers = own_solvers, .verifier = &zm_verifier_fuchs_und_henne))
