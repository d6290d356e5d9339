/* pair_distance_body.h: how far a win is with a pair of hunters (pair.h), once it is known who wins. A function named ..._begin, ..._again, ..._land or
 * ..._tell is one placement's share of a step, as in pair_body.h.
 *
 * A value is what a state is worth to the pair, whoever moves: the many win in r is 1 + r, drawn is the middle, the pair wins in r is PAIR_NO_STEP - 1 - r.
 * So the pair takes a maximum and the many a minimum over whole sets of states, and a ply farther is a step towards the middle. With 0 for a move
 * of the pair that there is not, and PAIR_NO_STEP for one of the many, who cannot move at all has lost in 0: a ply farther than nothing.
 *
 * At first everything that is decided is as far as can be, and then comes nearer. There is only one fixpoint: the winner who follows the
 * least distance wins in it, and the loser who follows the greatest lasts that long. What is drawn remains so. */

enum {
    PAIR_NO_STEP = 0xFFFF, /* also: a pair, or a single one, that stands on one of the many */
    PAIR_DRAWN = 0x8000,
    PAIR_WINS_LATE = PAIR_DRAWN + 1, /* nobody knows yet how late */
    MANY_WIN_LATE = PAIR_DRAWN - 1,
    PAIR_WINS_NOW = PAIR_NO_STEP - 1,
    MANY_WIN_NOW = 1
};

typedef struct
    pair_grid { /* values by square of one and of the other, at work; row a: that of a, who may be the one to move */
    zm_pair_value row[ZM_PAIR_SQUARES][ZM_PAIR_STRIDE];
} pair_grid;

/* Rows of a triangle are written in ascending order, all with this width: what is too much of one, the next ones write over. */
enum { PAIR_WIDTH = ZM_PAIR_SQUARES - 1, PAIR_BLOCK = 8 };
#define PAIR_EACH_TWO(t) for (unsigned t = 0; t < ZM_PAIR_TWOS; t++)
#define PAIR_EACH_BELOW(t, a, b)                          \
    for (unsigned a = 1, t = 0; a < ZM_PAIR_SQUARES; a++) \
        for (unsigned b = 0; b < a; b++, t++)

/* ---- values ---- */
ZM_KERNEL zm_pair_value pair_farther(zm_pair_value x)
{
    return (zm_pair_value)(x - (x > PAIR_WINS_LATE) + (x < MANY_WIN_LATE));
}

ZM_KERNEL zm_pair_value pair_more(zm_pair_value x, zm_pair_value y) { return x > y ? x : y; }
ZM_KERNEL zm_pair_value pair_less(zm_pair_value x, zm_pair_value y) { return x < y ? x : y; }

/* Plies; of what is drawn less than nothing. */
ZM_KERNEL int pair_plies(zm_pair_value x)
{
    return x == PAIR_DRAWN ? -1 : x < PAIR_DRAWN ? x - MANY_WIN_NOW : PAIR_WINS_NOW - x;
}

ZM_KERNEL bool pair_is_late(zm_pair_value x) { return x == PAIR_WINS_LATE || x == MANY_WIN_LATE; }

ZM_KERNEL zm_pair_value pair_value_of(bool pair, bool many, unsigned plies)
{
    return (zm_pair_value)(pair ? PAIR_WINS_NOW - plies : many ? MANY_WIN_NOW + plies : PAIR_DRAWN);
}

/* What it is worth to the side that moves. */
ZM_KERNEL zm_value pair_value_to(bool pair_moves, zm_pair_value x)
{
    const zm_value value = (zm_value)(x + (x > PAIR_DRAWN));
    return pair_moves ? value : (zm_value)(0u - value);
}

/* ---- sets of values ---- */
ZM_KERNEL unsigned pair_two_at(unsigned a, unsigned b) { return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a; }

ZM_KERNEL void pair_values_fill(zm_pair_values *v, zm_pair_value with) { PAIR_EACH_TWO(t) v->two[t] = with; }

ZM_KERNEL void pair_values_min(zm_pair_values *to, const zm_pair_values *v)
{
    PAIR_EACH_TWO(t) to->two[t] = pair_less(to->two[t], v->two[t]);
}

ZM_KERNEL bool pair_values_same(const zm_pair_values *v, const zm_pair_values *w)
{
    unsigned differ = 0;
    PAIR_EACH_TWO(t) differ |= v->two[t] ^ w->two[t];
    return !differ;
}

/* All bits or none. */
ZM_KERNEL void pair_spread(uint64_t set, zm_pair_value out[ZM_PAIR_STRIDE])
{
    enum { PART = 16 };
    for (unsigned from = 0; from < PAIR_WIDTH; from += PART)
        for (unsigned s = 0; s < PART; s++) {
            const zm_pair_value bit = (zm_pair_value)(1u << s);
            out[from + s] = ((zm_pair_value)(set >> from) & bit) == bit ? PAIR_NO_STEP : 0;
        }
    for (unsigned s = PAIR_WIDTH; s < ZM_PAIR_STRIDE; s++)
        out[s] = set >> s & 1 ? PAIR_NO_STEP : 0;
}

/* A ply farther. Pairs with a square that is not free have no value. */
ZM_KERNEL void pair_values_farther(const zm_pair_values *v, uint64_t free, zm_pair_values *out)
{
    zm_pair_value taken[ZM_PAIR_STRIDE];
    pair_spread(~free, taken);
    for (unsigned a = 1; a < ZM_PAIR_SQUARES; a++) {
        const zm_pair_value *from = v->two + a * (a - 1) / 2, own = taken[a];
        zm_pair_value *to = out->two + a * (a - 1) / 2;
        for (unsigned b = 0; b < PAIR_WIDTH; b++)
            to[b] = (zm_pair_value)(pair_farther(from[b]) | taken[b] | own);
    }
}

/* As late as can be, by who wins. */
ZM_KERNEL void pair_values_of(const zm_won_twos *won, uint64_t free, zm_pair_values *out)
{
    zm_pair_value taken[ZM_PAIR_STRIDE], pair[ZM_PAIR_STRIDE], many[ZM_PAIR_STRIDE];
    pair_spread(~free, taken);
    for (unsigned a = 1; a < ZM_PAIR_SQUARES; a++) {
        zm_pair_value *to = out->two + a * (a - 1) / 2;
        const zm_pair_value own = taken[a];
        pair_spread(won->pair.row[a], pair);
        pair_spread(won->many.row[a], many);
        for (unsigned b = 0; b < PAIR_WIDTH; b++)
            to[b] = (zm_pair_value)((PAIR_DRAWN - pair[b] + many[b]) | taken[b] | own);
    }
}

/* What the many have won, on free squares. */
ZM_KERNEL void pair_values_home(uint64_t free, zm_pair_values *out)
{
    zm_pair_values home;
    pair_values_fill(&home, 0);
    pair_values_farther(&home, free, out);
}

/* ---- grids ---- */
/* Rows and columns changed, of a block. */
#ifdef __CUDACC__
ZM_KERNEL void pair_turn_block(const zm_pair_value *from, zm_pair_value *to)
{
    for (unsigned a = 0; a < PAIR_BLOCK; a++)
        for (unsigned b = 0; b < PAIR_BLOCK; b++)
            to[b * ZM_PAIR_STRIDE + a] = from[a * ZM_PAIR_STRIDE + b];
}
#else
typedef zm_pair_value pair_eight
    __attribute__((vector_size(PAIR_BLOCK * sizeof(zm_pair_value)), aligned(2), may_alias));
typedef uint32_t pair_four __attribute__((vector_size(PAIR_BLOCK * sizeof(zm_pair_value))));
typedef uint64_t pair_halves __attribute__((vector_size(PAIR_BLOCK * sizeof(zm_pair_value))));

ZM_KERNEL void pair_turn_block(const zm_pair_value *from, zm_pair_value *to)
{
    pair_eight r[PAIR_BLOCK];
    pair_four s[PAIR_BLOCK];
    pair_halves t[PAIR_BLOCK];
    for (unsigned i = 0; i < PAIR_BLOCK; i++)
        r[i] = *(const pair_eight *)(from + i * ZM_PAIR_STRIDE);
    for (unsigned i = 0; i < PAIR_BLOCK; i += 2) {
        s[i] = (pair_four)__builtin_shufflevector(r[i], r[i + 1], 0, 8, 1, 9, 2, 10, 3, 11);
        s[i + 1] = (pair_four)__builtin_shufflevector(r[i], r[i + 1], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (unsigned i = 0; i < PAIR_BLOCK; i += 4)
        for (unsigned k = 0; k < 2; k++) {
            t[i + 2 * k] = (pair_halves)__builtin_shufflevector(s[i + k], s[i + 2 + k], 0, 4, 1, 5);
            t[i + 2 * k + 1] = (pair_halves)__builtin_shufflevector(s[i + k], s[i + 2 + k], 2, 6, 3, 7);
        }
    for (unsigned k = 0; k < PAIR_BLOCK / 2; k++) {
        *(pair_eight *)(to + 2 * k * ZM_PAIR_STRIDE) = (pair_eight)__builtin_shufflevector(t[k], t[k + 4], 0, 2);
        *(pair_eight *)(to + (2 * k + 1) * ZM_PAIR_STRIDE) = (pair_eight)__builtin_shufflevector(t[k], t[k + 4], 1, 3);
    }
}
#endif

/* The other way round, as far as a triangle needs it: row a has what was in column a above it. */
ZM_KERNEL void pair_grid_turned(const pair_grid *g, pair_grid *out)
{
    for (unsigned a = 0; a < PAIR_WIDTH; a += PAIR_BLOCK)
        for (unsigned b = 0; b <= a; b += PAIR_BLOCK)
            pair_turn_block(&g->row[b][a], &out->row[a][b]);
    for (unsigned b = 0; b < PAIR_WIDTH; b++)
        out->row[PAIR_WIDTH][b] = g->row[b][PAIR_WIDTH];
}

/* Each row up to the square itself from the triangle, and the rest from the rows below it. */
ZM_KERNEL void pair_to_grid(const zm_pair_values *v, pair_grid *out)
{
    zm_pair_value block[PAIR_BLOCK * ZM_PAIR_STRIDE];
    for (unsigned a = 0; a < ZM_PAIR_SQUARES; a++) {
        const zm_pair_value *from = v->two + (a ? a * (a - 1) / 2 : 0);
        for (unsigned b = 0; b < PAIR_WIDTH; b++)
            out->row[a][b] = from[b];
        for (unsigned b = PAIR_WIDTH; b < ZM_PAIR_STRIDE; b++)
            out->row[a][b] = 0;
    }
    for (unsigned a = 0; a < PAIR_WIDTH; a += PAIR_BLOCK) {
        for (unsigned b = 0; b < a; b += PAIR_BLOCK)
            pair_turn_block(&out->row[a][b], &out->row[b][a]);
        pair_turn_block(&out->row[a][a], block);
        for (unsigned i = 0; i < PAIR_BLOCK; i++)
            for (unsigned k = 0; k < PAIR_BLOCK; k++)
                out->row[a + i][a + k] = k < i   ? out->row[a + i][a + k]
                                         : k > i ? block[i * ZM_PAIR_STRIDE + k]
                                                 : (zm_pair_value)0;
    }
    for (unsigned a = 0; a < PAIR_WIDTH; a++)
        out->row[a][PAIR_WIDTH] = out->row[PAIR_WIDTH][a];
}

/* Into a triangle: of both ways the better, since it is the pair who chooses which of the two moves; of pairs in `without` nothing; with
 * what is there already. */
ZM_KERNEL void pair_from_grid(const pair_grid *g, const pair_rows *without, const zm_pair_values *already,
                              zm_pair_values *out)
{
    pair_grid turned;
    zm_pair_value none[ZM_PAIR_STRIDE];
    pair_grid_turned(g, &turned);
    for (unsigned a = 1; a < ZM_PAIR_SQUARES; a++) {
        const zm_pair_value *one = g->row[a], *other = turned.row[a], *least = already->two + a * (a - 1) / 2;
        zm_pair_value *to = out->two + a * (a - 1) / 2;
        pair_spread(without->row[a], none);
        for (unsigned b = 0; b < PAIR_WIDTH; b++)
            to[b] = pair_more(least[b], (zm_pair_value)(pair_more(one[b], other[b]) & ~none[b]));
    }
}

/* One steps, the other stays. Only rows of free squares; `there` has 0 where both are the same square. */
ZM_KERNEL void pair_grid_stepping(const zm_pair_board *b, uint64_t free, const pair_grid *there, pair_grid *out)
{
    PAIR_EACH(a)
    {
        zm_pair_value *row = out->row[a];
        for (unsigned s = 0; s < ZM_PAIR_STRIDE; s++)
            row[s] = 0;
        for (uint64_t to = free >> a & 1 ? b->near[a] & free : 0; to;) {
            const zm_pair_value *from = there->row[zm_take_lowest(&to)];
            for (unsigned s = 0; s < ZM_PAIR_STRIDE; s++)
                row[s] = pair_more(row[s], from[s]);
        }
    }
}

/* ---- jumps ---- */
/* A row of where a jump ends, for one that lands on `square`, into a row of the same here: the better of both. */
ZM_KERNEL void pair_landing(const zm_pair_job *j, const zm_pair_far *f, pair_spot at, unsigned square,
                            zm_pair_value *row)
{
    const unsigned there = at.turned ? j->board->image[square] : square, width = f->free - 1;
    const uint64_t free = j->board->all & ~at.many, number = zm_count_bits(free & zm_low_bits(there));
    const uint8_t *plies = f->plies + (at.index * f->free + number) * width;
    const uint64_t *words = f->two + at.index * f->words;
    const uint64_t pair = pair_bits(words, number * width, width);
    const uint64_t many = pair_bits(words, (f->free + number) * width, width);
    unsigned k = 0;
    for (uint64_t rest = free ^ zm_bit(there); rest; k++) {
        const unsigned other = zm_take_lowest(&rest), b = at.turned ? j->board->image[other] : other;
        row[b] = pair_more(row[b], pair_value_of(pair >> k & 1, many >> k & 1, plies[k]));
    }
}

/* Ordered, with the one that jumps first; 0 where there is no jump. */
PAIR_STEP void pair_grid_jumping(const zm_pair_job *j, uint64_t many, pair_grid *out)
{
    const zm_pair_board *b = j->board;
    const uint64_t free = b->all & ~many;
    PAIR_EACH(a)
    for (unsigned s = 0; s < ZM_PAIR_STRIDE; s++)
        out->row[a][s] = 0;
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        uint64_t from = b->from[over] & free;
        if (!from)
            continue;
        const pair_spot at = pair_spot_of(j, many ^ zm_bit(over));
        while (from) {
            const unsigned a = zm_take_lowest(&from), to = b->land[a][over];
            const zm_pair_value in_the_way = out->row[a][to];
            if (!(free >> to & 1))
                continue;
            if (j->near_layer.sets)
                pair_landing(j, &j->near_layer, at, to, out->row[a]);
            else
                PAIR_EACH(s) out->row[a][s] = PAIR_WINS_NOW;
            out->row[a][to] = in_the_way;
        }
    }
}

ZM_KERNEL void pair_ones_jumping(const zm_pair_job *j, uint64_t many, zm_pair_value *out)
{
    const zm_pair_board *b = j->board;
    const zm_pair_far *f = &j->near_layer;
    const uint64_t free = b->all & ~many;
    PAIR_EACH(a) out[a] = 0;
    for (uint64_t rest = many; rest;) {
        const unsigned over = zm_take_lowest(&rest);
        const pair_spot at = pair_spot_of(j, many ^ zm_bit(over));
        for (uint64_t from = b->from[over] & free; from;) {
            const unsigned a = zm_take_lowest(&from), to = b->land[a][over], there = at.turned ? b->image[to] : to;
            if (!(free >> to & 1))
                continue;
            const unsigned number = zm_count_bits(b->all & ~at.many & zm_low_bits(there));
            const zm_pair_value value =
                f->sets ? pair_value_of(f->one[at.index * 2] >> there & 1, f->one[at.index * 2 + 1] >> there & 1,
                                        f->one_plies[at.index * f->free + number])
                        : PAIR_WINS_NOW;
            out[a] = pair_more(out[a], value);
        }
    }
}

/* ---- how far: one is left ---- */
/* What steps of the many do: the least. */
ZM_KERNEL void pair_ones_stepping(const zm_pair_job *j, uint64_t many, const uint64_t *steps, const zm_pair_window *w,
                                  zm_pair_one_values *least)
{
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = steps[from] & ~many; to; to &= to - 1) {
            const pair_spot at = pair_spot_of(j, many ^ zm_bit(from) ^ (to & (0 - to)));
            const zm_pair_value *there = w->one_values[at.index - w->begin].one;
            PAIR_EACH(a) least->one[a] = pair_less(least->one[a], there[at.turned ? j->board->image[a] : a]);
        }
    }
}

ZM_KERNEL void pair_far_one_begin(const zm_pair_job *j, uint64_t i)
{
    const zm_pair_board *b = j->board;
    const uint64_t many = j->room.many[i], free = b->all & ~many, place = j->from + i - j->here->begin;
    const zm_won won = j->here->one[place];
    zm_pair_one_values *outside = &j->room.one_far_outside[i];
    zm_pair_value *jumps = j->room.one_far_jumps[i].one, *here = j->here->one_values[place].one;
    const bool home = pair_home(j, many);
    PAIR_EACH(a)
    {
        const unsigned late = PAIR_DRAWN + (unsigned)(won.lone >> a & 1) - (unsigned)(won.many >> a & 1);
        here[a] = !(free >> a & 1) ? PAIR_NO_STEP : home ? MANY_WIN_NOW : (zm_pair_value)late;
        outside->one[a] = PAIR_NO_STEP;
        j->room.one_far_moves[i].one[a] = PAIR_DRAWN;
    }
    if (home)
        return;
    pair_mark(j, i);
    pair_ones_stepping(j, many, b->ahead, j->beyond, outside);
    pair_ones_jumping(j, many, jumps);
    const uint64_t missed = b->ways.huffs ? pair_can_jump(b, many, free) : 0;
    PAIR_EACH(a) /* who misses a jump is removed, and that is the end */
    if (missed >> a & 1 && b->near[a] & free)
        jumps[a] = pair_more(jumps[a], MANY_WIN_NOW + 1);
}

ZM_KERNEL bool pair_far_one_again(const zm_pair_job *j, uint64_t i)
{
    const zm_pair_board *b = j->board;
    const uint64_t many = j->room.many[i], free = b->all & ~many;
    zm_pair_one_values *here = &j->here->one_values[j->from + i - j->here->begin], *moves = &j->room.one_far_moves[i];
    unsigned differ = 0;
    if (pair_home(j, many))
        return false;
    const uint64_t missed = b->ways.huffs ? pair_can_jump(b, many, free) : 0;
    *moves = j->room.one_far_outside[i];
    pair_ones_stepping(j, many, b->aside, j->here, moves);
    PAIR_EACH(a) moves->one[a] = free >> a & 1 ? pair_farther(moves->one[a]) : PAIR_NO_STEP;
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        zm_pair_value most = j->room.one_far_jumps[i].one[a];
        for (uint64_t to = missed >> a & 1 ? 0 : b->near[a] & free; to;)
            most = pair_more(most, moves->one[zm_take_lowest(&to)]);
        most = pair_farther(most);
        differ |= most ^ here->one[a];
        here->one[a] = most;
    }
    return differ;
}

/* ---- how far: two ---- */
/* A distance as it is kept for others, in a byte; who wins, the sets say. */
ZM_KERNEL uint8_t pair_far_byte(zm_pair_job *j, zm_pair_value x)
{
    const int plies = pair_plies(x);
    j->farthest.beyond |= plies > UINT8_MAX;
    return (uint8_t)(plies < 0 ? 0 : plies);
}

/* A2 for the slice above. */
PAIR_STEP void pair_far_keep(zm_pair_job *j, uint64_t i)
{
    const uint64_t free = j->board->all & ~j->room.many[i];
    const zm_pair_value *two = j->room.far_here[i].two;
    uint8_t *out = j->here->plies + (j->from + i - j->here->begin) * zm_pair_triangle(j->free);
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        for (uint64_t others = free & zm_low_bits(a); others;)
            *out++ = pair_far_byte(j, two[pair_two_at(a, zm_take_lowest(&others))]);
    }
}

ZM_KERNEL void pair_far_kept(const zm_pair_job *j, pair_spot at, zm_pair_values *out)
{
    const uint64_t free = j->board->all & ~at.many, place = at.index - j->beyond->begin;
    const zm_won_twos *won = &j->beyond->two[place];
    const uint8_t *plies = j->beyond->plies + place * zm_pair_triangle(j->free);
    pair_values_fill(out, PAIR_NO_STEP);
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        zm_pair_value *row = out->two + (a ? a * (a - 1) / 2 : 0);
        for (uint64_t others = free & zm_low_bits(a); others;) {
            const unsigned b = zm_take_lowest(&others);
            row[b] = pair_value_of(won->pair.row[a] >> b & 1, won->many.row[a] >> b & 1, *plies++);
        }
    }
}

/* What steps of the many do, those forward or those to the side: the least. */
ZM_KERNEL void pair_far_stepping(const zm_pair_job *j, uint64_t many, bool ahead, zm_pair_values *least)
{
    zm_pair_values turned, kept;
    bool any_turned = false;
    for (uint64_t rest = many; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = (ahead ? j->board->ahead : j->board->aside)[from] & ~many; to; to &= to - 1) {
            const pair_spot at = pair_spot_of(j, many ^ zm_bit(from) ^ (to & (0 - to)));
            const zm_pair_values *there = ahead ? &kept : &j->room.far_here[at.index - j->from];
            if (ahead)
                pair_far_kept(j, at, &kept);
            if (at.turned && !any_turned)
                turned = *there;
            else
                pair_values_min(at.turned ? &turned : least, there);
            any_turned |= at.turned;
        }
    }
    if (any_turned)
        PAIR_EACH_TWO(t) least->two[t] = pair_less(least->two[t], turned.two[j->board->turned[t]]);
}

/* Where one of the two is removed: the many choose, then it is as with one. */
ZM_KERNEL zm_pair_value pair_far_removing(const zm_pair_value *one, unsigned a, unsigned b)
{
    return pair_farther(pair_less(one[a], one[b]));
}

ZM_KERNEL void pair_far_huffing(const zm_pair_job *j, uint64_t i, uint64_t many, uint64_t free, zm_pair_values *most)
{
    pair_rows missed;
    pair_grid removed, stepping;
    const zm_pair_value *one = j->room.one_far_moves[i].one;
    pair_find_missed(j->board, many, free, &missed);
    PAIR_EACH(a)
    {
        const zm_pair_value own = one[a];
        PAIR_EACH(b) removed.row[a][b] = pair_farther(pair_less(one[b], own));
        removed.row[a][a] = 0;
    }
    pair_grid_stepping(j->board, free, &removed, &stepping);
    PAIR_EACH(a) missed.row[a] = ~missed.row[a];
    const zm_pair_values jumps = *most;
    pair_from_grid(&stepping, &missed, &jumps, most);
}

ZM_KERNEL bool pair_any_decided(const zm_won_twos *won)
{
    uint32_t any = 0;
    PAIR_EACH(a) any |= won->pair.row[a] | won->many.row[a];
    return any;
}

PAIR_STEP void pair_far_two_begin(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many, place = j->from + i - j->here->begin;
    zm_pair_values *here = &j->room.far_here[i];
    pair_grid jumping;
    pair_rows none;
    zm_pair_values nothing;
    const bool home = pair_home(j, many);
    j->room.flag[i] = !home && (pair_any_decided(&j->here->two[place]) || pair_any_decided(&j->room.moves[i]));
    if (home)
        pair_values_home(free, here);
    else
        pair_values_of(&j->here->two[place], free, here);
    pair_values_fill(&j->room.far_moves[i], PAIR_DRAWN);
    if (!j->room.flag[i])
        return;
    pair_mark(j, i);
    pair_values_fill(&j->room.far_outside[i], PAIR_NO_STEP);
    pair_far_stepping(j, many, true, &j->room.far_outside[i]);
    pair_grid_jumping(j, many, &jumping);
    PAIR_EACH(a) none.row[a] = 0;
    pair_values_fill(&nothing, 0);
    pair_from_grid(&jumping, &none, &nothing, &j->room.far_jumps[i]);
    if (j->board->ways.huffs)
        pair_far_huffing(j, i, many, free, &j->room.far_jumps[i]);
}

/* A2 from B2; true: it has changed. */
ZM_KERNEL bool pair_far_decide(const zm_pair_job *j, uint64_t i, uint64_t many, uint64_t free)
{
    zm_pair_values *here = &j->room.far_here[i], most, now;
    pair_grid there, stepping;
    pair_rows missed;
    pair_find_missed(j->board, many, free, &missed);
    pair_to_grid(&j->room.far_moves[i], &there);
    pair_grid_stepping(j->board, free, &there, &stepping);
    pair_from_grid(&stepping, &missed, &j->room.far_jumps[i], &most);
    pair_values_farther(&most, free, &now);
    const bool changed = !pair_values_same(&now, here);
    *here = now;
    return changed;
}

/* True: what leads here by a step to the side must look again. */
PAIR_STEP bool pair_far_two_again(const zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    zm_pair_values least, moves;
    if (!j->room.flag[i])
        return false;
    least = j->room.far_outside[i];
    pair_far_stepping(j, many, false, &least);
    pair_values_farther(&least, free, &moves);
    if (pair_values_same(&moves, &j->room.far_moves[i]))
        return false;
    j->room.far_moves[i] = moves;
    return pair_far_decide(j, i, many, free);
}

/* ---- how far: what other layers need of it ---- */
/* One is put back: by square of the other. */
ZM_KERNEL zm_pair_value pair_far_putting(const zm_pair_values *moves, uint64_t free, unsigned a)
{
    zm_pair_value least = PAIR_NO_STEP;
    for (uint64_t rest = free & ~zm_bit(a); rest;)
        least = pair_less(least, moves->two[pair_two_at(a, zm_take_lowest(&rest))]);
    return pair_farther(least);
}

PAIR_STEP void pair_far_land_two(zm_pair_job *j, uint64_t i, uint64_t many, uint64_t free)
{
    const zm_pair_values *moves = &j->room.far_moves[i];
    uint8_t *out = j->this_layer.plies + (j->from + i) * j->free * (j->free - 1);
    pair_grid landed;
    pair_rows going_on;
    pair_find_going_on(j, many, free, &going_on);
    if (j->board->ways.chains)
        pair_grid_jumping(j, many, &landed);
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        for (uint64_t others = free ^ zm_bit(a); others;) {
            const unsigned b = zm_take_lowest(&others);
            const zm_pair_value stop = going_on.row[a] >> b & 1 ? 0 : moves->two[pair_two_at(a, b)];
            *out++ = pair_far_byte(j, pair_more(stop, j->board->ways.chains ? landed.row[a][b] : 0));
        }
    }
}

ZM_KERNEL void pair_far_land_one(zm_pair_job *j, uint64_t i, uint64_t many, uint64_t free)
{
    const zm_pair_ways ways = j->board->ways;
    const uint64_t going_on = ways.whole ? pair_can_jump(j->board, many, free) : 0;
    uint8_t *out = j->this_layer.one_plies + (j->from + i) * j->free;
    zm_pair_value jumps[ZM_PAIR_SQUARES];
    pair_ones_jumping(j, many, jumps);
    for (uint64_t rest = free; rest;) {
        const unsigned a = zm_take_lowest(&rest);
        const zm_pair_value stop = going_on >> a & 1   ? 0
                                   : j->board->rescues ? pair_far_putting(&j->room.far_moves[i], free, a)
                                                       : j->room.one_far_moves[i].one[a];
        *out++ = pair_far_byte(j, pair_more(stop, ways.chains ? jumps[a] : 0));
    }
}

ZM_KERNEL void pair_far_land(zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many;
    if (!j->this_layer.sets || pair_home(j, many))
        return;
    if (j->board->twos)
        pair_far_land_two(j, i, many, free);
    if (j->board->ones)
        pair_far_land_one(j, i, many, free);
}

/* ---- which is the farthest ---- */
ZM_KERNEL void pair_farthest_add(zm_pair_farthest *f, zm_pos p, int plies)
{
    if (plies < f->plies || (plies == f->plies && f->any && !zm_before(p, f->at)))
        return;
    f->plies = plies;
    f->at = p;
    f->any = true;
}

ZM_KERNEL void pair_farthest_state(zm_pair_job *j, uint64_t many, uint64_t pair, unsigned turn, unsigned task,
                                   int plies)
{
    if (plies >= j->farthest.plies)
        pair_farthest_add(&j->farthest, PAIR(state)(j->variant, many, pair, turn, task), plies);
}

ZM_KERNEL void pair_farthest_one(zm_pair_job *j, uint64_t many, uint64_t seen, const zm_pair_value *one, unsigned turn,
                                 unsigned task)
{
    while (seen) {
        const unsigned a = zm_take_lowest(&seen);
        j->farthest.beyond |= pair_is_late(one[a]);
        pair_farthest_state(j, many, zm_bit(a), turn, task, pair_plies(one[a]));
    }
}

ZM_KERNEL void pair_farthest_two(zm_pair_job *j, uint64_t many, const pair_rows *seen, const zm_pair_values *v,
                                 unsigned turn, unsigned task)
{
    zm_pair_value nearest = PAIR_WINS_NOW; /* to the middle: one that is not reached does not count, but most are */
    PAIR_EACH_TWO(t)
    {
        const zm_pair_value x = v->two[t],
                            off = (zm_pair_value)(x > PAIR_DRAWN ? x - PAIR_DRAWN - 1 : MANY_WIN_LATE - x);
        nearest = pair_less(nearest, x == PAIR_DRAWN ? PAIR_WINS_NOW : off);
    }
    if (MANY_WIN_LATE - MANY_WIN_NOW - nearest < j->farthest.plies)
        return;
    PAIR_EACH(a)
    for (uint64_t rest = seen->row[a] & zm_low_bits(a); rest;) {
        const unsigned b = zm_take_lowest(&rest);
        const zm_pair_value x = v->two[pair_two_at(a, b)];
        j->farthest.beyond |= pair_is_late(x);
        pair_farthest_state(j, many, zm_bit(a) | zm_bit(b), turn, task, pair_plies(x));
    }
}

/* Those in which one is removed. */
ZM_KERNEL void pair_farthest_huffed(zm_pair_job *j, uint64_t i, uint64_t many, uint64_t free, const pair_visited *r)
{
    const zm_pair_value *one = j->room.one_far_moves[i].one;
    for (uint64_t rest = pair_near(j->board, r->one_pair & pair_can_jump(j->board, many, free)) & free; rest;)
        pair_farthest_state(j, many, zm_bit(zm_take_lowest(&rest)), 0, 1, 1);
    if (!j->board->twos)
        return;
    pair_rows from, after;
    zm_pair_values removing;
    pair_find_missed(j->board, many, free, &from);
    PAIR_EACH(a) from.row[a] &= r->pair.row[a];
    pair_before_steps(j->board, free, &from, &after); /* steps can be taken back: it is where they lead as well */
    PAIR_EACH_BELOW(t, a, b) removing.two[t] = pair_far_removing(one, a, b);
    pair_farthest_two(j, many, &after, &removing, 0, 1);
}

ZM_KERNEL void pair_far_tell_start(zm_pair_job *j, uint64_t i)
{
    const unsigned a = zm_lowest(j->board->start_pair), b = zm_highest(j->board->start_pair);
    j->farthest.start =
        pair_value_to(false, a == b ? j->room.one_far_moves[i].one[a] : j->room.far_moves[i].two[pair_two_at(a, b)]);
}

/* Ends do not count: the state before one, or the start, is farther. */
PAIR_STEP void pair_far_tell(zm_pair_job *j, uint64_t i)
{
    const uint64_t many = j->room.many[i], free = j->board->all & ~many, place = j->from + i - j->here->begin;
    const bool home = pair_home(j, many);
    pair_visited r;
    pair_visited_at(j, i, free, &r);
    if (j->board->twos && !home) {
        zm_pair_value putting[ZM_PAIR_SQUARES];
        pair_farthest_two(j, many, &r.pair, &j->room.far_here[i], 1, 0);
        pair_farthest_two(j, many, &r.many, &j->room.far_moves[i], 0, 0);
        for (uint64_t rest = r.put; rest;) {
            const unsigned a = zm_take_lowest(&rest);
            putting[a] = pair_far_putting(&j->room.far_moves[i], free, a);
        }
        pair_farthest_one(j, many, r.put, putting, 0, 2);
    }
    if (j->board->ones && !home) {
        pair_farthest_one(j, many, r.one_pair, j->here->one_values[place].one, 1, 0);
        pair_farthest_one(j, many, r.one_many, j->room.one_far_moves[i].one, 0, 0);
    }
    if (j->board->ways.huffs && !home)
        pair_farthest_huffed(j, i, many, free, &r);
    if (many == j->board->start)
        pair_far_tell_start(j, i);
}
