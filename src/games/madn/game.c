/* game.c: Mensch ärgere Dich nicht: its options, its notation, its board, the thesis' number of a position, and the
 * ways of playing that the thesis tries. The rules are in rules.h. */
#include "rules.h"

#include <string.h>

/* ---- options ---- */
static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    madn_data *d = data;
    d->pieces = (uint32_t)zm_option_number(v, "pieces");
    d->squares = (uint32_t)zm_option_number(v, "squares");
    d->box = (uint32_t)zm_option_number(v, "start");
    d->triple = (uint32_t)zm_option_number(v, "triple");
    d->no_jump = (uint32_t)zm_option_number(v, "jump");
    d->must_capture = (uint32_t)zm_option_number(v, "capture");
    if (d->squares % 4)
        return zm_wrong(why, 0, "the number of squares must be a multiple of 4");
    return true;
}

/* ---- notation: 0,12,41;7 ---- */
static bool read_side(const madn_data *d, const char *text, size_t *at, uint64_t *word, zm_mistake *why)
{
    for (unsigned count = 0; text[*at] && text[*at] != ';'; count++) {
        unsigned place;
        const size_t begin = *at;
        if (count == d->pieces)
            return zm_wrong(why, begin, "each side has %u piece%s", d->pieces, d->pieces == 1 ? "" : "s");
        if (!zm_read_number(text, at, 0, d->squares + d->pieces - 1, &place, why))
            return false;
        const uint64_t bit = zm_bit(place < d->squares ? place : MADN_ZONE_AT + place - d->squares);
        if (*word & bit)
            return zm_wrong(why, begin, "two pieces of one side on %u", place);
        *word |= bit;
        if (text[*at] == ',' && text[*at + 1] && text[*at + 1] != ';')
            ++*at;
        else if (text[*at] && text[*at] != ';')
            return zm_wrong(why, *at, "expected a comma, a semicolon or the end");
    }
    return true;
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    size_t at = 0;
    zm_side s[2];
    *p = (zm_pos){0, 0};
    if (!read_side(madn_of(v), text, &at, &p->lo, why))
        return false;
    if (text[at] != ';')
        return zm_wrong(why, at, "expected ; and the other side's pieces, as in 0,12,41;7");
    at++;
    if (!read_side(madn_of(v), text, &at, &p->hi, why))
        return false;
    if (text[at])
        return zm_wrong(why, at, "expected the end");
    madn_sides(v, *p, s);
    uint64_t both = s[0].track & madn_facing(v, s[1].track);
    if (both) {
        const unsigned square = zm_take_lowest(&both), squares = madn_of(v)->squares;
        return zm_wrong(why, ZM_WHOLE, "%u of the side to move and %u of the other are the same square", square,
                        (square + squares / 2) % squares);
    }
    if (!s[0].home && !s[1].home)
        return zm_wrong(why, ZM_WHOLE, "both sides have finished");
    return true;
}

static bool is_side(const madn_data *d, uint64_t word)
{
    const uint64_t used = zm_low_bits(d->squares) | zm_low_bits(d->pieces) << MADN_ZONE_AT;
    return !(word & ~used) && zm_count_bits(word) <= d->pieces;
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    const madn_data *d = madn_of(v);
    zm_side s[2];
    if (!is_side(d, p.lo) || !is_side(d, p.hi & ~ZM_TURN_BIT))
        return false;
    madn_sides(v, p, s);
    return !(s[0].track & madn_facing(v, s[1].track)) && (s[0].home || s[1].home);
}

static void write_side(const madn_data *d, uint64_t word, zm_text *out)
{
    for (bool first = true; word; first = false) {
        const unsigned bit = zm_take_lowest(&word);
        zm_say(out, "%s%u", first ? "" : ",", bit < MADN_ZONE_AT ? bit : bit - MADN_ZONE_AT + d->squares);
    }
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    write_side(madn_of(v), p.lo, out);
    zm_say_char(out, ';');
    write_side(madn_of(v), p.hi & ~ZM_TURN_BIT, out);
}

/* "3:12-15", "6:box-0", "2:pass" */
static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    const madn_data *d = madn_of(v);
    const unsigned from = (unsigned)m & 255, roll = (unsigned)(m >> 8) + 1;
    const unsigned square = from >= MADN_IN_ZONE ? from - MADN_IN_ZONE + d->squares : from;
    (void)p;
    if (from == MADN_PASS)
        zm_say(out, "%u:pass", roll);
    else if (from == MADN_FROM_BOX)
        zm_say(out, "%u:box-0", roll);
    else
        zm_say(out, "%u:%u-%u", roll, square, square + roll);
}

/* ---- the board: a cross with arms of `arm` squares, 4 on the usual one ---- */
static unsigned arm_of(const madn_data *d) { return d->squares / 8 - 1; }

static bool drawn(const madn_data *d) { return d->squares % 8 == 0 && arm_of(d) >= d->pieces && arm_of(d) >= 2; }

/* The squares of the track in order, from the first player's A: bottom left of the lower arm, round clockwise. */
static void walk(const madn_data *d, zm_point *out)
{
    static const int turns[12][2] = {{-1, 0}, {0, -1}, {-1, 0}, {0, 1},  {-1, 0}, {0, 1},
                                     {1, 0},  {0, 1},  {1, 0},  {0, -1}, {1, 0},  {0, -1}};
    const unsigned arm = arm_of(d);
    int row = 2 * (int)arm + 2, col = (int)arm;
    for (unsigned side = 0, n = 0; side < 12; side++)
        for (unsigned i = 0; i < (side % 3 == 2 ? 2 : arm); i++, n++) {
            out[n] = (zm_point){(uint8_t)row, (uint8_t)col};
            row += turns[side][0];
            col += turns[side][1];
        }
}

/* What is the first player's is below and to the left; the second's opposite. */
static zm_point facing(const madn_data *d, unsigned whose, unsigned row, unsigned col)
{
    const unsigned last = 2 * arm_of(d) + 2;
    return whose ? (zm_point){(uint8_t)(last - row), (uint8_t)(last - col)} : (zm_point){(uint8_t)row, (uint8_t)col};
}

static zm_point zone_spot(const madn_data *d, unsigned whose, unsigned i)
{
    return facing(d, whose, 2 * arm_of(d) + 1 - i, arm_of(d) + 1);
}

static zm_point box_spot(const madn_data *d, unsigned whose, unsigned i)
{
    return facing(d, whose, 2 * arm_of(d) + 2 - i / 2, i % 2);
}

static unsigned put(zm_cell *out, unsigned n, zm_point at, char piece)
{
    out[n] = (zm_cell){at.row, at.col, piece, true, 0};
    return n + 1;
}

static unsigned turn_of(zm_pos p) { return p.hi & ZM_TURN_BIT ? 1 : 0; }

/* The board is seen from the first player's side, whoever is to move. */
static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const madn_data *d = madn_of(v);
    zm_point track[ZM_RACE_SQUARES];
    zm_side s[2];
    unsigned n = 0;
    if (!drawn(d))
        return 0;
    madn_sides(v, p, s);
    const zm_side first = s[turn_of(p)], second = s[!turn_of(p)];
    const uint64_t other = madn_facing(v, second.track);
    walk(d, track);
    for (unsigned i = 0; i < d->squares; i++)
        n = put(out, n, track[i], first.track >> i & 1 ? 'f' : other >> i & 1 ? 's' : '.');
    for (unsigned i = 0; i < d->pieces; i++) {
        n = put(out, n, zone_spot(d, 0, i), madn_zone_of(d, first) >> i & 1 ? 'f' : '.');
        n = put(out, n, zone_spot(d, 1, i), madn_zone_of(d, second) >> i & 1 ? 's' : '.');
        n = put(out, n, box_spot(d, 0, i), i < madn_in_box(d, first) ? 'f' : '.');
        n = put(out, n, box_spot(d, 1, i), i < madn_in_box(d, second) ? 's' : '.');
    }
    return n;
}

/* A square as the mover counts, the finish zone behind the track. */
static zm_point square_spot(const madn_data *d, unsigned whose, unsigned square)
{
    zm_point track[ZM_RACE_SQUARES];
    if (square >= d->squares)
        return zone_spot(d, whose, square - d->squares);
    walk(d, track);
    return track[(square + whose * d->squares / 2) % d->squares];
}

/* As the side to move counts. */
static void name_cell(const zm_variant *v, zm_pos p, const zm_cell *cell, zm_text *out)
{
    const madn_data *d = madn_of(v);
    for (unsigned i = 0; i < d->squares + d->pieces; i++) {
        const zm_point at = square_spot(d, turn_of(p), i);
        if (at.row == cell->row && at.col == cell->col)
            zm_say(out, "%u", i);
    }
}

static void touches(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out)
{
    const madn_data *d = madn_of(v);
    const unsigned from = (unsigned)m & 255, whose = turn_of(p);
    zm_side s[2];
    if (from == MADN_PASS || !drawn(d))
        return;
    madn_sides(v, p, s);
    const unsigned square = from >= MADN_IN_ZONE ? from - MADN_IN_ZONE + d->squares : from;
    const unsigned to = from == MADN_FROM_BOX ? 0 : square + (unsigned)(m >> 8) + 1;
    out->count = 2;
    out->touch[0] =
        from == MADN_FROM_BOX ? box_spot(d, whose, madn_in_box(d, s[0]) - 1) : square_spot(d, whose, square);
    out->touch[1] = square_spot(d, whose, to);
    out->captures = madn_captures(v, s[0], s[1], m);
    out->captured[0] = out->touch[1];
}

static unsigned apart(unsigned a, unsigned b) { return a > b ? a - b : b - a; }

/* Lines run along the track, from its end into each zone, and between the places of a zone; boxes stand alone. */
static bool joined(const zm_variant *v, const zm_cell *a, const zm_cell *b)
{
    const unsigned arm = madn_of(v)->squares / 8 - 1, middle = arm + 1, last = 2 * arm + 2;
    const bool in_cross = (apart(a->row, middle) <= 1 || apart(a->col, middle) <= 1) &&
                          (apart(b->row, middle) <= 1 || apart(b->col, middle) <= 1);
    if (apart(a->row, b->row) + apart(a->col, b->col) != 1 || !in_cross)
        return false;
    const bool a_inside = a->col == middle && a->row > 0 && a->row < last;
    const bool b_inside = b->col == middle && b->row > 0 && b->row < last;
    if (a_inside != b_inside) /* the square before the zone */
        return a->col == b->col;
    return true;
}

/* ---- the thesis' number (section 4.1.2) ---- Positions come by profile: pieces out of the box and in the zone, first
 * of the mover, then of the other; by zones; by the mover's squares; by the other's among those left. Sets of squares
 * are numbered so that pieces near the box come late. */
static uint64_t reversed(uint64_t set, unsigned n)
{
    uint64_t out = 0;
    while (set)
        out |= zm_bit(n - 1 - zm_take_lowest(&set));
    return out;
}

static uint64_t profile_size(const madn_data *d, unsigned p1, unsigned f1, unsigned p2, unsigned f2)
{
    if (f1 == d->pieces && f2 == d->pieces)
        return 0;
    return zm_binomial(d->pieces, f1) * zm_binomial(d->pieces, f2) * zm_race_places(d->squares, p1 - f1, p2 - f2);
}

typedef struct profile {
    unsigned p1, f1, p2, f2;
} profile;

static bool next_profile(const madn_data *d, profile *a)
{
    if (a->f2++ < a->p2)
        return true;
    a->f2 = 0;
    if (a->p2++ < d->pieces)
        return true;
    a->p2 = 0;
    if (a->f1++ < a->p1)
        return true;
    a->f1 = 0;
    return a->p1++ < d->pieces;
}

static uint64_t encode_id(const zm_variant *v, zm_pos p)
{
    const madn_data *d = madn_of(v);
    zm_side s[2];
    madn_sides(v, p, s);
    const uint32_t zone[2] = {madn_zone_of(d, s[0]), madn_zone_of(d, s[1])};
    const unsigned m1 = zm_count_bits(s[0].track), m2 = zm_count_bits(s[1].track);
    const unsigned f1 = zm_count_bits(zone[0]), f2 = zm_count_bits(zone[1]);
    const uint64_t rest = zm_binomial(d->squares - m1, m2), group = zm_binomial(d->squares, m1) * rest;
    const uint64_t left = zm_low_bits(d->squares) & ~madn_facing(v, s[0].track);
    uint64_t id = 0;
    for (profile a = {0}; a.p1 != m1 + f1 || a.f1 != f1 || a.p2 != m2 + f2 || a.f2 != f2; next_profile(d, &a))
        id += profile_size(d, a.p1, a.f1, a.p2, a.f2);
    id += zm_rank_colex(reversed(zone[0], d->pieces)) * zm_binomial(d->pieces, f2) * group;
    id += zm_rank_colex(reversed(zone[1], d->pieces)) * group;
    id += zm_rank_colex(reversed(s[0].track, d->squares)) * rest;
    return id + zm_rank_colex(reversed(zm_extract(s[1].track, left), d->squares - m1));
}

static bool decode_id(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    const madn_data *d = madn_of(v);
    profile a = {0};
    while (code >= profile_size(d, a.p1, a.f1, a.p2, a.f2)) {
        code -= profile_size(d, a.p1, a.f1, a.p2, a.f2);
        if (!next_profile(d, &a))
            return zm_wrong(why, ZM_WHOLE, "it is larger than the largest number of a position");
    }
    const unsigned m1 = a.p1 - a.f1, m2 = a.p2 - a.f2;
    const uint64_t rest = zm_binomial(d->squares - m1, m2), group = zm_binomial(d->squares, m1) * rest;
    const uint64_t zones = zm_binomial(d->pieces, a.f2);
    const uint64_t zone1 = reversed(zm_unrank_colex(a.f1, code / group / zones), d->pieces);
    const uint64_t zone2 = reversed(zm_unrank_colex(a.f2, code / group % zones), d->pieces);
    const uint64_t track = reversed(zm_unrank_colex(m1, code % group / rest), d->squares);
    const uint64_t left = zm_low_bits(d->squares) & ~madn_facing(v, track);
    const uint64_t other = zm_deposit(reversed(zm_unrank_colex(m2, code % rest), d->squares - m1), left);
    *p = (zm_pos){track | zone1 << MADN_ZONE_AT, other | zone2 << MADN_ZONE_AT};
    return true;
}

/* ---- ways of playing (section 5.3) ---- */
/* Pieces of the other side strictly between the old and the new square, on the track. */
static unsigned passes_by(const zm_variant *v, zm_side other, zm_move m)
{
    return zm_count_bits(madn_facing(v, other.track) & madn_between(m));
}

static unsigned choose(const zm_variant *v, zm_pos p, const zm_move *moves, unsigned count, bool stay_behind)
{
    zm_side s[2];
    unsigned best = 0;
    uint64_t most = 0;
    madn_sides(v, p, s);
    for (unsigned i = 0; i < count; i++) {
        const bool takes = madn_captures(v, s[0], s[1], moves[i]);
        const unsigned behind = stay_behind && !takes ? MADN_ROLLS - passes_by(v, s[1], moves[i]) : MADN_ROLLS;
        const uint64_t merit = (uint64_t)takes << 16 | behind << 8 | madn_reach(moves[i]);
        if (merit > most) {
            most = merit;
            best = i;
        }
    }
    return best;
}

static unsigned furthest(const zm_variant *v, zm_pos p, const zm_move *moves, unsigned count)
{
    return choose(v, p, moves, count, false);
}

static unsigned furthest_behind(const zm_variant *v, zm_pos p, const zm_move *moves, unsigned count)
{
    return choose(v, p, moves, count, true);
}

static const zm_source thesis = {"thesis", "Ramil Sabirov's thesis (2019), Table 5.2"};
static const zm_crossed table_5_2[] = {{&thesis,
                                        "",
                                        {{"perfect", "random", 87.9516},
                                         {"perfect", "fpoc", 69.3913},
                                         {"perfect", "fpnpoc", 64.9809},
                                         {"random", "perfect", 12.6015},
                                         {"random", "fpoc", 21.8489},
                                         {"random", "fpnpoc", 17.9132},
                                         {"fpoc", "perfect", 31.9699},
                                         {"fpoc", "random", 79.1810},
                                         {"fpoc", "fpnpoc", 46.3623},
                                         {"fpnpoc", "perfect", 36.5915},
                                         {"fpnpoc", "random", 83.0041},
                                         {"fpnpoc", "fpoc", 55.2596}}},
                                       {0}};

ZM_GAME(madn, "madn", ZM_RULES, .title = "Mensch \303\244rgere Dich nicht", .players = {"first", "second"},
        .about = "Two players, opposite each other, run their {pieces=1:piece|{pieces} pieces} once round the "
                 "board of {squares} squares and into their finish zone by the roll of a die; who has all of "
                 "them there first has won. {start=square:One piece of each stands on its start "
                 "square{pieces>1:, the others are in the box}|All pieces are in the box}. Who lands on a "
                 "piece of the other sends it back into its box. On a six a piece in the box must come out "
                 "onto the start square. After a six the same player rolls again, also when nothing could move. "
                 "{triple=yes:Where nothing but a six "
                 "helps, one has three tries for it.} A piece on the start square must make room as long as "
                 "there are others in the box. Pieces may jump over others{jump=no:, but not over their own "
                 "in the finish zone}; they {capture=may:need not capture|must capture where they can}. Who "
                 "cannot move passes.",
        .known = "{squares=40 start=square triple=no jump=yes capture=may:{pieces=4:The first player wins "
                 "50.75 % of the games (Ramil Sabirov, 2019).}{pieces=3:The first player wins 50.78 % of the "
                 "games.}{pieces=2:The first player wins 50.92 % of the games.}{pieces=1:The first player "
                 "wins 53.07 % of the games.}} docs/dice.md has the certified numbers.",
        .notation = "pieces out of the box as squares from the own start square, 0 up, the finish zone behind "
                    "them, from {squares} on; the side to move first: {squares=40 pieces>2:0,12,41;7|{position}}",
        .options = {ZM_INT("pieces", "4", 1, 4, "of each side, and places of its finish zone"),
                    ZM_INT("squares", "40", 16, 56, "of the track; a multiple of 4"),
                    ZM_CHOICE("start", "square", "square|box", "one piece on the start square, or all in the box"),
                    ZM_CHOICE("triple", "no", "no|yes", "three tries for a six where nothing else can move"),
                    ZM_CHOICE("jump", "yes", "yes|no", "over own pieces in the finish zone"),
                    ZM_CHOICE("capture", "may", "may|must", "a piece of the other side that can be captured")},
        .data_bytes = sizeof(madn_data), .prepare = prepare, .read = read, .write = write, .is_position = is_position,
        .write_move = write_move,
        .looks = ZM_LOOKS(.cells = cells, .touches = touches, .joined = joined, .naming = ZM_NOT_NAMED,
                          .name_cell = name_cell),
        .sources = ZM_SOURCES(
                .policies = {[MADN_FURTHEST] = {"fpoc", "the furthest piece, or a capture (Sabirov 2019)", furthest},
                             [MADN_FURTHEST_BEHIND] =
                                 {"fpnpoc", "the furthest piece without passing others, or a capture (Sabirov 2019)",
                                  furthest_behind}},
                .bench = {{"race race+one iterate iterate+one", "pieces=2"}, {"race+device", "pieces=3"}},
                .crossed = table_5_2, .codes = {{"id", "the thesis' number of a position", encode_id, decode_id}}))
