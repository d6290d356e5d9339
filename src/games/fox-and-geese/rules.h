/* rules.h: Fox and Geese: many geese come down the board and want to shut the fox in, the fox takes geese by jumping.
 *
 * The board is a cross of 33 fields, rows 0 to 6 from the top with 3, 3, 7, 7, 7, 3, 3 of them; fields are numbered row by
 * row. A goose steps down or sideways, the fox in any direction; its chain of jumps is one move and may stop after any jump.
 * With fewer than `enough` geese the fox has won, and the chain ends there. Whoever is to move and cannot has lost.
 * docs/fox-and-geese.md has the rules, the figures, and what the thesis has in their place.
 *
 * POSITION   lo           the geese, a bit a field
 *            hi  0 to 5   the fox's field
 *            hi 63        the turn: 0 geese, 1 fox
 *            Of a position and its mirror image the one with the smaller geese is the state; if the geese are their own
 *            image, the one with the fox further left.
 *
 * MOVE       bits 0 to 5  where the fox stands after it
 *            bits 6 up    the fields whose geese change: where a goose stepped from and to, or those taken
 *            So all chains that take the same geese and end on the same field are one move.
 *
 * TIERS      Geese are taken and go down, never up. The placements with the same geese per row are a tier. Tiers are in
 *            order of the number of geese, then of how far down they stand (the sum of their rows, the largest first): a step
 *            down leads to the slice just before, so that few tiers are needed at a time. Steps to the side and the fox's stay.
 *
 * INDEX      The board is cut into five bands: rows 0 and 1, row 2, row 3, row 4, rows 5 and 6. The sets of a band with the same
 *            counts (a class: n sets, s of them their own mirror images) are numbered 0 to n-1: first the s, then those smaller
 *            than their image, then the images. Of the placements of bands 0 to b, full(b) in number, those that are not
 *            greater than their image are
 *                canon(b) = s canon(b-1) + (n-s)/2 full(b-1)          canon(-1) = full(-1) = 1
 *            because the highest band that is not its own image decides. Numbering them in that order gives
 *                number(b) = j canon(b-1) + number(b-1)                     when the band's number j is less than s
 *                            s canon(b-1) + (j-s) full(b-1) + rank(b-1)     when it is not; rank = j full(b-1) + rank(b-1)
 *            without waste. Then  index = (turn * canon + number) * free + the fox's number among the free fields.
 *            Only where the geese are their own image are places wasted: those with the fox on the right. */
#ifndef ZM_GAMES_FOX_AND_GEESE_RULES_H
#define ZM_GAMES_FOX_AND_GEESE_RULES_H

#include <zermelo/hunt.h>

enum {
    FOX_FIELDS = 33,
    FOX_GEESE = 20,
    FOX_BANDS = 5,
    FOX_CLASSES = 16,    /* of a band of two rows: 4 * upper count + lower count; of a single row: the count */
    FOX_SETS = 35,       /* of the largest class: C(7,3) */
    FOX_SHAPES = 105426, /* geese per row, of 0 to 20 geese */
    FOX_CODES = 1 << 17, /* shapes are less than this */
    FOX_FEW = 6,         /* jumps of a chain, up to which parents are few enough to be visited */
};

typedef struct fox_set { /* the geese of a band */
    uint8_t class, geese;
    uint8_t number; /* among the sets of its class, */
    uint8_t sets;   /* so many, */
    uint8_t own;    /* the first of which are their own mirror images */
} fox_set;

typedef struct fox_kind { /* of band: two short rows, or one long one */
    fox_set set[128];
    uint8_t set_of[FOX_CLASSES][FOX_SETS];
    uint8_t sets[FOX_CLASSES], own[FOX_CLASSES], geese[FOX_CLASSES];
} fox_kind;

typedef struct fox_counts { /* full(b-1) and canon(b-1) of the header, for b = 0 to 5 */
    uint32_t full[FOX_BANDS + 1], canon[FOX_BANDS + 1];
} fox_counts;

typedef struct fox_data {
    uint32_t geese, enough, chain; /* chain: most jumps in a move */
    uint32_t shapes;
    zm_pos start;
    uint64_t step[FOX_FIELDS];                    /* where the fox can step, */
    uint64_t over[FOX_FIELDS];                    /* and what it can jump over */
    uint64_t diagonal;                            /* from these fields along diagonals too */
    uint8_t land[FOX_FIELDS][FOX_FIELDS];         /* [from][over]: into this field */
    uint64_t forth[FOX_FIELDS], back[FOX_FIELDS]; /* where a goose can step, and where it can have come from */
    uint8_t mirror[FOX_FIELDS];
    uint64_t inverse[FOX_GEESE + 1]; /* [geese]: fox_inverse(free fields) */
    fox_kind kind[2];
    uint32_t shape[FOX_SHAPES]; /* [tier]: the classes of its bands, each shifted by fox_shift */
    uint32_t tier[FOX_CODES];   /* [shape] */
    uint8_t goose[FOX_SHAPES];  /* [tier]: how many */
    fox_counts count[FOX_SHAPES];
} fox_data;

ZM_INLINE const fox_data *fox_of(const zm_variant *v) { return (const fox_data *)v->data; }

ZM_INLINE unsigned fox_turn(zm_pos p) { return (unsigned)(p.hi >> 63); }
ZM_INLINE unsigned fox_field(zm_pos p) { return (unsigned)p.hi & 63; }

ZM_INLINE zm_pos fox_position(uint64_t geese, unsigned fox, unsigned turn)
{
    zm_pos p = {geese, (uint64_t)turn << 63 | fox};
    return p;
}

/* Fields of columns 0, 1 and 2; their images are 6, 4 and 2 fields further on. */
#define FOX_COLUMN_0 (zm_bit(6) | zm_bit(13) | zm_bit(20))
#define FOX_COLUMN_1 (FOX_COLUMN_0 << 1)
#define FOX_COLUMN_2 (zm_bit(0) | zm_bit(3) | FOX_COLUMN_0 << 2 | zm_bit(27) | zm_bit(30))
#define FOX_COLUMN_3 (FOX_COLUMN_2 << 1)

/* Whole rows, the three middle ones of a row's seven fields, and the ends of rows. */
#define FOX_FIRST(row) ((row) < 2 ? 3u * (row) : (row) < 6 ? 7u * (row)-8u : 30u)
#define FOX_ROWS(first, last) (zm_low_bits((last) == 6 ? 33u : FOX_FIRST((last) + 1)) & ~zm_low_bits(FOX_FIRST(first)))
#define FOX_MIDDLE (zm_bit(2) | zm_bit(3) | zm_bit(4))
#define FOX_LEFTMOST (zm_bit(0) | zm_bit(3) | FOX_COLUMN_0 | zm_bit(27) | zm_bit(30))
#define FOX_RIGHTMOST (FOX_COLUMN_0 << 6 | zm_bit(2) | zm_bit(5) | zm_bit(29) | zm_bit(32))

ZM_INLINE uint64_t fox_mirrored(uint64_t x)
{
    return (x & FOX_COLUMN_3) | (x & FOX_COLUMN_0) << 6 | (x >> 6 & FOX_COLUMN_0) | (x & FOX_COLUMN_1) << 4 |
           (x >> 4 & FOX_COLUMN_1) | (x & FOX_COLUMN_2) << 2 | (x >> 2 & FOX_COLUMN_2);
}

ZM_INLINE zm_pos fox_fingerprint(const zm_variant *v, zm_pos p)
{
    const unsigned fox = fox_field(p), image = fox_of(v)->mirror[fox];
    const uint64_t other = fox_mirrored(p.lo);
    const bool turn_over = other < p.lo || (other == p.lo && image < fox);
    return turn_over ? fox_position(other, image, fox_turn(p)) : p;
}

/* ---- the rules ---- */
ZM_INLINE zm_pos fox_start(const zm_variant *v) { return fox_of(v)->start; }

ZM_INLINE zm_end fox_ended(const zm_variant *v, zm_pos p)
{
    if (zm_count_bits(p.lo) >= fox_of(v)->enough)
        return ZM_OPEN;
    return fox_turn(p) ? ZM_WIN : ZM_LOSS;
}

ZM_INLINE unsigned fox_goose_moves(const fox_data *d, zm_pos p, zm_move *out)
{
    const unsigned fox = fox_field(p);
    const uint64_t empty = ~(p.lo | zm_bit(fox));
    unsigned n = 0;
    for (uint64_t rest = p.lo; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = d->forth[from] & empty; to; to &= to - 1)
            out[n++] = (zm_bit(from) | (to & (0 - to))) << 6 | fox;
    }
    return n;
}

ZM_INLINE bool fox_among(const zm_move *list, unsigned count, zm_move m)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

/* Adds the jumps from a field that continue a chain which has taken `taken`; list[same] is the first chain of that length. */
ZM_INLINE unsigned fox_jumps(const fox_data *d, uint64_t geese, zm_move chain, zm_move *list, unsigned same, unsigned n)
{
    const uint64_t taken = chain >> 6, left = geese & ~taken;
    const unsigned from = (unsigned)chain & 63;
    for (uint64_t rest = d->over[from] & left; rest;) {
        const unsigned over = zm_take_lowest(&rest), to = d->land[from][over];
        const zm_move m = (taken | zm_bit(over)) << 6 | to;
        if (!(left >> to & 1) && !fox_among(list + same, n - same, m))
            list[n++] = m;
    }
    return n;
}

/* The list of jumps is its own queue: first chains of one jump, then, going through it, what they can be continued to. Some
 * are found in several orders, from three jumps on; they have the same length, so only those are compared. */
ZM_INLINE unsigned fox_fox_moves(const fox_data *d, zm_pos p, zm_move *out)
{
    const unsigned geese = zm_count_bits(p.lo);
    unsigned n = 0;
    for (uint64_t to = d->step[fox_field(p)] & ~p.lo; to;)
        out[n++] = zm_take_lowest(&to);
    zm_move *jumps = out + n;
    unsigned count = fox_jumps(d, p.lo, fox_field(p), jumps, 0, 0), same = count;
    for (unsigned i = 0; i < count; i++) {
        const unsigned length = zm_count_bits(jumps[i] >> 6);
        if (i == same)
            same = count;
        if (length < d->chain && geese - length >= d->enough)
            count = fox_jumps(d, p.lo, jumps[i], jumps, same, count);
    }
    return n + count;
}

ZM_INLINE unsigned fox_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    return fox_turn(p) ? fox_fox_moves(fox_of(v), p, out) : fox_goose_moves(fox_of(v), p, out);
}

ZM_INLINE zm_pos fox_play(const zm_variant *v, zm_pos p, zm_move m)
{
    return fox_position(p.lo ^ m >> 6, (unsigned)m & 63, !fox_turn(p));
}

/* ---- the dense index ---- */
ZM_INLINE unsigned fox_band(uint64_t geese, unsigned band)
{
    return band == 0 ? (unsigned)geese & 63 : (unsigned)(geese >> (7 * band - 1)) & (band == FOX_BANDS - 1 ? 63 : 127);
}

ZM_INLINE const fox_kind *fox_kind_of(const fox_data *d, unsigned band)
{
    return &d->kind[band > 0 && band < FOX_BANDS - 1];
}

ZM_INLINE unsigned fox_shift(unsigned band) { return band ? 3 * band + 1 : 0; }

ZM_INLINE unsigned fox_class(uint32_t shape, unsigned band)
{
    return shape >> fox_shift(band) & (band > 0 && band < FOX_BANDS - 1 ? 7 : 15);
}

ZM_INLINE unsigned fox_shape_geese(const fox_data *d, uint32_t shape)
{
    unsigned n = 0;
    for (unsigned b = 0; b < FOX_BANDS; b++)
        n += fox_kind_of(d, b)->geese[fox_class(shape, b)];
    return n;
}

ZM_INLINE fox_counts fox_count(const fox_data *d, uint32_t shape)
{
    fox_counts c;
    c.full[0] = c.canon[0] = 1;
    for (unsigned b = 0; b < FOX_BANDS; b++) {
        const fox_kind *k = fox_kind_of(d, b);
        const uint32_t sets = k->sets[fox_class(shape, b)], own = k->own[fox_class(shape, b)];
        c.canon[b + 1] = own * c.canon[b] + (sets - own) / 2 * c.full[b];
        c.full[b + 1] = sets * c.full[b];
    }
    return c;
}

/* Fields are at most 281,302,875 placements times 33, so x / free is this as long as x * free < 2^64. */
ZM_INLINE uint64_t fox_inverse(unsigned free) { return UINT64_MAX / free + 1; }
ZM_INLINE uint64_t fox_divide(uint64_t x, uint64_t inverse) { return (uint64_t)((unsigned __int128)x * inverse >> 64); }

ZM_INLINE uint32_t fox_tiers(const zm_variant *v) { return fox_of(v)->shapes; }

/* Where the last goose but too many has been taken, it is always the geese's turn. */
ZM_INLINE uint64_t fox_tier_size(const zm_variant *v, uint32_t tier)
{
    const fox_data *d = fox_of(v);
    const unsigned geese = d->goose[tier];
    return (uint64_t)d->count[tier].canon[FOX_BANDS] * (FOX_FIELDS - geese) * (geese < d->enough ? 1 : 2);
}

/* Tier and number of geese that are not greater than their image. */
ZM_INLINE zm_place fox_place(const zm_variant *v, uint64_t geese)
{
    const fox_data *d = fox_of(v);
    fox_set s[FOX_BANDS];
    uint32_t shape = 0, rank = 0, number = 0;
    for (unsigned b = 0; b < FOX_BANDS; b++) {
        s[b] = fox_kind_of(d, b)->set[fox_band(geese, b)];
        shape |= (uint32_t)s[b].class << fox_shift(b);
    }
    const uint32_t tier = d->tier[shape];
    const fox_counts *c = &d->count[tier];
    for (unsigned b = 0; b < FOX_BANDS; b++) {
        const uint32_t j = s[b].number, own = s[b].own;
        number = j < own ? j * c->canon[b] + number : own * c->canon[b] + (j - own) * c->full[b] + rank;
        rank += j * c->full[b];
    }
    return (zm_place){tier, number};
}

ZM_INLINE zm_place fox_rank(const zm_variant *v, zm_pos p)
{
    const fox_data *d = fox_of(v);
    const unsigned geese = zm_count_bits(p.lo), fox = fox_field(p);
    zm_place at = fox_place(v, p.lo);
    const uint64_t placement = at.index + (uint64_t)fox_turn(p) * d->count[at.tier].canon[FOX_BANDS];
    at.index = placement * (FOX_FIELDS - geese) + fox - zm_count_bits(p.lo & zm_low_bits(fox));
    return at;
}

/* The geese with this number among those of the shape, band by band from the lowest one. */
ZM_INLINE uint64_t fox_geese_of(const fox_data *d, uint32_t shape, const fox_counts *c, uint32_t number)
{
    uint64_t geese = 0;
    bool decided = false; /* a band that is not its own image has been seen */
    for (unsigned b = FOX_BANDS; b-- > 0;) {
        const fox_kind *k = fox_kind_of(d, b);
        const unsigned class = fox_class(shape, b);
        const uint32_t first = decided ? 0 : k->own[class], own = first * c->canon[b];
        const bool is_own = number < own;
        const uint32_t unit = is_own ? c->canon[b] : c->full[b], rest = is_own ? number : number - own;
        const uint32_t j = rest / unit;
        number = rest - j * unit;
        geese |= (uint64_t)k->set_of[class][is_own ? j : first + j] << (b ? 7 * b - 1 : 0);
        decided |= !is_own;
    }
    return geese;
}

/* The n-th free field: n and the geese up to it. */
ZM_INLINE unsigned fox_free_field(uint64_t geese, unsigned n)
{
    unsigned field = n, next;
    while ((next = n + zm_count_bits(geese & zm_low_bits(field + 1))) != field)
        field = next;
    return field;
}

ZM_INLINE zm_pos fox_unrank(const zm_variant *v, zm_place at)
{
    const fox_data *d = fox_of(v);
    const fox_counts *c = &d->count[at.tier];
    const unsigned geese = d->goose[at.tier], free = FOX_FIELDS - geese;
    const uint64_t placement = fox_divide(at.index, d->inverse[geese]);
    const unsigned turn = placement >= c->canon[FOX_BANDS];
    const uint64_t set =
        fox_geese_of(d, d->shape[at.tier], c, (uint32_t)(placement - turn * (uint64_t)c->canon[FOX_BANDS]));
    return fox_position(set, fox_free_field(set, (unsigned)(at.index - placement * free)), turn);
}

/* ---- which tiers moves lead to ---- */
ZM_INLINE uint32_t fox_shape_of(const uint8_t row[7])
{
    return 4u * row[0] + row[1] + 16u * row[2] + 128u * row[3] + 1024u * row[4] + 8192u * (4u * row[5] + row[6]);
}

ZM_INLINE void fox_rows_of(uint32_t shape, uint8_t row[7])
{
    const unsigned upper = fox_class(shape, 0), lower = fox_class(shape, FOX_BANDS - 1);
    row[0] = (uint8_t)(upper / 4);
    row[1] = (uint8_t)(upper % 4);
    for (unsigned b = 1; b < FOX_BANDS - 1; b++)
        row[b + 1] = (uint8_t)fox_class(shape, b);
    row[5] = (uint8_t)(lower / 4);
    row[6] = (uint8_t)(lower % 4);
}

/* A chain keeps to every other row. It takes geese of these rows while it jumps along them, and of those between while it
 * crosses them; no more than these of each, because others stand where nothing can be jumped over. */
ZM_INLINE bool fox_takes(const uint8_t taken[7])
{
    const uint8_t even[7] = {1, 3, 3, 7, 3, 3, 1}, odd[7] = {0, 1, 5, 3, 5, 1, 0};
    bool on_even = true, on_odd = true;
    for (unsigned r = 0; r < 7; r++) {
        on_even &= taken[r] <= even[r];
        on_odd &= taken[r] <= odd[r];
    }
    return on_even || on_odd;
}

/* The next way to take some geese of some rows, as a clock counts; false after the last. */
ZM_INLINE bool fox_next_taken(const uint8_t row[7], uint8_t taken[7])
{
    const uint8_t most[7] = {1, 3, 5, 7, 5, 3, 1};
    for (unsigned r = 0; r < 7; r++) {
        if (taken[r] < row[r] && taken[r] < most[r])
            return taken[r]++, true;
        taken[r] = 0;
    }
    return false;
}

/* Where a goose's step down leads. */
ZM_INLINE unsigned fox_tiers_down(const fox_data *d, uint8_t row[7], uint32_t *out)
{
    unsigned n = 0;
    for (unsigned r = 0; r < 6; r++)
        if (row[r] && row[r + 1] < (r >= 1 && r <= 3 ? 7 : 3)) {
            row[r]--, row[r + 1]++;
            out[n++] = d->tier[fox_shape_of(row)];
            row[r]++, row[r + 1]--;
        }
    return n;
}

ZM_INLINE unsigned fox_children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    const fox_data *d = fox_of(v);
    const unsigned geese = d->goose[tier];
    uint8_t row[7], taken[7] = {0};
    if (geese < d->enough)
        return 0;
    fox_rows_of(d->shape[tier], row);
    unsigned n = fox_tiers_down(d, row, out);
    while (fox_next_taken(row, taken)) {
        uint8_t rest[7];
        unsigned sum = 0;
        for (unsigned r = 0; r < 7; r++) {
            rest[r] = (uint8_t)(row[r] - taken[r]);
            sum += taken[r];
        }
        if (sum <= d->chain && geese - sum + 1 >= d->enough && fox_takes(taken))
            out[n++] = d->tier[fox_shape_of(rest)];
    }
    return n;
}

/* ---- parents ---- */
ZM_INLINE void fox_visit(const zm_variant *v, uint64_t geese, unsigned fox, unsigned turn, zm_visit *visit, void *arg)
{
    visit(arg, fox_fingerprint(v, fox_position(geese, fox, turn)));
}

/* All chains that end here, walked backward: the fox goes back over an empty field, puts a goose there, and so on. What
 * lies between two jumps of a chain is consistent by itself: what the one puts there the next cannot use. */
ZM_INLINE void fox_unjump(const zm_variant *v, uint64_t geese, unsigned fox, zm_visit *visit, void *arg)
{
    const fox_data *d = fox_of(v);
    const unsigned missing = d->geese - zm_count_bits(geese), most = missing < d->chain ? missing : d->chain;
    uint8_t at[FOX_GEESE + 1], put[FOX_GEESE + 1];
    uint64_t rest[FOX_GEESE + 1];
    unsigned depth = 0;
    at[0] = (uint8_t)fox;
    rest[0] = most ? d->over[fox] & ~geese : 0;
    for (;;) {
        if (!rest[depth]) {
            if (!depth)
                return;
            geese ^= zm_bit(put[--depth]);
            continue;
        }
        const unsigned over = zm_take_lowest(&rest[depth]), from = d->land[at[depth]][over];
        if (geese >> from & 1)
            continue;
        fox_visit(v, geese | zm_bit(over), from, 1, visit, arg);
        if (depth + 1 == most)
            continue;
        geese |= zm_bit(over);
        put[depth++] = (uint8_t)over;
        at[depth] = (uint8_t)from;
        rest[depth] = d->over[from] & ~geese;
    }
}

ZM_INLINE void fox_parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    const fox_data *d = fox_of(v);
    const unsigned fox = fox_field(p);
    if (!fox_turn(p)) {
        uint64_t from = zm_count_bits(p.lo) < d->enough ? 0 : d->step[fox] & ~p.lo;
        while (from)
            fox_visit(v, p.lo, zm_take_lowest(&from), 1, visit, arg);
        fox_unjump(v, p.lo, fox, visit, arg);
        return;
    }
    for (uint64_t rest = p.lo; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = d->back[to] & ~(p.lo | zm_bit(fox)); from; from &= from - 1)
            fox_visit(v, p.lo ^ zm_bit(to) ^ (from & (0 - from)), fox, 0, visit, arg);
    }
}

/* A nearly empty board has millions of chains that end on it, when it once held twenty geese. */
ZM_INLINE bool fox_few_parents(const zm_variant *v)
{
    const fox_data *d = fox_of(v);
    return d->chain <= FOX_FEW || d->geese + 1 - d->enough <= FOX_FEW;
}

/* ---- as a hunt ---- */
ZM_INLINE unsigned fox_squares(const zm_variant *v) { return (void)v, FOX_FIELDS; }
ZM_INLINE unsigned fox_free(const zm_variant *v, uint32_t tier) { return FOX_FIELDS - fox_of(v)->goose[tier]; }
ZM_INLINE bool fox_few(const zm_variant *v, uint32_t tier) { return fox_of(v)->goose[tier] < fox_of(v)->enough; }
ZM_INLINE bool fox_chains(const zm_variant *v) { return fox_of(v)->chain > 1; }
ZM_INLINE uint64_t fox_image(const zm_variant *v, uint64_t set) { return (void)v, fox_mirrored(set); }

ZM_INLINE uint64_t fox_many(const zm_variant *v, uint32_t tier, uint64_t n)
{
    const fox_data *d = fox_of(v);
    return fox_geese_of(d, d->shape[tier], &d->count[tier], (uint32_t)n);
}

/* One field to the left or right, and one up or down: rows of seven fields lie seven apart, those above and below less. */
ZM_INLINE uint64_t fox_beside(uint64_t x) { return (x & ~FOX_RIGHTMOST) << 1 | (x & ~FOX_LEFTMOST) >> 1; }

ZM_INLINE uint64_t fox_above_below(uint64_t x)
{
    return (x & FOX_ROWS(0, 0)) << 3 | (x & FOX_ROWS(1, 1)) << 5 | (x & FOX_ROWS(2, 3)) << 7 |
           (x & FOX_MIDDLE << 20) << 5 | (x & FOX_ROWS(5, 5)) << 3 | (x & FOX_ROWS(6, 6)) >> 3 |
           (x & FOX_ROWS(5, 5)) >> 5 | (x & FOX_ROWS(3, 4)) >> 7 | (x & FOX_MIDDLE << 6) >> 5 |
           (x & FOX_ROWS(1, 1)) >> 3;
}

ZM_INLINE uint64_t fox_steps(const zm_variant *v, uint64_t from)
{
    const uint64_t slanting =
        from & fox_of(v)->diagonal; /* round an inner corner only one of the two ways is on the board */
    return fox_beside(from | fox_above_below(slanting)) | fox_above_below(from | fox_beside(slanting));
}

ZM_INLINE uint64_t fox_forth(const zm_variant *v, unsigned from) { return fox_of(v)->forth[from]; }

ZM_INLINE uint64_t fox_aside(const zm_variant *v, unsigned from)
{
    return fox_of(v)->forth[from] & fox_beside(zm_bit(from));
}

ZM_INLINE unsigned fox_land(const zm_variant *v, unsigned from, unsigned over)
{
    return fox_of(v)->over[from] >> over & 1 ? fox_of(v)->land[from][over] : ZM_HUNT_SQUARES;
}

ZM_INLINE zm_pos fox_hunt_position(const zm_variant *v, uint64_t many, unsigned square, bool lone_to_move)
{
    return (void)v, fox_position(many, square, lone_to_move);
}

ZM_INLINE uint64_t fox_band_fields(const zm_variant *v, unsigned band)
{
    (void)v;
    return band == 0               ? zm_low_bits(6)
           : band == FOX_BANDS - 1 ? zm_low_bits(33) & ~zm_low_bits(27)
                                   : zm_low_bits(7) << (7 * band - 1);
}

ZM_INLINE unsigned fox_number(const zm_variant *v, unsigned band, unsigned set)
{
    return fox_kind_of(fox_of(v), band)->set[set].number;
}

ZM_INLINE uint32_t fox_stride(const zm_variant *v, uint32_t tier, unsigned band)
{
    return fox_of(v)->count[tier].full[band];
}

ZM_INLINE unsigned fox_below(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    const fox_data *d = fox_of(v);
    uint8_t row[7];
    if (fox_few(v, tier))
        return 0;
    fox_rows_of(d->shape[tier], row);
    unsigned n = fox_tiers_down(d, row, out);
    for (unsigned r = 0; r < 7; r++)
        if (row[r]) {
            row[r]--;
            out[n++] = d->tier[fox_shape_of(row)];
            row[r]++;
        }
    return n;
}

/* clang-format off */
static const zm_hunt fox_hunt = {
    .lone = 1, .squares = fox_squares, .free = fox_free, .many = fox_many, .place = fox_place, .steps = fox_steps,
    .position = fox_hunt_position, .forth = fox_forth, .aside = fox_aside, .land = fox_land, .chains = fox_chains, .few = fox_few,
    .image = fox_image, .bands = FOX_BANDS, .band = fox_band_fields, .number = fox_number, .stride = fox_stride, .below = fox_below};

#define RULES                                                                                                              \
    {.start = fox_start, .moves = fox_moves, .play = fox_play, .ended = fox_ended, .fingerprint = fox_fingerprint,         \
     .tiers = fox_tiers, .tier_size = fox_tier_size, .rank = fox_rank, .unrank = fox_unrank, .inside = ZM_CYCLES,          \
     .children = fox_children, .parents = fox_parents, .few_parents = fox_few_parents,        \
     .hunt = &fox_hunt}
/* clang-format on */

#endif
