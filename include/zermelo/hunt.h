/* hunt.h: a lone piece against many.
 *
 * For a fixed placement of the many, the squares where the lone piece may stand with some property are one machine
 * word, and its values on all squares are one row of numbers. Steps are word operations, a move of the many takes a
 * whole row along. The turn always passes, and who is to move and cannot has lost. There are two kinds of hunt:
 *
 * Without cycles (`inside` is ZM_LEAVES, as in Hasenspiel) nothing is ever taken. The tiers come in pairs over the same
 * placements: tier 2k with the many to move, 2k+1 with the lone piece to move. In both,
 *     index = placement * free + the lone piece's number among the free squares, in ascending order
 * `escaped` adds where the lone piece has won.
 *
 * With cycles (`inside` is ZM_CYCLES, as in Fox and Geese) the many may step to and fro inside a tier, and the lone
 * piece takes by jumping; a chain of jumps is one move that may stop after any of them. A tier holds both turns,
 *     index = (turn * placements + placement) * free + number        turn: 0 the many, 1 the lone piece to move
 * Where `few` of the many are left the lone piece has won; it is the many's turn, and the other half is missing. */
#ifndef ZERMELO_HUNT_H
#define ZERMELO_HUNT_H

#include <zermelo/index.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ZM_HUNT_MOVES = 64, ZM_HUNT_SQUARES = 64, ZM_HUNT_BANDS = 8, ZM_HUNT_SETS = 128 };

#define ZM_HUNT_VERSION 1u
#define ZM_HUNT(...) (&(const zm_hunt){.version = ZM_HUNT_VERSION, __VA_ARGS__})

typedef struct zm_hunt {
    unsigned version;
    unsigned lone; /* which player is the lone piece: 0 or 1 */
    /* Squares of the board; more than ZM_HUNT_SQUARES: this variant is too large for words. */
    unsigned (*squares)(const zm_variant *v);
    unsigned (*free)(const zm_variant *v,
                     uint32_t pair); /* squares the many leave; here and below, pair is the pair's number
                                                             k, and with cycles the tier */
    /* Placement n of a pair as a set of squares, and back (tier is the pair, index is n). */
    uint64_t (*many)(const zm_variant *v, uint32_t pair, uint64_t n);
    zm_place (*place)(const zm_variant *v, uint64_t many);
    /* All squares one step of the lone piece away from any square of the set, whatever stands there. Steps can be taken
     * back. */
    uint64_t (*steps)(const zm_variant *v, uint64_t from);
    zm_pos (*position)(const zm_variant *v, uint64_t many, unsigned square, bool lone_to_move);

    /* ---- without cycles ---- */
    /* The moves of the many when the lone piece is not in the way: returns how many. */
    unsigned (*advance)(const zm_variant *v, uint64_t many, uint8_t *from, uint8_t *to);
    /* Squares on which the lone piece has won already, by whose turn it is; others may be among them. */
    uint64_t (*escaped)(const zm_variant *v, uint64_t many, bool lone_to_move);

    /* ---- with cycles ---- */
    /* Where one of the many on this square can step, if nobody stands there; and which of these steps stay in the tier.
     * Those can be taken back: the other way round they are allowed too. */
    uint64_t (*forth)(const zm_variant *v, unsigned from);
    uint64_t (*aside)(const zm_variant *v, unsigned from);
    /* Where the lone piece lands that jumps over a neighbour; ZM_HUNT_SQUARES: not that way. Every jump can be made the
     * other way round too, over a piece along at most four lines. */
    unsigned (*land)(const zm_variant *v, unsigned from, unsigned over);
    bool (*chains)(const zm_variant *v); /* may it jump on in the same move? */
    bool (*few)(const zm_variant *v, uint32_t tier);
    /* The mirror image of a set of squares, which is its own inverse. Of the two the smaller number is a placement, and
     * `place` is only asked about that one. Of a placement that is its own image, squares greater than their image are
     * left empty. */
    uint64_t (*image)(const zm_variant *v, uint64_t set);
    /* The board is cut into bands of consecutive squares. Of all placements of a tier, images too, each has a number of
     * its own: the sum over the bands of number(band, what stands there) * stride(tier, band). stride(tier, bands) is
     * how many there are. So where a step leads to is found by looking at one or two bands. It depends on the tier, the
     * square it comes from and the one it goes to alone which tier that is, and a tier has the images of its
     * placements. */
    unsigned bands;
    uint64_t (*band)(const zm_variant *v, unsigned band);
    unsigned (*number)(const zm_variant *v, unsigned band,
                       unsigned set); /* set < ZM_HUNT_SETS: lowest square, lowest bit */
    uint32_t (*stride)(const zm_variant *v, uint32_t tier, unsigned band);
    /* The other tiers that a step of the many, or taking one of them, leads to; as `children`, but not what chains lead
     * to. */
    unsigned (*below)(const zm_variant *v, uint32_t tier, uint32_t *out);
} zm_hunt;

#ifdef __cplusplus
}
#endif

#endif
