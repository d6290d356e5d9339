/* pieces.c: the letters of a board, how many of each there can be, hands and counters. */
#include "make.h"

#include <string.h>

static unsigned length_of(const char *text) { return text ? (unsigned)strlen(text) : 0; }

static unsigned bits_for(uint64_t most) { return most ? zm_highest(most) + 1 : 0; }

/* ---- letters ---- */
static zm_status add_letter(zm_board_maker *m, char letter, unsigned owner, unsigned code)
{
    zm_board_data *d = m->d;
    if (letter <= ' ' || letter > '~' || strchr("./:,;*-=+0123456789", letter))
        return zm_board_wrong(m, "'%c' cannot be the letter of a piece: notation uses it", letter);
    if (d->number_of[(unsigned)letter] != ZM_NO_LETTER)
        return zm_board_wrong(m, "'%c' is the letter of two pieces", letter);
    d->number_of[(unsigned)letter] = d->letters;
    for (unsigned o = owner == 1; o <= (owner != 0); o++)
        d->letter_of[code | o << d->planes] = letter;
    d->letter[d->letters++] =
        (zm_board_letter){.letter = letter, .owner = (uint8_t)owner, .code = (uint8_t)code, .swapped = ZM_NO_LETTER};
    return ZM_OK;
}

static void pair_letters(zm_board_data *d)
{
    const unsigned first = d->first_letters, second = d->second_letters;
    for (unsigned i = 0; i < d->letters; i++)
        d->letter[i].swapped = (uint8_t)(i < first            ? (i < second ? first + i : i)
                                         : i < first + second ? (i - first < first ? i - first : i)
                                                              : i);
}

static zm_status add_letters(zm_board_maker *m)
{
    const zm_board *b = m->declared;
    zm_board_data *d = m->d;
    const unsigned first = length_of(b->first), second = length_of(b->second), nobody = length_of(b->nobody);
    if (first + second + nobody > ZM_BOARD_LETTERS || !(first + second + nobody))
        return zm_board_wrong(m, "it has %u letters; it can have 1 to %d", first + second + nobody, ZM_BOARD_LETTERS);
    if (b->turn == ZM_TURN_SWAPS && first != second)
        return zm_board_wrong(m, "colours swap, so \"%s\" and \"%s\" must have as many letters", first ? b->first : "",
                              second ? b->second : "");
    memset(d->number_of, ZM_NO_LETTER, sizeof d->number_of);
    memset(d->letter_of, '.', sizeof d->letter_of);
    d->first_letters = (uint8_t)first;
    d->second_letters = (uint8_t)second;
    d->codes = (uint8_t)(first > second ? first : second);
    d->all_codes = (uint8_t)(d->codes + nobody);
    d->planes = (uint8_t)bits_for(d->all_codes);
    for (unsigned i = 0; i < first; i++)
        ZM_TRY(m->c, add_letter(m, b->first[i], 0, i + 1));
    for (unsigned i = 0; i < second; i++)
        ZM_TRY(m->c, add_letter(m, b->second[i], 1, i + 1));
    for (unsigned i = 0; i < nobody; i++)
        ZM_TRY(m->c, add_letter(m, b->nobody[i], 2, d->codes + 1u + i));
    pair_letters(d);
    return ZM_OK;
}

/* ---- how many ---- */
static zm_status find_letter(zm_board_maker *m, char letter, const char *where, unsigned *number)
{
    *number = m->d->number_of[letter & 127];
    return *number == ZM_NO_LETTER ? zm_board_wrong(m, "%s has '%c', which is no letter of a piece", where, letter)
                                   : ZM_OK;
}

static zm_status add_total(zm_board_maker *m, const zm_board_total *t)
{
    unsigned least, most, number;
    zm_board_sum sum = {0};
    ZM_TRY(m->c, zm_board_amount(m, "pieces of a total", t->least, 0, 255, &least));
    ZM_TRY(m->c, zm_board_amount(m, "pieces of a total", t->most, m->d->squares, 255, &most));
    if (least > most)
        return zm_board_wrong(m, "the total of \"%s\" is at least %u and at most %u", t->letters, least, most);
    for (const char *at = t->letters; *at; at++) {
        ZM_TRY(m->c, find_letter(m, *at, "a total", &number));
        sum.letters |= 1u << number;
    }
    sum.least = (uint16_t)least;
    sum.most = (uint16_t)most;
    m->d->total[m->d->totals++] = sum;
    return ZM_OK;
}

static zm_status add_hand(zm_board_maker *m)
{
    unsigned number;
    for (const char *at = m->declared->hand ? m->declared->hand : ""; *at; at++) {
        ZM_TRY(m->c, find_letter(m, *at, "`hand`", &number));
        if (m->d->letter[number].owner)
            return zm_board_wrong(m, "`hand` has '%c', which is no letter of `first`", *at);
        m->d->letter[number].in_hand = true;
        m->d->letter[m->d->letter[number].swapped].in_hand = true;
    }
    return ZM_OK;
}

/* What a total leaves to one of its letters; where colours swap, it is one for both. */
static void limit_letters(zm_board_data *d, bool swaps)
{
    for (unsigned i = 0; i < d->letters; i++) {
        zm_board_letter *l = &d->letter[i];
        unsigned most[2] = {255, 255};
        for (unsigned side = 0; side < 2; side++)
            for (unsigned t = 0; t < d->totals; t++)
                if (d->total[t].letters >> (side ? l->swapped : i) & 1 && d->total[t].most < most[side])
                    most[side] = d->total[t].most;
        l->most = (uint8_t)(swaps && most[1] > most[0] ? most[1] : most[0]);
        if (!l->in_hand)
            l->most = l->most < d->squares ? l->most : d->squares;
        for (unsigned t = 0; t < d->totals && !swaps; t++)
            if (d->total[t].letters == 1u << i && d->total[t].least > l->least)
                l->least = (uint8_t)d->total[t].least;
    }
}

/* Both players' blocks have the same fields, so that they swap as wholes. */
static zm_status place_hands(zm_board_maker *m)
{
    zm_board_data *d = m->d;
    for (unsigned i = 0; i < d->first_letters; i++) {
        zm_board_letter *l = &d->letter[i], *other = &d->letter[l->swapped];
        if (!l->in_hand)
            continue;
        if (l->most == 255 || other->most == 255)
            return zm_board_wrong(m, "'%c' can be in hand, so a total must say how many there are",
                                  l->most == 255 ? l->letter : other->letter);
        const unsigned bits = bits_for(l->most > other->most ? l->most : other->most);
        l->hand_shift = other->hand_shift = d->side[0].bits;
        l->hand_bits = other->hand_bits = (uint8_t)bits;
        l->most_held = l->most;
        other->most_held = other->most;
        d->side[0].bits = (uint8_t)(d->side[0].bits + bits);
    }
    return ZM_OK;
}

/* ---- counters ---- */
static zm_status add_counter(zm_board_maker *m, const zm_board_counter *counter, unsigned declared)
{
    zm_board_data *d = m->d;
    unsigned least, most;
    ZM_TRY(m->c, zm_board_amount(m, counter->name, counter->least, 0, 1u << 20, &least));
    ZM_TRY(m->c, zm_board_amount(m, counter->name, counter->most, 0, 1u << 20, &most));
    if (least > most)
        return zm_board_wrong(m, "its counter \"%s\" is at least %u and at most %u", counter->name, least, most);
    zm_board_block *block = counter->each ? &d->side[0] : &d->common;
    const unsigned bits = bits_for(most - least);
    for (unsigned owner = counter->each ? 0 : 2; owner <= (counter->each ? 1u : 2u); owner++)
        d->number[d->numbers++] =
            (zm_board_number){(uint8_t)declared, (uint8_t)owner, block->bits, (uint8_t)bits, least, most};
    if (block->bits + bits > 63)
        return zm_board_wrong(m, "its counters need more than 63 bits");
    block->bits = (uint8_t)(block->bits + bits);
    return ZM_OK;
}

zm_status zm_board_letters(zm_board_maker *m)
{
    const zm_board *b = m->declared;
    zm_board_data *d = m->d;
    d->turn = (uint8_t)b->turn;
    if (b->turn == ZM_TURN_COUNTED && (!length_of(b->first) || !length_of(b->second)))
        return zm_board_wrong(m, "pieces tell the turn, so both players need some");
    ZM_TRY(m->c, add_letters(m));
    for (unsigned i = 0; i < ZM_BOARD_TOTALS && b->totals[i].letters; i++)
        ZM_TRY(m->c, add_total(m, &b->totals[i]));
    ZM_TRY(m->c, add_hand(m));
    limit_letters(d, b->turn == ZM_TURN_SWAPS);
    ZM_TRY(m->c, place_hands(m));
    for (unsigned i = 0; i < ZM_BOARD_COUNTERS && b->counters[i].name; i++)
        ZM_TRY(m->c, add_counter(m, &b->counters[i], i));
    d->side[1].bits = d->side[0].bits;
    const zm_game *g = m->v->game;
    d->turn_in_state = b->turn == ZM_TURN_KEPT && !(g && g->impartial && !(g->keeps_turn && g->keeps_turn(m->v)));
    return ZM_OK;
}
