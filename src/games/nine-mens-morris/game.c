/* game.c: Nine Men's Morris: its options, its tables, its notation. The board is in board.h, the numbering in index.h,
 * the moves in rules.h. */
#include "rules.h"

#include <assert.h>
#include <string.h>

/* ---- boards ---- */
typedef struct board {
    unsigned men, rings;
    bool centre;
    const char *flying, *diagonals; /* as usual with so many men */
} board;

static const board boards[] = {
    {3, 1, true, "no", "yes"}, {5, 2, false, "no", "no"},  {6, 2, false, "no", "no"},
    {7, 2, true, "no", "no"},  {9, 3, false, "yes", "no"}, {12, 3, false, "yes", "yes"},
};

static const board *board_of(const zm_variant *v) { return &boards[zm_option_number(v, "men")]; }

/* Where a point is drawn: rings lie one field apart, the centre in the middle. */
static zm_point spot_of(const board *b, unsigned point)
{
    static const int8_t down[8] = {-1, -1, -1, 0, 1, 1, 1, 0}, right[8] = {-1, 0, 1, 1, 1, 0, -1, -1};
    const int middle = (int)b->rings, out = middle - (int)(point / 8), k = (int)(point % 8);
    if (point == 8 * b->rings)
        return (zm_point){(uint8_t)middle, (uint8_t)middle};
    return (zm_point){(uint8_t)(middle + out * down[k]), (uint8_t)(middle + out * right[k])};
}

/* The points as one reads: row by row. */
static void reading_order(const board *b, uint8_t order[MILL_POINTS])
{
    const unsigned points = 8 * b->rings + b->centre, size = 2 * b->rings + 1;
    unsigned n = 0;
    for (unsigned at = 0; at < size * size; at++)
        for (unsigned p = 0; p < points; p++)
            if (spot_of(b, p).row * size + spot_of(b, p).col == at)
                order[n++] = (uint8_t)p;
}

static void join(mill_data *d, unsigned a, unsigned b)
{
    d->near[a] |= 1u << b;
    d->near[b] |= 1u << a;
}

static void add_line(mill_data *d, unsigned a, unsigned b, unsigned c)
{
    d->line[d->lines++] = 1u << a | 1u << b | 1u << c;
}

static void fill_lines(mill_data *d, const board *b, bool diagonals)
{
    const unsigned centre = 8 * b->rings, inner = centre - 8;
    for (unsigned p = 0; p < centre; p++)
        join(d, p, p % 8 == 7 ? p - 7 : p + 1);
    for (unsigned k = 0; k < 8; k++) {
        if (k % 2 == 0 && !diagonals)
            continue;
        for (unsigned r = 0; r + 1 < b->rings; r++) {
            join(d, 8 * r + k, 8 * r + 8 + k);
            d->inward |= 1u << (8 * r + 8 + k);
        }
        if (b->rings == 3)
            d->across |= 0x010101u << k;
        if (!b->centre)
            continue;
        join(d, inner + k, centre);
        if (k < 4)
            add_line(d, inner + k, centre, inner + k + 4);
        if (b->rings == 2)
            add_line(d, k, inner + k, centre);
    }
}

static void number_step(mill_data *d, unsigned number, uint32_t to, uint32_t from)
{
    d->step[number] = to | from;
    d->step_to[number] = to;
}

/* As mill_steps has them. */
static void fill_steps(mill_data *d, unsigned rings)
{
    for (unsigned p = 0; p < 8 * rings; p++) {
        const uint32_t here = 1u << p, next = 1u << (p % 8 == 7 ? p - 7 : p + 1);
        number_step(d, p, here, next);
        number_step(d, 32 + (p % 8 == 7 ? p - 7 : p + 1), next, here);
    }
    unsigned n = 0;
    for (uint64_t rest = d->inward; rest; n++) {
        const uint32_t inner = 1u << zm_take_lowest(&rest);
        number_step(d, n < 8 ? 24 + n : 64 + n - 8, inner, inner >> 8);
        number_step(d, n < 8 ? 56 + n : 72 + n - 8, inner >> 8, inner);
        *(n < 8 ? &d->spokes : &d->more_spokes) |= inner;
    }
    n = 0;
    for (uint64_t rest = d->hub; rest; n++) {
        const uint32_t rim = 1u << zm_take_lowest(&rest);
        number_step(d, 80 + n, d->centre, rim);
        number_step(d, 88 + n, rim, d->centre);
    }
}

static void fill_board(mill_data *d, const board *b, bool diagonals)
{
    d->men = b->men;
    d->points = 8 * b->rings + b->centre;
    d->board = (uint32_t)zm_low_bits(d->points);
    d->rings = (uint32_t)zm_low_bits(8 * b->rings);
    d->has_middle = b->rings == 3;
    d->far = b->centre ? 0 : 8 * (b->rings - 1);
    d->operations = d->far ? 16 : 8;
    fill_lines(d, b, diagonals);
    d->centre = d->board & ~d->rings;
    d->hub = d->centre ? d->near[8 * b->rings] : 0;
    fill_steps(d, b->rings);
}

/* ---- symmetry ---- */
static unsigned point_image(unsigned operation, unsigned k)
{
    return (operation < 4 ? k + 2 * operation : 2 * (operation - 4) + 8 - k) % 8;
}

static void fill_operations(mill_data *d)
{
    for (unsigned g = 0; g < 8; g++)
        for (unsigned x = 0; x < 256; x++)
            for (unsigned k = 0; k < 8; k++)
                d->ring[g][x] |= (uint8_t)((x >> k & 1) << point_image(g, k));
    for (unsigned b = 0; b < MILL_OPERATIONS; b++)
        for (unsigned a = 0; a < MILL_OPERATIONS; a++)
            for (unsigned g = 0; g < 8; g++) /* two neighbouring points tell which it is */
                if (point_image(g, 0) == point_image(b & 7, point_image(a & 7, 0)) &&
                    point_image(g, 1) == point_image(b & 7, point_image(a & 7, 1)))
                    d->product[b][a] = (uint8_t)(g | ((a ^ b) & 8));
}

static void fill_images(mill_data *d)
{
    for (unsigned g = 0; g < d->operations; g++)
        for (unsigned part = 0; part < 3; part++)
            for (uint32_t x = 0; x < 256; x++)
                d->image[g][part][x] = mill_image_by_rings(d, g, x << 8 * part & d->board);
}

static unsigned inverse(const mill_data *d, unsigned operation)
{
    unsigned g = 0;
    while (d->product[g][operation])
        g++;
    return g;
}

/* The place of a subgroup in a list; it is added if it is new. */
static uint8_t place_of(uint16_t *list, unsigned *count, uint16_t subgroup, unsigned room)
{
    unsigned i = 0;
    while (i < *count && list[i] != subgroup)
        i++;
    if (i == *count)
        list[(*count)++] = subgroup;
    assert(*count <= room);
    (void)room;
    return (uint8_t)i;
}

/* Classes of middle rings, in order of their smallest members, and the subgroups that fix those. The empty ring is the
 * first. */
static unsigned fill_classes(mill_data *d, uint16_t subgroup[MILL_SUBGROUPS], uint8_t member[MILL_CLASSES])
{
    unsigned classes = 0, subgroups = 0;
    bool known[256] = {false};
    for (unsigned x = 0; x < (d->has_middle ? 256u : 1u); x++) {
        uint16_t fixing = 0;
        if (known[x])
            continue;
        for (unsigned g = 0; g < 8; g++) {
            const unsigned image = d->ring[g][x];
            if (image == x)
                fixing |= (uint16_t)(1u << g);
            if (!known[image]) {
                d->class_of[image] = (uint8_t)classes;
                d->to_class[image] = (uint8_t)inverse(d, g);
            }
            known[image] = true;
        }
        member[classes] = (uint8_t)x;
        d->subgroup[classes++] = place_of(subgroup, &subgroups, fixing, MILL_SUBGROUPS);
    }
    return classes;
}

/* The set whose rest this is, with nothing on the middle ring. */
static uint32_t set_with(const mill_data *d, uint32_t rest)
{
    return d->has_middle ? (rest & 255) | (rest & 0xFF00) << 8 : rest;
}

/* Representatives are the smallest; their images get the operation that leads back. Without a middle ring there is one
 * subgroup and its table has all points. */
static void fill_rests(mill_data *d, unsigned which, uint16_t subgroup, uint32_t count[MILL_SUBGROUPS][MILL_MEN + 1],
                       unsigned *stabilisers)
{
    mill_rest *table = d->rest + ((size_t)which << 16);
    const uint32_t size = 1u << (d->has_middle ? 16 : d->points),
                   group = subgroup | (d->far ? (uint32_t)subgroup << 8 : 0);
    for (uint32_t x = 0; x < size; x++)
        table[x].operation = MILL_NONE;
    for (uint32_t x = 0; x < size; x++) {
        const unsigned men = zm_count_bits(x);
        uint16_t fixing = 0;
        if (table[x].operation != MILL_NONE || men > d->men)
            continue;
        for (unsigned g = 0; g < MILL_OPERATIONS; g++)
            if (group >> g & 1 && mill_rest_of(d, mill_image(d, g, set_with(d, x))) == x)
                fixing |= (uint16_t)(1u << g);
        const mill_rest own = {(uint16_t)count[which][men]++, 0,
                               place_of(d->stabiliser, stabilisers, fixing & 0xFFFE, MILL_STABILISERS)};
        for (unsigned g = MILL_OPERATIONS; g-- > 0;)
            if (group >> g & 1) {
                mill_rest *r = &table[mill_rest_of(d, mill_image(d, g, set_with(d, x)))];
                *r = own;
                r->operation = (uint8_t)inverse(d, g);
            }
    }
}

static void place_set(mill_data *d, uint32_t at, uint32_t set, unsigned stabiliser)
{
    d->set[at] = set;
    d->own[at] = stabiliser != 0;
}

static void fill_orbits(mill_data *d)
{
    static const uint32_t none[MILL_SUBGROUPS][MILL_MEN + 1] = {{0}};
    uint16_t subgroup[MILL_SUBGROUPS] = {0};
    uint8_t member[MILL_CLASSES];
    uint32_t count[MILL_SUBGROUPS][MILL_MEN + 1], n = 0;
    unsigned stabilisers = 1; /* the first is none */
    const unsigned classes = fill_classes(d, subgroup, member);
    memcpy(count, none, sizeof count);
    for (unsigned i = 0; i < MILL_SUBGROUPS && subgroup[i]; i++)
        fill_rests(d, i, subgroup[i], count, &stabilisers);
    for (unsigned men = 0; men <= d->men; men++) {
        d->first_set[men] = n;
        for (unsigned c = 0; c < classes; c++) {
            const unsigned on_ring = zm_count_bits(member[c]);
            d->base[men][c] = n - d->first_set[men];
            n += on_ring <= men ? count[d->subgroup[c]][men - on_ring] : 0;
        }
        d->orbits[men] = n - d->first_set[men];
    }
    assert(n <= MILL_SETS);
    for (unsigned c = 0; c < classes; c++)
        for (uint32_t x = 0; x < 1u << (d->has_middle ? 16 : d->points); x++) {
            const mill_rest r = d->rest[(uint32_t)d->subgroup[c] << 16 | x];
            const unsigned men = zm_count_bits(member[c]) + zm_count_bits(x);
            if (!r.operation && men <= d->men)
                place_set(d, d->first_set[men] + d->base[men][c] + r.number, set_with(d, x) | (uint32_t)member[c] << 8,
                          r.stabiliser);
        }
}

/* ---- subsets of the free points ---- */
static void fill_subsets(mill_data *d)
{
    uint32_t n = 0;
    for (uint32_t x = 0; x < 1u << MILL_HALF; x++) {
        d->low[x] = (uint16_t)zm_rank_colex(x);
        for (unsigned below = 0; below <= MILL_HALF; below++) {
            unsigned i = below;
            for (uint64_t rest = x; rest;)
                d->high[below][x] += (uint16_t)zm_binomial(zm_take_lowest(&rest) + MILL_HALF, ++i);
        }
    }
    for (unsigned men = 0; men <= d->men; men++) {
        d->first_subset[men] = n;
        const uint64_t subsets = men <= d->points - men ? zm_binomial(d->points - men, men) : 0;
        uint64_t x = zm_low_bits(men);
        for (uint64_t i = 0; i < subsets; i++, x = men ? zm_next_subset(x) : 0)
            d->subset[n++] = (uint32_t)x;
    }
    assert(n <= MILL_SUBSETS);
}

/* ---- tiers ---- */
/* Men that were taken while men were placed: whoever has placed n has closed at most n - 2 mills. */
static bool can_be_placed(const mill_data *d, mill_side a, mill_side b)
{
    const unsigned placed = d->men - b.hand, taken = d->men - a.hand - a.men;
    return taken <= (placed > 2 ? placed - 2 : 0);
}

static bool tier_exists(const mill_data *d, mill_side mover, mill_side other)
{
    if (mover.hand + mover.men > d->men || other.hand + other.men > d->men || mover.men + other.men > d->points)
        return false;
    if (mover.hand + mover.men < MILL_FEWEST - 1u || other.hand + other.men < MILL_FEWEST)
        return false;
    if (d->endgame)
        return !mover.hand && !other.hand && mover.men <= d->endgame && other.men <= d->endgame;
    if (d->moves_early)
        return true;
    if (mover.hand != other.hand && mover.hand != other.hand + 1)
        return false;
    return !mover.hand || (can_be_placed(d, mover, other) && can_be_placed(d, other, mover));
}

static void add_tier(mill_data *d, mill_side mover, mill_side other)
{
    const bool same = mover.hand == other.hand && mover.men == other.men;
    const bool both = !same && tier_exists(d, other, mover) && (d->moves_early || !mover.hand);
    const unsigned first = mover.men >= other.men ? mover.men : other.men, second = mover.men + other.men - first;
    if (d->tier_of[mover.hand][other.hand][mover.men][other.men] != MILL_NO_TIER)
        return;
    assert(d->tiers < MILL_TIERS);
    d->tier[d->tiers] =
        (mill_tier){mover, other, both ? 2 : 1, d->orbits[first], (uint32_t)zm_binomial(d->points - first, second)};
    d->tier_of[mover.hand][other.hand][mover.men][other.men] = (uint16_t)d->tiers;
    if (both)
        d->tier_of[other.hand][mover.hand][other.men][mover.men] = (uint16_t)(d->tiers | MILL_SECOND_BLOCK);
    d->tiers++;
}

/* By men that are not taken yet, then by men in hand: every taking goes down by the first, every placing by the second.
 * So only tiers with as many men, and with one less, are needed at a time. */
static void fill_tiers(mill_data *d)
{
    memset(d->tier_of, 255, sizeof d->tier_of);
    for (unsigned left = 0; left <= 2 * d->men; left++)
        for (unsigned hands = 0; hands <= left; hands++)
            for (unsigned hand = 0; hand <= hands && hand <= d->men; hand++)
                for (unsigned mine = 0; mine <= left - hands && mine <= d->men; mine++) {
                    const mill_side mover = {(uint8_t)hand, (uint8_t)mine},
                                    other = {(uint8_t)(hands - hand), (uint8_t)(left - hands - mine)};
                    if (other.hand <= d->men && other.men <= d->men && tier_exists(d, mover, other))
                        add_tier(d, mover, other);
                }
}

/* ---- options ---- */
static bool is_yes(zm_variant *v, const char *option, const char *fallback)
{
    if (!*zm_option_text(v, option))
        zm_option_set(v, option, fallback);
    return zm_option_number(v, option) == 0;
}

/* Men stand in turn, white and black, as one reads. */
static zm_pos start_of(const mill_data *d, const board *b)
{
    uint8_t order[MILL_POINTS];
    uint32_t men[2] = {0, 0};
    if (!d->endgame)
        return mill_position(0, 0, d->men, d->men, 0);
    reading_order(b, order);
    for (unsigned i = 0; i < 2 * d->endgame; i++)
        men[i % 2] |= 1u << order[i];
    return mill_position(men[0], men[1], 0, 0, 0);
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    mill_data *d = data;
    const board *b = board_of(v);
    d->flying = is_yes(v, "flying", b->flying);
    const bool diagonals = is_yes(v, "diagonals", b->diagonals);
    d->moves_early = zm_option_number(v, "rules") == 1;
    d->spares = zm_option_number(v, "all_in_mills") == 1;
    d->endgame = (uint32_t)zm_option_number(v, "endgame");
    if (diagonals && b->rings == 2)
        return zm_wrong(why, ZM_WHOLE, "the board of %u men has no diagonals", b->men);
    if (d->endgame && (d->endgame < MILL_FEWEST || d->endgame > b->men))
        return zm_wrong(why, ZM_WHOLE, "endgame can be %d to %u, or 0 for the whole game", MILL_FEWEST, b->men);
    fill_board(d, b, diagonals);
    fill_operations(d);
    fill_images(d);
    fill_orbits(d);
    fill_subsets(d);
    fill_tiers(d);
    d->start = start_of(d, b);
    return true;
}

/* ---- notation ---- */
static bool read_points(const board *b, const char *text, uint32_t men[2], zm_mistake *why)
{
    uint8_t order[MILL_POINTS];
    const unsigned points = 8 * b->rings + b->centre;
    reading_order(b, order);
    for (unsigned i = 0; i < points; i++) {
        if (!text[i] || !strchr("wb.", text[i]))
            return zm_wrong(why, i, "expected w (white), b (black) or . (empty), for each of the %u points", points);
        if (text[i] != '.')
            men[text[i] == 'b'] |= 1u << order[i];
    }
    return true;
}

static bool judge(const mill_data *d, const uint32_t men[2], const unsigned hand[2], unsigned turn, size_t at,
                  zm_mistake *why)
{
    static const char *const name[2] = {"white", "black"};
    const unsigned n[2] = {zm_count_bits(men[0]), zm_count_bits(men[1])};
    for (unsigned i = 0; i < 2; i++)
        if (n[i] + hand[i] > d->men)
            return zm_wrong(why, ZM_WHOLE, "%s has %u men on the board and %u in hand, and there are %u", name[i], n[i],
                            hand[i], d->men);
    if (n[!turn] + hand[!turn] < MILL_FEWEST)
        return zm_wrong(why, ZM_WHOLE, "%s has fewer than three men: the game was over before %s's turn", name[!turn],
                        name[turn]);
    if (d->tier_of[hand[turn]][hand[!turn]][n[turn]][n[!turn]] != MILL_NO_TIER)
        return true;
    if (!d->endgame && !d->moves_early && hand[turn] != hand[!turn] && hand[turn] != hand[!turn] + 1)
        return zm_wrong(why, at, "while men are placed both have as many in hand, or who is to move has one more");
    return zm_wrong(why, at, "play cannot lead to so many men on the board and in hand");
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const mill_data *d = mill_of(v);
    uint32_t men[2] = {0, 0};
    unsigned hand[2];
    size_t at = d->points;
    if (!read_points(board_of(v), text, men, why))
        return false;
    if (text[at] != ':')
        return zm_wrong(why, at, "expected a colon after the %u points", d->points);
    if (++at, text[at] != 'w' && text[at] != 'b')
        return zm_wrong(why, at, "expected whose turn it is: w (white) or b (black)");
    const unsigned turn = text[at] == 'b';
    if (text[++at] != ':')
        return zm_wrong(why, at, "expected a colon and the men in hand, white's and black's: :9,9");
    const size_t hands = ++at;
    if (!zm_read_number(text, &at, 0, d->men, &hand[0], why))
        return false;
    if (text[at] != ',')
        return zm_wrong(why, at, "expected a comma and the men in black's hand");
    at++;
    if (!zm_read_number(text, &at, 0, d->men, &hand[1], why))
        return false;
    if (text[at])
        return zm_wrong(why, at, "expected the end");
    *p = mill_position(men[turn], men[!turn], hand[turn], hand[!turn], turn);
    return judge(d, men, hand, turn, hands, why);
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    const mill_data *d = mill_of(v);
    const unsigned turn = (unsigned)(p.hi >> 63);
    const uint32_t men[2] = {turn ? mill_theirs(p) : mill_mine(p), turn ? mill_mine(p) : mill_theirs(p)};
    const unsigned hand[2] = {turn ? mill_their_hand(p) : mill_my_hand(p), turn ? mill_my_hand(p) : mill_their_hand(p)};
    zm_mistake why;
    return !((men[0] | men[1]) & ~d->board) && !(men[0] & men[1]) && !(p.hi & ~(ZM_TURN_BIT | 255)) &&
           judge(d, men, hand, turn, 0, &why);
}

static char letter_at(zm_pos p, unsigned point)
{
    const char *const letters = p.hi >> 63 ? "bw" : "wb"; /* the mover's first */
    return mill_mine(p) >> point & 1 ? letters[0] : mill_theirs(p) >> point & 1 ? letters[1] : '.';
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    const mill_data *d = mill_of(v);
    const unsigned turn = (unsigned)(p.hi >> 63), hand[2] = {mill_my_hand(p), mill_their_hand(p)};
    uint8_t order[MILL_POINTS];
    reading_order(board_of(v), order);
    for (unsigned i = 0; i < d->points; i++)
        zm_say_char(out, letter_at(p, order[i]));
    zm_say(out, ":%c:%u,%u", turn ? 'b' : 'w', hand[turn], hand[!turn]);
}

/* ---- moves: columns from a, rows from 1 at the bottom ---- */
static void write_point(const board *b, unsigned point, zm_text *out)
{
    const zm_point at = spot_of(b, point);
    zm_say(out, "%c%u", 'a' + at.col, 2 * b->rings + 1 - at.row);
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    const board *b = board_of(v);
    const unsigned to = m & 31, from = m >> 5 & 31, taken = m >> 10 & 31;
    if (from != MILL_NONE) {
        write_point(b, from, out);
        zm_say_char(out, '-');
    }
    write_point(b, to, out);
    if (taken != MILL_NONE) {
        zm_say_char(out, 'x');
        write_point(b, taken, out);
    }
}

/* ---- pictures ---- */
static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const unsigned points = mill_of(v)->points;
    for (unsigned i = 0; i < points; i++) {
        const zm_point at = spot_of(board_of(v), i);
        out[i] = (zm_cell){at.row, at.col, letter_at(p, i), true, 0};
    }
    return points;
}

static unsigned point_at(const board *b, unsigned row, unsigned col)
{
    unsigned p = 0;
    while (spot_of(b, p).row != row || spot_of(b, p).col != col)
        p++;
    return p;
}

static bool joined(const zm_variant *v, const zm_cell *a, const zm_cell *b)
{
    const board *on = board_of(v);
    return mill_of(v)->near[point_at(on, a->row, a->col)] >> point_at(on, b->row, b->col) & 1;
}

static unsigned symmetry(const zm_variant *v, unsigned operation, uint8_t image[ZM_MAX_CELLS])
{
    const mill_data *d = mill_of(v);
    if (operation >= d->operations)
        return 0;
    for (unsigned i = 0; i < d->points; i++)
        image[i] = (uint8_t)zm_lowest(mill_image(d, operation, 1u << i));
    return d->points;
}

static unsigned in_hand(const zm_variant *v, zm_pos p, zm_hand *out)
{
    const unsigned mine = mill_my_hand(p), theirs = mill_their_hand(p), turn = (unsigned)(p.hi >> 63);
    out[0] = (zm_hand){'w', 1, turn ? theirs : mine};
    out[1] = (zm_hand){'b', 2, turn ? mine : theirs};
    return mill_of(v)->endgame ? 0 : 2;
}

enum { PLACING, MOVING, FLYING, PLACING_OR_MOVING };

static unsigned phase(const zm_variant *v, zm_pos p)
{
    const mill_data *d = mill_of(v);
    if (mill_my_hand(p))
        return d->moves_early ? PLACING_OR_MOVING : PLACING;
    return mill_flies(d, mill_mine(p), 0) ? FLYING : MOVING;
}

ZM_GAME(nine_mens_morris, "nine-mens-morris", ZM_RULES, .title = "Nine Men's Morris", .players = {"white", "black"},
        .about = "{men=3:Three rows of three points, joined along rows and columns{diagonals=yes: and along "
                 "both diagonals}.|{men>7:Three|Two} squares one inside the other, joined in the middles of "
                 "their sides{diagonals=yes: and at their corners}{men=7:, with a point in the centre that is "
                 "joined to the inner one's middles}.} {endgame=0:White and black in turn {rules=lasker:place "
                 "one of {men} men each on a point or move one of those that are there|place {men} men each "
                 "on the points, then move them} along the lines to the next point.|Men are only moved, along "
                 "the lines to the next point: these are all positions with up to {endgame} men on each "
                 "side.} Three of one's own in a row along a line are a mill: who closes one takes an "
                 "opponent's man, {all_in_mills=any:from no mill if there is one outside|never from a mill}. "
                 "{flying=yes:With three men left{endgame=0: and none in hand} one may move to any point.} "
                 "Who has fewer than three, or cannot move, has lost. {men=12 endgame=0:A board that is full "
                 "when the last man has been placed is a draw.} Endless play is a draw.",
        .known = "{all_in_mills=any:{endgame=0:{men=9 flying=yes diagonals=no:A draw{rules=standard: (Gasser "
                 "1993)|: Lasker's variant (G\303\251vay, Danner 2014)}.}{men=12 flying=yes diagonals=yes "
                 "rules=standard:Morabaraba: white wins (G\303\251vay, Danner 2014).}{men=5,6 rules=standard:A draw "
                 "(Liou's tablebases, and here).}{men=5,6 rules=lasker flying=no:A draw (here).}{men=3 "
                 "rules=standard:{diagonals=yes flying=no:White wins in 9 plies|A draw} (here).}{men=7 "
                 "rules=standard:White wins in 25 plies (here).}|{men=9 flying=yes diagonals=no "
                 "endgame=9:8,923,566,153 states; the longest win takes 204 plies (here). Gasser (1993) had "
                 "7,673,759,269 of them.}}} What other numbers of men and other rules give is in "
                 "docs/nine-mens-morris.md.",
        .notation = "the points in reading order, w b or ., whose turn, men in hand of white and black: "
                    "w.b{men=3:......|{men=5,6:.............|{men=7:..............|.....................}}}:w:{endgame="
                    "0:{men=3:2,2}{men=5:4,4}{men=6:5,5}{men=7:6,6}{men=9:8,8}{men=12:11,11}|0,0}; "
                    "{men=3:columns are a to c, rows 1 (bottom) to 3: {endgame=0:b1 places, }b1-b2 moves, "
                    "b3-a3xc1 takes a man too|{men<9:columns are a to e, rows 1 (bottom) to 5: {endgame=0:c4 "
                    "places, }c4-c5 moves, a5-c5xb2 takes a man too|columns are a to g, rows 1 (bottom) to 7: "
                    "{endgame=0:d6 places, }d6-d5 moves, a7-d7xb4 takes a man too}}",
        .options = {ZM_CHOICE("men", "9", "3|5|6|7|9|12", "men of each side, and the board that goes with them"),
                    ZM_CHOICE("flying", NULL, "yes|no", "with three men left one may move to any point"),
                    ZM_CHOICE("diagonals", NULL, "yes|no",
                              "the corners are joined too, on boards of three rings or one"),
                    ZM_CHOICE("rules", "standard", "standard|lasker", "lasker: men may be moved before all are placed"),
                    ZM_CHOICE("all_in_mills", "any", "any|none", "what may be taken of men that all stand in mills"),
                    ZM_INT("endgame", "0", 0, MILL_MEN,
                           "moving alone, all positions of up to so many men each; 0: the whole game")},
        .data_bytes = sizeof(mill_data), .prepare = prepare, .read = read, .write = write, .is_position = is_position,
        .write_move = write_move,
        .looks = ZM_LOOKS(.cells = cells, .joined = joined, .in_hand = in_hand,
                          .phases = {[PLACING] = "placing",
                                     [MOVING] = "moving",
                                     [FLYING] = "flying",
                                     [PLACING_OR_MOVING] = "placing or moving"},
                          .phase = phase),
        .sources = ZM_SOURCES(.bench = {{"backward forward hash", "men=5"},
                                        {"backward", "men=6"},
                                        {"backward", "endgame=4"},
                                        {"backward+device", "endgame=7"}}),
        .counts = ZM_COUNTS(.symmetry = symmetry))
