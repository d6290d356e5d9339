/* rules.h: Fuchs und Henne: hens come down the board into their house, two foxes take them by jumping and must not miss
 * a chance.
 *
 * The board is that of cross.h. A hen steps down or sideways, a fox along the lines in any direction; its chain of
 * jumps is one move. Hens in the house, the nine fields of rows 4 to 6 and columns 2 to 4, cannot be taken. When a fox
 * could have jumped and a fox stepped instead, the hens remove a fox before they move (huffing); when the lone fox that
 * is left of two takes something, they put the other one back on an empty field of their choice first (rescue). Both
 * are plies of their own. Hens win with `house` hens in the house, when no fox is left, and when the foxes cannot move;
 * foxes when fewer than `house` hens are left (the chain ends there, nothing is put back) and when the hens are to move
 * and cannot. docs/fuchs-und-henne.md has the rules and the figures.
 *
 * POSITION   lo            the hens, a bit a field
 *            hi  0 to 32   the foxes, a bit a field
 *            hi 61 and 62  what the hens do: 0 move, 1 remove a fox, 2 put one back
 *            hi 63         the turn: 0 hens, 1 foxes
 *            Of a position and its mirror image the one with the smaller hens is the state, of equals the one with
 *            the smaller foxes.
 *
 * MOVE       bits 0 to 5   where a fox goes, or HEN_NOWHERE
 *            bits 6 to 11  where it comes from, or HEN_NOWHERE
 *            bits 12 up    the fields whose hens change: where a hen stepped from and to, or those taken
 *            So all chains of a fox that take the same hens and end on the same field are one move.
 *
 * TIERS      Each shape of cross.h, the hens per row, has up to six tiers in this order: no fox; one fox, to be
 *            removed; one fox; two foxes, one to be removed; two foxes; a fox to be put back. Play goes from a tier to
 *            one before it, to a shape farther down, or, when something is taken, to one with fewer hens. With too few
 *            hens there are only the ends, and with all of them nothing has been taken that could bring a fox back.
 *            Only hens' steps to the side and foxes' steps that miss no jump stay in a tier.
 *
 * INDEX      (turn * canon + number) * width + column, with number and canon as in cross.h; column is the lone fox's
 *            number among the free fields, or of two foxes with the numbers a < b it is C(b,2) + a. Only one of the
 *            turns where there is only one. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_RULES_H
#define ZM_GAMES_FUCHS_UND_HENNE_RULES_H

#include "games/shared/cross.h"

enum {
    HEN_NOWHERE = 63,
    HEN_WIDEST = 528, /* C(33,2) */
    HEN_KINDS = 6,    /* of tiers of a shape */
    HEN_GROUPS = 3    /* of shapes: with too few hens, with some taken, with all */
};

typedef enum hen_task { HEN_MOVES, HEN_REMOVES, HEN_PUTS } hen_task;

/* In the order of the tiers of a shape. */
typedef enum hen_kind { HEN_NO_FOX, HEN_LAST_GOES, HEN_ONE_FOX, HEN_ONE_GOES, HEN_TWO_FOXES, HEN_ONE_BACK } hen_kind;

typedef struct hen_group {
    uint32_t first_shape, first_tier;
    uint8_t kinds, kind[HEN_KINDS], slot[HEN_KINDS]; /* slot[kind]: which of the tiers of a shape */
} hen_group;

typedef struct hen_data {
    uint32_t hens, house, foxes, chain; /* chain: most jumps in a move */
    bool huffs;                         /* a fox is removed when a jump was missed */
    bool whole;                         /* a chain must go on as long as it can */
    uint32_t tiers;
    zm_pos start;
    hen_group group[HEN_GROUPS];
    uint64_t inverse[HEN_WIDEST + 1]; /* [width]: cross_inverse */
    cross_board board;                /* hens in the house are not there to be jumped over */
    cross_shapes shapes;
} hen_data;

#define HEN_HOUSE (CROSS_MIDDLE << 20 | CROSS_ROWS(5, 6))

ZM_INLINE const hen_data *hen_of(const zm_variant *v) { return (const hen_data *)v->data; }

ZM_INLINE unsigned hen_turn(zm_pos p) { return (unsigned)(p.hi >> 63); }
ZM_INLINE hen_task hen_task_of(zm_pos p) { return (hen_task)(p.hi >> 61 & 3); }
ZM_INLINE uint64_t hen_foxes(zm_pos p) { return p.hi & zm_low_bits(CROSS_FIELDS); }

ZM_INLINE zm_pos hen_position(uint64_t hens, uint64_t foxes, hen_task task, unsigned turn)
{
    zm_pos p = {hens, (uint64_t)turn << 63 | (uint64_t)task << 61 | foxes};
    return p;
}

ZM_INLINE zm_pos hen_image(zm_pos p)
{
    return hen_position(cross_mirrored(p.lo), cross_mirrored(hen_foxes(p)), hen_task_of(p), hen_turn(p));
}

ZM_INLINE zm_pos hen_fingerprint(const zm_variant *v, zm_pos p)
{
    const zm_pos other = hen_image(p);
    (void)v;
    return other.lo < p.lo || (other.lo == p.lo && other.hi < p.hi) ? other : p;
}

/* ---- the rules ---- */
ZM_INLINE zm_pos hen_start(const zm_variant *v) { return hen_of(v)->start; }

ZM_INLINE bool hen_at_home(const hen_data *d, uint64_t hens) { return zm_count_bits(hens & HEN_HOUSE) >= d->house; }

/* Who has won is clear from the board; "hens" is the side with turn 0. */
ZM_INLINE zm_end hen_ended(const zm_variant *v, zm_pos p)
{
    const hen_data *d = hen_of(v);
    const bool few = zm_count_bits(p.lo) < d->house;
    if (!few && hen_foxes(p) && !hen_at_home(d, p.lo))
        return ZM_OPEN;
    return few == hen_turn(p) ? ZM_WIN : ZM_LOSS;
}

ZM_INLINE zm_move hen_move(unsigned from, unsigned to, uint64_t changed)
{
    return (zm_move)changed << 12 | (zm_move)from << 6 | to;
}

/* Can one of these foxes, with `stands` on the board? */
ZM_INLINE bool hen_jumps_among(const hen_data *d, uint64_t hens, uint64_t foxes, uint64_t stands)
{
    while (foxes) {
        const unsigned from = zm_take_lowest(&foxes);
        for (uint64_t rest = d->board.over[from] & hens; rest;)
            if (!(stands >> d->board.land[from][zm_take_lowest(&rest)] & 1))
                return true;
    }
    return false;
}

ZM_INLINE bool hen_can_jump(const hen_data *d, uint64_t hens, uint64_t foxes)
{
    return hen_jumps_among(d, hens, foxes, hens | foxes);
}

/* Steps of hens, to the side into `aside` and down into `down`. */
ZM_INLINE unsigned hen_add_hens(const hen_data *d, zm_pos p, uint64_t aside, uint64_t down, zm_move *out)
{
    const uint64_t empty = ~(p.lo | hen_foxes(p));
    unsigned n = 0;
    for (uint64_t rest = p.lo; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        const uint64_t beside = cross_beside(zm_bit(from)), to = d->board.forth[from] & empty;
        for (uint64_t each = to & ((beside & aside) | (~beside & down)); each; each &= each - 1)
            out[n++] = hen_move(HEN_NOWHERE, HEN_NOWHERE, zm_bit(from) | (each & (0 - each)));
    }
    return n;
}

ZM_INLINE unsigned hen_add_steps(const hen_data *d, zm_pos p, zm_move *out)
{
    const uint64_t foxes = hen_foxes(p);
    unsigned n = 0;
    for (uint64_t rest = foxes; rest;) {
        const unsigned from = zm_take_lowest(&rest);
        for (uint64_t to = d->board.step[from] & ~(p.lo | foxes); to;)
            out[n++] = hen_move(from, zm_take_lowest(&to), 0);
    }
    return n;
}

/* The chains of one fox; where they must go on as long as they can, those that have. */
ZM_INLINE unsigned hen_add_chains(const hen_data *d, zm_pos p, unsigned from, zm_move *out)
{
    const uint64_t others = hen_foxes(p) & ~zm_bit(from);
    const unsigned enough = zm_count_bits(p.lo) - d->house + 1, most = enough < d->chain ? enough : d->chain;
    const unsigned count = cross_chains(&d->board, p.lo, others, from, most, out);
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t taken = out[i] >> 6, left = p.lo & ~taken;
        const unsigned to = (unsigned)out[i] & 63;
        if (d->whole && zm_count_bits(taken) < most && hen_jumps_among(d, left, zm_bit(to), left | others))
            continue;
        out[n++] = hen_move(from, to, taken);
    }
    return n;
}

ZM_INLINE unsigned hen_add_jumps(const hen_data *d, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (uint64_t rest = hen_foxes(p); rest;)
        n += hen_add_chains(d, p, zm_take_lowest(&rest), out + n);
    return n;
}

/* A fox that goes, or that comes. */
ZM_INLINE unsigned hen_add_fields(bool goes, uint64_t fields, zm_move *out)
{
    unsigned n = 0;
    while (fields) {
        const unsigned field = zm_take_lowest(&fields);
        out[n++] = goes ? hen_move(field, HEN_NOWHERE, 0) : hen_move(HEN_NOWHERE, field, 0);
    }
    return n;
}

ZM_INLINE unsigned hen_tasks(zm_pos p, zm_move *out)
{
    return hen_task_of(p) == HEN_REMOVES
               ? hen_add_fields(true, hen_foxes(p), out)
               : hen_add_fields(false, zm_low_bits(CROSS_FIELDS) & ~(p.lo | hen_foxes(p)), out);
}

ZM_INLINE unsigned hen_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const hen_data *d = hen_of(v);
    if (hen_task_of(p) != HEN_MOVES)
        return hen_tasks(p, out);
    if (!hen_turn(p))
        return hen_add_hens(d, p, ~(uint64_t)0, ~(uint64_t)0, out);
    const unsigned n = hen_add_steps(d, p, out);
    return n + hen_add_jumps(d, p, out + n);
}

/* What the hens have to do after a move of a fox. */
ZM_INLINE hen_task hen_task_after(const hen_data *d, zm_pos p, uint64_t taken)
{
    if (!taken)
        return d->huffs && hen_can_jump(d, p.lo, hen_foxes(p)) ? HEN_REMOVES : HEN_MOVES;
    return zm_count_bits(hen_foxes(p)) < d->foxes && zm_count_bits(p.lo & ~taken) >= d->house ? HEN_PUTS : HEN_MOVES;
}

ZM_INLINE zm_pos hen_play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned to = (unsigned)m & 63, from = (unsigned)(m >> 6) & 63;
    const uint64_t changed = m >> 12;
    uint64_t foxes = hen_foxes(p);
    foxes &= from == HEN_NOWHERE ? ~(uint64_t)0 : ~zm_bit(from);
    foxes |= to == HEN_NOWHERE ? 0 : zm_bit(to);
    if (hen_turn(p))
        return hen_position(p.lo & ~changed, foxes, hen_task_after(hen_of(v), p, changed), 0);
    return hen_position(p.lo ^ changed, foxes, HEN_MOVES, hen_task_of(p) == HEN_MOVES);
}

/* ---- the dense index ---- */
ZM_INLINE hen_kind hen_kind_of(zm_pos p)
{
    const unsigned foxes = zm_count_bits(hen_foxes(p));
    if (hen_task_of(p) == HEN_PUTS)
        return HEN_ONE_BACK;
    if (hen_task_of(p) == HEN_REMOVES)
        return foxes == 1 ? HEN_LAST_GOES : HEN_ONE_GOES;
    return foxes == 0 ? HEN_NO_FOX : foxes == 1 ? HEN_ONE_FOX : HEN_TWO_FOXES;
}

ZM_INLINE unsigned hen_group_of(const hen_data *d, unsigned hens)
{
    return hens < d->house ? 0 : hens < d->hens ? 1 : 2;
}

ZM_INLINE uint32_t hen_tier(const hen_data *d, uint32_t shape, hen_kind kind)
{
    const hen_group *g = &d->group[hen_group_of(d, d->shapes.pieces[shape])];
    return g->first_tier + (shape - g->first_shape) * g->kinds + g->slot[kind];
}

typedef struct hen_spot {
    uint32_t shape;
    hen_kind kind;
    unsigned group;
} hen_spot;

ZM_INLINE hen_spot hen_spot_of(const hen_data *d, uint32_t tier)
{
    unsigned group = HEN_GROUPS - 1;
    while (tier < d->group[group].first_tier)
        group--;
    const hen_group *g = &d->group[group];
    const uint32_t rest = tier - g->first_tier, shape = rest / g->kinds;
    return (hen_spot){g->first_shape + shape, (hen_kind)g->kind[rest - shape * g->kinds], group};
}

/* How many ways there are to place the foxes. */
ZM_INLINE unsigned hen_width(hen_kind kind, unsigned hens)
{
    const unsigned free = CROSS_FIELDS - hens;
    return kind == HEN_NO_FOX ? 1 : kind == HEN_TWO_FOXES || kind == HEN_ONE_GOES ? free * (free - 1) / 2 : free;
}

ZM_INLINE bool hen_both_turn(hen_kind kind, unsigned group)
{
    return group && (kind == HEN_ONE_FOX || kind == HEN_TWO_FOXES);
}

ZM_INLINE uint32_t hen_tiers(const zm_variant *v) { return hen_of(v)->tiers; }

ZM_INLINE uint64_t hen_tier_size(const zm_variant *v, uint32_t tier)
{
    const hen_data *d = hen_of(v);
    const hen_spot at = hen_spot_of(d, tier);
    return (uint64_t)cross_canon(&d->shapes, at.shape) * hen_width(at.kind, d->shapes.pieces[at.shape]) *
           (hen_both_turn(at.kind, at.group) ? 2 : 1);
}

/* The foxes' column: of 0, 1 or 2. */
ZM_INLINE unsigned hen_column(uint64_t hens, uint64_t foxes)
{
    if (!foxes)
        return 0;
    const unsigned low = zm_lowest(foxes), high = zm_highest(foxes);
    const unsigned a = low - zm_count_bits(hens & zm_low_bits(low)), b = high - zm_count_bits(hens & zm_low_bits(high));
    return low == high ? a : b * (b - 1) / 2 + a;
}

ZM_INLINE uint64_t hen_foxes_at(uint64_t hens, unsigned column, unsigned foxes)
{
    unsigned b = 1;
    if (!foxes)
        return 0;
    if (foxes == 1)
        return zm_bit(cross_free_field(hens, column));
    while ((b + 1) * b / 2 <= column)
        b++;
    return zm_bit(cross_free_field(hens, b)) | zm_bit(cross_free_field(hens, column - b * (b - 1) / 2));
}

ZM_INLINE zm_place hen_rank(const zm_variant *v, zm_pos p)
{
    const hen_data *d = hen_of(v);
    const hen_kind kind = hen_kind_of(p);
    const zm_place at = cross_place(&d->shapes, p.lo);
    const uint64_t placement = at.index + (uint64_t)hen_turn(p) * cross_canon(&d->shapes, at.tier);
    return (zm_place){hen_tier(d, at.tier, kind),
                      placement * hen_width(kind, zm_count_bits(p.lo)) + hen_column(p.lo, hen_foxes(p))};
}

ZM_INLINE zm_pos hen_unrank(const zm_variant *v, zm_place at)
{
    const hen_data *d = hen_of(v);
    const hen_spot spot = hen_spot_of(d, at.tier);
    const uint32_t canon = cross_canon(&d->shapes, spot.shape);
    const unsigned width = hen_width(spot.kind, d->shapes.pieces[spot.shape]);
    const uint64_t placement = width == 1 ? at.index : cross_divide(at.index, d->inverse[width]);
    const unsigned turn = placement >= canon;
    const uint64_t hens = cross_many(&d->shapes, spot.shape, (uint32_t)(placement - turn * (uint64_t)canon));
    const unsigned foxes = spot.kind == HEN_NO_FOX                                   ? 0
                           : spot.kind == HEN_TWO_FOXES || spot.kind == HEN_ONE_GOES ? 2
                                                                                     : 1;
    const hen_task task = spot.kind == HEN_ONE_BACK                                 ? HEN_PUTS
                          : spot.kind == HEN_LAST_GOES || spot.kind == HEN_ONE_GOES ? HEN_REMOVES
                                                                                    : HEN_MOVES;
    return hen_position(hens, hen_foxes_at(hens, (unsigned)(at.index - placement * width), foxes), task, turn);
}

/* ---- which tiers moves lead to ---- */
/* Shapes become tiers. A lone fox that has taken something gets the other one back, unless that was the end. */
ZM_INLINE void hen_shapes_to_tiers(const hen_data *d, hen_kind kind, bool taken, uint32_t *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const bool back = taken && kind == HEN_ONE_FOX && d->foxes == 2 && d->shapes.pieces[list[i]] >= d->house;
        list[i] = hen_tier(d, list[i], back ? HEN_ONE_BACK : kind);
    }
}

ZM_INLINE unsigned hen_children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    const hen_data *d = hen_of(v);
    const hen_spot at = hen_spot_of(d, tier);
    uint8_t row[7];
    unsigned n = 0;
    if (!at.group || at.kind == HEN_NO_FOX)
        return 0;
    if (at.kind == HEN_LAST_GOES || at.kind == HEN_ONE_GOES || at.kind == HEN_ONE_BACK) {
        out[0] = hen_tier(d, at.shape, (hen_kind)(at.kind - 1));
        return 1;
    }
    cross_rows_of(d->shapes.code[at.shape], row);
    const unsigned down = cross_shapes_down(&d->shapes, row, out);
    hen_shapes_to_tiers(d, at.kind, false, out, down);
    n = down + cross_shapes_taken(&d->shapes, row, d->chain, d->house - 1, out + down);
    hen_shapes_to_tiers(d, at.kind, true, out + down, n - down);
    if (d->huffs)
        out[n++] = hen_tier(d, at.shape, (hen_kind)(at.kind - 1));
    return n;
}

/* ---- moves counted down ---- */
ZM_INLINE unsigned hen_leaving(const zm_variant *v, zm_pos p, zm_move *out, unsigned *staying)
{
    const hen_data *d = hen_of(v);
    *staying = 0;
    if (hen_task_of(p) != HEN_MOVES)
        return hen_tasks(p, out);
    if (!hen_turn(p)) {
        *staying = hen_add_hens(d, p, ~(uint64_t)0, 0, out);
        return hen_add_hens(d, p, 0, ~(uint64_t)0, out);
    }
    const unsigned steps = hen_add_steps(d, p, out);
    const bool huffed = d->huffs && hen_can_jump(d, p.lo, hen_foxes(p));
    *staying = huffed ? 0 : steps;
    const unsigned n = huffed ? steps : 0;
    return n + hen_add_jumps(d, p, out + n);
}

ZM_INLINE bool hen_is_own_image(zm_pos p) { return zm_same(p, hen_image(p)); }

ZM_INLINE void hen_visit(const zm_variant *v, zm_pos before, bool doubtful, zm_visit_index *visit, void *arg)
{
    visit(arg, hen_rank(v, hen_fingerprint(v, before)).index, doubtful || hen_is_own_image(before));
}

/* Nothing was taken, so it went on as long as the house was not full. */
ZM_INLINE void hen_parents_inside(const zm_variant *v, zm_pos p, zm_visit_index *visit, void *arg)
{
    const hen_data *d = hen_of(v);
    const uint64_t foxes = hen_foxes(p), empty = ~(p.lo | foxes);
    const bool doubtful = hen_is_own_image(p);
    if (hen_task_of(p) != HEN_MOVES || zm_count_bits(p.lo) < d->house)
        return;
    for (uint64_t rest = hen_turn(p) ? p.lo : 0; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = cross_beside(zm_bit(to)) & empty; from; from &= from - 1) {
            const uint64_t before = p.lo ^ zm_bit(to) ^ (from & (0 - from));
            if (!hen_at_home(d, before))
                hen_visit(v, hen_position(before, foxes, HEN_MOVES, 0), doubtful, visit, arg);
        }
    }
    for (uint64_t rest = hen_turn(p) || hen_at_home(d, p.lo) ? 0 : foxes; rest;) {
        const unsigned to = zm_take_lowest(&rest);
        for (uint64_t from = d->board.step[to] & empty; from; from &= from - 1) {
            const uint64_t before = foxes ^ zm_bit(to) ^ (from & (0 - from));
            if (!d->huffs || !hen_can_jump(d, p.lo, before))
                hen_visit(v, hen_position(p.lo, before, HEN_MOVES, 1), doubtful, visit, arg);
        }
    }
}

/* clang-format off */
#define RULES(HOOK)                                                                                                    \
    HOOK(start, hen_start) HOOK(moves, hen_moves) HOOK(play, hen_play) HOOK(ended, hen_ended)                          \
    HOOK(fingerprint, hen_fingerprint)
#define INDEX(HOOK)                                                                                                    \
    HOOK(tiers, hen_tiers) HOOK(tier_size, hen_tier_size) HOOK(rank, hen_rank) HOOK(unrank, hen_unrank)                \
    HOOK(inside, ZM_CYCLES) HOOK(children, hen_children)
#define COUNTING(HOOK)                                                                                                 \
    HOOK(leaving, hen_leaving) HOOK(parents_inside, hen_parents_inside)
/* clang-format on */
#include "game/hooks.h"

#endif
