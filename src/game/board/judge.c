/* judge.c: is this a position of a declared board? Bits come from anywhere, so every field is looked at before it is used:
 *
 *     bits that no field has are 0      codes of squares are those of letters      hands and counters are in range
 *     the turn is what pieces tell      totals are kept      the game's `material` and `legal` say yes, asked last
 *
 * Totals are about true colours; `material` and `legal` see the position as it is kept. */
#include "text.h"

#include <zermelo/variant.h>

/* ---- bits ---- */
static zm_pos all_of(zm_pos used, zm_board_block b) { return zm_block_set(b, used, zm_low_bits(b.bits)); }

static bool has_stray_bits(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    zm_pos used = {0, 0};
    for (unsigned i = 0; i <= d->planes; i++)
        used = all_of(used, d->plane[i]);
    used = all_of(all_of(all_of(used, d->side[0]), d->side[1]), d->common);
    used.hi |= zm_impartial(v) ? 0 : ZM_TURN_BIT;
    return p.lo & ~used.lo || p.hi & ~used.hi;
}

/* A code that no letter has reads as another letter, or as an empty square. */
static bool has_stray_codes(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    for (unsigned square = 0; square < d->squares; square++) {
        const zm_pos bits = d->bits_of[zm_at(v, p, square) & 127];
        if ((p.lo >> square & d->column[0]) != bits.lo || (p.hi >> square & d->column[1]) != bits.hi)
            return true;
    }
    return false;
}

static bool hands_in_range(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    for (unsigned i = 0; i < d->letters; i++)
        if (zm_held(v, p, d->letter[i].letter) > d->letter[i].most_held)
            return false;
    return true;
}

static bool counters_in_range(const zm_board_data *d, zm_pos p)
{
    for (unsigned i = 0; i < d->numbers; i++)
        if (zm_block_get(zm_board_number_block(d, &d->number[i]), p) > d->number[i].most - d->number[i].least)
            return false;
    return true;
}

/* ---- the turn ---- */
static void count_sides(const zm_variant *v, zm_pos p, unsigned out[2])
{
    const zm_board_data *d = zm_board_of(v);
    out[1] = zm_count_bits(zm_board_second(d, p));
    out[0] = zm_count_bits(zm_board_owned(d, p)) - out[1];
}

zm_pos zm_board_count_turn(const zm_variant *v, zm_pos p)
{
    unsigned n[2];
    count_sides(v, p, n);
    p.hi &= ~ZM_TURN_BIT;
    p.hi |= n[0] > n[1] ? ZM_TURN_BIT : 0;
    return p;
}

/* By its letter where a player has only one. */
static const char *side_name(const zm_variant *v, unsigned player, char letter[2])
{
    const zm_board_data *d = zm_board_of(v);
    letter[0] = d->letter[player ? d->first_letters : 0].letter;
    letter[1] = 0;
    return (player ? d->second_letters : d->first_letters) == 1 ? letter : zm_player(v->game, player);
}

static bool judge_turn(const zm_variant *v, zm_pos p, zm_mistake *why)
{
    char letter[2][2];
    unsigned n[2];
    if (zm_board_of(v)->turn != ZM_TURN_COUNTED)
        return true;
    count_sides(v, p, n);
    const char *first = side_name(v, 0, letter[0]), *second = side_name(v, 1, letter[1]);
    if (n[0] - n[1] > 1)
        return zm_wrong(why, ZM_WHOLE, "%s moves first, so %s has as many as %s or one more, not %u and %u", first,
                        first, second, n[0], n[1]);
    return zm_same(zm_board_count_turn(v, p), p) ||
           zm_wrong(why, ZM_WHOLE, "the pieces tell that it is the other's turn");
}

/* ---- pieces ---- */
typedef struct numbers { /* of pieces, by letter */
    uint8_t on_board[ZM_BOARD_LETTERS], in_hand[ZM_BOARD_LETTERS];
} numbers;

static numbers count_letters(const zm_variant *v, zm_pos p)
{
    const zm_board_data *d = zm_board_of(v);
    numbers n = {{0}, {0}};
    for (unsigned i = 0; i < d->letters; i++) {
        n.on_board[i] = (uint8_t)zm_count_bits(zm_pieces(v, p, d->letter[i].letter));
        n.in_hand[i] = (uint8_t)zm_held(v, p, d->letter[i].letter);
    }
    return n;
}

static const char *write_letters(const zm_board_data *d, uint32_t set, char out[ZM_BOARD_LETTERS + 1])
{
    unsigned n = 0;
    while (set)
        out[n++] = d->letter[zm_lowest(set)].letter, set &= set - 1;
    out[n] = 0;
    return out;
}

static bool judge_total(const zm_board_data *d, const zm_board_sum *t, const numbers *n, zm_mistake *why)
{
    char letters[ZM_BOARD_LETTERS + 1];
    unsigned sum = 0;
    for (unsigned i = 0; i < d->letters; i++)
        sum += t->letters >> i & 1 ? n->on_board[i] + n->in_hand[i] : 0u;
    if (sum >= t->least && sum <= t->most)
        return true;
    const char *where = zm_board_has_hands(d) ? ", on the board and in hand" : "";
    write_letters(d, t->letters, letters);
    if (t->least == t->most)
        return zm_wrong(why, ZM_WHOLE, "there must be %u of \"%s\"%s, not %u", t->least, letters, where, sum);
    return zm_wrong(why, ZM_WHOLE, "there must be %u to %u of \"%s\"%s, not %u", t->least, t->most, letters, where,
                    sum);
}

bool zm_board_judge(const zm_variant *v, zm_pos p, zm_mistake *why)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_board *declared = v->game->board;
    const numbers n = count_letters(v, zm_board_shown(v, p)), kept = count_letters(v, p);
    if (!judge_turn(v, p, why))
        return false;
    for (unsigned i = 0; i < d->totals; i++)
        if (!judge_total(d, &d->total[i], &n, why))
            return false;
    if (declared->material && !declared->material(v, kept.on_board, kept.in_hand))
        return zm_wrong(why, ZM_WHOLE, "these pieces cannot be there together");
    return !declared->legal || declared->legal(v, p, why);
}

bool zm_board_is_position(const zm_variant *v, zm_pos p)
{
    zm_mistake why;
    return !has_stray_bits(v, p) && !has_stray_codes(v, p) && hands_in_range(v, p) &&
           counters_in_range(zm_board_of(v), p) && zm_board_judge(v, p, &why);
}
